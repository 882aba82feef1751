//! Function trees: the execution tree of one function, over its own inputs.
//!
//! Every mode of exploration makes them grow, and only here. Where calls are composed, each function has one; where
//! they are inlined, as DART does, the entry has one for all.
//!
//! A node is a decision with two sides, or a call after which the function goes on; a leaf is how a path
//! ended, or dangling: a side that is not explored yet. Conditions are terms over the function's inputs:
//! its parameters, the memory cells it reads before it writes them, and the results of the calls it makes.
//! Nothing in a tree speaks of a caller, so one tree serves all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::iter;
use std::ops::Range;

use analysis::CallClosure;
use ir::{FuncId, GlobalId, ProgramPoint, SourceLoc};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{TermId, TermPool};

use crate::memory::{Layout, ZoneKind};
use crate::report::bug::BugKind;
use crate::report::outcome::StopReason;
use crate::summary::call_memory::CallMemory;
use crate::summary::cell::Write;
use crate::summary::origin::InputId;
use crate::summary::shape::{Shape, Shapes};

/// A node of one tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct NodeId(u32);

impl NodeId {
    /// Where every path begins.
    pub(crate) const ROOT: NodeId = NodeId(0);

    fn at(index: usize) -> NodeId {
        NodeId(u32::try_from(index).expect("memory ends before 2^32 nodes"))
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whose tree it is: that of a function, at a level of recursion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct TreeId {
    pub function: FuncId,
    /// How many activations with trees of their own it is in, of functions that it calls back to. Most functions don't
    /// call themselves, and have one tree.
    pub level: u32,
}

/// How often a tree was made anew.
pub(crate) type Generation = u32;

/// How far a tree is from the entry: callees after their callers.
pub(crate) type Rank = (u32, u32);

impl TreeId {
    /// May an activation with this tree call, perhaps through others, one with that tree?
    pub(crate) fn may_call(self, calls: &CallClosure, to: TreeId) -> bool {
        let is_deeper = || to.level > self.level || !calls.calls_back(self.function, to.function);
        calls.may_call(self.function, to.function) && is_deeper()
    }

    /// How far it is from the entry.
    pub(crate) fn rank(self, calls: &CallClosure) -> Rank {
        (calls.rank(self.function), self.level)
    }
}

impl fmt::Display for TreeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^{}", self.function.index(), self.level)
    }
}

impl From<FuncId> for TreeId {
    fn from(function: FuncId) -> TreeId {
        TreeId { function, level: 0 }
    }
}

/// What a node takes, about, with its part of the indexes; and an entry for another in its place.
const NODE_BYTES: usize = 72;
const OTHER_BYTES: usize = 16;
const CALL_BYTES: usize = 500;

/// The entry's part of the stack, and each callee's: that of the first so many trees is wide, and later ones get less, so
/// that all functions of a large program have room.
const ENTRY_REGION: u64 = 16 << 20;
const WIDE_REGION: u64 = 1 << 20;
const WIDE_REGIONS: u64 = 512;
const NARROW_REGION: u64 = 1 << 17;

/// The trees of a program, one for each function that was entered as a function of its own, and for each level of it.
#[derive(Default)]
pub(crate) struct Trees {
    /// The objects that the program was given, by address: what they are called, and how long they may be.
    pub objects: BTreeMap<u64, (InputId, u64)>,
    /// The classes of ends of all functions.
    pub shapes: Shapes,
    trees: FxHashMap<TreeId, Tree>,
    /// All that there ever were.
    ever: FxHashMap<TreeId, History>,
}

/// What is true of a tree for all of an exploration, even when it is gone or made anew.
#[derive(Clone, Copy, Default)]
struct History {
    /// How many trees were there before it: its frame is found by that.
    place: u64,
    /// How often it was made anew: symbols of other trees have other names.
    generation: Generation,
    /// How often a dangling node became something else, in it and in those before it.
    version: u64,
}

