//! Instructions, one by one and completely: values with undefined bits, failing checks, rare operations.
//!
//! `crate::fast` has the ordinary cases of the common instructions again, for speed; what an instruction
//! means is written here.

use ir::{
    BinaryOp, BlockId, Body, FuncId, Inst, Operand, Reg, SourceLoc, Switch, Ty, Wide, WideOp, Width,
};

use crate::access;
use crate::arith::{self, ArithError};
use crate::bug::BugKind;
use crate::fast::Place;
use crate::fault::Fault;
use crate::float;
use crate::image::{Code, Image};
use crate::machine::{Arithmetic, Exit};
use crate::memory::{Memory, Tag};
use crate::shaded;
use crate::value::{Cause, ShadeId, Shades, UndefKind, Value};

/// What an instruction works on: one frame, and the memory.
pub(crate) struct Context<'p, 'm> {
    pub image: &'p Image<'p>,
    pub code: &'p Code<'p>,
    pub body: &'p Body,
    pub function: FuncId,
    /// Where the frame's slots start.
    pub slots: u64,
    pub stack_top: u64,
    pub arithmetic: Arithmetic,
    pub shades: &'m mut Shades,
    pub memory: &'m mut Memory,
    pub regs: &'m mut [Value],
    /// The instruction to execute.
    pub pc: usize,
}

/// How to go on.
pub(crate) enum Step<'p> {
    Next,
    Goto(BlockId),
    Exit(Exit<'p>),
}

/// Executes one instruction.
#[inline(never)]
pub(crate) fn execute<'p>(context: &mut Context<'p, '_>) -> Step<'p> {
    match try_execute(context) {
        Ok(step) => step,
        Err(fault) => Step::Exit(Exit::Fault(fault)),
    }
}

