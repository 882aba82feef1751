//! Inputs: bytes of memory that stand for anything.

use smt::{Op, Sort, SymbolId};

use crate::access;
use crate::execute::Stop;
use crate::fault::{Access, Fault};
use crate::machine::Machine;
use crate::memory::Byte;
use crate::state::{Input, State};

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
        let name = self.input_name(state, name)?;
        let mut bytes = Vec::new();
        for i in 0..size {
            let symbol = self.input_byte(&name, i);
            bytes.push(symbol);
            let term = self.pool.variable(symbol);
            let bits = state.model.value(&self.pool, symbol).as_bits().to_u64().unwrap_or(0) as u8;
            state.memory.set_byte(address + i, Byte { bits, undef: 0, term: Some(term) });
        }
        state.inputs.push(Input { name, bytes });
        Ok(())
    }

    /// The name that the program gives, made unique on this path.
    fn input_name(&self, state: &State, name: u64) -> Result<String, Fault> {
        let text = if name == 0 { Vec::new() } else { access::text(&state.memory, name, 200)? };
        let text = String::from_utf8_lossy(&text).into_owned();
        let same = state.inputs.iter().filter(|input| {
            input.name == text || input.name.strip_prefix(&text).is_some_and(|r| r.starts_with('#'))
        });
        Ok(match same.count() {
            0 => text,
            n => format!("{text}#{n}"),
        })
    }

    /// The symbol of one byte.
    fn input_byte(&mut self, name: &str, index: u64) -> SymbolId {
        let term = self.pool.symbol(&format!("{name}[{index}]"), Sort::Bits(8));
        let Op::Symbol(symbol) = self.pool.op(term) else { unreachable!("a symbol is a symbol") };
        symbol
    }
}