/// The tree of one function.
pub(crate) struct Tree {
    pub id: TreeId,
    function_name: String,
    history: History,
    nodes: Vec<Placed>,
    /// Is there a path on which it doesn't return?
    ends: bool,
    dangling: BTreeSet<NodeId>,
    calls: Vec<NodeId>,
    /// How many calls go to each function.
    callees: BTreeMap<TreeId, usize>,
    /// Nodes in the place of others, for runs that decide something else there: a value was concretized otherwise, or
    /// native code gave another answer.
    others: FxHashMap<(NodeId, TermId), NodeId>,
    /// What its calls are given takes so much memory, about.
    given: usize,
}

/// A node and how it is reached.
struct Placed {
    node: Node,
    parent: Option<(NodeId, Side)>,
    /// How many decisions and calls are before it.
    depth: u32,
}

/// Which way a parent leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// The decision's condition holds.
    Holds,
    /// It doesn't.
    Fails,
    /// The call returned.
    Returned,
}

/// What happens at a place of the tree.
pub(crate) enum Node {
    /// Not explored yet.
    Dangling,
    /// A branch, or a check for a bug.
    Decision(Decision),
    /// A call of a function that has a tree of its own.
    Call(Box<CallNode>),
    /// The end of a path.
    Leaf(Leaf),
}

/// A condition over the inputs, and where each outcome leads.
#[derive(Clone, Copy)]
pub(crate) struct Decision {
    pub condition: TermId,
    /// The deciding instruction, perhaps of an inlined callee.
    pub at: ProgramPoint,
    pub holds: NodeId,
    pub fails: NodeId,
}

impl Decision {
    /// What is so on a side, and where that leads.
    pub(crate) fn side(&self, pool: &mut TermPool, holds: bool) -> (TermId, NodeId) {
        match holds {
            true => (self.condition, self.holds),
            false => (pool.not(self.condition), self.fails),
        }
    }
}

/// A call: what the callee is given, in terms of the caller.
pub(crate) struct CallNode {
    pub callee: TreeId,
    pub args: Vec<TermId>,
    /// The calling instruction, perhaps of an inlined callee.
    pub at: ProgramPoint,
    /// The caller's memory at the call, from which the callee's inputs are taken.
    pub memory: CallMemory,
    pub next: NodeId,
}

/// How a path ended.
pub(crate) enum Leaf {
    /// With these values, these cells written, and in that class of ends.
    Return { values: Vec<TermId>, writes: Vec<Write>, shape: Shape },
    /// The program ended, or we stopped there.
    End(Ending),
}

/// How a path ended on which the function doesn't return to a caller.
pub(crate) enum Ending {
    /// The entry returned that, if it returns anything. A harness also looks at what its function did.
    Returned { value: Option<TermId>, seen: Vec<Seen> },
    /// The program ended itself, with that code.
    Exit(TermId),
    /// It did something wrong, at that place.
    Bug(BugKind, Option<SourceLoc>),
    /// An assumption doesn't hold.
    AssumeFailed,
    /// We stopped it.
    Bound(StopReason),
    /// It did something that can't be executed.
    Unsupported(String),
}

/// What a harness looked at when its function had returned.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// As the harness calls it.
    pub name: String,
    /// The input that it is, or that points to it.
    pub input: Option<InputId>,
    /// The global variable that it is.
    pub global: Option<GlobalId>,
    /// Its bytes, lowest first; or a pointer alone.
    pub value: Vec<TermId>,
}

impl Trees {
    /// The tree of a function, which begins with one dangling node.
    pub(crate) fn tree(&mut self, id: TreeId, name: &str) -> &mut Tree {
        let first = History { place: self.ever.len() as u64, ..History::default() };
        self.trees
            .entry(id)
            .or_insert_with(|| Tree::new(id, *self.ever.entry(id).or_insert(first), name))
    }

    /// Is there a part of the stack for another tree?
    pub(crate) fn has_room(&self, layout: Layout) -> bool {
        layout.zone(region(layout, self.ever.len() as u64).end) == Some(ZoneKind::Stack)
    }

