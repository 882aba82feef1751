//! What the code at some place of a generated program may name, and of which types.

/// The integer types of `types.h`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Int {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
}

impl Int {
    pub(super) const ALL: [Int; 8] =
        [Int::I8, Int::U8, Int::I16, Int::U16, Int::I32, Int::U32, Int::I64, Int::U64];
    /// The types that arithmetic is done in; the most usual one is there more often.
    pub(super) const WIDE: [Int; 6] = [Int::I32, Int::I32, Int::I32, Int::U32, Int::I64, Int::U64];

    pub(super) fn name(self) -> &'static str {
        match self {
            Int::I8 => "i8",
            Int::U8 => "u8",
            Int::I16 => "i16",
            Int::U16 => "u16",
            Int::I32 => "i32",
            Int::U32 => "u32",
            Int::I64 => "i64",
            Int::U64 => "u64",
        }
    }

    pub(super) fn is_signed(self) -> bool {
        matches!(self, Int::I8 | Int::I16 | Int::I32 | Int::I64)
    }

    /// Narrow types become `int` in an expression.
    pub(super) fn promoted(self) -> Int {
        match self {
            Int::U32 | Int::I64 | Int::U64 => self,
            _ => Int::I32,
        }
    }

    /// The type in which C combines values of two types.
    pub(super) fn common(self, other: Int) -> Int {
        let rank = |ty: Int| [Int::I32, Int::U32, Int::I64, Int::U64].iter().position(|&t| t == ty);
        let (a, b) = (self.promoted(), other.promoted());
        if rank(a) > rank(b) { a } else { b }
    }
}

/// How a scalar may be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Writes {
    Never,
    /// Bit-fields: the common type of a compound assignment isn't that of the field.
    Assign,
    Any,
}

/// A variable or a field.
#[derive(Clone, Debug)]
pub(super) struct Scalar {
    pub name: String,
    pub ty: Int,
    pub writes: Writes,
}

/// An array of integers or of structs, of which one field is meant.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub name: String,
    /// `.b`, or nothing.
    pub field: String,
    pub ty: Int,
    pub len: usize,
    pub constant: bool,
    /// Is it a member of something? What is beside it is no other object then.
    pub inner: bool,
}

/// A pointer to an integer or into an array of them, to a struct of which one field is meant, or null.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    pub name: String,
    /// `.b`, or nothing.
    pub field: String,
    pub ty: Int,
}

/// A function that was written before.
#[derive(Clone, Debug)]
pub(super) struct Callee {
    pub name: String,
    pub parameters: Vec<Parameter>,
}

/// What a function takes.
#[derive(Clone, Debug)]
pub(super) enum Parameter {
    Scalar(Int),
    /// As deep as the function calls itself: a small number.
    Depth,
    Pointer(Int),
    Record,
    RecordPointer,
}

/// Names that can be used.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub scalars: Vec<Scalar>,
    pub arrays: Vec<Array>,
    pub pointers: Vec<Pointer>,
    pub records: Vec<String>,
    /// The types of the fields of a record.
    pub fields: Option<[Int; 3]>,
    pub callees: Vec<Callee>,
    /// A table of so many functions from `i32` to `i32`.
    pub table: Option<usize>,
    /// May there be a `break` or a `continue`?
    pub in_loop: bool,
    /// Is this inside of a loop at all?
    pub repeated: bool,
    /// What the function returns.
    pub result: Option<Int>,
}

impl Scope {
    pub(super) fn pointer(&mut self, name: &str, ty: Int) {
        self.pointers.push(Pointer { name: name.to_owned(), field: String::new(), ty });
    }

    /// A pointer to a record is one for each of its fields.
    pub(super) fn record_pointer(&mut self, name: &str) {
        for (field, ty) in [".a", ".b", ".c"].into_iter().zip(self.fields.into_iter().flatten()) {
            self.pointers.push(Pointer { name: name.to_owned(), field: field.to_owned(), ty });
        }
    }

    pub(super) fn scalar(&mut self, name: impl Into<String>, ty: Int, writes: Writes) {
        self.scalars.push(Scalar { name: name.into(), ty, writes });
    }
}
