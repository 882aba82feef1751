//! Calls of native functions: arguments are checked for what is known to be read, then the host does it.

mod errno;
mod foreign;
pub(crate) mod format;

use analysis::native::{self, NativeEffect, NativeRead};
use ir::{ArgKind, Call, CodeOrigin, Inst, Ty};

use crate::env::stream::{OutputTo, output_size};
use crate::machine::Uninitialised;
use crate::machine::access;
use crate::machine::context::{Stop, defined};
use crate::machine::externals::{NativeCall, NativeError, NativeReturn};
use crate::machine::fault::{Access, Fault};
use crate::machine::image::Code;
use crate::machine::{Flow, Interpreter};
use crate::memory::{Memory, ZoneKind};
use crate::pointer::address::call_site;
use crate::pointer::choice::Settled;
use crate::report::bug::BugKind;
use crate::report::outcome::{INTERRUPTED, Unsupported};
use crate::state::{Frame, Input, State};
use crate::value::Value;

impl<'p> Interpreter<'p, '_> {
    pub(crate) fn native(
        &mut self,
        state: &mut State,
        code: &'p Code<'p>,
        effect: Option<&'static NativeEffect>,
        call: &Call,
    ) -> Result<Flow, Unsupported> {
        let name = native::host_name(&code.function.name);
        self.refuse_native(state, name, call)?;
        let is_linked = self.externals.is_linked(name);
        let (args, to) = match self.native_args(state, effect, call, is_linked) {
            Ok(args) => args,
            Err(stop) => return Ok(self.stopped(state, stop)),
        };
        if let Some(flow) = self.prepare(state, (name, effect, call), &args, to)? {
            return Ok(flow);
        }
        let request = NativeCall {
            name,
            args: &args,
            fixed: call.fixed as usize,
            returns: &code.function.signature.returns,
            errno: self.errno(state),
            writes: effect.is_none_or(|effect| effect.writes),
        };
        let before = self.may_retry(state, effect).then(|| state.memory.clone());
        if request.writes {
            assume_initialised(state, &args);
        }
        let result = match self.externals.call(&request, &mut state.memory) {
            Ok(result) => result,
            Err(error) => return self.fail_native(state, name, error, before),
        };
        if let OutputTo::Stream(index) = to {
            let size = output_size(state, effect, &args, &result.values);
            self.note_output(state, index, size);
            self.collect(state, index, (name, effect, call), &args);
        }
        self.finish_native(state, call, result);
        // `sleep` in a loop takes long, but hardly any instructions.
        Ok(if (self.options.stop)() { Flow::End(INTERRUPTED) } else { Flow::Next })
    }

    /// What comes before a call, given its arguments: what takes its place, if it isn't made.
    fn prepare(
        &mut self,
        state: &mut State,
        (name, effect, call): (&str, Option<&NativeEffect>, &Call),
        args: &[(Ty, u64)],
        to: OutputTo,
    ) -> Result<Option<Flow>, Unsupported> {
        if let Some((format, list)) = va_list_of(name, effect, args) {
            match self.further_by_format(state, format, list) {
                Err(stop) => return Ok(Some(self.stopped(state, stop))),
                Ok(true) => {}
                Ok(false) => {
                    let what = format!("a format that asks `{name}` for what can't be made");
                    return Err(self.unsupported(state, what));
                }
            }
        }
        if to == OutputTo::Nowhere {
            return Ok(Some(self.refuse_output(state, name, call)));
        }
        if self.is_given_stream(state, args) {
            let what = format!("a stream that is explored, given to the native function `{name}`,");
            return Err(self.unsupported(state, what));
        }
        if name == "lseek" && seeks_in_input(state, args) {
            return Err(self.unsupported(state, "seeking in symbolic standard input"));
        }
        if to == OutputTo::Host && reaches_system(name, effect) {
            state.given.files.change_all();
            state.given.errno_from = call_site(self.image, &state.frames);
        }
        Ok(None)
    }

    /// Calls that can't be made at all.
    fn refuse_native(&self, state: &State, name: &str, call: &Call) -> Result<(), Unsupported> {
        if self.image.program.target.pointer_bits != 64 {
            let what = format!("a call of the native function `{name}` from a 32-bit program");
            return Err(self.unsupported(state, what));
        }
        if self.options.environment.values && native::changes_variables(name) {
            let what = format!("a call of `{name}`, where environment variables are explored,");
            return Err(self.unsupported(state, what));
        }
        if call.kinds.iter().any(|kind| !matches!(kind, ArgKind::Value(_) | ArgKind::Signed(_))) {
            let what = format!("a struct passed by value to the native function `{name}`");
            return Err(self.unsupported(state, what));
        }
        Ok(())
    }

    /// A call didn't return; it may be made again with the memory that was there before.
    fn fail_native(
        &mut self,
        state: &mut State,
        name: &str,
        error: NativeError,
        before: Option<Memory>,
    ) -> Result<Flow, Unsupported> {
        match error {
            NativeError::Interrupted => Ok(Flow::End(INTERRUPTED)),
            NativeError::Late => {
                let what = format!(
                    "a call of the native function `{name}`, which doesn't return in time,"
                );
                Err(self.unsupported(state, what))
            }
            NativeError::Impossible(why) => {
                Err(self
                    .unsupported(state, format!("a call of the native function `{name}`: {why}")))
            }
            NativeError::BadWrite { address } => {
                let fault = Fault::Access { address, size: 1, access: Access::Write };
                if let Some(before) = before {
                    state.memory = before;
                }
                Ok(self.fault(state, fault))
            }
            NativeError::Crashed { signal, address } if self.is_ours(name, state, address) => {
                let what = format!(
                    "a call of the native function `{name}`, which crashes with {signal} here: it may call back, or free what the program allocated,"
                );
                Err(self.unsupported(state, what))
            }
            NativeError::Crashed { signal, address } => {
                Ok(self.bug(state, crash(name, signal, address)))
            }
        }
    }

    /// May it be us that a native function crashes for? Code that the program is linked with can't call functions of
    /// the program, whose addresses are the machine's, nor free blocks of the machine's heap.
    fn is_ours(&mut self, name: &str, state: &State, address: Option<u64>) -> bool {
        let is_code = |address: u64| state.memory.layout().zone(address) == Some(ZoneKind::Code);
        let is_null = |address: u64| address < crate::machine::fault::NULL_PAGE;
        let is_linked = self.externals.is_linked(name);
        address.is_some_and(is_code) || is_linked && !address.is_some_and(is_null)
    }

    fn native_args(
        &mut self,
        state: &mut State,
        effect: Option<&NativeEffect>,
        call: &Call,
        is_linked: bool,
    ) -> Result<(Vec<(Ty, u64)>, OutputTo), Stop> {
        let (mut args, symbolic) = self.concretised_args(state, effect, call)?;
        let to = match effect.is_some_and(|effect| effect.prints) {
            true => self.redirect_output(state, &mut args)?,
            false => OutputTo::Host,
        };
        self.look_into(state, &args)?;
        self.check_reads(state, effect, &args)?;
        if self.options.symbolic && self.shows_address(state, effect, call, &args) {
            self.depend_on_layout(state);
        }
        let is_from_outside = || self.is_from_outside(state, effect, call, &args);
        if self.options.symbolic && to == OutputTo::Host && (is_linked || is_from_outside()) {
            self.depend_on_environment(state);
        }
        if self.options.symbolic && self.looks_at_inputs(state, effect, call, &args, symbolic) {
            state.path.trace.lose_track();
        }
        Ok((args, to))
    }

    /// The arguments as numbers; and is one of them symbolic still, as it is only printed?
    fn concretised_args(
        &mut self,
        state: &mut State,
        effect: Option<&NativeEffect>,
        call: &Call,
    ) -> Result<(Vec<(Ty, u64)>, bool), Stop> {
        let mut args = Vec::new();
        let mut symbolic = false;
        for (&arg, kind) in call.args.iter().zip(&call.kinds) {
            let (value, what) = (self.value(state, arg), "an argument of a native function");
            // A function that only prints is branch-free, unless its result is looked at.
            let bits = match effect {
                _ if value.is_plain() => value.bits,
                _ if self.is_choice(state, value)? => self.pin(state, value, what)?,
                Some(effect) if effect.prints && !self.is_used(state, call) => {
                    symbolic = true;
                    defined(self.shades, value, what)?;
                    value.bits
                }
                _ => self.concretise(state, value, what)?,
            };
            args.extend(native_arg(kind, bits));
        }
        Ok((args, symbolic))
    }

    /// Nothing can be written to a file that was opened for reading only.
    fn refuse_output(&mut self, state: &mut State, name: &str, call: &Call) -> Flow {
        let what = "it isn't asked for the error after output to a file that is only read";
        state.path.trace.not_given = Some(what.into());
        let failed = if name == "fwrite" { 0 } else { u64::MAX };
        let values =
            [Value::plain(failed & Ty::int(if name == "fwrite" { 64 } else { 32 }).mask())];
        self.set_results(state, &call.results, &values);
        Flow::Next
    }

    /// What a native function is given of an input has to be made first, and be something that can be.
    fn look_into(&self, state: &State, args: &[(Ty, u64)]) -> Result<(), Stop> {
        let is_unmade = |(_, input): (usize, &Input), address: u64| {
            input.bytes.is_empty() && input.pointed.is_some_and(|it| it.address == address)
        };
        let unmade = args.iter().find(|(_, address)| {
            state.given.inputs.pointers().any(|input| is_unmade(input, *address))
        });
        match unmade {
            None => Ok(()),
            Some(&(_, address)) => {
                Err(Fault::Access { address, size: 1, access: Access::Read }.into())
            }
        }
    }

    /// What a native function reads has to be there.
    fn check_reads(
        &mut self,
        state: &mut State,
        effect: Option<&NativeEffect>,
        args: &[(Ty, u64)],
    ) -> Result<(), Stop> {
        for &read in effect.map_or(&[][..], |effect| effect.reads) {
            if self.options.uninitialised == Uninitialised::Any {
                let read = what_is_read(state, read, args);
                read.into_iter().for_each(|range| self.any_bytes(state, range));
            }
            if self.options.symbolic {
                let mut texts = texts(state, read, args).into_iter();
                texts.try_for_each(|(text, limit)| self.decide_end(state, text, limit))?;
            }
            check_read(state, read, args)?;
        }
        Ok(())
    }

    /// May a call be made again, if what it wrote to wasn't known to be long enough? Functions that print into
    /// memory do nothing else.
    fn may_retry(&self, state: &State, effect: Option<&NativeEffect>) -> bool {
        let prints = effect.is_some_and(|effect| effect.writes && !effect.reads.is_empty());
        prints && state.given.inputs.pointers().next().is_some()
    }

    /// Is it a pointer that is one of a few, so that each can have a path of its own?
    pub(crate) fn is_choice(&mut self, state: &mut State, value: Value) -> Result<bool, Stop> {
        let Some(term) = self.shades.term(value) else { return Ok(false) };
        let pointer = match self.settle(state, term)? {
            Settled::Null => return Ok(true),
            Settled::Pointer(pointer, _) => pointer,
        };
        Ok(pointer != term && self.pool.as_bits(pointer).is_some())
    }

    /// Does what a native function does depend on inputs, through memory or through what it prints?
    fn looks_at_inputs(
        &self,
        state: &State,
        effect: Option<&NativeEffect>,
        call: &Call,
        args: &[(Ty, u64)],
        symbolic: bool,
    ) -> bool {
        let ours = |address: u64| state.memory.layout().zone(address).is_some();
        let any = self.options.uninitialised == Uninitialised::Any;
        let points_to_inputs =
            || args.iter().any(|arg| ours(arg.1)) && (any || state.memory.has_inputs());
        match effect {
            Some(effect) if effect.prints && !self.is_used(state, call) => {
                let read = |&read: &NativeRead| is_chosen(state, read, args, symbolic);
                effect.reads.iter().any(read)
            }
            // Its result is about what it reads.
            Some(effect) if effect.prints => {
                effect.reads.iter().any(|&read| is_made_of_inputs(state, read, args))
            }
            _ => points_to_inputs(),
        }
    }

    /// Does the program get anything of a native function that isn't made of what it was given?
    fn is_from_outside(
        &self,
        state: &State,
        effect: Option<&NativeEffect>,
        call: &Call,
        args: &[(Ty, u64)],
    ) -> bool {
        let is_ours = |arg: &(Ty, u64)| state.memory.layout().zone(arg.1).is_some();
        let writes = || effect.is_none_or(|effect| effect.writes) && args.iter().any(is_ours);
        effect.is_none_or(|effect| !effect.pure) && (self.is_used(state, call) || writes())
    }

    /// Is the text of an address made, where the program may look at it or at how long it is?
    fn shows_address(
        &self,
        state: &State,
        effect: Option<&NativeEffect>,
        call: &Call,
        args: &[(Ty, u64)],
    ) -> bool {
        let Some(effect) = effect.filter(|it| it.writes || self.is_used(state, call)) else {
            return false;
        };
        let is_address = |number: &u64| state.memory.layout().is_likely_address(*number);
        if effect.reads.is_empty() {
            return effect.pure && args.iter().any(|arg| is_address(&arg.1));
        }
        let text = |index: usize| {
            let text = args.get(index).map_or(0, |arg| arg.1);
            access::text(&state.memory, text, u64::MAX).unwrap_or_default()
        };
        effect.reads.iter().any(|&read| match read {
            NativeRead::Format(index) => {
                let rest = args.get(index + 1..).unwrap_or(&[]);
                format::conversions(&text(index), rest).numbers.iter().any(is_address)
            }
            // What a `va_list` has is not looked at.
            NativeRead::Text(index) => effect.pure && text(index).windows(2).any(|it| it == b"%p"),
            NativeRead::Bytes(..) => false,
        })
    }

    /// A text made of inputs may end at any of its bytes that can be zero. Where it would else run into what may not
    /// be read, whether it ends before that is decided.
    pub(crate) fn decide_end(&mut self, state: &State, text: u64, limit: u64) -> Result<(), Stop> {
        let mut ends = Vec::new();
        for at in (0..limit).map(|i| text.wrapping_add(i)) {
            let byte = state.memory.byte(at);
            match byte.term {
                _ if !state.memory.tag(at).is_live() || byte.undef != 0 => {
                    let ends = self.pool.or_all(&ends);
                    return match state.path.condition.knows(self.pool, ends) {
                        None => Err(Stop::Decide(ends)),
                        Some(_) => Ok(()),
                    };
                }
                Some(term) => {
                    let zero = self.pool.bits(8, 0);
                    ends.push(self.pool.eq(term, zero));
                }
                None if byte.bits == 0 => return Ok(()),
                None => {}
            }
        }
        Ok(())
    }

    /// Does anything ever read the result of a call? A function of the runtime library that only returns it leaves that
    /// to what called it.
    fn is_used(&self, state: &State, call: &Call) -> bool {
        self.is_read(&state.frames, call)
    }

    /// Does anything ever read what the function of the runtime library returns that runs?
    pub(crate) fn is_result_read(&self, state: &State) -> bool {
        let Some((_, callers)) = state.frames.split_last() else { return true };
        match self.call_of(callers.last()) {
            Some(call) => self.is_read(callers, call),
            None => true,
        }
    }

    /// Is the result of a call that the last of these frames makes ever read?
    fn is_read(&self, frames: &[Frame], call: &Call) -> bool {
        let Some((frame, callers)) = frames.split_last() else { return true };
        let function = self.image.program.function(frame.function);
        let code = function.body.as_ref().map_or(&[][..], |body| &body.code);
        let (mut used, mut returned) = (false, false);
        for inst in code {
            inst.for_each_use(|operand| {
                let is_it = operand.reg().is_some_and(|reg| call.results.contains(&reg));
                match inst {
                    Inst::Return { .. } => returned |= is_it,
                    _ => used |= is_it,
                }
            });
        }
        match function.origin {
            CodeOrigin::Runtime if returned && !used => match self.call_of(callers.last()) {
                Some(call) => self.is_read(callers, call),
                None => true,
            },
            _ => used || returned,
        }
    }

    /// The call that a frame waits for.
    fn call_of(&self, frame: Option<&Frame>) -> Option<&Call> {
        let frame = frame?;
        let body = self.image.program.function(frame.function).body.as_ref()?;
        match body.code.get(frame.pc.checked_sub(1)?)? {
            Inst::Call(call) => Some(call),
            _ => None,
        }
    }

    fn errno(&self, state: &State) -> i32 {
        let read = |address| state.memory.read_plain::<4>(address).unwrap_or(0) as i32;
        self.image.errno.address.map_or(0, read)
    }

    fn finish_native(&mut self, state: &mut State, call: &Call, result: NativeReturn) {
        if let Some(errno) = self.image.errno.address {
            if self.errno(state) != result.errno {
                state.given.errno_from = call_site(self.image, &state.frames);
            }
            let bits = u64::from(result.errno as u32);
            let written = state.memory.write_plain::<4>(errno, bits);
            debug_assert!(written.is_ok(), "the runtime's errno is an ordinary variable");
        }
        let values: Vec<Value> = result.values.iter().map(|&bits| Value::plain(bits)).collect();
        self.set_results(state, &call.results, &values);
    }
}

