//! A stretch: ordinary instructions, one after the other, on values that are nothing but their bits.
//!
//! This is the loop that everything concrete runs in, so it is kept small: whatever is not ordinary ends the stretch
//! before anything has changed, and `crate::interpret::run` sees to it. Here are only the operations of
//! `crate::machine::fast`; what an instruction means is said in `crate::interpret::execute`.

use std::hint::black_box;
use std::ops::Range;

use ir::{BinaryOp, CompareOp, Edge, FloatBinaryOp, FloatTy, FuncId, ProgramPoint, Width};

use crate::interpret::plain::{Plain, widened};
use crate::machine::fast::{Advance, FastOp, Immediate, One, Two};
use crate::machine::image::{Code, Image};
use crate::machine::object::Objects;
use crate::machine::{Interpreter, Uninitialised};
use crate::memory::{Tag, ZoneKind};
use crate::pointer::address;
use crate::state::{Frame, State};
use crate::value::{arith, float};

/// Why a stretch is over.
pub(super) enum Leave {
    /// The instruction before the innermost frame's `pc` is to be executed by itself.
    Slow,
    /// It has executed as many instructions as it was to.
    Pause,
}

/// What the loop knows of the innermost frame.
#[derive(Clone, Copy)]
pub(super) struct Innermost<'p> {
    pub(super) function: FuncId,
    pub(super) code: &'p Code<'p>,
    /// The instruction to execute next.
    pub(super) pc: usize,
    /// Where its registers start.
    pub(super) base: usize,
    /// Where its slots start.
    pub(super) slots: u64,
}

impl<'p> Innermost<'p> {
    #[inline(always)]
    pub(super) fn of(frame: &Frame, code: &'p Code<'p>) -> Innermost<'p> {
        let &Frame { function, pc, base, slots, .. } = frame;
        Innermost { function, code, pc, base, slots }
    }

    /// The code of a function that this one calls, or returns to. Of a recursive one it is known, and needn't be waited for.
    #[inline(always)]
    pub(super) fn code(&self, image: &'p Image<'p>, function: FuncId) -> &'p Code<'p> {
        match function == self.function {
            true => self.code,
            false => &image.functions[function.index()],
        }
    }
}

/// An object whose addresses are compared: where it is, and how large. It is the same as long as the frame is.
pub(super) type Span = (u64, u64);

