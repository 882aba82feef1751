//! Congruences (the stride domain): which offsets a term can be, as indices are multiplied by the sizes of elements.
//!
//! Sums and products in the machine wrap around. A power of two divides 2^64, so its multiples stay multiples;
//! for other steps the term must be small enough never to wrap.

use smt::{Op, TermId, TermPool};

/// How far into a term is looked.
const DEEPEST: u32 = 8;
/// Terms of at most that many bits don't wrap around when a few of them are added.
const SMALL_BITS: u32 = 56;

/// Values `rest + n * step`; if the step is 0, only `rest`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Congruence {
    step: u64,
    rest: u64,
    /// Never wraps around, taken as signed numbers.
    exact: bool,
}

impl Congruence {
    const ANYTHING: Congruence = Congruence { step: 1, rest: 0, exact: false };

    /// The congruence of a term.
    pub(crate) fn of(pool: &TermPool, term: TermId) -> Congruence {
        congruence(pool, term, DEEPEST)
    }

    /// What is left of every value of the class when it is divided by a power of two, if that is the same.
    pub(crate) fn modulo(self, power: u64) -> Option<u64> {
        self.step.is_multiple_of(power).then_some(self.rest & (power - 1))
    }

    /// The offsets of the class at which so many bytes lie in an object of that size.
    pub(crate) fn offsets(self, size: u64, bytes: u64) -> Vec<u64> {
        let Some(last) = size.checked_sub(bytes) else { return Vec::new() };
        if self.step == 0 {
            return Some(self.rest).filter(|&rest| rest <= last).into_iter().collect();
        }
        let step = i128::from(self.step);
        let first = i128::from(self.rest as i64).rem_euclid(step) as u64;
        (first..=last).step_by(self.step.min(last + 1).max(1) as usize).collect()
    }

    /// Where wrapping around can't be excluded, what is left is a power of two.
    fn sound(self) -> Congruence {
        if self.exact || self.step == 0 {
            return self;
        }
        let step = 1 << self.step.trailing_zeros();
        Congruence { step, rest: self.rest % step, exact: false }
    }
}

fn congruence(pool: &TermPool, term: TermId, depth: u32) -> Congruence {
    if let Some(bits) = pool.as_bits(term) {
        return constant(bits.to_u64(), pool.width(term));
    }
    let args = pool.args(term);
    match (pool.op(term), args) {
        _ if depth == 0 => Congruence::ANYTHING,
        (Op::Add, &[a, b]) => sum(congruence(pool, a, depth - 1), congruence(pool, b, depth - 1)),
        (Op::Mul, &[factor, x]) => product(pool, factor, x),
        (Op::Concat, &[high, low]) => match low_zeros(pool, low) {
            zeros @ 1..64 => {
                Congruence { step: 1 << zeros, rest: 0, exact: small(pool, high, pool.width(low)) }
            }
            _ => Congruence::ANYTHING,
        },
        (Op::ZeroExtend | Op::SignExtend, &[x]) => {
            // An extension is a number of fewer bits, which may have wrapped around before.
            let inner = congruence(pool, x, depth - 1);
            let step = if inner.step == 0 { 1 } else { 1 << inner.step.trailing_zeros() };
            let exact = pool.width(x) <= SMALL_BITS;
            Congruence { step, rest: inner.rest % step, exact }
        }
        (Op::Ite, &[_, a, b]) => {
            either(congruence(pool, a, depth - 1), congruence(pool, b, depth - 1))
        }
        _ => Congruence::ANYTHING,
    }
}

fn constant(value: Option<u64>, width: u32) -> Congruence {
    let Some(value) = value else { return Congruence::ANYTHING };
    let unused = 64 - width.min(64);
    let signed = ((value << unused) as i64) >> unused;
    Congruence { step: 0, rest: signed as u64, exact: signed.unsigned_abs() < 1 << SMALL_BITS }
}

fn sum(a: Congruence, b: Congruence) -> Congruence {
    let (step, rest) = (gcd(a.step, b.step), a.rest.wrapping_add(b.rest));
    Congruence { step, rest, exact: a.exact && b.exact }.sound()
}

