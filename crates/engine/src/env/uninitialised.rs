//! Uninitialised memory as an input: what was never written may be anything.
//!
//! By default, an uninitialised value is an error where it decides something. Benchmarks of verification mean a
//! choice by it. Then an instruction that is about to look at such a register, or at such memory, stops before it
//! changes anything; the bits become an input, which stays where it was found, so that every later look sees the
//! same; and the instruction is executed again. What is only overwritten is never looked at, and costs nothing.
//!
//! Natively, these inputs can't be chosen. A path whose decisions or exit code depend on them is explored like any
//! other, but no test can take it for sure, and says so ([`crate::ExploredPath::uninitialised`]).

use std::collections::BTreeSet;

use ir::{Inst, Operand, Ty};
use smt::{SymbolId, TermId};

use crate::machine::context::Context;
use crate::machine::image::Image;
use crate::machine::object;
use crate::machine::{Flow, Interpreter};
use crate::memory::{Byte, Memory};
use crate::report::outcome::{Outcome, Unsupported};
use crate::state::{Input, State};
use crate::summary::origin::InputSource;
use crate::value::{Shades, UndefKind, Value};

/// Objects of at most that many bytes become inputs as a whole, where an access may go anywhere in them, and copies keep
/// what they share with what they were made from.
const SMALL: u64 = 2048;

/// What these inputs are called. They are never taken back, so their numbers are the same whenever a path is run.
const NAME: &str = "uninitialised";

/// Is the instruction about to look at something uninitialised?
#[cold]
pub(crate) fn is_met(cx: &Context<'_, '_>) -> bool {
    let inst = &cx.frame.body.code[cx.frame.pc];
    let mut met = false;
    inst.for_each_use(|operand| {
        met |= operand.reg().is_some() && is_unset(cx.shades, cx.get(operand));
    });
    let reads = |range| addresses(range).any(|at| has_unset(cx.memory, at));
    met || looked_at(cx.image, cx.memory, cx.shades, inst, |operand| cx.get(operand))
        .is_some_and(reads)
}

/// The addresses of a piece of memory. A wild pointer may be the last one there is.
fn addresses((start, len): (u64, u64)) -> impl Iterator<Item = u64> {
    (0..len).map(move |index| start.wrapping_add(index))
}

fn is_unset(shades: &Shades, value: Value) -> bool {
    let cause = shades.cause(value);
    shades.undef(value) != 0 && cause.is_some_and(|cause| cause.kind == UndefKind::Uninitialised)
}

fn has_unset(memory: &Memory, at: u64) -> bool {
    memory.tag(at).is_live() && memory.byte(at).undef != 0
}

/// The memory that an instruction may look at: where it begins, and how long it is. A store looks at what it may leave as
/// it is.
fn looked_at(
    image: &Image<'_>,
    memory: &Memory,
    shades: &Shades,
    inst: &Inst,
    get: impl Fn(Operand) -> Value,
) -> Option<(u64, u64)> {
    let accessed = |addr: Operand, offset: i32, ty: Ty| {
        let pointer = get(addr);
        let mask = memory.layout().address_mask();
        let address = pointer.bits.wrapping_add(i64::from(offset) as u64) & mask;
        let object = shades.term(pointer).and_then(|_| object::extent_in(image, memory, address));
        object.filter(|&(_, size)| size <= SMALL).unwrap_or((address, u64::from(ty.bytes())))
    };
    match *inst {
        Inst::Load { ty, addr, offset, .. } => Some(accessed(addr, offset, ty)),
        Inst::Store { ty, addr, offset, .. } if shades.term(get(addr)).is_some() => {
            Some(accessed(addr, offset, ty))
        }
        Inst::MemCopy { src, len, .. } if get(len).is_plain() && get(len).bits <= SMALL => {
            Some((get(src).bits, get(len).bits))
        }
        _ => None,
    }
}

impl Interpreter<'_, '_> {
    /// Makes inputs of what an instruction is about to look at, and executes it again.
    pub(crate) fn choose_unset(&mut self, state: &mut State) -> Flow {
        let frame = state.frames.last_mut().expect("a running state has a frame");
        frame.pc -= 1;
        let (function, base, pc) = (frame.function, frame.base, frame.pc);
        let code = &self.image.functions[function.index()];
        let body = code.function.body.as_ref().expect("only bodies get frames");
        let inst = &body.code[pc];
        let mut used = Vec::new();
        inst.for_each_use(|operand| used.extend(operand.reg()));
        for reg in used {
            let value = state.regs[base + reg.index()];
            if is_unset(self.shades, value) {
                state.regs[base + reg.index()] = self.any_value(state, value, body.ty(reg));
            }
        }
        let get = |operand| self.value(state, operand);
        if let Some(range) = looked_at(self.image, &state.memory, self.shades, inst, get) {
            self.any_bytes(state, range);
        }
        Flow::Next
    }

