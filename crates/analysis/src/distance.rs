//! Static distances to branches that are not covered yet, or to a goal, over blocks, calls and returns.
//!
//! A step is from a block to one that it may go to, or into a function that it may call. How far the nearest
//! uncovered side is depends on the call stack too, as functions return to their callers.

use std::collections::VecDeque;

use ir::{BlockId, Body, CodeOrigin, Edge, FuncId, Inst, Program, ProgramPoint, Successor};
use rustc_hash::FxHashSet;

use crate::call_graph::CallGraph;

/// Steps; `FAR` is no way at all.
pub type Steps = u32;
pub const FAR: Steps = 1 << 24;

/// Every side of every branch and switch in the program's own functions, in order.
pub fn branches(program: &Program) -> Vec<Edge> {
    let mut all = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        if let Some(body) = &function.body
            && function.origin != CodeOrigin::Runtime
        {
            body.blocks.iter().for_each(|block| {
                all.extend(sides(FuncId::new(index), body, block.end - 1));
            });
        }
    }
    all
}

/// The sides of a branch or switch; nothing, if it has only one, or is another instruction.
fn sides(function: FuncId, body: &Body, pc: u32) -> Vec<Edge> {
    let inst = &body.code[pc as usize];
    let mut sides = Vec::new();
    if matches!(inst, Inst::Branch { .. } | Inst::Switch(_)) {
        inst.for_each_target(|target| {
            sides.push(ProgramPoint { function, pc }.to_block(body, target));
        });
    }
    sides.sort_unstable();
    sides.dedup();
    if sides.len() < 2 { Vec::new() } else { sides }
}

/// The blocks of a program, and how far each is from what is wanted.
#[derive(Debug)]
pub struct Distances {
    functions: Vec<Blocks>,
    /// From where each block is entered, calls included.
    before: Vec<Vec<u32>>,
    /// The sides that count, by block.
    sides: Vec<Vec<Edge>>,
    /// To the next return of the function.
    to_return: Vec<Steps>,
    /// To the next block that is wanted, in the function or in what it calls.
    to_wanted: Vec<Steps>,
}

/// Where the blocks of a function are in the tables.
#[derive(Debug, Default)]
struct Blocks {
    first: u32,
    /// The block of each instruction.
    of_pc: Vec<u32>,
}

impl Distances {
    /// The distances to uncovered sides, while nothing is covered.
    pub fn new(program: &Program) -> Distances {
        let mut made = Distances::without_aim(program);
        branches(program).into_iter().for_each(|side| {
            let block = made.block(side.from);
            made.sides[block].push(side);
        });
        made.update(&FxHashSet::default());
        made
    }

    /// The distances to instructions.
    pub fn to(program: &Program, goals: &[ProgramPoint]) -> Distances {
        let mut made = Distances::without_aim(program);
        made.to_wanted = made.search(goals.iter().map(|&goal| made.block(goal)).collect());
        made
    }

    /// How far it is from an instruction, without returning from its function.
    pub fn inside(&self, site: ProgramPoint) -> Steps {
        self.to_wanted[self.block(site)]
    }

    /// How far it is from the nearest place in a function.
    pub fn anywhere_in(&self, function: FuncId) -> Steps {
        let first = self.functions[function.index()].first as usize;
        let blocks = self.functions[function.index()].of_pc.last().map_or(0, |last| last + 1);
        self.to_wanted[first..first + blocks as usize].iter().copied().min().unwrap_or(FAR)
    }

    fn without_aim(program: &Program) -> Distances {
        let (functions, count) = number(program);
        let mut made = Distances {
            functions,
            before: vec![Vec::new(); count],
            sides: vec![Vec::new(); count],
            to_return: vec![FAR; count],
            to_wanted: vec![FAR; count],
        };
        let returns = made.connect(program);
        made.to_return = made.search(returns);
        made.add_calls(program);
        made
    }

    /// Something was covered.
    pub fn update(&mut self, covered: &FxHashSet<Edge>) {
        let open = |block: &usize| self.sides[*block].iter().any(|side| !covered.contains(side));
        let wanted = (0..self.sides.len()).filter(open).collect();
        self.to_wanted = self.search(wanted);
    }

