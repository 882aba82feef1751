//! The invariants of a function's body.

use super::debug::verify_file;
use super::{VerifyError, ensure, verify_const, verify_object};
use crate::{
    ArgKind, BlockId, Body, Call, Callee, Const, FuncId, Function, Inst, Operand, OperandKind,
    Program, Reg, SlotId, Switch, Symbol, Ty, UnaryOp, Wide, WideOp, Width,
};

type Checked = Result<(), String>;

/// Checks a body; instructions are looked at only once the tables are known to be sound.
pub(super) fn verify_body(
    program: &Program,
    function: &Function,
    body: &Body,
) -> Result<(), VerifyError> {
    let within = |problem| VerifyError::within(&function.name, problem);
    let code = CodeVerifier { program, function, body, pointer: program.target.pointer() };
    code.tables().map_err(within)?;
    code.blocks().map_err(within)?;
    for (index, range) in body.blocks.iter().enumerate() {
        let block = BlockId::new(index);
        for (position, inst) in body.block(block).iter().enumerate() {
            let at = range.start as usize + position;
            let ends = at + 1 == range.end as usize;
            code.placed(inst, at, ends).and_then(|()| code.inst(inst)).map_err(|problem| {
                VerifyError { at: Some((block, position)), ..within(problem) }
            })?;
        }
    }
    Ok(())
}

struct CodeVerifier<'p> {
    program: &'p Program,
    function: &'p Function,
    body: &'p Body,
    pointer: Ty,
}

