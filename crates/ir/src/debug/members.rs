//! What an object is made of, by its type: where its pointers and its `_Bool`s are. Everything else is numbers.
//!
//! Inputs are made by it (`engine`), and tests are written by it.

use std::collections::BTreeSet;

use crate::debug::{BaseEncoding, DebugInfo, Field, Qualifier, Type, TypeId};

/// The parts of an object that can't be any bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members {
    /// Where its pointers are, lowest first.
    pub pointers: Vec<PointerMember>,
    /// Where its `_Bool`s are. Bit-fields need no care, and in a union another member may be meant.
    pub bools: Vec<u64>,
    /// How many unions are in it.
    unions: u32,
}

/// A pointer in an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerMember {
    /// In bytes from the beginning of the object.
    pub offset: u64,
    /// The type of the pointer, as it is declared.
    pub ty: TypeId,
    /// How C gets at it from the object: `.next`, `.slots[3]`; nothing if the object is the pointer.
    pub path: String,
    /// The unions that it is in, outermost first: there may be something else in its place.
    pub unions: Vec<UnionChoice>,
}

/// Which member of a union it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnionChoice {
    /// The number of the union in the object.
    pub union: u32,
    /// The number of the member, among those of the union that have pointers.
    pub member: u32,
}

/// Objects with more members of a kind than this are no readable inputs.
const MOST: usize = 1024;

/// Types nested deeper than this come from no compiler: bitcode may say that a struct contains itself.
const DEEPEST: u32 = 64;

impl DebugInfo {
    /// The pointers and `_Bool`s of an object of that type.
    pub fn members(&self, ty: TypeId) -> Members {
        let mut members = Members::default();
        self.find_members(ty, 0, String::new(), DEEPEST, &mut members);
        members
    }

    /// Has an object of one type a part of another: a member, an element, or one of theirs?
    pub fn has_part(&self, ty: TypeId, part: TypeId) -> bool {
        let (mut pending, mut seen) = (vec![ty], BTreeSet::new());
        while let Some(whole) = pending.pop() {
            let whole = self.resolve(whole);
            // Bitcode may say that a struct contains itself.
            if !seen.insert(whole) {
                continue;
            }
            let parts: Vec<TypeId> = match self.ty(whole) {
                Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                    let whole = fields.iter().filter(|field| field.bit_field.is_none());
                    whole.map(|field| field.ty).collect()
                }
                Type::Array { element, .. } => vec![*element],
                _ => Vec::new(),
            };
            if parts.iter().any(|&of| self.is_same(of, part)) {
                return true;
            }
            pending.extend(parts);
        }
        false
    }

    fn find_members(
        &self,
        ty: TypeId,
        offset: u64,
        path: String,
        fuel: u32,
        members: &mut Members,
    ) {
        let full = members.pointers.len() >= MOST || members.bools.len() >= MOST;
        let Some(fuel) = fuel.checked_sub(1).filter(|_| !full) else { return };
        match self.ty(self.resolve(ty)) {
            Type::Int { encoding: BaseEncoding::Bool, .. } => members.bools.push(offset),
            Type::Pointer { .. } => {
                members.pointers.push(PointerMember { offset, ty, path, unions: Vec::new() });
            }
            Type::Struct { fields, .. } => {
                for field in fields.iter().filter(|field| field.bit_field.is_none()) {
                    self.find_field(field, offset, &path, fuel, members);
                }
            }
            Type::Union { fields, .. } => self.find_in_union(fields, offset, &path, fuel, members),
            Type::Array { element, count } => {
                let size = self.size(*element).unwrap_or(0);
                for index in 0..count.unwrap_or(0).min(MOST as u64) {
                    let path = format!("{path}[{index}]");
                    self.find_members(*element, offset + index * size, path, fuel, members);
                }
            }
            _ => {}
        }
    }

    fn find_in_union(
        &self,
        fields: &[Field],
        offset: u64,
        path: &str,
        fuel: u32,
        members: &mut Members,
    ) {
        let mut choice = UnionChoice { union: members.unions, member: 0 };
        members.unions += 1;
        for field in fields.iter().filter(|field| field.bit_field.is_none()) {
            let mut inside = Members { unions: members.unions, ..Members::default() };
            self.find_field(field, offset, path, fuel, &mut inside);
            members.unions = inside.unions;
            choice.member += u32::from(!inside.pointers.is_empty());
            for mut pointer in inside.pointers {
                pointer.unions.insert(0, choice);
                members.pointers.push(pointer);
            }
        }
    }

    fn find_field(&self, field: &Field, offset: u64, path: &str, fuel: u32, members: &mut Members) {
        let path = match field.name.as_str() {
            "" => path.to_owned(),
            name => format!("{path}.{name}"),
        };
        self.find_members(field.ty, offset + field.bit_offset / 8, path, fuel, members);
    }

    /// Is it plain `char`, of which strings are made? `signed char` and `unsigned char` are numbers.
    pub fn is_char(&self, ty: TypeId) -> bool {
        matches!(self.ty(self.resolve(ty)), Type::Int { name, .. } if name == "char")
    }

    /// Is it `const`, perhaps by another name?
    pub fn is_const(&self, ty: TypeId) -> bool {
        match self.ty(ty) {
            Type::Qualified { qualifier: Qualifier::Const, .. } => true,
            Type::Qualified { to, .. } | Type::Typedef { to, .. } => self.is_const(*to),
            Type::Array { element, .. } => self.is_const(*element),
            _ => false,
        }
    }

    /// Is it a pointer that says that nothing else points there?
    pub fn is_restrict(&self, ty: TypeId) -> bool {
        match self.ty(ty) {
            Type::Qualified { qualifier: Qualifier::Restrict, .. } => true,
            Type::Qualified { to, .. } | Type::Typedef { to, .. } => self.is_restrict(*to),
            _ => false,
        }
    }

    /// May one object be both, whatever is `const`? Every file has its own description of a struct.
    pub fn is_same(&self, a: TypeId, b: TypeId) -> bool {
        self.is_same_within(a, b, DEEPEST)
    }

    fn is_same_within(&self, a: TypeId, b: TypeId, fuel: u32) -> bool {
        let (a, b) = (self.resolve(a), self.resolve(b));
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        match (self.ty(a), self.ty(b)) {
            _ if a == b => true,
            (Type::Pointer { to: a, .. }, Type::Pointer { to: b, .. }) => {
                self.is_same_within(*a, *b, fuel)
            }
            (
                Type::Array { element: a, count: a_count },
                Type::Array { element: b, count: b_count },
            ) => a_count == b_count && self.is_same_within(*a, *b, fuel),
            (Type::Int { name: a, .. }, Type::Int { name: b, .. })
            | (Type::Float { name: a, .. }, Type::Float { name: b, .. }) => a == b,
            (Type::Struct { name: a, bytes: x, .. }, Type::Struct { name: b, bytes: y, .. })
            | (Type::Union { name: a, bytes: x, .. }, Type::Union { name: b, bytes: y, .. })
            | (Type::Enum { name: a, bytes: x, .. }, Type::Enum { name: b, bytes: y, .. })
                if a.is_some() || b.is_some() =>
            {
                a == b && x == y
            }
            (Type::Struct { .. }, Type::Struct { .. })
            | (Type::Union { .. }, Type::Union { .. })
            | (Type::Enum { .. }, Type::Enum { .. }) => self.is_same_nameless(a, b),
            (Type::Function { .. }, Type::Function { .. }) => self.is_alike(a, b),
            // Another file may only declare it.
            (Type::Incomplete { name: declared }, other)
            | (other, Type::Incomplete { name: declared }) => {
                declared.is_some() && name_of(other) == declared.as_ref()
            }
            (Type::Void, Type::Void) => true,
            _ => false,
        }
    }
}