impl Interpreter<'_, '_> {
    /// Executes ordinary instructions. Traced, the path notes the branches taken, and what is made of addresses matters.
    pub(super) fn stretch<const TRACED: bool>(
        &mut self,
        state: &mut State,
        slice_end: u64,
        span: &mut Span,
    ) -> Leave {
        let any = TRACED && self.options.uninitialised == Uninitialised::Any;
        let composes = TRACED && self.log.recording.composes();
        let layout = state.memory.layout();
        let Range { start: first_address, end } = layout.addresses();
        let (address_count, address_mask) = (end - first_address, layout.address_mask());
        let pointer_bytes = u64::from(layout.pointer_bytes);
        let first_global = layout.start(ZoneKind::Globals);
        let named = match composes && state.memory.beneath().is_some() {
            true => (first_global, self.image.globals.end - first_global),
            false => (0, 0),
        };
        let frame = state.frames.last().expect("a running state has a frame");
        let mut frame = Innermost::of(frame, &self.image.functions[frame.function.index()]);
        let (mut ops, mut pc) = (&frame.code.operations.ops[..], frame.pc);
        // Instructions until the next pause.
        let budget = slice_end.saturating_sub(state.instructions) as i64;
        let mut left = budget;

        // The registers of the innermost frame.
        macro_rules! plain {
            () => {
                Plain::<TRACED> {
                    regs: &mut state.regs[frame.base..frame.base + frame.code.places],
                    memory: &mut state.memory,
                    first_address,
                    address_count,
                    address_mask,
                    pointer_bytes,
                    named,
                }
            };
        }
        let mut on;
        // Goes on in the frame that is the innermost now.
        macro_rules! switch_frame {
            ($innermost:expr) => {{
                frame = $innermost;
                (ops, pc) = (&frame.code.operations.ops[..], frame.pc);
                on = plain!();
                *span = (0, 0);
            }};
        }
        macro_rules! ordinary {
            ($result:expr) => {
                match $result {
                    Some(result) => result,
                    None => break Some(Leave::Slow),
                }
            };
        }
        // An operation that does the work of several instructions. If one of them isn't ordinary, those before it are,
        // perhaps: they are done one by one then.
        macro_rules! fused {
            ($result:expr) => {
                match $result {
                    Some(result) => result,
                    None => break None,
                }
            };
        }
        // Leaves a block of that length for another place.
        macro_rules! go_to {
            ($length:expr, $target:expr) => {{
                left -= i64::from($length);
                pc = $target.pc();
                if left < 0 {
                    break Some(Leave::Pause);
                }
            }};
        }
        // Notes that the branch at `$at` went there.
        macro_rules! take {
            ($at:expr, $target:expr) => {
                if TRACED {
                    let from = ProgramPoint { function: frame.function, pc: $at as u32 };
                    state.path.trace.take(Edge { from, to: $target.pc() as u32 });
                }
            };
        }
        // Leaves a block by its branch at `$at`. The processor is to branch, too: with a conditional move, which operation is
        // next would wait for the comparison, and for all that it waits for, instead of being predicted.
        macro_rules! branch {
            ($at:expr, $ways:expr, $taken:expr) => {{
                let target = if $taken {
                    black_box(());
                    $ways.then
                } else {
                    $ways.otherwise
                };
                take!($at, target);
                go_to!($ways.length, target)
            }};
        }
        // Compares; addresses only if they lie in one object, or one of them is null. The same address may be that of two
        // objects, if they don't live at the same time.
        macro_rules! compared {
            ($op:expr, $width:expr, $a:expr, $b:expr) => {{
                let (a, b) = ($a, $b);
                if on.is_address(a) || on.is_address(b) {
                    let frames = &state.frames;
                    let objects = Objects { image: self.image, memory: on.memory, frames };
                    let matters = match a == b {
                        true => on.memory.tag(a) == Tag::RETURNED,
                        false => !on.is_null(a, b) && !is_in_one_object(objects, span, a, b),
                    };
                    if matters {
                        break Some(Leave::Slow);
                    }
                }
                arith::compare($op, $width, a, b)
            }};
        }
        // The branch is the next instruction.
        macro_rules! compare_and_branch {
            ($op:ident, $width:ident, $a:expr, $b:expr, $ways:expr) => {{
                let (a, b) = ordinary!(on.both($a, $b));
                let taken = compared!(CompareOp::$op, Width::$width, a, b);
                branch!(pc, $ways, taken)
            }};
        }
        macro_rules! compare_immediate {
            ($op:ident, $width:ident, $a:expr, $imm:expr, $ways:expr) => {{
                let (a, b) = (ordinary!(on.get($a)), widened(Width::$width, $imm));
                let taken = compared!(CompareOp::$op, Width::$width, a, b);
                branch!(pc, $ways, taken)
            }};
        }
        macro_rules! compare {
            ($op:ident, $width:ident, $two:expr) => {{
                let (a, b) = ordinary!(on.both($two.a, $two.b));
                let holds = compared!(CompareOp::$op, Width::$width, a, b);
                on.set($two.dst, holds.into())
            }};
        }
        macro_rules! binary {
            ($op:ident, $width:ident, $nsw:literal, $two:expr) => {
                ordinary!(on.binary(BinaryOp::$op, Width::$width, $nsw, $two))
            };
        }
        macro_rules! immediate {
            ($op:ident, $width:ident, $nsw:literal, $imm:expr) => {
                ordinary!(on.immediate(BinaryOp::$op, Width::$width, $nsw, $imm))
            };
        }
        macro_rules! advance {
            ($width:ident, $nsw:literal, $advance:expr) => {{
                let &Advance { ref sum, target, length } = $advance;
                immediate!(Add, $width, $nsw, sum);
                go_to!(length, target)
            }};
        }
        macro_rules! float {
            ($op:ident, $two:expr) => {
                ordinary!(on.float(FloatBinaryOp::$op, $two))
            };
        }
        macro_rules! float_product {
            ($op:ident, $three:expr, $product_first:expr) => {{
                fused!(on.float_product(FloatBinaryOp::$op, $three, $product_first));
                pc += 1;
            }};
        }
        macro_rules! load_element {
            ($bytes:literal, $scaling:expr, $element:expr) => {{
                fused!(on.load_element::<$bytes>($scaling, $element));
                pc += usize::from($scaling.more);
            }};
        }
        macro_rules! store_element {
            ($bytes:literal, $scaling:expr, $element:expr) => {{
                fused!(on.store_element::<$bytes>($scaling, $element));
                pc += usize::from($scaling.more);
            }};
        }

        let leave = loop {
            on = plain!();
            let over = loop {
                // Not copied as a whole: each operation looks at its own fields. Nor are their operands: a small struct that is
                // handed on is packed into a register first, and taken apart again.
                let op = &ops[pc];
                pc += 1;
                match *op {
                    FastOp::Slow => break Some(Leave::Slow),
                    FastOp::Copy(ref one) => ordinary!(on.copy(one, any)),
                    FastOp::Copies(ref copies) => {
                        fused!(on.copies(copies, any));
                        pc += 1;
                    }
                    FastOp::Add32(ref two) => binary!(Add, W32, false, two),
                    FastOp::Add64(ref two) => binary!(Add, W64, false, two),
                    FastOp::Sub32(ref two) => binary!(Sub, W32, false, two),
                    FastOp::Sub64(ref two) => binary!(Sub, W64, false, two),
                    FastOp::Mul32(ref two) => binary!(Mul, W32, false, two),
                    FastOp::Mul64(ref two) => binary!(Mul, W64, false, two),
                    FastOp::AddSigned32(ref two) => binary!(Add, W32, true, two),
                    FastOp::AddSigned64(ref two) => binary!(Add, W64, true, two),
                    FastOp::SubSigned32(ref two) => binary!(Sub, W32, true, two),
                    FastOp::SubSigned64(ref two) => binary!(Sub, W64, true, two),
                    FastOp::MulSigned32(ref two) => binary!(Mul, W32, true, two),
                    FastOp::MulSigned64(ref two) => binary!(Mul, W64, true, two),
                    FastOp::Shl32(ref two) => binary!(Shl, W32, false, two),
                    FastOp::Shl64(ref two) => binary!(Shl, W64, false, two),
                    FastOp::LShr(width, ref two) => {
                        ordinary!(on.binary(BinaryOp::LShr, width, false, two))
                    }
                    FastOp::AShr32(ref two) => binary!(AShr, W32, false, two),
                    FastOp::AShr64(ref two) => binary!(AShr, W64, false, two),
                    FastOp::And(ref two) => binary!(And, W64, false, two),
                    FastOp::Or(ref two) => binary!(Or, W64, false, two),
                    FastOp::Xor(ref two) => binary!(Xor, W64, false, two),
                    FastOp::Binary(op, width, nsw, ref two) => {
                        let (a, b) = ordinary!(on.numbers(two.a, two.b));
                        on.set(two.dst, ordinary!(rare(op, width, nsw, a, b)));
                    }
                    FastOp::AddImmediate32(ref imm) => immediate!(Add, W32, false, imm),
                    FastOp::AddImmediate64(ref imm) => immediate!(Add, W64, false, imm),
                    FastOp::AddSignedImmediate32(ref imm) => immediate!(Add, W32, true, imm),
                    FastOp::AddSignedImmediate64(ref imm) => immediate!(Add, W64, true, imm),
                    FastOp::MulImmediate32(ref imm) => immediate!(Mul, W32, false, imm),
                    FastOp::MulImmediate64(ref imm) => immediate!(Mul, W64, false, imm),
                    FastOp::AndImmediate(ref imm) => immediate!(And, W64, false, imm),
                    FastOp::ShrImmediate(Immediate { dst, a, imm }) => {
                        let number = ordinary!(on.number(a));
                        on.set(dst, number >> (imm & 63));
                    }
                    FastOp::MulAdd32(ref three) => {
                        fused!(on.mul_add(three));
                        pc += 1;
                    }
                    FastOp::Eq(ref two) => compare!(Eq, W64, two),
                    FastOp::Ne(ref two) => compare!(Ne, W64, two),
                    FastOp::ULt(ref two) => compare!(ULt, W64, two),
                    FastOp::ULe(ref two) => compare!(ULe, W64, two),
                    FastOp::SLt32(ref two) => compare!(SLt, W32, two),
                    FastOp::SLe32(ref two) => compare!(SLe, W32, two),
                    FastOp::SLt64(ref two) => compare!(SLt, W64, two),
                    FastOp::SLe64(ref two) => compare!(SLe, W64, two),
                    FastOp::SignExtend(from, to, One { dst, a }) => {
                        let number = ordinary!(on.number(a));
                        on.set(dst, arith::extend(true, from, to, number));
                    }
                    FastOp::ZeroExtend(One { dst, a }) => {
                        let bits = ordinary!(on.get(a));
                        on.set(dst, bits);
                    }
                    FastOp::Truncate(to, One { dst, a }) => {
                        let number = ordinary!(on.number(a));
                        on.set(dst, to.truncate(number));
                    }
                    FastOp::Select(cond, ref two) => ordinary!(on.select(cond, two)),
                    FastOp::SlotAddress(dst, offset) => {
                        on.set(dst, frame.slots + u64::from(offset))
                    }
                    FastOp::Load8(ref read) => {
                        ordinary!(on.load::<1>(read))
                    }
                    FastOp::Load16(ref read) => ordinary!(on.load::<2>(read)),
                    FastOp::Load32(ref read) => ordinary!(on.load::<4>(read)),
                    FastOp::Load64(ref read) => ordinary!(on.load::<8>(read)),
                    FastOp::Store8(ref write) => ordinary!(on.store::<1>(write)),
                    FastOp::Store16(ref write) => ordinary!(on.store::<2>(write)),
                    FastOp::Store32(ref write) => ordinary!(on.store::<4>(write)),
                    FastOp::Store64(ref write) => ordinary!(on.store::<8>(write)),
                    FastOp::Address(scaling, ref element) => {
                        let address = fused!(on.element(scaling, element));
                        on.set(element.value, address);
                        pc += usize::from(scaling.more)
                    }
                    FastOp::LoadElement8(scaling, ref element) => {
                        load_element!(1, scaling, element)
                    }
                    FastOp::LoadElement16(scaling, ref element) => {
                        load_element!(2, scaling, element)
                    }
                    FastOp::LoadElement32(scaling, ref element) => {
                        load_element!(4, scaling, element)
                    }
                    FastOp::LoadElement64(scaling, ref element) => {
                        load_element!(8, scaling, element)
                    }
                    FastOp::StoreElement8(scaling, ref element) => {
                        store_element!(1, scaling, element)
                    }
                    FastOp::StoreElement16(scaling, ref element) => {
                        store_element!(2, scaling, element)
                    }
                    FastOp::StoreElement32(scaling, ref element) => {
                        store_element!(4, scaling, element)
                    }
                    FastOp::StoreElement64(scaling, ref element) => {
                        store_element!(8, scaling, element)
                    }
                    FastOp::FloatAdd64(ref two) => float!(Add, two),
                    FastOp::FloatSub64(ref two) => float!(Sub, two),
                    FastOp::FloatMul64(ref two) => float!(Mul, two),
                    FastOp::FloatDiv64(ref two) => float!(Div, two),
                    FastOp::FloatMulAdd64(ref three) => float_product!(Add, three, true),
                    FastOp::FloatAddMul64(ref three) => float_product!(Add, three, false),
                    FastOp::FloatMulSub64(ref three) => float_product!(Sub, three, true),
                    FastOp::FloatSubMul64(ref three) => float_product!(Sub, three, false),
                    FastOp::FloatCompare(op, ty, Two { dst, a, b }) => {
                        let holds = ordinary!(on.float_compared(op, ty, a, b));
                        on.set(dst, holds.into());
                    }
                    FastOp::Convert(op, One { dst, a }) => {
                        let number = ordinary!(on.number(a));
                        on.set(dst, float::convert(op, number));
                    }
                    FastOp::Check(cond) => {
                        if ordinary!(on.get(cond)) == 0 {
                            break Some(Leave::Slow);
                        }
                    }
                    FastOp::CheckPointer(addr, mask, nonnull) => {
                        let address = ordinary!(on.get(addr));
                        if address & u64::from(mask) != 0 || (nonnull && address == 0) {
                            break Some(Leave::Slow);
                        }
                    }
                    FastOp::Call(plan, _) => {
                        if any || composes {
                            break Some(Leave::Slow);
                        }
                        let plan = frame.code.operations.plan(plan);
                        let callee = ordinary!(self.simple_call(state, frame, plan, pc));
                        switch_frame!(callee);
                    }
                    FastOp::Return(value, length) => {
                        if composes {
                            break Some(Leave::Slow);
                        }
                        let caller = ordinary!(self.simple_return(state, frame, value));
                        left -= i64::from(length);
                        switch_frame!(caller);
                        // Calls alone may take for ever, without a branch.
                        if left < 0 {
                            break Some(Leave::Pause);
                        }
                    }
                    FastOp::Jump(target, length) => go_to!(length, target),
                    FastOp::CopyJump(ref one, target, length) => {
                        ordinary!(on.copy(one, any));
                        go_to!(length, target)
                    }
                    FastOp::CopiesJump(ref copies, target, length) => {
                        fused!(on.copies(copies, any));
                        go_to!(length, target)
                    }
                    FastOp::Advance32(ref to) => advance!(W32, false, to),
                    FastOp::Advance64(ref to) => advance!(W64, false, to),
                    FastOp::AdvanceSigned32(ref to) => advance!(W32, true, to),
                    FastOp::Branch(cond, ways) => {
                        let taken = ordinary!(on.get(cond)) != 0;
                        branch!(pc - 1, ways, taken)
                    }
                    FastOp::Switch(value, switch, length) => {
                        let number = ordinary!(on.number(value));
                        let target = frame.code.operations.switch(switch).target(number);
                        take!(pc - 1, target);
                        go_to!(length, target)
                    }
                    FastOp::IfEq(a, b, ways) => compare_and_branch!(Eq, W64, a, b, ways),
                    FastOp::IfNe(a, b, ways) => compare_and_branch!(Ne, W64, a, b, ways),
                    FastOp::IfULt(a, b, ways) => compare_and_branch!(ULt, W64, a, b, ways),
                    FastOp::IfULe(a, b, ways) => compare_and_branch!(ULe, W64, a, b, ways),
                    FastOp::IfSLt32(a, b, ways) => compare_and_branch!(SLt, W32, a, b, ways),
                    FastOp::IfSLe32(a, b, ways) => compare_and_branch!(SLe, W32, a, b, ways),
                    FastOp::IfSLt64(a, b, ways) => compare_and_branch!(SLt, W64, a, b, ways),
                    FastOp::IfSLe64(a, b, ways) => compare_and_branch!(SLe, W64, a, b, ways),
                    FastOp::IfEqImmediate(a, imm, ways) => {
                        compare_immediate!(Eq, W64, a, imm, ways)
                    }
                    FastOp::IfNeImmediate(a, imm, ways) => {
                        compare_immediate!(Ne, W64, a, imm, ways)
                    }
                    FastOp::IfULtImmediate(a, imm, ways) => {
                        compare_immediate!(ULt, W64, a, imm, ways)
                    }
                    FastOp::IfULeImmediate(a, imm, ways) => {
                        compare_immediate!(ULe, W64, a, imm, ways)
                    }
                    FastOp::IfSLtImmediate32(a, imm, ways) => {
                        compare_immediate!(SLt, W32, a, imm, ways)
                    }
                    FastOp::IfSLeImmediate32(a, imm, ways) => {
                        compare_immediate!(SLe, W32, a, imm, ways)
                    }
                    FastOp::IfSLtImmediate64(a, imm, ways) => {
                        compare_immediate!(SLt, W64, a, imm, ways)
                    }
                    FastOp::IfSLeImmediate64(a, imm, ways) => {
                        compare_immediate!(SLe, W64, a, imm, ways)
                    }
                    FastOp::IfFloat64(op, a, b, ways) => {
                        let taken = ordinary!(on.float_compared(op, FloatTy::F64, a, b));
                        branch!(pc, ways, taken)
                    }
                }
            };
            if let Some(leave) = over {
                break leave;
            }
            // From here on, instructions are done one by one, until that which isn't ordinary ends the stretch.
            ops = &frame.code.operations.single[..];
            pc -= 1;
        };
        state.frames.last_mut().expect("a running state has a frame").pc = pc;
        state.instructions += (budget - left) as u64;
        leave
    }
}

/// The rarer operations on numbers, out of the way.
#[cold]
#[inline(never)]
fn rare(op: BinaryOp, width: Width, nsw: bool, a: u64, b: u64) -> Option<u64> {
    arith::binary(op, width, nsw, a, b).ok()
}

/// Do two addresses lie in one object?
#[cold]
#[inline(never)]
fn is_in_one_object(objects: Objects<'_>, span: &mut Span, a: u64, b: u64) -> bool {
    let (start, size) = *span;
    if a.wrapping_sub(start) <= size && b.wrapping_sub(start) <= size {
        return true;
    }
    let common = address::common_object(objects, a, b);
    common.inspect(|&object| *span = object).is_some()
}
