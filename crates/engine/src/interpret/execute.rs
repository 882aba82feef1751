//! Instructions, one by one and completely: values with undefined bits, failing checks, rare operations.
//!
//! `crate::machine::fast` has the ordinary cases of the common instructions again, for speed; what an instruction
//! means is written here.

use ir::{
    BinaryOp, BlockId, CompareOp, Edge, FuncId, Inst, Operand, ProgramPoint, Reg, SourceLoc,
    Switch, Ty, Wide, WideOp, Width,
};
use smt::{FloatOp, TermId, TermPool};

use crate::interpret::check;
use crate::interpret::run::Exit;
use crate::machine::Arithmetic;
use crate::machine::context::{Context, Stop, defined};
use crate::machine::fast;
use crate::machine::fault::Fault;
use crate::machine::image::Image;
use crate::memory::Tag;
use crate::pointer;
use crate::report::bug::BugKind;
use crate::value::arith::{self, ArithError};
use crate::value::float;
use crate::value::lift;
use crate::value::undefined::{self, Partly};
use crate::value::{Cause, UndefKind, Value};

/// How to go on.
pub(crate) enum Transfer<'p> {
    Next,
    Goto(BlockId),
    Exit(Exit<'p>),
}

/// Executes one instruction.
#[inline(never)]
pub(crate) fn execute<'p>(context: &mut Context<'p, '_>) -> Transfer<'p> {
    match try_execute(context) {
        Ok(step) => step,
        Err(Stop::Fault(fault)) => Transfer::Exit(Exit::Fault(fault)),
        Err(Stop::Decide(condition)) => Transfer::Exit(Exit::Decide(condition)),
        Err(Stop::Unrelated(objects)) => Transfer::Exit(Exit::Unrelated(objects)),
    }
}

