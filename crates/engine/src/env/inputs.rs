//! Inputs: bytes of memory that stand for anything.

use std::sync::Arc;

use smt::{Bits, SymbolId, Value};

use crate::machine::Interpreter;
use crate::machine::access;
use crate::machine::context::Stop;
use crate::machine::fault::Access;
use crate::memory::Byte;
use crate::state::{Input, State};
use crate::summary::origin::InputSource;
use crate::summary::origin::{InputId, Origin};

impl Interpreter<'_, '_> {
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
        let mut input = self.named_input(state, name)?;
        if let Some(global) = self.image.whole_global(address, size) {
            self.origins.is_global(input.id, global);
        }
        input.bytes = self.symbolic_bytes(state, input.id, address, size);
        state.given.inputs.push(Input { address, ..input });
        Ok(())
    }

    /// Makes memory that a variable has the bytes of an input.
    pub(crate) fn symbolic_bytes(
        &mut self,
        state: &mut State,
        input: InputId,
        address: u64,
        size: u64,
    ) -> Vec<SymbolId> {
        let mut symbols = Vec::new();
        for (index, address) in (0..size).zip(address..) {
            let before = state.memory.byte(address);
            let symbol = self.byte_symbol(input, index);
            // A variable that has a value keeps it where the path doesn't care.
            if before.undef == 0 && before.term.is_none() {
                let value = Value::Bits(Bits::new(8, before.bits.into()));
                self.prefer(state, symbol, value);
            }
            symbols.push(self.symbolic_byte(state, input, index, address));
        }
        symbols
    }

    /// An input whose name the program gives as a string.
    pub(crate) fn named_input(&mut self, state: &mut State, name: u64) -> Result<Input, Stop> {
        let name = if name == 0 { Vec::new() } else { access::text(&state.memory, name, 200)? };
        let name = String::from_utf8_lossy(&name);
        Ok(self.new_input(state, &name, InputSource::Marked))
    }

    /// An input that has no bytes yet. It is called as the program does, with a number if that isn't unique on this
    /// path.
    pub(crate) fn new_input(
        &mut self,
        state: &mut State,
        name: &str,
        source: InputSource,
    ) -> Input {
        let key = state.given.inputs.announce(name, source);
        let id = self.origins.input(key);
        Input::new(id, self.origins.label(id).clone(), source)
    }

    /// Makes a byte of memory a byte of an input.
    pub(crate) fn symbolic_byte(
        &mut self,
        state: &mut State,
        input: InputId,
        index: u64,
        address: u64,
    ) -> SymbolId {
        let symbol = self.byte_symbol(input, index);
        let term = self.pool.variable(symbol);
        let bits = self.input_value(state, symbol, input, index);
        state.given.bytes += 1;
        state.memory.set_byte(address, Byte { bits, undef: 0, term: Some(term) });
        symbol
    }

    /// What a byte is in this run: what the model says; and if it leaves that open, something random, which then
    /// is what the model says.
    pub(crate) fn input_value(
        &self,
        state: &mut State,
        symbol: SymbolId,
        input: InputId,
        index: u64,
    ) -> u8 {
        if let Some(value) = state.model.get(symbol) {
            return value.as_bits().to_u64().unwrap_or(0) as u8;
        }
        let byte = self.log.start_values.byte(self.origins.label(input), index);
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

    /// Makes a byte of an input one that is 0 or 1.
    pub(crate) fn keep_lowest_bit(&mut self, state: &mut State, symbol: SymbolId, address: u64) {
        let byte = self.pool.variable(symbol);
        let bit = self.pool.extract(0, 0, byte);
        let term = self.pool.zero_extend(8, bit);
        let bits = state.memory.byte(address).bits & 1;
        state.memory.set_byte(address, Byte { bits, undef: 0, term: Some(term) });
    }

    /// The symbol of one byte of an input.
    pub(crate) fn byte_symbol(&mut self, input: InputId, index: u64) -> SymbolId {
        self.origins.symbol(self.pool, Origin::Byte(input, index))
    }
}
