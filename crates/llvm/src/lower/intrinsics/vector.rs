//! Intrinsics that look across the lanes of a vector.

use ir::{BinaryOp, FloatBinaryOp};

use super::{Intrinsic, Rule};
use crate::layout::ScalarTy;
use crate::lower::builder::{Builder, TypedOperand};
use crate::lower::function::Lowering;
use crate::lower::scalar::Scalar;
use crate::lower::stop::{Lowered, malformed};
use crate::module::{Type, TypeId};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("vector.reduce.add", Rule::Whole(|l, i| reduce(l, i, |b, x, y| b.arith(BinaryOp::Add, x, y)))),
    ("vector.reduce.mul", Rule::Whole(|l, i| reduce(l, i, |b, x, y| b.arith(BinaryOp::Mul, x, y)))),
    ("vector.reduce.and", Rule::Whole(|l, i| reduce(l, i, |b, x, y| b.arith(BinaryOp::And, x, y)))),
    ("vector.reduce.or", Rule::Whole(|l, i| reduce(l, i, |b, x, y| b.arith(BinaryOp::Or, x, y)))),
    ("vector.reduce.xor", Rule::Whole(|l, i| reduce(l, i, |b, x, y| b.arith(BinaryOp::Xor, x, y)))),
    ("vector.reduce.smax", Rule::Whole(|l, i| reduce(l, i, |b, x, y| b.extreme(true, true, x, y)))),
    (
        "vector.reduce.smin",
        Rule::Whole(|l, i| reduce(l, i, |b, x, y| b.extreme(true, false, x, y))),
    ),
    (
        "vector.reduce.umax",
        Rule::Whole(|l, i| reduce(l, i, |b, x, y| b.extreme(false, true, x, y))),
    ),
    (
        "vector.reduce.umin",
        Rule::Whole(|l, i| reduce(l, i, |b, x, y| b.extreme(false, false, x, y))),
    ),
    ("vector.reduce.fmax", Rule::Whole(|l, i| reduce(l, i, |b, x, y| float(b, MAX, x, y)))),
    ("vector.reduce.fmin", Rule::Whole(|l, i| reduce(l, i, |b, x, y| float(b, MIN, x, y)))),
    ("vector.reduce.fadd", Rule::Whole(|l, i| accumulate(l, i, FloatBinaryOp::Add))),
    ("vector.reduce.fmul", Rule::Whole(|l, i| accumulate(l, i, FloatBinaryOp::Mul))),
    ("vector.insert", Rule::Whole(insert)),
    ("vector.extract", Rule::Whole(extract)),
    ("masked.load", Rule::Whole(masked_load)),
    ("masked.store", Rule::Whole(masked_store)),
    ("masked.gather", Rule::Whole(masked_gather)),
    ("masked.scatter", Rule::Whole(masked_scatter)),
];

const MAX: FloatBinaryOp = FloatBinaryOp::Max;
const MIN: FloatBinaryOp = FloatBinaryOp::Min;

fn reduce(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
    op: fn(&mut Builder, Scalar, Scalar) -> Lowered<Scalar>,
) -> Lowered<Vec<Scalar>> {
    let mut lanes = lowering.value(intrinsic.arg(0)?)?.into_iter();
    let Some(first) = lanes.next() else { return malformed("an empty vector") };
    let sum = lanes.try_fold(first, |sum, lane| op(&mut lowering.builder, sum, lane))?;
    Ok(vec![sum])
}

fn float(builder: &mut Builder, op: FloatBinaryOp, a: Scalar, b: Scalar) -> Lowered<Scalar> {
    Ok(builder.float_binary(op, a.narrow()?, b.narrow()?)?.into())
}

/// A start value and the lanes, in order.
fn accumulate(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
    op: FloatBinaryOp,
) -> Lowered<Vec<Scalar>> {
    let start = lowering.scalar(intrinsic.arg(0)?)?;
    let mut lanes = lowering.value(intrinsic.arg(1)?)?.into_iter();
    let sum = lanes.try_fold(start, |sum, lane| float(&mut lowering.builder, op, sum, lane))?;
    Ok(vec![sum])
}

/// A vector with another in its place from a constant lane on.
fn insert(lowering: &mut Lowering<'_, '_>, intrinsic: &Intrinsic<'_>) -> Lowered<Vec<Scalar>> {
    let mut lanes = lowering.value(intrinsic.arg(0)?)?;
    let part = lowering.value(intrinsic.arg(1)?)?;
    let at = lowering.values().number(intrinsic.arg(2)?)?.unwrap_or(u64::MAX);
    match lanes.get_mut(stretch(at, part.len())) {
        Some(place) => place.copy_from_slice(&part),
        None => return malformed("a vector inserted beyond the end"),
    }
    Ok(lanes)
}

/// Some lanes of a vector, from a constant lane on.
fn extract(lowering: &mut Lowering<'_, '_>, intrinsic: &Intrinsic<'_>) -> Lowered<Vec<Scalar>> {
    let lanes = lowering.value(intrinsic.arg(0)?)?;
    let at = lowering.values().number(intrinsic.arg(1)?)?.unwrap_or(u64::MAX);
    let count = lowering.layout().scalars(intrinsic.instruction.ty)?.len();
    match lanes.get(stretch(at, count)) {
        Some(lanes) => Ok(lanes.to_vec()),
        None => malformed("a vector extracted beyond the end"),
    }
}

