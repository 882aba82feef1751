//! What an exploration is asked for.

use ir::ProgramPoint;
use serde::{Deserialize, Serialize};

use crate::env::StartUp;
use crate::search::results::{ExploredPath, Progress};
use crate::search::schedule::Search;

/// An exploration, as it is asked for.
#[derive(Clone, Copy)]
pub struct Task<'t> {
    /// What each run is started with.
    pub start_up: &'t StartUp,
    /// With a goal, which the image must watch, it ends at the first path that comes there, and what can't lead there is
    /// left out.
    pub goal: Option<&'t [ProgramPoint]>,
    pub limits: Limits,
    pub strategy: Strategy,
    /// Are the function trees put into words at the end?
    pub renders: bool,
    pub listener: Listener<'t>,
}

/// Who is told what, while it goes on.
#[derive(Clone, Copy)]
pub struct Listener<'t> {
    /// How far it is.
    pub progress: &'t dyn Fn(&Progress),
    /// A path that ends in a bug, the first of its kind at its place.
    pub found: &'t dyn Fn(&ExploredPath),
}

impl Default for Listener<'_> {
    fn default() -> Self {
        Listener { progress: &|_| {}, found: &|_| {} }
    }
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// At most that many runs.
    pub runs: u64,
    /// At most that much work (see `search/work.rs`), which no clock changes.
    pub work: u64,
    /// A path of more decisions is given up.
    pub decisions: usize,
    /// So is one on which an instruction is decided more often in one activation, or a function that decides
    /// something is deeper in itself.
    pub depth: u32,
    /// Bytes that may be kept for later, about. If there are more, dangling sides lose their states first.
    pub memory: u64,
    /// So many random restarts in a row may find nothing new.
    pub restarts: u64,
}

/// Which way to go.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// What to do about calls.
    pub mode: Mode,
    /// How the solver is told what calls give, if they are composed.
    pub encoding: Encoding,
    /// Which dangling side is next.
    pub search: Search,
    /// What random values and choices depend on.
    pub seed: u64,
    /// The runs of DART's first turn, before the default mode looks at composition.
    pub first_turn: u64,
}

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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
            work: u64::MAX,
            decisions: 10_000,
            depth: 256,
            memory: 2 << 30,
            restarts: 5,
        }
    }
}

impl Default for Strategy {
    fn default() -> Strategy {
        Strategy {
            mode: Mode::Dart,
            encoding: Encoding::Instances,
            search: Search::Coverage,
            seed: 0,
            first_turn: 32,
        }
    }
}
