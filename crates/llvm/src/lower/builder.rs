//! A function body in the making. Every method checks the types of its operands, so whatever the
//! bitcode says, the body is well typed.

use std::collections::HashMap;

use ir::{
    BinaryOp, BlockId, BlockRange, CompareOp, Const, Inst, Operand, Reg, SourceLoc, Ty, Width,
};

use super::stop::{Lowered, malformed};

/// A register or constant with its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TypedOperand {
    pub(super) value: Operand,
    pub(super) ty: Ty,
}

/// The body, with blocks that can still grow.
pub(super) struct Builder {
    body: ir::Body,
    blocks: Vec<OpenBlock>,
    current: BlockId,
    constants: HashMap<Const, Operand>,
    pointer: Ty,
    loc: Option<SourceLoc>,
    /// How many instructions there are.
    size: usize,
}

#[derive(Default)]
struct OpenBlock {
    code: Vec<Inst>,
    locs: Vec<Option<SourceLoc>>,
    done: bool,
}

impl Builder {
    /// A body of `blocks` empty blocks.
    pub(super) fn new(blocks: usize, pointer: Ty) -> Self {
        Builder {
            body: ir::Body::default(),
            blocks: (0..blocks).map(|_| OpenBlock::default()).collect(),
            current: BlockId(0),
            constants: HashMap::new(),
            pointer,
            loc: None,
            size: 0,
        }
    }

    /// The finished body. A block that nothing was put into can't be reached.
    pub(super) fn finish(self) -> ir::Body {
        let mut body = self.body;
        for mut block in self.blocks {
            if !block.done {
                block.code.push(Inst::Unreachable);
                block.locs.push(None);
            }
            let start = body.code.len() as u32;
            body.code.append(&mut block.code);
            body.locs.append(&mut block.locs);
            body.blocks.push(BlockRange { start, end: body.code.len() as u32 });
        }
        body
    }

    /// Where instructions go from now on.
    pub(super) fn move_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Where instructions go now.
    pub(super) fn current(&self) -> BlockId {
        self.current
    }

    /// The source position of what is emitted from now on.
    pub(super) fn set_loc(&mut self, loc: Option<SourceLoc>) {
        self.loc = loc;
    }

    /// The position of the instructions that are emitted.
    pub(super) fn loc(&self) -> Option<SourceLoc> {
        self.loc
    }

    /// Adds a block.
    pub(super) fn new_block(&mut self) -> BlockId {
        self.blocks.push(OpenBlock::default());
        BlockId::new(self.blocks.len() - 1)
    }

    /// Has the present block its terminator?
    pub(super) fn is_done(&self) -> bool {
        self.blocks[self.current.index()].done
    }

    /// Appends an instruction; after a terminator nothing is reached, and nothing is kept.
    pub(super) fn emit(&mut self, inst: Inst) {
        let block = &mut self.blocks[self.current.index()];
        if !block.done {
            block.done = inst.is_terminator();
            block.code.push(inst);
            block.locs.push(self.loc);
            self.size += 1;
        }
    }

    /// How many instructions there are.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The type of a pointer.
    pub(super) fn pointer(&self) -> Ty {
        self.pointer
    }

    /// A new register.
    pub(super) fn reg(&mut self, ty: Ty) -> Reg {
        self.body.add_reg(ty, None)
    }

    /// The type of a register.
    pub(super) fn reg_ty(&self, reg: Reg) -> Ty {
        self.body.ty(reg)
    }

    /// A new register as an operand.
    pub(super) fn new_part(&mut self, ty: Ty) -> (Reg, TypedOperand) {
        let reg = self.reg(ty);
        (reg, TypedOperand { value: reg.into(), ty })
    }

    /// Gives a register its variable's name; the first one stays.
    pub(super) fn name(&mut self, reg: Reg, name: &str) {
        self.body.regs[reg.index()].name.get_or_insert_with(|| name.to_owned());
    }

    /// Adds a stack slot.
    pub(super) fn slot(&mut self, size: u64, align: u32) -> ir::SlotId {
        self.body.slots.push(ir::Slot { size, align, name: None, scoped: false });
        ir::SlotId::new(self.body.slots.len() - 1)
    }

