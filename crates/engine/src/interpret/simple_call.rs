//! Simple calls: a known function with a body, as many arguments as it takes, and at most one result.
//!
//! They are most calls, and need no more than a frame. All others are `crate::interpret::call`'s.

use crate::interpret::call::{FRAME_COST, make_slots};
use crate::machine::Interpreter;
use crate::machine::fast::{CallPlan, FastOp, OperandIndex, PlanId};
use crate::machine::image::Image;
use crate::memory::Tag;
use crate::state::{Frame, State};

impl<'p> Interpreter<'p, '_> {
    /// Enters the function that a plan says, unless it takes more than that.
    #[inline(never)]
    pub(super) fn simple_call(&mut self, state: &mut State, plan: PlanId) -> bool {
        let State { memory, frames, regs, stack, .. } = state;
        let caller = frames.last().expect("a running state has a frame");
        let code = &self.image.functions[caller.function.index()];
        let plan = code.operations.plan(plan);
        let callee = &self.image.functions[plan.callee.index()];
        let base = caller.base + code.places();
        let used = stack.used + FRAME_COST + callee.frame.cost;
        if regs.len() < base + callee.places() || used > self.options.limits.stack {
            return false;
        }
        let (callers, callees) = regs.split_at_mut(base);
        let callers = &callers[caller.base..];
        for (param, arg) in callees.iter_mut().zip(&plan.args) {
            *param = callers[arg.index()];
        }
        callees[callee.registers..callee.places()].copy_from_slice(&callee.consts);
        let body = callee.function.body.as_ref().expect("a plan calls a body");
        let stack_bottom = stack.top;
        let slots = match callee.frame.size {
            0 => stack_bottom,
            _ => make_slots(memory, &mut stack.top, body, &callee.frame),
        };
        frames.push(Frame {
            function: plan.callee,
            pc: body.blocks[0].start as usize,
            base,
            slots,
            stack_bottom,
            stack_used_before: stack.used,
            callers: None,
            extra: None,
        });
        stack.used = used;
        self.log.calls += 1;
        true
    }

    /// Returns to a simple call, if there is one.
    #[inline(never)]
    pub(super) fn simple_return(&mut self, state: &mut State, value: Option<OperandIndex>) -> bool {
        let Some((caller, plan)) = planned_call(self.image, &state.frames) else { return false };
        let Some(frame) = state.frames.pop() else { return false };
        if state.stack.top != frame.stack_bottom {
            let size = state.stack.top - frame.stack_bottom;
            state.memory.set_tags(frame.stack_bottom, size, Tag::RETURNED);
            state.stack.top = frame.stack_bottom;
        }
        state.stack.used = frame.stack_used_before;
        if let (Some(to), Some(value)) = (plan.result, value) {
            state.regs[caller + to.index()] = state.regs[frame.base + value.index()];
        }
        true
    }
}

/// Where the caller's registers start, and the plan by which the innermost function was called.
#[inline(always)]
fn planned_call<'p>(image: &'p Image<'p>, frames: &[Frame]) -> Option<(usize, &'p CallPlan)> {
    let [.., caller, _] = frames else { return None };
    let operations = &image.functions[caller.function.index()].operations;
    match operations.ops[caller.pc - 1] {
        FastOp::Call(plan) => Some((caller.base, operations.plan(plan))),
        _ => None,
    }
}
