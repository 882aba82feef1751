//! The witness of a path: inputs that lead down it, and what was seen at its end. Tests are made of it.

use std::sync::Arc;

use crate::machine::Machine;
use crate::memory::BlockState;
use crate::state::{Input, Pointed, Shape, State};

/// An input, as it is on one path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TestInput {
    /// As the program calls it.
    pub name: Arc<str>,
    /// Where the program takes it from.
    pub source: Source,
    /// What it is.
    pub value: InputValue,
}

/// Where a program takes an input from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// It marks memory of its own, or a harness does that for it.
    Marked,
    /// An argument of `main`: that entry of `argv`.
    Argument(u32),
    /// Standard input.
    StandardInput,
    /// It reads what nobody has written, and that may be anything.
    Uninitialised,
}

/// What an input is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InputValue {
    /// The bytes of an object, lowest address first.
    Bytes(Vec<u8>),
    /// A null pointer.
    Null,
    /// A pointer to a string, here without its final zero.
    Text(Vec<u8>),
    /// A pointer to an array of exactly these bytes. `freed`: the program frees it, so it must be a heap block.
    Buffer { bytes: Vec<u8>, freed: bool },
}

impl TestInput {
    /// How much memory it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let value = match &self.value {
            InputValue::Null => 0,
            InputValue::Bytes(bytes) | InputValue::Text(bytes) => bytes.len(),
            InputValue::Buffer { bytes, .. } => bytes.len(),
        };
        size_of::<TestInput>() + self.name.len() + value + ALLOCATIONS
    }
}

/// What the allocator adds to a name and a value.
const ALLOCATIONS: usize = 32;

/// Something seen at the end of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// What the harness calls it.
    pub name: String,
    /// What it was.
    pub value: ObservedValue,
}

/// What was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObservedValue {
    /// The bytes of an object; a bit set in `undef` was never written, or is part of an address, which is another one
    /// in every build.
    Bytes { bytes: Vec<u8>, undef: Vec<u8> },
    /// A null pointer.
    Null,
    /// A pointer into what the pointer input of that name points to.
    Into { input: String, offset: u64 },
    /// A pointer to a constant string.
    Text(Vec<u8>),
    /// Another pointer.
    Elsewhere,
}

/// The inputs of a state, as its model has them.
pub(crate) fn inputs(machine: &Machine<'_, '_>, state: &State) -> Vec<TestInput> {
    let one = |input: &Input| TestInput {
        name: input.name.clone(),
        source: input.source,
        value: value(machine, state, input),
    };
    state.inputs.iter().map(one).collect()
}

fn value(machine: &Machine<'_, '_>, state: &State, input: &Input) -> InputValue {
    let byte = |(index, &symbol)| {
        let value = state.model.value(&machine.pool, symbol);
        let byte = value.as_bits().to_u64().unwrap_or(0) as u8;
        if input.is_bool(index) { byte & 1 } else { byte }
    };
    let bytes: Vec<u8> = (0..).zip(&input.bytes).map(byte).collect();
    match (input.pointed, input.source) {
        (Some(pointed), _) => pointed_value(machine, state, pointed, bytes),
        (None, Source::Marked | Source::StandardInput | Source::Uninitialised) => {
            InputValue::Bytes(bytes)
        }
        (None, Source::Argument(_)) => InputValue::Text(before_zero(bytes)),
    }
}

fn pointed_value(
    machine: &Machine<'_, '_>,
    state: &State,
    pointed: Pointed,
    bytes: Vec<u8>,
) -> InputValue {
    let block = state.memory.heap.block(pointed.address);
    let freed = block.is_none_or(|block| block.state != BlockState::Live);
    match pointed.shape {
        _ if smt::eval(&machine.pool, pointed.null, &state.model).to_bool() => InputValue::Null,
        Shape::Text if freed => {
            let mut bytes = before_zero(bytes);
            bytes.push(0);
            InputValue::Buffer { bytes, freed }
        }
        Shape::Text => InputValue::Text(before_zero(bytes)),
        Shape::Array { .. } => InputValue::Buffer { bytes, freed },
    }
}

/// A string ends with its first zero, whatever is behind it.
fn before_zero(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()));
    bytes
}
