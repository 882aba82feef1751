//! What came of dangling nodes so far: which of them are worth a question, and which are not until more is known.

use std::collections::BTreeMap;

use ir::FuncId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Explorer;
use crate::compose::NodeRef;
use crate::summary::tree::TreeId;

/// What came of questions for dangling nodes.
#[derive(Default)]
pub(super) struct Targets {
    /// Nodes for which the solver gave up, or a run diverged.
    pub given_up: FxHashSet<NodeRef>,
    /// Nodes that can't be reached by what is known, and what was known then.
    pub postponed: FxHashMap<NodeRef, Knowledge>,
    /// Those of them about which nothing more is known, as long as no tree changes, and how often trees had changed.
    waiting: (u64, FxHashSet<NodeRef>),
    /// Nodes for which the solver gave up when it was asked about dangling nodes on the way, and after how many runs it
    /// may be asked again.
    pub hard: FxHashMap<NodeRef, u64>,
    /// How often nodes were explored because they matter to others, by where they are in the program.
    pub turns: FxHashMap<(FuncId, u32, bool), u32>,
}

/// The state of the trees that a constraint was made of.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Knowledge {
    scope: Scope,
    /// The trees that calls on the way go to: how often they had changed, or, for all extensions, begun anew.
    on_the_way: BTreeMap<TreeId, u64>,
    /// How many calls lead to the function, perhaps through others.
    calls: usize,
    /// How often trees that may lead to the function had begun anew: then they have other calls, perhaps as many.
    begun: u64,
}

/// What it holds for that a node can't be reached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// For the trees as they were: their dangling nodes led nowhere.
    Trees,
    /// For whatever their dangling nodes turn out to be: only another call can lead there.
    AllExtensions,
}

impl Targets {
    /// Has a node been asked for, and isn't worth another question yet?
    pub(super) fn is_closed(&self, target: NodeRef) -> bool {
        self.given_up.contains(&target) || self.waiting.1.contains(&target)
    }

    /// A tree has begun anew, and has other nodes.
    pub(super) fn forget(&mut self, tree: TreeId) {
        let is_other = |target: &NodeRef| target.0 != tree;
        self.given_up.retain(is_other);
        self.postponed.retain(|target, _| is_other(target));
        self.hard.retain(|target, _| is_other(target));
        self.waiting.1.retain(is_other);
    }
}

impl Explorer<'_, '_, '_> {
    /// Finds the postponed nodes that still wait, if any tree has changed.
    pub(super) fn refresh_waiting(&mut self) {
        let version = self.trees().version();
        if self.so_far.targets.waiting.0 == version {
            return;
        }
        let postponed = self.so_far.targets.postponed.keys().copied();
        let waiting = postponed.filter(|&target| self.is_postponed(target)).collect();
        self.so_far.targets.waiting = (version, waiting);
    }

    /// A node can't be reached by what is known.
    pub(super) fn postpone(&mut self, target: NodeRef, known: Knowledge) {
        self.so_far.targets.postponed.insert(target, known);
        if self.so_far.targets.waiting.0 == self.trees().version() && self.is_postponed(target) {
            self.so_far.targets.waiting.1.insert(target);
        }
    }

    /// The dangling nodes that are worth a question, by what was known when it was last looked.
    pub(super) fn open(&self) -> impl Iterator<Item = NodeRef> + '_ {
        let trees = self.trees().all().into_iter();
        let all = trees.flat_map(|tree| tree.dangling().map(|node| (tree.id, node)));
        all.filter(|&target| !self.so_far.targets.is_closed(target))
    }

    /// Is nothing known that was not when a node couldn't be reached?
    pub(super) fn is_postponed(&self, target: NodeRef) -> bool {
        let postponed = self.so_far.targets.postponed.get(&target);
        postponed.is_some_and(|known| *known == self.now(target, known))
    }

    /// What is known now of the same functions.
    fn now(&self, target: NodeRef, then: &Knowledge) -> Knowledge {
        self.knowledge(target, then.scope, then.on_the_way.keys().copied())
    }

    pub(super) fn knowledge(
        &self,
        target: NodeRef,
        scope: Scope,
        functions: impl Iterator<Item = TreeId>,
    ) -> Knowledge {
        let (trees, calls) = (self.trees(), &self.recorder().calls);
        let known = |of: TreeId| match scope {
            Scope::Trees => trees.version_of(of),
            Scope::AllExtensions => trees.generation_of(of).into(),
        };
        let leads_there = |from: &TreeId| from.may_call(calls, target.0);
        let begun = trees.ever().filter(leads_there).map(|id| u64::from(trees.generation_of(id)));
        Knowledge {
            scope,
            on_the_way: functions.map(|of| (of, known(of))).collect(),
            calls: self.calls_to(target.0),
            begun: begun.sum(),
        }
    }

    /// How many known calls lead to a function, perhaps through others.
    fn calls_to(&self, of: TreeId) -> usize {
        let calls = &self.recorder().calls;
        self.trees().calls_to(|to| to == of || to.may_call(calls, of))
    }

    /// The dangling nodes that are unreachable by the calls that are known.
    pub(super) fn impossible(&self) -> FxHashSet<NodeRef> {
        let postponed = self.so_far.targets.postponed.keys().copied();
        postponed.filter(|&node| self.is_impossible(node)).collect()
    }

    fn is_impossible(&self, target: NodeRef) -> bool {
        let postponed = self.so_far.targets.postponed.get(&target);
        let is_final =
            |known: &Knowledge| known.scope == Scope::AllExtensions || known.on_the_way.is_empty();
        postponed.is_some_and(is_final) && self.is_postponed(target)
    }
}
