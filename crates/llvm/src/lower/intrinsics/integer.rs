//! Intrinsics on integers.

use ir::{BinaryOp, CompareOp, UnaryOp};

use super::{Intrinsic, Rule, take};
use crate::layout::ScalarTy;
use crate::lower::builder::{Builder, TypedOperand};
use crate::lower::function::Lowering;
use crate::lower::scalar::Scalar;
use crate::lower::stop::{Lowered, malformed, unsupported};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("sadd.with.overflow", Rule::Whole(|l, i| with_overflow(l, i, BinaryOp::Add, true))),
    ("uadd.with.overflow", Rule::Whole(|l, i| with_overflow(l, i, BinaryOp::Add, false))),
    ("ssub.with.overflow", Rule::Whole(|l, i| with_overflow(l, i, BinaryOp::Sub, true))),
    ("usub.with.overflow", Rule::Whole(|l, i| with_overflow(l, i, BinaryOp::Sub, false))),
    ("smul.with.overflow", Rule::Whole(|l, i| with_overflow(l, i, BinaryOp::Mul, true))),
    ("umul.with.overflow", Rule::Whole(|l, i| with_overflow(l, i, BinaryOp::Mul, false))),
    ("sadd.sat", Rule::Lanes(|b, args, _| saturating(b, args, BinaryOp::Add, true))),
    ("uadd.sat", Rule::Lanes(|b, args, _| saturating(b, args, BinaryOp::Add, false))),
    ("ssub.sat", Rule::Lanes(|b, args, _| saturating(b, args, BinaryOp::Sub, true))),
    ("usub.sat", Rule::Lanes(|b, args, _| saturating(b, args, BinaryOp::Sub, false))),
    ("smax", Rule::Lanes(|b, args, _| extreme(b, args, true, true))),
    ("smin", Rule::Lanes(|b, args, _| extreme(b, args, true, false))),
    ("umax", Rule::Lanes(|b, args, _| extreme(b, args, false, true))),
    ("umin", Rule::Lanes(|b, args, _| extreme(b, args, false, false))),
    ("scmp", Rule::Lanes(|b, args, ty| three_way(b, args, ty, true))),
    ("ucmp", Rule::Lanes(|b, args, ty| three_way(b, args, ty, false))),
    ("abs", Rule::Lanes(|b, args, _| absolute(b, args))),
    ("ctpop", Rule::Lanes(|b, args, _| population(b, args))),
    ("ctlz", Rule::Lanes(|b, args, _| zeros(b, args, UnaryOp::LeadingZeros))),
    ("cttz", Rule::Lanes(|b, args, _| zeros(b, args, UnaryOp::TrailingZeros))),
    ("bswap", Rule::Lanes(|b, args, _| reversed(b, args, UnaryOp::SwapBytes))),
    ("bitreverse", Rule::Lanes(|b, args, _| reversed(b, args, UnaryOp::ReverseBits))),
    ("fshl", Rule::Lanes(|b, args, _| funnel_left(b, args))),
    ("fshr", Rule::Lanes(|b, args, _| funnel_right(b, args))),
    ("ptrmask", Rule::Lanes(|b, args, _| pointer_mask(b, args))),
];

/// The wrapped results of all lanes, then whether each overflowed.
fn with_overflow(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
    op: BinaryOp,
    signed: bool,
) -> Lowered<Vec<Scalar>> {
    let (a, b) = (lowering.value(intrinsic.arg(0)?)?, lowering.value(intrinsic.arg(1)?)?);
    let mut results = Vec::with_capacity(2 * a.len());
    let mut overflows: Vec<Scalar> = Vec::with_capacity(a.len());
    for (a, b) in a.into_iter().zip(b) {
        let result = lowering.builder.arith(op, a, b)?;
        overflows.push(overflow(&mut lowering.builder, op, signed, [a, b, result])?.into());
        results.push(result);
    }
    results.extend(overflows);
    Ok(results)
}

/// Does `a op b`, wrapped to `result`, overflow?
fn overflow(
    builder: &mut Builder,
    op: BinaryOp,
    signed: bool,
    [a, b, result]: [Scalar; 3],
) -> Lowered<TypedOperand> {
    match (op, signed) {
        (BinaryOp::Add, false) => builder.relation(CompareOp::ULt, result, a),
        (BinaryOp::Sub, false) => builder.relation(CompareOp::ULt, a, b),
        // The operands' signs agree, and the result's differs.
        (BinaryOp::Add, true) => both_negative(builder, [a, result], [b, result]),
        // The operands' signs differ, and the result's is not the first's.
        (BinaryOp::Sub, true) => both_negative(builder, [a, b], [a, result]),
        (BinaryOp::Mul, _) if a.bits() <= 64 => product_overflow(builder, signed, a, b, result),
        (BinaryOp::Mul, false) => wide_product_overflow(builder, a, b, result),
        (BinaryOp::Mul, true) => wide_signed_product_overflow(builder, a, b),
        _ => malformed("overflow of another operation"),
    }
}

