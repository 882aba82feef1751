//! Pointer types: the one to a type, and whether an access fits what is behind it.

use std::collections::BTreeSet;

use crate::debug::{DebugInfo, Type, TypeId};

/// Types nested deeper than this come from no compiler.
const DEEPEST: u32 = 64;

impl DebugInfo {
    /// A pointer type to a type, if there is one: the first that leads to the same.
    pub fn pointer_to(&self, to: TypeId) -> Option<TypeId> {
        let all = (0..self.types.len() as u32).map(TypeId);
        let pointers = all.filter(|&ty| matches!(self.ty(ty), Type::Pointer { .. }));
        let (mut exact, same) = (pointers.clone(), pointers);
        let is_it = |ty: &TypeId| self.pointee(*ty) == Some(to);
        let is_same = |ty: &TypeId| {
            self.pointee(*ty).is_some_and(|it| !self.is_const(it) && self.is_same(it, to))
        };
        exact.find(is_it).or_else(|| same.into_iter().find(is_same))
    }

    /// Adds pointer types to numbers and structs that nothing points to by its type: a cast may.
    pub fn add_pointers(&mut self, bytes: u64) {
        let pointed = self.types.iter().filter_map(|ty| match ty {
            Type::Pointer { to, .. } => Some(*to),
            _ => None,
        });
        let pointed: BTreeSet<TypeId> = pointed.collect();
        for index in 0..self.types.len() as u32 {
            let ty = TypeId(index);
            let is_named = matches!(
                self.ty(ty),
                Type::Int { .. } | Type::Float { .. } | Type::Struct { name: Some(_), .. }
            );
            if is_named && !pointed.contains(&ty) {
                self.types.push(Type::Pointer { to: ty, bytes });
            }
        }
    }

    /// Has an object a number or pointer of that size at that offset?
    pub fn has_number(&self, ty: TypeId, offset: u64, size: u64) -> bool {
        self.has_number_within(ty, offset, size, DEEPEST)
    }

    fn has_number_within(&self, ty: TypeId, offset: u64, wanted: u64, fuel: u32) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        match self.ty(self.resolve(ty)) {
            Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                fields.iter().any(|field| {
                    let inside = offset.checked_sub(field.bit_offset / 8);
                    inside.is_some_and(|inside| {
                        field.bit_field.is_some()
                            || self.size(field.ty).is_some_and(|size| inside < size)
                                && self.has_number_within(field.ty, inside, wanted, fuel)
                    })
                })
            }
            Type::Array { element, .. } => {
                let size = self.size(*element).unwrap_or(1).max(1);
                self.has_number_within(*element, offset % size, wanted, fuel)
            }
            Type::Int { bytes, .. }
            | Type::Float { bytes, .. }
            | Type::Enum { bytes, .. }
            | Type::Pointer { bytes, .. } => offset == 0 && wanted == *bytes,
            _ => false,
        }
    }
}
