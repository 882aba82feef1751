//! Rewrites of the four orders. A comparison with a constant is strict, and an equality where it can be one.

use crate::bits::Bits;
use crate::pool::TermPool;
use crate::rewrite::fold_constants;
use crate::rewrite::ite::ite_of_constants;
use crate::rewrite::tables;
use crate::term::{App, Op, TermId};

tables! {
    ULT: [
        fold_constants,
        lt_same,
        ult_lowest,
        ult_highest,
        ite_of_constants,
        ult_both_extended,
        ult_zero_extended,
    ];
    ULE: [fold_constants, le_same, ule_strict, ite_of_constants, ule_extended];
    SLT: [
        fold_constants,
        lt_same,
        slt_lowest,
        slt_highest,
        ite_of_constants,
        slt_both_extended,
        slt_sign_extended,
        slt_zero_extended,
    ];
    SLE: [fold_constants, le_same, sle_strict, ite_of_constants, sle_extended];
}

// a < a is false
fn lt_same(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    (app.args[0] == app.args[1]).then(|| pool.bool(false))
}

// a <= a is true
fn le_same(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    (app.args[0] == app.args[1]).then(|| pool.bool(true))
}

// (c <= a) = (c - 1 < a), or true for the lowest c
// (a <= c) = (a < c + 1), or true for the highest c
fn ule_strict(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    le_strict(pool, app, Op::ULt, Bits::zero, Bits::ones)
}

// the same for signed numbers
fn sle_strict(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    le_strict(pool, app, Op::SLt, Bits::min_signed, Bits::max_signed)
}

fn le_strict(
    pool: &mut TermPool,
    app: App<'_>,
    strict: Op,
    lowest: fn(u32) -> Bits,
    highest: fn(u32) -> Bits,
) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    let one = Bits::one(pool.width(a));
    if let Some(c) = pool.as_bits(a) {
        if c == lowest(c.width()) {
            return Some(pool.bool(true));
        }
        let below = pool.constant(&c.sub(&one));
        return Some(pool.build(App { op: strict, args: &[below, b], ..app }));
    }
    let c = pool.as_bits(b)?;
    if c == highest(c.width()) {
        return Some(pool.bool(true));
    }
    let above = pool.constant(&c.add(&one));
    Some(pool.build(App { op: strict, args: &[a, above], ..app }))
}

// (a < lowest) is false
// (lowest < a) = not(lowest = a)
// (a < lowest + 1) = (lowest = a)
fn ult_lowest(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    lt_lowest(pool, app, Bits::zero)
}

// the same for signed numbers
fn slt_lowest(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    lt_lowest(pool, app, Bits::min_signed)
}

fn lt_lowest(pool: &mut TermPool, app: App<'_>, lowest: fn(u32) -> Bits) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    let lowest = lowest(pool.width(a));
    if pool.as_bits(a).is_some_and(|c| c == lowest) {
        return Some(pool.ne(a, b));
    }
    let c = pool.as_bits(b)?;
    if c == lowest {
        return Some(pool.bool(false));
    }
    if c != lowest.add(&Bits::one(c.width())) {
        return None;
    }
    let lowest = pool.constant(&lowest);
    Some(pool.eq(lowest, a))
}

// (highest < a) is false
// (a < highest) = not(highest = a)
// (highest - 1 < a) = (highest = a)
fn ult_highest(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    lt_highest(pool, app, Bits::ones)
}

// the same for signed numbers
fn slt_highest(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    lt_highest(pool, app, Bits::max_signed)
}

fn lt_highest(pool: &mut TermPool, app: App<'_>, highest: fn(u32) -> Bits) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    let highest = highest(pool.width(a));
    if pool.as_bits(b).is_some_and(|c| c == highest) {
        return Some(pool.ne(b, a));
    }
    let c = pool.as_bits(a)?;
    if c == highest {
        return Some(pool.bool(false));
    }
    if c != highest.sub(&Bits::one(c.width())) {
        return None;
    }
    let highest = pool.constant(&highest);
    Some(pool.eq(highest, b))
}

// (zext(a) <u zext(b)) = (a <u b)
// (sext(a) <u sext(b)) = (a <u b), as sext keeps the unsigned order too
fn ult_both_extended(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let (_, [a, b]) = both_extended(pool, app)?;
    Some(pool.ult(a, b))
}

