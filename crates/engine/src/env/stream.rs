//! Streams that a function is given: what is read from one are bytes that stand for anything, as many as the program
//! asks for. What is written to one goes where the host's standard output goes.
//!
//! The object behind a `FILE *` is the C library's, and stays one that can't be looked into. The runtime library, which has
//! the functions that read, asks whether a stream is an input, and for its bytes.

use ir::Ty;
use ir::debug::Type;

use crate::env::lazy::HANDLES;
use crate::env::primitives::PrimitiveResult;
use crate::machine::Interpreter;
use crate::machine::access;
use crate::machine::context::Stop;
use crate::machine::fault::Access;
use crate::report::outcome::{Outcome, StopReason};
use crate::state::State;
use crate::state::given::Stream;
use crate::summary::origin::{InputSource, LENGTH_BITS, Origin};

impl Interpreter<'_, '_> {
    /// The number, from 1, of the input stream at an address; 0 if that is another one.
    pub(crate) fn stream_number(&mut self, state: &mut State, address: u64) -> u64 {
        let Some(pointer) = self.stream_at(state, address) else { return 0 };
        let streams = &mut state.given.streams;
        if let Some(known) = streams.iter().position(|stream| stream.pointer == pointer) {
            return known as u64 + 1;
        }
        let name = format!("*{}", state.given.inputs[pointer].name);
        let input = self.new_input(state, &name, InputSource::Stream);
        state.given.inputs.push(input);
        let contents = state.given.inputs.len() - 1;
        state.given.streams.push(Stream { pointer, contents, position: 0 });
        state.given.streams.len() as u64
    }

    /// The pointer input whose own object a stream at that address is.
    fn stream_at(&self, state: &State, address: u64) -> Option<usize> {
        let debug = &self.image.program.debug;
        let is_handle = |pointee| match debug.ty(debug.resolve(pointee)) {
            Type::Struct { name: Some(name), .. } => HANDLES.contains(&name.as_str()),
            _ => false,
        };
        let mut pointers = state.given.inputs.pointers();
        let found = pointers.find(|(_, input)| {
            input.pointed.is_some_and(|it| it.address == address && is_handle(it.pointee))
        });
        found.map(|(place, _)| place)
    }

    /// Reads at most `size` bytes of a stream. Each is there if the stream's length says so, which is decided one byte
    /// after the other; a stream that is longer than arrays and strings get is not explored.
    pub(crate) fn read_stream(
        &mut self,
        state: &mut State,
        (number, to, size): (u64, u64, u64),
    ) -> Result<PrimitiveResult, Stop> {
        access::check(&state.memory, to, size, Access::Write)?;
        let Some(index) = (number as usize).checked_sub(1) else { return Ok(FAILED) };
        let Some(&Stream { contents, position, .. }) = state.given.streams.get(index) else {
            return Ok(FAILED);
        };
        let id = state.given.inputs[contents].id;
        let length = self.origins.variable(self.pool, Origin::Length(id));
        let most = self.options.heap.length;
        let mut end = position;
        while end < position + size {
            let at = self.pool.bits(LENGTH_BITS, end);
            let more = self.pool.ult(at, length);
            match state.path.condition.knows(self.pool, more) {
                Some(true) if end >= most => {
                    let limit = StopReason::LengthLimit(most);
                    return Ok(PrimitiveResult::End(Outcome::Stopped(limit)));
                }
                Some(true) => end += 1,
                Some(false) => break,
                None => return Err(Stop::Decide(more)),
            }
        }
        for at in position..end {
            let symbol = self.symbolic_byte(state, id, at, to + (at - position));
            state.given.inputs[contents].bytes.push(symbol);
        }
        state.given.streams[index].position = end;
        Ok(PrimitiveResult::Value(end - position))
    }

    /// Leads what prints to an input stream elsewhere: to the host, our streams are none. Was it one?
    pub(crate) fn redirect_output(&mut self, state: &State, args: &mut [(Ty, u64)]) -> bool {
        let is_stream = |arg: &(Ty, u64)| self.stream_at(state, arg.1).is_some();
        let Some(stream) = args.iter().position(is_stream) else { return false };
        let Some(stdout) = self.host_stdout() else { return false };
        args[stream].1 = stdout;
        true
    }

    fn host_stdout(&mut self) -> Option<u64> {
        let variable = self.externals.variable("stdout")?;
        let mut bytes = [0; 8];
        self.externals.read(variable, &mut bytes).then(|| u64::from_le_bytes(bytes))
    }
}

/// What `read` returns for an error.
const FAILED: PrimitiveResult = PrimitiveResult::Value(u64::MAX);