/// The format and the `va_list` that a function prints by, if it does.
fn va_list_of(name: &str, effect: Option<&NativeEffect>, args: &[(Ty, u64)]) -> Option<(u64, u64)> {
    let reads = effect.filter(|_| name.starts_with('v')).map_or(&[][..], |effect| effect.reads);
    let &[NativeRead::Text(format)] = reads else { return None };
    Some((args.get(format)?.1, args.get(format + 1)?.1))
}

/// May a native function fail for reasons of the system, or change files, be it that standard output is one of them?
fn reaches_system(name: &str, effect: Option<&NativeEffect>) -> bool {
    effect.is_none_or(|effect| !effect.pure) && !name.starts_with("__ctype_")
}

/// Does the argument point to what the function will read?
fn check_read(state: &State, read: NativeRead, args: &[(Ty, u64)]) -> Result<(), Fault> {
    let arg = |index: usize| args.get(index).map_or(0, |arg| arg.1);
    // What native code gave out, only native code can judge.
    let ours = |address: u64| {
        address < crate::machine::fault::NULL_PAGE || state.memory.layout().zone(address).is_some()
    };
    match read {
        NativeRead::Text(index) | NativeRead::Format(index) | NativeRead::Bytes(index, _)
            if !ours(arg(index)) =>
        {
            Ok(())
        }
        NativeRead::Text(index) => access::text(&state.memory, arg(index), u64::MAX).map(drop),
        NativeRead::Bytes(index, factors) => {
            let len = factors.iter().fold(1u64, |len, &factor| len.saturating_mul(arg(factor)));
            access::check(&state.memory, arg(index), len, Access::Read)?;
            access::check_defined(&state.memory, arg(index), len)
        }
        NativeRead::Format(index) => {
            let format = access::text(&state.memory, arg(index), u64::MAX)?;
            let rest = args.get(index + 1..).unwrap_or(&[]);
            for (string, limit) in format::strings(&format, rest) {
                if ours(string) {
                    access::text(&state.memory, string, limit)?;
                }
            }
            Ok(())
        }
    }
}

