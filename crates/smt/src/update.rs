//! The values of terms in a model, where their values in another one are known: what mentions no symbol that differs is what
//! it was.

use crate::eval::Evaluator;
use crate::model::Model;
use crate::pool::TermPool;
use crate::term::{SymbolId, TermId};
use crate::value::Value;

/// From one model to another.
pub struct Update<'m> {
    model: &'m Model,
    /// The symbols that may be something else now, in order.
    differing: Vec<SymbolId>,
    evaluator: Evaluator,
}

impl<'m> Update<'m> {
    /// From one model to another.
    pub fn new(before: &Model, now: &'m Model) -> Update<'m> {
        let differing = now.differing(before);
        Update { model: now, differing, evaluator: Evaluator::default() }
    }

    /// What a term is now, if it may differ from what it was.
    pub fn changed(&mut self, pool: &mut TermPool, term: TermId) -> Option<Value> {
        let differs = |symbol: &SymbolId| self.differing.binary_search(symbol).is_ok();
        let may_differ = pool.few_symbols(term).is_none_or(|symbols| symbols.iter().any(differs));
        may_differ.then(|| self.value(pool, term))
    }

    /// What a term is now.
    pub fn value(&mut self, pool: &TermPool, term: TermId) -> Value {
        self.evaluator.eval(pool, term, self.model)
    }
}

#[cfg(test)]
mod tests {
    use super::Update;
    use crate::eval::eval;
    use crate::pool::TermPool;
    use crate::random::{Random, models};

    #[test]
    fn what_is_not_said_to_change_does_not() {
        let (mut pool, mut random) = (TermPool::new(), Random::new(3));
        let mut kept = 0;
        for _ in 0..300 {
            let term = random.condition(&mut pool, 4, 3);
            let symbols = pool.free_symbols(term);
            let all = models(&pool, &symbols, &mut random);
            let (before, now) = (&all[0], &all[random.below(all.len() as u64) as usize]);
            let mut update = Update::new(before, now);
            let value = eval(&pool, term, now);
            match update.changed(&mut pool, term) {
                Some(changed) => assert_eq!(changed, value),
                None => {
                    kept += 1;
                    assert_eq!(eval(&pool, term, before), value);
                }
            }
        }
        assert!(kept > 0);
    }
}
