//! What a function is given: its inputs, and the names that it has for memory.

use ir::GlobalId;
use smt::TermId;

use crate::summary::tree::NodeId;

/// A byte of memory, as a function names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Cell {
    pub root: Root,
    /// From where the root points.
    pub offset: i64,
}

/// What leads to memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Root {
    /// A pointer, as a term over the function's inputs.
    Pointer(TermId),
    /// A global variable.
    Global(GlobalId),
    /// Where the memory begins that the function makes itself: it is at the same place on every run of a path
    /// ([`crate::summary::tree::Tree::frame`]).
    Frame,
}

/// An input of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Input {
    Param(u32),
    /// What a cell held on entry.
    Cell(Cell),
    /// Where the object begins that a pointer points into.
    Base(TermId),
    /// How long it is.
    Size(TermId),
    /// Is it one that may be written?
    Writable(TermId),
    /// Is every byte of it initialised?
    Defined(TermId),
    /// Was a cell initialised on entry?
    DefinedCell(Cell),
    /// What a call returned.
    Result {
        call: NodeId,
        index: u32,
    },
    /// What a cell was after a call.
    After {
        call: NodeId,
        cell: Cell,
    },
    /// Was a cell initialised after a call, that wasn't before?
    DefinedAfter {
        call: NodeId,
        cell: Cell,
    },
}

impl Input {
    /// The pointer that leads there, if one does.
    pub(crate) fn pointer(self) -> Option<TermId> {
        match self {
            Input::Cell(Cell { root: Root::Pointer(pointer), .. })
            | Input::DefinedCell(Cell { root: Root::Pointer(pointer), .. })
            | Input::Base(pointer)
            | Input::Size(pointer)
            | Input::Writable(pointer)
            | Input::Defined(pointer) => Some(pointer),
            Input::Cell(_)
            | Input::DefinedCell(_)
            | Input::Param(_)
            | Input::Result { .. }
            | Input::After { .. }
            | Input::DefinedAfter { .. } => None,
        }
    }

    /// The call that it comes from, if it comes from one.
    pub(crate) fn call(self) -> Option<NodeId> {
        match self {
            Input::Result { call, .. }
            | Input::After { call, .. }
            | Input::DefinedAfter { call, .. } => Some(call),
            Input::Param(_)
            | Input::Cell(_)
            | Input::Base(_)
            | Input::Size(_)
            | Input::Writable(_)
            | Input::Defined(_)
            | Input::DefinedCell(_) => None,
        }
    }
}

/// A cell that a path wrote, and what it is then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    pub cell: Cell,
    pub value: TermId,
}