/// No text is likely to go further.
const FAR_TEXT: u64 = 4096;

/// The memory that a function may read: where it begins, and how long it is. Texts are looked at as far as their object
/// goes, but no further than any text is likely to go.
pub(crate) fn what_is_read(state: &State, read: NativeRead, args: &[(Ty, u64)]) -> Vec<(u64, u64)> {
    let room = |at: u64| access::room(&state.memory, at, Access::Read);
    let text = |(at, limit): (u64, u64)| (at, room(at).min(limit).min(FAR_TEXT));
    match read {
        NativeRead::Bytes(index, factors) => {
            let arg = |index: usize| args.get(index).map_or(0, |arg| arg.1);
            let len = factors.iter().fold(1u64, |len, &factor| len.saturating_mul(arg(factor)));
            vec![(arg(index), room(arg(index)).min(len))]
        }
        NativeRead::Text(_) | NativeRead::Format(_) => {
            texts(state, read, args).into_iter().map(text).collect()
        }
    }
}

/// The texts that a function reads, each with how many bytes of it at most.
fn texts(state: &State, read: NativeRead, args: &[(Ty, u64)]) -> Vec<(u64, u64)> {
    let arg = |index: usize| args.get(index).map_or(0, |arg| arg.1);
    let mut texts = match read {
        NativeRead::Text(index) => vec![(arg(index), u64::MAX)],
        NativeRead::Bytes(..) => Vec::new(),
        NativeRead::Format(index) => {
            let format = access::text(&state.memory, arg(index), u64::MAX).unwrap_or_default();
            let rest = args.get(index + 1..).unwrap_or(&[]);
            let mut texts = format::strings(&format, rest);
            texts.push((arg(index), u64::MAX));
            texts
        }
    };
    // What native code gave out has no tags.
    texts.retain(|&(text, _)| state.memory.layout().zone(text).is_some());
    texts
}

