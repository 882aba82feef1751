//! Block by block, reads each value where it comes from, and folds what is constant.
//!
//! `t = copy x; y = add t, 1` becomes `y = add x, 1` as long as `x` hasn't changed; the copy itself is
//! left to [`super::dead`]. What was computed before in the block is copied. After `x = copy t`, where `t` is a temporary, readers of `t` read `x`, so
//! that [`super::coalesce`] can compute `t` in `x`. An undefined value is never moved out of its
//! register: reading it there is what the machine reports.

use std::collections::HashMap;

use super::{Temps, number_consts};
use crate::{
    BinaryOp, Body, CompareOp, Const, Convert, FloatBinaryOp, FloatTy, Inst, Operand, OperandKind,
    Reg, Ty, Width,
};

pub(super) fn run(body: &mut Body, params: usize, pointer: Ty) {
    // Equal constants must be one operand, so that equal computations are seen to be equal.
    number_consts(body);
    let handed_on = HandedOn::new(body, params);
    let mut code = std::mem::take(&mut body.code);
    let mut known = BlockFacts::new(body.regs.len());
    for block in 0..body.blocks.len() {
        let range = body.blocks[block];
        known.forget_all();
        for inst in &mut code[range.start as usize..range.end as usize] {
            inst.for_each_use_mut(|operand| *operand = known.origin(*operand));
            fold_offset(body, &known, inst);
            fold(body, &known, pointer, inst);
            known.share(inst);
            learn(body, &mut known, &handed_on, inst);
            known.remember(inst);
        }
    }
    body.code = code;
}

/// Tells a register that only hands its value on from the variable that gets it.
struct HandedOn {
    temps: Temps,
    /// Registers that one block reads, and that stand for no variable.
    local: Vec<bool>,
}

impl HandedOn {
    fn new(body: &Body, params: usize) -> Self {
        let mut local: Vec<bool> = body.regs.iter().map(|reg| reg.name.is_none()).collect();
        let mut reader = vec![None; body.regs.len()];
        for (block, range) in (0u32..).zip(&body.blocks) {
            for inst in &body.code[range.start as usize..range.end as usize] {
                inst.for_each_use(|operand| {
                    let Some(reg) = operand.reg() else { return };
                    local[reg.index()] &= *reader[reg.index()].get_or_insert(block) == block;
                });
            }
        }
        HandedOn { temps: Temps::new(body, params), local }
    }

    /// After `dst = copy src`, should readers of `src` read `dst`?
    fn to(&self, src: Reg, dst: Reg) -> bool {
        let goes = self.temps.contains(src) || self.local[src.index()];
        goes && !self.temps.contains(dst)
    }
}

/// What is known about a register's present value.
#[derive(Clone, Copy)]
enum Fact {
    /// The same as an operand.
    Same(Operand),
    /// An operand plus a number, wrapping at the pointer's width.
    Plus(Operand, i64),
    /// An operand of fewer bits, widened.
    Extended(Operand, Extension),
}

/// From how many bits a value is widened, and how.
#[derive(Clone, Copy, PartialEq)]
struct Extension {
    from: Width,
    signed: bool,
}

/// The facts of the present block. A fact holds until a register in it is written.
struct BlockFacts {
    facts: Vec<Option<Learned<Fact>>>,
    /// For each register, the one last found to be the same.
    alias: Vec<Option<Reg>>,
    /// Where something was computed before.
    computed: HashMap<Computation, Learned<Reg>>,
    /// When each register was written last.
    written: Vec<u32>,
    /// When the present block began.
    begun: u32,
    now: u32,
}

#[derive(Clone, Copy)]
struct Learned<T> {
    fact: T,
    at: u32,
}

/// An operation and its operands: all that its result depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Computation {
    Binary(BinaryOp, Width, bool, [Operand; 2]),
    Compare(CompareOp, Width, [Operand; 2]),
    Float(FloatBinaryOp, FloatTy, [Operand; 2]),
    Extend(Width, Width, bool, [Operand; 1]),
    Convert(Convert, [Operand; 1]),
}

impl Computation {
    fn operands(&self) -> &[Operand] {
        match self {
            Computation::Binary(_, _, _, operands)
            | Computation::Compare(_, _, operands)
            | Computation::Float(_, _, operands) => operands,
            Computation::Extend(_, _, _, operands) | Computation::Convert(_, operands) => operands,
        }
    }
}

