//! Variadic arguments. The machine lays all of them out in memory, one after the other, so a `va_list`
//! is a pointer to the next (`-m32`) or a struct whose overflow area is that memory (x86-64).

use ir::{BinaryOp, Inst};

use super::function::Lowering;
use super::scalar::Scalar;
use super::stop::Lowered;
use crate::layout::round_up;
use crate::module::{TypeId, ValueId};

/// Where `overflow_arg_area` is in x86-64's `va_list`.
const OVERFLOW_AREA: u64 = 8;

impl Lowering<'_, '_> {
    /// `va_arg`, where the front end left it to the back end.
    pub(super) fn va_arg(&mut self, list: ValueId, ty: TypeId) -> Lowered<Vec<Scalar>> {
        let list = self.pointer(list)?;
        let (field, word) = match self.layout().pointer_bits() {
            64 => (OVERFLOW_AREA, 8),
            _ => (0, 4),
        };
        let (size, align) = {
            let layout = self.layout().of(ty)?;
            (round_up(layout.stride, word)?, layout.align)
        };
        let pointer = self.builder.pointer();
        let mut here = self.builder.load(pointer, list, field)?;
        if align > word {
            here = self.builder.binary_bits(BinaryOp::Add, here, align - 1)?;
            here = self.builder.binary_bits(BinaryOp::And, here, !(align - 1))?;
        }
        let scalars = self.load_from(ty, here, 0)?;
        let next = self.builder.binary_bits(BinaryOp::Add, here, size)?;
        self.builder.store(list, field, next)?;
        Ok(scalars)
    }

    /// `va_start`
    pub(super) fn va_start(&mut self, list: ValueId) -> Lowered<()> {
        let list = self.pointer(list)?.value;
        self.builder.emit(Inst::VaStart { list });
        Ok(())
    }

    /// `va_copy`
    pub(super) fn va_copy(&mut self, to: ValueId, from: ValueId) -> Lowered<()> {
        let (dst, src) = (self.pointer(to)?.value, self.pointer(from)?.value);
        let size = if self.layout().pointer_bits() == 64 { 24 } else { 4 };
        let len = self.builder.address(size).value;
        self.builder.emit(Inst::MemCopy { may_overlap: true, dst, src, len });
        Ok(())
    }
}
