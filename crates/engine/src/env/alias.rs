//! Aliases on demand: pointer inputs that point into the middle of another object, or to one of another type.
//!
//! Lazy initialisation (`env/lazy.rs`) chooses between null, the objects of pointers of the same type, and a fresh one. There
//! are more heaps: an element of an array that another pointer points to, a member of a struct, a global variable,
//! an `int` that is an `unsigned`, too. Most programs can't tell these from fresh objects. So a path that ends says which it
//! could have told: it wrote to bytes that another pointer would have led to as well, or compared the addresses. Each of
//! these is an [`AliasCandidate`], and a run that takes it makes the pointer that address, at the place where the
//! path made it an input.
//!
//! That finds every heap that matters: with the same bytes in it, the program does the same in a heap without that alias, up
//! to where it first reads what it wrote through another pointer, or compares. A path of the heap without it comes there.

use ir::GlobalId;
use ir::debug::{Type, TypeId, Variable};
use smt::{Model, TermId, TermPool};

use crate::env::lazy::UNTYPED_BYTES;
use crate::machine::context::site;
use crate::machine::{Interpreter, Machine};
use crate::memory::{Memory, Tag};
use crate::state::given::Reserved;
use crate::state::trace::Compared;
use crate::state::{Input, Pointed, PointeeLength, State};
use crate::summary::origin::{AliasCandidate, InputId, LENGTH_BITS, Origin, Outer};
use crate::summary::tree::NodeId;

/// Of the places in one object that a pointer might point to, so many are explored.
const MOST_PLACES: usize = 16;

/// What a path says about aliases that it didn't have.
#[derive(Default)]
pub(crate) struct Demand {
    pub candidates: Vec<DemandedAlias>,
    /// Two that may overlap in ways that aren't explored.
    pub left_out: Option<[String; 2]>,
}

/// An alias that would have made a difference: all pointers that lead into one object lead into another instead, oldest
/// first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DemandedAlias {
    /// Where in the tree the first of them became an input.
    pub at: NodeId,
    pub pointers: Vec<AliasCandidate>,
}

/// An object that is there, and what was done to it.
struct Region<'s> {
    object: Outer,
    name: String,
    start: u64,
    /// The bytes that the path has looked at, or that there are.
    known: u64,
    /// The most that there may be.
    capacity: u64,
    ty: TypeId,
    /// The pointer that it is named after, unless it is a global variable.
    pointer: Option<(InputId, &'s Pointed)>,
}

impl Interpreter<'_, '_> {
    /// The address that a pointer is in this run, if that is one of its candidates. The path says so from then on; the
    /// other side was explored when it was asked for.
    pub(crate) fn chosen_alias(&mut self, state: &mut State, pointer: InputId) -> Option<u64> {
        if self.log.recording.composes() {
            return None;
        }
        for candidate in self.origins.candidates(pointer).to_vec() {
            let symbol = self.origins.symbol(self.pool, Origin::PointsInto(candidate));
            let is_chosen = state.model.get(symbol).is_some_and(smt::Value::to_bool);
            let Some((address, there)) = is_chosen.then(|| self.outer(state, candidate)).flatten()
            else {
                continue;
            };
            let variable = self.pool.variable(symbol);
            let condition = self.pool.and(variable, there);
            if smt::eval(self.pool, condition, &state.model).to_bool() {
                self.log.present.aliases.push((state.path.cursor.node(), candidate));
                self.assume(state, condition);
                self.reach_up_to(state, candidate, address);
                return Some(address + candidate.offset);
            }
        }
        None
    }

    /// The inputs of a run, but with an alias: what it points into is long enough.
    pub(crate) fn with_alias(&mut self, model: &Model, alias: &DemandedAlias) -> Model {
        let mut model = model.clone();
        for &candidate in &alias.pointers {
            self.origins.demand(candidate);
            if let Outer::Pointed { by, .. } = candidate.object {
                let is_null = self.origins.symbol(self.pool, Origin::IsNull(by));
                model.set(is_null, smt::Value::Bool(false));
            }
            for other in self.origins.candidates(candidate.pointer).to_vec() {
                let symbol = self.origins.symbol(self.pool, Origin::PointsInto(other));
                model.set(symbol, smt::Value::Bool(other == candidate));
            }
            model = self.with_length(model, candidate);
        }
        model
    }

