//! Block by block, reads each value where it comes from, and folds what is constant.
//!
//! `t = copy x; y = add t, 1` becomes `y = add x, 1` as long as `x` hasn't changed; the copy itself is
//! left to [`super::dead`]. After `x = copy t`, where `t` is a temporary, readers of `t` read `x`, so
//! that [`super::coalesce`] can compute `t` in `x`. An undefined value is never moved out of its
//! register: reading it there is what the machine reports.

use super::Temps;
use crate::{BinaryOp, Body, CompareOp, Const, Inst, Operand, OperandKind, Reg, Ty, Width};

pub(super) fn run(body: &mut Body, params: usize, pointer: Ty) {
    let temps = Temps::new(body, params);
    let mut code = std::mem::take(&mut body.code);
    let mut known = Known::new(body.regs.len());
    for block in 0..body.blocks.len() {
        let range = body.blocks[block];
        known.forget_all();
        for inst in &mut code[range.start as usize..range.end as usize] {
            inst.for_each_use_mut(|operand| *operand = known.origin(*operand));
            fold_offset(body, &known, inst);
            fold(body, &known, pointer, inst);
            inst.for_each_def(|reg| known.write(reg));
            learn(body, &mut known, &temps, inst);
        }
    }
    body.code = code;
}

/// What is known about a register's present value.
#[derive(Clone, Copy)]
enum Fact {
    /// The same as an operand.
    Same(Operand),
    /// An operand plus a number, wrapping at the pointer's width.
    Plus(Operand, i64),
    /// A one-bit operand, widened with zeros.
    FromBit(Operand),
}

/// The facts of the present block. A fact holds until a register in it is written.
struct Known {
    facts: Vec<Option<Learned>>,
    /// When each register was written last.
    written: Vec<u32>,
    /// When the present block began.
    begun: u32,
    now: u32,
}

#[derive(Clone, Copy)]
struct Learned {
    fact: Fact,
    at: u32,
}

impl Known {
    fn new(regs: usize) -> Self {
        Known { facts: vec![None; regs], written: vec![0; regs], begun: 0, now: 0 }
    }

    fn forget_all(&mut self) {
        self.now += 1;
        self.begun = self.now;
    }

    fn write(&mut self, reg: Reg) {
        self.now += 1;
        self.written[reg.index()] = self.now;
    }

    fn learn(&mut self, reg: Reg, fact: Fact) {
        self.facts[reg.index()] = Some(Learned { fact, at: self.now });
    }

    fn fact(&self, operand: Operand) -> Option<Fact> {
        let reg = operand.reg()?;
        let Learned { fact, at } = self.facts[reg.index()]?;
        let (Fact::Same(from) | Fact::Plus(from, _) | Fact::FromBit(from)) = fact;
        let holds = at >= self.begun
            && self.written[reg.index()] <= at
            && from.reg().is_none_or(|from| self.written[from.index()] <= at);
        holds.then_some(fact)
    }

    fn origin(&self, mut operand: Operand) -> Operand {
        while let Some(Fact::Same(from)) = self.fact(operand) {
            operand = from;
        }
        operand
    }
}

/// Remembers what the instruction, already executed, tells about a register.
fn learn(body: &Body, known: &mut Known, temps: &Temps, inst: &Inst) {
    match *inst {
        Inst::Copy { dst, src } => match src.kind() {
            OperandKind::Reg(from) if from == dst || body.ty(from) != body.ty(dst) => {}
            OperandKind::Reg(from) if temps.contains(from) && !temps.contains(dst) => {
                known.learn(from, Fact::Same(dst.into()));
            }
            OperandKind::Const(id) if body.constant(id) == Const::Undef => {}
            _ => known.learn(dst, Fact::Same(src)),
        },
        Inst::Binary { op: BinaryOp::Add, nsw: false, width, dst, a, b } => {
            if let Some(number) = bits(body, b)
                && a != dst.into()
            {
                known.learn(dst, Fact::Plus(a, width.sign_extend(number)));
            }
        }
        Inst::Extend { signed: false, from: Width::W1, dst, a, .. } if a != dst.into() => {
            known.learn(dst, Fact::FromBit(a));
        }
        _ => {}
    }
}

// load [p + c, o] = load [p, c + o]
fn fold_offset(body: &Body, known: &Known, inst: &mut Inst) {
    let (Inst::Load { addr, offset, .. } | Inst::Store { addr, offset, .. }) = inst else {
        return;
    };
    while let Some(Fact::Plus(base, more)) = known.fact(*addr) {
        let sum = i64::from(*offset).checked_add(more).and_then(|sum| i32::try_from(sum).ok());
        let Some(sum) = sum.filter(|_| !is_undef(body, base)) else { return };
        (*addr, *offset) = (known.origin(base), sum);
    }
}

