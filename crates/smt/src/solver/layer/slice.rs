//! Splits a query into components that share no symbol, and asks for each by itself.
//!
//! The goal's component comes first and decides most queries. The others matter only if the goal can hold: they
//! give the rest of the model, and were usually answered before. Nothing is assumed about the assumptions: if
//! they contradict each other, the answer is `Unsat`, too.

use rustc_hash::FxHashMap;

use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::chain::Below;
use crate::solver::layer::Layer;
use crate::solver::{Effort, Query, Verdict};
use crate::term::{SymbolId, TermId};

/// At most so many models of components are kept.
const CAPACITY: usize = 10_000;

/// A layer that asks smaller questions.
#[derive(Default)]
pub(in crate::solver) struct Slice {
    /// What the components without a goal were answered, as they come again with each query of a path.
    settled: FxHashMap<Vec<TermId>, Model>,
}

/// Constraints that hang together by their symbols.
#[derive(Default)]
struct Component {
    constraints: Vec<TermId>,
    symbols: Vec<SymbolId>,
}

impl Slice {
    /// Asks for each component; the first is the goal's.
    fn check_all(
        &mut self,
        pool: &mut TermPool,
        components: Vec<Component>,
        effort: Effort,
        below: &mut Below<'_>,
    ) -> Verdict {
        let mut whole = Model::new();
        for (position, component) in components.iter().enumerate() {
            let verdict = match position {
                0 => ask(pool, component, effort, below),
                _ => self.ask_settled(pool, component, effort, below),
            };
            match verdict {
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
        below: &mut Below<'_>,
    ) -> Verdict {
        if let Some(model) = self.settled.get(&component.constraints) {
            return Verdict::Sat(model.clone());
        }
        let verdict = ask(pool, component, effort, below);
        if let Verdict::Sat(model) = &verdict {
            if self.settled.len() >= CAPACITY {
                self.settled.clear();
            }
            self.settled.insert(component.constraints.clone(), model.clone());
        }
        verdict
    }
}

impl Layer for Slice {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>, below: &mut Below<'_>) -> Verdict {
        if query.constraints().any(|term| pool.as_bool(term) == Some(false)) {
            return Verdict::Unsat;
        }
        let components = components(pool, query);
        self.check_all(pool, components, query.effort, below)
    }
}

fn ask(
    pool: &mut TermPool,
    component: &Component,
    effort: Effort,
    below: &mut Below<'_>,
) -> Verdict {
    let Some((&goal, assumptions)) = component.constraints.split_last() else {
        return Verdict::Sat(Model::new());
    };
    below.check(pool, Query { effort, ..Query::new(assumptions, goal) })
}

/// The components of a query without constants, the goal's first and with the goal last in it.
fn components(pool: &mut TermPool, query: Query<'_>) -> Vec<Component> {
    let constraints: Vec<TermId> =
        query.constraints().filter(|&term| pool.as_bool(term).is_none()).collect();
    let mut groups = Groups::default();
    for (index, &term) in constraints.iter().enumerate() {
        groups.join(index, &pool.free_symbols(term));
    }
    let mut found: Vec<Component> = Vec::new();
    let mut position_of_root: FxHashMap<usize, usize> = FxHashMap::default();
    // From the goal backwards, so that its component is the first.
    for (index, &term) in constraints.iter().enumerate().rev() {
        let position = *position_of_root.entry(groups.root(index)).or_insert_with(|| {
            found.push(Component::default());
            found.len() - 1
        });
        found[position].constraints.push(term);
        found[position].symbols.extend_from_slice(&pool.free_symbols(term));
    }
    for component in &mut found {
        component.constraints.reverse();
        component.symbols.sort_unstable();
        component.symbols.dedup();
    }
    // A goal that is a constant has no component: then an empty one stands for it.
    if pool.as_bool(query.goal).is_some() {
        found.insert(0, Component::default());
    }
    found
}

/// Constraints, by index, that were found to share symbols: a forest in which each root is a component.
#[derive(Default)]
struct Groups {
    parent: Vec<usize>,
    owner: FxHashMap<SymbolId, usize>,
}

impl Groups {
    /// Adds the next constraint.
    fn join(&mut self, index: usize, symbols: &[SymbolId]) {
        self.parent.push(index);
        for &symbol in symbols {
            let other = *self.owner.entry(symbol).or_insert(index);
            let (mine, other) = (self.root(index), self.root(other));
            self.parent[mine] = other;
        }
    }

    fn root(&mut self, mut index: usize) -> usize {
        while self.parent[index] != index {
            self.parent[index] = self.parent[self.parent[index]];
            index = self.parent[index];
        }
        index
    }
}
