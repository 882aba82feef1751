//! Values as C writes them: initialisers for inputs, and for outputs the numbers inside, one by one.

use ir::debug::{BaseEncoding, DebugInfo, Field, FlexibleArray, Type, TypeId};

use super::literal::{character, signed, string};
use super::types;

/// Types nested deeper than this come from no compiler.
const DEEPEST: u32 = 32;

/// Lists of more numbers than this, all zero, are written as `{0}`.
const FEW: usize = 4;

/// Writes values of the types of a program.
#[derive(Clone, Copy)]
pub(crate) struct ValueWriter<'p> {
    pub debug: &'p DebugInfo,
    /// What pointers lead to. In the bytes of a value, a pointer is [`pointer_word`] of one of these, or NULL.
    pub targets: &'p [Pointee],
}

/// The bytes of a pointer to that target, in a value: such numbers are rare, so that in a union one can be told from others.
pub(crate) fn pointer_word(target: usize, size: usize) -> Vec<u8> {
    let mark = if size == 8 { 0xc7e5_91d3_0000_0001 } else { 0xc7e5_0001 };
    (mark + target as u64).to_le_bytes()[..size].to_vec()
}

/// What a pointer leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pointee {
    /// An object: a pointer to it, as C writes it, and its type, if that is known.
    Address(String, Option<TypeId>),
    /// A constant string, here as a literal.
    Text(String),
    /// Something that has no name.
    Somewhere,
}

/// A number or string inside a value: how to get at it, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValueLeaf {
    /// `p.x`, `a[3]`.
    pub expression: String,
    pub content: LeafContent,
}

/// What a leaf is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LeafContent {
    /// As C writes it.
    Number(String),
    /// It has no literal that is equal to it.
    NotANumber,
    /// A string in an array of `char`, or behind a pointer, here as a literal.
    Text(String),
    /// A pointer that C writes so.
    Pointer(String),
    /// A pointer to something that has no name.
    NotNull,
}

/// Bytes of an object, and the bits of them that were never written.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'b> {
    pub bytes: &'b [u8],
    pub undef: &'b [u8],
}

impl<'b> Bytes<'b> {
    fn part(self, from: usize, size: usize) -> Option<Bytes<'b>> {
        let end = from.checked_add(size)?;
        Some(Bytes { bytes: self.bytes.get(from..end)?, undef: self.undef.get(from..end)? })
    }

    fn is_defined(self) -> bool {
        self.undef.iter().all(|&bits| bits == 0)
    }
}

