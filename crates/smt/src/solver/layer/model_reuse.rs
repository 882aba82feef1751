//! Tries the models that answered earlier queries: evaluating is far cheaper than solving, and what one path
//! needs often fits the next.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::conjunction::Conjunction;
use crate::eval::Evaluator;
use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::chain::Below;
use crate::solver::layer::Layer;
use crate::solver::{Query, Verdict};
use crate::term::TermId;

/// How many models are kept.
const CAPACITY: usize = 32;

/// At most so many values are remembered for a model.
const VALUES: usize = 100_000;

/// A layer that answers with a known model.
#[derive(Default)]
pub(in crate::solver) struct ModelReuse {
    /// The one that was of use last is first.
    known: VecDeque<Known>,
}

struct Known {
    model: Model,
    evaluator: Evaluator,
    /// Conjunctions, and whether they hold in the model.
    holds: FxHashMap<Conjunction, bool>,
}

impl ModelReuse {
    fn find(&mut self, pool: &TermPool, query: Query<'_>) -> Option<Model> {
        let index = self.known.iter_mut().position(|known| known.satisfies(pool, query))?;
        let found = self.known.remove(index)?;
        let model = found.model.clone();
        self.known.push_front(found);
        Some(model)
    }

    fn remember(&mut self, model: Model) {
        self.known.truncate(CAPACITY - 1);
        self.known.push_front(Known::new(model));
    }
}

impl Known {
    fn new(model: Model) -> Known {
        Known { model, evaluator: Evaluator::default(), holds: FxHashMap::default() }
    }

    /// The assumptions first: of most of them it is known whether they hold.
    fn satisfies(&mut self, pool: &TermPool, query: Query<'_>) -> bool {
        if self.evaluator.len() + self.holds.len() > VALUES {
            self.evaluator = Evaluator::default();
            self.holds = FxHashMap::default();
        }
        self.all_hold(pool, query.assumptions) && self.is_so(pool, query.goal)
    }

    fn is_so(&mut self, pool: &TermPool, condition: TermId) -> bool {
        self.evaluator.eval(pool, condition, &self.model).to_bool()
    }

    /// Does a conjunction hold? What it begins with was mostly asked for before.
    fn all_hold(&mut self, pool: &TermPool, conjunction: Conjunction) -> bool {
        let mut unknown = Vec::new();
        let mut at = conjunction;
        let mut holds = loop {
            if let Some(&known) = self.holds.get(&at) {
                break known;
            }
            let Some((before, newest)) = pool.newest(at) else { break true };
            unknown.push((at, newest));
            at = before;
        };
        for (conjunction, newest) in unknown.into_iter().rev() {
            holds = holds && self.is_so(pool, newest);
            self.holds.insert(conjunction, holds);
        }
        holds
    }
}

impl Layer for ModelReuse {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>, below: &mut Below<'_>) -> Verdict {
        if let Some(model) = self.find(pool, query) {
            return Verdict::Sat(model);
        }
        let verdict = below.check(pool, query);
        if let Verdict::Sat(model) = &verdict {
            self.remember(model.clone());
        }
        verdict
    }
}
