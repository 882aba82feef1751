//! The machine's primitives, as the runtime library calls them.

use analysis::Primitive;
use ir::{Call, Ty};

use crate::machine::access;
use crate::machine::context::{Stop, defined};
use crate::machine::externals::NativeCall;
use crate::machine::fault::{self, Fault};
use crate::machine::{Flow, Interpreter};
use crate::memory::{FreeError, Tag};
use crate::report::bug::BugKind;
use crate::report::outcome::{Outcome, StopReason};
use crate::state::State;
use crate::state::TERM_BYTES;
use crate::summary::origin::InputSource;
use crate::value::Value;

/// Sizes up to this are explored one by one.
const EXPLORED_SIZE: u64 = 64;
/// Larger requests fail as they do natively: with a null pointer.
const LARGEST_BLOCK: u64 = 1 << 31;

/// No process has a larger block, on whatever system.
const LARGEST_ANYWHERE: u64 = 1 << 48;

/// The limit of memory is looked at for each block of that size: a few instructions may take much of it.
const LARGE_BLOCK: u64 = 64 << 10;

impl Interpreter<'_, '_> {
    pub(crate) fn primitive(
        &mut self,
        state: &mut State,
        primitive: Primitive,
        call: &Call,
    ) -> Flow {
        let result = self.perform(state, primitive, call);
        match result {
            Err(stop) => self.stopped(state, stop),
            Ok(PrimitiveResult::End(outcome)) => Flow::End(outcome),
            Ok(PrimitiveResult::Exit(code)) => Flow::End(self.finish(state, code)),
            Ok(PrimitiveResult::Value(bits)) => {
                self.set_results(state, &call.results, &[Value::plain(bits)]);
                Flow::Next
            }
        }
    }

    fn perform(
        &mut self,
        state: &mut State,
        primitive: Primitive,
        call: &Call,
    ) -> Result<PrimitiveResult, Stop> {
        if primitive == Primitive::Exit {
            return self.exit_with(state, call);
        }
        if primitive == Primitive::Malloc {
            self.bound_size(state, call)?;
        }
        if matches!(primitive, Primitive::Stream | Primitive::Open) {
            // It goes through the pointer, which may be NULL, or one of a few.
            let stream = call.args.first().map_or(Value::plain(0), |&arg| self.value(state, arg));
            self.is_choice(state, stream)?;
        }
        let args = self.pinned_args(state, primitive, call)?;
        match primitive {
            Primitive::Malloc => Ok(self.malloc_within_limit(state, args[0], args[1])),
            Primitive::Free => Ok(self.free(state, args[0]).map(|()| PrimitiveResult::Value(0))?),
            Primitive::HeapSize => {
                let size = self.heap_size(state, args[0], args[1] != 0);
                Ok(size.map(PrimitiveResult::Value)?)
            }
            Primitive::Resized => {
                self.resized(state, args[0], args[1], args[2]);
                Ok(PrimitiveResult::Value(0))
            }
            Primitive::AllocationFails => self.allocation_fails(state),
            Primitive::Exit => unreachable!("done above"),
            Primitive::MakeSymbolic => self.make_symbolic_within_limit(state, args),
            Primitive::Input => self.input_within_limit(state, args),
            Primitive::Called => Ok(self.stub_called(state)),
            Primitive::Result => self.stub_result(state, args[0]),
            Primitive::Write => self.stub_write(state, args[0], args[1], args[2]),
            Primitive::ObserveInputs => {
                self.observe_inputs(state);
                Ok(PrimitiveResult::Value(0))
            }
            Primitive::Observe | Primitive::ObservePointer => {
                self.look_and_record(state, primitive, call, args)
            }
            Primitive::Abort => Err(Fault::Other(BugKind::Abort, "abort is called".into()).into()),
            Primitive::AssertFail => Err(assertion(state, args[0]).into()),
            Primitive::Assuming => {
                self.assuming(state, args[0] != 0);
                Ok(PrimitiveResult::Value(0))
            }
            Primitive::AssumeFailed => {
                state.path.trace.is_excluded = true;
                Ok(PrimitiveResult::End(Outcome::AssumeFailed))
            }
            Primitive::ReadStdin => self.read_stdin(state, args[0], args[1], args[2]),
            _ => self.ask_outside(state, primitive, args),
        }
    }

