//! Typing rules that instructions and constant expressions share.

use crate::decode::check::{Result, View};
use crate::decode::types::is_float;
use crate::error::Error;
use crate::module::{BinaryOp, CastOp, Constant, Predicate, Type, TypeId, Value, ValueId};

/// `ty op ty -> ty`
pub(super) fn binary(
    view: View<'_>,
    op: BinaryOp,
    ty: TypeId,
    a: ValueId,
    b: ValueId,
) -> Result<()> {
    view.expect(a, ty)?;
    view.expect(b, ty)?;
    let float = matches!(
        op,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem
    );
    let scalar = view.types.scalar(ty);
    match scalar {
        Type::Integer(_) if !float => Ok(()),
        _ if float && is_float(scalar) => Ok(()),
        _ => Err(Error::malformed("operator on operands it is not for")),
    }
}

/// Comparison of two values of one type.
pub(super) fn compare(view: View<'_>, predicate: Predicate, a: ValueId, b: ValueId) -> Result<()> {
    view.expect(b, view.type_id(a)?)?;
    let scalar = view.scalar(a)?;
    let matches = match scalar {
        Type::Integer(_) | Type::Pointer { .. } => !is_float_predicate(predicate),
        _ => is_float(scalar) && is_float_predicate(predicate),
    };
    if matches { Ok(()) } else { Err(Error::malformed("comparison of operands it is not for")) }
}

/// The condition is one truth value, or one for each element of the vectors selected from.
pub(super) fn select(
    view: View<'_>,
    ty: TypeId,
    cond: ValueId,
    a: ValueId,
    b: ValueId,
) -> Result<()> {
    view.expect(a, ty)?;
    view.expect(b, ty)?;
    let one_bit = *view.scalar(cond)? == Type::Integer(1);
    let shape_fits = match view.ty(cond)? {
        Type::Vector { .. } => same_shape(view, view.type_id(cond)?, ty),
        _ => true,
    };
    if one_bit && shape_fits {
        Ok(())
    } else {
        Err(Error::malformed("condition is no truth value"))
    }
}

/// A cast between scalars, or between vectors of as many elements.
pub(super) fn cast(view: View<'_>, op: CastOp, from: TypeId, to: TypeId) -> Result<()> {
    let bad = || Error::malformed("cast between types it is not for");
    let (source, target) = (view.types.scalar(from), view.types.scalar(to));
    let kinds = match op {
        CastOp::Trunc => integers(source, target).is_some_and(|(from, to)| from > to),
        CastOp::ZExt | CastOp::SExt => integers(source, target).is_some_and(|(from, to)| from < to),
        CastOp::FpToUi | CastOp::FpToSi => is_float(source) && is_integer(target),
        CastOp::UiToFp | CastOp::SiToFp => is_integer(source) && is_float(target),
        CastOp::FpTrunc | CastOp::FpExt => is_float(source) && is_float(target),
        CastOp::PtrToInt => is_pointer(source) && is_integer(target),
        CastOp::IntToPtr => is_integer(source) && is_pointer(target),
        CastOp::AddrSpaceCast => is_pointer(source) && is_pointer(target),
        CastOp::BitCast => return bit_cast(view, from, to).ok_or_else(bad),
    };
    if kinds && same_shape(view, from, to) { Ok(()) } else { Err(bad()) }
}

/// Pointers become pointers, everything else something of as many bits.
fn bit_cast(view: View<'_>, from: TypeId, to: TypeId) -> Option<()> {
    if is_pointer(view.types.scalar(from)) && is_pointer(view.types.scalar(to)) {
        return same_shape(view, from, to).then_some(());
    }
    let same = bits(view, from)? == bits(view, to)?;
    same.then_some(())
}

fn bits(view: View<'_>, ty: TypeId) -> Option<u64> {
    let scalar = match view.types.scalar(ty) {
        Type::Integer(bits) => u64::from(*bits),
        Type::Half | Type::BFloat => 16,
        Type::Float => 32,
        Type::Double => 64,
        Type::X86Fp80 => 80,
        Type::Fp128 | Type::PpcFp128 => 128,
        Type::Other(name) if name == "x86_mmx" => 64,
        _ => return None,
    };
    match view.types.get(ty) {
        Type::Vector { count, .. } => Some(scalar * count),
        _ => Some(scalar),
    }
}

/// An address computation: each index selects a member of the type that the one before it selected.
pub(super) fn element_address(
    view: View<'_>,
    source_type: TypeId,
    base: ValueId,
    indices: &[ValueId],
) -> Result<()> {
    if !is_pointer(view.scalar(base)?) {
        return Err(Error::malformed("base is no pointer"));
    }
    view.sized(source_type)?;
    let mut ty = source_type;
    for (position, &index) in indices.iter().enumerate() {
        if !is_integer(view.scalar(index)?) {
            return Err(Error::malformed("index is no integer"));
        }
        if position > 0 {
            ty = member(view, ty, index)?;
        }
    }
    Ok(())
}

fn member(view: View<'_>, ty: TypeId, index: ValueId) -> Result<TypeId> {
    match view.types.get(ty) {
        Type::Struct { .. } => {
            let index = field_index(view, index)
                .ok_or_else(|| Error::malformed("index of a field is no constant"))?;
            view.types.member(ty, index)
        }
        Type::Array { element, .. } | Type::Vector { element, .. } => Ok(*element),
        _ => Err(Error::malformed("index into something without members")),
    }
}

/// The index of a field: a constant, or a vector of one constant again and again.
fn field_index(view: View<'_>, id: ValueId) -> Option<u32> {
    let Value::Constant(constant) = view.value(id).ok()? else {
        return None;
    };
    let index = match constant {
        Constant::Null => 0,
        Constant::Integer(words) => *words.first()?,
        Constant::Data(elements) => {
            let first = *elements.first()?;
            elements.iter().all(|&element| element == first).then_some(first)?
        }
        _ => return None,
    };
    u32::try_from(index).ok()
}

/// A vector and the index of one of its elements.
pub(super) fn element(view: View<'_>, vector: ValueId, index: ValueId) -> Result<TypeId> {
    view.integer(index)?;
    match *view.ty(vector)? {
        Type::Vector { element, .. } => Ok(element),
        _ => Err(Error::malformed("operand is no vector")),
    }
}

/// Both scalars, or vectors of as many elements.
pub(super) fn same_shape(view: View<'_>, a: TypeId, b: TypeId) -> bool {
    let shape = |ty: TypeId| match *view.types.get(ty) {
        Type::Vector { count, scalable, .. } => Some((count, scalable)),
        _ => None,
    };
    shape(a) == shape(b)
}

fn integers(a: &Type, b: &Type) -> Option<(u32, u32)> {
    match (a, b) {
        (Type::Integer(a), Type::Integer(b)) => Some((*a, *b)),
        _ => None,
    }
}

fn is_integer(ty: &Type) -> bool {
    matches!(ty, Type::Integer(_))
}

fn is_pointer(ty: &Type) -> bool {
    matches!(ty, Type::Pointer { .. })
}

fn is_float_predicate(predicate: Predicate) -> bool {
    !matches!(
        predicate,
        Predicate::Eq
            | Predicate::Ne
            | Predicate::Ugt
            | Predicate::Uge
            | Predicate::Ult
            | Predicate::Ule
            | Predicate::Sgt
            | Predicate::Sge
            | Predicate::Slt
            | Predicate::Sle
    )
}
