//! The machine: a program ready to run, what its instructions work on, and what its runs leave behind.
//!
//! It does no IO and reads no clock. How it executes is `crate::interpret`.
//!
//! May use: `memory`, `report`, `state`, `summary`, `value`.

pub(crate) mod access;
pub(crate) mod context;
pub(crate) mod externals;
pub(crate) mod fast;
pub(crate) mod fault;
mod fuse;
pub(crate) mod image;
pub(crate) mod object;
pub(crate) mod recorder;
pub(crate) mod run_log;
mod translate;

use ir::FuncId;
use smt::TermPool;

use crate::machine::externals::Externals;
use crate::machine::fault::Fault;
use crate::machine::image::Image;
use crate::machine::recorder::Recorder;
use crate::machine::run_log::RunLog;
use crate::report::bug::Bug;
use crate::report::outcome::{Outcome, Unsupported};
use crate::state::State;
use crate::state::start_values::StartValues;
use crate::summary::origin::Origins;
use crate::value::Shades;

/// One program, ready to run, and the terms that its values are made of.
pub struct Machine<'p, 'e> {
    pub(crate) image: &'p Image<'p>,
    pub(crate) externals: &'e mut dyn Externals,
    pub(crate) shades: Shades,
    /// The terms that shades speak of.
    pub pool: TermPool,
    /// What the symbols of the inputs stand for.
    pub(crate) origins: Origins,
    pub(crate) options: Options<'e>,
    /// What inputs are that no model speaks of, in a run that is no search's.
    pub(crate) start_values: StartValues,
}

/// Executes states of a machine's program, and writes down what the search that runs them is to know.
pub(crate) struct Interpreter<'p, 'r> {
    pub image: &'p Image<'p>,
    pub externals: &'r mut dyn Externals,
    pub shades: &'r mut Shades,
    pub pool: &'r mut TermPool,
    pub origins: &'r mut Origins,
    pub options: &'r Options<'r>,
    pub log: &'r mut RunLog,
}

/// How to execute.
pub struct Options<'e> {
    /// What undefined arithmetic does.
    pub arithmetic: Arithmetic,
    /// Report heap blocks that nothing points to at the end?
    pub leaks: bool,
    /// When a run is stopped.
    pub limits: RunLimits,
    /// How much of the objects behind pointers is an input.
    pub heap: HeapBounds,
    /// May each allocation of the program fail, if inputs are symbolic?
    pub allocations_may_fail: bool,
    /// What else of the program's surroundings is an input, if inputs are symbolic.
    pub environment: SymbolicEnvironment,
    /// Are inputs symbolic? If not, they are zero.
    pub symbolic: bool,
    /// What an uninitialised value is, if inputs are symbolic.
    pub uninitialised: Uninitialised,
    /// Asked now and then: stop?
    pub stop: &'e dyn Fn() -> bool,
}

/// What of a program's surroundings is an input.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolicEnvironment {
    /// The files that it opens: whether they are there, and what is in them.
    pub files: bool,
    /// What it asks for the time, random numbers, who it is, and environment variables.
    pub values: bool,
}

/// When a run is stopped.
#[derive(Clone, Copy, Debug)]
pub struct RunLimits {
    /// Bytes of stack before a recursion counts as endless.
    pub stack: u64,
    /// Stop after about that many instructions, and `PER_INPUT_BYTE` more for each byte of the run's inputs.
    pub instructions: Option<u64>,
    /// Stop a path after that many decisions.
    pub decisions: usize,
    /// Stop a path where one instruction is decided more often in one activation, or a function that decides
    /// something is deeper in itself.
    pub depth: u32,
    /// Stop a path that calls a stub more often.
    pub stub_calls: u32,
    /// Stop a run whose terms, or whose memory, take more bytes, about.
    pub memory: u64,
}

