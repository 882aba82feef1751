//! The ends of blocks.

use std::collections::HashMap;

use ir::{CompareOp, Inst, Operand};

use super::function::Lowering;
use super::scalar::Scalar;
use super::stop::{Lowered, malformed, unsupported};
use crate::module::{BlockId, Op, ValueId};

impl Lowering<'_, '_> {
    /// Lowers a terminator other than `invoke`.
    pub(super) fn terminator(&mut self, op: &Op) -> Lowered<()> {
        match op {
            Op::Return { value } => self.return_value(*value),
            Op::Jump { target } => self.jump_edge(*target),
            Op::Branch { cond, then, otherwise } => self.branch(*cond, *then, *otherwise),
            Op::Switch { value, default, cases } => self.switch(*value, *default, cases),
            Op::IndirectBr { address, targets } => self.indirect_jump(*address, targets),
            Op::Resume => unsupported("an exception (resume)"),
            Op::Unreachable => {
                self.builder.emit(Inst::Unreachable);
                Ok(())
            }
            other => malformed(format!("{other:?} at the end of a block")),
        }
    }

    fn return_value(&mut self, value: Option<ValueId>) -> Lowered<()> {
        let scalars = value.map_or(Ok(Vec::new()), |value| self.value(value))?;
        let (returns, _, _) = self.unit.function_type(self.source.function.ty)?;
        let expected = self.layout().scalars(returns)?;
        if !expected.iter().copied().eq(scalars.iter().map(|scalar| scalar.ty())) {
            return malformed("a return of another type");
        }
        let values: Box<[Operand]> =
            scalars.iter().flat_map(|scalar| scalar.parts()).map(|part| part.value).collect();
        self.builder.emit(Inst::Return { values });
        Ok(())
    }

    fn branch(&mut self, cond: ValueId, then: BlockId, otherwise: BlockId) -> Lowered<()> {
        if then == otherwise {
            // Reading the condition is a use all the same, but it decides nothing.
            return self.jump_edge(then);
        }
        if self.sanitizer_branch(cond, then, otherwise)? {
            return Ok(());
        }
        let cond = self.part(cond)?;
        let then = self.split_edge(then)?;
        let otherwise = self.split_edge(otherwise)?;
        self.builder.branch(cond, then, otherwise)
    }

    fn switch(
        &mut self,
        value: ValueId,
        default: BlockId,
        cases: &[(ValueId, BlockId)],
    ) -> Lowered<()> {
        let scalar = self.scalar(value)?;
        let mut edges = Edges::default();
        let default = edges.to(self, default)?;
        let mut lowered = Vec::with_capacity(cases.len());
        for (case, target) in cases {
            let case = self.scalar(*case)?;
            let words: Option<Vec<u64>> =
                case.parts().map(|part| self.builder.known_bits(part)).collect();
            let (Some(words), true) = (words, case.ty() == scalar.ty()) else {
                return malformed("a switch case that is no number");
            };
            lowered.push(SwitchCase { words, scalar: case, target: edges.to(self, *target)? });
        }
        // By the highest word first.
        lowered.sort_by(|a, b| a.words.iter().rev().cmp(b.words.iter().rev()));
        lowered.dedup_by(|a, b| a.words == b.words);
        match *scalar.limbs() {
            [part] => {
                let width = super::builder::width(part)?;
                let cases = lowered.iter().map(|case| (case.words[0], case.target)).collect();
                let switch = ir::Switch { value: part.value, width, cases, default };
                self.builder.emit(Inst::Switch(Box::new(switch)));
                Ok(())
            }
            _ => self.wide_switch(scalar, &lowered, default),
        }
    }

    /// Our switch takes a register: a wider value is compared with one case after the other.
    fn wide_switch(
        &mut self,
        value: Scalar,
        cases: &[SwitchCase],
        default: ir::BlockId,
    ) -> Lowered<()> {
        for case in cases {
            let equal = self.builder.relation(CompareOp::Eq, value, case.scalar)?;
            let next = self.builder.new_block();
            self.builder.branch(equal, case.target, next)?;
            self.builder.move_to(next);
        }
        self.builder.jump(default);
        Ok(())
    }

    fn indirect_jump(&mut self, address: ValueId, targets: &[BlockId]) -> Lowered<()> {
        let addr = self.pointer(address)?.value;
        let mut targets = targets.to_vec();
        targets.sort_unstable();
        targets.dedup();
        for target in &targets {
            self.copy_to_phis(*target)?;
        }
        let targets = targets.iter().map(|target| ir::BlockId(target.0)).collect();
        self.builder.emit(Inst::IndirectJump { addr, targets });
        Ok(())
    }
}

/// A case of a switch.
struct SwitchCase {
    words: Vec<u64>,
    scalar: Scalar,
    target: ir::BlockId,
}

/// The blocks on the edges of one terminator: one for each target.
#[derive(Default)]
struct Edges(HashMap<BlockId, ir::BlockId>);

impl Edges {
    fn to(&mut self, lowering: &mut Lowering<'_, '_>, target: BlockId) -> Lowered<ir::BlockId> {
        if let Some(edge) = self.0.get(&target) {
            return Ok(*edge);
        }
        let edge = lowering.split_edge(target)?;
        self.0.insert(target, edge);
        Ok(edge)
    }
}
