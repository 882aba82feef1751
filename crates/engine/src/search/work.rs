//! Work: what a search has cost so far. It is counted and not timed, so that every exploration goes the same way.

use smt::{Solver, TermPool};

use crate::search::Exploration;

/// As many steps of making terms take as long as a unit of the solver's work, some 0.4 microseconds...
const TERM_STEPS: u64 = 4;
/// ...and so many instructions.
const INSTRUCTIONS: u64 = 16;
/// A run takes so many units, besides its instructions.
const RUN: u64 = 64;

/// What was done until now, if these are the runs of the search.
pub(crate) fn until_now(pool: &TermPool, solver: &dyn Solver, done: &Exploration) -> u64 {
    let runs = RUN * done.runs + done.instructions / INSTRUCTIONS;
    solver.work() + pool.steps() / TERM_STEPS + runs
}