/// Is any of what a function reads made of inputs?
fn is_made_of_inputs(state: &State, read: NativeRead, args: &[(Ty, u64)]) -> bool {
    let is_symbolic =
        |(at, size): (u64, u64)| size >= FAR_TEXT || state.memory.is_symbolic(at, size);
    what_is_read(state, read, args).into_iter().any(is_symbolic)
}

/// Do inputs choose what a printing function reads, so that others might make it read elsewhere? Numbers and texts
/// that it only prints do not.
fn is_chosen(state: &State, read: NativeRead, args: &[(Ty, u64)], symbolic: bool) -> bool {
    let arg = |index: usize| args.get(index).map_or(0, |arg| arg.1);
    match read {
        NativeRead::Text(_) | NativeRead::Bytes(..) => symbolic,
        NativeRead::Format(index) => {
            let format = access::text(&state.memory, arg(index), u64::MAX).unwrap_or_default();
            let rest = args.get(index + 1..).unwrap_or(&[]);
            let strings = format::strings(&format, rest);
            let chosen = symbolic && (!strings.is_empty() || format.contains(&b'*'));
            chosen || state.memory.is_symbolic(arg(index), format.len() as u64 + 1)
        }
    }
}

/// A native function that writes doesn't say what: every object that an argument points to counts as
/// initialised by it. That misses errors rather than inventing them.
fn assume_initialised(state: &mut State, args: &[(Ty, u64)]) {
    for &(_, address) in args {
        state.memory.initialise_around(address);
    }
}

/// Is it standard input that is to be read from somewhere else, and is that symbolic?
fn seeks_in_input(state: &State, args: &[(Ty, u64)]) -> bool {
    state.given.stdin.is_symbolic() && args.first().is_some_and(|arg| arg.1 == 0)
}

/// An argument, as a native function is given it.
fn native_arg(kind: &ArgKind, bits: u64) -> Option<(Ty, u64)> {
    match *kind {
        ArgKind::Value(ty) => Some((ty, bits)),
        ArgKind::Signed(width) => Some((Ty::int(64), width.sign_extend(bits) as u64)),
        // Refused before.
        ArgKind::ByValue { .. } | ArgKind::Part(_) => None,
    }
}

fn crash(name: &str, signal: &str, address: Option<u64>) -> Fault {
    let (kind, place) = match address {
        Some(address) if address < crate::machine::fault::NULL_PAGE => {
            (BugKind::NullDereference, " through a null pointer".to_owned())
        }
        Some(address) => (BugKind::OutOfBoundsRead, format!(" at {address:#x}")),
        None => (BugKind::Abort, String::new()),
    };
    Fault::Other(kind, format!("the native function `{name}` crashes with {signal}{place}"))
}
