//! Gives every operand of `&&` and `||` in a condition a branch of its own.
//!
//! Where such an expression is the condition of a loop, compilers compute it first, each operand in a block that
//! jumps to the one branch. A block that computes the condition branches by itself here, and one that sets it to
//! a constant jumps to where that leads, so that the sides of branches are those of the source.

use crate::{BlockId, Body, Const, Inst, OperandKind, Reg};

pub(super) fn run(body: &mut Body) {
    for block in (0..body.blocks.len()).map(BlockId::new) {
        let last = body.blocks[block.index()].end as usize - 1;
        let Inst::Jump { target } = body.code[last] else { continue };
        let range = body.blocks[target.index()];
        let only = range.start as usize;
        if range.end - range.start != 1 {
            continue;
        }
        let Inst::Branch { cond, then, otherwise } = body.code[only] else { continue };
        match cond.reg().and_then(|reg| written(body, block, reg)) {
            None => {}
            Some(Written::Computed) => {
                body.code[last] = Inst::Branch { cond, then, otherwise };
                body.locs[last] = body.locs[only];
            }
            Some(Written::Constant(holds)) => {
                body.code[last] = Inst::Jump { target: if holds { then } else { otherwise } };
            }
        }
    }
}

/// What a block leaves in a register.
enum Written {
    Computed,
    Constant(bool),
}

/// What the last instruction of a block that writes a register writes; nothing if none does.
fn written(body: &Body, block: BlockId, reg: Reg) -> Option<Written> {
    let writes = |inst: &&Inst| {
        let mut found = false;
        inst.for_each_def(|def| found |= def == reg);
        found
    };
    Some(match body.block(block).iter().rev().find(writes)? {
        Inst::Copy { src, .. } => match src.kind() {
            OperandKind::Const(constant) => match body.constant(constant) {
                Const::Bits(bits) => Written::Constant(bits & 1 == 1),
                Const::Undef | Const::Address(..) | Const::Block(..) => Written::Computed,
            },
            OperandKind::Reg(_) => Written::Computed,
        },
        _ => Written::Computed,
    })
}
