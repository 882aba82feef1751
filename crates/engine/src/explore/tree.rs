//! The execution tree, as far as it is known: a node for every side of every decision, explored or dangling.
//!
//! It says which sides are new, so that no path is run twice, and keeps the conditions of those that wait.

use rustc_hash::FxHashMap;
use smt::TermId;

/// A place in the tree: the conditions on the way there hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NodeId(u32);

impl NodeId {
    /// Where nothing has been decided.
    pub(crate) const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// All nodes.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    children: FxHashMap<(NodeId, TermId), NodeId>,
}

#[derive(Debug)]
struct Node {
    parent: NodeId,
    /// What holds here beyond what holds at the parent; meaningless for the root.
    condition: TermId,
    depth: u32,
    life: Life,
}

/// How far a node is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Life {
    /// No run has been there.
    Dangling,
    /// A run came by.
    Entered,
    /// A run ended here.
    Ended,
}

/// What an entry of each table takes, about.
const NODE_BYTES: usize = 48;

impl Tree {
    /// A tree in which nothing has been decided. The condition is any: the root has none.
    pub(crate) fn new(any: TermId) -> Tree {
        let root = Node { parent: NodeId::ROOT, condition: any, depth: 0, life: Life::Entered };
        Tree { nodes: vec![root], children: FxHashMap::default() }
    }

    /// A run goes from a node to the side on which the condition holds.
    pub(crate) fn enter(&mut self, from: NodeId, condition: TermId) -> NodeId {
        let node = match self.children.get(&(from, condition)) {
            Some(&node) => node,
            None => self.add(from, condition),
        };
        let life = &mut self.nodes[node.index()].life;
        if *life == Life::Dangling {
            *life = Life::Entered;
        }
        node
    }

    /// The side on which the condition holds is left for later; `None` if it is known already.
    pub(crate) fn leave_dangling(&mut self, from: NodeId, condition: TermId) -> Option<NodeId> {
        match self.children.contains_key(&(from, condition)) {
            true => None,
            false => Some(self.add(from, condition)),
        }
    }

    /// A run ends at a node. Is it the first?
    pub(crate) fn end(&mut self, node: NodeId) -> bool {
        let life = &mut self.nodes[node.index()].life;
        std::mem::replace(life, Life::Ended) != Life::Ended
    }

    /// Has no run been at a node?
    pub(crate) fn is_dangling(&self, node: NodeId) -> bool {
        self.nodes[node.index()].life == Life::Dangling
    }

    /// How many conditions lead to a node.
    pub(crate) fn depth(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].depth
    }

    /// The conditions from the root to a node, oldest first.
    pub(crate) fn conditions(&self, node: NodeId) -> Vec<TermId> {
        let mut conditions = Vec::with_capacity(self.depth(node) as usize);
        let mut at = node;
        while at != NodeId::ROOT {
            let node = &self.nodes[at.index()];
            conditions.push(node.condition);
            at = node.parent;
        }
        conditions.reverse();
        conditions
    }

    /// How much memory it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * NODE_BYTES
    }

    fn add(&mut self, parent: NodeId, condition: TermId) -> NodeId {
        let node = NodeId(u32::try_from(self.nodes.len()).expect("memory ends before 2^32 nodes"));
        let depth = self.depth(parent) + 1;
        self.nodes.push(Node { parent, condition, depth, life: Life::Dangling });
        self.children.insert((parent, condition), node);
        node
    }
}
