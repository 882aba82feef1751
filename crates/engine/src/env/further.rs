//! Further arguments: what a variadic function is given beyond its parameters, where it is explored by itself.
//!
//! Its callers know what it asks for, by a format or by a rule of its own, and give it that: so each argument is made when it is
//! first asked for, as what it is asked for. On x86-64 all of them are in one row of words, which has nothing in it
//! at first: whatever reads there faults, and says by its type what there is. A format that is handed on to the host says it all
//! at once.

use ir::debug::{Type, TypeId};
use ir::{Inst, Ty};

use crate::env::lazy::NewPointer;
use crate::env::native::format::{self, Wanted};
use crate::machine::access;
use crate::machine::context::Stop;
use crate::machine::{Flow, Interpreter};
use crate::memory::Tag;
use crate::report::outcome::Outcome;
use crate::state::State;
use crate::state::given::FurtherArguments;
use crate::summary::origin::{FurtherKind, InputSource};

/// So many are made at most.
const MOST: u64 = 8;

/// Each has so many bytes.
const WORD: u64 = 8;

/// The variable of the harness that has a member of each type: see `frontend/variadic.rs`.
const TYPES: &str = "__cp_further";

/// Functions of the harness that call the tested one with a `va_list`.
const LIST_PREFIX: &str = "__counterpoint_entry_list_";

impl Interpreter<'_, '_> {
    /// Is the function that runs the tested one, called by the harness, which gives it nothing beyond its parameters?
    pub(crate) fn asks_for_further(&self, state: &State) -> bool {
        let frame = state.frames.last().expect("a running state has a frame");
        let name = &self.image.program.function(frame.function).name;
        let is_tested =
            state.given.tested.function == Some(frame.function) || name.starts_with(LIST_PREFIX);
        is_tested
            && state.frames.len() == 2
            && self.options.symbolic
            && self.further_type(FurtherKind::Int).is_some()
    }

    /// The row of arguments; `room` is that of a new object on the stack.
    pub(crate) fn further_area(
        &mut self,
        state: &mut State,
        room: impl FnOnce(&mut Self, &mut State, u64) -> Result<u64, Stop>,
    ) -> Result<u64, Stop> {
        if let Some(known) = state.given.further {
            return Ok(known.area);
        }
        // One that isn't explored follows the last.
        let size = (MOST + 1) * WORD;
        let area = room(self, state, size)?;
        state.memory.set_tags(area, size, Tag::NONE);
        // What a callee is handed on is made there: no summary has that.
        self.log.has_linked_inputs = true;
        state.given.further = Some(FurtherArguments { area, count: 0 });
        Ok(area)
    }

    /// A fault where further arguments are: one is asked for. Nothing, if it is elsewhere.
    pub(crate) fn further_argument(&mut self, state: &mut State, address: u64) -> Option<Flow> {
        let FurtherArguments { area, .. } = state.given.further?;
        let offset = address.checked_sub(area).filter(|&offset| offset < (MOST + 1) * WORD)?;
        let Some(kind) = self.wanted_kind(state) else {
            let what = "a further argument that is neither a number nor a string";
            return Some(Flow::Unsupported(what.to_owned()));
        };
        if !self.make_further(state, offset, kind) {
            return Some(Flow::End(Outcome::AssumeFailed));
        }
        state.frames.last_mut().expect("a running state has a frame").pc -= 1;
        Some(Flow::Next)
    }

    /// What the instruction that just faulted takes an argument for.
    fn wanted_kind(&self, state: &State) -> Option<FurtherKind> {
        let frame = state.frames.last().expect("a running state has a frame");
        let body = self.image.program.function(frame.function).body.as_ref()?;
        match body.code.get(frame.pc.wrapping_sub(1))? {
            Inst::Load { ty, .. } if *ty == Ty::int(32) => Some(FurtherKind::Int),
            Inst::Load { ty, .. } if *ty == Ty::int(64) => Some(FurtherKind::Word),
            Inst::Load { ty: Ty::Float(ir::FloatTy::F64), .. } => Some(FurtherKind::Real),
            _ => None,
        }
    }

