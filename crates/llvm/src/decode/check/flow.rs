//! Control flow: nothing jumps to the entry, and phis come first and know every way in.

use crate::decode::check::Result;
use crate::error::Error;
use crate::module::{BlockId, Body, Op};

pub(super) fn body(body: &Body) -> Result<()> {
    let predecessors = predecessors(body);
    if predecessors.first().is_some_and(|entry| !entry.is_empty()) {
        return Err(Error::malformed("jump to the entry block"));
    }
    let mut known = BlockSet { stamps: vec![0; body.blocks.len()], stamp: 0 };
    for (block, predecessors) in body.blocks.iter().zip(&predecessors) {
        let mut after_phis = false;
        for instruction in &block.instructions {
            match &instruction.op {
                Op::Phi { .. } if after_phis => {
                    return Err(Error::malformed("phi after another instruction"));
                }
                Op::Phi { incoming } => {
                    known.clear();
                    incoming.iter().for_each(|&(_, from)| known.add(from));
                    if !predecessors.iter().all(|&from| known.contains(from)) {
                        return Err(Error::malformed("phi without a value for a way in"));
                    }
                }
                Op::Debug { .. } => {}
                _ => after_phis = true,
            }
        }
    }
    Ok(())
}

fn predecessors(body: &Body) -> Vec<Vec<BlockId>> {
    let mut predecessors = vec![Vec::new(); body.blocks.len()];
    for (index, block) in body.blocks.iter().enumerate() {
        let from = BlockId(index as u32);
        let last = block.instructions.last();
        for to in last.map_or_else(Vec::new, |last| last.op.successors()) {
            let list: &mut Vec<BlockId> = &mut predecessors[to.0 as usize];
            // A switch may go to one block by many cases.
            if list.last() != Some(&from) {
                list.push(from);
            }
        }
    }
    predecessors
}

/// A set of blocks that is emptied in no time.
struct BlockSet {
    stamps: Vec<u32>,
    stamp: u32,
}

impl BlockSet {
    fn clear(&mut self) {
        self.stamp += 1;
    }

    fn add(&mut self, block: BlockId) {
        self.stamps[block.0 as usize] = self.stamp;
    }

    fn contains(&self, block: BlockId) -> bool {
        self.stamps[block.0 as usize] == self.stamp
    }
}
