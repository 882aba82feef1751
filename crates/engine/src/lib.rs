//! The machine that executes programs: states, memory, and every way a run can end.
//!
//! One machine serves concrete and, in a later step, symbolic execution: a [`Value`] is its bits and,
//! optionally, a shade that says more. The engine does no IO and reads no clock; the one door to native
//! code is [`Externals`].

#![forbid(unsafe_code)]

mod access;
mod activation;
mod address;
mod arguments;
mod arith;
mod bug;
mod bulk;
mod call;
mod cell;
mod check;
mod choice;
mod compose;
mod decide;
mod execute;
mod explain;
mod explore;
mod externals;
mod fast;
mod fault;
mod float;
mod foreign;
mod format;
mod grid;
mod image;
mod input_table;
mod inputs;
mod inside;
mod leak;
mod machine;
pub mod memory;
mod native_call;
mod object;
mod observe;
mod origin;
mod outcome;
mod path;
mod pieces;
mod pointed;
mod pointer;
mod primitives;
mod recorder;
mod shaded;
mod simplest;
mod snapshot;
mod start;
mod state;
mod stdin;
mod symbolic;
mod tree;
mod uninitialised;
mod unread;
mod value;
mod witness;

pub use bug::{Bug, BugKind, Note, Precondition, StackEntry};
pub use explain::{
    Assignment, FunctionTree, InputKind, TreeCase, TreeInput, TreeLeaf, TreeNode, TreeNodeKind,
};
pub use explore::{Encoding, Exploration, ExploredPath, Limits, Mode, Progress, Search, explore};
pub use externals::{Externals, NativeCall, NativeError, NativeReturn};
pub use image::Image;
pub use machine::{Arithmetic, Machine, Options};
pub use outcome::{Incomplete, Outcome, StopReason, Unsupported};
pub use path::Path;
pub use simplest::simplify_inputs;
pub use start::{StartUp, SymbolicInput};
pub use state::{Input, State};
pub use uninitialised::Uninitialised;
pub use value::{Cause, Shade, ShadeId, Shades, UndefKind, Value};
pub use witness::{InputValue, Observed, ObservedValue, Source, TestInput};
