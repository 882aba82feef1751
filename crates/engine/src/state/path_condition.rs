//! The path condition: what has been decided so far, over the inputs. Forks share all of it.

use std::hash::BuildHasherDefault;
use std::sync::Arc;

use rpds::HashTrieSetSync;
use rustc_hash::FxHasher;
use smt::{Conjunction, TermId, TermPool};

use crate::state::heap_condition::{HeapCondition, HeapPathCondition};
use crate::summary::origin::Origins;

/// A conjunction of terms, in the order in which they were decided.
#[derive(Clone, Debug, Default)]
pub struct PathCondition {
    conditions: Conjunction,
    /// The same conditions, to be found.
    known: HashTrieSetSync<TermId, BuildHasherDefault<FxHasher>>,
    /// Those of them that are about the shape of the input.
    heap_pc: Option<Arc<HeapPathCondition>>,
    /// Conditions that no branch asked for, but an access that needs to know what it was given.
    asked: HashTrieSetSync<TermId, BuildHasherDefault<FxHasher>>,
}

impl PathCondition {
    /// All conditions.
    pub fn conditions(&self) -> Conjunction {
        self.conditions
    }

    /// What it says about the shape of the input.
    pub(crate) fn heap_pc(&self) -> impl Iterator<Item = &HeapCondition> {
        self.heap_pc.iter().flat_map(|heap| heap.iter())
    }

    /// What it says about anything else, newest first: the numeric path condition.
    pub(crate) fn numeric(&self, pool: &TermPool) -> impl Iterator<Item = TermId> {
        pool.newest_first(self.conditions).filter(|&condition| !self.is_heap(condition))
    }

    fn is_heap(&self, condition: TermId) -> bool {
        self.heap_pc.as_ref().is_some_and(|heap| heap.has(condition))
    }

    /// Takes in a side of a decision.
    pub(crate) fn decide(&mut self, pool: &mut TermPool, origins: &Origins, condition: TermId) {
        self.add(pool, condition);
        // Most programs have no references among their inputs, and then nothing of it.
        if origins.has_references() {
            Arc::make_mut(self.heap_pc.get_or_insert_default()).note(pool, origins, condition);
        }
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

    pub(crate) fn add(&mut self, pool: &mut TermPool, condition: TermId) {
        self.conditions = pool.conjoin(self.conditions, condition);
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
}
