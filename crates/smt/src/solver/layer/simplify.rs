//! Simplifies the goal by what the assumptions say: terms that must equal a constant, conditions that are known
//! to hold or not, and bounds and orders of terms that decide comparisons.
//!
//! Assumptions that those before them imply are left out: what a program checks again and again would only burden
//! the backend. The others are passed on as they are, so that the layers below see the same ones in each query of a
//! path.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::pool::TermPool;
use crate::solver::chain::Below;
use crate::solver::layer::Layer;
use crate::solver::layer::bounds::Bounds;
use crate::solver::layer::order::Orders;
use crate::solver::{Query, Verdict};
use crate::sort::Sort;
use crate::term::{Op, TermId};

/// A layer that makes the goal smaller.
#[derive(Default)]
pub(in crate::solver) struct Simplify {
    facts: Facts,
}

impl Layer for Simplify {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>, below: &mut Below<'_>) -> Verdict {
        self.facts.follow(pool, query.assumptions);
        let goal = self.facts.simplify(pool, query.goal);
        if pool.as_bool(goal) == Some(false) {
            return Verdict::Unsat;
        }
        let assumptions = &self.facts.telling;
        below.check(pool, Query { assumptions, goal, ..query })
    }
}

/// What a list of assumptions says.
#[derive(Default)]
struct Facts {
    assumptions: Vec<TermId>,
    /// Those that say more than the ones before them.
    telling: Vec<TermId>,
    /// Terms and the constants they equal.
    known: FxHashMap<TermId, TermId>,
    bounds: FxHashMap<TermId, Bounds>,
    orders: Orders,
    /// What follows from `bounds` for the terms made of these.
    derived: RefCell<FxHashMap<TermId, Bounds>>,
    /// `known`, and what other terms became by it.
    simplified: FxHashMap<TermId, TermId>,
}

impl Facts {
    /// Learns these assumptions: only the new ones, if they continue those of last time.
    fn follow(&mut self, pool: &mut TermPool, assumptions: &[TermId]) {
        if !assumptions.starts_with(&self.assumptions) {
            *self = Facts::default();
        }
        let new = &assumptions[self.assumptions.len()..];
        if new.is_empty() {
            return;
        }
        for &assumption in new {
            if !self.implies(pool, assumption) {
                self.telling.push(assumption);
                self.learn(pool, assumption);
            }
        }
        self.assumptions.extend_from_slice(new);
        self.simplified = self.known.clone();
        self.derived.get_mut().clear();
    }

    /// Do the facts say that a condition holds? A quick look: its parts are not taken apart.
    fn implies(&self, pool: &TermPool, condition: TermId) -> bool {
        let holds = |part: TermId| match self.known.get(&part) {
            Some(&constant) => pool.as_bool(constant) == Some(true),
            None => self.decide(pool, part) == Some(true),
        };
        match pool.op(condition) {
            Op::Bool(value) => value,
            Op::And => pool.args(condition).iter().all(|&part| holds(part)),
            _ => holds(condition),
        }
    }

    fn learn(&mut self, pool: &mut TermPool, assumption: TermId) {
        let (yes, no) = (pool.bool(true), pool.bool(false));
        let negation = pool.not(assumption);
        self.know(pool, assumption, yes);
        self.know(pool, negation, no);
        let parts = match pool.op(assumption) {
            Op::And => pool.args(assumption).to_vec(),
            _ => vec![assumption],
        };
        parts.into_iter().for_each(|part| self.learn_part(pool, part));
    }

    fn learn_part(&mut self, pool: &mut TermPool, part: TermId) {
        let (yes, no) = (pool.bool(true), pool.bool(false));
        self.know(pool, part, yes);
        match (pool.op(part), pool.args(part)) {
            (Op::Not, &[negated]) => {
                self.know(pool, negated, no);
                self.learn_unequal(pool, negated);
            }
            (Op::Eq, &[constant, term]) if pool.op(constant).is_constant() => {
                self.know(pool, term, constant)
            }
            (op @ (Op::ULt | Op::ULe | Op::SLt | Op::SLe), &[a, b]) => {
                let converse = pool.not(part);
                self.know(pool, converse, no);
                self.orders.learn(pool, op, a, b);
                self.learn_order(pool, op, a, b);
            }
            (Op::Eq, &[a, b]) => self.orders.learn(pool, Op::Eq, a, b),
            _ => {}
        }
    }

    fn know(&mut self, pool: &TermPool, term: TermId, constant: TermId) {
        if !pool.op(term).is_constant() {
            self.known.insert(term, constant);
        }
    }

