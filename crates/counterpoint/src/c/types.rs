//! C's types as C writes them: declarations from debug information, and what is asked about a type.
//!
//! It only spells and measures; what a value of a type looks like in a test is the suite's.

use std::fmt;

use ir::debug::{DebugInfo, Field, Qualifier, Type, TypeId};

/// A type that C can't name at the place where we need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unnameable(String);

impl fmt::Display for Unnameable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Types nested deeper than this come from no compiler: bitcode may say that a struct contains itself.
const DEEPEST: u32 = 64;

/// The declaration of `name`: `int *a`, `struct point p`, `char buf[8]`. Without a name, the type alone.
pub(crate) fn declare(debug: &DebugInfo, ty: TypeId, name: &str) -> Result<String, Unnameable> {
    Spelling { debug, by_members: false }.declare(ty, name.to_owned(), DEEPEST)
}

/// The same where a struct without a name is what some member of one with a name is, or leads to:
/// `__typeof__(*((struct table *)0)->entries) *e`.
pub(crate) fn declare_by_members(
    debug: &DebugInfo,
    ty: TypeId,
    name: &str,
) -> Result<String, Unnameable> {
    Spelling { debug, by_members: true }.declare(ty, name.to_owned(), DEEPEST)
}

/// The type of pointers to a type.
pub(crate) fn declare_pointer(debug: &DebugInfo, to: TypeId) -> Result<String, Unnameable> {
    Spelling { debug, by_members: true }.pointer(to, String::new(), DEEPEST)
}

/// The type as people write it, for messages; C may not be able to name it.
pub(crate) fn display(debug: &DebugInfo, ty: TypeId) -> String {
    declare(debug, ty, "").unwrap_or_else(|unnameable| unnameable.to_string())
}

/// The size in bytes, if it is known.
pub(crate) fn size(debug: &DebugInfo, ty: TypeId) -> Option<u64> {
    debug.size(ty)
}

/// Is a pointer in it, or is the type unknown in part?
pub(crate) fn has_pointers(debug: &DebugInfo, ty: TypeId) -> bool {
    has_pointers_within(debug, ty, DEEPEST)
}

/// Is it plain `char`, of which strings are made? `signed char` and `unsigned char` are numbers.
pub(crate) fn is_char(debug: &DebugInfo, ty: TypeId) -> bool {
    debug.is_char(ty)
}

/// Is it `const`, perhaps by another name?
pub(crate) fn is_const(debug: &DebugInfo, ty: TypeId) -> bool {
    debug.is_const(ty)
}

/// Is a member of it `const`, or an element, so that it isn't assigned to?
pub(crate) fn has_constants(debug: &DebugInfo, ty: TypeId) -> bool {
    has_constants_within(debug, ty, DEEPEST)
}

/// What a pointer points to.
pub(crate) fn pointee(debug: &DebugInfo, ty: TypeId) -> Option<TypeId> {
    debug.pointee(ty)
}

/// The type without `const` and the like at its outside; typedefs that hide one are resolved.
pub(crate) fn unqualified(debug: &DebugInfo, ty: TypeId) -> TypeId {
    match debug.ty(ty) {
        Type::Qualified { to, .. } => unqualified(debug, *to),
        Type::Typedef { to, .. } if is_qualified(debug, *to) => unqualified(debug, *to),
        _ => ty,
    }
}

fn is_qualified(debug: &DebugInfo, ty: TypeId) -> bool {
    match debug.ty(ty) {
        Type::Qualified { .. } => true,
        Type::Typedef { to, .. } => is_qualified(debug, *to),
        _ => false,
    }
}

/// Writes declarations, from the name outwards as C does.
struct Spelling<'d> {
    debug: &'d DebugInfo,
    /// May members say what has no name?
    by_members: bool,
}

