//! Tries the models that answered earlier queries: evaluating is far cheaper than solving, and what one path
//! needs often fits the next.

use std::collections::VecDeque;

use crate::eval::Evaluator;
use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::chain::LowerLayers;
use crate::solver::layer::Layer;
use crate::solver::layer::kept::Kept;
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
    known: VecDeque<KnownModel>,
}

struct KnownModel {
    model: Model,
    evaluator: Evaluator,
    /// Whether a condition of a conjunction doesn't hold in the model.
    fails: Kept<bool>,
}

impl ModelReuse {
    fn find(&mut self, pool: &mut TermPool, query: Query<'_>) -> Option<Model> {
        let index = self.known.iter_mut().position(|known| known.satisfies(pool, query))?;
        let found = self.known.remove(index)?;
        let model = found.model.clone();
        self.known.push_front(found);
        Some(model)
    }

    fn remember(&mut self, model: Model) {
        self.known.truncate(CAPACITY - 1);
        self.known.push_front(KnownModel::new(model));
    }
}

impl KnownModel {
    fn new(model: Model) -> KnownModel {
        KnownModel { model, evaluator: Evaluator::default(), fails: Kept::default() }
    }

    /// The assumptions first: of what they begin with, it is mostly known whether it fails.
    fn satisfies(&mut self, pool: &mut TermPool, query: Query<'_>) -> bool {
        if self.evaluator.len() > VALUES {
            self.evaluator = Evaluator::default();
        }
        let KnownModel { model, evaluator, fails } = self;
        let mut holds = |pool: &TermPool, it: TermId| evaluator.eval(pool, it, model).to_bool();
        let with = |pool: &mut TermPool, &fails: &bool, newest| fails || !holds(pool, newest);
        !fails.follow(pool, query.assumptions, with) && holds(pool, query.goal)
    }
}

impl Layer for ModelReuse {
    fn check(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        below: &mut LowerLayers<'_>,
    ) -> Verdict {
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
