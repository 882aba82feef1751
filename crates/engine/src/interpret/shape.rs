//! The class of ends that a call came to, and what its callee wrote beyond what its code names.
//!
//! A callee may write through pointers that it has read from memory. Where these lead, its caller finds out when the call
//! returns: what the pointer is made of is read in the caller's memory, as it was at the call. That holds for all ends of
//! one shape ([`crate::summary::shape`]), so the shape is decided first.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smt::TermId;

use crate::interpret::activation::{LARGEST_WRITTEN, NotNow};
use crate::machine::context::Stop;
use crate::machine::fault::Access;
use crate::machine::run_log::RunLog;
use crate::machine::{Flow, Interpreter};
use crate::memory::Memory;
use crate::pointer::cell::set;
use crate::pointer::choice::Settled;
use crate::state::State;
use crate::state::activation::WrittenObject;
use crate::summary::cell::{Cell, FunctionInput, Root, Write};
use crate::summary::shape::{SHAPE_BITS, Shape};
use crate::summary::tree::{Node, NodeId, TreeId};
use crate::value::Value;

/// A callee, and the call in the tree of the function that runs.
type Returned = (TreeId, NodeId);

/// The caller can't say where its callee wrote.
const LOST: NotNow = NotNow::Refused("its caller can't say where it writes");

impl Interpreter<'_, '_> {
    /// The shape of an end of the running function, if it can be said what it has written.
    pub(super) fn shape_of(&mut self, of: TreeId, writes: &[Write]) -> Option<Shape> {
        let mut beyond: Vec<Root> = Vec::new();
        for write in writes {
            let root = write.cell.root;
            if beyond.last() != Some(&root)
                && self.is_unforeseen(of, root)
                && !beyond.contains(&root)
            {
                beyond.push(root);
            }
        }
        let RunLog { trees, inputs, .. } = &mut *self.log;
        trees.shapes.shape((self.pool, inputs), of, beyond)
    }

    /// Is it memory that the code of a function doesn't say it writes? Whoever calls it doesn't know then.
    fn is_unforeseen(&mut self, of: TreeId, root: Root) -> bool {
        let RunLog { recording, inputs, .. } = &*self.log;
        let Some(recorder) = recording.recorder() else { return false };
        let writes = &recorder.effects.get(of.function).writes;
        if !writes.may_be_loaded() {
            return false;
        }
        match root {
            Root::Frame => false,
            Root::Global(global) => !writes.globals().contains(&global),
            Root::Pointer(pointer) => {
                let is_named = |input: Option<FunctionInput>| matches!(input, Some(FunctionInput::Param(index)) if writes.has_param(index as usize));
                let symbols = self.pool.free_symbols(pointer);
                !symbols.iter().all(|&symbol| is_named(inputs.meaning(of, symbol)))
            }
        }
    }

    /// Decides which class of ends a call came to, if its callee has several.
    fn decide_shape(
        &mut self,
        state: &mut State,
        (callee, call): Returned,
        shape: &Shape,
    ) -> Result<(), Flow> {
        let effect = self.recorder().effects.get(callee.function);
        if !effect.writes.may_be_loaded() {
            return Ok(());
        }
        let caller = self.recorder().activation.tree;
        let symbol = self.input(caller, FunctionInput::Shape { call }, SHAPE_BITS);
        let (now, model) = (shape.id.number(), Arc::make_mut(&mut state.model));
        set(self.pool, model, symbol, SHAPE_BITS, now);
        let now = shape.id.term(self.pool);
        let is_now = self.pool.eq(symbol, now);
        self.decide_as_now(state, is_now)
    }

    /// The objects that a callee wrote beyond what its code names, as its caller names them. There are none in most classes
    /// of ends; else the memory is needed as it was at the call.
    pub(super) fn written_beyond(
        &mut self,
        state: &mut State,
        returned: Returned,
        shape: &Shape,
        at_call: Option<Memory>,
    ) -> Result<Vec<WrittenObject>, Flow> {
        self.decide_shape(state, returned, shape)?;
        let Some(at_call) = at_call else { return Ok(Vec::new()) };
        let now = mem::replace(&mut state.memory, at_call);
        // The bytes that get names now are those of that memory, and go with it: so do the names.
        let names = self.recorder().activation.cells.clone();
        let objects = self.objects_beyond(state, returned, shape);
        self.recorder().activation.cells = names;
        state.memory = now;
        objects
    }

    fn objects_beyond(
        &mut self,
        state: &mut State,
        returned: Returned,
        shape: &Shape,
    ) -> Result<Vec<WrittenObject>, Flow> {
        let mut objects: Vec<WrittenObject> = Vec::new();
        for &root in &shape.beyond {
            let object = self.decided_object(state, returned, root)?;
            if objects.iter().all(|it| it.start != object.start) {
                objects.push(object);
            }
        }
        Ok(objects)
    }

