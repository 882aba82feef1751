//! What a conjunction says about terms: which constants they equal, where they lie, and which is below which; and about
//! bytes, exactly.
//!
//! Facts are persistent: those of a conjunction share all with those of the one before it but what its newest condition
//! says.

use std::cell::RefCell;
use std::hash::BuildHasherDefault;

use rpds::HashTrieMapSync;
use rustc_hash::{FxHashMap, FxHasher};

use crate::bits::Bits;
use crate::conjunction::Conjunction;
use crate::pool::TermPool;
use crate::solver::layer::bounds::Bounds;
use crate::solver::layer::byte_domain::{ByteDomain, ByteTables};
use crate::solver::layer::order::Orders;
use crate::sort::Sort;
use crate::term::{Op, SymbolId, TermId};

/// A map from terms whose copies share what they have in common.
pub(super) type TermMap<V> = HashTrieMapSync<TermId, V, BuildHasherDefault<FxHasher>>;

/// What the conditions of a conjunction say.
#[derive(Clone, Default)]
pub(super) struct Facts {
    /// The conditions, as far as they say more than those before them.
    pub telling: Conjunction,
    /// Terms and the constants they equal.
    known: TermMap<TermId>,
    bounds: TermMap<Bounds>,
    orders: Orders,
    /// Of bytes that conditions are about.
    domains: HashTrieMapSync<SymbolId, ByteDomain, BuildHasherDefault<FxHasher>>,
}

/// Bounds of terms that follow from facts, found so far.
type Derived = RefCell<FxHashMap<TermId, Bounds>>;

impl Facts {
    /// These, and what another condition says.
    pub(super) fn with(
        &self,
        pool: &mut TermPool,
        tables: &mut ByteTables,
        condition: TermId,
    ) -> Facts {
        let mut facts = self.clone();
        let simpler = self.simplify(pool, tables, condition);
        if pool.as_bool(simpler) != Some(true) {
            facts.telling = pool.conjoin(self.telling, simpler);
            facts.learn_truth(pool, condition);
            facts.learn(pool, tables, simpler);
        }
        facts
    }

    /// A term that is equal where the facts hold.
    pub(super) fn simplify(
        &self,
        pool: &mut TermPool,
        tables: &mut ByteTables,
        term: TermId,
    ) -> TermId {
        let derived = Derived::default();
        let known = |term: TermId| self.known.get(&term).copied();
        pool.rewrite_bottom_up(term, &mut FxHashMap::default(), known, |pool, term| {
            let term = known(term).unwrap_or(term);
            let decided = self.decide(pool, &derived, term).map(|decided| pool.bool(decided));
            decided.or_else(|| self.by_domain(pool, tables, term)).unwrap_or(term)
        })
    }

    /// The constant that a term about one byte is.
    fn by_domain(
        &self,
        pool: &mut TermPool,
        tables: &mut ByteTables,
        term: TermId,
    ) -> Option<TermId> {
        if self.domains.is_empty() || pool.op(term).is_constant() {
            return None;
        }
        let domain = self.domains.get(&ByteTables::byte_of(pool, term)?)?;
        tables.constant(pool, term, domain)
    }

    fn learn(&mut self, pool: &mut TermPool, tables: &mut ByteTables, assumption: TermId) {
        if pool.op(assumption) == Op::And {
            self.learn_truth(pool, assumption);
            for part in pool.args(assumption).to_vec() {
                self.learn_part(pool, tables, part);
            }
        } else {
            self.learn_part(pool, tables, assumption);
        }
    }

    fn learn_part(&mut self, pool: &mut TermPool, tables: &mut ByteTables, part: TermId) {
        self.learn_truth(pool, part);
        self.learn_domain(pool, tables, part);
        match (pool.op(part), pool.args(part)) {
            (Op::Not, &[negated]) => self.learn_unequal(pool, negated),
            (Op::Eq, &[constant, term]) if pool.op(constant).is_constant() => {
                self.know(pool, term, constant)
            }
            (op @ (Op::ULt | Op::ULe | Op::SLt | Op::SLe), &[a, b]) => {
                self.orders.learn(pool, op, a, b);
                self.learn_order(pool, op, a, b);
            }
            (Op::Eq, &[a, b]) => self.orders.learn(pool, Op::Eq, a, b),
            _ => {}
        }
    }

