//! Fast operations: the common instructions, specialised by width, for operands that are plain.
//!
//! Each instruction of a body has one [`Op`] at the same index. An operation only does the ordinary
//! case; whenever an operand is more than its bits, a check fails or the instruction is an uncommon one,
//! the machine executes the instruction itself, as `crate::interpret::execute` says. So this file is about speed
//! alone, and a wrong `None`-like fallback can cost only time.

use ir::{
    BinaryOp, Body, Call, Callee, CompareOp, FloatBinaryOp, FloatTy, FuncId, Inst, Operand,
    OperandKind, PointerUse, Program, Signature, Ty, Width,
};

/// Index of a register, or of a constant behind the registers, in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place(u32);

/// `dst = op a`
#[derive(Clone, Copy, Debug)]
pub(crate) struct One {
    pub dst: Place,
    pub a: Place,
}

/// `dst = a op b`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Two {
    pub dst: Place,
    pub a: Place,
    pub b: Place,
}

/// `dst = *(addr + offset)`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Read {
    pub dst: Place,
    pub addr: Place,
    pub offset: i32,
}

/// `*(addr + offset) = value`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    pub addr: Place,
    pub offset: i32,
    pub value: Place,
}

/// An operation on plain values.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
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
    Select(Place, Two),
    Load8(Read),
    Load16(Read),
    Load32(Read),
    Load64(Read),
    Store8(Write),
    Store16(Write),
    Store32(Write),
    Store64(Write),
    FloatAdd64(Two),
    FloatSub64(Two),
    FloatMul64(Two),
    FloatDiv64(Two),
    /// Goes on if the condition holds.
    Check(Place),
    /// Goes on if the bits of the mask are zero and, if so asked, not all bits are.
    CheckPointer(Place, u32, bool),
    /// Calls a function with as many arguments as it takes and at most one result.
    Call(PlanId),
    /// Returns at most one value to such a call.
    Return(Option<Place>, Length),
    Jump(Target, Length),
    /// With the condition, where to go if it holds, and where else.
    Branch(Place, Target, Target, Length),
    /// A comparison and the branch on it, which is the next instruction. The comparison's own register
    /// is written by it as well, for whoever else reads it.
    IfEq(Two),
    IfNe(Two),
    IfULt(Two),
    IfULe(Two),
    IfSLt32(Two),
    IfSLe32(Two),
    IfSLt64(Two),
    IfSLe64(Two),
}

/// How many instructions a block has: what its terminator counts.
pub(crate) type Length = u32;

/// A plan of a function's [`Operations`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanId(u32);

/// How a simple call is made.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub callee: FuncId,
    pub args: Vec<Place>,
    pub result: Option<Place>,
}

/// The operations of a body, with the plans of its simple calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Operations {
    pub ops: Vec<Op>,
    plans: Vec<Plan>,
    /// The length of the block that each instruction is in.
    pub lengths: Vec<Length>,
    /// The registers whose values go nowhere but to memory.
    pub moved_only: Vec<bool>,
}

/// Index of the first instruction of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target(u32);

impl Place {
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// Where an operand is: the constants follow the registers.
    #[inline(always)]
    pub(crate) fn of(operand: Operand, registers: u32) -> Place {
        match operand.kind() {
            OperandKind::Reg(reg) => Place(reg.0),
            OperandKind::Const(constant) => Place(registers + constant.0),
        }
    }
}

impl Target {
    #[inline(always)]
    pub(crate) fn pc(self) -> usize {
        self.0 as usize
    }
}

impl Operations {
    /// Lets the machine execute an instruction itself, also where another one does its work.
    pub(crate) fn slow_down(&mut self, pc: usize) {
        let first = pc.saturating_sub(1);
        self.ops[first..=pc].fill(Op::Slow);
    }

    /// The plan of a call.
    #[inline(always)]
    pub(crate) fn plan(&self, plan: PlanId) -> &Plan {
        &self.plans[plan.0 as usize]
    }
}

