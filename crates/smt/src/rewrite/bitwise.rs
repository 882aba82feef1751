//! Rewrites of bitwise logic and shifts. A shift by a constant, and a mask of neighbouring bits, become parts
//! and joints of bit-vectors, which see through each other.

use crate::bits::Bits;
use crate::pool::TermPool;
use crate::rewrite::ite::ite_of_constants;
use crate::rewrite::{fold_constants, order_operands, tables};
use crate::term::{App, Op, TermId};

tables! {
    NOT: [fold_constants, bit_not_not, bit_not_xor, ite_of_constants];
    AND: [
        fold_constants,
        order_operands,
        bit_and_constant,
        bit_same,
        bit_and_complement,
        bit_constants,
        bit_and_mask,
        ite_of_constants,
        bit_flags,
    ];
    OR: [
        fold_constants,
        order_operands,
        bit_or_constant,
        bit_same,
        bit_or_complement,
        bit_constants,
        ite_of_constants,
        bit_flags,
        bit_disjoint,
    ];
    XOR: [
        fold_constants,
        order_operands,
        bit_xor_constant,
        bit_xor_same,
        bit_xor_not,
        bit_constants,
        ite_of_constants,
        bit_flags,
        bit_disjoint,
    ];
    SHL: [fold_constants, shift_of_zero, shl_constant];
    LSHR: [fold_constants, shift_of_zero, lshr_constant];
    ASHR: [fold_constants, shift_of_zero, ashr_constant];
}

// ~~x = x
fn bit_not_not(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    pool.single_of(app.args[0], Op::BitNot)
}

// ~(c xor x) = ~c xor x
fn bit_not_xor(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let [c, x] = pool.pair_of(app.args[0], Op::BitXor)?;
    let inverted = pool.as_bits(c)?.not();
    let inverted = pool.constant(&inverted);
    Some(pool.bit_xor(inverted, x))
}

// 0 & x = 0
// -1 & x = x
fn bit_and_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[0])?;
    match () {
        () if c.is_zero() => Some(app.args[0]),
        () if c.is_ones() => Some(app.args[1]),
        () => None,
    }
}

// 0 | x = x
// -1 | x = -1
fn bit_or_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[0])?;
    match () {
        () if c.is_zero() => Some(app.args[1]),
        () if c.is_ones() => Some(app.args[0]),
        () => None,
    }
}

// 0 xor x = x
// -1 xor x = ~x
fn bit_xor_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[0])?;
    match () {
        () if c.is_zero() => Some(app.args[1]),
        () if c.is_ones() => Some(pool.bit_not(app.args[1])),
        () => None,
    }
}

// x & x = x | x = x
fn bit_same(_: &mut TermPool, app: App<'_>) -> Option<TermId> {
    (app.args[0] == app.args[1]).then_some(app.args[0])
}

// x xor x = 0
fn bit_xor_same(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    (app.args[0] == app.args[1]).then(|| pool.bits(app.sort.width(), 0))
}

// x & ~x = 0
fn bit_and_complement(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    complementary(pool, app).then(|| pool.bits(app.sort.width(), 0))
}

// x | ~x = -1
fn bit_or_complement(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    complementary(pool, app).then(|| pool.constant(&Bits::ones(app.sort.width())))
}

fn complementary(pool: &TermPool, app: App<'_>) -> bool {
    let &[a, b] = app.args else { return false };
    pool.single_of(a, Op::BitNot) == Some(b) || pool.single_of(b, Op::BitNot) == Some(a)
}

// ~x xor y = ~(x xor y)
// ~x xor ~y = x xor y
fn bit_xor_not(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    match (pool.single_of(a, Op::BitNot), pool.single_of(b, Op::BitNot)) {
        (Some(x), Some(y)) => Some(pool.bit_xor(x, y)),
        (None, None) => None,
        (x, y) => {
            let inner = pool.bit_xor(x.unwrap_or(a), y.unwrap_or(b));
            Some(pool.bit_not(inner))
        }
    }
}

// c op (d op x) = (c op d) op x for constants c, d
fn bit_constants(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[c, b] = app.args else { return None };
    let [d, x] = pool.pair_of(b, app.op)?;
    if ![c, d].iter().all(|&term| pool.op(term).is_constant()) {
        return None;
    }
    let both = pool.build(App { args: &[c, d], ..app });
    Some(pool.build(App { args: &[both, x], ..app }))
}

