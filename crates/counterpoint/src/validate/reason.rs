//! Reasons: why something was not explored, and which option would help.

use analysis::native;
use engine::{Incomplete, StopReason};
use serde::Serialize;

use super::confirmed::Confirmed;
use crate::frontend::entry::LeftOut;
use crate::suite::Explored;

/// Why something is not known, in words that are the same for every function of which it is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Reason {
    #[serde(rename = "reason")]
    pub words: String,
    /// The option that would help.
    pub option: Option<&'static str>,
    /// Is it only why sides are open, and takes back no proof?
    #[serde(skip)]
    pub is_of_sides: bool,
}

/// Why an exploration is not all that there is to know about its function.
pub(crate) fn all(explored: &Explored, confirmed: &Confirmed<'_>) -> Vec<Reason> {
    let incomplete = explored.exploration.incomplete.iter().map(Reason::from);
    incomplete.chain(confirmed.doubts(Some(explored)).into_iter().map(Reason::new)).collect()
}

impl Reason {
    /// Nothing helps.
    pub(crate) fn new(words: impl Into<String>) -> Reason {
        Reason { words: words.into(), option: None, is_of_sides: false }
    }

    /// Why nothing is known of sides, however much was explored.
    pub(crate) fn of_sides(words: impl Into<String>) -> Reason {
        Reason { is_of_sides: true, ..Reason::new(words) }
    }

    /// A function can't be started from.
    pub(crate) fn left_out(left_out: &LeftOut) -> Reason {
        Reason::new(format!("not started from, as {}", left_out.why.in_general()))
    }
}

impl From<&Incomplete> for Reason {
    fn from(why: &Incomplete) -> Reason {
        Reason { option: option(why), ..Reason::new(why.to_string()) }
    }
}

/// The option that moves a limit.
fn option(why: &Incomplete) -> Option<&'static str> {
    match why {
        Incomplete::Stopped(reason) => match reason {
            StopReason::InstructionLimit(_) | StopReason::CycleLimit(_) => {
                Some("--max-instructions")
            }
            StopReason::DecisionLimit(_) => Some("--max-decisions"),
            StopReason::LoopLimit(_) | StopReason::RecursionLimit(_) => Some("--max-depth"),
            StopReason::RunLimit(_) => Some("--max-runs"),
            StopReason::MemoryLimit(_) => Some("--memory"),
            StopReason::TimeLimit(_) => Some("--time"),
            StopReason::LengthLimit(_) => Some("--max-length"),
            StopReason::HeapObjects(_) => Some("--heap-objects"),
            StopReason::HeapDepth(_) => Some("--heap-depth"),
            StopReason::StubCalls(_) => Some("--stub-calls"),
            StopReason::WorkLimit(_)
            | StopReason::Refused
            | StopReason::Diverged
            | StopReason::Interrupted => None,
        },
        Incomplete::Given { option, .. } => *option,
        Incomplete::Environment { function: Some(function), .. }
            if native::is_environment(function) =>
        {
            Some("--env-symbolic")
        }
        Incomplete::OnlyUncovered => Some("--search"),
        Incomplete::Restarts(_) => Some("--restarts"),
        Incomplete::Concretized
        | Incomplete::LostTrack
        | Incomplete::Unknown(_)
        | Incomplete::Unsupported(_)
        | Incomplete::Diverged
        | Incomplete::Disagreement
        | Incomplete::Unsound
        | Incomplete::BeyondSign { .. }
        | Incomplete::Layout { .. }
        | Incomplete::Environment { .. }
        | Incomplete::Overlap { .. } => None,
    }
}
