//! What a harness looks at when the function it calls has returned: tests will expect to see the same.
//!
//! Looking decides nothing: what is seen is what is there in this run.

use analysis::Primitive;
use ir::debug::TypeId;

use crate::machine::Interpreter;
use crate::machine::access;
use crate::memory::{BlockState, Tag};
use crate::state::witness::{Observed, ObservedPointer, ObservedValue};
use crate::state::{Input, Pointed, PointeeLength, State};
use crate::summary::tree::Seen;
use crate::value::Value;

/// Longer strings are no results that a test spells out.
const LONGEST_TEXT: u64 = 4096;

impl Interpreter<'_, '_> {
    /// Notes the bytes of a variable, and where the pointers in it lead.
    pub(crate) fn observe(&mut self, state: &mut State, address: u64, size: u64, name: String) {
        let mut value = self.bytes_at(state, address, size);
        let ty = self.variable_type(state, address);
        if let (ObservedValue::Bytes { pointers, .. }, Some(ty)) = (&mut value, ty) {
            *pointers = self.pointers_at(state, address, size, ty);
        }
        state.observed.push(Observed { name, value });
    }

    /// Notes what the objects contain now that pointer inputs point to, unless nothing may be written there. What was freed
    /// isn't there to be seen, nor is what nothing has looked at.
    pub(crate) fn observe_inputs(&mut self, state: &mut State) {
        self.observe_written(state);
        for place in 0..state.given.inputs.len() {
            let input = state.given.inputs[place].clone();
            let Some(pointed) = input.pointed else { continue };
            let is_there = smt::eval(self.pool, pointed.fresh, &state.model).to_bool();
            let is_seen = is_there && !input.bytes.is_empty() && is_alive(state, pointed);
            if is_seen && !pointed.promise.constant {
                let value = self.contents(state, &input, pointed);
                state.observed.push(Observed { name: format!("*{}", input.name), value });
                self.record_observed(state, Primitive::Observe, Value::plain(pointed.address));
            }
        }
    }

    /// What an array or string contains.
    fn contents(&mut self, state: &State, input: &Input, pointed: Pointed) -> ObservedValue {
        let size = input.bytes.len() as u64;
        let mut value = self.bytes_at(state, pointed.address, size);
        if let ObservedValue::Bytes { bytes, undef, pointers } = &mut value {
            *pointers = self.pointers_at(state, pointed.address, size, pointed.pointee);
            if matches!(pointed.shape, PointeeLength::Text) && !self.ends(state, input) {
                // The string's final zero, which the function didn't look at.
                bytes.push(0);
                undef.push(0);
            }
        }
        value
    }

    /// Where the pointers in an object lead, or in each of its elements.
    fn pointers_at(
        &self,
        state: &State,
        address: u64,
        size: u64,
        ty: TypeId,
    ) -> Vec<(u64, ObservedPointer)> {
        let debug = &self.image.program.debug;
        let mut found = Vec::new();
        for member in debug.pointers_in(ty, size) {
            let offset = member.offset;
            let is_there = |pointer: &u64| {
                // In a union, there may be a number, and another member's pointer was seen before.
                member.unions.is_empty()
                    || state.memory.layout().is_likely_address(*pointer)
                        && !found.iter().any(|(seen, _)| *seen == offset)
            };
            if let Some(pointer) = word_at(state, address + offset).filter(is_there) {
                let to = debug.pointee(member.ty);
                let is_text = to.is_some_and(|to| debug.is_char(to));
                found.push((offset, self.target(state, pointer, is_text)));
            }
        }
        found
    }

    /// Notes what was looked at last over the inputs, for the tree of the harness.
    pub(crate) fn record_observed(&mut self, state: &State, primitive: Primitive, at: Value) {
        let Some(observed) = state.observed.last() else { return };
        let width = self.image.program.target.pointer_bits;
        let value = match (&observed.value, primitive) {
            (_, Primitive::ObservePointer) => vec![self.term(at, width)],
            (ObservedValue::Bytes { bytes, .. }, _) => {
                // A final zero that was never looked at is no byte of the string yet.
                let is_there = |(_, input): &(usize, &Input)| input.address == at.bits;
                let known = state
                    .given
                    .inputs
                    .pointers()
                    .find(is_there)
                    .map(|(_, input)| input.bytes.len());
                let count = bytes.len().min(known.unwrap_or(usize::MAX)) as u64;
                let bytes = (at.bits..at.bits + count).map(|at| state.memory.byte(at));
                bytes
                    .map(|byte| byte.term.unwrap_or_else(|| self.pool.bits(8, byte.bits.into())))
                    .collect()
            }
            _ => return,
        };
        let is_it =
            |input: &&Input| input.address == at.bits && primitive != Primitive::ObservePointer;
        let input = state.given.inputs.iter().find(is_it).map(|input| input.id);
        let global = self.image.whole_global(at.bits, value.len() as u64);
        let name = observed.name.trim_start_matches('*').to_owned();
        self.log.present.seen.push(Seen { name, input, global, value });
    }

