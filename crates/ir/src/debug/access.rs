//! What the source takes an object for where it accesses one: `it->count` is about a `struct item`, `*(int *)p` about an
//! `int`. Instructions don't say so, and what a `void *` leads to has no other type.

use crate::SourceLoc;
use crate::debug::{BaseEncoding, DebugInfo, Subprogram, Type, TypeId};

/// An access of the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectAccess {
    /// Where it is.
    pub at: SourceLoc,
    /// What is accessed.
    pub object: AccessedObject,
    /// Where in it, if that is always the same.
    pub offset: Option<u64>,
}

/// What an object is taken for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessedObject {
    /// A struct of that name and size.
    Struct { name: String, bytes: u64 },
    /// An integer of that size.
    Integer { bytes: u64 },
    /// A `_Bool`.
    Bool,
    /// A floating-point number of that size.
    Float { bytes: u64 },
    /// A pointer.
    Pointer,
}

impl DebugInfo {
    /// The accesses of a function at a place in the source that may be one of so many bytes.
    pub fn accesses<'a>(
        &'a self,
        function: &'a Subprogram,
        at: SourceLoc,
        bytes: u64,
    ) -> impl Iterator<Item = &'a ObjectAccess> {
        let fits = move |access: &&ObjectAccess| access.at == at && self.may_have(access, bytes);
        function.accesses.iter().filter(fits)
    }

    /// May an access be one of so many bytes?
    fn may_have(&self, access: &ObjectAccess, bytes: u64) -> bool {
        let ty = || self.accessed_type(&access.object);
        match access.object {
            AccessedObject::Struct { .. } => access
                .offset
                .is_none_or(|offset| ty().is_none_or(|ty| self.has_number(ty, offset, bytes))),
            AccessedObject::Integer { bytes: size } | AccessedObject::Float { bytes: size } => {
                size == bytes
            }
            AccessedObject::Bool => bytes == 1,
            AccessedObject::Pointer => ty().is_none_or(|ty| self.size(ty) == Some(bytes)),
        }
    }

    /// The type that an object is taken for, if there is one that fits, and no other.
    pub fn accessed_type(&self, object: &AccessedObject) -> Option<TypeId> {
        let fits = |ty: &Type| match (object, ty) {
            (AccessedObject::Struct { name, bytes }, ty) => self.is_struct(ty, name, *bytes),
            (AccessedObject::Integer { bytes }, Type::Int { encoding, bytes: size, .. }) => {
                *encoding != BaseEncoding::Bool && bytes == size
            }
            (AccessedObject::Bool, Type::Int { encoding, .. }) => *encoding == BaseEncoding::Bool,
            (AccessedObject::Float { bytes }, Type::Float { bytes: size, .. }) => bytes == size,
            (AccessedObject::Pointer, Type::Pointer { to, .. }) => {
                matches!(self.ty(*to), Type::Void)
            }
            _ => false,
        };
        // Plain `int` rather than `unsigned int`.
        let is_plain = |ty: &Type| matches!(ty, Type::Int { encoding: BaseEncoding::Signed, .. });
        let places = |wanted: &dyn Fn(&Type) -> bool| self.types.iter().position(wanted);
        let found = places(&|ty| fits(ty) && is_plain(ty)).or_else(|| places(&fits))?;
        let id = |index: usize| TypeId(index as u32);
        // Files and functions may have structs of the same name.
        let is_struct = matches!(object, AccessedObject::Struct { .. });
        let mut others = self.types.iter().enumerate().skip(found + 1).filter(|_| is_struct);
        let is_clear = others.all(|(other, ty)| !fits(ty) || self.is_alike(id(found), id(other)));
        is_clear.then_some(id(found))
    }

    /// Is it a struct of that name and size, be it that only a `typedef` has a name for it?
    fn is_struct(&self, ty: &Type, wanted: &str, wanted_bytes: u64) -> bool {
        match ty {
            Type::Struct { name: Some(name), bytes, .. } => {
                name == wanted && *bytes == wanted_bytes
            }
            Type::Typedef { name, to } if name == wanted => {
                let to = self.ty(self.resolve(*to));
                matches!(to, Type::Struct { name: None, bytes, .. } if *bytes == wanted_bytes)
            }
            _ => false,
        }
    }

    /// Makes sure that there is a `void *`, and an `unsigned char`: what a `void *` leads to may be these, although the source
    /// names neither.
    pub fn add_untyped(&mut self, pointer_bytes: u64) {
        if self.byte_type().is_none() {
            let encoding = BaseEncoding::UnsignedChar;
            self.types.push(Type::Int { name: "unsigned char".to_owned(), bytes: 1, encoding });
        }
        if self.accessed_type(&AccessedObject::Pointer).is_none() {
            self.types.push(Type::Void);
            let to = TypeId(self.types.len() as u32 - 1);
            self.types.push(Type::Pointer { to, bytes: pointer_bytes });
        }
    }

    /// The type `unsigned char`.
    pub fn byte_type(&self) -> Option<TypeId> {
        let is_byte = |ty: &Type| matches!(ty, Type::Int { name, .. } if name == "unsigned char");
        self.types.iter().position(is_byte).map(|index| TypeId(index as u32))
    }
}
