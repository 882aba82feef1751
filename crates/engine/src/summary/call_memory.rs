//! What a callee is given of its caller's memory, in the caller's terms and under the caller's names.
//!
//! Nothing is left in it of the run that came to the call first: neither what symbols were in that, nor where memory was
//! that the caller has not made itself. So it holds for every run that comes to the call, whoever has called the caller.

use std::collections::BTreeMap;
use std::sync::Arc;

use smt::TermId;

use crate::memory::Memory;
use crate::summary::cell::{Cell, Root};

/// What a changed cell takes, and what is known of an object, about.
const CELL_BYTES: usize = 64;
const OBJECT_BYTES: usize = 48;

/// A caller's memory at a call.
#[derive(Clone)]
pub(crate) struct CallMemory {
    pub own: Own,
    /// Cells that the caller has not made, and that are not as they were when it was entered.
    pub changed: Arc<BTreeMap<Cell, Content>>,
    /// The objects of such cells, and those that the caller has used: is every byte of them initialised?
    pub defined: Arc<BTreeMap<Root, bool>>,
}

/// The memory that a caller has made itself, which it knows by address.
#[derive(Clone)]
pub(crate) enum Own {
    /// All that there is: the caller is the entry.
    All(Memory),
    /// Its part of the stack.
    Frame(Memory),
}

/// What a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Content {
    pub value: TermId,
    pub is_defined: bool,
}

impl Own {
    /// The memory.
    pub(crate) fn memory(&self) -> &Memory {
        match self {
            Own::All(memory) | Own::Frame(memory) => memory,
        }
    }
}

impl CallMemory {
    /// Is the caller the entry, which knows all memory by address?
    pub(crate) fn is_of_entry(&self) -> bool {
        matches!(self.own, Own::All(_))
    }

    /// How much memory it takes that those of calls before it don't, about.
    pub(crate) fn bytes(&self) -> usize {
        let cells = self.changed.len() * CELL_BYTES + self.defined.len() * OBJECT_BYTES;
        self.own.memory().bytes_of_news() + cells
    }
}
