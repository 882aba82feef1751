//! Simplifies the goal by what the assumptions say: terms that must equal a constant, conditions that are known
//! to hold or not, and bounds of terms that decide comparisons.
//!
//! The assumptions themselves are left alone, so that the layers below see the same ones in each query of a path.

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::pool::TermPool;
use crate::solver::{LayerStats, Query, Solver, Verdict};
use crate::sort::Sort;
use crate::term::{Op, TermId};

/// A layer that makes the goal smaller.
pub struct Simplify<S> {
    below: S,
    facts: Facts,
    stats: LayerStats,
}

impl<S: Solver> Simplify<S> {
    pub fn new(below: S) -> Simplify<S> {
        Simplify { below, facts: Facts::default(), stats: LayerStats::new("simplify") }
    }
}

impl<S: Solver> Solver for Simplify<S> {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        self.facts.follow(pool, query.assumptions);
        let goal = self.facts.simplify(pool, query.goal);
        if pool.as_bool(goal) == Some(false) {
            return self.stats.answer(Verdict::Unsat);
        }
        let verdict = self.below.check(pool, Query { goal, ..query });
        self.stats.pass(verdict)
    }

    fn stats(&self) -> Vec<LayerStats> {
        self.stats.above(&self.below)
    }
}

/// What a list of assumptions says.
#[derive(Default)]
struct Facts {
    assumptions: Vec<TermId>,
    /// Terms and the constants they equal.
    known: FxHashMap<TermId, TermId>,
    bounds: FxHashMap<TermId, Bounds>,
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
            self.learn(pool, assumption);
        }
        self.assumptions.extend_from_slice(new);
        self.simplified = self.known.clone();
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
                self.learn_order(pool, op, a, b);
            }
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
        let (mut low, mut high) = (self.bounds_of(pool, a), self.bounds_of(pool, b));
        let strict = matches!(op, Op::ULt | Op::SLt);
        match op {
            Op::ULt | Op::ULe => {
                Interval::order(&mut low.unsigned, &mut high.unsigned, strict, &UNSIGNED)
            }
            _ => Interval::order(&mut low.signed, &mut high.signed, strict, &SIGNED),
        }
        self.bounds.insert(a, low.tighten());
        self.bounds.insert(b, high.tighten());
    }

    /// A bound that is excluded moves by one.
    fn learn_unequal(&mut self, pool: &TermPool, equality: TermId) {
        let Some([constant, term]) = pool.pair_of(equality, Op::Eq) else { return };
        let Some(value) = pool.as_bits(constant) else { return };
        let mut bounds = self.bounds_of(pool, term);
        bounds.unsigned.exclude(&value);
        bounds.signed.exclude(&value);
        self.bounds.insert(term, bounds.tighten());
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

    /// What the bounds of its operands say about a comparison.
    fn decide(&self, pool: &TermPool, term: TermId) -> Option<bool> {
        let op = pool.op(term);
        let &[a, b] = pool.args(term) else { return None };
        if !matches!(op, Op::Eq | Op::ULt | Op::ULe | Op::SLt | Op::SLe)
            || pool.sort(a) == Sort::Bool
        {
            return None;
        }
        let (a, b) = (self.bounds_of(pool, a), self.bounds_of(pool, b));
        match op {
            Op::ULt => a.unsigned.less(&b.unsigned, &UNSIGNED),
            Op::ULe => b.unsigned.less(&a.unsigned, &UNSIGNED).map(|less| !less),
            Op::SLt => a.signed.less(&b.signed, &SIGNED),
            Op::SLe => b.signed.less(&a.signed, &SIGNED).map(|less| !less),
            _ => a.disjoint(&b).then_some(false),
        }
    }

    fn bounds_of(&self, pool: &TermPool, term: TermId) -> Bounds {
        if let Some(constant) = pool.as_bits(term) {
            return Bounds::exactly(&constant);
        }
        if let Some(bounds) = self.bounds.get(&term) {
            return bounds.clone();
        }
        let width = pool.width(term);
        match (pool.op(term), pool.args(term)) {
            (Op::ZeroExtend, &[inner]) => self.bounds_of(pool, inner).zero_extend(width),
            (Op::SignExtend, &[inner]) => self.bounds_of(pool, inner).sign_extend(width),
            (Op::Add, &[constant, inner]) => match pool.as_bits(constant) {
                Some(offset) => self.bounds_of(pool, inner).shift(&offset),
                None => Bounds::all(width),
            },
            _ => Bounds::all(width),
        }
    }
}

/// Where a term lies, as an unsigned and as a signed number.
#[derive(Clone)]
struct Bounds {
    unsigned: Interval,
    signed: Interval,
}

/// From `low` to `high`, both included, in the order of whoever uses it; empty if they are the wrong way round.
#[derive(Clone, PartialEq)]
struct Interval {
    low: Bits,
    high: Bits,
}

