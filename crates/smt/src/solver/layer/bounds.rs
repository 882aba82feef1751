//! Bounds of terms: from where to where a value can lie, as an unsigned and as a signed number.

mod operate;

use crate::bits::Bits;
use crate::term::Op;

/// Where a term lies, as an unsigned and as a signed number.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Bounds {
    unsigned: Interval,
    signed: Interval,
}

/// From `low` to `high`, both included, in the order of its user; empty if they are the wrong way round.
#[derive(Clone, PartialEq, Debug)]
struct Interval {
    low: Bits,
    high: Bits,
}

/// One of the two orders.
struct IntegerOrder {
    less: fn(&Bits, &Bits) -> bool,
    lowest: fn(u32) -> Bits,
    highest: fn(u32) -> Bits,
    /// What a value is, if we can count so far.
    number: fn(&Bits) -> Option<i128>,
}

const UNSIGNED: IntegerOrder = IntegerOrder {
    less: |a, b| a.compare(b).is_lt(),
    lowest: Bits::zero,
    highest: Bits::ones,
    number: |a| a.to_u128()?.try_into().ok(),
};
const SIGNED: IntegerOrder = IntegerOrder {
    less: |a, b| a.compare_signed(b).is_lt(),
    lowest: Bits::min_signed,
    highest: Bits::max_signed,
    number: Bits::to_i128,
};

impl Bounds {
    pub(super) fn all(width: u32) -> Bounds {
        let all = |order: IntegerOrder| Interval {
            low: (order.lowest)(width),
            high: (order.highest)(width),
        };
        Bounds { unsigned: all(UNSIGNED), signed: all(SIGNED) }
    }

    pub(super) fn exactly(value: &Bits) -> Bounds {
        let only = Interval { low: value.clone(), high: value.clone() };
        Bounds { unsigned: only.clone(), signed: only }
    }

    pub(super) fn zero_extend(&self, width: u32) -> Bounds {
        let Interval { low, high } = &self.unsigned;
        let extended = Interval { low: low.zero_extend(width), high: high.zero_extend(width) };
        Bounds { unsigned: extended.clone(), signed: extended }
    }

    pub(super) fn sign_extend(&self, width: u32) -> Bounds {
        let Interval { low, high } = &self.signed;
        let signed = Interval { low: low.sign_extend(width), high: high.sign_extend(width) };
        Bounds { signed, ..Bounds::all(width) }.tighten()
    }

    pub(super) fn shift(&self, offset: &Bits) -> Bounds {
        let all = Bounds::all(offset.width());
        let unsigned = self.unsigned.shift(offset, &UNSIGNED).unwrap_or(all.unsigned);
        let signed = self.signed.shift(offset, &SIGNED).unwrap_or(all.signed);
        Bounds { unsigned, signed }.tighten()
    }

    pub(super) fn add(&self, other: &Bounds) -> Bounds {
        self.combine(other, i128::checked_add)
    }

    pub(super) fn mul(&self, other: &Bounds) -> Bounds {
        self.combine(other, i128::checked_mul)
    }

    /// Where the results of an operation lie whose extremes are those of its operands' extremes.
    fn combine(&self, other: &Bounds, op: fn(i128, i128) -> Option<i128>) -> Bounds {
        let all = Bounds::all(self.signed.low.width());
        let unsigned = self.unsigned.combine(&other.unsigned, op, &UNSIGNED);
        let signed = self.signed.combine(&other.signed, op, &SIGNED);
        Bounds { unsigned: unsigned.unwrap_or(all.unsigned), signed: signed.unwrap_or(all.signed) }
            .tighten()
    }

    /// Where both lie.
    pub(super) fn join(&self, other: &Bounds) -> Bounds {
        Bounds {
            unsigned: self.unsigned.join(&other.unsigned, &UNSIGNED),
            signed: self.signed.join(&other.signed, &SIGNED),
        }
    }

    /// Lets each order profit from the other: within one half of the numbers, both are the same.
    pub(super) fn tighten(mut self) -> Bounds {
        if self.unsigned.low.sign() == self.unsigned.high.sign() {
            self.signed = self.signed.intersect(&self.unsigned, &SIGNED);
        }
        if self.signed.low.sign() == self.signed.high.sign() {
            self.unsigned = self.unsigned.intersect(&self.signed, &UNSIGNED);
        }
        self
    }

