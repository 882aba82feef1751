//! The search of DART: random inputs first; then, for the other side of each decision, inputs that take it.
//!
//! A run decides conditions as its model has them, and leaves the other side of each decision dangling, with
//! the state as it was before. To explore a dangling side, the solver is asked once for a model; what that leaves
//! open stays as it was in the run before. Values that depend on the inputs are evaluated anew, and the run goes on
//! from there. Where the inputs don't tell everything, random restarts look for more.

use std::mem;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use smt::{Model, Query, Solver, TermId, Verdict};

use crate::explore::dangling::{Dangling, Site, Way};
use crate::explore::findings::Findings;
use crate::explore::frontier::{Frontier, Search};
use crate::explore::start_values::StartValues;
use crate::explore::{Exploration, Limits};
use crate::machine::Machine;
use crate::outcome::{Incomplete, Outcome, StopReason, Unsupported};
use crate::start::StartUp;
use crate::state::State;

/// What a term and a dangling side without its state take, about.
const TERM_BYTES: usize = 100;
const SIDE_BYTES: usize = 150;

/// Explores one program.
pub(crate) struct Explorer<'x, 'p, 'e> {
    machine: &'x mut Machine<'p, 'e>,
    solver: &'x mut dyn Solver,
    start_up: &'x StartUp,
    limits: Limits,
    findings: Findings,
    frontier: Frontier,
    /// Where a run went the other way of a decision that is no branch.
    checks: FxHashSet<Site>,
    /// What the states of dangling sides take, about.
    kept_bytes: usize,
}

