//! Exploration: runs a program again and again, each time down another path. Here is what one is asked for, and
//! what it finds; `dart` is how.

mod auto;
mod classes;
mod composed;
mod dangling;
mod dart;
mod findings;
mod frontier;
mod goal;
mod random;
mod restarts;
mod start_values;
mod trail;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use analysis::orders;
use ir::{Edge, FuncId, ProgramPoint};
use rustc_hash::FxHashSet;
use smt::Solver;

use crate::explain::FunctionTree;
use crate::image::Image;
use crate::machine::Machine;
use crate::outcome::{Incomplete, Outcome, Unsupported};
use crate::simplest::Trace;
use crate::start::{self, StartUp};
use crate::uninitialised::Uninitialised;
use crate::witness::{Observed, TestInput};

pub(crate) use dangling::{Dangling, StackId};
pub use frontier::Search;
use goal::Goal;
pub(crate) use start_values::StartValues;
pub(crate) use trail::Trail;

/// When to stop, and which way to go first.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// At most that many runs.
    pub runs: u64,
    /// At most that many questions about dangling sides.
    pub queries: u64,
    /// At most that much work of the solver: its own count, which no clock changes.
    pub work: u64,
    /// The runs of DART's first turn, before the default mode looks at composition.
    pub first_turn: u64,
    /// A path of more decisions is given up.
    pub decisions: usize,
    /// So is one on which an instruction is decided more often in one activation, or a function that decides
    /// something is deeper in itself.
    pub depth: u32,
    /// Bytes that may be kept for later, about. If there are more, dangling sides lose their states first.
    pub memory: u64,
    /// So many random restarts in a row may find nothing new.
    pub restarts: u64,
    /// What random values and choices depend on.
    pub seed: u64,
    /// Which dangling side is next.
    pub search: Search,
    /// What to do about calls.
    pub mode: Mode,
    /// How the solver is told what calls give, if they are composed.
    pub encoding: Encoding,
    /// Put the function trees into words at the end?
    pub explain: bool,
}

/// What a term takes, about.
pub(crate) const TERM_BYTES: usize = 100;

/// How the solver is told what calls give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// Every call that matters is an instance of the callee's tree.
    #[default]
    Instances,
    /// Functions have axioms with quantifiers.
    Quantified,
    /// As instances, but the other encoding is asked, too: if its answer is not the same, the exploration says so.
    Compared,
}

/// What to do about calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// What pays: mostly explore them with their caller, but compose functions that are called again and again.
    Auto,
    /// Explore them with their caller.
    #[default]
    Dart,
    /// Compose function trees; explore callees first.
    Smart,
    /// Compose function trees; explore of callees what is relevant.
    Demand,
}

impl Mode {
    /// What it is called on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Auto => "auto",
            Mode::Dart => "dart",
            Mode::Smart => "smart",
            Mode::Demand => "demand",
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            runs: 10_000,
            queries: u64::MAX,
            work: u64::MAX,
            first_turn: 256,
            decisions: 10_000,
            depth: 256,
            memory: 2 << 30,
            restarts: 5,
            seed: 0,
            search: Search::Coverage,
            mode: Mode::Dart,
            encoding: Encoding::Instances,
            explain: false,
        }
    }
}

/// What an exploration found.
#[derive(Debug, Default)]
pub struct Exploration {
    /// Every path that was run to its end.
    pub paths: Vec<ExploredPath>,
    /// Runs, finished or not.
    pub runs: u64,
    /// Two-way decisions of which a run took the one side, and left the other for later.
    pub decisions: u64,
    /// Dangling sides that the solver was asked about: at most one per decision.
    pub queries: u64,
    /// Dangling sides that no input takes.
    pub infeasible: u64,
    /// Runs that started at the entry with inputs for a certain path, and took another.
    pub divergences: u64,
    /// Runs with new random inputs.
    pub restarts: u64,
    /// Random inputs that were tried in the end, to see whether they do anything that composition doesn't know.
    pub cross_checked: u64,
    /// The sides of branches of the program, its library apart, that were taken, in order.
    pub covered: Vec<Edge>,
    /// Was nothing skipped, fixed or cut off?
    pub complete: bool,
    /// Why not, each reason once.
    pub incomplete: Vec<Incomplete>,
    /// Instructions of all runs together.
    pub instructions: u64,
    /// Calls of functions with bodies, in all runs together: each was executed with its caller.
    pub inlined: u64,
    /// Calls that were composed, in all runs together.
    pub formulas: u64,
    /// How calls were treated.
    pub mode: Mode,
    /// Functions whose calls were composed, some of them at least.
    pub composed: BTreeSet<String>,
    /// Functions whose calls could not be composed, and why.
    pub obstacles: BTreeMap<String, String>,
    /// The function trees, if they were asked for.
    pub trees: Vec<FunctionTree>,
}

