//! Integers of more than two limbs, and shifts of any by a number.
//!
//! Compilers make such integers of runs of bit-fields, of which some bits may be uninitialised. So what
//! moves bits is done with shifts and bitwise operations only: each bit depends on just those it comes
//! from.

use ir::{BinaryOp, CompareOp, Ty, Width};

use super::builder::{Builder, TypedOperand};
use super::scalar::Scalar;
use super::stop::{Lowered, malformed, unsupported};

impl Builder {
    /// `a op b`, if that is a shift of several limbs by a number of bits that they have.
    pub(super) fn shift_by_number(
        &mut self,
        op: BinaryOp,
        a: Scalar,
        b: Scalar,
    ) -> Option<Lowered<Scalar>> {
        if !matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr) {
            return None;
        }
        let by = self.known_number(b).filter(|by| *by < u128::from(a.bits()))? as u32;
        Some(if op == BinaryOp::Shl {
            self.shift_left(a, by)
        } else {
            self.shift_right(op == BinaryOp::AShr, a, by)
        })
    }

    fn shift_left(&mut self, a: Scalar, by: u32) -> Lowered<Scalar> {
        let mut parts = vec![self.bits(Ty::int(64), 0); (by / 64) as usize];
        if !by.is_multiple_of(64) {
            parts.push(self.bits(Ty::int(by % 64), 0));
        }
        parts.extend(a.parts());
        self.gather_scalar(&parts, 0, a)
    }

    fn shift_right(&mut self, signed: bool, a: Scalar, by: u32) -> Lowered<Scalar> {
        let mut parts: Vec<TypedOperand> = a.parts().collect();
        let fill = match a.high() {
            high if signed => {
                self.binary_bits(BinaryOp::AShr, high, (high.ty.bits() - 1).into())?
            }
            high => self.bits(high.ty, 0),
        };
        let missing = by.div_ceil(fill.ty.bits()) as usize;
        parts.resize(parts.len() + missing, fill);
        self.gather_scalar(&parts, by, a)
    }

    /// A scalar of the type of `like` from the bits from `at` on.
    fn gather_scalar(&mut self, parts: &[TypedOperand], at: u32, like: Scalar) -> Lowered<Scalar> {
        let mut at = u64::from(at);
        like.map(|limb| {
            let gathered = self.gather(parts, at, limb.ty);
            at += u64::from(limb.ty.bits());
            gathered
        })
    }

    /// `a op b` on more than two limbs.
    pub(super) fn limb_binary(&mut self, op: BinaryOp, a: Scalar, b: Scalar) -> Lowered<Scalar> {
        match op {
            BinaryOp::Add => self.add_limbs(a, b),
            BinaryOp::Sub => self.subtract_limbs(a, b),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => match self.known_number(b) {
                // By more bits than there are: any value.
                Some(_) => Ok(self.undef_scalar(a.ty())),
                None => unsupported(format!("{op:?} of i{} by a variable amount", a.bits())),
            },
            _ => unsupported(format!("{op:?} of i{0} (an integer of {0} bits)", a.bits())),
        }
    }

    fn add_limbs(&mut self, a: Scalar, b: Scalar) -> Lowered<Scalar> {
        let mut carry = self.bits(Ty::BOOL, 0);
        a.zip(b, |a, b| {
            let sum = self.binary(BinaryOp::Add, a, b)?;
            let first = self.compare(CompareOp::ULt, sum, a)?;
            let more = self.resize(false, Width::new(a.ty.bits()), carry)?;
            let total = self.binary(BinaryOp::Add, sum, more)?;
            let second = self.compare(CompareOp::ULt, total, sum)?;
            carry = self.binary(BinaryOp::Or, first, second)?;
            Ok(total)
        })
    }

    fn subtract_limbs(&mut self, a: Scalar, b: Scalar) -> Lowered<Scalar> {
        let mut borrow = self.bits(Ty::BOOL, 0);
        a.zip(b, |a, b| {
            let difference = self.binary(BinaryOp::Sub, a, b)?;
            let first = self.compare(CompareOp::ULt, a, b)?;
            let less = self.resize(false, Width::new(a.ty.bits()), borrow)?;
            let second = self.compare(CompareOp::ULt, difference, less)?;
            borrow = self.binary(BinaryOp::Or, first, second)?;
            self.binary(BinaryOp::Sub, difference, less)
        })
    }

    /// `a op b`, one bit, on more than two limbs of one type.
    pub(super) fn limb_relation(
        &mut self,
        op: CompareOp,
        a: Scalar,
        b: Scalar,
    ) -> Lowered<TypedOperand> {
        match op {
            CompareOp::Eq | CompareOp::Ne => {
                let differences = self.integer(BinaryOp::Xor, false, a, b)?;
                let any = self.any_bit(differences)?;
                self.compare_bits(op, any, 0)
            }
            CompareOp::ULt => self.order(CompareOp::ULt, CompareOp::ULt, a, b),
            CompareOp::ULe => self.order(CompareOp::ULe, CompareOp::ULt, a, b),
            CompareOp::SLt => self.order(CompareOp::ULt, CompareOp::SLt, a, b),
            CompareOp::SLe => self.order(CompareOp::ULe, CompareOp::SLt, a, b),
        }
    }

    /// All limbs, one over the other.
    fn any_bit(&mut self, a: Scalar) -> Lowered<TypedOperand> {
        let mut any = a.low();
        for limb in a.parts().skip(1) {
            let limb = self.resize(false, Width::W64, limb)?;
            any = self.binary(BinaryOp::Or, any, limb)?;
        }
        Ok(any)
    }

    /// The lowest limbs compare by `lowest`, the highest by `highest`; a limb decides if those above it
    /// are equal.
    fn order(
        &mut self,
        lowest: CompareOp,
        highest: CompareOp,
        a: Scalar,
        b: Scalar,
    ) -> Lowered<TypedOperand> {
        let mut pairs = a.parts().zip(b.parts()).peekable();
        let Some((low_a, low_b)) = pairs.next() else {
            return malformed("an integer without bits");
        };
        let mut holds = self.compare(lowest, low_a, low_b)?;
        while let Some((a, b)) = pairs.next() {
            let op = if pairs.peek().is_some() { CompareOp::ULt } else { highest };
            let less = self.compare(op, a, b)?;
            let equal = self.compare(CompareOp::Eq, a, b)?;
            let below = self.binary(BinaryOp::And, equal, holds)?;
            holds = self.binary(BinaryOp::Or, less, below)?;
        }
        Ok(holds)
    }
}
