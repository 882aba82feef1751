//! How a run ends, and why an exploration is not complete. What the program did, what we can't do and why we
//! stopped are different types.

use std::fmt;
use std::time::Duration;

use ir::SourceLoc;
use serde::{Deserialize, Deserializer, Serialize};

use crate::report::bug::Bug;
use crate::value::Value;

/// What the program did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// It ended by itself, with that exit code.
    Exit(i32),
    /// It did something wrong.
    Bug(Box<Bug>),
    /// An assumption that the program states does not hold: this run doesn't count.
    AssumeFailed,
    /// It was still running.
    Stopped(StopReason),
    /// The function that was started returned these values. They belong to the run, and aren't written down. The last, as what is
    /// skipped has no number where outcomes are read.
    #[serde(skip)]
    Return(Vec<Value>),
}

/// Why a run, or a whole exploration, was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// That many instructions were executed in a run.
    InstructionLimit(u64),
    /// That many decisions were made on a path.
    DecisionLimit(usize),
    /// One instruction was decided that often in one activation of its function.
    LoopLimit(u32),
    /// A function whose activations decide something was that deep in itself.
    RecursionLimit(u32),
    /// That many runs were made.
    RunLimit(u64),
    /// The solver has worked that much, by its own count.
    WorkLimit(u64),
    /// What is kept for later takes that many bytes.
    MemoryLimit(u64),
    /// That much time has passed. Only those who have a clock say this: to the engine, it is an interruption.
    TimeLimit(Duration),
    /// It looked at more than that many elements of an input array, or characters of an input string.
    LengthLimit(u64),
    /// It looked into more than that many objects of one type in a linked input.
    HeapObjects(usize),
    /// It looked into an object at the end of more than that many pointers.
    HeapDepth(u32),
    /// It called a stub more than that often.
    StubCalls(u32),
    /// It executed that many instructions without a decision, with an input that refers to itself.
    CycleLimit(u64),
    /// It showed that a call can't be composed: the run is made again, with that call inlined.
    Refused,
    /// It took another way than the same inputs took before.
    Diverged,
    /// It was interrupted from outside.
    Interrupted,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::InstructionLimit(limit) => write!(f, "the limit of {limit} instructions"),
            StopReason::DecisionLimit(limit) => {
                write!(f, "the limit of {limit} symbolic branches on a path")
            }
            StopReason::LoopLimit(limit) => write!(f, "the limit of {limit} iterations of a loop"),
            StopReason::RecursionLimit(limit) => {
                write!(f, "the limit of {limit} levels of recursion")
            }
            StopReason::RunLimit(limit) => write!(f, "the limit of {limit} runs"),
            StopReason::WorkLimit(limit) => {
                write!(f, "the limit of {limit} units of the solver's work")
            }
            StopReason::MemoryLimit(limit) => {
                write!(f, "the limit of {} MB of memory", limit >> 20)
            }
            StopReason::TimeLimit(limit) => write!(f, "the time limit of {limit:?}"),
            StopReason::LengthLimit(limit) => {
                write!(f, "the limit of {limit} elements of an input array or string")
            }
            StopReason::HeapObjects(limit) => {
                write!(f, "the limit of {limit} objects of one type in a linked input")
            }
            StopReason::HeapDepth(limit) => {
                write!(f, "the limit of {limit} pointers in a row in a linked input")
            }
            StopReason::StubCalls(limit) => {
                write!(f, "the limit of {limit} calls of a callback or an undefined function")
            }
            StopReason::CycleLimit(limit) => {
                write!(
                    f,
                    "the limit of {limit} instructions around a linked input that refers to itself"
                )
            }
            StopReason::Refused => f.write_str("a call that no summary can express"),
            StopReason::Diverged => f.write_str("a run that diverged from the path before"),
            StopReason::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// Why an exploration is not complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Incomplete {
    /// A path, or all of it, came to a limit.
    Stopped(StopReason),
    /// A symbolic value was concretized, without looking at its other values.
    Concretized,
    /// Native code looked at inputs: what it would do with others is unknown.
    LostTrack,
    /// The solver didn't answer, for this reason.
    Unknown(String),
    /// Something that can't be executed, where it was come to first.
    Unsupported(Unsupported),
    /// What the program was given is not all that it could have been given.
    Given {
        what: String,
        /// The option that gives it more, if there is one.
        #[serde(deserialize_with = "option_name")]
        option: Option<OptionName>,
    },
    /// A run didn't decide as the one that it was to repeat.
    Diverged,
    /// Two encodings of the same constraint have different answers.
    Disagreement,
    /// A random input did what composition had called impossible.
    Unsound,
    /// A number is used of which C promises only the sign: which library's function made it, and where that is called.
    BeyondSign { comparison: String, place: Option<String> },
    /// The layout of memory decides something, which differs from one process to the next: where that is.
    Layout { place: Option<String> },
    /// What native code returns may be something else at another time: which function, if it is called by name, and where.
    Environment { function: Option<String>, place: Option<String> },
    /// The first of these pointers may lead to the bytes of what the second one points to, and never did.
    Overlap { pointers: [String; 2] },
    /// Sides were left out, because the branches that they take were covered already.
    OnlyUncovered,
    /// That many random restarts in a row found nothing new.
    Restarts(u64),
}

