//! Stubs: functions that stand for what a program calls and doesn't have, a callback or one that is defined nowhere.
//!
//! The harness has them in C, so that the compiler does the calling convention; here is what a call of one does. What it
//! returns is an input, by its type, and so is what it may write: numbers to where its parameters point that aren't to
//! something constant, and pointers where they point to one. It need not write there, unless nothing is there yet. That
//! it does nothing else is an assumption.

use ir::debug::{TypeId, VariableLocation};
use smt::{TermId, TermPool};

use crate::env::lazy::NewPointer;
use crate::env::primitives::PrimitiveResult;
use crate::machine::Interpreter;
use crate::machine::access;
use crate::machine::context::Stop;
use crate::machine::fault::Access;
use crate::memory::{Byte, ZoneKind};
use crate::report::outcome::{Outcome, StopReason};
use crate::state::{Input, Pointed, PointeeLength, State};
use crate::summary::origin::{InputSource, Origin, StubPart};
use crate::value::Value;

/// So much is written at most where nothing was written before, in bytes.
const MOST_WRITTEN: u64 = 256;

impl Interpreter<'_, '_> {
    /// The stub that runs is called once more.
    pub(crate) fn stub_called(&mut self, state: &mut State) -> PrimitiveResult {
        self.log.has_linked_inputs |= self.options.symbolic;
        let calls = state.given.calls.entry(running(state)).or_default();
        *calls += 1;
        match *calls > self.options.limits.stub_calls {
            true => PrimitiveResult::End(Outcome::Stopped(StopReason::StubCalls(
                self.options.limits.stub_calls,
            ))),
            false => PrimitiveResult::Value(0),
        }
    }

    /// What the stub that runs returns is an input: the variable at an address.
    pub(crate) fn stub_result(
        &mut self,
        state: &mut State,
        address: u64,
    ) -> Result<PrimitiveResult, Stop> {
        self.note_own_pointers(state, address);
        let name = format!("{}()", self.stub_name(state));
        let source = self.stub_source(state, StubPart::Result);
        self.input_at(state, address, name, source)?;
        Ok(PrimitiveResult::Value(0))
    }

    /// A stub that returns a pointer may return one that it was given. Those to variables and blocks of the program are not
    /// explored.
    fn note_own_pointers(&self, state: &mut State, result: u64) {
        let debug = &self.image.program.debug;
        let has_pointer =
            |ty: TypeId| debug.pointee(ty).is_some() || !debug.members(ty).pointers.is_empty();
        if !self.variable_type(state, result).is_some_and(has_pointer) {
            return;
        }
        let frame = state.frames.last().expect("a running state has a frame");
        let params = self.image.program.function(frame.function).signature.params.len();
        let arguments = &state.regs[frame.base..][..params];
        let is_own = |argument: &Value| self.is_own(state, argument.bits);
        if arguments.iter().any(is_own) || self.holds_own(state) {
            let name = self.stub_name(state);
            let what = format!("`{name}` never returns the pointer to an object of the program");
            state.path.trace.not_given = Some(what.into());
        }
    }

    /// Has the program stored the address of something of its own where inputs lead?
    fn holds_own(&self, state: &State) -> bool {
        let bytes = u64::from(state.memory.layout().pointer_bytes);
        let word = |at: u64| {
            (0..bytes)
                .rev()
                .fold(0, |high, byte| high << 8 | u64::from(state.memory.byte(at + byte).bits))
        };
        state.given.inputs.pointers().filter_map(|(_, input)| Some((input, input.pointed?))).any(
            |(input, pointed)| {
                let size = (input.bytes.len() as u64).saturating_sub(bytes - 1);
                (0..size).any(|offset| self.is_own(state, word(pointed.address + offset)))
            },
        )
    }

    /// Is it an address in an object that is no input?
    fn is_own(&self, state: &State, address: u64) -> bool {
        match state.memory.layout().zone(address) {
            Some(ZoneKind::Stack) => true,
            Some(ZoneKind::Heap) => {
                state.memory.heap.nearest(address).is_some_and(|block| !block.is_input)
            }
            _ => false,
        }
    }