    /// Calls of a function are inlined from now on: its trees are thrown away, and those that have such calls, or decisions on
    /// what one is given, begin anew. Gives which. Trees that call these stay: what they say of a call is true of whatever its callee does.
    pub(crate) fn inline(&mut self, function: FuncId, deciding: &[TreeId]) -> Vec<TreeId> {
        let is_its_own = |tree: &Tree| tree.id.function == function;
        let calls_it = |tree: &Tree| tree.calls_to(|callee| callee.function == function) > 0;
        let is_stale =
            |tree: &&Tree| is_its_own(tree) || calls_it(tree) || deciding.contains(&tree.id);
        let stale: Vec<TreeId> = self.trees.values().filter(is_stale).map(|tree| tree.id).collect();
        for &id in &stale {
            let Some(tree) = self.trees.remove(&id) else { continue };
            let History { place, generation, version } = tree.history;
            let history = History { place, generation: generation + 1, version: version + 1 };
            self.ever.insert(id, history);
            if id.function != function {
                self.trees.insert(id, Tree::new(id, history, &tree.function_name));
            }
        }
        stale
    }

    /// The tree of a function that was entered before.
    pub(crate) fn get(&self, id: TreeId) -> Option<&Tree> {
        self.trees.get(&id)
    }

    /// The functions that are known not to return always: they or their callees end the program on some path.
    pub(crate) fn ending(&self) -> FxHashSet<TreeId> {
        let mut ending: FxHashSet<TreeId> =
            self.trees.values().filter(|tree| tree.ends()).map(|tree| tree.id).collect();
        loop {
            let calls_one = |tree: &&Tree| tree.calls_to(|callee| ending.contains(&callee)) > 0;
            let more: Vec<TreeId> = self
                .trees
                .values()
                .filter(|tree| !ending.contains(&tree.id))
                .filter(calls_one)
                .map(|tree| tree.id)
                .collect();
            if more.is_empty() {
                return ending;
            }
            ending.extend(more);
        }
    }

    /// How many calls go to such functions.
    pub(crate) fn calls_to(&self, wanted: impl Fn(TreeId) -> bool) -> usize {
        self.trees.values().map(|tree| tree.calls_to(&wanted)).sum()
    }

    /// The trees with calls to one, in the order of their functions.
    pub(crate) fn callers(&self, of: TreeId) -> Vec<&Tree> {
        self.all().into_iter().filter(|from| from.calls_to(|callee| callee == of) > 0).collect()
    }

    /// How often a tree has changed, those before it that are gone included.
    pub(crate) fn version_of(&self, id: TreeId) -> u64 {
        let gone = || self.ever.get(&id).map_or(0, |history| history.version);
        self.get(id).map_or_else(gone, Tree::version)
    }

    /// How often a tree has begun anew.
    pub(crate) fn generation_of(&self, id: TreeId) -> Generation {
        self.ever.get(&id).map_or(0, |history| history.generation)
    }

    /// How often any of them has changed.
    pub(crate) fn version(&self) -> u64 {
        self.ever.keys().map(|&id| self.version_of(id)).sum()
    }

    /// All trees that there ever were, in no order.
    pub(crate) fn ever(&self) -> impl Iterator<Item = TreeId> + '_ {
        self.ever.keys().copied()
    }

    /// How much memory they take, about.
    pub(crate) fn bytes(&self) -> usize {
        self.trees.values().map(Tree::bytes).sum()
    }

    /// Is a node not explored yet?
    pub(crate) fn is_dangling(&self, (id, node): (TreeId, NodeId)) -> bool {
        self.get(id).is_some_and(|tree| matches!(tree.node(node), Node::Dangling))
    }

    /// All trees, in the order of their functions.
    pub(crate) fn all(&self) -> Vec<&Tree> {
        let mut all: Vec<&Tree> = self.trees.values().collect();
        all.sort_by_key(|tree| tree.id);
        all
    }
}

impl Leaf {
    /// Adds the terms that it speaks of.
    fn add_terms(&self, terms: &mut Vec<TermId>) {
        match self {
            Leaf::Return { values, writes, .. } => {
                terms.extend(values);
                terms.extend(writes.iter().map(|write| write.value));
            }
            Leaf::End(Ending::Returned { value, seen }) => {
                terms.extend(value);
                terms.extend(seen.iter().flat_map(|seen| &seen.value));
            }
            Leaf::End(Ending::Exit(code)) => terms.push(*code),
            Leaf::End(
                Ending::Bug(..) | Ending::AssumeFailed | Ending::Bound(_) | Ending::Unsupported(_),
            ) => {}
        }
    }
}

