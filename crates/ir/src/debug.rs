//! What the source says: files, types, functions with their parameters, local and global variables.
//!
//! Plain data taken from debug information. Nothing that executes depends on it, but entry without a
//! harness, readable tests and reports do.

mod access;
mod arrays;
mod compatible;
mod flexible;
mod functions;
mod member;
mod members;
mod pointers;

pub use access::{AccessedObject, ObjectAccess};
pub use flexible::FlexibleArray;
pub use functions::Prototype;
pub use member::Member;
pub use members::{Members, PointerMember, UnionChoice};

use serde::{Deserialize, Serialize};

use crate::{FileId, Reg, SlotId, SourceLoc};

/// The tables of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DebugInfo {
    /// Source files, without duplicates.
    pub files: Vec<SourceFile>,
    /// Types; they refer to each other by [`TypeId`].
    pub types: Vec<Type>,
    /// Where the types of each unit begin that was linked, in order.
    pub units: Vec<TypeId>,
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceFile {
    /// As the compiler was given it.
    pub path: String,
    /// What a relative path is relative to.
    pub directory: String,
}

/// A type of [`DebugInfo`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct TypeId(pub u32);

/// A type of the source language.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// No value; also what an unknown type becomes.
    Void,
    /// An integer, character or boolean.
    Int { name: String, bytes: u64, encoding: BaseEncoding },
    /// A floating-point number.
    Float { name: String, bytes: u64 },
    /// A pointer (or reference).
    Pointer { to: TypeId, bytes: u64 },
    /// An array; `count` is unknown for `extern int a[]` and flexible members.
    Array { element: TypeId, count: Option<u64> },
    /// A vector (`__attribute__((vector_size))`).
    Vector { element: TypeId, count: u64 },
    /// A struct (or class).
    Struct { name: Option<String>, bytes: u64, fields: Vec<Field> },
    /// A union.
    Union { name: Option<String>, bytes: u64, fields: Vec<Field> },
    /// An enumeration.
    Enum { name: Option<String>, bytes: u64, signed: bool, values: Vec<(String, i128)> },
    /// A struct, union or enum that is only declared.
    Incomplete { name: Option<String> },
    /// Another name.
    Typedef { name: String, to: TypeId },
    /// `const`, `volatile`, `restrict` or `_Atomic`.
    Qualified { qualifier: Qualifier, to: TypeId },
    /// A function.
    Function { returns: TypeId, params: Vec<TypeId>, variadic: bool },
    /// Something C doesn't have; the text names it.
    Other { what: String, bytes: u64 },
}

/// How an integer is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BaseEncoding {
    /// `int` and friends.
    Signed,
    /// `unsigned` and friends.
    Unsigned,
    /// `char` where it is signed, `signed char`.
    SignedChar,
    /// `unsigned char`.
    UnsignedChar,
    /// `_Bool`.
    Bool,
}

/// A type qualifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Qualifier {
    Const,
    Volatile,
    Restrict,
    Atomic,
}

/// A member of a struct or union.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Empty for an anonymous struct or union.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Where it begins, in bits from the start of the struct.
    pub bit_offset: u64,
    /// Its width if it is a bit-field.
    pub bit_field: Option<u64>,
}

/// A function in the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Subprogram {
    /// The name in the source (the linker's name may differ).
    pub name: String,
    /// Where it is.
    pub file: FileId,
    /// The line of its name.
    pub line: u32,
    /// What it returns.
    pub returns: TypeId,
    /// Its parameters, in order.
    pub params: Vec<Variable>,
    /// Does it take further arguments?
    pub variadic: bool,
    /// Its local variables (parameters too), with where they are kept.
    pub locals: Vec<Local>,
    /// What it takes the objects for that it accesses.
    pub accesses: Vec<ObjectAccess>,
}

/// A variable or parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Empty for an unnamed parameter.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// The line of its declaration.
    pub line: u32,
    /// The file of its declaration.
    pub file: FileId,
}

/// A local variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// The variable.
    pub variable: Variable,
    /// Where it is kept.
    pub place: VariableLocation,
}

/// Where a local variable is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableLocation {
    /// In a register.
    Reg(Reg),
    /// In memory.
    Slot(SlotId),
    /// Nowhere any more: the compiler removed it.
    Gone,
}

/// Types nested deeper than this come from no compiler: bitcode may say that a struct contains itself.
const DEEPEST: u32 = 64;

impl DebugInfo {
    /// The type of that id.
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// A place in the source, for people: file and line.
    pub fn place(&self, at: SourceLoc) -> Option<String> {
        (at.line > 0).then(|| format!("{}:{}", self.file(at.file).path, at.line))
    }

    /// The file of that id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.index()]
    }

    /// The size of a type in bytes, if it is known.
    pub fn size(&self, ty: TypeId) -> Option<u64> {
        self.size_within(ty, DEEPEST)
    }

    /// What a pointer points to.
    pub fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        match self.ty(self.resolve(ty)) {
            Type::Pointer { to, .. } => Some(*to),
            _ => None,
        }
    }

    fn size_within(&self, ty: TypeId, fuel: u32) -> Option<u64> {
        let fuel = fuel.checked_sub(1)?;
        match self.ty(self.resolve(ty)) {
            Type::Int { bytes, .. }
            | Type::Float { bytes, .. }
            | Type::Pointer { bytes, .. }
            | Type::Struct { bytes, .. }
            | Type::Union { bytes, .. }
            | Type::Enum { bytes, .. }
            | Type::Other { bytes, .. } => Some(*bytes),
            Type::Array { element, count } => {
                self.size_within(*element, fuel)?.checked_mul((*count)?)
            }
            Type::Vector { element, count } => {
                self.size_within(*element, fuel)?.checked_mul(*count)
            }
            Type::Void | Type::Incomplete { .. } | Type::Function { .. } => None,
            Type::Typedef { .. } | Type::Qualified { .. } => None,
        }
    }

    /// The type behind typedefs and qualifiers.
    pub fn resolve(&self, mut id: TypeId) -> TypeId {
        while let Type::Typedef { to, .. } | Type::Qualified { to, .. } = self.ty(id) {
            id = *to;
        }
        id
    }
}