    /// What the stub that runs may write through a parameter is an input. Its elements have the type of the variable at an
    /// address.
    pub(crate) fn stub_write(
        &mut self,
        state: &mut State,
        to: u64,
        variable: u64,
        param: u64,
    ) -> Result<PrimitiveResult, Stop> {
        let debug = &self.image.program.debug;
        let ty = self.variable_type(state, variable);
        let Some((ty, element)) = ty.and_then(|ty| Some((ty, debug.size(ty)?))) else {
            return Ok(PrimitiveResult::Value(0));
        };
        let size = self.written_size(state, to, ty, element);
        if size == 0 || !self.options.symbolic {
            return Ok(PrimitiveResult::Value(0));
        }
        let name = format!("{}(*arg{})", self.stub_name(state), param);
        let source = self.stub_source(state, StubPart::Written(param as u32));
        match debug.pointee(ty) {
            Some(_) => self.write_pointer(state, to, ty, name, source)?,
            None => self.write_numbers(state, (to, size), ty, &name, source),
        }
        Ok(PrimitiveResult::Value(0))
    }

    /// How many bytes are written: of one object, or of the rest of the array that it is in. Of a long one, not all.
    fn written_size(&self, state: &mut State, to: u64, ty: TypeId, element: u64) -> u64 {
        let room = access::room(&state.memory, to, Access::Write);
        let all = self.rest_of_array(state, to, ty).unwrap_or(element).min(room);
        let known = (to..to + all.min(MOST_WRITTEN)).all(|at| state.memory.byte(at).undef == 0);
        let most = match known {
            true => element * self.options.heap.length,
            false => MOST_WRITTEN.max(element),
        };
        if all > most {
            // What else may be written there is not asked.
            state.path.trace.concretized = true;
        }
        let size = all.min(most);
        size - size % element.max(1)
    }

    /// How much of an array of such elements follows an address, if it is in one.
    fn rest_of_array(&self, state: &State, to: u64, element: TypeId) -> Option<u64> {
        let debug = &self.image.program.debug;
        let is_it =
            |pointed: Pointed| (pointed.address..pointed.address + pointed.capacity).contains(&to);
        let mut pointers = state.given.inputs.pointers();
        let input = pointers.find(|(_, input)| input.pointed.is_some_and(is_it));
        if let Some(pointed) = input.and_then(|(_, input)| input.pointed) {
            let size = debug.size(pointed.pointee)?.max(1);
            let offset = to - pointed.address;
            let array = debug.flexible(pointed.pointee);
            if let Some(array) = array.filter(|array| offset >= array.offset) {
                let is_it = debug.is_same(array.element, element)
                    && (offset - array.offset).is_multiple_of(array.size);
                return is_it.then(|| pointed.capacity - offset);
            }
            return match debug.is_same(pointed.pointee, element) && offset.is_multiple_of(size) {
                true => Some(pointed.capacity - offset),
                false => debug.rest_of_array(pointed.pointee, offset % size, element),
            };
        }
        match self.variable_around(state, to) {
            Some((start, ty)) => debug.rest_of_array(ty, to - start, element),
            // A block that the program allocated holds what it is used for.
            None => Some(u64::MAX),
        }
    }

    /// The variable that an address is in, of any function that is active, and its type.
    fn variable_around(&self, state: &State, at: u64) -> Option<(u64, TypeId)> {
        let program = self.image.program;
        if state.memory.layout().zone(at)? == ZoneKind::Globals {
            let global = self.image.global_near(at)?;
            let ty = program.global(global).debug.as_ref()?.ty;
            return Some((self.image.global_address(global), ty));
        }
        state.frames.iter().find_map(|frame| {
            let code = &self.image.functions[frame.function.index()];
            let mut locals = code.function.debug.as_ref()?.locals.iter();
            locals.find_map(|local| {
                let VariableLocation::Slot(slot) = local.place else { return None };
                let start = frame.slots + code.frame.offset(slot);
                let size = program.debug.size(local.variable.ty)?;
                (start..start + size).contains(&at).then_some((start, local.variable.ty))
            })
        })
    }

    /// Whether something is written where all is there already.
    fn is_written(
        &mut self,
        state: &mut State,
        input: &Input,
        to: u64,
        size: u64,
    ) -> Option<TermId> {
        let is_there = (to..to + size).all(|at| state.memory.byte(at).undef == 0);
        is_there.then(|| self.origins.variable(self.pool, Origin::IsWritten(input.id)))
    }

