//! Lazy initialisation of pointer inputs: null, an alias of an object that is already there, or a fresh one.
//!
//! A pointer input is a term, a choice between constants over symbols of its own: `null ? 0 : alias ? &other : &own`.
//! Nothing is decided when it is made, copied or stored. Comparing it asks about these symbols; going through it decides
//! the choice (`pointer/choice.rs`), so each shape of the heap that a path depends on is a path of its own, and the
//! heap's part of the path condition is what it says about these symbols.
//!
//! An object of its own has an address at once. What is in it is made when something looks there first
//! (`env/reveal.rs`), its pointers among it: so inputs are as deep as the program goes. That finds every heap: in
//! the order in which the pointers of one are made, each is null, points to what an earlier one points to, or to
//! something new.

use ir::debug::{Type, TypeId};
use smt::{Op, TermId};

use crate::env::reveal::{BEHIND, LARGEST_ELEMENT, UNKNOWN};
use crate::machine::Interpreter;
use crate::machine::fault;
use crate::memory::Tag;
use crate::state::{Elements, Input, Pointed, PointeeLength, Promise, State};
use crate::summary::origin::{InputId, InputSource, LENGTH_BITS, Origin};
use crate::value::Value;

/// A pointer that is to be an input.
pub(crate) struct NewPointer {
    /// As C would call it.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// The input that it is a part of, if that is what another pointer points to.
    pub owner: Option<usize>,
    /// Is it null where nothing asks? Structures are small then, and a global is what it was.
    pub rather_null: bool,
    /// Where the program takes it from.
    pub source: InputSource,
    /// The condition that it is there, if it is in a union.
    pub chosen: Option<TermId>,
}

/// Structs that only the C library makes, though a header shows what is in them.
pub(crate) const HANDLES: [&str; 1] = ["_IO_FILE"];

/// Objects with more pointers are no readable inputs: each may be an alias of all before it.
const MOST_POINTERS: usize = 64;

/// What can't be looked into has so many bytes.
const OPAQUE_BYTES: u64 = 16;

/// So many has what a `void *` leads to, at most.
pub(crate) const UNTYPED_BYTES: u64 = 2048;

/// The object that is a pointer's own, if it leads to no other.
#[derive(Clone, Copy)]
struct OwnObject {
    address: u64,
    capacity: u64,
    shape: PointeeLength,
    pointee: TypeId,
    promise: Promise,
}

impl Interpreter<'_, '_> {
    /// Makes a pointer an input: its place among the inputs, and what it is. Without symbolic execution, it is null.
    pub(crate) fn input_pointer(&mut self, state: &mut State, new: &NewPointer) -> (usize, Value) {
        let debug = &self.image.program.debug;
        let pointee = debug.pointee(new.ty).unwrap_or(new.ty);
        if let Some(callback) = self.input_callback(state, new, pointee) {
            return callback;
        }
        let input = self.new_input(state, &new.name, new.source);
        let (constant, restrict) = (debug.is_const(pointee), debug.is_restrict(new.ty));
        let promise = Promise { constant, restrict, untyped: self.is_void(pointee) };
        let (shape, capacity) = self.shape(state, &input, pointee);
        let reserved = state.given.reserved.iter().find(|it| it.by == input.id).copied();
        let tag = match shape {
            PointeeLength::Text => Tag::PERHAPS_TEXT,
            _ => Tag::PERHAPS_ELEMENT,
        };
        let Some(address) = self.reserve_or(state, reserved.map(|it| it.address), capacity, tag)
        else {
            state.given.inputs.push(input);
            return (state.given.inputs.len() - 1, Value::plain(0));
        };
        let object = OwnObject { address, capacity, shape, pointee, promise };
        let pointed = self.lead(state, (input.id, new), object, reserved.is_some());
        // Not before: where it leads may have been made just now.
        let place = state.given.inputs.len();
        state.given.inputs.push(Input { pointed: Some(pointed), address, ..input });
        self.log.has_linked_inputs |= promise.untyped || self.is_linked(pointee);
        if let Some(last) = reserved.and_then(|it| it.least.checked_sub(1)) {
            self.reveal(state, place, last);
        } else if !matches!(shape, PointeeLength::Opaque) && !self.is_linked(pointee) {
            // An array has an element, and a string its final zero.
            self.reveal(state, place, 0);
        }
        (place, self.pointer_value(state, pointed.pointer))
    }

