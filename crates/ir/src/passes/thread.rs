//! Gives every operand of `&&` and `||` in a condition a branch of its own.
//!
//! Where such an expression is the condition of a loop, compilers compute it first, each operand in a block that
//! jumps to the one branch. A block that computes the condition branches by itself here, and one that sets it to
//! a constant jumps to where that leads, so that the sides of branches are those of the source.

use crate::{BlockId, Body, Const, Inst, Operand, OperandKind, Reg, SourceLoc};

/// Expressions inside of others are followed that deep.
const DEEPEST: u32 = 100;

pub(super) fn run(body: &mut Body) {
    let uses = uses(body);
    for block in (0..body.blocks.len()).map(BlockId::new) {
        let last = body.blocks[block.index()].end as usize - 1;
        let Inst::Jump { target } = body.code[last] else { continue };
        let Some(DecidedBranch { cond, then, otherwise, at }) =
            decision(body, &uses, target, DEEPEST)
        else {
            continue;
        };
        match cond.reg().and_then(|reg| written(body, block, reg)) {
            None => {}
            Some(LastWrite::Computed) => {
                body.code[last] = Inst::Branch { cond, then, otherwise };
                body.locs[last] = at;
            }
            Some(LastWrite::Constant(holds)) => {
                body.code[last] = Inst::Jump { target: if holds { then } else { otherwise } };
            }
        }
    }
}

/// How often each register is read.
fn uses(body: &Body) -> Vec<u32> {
    let mut uses = vec![0; body.regs.len()];
    for inst in &body.code {
        inst.for_each_use(|operand| {
            if let Some(reg) = operand.reg() {
                uses[reg.index()] += 1;
            }
        });
    }
    uses
}

/// What a branch decides, and where it goes then.
struct DecidedBranch {
    cond: Operand,
    then: BlockId,
    otherwise: BlockId,
    at: Option<SourceLoc>,
}

/// What is decided in a block, if nothing else is done there.
fn decision(body: &Body, uses: &[u32], block: BlockId, deepest: u32) -> Option<DecidedBranch> {
    let at = body.locs[body.blocks[block.index()].end as usize - 1];
    let (copy, decision) = match *body.block(block) {
        [Inst::Branch { cond, then, otherwise }] => {
            return Some(DecidedBranch { cond, then, otherwise, at });
        }
        // The expression is an operand of another one.
        [Inst::Copy { dst, src }, Inst::Branch { cond, then, otherwise }] => {
            ((dst, src), DecidedBranch { cond, then, otherwise, at })
        }
        [Inst::Copy { dst, src }, Inst::Jump { target }] => {
            ((dst, src), decision(body, uses, target, deepest.checked_sub(1)?)?)
        }
        _ => return None,
    };
    let (dst, src) = copy;
    let is_operand = decision.cond.reg() == Some(dst) && uses[dst.index()] == 1;
    is_operand.then_some(DecidedBranch { cond: src, ..decision })
}

/// What a block leaves in a register.
enum LastWrite {
    Computed,
    Constant(bool),
}

/// What the last instruction of a block that writes a register writes; nothing if none does.
fn written(body: &Body, block: BlockId, reg: Reg) -> Option<LastWrite> {
    let writes = |inst: &&Inst| {
        let mut found = false;
        inst.for_each_def(|def| found |= def == reg);
        found
    };
    Some(match body.block(block).iter().rev().find(writes)? {
        Inst::Copy { src, .. } => match src.kind() {
            OperandKind::Const(constant) => match body.constant(constant) {
                Const::Bits(bits) => LastWrite::Constant(bits & 1 == 1),
                Const::Undef | Const::Address(..) | Const::Block(..) => LastWrite::Computed,
            },
            OperandKind::Reg(_) => LastWrite::Computed,
        },
        _ => LastWrite::Computed,
    })
}
