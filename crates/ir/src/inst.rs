//! Instructions. Each does one thing, names its width, and reads and writes registers.
//!
//! An integer register of width `w` always holds a value below `2^w`; every instruction keeps that.

use crate::{BlockId, ConstId, FloatTy, FuncId, Reg, SlotId, Ty, Width};

/// One instruction. The last of a block, and only that one, is a terminator ([`Inst::is_terminator`]).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Inst {
    /// `dst = src`
    Copy { dst: Reg, src: Operand },
    /// `dst = a op b`; with `nsw`, signed overflow is undefined behaviour.
    Binary { op: BinaryOp, width: Width, nsw: bool, dst: Reg, a: Operand, b: Operand },
    /// `dst = op a`
    Unary { op: UnaryOp, width: Width, dst: Reg, a: Operand },
    /// `dst = a op b`, one bit.
    Compare { op: CompareOp, width: Width, dst: Reg, a: Operand, b: Operand },
    /// `dst = a`, widened from `from` to `to` bits with zeros or, if `signed`, with its sign.
    Extend { signed: bool, from: Width, to: Width, dst: Reg, a: Operand },
    /// `dst = a`, cut to its low `to` bits.
    Truncate { to: Width, dst: Reg, a: Operand },
    /// `dst = cond ? a : b`
    Select { dst: Reg, cond: Operand, a: Operand, b: Operand },
    /// Arithmetic on 128-bit integers, each in a low and a high register.
    Wide(Box<Wide>),

    /// `dst = a op b`
    FloatBinary { op: FloatBinaryOp, ty: FloatTy, dst: Reg, a: Operand, b: Operand },
    /// `dst = op a`
    FloatUnary { op: FloatUnaryOp, ty: FloatTy, dst: Reg, a: Operand },
    /// `dst = a * b + c`, rounded once.
    FloatMulAdd { ty: FloatTy, dst: Reg, a: Operand, b: Operand, c: Operand },
    /// `dst = a op b`, one bit.
    FloatCompare { op: FloatCompareOp, ty: FloatTy, dst: Reg, a: Operand, b: Operand },
    /// `dst = a` in another number format.
    Convert { op: Convert, dst: Reg, a: Operand },

    /// `dst = *(addr + offset)`
    Load { ty: Ty, dst: Reg, addr: Operand, offset: i32 },
    /// `*(addr + offset) = value`
    Store { ty: Ty, addr: Operand, offset: i32, value: Operand },
    /// `dst = &slot`, whose object is made when the function is entered.
    SlotAddr { dst: Reg, slot: SlotId },
    /// The slot's lifetime begins: its contents are uninitialised.
    SlotLive { slot: SlotId },
    /// The slot's lifetime ends: an access is a use after scope.
    SlotDead { slot: SlotId },
    /// `dst = alloca(size)`, an object that lives until the function returns or its stack is restored.
    Alloca { dst: Reg, size: Operand, align: u32 },
    /// `dst =` a token for the present set of `Alloca` objects.
    StackSave { dst: Reg },
    /// Ends the lifetime of every `Alloca` object made since the token was.
    StackRestore { token: Operand },
    /// Copies `len` bytes; the two ranges may overlap only if `may_overlap`.
    MemCopy { may_overlap: bool, dst: Operand, src: Operand, len: Operand },
    /// Sets `len` bytes to the byte `value`.
    MemSet { dst: Operand, value: Operand, len: Operand },
    /// Makes the `va_list` that `list` points to walk the variadic arguments of this activation.
    VaStart { list: Operand },
    /// `dst = src`, with undefined bits fixed to some value.
    Freeze { dst: Reg, src: Operand },
    /// Calls a function.
    Call(Box<Call>),
    /// Undefined behaviour of that kind unless the one-bit `cond` is 1.
    Check { kind: CheckKind, cond: Operand },
    /// Undefined behaviour unless `addr` is a multiple of `align` and not null, as far as its use asks for that.
    CheckPointer { addr: Operand, align: u32, usage: PointerUse },

    /// Goes to a block.
    Jump { target: BlockId },
    /// Goes to `then` if the one-bit `cond` is 1.
    Branch { cond: Operand, then: BlockId, otherwise: BlockId },
    /// Goes to the block of the matching case.
    Switch(Box<Switch>),
    /// Goes to one of `targets`, by the address that a `Const::Block` gave.
    IndirectJump { addr: Operand, targets: Box<[BlockId]> },
    /// Leaves the function.
    Return { values: Box<[Operand]> },
    /// A place that a correct program never gets to.
    Unreachable,
    /// `llvm.trap` and the like: the program stops itself.
    Trap,
    /// Something that was decoded but can't be executed; the text names it. No run gets past it; what comes behind it
    /// is there all the same, as an honest "unknown" needs a place that it is about.
    Unsupported { what: Box<str> },
}

