//! What an exploration has found so far, in whatever order it looks.

use std::hash::BuildHasher;
use std::sync::Arc;

use ir::{Callee, Edge, Inst, Program, ProgramPoint, SourceLoc};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smt::{Model, TermPool};

use crate::env::witness;
use crate::machine::Interpreter;
use crate::report::bug::{BugKind, Precondition};
use crate::report::outcome::{Incomplete, Outcome, StopReason, Unsupported};
use crate::search::minimize::Trace;
use crate::search::{Exploration, ExploredPath, Listener, Progress};
use crate::state::State;
use crate::state::trace::Dependence;
use crate::state::witness::TestInput;

/// The result, and what it takes to know what is new.
pub(crate) struct Findings {
    pub exploration: Exploration,
    /// What the paths in it take, about.
    pub bytes: usize,
    /// The inputs of the last run, and what others were when they were last seen.
    pub previous: Arc<Model>,
    pub coverage: EdgeCoverage,
    /// Has a path come to the goal, and to an end that counts?
    pub reached: bool,
    /// Has a path come to the goal, but not to an end that counts?
    pub came_by: bool,
    /// Errors that were found: their kind and their place.
    bugs: FxHashSet<(BugKind, Option<SourceLoc>)>,
    /// Has the last run found one?
    is_bug_new: bool,
}

/// The sides of branches that runs took.
#[derive(Default)]
pub(crate) struct EdgeCoverage {
    pub covered: FxHashSet<Edge>,
    /// The sides of all branches that the program has, its library apart; how many of them are covered.
    own: FxHashSet<Edge>,
    own_covered: usize,
    /// The sides that paths took together: many paths took the same, and share them.
    taken: FxHashMap<u64, Vec<Arc<FxHashSet<Edge>>>>,
}

/// What a run brought.
pub(crate) struct News {
    /// Sides of the program's own branches that no run took before.
    pub covered: Vec<Edge>,
    /// Is there anything, library and errors included?
    pub any: bool,
}

impl Findings {
    pub(crate) fn new(program: &Program) -> Findings {
        Findings {
            exploration: Exploration::default(),
            bytes: 0,
            previous: Arc::default(),
            coverage: EdgeCoverage {
                own: analysis::branches(program).into_iter().collect(),
                ..EdgeCoverage::default()
            },
            reached: false,
            came_by: false,
            bugs: FxHashSet::default(),
            is_bug_new: false,
        }
    }

    /// How much is known: it grows with every branch and error.
    pub(crate) fn extent(&self) -> (usize, usize) {
        (self.coverage.own_covered, self.bugs.len())
    }

    /// A run has ended.
    pub(crate) fn note_run(
        &mut self,
        program: &Program,
        state: &State,
        outcome: &Result<Outcome, Unsupported>,
    ) -> News {
        self.previous = state.model.clone();
        self.note_what_is_missing(state, outcome);
        self.note_outside(program, state);
        self.note_assumed(state);
        if let Some(what) = &state.path.trace.not_given {
            self.incomplete(Incomplete::Given { what: what.to_string(), option: None });
        }
        let counts = matches!(outcome, Ok(Outcome::Exit(_) | Outcome::Return(_) | Outcome::Bug(_)));
        self.reached |= counts && state.path.trace.has_reached();
        self.came_by |= !counts && state.path.trace.has_reached();
        let mut news = self.coverage.note(state.path.trace.branches());
        self.is_bug_new = self.note_bug(outcome);
        news.any |= self.is_bug_new || state.path.trace.has_reached();
        news
    }

