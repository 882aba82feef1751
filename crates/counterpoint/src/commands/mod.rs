//! The commands of the command line, each in a file, and what those that explore have in common.
//! May use: `c`, `frontend`, `host`, `options`, `report`, `suite`, `terminal`, `toolchain`, `validate`.

pub(crate) mod exploring;
pub(crate) mod ir;
pub(crate) mod reach;
pub(crate) mod replay;
pub(crate) mod reuse;
pub(crate) mod run;
pub(crate) mod show;
pub(crate) mod store;
pub(crate) mod test;
pub(crate) mod writing;
