//! Reports of what was found: a bug with its source line, what functions demand, and the summary.
//! May use: `c`, `frontend`, `suite`, `terminal`, `toolchain`, `validate`.

pub(crate) mod assertions;
pub(crate) mod composition;
pub(crate) mod demands;
pub(crate) mod diagnostic;
pub(crate) mod summary;
pub(crate) mod told;
