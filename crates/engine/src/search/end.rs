//! How a search ends.

use crate::report::outcome::StopReason;
use crate::search::{Exploration, Limits};

/// Why a search doesn't go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchEnd {
    /// Nothing is left that is worth a question, or the goal is reached.
    Exhausted,
    /// It has had its runs...
    OutOfRuns,
    /// ...or its work.
    OutOfWork,
    /// There is no room for more.
    OutOfMemory,
    /// It was asked to stop.
    Interrupted,
}

impl SearchEnd {
    /// The end of a search that has done so much, if a limit says so.
    pub(crate) fn of(done: &Exploration, work: u64, limits: &Limits) -> Option<SearchEnd> {
        let over = [
            (done.counts.runs >= limits.runs, SearchEnd::OutOfRuns),
            (work >= limits.work, SearchEnd::OutOfWork),
        ];
        over.into_iter().find_map(|(is_over, end)| is_over.then_some(end))
    }

    /// Is it only a turn that is over? With more of what it was given, the search could go on.
    pub(crate) fn is_pause(self) -> bool {
        match self {
            SearchEnd::OutOfRuns | SearchEnd::OutOfWork => true,
            SearchEnd::Exhausted | SearchEnd::OutOfMemory | SearchEnd::Interrupted => false,
        }
    }

    /// The limit that it has come to.
    pub(crate) fn reason(self, limits: &Limits) -> Option<StopReason> {
        match self {
            SearchEnd::Exhausted => None,
            SearchEnd::OutOfRuns => Some(StopReason::RunLimit(limits.runs)),
            SearchEnd::OutOfWork => Some(StopReason::WorkLimit(limits.work)),
            SearchEnd::OutOfMemory => Some(StopReason::MemoryLimit(limits.memory)),
            SearchEnd::Interrupted => Some(StopReason::Interrupted),
        }
    }
}
