//! What a program is given at its start, and how far it is with it.

use std::collections::BTreeMap;

use ir::{FuncId, GlobalId, SourceLoc};

use crate::state::input_table::InputTable;
use crate::state::trace::Passed;
use crate::summary::origin::InputId;

/// What a program was given so far.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The inputs made so far, in order.
    pub inputs: InputTable,
    /// The function whose inputs these are, if that is one and no program.
    pub(crate) tested: Option<FuncId>,
    /// The global variables that are inputs.
    pub(crate) globals: Vec<GlobalId>,
    /// Where objects will be that pointers point into before those are there which they are named after.
    pub(crate) reserved: Vec<Reserved>,
    /// How many bytes of memory were made bytes of them.
    pub(crate) bytes: u64,
    /// How often each stub was called.
    pub(crate) calls: BTreeMap<FuncId, u32>,
    /// What `main` is given.
    pub(crate) arguments: MainArguments,
    /// What the program has read of its standard input, if that is symbolic.
    pub(crate) stdin: StandardInput,
    /// The streams that the tested function was given, and that it has used.
    pub(crate) streams: Vec<Stream>,
    /// How many allocations there were, if they may fail...
    pub(crate) allocations: u32,
    /// ...and those that did.
    pub(crate) failed_allocations: Vec<FailedAllocation>,
    /// Did any fail, be it that it was for more than a process can have?
    pub(crate) is_memory_out: bool,
    /// While it is asked whether its inputs are as they should be: what it went through before.
    pub(crate) assuming: Option<Passed>,
}

/// A stream that is an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream {
    /// Where the pointer to it is among the inputs.
    pub pointer: usize,
    /// Where its contents are among them.
    pub contents: usize,
    /// So many bytes were read.
    pub position: u64,
}

/// An allocation of the program that failed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FailedAllocation {
    /// Which one it was, from 1.
    pub number: u32,
    /// The program's own call.
    pub at: Option<SourceLoc>,
}

/// An object that has its address before the pointer is an input which it is named after.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reserved {
    pub by: InputId,
    pub address: u64,
    /// So many bytes are there, as something points behind them.
    pub least: u64,
}

/// What `main` is given.
#[derive(Clone, Debug, Default)]
pub(crate) struct MainArguments {
    /// Its name and the arguments that are certainly there.
    pub count: u64,
    pub argv: u64,
    pub envp: u64,
    /// The strings behind them that may be there. They are zero until they are.
    pub symbolic: Vec<u64>,
    /// How long these can be.
    pub length: u64,
}

/// How far a program is with its symbolic standard input.
#[derive(Clone, Debug, Default)]
pub(crate) struct StandardInput {
    /// There are at most that many bytes.
    pub most: u64,
    /// That many were read.
    pub position: u64,
    /// Where it is among the inputs, once the program has asked for it.
    pub input: Option<usize>,
}

impl StandardInput {
    /// Up to `most` bytes.
    pub(crate) fn new(most: u64) -> StandardInput {
        StandardInput { most, ..StandardInput::default() }
    }

    /// May there be any bytes? If not, it is as empty as the host's.
    pub(crate) fn is_symbolic(&self) -> bool {
        self.most > 0
    }
}
