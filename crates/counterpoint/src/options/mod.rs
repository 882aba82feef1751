//! What the command line says, by topic.
//! May use: `host`.

pub(crate) mod checks;
pub(crate) mod environment;
pub(crate) mod exploration;
pub(crate) mod heap;
pub(crate) mod program_files;
pub(crate) mod solving;
pub(crate) mod store;
pub(crate) mod symbolic_inputs;
pub(crate) mod writing;
