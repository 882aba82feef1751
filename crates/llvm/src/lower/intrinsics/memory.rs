//! Intrinsics on memory and the stack.

use ir::{BinaryOp, Inst, Ty, Width};

use super::{Intrinsic, Rule};
use crate::lower::function::Lowering;
use crate::lower::scalar::Scalar;
use crate::lower::stop::{Lowered, malformed};
use crate::module::ValueId;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("memcpy", Rule::Whole(|l, i| copy(l, i, false))),
    ("memmove", Rule::Whole(|l, i| copy(l, i, true))),
    ("memset", Rule::Whole(set)),
    ("lifetime.start", Rule::Whole(|l, i| lifetime(l, i, true))),
    ("lifetime.end", Rule::Whole(|l, i| lifetime(l, i, false))),
    ("stacksave", Rule::Whole(stack_save)),
    ("stackrestore", Rule::Whole(stack_restore)),
    ("va_start", Rule::Whole(va_start)),
    ("va_copy", Rule::Whole(va_copy)),
    ("load.relative", Rule::Whole(load_relative)),
];

/// Also the variants that are always expanded (`memcpy.inline`).
fn copy(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
    may_overlap: bool,
) -> Lowered<Vec<Scalar>> {
    let dst = lowering.pointer(intrinsic.arg(0)?)?.value;
    let src = lowering.pointer(intrinsic.arg(1)?)?.value;
    let len = length(lowering, intrinsic.arg(2)?)?;
    lowering.builder.emit(Inst::MemCopy { may_overlap, dst, src, len });
    Ok(Vec::new())
}

fn set(lowering: &mut Lowering<'_, '_>, intrinsic: &Intrinsic<'_>) -> Lowered<Vec<Scalar>> {
    let dst = lowering.pointer(intrinsic.arg(0)?)?.value;
    let value = lowering.part(intrinsic.arg(1)?)?;
    if value.ty != Ty::Int(Width::W8) {
        return malformed("memory set to something that is no byte");
    }
    let len = length(lowering, intrinsic.arg(2)?)?;
    lowering.builder.emit(Inst::MemSet { dst, value: value.value, len });
    Ok(Vec::new())
}

/// A length, as wide as a pointer.
fn length(lowering: &mut Lowering<'_, '_>, id: ValueId) -> Lowered<ir::Operand> {
    let length = lowering.scalar(id)?;
    let bits = lowering.layout().pointer_bits();
    Ok(lowering.builder.convert_width(false, bits, length)?.narrow()?.value)
}

fn lifetime(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
    starts: bool,
) -> Lowered<Vec<Scalar>> {
    // Before LLVM 22 there is a size in front of the pointer.
    if let Some(pointer) = intrinsic.call.args.last() {
        lowering.lifetime(*pointer, starts);
    }
    Ok(Vec::new())
}

fn stack_save(lowering: &mut Lowering<'_, '_>, _: &Intrinsic<'_>) -> Lowered<Vec<Scalar>> {
    let pointer = lowering.builder.pointer();
    let (dst, part) = lowering.builder.new_part(pointer);
    lowering.builder.emit(Inst::StackSave { dst });
    Ok(vec![part.into()])
}

fn stack_restore(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
) -> Lowered<Vec<Scalar>> {
    let token = lowering.pointer(intrinsic.arg(0)?)?.value;
    lowering.builder.emit(Inst::StackRestore { token });
    Ok(Vec::new())
}

fn va_start(lowering: &mut Lowering<'_, '_>, intrinsic: &Intrinsic<'_>) -> Lowered<Vec<Scalar>> {
    lowering.va_start(intrinsic.arg(0)?)?;
    Ok(Vec::new())
}

fn va_copy(lowering: &mut Lowering<'_, '_>, intrinsic: &Intrinsic<'_>) -> Lowered<Vec<Scalar>> {
    lowering.va_copy(intrinsic.arg(0)?, intrinsic.arg(1)?)?;
    Ok(Vec::new())
}

/// `table + *(int *)(table + offset)`
fn load_relative(
    lowering: &mut Lowering<'_, '_>,
    intrinsic: &Intrinsic<'_>,
) -> Lowered<Vec<Scalar>> {
    let table = lowering.pointer(intrinsic.arg(0)?)?;
    let offset = lowering.scalar(intrinsic.arg(1)?)?;
    let builder = &mut lowering.builder;
    let offset = builder.convert_width(true, table.ty.bits(), offset)?.narrow()?;
    let entry = builder.binary(BinaryOp::Add, table, offset)?;
    let distance = builder.load(Ty::Int(Width::W32), entry, 0)?;
    let distance = builder.resize(true, Width::new(table.ty.bits()), distance)?;
    Ok(vec![builder.binary(BinaryOp::Add, table, distance)?.into()])
}
