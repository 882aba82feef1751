//! The edges between blocks: which there are, and the copies that stand for phis on them.
//!
//! The copies of an edge happen at once: `a, b = b, a` is two phis. An edge from a block with several
//! successors gets a block of its own. That can't be where an indirect jump leads, as the address names
//! the target itself: the phis of such targets have a shadow that is written before the jump and read
//! behind it, so that it doesn't matter when the shadows of other targets are written too.

use std::collections::{HashMap, VecDeque};

use ir::{Inst, Operand, Reg};

use super::builder::Builder;
use super::function::Lowering;
use super::scalar::Scalar;
use super::stop::{CannotLower, Lowered, malformed};
use crate::module::{BlockId, Body, Instruction, Op, ValueId};

/// The control flow of a function.
pub(super) struct FlowGraph {
    /// The blocks that can be reached, each after one of its predecessors: a block that dominates
    /// another comes before it.
    pub(super) order: Vec<BlockId>,
    /// How many blocks lead to each block.
    predecessors: Vec<u32>,
    /// The blocks that an indirect jump may lead to.
    indirect: Vec<bool>,
    /// The shadows of their phis.
    shadows: HashMap<ValueId, Vec<Scalar>>,
}

impl FlowGraph {
    /// Reads the terminators of a function.
    pub(super) fn new(body: &Body) -> Self {
        let successors: Vec<Vec<BlockId>> =
            (0..body.blocks.len()).map(|index| successors(body, BlockId(index as u32))).collect();
        let order = reverse_postorder(&successors);
        let mut predecessors = vec![0; body.blocks.len()];
        for block in &order {
            for target in &successors[block.0 as usize] {
                predecessors[target.0 as usize] += 1;
            }
        }
        FlowGraph { order, predecessors, indirect: indirect_targets(body), shadows: HashMap::new() }
    }
}

/// Where a block can lead to, without duplicates.
fn successors(body: &Body, block: BlockId) -> Vec<BlockId> {
    let Some(last) = body.blocks[block.0 as usize].instructions.last() else { return Vec::new() };
    let mut targets = match &last.op {
        Op::Jump { target } => vec![*target],
        Op::Branch { then, otherwise, .. } => vec![*then, *otherwise],
        Op::Switch { default, cases, .. } => {
            std::iter::once(*default).chain(cases.iter().map(|case| case.1)).collect()
        }
        Op::IndirectBr { targets, .. } => targets.clone(),
        Op::Call(call) => call.invoke.map_or(Vec::new(), |(normal, unwind)| vec![normal, unwind]),
        _ => Vec::new(),
    };
    targets.sort_unstable();
    targets.dedup();
    targets
}

fn indirect_targets(body: &Body) -> Vec<bool> {
    let mut indirect = vec![false; body.blocks.len()];
    for instruction in body.blocks.iter().filter_map(|block| block.instructions.last()) {
        if let Op::IndirectBr { targets, .. } = &instruction.op {
            targets.iter().for_each(|target| indirect[target.0 as usize] = true);
        }
    }
    indirect
}

