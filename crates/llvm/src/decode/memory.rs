//! Instructions that touch memory or compute addresses.

use crate::decode::codes::function as code;
use crate::decode::function::{FunctionReader, Result};
use crate::decode::opcodes;
use crate::decode::operands::{Operands, alignment, narrow};
use crate::error::Error;
use crate::module::{Op, Type, TypeId, ValueId};

impl FunctionReader<'_, '_> {
    /// Reads an instruction that has to do with memory.
    pub(super) fn memory(&mut self, code: u32, operands: Operands<'_>) -> Result<()> {
        match code {
            code::INST_ALLOCA => self.alloca(operands),
            code::INST_LOAD => self.load(operands, 2),
            code::INST_LOADATOMIC => self.load(operands, 4),
            code::INST_STORE | code::INST_STOREATOMIC => self.store(operands),
            code::INST_STORE_OLD | code::INST_STOREATOMIC_OLD => self.store_old(operands),
            code::INST_GEP => self.get_element_ptr(operands),
            code::INST_GEP_OLD | code::INST_INBOUNDS_GEP_OLD => self.get_element_ptr_old(operands),
            code::INST_CMPXCHG | code::INST_CMPXCHG_OLD => self.compare_exchange(code, operands),
            code::INST_ATOMICRMW | code::INST_ATOMICRMW_OLD => self.atomic_update(code, operands),
            code::INST_FENCE => self.push(Op::Fence),
            code::INST_VAARG => self.va_arg(operands),
            _ => Err(Error::malformed("unknown instruction")),
        }
    }

    fn alloca(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let ty = self.type_id(&mut operands)?;
        let count_type = self.type_id(&mut operands)?;
        let count = self.plain_value(operands.u64()?, count_type)?;
        let packed = operands.u64()?;
        let explicit_type = packed & (1 << 6) != 0;
        let element = if explicit_type { ty } else { self.context.types.pointee(ty)? };
        let align = alignment((packed & 0x1f) | ((packed >> 8) & 7) << 5)?;
        let address_space = narrow(operands.next().unwrap_or(0))?;
        let result = self.context.types.pointer_to(element, address_space);
        self.push_result(Op::Alloca { element, count, align }, result)
    }

    /// `after_type`: how many operands follow the loaded type, which old files leave out.
    fn load(&mut self, mut operands: Operands<'_>, after_type: usize) -> Result<()> {
        let (address, pointer) = self.value_and_type(&mut operands)?;
        let ty = if operands.rest().len() > after_type {
            self.type_id(&mut operands)?
        } else {
            self.context.types.pointee(pointer)?
        };
        self.push_result(Op::Load { ty, address }, ty)
    }

    fn store(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let (address, _) = self.value_and_type(&mut operands)?;
        let (value, _) = self.value_and_type(&mut operands)?;
        self.push(Op::Store { address, value })
    }

    fn store_old(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let (address, pointer) = self.value_and_type(&mut operands)?;
        let ty = self.context.types.pointee(pointer)?;
        let value = self.value(&mut operands, ty)?;
        self.push(Op::Store { address, value })
    }

    fn get_element_ptr(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let _no_wrap_flags = operands.u64()?;
        let source_type = self.type_id(&mut operands)?;
        let (base, pointer) = self.value_and_type(&mut operands)?;
        self.element_address(source_type, base, pointer, operands)
    }

    fn get_element_ptr_old(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let (base, pointer) = self.value_and_type(&mut operands)?;
        let source_type = self.context.types.pointee(pointer)?;
        self.element_address(source_type, base, pointer, operands)
    }

    fn element_address(
        &mut self,
        source_type: TypeId,
        base: ValueId,
        pointer: TypeId,
        mut operands: Operands<'_>,
    ) -> Result<()> {
        let Type::Pointer { address_space, .. } = *self.context.types.scalar(pointer) else {
            return Err(Error::malformed("base is no pointer"));
        };
        let mut shape = pointer;
        let mut indices = Vec::new();
        while !operands.is_empty() {
            let (index, ty) = self.value_and_type(&mut operands)?;
            indices.push(index);
            if matches!(self.context.types.get(ty), Type::Vector { .. }) {
                shape = ty;
            }
        }
        // Nothing that current writers write needs the pointee of the result.
        let result = self.context.types.intern(Type::Pointer { address_space, pointee: None });
        let result = self.context.types.shaped(shape, result);
        self.push_result(Op::GetElementPtr { source_type, base, indices }, result)
    }

    fn compare_exchange(&mut self, code: u32, mut operands: Operands<'_>) -> Result<()> {
        let (address, pointer) = self.value_and_type(&mut operands)?;
        let (expected, ty) = if code == code::INST_CMPXCHG {
            self.value_and_type(&mut operands)?
        } else {
            let ty = self.context.types.pointee(pointer)?;
            (self.value(&mut operands, ty)?, ty)
        };
        let new = self.value(&mut operands, ty)?;
        let bool_type = self.context.types.intern(Type::Integer(1));
        let result = self.context.types.intern(Type::Struct {
            name: None,
            packed: false,
            fields: vec![ty, bool_type],
        });
        self.push_result(Op::CmpXchg { address, expected, new }, result)
    }

    fn atomic_update(&mut self, code: u32, mut operands: Operands<'_>) -> Result<()> {
        let (address, pointer) = self.value_and_type(&mut operands)?;
        let (value, ty) = if code == code::INST_ATOMICRMW {
            self.value_and_type(&mut operands)?
        } else {
            let ty = self.context.types.pointee(pointer)?;
            (self.value(&mut operands, ty)?, ty)
        };
        let op = opcodes::atomic(operands.u64()?);
        self.push_result(Op::AtomicRmw { op, address, value }, ty)
    }

    fn va_arg(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let list_type = self.type_id(&mut operands)?;
        let list = self.value(&mut operands, list_type)?;
        let ty = self.type_id(&mut operands)?;
        self.push_result(Op::VaArg { list, ty }, ty)
    }
}
