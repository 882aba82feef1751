//! A backend is a solver of its own, which any query can be given to.
//!
//! Each has a file of its own and answers; its time and its answers are counted here. Which backends there are, and in
//! which order they are asked, is said by `BACKENDS`.

pub(super) mod bitwuzla;
mod incremental;
mod library;
pub(super) mod z3;

use std::time::Instant;

use crate::pool::TermPool;
use crate::solver::{Effort, LayerStats, Query, QueryLimits, StopSignal, Verdict};

/// What may be worked on a query for a little effort, which is all that an incremental solver is given; some tenths of a
/// second. A count and not a time, so that the same solver answers in every run, with the same model.
const LITTLE_WORK: u32 = 400_000;

/// What a question may cost that is worth no more than a moderate effort; a second or two.
const MODERATE_WORK: u32 = 4_000_000;

/// Why a query has no answer that was told to end.
pub(super) const INTERRUPTED: &str = "interrupted";

impl Effort {
    /// What a backend may work for it, by Z3's count; 0 is without a limit.
    fn work(self, limits: QueryLimits) -> u32 {
        let least = |work: u32| if limits.work == 0 { work } else { work.min(limits.work) };
        match self {
            Effort::Little => least(LITTLE_WORK),
            Effort::Moderate => least(MODERATE_WORK),
            Effort::Full => limits.work,
        }
    }
}

/// How often a backend was asked a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AskRound {
    First,
    /// It gave up for less effort: what is incremental has been tried.
    Again,
}

/// What is particular to a backend.
pub(super) trait Backend {
    /// One with these limits, which ends a query when it is told to stop; or why there is none.
    fn start(limits: QueryLimits, stop: Option<StopSignal>) -> Result<Self, String>
    where
        Self: Sized;

    /// Answers, within the limits and the effort that the query is worth. In a model of a query without definitions,
    /// all constraints hold as `eval` understands them. What it can't do is `Unknown`.
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>, attempt: AskRound) -> Verdict;

    /// Its own count of its work so far, the same on every machine and in every run. A second is some two and a half
    /// million, by every backend's count.
    fn work(&self) -> u64;
}

/// A kind of backend.
#[derive(Clone, Copy)]
pub struct BackendKind {
    /// What it is called on the command line and in reports.
    pub name: &'static str,
    start: fn(QueryLimits, Option<StopSignal>) -> Started,
    takes_definitions: bool,
    is_needed: bool,
}

type Started = Result<Box<dyn Backend>, String>;

impl BackendKind {
    pub(super) const fn of<B: Backend + 'static>(name: &'static str) -> BackendKind {
        let start = |limits, stop| -> Started { Ok(Box::new(B::start(limits, stop)?)) };
        BackendKind { name, start, takes_definitions: true, is_needed: true }
    }

    /// The same, which is not asked queries with definitions.
    pub(super) const fn without_definitions(self) -> BackendKind {
        BackendKind { takes_definitions: false, ..self }
    }

    /// The same, which may be missing.
    pub(super) const fn if_installed(self) -> BackendKind {
        BackendKind { is_needed: false, ..self }
    }

    pub(super) fn is_needed(self) -> bool {
        self.is_needed
    }

    pub(super) fn start(
        self,
        limits: QueryLimits,
        stop: Option<StopSignal>,
    ) -> Result<CountedBackend, String> {
        let stats = LayerStats { is_backend: true, ..LayerStats::new(self.name) };
        let backend = (self.start)(limits, stop)?;
        Ok(CountedBackend { backend, takes_definitions: self.takes_definitions, stats })
    }
}

/// A backend in its place.
pub(super) struct CountedBackend {
    backend: Box<dyn Backend>,
    pub(super) takes_definitions: bool,
    pub(super) stats: LayerStats,
}

impl CountedBackend {
    pub(super) fn check(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        attempt: AskRound,
    ) -> Verdict {
        let start = Instant::now();
        let verdict = self.backend.check(pool, query, attempt);
        self.stats.time += start.elapsed();
        self.stats.work = self.backend.work();
        self.stats.count(&verdict);
        verdict
    }
}
