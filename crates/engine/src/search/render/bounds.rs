//! Bounds: several comparisons of the same value with constants, as few as say the same.

use smt::{Bits, Op, TermId, TermPool};

/// What comparisons say about one value.
struct Range {
    of: TermId,
    signed: bool,
    low: i128,
    high: i128,
    /// What it isn't, in between.
    holes: Vec<i128>,
    /// How many comparisons there are.
    count: usize,
}

/// A comparison with a constant.
enum ConstantBound {
    Above(i128),
    Below(i128),
    Not(i128),
}

/// Replaces the comparisons of each value by the tightest ones, where the first of them stood.
pub(super) fn tightened(pool: &mut TermPool, conjuncts: Vec<TermId>) -> Vec<TermId> {
    let ranges = ranges(pool, &conjuncts);
    let mut said = vec![false; ranges.len()];
    let mut tightened = Vec::new();
    for conjunct in conjuncts {
        let found = ranges.iter().position(|range| range.has(pool, conjunct));
        match found.filter(|&index| ranges[index].count > 1) {
            None => tightened.push(conjunct),
            Some(index) if !said[index] => {
                said[index] = true;
                tightened.extend(ranges[index].conditions(pool));
            }
            Some(_) => {}
        }
    }
    tightened
}

fn ranges(pool: &TermPool, conjuncts: &[TermId]) -> Vec<Range> {
    let mut ranges: Vec<Range> = Vec::new();
    for &conjunct in conjuncts {
        let Some((of, signed, _)) = comparison(pool, conjunct) else { continue };
        let Some(signed) = signed else { continue };
        if !ranges.iter().any(|range| range.of == of && range.signed == signed) {
            ranges.push(Range::all(pool, of, signed));
        }
    }
    for &conjunct in conjuncts {
        for range in &mut ranges {
            range.narrow(pool, conjunct);
        }
    }
    ranges.iter_mut().for_each(Range::close);
    ranges
}

/// What is compared, as a signed number or not if that matters, and with what.
fn comparison(pool: &TermPool, conjunct: TermId) -> Option<(TermId, Option<bool>, ConstantBound)> {
    let (op, args) = (pool.op(conjunct), pool.args(conjunct));
    if let (Op::Not, &[inner]) = (op, args) {
        let (Op::Eq, &[constant, of]) = (pool.op(inner), pool.args(inner)) else { return None };
        return Some((of, None, ConstantBound::Not(number(&pool.as_bits(constant)?, true)?)));
    }
    let signed = match op {
        Op::SLt => true,
        Op::ULt => false,
        _ => return None,
    };
    let &[a, b] = args else { return None };
    match (pool.as_bits(a), pool.as_bits(b)) {
        (Some(limit), None) => {
            Some((b, Some(signed), ConstantBound::Above(number(&limit, signed)?)))
        }
        (None, Some(limit)) => {
            Some((a, Some(signed), ConstantBound::Below(number(&limit, signed)?)))
        }
        _ => None,
    }
}

fn number(bits: &Bits, signed: bool) -> Option<i128> {
    match signed {
        true => bits.to_i128(),
        false => i128::try_from(bits.to_u128()?).ok(),
    }
}

impl Range {
    fn all(pool: &TermPool, of: TermId, signed: bool) -> Range {
        let width = pool.width(of).min(64);
        let (low, high) = match signed {
            true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
            false => (0, (1i128 << width) - 1),
        };
        Range { of, signed, low, high, holes: Vec::new(), count: 0 }
    }

    /// Is a condition a comparison of this value?
    fn has(&self, pool: &TermPool, conjunct: TermId) -> bool {
        comparison(pool, conjunct).is_some_and(|(of, signed, _)| {
            of == self.of && signed.is_none_or(|signed| signed == self.signed)
        })
    }

    fn narrow(&mut self, pool: &TermPool, conjunct: TermId) {
        if !self.has(pool, conjunct) {
            return;
        }
        self.count += 1;
        match comparison(pool, conjunct) {
            Some((_, _, ConstantBound::Above(limit))) => self.low = self.low.max(limit + 1),
            Some((_, _, ConstantBound::Below(limit))) => self.high = self.high.min(limit - 1),
            Some((_, _, ConstantBound::Not(hole))) => {
                let modulus = 1i128 << pool.width(self.of).min(64);
                let unsigned = if hole < 0 { hole + modulus } else { hole };
                self.holes.push(if self.signed { hole } else { unsigned });
            }
            None => {}
        }
    }

    /// Takes holes at the ends away.
    fn close(&mut self) {
        while self.low <= self.high && self.holes.contains(&self.low) {
            self.low += 1;
        }
        while self.low <= self.high && self.holes.contains(&self.high) {
            self.high -= 1;
        }
        let (low, high) = (self.low, self.high);
        self.holes.retain(|hole| (low..=high).contains(hole));
    }

    fn conditions(&self, pool: &mut TermPool) -> Vec<TermId> {
        let width = pool.width(self.of);
        let all = Range::all(pool, self.of, self.signed);
        if self.low == self.high {
            let value = pool.bits(width, self.low as u64);
            return vec![pool.eq(value, self.of)];
        }
        let mut conditions = Vec::new();
        let mut holes = self.holes.clone();
        if self.low == all.low + 1 {
            holes.push(all.low);
        } else if self.low > all.low {
            let limit = pool.bits(width, (self.low - 1) as u64);
            let above =
                if self.signed { pool.slt(limit, self.of) } else { pool.ult(limit, self.of) };
            conditions.push(above);
        }
        if self.high < all.high {
            let limit = pool.bits(width, (self.high + 1) as u64);
            let below =
                if self.signed { pool.slt(self.of, limit) } else { pool.ult(self.of, limit) };
            conditions.push(below);
        }
        for hole in holes {
            let hole = pool.bits(width, hole as u64);
            conditions.push(pool.ne(hole, self.of));
        }
        conditions
    }
}

#[cfg(test)]
mod tests {
    use smt::{Sort, TermPool};

    use super::tightened;

    #[test]
    fn what_follows_is_left_out() {
        let mut pool = TermPool::new();
        let x = pool.symbol("x", Sort::Bits(32));
        let [zero, two, five, ten] = [0, 2, 5, 10].map(|number| pool.bits(32, number));
        let conjuncts =
            vec![pool.sle(x, ten), pool.sle(x, five), pool.ne(x, five), pool.ne(x, ten)];
        assert_eq!(tightened(&mut pool, conjuncts), [pool.slt(x, five)]);
        let conjuncts = vec![pool.sge(x, zero), pool.ne(x, two), pool.sle(x, zero)];
        assert_eq!(tightened(&mut pool, conjuncts), [pool.eq(x, zero)]);
    }

    #[test]
    fn one_comparison_stays() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.symbol("x", Sort::Bits(8)), pool.symbol("y", Sort::Bits(8)));
        let five = pool.bits(8, 5);
        let conjuncts = vec![pool.ult(x, five), pool.ne(y, five), pool.slt(x, y)];
        assert_eq!(tightened(&mut pool, conjuncts.clone()), conjuncts);
    }
}