    /// Keeps the path of a run.
    pub(crate) fn keep(
        &mut self,
        interpreter: &mut Interpreter<'_, '_>,
        listener: Listener<'_>,
        state: State,
        outcome: Result<Outcome, Unsupported>,
    ) {
        let uninitialised = interpreter.depends_on_unset(&state, &outcome);
        let inputs = witness::inputs(interpreter.image, interpreter.pool, &state);
        self.bytes += inputs.iter().map(TestInput::bytes).sum::<usize>();
        self.bytes += size_of::<ExploredPath>();
        let mut heap: Vec<String> = Vec::new();
        for constraint in state.path.condition.heap_pc() {
            let program = interpreter.image.program;
            let words = constraint.words(interpreter.pool, interpreter.origins, program);
            if !heap.contains(&words) {
                heap.push(words);
            }
        }
        self.bytes += heap.iter().map(String::len).sum::<usize>();
        let branches = self.coverage.shared(state.path.trace.branches());
        self.exploration.paths.push(ExploredPath {
            uninitialised,
            outcome,
            inputs,
            heap,
            depth: interpreter.pool.conjunction_len(state.path.condition.conditions()),
            branches,
            reached: state.path.trace.has_reached(),
            trace: Trace::of(&state, interpreter.log.recording.composes()),
            observed: state.observed,
        });
        if let Some(path) = self.exploration.paths.last().filter(|_| self.is_bug_new) {
            (listener.found)(path);
        }
    }

    fn note_what_is_missing(&mut self, state: &State, outcome: &Result<Outcome, Unsupported>) {
        if state.path.trace.has_concretized() {
            self.incomplete(Incomplete::Concretized);
        }
        if state.path.trace.has_lost_track() {
            self.incomplete(Incomplete::LostTrack);
        }
        match outcome {
            Err(unsupported) => self.note_unsupported(unsupported),
            Ok(Outcome::Stopped(reason)) => self.incomplete(Incomplete::Stopped(*reason)),
            // Whoever ends a path has to say why, or there is a proof of nothing.
            Ok(Outcome::AssumeFailed) if state.path.trace.is_unexplained() => {
                let what = "a path that no assumption ends".to_owned();
                self.incomplete(Incomplete::Given { what, option: None });
            }
            Ok(_) => {}
        }
    }

    /// Of what beside the inputs decides, one place each is enough to know about: of the environment, for each function.
    fn note_outside(&mut self, program: &Program, state: &State) {
        let place = |at: ProgramPoint| at.loc(program).and_then(|at| program.debug.place(at));
        let is_layout = |why: &Incomplete| matches!(why, Incomplete::Layout { .. });
        let Dependence { layout, environment } = state.path.trace.dependence();
        if let &Some(at) = layout
            && !self.exploration.incomplete.iter().any(is_layout)
        {
            self.incomplete(Incomplete::Layout { place: place(at) });
        }
        for &at in environment.iter() {
            let function = called_at(program, at);
            let is_known = |why: &Incomplete| match why {
                Incomplete::Environment { function: known, .. } => *known == function,
                _ => false,
            };
            if !self.exploration.incomplete.iter().any(is_known) {
                self.incomplete(Incomplete::Environment { function, place: place(at) });
            }
        }
    }

    /// What callers must respect, each once.
    fn note_assumed(&mut self, state: &State) {
        let Some([other, input]) = state.path.trace.unrelated.as_deref().cloned() else { return };
        let demand = Precondition::Together { input, other };
        if !self.exploration.assumed.contains(&demand) {
            self.exploration.assumed.push(demand);
        }
    }

    /// Objects may overlap in ways that aren't explored; one such pair is enough to know about.
    pub(crate) fn note_overlap(&mut self, pointers: Option<[String; 2]>) {
        let is_overlap = |why: &Incomplete| matches!(why, Incomplete::Overlap { .. });
        if let Some(pointers) = pointers
            && !self.exploration.incomplete.iter().any(is_overlap)
        {
            self.incomplete(Incomplete::Overlap { pointers });
        }
    }

    /// One place of the same thing is enough to know about.
    fn note_unsupported(&mut self, unsupported: &Unsupported) {
        let known = |why: &Incomplete| matches!(why, Incomplete::Unsupported(known) if known.what == unsupported.what);
        if !self.exploration.incomplete.iter().any(known) {
            self.incomplete(Incomplete::Unsupported(unsupported.clone()));
        }
    }