    /// What has to do with the program's surroundings: files, and what the system answers.
    fn ask_outside(
        &mut self,
        state: &mut State,
        primitive: Primitive,
        args: [u64; 4],
    ) -> Result<PrimitiveResult, Stop> {
        let value = match primitive {
            Primitive::Open => return self.open_file(state, args[0], args[1]),
            Primitive::ReadStream => {
                return self.read_stream(state, (args[0], args[1], args[2].min(args[3])));
            }
            Primitive::ExploresFiles => self.explores_files(state).into(),
            Primitive::ExploresEnvironment => self.asks_environment(state).into(),
            Primitive::Stream => self.stream_number(state, args[0]),
            Primitive::OutputFails => self.output_fails(state, args[0], args[1] != 0)?.into(),
            Primitive::Longest => self.options.heap.length,
            Primitive::LookBack => {
                self.look_back(state, args[0], args[1] != 0);
                0
            }
            Primitive::LookAtErrno => {
                self.look_at_errno(state);
                0
            }
            Primitive::LeftOut => {
                let what = access::text(&state.memory, args[0], u64::MAX)?;
                state.path.trace.not_given = Some(String::from_utf8_lossy(&what).into());
                0
            }
            Primitive::Environment => {
                self.host_value(state, (args[0], args[1], args[2]), InputSource::Environment)?;
                0
            }
            Primitive::EnvironmentVariable => {
                self.host_value(state, (args[0], args[1], args[2]), InputSource::Variable)?;
                0
            }
            _ => unreachable!("done by whoever performs the others"),
        };
        Ok(PrimitiveResult::Value(value))
    }

    /// The arguments, as the run has them from now on.
    fn pinned_args(
        &mut self,
        state: &mut State,
        primitive: Primitive,
        call: &Call,
    ) -> Result<[u64; 4], Stop> {
        let mut args = [0; 4];
        for (arg, &from) in args.iter_mut().zip(&call.args) {
            let value = self.value(state, from);
            if primitive == Primitive::Write {
                self.is_choice(state, value)?;
            }
            *arg = match primitive.only_looks() {
                true => value.bits,
                false => self.pin(state, value, "the argument")?,
            };
        }
        Ok(args)
    }

    fn malloc_within_limit(&mut self, state: &mut State, size: u64, align: u64) -> PrimitiveResult {
        let limit = self.options.limits.memory;
        // A byte takes another one, which says what it is, and half of the memory is enough for one block.
        let is_too_large = size > limit / 4 && size <= LARGEST_BLOCK;
        if is_too_large || size >= LARGE_BLOCK && self.is_beyond(state, limit) {
            return PrimitiveResult::End(Outcome::Stopped(StopReason::MemoryLimit(limit)));
        }
        let block = self.malloc(state, size, align);
        state.given.allocations.is_memory_out |= block == 0;
        if (LARGEST_BLOCK..LARGEST_ANYWHERE).contains(&size.saturating_sub(1)) {
            state.path.trace.not_given = Some("no block has more than 2 GiB".into());
        }
        PrimitiveResult::Value(block)
    }

    fn look_and_record(
        &mut self,
        state: &mut State,
        primitive: Primitive,
        call: &Call,
        args: [u64; 4],
    ) -> Result<PrimitiveResult, Stop> {
        self.look(state, primitive, args)?;
        if let Some(&at) = call.args.first() {
            let at = self.value(state, at);
            self.record_observed(state, primitive, at);
        }
        Ok(PrimitiveResult::Value(0))
    }

    /// An output, not a decision: one run stands for all codes.
    fn exit_with(&mut self, state: &State, call: &Call) -> Result<PrimitiveResult, Stop> {
        let code = call.args.first().map_or(Value::plain(0), |&code| self.value(state, code));
        defined(self.shades, code, "the exit code")?;
        Ok(PrimitiveResult::Exit(code.bits as i32))
    }

    fn make_symbolic_within_limit(
        &mut self,
        state: &mut State,
        args: [u64; 4],
    ) -> Result<PrimitiveResult, Stop> {
        if let Some(end) = self.too_wide(args[1]) {
            return Ok(end);
        }
        self.make_symbolic(state, args[0], args[1], args[2])?;
        Ok(PrimitiveResult::Value(0))
    }

    fn input_within_limit(
        &mut self,
        state: &mut State,
        args: [u64; 4],
    ) -> Result<PrimitiveResult, Stop> {
        let ty = self.variable_type(state, args[0]);
        let size = ty.and_then(|ty| self.image.program.debug.size(ty));
        if let Some(end) = self.too_wide(size.unwrap_or(0)) {
            return Ok(end);
        }
        self.input_variable(state, args[0], args[1])?;
        Ok(PrimitiveResult::Value(0))
    }

    /// How a run ends where an input of so many bytes would take too much memory, by itself: a byte that depends on
    /// inputs takes a hundred times its place.
    fn too_wide(&self, size: u64) -> Option<PrimitiveResult> {
        let bytes = size.saturating_mul(4 * TERM_BYTES as u64);
        let limit = self.options.limits.memory;
        let is_too_wide = self.options.symbolic && bytes > limit;
        is_too_wide
            .then_some(PrimitiveResult::End(Outcome::Stopped(StopReason::MemoryLimit(limit))))
    }

