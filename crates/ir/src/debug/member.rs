//! Where a byte is in an object of a C type: `.next`, `[3].x`.

use crate::debug::{DebugInfo, Field, Type, TypeId};

/// A number or pointer inside an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// What stands behind the object's name: `.next`, `[3].x`, nothing.
    pub suffix: String,
    /// Its type, as it is declared.
    pub ty: TypeId,
    /// Where it begins in the object.
    pub start: u64,
    /// Its size in bytes.
    pub size: u64,
}

/// Types nested deeper than this come from no compiler.
const DEEPEST: u32 = 64;

impl DebugInfo {
    /// The number or pointer that has the byte at an offset; none in padding, bit-fields and what C doesn't have.
    pub fn member(&self, ty: TypeId, offset: u64) -> Option<Member> {
        let mut member = Member { suffix: String::new(), ty, start: 0, size: 0 };
        for _ in 0..DEEPEST {
            let inside = offset - member.start;
            match self.ty(self.resolve(member.ty)) {
                Type::Array { element, count } => {
                    let size = self.size(*element).filter(|&size| size > 0)?;
                    let index = inside / size;
                    if count.is_some_and(|count| index >= count) {
                        return None;
                    }
                    member.suffix += &format!("[{index}]");
                    member.start += index * size;
                    member.ty = *element;
                }
                Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                    let field = fields.iter().find(|field| self.has_byte(field, inside))?;
                    if !field.name.is_empty() {
                        member.suffix += &format!(".{}", field.name);
                    }
                    member.start += field.bit_offset / 8;
                    member.ty = field.ty;
                }
                Type::Int { .. }
                | Type::Float { .. }
                | Type::Pointer { .. }
                | Type::Enum { .. } => {
                    member.size = self.size(member.ty)?;
                    return (inside < member.size && member.size <= 8).then_some(member);
                }
                _ => return None,
            }
        }
        None
    }

    fn has_byte(&self, field: &Field, offset: u64) -> bool {
        let start = field.bit_offset / 8;
        let size = self.size(field.ty).unwrap_or(0);
        field.bit_field.is_none() && (start..start + size).contains(&offset)
    }
}
