//! Atomic operations. There is one thread, so they are their parts, one after the other.

use ir::{BinaryOp, CompareOp, FloatBinaryOp};

use super::builder::Builder;
use super::function::Lowering;
use super::scalar::Scalar;
use super::stop::{Lowered, malformed, unsupported};
use crate::module::{RmwOp, ValueId};

impl Lowering<'_, '_> {
    /// `atomicrmw`: gives the old value.
    pub(super) fn atomic_rmw(
        &mut self,
        op: RmwOp,
        address: ValueId,
        value: ValueId,
    ) -> Lowered<Vec<Scalar>> {
        let address = self.pointer(address)?;
        let operands = self.value(value)?;
        let ty = self.ty(value)?;
        let old = self.load_from(ty, address, 0)?;
        let new: Vec<Scalar> = old
            .iter()
            .zip(operands)
            .map(|(old, operand)| self.builder.updated(op, *old, operand))
            .collect::<Lowered<_>>()?;
        self.store_to(ty, address, 0, &new)?;
        Ok(old)
    }

    /// `cmpxchg`: gives the old value and whether it was the expected one.
    pub(super) fn compare_exchange(
        &mut self,
        address: ValueId,
        expected: ValueId,
        new: ValueId,
    ) -> Lowered<Vec<Scalar>> {
        let address = self.pointer(address)?;
        let (ty, expected, new) = (self.ty(new)?, self.scalar(expected)?, self.scalar(new)?);
        let old = match self.load_from(ty, address, 0)?[..] {
            [old] => old,
            _ => return malformed("a cmpxchg of an aggregate"),
        };
        let equal = self.builder.relation(CompareOp::Eq, old, expected)?;
        let stored = self.builder.choose(equal, new, old)?;
        self.store_to(ty, address, 0, &[stored])?;
        Ok(vec![old, equal.into()])
    }
}

impl Builder {
    /// What an `atomicrmw` stores.
    fn updated(&mut self, op: RmwOp, old: Scalar, operand: Scalar) -> Lowered<Scalar> {
        match op {
            RmwOp::Xchg => Ok(operand),
            RmwOp::Add => self.arith(BinaryOp::Add, old, operand),
            RmwOp::Sub => self.arith(BinaryOp::Sub, old, operand),
            RmwOp::And => self.arith(BinaryOp::And, old, operand),
            RmwOp::Or => self.arith(BinaryOp::Or, old, operand),
            RmwOp::Xor => self.arith(BinaryOp::Xor, old, operand),
            RmwOp::Nand => {
                let and = self.arith(BinaryOp::And, old, operand)?;
                self.arith_number(BinaryOp::Xor, and, u128::MAX)
            }
            RmwOp::Max => self.extreme(true, true, old, operand),
            RmwOp::Min => self.extreme(true, false, old, operand),
            RmwOp::UMax => self.extreme(false, true, old, operand),
            RmwOp::UMin => self.extreme(false, false, old, operand),
            RmwOp::FAdd => self.updated_float(FloatBinaryOp::Add, old, operand),
            RmwOp::FSub => self.updated_float(FloatBinaryOp::Sub, old, operand),
            RmwOp::FMax => self.updated_float(FloatBinaryOp::Max, old, operand),
            RmwOp::FMin => self.updated_float(FloatBinaryOp::Min, old, operand),
            RmwOp::UIncWrap | RmwOp::UDecWrap | RmwOp::USubCond | RmwOp::USubSat | RmwOp::Other => {
                unsupported(format!("atomicrmw {op:?}"))
            }
        }
    }

    fn updated_float(
        &mut self,
        op: FloatBinaryOp,
        old: Scalar,
        operand: Scalar,
    ) -> Lowered<Scalar> {
        Ok(self.float_binary(op, old.narrow()?, operand.narrow()?)?.into())
    }

    /// The larger or smaller of two integers.
    pub(super) fn extreme(
        &mut self,
        signed: bool,
        larger: bool,
        a: Scalar,
        b: Scalar,
    ) -> Lowered<Scalar> {
        let less = self.less(signed, a, b)?;
        if larger { self.choose(less, b, a) } else { self.choose(less, a, b) }
    }
}
