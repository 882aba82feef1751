//! Remembers sets of constraints and their verdicts.
//!
//! The order of constraints doesn't matter, nor which of them is the goal. A set with an unsatisfiable part is
//! unsatisfiable; a part of a satisfiable set has the same model; and a model in which the goal held before is tried
//! again. `Unknown` is not remembered.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::eval::Evaluator;
use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::chain::LowerLayers;
use crate::solver::layer::Layer;
use crate::solver::{Query, Verdict};
use crate::term::TermId;

/// At most so many terms are kept in sets; then all are forgotten, which is simple and rare.
const CAPACITY: usize = 4_000_000;

/// How many models are tried again for a query.
const RETRIES: usize = 8;

/// A layer that answers from earlier answers.
#[derive(Default)]
pub(in crate::solver) struct Cache {
    exact: FxHashMap<Set, CachedAnswer>,
    /// Unsatisfiable sets, by their newest term, which fewest other sets have.
    unsat: FxHashMap<TermId, Vec<Set>>,
    /// Satisfiable sets, by each of their terms.
    sat: FxHashMap<TermId, Vec<Set>>,
    /// Terms in all sets.
    terms: usize,
}

/// In order and without duplicates.
type Set = Arc<[TermId]>;

#[derive(Clone)]
enum CachedAnswer {
    Sat(Arc<Model>),
    Unsat,
}

impl Cache {
    fn find(&self, pool: &TermPool, set: &[TermId], goal: TermId) -> Option<CachedAnswer> {
        let exact = || self.exact.get(set).cloned();
        let unsat = || self.has_unsat_part(set).then_some(CachedAnswer::Unsat);
        exact()
            .or_else(unsat)
            .or_else(|| self.sat_superset(set))
            .or_else(|| self.retry(pool, set, goal))
    }

    fn has_unsat_part(&self, set: &[TermId]) -> bool {
        let candidates = set.iter().filter_map(|newest| self.unsat.get(newest)).flatten();
        candidates.into_iter().any(|known| is_subset(known, set))
    }

    fn sat_superset(&self, set: &[TermId]) -> Option<CachedAnswer> {
        let candidates = self.sat.get(set.last()?)?;
        let found = candidates.iter().rev().find(|known| is_subset(set, known))?;
        self.exact.get(found).cloned()
    }

    /// The newest models first: their paths are the nearest.
    fn retry(&self, pool: &TermPool, set: &[TermId], goal: TermId) -> Option<CachedAnswer> {
        let candidates = self.sat.get(&goal)?.iter().rev().take(RETRIES);
        candidates
            .filter_map(|known| self.exact.get(known))
            .find(|answer| match answer {
                CachedAnswer::Sat(model) => {
                    let mut evaluator = Evaluator::default();
                    set.iter().rev().all(|&term| evaluator.eval(pool, term, model).to_bool())
                }
                CachedAnswer::Unsat => false,
            })
            .cloned()
    }

    fn remember(&mut self, set: Set, answer: CachedAnswer) {
        if self.terms >= CAPACITY {
            self.exact.clear();
            self.unsat.clear();
            self.sat.clear();
            self.terms = 0;
        }
        self.terms += set.len();
        match (&answer, set.last()) {
            (CachedAnswer::Unsat, Some(&newest)) => {
                self.unsat.entry(newest).or_default().push(set.clone())
            }
            _ => set.iter().for_each(|&term| self.sat.entry(term).or_default().push(set.clone())),
        }
        self.exact.insert(set, answer);
    }
}

impl Layer for Cache {
    fn check(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        below: &mut LowerLayers<'_>,
    ) -> Verdict {
        let set = set_of(pool, query);
        if let Some(answer) = self.find(pool, &set, query.goal) {
            return match answer {
                CachedAnswer::Sat(model) => Verdict::Sat(Model::clone(&model)),
                CachedAnswer::Unsat => Verdict::Unsat,
            };
        }
        let verdict = below.check(pool, query);
        match &verdict {
            Verdict::Sat(model) => self.remember(set, CachedAnswer::Sat(Arc::new(model.clone()))),
            Verdict::Unsat => self.remember(set, CachedAnswer::Unsat),
            Verdict::Unknown(_) => {}
        }
        verdict
    }
}

fn set_of(pool: &TermPool, query: Query<'_>) -> Set {
    let mut all = query.constraints(pool);
    all.sort_unstable();
    all.dedup();
    all.into()
}

/// Whether all of `part` is in `whole`; both are in order.
fn is_subset(part: &[TermId], whole: &[TermId]) -> bool {
    let mut rest = whole.iter();
    part.len() <= whole.len() && part.iter().all(|term| rest.any(|other| other == term))
}
