//! The path of a state: what has been decided so far, over the inputs.

use std::sync::Arc;

use ir::FuncId;
use rustc_hash::FxHashSet;
use smt::{TermId, TermPool};

/// The path condition of a state.
#[derive(Clone, Debug, Default)]
pub struct Path {
    conditions: Vec<TermId>,
    /// Was any value fixed without asking what happens for the others?
    concretised: bool,
    branches: Arc<FxHashSet<Branch>>,
}

/// A side of a branch or switch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Branch {
    /// The function it is in.
    pub function: FuncId,
    /// The deciding instruction.
    pub pc: u32,
    /// The instruction it went to.
    pub to: u32,
}

impl Path {
    /// All conditions, oldest first.
    pub fn conditions(&self) -> &[TermId] {
        &self.conditions
    }

    /// Is anything missing on this path because a value was fixed?
    pub fn is_concretised(&self) -> bool {
        self.concretised
    }

    /// The sides taken of every branch and switch, where inputs are symbolic.
    pub(crate) fn branches(&self) -> &Arc<FxHashSet<Branch>> {
        &self.branches
    }

    /// Notes a side that was taken.
    #[inline]
    pub(crate) fn take(&mut self, branch: Branch) {
        // Forks share the set until one of them has news.
        if !self.branches.contains(&branch) {
            Arc::make_mut(&mut self.branches).insert(branch);
        }
    }

    /// What the path already says about a condition.
    pub(crate) fn knows(&self, pool: &mut TermPool, condition: TermId) -> Option<bool> {
        if let Some(constant) = pool.as_bool(condition) {
            return Some(constant);
        }
        if self.conditions.contains(&condition) {
            return Some(true);
        }
        let negation = pool.not(condition);
        self.conditions.contains(&negation).then_some(false)
    }

    /// Adds a condition that holds in the state's model.
    pub(crate) fn add(&mut self, condition: TermId) {
        self.conditions.push(condition);
    }

    /// Native code looked at inputs: what it would do with others, nobody knows.
    pub(crate) fn lose_track(&mut self) {
        self.concretised = true;
    }

    /// Fixes a value: adds a condition whose other side nobody will look at.
    pub(crate) fn concretise(&mut self, condition: TermId) {
        self.conditions.push(condition);
        self.concretised = true;
    }
}
