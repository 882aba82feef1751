//! What is below what: comparisons of two terms that neither is a constant of, and what follows from several of them.
//!
//! A program that sorts or searches asks for little else, and to a solver each such question is a search over all
//! bits.

use rustc_hash::FxHashSet;

use crate::pool::TermPool;
use crate::solver::layer::facts::TermMap;
use crate::term::{Op, TermId};

/// How many terms are looked at for one question.
const FURTHEST: usize = 1000;

/// Both orders of the terms.
#[derive(Clone, Default)]
pub(super) struct Orders {
    unsigned: OrderGraph,
    signed: OrderGraph,
}

impl Orders {
    /// Learns that a comparison of two terms holds.
    pub(super) fn learn(&mut self, pool: &TermPool, op: Op, a: TermId, b: TermId) {
        if pool.op(a).is_constant() || pool.op(b).is_constant() {
            return;
        }
        match op {
            Op::ULt | Op::ULe => self.unsigned.add(a, b, op == Op::ULt),
            Op::SLt | Op::SLe => self.signed.add(a, b, op == Op::SLt),
            _ => {
                for order in [&mut self.unsigned, &mut self.signed] {
                    order.add(a, b, false);
                    order.add(b, a, false);
                }
            }
        }
    }

    /// What follows for a comparison.
    pub(super) fn decide(&self, op: Op, a: TermId, b: TermId) -> Option<bool> {
        match op {
            Op::ULt => self.unsigned.less(a, b),
            Op::ULe => self.unsigned.less(b, a).map(|less| !less),
            Op::SLt => self.signed.less(a, b),
            Op::SLe => self.signed.less(b, a).map(|less| !less),
            _ => self.unsigned.equal(a, b).or_else(|| self.signed.equal(a, b)),
        }
    }
}

/// Terms, and those known to be no less than they are.
#[derive(Clone, Default)]
struct OrderGraph {
    above: TermMap<Vec<Above>>,
}

#[derive(Clone, Copy)]
struct Above {
    term: TermId,
    /// Is it more, and never the same?
    strictly: bool,
}

/// How one term is below another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strictness {
    Strictly,
    OrEqual,
}

impl OrderGraph {
    fn add(&mut self, a: TermId, b: TermId, strictly: bool) {
        let above = Above { term: b, strictly };
        match self.above.get_mut(&a) {
            Some(known) => known.push(above),
            None => self.above.insert_mut(a, vec![above]),
        }
    }

    fn less(&self, a: TermId, b: TermId) -> Option<bool> {
        if self.below(a, b) == Some(Strictness::Strictly) {
            return Some(true);
        }
        self.below(b, a).map(|_| false)
    }

    fn equal(&self, a: TermId, b: TermId) -> Option<bool> {
        match (self.below(a, b), self.below(b, a)) {
            (Some(Strictness::Strictly), _) | (_, Some(Strictness::Strictly)) => Some(false),
            (Some(Strictness::OrEqual), Some(Strictness::OrEqual)) => Some(true),
            _ => None,
        }
    }

    /// Is there a way up from `a` to `b`? One with a strict step is found if there is one.
    fn below(&self, a: TermId, b: TermId) -> Option<Strictness> {
        if !self.above.contains_key(&a) {
            return (a == b).then_some(Strictness::OrEqual);
        }
        let mut seen = FxHashSet::from_iter([(a, false)]);
        let mut pending = vec![(a, false)];
        let mut found = None;
        while let Some((term, strictly)) = pending.pop() {
            if term == b && strictly {
                return Some(Strictness::Strictly);
            }
            if term == b {
                found = Some(Strictness::OrEqual);
            }
            for above in self.above.get(&term).into_iter().flatten() {
                let next = (above.term, strictly || above.strictly);
                if seen.len() < FURTHEST && seen.insert(next) {
                    pending.push(next);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::Orders;
    use crate::pool::TermPool;
    use crate::sort::Sort;
    use crate::term::Op;

    #[test]
    fn orders_are_transitive() {
        let mut pool = TermPool::new();
        let [a, b, c, d, e] =
            ["a", "b", "c", "d", "e"].map(|name| pool.symbol(name, Sort::Bits(8)));
        let mut orders = Orders::default();
        orders.learn(&pool, Op::SLe, a, b);
        orders.learn(&pool, Op::SLt, b, c);
        orders.learn(&pool, Op::Eq, c, d);
        for (op, x, y, expected) in [
            (Op::SLt, a, d, Some(true)),
            (Op::SLe, a, b, Some(true)),
            (Op::SLt, b, a, Some(false)),
            (Op::SLt, a, b, None),
            (Op::SLe, d, a, Some(false)),
            (Op::SLe, b, a, None),
            (Op::Eq, a, c, Some(false)),
            (Op::Eq, c, d, Some(true)),
            (Op::Eq, a, b, None),
            (Op::ULe, c, d, Some(true)),
            (Op::ULt, b, c, None),
            (Op::SLt, a, e, None),
        ] {
            assert_eq!(orders.decide(op, x, y), expected, "{op:?} {x:?} {y:?}");
        }
    }
}
