//! The default: plain exploration where that is enough, composition where it pays.
//!
//! Most functions have so few paths that running them all is quicker than asking how they fit together: DART has the
//! first turn. What is left then has many paths. If functions are called again and again in it, the composing search
//! takes turns with DART, each longer than the one before, and whichever comes to its end first ends the exploration.
//! What a turn may take is counted in runs and in the solver's own count of its work: no clock decides what is found.
//! Functions that are tiny, or called from one place only, are inlined: a tree of their own is used only once.

use analysis::PathBounds;
use ir::FuncId;
use rustc_hash::FxHashSet;
use smt::Solver;

use crate::machine::Machine;
use crate::report::outcome::{Incomplete, StopReason};
use crate::search::composed;
use crate::search::dart;
use crate::search::end::SearchEnd;
use crate::search::{Exploration, Limits, Mode, Task};
use crate::state::witness::TestInput;

/// How many questions may be asked for each run of a turn of DART's.
const QUESTIONS: u64 = 2;
/// A run that composes costs about as much as so many others, besides the solver's work.
const COST: u64 = 8;
/// The solver's work in DART's first turn, at most: some seconds.
const FIRST_WORK: u64 = 8_000_000;
/// In the first turn of composition, at least: some tenths of a second.
const LEAST_WORK: u64 = 500_000;
/// A turn of composition may take so many times the work that DART has taken so far: it has fewer, harder questions.
const SHARE: u64 = 3;

/// Where the code has no more paths than so many first turns, DART will soon be done.
const FEW_TURNS: u64 = 16;

/// How long a turn of DART's may take. One without bounds is the last.
struct Turn {
    runs: u64,
    questions: u64,
    work: u64,
}

impl Turn {
    const LAST: Turn = Turn { runs: u64::MAX, questions: u64::MAX, work: u64::MAX };

    fn of(runs: u64, work: u64) -> Turn {
        Turn { runs, questions: QUESTIONS.saturating_mul(runs), work }
    }
}

/// Explores one program by turns.
pub(crate) struct Explorer<'x, 'p, 'e> {
    pub machine: &'x mut Machine<'p, 'e>,
    pub solver: &'x mut dyn Solver,
    pub task: Task<'x>,
    pub entry: FuncId,
    /// What the solver has done for DART.
    pub work_of_dart: u64,
}