/// A register or a constant of the function, in 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Operand(u32);

/// What an [`Operand`] is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperandKind {
    /// The present value of a register.
    Reg(Reg),
    /// An entry of [`crate::Body::consts`].
    Const(ConstId),
}

/// Integer operations. Division by zero and shifts by the width or more are undefined behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
}

/// Bit-counting and bit-moving operations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// Number of one bits.
    PopCount,
    /// Leading zeros; the width for 0.
    LeadingZeros,
    /// Trailing zeros; the width for 0.
    TrailingZeros,
    /// Bytes reversed.
    SwapBytes,
    /// Bits reversed.
    ReverseBits,
}

/// Integer comparisons (the others by swapping the operands).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompareOp {
    Eq,
    Ne,
    ULt,
    ULe,
    SLt,
    SLe,
}

/// Floating-point operations of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatBinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    /// C's `fmod`.
    Rem,
    /// C's `fmin`: a NaN operand is ignored.
    Min,
    /// C's `fmax`: a NaN operand is ignored.
    Max,
    CopySign,
}

/// Floating-point operations of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatUnaryOp {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    /// Towards zero.
    Trunc,
    /// To nearest, halves away from zero.
    Round,
    /// To nearest, halves to even (`rint` in the default rounding mode).
    RoundEven,
}

/// Floating-point comparisons: LLVM's ordered (`O`, false on NaN) and unordered (`U`, true on NaN).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatCompareOp {
    OEq,
    OGt,
    OGe,
    OLt,
    OLe,
    ONe,
    Ord,
    UEq,
    UGt,
    UGe,
    ULt,
    ULe,
    UNe,
    Uno,
}

/// What a sanitizer's check is about: undefined behaviour that no other instruction shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckKind {
    /// An index into an array that is a whole object, which is read there.
    Read,
    /// An index into an array that is a whole object, which is written there.
    Write,
    /// An index into an array inside something else, or without an access.
    Index,
    /// Arithmetic on a pointer.
    Pointer,
    /// A pointer that is not aligned.
    Alignment,
    /// The amount of a shift.
    ShiftAmount,
    /// The bits that a signed left shift loses.
    ShiftedBits,
    /// A floating-point number that is converted to an integer.
    FloatCast,
    /// What is loaded as a `_Bool` or an enumeration.
    Value,
    /// An argument that an attribute forbids to be null.
    Argument,
    /// A returned pointer that an attribute forbids to be null.
    Returned,
    /// The end of a function that returns a value.
    MissingReturn,
    /// The length of a variable-length array.
    Length,
    /// What a builtin function is given.
    Builtin,
}

/// What a checked pointer is used for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PointerUse {
    /// It is read or written through, which is checked there.
    Access,
    /// A member's address is made of it: it must not be null.
    Member,
    /// An element at some distance from it is read or written: it must not be null.
    Element,
    /// Another pointer is computed from it: it must not be null.
    Arithmetic,
}

/// Changes of number format. Float to integer is undefined behaviour out of range, unless `saturate`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Convert {
    /// `float` to `double`.
    Widen,
    /// `double` to `float`.
    Narrow,
    /// To an integer, towards zero.
    ToInt { from: FloatTy, to: Width, signed: bool, saturate: bool },
    /// From an integer, to nearest.
    FromInt { from: Width, signed: bool, to: FloatTy },
}

/// `dst = a op b` on 128 bits; element 0 is the low half. Comparisons write only `dst[0]`, one bit,
/// and name it twice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Wide {
    /// The operation.
    pub op: WideOp,
    /// The result's halves.
    pub dst: [Reg; 2],
    /// The first operand's halves.
    pub a: [Operand; 2],
    /// The second operand's halves (for shifts, an amount of 128 bits like the rest).
    pub b: [Operand; 2],
}

