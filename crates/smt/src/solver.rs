//! The question that everything here answers, and the layers that answer it.
//!
//! Each layer is a `Solver` that answers what it can and passes the rest on, perhaps smaller, to the one below;
//! `Chain` puts them together. A layer may be left out without changing any verdict.

mod bounds;
mod cache;
mod chain;
mod log;
mod order;
mod reuse;
mod simplify;
mod slice;
mod try_all;
pub(crate) mod z3;

#[cfg(test)]
mod agree;

use std::sync::Arc;
use std::time::Duration;

use crate::model::Model;
use crate::pool::TermPool;
use crate::term::TermId;

pub use cache::Cache;
pub use chain::{Chain, Layer, chain};
pub use log::{LogQueries, QueryLog};
pub use reuse::ModelReuse;
pub use simplify::Simplify;
pub use slice::Slice;
pub use try_all::TryAll;
pub use z3::Z3;

/// Can the goal hold together with all assumptions? They are what a path condition says, oldest first, so that
/// one query often continues the one before.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    pub assumptions: &'a [TermId],
    pub goal: TermId,
    /// What functions in them mean. Only the backend knows what to do with these: the layers above it pass such a
    /// query on as it is.
    pub definitions: &'a [Definition],
    pub effort: Effort,
}

/// How much work an answer is worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effort {
    /// Some tenths of a second: whoever asks can do without.
    Little,
    /// A second or two.
    Moderate,
    /// What the limits allow.
    Full,
}

/// An axiom: for all values of the head's arguments, the head equals the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Definition {
    /// A function, applied to variables, each once.
    pub head: TermId,
    /// In it, these variables are those of the head; all others are the query's.
    pub body: TermId,
}

impl<'a> Query<'a> {
    /// A query in which no function has a meaning.
    pub fn new(assumptions: &'a [TermId], goal: TermId) -> Query<'a> {
        Query { assumptions, goal, definitions: &[], effort: Effort::Full }
    }

    /// Do functions in it have meanings?
    pub fn is_defined(self) -> bool {
        !self.definitions.is_empty()
    }

    /// The assumptions and the goal.
    pub fn constraints(self) -> impl DoubleEndedIterator<Item = TermId> + 'a {
        self.assumptions.iter().copied().chain([self.goal])
    }
}

/// The answer to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// In this model, all constraints hold. Of a query with definitions, it has the variables only, and nobody but the
    /// backend has checked it.
    Sat(Model),
    /// No model exists.
    Unsat,
    /// Nobody knows, for this reason.
    Unknown(String),
}

/// What answers queries. The pool is always the same one.
pub trait Solver {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict;

    /// What this layer and those below it did so far, from the top.
    fn stats(&self) -> Vec<LayerStats>;

    /// The work of all of them so far.
    fn work(&self) -> u64 {
        self.stats().iter().map(|layer| layer.work).sum()
    }
}

impl<S: Solver + ?Sized> Solver for &mut S {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        (**self).check(pool, query)
    }

    fn stats(&self) -> Vec<LayerStats> {
        (**self).stats()
    }
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        (**self).check(pool, query)
    }

    fn stats(&self) -> Vec<LayerStats> {
        (**self).stats()
    }
}

/// What one layer did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LayerStats {
    pub name: &'static str,
    /// Queries that came in.
    pub queries: u64,
    /// Those among them that the layer answered itself: for all but the backend, queries avoided. In a `Chain`, all
    /// its queries that went no further than to this layer, so that they add up.
    pub answered: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Time in the layer itself; only the backend measures it.
    pub time: Duration,
    /// The backend's own count of its work, the same on every machine and in every run.
    pub work: u64,
}

impl LayerStats {
    pub(crate) fn new(name: &'static str) -> LayerStats {
        LayerStats { name, ..LayerStats::default() }
    }

    /// Counts an answer that the layer gave itself.
    pub(crate) fn answer(&mut self, verdict: Verdict) -> Verdict {
        self.answered += 1;
        self.pass(verdict)
    }

    /// Counts an answer that came from below.
    pub(crate) fn pass(&mut self, verdict: Verdict) -> Verdict {
        self.queries += 1;
        match verdict {
            Verdict::Sat(_) => self.sat += 1,
            Verdict::Unsat => self.unsat += 1,
            Verdict::Unknown(_) => self.unknown += 1,
        }
        verdict
    }

    /// This layer's statistics before those of the layers below.
    pub(crate) fn above(self, below: &dyn Solver) -> Vec<LayerStats> {
        let mut all = vec![self];
        all.extend(below.stats());
        all
    }
}

/// What a single query may cost. The defaults end what would keep an exploration busy for no good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Of the search. While Z3 takes a query in, it looks at no clock: one of ten thousand additions in a row takes
    /// a minute for that. It is for what the solver doesn't count; an answer that depends on a clock isn't the
    /// same in every run.
    pub time: Duration,
    /// The solver's own count of its work, the same on every machine and in every run; 0 is none.
    pub work: u32,
    /// Of all solvers of the process together, in megabytes.
    pub memory: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        // So much work takes about ten seconds, where nothing else is going on.
        Limits { time: Duration::from_secs(120), work: 25_000_000, memory: 4096 }
    }
}

/// Asked now and then while a query is solved, by another thread: stop?
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

/// How to set up a chain.
#[derive(Clone, Default)]
pub struct ChainOptions {
    pub limits: Limits,
    /// Where to write each query that reaches the backend.
    pub log: Option<QueryLog>,
    /// When the answer isn't wanted any more: then it is `Unknown` soon.
    pub stop: Option<Stop>,
    /// Layers to leave out, to see what they are good for.
    pub without: Vec<Layer>,
}
