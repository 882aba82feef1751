//! Scalars: what one element of an LLVM value is. An integer of more than 64 bits is a list of limbs;
//! everything else is one part.

use ir::{BinaryOp, CompareOp, Const, Inst, Operand, Reg, Ty, Width};

use super::builder::{Builder, TypedOperand, width};
use super::stop::{Lowered, malformed};
use crate::layout::{MOST_INTEGER_BITS, ScalarTy};

const MOST_PARTS: usize = MOST_INTEGER_BITS.div_ceil(64) as usize;

/// One scalar of a value. Of an integer's parts all but the last have 64 bits, and the first is the
/// lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scalar {
    /// What lies beyond `count` repeats the first.
    parts: [TypedOperand; MOST_PARTS],
    count: u8,
}

impl From<TypedOperand> for Scalar {
    fn from(part: TypedOperand) -> Self {
        Scalar { parts: [part; MOST_PARTS], count: 1 }
    }
}

impl Scalar {
    /// The integer of these limbs, the lowest first; one part may be anything.
    pub(super) fn collect(
        parts: impl IntoIterator<Item = Lowered<TypedOperand>>,
    ) -> Lowered<Scalar> {
        let mut parts = parts.into_iter();
        let Some(first) = parts.next() else { return malformed("a scalar without bits") };
        let mut scalar = Scalar::from(first?);
        for part in parts {
            if usize::from(scalar.count) == MOST_PARTS {
                return malformed(format!("an integer of more than {MOST_INTEGER_BITS} bits"));
            }
            scalar.push(part?);
        }
        Ok(scalar)
    }

    fn push(&mut self, part: TypedOperand) {
        self.parts[usize::from(self.count)] = part;
        self.count += 1;
    }

    /// Its parts, the lowest first.
    pub(super) fn limbs(&self) -> &[TypedOperand] {
        &self.parts[..usize::from(self.count)]
    }

    /// Its parts, one after the other.
    pub(super) fn parts(self) -> impl Iterator<Item = TypedOperand> {
        self.parts.into_iter().take(self.count.into())
    }

    /// Its type.
    pub(super) fn ty(self) -> ScalarTy {
        match self.limbs() {
            [part] => ScalarTy::Register(part.ty),
            limbs => ScalarTy::Wide(limbs.iter().map(|limb| limb.ty.bits()).sum()),
        }
    }

    /// How many bits it has.
    pub(super) fn bits(self) -> u32 {
        self.ty().bits()
    }

    /// Its one part.
    pub(super) fn narrow(self) -> Lowered<TypedOperand> {
        match self.limbs() {
            [part] => Ok(*part),
            _ => malformed("an integer of more than 64 bits"),
        }
    }

    /// The part with its lowest bits.
    pub(super) fn low(self) -> TypedOperand {
        self.parts[0]
    }

    /// The part with its highest bits.
    pub(super) fn high(self) -> TypedOperand {
        self.parts[usize::from(self.count) - 1]
    }

    /// Does `f` to each part.
    pub(super) fn map(
        self,
        f: impl FnMut(TypedOperand) -> Lowered<TypedOperand>,
    ) -> Lowered<Scalar> {
        Scalar::collect(self.parts().map(f))
    }

    /// Does `f` to each pair of parts of two scalars of one type.
    pub(super) fn zip(
        self,
        other: Scalar,
        mut f: impl FnMut(TypedOperand, TypedOperand) -> Lowered<TypedOperand>,
    ) -> Lowered<Scalar> {
        if self.ty() != other.ty() {
            return malformed("operands of different types");
        }
        Scalar::collect(self.parts().zip(other.parts()).map(|(a, b)| f(a, b)))
    }
}

impl Builder {
    /// The number `bits`, cut to the type.
    pub(super) fn number(&mut self, ty: ScalarTy, bits: u128) -> Scalar {
        self.words(ty, |index| bits.checked_shr(64 * index).unwrap_or(0) as u64)
    }

    /// The number with all bits set: -1.
    pub(super) fn ones(&mut self, ty: ScalarTy) -> Scalar {
        self.words(ty, |_| u64::MAX)
    }

    /// The least signed number, and the largest.
    pub(super) fn signed_bounds(&mut self, ty: ScalarTy) -> [Scalar; 2] {
        let sign = ty.bits() - 1;
        let least = |index| if index == sign / 64 { 1 << (sign % 64) } else { 0u64 };
        [self.words(ty, least), self.words(ty, |index| !least(index))]
    }

    /// The number of these words, the lowest first, cut to the type.
    pub(super) fn words(&mut self, ty: ScalarTy, word: impl Fn(u32) -> u64) -> Scalar {
        self.scalar_of(ty, |builder, ty, index| builder.bits(ty, word(index)))
    }

    /// Any value of the type.
    pub(super) fn undef_scalar(&mut self, ty: ScalarTy) -> Scalar {
        self.scalar_of(ty, |builder, ty, _| builder.undef(ty))
    }

    /// New registers for a value of the type.
    pub(super) fn new_scalar(&mut self, ty: ScalarTy) -> Scalar {
        self.scalar_of(ty, |builder, ty, _| builder.new_part(ty).1)
    }

    /// A scalar of the type, part by part.
    fn scalar_of(
        &mut self,
        ty: ScalarTy,
        mut part: impl FnMut(&mut Builder, Ty, u32) -> TypedOperand,
    ) -> Scalar {
        let mut scalar = Scalar::from(part(self, ty.register(0), 0));
        for index in 1..ty.count() {
            scalar.push(part(self, ty.register(index), index));
        }
        scalar
    }