/// The operations of a body.
pub(crate) fn translate(program: &Program, body: &Body) -> Operations {
    let registers = u32::try_from(body.regs.len()).expect("registers have 32-bit ids");
    let place = |operand| Place::of(operand, registers);
    let lengths = block_lengths(body);
    let moved_only = moved_only(body);
    let mut plans = Vec::new();
    let op = |(index, inst): (usize, &Inst)| match *inst {
        Inst::Call(ref call) => match plan(program, call, place) {
            None => Op::Slow,
            Some(plan) => {
                plans.push(plan);
                Op::Call(PlanId(plans.len() as u32 - 1))
            }
        },
        Inst::Compare { op, width, dst, a, b } => {
            let branches = matches!(
                body.code.get(index + 1),
                Some(Inst::Branch { cond, .. }) if cond.reg() == Some(dst)
            );
            let two = Two { dst: Place(dst.0), a: place(a), b: place(b) };
            if branches { compare_and_branch(op, width, two) } else { compare(op, width, two) }
        }
        Inst::Jump { target } => Op::Jump(start(body, target), lengths[index]),
        Inst::Branch { cond, then, otherwise } => {
            Op::Branch(place(cond), start(body, then), start(body, otherwise), lengths[index])
        }
        Inst::Return { ref values } if values.len() <= 1 => {
            Op::Return(values.first().map(|&value| place(value)), lengths[index])
        }
        ref other => straight(other, place),
    };
    let ops = body.code.iter().enumerate().map(op).collect();
    Operations { ops, plans, lengths, moved_only }
}

fn block_lengths(body: &Body) -> Vec<Length> {
    let mut lengths = vec![0; body.code.len()];
    for range in &body.blocks {
        lengths[range.start as usize..range.end as usize].fill(range.end - range.start);
    }
    lengths
}

/// How to make a call, if it is a simple one.
fn plan(program: &Program, call: &Call, place: impl Fn(Operand) -> Place) -> Option<Plan> {
    let Callee::Direct(callee) = call.callee else { return None };
    let function = program.function(callee);
    let Signature { params, returns, variadic } = &function.signature;
    let simple = function.body.is_some()
        && function.name != "reach_error"
        && !variadic
        && params.len() == call.args.len()
        && returns.len() == call.results.len()
        && returns.len() <= 1;
    simple.then(|| Plan {
        callee,
        args: call.args.iter().map(|&arg| place(arg)).collect(),
        result: call.results.first().map(|reg| Place(reg.0)),
    })
}

fn start(body: &Body, block: ir::BlockId) -> Target {
    Target(body.blocks[block.index()].start)
}

/// Instructions that go on to the next one.
fn straight(inst: &Inst, place: impl Fn(Operand) -> Place) -> Op {
    match *inst {
        Inst::Copy { dst, src } => Op::Copy(One { dst: Place(dst.0), a: place(src) }),
        Inst::Binary { op, width, nsw, dst, a, b } => {
            binary(op, width, nsw, Two { dst: Place(dst.0), a: place(a), b: place(b) })
        }
        // Registers are kept zero-extended.
        Inst::Extend { signed: false, dst, a, .. } => {
            Op::ZeroExtend(One { dst: Place(dst.0), a: place(a) })
        }
        Inst::Extend { signed: true, from, to, dst, a } => {
            Op::SignExtend(from, to, One { dst: Place(dst.0), a: place(a) })
        }
        Inst::Truncate { to, dst, a } => Op::Truncate(to, One { dst: Place(dst.0), a: place(a) }),
        Inst::Select { dst, cond, a, b } => {
            Op::Select(place(cond), Two { dst: Place(dst.0), a: place(a), b: place(b) })
        }
        Inst::Load { ty, dst, addr, offset } => {
            load(ty, Read { dst: Place(dst.0), addr: place(addr), offset })
        }
        Inst::Store { ty, addr, offset, value } => {
            store(ty, Write { addr: place(addr), offset, value: place(value) })
        }
        Inst::Check { cond, .. } => Op::Check(place(cond)),
        Inst::CheckPointer { addr, align, usage } => {
            Op::CheckPointer(place(addr), align - 1, usage != PointerUse::Access)
        }
        Inst::FloatBinary { op, ty: FloatTy::F64, dst, a, b } => {
            let two = Two { dst: Place(dst.0), a: place(a), b: place(b) };
            match op {
                FloatBinaryOp::Add => Op::FloatAdd64(two),
                FloatBinaryOp::Sub => Op::FloatSub64(two),
                FloatBinaryOp::Mul => Op::FloatMul64(two),
                FloatBinaryOp::Div => Op::FloatDiv64(two),
                _ => Op::Slow,
            }
        }
        _ => Op::Slow,
    }
}

