//! What a layer keeps for conjunctions, so that what a path has been through is learned once: whatever is known of a
//! conjunction follows from what is known of the one before it and its newest condition.

use rustc_hash::FxHashMap;

use crate::conjunction::Conjunction;
use crate::pool::TermPool;
use crate::term::TermId;

/// So many are kept at least, and twice as many at most.
const CAPACITY: usize = 8_192;

/// Something for each conjunction. What wasn't asked for in a long time is forgotten, and found again when it is needed.
#[derive(Default)]
pub(super) struct Kept<T> {
    recent: FxHashMap<Conjunction, T>,
    older: FxHashMap<Conjunction, T>,
}

impl<T: Clone + Default> Kept<T> {
    /// What is kept for a conjunction. What is missing on the way from the empty one is made with `with`, from what is
    /// known before a condition and that condition.
    pub(super) fn follow(
        &mut self,
        pool: &mut TermPool,
        conjunction: Conjunction,
        mut with: impl FnMut(&mut TermPool, &T, TermId) -> T,
    ) -> T {
        let mut missing = Vec::new();
        let mut at = conjunction;
        let mut known = loop {
            if let Some(known) = self.get(at) {
                break known;
            }
            let Some((before, newest)) = pool.newest(at) else { break T::default() };
            missing.push((at, newest));
            at = before;
        };
        for (conjunction, newest) in missing.into_iter().rev() {
            known = with(pool, &known, newest);
            self.keep(conjunction, known.clone());
        }
        known
    }

    fn get(&mut self, conjunction: Conjunction) -> Option<T> {
        if let Some(known) = self.recent.get(&conjunction) {
            return Some(known.clone());
        }
        let known = self.older.remove(&conjunction)?;
        self.keep(conjunction, known.clone());
        Some(known)
    }

    fn keep(&mut self, conjunction: Conjunction, known: T) {
        if self.recent.len() >= CAPACITY {
            self.older = std::mem::take(&mut self.recent);
        }
        self.recent.insert(conjunction, known);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{CAPACITY, Kept};
    use crate::conjunction::Conjunction;
    use crate::pool::TermPool;
    use crate::sort::Sort;

    #[test]
    fn a_condition_is_looked_at_once() {
        let mut pool = TermPool::new();
        let conditions = ["a", "b", "c"].map(|name| pool.symbol(name, Sort::Bool));
        let (mut kept, made) = (Kept::default(), Cell::new(0));
        let mut follow = |pool: &mut TermPool, conjunction| {
            kept.follow(pool, conjunction, |_, before: &Vec<_>, newest| {
                made.set(made.get() + 1);
                [&before[..], &[newest]].concat()
            })
        };
        let [a, b, c] = conditions;
        let both = pool.conjunction([a, b]);
        assert_eq!(follow(&mut pool, both), [a, b]);
        let all = pool.conjoin(both, c);
        assert_eq!(follow(&mut pool, all), [a, b, c]);
        let other = pool.conjunction([a, c]);
        assert_eq!(follow(&mut pool, other), [a, c]);
        assert_eq!(made.get(), 4);
        // After many others, it is made again.
        for number in 0..2 * CAPACITY {
            let it = pool.symbol(&format!("x{number}"), Sort::Bool);
            let alone = pool.conjoin(Conjunction::EMPTY, it);
            follow(&mut pool, alone);
        }
        assert_eq!(follow(&mut pool, all), [a, b, c]);
        assert_eq!(made.get(), 4 + 2 * CAPACITY + 3);
    }
}
