//! Intrinsics on floating-point numbers.

use ir::{BinaryOp, CompareOp, FloatBinaryOp, FloatCompareOp, FloatTy, FloatUnaryOp, Ty};

use super::{Intrinsic, Rule, take};
use crate::layout::ScalarTy;
use crate::lower::builder::{Builder, TypedOperand};
use crate::lower::float::format;
use crate::lower::function::Lowering;
use crate::lower::scalar::Scalar;
use crate::lower::stop::{Lowered, malformed, unsupported};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("fabs", Rule::Lanes(|b, args, _| unary(b, args, FloatUnaryOp::Abs))),
    ("sqrt", Rule::Lanes(|b, args, _| unary(b, args, FloatUnaryOp::Sqrt))),
    ("floor", Rule::Lanes(|b, args, _| unary(b, args, FloatUnaryOp::Floor))),
    ("ceil", Rule::Lanes(|b, args, _| unary(b, args, FloatUnaryOp::Ceil))),
    ("trunc", Rule::Lanes(|b, args, _| unary(b, args, FloatUnaryOp::Trunc))),
    ("round", Rule::Lanes(|b, args, _| unary(b, args, FloatUnaryOp::Round))),
    ("roundeven", Rule::Lanes(|b, args, _| unary(b, args, FloatUnaryOp::RoundEven))),
    ("rint", Rule::Lanes(|b, args, _| unary(b, args, FloatUnaryOp::RoundEven))),
    ("nearbyint", Rule::Lanes(|b, args, _| unary(b, args, FloatUnaryOp::RoundEven))),
    ("canonicalize", Rule::First),
    ("copysign", Rule::Lanes(|b, args, _| binary(b, args, FloatBinaryOp::CopySign))),
    ("minnum", Rule::Lanes(|b, args, _| binary(b, args, FloatBinaryOp::Min))),
    ("maxnum", Rule::Lanes(|b, args, _| binary(b, args, FloatBinaryOp::Max))),
    ("minimumnum", Rule::Lanes(|b, args, _| binary(b, args, FloatBinaryOp::Min))),
    ("maximumnum", Rule::Lanes(|b, args, _| binary(b, args, FloatBinaryOp::Max))),
    ("minimum", Rule::Lanes(|b, args, _| strict_extreme(b, args, false))),
    ("maximum", Rule::Lanes(|b, args, _| strict_extreme(b, args, true))),
    ("fma", Rule::Lanes(|b, args, _| fused(b, args))),
    ("fmuladd", Rule::Lanes(|b, args, _| unfused(b, args))),
    ("lround", Rule::Lanes(|b, args, ty| rounded(b, args, ty, FloatUnaryOp::Round))),
    ("llround", Rule::Lanes(|b, args, ty| rounded(b, args, ty, FloatUnaryOp::Round))),
    ("lrint", Rule::Lanes(|b, args, ty| rounded(b, args, ty, FloatUnaryOp::RoundEven))),
    ("llrint", Rule::Lanes(|b, args, ty| rounded(b, args, ty, FloatUnaryOp::RoundEven))),
    ("fptosi.sat", Rule::Lanes(|b, args, ty| saturating_to_int(b, args, ty, true))),
    ("fptoui.sat", Rule::Lanes(|b, args, ty| saturating_to_int(b, args, ty, false))),
    ("is.fpclass", Rule::Lanes(|b, args, _| is_class(b, args))),
    ("powi", Rule::Whole(whole_power)),
    ("pow", Rule::Library("pow")),
    ("exp", Rule::Library("exp")),
    ("exp2", Rule::Library("exp2")),
    ("exp10", Rule::Library("exp10")),
    ("log", Rule::Library("log")),
    ("log2", Rule::Library("log2")),
    ("log10", Rule::Library("log10")),
    ("sin", Rule::Library("sin")),
    ("cos", Rule::Library("cos")),
    ("tan", Rule::Library("tan")),
    ("asin", Rule::Library("asin")),
    ("acos", Rule::Library("acos")),
    ("atan", Rule::Library("atan")),
    ("atan2", Rule::Library("atan2")),
    ("sinh", Rule::Library("sinh")),
    ("cosh", Rule::Library("cosh")),
    ("tanh", Rule::Library("tanh")),
    ("ldexp", Rule::Library("ldexp")),
];

fn unary(builder: &mut Builder, args: &[Scalar], op: FloatUnaryOp) -> Lowered<Scalar> {
    let [a] = take(args)?;
    Ok(builder.float_unary(op, a.narrow()?)?.into())
}

fn binary(builder: &mut Builder, args: &[Scalar], op: FloatBinaryOp) -> Lowered<Scalar> {
    let [a, b] = take(args)?;
    Ok(builder.float_binary(op, a.narrow()?, b.narrow()?)?.into())
}

fn fused(builder: &mut Builder, args: &[Scalar]) -> Lowered<Scalar> {
    let [a, b, c] = take(args)?;
    Ok(builder.float_mul_add(a.narrow()?, b.narrow()?, c.narrow()?)?.into())
}

/// x86 without FMA multiplies, rounds and adds; so do we.
fn unfused(builder: &mut Builder, args: &[Scalar]) -> Lowered<Scalar> {
    let [a, b, c] = take(args)?;
    let product = builder.float_binary(FloatBinaryOp::Mul, a.narrow()?, b.narrow()?)?;
    Ok(builder.float_binary(FloatBinaryOp::Add, product, c.narrow()?)?.into())
}

