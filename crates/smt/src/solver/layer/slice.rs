//! Splits a query into components that share no symbol, and asks for each by itself.
//!
//! The goal's component comes first and decides most queries. The others matter only if the goal can hold: they
//! give the rest of the model, and were usually answered before. Nothing is assumed about the assumptions: if
//! they contradict each other, the answer is `Unsat`, too.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::conjunction::Conjunction;
use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::chain::LowerLayers;
use crate::solver::layer::Layer;
use crate::solver::layer::kept::Kept;
use crate::solver::layer::partition::{Component, Partition};
use crate::solver::{Effort, Query, Verdict};
use crate::term::TermId;

/// At most so many models of components are kept.
const CAPACITY: usize = 10_000;

/// A layer that asks smaller questions.
#[derive(Default)]
pub(in crate::solver) struct Slice {
    partitions: Kept<Arc<Partition>>,
    /// What the components without a goal were answered, as they come again with each query of a path.
    settled: FxHashMap<Conjunction, Model>,
}

impl Layer for Slice {
    fn check(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        below: &mut LowerLayers<'_>,
    ) -> Verdict {
        let with = |pool: &mut TermPool, partition: &Arc<Partition>, newest: TermId| {
            Arc::new(partition.with(pool, newest))
        };
        let partition = self.partitions.follow(pool, query.assumptions, with);
        let (goal, others) = match pool.as_bool(query.goal) {
            _ if partition.is_false => return Verdict::Unsat,
            Some(false) => return Verdict::Unsat,
            Some(true) => (None, partition.others(&[])),
            None => {
                let goal = partition.joined(pool, query.goal);
                let others = partition.others(&goal.symbols);
                (Some(goal), others)
            }
        };
        self.check_all(pool, goal, others, query.effort, below)
    }
}

impl Slice {
    /// Asks for the goal's component, and then for the others.
    fn check_all(
        &mut self,
        pool: &mut TermPool,
        goal: Option<Component>,
        others: Vec<Component>,
        effort: Effort,
        below: &mut LowerLayers<'_>,
    ) -> Verdict {
        let mut whole = Model::new();
        if let Some(goal) = goal {
            match ask(pool, &goal, effort, below) {
                Verdict::Sat(model) => whole.adopt(&model, &goal.symbols),
                other => return other,
            }
        }
        for component in others {
            match self.ask_settled(pool, &component, effort, below) {
                Verdict::Sat(model) => whole.adopt(&model, &component.symbols),
                other => return other,
            }
        }
        Verdict::Sat(whole)
    }

    fn ask_settled(
        &mut self,
        pool: &mut TermPool,
        component: &Component,
        effort: Effort,
        below: &mut LowerLayers<'_>,
    ) -> Verdict {
        if let Some(model) = self.settled.get(&component.conditions) {
            return Verdict::Sat(model.clone());
        }
        let verdict = ask(pool, component, effort, below);
        if let Verdict::Sat(model) = &verdict {
            if self.settled.len() >= CAPACITY {
                self.settled.clear();
            }
            self.settled.insert(component.conditions, model.clone());
        }
        verdict
    }
}

fn ask(
    pool: &mut TermPool,
    component: &Component,
    effort: Effort,
    below: &mut LowerLayers<'_>,
) -> Verdict {
    let Some((assumptions, goal)) = pool.newest(component.conditions) else {
        return Verdict::Sat(Model::new());
    };
    below.check(pool, Query { effort, ..Query::new(assumptions, goal) })
}
