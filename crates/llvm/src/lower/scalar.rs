//! Scalars: what one element of an LLVM value is. An integer of more than 64 bits is a low and a high
//! part; everything else is one part.

use ir::{BinaryOp, CompareOp, Const, Inst, Operand, Reg, Ty, Width};

use super::builder::{Builder, Part, width};
use super::stop::{Lowered, malformed};
use crate::layout::ScalarTy;

/// One scalar of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scalar {
    /// It fits a register.
    Narrow(Part),
    /// An integer of 65 to 128 bits: the low 64, then the others.
    Wide(Part, Part),
}

impl From<Part> for Scalar {
    fn from(part: Part) -> Self {
        Scalar::Narrow(part)
    }
}

impl Scalar {
    /// Its type.
    pub(super) fn ty(self) -> ScalarTy {
        match self {
            Scalar::Narrow(part) => ScalarTy::Register(part.ty),
            Scalar::Wide(_, high) => ScalarTy::Wide(64 + high.ty.bits()),
        }
    }

    /// How many bits it has.
    pub(super) fn bits(self) -> u32 {
        self.ty().bits()
    }

    /// Its one part.
    pub(super) fn narrow(self) -> Lowered<Part> {
        match self {
            Scalar::Narrow(part) => Ok(part),
            Scalar::Wide(..) => malformed("an integer of more than 64 bits"),
        }
    }

    /// The part with its lowest bits.
    pub(super) fn low(self) -> Part {
        match self {
            Scalar::Narrow(part) | Scalar::Wide(part, _) => part,
        }
    }

    /// Its parts, low half first.
    pub(super) fn parts(self) -> impl Iterator<Item = Part> {
        let (low, high) = match self {
            Scalar::Narrow(part) => (part, None),
            Scalar::Wide(low, high) => (low, Some(high)),
        };
        std::iter::once(low).chain(high)
    }

    /// Does `f` to each part.
    pub(super) fn map(self, mut f: impl FnMut(Part) -> Lowered<Part>) -> Lowered<Scalar> {
        Ok(match self {
            Scalar::Narrow(part) => Scalar::Narrow(f(part)?),
            Scalar::Wide(low, high) => Scalar::Wide(f(low)?, f(high)?),
        })
    }

    /// Does `f` to each pair of parts of two scalars of one type.
    fn zip(self, other: Scalar, mut f: impl FnMut(Part, Part) -> Lowered<Part>) -> Lowered<Scalar> {
        match (self, other) {
            (Scalar::Narrow(a), Scalar::Narrow(b)) => Ok(Scalar::Narrow(f(a, b)?)),
            (Scalar::Wide(al, ah), Scalar::Wide(bl, bh)) => {
                Ok(Scalar::Wide(f(al, bl)?, f(ah, bh)?))
            }
            _ => malformed("operands of different types"),
        }
    }
}

impl Builder {
    /// The number `bits`, cut to the type.
    pub(super) fn number(&mut self, ty: ScalarTy, bits: u128) -> Scalar {
        match ty {
            ScalarTy::Register(ty) => Scalar::Narrow(self.bits(ty, bits as u64)),
            ScalarTy::Wide(width) => {
                let low = self.bits(Ty::int(64), bits as u64);
                Scalar::Wide(low, self.bits(Ty::int(width - 64), (bits >> 64) as u64))
            }
        }
    }

    /// Any value of the type.
    pub(super) fn undef_scalar(&mut self, ty: ScalarTy) -> Scalar {
        match ty {
            ScalarTy::Register(ty) => Scalar::Narrow(self.undef(ty)),
            ScalarTy::Wide(width) => {
                Scalar::Wide(self.undef(Ty::int(64)), self.undef(Ty::int(width - 64)))
            }
        }
    }

    /// New registers for a value of the type.
    pub(super) fn new_scalar(&mut self, ty: ScalarTy) -> Scalar {
        match ty {
            ScalarTy::Register(ty) => Scalar::Narrow(self.new_part(ty).1),
            ScalarTy::Wide(width) => {
                let low = self.new_part(Ty::int(64)).1;
                Scalar::Wide(low, self.new_part(Ty::int(width - 64)).1)
            }
        }
    }

    /// The number that a scalar is, if it is a constant.
    pub(super) fn known_number(&self, a: Scalar) -> Option<u128> {
        match a {
            Scalar::Narrow(part) => self.known_bits(part).map(u128::from),
            Scalar::Wide(low, high) => {
                Some(u128::from(self.known_bits(low)?) | u128::from(self.known_bits(high)?) << 64)
            }
        }
    }

