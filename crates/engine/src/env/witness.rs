//! The inputs that lead down a path.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::debug::TypeId;
use smt::TermPool;

use crate::env::alias;
use crate::machine::context::{Ordered, site};
use crate::machine::image::Image;
use crate::machine::{Flow, Interpreter};
use crate::memory::BlockState;
use crate::report::bug::Precondition;
use crate::report::outcome::Outcome;
use crate::state::trace::Compared;
use crate::state::witness::{InputValue, TestInput, WitnessObject};
use crate::state::{Input, Pointed, PointeeLength, PointerCell, State};
use crate::summary::origin::InputSource;

/// The inputs of a state, as its model has them. A pointer in an object that isn't there is none.
pub(crate) fn inputs(image: &Image<'_>, pool: &TermPool, state: &State) -> Vec<TestInput> {
    let inputs = &state.given.inputs;
    let compared = state.path.trace.compared();
    let one = |input: &Input| TestInput {
        name: input.name.clone(),
        source: input.source,
        value: value(image, pool, state, input),
        pointee: input.pointed.and_then(found),
        pointers: match input.pointed {
            Some(pointed) if !is_there(pool, state, pointed) => Vec::new(),
            _ => {
                let cells = input.cells.iter().filter(|cell| is_chosen(pool, state, cell));
                cells.map(|cell| (cell.offset, inputs[cell.input].name.clone())).collect()
            }
        },
        compared: input.pointed.is_some_and(|it| is_compared(&compared, it)),
    };
    let absent: BTreeSet<usize> = inputs
        .pointers()
        .filter(|(_, input)| !input.pointed.is_some_and(|it| is_there(pool, state, it)))
        .flat_map(|(_, input)| input.cells.iter().map(|cell| cell.input))
        .collect();
    let other_members = inputs
        .iter()
        .flat_map(|input| &input.cells)
        .filter(|cell| !is_chosen(pool, state, cell))
        .map(|cell| cell.input);
    let absent: BTreeSet<usize> = absent.into_iter().chain(other_members).collect();
    let is_written = |input: &Input| {
        input.written.is_none_or(|written| smt::eval(pool, written, &state.model).to_bool())
    };
    let present = inputs.iter().enumerate().filter(|(place, _)| !absent.contains(place));
    let present = present.filter(|(_, input)| is_written(input));
    present.map(|(_, input)| one(input)).filter(|input| !is_usual(input)).collect()
}

/// Does it matter where an object is? That two begin at different places is so wherever they are, but for strings: those that
/// read the same may be one.
fn is_compared(all: &[Compared], pointed: Pointed) -> bool {
    let is_text = matches!(pointed.shape, PointeeLength::Text);
    let mut own = all.iter().filter(|it| it.objects.contains(&pointed.address));
    own.any(|it| is_text || it.distance != Some(0))
}

/// What is there where the pointer's type doesn't say so, but an access has.
fn found(pointed: Pointed) -> Option<TypeId> {
    let is_found = !matches!(pointed.shape, PointeeLength::Opaque);
    (pointed.promise.untyped && is_found).then_some(pointed.pointee)
}

/// An allocation that succeeds is nothing to speak of, nor is output.
fn is_usual(input: &TestInput) -> bool {
    let succeeds = matches!(&input.value, InputValue::Bytes(bytes) if bytes == &[0]);
    matches!(input.source, InputSource::Allocation(_) | InputSource::Full(_)) && succeeds
}

/// Is a pointer there, rather than another member of its union?
fn is_chosen(pool: &TermPool, state: &State, cell: &PointerCell) -> bool {
    cell.chosen.is_none_or(|chosen| smt::eval(pool, chosen, &state.model).to_bool())
}

/// Has a pointer an object of its own?
fn is_there(pool: &TermPool, state: &State, pointed: Pointed) -> bool {
    smt::eval(pool, pointed.fresh, &state.model).to_bool()
}

fn value(image: &Image<'_>, pool: &TermPool, state: &State, input: &Input) -> InputValue {
    let byte = |(index, &symbol)| {
        let value = state.model.value(pool, symbol);
        let byte = value.as_bits().to_u64().unwrap_or(0) as u8;
        if input.is_bool(index) { byte & 1 } else { byte }
    };
    let mut bytes: Vec<u8> = (0..).zip(&input.bytes).map(byte).collect();
    let size = usize::from(state.memory.layout().pointer_bytes as u8);
    let cells = input.cells.iter().filter(|cell| is_chosen(pool, state, cell));
    for offset in cells.map(|cell| cell.offset).chain(input.held.iter().copied()) {
        bytes[offset as usize..][..size].fill(0);
    }
    match (input.pointed, input.source) {
        (Some(pointed), _) => pointed_value(image, pool, state, pointed, bytes),
        (
            None,
            InputSource::Marked
            | InputSource::StandardInput
            | InputSource::Uninitialised
            | InputSource::Stream
            | InputSource::File(_)
            | InputSource::Full(_)
            | InputSource::Environment
            | InputSource::Further(..)
            | InputSource::Variable
            | InputSource::Allocation(_)
            | InputSource::Stub { .. },
        ) => InputValue::Bytes(bytes),
        (None, InputSource::Argument(_)) => InputValue::Text(before_zero(bytes)),
    }
}

