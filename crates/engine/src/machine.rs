//! The machine: executes one state, instruction by instruction.
//!
//! [`Machine::run`] goes from call to call; between two calls the inner loop in `run_frame` works on one
//! frame's registers: the ordinary cases right there (`crate::fast`), everything else in
//! `crate::execute`. The machine does no IO and reads no clock.

use ir::{BinaryOp, Body, Call, CompareOp, FloatBinaryOp, FloatTy, Operand, Width};

use crate::arith;
use crate::execute::{self, Context, Step};
use crate::externals::Externals;
use crate::fast::Op;
use crate::fault::{self, Fault};
use crate::float;
use crate::image::Image;
use crate::outcome::{Outcome, StopReason, Unsupported};
use crate::state::State;
use crate::value::{ShadeId, Shades, Value};

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
pub(crate) enum Exit<'p> {
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
                Exit::Fault(fault) => self.fault(state, fault),
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
        let code = &self.image.functions[frame.function.index()];
        let body: &'p Body = code.function.body.as_ref().expect("only bodies get frames");
        let ops = &code.ops[..];
        let regs = &mut regs[frame.base..frame.base + code.places()];
        let address_mask = memory.layout().address_mask();
        let mut pc = frame.pc;

        // Executes the instruction itself, and goes on with the next operation.
        macro_rules! slow {
            () => {{
                let mut context = Context {
                    image: self.image,
                    code,
                    body,
                    function: frame.function,
                    slots: frame.slots,
                    stack_top: *stack_top,
                    arithmetic: self.options.arithmetic,
                    shades: &mut self.shades,
                    memory,
                    regs,
                    pc: pc - 1,
                };
                match execute::execute(&mut context) {
                    Step::Next => continue,
                    Step::Goto(block) => {
                        count!();
                        pc = body.blocks[block.index()].start as usize;
                        continue;
                    }
                    Step::Exit(exit) => break exit,
                }
            }};
        }
        macro_rules! count {
            () => {{
                *instructions += u64::from(code.block_lengths[pc - 1]);
                if *instructions >= slice_end {
                    // The terminator is executed again after the pause.
                    *instructions -= u64::from(code.block_lengths[pc - 1]);
                    pc -= 1;
                    break Exit::Pause;
                }
            }};
        }
        macro_rules! set {
            ($dst:expr, $bits:expr) => {
                regs[$dst.index()] = Value::plain($bits)
            };
        }
        macro_rules! plain {
            ($a:expr) => {{
                let a = regs[$a.index()];
                if !a.is_plain() {
                    slow!();
                }
                a.bits
            }};
            ($a:expr, $b:expr) => {{
                let (a, b) = (regs[$a.index()], regs[$b.index()]);
                if ShadeId::any(a.shade, b.shade) {
                    slow!();
                }
                (a.bits, b.bits)
            }};
        }
        macro_rules! binary {
            ($dst:expr, $a:expr, $b:expr, $op:expr, $width:expr, $nsw:expr) => {{
                let (a, b) = plain!($a, $b);
                match arith::binary($op, $width, $nsw, a, b) {
                    Ok(bits) => set!($dst, bits),
                    Err(_) => slow!(),
                }
            }};
        }
        macro_rules! float {
            ($dst:expr, $a:expr, $b:expr, $op:expr) => {{
                let (a, b) = plain!($a, $b);
                set!($dst, float::binary($op, FloatTy::F64, a, b))
            }};
        }
        macro_rules! compare {
            ($dst:expr, $a:expr, $b:expr, $op:expr, $width:expr) => {{
                let (a, b) = plain!($a, $b);
                set!($dst, u64::from(arith::compare($op, $width, a, b)))
            }};
        }
        macro_rules! compare_and_branch {
            ($dst:expr, $a:expr, $b:expr, $op:expr, $width:expr) => {{
                let (a, b) = plain!($a, $b);
                let taken = arith::compare($op, $width, a, b);
                set!($dst, u64::from(taken));
                if let Op::Branch { then, otherwise, .. } = ops[pc] {
                    pc += 1;
                    count!();
                    pc = if taken { then.pc() } else { otherwise.pc() };
                }
            }};
        }
        macro_rules! load {
            ($bytes:literal, $dst:expr, $addr:expr, $offset:expr) => {{
                let address = plain!($addr).wrapping_add($offset as u64) & address_mask;
                match memory.read_plain::<$bytes>(address) {
                    Ok(bits) => set!($dst, bits),
                    Err(_) => slow!(),
                }
            }};
        }
        macro_rules! store {
            ($bytes:literal, $addr:expr, $offset:expr, $value:expr) => {{
                let (address, value) = plain!($addr, $value);
                let address = address.wrapping_add($offset as u64) & address_mask;
                if memory.write_plain::<$bytes>(address, value).is_err() {
                    slow!();
                }
            }};
        }

        let exit = loop {
            let op = ops[pc];
            pc += 1;
            match op {
                Op::Slow => slow!(),
                Op::Copy { dst, a } => regs[dst.index()] = regs[a.index()],
                Op::Add32 { dst, a, b } => binary!(dst, a, b, BinaryOp::Add, Width::W32, false),
                Op::Add64 { dst, a, b } => binary!(dst, a, b, BinaryOp::Add, Width::W64, false),
                Op::Sub32 { dst, a, b } => binary!(dst, a, b, BinaryOp::Sub, Width::W32, false),
                Op::Sub64 { dst, a, b } => binary!(dst, a, b, BinaryOp::Sub, Width::W64, false),
                Op::Mul32 { dst, a, b } => binary!(dst, a, b, BinaryOp::Mul, Width::W32, false),
                Op::Mul64 { dst, a, b } => binary!(dst, a, b, BinaryOp::Mul, Width::W64, false),
                Op::AddSigned32 { dst, a, b } => {
                    binary!(dst, a, b, BinaryOp::Add, Width::W32, true)
                }
                Op::AddSigned64 { dst, a, b } => {
                    binary!(dst, a, b, BinaryOp::Add, Width::W64, true)
                }
                Op::SubSigned32 { dst, a, b } => {
                    binary!(dst, a, b, BinaryOp::Sub, Width::W32, true)
                }
                Op::SubSigned64 { dst, a, b } => {
                    binary!(dst, a, b, BinaryOp::Sub, Width::W64, true)
                }
                Op::MulSigned32 { dst, a, b } => {
                    binary!(dst, a, b, BinaryOp::Mul, Width::W32, true)
                }
                Op::MulSigned64 { dst, a, b } => {
                    binary!(dst, a, b, BinaryOp::Mul, Width::W64, true)
                }
                Op::Shl32 { dst, a, b } => binary!(dst, a, b, BinaryOp::Shl, Width::W32, false),
                Op::Shl64 { dst, a, b } => binary!(dst, a, b, BinaryOp::Shl, Width::W64, false),
                Op::LShr { width, dst, a, b } => binary!(dst, a, b, BinaryOp::LShr, width, false),
                Op::AShr32 { dst, a, b } => binary!(dst, a, b, BinaryOp::AShr, Width::W32, false),
                Op::AShr64 { dst, a, b } => binary!(dst, a, b, BinaryOp::AShr, Width::W64, false),
                Op::And { dst, a, b } => binary!(dst, a, b, BinaryOp::And, Width::W64, false),
                Op::Or { dst, a, b } => binary!(dst, a, b, BinaryOp::Or, Width::W64, false),
                Op::Xor { dst, a, b } => binary!(dst, a, b, BinaryOp::Xor, Width::W64, false),
                Op::Binary { op, width, nsw, dst, a, b } => binary!(dst, a, b, op, width, nsw),
                Op::Eq { dst, a, b } => compare!(dst, a, b, CompareOp::Eq, Width::W64),
                Op::Ne { dst, a, b } => compare!(dst, a, b, CompareOp::Ne, Width::W64),
                Op::ULt { dst, a, b } => compare!(dst, a, b, CompareOp::ULt, Width::W64),
                Op::ULe { dst, a, b } => compare!(dst, a, b, CompareOp::ULe, Width::W64),
                Op::SLt32 { dst, a, b } => compare!(dst, a, b, CompareOp::SLt, Width::W32),
                Op::SLe32 { dst, a, b } => compare!(dst, a, b, CompareOp::SLe, Width::W32),
                Op::SLt64 { dst, a, b } => compare!(dst, a, b, CompareOp::SLt, Width::W64),
                Op::SLe64 { dst, a, b } => compare!(dst, a, b, CompareOp::SLe, Width::W64),
                Op::SignExtend { from, to, dst, a } => {
                    set!(dst, arith::extend(true, from, to, plain!(a)));
                }
                Op::Truncate { to, dst, a } => set!(dst, to.truncate(plain!(a))),
                Op::Select { dst, cond, a, b } => {
                    let chosen = if plain!(cond) != 0 { a } else { b };
                    regs[dst.index()] = regs[chosen.index()];
                }
                Op::Load8 { dst, addr, offset } => load!(1, dst, addr, offset),
                Op::Load16 { dst, addr, offset } => load!(2, dst, addr, offset),
                Op::Load32 { dst, addr, offset } => load!(4, dst, addr, offset),
                Op::Load64 { dst, addr, offset } => load!(8, dst, addr, offset),
                Op::Store8 { addr, offset, value } => store!(1, addr, offset, value),
                Op::Store16 { addr, offset, value } => store!(2, addr, offset, value),
                Op::Store32 { addr, offset, value } => store!(4, addr, offset, value),
                Op::Store64 { addr, offset, value } => store!(8, addr, offset, value),
                Op::FloatAdd64 { dst, a, b } => float!(dst, a, b, FloatBinaryOp::Add),
                Op::FloatSub64 { dst, a, b } => float!(dst, a, b, FloatBinaryOp::Sub),
                Op::FloatMul64 { dst, a, b } => float!(dst, a, b, FloatBinaryOp::Mul),
                Op::FloatDiv64 { dst, a, b } => float!(dst, a, b, FloatBinaryOp::Div),
                Op::Jump { target } => {
                    count!();
                    pc = target.pc();
                }
                Op::Branch { cond, then, otherwise } => {
                    let taken = plain!(cond) != 0;
                    count!();
                    pc = if taken { then.pc() } else { otherwise.pc() };
                }
                Op::IfEq { dst, a, b } => {
                    compare_and_branch!(dst, a, b, CompareOp::Eq, Width::W64);
                }
                Op::IfNe { dst, a, b } => {
                    compare_and_branch!(dst, a, b, CompareOp::Ne, Width::W64);
                }
                Op::IfULt { dst, a, b } => {
                    compare_and_branch!(dst, a, b, CompareOp::ULt, Width::W64);
                }
                Op::IfULe { dst, a, b } => {
                    compare_and_branch!(dst, a, b, CompareOp::ULe, Width::W64);
                }
                Op::IfSLt32 { dst, a, b } => {
                    compare_and_branch!(dst, a, b, CompareOp::SLt, Width::W32);
                }
                Op::IfSLe32 { dst, a, b } => {
                    compare_and_branch!(dst, a, b, CompareOp::SLe, Width::W32);
                }
                Op::IfSLt64 { dst, a, b } => {
                    compare_and_branch!(dst, a, b, CompareOp::SLt, Width::W64);
                }
                Op::IfSLe64 { dst, a, b } => {
                    compare_and_branch!(dst, a, b, CompareOp::SLe, Width::W64);
                }
            }
        };
        frame.pc = pc;
        exit
    }
}
