//! The searches that compose function trees: SMART, and the demand-driven one.
//!
//! Every run makes the trees grow. For a dangling node of any of them, the interprocedural path constraint is
//! asked for inputs, first without going through dangling nodes (lazy). If there are none,
//! SMART leaves the node until the trees say more, as others are explored anyway; the demand-driven search goes
//! through as few dangling nodes as it takes (relevant). Where no inputs exist even then, the node is unreachable
//! from this entry.

mod candidate;
mod compared;
mod cross_check;
mod relevant;
mod targets;

use std::mem;
use std::sync::Arc;

use analysis::{CallClosure, Effects};
use ir::{FuncId, Program, ProgramPoint, Successor};
use rustc_hash::FxHashSet;
use smt::{Choices, Conjunction, Effort, Model, Query, Solver, TermId, TermPool, Verdict};

use crate::compose::patience::Patience;
use crate::compose::quantified::{self, Definitions};
use crate::compose::reader::Imprecision;
use crate::compose::{self, Constraint, Instances, Material, NodeRef};
use crate::machine::Machine;
use crate::machine::image::Image;
use crate::machine::recorder::{Recorder, Recording};
use crate::machine::run_log::RunLog;
use crate::report::outcome::{Incomplete, Outcome, StopReason};
use crate::search::end::SearchEnd;
use crate::search::estimate::Estimate;
use crate::search::findings::Findings;
use crate::search::goal::Goal;
use crate::search::render;
use crate::search::restarts::Restarts;
use crate::search::{Encoding, Exploration, Mode, Task, work};
use crate::state::TERM_BYTES;
use crate::state::activation::Activation;
use crate::state::start_values::StartValues;
use crate::summary::inputs::Inputs;
use crate::summary::tree::{Tree, Trees};

use candidate::{OpenNode, Schedule};
use targets::{Scope, Targets};

/// Explores one program.
pub(crate) struct Explorer<'x, 'p, 'e> {
    pub machine: &'x mut Machine<'p, 'e>,
    pub solver: &'x mut dyn Solver,
    pub task: Task<'x>,
    pub so_far: &'x mut SearchState,
}

/// What is known so far, and left to do.
pub(crate) struct SearchState {
    entry: FuncId,
    pub findings: Findings,
    log: RunLog,
    restarts: Restarts,
    /// Has it been tried whether random inputs do something that it doesn't know?
    is_checked: bool,
    /// The inputs of the paths that were found.
    inputs: Vec<Arc<Model>>,
    schedule: Schedule,
    targets: Targets,
    parts: ConstraintParts,
}

/// What constraints are made of.
#[derive(Default)]
struct ConstraintParts {
    choices: Choices,
    /// What functions in constraints mean: nothing, where calls are instances.
    definitions: Definitions,
    /// Instances of lazy constraints.
    instances: Instances,
    /// Was there no room to make a constraint?
    is_full: bool,
}

impl ConstraintParts {
    /// The constraint of a node, in one of the encodings.
    fn constraint(
        &mut self,
        (pool, inputs): (&mut TermPool, &mut Inputs),
        material: &Material<'_>,
        (target, step): (NodeRef, compose::DanglingPolicy),
        encoding: Encoding,
    ) -> Constraint {
        let (known, wanted) = ((pool, inputs), (target, step));
        match encoding {
            Encoding::Quantified => {
                quantified::constraint(known, &mut self.definitions, material, wanted)
            }
            Encoding::Instances | Encoding::Compared => {
                let instances = match step {
                    compose::DanglingPolicy::Lazy => &mut self.instances,
                    compose::DanglingPolicy::Relevant | compose::DanglingPolicy::Apart => {
                        &mut Instances::default()
                    }
                };
                compose::constraint(known, &mut self.choices, instances, material, wanted)
            }
        }
    }
}

/// What came of going for a node.
enum Went {
    /// A run was made.
    Ran,
    /// No inputs.
    Impossible,
    /// The solver gave up, or was interrupted.
    Unknown,
}

/// What came of a run.
enum RunResult {
    ToItsEnd,
    /// It showed that a call can't be composed; with these inputs, it is to be made again.
    InVain(Arc<Model>),
}

/// What a run is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RunPurpose {
    /// To see what its inputs do.
    Explore,
    /// To have a known path in trees that were begun anew.
    GrowAgain,
}

impl SearchState {
    pub(crate) fn new(
        image: &Image<'_>,
        effects: Effects,
        entry: FuncId,
        goal: Option<Goal>,
        task: &Task<'_>,
    ) -> SearchState {
        let strategy = &task.strategy;
        let calls = CallClosure::new(image.program, entry);
        let recorder = Recorder::new(entry, effects, calls, task.renders);
        let recording = Recording::PerFunction(Box::new(recorder));
        SearchState {
            entry,
            findings: Findings::new(image.program),
            log: RunLog::new(recording, StartValues::new(strategy.seed, 0)),
            restarts: Restarts::default(),
            is_checked: false,
            inputs: Vec::new(),
            schedule: Schedule::new(image.program, goal, strategy),
            targets: Targets::default(),
            parts: ConstraintParts::default(),
        }
    }

