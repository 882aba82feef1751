//! Tries all values, where they are few: of a byte or two, as most conditions of a program that reads text are
//! about. Products and quotients of two unknowns are hard for a solver even then.

use rustc_hash::FxHashSet;

use crate::bits::Bits;
use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::chain::LowerLayers;
use crate::solver::layer::Layer;
use crate::solver::{Effort, Query, Verdict};
use crate::sort::Sort;
use crate::term::{Op, SymbolId, TermId};
use crate::value::Value;

/// Terms that are evaluated before the layers below are asked: some milliseconds.
const SOON: u64 = 200_000;
/// Terms that are evaluated if those have no answer: some seconds.
const AT_LAST: u64 = 30_000_000;

/// A layer that tries all models of hard queries about few bits, and of any that those below give up.
#[derive(Default)]
pub(in crate::solver) struct TryAll;

/// What there is to try.
struct Domain {
    symbols: Vec<(SymbolId, Sort)>,
    /// How many models there are.
    models: u64,
    /// How many terms are evaluated for all of them, at most.
    work: u64,
    /// Is there a product or a quotient of two unknowns?
    hard: bool,
}

impl Layer for TryAll {
    fn check(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        below: &mut LowerLayers<'_>,
    ) -> Verdict {
        let domain = Domain::of(pool, query);
        if let Some(domain) = domain.as_ref().filter(|domain| domain.hard && domain.work <= SOON) {
            return domain.search(pool, query);
        }
        match (below.check(pool, query), domain) {
            (Verdict::Unknown(_), Some(domain))
                if query.effort == Effort::Full && domain.work <= AT_LAST =>
            {
                domain.search(pool, query)
            }
            (verdict, _) => verdict,
        }
    }
}

impl Domain {
    /// The domain of a query about few bits.
    fn of(pool: &mut TermPool, query: Query<'_>) -> Option<Domain> {
        const MOST_BITS: u32 = 20;
        let symbols = query.symbols(pool);
        let sort_of = |symbol| (symbol, pool.symbol_info(symbol).sort);
        let symbols: Vec<_> = symbols.into_iter().map(sort_of).collect();
        let bits = symbols.iter().map(|&(_, sort)| match sort {
            Sort::Bool => Some(1),
            Sort::Bits(width) => Some(width),
            Sort::Array { .. } => None,
        });
        let bits = bits.sum::<Option<u32>>().filter(|&bits| bits <= MOST_BITS)?;
        let terms = terms(pool, query)?;
        let hard = terms.iter().any(|&term| is_hard(pool, term));
        Some(Domain { symbols, models: 1 << bits, work: (terms.len() as u64) << bits, hard })
    }

    /// The first model that satisfies a query.
    fn search(&self, pool: &TermPool, query: Query<'_>) -> Verdict {
        for number in 0..self.models {
            let model = self.model(number);
            if query.holds(pool, &model) {
                return Verdict::Sat(model);
            }
        }
        Verdict::Unsat
    }

    fn model(&self, mut number: u64) -> Model {
        let mut model = Model::new();
        for &(symbol, sort) in &self.symbols {
            let (value, width) = match sort {
                Sort::Bits(width) => {
                    (Value::Bits(Bits::new(width, number & ((1 << width) - 1))), width)
                }
                _ => (Value::Bool(number & 1 == 1), 1),
            };
            model.set(symbol, value);
            number >>= width;
        }
        model
    }
}

/// All terms of a query, unless a function is among them that could be anything.
fn terms(pool: &TermPool, query: Query<'_>) -> Option<FxHashSet<TermId>> {
    let mut found = FxHashSet::default();
    let mut pending = query.constraints(pool);
    while let Some(next) = pending.pop() {
        if matches!(pool.op(next), Op::Apply(_)) {
            return None;
        }
        if found.insert(next) {
            pending.extend(pool.args(next));
        }
    }
    Some(found)
}

fn is_hard(pool: &TermPool, term: TermId) -> bool {
    let product = matches!(pool.op(term), Op::Mul | Op::UDiv | Op::URem | Op::SDiv | Op::SRem);
    product && pool.args(term).iter().all(|&arg| pool.as_bits(arg).is_none())
}