fn try_execute<'p>(cx: &mut Context<'p, '_>) -> Result<Step<'p>, Fault> {
    let body = cx.body;
    match body.code[cx.pc] {
        Inst::Copy { dst, src } => cx.set(dst, cx.get(src)),
        Inst::Binary { op, width, nsw, dst, a, b } => {
            let value = cx.binary(op, width, nsw, cx.get(a), cx.get(b))?;
            cx.set(dst, value);
        }
        Inst::Unary { op, width, dst, a } => {
            let a = cx.get(a);
            cx.set_depending(dst, arith::unary(op, width, a.bits), &[a]);
        }
        Inst::Compare { op, width, dst, a, b } => {
            let (a, b) = (cx.get(a), cx.get(b));
            let value = match ShadeId::any(a.shade, b.shade) {
                true => shaded::compare(cx.shades, op, width, a, b),
                false => Value::plain(arith::compare(op, width, a.bits, b.bits).into()),
            };
            cx.set(dst, value);
        }
        Inst::Extend { signed, from, to, dst, a } => {
            cx.set_moved(dst, cx.get(a), |bits| {
                arith::extend(signed, from, to, from.truncate(bits))
            });
        }
        Inst::Truncate { to, dst, a } => cx.set_moved(dst, cx.get(a), |bits| to.truncate(bits)),
        Inst::Select { dst, cond, a, b } => {
            let value = select(cx.shades, cx.get(cond), cx.get(a), cx.get(b), body.ty(dst));
            cx.set(dst, value);
        }
        Inst::Wide(ref wide) => cx.wide(wide)?,
        Inst::FloatBinary { op, ty, dst, a, b } => {
            let (a, b) = (cx.get(a), cx.get(b));
            cx.set_depending(dst, float::binary(op, ty, a.bits, b.bits), &[a, b]);
        }
        Inst::FloatUnary { op, ty, dst, a } => {
            let a = cx.get(a);
            cx.set_depending(dst, float::unary(op, ty, a.bits), &[a]);
        }
        Inst::FloatMulAdd { ty, dst, a, b, c } => {
            let [a, b, c] = [a, b, c].map(|operand| cx.get(operand));
            cx.set_depending(dst, float::mul_add(ty, a.bits, b.bits, c.bits), &[a, b, c]);
        }
        Inst::FloatCompare { op, ty, dst, a, b } => {
            let (a, b) = (cx.get(a), cx.get(b));
            cx.set_depending(dst, float::compare(op, ty, a.bits, b.bits).into(), &[a, b]);
        }
        Inst::Convert { op, dst, a } => {
            let a = cx.get(a);
            cx.set_depending(dst, float::convert(op, a.bits), &[a]);
        }
        Inst::Freeze { dst, src } => cx.set(dst, Value::plain(cx.get(src).bits)),

        Inst::Load { ty, dst, addr, offset } => {
            let (address, at) = (cx.address(addr, offset)?, cx.loc());
            let value = access::load(cx.memory, cx.shades, ty, address, at)?;
            cx.set(dst, value);
        }
        Inst::Store { ty, addr, offset, value } => {
            let (address, value) = (cx.address(addr, offset)?, cx.get(value));
            access::store(cx.memory, cx.shades, ty, address, value)?;
        }
        Inst::MemCopy { may_overlap, dst, src, len } => cx.mem_copy(may_overlap, dst, src, len)?,
        Inst::MemSet { dst, value, len } => cx.mem_set(dst, value, len)?,
        Inst::SlotAddr { dst, slot } => cx.set(dst, Value::plain(cx.slot_address(slot))),
        Inst::SlotLive { slot } => cx.tag_slot(slot, Tag::UNINIT),
        Inst::SlotDead { slot } => cx.tag_slot(slot, Tag::OUT_OF_SCOPE),
        Inst::StackSave { dst } => cx.set(dst, Value::plain(cx.stack_top)),
        Inst::StackRestore { token } => {
            return Ok(Step::Exit(Exit::StackRestore(cx.get(token).bits)));
        }
        Inst::Alloca { dst, size, align } => {
            let size = cx.decide(size, "the size")?;
            return Ok(Step::Exit(Exit::Alloca { dst, size, align }));
        }
        Inst::VaStart { list } => return Ok(Step::Exit(Exit::VaStart(list))),
        Inst::Call(ref call) => return Ok(Step::Exit(Exit::Call(call))),

        Inst::Jump { target } => return Ok(Step::Goto(target)),
        Inst::Branch { cond, then, otherwise } => {
            let taken = cx.decide(cond, "the condition")? != 0;
            return Ok(Step::Goto(if taken { then } else { otherwise }));
        }
        Inst::Switch(ref switch) => {
            let value = cx.decide(switch.value, "the switched value")?;
            return Ok(Step::Goto(case(switch, value)));
        }
        Inst::IndirectJump { addr, ref targets } => {
            let address = cx.decide(addr, "the jump target")?;
            return label(cx.image, cx.function, address, targets).map(Step::Goto);
        }
        Inst::Return { ref values } => return Ok(Step::Exit(Exit::Return(values))),
        Inst::Unreachable => {
            let message = "executes code marked as unreachable".to_owned();
            return Err(Fault::Other(BugKind::Unreachable, message));
        }
        Inst::Trap => {
            let message = "the program stops itself with a trap".to_owned();
            return Err(Fault::Other(BugKind::Abort, message));
        }
        Inst::Unsupported { ref what } => {
            return Ok(Step::Exit(Exit::Unsupported(what.to_string())));
        }
    }
    Ok(Step::Next)
}

impl Context<'_, '_> {
    fn get(&self, operand: Operand) -> Value {
        self.regs[Place::of(operand, self.body.regs.len() as u32).index()]
    }

    fn set(&mut self, dst: Reg, value: Value) {
        self.regs[dst.index()] = value;
    }

    /// The bits of a value that decides something.
    fn decide(&self, operand: Operand, what: &'static str) -> Result<u64, Fault> {
        let value = self.get(operand);
        defined(self.shades, value, what)?;
        Ok(value.bits)
    }

    fn address(&self, operand: Operand, offset: i32) -> Result<u64, Fault> {
        let base = self.decide(operand, "the address")?;
        Ok(base.wrapping_add(i64::from(offset) as u64) & self.memory.layout().address_mask())
    }

    fn slot_address(&self, slot: ir::SlotId) -> u64 {
        self.slots + self.code.frame.offset(slot)
    }

    fn loc(&self) -> Option<SourceLoc> {
        self.body.locs[self.pc]
    }

    fn tag_slot(&mut self, slot: ir::SlotId, tag: Tag) {
        let address = self.slot_address(slot);
        self.memory.set_tags(address, self.body.slot(slot).size, tag);
    }

    /// Sets a register to a result all of whose bits depend on the operands.
    fn set_depending(&mut self, dst: Reg, bits: u64, operands: &[Value]) {
        let mask = self.body.ty(dst).mask();
        let value = depending(self.shades, bits, mask, operands);
        self.set(dst, value);
    }

