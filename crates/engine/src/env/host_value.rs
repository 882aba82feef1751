//! What a program asks its surroundings for, where that is explored: the time, random numbers, environment variables.
//!
//! The runtime library has the functions, and says what they may give; here are the inputs.

use crate::machine::Interpreter;
use crate::machine::access;
use crate::machine::context::{Stop, site};
use crate::machine::fault::Access;
use crate::state::{Input, State};
use crate::summary::origin::InputSource;
use crate::value::lift;

impl Interpreter<'_, '_> {
    /// Are the answers of the program's surroundings inputs now?
    pub(crate) fn explores_environment(&self, state: &State) -> bool {
        self.options.environment.values && self.is_tested(state)
    }

    /// The same, for a function of the library that is about to ask. If it isn't explored, the library's own state counts, too:
    /// callers of a function may have left it in any, such as random numbers by their seed.
    pub(crate) fn asks_environment(&mut self, state: &mut State) -> bool {
        let explores = self.explores_environment(state);
        if !explores && self.options.symbolic && state.given.tested.function.is_some() {
            self.depend_on_environment(state);
        }
        explores
    }

    /// Makes memory the next answer of that kind and name.
    pub(crate) fn host_value(
        &mut self,
        state: &mut State,
        (address, size, name): (u64, u64, u64),
        source: InputSource,
    ) -> Result<(), Stop> {
        access::check(&state.memory, address, size, Access::Write)?;
        let text = access::text(&state.memory, name, u64::MAX)?;
        // Which variable it is may depend on inputs; a test has to say its name.
        for at in (name..).take(text.len() + 1) {
            let byte = state.memory.byte(at);
            if let Some(term) = byte.term {
                let same = lift::is_now(self.pool, term, byte.bits.into());
                state.path.concretize(self.pool, same, site(state));
            }
        }
        // A byte is a character, as nothing says that the name is in any encoding.
        let text: String = text.iter().map(|&byte| char::from(byte)).collect();
        let mut input = self.new_input(state, &text, source);
        for index in 0..size {
            input.bytes.push(self.symbolic_byte(state, input.id, index, address + index));
        }
        if source == InputSource::Variable {
            let most = size - 1;
            let what = format!("environment variables of at most {most} characters");
            state.path.trace.not_given = Some(what.into());
        }
        state.given.inputs.push(Input { address, ..input });
        Ok(())
    }
}