    /// Where both say that a term lies.
    pub(super) fn meet(&self, other: &Bounds) -> Bounds {
        Bounds {
            unsigned: self.unsigned.intersect(&other.unsigned, &UNSIGNED),
            signed: self.signed.intersect(&other.signed, &SIGNED),
        }
        .tighten()
    }

    /// Is there nothing between them?
    pub(super) fn is_empty(&self) -> bool {
        self.unsigned.is_empty(&UNSIGNED) || self.signed.is_empty(&SIGNED)
    }

    /// The value, if there is but one.
    pub(super) fn value(&self) -> Option<&Bits> {
        (self.unsigned.low == self.unsigned.high).then_some(&self.unsigned.low)
    }

    /// From where to where, both included, in one of the orders.
    pub(super) fn range(&self, signed: bool) -> (&Bits, &Bits) {
        let Interval { low, high } = if signed { &self.signed } else { &self.unsigned };
        (low, high)
    }

    /// May a term be this?
    pub(super) fn contains(&self, value: &Bits) -> bool {
        !Bounds::exactly(value).disjoint(self)
    }

    /// A value, or the bound that it is beyond.
    pub(super) fn nearest(&self, value: Bits) -> Bits {
        let nearest = self.unsigned.nearest(value, &UNSIGNED);
        self.signed.nearest(nearest, &SIGNED)
    }

    /// The same, but not this value: a bound that is excluded moves by one.
    pub(super) fn without(mut self, value: &Bits) -> Bounds {
        self.unsigned.exclude(value);
        self.signed.exclude(value);
        self.tighten()
    }

    /// Where both lie if this comparison holds: a < b raises b above the lowest a, and pushes a below the highest b.
    pub(super) fn below(mut self, mut other: Bounds, op: Op) -> (Bounds, Bounds) {
        let strict = matches!(op, Op::ULt | Op::SLt);
        match op {
            Op::ULt | Op::ULe => {
                Interval::order(&mut self.unsigned, &mut other.unsigned, strict, &UNSIGNED)
            }
            _ => Interval::order(&mut self.signed, &mut other.signed, strict, &SIGNED),
        }
        (self.tighten(), other.tighten())
    }

    /// What is known about a comparison.
    pub(super) fn compare(&self, op: Op, other: &Bounds) -> Option<bool> {
        match op {
            Op::ULt => self.unsigned.less(&other.unsigned, &UNSIGNED),
            Op::ULe => other.unsigned.less(&self.unsigned, &UNSIGNED).map(|less| !less),
            Op::SLt => self.signed.less(&other.signed, &SIGNED),
            Op::SLe => other.signed.less(&self.signed, &SIGNED).map(|less| !less),
            Op::Eq => self.disjoint(other).then_some(false),
            _ => None,
        }
    }

    pub(super) fn disjoint(&self, other: &Bounds) -> bool {
        let apart = |a: &Interval, b: &Interval, order: &IntegerOrder| {
            (order.less)(&a.high, &b.low) || (order.less)(&b.high, &a.low)
        };
        apart(&self.unsigned, &other.unsigned, &UNSIGNED)
            || apart(&self.signed, &other.signed, &SIGNED)
    }
}

impl Interval {
    fn is_empty(&self, order: &IntegerOrder) -> bool {
        (order.less)(&self.high, &self.low)
    }

    fn intersect(&self, other: &Interval, order: &IntegerOrder) -> Interval {
        let low = if (order.less)(&self.low, &other.low) { &other.low } else { &self.low };
        let high = if (order.less)(&other.high, &self.high) { &other.high } else { &self.high };
        Interval { low: low.clone(), high: high.clone() }
    }

    fn join(&self, other: &Interval, order: &IntegerOrder) -> Interval {
        let low = if (order.less)(&other.low, &self.low) { &other.low } else { &self.low };
        let high = if (order.less)(&self.high, &other.high) { &other.high } else { &self.high };
        Interval { low: low.clone(), high: high.clone() }
    }

