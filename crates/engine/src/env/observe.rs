//! What a harness looks at when the function it calls has returned: tests will expect to see the same.
//!
//! Looking decides nothing: what is seen is what is there in this run.

use analysis::Primitive;
use ir::Call;

use crate::machine::Interpreter;
use crate::machine::access;
use crate::memory::{BlockState, Tag};
use crate::state::witness::{Observed, ObservedValue};
use crate::state::{Input, Pointed, Shape, State};
use crate::summary::tree::Seen;

/// Longer strings are no results that a test spells out.
const LONGEST_TEXT: u64 = 4096;

impl Interpreter<'_, '_> {
    /// Notes the bytes of an object.
    pub(crate) fn observe(&mut self, state: &mut State, address: u64, size: u64, name: String) {
        let value = self.bytes_at(state, address, size);
        state.observed.push(Observed { name, value });
    }

    /// Notes what the array or string that is an input contains now.
    pub(crate) fn observe_array(&mut self, state: &mut State, pointer: u64, name: String) {
        let input = state
            .given
            .inputs
            .pointers()
            .find(|(_, input)| input.pointed.is_some_and(|pointed| pointed.address == pointer));
        let Some((input, pointed)) = input.and_then(|(_, input)| Some((input, input.pointed?)))
        else {
            return;
        };
        if !is_alive(state, pointed) {
            return;
        }
        let mut value = self.bytes_at(state, pointer, input.bytes.len() as u64);
        if let ObservedValue::Bytes { bytes, undef } = &mut value
            && matches!(pointed.shape, Shape::Text)
            && !self.ends(state, input)
        {
            // The string's final zero, which the function didn't look at.
            bytes.push(0);
            undef.push(0);
        }
        state.observed.push(Observed { name, value });
    }

    /// Notes what was looked at last over the inputs, for the tree of the harness.
    pub(crate) fn record_observed(&mut self, state: &State, primitive: Primitive, call: &Call) {
        let Some(observed) = state.observed.last() else { return };
        let Some(&at) = call.args.first() else { return };
        let at = self.value(state, at);
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
        self.log.seen.push(Seen { name: observed.name.clone(), input, global, value });
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
        let into = |(_, input): (usize, &Input)| {
            let pointed = input.pointed.filter(|&pointed| is_alive(state, pointed))?;
            let offset = pointer.checked_sub(pointed.address)?;
            let inside = offset <= pointed.capacity;
            inside.then(|| ObservedValue::Into { input: input.name.to_string(), offset })
        };
        let value = match pointer {
            0 => ObservedValue::Null,
            _ => state.given.inputs.pointers().find_map(into).unwrap_or_else(|| {
                let text = is_text.then(|| text_at(state, pointer)).flatten();
                text.map_or(ObservedValue::Elsewhere, ObservedValue::Text)
            }),
        };
        state.observed.push(Observed { name, value });
    }
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
    ObservedValue::Bytes { bytes, undef }
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