    /// Is the program given what leads to pointers? What is made when something looks there is no input of a tree: then this
    /// search has ended at once, and says nothing.
    pub(crate) fn has_linked_inputs(&self) -> bool {
        self.log.has_linked_inputs
    }

    /// Has any function besides the entry a tree of its own?
    pub(crate) fn composes(&self) -> bool {
        self.log.trees.all().len() > 1
    }

    /// How many paths all functions will have by themselves.
    pub(crate) fn estimate(&self, program: &Program) -> Estimate {
        let is_open = |target| !self.targets.is_closed(target);
        let of = |tree: &Tree| Estimate::of(program, tree, |node| is_open((tree.id, node)));
        self.log.trees.all().into_iter().map(of).reduce(Estimate::and).unwrap_or_default()
    }

    /// The result.
    pub(crate) fn conclude(
        mut self,
        machine: &mut Machine<'_, '_>,
        task: &Task<'_>,
    ) -> Exploration {
        let exploration = &mut self.findings.exploration;
        exploration.counts.decisions = self.log.decisions;
        exploration.calls.inlined = self.log.calls;
        let trees = &self.log.trees;
        let is_dangling = |target: &&NodeRef| trees.is_dangling(**target);
        exploration.counts.infeasible =
            self.targets.postponed.keys().filter(is_dangling).count() as u64;
        if let Some(recorder) = self.log.recording.recorder() {
            exploration.calls.formulas = recorder.formulas;
            exploration.calls.obstacles = recorder.obstacles(machine.image.program);
            let callees = trees.all().into_iter().filter(|tree| tree.id.function != self.entry);
            let program = machine.image.program;
            let name = |tree: &Tree| program.function(tree.id.function).name.to_string();
            exploration.calls.composed = callees.map(name).collect();
        }
        if task.renders {
            exploration.trees =
                render::explain(machine, &self.log, self.entry, task.start_up.tested);
        }
        exploration.mode = task.strategy.mode;
        self.findings.conclude()
    }
}

