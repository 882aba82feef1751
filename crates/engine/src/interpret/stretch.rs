//! A stretch: ordinary instructions, one after the other, on values that are nothing but their bits.
//!
//! This is the loop that everything concrete runs in, so it is kept small: whatever is not ordinary ends the stretch
//! before anything has changed, and `crate::interpret::run` sees to it. Here are only the operations of
//! `crate::machine::fast`; what an instruction means is said in `crate::interpret::execute`.

use std::ops::Range;

use ir::{BinaryOp, CompareOp, Edge, FloatBinaryOp, FloatTy, ProgramPoint, Width};

use crate::interpret::plain::{Plain, widened};
use crate::machine::fast::{Advance, FastOp, Immediate, One, Two};
use crate::machine::object::Objects;
use crate::machine::{Interpreter, Uninitialised};
use crate::memory::Tag;
use crate::pointer::address;
use crate::state::State;
use crate::value::{arith, float};

/// Why a stretch is over.
pub(super) enum Leave {
    /// The instruction before the innermost frame's `pc` is to be executed by itself.
    Slow,
    /// It has executed as many instructions as it was to.
    Pause,
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
        let mut frame = state.frames.last().expect("a running state has a frame");
        let mut code = &self.image.functions[frame.function.index()];
        let (mut ops, mut pc) = (&code.operations.ops[..], frame.pc);
        // Instructions until the next pause.
        let budget = slice_end.saturating_sub(state.instructions) as i64;
        let mut left = budget;

