//! What is found behind a pointer: whether an access fits a type.

use crate::debug::{DebugInfo, Type, TypeId};

/// Types nested deeper than this come from no compiler.
const DEEPEST: u32 = 64;

impl DebugInfo {
    /// Has an object, or an array of them, a number or pointer of that size at that offset?
    pub fn has_number(&self, ty: TypeId, offset: u64, size: u64) -> bool {
        let array = self.flexible(ty).filter(|array| offset >= array.offset);
        let (ty, inside) = match array {
            Some(array) => (array.element, (offset - array.offset) % array.size),
            None => (ty, offset % self.size(ty).unwrap_or(1).max(1)),
        };
        self.has_number_within(ty, inside, size, DEEPEST)
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
