//! The path of a state: what was decided over the inputs, where that is in the tree, and what the run noted on its way.

use std::mem;

use ir::ProgramPoint;
use smt::{TermId, TermPool};

use crate::state::path_condition::PathCondition;
use crate::state::trace::RunTrace;
use crate::summary::origin::Origins;
use crate::summary::tree::NodeId;

/// The path of a run, so far.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// What was decided by the running activation: a callee that is explored by itself decides over inputs of its own.
    pub condition: PathCondition,
    pub(crate) cursor: Cursor,
    /// The run's, in every activation.
    pub trace: RunTrace,
}

/// Where a path is in its tree.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    node: NodeId,
    /// Values that were concretized since: each with the instruction that did it.
    concretized: Vec<(TermId, ProgramPoint)>,
}

impl Default for Cursor {
    fn default() -> Cursor {
        Cursor { node: NodeId::ROOT, concretized: Vec::new() }
    }
}

impl Cursor {
    /// The node that it is at.
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }

    /// It is elsewhere, without another condition.
    pub(crate) fn go_to(&mut self, node: NodeId) {
        self.node = node;
    }

    /// The values that were concretized and aren't in the tree yet.
    pub(crate) fn take_concretized(&mut self) -> Vec<(TermId, ProgramPoint)> {
        mem::take(&mut self.concretized)
    }
}

impl Path {
    /// Takes the side of a decision on which the condition holds, as it does in the state's model.
    pub(crate) fn take_side(
        &mut self,
        pool: &mut TermPool,
        origins: &Origins,
        condition: TermId,
        node: NodeId,
    ) {
        self.condition.decide(pool, origins, condition);
        self.cursor.go_to(node);
    }

    /// Concretizes a value: adds a condition whose other side is not looked for.
    pub(crate) fn concretize(
        &mut self,
        pool: &mut TermPool,
        condition: TermId,
        site: ProgramPoint,
    ) {
        self.trace.concretized = true;
        if !self.condition.says(condition) {
            self.condition.add(pool, condition);
            self.cursor.concretized.push((condition, site));
        }
    }

    /// A callee begins that decides over its own inputs. Gives what its caller has decided.
    pub(crate) fn suspend(&mut self) -> (PathCondition, Cursor) {
        (mem::take(&mut self.condition), mem::take(&mut self.cursor))
    }

    /// The callee has returned.
    pub(crate) fn resume(&mut self, (condition, cursor): (PathCondition, Cursor)) {
        (self.condition, self.cursor) = (condition, cursor);
    }
}
