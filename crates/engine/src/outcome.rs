//! How a run ends. What the program did, what we can't do and why we stopped are different types.

use std::fmt;

use ir::SourceLoc;

use crate::bug::Bug;
use crate::value::Value;

/// What the program did.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It ended by itself, with that exit code.
    Exit(i32),
    /// The function that was started returned these values.
    Return(Vec<Value>),
    /// It did something wrong.
    Bug(Box<Bug>),
    /// An assumption that the program states does not hold: this run doesn't count.
    AssumeFailed,
    /// It was still running.
    Stopped(StopReason),
}

/// Why a run was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// That many instructions were executed.
    InstructionLimit(u64),
    /// That many decisions were made.
    DecisionLimit(usize),
    /// Somebody asked for it.
    Interrupted,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::InstructionLimit(limit) => write!(f, "the limit of {limit} instructions"),
            StopReason::DecisionLimit(limit) => {
                write!(f, "the limit of {limit} decisions on a path")
            }
            StopReason::Interrupted => f.write_str("interrupted"),
        }
    }
}

pub(crate) const INTERRUPTED: Outcome = Outcome::Stopped(StopReason::Interrupted);

/// Something that we can't execute. It says nothing about the program.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsupported {
    /// The construct.
    pub what: String,
    /// The function it is in.
    pub function: String,
    /// Where.
    pub at: Option<SourceLoc>,
}