impl Spelling<'_> {
    fn declare(&self, ty: TypeId, name: String, fuel: u32) -> Result<String, Unnameable> {
        let fuel = deeper(fuel)?;
        match self.debug.ty(ty) {
            Type::Void => Ok(join("void", &name)),
            Type::Int { name: base, .. } | Type::Float { name: base, .. } => Ok(join(base, &name)),
            Type::Typedef { name: base, .. } => Ok(join(base, &name)),
            Type::Pointer { to, .. } => self.pointer(*to, name, fuel),
            Type::Array { element, count } => {
                let count = count.map(|count| count.to_string()).unwrap_or_default();
                self.declare(*element, format!("{name}[{count}]"), fuel)
            }
            Type::Qualified { qualifier, to } => self.qualified(*qualifier, *to, name, fuel),
            Type::Struct { name: None, .. } | Type::Union { name: None, .. } if self.by_members => {
                let by_member = self.by_member(ty);
                by_member
                    .map(|ty| join(&ty, &name))
                    .ok_or_else(|| unnameable("a struct without a name"))
            }
            Type::Struct { name: tag, .. } => tagged("struct", tag.as_deref(), &name),
            Type::Union { name: tag, .. } => tagged("union", tag.as_deref(), &name),
            Type::Enum { name: Some(tag), .. } => Ok(join(&format!("enum {tag}"), &name)),
            // Its enumerators are integers, and it is compatible with one of the integer types.
            Type::Enum { name: None, bytes, signed, .. } => {
                Ok(join(integer(*bytes, *signed)?, &name))
            }
            Type::Function { returns, params, variadic } => {
                let params = self.params(params, *variadic, fuel)?;
                self.declare(*returns, format!("{name}({params})"), fuel)
            }
            Type::Incomplete { name: Some(tag) } => Ok(join(&format!("struct {tag}"), &name)),
            Type::Incomplete { name: None } => Err(unnameable("an incomplete type without a name")),
            Type::Vector { .. } => Err(unnameable("a vector type without a name")),
            Type::Other { what, .. } => Err(Unnameable(what.clone())),
        }
    }

    fn pointer(&self, to: TypeId, name: String, fuel: u32) -> Result<String, Unnameable> {
        let outside = matches!(self.debug.ty(to), Type::Array { .. } | Type::Function { .. });
        let pointer = if outside { format!("(*{name})") } else { format!("*{name}") };
        self.declare(to, pointer, fuel)
    }

    /// A struct without a name, as what a member of another one is, or leads to.
    fn by_member(&self, nameless: TypeId) -> Option<String> {
        let with_name = (0..self.debug.types.len() as u32).map(TypeId);
        with_name.map(|id| (id, self.debug.ty(id))).find_map(|(id, ty)| {
            let (whole, fields) = match ty {
                Type::Struct { name: Some(tag), fields, .. } => (format!("struct {tag}"), fields),
                Type::Union { name: Some(tag), fields, .. } => (format!("union {tag}"), fields),
                Type::Typedef { name, .. } => match self.debug.ty(self.debug.resolve(id)) {
                    Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                        (name.clone(), fields)
                    }
                    _ => return None,
                },
                _ => return None,
            };
            let whole = format!("(({whole} *)0)->");
            let way = self.way_among(fields, nameless, &whole, DEEPEST)?;
            Some(format!("__typeof__({way})"))
        })
    }

    fn way_among(&self, fields: &[Field], to: TypeId, whole: &str, fuel: u32) -> Option<String> {
        let fields = fields.iter().filter(|field| field.bit_field.is_none());
        fields.filter(|field| !field.name.is_empty()).find_map(|field| {
            self.way(field.ty, to, format!("{whole}{}", field.name), fuel.checked_sub(1)?)
        })
    }

    /// How an expression leads to something of that type.
    fn way(&self, from: TypeId, to: TypeId, expression: String, fuel: u32) -> Option<String> {
        let fuel = fuel.checked_sub(1)?;
        let from = self.debug.resolve(from);
        match self.debug.ty(from) {
            _ if from == self.debug.resolve(to) => Some(expression),
            Type::Pointer { to: next, .. } | Type::Array { element: next, .. } => {
                self.way(*next, to, format!("*{expression}"), fuel)
            }
            Type::Struct { name: None, fields, .. } | Type::Union { name: None, fields, .. } => {
                self.way_among(fields, to, &format!("({expression})."), fuel)
            }
            _ => None,
        }
    }

    /// A qualifier of a pointer stands behind the star, any other before the type.
    fn qualified(
        &self,
        qualifier: Qualifier,
        to: TypeId,
        name: String,
        fuel: u32,
    ) -> Result<String, Unnameable> {
        let word = match qualifier {
            Qualifier::Const => "const",
            Qualifier::Volatile => "volatile",
            Qualifier::Restrict => "restrict",
            Qualifier::Atomic => "_Atomic",
        };
        match self.debug.ty(to) {
            Type::Pointer { .. } => self.declare(to, join(word, &name), fuel),
            _ => Ok(format!("{word} {}", self.declare(to, name, fuel)?)),
        }
    }

    fn params(&self, params: &[TypeId], variadic: bool, fuel: u32) -> Result<String, Unnameable> {
        let mut all = Vec::new();
        for &param in params {
            all.push(self.declare(param, String::new(), fuel)?);
        }
        match (all.is_empty(), variadic) {
            (true, false) => all.push("void".to_owned()),
            (false, true) => all.push("...".to_owned()),
            // Declared without a prototype.
            (true, true) | (false, false) => {}
        }
        Ok(all.join(", "))
    }
}

