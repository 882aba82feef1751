//! A layer answers a query by what it knows, or makes it easier for those below it.
//!
//! Each has a file of its own, which says what is particular to it. What they have in common is here: passing on what
//! only a backend understands, and counting. Which layers there are, and in which order, is not: see `LAYERS`.

mod bounds;
mod byte_domain;
pub(super) mod cache;

mod facts;
mod kept;
pub(super) mod model_reuse;
mod order;
mod partition;
pub(super) mod propagation;
pub(super) mod simplify;
pub(super) mod slice;
pub(super) mod try_all;

use crate::pool::TermPool;
use crate::solver::chain::LowerLayers;
use crate::solver::{LayerStats, Query, Verdict};

/// What is particular to a layer. Leaving it out must not change any verdict.
pub(super) trait Layer {
    /// Answers a query, which has no definitions, or asks those below: the same, for less, or several times. What it
    /// learns from their answers is its own affair.
    fn check(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        below: &mut LowerLayers<'_>,
    ) -> Verdict;
}

/// A kind of layer.
#[derive(Clone, Copy)]
pub struct LayerKind {
    /// What it is called on the command line and in reports.
    pub name: &'static str,
    make: fn() -> Box<dyn Layer>,
}

impl LayerKind {
    pub(super) const fn of<L: Layer + Default + 'static>(name: &'static str) -> LayerKind {
        LayerKind { name, make: || Box::new(L::default()) }
    }

    pub(super) fn make(self) -> CountedLayer {
        CountedLayer { layer: (self.make)(), stats: LayerStats::new(self.name) }
    }
}

/// A layer in its place.
pub(super) struct CountedLayer {
    layer: Box<dyn Layer>,
    pub(super) stats: LayerStats,
}

impl CountedLayer {
    pub(super) fn check(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        below: &mut LowerLayers<'_>,
    ) -> Verdict {
        let verdict = if query.is_defined() {
            below.check(pool, query)
        } else {
            self.layer.check(pool, query, below)
        };
        self.stats.count(&verdict);
        verdict
    }
}
