//! Instructions that compute: which reader is for which record, arithmetic, casts, vectors, aggregates.

use crate::decode::codes::function as code;
use crate::decode::function::{FunctionReader, Result};
use crate::decode::opcodes;
use crate::decode::operands::{Operands, narrow};
use crate::error::Error;
use crate::module::{ArithFlags, Constant, Op, Type, TypeId, ValueId};

impl FunctionReader<'_, '_> {
    /// Reads one instruction.
    pub(super) fn instruction(&mut self, code: u32, operands: Operands<'_>) -> Result<()> {
        match code {
            code::INST_BINOP => self.binary(operands),
            code::INST_UNOP => self.negate(operands),
            code::INST_CAST => self.cast(operands),
            code::INST_CMP | code::INST_CMP2 => self.compare(operands),
            code::INST_SELECT | code::INST_VSELECT => self.select(code, operands),
            code::INST_FREEZE => self.freeze(operands),
            code::INST_EXTRACTELT => self.extract_element(operands),
            code::INST_INSERTELT => self.insert_element(operands),
            code::INST_SHUFFLEVEC => self.shuffle_vector(operands),
            code::INST_EXTRACTVAL => self.extract_value(operands),
            code::INST_INSERTVAL => self.insert_value(operands),
            code::INST_CALL | code::INST_INVOKE | code::INST_CALLBR => self.call(code, operands),
            code::INST_PHI
            | code::INST_RET
            | code::INST_BR
            | code::INST_SWITCH
            | code::INST_INDIRECTBR
            | code::INST_UNREACHABLE
            | code::INST_RESUME
            | code::INST_LANDINGPAD
            | code::INST_LANDINGPAD_OLD
            | code::INST_CLEANUPRET
            | code::INST_CATCHRET
            | code::INST_CATCHPAD
            | code::INST_CLEANUPPAD
            | code::INST_CATCHSWITCH => self.control(code, operands),
            _ => self.memory(code, operands),
        }
    }

    fn binary(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let (a, ty) = self.value_and_type(&mut operands)?;
        let b = self.value(&mut operands, ty)?;
        let op = opcodes::binary(operands.u64()?, self.context.types.is_float(ty))?;
        let flags =
            operands.next().map_or(ArithFlags::default(), |bits| opcodes::arith_flags(op, bits));
        self.push_result(Op::Binary { op, flags, a, b }, ty)
    }

    /// The only unary operator is `fneg`.
    fn negate(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let (value, ty) = self.value_and_type(&mut operands)?;
        match operands.u64()? {
            0 if self.context.types.is_float(ty) => self.push_result(Op::FNeg { value }, ty),
            operator => Err(Error::malformed(format!("unknown unary operator {operator}"))),
        }
    }

    fn cast(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let (value, _) = self.value_and_type(&mut operands)?;
        let ty = self.type_id(&mut operands)?;
        let op = opcodes::cast(operands.u64()?)?;
        self.push_result(Op::Cast { op, value }, ty)
    }

    fn compare(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let (a, ty) = self.value_and_type(&mut operands)?;
        let b = self.value(&mut operands, ty)?;
        let code = operands.u64()?;
        if opcodes::is_float_predicate(code) != self.context.types.is_float(ty) {
            return Err(Error::malformed("predicate and type don't match"));
        }
        let predicate = opcodes::predicate(code)?;
        let bool_type = self.context.types.intern(Type::Integer(1));
        let result = self.context.types.shaped(ty, bool_type);
        self.push_result(Op::Compare { predicate, a, b }, result)
    }

    fn select(&mut self, code: u32, mut operands: Operands<'_>) -> Result<()> {
        let (a, ty) = self.value_and_type(&mut operands)?;
        let b = self.value(&mut operands, ty)?;
        let cond = if code == code::INST_VSELECT {
            self.value_and_type(&mut operands)?.0
        } else {
            let bool_type = self.context.types.intern(Type::Integer(1));
            self.value(&mut operands, bool_type)?
        };
        self.push_result(Op::Select { cond, a, b }, ty)
    }

