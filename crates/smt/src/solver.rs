//! The question that everything here answers, and the layers that answer it.
//!
//! Each layer answers what it can and passes the rest on, perhaps smaller, to those below it, and at last to a
//! backend; a `Chain` is all of them. A layer may be left out without changing any verdict.

mod backend;
mod chain;
mod layer;
mod portfolio;
mod query_log;

#[cfg(test)]
mod agree;
#[cfg(test)]
mod each;

use std::iter;
use std::sync::Arc;
use std::time::Duration;

use crate::conjunction::Conjunction;
use crate::eval::Evaluator;
use crate::model::Model;
use crate::pool::TermPool;
use crate::term::{SymbolId, TermId};

pub use backend::BackendKind;
pub use chain::{BACKENDS, Chain, ChainOptions, LAYERS, chain};
pub use layer::LayerKind;
pub use query_log::QueryLog;

#[cfg(test)]
pub(crate) use each::each_backend;

/// Can the goal hold together with all assumptions? They are what a path condition says, oldest first, so that
/// one query often continues the one before.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    pub assumptions: Conjunction,
    pub goal: TermId,
    /// What functions in them mean. Only the backend knows what to do with these: the layers above it pass such a
    /// query on as it is.
    pub definitions: &'a [Definition],
    pub effort: Effort,
}

/// How much work an answer is worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effort {
    /// Some tenths of a second: an answer can be done without.
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
    pub fn new(assumptions: Conjunction, goal: TermId) -> Query<'a> {
        Query { assumptions, goal, definitions: &[], effort: Effort::Full }
    }

    /// Do functions in it have meanings?
    pub fn is_defined(self) -> bool {
        !self.definitions.is_empty()
    }

    /// Do all constraints hold in a model?
    pub(crate) fn holds(self, pool: &TermPool, model: &Model) -> bool {
        let mut evaluator = Evaluator::default();
        let mut constraints = self.newest_first(pool);
        constraints.all(|term| evaluator.eval(pool, term, model).to_bool())
    }

    /// The symbols in it, in order.
    pub(crate) fn symbols(self, pool: &mut TermPool) -> Vec<SymbolId> {
        let mut symbols: Vec<SymbolId> = Vec::new();
        for term in self.constraints(pool) {
            symbols.extend_from_slice(&pool.free_symbols(term));
        }
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    /// The assumptions, oldest first, and the goal.
    pub fn constraints(self, pool: &TermPool) -> Vec<TermId> {
        let mut constraints = pool.conditions(self.assumptions);
        constraints.push(self.goal);
        constraints
    }

    /// The goal, and the assumptions, newest first.
    pub(crate) fn newest_first(self, pool: &TermPool) -> impl Iterator<Item = TermId> {
        iter::once(self.goal).chain(pool.newest_first(self.assumptions))
    }
}

/// The answer to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// In this model, all constraints hold. Of a query with definitions, it has the variables only, and only the
    /// backend has checked it.
    Sat(Model),
    /// No model exists.
    Unsat,
    /// It is unknown, for this reason.
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

    fn work(&self) -> u64 {
        (**self).work()
    }
}

/// What one layer did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LayerStats {
    pub name: &'static str,
    /// Queries that came in.
    pub queries: u64,
    /// The queries of the whole chain that went no further than to this layer: each counts for one of them.
    pub answered: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Time in a backend; the layers above don't measure theirs.
    pub time: Duration,
    /// A backend's own count of its work, the same on every machine and in every run.
    pub work: u64,
    /// Is it a solver of its own? These come last; what one of them gives up goes to the next.
    pub is_backend: bool,
}

impl LayerStats {
    fn new(name: &'static str) -> LayerStats {
        LayerStats { name, ..LayerStats::default() }
    }

    /// Counts an answer, wherever it came from.
    fn count(&mut self, verdict: &Verdict) {
        self.queries += 1;
        match verdict {
            Verdict::Sat(_) => self.sat += 1,
            Verdict::Unsat => self.unsat += 1,
            Verdict::Unknown(_) => self.unknown += 1,
        }
    }
}

/// What one backend did with queries of one content.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ContentStats {
    /// What these queries contain, as far as it matters who is asked first.
    pub content: &'static str,
    pub backend: &'static str,
    /// Queries that it was asked.
    pub queries: u64,
    /// Those that it answered.
    pub answered: u64,
    pub work: u64,
    pub time: Duration,
}

/// What a single query may cost. The defaults end what would keep an exploration busy for no good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueryLimits {
    /// Of the search. While Z3 takes a query in, it looks at no clock: one of ten thousand additions in a row takes
    /// a minute for that. It is for what the solver doesn't count; an answer that depends on a clock isn't the
    /// same in every run.
    pub time: Duration,
    /// The solver's own count of its work, the same on every machine and in every run; 0 is none.
    pub work: u32,
    /// Of all solvers of the process together, in megabytes.
    pub memory: u32,
}

impl Default for QueryLimits {
    fn default() -> QueryLimits {
        // So much work takes about ten seconds, where nothing else is going on.
        QueryLimits { time: Duration::from_secs(120), work: 25_000_000, memory: 4096 }
    }
}

/// Asked now and then while a query is solved, by another thread: stop?
pub type StopSignal = Arc<dyn Fn() -> bool + Send + Sync>;
