//! Superinstructions: several instructions in a row that one operation does.
//!
//! A result that only the next instruction reads is not written at all: its register is *fleeting*. Where one of them isn't
//! ordinary, nothing has been done yet, and each is an operation of its own.

use ir::{BinaryOp, Body, CompareOp, FloatBinaryOp, FloatTy, Inst, Operand, Reg, Width};

use crate::machine::fast::{
    Advance, FastOp, Immediate, IndexedAccess, One, OperandIndex, Scaling, Three, Ways,
};
use crate::machine::translate::OpSource;

/// An operation, and the results of how many instructions it doesn't write.
pub(super) struct Fused {
    pub op: FastOp,
    pub unwritten: usize,
}

/// At most that many instructions are one operation: an index is extended, multiplied, added, and there is the access.
pub(super) const LONGEST: usize = 4;

/// Which registers are written once and read once.
pub(super) struct SingleUses(Vec<bool>);

pub(super) fn single_uses(body: &Body, params: usize) -> SingleUses {
    let (mut written, mut read) = (vec![0u32; body.regs.len()], vec![0u32; body.regs.len()]);
    written[..params].fill(1);
    for inst in &body.code {
        inst.for_each_def(|reg| written[reg.index()] += 1);
        inst.for_each_use(|operand| {
            if let Some(reg) = operand.reg() {
                read[reg.index()] += 1;
            }
        });
    }
    SingleUses(written.iter().zip(read).map(|(&written, read)| written == 1 && read == 1).collect())
}

impl SingleUses {
    /// Is that register's only use this operand?
    fn is_only_use(&self, reg: Reg, operand: Operand) -> bool {
        operand.reg() == Some(reg) && self.0[reg.index()]
    }

    /// The other operand of a commutative operation that has the only use of a register.
    fn other(&self, reg: Reg, a: Operand, b: Operand) -> Option<Operand> {
        match () {
            () if self.is_only_use(reg, a) => Some(b),
            () if self.is_only_use(reg, b) => Some(a),
            () => None,
        }
    }
}

/// The operation of the instructions from that one on, if they are one.
pub(super) fn fused(source: &OpSource<'_>, single: &SingleUses, at: usize) -> Option<Fused> {
    let row = Window { source, single, code: &source.body.code[at..], at };
    let of_values = row.element().or_else(|| row.decision()).or_else(|| row.product());
    of_values.or_else(|| row.copies()).or_else(|| row.jump())
}

/// Instructions in a row.
struct Window<'s> {
    source: &'s OpSource<'s>,
    single: &'s SingleUses,
    code: &'s [Inst],
    /// Where the first is in its body.
    at: usize,
}

/// An index on its way to an address.
struct Scaled {
    /// What it is made from, and where it is now.
    index: Option<(Operand, Reg)>,
    unused: u8,
    scale: u32,
    /// By how many instructions it is made.
    length: usize,
}

