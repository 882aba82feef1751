//! A state: everything that changes while a program runs. Cloning one is a fork.

use std::mem;
use std::sync::Arc;

use ir::{ArgKind, FuncId};
use smt::{Model, SymbolId};

use crate::arguments::Arguments;
use crate::memory::Memory;
use crate::path::Path;
use crate::stdin::StandardInput;
use crate::value::Value;
use crate::witness::{Observed, Source};

/// The state of a run.
#[derive(Clone, Debug)]
pub struct State {
    /// Objects and their contents.
    pub memory: Memory,
    /// Active functions, innermost last.
    pub(crate) frames: Vec<Frame>,
    /// The registers of all frames. May be longer than what the frames use.
    pub(crate) regs: Vec<Value>,
    /// The first free address of the stack.
    pub(crate) stack_top: u64,
    /// How much a native stack would have used.
    pub(crate) stack_used: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// What has been decided so far.
    pub path: Path,
    /// What the inputs are in this run: the path's conditions hold.
    pub model: Arc<Model>,
    /// The inputs made so far, in order.
    pub inputs: Vec<Input>,
    /// What a harness has looked at.
    pub(crate) observed: Vec<Observed>,
    /// What happens when the outermost function returns.
    pub(crate) phase: Phase,
    /// What runs in the place of `main`.
    pub(crate) entry: Option<FuncId>,
    /// What `main` is given.
    pub(crate) arguments: Arguments,
    /// What the program has read of its standard input, if that is symbolic.
    pub(crate) stdin: StandardInput,
}

impl State {
    /// A copy that waits at its node of the tree.
    pub(crate) fn folded(&mut self) -> State {
        let folded = self.path.folded();
        let path = mem::replace(&mut self.path, folded);
        let copy = self.clone();
        self.path = path;
        copy
    }
}

/// What a run is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Running one function: its result is the outcome.
    Function,
    /// That many constructors have been started.
    Starting(usize),
    /// About to run `main`: how many arguments there are is still to be decided.
    Arguments,
    /// In `main`.
    Main,
    /// In `exit`.
    Exit,
}

/// A piece of memory that was made an input.
#[derive(Clone, Debug)]
pub struct Input {
    /// As the program calls it.
    pub name: String,
    /// Where the program takes it from.
    pub source: Source,
    /// Its bytes, lowest first.
    pub bytes: Vec<SymbolId>,
}

/// An activation of a function.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub function: FuncId,
    /// The instruction to execute next.
    pub pc: usize,
    /// Where its registers start.
    pub base: usize,
    /// Where its slots start.
    pub slots: u64,
    /// What `State::stack_top` was before it.
    pub stack_bottom: u64,
    pub stack_used_before: u64,
    /// What most frames don't have.
    pub extra: Option<Box<Extra>>,
}

/// The rarer parts of a frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extra {
    /// Variadic arguments, as they were passed.
    pub variadic: Vec<(ArgKind, Value)>,
    /// Objects made by `Inst::Alloca` and `Inst::VaStart`.
    pub allocas: Vec<Alloca>,
    /// Instructions that have come to a decision over the inputs.
    pub decided: Vec<Decided>,
}

/// How often an instruction of an activation has come to a decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decided {
    pub pc: usize,
    pub visits: u32,
    /// What `State::instructions` was at the last visit.
    pub last: u64,
}

/// An object on the stack that isn't a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alloca {
    pub address: u64,
    pub size: u64,
}
