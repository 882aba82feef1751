//! What pointer inputs point to: strings and arrays whose length is an input too.
//!
//! Such an object has room for as much as may be explored, but only its beginning is known to be there. The bytes
//! behind that are tagged as perhaps there, so an access to them faults; here that fault becomes the decision
//! whether the object is so long. If it is, more of it is revealed and the access is executed again; if
//! not, it is an error, and what callers would have to respect is known.

use smt::TermId;

use crate::machine::fault::{self, Access, Fault};
use crate::machine::{Flow, Interpreter};
use crate::memory::{BlockState, Tag};
use crate::report::bug::{Bug, BugKind, Precondition};
use crate::report::outcome::{Outcome, StopReason};
use crate::state::{Input, Pointed, Shape, State};
use crate::summary::origin::{LENGTH_BITS, Origin};
use crate::value::Value;

/// An access that far behind an object is still one to that object.
const BEHIND: u64 = 1 << 16;

/// What bytes are that are not known.
const UNKNOWN: u8 = 0xa5;

/// Elements larger than this are no readable inputs.
const LARGEST_ELEMENT: u64 = 1 << 16;

impl Interpreter<'_, '_> {
    /// A pointer that is null, or points to a string.
    pub(crate) fn input_string(&mut self, state: &mut State, input: Input) -> Value {
        let capacity = self.options.max_length + 1;
        self.input_pointer(state, input, capacity, Shape::Text)
    }

    /// A pointer that is null, or points to an array of elements of that size.
    pub(crate) fn input_array(&mut self, state: &mut State, input: Input, element: u64) -> Value {
        let element = element.clamp(1, LARGEST_ELEMENT);
        let symbol = self.origins.symbol(self.pool, Origin::Length(input.id));
        let longest = smt::Bits::new(LENGTH_BITS, self.options.max_length);
        self.prefer(state, symbol, smt::Value::Bits(longest));
        let length = self.pool.variable(symbol);
        let capacity = element * self.options.max_length;
        self.input_pointer(state, input, capacity, Shape::Array { element, length })
    }

    fn input_pointer(
        &mut self,
        state: &mut State,
        input: Input,
        capacity: u64,
        shape: Shape,
    ) -> Value {
        let made = fault::program_location(self.image, state);
        let address = state.memory.heap.reserve_apart(capacity, 16, BEHIND, made);
        let Some(address) = address.filter(|_| self.options.symbolic) else {
            return Value::plain(0);
        };
        let tag = match shape {
            Shape::Text => Tag::PERHAPS_TEXT,
            Shape::Array { .. } => Tag::PERHAPS_ELEMENT,
        };
        // Native code that writes a zero there must be noticed, too.
        state.memory.initialise(address, &vec![UNKNOWN; capacity as usize], tag);
        let null = self.origins.variable(self.pool, Origin::IsNull(input.id));
        let pointed = Pointed { null, address, capacity, shape };
        state.given.inputs.push(Input { pointed: Some(pointed), address, ..input });
        // An array has an element, and a string its final zero.
        self.reveal(state, state.given.inputs.len() - 1, 0);
        self.pointer_value(state, null, address)
    }

    fn pointer_value(&mut self, state: &State, null: TermId, address: u64) -> Value {
        let width = 8 * state.memory.layout().pointer_bytes;
        let (zero, there) = (self.pool.bits(width, 0), self.pool.bits(width, address));
        let pointer = self.pool.ite(null, zero, there);
        let is_null = smt::eval(self.pool, null, &state.model).to_bool();
        self.shades.symbolic(if is_null { 0 } else { address }, pointer)
    }

    /// An access that failed: does it fail only if what an input points to is too short? Then that is decided.
    pub(crate) fn perhaps(&mut self, state: &mut State, fault: &Fault) -> Option<Flow> {
        let (input, offset) = wanted(state, fault)?;
        let pointed = state.given.inputs[input].pointed?;
        let there = self.is_there(state, input, offset)?;
        Some(match state.path.condition.knows(self.pool, there) {
            None => {
                state.path.condition.ask(there);
                self.decide(state, there)
            }
            Some(true) if offset >= pointed.capacity => {
                let limit = StopReason::LengthLimit(self.options.max_length);
                Flow::End(Outcome::Stopped(limit))
            }
            Some(true) => {
                self.reveal(state, input, offset);
                state.frames.last_mut().expect("a running state has a frame").pc -= 1;
                Flow::Next
            }
            Some(false) => {
                let asked = state.path.condition.was_asked(there);
                Flow::End(Outcome::Bug(self.too_short(state, input, offset, fault, asked)))
            }
        })
    }

    /// The condition that an object has a byte at that offset. It is `false` itself if the program has
    /// seen the end of the string.
    fn is_there(&mut self, state: &State, input: usize, offset: u64) -> Option<TermId> {
        let &Input { id, ref bytes, pointed, .. } = &state.given.inputs[input];
        match pointed?.shape {
            Shape::Array { element, length } => {
                let index = (offset / element).min(u32::MAX.into());
                let index = self.pool.bits(LENGTH_BITS, index);
                Some(self.pool.ult(index, length))
            }
            Shape::Text => {
                let known = bytes.len() as u64 - 1;
                let mut all = self.pool.bool(true);
                for before in known..offset.min(pointed?.capacity) {
                    let symbol = self.byte_symbol(id, before);
                    let byte = self.pool.variable(symbol);
                    let more = self.pool.is_nonzero(byte);
                    match state.path.condition.knows(self.pool, more) {
                        Some(true) => {}
                        // The access itself may have asked for this one byte.
                        Some(false) if state.path.condition.was_asked(more) => return Some(more),
                        Some(false) => return Some(self.pool.bool(false)),
                        None => all = self.pool.and(all, more),
                    }
                }
                Some(all)
            }
        }
    }

