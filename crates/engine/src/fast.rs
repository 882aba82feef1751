//! Fast operations: the common instructions, specialised by width, for operands that are plain.
//!
//! Each instruction of a body has one [`Op`] at the same index. An operation only does the ordinary
//! case; whenever an operand is more than its bits, a check fails or the instruction is an uncommon one,
//! the machine executes the instruction itself, as `crate::execute` says. So this file is about speed
//! alone, and a wrong `None`-like fallback can cost only time.

use ir::{
    BinaryOp, Body, CompareOp, FloatBinaryOp, FloatTy, Inst, Operand, OperandKind, Ty, Width,
};

/// Index of a register, or of a constant behind the registers, in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place(u32);

/// An operation on plain values.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    /// Execute the instruction itself.
    Slow,
    Copy {
        dst: Place,
        a: Place,
    },
    Add32 {
        dst: Place,
        a: Place,
        b: Place,
    },
    Add64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    Sub32 {
        dst: Place,
        a: Place,
        b: Place,
    },
    Sub64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    Mul32 {
        dst: Place,
        a: Place,
        b: Place,
    },
    Mul64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    AddSigned32 {
        dst: Place,
        a: Place,
        b: Place,
    },
    AddSigned64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    SubSigned32 {
        dst: Place,
        a: Place,
        b: Place,
    },
    SubSigned64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    MulSigned32 {
        dst: Place,
        a: Place,
        b: Place,
    },
    MulSigned64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    Shl32 {
        dst: Place,
        a: Place,
        b: Place,
    },
    Shl64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    LShr {
        width: Width,
        dst: Place,
        a: Place,
        b: Place,
    },
    AShr32 {
        dst: Place,
        a: Place,
        b: Place,
    },
    AShr64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    And {
        dst: Place,
        a: Place,
        b: Place,
    },
    Or {
        dst: Place,
        a: Place,
        b: Place,
    },
    Xor {
        dst: Place,
        a: Place,
        b: Place,
    },
    Binary {
        op: BinaryOp,
        width: Width,
        nsw: bool,
        dst: Place,
        a: Place,
        b: Place,
    },
    Eq {
        dst: Place,
        a: Place,
        b: Place,
    },
    Ne {
        dst: Place,
        a: Place,
        b: Place,
    },
    ULt {
        dst: Place,
        a: Place,
        b: Place,
    },
    ULe {
        dst: Place,
        a: Place,
        b: Place,
    },
    SLt32 {
        dst: Place,
        a: Place,
        b: Place,
    },
    SLe32 {
        dst: Place,
        a: Place,
        b: Place,
    },
    SLt64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    SLe64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    SignExtend {
        from: Width,
        to: Width,
        dst: Place,
        a: Place,
    },
    Truncate {
        to: Width,
        dst: Place,
        a: Place,
    },
    Select {
        dst: Place,
        cond: Place,
        a: Place,
        b: Place,
    },
    Load8 {
        dst: Place,
        addr: Place,
        offset: i32,
    },
    Load16 {
        dst: Place,
        addr: Place,
        offset: i32,
    },
    Load32 {
        dst: Place,
        addr: Place,
        offset: i32,
    },
    Load64 {
        dst: Place,
        addr: Place,
        offset: i32,
    },
    Store8 {
        addr: Place,
        offset: i32,
        value: Place,
    },
    Store16 {
        addr: Place,
        offset: i32,
        value: Place,
    },
    Store32 {
        addr: Place,
        offset: i32,
        value: Place,
    },
    Store64 {
        addr: Place,
        offset: i32,
        value: Place,
    },
    FloatAdd64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    FloatSub64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    FloatMul64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    FloatDiv64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    Jump {
        target: Target,
    },
    Branch {
        cond: Place,
        then: Target,
        otherwise: Target,
    },
    /// A comparison and the branch on it, which is the next instruction. The comparison's own register
    /// is written by it as well, for whoever else reads it.
    IfEq {
        dst: Place,
        a: Place,
        b: Place,
    },
    IfNe {
        dst: Place,
        a: Place,
        b: Place,
    },
    IfULt {
        dst: Place,
        a: Place,
        b: Place,
    },
    IfULe {
        dst: Place,
        a: Place,
        b: Place,
    },
    IfSLt32 {
        dst: Place,
        a: Place,
        b: Place,
    },
    IfSLe32 {
        dst: Place,
        a: Place,
        b: Place,
    },
    IfSLt64 {
        dst: Place,
        a: Place,
        b: Place,
    },
    IfSLe64 {
        dst: Place,
        a: Place,
        b: Place,
    },
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

