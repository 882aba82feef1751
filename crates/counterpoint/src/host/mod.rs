//! The machine that we run on: native calls into this process, child processes, and the limits on both.
//! May use: nothing.

pub(crate) mod budget;
pub(crate) mod child;
mod collector;
pub(crate) mod interrupt;
pub(crate) mod library;
pub(crate) mod native;
pub(crate) mod parallel;
pub(crate) mod quiet;
pub(crate) mod scratch;
pub(crate) mod watch;
