//! Inputs: bytes of memory that stand for anything.

use std::sync::Arc;

use smt::{Bits, Op, Sort, SymbolId, Value};

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
        let name = if name == 0 { Vec::new() } else { access::text(&state.memory, name, 200)? };
        let name = input_name(state, &String::from_utf8_lossy(&name));
        let bytes = (0..size).map(|i| self.symbolic_byte(state, &name, i, address + i)).collect();
        state.inputs.push(Input { name, source: Source::Marked, bytes });
        Ok(())
    }

    /// Makes a byte of memory a byte of an input.
    pub(crate) fn symbolic_byte(
        &mut self,
        state: &mut State,
        name: &str,
        index: u64,
        address: u64,
    ) -> SymbolId {
        let symbol = self.input_byte(name, index);
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

    /// The symbol of one byte.
    fn input_byte(&mut self, name: &str, index: u64) -> SymbolId {
        let term = self.pool.symbol(&format!("{name}[{index}]"), Sort::Bits(8));
        let Op::Symbol(symbol) = self.pool.op(term) else { unreachable!("a symbol is a symbol") };
        symbol
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