fn pointed_value(
    image: &Image<'_>,
    pool: &TermPool,
    state: &State,
    pointed: Pointed,
    mut bytes: Vec<u8>,
) -> InputValue {
    let block = state.memory.heap.block(pointed.address);
    let freed = block.is_none_or(|block| block.state != BlockState::Live);
    let pointer = smt::eval(pool, pointed.pointer, &state.model).as_bits().to_u64();
    let function = pointer.and_then(|pointer| image.function_at(pointer));
    if let Some(function) = function {
        return InputValue::Function(function);
    }
    match pointed.shape {
        _ if pointer == Some(0) => InputValue::Null,
        _ if pointer != Some(pointed.address) => alias(image, pool, state, pointed, pointer),
        PointeeLength::Function => InputValue::Null,
        PointeeLength::Opaque => InputValue::Opaque { freed },
        // There is more than a string: it has room.
        PointeeLength::Text if before_zero(bytes.clone()).len() + 1 < bytes.len() => {
            bytes.extend((bytes.last() != Some(&0)).then_some(0));
            InputValue::Buffer { bytes, freed }
        }
        PointeeLength::Text if freed => {
            let mut bytes = before_zero(bytes);
            bytes.push(0);
            InputValue::Buffer { bytes, freed }
        }
        PointeeLength::Text => InputValue::Text(before_zero(bytes)),
        PointeeLength::Array(elements) => {
            // What nothing has looked at is there all the same.
            bytes.resize(bytes.len().max(elements.least as usize), 0);
            InputValue::Buffer { bytes, freed }
        }
    }
}

impl Interpreter<'_, '_> {
    /// What callers would have to respect for an error not to happen: it takes a pointer into what another one points to, or a
    /// `void *` to what another one declares.
    pub(crate) fn given_overlap(&self, state: &State) -> Option<Precondition> {
        let leads = |input: &Input| {
            let pointed = input.pointed?;
            let pointer = smt::eval(self.pool, pointed.pointer, &state.model).as_bits().to_u64();
            let pointer = pointer.filter(|&it| it != 0 && it != pointed.address)?;
            Some((pointed, alias(self.image, self.pool, state, pointed, Some(pointer))))
        };
        let into = |input: &Input| match leads(input)?.1 {
            InputValue::Into { object: WitnessObject::Pointed(other), .. }
            | InputValue::Into { object: WitnessObject::Global(other), .. } => Some(other),
            _ => None,
        };
        let declared = |input: &Input| match leads(input)? {
            (pointed, InputValue::Alias(other)) if pointed.promise.untyped => {
                let named = state.given.inputs.pointers().find(|(_, it)| it.name == other)?.1;
                named.pointed.filter(|it| !it.promise.untyped).map(|_| other)
            }
            _ => None,
        };
        let apart = |input: &Input, other: Arc<str>| {
            let (input, other) = (input.name.to_string(), other.to_string());
            Precondition::Apart { input, other }
        };
        let pointers = || state.given.inputs.pointers().map(|(_, input)| input);
        pointers()
            .find_map(|it| Some(apart(it, into(it)?)))
            .or_else(|| pointers().find_map(|it| Some(apart(it, declared(it)?))))
    }
}

impl Interpreter<'_, '_> {
    /// Pointers into two objects are ordered, or subtracted: C doesn't say what comes of it, so callers must not do that.
    pub(crate) fn unrelated(&mut self, state: &mut State, pointers: [Ordered; 2]) -> Flow {
        let mut names = pointers.map(|pointer| self.name_of(state, pointer));
        names.sort_unstable_by_key(|name| name.as_ref().map_or(usize::MAX, |(place, _)| *place));
        match names {
            [Some((_, first)), Some((_, second))] => {
                state.path.trace.unrelated = Some(Arc::new([first, second]));
            }
            _ => state.path.trace.depend_on_layout(site(state)),
        }
        state.path.trace.is_excluded = true;
        Flow::End(Outcome::AssumeFailed)
    }

    /// What an object is called that a pointer input points to, or that is a global variable, and which input it is. One that
    /// is `restrict` has nothing to do with others.
    fn name_of(&self, state: &State, ordered: Ordered) -> Option<(usize, String)> {
        let leads = |pointed: Pointed| match ordered {
            Ordered::Object(start) => pointed.address == start,
            Ordered::Null(pointer) => pointed.pointer == pointer,
        };
        let mut pointers = state.given.inputs.pointers();
        if let Some((place, input)) = pointers.find(|(_, input)| input.pointed.is_some_and(leads)) {
            let is_apart = input.pointed.is_some_and(|pointed| pointed.promise.restrict);
            return (!is_apart).then(|| (place, input.name.to_string()));
        }
        let Ordered::Object(start) = ordered else { return None };
        let global = self.image.program.global(self.image.global_near(start)?);
        Some((usize::MAX, global.debug.as_ref()?.name.clone()))
    }
}

/// Where a pointer leads that has no object of its own.
fn alias(
    image: &Image<'_>,
    pool: &TermPool,
    state: &State,
    pointed: Pointed,
    pointer: Option<u64>,
) -> InputValue {
    let Some(pointer) = pointer else { return InputValue::Null };
    if let Some((place, offset)) = alias::pointed_at(pool, state, pointer) {
        let other = &state.given.inputs[place];
        let is_same = |other: Pointed| {
            pointed.promise.untyped || image.program.debug.is_same(other.pointee, pointed.pointee)
        };
        return match offset == 0 && other.pointed.is_some_and(is_same) {
            true => InputValue::Alias(other.name.clone()),
            false => {
                InputValue::Into { object: WitnessObject::Pointed(other.name.clone()), offset }
            }
        };
    }
    let global = image.global_near(pointer).and_then(|global| {
        let offset = pointer.checked_sub(image.global_address(global))?;
        let variable = image.program.global(global);
        let name = variable.debug.as_ref().filter(|_| offset <= variable.size)?.name.as_str();
        Some(InputValue::Into { object: WitnessObject::Global(name.into()), offset })
    });
    global.unwrap_or(InputValue::Null)
}

/// A string ends with its first zero, whatever is behind it.
fn before_zero(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()));
    bytes
}