impl CodeVerifier<'_> {
    fn tables(&self) -> Checked {
        let Body { regs, slots, consts, code, locs, .. } = self.body;
        let params = &self.function.signature.params;
        let fits = regs.len() >= params.len()
            && params.iter().zip(regs).all(|(param, reg)| *param == reg.ty);
        ensure(fits, || "the first registers aren't the parameters".into())?;
        ensure(locs.len() == code.len(), || {
            format!("{} instructions have {} positions", code.len(), locs.len())
        })?;
        slots.iter().try_for_each(|slot| verify_object(self.program, slot.size, slot.align))?;
        consts.iter().try_for_each(|constant| verify_const(self.program, *constant))
    }

    /// The blocks tile the code.
    fn blocks(&self) -> Checked {
        ensure(!self.body.blocks.is_empty(), || "there is no entry block".into())?;
        let mut end = 0;
        for (index, range) in self.body.blocks.iter().enumerate() {
            ensure(range.start == end && range.end > end, || {
                format!("b{index} is {}..{} where {end} is next", range.start, range.end)
            })?;
            end = range.end;
        }
        let length = self.body.code.len();
        ensure(end as usize == length, || format!("the blocks end at {end}, the code at {length}"))
    }

    /// What holds for any instruction at its place: terminators, targets, position.
    fn placed(&self, inst: &Inst, at: usize, ends: bool) -> Checked {
        ensure(inst.is_terminator() == ends, || {
            if ends { "the block doesn't end".into() } else { "the block goes on".into() }
        })?;
        let mut targets = Ok(());
        inst.for_each_target(|target| {
            if targets.is_ok() {
                targets = self.target(target);
            }
        });
        targets?;
        self.body.locs[at].map_or(Ok(()), |loc| verify_file(self.program, loc.file))
    }

    fn target(&self, block: BlockId) -> Checked {
        ensure(block.index() < self.body.blocks.len(), || format!("there is no block {block:?}"))?;
        ensure(block.index() != 0, || "a jump to the entry block".into())
    }

    fn inst(&self, inst: &Inst) -> Checked {
        match inst {
            Inst::Copy { dst, src } | Inst::Freeze { dst, src } => self.moved(*dst, &[*src]),
            Inst::Binary { width, dst, a, b, .. } => {
                self.operation(Ty::Int(*width), *dst, Ty::Int(*width), &[*a, *b])
            }
            Inst::Unary { op, width, dst, a } => self.unary(*op, *width, *dst, *a),
            Inst::Compare { width, dst, a, b, .. } => {
                self.operation(Ty::BOOL, *dst, Ty::Int(*width), &[*a, *b])
            }
            Inst::Extend { from, to, dst, a, .. } => {
                ensure(from <= to, || format!("{from:?} isn't extended to {to:?}"))?;
                self.operation(Ty::Int(*to), *dst, Ty::Int(*from), &[*a])
            }
            Inst::Truncate { to, dst, a } => self.truncate(*to, *dst, *a),
            Inst::Select { dst, cond, a, b } => {
                self.read(*cond, Ty::BOOL)?;
                self.moved(*dst, &[*a, *b])
            }
            Inst::Wide(wide) => self.wide(wide),
            Inst::FloatBinary { ty, dst, a, b, .. } => {
                self.operation(Ty::Float(*ty), *dst, Ty::Float(*ty), &[*a, *b])
            }
            Inst::FloatUnary { ty, dst, a, .. } => {
                self.operation(Ty::Float(*ty), *dst, Ty::Float(*ty), &[*a])
            }
            Inst::FloatMulAdd { ty, dst, a, b, c } => {
                self.operation(Ty::Float(*ty), *dst, Ty::Float(*ty), &[*a, *b, *c])
            }
            Inst::FloatCompare { ty, dst, a, b, .. } => {
                self.operation(Ty::BOOL, *dst, Ty::Float(*ty), &[*a, *b])
            }
            Inst::Convert { op, dst, a } => {
                let (from, to) = op.types();
                self.operation(to, *dst, from, &[*a])
            }
            Inst::Call(call) => self.call(call),
            Inst::Jump { .. } | Inst::Unreachable | Inst::Trap | Inst::Unsupported { .. } => Ok(()),
            Inst::Branch { cond, .. } => self.read(*cond, Ty::BOOL),
            Inst::Switch(switch) => self.switch(switch),
            Inst::IndirectJump { addr, .. } => self.read(*addr, self.pointer),
            Inst::Return { values } => self.returned(values),
            _ => self.memory(inst),
        }
    }

    /// Instructions that touch memory.
    fn memory(&self, inst: &Inst) -> Checked {
        match inst {
            Inst::Load { ty, dst, addr, .. } => self.operation(*ty, *dst, self.pointer, &[*addr]),
            Inst::Store { ty, addr, value, .. } => {
                self.read(*addr, self.pointer)?;
                self.read(*value, *ty)
            }
            Inst::SlotAddr { dst, slot } => {
                self.slot(*slot)?;
                self.written(*dst, self.pointer)
            }
            Inst::SlotLive { slot } | Inst::SlotDead { slot } => self.slot(*slot),
            Inst::Alloca { dst, size, align } => {
                ensure(align.is_power_of_two(), || format!("an alignment of {align}"))?;
                self.integer(*size)?;
                self.written(*dst, self.pointer)
            }
            Inst::StackSave { dst } => self.written(*dst, self.pointer),
            Inst::StackRestore { token } => self.read(*token, self.pointer),
            Inst::MemCopy { dst, src, len, .. } => {
                self.read(*dst, self.pointer)?;
                self.read(*src, self.pointer)?;
                self.integer(*len)
            }
            Inst::MemSet { dst, value, len } => {
                self.read(*dst, self.pointer)?;
                self.read(*value, Ty::Int(Width::W8))?;
                self.integer(*len)
            }
            Inst::VaStart { list } => self.read(*list, self.pointer),
            Inst::Check { cond, .. } => self.read(*cond, Ty::BOOL),
            Inst::CheckPointer { addr, align, .. } => {
                ensure(align.is_power_of_two(), || format!("an alignment of {align}"))?;
                self.read(*addr, self.pointer)
            }
            other => Err(format!("{other:?} has no rule")),
        }
    }

    fn unary(&self, op: UnaryOp, width: Width, dst: Reg, a: Operand) -> Checked {
        let bits = width.bits();
        ensure(op != UnaryOp::SwapBytes || bits.is_multiple_of(8), || {
            format!("{bits} bits aren't whole bytes")
        })?;
        self.operation(Ty::Int(width), dst, Ty::Int(width), &[a])
    }

    fn truncate(&self, to: Width, dst: Reg, a: Operand) -> Checked {
        self.integer(a)?;
        if let Some(reg) = a.reg() {
            let from = self.body.ty(reg).bits();
            ensure(from >= to.bits(), || format!("{from} bits aren't truncated to {to:?}"))?;
        }
        self.written(dst, Ty::Int(to))
    }

    fn wide(&self, wide: &Wide) -> Checked {
        let half = Ty::Int(Width::W64);
        let [low, high] = wide.dst;
        self.reg(high)?;
        let operands = match wide.op {
            WideOp::FromFloat { from, .. } => {
                self.read(wide.a[0], Ty::Float(from))?;
                vec![]
            }
            WideOp::ToFloat { .. } => wide.a.to_vec(),
            WideOp::Binary { .. } | WideOp::Compare(_) => [wide.a, wide.b].concat(),
        };
        // The parts that an operation doesn't use must still be in range.
        wide.a.iter().chain(&wide.b).try_for_each(|operand| self.operand(*operand))?;
        operands.iter().try_for_each(|operand| self.read(*operand, half))?;
        match wide.op {
            WideOp::Compare(_) => self.written(low, Ty::BOOL),
            WideOp::ToFloat { to, .. } => self.written(low, Ty::Float(to)),
            WideOp::Binary { .. } | WideOp::FromFloat { .. } => {
                ensure(low != high, || format!("both halves go to {low:?}"))?;
                self.written(low, half)?;
                self.written(high, half)
            }
        }
    }

    fn call(&self, call: &Call) -> Checked {
        match call.callee {
            Callee::Direct(id) => self.callee(id)?,
            Callee::Indirect(address) => self.read(address, self.pointer)?,
        }
        let (args, kinds) = (call.args.len(), call.kinds.len());
        ensure(args == kinds, || format!("{args} arguments of {kinds} kinds"))?;
        ensure(call.fixed as usize <= args, || format!("{} of {args} arguments", call.fixed))?;
        for (arg, kind) in call.args.iter().zip(&call.kinds) {
            self.argument(*arg, *kind)?;
        }
        call.results.iter().try_for_each(|result| self.reg(*result))?;
        let mut sorted = call.results.clone();
        sorted.sort_unstable();
        sorted.dedup();
        ensure(sorted.len() == call.results.len(), || "two results in one register".into())
    }

    fn callee(&self, id: FuncId) -> Checked {
        verify_const(self.program, Const::Address(Symbol::Function(id), 0))
    }

    fn argument(&self, arg: Operand, kind: ArgKind) -> Checked {
        match kind {
            ArgKind::Value(ty) | ArgKind::Part(ty) => self.read(arg, ty),
            ArgKind::Signed(width) => self.read(arg, Ty::Int(width)),
            ArgKind::ByValue { size, align } => {
                verify_object(self.program, size, align)?;
                self.read(arg, self.pointer)
            }
        }
    }

    fn switch(&self, switch: &Switch) -> Checked {
        self.read(switch.value, Ty::Int(switch.width))?;
        let sorted = switch.cases.windows(2).all(|pair| pair[0].0 < pair[1].0);
        ensure(sorted, || "the cases aren't sorted".into())?;
        let largest = switch.cases.last().map_or(0, |case| case.0);
        fits(largest, Ty::Int(switch.width))
    }

    fn returned(&self, values: &[Operand]) -> Checked {
        let returns = &self.function.signature.returns;
        ensure(values.len() == returns.len(), || {
            format!("{} values where {} are returned", values.len(), returns.len())
        })?;
        values.iter().zip(returns).try_for_each(|(value, ty)| self.read(*value, *ty))
    }

    /// `dst`, of type `to`, is computed from operands of type `from`.
    fn operation(&self, to: Ty, dst: Reg, from: Ty, operands: &[Operand]) -> Checked {
        operands.iter().try_for_each(|operand| self.read(*operand, from))?;
        self.written(dst, to)
    }

    /// `dst` takes the bits of one of `sources`.
    fn moved(&self, dst: Reg, sources: &[Operand]) -> Checked {
        self.reg(dst)?;
        let ty = self.body.ty(dst);
        for source in sources {
            self.operand(*source)?;
            match source.reg() {
                Some(reg) => {
                    let (from, to) = (self.body.ty(reg).bits(), ty.bits());
                    ensure(from == to, || format!("{from} bits of {reg:?} go to {to} of {dst:?}"))?;
                }
                None => self.read(*source, ty)?,
            }
        }
        Ok(())
    }

    /// The operand is of type `ty`.
    fn read(&self, operand: Operand, ty: Ty) -> Checked {
        self.operand(operand)?;
        match operand.kind() {
            OperandKind::Reg(reg) => self.written(reg, ty),
            OperandKind::Const(id) => match self.body.constant(id) {
                Const::Bits(bits) => fits(bits, ty),
                Const::Undef => Ok(()),
                // A float may have the bits of an address, by way of a union.
                Const::Address(..) | Const::Block(..) => {
                    ensure(ty.bits() == self.pointer.bits(), || {
                        format!("an address where {ty:?} is expected")
                    })
                }
            },
        }
    }

    /// The operand is an integer of any width.
    fn integer(&self, operand: Operand) -> Checked {
        self.operand(operand)?;
        let Some(reg) = operand.reg() else { return Ok(()) };
        ensure(matches!(self.body.ty(reg), Ty::Int(_)), || format!("{reg:?} isn't an integer"))
    }

    /// The register is of type `ty`.
    fn written(&self, reg: Reg, ty: Ty) -> Checked {
        self.reg(reg)?;
        let is = self.body.ty(reg);
        ensure(is == ty, || format!("{reg:?} is {is:?} where {ty:?} is expected"))
    }

    fn operand(&self, operand: Operand) -> Checked {
        match operand.kind() {
            OperandKind::Reg(reg) => self.reg(reg),
            OperandKind::Const(id) => {
                let known = id.index() < self.body.consts.len();
                ensure(known, || format!("there is no constant {id:?}"))
            }
        }
    }

    fn reg(&self, reg: Reg) -> Checked {
        ensure(reg.index() < self.body.regs.len(), || format!("there is no register {reg:?}"))
    }

    fn slot(&self, slot: SlotId) -> Checked {
        ensure(slot.index() < self.body.slots.len(), || format!("there is no slot {slot:?}"))
    }
}

fn fits(bits: u64, ty: Ty) -> Checked {
    ensure(bits & !ty.mask() == 0, || format!("{bits:#x} doesn't fit in {ty:?}"))
}
