//! Work: what a search has cost so far. It is counted and not timed, so that every exploration goes the same way.

use smt::{Solver, TermPool};

use crate::search::Exploration;

/// A query that reaches a backend takes so many units of the solver's work, besides what the backend counts: it is
/// preprocessed.
const QUERY: u64 = 1500;
/// As many steps of making terms take as long as one unit, some 0.4 microseconds...
const TERM_STEPS: u64 = 4;
/// ...and so many instructions.
const INSTRUCTIONS: u64 = 16;
/// A run takes so many units, besides its instructions...
const RUN: u64 = 48;
/// ...and each of its decisions that is new, mostly for the copy of the state for the other side...
const DECISION: u64 = 20;
/// ...and each question, at whichever layer it is answered.
const QUESTION: u64 = 16;

/// What was done until now, if these are the runs of the search.
pub(crate) fn until_now(pool: &TermPool, solver: &dyn Solver, done: &Exploration) -> u64 {
    let solvers = solver.stats().into_iter().filter(|layer| layer.work > 0);
    let solving: u64 = solvers.map(|backend| backend.work + QUERY * backend.queries).sum();
    let counts = &done.counts;
    let runs = RUN * counts.runs + counts.instructions / INSTRUCTIONS;
    let sides = DECISION * counts.decisions + QUESTION * counts.queries;
    solving + pool.steps() / TERM_STEPS + runs + sides
}
