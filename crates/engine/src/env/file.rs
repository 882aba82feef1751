//! Files that a program opens, where that is explored: each is missing, or a stream whose contents stand for anything, whatever
//! it is called.
//!
//! The runtime library asks for each call of `fopen`, as the runner of the tests counts them. What can be done with a file
//! that is open is what can be done with a stream that a function is given (`stream.rs`), until it is closed.

use crate::env::primitives::PrimitiveResult;
use crate::machine::Interpreter;
use crate::machine::access;
use crate::machine::context::Stop;
use crate::machine::fault;
use crate::memory::{Byte, Tag};
use crate::report::outcome::Outcome;
use crate::state::State;
use crate::state::given::{OpenedFile, OpenedPath, Stream};
use crate::summary::origin::InputSource;
use smt::SymbolId;

/// The size of the object behind a `FILE *`, as glibc has it.
const FILE_SIZE: u64 = 472;

/// So many streams the runtime library has buffers for.
const MOST_STREAMS: usize = 8;

/// Bits of what a file is opened for.
const TO_READ: u64 = 1;
const TO_WRITE: u64 = 2;

impl Interpreter<'_, '_> {
    /// Are the files inputs that the program opens now?
    pub(crate) fn explores_files(&self, state: &State) -> bool {
        self.options.environment.files && self.is_tested(state)
    }

    /// Opens a file: the address of a stream, or 0.
    pub(crate) fn open_file(
        &mut self,
        state: &mut State,
        path: u64,
        how: u64,
    ) -> Result<PrimitiveResult, Stop> {
        // What a file is called has to be there, and makes no difference otherwise.
        self.decide_end(state, path, u64::MAX)?;
        access::text(&state.memory, path, u64::MAX)?;
        if state.given.files.streams.len() >= MOST_STREAMS {
            return Ok(left_out(state, format!("no more than {MOST_STREAMS} streams are used")));
        }
        let path = path_of(state, path);
        let before = state.given.files.opened.iter().rev().find(|file| file.path == path).cloned();
        let number = state.given.files.asked + 1;
        // What is the same file is called the same.
        let name = before.as_ref().map_or_else(|| format!("file {number}"), |it| it.name.clone());
        let (input, fails) = self.fails(state, InputSource::File(number), &name)?;
        let error = match fails {
            true => Some(self.open_error(state, input.bytes[0])?),
            false => None,
        };
        state.given.files.asked = number;
        state.given.inputs.push(input);
        if let Some(error) = error {
            return Ok(self.fail_to_open(state, error));
        }
        if how & TO_READ != 0 && before.as_ref().is_some_and(|before| before.is_written) {
            let what = "no file is read that was written before, under the same name";
            return Ok(left_out(state, what.to_owned()));
        }
        let is_written = how & TO_WRITE != 0;
        note_use(state, &path, how);
        let contents = match &before {
            Some(before) => before.contents,
            None => self.stream_contents(state, &format!("*{name}")),
        };
        let file = OpenedFile { path, name, contents, is_written };
        Ok(self.new_file(state, file, how, number))
    }

    /// A stream for a file that could be opened.
    fn new_file(
        &mut self,
        state: &mut State,
        file: OpenedFile,
        how: u64,
        number: u32,
    ) -> PrimitiveResult {
        let made = fault::program_location(self.image, state);
        let Some(address) = state.memory.heap.reserve(FILE_SIZE, 16, made) else {
            return left_out(state, "no file is opened without memory".to_owned());
        };
        state.memory.set_tags(address, FILE_SIZE, Tag::UNINIT);
        state.given.files.streams.push(Stream {
            address,
            is_opened: true,
            only_read: !file.is_written,
            // One that is both read and written has contents of both kinds.
            is_written: how == TO_READ | TO_WRITE,
            output: (how == TO_WRITE).then_some(number),
            pending: 0,
            is_full: None,
            contents: file.contents,
            is_read: false,
            is_stale: state.given.files.is_stale(file.contents),
            position: 0,
        });
        state.given.files.opened.push(file);
        PrimitiveResult::Value(address)
    }

    /// Is there no room for what was written to a stream? If it is closed, it matters only to those who look.
    pub(crate) fn output_fails(
        &mut self,
        state: &mut State,
        number: u64,
        is_closed: bool,
    ) -> Result<bool, Stop> {
        let index = (number as usize).wrapping_sub(1);
        let Some(&stream) = state.given.files.streams.get(index) else { return Ok(false) };
        if stream.pending == 0 || is_closed && !self.sees_failure(state) {
            // One that is closed isn't flushed with all others.
            state.given.files.streams[index].pending = 0;
            return Ok(false);
        }
        let Some(file) = stream.output else {
            if stream.is_opened {
                let what = "there is room for all that is written to a file that is read, too";
                state.path.trace.not_given = Some(what.into());
            }
            return Ok(false);
        };
        let is_full = match stream.is_full {
            Some(is_full) => {
                let what = "there is room for all that is written to a file, or for nothing";
                state.path.trace.not_given = Some(what.into());
                is_full
            }
            None => {
                let name = format!("output to file {file}");
                let (input, fails) = self.fails(state, InputSource::Full(file), &name)?;
                state.given.inputs.push(input);
                fails
            }
        };
        let stream = &mut state.given.files.streams[index];
        // What there is no room for is gone, too.
        (stream.is_full, stream.pending) = (Some(is_full), 0);
        Ok(is_full)
    }