fn reverse_postorder(successors: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(successors.len());
    if successors.is_empty() {
        return order;
    }
    let mut seen = vec![false; successors.len()];
    // Each entry: a block, and how many of its successors have been visited.
    let mut stack = vec![(BlockId(0), 0)];
    seen[0] = true;
    while let Some((block, visited)) = stack.last_mut() {
        match successors[block.0 as usize].get(*visited) {
            Some(next) => {
                *visited += 1;
                if !std::mem::replace(&mut seen[next.0 as usize], true) {
                    stack.push((*next, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

impl Lowering<'_, '_> {
    /// Makes the registers of all phis, as an edge may be lowered before the block it leads to.
    pub(super) fn reserve_phis(&mut self) -> Lowered<()> {
        let body = self.source.body;
        for block in self.flow.order.clone() {
            for instruction in phis(body, block) {
                // A phi of a type without registers is unsupported when its block is lowered.
                let Ok(scalars) = self.layout().scalars(instruction.ty) else { continue };
                if self.has_one_predecessor(block) {
                    continue;
                }
                let made = self.registers(&scalars);
                self.define(instruction, made)?;
                if let (Some(result), true) =
                    (instruction.result, self.is_reached_indirectly(block))
                {
                    let shadow = self.registers(&scalars);
                    self.flow.shadows.insert(result, shadow);
                }
            }
        }
        Ok(())
    }

    /// A phi where it stands: with one predecessor, another name for the value from there.
    pub(super) fn phi(
        &mut self,
        instruction: &Instruction,
        incoming: &[(ValueId, BlockId)],
    ) -> Lowered<()> {
        self.layout().scalars(instruction.ty)?;
        match incoming.first() {
            Some((value, _)) if self.has_one_predecessor(self.source.block) => {
                let scalars = self.value(*value)?;
                self.define(instruction, scalars)
            }
            Some(_) => self.read_shadow(instruction),
            None => malformed("a phi without values"),
        }
    }

    fn read_shadow(&mut self, instruction: &Instruction) -> Lowered<()> {
        let Some(result) = instruction.result else { return malformed("a phi of void") };
        let Some(shadow) = self.flow.shadows.get(&result).cloned() else { return Ok(()) };
        let mut copies = Vec::new();
        pair_up(&self.value(result)?, &shadow, &mut copies)?;
        self.builder.copy_at_once(copies);
        Ok(())
    }

    pub(super) fn has_one_predecessor(&self, block: BlockId) -> bool {
        self.flow.predecessors[block.0 as usize] == 1
    }

    /// Does an indirect jump lead there?
    pub(super) fn is_reached_indirectly(&self, block: BlockId) -> bool {
        self.flow.indirect[block.0 as usize]
    }

    /// The block that stands for the edge from the present block to `target`, one of several.
    pub(super) fn split_edge(&mut self, target: BlockId) -> Lowered<ir::BlockId> {
        if !self.has_copies(target) {
            return Ok(ir::BlockId(target.0));
        }
        let edge = self.builder.new_block();
        let back = self.builder.current();
        self.builder.move_to(edge);
        let copied = self.copy_to_phis(target);
        self.builder.jump(ir::BlockId(target.0));
        self.builder.move_to(back);
        copied.map(|()| edge)
    }

    /// Goes to `target`, the only successor of the present block.
    pub(super) fn jump_edge(&mut self, target: BlockId) -> Lowered<()> {
        if let Some(operand) = self.last_operand(target)? {
            return self.branch_to_phi(operand, target);
        }
        self.copy_to_phis(target)?;
        self.builder.jump(ir::BlockId(target.0));
        Ok(())
    }

    fn has_copies(&self, target: BlockId) -> bool {
        !self.has_one_predecessor(target) && phis(self.source.body, target).next().is_some()
    }

    /// Gives the phis of `target` their values for the edge from the present block.
    pub(super) fn copy_to_phis(&mut self, target: BlockId) -> Lowered<()> {
        if self.has_one_predecessor(target) {
            return Ok(());
        }
        let mut copies = Vec::new();
        for instruction in phis(self.source.body, target) {
            let Op::Phi { incoming } = &instruction.op else { continue };
            if self.layout().scalars(instruction.ty).is_err() {
                continue;
            }
            let Some(result) = instruction.result else { return malformed("a phi of void") };
            let from = self.source.block;
            let Some((value, _)) = incoming.iter().find(|(_, block)| *block == from) else {
                return malformed("a phi without a value for a predecessor");
            };
            let source = match self.value(*value) {
                Ok(source) => source,
                Err(CannotLower::Unsupported(what)) => {
                    self.builder.emit(Inst::Unsupported { what: what.into() });
                    return Ok(());
                }
                Err(stop) => return Err(stop),
            };
            let phi = match self.flow.shadows.get(&result) {
                Some(shadow) => shadow.clone(),
                None => self.value(result)?,
            };
            pair_up(&phi, &source, &mut copies)?;
        }
        self.builder.copy_at_once(copies);
        Ok(())
    }
}

pub(super) fn phis(body: &Body, block: BlockId) -> impl Iterator<Item = &Instruction> {
    let instructions = &body.blocks[block.0 as usize].instructions;
    // Debug records may stand between phis.
    instructions
        .iter()
        .take_while(|instruction| matches!(instruction.op, Op::Phi { .. } | Op::Debug { .. }))
        .filter(|instruction| matches!(instruction.op, Op::Phi { .. }))
}

fn pair_up(phi: &[Scalar], source: &[Scalar], copies: &mut Vec<(Reg, Operand)>) -> Lowered<()> {
    if !phi.iter().map(|scalar| scalar.ty()).eq(source.iter().map(|scalar| scalar.ty())) {
        return malformed("a phi of another type");
    }
    let phi = phi.iter().flat_map(|scalar| scalar.parts());
    let source = source.iter().flat_map(|scalar| scalar.parts());
    for (to, from) in phi.zip(source) {
        match to.value.reg() {
            Some(reg) => copies.push((reg, from.value)),
            None => return malformed("a phi that is no register"),
        }
    }
    Ok(())
}

impl Builder {
    /// Copies as if all sources were read before anything is written.
    fn copy_at_once(&mut self, mut copies: Vec<(Reg, Operand)>) {
        copies.retain(|(to, from)| from.reg() != Some(*to));
        if let [(dst, src)] = copies[..] {
            return self.emit(Inst::Copy { dst, src });
        }
        let mut pending = Pending::new(&copies);
        for &first in &copies {
            pending.drain(self);
            if !pending.copies.contains_key(&first.0) {
                continue;
            }
            // What is left goes in circles: saves one register, so that it can be written.
            let saved = self.reg(self.reg_ty(first.0));
            self.emit(Inst::Copy { dst: saved, src: first.0.into() });
            pending.redirect(first.0, saved);
        }
        pending.drain(self);
    }
}

/// Copies that are still to be made.
struct Pending {
    /// By the register that is written.
    copies: HashMap<Reg, Operand>,
    /// The registers that are written from each register.
    readers: HashMap<Reg, Vec<Reg>>,
    /// The registers that are not read any more, in order.
    ready: VecDeque<Reg>,
}

impl Pending {
    fn new(copies: &[(Reg, Operand)]) -> Self {
        let mut readers: HashMap<Reg, Vec<Reg>> = HashMap::new();
        for (to, from) in copies {
            if let Some(from) = from.reg() {
                readers.entry(from).or_default().push(*to);
            }
        }
        let ready = copies.iter().map(|copy| copy.0).filter(|to| !readers.contains_key(to));
        Pending { ready: ready.collect(), copies: copies.iter().copied().collect(), readers }
    }

    /// Makes the copies that can be made.
    fn drain(&mut self, builder: &mut Builder) {
        while let Some(dst) = self.ready.pop_front() {
            let Some(src) = self.copies.remove(&dst) else { continue };
            builder.emit(Inst::Copy { dst, src });
            let Some(read) = src.reg() else { continue };
            let Some(readers) = self.readers.get_mut(&read) else { continue };
            readers.retain(|reader| *reader != dst);
            if readers.is_empty() && self.copies.contains_key(&read) {
                self.ready.push_back(read);
            }
        }
    }

    /// What would read `from` reads `saved` instead, so `from` can be written.
    fn redirect(&mut self, from: Reg, saved: Reg) {
        for reader in self.readers.remove(&from).unwrap_or_default() {
            self.copies.insert(reader, saved.into());
        }
        self.ready.push_back(from);
    }
}
