//! The machine that executes programs: states, memory, and every way a run can end.
//!
//! One machine serves concrete and, in a later step, symbolic execution: a [`Value`] is its bits and,
//! optionally, a shade that says more. The engine does no IO and reads no clock; the one door to native
//! code is [`Externals`].

#![forbid(unsafe_code)]

mod access;
mod arith;
mod bug;
mod call;
mod execute;
mod externals;
mod fast;
mod fault;
mod float;
mod foreign;
mod format;
mod image;
mod leak;
mod machine;
pub mod memory;
mod native;
mod native_call;
mod outcome;
mod primitive;
mod primitives;
mod shaded;
mod start;
mod state;
mod value;

pub use bug::{Bug, BugKind, Note, StackEntry};
pub use externals::{Externals, NativeCall, NativeError, NativeReturn};
pub use image::Image;
pub use machine::{Arithmetic, Machine, Options};
pub use outcome::{Outcome, StopReason, Unsupported};
pub use start::StartUp;
pub use state::State;
pub use value::{Cause, Shade, ShadeId, Shades, UndefKind, Value};