fn either(a: Congruence, b: Congruence) -> Congruence {
    let apart = (a.rest as i64).abs_diff(b.rest as i64);
    let step = gcd(gcd(a.step, b.step), apart);
    Congruence { step, rest: a.rest, exact: a.exact && b.exact }.sound()
}

/// Multiples of a constant.
fn product(pool: &TermPool, factor: TermId, x: TermId) -> Congruence {
    let Some(step) = pool.as_bits(factor).and_then(|bits| bits.to_u64()) else {
        return Congruence::ANYTHING;
    };
    let bits = u64::BITS - step.leading_zeros();
    Congruence { step, rest: 0, exact: small(pool, x, bits) }.sound()
}

/// Is a term, with so many bits more, a small number?
fn small(pool: &TermPool, x: TermId, more: u32) -> bool {
    let width = match pool.op(x) {
        Op::ZeroExtend | Op::SignExtend => pool.width(pool.args(x)[0]) + 1,
        _ => pool.width(x),
    };
    width + more <= SMALL_BITS
}

/// The zeros that a part of a concatenation ends with.
fn low_zeros(pool: &TermPool, term: TermId) -> u32 {
    match (pool.op(term), pool.as_bits(term).and_then(|bits| bits.to_u64())) {
        (_, Some(bits)) => bits.trailing_zeros().min(pool.width(term)),
        (Op::Concat, None) => low_zeros(pool, pool.args(term)[1]),
        _ => 0,
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use smt::{Sort, TermId, TermPool};

    use super::Congruence;

    fn check(make: impl Fn(&mut TermPool, TermId) -> TermId, expected: &[u64]) {
        let mut pool = TermPool::new();
        let index = pool.symbol("i", Sort::Bits(32));
        let wide = pool.sign_extend(64, index);
        let term = make(&mut pool, wide);
        let class = Congruence::of(&pool, term);
        assert_eq!(class.offsets(48, 4), expected, "{}: {class:?}", pool.show(term));
    }

    fn scaled(pool: &mut TermPool, size: u64, x: TermId) -> TermId {
        let size = pool.bits(64, size);
        pool.mul(size, x)
    }

    #[test]
    fn elements_of_an_array() {
        check(|pool, x| scaled(pool, 16, x), &[0, 16, 32]);
        check(|pool, x| scaled(pool, 12, x), &[0, 12, 24, 36]);
    }

    #[test]
    fn fields_and_indices_below_zero() {
        let field = |pool: &mut TermPool, x, size, offset: i64| {
            let x = scaled(pool, size, x);
            let offset = pool.bits(64, offset as u64);
            pool.add(x, offset)
        };
        check(|pool, x| field(pool, x, 16, 8), &[8, 24, 40]);
        check(|pool, x| field(pool, x, 12, 8), &[8, 20, 32, 44]);
        check(|pool, x| field(pool, x, 12, -12), &[0, 12, 24, 36]);
        check(|pool, x| field(pool, x, 12, -4), &[8, 20, 32, 44]);
    }

    #[test]
    fn an_index_of_several_bytes() {
        let bytes = |pool: &mut TermPool, _| {
            let [a, b] = ["a", "b"].map(|name| pool.symbol(name, Sort::Bits(8)));
            let index = pool.concat(a, b);
            let index = pool.zero_extend(64, index);
            scaled(pool, 16, index)
        };
        check(bytes, &[0, 16, 32]);
    }

    #[test]
    fn two_indices() {
        let both = |pool: &mut TermPool, x| {
            let row = scaled(pool, 24, x);
            let column = pool.symbol("j", Sort::Bits(32));
            let column = pool.zero_extend(64, column);
            let column = scaled(pool, 4, column);
            pool.add(row, column)
        };
        check(both, &[0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44]);
    }

    #[test]
    fn a_product_that_wraps_around_has_only_its_power_of_two() {
        let wrapping = |pool: &mut TermPool, _| {
            let index = pool.symbol("j", Sort::Bits(64));
            scaled(pool, 12, index)
        };
        check(wrapping, &[0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44]);
    }

    #[test]
    fn a_choice() {
        let choice = |pool: &mut TermPool, x| {
            let zero = pool.bits(64, 0);
            let condition = pool.slt(x, zero);
            let [a, b] = [8, 40].map(|offset| pool.bits(64, offset));
            pool.ite(condition, a, b)
        };
        check(choice, &[8, 40]);
    }
}
