//! Activations: a function that runs as one of its own, and the callers that wait for it.

use std::iter;
use std::ops::Range;
use std::sync::Arc;

use analysis::CallClosure;
use ir::FuncId;
use rustc_hash::FxHashMap;
use smt::Model;

use crate::state::path::Cursor;
use crate::state::path_condition::PathCondition;
use crate::summary::cell::{Cell, Root};
use crate::summary::tree::{NodeId, TreeId};

/// A function that is running as one of its own.
#[derive(Clone, Debug)]
pub(crate) struct Activation {
    pub tree: TreeId,
    /// The frame it began with.
    pub frame: usize,
    /// What its memory cells are called, by address.
    pub cells: Arc<FxHashMap<u64, Cell>>,
    /// The pointers it has used.
    pub roots: Vec<RootUse>,
    /// Something happened that its tree can't express.
    pub inexact: Option<&'static str>,
    pub caller: Option<Box<Suspended>>,
}

/// A caller that waits.
#[derive(Clone, Debug)]
pub(crate) struct Suspended {
    pub activation: Activation,
    /// What it has decided, and where it is in its tree.
    pub decided: (PathCondition, Cursor),
    pub model: Arc<Model>,
    pub stack_top: u64,
    pub call: NodeId,
    /// What the callee may write.
    pub written: Vec<WrittenObject>,
}

/// An object that a callee may write, as its caller names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WrittenObject {
    pub root: Root,
    /// Where the root points.
    pub at: u64,
    pub start: u64,
    pub size: u64,
}

impl WrittenObject {
    pub(crate) fn addresses(&self) -> Range<u64> {
        self.start..self.start + self.size
    }
}

/// What an activation has used to get at memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RootUse {
    pub root: Root,
    /// Was anything written through it?
    pub written: bool,
}

impl Activation {
    /// The activation of the program's entry.
    pub(crate) fn entry(function: FuncId) -> Activation {
        Activation::new(function.into(), 0)
    }

    /// One that began with that frame.
    pub(crate) fn new(tree: TreeId, frame: usize) -> Activation {
        let (cells, roots) = (Arc::default(), Vec::new());
        Activation { tree, frame, cells, roots, inexact: None, caller: None }
    }

    /// Does a caller's activation wait for it?
    pub(crate) fn has_caller(&self) -> bool {
        self.caller.is_some()
    }

    /// This activation and those that wait for it.
    fn with_callers(&self) -> impl Iterator<Item = &Activation> {
        iter::successors(Some(self), |it| Some(&it.caller.as_deref()?.activation))
    }

    /// Whose trees can't express what happened, of this activation and those that wait for it.
    pub(crate) fn inexact_ones(&self) -> Vec<(FuncId, &'static str)> {
        let why = |it: &Activation| it.inexact.map(|why| (it.tree.function, why));
        self.with_callers().filter_map(why).collect()
    }

    /// How deep a function would be in itself and in those that call each other with it.
    pub(crate) fn level_of(&self, callee: FuncId, calls: &CallClosure) -> u32 {
        if !calls.calls_back(callee, callee) {
            return 0;
        }
        let is_one = |it: &&Activation| calls.calls_back(it.tree.function, callee);
        self.with_callers().filter(is_one).count() as u32
    }

    /// What the inputs of the entry are, while a callee runs.
    pub(crate) fn entry_model(&self) -> Option<&Arc<Model>> {
        let mut outermost = self.caller.as_deref()?;
        while let Some(caller) = outermost.activation.caller.as_deref() {
            outermost = caller;
        }
        Some(&outermost.model)
    }

    /// A byte of memory has another name.
    pub(crate) fn rename(&mut self, address: u64, cell: Cell) {
        Arc::make_mut(&mut self.cells).insert(address, cell);
    }

    /// A byte of memory has a name, unless it had one before.
    pub(crate) fn name(&mut self, address: u64, cell: Cell) {
        Arc::make_mut(&mut self.cells).entry(address).or_insert(cell);
    }
}