    /// A condition about one byte leaves only some of its values.
    fn learn_domain(&mut self, pool: &mut TermPool, tables: &mut ByteTables, condition: TermId) {
        let before = |symbol: SymbolId| self.domains.get(&symbol).copied();
        let Some((symbol, left)) = tables.narrowed(pool, condition, before) else { return };
        // If nothing is left, the conditions contradict each other, and anything follows: backends say so.
        if !left.is_empty() {
            self.domains.insert_mut(symbol, left);
        }
    }

    /// A condition holds, and its negation doesn't.
    fn learn_truth(&mut self, pool: &mut TermPool, condition: TermId) {
        let (yes, no, negation) = (pool.bool(true), pool.bool(false), pool.not(condition));
        self.know(pool, condition, yes);
        self.know(pool, negation, no);
    }

    fn know(&mut self, pool: &TermPool, term: TermId, constant: TermId) {
        if !pool.op(term).is_constant() {
            self.known.insert_mut(term, constant);
        }
    }

    /// a < b raises b above the lowest a, and pushes a below the highest b.
    fn learn_order(&mut self, pool: &TermPool, op: Op, a: TermId, b: TermId) {
        let derived = Derived::default();
        let [low, high] = [a, b].map(|term| self.bounds_of(pool, &derived, term));
        let (low, high) = low.below(high, op);
        self.bounds.insert_mut(a, low);
        self.bounds.insert_mut(b, high);
    }

    /// A bound that is excluded moves by one.
    fn learn_unequal(&mut self, pool: &TermPool, equality: TermId) {
        let Some([constant, term]) = pool.pair_of(equality, Op::Eq) else { return };
        let Some(value) = pool.as_bits(constant) else { return };
        let bounds = self.bounds_of(pool, &Derived::default(), term).without(&value);
        self.bounds.insert_mut(term, bounds);
    }

    /// What is known about a comparison.
    fn decide(&self, pool: &TermPool, derived: &Derived, term: TermId) -> Option<bool> {
        let op = pool.op(term);
        let &[a, b] = pool.args(term) else { return None };
        if !matches!(op, Op::Eq | Op::ULt | Op::ULe | Op::SLt | Op::SLe)
            || pool.sort(a) == Sort::Bool
        {
            return None;
        }
        let [low, high] = [a, b].map(|term| self.bounds_of(pool, derived, term));
        low.compare(op, &high).or_else(|| self.orders.decide(op, a, b))
    }

    fn bounds_of(&self, pool: &TermPool, derived: &Derived, term: TermId) -> Bounds {
        self.bounds_within(pool, derived, term, DEEPEST)
    }

    fn bounds_within(&self, pool: &TermPool, derived: &Derived, term: TermId, fuel: u32) -> Bounds {
        if let Some(constant) = pool.as_bits(term) {
            return Bounds::exactly(&constant);
        }
        if let Some(bounds) = self.bounds.get(&term) {
            return bounds.clone();
        }
        if let Some(bounds) = derived.borrow().get(&term) {
            return bounds.clone();
        }
        let Some(fuel) = fuel.checked_sub(1) else { return Bounds::all(pool.width(term)) };
        let bounds = self.derive(pool, derived, term, fuel);
        derived.borrow_mut().insert(term, bounds.clone());
        bounds
    }

    /// What the operands' bounds say about a term.
    fn derive(&self, pool: &TermPool, derived: &Derived, term: TermId, fuel: u32) -> Bounds {
        let width = pool.width(term);
        let of = |arg| self.bounds_within(pool, derived, arg, fuel);
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
    use super::{ByteTables, Facts};
    use crate::pool::TermPool;
    use crate::sort::Sort;

    /// A number read digit by digit is not too large for as many digits as fit.
    #[test]
    fn bounds_of_digits_add_up() {
        let mut pool = TermPool::new();
        let (mut facts, mut tables) = (Facts::default(), ByteTables::default());
        let mut value = pool.bits(64, 0);
        let (ten, limit) = (pool.bits(64, 10), pool.bits(64, u64::MAX / 10));
        for digits in 0..18 {
            let digit = pool.symbol(&format!("digit {digits}"), Sort::Bits(32));
            let below = pool.bits(32, 10);
            let below_ten = pool.ult(digit, below);
            facts = facts.with(&mut pool, &mut tables, below_ten);
            let small = pool.ule(value, limit);
            let implied = facts.simplify(&mut pool, &mut tables, small);
            assert_eq!(pool.as_bool(implied), Some(true), "{digits} digits");
            facts = facts.with(&mut pool, &mut tables, small);
            let digit = pool.zero_extend(64, digit);
            let product = pool.mul(value, ten);
            value = pool.add(product, digit);
        }
        assert_eq!(pool.conjunction_len(facts.telling), 18);
    }
}
