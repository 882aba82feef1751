//! What a call gives: the running function's memory, under its own names, as it is now.

use std::collections::{BTreeMap, BTreeSet};

use ir::FuncId;
use rustc_hash::FxHashSet;
use smt::TermId;

use crate::machine::Interpreter;
use crate::machine::access;
use crate::machine::object;
use crate::memory::{Byte, ZoneKind};
use crate::pointer::cell::LARGEST_PATTERN;
use crate::state::State;
use crate::state::activation::Activation;
use crate::summary::call_memory::{Apart, CallMemory, CellContent};
use crate::summary::cell::{Cell, FunctionInput, Root};
use crate::summary::tree::NodeId;

/// A cell that isn't as it was, where it is in this run.
struct Changed {
    address: u64,
    cell: Cell,
    content: CellContent,
}

impl Interpreter<'_, '_> {
    /// The memory of the running function, as it is for a callee.
    pub(super) fn call_memory(&mut self, state: &State, callee: FuncId, at: NodeId) -> CallMemory {
        if !self.recorder().effects.get(callee).depends_on_memory() {
            let nothing = state.memory.part(&(0..0));
            return CallMemory::new(nothing, BTreeMap::new(), Default::default(), None);
        }
        let (own, changed) = match state.memory.beneath() {
            None => {
                let changed = self.changed_globals(state, callee);
                (self.image.globals.end..self.frame(state).end, changed)
            }
            Some(_) => (self.frame(state), self.changed_cells(state)),
        };
        let defined = self.defined_objects(state, &changed);
        let apart = self.different_objects(state, &changed);
        let changed = changed.into_iter().map(|it| (it.cell, it.content)).collect();
        let before = self.running_tree().last_call(at).map(|call| &call.memory);
        CallMemory::new(state.memory.part(&own), changed, (defined, apart), before)
    }

    /// The bytes of global variables that are not as they are when the program begins, where a callee may look at them.
    fn changed_globals(&mut self, state: &State, callee: FuncId) -> Vec<Changed> {
        let image = self.image;
        let globals = image.memory.layout().start(ZoneKind::Globals)..image.globals.end;
        let mut changed = Vec::new();
        for (address, byte) in state.memory.bytes_unlike(&image.memory, &globals) {
            let Some(global) = image.global_near(address) else { continue };
            if self.recorder().effects.may_use(callee, global) {
                let offset = address.wrapping_sub(image.global_address(global)) as i64;
                let cell = Cell { root: Root::Global(global), offset };
                changed.push(Changed { address, cell, content: self.content(&byte) });
            }
        }
        changed
    }

    /// The cells of others that are not as they were when the function was entered.
    fn changed_cells(&mut self, state: &State) -> Vec<Changed> {
        let frame = self.frame(state);
        let mut changed = Vec::new();
        for (address, byte) in state.memory.own_bytes_outside(&frame) {
            let Activation { tree, cells, inexact, .. } = &mut self.recorder().activation;
            let Some(&cell) = cells.get(&address) else {
                *inexact = Some("it writes memory that it has no name for");
                continue;
            };
            let tree = *tree;
            let content = self.content(&byte);
            let before = self.log.inputs.known(tree, FunctionInput::Cell(cell));
            if !content.is_defined || before != Some(content.value) {
                changed.push(Changed { address, cell, content });
            }
        }
        changed
    }

    fn content(&mut self, byte: &Byte) -> CellContent {
        let is_defined = byte.undef == 0;
        let value: TermId = match is_defined {
            true => access::byte_term(self.pool, byte),
            // A look at it is an error before.
            false => self.pool.bits(8, 0),
        };
        CellContent { value, is_defined }
    }

    /// Which of the objects of others that the function has used are initialised as a whole?
    fn defined_objects(&mut self, state: &State, changed: &[Changed]) -> BTreeMap<Root, bool> {
        let mut defined = BTreeMap::new();
        for at in self.recorder().activation.roots.clone() {
            if let Root::Pointer(root) = at.root
                && let Some(all) = self.was_defined(state, root)
            {
                defined.insert(at.root, all);
            }
        }
        let mut written: FxHashSet<Root> = FxHashSet::default();
        for it in changed.iter().filter(|it| written.insert(it.cell.root)) {
            let extent = object::live_extent(self.image, &state.memory, it.address);
            let Some((start, size)) = extent else { continue };
            let all = match size <= LARGEST_PATTERN {
                true => access::check_defined(&state.memory, start, size).is_ok(),
                // Of a larger object that wasn't initialised as a whole, nothing is composed.
                false => changed
                    .iter()
                    .filter(|other| other.cell.root == it.cell.root)
                    .all(|other| other.content.is_defined),
            };
            defined.insert(it.cell.root, all);
        }
        defined
    }

    /// Names that mean different objects, by the decisions on the way here: those of changed cells, and all that were used.
    fn different_objects(&mut self, state: &State, changed: &[Changed]) -> BTreeSet<Apart> {
        let mut apart = BTreeSet::new();
        if state.memory.beneath().is_none() {
            // The entry knows objects by their addresses.
            return apart;
        }
        let written: BTreeSet<Root> = changed.iter().map(|it| it.cell.root).collect();
        let used: BTreeSet<Root> =
            self.recorder().activation.roots.iter().map(|used| used.root).collect();
        for &one in &written {
            for &other in written.union(&used).filter(|&&other| other != one) {
                if let [Some(here), Some(there)] = [one, other].map(|root| self.base(root)) {
                    let same = self.pool.eq(here, there);
                    if state.path.condition.knows(self.pool, same) == Some(false) {
                        apart.insert(Apart::new(one, other));
                    }
                }
            }
        }
        apart
    }

    /// Where the object of a name begins, if the running function has asked.
    fn base(&mut self, root: Root) -> Option<TermId> {
        let tree = self.recorder().activation.tree;
        match root {
            Root::Pointer(pointer) => self.log.inputs.known(tree, FunctionInput::Base(pointer)),
            Root::Global(global) => {
                let (width, at) =
                    (self.image.program.target.pointer_bits, self.image.global_address(global));
                Some(self.pool.bits(width, at))
            }
            Root::Frame => None,
        }
    }

    /// Was an object initialised as a whole when the function was entered, if that is decided?
    fn was_defined(&mut self, state: &State, root: TermId) -> Option<bool> {
        let tree = self.recorder().activation.tree;
        let all = self.log.inputs.known(tree, FunctionInput::Defined(root))?;
        let all = self.pool.is_nonzero(all);
        state.path.condition.knows(self.pool, all)
    }
}