fn computation(inst: &Inst) -> Option<(Reg, Computation)> {
    match *inst {
        Inst::Binary { op, width, nsw, dst, a, b } => {
            Some((dst, Computation::Binary(op, width, nsw, [a, b])))
        }
        Inst::Compare { op, width, dst, a, b } => {
            Some((dst, Computation::Compare(op, width, [a, b])))
        }
        Inst::FloatBinary { op, ty, dst, a, b } => Some((dst, Computation::Float(op, ty, [a, b]))),
        Inst::Extend { signed, from, to, dst, a } => {
            Some((dst, Computation::Extend(from, to, signed, [a])))
        }
        Inst::Convert { op, dst, a } => Some((dst, Computation::Convert(op, [a]))),
        _ => None,
    }
}

impl BlockFacts {
    fn new(regs: usize) -> Self {
        BlockFacts {
            facts: vec![None; regs],
            alias: vec![None; regs],
            computed: HashMap::new(),
            written: vec![0; regs],
            begun: 0,
            now: 0,
        }
    }

    fn forget_all(&mut self) {
        self.now += 1;
        self.begun = self.now;
        self.computed.clear();
    }

    fn write(&mut self, reg: Reg) {
        self.now += 1;
        self.written[reg.index()] = self.now;
    }

    fn learn(&mut self, reg: Reg, fact: Fact) {
        if let Fact::Same(from) = fact
            && let Some(from) = from.reg()
        {
            self.alias[from.index()] = Some(reg);
        }
        self.facts[reg.index()] = Some(Learned { fact, at: self.now });
    }

    fn fact(&self, operand: Operand) -> Option<Fact> {
        let reg = operand.reg()?;
        let Learned { fact, at } = self.facts[reg.index()]?;
        let (Fact::Same(from) | Fact::Plus(from, _) | Fact::Extended(from, _)) = fact;
        let holds =
            at >= self.begun && self.same_since(reg.into(), at) && self.same_since(from, at);
        holds.then_some(fact)
    }

    fn same_since(&self, operand: Operand, at: u32) -> bool {
        operand.reg().is_none_or(|reg| self.written[reg.index()] <= at)
    }

    /// Copies the result of an equal computation in this block. Where that was undefined, the program
    /// didn't get here.
    fn share(&self, inst: &mut Inst) {
        if let Some((dst, key)) = computation(inst)
            && let Some(&Learned { fact: earlier, at }) = self.computed.get(&key)
            && self.same_since(earlier.into(), at)
            && key.operands().iter().all(|operand| self.same_since(*operand, at))
        {
            *inst = Inst::Copy { dst, src: earlier.into() };
        }
    }

    /// Remembers where something was computed.
    fn remember(&mut self, inst: &Inst) {
        if let Some((dst, key)) = computation(inst)
            && !key.operands().contains(&dst.into())
        {
            self.computed.insert(key, Learned { fact: dst, at: self.now });
        }
    }

    // t = x; x = x + c: now t = x - c. So `*p++` needs no copy of the old p.
    fn stale_alias(&self, reg: Reg, written: Option<Fact>) -> Option<(Reg, i64)> {
        let Some(Fact::Plus(base, step)) = written else { return None };
        let old = self.alias[reg.index()].filter(|_| base == reg.into())?;
        match self.fact(old.into()) {
            Some(Fact::Same(from)) if from == reg.into() => Some((old, step.checked_neg()?)),
            _ => None,
        }
    }

    fn origin(&self, mut operand: Operand) -> Operand {
        while let Some(Fact::Same(from)) = self.fact(operand) {
            operand = from;
        }
        operand
    }
}

/// Executes the instruction: what it overwrites is forgotten, what it tells is remembered.
fn learn(body: &Body, known: &mut BlockFacts, handed_on: &HandedOn, inst: &Inst) {
    if let Inst::Copy { dst, src } = *inst {
        return learn_copy(body, known, handed_on, dst, src);
    }
    inst.for_each_def(|reg| known.write(reg));
    match *inst {
        Inst::Binary { op: BinaryOp::Add, nsw: false, width, dst, a, b } => {
            if let Some(number) = bits(body, b)
                && a != dst.into()
            {
                known.learn(dst, Fact::Plus(a, width.sign_extend(number)));
            }
        }
        Inst::Extend { signed, from, dst, a, .. } if a != dst.into() => {
            known.learn(dst, Fact::Extended(a, Extension { from, signed }));
        }
        _ => {}
    }
}

