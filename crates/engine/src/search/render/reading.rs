//! How the bits of a value are read: as its type says.

use ir::debug::{BaseEncoding, DebugInfo, Type, TypeId};

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

/// How values of a type are read.
pub(crate) fn of(debug: &DebugInfo, ty: TypeId) -> Option<Reading> {
    match debug.ty(debug.resolve(ty)) {
        Type::Int { name, .. } if name == "char" => Some(Reading::Char),
        Type::Int { encoding: BaseEncoding::Signed | BaseEncoding::SignedChar, .. } => {
            Some(Reading::Signed)
        }
        Type::Int { .. } => Some(Reading::Unsigned),
        Type::Float { name, .. } if name.ends_with("_Complex") => None,
        Type::Float { .. } => Some(Reading::Float),
        Type::Enum { .. } => Some(Reading::Enum(debug.resolve(ty))),
        Type::Pointer { to, .. } => {
            Some(Reading::Pointer(debug.size(*to).filter(|&size| size > 0)))
        }
        _ => None,
    }
}
