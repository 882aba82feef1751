//! The names of terms and symbols, and the operations that terms are made with.

use crate::float::FloatOp;
use crate::sort::Sort;

/// A term of one `TermPool`. Equal terms have equal ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// Its place in a table of all terms, which are numbered in the order in which they were made.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A declared name: of a variable, or of an uninterpreted function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(pub(crate) u32);

impl SymbolId {
    /// Its place in a table of all symbols, which are numbered in the order in which they were declared.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The symbol that was, or would be, declared so many after this one.
    pub fn after(self, count: u32) -> SymbolId {
        SymbolId(self.0 + count)
    }
}

/// A constant that a machine word doesn't hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct WideId(pub(crate) u32);

/// What a term does with its arguments. There is no subtraction, disjunction or greater-than: the pool's
/// constructors express them by these, so that equal meanings meet in equal terms more often.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Op {
    Bool(bool),
    /// A constant of at most 64 bits.
    Bits(u64),
    WideBits(WideId),
    Symbol(SymbolId),
    Apply(SymbolId),
    Not,
    /// Of two or more arguments, in order.
    And,
    /// Of two booleans or two bit-vectors.
    Eq,
    Ite,
    ULt,
    ULe,
    SLt,
    SLe,
    Neg,
    Add,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    BitNot,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    LShr,
    AShr,
    Extract {
        high: u32,
        low: u32,
    },
    Concat,
    /// To the width of the term's sort.
    ZeroExtend,
    /// To the width of the term's sort.
    SignExtend,
    Select,
    Store,
    ConstArray,
    Float(FloatOp),
}

impl Op {
    /// Whether the two arguments may change places.
    pub(crate) fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::Eq
                | Op::Add
                | Op::Mul
                | Op::BitAnd
                | Op::BitOr
                | Op::BitXor
                | Op::Float(FloatOp::Add | FloatOp::Mul | FloatOp::Eq)
        )
    }

    /// Whether the term is a constant.
    pub(crate) fn is_constant(self) -> bool {
        matches!(self, Op::Bool(_) | Op::Bits(_) | Op::WideBits(_))
    }
}

/// A term that may not be in the pool yet: an operation, the sort of its result, and its arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct App<'a> {
    pub(crate) op: Op,
    pub(crate) sort: Sort,
    pub(crate) args: &'a [TermId],
}