    /// The object behind a root of a callee's, once all is decided that it depends on.
    fn decided_object(
        &mut self,
        state: &mut State,
        returned: Returned,
        root: Root,
    ) -> Result<WrittenObject, Flow> {
        let callee = returned.0.function;
        loop {
            match self.object_beyond(state, returned, root) {
                Ok(object) => return Ok(object),
                Err(NotNow::Stop(Stop::Decide(condition))) => match self.choose(state, condition) {
                    Flow::Next => {}
                    end => return Err(end),
                },
                Err(NotNow::Refused(why)) => return Err(self.refuse(callee, why)),
                Err(NotNow::Stop(Stop::Fault(_) | Stop::Unrelated(_))) => {
                    return Err(self.refuse(callee, "it writes where its caller can't"));
                }
            }
        }
    }

    /// The object behind a root of a callee's, as its caller names it.
    fn object_beyond(
        &mut self,
        state: &mut State,
        returned: Returned,
        root: Root,
    ) -> Result<WrittenObject, NotNow> {
        let width = self.image.program.target.pointer_bits;
        let pointer = match root {
            Root::Pointer(pointer) => self.in_caller(state, returned, pointer)?,
            Root::Global(global) => self.pool.bits(width, self.image.global_address(global)),
            Root::Frame => return Err(LOST),
        };
        let Settled::Pointer(pointer, _) = self.settle(state, pointer)? else { return Err(LOST) };
        let now = smt::eval(self.pool, pointer, &state.model).as_bits().to_u64();
        let value = match (self.pool.as_bits(pointer), now.ok_or(())) {
            (Some(_), Ok(now)) => Value::plain(now),
            (None, Ok(now)) => self.shades.symbolic(now, pointer),
            (_, Err(())) => return Err(LOST),
        };
        if self.leads_to_lazy(state, value) {
            return Err(NotNow::Refused("it is given an input whose length is not decided"));
        }
        let object = self.written_object(state, value)?.ok_or(LOST)?;
        if object.size > LARGEST_WRITTEN {
            return Err(NotNow::Refused("it may write too many bytes"));
        }
        self.mark_written(state, object.root)?;
        Ok(object)
    }

    /// A pointer of a callee's in terms of its caller, whose memory is as it was at the call.
    fn in_caller(
        &mut self,
        state: &mut State,
        returned: Returned,
        pointer: TermId,
    ) -> Result<TermId, NotNow> {
        let mut replacements = FxHashMap::default();
        let mut cells: BTreeMap<Root, Vec<(i64, TermId)>> = BTreeMap::new();
        for &symbol in self.pool.free_symbols(pointer).iter() {
            let variable = self.pool.variable(symbol);
            match self.log.inputs.meaning(returned.0, symbol) {
                Some(FunctionInput::Param(index)) => {
                    let Node::Call(node) = self.running_tree().node(returned.1) else {
                        return Err(LOST);
                    };
                    replacements.insert(variable, node.args[index as usize]);
                }
                Some(FunctionInput::Cell(Cell { root, offset })) => {
                    cells.entry(root).or_default().push((offset, variable));
                }
                _ => return Err(LOST),
            }
        }
        for (root, mut bytes) in cells {
            bytes.sort_unstable();
            let (first, last) = (bytes[0].0, bytes[bytes.len() - 1].0);
            let length = last.abs_diff(first) + 1;
            let found =
                self.read_in_caller(state, returned, Cell { root, offset: first }, length)?;
            for (offset, variable) in bytes {
                replacements.insert(variable, found[offset.abs_diff(first) as usize]);
            }
        }
        Ok(self.pool.substitute(pointer, &replacements))
    }

    /// Bytes of the caller's, from a cell of the callee's on.
    fn read_in_caller(
        &mut self,
        state: &mut State,
        returned: Returned,
        from: Cell,
        length: u64,
    ) -> Result<Vec<TermId>, NotNow> {
        let width = self.image.program.target.pointer_bits;
        let root = match from.root {
            Root::Pointer(root) => self.in_caller(state, returned, root)?,
            Root::Global(global) => self.pool.bits(width, self.image.global_address(global)),
            Root::Frame => return Err(LOST),
        };
        let offset = self.pool.bits(width, from.offset as u64);
        let place = self.pool.add(root, offset);
        let Settled::Pointer(place, _) = self.settle(state, place)? else { return Err(LOST) };
        let at = smt::eval(self.pool, place, &state.model).as_bits().to_u64().ok_or(LOST)?;
        if self.pool.as_bits(place).is_some() {
            self.context(state, true).enter_global(at, length, Access::Read)?;
        } else if state.memory.beneath().is_none() {
            // The entry knows its memory by address.
            self.scope(state).is_now(place)?;
        } else if self.context(state, true).enter_cells(place, at, length, Access::Read)?.is_some()
        {
            return Err(NotNow::Refused("it writes where an element of an array leads"));
        }
        let mut bytes = Vec::new();
        for address in at..at + length {
            let byte = state.memory.byte(address);
            if byte.undef != 0 {
                return Err(LOST);
            }
            bytes.push(byte.term.unwrap_or_else(|| self.pool.bits(8, byte.bits.into())));
        }
        Ok(bytes)
    }
}