    /// Makes the next argument an input of that kind. If it is there and is something else, a caller has given what wasn't
    /// asked for; that isn't explored.
    fn make_further(&mut self, state: &mut State, offset: u64, kind: FurtherKind) -> bool {
        let Some(FurtherArguments { area, count }) = state.given.further else { return false };
        let Some(ty) = self.further_type(kind) else { return false };
        if offset != u64::from(count) * WORD {
            let what = "arguments beyond its parameters are asked for one after the other, each as one type";
            state.path.trace.not_given = Some(what.into());
            return false;
        }
        if u64::from(count) >= MOST {
            let what = format!("no more than {MOST} arguments beyond its parameters");
            state.path.trace.not_given = Some(what.into());
            return false;
        }
        if kind == FurtherKind::Word {
            let what = "arguments beyond its parameters that are pointers lead to strings";
            state.path.trace.not_given = Some(what.into());
        }
        let (number, address) = (count + 1, area + offset);
        let size = self.image.program.debug.size(ty).unwrap_or(WORD);
        state.memory.set_tags(address, size, Tag::UNINIT);
        let (name, source) = (format!("further {number}"), InputSource::Further(number, kind));
        match kind {
            FurtherKind::Text => {
                let (owner, chosen, rather_null) = (None, None, false);
                let new = NewPointer { name, ty, owner, rather_null, source, chosen };
                let (_, value) = self.input_pointer(state, &new);
                self.store_pointer(state, address, value);
            }
            _ => self.input_value_object(state, (address, size), ty, (&name, source)),
        }
        state.given.further = Some(FurtherArguments { area, count: number });
        true
    }

    /// The type of arguments of a kind.
    fn further_type(&self, kind: FurtherKind) -> Option<TypeId> {
        let program = self.image.program;
        let global = program.globals.iter().find(|global| global.name.starts_with(TYPES))?;
        let ty = program.debug.resolve(global.debug.as_ref()?.ty);
        let Type::Struct { fields, .. } = program.debug.ty(ty) else { return None };
        let member = match kind {
            FurtherKind::Int => "narrow",
            FurtherKind::Real => "real",
            FurtherKind::Word => "word",
            FurtherKind::Text => "text",
        };
        fields.iter().find(|field| field.name == member).map(|field| field.ty)
    }

    /// Makes what a format asks for, where the host is to print by it: a `va_list` is behind it. Not all can be made.
    pub(crate) fn further_by_format(
        &mut self,
        state: &mut State,
        format: u64,
        list: u64,
    ) -> Result<bool, Stop> {
        let Some(FurtherArguments { area, .. }) = state.given.further else { return Ok(true) };
        // Where a `va_list` of x86-64 has the next argument.
        let next = state.memory.read_plain::<8>(list + 8).unwrap_or(0);
        let Some(offset) = next.checked_sub(area).filter(|&it| it <= MOST * WORD) else {
            return Ok(true);
        };
        let text = access::text(&state.memory, format, u64::MAX)?;
        let Some(wanted) = format::wanted(&text) else { return Ok(false) };
        for (wanted, offset) in wanted.into_iter().zip((offset..).step_by(WORD as usize)) {
            let count = state.given.further.map_or(0, |further| further.count);
            if offset >= u64::from(count) * WORD && !self.make_further(state, offset, wanted.kind())
            {
                return Ok(false);
            }
            if wanted == Wanted::Text {
                self.further_text(state, area + offset)?;
            }
        }
        Ok(true)
    }

    /// A string that the host prints has to be there.
    fn further_text(&mut self, state: &mut State, at: u64) -> Result<(), Stop> {
        let ty = Ty::int(64);
        let value = access::load(&state.memory, self.shades, self.pool, ty, at, None)?;
        self.is_choice(state, value)?;
        let text = self.pin(state, value, "an argument of a native function")?;
        if text != 0 {
            self.decide_end(state, text, u64::MAX)?;
            access::text(&state.memory, text, u64::MAX)?;
        }
        Ok(())
    }
}
