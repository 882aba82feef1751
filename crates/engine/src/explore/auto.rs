//! The default: plain exploration where that is enough, composition where it pays.
//!
//! Most functions have so few paths that running them all is quicker than asking how they fit together: DART has the
//! first turn. What is left then has many paths. If functions are called again and again in it, the composing search
//! takes turns with DART, each longer than the one before, and whichever comes to its end first ends the exploration.
//! Functions that are tiny, or called from one place only, are inlined: a tree of their own is used only once.

use ir::FuncId;
use smt::Solver;

use crate::effects::Effects;
use crate::explore::composed;
use crate::explore::dart;
use crate::explore::{Exploration, Limits, Mode};
use crate::machine::Machine;
use crate::outcome::StopReason;
use crate::start::StartUp;

/// How many questions may be asked for each run of a turn of DART's.
const QUESTIONS: u64 = 2;
/// A run that composes costs about as much as so many others.
const COST: u64 = 8;

/// Explores one program by turns.
pub(crate) fn explore(
    machine: &mut Machine<'_, '_>,
    solver: &mut dyn Solver,
    start_up: &StartUp,
    limits: Limits,
    entry: FuncId,
) -> Exploration {
    let mut dart = dart::SoFar::new(machine.image.program, &limits);
    let effects = Effects::of(machine.image).without_cheap(machine.image, entry);
    let pays = effects.compose_anything(machine.image, entry);
    let mut composed = composed::SoFar::new(machine.image, effects, entry, None);
    let mut is_composing = pays;
    let mut turn = limits.first_turn;
    loop {
        let spent = composed.findings.exploration.runs;
        let most = limits.runs.saturating_sub(spent);
        let Exploration { runs, queries, .. } = dart.findings.exploration;
        let (until, queries) = match is_composing {
            true => (most.min(runs + turn), queries + QUESTIONS * turn),
            false => (most, u64::MAX),
        };
        let limits_now = Limits { runs: until, queries, ..limits };
        let mut explorer =
            dart::Explorer { machine, solver, start_up, limits: limits_now, so_far: dart };
        let end = explorer.run_all();
        dart = explorer.so_far;
        let spent = dart.findings.exploration.runs;
        if end != Some(StopReason::RunLimit(until)) || spent >= most {
            dart.findings.stopped(end.map(|reason| whole(reason, &limits)));
            let first = dart.conclude(machine);
            let other = composed.conclude(machine, start_up, &limits);
            return together(first, other);
        }
        let most = limits.runs.saturating_sub(spent);
        let until = most.min(composed.findings.exploration.runs + (turn / COST).max(1));
        let limits_now = Limits { runs: until, ..limits };
        let mut explorer =
            composed::Explorer { machine, solver, start_up, limits: limits_now, so_far: composed };
        let end = explorer.run_all();
        composed = explorer.so_far;
        let is_complete = end.is_none() && composed.findings.exploration.incomplete.is_empty();
        let is_stopped = end.is_some_and(|reason| reason != StopReason::RunLimit(until));
        if is_complete || is_stopped || composed.findings.exploration.runs >= most {
            composed.findings.stopped(end.map(|reason| whole(reason, &limits)));
            let other = dart.conclude(machine);
            let first = composed.conclude(machine, start_up, &limits);
            return together(first, other);
        }
        // Whoever has nothing to compose, or has come to an end that isn't one, only stands in the way.
        is_composing = end.is_some() && composed.composes();
        turn *= 2;
    }
}

/// Both together have come to the limit.
fn whole(reason: StopReason, limits: &Limits) -> StopReason {
    match reason {
        StopReason::RunLimit(_) => StopReason::RunLimit(limits.runs),
        other => other,
    }
}

/// Puts together what both have found. If the one that came to its end is complete, so is all.
fn together(ended: Exploration, other: Exploration) -> Exploration {
    let is_complete = ended.complete;
    let mut all = ended;
    add(&mut all, other);
    if is_complete {
        all.incomplete.clear();
    }
    all.mode = Mode::Auto;
    all.complete = all.incomplete.is_empty();
    all
}

/// Adds what another exploration of the same program has found.
fn add(all: &mut Exploration, more: Exploration) {
    let Exploration { paths, covered, incomplete, .. } = more;
    // Both have begun with the same inputs, and have come by others twice.
    for path in paths {
        if all.paths.iter().all(|known| known.inputs != path.inputs) {
            all.paths.push(path);
        }
    }
    all.runs += more.runs;
    all.decisions += more.decisions;
    all.queries += more.queries;
    all.infeasible += more.infeasible;
    all.divergences += more.divergences;
    all.restarts += more.restarts;
    all.instructions += more.instructions;
    all.formulas += more.formulas;
    all.obstacles.extend(more.obstacles);
    all.covered.extend(covered);
    all.covered.sort_unstable();
    all.covered.dedup();
    for why in incomplete {
        if !all.incomplete.contains(&why) {
            all.incomplete.push(why);
        }
    }
}
