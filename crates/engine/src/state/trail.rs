//! What runs leave behind for the exploration: the trees, and the sides that they didn't take.

use ir::FuncId;

use crate::state::dangling::{Dangling, Stacks};
use crate::state::start_values::StartValues;
use crate::summary::inputs::Inputs;
use crate::summary::tree::{Seen, TreeId, Trees};

/// Everything that is known about a program from its runs so far.
pub(crate) struct Trail {
    pub trees: Trees,
    /// The inputs of the trees' functions, and their symbols.
    pub inputs: Inputs,
    /// Whose tree grows where calls are not composed.
    pub entry: TreeId,
    pub stacks: Stacks,
    /// Is the other side of each decision kept, with its state?
    pub keeps_sides: bool,
    /// So many bytes of states may still be kept, about: a run may come to more decisions than there is room for.
    pub room: usize,
    /// Those that are new since the exploration looked, in the order of the decisions.
    pub dangling: Vec<Dangling>,
    /// What a harness has looked at in the present run.
    pub seen: Vec<Seen>,
    /// What inputs are that no model speaks of.
    pub start_values: StartValues,
    /// Decisions of which the other side was new.
    pub decisions: u64,
    /// Calls of functions with bodies, each of which was executed.
    pub calls: u64,
    /// The instructions that a run had executed when a state was last copied.
    pub copied_at: u64,
    /// How many pages had been copied when memory was last added up.
    pub pages_counted: u64,
}

impl Trail {
    /// Before the first run from an entry.
    pub(crate) fn new(entry: FuncId, start_values: StartValues) -> Trail {
        Trail {
            trees: Trees::default(),
            inputs: Inputs::default(),
            entry: entry.into(),
            stacks: Stacks::default(),
            keeps_sides: false,
            room: usize::MAX,
            dangling: Vec::new(),
            seen: Vec::new(),
            start_values,
            decisions: 0,
            calls: 0,
            copied_at: 0,
            pages_counted: 0,
        }
    }
}
