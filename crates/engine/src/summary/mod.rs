//! Function trees, and what their symbols stand for.
//!
//! May use: `memory`, `report`.

pub(crate) mod call_memory;
pub(crate) mod cell;
pub(crate) mod inputs;
pub(crate) mod origin;
pub(crate) mod shape;
pub(crate) mod tree;