/// `((a ^ b) & (c ^ d)) < 0`
fn both_negative(builder: &mut Builder, ab: [Scalar; 2], cd: [Scalar; 2]) -> Lowered<TypedOperand> {
    let first = builder.arith(BinaryOp::Xor, ab[0], ab[1])?;
    let second = builder.arith(BinaryOp::Xor, cd[0], cd[1])?;
    let both = builder.arith(BinaryOp::And, first, second)?;
    builder.relation_number(CompareOp::SLt, both, 0)
}

/// Multiplies at twice the width.
fn product_overflow(
    builder: &mut Builder,
    signed: bool,
    a: Scalar,
    b: Scalar,
    result: Scalar,
) -> Lowered<TypedOperand> {
    let double = 2 * a.bits();
    let a = builder.convert_width(signed, double, a)?;
    let b = builder.convert_width(signed, double, b)?;
    let exact = builder.arith(BinaryOp::Mul, a, b)?;
    let result = builder.convert_width(signed, double, result)?;
    builder.relation(CompareOp::Ne, exact, result)
}

/// `a != 0 && a * b / a != b`
fn wide_product_overflow(
    builder: &mut Builder,
    a: Scalar,
    b: Scalar,
    product: Scalar,
) -> Lowered<TypedOperand> {
    let zero = builder.relation_number(CompareOp::Eq, a, 0)?;
    let one = builder.number(a.ty(), 1);
    let divisor = builder.choose(zero, one, a)?;
    let quotient = builder.arith(BinaryOp::UDiv, product, divisor)?;
    let differs = builder.relation(CompareOp::Ne, quotient, b)?;
    let nonzero = builder.not(zero)?;
    builder.binary(BinaryOp::And, nonzero, differs)
}

/// The product of the magnitudes overflows, or is too large for the sign.
fn wide_signed_product_overflow(
    builder: &mut Builder,
    a: Scalar,
    b: Scalar,
) -> Lowered<TypedOperand> {
    let signs = builder.arith(BinaryOp::Xor, a, b)?;
    let negative = builder.relation_number(CompareOp::SLt, signs, 0)?;
    let (a, b) = (magnitude(builder, false, a)?, magnitude(builder, false, b)?);
    let product = builder.arith(BinaryOp::Mul, a, b)?;
    let beyond = wide_product_overflow(builder, a, b, product)?;
    let [low, high] = builder.signed_bounds(a.ty());
    let limit = builder.choose(negative, low, high)?;
    let large = builder.relation(CompareOp::ULt, limit, product)?;
    builder.binary(BinaryOp::Or, beyond, large)
}

fn saturating(
    builder: &mut Builder,
    args: &[Scalar],
    op: BinaryOp,
    signed: bool,
) -> Lowered<Scalar> {
    let [a, b] = take(args)?;
    let result = builder.arith(op, a, b)?;
    let overflow = overflow(builder, op, signed, [a, b, result])?;
    let bound = if signed {
        // It overflows to the side of the first operand's sign.
        let negative = builder.relation_number(CompareOp::SLt, a, 0)?;
        let [low, high] = builder.signed_bounds(a.ty());
        builder.choose(negative, low, high)?
    } else if op == BinaryOp::Add {
        builder.ones(a.ty())
    } else {
        builder.number(a.ty(), 0)
    };
    builder.choose(overflow, bound, result)
}

fn extreme(builder: &mut Builder, args: &[Scalar], signed: bool, larger: bool) -> Lowered<Scalar> {
    let [a, b] = take(args)?;
    builder.extreme(signed, larger, a, b)
}

/// -1, 0 or 1
fn three_way(
    builder: &mut Builder,
    args: &[Scalar],
    ty: ScalarTy,
    signed: bool,
) -> Lowered<Scalar> {
    let [a, b] = take(args)?;
    let (less, greater) = (builder.less(signed, a, b)?, builder.less(signed, b, a)?);
    let positive = builder.convert_width(false, ty.bits(), greater.into())?;
    let minus_one = builder.ones(ty);
    builder.choose(less, minus_one, positive)
}

fn absolute(builder: &mut Builder, args: &[Scalar]) -> Lowered<Scalar> {
    let [a, poison] = take(args)?;
    let nsw = builder.known_number(poison) == Some(1);
    magnitude(builder, nsw, a)
}