    /// Between the least and the greatest of the four results, unless one of them doesn't fit the width.
    fn combine(
        &self,
        other: &Interval,
        op: fn(i128, i128) -> Option<i128>,
        order: &IntegerOrder,
    ) -> Option<Interval> {
        let width = self.low.width();
        let ends = |interval: &Interval| {
            Some([(order.number)(&interval.low)?, (order.number)(&interval.high)?])
        };
        let mut results = Vec::with_capacity(4);
        for (a, b) in ends(self)?.into_iter().flat_map(|a| ends(other).map(|b| (a, b))) {
            results.push(op(a, b[0])?);
            results.push(op(a, b[1])?);
        }
        let (low, high) = (*results.iter().min()?, *results.iter().max()?);
        let range =
            (order.number)(&(order.lowest)(width))?..=(order.number)(&(order.highest)(width))?;
        let bits = |number: i128| Bits::from_u128(width, number as u128);
        (range.contains(&low) && range.contains(&high))
            .then(|| Interval { low: bits(low), high: bits(high) })
    }

    /// All numbers plus the offset, unless some of them, but not all, wrap round.
    fn shift(&self, offset: &Bits, order: &IntegerOrder) -> Option<Interval> {
        let moved = Interval { low: self.low.add(offset), high: self.high.add(offset) };
        (!self.is_empty(order) && !moved.is_empty(order)).then_some(moved)
    }

    /// Narrows both to where `self` may be below `other`, or equal unless `strict`.
    fn order(a: &mut Interval, b: &mut Interval, strict: bool, order: &IntegerOrder) {
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

    fn nearest(&self, value: Bits, order: &IntegerOrder) -> Bits {
        if (order.less)(&value, &self.low) {
            self.low.clone()
        } else if (order.less)(&self.high, &value) {
            self.high.clone()
        } else {
            value
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
    fn less(&self, other: &Interval, order: &IntegerOrder) -> Option<bool> {
        if (order.less)(&self.high, &other.low) {
            return Some(true);
        }
        // Not less if even the lowest of ours is not below the highest of theirs.
        (!(order.less)(&self.low, &other.high)).then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Interval};
    use crate::bits::Bits;

    pub(super) const WIDTH: u32 = 3;

    /// All intervals, unsigned ones and signed ones, and all values in them.
    pub(super) fn intervals() -> Vec<(Bounds, Vec<Bits>)> {
        let mut all = Vec::new();
        for (low, high) in (-4i64..8).flat_map(|low| (low..8).map(move |high| (low, high))) {
            let values: Vec<Bits> =
                (low..=high).map(|value| Bits::new(WIDTH, value as u64)).collect();
            let [low_bits, high_bits] = [low, high].map(|value| Bits::new(WIDTH, value as u64));
            let only = Interval { low: low_bits, high: high_bits };
            let bounds = match (low, high) {
                (0.., _) => Bounds { unsigned: only, ..Bounds::all(WIDTH) },
                (_, ..4) => Bounds { signed: only, ..Bounds::all(WIDTH) },
                _ => continue,
            };
            all.push((bounds.tighten(), values));
        }
        all
    }

    #[test]
    fn sums_and_products_lie_within_their_bounds() {
        for (a, in_a) in intervals() {
            for (b, in_b) in intervals() {
                let (sum, product, either) = (a.add(&b), a.mul(&b), a.join(&b));
                for (x, y) in in_a.iter().flat_map(|x| in_b.iter().map(move |y| (x, y))) {
                    assert!(sum.contains(&x.add(y)), "{x:?} + {y:?} in {sum:?}");
                    assert!(product.contains(&x.mul(y)), "{x:?} * {y:?} in {product:?}");
                    assert!(either.contains(x) && either.contains(y), "{x:?}, {y:?}");
                }
            }
        }
    }

    #[test]
    fn bounds_are_tight_where_nothing_wraps_round() {
        let upto = |high| {
            let unsigned = Interval { low: Bits::zero(8), high: Bits::new(8, high) };
            Bounds { unsigned, ..Bounds::all(8) }.tighten()
        };
        assert_eq!(upto(9).mul(&upto(10)).add(&upto(9)).signed.high, Bits::new(8, 99));
        assert_eq!(upto(200).add(&upto(55)).unsigned.high, Bits::new(8, 255));
    }
}