/// What a struct, union or enum is called.
fn name_of(ty: &Type) -> Option<&String> {
    match ty {
        Type::Struct { name, .. }
        | Type::Union { name, .. }
        | Type::Enum { name, .. }
        | Type::Incomplete { name } => name.as_ref(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::debug::{BaseEncoding, DebugInfo, Field, Type, TypeId};

    fn add(debug: &mut DebugInfo, ty: Type) -> TypeId {
        debug.types.push(ty);
        TypeId(debug.types.len() as u32 - 1)
    }

    fn field(name: &str, ty: TypeId, offset: u64) -> Field {
        Field { name: name.to_owned(), ty, bit_offset: 8 * offset, bit_field: None }
    }

    #[test]
    fn pointers_are_found_wherever_they_are() {
        let mut debug = DebugInfo::default();
        let name = "_Bool".to_owned();
        let flag = add(&mut debug, Type::Int { name, bytes: 1, encoding: BaseEncoding::Bool });
        let pointer = add(&mut debug, Type::Pointer { to: flag, bytes: 8 });
        let two = add(&mut debug, Type::Array { element: pointer, count: Some(2) });
        let fields = vec![field("flag", flag, 0), field("p", pointer, 8), field("q", pointer, 8)];
        let inner = add(&mut debug, Type::Union { name: None, bytes: 8, fields });
        let fields = vec![field("set", flag, 0), field("two", two, 8), field("", inner, 24)];
        let outer = add(&mut debug, Type::Struct { name: None, bytes: 40, fields });
        let members = debug.members(outer);
        assert_eq!(members.bools, [0]);
        let found: Vec<_> = members.pointers.iter().map(|it| (it.offset, &it.path[..])).collect();
        assert_eq!(found, [(8, ".two[0]"), (16, ".two[1]"), (32, ".p"), (32, ".q")]);
        let choices: Vec<u32> =
            members.pointers[2..].iter().map(|it| it.unions[0].member).collect();
        assert_eq!(choices, [1, 2]);
        assert!(members.pointers[1].unions.is_empty());
        assert_eq!(debug.members(pointer).pointers[0].path, "");
    }
}