    /// The same inputs, but the object that a pointer points into is long enough.
    fn with_length(&mut self, mut model: Model, candidate: AliasCandidate) -> Model {
        let Outer::Pointed { by, element, .. } = candidate.object else { return model };
        let bits = |width: u32, bits: u64| smt::Value::Bits(smt::Bits::new(width, bits));
        if element.is_some() {
            let length = self.origins.symbol(self.pool, Origin::Length(by));
            let least = candidate.least_length().max(self.options.heap.length);
            model.set(length, bits(LENGTH_BITS, least));
        }
        for index in (0..candidate.offset).filter(|_| element.is_none()) {
            let byte = self.byte_symbol(by, index);
            if model.value(self.pool, byte).as_bits().is_zero() {
                model.set(byte, bits(8, b'a'.into()));
            }
        }
        model
    }

    /// Where the object begins that a pointer is to point into, and the condition that it is there, and so long. One that
    /// will be made later gets its address now.
    fn outer(&mut self, state: &mut State, candidate: AliasCandidate) -> Option<(u64, TermId)> {
        let Outer::Pointed { by, capacity, .. } = candidate.object else {
            let Outer::Global(global) = candidate.object else { return None };
            return Some((self.image.global_address(global), self.pool.bool(true)));
        };
        let is_long = self.is_long(candidate);
        let known = state.given.inputs.pointers().find(|(_, input)| input.id == by);
        if let Some((_, input)) = known {
            let pointed = input.pointed?;
            return Some((pointed.address, self.pool.and(pointed.fresh, is_long)));
        }
        let reserved = state.given.reserved.iter().find(|reserved| reserved.by == by);
        let address = match reserved {
            Some(reserved) => reserved.address,
            None => {
                let address = self.reserve(state, capacity, Tag::PERHAPS_ELEMENT)?;
                state.given.reserved.push(Reserved { by, address, least: 0 });
                address
            }
        };
        Some((address, is_long))
    }

    /// The condition that an object has all the bytes that a pointer points behind.
    fn is_long(&mut self, candidate: AliasCandidate) -> TermId {
        let AliasCandidate { object, offset, .. } = candidate;
        let mut all = self.pool.bool(true);
        match object {
            Outer::Global(_) => {}
            Outer::Pointed { .. } if offset == 0 => {}
            Outer::Pointed { by, element: Some(_), .. } => {
                let least = self.pool.bits(LENGTH_BITS, candidate.least_length());
                let length = self.origins.variable(self.pool, Origin::Length(by));
                all = self.pool.ule(least, length);
            }
            Outer::Pointed { by, element: None, .. } => {
                for index in 0..offset {
                    let byte = self.origins.variable(self.pool, Origin::Byte(by, index));
                    let more = self.pool.is_nonzero(byte);
                    all = self.pool.and(all, more);
                }
            }
        }
        all
    }

    /// Makes the bytes of an object known that a pointer points behind, now or when it is an input.
    fn reach_up_to(&mut self, state: &mut State, candidate: AliasCandidate, address: u64) {
        let least = candidate.offset + u64::from(!candidate.may_be_end);
        let Some(last) = least.checked_sub(1).filter(|_| candidate.offset > 0) else { return };
        let found = state
            .given
            .inputs
            .pointers()
            .find(|(_, input)| input.pointed.is_some_and(|pointed| pointed.address == address));
        if let Some(place) = found.map(|(place, _)| place) {
            return self.reveal(state, place, last);
        }
        for reserved in state.given.reserved.iter_mut().filter(|it| it.address == address) {
            reserved.least = reserved.least.max(last + 1);
        }
    }

    /// Makes a condition that holds in this run one of the path. Nothing looks for its other side here.
    fn assume(&mut self, state: &mut State, condition: TermId) {
        let Some((decision, _)) = self.next_decision(state, condition, site(state)) else { return };
        let (_, other) = decision.side(self.pool, false);
        self.running_tree().leave_out(other);
        self.take_side(state, decision, true);
    }

