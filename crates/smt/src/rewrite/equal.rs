//! Rewrites of equality. Operands are ordered: a constant is on the left.

use crate::bits::Bits;
use crate::pool::TermPool;
use crate::rewrite::ite::ite_of_constants;
use crate::rewrite::{fold_constants, order_operands, tables};
use crate::sort::Sort;
use crate::term::{App, Op, TermId};

tables! {
    EQ: [
        fold_constants,
        order_operands,
        eq_same,
        eq_bool_constant,
        eq_negated,
        eq_bit_zero,
        ite_of_constants,
        eq_ite_constant,
        eq_add_constant,
        eq_difference,
        eq_add_cancel,
        eq_neg,
        eq_bit_not,
        eq_xor_constant,
        eq_mul_odd,
        eq_extended_constant,
        eq_both_extended,
        eq_concat,
    ];
}

// a = a is true
fn eq_same(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    (app.args[0] == app.args[1]).then(|| pool.bool(true))
}

// (true = a) = a
// (false = a) = not(a)
fn eq_bool_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    match pool.as_bool(app.args[0])? {
        true => Some(app.args[1]),
        false => Some(pool.not(app.args[1])),
    }
}

// (not(a) = not(b)) = (a = b)
// (not(a) = b) = not(a = b)
fn eq_negated(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    match (pool.single_of(a, Op::Not), pool.single_of(b, Op::Not)) {
        (Some(a), Some(b)) => Some(pool.eq(a, b)),
        (Some(a), None) => Some(pool.ne(a, b)),
        (None, Some(b)) => Some(pool.ne(a, b)),
        (None, None) => None,
    }
}

// (0 = a) = not(1 = a) for a single bit
fn eq_bit_zero(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    if pool.sort(a) != Sort::Bits(1) || !pool.as_bits(a)?.is_zero() {
        return None;
    }
    let one = pool.bits(1, 1);
    Some(pool.ne(one, b))
}

// (k = ite(c, k, x)) = c or k = x        (k = ite(c, l, x)) = not(c) and k = x
// (k = ite(c, x, k)) = not(c) or k = x   (k = ite(c, x, l)) = c and k = x, for constants k, l
// Only if x is no ite itself, as a long chain of them would be as deep a recursion.
fn eq_ite_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[k, b] = app.args else { return None };
    let [condition, then, otherwise] = pool.triple_of(b, Op::Ite)?;
    if !pool.op(k).is_constant() {
        return None;
    }
    // Says "when `applies`, the value is the constant; else `other`".
    let (applies, constant, other) =
        match (pool.op(then).is_constant(), pool.op(otherwise).is_constant()) {
            (true, false) => (condition, then, otherwise),
            (false, true) => (pool.not(condition), otherwise, then),
            _ => return None,
        };
    if pool.op(other) == Op::Ite {
        return None;
    }
    let equal = pool.eq(k, other);
    if constant == k {
        return Some(pool.or(applies, equal));
    }
    let not = pool.not(applies);
    Some(pool.and(not, equal))
}

// (c = d + x) = (c - d = x) for constants c, d
fn eq_add_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[0])?;
    let [d, x] = pool.pair_of(app.args[1], Op::Add)?;
    let difference = c.sub(&pool.as_bits(d)?);
    let difference = pool.constant(&difference);
    Some(pool.eq(difference, x))
}

// (0 = x + -y) = (x = y)
fn eq_difference(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    if !pool.as_bits(app.args[0])?.is_zero() {
        return None;
    }
    let [a, b] = pool.pair_of(app.args[1], Op::Add)?;
    if let Some(y) = pool.single_of(b, Op::Neg) {
        return Some(pool.eq(a, y));
    }
    let y = pool.single_of(a, Op::Neg)?;
    Some(pool.eq(b, y))
}

// (x + y = x + z) = (y = z)
// (x + y = x) = (0 = y)
fn eq_add_cancel(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    match (pool.pair_of(a, Op::Add), pool.pair_of(b, Op::Add)) {
        (Some(left), Some(right)) => {
            let shared = left.iter().position(|term| right.contains(term))?;
            let other = right[usize::from(right[0] == left[shared])];
            Some(pool.eq(left[1 - shared], other))
        }
        (Some(sum), None) => eq_summand(pool, sum, b),
        (None, Some(sum)) => eq_summand(pool, sum, a),
        (None, None) => None,
    }
}

