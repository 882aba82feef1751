//! The loop: executes one state, instruction by instruction.
//!
//! [`Interpreter::run`] goes from call to call; between two calls the inner loop in `run_frame` works on one
//! frame's registers: the ordinary cases right there (`crate::machine::fast`), everything else in
//! `crate::interpret::execute`.

use std::cmp::Ordering;

use ir::{
    BinaryOp, Body, Call, CompareOp, Edge, FloatBinaryOp, FloatTy, Operand, ProgramPoint, Width,
};
use smt::TermId;

use crate::env::lazy;
use crate::env::uninitialised;
use crate::interpret::call::{FRAME_COST, make_slots};
use crate::interpret::execute::{self, Step};
use crate::machine::Uninitialised;
use crate::machine::context::Context;
use crate::machine::fast::{One, Op, Plan, Two};
use crate::machine::fault::Fault;
use crate::machine::image::Image;
use crate::machine::object::Objects;
use crate::machine::recorder::Recording;
use crate::machine::{Flow, Interpreter};
use crate::memory::{self, Tag};
use crate::pointer::address;
use crate::report::outcome::{Outcome, StopReason, Unsupported};
use crate::state::{Frame, StackUse, State, TERM_BYTES};
use crate::value::{ShadeId, Value, arith, float};

/// How the inner loop was left.
pub(crate) enum Exit<'p> {
    Call(&'p Call),
    Return(&'p [Operand]),
    VaStart(Operand),
    Alloca {
        dst: ir::Reg,
        size: u64,
        align: u32,
    },
    StackRestore(u64),
    Pause,
    Fault(Fault),
    Decide(TermId),
    /// It is about to look at uninitialised memory, which may be anything.
    Unset,
    Unsupported(String),
}

/// The limit of instructions is there for loops that no input ends. A program that goes over all its inputs a few times
/// needs instructions in proportion to them, and is none; one that takes inputs for ever is ended by its memory.
const PER_INPUT_BYTE: u64 = 100;

/// Instructions between two looks at the limits: where values are terms, an instruction may take long.
const SLICE: u64 = 1 << 20;
const SYMBOLIC_SLICE: u64 = 1 << 12;
/// On an input that refers to itself, this part of the instructions that a run may execute is enough without a decision.
const AROUND: u64 = 256;

/// So does one that writes to many bytes: pages that may be copied before the limits are looked at.
const COPIED_PAGES: u64 = 1 << 10;

impl<'p> Interpreter<'p, '_> {
    /// Runs a state to its end.
    pub(crate) fn run(&mut self, state: &mut State) -> Result<Outcome, Unsupported> {
        let mut slice_end = self.slice_end(state);
        loop {
            let exit = match self.options.symbolic {
                false => self.run_frame::<false>(state, slice_end),
                true => self.run_frame::<true>(state, slice_end),
            };
            let flow = match exit {
                Exit::Call(call) => self.call(state, call)?,
                Exit::Return(values) if self.ends_activation(state) => {
                    self.end_activation(state, values)
                }
                Exit::Return(values) => self.return_from(state, values),
                Exit::Pause => {
                    slice_end = self.slice_end(state);
                    self.look_at_limits(state)
                }
                Exit::VaStart(list) => self.va_start(state, list),
                Exit::Alloca { dst, size, align } => self.alloca(state, dst, size, align),
                Exit::StackRestore(token) => self.stack_restore(state, token),
                Exit::Fault(fault) => self.fault(state, fault),
                Exit::Decide(condition) => self.decide(state, condition),
                Exit::Unset => self.choose_unset(state),
                Exit::Unsupported(what) => return Err(self.unsupported(state, what)),
            };
            match flow {
                Flow::Next => {}
                Flow::End(outcome) => return Ok(outcome),
                Flow::Unsupported(what) => return Err(self.unsupported(state, what)),
            }
        }
    }

    /// When to look at the limits again.
    fn slice_end(&self, state: &State) -> u64 {
        let slice = if self.options.symbolic { SYMBOLIC_SLICE } else { SLICE };
        let end = state.instructions + slice;
        self.most_instructions(state).map_or(end, |limit| limit.min(end))
    }

    fn most_instructions(&self, state: &State) -> Option<u64> {
        let for_inputs = state.given.bytes.saturating_mul(PER_INPUT_BYTE);
        Some(self.options.instruction_limit?.saturating_add(for_inputs))
    }

    fn look_at_limits(&mut self, state: &State) -> Flow {
        let (most, memory) = (self.options.instruction_limit, self.options.memory_limit);
        let is_over = self.most_instructions(state).is_some_and(|most| state.instructions >= most);
        Flow::End(Outcome::Stopped(match most {
            Some(most) if is_over => StopReason::InstructionLimit(most),
            Some(most) if self.goes_around(state, most / AROUND) => {
                StopReason::CycleLimit(most / AROUND)
            }
            _ if (self.options.stop)() => StopReason::Interrupted,
            _ if self.is_beyond(state, memory) => StopReason::MemoryLimit(memory),
            _ => return Flow::Next,
        }))
    }

    /// Has a run executed that much without deciding anything, on an input that refers to itself? It may go around in it
    /// forever.
    fn goes_around(&self, state: &State, limit: u64) -> bool {
        state.instructions - state.decided_at > limit && lazy::has_alias(self.pool, state)
    }

    /// Does a run take more memory than that, for its terms or for its pages? Adding up pages takes its time, so that is
    /// done only when many were copied since the last time.
    fn is_beyond(&mut self, state: &State, limit: u64) -> bool {
        if (self.pool.len() * TERM_BYTES) as u64 > limit {
            return true;
        }
        let copied = memory::pages_copied() - self.log.pages_counted;
        if copied * memory::PAGE_SIZE as u64 <= limit / 16 {
            return false;
        }
        self.log.pages_counted += copied;
        state.memory.bytes_of_share() as u64 > limit
    }

    /// Runs the innermost frame up to a call, its return, or anything out of the ordinary. Traced, the
    /// path notes the branches taken.
    fn run_frame<const TRACED: bool>(&mut self, state: &mut State, slice_end: u64) -> Exit<'p> {
        let State {
            memory,
            frames,
            regs: all_regs,
            instructions,
            stack: StackUse { top: stack_top, used: stack_used },
            path,
            model,
            ..
        } = state;
        let mut frame = frames.last_mut().expect("a running state has a frame");
        let mut code = &self.image.functions[frame.function.index()];
        let mut body: &'p Body = code.function.body.as_ref().expect("only bodies get frames");
        let mut ops = &code.operations.ops[..];
        let mut regs = &mut all_regs[frame.base..frame.base + code.places()];
        let layout = memory.layout();
        let (address_mask, addresses) = (layout.address_mask(), layout.addresses());
        let pointer_bytes = u64::from(layout.pointer_bytes);
        // An object whose addresses are compared, which is the same as long as the frame is.
        let mut span = (0, 0);
        let any = self.options.uninitialised == Uninitialised::Any;
        let mut pc = frame.pc;
        // Instructions until the next pause.
        let budget = slice_end.saturating_sub(*instructions) as i64;
        let mut left = budget;
        let copied = memory::pages_copied();

        // Executes the instruction itself, and goes on with the next operation.
        macro_rules! slow {
            () => {{
                let (function, slots) = (frame.function, frame.slots);
                let mut context = Context {
                    image: self.image,
                    code,
                    body,
                    function,
                    slots,
                    stack_top: *stack_top,
                    arithmetic: self.options.arithmetic,
                    shades: &mut self.shades,
                    pool: &mut self.pool,
                    origins: &mut self.origins,
                    path,
                    model,
                    view: match &mut self.log.recording {
                        Recording::Whole(_) => None,
                        Recording::PerFunction(recorder) => {
                            let known = (&mut self.log.trees, &mut self.log.inputs);
                            Some(recorder.view(known, self.image))
                        }
                    },
                    memory,
                    frames,
                    regs,
                    pc: pc - 1,
                    traced: TRACED,
                };
                if TRACED && any && uninitialised::is_met(&context) {
                    break Exit::Unset;
                }
                let step = execute::execute(&mut context);
                frame = frames.last_mut().expect("a running state has a frame");
                match step {
                    Step::Next if memory::pages_copied() - copied < COPIED_PAGES => continue,
                    Step::Next => break Exit::Pause,
                    Step::Goto(block) => {
                        let start = body.blocks[block.index()].start as usize;
                        go_to!(code.operations.lengths[pc - 1], start);
                        continue;
                    }
                    Step::Exit(exit) => break exit,
                }
            }};
        }
        // Goes on in the frame that is the innermost now.
        macro_rules! switch_frame {
            () => {{
                frame = frames.last_mut().expect("a running state has a frame");
                code = &self.image.functions[frame.function.index()];
                body = code.function.body.as_ref().expect("only bodies get frames");
                ops = &code.operations.ops[..];
                regs = &mut all_regs[frame.base..frame.base + code.places()];
                pc = frame.pc;
                span = (0, 0);
            }};
        }
        // Leaves a block of that length for another place.
        macro_rules! go_to {
            ($length:expr, $pc:expr) => {{
                left -= i64::from($length);
                pc = $pc;
                if left < 0 {
                    break Exit::Pause;
                }
            }};
        }
        // Leaves a block of that length by its branch at `$at`.
        macro_rules! branch {
            ($at:expr, $length:expr, $to:expr) => {{
                let to = $to;
                if TRACED {
                    let (pc, to) = ($at as u32, to as u32);
                    path.trace
                        .take(Edge { from: ProgramPoint { function: frame.function, pc }, to });
                }
                go_to!($length, to)
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
        macro_rules! is_address {
            ($a:expr) => {
                TRACED && addresses.contains(&$a)
            };
        }
        // Both are looked at as numbers: what is an address is more than that.
        macro_rules! numbers {
            ($two:expr) => {{
                let (a, b) = plain!($two.a, $two.b);
                if is_address!(a) || is_address!(b) {
                    slow!();
                }
                (a, b)
            }};
        }
        // Both are compared: addresses only if they lie in one object, or one of them is null.
        macro_rules! comparable {
            ($two:expr) => {{
                let (a, b) = plain!($two.a, $two.b);
                if a == b && is_address!(a) && memory.tag(a) == Tag::RETURNED {
                    slow!();
                }
                let is_null = (a == 0 || b == 0) && pointer_bytes == 8;
                if (is_address!(a) || is_address!(b)) && a != b && !is_null {
                    let (start, size): (u64, u64) = span;
                    if a.wrapping_sub(start) > size || b.wrapping_sub(start) > size {
                        let objects = Objects { image: self.image, memory, frames };
                        let common = address::common_object(objects, a, b);
                        frame = frames.last_mut().expect("a running state has a frame");
                        match common {
                            Some(object) => span = object,
                            None => slow!(),
                        }
                    }
                }
                (a, b)
            }};
        }
        macro_rules! binary {
            ($two:expr, $op:expr, $width:expr, $nsw:expr) => {{
                let (a, b) = match $op {
                    BinaryOp::Add | BinaryOp::Sub => plain!($two.a, $two.b),
                    _ => numbers!($two),
                };
                match arith::binary($op, $width, $nsw, a, b) {
                    // The difference of two addresses, or what goes too far from one.
                    Ok(bits) if (is_address!(a) || is_address!(b)) && !is_address!(bits) => slow!(),
                    Ok(bits) => set!($two.dst, bits),
                    Err(_) => slow!(),
                }
            }};
        }
        macro_rules! float {
            ($two:expr, $op:expr) => {{
                let (a, b) = numbers!($two);
                set!($two.dst, float::binary($op, FloatTy::F64, a, b))
            }};
        }
        macro_rules! compare {
            ($two:expr, $op:expr, $width:expr) => {{
                let (a, b) = comparable!($two);
                set!($two.dst, u64::from(arith::compare($op, $width, a, b)))
            }};
        }
        macro_rules! compare_and_branch {
            ($two:expr, $op:expr, $width:expr) => {{
                let (a, b) = comparable!($two);
                let taken = arith::compare($op, $width, a, b);
                set!($two.dst, u64::from(taken));
                if let Op::Branch(_, then, otherwise, length) = ops[pc] {
                    branch!(pc, length, if taken { then.pc() } else { otherwise.pc() });
                }
            }};
        }
        // Are the bytes a part of a pointer, or perhaps of two?
        macro_rules! is_piece {
            ($bytes:literal, $address:expr) => {
                match $bytes.cmp(&pointer_bytes) {
                    Ordering::Less => memory.is_in_pointer($address),
                    Ordering::Equal => $address & (pointer_bytes - 1) != 0,
                    Ordering::Greater => true,
                }
            };
        }
        macro_rules! load {
            ($bytes:literal, $read:expr) => {{
                let address = plain!($read.addr).wrapping_add($read.offset as u64) & address_mask;
                if TRACED && is_piece!($bytes, address) {
                    slow!();
                }
                match memory.read_plain::<$bytes>(address) {
                    Ok(bits) => set!($read.dst, bits),
                    Err(_) => slow!(),
                }
            }};
        }
        macro_rules! store {
            ($bytes:literal, $write:expr) => {{
                let (address, value) = plain!($write.addr, $write.value);
                let address = address.wrapping_add($write.offset as u64) & address_mask;
                if TRACED && is_piece!($bytes, address) {
                    slow!();
                }
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
                Op::Copy(One { dst, a }) => {
                    let value = regs[a.index()];
                    if TRACED && any && !value.is_plain() {
                        slow!();
                    }
                    regs[dst.index()] = value;
                }
                Op::Add32(two) => binary!(two, BinaryOp::Add, Width::W32, false),
                Op::Add64(two) => binary!(two, BinaryOp::Add, Width::W64, false),
                Op::Sub32(two) => binary!(two, BinaryOp::Sub, Width::W32, false),
                Op::Sub64(two) => binary!(two, BinaryOp::Sub, Width::W64, false),
                Op::Mul32(two) => binary!(two, BinaryOp::Mul, Width::W32, false),
                Op::Mul64(two) => binary!(two, BinaryOp::Mul, Width::W64, false),
                Op::AddSigned32(two) => binary!(two, BinaryOp::Add, Width::W32, true),
                Op::AddSigned64(two) => binary!(two, BinaryOp::Add, Width::W64, true),
                Op::SubSigned32(two) => binary!(two, BinaryOp::Sub, Width::W32, true),
                Op::SubSigned64(two) => binary!(two, BinaryOp::Sub, Width::W64, true),
                Op::MulSigned32(two) => binary!(two, BinaryOp::Mul, Width::W32, true),
                Op::MulSigned64(two) => binary!(two, BinaryOp::Mul, Width::W64, true),
                Op::Shl32(two) => binary!(two, BinaryOp::Shl, Width::W32, false),
                Op::Shl64(two) => binary!(two, BinaryOp::Shl, Width::W64, false),
                Op::LShr(width, two) => binary!(two, BinaryOp::LShr, width, false),
                Op::AShr32(two) => binary!(two, BinaryOp::AShr, Width::W32, false),
                Op::AShr64(two) => binary!(two, BinaryOp::AShr, Width::W64, false),
                Op::And(two) => binary!(two, BinaryOp::And, Width::W64, false),
                Op::Or(two) => binary!(two, BinaryOp::Or, Width::W64, false),
                Op::Xor(two) => binary!(two, BinaryOp::Xor, Width::W64, false),
                Op::Binary(op, width, nsw, two) => binary!(two, op, width, nsw),
                Op::Eq(two) => compare!(two, CompareOp::Eq, Width::W64),
                Op::Ne(two) => compare!(two, CompareOp::Ne, Width::W64),
                Op::ULt(two) => compare!(two, CompareOp::ULt, Width::W64),
                Op::ULe(two) => compare!(two, CompareOp::ULe, Width::W64),
                Op::SLt32(two) => compare!(two, CompareOp::SLt, Width::W32),
                Op::SLe32(two) => compare!(two, CompareOp::SLe, Width::W32),
                Op::SLt64(two) => compare!(two, CompareOp::SLt, Width::W64),
                Op::SLe64(two) => compare!(two, CompareOp::SLe, Width::W64),
                Op::SignExtend(from, to, One { dst, a }) => {
                    let number = plain!(a);
                    if is_address!(number) {
                        slow!();
                    }
                    set!(dst, arith::extend(true, from, to, number));
                }
                Op::ZeroExtend(One { dst, a }) => set!(dst, plain!(a)),
                Op::Truncate(to, One { dst, a }) => {
                    let number = plain!(a);
                    if is_address!(number) {
                        slow!();
                    }
                    set!(dst, to.truncate(number));
                }
                Op::Select(cond, Two { dst, a, b }) => {
                    let chosen = if plain!(cond) != 0 { a } else { b };
                    regs[dst.index()] = regs[chosen.index()];
                }
                Op::Check(cond) => {
                    if plain!(cond) == 0 {
                        slow!();
                    }
                }
                Op::CheckPointer(addr, mask, nonnull) => {
                    let address = plain!(addr);
                    if address & u64::from(mask) != 0 || (nonnull && address == 0) {
                        slow!();
                    }
                }
                Op::Load8(read) => load!(1, read),
                Op::Load16(read) => load!(2, read),
                Op::Load32(read) => load!(4, read),
                Op::Load64(read) => load!(8, read),
                Op::Store8(write) => store!(1, write),
                Op::Store16(write) => store!(2, write),
                Op::Store32(write) => store!(4, write),
                Op::Store64(write) => store!(8, write),
                Op::FloatAdd64(two) => float!(two, FloatBinaryOp::Add),
                Op::FloatSub64(two) => float!(two, FloatBinaryOp::Sub),
                Op::FloatMul64(two) => float!(two, FloatBinaryOp::Mul),
                Op::FloatDiv64(two) => float!(two, FloatBinaryOp::Div),
                Op::Call(plan) => {
                    let plan = code.operations.plan(plan);
                    if TRACED && self.log.recording.composes() {
                        break Exit::Call(planned(body, pc - 1));
                    }
                    if TRACED && any {
                        slow!();
                    }
                    let callee = &self.image.functions[plan.callee.index()];
                    let base = frame.base + code.places();
                    let used = *stack_used + FRAME_COST + callee.frame.cost;
                    if all_regs.len() < base + callee.places() || used > self.options.stack_limit {
                        break Exit::Call(planned(body, pc - 1));
                    }
                    let (callers, callees) = all_regs.split_at_mut(base);
                    let callers = &callers[frame.base..];
                    for (param, arg) in callees.iter_mut().zip(&plan.args) {
                        *param = callers[arg.index()];
                    }
                    callees[callee.registers..callee.places()].copy_from_slice(&callee.consts);
                    frame.pc = pc;
                    let stack_bottom = *stack_top;
                    let body = callee.function.body.as_ref().expect("a plan calls a body");
                    let slots = match callee.frame.size {
                        0 => stack_bottom,
                        _ => make_slots(memory, stack_top, body, &callee.frame),
                    };
                    frames.push(Frame {
                        function: plan.callee,
                        pc: body.blocks[0].start as usize,
                        base,
                        slots,
                        stack_bottom,
                        stack_used_before: *stack_used,
                        callers: None,
                        extra: None,
                    });
                    *stack_used = used;
                    self.log.calls += 1;
                    switch_frame!();
                }
                Op::Return(value, length) => {
                    let (bottom, used) = (frame.stack_bottom, frame.stack_used_before);
                    let plan = planned_call(self.image, frames);
                    let Some(plan) = plan.filter(|_| !TRACED || !self.log.recording.composes())
                    else {
                        frame = frames.last_mut().expect("a running state has a frame");
                        slow!()
                    };
                    let result = value.map(|value| regs[value.index()]);
                    left -= i64::from(length);
                    frames.pop();
                    if *stack_top != bottom {
                        memory.set_tags(bottom, *stack_top - bottom, Tag::RETURNED);
                        *stack_top = bottom;
                    }
                    *stack_used = used;
                    switch_frame!();
                    if let (Some(place), Some(value)) = (plan.result, result) {
                        regs[place.index()] = value;
                    }
                }
                Op::Jump(target, length) => go_to!(length, target.pc()),
                Op::Branch(cond, then, otherwise, length) => {
                    let taken = plain!(cond) != 0;
                    branch!(pc - 1, length, if taken { then.pc() } else { otherwise.pc() });
                }
                Op::IfEq(two) => compare_and_branch!(two, CompareOp::Eq, Width::W64),
                Op::IfNe(two) => compare_and_branch!(two, CompareOp::Ne, Width::W64),
                Op::IfULt(two) => compare_and_branch!(two, CompareOp::ULt, Width::W64),
                Op::IfULe(two) => compare_and_branch!(two, CompareOp::ULe, Width::W64),
                Op::IfSLt32(two) => compare_and_branch!(two, CompareOp::SLt, Width::W32),
                Op::IfSLe32(two) => compare_and_branch!(two, CompareOp::SLe, Width::W32),
                Op::IfSLt64(two) => compare_and_branch!(two, CompareOp::SLt, Width::W64),
                Op::IfSLe64(two) => compare_and_branch!(two, CompareOp::SLe, Width::W64),
            }
        };
        frames.last_mut().expect("a running state has a frame").pc = pc;
        *instructions += (budget - left) as u64;
        exit
    }
}

/// The call that a plan stands for.
fn planned(body: &Body, pc: usize) -> &Call {
    match &body.code[pc] {
        ir::Inst::Call(call) => call,
        other => unreachable!("a plan for {other:?}"),
    }
}

/// The plan by which the innermost function was called.
#[inline(always)]
fn planned_call<'p>(image: &'p Image<'p>, frames: &[Frame]) -> Option<&'p Plan> {
    let [.., caller, _] = frames else { return None };
    let operations = &image.functions[caller.function.index()].operations;
    match operations.ops[caller.pc - 1] {
        Op::Call(plan) => Some(operations.plan(plan)),
        _ => None,
    }
}
