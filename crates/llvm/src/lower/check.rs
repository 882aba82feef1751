//! Sanitizer checks: branches to `llvm.ubsantrap` that clang puts before what may be undefined behaviour.
//!
//! They are no branches of the source, so they become checks. Clang's conditions are general and long; for the frequent
//! ones, about pointers and indices, shorter ones are made of what they are about.

use ir::{BinaryOp, CheckKind, CompareOp, Inst, PointerUse, Symbol};

use super::builder::TypedOperand;
use super::edge::phis;
use super::function::Lowering;
use super::stop::{Lowered, malformed};
use crate::module::{
    self, BlockId, CastOp, Constant, Instruction, Op, Predicate, Type, Value, ValueId,
};

/// How far behind a check the access is looked for that it is about.
const NEAR: usize = 64;
/// No number of 32 bits makes an address wrap around with elements of fewer bytes.
const LARGE: u64 = 1 << 15;

/// The argument of `llvm.ubsantrap`: clang's number of the check.
type Handler = u64;
const SHIFT_OUT_OF_BOUNDS: Handler = 20;
const TYPE_MISMATCH: Handler = 22;

/// What is done through a pointer soon after a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

/// What a condition says about a pointer.
#[derive(Clone, Copy)]
struct PointerFacts {
    pointer: ValueId,
    align: u32,
    nonnull: bool,
}