impl Window<'_> {
    fn place(&self, operand: Operand) -> OperandIndex {
        self.source.place(operand)
    }

    /// `base + index * scale`, and perhaps an access there.
    fn element(&self) -> Option<Fused> {
        let Scaled { index, unused, scale, length } = self.scaled()?;
        let &Inst::Binary { op: BinaryOp::Add, width: Width::W64, nsw: false, dst, a, b } =
            self.code.get(length)?
        else {
            return None;
        };
        let (base, index) = match index {
            Some((from, now)) => (self.single.other(now, a, b)?, from),
            None => (a, b),
        };
        let (base, index) = (self.place(base), self.place(index));
        let address = IndexedAccess { value: dst.into(), base, index, scale, offset: 0 };
        let scaling = |last: usize| Scaling { unused, more: last as u8 };
        if let Some(op) = self.access(length + 1, dst, scaling(length + 1), address) {
            return Some(Fused { op, unwritten: length + 1 });
        }
        let op = FastOp::Address(scaling(length), address);
        (length > 0).then_some(Fused { op, unwritten: length })
    }

    /// The index, as far as it is extended and multiplied here.
    fn scaled(&self) -> Option<Scaled> {
        let mut scaled = Scaled { index: None, unused: 0, scale: 1, length: 0 };
        if let Inst::Extend { signed, from, to: Width::W64, dst, a } = self.code[0] {
            let unused = if signed { 64 - from.bits() as u8 } else { 0 };
            scaled = Scaled { index: Some((a, dst)), unused, length: 1, ..scaled };
        }
        if let Inst::Binary { op: BinaryOp::Mul, width: Width::W64, nsw: false, dst, a, b } =
            *self.code.get(scaled.length)?
        {
            let from = match scaled.index {
                Some((from, now)) => self.single.is_only_use(now, a).then_some(from)?,
                None => a,
            };
            let scale = u32::try_from(self.source.number(b)?).ok()?;
            let length = scaled.length + 1;
            scaled = Scaled { index: Some((from, dst)), scale, length, ..scaled };
        }
        Some(scaled)
    }

    /// The access to an element, if it is the only use of its address.
    fn access(
        &self,
        at: usize,
        address: Reg,
        scaling: Scaling,
        element: IndexedAccess,
    ) -> Option<FastOp> {
        match *self.code.get(at)? {
            Inst::Load { ty, dst, addr, offset } if self.single.is_only_use(address, addr) => {
                let element = IndexedAccess { value: dst.into(), offset, ..element };
                Some(match ty.bits() {
                    8 => FastOp::LoadElement8(scaling, element),
                    16 => FastOp::LoadElement16(scaling, element),
                    32 => FastOp::LoadElement32(scaling, element),
                    64 => FastOp::LoadElement64(scaling, element),
                    _ => return None,
                })
            }
            Inst::Store { ty, addr, offset, value } if self.single.is_only_use(address, addr) => {
                let element = IndexedAccess { value: self.place(value), offset, ..element };
                Some(match ty.bits() {
                    1..=8 => FastOp::StoreElement8(scaling, element),
                    16 => FastOp::StoreElement16(scaling, element),
                    32 => FastOp::StoreElement32(scaling, element),
                    64 => FastOp::StoreElement64(scaling, element),
                    _ => return None,
                })
            }
            _ => None,
        }
    }

    /// A comparison and the branch on it.
    fn decision(&self) -> Option<Fused> {
        let &Inst::Branch { cond, then, otherwise } = self.code.get(1)? else { return None };
        let ways = self.source.ways(self.at, then, otherwise);
        let (dst, op) = match self.code[0] {
            Inst::Compare { op, width, dst, a, b } => {
                let immediate = self.immediate(op, width, b);
                let a = self.place(a);
                let with_number = immediate.and_then(|imm| if_immediate(op, width, a, imm, ways));
                (dst, with_number.or_else(|| if_compare(op, width, a, self.place(b), ways))?)
            }
            Inst::FloatCompare { op, ty: FloatTy::F64, dst, a, b } => {
                (dst, FastOp::IfFloat64(op, self.place(a), self.place(b), ways))
            }
            _ => return None,
        };
        self.single.is_only_use(dst, cond).then_some(Fused { op, unwritten: 1 })
    }

    /// The number that is compared with.
    fn immediate(&self, op: CompareOp, width: Width, b: Operand) -> Option<i32> {
        let bits = self.source.number(b)?;
        match op {
            CompareOp::SLt | CompareOp::SLe => i32::try_from(width.sign_extend(bits)).ok(),
            _ => i32::try_from(bits).ok(),
        }
    }

    /// A product that is added to something.
    fn product(&self) -> Option<Fused> {
        let op = self.integer_product().or_else(|| self.float_product())?;
        Some(Fused { op, unwritten: 1 })
    }

    fn integer_product(&self) -> Option<FastOp> {
        let &Inst::Binary { op: BinaryOp::Mul, width, nsw: false, dst: product, a, b } =
            &self.code[0]
        else {
            return None;
        };
        let &Inst::Binary { op: BinaryOp::Add, width: of_sum, nsw: false, dst, a: left, b: right } =
            self.code.get(1)?
        else {
            return None;
        };
        let other = self.single.other(product, left, right)?;
        ([width, of_sum] == [Width::W32; 2])
            .then(|| FastOp::MulAdd32(self.three(dst, [a, b, other])))
    }

    fn float_product(&self) -> Option<FastOp> {
        let &Inst::FloatBinary { op: FloatBinaryOp::Mul, ty, dst: product, a, b } = &self.code[0]
        else {
            return None;
        };
        let &Inst::FloatBinary { op, ty: of_sum, dst, a: left, b: right } = self.code.get(1)?
        else {
            return None;
        };
        let three = self.three(dst, [a, b, self.single.other(product, left, right)?]);
        let is_first = left.reg() == Some(product);
        let fused = match (op, is_first) {
            (FloatBinaryOp::Add, true) => FastOp::FloatMulAdd64,
            (FloatBinaryOp::Add, false) => FastOp::FloatAddMul64,
            (FloatBinaryOp::Sub, true) => FastOp::FloatMulSub64,
            (FloatBinaryOp::Sub, false) => FastOp::FloatSubMul64,
            _ => return None,
        };
        ([ty, of_sum] == [FloatTy::F64; 2]).then(|| fused(three))
    }

    fn three(&self, dst: Reg, operands: [Operand; 3]) -> Three {
        let [a, b, c] = operands.map(|operand| self.place(operand));
        Three { dst: dst.into(), a, b, c }
    }

    /// Two copies, and perhaps the jump behind them: so a loop of optimised code goes on.
    fn copies(&self) -> Option<Fused> {
        let copies = [self.copy(0)?, self.copy(1)?];
        let op = match self.code.get(2) {
            Some(&Inst::Jump { target }) => {
                let length = self.source.length(self.at);
                FastOp::CopiesJump(copies, self.source.target(target), length)
            }
            _ => FastOp::Copies(copies),
        };
        Some(Fused { op, unwritten: 0 })
    }

    fn copy(&self, at: usize) -> Option<One> {
        let &Inst::Copy { dst, src } = self.code.get(at)? else { return None };
        Some(One { dst: dst.into(), a: self.place(src) })
    }

    /// The last step of a block and its jump.
    fn jump(&self) -> Option<Fused> {
        let &Inst::Jump { target } = self.code.get(1)? else { return None };
        let (target, length) = (self.source.target(target), self.source.length(self.at));
        let advance = |sum: Immediate| Advance { sum, target, length };
        let op = match self.code[0] {
            Inst::Copy { .. } => FastOp::CopyJump(self.copy(0)?, target, length),
            Inst::Binary { op, width, nsw, dst, a, b } => {
                match self.source.immediate(op, width, nsw, dst, a, b)? {
                    FastOp::AddImmediate32(sum) => FastOp::Advance32(advance(sum)),
                    FastOp::AddImmediate64(sum) => FastOp::Advance64(advance(sum)),
                    FastOp::AddSignedImmediate32(sum) => FastOp::AdvanceSigned32(advance(sum)),
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(Fused { op, unwritten: 0 })
    }
}

fn if_compare(
    op: CompareOp,
    width: Width,
    a: OperandIndex,
    b: OperandIndex,
    ways: Ways,
) -> Option<FastOp> {
    Some(match (op, width.bits()) {
        (CompareOp::Eq, _) => FastOp::IfEq(a, b, ways),
        (CompareOp::Ne, _) => FastOp::IfNe(a, b, ways),
        (CompareOp::ULt, _) => FastOp::IfULt(a, b, ways),
        (CompareOp::ULe, _) => FastOp::IfULe(a, b, ways),
        (CompareOp::SLt, 32) => FastOp::IfSLt32(a, b, ways),
        (CompareOp::SLe, 32) => FastOp::IfSLe32(a, b, ways),
        (CompareOp::SLt, 64) => FastOp::IfSLt64(a, b, ways),
        (CompareOp::SLe, 64) => FastOp::IfSLe64(a, b, ways),
        _ => return None,
    })
}

fn if_immediate(
    op: CompareOp,
    width: Width,
    a: OperandIndex,
    imm: i32,
    ways: Ways,
) -> Option<FastOp> {
    Some(match (op, width.bits()) {
        (CompareOp::Eq, _) => FastOp::IfEqImmediate(a, imm, ways),
        (CompareOp::Ne, _) => FastOp::IfNeImmediate(a, imm, ways),
        (CompareOp::ULt, _) => FastOp::IfULtImmediate(a, imm, ways),
        (CompareOp::ULe, _) => FastOp::IfULeImmediate(a, imm, ways),
        (CompareOp::SLt, 32) => FastOp::IfSLtImmediate32(a, imm, ways),
        (CompareOp::SLe, 32) => FastOp::IfSLeImmediate32(a, imm, ways),
        (CompareOp::SLt, 64) => FastOp::IfSLtImmediate64(a, imm, ways),
        (CompareOp::SLe, 64) => FastOp::IfSLeImmediate64(a, imm, ways),
        _ => return None,
    })
}