impl ValueWriter<'_> {
    /// What stands behind the `=` of a declaration; nothing if C has no words for it.
    pub(crate) fn initializer(self, ty: TypeId, bytes: &[u8]) -> Option<String> {
        self.initializer_within(ty, bytes, DEEPEST)
    }

    fn initializer_within(self, ty: TypeId, bytes: &[u8], fuel: u32) -> Option<String> {
        let fuel = fuel.checked_sub(1)?;
        match self.debug.ty(self.debug.resolve(ty)) {
            Type::Struct { fields, .. } => {
                let mut parts = Vec::new();
                self.designated(fields, bytes, fuel, &mut parts)?;
                Some(braced(&parts, bytes))
            }
            Type::Union { fields, .. } => {
                let mut parts = Vec::new();
                let member = self.union_member(fields, bytes)?;
                self.designated(&[member], bytes, fuel, &mut parts)?;
                Some(braced(&parts, bytes))
            }
            Type::Array { element, .. } if types::is_char(self.debug, *element) => {
                let text = terminated(bytes).map(string);
                text.or_else(|| self.elements(*element, bytes, fuel))
            }
            Type::Array { element, .. } => self.elements(*element, bytes, fuel),
            _ => self.scalar(ty, bytes),
        }
    }

    /// `.x = 1`, for each field. The fields of a struct without a name are those of the struct around it.
    fn designated(
        self,
        fields: &[Field],
        bytes: &[u8],
        fuel: u32,
        parts: &mut Vec<String>,
    ) -> Option<()> {
        for field in fields {
            let content = self.field_bytes(field, bytes)?;
            match self.debug.ty(self.debug.resolve(field.ty)) {
                Type::Struct { fields, .. } if field.name.is_empty() => {
                    self.designated(fields, &content, fuel.checked_sub(1)?, parts)?;
                }
                Type::Union { fields, .. } if field.name.is_empty() => {
                    let member = self.union_member(fields, &content)?;
                    self.designated(&[member], &content, fuel.checked_sub(1)?, parts)?;
                }
                _ if field.name.is_empty() || content.is_empty() => {}
                _ => {
                    let value = self.initializer_within(field.ty, &content, fuel)?;
                    parts.push(format!(".{} = {value}", field.name));
                }
            }
        }
        Some(())
    }

    /// The bytes of a field; a bit-field's begin a number of its type.
    fn field_bytes(self, field: &Field, bytes: &[u8]) -> Option<Vec<u8>> {
        if let Some(width) = field.bit_field {
            let raw = bits(bytes, field.bit_offset, width)?;
            let size = types::size(self.debug, field.ty)? as usize;
            let raw = if self.is_signed(field.ty) { extend(raw, width) } else { raw };
            return Some(raw.to_le_bytes().get(..size)?.to_vec());
        }
        // A flexible array at the end of a struct has no size of its own.
        let size = types::size(self.debug, field.ty).unwrap_or(0) as usize;
        let from = (field.bit_offset / 8) as usize;
        Some(bytes.get(from..from.checked_add(size)?)?.to_vec())
    }

    fn is_signed(self, ty: TypeId) -> bool {
        match self.debug.ty(self.debug.resolve(ty)) {
            Type::Int { encoding, .. } => {
                matches!(encoding, BaseEncoding::Signed | BaseEncoding::SignedChar)
            }
            Type::Enum { signed, .. } => *signed,
            _ => false,
        }
    }

    /// `{1, 2}`: zeros at the end go without saying.
    pub(crate) fn elements(self, element: TypeId, bytes: &[u8], fuel: u32) -> Option<String> {
        let size = usize::try_from(types::size(self.debug, element)?).ok()?;
        let mut parts = Vec::new();
        for part in bytes.chunks_exact(size.max(1)) {
            parts.push(self.initializer_within(element, part, fuel)?);
        }
        let is_zero = |bytes: &[u8]| bytes.iter().all(|&byte| byte == 0);
        let used = bytes.chunks_exact(size.max(1)).rposition(|part| !is_zero(part));
        if parts.len() > FEW {
            parts.truncate(used.map_or(1, |last| last + 1));
        }
        Some(braced(&parts, bytes))
    }

    /// An array whose length is that of its list: every element is shown.
    pub(crate) fn list(self, element: TypeId, bytes: &[u8]) -> Option<String> {
        let size = usize::try_from(types::size(self.debug, element)?).ok()?;
        let parts: Option<Vec<String>> =
            bytes.chunks_exact(size.max(1)).map(|part| self.initializer(element, part)).collect();
        Some(format!("{{{}}}", parts?.join(", ")))
    }

    /// A number, character or enumerator.
    fn scalar(self, ty: TypeId, bytes: &[u8]) -> Option<String> {
        match self.debug.ty(self.debug.resolve(ty)) {
            Type::Int { name, encoding, .. } => integer(name, *encoding, bytes),
            Type::Enum { signed: is_signed, values, .. } => {
                let value = number(bytes, *is_signed)?;
                let named = values.iter().find(|(_, known)| *known == value);
                Some(named.map_or_else(|| signed(value), |(name, _)| name.clone()))
            }
            Type::Float { name, .. } => float(name, bytes),
            Type::Pointer { .. } => match self.pointer(bytes)? {
                LeafContent::Pointer(address) => Some(address),
                _ => None,
            },
            _ => None,
        }
    }

    /// Where a pointer leads.
    fn pointer(self, bytes: &[u8]) -> Option<LeafContent> {
        if bytes.iter().all(|&byte| byte == 0) {
            return Some(LeafContent::Pointer("NULL".to_owned()));
        }
        Some(match self.target(bytes)? {
            Pointee::Address(address, _) => LeafContent::Pointer(address.clone()),
            Pointee::Text(text) => LeafContent::Text(text.clone()),
            Pointee::Somewhere => LeafContent::NotNull,
        })
    }

    /// What the pointer with these bytes leads to.
    fn target(&self, bytes: &[u8]) -> Option<&Pointee> {
        let first = u64::try_from(number(&pointer_word(0, bytes.len()), false)?).ok()?;
        let number = u64::try_from(number(bytes, false)?).ok()?;
        self.targets.get(usize::try_from(number.checked_sub(first)?).ok()?)
    }

    /// The member of a union that its bytes are written as: the one whose pointers are there, or else one without pointers
    /// that shows all of them.
    fn union_member(self, fields: &[Field], bytes: &[u8]) -> Option<Field> {
        let is_whole = |field: &&Field| !field.name.is_empty() || field.bit_field.is_none();
        let mut fields: Vec<&Field> = fields.iter().filter(is_whole).collect();
        let size = |field: &Field| types::size(self.debug, field.ty).unwrap_or(0) as usize;
        if let Some(field) = fields.iter().find(|field| self.has_its_pointers(field.ty, bytes)) {
            return Some((*field).clone());
        }
        fields.sort_by_key(|field| std::cmp::Reverse(size(field)));
        let is_number = |field: &&&Field| self.debug.members(field.ty).pointers.is_empty();
        let shows_all = |field: &&&Field| {
            bytes.get(size(field)..).is_some_and(|rest| rest.iter().all(|&byte| byte == 0))
        };
        let numbers = fields.iter().filter(is_number).find(shows_all);
        let zero = || fields.first().filter(|_| bytes.iter().all(|&byte| byte == 0));
        numbers.or_else(zero).map(|field| (*field).clone())
    }

    /// Are the pointers of a type among these bytes? At least one must be there, and lead to what the type says.
    fn has_its_pointers(self, ty: TypeId, bytes: &[u8]) -> bool {
        let mut members = self.debug.members(ty).pointers.into_iter();
        members.any(|member| {
            let size = types::size(self.debug, member.ty).unwrap_or(0) as usize;
            let from = member.offset as usize;
            let target = bytes.get(from..from + size).and_then(|bytes| self.target(bytes));
            let pointee = self.debug.pointee(member.ty);
            target.is_some_and(|target| match (target, pointee) {
                (Pointee::Address(_, Some(element)), Some(pointee)) => {
                    self.debug.is_same(*element, pointee)
                }
                _ => true,
            })
        })
    }

    /// What stands behind the `=` of a struct that ends in an array of no fixed length: every element is shown.
    pub(crate) fn flexible(self, ty: TypeId, bytes: &[u8]) -> Option<String> {
        let array = self.debug.flexible(ty)?;
        let Type::Struct { fields, .. } = self.debug.ty(self.debug.resolve(ty)) else {
            return None;
        };
        let mut parts = Vec::new();
        self.designated(fields.split_last()?.1, bytes, DEEPEST, &mut parts)?;
        let mut elements = whole_elements(&array, bytes);
        if bytes.len() as u64 <= types::size(self.debug, ty)? {
            // Zeros in the padding of the struct go without saying.
            let used = elements.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
            elements = &elements[..used.next_multiple_of(array.size as usize)];
        }
        let text = elements.strip_suffix(&[0]).filter(|text| !text.contains(&0));
        let text = text.filter(|_| types::is_char(self.debug, array.element)).map(string);
        if !elements.is_empty() {
            let list = text.or_else(|| self.list(array.element, elements))?;
            parts.push(format!(".{} = {list}", array.name));
        }
        Some(format!("{{{}}}", parts.join(", ")))
    }

    /// As [`ValueWriter::leaves`], of an object that may end in an array of no fixed length.
    pub(crate) fn leaves_of_object(
        self,
        ty: TypeId,
        value: Bytes<'_>,
        before: Option<&[u8]>,
        expression: &str,
    ) -> Vec<ValueLeaf> {
        let mut leaves = self.leaves(ty, value, before, expression);
        if let Some(array) = self.debug.flexible(ty) {
            let [bytes, undef] = [value.bytes, value.undef].map(|it| whole_elements(&array, it));
            let before = before.map(|before| whole_elements(&array, before));
            let expression = format!("{expression}.{}", array.name);
            let value = Bytes { bytes, undef };
            self.collect_elements(array.element, value, before, &expression, DEEPEST, &mut leaves);
        }
        leaves
    }

    /// The numbers and pointers in a value that are known, one by one. `before` is what it was, if that is known: what is still
    /// the same is left out.
    pub(crate) fn leaves(
        self,
        ty: TypeId,
        value: Bytes<'_>,
        before: Option<&[u8]>,
        expression: &str,
    ) -> Vec<ValueLeaf> {
        let mut leaves = Vec::new();
        self.collect(ty, value, before, expression.to_owned(), DEEPEST, &mut leaves);
        leaves
    }

    fn collect(
        self,
        ty: TypeId,
        value: Bytes<'_>,
        before: Option<&[u8]>,
        expression: String,
        fuel: u32,
        leaves: &mut Vec<ValueLeaf>,
    ) {
        let Some(fuel) = fuel.checked_sub(1) else { return };
        if before.is_some_and(|before| before == value.bytes) && value.is_defined() {
            return;
        }
        match self.debug.ty(self.debug.resolve(ty)) {
            Type::Struct { fields, .. } => {
                self.collect_fields(fields, value, before, &expression, fuel, leaves);
            }
            Type::Union { fields, .. } => {
                let member = self.union_member(fields, value.bytes);
                self.collect_fields(member.as_slice(), value, before, &expression, fuel, leaves);
            }
            Type::Array { element, .. } => {
                self.collect_elements(*element, value, before, &expression, fuel, leaves);
            }
            Type::Pointer { .. } if value.is_defined() => {
                let content = self.pointer(value.bytes);
                leaves.extend(content.map(|content| ValueLeaf { expression, content }));
            }
            Type::Float { name, .. } if is_complex(name) => {
                let (size, part) = (value.bytes.len() / 2, name.trim_end_matches(COMPLEX));
                for (word, from) in [("__real__", 0), ("__imag__", size)] {
                    let Some(half) = value.part(from, size).filter(|it| it.is_defined()) else {
                        continue;
                    };
                    let expression = format!("{word} {expression}");
                    leaves.extend(float(part, half.bytes).map(|number| leaf(expression, number)));
                }
            }
            _ if self.significant(ty, value).is_defined() => {
                leaves.extend(self.scalar(ty, value.bytes).map(|it| leaf(expression, it)));
            }
            _ => {}
        }
    }

    /// Without the padding of the x87's numbers.
    fn significant<'b>(self, ty: TypeId, value: Bytes<'b>) -> Bytes<'b> {
        match self.debug.ty(self.debug.resolve(ty)) {
            Type::Float { name, .. } if name == "long double" => value.part(0, 10).unwrap_or(value),
            _ => value,
        }
    }

    fn collect_fields(
        self,
        fields: &[Field],
        value: Bytes<'_>,
        before: Option<&[u8]>,
        expression: &str,
        fuel: u32,
        leaves: &mut Vec<ValueLeaf>,
    ) {
        for field in fields {
            let part = |bytes: &[u8]| self.field_bytes(field, bytes);
            let (Some(bytes), Some(undef)) = (part(value.bytes), part(value.undef)) else {
                continue;
            };
            let before = before.and_then(part);
            let expression = match field.name.as_str() {
                "" => expression.to_owned(),
                name => format!("{expression}.{name}"),
            };
            let value = Bytes { bytes: &bytes, undef: &undef };
            self.collect(field.ty, value, before.as_deref(), expression, fuel, leaves);
        }
    }

    /// The elements of an array; a string is one leaf, and what has changed behind its end others.
    pub(crate) fn collect_elements(
        self,
        element: TypeId,
        value: Bytes<'_>,
        before: Option<&[u8]>,
        expression: &str,
        fuel: u32,
        leaves: &mut Vec<ValueLeaf>,
    ) {
        let Some(size) = types::size(self.debug, element).map(|size| size as usize) else { return };
        let mut first = 0;
        if types::is_char(self.debug, element)
            && let Some(end) = value.bytes.iter().position(|&byte| byte == 0)
            && value.part(0, end + 1).is_some_and(Bytes::is_defined)
        {
            if before.and_then(|before| before.get(..=end)) != value.bytes.get(..=end) {
                let content = LeafContent::Text(string(&value.bytes[..end]));
                leaves.push(ValueLeaf { expression: expression.to_owned(), content });
            }
            if before.is_none() {
                return;
            }
            first = end + 1;
        }
        for index in first..value.bytes.len() / size.max(1) {
            let Some(part) = value.part(index * size, size) else { return };
            let before = before.and_then(|before| before.get(index * size..(index + 1) * size));
            self.collect(element, part, before, format!("{expression}[{index}]"), fuel, leaves);
        }
    }
}

