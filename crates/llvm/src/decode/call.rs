//! Calls, invokes and what debug information says about variables: the `llvm.dbg` intrinsics of older
//! writers and the debug records of newer ones become the same instruction.

use crate::decode::codes::function as code;
use crate::decode::function::{FunctionReader, Result};
use crate::decode::operands::Operands;
use crate::error::Error;
use crate::module::{
    Attributes, Call, DebugKind, DebugLoc, MetadataId, MetadataNode, Op, Type, TypeId, ValueId,
};

/// The bits of a call's second operand that say which other operands there are.
const CALL_EXPLICIT_TYPE: u64 = 1 << 15;
const CALL_FAST_MATH: u64 = 1 << 17;
const INVOKE_EXPLICIT_TYPE: u64 = 1 << 13;

impl FunctionReader<'_, '_> {
    /// Reads a call, invoke or callbr.
    pub(super) fn call(&mut self, code: u32, mut operands: Operands<'_>) -> Result<()> {
        let attributes = operands.u64()?;
        let flags = operands.u64()?;
        let mut invoke = None;
        let mut explicit_type = flags & CALL_EXPLICIT_TYPE != 0;
        match code {
            code::INST_INVOKE => {
                let normal = self.block_id(operands.u64()?)?;
                invoke = Some((normal, self.block_id(operands.u64()?)?));
                explicit_type = flags & INVOKE_EXPLICIT_TYPE != 0;
            }
            code::INST_CALLBR => self.skip_callbr_targets(&mut operands)?,
            _ if flags & CALL_FAST_MATH != 0 => operands.skip(1)?,
            _ => {}
        }
        let (callee, function_type) = self.callee(explicit_type, &mut operands)?;
        let (args, returns) = self.args(function_type, operands)?;
        if let Some(&kind) = self.context.debug_intrinsics.get(&callee) {
            return self.debug_intrinsic(kind, &args);
        }
        let attributes = self.call_attributes(attributes, function_type, args.len())?;
        let call = Call {
            callee,
            function_type,
            args,
            attributes,
            invoke,
            callbr: code == code::INST_CALLBR,
        };
        self.push_result(Op::Call(Box::new(call)), returns)
    }

    fn skip_callbr_targets(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        self.block_id(operands.u64()?)?;
        let count = operands.u64()?;
        for &target in operands.take(count)? {
            self.block_id(target)?;
        }
        Ok(())
    }

    fn callee(&mut self, explicit: bool, operands: &mut Operands<'_>) -> Result<(ValueId, TypeId)> {
        let explicit = if explicit { Some(self.type_id(operands)?) } else { None };
        let (callee, pointer) = self.value_and_type(operands)?;
        if !matches!(self.context.types.get(pointer), Type::Pointer { .. }) {
            return Err(Error::malformed("callee is no pointer"));
        }
        match explicit {
            Some(ty) => Ok((callee, ty)),
            None => Ok((callee, self.context.types.pointee(pointer)?)),
        }
    }

    /// The arguments of a call to a function of that type, and the type of its result.
    fn args(&mut self, ty: TypeId, mut operands: Operands<'_>) -> Result<(Vec<ValueId>, TypeId)> {
        let Type::Function { returns, params, variadic } = self.context.types.get(ty) else {
            return Err(Error::malformed("callee is no function"));
        };
        let (returns, variadic) = (*returns, *variadic);
        let count = params.len();
        let mut args = Vec::with_capacity(count.min(operands.rest().len()));
        for position in 0..count {
            args.push(self.arg(ty, position, &mut operands)?);
        }
        while variadic && !operands.is_empty() {
            args.push(self.value_and_type(&mut operands)?.0);
        }
        operands.finish()?;
        Ok((args, returns))
    }

    fn arg(
        &mut self,
        function: TypeId,
        position: usize,
        operands: &mut Operands<'_>,
    ) -> Result<ValueId> {
        let Type::Function { params, .. } = self.context.types.get(function) else {
            return Err(Error::malformed("callee is no function"));
        };
        let ty = params[position];
        match self.context.types.get(ty) {
            Type::Metadata => self.metadata_operand(operands.u64()?),
            Type::Label => Err(Error::malformed("block as an argument")),
            _ => self.value(operands, ty),
        }
    }

    fn call_attributes(
        &self,
        number: u64,
        function_type: TypeId,
        count: usize,
    ) -> Result<Attributes> {
        let context = &self.context;
        context.attributes.get(number, function_type, count, context.types)
    }

    fn debug_intrinsic(&mut self, kind: DebugKind, args: &[ValueId]) -> Result<()> {
        let node = |index: usize| args.get(index).and_then(|&arg| self.operand_node(arg));
        let (Some(location), Some(variable), Some(expression)) = (node(0), node(1), node(2)) else {
            return Err(Error::malformed("debug intrinsic without its three arguments"));
        };
        let location = self.location_value(location);
        self.push(Op::Debug { kind, location, variable, expression })
    }

    /// Reads a debug record.
    pub(super) fn debug_record(&mut self, code: u32, mut operands: Operands<'_>) -> Result<()> {
        let kind = match code {
            code::DEBUG_RECORD_DECLARE => DebugKind::Declare,
            code::DEBUG_RECORD_ASSIGN => DebugKind::Assign,
            // The address of a label is of no use to us.
            code::DEBUG_RECORD_LABEL => return Ok(()),
            _ => DebugKind::Value,
        };
        let loc = self.location(MetadataId(operands.u32()?));
        let variable = MetadataId(operands.u32()?);
        let expression = MetadataId(operands.u32()?);
        let location = if code == code::DEBUG_RECORD_VALUE_SIMPLE {
            Some(self.value_and_type(&mut operands)?.0)
        } else {
            self.location_value(MetadataId(operands.u32()?))
        };
        let op = Op::Debug { kind, location, variable, expression };
        self.insert_before_last(op, loc)
    }

    /// The value that a node stands for; lists of values and removed ones stand for none.
    fn location_value(&self, node: MetadataId) -> Option<ValueId> {
        match self.nodes.get(node) {
            Some(MetadataNode::Value(value)) => Some(*value),
            _ => None,
        }
    }

    fn location(&self, node: MetadataId) -> Option<DebugLoc> {
        match self.nodes.get(node) {
            Some(MetadataNode::Location(loc)) => Some(*loc),
            _ => None,
        }
    }
}
