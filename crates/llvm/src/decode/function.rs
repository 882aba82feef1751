//! FUNCTION blocks: the frame in which instructions are read.
//!
//! Operands are numbers relative to the next value; one at or above it is a forward reference and has
//! its type written after it wherever the type is not implied. What instructions mean is in
//! `instruction`, `memory`, `control` and `call`; that everything fits together in the end, in `check`.

use std::collections::HashMap;

use crate::decode::attributes::AttributeLists;
use crate::decode::bitstream::{BitstreamBlock, BlockInfo, Item, Record};
use crate::decode::codes::{block, function as code};
use crate::decode::constants;
use crate::decode::metadata::{Nodes, function_attachment, reference};
use crate::decode::operands::{Operands, narrow, sign_rotated};
use crate::decode::types::Types;
use crate::decode::values::{ValueScope, ValueTable, no_value};
use crate::error::Error;
use crate::module::{
    self, BlockId, Body, DebugKind, DebugLoc, Function, Instruction, MetadataId, MetadataNode, Op,
    Type, TypeId, Value, ValueId,
};

pub(super) type Result<T> = std::result::Result<T, Error>;

/// Until the end of the function the number of its values is unknown, so metadata operands, which come
/// after all of them, are numbered from here.
const METADATA_OPERANDS: u32 = 1 << 31;

/// What a function needs to know of its module.
pub(super) struct ModuleContext<'m> {
    pub(super) types: &'m mut Types,
    pub(super) attributes: &'m AttributeLists,
    pub(super) globals: &'m ValueTable,
    pub(super) nodes: &'m [MetadataNode],
    /// The number of `!dbg`.
    pub(super) dbg_kind: u64,
    /// The `llvm.dbg.*` intrinsics.
    pub(super) debug_intrinsics: &'m HashMap<ValueId, DebugKind>,
    /// Whether operands are relative to the next value.
    pub(super) relative: bool,
}

/// A function's body while it is being read.
pub(super) struct FunctionReader<'c, 'm> {
    pub(super) context: &'c mut ModuleContext<'m>,
    pub(super) locals: ValueTable,
    pub(super) nodes: Nodes<'m>,
    blocks: Vec<module::Block>,
    /// How many blocks the function has; `blocks` grows to that.
    declared: usize,
    last_loc: Option<DebugLoc>,
    subprogram: Option<MetadataId>,
    metadata_operands: Vec<MetadataId>,
    /// The types that forward references were said to have.
    forward: Vec<(ValueId, TypeId)>,
    void: TypeId,
}

/// Reads the body of `function`.
pub(super) fn read<'a>(
    block: BitstreamBlock<'a>,
    info: &mut BlockInfo,
    record: &mut Record<'a>,
    context: &mut ModuleContext<'_>,
    function: &mut Function,
) -> Result<()> {
    let void = context.types.intern(Type::Void);
    let mut reader = FunctionReader {
        locals: ValueTable::default(),
        nodes: Nodes::after(context.nodes),
        blocks: Vec::new(),
        declared: 0,
        last_loc: None,
        subprogram: None,
        metadata_operands: Vec::new(),
        forward: Vec::new(),
        void,
        context,
    };
    reader.declare_params(function.ty);
    reader.read(block, info, record)?;
    function.debug = reader.subprogram;
    function.body = Some(reader.finish()?);
    Ok(())
}

