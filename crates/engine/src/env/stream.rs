//! Streams that a function is given, or has opened: what is read from one are bytes that stand for anything, as many as the program
//! asks for. What is written to one the host collects (`written.rs`).
//!
//! The object behind a `FILE *` is the C library's, and stays one that can't be looked into. The runtime library, which has
//! the functions that read, asks whether a stream is an input, and for its bytes.

use std::sync::Arc;

use analysis::native::{NativeEffect, NativeRead};
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
use crate::state::given::{FileInputs, Output, Stream};
use crate::summary::origin::{InputSource, LENGTH_BITS, Origin};

impl Interpreter<'_, '_> {
    /// The number, from 1, of the input stream at an address; 0 if that is another one.
    pub(crate) fn stream_number(&mut self, state: &mut State, address: u64) -> u64 {
        if let Some(known) = known_at(state, address) {
            return known as u64 + 1;
        }
        let Some(pointer) = self.stream_at(state, address) else { return 0 };
        let name = format!("*{}", state.given.inputs[pointer].name);
        let contents = self.stream_contents(state, &name);
        let (is_opened, only_read, is_written, position) = (false, false, false, 0);
        let output = None;
        let stream = Stream {
            address,
            is_opened,
            only_read,
            is_written,
            output,
            pending: 0,
            is_full: None,
            contents,
            is_read: false,
            is_stale: false,
            position,
        };
        state.given.files.streams.push(stream);
        state.given.files.streams.len() as u64
    }

    /// What can be read from a stream: where that is among the inputs.
    pub(crate) fn stream_contents(&mut self, state: &mut State, name: &str) -> usize {
        let input = self.new_input(state, name, InputSource::Stream);
        state.given.inputs.push(input);
        state.given.inputs.len() - 1
    }

    /// It matters where a stream is, or what is in it: that isn't known of one that was written to. Of one that others
    /// wrote to, it isn't known what is where something was read before.
    pub(crate) fn look_back(&self, state: &mut State, number: u64, is_moved: bool) {
        let streams = &state.given.files.streams;
        let Some(stream) = (number as usize).checked_sub(1).and_then(|it| streams.get(it)) else {
            return;
        };
        let has_same = |other: &&Stream| other.contents == stream.contents;
        let is_again = is_moved || streams.iter().filter(has_same).count() > 1;
        let is_left_out = stream.is_written || is_again && state.given.files.may_be_changed(stream);
        // Nor is it known where what is written next stands.
        let moved = Output { stream: number as usize - 1, bytes: None, made_of: Arc::default() };
        state.given.files.written.push(moved);
        if is_left_out {
            let what = "nothing that was written to a stream is looked at again";
            state.path.trace.not_given = Some(what.into());
        }
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
        let Some(&Stream { contents, position, .. }) = state.given.files.streams.get(index) else {
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
            // Another stream may have read it before.
            if state.given.inputs[contents].bytes.len() as u64 == at {
                state.given.inputs[contents].bytes.push(symbol);
            }
        }
        let stream = &mut state.given.files.streams[index];
        (stream.position, stream.is_read) = (end, true);
        Ok(PrimitiveResult::Value(end - position))
    }

    /// Leads what prints to an input stream elsewhere: to the host, our streams are none. Was it one, and can it be written
    /// to?
    pub(crate) fn redirect_output(
        &mut self,
        state: &mut State,
        args: &mut [(Ty, u64)],
    ) -> Result<OutputTo, Stop> {
        let is_stream = |arg: &(Ty, u64)| {
            known_at(state, arg.1).is_some() || self.stream_at(state, arg.1).is_some()
        };
        let Some(at) = args.iter().position(is_stream) else { return Ok(OutputTo::Host) };
        let to = self.externals.collector().or_else(|| self.host_stdout());
        let Some(to) = to else { return Ok(OutputTo::Host) };
        let number = self.stream_number(state, args[at].1);
        let stream = &mut state.given.files.streams[number as usize - 1];
        if stream.is_opened {
            access::check(&state.memory, stream.address, 1, Access::Read)?;
        }
        args[at].1 = to;
        if stream.only_read {
            return Ok(OutputTo::Nowhere);
        }
        stream.is_written = true;
        Ok(OutputTo::Stream(number as usize - 1))
    }