    /// A stack slot, to change it.
    pub(super) fn slot_mut(&mut self, slot: ir::SlotId) -> &mut ir::Slot {
        &mut self.body.slots[slot.index()]
    }

    /// A constant of the given type, which it must fit.
    pub(super) fn constant(&mut self, ty: Ty, constant: Const) -> TypedOperand {
        let body = &mut self.body;
        let value = *self.constants.entry(constant).or_insert_with(|| body.add_const(constant));
        TypedOperand { value, ty }
    }

    /// The number `bits`, cut to the type.
    pub(super) fn bits(&mut self, ty: Ty, bits: u64) -> TypedOperand {
        self.constant(ty, Const::Bits(bits & ty.mask()))
    }

    /// A pointer-sized number.
    pub(super) fn address(&mut self, bits: u64) -> TypedOperand {
        self.bits(self.pointer, bits)
    }

    /// Any value of the type.
    pub(super) fn undef(&mut self, ty: Ty) -> TypedOperand {
        self.constant(ty, Const::Undef)
    }

    /// The constant that an operand is.
    pub(super) fn known_constant(&self, part: TypedOperand) -> Option<Const> {
        match part.value.kind() {
            ir::OperandKind::Const(id) => Some(self.body.constant(id)),
            ir::OperandKind::Reg(_) => None,
        }
    }