impl<'m> FunctionReader<'_, 'm> {
    fn declare_params(&mut self, ty: TypeId) {
        if let Type::Function { params, .. } = self.context.types.get(ty) {
            for (position, &ty) in params.iter().enumerate() {
                self.locals.push(Value::Param(position as u32), ty);
            }
        }
    }

    fn read<'a>(
        &mut self,
        mut block: BitstreamBlock<'a>,
        info: &mut BlockInfo,
        record: &mut Record<'a>,
    ) -> Result<()> {
        while let Some(item) = block.next(info, record)? {
            match item {
                Item::Block(inner) => self.inner_block(inner, info, record)?,
                Item::Record => {
                    let limit = block.bits_left();
                    self.record(record.code, Operands::new(&record.operands), limit).map_err(
                        |error| {
                            error.within(format!("function record {}", code::name(record.code)))
                        },
                    )?;
                }
            }
        }
        Ok(())
    }

    fn inner_block<'a>(
        &mut self,
        inner: BitstreamBlock<'a>,
        info: &mut BlockInfo,
        record: &mut Record<'a>,
    ) -> Result<()> {
        match inner.id {
            block::CONSTANTS => {
                constants::read(inner, info, record, self.context.types, &mut self.locals)
            }
            block::METADATA => {
                let scope =
                    ValueScope { globals: self.context.globals, locals: Some(&self.locals) };
                self.nodes.read(inner, info, record, scope)
            }
            block::METADATA_ATTACHMENT => {
                let kind = self.context.dbg_kind;
                if let Some(node) = function_attachment(inner, info, record, kind)? {
                    self.subprogram = Some(node);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn record(&mut self, code: u32, mut operands: Operands<'_>, limit: u64) -> Result<()> {
        match code {
            code::DECLAREBLOCKS => self.declare_blocks(operands.u64()?, limit),
            code::DEBUG_LOC => self.debug_loc(operands),
            code::DEBUG_LOC_AGAIN => {
                let loc = self.last_loc;
                self.last_instruction()?.loc = loc;
                Ok(())
            }
            // Extra promises about a call, and a list of users: nothing we need.
            code::OPERAND_BUNDLE | code::BLOCKADDR_USERS => Ok(()),
            code::DEBUG_RECORD_VALUE..=code::DEBUG_RECORD_DECLARE_VALUE => {
                self.debug_record(code, operands)
            }
            _ => self.instruction(code, operands),
        }
    }

    fn declare_blocks(&mut self, count: u64, limit: u64) -> Result<()> {
        // Each block takes a record, so a function can't have more blocks than bits.
        if count == 0 || count > limit {
            return Err(Error::malformed(format!("function of {count} blocks")));
        }
        self.declared = count as usize;
        if self.blocks.is_empty() {
            self.blocks.push(module::Block::default());
        }
        Ok(())
    }

    fn debug_loc(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let line = operands.u32()?;
        let column = operands.u32()?;
        let scope = reference(operands.u64()?)?;
        let inlined_at = reference(operands.u64()?)?;
        self.last_loc = scope.map(|scope| DebugLoc { line, column, scope, inlined_at });
        let loc = self.last_loc;
        self.last_instruction()?.loc = loc;
        Ok(())
    }

    /// The instruction that the records after it are about: it may have ended its block.
    fn last_instruction(&mut self) -> Result<&mut Instruction> {
        let found = self.blocks.iter_mut().rev().take(2);
        let mut last = found.filter_map(|block| block.instructions.last_mut());
        last.next().ok_or_else(|| Error::malformed("no instruction before it"))
    }

    /// Puts a debug record before the last instruction: it is written after the one it belongs to.
    pub(super) fn insert_before_last(&mut self, op: Op, loc: Option<DebugLoc>) -> Result<()> {
        let ty = self.void;
        let instruction = Instruction { result: None, ty, op, loc };
        let block =
            self.blocks.iter_mut().rev().take(2).find(|block| !block.instructions.is_empty());
        let block = block.ok_or_else(|| Error::malformed("no instruction before it"))?;
        block.instructions.insert(block.instructions.len() - 1, instruction);
        Ok(())
    }

    /// Adds an instruction without a result.
    pub(super) fn push(&mut self, op: Op) -> Result<()> {
        self.add(None, self.void, op)
    }

    /// Adds an instruction whose result has type `ty`; a void one has none.
    pub(super) fn push_result(&mut self, op: Op, ty: TypeId) -> Result<()> {
        if ty == self.void {
            return self.push(op);
        }
        let result = ValueId(self.next_value());
        self.add(Some(result), ty, op)?;
        self.locals.push(Value::Instruction, ty);
        Ok(())
    }

    fn add(&mut self, result: Option<ValueId>, ty: TypeId, op: Op) -> Result<()> {
        let ends_block = op.is_terminator();
        let inside = self.blocks.len() <= self.declared;
        let Some(block) = self.blocks.last_mut().filter(|_| inside) else {
            return Err(Error::malformed("instruction outside a block"));
        };
        block.instructions.push(Instruction { result, ty, op, loc: None });
        if ends_block {
            // One more than declared after the last block; `finish` drops it.
            self.blocks.push(module::Block::default());
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Body> {
        let rest = self.blocks.pop();
        if self.blocks.len() != self.declared
            || rest.is_none_or(|rest| !rest.instructions.is_empty())
        {
            return Err(Error::malformed("not every block is there and ends with a terminator"));
        }
        self.check_forward_references()?;
        self.number_metadata_operands();
        Ok(Body {
            values: self.locals.values,
            value_types: self.locals.types,
            blocks: self.blocks,
            metadata: self.nodes.list,
        })
    }

    fn check_forward_references(&self) -> Result<()> {
        let scope = self.scope();
        for &(id, expected) in &self.forward {
            let ty = scope.ty(id).ok_or_else(|| no_value(id.0))?;
            if !self.context.types.same(ty, expected) {
                return Err(Error::malformed(format!(
                    "value {} is not of the type said before",
                    id.0
                )));
            }
        }
        Ok(())
    }

    /// Gives metadata operands their final numbers, after all other values.
    fn number_metadata_operands(&mut self) {
        if self.metadata_operands.is_empty() {
            return;
        }
        let first = self.next_value();
        let ty = self.context.types.intern(Type::Metadata);
        for &id in &self.metadata_operands {
            self.locals.push(Value::Metadata(id), ty);
        }
        for block in &mut self.blocks {
            for instruction in &mut block.instructions {
                if let Op::Call(call) = &mut instruction.op {
                    for arg in &mut call.args {
                        if arg.0 >= METADATA_OPERANDS {
                            *arg = ValueId(arg.0 - METADATA_OPERANDS + first);
                        }
                    }
                }
            }
        }
    }

    pub(super) fn scope(&self) -> ValueScope<'_> {
        ValueScope { globals: self.context.globals, locals: Some(&self.locals) }
    }

    fn next_value(&self) -> u32 {
        self.context.globals.len() + self.locals.len()
    }

    /// An operand whose type is written after it if it is a forward reference.
    pub(super) fn value_and_type(
        &mut self,
        operands: &mut Operands<'_>,
    ) -> Result<(ValueId, TypeId)> {
        let id = self.absolute(operands.u64()?)?;
        match self.scope().ty(id) {
            Some(ty) => Ok((id, ty)),
            None => {
                let ty = self.context.types.id(operands.u64()?)?;
                self.forward.push((id, ty));
                Ok((id, ty))
            }
        }
    }

    /// An operand whose type, `ty`, is known.
    pub(super) fn value(&mut self, operands: &mut Operands<'_>, ty: TypeId) -> Result<ValueId> {
        let id = self.absolute(operands.u64()?)?;
        self.expect(id, ty)
    }

    /// An operand of a phi, whose distance is signed.
    pub(super) fn signed_value(&mut self, operand: u64, ty: TypeId) -> Result<ValueId> {
        let id = if self.context.relative {
            i64::from(self.next_value()).checked_sub(sign_rotated(operand) as i64)
        } else {
            i64::try_from(operand).ok()
        };
        let id = id.and_then(|id| u32::try_from(id).ok()).filter(|&id| id < METADATA_OPERANDS);
        let id = id.ok_or_else(|| no_value(operand))?;
        self.expect(ValueId(id), ty)
    }

    /// An operand that is written as it is, never relative.
    pub(super) fn plain_value(&mut self, operand: u64, ty: TypeId) -> Result<ValueId> {
        self.expect(ValueId(narrow(operand)?), ty)
    }

    /// An operand of metadata type: a node.
    pub(super) fn metadata_operand(&mut self, operand: u64) -> Result<ValueId> {
        let node = MetadataId(self.absolute(operand)?.0);
        let number = METADATA_OPERANDS + self.metadata_operands.len() as u32;
        self.metadata_operands.push(node);
        Ok(ValueId(number))
    }

    /// The node behind what [`FunctionReader::metadata_operand`] gave.
    pub(super) fn operand_node(&self, id: ValueId) -> Option<MetadataId> {
        let index = id.0.checked_sub(METADATA_OPERANDS)?;
        self.metadata_operands.get(index as usize).copied()
    }

    pub(super) fn block_id(&self, operand: u64) -> Result<BlockId> {
        match u32::try_from(operand) {
            Ok(id) if (id as usize) < self.declared => Ok(BlockId(id)),
            _ => Err(Error::malformed(format!("block {operand} does not exist"))),
        }
    }

    /// A type operand.
    pub(super) fn type_id(&self, operands: &mut Operands<'_>) -> Result<TypeId> {
        self.context.types.id(operands.u64()?)
    }

    fn expect(&mut self, id: ValueId, ty: TypeId) -> Result<ValueId> {
        match self.scope().ty(id) {
            Some(found) if self.context.types.same(found, ty) => Ok(id),
            Some(_) => Err(Error::malformed(format!("value {} is of another type", id.0))),
            None => {
                self.forward.push((id, ty));
                Ok(id)
            }
        }
    }

    fn absolute(&self, operand: u64) -> Result<ValueId> {
        // Relative numbers of forward references are negative: 32-bit arithmetic wraps round.
        let id = if self.context.relative {
            self.next_value().wrapping_sub(operand as u32)
        } else {
            narrow(operand)?
        };
        if id >= METADATA_OPERANDS {
            return Err(no_value(operand));
        }
        Ok(ValueId(id))
    }
}