/// A path that was run to its end.
#[derive(Clone, Debug)]
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
    pub branches: Arc<FxHashSet<Edge>>,
    /// Did it come to the goal, if there was one?
    pub reached: bool,
    /// Do its decisions, or its exit code, depend on what nobody has set? No test can choose that.
    pub uninitialised: bool,
    /// What it takes to find simpler inputs for it.
    pub(crate) trace: Trace,
}

/// How far an exploration is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    pub runs: u64,
    /// Sides of branches that were taken.
    pub covered: usize,
    pub queries: u64,
    /// Kinds and places of errors.
    pub bugs: usize,
    /// Sides that wait.
    pub dangling: usize,
}

/// Explores a program from its entry. With a goal, which the image must watch, that ends at the first path that comes
/// there, and what can't lead there is left out.
pub fn explore(
    machine: &mut Machine<'_, '_>,
    solver: &mut dyn Solver,
    start_up: &StartUp,
    limits: Limits,
    goal: Option<&[ProgramPoint]>,
) -> Exploration {
    // A function that makes inputs of its own can't be composed, and with this every function may.
    let mode = match machine.options.uninitialised {
        Uninitialised::Error => limits.mode,
        Uninitialised::Any => Mode::Dart,
    };
    let limits = Limits { mode, ..limits };
    let entry = start_up.entry.unwrap_or(machine.trail.entry.function);
    let beyond_sign = beyond_sign(machine.image, start_up, entry);
    let mut found = explore_from(machine, solver, start_up, limits, entry, goal);
    found.incomplete.extend(beyond_sign);
    found.complete = found.incomplete.is_empty();
    found
}

fn explore_from(
    machine: &mut Machine<'_, '_>,
    solver: &mut dyn Solver,
    start_up: &StartUp,
    limits: Limits,
    entry: FuncId,
    goal: Option<&[ProgramPoint]>,
) -> Exploration {
    machine.options.decision_limit = limits.decisions;
    machine.options.depth_limit = limits.depth;
    machine.options.memory_limit = limits.memory;
    machine.trail.start_values = StartValues::new(limits.seed, 0);
    if limits.mode == Mode::Dart {
        let so_far = dart::SoFar::new(machine.image.program, entry, &limits);
        let mut explorer = dart::Explorer { machine, solver, start_up, limits, so_far };
        let end = explorer.run_all();
        let mut so_far = explorer.so_far;
        so_far.findings.stopped(end);
        return so_far.conclude(machine, start_up, &limits);
    }
    if limits.mode == Mode::Auto && goal.is_none() && !limits.explain {
        return auto::Explorer { machine, solver, start_up, limits, entry, work_of_dart: 0 }
            .explore();
    }
    let goal = goal.map(|goal| Goal::new(machine.image.program, goal));
    let effects = machine.image.effects();
    let so_far = composed::SoFar::new(machine.image, effects, entry, goal, &limits);
    let mut explorer = composed::Explorer { machine, solver, start_up, limits, so_far };
    let end = explorer.run_all();
    let mut so_far = explorer.so_far;
    so_far.findings.stopped(end);
    so_far.conclude(machine, start_up, &limits)
}

/// A comparison whose result is used for more than C promises, in what can run.
fn beyond_sign(image: &Image<'_>, start_up: &StartUp, entry: FuncId) -> Option<Incomplete> {
    let program = image.program;
    if !program.functions.iter().any(orders::is_comparison) {
        return None;
    }
    let mut from = start::constructors(image);
    from.push(entry);
    if goal::leaves_something_for_the_end(program) {
        from.extend(program.function_named("exit"));
    }
    // An entry that is there to call another function shows what that returns.
    let shown = start_up.tested.map(|_| entry);
    let order = orders::beyond_sign(program, &from, shown)?;
    Some(Incomplete::BeyondSign {
        comparison: program.function(order.comparison).name.clone(),
        place: order.at.and_then(|at| program.debug.place(at)),
    })
}
