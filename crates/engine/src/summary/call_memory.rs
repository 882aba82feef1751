//! What a callee is given of its caller's memory, in the caller's terms and under the caller's names.
//!
//! Nothing is left in it of the run that came to the call first: neither what symbols were in that, nor where memory was
//! that the caller has not made itself. So it holds for every run that comes to the call, in every context of the caller.
//! Calls that follow each other share what is the same in both.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use smt::TermId;

use crate::memory::Memory;
use crate::summary::cell::{Cell, Root};

/// What a changed cell takes, and what is known of an object, about.
const CELL_BYTES: usize = 16;
const OBJECT_BYTES: usize = 48;

/// A caller's memory at a call.
#[derive(Clone)]
pub(crate) struct CallMemory {
    /// The memory that the caller has made itself: its part of the stack, and what else is in the same range.
    pub own: Memory,
    /// Cells that the caller has not made, and that are not as they were when it was entered: those of each root, by offset.
    changed: BTreeMap<Root, Cells>,
    /// The objects of such cells, and those that the caller has used: is every byte of them initialised?
    pub defined: BTreeMap<Root, bool>,
    /// Names of which the caller's path says that they mean different objects.
    pub apart: BTreeSet<Apart>,
}

/// Two names for different objects, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Apart([Root; 2]);

impl Apart {
    pub(crate) fn new(one: Root, other: Root) -> Apart {
        Apart(if one <= other { [one, other] } else { [other, one] })
    }
}

/// The changed cells of one root, in the order of their offsets.
type Cells = Arc<[(i64, CellContent)]>;

/// What a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CellContent {
    pub value: TermId,
    pub is_defined: bool,
}

impl CallMemory {
    /// The memory at a call, if `before` is that at the call before it on the same path.
    pub(crate) fn new(
        own: Memory,
        changed: BTreeMap<Cell, CellContent>,
        (defined, apart): (BTreeMap<Root, bool>, BTreeSet<Apart>),
        before: Option<&CallMemory>,
    ) -> CallMemory {
        let mut by_root: BTreeMap<Root, Vec<(i64, CellContent)>> = BTreeMap::new();
        for (cell, content) in changed {
            by_root.entry(cell.root).or_default().push((cell.offset, content));
        }
        let shared = |(root, cells): (Root, Vec<(i64, CellContent)>)| {
            let known = before.and_then(|before| before.changed.get(&root));
            let same = known.filter(|known| ***known == *cells).cloned();
            (root, same.unwrap_or_else(|| cells.into()))
        };
        let changed = by_root.into_iter().map(shared).collect();
        CallMemory { own, changed, defined, apart }
    }

    /// What the caller has made of a cell, if it is not as it was.
    pub(crate) fn changed(&self, cell: Cell) -> Option<CellContent> {
        let cells = self.changed.get(&cell.root)?;
        let index = cells.binary_search_by_key(&cell.offset, |&(offset, _)| offset).ok()?;
        Some(cells[index].1)
    }

    /// All cells that are not as they were, of roots that are asked for.
    pub(crate) fn changed_of(
        &self,
        wanted: impl Fn(Root) -> bool,
    ) -> impl Iterator<Item = (Cell, CellContent)> {
        let roots = self.changed.iter().filter(move |(root, _)| wanted(**root));
        roots.flat_map(|(&root, cells)| {
            cells.iter().map(move |&(offset, content)| (Cell { root, offset }, content))
        })
    }

    /// How much memory it takes that those of calls before it don't, about.
    pub(crate) fn bytes(&self) -> usize {
        let new = self.changed.values().filter(|cells| Arc::strong_count(cells) == 1);
        let cells = new.map(|cells| cells.len() * CELL_BYTES).sum::<usize>();
        let objects = (self.changed.len() + self.defined.len() + self.apart.len()) * OBJECT_BYTES;
        self.own.bytes_of_news() + cells + objects
    }
}