/// The bytes of the elements at the end of a struct.
fn whole_elements<'b>(array: &FlexibleArray, bytes: &'b [u8]) -> &'b [u8] {
    let elements = bytes.get(array.offset as usize..).unwrap_or(&[]);
    &elements[..elements.len() - elements.len() % array.size as usize]
}

/// A number inside a value.
fn leaf(expression: String, number: String) -> ValueLeaf {
    let content = match number.trim_start_matches('-') {
        "NAN" => LeafContent::NotANumber,
        _ => LeafContent::Number(number),
    };
    ValueLeaf { expression, content }
}

fn braced(parts: &[String], bytes: &[u8]) -> String {
    match parts {
        [] => "{0}".to_owned(),
        parts if parts.len() > FEW && bytes.iter().all(|&byte| byte == 0) => "{0}".to_owned(),
        parts => format!("{{{}}}", parts.join(", ")),
    }
}

/// A string with its zero and nothing behind it.
fn terminated(bytes: &[u8]) -> Option<&[u8]> {
    let end = bytes.iter().position(|&byte| byte == 0)?;
    bytes[end..].iter().all(|&byte| byte == 0).then(|| &bytes[..end])
}

fn integer(name: &str, encoding: BaseEncoding, bytes: &[u8]) -> Option<String> {
    match encoding {
        BaseEncoding::Bool => match number(bytes, false)? {
            0 => Some("false".to_owned()),
            1 => Some("true".to_owned()),
            _ => None,
        },
        // With -funsigned-char.
        BaseEncoding::UnsignedChar if name == "char" && !bytes.first()?.is_ascii() => {
            Some(bytes[0].to_string())
        }
        BaseEncoding::SignedChar | BaseEncoding::UnsignedChar if name == "char" => {
            Some(character(*bytes.first()?))
        }
        BaseEncoding::Signed | BaseEncoding::SignedChar => Some(signed(number(bytes, true)?)),
        BaseEncoding::Unsigned | BaseEncoding::UnsignedChar => {
            let value = number(bytes, false)?;
            // Smaller types become `int` when they are used.
            Some(if bytes.len() < 4 { value.to_string() } else { format!("{value}u") })
        }
    }
}

