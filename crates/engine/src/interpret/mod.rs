//! Executing: from instruction to instruction, from call to call, and from the first constructor to the exit code. What it
//! goes through grows the trees.
//!
//! May use: `env`, `machine`, `memory`, `pointer`, `report`, `state`, `summary`, `value`.

pub(crate) mod activation;
pub(crate) mod bulk;
pub(crate) mod call;
mod call_memory;
pub(crate) mod check;
pub(crate) mod decide;
pub(crate) mod execute;
pub(crate) mod leak;
mod plain;
pub(crate) mod recording;
pub(crate) mod run;
mod shape;
mod simple_call;
pub(crate) mod start;
mod stretch;
#[cfg(test)]
mod tests;
