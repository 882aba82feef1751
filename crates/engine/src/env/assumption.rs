//! Assumptions about a function's inputs: while a harness asks the program itself whether they are as they should be.
//!
//! What runs then is no part of the function under test: natively it doesn't run, so the branches that it takes are
//! none that a test covers, its allocations don't count, and calls are inlined, as what is true of them is true only
//! here. Inputs for which the question itself is an error don't satisfy it. Nor are those inputs of the function whose
//! making is an error: that is one of the function that makes them.

use ir::{CodeOrigin, FuncId};

use crate::machine::Interpreter;
use crate::state::State;

/// Harnesses, and functions of theirs that call the tested one.
const HARNESS_PREFIX: &str = "__counterpoint_entry_";

impl Interpreter<'_, '_> {
    /// The harness begins to ask, or has its answer.
    pub(crate) fn assuming(&self, state: &mut State, begins: bool) {
        match begins {
            true => state.given.tested.assuming = Some(state.path.trace.passed()),
            false => {
                if let Some(before) = state.given.tested.assuming.take() {
                    state.path.trace.return_to(before);
                }
            }
        }
    }

    /// An error is found where the function that is tested doesn't run yet. Then the inputs are none of its.
    pub(crate) fn excludes_error(&self, state: &mut State) -> bool {
        if let Some(maker) = self.maker(state, None) {
            let name = &self.image.program.function(maker).name;
            let what = format!(
                "an error of `{name}`, which makes an input, is none of what it makes that for"
            );
            state.path.trace.not_given = Some(what.into());
            return true;
        }
        // An input of which it can't be asked whether it is as it should be isn't.
        state.path.trace.is_excluded = state.given.tested.assuming.is_some();
        state.path.trace.is_excluded
    }

    /// The function that the harness calls to make an input, if that runs, or is to run now.
    pub(crate) fn maker(&self, state: &State, callee: Option<FuncId>) -> Option<FuncId> {
        let tested = state.given.tested.function?;
        let (harness, others) = state.frames.split_first()?;
        let called = others.first().map(|frame| frame.function).or(callee)?;
        let [harness, function] =
            [harness.function, called].map(|it| self.image.program.function(it));
        let is_maker = called != tested
            && function.origin == CodeOrigin::Program
            && !function.name.starts_with(HARNESS_PREFIX)
            && harness.name.starts_with(HARNESS_PREFIX);
        (is_maker && state.given.tested.assuming.is_none()).then_some(called)
    }
}