fn try_execute<'p>(cx: &mut Context<'p, '_>) -> Result<Transfer<'p>, Stop> {
    let body = cx.frame.body;
    if cx.image.is_goal(ProgramPoint { function: cx.frame.function, pc: cx.frame.pc as u32 }) {
        cx.run.path.trace.reach();
    }
    match body.code[cx.frame.pc] {
        Inst::Copy { dst, src } => cx.set(dst, cx.get(src)),
        Inst::Binary { op, width, nsw, dst, a, b } => {
            let (a, b) = (cx.get(a), cx.get(b));
            cx.compute_with(op, a, b)?;
            cx.watch_binary(op, a, b)?;
            let value = cx.binary(op, width, nsw, a, b)?;
            cx.set(dst, value);
        }
        Inst::Unary { op, width, dst, a } => {
            let a = cx.get(a);
            cx.look_at_number(a)?;
            let term = cx.term_of(&[a], width.bits(), |pool, args| lift::unary(pool, op, args[0]));
            cx.set_depending(dst, arith::unary(op, width, a.bits), term, &[a]);
        }
        Inst::Compare { op, width, dst, a, b } => {
            let (a, b) = (cx.get(a), cx.get(b));
            cx.order_members(op, a, b)?;
            cx.watch_compare(op, a, b)?;
            let value = cx.compare(op, width, a, b);
            cx.set(dst, value);
        }
        Inst::Extend { signed, from, to, dst, a } => {
            let a = cx.get(a);
            if signed {
                cx.look_at_number(a)?;
            }
            let term =
                cx.term_of(&[a], from.bits(), |pool, args| lift::extend(pool, signed, to, args[0]));
            cx.set_moved(dst, a, term, |bits| arith::extend(signed, from, to, from.truncate(bits)));
        }
        Inst::Truncate { to, dst, a } => {
            let a = cx.get(a);
            cx.look_at_number(a)?;
            let term = cx.shades.term(a).map(|term| cx.pool.truncate(to.bits(), term));
            cx.set_moved(dst, a, term, |bits| to.truncate(bits));
        }
        Inst::Select { dst, cond, a, b } => {
            let value = cx.select(cx.get(cond), cx.get(a), cx.get(b), body.ty(dst));
            cx.set(dst, value);
        }
        Inst::Wide(ref wide) => cx.wide(wide)?,
        Inst::FloatBinary { op, ty, dst, a, b } => {
            let operands = [cx.get(a), cx.get(b)];
            operands.into_iter().try_for_each(|operand| cx.look_at_number(operand))?;
            let term = cx.maybe_term_of(&operands, Ty::Float(ty).bits(), |pool, args| {
                lift::float_binary(pool, op, args[0], args[1])
            });
            let bits = float::binary(op, ty, operands[0].bits, operands[1].bits);
            cx.set_depending(dst, bits, term, &operands);
        }
        Inst::FloatUnary { op, ty, dst, a } => {
            let a = cx.get(a);
            cx.look_at_number(a)?;
            let term = cx.maybe_term_of(&[a], Ty::Float(ty).bits(), |pool, args| {
                lift::float_unary(pool, op, args[0])
            });
            cx.set_depending(dst, float::unary(op, ty, a.bits), term, &[a]);
        }
        Inst::FloatMulAdd { ty, dst, a, b, c } => {
            let operands = [a, b, c].map(|operand| cx.get(operand));
            operands.into_iter().try_for_each(|operand| cx.look_at_number(operand))?;
            let term = cx.term_of(&operands, Ty::Float(ty).bits(), |pool, args| {
                pool.float(FloatOp::MulAdd, args)
            });
            let [a, b, c] = operands.map(|operand| operand.bits);
            cx.set_depending(dst, float::mul_add(ty, a, b, c), term, &operands);
        }
        Inst::FloatCompare { op, ty, dst, a, b } => {
            let operands = [cx.get(a), cx.get(b)];
            operands.into_iter().try_for_each(|operand| cx.look_at_number(operand))?;
            let term = cx.term_of(&operands, Ty::Float(ty).bits(), |pool, args| {
                let holds = lift::float_compare(pool, op, args[0], args[1]);
                pool.bool_to_bits(holds, 1)
            });
            let holds = float::compare(op, ty, operands[0].bits, operands[1].bits);
            cx.set_depending(dst, holds.into(), term, &operands);
        }
        Inst::Convert { op, dst, a } => {
            let a = cx.get(a);
            cx.look_at_number(a)?;
            let (from, _) = op.types();
            let term =
                cx.maybe_term_of(&[a], from.bits(), |pool, args| lift::convert(pool, op, args[0]));
            cx.set_depending(dst, float::convert(op, a.bits), term, &[a]);
        }
        Inst::Freeze { dst, src } => {
            let value = cx.get(src);
            let value = cx.shades.shaded(value.bits, cx.shades.term(value), 0, None);
            cx.set(dst, value);
        }

        Inst::Load { ty, dst, addr, offset } => {
            let value = pointer::load(cx, ty, dst, addr, offset)?;
            cx.set(dst, value);
        }
        Inst::Store { ty, addr, offset, value } => {
            let value = cx.get(value);
            pointer::store(cx, ty, addr, offset, value)?;
        }
        Inst::MemCopy { may_overlap, dst, src, len } => cx.mem_copy(may_overlap, dst, src, len)?,
        Inst::MemSet { dst, value, len } => cx.mem_set(dst, value, len)?,
        Inst::SlotAddr { dst, slot } => cx.set(dst, Value::plain(cx.slot_address(slot))),
        Inst::SlotLive { slot } => cx.tag_slot(slot, Tag::UNINIT),
        Inst::SlotDead { slot } => cx.tag_slot(slot, Tag::OUT_OF_SCOPE),
        Inst::StackSave { dst } => cx.set(dst, Value::plain(cx.frame.stack_top)),
        Inst::StackRestore { token } => {
            return Ok(Transfer::Exit(Exit::StackRestore(cx.get(token).bits)));
        }
        Inst::Alloca { dst, size, align } => {
            let size = cx.pin(size, "the size")?;
            return Ok(Transfer::Exit(Exit::Alloca { dst, size, align }));
        }
        Inst::VaStart { list } => return Ok(Transfer::Exit(Exit::VaStart(list))),
        Inst::Call(ref call) => return Ok(Transfer::Exit(Exit::Call(call))),
        Inst::Check { kind, cond } => check::check(cx, kind, cond)?,
        Inst::CheckPointer { addr, align, usage } => check::check_pointer(cx, addr, align, usage)?,

        Inst::Jump { target } => return Ok(Transfer::Goto(target)),
        Inst::Branch { cond, then, otherwise } => {
            let taken = cx.branch(cond)?;
            return Ok(cx.take(if taken { then } else { otherwise }));
        }
        Inst::Switch(ref switch) => {
            let target = cx.switch(switch)?;
            return Ok(cx.take(target));
        }
        Inst::IndirectJump { addr, ref targets } => {
            let address = cx.pin(addr, "the jump target")?;
            return Ok(label(cx.image, cx.frame.function, address, targets).map(Transfer::Goto)?);
        }
        Inst::Return { ref values } => return Ok(Transfer::Exit(Exit::Return(values))),
        Inst::Unreachable => {
            let message = "executes code marked as unreachable".to_owned();
            return Err(Fault::Other(BugKind::Unreachable, message).into());
        }
        Inst::Trap => {
            let message = "the program stops itself with a trap".to_owned();
            return Err(Fault::Other(BugKind::Abort, message).into());
        }
        Inst::Unsupported { ref what } => {
            return Ok(Transfer::Exit(Exit::Unsupported(what.to_string())));
        }
    }
    Ok(Transfer::Next)
}

