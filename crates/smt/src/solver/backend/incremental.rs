//! What incremental solvers have in common: the assertions of the last query stay on their stack, and a query that starts
//! alike continues from there, as queries along one path do.

use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::{Query, Verdict};
use crate::term::TermId;

/// What a solver said.
pub(super) enum BackendAnswer {
    Decided(Verdict),
    /// With the reason.
    GaveUp(String),
}

impl BackendAnswer {
    /// What a solver's model is worth. Evaluating costs little beside solving, and makes that nothing above depends on the
    /// solver or our translation.
    pub(super) fn of_model(
        pool: &mut TermPool,
        query: Query<'_>,
        model: Option<Model>,
    ) -> BackendAnswer {
        match model {
            Some(model) if query.holds(pool, &model) => BackendAnswer::Decided(Verdict::Sat(model)),
            Some(_) => {
                BackendAnswer::GaveUp("the solver's model does not satisfy the query".to_string())
            }
            None => BackendAnswer::GaveUp("the solver's model can't be read".to_string()),
        }
    }

    /// The verdict, or the reason why there is none.
    pub(super) fn verdict(self) -> Result<Verdict, String> {
        match self {
            BackendAnswer::Decided(verdict) => Ok(verdict),
            BackendAnswer::GaveUp(reason) => Err(reason),
        }
    }
}

/// A solver with a stack of assertions, one on each level.
pub(super) trait Incremental {
    /// What is on the stack, the first assertion first.
    fn asserted(&self) -> impl Iterator<Item = TermId>;

    fn push(&mut self, pool: &TermPool, term: TermId);

    fn pop(&mut self, levels: usize);

    /// Whether a call failed: then it is unknown what is on the stack.
    fn has_failed(&self) -> bool;

    /// Asks a query, and keeps its assumptions for the next one. `answer` is what the solver says to what is on the stack.
    fn ask(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        answer: impl FnOnce(&mut Self, &mut TermPool) -> BackendAnswer,
    ) -> BackendAnswer {
        let assumptions = pool.conditions(query.assumptions);
        let same = self.asserted().zip(&assumptions).take_while(|(a, b)| a == *b).count();
        self.pop(self.asserted().count() - same);
        if self.has_failed() {
            // What is left of another query may contradict this one.
            return BackendAnswer::GaveUp("the query before could not be taken back".to_string());
        }
        for &assumption in &assumptions[same..] {
            self.push(pool, assumption);
        }
        self.push(pool, query.goal);
        let answer = answer(self, pool);
        self.pop(1);
        answer
    }
}
