//! Removes instructions whose results are never read, if they can do nothing else.
//!
//! Whatever may fault or be undefined stays, used or not: loads, divisions, shifts by a variable,
//! arithmetic that must not overflow. A register counts as read from wherever it may still be.

use super::retain;
use crate::{BinaryOp, BlockId, Body, Const, Convert, Inst, Operand, OperandKind, WideOp, Width};

pub(super) fn run(body: &mut Body) {
    let live = Liveness::new(body);
    let mut keep = vec![true; body.code.len()];
    // In the present block, the registers whose value is still read have its stamp.
    let mut read_later = vec![0u32; body.regs.len()];
    for (stamp, block) in (1u32..).zip((0..body.blocks.len()).map(BlockId::new)) {
        let range = body.blocks[block.index()];
        for at in (range.start as usize..range.end as usize).rev() {
            let inst = &body.code[at];
            let mut needed = !only_computes(body, inst);
            inst.for_each_def(|reg| needed |= read_later[reg.index()] == stamp);
            keep[at] = needed && !copies_itself(inst);
            if !keep[at] {
                continue;
            }
            inst.for_each_def(|reg| read_later[reg.index()] = 0);
            inst.for_each_use(|operand| {
                if let Some(reg) = operand.reg() {
                    read_later[reg.index()] = stamp;
                }
            });
            inst.for_each_target(|target| {
                live.at_start(target).for_each(|reg| read_later[reg] = stamp);
            });
        }
    }
    retain(body, &keep);
}

fn copies_itself(inst: &Inst) -> bool {
    matches!(*inst, Inst::Copy { dst, src } if src == dst.into())
}

/// Can the instruction neither fault, nor be undefined, nor have an effect beyond its results?
fn only_computes(body: &Body, inst: &Inst) -> bool {
    match inst {
        Inst::Copy { .. }
        | Inst::Unary { .. }
        | Inst::Compare { .. }
        | Inst::Extend { .. }
        | Inst::Truncate { .. }
        | Inst::Select { .. }
        | Inst::FloatBinary { .. }
        | Inst::FloatUnary { .. }
        | Inst::FloatMulAdd { .. }
        | Inst::FloatCompare { .. }
        | Inst::SlotAddr { .. }
        | Inst::Freeze { .. } => true,
        Inst::Binary { op, width, nsw, b, .. } => !nsw && is_total(body, *op, *width, *b),
        Inst::Convert { op, .. } => !matches!(op, Convert::ToInt { saturate: false, .. }),
        Inst::Wide(wide) => match wide.op {
            WideOp::Compare(_) | WideOp::ToFloat { .. } => true,
            WideOp::Binary { op, nsw } => !nsw && !is_shift(op) && !is_division(op),
            WideOp::FromFloat { .. } => false,
        },
        _ => false,
    }
}

/// Is the operation defined for every first operand?
fn is_total(body: &Body, op: BinaryOp, width: Width, second: Operand) -> bool {
    if !is_shift(op) {
        return !is_division(op);
    }
    let OperandKind::Const(id) = second.kind() else { return false };
    matches!(body.constant(id), Const::Bits(amount) if amount < width.bits().into())
}

fn is_shift(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
}

fn is_division(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem)
}

/// Which registers may still be read where a block begins.
///
/// Only registers that some block reads before writing them are tracked: no other is live anywhere
/// between blocks, and in real code they are few.
struct Liveness {
    tracked: Vec<u32>,
    /// A row of bits per block, one for each tracked register.
    rows: Vec<u64>,
    row: usize,
}

impl Liveness {
    fn new(body: &Body) -> Self {
        let blocks = body.blocks.len();
        let (tracked, index) = tracked(body);
        let row = tracked.len().div_ceil(64);
        let mut live = Liveness { tracked, rows: vec![0; blocks * row], row };
        let mut writes = vec![0u64; blocks * row];
        live.local(body, &index, &mut writes);
        live.solve(body, &writes);
        live
    }

    /// Sets each row to what the block reads first, and `writes` to what it writes.
    fn local(&mut self, body: &Body, index: &[u32], writes: &mut [u64]) {
        for block in 0..body.blocks.len() {
            let base = block * self.row;
            for inst in body.block(BlockId::new(block)) {
                inst.for_each_use(|operand| {
                    let Some(bit) = operand.reg().map(|reg| index[reg.index()] as usize) else {
                        return;
                    };
                    if bit != UNTRACKED as usize && writes[base + bit / 64] >> (bit % 64) & 1 == 0 {
                        self.rows[base + bit / 64] |= 1 << (bit % 64);
                    }
                });
                inst.for_each_def(|reg| {
                    let bit = index[reg.index()] as usize;
                    if bit != UNTRACKED as usize {
                        writes[base + bit / 64] |= 1 << (bit % 64);
                    }
                });
            }
        }
    }

    /// Adds what the successors read and the block doesn't write, until nothing changes.
    fn solve(&mut self, body: &Body, writes: &[u64]) {
        let predecessors = predecessors(body);
        let mut pending: Vec<BlockId> = (0..body.blocks.len()).map(BlockId::new).collect();
        let mut waiting = vec![true; body.blocks.len()];
        while let Some(block) = pending.pop() {
            waiting[block.index()] = false;
            for &(from, unwinds) in &predecessors[block.index()] {
                let mut changed = false;
                for word in 0..self.row {
                    let at = from.index() * self.row + word;
                    // Where a call unwinds, what the block writes later hasn't been written.
                    let written = if unwinds { 0 } else { writes[at] };
                    let new = self.rows[at] | self.rows[block.index() * self.row + word] & !written;
                    changed |= new != self.rows[at];
                    self.rows[at] = new;
                }
                if changed && !std::mem::replace(&mut waiting[from.index()], true) {
                    pending.push(from);
                }
            }
        }
    }

    /// The registers live where a block begins.
    fn at_start(&self, block: BlockId) -> impl Iterator<Item = usize> + '_ {
        let words = &self.rows[block.index() * self.row..][..self.row];
        words.iter().enumerate().flat_map(|(word, &bits)| {
            let bits = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
            bits.take_while(|bits| *bits != 0)
                .map(move |bits| word * 64 + bits.trailing_zeros() as usize)
                .map(|bit| self.tracked[bit] as usize)
        })
    }
}

const UNTRACKED: u32 = u32::MAX;

/// The registers that a block reads before it writes them, and each register's place among those.
fn tracked(body: &Body) -> (Vec<u32>, Vec<u32>) {
    let mut tracked = vec![];
    let mut index = vec![UNTRACKED; body.regs.len()];
    let mut writer = vec![u32::MAX; body.regs.len()];
    for (block, range) in (0u32..).zip(&body.blocks) {
        for inst in &body.code[range.start as usize..range.end as usize] {
            inst.for_each_use(|operand| {
                let Some(reg) = operand.reg() else { return };
                if writer[reg.index()] != block && index[reg.index()] == UNTRACKED {
                    index[reg.index()] = tracked.len() as u32;
                    tracked.push(reg.0);
                }
            });
            inst.for_each_def(|reg| writer[reg.index()] = block);
        }
    }
    (tracked, index)
}

/// From where each block is entered, and whether that is by a call that unwinds.
fn predecessors(body: &Body) -> Vec<Vec<(BlockId, bool)>> {
    let mut predecessors = vec![vec![]; body.blocks.len()];
    for block in (0..body.blocks.len()).map(BlockId::new) {
        for inst in body.block(block) {
            let unwinds = !inst.is_terminator();
            inst.for_each_target(|target| predecessors[target.index()].push((block, unwinds)));
        }
    }
    predecessors
}