    /// Where a new pointer leads: nowhere, into an object that is there, or to its own, which another pointer may point to
    /// already.
    fn lead(
        &mut self,
        state: &mut State,
        (id, new): (InputId, &NewPointer),
        object: OwnObject,
        is_reserved: bool,
    ) -> Pointed {
        let owner = new.owner.and_then(|owner| state.given.inputs[owner].pointed);
        let depth = owner.map_or(0, |owner| owner.depth) + 1;
        let there = owner.map_or_else(|| self.pool.bool(true), |owner| owner.fresh);
        let there = new.chosen.map_or(there, |chosen| self.pool.and(there, chosen));
        let made_at = state.path.cursor.node();
        let null = self.is_null(state, id, new.rather_null);
        let OwnObject { address, capacity, shape, pointee, promise } = object;
        let (null, pointer, fresh) = if is_reserved {
            self.settled(state, address, true)
        } else if let Some(elsewhere) = self.chosen_alias(state, id) {
            if promise.untyped {
                self.share_untyped(state, elsewhere);
            }
            self.settled(state, elsewhere, false)
        } else {
            let aliases = self.aliases(state, id, pointee, promise);
            let (pointer, fresh) = self.choice(state, null, &aliases, address);
            (null, pointer, fresh)
        };
        if self.pool.as_bits(pointer).is_none() {
            self.origins.is_reference(pointer, id);
        }
        let fresh = self.pool.and(there, fresh);
        Pointed { null, pointer, fresh, address, capacity, shape, pointee, depth, promise, made_at }
    }

    /// What a pointer input is: a constant, or a choice.
    fn pointer_value(&mut self, state: &State, pointer: TermId) -> Value {
        let now = smt::eval(self.pool, pointer, &state.model).as_bits().to_u64().unwrap_or(0);
        if self.pool.as_bits(pointer).is_some() {
            return Value::plain(now);
        }
        self.shades.symbolic(now, pointer)
    }

    /// Is what a pointer points to made only when something looks there? It is if it has pointers itself.
    pub(crate) fn is_linked(&self, pointee: TypeId) -> bool {
        let debug = &self.image.program.debug;
        let has_pointers = |ty: TypeId| !debug.members(ty).pointers.is_empty();
        has_pointers(pointee) || debug.flexible(pointee).is_some_and(|it| has_pointers(it.element))
    }

    /// How it is known what of an object is there, and how long it may be.
    pub(crate) fn shape(
        &mut self,
        state: &mut State,
        input: &Input,
        pointee: TypeId,
    ) -> (PointeeLength, u64) {
        let debug = &self.image.program.debug;
        if debug.is_char(pointee) {
            if !debug.is_const(pointee) {
                self.prefer_long(state, input);
            }
            return (PointeeLength::Text, self.options.heap.length + 1);
        }
        let flexible = debug.flexible(pointee).filter(|it| it.size <= LARGEST_ELEMENT);
        let is_whole = flexible.is_some() || !debug.is_flexible(pointee);
        let size = debug.size(pointee).filter(|_| is_whole);
        let is_known = match debug.ty(debug.resolve(pointee)) {
            Type::Struct { name: Some(name), .. } => !HANDLES.contains(&name.as_str()),
            ty => !matches!(ty, Type::Other { .. }),
        };
        let is_readable = debug.members(pointee).pointers.len() <= MOST_POINTERS;
        match size.filter(|_| is_known && is_readable) {
            Some(least @ 1..=LARGEST_ELEMENT) => {
                let length = self.prefer_long(state, input);
                let (head, size) = flexible.map_or((0, least), |it| (it.offset, it.size));
                let capacity = least.max(head + size * self.options.heap.length);
                (PointeeLength::Array(Elements { head, size, least, length }), capacity)
            }
            _ if self.is_void(pointee) => (PointeeLength::Opaque, UNTYPED_BYTES),
            _ => (PointeeLength::Opaque, OPAQUE_BYTES),
        }
    }

    /// A pointer that is one address: that of its own object, or another one. It isn't null; is its own object there?
    fn settled(&mut self, state: &State, address: u64, own: bool) -> (TermId, TermId, TermId) {
        let width = 8 * state.memory.layout().pointer_bytes;
        (self.pool.bool(false), self.pool.bits(width, address), self.pool.bool(own))
    }

