//! Assumptions about a function's inputs: while a harness asks the program itself whether they are as they should be.
//!
//! What runs then is no part of the function under test: natively it doesn't run, so the branches that it takes are
//! none that a test covers, its allocations don't count, and calls are inlined, as what is true of them is true only
//! here. Inputs for which the question itself is an error don't satisfy it.

use crate::machine::Interpreter;
use crate::state::State;

impl Interpreter<'_, '_> {
    /// The harness begins to ask, or has its answer.
    pub(crate) fn assuming(&self, state: &mut State, begins: bool) {
        match begins {
            true => state.given.assuming = Some(state.path.trace.passed()),
            false => {
                if let Some(before) = state.given.assuming.take() {
                    state.path.trace.return_to(before);
                }
            }
        }
    }
}
