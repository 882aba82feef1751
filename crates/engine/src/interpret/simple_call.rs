//! Simple calls: a known function with a body, as many arguments as it takes, and at most one result.
//!
//! They are most calls, and need no more than a frame. All others are `crate::interpret::call`'s.

use crate::interpret::call::{FRAME_COST, make_slots};
use crate::interpret::stretch::Innermost;
use crate::machine::Interpreter;
use crate::machine::fast::{CallPlan, FastOp, OperandIndex};
use crate::machine::image::Code;
use crate::memory::{Memory, Tag};
use crate::state::{Frame, StackUse, State};
use crate::value::Value;

impl<'p> Interpreter<'p, '_> {
    /// Enters the function that a plan says from the innermost frame, which is to go on at `pc`; unless it takes more than
    /// that.
    #[inline(always)]
    pub(super) fn simple_call(
        &mut self,
        state: &mut State,
        caller: Innermost<'p>,
        plan: &CallPlan,
        pc: usize,
    ) -> Option<Innermost<'p>> {
        let State { memory, frames, regs, stack, .. } = state;
        frames.last_mut()?.pc = pc;
        let code = caller.code(self.image, plan.callee);
        let base = caller.base + caller.code.places;
        let used = stack.used + FRAME_COST + code.frame.cost;
        if used > self.options.limits.stack {
            return None;
        }
        let (callers, callees) = regs
            .get_mut(caller.base..base + code.places)?
            .split_at_mut_checked(caller.code.places)?;
        for (param, arg) in callees.iter_mut().zip(&plan.args) {
            *param = callers[arg.index()];
        }
        // Field by field, as a copy of a whole slice is a call of its own, and they are few.
        for (place, constant) in callees.get_mut(code.registers..)?.iter_mut().zip(&code.consts) {
            *place = Value { bits: constant.bits, shade: constant.shade };
        }
        let (stack_bottom, stack_used_before) = (stack.top, stack.used);
        let slots = match code.frame.size {
            0 => stack_bottom,
            _ => enter_slots(memory, stack, code),
        };
        let (function, pc) = (plan.callee, plan.entry);
        let (callers, extra) = (None, None);
        frames.push(Frame {
            function,
            pc,
            base,
            slots,
            stack_bottom,
            stack_used_before,
            callers,
            extra,
        });
        stack.used = used;
        self.log.calls += 1;
        Some(Innermost { function, code, pc, base, slots })
    }

    /// Returns to a simple call, if there is one.
    #[inline(always)]
    pub(super) fn simple_return(
        &mut self,
        state: &mut State,
        callee: Innermost<'p>,
        value: Option<OperandIndex>,
    ) -> Option<Innermost<'p>> {
        let State { memory, frames, regs, stack, .. } = state;
        let [.., caller, _] = &frames[..] else { return None };
        let caller = Innermost::of(caller, callee.code(self.image, caller.function));
        let FastOp::Call(_, result) = caller.code.operations.ops[caller.pc - 1] else {
            return None;
        };
        let Frame { stack_bottom, stack_used_before, extra, .. } = frames.pop()?;
        if stack.top != stack_bottom {
            leave_slots(memory, stack, stack_bottom);
        }
        stack.used = stack_used_before;
        if let (Some(to), Some(value)) = (result, value) {
            regs[caller.base + to.index()] = regs[callee.base + value.index()];
        }
        drop(extra);
        Some(caller)
    }
}

// Memory is out of the way, so that the loop needn't save its registers where a function has no slots.

#[cold]
#[inline(never)]
fn enter_slots(memory: &mut Memory, stack: &mut StackUse, callee: &Code<'_>) -> u64 {
    let body = callee.function.body.as_ref().expect("a plan calls a body");
    make_slots(memory, &mut stack.top, body, &callee.frame)
}

#[cold]
#[inline(never)]
fn leave_slots(memory: &mut Memory, stack: &mut StackUse, bottom: u64) {
    memory.set_tags(bottom, stack.top - bottom, Tag::RETURNED);
    stack.top = bottom;
}