impl<'m> Lowering<'_, 'm> {
    /// Lowers a branch that is a sanitizer's, or says that it is none.
    pub(super) fn sanitizer_branch(
        &mut self,
        cond: ValueId,
        then: BlockId,
        otherwise: BlockId,
    ) -> Lowered<bool> {
        if self.trap(otherwise)?.is_some() {
            return self.check(cond, then, otherwise, true);
        }
        if self.trap(then)?.is_some() {
            return self.check(cond, otherwise, then, false);
        }
        if !self.merges_shift_checks(otherwise)? || !self.passes_shift_check(otherwise)? {
            return Ok(false);
        }
        // Behind this, clang computes which bits are lost: only if it shifts by less than the width.
        let cond = self.part(cond)?;
        self.builder.emit(Inst::Check { kind: CheckKind::ShiftAmount, cond: cond.value });
        self.jump_edge(then)?;
        Ok(true)
    }

    /// Is it where both sides of clang's own branch on the amount of a shift meet, before the check of what it loses?
    pub(super) fn merges_shift_checks(&self, block: BlockId) -> Lowered<bool> {
        let Some(Op::Branch { cond, otherwise, .. }) = self.last(block) else { return Ok(false) };
        let is_phi = phis(self.source.body, block).any(|phi| phi.result == Some(*cond));
        Ok(is_phi && self.trap(*otherwise)? == Some(SHIFT_OUT_OF_BOUNDS))
    }

    /// Does a path from the present block to such a one pass its check?
    fn passes_shift_check(&self, block: BlockId) -> Lowered<bool> {
        for phi in phis(self.source.body, block) {
            let Op::Phi { incoming } = &phi.op else { continue };
            let mut values = incoming.iter().filter(|(_, from)| *from == self.source.block);
            if let Some((value, _)) = values.next() {
                return Ok(self.values().number(*value)? == Some(1));
            }
        }
        Ok(false)
    }

    /// A check that goes on to `next`, if the condition is as it should be, or else to `trap`.
    fn check(
        &mut self,
        cond: ValueId,
        next: BlockId,
        trap: BlockId,
        expected: bool,
    ) -> Lowered<bool> {
        let handler = self.trap(trap)?.unwrap_or_default();
        let Some(kind) = kind(handler) else { return Ok(false) };
        let done = expected
            && match kind {
                CheckKind::Alignment => self.check_pointer(handler, cond, next)?,
                CheckKind::Pointer => self.check_arithmetic(next)?,
                _ => false,
            };
        if !done {
            let kind = if kind == CheckKind::Index { self.index_kind(next)? } else { kind };
            let mut cond = self.part(cond)?;
            if !expected {
                cond = self.builder.not(cond)?;
            }
            self.builder.emit(Inst::Check { kind, cond: cond.value });
        }
        self.jump_edge(next)?;
        Ok(true)
    }

    /// The handler that a block traps for, if it does nothing else.
    fn trap(&self, block: BlockId) -> Lowered<Option<Handler>> {
        let mut code = self.code(block);
        let (Some(Op::Call(call)), Some(Op::Unreachable)) = (code.next(), code.next()) else {
            return Ok(None);
        };
        match (self.values().function_name(call.callee)?, call.args.first()) {
            (Some("llvm.ubsantrap"), Some(handler)) => self.values().number(*handler),
            _ => Ok(None),
        }
    }

    /// A pointer that is about to be used. An access notices by itself if it is null.
    fn check_pointer(&mut self, handler: Handler, cond: ValueId, next: BlockId) -> Lowered<bool> {
        if handler != TYPE_MISMATCH {
            return Ok(false);
        }
        let Some(PointerFacts { pointer, align, nonnull }) = self.about_pointer(cond)? else {
            return Ok(false);
        };
        let usage = match nonnull && self.access(pointer, next)?.is_none() {
            true => PointerUse::Member,
            false => PointerUse::Access,
        };
        if usage == PointerUse::Member || align > 1 {
            let addr = self.pointer(pointer)?.value;
            self.builder.emit(Inst::CheckPointer { addr, align, usage });
        }
        Ok(true)
    }

    /// `p != 0`, `(p & 3) == 0`, or both.
    fn about_pointer(&self, cond: ValueId) -> Lowered<Option<PointerFacts>> {
        match self.definition(cond) {
            Some(Op::Binary { op: module::BinaryOp::And, a, b, .. }) => {
                let (a, b) = (self.about_pointer(*a)?, self.about_pointer(*b)?);
                Ok(a.zip(b).filter(|(a, b)| a.pointer == b.pointer).map(|(a, b)| PointerFacts {
                    pointer: a.pointer,
                    align: a.align.max(b.align),
                    nonnull: a.nonnull || b.nonnull,
                }))
            }
            Some(Op::Compare { predicate: Predicate::Ne, a, b }) if self.is_null(*b)? => {
                Ok(Some(PointerFacts { pointer: *a, align: 1, nonnull: true }))
            }
            Some(Op::Compare { predicate: Predicate::Eq, a, b }) if self.is_zero(*b)? => {
                let Some(Op::Binary { op: module::BinaryOp::And, a, b, .. }) = self.definition(*a)
                else {
                    return Ok(None);
                };
                let Some(Op::Cast { op: CastOp::PtrToInt, value }) = self.definition(*a) else {
                    return Ok(None);
                };
                let mask = self.values().number(*b)?;
                let align = mask.and_then(|mask| u32::try_from(mask.checked_add(1)?).ok());
                let align = align.filter(|align| align.is_power_of_two());
                Ok(align.map(|align| PointerFacts { pointer: *value, align, nonnull: false }))
            }
            _ => Ok(None),
        }
    }

    fn is_null(&self, value: ValueId) -> Lowered<bool> {
        Ok(matches!(self.values().get(value)?, Value::Constant(Constant::Null)))
    }

    fn is_zero(&self, value: ValueId) -> Lowered<bool> {
        Ok(self.values().number(value)? == Some(0))
    }

    /// Whether arithmetic on a pointer stays in the address space, wherever the object is: `base[index]`.
    fn check_arithmetic(&mut self, next: BlockId) -> Lowered<bool> {
        let Some((result, base, indices)) = self.element_before() else { return Ok(false) };
        if !self.is_compared(base)? {
            return Ok(false);
        }
        let access = self.access(result, next)?;
        let product = self.product_before()?;
        // Of several indices, one alone that isn't constant is easy to check.
        if product.is_none() && !self.are_constant(indices)? {
            return Ok(false);
        }
        if let Some(product) = product
            && !(product.size < LARGE && self.is_narrow(product.index))
        {
            let kind = match access {
                Some(Access::Read) => CheckKind::Read,
                Some(Access::Write) => CheckKind::Write,
                None => CheckKind::Pointer,
            };
            // From null, no index leads anywhere, and it is the pointer that is wrong.
            if access.is_some() {
                self.check_base(base, PointerUse::Element)?;
            }
            self.check_range(kind, &product)?;
        }
        if access.is_none() {
            self.check_base(base, PointerUse::Arithmetic)?;
        }
        Ok(true)
    }

    /// What is computed from a pointer must not be computed from null.
    fn check_base(&mut self, base: ValueId, usage: PointerUse) -> Lowered<()> {
        if !self.is_object(base)? {
            let addr = self.pointer(base)?.value;
            self.builder.emit(Inst::CheckPointer { addr, align: 1, usage });
        }
        Ok(())
    }

    /// `index * size` doesn't wrap around, nor does what is added to an address then, whatever that is.
    fn check_range(&mut self, kind: CheckKind, product: &Product) -> Lowered<()> {
        let index = self.part(product.index)?;
        let size = u128::from(product.size.max(1));
        let Some(AddressRange { lowest, highest, half }) = AddressRange::of(index.ty.bits()) else {
            return malformed("a pointer that is neither of 32 nor of 64 bits");
        };
        match product.direction {
            Direction::Either => self.check_within(kind, index, highest / size, half / size),
            Direction::Backward => self.check_within(kind, index, highest / size, 1),
            Direction::Forward => {
                self.check_within(kind, index, half / size, half / size)?;
                // Clang takes the largest offsets for what they are: a step backward.
                self.check_within(kind, index, 0, 2 * half - lowest / size)
            }
        }
    }

    /// `-below <= index < above`
    fn check_within(
        &mut self,
        kind: CheckKind,
        index: TypedOperand,
        below: u128,
        above: u128,
    ) -> Lowered<()> {
        let (Ok(below), Ok(count)) = (u64::try_from(below), u64::try_from(below + above)) else {
            return Ok(());
        };
        if count > index.ty.mask() {
            return Ok(());
        }
        let from_lowest = match below {
            0 => index,
            _ => self.builder.binary_bits(BinaryOp::Add, index, below)?,
        };
        let cond = self.builder.compare_bits(CompareOp::ULt, from_lowest, count)?;
        self.builder.emit(Inst::Check { kind, cond: cond.value });
        Ok(())
    }

    /// What an index into an array that is out of bounds does.
    fn index_kind(&self, next: BlockId) -> Lowered<CheckKind> {
        let element = self.code_with_results(next).find_map(|instruction| match &instruction.op {
            Op::GetElementPtr { base, source_type, .. } => {
                Some((instruction.result?, *base, *source_type))
            }
            _ => None,
        });
        let Some((result, base, source)) = element else { return self.constant_index_kind(next) };
        let is_array = matches!(self.layout().ty(source), Type::Array { .. })
            && self.is_object(base)?
            && self.object_type(base)? == Some(source);
        let is_whole = is_array || self.has_variable_length(base);
        Ok(match self.access(result, next)? {
            Some(Access::Read) if is_whole => CheckKind::Read,
            Some(Access::Write) if is_whole => CheckKind::Write,
            _ => CheckKind::Index,
        })
    }

    /// What a constant index into a global array does, which is no instruction by itself.
    fn constant_index_kind(&self, next: BlockId) -> Lowered<CheckKind> {
        for instruction in self.ahead(next)? {
            let (address, kind) = match &instruction.op {
                Op::Load { address, .. } => (*address, CheckKind::Read),
                Op::Store { address, .. } => (*address, CheckKind::Write),
                _ => continue,
            };
            let Some((symbol, _)) = self.values().address(address)? else { continue };
            return Ok(if self.is_row(symbol) { kind } else { CheckKind::Index });
        }
        Ok(CheckKind::Index)
    }

    /// Is a global variable an array of numbers or pointers?
    fn is_row(&self, symbol: Symbol) -> bool {
        let Symbol::Global(global) = symbol else { return false };
        let global = self.unit.module.globals.get(global.0 as usize);
        let ty = global.map(|global| self.layout().ty(global.value_type));
        let Some(Type::Array { element, .. }) = ty else { return false };
        !matches!(self.layout().ty(*element), Type::Array { .. } | Type::Struct { .. })
    }

    /// Is a pointer the address of a variable?
    fn is_object(&self, pointer: ValueId) -> Lowered<bool> {
        Ok(self.slots.pointed_to(pointer).is_some()
            || self.values().address(pointer)?.is_some_and(|(_, offset)| offset == 0))
    }

    /// Is a pointer the address of a variable-length array?
    fn has_variable_length(&self, pointer: ValueId) -> bool {
        let mut code = self.source.body.blocks.iter().flat_map(|block| &block.instructions);
        let definition = code.find(|instruction| instruction.result == Some(pointer));
        definition.is_some_and(|instruction| {
            matches!(instruction.op, Op::Alloca { .. })
                && self.slots.of_alloca(instruction).is_none()
        })
    }

    /// The type of a variable.
    fn object_type(&self, pointer: ValueId) -> Lowered<Option<module::TypeId>> {
        if let Value::Global(index) = self.values().get(pointer)? {
            let global = self.unit.module.globals.get(*index as usize);
            return Ok(global.map(|global| global.value_type));
        }
        let blocks = self.source.body.blocks.iter().take(1);
        let mut allocas = blocks.flat_map(|block| &block.instructions);
        Ok(allocas.find_map(|instruction| match instruction.op {
            Op::Alloca { element, .. } if instruction.result == Some(pointer) => Some(element),
            _ => None,
        }))
    }

    /// The `getelementptr` before the check that the present block ends with.
    fn element_before(&self) -> Option<(ValueId, ValueId, &'m [ValueId])> {
        let code = &self.source.body.blocks[self.source.block.0 as usize].instructions;
        code.iter().rev().find_map(|instruction| match &instruction.op {
            Op::GetElementPtr { base, indices, .. } => {
                Some((instruction.result?, *base, &indices[..]))
            }
            _ => None,
        })
    }

    /// Is the check that the present block ends with about that pointer? A constant one is folded into it.
    fn is_compared(&self, base: ValueId) -> Lowered<bool> {
        let code = &self.source.body.blocks[self.source.block.0 as usize].instructions;
        let is_number = |instruction: &Instruction| matches!(instruction.op, Op::Cast { op: CastOp::PtrToInt, value } if value == base);
        Ok(code.iter().any(is_number) || self.values().address(base)?.is_some())
    }

    /// The multiplication of the index by the size of an element, in the check that the present block ends with.
    fn product_before(&self) -> Lowered<Option<Product>> {
        let code = &self.source.body.blocks[self.source.block.0 as usize].instructions;
        let mut direction = Direction::Forward;
        for instruction in code.iter().rev() {
            match &instruction.op {
                Op::GetElementPtr { .. } => return Ok(None),
                Op::Select { .. } => direction = Direction::Either,
                Op::Compare { predicate: Predicate::Ule, .. } => direction = Direction::Backward,
                Op::Call(call) => {
                    let name = self.values().function_name(call.callee)?.unwrap_or_default();
                    if !name.starts_with("llvm.smul.with.overflow") {
                        continue;
                    }
                    let &[size, index] = &call.args[..] else { return Ok(None) };
                    let size = self.values().number(size)?;
                    return Ok(size.map(|size| Product { size, index, direction }));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    fn are_constant(&self, indices: &[ValueId]) -> Lowered<bool> {
        for index in indices {
            if self.values().number(*index)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Is it a number that was extended from 32 bits or less? No such index makes an address wrap around.
    fn is_narrow(&self, index: ValueId) -> bool {
        let Some(Op::Cast { op: CastOp::SExt | CastOp::ZExt, value }) = self.definition(index)
        else {
            return false;
        };
        let ty = self.ty(*value).map(|ty| self.layout().ty(ty).clone());
        matches!(ty, Ok(Type::Integer(bits)) if bits <= 32)
    }

    /// The access through a pointer, or to a part of what it points to, that comes next on the way from a block, with
    /// nothing but other checks between.
    fn access(&self, pointer: ValueId, from: BlockId) -> Lowered<Option<Access>> {
        let mut aliases = vec![pointer];
        for instruction in self.ahead(from)? {
            match &instruction.op {
                Op::Load { address, .. } if aliases.contains(address) => {
                    return Ok(Some(Access::Read));
                }
                Op::Store { address, .. } if aliases.contains(address) => {
                    return Ok(Some(Access::Write));
                }
                Op::GetElementPtr { base, .. } if aliases.contains(base) => {
                    aliases.extend(instruction.result);
                }
                Op::Call(call) => {
                    let name = self.values().function_name(call.callee)?.unwrap_or_default();
                    if name.starts_with("llvm.mem") {
                        let position = call.args.iter().position(|arg| aliases.contains(arg));
                        if let Some(position) = position {
                            let read = position == 1;
                            return Ok(Some(if read { Access::Read } else { Access::Write }));
                        }
                    } else if !name.starts_with("llvm.") {
                        return Ok(None);
                    }
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// The code from a block on, as far as nothing but checks decides where it goes.
    fn ahead(&self, from: BlockId) -> Lowered<Vec<&'m Instruction>> {
        let mut code = Vec::new();
        let mut block = from;
        for _ in 0..NEAR {
            code.extend(self.code_with_results(block));
            let Some(Op::Branch { then, otherwise, .. }) = self.last(block) else { break };
            block = match (self.trap(*then)?, self.trap(*otherwise)?) {
                (None, Some(_)) => *then,
                (Some(_), None) => *otherwise,
                _ => break,
            };
        }
        Ok(code)
    }

    /// What computes a value, if the present block does.
    pub(super) fn definition(&self, value: ValueId) -> Option<&'m Op> {
        let code = &self.source.body.blocks[self.source.block.0 as usize].instructions;
        let defines = |instruction: &&Instruction| instruction.result == Some(value);
        code.iter().rev().find(defines).map(|instruction| &instruction.op)
    }

    fn last(&self, block: BlockId) -> Option<&'m Op> {
        self.source.body.blocks[block.0 as usize]
            .instructions
            .last()
            .map(|instruction| &instruction.op)
    }

    /// The operations of a block, without remarks for debuggers.
    fn code(&self, block: BlockId) -> impl Iterator<Item = &'m Op> {
        self.code_with_results(block).map(|instruction| &instruction.op)
    }

    fn code_with_results(&self, block: BlockId) -> impl Iterator<Item = &'m Instruction> {
        let code = &self.source.body.blocks[block.0 as usize].instructions;
        code.iter().filter(|instruction| !matches!(instruction.op, Op::Debug { .. }))
    }
}

/// `index * size`, which is added to a pointer.
struct Product {
    size: u64,
    index: ValueId,
    direction: Direction,
}

/// Where clang expects a sum to be, seen from the pointer.
enum Direction {
    /// The index is signed: on the side that its sign says.
    Either,
    /// It is unsigned.
    Forward,
    /// It is unsigned and subtracted.
    Backward,
}

/// What is known of the addresses of objects: an offset that wraps around for all of them does so wherever the
/// object is.
struct AddressRange {
    lowest: u128,
    highest: u128,
    /// Half of all addresses there could be.
    half: u128,
}

impl AddressRange {
    fn of(bits: u32) -> Option<AddressRange> {
        match bits {
            64 => Some(AddressRange { lowest: 1 << 40, highest: 1 << 47, half: 1 << 63 }),
            32 => Some(AddressRange { lowest: 1 << 12, highest: 1 << 31, half: 1 << 31 }),
            _ => None,
        }
    }
}

/// What a check of clang's is about. Those that it need not put into the code are not here: the machine has its own.
fn kind(handler: Handler) -> Option<CheckKind> {
    Some(match handler {
        5 => CheckKind::FloatCast,
        8 => CheckKind::Builtin,
        10 => CheckKind::Value,
        11 => CheckKind::MissingReturn,
        14 | 16 => CheckKind::Argument,
        15 | 17 => CheckKind::Returned,
        18 => CheckKind::Index,
        19 => CheckKind::Pointer,
        SHIFT_OUT_OF_BOUNDS => CheckKind::ShiftedBits,
        TYPE_MISMATCH | 23 => CheckKind::Alignment,
        24 => CheckKind::Length,
        _ => return None,
    })
}
