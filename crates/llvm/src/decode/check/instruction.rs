//! Instructions: operands have the types that the operation is for. That operands exist, and that two
//! which must be of one type are, was seen to while decoding.

use crate::decode::check::{Result, View, rule};
use crate::decode::types::is_float;
use crate::error::Error;
use crate::module::{
    Constant, DebugLoc, Function, Instruction, MetadataId, Op, Type, TypeId, Value, ValueId,
};

pub(super) fn check(view: View<'_>, function: &Function, instruction: &Instruction) -> Result<()> {
    if let Some(loc) = &instruction.loc {
        location(view, loc)?;
    }
    if instruction.result.is_some() {
        view.first_class(instruction.ty)?;
    }
    let ty = instruction.ty;
    match &instruction.op {
        Op::Binary { op, a, b, .. } => rule::binary(view, *op, ty, *a, *b),
        Op::Cast { op, value } => rule::cast(view, *op, view.type_id(*value)?, ty),
        Op::Compare { predicate, a, b } => rule::compare(view, *predicate, *a, *b),
        Op::Select { cond, a, b } => rule::select(view, ty, *cond, *a, *b),
        Op::ExtractElement { vector, index } | Op::InsertElement { vector, index, .. } => {
            rule::element(view, *vector, *index).map(drop)
        }
        Op::ShuffleVector { a, mask, .. } => shuffle(view, *a, mask),
        Op::Return { value } => return_value(view, function, *value),
        Op::Switch { value, cases, .. } => {
            view.integer(*value)?;
            cases.iter().try_for_each(|&(case, _)| number(view, case))
        }
        Op::IndirectBr { address, .. } => view.pointer(*address),
        Op::Debug { variable, expression, location, .. } => {
            debug(view, *variable, *expression, *location)
        }
        op => memory(view, op, ty),
    }
}

fn memory(view: View<'_>, op: &Op, ty: TypeId) -> Result<()> {
    match op {
        Op::Alloca { element, count, .. } => {
            view.sized(*element)?;
            view.integer(*count)
        }
        Op::Load { ty, address } => {
            view.sized(*ty)?;
            view.pointer(*address)
        }
        Op::Store { address, value } => {
            view.sized(view.type_id(*value)?)?;
            view.pointer(*address)
        }
        Op::GetElementPtr { source_type, base, indices } => {
            rule::element_address(view, *source_type, *base, indices)?;
            let shapes = indices.iter().chain([base]).map(|&id| view.type_id(id));
            shapes
                .collect::<Result<Vec<_>>>()?
                .into_iter()
                .try_for_each(|operand| shape(view, operand, ty))
        }
        Op::AtomicRmw { address, value, .. } => {
            view.pointer(*address)?;
            scalar(view, *value)
        }
        Op::CmpXchg { address, new, .. } => {
            view.pointer(*address)?;
            scalar(view, *new)
        }
        Op::VaArg { list, ty } => {
            view.sized(*ty)?;
            view.pointer(*list)
        }
        _ => Ok(()),
    }
}

fn location(view: View<'_>, loc: &DebugLoc) -> Result<()> {
    view.node(loc.scope)?;
    loc.inlined_at.map_or(Ok(()), |id| view.node(id).map(drop))
}

fn shuffle(view: View<'_>, a: ValueId, mask: &[Option<u32>]) -> Result<()> {
    let Type::Vector { count, scalable: false, .. } = view.ty(a)? else {
        return Err(Error::malformed("operand is no vector of known length"));
    };
    if mask.iter().flatten().all(|&index| u64::from(index) < 2 * count) {
        Ok(())
    } else {
        Err(Error::malformed("shuffle of elements that don't exist"))
    }
}

fn return_value(view: View<'_>, function: &Function, value: Option<ValueId>) -> Result<()> {
    let Type::Function { returns, .. } = view.types.get(function.ty) else {
        return Err(Error::malformed("function of a type that is none"));
    };
    match value {
        Some(value) => view.expect(value, *returns),
        None if *view.types.get(*returns) == Type::Void => Ok(()),
        None => Err(Error::malformed("return without a value")),
    }
}

/// A case of a switch is a number.
fn number(view: View<'_>, id: ValueId) -> Result<()> {
    match view.value(id)? {
        Value::Constant(Constant::Integer(_) | Constant::Null) => Ok(()),
        _ => Err(Error::malformed("case is no number")),
    }
}

fn debug(
    view: View<'_>,
    variable: MetadataId,
    expression: MetadataId,
    location: Option<ValueId>,
) -> Result<()> {
    view.node(variable)?;
    view.node(expression)?;
    location.map_or(Ok(()), |id| view.value(id).map(drop))
}

/// A vector among the operands of an address computation makes the result one of the same shape.
fn shape(view: View<'_>, operand: TypeId, result: TypeId) -> Result<()> {
    let vector = matches!(view.types.get(operand), Type::Vector { .. });
    if !vector || rule::same_shape(view, operand, result) {
        Ok(())
    } else {
        Err(Error::malformed("vectors of different lengths"))
    }
}

fn scalar(view: View<'_>, id: ValueId) -> Result<()> {
    match view.ty(id)? {
        Type::Integer(_) | Type::Pointer { .. } => Ok(()),
        ty if is_float(ty) => Ok(()),
        // LLVM 20 and later allow some on vectors.
        Type::Vector { .. } => Ok(()),
        _ => Err(Error::malformed("operand is no number or pointer")),
    }
}