// (zext(a) <s zext(b)) = (a <u b)
// (sext(a) <s sext(b)) = (a <s b)
fn slt_both_extended(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    match both_extended(pool, app)? {
        (Op::ZeroExtend, [a, b]) => Some(pool.ult(a, b)),
        (_, [a, b]) => Some(pool.slt(a, b)),
    }
}

// (zext(a) <=u zext(b)) = (a <=u b)
// (sext(a) <=u sext(b)) = (a <=u b)
fn ule_extended(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let (_, [a, b]) = both_extended(pool, app)?;
    Some(pool.ule(a, b))
}

// (zext(a) <=s zext(b)) = (a <=u b)
// (sext(a) <=s sext(b)) = (a <=s b)
fn sle_extended(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    match both_extended(pool, app)? {
        (Op::ZeroExtend, [a, b]) => Some(pool.ule(a, b)),
        (_, [a, b]) => Some(pool.sle(a, b)),
    }
}

/// What both operands extend in the same way, from the same width.
fn both_extended(pool: &TermPool, app: App<'_>) -> Option<(Op, [TermId; 2])> {
    let &[a, b] = app.args else { return None };
    let op = pool.op(a);
    if op != pool.op(b) || !matches!(op, Op::ZeroExtend | Op::SignExtend) {
        return None;
    }
    let inner = [pool.args(a)[0], pool.args(b)[0]];
    (pool.sort(inner[0]) == pool.sort(inner[1])).then_some((op, inner))
}

// (zext(a) <u c) = (a <u truncate(c)) if c fits, else true
// (c <u zext(a)) = (truncate(c) <u a) if c fits, else false
fn ult_zero_extended(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[left, right] = app.args else { return None };
    match (pool.single_of(left, Op::ZeroExtend), pool.single_of(right, Op::ZeroExtend)) {
        (Some(a), None) => {
            let c = pool.as_bits(right)?;
            match narrow(pool, &c, a) {
                Some(c) => Some(pool.ult(a, c)),
                None => Some(pool.bool(true)),
            }
        }
        (None, Some(a)) => {
            let c = pool.as_bits(left)?;
            match narrow(pool, &c, a) {
                Some(c) => Some(pool.ult(c, a)),
                None => Some(pool.bool(false)),
            }
        }
        _ => None,
    }
}

/// The constant at the width of `a`, if it fits there as an unsigned number.
fn narrow(pool: &mut TermPool, c: &Bits, a: TermId) -> Option<TermId> {
    let width = pool.width(a);
    (c.significant() <= width).then(|| pool.constant(&c.extract(width - 1, 0)))
}

// (zext(a) <s c) = (zext(a) <u c), or false for a negative c
// (c <s zext(a)) = (c <u zext(a)), or true for a negative c
fn slt_zero_extended(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[left, right] = app.args else { return None };
    match (pool.op(left), pool.op(right)) {
        (Op::ZeroExtend, _) => match pool.as_bits(right)?.sign() {
            true => Some(pool.bool(false)),
            false => Some(pool.ult(left, right)),
        },
        (_, Op::ZeroExtend) => match pool.as_bits(left)?.sign() {
            true => Some(pool.bool(true)),
            false => Some(pool.ult(left, right)),
        },
        _ => None,
    }
}

// (sext(a) <s c) = (a <s truncate(c)) if c fits, else whether c is positive
// (c <s sext(a)) = (truncate(c) <s a) if c fits, else whether c is negative
fn slt_sign_extended(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[left, right] = app.args else { return None };
    if let Some(a) = pool.single_of(left, Op::SignExtend) {
        let c = pool.as_bits(right)?;
        return match narrow_signed(pool, &c, a) {
            Some(c) => Some(pool.slt(a, c)),
            None => Some(pool.bool(!c.sign())),
        };
    }
    let a = pool.single_of(right, Op::SignExtend)?;
    let c = pool.as_bits(left)?;
    match narrow_signed(pool, &c, a) {
        Some(c) => Some(pool.slt(c, a)),
        None => Some(pool.bool(c.sign())),
    }
}

/// The constant at the width of `a`, if it fits there as a signed number.
fn narrow_signed(pool: &mut TermPool, c: &Bits, a: TermId) -> Option<TermId> {
    let narrow = c.extract(pool.width(a) - 1, 0);
    (narrow.sign_extend(c.width()) == *c).then(|| pool.constant(&narrow))
}
