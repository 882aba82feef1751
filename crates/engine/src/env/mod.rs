//! What surrounds a program: its inputs, and native code.
//!
//! May use: `machine`, `memory`, `pointer`, `report`, `state`, `summary`, `value`.

pub(crate) mod alias;
pub(crate) mod allocation;
pub(crate) mod arguments;
pub(crate) mod assumption;
pub(crate) mod callback;
pub(crate) mod count;
pub(crate) mod file;
pub(crate) mod further;
pub(crate) mod host_value;
pub(crate) mod inputs;
pub(crate) mod late;
pub(crate) mod lazy;
pub(crate) mod native;
pub(crate) mod object;
pub(crate) mod observe;
pub(crate) mod primitives;
pub(crate) mod resized;
pub(crate) mod reveal;
pub(crate) mod stdin;
pub(crate) mod stream;
pub(crate) mod stub;
pub(crate) mod uninitialised;
pub(crate) mod untyped;
pub(crate) mod witness;
pub(crate) mod written;

use ir::FuncId;

/// What a program is started with.
#[derive(Clone, Debug, Default)]
pub struct StartUp {
    /// A function without parameters that runs in the place of `main`.
    pub entry: Option<FuncId>,
    /// The function that the entry calls, if it is there to call that one.
    pub tested: Option<FuncId>,
    /// Its name and its arguments.
    pub args: Vec<Vec<u8>>,
    /// `NAME=value` each.
    pub environment: Vec<Vec<u8>>,
    /// What it is given that stands for anything.
    pub symbolic: SymbolicInput,
}

/// How much of what a program is given stands for anything, where inputs are symbolic.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolicInput {
    /// Standard input has up to that many bytes; the end of it is explored as well.
    pub stdin: u64,
    /// `main` is given up to that many more arguments...
    pub args: u32,
    /// ...of up to that many characters each.
    pub length: u64,
}
