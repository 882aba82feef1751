//! The path of a state: what has been decided so far, over the inputs.

use std::hash::BuildHasherDefault;
use std::mem;
use std::sync::Arc;

use ir::{Edge, ProgramPoint};
use rpds::HashTrieSetSync;
use rustc_hash::{FxHashSet, FxHasher};
use smt::{TermId, TermPool};

use crate::summary::tree::NodeId;

/// The path condition of a state.
#[derive(Clone, Debug)]
pub struct Path {
    conditions: Vec<TermId>,
    /// The same conditions, to be found; forks share it.
    known: HashTrieSetSync<TermId, BuildHasherDefault<FxHasher>>,
    /// Where it is in its tree, but for values that were fixed since: each with the instruction that did it.
    node: NodeId,
    fixed_since: Vec<(TermId, ProgramPoint)>,
    /// Was any value fixed without asking what happens for the others?
    fixed: bool,
    /// Has native code looked at inputs?
    lost_track: bool,
    outside: Outside,
    branches: Arc<FxHashSet<Edge>>,
    /// Has it been where the search is to go?
    reached: bool,
    /// Conditions that no branch asked for, but an access that needs to know what it was given.
    asked: HashTrieSetSync<TermId, BuildHasherDefault<FxHasher>>,
}

/// What beside its inputs a path depends on: where each mattered first. In another process it may be another path.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outside {
    /// The layout of memory.
    pub layout: Option<ProgramPoint>,
    /// What native code returned that nobody gave it.
    pub environment: Option<ProgramPoint>,
}

impl Default for Path {
    fn default() -> Path {
        Path {
            conditions: Vec::new(),
            known: HashTrieSetSync::default(),
            node: NodeId::ROOT,
            fixed_since: Vec::new(),
            fixed: false,
            lost_track: false,
            outside: Outside::default(),
            branches: Arc::default(),
            reached: false,
            asked: HashTrieSetSync::default(),
        }
    }
}

impl Path {
    /// All conditions, oldest first.
    pub fn conditions(&self) -> &[TermId] {
        &self.conditions
    }

    /// Was a value fixed on this path, so that its others are missing?
    pub fn has_fixed(&self) -> bool {
        self.fixed
    }

    /// Has native code looked at inputs, so that this path may be another one with others?
    pub fn has_lost_track(&self) -> bool {
        self.lost_track
    }

    /// Do the conditions not say everything about this path?
    pub fn is_concretised(&self) -> bool {
        self.fixed || self.lost_track
    }

    /// The sides taken of every branch and switch, where inputs are symbolic.
    pub(crate) fn branches(&self) -> &Arc<FxHashSet<Edge>> {
        &self.branches
    }

    /// Notes a side that was taken.
    #[inline]
    pub(crate) fn take(&mut self, branch: Edge) {
        // Forks share the set until one of them has news.
        if !self.branches.contains(&branch) {
            Arc::make_mut(&mut self.branches).insert(branch);
        }
    }

    /// It is where the search is to go.
    pub(crate) fn reach(&mut self) {
        self.reached = true;
    }

    /// Has it been there?
    pub(crate) fn has_reached(&self) -> bool {
        self.reached
    }

    /// What the path already says about a condition.
    pub(crate) fn knows(&self, pool: &mut TermPool, condition: TermId) -> Option<bool> {
        if let Some(constant) = pool.as_bool(condition) {
            return Some(constant);
        }
        if self.known.contains(&condition) {
            return Some(true);
        }
        let negation = pool.not(condition);
        self.known.contains(&negation).then_some(false)
    }

    /// Notes that an access is about to ask for a condition on what the function was given.
    pub(crate) fn ask(&mut self, condition: TermId) {
        self.asked.insert_mut(condition);
    }

    /// Was an access the first to ask for this condition? Then the program itself doesn't know about it.
    pub(crate) fn was_asked(&self, condition: TermId) -> bool {
        self.asked.contains(&condition)
    }

    /// Takes the side of a decision on which the condition holds, as it does in the state's model.
    pub(crate) fn take_side(&mut self, condition: TermId, node: NodeId) {
        self.add(condition);
        self.node = node;
    }

    fn add(&mut self, condition: TermId) {
        self.conditions.push(condition);
        self.known.insert_mut(condition);
    }

    /// Native code looked at inputs: what it would do with others, nobody knows.
    pub(crate) fn lose_track(&mut self) {
        self.lost_track = true;
    }

    /// What comes next depends on where objects are in memory.
    pub(crate) fn depend_on_layout(&mut self, at: ProgramPoint) {
        self.outside.layout.get_or_insert(at);
    }

    /// What comes next depends on what native code was called for there.
    pub(crate) fn depend_on_environment(&mut self, at: ProgramPoint) {
        self.outside.environment.get_or_insert(at);
    }

    /// What beside its inputs it depends on.
    pub(crate) fn outside(&self) -> Outside {
        self.outside
    }

    /// Fixes a value: adds a condition whose other side nobody will look at.
    pub(crate) fn concretise(&mut self, condition: TermId, site: ProgramPoint) {
        self.fixed = true;
        if !self.known.contains(&condition) {
            self.add(condition);
            self.fixed_since.push((condition, site));
        }
    }

    /// Where it is in its tree.
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }

    /// It is elsewhere in its tree, without another condition.
    pub(crate) fn go_to(&mut self, node: NodeId) {
        self.node = node;
    }

    /// The values that were fixed and aren't in the tree yet.
    pub(crate) fn take_fixed(&mut self) -> Vec<(TermId, ProgramPoint)> {
        mem::take(&mut self.fixed_since)
    }

    /// A copy that waits at its node: the tree has its conditions until then.
    pub(crate) fn folded(&self) -> Path {
        Path {
            conditions: Vec::new(),
            known: self.known.clone(),
            fixed_since: self.fixed_since.clone(),
            branches: self.branches.clone(),
            asked: self.asked.clone(),
            ..*self
        }
    }

    /// The path of a callee that decides over its own inputs. What isn't about decisions is the run's.
    pub(crate) fn inner(&mut self) -> Path {
        Path {
            branches: mem::take(&mut self.branches),
            reached: self.reached,
            fixed: self.fixed,
            lost_track: self.lost_track,
            outside: self.outside,
            ..Path::default()
        }
    }

    /// The callee with that path has returned.
    pub(crate) fn resume(&mut self, inner: &mut Path) {
        self.branches = mem::take(&mut inner.branches);
        self.reached = inner.reached;
        self.fixed = inner.fixed;
        self.lost_track = inner.lost_track;
        self.outside = inner.outside;
    }

    /// Takes the conditions from the tree again.
    pub(crate) fn unfold(&mut self, conditions: Vec<TermId>) {
        self.conditions = conditions;
    }
}