impl Tree {
    /// The shape of an end.
    pub(crate) fn shape_at(&self, node: NodeId) -> Shape {
        match self.node(node) {
            Node::Leaf(Leaf::Return { shape, .. }) => shape.clone(),
            _ => Shape::default(),
        }
    }

    fn new(id: TreeId, history: History, function_name: &str) -> Tree {
        let root = Placed { node: Node::Dangling, parent: None, depth: 0 };
        Tree {
            id,
            function_name: function_name.to_owned(),
            history,
            nodes: vec![root],
            ends: false,
            dangling: BTreeSet::from([NodeId::ROOT]),
            calls: Vec::new(),
            callees: BTreeMap::new(),
            others: FxHashMap::default(),
            given: 0,
        }
    }

    /// What its symbols begin with. A program may call a function anything, and two of them the same.
    pub(crate) fn name(&self) -> String {
        let level = if self.id.level > 0 { format!("^{}", self.id.level) } else { String::new() };
        match self.history.generation {
            0 => format!("{}{level}", self.function_name),
            generation => format!("{}{level}~{generation}", self.function_name),
        }
    }

    /// How often it was made anew before.
    pub(crate) fn generation(&self) -> Generation {
        self.history.generation
    }

    /// Where its function makes its own memory: the part of the stack that its activations have to themselves. The entry,
    /// whose tree is the first, has all that there is.
    pub(crate) fn frame(&self, layout: Layout) -> Range<u64> {
        match self.history.place {
            0 => layout.base..layout.start(ZoneKind::Stack) + layout.zone_size(),
            place => region(layout, place),
        }
    }

    /// Is it that of the entry?
    pub(crate) fn is_entry(&self) -> bool {
        self.history.place == 0
    }