impl<'x, 'p, 'e> Explorer<'x, 'p, 'e> {
    pub(crate) fn new(
        machine: &'x mut Machine<'p, 'e>,
        solver: &'x mut dyn Solver,
        start_up: &'x StartUp,
        limits: Limits,
    ) -> Explorer<'x, 'p, 'e> {
        let program = machine.image.program;
        let frontier = Frontier::new(limits.search, limits.seed, program);
        Explorer {
            machine,
            solver,
            start_up,
            limits,
            findings: Findings::new(program),
            frontier,
            checks: FxHashSet::default(),
            kept_bytes: 0,
        }
    }

    /// Runs until nothing is left, or a limit is reached.
    pub(crate) fn explore(mut self) -> Exploration {
        if let Some(reason) = self.run_all() {
            self.findings.incomplete(Incomplete::Stopped(reason));
        }
        self.findings.exploration.decisions = self.machine.trail.decisions;
        self.findings.exploration.inlined = self.machine.trail.calls;
        self.findings.conclude()
    }

    fn run_all(&mut self) -> Option<StopReason> {
        let mut fruitless = 0;
        loop {
            let known = self.findings.extent();
            self.run_from_entry(Model::new());
            if let Some(reason) = self.run_frontier() {
                return Some(reason);
            }
            let news = known != self.findings.extent();
            fruitless = if news { 0 } else { fruitless + 1 };
            let missing = &self.findings.exploration.incomplete;
            if self.findings.reached || !missing.iter().any(Incomplete::calls_for_restart) {
                return None;
            }
            if fruitless >= self.limits.restarts {
                self.findings.incomplete(Incomplete::Restarts(fruitless));
                return None;
            }
            self.restart();
        }
    }

    /// Forgets the inputs so far: the next run has random ones.
    fn restart(&mut self) {
        self.findings.exploration.restarts += 1;
        self.findings.previous = Arc::default();
        let values = StartValues::new(self.limits.seed, self.findings.exploration.restarts);
        self.machine.trail.start_values = values;
    }

    /// Explores dangling sides until there is none, or a limit is reached.
    fn run_frontier(&mut self) -> Option<StopReason> {
        while !self.findings.reached {
            if self.is_full() {
                return Some(StopReason::MemoryLimit(self.limits.memory));
            }
            let side = self.frontier.take(&self.machine.trail.stacks)?;
            if self.findings.exploration.runs >= self.limits.runs {
                return Some(StopReason::RunLimit(self.limits.runs));
            }
            if (self.machine.options.stop)() {
                return Some(StopReason::Interrupted);
            }
            self.kept_bytes = self.kept_bytes.saturating_sub(side.state_bytes());
            // A run with other inputs may have come by since.
            if self.machine.trail.tree.is_dangling(side.node) && self.is_wanted(&side) {
                self.explore_side(side);
                self.tell();
            }
        }
        None
    }

    /// Asks for inputs that take a side, and runs with them.
    fn explore_side(&mut self, side: Dangling) {
        let conditions = self.machine.trail.tree.conditions(side.node);
        let [assumptions @ .., goal] = &conditions[..] else { return };
        self.findings.exploration.queries += 1;
        let query = Query { assumptions, goal: *goal };
        match self.solver.check(&mut self.machine.pool, query) {
            Verdict::Unsat => self.findings.exploration.infeasible += 1,
            // Whoever asked for the end also ended the query.
            Verdict::Unknown(_) if (self.machine.options.stop)() => {
                self.findings.incomplete(Incomplete::Stopped(StopReason::Interrupted));
            }
            Verdict::Unknown(why) => self.findings.incomplete(Incomplete::Unknown(why)),
            Verdict::Sat(model) => {
                let model = self.findings.completed(&self.machine.pool, model, &conditions);
                if side.way == Way::Here {
                    self.checks.insert(side.site);
                }
                match side.state {
                    Some(state) => self.resume(*state, model, *goal),
                    None => self.repeat(model, &conditions),
                }
            }
        }
    }

    /// Goes on from a state that was kept, down the other side.
    fn resume(&mut self, mut state: State, model: Model, condition: TermId) {
        state.model = Arc::new(model);
        state.path.unfold(&self.machine.trail.tree);
        state.path.add(condition);
        self.machine.reevaluate(&mut state);
        let before = state.instructions;
        let outcome = self.machine.resume(&mut state);
        self.finish_run(state, outcome, before);
    }

    /// Runs from the entry with inputs in which these conditions are decided so. If they aren't, something else
    /// than the inputs has changed: that is a divergence.
    fn repeat(&mut self, model: Model, conditions: &[TermId]) {
        let taken = self.run_from_entry(model);
        if !taken.starts_with(conditions) {
            self.findings.exploration.divergences += 1;
            self.findings.incomplete(Incomplete::Diverged);
        }
    }

    /// Runs from the entry; gives the conditions of the path.
    fn run_from_entry(&mut self, model: Model) -> Vec<TermId> {
        let mut state = self.machine.new_state();
        state.model = Arc::new(model);
        let outcome = self.machine.run_main(&mut state, self.start_up);
        let taken = state.path.conditions().to_vec();
        self.finish_run(state, outcome, 0);
        taken
    }

    fn finish_run(
        &mut self,
        mut state: State,
        outcome: Result<Outcome, Unsupported>,
        instructions_before: u64,
    ) {
        self.findings.exploration.runs += 1;
        self.findings.exploration.instructions += state.instructions - instructions_before;
        self.keep_dangling();
        let news = self.findings.note_run(&state, &outcome);
        if !news.covered.is_empty() {
            self.frontier.covered(&news.covered);
        }
        let end = state.path.node(&mut self.machine.trail.tree);
        // Where native code looks at the inputs, the same decisions may lead elsewhere.
        if self.machine.trail.tree.end(end) || news.any {
            self.findings.keep(self.machine, state, outcome);
        }
    }

    /// Puts the sides that a run left dangling into the frontier.
    fn keep_dangling(&mut self) {
        let trail = &mut self.machine.trail;
        for side in mem::take(&mut trail.dangling) {
            self.kept_bytes += side.state_bytes();
            self.frontier.add(side, &trail.stacks);
        }
    }

    /// Is a side to be explored at all? Only a search that limits itself says no.
    fn is_wanted(&mut self, side: &Dangling) -> bool {
        if self.limits.search != Search::UncoveredOnly {
            return true;
        }
        let wanted = match side.branch() {
            Some(branch) => !self.findings.covered.contains(&branch),
            // A switch that has another target has another check, too.
            None => !self.checks.contains(&side.site),
        };
        if !wanted {
            self.findings.incomplete(Incomplete::OnlyUncovered);
        }
        wanted
    }

    /// Is there no room for more, although no dangling side has its state any longer?
    fn is_full(&mut self) -> bool {
        let limit = usize::try_from(self.limits.memory).unwrap_or(usize::MAX);
        let Machine { trail, pool, .. } = &*self.machine;
        let sides = self.frontier.len() * SIDE_BYTES;
        let terms = pool.len() * TERM_BYTES;
        let rest = trail.tree.bytes() + trail.stacks.bytes() + sides + terms;
        if rest + self.kept_bytes > limit {
            self.drop_states(limit / 2);
        }
        rest > limit
    }

    /// Drops states of dangling sides until the others take less than a number of bytes.
    fn drop_states(&mut self, enough: usize) {
        // What was shared with states that are gone belongs to fewer now.
        self.kept_bytes = self.frontier.sides_mut().map(|side| side.state_bytes()).sum();
        for side in self.frontier.sides_mut() {
            if self.kept_bytes <= enough {
                break;
            }
            self.kept_bytes = self.kept_bytes.saturating_sub(side.state_bytes());
            side.state = None;
        }
    }

    fn tell(&self) {
        (self.machine.options.progress)(&self.findings.progress(self.frontier.len()));
    }
}