    /// Sets a register to what `rearrange` makes of the bits, defined and undefined alike.
    fn set_moved(&mut self, dst: Reg, from: Value, rearrange: impl Fn(u64) -> u64) {
        let bits = rearrange(from.bits);
        let value = match from.is_plain() {
            true => Value::plain(bits),
            false => {
                let undef = rearrange(self.shades.undef(from));
                shaded::moved(self.shades, bits, undef, from)
            }
        };
        self.set(dst, value);
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        width: Width,
        nsw: bool,
        a: Value,
        b: Value,
    ) -> Result<Value, Fault> {
        let division =
            matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem);
        if division {
            defined(self.shades, b, "the divisor")?;
        }
        if ShadeId::any(a.shade, b.shade) {
            return Ok(shaded::binary(self.shades, op, width, a, b));
        }
        match arith::binary(op, width, nsw, a.bits, b.bits) {
            Ok(bits) => Ok(Value::plain(bits)),
            Err(error) => self.undefined_result(error, division, width.mask()),
        }
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

    fn wide(&mut self, wide: &Wide) -> Result<(), Fault> {
        let [a0, a1] = wide.a.map(|half| self.get(half));
        let [b0, b1] = wide.b.map(|half| self.get(half));
        let join = |low: Value, high: Value| u128::from(high.bits) << 64 | u128::from(low.bits);
        let (a, b) = (join(a0, a1), join(b0, b1));
        let result = match wide.op {
            WideOp::Binary { op, nsw } => arith::binary_wide(op, nsw, a, b),
            WideOp::Compare(op) => Ok(arith::compare_wide(op, a, b).into()),
            WideOp::FromFloat { from, signed } => Ok(float::to_wide(from, signed, a0.bits)),
            WideOp::ToFloat { to, signed } => Ok(float::from_wide(to, signed, a).into()),
        };
        let halves = match result {
            Ok(bits) => [bits as u64, (bits >> 64) as u64]
                .map(|bits| depending(self.shades, bits, u64::MAX, &[a0, a1, b0, b1])),
            Err(error) => [self.undefined_result(error, false, u64::MAX)?; 2],
        };
        // Comparisons and floats name their one result twice: the low half must win.
        self.set(wide.dst[1], halves[1]);
        self.set(wide.dst[0], halves[0]);
        Ok(())
    }

    fn mem_copy(
        &mut self,
        may_overlap: bool,
        dst: Operand,
        src: Operand,
        len: Operand,
    ) -> Result<(), Fault> {
        let len = self.decide(len, "the length")?;
        if len == 0 {
            return Ok(());
        }
        let (to, from) = (self.address(dst, 0)?, self.address(src, 0)?);
        // Clang copies a struct onto itself with memcpy, and says that this is fine.
        if !may_overlap && to != from && to.abs_diff(from) < len {
            let message = format!("copies {len} bytes between ranges that overlap");
            return Err(Fault::Other(BugKind::OverlappingCopy, message));
        }
        access::copy(self.memory, to, from, len)
    }

    fn mem_set(&mut self, dst: Operand, value: Operand, len: Operand) -> Result<(), Fault> {
        let len = self.decide(len, "the length")?;
        if len == 0 {
            return Ok(());
        }
        let to = self.address(dst, 0)?;
        access::fill(self.memory, self.shades, to, self.get(value), len)
    }
}

/// A value that decides something must not have undefined bits.
#[cold]
pub(crate) fn defined(shades: &Shades, value: Value, what: &'static str) -> Result<(), Fault> {
    match shades.get(value.shade) {
        Some(shade) if shade.undef != 0 => Err(Fault::Undefined(shade, what)),
        _ => Ok(()),
    }
}

fn select(shades: &mut Shades, cond: Value, a: Value, b: Value, ty: Ty) -> Value {
    let chosen = if cond.bits & 1 != 0 { a } else { b };
    if shades.undef(cond) == 0 || (a == b && a.is_plain()) {
        return chosen;
    }
    depending(shades, chosen.bits, ty.mask(), &[cond])
}

/// A result all of whose bits depend on the operands.
fn depending(shades: &mut Shades, bits: u64, mask: u64, operands: &[Value]) -> Value {
    match operands.iter().find(|operand| !operand.is_plain()) {
        None => Value::plain(bits),
        Some(&odd) => shaded::moved(shades, bits, mask, odd),
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