    fn write_numbers(
        &mut self,
        state: &mut State,
        (to, size): (u64, u64),
        ty: TypeId,
        name: &str,
        source: InputSource,
    ) {
        let mut input = self.new_input(state, name, source);
        input.written = self.is_written(state, &input, to, size);
        let members = self.image.program.debug.members(ty);
        let element = self.image.program.debug.size(ty).unwrap_or(1).max(1);
        let pointer = u64::from(state.memory.layout().pointer_bytes);
        let in_pointer = |index: u64| {
            let at = index % element;
            members.pointers.iter().any(|it| (it.offset..it.offset + pointer).contains(&at))
        };
        let is_text = self.image.program.debug.is_char(ty) && size > 1;
        for index in 0..size {
            let before = state.memory.byte(to + index);
            input.bytes.push(self.symbolic_byte(state, input.id, index, to + index));
            if is_text && index + 1 == size {
                // What is written to characters is a string.
                state.memory.set_byte(to + index, Byte { bits: 0, undef: 0, term: None });
            }
            if members.bools.contains(&(index % element)) {
                input.bools.push(index);
                self.keep_lowest_bit(state, input.bytes[index as usize], to + index);
            }
            if in_pointer(index) {
                state.memory.set_byte(to + index, before);
            } else if let Some(written) = input.written {
                self.keep_unless(state, written, to + index, before);
            }
        }
        state.given.inputs.push(input);
    }

    /// A byte is what was written there, or else what it was.
    fn keep_unless(&mut self, state: &mut State, written: TermId, at: u64, before: Byte) {
        let now = state.memory.byte(at);
        let term = |byte: Byte, pool: &mut TermPool| {
            byte.term.unwrap_or_else(|| pool.bits(8, byte.bits.into()))
        };
        let [new, old] = [term(now, self.pool), term(before, self.pool)];
        let term = self.pool.ite(written, new, old);
        let holds = smt::eval(self.pool, written, &state.model).to_bool();
        let bits = if holds { now.bits } else { before.bits };
        state.memory.set_byte(at, Byte { bits, undef: 0, term: Some(term) });
    }

    fn write_pointer(
        &mut self,
        state: &mut State,
        to: u64,
        ty: TypeId,
        name: String,
        source: InputSource,
    ) -> Result<(), Stop> {
        let width = self.image.program.target.pointer_bits;
        let int = ir::Ty::int(width);
        let before = access::load(&state.memory, self.shades, self.pool, int, to, None)?;
        let pointee = self.image.program.debug.pointee(ty);
        let may_write = pointee.is_some_and(|it| !self.image.program.debug.is_const(it));
        if may_write && state.memory.layout().zone(before.bits).is_some() {
            let what = format!(
                "`{}` never writes to where a pointer leads that it finds",
                self.stub_name(state)
            );
            state.path.trace.not_given = Some(what.into());
        }
        let (owner, chosen) = (None, None);
        let new = NewPointer { name, ty, owner, rather_null: false, source, chosen };
        let (place, value) = self.input_pointer(state, &new);
        let input = state.given.inputs[place].clone();
        let written = self.is_written(state, &input, to, u64::from(width / 8));
        state.given.inputs[place].written = written;
        let stored = match written {
            None => value,
            Some(written) => {
                let [new, old] = [self.term(value, width), self.term(before, width)];
                let term = self.pool.ite(written, new, old);
                let now = smt::eval(self.pool, term, &state.model).as_bits().to_u64();
                self.shades.symbolic(now.unwrap_or(0), term)
            }
        };
        self.store_pointer(state, to, stored);
        Ok(())
    }

    fn stub_source(&self, state: &State, part: StubPart) -> InputSource {
        let function = running(state);
        let calls = state.given.calls.get(&function).copied().unwrap_or(1);
        InputSource::Stub { function, call: calls - 1, part }
    }

    /// What people are told that the stub that runs is called: as the pointer that leads to it.
    fn stub_name(&self, state: &State) -> String {
        let function = running(state);
        let address = self.image.function_address(function);
        let is_it = |pointed: Pointed| {
            matches!(pointed.shape, PointeeLength::Function) && pointed.address == address
        };
        let mut pointers = state.given.inputs.pointers();
        let pointer = pointers.find(|(_, input)| input.pointed.is_some_and(is_it));
        let own = || self.image.program.function(function).display_name().to_owned();
        pointer.map_or_else(own, |(_, input)| input.name.to_string())
    }
}

/// The function that runs.
fn running(state: &State) -> ir::FuncId {
    state.frames.last().expect("a running state has a frame").function
}
