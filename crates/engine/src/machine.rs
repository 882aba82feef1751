//! The machine: executes one state, instruction by instruction.
//!
//! [`Machine::run`] goes from call to call; between two calls the inner loop in [`Machine::run_frame`]
//! works on one frame's registers and dispatches to `arith`, `float`, `access` and, for values that are
//! more than their bits, `shaded`. The machine does no IO and reads no clock.

use ir::{
    BinaryOp, BlockId, Body, Call, Convert, FuncId, Inst, Operand, OperandKind, SourceLoc, Switch,
    Ty, Wide, WideOp, Width,
};

use crate::access;
use crate::arith::{self, ArithError};
use crate::bug::BugKind;
use crate::externals::Externals;
use crate::fault::{self, Fault};
use crate::float;
use crate::image::Image;
use crate::outcome::{Outcome, StopReason, Unsupported};
use crate::shaded;
use crate::state::State;
use crate::value::{Cause, ShadeId, Shades, UndefKind, Value};

/// Executes states of one program.
pub struct Machine<'p, 'e> {
    pub(crate) image: &'p Image<'p>,
    pub(crate) externals: &'e mut dyn Externals,
    pub(crate) shades: Shades,
    pub(crate) options: Options<'e>,
}

/// How to execute.
pub struct Options<'e> {
    /// What undefined arithmetic does.
    pub arithmetic: Arithmetic,
    /// Report heap blocks that nothing points to at the end?
    pub leaks: bool,
    /// Bytes of stack before a recursion counts as endless.
    pub stack_limit: u64,
    /// Stop after about that many instructions.
    pub instruction_limit: Option<u64>,
    /// Asked now and then: stop?
    pub stop: &'e dyn Fn() -> bool,
}

/// What undefined arithmetic (signed overflow, bad shifts) does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// It is a bug at once: right for code as the programmer wrote it.
    Trap,
    /// It gives an undefined value, which is a bug where it decides something: right for optimised
    /// code, in which such operations may be executed early without being used.
    Defer,
}

/// How the inner loop was left.
enum Exit<'p> {
    Call(&'p Call),
    Return(&'p [Operand]),
    VaStart(Operand),
    Alloca { dst: ir::Reg, size: u64, align: u32 },
    StackRestore(u64),
    Pause,
    Fault(Fault),
    Unsupported(String),
}

/// Goes on, or has ended.
pub(crate) enum Flow {
    Next,
    End(Outcome),
}

/// Instructions between two looks at the limits.
const SLICE: u64 = 1 << 20;

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            arithmetic: Arithmetic::Trap,
            leaks: false,
            stack_limit: 8 << 20,
            instruction_limit: None,
            stop: &|| false,
        }
    }
}

impl<'p, 'e> Machine<'p, 'e> {
    /// A machine for a program.
    pub fn new(
        image: &'p Image<'p>,
        externals: &'e mut dyn Externals,
        options: Options<'e>,
    ) -> Machine<'p, 'e> {
        Machine { image, externals, shades: image.shades.clone(), options }
    }

    /// Runs a state to its end.
    pub fn run(&mut self, state: &mut State) -> Result<Outcome, Unsupported> {
        let mut slice_end = state.instructions + SLICE;
        loop {
            let exit = self.run_frame(state, slice_end);
            let flow = match exit {
                Exit::Call(call) => self.call(state, call)?,
                Exit::Return(values) => self.return_from(state, values),
                Exit::Pause => {
                    slice_end = state.instructions + SLICE;
                    self.look_at_limits(state)
                }
                Exit::VaStart(list) => self.va_start(state, list),
                Exit::Alloca { dst, size, align } => self.alloca(state, dst, size, align),
                Exit::StackRestore(token) => self.stack_restore(state, token),
                Exit::Fault(fault) => self.bug(state, fault),
                Exit::Unsupported(what) => return Err(self.unsupported(state, what)),
            };
            if let Flow::End(outcome) = flow {
                return Ok(outcome);
            }
        }
    }

