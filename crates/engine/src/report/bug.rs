//! Bugs: what a program did wrong, where, and how it got there.

use std::fmt;

use ir::SourceLoc;
use serde::{Deserialize, Serialize};

/// An error of the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bug {
    /// What kind of error.
    pub kind: BugKind,
    /// One sentence with the particulars.
    pub message: String,
    /// The call stack, innermost first. The first entry of the program's own code is where to look.
    pub stack: Vec<StackEntry>,
    /// Other places that matter: where a block was made or freed, where a value came from.
    pub notes: Vec<Note>,
    /// What callers would have to respect for this not to happen, if it is about a pointer that the tested
    /// function is given; or that there is memory, if the program stops itself for want of it.
    pub precondition: Option<Precondition>,
}

/// What a tested function demands of a pointer that it is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Precondition {
    /// It is not NULL.
    NonNull {
        /// The name of the input.
        input: String,
    },
    /// It points to a string of that many characters at least.
    Characters { input: String, least: u64 },
    /// It points to an array of that many elements at least.
    Elements { input: String, least: u64 },
    /// It points to an array that is as long as another input says, in words of C.
    Count { input: String, words: String },
    /// It points to nothing of what another input points to, or of a global variable.
    Apart { input: String, other: String },
    /// It points behind the beginning of an object, by so many bytes at least.
    Before { input: String, least: u64 },
    /// It points into the object that another input points into, or into that global variable.
    Together { input: String, other: String },
    /// Nothing of it: memory doesn't run out.
    Memory,
}

impl fmt::Display for Precondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (input, least, unit) = match self {
            Precondition::NonNull { input } => return write!(f, "`{input}` is not NULL"),
            Precondition::Count { words, .. } => return write!(f, "`{words}`"),
            Precondition::Apart { input, other } => {
                return write!(f, "`{input}` points to nothing of `{other}`");
            }
            Precondition::Before { input, least } => {
                let bytes = if *least == 1 { "byte" } else { "bytes" };
                return write!(f, "`{input}` has at least {least} {bytes} before it");
            }
            Precondition::Together { input, other } => {
                return write!(f, "`{input}` and `{other}` point into one object");
            }
            Precondition::Memory => return write!(f, "there is enough memory"),
            Precondition::Characters { input, least } => (input, least, "character"),
            Precondition::Elements { input, least } => (input, least, "element"),
        };
        let plural = if *least == 1 { "" } else { "s" };
        write!(f, "`{input}` has at least {least} {unit}{plural}")
    }
}

/// One activation on the call stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StackEntry {
    /// The function's name in the source.
    pub function: String,
    /// Where it was.
    pub at: Option<SourceLoc>,
    /// Is it Counterpoint's own C library?
    pub runtime: bool,
}

/// A remark with a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// What happened there.
    pub message: String,
    /// Where.
    pub at: Option<SourceLoc>,
}

/// The kinds of errors that are checked for; each has its own name in reports.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BugKind {
    NullDereference,
    OutOfBoundsRead,
    OutOfBoundsWrite,
    WriteToConstant,
    UseAfterFree,
    UseAfterReturn,
    UseAfterScope,
    DoubleFree,
    InvalidFree,
    DivisionByZero,
    SignedOverflow,
    BadShift,
    UninitialisedRead,
    AssertionFailure,
    Abort,
    Unreachable,
    StackOverflow,
    OverlappingCopy,
    InvalidCall,
    IndexOutOfBounds,
    PointerOverflow,
    MisalignedAccess,
    ShiftOverflow,
    FloatCastOverflow,
    InvalidValue,
    NullArgument,
    NullReturn,
    MissingReturn,
    VlaBound,
    InvalidBuiltin,
    MemoryLeak,
}

impl BugKind {
    /// Every kind.
    pub const ALL: [BugKind; 31] = [
        BugKind::NullDereference,
        BugKind::OutOfBoundsRead,
        BugKind::OutOfBoundsWrite,
        BugKind::WriteToConstant,
        BugKind::UseAfterFree,
        BugKind::UseAfterReturn,
        BugKind::UseAfterScope,
        BugKind::DoubleFree,
        BugKind::InvalidFree,
        BugKind::DivisionByZero,
        BugKind::SignedOverflow,
        BugKind::BadShift,
        BugKind::UninitialisedRead,
        BugKind::AssertionFailure,
        BugKind::Abort,
        BugKind::Unreachable,
        BugKind::StackOverflow,
        BugKind::OverlappingCopy,
        BugKind::InvalidCall,
        BugKind::IndexOutOfBounds,
        BugKind::PointerOverflow,
        BugKind::MisalignedAccess,
        BugKind::ShiftOverflow,
        BugKind::FloatCastOverflow,
        BugKind::InvalidValue,
        BugKind::NullArgument,
        BugKind::NullReturn,
        BugKind::MissingReturn,
        BugKind::VlaBound,
        BugKind::InvalidBuiltin,
        BugKind::MemoryLeak,
    ];

    /// The kind of that name.
    pub fn named(name: &str) -> Option<BugKind> {
        BugKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name in reports and in test programs.
    pub fn name(self) -> &'static str {
        match self {
            BugKind::NullDereference => "null-dereference",
            BugKind::OutOfBoundsRead => "out-of-bounds-read",
            BugKind::OutOfBoundsWrite => "out-of-bounds-write",
            BugKind::WriteToConstant => "write-to-constant",
            BugKind::UseAfterFree => "use-after-free",
            BugKind::UseAfterReturn => "use-after-return",
            BugKind::UseAfterScope => "use-after-scope",
            BugKind::DoubleFree => "double-free",
            BugKind::InvalidFree => "invalid-free",
            BugKind::DivisionByZero => "division-by-zero",
            BugKind::SignedOverflow => "signed-overflow",
            BugKind::BadShift => "bad-shift",
            BugKind::UninitialisedRead => "uninitialised-read",
            BugKind::AssertionFailure => "assertion-failure",
            BugKind::Abort => "abort",
            BugKind::Unreachable => "unreachable",
            BugKind::StackOverflow => "stack-overflow",
            BugKind::OverlappingCopy => "overlapping-copy",
            BugKind::InvalidCall => "invalid-call",
            BugKind::IndexOutOfBounds => "index-out-of-bounds",
            BugKind::PointerOverflow => "pointer-overflow",
            BugKind::MisalignedAccess => "misaligned-access",
            BugKind::ShiftOverflow => "shift-overflow",
            BugKind::FloatCastOverflow => "float-cast-overflow",
            BugKind::InvalidValue => "invalid-value",
            BugKind::NullArgument => "null-argument",
            BugKind::NullReturn => "null-return",
            BugKind::MissingReturn => "missing-return",
            BugKind::VlaBound => "vla-bound",
            BugKind::InvalidBuiltin => "invalid-builtin",
            BugKind::MemoryLeak => "memory-leak",
        }
    }
}

impl fmt::Display for BugKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Bug {
    /// Where to look: the innermost place in the program's own code.
    pub fn at(&self) -> Option<SourceLoc> {
        self.culprit().and_then(|entry| entry.at)
    }

    /// The innermost activation of the program's own code.
    pub fn culprit(&self) -> Option<&StackEntry> {
        self.stack.iter().find(|entry| !entry.runtime).or(self.stack.first())
    }
}