/// Turns an instruction whose result is plainly another value into a copy of that.
fn fold(body: &mut Body, known: &Known, pointer: Ty, inst: &mut Inst) {
    if let Inst::Binary { op: BinaryOp::Add | BinaryOp::Mul, a, b, .. } = inst
        && a.reg().is_none()
        && b.reg().is_some()
    {
        // a + b = b + a, so that a constant is always second.
        std::mem::swap(a, b);
    }
    let folded = match *inst {
        Inst::Binary { op, width, nsw, a, b, .. } => {
            fold_binary(body, op, width, nsw, a, b).or_else(|| fold_address(body, pointer, inst))
        }
        // ne(zext(bit), 0) = bit
        Inst::Compare { op: CompareOp::Ne, a, b, .. } if bits(body, b) == Some(0) => {
            from_bit(known, a)
        }
        // trunc(zext(bit)) = bit
        Inst::Truncate { to: Width::W1, a, .. } if from_bit(known, a).is_some() => {
            from_bit(known, a)
        }
        Inst::Extend { from, to, a, .. } if from == to => Some(a),
        Inst::Extend { signed, from, to, a, .. } => bits(body, a).map(|number| {
            let number = if signed { from.sign_extend(number) as u64 } else { number };
            body.add_const(Const::Bits(to.truncate(number)))
        }),
        Inst::Truncate { to, a, .. } => match a.reg() {
            Some(reg) => (body.ty(reg) == Ty::Int(to)).then_some(a),
            None => bits(body, a).map(|number| body.add_const(Const::Bits(to.truncate(number)))),
        },
        _ => None,
    };
    let dst = match *inst {
        Inst::Binary { dst, .. }
        | Inst::Compare { dst, .. }
        | Inst::Extend { dst, .. }
        | Inst::Truncate { dst, .. } => dst,
        _ => return,
    };
    if let Some(src) = folded {
        *inst = Inst::Copy { dst, src };
    }
}

fn from_bit(known: &Known, operand: Operand) -> Option<Operand> {
    match known.fact(operand) {
        Some(Fact::FromBit(bit)) => Some(bit),
        _ => None,
    }
}

fn fold_binary(
    body: &mut Body,
    op: BinaryOp,
    width: Width,
    nsw: bool,
    a: Operand,
    b: Operand,
) -> Option<Operand> {
    let second = bits(body, b)?;
    match (op, second) {
        // x + 0 = x - 0 = x | 0 = x ^ 0 = x << 0 = x >> 0 = x
        (
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr,
            0,
        ) => return Some(a),
        // x * 1 = x
        (BinaryOp::Mul, 1) => return Some(a),
        _ => {}
    }
    let first = bits(body, a)?;
    let number = match op {
        // With `nsw` the overflow must be noticed when it happens.
        _ if nsw => return None,
        BinaryOp::Add => first.wrapping_add(second),
        BinaryOp::Sub => first.wrapping_sub(second),
        BinaryOp::Mul => first.wrapping_mul(second),
        BinaryOp::And => first & second,
        BinaryOp::Or => first | second,
        BinaryOp::Xor => first ^ second,
        _ => return None,
    };
    Some(body.add_const(Const::Bits(width.truncate(number))))
}

// (&symbol + c) + d = &symbol + (c + d)
fn fold_address(body: &mut Body, pointer: Ty, inst: &Inst) -> Option<Operand> {
    let Inst::Binary { op: BinaryOp::Add, nsw: false, width, a, b, .. } = *inst else {
        return None;
    };
    let (OperandKind::Const(id), true) = (a.kind(), Ty::Int(width) == pointer) else { return None };
    let Const::Address(symbol, offset) = body.constant(id) else { return None };
    let offset = offset.checked_add(width.sign_extend(bits(body, b)?))?;
    Some(body.add_const(Const::Address(symbol, offset)))
}

/// The operand's number, if it is one.
fn bits(body: &Body, operand: Operand) -> Option<u64> {
    match operand.kind() {
        OperandKind::Const(id) => match body.constant(id) {
            Const::Bits(bits) => Some(bits),
            _ => None,
        },
        OperandKind::Reg(_) => None,
    }
}

fn is_undef(body: &Body, operand: Operand) -> bool {
    matches!(operand.kind(), OperandKind::Const(id) if body.constant(id) == Const::Undef)
}
