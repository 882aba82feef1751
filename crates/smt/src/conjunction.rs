//! Conjunctions: lists of conditions that hold together, as a path condition grows.
//!
//! Each is the empty one, or another one and one more condition, and the pool has each once. So paths that begin alike share
//! what they have in common, equal lists have equal ids, and what was found out about a list can be kept by its id.

use std::iter;

use rustc_hash::FxHashMap;

use crate::pool::TermPool;
use crate::term::TermId;

/// A list of conditions that hold together, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Conjunction(u32);

/// All conjunctions of a pool.
#[derive(Default)]
pub(crate) struct Conjunctions {
    /// All but the empty one, which is number 0.
    longer: Vec<Longer>,
    index: FxHashMap<(Conjunction, TermId), Conjunction>,
}

/// A conjunction that is not empty.
#[derive(Clone, Copy)]
struct Longer {
    before: Conjunction,
    newest: TermId,
    len: u32,
}

impl Conjunction {
    /// The one without conditions.
    pub const EMPTY: Conjunction = Conjunction(0);
}

impl TermPool {
    /// A conjunction and one more condition.
    pub fn conjoin(&mut self, before: Conjunction, newest: TermId) -> Conjunction {
        let len = self.conjunction_len(before) as u32 + 1;
        let Conjunctions { longer, index } = &mut self.conjunctions;
        *index.entry((before, newest)).or_insert_with(|| {
            longer.push(Longer { before, newest, len });
            Conjunction(u32::try_from(longer.len()).expect("fewer than 2^32 conjunctions"))
        })
    }

    /// The conjunction of these conditions, in this order.
    pub fn conjunction(&mut self, conditions: impl IntoIterator<Item = TermId>) -> Conjunction {
        conditions.into_iter().fold(Conjunction::EMPTY, |before, it| self.conjoin(before, it))
    }

    /// The newest condition, and the conjunction of all others.
    pub fn newest(&self, conjunction: Conjunction) -> Option<(Conjunction, TermId)> {
        let place = (conjunction.0 as usize).checked_sub(1)?;
        let Longer { before, newest, .. } = self.conjunctions.longer[place];
        Some((before, newest))
    }

    /// All conditions, newest first.
    pub fn newest_first(&self, conjunction: Conjunction) -> impl Iterator<Item = TermId> {
        let rest = iter::successors(self.newest(conjunction), |&(before, _)| self.newest(before));
        rest.map(|(_, condition)| condition)
    }

    /// All conditions, oldest first.
    pub fn conditions(&self, conjunction: Conjunction) -> Vec<TermId> {
        let mut conditions = Vec::with_capacity(self.conjunction_len(conjunction));
        conditions.extend(self.newest_first(conjunction));
        conditions.reverse();
        conditions
    }

    /// Does a conjunction begin with all conditions of another one?
    pub fn begins_with(&self, conjunction: Conjunction, beginning: Conjunction) -> bool {
        let surplus =
            self.conjunction_len(conjunction).checked_sub(self.conjunction_len(beginning));
        let shorter = |it: &Conjunction| self.newest(*it).map(|(before, _)| before);
        let mut all = iter::successors(Some(conjunction), shorter);
        surplus.is_some_and(|surplus| all.nth(surplus) == Some(beginning))
    }

    /// How many conjunctions there are, but for the empty one.
    pub fn conjunctions(&self) -> usize {
        self.conjunctions.longer.len()
    }

    /// How many conditions a conjunction has.
    pub fn conjunction_len(&self, conjunction: Conjunction) -> usize {
        let place = (conjunction.0 as usize).checked_sub(1);
        place.map_or(0, |place| self.conjunctions.longer[place].len as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::Conjunction;
    use crate::pool::TermPool;
    use crate::sort::Sort;

    #[test]
    fn lists_that_are_equal_are_one() {
        let mut pool = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.symbol(name, Sort::Bool));
        let both = pool.conjunction([a, b]);
        let all = pool.conjoin(both, c);
        assert_eq!(pool.conjunction([a, b, c]), all);
        assert_ne!(pool.conjunction([b, a, c]), all);
        assert_eq!(pool.newest(all), Some((both, c)));
        assert_eq!(pool.conditions(all), [a, b, c]);
        assert_eq!(pool.conjunction_len(all), 3);
        assert!(pool.begins_with(all, both) && pool.begins_with(all, all));
        let other = pool.conjunction([a, c]);
        assert!(!pool.begins_with(all, other) && !pool.begins_with(both, all));
        assert_eq!(pool.newest(Conjunction::EMPTY), None);
        assert!(pool.conditions(Conjunction::EMPTY).is_empty());
    }
}
