//! Flexible array members: structs that end in an array of no fixed length, `T data[]`.
//!
//! The older `T data[0]` is known for one, but no object is made that has elements there: C can't initialise them.

use crate::debug::{DebugInfo, PointerMember, Type, TypeId};

/// The array at the end of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlexibleArray {
    /// What the member is called.
    pub name: String,
    /// Where it begins. The struct may have padding behind that.
    pub offset: u64,
    /// The type of its elements.
    pub element: TypeId,
    /// How many bytes each has.
    pub size: u64,
}

impl DebugInfo {
    /// Does it end in an array of unknown length?
    pub fn is_flexible(&self, ty: TypeId) -> bool {
        match self.ty(self.resolve(ty)) {
            Type::Struct { fields, .. } => fields.last().is_some_and(|last| self.is_open(last.ty)),
            _ => false,
        }
    }

    /// The array of unknown length that it ends in, if such an object can be written in C.
    pub fn flexible(&self, ty: TypeId) -> Option<FlexibleArray> {
        let Type::Struct { fields, .. } = self.ty(self.resolve(ty)) else { return None };
        let last = fields.last().filter(|last| self.is_open(last.ty) && !last.name.is_empty())?;
        let Type::Array { element, count: None } = *self.ty(self.resolve(last.ty)) else {
            return None;
        };
        let size = self.size(element).filter(|&size| size > 0)?;
        Some(FlexibleArray { name: last.name.clone(), offset: last.bit_offset / 8, element, size })
    }

    /// Is it an array whose type doesn't say how long it is?
    pub fn is_open(&self, ty: TypeId) -> bool {
        matches!(self.ty(self.resolve(ty)), Type::Array { count: None | Some(0), .. })
    }

    /// The pointers in so many bytes of that type: in each element of an array, or in a struct and the array that it ends in.
    /// How C gets at one is said from its element on.
    pub fn pointers_in(&self, ty: TypeId, bytes: u64) -> Vec<PointerMember> {
        let Some(array) = self.flexible(ty) else {
            let element = self.size(ty).unwrap_or(bytes).max(1);
            return self.pointers_of_each(ty, (0, element), bytes);
        };
        let mut pointers = self.members(ty).pointers;
        pointers.extend(self.pointers_of_each(array.element, (array.offset, array.size), bytes));
        pointers
    }

    /// The pointers in elements that follow each other from an offset on, as far as all bytes of an element are there.
    fn pointers_of_each(
        &self,
        element: TypeId,
        (first, size): (u64, u64),
        bytes: u64,
    ) -> Vec<PointerMember> {
        let members = self.members(element).pointers;
        let count = bytes.saturating_sub(first) / size;
        let in_element = |index: u64| {
            let start = first + index * size;
            let moved =
                |it: &PointerMember| PointerMember { offset: start + it.offset, ..it.clone() };
            members.iter().map(moved).collect::<Vec<_>>()
        };
        (0..count).filter(|_| !members.is_empty()).flat_map(in_element).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::debug::{BaseEncoding, DebugInfo, Field, Type, TypeId};

    fn add(debug: &mut DebugInfo, ty: Type) -> TypeId {
        debug.types.push(ty);
        TypeId(debug.types.len() as u32 - 1)
    }

    #[test]
    fn the_array_begins_before_the_padding() {
        let mut debug = DebugInfo::default();
        let int =
            |name: &str, bytes, encoding| Type::Int { name: name.to_owned(), bytes, encoding };
        let long = add(&mut debug, int("long", 8, BaseEncoding::Signed));
        let char = add(&mut debug, int("char", 1, BaseEncoding::SignedChar));
        let data = add(&mut debug, Type::Array { element: char, count: None });
        let field = |name: &str, ty, offset: u64| Field {
            name: name.to_owned(),
            ty,
            bit_offset: 8 * offset,
            bit_field: None,
        };
        let fields = vec![field("n", long, 0), field("c", char, 8), field("data", data, 9)];
        let text = add(&mut debug, Type::Struct { name: None, bytes: 16, fields });
        let found = debug.flexible(text).expect("it is one");
        assert_eq!((found.offset, found.size, &found.name[..]), (9, 1, "data"));
        assert!(debug.has_part_at(text, char, 20) && !debug.has_part_at(text, long, 16));
    }

    #[test]
    fn pointers_are_found_in_all_elements_that_are_there() {
        let mut debug = DebugInfo::default();
        let encoding = BaseEncoding::Unsigned;
        let size = add(&mut debug, Type::Int { name: "size_t".to_owned(), bytes: 8, encoding });
        let pointer = add(&mut debug, Type::Pointer { to: size, bytes: 8 });
        let items = add(&mut debug, Type::Array { element: pointer, count: None });
        let field = |name: &str, ty, offset: u64| Field {
            name: name.to_owned(),
            ty,
            bit_offset: 8 * offset,
            bit_field: None,
        };
        let fields = vec![field("n", size, 0), field("next", pointer, 8), field("all", items, 16)];
        let list = add(&mut debug, Type::Struct { name: None, bytes: 16, fields });
        let found = debug.pointers_in(list, 32);
        let found: Vec<_> = found.iter().map(|it| (it.offset, &it.path[..])).collect();
        assert_eq!(found, [(8, ".next"), (16, ""), (24, "")]);
        let found = debug.pointers_in(pointer, 16);
        let found: Vec<_> = found.iter().map(|it| (it.offset, &it.path[..])).collect();
        assert_eq!(found, [(0, ""), (8, "")]);
    }
}