impl Context<'_, '_> {
    pub(crate) fn get(&self, operand: Operand) -> Value {
        self.frame.regs[fast::place(operand, self.frame.body.regs.len())]
    }

    fn set(&mut self, dst: Reg, value: Value) {
        self.frame.regs[dst.index()] = value;
    }

    fn slot_address(&self, slot: ir::SlotId) -> u64 {
        self.frame.slots + self.frame.code.frame.offset(slot)
    }

    pub(crate) fn loc(&self) -> Option<SourceLoc> {
        self.frame.body.locs[self.frame.pc]
    }

    fn tag_slot(&mut self, slot: ir::SlotId, tag: Tag) {
        let address = self.slot_address(slot);
        self.memory.set_tags(address, self.frame.body.slot(slot).size, tag);
    }

    /// Does a condition hold? If the path doesn't say, it has to be decided first.
    pub(crate) fn holds(&mut self, condition: TermId) -> Result<bool, Stop> {
        self.run.path.condition.knows(self.pool, condition).ok_or(Stop::Decide(condition))
    }

    /// The bits of a value that decides something; one that depends on the inputs is taken as it is now,
    /// and its other values are left to other runs.
    pub(crate) fn pin(&mut self, operand: Operand, what: &'static str) -> Result<u64, Stop> {
        let value = self.get(operand);
        defined(self.shades, value, what)?;
        if let Some(term) = self.shades.term(value) {
            let same = lift::is_now(self.pool, term, value.bits);
            self.holds(same)?;
        }
        Ok(value.bits)
    }

    fn branch(&mut self, cond: Operand) -> Result<bool, Stop> {
        let value = self.get(cond);
        defined(self.shades, value, "the condition")?;
        match self.shades.term(value) {
            None => Ok(value.bits != 0),
            Some(term) => {
                let condition = self.pool.is_nonzero(term);
                self.holds(condition)
            }
        }
    }

    /// Goes to one of an instruction's targets.
    fn take<'p>(&mut self, to: BlockId) -> Transfer<'p> {
        if self.run.traced {
            let target = self.frame.body.blocks[to.index()].start;
            self.run.path.trace.take(Edge {
                from: ProgramPoint::new(self.frame.function, self.frame.pc),
                to: target,
            });
        }
        Transfer::Goto(to)
    }

