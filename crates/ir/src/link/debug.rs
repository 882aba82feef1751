//! Merges debug tables: files are kept once, a unit's types follow those of the units before.

use std::collections::HashMap;

use crate::debug::{DebugInfo, SourceFile, Subprogram, Type, TypeId, Variable};
use crate::{Body, FileId};

/// The tables merged so far.
#[derive(Default)]
pub(super) struct Merged {
    pub(super) info: DebugInfo,
    files: HashMap<SourceFile, FileId>,
}

/// Where a unit's files and types went.
pub(super) struct Moved {
    files: Vec<FileId>,
    first_type: u32,
}

impl Merged {
    pub(super) fn add(&mut self, info: DebugInfo) -> Moved {
        let files = info.files.into_iter().map(|file| self.file(file)).collect();
        let first_type = self.info.types.len() as u32;
        let moved = Moved { files, first_type };
        let units = info.units.into_iter().map(|unit| TypeId(unit.0 + first_type));
        self.info.units.extend(units);
        self.info.types.extend(info.types.into_iter().map(|mut ty| {
            moved.move_type(&mut ty);
            ty
        }));
        moved
    }

    fn file(&mut self, file: SourceFile) -> FileId {
        *self.files.entry(file).or_insert_with_key(|file| {
            self.info.files.push(file.clone());
            FileId::new(self.info.files.len() - 1)
        })
    }
}

impl Moved {
    pub(super) fn move_subprogram(&self, subprogram: &mut Subprogram) {
        self.move_file(&mut subprogram.file);
        self.move_id(&mut subprogram.returns);
        subprogram.accesses.iter_mut().for_each(|access| self.move_file(&mut access.at.file));
        subprogram.params.iter_mut().for_each(|param| self.move_variable(param));
        subprogram.locals.iter_mut().for_each(|local| self.move_variable(&mut local.variable));
    }

    pub(super) fn move_variable(&self, variable: &mut Variable) {
        self.move_file(&mut variable.file);
        self.move_id(&mut variable.ty);
    }

    pub(super) fn move_locs(&self, body: &mut Body) {
        body.locs.iter_mut().flatten().for_each(|loc| self.move_file(&mut loc.file));
    }

    fn move_file(&self, file: &mut FileId) {
        *file = self.files[file.index()];
    }

    fn move_id(&self, id: &mut TypeId) {
        id.0 += self.first_type;
    }

    fn move_type(&self, ty: &mut Type) {
        match ty {
            Type::Pointer { to, .. } | Type::Typedef { to, .. } | Type::Qualified { to, .. } => {
                self.move_id(to);
            }
            Type::Array { element, .. } | Type::Vector { element, .. } => self.move_id(element),
            Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                fields.iter_mut().for_each(|field| self.move_id(&mut field.ty));
            }
            Type::Function { returns, params, .. } => {
                self.move_id(returns);
                params.iter_mut().for_each(|param| self.move_id(param));
            }
            Type::Void
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Enum { .. }
            | Type::Incomplete { .. }
            | Type::Other { .. } => {}
        }
    }
}
