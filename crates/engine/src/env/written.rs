//! What a program writes to streams that are explored: tests expect to see the same.
//!
//! The host prints it, to a stream that collects. It is what is printed with the inputs of that run; where it depends on them and
//! the run went on with others, where addresses were printed, or where the stream was moved, nothing is expected.

use analysis::native::{NativeEffect, NativeRead};
use ir::{Call, Ty};
use smt::TermId;

use crate::env::native::{format, what_is_read};
use crate::machine::Interpreter;
use crate::machine::access;
use crate::state::State;
use crate::state::given::{Output, Stream};
use crate::state::trace::Dependence;
use crate::state::witness::{Observed, ObservedValue};

impl Interpreter<'_, '_> {
    /// A native function has printed to a stream.
    pub(crate) fn collect(
        &mut self,
        state: &mut State,
        stream: usize,
        (name, effect, call): (&str, Option<&NativeEffect>, &Call),
        args: &[(Ty, u64)],
    ) {
        let written = self.externals.collected();
        let reads = effect.map_or(&[][..], |effect| effect.reads);
        // What a `va_list` has is not looked at.
        let is_known = !name.starts_with('v') && !reads.iter().any(|&it| shows(state, it, args));
        let bytes = is_known.then(|| written.into());
        let made_of = self.made_of(state, reads, call, args).into();
        state.given.files.written.push(Output { stream, bytes, made_of });
    }

    /// What an output is made of that depends on the inputs, with what it is now.
    fn made_of(
        &self,
        state: &State,
        reads: &[NativeRead],
        call: &Call,
        args: &[(Ty, u64)],
    ) -> Vec<(TermId, u64)> {
        let values = call.args.iter().map(|&arg| self.value(state, arg));
        let numbers = values.filter_map(|value| Some((self.shades.term(value)?, value.bits)));
        let ranges = reads.iter().flat_map(|&read| what_is_read(state, read, args));
        let texts = ranges.flat_map(|(at, size)| at..at.saturating_add(size)).filter_map(|at| {
            let byte = state.memory.byte(at);
            Some((byte.term?, u64::from(byte.bits)))
        });
        numbers.chain(texts).collect()
    }

    /// Notes what the streams contain now that were written to.
    pub(crate) fn observe_written(&self, state: &mut State) {
        let Dependence { layout, environment } = state.path.trace.dependence();
        if layout.is_some() || !environment.is_empty() {
            return;
        }
        for index in 0..state.given.files.streams.len() {
            let stream = state.given.files.streams[index];
            let name = match (stream.is_opened, stream.output) {
                (false, _) => state.given.inputs[stream.contents].name.to_string(),
                (true, Some(file)) => format!("file {file}"),
                (true, None) => continue,
            };
            if let Some(bytes) = self.written(state, index, stream) {
                state.observed.push(Observed { name, value: ObservedValue::Written(bytes) });
            }
        }
    }

    /// What was written to a stream that nothing else was done with, if that is known.
    fn written(&self, state: &State, index: usize, stream: Stream) -> Option<Vec<u8>> {
        let is_read = !state.given.inputs[stream.contents].bytes.is_empty();
        if !stream.is_written || is_read || stream.is_full == Some(true) {
            return None;
        }
        let is_now = |&(term, bits): &(TermId, u64)| {
            smt::eval(self.pool, term, &state.model).as_bits().to_u64() == Some(bits)
        };
        let mut all = Vec::new();
        for output in state.given.files.written.iter().filter(|output| output.stream == index) {
            if !output.made_of.iter().all(is_now) {
                return None;
            }
            all.extend_from_slice(output.bytes.as_ref()?);
        }
        Some(all)
    }
}

/// Does a function show an address, which is another one in every process?
fn shows(state: &State, read: NativeRead, args: &[(Ty, u64)]) -> bool {
    let is_address = |number: u64| state.memory.layout().is_likely_address(number);
    let arg = |index: usize| args.get(index).map_or(0, |arg| arg.1);
    match read {
        NativeRead::Text(_) => false,
        NativeRead::Format(index) => {
            let text = access::text(&state.memory, arg(index), u64::MAX).unwrap_or_default();
            let rest = args.get(index + 1..).unwrap_or(&[]);
            format::conversions(&text, rest).numbers.into_iter().any(is_address)
        }
        NativeRead::Bytes(start, factors) => {
            let size = factors.iter().fold(1, |size: u64, &it| size.saturating_mul(arg(it)));
            let bytes = |at: u64| state.memory.byte(at).bits;
            let word =
                |at: u64| (0..8).rev().fold(0, |high, it| high << 8 | u64::from(bytes(at + it)));
            let start = arg(start);
            (start..start + size.saturating_sub(7)).any(|at| is_address(word(at)))
        }
    }
}