fn eq_summand(pool: &mut TermPool, sum: [TermId; 2], x: TermId) -> Option<TermId> {
    let shared = sum.iter().position(|&term| term == x)?;
    let zero = pool.bits(pool.width(x), 0);
    Some(pool.eq(zero, sum[1 - shared]))
}

// (c = -x) = (-c = x)
// (-x = -y) = (x = y)
fn eq_neg(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    eq_inverted(pool, app, Op::Neg, Bits::neg)
}

// (c = ~x) = (~c = x)
// (~x = ~y) = (x = y)
fn eq_bit_not(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    eq_inverted(pool, app, Op::BitNot, Bits::not)
}

fn eq_inverted(
    pool: &mut TermPool,
    app: App<'_>,
    op: Op,
    invert: fn(&Bits) -> Bits,
) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    let x = pool.single_of(b, op)?;
    if let Some(y) = pool.single_of(a, op) {
        return Some(pool.eq(x, y));
    }
    let inverted = invert(&pool.as_bits(a)?);
    let inverted = pool.constant(&inverted);
    Some(pool.eq(inverted, x))
}

// (c = d xor x) = (c xor d = x) for constants c, d
fn eq_xor_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[0])?;
    let [d, x] = pool.pair_of(app.args[1], Op::BitXor)?;
    let both = c.xor(&pool.as_bits(d)?);
    let both = pool.constant(&both);
    Some(pool.eq(both, x))
}

// (c = d * x) = (c * d^-1 = x) for constants c and odd d
fn eq_mul_odd(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[0])?;
    let [d, x] = pool.pair_of(app.args[1], Op::Mul)?;
    let d = pool.as_bits(d).filter(|d| d.bit(0))?;
    let quotient = pool.constant(&c.mul(&inverse(&d)));
    Some(pool.eq(quotient, x))
}

/// The inverse of an odd number: each of Newton's steps doubles the number of right bits.
fn inverse(odd: &Bits) -> Bits {
    let two = Bits::one(odd.width()).add(&Bits::one(odd.width()));
    let mut found = odd.clone();
    let mut right = 3;
    while right < odd.width() {
        found = found.mul(&two.sub(&odd.mul(&found)));
        right *= 2;
    }
    found
}

// (c = extend(x)) = (truncate(c) = x) if c is the extension of that, else false
fn eq_extended_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[0])?;
    let (x, extend): (_, fn(&Bits, u32) -> Bits) = match pool.op(app.args[1]) {
        Op::ZeroExtend => (pool.args(app.args[1])[0], Bits::zero_extend),
        Op::SignExtend => (pool.args(app.args[1])[0], Bits::sign_extend),
        _ => return None,
    };
    let narrow = c.extract(pool.width(x) - 1, 0);
    if extend(&narrow, c.width()) != c {
        return Some(pool.bool(false));
    }
    let narrow = pool.constant(&narrow);
    Some(pool.eq(narrow, x))
}

// (extend(x) = extend(y)) = (x = y), both zero or both sign; the narrower one is extended to the other's width
fn eq_both_extended(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    let op = pool.op(a);
    if op != pool.op(b) || !matches!(op, Op::ZeroExtend | Op::SignExtend) {
        return None;
    }
    let (x, y) = (pool.args(a)[0], pool.args(b)[0]);
    let sort = Sort::Bits(pool.width(x).max(pool.width(y)));
    let x = pool.build(App { op, sort, args: &[x] });
    let y = pool.build(App { op, sort, args: &[y] });
    Some(pool.eq(x, y))
}

// (c = concat(x, y)) = (c's high part = x) and (c's low part = y)
// (concat(x, y) = concat(z, w)) = (x = z) and (y = w) if y and w are as wide
fn eq_concat(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    let [high, low] = pool.pair_of(b, Op::Concat)?;
    let [other_high, other_low] = match (pool.as_bits(a), pool.pair_of(a, Op::Concat)) {
        (Some(c), _) => {
            let split = pool.width(low);
            let parts = [c.extract(c.width() - 1, split), c.extract(split - 1, 0)];
            parts.map(|part| pool.constant(&part))
        }
        (None, Some(parts)) if pool.width(parts[1]) == pool.width(low) => parts,
        _ => return None,
    };
    let equal = [pool.eq(other_high, high), pool.eq(other_low, low)];
    Some(pool.and_all(&equal))
}
