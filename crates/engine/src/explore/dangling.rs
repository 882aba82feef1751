//! Dangling sides of decisions: what nobody has explored yet, and what the orders of search know about it.

use std::mem::size_of;

use ir::{FuncId, Inst};
use rustc_hash::FxHashMap;

use crate::image::Image;
use crate::path::Branch;
use crate::state::{Frame, State};
use crate::tree::{Node, NodeId, Side, Tree};
use crate::value::Value;

/// The other side of a decision, until somebody explores it.
#[derive(Debug)]
pub(crate) struct Dangling {
    /// Its place in the tree.
    pub node: NodeId,
    /// The deciding instruction.
    pub site: Site,
    /// Where it goes from there.
    pub way: Way,
    /// The calls that led there.
    pub stack: StackId,
    /// How many decisions are before it, and this one.
    pub depth: u32,
    /// As it was before the deciding instruction. Without it, the run starts anew with inputs that lead here.
    pub state: Option<Box<State>>,
}

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    pub function: FuncId,
    pub pc: u32,
}

/// Where a side of a decision goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Way {
    /// To this instruction: the side of a branch.
    To(u32),
    /// To another target of a switch than those before.
    Switch,
    /// A check fails, or a value is another one.
    Here,
}

/// A call stack that has been seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct StackId(u32);

/// All call stacks that have been seen at decisions.
#[derive(Debug, Default)]
pub(crate) struct Stacks {
    ids: FxHashMap<Box<[Site]>, StackId>,
    stacks: Vec<Box<[Site]>>,
    /// The bytes of all entries.
    bytes: usize,
}

impl Dangling {
    /// The side of a branch that it takes, if that is known.
    pub(crate) fn branch(&self) -> Option<Branch> {
        self.way.branch(self.site)
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

impl Way {
    /// The instruction that a node hangs on, and the way that it takes from there.
    pub(crate) fn into(image: &Image<'_>, tree: &Tree, node: NodeId) -> (Site, Way) {
        let Some((parent, side)) = tree.parent(node) else {
            return (Site { function: tree.id.function, pc: 0 }, Way::Here);
        };
        match tree.node(parent) {
            Node::Decision(decision) => {
                (decision.at, Way::of(image, decision.at, side == Side::Holds))
            }
            Node::Call(call) => (call.at, Way::Here),
            Node::Leaf(_) | Node::Dangling => unreachable!("ends have no nodes below them"),
        }
    }

    /// The side of a branch that it is, from that instruction, if that is known.
    pub(crate) fn branch(self, site: Site) -> Option<Branch> {
        match self {
            Way::To(to) => Some(Branch { function: site.function, pc: site.pc, to }),
            Way::Switch | Way::Here => None,
        }
    }

    /// Where the side of a decision goes on which its condition, as the instruction stated it, `holds`.
    pub(crate) fn of(image: &Image<'_>, site: Site, holds: bool) -> Way {
        let Some(body) = &image.program.function(site.function).body else { return Way::Here };
        match body.code[site.pc as usize] {
            Inst::Branch { then, otherwise, .. } => {
                let target = if holds { then } else { otherwise };
                Way::To(body.blocks[target.index()].start)
            }
            Inst::Switch(_) => Way::Switch,
            _ => Way::Here,
        }
    }
}

impl Stacks {
    /// The id of a stack, its innermost frame being at an instruction.
    pub(crate) fn id(&mut self, frames: &[Frame]) -> StackId {
        let sites = frames.iter().map(|frame| Site {
            function: frame.function,
            pc: u32::try_from(frame.pc).unwrap_or(u32::MAX),
        });
        let sites: Box<[Site]> = sites.collect();
        if let Some(&id) = self.ids.get(&sites) {
            return id;
        }
        let id = StackId(u32::try_from(self.stacks.len()).expect("memory ends before 2^32 stacks"));
        self.bytes += 2 * size_of::<Site>() * sites.len() + 64;
        self.stacks.push(sites.clone());
        self.ids.insert(sites, id);
        id
    }

    /// The instructions of a stack, innermost last. An outer frame's is the one after its call.
    pub(crate) fn sites(&self, stack: StackId) -> &[Site] {
        &self.stacks[stack.0 as usize]
    }

    /// How much memory they take, about.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}
