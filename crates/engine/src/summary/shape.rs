//! Shapes: what of an end of a function is no number. Ends of one shape are a class.
//!
//! A caller goes on differently after each class of ends: which one a call came to is a decision of the caller's. Inside a
//! class, what is returned and written composes as a formula. The shape of an end is the memory that its path has written
//! and that the code of the function doesn't name: what pointers lead to that were read from memory.
//!
//! A shape is found again by what its pointers are made of, as the symbols of a tree that begins anew are others, and
//! callers' trees stay.

use rustc_hash::FxHashMap;
use smt::{Sort, TermId, TermPool};

use crate::summary::cell::{Cell, FunctionInput, Root};
use crate::summary::inputs::Inputs;
use crate::summary::tree::TreeId;

/// The width of a symbol that says which class a call ended in.
pub(crate) const SHAPE_BITS: u32 = 32;

/// A shape, whosever end has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct ShapeId(u32);

impl ShapeId {
    /// As a constant.
    pub(crate) fn term(self, pool: &mut TermPool) -> TermId {
        pool.bits(SHAPE_BITS, self.0.into())
    }

    /// As a number.
    pub(crate) fn number(self) -> u64 {
        self.0.into()
    }
}

/// The shape of an end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    pub id: ShapeId,
    /// What leads to the memory that was written and that the code doesn't name, as the function names it.
    pub beyond: Vec<Root>,
}

/// The shapes of all ends that there ever were.
pub(crate) struct Shapes {
    known: FxHashMap<Vec<Written>, ShapeId>,
}

/// Written memory, in words that are the same for every tree of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Written {
    Behind(TermId),
    Global(ir::GlobalId),
}

impl Default for Shapes {
    fn default() -> Shapes {
        // The one that is most common is the same everywhere.
        Shapes { known: FxHashMap::from_iter([(Vec::new(), ShapeId::default())]) }
    }
}

impl Shapes {
    /// The shape of an end whose path has written behind these roots, if it can be said what they are made of.
    pub(crate) fn shape(
        &mut self,
        (pool, inputs): (&mut TermPool, &Inputs),
        of: TreeId,
        beyond: Vec<Root>,
    ) -> Option<Shape> {
        let mut written = Vec::new();
        for root in &beyond {
            written.push(match *root {
                Root::Pointer(pointer) => Written::Behind(canonical((pool, inputs), of, pointer)?),
                Root::Global(global) => Written::Global(global),
                Root::Frame => return None,
            });
        }
        written.sort_unstable();
        written.dedup();
        let next = ShapeId(u32::try_from(self.known.len()).expect("memory ends before"));
        Some(Shape { id: *self.known.entry(written).or_insert(next), beyond })
    }
}

/// A pointer over variables that are found by what they stand for, not by the tree whose inputs they are.
fn canonical(
    (pool, inputs): (&mut TermPool, &Inputs),
    of: TreeId,
    pointer: TermId,
) -> Option<TermId> {
    let mut replacements = FxHashMap::default();
    for &symbol in pool.free_symbols(pointer).iter() {
        let name = match inputs.meaning(of, symbol)? {
            FunctionInput::Param(index) => format!("shape.param.{index}"),
            FunctionInput::Cell(Cell { root: Root::Global(global), offset }) => {
                format!("shape.global.{}.{offset}", global.index())
            }
            FunctionInput::Cell(Cell { root: Root::Pointer(root), offset }) => {
                let root = canonical((pool, inputs), of, root)?;
                format!("shape.cell.{root:?}.{offset}")
            }
            _ => return None,
        };
        let variable = pool.variable(symbol);
        let sort = Sort::Bits(pool.width(variable));
        let found_again = pool.symbol(&format!("{name}.{sort}"), sort);
        replacements.insert(variable, found_again);
    }
    Some(pool.substitute(pointer, &replacements))
}