    pub(crate) fn bug(&self, state: &State, fault: Fault) -> Flow {
        Flow::End(Outcome::Bug(fault::bug(self.image, state, fault)))
    }

    pub(crate) fn unsupported(&self, state: &State, what: impl Into<String>) -> Unsupported {
        let stack = fault::call_stack(self.image, state);
        let place = stack.iter().find(|entry| !entry.runtime).or(stack.first());
        Unsupported {
            what: what.into(),
            function: place.map(|entry| entry.function.clone()).unwrap_or_default(),
            at: place.and_then(|entry| entry.at),
        }
    }

    fn look_at_limits(&self, state: &State) -> Flow {
        match self.options.instruction_limit {
            Some(limit) if state.instructions >= limit => {
                Flow::End(Outcome::Stopped(StopReason::InstructionLimit(limit)))
            }
            _ if (self.options.stop)() => Flow::End(Outcome::Stopped(StopReason::Interrupted)),
            _ => Flow::Next,
        }
    }

    /// Runs the innermost frame up to a call, its return, or anything out of the ordinary.
    fn run_frame(&mut self, state: &mut State, slice_end: u64) -> Exit<'p> {
        let State { memory, frames, regs, instructions, stack_top, .. } = state;
        let frame = frames.last_mut().expect("a running state has a frame");
        let image = self.image;
        let code = &image.functions[frame.function.index()];
        let body: &'p Body = code.function.body.as_ref().expect("only bodies get frames");
        let insts: &'p [Inst] = &body.code;
        let consts = &code.consts[..];
        let regs = &mut regs[frame.base..frame.base + body.regs.len()];
        let shades = &mut self.shades;
        let arithmetic = self.options.arithmetic;
        let address_mask = u64::MAX >> (64 - image.program.target.pointer_bits);
        let mut pc = frame.pc;

