//! What the command line says, by topic.
//! May use: `host`.

pub(crate) mod checks;
pub(crate) mod effort;
pub(crate) mod environment;
pub(crate) mod given;
pub(crate) mod input;
pub(crate) mod solving;
pub(crate) mod writing;
