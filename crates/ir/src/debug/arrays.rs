//! Arrays in objects: how much of one follows a place in it.

use crate::debug::{DebugInfo, Type, TypeId};

/// Types nested deeper than this come from no compiler.
const DEEPEST: u32 = 64;

impl DebugInfo {
    /// How many bytes of an array of such elements there are from that offset of an object on; nothing if it is in no such
    /// array.
    pub fn rest_of_array(&self, ty: TypeId, offset: u64, element: TypeId) -> Option<u64> {
        self.rest_within(ty, offset, element, DEEPEST)
    }

    fn rest_within(&self, ty: TypeId, offset: u64, element: TypeId, fuel: u32) -> Option<u64> {
        let fuel = fuel.checked_sub(1)?;
        match self.ty(self.resolve(ty)) {
            Type::Array { element: own, count } => {
                let size = self.size(*own).filter(|&size| size > 0)?;
                let rest = size.checked_mul((*count)?)?.checked_sub(offset)?;
                match self.is_same(*own, element) {
                    true => (rest > 0 && offset.is_multiple_of(size)).then_some(rest),
                    false => self.rest_within(*own, offset % size, element, fuel),
                }
            }
            Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                let whole = fields.iter().filter(|field| field.bit_field.is_none());
                whole.into_iter().find_map(|field| {
                    let inside = offset.checked_sub(field.bit_offset / 8)?;
                    let fits = self.size(field.ty).is_some_and(|size| inside < size);
                    fits.then(|| self.rest_within(field.ty, inside, element, fuel)).flatten()
                })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::debug::{BaseEncoding, DebugInfo, Field, Type, TypeId};

    #[test]
    fn an_array_ends_where_the_next_member_begins() {
        let mut debug = DebugInfo::default();
        let mut add = |ty: Type| {
            debug.types.push(ty);
            TypeId(debug.types.len() as u32 - 1)
        };
        let encoding = BaseEncoding::Signed;
        let int = add(Type::Int { name: "int".to_owned(), bytes: 4, encoding });
        let three = add(Type::Array { element: int, count: Some(3) });
        let field = |name: &str, ty, offset: u64| Field {
            name: name.to_owned(),
            ty,
            bit_offset: 8 * offset,
            bit_field: None,
        };
        let fields = vec![field("count", int, 0), field("all", three, 4), field("last", int, 16)];
        let list = add(Type::Struct { name: None, bytes: 20, fields });
        let two = add(Type::Array { element: list, count: Some(2) });
        assert_eq!(debug.rest_of_array(list, 4, int), Some(12));
        assert_eq!(debug.rest_of_array(list, 8, int), Some(8));
        assert_eq!(debug.rest_of_array(list, 0, int), None);
        assert_eq!(debug.rest_of_array(list, 16, int), None);
        assert_eq!(debug.rest_of_array(two, 28, int), Some(8));
        assert_eq!(debug.rest_of_array(two, 0, list), Some(40));
    }
}
