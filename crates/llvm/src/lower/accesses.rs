//! What the source takes objects for: the types that addresses are computed with, as far as loads and stores go by them.

use std::collections::{BTreeSet, HashMap};

use ir::debug::{AccessedObject, ObjectAccess};

use super::function::Lowering;
use super::stop::Lowered;
use crate::module::{Op, Predicate, Type, TypeId, ValueId};

/// The accesses of a function, and the addresses that were computed so far.
#[derive(Default)]
pub(super) struct Accesses {
    members: HashMap<ValueId, Member>,
    pub(super) found: BTreeSet<ObjectAccess>,
}

/// The address of a part of a struct.
#[derive(Clone)]
struct Member {
    object: AccessedObject,
    offset: Option<u64>,
}

impl Lowering<'_, '_> {
    /// An address is computed: in a struct, or in a part of one.
    pub(super) fn note_address(
        &mut self,
        result: Option<ValueId>,
        source: TypeId,
        base: ValueId,
        indices: &[ValueId],
    ) -> Lowered<()> {
        let Some(result) = result else { return Ok(()) };
        let inside = self.offset_inside(source, indices)?;
        let outer = self.locals.accesses.members.get(&base).cloned();
        let member = match (outer, self.layout().ty(source)) {
            (Some(Member { object, offset }), _) => {
                let first =
                    indices.first().map(|first| self.values().number(*first)).transpose()?;
                let is_same = first.flatten() == Some(0);
                let offset = offset.zip(inside).filter(|_| is_same).map(|(a, b)| a.wrapping_add(b));
                Some(Member { object, offset })
            }
            (None, Type::Struct { name: Some(name), .. }) => struct_name(name).map(|name| {
                let bytes = self.layout().stride(source).unwrap_or(0);
                Member { object: AccessedObject::Struct { name, bytes }, offset: inside }
            }),
            _ => None,
        };
        self.locals.accesses.members.extend(member.map(|member| (result, member)));
        Ok(())
    }

    /// How far into an object constant indices lead, behind the first, which counts objects.
    fn offset_inside(&self, source: TypeId, indices: &[ValueId]) -> Lowered<Option<u64>> {
        let (mut ty, mut offset) = (source, 0u64);
        for index in indices.iter().skip(1) {
            let Some(index) = self.values().number(*index)? else { return Ok(None) };
            match self.layout().ty(ty) {
                Type::Struct { fields, .. } => {
                    let offsets = &self.layout().of(ty)?.fields;
                    let field = fields.get(index as usize).zip(offsets.get(index as usize));
                    let Some((field, by)) = field else { return Ok(None) };
                    (ty, offset) = (*field, offset.wrapping_add(*by));
                }
                Type::Array { element, .. } => {
                    let step = self.layout().stride(*element)?;
                    offset = offset.wrapping_add(index.wrapping_mul(step));
                    ty = *element;
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(offset))
    }

    /// Something of a type is loaded from an address, or stored there.
    pub(super) fn note_access(&mut self, ty: TypeId, address: ValueId, loaded: Option<ValueId>) {
        let Some(at) = self.builder.loc().filter(|loc| loc.line > 0) else { return };
        // Variables are what they are declared as.
        let is_constant = (address.0 as usize) < self.unit.module.values.len();
        if is_constant || self.slots.pointed_to(address).is_some() {
            return;
        }
        let access = match self.locals.accesses.members.get(&address) {
            Some(Member { object, offset }) => (object.clone(), *offset),
            None => match self.number_type(ty, loaded) {
                Some(object) => (object, Some(0)),
                None => return,
            },
        };
        self.locals.accesses.found.insert(ObjectAccess { at, object: access.0, offset: access.1 });
    }

    /// What a number of that type is in C.
    fn number_type(&self, ty: TypeId, loaded: Option<ValueId>) -> Option<AccessedObject> {
        let bytes = self.layout().store_size(ty).ok()?;
        match self.layout().ty(ty) {
            Type::Integer(8) if loaded.is_some_and(|it| self.is_checked_bool(it)) => {
                Some(AccessedObject::Bool)
            }
            Type::Integer(8 | 16 | 32 | 64) => Some(AccessedObject::Integer { bytes }),
            Type::Float | Type::Double => Some(AccessedObject::Float { bytes }),
            Type::Pointer { .. } => Some(AccessedObject::Pointer),
            _ => None,
        }
    }

    /// Does a sanitizer ask whether it is at most 1?
    fn is_checked_bool(&self, value: ValueId) -> bool {
        let code = &self.source.body.blocks[self.source.block.0 as usize].instructions;
        code.iter().any(|instruction| match &instruction.op {
            Op::Compare { predicate: Predicate::Ule, a, .. } => *a == value,
            _ => false,
        })
    }
}

/// How the source calls a struct: its name without what the compiler adds.
fn struct_name(name: &str) -> Option<String> {
    let name = name.strip_prefix("struct.")?;
    let number = name.rsplit_once('.').filter(|(_, end)| end.bytes().all(|it| it.is_ascii_digit()));
    let name = number.map_or(name, |(name, _)| name);
    (name != "anon").then(|| name.to_owned())
}