    /// Does the program see that a function of the runtime library fails: by its result, or by `errno`?
    fn sees_failure(&self, state: &State) -> bool {
        self.image.errno.is_read || self.is_result_read(state)
    }

    /// The error of a file that can't be opened, in `errno`: any, if the program asks for it. There is none for some bytes.
    fn open_error(&mut self, state: &State, symbol: SymbolId) -> Result<Option<Byte>, Stop> {
        if !self.image.errno.is_read {
            return Ok(Some(Byte { bits: OpenError::of(1).0, undef: 0, term: None }));
        }
        let [last, one] = [OpenError::LAST, 1].map(|bits| self.pool.bits(8, bits.into()));
        let byte = self.pool.variable(symbol);
        let is_error = self.pool.ule(byte, last);
        match state.path.condition.knows(self.pool, is_error) {
            None => return Err(Stop::Decide(is_error)),
            Some(false) => return Ok(None),
            Some(true) => {}
        }
        // As `OpenError` has it.
        let (is_last, next) = (self.pool.eq(byte, last), self.pool.add(byte, one));
        let code = self.pool.ite(is_last, one, next);
        let bits = smt::eval(self.pool, code, &state.model).as_bits().to_u64().unwrap_or(0);
        Ok(Some(Byte { bits: bits as u8, undef: 0, term: Some(code) }))
    }

    fn fail_to_open(&self, state: &mut State, error: Option<Byte>) -> PrimitiveResult {
        let Some(error) = error else {
            // No error has that number.
            state.path.trace.is_excluded = true;
            return PrimitiveResult::End(Outcome::AssumeFailed);
        };
        state.given.errno_from = None;
        if let Some(errno) = self.image.errno.address {
            let written = state.memory.write_plain::<4>(errno, 0);
            debug_assert!(written.is_ok(), "the runtime's errno is an ordinary variable");
            state.memory.set_byte(errno, error);
        }
        PrimitiveResult::Value(0)
    }
}

/// Why a file can't be opened: a number of `errno`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenError(pub u8);

impl OpenError {
    /// The file isn't there.
    pub const MISSING: OpenError = OpenError(2);
    /// There are so many errors.
    const LAST: u8 = 133;

    /// The error that an input means which isn't 0. The simplest means that the file isn't there.
    pub fn of(byte: u8) -> OpenError {
        OpenError(if byte == OpenError::LAST { 1 } else { byte.wrapping_add(1) })
    }
}

/// Ends a path that isn't explored any further.
fn left_out(state: &mut State, what: String) -> PrimitiveResult {
    state.path.trace.not_given = Some(what.into());
    PrimitiveResult::End(Outcome::AssumeFailed)
}

/// What tells a file from others: its name, and if that depends on inputs, also where it stands.
fn path_of(state: &State, path: u64) -> OpenedPath {
    let mut name = Vec::new();
    for at in (path..).take_while(|&at| state.memory.tag(at).is_live()) {
        let byte = state.memory.byte(at);
        if byte.term.is_none() && byte.bits == 0 {
            break;
        }
        // Whatever it is in this run: what has the same term is the same in every run.
        name.push((if byte.term.is_some() { 0 } else { byte.bits }, byte.term));
    }
    let is_known = name.iter().all(|(_, term)| term.is_none());
    OpenedPath { name: name.into(), at: (!is_known).then_some(path) }
}

/// May a file of that name have been written?
fn was_written(state: &State, path: &OpenedPath) -> bool {
    state.given.files.opened.iter().any(|file| file.is_written && file.path.may_be(path))
}

/// What reading or writing a file means for those that were opened before, under names that may be the same.
fn note_use(state: &mut State, path: &OpenedPath, how: u64) {
    if how & TO_READ != 0 && was_written(state, path) {
        let what = "no file is read that was written before, under a name that may be the same";
        state.path.trace.not_given = Some(what.into());
    }
    if how & TO_WRITE != 0 {
        make_stale(state, path);
    }
}

/// What other streams have read of a file may not be there any more, now that it is written.
fn make_stale(state: &mut State, path: &OpenedPath) {
    let files = &mut state.given.files;
    let same = files.opened.iter().filter(|file| file.path.may_be(path));
    let contents: Vec<usize> = same.map(|file| file.contents).collect();
    for stream in &mut files.streams {
        stream.is_stale |= contents.contains(&stream.contents);
    }
}
