//! Bounds and orders of all terms of a query: what each constraint says about its operands goes down the terms, what is known
//! about operands goes up again, until nothing changes (HC4: Benhamou and others, 1999).
//!
//! `simplify` looks at the goal by the assumptions. Here all constraints and their parts count alike, as they must where
//! calls are composed: then the goal is one large conjunction. Either that shows a contradiction, or a local search within the
//! bounds looks for a model, from the one that the path had before. No terms are made.

mod inverse;
mod local_search;
mod network;

use rustc_hash::FxHashMap;

use crate::conjunction::Conjunction;
use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::chain::LowerLayers;
use crate::solver::layer::Layer;
use crate::solver::{Query, Verdict};
use local_search::LocalSearch;
use network::Network;

/// At most so many models are kept.
const CAPACITY: usize = 10_000;

/// Evaluating so many terms takes as long as making one.
const EVALUATIONS: u64 = 4;

/// So many conditions ago, at most, a path's model may have been found.
const FURTHEST: usize = 32;

/// A layer that finds contradictions, and models that are near known ones.
#[derive(Default)]
pub(in crate::solver) struct Propagation {
    /// Of conjunctions that were asked for.
    models: FxHashMap<Conjunction, Model>,
    /// The last one.
    last: Model,
}

impl Layer for Propagation {
    fn check(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        below: &mut LowerLayers<'_>,
    ) -> Verdict {
        let mut network = Network::of(pool, query);
        if network.check(pool).is_err() {
            return Verdict::Unsat;
        }
        let verdict = match self.search(pool, &network, query) {
            Some(model) => Verdict::Sat(model),
            None => below.check(pool, query),
        };
        if let Verdict::Sat(model) = &verdict {
            self.remember(pool, query, model);
        }
        verdict
    }
}

impl Propagation {
    /// A model that is found near one that is known.
    fn search(&self, pool: &mut TermPool, network: &Network, query: Query<'_>) -> Option<Model> {
        let earlier = self.earlier(pool, query.assumptions);
        let starts = earlier.into_iter().chain([&self.last]);
        let searches = starts.filter_map(|model| LocalSearch::from(pool, network, model));
        let mut search = searches.min_by_key(LocalSearch::failing)?;
        let found = search.run();
        pool.count_steps(search.work / EVALUATIONS);
        found.filter(|model| query.holds(pool, model))
    }

    /// The model of what a conjunction begins with, as much of it as was asked for.
    fn earlier(&self, pool: &TermPool, conjunction: Conjunction) -> Option<&Model> {
        let before = |&it: &Conjunction| pool.newest(it).map(|(before, _)| before);
        let mut all = std::iter::successors(Some(conjunction), before).take(FURTHEST);
        all.find_map(|it| self.models.get(&it))
    }

    fn remember(&mut self, pool: &mut TermPool, query: Query<'_>, model: &Model) {
        if self.models.len() >= CAPACITY {
            self.models.clear();
        }
        let conjunction = pool.conjoin(query.assumptions, query.goal);
        self.models.insert(conjunction, model.clone());
        self.last = model.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::Network;
    use crate::pool::TermPool;
    use crate::solver::Query;
    use crate::sort::Sort;
    use crate::term::TermId;

    fn contradict(pool: &mut TermPool, assumptions: &[TermId], goal: TermId) -> bool {
        let assumptions = pool.conjunction(assumptions.iter().copied());
        Network::of(pool, Query::new(assumptions, goal)).check(pool).is_err()
    }

    #[test]
    fn twice_a_digit_has_bounds() {
        let mut pool = TermPool::new();
        let letter = pool.symbol("letter", Sort::Bits(8));
        let [first, last] = [b'0', b'9'].map(|it| pool.bits(8, it.into()));
        let assumptions = [pool.sle(first, letter), pool.sle(letter, last)];
        let wide = pool.sign_extend(32, letter);
        let [minus_48, two] = [-48i32 as u32, 2].map(|it| pool.bits(32, it.into()));
        let digit = pool.add(minus_48, wide);
        let twice = pool.mul(two, digit);
        for (limit, expected) in [(17, false), (18, true)] {
            let limit = pool.bits(32, limit);
            let more = pool.slt(limit, twice);
            assert_eq!(contradict(&mut pool, &assumptions, more), expected);
        }
    }

    /// What follows for a choice decides its condition, and so what is chosen elsewhere.
    #[test]
    fn a_choice_is_known_by_its_result() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(8)));
        let [one, two, three, limit] = [1, 2, 3, 128].map(|it| pool.bits(8, it));
        let small = pool.ult(x, limit);
        let length = pool.ite(small, one, two);
        let other = pool.ite(small, y, three);
        let assumptions = [pool.ne(length, one)];
        let [is_one, is_three] = [one, three].map(|it| pool.eq(it, other));
        assert!(contradict(&mut pool, &assumptions, is_one));
        assert!(!contradict(&mut pool, &assumptions, is_three));
    }

    #[test]
    fn parts_are_in_one_order() {
        let mut pool = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.symbol(name, Sort::Bits(32)));
        let (first, second) = (pool.sle(a, b), pool.sle(b, c));
        let both = pool.and(first, second);
        let (less, same) = (pool.slt(c, a), pool.eq(a, c));
        assert!(contradict(&mut pool, &[both], less));
        assert!(!contradict(&mut pool, &[both], same));
        let (other, back) = (pool.ne(a, c), pool.sle(c, a));
        assert!(contradict(&mut pool, &[other, both], back));
    }

    #[test]
    fn one_part_fails_if_all_others_hold() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(8)));
        let [three, five] = [3, 5].map(|it| pool.bits(8, it));
        let (below, other) = (pool.ult(x, five), pool.eq(three, y));
        let both = pool.and(below, other);
        let not_both = pool.not(both);
        let is_small = pool.ult(x, three);
        assert!(contradict(&mut pool, &[not_both, other], is_small));
        assert!(!contradict(&mut pool, &[not_both], is_small));
    }
}
