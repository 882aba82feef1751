//! Dangling sides of decisions: what nobody has explored yet, and what the orders of search know about it.

use std::mem::size_of;

use ir::{Edge, Program, ProgramPoint, Successor};
use rustc_hash::FxHashMap;

use crate::state::{Frame, State};
use crate::tree::{Node, NodeId, Side, Tree};
use crate::value::Value;

/// The other side of a decision, until somebody explores it.
#[derive(Debug)]
pub(crate) struct Dangling {
    /// Its place in the tree.
    pub node: NodeId,
    /// The deciding instruction.
    pub site: ProgramPoint,
    /// Where it goes from there.
    pub way: Successor,
    /// The calls that led there.
    pub stack: StackId,
    /// How many decisions are before it, and this one.
    pub depth: u32,
    /// As it was before the deciding instruction. Without it, the run starts anew with inputs that lead here.
    pub state: Option<Box<State>>,
}

/// A call stack that has been seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct StackId(u32);

/// All call stacks that have been seen at decisions.
#[derive(Debug, Default)]
pub(crate) struct Stacks {
    ids: FxHashMap<Box<[ProgramPoint]>, StackId>,
    stacks: Vec<Box<[ProgramPoint]>>,
    /// The bytes of all entries.
    bytes: usize,
}

impl Dangling {
    /// The side of a branch that it takes, if that is known.
    pub(crate) fn branch(&self) -> Option<Edge> {
        self.way.edge(self.site)
    }

    /// How much memory its state takes, about: what is shared counts in part.
    pub(crate) fn state_bytes(&self) -> usize {
        self.state.as_ref().map_or(0, |state| {
            let registers = state.regs.len() * size_of::<Value>();
            let frames = state.frames.len() * size_of::<Frame>();
            size_of::<State>() + registers + frames + state.memory.bytes_of_share()
        })
    }
}

/// The instruction that a node hangs on, and where its side goes from there.
pub(crate) fn way_to(program: &Program, tree: &Tree, node: NodeId) -> (ProgramPoint, Successor) {
    let Some((parent, side)) = tree.parent(node) else {
        return (ProgramPoint { function: tree.id.function, pc: 0 }, Successor::Here);
    };
    match tree.node(parent) {
        Node::Decision(decision) => {
            (decision.at, Successor::of(program, decision.at, side == Side::Holds))
        }
        Node::Call(call) => (call.at, Successor::Here),
        Node::Leaf(_) | Node::Dangling => unreachable!("ends have no nodes below them"),
    }
}

impl Stacks {
    /// The id of a stack, its innermost frame being at an instruction.
    pub(crate) fn id(&mut self, frames: &[Frame]) -> StackId {
        let sites = frames.iter().map(|frame| ProgramPoint {
            function: frame.function,
            pc: u32::try_from(frame.pc).unwrap_or(u32::MAX),
        });
        let sites: Box<[ProgramPoint]> = sites.collect();
        if let Some(&id) = self.ids.get(&sites) {
            return id;
        }
        let id = StackId(u32::try_from(self.stacks.len()).expect("memory ends before 2^32 stacks"));
        self.bytes += 2 * size_of::<ProgramPoint>() * sites.len() + 64;
        self.stacks.push(sites.clone());
        self.ids.insert(sites, id);
        id
    }

    /// The instructions of a stack, innermost last. An outer frame's is the one after its call.
    pub(crate) fn sites(&self, stack: StackId) -> &[ProgramPoint] {
        &self.stacks[stack.0 as usize]
    }

    /// How much memory they take, about.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}
