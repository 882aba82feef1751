//! Standard input: the host's in a concrete run, and in a symbolic one bytes that stand for anything, as many as
//! the program asks for.

use crate::env::primitives::PrimitiveResult;
use crate::machine::Interpreter;
use crate::machine::access;
use crate::machine::context::Stop;
use crate::machine::fault::Access;
use crate::memory::Tag;
use crate::report::outcome::INTERRUPTED;
use crate::state::State;
use crate::state::given::StandardInput;
use crate::summary::origin::InputSource;
use crate::summary::origin::Origin;

impl Interpreter<'_, '_> {
    /// Reads at most `size` bytes, and if they are symbolic, at most `needed`.
    pub(crate) fn read_stdin(
        &mut self,
        state: &mut State,
        to: u64,
        size: u64,
        needed: u64,
    ) -> Result<PrimitiveResult, Stop> {
        match self.options.symbolic {
            true => self.read_symbolic(state, to, size.min(needed)),
            false => self.read_host(state, to, size),
        }
    }

    /// Each byte is there if the input's length says so, which is decided one byte after the other.
    fn read_symbolic(
        &mut self,
        state: &mut State,
        to: u64,
        size: u64,
    ) -> Result<PrimitiveResult, Stop> {
        access::check(&state.memory, to, size, Access::Write)?;
        let StandardInput { most, position, .. } = state.given.stdin;
        if most == 0 {
            return Ok(PrimitiveResult::Value(0));
        }
        let length = self.origins.variable(self.pool, Origin::StandardInputLength);
        let mut end = position;
        while end < most.min(position + size) {
            let at = self.pool.bits(64, end);
            let more = self.pool.ult(at, length);
            match state.path.condition.knows(self.pool, more) {
                Some(true) => end += 1,
                Some(false) => break,
                None => return Err(Stop::Decide(more)),
            }
        }
        let input = self.stdin_input(state);
        let id = state.given.inputs[input].id;
        for at in position..end {
            let symbol = self.symbolic_byte(state, id, at, to + (at - position));
            state.given.inputs[input].bytes.push(symbol);
        }
        state.given.stdin.position = end;
        Ok(PrimitiveResult::Value(end - position))
    }

    fn read_host(
        &mut self,
        state: &mut State,
        to: u64,
        size: u64,
    ) -> Result<PrimitiveResult, Stop> {
        access::check(&state.memory, to, size, Access::Write)?;
        let mut buffer = vec![0; size.min(1 << 16) as usize];
        Ok(match self.externals.read_stdin(&mut buffer) {
            Ok(count) => {
                state.memory.initialise(to, &buffer[..count], Tag::DATA);
                PrimitiveResult::Value(count as u64)
            }
            // The end that was asked for ended the wait for input, too.
            Err(_) if (self.options.stop)() => PrimitiveResult::End(INTERRUPTED),
            Err(_) => PrimitiveResult::Value(u64::MAX),
        })
    }

    /// Where standard input is among the inputs; there from when the program first asks for it.
    fn stdin_input(&mut self, state: &mut State) -> usize {
        if let Some(known) = state.given.stdin.input {
            return known;
        }
        let input = self.new_input(state, "stdin", InputSource::StandardInput);
        state.given.inputs.push(input);
        *state.given.stdin.input.insert(state.given.inputs.len() - 1)
    }
}