    fn switch(&mut self, switch: &Switch) -> Result<BlockId, Stop> {
        let value = self.get(switch.value);
        self.look_at_number(value)?;
        defined(self.shades, value, "the switched value")?;
        let Some(term) = self.shades.term(value) else { return Ok(case(switch, value.bits)) };
        // Where it goes now comes first: most runs then need one decision. Cases that go to the same place
        // are one.
        let mut targets = vec![case(switch, value.bits)];
        for &(_, target) in &switch.cases {
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        for target in targets.into_iter().filter(|&target| target != switch.default) {
            let goes_there = self.goes_to(switch, term, target);
            if self.holds(goes_there)? {
                return Ok(target);
            }
        }
        Ok(switch.default)
    }

    /// When a switch goes to a target that isn't its default.
    fn goes_to(&mut self, switch: &Switch, term: TermId, target: BlockId) -> TermId {
        let mut any = self.pool.bool(false);
        for &(number, _) in switch.cases.iter().filter(|case| case.1 == target) {
            let number = self.pool.bits(switch.width.bits(), number);
            let same = self.pool.eq(term, number);
            any = self.pool.or(any, same);
        }
        any
    }

    /// A value as a term of that width.
    pub(crate) fn term(&mut self, value: Value, width: u32) -> TermId {
        self.shades.term(value).unwrap_or_else(|| self.pool.bits(width, value.bits))
    }

    /// What an operation makes of the operands' terms, if one of them depends on the inputs.
    fn term_of(
        &mut self,
        operands: &[Value],
        width: u32,
        operation: impl FnOnce(&mut TermPool, &[TermId]) -> TermId,
    ) -> Option<TermId> {
        self.maybe_term_of(operands, width, |pool, args| Some(operation(pool, args)))
    }

    fn maybe_term_of(
        &mut self,
        operands: &[Value],
        width: u32,
        operation: impl FnOnce(&mut TermPool, &[TermId]) -> Option<TermId>,
    ) -> Option<TermId> {
        operands.iter().find_map(|&operand| self.shades.term(operand))?;
        let args: Vec<TermId> = operands.iter().map(|&operand| self.term(operand, width)).collect();
        let term = operation(self.pool, &args);
        if term.is_none() {
            self.concretise(operands);
        }
        term
    }

    /// Fixes operands that no term can be made of.
    fn concretise(&mut self, operands: &[Value]) {
        for &operand in operands {
            if let Some(term) = self.shades.term(operand) {
                let same = lift::is_now(self.pool, term, operand.bits);
                let site = ProgramPoint { function: self.frame.function, pc: self.frame.pc as u32 };
                self.run.path.concretize(self.pool, same, site);
            }
        }
    }

    /// Sets a register to a result all of whose bits depend on the operands.
    fn set_depending(&mut self, dst: Reg, bits: u64, term: Option<TermId>, operands: &[Value]) {
        let mask = self.frame.body.ty(dst).mask();
        let value = self.depending(bits, mask, term, operands);
        self.set(dst, value);
    }

    fn depending(
        &mut self,
        bits: u64,
        mask: u64,
        term: Option<TermId>,
        operands: &[Value],
    ) -> Value {
        let cause = operands.iter().find_map(|&operand| self.shades.cause(operand));
        let undef = if cause.is_some() { mask } else { 0 };
        self.shades.shaded(bits, term, undef, cause)
    }

    /// Sets a register to what `rearrange` makes of the bits, defined and undefined alike.
    fn set_moved(
        &mut self,
        dst: Reg,
        from: Value,
        term: Option<TermId>,
        rearrange: impl Fn(u64) -> u64,
    ) {
        let undef = rearrange(self.shades.undef(from));
        let cause = self.shades.cause(from);
        let value = self.shades.shaded(rearrange(from.bits), term, undef, cause);
        self.set(dst, value);
    }

    fn partly(&self, value: Value) -> Partly {
        Partly { bits: value.bits, undef: self.shades.undef(value) }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        width: Width,
        nsw: bool,
        a: Value,
        b: Value,
    ) -> Result<Value, Stop> {
        let division =
            matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem);
        if division {
            defined(self.shades, b, "the divisor")?;
        }
        let term = self
            .term_of(&[a, b], width.bits(), |pool, args| lift::binary(pool, op, args[0], args[1]));
        if term.is_some() {
            let (x, y) = (self.term(a, width.bits()), self.term(b, width.bits()));
            for (condition, error) in lift::defined_if(self.pool, op, nsw, x, y) {
                if !self.holds(condition)? {
                    return Ok(self.undefined_result(error, division, width.mask())?);
                }
            }
        }
        self.decide_defined(op, width, a, b)?;
        let undef = undefined::binary(op, width, self.partly(a), self.partly(b));
        let cause = self.shades.cause(a).or_else(|| self.shades.cause(b));
        match arith::binary(op, width, nsw, a.bits, b.bits) {
            Ok(bits) => {
                let value = self.shades.shaded(bits, term, undef, cause);
                let base = term.and_then(|_| pointer::base(self, op, a, b));
                Ok(self.shades.made_from(value, base))
            }
            // The bits stand for anything: whether they overflow says nothing.
            Err(_) if undef != 0 => Ok(self.shades.shaded(0, None, width.mask(), cause)),
            Err(error) => Ok(self.undefined_result(error, division, width.mask())?),
        }
    }