    /// `a op b` on integers of any width.
    pub(super) fn integer(
        &mut self,
        op: BinaryOp,
        nsw: bool,
        a: Scalar,
        b: Scalar,
    ) -> Lowered<Scalar> {
        match (a, b) {
            (Scalar::Narrow(a), Scalar::Narrow(b)) => {
                Ok(Scalar::Narrow(self.binary_flagged(op, nsw, a, b)?))
            }
            _ if matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) => {
                a.zip(b, |a, b| self.binary(op, a, b))
            }
            _ => self.wide_binary(op, nsw, a, b),
        }
    }

    /// `a op b` on integers of any width, wrapping.
    pub(super) fn arith(&mut self, op: BinaryOp, a: Scalar, b: Scalar) -> Lowered<Scalar> {
        self.integer(op, false, a, b)
    }

    /// `a op b` with a number.
    pub(super) fn arith_number(&mut self, op: BinaryOp, a: Scalar, b: u128) -> Lowered<Scalar> {
        let b = self.number(a.ty(), b);
        self.arith(op, a, b)
    }

    /// `a op b`, one bit, on integers of any width.
    pub(super) fn relation(&mut self, op: CompareOp, a: Scalar, b: Scalar) -> Lowered<Part> {
        if let (Scalar::Narrow(a), Scalar::Narrow(b)) = (a, b) {
            return self.compare(op, a, b);
        }
        if a.ty() != b.ty() {
            return malformed("operands of different types");
        }
        let signed = matches!(op, CompareOp::SLt | CompareOp::SLe);
        let (a, b) = (self.widened(signed, a)?, self.widened(signed, b)?);
        let (dst, part) = self.new_part(Ty::BOOL);
        self.wide(ir::WideOp::Compare(op), [dst, dst], a, b);
        Ok(part)
    }

    /// `a op b`, one bit, with a number.
    pub(super) fn relation_number(&mut self, op: CompareOp, a: Scalar, b: u128) -> Lowered<Part> {
        let b = self.number(a.ty(), b);
        self.relation(op, a, b)
    }

    /// `cond ? a : b`
    pub(super) fn choose(&mut self, cond: Part, a: Scalar, b: Scalar) -> Lowered<Scalar> {
        a.zip(b, |a, b| self.select(cond, a, b))
    }

    /// `a` widened or cut to `bits`.
    pub(super) fn convert_width(&mut self, signed: bool, bits: u32, a: Scalar) -> Lowered<Scalar> {
        match ScalarTy::integer(bits)? {
            ScalarTy::Register(Ty::Int(to)) => {
                Ok(Scalar::Narrow(self.resize(signed, to, a.low())?))
            }
            ScalarTy::Register(Ty::Float(_)) => malformed("an integer cast to a float"),
            ScalarTy::Wide(to) if a.bits() == to => Ok(a),
            ScalarTy::Wide(to) => {
                let [low, high] = self.widened(signed, a)?;
                let high = self.resize(false, Width::new(to - 64), high)?;
                Ok(Scalar::Wide(low, high))
            }
        }
    }

    /// Arithmetic that crosses the halves, done at 128 bits and cut.
    fn wide_binary(&mut self, op: BinaryOp, nsw: bool, a: Scalar, b: Scalar) -> Lowered<Scalar> {
        if a.ty() != b.ty() {
            return malformed("operands of different types");
        }
        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::AShr);
        let (bits, full) = (a.bits(), a.bits() == 128);
        let a = self.widened(signed, a)?;
        // A shift amount is never negative.
        let b = self.widened(signed && op != BinaryOp::AShr, b)?;
        let (low, low_part) = self.new_part(Ty::int(64));
        let (high, high_part) = self.new_part(Ty::int(64));
        self.wide(ir::WideOp::Binary { op, nsw: nsw && full }, [low, high], a, b);
        let high_part = self.resize(false, Width::new(bits - 64), high_part)?;
        Ok(Scalar::Wide(low_part, high_part))
    }

    /// Both halves of `a`, widened to 128 bits.
    pub(super) fn widened(&mut self, signed: bool, a: Scalar) -> Lowered<[Part; 2]> {
        match a {
            Scalar::Wide(low, high) => Ok([low, self.resize(signed, Width::W64, high)?]),
            Scalar::Narrow(part) => {
                width(part)?;
                let low = self.resize(signed, Width::W64, part)?;
                let high = if signed {
                    self.binary_bits(BinaryOp::AShr, low, 63)?
                } else {
                    self.bits(Ty::int(64), 0)
                };
                Ok([low, high])
            }
        }
    }

    /// Emits a 128-bit operation.
    pub(super) fn wide(&mut self, op: ir::WideOp, dst: [Reg; 2], a: [Part; 2], b: [Part; 2]) {
        let operands = |parts: [Part; 2]| -> [Operand; 2] { parts.map(|part| part.value) };
        self.emit(Inst::Wide(Box::new(ir::Wide { op, dst, a: operands(a), b: operands(b) })));
    }

    /// Writes `value` to the registers of `to`, which is of the same type.
    pub(super) fn assign(&mut self, to: Scalar, value: Scalar) {
        for (to, from) in to.parts().zip(value.parts()) {
            if let Some(dst) = to.value.reg() {
                self.emit(Inst::Copy { dst, src: from.value });
            }
        }
    }

    /// A value with undefined bits fixed.
    pub(super) fn freeze(&mut self, a: Scalar) -> Lowered<Scalar> {
        a.map(|a| {
            let (dst, part) = self.new_part(a.ty);
            self.emit(Inst::Freeze { dst, src: a.value });
            Ok(part)
        })
    }

    /// A constant of the IR as a scalar of one register.
    pub(super) fn constant_scalar(&mut self, ty: Ty, constant: Const) -> Scalar {
        Scalar::Narrow(self.constant(ty, constant))
    }
}