impl Explorer<'_, '_, '_> {
    /// Runs until nothing is left, or a limit is reached; then it can go on.
    pub(crate) fn run_all(&mut self) -> SearchEnd {
        loop {
            if self.so_far.restarts.begins(&self.so_far.findings) {
                self.run(Model::new());
            }
            match self.run_targets() {
                SearchEnd::Exhausted => {}
                end => return end,
            }
            if self.so_far.log.has_linked_inputs {
                return SearchEnd::Exhausted;
            }
            if !self.so_far.is_checked && self.is_proved() {
                self.so_far.is_checked = true;
                if !self.withstands_random_inputs() {
                    continue;
                }
            }
            let SearchState { restarts, findings, log, .. } = &mut self.so_far;
            match restarts.again(findings, &self.task) {
                Some(values) => log.start_values = values,
                None => return SearchEnd::Exhausted,
            }
        }
    }

    /// Is it composition that says that nothing is left?
    fn is_proved(&self) -> bool {
        let findings = &self.so_far.findings;
        findings.exploration.incomplete.is_empty()
            && !findings.reached
            && self.recorder().formulas > 0
    }

    /// Goes for dangling nodes until none is worth it, or a limit is reached.
    fn run_targets(&mut self) -> SearchEnd {
        while !self.so_far.findings.reached && !self.so_far.log.has_linked_inputs {
            let done = &self.so_far.findings.exploration;
            let work = work::until_now(&self.machine.pool, self.solver, done);
            if let Some(end) = SearchEnd::of(done, work, &self.task.limits) {
                return end;
            }
            if (self.machine.options.stop)() {
                return SearchEnd::Interrupted;
            }
            if self.is_full() {
                return SearchEnd::OutOfMemory;
            }
            let Some(target) = self.next_target() else { return SearchEnd::Exhausted };
            self.go_for(target);
            (self.task.listener.progress)(&self.so_far.findings.progress(self.open().count()));
        }
        SearchEnd::Exhausted
    }

    /// Is there no room for more, although nothing is kept any longer that can be made again?
    fn is_full(&mut self) -> bool {
        let limit = usize::try_from(self.task.limits.memory).unwrap_or(usize::MAX);
        let terms = self.machine.pool.len() * TERM_BYTES;
        let trees = self.trees().bytes() + self.so_far.log.inputs.bytes();
        let rest = trees + terms + self.so_far.findings.bytes;
        if rest + self.so_far.parts.instances.bytes() > limit {
            self.so_far.parts.instances = Instances::default();
        }
        self.so_far.parts.is_full |= rest > limit;
        self.so_far.parts.is_full
    }

    /// Is it the end, whatever is still to be asked?
    fn is_over(&self) -> bool {
        self.so_far.parts.is_full || (self.machine.options.stop)()
    }

    fn trees(&self) -> &Trees {
        &self.so_far.log.trees
    }

    fn recorder(&self) -> &Recorder {
        self.so_far.log.recording.recorder().expect("it was made at the start")
    }

    /// Is a node worth going through other dangling nodes? There are too many checks to go out of the way
    /// for each.
    fn is_wanted(&self, target: NodeRef) -> bool {
        let is_new = |it: OpenNode| it.way != Successor::Here && self.is_new(it.site, it.way);
        let uncovered = || self.candidate(target).is_some_and(is_new);
        self.so_far.schedule.goal.is_some()
            || (self.task.strategy.mode == Mode::Demand && uncovered())
    }

    /// Has no run taken that way?
    fn is_new(&self, site: ProgramPoint, way: Successor) -> bool {
        way.edge(site).is_none_or(|branch| !self.so_far.findings.coverage.covered.contains(&branch))
    }

    /// Looks for inputs that reach a node, and runs with them.
    fn go_for(&mut self, target: NodeRef) {
        let lazy = self.constraint(target, compose::DanglingPolicy::Lazy);
        if self.inlines_imprecise(&lazy)
            || !matches!(self.step(target, lazy.condition), Went::Impossible)
        {
            return;
        }
        let mut on_the_way = lazy.functions;
        let as_they_are = self.knowledge(target, Scope::Trees, on_the_way.iter().copied());
        if !self.is_wanted(target) {
            self.postpone(target, as_they_are);
            return;
        }
        match self.go_through_dangling(target, &mut on_the_way) {
            Went::Ran => {}
            Went::Unknown if self.is_over() => {}
            Went::Unknown => self.postpone(target, as_they_are),
            Went::Impossible => {
                let known = self.knowledge(target, Scope::AllExtensions, on_the_way.into_iter());
                self.postpone(target, known);
            }
        }
    }

    /// Runs with inputs that satisfy a condition, if there are any.
    fn step(&mut self, target: NodeRef, condition: TermId) -> Went {
        match self.ask(condition, Effort::Full) {
            Verdict::Unsat => Went::Impossible,
            Verdict::Unknown(_) if self.is_over() => Went::Unknown,
            Verdict::Unknown(why) => {
                self.so_far.findings.incomplete(Incomplete::Unknown(why));
                self.so_far.targets.given_up.insert(target);
                Went::Unknown
            }
            Verdict::Sat(model) => self.run_towards(target, model, condition),
        }
    }

    /// Runs with inputs that satisfy a condition.
    fn run_towards(&mut self, target: NodeRef, model: Model, condition: TermId) -> Went {
        let before = self.trees().version();
        // Where functions have definitions, only the solver can say whether it holds.
        let is_defined =
            !self.so_far.parts.definitions.behind(&mut self.machine.pool, condition).is_empty();
        let holds = |pool: &mut TermPool, model: &Model| {
            is_defined || smt::eval(pool, condition, model).to_bool()
        };
        let model = self.so_far.findings.completed(&mut self.machine.pool, model, holds);
        self.run(model);
        // Every run with inputs from the solver replaces a dangling node, the target or one on the way, if it is not cut off.
        if self.trees().version() == before && !(self.machine.options.stop)() {
            self.so_far.findings.exploration.counts.divergences += 1;
            self.so_far.findings.incomplete(Incomplete::Diverged);
            self.so_far.targets.given_up.insert(target);
        }
        Went::Ran
    }

    fn constraint(&mut self, target: NodeRef, step: compose::DanglingPolicy) -> Constraint {
        match self.task.strategy.encoding {
            Encoding::Compared => self.compared(target, step),
            encoding => self.encoded(target, step, encoding),
        }
    }

    fn encoded(
        &mut self,
        target: NodeRef,
        step: compose::DanglingPolicy,
        encoding: Encoding,
    ) -> Constraint {
        let impossible = match step {
            compose::DanglingPolicy::Lazy => FxHashSet::default(),
            compose::DanglingPolicy::Relevant | compose::DanglingPolicy::Apart => self.impossible(),
        };
        let most_terms =
            usize::try_from(self.task.limits.memory).unwrap_or(usize::MAX) / TERM_BYTES;
        let Machine { pool, image, options, .. } = &mut *self.machine;
        let RunLog { recording, trees, inputs, .. } = &mut self.so_far.log;
        let recorder = recording.recorder().expect("it was made at the start");
        let material = Material {
            image,
            trees,
            effects: &recorder.effects,
            entry: self.so_far.entry.into(),
            calls: &recorder.calls,
            is_impossible: &|node| impossible.contains(&node),
            patience: Patience::new(options.stop, most_terms),
        };
        let parts = &mut self.so_far.parts;
        let constraint = parts.constraint((pool, inputs), &material, (target, step), encoding);
        parts.is_full |= constraint.is_cut_off && !(options.stop)();
        constraint
    }

    fn ask(&mut self, condition: TermId, effort: Effort) -> Verdict {
        // Perhaps there was no time or room even to make it.
        if self.is_over() {
            return Verdict::Unknown("it was cut off".to_owned());
        }
        self.so_far.findings.exploration.counts.queries += 1;
        let definitions = &self.so_far.parts.definitions.behind(&mut self.machine.pool, condition);
        let query = Query { definitions, effort, ..Query::new(Conjunction::EMPTY, condition) };
        self.solver.check(&mut self.machine.pool, query)
    }

    /// Is something in a constraint a guess? Then calls of the function that caused it are inlined from now on.
    fn inlines_imprecise(&mut self, constraint: &Constraint) -> bool {
        let cause = constraint.unsure.filter(|_| !constraint.is_cut_off);
        let Some(Imprecision { function, why }) = cause else { return false };
        self.so_far.log.recorder().refuse(function, why);
        self.inline_refused();
        self.grow_again();
        true
    }

    /// Runs with these inputs; if the trees can't express that, again, once they can.
    fn run(&mut self, model: Model) {
        let mut inputs = Arc::new(model);
        while let RunResult::InVain(same) = self.run_once(inputs, RunPurpose::Explore) {
            self.grow_again();
            inputs = same;
        }
    }

    /// Runs with all inputs so far again, so that trees that were begun anew have their paths.
    fn grow_again(&mut self) {
        let mut next = 0;
        while let Some(inputs) = self.so_far.inputs.get(next).filter(|_| !self.is_over()) {
            next = match self.run_once(inputs.clone(), RunPurpose::GrowAgain) {
                RunResult::ToItsEnd => next + 1,
                RunResult::InVain(_) => 0,
            };
        }
    }

    fn run_once(&mut self, inputs: Arc<Model>, purpose: RunPurpose) -> RunResult {
        let before = self.trees().version();
        let mut state = self.machine.new_state();
        state.model = inputs;
        self.so_far.log.recorder().activation = Activation::entry(self.so_far.entry);
        let mut interpreter = self.machine.with_log(&mut self.so_far.log);
        let outcome = interpreter.run_main(&mut state, self.task.start_up);
        interpreter.end_recording(&mut state, &outcome);
        self.so_far.findings.exploration.counts.runs += 1;
        self.so_far.findings.exploration.counts.decisions = self.so_far.log.decisions;
        self.so_far.findings.exploration.counts.instructions += state.instructions;
        state.model = self.so_far.log.recording.program_model(&state);
        if mem::take(&mut self.so_far.log.recorder().diverged) {
            self.so_far.findings.exploration.counts.divergences += 1;
            self.so_far.findings.incomplete(Incomplete::Diverged);
        }
        if self.inline_refused() {
            return RunResult::InVain(state.model);
        }
        if outcome == Ok(Outcome::Stopped(StopReason::Diverged)) {
            self.so_far.findings.previous = state.model.clone();
            return RunResult::ToItsEnd;
        }
        let news = self.so_far.findings.note_run(self.machine.image.program, &state, &outcome);
        let demand = self.machine.with_log(&mut self.so_far.log).demanded_aliases(&state);
        // Composition knows objects by the pointers that they were made for.
        self.so_far.log.has_linked_inputs |=
            !demand.candidates.is_empty() || demand.left_out.is_some();
        self.so_far.findings.note_overlap(demand.left_out);
        let is_new = self.trees().version() != before || news.any;
        if is_new && purpose == RunPurpose::Explore {
            self.so_far.inputs.push(state.model.clone());
            let mut interpreter = self.machine.with_log(&mut self.so_far.log);
            self.so_far.findings.keep(&mut interpreter, self.task.listener, state, outcome);
        }
        RunResult::ToItsEnd
    }

    /// Calls of functions that were refused are inlined from now on: their trees, and those with such calls, begin anew,
    /// with all that is known of their nodes. Was any refused?
    fn inline_refused(&mut self) -> bool {
        let refused = mem::take(&mut self.so_far.log.recorder().newly_refused);
        if refused.functions.is_empty() {
            return false;
        }
        let SearchState { log: RunLog { trees, inputs, .. }, targets, parts, .. } = self.so_far;
        for function in refused.functions {
            let stale = trees.inline(function, &refused.deciding);
            parts.instances.forget(&stale);
            for tree in stale {
                inputs.forget(tree);
                targets.forget(tree);
            }
        }
        true
    }
}
