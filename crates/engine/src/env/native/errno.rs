//! `errno` after native calls: whatever it is in this run, a call that reaches the system may fail the next time.

use ir::{Inst, Operand};

use crate::machine::Interpreter;
use crate::state::State;

impl Interpreter<'_, '_> {
    /// A function of the program asks where `errno` is. If it sets it, it is what it was set to from there on; else what it
    /// finds there may be another error next time.
    pub(crate) fn look_at_errno(&self, state: &mut State) {
        if self.is_only_stored_to(state) {
            state.given.errno_from = None;
        } else if let Some(site) = state.given.errno_from
            && self.options.symbolic
        {
            state.path.trace.depend_on_environment(site);
        }
    }

    /// Is what the function of the runtime library returns that runs only an address that is written to?
    fn is_only_stored_to(&self, state: &State) -> bool {
        let Some((_, callers)) = state.frames.split_last() else { return false };
        let Some((call, frame)) = self.call_of(callers.last()).zip(callers.last()) else {
            return false;
        };
        let function = self.image.program.function(frame.function);
        let mut is_set = false;
        let mut is_used = false;
        for inst in function.body.iter().flat_map(|body| &body.code) {
            let is_it =
                |operand: &Operand| operand.reg().is_some_and(|reg| call.results.contains(&reg));
            match inst {
                Inst::CheckPointer { .. } => {}
                Inst::Store { addr, value, .. } if is_it(addr) && !is_it(value) => is_set = true,
                _ => inst.for_each_use(|operand| is_used |= is_it(&operand)),
            }
        }
        is_set && !is_used
    }
}
