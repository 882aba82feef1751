//! Where a byte is in an object of a C type: `.next`, `[3].x`.

use ir::debug::{BaseEncoding, DebugInfo, Field, Type, TypeId};

/// A number or pointer inside an object.
pub(crate) struct Member {
    /// What stands behind the object's name: `.next`, `[3].x`, nothing.
    pub suffix: String,
    pub ty: TypeId,
    /// Where it begins in the object.
    pub start: u64,
    pub size: u64,
}

/// How the bits of a value are to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Signed,
    Unsigned,
    Char,
    Float,
    Enum(TypeId),
    /// A pointer to elements of that many bytes, if that is known.
    Pointer(Option<u64>),
}

/// Types nested deeper than this come from no compiler.
const DEEPEST: u32 = 64;

/// The number or pointer that has the byte at an offset; none in padding, bit-fields and what C doesn't have.
pub(crate) fn member(debug: &DebugInfo, ty: TypeId, offset: u64) -> Option<Member> {
    let mut member = Member { suffix: String::new(), ty, start: 0, size: 0 };
    for _ in 0..DEEPEST {
        let inside = offset - member.start;
        match debug.ty(debug.resolve(member.ty)) {
            Type::Array { element, count } => {
                let size = debug.size(*element).filter(|&size| size > 0)?;
                let index = inside / size;
                if count.is_some_and(|count| index >= count) {
                    return None;
                }
                member.suffix += &format!("[{index}]");
                member.start += index * size;
                member.ty = *element;
            }
            Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                let field = fields.iter().find(|field| has_byte(debug, field, inside))?;
                if !field.name.is_empty() {
                    member.suffix += &format!(".{}", field.name);
                }
                member.start += field.bit_offset / 8;
                member.ty = field.ty;
            }
            Type::Int { .. } | Type::Float { .. } | Type::Pointer { .. } | Type::Enum { .. } => {
                member.size = debug.size(member.ty)?;
                return (inside < member.size && member.size <= 8).then_some(member);
            }
            _ => return None,
        }
    }
    None
}

fn has_byte(debug: &DebugInfo, field: &Field, offset: u64) -> bool {
    let start = field.bit_offset / 8;
    let size = debug.size(field.ty).unwrap_or(0);
    field.bit_field.is_none() && (start..start + size).contains(&offset)
}

/// How values of a type are read.
pub(crate) fn reading(debug: &DebugInfo, ty: TypeId) -> Option<Reading> {
    match debug.ty(debug.resolve(ty)) {
        Type::Int { name, .. } if name == "char" => Some(Reading::Char),
        Type::Int { encoding: BaseEncoding::Signed | BaseEncoding::SignedChar, .. } => {
            Some(Reading::Signed)
        }
        Type::Int { .. } => Some(Reading::Unsigned),
        Type::Float { .. } => Some(Reading::Float),
        Type::Enum { .. } => Some(Reading::Enum(debug.resolve(ty))),
        Type::Pointer { to, .. } => {
            Some(Reading::Pointer(debug.size(*to).filter(|&size| size > 0)))
        }
        _ => None,
    }
}