    /// Makes an object's bytes up to that offset, in whole elements, ones that are there.
    fn reveal(&mut self, state: &mut State, input: usize, offset: u64) {
        let &Input { id, ref bytes, pointed, .. } = &state.given.inputs[input];
        let Some(pointed) = pointed else { return };
        let known = bytes.len() as u64;
        let end = match pointed.shape {
            Shape::Text => offset + 1,
            Shape::Array { element, .. } => (offset / element + 1) * element,
        };
        for index in known..end {
            let symbol = self.symbolic_byte(state, id, index, pointed.address + index);
            state.given.inputs[input].bytes.push(symbol);
            if state.given.inputs[input].is_bool(index) {
                self.keep_lowest_bit(state, symbol, pointed.address + index);
            }
        }
    }

    fn too_short(
        &self,
        state: &State,
        input: usize,
        offset: u64,
        fault: &Fault,
        asked: bool,
    ) -> Box<Bug> {
        let mut bug = fault::bug(self.image, state, fault.clone());
        let Input { name, bytes, pointed, .. } = &state.given.inputs[input];
        let Some(Pointed { shape, .. }) = pointed else { return bug };
        let (size, access) = match *fault {
            Fault::Access { size, access, .. } | Fault::Dependence { size, access, .. } => {
                (size, access)
            }
            _ => return bug,
        };
        bug.kind = match access {
            Access::Read => BugKind::OutOfBoundsRead,
            Access::Write => BugKind::OutOfBoundsWrite,
        };
        let what = fault::what(access, size);
        let input = name.to_string();
        let needed = match *shape {
            Shape::Text => {
                bug.message = format!("{what} past the end of the string `{name}`");
                Precondition::Characters { input, least: offset }
            }
            Shape::Array { element, .. } => {
                let there = count(bytes.len() as u64 / element, "element");
                bug.message = format!("{what} past the end of `{name}`, which has {there}");
                Precondition::Elements { input, least: offset / element + 1 }
            }
        };
        bug.notes.clear();
        bug.precondition = asked.then_some(needed);
        bug
    }

    /// What callers would have to respect for this not to happen: it is about a null pointer that the
    /// function was given, and that it never asked about.
    pub(crate) fn given_null(&mut self, state: &State, fault: &Fault) -> Option<Precondition> {
        let is_null = match fault {
            Fault::Access { address, .. } => {
                fault::from_null(state.memory.layout(), *address).is_some()
            }
            Fault::Other(kind, _) => matches!(
                kind,
                BugKind::NullDereference
                    | BugKind::PointerOverflow
                    | BugKind::NullArgument
                    | BugKind::NullReturn
            ),
            _ => false,
        };
        if !is_null {
            return None;
        }
        let mut null = state.given.inputs.pointers().filter(|(_, input)| {
            input.pointed.is_some_and(|Pointed { null, .. }| {
                state.path.condition.was_asked(null)
                    && state.path.condition.knows(self.pool, null) == Some(true)
            })
        });
        null.next().map(|(_, input)| Precondition::NonNull { input: input.name.to_string() })
    }

    /// How many bytes of a heap block are known to be there.
    pub(crate) fn known_size(&self, state: &State, address: u64, size: u64) -> u64 {
        let at = |(_, input): &(usize, &Input)| {
            input.pointed.is_some_and(|pointed| pointed.address == address)
        };
        state.given.inputs.pointers().find(at).map_or(size, |(_, input)| input.bytes.len() as u64)
    }
}

/// Which input's object an access meant that isn't known to be that long, and at which offset.
fn wanted(state: &State, fault: &Fault) -> Option<(usize, u64)> {
    let (address, anchor) = match *fault {
        Fault::Access { address, .. } => (address, address),
        Fault::Dependence { address, meant, .. } => (address, meant),
        _ => return None,
    };
    let (input, _) = state.given.inputs.pointers().find(|(_, input)| {
        let near = |pointed: Pointed| {
            let distance = anchor.checked_sub(pointed.address);
            distance.is_some_and(|distance| distance < pointed.capacity + BEHIND)
        };
        input.pointed.is_some_and(near)
    })?;
    let pointed = state.given.inputs[input].pointed?;
    let offset = address.checked_sub(pointed.address)?;
    let block = state.memory.heap.block(pointed.address)?;
    let known = state.given.inputs[input].bytes.len() as u64;
    let beyond = match fault {
        // Wherever it goes, it is more than may be explored.
        Fault::Dependence { .. } => return Some((input, pointed.capacity)),
        _ => offset >= known,
    };
    (beyond && block.state == BlockState::Live).then_some((input, offset))
}

fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
