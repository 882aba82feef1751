//! What is said about a run: the bug that ended it, or how else it ended.
//!
//! May use: `value`.

pub(crate) mod bug;
pub(crate) mod outcome;