// (0..01..10..0) & x = concat(0, extract(x), 0)
fn bit_and_mask(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let mask = pool.as_bits(app.args[0])?;
    let (low, high) = (mask.trailing_zeros(), mask.significant().checked_sub(1)?);
    if !mask.extract(high, low).is_ones() {
        return None;
    }
    let mut kept = pool.extract(high, low, app.args[1]);
    if low > 0 {
        let zeros = pool.constant(&Bits::zero(low));
        kept = pool.concat(kept, zeros);
    }
    Some(pool.zero_extend(mask.width(), kept))
}

// ite(a, k, 0) & ite(b, k, 0) = ite(a and b, k, 0), and so for | and xor
fn bit_flags(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[left, right] = app.args else { return None };
    let ([a, k, zero], [b, l, other]) =
        (pool.triple_of(left, Op::Ite)?, pool.triple_of(right, Op::Ite)?);
    if k != l || zero != other || !pool.as_bits(zero)?.is_zero() {
        return None;
    }
    let either = match app.op {
        Op::BitAnd => pool.and(a, b),
        Op::BitOr => pool.or(a, b),
        _ => pool.ne(a, b),
    };
    Some(pool.ite(either, k, zero))
}

// x | y = x xor y = concat(high part of x, low part of y) if the low part of x and the high part of y are zero
fn bit_disjoint(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    let width = app.sort.width();
    for (x, y) in [(a, b), (b, a)] {
        let split = low_zeros(pool, x);
        if split > 0 && split < width && significant(pool, y) <= split {
            let high = pool.extract(width - 1, split, x);
            let low = pool.extract(split - 1, 0, y);
            return Some(pool.concat(high, low));
        }
    }
    None
}

/// How many of the lowest bits are known to be zero.
fn low_zeros(pool: &TermPool, mut term: TermId) -> u32 {
    let mut zeros = 0;
    loop {
        if let Some(constant) = pool.as_bits(term) {
            return zeros + constant.trailing_zeros();
        }
        if let Some(inner) = pool.single_of(term, Op::ZeroExtend) {
            term = inner;
            continue;
        }
        let Some([high, low]) = pool.pair_of(term, Op::Concat) else { return zeros };
        term = low;
        // A low part that is zero lets us look at the part before it.
        if pool.as_bits(low).is_some_and(|low| low.is_zero()) {
            zeros += pool.width(low);
            term = high;
        }
    }
}

/// How many bits are enough for the number, as far as is known.
fn significant(pool: &TermPool, term: TermId) -> u32 {
    match pool.op(term) {
        Op::ZeroExtend => pool.width(pool.args(term)[0]),
        _ => pool.as_bits(term).map_or(pool.width(term), |constant| constant.significant()),
    }
}

// 0 << x = 0 >> x = 0
fn shift_of_zero(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    pool.as_bits(app.args[0])?.is_zero().then_some(app.args[0])
}

// x << c = concat(extract(x), 0), or 0 if c is the width or more
fn shl_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let width = app.sort.width();
    match amount(pool, app)? {
        Some(0) => Some(app.args[0]),
        Some(amount) => {
            let kept = pool.extract(width - 1 - amount, 0, app.args[0]);
            let zeros = pool.constant(&Bits::zero(amount));
            Some(pool.concat(kept, zeros))
        }
        None => Some(pool.bits(width, 0)),
    }
}

// x >>u c = zext(extract(x)), or 0 if c is the width or more
fn lshr_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let width = app.sort.width();
    match amount(pool, app)? {
        Some(amount) => {
            let kept = pool.extract(width - 1, amount, app.args[0]);
            Some(pool.zero_extend(width, kept))
        }
        None => Some(pool.bits(width, 0)),
    }
}

// x >>s c = sext(extract(x)), of the sign alone if c is the width or more
fn ashr_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let width = app.sort.width();
    let amount = amount(pool, app)?.unwrap_or(width - 1);
    let kept = pool.extract(width - 1, amount, app.args[0]);
    Some(pool.sign_extend(width, kept))
}

/// A constant shift amount, or `Some(None)` if it is the width or more.
fn amount(pool: &TermPool, app: App<'_>) -> Option<Option<u32>> {
    let amount = pool.as_bits(app.args[1])?;
    Some(
        amount
            .to_u64()
            .filter(|&amount| amount < app.sort.width().into())
            .map(|amount| amount as u32),
    )
}
