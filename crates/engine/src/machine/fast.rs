//! Fast operations: the common instructions, specialised by width, for operands that are plain.
//!
//! Each instruction of a body has one [`FastOp`] at the same index (`crate::machine::translate`). An operation only does the ordinary
//! case; whenever an operand is more than its bits, a check fails or the instruction is an uncommon one,
//! the machine executes the instruction itself, as `crate::interpret::execute` says. So this file is about speed
//! alone, and a wrong `None`-like fallback can cost only time.
//!
//! Some operations do the work of several instructions at once (`crate::machine::fuse`). Where that isn't ordinary, the
//! instructions still have operations of their own.

use ir::{BinaryOp, Convert, FloatCompareOp, FloatTy, FuncId, Operand, OperandKind, Reg, Width};

use crate::machine::fuse;

/// Index of a register, or of a constant behind the registers, in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OperandIndex(pub(super) u16);

/// The place of an operand in a frame with that many registers: the constants follow them.
#[inline(always)]
pub(crate) fn place(operand: Operand, registers: usize) -> usize {
    match operand.kind() {
        OperandKind::Reg(reg) => reg.index(),
        OperandKind::Const(constant) => registers + constant.index(),
    }
}

/// `dst = op a`
#[derive(Clone, Copy, Debug)]
pub(crate) struct One {
    pub dst: OperandIndex,
    pub a: OperandIndex,
}

/// `dst = a op b`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Two {
    pub dst: OperandIndex,
    pub a: OperandIndex,
    pub b: OperandIndex,
}

/// `dst = a op imm`, where the number is widened with its sign.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Immediate {
    pub dst: OperandIndex,
    pub a: OperandIndex,
    pub imm: i32,
}

/// `dst = a * b + c`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Three {
    pub dst: OperandIndex,
    pub a: OperandIndex,
    pub b: OperandIndex,
    pub c: OperandIndex,
}

/// `dst = *(addr + offset)`
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastLoad {
    pub dst: OperandIndex,
    pub addr: OperandIndex,
    pub offset: i32,
}

/// `*(addr + offset) = value`
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastStore {
    pub addr: OperandIndex,
    pub offset: i32,
    pub value: OperandIndex,
}

/// `base + index * scale + offset`, and the register that is loaded from there or stored there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexedAccess {
    pub value: OperandIndex,
    pub base: OperandIndex,
    pub index: OperandIndex,
    pub scale: u32,
    pub offset: i32,
}

/// How an index becomes an offset, and by how many instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaling {
    /// How many bits above its sign it has: shifted out to the left and back, it is extended.
    pub unused: u8,
    /// How many instructions are behind the first.
    pub more: u8,
}

/// Where a branch goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    pub then: BlockStart,
    pub otherwise: BlockStart,
    /// Of the block that it ends.
    pub length: BlockLength,
}

/// `dst = a + imm`, and a jump.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Advance {
    pub sum: Immediate,
    pub target: BlockStart,
    pub length: BlockLength,
}

/// An operation on plain values.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FastOp {
    /// Execute the instruction itself.
    Slow,
    Copy(One),
    /// One after the other.
    Copies([One; 2]),
    Add32(Two),
    Add64(Two),
    Sub32(Two),
    Sub64(Two),
    Mul32(Two),
    Mul64(Two),
    AddSigned32(Two),
    AddSigned64(Two),
    SubSigned32(Two),
    SubSigned64(Two),
    MulSigned32(Two),
    MulSigned64(Two),
    Shl32(Two),
    Shl64(Two),
    LShr(Width, Two),
    AShr32(Two),
    AShr64(Two),
    And(Two),
    Or(Two),
    Xor(Two),
    /// With the width, and whether signed overflow is undefined.
    Binary(BinaryOp, Width, bool, Two),
    AddImmediate32(Immediate),
    AddImmediate64(Immediate),
    AddSignedImmediate32(Immediate),
    AddSignedImmediate64(Immediate),
    MulImmediate32(Immediate),
    MulImmediate64(Immediate),
    AndImmediate(Immediate),
    ShrImmediate(Immediate),
    MulAdd32(Three),
    Eq(Two),
    Ne(Two),
    ULt(Two),
    ULe(Two),
    SLt32(Two),
    SLe32(Two),
    SLt64(Two),
    SLe64(Two),
    /// From one width to another.
    SignExtend(Width, Width, One),
    /// Plain bits stay as they are, but a term gets wider.
    ZeroExtend(One),
    Truncate(Width, One),
    /// With the condition.
    Select(OperandIndex, Two),
    /// So far from where the frame's slots begin.
    SlotAddress(OperandIndex, u32),
    Load8(FastLoad),
    Load16(FastLoad),
    Load32(FastLoad),
    Load64(FastLoad),
    Store8(FastStore),
    Store16(FastStore),
    Store32(FastStore),
    Store64(FastStore),
    /// The address itself.
    Address(Scaling, IndexedAccess),
    LoadElement8(Scaling, IndexedAccess),
    LoadElement16(Scaling, IndexedAccess),
    LoadElement32(Scaling, IndexedAccess),
    LoadElement64(Scaling, IndexedAccess),
    StoreElement8(Scaling, IndexedAccess),
    StoreElement16(Scaling, IndexedAccess),
    StoreElement32(Scaling, IndexedAccess),
    StoreElement64(Scaling, IndexedAccess),
    FloatAdd64(Two),
    FloatSub64(Two),
    FloatMul64(Two),
    FloatDiv64(Two),
    /// Rounded twice.
    FloatMulAdd64(Three),
    /// The same with the operands of the addition exchanged, which is another NaN at times.
    FloatAddMul64(Three),
    /// The product, minus another number.
    FloatMulSub64(Three),
    /// Another number, minus the product.
    FloatSubMul64(Three),
    FloatCompare(FloatCompareOp, FloatTy, Two),
    Convert(Convert, One),
    /// Goes on if the condition holds.
    Check(OperandIndex),
    /// Goes on if the bits of the mask are zero and, if so asked, not all bits are.
    CheckPointer(OperandIndex, u32, bool),
    /// Calls a function with as many arguments as it takes and at most one result, which goes there.
    Call(PlanId, Option<OperandIndex>),
    /// Returns at most one value to such a call.
    Return(Option<OperandIndex>, BlockLength),
    Jump(BlockStart, BlockLength),
    CopyJump(One, BlockStart, BlockLength),
    CopiesJump([One; 2], BlockStart, BlockLength),
    Advance32(Advance),
    Advance64(Advance),
    AdvanceSigned32(Advance),
    /// With the condition.
    Branch(OperandIndex, Ways),
    Switch(OperandIndex, SwitchId, BlockLength),
    /// A comparison and the branch on it, which is the next instruction.
    IfEq(OperandIndex, OperandIndex, Ways),
    IfNe(OperandIndex, OperandIndex, Ways),
    IfULt(OperandIndex, OperandIndex, Ways),
    IfULe(OperandIndex, OperandIndex, Ways),
    IfSLt32(OperandIndex, OperandIndex, Ways),
    IfSLe32(OperandIndex, OperandIndex, Ways),
    IfSLt64(OperandIndex, OperandIndex, Ways),
    IfSLe64(OperandIndex, OperandIndex, Ways),
    /// With a number that is widened with its sign.
    IfEqImmediate(OperandIndex, i32, Ways),
    IfNeImmediate(OperandIndex, i32, Ways),
    IfULtImmediate(OperandIndex, i32, Ways),
    IfULeImmediate(OperandIndex, i32, Ways),
    IfSLtImmediate32(OperandIndex, i32, Ways),
    IfSLeImmediate32(OperandIndex, i32, Ways),
    IfSLtImmediate64(OperandIndex, i32, Ways),
    IfSLeImmediate64(OperandIndex, i32, Ways),
    IfFloat64(FloatCompareOp, OperandIndex, OperandIndex, Ways),
}

