//! Floating-point arithmetic and changes of number format.

use ir::{Convert, FloatBinaryOp, FloatCompareOp, FloatTy, FloatUnaryOp, Inst, Ty, WideOp};

use super::builder::{Builder, TypedOperand, width};
use super::scalar::Scalar;
use super::stop::{Lowered, malformed, unsupported};
use crate::layout::ScalarTy;

impl Builder {
    /// `a op b`
    pub(super) fn float_binary(
        &mut self,
        op: FloatBinaryOp,
        a: TypedOperand,
        b: TypedOperand,
    ) -> Lowered<TypedOperand> {
        let ty = same_format(a, b)?;
        let (dst, part) = self.new_part(a.ty);
        self.emit(Inst::FloatBinary { op, ty, dst, a: a.value, b: b.value });
        Ok(part)
    }

    /// `op a`
    pub(super) fn float_unary(
        &mut self,
        op: FloatUnaryOp,
        a: TypedOperand,
    ) -> Lowered<TypedOperand> {
        let ty = format(a)?;
        let (dst, part) = self.new_part(a.ty);
        self.emit(Inst::FloatUnary { op, ty, dst, a: a.value });
        Ok(part)
    }

    /// `a * b + c`, rounded once.
    pub(super) fn float_mul_add(
        &mut self,
        a: TypedOperand,
        b: TypedOperand,
        c: TypedOperand,
    ) -> Lowered<TypedOperand> {
        let ty = same_format(a, b)?;
        same_format(a, c)?;
        let (dst, part) = self.new_part(a.ty);
        self.emit(Inst::FloatMulAdd { ty, dst, a: a.value, b: b.value, c: c.value });
        Ok(part)
    }

    /// `a op b`, one bit.
    pub(super) fn float_compare(
        &mut self,
        op: FloatCompareOp,
        a: TypedOperand,
        b: TypedOperand,
    ) -> Lowered<TypedOperand> {
        let ty = same_format(a, b)?;
        let (dst, part) = self.new_part(Ty::BOOL);
        self.emit(Inst::FloatCompare { op, ty, dst, a: a.value, b: b.value });
        Ok(part)
    }

    /// `float` to `double` or back.
    pub(super) fn float_resize(&mut self, to: FloatTy, a: TypedOperand) -> Lowered<TypedOperand> {
        let op = match (format(a)?, to) {
            (FloatTy::F32, FloatTy::F64) => Convert::Widen,
            (FloatTy::F64, FloatTy::F32) => Convert::Narrow,
            _ => return malformed("a float cast to its own type"),
        };
        Ok(self.convert(op, Ty::Float(to), a))
    }

    /// A float to an integer, towards zero.
    pub(super) fn float_to_int(
        &mut self,
        a: TypedOperand,
        to: ScalarTy,
        signed: bool,
        saturate: bool,
    ) -> Lowered<Scalar> {
        let from = format(a)?;
        match to {
            ScalarTy::Register(Ty::Int(to)) => {
                let op = Convert::ToInt { from, to, signed, saturate };
                Ok(self.convert(op, Ty::Int(to), a).into())
            }
            ScalarTy::Register(Ty::Float(_)) => malformed("a float cast to an integer as a float"),
            ScalarTy::Wide(bits) if bits > 128 => unsupported(format!("a float cast to i{bits}")),
            ScalarTy::Wide(bits) => {
                let (halves, result) = self.new_halves();
                self.wide(WideOp::FromFloat { from, signed }, halves, [a, a], [a, a]);
                self.convert_width(false, bits, result)
            }
        }
    }

    /// An integer to a float, to nearest.
    pub(super) fn int_to_float(
        &mut self,
        a: Scalar,
        to: FloatTy,
        signed: bool,
    ) -> Lowered<TypedOperand> {
        match a.limbs() {
            [a] => {
                let op = Convert::FromInt { from: width(*a)?, signed, to };
                Ok(self.convert(op, Ty::Float(to), *a))
            }
            _ if a.bits() > 128 => unsupported(format!("i{} cast to a float", a.bits())),
            _ => {
                let halves = self.widened(signed, a)?;
                let (dst, part) = self.new_part(Ty::Float(to));
                self.wide(WideOp::ToFloat { to, signed }, [dst, dst], halves, halves);
                Ok(part)
            }
        }
    }

    fn convert(&mut self, op: Convert, ty: Ty, a: TypedOperand) -> TypedOperand {
        let (dst, part) = self.new_part(ty);
        self.emit(Inst::Convert { op, dst, a: a.value });
        part
    }
}

/// The format of a float.
pub(super) fn format(a: TypedOperand) -> Lowered<FloatTy> {
    match a.ty {
        Ty::Float(ty) => Ok(ty),
        Ty::Int(_) => malformed("an integer where a float is expected"),
    }
}

fn same_format(a: TypedOperand, b: TypedOperand) -> Lowered<FloatTy> {
    if a.ty == b.ty { format(a) } else { malformed("operands of different types") }
}