/// The operations of a body.
pub(crate) fn translate(body: &Body) -> Vec<Op> {
    let registers = u32::try_from(body.regs.len()).expect("registers have 32-bit ids");
    let place = |operand| Place::of(operand, registers);
    let op = |(index, inst): (usize, &Inst)| match *inst {
        Inst::Compare { op, width, dst, a, b } => {
            let (dst, a, b) = (Place(dst.0), place(a), place(b));
            let branches = matches!(
                body.code.get(index + 1),
                Some(Inst::Branch { cond, .. }) if cond.reg().is_some_and(|reg| reg.0 == dst.0)
            );
            if branches {
                compare_and_branch(op, width, dst, a, b)
            } else {
                compare(op, width, dst, a, b)
            }
        }
        Inst::Jump { target } => Op::Jump { target: start(body, target) },
        Inst::Branch { cond, then, otherwise } => Op::Branch {
            cond: place(cond),
            then: start(body, then),
            otherwise: start(body, otherwise),
        },
        ref other => straight(other, place),
    };
    body.code.iter().enumerate().map(op).collect()
}

fn start(body: &Body, block: ir::BlockId) -> Target {
    Target(body.blocks[block.index()].start)
}

/// Instructions that go on to the next one.
fn straight(inst: &Inst, place: impl Fn(Operand) -> Place) -> Op {
    match *inst {
        Inst::Copy { dst, src } => Op::Copy { dst: Place(dst.0), a: place(src) },
        Inst::Binary { op, width, nsw, dst, a, b } => {
            binary(op, width, nsw, Place(dst.0), place(a), place(b))
        }
        // Registers are kept zero-extended.
        Inst::Extend { signed: false, dst, a, .. } => Op::Copy { dst: Place(dst.0), a: place(a) },
        Inst::Extend { signed: true, from, to, dst, a } => {
            Op::SignExtend { from, to, dst: Place(dst.0), a: place(a) }
        }
        Inst::Truncate { to, dst, a } => Op::Truncate { to, dst: Place(dst.0), a: place(a) },
        Inst::Select { dst, cond, a, b } => {
            Op::Select { dst: Place(dst.0), cond: place(cond), a: place(a), b: place(b) }
        }
        Inst::Load { ty, dst, addr, offset } => load(ty, Place(dst.0), place(addr), offset),
        Inst::Store { ty, addr, offset, value } => store(ty, place(addr), offset, place(value)),
        Inst::FloatBinary { op, ty: FloatTy::F64, dst, a, b } => {
            let (dst, a, b) = (Place(dst.0), place(a), place(b));
            match op {
                FloatBinaryOp::Add => Op::FloatAdd64 { dst, a, b },
                FloatBinaryOp::Sub => Op::FloatSub64 { dst, a, b },
                FloatBinaryOp::Mul => Op::FloatMul64 { dst, a, b },
                FloatBinaryOp::Div => Op::FloatDiv64 { dst, a, b },
                _ => Op::Slow,
            }
        }
        _ => Op::Slow,
    }
}