/// How much of the objects behind pointers is an input.
#[derive(Clone, Copy, Debug)]
pub struct HeapBounds {
    /// Arrays have at most that many elements, and strings that many characters.
    pub length: u64,
    /// Of the objects that have pointers, at most that many of each type are looked into...
    pub objects: usize,
    /// ...and those at the end of at most that many pointers.
    pub depth: u32,
}

/// What undefined arithmetic (signed overflow, bad shifts) does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// It is a bug at once: right for code as the programmer wrote it.
    Trap,
    /// It gives an undefined value, which is a bug where it decides something: right for optimised
    /// code, in which such operations may be executed early without being used.
    Defer,
}

/// What an uninitialised value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Uninitialised {
    /// An error, where it decides something.
    #[default]
    Error,
    /// An input.
    Any,
}

/// Goes on, or has ended.
pub(crate) enum Flow {
    Next,
    End(Outcome),
    /// It comes to something that can't be executed.
    Unsupported(String),
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            arithmetic: Arithmetic::Trap,
            leaks: false,
            limits: RunLimits::default(),
            heap: HeapBounds::default(),
            allocations_may_fail: false,
            environment: SymbolicEnvironment::default(),
            symbolic: false,
            uninitialised: Uninitialised::Error,
            stop: &|| false,
        }
    }
}

impl Default for RunLimits {
    fn default() -> Self {
        RunLimits {
            stack: 8 << 20,
            instructions: None,
            decisions: usize::MAX,
            depth: u32::MAX,
            stub_calls: 16,
            memory: u64::MAX,
        }
    }
}

impl Default for HeapBounds {
    fn default() -> Self {
        HeapBounds { length: 8, objects: 4, depth: 8 }
    }
}

impl<'p, 'e> Machine<'p, 'e> {
    /// A machine for a program.
    pub fn new(
        image: &'p Image<'p>,
        externals: &'e mut dyn Externals,
        options: Options<'e>,
    ) -> Machine<'p, 'e> {
        Machine {
            image,
            externals,
            shades: image.shades.clone(),
            pool: TermPool::new(),
            origins: Origins::default(),
            options,
            start_values: StartValues::default(),
        }
    }

    /// Where a program begins, unless a harness does.
    pub(crate) fn main(&self) -> FuncId {
        self.image.program.function_named("main").unwrap_or(FuncId::new(0))
    }

    /// What runs leave behind that are no search's.
    pub(crate) fn fresh_log(&self) -> RunLog {
        RunLog::whole(self.main(), self.start_values)
    }

    /// What executes states, and writes down what it comes to in a log.
    pub(crate) fn with_log<'r>(&'r mut self, log: &'r mut RunLog) -> Interpreter<'p, 'r> {
        let Machine { image, externals, shades, pool, origins, options, .. } = self;
        Interpreter { image, externals: *externals, shades, pool, origins, options, log }
    }
}

impl Interpreter<'_, '_> {
    /// Who records functions, where calls are composed.
    pub(crate) fn recorder(&mut self) -> &mut Recorder {
        self.log.recorder()
    }

    pub(crate) fn bug(&mut self, state: &State, fault: Fault) -> Flow {
        if let Some(what) = self.is_mistaken(state, &fault) {
            return Flow::Unsupported(what);
        }
        let precondition = self
            .given_null(state, &fault)
            .or_else(|| fault::gives_up(state, &fault))
            .or_else(|| self.given_beginning(state, &fault))
            .or_else(|| self.given_overlap(state));
        let bug = Bug { precondition, ..*fault::bug(self.image, state, fault) };
        Flow::End(Outcome::Bug(Box::new(bug)))
    }

    pub(crate) fn unsupported(&self, state: &State, what: impl Into<String>) -> Unsupported {
        let stack = fault::call_stack(self.image, state);
        let place = stack.iter().find(|entry| !entry.runtime).or(stack.first());
        Unsupported {
            what: what.into(),
            function: place.map(|entry| entry.function.clone()).unwrap_or_default(),
            at: place.and_then(|entry| entry.at),
        }
    }
}
