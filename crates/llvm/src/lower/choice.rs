//! Choices between values, as branches: `c ? 1 : 2`, and the last operand of `&&` and `||` where the result is kept.
//!
//! Compilers compute them without a branch even when they optimise nothing. To the source they are branches, and
//! a search that counts which sides of them were taken wants to take both.

use ir::{BlockId, Inst};

use super::ChoiceLowering;
use super::builder::TypedOperand;
use super::edge::phis;
use super::function::Lowering;
use super::scalar::Scalar;
use super::stop::{Lowered, malformed};
use crate::module::{self, Op, Predicate, ValueId};

impl Lowering<'_, '_> {
    /// The condition of a `select`, if that is to be a branch.
    pub(super) fn branches_on(&mut self, cond: ValueId) -> Lowered<Option<TypedOperand>> {
        if self.unit.choices == ChoiceLowering::Values {
            return Ok(None);
        }
        // A vector has several conditions, and a constant decides nothing.
        let [cond] = self.value(cond)?[..] else { return Ok(None) };
        Ok(Some(cond.narrow()?).filter(|cond| cond.value.reg().is_some()))
    }

    /// Is it a sanitizer that chooses between these, as it asks whether an address wraps around: `end >= start` for an
    /// index of zero or more, else `end < start`? That is none of the source.
    pub(super) fn is_wrap_check(&self, a: ValueId, b: ValueId) -> bool {
        match (self.definition(a), self.definition(b)) {
            (
                Some(Op::Compare { predicate: Predicate::Uge, a: end, b: start }),
                Some(Op::Compare { predicate: Predicate::Ult, a: other_end, b: other_start }),
            ) => end == other_end && start == other_start,
            _ => false,
        }
    }

    /// `cond ? a : b`
    pub(super) fn branch_to_values(
        &mut self,
        cond: TypedOperand,
        a: &[Scalar],
        b: &[Scalar],
    ) -> Lowered<Vec<Scalar>> {
        let types: Vec<_> = a.iter().map(|scalar| scalar.ty()).collect();
        if !b.iter().map(|scalar| scalar.ty()).eq(types.iter().copied()) {
            return malformed("operand types of a select");
        }
        let chosen = self.registers(&types);
        let [then, otherwise, end] = [(); 3].map(|()| self.builder.new_block());
        self.builder.branch(cond, then, otherwise)?;
        for (block, values) in [(then, a), (otherwise, b)] {
            self.builder.move_to(block);
            self.copy(&chosen, values);
            self.builder.jump(end);
        }
        self.builder.move_to(end);
        Ok(chosen)
    }

    fn copy(&mut self, to: &[Scalar], from: &[Scalar]) {
        let parts = |scalars: &[Scalar]| -> Vec<TypedOperand> {
            scalars.iter().flat_map(|scalar| scalar.parts()).collect()
        };
        for (to, from) in parts(to).into_iter().zip(parts(from)) {
            let Some(dst) = to.value.reg() else { continue };
            self.builder.emit(Inst::Copy { dst, src: from.value });
        }
    }

    /// The last operand of `&&` or `||` that the present block computes, if `target` is where the result is: one bit,
    /// which others set to a constant.
    pub(super) fn last_operand(
        &mut self,
        target: module::BlockId,
    ) -> Lowered<Option<TypedOperand>> {
        if self.unit.choices == ChoiceLowering::Values || self.has_one_predecessor(target) {
            return Ok(None);
        }
        let mut phis = phis(self.source.body, target);
        let (Some(phi), None) = (phis.next(), phis.next()) else { return Ok(None) };
        let Op::Phi { incoming } = &phi.op else { return Ok(None) };
        if self.is_reached_indirectly(target) || self.merges_shift_checks(target)? {
            return Ok(None);
        }
        let from = self.source.block;
        let (mut own, mut is_set) = (None, false);
        for (value, block) in incoming {
            match *block == from {
                true => own = Some(*value),
                false => is_set |= self.is_constant_bit(*value)?,
            }
        }
        match own.filter(|_| is_set) {
            Some(own) => self.branches_on(own),
            None => Ok(None),
        }
    }

    fn is_constant_bit(&mut self, value: ValueId) -> Lowered<bool> {
        let [scalar] = self.value(value)?[..] else { return Ok(false) };
        let Ok(part) = scalar.narrow() else { return Ok(false) };
        Ok(part.ty == ir::Ty::BOOL && part.value.reg().is_none())
    }

    /// Sets the one phi of `target`, a bit, by a branch on its value from here.
    pub(super) fn branch_to_phi(
        &mut self,
        bit: TypedOperand,
        target: module::BlockId,
    ) -> Lowered<()> {
        let phi = phis(self.source.body, target).next().and_then(|phi| phi.result);
        let Some(phi) = phi else { return malformed("a phi of void") };
        let phi = self.value(phi)?;
        let blocks = [(); 2].map(|()| self.builder.new_block());
        self.builder.branch(bit, blocks[0], blocks[1])?;
        for (block, holds) in blocks.into_iter().zip([1, 0]) {
            self.builder.move_to(block);
            let constant = self.builder.bits(ir::Ty::BOOL, holds);
            self.copy(&phi, &[constant.into()]);
            self.builder.jump(BlockId(target.0));
        }
        Ok(())
    }
}
