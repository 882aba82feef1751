//! Standard input: the host's in a concrete run, and in a symbolic one bytes that stand for anything, as many as
//! the program asks for.

use crate::access;
use crate::execute::Stop;
use crate::fault::Access;
use crate::machine::Machine;
use crate::memory::Tag;
use crate::origin::Origin;
use crate::outcome::INTERRUPTED;
use crate::primitives::Done;
use crate::state::State;
use crate::witness::Source;

/// How far a program is with its symbolic standard input.
#[derive(Clone, Debug, Default)]
pub(crate) struct StandardInput {
    /// There are at most that many bytes.
    most: u64,
    /// That many were read.
    position: u64,
    /// Where it is among the inputs, once the program has asked for it.
    input: Option<usize>,
}

impl StandardInput {
    /// Up to `most` bytes.
    pub(crate) fn new(most: u64) -> StandardInput {
        StandardInput { most, ..StandardInput::default() }
    }

    /// May there be any bytes? If not, it is as empty as the host's.
    pub(crate) fn is_symbolic(&self) -> bool {
        self.most > 0
    }
}

impl Machine<'_, '_> {
    /// Reads at most `size` bytes, and if they are symbolic, at most `needed`.
    pub(crate) fn read_stdin(
        &mut self,
        state: &mut State,
        to: u64,
        size: u64,
        needed: u64,
    ) -> Result<Done, Stop> {
        match self.options.symbolic {
            true => self.read_symbolic(state, to, size.min(needed)),
            false => self.read_host(state, to, size),
        }
    }

    /// Each byte is there if the input's length says so, which is decided one byte after the other.
    fn read_symbolic(&mut self, state: &mut State, to: u64, size: u64) -> Result<Done, Stop> {
        access::check(&state.memory, to, size, Access::Write)?;
        let StandardInput { most, position, .. } = state.stdin;
        if most == 0 {
            return Ok(Done::Value(0));
        }
        let length = self.origins.variable(&mut self.pool, Origin::StandardInputLength);
        let mut end = position;
        while end < most.min(position + size) {
            let at = self.pool.bits(64, end);
            let more = self.pool.ult(at, length);
            match state.path.knows(&mut self.pool, more) {
                Some(true) => end += 1,
                Some(false) => break,
                None => return Err(Stop::Decide(more)),
            }
        }
        let input = self.stdin_input(state);
        let id = state.inputs[input].id;
        for at in position..end {
            let symbol = self.symbolic_byte(state, id, at, to + (at - position));
            state.inputs[input].bytes.push(symbol);
        }
        state.stdin.position = end;
        Ok(Done::Value(end - position))
    }

    fn read_host(&mut self, state: &mut State, to: u64, size: u64) -> Result<Done, Stop> {
        access::check(&state.memory, to, size, Access::Write)?;
        let mut buffer = vec![0; size.min(1 << 16) as usize];
        Ok(match self.externals.read_stdin(&mut buffer) {
            Ok(count) => {
                state.memory.initialise(to, &buffer[..count], Tag::DATA);
                Done::Value(count as u64)
            }
            // Whoever asked for the end also ended the wait for input.
            Err(_) if (self.options.stop)() => Done::End(INTERRUPTED),
            Err(_) => Done::Value(u64::MAX),
        })
    }

    /// Where standard input is among the inputs; there from when the program first asks for it.
    fn stdin_input(&mut self, state: &mut State) -> usize {
        if let Some(known) = state.stdin.input {
            return known;
        }
        let input = self.new_input(state, "stdin", Source::StandardInput);
        state.inputs.push(input);
        *state.stdin.input.insert(state.inputs.len() - 1)
    }
}