    fn freeze(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let (value, ty) = self.value_and_type(&mut operands)?;
        self.push_result(Op::Freeze { value }, ty)
    }

    fn extract_element(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let (vector, ty) = self.value_and_type(&mut operands)?;
        let (index, _) = self.value_and_type(&mut operands)?;
        let element = self.vector_element(ty)?;
        self.push_result(Op::ExtractElement { vector, index }, element)
    }

    fn insert_element(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let (vector, ty) = self.value_and_type(&mut operands)?;
        let element_type = self.vector_element(ty)?;
        let element = self.value(&mut operands, element_type)?;
        let (index, _) = self.value_and_type(&mut operands)?;
        self.push_result(Op::InsertElement { vector, element, index }, ty)
    }

    fn shuffle_vector(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let (a, ty) = self.value_and_type(&mut operands)?;
        let b = self.value(&mut operands, ty)?;
        let (mask, mask_type) = self.value_and_type(&mut operands)?;
        let element = self.vector_element(ty)?;
        self.vector_element(mask_type)?;
        let result = self.context.types.shaped(mask_type, element);
        let op = match self.shuffle_mask(mask, mask_type) {
            Some(mask) => Op::ShuffleVector { a, b, mask },
            None => Op::Unsupported {
                what: "shufflevector of scalable vectors".to_owned(),
                terminator: false,
            },
        };
        self.push_result(op, result)
    }

    /// The elements of a constant mask; `None` if it is not known, as for scalable vectors.
    fn shuffle_mask(&self, mask: ValueId, ty: TypeId) -> Option<Vec<Option<u32>>> {
        let Type::Vector { count, scalable: false, .. } = *self.context.types.get(ty) else {
            return None;
        };
        let scope = self.scope();
        let index = |id: &ValueId| match scope.constant(*id) {
            Some(Constant::Undef | Constant::Poison) => Some(None),
            _ => scope.integer(*id).map(|index| Some(index as u32)),
        };
        let mask = match scope.constant(mask)? {
            Constant::Null => vec![Some(0); count as usize],
            Constant::Undef | Constant::Poison => vec![None; count as usize],
            Constant::Data(indices) => indices.iter().map(|&index| Some(index as u32)).collect(),
            Constant::Aggregate(ids) => ids.iter().map(index).collect::<Option<_>>()?,
            _ => return None,
        };
        (mask.len() as u64 == count).then_some(mask)
    }

    fn extract_value(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let (aggregate, ty) = self.value_and_type(&mut operands)?;
        let (path, member) = self.path(ty, &operands)?;
        self.push_result(Op::ExtractValue { aggregate, path }, member)
    }

    fn insert_value(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let (aggregate, ty) = self.value_and_type(&mut operands)?;
        let (element, element_type) = self.value_and_type(&mut operands)?;
        let (path, member) = self.path(ty, &operands)?;
        if !self.context.types.same(member, element_type) {
            return Err(Error::malformed("inserted value is of another type"));
        }
        self.push_result(Op::InsertValue { aggregate, element, path }, ty)
    }

    /// The remaining operands as a path into an aggregate, and the type at its end.
    fn path(&self, ty: TypeId, operands: &Operands<'_>) -> Result<(Vec<u32>, TypeId)> {
        let mut path = Vec::new();
        let mut member = ty;
        for &index in operands.rest() {
            let index = narrow(index)?;
            member = self.context.types.member(member, index)?;
            path.push(index);
        }
        if path.is_empty() {
            return Err(Error::malformed("no index"));
        }
        Ok((path, member))
    }

    fn vector_element(&self, ty: TypeId) -> Result<TypeId> {
        match *self.context.types.get(ty) {
            Type::Vector { element, .. } => Ok(element),
            _ => Err(Error::malformed("operand is no vector")),
        }
    }
}
