//! What instructions do to terms: each operation of the IR as the term that means the same.
//!
//! Registers are bit-vectors of their width; a float is the bits of its format.

use ir::{
    BinaryOp, CompareOp, Convert, FloatBinaryOp, FloatCompareOp, FloatUnaryOp, UnaryOp, Width,
};
use smt::{Bits, FloatOp, Rounding, TermId, TermPool};

/// The condition that a term is what it is now.
pub(crate) fn is_now(pool: &mut TermPool, term: TermId, bits: u64) -> TermId {
    let now = pool.bits(pool.width(term), bits);
    pool.eq(term, now)
}

/// `a op b`.
pub(crate) fn binary(pool: &mut TermPool, op: BinaryOp, a: TermId, b: TermId) -> TermId {
    match op {
        BinaryOp::Add => pool.add(a, b),
        BinaryOp::Sub => pool.sub(a, b),
        BinaryOp::Mul => pool.mul(a, b),
        BinaryOp::UDiv => pool.udiv(a, b),
        BinaryOp::SDiv => pool.sdiv(a, b),
        BinaryOp::URem => pool.urem(a, b),
        BinaryOp::SRem => pool.srem(a, b),
        BinaryOp::And => pool.bit_and(a, b),
        BinaryOp::Or => pool.bit_or(a, b),
        BinaryOp::Xor => pool.bit_xor(a, b),
        BinaryOp::Shl => pool.shl(a, b),
        BinaryOp::LShr => pool.lshr(a, b),
        BinaryOp::AShr => pool.ashr(a, b),
    }
}

/// The condition under which `a op b` is defined, and what is wrong otherwise.
pub(crate) fn defined_if(
    pool: &mut TermPool,
    op: BinaryOp,
    nsw: bool,
    a: TermId,
    b: TermId,
) -> Vec<(TermId, crate::value::arith::ArithError)> {
    use crate::value::arith::ArithError::{BadShift, DivisionByZero, SignedOverflow};
    let width = pool.width(a);
    let zero = pool.bits(width, 0);
    match op {
        BinaryOp::UDiv | BinaryOp::URem => vec![(pool.ne(b, zero), DivisionByZero)],
        BinaryOp::SDiv | BinaryOp::SRem => {
            let nonzero = pool.ne(b, zero);
            let least = pool.constant(&smt::Bits::min_signed(width));
            let minus_one = pool.constant(&smt::Bits::ones(width));
            let (not_least, not_minus) = (pool.ne(a, least), pool.ne(b, minus_one));
            vec![(nonzero, DivisionByZero), (pool.or(not_least, not_minus), SignedOverflow)]
        }
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
            let limit = pool.bits(width, width.into());
            // A width that is no power of two may not fit: then every amount is below it.
            let fits = width >= 64 || u64::from(width) < 1 << width;
            if fits { vec![(pool.ult(b, limit), BadShift)] } else { Vec::new() }
        }
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if nsw => {
            vec![(fits_signed(pool, op, a, b), SignedOverflow)]
        }
        _ => Vec::new(),
    }
}

/// Does the mathematical result fit the width?
fn fits_signed(pool: &mut TermPool, op: BinaryOp, a: TermId, b: TermId) -> TermId {
    let width = pool.width(a);
    let constant = |term| pool.as_bits(term).and_then(|bits| bits.to_i128());
    if let Some((low, high)) = fitting(width, op, constant(a), constant(b)) {
        let other = if pool.as_bits(a).is_some() { b } else { a };
        return is_between(pool, low, other, high);
    }
    // It is computed wide enough, so that it is exact.
    let wide = if op == BinaryOp::Mul { 2 * width } else { width + 1 };
    let (a, b) = (pool.sign_extend(wide, a), pool.sign_extend(wide, b));
    let exact = binary(pool, op, a, b);
    let (least, greatest) = signed_range(width);
    is_between(pool, least, exact, greatest)
}

/// The least and the greatest signed number of a width; registers have at most 64 bits.
fn signed_range(width: u32) -> (i128, i128) {
    let half = 1i128 << (width - 1);
    (-half, half - 1)
}

fn is_between(pool: &mut TermPool, low: i128, term: TermId, high: i128) -> TermId {
    let width = pool.width(term);
    let [low, high] =
        [low, high].map(|number| pool.constant(&Bits::from_u128(width, number as u128)));
    let (above, below) = (pool.sle(low, term), pool.sle(term, high));
    pool.and(above, below)
}