    /// Undefined bits that inputs mask: whether any are left is a decision. If so, which ones are left with other inputs isn't
    /// asked, nor where inputs shift them to.
    fn decide_defined(
        &mut self,
        op: BinaryOp,
        width: Width,
        a: Value,
        b: Value,
    ) -> Result<(), Stop> {
        for (mask, other) in [(a, b), (b, a)] {
            let undef = self.shades.undef(other) & width.mask();
            if undef == 0 || self.shades.term(mask).is_none() {
                continue;
            }
            let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
            if is_shift || self.shades.undef(mask) != 0 {
                self.run.path.trace.concretized = true;
                continue;
            }
            let term = self.term(mask, width.bits());
            let kept = match op {
                BinaryOp::And => term,
                BinaryOp::Or => self.pool.bit_not(term),
                _ => continue,
            };
            let undef = self.pool.bits(width.bits(), undef);
            let kept = self.pool.bit_and(kept, undef);
            if self.pool.as_bits(kept).is_none() {
                let none = self.pool.bits(width.bits(), 0);
                let is_defined = self.pool.eq(kept, none);
                self.run.path.trace.concretized |= !self.holds(is_defined)?;
            }
        }
        Ok(())
    }

    fn compare(&mut self, op: CompareOp, width: Width, a: Value, b: Value) -> Value {
        let term = self.term_of(&[a, b], width.bits(), |pool, args| {
            let holds = lift::compare(pool, op, args[0], args[1]);
            pool.bool_to_bits(holds, 1)
        });
        let undef = undefined::compare(op, width, self.partly(a), self.partly(b));
        // Whether the defined bits decide it may depend on the inputs.
        let all = width.mask();
        let is_partly =
            [a, b].map(|it| self.shades.undef(it) & all).iter().any(|&it| it != 0 && it != all);
        self.run.path.trace.concretized |= is_partly && term.is_some();
        let cause = self.shades.cause(a).or_else(|| self.shades.cause(b));
        let holds = arith::compare(op, width, a.bits, b.bits);
        self.shades.shaded(holds.into(), term, undef.into(), cause)
    }

    fn select(&mut self, cond: Value, a: Value, b: Value, ty: Ty) -> Value {
        let chosen = if cond.bits & 1 != 0 { a } else { b };
        let term = match self.shades.term(cond) {
            None => self.shades.term(chosen),
            Some(cond) => {
                let (x, y) = (self.term(a, ty.bits()), self.term(b, ty.bits()));
                let condition = self.pool.is_nonzero(cond);
                Some(self.pool.ite(condition, x, y))
            }
        };
        let (undef, cause) = match self.shades.cause(cond).filter(|_| self.shades.undef(cond) != 0)
        {
            None => (self.shades.undef(chosen), self.shades.cause(chosen)),
            Some(_) if a == b && a.is_plain() => (0, None),
            cause => (ty.mask(), cause),
        };
        self.shades.shaded(chosen.bits, term, undef, cause)
    }

    /// What an operation without a defined result gives: a fault, or an undefined value. Division is
    /// always a fault: the hardware traps.
    fn undefined_result(
        &mut self,
        error: ArithError,
        division: bool,
        mask: u64,
    ) -> Result<Value, Fault> {
        let kind = match error {
            _ if self.arithmetic == Arithmetic::Trap || division => {
                return Err(Fault::Arith(error));
            }
            ArithError::SignedOverflow => UndefKind::SignedOverflow,
            ArithError::BadShift => UndefKind::BadShift,
            ArithError::DivisionByZero => return Err(Fault::Arith(error)),
        };
        let cause = Cause { kind, at: self.loc() };
        Ok(self.shades.undefined(0, mask, cause))
    }