        macro_rules! get {
            ($operand:expr) => {
                operand(regs, consts, $operand)
            };
        }
        macro_rules! set {
            ($dst:expr, $value:expr) => {
                regs[$dst.index()] = $value
            };
        }
        // Leaves the loop on a fault.
        macro_rules! check {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(fault) => break Exit::Fault(fault),
                }
            };
        }
        macro_rules! address {
            ($operand:expr, $offset:expr) => {{
                let base = get!($operand);
                if !base.is_plain() {
                    check!(defined(shades, base, "the address"));
                }
                base.bits.wrapping_add($offset as u64) & address_mask
            }};
        }
        macro_rules! decide {
            ($operand:expr, $what:expr) => {{
                let value = get!($operand);
                if !value.is_plain() {
                    check!(defined(shades, value, $what));
                }
                value.bits
            }};
        }
        macro_rules! go_to {
            ($block:expr) => {{
                let range = body.blocks[$block.index()];
                pc = range.start as usize;
                *instructions += u64::from(range.end - range.start);
                if *instructions >= slice_end {
                    break Exit::Pause;
                }
            }};
        }
        macro_rules! at {
            () => {
                || source_loc(body, pc - 1)
            };
        }

        let exit = loop {
            let inst = &insts[pc];
            pc += 1;
            match *inst {
                Inst::Copy { dst, src } => set!(dst, get!(src)),
                Inst::Binary { op, width, nsw, dst, a, b } => {
                    let (a, b) = (get!(a), get!(b));
                    let result = arith::binary(op, width, nsw, a.bits, b.bits);
                    let value = match result {
                        Ok(bits) if !ShadeId::any(a.shade, b.shade) => Value::plain(bits),
                        result => {
                            let at = source_loc(body, pc - 1);
                            check!(odd_binary(shades, arithmetic, op, width, a, b, result, at))
                        }
                    };
                    set!(dst, value);
                }
                Inst::Compare { op, width, dst, a, b } => {
                    let (a, b) = (get!(a), get!(b));
                    let value = if ShadeId::any(a.shade, b.shade) {
                        shaded::compare(shades, op, width, a, b)
                    } else {
                        Value::plain(arith::compare(op, width, a.bits, b.bits).into())
                    };
                    set!(dst, value);
                }
                Inst::Load { ty, dst, addr, offset } => {
                    let address = address!(addr, i64::from(offset));
                    let value = check!(access::load(memory, shades, ty, address, at!()));
                    set!(dst, value);
                }
                Inst::Store { ty, addr, offset, value } => {
                    let address = address!(addr, i64::from(offset));
                    check!(access::store(memory, shades, ty, address, get!(value)));
                }
                Inst::Jump { target } => go_to!(target),
                Inst::Branch { cond, then, otherwise } => {
                    let taken = decide!(cond, "the condition") != 0;
                    go_to!(if taken { then } else { otherwise });
                }
                Inst::Extend { signed, from, to, dst, a } => {
                    let a = get!(a);
                    let bits = arith::extend(signed, from, to, a.bits);
                    set!(
                        dst,
                        if a.is_plain() {
                            Value::plain(bits)
                        } else {
                            let undef =
                                arith::extend(signed, from, to, shades.undef(a) & from.mask());
                            shaded::moved(shades, bits, undef, a)
                        }
                    );
                }
                Inst::Truncate { to, dst, a } => {
                    let a = get!(a);
                    let bits = to.truncate(a.bits);
                    set!(
                        dst,
                        if a.is_plain() {
                            Value::plain(bits)
                        } else {
                            let undef = to.truncate(shades.undef(a));
                            shaded::moved(shades, bits, undef, a)
                        }
                    );
                }
                Inst::Select { dst, cond, a, b } => {
                    let cond = get!(cond);
                    let (a, b) = (get!(a), get!(b));
                    let chosen = if cond.bits & 1 != 0 { a } else { b };
                    set!(
                        dst,
                        if cond.is_plain() {
                            chosen
                        } else {
                            odd_select(shades, cond, a, b, chosen, body.ty(dst))
                        }
                    );
                }
                Inst::SlotAddr { dst, slot } => {
                    set!(dst, Value::plain(frame.slots + code.frame.offset(slot)));
                }
                Inst::FloatBinary { op, ty, dst, a, b } => {
                    let (a, b) = (get!(a), get!(b));
                    let bits = float::binary(op, ty, a.bits, b.bits);
                    set!(
                        dst,
                        if ShadeId::any(a.shade, b.shade) {
                            shaded::all(shades, bits, Ty::Float(ty).mask(), a, b)
                        } else {
                            Value::plain(bits)
                        }
                    );
                }
                Inst::FloatCompare { op, ty, dst, a, b } => {
                    let (a, b) = (get!(a), get!(b));
                    let bits = float::compare(op, ty, a.bits, b.bits).into();
                    set!(
                        dst,
                        if ShadeId::any(a.shade, b.shade) {
                            shaded::all(shades, bits, 1, a, b)
                        } else {
                            Value::plain(bits)
                        }
                    );
                }
                Inst::FloatUnary { op, ty, dst, a } => {
                    let a = get!(a);
                    let bits = float::unary(op, ty, a.bits);
                    set!(dst, depends_on(shades, bits, Ty::Float(ty).mask(), a));
                }
                Inst::FloatMulAdd { ty, dst, a, b, c } => {
                    let [a, b, c] = [get!(a), get!(b), get!(c)];
                    let bits = float::mul_add(ty, a.bits, b.bits, c.bits);
                    let odd = [a, b, c].into_iter().find(|value| !value.is_plain());
                    let mask = Ty::Float(ty).mask();
                    set!(dst, depends_on(shades, bits, mask, odd.unwrap_or(a)));
                }
                Inst::Convert { op, dst, a } => {
                    let a = get!(a);
                    let bits = float::convert(op, a.bits);
                    set!(dst, depends_on(shades, bits, result_mask(op), a));
                }
                Inst::Unary { op, width, dst, a } => {
                    let a = get!(a);
                    let bits = arith::unary(op, width, a.bits);
                    set!(dst, depends_on(shades, bits, width.mask(), a));
                }
                Inst::Wide(ref wide) => {
                    let [a0, a1] = wide.a.map(|half| get!(half));
                    let [b0, b1] = wide.b.map(|half| get!(half));
                    let at = source_loc(body, pc - 1);
                    let halves =
                        check!(execute_wide(shades, arithmetic, wide, [a0, a1], [b0, b1], at));
                    // A comparison names its one result twice; the low half must win.
                    set!(wide.dst[1], halves[1]);
                    set!(wide.dst[0], halves[0]);
                }
                Inst::Freeze { dst, src } => set!(dst, Value::plain(get!(src).bits)),
                Inst::MemCopy { may_overlap, dst, src, len } => {
                    let len = decide!(len, "the length");
                    if len != 0 {
                        let (to, from) = (address!(dst, 0), address!(src, 0));
                        check!(overlap(may_overlap, to, from, len));
                        check!(access::copy(memory, to, from, len));
                    }
                }
                Inst::MemSet { dst, value, len } => {
                    let len = decide!(len, "the length");
                    if len != 0 {
                        let to = address!(dst, 0);
                        check!(access::fill(memory, shades, to, get!(value), len));
                    }
                }
                Inst::SlotLive { slot } => {
                    let address = frame.slots + code.frame.offset(slot);
                    memory.set_tags(address, body.slot(slot).size, crate::memory::Tag::UNINIT);
                }
                Inst::SlotDead { slot } => {
                    let address = frame.slots + code.frame.offset(slot);
                    memory.set_tags(
                        address,
                        body.slot(slot).size,
                        crate::memory::Tag::OUT_OF_SCOPE,
                    );
                }
                Inst::Call(ref call) => break Exit::Call(call),
                Inst::Return { ref values } => break Exit::Return(values),
                Inst::Switch(ref switch) => {
                    let value = decide!(switch.value, "the switched value");
                    go_to!(case(switch, value));
                }
                Inst::IndirectJump { addr, ref targets } => {
                    let address = decide!(addr, "the jump target");
                    let target = check!(label(image, frame.function, address, targets));
                    go_to!(target);
                }
                Inst::Alloca { dst, size, align } => {
                    let size = decide!(size, "the size");
                    break Exit::Alloca { dst, size, align };
                }
                Inst::StackSave { dst } => set!(dst, Value::plain(*stack_top)),
                Inst::StackRestore { token } => break Exit::StackRestore(get!(token).bits),
                Inst::VaStart { list } => break Exit::VaStart(list),
                Inst::Unreachable => {
                    let message = "executes code marked as unreachable".to_owned();
                    break Exit::Fault(Fault::Other(BugKind::Unreachable, message));
                }
                Inst::Trap => {
                    let message = "the program stops itself with a trap".to_owned();
                    break Exit::Fault(Fault::Other(BugKind::Abort, message));
                }
                Inst::Unsupported { ref what } => break Exit::Unsupported(what.to_string()),
            }
        };
        frame.pc = pc;
        exit
    }
}

