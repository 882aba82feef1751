//! The search of DART: random inputs first; then, for the other side of each decision, inputs that take it.
//!
//! A run decides conditions as its model has them, and leaves the other side of each decision dangling, with
//! the state as it was before. To explore a dangling side, the solver is asked once for a model; what that leaves
//! open stays as it was in the run before. Values that depend on the inputs are evaluated anew, and the run goes on
//! from there. Where the inputs don't tell everything, random restarts look for more.

mod frontier;

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;

use ir::{FuncId, Program};
use rustc_hash::FxHashSet;
use smt::{Conjunction, Evaluator, Model, Query, Solver, TermId, TermPool, Update, Verdict};

use crate::env::alias::DemandedAlias;
use crate::machine::Machine;
use crate::machine::run_log::{RunLog, UntakenSides};
use crate::report::outcome::{Incomplete, Outcome, StopReason, Unsupported};
use crate::search::end::SearchEnd;
use crate::search::estimate::Estimate;
use crate::search::findings::Findings;
use crate::search::render;
use crate::search::restarts::Restarts;
use crate::search::{Exploration, Strategy, Task, work};
use crate::state::dangling::Dangling;
use crate::state::start_values::StartValues;
use crate::state::{CONJUNCTION_BYTES, State, TERM_BYTES};
use crate::summary::origin::AliasCandidate;
use crate::summary::tree::NodeId;

use frontier::Frontier;

/// What a dangling side without its state takes, about.
const SIDE_BYTES: usize = 150;

/// Explores one program.
pub(crate) struct Explorer<'x, 'p, 'e> {
    pub machine: &'x mut Machine<'p, 'e>,
    pub solver: &'x mut dyn Solver,
    pub task: Task<'x>,
    pub so_far: &'x mut SearchState,
}

/// What is known so far, and left to do.
pub(crate) struct SearchState {
    pub findings: Findings,
    log: RunLog,
    frontier: Frontier,
    /// What the states of dangling sides take, about.
    kept_bytes: usize,
    restarts: Restarts,
    /// Sides that no inputs lead to, or that the solver gave up.
    closed: FxHashSet<NodeId>,
    aliases: Aliases,
}

/// The aliases that paths asked for (`env/alias.rs`).
#[derive(Default)]
struct Aliases {
    /// Each was asked for where its pointer becomes an input.
    known: FxHashSet<DemandedAlias>,
    /// The inputs of runs that take them, oldest first.
    pending: VecDeque<PendingAlias>,
    /// How many sides were explored since the last of them.
    waited: u32,
}

/// A run that is to take an alias: where, and with which inputs.
struct PendingAlias {
    alias: DemandedAlias,
    model: Model,
}

/// So many sides are explored before an alias is, while there are any.
const PATIENCE: u32 = 8;

impl SearchState {
    pub(crate) fn new(program: &Program, entry: FuncId, strategy: &Strategy) -> SearchState {
        let mut log = RunLog::whole(entry, StartValues::new(strategy.seed, 0));
        log.sides.are_kept = true;
        SearchState {
            findings: Findings::new(program),
            log,
            frontier: Frontier::new(program, strategy),
            kept_bytes: 0,
            restarts: Restarts::default(),
            closed: FxHashSet::default(),
            aliases: Aliases::default(),
        }
    }

    /// Is the program given what leads to pointers?
    pub(crate) fn has_linked_inputs(&self) -> bool {
        self.log.has_linked_inputs
    }

    /// How many paths there will be.
    pub(crate) fn estimate(&self, program: &Program) -> Estimate {
        let tree = self.log.trees.get(self.log.recording.tree());
        let of = |tree| Estimate::of(program, tree, |side| !self.closed.contains(&side));
        tree.map(of).unwrap_or_default()
    }