    /// a < b raises b above the lowest a, and pushes a below the highest b.
    fn learn_order(&mut self, pool: &TermPool, op: Op, a: TermId, b: TermId) {
        let (low, high) = (self.bounds_of(pool, a), self.bounds_of(pool, b));
        let (low, high) = low.below(high, op);
        self.bounds.insert(a, low);
        self.bounds.insert(b, high);
    }

    /// A bound that is excluded moves by one.
    fn learn_unequal(&mut self, pool: &TermPool, equality: TermId) {
        let Some([constant, term]) = pool.pair_of(equality, Op::Eq) else { return };
        let Some(value) = pool.as_bits(constant) else { return };
        let bounds = self.bounds_of(pool, term).without(&value);
        self.bounds.insert(term, bounds);
    }

    fn simplify(&mut self, pool: &mut TermPool, goal: TermId) -> TermId {
        let mut simplified = std::mem::take(&mut self.simplified);
        let goal = pool.rewrite_bottom_up(goal, &mut simplified, |pool, term| {
            let term = self.known.get(&term).copied().unwrap_or(term);
            self.decide(pool, term).map_or(term, |decided| pool.bool(decided))
        });
        self.simplified = simplified;
        goal
    }

    /// What is known about a comparison.
    fn decide(&self, pool: &TermPool, term: TermId) -> Option<bool> {
        let op = pool.op(term);
        let &[a, b] = pool.args(term) else { return None };
        if !matches!(op, Op::Eq | Op::ULt | Op::ULe | Op::SLt | Op::SLe)
            || pool.sort(a) == Sort::Bool
        {
            return None;
        }
        let by_bounds = self.bounds_of(pool, a).compare(op, &self.bounds_of(pool, b));
        by_bounds.or_else(|| self.orders.decide(op, a, b))
    }

    fn bounds_of(&self, pool: &TermPool, term: TermId) -> Bounds {
        self.bounds_within(pool, term, DEEPEST)
    }

    fn bounds_within(&self, pool: &TermPool, term: TermId, fuel: u32) -> Bounds {
        if let Some(constant) = pool.as_bits(term) {
            return Bounds::exactly(&constant);
        }
        if let Some(bounds) = self.bounds.get(&term) {
            return bounds.clone();
        }
        if let Some(bounds) = self.derived.borrow().get(&term) {
            return bounds.clone();
        }
        let Some(fuel) = fuel.checked_sub(1) else { return Bounds::all(pool.width(term)) };
        let bounds = self.derive(pool, term, fuel);
        self.derived.borrow_mut().insert(term, bounds.clone());
        bounds
    }

    /// What the operands' bounds say about a term.
    fn derive(&self, pool: &TermPool, term: TermId, fuel: u32) -> Bounds {
        let width = pool.width(term);
        let of = |arg| self.bounds_within(pool, arg, fuel);
        match (pool.op(term), pool.args(term)) {
            (Op::ZeroExtend, &[inner]) => of(inner).zero_extend(width),
            (Op::SignExtend, &[inner]) => of(inner).sign_extend(width),
            (Op::Add, &[a, b]) => match pool.as_bits(a) {
                Some(offset) => of(b).shift(&offset),
                None => of(a).add(&of(b)),
            },
            (Op::Mul, &[a, b]) => of(a).mul(&of(b)),
            (Op::Neg, &[a]) => of(a).mul(&Bounds::exactly(&Bits::ones(width))),
            (Op::Ite, &[_, a, b]) => of(a).join(&of(b)),
            _ => Bounds::all(width),
        }
    }
}

/// How deep into a term its bounds are looked for.
const DEEPEST: u32 = 200;

#[cfg(test)]
mod tests {
    use super::Facts;
    use crate::pool::TermPool;
    use crate::sort::Sort;

    /// A number read digit by digit is not too large for as many digits as fit.
    #[test]
    fn bounds_of_digits_add_up() {
        let mut pool = TermPool::new();
        let mut facts = Facts::default();
        let mut assumptions = Vec::new();
        let mut value = pool.bits(64, 0);
        let (ten, limit) = (pool.bits(64, 10), pool.bits(64, u64::MAX / 10));
        for digits in 0..18 {
            let digit = pool.symbol(&format!("digit {digits}"), Sort::Bits(32));
            let below = pool.bits(32, 10);
            assumptions.push(pool.ult(digit, below));
            facts.follow(&mut pool, &assumptions);
            let small = pool.ule(value, limit);
            assert!(facts.implies(&pool, small), "{digits} digits");
            assumptions.push(small);
            let digit = pool.zero_extend(64, digit);
            let product = pool.mul(value, ten);
            value = pool.add(product, digit);
        }
        assert_eq!(facts.telling.len(), 18);
    }
}