fn deeper(fuel: u32) -> Result<u32, Unnameable> {
    fuel.checked_sub(1).ok_or_else(|| unnameable("a type that contains itself"))
}

fn unnameable(what: &str) -> Unnameable {
    Unnameable(what.to_owned())
}

/// `base name`, without a blank at the end and without one behind a star.
fn join(base: &str, name: &str) -> String {
    match name {
        "" => base.to_owned(),
        name if name.starts_with('[') => format!("{base}{name}"),
        name => format!("{base} {name}"),
    }
}

fn tagged(kind: &str, tag: Option<&str>, name: &str) -> Result<String, Unnameable> {
    match tag {
        Some(tag) => Ok(join(&format!("{kind} {tag}"), name)),
        None => Err(Unnameable(format!("a {kind} without a name"))),
    }
}

fn integer(bytes: u64, signed: bool) -> Result<&'static str, Unnameable> {
    match (bytes, signed) {
        (1, true) => Ok("signed char"),
        (1, false) => Ok("unsigned char"),
        (2, true) => Ok("short"),
        (2, false) => Ok("unsigned short"),
        (4, true) => Ok("int"),
        (4, false) => Ok("unsigned int"),
        (8, true) => Ok("long long"),
        (8, false) => Ok("unsigned long long"),
        _ => Err(unnameable("an enumeration of an odd size")),
    }
}

fn has_pointers_within(debug: &DebugInfo, ty: TypeId, fuel: u32) -> bool {
    let Some(fuel) = fuel.checked_sub(1) else { return true };
    let in_field = |field: &Field| has_pointers_within(debug, field.ty, fuel);
    match debug.ty(debug.resolve(ty)) {
        Type::Int { .. } | Type::Float { .. } | Type::Enum { .. } => false,
        Type::Array { element, .. } | Type::Vector { element, .. } => {
            has_pointers_within(debug, *element, fuel)
        }
        Type::Struct { fields, .. } | Type::Union { fields, .. } => fields.iter().any(in_field),
        // `_Complex` and the like are numbers too, but what else may come is unknown.
        _ => true,
    }
}

