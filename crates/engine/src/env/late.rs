//! Late input binding: what a tree asks for before the present run has looked there.
//!
//! Runs don't ask in the same order. One that sees that two pointers are the same decides that at once, where others
//! went on and decided something about what they read. So the tree's next decision may be about a cell that this run has
//! not read yet.

use std::sync::Arc;

use smt::TermId;

use crate::machine::Interpreter;
use crate::machine::object;
use crate::pointer::cell::set;
use crate::state::State;
use crate::summary::cell::{Cell, FunctionInput, Root};

impl Interpreter<'_, '_> {
    /// Makes the model say what all inputs in a term are in this run. Is all of it known by now? What a call did is not,
    /// while the caller still finds out where its callee wrote.
    pub(crate) fn look_up(&mut self, state: &mut State, term: TermId) -> bool {
        for &symbol in self.pool.free_symbols(term).iter() {
            if state.model.get(symbol).is_some() {
                continue;
            }
            let Some(recorder) = self.log.recording.recorder() else { return true };
            let of = recorder.activation.tree;
            let Some(input) = self.log.inputs.meaning(of, symbol) else { continue };
            if input.call().is_some() {
                return false;
            }
            if let Some(value) = self.at_entry(state, input) {
                let variable = self.pool.variable(symbol);
                let width = self.pool.width(variable);
                set(self.pool, Arc::make_mut(&mut state.model), variable, width, value);
            }
        }
        true
    }

    /// What an input of the present activation was when it began.
    fn at_entry(&mut self, state: &mut State, input: FunctionInput) -> Option<u64> {
        match input {
            FunctionInput::Cell(cell) => self.cell_at_entry(state, cell),
            FunctionInput::Base(pointer) => Some(self.object(state, pointer).0),
            FunctionInput::Size(pointer) => Some(self.object(state, pointer).1),
            FunctionInput::Writable(pointer) => {
                let at = self.pointed(state, pointer);
                Some(object::is_writable(self.image, &state.memory, at).into())
            }
            FunctionInput::Defined(pointer) => {
                let (start, size) = self.object(state, pointer);
                let beneath = state.memory.beneath()?;
                let is_defined = |at: u64| beneath.byte(at).undef == 0;
                Some((start..start + size).all(is_defined).into())
            }
            FunctionInput::DefinedCell(cell) => {
                let at = self.cell_address(state, cell)?;
                Some((state.memory.beneath()?.byte(at).undef == 0).into())
            }
            // These are set when the function is entered, and when the call returns.
            FunctionInput::Param(_)
            | FunctionInput::Result { .. }
            | FunctionInput::After { .. }
            | FunctionInput::DefinedAfter { .. }
            | FunctionInput::Shape { .. } => None,
        }
    }

    fn cell_at_entry(&mut self, state: &mut State, cell: Cell) -> Option<u64> {
        let at = self.cell_address(state, cell)?;
        let byte = state.memory.beneath()?.byte(at);
        if byte.undef != 0 {
            self.recorder().activation.inexact =
                Some("it reads memory that its caller has not initialised");
        }
        Some(byte.bits.into())
    }

    fn cell_address(&mut self, state: &mut State, cell: Cell) -> Option<u64> {
        let root = match cell.root {
            Root::Pointer(pointer) => self.pointed(state, pointer),
            Root::Global(global) => self.image.global_address(global),
            Root::Frame => return None,
        };
        Some(root.wrapping_add(cell.offset as u64))
    }

    /// The object that a pointer points into: where it begins, and its length.
    fn object(&mut self, state: &mut State, pointer: TermId) -> (u64, u64) {
        let at = self.pointed(state, pointer);
        object::live_extent(self.image, &state.memory, at).unwrap_or((0, 0))
    }

    /// Where a pointer points, which may have been read itself by another run only.
    fn pointed(&mut self, state: &mut State, pointer: TermId) -> u64 {
        self.look_up(state, pointer);
        smt::eval(self.pool, pointer, &state.model).as_bits().to_u64().unwrap_or(0)
    }
}