fn binary(op: BinaryOp, width: Width, nsw: bool, dst: Place, a: Place, b: Place) -> Op {
    match (op, width.bits(), nsw) {
        (BinaryOp::Add, 32, false) => Op::Add32 { dst, a, b },
        (BinaryOp::Add, 64, false) => Op::Add64 { dst, a, b },
        (BinaryOp::Sub, 32, false) => Op::Sub32 { dst, a, b },
        (BinaryOp::Sub, 64, false) => Op::Sub64 { dst, a, b },
        (BinaryOp::Mul, 32, false) => Op::Mul32 { dst, a, b },
        (BinaryOp::Mul, 64, false) => Op::Mul64 { dst, a, b },
        (BinaryOp::Add, 32, true) => Op::AddSigned32 { dst, a, b },
        (BinaryOp::Add, 64, true) => Op::AddSigned64 { dst, a, b },
        (BinaryOp::Sub, 32, true) => Op::SubSigned32 { dst, a, b },
        (BinaryOp::Sub, 64, true) => Op::SubSigned64 { dst, a, b },
        (BinaryOp::Mul, 32, true) => Op::MulSigned32 { dst, a, b },
        (BinaryOp::Mul, 64, true) => Op::MulSigned64 { dst, a, b },
        (BinaryOp::Shl, 32, false) => Op::Shl32 { dst, a, b },
        (BinaryOp::Shl, 64, false) => Op::Shl64 { dst, a, b },
        (BinaryOp::LShr, _, false) => Op::LShr { width, dst, a, b },
        (BinaryOp::AShr, 32, false) => Op::AShr32 { dst, a, b },
        (BinaryOp::AShr, 64, false) => Op::AShr64 { dst, a, b },
        (BinaryOp::And, ..) => Op::And { dst, a, b },
        (BinaryOp::Or, ..) => Op::Or { dst, a, b },
        (BinaryOp::Xor, ..) => Op::Xor { dst, a, b },
        _ => Op::Binary { op, width, nsw, dst, a, b },
    }
}

fn compare(op: CompareOp, width: Width, dst: Place, a: Place, b: Place) -> Op {
    match (op, width.bits()) {
        (CompareOp::Eq, _) => Op::Eq { dst, a, b },
        (CompareOp::Ne, _) => Op::Ne { dst, a, b },
        (CompareOp::ULt, _) => Op::ULt { dst, a, b },
        (CompareOp::ULe, _) => Op::ULe { dst, a, b },
        (CompareOp::SLt, 32) => Op::SLt32 { dst, a, b },
        (CompareOp::SLe, 32) => Op::SLe32 { dst, a, b },
        (CompareOp::SLt, 64) => Op::SLt64 { dst, a, b },
        (CompareOp::SLe, 64) => Op::SLe64 { dst, a, b },
        _ => Op::Slow,
    }
}

fn compare_and_branch(op: CompareOp, width: Width, dst: Place, a: Place, b: Place) -> Op {
    match (op, width.bits()) {
        (CompareOp::Eq, _) => Op::IfEq { dst, a, b },
        (CompareOp::Ne, _) => Op::IfNe { dst, a, b },
        (CompareOp::ULt, _) => Op::IfULt { dst, a, b },
        (CompareOp::ULe, _) => Op::IfULe { dst, a, b },
        (CompareOp::SLt, 32) => Op::IfSLt32 { dst, a, b },
        (CompareOp::SLe, 32) => Op::IfSLe32 { dst, a, b },
        (CompareOp::SLt, 64) => Op::IfSLt64 { dst, a, b },
        (CompareOp::SLe, 64) => Op::IfSLe64 { dst, a, b },
        _ => Op::Slow,
    }
}

fn load(ty: Ty, dst: Place, addr: Place, offset: i32) -> Op {
    match ty.bits() {
        8 => Op::Load8 { dst, addr, offset },
        16 => Op::Load16 { dst, addr, offset },
        32 => Op::Load32 { dst, addr, offset },
        64 => Op::Load64 { dst, addr, offset },
        _ => Op::Slow,
    }
}

fn store(ty: Ty, addr: Place, offset: i32, value: Place) -> Op {
    match ty.bits() {
        1..=8 => Op::Store8 { addr, offset, value },
        16 => Op::Store16 { addr, offset, value },
        32 => Op::Store32 { addr, offset, value },
        64 => Op::Store64 { addr, offset, value },
        _ => Op::Slow,
    }
}