fn binary(op: BinaryOp, width: Width, nsw: bool, two: Two) -> Op {
    match (op, width.bits(), nsw) {
        (BinaryOp::Add, 32, false) => Op::Add32(two),
        (BinaryOp::Add, 64, false) => Op::Add64(two),
        (BinaryOp::Sub, 32, false) => Op::Sub32(two),
        (BinaryOp::Sub, 64, false) => Op::Sub64(two),
        (BinaryOp::Mul, 32, false) => Op::Mul32(two),
        (BinaryOp::Mul, 64, false) => Op::Mul64(two),
        (BinaryOp::Add, 32, true) => Op::AddSigned32(two),
        (BinaryOp::Add, 64, true) => Op::AddSigned64(two),
        (BinaryOp::Sub, 32, true) => Op::SubSigned32(two),
        (BinaryOp::Sub, 64, true) => Op::SubSigned64(two),
        (BinaryOp::Mul, 32, true) => Op::MulSigned32(two),
        (BinaryOp::Mul, 64, true) => Op::MulSigned64(two),
        (BinaryOp::Shl, 32, false) => Op::Shl32(two),
        (BinaryOp::Shl, 64, false) => Op::Shl64(two),
        (BinaryOp::LShr, _, false) => Op::LShr(width, two),
        (BinaryOp::AShr, 32, false) => Op::AShr32(two),
        (BinaryOp::AShr, 64, false) => Op::AShr64(two),
        (BinaryOp::And, ..) => Op::And(two),
        (BinaryOp::Or, ..) => Op::Or(two),
        (BinaryOp::Xor, ..) => Op::Xor(two),
        _ => Op::Binary(op, width, nsw, two),
    }
}

fn compare(op: CompareOp, width: Width, two: Two) -> Op {
    match (op, width.bits()) {
        (CompareOp::Eq, _) => Op::Eq(two),
        (CompareOp::Ne, _) => Op::Ne(two),
        (CompareOp::ULt, _) => Op::ULt(two),
        (CompareOp::ULe, _) => Op::ULe(two),
        (CompareOp::SLt, 32) => Op::SLt32(two),
        (CompareOp::SLe, 32) => Op::SLe32(two),
        (CompareOp::SLt, 64) => Op::SLt64(two),
        (CompareOp::SLe, 64) => Op::SLe64(two),
        _ => Op::Slow,
    }
}

fn compare_and_branch(op: CompareOp, width: Width, two: Two) -> Op {
    match (op, width.bits()) {
        (CompareOp::Eq, _) => Op::IfEq(two),
        (CompareOp::Ne, _) => Op::IfNe(two),
        (CompareOp::ULt, _) => Op::IfULt(two),
        (CompareOp::ULe, _) => Op::IfULe(two),
        (CompareOp::SLt, 32) => Op::IfSLt32(two),
        (CompareOp::SLe, 32) => Op::IfSLe32(two),
        (CompareOp::SLt, 64) => Op::IfSLt64(two),
        (CompareOp::SLe, 64) => Op::IfSLe64(two),
        _ => Op::Slow,
    }
}

fn load(ty: Ty, read: Read) -> Op {
    match ty.bits() {
        8 => Op::Load8(read),
        16 => Op::Load16(read),
        32 => Op::Load32(read),
        64 => Op::Load64(read),
        _ => Op::Slow,
    }
}

fn store(ty: Ty, write: Write) -> Op {
    match ty.bits() {
        1..=8 => Op::Store8(write),
        16 => Op::Store16(write),
        32 => Op::Store32(write),
        64 => Op::Store64(write),
        _ => Op::Slow,
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