/// If one operand is a constant, the least and the greatest other one with which the result fits: comparing with
/// these is much easier on the solver than a wide product.
fn fitting(width: u32, op: BinaryOp, a: Option<i128>, b: Option<i128>) -> Option<(i128, i128)> {
    let (least, greatest) = signed_range(width);
    let (low, high) = match (op, a, b) {
        // least <= x + c <= greatest
        (BinaryOp::Add, Some(c), _) | (BinaryOp::Add, _, Some(c)) => (least - c, greatest - c),
        // least <= x - c <= greatest
        (BinaryOp::Sub, _, Some(c)) => (least + c, greatest + c),
        // least <= c - x <= greatest
        (BinaryOp::Sub, Some(c), _) => (c - greatest, c - least),
        // least <= x * c <= greatest; quotients are rounded towards zero, as they should be here.
        (BinaryOp::Mul, Some(c), _) | (BinaryOp::Mul, _, Some(c)) => match c {
            0 => (least, greatest),
            1.. => (least / c, greatest / c),
            _ => (greatest / c, least / c),
        },
        _ => return None,
    };
    Some((low.max(least), high.min(greatest)))
}

/// `a op b` as a condition.
pub(crate) fn compare(pool: &mut TermPool, op: CompareOp, a: TermId, b: TermId) -> TermId {
    match op {
        CompareOp::Eq => pool.eq(a, b),
        CompareOp::Ne => pool.ne(a, b),
        CompareOp::ULt => pool.ult(a, b),
        CompareOp::ULe => pool.ule(a, b),
        CompareOp::SLt => pool.slt(a, b),
        CompareOp::SLe => pool.sle(a, b),
    }
}

/// `op a`.
pub(crate) fn unary(pool: &mut TermPool, op: UnaryOp, a: TermId) -> TermId {
    let width = pool.width(a);
    let bit = |pool: &mut TermPool, index| pool.extract(index, index, a);
    match op {
        UnaryOp::PopCount => {
            let mut sum = pool.bits(width, 0);
            for index in 0..width {
                let bit = bit(pool, index);
                let bit = pool.zero_extend(width, bit);
                sum = pool.add(sum, bit);
            }
            sum
        }
        UnaryOp::LeadingZeros => first_one(pool, a, (0..width).rev()),
        UnaryOp::TrailingZeros => first_one(pool, a, 0..width),
        UnaryOp::SwapBytes => {
            let bytes = (0..width / 8).map(|i| (8 * i + 7, 8 * i));
            concat(pool, a, bytes)
        }
        UnaryOp::ReverseBits => concat(pool, a, (0..width).map(|i| (i, i))),
    }
}

/// How many of the bits, in that order, are zero before the first one.
fn first_one(
    pool: &mut TermPool,
    a: TermId,
    order: impl DoubleEndedIterator<Item = u32> + ExactSizeIterator,
) -> TermId {
    let width = pool.width(a);
    let mut result = pool.bits(width, width.into());
    for (count, index) in order.enumerate().rev() {
        let bit = pool.extract(index, index, a);
        let set = pool.is_nonzero(bit);
        let here = pool.bits(width, count as u64);
        result = pool.ite(set, here, result);
    }
    result
}

/// The pieces `(high, low)` of a term, the first one at the top.
fn concat(pool: &mut TermPool, a: TermId, pieces: impl Iterator<Item = (u32, u32)>) -> TermId {
    let mut result = None;
    for (high, low) in pieces {
        let piece = pool.extract(high, low, a);
        result = Some(match result {
            None => piece,
            Some(above) => pool.concat(above, piece),
        });
    }
    result.expect("a register has a bit")
}

/// `a`, widened.
pub(crate) fn extend(pool: &mut TermPool, signed: bool, to: Width, a: TermId) -> TermId {
    match signed {
        true => pool.sign_extend(to.bits(), a),
        false => pool.zero_extend(to.bits(), a),
    }
}

/// `a op b`, if terms have that operation.
pub(crate) fn float_binary(
    pool: &mut TermPool,
    op: FloatBinaryOp,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    Some(match op {
        FloatBinaryOp::Add => pool.float(FloatOp::Add, &[a, b]),
        FloatBinaryOp::Sub => pool.float(FloatOp::Sub, &[a, b]),
        FloatBinaryOp::Mul => pool.float(FloatOp::Mul, &[a, b]),
        FloatBinaryOp::Div => pool.float(FloatOp::Div, &[a, b]),
        FloatBinaryOp::Rem | FloatBinaryOp::Min | FloatBinaryOp::Max | FloatBinaryOp::CopySign => {
            return None;
        }
    })
}

