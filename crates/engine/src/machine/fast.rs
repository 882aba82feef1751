//! Fast operations: the common instructions, specialised by width, for operands that are plain.
//!
//! Each instruction of a body has one [`FastOp`] at the same index. An operation only does the ordinary
//! case; whenever an operand is more than its bits, a check fails or the instruction is an uncommon one,
//! the machine executes the instruction itself, as `crate::interpret::execute` says. So this file is about speed
//! alone, and a wrong `None`-like fallback can cost only time.
//!
//! Some operations do the work of several instructions at once (`crate::machine::fuse`). Where that isn't ordinary, the
//! instructions still have operations of their own.

use ir::{
    BinaryOp, Body, Call, Callee, CompareOp, Const, Convert, FloatBinaryOp, FloatCompareOp,
    FloatTy, FuncId, Function, Inst, Operand, OperandKind, PointerUse, Program, Reg, Signature, Ty,
    Width,
};

use crate::machine::fuse;
use crate::machine::image::FrameLayout;

/// Index of a register, or of a constant behind the registers, in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OperandIndex(u32);

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
    FloatCompare(FloatCompareOp, FloatTy, Two),
    Convert(Convert, One),
    /// Goes on if the condition holds.
    Check(OperandIndex),
    /// Goes on if the bits of the mask are zero and, if so asked, not all bits are.
    CheckPointer(OperandIndex, u32, bool),
    /// Calls a function with as many arguments as it takes and at most one result.
    Call(PlanId),
    /// Returns at most one value to such a call.
    Return(Option<OperandIndex>, BlockLength),
    Jump(BlockStart, BlockLength),
    CopyJump(One, BlockStart, BlockLength),
    Advance32(Advance),
    Advance64(Advance),
    AdvanceSigned32(Advance),
    /// With the condition.
    Branch(OperandIndex, Ways),
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

// Three words: the loop goes through them one after the other.
const _: () = assert!(size_of::<FastOp>() <= 24);

/// How many instructions a block has: what its terminator counts.
pub(crate) type BlockLength = u32;

/// A plan of a function's [`Operations`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanId(u32);

/// How a simple call is made.
#[derive(Clone, Debug)]
pub(crate) struct CallPlan {
    pub callee: FuncId,
    pub args: Vec<OperandIndex>,
    pub result: Option<OperandIndex>,
}

/// The operations of a body, with the plans of its simple calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Operations {
    pub ops: Vec<FastOp>,
    /// The same, without any that does the work of several.
    pub single: Vec<FastOp>,
    plans: Vec<CallPlan>,
    /// The length of the block that each instruction is in.
    pub lengths: Vec<BlockLength>,
    /// The registers whose values go nowhere but to memory.
    pub moved_only: Vec<bool>,
    /// The registers that hold something only if the instructions of an operation are executed one by one.
    pub fleeting: Vec<bool>,
}

/// Index of the first instruction of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockStart(u32);

impl OperandIndex {
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// Where an operand is: the constants follow the registers.
    #[inline(always)]
    pub(crate) fn of(operand: Operand, registers: u32) -> OperandIndex {
        match operand.kind() {
            OperandKind::Reg(reg) => OperandIndex(reg.0),
            OperandKind::Const(constant) => OperandIndex(registers + constant.0),
        }
    }
}

impl From<Reg> for OperandIndex {
    fn from(reg: Reg) -> OperandIndex {
        OperandIndex(reg.0)
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
}

/// The operations of a body.
pub(crate) fn translate(
    program: &Program,
    function: &Function,
    body: &Body,
    frame: &FrameLayout,
) -> Operations {
    let source = OpSource { program, body, frame, lengths: block_lengths(body) };
    let mut plans = Vec::new();
    let single: Vec<FastOp> = (0..body.code.len()).map(|at| source.op(at, &mut plans)).collect();
    let mut ops = single.clone();
    let mut fleeting = vec![false; body.regs.len()];
    let uses = fuse::single_uses(body, function.signature.params.len());
    for (at, op) in ops.iter_mut().enumerate() {
        let Some(fused) = fuse::fused(&source, &uses, at) else { continue };
        *op = fused.op;
        for inst in &body.code[at..at + fused.unwritten] {
            inst.for_each_def(|reg| fleeting[reg.index()] = true);
        }
    }
    let moved_only = moved_only(body);
    Operations { ops, single, plans, lengths: source.lengths, moved_only, fleeting }
}

fn block_lengths(body: &Body) -> Vec<BlockLength> {
    let mut lengths = vec![0; body.code.len()];
    for range in &body.blocks {
        lengths[range.start as usize..range.end as usize].fill(range.end - range.start);
    }
    lengths
}

/// What operations are made from.
pub(super) struct OpSource<'s> {
    program: &'s Program,
    pub body: &'s Body,
    frame: &'s FrameLayout,
    lengths: Vec<BlockLength>,
}