    /// A node.
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()].node
    }

    /// All nodes, parents before their children.
    pub(crate) fn nodes(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> {
        let nodes = self.nodes.iter().enumerate();
        nodes.map(|(index, placed)| (NodeId::at(index), &placed.node))
    }

    /// Every dangling node, oldest first.
    pub(crate) fn dangling(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.dangling.iter().copied()
    }

    /// Every call, oldest first.
    pub(crate) fn calls(&self) -> impl Iterator<Item = (NodeId, &CallNode)> {
        self.calls.iter().map(|&id| match self.node(id) {
            Node::Call(call) => (id, &**call),
            _ => unreachable!("only calls are listed as calls"),
        })
    }

    /// The last call before a node, on the way to it.
    pub(crate) fn last_call(&self, before: NodeId) -> Option<&CallNode> {
        let parents = iter::successors(self.parent(before), |(at, _)| self.parent(*at));
        parents.map(|(at, _)| self.node(at)).find_map(|node| match node {
            Node::Call(call) => Some(&**call),
            _ => None,
        })
    }

    /// How many calls go to such functions.
    pub(crate) fn calls_to(&self, wanted: impl Fn(TreeId) -> bool) -> usize {
        self.callees.iter().filter(|(callee, _)| wanted(**callee)).map(|(_, count)| count).sum()
    }

    /// The way from the root to a node: each step with the side it takes.
    pub(crate) fn way(&self, to: NodeId) -> Vec<(NodeId, Side)> {
        let mut way = Vec::new();
        let mut at = to;
        while let Some((parent, side)) = self.nodes[at.index()].parent {
            way.push((parent, side));
            at = parent;
        }
        way.reverse();
        way
    }

    /// The decision at a node, and whether it is new: another run may have decided something else there. Nothing if
    /// the tree knows that no decision comes there.
    pub(crate) fn decide(
        &mut self,
        at: NodeId,
        condition: TermId,
        site: ProgramPoint,
    ) -> Option<(Decision, bool)> {
        match self.node(at) {
            Node::Dangling => {}
            Node::Decision(known) => return Some((*known, false)),
            Node::Call(_) | Node::Leaf(_) => return None,
        }
        let [holds, fails] = [Side::Holds, Side::Fails].map(|side| self.grow(at, side));
        let decision = Decision { condition, at: site, holds, fails };
        self.settle(at, Node::Decision(decision));
        Some((decision, true))
    }

    /// The node in the place of another where a condition is decided, or will be: the same one, unless another run decided
    /// something else there.
    pub(crate) fn at_or_beside(&mut self, at: NodeId, condition: TermId) -> NodeId {
        match self.node(at) {
            Node::Dangling => return at,
            Node::Decision(known) if known.condition == condition => return at,
            _ => {}
        }
        let next = NodeId::at(self.nodes.len());
        let other = *self.others.entry((at, condition)).or_insert(next);
        if other == next {
            let Placed { parent, depth, .. } = self.nodes[at.index()];
            self.nodes.push(Placed { node: Node::Dangling, parent, depth });
        }
        other
    }

    /// All dangling nodes, also those that are left out.
    pub(crate) fn all_dangling(&self) -> impl Iterator<Item = NodeId> {
        let nodes = self.nodes.iter().enumerate();
        let dangling = nodes.filter(|(_, placed)| matches!(placed.node, Node::Dangling));
        dangling.map(|(index, _)| NodeId::at(index))
    }

    /// No search looks for inputs that lead to a dangling node.
    pub(crate) fn leave_out(&mut self, node: NodeId) {
        self.dangling.remove(&node);
    }

    /// How much memory its nodes take, about.
    fn bytes(&self) -> usize {
        let nodes = self.nodes.len() * NODE_BYTES + self.others.len() * OTHER_BYTES;
        nodes + self.given
    }

    /// Puts something in the place of a dangling node.
    pub(crate) fn settle(&mut self, at: NodeId, node: Node) {
        self.dangling.remove(&at);
        match &node {
            Node::Leaf(Leaf::End(_)) => self.ends = true,
            Node::Call(call) => {
                self.calls.push(at);
                self.given += CALL_BYTES + call.memory.bytes();
                *self.callees.entry(call.callee).or_default() += 1;
            }
            _ => {}
        }
        self.nodes[at.index()].node = node;
        self.history.version += 1;
    }

    /// Is a path known on which the function itself ends the program?
    pub(crate) fn ends(&self) -> bool {
        self.ends
    }

    /// How its paths end the program, where they do.
    pub(crate) fn endings(&self) -> impl Iterator<Item = &Ending> {
        self.nodes.iter().filter_map(|placed| match &placed.node {
            Node::Leaf(Leaf::End(ending)) => Some(ending),
            _ => None,
        })
    }

    /// How often it has changed.
    pub(crate) fn version(&self) -> u64 {
        self.history.version
    }

    /// What a node hangs on, and on which side.
    pub(crate) fn parent(&self, node: NodeId) -> Option<(NodeId, Side)> {
        self.nodes[node.index()].parent
    }

    /// How many decisions and calls are before a node.
    pub(crate) fn depth(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].depth
    }

    /// A new dangling node below another.
    pub(crate) fn grow(&mut self, parent: NodeId, side: Side) -> NodeId {
        let id = NodeId::at(self.nodes.len());
        let depth = self.depth(parent) + 1;
        self.nodes.push(Placed { node: Node::Dangling, parent: Some((parent, side)), depth });
        self.dangling.insert(id);
        id
    }

    /// The terms that its nodes speak of: conditions, arguments and results.
    pub(crate) fn terms(&self) -> Vec<TermId> {
        let mut terms = Vec::new();
        for placed in &self.nodes {
            match &placed.node {
                Node::Dangling => {}
                Node::Decision(decision) => terms.push(decision.condition),
                Node::Call(call) => terms.extend(&call.args),
                Node::Leaf(leaf) => leaf.add_terms(&mut terms),
            }
        }
        terms
    }
}

/// The part of the stack of the tree that comes after so many others.
fn region(layout: Layout, place: u64) -> Range<u64> {
    let (wide, narrow) = (place.min(WIDE_REGIONS), place.saturating_sub(WIDE_REGIONS));
    let before = ENTRY_REGION + WIDE_REGION * wide + NARROW_REGION * narrow;
    let start = layout.start(ZoneKind::Stack) + before;
    let size = if place < WIDE_REGIONS { WIDE_REGION } else { NARROW_REGION };
    start..start + size
}
