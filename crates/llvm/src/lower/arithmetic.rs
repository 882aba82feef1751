//! Arithmetic, comparisons and casts, lane by lane.

use ir::{CompareOp, FloatBinaryOp, FloatCompareOp, FloatUnaryOp, Ty, Width};

use super::builder::{Builder, TypedOperand};
use super::function::Lowering;
use super::scalar::Scalar;
use super::stop::{Lowered, malformed};
use crate::layout::ScalarTy;
use crate::module::{ArithFlags, BinaryOp, CastOp, Predicate, Type, TypeId, ValueId};

impl Lowering<'_, '_> {
    /// A binary operation.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        flags: ArithFlags,
        a: ValueId,
        b: ValueId,
    ) -> Lowered<Vec<Scalar>> {
        self.lanewise(a, b, |builder, a, b| builder.binary_op(op, flags, a, b))
    }

    /// `fneg`
    pub(super) fn negate(&mut self, value: ValueId) -> Lowered<Vec<Scalar>> {
        let scalars = self.value(value)?;
        let negate =
            |a: Scalar| Ok(self.builder.float_unary(FloatUnaryOp::Neg, a.narrow()?)?.into());
        scalars.into_iter().map(negate).collect()
    }

    /// `icmp` and `fcmp`
    pub(super) fn compare(
        &mut self,
        predicate: Predicate,
        a: ValueId,
        b: ValueId,
    ) -> Lowered<Vec<Scalar>> {
        self.lanewise(a, b, |builder, a, b| Ok(builder.predicate(predicate, a, b)?.into()))
    }

    /// `select`: by one bit, or lane by lane.
    pub(super) fn select(&mut self, cond: ValueId, a: ValueId, b: ValueId) -> Lowered<Vec<Scalar>> {
        let is_check = self.is_wrap_check(a, b);
        let (a, b) = (self.value(a)?, self.value(b)?);
        let conds = self.lanes(cond, a.len())?;
        if a.len() != b.len() {
            return malformed("operand types of a select");
        }
        if !is_check && let Some(cond) = self.branches_on(cond)? {
            return self.branch_to_values(cond, &a, &b);
        }
        let lanes = conds.into_iter().zip(a.into_iter().zip(b));
        lanes.map(|(cond, (a, b))| self.builder.choose(cond.narrow()?, a, b)).collect()
    }

    fn lanewise(
        &mut self,
        a: ValueId,
        b: ValueId,
        mut op: impl FnMut(&mut Builder, Scalar, Scalar) -> Lowered<Scalar>,
    ) -> Lowered<Vec<Scalar>> {
        let (a, b) = (self.value(a)?, self.value(b)?);
        if a.len() != b.len() {
            return malformed("operands of different types");
        }
        a.into_iter().zip(b).map(|(a, b)| op(&mut self.builder, a, b)).collect()
    }

    /// A cast of each lane, or of all bits at once.
    pub(super) fn cast(&mut self, op: CastOp, value: ValueId, to: TypeId) -> Lowered<Vec<Scalar>> {
        let scalars = self.value(value)?;
        let types = self.layout().scalars(to)?;
        if matches!(op, CastOp::BitCast) {
            if matches!(self.layout().ty(to), Type::Struct { .. } | Type::Array { .. }) {
                return malformed("a bitcast to an aggregate");
            }
            return self.builder.reinterpret(&scalars, &types);
        }
        if scalars.len() != types.len() {
            return malformed("a cast to another number of lanes");
        }
        let lanes = scalars.into_iter().zip(types.iter());
        lanes.map(|(scalar, ty)| self.builder.cast(op, scalar, *ty)).collect()
    }
}

impl Builder {
    fn binary_op(
        &mut self,
        op: BinaryOp,
        flags: ArithFlags,
        a: Scalar,
        b: Scalar,
    ) -> Lowered<Scalar> {
        match operation(op) {
            Operation::Integer(op) => {
                // What the optimiser knows about shifts is no fact about the source.
                let counts =
                    matches!(op, ir::BinaryOp::Add | ir::BinaryOp::Sub | ir::BinaryOp::Mul);
                self.integer(op, flags.nsw && counts, a, b)
            }
            Operation::Float(op) => Ok(self.float_binary(op, a.narrow()?, b.narrow()?)?.into()),
        }
    }

    /// A comparison by one of LLVM's predicates.
    pub(super) fn predicate(
        &mut self,
        predicate: Predicate,
        a: Scalar,
        b: Scalar,
    ) -> Lowered<TypedOperand> {
        match relation(predicate) {
            LoweredPredicate::Integer(op, false) => self.relation(op, a, b),
            LoweredPredicate::Integer(op, true) => self.relation(op, b, a),
            LoweredPredicate::Float(op) => self.float_compare(op, a.narrow()?, b.narrow()?),
            LoweredPredicate::Always(result) => Ok(self.bits(Ty::BOOL, result.into())),
        }
    }

