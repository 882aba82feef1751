//! Which objects a pointer may lead to, by C's rules about effective types: what is accessed as a type is an object of
//! that type, whatever is `const`, its signed or unsigned twin, or a part of a larger object.

use std::collections::BTreeSet;

use crate::debug::{BaseEncoding, DebugInfo, Field, Type, TypeId};

/// Types nested deeper than this come from no compiler.
const DEEPEST: u32 = 64;

impl DebugInfo {
    /// May one object be accessed as both types?
    pub fn is_compatible(&self, a: TypeId, b: TypeId) -> bool {
        self.is_same(a, b) || self.number(a).is_some() && self.number(a) == self.number(b)
    }

    /// Are two types made of the same parts, and lead to such? Their names don't say so: every file may have a struct of a name.
    pub fn is_alike(&self, a: TypeId, b: TypeId) -> bool {
        self.is_alike_within(a, b, &mut BTreeSet::new())
    }

    /// Are types without a name the same (6.2.7)? In one unit they never are, and those of two units are if their members are.
    pub(super) fn is_same_nameless(&self, a: TypeId, b: TypeId) -> bool {
        let unit = |ty: TypeId| self.units.partition_point(|first| *first <= ty);
        let names = |ty: TypeId| match self.ty(ty) {
            Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                fields.iter().map(|field| &field.name).collect()
            }
            Type::Enum { values, .. } => values.iter().map(|(name, _)| name).collect(),
            _ => Vec::new(),
        };
        unit(a) != unit(b) && names(a) == names(b) && self.is_alike(a, b)
    }

    /// As [`DebugInfo::is_alike`], given those that are being compared.
    fn is_alike_within(&self, a: TypeId, b: TypeId, seen: &mut BTreeSet<(TypeId, TypeId)>) -> bool {
        let (a, b) = (self.resolve(a), self.resolve(b));
        if a == b || !seen.insert((a, b)) {
            return true;
        }
        let mut all = |a: &[TypeId], b: &[TypeId]| {
            a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| self.is_alike_within(a, b, seen))
        };
        match (self.ty(a), self.ty(b)) {
            (Type::Pointer { to: a, .. }, Type::Pointer { to: b, .. }) => all(&[*a], &[*b]),
            (Type::Array { element: a, count: x }, Type::Array { element: b, count: y }) => {
                x == y && all(&[*a], &[*b])
            }
            (
                Type::Struct { bytes: x, fields: a, .. },
                Type::Struct { bytes: y, fields: b, .. },
            )
            | (Type::Union { bytes: x, fields: a, .. }, Type::Union { bytes: y, fields: b, .. }) => {
                let place = |field: &Field| (field.bit_offset, field.bit_field);
                let types = |fields: &[Field]| fields.iter().map(|it| it.ty).collect::<Vec<_>>();
                x == y && a.iter().map(place).eq(b.iter().map(place)) && all(&types(a), &types(b))
            }
            (Type::Enum { bytes: x, .. }, Type::Enum { bytes: y, .. }) => x == y,
            (
                Type::Function { returns: r, params: a, variadic: v },
                Type::Function { returns: s, params: b, variadic: w },
            ) => v == w && all(&[*r], &[*s]) && all(a, b),
            _ => self.is_same(a, b),
        }
    }

    /// Is it a type through which the bytes of any object may be accessed? Nothing is accessed as `void`, so it may turn
    /// out to be one.
    pub fn is_byte(&self, ty: TypeId) -> bool {
        match self.ty(self.resolve(ty)) {
            Type::Int { encoding, .. } => {
                matches!(encoding, BaseEncoding::SignedChar | BaseEncoding::UnsignedChar)
            }
            ty => matches!(ty, Type::Void),
        }
    }

    /// Has an object of one type, or an array of them, a part of another type at that offset? The whole object is one.
    pub fn has_part_at(&self, whole: TypeId, part: TypeId, offset: u64) -> bool {
        if let Some(flexible) = self.flexible(whole) {
            return match offset.checked_sub(flexible.offset) {
                Some(inside) => {
                    let inside = inside % flexible.size;
                    self.has_part_within(flexible.element, part, inside, DEEPEST)
                }
                None => self.has_part_within(whole, part, offset, DEEPEST),
            };
        }
        self.size(whole).is_some_and(|size| {
            size > 0 && self.has_part_within(whole, part, offset % size, DEEPEST)
        })
    }

    fn has_part_within(&self, whole: TypeId, part: TypeId, offset: u64, fuel: u32) -> bool {
        if offset == 0 && self.is_compatible(whole, part) {
            return true;
        }
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        match self.ty(self.resolve(whole)) {
            Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                fields.iter().filter(|field| field.bit_field.is_none()).any(|field| {
                    let inside = offset.checked_sub(field.bit_offset / 8);
                    let inside = inside.filter(|&it| self.size(field.ty).is_some_and(|of| it < of));
                    inside.is_some_and(|inside| self.has_part_within(field.ty, part, inside, fuel))
                })
            }
            Type::Array { element, .. } => self.size(*element).is_some_and(|size| {
                size > 0 && self.has_part_within(*element, part, offset % size, fuel)
            }),
            _ => false,
        }
    }

    /// May a row of numbers be seen as a struct from that offset on? It may if the struct is nothing but such numbers, one
    /// after the other.
    pub fn is_row_at(&self, number: TypeId, whole: TypeId, offset: u64) -> bool {
        let Some((step, size)) = self.size(number).zip(self.size(whole)) else { return false };
        let is_number = |at: u64| self.has_part_at(whole, number, at);
        self.number(number).is_some()
            && offset.is_multiple_of(step)
            && size > step
            && size.is_multiple_of(step)
            && (0..size).step_by(step as usize).all(is_number)
    }

    /// An integer type without its sign. An enumeration is one of those.
    fn number(&self, ty: TypeId) -> Option<(String, u64)> {
        match self.ty(self.resolve(ty)) {
            Type::Int { encoding: BaseEncoding::Bool, .. } => None,
            Type::Int { name, bytes, .. } => {
                let words = name.split(' ').filter(|word| !matches!(*word, "unsigned" | "signed"));
                let name = words.collect::<Vec<_>>().join(" ");
                Some((if name.is_empty() { "int".to_owned() } else { name }, *bytes))
            }
            Type::Enum { bytes, .. } => {
                let name = match bytes {
                    1 => "char",
                    2 => "short",
                    4 => "int",
                    _ => "long",
                };
                Some((name.to_owned(), *bytes))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::debug::{BaseEncoding, DebugInfo, Field, Type, TypeId};

    fn add(debug: &mut DebugInfo, ty: Type) -> TypeId {
        debug.types.push(ty);
        TypeId(debug.types.len() as u32 - 1)
    }

    fn int(debug: &mut DebugInfo, name: &str, bytes: u64, encoding: BaseEncoding) -> TypeId {
        add(debug, Type::Int { name: name.to_owned(), bytes, encoding })
    }

    #[test]
    fn twins_are_compatible_and_other_widths_are_not() {
        let mut debug = DebugInfo::default();
        let signed = int(&mut debug, "int", 4, BaseEncoding::Signed);
        let unsigned = int(&mut debug, "unsigned int", 4, BaseEncoding::Unsigned);
        let long = int(&mut debug, "long", 8, BaseEncoding::Signed);
        let longer = int(&mut debug, "long long", 8, BaseEncoding::Signed);
        let byte = int(&mut debug, "unsigned char", 1, BaseEncoding::UnsignedChar);
        assert!(debug.is_compatible(signed, unsigned));
        assert!(!debug.is_compatible(signed, long));
        assert!(!debug.is_compatible(long, longer), "C says that these are two types");
        assert!(debug.is_byte(byte) && !debug.is_byte(signed));
    }

    #[test]
    fn parts_are_found_at_their_offsets() {
        let mut debug = DebugInfo::default();
        let number = int(&mut debug, "int", 4, BaseEncoding::Signed);
        let three = add(&mut debug, Type::Array { element: number, count: Some(3) });
        let long = int(&mut debug, "long", 8, BaseEncoding::Signed);
        let field = |name: &str, ty, offset: u64| Field {
            name: name.to_owned(),
            ty,
            bit_offset: 8 * offset,
            bit_field: None,
        };
        let fields = vec![field("n", number, 0), field("three", three, 4), field("l", long, 16)];
        let name = Some("s".to_owned());
        let whole = add(&mut debug, Type::Struct { name, bytes: 24, fields });
        let at = |part| -> Vec<u64> {
            (0..48).filter(|&offset| debug.has_part_at(whole, part, offset)).collect()
        };
        assert_eq!(at(number), [0, 4, 8, 12, 24, 28, 32, 36]);
        assert_eq!(at(long), [16, 40]);
        assert_eq!(at(whole), [0, 24]);
        assert_eq!(at(three), [4, 28]);
        assert!(debug.is_row_at(number, three, 4) && !debug.is_row_at(number, three, 2));
        assert!(!debug.is_row_at(number, whole, 4) && !debug.is_row_at(number, number, 4));
    }
}