        // The registers of the innermost frame.
        macro_rules! plain {
            () => {
                Plain::<TRACED> {
                    regs: &mut state.regs[frame.base..frame.base + code.places()],
                    memory: &mut state.memory,
                    first_address,
                    address_count,
                    address_mask,
                    pointer_bytes,
                }
            };
        }
        let mut on = plain!();
        // Goes on in the frame that is the innermost now.
        macro_rules! switch_frame {
            () => {{
                frame = state.frames.last().expect("a running state has a frame");
                code = &self.image.functions[frame.function.index()];
                (ops, pc) = (&code.operations.ops[..], frame.pc);
                on = plain!();
                *span = (0, 0);
            }};
        }
        macro_rules! ordinary {
            ($result:expr) => {
                match $result {
                    Some(result) => result,
                    None => break Leave::Slow,
                }
            };
        }
        // An operation that does the work of several instructions. If one of them isn't ordinary, those before it are,
        // perhaps: from here on, they are done one by one, until that one ends the stretch.
        macro_rules! fused {
            ($result:expr) => {
                match $result {
                    Some(result) => result,
                    None => {
                        ops = &code.operations.single[..];
                        pc -= 1;
                        continue;
                    }
                }
            };
        }
        // Leaves a block of that length for another place.
        macro_rules! go_to {
            ($length:expr, $target:expr) => {{
                left -= i64::from($length);
                pc = $target.pc();
                if left < 0 {
                    break Leave::Pause;
                }
            }};
        }
        // Leaves a block by its branch at `$at`.
        macro_rules! branch {
            ($at:expr, $ways:expr, $taken:expr) => {{
                let target = if $taken { $ways.then } else { $ways.otherwise };
                if TRACED {
                    let from = ProgramPoint { function: frame.function, pc: $at as u32 };
                    state.path.trace.take(Edge { from, to: target.pc() as u32 });
                }
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
                        break Leave::Slow;
                    }
                }
                arith::compare($op, $width, a, b)
            }};
        }
        // The branch is the next instruction.
        macro_rules! compare_and_branch {
            ($op:expr, $width:expr, $a:expr, $b:expr, $ways:expr) => {{
                let (a, b) = ordinary!(on.both($a, $b));
                let taken = compared!($op, $width, a, b);
                branch!(pc, $ways, taken)
            }};
        }
        macro_rules! compare_immediate {
            ($op:expr, $width:expr, $a:expr, $imm:expr, $ways:expr) => {{
                let (a, b) = (ordinary!(on.get($a)), widened($width, $imm));
                let taken = compared!($op, $width, a, b);
                branch!(pc, $ways, taken)
            }};
        }
        macro_rules! compare {
            ($op:expr, $width:expr, $two:expr) => {{
                let (a, b) = ordinary!(on.both($two.a, $two.b));
                let holds = compared!($op, $width, a, b);
                on.set($two.dst, holds.into())
            }};
        }
        macro_rules! advance {
            ($width:expr, $nsw:expr, $advance:expr) => {{
                let Advance { sum, target, length } = $advance;
                ordinary!(on.immediate(BinaryOp::Add, $width, $nsw, sum));
                go_to!(length, target)
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
            // Not copied as a whole: each operation looks at its own fields.
            let op = &ops[pc];
            pc += 1;
            match *op {
                FastOp::Slow => break Leave::Slow,
                FastOp::Copy(one) => ordinary!(on.copy(one, any)),
                FastOp::Add32(two) => ordinary!(on.binary(BinaryOp::Add, Width::W32, false, two)),
                FastOp::Add64(two) => ordinary!(on.binary(BinaryOp::Add, Width::W64, false, two)),
                FastOp::Sub32(two) => ordinary!(on.binary(BinaryOp::Sub, Width::W32, false, two)),
                FastOp::Sub64(two) => ordinary!(on.binary(BinaryOp::Sub, Width::W64, false, two)),
                FastOp::Mul32(two) => ordinary!(on.binary(BinaryOp::Mul, Width::W32, false, two)),
                FastOp::Mul64(two) => ordinary!(on.binary(BinaryOp::Mul, Width::W64, false, two)),
                FastOp::AddSigned32(two) => {
                    ordinary!(on.binary(BinaryOp::Add, Width::W32, true, two))
                }
                FastOp::AddSigned64(two) => {
                    ordinary!(on.binary(BinaryOp::Add, Width::W64, true, two))
                }
                FastOp::SubSigned32(two) => {
                    ordinary!(on.binary(BinaryOp::Sub, Width::W32, true, two))
                }
                FastOp::SubSigned64(two) => {
                    ordinary!(on.binary(BinaryOp::Sub, Width::W64, true, two))
                }
                FastOp::MulSigned32(two) => {
                    ordinary!(on.binary(BinaryOp::Mul, Width::W32, true, two))
                }
                FastOp::MulSigned64(two) => {
                    ordinary!(on.binary(BinaryOp::Mul, Width::W64, true, two))
                }
                FastOp::Shl32(two) => ordinary!(on.binary(BinaryOp::Shl, Width::W32, false, two)),
                FastOp::Shl64(two) => ordinary!(on.binary(BinaryOp::Shl, Width::W64, false, two)),
                FastOp::LShr(width, two) => ordinary!(on.binary(BinaryOp::LShr, width, false, two)),
                FastOp::AShr32(two) => ordinary!(on.binary(BinaryOp::AShr, Width::W32, false, two)),
                FastOp::AShr64(two) => ordinary!(on.binary(BinaryOp::AShr, Width::W64, false, two)),
                FastOp::And(two) => ordinary!(on.binary(BinaryOp::And, Width::W64, false, two)),
                FastOp::Or(two) => ordinary!(on.binary(BinaryOp::Or, Width::W64, false, two)),
                FastOp::Xor(two) => ordinary!(on.binary(BinaryOp::Xor, Width::W64, false, two)),
                FastOp::Binary(op, width, nsw, two) => {
                    let (a, b) = ordinary!(on.numbers(two.a, two.b));
                    on.set(two.dst, ordinary!(rare(op, width, nsw, a, b)));
                }
                FastOp::AddImmediate32(imm) => {
                    ordinary!(on.immediate(BinaryOp::Add, Width::W32, false, imm))
                }
                FastOp::AddImmediate64(imm) => {
                    ordinary!(on.immediate(BinaryOp::Add, Width::W64, false, imm))
                }
                FastOp::AddSignedImmediate32(imm) => {
                    ordinary!(on.immediate(BinaryOp::Add, Width::W32, true, imm))
                }
                FastOp::AddSignedImmediate64(imm) => {
                    ordinary!(on.immediate(BinaryOp::Add, Width::W64, true, imm))
                }
                FastOp::MulImmediate32(imm) => {
                    ordinary!(on.immediate(BinaryOp::Mul, Width::W32, false, imm))
                }
                FastOp::MulImmediate64(imm) => {
                    ordinary!(on.immediate(BinaryOp::Mul, Width::W64, false, imm))
                }
                FastOp::AndImmediate(imm) => {
                    ordinary!(on.immediate(BinaryOp::And, Width::W64, false, imm))
                }
                FastOp::ShrImmediate(Immediate { dst, a, imm }) => {
                    let number = ordinary!(on.number(a));
                    on.set(dst, number >> (imm & 63));
                }
                FastOp::MulAdd32(three) => {
                    fused!(on.mul_add(three));
                    pc += 1;
                }
                FastOp::Eq(two) => compare!(CompareOp::Eq, Width::W64, two),
                FastOp::Ne(two) => compare!(CompareOp::Ne, Width::W64, two),
                FastOp::ULt(two) => compare!(CompareOp::ULt, Width::W64, two),
                FastOp::ULe(two) => compare!(CompareOp::ULe, Width::W64, two),
                FastOp::SLt32(two) => compare!(CompareOp::SLt, Width::W32, two),
                FastOp::SLe32(two) => compare!(CompareOp::SLe, Width::W32, two),
                FastOp::SLt64(two) => compare!(CompareOp::SLt, Width::W64, two),
                FastOp::SLe64(two) => compare!(CompareOp::SLe, Width::W64, two),
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
                FastOp::Select(cond, two) => ordinary!(on.select(cond, two)),
                FastOp::SlotAddress(dst, offset) => on.set(dst, frame.slots + u64::from(offset)),
                FastOp::Load8(read) => ordinary!(on.load::<1>(read)),
                FastOp::Load16(read) => ordinary!(on.load::<2>(read)),
                FastOp::Load32(read) => ordinary!(on.load::<4>(read)),
                FastOp::Load64(read) => ordinary!(on.load::<8>(read)),
                FastOp::Store8(write) => ordinary!(on.store::<1>(write)),
                FastOp::Store16(write) => ordinary!(on.store::<2>(write)),
                FastOp::Store32(write) => ordinary!(on.store::<4>(write)),
                FastOp::Store64(write) => ordinary!(on.store::<8>(write)),
                FastOp::Address(scaling, element) => {
                    let address = fused!(on.element(scaling, element));
                    on.set(element.value, address);
                    pc += usize::from(scaling.more);
                }
                FastOp::LoadElement8(scaling, element) => load_element!(1, scaling, element),
                FastOp::LoadElement16(scaling, element) => load_element!(2, scaling, element),
                FastOp::LoadElement32(scaling, element) => load_element!(4, scaling, element),
                FastOp::LoadElement64(scaling, element) => load_element!(8, scaling, element),
                FastOp::StoreElement8(scaling, element) => store_element!(1, scaling, element),
                FastOp::StoreElement16(scaling, element) => store_element!(2, scaling, element),
                FastOp::StoreElement32(scaling, element) => store_element!(4, scaling, element),
                FastOp::StoreElement64(scaling, element) => store_element!(8, scaling, element),
                FastOp::FloatAdd64(two) => ordinary!(on.float(FloatBinaryOp::Add, two)),
                FastOp::FloatSub64(two) => ordinary!(on.float(FloatBinaryOp::Sub, two)),
                FastOp::FloatMul64(two) => ordinary!(on.float(FloatBinaryOp::Mul, two)),
                FastOp::FloatDiv64(two) => ordinary!(on.float(FloatBinaryOp::Div, two)),
                FastOp::FloatMulAdd64(three) => {
                    fused!(on.float_mul_add(three, true));
                    pc += 1;
                }
                FastOp::FloatAddMul64(three) => {
                    fused!(on.float_mul_add(three, false));
                    pc += 1;
                }
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
                        break Leave::Slow;
                    }
                }
                FastOp::CheckPointer(addr, mask, nonnull) => {
                    let address = ordinary!(on.get(addr));
                    if address & u64::from(mask) != 0 || (nonnull && address == 0) {
                        break Leave::Slow;
                    }
                }
                FastOp::Call(plan) => {
                    let frame = state.frames.last_mut().expect("a running state has a frame");
                    frame.pc = pc;
                    if any || composes || !self.simple_call(state, plan) {
                        break Leave::Slow;
                    }
                    switch_frame!();
                }
                FastOp::Return(value, length) => {
                    if composes || !self.simple_return(state, value) {
                        break Leave::Slow;
                    }
                    left -= i64::from(length);
                    switch_frame!();
                }
                FastOp::Jump(target, length) => go_to!(length, target),
                FastOp::CopyJump(one, target, length) => {
                    ordinary!(on.copy(one, any));
                    go_to!(length, target)
                }
                FastOp::Advance32(to) => advance!(Width::W32, false, to),
                FastOp::Advance64(to) => advance!(Width::W64, false, to),
                FastOp::AdvanceSigned32(to) => advance!(Width::W32, true, to),
                FastOp::Branch(cond, ways) => {
                    let taken = ordinary!(on.get(cond)) != 0;
                    branch!(pc - 1, ways, taken)
                }
                FastOp::IfEq(a, b, ways) => {
                    compare_and_branch!(CompareOp::Eq, Width::W64, a, b, ways)
                }
                FastOp::IfNe(a, b, ways) => {
                    compare_and_branch!(CompareOp::Ne, Width::W64, a, b, ways)
                }
                FastOp::IfULt(a, b, ways) => {
                    compare_and_branch!(CompareOp::ULt, Width::W64, a, b, ways)
                }
                FastOp::IfULe(a, b, ways) => {
                    compare_and_branch!(CompareOp::ULe, Width::W64, a, b, ways)
                }
                FastOp::IfSLt32(a, b, ways) => {
                    compare_and_branch!(CompareOp::SLt, Width::W32, a, b, ways)
                }
                FastOp::IfSLe32(a, b, ways) => {
                    compare_and_branch!(CompareOp::SLe, Width::W32, a, b, ways)
                }
                FastOp::IfSLt64(a, b, ways) => {
                    compare_and_branch!(CompareOp::SLt, Width::W64, a, b, ways)
                }
                FastOp::IfSLe64(a, b, ways) => {
                    compare_and_branch!(CompareOp::SLe, Width::W64, a, b, ways)
                }
                FastOp::IfEqImmediate(a, imm, ways) => {
                    compare_immediate!(CompareOp::Eq, Width::W64, a, imm, ways)
                }
                FastOp::IfNeImmediate(a, imm, ways) => {
                    compare_immediate!(CompareOp::Ne, Width::W64, a, imm, ways)
                }
                FastOp::IfULtImmediate(a, imm, ways) => {
                    compare_immediate!(CompareOp::ULt, Width::W64, a, imm, ways)
                }
                FastOp::IfULeImmediate(a, imm, ways) => {
                    compare_immediate!(CompareOp::ULe, Width::W64, a, imm, ways)
                }
                FastOp::IfSLtImmediate32(a, imm, ways) => {
                    compare_immediate!(CompareOp::SLt, Width::W32, a, imm, ways)
                }
                FastOp::IfSLeImmediate32(a, imm, ways) => {
                    compare_immediate!(CompareOp::SLe, Width::W32, a, imm, ways)
                }
                FastOp::IfSLtImmediate64(a, imm, ways) => {
                    compare_immediate!(CompareOp::SLt, Width::W64, a, imm, ways)
                }
                FastOp::IfSLeImmediate64(a, imm, ways) => {
                    compare_immediate!(CompareOp::SLe, Width::W64, a, imm, ways)
                }
                FastOp::IfFloat64(op, a, b, ways) => {
                    let taken = ordinary!(on.float_compared(op, FloatTy::F64, a, b));
                    branch!(pc, ways, taken)
                }
            }
        };
        state.frames.last_mut().expect("a running state has a frame").pc = pc;
        state.instructions += (budget - left) as u64;
        leave
    }
}

/// The rarer operations on numbers, out of the way.
#[inline(never)]
fn rare(op: BinaryOp, width: Width, nsw: bool, a: u64, b: u64) -> Option<u64> {
    arith::binary(op, width, nsw, a, b).ok()
}

/// Do two addresses lie in one object?
fn is_in_one_object(objects: Objects<'_>, span: &mut Span, a: u64, b: u64) -> bool {
    let (start, size) = *span;
    if a.wrapping_sub(start) <= size && b.wrapping_sub(start) <= size {
        return true;
    }
    let common = address::common_object(objects, a, b);
    common.inspect(|&object| *span = object).is_some()
}
