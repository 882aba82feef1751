//! Computes a value in the register that it is copied to.
//!
//! `u = add x, 1; x = copy u` becomes `x = add x, 1` if the copy is the only reader of `u` and nothing
//! in between reads or writes `x`. And where blocks that compute `p` join in one that begins with
//! `x = copy p`, as for `x = c ? a : b`, they compute it in `x`.

use super::{Temps, retain};
use crate::{BlockId, Body, Inst, Reg};

pub(super) fn run(body: &mut Body, params: usize) {
    within_blocks(body, params);
    at_joins(body, params);
}

fn within_blocks(body: &mut Body, params: usize) {
    let temps = Temps::new(body, params);
    let readers = readers(body);
    let mut keep = vec![true; body.code.len()];
    let mut touched = Touched::new(body.regs.len());
    // Positions start at 1: 0 is never.
    for at in 1..=body.code.len() {
        let inst = &body.code[at - 1];
        if let Inst::Copy { dst, src } = *inst
            && let Some(src) = src.reg()
            && temps.contains(src)
            && readers[src.index()] == 1
            && body.ty(src) == body.ty(dst)
            && touched.is_free_since(dst, touched.written[src.index()])
        {
            let made = touched.written[src.index()];
            compute_in(&mut body.code[made - 1], src, dst);
            touched.written[dst.index()] = made;
            keep[at - 1] = false;
            continue;
        }
        touched.note(inst, at);
    }
    retain(body, &keep);
}

/// Where each register was read and written last.
struct Touched {
    read: Vec<usize>,
    written: Vec<usize>,
    /// The last call that can unwind: there a register must still have its old value.
    unwound: usize,
}

impl Touched {
    fn new(regs: usize) -> Self {
        Touched { read: vec![0; regs], written: vec![0; regs], unwound: 0 }
    }

    fn note(&mut self, inst: &Inst, at: usize) {
        inst.for_each_use(|operand| {
            if let Some(reg) = operand.reg() {
                self.read[reg.index()] = at;
            }
        });
        inst.for_each_def(|reg| self.written[reg.index()] = at);
        if !inst.is_terminator() {
            inst.for_each_target(|_| self.unwound = at);
        }
    }

    /// Can the write to `reg` be moved up to `made`? What that instruction reads, it reads before.
    fn is_free_since(&self, reg: Reg, made: usize) -> bool {
        self.read[reg.index()] <= made && self.written[reg.index()] < made && self.unwound <= made
    }
}

/// How far back a block is searched for what it computes for the next.
const FARTHEST: usize = 64;

fn at_joins(body: &mut Body, params: usize) {
    let readers = readers(body);
    let mut writers = writers(body, params);
    let entries = entries(body);
    let mut keep = vec![true; body.code.len()];
    for block in (0..body.blocks.len()).map(BlockId::new) {
        let start = body.blocks[block.index()].start as usize;
        let mut at = start;
        while let Inst::Copy { dst, src } = body.code[at] {
            if let Some(src) = src.reg()
                && readers[src.index()] == 1
                && body.ty(src) == body.ty(dst)
                && body.code[start..at].iter().all(|inst| !touches(inst, dst))
                && let Some(made) = made_for(body, &keep, block, &entries[block.index()], src, dst)
                && writers[src.index()] as usize == made.len()
                && !made.is_empty()
            {
                writers[dst.index()] += made.len() as u32 - 1;
                made.into_iter().for_each(|made| compute_in(&mut body.code[made], src, dst));
                keep[at] = false;
            }
            at += 1;
        }
    }
    retain(body, &keep);
}

/// Where each of the blocks before `block` writes `src`, if it could write `dst` there as well.
fn made_for(
    body: &Body,
    keep: &[bool],
    block: BlockId,
    entries: &[BlockId],
    src: Reg,
    dst: Reg,
) -> Option<Vec<usize>> {
    let made = entries.iter().map(|from| {
        let range = body.blocks[from.index()];
        let (start, last) = (range.start as usize, range.end as usize - 1);
        if body.code[last] != (Inst::Jump { target: block }) {
            return None;
        }
        // A copy that was dropped already writes nothing.
        for at in (start..last).rev().take(FARTHEST).filter(|&at| keep[at]) {
            let inst = &body.code[at];
            if writes(inst, src) {
                return (!writes(inst, dst)).then_some(at);
            }
            if touches(inst, dst) || unwinds(inst) {
                return None;
            }
        }
        None
    });
    made.collect()
}

fn compute_in(inst: &mut Inst, src: Reg, dst: Reg) {
    inst.for_each_def_mut(|reg| {
        if *reg == src {
            *reg = dst;
        }
    });
}

fn touches(inst: &Inst, reg: Reg) -> bool {
    let mut reads = false;
    inst.for_each_use(|operand| reads |= operand == reg.into());
    reads || writes(inst, reg)
}

fn writes(inst: &Inst, reg: Reg) -> bool {
    let mut writes = false;
    inst.for_each_def(|written| writes |= written == reg);
    writes
}

fn unwinds(inst: &Inst) -> bool {
    let mut unwinds = false;
    inst.for_each_target(|_| unwinds = true);
    unwinds && !inst.is_terminator()
}

/// How often each register is read.
fn readers(body: &Body) -> Vec<u32> {
    let mut readers = vec![0; body.regs.len()];
    for inst in &body.code {
        inst.for_each_use(|operand| {
            if let Some(reg) = operand.reg() {
                readers[reg.index()] += 1;
            }
        });
    }
    readers
}

/// How often each register is written; parameters are on entry.
fn writers(body: &Body, params: usize) -> Vec<u32> {
    let mut writers = vec![0; body.regs.len()];
    writers[..params].fill(1);
    for inst in &body.code {
        inst.for_each_def(|reg| writers[reg.index()] += 1);
    }
    writers
}

/// The blocks from which each block is entered, once for every way.
fn entries(body: &Body) -> Vec<Vec<BlockId>> {
    let mut entries = vec![vec![]; body.blocks.len()];
    for block in (0..body.blocks.len()).map(BlockId::new) {
        for inst in body.block(block) {
            inst.for_each_target(|target| entries[target.index()].push(block));
        }
    }
    entries
}
