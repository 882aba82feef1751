//! Computes a value in the register that it is copied to.
//!
//! `u = add x, 1; x = copy u` becomes `x = add x, 1` if the copy is the only reader of `u` and nothing
//! in between reads or writes `x`.

use super::{Temps, retain};
use crate::{Body, Inst, Reg};

pub(super) fn run(body: &mut Body, params: usize) {
    let temps = Temps::new(body, params);
    let mut readers = vec![0u32; body.regs.len()];
    for inst in &body.code {
        inst.for_each_use(|operand| {
            if let Some(reg) = operand.reg() {
                readers[reg.index()] += 1;
            }
        });
    }
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
            body.code[made - 1].for_each_def_mut(|reg| {
                if *reg == src {
                    *reg = dst;
                }
            });
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
