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
pub(crate) enum FunctionInput {
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
    /// The class of ends that a call came to.
    Shape {
        call: NodeId,
    },
}

impl FunctionInput {
    /// The pointer that leads there, if one does.
    pub(crate) fn pointer(self) -> Option<TermId> {
        match self {
            FunctionInput::Cell(Cell { root: Root::Pointer(pointer), .. })
            | FunctionInput::DefinedCell(Cell { root: Root::Pointer(pointer), .. })
            | FunctionInput::Base(pointer)
            | FunctionInput::Size(pointer)
            | FunctionInput::Writable(pointer)
            | FunctionInput::Defined(pointer) => Some(pointer),
            FunctionInput::Cell(_)
            | FunctionInput::DefinedCell(_)
            | FunctionInput::Param(_)
            | FunctionInput::Result { .. }
            | FunctionInput::After { .. }
            | FunctionInput::DefinedAfter { .. }
            | FunctionInput::Shape { .. } => None,
        }
    }

    /// The call that it comes from, if it comes from one.
    pub(crate) fn call(self) -> Option<NodeId> {
        match self {
            FunctionInput::Result { call, .. }
            | FunctionInput::After { call, .. }
            | FunctionInput::DefinedAfter { call, .. }
            | FunctionInput::Shape { call } => Some(call),
            FunctionInput::Param(_)
            | FunctionInput::Cell(_)
            | FunctionInput::Base(_)
            | FunctionInput::Size(_)
            | FunctionInput::Writable(_)
            | FunctionInput::Defined(_)
            | FunctionInput::DefinedCell(_) => None,
        }
    }
}

/// A cell that a path wrote, and what it is then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    pub cell: Cell,
    pub value: TermId,
}
