//! Relocation: an exploration speaks of functions, types and places in the source by the numbers that they have in one
//! program. Here are all of these numbers, for whoever keeps an exploration and tells of it in another program.

use std::sync::Arc;

use ir::debug::TypeId;
use ir::{Edge, FuncId, ProgramPoint, SourceLoc};
use rustc_hash::FxHashSet;

use crate::report::outcome::{Incomplete, Outcome, Unsupported};
use crate::search::results::{Exploration, ExploredPath};
use crate::state::witness::{InputValue, Observed, ObservedPointer, ObservedValue, TestInput};
use crate::summary::origin::InputSource;

/// What becomes of numbers. Nothing: there is no such thing there.
pub trait Relocation {
    fn function(&mut self, function: FuncId) -> Option<FuncId>;
    fn ty(&mut self, ty: TypeId) -> Option<TypeId>;
    fn place(&mut self, place: SourceLoc) -> Option<SourceLoc>;
    /// An instruction of a function, by both numbers.
    fn point(&mut self, point: ProgramPoint) -> Option<ProgramPoint>;
}

impl Exploration {
    /// Gives everything its other numbers. `None` if something has none; what is left then is of no use.
    pub fn relocate(&mut self, to: &mut dyn Relocation) -> Option<()> {
        for edge in &mut self.covered {
            *edge = relocated(*edge, to)?;
        }
        for why in &mut self.incomplete {
            if let Incomplete::Unsupported(unsupported) = why {
                unsupported.relocate(to)?;
            }
        }
        self.paths.iter_mut().try_for_each(|path| path.relocate(to))
    }
}

impl ExploredPath {
    fn relocate(&mut self, to: &mut dyn Relocation) -> Option<()> {
        match &mut self.outcome {
            Ok(Outcome::Bug(bug)) => {
                let stack = bug.stack.iter_mut().map(|entry| &mut entry.at);
                let mut places = stack.chain(bug.notes.iter_mut().map(|note| &mut note.at));
                places.try_for_each(|at| place(at, to))?;
            }
            Ok(_) => {}
            Err(unsupported) => unsupported.relocate(to)?,
        }
        self.inputs.iter_mut().try_for_each(|input| input.relocate(to))?;
        self.observed.iter_mut().try_for_each(|observed| observed.relocate(to))?;
        let branches: Option<FxHashSet<Edge>> =
            self.branches.iter().map(|edge| relocated(*edge, to)).collect();
        self.branches = Arc::new(branches?);
        Some(())
    }
}

impl Unsupported {
    fn relocate(&mut self, to: &mut dyn Relocation) -> Option<()> {
        place(&mut self.at, to)
    }
}

impl TestInput {
    fn relocate(&mut self, to: &mut dyn Relocation) -> Option<()> {
        if let InputValue::Function(function) = &mut self.value {
            *function = to.function(*function)?;
        }
        if let InputSource::Stub { function, .. } = &mut self.source {
            *function = to.function(*function)?;
        }
        if let Some(pointee) = &mut self.pointee {
            *pointee = to.ty(*pointee)?;
        }
        Some(())
    }
}

impl Observed {
    fn relocate(&mut self, to: &mut dyn Relocation) -> Option<()> {
        let mut pointers: Vec<&mut ObservedPointer> = match &mut self.value {
            ObservedValue::Bytes { pointers, .. } => {
                pointers.iter_mut().map(|it| &mut it.1).collect()
            }
            ObservedValue::Pointer(pointer) => vec![pointer],
            ObservedValue::Written(_) => Vec::new(),
        };
        for pointer in &mut pointers {
            if let ObservedPointer::Function(function) = pointer {
                *function = to.function(*function)?;
            }
        }
        Some(())
    }
}

fn place(at: &mut Option<SourceLoc>, to: &mut dyn Relocation) -> Option<()> {
    if let Some(at) = at {
        *at = to.place(*at)?;
    }
    Some(())
}

/// Both ends of an edge are in one function.
fn relocated(edge: Edge, to: &mut dyn Relocation) -> Option<Edge> {
    let from = to.point(edge.from)?;
    let end = to.point(ProgramPoint { pc: edge.to, ..edge.from })?;
    Some(Edge { from, to: end.pc })
}
