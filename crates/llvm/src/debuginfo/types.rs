//! Types of the source language.
//!
//! They refer to each other in circles, so a type gets its id first and its description later.

use ir::debug::{BaseEncoding, Field, Qualifier, Type, TypeId};

use super::Tables;
use crate::module::{MetadataId, MetadataNode};

/// The DWARF tags of types and members.
mod tag {
    pub(super) const ARRAY: u32 = 0x01;
    pub(super) const CLASS: u32 = 0x02;
    pub(super) const ENUMERATION: u32 = 0x04;
    pub(super) const MEMBER: u32 = 0x0d;
    pub(super) const POINTER: u32 = 0x0f;
    pub(super) const REFERENCE: u32 = 0x10;
    pub(super) const STRUCTURE: u32 = 0x13;
    pub(super) const TYPEDEF: u32 = 0x16;
    pub(super) const UNION: u32 = 0x17;
    pub(super) const CONST: u32 = 0x26;
    pub(super) const VOLATILE: u32 = 0x35;
    pub(super) const RESTRICT: u32 = 0x37;
    pub(super) const RVALUE_REFERENCE: u32 = 0x42;
    pub(super) const ATOMIC: u32 = 0x47;
}

/// The DWARF encodings of base types.
mod encoding {
    pub(super) const BOOLEAN: u32 = 0x02;
    pub(super) const COMPLEX_FLOAT: u32 = 0x03;
    pub(super) const FLOAT: u32 = 0x04;
    pub(super) const SIGNED: u32 = 0x05;
    pub(super) const SIGNED_CHAR: u32 = 0x06;
    pub(super) const UNSIGNED: u32 = 0x07;
    pub(super) const UNSIGNED_CHAR: u32 = 0x08;
    pub(super) const UTF: u32 = 0x10;
}

