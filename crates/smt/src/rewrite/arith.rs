//! Rewrites of sums, products and quotients. A sum has its constant on the left, outermost.

use crate::bits::Bits;
use crate::pool::TermPool;
use crate::rewrite::ite::ite_of_constants;
use crate::rewrite::{fold_constants, order_operands, tables};
use crate::term::{App, Op, TermId};

tables! {
    NEG: [fold_constants, neg_neg, neg_sum, ite_of_constants];
    ADD: [
        fold_constants,
        order_operands,
        add_zero,
        add_constants,
        add_constant_outwards,
        add_negated,
        add_cancel,
        ite_of_constants,
    ];
    MUL: [fold_constants, order_operands, mul_simple, mul_constants, mul_power_of_two, ite_of_constants];
    UDIV: [fold_constants, udiv_simple, udiv_power_of_two, divide_narrow, ite_of_constants];
    UREM: [fold_constants, urem_simple, urem_power_of_two, divide_narrow, ite_of_constants];
    SDIV: [fold_constants, sdiv_simple, divide_nonnegative, ite_of_constants];
    SREM: [fold_constants, srem_simple, divide_nonnegative, ite_of_constants];
}

// -(-x) = x
fn neg_neg(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    pool.single_of(app.args[0], Op::Neg)
}

// -(c + x) = -c + -x
// -(x + -y) = y + -x
fn neg_sum(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let [a, b] = pool.pair_of(app.args[0], Op::Add)?;
    let cheap = |term| pool.op(term).is_constant() || pool.op(term) == Op::Neg;
    if !cheap(a) && !cheap(b) {
        return None;
    }
    let (a, b) = (pool.neg(a), pool.neg(b));
    Some(pool.add(a, b))
}

// 0 + x = x
fn add_zero(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    pool.as_bits(app.args[0])?.is_zero().then_some(app.args[1])
}

// c + (d + x) = (c + d) + x
fn add_constants(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[0])?;
    let [d, x] = pool.pair_of(app.args[1], Op::Add)?;
    let sum = c.add(&pool.as_bits(d)?);
    let sum = pool.constant(&sum);
    Some(pool.add(sum, x))
}

// x + (c + y) = c + (x + y)
fn add_constant_outwards(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    let constant = |pool: &TermPool, term| {
        pool.pair_of(term, Op::Add).filter(|&[left, _]| pool.op(left).is_constant())
    };
    let (c, rest) = match (constant(pool, a), constant(pool, b)) {
        (Some([c, x]), _) => (c, pool.add(x, b)),
        (None, Some([c, y])) => (c, pool.add(a, y)),
        (None, None) => return None,
    };
    Some(pool.add(c, rest))
}

// x + -x = 0
// x + ~x = -1
fn add_negated(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    let is = |op, of, term| pool.single_of(term, op) == Some(of);
    let width = pool.width(a);
    if is(Op::Neg, a, b) || is(Op::Neg, b, a) {
        return Some(pool.bits(width, 0));
    }
    (is(Op::BitNot, a, b) || is(Op::BitNot, b, a)).then(|| pool.constant(&Bits::ones(width)))
}

// x + (-x + y) = y
// -x + (x + y) = y
fn add_cancel(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(x, sum)| {
        let parts = pool.pair_of(sum, Op::Add)?;
        let opposite = |&part: &TermId| {
            pool.single_of(part, Op::Neg) == Some(x) || pool.single_of(x, Op::Neg) == Some(part)
        };
        let cancelled = parts.iter().position(opposite)?;
        Some(parts[1 - cancelled])
    })
}

// 0 * x = 0
// 1 * x = x
// -1 * x = -x
fn mul_simple(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[0])?;
    match () {
        () if c.is_zero() => Some(app.args[0]),
        () if c.is_one() => Some(app.args[1]),
        () if c.is_ones() => Some(pool.neg(app.args[1])),
        () => None,
    }
}

// c * (d * x) = (c * d) * x
// c * -x = -c * x
fn mul_constants(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[0])?;
    let (product, x) = match pool.op(app.args[1]) {
        Op::Neg => (c.neg(), pool.args(app.args[1])[0]),
        _ => {
            let [d, x] = pool.pair_of(app.args[1], Op::Mul)?;
            (c.mul(&pool.as_bits(d)?), x)
        }
    };
    let product = pool.constant(&product);
    Some(pool.mul(product, x))
}

// 2^n * x = x << n
fn mul_power_of_two(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let exponent = pool.as_bits(app.args[0])?.log2()?;
    let amount = pool.bits(app.sort.width(), exponent.into());
    Some(pool.shl(app.args[1], amount))
}

// x / 0 = -1
// x / 1 = x
fn udiv_simple(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[1])?;
    match () {
        () if c.is_zero() => Some(pool.constant(&Bits::ones(c.width()))),
        () if c.is_one() => Some(app.args[0]),
        () => None,
    }
}

// x / 2^n = x >> n
fn udiv_power_of_two(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let exponent = pool.as_bits(app.args[1])?.log2()?;
    let amount = pool.bits(app.sort.width(), exponent.into());
    Some(pool.lshr(app.args[0], amount))
}

// x % 0 = x
// x % 1 = 0
fn urem_simple(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[1])?;
    match () {
        () if c.is_zero() => Some(app.args[0]),
        () if c.is_one() => Some(pool.bits(c.width(), 0)),
        () => None,
    }
}

// x % 2^n = x & (2^n - 1)
fn urem_power_of_two(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[1])?;
    c.log2()?;
    let mask = pool.constant(&c.sub(&Bits::one(c.width())));
    Some(pool.bit_and(mask, app.args[0]))
}

// zext(x) / c = zext(x / truncate(c)) for a c that fits and is not 0
// zext(x) % c = zext(x % truncate(c)) likewise
fn divide_narrow(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let x = pool.single_of(app.args[0], Op::ZeroExtend)?;
    let c = pool.as_bits(app.args[1])?;
    let width = pool.width(x);
    if c.is_zero() || c.significant() > width {
        return None;
    }
    let c = pool.constant(&c.extract(width - 1, 0));
    let narrow = pool.build(App { op: app.op, sort: pool.sort(x), args: &[x, c] });
    Some(pool.zero_extend(app.sort.width(), narrow))
}

// x / 1 = x
// x / -1 = -x
fn sdiv_simple(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[1])?;
    match () {
        () if c.is_ones() => Some(pool.neg(app.args[0])),
        () if c.is_one() => Some(app.args[0]),
        () => None,
    }
}

// x % 0 = x
// x % 1 = x % -1 = 0
fn srem_simple(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[1])?;
    match () {
        () if c.is_zero() => Some(app.args[0]),
        () if c.is_one() || c.is_ones() => Some(pool.bits(c.width(), 0)),
        () => None,
    }
}

// x /s y = x /u y if neither is negative, and so for %
fn divide_nonnegative(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let nonnegative = |&term: &TermId| {
        pool.op(term) == Op::ZeroExtend
            || pool.as_bits(term).is_some_and(|constant| !constant.sign())
    };
    if !app.args.iter().all(nonnegative) {
        return None;
    }
    let op = if app.op == Op::SDiv { Op::UDiv } else { Op::URem };
    Some(pool.build(App { op, ..app }))
}