    /// How far it is from the side of a decision to an uncovered side;
    /// `stack` has the deciding instruction first.
    pub fn from(
        &self,
        mut stack: impl Iterator<Item = ProgramPoint>,
        way: Successor,
        covered: &FxHashSet<Edge>,
    ) -> Steps {
        let Some(site) = stack.next() else { return FAR };
        let here = self.block(site);
        let next = match way {
            Successor::To(to) if !covered.contains(&Edge { from: site, to }) => {
                return 0;
            }
            Successor::To(to) => self.block(ProgramPoint { function: site.function, pc: to }),
            Successor::Switch | Successor::Here => here,
        };
        let mut nearest = self.to_wanted[next].saturating_add(1);
        let mut out = self.to_return[next].saturating_add(1);
        for caller in stack {
            // A frame that waits for a call is after that; if the call ends its block, that is the next one.
            let block = self.block(ProgramPoint { pc: caller.pc.saturating_sub(1), ..caller });
            nearest = nearest.min(out.saturating_add(self.to_wanted[block]));
            out = out.saturating_add(self.to_return[block]);
            // Whatever is further out is no nearer.
            if out >= nearest.min(FAR) {
                break;
            }
        }
        nearest.min(FAR)
    }

    fn block(&self, site: ProgramPoint) -> usize {
        let blocks = &self.functions[site.function.index()];
        (blocks.first + blocks.of_pc.get(site.pc as usize).copied().unwrap_or(0)) as usize
    }

    /// Notes where control goes inside functions; gives the blocks that return.
    fn connect(&mut self, program: &Program) -> Vec<usize> {
        let mut returns = Vec::new();
        for (blocks, function) in self.functions.iter().zip(&program.functions) {
            let Some(body) = &function.body else { continue };
            for (index, range) in body.blocks.iter().enumerate() {
                let block = blocks.first + index as u32;
                for inst in body.block(BlockId::new(index)) {
                    inst.for_each_target(|target| {
                        self.before[(blocks.first + target.0) as usize].push(block);
                    });
                }
                if matches!(body.code[range.end as usize - 1], Inst::Return { .. }) {
                    returns.push(block as usize);
                }
            }
        }
        returns
    }

    /// Notes who may call whom.
    fn add_calls(&mut self, program: &Program) {
        let graph = CallGraph::new(program);
        for (index, function) in program.functions.iter().enumerate() {
            let Some(body) = &function.body else { continue };
            let function = FuncId::new(index);
            for (pc, inst) in body.code.iter().enumerate() {
                let Inst::Call(call) = inst else { continue };
                let from = self.block(ProgramPoint { function, pc: pc as u32 }) as u32;
                for &callee in graph.entered_by(call) {
                    self.add_call(program, from, callee);
                }
            }
        }
    }

    fn add_call(&mut self, program: &Program, from: u32, callee: FuncId) {
        if program.function(callee).body.is_some() {
            let entry = self.functions[callee.index()].first as usize;
            self.before[entry].push(from);
        }
    }

    /// The distance of every block to the nearest of some.
    fn search(&self, wanted: Vec<usize>) -> Vec<Steps> {
        let mut distance = vec![FAR; self.before.len()];
        wanted.iter().for_each(|&block| distance[block] = 0);
        let mut open = VecDeque::from(wanted);
        while let Some(block) = open.pop_front() {
            for &before in &self.before[block] {
                if distance[before as usize] == FAR {
                    distance[before as usize] = distance[block] + 1;
                    open.push_back(before as usize);
                }
            }
        }
        distance
    }
}

/// Gives every block a number; and how many there are.
fn number(program: &Program) -> (Vec<Blocks>, usize) {
    let mut first = 0;
    let mut numbered = Vec::new();
    for function in &program.functions {
        let mut blocks = Blocks { first, of_pc: Vec::new() };
        if let Some(body) = &function.body {
            blocks.of_pc = vec![0; body.code.len()];
            for (index, range) in body.blocks.iter().enumerate() {
                blocks.of_pc[range.start as usize..range.end as usize].fill(index as u32);
            }
            first += body.blocks.len() as u32;
        }
        numbered.push(blocks);
    }
    (numbered, first as usize)
}
