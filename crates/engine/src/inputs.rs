//! Inputs: bytes of memory that stand for anything.

use std::sync::Arc;

use smt::{Bits, SymbolId, Value};

use crate::access;
use crate::execute::Stop;
use crate::fault::Access;
use crate::machine::Machine;
use crate::memory::Byte;
use crate::state::{Input, State};
use crate::witness::Source;

impl Machine<'_, '_> {
    /// Makes `size` bytes an input. Without symbolic execution, they are zero.
    pub(crate) fn make_symbolic(
        &mut self,
        state: &mut State,
        address: u64,
        size: u64,
        name: u64,
    ) -> Result<(), Stop> {
        access::check(&state.memory, address, size, Access::Write)?;
        if !self.options.symbolic {
            state.memory.fill(address, 0, size);
            return Ok(());
        }
        let name = self.given_name(state, name)?;
        let mut bytes = Vec::new();
        for (index, address) in (0..size).zip(address..) {
            let before = state.memory.byte(address);
            let symbol = self.byte_symbol(&name, index);
            // A variable that has a value keeps it where the path doesn't care.
            if before.undef == 0 && before.term.is_none() {
                let value = Value::Bits(Bits::new(8, before.bits.into()));
                self.prefer(state, symbol, value);
            }
            bytes.push(self.symbolic_byte(state, &name, index, address));
        }
        let input = Input { bytes, address, ..Input::new(name, Source::Marked) };
        state.inputs.push(input);
        Ok(())
    }

    /// A name that the program gives as a string, made unique on this path.
    pub(crate) fn given_name(&self, state: &State, name: u64) -> Result<String, Stop> {
        let name = if name == 0 { Vec::new() } else { access::text(&state.memory, name, 200)? };
        Ok(input_name(state, &String::from_utf8_lossy(&name)))
    }

    /// Makes a byte of memory a byte of an input.
    pub(crate) fn symbolic_byte(
        &mut self,
        state: &mut State,
        name: &str,
        index: u64,
        address: u64,
    ) -> SymbolId {
        let symbol = self.byte_symbol(name, index);
        let term = self.pool.variable(symbol);
        let bits = self.input_value(state, symbol, name, index);
        state.memory.set_byte(address, Byte { bits, undef: 0, term: Some(term) });
        symbol
    }

    /// What a byte is in this run: what the model says; and if it leaves that open, something random, which then
    /// is what the model says.
    fn input_value(&self, state: &mut State, symbol: SymbolId, name: &str, index: u64) -> u8 {
        if let Some(value) = state.model.get(symbol) {
            return value.as_bits().to_u64().unwrap_or(0) as u8;
        }
        let byte = self.trail.start_values.byte(name, index);
        let value = Value::Bits(Bits::new(8, byte.into()));
        Arc::make_mut(&mut state.model).set(symbol, value);
        byte
    }

    /// A value for a symbol where models don't say another.
    pub(crate) fn prefer(&mut self, state: &mut State, symbol: SymbolId, value: Value) {
        self.pool.set_default(symbol, value.clone());
        if state.model.get(symbol).is_none() {
            Arc::make_mut(&mut state.model).set(symbol, value);
        }
    }

    /// A byte of the input made last, or of each of its elements, is a `_Bool`.
    pub(crate) fn mark_bool(&mut self, state: &mut State, offset: u64) {
        let Some(input) = state.inputs.last_mut() else { return };
        input.bools.push(offset);
        let input = input.clone();
        for (index, &symbol) in (0..).zip(&input.bytes) {
            if input.is_bool(index) {
                self.keep_lowest_bit(state, symbol, input.address + index);
            }
        }
    }

    /// Makes a byte of an input one that is 0 or 1.
    pub(crate) fn keep_lowest_bit(&mut self, state: &mut State, symbol: SymbolId, address: u64) {
        let byte = self.pool.variable(symbol);
        let bit = self.pool.extract(0, 0, byte);
        let term = self.pool.zero_extend(8, bit);
        let bits = state.memory.byte(address).bits & 1;
        state.memory.set_byte(address, Byte { bits, undef: 0, term: Some(term) });
    }
}

/// The name that the program gives, made unique on this path.
pub(crate) fn input_name(state: &State, name: &str) -> String {
    let same = state.inputs.iter().filter(|input| {
        input.name == name || input.name.strip_prefix(name).is_some_and(|r| r.starts_with('#'))
    });
    match same.count() {
        0 => name.to_owned(),
        n => format!("{name}#{n}"),
    }
}