    fn cast(&mut self, op: CastOp, a: Scalar, to: ScalarTy) -> Lowered<Scalar> {
        let shrinks = to.bits() < a.bits();
        match op {
            CastOp::Trunc if shrinks => self.convert_width(false, to.bits(), a),
            CastOp::ZExt | CastOp::SExt if to.bits() > a.bits() => {
                self.convert_width(op == CastOp::SExt, to.bits(), a)
            }
            CastOp::PtrToInt | CastOp::IntToPtr => self.convert_width(false, to.bits(), a),
            CastOp::AddrSpaceCast => Ok(a),
            CastOp::FpToUi => self.float_to_int(a.narrow()?, to, false, false),
            CastOp::FpToSi => self.float_to_int(a.narrow()?, to, true, false),
            CastOp::UiToFp => Ok(self.int_to_float(a, float(to)?, false)?.into()),
            CastOp::SiToFp => Ok(self.int_to_float(a, float(to)?, true)?.into()),
            CastOp::FpTrunc | CastOp::FpExt => {
                Ok(self.float_resize(float(to)?, a.narrow()?)?.into())
            }
            _ => malformed(format!("{op:?} from {:?} to {to:?}", a.ty())),
        }
    }

    /// The same bits as other scalars: `bitcast`.
    pub(super) fn reinterpret(&mut self, from: &[Scalar], to: &[ScalarTy]) -> Lowered<Vec<Scalar>> {
        if from.iter().map(|scalar| scalar.ty()).eq(to.iter().copied()) {
            return Ok(from.to_vec());
        }
        let from: Vec<TypedOperand> = from.iter().flat_map(|scalar| scalar.parts()).collect();
        let total = |bits: &mut dyn Iterator<Item = u32>| bits.map(u64::from).sum::<u64>();
        if total(&mut from.iter().map(|part| part.ty.bits()))
            != total(&mut to.iter().map(|ty| ty.bits()))
        {
            return malformed("a bitcast to another size");
        }
        let mut at = 0;
        to.iter()
            .map(|ty| {
                Scalar::collect(ty.registers().map(|register| {
                    let gathered = self.gather(&from, at, register);
                    at += u64::from(register.bits());
                    gathered
                }))
            })
            .collect()
    }

    /// The bits from `at` on, for a register of type `ty`.
    pub(super) fn gather(
        &mut self,
        from: &[TypedOperand],
        at: u64,
        ty: Ty,
    ) -> Lowered<TypedOperand> {
        let end = at + u64::from(ty.bits());
        let to = Width::new(ty.bits());
        let mut start = 0;
        let mut gathered: Option<TypedOperand> = None;
        for part in from {
            let stop = start + u64::from(part.ty.bits());
            if start == at && stop == end {
                return if part.ty == ty { Ok(*part) } else { self.copy_as(ty, *part) };
            }
            let zero = self.known_bits(*part) == Some(0);
            if start < end && at < stop && !zero {
                let piece = self.as_integer(*part)?;
                let piece = match at.saturating_sub(start) {
                    0 => piece,
                    skipped => self.binary_bits(ir::BinaryOp::LShr, piece, skipped)?,
                };
                let piece = self.resize(false, to, piece)?;
                gathered = Some(self.merge(gathered, piece, start.saturating_sub(at))?);
            }
            start = stop;
        }
        match gathered {
            Some(part) if part.ty == ty => Ok(part),
            Some(part) => self.copy_as(ty, part),
            None => Ok(self.bits(ty, 0)),
        }
    }

    /// `gathered | piece << by`
    fn merge(
        &mut self,
        gathered: Option<TypedOperand>,
        piece: TypedOperand,
        by: u64,
    ) -> Lowered<TypedOperand> {
        let piece = match by {
            0 => piece,
            _ => self.binary_bits(ir::BinaryOp::Shl, piece, by)?,
        };
        match gathered {
            Some(before) => self.binary(ir::BinaryOp::Or, before, piece),
            None => Ok(piece),
        }
    }

    /// Elements side by side in one integer of width `to`, the first lowest.
    pub(super) fn pack(&mut self, elements: &[Scalar], to: Width) -> Lowered<TypedOperand> {
        let types = [ScalarTy::Register(Ty::Int(to))];
        match self.reinterpret(elements, &types)?[..] {
            [scalar] => scalar.narrow(),
            _ => malformed("packed elements of another size"),
        }
    }