impl Explorer<'_, '_, '_> {
    /// Runs until one of both searches is done, or a limit is reached.
    pub(crate) fn explore(mut self) -> Exploration {
        let mut turn = self.task.strategy.first_turn;
        let dart =
            dart::SearchState::new(self.machine.image.program, self.entry, &self.task.strategy);
        let (mut dart, mut end) = self.run_dart(dart, Turn::of(turn, FIRST_WORK));
        let mut work = LEAST_WORK;
        let is_over = !end.is_pause() || dart.findings.exploration.runs >= self.task.limits.runs;
        let composed = if is_over { None } else { self.composed() };
        let Some(mut composed) = composed else {
            if end.is_pause() {
                (dart, end) = self.run_dart(dart, Turn::LAST);
            }
            return self.conclude(dart, end);
        };
        loop {
            let left = self.left(&dart, &composed);
            work = work.max(self.work_of_dart.saturating_mul(SHARE));
            (composed, end) = self.run_composed(composed, (turn / COST).max(1).min(left), work);
            let is_complete =
                end == SearchEnd::Exhausted && composed.findings.exploration.incomplete.is_empty();
            let left = self.left(&dart, &composed);
            if is_complete || (end != SearchEnd::Exhausted && !end.is_pause()) || left == 0 {
                composed.findings.stopped(self.whole(end));
                let other = dart.conclude(self.machine, &self.task);
                let ended = composed.conclude(self.machine, &self.task);
                return together(ended, other);
            }
            // A search that has nothing to compose, or has come to an end that isn't one, only stands in the way.
            let goes_on = end != SearchEnd::Exhausted && composed.composes();
            (turn, work) = (turn.saturating_mul(2), work.saturating_mul(2));
            let next = if goes_on { Turn::of(turn, work) } else { Turn::LAST };
            (dart, end) = self.run_dart(dart, Turn { runs: next.runs.min(left), ..next });
            if !end.is_pause() || self.left(&dart, &composed) == 0 || !goes_on {
                let other = composed.conclude(self.machine, &self.task);
                return together(self.conclude(dart, end), other);
            }
        }
    }

    /// What composition begins with, if there is anything to compose.
    fn composed(&self) -> Option<composed::SearchState> {
        let image = self.machine.image;
        let bound = PathBounds::new(image.program).of(self.entry);
        if bound.is_some_and(|paths| paths <= FEW_TURNS * self.task.strategy.first_turn) {
            return None;
        }
        let effects = image.effects().without_cheap(image.program, self.entry);
        let pays = effects.compose_anything(image.program, self.entry);
        pays.then(|| composed::SearchState::new(image, effects, self.entry, None, &self.task))
    }

    fn run_dart(
        &mut self,
        so_far: dart::SearchState,
        turn: Turn,
    ) -> (dart::SearchState, SearchEnd) {
        let ran = &so_far.findings.exploration;
        let limits = Limits {
            runs: ran.runs.saturating_add(turn.runs).min(self.task.limits.runs),
            queries: ran.queries.saturating_add(turn.questions),
            work: self.solver.work().saturating_add(turn.work),
            ..self.task.limits
        };
        let Explorer { machine, solver, task, .. } = self;
        let task = Task { limits, ..*task };
        let mut explorer = dart::Explorer { machine, solver: *solver, task, so_far };
        let before = explorer.solver.work();
        let end = explorer.run_all();
        self.work_of_dart += explorer.solver.work() - before;
        (explorer.so_far, end)
    }

    fn run_composed(
        &mut self,
        so_far: composed::SearchState,
        runs: u64,
        work: u64,
    ) -> (composed::SearchState, SearchEnd) {
        let limits = Limits {
            runs: so_far.findings.exploration.runs.saturating_add(runs),
            work: self.solver.work().saturating_add(work),
            ..self.task.limits
        };
        let Explorer { machine, solver, task, .. } = self;
        let task = Task { limits, ..*task };
        let mut explorer = composed::Explorer { machine, solver: *solver, task, so_far };
        let end = explorer.run_all();
        (explorer.so_far, end)
    }

    /// How many runs are left for both.
    fn left(&self, dart: &dart::SearchState, composed: &composed::SearchState) -> u64 {
        let ran = dart.findings.exploration.runs + composed.findings.exploration.runs;
        self.task.limits.runs.saturating_sub(ran)
    }

    /// DART has come to an end.
    fn conclude(&mut self, mut dart: dart::SearchState, end: SearchEnd) -> Exploration {
        dart.findings.stopped(self.whole(end));
        let mut all = dart.conclude(self.machine, &self.task);
        all.mode = Mode::Auto;
        all
    }

    /// The limit that both together have come to.
    fn whole(&self, end: SearchEnd) -> Option<StopReason> {
        let end = if end.is_pause() { SearchEnd::OutOfRuns } else { end };
        end.reason(&self.task.limits)
    }
}

/// Puts together what both have found. If the one that came to its end is complete, so is all.
fn together(ended: Exploration, other: Exploration) -> Exploration {
    let is_complete = ended.complete;
    let mut all = ended;
    add(&mut all, other);
    if is_complete {
        // Whatever else was found: a defect is told.
        all.incomplete.retain(|why| *why == Incomplete::Unsound);
    }
    all.mode = Mode::Auto;
    all.complete = all.incomplete.is_empty();
    all
}

/// Adds what another exploration of the same program has found.
fn add(all: &mut Exploration, more: Exploration) {
    let Exploration { paths, covered, incomplete, .. } = more;
    // Both have begun with the same inputs, and have come by others twice.
    let known: FxHashSet<&[TestInput]> = all.paths.iter().map(|path| &path.inputs[..]).collect();
    let is_new: Vec<bool> = paths.iter().map(|path| !known.contains(&path.inputs[..])).collect();
    all.paths.extend(paths.into_iter().zip(is_new).filter_map(|(path, new)| new.then_some(path)));
    all.runs += more.runs;
    all.decisions += more.decisions;
    all.queries += more.queries;
    all.infeasible += more.infeasible;
    all.divergences += more.divergences;
    all.restarts += more.restarts;
    all.cross_checked += more.cross_checked;
    all.instructions += more.instructions;
    all.inlined += more.inlined;
    all.formulas += more.formulas;
    all.obstacles.extend(more.obstacles);
    all.composed.extend(more.composed);
    all.covered.extend(covered);
    all.covered.sort_unstable();
    all.covered.dedup();
    for why in incomplete {
        if !all.incomplete.contains(&why) {
            all.incomplete.push(why);
        }
    }
}
