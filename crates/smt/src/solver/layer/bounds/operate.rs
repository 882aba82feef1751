//! Where the results of operations lie, and what they say about their operands.

use super::{Bounds, Interval};
use crate::bits::Bits;
use crate::term::Op;

impl Bounds {
    /// Where the results of an operation on two operands lie, if anything is known about that.
    pub(in crate::solver::layer) fn operate(&self, op: Op, other: &Bounds) -> Option<Bounds> {
        let (a, b) = (&self.unsigned, &other.unsigned);
        let zero = || Bits::zero(a.low.width());
        let naturals = !self.signed.low.sign() && !other.signed.low.sign();
        match op {
            Op::Add => Some(match self.value() {
                Some(offset) => other.shift(offset),
                None => self.add(other),
            }),
            Op::Mul => Some(self.mul(other)),
            Op::Concat => Some(self.concat(other)),
            // x & y <= x, and <= y
            Op::BitAnd => Some(Bounds::within(zero(), a.high.clone().min(b.high.clone()))),
            // x | y >= x, and >= y
            Op::BitOr => Some(Bounds::within(a.low.clone().max(b.low.clone()), a.filled(b))),
            Op::BitXor => Some(Bounds::within(zero(), a.filled(b))),
            Op::LShr => Some(Bounds::within(a.low.lshr(&b.high), a.high.lshr(&b.low))),
            Op::SDiv | Op::SRem if !naturals => None,
            Op::UDiv | Op::SDiv => a.quotient(b),
            Op::URem | Op::SRem => a.remainder(b),
            _ => None,
        }
    }

    /// Where these bits lie: in order, if those above them are always the same.
    pub(in crate::solver::layer) fn extract(&self, high: u32, low: u32) -> Option<Bounds> {
        let Interval { low: first, high: last } = &self.unsigned;
        let above = |bits: &Bits| bits.extract(bits.width() - 1, high + 1);
        let same = high + 1 == first.width() || above(first) == above(last);
        same.then(|| Bounds::within(first.extract(high, low), last.extract(high, low)))
    }

    /// Where the upper operand of a concatenation lies, by where the whole does.
    pub(in crate::solver::layer) fn upper(&self, lower_width: u32) -> Bounds {
        let part =
            |interval: &Interval| interval.map(|bits| bits.extract(bits.width() - 1, lower_width));
        Bounds { unsigned: part(&self.unsigned), signed: part(&self.signed) }.tighten()
    }

    /// Where the operand of a sign extension lies, by where the result does.
    pub(in crate::solver::layer) fn before_sign_extend(&self, width: u32) -> Option<Bounds> {
        let before = self.signed.map(|bits| bits.extract(width - 1, 0));
        let fits = before.map(|bits| bits.sign_extend(self.signed.low.width())) == self.signed;
        fits.then(|| Bounds { signed: before, ..Bounds::all(width) }.tighten())
    }

    /// Between two unsigned numbers.
    fn within(low: Bits, high: Bits) -> Bounds {
        let all = Bounds::all(low.width());
        Bounds { unsigned: Interval { low, high }, ..all }.tighten()
    }

    // concat(x, y) = x * 2^n + y, where y is unsigned
    fn concat(&self, lower: &Bounds) -> Bounds {
        let Interval { low, high } = &lower.unsigned;
        let with = |upper: &Interval| Interval {
            low: upper.low.concat(low),
            high: upper.high.concat(high),
        };
        Bounds { unsigned: with(&self.unsigned), signed: with(&self.signed) }.tighten()
    }
}

impl Interval {
    fn map(&self, part: impl Fn(&Bits) -> Bits) -> Interval {
        Interval { low: part(&self.low), high: part(&self.high) }
    }

    /// All ones up to the highest bit of either.
    fn filled(&self, other: &Interval) -> Bits {
        let width = self.low.width();
        let significant = self.high.significant().max(other.high.significant());
        Bits::ones(width).lshr(&Bits::new(width, (width - significant).into()))
    }

    /// Unless it is by zero.
    fn quotient(&self, by: &Interval) -> Option<Bounds> {
        (!by.low.is_zero())
            .then(|| Bounds::within(self.low.udiv(&by.high), self.high.udiv(&by.low)))
    }

    /// Unless it is by zero.
    fn remainder(&self, by: &Interval) -> Option<Bounds> {
        let most = || by.high.sub(&Bits::one(by.high.width())).min(self.high.clone());
        (!by.low.is_zero()).then(|| Bounds::within(Bits::zero(by.low.width()), most()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{WIDTH, intervals};
    use super::Bounds;
    use crate::bits::Bits;
    use crate::eval;
    use crate::sort::Sort;
    use crate::term::Op;
    use crate::value::Value;

    fn apply(op: Op, width: u32, args: &[&Bits]) -> Bits {
        let args: Vec<Value> = args.iter().map(|&bits| Value::Bits(bits.clone())).collect();
        eval::operate(op, Sort::Bits(width), &args).as_bits().clone()
    }

    #[test]
    fn results_lie_within_their_bounds() {
        let ops = [Op::Add, Op::Mul, Op::BitAnd, Op::BitOr, Op::BitXor, Op::LShr];
        let divisions = [Op::UDiv, Op::URem, Op::SDiv, Op::SRem];
        for (a, in_a) in intervals() {
            for (b, in_b) in intervals() {
                for op in ops.into_iter().chain(divisions).chain([Op::Concat]) {
                    let width = if op == Op::Concat { 2 * WIDTH } else { WIDTH };
                    let Some(bounds) = a.operate(op, &b) else { continue };
                    for (x, y) in in_a.iter().flat_map(|x| in_b.iter().map(move |y| (x, y))) {
                        let result = apply(op, width, &[x, y]);
                        assert!(bounds.contains(&result), "{op:?} {x:?} {y:?} in {bounds:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn parts_lie_within_their_bounds() {
        for (a, in_a) in intervals() {
            for (high, low) in (0..WIDTH).flat_map(|high| (0..=high).map(move |low| (high, low))) {
                let Some(bounds) = a.extract(high, low) else { continue };
                for x in &in_a {
                    assert!(bounds.contains(&x.extract(high, low)), "{x:?} in {bounds:?}");
                }
            }
        }
    }

    /// Every operand whose result lies within bounds lies within those that follow for it.
    #[test]
    fn operands_lie_within_their_bounds() {
        let all = |width| (0..1u64 << width).map(move |value| Bits::new(width, value));
        for (a, _) in intervals() {
            for (upper, lower) in all(1).flat_map(|upper| all(2).map(move |it| (upper.clone(), it)))
            {
                let inside = a.contains(&upper.concat(&lower));
                assert!(!inside || a.upper(2).contains(&upper), "{upper:?} in {a:?}");
            }
            let bounds = a.before_sign_extend(2).unwrap_or(Bounds::all(2));
            for inner in all(2) {
                let inside = a.contains(&inner.sign_extend(WIDTH));
                assert!(!inside || bounds.contains(&inner), "{inner:?} in {a:?}");
            }
        }
    }
}