fn has_constants_within(debug: &DebugInfo, ty: TypeId, fuel: u32) -> bool {
    let Some(fuel) = fuel.checked_sub(1) else { return true };
    let in_field = |field: &Field| has_constants_within(debug, field.ty, fuel);
    is_const(debug, ty)
        || match debug.ty(debug.resolve(ty)) {
            Type::Array { element, .. } => has_constants_within(debug, *element, fuel),
            Type::Struct { fields, .. } | Type::Union { fields, .. } => fields.iter().any(in_field),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use ir::debug::{BaseEncoding, DebugInfo, Field, Qualifier, Type, TypeId};

    use super::{declare, declare_pointer, has_pointers, is_char, is_const, size};

    /// A table of types that is built from the inside out.
    #[derive(Default)]
    struct TypeTable(DebugInfo);

    impl TypeTable {
        fn add(&mut self, ty: Type) -> TypeId {
            self.0.types.push(ty);
            TypeId(self.0.types.len() as u32 - 1)
        }

        fn int(&mut self, name: &str, bytes: u64) -> TypeId {
            self.add(Type::Int { name: name.to_owned(), bytes, encoding: BaseEncoding::Signed })
        }

        fn pointer(&mut self, to: TypeId) -> TypeId {
            self.add(Type::Pointer { to, bytes: 8 })
        }

        fn constant(&mut self, to: TypeId) -> TypeId {
            self.add(Type::Qualified { qualifier: Qualifier::Const, to })
        }

        fn array(&mut self, element: TypeId, count: u64) -> TypeId {
            self.add(Type::Array { element, count: Some(count) })
        }

        fn check(&self, ty: TypeId, name: &str, expected: &str) {
            assert_eq!(declare(&self.0, ty, name).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn declarations_read_as_in_c() {
        let mut types = TypeTable::default();
        let int = types.int("int", 4);
        let pointer = types.pointer(int);
        let matrix = types.array(int, 3);
        let matrix = types.array(matrix, 2);
        let to_matrix = types.pointer(matrix);
        let const_int = types.constant(int);
        let to_const = types.pointer(const_int);
        let const_pointer = types.constant(to_const);
        let function = types.add(Type::Function {
            returns: pointer,
            params: vec![int, to_const],
            variadic: true,
        });
        let callback = types.pointer(function);
        let name = Some("point".to_owned());
        let point = types.add(Type::Struct { name, bytes: 8, fields: Vec::new() });
        let alias = types.add(Type::Typedef { name: "point_t".to_owned(), to: point });
        types.check(int, "x", "int x");
        types.check(pointer, "a", "int *a");
        types.check(matrix, "m", "int m[2][3]");
        types.check(matrix, "", "int[2][3]");
        types.check(to_matrix, "m", "int (*m)[2][3]");
        types.check(const_pointer, "p", "const int *const p");
        types.check(const_pointer, "", "const int *const");
        assert_eq!(declare_pointer(&types.0, matrix).as_deref(), Ok("int (*)[2][3]"));
        types.check(callback, "f", "int *(*f)(int, const int *, ...)");
        types.check(point, "p", "struct point p");
        types.check(alias, "p", "point_t p");
    }

    #[test]
    fn what_c_cannot_name_is_an_error() {
        let mut types = TypeTable::default();
        let nameless = types.add(Type::Struct { name: None, bytes: 4, fields: Vec::new() });
        let pointer = types.pointer(nameless);
        let error = declare(&types.0, pointer, "p").expect_err("it has no name");
        assert_eq!(error.to_string(), "a struct without a name");
        let named = types.add(Type::Typedef { name: "pair".to_owned(), to: nameless });
        types.check(named, "p", "pair p");
    }

    #[test]
    fn a_type_that_contains_itself_ends() {
        let mut types = TypeTable::default();
        let next = TypeId(1);
        let circular = types.pointer(next);
        types.pointer(circular);
        assert!(declare(&types.0, circular, "p").is_err());
        let field = Field { name: "x".to_owned(), ty: TypeId(2), bit_offset: 0, bit_field: None };
        let inside = types.add(Type::Struct { name: None, bytes: 4, fields: vec![field] });
        assert!(has_pointers(&types.0, inside));
    }

    #[test]
    fn sizes_and_kinds() {
        let mut types = TypeTable::default();
        let char = types.int("char", 1);
        let byte = types.int("unsigned char", 1);
        let text = types.constant(char);
        let buffer = types.array(text, 8);
        let pointer = types.pointer(char);
        assert_eq!(size(&types.0, buffer), Some(8));
        assert!(is_char(&types.0, text) && !is_char(&types.0, byte));
        assert!(is_const(&types.0, buffer) && !is_const(&types.0, pointer));
        assert!(has_pointers(&types.0, pointer) && !has_pointers(&types.0, buffer));
    }
}