/// One of the two orders.
struct Order {
    less: fn(&Bits, &Bits) -> bool,
    lowest: fn(u32) -> Bits,
    highest: fn(u32) -> Bits,
}

const UNSIGNED: Order =
    Order { less: |a, b| a.compare(b).is_lt(), lowest: Bits::zero, highest: Bits::ones };
const SIGNED: Order = Order {
    less: |a, b| a.compare_signed(b).is_lt(),
    lowest: Bits::min_signed,
    highest: Bits::max_signed,
};

impl Bounds {
    fn all(width: u32) -> Bounds {
        let all =
            |order: Order| Interval { low: (order.lowest)(width), high: (order.highest)(width) };
        Bounds { unsigned: all(UNSIGNED), signed: all(SIGNED) }
    }

    fn exactly(value: &Bits) -> Bounds {
        let only = Interval { low: value.clone(), high: value.clone() };
        Bounds { unsigned: only.clone(), signed: only }
    }

    fn zero_extend(&self, width: u32) -> Bounds {
        let Interval { low, high } = &self.unsigned;
        let extended = Interval { low: low.zero_extend(width), high: high.zero_extend(width) };
        Bounds { unsigned: extended.clone(), signed: extended }
    }

    fn sign_extend(&self, width: u32) -> Bounds {
        let Interval { low, high } = &self.signed;
        let signed = Interval { low: low.sign_extend(width), high: high.sign_extend(width) };
        Bounds { signed, ..Bounds::all(width) }.tighten()
    }

    fn shift(&self, offset: &Bits) -> Bounds {
        let all = Bounds::all(offset.width());
        let unsigned = self.unsigned.shift(offset, &UNSIGNED).unwrap_or(all.unsigned);
        let signed = self.signed.shift(offset, &SIGNED).unwrap_or(all.signed);
        Bounds { unsigned, signed }.tighten()
    }

    /// Lets each order profit from the other: within one half of the numbers, both are the same.
    fn tighten(mut self) -> Bounds {
        if self.unsigned.low.sign() == self.unsigned.high.sign() {
            self.signed = self.signed.intersect(&self.unsigned, &SIGNED);
        }
        if self.signed.low.sign() == self.signed.high.sign() {
            self.unsigned = self.unsigned.intersect(&self.signed, &UNSIGNED);
        }
        self
    }

    fn disjoint(&self, other: &Bounds) -> bool {
        let apart = |a: &Interval, b: &Interval, order: &Order| {
            (order.less)(&a.high, &b.low) || (order.less)(&b.high, &a.low)
        };
        apart(&self.unsigned, &other.unsigned, &UNSIGNED)
            || apart(&self.signed, &other.signed, &SIGNED)
    }
}

impl Interval {
    fn intersect(&self, other: &Interval, order: &Order) -> Interval {
        let low = if (order.less)(&self.low, &other.low) { &other.low } else { &self.low };
        let high = if (order.less)(&other.high, &self.high) { &other.high } else { &self.high };
        Interval { low: low.clone(), high: high.clone() }
    }

    /// All numbers plus the offset, unless some of them, but not all, wrap round.
    fn shift(&self, offset: &Bits, order: &Order) -> Option<Interval> {
        let moved = Interval { low: self.low.add(offset), high: self.high.add(offset) };
        let in_order = |interval: &Interval| !(order.less)(&interval.high, &interval.low);
        (in_order(self) && in_order(&moved)).then_some(moved)
    }

    /// Narrows both to where `self` may be below `other`, or equal unless `strict`.
    fn order(a: &mut Interval, b: &mut Interval, strict: bool, order: &Order) {
        let one = Bits::one(a.low.width());
        let step = |value: &Bits, limit: Bits, step: Bits| {
            if strict && *value != limit { value.add(&step) } else { value.clone() }
        };
        let above = step(&a.low, (order.highest)(one.width()), one.clone());
        let below = step(&b.high, (order.lowest)(one.width()), one.neg());
        if (order.less)(&b.low, &above) {
            b.low = above;
        }
        if (order.less)(&below, &a.high) {
            a.high = below;
        }
    }

    fn exclude(&mut self, value: &Bits) {
        let one = Bits::one(value.width());
        if self.low == self.high {
            return;
        }
        if self.low == *value {
            self.low = value.add(&one);
        } else if self.high == *value {
            self.high = value.sub(&one);
        }
    }

    /// Whether a number here is always, or never, less than one there.
    fn less(&self, other: &Interval, order: &Order) -> Option<bool> {
        if (order.less)(&self.high, &other.low) {
            return Some(true);
        }
        // Not less if even the lowest of ours is not below the highest of theirs.
        (!(order.less)(&self.low, &other.high)).then_some(false)
    }
}
