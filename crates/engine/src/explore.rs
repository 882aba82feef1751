//! Exploration: runs a program again and again, each time down another path.
//!
//! A run decides conditions as its model has them, and leaves the other side of each decision dangling, with
//! the state as it was before. To explore a dangling side, the solver is asked once for a model; values
//! that depend on the inputs are evaluated anew, and the run goes on from there.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use smt::{Query, Solver, Verdict};

use crate::decide::Fork;
use crate::machine::Machine;
use crate::outcome::{Outcome, StopReason, Unsupported};
use crate::path::Branch;
use crate::simplest::Trace;
use crate::start::StartUp;
use crate::state::State;
use crate::witness::{self, Observed, TestInput};

/// When to stop, and which way to go first.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// At most that many runs.
    pub runs: u64,
    /// A path of more decisions is given up.
    pub depth: usize,
    /// Which dangling side is next.
    pub search: Search,
}

/// The order in which dangling sides are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// The last one first.
    Dfs,
    /// The first one first.
    Bfs,
}

/// What an exploration found.
#[derive(Debug, Default)]
pub struct Exploration {
    /// Every path that was run to its end.
    pub paths: Vec<ExploredPath>,
    /// Runs, finished or not.
    pub runs: u64,
    /// Dangling sides that no input takes.
    pub infeasible: u64,
    /// Was nothing skipped, fixed or cut off?
    pub complete: bool,
    /// Why not, each reason once.
    pub incomplete: Vec<String>,
    /// Instructions of all runs together.
    pub instructions: u64,
}

/// A path that was run to its end.
#[derive(Debug)]
pub struct ExploredPath {
    /// How it ended.
    pub outcome: Result<Outcome, Unsupported>,
    /// Inputs that take it.
    pub inputs: Vec<TestInput>,
    /// What a harness looked at when the function it calls had returned; empty if it never did.
    pub observed: Vec<Observed>,
    /// How many decisions it has.
    pub depth: usize,
    /// The sides it takes of branches.
    pub branches: Arc<FxHashSet<Branch>>,
    /// What it takes to find simpler inputs for it.
    pub(crate) trace: Trace,
}

/// Explores a program from `main`.
pub fn explore(
    machine: &mut Machine<'_, '_>,
    solver: &mut dyn Solver,
    start_up: &StartUp,
    limits: Limits,
) -> Exploration {
    let mut explorer = Explorer {
        machine,
        solver,
        limits,
        found: Exploration::default(),
        frontier: VecDeque::new(),
    };
    explorer.machine.options.decision_limit = limits.depth;
    let mut state = explorer.machine.new_state();
    let outcome = explorer.machine.run_main(&mut state, start_up);
    explorer.finish_run(state, outcome, 0);
    explorer.run_all();
    explorer.found.complete = explorer.found.incomplete.is_empty();
    explorer.found
}

struct Explorer<'x, 'p, 'e> {
    machine: &'x mut Machine<'p, 'e>,
    solver: &'x mut dyn Solver,
    limits: Limits,
    found: Exploration,
    frontier: VecDeque<Fork>,
}

impl Explorer<'_, '_, '_> {
    fn run_all(&mut self) {
        loop {
            let fork = match self.limits.search {
                Search::Dfs => self.frontier.pop_back(),
                Search::Bfs => self.frontier.pop_front(),
            };
            let Some(fork) = fork else { return };
            if self.found.runs >= self.limits.runs {
                self.incomplete(format!("the limit of {} runs", self.limits.runs));
                return;
            }
            if (self.machine.options.stop)() {
                self.incomplete(StopReason::Interrupted.to_string());
                return;
            }
            self.explore(fork);
        }
    }

    fn explore(&mut self, fork: Fork) {
        let Fork { mut state, condition } = fork;
        let query = Query { assumptions: state.path.conditions(), goal: condition };
        match self.solver.check(&mut self.machine.pool, query) {
            Verdict::Unsat => self.found.infeasible += 1,
            Verdict::Unknown(why) => self.incomplete(format!("the solver gave up: {why}")),
            Verdict::Sat(model) => {
                state.model = Arc::new(model);
                state.path.add(condition);
                self.machine.reevaluate(&mut state);
                let before = state.instructions;
                let outcome = self.machine.resume(&mut state);
                self.finish_run(state, outcome, before);
            }
        }
    }

    fn finish_run(
        &mut self,
        state: State,
        outcome: Result<Outcome, Unsupported>,
        instructions_before: u64,
    ) {
        self.found.runs += 1;
        self.found.instructions += state.instructions - instructions_before;
        self.frontier.extend(self.machine.forks.drain(..));
        if state.path.is_concretised() {
            self.incomplete("a value was fixed".to_owned());
        }
        match &outcome {
            Err(unsupported) => self.incomplete(format!("unsupported: {}", unsupported.what)),
            Ok(Outcome::Stopped(reason)) => self.incomplete(reason.to_string()),
            Ok(_) => {}
        }
        let depth = state.path.conditions().len();
        let inputs = witness::inputs(self.machine, &state);
        let branches = state.path.branches().clone();
        let trace = Trace::of(&state);
        self.found.paths.push(ExploredPath {
            outcome,
            inputs,
            observed: state.observed,
            depth,
            branches,
            trace,
        });
    }

    fn incomplete(&mut self, why: String) {
        if !self.found.incomplete.contains(&why) {
            self.found.incomplete.push(why);
        }
    }
}
