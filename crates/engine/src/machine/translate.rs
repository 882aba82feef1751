//! Translation: which fast operation does the ordinary case of an instruction.

use ir::{
    BinaryOp, Body, Call, Callee, CompareOp, Const, FloatBinaryOp, FloatTy, Function, Inst,
    Operand, OperandKind, PointerUse, Program, Reg, Signature, Switch, Ty, Width,
};

use crate::machine::fast::{
    self, BlockLength, BlockStart, CallPlan, FastLoad, FastOp, FastStore, FastSwitch, Immediate,
    One, OperandIndex, Operations, PlanId, SwitchId, Two, Ways,
};
use crate::machine::fuse;
use crate::machine::image::FrameLayout;

/// A function with more registers and constants than that has no fast operations.
const MOST_PLACES: usize = 1 << 16;

/// The operations of a body.
pub(crate) fn translate(
    program: &Program,
    function: &Function,
    body: &Body,
    frame: &FrameLayout,
) -> Operations {
    let source = OpSource { program, body, frame, lengths: block_lengths(body) };
    if body.regs.len() + body.consts.len() > MOST_PLACES {
        return all_slow(body, source.lengths);
    }
    let (mut plans, mut switches) = (Vec::new(), Vec::new());
    let op = |at| source.op(at, &mut plans, &mut switches);
    let single: Vec<FastOp> = (0..body.code.len()).map(op).collect();
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
    Operations { ops, single, plans, switches, lengths: source.lengths, moved_only, fleeting }
}

/// Every instruction is executed itself.
fn all_slow(body: &Body, lengths: Vec<BlockLength>) -> Operations {
    let ops = vec![FastOp::Slow; body.code.len()];
    let (moved_only, fleeting) = (moved_only(body), vec![false; body.regs.len()]);
    Operations { single: ops.clone(), ops, lengths, moved_only, fleeting, ..Operations::default() }
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
        OperandIndex(fast::place(operand, self.body.regs.len()) as u16)
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
    fn op(&self, at: usize, plans: &mut Vec<CallPlan>, switches: &mut Vec<FastSwitch>) -> FastOp {
        match self.body.code[at] {
            Inst::Call(ref call) => match self.plan(call) {
                None => FastOp::Slow,
                Some(plan) => {
                    plans.push(plan);
                    let result = call.results.first().map(|&reg| reg.into());
                    FastOp::Call(PlanId(plans.len() as u32 - 1), result)
                }
            },
            Inst::Jump { target } => FastOp::Jump(self.target(target), self.length(at)),
            Inst::Branch { cond, then, otherwise } => {
                FastOp::Branch(self.place(cond), self.ways(at, then, otherwise))
            }
            Inst::Switch(ref switch) => {
                switches.push(self.switch(switch));
                let id = SwitchId(switches.len() as u32 - 1);
                FastOp::Switch(self.place(switch.value), id, self.length(at))
            }
            Inst::Return { ref values } if values.len() <= 1 => {
                FastOp::Return(values.first().map(|&value| self.place(value)), self.length(at))
            }
            ref other => self.straight(other),
        }
    }

    fn switch(&self, switch: &Switch) -> FastSwitch {
        let cases = switch.cases.iter().map(|&(value, block)| (value, self.target(block)));
        FastSwitch { cases: cases.collect(), default: self.target(switch.default) }
    }

    /// How to make a call, if it is a simple one.
    fn plan(&self, call: &Call) -> Option<CallPlan> {
        let Callee::Direct(callee) = call.callee else { return None };
        let function = self.program.function(callee);
        let Signature { params, returns, variadic } = &function.signature;
        let body = function.body.as_ref()?;
        let simple = function.name != "reach_error"
            && !variadic
            && params.len() == call.args.len()
            && returns.len() == call.results.len()
            && returns.len() <= 1;
        simple.then(|| CallPlan {
            callee,
            args: call.args.iter().map(|&arg| self.place(arg)).collect(),
            entry: body.blocks[0].start as usize,
        })
    }

    /// Instructions that go on to the next one.
    fn straight(&self, inst: &Inst) -> FastOp {
        let one = |dst: Reg, a| One { dst: dst.into(), a: self.place(a) };
        let two = |dst: Reg, a, b| Two { dst: dst.into(), a: self.place(a), b: self.place(b) };
        match *inst {
            Inst::Copy { dst, src } => FastOp::Copy(one(dst, src)),
            // What is plain stays as it is.
            Inst::Freeze { dst, src } => FastOp::ZeroExtend(one(dst, src)),
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
fn moved_only(body: &Body) -> Vec<bool> {
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