    /// The number that an operand is, if it is a constant.
    pub(super) fn known_bits(&self, part: TypedOperand) -> Option<u64> {
        match self.known_constant(part)? {
            Const::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// A copy in a new register, of a type that may differ in class but not in size.
    pub(super) fn copy_as(&mut self, ty: Ty, a: TypedOperand) -> Lowered<TypedOperand> {
        if ty.bits() != a.ty.bits() {
            return malformed(format!("a cast from {:?} to {ty:?}", a.ty));
        }
        let (dst, part) = self.new_part(ty);
        self.emit(Inst::Copy { dst, src: a.value });
        Ok(part)
    }

    /// `a op b`
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        a: TypedOperand,
        b: TypedOperand,
    ) -> Lowered<TypedOperand> {
        self.binary_flagged(op, false, a, b)
    }

    /// `a op b`; with `nsw`, signed overflow is undefined behaviour.
    pub(super) fn binary_flagged(
        &mut self,
        op: BinaryOp,
        nsw: bool,
        a: TypedOperand,
        b: TypedOperand,
    ) -> Lowered<TypedOperand> {
        let width = same_width(a, b)?;
        let (dst, part) = self.new_part(a.ty);
        self.emit(Inst::Binary { op, width, nsw, dst, a: a.value, b: b.value });
        Ok(part)
    }

    /// `a op b` with a number.
    pub(super) fn binary_bits(
        &mut self,
        op: BinaryOp,
        a: TypedOperand,
        bits: u64,
    ) -> Lowered<TypedOperand> {
        let b = self.bits(a.ty, bits);
        self.binary(op, a, b)
    }

    /// `a` with all bits inverted.
    pub(super) fn not(&mut self, a: TypedOperand) -> Lowered<TypedOperand> {
        self.binary_bits(BinaryOp::Xor, a, u64::MAX)
    }

    /// `op a`
    pub(super) fn unary(&mut self, op: ir::UnaryOp, a: TypedOperand) -> Lowered<TypedOperand> {
        let width = width(a)?;
        let (dst, part) = self.new_part(a.ty);
        self.emit(Inst::Unary { op, width, dst, a: a.value });
        Ok(part)
    }

    /// `a op b`, one bit.
    pub(super) fn compare(
        &mut self,
        op: CompareOp,
        a: TypedOperand,
        b: TypedOperand,
    ) -> Lowered<TypedOperand> {
        let width = same_width(a, b)?;
        let (dst, part) = self.new_part(Ty::BOOL);
        self.emit(Inst::Compare { op, width, dst, a: a.value, b: b.value });
        Ok(part)
    }

    /// `a op b` with a number, one bit.
    pub(super) fn compare_bits(
        &mut self,
        op: CompareOp,
        a: TypedOperand,
        bits: u64,
    ) -> Lowered<TypedOperand> {
        let b = self.bits(a.ty, bits);
        self.compare(op, a, b)
    }

    /// `a` widened or cut to `to`.
    pub(super) fn resize(
        &mut self,
        signed: bool,
        to: Width,
        a: TypedOperand,
    ) -> Lowered<TypedOperand> {
        let from = width(a)?;
        if from == to {
            return Ok(a);
        }
        if let Some(bits) = self.known_bits(a) {
            let bits = if signed { from.sign_extend(bits) as u64 } else { bits };
            return Ok(self.bits(Ty::Int(to), bits));
        }
        let (dst, part) = self.new_part(Ty::Int(to));
        self.emit(if from < to {
            Inst::Extend { signed, from, to, dst, a: a.value }
        } else {
            Inst::Truncate { to, dst, a: a.value }
        });
        Ok(part)
    }

    /// `cond ? a : b`
    pub(super) fn select(
        &mut self,
        cond: TypedOperand,
        a: TypedOperand,
        b: TypedOperand,
    ) -> Lowered<TypedOperand> {
        if cond.ty != Ty::BOOL || a.ty != b.ty {
            return malformed("operand types of a select");
        }
        let (dst, part) = self.new_part(a.ty);
        self.emit(Inst::Select { dst, cond: cond.value, a: a.value, b: b.value });
        Ok(part)
    }

    /// `*(addr + offset)`
    pub(super) fn load(
        &mut self,
        ty: Ty,
        addr: TypedOperand,
        offset: u64,
    ) -> Lowered<TypedOperand> {
        let (addr, offset) = self.split_offset(addr, offset)?;
        let (dst, part) = self.new_part(ty);
        self.emit(Inst::Load { ty, dst, addr: addr.value, offset });
        Ok(part)
    }

    /// `*(addr + offset) = value`
    pub(super) fn store(
        &mut self,
        addr: TypedOperand,
        offset: u64,
        value: TypedOperand,
    ) -> Lowered<()> {
        let (addr, offset) = self.split_offset(addr, offset)?;
        self.emit(Inst::Store { ty: value.ty, addr: addr.value, offset, value: value.value });
        Ok(())
    }

    /// An offset that doesn't fit the instruction is added beforehand.
    fn split_offset(&mut self, addr: TypedOperand, offset: u64) -> Lowered<(TypedOperand, i32)> {
        let addr = self.check_pointer(addr)?;
        match i32::try_from(offset) {
            Ok(offset) => Ok((addr, offset)),
            Err(_) => Ok((self.binary_bits(BinaryOp::Add, addr, offset)?, 0)),
        }
    }

    /// `a`, if it is as wide as a pointer.
    pub(super) fn check_pointer(&self, a: TypedOperand) -> Lowered<TypedOperand> {
        if a.ty == self.pointer { Ok(a) } else { malformed("an address that is no pointer") }
    }

    /// `a`, if it is one bit.
    pub(super) fn check_bool(&self, a: TypedOperand) -> Lowered<TypedOperand> {
        if a.ty == Ty::BOOL { Ok(a) } else { malformed("a condition that is not one bit") }
    }

    /// Goes to a block.
    pub(super) fn jump(&mut self, target: BlockId) {
        self.emit(Inst::Jump { target });
    }

    /// Goes to `then` if `cond`.
    pub(super) fn branch(
        &mut self,
        cond: TypedOperand,
        then: BlockId,
        otherwise: BlockId,
    ) -> Lowered<()> {
        let cond = self.check_bool(cond)?.value;
        self.emit(Inst::Branch { cond, then, otherwise });
        Ok(())
    }
}

/// The width of an integer.
pub(super) fn width(a: TypedOperand) -> Lowered<Width> {
    match a.ty {
        Ty::Int(width) => Ok(width),
        Ty::Float(_) => malformed("a float where an integer is expected"),
    }
}

fn same_width(a: TypedOperand, b: TypedOperand) -> Lowered<Width> {
    if a.ty == b.ty { width(a) } else { malformed("operands of different types") }
}