/// The operations of [`Wide`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WideOp {
    /// Integer arithmetic at 128 bits; with `nsw`, signed overflow is undefined behaviour.
    Binary { op: BinaryOp, nsw: bool },
    /// Comparison of 128-bit integers.
    Compare(CompareOp),
    /// Float (in `a[0]`) to a 128-bit integer.
    FromFloat { from: FloatTy, signed: bool },
    /// 128-bit integer to float, in `dst[0]`.
    ToFloat { to: FloatTy, signed: bool },
}

/// A call. Aggregates, vectors and integers of more than 64 bits are passed and returned as several
/// registers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// Who is called.
    pub callee: Callee,
    /// The arguments, variadic ones last.
    pub args: Vec<Operand>,
    /// How each argument is passed; as long as `args`.
    pub kinds: Vec<ArgKind>,
    /// How many of `args` are not variadic.
    pub fixed: u32,
    /// Where the results go; one per part of the return type, or empty.
    pub results: Vec<Reg>,
    /// Where an exception would go (`invoke`).
    pub unwind: Option<BlockId>,
}

/// Who is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// A known function.
    Direct(FuncId),
    /// The function at an address.
    Indirect(Operand),
}

/// How an argument is passed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArgKind {
    /// A register.
    Value(Ty),
    /// An integer that a native function gets widened with its sign.
    Signed(Width),
    /// A pointer to an object that the callee gets a copy of. For a parameter, the caller has made
    /// the copy already; in the variadic part, `VaStart` copies it into the argument area.
    ByValue { size: u64, align: u32 },
    /// A part of a vector or aggregate: fine between our functions, not for native ones.
    Part(Ty),
}

/// A multi-way branch.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Switch {
    /// What is looked up.
    pub value: Operand,
    /// Its width.
    pub width: Width,
    /// Sorted by value, without duplicates.
    pub cases: Vec<(u64, BlockId)>,
    /// Where every other value goes.
    pub default: BlockId,
}

impl Inst {
    /// Does this end a block?
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Inst::Jump { .. }
                | Inst::Branch { .. }
                | Inst::Switch(_)
                | Inst::IndirectJump { .. }
                | Inst::Return { .. }
                | Inst::Unreachable
                | Inst::Trap
        )
    }
}

impl Convert {
    /// The types it goes from and to.
    pub fn types(self) -> (Ty, Ty) {
        match self {
            Convert::Widen => (Ty::Float(FloatTy::F32), Ty::Float(FloatTy::F64)),
            Convert::Narrow => (Ty::Float(FloatTy::F64), Ty::Float(FloatTy::F32)),
            Convert::ToInt { from, to, .. } => (Ty::Float(from), Ty::Int(to)),
            Convert::FromInt { from, to, .. } => (Ty::Int(from), Ty::Float(to)),
        }
    }
}

impl Operand {
    const CONST: u32 = 1 << 31;

    /// The operand's register or constant.
    #[inline]
    pub fn kind(self) -> OperandKind {
        if self.0 & Self::CONST == 0 {
            OperandKind::Reg(Reg(self.0))
        } else {
            OperandKind::Const(ConstId(self.0 & !Self::CONST))
        }
    }

    /// The register, if it is one.
    #[inline]
    pub fn reg(self) -> Option<Reg> {
        (self.0 & Self::CONST == 0).then_some(Reg(self.0))
    }
}

impl From<Reg> for Operand {
    #[inline]
    fn from(reg: Reg) -> Self {
        assert!(reg.0 < Self::CONST, "too many registers");
        Operand(reg.0)
    }
}

impl From<ConstId> for Operand {
    #[inline]
    fn from(constant: ConstId) -> Self {
        assert!(constant.0 < Self::CONST, "too many constants");
        Operand(constant.0 | Self::CONST)
    }
}

impl std::fmt::Debug for Operand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind() {
            OperandKind::Reg(reg) => reg.fmt(f),
            OperandKind::Const(constant) => constant.fmt(f),
        }
    }
}
