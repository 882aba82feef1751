//! The default: plain exploration where that is enough, composition where it pays.
//!
//! Most functions have so few paths that running them all is quicker than asking how they fit together: DART begins. If its
//! tree is estimated to become large, and functions are called again and again, the composing search takes turns with it.
//! The one that is likely to come to its end first has most of the turns, and whichever does ends the exploration. What they
//! cost is counted, and not timed: no clock decides what is found. Functions that have one path are inlined.

use std::mem;

use analysis::PathBounds;
use ir::FuncId;
use rustc_hash::FxHashSet;
use smt::Solver;

use crate::machine::Machine;
use crate::report::outcome::{Incomplete, StopReason};
use crate::search::composed;
use crate::search::dart;
use crate::search::end::SearchEnd;
use crate::search::work;
use crate::search::{Exploration, Limits, Mode, Task};
use crate::state::witness::TestInput;

/// The shortest turn: some hundredths of a second.
const LEAST_TURN: u64 = 1 << 15;
/// A turn is this part of all that was done before it.
const PART: u64 = 4;
/// Composition isn't begun as long as DART is expected to be done after so many times what it has done, or so much.
const SOON: (u64, u64) = (3, 1 << 18);
/// The search that is less likely to come to its end has this part of the other's work, as estimates may be wrong; and this
/// one, if its end is out of sight.
const OTHERS_PART: u64 = 10;
const LEAST_PART: u64 = 24;
/// As long as it has had less than this, and its end is in sight, it has half as much as the other: the first estimates say
/// little.
const TRIAL: u64 = 1 << 17;
/// An end is far that is so many times as far as what was done...
const FAR: f64 = 256.0;
/// ...and out of sight, if it is so many times as far as the other's.
const OUT_OF_SIGHT: f64 = 64.0;
/// Where the code has no more paths, DART will soon be done.
const FEW_PATHS: u64 = 4096;

/// Explores one program by turns.
pub(crate) struct Explorer<'x, 'p, 'e> {
    pub machine: &'x mut Machine<'p, 'e>,
    pub solver: &'x mut dyn Solver,
    pub task: Task<'x>,
    pub entry: FuncId,
}

/// One of both searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Contender {
    Dart,
    Composed,
}

/// How far a search is.
#[derive(Clone, Copy, Default, Debug)]
struct Account {
    /// The work that it has done.
    spent: u64,
    /// What it is expected to do until its end.
    left: f64,
}

/// The composing search.
enum Composing {
    NotYet,
    UnderWay(Box<composed::SearchState>),
    /// There is nothing to compose, or it came to an end that proves nothing.
    Never(Option<Box<composed::SearchState>>),
}

/// Both searches, and how far they are.
struct Searches {
    dart: dart::SearchState,
    composing: Composing,
    accounts: [Account; 2],
}

impl Searches {
    fn account(&mut self, of: Contender) -> &mut Account {
        &mut self.accounts[of as usize]
    }

    /// Whose turn it is, and how long. Where only one search is left, it goes on to its end.
    fn next(&self) -> (Contender, u64) {
        let [dart, composed] = self.accounts;
        let turn = ((dart.spent + composed.spent) / PART).max(LEAST_TURN);
        match self.composing {
            Composing::Never(_) => (Contender::Dart, u64::MAX),
            Composing::NotYet => {
                let soon = dart.spent.saturating_mul(SOON.0).max(SOON.1) as f64;
                let is_soon = dart.left <= soon;
                (if is_soon { Contender::Dart } else { Contender::Composed }, turn)
            }
            Composing::UnderWay(_) if dart.left <= composed.left => {
                choose((Contender::Dart, dart), (Contender::Composed, composed), turn)
            }
            Composing::UnderWay(_) => {
                choose((Contender::Composed, composed), (Contender::Dart, dart), turn)
            }
        }
    }
}

/// The search that is likely to end first, unless the other has had too little.
fn choose(
    likely: (Contender, Account),
    other: (Contender, Account),
    turn: u64,
) -> (Contender, u64) {
    let done = (likely.1.spent + other.1.spent) as f64;
    let spent = likely.1.spent;
    let others_share = if other.1.left > OUT_OF_SIGHT * (likely.1.left + done) {
        spent / LEAST_PART
    } else {
        let part = if likely.1.left > FAR * done { 1 } else { OTHERS_PART };
        (spent / part).max(TRIAL.min(spent / 2))
    };
    match others_share.checked_sub(other.1.spent) {
        Some(owed) if owed > 0 => (other.0, owed.max(LEAST_TURN)),
        _ => (likely.0, turn),
    }
}