    /// The address of an object of which nothing is known to be there, or of one that has its address already.
    fn reserve_or(
        &mut self,
        state: &mut State,
        reserved: Option<u64>,
        capacity: u64,
        tag: Tag,
    ) -> Option<u64> {
        let Some(address) = reserved else { return self.reserve(state, capacity, tag) };
        state.memory.initialise(address, &vec![UNKNOWN; capacity as usize], tag);
        Some(address)
    }

    /// How long an array is, or the room of a string that may be written: as much as is explored, where nothing asks.
    pub(crate) fn prefer_long(&mut self, state: &mut State, input: &Input) -> TermId {
        let symbol = self.origins.symbol(self.pool, Origin::Length(input.id));
        let longest = smt::Bits::new(LENGTH_BITS, self.options.heap.length);
        self.prefer(state, symbol, smt::Value::Bits(longest));
        self.pool.variable(symbol)
    }

    /// An address for an object of which nothing is known to be there.
    pub(crate) fn reserve(&mut self, state: &mut State, capacity: u64, tag: Tag) -> Option<u64> {
        let made = fault::program_location(self.image, state);
        let Some(address) = state.memory.heap.reserve_input(capacity, BEHIND, made) else {
            // There are no more: it is null, and what else it might be is not asked.
            state.path.trace.concretized = true;
            return None;
        };
        // Native code that writes a zero there must be noticed, too.
        state.memory.initialise(address, &vec![UNKNOWN; capacity as usize], tag);
        Some(address)
    }

    /// Whether a pointer is null.
    pub(crate) fn is_null(&mut self, state: &mut State, id: InputId, by_default: bool) -> TermId {
        let symbol = self.origins.symbol(self.pool, Origin::IsNull(id));
        if by_default {
            self.prefer(state, symbol, smt::Value::Bool(true));
        }
        self.pool.variable(symbol)
    }

    /// The objects that a pointer of that type may point to as well, each with the condition that it does.
    fn aliases(
        &mut self,
        state: &State,
        id: InputId,
        pointee: TypeId,
        promise: Promise,
    ) -> Vec<(TermId, u64)> {
        let mut aliases = Vec::new();
        if promise.restrict {
            return aliases;
        }
        for (_, other) in state.given.inputs.pointers() {
            let Some(pointed) = other.pointed.filter(|it| !it.promise.restrict) else { continue };
            let is_same = match (pointed.promise.untyped, promise.untyped) {
                (false, false) => self.image.program.debug.is_same(pointed.pointee, pointee),
                // Whatever it has turned out to be.
                (a, b) => a && b,
            };
            if !is_same {
                continue;
            }
            let alias = self.origins.variable(self.pool, Origin::IsAlias(id, other.id));
            match self.knows_all(state, pointed.fresh) {
                // To point where nothing is would be to point to something new.
                Some(false) => {}
                Some(true) => aliases.push((alias, pointed.address)),
                None => aliases.push((self.pool.and(alias, pointed.fresh), pointed.address)),
            }
        }
        aliases
    }

    /// The pointer, and the condition that it is neither null nor an alias.
    pub(crate) fn choice(
        &mut self,
        state: &State,
        null: TermId,
        aliases: &[(TermId, u64)],
        own: u64,
    ) -> (TermId, TermId) {
        let width = 8 * state.memory.layout().pointer_bytes;
        let mut pointer = self.pool.bits(width, own);
        let mut fresh = self.pool.bool(true);
        for &(alias, address) in aliases.iter().rev() {
            let address = self.pool.bits(width, address);
            pointer = self.pool.ite(alias, address, pointer);
            let other = self.pool.not(alias);
            fresh = self.pool.and(other, fresh);
        }
        let zero = self.pool.bits(width, 0);
        let there = self.pool.not(null);
        (self.pool.ite(null, zero, pointer), self.pool.and(there, fresh))
    }

    /// What the path says about all parts of a conjunction.
    pub(crate) fn knows_all(&mut self, state: &State, condition: TermId) -> Option<bool> {
        if let Some(known) = state.path.condition.knows(self.pool, condition) {
            return Some(known);
        }
        if self.pool.op(condition) != Op::And {
            return None;
        }
        let parts = self.pool.args(condition).to_vec();
        let known: Vec<Option<bool>> =
            parts.into_iter().map(|part| self.knows_all(state, part)).collect();
        match known.contains(&Some(false)) {
            true => Some(false),
            false => known.into_iter().all(|part| part == Some(true)).then_some(true),
        }
    }
}