    /// The value, with an input in the place of its undefined bits.
    fn any_value(&mut self, state: &mut State, value: Value, ty: Ty) -> Value {
        let mut input = self.new_input(state, NAME, InputSource::Uninitialised);
        let (mut fresh, mut terms) = (0, Vec::new());
        for index in 0..u64::from(ty.bytes()) {
            let (bits, term) = self.any_byte(state, &mut input, index);
            fresh |= u64::from(bits) << (8 * index);
            terms.push(term);
        }
        state.given.inputs.push(input);
        let whole = self.pool.join(&terms);
        let whole = self.pool.truncate(ty.bits(), whole);
        let undef = self.shades.undef(value) & ty.mask();
        let known = self.shades.term(value);
        let known = known.unwrap_or_else(|| self.pool.bits(ty.bits(), value.bits & ty.mask()));
        let term = self.mixed(ty.bits(), (known, whole), undef);
        self.shades.symbolic((value.bits & !undef | fresh & undef) & ty.mask(), term)
    }

    /// Makes the undefined bits of a piece of memory an input.
    pub(crate) fn any_bytes(&mut self, state: &mut State, range: (u64, u64)) {
        let unset: Vec<u64> = addresses(range).filter(|&at| has_unset(&state.memory, at)).collect();
        let Some(&first) = unset.first() else { return };
        let mut input = self.new_input(state, NAME, InputSource::Uninitialised);
        for (index, at) in (0..).zip(unset) {
            let Byte { bits, undef, term } = state.memory.byte(at);
            let (fresh, fresh_term) = self.any_byte(state, &mut input, index);
            let known = term.unwrap_or_else(|| self.pool.bits(8, bits.into()));
            let term = self.mixed(8, (known, fresh_term), undef.into());
            let bits = bits & !undef | fresh & undef;
            state.memory.set_byte(at, Byte { bits, undef: 0, term: Some(term) });
        }
        state.given.inputs.push(Input { address: first, ..input });
    }

    fn any_byte(&mut self, state: &mut State, input: &mut Input, index: u64) -> (u8, TermId) {
        let symbol = self.byte_symbol(input.id, index);
        input.bytes.push(symbol);
        let bits = self.input_value(state, symbol, input.id, index);
        (bits, self.pool.variable(symbol))
    }

    /// Of one term the bits in the mask, of the other the rest.
    fn mixed(&mut self, width: u32, (known, fresh): (TermId, TermId), mask: u64) -> TermId {
        let all = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        if mask == all {
            return fresh;
        }
        let [inside, outside] = [mask, all & !mask].map(|mask| self.pool.bits(width, mask));
        let (known, fresh) = (self.pool.bit_and(known, outside), self.pool.bit_and(fresh, inside));
        self.pool.bit_or(known, fresh)
    }

    /// Do the decisions of a path, or its exit code, depend on uninitialised memory?
    pub(crate) fn depends_on_unset(
        &mut self,
        state: &State,
        outcome: &Result<Outcome, Unsupported>,
    ) -> bool {
        let unset = unset(state);
        if unset.is_empty() {
            return false;
        }
        let mut terms = self.pool.conditions(state.path.condition.conditions());
        if let Ok(Outcome::Exit(code)) = outcome {
            terms.push(self.exit_code(state, *code));
        }
        let mut symbols = terms.into_iter().flat_map(|term| self.pool.free_symbols(term).to_vec());
        symbols.any(|symbol| unset.contains(&symbol))
    }

    /// Is uninitialised memory a part of this term?
    pub(crate) fn mentions_unset(&mut self, state: &State, term: TermId) -> bool {
        let unset = unset(state);
        !unset.is_empty() && self.pool.free_symbols(term).iter().any(|it| unset.contains(it))
    }
}

fn unset(state: &State) -> BTreeSet<SymbolId> {
    let inputs =
        state.given.inputs.iter().filter(|input| input.source == InputSource::Uninitialised);
    inputs.flat_map(|input| input.bytes.iter().copied()).collect()
}