fn learn_copy(body: &Body, known: &mut BlockFacts, handed_on: &HandedOn, dst: Reg, src: Operand) {
    let before = known.fact(src);
    let stale = known.stale_alias(dst, before);
    known.write(dst);
    match src.kind() {
        OperandKind::Reg(from) if from == dst || body.ty(from) != body.ty(dst) => {}
        OperandKind::Reg(from) if handed_on.to(from, dst) => {
            if let Some(Fact::Plus(from, _) | Fact::Extended(from, _)) = before
                && from != dst.into()
            {
                before.into_iter().for_each(|fact| known.learn(dst, fact));
            }
            known.learn(from, Fact::Same(dst.into()));
        }
        OperandKind::Const(id) if body.constant(id) == Const::Undef => {}
        _ => known.learn(dst, Fact::Same(src)),
    }
    if let Some((old, step)) = stale {
        known.learn(old, Fact::Plus(dst.into(), step));
    }
}

// load [p + c, o] = load [p, c + o]
fn fold_offset(body: &Body, known: &BlockFacts, inst: &mut Inst) {
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
fn fold(body: &mut Body, known: &BlockFacts, pointer: Ty, inst: &mut Inst) {
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
        Inst::Compare { .. } => fold_compare(body, known, inst),
        Inst::Extend { .. } => fold_extend(body, known, inst),
        Inst::Truncate { .. } => fold_truncate(body, known, inst),
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

/// Compares before widening, if that decides the same.
fn fold_compare(body: &mut Body, known: &BlockFacts, inst: &mut Inst) -> Option<Operand> {
    let Inst::Compare { op, width, a, b, .. } = inst else { return None };
    let (narrow, extension) = extended(known, *a)?;
    // ne(zext(bit), 0) = bit
    if extension.from == Width::W1 && *op == CompareOp::Ne && bits(body, *b) == Some(0) {
        return Some(narrow);
    }
    let Extension { from, signed } = extension;
    let second = match (bits(body, *b), extended(known, *b)) {
        (Some(number), _) => {
            let cut = from.truncate(number);
            let again = if signed { width.truncate(from.sign_extend(cut) as u64) } else { cut };
            (again == number).then(|| body.add_const(Const::Bits(cut)))?
        }
        (None, Some((second, other))) if other == extension => second,
        _ => return None,
    };
    *op = match *op {
        // Widened with zeros, both are positive.
        CompareOp::SLt if !signed => CompareOp::ULt,
        CompareOp::SLe if !signed => CompareOp::ULe,
        // Widened with its sign, the order of unsigned numbers stays too.
        op => op,
    };
    (*a, *b, *width) = (narrow, second, from);
    None
}

fn fold_extend(body: &mut Body, known: &BlockFacts, inst: &mut Inst) -> Option<Operand> {
    let Inst::Extend { signed, from, to, a, .. } = inst else { return None };
    // zext(zext(x)) = sext(zext(x)) = zext(x), sext(sext(x)) = sext(x)
    if let Some((narrow, inner)) = extended(known, *a)
        && (!inner.signed || *signed)
    {
        (*a, *from, *signed) = (narrow, inner.from, inner.signed);
    }
    if from == to {
        return Some(*a);
    }
    let number = bits(body, *a)?;
    let number = if *signed { from.sign_extend(number) as u64 } else { number };
    Some(body.add_const(Const::Bits(to.truncate(number))))
}

fn fold_truncate(body: &mut Body, known: &BlockFacts, inst: &mut Inst) -> Option<Operand> {
    let Inst::Truncate { to, a, .. } = inst else { return None };
    // trunc(ext(x)) = trunc(x)
    if let Some((narrow, extension)) = extended(known, *a)
        && extension.from >= *to
    {
        *a = narrow;
    }
    match a.reg() {
        Some(reg) => (body.ty(reg) == Ty::Int(*to)).then_some(*a),
        None => bits(body, *a).map(|number| body.add_const(Const::Bits(to.truncate(number)))),
    }
}

fn extended(known: &BlockFacts, operand: Operand) -> Option<(Operand, Extension)> {
    match known.fact(operand) {
        Some(Fact::Extended(from, extension)) => Some((known.origin(from), extension)),
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
