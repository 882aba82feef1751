//! Instances: copies of trees in constraints, each with its inputs bound to what a call gives.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smt::{SymbolId, TermId};

use super::reader::{HavocSymbols, ReadCache};
use crate::summary::tree::{Generation, NodeId, TreeId};

/// What an instance takes by itself, with its place among the shared ones.
const INSTANCE_BYTES: usize = 500;

/// Instances of trees, from one constraint to the next: most of them are the same.
#[derive(Default)]
pub(crate) struct Instances {
    pub(super) all: Vec<Instance>,
    /// Instances by what they are given, and how far the trees were known.
    pub(super) shared: FxHashMap<(TreeId, Stamp, Vec<TermId>), InstanceId>,
    /// What was read of the memory that calls are given. That is said in terms of the caller's tree, whatever the instance.
    pub(super) read: FxHashMap<CallKey, ReadCache>,
    /// Havoc symbols, for what a caller can't say.
    pub(super) unknown: HavocSymbols,
    /// How often another call turned out to be needed.
    pub(super) needs: usize,
}

impl Instances {
    /// How much memory the instances take, about.
    pub(crate) fn bytes(&self) -> usize {
        let bytes = |instance: &Instance| {
            let Instance { meanings, translated, conditions, .. } = instance;
            let entries = meanings.len() + translated.len() + conditions.len();
            let nodes = instance.live.as_ref().map_or(0, |live| live.len());
            INSTANCE_BYTES + 16 * entries + 64 * instance.callees.len() + 4 * nodes
        };
        let read: usize = self.read.values().map(ReadCache::bytes).sum();
        self.all.iter().map(bytes).sum::<usize>() + read
    }

    /// These trees have begun anew, or are gone: their instances are of no use, nor are those that call them, or that are given
    /// their inputs by them: there may be more inputs one day, which would have to be asked for.
    pub(crate) fn forget(&mut self, trees: &[TreeId]) {
        let stale = self.stale(trees);
        self.shared.retain(|_, instance| !stale[instance.0]);
        self.read.retain(|call, _| !trees.contains(&call.0));
        for (instance, _) in self.all.iter_mut().zip(&stale).filter(|(_, is_stale)| **is_stale) {
            *instance = Instance::new(instance.of, GivenBy::Context);
        }
    }

    /// Which of them depend on a tree that has begun anew?
    fn stale(&self, trees: &[TreeId]) -> Vec<bool> {
        let mut stale: Vec<bool> = self.all.iter().map(|it| trees.contains(&it.of)).collect();
        loop {
            let is_new = |id: &usize| !stale[*id] && self.all[*id].depends_on(&stale);
            let more: Vec<usize> = (0..self.all.len()).filter(is_new).collect();
            if more.is_empty() {
                return stale;
            }
            more.into_iter().for_each(|id| stale[id] = true);
        }
    }
}

/// A call in a tree, and its arguments, or constants that they may be. A tree that began anew has other calls.
pub(super) type CallKey = (TreeId, Generation, NodeId, Rc<[TermId]>);

/// How far a function's tree and those of its callees are known: what has the same stamp has not changed.
pub(super) type Stamp = u64;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct InstanceId(pub(super) usize);

/// A copy of a tree in the constraint.
pub(super) struct Instance {
    pub(super) of: TreeId,
    pub(super) given_by: GivenBy,
    /// What the tree's symbols are here.
    pub(super) meanings: FxHashMap<SymbolId, TermId>,
    /// What terms over these symbols are here, and all of their parts.
    pub(super) translated: FxHashMap<TermId, TermId>,
    /// What the conditions of decisions are here.
    pub(super) conditions: FxHashMap<NodeId, TermId>,
    /// The instances of the callees, by call.
    pub(super) callees: FxHashMap<NodeId, Rc<[CalleeInstance]>>,
    /// Calls that a path through them must return from: their results are used, or they don't always return.
    pub(super) needed: BTreeSet<NodeId>,
    /// The nodes that inputs can get to, parents first.
    pub(super) live: Option<Rc<[NodeId]>>,
    /// What it returns.
    pub(super) values: FxHashMap<u32, TermId>,
    /// Whether it returns, by the needs at that time.
    pub(super) returns: Option<(usize, TermId)>,
}

impl Instance {
    /// One of which nothing is known yet.
    pub(super) fn new(of: TreeId, given_by: GivenBy) -> Instance {
        Instance {
            of,
            given_by,
            meanings: FxHashMap::default(),
            translated: FxHashMap::default(),
            conditions: FxHashMap::default(),
            callees: FxHashMap::default(),
            needed: BTreeSet::new(),
            live: None,
            values: FxHashMap::default(),
            returns: None,
        }
    }

    /// Does it call a stale instance, or ask one for its inputs?
    fn depends_on(&self, stale: &[bool]) -> bool {
        let is_stale = |callee: &CalleeInstance| stale[callee.instance.0];
        self.callees.values().any(|cases| cases.iter().any(is_stale))
            || matches!(self.given_by, GivenBy::Call { caller, .. } if stale[caller.0])
    }
}

/// What a call enters, in one of its cases. On every path that comes to the call, exactly one of the cases holds.
#[derive(Clone, Copy)]
pub(super) struct CalleeInstance {
    pub(super) when: TermId,
    pub(super) instance: InstanceId,
    /// What the decisions on the way to the call come to in this case.
    pub(super) way: TermId,
}

/// Where an instance's inputs come from.
#[derive(Clone)]
pub(super) enum GivenBy {
    /// The program's own inputs.
    Entry,
    /// A call in another instance, with these arguments in terms of its tree, or constants.
    Call { caller: InstanceId, call: NodeId, args: Rc<[TermId]> },
    /// Any of the calls that lead to the function: its inputs are variables.
    Context,
}