// The loop goes through them one after the other.
const _: () = assert!(size_of::<FastOp>() <= 20);

/// How many instructions a block has: what its terminator counts.
pub(crate) type BlockLength = u32;

/// A plan of a function's [`Operations`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanId(pub(super) u32);

/// How a simple call is made.
#[derive(Clone, Debug)]
pub(crate) struct CallPlan {
    pub callee: FuncId,
    pub args: Vec<OperandIndex>,
    /// Its first instruction.
    pub entry: usize,
}

/// A switch of a function's [`Operations`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct SwitchId(pub(super) u32);

/// Where a switch goes.
#[derive(Clone, Debug)]
pub(crate) struct FastSwitch {
    /// Sorted by value.
    pub(super) cases: Vec<(u64, BlockStart)>,
    pub(super) default: BlockStart,
}

impl FastSwitch {
    /// A few cases are gone through: where a search in halves goes depends on the value, but a branch is predicted.
    #[inline(always)]
    pub(crate) fn target(&self, value: u64) -> BlockStart {
        const FEW: usize = 8;
        let found = match self.cases.len() {
            0..=FEW => self.cases.iter().position(|case| case.0 == value),
            _ => self.cases.binary_search_by_key(&value, |case| case.0).ok(),
        };
        found.map_or(self.default, |index| self.cases[index].1)
    }
}

/// The operations of a body, with the plans of its simple calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Operations {
    pub ops: Vec<FastOp>,
    /// The same, without any that does the work of several.
    pub single: Vec<FastOp>,
    pub(super) plans: Vec<CallPlan>,
    pub(super) switches: Vec<FastSwitch>,
    /// The length of the block that each instruction is in.
    pub lengths: Vec<BlockLength>,
    /// The registers whose values go nowhere but to memory.
    pub moved_only: Vec<bool>,
    /// The registers that hold something only if the instructions of an operation are executed one by one.
    pub fleeting: Vec<bool>,
}

/// Index of the first instruction of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockStart(pub(super) u32);

impl OperandIndex {
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<Reg> for OperandIndex {
    fn from(reg: Reg) -> OperandIndex {
        OperandIndex(reg.0 as u16)
    }
}

impl BlockStart {
    #[inline(always)]
    pub(crate) fn pc(self) -> usize {
        self.0 as usize
    }
}

impl Operations {
    /// Lets the machine execute an instruction itself, also where another one does its work.
    pub(crate) fn slow_down(&mut self, pc: usize) {
        let first = (pc + 1).saturating_sub(fuse::LONGEST);
        self.ops[first..=pc].fill(FastOp::Slow);
        self.single[pc] = FastOp::Slow;
    }

    /// The plan of a call.
    #[inline(always)]
    pub(crate) fn plan(&self, plan: PlanId) -> &CallPlan {
        &self.plans[plan.0 as usize]
    }

    #[inline(always)]
    pub(crate) fn switch(&self, switch: SwitchId) -> &FastSwitch {
        &self.switches[switch.0 as usize]
    }
}