    /// A float's bits; an integer as it is.
    pub(super) fn as_integer(&mut self, part: TypedOperand) -> Lowered<TypedOperand> {
        match part.ty {
            Ty::Int(_) => Ok(part),
            Ty::Float(_) => self.copy_as(Ty::int(part.ty.bits()), part),
        }
    }

    /// The integer comparison of two parts, operands in order.
    pub(super) fn less(&mut self, signed: bool, a: Scalar, b: Scalar) -> Lowered<TypedOperand> {
        self.relation(if signed { CompareOp::SLt } else { CompareOp::ULt }, a, b)
    }
}

fn float(ty: ScalarTy) -> Lowered<ir::FloatTy> {
    match ty {
        ScalarTy::Register(Ty::Float(ty)) => Ok(ty),
        _ => malformed("a cast to a float that is none"),
    }
}

enum Operation {
    Integer(ir::BinaryOp),
    Float(FloatBinaryOp),
}

fn operation(op: BinaryOp) -> Operation {
    use Operation::{Float, Integer};
    match op {
        BinaryOp::Add => Integer(ir::BinaryOp::Add),
        BinaryOp::Sub => Integer(ir::BinaryOp::Sub),
        BinaryOp::Mul => Integer(ir::BinaryOp::Mul),
        BinaryOp::UDiv => Integer(ir::BinaryOp::UDiv),
        BinaryOp::SDiv => Integer(ir::BinaryOp::SDiv),
        BinaryOp::URem => Integer(ir::BinaryOp::URem),
        BinaryOp::SRem => Integer(ir::BinaryOp::SRem),
        BinaryOp::Shl => Integer(ir::BinaryOp::Shl),
        BinaryOp::LShr => Integer(ir::BinaryOp::LShr),
        BinaryOp::AShr => Integer(ir::BinaryOp::AShr),
        BinaryOp::And => Integer(ir::BinaryOp::And),
        BinaryOp::Or => Integer(ir::BinaryOp::Or),
        BinaryOp::Xor => Integer(ir::BinaryOp::Xor),
        BinaryOp::FAdd => Float(FloatBinaryOp::Add),
        BinaryOp::FSub => Float(FloatBinaryOp::Sub),
        BinaryOp::FMul => Float(FloatBinaryOp::Mul),
        BinaryOp::FDiv => Float(FloatBinaryOp::Div),
        BinaryOp::FRem => Float(FloatBinaryOp::Rem),
    }
}

enum LoweredPredicate {
    /// The comparison, and whether its operands are swapped.
    Integer(CompareOp, bool),
    Float(FloatCompareOp),
    Always(bool),
}

fn relation(predicate: Predicate) -> LoweredPredicate {
    use LoweredPredicate::{Always, Float, Integer};
    match predicate {
        Predicate::FFalse => Always(false),
        Predicate::FOeq => Float(FloatCompareOp::OEq),
        Predicate::FOgt => Float(FloatCompareOp::OGt),
        Predicate::FOge => Float(FloatCompareOp::OGe),
        Predicate::FOlt => Float(FloatCompareOp::OLt),
        Predicate::FOle => Float(FloatCompareOp::OLe),
        Predicate::FOne => Float(FloatCompareOp::ONe),
        Predicate::FOrd => Float(FloatCompareOp::Ord),
        Predicate::FUno => Float(FloatCompareOp::Uno),
        Predicate::FUeq => Float(FloatCompareOp::UEq),
        Predicate::FUgt => Float(FloatCompareOp::UGt),
        Predicate::FUge => Float(FloatCompareOp::UGe),
        Predicate::FUlt => Float(FloatCompareOp::ULt),
        Predicate::FUle => Float(FloatCompareOp::ULe),
        Predicate::FUne => Float(FloatCompareOp::UNe),
        Predicate::FTrue => Always(true),
        Predicate::Eq => Integer(CompareOp::Eq, false),
        Predicate::Ne => Integer(CompareOp::Ne, false),
        Predicate::Ugt => Integer(CompareOp::ULt, true),
        Predicate::Uge => Integer(CompareOp::ULe, true),
        Predicate::Ult => Integer(CompareOp::ULt, false),
        Predicate::Ule => Integer(CompareOp::ULe, false),
        Predicate::Sgt => Integer(CompareOp::SLt, true),
        Predicate::Sge => Integer(CompareOp::SLe, true),
        Predicate::Slt => Integer(CompareOp::SLt, false),
        Predicate::Sle => Integer(CompareOp::SLe, false),
    }
}
