//! The path condition: what has been decided so far, over the inputs.

use std::hash::BuildHasherDefault;

use rpds::HashTrieSetSync;
use rustc_hash::FxHasher;
use smt::{TermId, TermPool};

/// A conjunction of terms, in the order in which they were decided.
#[derive(Clone, Debug, Default)]
pub struct PathCondition {
    conditions: Vec<TermId>,
    /// The same conditions, to be found; forks share it.
    known: HashTrieSetSync<TermId, BuildHasherDefault<FxHasher>>,
    /// Conditions that no branch asked for, but an access that needs to know what it was given.
    asked: HashTrieSetSync<TermId, BuildHasherDefault<FxHasher>>,
}

impl PathCondition {
    /// All conditions, oldest first.
    pub fn conditions(&self) -> &[TermId] {
        &self.conditions
    }

    /// What it already says about a condition.
    pub(crate) fn knows(&self, pool: &mut TermPool, condition: TermId) -> Option<bool> {
        if let Some(constant) = pool.as_bool(condition) {
            return Some(constant);
        }
        if self.says(condition) {
            return Some(true);
        }
        let negation = pool.not(condition);
        self.says(negation).then_some(false)
    }

    /// Is a condition one of its own?
    pub(crate) fn says(&self, condition: TermId) -> bool {
        self.known.contains(&condition)
    }

    pub(crate) fn add(&mut self, condition: TermId) {
        self.conditions.push(condition);
        self.known.insert_mut(condition);
    }

    /// Notes that an access is about to ask for a condition on what the function was given.
    pub(crate) fn ask(&mut self, condition: TermId) {
        self.asked.insert_mut(condition);
    }

    /// Was an access the first to ask for this condition? Then the program itself doesn't know about it.
    pub(crate) fn was_asked(&self, condition: TermId) -> bool {
        self.asked.contains(&condition)
    }

    /// A copy without the list, which the tree has.
    pub(crate) fn folded(&self) -> PathCondition {
        let (known, asked) = (self.known.clone(), self.asked.clone());
        PathCondition { conditions: Vec::new(), known, asked }
    }

    /// Takes the list from the tree again.
    pub(crate) fn unfold(&mut self, conditions: Vec<TermId>) {
        self.conditions = conditions;
    }
}