/// `op a`, if terms have that operation.
pub(crate) fn float_unary(pool: &mut TermPool, op: FloatUnaryOp, a: TermId) -> Option<TermId> {
    let round = |rounding| FloatOp::Round(rounding);
    Some(match op {
        FloatUnaryOp::Neg => pool.float_neg(a),
        FloatUnaryOp::Abs => pool.float_abs(a),
        FloatUnaryOp::Sqrt => pool.float(FloatOp::Sqrt, &[a]),
        FloatUnaryOp::Floor => pool.float(round(Rounding::Down), &[a]),
        FloatUnaryOp::Ceil => pool.float(round(Rounding::Up), &[a]),
        FloatUnaryOp::Trunc => pool.float(round(Rounding::Zero), &[a]),
        FloatUnaryOp::Round => pool.float(round(Rounding::NearestAway), &[a]),
        FloatUnaryOp::RoundEven => pool.float(round(Rounding::NearestEven), &[a]),
    })
}

/// `a op b` as a condition.
pub(crate) fn float_compare(
    pool: &mut TermPool,
    op: FloatCompareOp,
    a: TermId,
    b: TermId,
) -> TermId {
    let (nan_a, nan_b) = (pool.float_is_nan(a), pool.float_is_nan(b));
    let unordered = pool.or(nan_a, nan_b);
    let (base, negated, or_unordered) = match op {
        FloatCompareOp::OEq => (pool.float_compare(FloatOp::Eq, a, b), false, false),
        FloatCompareOp::OLt => (pool.float_compare(FloatOp::Lt, a, b), false, false),
        FloatCompareOp::OLe => (pool.float_compare(FloatOp::Le, a, b), false, false),
        FloatCompareOp::OGt => (pool.float_compare(FloatOp::Lt, b, a), false, false),
        FloatCompareOp::OGe => (pool.float_compare(FloatOp::Le, b, a), false, false),
        FloatCompareOp::ONe => {
            let equal = pool.float_compare(FloatOp::Eq, a, b);
            (pool.or(equal, unordered), true, false)
        }
        FloatCompareOp::Ord => (unordered, true, false),
        FloatCompareOp::UEq => (pool.float_compare(FloatOp::Eq, a, b), false, true),
        FloatCompareOp::ULt => (pool.float_compare(FloatOp::Lt, a, b), false, true),
        FloatCompareOp::ULe => (pool.float_compare(FloatOp::Le, a, b), false, true),
        FloatCompareOp::UGt => (pool.float_compare(FloatOp::Lt, b, a), false, true),
        FloatCompareOp::UGe => (pool.float_compare(FloatOp::Le, b, a), false, true),
        FloatCompareOp::UNe => (pool.float_compare(FloatOp::Eq, a, b), true, false),
        FloatCompareOp::Uno => (unordered, false, false),
    };
    let result = if negated { pool.not(base) } else { base };
    if or_unordered { pool.or(result, unordered) } else { result }
}

/// `a` in another number format, if terms have that conversion.
pub(crate) fn convert(pool: &mut TermPool, op: Convert, a: TermId) -> Option<TermId> {
    let bits = |ty| ir::Ty::Float(ty).bits();
    Some(match op {
        Convert::Widen => pool.float_convert(FloatOp::Convert, 64, a),
        Convert::Narrow => pool.float_convert(FloatOp::Convert, 32, a),
        Convert::FromInt { signed: true, to, .. } => {
            pool.float_convert(FloatOp::FromSigned, bits(to), a)
        }
        Convert::FromInt { signed: false, to, .. } => {
            pool.float_convert(FloatOp::FromUnsigned, bits(to), a)
        }
        // Out of range the hardware gives something else than the term does.
        Convert::ToInt { .. } => return None,
    })
}

#[cfg(test)]
mod tests {
    use ir::BinaryOp;

    use super::{fitting, signed_range};

    #[test]
    fn what_fits_beside_a_constant() {
        let (least, greatest) = signed_range(4);
        let exact = |op, x: i128, y: i128| match op {
            BinaryOp::Add => x + y,
            BinaryOp::Sub => x - y,
            _ => x * y,
        };
        for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul] {
            for (c, x) in (least..=greatest).flat_map(|c| (least..=greatest).map(move |x| (c, x))) {
                let fits = |result| (least..=greatest).contains(&result);
                let (low, high) = fitting(4, op, Some(c), None).unwrap();
                assert_eq!((low..=high).contains(&x), fits(exact(op, c, x)), "{c} {op:?} {x}");
                let (low, high) = fitting(4, op, None, Some(c)).unwrap();
                assert_eq!((low..=high).contains(&x), fits(exact(op, x, c)), "{x} {op:?} {c}");
            }
        }
    }
}
