//! Program points and the edges between them: what analyses, searches and reports name places by.

use serde::{Deserialize, Serialize};

use crate::{BlockId, Body, FuncId, Inst, Program, SourceLoc};

/// An instruction of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ProgramPoint {
    /// The function it is in.
    pub function: FuncId,
    /// Its index in the body's code.
    pub pc: u32,
}

/// One side of a branch or switch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Edge {
    /// The deciding instruction.
    pub from: ProgramPoint,
    /// The instruction it goes to, in the same function.
    pub to: u32,
}

/// Where a side of a decision goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Successor {
    /// To this instruction: the side of a branch.
    To(u32),
    /// To another target of a switch than those before.
    Switch,
    /// A check fails, or a value is another one.
    Here,
}

impl ProgramPoint {
    /// An instruction, by its index.
    pub fn new(function: FuncId, pc: usize) -> ProgramPoint {
        let pc = u32::try_from(pc).expect("bodies have fewer than 2^32 instructions");
        ProgramPoint { function, pc }
    }

    /// Its place in the source, if it has one.
    pub fn loc(self, program: &Program) -> Option<SourceLoc> {
        let body = program.function(self.function).body.as_ref()?;
        *body.locs.get(self.pc as usize)?
    }

    /// The edge from here to a block.
    pub fn to_block(self, body: &Body, block: BlockId) -> Edge {
        Edge { from: self, to: body.blocks[block.index()].start }
    }
}

impl Successor {
    /// Where the side of a decision goes on which its condition, as the instruction states it, `holds`.
    pub fn of(program: &Program, at: ProgramPoint, holds: bool) -> Successor {
        let Some(body) = &program.function(at.function).body else { return Successor::Here };
        match body.code[at.pc as usize] {
            Inst::Branch { then, otherwise, .. } => {
                let target = if holds { then } else { otherwise };
                Successor::To(at.to_block(body, target).to)
            }
            Inst::Switch(_) => Successor::Switch,
            _ => Successor::Here,
        }
    }

    /// The edge that it is from that instruction, if it is one.
    pub fn edge(self, from: ProgramPoint) -> Option<Edge> {
        match self {
            Successor::To(to) => Some(Edge { from, to }),
            Successor::Switch | Successor::Here => None,
        }
    }
}