impl Explorer<'_, '_, '_> {
    /// Runs until one of both searches is done, or a limit is reached.
    pub(crate) fn explore(mut self) -> Exploration {
        let dart =
            dart::SearchState::new(self.machine.image.program, self.entry, &self.task.strategy);
        let composing = Composing::NotYet;
        let mut searches = Searches { dart, composing, accounts: Default::default() };
        loop {
            let (next, turn) = searches.next();
            let end = match (next, &searches.composing) {
                (Contender::Dart, _) => self.run_dart(&mut searches, turn),
                (Contender::Composed, Composing::NotYet) => {
                    searches.composing = self.begin_to_compose(&searches.dart);
                    None
                }
                (Contender::Composed, _) => self.run_composed(&mut searches, turn),
            };
            if let Some(end) = end {
                return self.conclude(searches, next, end);
            }
        }
    }

    /// What composition begins with, if there is anything to compose.
    fn begin_to_compose(&self, dart: &dart::SearchState) -> Composing {
        let image = self.machine.image;
        if dart.has_linked_inputs() {
            return Composing::Never(None);
        }
        if PathBounds::new(image.program).of(self.entry).is_some_and(|paths| paths <= FEW_PATHS) {
            return Composing::Never(None);
        }
        let effects = image.effects().without_cheap(image.program);
        if !effects.compose_anything(image.program, self.entry) {
            return Composing::Never(None);
        }
        let begun = composed::SearchState::new(image, effects, self.entry, None, &self.task);
        Composing::UnderWay(Box::new(begun))
    }

    /// A turn of DART's. Gives how all of it ends, if it does.
    fn run_dart(&mut self, searches: &mut Searches, turn: u64) -> Option<SearchEnd> {
        let done = &searches.dart.findings.exploration;
        let least = self.task.strategy.first_turn;
        let runs_left = self.runs_left(searches);
        let before = work::until_now(&self.machine.pool, self.solver, done);
        let is_first = searches.accounts[Contender::Dart as usize].spent == 0;
        let limits = Limits {
            // What is expected can be said only of some paths.
            runs: done.counts.runs.saturating_add(if is_first {
                least.min(runs_left)
            } else {
                runs_left
            }),
            work: before.saturating_add(turn),
            ..self.task.limits
        };
        let Explorer { machine, solver, task, .. } = self;
        let (task, so_far) = (Task { limits, ..*task }, &mut searches.dart);
        let end = dart::Explorer { machine, solver: *solver, task, so_far }.run_all();
        let done = &searches.dart.findings.exploration;
        let after = work::until_now(&self.machine.pool, self.solver, done);
        let growth = searches.dart.estimate(self.machine.image.program).growth();
        let account = searches.account(Contender::Dart);
        account.spent += after - before;
        account.left = account.spent as f64 * (growth - 1.0);
        (!end.is_pause() || self.runs_left(searches) == 0).then_some(end)
    }

    /// A turn of composition's. Gives how all of it ends, if it does.
    fn run_composed(&mut self, searches: &mut Searches, turn: u64) -> Option<SearchEnd> {
        let runs_left = self.runs_left(searches);
        let Composing::UnderWay(so_far) = &mut searches.composing else { return None };
        let done = &so_far.findings.exploration;
        let before = work::until_now(&self.machine.pool, self.solver, done);
        let limits = Limits {
            runs: done.counts.runs.saturating_add(runs_left),
            work: before.saturating_add(turn),
            ..self.task.limits
        };
        let Explorer { machine, solver, task, .. } = self;
        let task = Task { limits, ..*task };
        let end = composed::Explorer { machine, solver: *solver, task, so_far }.run_all();
        let done = &so_far.findings.exploration;
        let after = work::until_now(&self.machine.pool, self.solver, done);
        // The larger the trees, the more each question costs.
        let growth = so_far.estimate(self.machine.image.program).growth().powi(2);
        let is_complete = done.incomplete.is_empty() && !so_far.has_linked_inputs();
        let composes = so_far.composes();
        let account = searches.account(Contender::Composed);
        account.spent += after - before;
        account.left = account.spent as f64 * (growth - 1.0);
        match end {
            SearchEnd::Exhausted if is_complete => Some(end),
            // A search that has nothing to compose, or has come to an end that isn't one, only stands in the way.
            SearchEnd::Exhausted => {
                searches.leave_composing();
                None
            }
            end if !end.is_pause() || self.runs_left(searches) == 0 => Some(end),
            _ => {
                if !composes {
                    searches.leave_composing();
                }
                None
            }
        }
    }

    /// How many runs are left for both.
    fn runs_left(&self, searches: &Searches) -> u64 {
        let composed = searches.composed().map_or(0, |it| it.findings.exploration.counts.runs);
        let ran = searches.dart.findings.exploration.counts.runs + composed;
        self.task.limits.runs.saturating_sub(ran)
    }

    /// One of both has come to its end, or to a limit for all.
    fn conclude(&mut self, searches: Searches, ended: Contender, end: SearchEnd) -> Exploration {
        let end = if end.is_pause() { SearchEnd::OutOfRuns } else { end };
        let stopped: Option<StopReason> = end.reason(&self.task.limits);
        let Searches { mut dart, composing, .. } = searches;
        let mut composed = match composing {
            Composing::NotYet => None,
            Composing::UnderWay(state) => Some(state),
            Composing::Never(state) => state,
        };
        match (ended, &mut composed) {
            (Contender::Composed, Some(composed)) => composed.findings.stopped(stopped),
            _ => dart.findings.stopped(stopped),
        }
        let dart = dart.conclude(self.machine, &self.task);
        let composed = composed.map(|state| state.conclude(self.machine, &self.task));
        let mut all = match (ended, composed) {
            (_, None) => dart,
            (Contender::Dart, Some(composed)) => beside_dart(dart, composed),
            (Contender::Composed, Some(composed)) => beside_composed(composed, dart),
        };
        all.mode = Mode::Auto;
        all
    }
}