impl Tables<'_> {
    /// The id of a type; its description may come later. No type at all is `void`.
    pub(super) fn type_id(&mut self, id: Option<MetadataId>) -> TypeId {
        let Some(id) = id.filter(|id| self.node(*id).is_some()) else { return self.void() };
        if let Some(known) = self.type_ids.get(&id) {
            return *known;
        }
        let new = self.add(Type::Void);
        self.type_ids.insert(id, new);
        self.pending.push((id, new));
        new
    }

    /// Describes all types that have only an id, and those that they mention.
    pub(super) fn describe_pending(&mut self) {
        while let Some((node, id)) = self.pending.pop() {
            self.types[id.0 as usize] = self.describe(node);
        }
    }

    /// The result, the parameters, and whether there may be more of them.
    pub(super) fn subroutine(&mut self, id: Option<MetadataId>) -> (TypeId, Vec<TypeId>, bool) {
        let types = match id.and_then(|id| self.node(id)) {
            Some(MetadataNode::SubroutineType { types }) => self.tuple(*types),
            _ => &[],
        };
        let Some((returns, params)) = types.split_first() else {
            return (self.void(), Vec::new(), false);
        };
        let (params, variadic) = match params {
            [params @ .., None] => (params, true),
            _ => (params, false),
        };
        let returns = self.type_id(*returns);
        (returns, params.iter().map(|param| self.type_id(*param)).collect(), variadic)
    }

    fn add(&mut self, ty: Type) -> TypeId {
        self.types.push(ty);
        TypeId(self.types.len() as u32 - 1)
    }

    fn void(&mut self) -> TypeId {
        match self.void {
            Some(void) => void,
            None => {
                let void = self.add(Type::Void);
                self.void = Some(void);
                void
            }
        }
    }

    fn describe(&mut self, id: MetadataId) -> Type {
        match self.node(id) {
            Some(MetadataNode::BasicType { name, size_bits, encoding, .. }) => {
                basic(name, size_bits / 8, *encoding)
            }
            Some(MetadataNode::DerivedType { .. }) => self.derived(id),
            Some(MetadataNode::CompositeType { .. }) => self.composite(id),
            Some(MetadataNode::SubroutineType { .. }) => {
                let (returns, params, variadic) = self.subroutine(Some(id));
                Type::Function { returns, params, variadic }
            }
            _ => Type::Void,
        }
    }

    fn derived(&mut self, id: MetadataId) -> Type {
        let Some(MetadataNode::DerivedType { tag, name, base, size_bits, .. }) = self.node(id)
        else {
            return Type::Void;
        };
        let qualifier = match *tag {
            tag::CONST => Some(Qualifier::Const),
            tag::VOLATILE => Some(Qualifier::Volatile),
            tag::RESTRICT => Some(Qualifier::Restrict),
            tag::ATOMIC => Some(Qualifier::Atomic),
            _ => None,
        };
        if self.leads_back(id) {
            return Type::Void;
        }
        let to = self.type_id(*base);
        match (*tag, qualifier) {
            (_, Some(qualifier)) => Type::Qualified { qualifier, to },
            (tag::TYPEDEF, _) => Type::Typedef { name: name.clone(), to },
            (tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE, _) => {
                let bytes = if *size_bits == 0 { self.pointer_bytes.into() } else { size_bits / 8 };
                Type::Pointer { to, bytes }
            }
            (tag, _) => Type::Other { what: format!("type of tag {tag:#x}"), bytes: size_bits / 8 },
        }
    }

    /// Do typedefs and qualifiers, without anything between them, come round to where they began?
    /// No compiler writes that, but what follows them must get to an end.
    fn leads_back(&self, id: MetadataId) -> bool {
        let transparent = |id: MetadataId| match self.node(id) {
            Some(MetadataNode::DerivedType { tag, base, .. })
                if !matches!(*tag, tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE) =>
            {
                *base
            }
            _ => None,
        };
        let (mut slow, mut fast) = (id, id);
        loop {
            let Some(next) = transparent(fast).and_then(transparent) else { return false };
            fast = next;
            slow = transparent(slow).unwrap_or(slow);
            if slow == fast {
                return true;
            }
        }
    }

    fn composite(&mut self, id: MetadataId) -> Type {
        let Some(MetadataNode::CompositeType {
            tag,
            name,
            base,
            size_bits,
            elements,
            declaration,
            ..
        }) = self.node(id)
        else {
            return Type::Void;
        };
        let title = (!name.is_empty()).then(|| name.clone());
        let bytes = size_bits / 8;
        match *tag {
            _ if *declaration => Type::Incomplete { name: title },
            tag::STRUCTURE | tag::CLASS => {
                Type::Struct { name: title, bytes, fields: self.fields(*elements) }
            }
            tag::UNION => Type::Union { name: title, bytes, fields: self.fields(*elements) },
            tag::ENUMERATION => self.enumeration(title, bytes, *base, *elements),
            tag::ARRAY => self.array(id),
            tag => Type::Other { what: format!("type of tag {tag:#x}"), bytes },
        }
    }

    fn fields(&mut self, elements: Option<MetadataId>) -> Vec<Field> {
        let members = self.tuple(elements).iter().flatten();
        members.filter_map(|member| self.field(*member)).collect()
    }

    fn field(&mut self, id: MetadataId) -> Option<Field> {
        match self.node(id)? {
            MetadataNode::DerivedType {
                tag: tag::MEMBER,
                name,
                base,
                size_bits,
                offset_bits,
                bit_field,
                static_member: false,
            } => Some(Field {
                name: name.clone(),
                ty: self.type_id(*base),
                bit_offset: *offset_bits,
                bit_field: bit_field.then_some(*size_bits),
            }),
            _ => None,
        }
    }

    fn enumeration(
        &mut self,
        name: Option<String>,
        bytes: u64,
        base: Option<MetadataId>,
        elements: Option<MetadataId>,
    ) -> Type {
        let enumerators = self.tuple(elements).iter().flatten().filter_map(|id| self.node(*id));
        let mut values = Vec::new();
        let mut signed = false;
        for enumerator in enumerators {
            if let MetadataNode::Enumerator { name, value, unsigned } = enumerator {
                values.push((name.clone(), *value));
                signed |= !unsigned;
            }
        }
        if let Some(MetadataNode::BasicType { encoding, .. }) =
            base.and_then(|base| self.node(base))
        {
            signed = matches!(*encoding, encoding::SIGNED | encoding::SIGNED_CHAR);
        }
        Type::Enum { name, bytes, signed, values }
    }

    /// An array of several dimensions is an array of arrays.
    fn array(&mut self, id: MetadataId) -> Type {
        let Some(MetadataNode::CompositeType { base, elements, vector, .. }) = self.node(id) else {
            return Type::Void;
        };
        let dimensions: Vec<Option<u64>> = self
            .tuple(*elements)
            .iter()
            .flatten()
            .filter_map(|id| match self.node(*id) {
                Some(MetadataNode::Subrange { count }) => Some(*count),
                _ => None,
            })
            .collect();
        let mut element = self.type_id(*base);
        let Some((first, inner)) = dimensions.split_first() else {
            return Type::Array { element, count: None };
        };
        for count in inner.iter().rev() {
            element = self.add(Type::Array { element, count: *count });
        }
        match (vector, first) {
            (true, Some(count)) => Type::Vector { element, count: *count },
            _ => Type::Array { element, count: *first },
        }
    }
}

fn basic(name: &str, bytes: u64, encoding: u32) -> Type {
    let name = name.to_owned();
    let encoding = match encoding {
        // How many bits it has is not said.
        _ if name.ends_with("_BitInt") => return Type::Other { what: name, bytes },
        encoding::FLOAT => return Type::Float { name, bytes },
        encoding::SIGNED => BaseEncoding::Signed,
        encoding::UNSIGNED | encoding::UTF => BaseEncoding::Unsigned,
        encoding::SIGNED_CHAR => BaseEncoding::SignedChar,
        encoding::UNSIGNED_CHAR => BaseEncoding::UnsignedChar,
        encoding::BOOLEAN => BaseEncoding::Bool,
        encoding::COMPLEX_FLOAT => return Type::Float { name: complex(bytes), bytes },
        // Decimal floating point, `nullptr_t`.
        _ => return Type::Other { what: name, bytes },
    };
    Type::Int { name, bytes, encoding }
}

/// Clang calls them all "complex".
fn complex(bytes: u64) -> String {
    let part = match bytes {
        8 => "float",
        16 => "double",
        _ => "long double",
    };
    format!("{part} _Complex")
}
