//! Calls and returns: frames come and go, with their registers and their objects.

use std::sync::Arc;

use ir::{ArgKind, Body, Call, Callee, FuncId, Operand, Reg, Ty};

use crate::machine::access;
use crate::machine::context::Stop;
use crate::machine::fast;
use crate::machine::fault::{Access, Fault, NULL_PAGE};
use crate::machine::image::{CodeKind, FrameLayout};
use crate::machine::{Flow, Interpreter};
use crate::memory::{Memory, ObjectRow, Tag, ZoneKind};
use crate::report::bug::BugKind;
use crate::report::outcome::{Outcome, Unsupported};
use crate::state::{Alloca, Extra, Frame, State};
use crate::value::{Cause, Shades, UndefKind, Value};

/// What a frame without any object still takes on a native stack.
pub(crate) const FRAME_COST: u64 = 48;

impl<'p> Interpreter<'p, '_> {
    pub(crate) fn call(&mut self, state: &mut State, call: &'p Call) -> Result<Flow, Unsupported> {
        let callee = match call.callee {
            Callee::Direct(function) => function,
            Callee::Indirect(pointer) => match self.resolve(state, pointer) {
                Ok(function) => function,
                Err(stop) => return Ok(self.stopped(state, stop)),
            },
        };
        let code = &self.image.functions[callee.index()];
        match code.kind {
            CodeKind::Body => Ok(match self.begin_activation(state, callee, call) {
                Ok(Some(flow)) => flow,
                Ok(None) => self.enter_from(state, callee, call),
                Err(stop) => self.stopped(state, stop),
            }),
            CodeKind::Primitive(primitive) => Ok(self.primitive(state, primitive, call)),
            CodeKind::Native(effect) => self.native(state, code, effect, call),
            CodeKind::ReachError => {
                // Its body is never executed, so its caller is there.
                if self.image.has_goal_in(callee) {
                    state.path.trace.reach();
                }
                let message = "reach_error is called".to_owned();
                Ok(self.bug(state, Fault::Other(BugKind::Unreachable, message)))
            }
            CodeKind::Unsupported => {
                let name = &code.function.name;
                Err(self.unsupported(state, format!("a call of `{name}`")))
            }
        }
    }

    fn resolve(&mut self, state: &mut State, pointer: Operand) -> Result<FuncId, Stop> {
        let pointer = self.value(state, pointer);
        if let Some(term) = self.shades.term(pointer) {
            self.settle(state, term)?;
        }
        let address = self.pin(state, pointer, "the function pointer")?;
        let is_input = state.memory.tag(address) == Tag::PERHAPS_ELEMENT;
        let fault = || match address {
            input if is_input => Fault::Access { address: input, size: 1, access: Access::Read },
            null if null < NULL_PAGE => {
                Fault::Other(BugKind::NullDereference, "calls a null pointer".into())
            }
            other => {
                let message = format!("calls {other:#x}, where no function starts");
                Fault::Other(BugKind::InvalidCall, message)
            }
        };
        Ok(self.image.function_at(address).ok_or_else(fault)?)
    }

    /// An operand in the innermost frame.
    pub(crate) fn value(&self, state: &State, from: Operand) -> Value {
        let frame = state.frames.last().expect("a running state has a frame");
        let code = &self.image.functions[frame.function.index()];
        state.regs[frame.base + fast::place(from, code.registers)]
    }

    /// Writes the results of a call that pushed no frame.
    pub(crate) fn set_results(&self, state: &mut State, results: &[Reg], values: &[Value]) {
        let base = state.frames.last().expect("a running state has a frame").base;
        for (reg, &value) in results.iter().zip(values) {
            state.regs[base + reg.index()] = value;
        }
    }

    fn enter_from(&mut self, state: &mut State, callee: FuncId, call: &Call) -> Flow {
        let caller = state.frames.last().expect("a running state has a frame");
        let caller_base = caller.base;
        let caller_code = &self.image.functions[caller.function.index()];
        let registers = caller_code.registers;
        let base = caller_base + caller_code.places;
        let signature = &self.image.program.function(callee).signature;
        self.make_room(state, callee, base);
        let (callers, callees) = state.regs.split_at_mut(base);
        let arg = |arg: Operand| callers[caller_base + fast::place(arg, registers)];
        for (param, &from) in callees.iter_mut().zip(&call.args).take(signature.params.len()) {
            *param = arg(from);
        }
        // C lets a call through a cast pass fewer arguments than the function takes.
        for param in callees.iter_mut().take(signature.params.len()).skip(call.args.len()) {
            *param = nothing(self.shades);
        }
        let extra = signature.variadic.then(|| {
            let rest = call.args.iter().zip(&call.kinds).skip(signature.params.len());
            let variadic = rest.map(|(&from, &kind)| (kind, arg(from))).collect();
            Arc::new(Extra { variadic, ..Extra::default() })
        });
        self.log.calls += 1;
        self.push_frame(state, callee, base, extra)
    }

    /// Starts a function with these arguments, as the outermost one or over the others.
    pub(crate) fn enter(&mut self, state: &mut State, callee: FuncId, args: &[Value]) -> Flow {
        let base = state
            .frames
            .last()
            .map_or(0, |frame| frame.base + self.image.functions[frame.function.index()].places);
        self.make_room(state, callee, base);
        state.regs[base..base + args.len()].copy_from_slice(args);
        self.push_frame(state, callee, base, None)
    }

    /// Makes sure that a frame of the function fits, and puts its constants there.
    fn make_room(&self, state: &mut State, function: FuncId, base: usize) {
        let code = &self.image.functions[function.index()];
        let end = base + code.places;
        if state.regs.len() < end {
            state.regs.resize(end, Value::plain(0));
        }
        state.regs[end - code.consts.len()..end].copy_from_slice(&code.consts);
    }

    fn push_frame(
        &mut self,
        state: &mut State,
        function: FuncId,
        base: usize,
        extra: Option<Arc<Extra>>,
    ) -> Flow {
        let code = &self.image.functions[function.index()];
        let body = code.function.body.as_ref().expect("only bodies get frames");
        let stack_bottom = state.stack.top;
        let stack_used_before = state.stack.used;
        state.stack.used += FRAME_COST + code.frame.cost;
        if state.stack.used > self.options.limits.stack {
            let message = format!("the stack exceeds {} bytes", self.options.limits.stack);
            return self.bug(state, Fault::Other(BugKind::StackOverflow, message));
        }
        let slots = match code.frame.size {
            0 => stack_bottom,
            _ => make_slots(&mut state.memory, &mut state.stack.top, body, &code.frame),
        };
        self.check_region(state);
        state.frames.push(Frame {
            function,
            pc: body.blocks[0].start as usize,
            base,
            slots,
            stack_bottom,
            stack_used_before,
            callers: None,
            extra,
        });
        Flow::Next
    }

    pub(crate) fn return_from(&mut self, state: &mut State, values: &'p [Operand]) -> Flow {
        let frame = self.pop_frame(state);
        let code = &self.image.functions[frame.function.index()];
        let registers = code.registers;
        let value = |from: Operand| fast::place(from, registers);
        let Some(caller) = state.frames.last() else {
            let values = values.iter().map(|&from| state.regs[frame.base + value(from)]);
            return Flow::End(Outcome::Return(values.collect()));
        };
        let caller_body = &self.image.program.function(caller.function).body;
        let inst = caller_body.as_ref().and_then(|body| body.code.get(caller.pc.wrapping_sub(1)));
        if let Some(ir::Inst::Call(call)) = inst {
            let (callers, callees) = state.regs.split_at_mut(frame.base);
            for (index, reg) in call.results.iter().enumerate() {
                callers[caller.base + reg.index()] = match values.get(index) {
                    Some(&from) => callees[value(from)],
                    None => nothing(self.shades),
                };
            }
        }
        Flow::Next
    }

    /// Ends the innermost activation of a function; its objects with it.
    pub(crate) fn pop_frame(&mut self, state: &mut State) -> Frame {
        let frame = state.frames.pop().expect("a running state has a frame");
        let code = &self.image.functions[frame.function.index()];
        state.instructions += u64::from(code.operations.lengths[frame.pc - 1]);
        if state.stack.top != frame.stack_bottom {
            let size = state.stack.top - frame.stack_bottom;
            state.memory.set_tags(frame.stack_bottom, size, Tag::RETURNED);
        }
        state.stack.top = frame.stack_bottom;
        state.stack.used = frame.stack_used_before;
        frame
    }

    pub(crate) fn alloca(&mut self, state: &mut State, dst: Reg, size: u64, align: u32) -> Flow {
        match self.stack_object(state, size, align.into()) {
            Ok(address) => {
                self.set_results(state, &[dst], &[Value::plain(address)]);
                Flow::Next
            }
            Err(fault) => self.bug(state, fault),
        }
    }

    /// Makes an object that lives until the innermost function returns.
    fn stack_object(&mut self, state: &mut State, size: u64, align: u64) -> Result<u64, Fault> {
        if state.stack.used.saturating_add(size) > self.options.limits.stack {
            let message = format!("{size} bytes more exceed the stack");
            return Err(Fault::Other(BugKind::StackOverflow, message));
        }
        let mut row = ObjectRow::new(state.stack.top);
        let (address, top) = (row.place(size, align), row.end());
        state.stack.used += size;
        state.memory.set_tags(state.stack.top, top - state.stack.top, Tag::NONE);
        state.memory.set_tags(address, size, Tag::UNINIT);
        state.stack.top = top;
        self.check_region(state);
        let frame = state.frames.last_mut().expect("a running state has a frame");
        let extra = Arc::make_mut(frame.extra.get_or_insert_default());
        extra.allocas.push(Alloca { address, size });
        Ok(address)
    }

    pub(crate) fn stack_restore(&mut self, state: &mut State, token: u64) -> Flow {
        let frame = state.frames.last_mut().expect("a running state has a frame");
        if let Some(extra) = frame.extra.as_mut().map(Arc::make_mut) {
            let gone = extra.allocas.iter().filter(|alloca| alloca.address >= token);
            state.stack.used -= gone.map(|alloca| alloca.size).sum::<u64>();
            extra.allocas.retain(|alloca| alloca.address < token);
        }
        if token < state.stack.top && token >= frame.stack_bottom {
            state.memory.set_tags(token, state.stack.top - token, Tag::OUT_OF_SCOPE);
            state.stack.top = token;
        }
        Flow::Next
    }

    /// Lays the variadic arguments out in memory and makes a `va_list` that walks them. On x86-64 the
    /// list says that the register area is used up, so that everything comes from the memory area.
    pub(crate) fn va_start(&mut self, state: &mut State, list: Operand) -> Flow {
        match self.try_va_start(state, list) {
            Ok(()) => Flow::Next,
            Err(stop) => self.stopped(state, stop),
        }
    }

    fn try_va_start(&mut self, state: &mut State, list: Operand) -> Result<(), Stop> {
        let list = self.value(state, list);
        let list = self.pin(state, list, "the va_list")?;
        let frame = state.frames.last().expect("a running state has a frame");
        let variadic = frame.extra.as_ref().map_or(Vec::new(), |extra| extra.variadic.clone());
        let area = match self.asks_for_further(state) {
            true => self
                .further_area(state, |this, state, size| Ok(this.stack_object(state, size, 16)?))?,
            false => self.lay_out(state, &variadic)?,
        };
        let word = u64::from(state.memory.layout().pointer_bytes);
        let mut put = |offset, bits, value| {
            let (ty, value) = (Ty::int(bits), Value::plain(value));
            let (memory, pool) = (&mut state.memory, &mut self.pool);
            access::store(memory, self.shades, pool, ty, list + offset, value)
        };
        if word == 4 {
            return Ok(put(0, 32, area)?);
        }
        put(0, 32, GP_OFFSET_USED_UP)?;
        put(4, 32, FP_OFFSET_USED_UP)?;
        put(8, 64, area)?;
        Ok(put(16, 64, 0)?)
    }

    /// Lays variadic arguments out in memory; where that is.
    fn lay_out(&mut self, state: &mut State, variadic: &[(ArgKind, Value)]) -> Result<u64, Stop> {
        let word = u64::from(state.memory.layout().pointer_bytes);
        let mut size = 0;
        let offsets: Vec<u64> =
            variadic.iter().map(|(kind, _)| place(kind, word, &mut size)).collect();
        let area = self.stack_object(state, size, 16)?;
        for (&(kind, value), offset) in variadic.iter().zip(offsets) {
            match kind {
                ArgKind::Value(ty) | ArgKind::Part(ty) => {
                    let (memory, pool) = (&mut state.memory, &mut self.pool);
                    access::store(memory, self.shades, pool, ty, area + offset, value)?;
                }
                ArgKind::Signed(width) => {
                    let ty = Ty::Int(width);
                    let (memory, pool) = (&mut state.memory, &mut self.pool);
                    access::store(memory, self.shades, pool, ty, area + offset, value)?;
                }
                ArgKind::ByValue { size, .. } => {
                    let from = self.pin(state, value, "the address")?;
                    access::copy(&mut state.memory, area + offset, from, size)?;
                }
            }
        }
        Ok(area)
    }
}