    /// Which aliases would have made a difference to a path that has ended.
    pub(crate) fn demanded_aliases(&mut self, state: &State) -> Demand {
        let mut demand = Demand::default();
        let mut regions = self.regions(state);
        for inner in regions.iter().filter(|region| region.pointer.is_some()) {
            for outer in regions.iter().filter(|outer| outer.start != inner.start) {
                if self.is_looked_at(state, inner) && self.is_looked_at(state, outer) {
                    self.overlaps(state, inner, outer, &mut demand);
                }
            }
        }
        let nulls = self.null_regions(state);
        for compared in state.path.trace.compared() {
            self.compares_null(state, &regions, &nulls, compared, &mut demand);
        }
        regions.extend(nulls);
        for compared in state.path.trace.compared() {
            let known = |start: u64| regions.iter().find(|region| region.start == start);
            let [a, b] = compared.objects.map(known);
            if a.is_none() && b.is_none() {
                continue;
            }
            let others = compared.objects.map(|start| self.constant_region(state, start));
            if let Some((a, b)) = a.or(others[0].as_ref()).zip(b.or(others[1].as_ref())) {
                self.compares(state, a, b, compared, &mut demand);
            }
        }
        demand
    }

    /// The objects that a path knows of.
    fn regions<'s>(&self, state: &'s State) -> Vec<Region<'s>> {
        let pointed = state.given.inputs.pointers().filter_map(|(_, input)| {
            let pointed = input.pointed.as_ref()?;
            let is_there = smt::eval(self.pool, pointed.fresh, &state.model).to_bool();
            is_there.then(|| region(input, pointed)).flatten()
        });
        let mut regions: Vec<Region<'s>> = pointed.collect();
        // Also where every pointer is null: one that is compared with a variable's address may be that address.
        if state.given.inputs.pointers().next().is_some() {
            regions
                .extend(state.given.tested.globals.iter().filter_map(|&it| self.global_region(it)));
        }
        regions
    }

    /// The objects that would be there if a pointer weren't null, which nothing has asked.
    fn null_regions<'s>(&mut self, state: &'s State) -> Vec<Region<'s>> {
        let mut regions = Vec::new();
        for (_, input) in state.given.inputs.pointers() {
            let Some(pointed) = input.pointed.as_ref() else { continue };
            let is_null = smt::eval(self.pool, pointed.null, &state.model).to_bool();
            if is_null && state.path.condition.knows(self.pool, pointed.null).is_none() {
                regions.extend(region(input, pointed));
            }
        }
        regions
    }

    fn global_region<'s>(&self, global: GlobalId) -> Option<Region<'s>> {
        let variable = self.image.program.global(global);
        let debug = variable.debug.as_ref()?;
        Some(Region {
            object: Outer::Global(global),
            name: debug.name.clone(),
            start: self.image.global_address(global),
            known: variable.size,
            capacity: variable.size,
            ty: debug.ty,
            pointer: None,
        })
    }

    /// A variable that is no input, but that a caller can name: something constant in the function's file.
    fn constant_region<'s>(&self, state: &State, start: u64) -> Option<Region<'s>> {
        let program = self.image.program;
        let global = self.image.global_near(start)?;
        let variable = program.global(global);
        let file = program.function(state.given.tested.function?).debug.as_ref()?.file;
        let is_here = |debug: &&Variable| debug.file == file && debug.name == variable.name;
        variable.debug.as_ref().filter(is_here)?;
        variable.constant.then(|| self.global_region(global)).flatten()
    }

    /// Has the path looked into an object? What a pointer points to is asked for when something goes there.
    fn is_looked_at(&mut self, state: &State, region: &Region<'_>) -> bool {
        let Some((_, pointed)) = region.pointer else { return true };
        let composes = self.log.recording.composes();
        region.known > 0
            && (composes || state.path.condition.knows(self.pool, pointed.null).is_some())
    }

    /// Which places in one object would have mattered for the pointer to another one: something was written to bytes
    /// that both would have had.
    fn overlaps(&self, state: &State, inner: &Region<'_>, outer: &Region<'_>, into: &mut Demand) {
        let mut places = 0;
        for offset in 0..outer.known {
            let fit = self.fit(inner, outer, offset);
            if matches!(fit, Fit::No | Fit::Alias)
                || !would_meet(&state.memory, inner, outer, offset)
            {
                continue;
            }
            places += 1;
            match fit {
                Fit::No | Fit::Alias => {}
                Fit::Yes if places <= MOST_PLACES => {
                    into.add(self.moved(state, inner, outer, offset, false))
                }
                Fit::Yes | Fit::Bytes => into.leave_out(inner, outer),
            }
        }
    }

    /// An address was compared with null, by a function that was given that: it may have been any pointer that is null.
    fn compares_null(
        &self,
        state: &State,
        regions: &[Region<'_>],
        nulls: &[Region<'_>],
        compared: Compared,
        into: &mut Demand,
    ) {
        let Some(start) = compared.with_null() else { return };
        let known = regions.iter().find(|region| region.start == start);
        let constant = self.constant_region(state, start);
        let Some(object) = known.or(constant.as_ref()) else { return };
        for null in nulls {
            self.compares(state, null, object, compared, into);
        }
    }

    /// Which of two pointers whose addresses were compared may point to where the other one does.
    fn compares(
        &self,
        state: &State,
        a: &Region<'_>,
        b: &Region<'_>,
        compared: Compared,
        into: &mut Demand,
    ) {
        let [ahead, behind] = match compared.distance {
            Some(distance) => [distance, -distance].map(|it| {
                let offset = u64::try_from(it).ok();
                offset.map_or(0..=0, |offset| offset..=offset)
            }),
            None => [0..=a.capacity, 0..=b.capacity],
        };
        let is_exact = compared.distance.is_some();
        let is_behind = compared.distance.is_none_or(|distance| distance <= 0);
        let is_ahead = compared.distance.is_none_or(|distance| distance >= 0);
        for offset in behind.filter(|_| is_behind) {
            self.meets(state, [a, b], (offset, is_exact), into);
        }
        for offset in ahead.filter(|_| is_ahead) {
            self.meets(state, [b, a], (offset, is_exact), into);
        }
    }

    /// May one pointer point there in another object, or just behind it?
    fn meets(
        &self,
        state: &State,
        [inner, outer]: [&Region<'_>; 2],
        (offset, is_exact): (u64, bool),
        into: &mut Demand,
    ) {
        let fit = self.fit(inner, outer, offset);
        let is_bytes = self.image.program.debug.is_byte(outer.ty);
        if matches!(fit, Fit::Bytes) && is_untyped(outer) && is_bytes {
            // The other way round it is explored only where both are declared as bytes.
            into.leave_out(inner, outer);
            return;
        }
        let fit = self.apparent(fit, [inner, outer], offset);
        let has_number = |size| self.image.program.debug.has_number(outer.ty, offset, size);
        let is_part = inner.known == 0 && [1, 2, 4, 8].into_iter().any(has_number);
        if matches!(fit, Fit::Bytes) && is_untyped(inner) && !is_exact && !is_part {
            // It is ordered, and nothing of its type begins there, or nothing at all: that would be a path for every byte.
            into.leave_out(inner, outer);
            return;
        }
        // A string's final zero is there, and nothing behind it.
        let is_text = matches!(outer.object, Outer::Pointed { element: None, .. });
        if offset + u64::from(is_text) <= outer.capacity && matches!(fit, Fit::Yes | Fit::Bytes) {
            into.add(self.moved(state, inner, outer, offset, true));
        } else if matches!(fit, Fit::No) && (is_end(outer, offset) || is_unknown(outer, offset)) {
            // One may happen to be just behind the other, or in it, if nothing says what that is.
            into.leave_out(inner, outer);
        }
        // There may be another string behind the end of one.
        if is_text && ends_before(&state.memory, outer, offset) {
            into.leave_out(inner, outer);
        }
    }

    /// How one fits into the other, when addresses may have been compared before anything said what a `void *` leads to.
    fn apparent(&self, fit: Fit, [inner, outer]: [&Region<'_>; 2], offset: u64) -> Fit {
        let is_byte = |region: &Region<'_>| self.image.program.debug.is_byte(region.ty);
        match fit {
            Fit::No if is_untyped(inner) && offset == 0 => Fit::Yes,
            Fit::No if is_untyped(inner) => Fit::Bytes,
            Fit::Bytes if is_byte(outer) && !is_byte(inner) => Fit::No,
            Fit::Bytes if is_untyped(outer) => Fit::No,
            fit => fit,
        }
    }

    /// The heap in which an object is at some place in another one: whatever leads into it leads there.
    fn moved(
        &self,
        state: &State,
        inner: &Region<'_>,
        outer: &Region<'_>,
        offset: u64,
        may_be_end: bool,
    ) -> Option<DemandedAlias> {
        inner.pointer?;
        let leads = |(_, input): (usize, &Input)| {
            let pointed = input.pointed?;
            let is_own = inner.pointer.is_some_and(|(id, _)| id == input.id);
            let pointer = match is_own {
                true => inner.start,
                false => smt::eval(self.pool, pointed.pointer, &state.model).as_bits().to_u64()?,
            };
            let inside = pointer.checked_sub(inner.start).filter(|&it| it <= inner.capacity)?;
            let (object, offset) = (outer.object, offset + inside);
            let candidate = AliasCandidate { pointer: input.id, object, offset, may_be_end };
            Some((pointed.made_at, candidate))
        };
        let (places, pointers): (Vec<NodeId>, Vec<AliasCandidate>) =
            state.given.inputs.pointers().filter_map(leads).unzip();
        Some(DemandedAlias { at: *places.first()?, pointers })
    }

    /// May a pointer point to that place in another object?
    fn fit(&self, inner: &Region<'_>, outer: &Region<'_>, offset: u64) -> Fit {
        let debug = &self.image.program.debug;
        if let (Some((inner_id, _)), Some((outer_id, _)), 0) =
            (inner.pointer, outer.pointer, offset)
            && (self.is_offered(inner, outer)
                || inner_id < outer_id && debug.is_compatible(inner.ty, outer.ty))
        {
            // Lazy initialisation chooses from the same type anyway; and of two pointers, one is enough to be the alias.
            return Fit::Alias;
        }
        let is_text = debug.is_char(inner.ty);
        let is_bytes = |ty: TypeId| debug.is_byte(ty) && !debug.is_char(ty);
        if debug.is_const(outer.ty) && outer.pointer.is_none() && !debug.is_const(inner.ty) {
            return Fit::No;
        }
        match debug.has_part_at(outer.ty, inner.ty, offset) {
            true => Fit::Yes,
            // Both are in a larger object, neither at its beginning: a row of numbers stands for it.
            false if offset > 0 && debug.is_row_at(outer.ty, inner.ty, offset) => Fit::Yes,
            false if is_text && is_untyped(outer) && debug.is_byte(outer.ty) => Fit::Bytes,
            // A string is one of characters, and no other object's bytes.
            false if is_text => Fit::No,
            false if matches!(debug.ty(debug.resolve(inner.ty)), Type::Void) && offset == 0 => {
                Fit::Yes
            }
            false if debug.is_byte(inner.ty) => Fit::Bytes,
            // What is taken for bytes may be anything, and what was never declared may be a number of another name.
            false if outer.pointer.is_some() && offset > 0 && is_bytes(outer.ty) => Fit::Bytes,
            false if is_untyped(inner) || is_untyped(outer) => {
                let is_number = debug
                    .size(inner.ty)
                    .is_some_and(|size| size <= 16 && debug.has_number(outer.ty, offset, size));
                if is_number { Fit::Bytes } else { Fit::No }
            }
            false => Fit::No,
        }
    }

    /// Has lazy initialisation chosen between these two objects when it made one of them?
    fn is_offered(&self, inner: &Region<'_>, outer: &Region<'_>) -> bool {
        match (is_untyped(inner), is_untyped(outer)) {
            (false, false) => self.image.program.debug.is_same(inner.ty, outer.ty),
            (a, b) => a && b,
        }
    }
}

impl Machine<'_, '_> {
    /// A pointer, and the object that it may point into.
    pub(crate) fn names_of(&self, candidate: &AliasCandidate) -> [String; 2] {
        let object = match candidate.object {
            Outer::Pointed { by, .. } => self.origins.label(by).to_string(),
            Outer::Global(global) => {
                let variable = self.image.program.global(global).debug.as_ref();
                variable.map_or_else(String::new, |variable| variable.name.clone())
            }
        };
        [self.origins.label(candidate.pointer).to_string(), object]
    }
}

/// May a pointer point to some place in another object?
enum Fit {
    No,
    /// It is what lazy initialisation chooses from anyway.
    Alias,
    /// Something of its type is there.
    Yes,
    /// The bytes of something are there.
    Bytes,
}

impl Demand {
    fn add(&mut self, alias: Option<DemandedAlias>) {
        self.candidates.extend(alias.filter(|alias| !self.candidates.contains(alias)));
    }

    fn leave_out(&mut self, inner: &Region<'_>, outer: &Region<'_>) {
        self.left_out.get_or_insert_with(|| [inner.name.clone(), outer.name.clone()]);
    }
}

/// Was something written to a byte that both objects would have, if one were at that offset in the other? To free one
/// is to write to it.
fn would_meet(memory: &Memory, inner: &Region<'_>, outer: &Region<'_>, offset: u64) -> bool {
    let is_written = |at: u64| memory.tag(at) != Tag::GIVEN;
    (offset..outer.known.min(offset + inner.known))
        .any(|at| is_written(outer.start + at) || is_written(inner.start + at - offset))
}

fn region<'s>(input: &'s Input, pointed: &'s Pointed) -> Option<Region<'s>> {
    let (by, capacity) = (input.id, pointed.capacity);
    let (head, element) = element(pointed);
    (!pointed.promise.restrict).then(|| Region {
        // One that is made later must have room for whatever it turns out to be.
        object: Outer::Pointed { by, capacity: room(pointed), head, element },
        name: input.name.to_string(),
        start: pointed.address,
        known: input.bytes.len() as u64,
        capacity,
        ty: pointed.pointee,
        pointer: Some((by, pointed)),
    })
}

/// Might anything be there in an object that can't be looked into?
fn is_unknown(object: &Region<'_>, offset: u64) -> bool {
    offset > 0
        && (object.pointer.is_some_and(|(_, pointed)| is_opaque(*pointed)) || is_untyped(object))
}

/// Is it what a `void *` leads to, of which only accesses say what it is?
fn is_untyped(object: &Region<'_>) -> bool {
    object.pointer.is_some_and(|(_, pointed)| pointed.promise.untyped)
}

/// May an object end there, so that another one may begin there?
fn is_end(object: &Region<'_>, offset: u64) -> bool {
    let Outer::Pointed { head, element: Some(element), .. } = object.object else { return false };
    let inside = offset.checked_sub(head);
    let is_element = inside.is_some_and(|inside| inside.is_multiple_of(element.max(1)));
    offset > 0 && offset <= object.capacity && is_element
}

/// Does a string end before that offset?
fn ends_before(memory: &Memory, text: &Region<'_>, offset: u64) -> bool {
    (text.start..text.start + text.known.min(offset)).any(|at| memory.byte(at).bits == 0)
}

/// Is a pointer input an alias in this run, so that the input may refer to itself?
pub(crate) fn has_alias(pool: &TermPool, state: &State) -> bool {
    let is_alias = |pointed: Pointed| {
        let pointer = smt::eval(pool, pointed.pointer, &state.model).as_bits().to_u64();
        let is_object = !matches!(pointed.shape, PointeeLength::Function);
        is_object && pointer != Some(0) && pointer != Some(pointed.address)
    };
    state.given.inputs.pointers().any(|(_, input)| input.pointed.is_some_and(is_alias))
}

/// The pointer input into whose object an address leads, and how far.
pub(crate) fn pointed_at(pool: &TermPool, state: &State, address: u64) -> Option<(usize, u64)> {
    let leads = |(place, input): (usize, &Input)| {
        let pointed = input.pointed?;
        let offset = address.checked_sub(pointed.address)?;
        let is_there = smt::eval(pool, pointed.fresh, &state.model).to_bool();
        let is_inside = offset <= pointed.capacity && (offset == 0 || !is_opaque(pointed));
        (is_there && is_inside).then_some((place, offset))
    };
    state.given.inputs.pointers().find_map(leads)
}

/// How many bytes were reserved for an object when it was made.
fn room(pointed: &Pointed) -> u64 {
    if pointed.promise.untyped { UNTYPED_BYTES } else { pointed.capacity }
}

/// Where elements begin, and how many bytes one has; a string that nothing is behind has none.
fn element(pointed: &Pointed) -> (u64, Option<u64>) {
    match pointed.shape {
        PointeeLength::Text => (0, (!pointed.promise.constant).then_some(1)),
        PointeeLength::Array(elements) => (elements.head, Some(elements.size)),
        PointeeLength::Function | PointeeLength::Opaque => (0, Some(pointed.capacity)),
    }
}

fn is_opaque(pointed: Pointed) -> bool {
    matches!(pointed.shape, PointeeLength::Opaque)
}
