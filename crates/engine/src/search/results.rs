//! What an exploration found.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::Edge;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

pub use crate::machine::recorder::InlinedCalls;
use crate::report::bug::Precondition;
use crate::report::outcome::{Incomplete, Outcome, Unsupported};
use crate::search::minimize::Trace;
use crate::search::render::FunctionTree;
use crate::search::task::Mode;
use crate::state::witness::{Observed, TestInput};

/// What an exploration found.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Exploration {
    /// Every path that was run to its end.
    pub paths: Vec<ExploredPath>,
    /// The sides of branches of the program, its library apart, that were taken, in order.
    pub covered: Vec<Edge>,
    /// Was nothing skipped, concretized or cut off?
    pub complete: bool,
    /// Why not, each reason once.
    pub incomplete: Vec<Incomplete>,
    /// What callers must respect, where nothing natively fails otherwise: paths on which they don't are not explored.
    pub assumed: Vec<Precondition>,
    /// What it took.
    pub counts: SearchCounts,
    /// How calls were treated.
    pub mode: Mode,
    /// What became of them.
    pub calls: CallCounts,
    /// The function trees, if they were asked for.
    #[serde(skip)]
    pub trees: Vec<FunctionTree>,
}

/// What an exploration took.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SearchCounts {
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
    /// Instructions of all runs together.
    pub instructions: u64,
}

/// What became of calls of functions with bodies.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct CallCounts {
    /// Those that were executed with their caller, in all runs together.
    pub inlined: u64,
    /// Those that were composed, in all runs together.
    pub formulas: u64,
    /// Functions whose calls were composed, some of them at least.
    pub composed: BTreeSet<String>,
    /// Functions whose calls could not be composed, and why.
    pub obstacles: BTreeMap<String, InlinedCalls>,
}

impl SearchCounts {
    /// Adds what another exploration took.
    pub(crate) fn add(&mut self, more: SearchCounts) {
        self.runs += more.runs;
        self.decisions += more.decisions;
        self.queries += more.queries;
        self.infeasible += more.infeasible;
        self.divergences += more.divergences;
        self.restarts += more.restarts;
        self.cross_checked += more.cross_checked;
        self.instructions += more.instructions;
    }
}

impl CallCounts {
    /// Adds what became of calls in another exploration.
    pub(crate) fn add(&mut self, more: CallCounts) {
        self.inlined += more.inlined;
        self.formulas += more.formulas;
        for (name, more) in more.obstacles {
            let calls = more.calls;
            let known = self.obstacles.entry(name).or_insert(InlinedCalls { calls: 0, ..more });
            known.calls += calls;
        }
        self.composed.extend(more.composed);
    }
}

/// A path that was run to its end.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExploredPath {
    /// How it ended.
    pub outcome: Result<Outcome, Unsupported>,
    /// Inputs that take it.
    pub inputs: Vec<TestInput>,
    /// The heap path condition: what it needs of the shape of its inputs, each constraint in words of C.
    pub heap: Vec<String>,
    /// What a harness looked at when the function it calls had returned; empty if it never did.
    pub observed: Vec<Observed>,
    /// How many decisions it has.
    pub depth: usize,
    /// The sides it takes of branches.
    pub branches: Arc<FxHashSet<Edge>>,
    /// Did it come to the goal, if there was one?
    pub reached: bool,
    /// Do its decisions, or its exit code, depend on uninitialised memory? No test can choose that.
    pub uninitialised: bool,
    /// What it takes to find simpler inputs for it; nothing, once it was read from a store.
    #[serde(skip)]
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