/// Makes the objects of a function's slots at the top of the stack; where they start.
pub(crate) fn make_slots(
    memory: &mut Memory,
    stack_top: &mut u64,
    body: &Body,
    layout: &FrameLayout,
) -> u64 {
    let start = stack_top.next_multiple_of(layout.align);
    *stack_top = start + layout.size;
    memory.set_tags(start, layout.size, Tag::NONE);
    for (index, slot) in body.slots.iter().enumerate() {
        let address = start + layout.offset(ir::SlotId::new(index));
        let tag = if slot.scoped { Tag::OUT_OF_SCOPE } else { Tag::UNINIT };
        memory.set_tags(address, slot.size, tag);
    }
    start
}

/// `va_list` fields of the x86-64 ABI when no argument is left in registers.
const GP_OFFSET_USED_UP: u64 = 48;
const FP_OFFSET_USED_UP: u64 = 176;

/// Where the next variadic argument goes.
fn place(kind: &ArgKind, word: u64, size: &mut u64) -> u64 {
    let (bytes, align) = match *kind {
        ArgKind::Value(ty) | ArgKind::Part(ty) => (u64::from(ty.bytes()), word),
        ArgKind::Signed(width) => (u64::from(Ty::Int(width).bytes()), word),
        ArgKind::ByValue { size, align } => (size, u64::from(align).max(word)),
    };
    // A size that overflows is more than any stack holds.
    let round = |bytes: u64, to| bytes.checked_next_multiple_of(to).unwrap_or(u64::MAX);
    let offset = round(*size, align);
    *size = offset.saturating_add(round(bytes, word));
    offset
}

/// What a parameter or result is that was not given.
fn nothing(shades: &mut Shades) -> Value {
    shades.undefined(0, u64::MAX, Cause { kind: UndefKind::Uninitialised, at: None })
}

/// The start of the stack zone, where the first frame goes.
pub(crate) fn stack_start(layout: crate::memory::Layout) -> u64 {
    layout.start(ZoneKind::Stack)
}