/// As the command line calls it.
type OptionName = &'static str;

/// Names of options are constants of the command line. What was read from elsewhere lives as long as the process, which has few.
fn option_name<'de, D: Deserializer<'de>>(from: D) -> Result<Option<OptionName>, D::Error> {
    let name: Option<String> = Option::deserialize(from)?;
    Ok(name.map(|name| &*name.leak()))
}

impl Incomplete {
    /// May runs with other inputs show what is missing?
    pub(crate) fn calls_for_restart(&self) -> bool {
        match self {
            Incomplete::Concretized
            | Incomplete::LostTrack
            | Incomplete::Unknown(_)
            | Incomplete::Diverged => true,
            Incomplete::Stopped(_)
            | Incomplete::Unsupported(_)
            | Incomplete::Given { .. }
            | Incomplete::Disagreement
            | Incomplete::Unsound
            | Incomplete::BeyondSign { .. }
            | Incomplete::Layout { .. }
            | Incomplete::Environment { .. }
            | Incomplete::Overlap { .. }
            | Incomplete::OnlyUncovered
            | Incomplete::Restarts(_) => false,
        }
    }
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Incomplete::Stopped(reason) => reason.fmt(f),
            Incomplete::Concretized => f.write_str("a symbolic value was concretized"),
            Incomplete::LostTrack => {
                f.write_str("symbolic values were concretized for a native function")
            }
            Incomplete::Unknown(why) => write!(f, "the solver gave up: {why}"),
            Incomplete::Unsupported(unsupported) => write!(f, "unsupported: {unsupported}"),
            Incomplete::Given { what, .. } => f.write_str(what),
            Incomplete::Diverged => f.write_str("a run diverged from the predicted path"),
            Incomplete::Disagreement => f.write_str("the encodings of a constraint disagree"),
            Incomplete::Unsound => f.write_str(
                "an input took a path that composition had proved infeasible, which is a defect of Counterpoint: please report it",
            ),
            Incomplete::BeyondSign { comparison, place } => {
                let at = place.iter().map(|place| format!(" at {place}")).collect::<String>();
                write!(
                    f,
                    "`{comparison}`'s result{at} is used for more than its sign, which is all that C promises"
                )
            }
            Incomplete::Layout { place } => {
                let at = place.iter().map(|place| format!(" at {place}")).collect::<String>();
                write!(
                    f,
                    "an address is used as a number{at}, and the layout of memory differs between processes"
                )
            }
            Incomplete::Environment { function, place } => {
                let at = place.iter().map(|place| format!(" at {place}")).collect::<String>();
                let who = match function {
                    Some(name) => format!("`{name}`"),
                    None => "a native function".to_owned(),
                };
                write!(f, "what {who}{at} did in these runs depends on the environment")
            }
            Incomplete::Overlap { pointers: [a, b] } => {
                write!(f, "`{a}` never points to some of what `{b}` has")
            }
            Incomplete::OnlyUncovered => f.write_str("only uncovered branches were explored"),
            Incomplete::Restarts(count) => {
                write!(f, "{count} random restarts in a row found nothing new")
            }
        }
    }
}

pub(crate) const INTERRUPTED: Outcome = Outcome::Stopped(StopReason::Interrupted);

/// Something that we can't execute. It says nothing about the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsupported {
    /// The construct.
    pub what: String,
    /// The function it is in.
    pub function: String,
    /// Where.
    pub at: Option<SourceLoc>,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if !self.function.is_empty() {
            write!(f, " in `{}`", self.function)?;
        }
        match self.at {
            Some(at) if at.line > 0 => write!(f, ", line {}", at.line),
            _ => Ok(()),
        }
    }
}
