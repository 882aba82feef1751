//! Tries all values, where they are few: of a byte or two, as most conditions of a program that reads text are
//! about. Products and quotients of two unknowns are hard for a solver even then.

use rustc_hash::FxHashSet;

use crate::bits::Bits;
use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::chain::LowerLayers;
use crate::solver::layer::Layer;
use crate::solver::layer::byte_domain::ByteTables;
use crate::solver::{Effort, Query, Verdict};
use crate::sort::Sort;
use crate::term::{Op, SymbolId, TermId};
use crate::value::Value;

/// Terms that are evaluated before the layers below are asked: what they take at least...
const SOON: u64 = 20_000;
/// ...and some milliseconds, for what is hard for them.
const SOON_IF_HARD: u64 = 200_000;
/// Terms that are evaluated if those have no answer: some seconds.
const AT_LAST: u64 = 30_000_000;

/// A layer that tries all models of queries about few values, and of any that those below give up.
#[derive(Default)]
pub(in crate::solver) struct TryAll {
    tables: ByteTables,
}

/// What there is to try.
struct SearchSpace {
    symbols: Vec<Candidates>,
    /// How many models there are.
    models: u64,
    /// How many terms there are to evaluate in each.
    terms: u64,
    /// Is there a product or a quotient of two unknowns?
    hard: bool,
}

/// What a symbol may be.
struct Candidates {
    symbol: SymbolId,
    sort: Sort,
    /// What the constraints about it alone leave of a byte's values; nothing, if it may be anything of its sort.
    left: Option<Vec<usize>>,
}

impl Layer for TryAll {
    fn check(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        below: &mut LowerLayers<'_>,
    ) -> Verdict {
        let space = SearchSpace::of(pool, &mut self.tables, query);
        if let Some(space) = space.as_ref().filter(|space| space.is_small()) {
            return space.search(pool, query);
        }
        match (below.check(pool, query), space) {
            (Verdict::Unknown(_), Some(space))
                if query.effort == Effort::Full && space.work() <= AT_LAST =>
            {
                space.search(pool, query)
            }
            (verdict, _) => verdict,
        }
    }
}

impl SearchSpace {
    /// That of a query about few values.
    fn of(pool: &mut TermPool, tables: &mut ByteTables, query: Query<'_>) -> Option<SearchSpace> {
        const MOST_MODELS: u64 = 1 << 20;
        let constraints = query.constraints(pool);
        let left = tables.left(pool, &constraints);
        let mut symbols = Vec::new();
        let mut models: u64 = 1;
        for symbol in query.symbols(pool) {
            let left = left.get(&symbol).map(|left| left.values().collect());
            let candidates = Candidates { symbol, sort: pool.symbol_info(symbol).sort, left };
            models = models.checked_mul(candidates.count()?).filter(|&it| it <= MOST_MODELS)?;
            symbols.push(candidates);
        }
        let all = terms(pool, query)?;
        let hard = all.iter().any(|&term| is_hard(pool, term));
        Some(SearchSpace { symbols, models, terms: all.len() as u64, hard })
    }

    /// How many terms are evaluated for all models, at most.
    fn work(&self) -> u64 {
        self.models * self.terms
    }

    fn is_small(&self) -> bool {
        self.work() <= if self.hard { SOON_IF_HARD } else { SOON }
    }

    /// The first model that satisfies a query.
    fn search(&self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        for number in 0..self.models {
            let model = self.model(number);
            pool.count_steps(self.terms / 4);
            if query.holds(pool, &model) {
                return Verdict::Sat(model);
            }
        }
        Verdict::Unsat
    }

    fn model(&self, mut number: u64) -> Model {
        let mut model = Model::new();
        for candidates in &self.symbols {
            let count = candidates.count().unwrap_or(1);
            model.set(candidates.symbol, candidates.value((number % count) as usize));
            number /= count;
        }
        model
    }
}

impl Candidates {
    /// How many there are, if they can be counted.
    fn count(&self) -> Option<u64> {
        match (&self.left, self.sort) {
            (Some(left), _) => Some(left.len() as u64),
            (None, Sort::Bool) => Some(2),
            (None, Sort::Bits(width)) => 1u64.checked_shl(width),
            (None, Sort::Array { .. }) => None,
        }
    }

    fn value(&self, index: usize) -> Value {
        let number = self.left.as_ref().map_or(index, |left| left[index]);
        match self.sort {
            Sort::Bits(width) => Value::Bits(Bits::new(width, number as u64)),
            _ => Value::Bool(number == 1),
        }
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
