//! Fingerprints of types: their structure, whatever their numbers are.

use std::collections::HashMap;
use std::hash::Hash as _;

use ir::debug::{DebugInfo, Field, Type, TypeId};

use super::digest::{Digest, Fingerprint};

/// The types that were asked for.
#[derive(Default)]
pub(super) struct TypeHashes {
    known: HashMap<TypeId, Fingerprint>,
}

impl TypeHashes {
    pub(super) fn of(&mut self, debug: &DebugInfo, ty: TypeId) -> Fingerprint {
        *self.known.entry(ty).or_insert_with(|| {
            let mut walk = TypeWalk {
                debug,
                digest: Digest::new("type"),
                numbers: HashMap::new(),
                pending: vec![ty],
            };
            walk.number(ty);
            walk.all();
            walk.digest.done()
        })
    }
}

/// A walk over a type and all that it leads to. Types lead back to themselves, so they are numbered as they are come to.
struct TypeWalk<'d> {
    debug: &'d DebugInfo,
    digest: Digest,
    numbers: HashMap<TypeId, usize>,
    pending: Vec<TypeId>,
}

impl TypeWalk<'_> {
    fn number(&mut self, ty: TypeId) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(ty).or_insert(next)
    }

    fn all(&mut self) {
        while let Some(ty) = self.pending.pop() {
            self.one(self.debug.ty(ty));
        }
    }

    /// Mentions another type, which is looked at later if it is new.
    fn mention(&mut self, ty: TypeId) {
        if !self.numbers.contains_key(&ty) {
            self.pending.push(ty);
        }
        self.number(ty).hash(&mut self.digest);
    }

    fn one(&mut self, ty: &Type) {
        std::mem::discriminant(ty).hash(&mut self.digest);
        match ty {
            Type::Void => {}
            Type::Int { name, bytes, encoding } => (name, bytes, encoding).hash(&mut self.digest),
            Type::Float { name, bytes } => (name, bytes).hash(&mut self.digest),
            Type::Pointer { to, bytes } => {
                bytes.hash(&mut self.digest);
                self.mention(*to);
            }
            Type::Array { element, count } => {
                count.hash(&mut self.digest);
                self.mention(*element);
            }
            Type::Vector { element, count } => {
                count.hash(&mut self.digest);
                self.mention(*element);
            }
            Type::Struct { name, bytes, fields } | Type::Union { name, bytes, fields } => {
                (name, bytes, fields.len()).hash(&mut self.digest);
                fields.iter().for_each(|field| self.field(field));
            }
            Type::Enum { name, bytes, signed, values } => {
                (name, bytes, signed, values).hash(&mut self.digest);
            }
            Type::Incomplete { name } => name.hash(&mut self.digest),
            Type::Typedef { name, to } => {
                name.hash(&mut self.digest);
                self.mention(*to);
            }
            Type::Qualified { qualifier, to } => {
                qualifier.hash(&mut self.digest);
                self.mention(*to);
            }
            Type::Function { returns, params, variadic } => {
                (params.len(), variadic).hash(&mut self.digest);
                self.mention(*returns);
                params.iter().for_each(|param| self.mention(*param));
            }
            Type::Other { what, bytes } => (what, bytes).hash(&mut self.digest),
        }
    }

    fn field(&mut self, field: &Field) {
        let Field { name, ty, bit_offset, bit_field } = field;
        (name, bit_offset, bit_field).hash(&mut self.digest);
        self.mention(*ty);
    }
}
