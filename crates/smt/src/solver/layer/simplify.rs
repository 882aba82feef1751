//! Simplifies the goal by what the assumptions say: terms that must equal a constant, conditions that are known
//! to hold or not, and bounds and orders of terms that decide comparisons.
//!
//! So is each assumption, by those before it, and what they imply is left out: what a program checks again and again would
//! only burden the backend. What an assumption becomes is found once, so that the layers below see the same ones in each
//! query of a path.

use std::sync::Arc;

use crate::pool::TermPool;
use crate::solver::chain::LowerLayers;
use crate::solver::layer::Layer;
use crate::solver::layer::byte_domain::ByteTables;
use crate::solver::layer::facts::Facts;
use crate::solver::layer::kept::Kept;
use crate::solver::{Query, Verdict};

/// A layer that makes the goal smaller.
#[derive(Default)]
pub(in crate::solver) struct Simplify {
    facts: Kept<Arc<Facts>>,
    tables: ByteTables,
}

impl Layer for Simplify {
    fn check(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        below: &mut LowerLayers<'_>,
    ) -> Verdict {
        let Simplify { facts, tables } = self;
        let with = |pool: &mut TermPool, facts: &Arc<Facts>, newest| {
            Arc::new(facts.with(pool, tables, newest))
        };
        let facts = facts.follow(pool, query.assumptions, with);
        let goal = facts.simplify(pool, &mut self.tables, query.goal);
        if pool.as_bool(goal) == Some(false) {
            return Verdict::Unsat;
        }
        below.check(pool, Query { assumptions: facts.telling, goal, ..query })
    }
}