    /// The bytes of an object. What depends on memory that was never set is as undefined as that.
    fn bytes_at(&mut self, state: &State, address: u64, size: u64) -> ObservedValue {
        let mut value = bytes_at(state, address, size);
        if let ObservedValue::Bytes { undef, .. } = &mut value {
            for (at, undef) in (address..).zip(undef) {
                let term = state.memory.byte(at).term;
                if term.is_some_and(|term| self.mentions_unset(state, term)) {
                    *undef = u8::MAX;
                }
            }
        }
        value
    }

    /// Is the last known byte of a string its final zero?
    fn ends(&self, state: &State, input: &Input) -> bool {
        let last = input.bytes.last().map(|&symbol| state.model.value(self.pool, symbol));
        last.is_some_and(|last| last.as_bits().is_zero())
    }

    /// Notes where a pointer points to, and what the text there is if it is one.
    pub(crate) fn observe_pointer(
        &self,
        state: &mut State,
        pointer: u64,
        is_text: bool,
        name: String,
    ) {
        let value = ObservedValue::Pointer(self.target(state, pointer, is_text));
        state.observed.push(Observed { name, value });
    }

    /// Where a pointer leads.
    fn target(&self, state: &State, pointer: u64, is_text: bool) -> ObservedPointer {
        let into = |(_, input): (usize, &Input)| {
            let pointed = input.pointed.filter(|&pointed| is_alive(state, pointed))?;
            let offset = pointer.checked_sub(pointed.address)?;
            let inside = offset <= pointed.capacity;
            inside.then(|| ObservedPointer::Into { input: input.name.to_string(), offset })
        };
        match self.image.function_at(pointer) {
            _ if pointer == 0 => ObservedPointer::Null,
            Some(function) => ObservedPointer::Function(function),
            None => state.given.inputs.pointers().find_map(into).unwrap_or_else(|| {
                let text = is_text.then(|| text_at(state, pointer)).flatten();
                text.map_or(ObservedPointer::Elsewhere, ObservedPointer::Text)
            }),
        }
    }
}

/// The pointer at an address, if all its bytes were written.
fn word_at(state: &State, address: u64) -> Option<u64> {
    let size = u64::from(state.memory.layout().pointer_bytes);
    let bytes = (address..address + size).map(|at| state.memory.byte(at));
    bytes
        .rev()
        .try_fold(0, |word, byte| (byte.undef == 0).then(|| word << 8 | u64::from(byte.bits)))
}

fn is_alive(state: &State, pointed: Pointed) -> bool {
    let block = state.memory.heap.block(pointed.address);
    block.is_some_and(|block| block.state == BlockState::Live)
}

fn bytes_at(state: &State, address: u64, size: u64) -> ObservedValue {
    let (bytes, mut undef): (Vec<u8>, Vec<u8>) = (address..address + size)
        .map(|at| state.memory.byte(at))
        .map(|byte| (byte.bits, byte.undef))
        .unzip();
    let (words, _) = bytes.as_chunks();
    for (word, undef) in words.iter().zip(undef.chunks_exact_mut(size_of::<u64>())) {
        if state.memory.layout().is_likely_address(u64::from_le_bytes(*word)) {
            undef.fill(u8::MAX);
        }
    }
    ObservedValue::Bytes { bytes, undef, pointers: Vec::new() }
}

/// The string at an address, if there is one, all of it.
fn text_at(state: &State, address: u64) -> Option<Vec<u8>> {
    state.memory.layout().zone(address)?;
    let text = access::text(&state.memory, address, LONGEST_TEXT).ok()?;
    let end = address + text.len() as u64;
    let ends = state.memory.first_not(end, 1, Tag::is_live).is_none()
        && state.memory.byte(end).undef == 0
        && state.memory.byte(end).bits == 0;
    ends.then_some(text)
}