impl Searches {
    /// The composing search, if there ever was one.
    fn composed(&self) -> Option<&composed::SearchState> {
        match &self.composing {
            Composing::NotYet => None,
            Composing::UnderWay(state) => Some(state),
            Composing::Never(state) => state.as_deref(),
        }
    }

    /// DART goes on alone.
    fn leave_composing(&mut self) {
        self.composing = match mem::replace(&mut self.composing, Composing::NotYet) {
            Composing::UnderWay(state) => Composing::Never(Some(state)),
            Composing::NotYet => Composing::Never(None),
            never @ Composing::Never(_) => never,
        };
    }
}

/// DART came to its end. If it is complete, it has every path, and those of the other search are some of them.
fn beside_dart(dart: Exploration, mut composed: Exploration) -> Exploration {
    if dart.complete {
        composed.paths.clear();
        // If it isn't so, that is a defect of ours.
        let is_known = |edge| dart.covered.binary_search(edge).is_ok();
        if !composed.covered.iter().all(is_known) {
            composed.incomplete.push(Incomplete::Unsound);
        }
    }
    together(dart, composed)
}

/// Composition came to its end. If it is complete, it has every branch.
fn beside_composed(composed: Exploration, mut dart: Exploration) -> Exploration {
    let is_known = |edge| composed.covered.binary_search(edge).is_ok();
    if composed.complete && !dart.covered.iter().all(is_known) {
        dart.incomplete.push(Incomplete::Unsound);
    }
    together(composed, dart)
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
    all.complete = all.incomplete.is_empty();
    all
}

/// Adds what another exploration of the same program has found.
fn add(all: &mut Exploration, more: Exploration) {
    let Exploration { paths, covered, incomplete, counts, calls, .. } = more;
    // Both have begun with the same inputs, and have come by others twice.
    let known: FxHashSet<&[TestInput]> = all.paths.iter().map(|path| &path.inputs[..]).collect();
    let is_new: Vec<bool> = paths.iter().map(|path| !known.contains(&path.inputs[..])).collect();
    all.paths.extend(paths.into_iter().zip(is_new).filter_map(|(path, new)| new.then_some(path)));
    all.counts.add(counts);
    all.calls.add(calls);
    all.covered.extend(covered);
    all.covered.sort_unstable();
    all.covered.dedup();
    for why in incomplete {
        if !all.incomplete.contains(&why) {
            all.incomplete.push(why);
        }
    }
}
