//! The inputs that lead down a path.

use smt::TermPool;

use crate::memory::BlockState;
use crate::state::witness::{InputValue, TestInput};
use crate::state::{Input, Pointed, Shape, State};
use crate::summary::origin::Source;

/// The inputs of a state, as its model has them.
pub(crate) fn inputs(pool: &TermPool, state: &State) -> Vec<TestInput> {
    let one = |input: &Input| TestInput {
        name: input.name.clone(),
        source: input.source,
        value: value(pool, state, input),
    };
    state.given.inputs.iter().map(one).collect()
}

fn value(pool: &TermPool, state: &State, input: &Input) -> InputValue {
    let byte = |(index, &symbol)| {
        let value = state.model.value(pool, symbol);
        let byte = value.as_bits().to_u64().unwrap_or(0) as u8;
        if input.is_bool(index) { byte & 1 } else { byte }
    };
    let bytes: Vec<u8> = (0..).zip(&input.bytes).map(byte).collect();
    match (input.pointed, input.source) {
        (Some(pointed), _) => pointed_value(pool, state, pointed, bytes),
        (None, Source::Marked | Source::StandardInput | Source::Uninitialised) => {
            InputValue::Bytes(bytes)
        }
        (None, Source::Argument(_)) => InputValue::Text(before_zero(bytes)),
    }
}

fn pointed_value(pool: &TermPool, state: &State, pointed: Pointed, bytes: Vec<u8>) -> InputValue {
    let block = state.memory.heap.block(pointed.address);
    let freed = block.is_none_or(|block| block.state != BlockState::Live);
    match pointed.shape {
        _ if smt::eval(pool, pointed.null, &state.model).to_bool() => InputValue::Null,
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