    fn look(
        &mut self,
        state: &mut State,
        primitive: Primitive,
        args: [u64; 4],
    ) -> Result<(), Stop> {
        let name = |state: &State, at: usize| -> Result<String, Stop> {
            let text = access::text(&state.memory, args[at], 200)?;
            Ok(String::from_utf8_lossy(&text).into_owned())
        };
        let name = name(state, 2)?;
        match primitive {
            Primitive::Observe => self.observe(state, args[0], args[1], name),
            _ => self.observe_pointer(state, args[0], args[1] != 0, name),
        }
        Ok(())
    }

    /// A size that depends on the inputs is explored as far as a bound; of all larger ones, one is.
    fn bound_size(&mut self, state: &mut State, call: &Call) -> Result<(), Stop> {
        let size = call.args.first().map_or(Value::plain(0), |&size| self.value(state, size));
        let Some(term) = self.shades.term(size) else { return Ok(()) };
        let bound = self.pool.bits(self.pool.width(term), EXPLORED_SIZE);
        let small = self.pool.ule(term, bound);
        match state.path.condition.knows(self.pool, small) {
            None => Err(Stop::Decide(small)),
            Some(true) => Ok(()),
            Some(false) => self.concretise(state, size, "the size").map(drop),
        }
    }

    fn malloc(&mut self, state: &mut State, size: u64, align: u64) -> u64 {
        if size > LARGEST_BLOCK || !align.max(1).is_power_of_two() {
            return 0;
        }
        let made = fault::program_location(self.image, state);
        let Some(address) = state.memory.heap.reserve(size, align, made) else { return 0 };
        // The address may have been used before, by a larger block.
        state.memory.set_tags(address, (size + 16).next_multiple_of(16), Tag::NONE);
        state.memory.set_tags(address, size, Tag::UNINIT);
        address
    }

    fn free(&mut self, state: &mut State, address: u64) -> Result<(), Fault> {
        if address == 0 {
            return Ok(());
        }
        if self.is_foreign(state, address) {
            // Other paths have the block as well: it stays where it is, and must only be one.
            let (name, returns): (_, &[Ty]) = match self.options.symbolic {
                true => ("malloc_usable_size", &[Ty::int(64)]),
                false => ("free", &[]),
            };
            return self.host_heap(state, name, returns, address).map(drop);
        }
        let at = fault::program_location(self.image, state);
        let block = state.memory.heap.free(address, at);
        let block =
            block.map_err(|error| Fault::Free { address, double: error == FreeError::Double })?;
        state.memory.set_tags(address, block.size, Tag::FREED);
        Ok(())
    }

    fn heap_size(
        &mut self,
        state: &mut State,
        address: u64,
        is_copied: bool,
    ) -> Result<u64, Fault> {
        if self.is_foreign(state, address) {
            return self.host_heap(state, "malloc_usable_size", &[Ty::int(64)], address);
        }
        match state.memory.heap.block(address) {
            Some(block) if block.state == crate::memory::BlockState::Live => {
                let size = block.size;
                if is_copied {
                    return Ok(self.copied_size(state, address, size));
                }
                let known = self.known_size(state, address, size);
                if known < size {
                    let what = "an input has no more memory than what was looked at before";
                    state.path.trace.not_given = Some(what.into());
                }
                Ok(known)
            }
            other => Err(Fault::Free { address, double: other.is_some() }),
        }
    }

    /// A block that a native function allocated, such as `getcwd`'s, is the host's to free.
    fn host_heap(
        &mut self,
        state: &mut State,
        name: &str,
        returns: &[Ty],
        address: u64,
    ) -> Result<u64, Fault> {
        let args = &[(Ty::int(64), address)];
        let call = NativeCall { name, args, fixed: 1, returns, errno: 0, writes: false };
        let invalid = Fault::Free { address, double: false };
        let mut header = [0; 16];
        if !self.externals.read(address.wrapping_sub(16), &mut header) {
            return Err(invalid);
        }
        let result = self.externals.call(&call, &mut state.memory).map_err(|_| invalid)?;
        Ok(result.values.first().copied().unwrap_or(0))
    }
}

/// What a primitive came to.
pub(crate) enum PrimitiveResult {
    Value(u64),
    Exit(i32),
    End(Outcome),
}

fn assertion(state: &State, text: u64) -> Fault {
    let text = access::text(&state.memory, text, 1000).unwrap_or_default();
    let message = format!("assertion `{}` fails", String::from_utf8_lossy(&text));
    Fault::Other(BugKind::AssertionFailure, message)
}