/// The function that LLVM calls too, of the compiler's support library.
fn whole_power(lowering: &mut Lowering<'_, '_>, intrinsic: &Intrinsic<'_>) -> Lowered<Vec<Scalar>> {
    lowering.each_lane(intrinsic, |lowering, args, ty| {
        let [base, exponent] = take(args)?;
        let exponent = lowering.builder.convert_width(true, 32, exponent)?;
        let base = base.narrow()?;
        let name = match format(base)? {
            FloatTy::F32 => "__powisf2",
            FloatTy::F64 => "__powidf2",
        };
        if ty != ScalarTy::Register(base.ty) {
            return malformed("a power of another type");
        }
        lowering.call_library(name, &[base.into(), exponent], base.ty)
    })
}

/// IEEE 754-2019 minimum and maximum: NaN wins, and -0 is less than +0.
fn strict_extreme(builder: &mut Builder, args: &[Scalar], larger: bool) -> Lowered<Scalar> {
    let [a, b] = take(args)?;
    let (a, b) = (a.narrow()?, b.narrow()?);
    let order = if larger { FloatCompareOp::OGt } else { FloatCompareOp::OLt };
    let first = builder.float_compare(order, a, b)?;
    let ordered = builder.select(first, a, b)?;
    // Equal numbers differ in the sign of zero at most: `or` gives -0, `and` gives +0.
    let equal = builder.float_compare(FloatCompareOp::OEq, a, b)?;
    let merge = if larger { BinaryOp::And } else { BinaryOp::Or };
    let (a_bits, b_bits) = (builder.as_integer(a)?, builder.as_integer(b)?);
    let zero = builder.binary(merge, a_bits, b_bits)?;
    let zero = builder.copy_as(a.ty, zero)?;
    let number = builder.select(equal, zero, ordered)?;
    let nan = builder.float_binary(FloatBinaryOp::Add, a, b)?;
    let unordered = builder.float_compare(FloatCompareOp::Uno, a, b)?;
    Ok(builder.select(unordered, nan, number)?.into())
}

fn rounded(
    builder: &mut Builder,
    args: &[Scalar],
    ty: ScalarTy,
    op: FloatUnaryOp,
) -> Lowered<Scalar> {
    let [a] = take(args)?;
    let whole = builder.float_unary(op, a.narrow()?)?;
    builder.float_to_int(whole, ty, true, false)
}

fn saturating_to_int(
    builder: &mut Builder,
    args: &[Scalar],
    ty: ScalarTy,
    signed: bool,
) -> Lowered<Scalar> {
    let [a] = take(args)?;
    if ty.bits() > 64 {
        return unsupported("saturating conversion to an integer of more than 64 bits");
    }
    builder.float_to_int(a.narrow()?, ty, signed, true)
}

/// The classes of LLVM's mask, from bit 0: signalling and quiet NaN, then from minus infinity up to
/// plus infinity. Each but NaN is a range of bit patterns.
fn is_class(builder: &mut Builder, args: &[Scalar]) -> Lowered<Scalar> {
    let [a, mask] = take(args)?;
    let a = a.narrow()?;
    let Some(mask) = builder.known_number(mask) else {
        return unsupported("the intrinsic `llvm.is.fpclass` with a variable mask");
    };
    let shape = FloatPatterns::of(format(a)?);
    let bits = builder.as_integer(a)?;
    let magnitude = builder.binary_bits(BinaryOp::And, bits, !shape.sign)?;
    let negative = builder.compare_bits(CompareOp::SLt, bits, 0)?;
    let positive = builder.not(negative)?;
    let mut answer = None;
    for (class, range) in shape.classes().into_iter().enumerate() {
        if mask >> class & 1 == 0 {
            continue;
        }
        let mut inside = in_range(builder, magnitude, range)?;
        match class {
            0 | 1 => {}
            2..=5 => inside = builder.binary(BinaryOp::And, inside, negative)?,
            _ => inside = builder.binary(BinaryOp::And, inside, positive)?,
        }
        answer = Some(match answer {
            Some(before) => builder.binary(BinaryOp::Or, before, inside)?,
            None => inside,
        });
    }
    Ok(answer.unwrap_or_else(|| builder.bits(Ty::BOOL, 0)).into())
}

/// `low <= a <= high`
fn in_range(
    builder: &mut Builder,
    a: TypedOperand,
    (low, high): (u64, u64),
) -> Lowered<TypedOperand> {
    let distance = builder.binary_bits(BinaryOp::Sub, a, low)?;
    builder.compare_bits(CompareOp::ULe, distance, high - low)
}

/// The bit patterns of a float format.
struct FloatPatterns {
    sign: u64,
    infinity: u64,
    quiet: u64,
    smallest_normal: u64,
}

impl FloatPatterns {
    fn of(ty: FloatTy) -> FloatPatterns {
        let (sign, exponent_bits, mantissa_bits) = match ty {
            FloatTy::F32 => (1u64 << 31, 8, 23),
            FloatTy::F64 => (1u64 << 63, 11, 52),
        };
        FloatPatterns {
            sign,
            infinity: ((1u64 << exponent_bits) - 1) << mantissa_bits,
            quiet: 1 << (mantissa_bits - 1),
            smallest_normal: 1 << mantissa_bits,
        }
    }

    /// The magnitudes of each class, in the order of the mask's bits.
    fn classes(&self) -> [(u64, u64); 10] {
        let nan = self.infinity | self.quiet;
        let normal = (self.smallest_normal, self.infinity - 1);
        let subnormal = (1, self.smallest_normal - 1);
        let infinity = (self.infinity, self.infinity);
        [
            (self.infinity + 1, nan - 1),
            (nan, self.sign - 1),
            infinity,
            normal,
            subnormal,
            (0, 0),
            (0, 0),
            subnormal,
            normal,
            infinity,
        ]
    }
}