fn stretch(at: u64, count: usize) -> std::ops::Range<usize> {
    let start = usize::try_from(at).unwrap_or(usize::MAX);
    start..start.saturating_add(count)
}

fn masked_load(lowering: &mut Lowering<'_, '_>, intrinsic: &Intrinsic<'_>) -> Lowered<Vec<Scalar>> {
    let ty = intrinsic.instruction.ty;
    let addresses = consecutive(lowering, intrinsic, 0, ty)?;
    // The arguments end with the mask and the lanes to take where it is 0; LLVM 22 has the alignment
    // as an attribute.
    let count = intrinsic.call.args.len();
    load_lanes(lowering, intrinsic, &addresses, count.saturating_sub(2))
}

fn masked_gather(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
) -> Lowered<Vec<Scalar>> {
    let addresses = addresses(lowering, intrinsic, 0)?;
    let count = intrinsic.call.args.len();
    load_lanes(lowering, intrinsic, &addresses, count.saturating_sub(2))
}

fn masked_store(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
) -> Lowered<Vec<Scalar>> {
    let ty = lowering.ty(intrinsic.arg(0)?)?;
    let addresses = consecutive(lowering, intrinsic, 1, ty)?;
    store_lanes(lowering, intrinsic, &addresses)
}

fn masked_scatter(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
) -> Lowered<Vec<Scalar>> {
    let addresses = addresses(lowering, intrinsic, 1)?;
    store_lanes(lowering, intrinsic, &addresses)
}

/// The addresses in a vector of pointers.
fn addresses(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
    arg: usize,
) -> Lowered<Vec<TypedOperand>> {
    let lanes = lowering.value(intrinsic.arg(arg)?)?;
    lanes.into_iter().map(|lane| lowering.builder.check_pointer(lane.narrow()?)).collect()
}

/// The addresses of the lanes of a vector in memory.
fn consecutive(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
    arg: usize,
    ty: TypeId,
) -> Lowered<Vec<TypedOperand>> {
    let base = lowering.pointer(intrinsic.arg(arg)?)?;
    let Type::Vector { element, .. } = lowering.layout().ty(ty) else {
        return malformed("a masked access to something that is no vector");
    };
    let step = lowering.layout().store_size(*element)? as i64;
    let lanes = lowering.layout().scalars(ty)?.len() as i64;
    (0..lanes).map(|lane| lowering.builder.add_offset(base, lane * step)).collect()
}

/// Loads each lane whose mask bit is 1.
fn load_lanes(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
    addresses: &[TypedOperand],
    mask: usize,
) -> Lowered<Vec<Scalar>> {
    let masks = lowering.value(intrinsic.arg(mask)?)?;
    let otherwise = lowering.value(intrinsic.arg(mask + 1)?)?;
    let types = lowering.layout().scalars(intrinsic.instruction.ty)?;
    if masks.len() != types.len()
        || otherwise.len() != types.len()
        || addresses.len() != types.len()
    {
        return malformed("a masked access with another number of lanes");
    }
    (0..types.len())
        .map(|lane| {
            let builder = &mut lowering.builder;
            load_lane(builder, masks[lane].narrow()?, addresses[lane], otherwise[lane], types[lane])
        })
        .collect()
}

fn load_lane(
    builder: &mut Builder,
    mask: TypedOperand,
    address: TypedOperand,
    otherwise: Scalar,
    ty: ScalarTy,
) -> Lowered<Scalar> {
    if otherwise.ty() != ty {
        return malformed("a masked load of another type");
    }
    let result = builder.new_scalar(ty);
    builder.assign(result, otherwise);
    let (then, done) = (builder.new_block(), builder.new_block());
    builder.branch(mask, then, done)?;
    builder.move_to(then);
    let loaded = builder.load_scalar(ty, address, 0)?;
    builder.assign(result, loaded);
    builder.jump(done);
    builder.move_to(done);
    Ok(result)
}

/// Stores each lane whose mask bit is 1; the mask is the last argument.
fn store_lanes(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
    addresses: &[TypedOperand],
) -> Lowered<Vec<Scalar>> {
    let values = lowering.value(intrinsic.arg(0)?)?;
    let masks = lowering.value(intrinsic.arg(intrinsic.call.args.len().saturating_sub(1))?)?;
    if masks.len() != values.len() || addresses.len() != values.len() {
        return malformed("a masked access with another number of lanes");
    }
    for ((value, mask), address) in values.into_iter().zip(masks).zip(addresses) {
        let builder = &mut lowering.builder;
        let (then, done) = (builder.new_block(), builder.new_block());
        builder.branch(mask.narrow()?, then, done)?;
        builder.move_to(then);
        builder.store_scalar(*address, 0, value)?;
        builder.jump(done);
        builder.move_to(done);
    }
    Ok(Vec::new())
}
