//! What runs leave behind for the exploration: the tree, and the sides that they didn't take.

use smt::TermPool;

use crate::explore::dangling::{Dangling, Stacks};
use crate::explore::start_values::StartValues;
use crate::explore::tree::Tree;

/// Everything that is known about a program from its runs so far.
#[derive(Debug)]
pub(crate) struct Trail {
    pub tree: Tree,
    pub stacks: Stacks,
    /// New since the exploration looked, in the order of the decisions.
    pub dangling: Vec<Dangling>,
    /// What inputs are that no model speaks of.
    pub start_values: StartValues,
    /// Decisions of which the other side was new.
    pub decisions: u64,
    /// Calls of functions with bodies, each of which was executed.
    pub calls: u64,
}

impl Trail {
    pub(crate) fn new(pool: &mut TermPool) -> Trail {
        Trail {
            tree: Tree::new(pool.bool(true)),
            stacks: Stacks::default(),
            dangling: Vec::new(),
            start_values: StartValues::default(),
            decisions: 0,
            calls: 0,
        }
    }
}