impl OpSource<'_> {
    pub(super) fn place(&self, operand: Operand) -> OperandIndex {
        OperandIndex::of(operand, self.body.regs.len() as u32)
    }

    /// The number that an operand is, if it is one.
    pub(super) fn number(&self, operand: Operand) -> Option<u64> {
        let OperandKind::Const(constant) = operand.kind() else { return None };
        match self.body.constant(constant) {
            Const::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    pub(super) fn target(&self, block: ir::BlockId) -> BlockStart {
        BlockStart(self.body.blocks[block.index()].start)
    }

    /// How long the block is that an instruction is in.
    pub(super) fn length(&self, at: usize) -> BlockLength {
        self.lengths[at]
    }

    pub(super) fn ways(&self, at: usize, then: ir::BlockId, otherwise: ir::BlockId) -> Ways {
        let (then, otherwise) = (self.target(then), self.target(otherwise));
        Ways { then, otherwise, length: self.length(at) }
    }

    /// The operation of one instruction.
    fn op(&self, at: usize, plans: &mut Vec<CallPlan>) -> FastOp {
        match self.body.code[at] {
            Inst::Call(ref call) => match self.plan(call) {
                None => FastOp::Slow,
                Some(plan) => {
                    plans.push(plan);
                    FastOp::Call(PlanId(plans.len() as u32 - 1))
                }
            },
            Inst::Jump { target } => FastOp::Jump(self.target(target), self.length(at)),
            Inst::Branch { cond, then, otherwise } => {
                FastOp::Branch(self.place(cond), self.ways(at, then, otherwise))
            }
            Inst::Return { ref values } if values.len() <= 1 => {
                FastOp::Return(values.first().map(|&value| self.place(value)), self.length(at))
            }
            ref other => self.straight(other),
        }
    }

    /// How to make a call, if it is a simple one.
    fn plan(&self, call: &Call) -> Option<CallPlan> {
        let Callee::Direct(callee) = call.callee else { return None };
        let function = self.program.function(callee);
        let Signature { params, returns, variadic } = &function.signature;
        let simple = function.body.is_some()
            && function.name != "reach_error"
            && !variadic
            && params.len() == call.args.len()
            && returns.len() == call.results.len()
            && returns.len() <= 1;
        simple.then(|| CallPlan {
            callee,
            args: call.args.iter().map(|&arg| self.place(arg)).collect(),
            result: call.results.first().map(|&reg| reg.into()),
        })
    }

    /// Instructions that go on to the next one.
    fn straight(&self, inst: &Inst) -> FastOp {
        let one = |dst: Reg, a| One { dst: dst.into(), a: self.place(a) };
        let two = |dst: Reg, a, b| Two { dst: dst.into(), a: self.place(a), b: self.place(b) };
        match *inst {
            Inst::Copy { dst, src } => FastOp::Copy(one(dst, src)),
            Inst::Binary { op, width, nsw, dst, a, b } => self
                .immediate(op, width, nsw, dst, a, b)
                .unwrap_or_else(|| binary(op, width, nsw, two(dst, a, b))),
            Inst::Compare { op, width, dst, a, b } => compare(op, width, two(dst, a, b)),
            // Registers are kept zero-extended.
            Inst::Extend { signed: false, dst, a, .. } => FastOp::ZeroExtend(one(dst, a)),
            Inst::Extend { signed: true, from, to, dst, a } => {
                FastOp::SignExtend(from, to, one(dst, a))
            }
            Inst::Truncate { to, dst, a } => FastOp::Truncate(to, one(dst, a)),
            Inst::Select { dst, cond, a, b } => FastOp::Select(self.place(cond), two(dst, a, b)),
            Inst::Load { ty, dst, addr, offset } => {
                load(ty, FastLoad { dst: dst.into(), addr: self.place(addr), offset })
            }
            Inst::Store { ty, addr, offset, value } => {
                store(ty, FastStore { addr: self.place(addr), offset, value: self.place(value) })
            }
            Inst::SlotAddr { dst, slot } => match u32::try_from(self.frame.offset(slot)) {
                Ok(offset) => FastOp::SlotAddress(dst.into(), offset),
                Err(_) => FastOp::Slow,
            },
            Inst::Check { cond, .. } => FastOp::Check(self.place(cond)),
            Inst::CheckPointer { addr, align, usage } => {
                FastOp::CheckPointer(self.place(addr), align - 1, usage != PointerUse::Access)
            }
            Inst::FloatBinary { op, ty: FloatTy::F64, dst, a, b } => {
                float_binary(op, two(dst, a, b))
            }
            Inst::FloatCompare { op, ty, dst, a, b } => {
                FastOp::FloatCompare(op, ty, two(dst, a, b))
            }
            Inst::Convert { op, dst, a } => FastOp::Convert(op, one(dst, a)),
            _ => FastOp::Slow,
        }
    }

    /// An operation with a number, which need not be looked up.
    pub(super) fn immediate(
        &self,
        op: BinaryOp,
        width: Width,
        nsw: bool,
        dst: Reg,
        a: Operand,
        b: Operand,
    ) -> Option<FastOp> {
        let number = width.sign_extend(self.number(b)?);
        let bits = width.truncate(number as u64);
        let with = |number: i64| {
            let imm = i32::try_from(number).ok()?;
            Some(Immediate { dst: dst.into(), a: self.place(a), imm })
        };
        Some(match (op, width.bits(), nsw) {
            (BinaryOp::Add, 32, false) => FastOp::AddImmediate32(with(number)?),
            (BinaryOp::Add, 64, false) => FastOp::AddImmediate64(with(number)?),
            (BinaryOp::Add, 32, true) => FastOp::AddSignedImmediate32(with(number)?),
            (BinaryOp::Add, 64, true) => FastOp::AddSignedImmediate64(with(number)?),
            (BinaryOp::Sub, 32, false) => FastOp::AddImmediate32(with(-number)?),
            (BinaryOp::Sub, 64, false) => FastOp::AddImmediate64(with(number.checked_neg()?)?),
            // The negative of the smallest number is none.
            (BinaryOp::Sub, 32, true) => FastOp::AddSignedImmediate32(with(-number)?),
            (BinaryOp::Sub, 64, true) => FastOp::AddSignedImmediate64(with(number.checked_neg()?)?),
            (BinaryOp::Mul, 32, false) => FastOp::MulImmediate32(with(number)?),
            (BinaryOp::Mul, 64, false) => FastOp::MulImmediate64(with(number)?),
            (BinaryOp::And, ..) => FastOp::AndImmediate(with(bits as i64)?),
            (BinaryOp::URem, ..) if bits.is_power_of_two() => {
                FastOp::AndImmediate(with(bits as i64 - 1)?)
            }
            (BinaryOp::UDiv, ..) if bits.is_power_of_two() => {
                FastOp::ShrImmediate(with(bits.trailing_zeros().into())?)
            }
            (BinaryOp::LShr, bits_wide, false) if bits < bits_wide.into() => {
                FastOp::ShrImmediate(with(bits as i64)?)
            }
            _ => return None,
        })
    }
}

fn float_binary(op: FloatBinaryOp, two: Two) -> FastOp {
    match op {
        FloatBinaryOp::Add => FastOp::FloatAdd64(two),
        FloatBinaryOp::Sub => FastOp::FloatSub64(two),
        FloatBinaryOp::Mul => FastOp::FloatMul64(two),
        FloatBinaryOp::Div => FastOp::FloatDiv64(two),
        _ => FastOp::Slow,
    }
}

fn binary(op: BinaryOp, width: Width, nsw: bool, two: Two) -> FastOp {
    match (op, width.bits(), nsw) {
        (BinaryOp::Add, 32, false) => FastOp::Add32(two),
        (BinaryOp::Add, 64, false) => FastOp::Add64(two),
        (BinaryOp::Sub, 32, false) => FastOp::Sub32(two),
        (BinaryOp::Sub, 64, false) => FastOp::Sub64(two),
        (BinaryOp::Mul, 32, false) => FastOp::Mul32(two),
        (BinaryOp::Mul, 64, false) => FastOp::Mul64(two),
        (BinaryOp::Add, 32, true) => FastOp::AddSigned32(two),
        (BinaryOp::Add, 64, true) => FastOp::AddSigned64(two),
        (BinaryOp::Sub, 32, true) => FastOp::SubSigned32(two),
        (BinaryOp::Sub, 64, true) => FastOp::SubSigned64(two),
        (BinaryOp::Mul, 32, true) => FastOp::MulSigned32(two),
        (BinaryOp::Mul, 64, true) => FastOp::MulSigned64(two),
        (BinaryOp::Shl, 32, false) => FastOp::Shl32(two),
        (BinaryOp::Shl, 64, false) => FastOp::Shl64(two),
        (BinaryOp::LShr, _, false) => FastOp::LShr(width, two),
        (BinaryOp::AShr, 32, false) => FastOp::AShr32(two),
        (BinaryOp::AShr, 64, false) => FastOp::AShr64(two),
        (BinaryOp::And, ..) => FastOp::And(two),
        (BinaryOp::Or, ..) => FastOp::Or(two),
        (BinaryOp::Xor, ..) => FastOp::Xor(two),
        _ => FastOp::Binary(op, width, nsw, two),
    }
}

fn compare(op: CompareOp, width: Width, two: Two) -> FastOp {
    match (op, width.bits()) {
        (CompareOp::Eq, _) => FastOp::Eq(two),
        (CompareOp::Ne, _) => FastOp::Ne(two),
        (CompareOp::ULt, _) => FastOp::ULt(two),
        (CompareOp::ULe, _) => FastOp::ULe(two),
        (CompareOp::SLt, 32) => FastOp::SLt32(two),
        (CompareOp::SLe, 32) => FastOp::SLe32(two),
        (CompareOp::SLt, 64) => FastOp::SLt64(two),
        (CompareOp::SLe, 64) => FastOp::SLe64(two),
        _ => FastOp::Slow,
    }
}

fn load(ty: Ty, read: FastLoad) -> FastOp {
    match ty.bits() {
        8 => FastOp::Load8(read),
        16 => FastOp::Load16(read),
        32 => FastOp::Load32(read),
        64 => FastOp::Load64(read),
        _ => FastOp::Slow,
    }
}

fn store(ty: Ty, write: FastStore) -> FastOp {
    match ty.bits() {
        1..=8 => FastOp::Store8(write),
        16 => FastOp::Store16(write),
        32 => FastOp::Store32(write),
        64 => FastOp::Store64(write),
        _ => FastOp::Slow,
    }
}

/// The registers whose values go nowhere but to memory: who copies bytes doesn't look at them.
pub(crate) fn moved_only(body: &Body) -> Vec<bool> {
    let mut moved = vec![true; body.regs.len()];
    loop {
        let mut changed = false;
        // What is copied comes before its copy, mostly: backwards, one round is enough.
        for inst in body.code.iter().rev() {
            inst.for_each_use(|operand| {
                if let Some(reg) = operand.reg()
                    && !moves(inst, operand, &moved)
                {
                    changed |= std::mem::replace(&mut moved[reg.index()], false);
                }
            });
        }
        if !changed {
            return moved;
        }
    }
}

/// Does an instruction do nothing but move an operand?
fn moves(inst: &Inst, operand: Operand, moved: &[bool]) -> bool {
    match *inst {
        Inst::Store { addr, value, .. } => value == operand && addr != operand,
        Inst::Copy { dst, .. } | Inst::Freeze { dst, .. } => moved[dst.index()],
        _ => false,
    }
}