    /// The result.
    pub(crate) fn conclude(
        mut self,
        machine: &mut Machine<'_, '_>,
        task: &Task<'_>,
    ) -> Exploration {
        if task.renders {
            let entry = self.log.recording.tree().function;
            self.findings.exploration.trees =
                render::explain(machine, &self.log, entry, task.start_up.tested);
        }
        self.findings.exploration.counts.decisions = self.log.decisions;
        self.findings.exploration.calls.inlined = self.log.calls;
        self.findings.conclude()
    }
}

impl Explorer<'_, '_, '_> {
    /// Runs until nothing is left, or a limit is reached; then it can go on.
    pub(crate) fn run_all(&mut self) -> SearchEnd {
        loop {
            if self.so_far.restarts.begins(&self.so_far.findings) {
                self.is_full();
                self.run_from_entry(Model::new());
            }
            match self.run_frontier() {
                SearchEnd::Exhausted => {}
                end => return end,
            }
            let SearchState { restarts, findings, log, .. } = &mut self.so_far;
            match restarts.again(findings, &self.task) {
                Some(values) => log.start_values = values,
                None => return SearchEnd::Exhausted,
            }
        }
    }

    /// Explores dangling sides until there is none, or a limit is reached.
    fn run_frontier(&mut self) -> SearchEnd {
        while !self.so_far.findings.reached {
            if self.is_full() {
                return SearchEnd::OutOfMemory;
            }
            let aliases = &self.so_far.aliases;
            if self.so_far.frontier.len() == 0 && aliases.pending.is_empty() {
                return SearchEnd::Exhausted;
            }
            // What is left stays in its order, as another turn may go on with it.
            let done = &self.so_far.findings.exploration;
            let work = work::until_now(&self.machine.pool, self.solver, done);
            if let Some(end) = SearchEnd::of(done, work, &self.task.limits) {
                return end;
            }
            if (self.machine.options.stop)() {
                return SearchEnd::Interrupted;
            }
            if let Some(alias) = self.next_alias() {
                self.explore_alias(alias);
                self.tell();
                continue;
            }
            let Some(side) = self.next_side() else { return SearchEnd::Exhausted };
            if self.is_dangling(&side) {
                self.explore_side(side);
                self.tell();
            }
        }
        SearchEnd::Exhausted
    }

    /// The inputs of a run that takes an alias, if it is time for one.
    fn next_alias(&mut self) -> Option<PendingAlias> {
        let Aliases { pending, waited, .. } = &mut self.so_far.aliases;
        *waited += 1;
        if *waited < PATIENCE && self.so_far.frontier.len() > 0 {
            return None;
        }
        *waited = 0;
        pending.pop_front()
    }

    /// Runs with an alias. If the run doesn't come to where it was asked for, it isn't explored.
    fn explore_alias(&mut self, PendingAlias { alias, model }: PendingAlias) {
        self.run_from_entry(model);
        let taken = &self.so_far.log.present.aliases;
        let is_taken = |it: &AliasCandidate| taken.iter().any(|(_, candidate)| candidate == it);
        let is_there = taken.iter().any(|(at, _)| *at == alias.at);
        if let Some(missing) = alias.pointers.iter().find(|&it| !(is_there && is_taken(it))) {
            let names = self.machine.names_of(missing);
            self.so_far.findings.note_overlap(Some(names));
        }
    }

    /// Keeps the aliases that a path asks for.
    fn note_aliases(&mut self, state: &State) {
        let mut interpreter = self.machine.with_log(&mut self.so_far.log);
        let demand = interpreter.demanded_aliases(state);
        for alias in demand.candidates {
            if self.so_far.aliases.known.insert(alias.clone()) {
                let model = interpreter.with_alias(&state.model, &alias);
                self.so_far.aliases.pending.push_back(PendingAlias { alias, model });
            }
        }
        self.so_far.findings.note_overlap(demand.left_out);
    }

    fn next_side(&mut self) -> Option<Dangling> {
        let SearchState { frontier, findings, log, .. } = &mut self.so_far;
        let next = frontier.take(&log.sides.stacks, &findings.coverage.covered);
        for pruned in self.so_far.frontier.scheduler.pruned() {
            self.leave_out(&pruned);
        }
        let bytes = next.as_ref().map_or(0, Dangling::state_bytes);
        self.so_far.kept_bytes = self.so_far.kept_bytes.saturating_sub(bytes);
        next
    }

    /// A side isn't explored: only a search that limits itself does that.
    fn leave_out(&mut self, side: &Dangling) {
        let bytes = side.state_bytes();
        self.so_far.kept_bytes = self.so_far.kept_bytes.saturating_sub(bytes);
        let room = &mut self.so_far.log.sides.room;
        *room = room.saturating_add(bytes + SIDE_BYTES);
        if self.is_dangling(side) {
            self.so_far.findings.incomplete(Incomplete::OnlyUncovered);
        }
    }

    /// Is a side still to be explored? A run with other inputs may have come by since.
    fn is_dangling(&self, side: &Dangling) -> bool {
        let RunLog { trees, recording, .. } = &self.so_far.log;
        trees.is_dangling((recording.tree(), side.node))
    }

    /// Asks for inputs that take a side, and runs with them.
    fn explore_side(&mut self, side: Dangling) {
        let Some((assumptions, goal)) = self.machine.pool.newest(side.path) else { return };
        self.so_far.findings.exploration.counts.queries += 1;
        let query = Query::new(assumptions, goal);
        let verdict = self.solver.check(&mut self.machine.pool, query);
        if !matches!(verdict, Verdict::Sat(_)) {
            self.so_far.closed.insert(side.node);
        }
        match verdict {
            Verdict::Unsat => self.so_far.findings.exploration.counts.infeasible += 1,
            // The end that was asked for ended the query, too.
            Verdict::Unknown(_) if (self.machine.options.stop)() => {
                self.so_far.findings.incomplete(Incomplete::Stopped(StopReason::Interrupted));
            }
            Verdict::Unknown(why) => self.so_far.findings.incomplete(Incomplete::Unknown(why)),
            Verdict::Sat(model) => {
                let before = side.state.as_ref().map(|state| &*state.model);
                let hold = |pool: &mut TermPool, now: &Model| holds(pool, side.path, before, now);
                let findings = &self.so_far.findings;
                let model = findings.completed(&mut self.machine.pool, model, hold);
                self.so_far.frontier.goes_to(&side);
                match side.state {
                    Some(state) => self.resume(*state, model, goal, side.node),
                    None => self.repeat(model, side.path),
                }
            }
        }
    }

    /// Goes on from a state that was kept, down the other side.
    fn resume(&mut self, mut state: State, model: Model, goal: TermId, side: NodeId) {
        let Machine { pool, origins, .. } = &mut *self.machine;
        state.path.take_side(pool, origins, goal, side);
        let mut interpreter = self.machine.with_log(&mut self.so_far.log);
        interpreter.go_over_to(&mut state, Arc::new(model));
        let before = state.instructions;
        let outcome = interpreter.resume(&mut state);
        self.finish_run(state, outcome, before);
    }

    /// Runs from the entry with inputs in which these conditions are decided so. If they aren't, something else
    /// than the inputs has changed: that is a divergence.
    fn repeat(&mut self, model: Model, conditions: Conjunction) {
        let taken = self.run_from_entry(model);
        if !self.machine.pool.begins_with(taken, conditions) {
            self.so_far.findings.exploration.counts.divergences += 1;
            self.so_far.findings.incomplete(Incomplete::Diverged);
        }
    }

    /// Runs from the entry; gives the conditions of the path.
    fn run_from_entry(&mut self, model: Model) -> Conjunction {
        let mut state = self.machine.new_state();
        state.model = Arc::new(model);
        self.so_far.log.present.aliases.clear();
        let mut interpreter = self.machine.with_log(&mut self.so_far.log);
        let outcome = interpreter.run_main(&mut state, self.task.start_up);
        let taken = state.path.condition.conditions();
        self.finish_run(state, outcome, 0);
        taken
    }

    fn finish_run(
        &mut self,
        mut state: State,
        outcome: Result<Outcome, Unsupported>,
        instructions_before: u64,
    ) {
        self.so_far.findings.exploration.counts.runs += 1;
        self.so_far.findings.exploration.counts.decisions = self.so_far.log.decisions;
        self.so_far.findings.exploration.counts.instructions +=
            state.instructions - instructions_before;
        self.keep_dangling();
        self.note_aliases(&state);
        let SearchState { findings, frontier, log, .. } = &mut self.so_far;
        let news = findings.note_run(self.machine.image.program, &state, &outcome);
        if !news.covered.is_empty() {
            frontier.covered(&news.covered, &log.sides.stacks);
        }
        let before = log.trees.version();
        let mut interpreter = self.machine.with_log(log);
        interpreter.end_recording(&mut state, &outcome);
        // Where native code looks at the inputs, the same decisions may lead elsewhere.
        if interpreter.log.trees.version() != before || news.any {
            findings.keep(&mut interpreter, self.task.listener, state, outcome);
        }
    }

    /// Puts the sides that a run left dangling into the frontier.
    fn keep_dangling(&mut self) {
        let UntakenSides { dangling, stacks, .. } = &mut self.so_far.log.sides;
        for side in mem::take(dangling) {
            self.so_far.kept_bytes += side.state_bytes();
            self.so_far.frontier.add(side, stacks);
        }
    }

    /// Is there no room for more, although no dangling side has its state any longer?
    fn is_full(&mut self) -> bool {
        let limit = usize::try_from(self.task.limits.memory).unwrap_or(usize::MAX);
        let log = &self.so_far.log;
        let sides = self.so_far.frontier.len() * SIDE_BYTES;
        let pool = &self.machine.pool;
        let terms = pool.len() * TERM_BYTES + pool.conjunctions() * CONJUNCTION_BYTES;
        let paths = self.so_far.findings.bytes;
        let trees = log.trees.bytes() + log.inputs.bytes();
        let rest = trees + log.sides.stacks.bytes() + sides + terms + paths;
        if rest + self.so_far.kept_bytes > limit {
            self.drop_states(limit / 2);
        }
        self.so_far.log.sides.room = limit.saturating_sub(rest + self.so_far.kept_bytes);
        rest > limit
    }

    /// Drops states of dangling sides until the others take less than a number of bytes.
    fn drop_states(&mut self, enough: usize) {
        // What was shared with states that are gone belongs to fewer now.
        self.so_far.kept_bytes =
            self.so_far.frontier.sides_mut().map(|side| side.state_bytes()).sum();
        for side in self.so_far.frontier.sides_mut() {
            if self.so_far.kept_bytes <= enough {
                break;
            }
            self.so_far.kept_bytes = self.so_far.kept_bytes.saturating_sub(side.state_bytes());
            side.state = None;
        }
    }

    fn tell(&self) {
        (self.task.listener.progress)(&self.so_far.findings.progress(self.so_far.frontier.len()));
    }
}

/// Do all conditions hold in a model? In the one before, if there is one, all but the newest do.
fn holds(pool: &mut TermPool, path: Conjunction, before: Option<&Model>, now: &Model) -> bool {
    let Some(before) = before else {
        let mut evaluator = Evaluator::default();
        return pool.newest_first(path).all(|it| evaluator.eval(pool, it, now).to_bool());
    };
    let Some((rest, goal)) = pool.newest(path) else { return true };
    let mut update = Update::new(before, now);
    if !update.value(pool, goal).to_bool() {
        return false;
    }
    let mut conditions = pool.conditions(rest).into_iter();
    conditions.all(|it| update.changed(pool, it).is_none_or(|value| value.to_bool()))
}
