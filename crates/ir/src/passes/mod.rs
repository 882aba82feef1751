//! Makes a program faster to interpret without changing what it means or which branches it has.
//!
//! Every conditional branch, every access that may fault and every operation that may be undefined
//! stays; what goes is the traffic between them. In order:
//!
//! 1. `blocks` drops unreachable blocks and joins a block with its only predecessor, before and after `thread`,
//!    which gives the operands of `&&` and `||` branches of their own;
//! 2. `promote` turns stack slots whose address isn't taken into registers;
//! 3. `copies` reads values where they come from, folds constants and address offsets, and computes
//!    equal things once a block;
//! 4. `dead` removes what computes unused values;
//! 5. `coalesce` computes a value in the register that it was copied to;
//! 6. `tidy` drops unused registers, slots and constants.
//!
//! None of them reasons about memory or decides a branch: this is not an optimiser, and the trees of
//! the symbolic engine must match the source.

mod blocks;
mod coalesce;
mod copies;
mod dead;
mod promote;
mod thread;
mod tidy;

pub(crate) use tidy::number_consts;

use crate::{Body, Function, Program, Reg};

/// Runs all passes. The program must [`verify`](crate::verify()), and still does afterwards.
pub fn run(program: &mut Program) {
    blocks::run(program);
    program
        .functions
        .iter_mut()
        .filter_map(|function| function.body.as_mut())
        .for_each(thread::run);
    blocks::run(program);
    let pointer = program.target.pointer();
    for function in &mut program.functions {
        let params = function.signature.params.len();
        let Function { body: Some(body), debug, .. } = function else { continue };
        promote::run(body, params, debug.as_mut());
        copies::run(body, params, pointer);
        dead::run(body);
        coalesce::run(body, params);
        tidy::run(body, params, debug.as_mut());
    }
}

/// Which registers are written once and read only later in the same block.
struct Temps(Vec<bool>);

impl Temps {
    fn new(body: &Body, params: usize) -> Self {
        let mut written = vec![0u32; body.regs.len()];
        written[..params].fill(1);
        // The last block that wrote each register; parameters are written outside of all.
        let mut writer = vec![u32::MAX; body.regs.len()];
        let mut temps = vec![true; body.regs.len()];
        for (block, range) in (0u32..).zip(&body.blocks) {
            for inst in &body.code[range.start as usize..range.end as usize] {
                inst.for_each_use(|operand| {
                    if let Some(reg) = operand.reg() {
                        temps[reg.index()] &= writer[reg.index()] == block;
                    }
                });
                let mut last = None;
                inst.for_each_def(|reg| {
                    // A wide comparison names its one result twice.
                    if last != Some(reg) {
                        written[reg.index()] += 1;
                    }
                    last = Some(reg);
                    writer[reg.index()] = block;
                });
            }
        }
        temps.iter_mut().zip(written).for_each(|(temp, written)| *temp &= written == 1);
        Temps(temps)
    }

    fn contains(&self, reg: Reg) -> bool {
        self.0[reg.index()]
    }
}

/// Keeps the instructions for which `keep` is set. Terminators must be kept.
fn retain(body: &mut Body, keep: &[bool]) {
    let mut kept = 0;
    for range in &mut body.blocks {
        let old = range.start as usize..range.end as usize;
        range.start = kept;
        kept += keep[old].iter().filter(|keep| **keep).count() as u32;
        range.end = kept;
    }
    let mut flags = keep.iter();
    body.code.retain(|_| *flags.next().unwrap_or(&true));
    let mut flags = keep.iter();
    body.locs.retain(|_| *flags.next().unwrap_or(&true));
}
