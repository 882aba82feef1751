//! What a program is given at its start, and how far it is with it.

use std::collections::BTreeMap;
use std::sync::Arc;

use ir::{FuncId, GlobalId, ProgramPoint, SourceLoc};
use smt::TermId;

use crate::state::input_table::InputTable;
use crate::state::trace::Passed;
use crate::summary::origin::InputId;

/// What a program was given so far.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The inputs made so far, in order.
    pub inputs: InputTable,
    /// What they are inputs of.
    pub(crate) tested: Tested,
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
    /// The streams that it was given, and has used, and the files that it has opened.
    pub(crate) files: FileInputs,
    /// What the tested function is given beyond its parameters, once it has asked for that.
    pub(crate) further: Option<FurtherArguments>,
    /// What became of the allocations.
    pub(crate) allocations: Allocations,
    /// Where native code was called last, since `errno` was set, that may fail for reasons of its own.
    pub(crate) errno_from: Option<ProgramPoint>,
}

/// The function whose inputs are explored, if that is one and no program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tested {
    pub function: Option<FuncId>,
    /// The global variables that are inputs.
    pub globals: Vec<GlobalId>,
    /// While it is asked whether its inputs are as they should be: what it went through before.
    pub assuming: Option<Passed>,
}

/// What became of the program's allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Allocations {
    /// How many there were, if they may fail...
    pub count: u32,
    /// ...and those that did.
    pub failed: Vec<FailedAllocation>,
    /// Did any fail, be it that it was for more than a process can have?
    pub is_memory_out: bool,
}

/// Streams and files that are inputs.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileInputs {
    /// All streams that were used, given or opened.
    pub streams: Vec<Stream>,
    /// How many files were asked for, if that is explored.
    pub asked: u32,
    /// Those that could be opened.
    pub opened: Vec<OpenedFile>,
    /// What was written to streams, in its order.
    pub written: Vec<Output>,
}

/// What was written to a stream at once.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    /// Which of the streams.
    pub stream: usize,
    /// If that is known.
    pub bytes: Option<Arc<[u8]>>,
    /// What it was made of that depends on the inputs, and what that was.
    pub made_of: Arc<[(TermId, u64)]>,
}

/// A stream that is an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream {
    /// The object that pointers to it lead to.
    pub address: u64,
    /// Was it opened, and not given?
    pub is_opened: bool,
    /// Can't it be written to?
    pub only_read: bool,
    /// Has anything been written to it? It isn't known where it is then, nor all that can be read.
    pub is_written: bool,
    /// The number of the file that it is, if there may be no room for what is written to it.
    pub output: Option<u32>,
    /// So many bytes of it wait in its buffer.
    pub pending: u64,
    /// Is there no room? That is known once it matters.
    pub is_full: Option<bool>,
    /// Where its contents are among them.
    pub contents: usize,
    /// Was any of that read, or asked for?
    pub is_read: bool,
    /// May it have been changed since, so that what was read once need not be there any more?
    pub is_stale: bool,
    /// So many bytes were read.
    pub position: u64,
}

/// A file that was opened.
#[derive(Clone, Debug)]
pub(crate) struct OpenedFile {
    pub path: OpenedPath,
    /// What we call it.
    pub name: String,
    /// Where its contents are among the inputs.
    pub contents: usize,
    /// Was it opened to be written?
    pub is_written: bool,
}

/// What a file is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenedPath {
    /// Each byte, or the term that it is.
    pub name: Arc<[(u8, Option<TermId>)]>,
    /// Where it stands, if it depends on inputs.
    pub at: Option<u64>,
}

impl OpenedPath {
    /// May it be the same file? Names that depend on inputs may be anything, and folders may be the same.
    pub(crate) fn may_be(&self, other: &OpenedPath) -> bool {
        let is_open = self.at.is_some() || other.at.is_some();
        is_open || self.within_folder() == other.within_folder()
    }

    fn within_folder(&self) -> &[(u8, Option<TermId>)] {
        let start = self.name.iter().rposition(|&(byte, _)| byte == b'/');
        &self.name[start.map_or(0, |at| at + 1)..]
    }
}

/// What a variadic function is given beyond its parameters: a row of words, of which those are there that it has asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FurtherArguments {
    /// Where the first one is.
    pub area: u64,
    /// So many are there.
    pub count: u32,
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