    /// The number that a scalar is, if it is a constant below `2^128`.
    pub(super) fn known_number(&self, a: Scalar) -> Option<u128> {
        let mut number = 0;
        for (limb, by) in a.parts().zip((0..).step_by(64)) {
            number |= match self.known_bits(limb)? {
                0 => 0,
                bits => u128::from(bits).checked_shl(by)?,
            };
        }
        Some(number)
    }

    /// `a op b` on integers of any width.
    pub(super) fn integer(
        &mut self,
        op: BinaryOp,
        nsw: bool,
        a: Scalar,
        b: Scalar,
    ) -> Lowered<Scalar> {
        match (a.limbs(), b.limbs()) {
            ([a], [b]) => Ok(self.binary_flagged(op, nsw, *a, *b)?.into()),
            _ if a.ty() != b.ty() => malformed("operands of different types"),
            _ if matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) => {
                a.zip(b, |a, b| self.binary(op, a, b))
            }
            _ => match self.shift_by_number(op, a, b) {
                Some(shifted) => shifted,
                None if a.bits() <= 128 => self.wide_binary(op, nsw, a, b),
                None => self.limb_binary(op, a, b),
            },
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
    pub(super) fn relation(
        &mut self,
        op: CompareOp,
        a: Scalar,
        b: Scalar,
    ) -> Lowered<TypedOperand> {
        match (a.limbs(), b.limbs()) {
            ([a], [b]) => return self.compare(op, *a, *b),
            _ if a.ty() != b.ty() => return malformed("operands of different types"),
            _ if a.bits() > 128 => return self.limb_relation(op, a, b),
            _ => {}
        }
        let signed = matches!(op, CompareOp::SLt | CompareOp::SLe);
        let (a, b) = (self.widened(signed, a)?, self.widened(signed, b)?);
        let (dst, part) = self.new_part(Ty::BOOL);
        self.wide(ir::WideOp::Compare(op), [dst, dst], a, b);
        Ok(part)
    }

    /// `a op b`, one bit, with a number.
    pub(super) fn relation_number(
        &mut self,
        op: CompareOp,
        a: Scalar,
        b: u128,
    ) -> Lowered<TypedOperand> {
        let b = self.number(a.ty(), b);
        self.relation(op, a, b)
    }

    /// `cond ? a : b`
    pub(super) fn choose(&mut self, cond: TypedOperand, a: Scalar, b: Scalar) -> Lowered<Scalar> {
        a.zip(b, |a, b| self.select(cond, a, b))
    }

    /// `a` widened or cut to `bits`.
    pub(super) fn convert_width(&mut self, signed: bool, bits: u32, a: Scalar) -> Lowered<Scalar> {
        let to = ScalarTy::integer(bits)?;
        let limbs = match to {
            ScalarTy::Register(_) => vec![self.resize(signed, Width::new(bits), a.low())?],
            ScalarTy::Wide(_) if bits > a.bits() => self.extended(signed, a, bits)?,
            ScalarTy::Wide(_) => a.limbs().to_vec(),
        };
        let widths = to.registers().map(|ty| Width::new(ty.bits()));
        Scalar::collect(widths.zip(limbs).map(|(width, limb)| self.resize(false, width, limb)))
    }

    /// Arithmetic that crosses the halves, done at 128 bits and cut.
    fn wide_binary(&mut self, op: BinaryOp, nsw: bool, a: Scalar, b: Scalar) -> Lowered<Scalar> {
        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::AShr);
        let (bits, full) = (a.bits(), a.bits() == 128);
        let a = self.widened(signed, a)?;
        // A shift amount is never negative.
        let b = self.widened(signed && op != BinaryOp::AShr, b)?;
        let ([low, high], result) = self.new_halves();
        self.wide(ir::WideOp::Binary { op, nsw: nsw && full }, [low, high], a, b);
        self.convert_width(false, bits, result)
    }

    /// The halves of a new 128-bit integer.
    pub(super) fn new_halves(&mut self) -> ([Reg; 2], Scalar) {
        let (low, first) = self.new_part(Ty::int(64));
        let (high, second) = self.new_part(Ty::int(64));
        let mut halves = Scalar::from(first);
        halves.push(second);
        ([low, high], halves)
    }

    /// Both halves of `a`, widened to 128 bits.
    pub(super) fn widened(&mut self, signed: bool, a: Scalar) -> Lowered<[TypedOperand; 2]> {
        match self.extended(signed, a, 128)?[..] {
            [low, high] => Ok([low, high]),
            _ => malformed("an integer of more than 128 bits"),
        }
    }

    /// The limbs of `a`, which has fewer bits, widened to limbs of 64 bits that are `bits` together.
    fn extended(&mut self, signed: bool, a: Scalar, bits: u32) -> Lowered<Vec<TypedOperand>> {
        width(a.high())?;
        let mut limbs = a.limbs().to_vec();
        let last = self.resize(signed, Width::W64, a.high())?;
        limbs[usize::from(a.count) - 1] = last;
        let count = bits.div_ceil(64) as usize;
        if limbs.len() < count {
            let sign = match signed {
                true => self.binary_bits(BinaryOp::AShr, last, 63)?,
                false => self.bits(Ty::int(64), 0),
            };
            limbs.resize(count, sign);
        }
        Ok(limbs)
    }

    /// Emits a 128-bit operation.
    pub(super) fn wide(
        &mut self,
        op: ir::WideOp,
        dst: [Reg; 2],
        a: [TypedOperand; 2],
        b: [TypedOperand; 2],
    ) {
        let operands = |parts: [TypedOperand; 2]| -> [Operand; 2] { parts.map(|part| part.value) };
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
        self.constant(ty, constant).into()
    }
}
