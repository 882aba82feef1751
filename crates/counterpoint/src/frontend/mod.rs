//! From the files of a program to what is explored: compile, link, find entries and targets, write harnesses.
//! May use: `c`, `host`, `options`, `toolchain`.

pub(crate) mod entries;
pub(crate) mod entry;
pub(crate) mod harness;
mod linked;
pub(crate) mod load;
pub(crate) mod maker;
pub(crate) mod named;
pub(crate) mod place;
pub(crate) mod precondition;
pub(crate) mod stubs;
pub(crate) mod target;
pub(crate) mod variadic;
