//! The components of a conjunction: conditions that share symbols, directly or through others.
//!
//! Like facts, it is persistent: another condition changes the components that it has symbols of, and all others are shared.

use std::sync::Arc;

use crate::conjunction::Conjunction;
use crate::pool::TermPool;
use crate::symbol_map::SymbolMap;
use crate::term::{SymbolId, TermId};

/// The components of a conjunction.
#[derive(Clone, Default)]
pub(super) struct Partition {
    /// All conditions.
    whole: Conjunction,
    /// Is one of them false?
    pub is_false: bool,
    /// The symbol that stands for a symbol's component.
    representative: SymbolMap<SymbolId>,
    /// By the symbols that stand for them; those that became part of another one are gone.
    components: SymbolMap<Option<Component>>,
    /// Conditions without symbols, each a component of its own.
    closed: Vec<Component>,
}

/// Conditions that hang together by their symbols.
#[derive(Clone)]
pub(super) struct Component {
    /// In the order in which they came.
    pub conditions: Conjunction,
    pub symbols: Arc<[SymbolId]>,
    /// How many conditions of any component came before its newest.
    age: usize,
}

impl Partition {
    /// This, and another condition.
    pub(super) fn with(&self, pool: &mut TermPool, condition: TermId) -> Partition {
        let mut partition = self.clone();
        match pool.as_bool(condition) {
            Some(holds) => partition.is_false |= !holds,
            None => partition.add(pool, condition),
        }
        partition
    }

    fn add(&mut self, pool: &mut TermPool, condition: TermId) {
        let joined = self.joined(pool, condition);
        self.whole = pool.conjoin(self.whole, condition);
        let Some(&first) = joined.symbols.first() else { return self.closed.push(joined) };
        for &symbol in joined.symbols.iter() {
            match self.representative.get(symbol) {
                Some(&known) if known == first => {}
                known => {
                    if let Some(&merged) = known {
                        self.components.set(merged, None);
                    }
                    self.representative.set(symbol, first);
                }
            }
        }
        self.components.set(first, Some(joined));
    }

    /// The component that a condition would be in, if it came next.
    pub(super) fn joined(&self, pool: &mut TermPool, condition: TermId) -> Component {
        let own = pool.free_symbols(condition);
        let touched = self.touched(&own);
        let before = match &touched[..] {
            [] => Conjunction::EMPTY,
            [only] => only.conditions,
            several => self.merged(pool, several),
        };
        let symbols = match &touched[..] {
            [only] if own.iter().all(|it| only.symbols.binary_search(it).is_ok()) => {
                only.symbols.clone()
            }
            _ => union(touched.iter().map(|it| &it.symbols).chain([&own])),
        };
        let age = pool.conjunction_len(self.whole);
        Component { conditions: pool.conjoin(before, condition), symbols, age }
    }

    /// The components of these symbols.
    fn touched(&self, symbols: &[SymbolId]) -> Vec<&Component> {
        let mut representatives: Vec<SymbolId> =
            symbols.iter().filter_map(|&it| self.representative.get(it)).copied().collect();
        representatives.sort_unstable();
        representatives.dedup();
        representatives.into_iter().filter_map(|it| self.components.get(it)?.as_ref()).collect()
    }

    /// The conditions of several components, in the order in which they came.
    fn merged(&self, pool: &mut TermPool, components: &[&Component]) -> Conjunction {
        let mut rest: Vec<Conjunction> = components.iter().map(|it| it.conditions).collect();
        let mut conditions = Vec::new();
        for condition in pool.newest_first(self.whole) {
            // Each component has its conditions in the same order, so only their newest have to be looked at.
            let newest = |it: &Conjunction| pool.newest(*it).is_some_and(|(_, it)| it == condition);
            if let Some(place) = rest.iter().position(newest) {
                conditions.push(condition);
                rest[place] = pool.newest(rest[place]).map_or(Conjunction::EMPTY, |(it, _)| it);
            }
        }
        conditions.reverse();
        pool.conjunction(conditions)
    }

    /// The components without any of these symbols, those with the newest conditions first.
    pub(super) fn others(&self, symbols: &[SymbolId]) -> Vec<Component> {
        let is_other = |it: &&Component| {
            it.symbols.first().is_none_or(|first| symbols.binary_search(first).is_err())
        };
        let components = self.components.iter().into_iter().filter_map(|(_, it)| it.as_ref());
        let mut others: Vec<Component> =
            components.chain(&self.closed).filter(is_other).cloned().collect();
        others.sort_unstable_by_key(|it| usize::MAX - it.age);
        others
    }
}

/// All symbols of several sets, in order.
fn union<'a>(sets: impl Iterator<Item = &'a Arc<[SymbolId]>>) -> Arc<[SymbolId]> {
    let mut all: Vec<SymbolId> = sets.flat_map(|set| set.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Partition;
    use crate::pool::TermPool;
    use crate::random::Random;
    use crate::term::{SymbolId, TermId};

    type Group = (Vec<TermId>, BTreeSet<SymbolId>);

    /// The components by definition, the one with the newest condition first.
    fn groups(pool: &mut TermPool, conditions: &[TermId]) -> Vec<Group> {
        let mut groups: Vec<(Vec<usize>, BTreeSet<SymbolId>)> = Vec::new();
        for (index, &condition) in conditions.iter().enumerate() {
            let (mut indices, mut symbols) = (vec![index], BTreeSet::new());
            symbols.extend(pool.free_symbols(condition).iter().copied());
            let own = symbols.clone();
            for (other, others) in groups.extract_if(.., |(_, it)| !it.is_disjoint(&own)) {
                indices.extend(other);
                symbols.extend(others);
            }
            indices.sort_unstable();
            groups.push((indices, symbols));
        }
        groups.sort_by_key(|(indices, _)| usize::MAX - indices.iter().max().unwrap());
        let named = |indices: Vec<usize>| indices.into_iter().map(|it| conditions[it]).collect();
        groups.into_iter().map(|(indices, symbols)| (named(indices), symbols)).collect()
    }

    #[test]
    fn components_are_what_hangs_together() {
        let (mut pool, mut random) = (TermPool::new(), Random::new(17));
        let mut several = 0;
        for _ in 0..100 {
            let (mut partition, mut conditions) = (Partition::default(), Vec::new());
            for _ in 0..8 {
                let width = 1 + random.below(6) as u32;
                let condition = random.condition(&mut pool, width, 2);
                if pool.as_bool(condition).is_some() {
                    continue;
                }
                conditions.push(condition);
                partition = partition.with(&mut pool, condition);
                let found = partition.others(&[]).into_iter().map(|it| {
                    (pool.conditions(it.conditions), it.symbols.iter().copied().collect())
                });
                let found: Vec<Group> = found.collect();
                assert_eq!(found, groups(&mut pool, &conditions));
                several += usize::from(found.len() > 1);
            }
        }
        assert!(several > 100, "{several}");
    }
}