    /// Output waits in the buffer of a stream, which has room for so much only.
    pub(crate) fn note_output(&self, state: &mut State, index: usize, size: u64) {
        let stream = &mut state.given.files.streams[index];
        // Nothing at all is written if it is empty, but the buffer may be made.
        stream.pending = stream.pending.saturating_add(size.max(1));
        if stream.is_opened && stream.pending > BUFFER_SIZE {
            let what = format!("no more than {BUFFER_SIZE} bytes wait in the buffer of a file");
            state.path.trace.not_given = Some(what.into());
        }
    }

    /// Is a stream that is explored among what a native function is given? It can't do anything with it.
    pub(crate) fn is_given_stream(&self, state: &State, args: &[(Ty, u64)]) -> bool {
        args.iter().any(|arg| known_at(state, arg.1).is_some())
    }

    fn host_stdout(&mut self) -> Option<u64> {
        let variable = self.externals.variable("stdout")?;
        let mut bytes = [0; 8];
        self.externals.read(variable, &mut bytes).then(|| u64::from_le_bytes(bytes))
    }
}

impl FileInputs {
    /// May what was read of a file not be there any more? What was written to a stream is in the file some time later, and one
    /// that the function was given may be any file.
    fn may_be_changed(&self, stream: &Stream) -> bool {
        let has_same = |other: &&Stream| other.contents == stream.contents;
        if !self.streams.iter().filter(has_same).any(|other| other.is_read) {
            return false;
        }
        let mut others = self.streams.iter().filter(|other| other.address != stream.address);
        let is_written = |other: &Stream| match other.is_opened {
            true => !other.only_read,
            false => other.is_written,
        };
        self.is_stale(stream.contents)
            || others.any(|other| is_written(other) && !(other.is_opened && stream.is_opened))
    }

    /// What a native function does that is more than computing may change any file. What was read of it may be other bytes
    /// then.
    pub(crate) fn change_all(&mut self) {
        for stream in &mut self.streams {
            stream.is_stale |= stream.is_read;
        }
    }

    /// May the file that has these contents have been changed?
    pub(crate) fn is_stale(&self, contents: usize) -> bool {
        self.streams.iter().any(|stream| stream.contents == contents && stream.is_stale)
    }
}

/// The stream at an address, if it has been used before.
fn known_at(state: &State, address: u64) -> Option<usize> {
    state.given.files.streams.iter().position(|stream| stream.address == address)
}

/// How many bytes a native function has printed.
pub(crate) fn output_size(
    state: &State,
    effect: Option<&NativeEffect>,
    args: &[(Ty, u64)],
    results: &[u64],
) -> u64 {
    let arg = |index: usize| args.get(index).map_or(0, |arg| arg.1);
    let length = |text: u64| access::text(&state.memory, text, u64::MAX).map_or(0, |it| it.len());
    let result = results.first().map_or(0, |&result| u64::from(result as u32));
    match effect.map_or(&[][..], |effect| effect.reads) {
        [NativeRead::Bytes(_, factors)] => {
            factors.iter().fold(1, |size: u64, &factor| size.saturating_mul(arg(factor)))
        }
        // Those that print by a format say how much that was.
        &[NativeRead::Text(text)] => result.max(length(arg(text)) as u64),
        [] => 1,
        _ => result,
    }
}

/// The buffer that glibc has for most files.
const BUFFER_SIZE: u64 = 4096;

/// Where output goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputTo {
    /// To the host, as the program says.
    Host,
    /// To a stream that is an input: which one.
    Stream(usize),
    /// To one that can only be read.
    Nowhere,
}

/// What `read` returns for an error.
const FAILED: PrimitiveResult = PrimitiveResult::Value(u64::MAX);