fn magnitude(builder: &mut Builder, nsw: bool, a: Scalar) -> Lowered<Scalar> {
    let zero = builder.number(a.ty(), 0);
    let negated = builder.integer(BinaryOp::Sub, nsw, zero, a)?;
    let negative = builder.relation(CompareOp::SLt, a, zero)?;
    builder.choose(negative, negated, a)
}

fn population(builder: &mut Builder, args: &[Scalar]) -> Lowered<Scalar> {
    let [a] = take(args)?;
    let mut sum = builder.unary(UnaryOp::PopCount, a.low())?;
    for limb in a.parts().skip(1) {
        let limb = builder.resize(false, ir::Width::W64, limb)?;
        let more = builder.unary(UnaryOp::PopCount, limb)?;
        sum = builder.binary(BinaryOp::Add, sum, more)?;
    }
    builder.convert_width(false, a.bits(), sum.into())
}

/// The zeros of one half count only if the half before it is all zeros.
fn zeros(builder: &mut Builder, args: &[Scalar], op: UnaryOp) -> Lowered<Scalar> {
    let [a] = take(args)?;
    let (low, high) = match *a.limbs() {
        [part] => return Ok(builder.unary(op, part)?.into()),
        [low, high] => (low, high),
        _ => return unsupported(format!("counting the zeros of i{}", a.bits())),
    };
    let (first, second) = if op == UnaryOp::LeadingZeros { (high, low) } else { (low, high) };
    let empty = builder.compare_bits(CompareOp::Eq, first, 0)?;
    let few = builder.unary(op, first)?;
    let few = builder.resize(false, ir::Width::W64, few)?;
    let more = builder.unary(op, second)?;
    let more = builder.resize(false, ir::Width::W64, more)?;
    let more = builder.binary_bits(BinaryOp::Add, more, first.ty.bits().into())?;
    let count = builder.select(empty, more, few)?;
    builder.convert_width(false, a.bits(), count.into())
}

fn reversed(builder: &mut Builder, args: &[Scalar], op: UnaryOp) -> Lowered<Scalar> {
    let [a] = take(args)?;
    match *a.limbs() {
        [part] if op == UnaryOp::SwapBytes && !part.ty.bits().is_multiple_of(8) => {
            malformed("bytes swapped in a broken one")
        }
        _ if a.bits() <= 64 || a.bits().is_multiple_of(64) => {
            Scalar::collect(a.limbs().iter().rev().map(|limb| builder.unary(op, *limb)))
        }
        _ => unsupported(format!("reversing the {} bits of an integer", a.bits())),
    }
}

/// `a << m | b >> 1 >> (width - 1 - m)`, with `m` the amount modulo the width.
fn funnel_left(builder: &mut Builder, args: &[Scalar]) -> Lowered<Scalar> {
    let [a, b, amount] = take(args)?;
    if a.bits() == 1 {
        return Ok(a);
    }
    let (amount, rest) = funnel_amounts(builder, amount)?;
    let upper = builder.arith(BinaryOp::Shl, a, amount)?;
    let lower = builder.arith_number(BinaryOp::LShr, b, 1)?;
    let lower = builder.arith(BinaryOp::LShr, lower, rest)?;
    builder.arith(BinaryOp::Or, upper, lower)
}

/// `b >> m | a << 1 << (width - 1 - m)`, with `m` the amount modulo the width.
fn funnel_right(builder: &mut Builder, args: &[Scalar]) -> Lowered<Scalar> {
    let [a, b, amount] = take(args)?;
    if a.bits() == 1 {
        return Ok(b);
    }
    let (amount, rest) = funnel_amounts(builder, amount)?;
    let lower = builder.arith(BinaryOp::LShr, b, amount)?;
    let upper = builder.arith_number(BinaryOp::Shl, a, 1)?;
    let upper = builder.arith(BinaryOp::Shl, upper, rest)?;
    builder.arith(BinaryOp::Or, upper, lower)
}

fn funnel_amounts(builder: &mut Builder, amount: Scalar) -> Lowered<(Scalar, Scalar)> {
    let width = u128::from(amount.bits());
    let amount = builder.arith_number(BinaryOp::URem, amount, width)?;
    let last = builder.number(amount.ty(), width - 1);
    Ok((amount, builder.arith(BinaryOp::Sub, last, amount)?))
}

fn pointer_mask(builder: &mut Builder, args: &[Scalar]) -> Lowered<Scalar> {
    let [pointer, mask] = take(args)?;
    builder.arith(BinaryOp::And, pointer, mask)
}