    fn wide(&mut self, wide: &Wide) -> Result<(), Stop> {
        let [a0, a1] = wide.a.map(|half| self.get(half));
        let [b0, b1] = wide.b.map(|half| self.get(half));
        let operands = [a0, a1, b0, b1];
        operands.into_iter().try_for_each(|operand| self.look_at_number(operand))?;
        let term = self.maybe_term_of(&operands, 64, |pool, args| {
            let (a, b) = (pool.concat(args[1], args[0]), pool.concat(args[3], args[2]));
            wide_term(pool, wide.op, a, b)
        });
        if let (Some(_), WideOp::Binary { op, nsw }) = (term, wide.op)
            && let Some(undefined) = self.undefined_wide(op, nsw, operands)?
        {
            self.set(wide.dst[1], undefined);
            self.set(wide.dst[0], undefined);
            return Ok(());
        }
        let join = |low: Value, high: Value| u128::from(high.bits) << 64 | u128::from(low.bits);
        let (a, b) = (join(a0, a1), join(b0, b1));
        let result = match wide.op {
            WideOp::Binary { op, nsw } => arith::binary_wide(op, nsw, a, b),
            WideOp::Compare(op) => Ok(arith::compare_wide(op, a, b).into()),
            WideOp::FromFloat { from, signed } => Ok(float::to_wide(from, signed, a0.bits)),
            WideOp::ToFloat { to, signed } => Ok(float::from_wide(to, signed, a).into()),
        };
        let halves = match result {
            Err(error) => [self.undefined_result(error, false, u64::MAX)?; 2],
            Ok(bits) => [0, 1].map(|half: u32| {
                let low = 64 * half;
                let width = self.frame.body.ty(wide.dst[half as usize]).bits();
                let term = term.map(|term| self.pool.extract(low + width - 1, low, term));
                self.depending((bits >> low) as u64, u64::MAX, term, &operands)
            }),
        };
        // Comparisons and floats name their one result twice: the low half must win.
        self.set(wide.dst[1], halves[1]);
        self.set(wide.dst[0], halves[0]);
        Ok(())
    }

    /// The halves of a wide result, if the path has it that it is undefined.
    fn undefined_wide(
        &mut self,
        op: BinaryOp,
        nsw: bool,
        operands: [Value; 4],
    ) -> Result<Option<Value>, Stop> {
        let halves = operands.map(|operand| self.term(operand, 64));
        let a = self.pool.concat(halves[1], halves[0]);
        let b = self.pool.concat(halves[3], halves[2]);
        for (condition, error) in lift::defined_if(self.pool, op, nsw, a, b) {
            if !self.holds(condition)? {
                return Ok(Some(self.undefined_result(error, false, u64::MAX)?));
            }
        }
        Ok(None)
    }
}

/// What 128 bits are made of, unless they are a float, or must not overflow.
fn wide_term(pool: &mut TermPool, op: WideOp, a: TermId, b: TermId) -> Option<TermId> {
    match op {
        WideOp::Binary { op, nsw: false } => Some(lift::binary(pool, op, a, b)),
        WideOp::Compare(op) => {
            let holds = lift::compare(pool, op, a, b);
            Some(pool.bool_to_bits(holds, 128))
        }
        _ => None,
    }
}

fn case(switch: &Switch, value: u64) -> BlockId {
    match switch.cases.binary_search_by_key(&value, |case| case.0) {
        Ok(index) => switch.cases[index].1,
        Err(_) => switch.default,
    }
}

fn label(
    image: &Image<'_>,
    function: FuncId,
    address: u64,
    targets: &[BlockId],
) -> Result<BlockId, Fault> {
    match image.block_at(address) {
        Some((owner, block)) if owner == function && targets.contains(&block) => Ok(block),
        _ => {
            let message = format!("jumps to {address:#x}, which is no label of this function");
            Err(Fault::Other(BugKind::InvalidCall, message))
        }
    }
}
