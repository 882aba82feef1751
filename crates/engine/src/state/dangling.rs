//! Dangling sides of decisions: what is not explored yet, and what the orders of search know about it.

use std::iter;
use std::mem::size_of;

use ir::{Edge, Program, ProgramPoint, Successor};
use rustc_hash::FxHashMap;
use smt::Conjunction;

use crate::state::{Frame, State};
use crate::summary::tree::{Node, NodeId, Side, Tree};
use crate::value::Value;

/// The other side of a decision, until it is explored.
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
    /// What is decided on the way to it, its own condition last: as all calls are inlined, the whole path constraint.
    pub path: Conjunction,
    /// How many decisions are before it, and this one.
    pub depth: u32,
    /// As it was before the deciding instruction. Without it, the run starts anew with inputs that lead here.
    pub state: Option<Box<State>>,
}

/// A call stack that has been seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct StackId(u32);

/// All call stacks that have been seen at decisions. Each is its innermost frame and the stack of those that wait for it:
/// decisions all the way down a deep recursion have stacks that are as long together as the deepest of them.
#[derive(Debug, Default)]
pub(crate) struct Stacks {
    ids: FxHashMap<Innermost, StackId>,
    stacks: Vec<Innermost>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Innermost {
    site: ProgramPoint,
    callers: Option<StackId>,
}

impl Dangling {
    /// The side of a branch that it takes, if that is known.
    pub(crate) fn edge(&self) -> Option<Edge> {
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
    /// The id of a stack, its innermost frame being at an instruction. What waits for a frame stays as it is as long as
    /// the frame is there, which remembers it.
    pub(crate) fn id(&mut self, frames: &mut [Frame]) -> StackId {
        let known = frames.iter().rposition(|frame| frame.callers.is_some()).unwrap_or(0);
        let mut callers = frames[known].callers;
        for frame in &mut frames[known..] {
            frame.callers = callers;
            callers = Some(self.called(callers, frame));
        }
        callers.expect("a running state has a frame")
    }

    /// The stack of a frame that those wait for.
    fn called(&mut self, callers: Option<StackId>, frame: &Frame) -> StackId {
        let pc = u32::try_from(frame.pc).unwrap_or(u32::MAX);
        let innermost = Innermost { site: ProgramPoint { function: frame.function, pc }, callers };
        *self.ids.entry(innermost).or_insert_with(|| {
            let count = u32::try_from(self.stacks.len()).expect("memory ends before 2^32 stacks");
            self.stacks.push(innermost);
            StackId(count)
        })
    }

    /// The instructions of a stack, innermost first. An outer frame's is the one after its call.
    pub(crate) fn sites(&self, stack: StackId) -> impl Iterator<Item = ProgramPoint> {
        let innermost = |stack: StackId| &self.stacks[stack.0 as usize];
        let all = iter::successors(Some(innermost(stack)), move |it| it.callers.map(innermost));
        all.map(|it| it.site)
    }

    /// How much memory they take, about.
    pub(crate) fn bytes(&self) -> usize {
        3 * size_of::<Innermost>() * self.stacks.len()
    }
}

#[cfg(test)]
mod tests {
    use ir::FuncId;

    use super::{Frame, Stacks};

    const DEEP: usize = 1_000;

    fn frame(pc: usize) -> Frame {
        let function = FuncId::new(pc % 7);
        let (base, slots, stack_bottom, stack_used_before) = (0, 0, 0, 0);
        Frame {
            function,
            pc,
            base,
            slots,
            stack_bottom,
            stack_used_before,
            callers: None,
            extra: None,
        }
    }

    #[test]
    fn stacks_of_a_recursion_are_as_long_together_as_the_deepest() {
        let mut stacks = Stacks::default();
        let mut frames = Vec::new();
        for depth in 0..DEEP {
            frames.push(frame(depth));
            let id = stacks.id(&mut frames);
            // Whatever the frames remember, the stack is the same.
            let mut anew: Vec<Frame> = (0..=depth).map(frame).collect();
            assert_eq!(stacks.id(&mut anew), id);
            let sites: Vec<usize> = stacks.sites(id).map(|site| site.pc as usize).collect();
            assert!(sites.into_iter().eq((0..=depth).rev()));
        }
        assert_eq!(stacks.stacks.len(), DEEP);
        let deepest = stacks.id(&mut frames);
        frames.pop();
        frames.push(frame(DEEP));
        assert_ne!(stacks.id(&mut frames), deepest, "another call from the same place");
    }
}
