//! Drops the blocks that nothing reaches, and joins a block to the only one that jumps to it.
//!
//! Branches are left alone: a block that only jumps stays if it is the side of a branch.

use std::collections::HashSet;

use crate::{BlockId, BlockRange, Body, Const, FuncId, Inst, Program, Relocation};

/// The new id of each old block, per function; `None` for a block that is gone.
type Renumbered = Vec<Option<BlockId>>;

pub(super) fn run(program: &mut Program) {
    let taken = taken_blocks(program);
    let mut renumbered = vec![];
    for (index, function) in program.functions.iter_mut().enumerate() {
        let taken = |block| taken.contains(&(FuncId::new(index), block));
        renumbered.push(function.body.as_mut().map(|body| join(body, taken)));
    }
    if taken.is_empty() {
        return;
    }
    for_each_const(program, |constant| {
        if let Const::Block(function, block) = constant
            && let Some(Some(blocks)) = renumbered.get(function.index())
            && let Some(new) = blocks[block.index()]
        {
            *block = new;
        }
    });
}

/// The blocks whose address is taken somewhere.
fn taken_blocks(program: &mut Program) -> HashSet<(FuncId, BlockId)> {
    let mut taken = HashSet::new();
    for_each_const(program, |constant| {
        if let Const::Block(function, block) = constant {
            taken.insert((*function, *block));
        }
    });
    taken
}

fn for_each_const(program: &mut Program, mut visit: impl FnMut(&mut Const)) {
    for body in program.functions.iter_mut().filter_map(|function| function.body.as_mut()) {
        body.consts.iter_mut().for_each(&mut visit);
    }
    for init in program.globals.iter_mut().filter_map(|global| global.init.as_mut()) {
        init.relocations.iter_mut().flat_map(Relocation::addresses_mut).for_each(&mut visit);
    }
}

fn join(body: &mut Body, taken: impl Fn(BlockId) -> bool) -> Renumbered {
    let count = body.blocks.len();
    let reachable = reachable(body, &taken);
    let mut entries = vec![0u32; count];
    for block in (0..count).map(BlockId::new).filter(|block| reachable[block.index()]) {
        body.block(block).iter().for_each(|inst| {
            inst.for_each_target(|target| entries[target.index()] += 1);
        });
    }
    // Where a block goes on after a jump that only it makes.
    let next = |block: BlockId| match body.block(block).last() {
        Some(Inst::Jump { target }) if entries[target.index()] == 1 && !taken(*target) => {
            Some(*target)
        }
        _ => None,
    };
    let mut joined = vec![false; count];
    for block in (0..count).map(BlockId::new).filter(|block| reachable[block.index()]) {
        if let Some(next) = next(block) {
            joined[next.index()] = true;
        }
    }
    let chains: Vec<Vec<BlockId>> = (0..count)
        .filter(|&block| reachable[block] && !joined[block])
        .map(|block| std::iter::successors(Some(BlockId::new(block)), |last| next(*last)).collect())
        .collect();
    lay_out(body, &chains)
}

fn reachable(body: &Body, taken: impl Fn(BlockId) -> bool) -> Vec<bool> {
    let mut reached = vec![false; body.blocks.len()];
    let roots = (0..body.blocks.len()).map(BlockId::new);
    let mut pending: Vec<BlockId> =
        roots.filter(|block| block.index() == 0 || taken(*block)).collect();
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut reached[block.index()], true) {
            body.block(block).iter().for_each(|inst| inst.for_each_target(|to| pending.push(to)));
        }
    }
    reached
}

/// Makes one block of every chain, in their order.
fn lay_out(body: &mut Body, chains: &[Vec<BlockId>]) -> Renumbered {
    let mut renumbered = vec![None; body.blocks.len()];
    let mut code: Vec<Option<Inst>> =
        std::mem::take(&mut body.code).into_iter().map(Some).collect();
    let locs = std::mem::take(&mut body.locs);
    let old = std::mem::take(&mut body.blocks);
    for chain in chains {
        let start = body.code.len() as u32;
        for (position, block) in chain.iter().enumerate() {
            renumbered[block.index()] = Some(BlockId::new(body.blocks.len()));
            let range = old[block.index()];
            let jumps_on = position + 1 < chain.len();
            for at in range.start..range.end - u32::from(jumps_on) {
                body.code.extend(code[at as usize].take());
                body.locs.push(locs[at as usize]);
            }
        }
        body.blocks.push(BlockRange { start, end: body.code.len() as u32 });
    }
    for inst in &mut body.code {
        inst.for_each_target_mut(|target| {
            *target = renumbered[target.index()].unwrap_or(*target);
        });
    }
    renumbered
}