/// A number of at most 64 bits: larger ones have no literals.
fn number(bytes: &[u8], is_signed: bool) -> Option<i128> {
    let raw = bits(bytes, 0, bytes.len() as u64 * 8)?;
    let raw =
        if is_signed { extend(raw, bytes.len() as u64 * 8) as i64 as i128 } else { raw.into() };
    Some(raw)
}

/// A few bits out of bytes.
fn bits(bytes: &[u8], from: u64, width: u64) -> Option<u64> {
    if width > 64 {
        return None;
    }
    let bit = |index: u64| {
        let byte = bytes.get((index / 8) as usize)?;
        Some(u64::from(byte >> (index % 8) & 1))
    };
    (0..width).try_fold(0, |raw, index| Some(raw | bit(from + index)? << index))
}

fn extend(raw: u64, width: u64) -> u64 {
    match width {
        1..64 => ((raw << (64 - width)) as i64 >> (64 - width)) as u64,
        _ => raw,
    }
}

/// What the names of complex types end in.
const COMPLEX: &str = " _Complex";

fn is_complex(name: &str) -> bool {
    name.ends_with(COMPLEX)
}

/// The shortest decimal number that is read as these bits.
fn float(name: &str, bytes: &[u8]) -> Option<String> {
    match (name, bytes.len()) {
        _ if is_complex(name) => {
            let (part, (real, imaginary)) =
                (name.trim_end_matches(COMPLEX), bytes.split_at(bytes.len() / 2));
            let (real, imaginary) = (float(part, real)?, float(part, imaginary)?);
            Some(format!("__builtin_complex({real}, {imaginary})"))
        }
        ("float", 4) => {
            let value = f32::from_le_bytes(bytes.try_into().ok()?);
            Some(special(value.into()).unwrap_or_else(|| format!("{value:?}f")))
        }
        ("double" | "long double", 8) => {
            let value = f64::from_le_bytes(bytes.try_into().ok()?);
            Some(special(value).unwrap_or_else(|| format!("{value:?}")))
        }
        ("long double", 10..) => extended(bytes),
        _ => None,
    }
}

fn special(value: f64) -> Option<String> {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    match value {
        value if value.is_nan() => Some(format!("{sign}NAN")),
        value if value.is_infinite() => Some(format!("{sign}INFINITY")),
        _ => None,
    }
}

/// The 80 bits of the x87: a mantissa of 64 bits with its leading one, 15 bits of exponent, and a sign.
fn extended(bytes: &[u8]) -> Option<String> {
    let mantissa = bits(bytes, 0, 64)?;
    let (exponent, sign) = (bits(bytes, 64, 15)? as i64, bits(bytes, 79, 1)?);
    let sign = if sign == 1 { "-" } else { "" };
    match (exponent, mantissa) {
        (0x7fff, 0x8000_0000_0000_0000) => Some(format!("{sign}INFINITY")),
        (0x7fff, _) => Some(format!("{sign}NAN")),
        (_, 0) => Some(format!("{sign}0.0L")),
        (0, _) => Some(format!("{sign}0x{mantissa:x}p-16445L")),
        _ => Some(format!("{sign}0x{mantissa:x}p{}L", exponent - 16383 - 63)),
    }
}