#[inline(always)]
pub(crate) fn operand(regs: &[Value], consts: &[Value], operand: Operand) -> Value {
    match operand.kind() {
        OperandKind::Reg(reg) => regs[reg.index()],
        OperandKind::Const(constant) => consts[constant.index()],
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

fn source_loc(body: &Body, pc: usize) -> Option<SourceLoc> {
    body.locs[pc]
}

/// A binary operation with an undefined operand or without a defined result.
#[cold]
#[expect(clippy::too_many_arguments, reason = "everything that is known about one instruction")]
fn odd_binary(
    shades: &mut Shades,
    arithmetic: Arithmetic,
    op: BinaryOp,
    width: Width,
    a: Value,
    b: Value,
    result: Result<u64, ArithError>,
    at: Option<SourceLoc>,
) -> Result<Value, Fault> {
    let division = matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem);
    if division {
        defined(shades, b, "the divisor")?;
    }
    if ShadeId::any(a.shade, b.shade) {
        return Ok(shaded::binary(shades, op, width, a, b));
    }
    let error = match result {
        Ok(bits) => return Ok(Value::plain(bits)),
        Err(error) => error,
    };
    match deferred(arithmetic, division, error) {
        None => Err(Fault::Arith(error)),
        Some(kind) => Ok(shades.undefined(0, width.mask(), Cause { kind, at })),
    }
}

/// The kind of undefined value that an error gives, if it isn't a bug at once. Division always is: the
/// hardware traps.
fn deferred(arithmetic: Arithmetic, division: bool, error: ArithError) -> Option<UndefKind> {
    match error {
        _ if arithmetic == Arithmetic::Trap || division => None,
        ArithError::SignedOverflow => Some(UndefKind::SignedOverflow),
        ArithError::BadShift => Some(UndefKind::BadShift),
        ArithError::DivisionByZero => None,
    }
}

#[cold]
fn odd_select(
    shades: &mut Shades,
    cond: Value,
    a: Value,
    b: Value,
    chosen: Value,
    ty: Ty,
) -> Value {
    if shades.undef(cond) == 0 || (a.bits == b.bits && a.is_plain() && b.is_plain()) {
        return chosen;
    }
    shaded::all(shades, chosen.bits, ty.mask(), cond, chosen)
}

/// A result all of whose bits depend on `a`.
#[inline]
fn depends_on(shades: &mut Shades, bits: u64, mask: u64, a: Value) -> Value {
    if a.is_plain() { Value::plain(bits) } else { shaded::all(shades, bits, mask, a, a) }
}

fn result_mask(op: Convert) -> u64 {
    match op {
        Convert::Widen => u64::MAX,
        Convert::Narrow => u32::MAX.into(),
        Convert::ToInt { to, .. } => to.mask(),
        Convert::FromInt { to, .. } => Ty::Float(to).mask(),
    }
}

fn execute_wide(
    shades: &mut Shades,
    arithmetic: Arithmetic,
    wide: &Wide,
    a: [Value; 2],
    b: [Value; 2],
    at: Option<SourceLoc>,
) -> Result<[Value; 2], Fault> {
    let join = |halves: [Value; 2]| u128::from(halves[1].bits) << 64 | u128::from(halves[0].bits);
    let result = match wide.op {
        WideOp::Binary { op, nsw } => arith::binary_wide(op, nsw, join(a), join(b)),
        WideOp::Compare(op) => Ok(arith::compare_wide(op, join(a), join(b)).into()),
        WideOp::FromFloat { from, signed } => Ok(float::to_wide(from, signed, a[0].bits)),
        WideOp::ToFloat { to, signed } => Ok(float::from_wide(to, signed, join(a)).into()),
    };
    let (low, high) = match result {
        Ok(bits) => (bits as u64, (bits >> 64) as u64),
        Err(error) => match deferred(arithmetic, false, error) {
            None => return Err(Fault::Arith(error)),
            Some(kind) => {
                let undefined = shades.undefined(0, u64::MAX, Cause { kind, at });
                return Ok([undefined, undefined]);
            }
        },
    };
    let odd = a.into_iter().chain(b).find(|half| !half.is_plain());
    let low_mask = match wide.op {
        WideOp::Compare(_) => 1,
        WideOp::ToFloat { to, .. } => Ty::Float(to).mask(),
        _ => u64::MAX,
    };
    Ok(match odd {
        None => [Value::plain(low), Value::plain(high)],
        Some(odd) => {
            [depends_on(shades, low, low_mask, odd), depends_on(shades, high, u64::MAX, odd)]
        }
    })
}

fn overlap(may_overlap: bool, to: u64, from: u64, len: u64) -> Result<(), Fault> {
    // Clang copies a struct onto itself with memcpy, and says that this is fine.
    let bad = !may_overlap && to != from && to.abs_diff(from) < len;
    if bad {
        let message = format!("copies {len} bytes between ranges that overlap");
        return Err(Fault::Other(BugKind::OverlappingCopy, message));
    }
    Ok(())
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
