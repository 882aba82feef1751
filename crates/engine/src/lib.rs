//! The machine that executes programs: states, memory, and every way a run can end.
//!
//! One machine serves concrete and, in a later step, symbolic execution: a [`Value`] is its bits and,
//! optionally, a shade that says more. The engine does no IO and reads no clock; the one door to native
//! code is [`Externals`].

#![forbid(unsafe_code)]

mod compose;
mod env;
mod interpret;
mod machine;
pub mod memory;
mod pointer;
mod report;
mod search;
mod state;
mod summary;
mod value;

pub use env::file::OpenError;
pub use env::{StartUp, SymbolicInput};
pub use machine::externals::{Externals, NativeCall, NativeError, NativeReturn, NoExternals};
pub use machine::image::Image;
pub use machine::{
    Arithmetic, HeapBounds, Machine, Options, RunLimits, SymbolicEnvironment, Uninitialised,
};
pub use report::bug::{Bug, BugKind, Note, Precondition, StackEntry};
pub use report::outcome::{Incomplete, Outcome, StopReason, Unsupported};
pub use search::minimize::simplify_inputs;
pub use search::render::{
    Assignment, FunctionTree, InputKind, TreeCase, TreeInput, TreeLeaf, TreeNode, TreeNodeKind,
};
pub use search::{
    CallCounts, Encoding, Exploration, ExploredPath, InlinedCalls, Limits, Listener, Mode,
    Progress, Relocation, Search, SearchCounts, Strategy, Task, explore,
};
pub use state::path::Path;
pub use state::path_condition::PathCondition;
pub use state::trace::RunTrace;
pub use state::witness::{
    InputValue, Observed, ObservedPointer, ObservedValue, TestInput, WitnessObject,
};
pub use state::{Input, State};
pub use summary::origin::{FurtherKind, InputSource, StubPart};
pub use value::{Cause, Shade, ShadeId, Shades, UndefKind, Value};