    /// Is it an error, and found for the first time?
    fn note_bug(&mut self, outcome: &Result<Outcome, Unsupported>) -> bool {
        match outcome {
            Ok(Outcome::Bug(bug)) => self.bugs.insert((bug.kind, bug.at())),
            _ => false,
        }
    }

    /// Something is missing, for this reason.
    pub(crate) fn incomplete(&mut self, why: Incomplete) {
        if !self.exploration.incomplete.contains(&why) {
            self.exploration.incomplete.push(why);
        }
    }

    /// It was stopped, perhaps.
    pub(crate) fn stopped(&mut self, end: Option<StopReason>) {
        if let Some(reason) = end {
            self.incomplete(Incomplete::Stopped(reason));
        }
    }

    /// A model that says of every input what it is. What the solver leaves open is what it was before, if what is asked for
    /// holds then.
    pub(crate) fn completed(
        &self,
        pool: &mut TermPool,
        model: Model,
        holds: impl FnOnce(&mut TermPool, &Model) -> bool,
    ) -> Model {
        let whole = self.previous.overlaid(&model);
        if holds(pool, &whole) {
            return whole;
        }
        // To a solver, what a model leaves open is its default, and it may have counted on that.
        let mut defaults = model;
        for (input, _) in self.previous.variables() {
            if defaults.get(input).is_none() {
                defaults.set(input, pool.default(input));
            }
        }
        defaults
    }

    pub(crate) fn progress(&self, dangling: usize) -> Progress {
        Progress {
            runs: self.exploration.counts.runs,
            covered: self.coverage.own_covered,
            queries: self.exploration.counts.queries,
            bugs: self.bugs.len(),
            dangling,
        }
    }

    /// The result.
    pub(crate) fn conclude(self) -> Exploration {
        let mut found = self.exploration;
        found.covered = self.coverage.covered.intersection(&self.coverage.own).copied().collect();
        found.covered.sort_unstable();
        found.complete = found.incomplete.is_empty();
        found
    }
}

impl EdgeCoverage {
    /// Is any of these sides covered for the first time?
    fn note(&mut self, taken: &FxHashSet<Edge>) -> News {
        let new: Vec<Edge> = taken.difference(&self.covered).copied().collect();
        self.covered.extend(&new);
        let any = !new.is_empty();
        let covered: Vec<Edge> = new.into_iter().filter(|side| self.own.contains(side)).collect();
        self.own_covered += covered.len();
        News { covered, any }
    }

    /// The same sides, as the first path that took them has them.
    fn shared(&mut self, taken: &Arc<FxHashSet<Edge>>) -> Arc<FxHashSet<Edge>> {
        let hashes = taken.iter().map(|edge| FxBuildHasher.hash_one(edge));
        let known = self.taken.entry(hashes.fold(0, u64::wrapping_add)).or_default();
        known.iter().find(|it| *it == taken).cloned().unwrap_or_else(|| {
            known.push(taken.clone());
            taken.clone()
        })
    }

    /// Edges of the program itself that were covered, and are not among these.
    pub(crate) fn own_covered_beside(&self, known: &FxHashSet<Edge>) -> Vec<Edge> {
        if self.own_covered == known.len() {
            return Vec::new();
        }
        let own = self.covered.intersection(&self.own);
        own.filter(|edge| !known.contains(edge)).copied().collect()
    }
}

/// The function that an instruction calls, if the code says which.
fn called_at(program: &Program, at: ProgramPoint) -> Option<String> {
    let body = program.function(at.function).body.as_ref()?;
    let Inst::Call(call) = &body.code[at.pc as usize] else { return None };
    match call.callee {
        Callee::Direct(callee) => Some(program.function(callee).display_name().to_owned()),
        Callee::Indirect(_) => None,
    }
}
