//! A backend is a solver of its own, which any query can be given to.
//!
//! Each has a file of its own and answers; its time and its answers are counted here. Which backends there are, and in
//! which order they are asked, is said by `BACKENDS`.

pub(super) mod z3;

use std::time::Instant;

use crate::pool::TermPool;
use crate::solver::{LayerStats, Limits, Query, Stop, Verdict};

/// What is particular to a backend.
pub(super) trait Backend {
    /// One with these limits, which ends a query when it is told to stop; or why there is none.
    fn start(limits: Limits, stop: Option<Stop>) -> Result<Self, String>
    where
        Self: Sized;

    /// Answers, within the limits and the effort that the query is worth. In a model of a query without definitions,
    /// all constraints hold as `eval` understands them. What it can't do, definitions among it, is `Unknown`.
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict;

    /// Its own count of its work so far, the same on every machine and in every run.
    fn work(&self) -> u64;
}

/// A kind of backend.
#[derive(Clone, Copy)]
pub(super) struct BackendKind {
    /// What it is called in reports.
    name: &'static str,
    start: fn(Limits, Option<Stop>) -> Started,
}

type Started = Result<Box<dyn Backend>, String>;

impl BackendKind {
    pub(super) const fn of<B: Backend + 'static>(name: &'static str) -> BackendKind {
        BackendKind { name, start: |limits, stop| Ok(Box::new(B::start(limits, stop)?)) }
    }

    pub(super) fn start(
        self,
        limits: Limits,
        stop: Option<Stop>,
    ) -> Result<CountedBackend, String> {
        let stats = LayerStats { is_backend: true, ..LayerStats::new(self.name) };
        Ok(CountedBackend { backend: (self.start)(limits, stop)?, stats })
    }
}

/// A backend in its place.
pub(super) struct CountedBackend {
    backend: Box<dyn Backend>,
    pub(super) stats: LayerStats,
}

impl CountedBackend {
    pub(super) fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        let start = Instant::now();
        let verdict = self.backend.check(pool, query);
        self.stats.time += start.elapsed();
        self.stats.work = self.backend.work();
        self.stats.count(&verdict);
        verdict
    }
}
