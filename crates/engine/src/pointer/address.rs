//! Addresses as numbers: where it depends on the layout of memory what a program does.
//!
//! Here every object has an address that is the same in each run. A process is free to place objects otherwise: a new block
//! where a freed one was, two variables side by side, one constant for two literals. So a path on which the layout
//! decides stands for one layout only, and nothing is proved by such paths.
//!
//! Numbers don't say that they are addresses. But an address is a number that lies in the reserved range, and an
//! operation makes of it either an address again, or a number that is the same in every layout (the difference of two
//! pointers into one object, bits below the alignment), or it is noticed here, as are comparisons whose outcome depends
//! on where objects are. `crate::pointer::fragments` does the same for bytes of pointers. The library's own functions compute with
//! addresses freely, as they are written to work in every layout.

use ir::{BinaryOp, CodeOrigin, CompareOp, ProgramPoint};
use smt::{Op, TermId};

use crate::machine::Interpreter;
use crate::machine::context::{Context, Ordered, Stop};
use crate::machine::fault;
use crate::machine::image::Image;
use crate::machine::object::{Object, Objects};
use crate::memory::{Tag, ZoneKind};
use crate::state::trace::Compared;
use crate::state::{Frame, State};
use crate::summary::cell::FunctionInput;
use crate::value::Value;

/// An operand that is an address.
#[derive(Clone, Copy)]
struct Address {
    bits: u64,
    /// The object that it was made from, as far as that can be told.
    object: Option<Object>,
}

/// Where an operand may point.
#[derive(Clone, Copy)]
struct PointsTo {
    at: u64,
    object: Option<Object>,
    /// Is it there, or at any distance from there?
    is_exact: bool,
}

/// Choices between more places than this are looked at as they are now.
const MOST_PLACES: usize = 64;

impl PointsTo {
    fn is_in_object_of(&self, other: &PointsTo) -> bool {
        self.object.zip(other.object).is_some_and(|(a, b)| a.start == b.start)
    }

    /// Are these places in different objects, and different in every layout? Not if one of the objects is dead, both may
    /// be one constant, or one begins where the other may end.
    fn never_meets(&self, other: &PointsTo) -> bool {
        let Some((a, b)) = self.object.zip(other.object) else { return false };
        let may_share = a.is_dead || b.is_dead || a.is_mergeable && b.is_mergeable;
        let is_there = |place: &PointsTo, object: Object| object.spans(place.at) || !place.is_exact;
        let may_end =
            |place: &PointsTo, object: Object| !place.is_exact || place.at == object.end();
        let may_begin =
            |place: &PointsTo, object: Object| !place.is_exact || place.at == object.start;
        let may_touch =
            may_end(self, a) && may_begin(other, b) || may_end(other, b) && may_begin(self, a);
        // Of inputs, that is an alias like any other one: where the first one ends makes no difference.
        let is_alias = a.is_input && b.is_input;
        is_there(self, a) && is_there(other, b) && !may_share && (!may_touch || is_alias)
    }
}

impl Context<'_, '_> {
    /// Notes it if the result of an operation depends on the layout.
    pub(crate) fn watch_binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Result<(), Stop> {
        if !self.minds_layout() {
            return Ok(());
        }
        if op == BinaryOp::Sub {
            self.decide_ordered(a, b)?;
            self.order_with_null(a, b)?;
            self.order_with_null(b, a)?;
        }
        let depends = match (self.address(a), self.address(b)) {
            (None, None) => false,
            (Some(x), Some(y)) if op == BinaryOp::Sub && !self.has_caller() => {
                self.order(a, b, [x, y])?
            }
            (Some(x), Some(y)) if op == BinaryOp::Sub => {
                let (xs, ys) = (self.places(a), self.places(b));
                !(same_object(x, y) && xs.iter().all(|x| ys.iter().all(|y| x.is_in_object_of(y))))
            }
            (Some(_), Some(_)) => {
                !(a == b
                    && a.is_plain()
                    && matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor))
            }
            (None, Some(y)) if op == BinaryOp::Sub => !self.is_made_from(a, y),
            // However far it goes: where it is compared, the term says which object it was made from.
            _ if is_offset(op) && !(a.is_plain() && b.is_plain()) => false,
            (Some(_), None) => !self.is_invariant(op, a, b)?,
            (None, Some(_)) if is_commutative(op) => !self.is_invariant(op, b, a)?,
            (None, Some(_)) => true,
        };
        self.note_layout(depends);
        Ok(())
    }

    /// Notes it if the outcome of a comparison depends on the layout.
    pub(crate) fn watch_compare(&mut self, op: CompareOp, a: Value, b: Value) -> Result<(), Stop> {
        if !self.minds_layout() {
            return Ok(());
        }
        let is_decided = !is_equality(op) && self.decide_ordered(a, b)?;
        let depends = match (self.address(a), self.address(b)) {
            (None, None) if !self.may_point(a) && !self.may_point(b) => false,
            (None, None) if self.have_one_root(a, b) => false,
            (Some(x), Some(_)) if a == b && a.is_plain() => self.is_gone(x),
            (Some(x), None) if self.is_made_from(b, x) => false,
            (None, Some(y)) if self.is_made_from(a, y) => false,
            (Some(x), Some(y)) if !is_equality(op) && !self.has_caller() => {
                self.order(a, b, [x, y])?
            }
            _ => {
                if !is_equality(op) {
                    self.order_with_null(a, b)?;
                    self.order_with_null(b, a)?;
                }
                let [xs, ys] = match is_decided {
                    true => [a, b].map(|value| vec![self.place(value)]),
                    false => [a, b].map(|value| self.places(value)),
                };
                self.note_compared(&xs, &ys, is_equality(op));
                self.note_null_compared(a, b);
                self.note_null_compared(b, a);
                !xs.iter().all(|x| ys.iter().all(|y| self.is_settled(op, x, y)))
            }
        };
        self.note_layout(depends);
        Ok(())
    }

    /// Might a value be an address, with other inputs if not with these?
    fn may_point(&self, value: Value) -> bool {
        let is_address = |place: &PointsTo| self.is_address(place.at, place.object);
        self.address(value).is_some()
            || self
                .pointer_term(value)
                .and_then(|term| self.chosen(term))
                .is_some_and(|places| places.iter().any(is_address))
    }

    /// Were two pointers made from one, however far they are from it?
    fn have_one_root(&mut self, a: Value, b: Value) -> bool {
        let terms = self.pointer_term(a).zip(self.pointer_term(b));
        terms.is_some_and(|(a, b)| self.root(a).0 == self.root(b).0)
    }

    /// Before pointers are ordered, it is decided into which objects they lead.
    fn decide_ordered(&mut self, a: Value, b: Value) -> Result<bool, Stop> {
        let are_pointers =
            !(a.is_plain() && b.is_plain()) && self.may_point(a) && self.may_point(b);
        let is_open = are_pointers && (self.has_caller() || !self.have_one_root(a, b));
        if is_open {
            self.decide_same_object(a, b)?;
        }
        Ok(is_open && !self.has_caller())
    }

    /// Two pointers are subtracted, or asked which one is less. Does the answer depend on the layout? C says that they lead
    /// into one object: for inputs, that is a demand on callers.
    fn order(&mut self, a: Value, b: Value, [x, y]: [Address; 2]) -> Result<bool, Stop> {
        if same_object(x, y) || self.have_one_root(a, b) {
            return Ok(false);
        }
        let (xs, ys) = (self.places(a), self.places(b));
        self.note_compared(&xs, &ys, false);
        let is_given = |object: &Object| {
            !object.is_dead && (object.is_input || self.is_nameable(object.start))
        };
        match x.object.filter(is_given).zip(y.object.filter(is_given)) {
            Some((a, b)) if a.is_input || b.is_input => {
                Err(Stop::Unrelated([a, b].map(|object| Ordered::Object(object.start))))
            }
            _ => Ok(true),
        }
    }

    /// Is a global variable there that a caller might know? A `static` one of a function has a longer name than in C.
    fn is_nameable(&self, start: u64) -> bool {
        let is_global = self.memory.layout().zone(start) == Some(ZoneKind::Globals);
        let global = self.image.global_near(start).filter(|_| is_global);
        global.is_some_and(|global| {
            let global = self.image.program.global(global);
            global.debug.as_ref().is_some_and(|debug| debug.name == global.name)
        })
    }

    /// A pointer input that is null, and an address: they are asked which one is less. Null is in no object.
    fn order_with_null(&mut self, null: Value, pointer: Value) -> Result<(), Stop> {
        let object = self.address(pointer).and_then(|address| address.object);
        let object = object.filter(|it| it.is_input && !it.is_dead && !self.has_caller());
        let term = self.pointer_term(null).filter(|_| null.bits == 0);
        let Some((object, term)) = object.zip(term) else { return Ok(()) };
        if !self.comes_from_null(term)? {
            return Ok(());
        }
        if let Some(term) = self.pointer_term(pointer) {
            self.decide_object(term)?;
        }
        let null = self.root(term).0;
        Err(Stop::Unrelated([Ordered::Null(null), Ordered::Object(object.start)]))
    }

    /// Notes which objects' addresses were compared: in another heap, pointers to two may lead into one.
    fn note_compared(&mut self, xs: &[PointsTo], ys: &[PointsTo], is_equality: bool) {
        let is_data = |object: &Object| {
            let zone = self.memory.layout().zone(object.start);
            matches!(zone, Some(ZoneKind::Heap | ZoneKind::Globals)) && !object.is_dead
        };
        let mut found = Vec::new();
        for (x, y) in xs.iter().flat_map(|x| ys.iter().map(move |y| (x, y))) {
            let Some((a, b)) = x.object.filter(is_data).zip(y.object.filter(is_data)) else {
                continue;
            };
            let distance =
                (x.at.wrapping_sub(a.start) as i64).wrapping_sub(y.at.wrapping_sub(b.start) as i64);
            let is_exact = is_equality && x.is_exact && y.is_exact;
            if a.start != b.start {
                let distance = is_exact.then_some(distance);
                found.push(Compared { objects: [a.start, b.start], distance });
            }
        }
        for compared in found {
            if !self.run.path.trace.compare(compared) {
                self.note_layout(true);
            }
        }
    }

    /// Notes that a function that is explored by itself compared an address with what is null now. It doesn't know where
    /// that pointer may lead, but its caller may.
    fn note_null_compared(&mut self, null: Value, pointer: Value) {
        let is_given = self.has_caller() && self.pointer_term(null).is_some();
        if !is_given || self.address(null).is_some() {
            return;
        }
        let Some(object) = self.address(pointer).and_then(|address| address.object) else { return };
        let compared = Compared { objects: [0, object.start], distance: None };
        if !self.run.path.trace.compare(compared) {
            self.note_layout(true);
        }
    }

    /// Notes it if an address is looked at as nothing but a number.
    pub(crate) fn look_at(&mut self, value: Value) {
        if self.minds_layout() && self.address(value).is_some() {
            self.note_layout(true);
        }
    }

    /// Is the layout anything to this instruction?
    fn minds_layout(&self) -> bool {
        self.run.traced
            && self.image.program.function(self.frame.function).origin != CodeOrigin::Runtime
    }

    pub(crate) fn note_layout(&mut self, decides: bool) {
        if decides {
            let here = ProgramPoint { function: self.frame.function, pc: self.frame.pc as u32 };
            let is_own =
                self.image.program.function(self.frame.function).origin == CodeOrigin::Program;
            let call = if is_own { None } else { call_site(self.image, self.frame.frames) };
            self.run.path.trace.depend_on_layout(call.unwrap_or(here));
        }
    }

    pub(crate) fn objects(&self) -> Objects<'_> {
        Objects { image: self.image, memory: self.memory, frames: self.frame.frames }
    }

    fn address(&self, value: Value) -> Option<Address> {
        let base = self.shades.get(value.shade).and_then(|shade| shade.base);
        let layout = self.memory.layout();
        let from = base.unwrap_or(value.bits);
        if !layout.addresses().contains(&from) {
            return None;
        }
        let object = self.objects().at(from);
        self.is_address(from, object).then_some(Address { bits: value.bits, object })
    }

    /// Is it where a local variable was, of a function that has returned? What has the same address here, as the stack is
    /// used again, may have another one elsewhere.
    fn is_gone(&self, address: Address) -> bool {
        self.memory.tag(address.bits) == Tag::RETURNED
    }

    /// Is the outcome of a comparison the same in every layout, if its operands are there?
    fn is_settled(&self, op: CompareOp, x: &PointsTo, y: &PointsTo) -> bool {
        let layout = self.memory.layout();
        // With 32 bits, addresses may be negative.
        let is_signed = matches!(op, CompareOp::SLt | CompareOp::SLe) && layout.pointer_bytes < 8;
        let is_elsewhere =
            |place: &PointsTo| fault::from_null(layout, place.at).is_some() && !is_signed;
        match [x, y].map(|place| self.is_address(place.at, place.object)) {
            [false, false] => true,
            [true, false] => is_elsewhere(y),
            [false, true] => is_elsewhere(x),
            [true, true] => x.is_in_object_of(y) || is_equality(op) && x.never_meets(y),
        }
    }

    /// Is a number an address? With 32 bits any may be one, and a power of two is where our code begins: those are if
    /// there is an object.
    fn is_address(&self, number: u64, object: Option<Object>) -> bool {
        let layout = self.memory.layout();
        let is_data = layout.zone(number) != Some(ZoneKind::Code);
        object.is_some() || is_data && layout.is_likely_address(number)
    }

    /// Where a value may point, as far as its term tells; else where it points now.
    fn places(&self, value: Value) -> Vec<PointsTo> {
        let term = self.pointer_term(value);
        let chosen = term.and_then(|term| self.chosen(term));
        // Trees decide about pointers that they don't know; any other term might be anywhere.
        let is_exact = term.is_none() || self.run.view.is_some();
        chosen.unwrap_or_else(|| vec![PointsTo { is_exact, ..self.place(value) }])
    }

    /// Where a value points now.
    fn place(&self, value: Value) -> PointsTo {
        let object = self.address(value).and_then(|address| address.object);
        PointsTo { at: value.bits, object, is_exact: true }
    }

    /// The places that a term chooses between, if they are known and not too many.
    fn chosen(&self, term: TermId) -> Option<Vec<PointsTo>> {
        let constant = |term: TermId| self.pool.as_bits(term).and_then(|bits| bits.to_u64());
        let place =
            |at: u64, is_exact: bool| PointsTo { at, object: self.objects().at(at), is_exact };
        let (mut places, mut pending) = (Vec::new(), vec![term]);
        while let Some(term) = pending.pop() {
            if places.len() + pending.len() >= MOST_PLACES {
                return None;
            }
            match (self.pool.op(term), self.pool.args(term)) {
                _ if let Some(at) = constant(term) => places.push(place(at, true)),
                (Op::Ite, &[_, then, otherwise]) => pending.extend([then, otherwise]),
                (Op::Add, args) => places.extend(self.moved_places(args)?),
                _ => return None,
            }
        }
        Some(places)
    }

    /// The places of a sum: of the one part that is an address, or a choice between some, with the others added.
    fn moved_places(&self, parts: &[TermId]) -> Option<Vec<PointsTo>> {
        let constant = |term: &TermId| self.pool.as_bits(*term).and_then(|bits| bits.to_u64());
        let number = parts.iter().find_map(constant).unwrap_or(0);
        let object = self.objects().at(number);
        if self.is_address(number, object) {
            return Some(vec![PointsTo { at: number, object, is_exact: false }]);
        }
        let is_exact = parts.iter().filter(|part| constant(part).is_none()).count() == 1;
        let is_choice = |part: &&TermId| self.pool.op(**part) == Op::Ite;
        let mut places = parts.iter().filter(is_choice).find_map(|&part| self.chosen(part))?;
        for place in &mut places {
            place.at = place.at.wrapping_add(number) & self.memory.layout().address_mask();
            place.is_exact &= is_exact;
        }
        Some(places)
    }

    /// What a value of a pointer's width is in terms of the inputs, if it depends on them.
    fn pointer_term(&self, value: Value) -> Option<TermId> {
        let width = self.image.program.target.pointer_bits;
        self.shades.term(value).filter(|&term| self.pool.width(term) == width)
    }

    /// Is it a function that is explored by itself?
    fn has_caller(&self) -> bool {
        self.run.view.as_ref().is_some_and(|view| view.activation.has_caller())
    }

    /// Was a number that is no address now made from one, of the same object?
    fn is_made_from(&mut self, number: Value, address: Address) -> bool {
        let Some((term, object)) = self.pointer_term(number).zip(address.object) else {
            return false;
        };
        let (_, at) = self.root(term);
        self.objects().at(at).is_some_and(|other| other.start == object.start)
    }

    /// Is `address op number` an address again, or the same number in every layout?
    fn is_invariant(&mut self, op: BinaryOp, pointer: Value, number: Value) -> Result<bool, Stop> {
        if self.pointer_term(pointer).is_some() {
            // Another caller's pointer may be aligned otherwise.
            if self.refuse("it computes with addresses") {
                return Ok(true);
            }
        }
        let places = self.places(pointer);
        let layout = self.memory.layout();
        let mask = layout.address_mask();
        let addresses = places.iter().filter(|place| self.is_address(place.at, place.object));
        let aligns = addresses.map(|place| place.object.map_or(1, |object| object.align));
        let align = aligns.min().unwrap_or(1);
        let above = !(align - 1) & mask;
        if let Some(term) = self.shades.term(number) {
            return self.keeps_address(op, term, above);
        }
        let number = number.bits;
        let stays = |bits: u64| layout.zone(bits & mask).is_some();
        Ok(match op {
            BinaryOp::Add => stays(pointer.bits.wrapping_add(number)),
            BinaryOp::Sub => stays(pointer.bits.wrapping_sub(number)),
            BinaryOp::And => number & above == 0 || number & above == above,
            BinaryOp::Or | BinaryOp::Xor => number & above == 0,
            BinaryOp::URem => number.is_power_of_two() && number <= align,
            BinaryOp::Mul => number <= 1,
            BinaryOp::UDiv | BinaryOp::SDiv => number == 1,
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => number == 0,
            _ => false,
        })
    }

    /// Does an operation with a number that depends on the inputs change nothing but bits below the alignment?
    fn keeps_address(&mut self, op: BinaryOp, number: TermId, above: u64) -> Result<bool, Stop> {
        let width = self.pool.width(number);
        let [above, none] = [above, 0].map(|bits| self.pool.bits(width, bits));
        let changed = self.pool.bit_and(number, above);
        let kept = match op {
            BinaryOp::And => self.pool.eq(changed, above),
            BinaryOp::Or | BinaryOp::Xor => self.pool.eq(changed, none),
            _ => return Ok(false),
        };
        self.holds(kept)
    }

    /// Refuses the summary of a function that is explored by itself. Is there one?
    pub(crate) fn refuse(&mut self, why: &'static str) -> bool {
        let Some(view) = self.run.view.as_mut().filter(|view| view.activation.has_caller()) else {
            return false;
        };
        view.activation.inexact = Some(why);
        true
    }

    /// In a function that is explored by itself, other callers may give it other pointers, and so may other paths of a
    /// callee: that these lead into the same object is a decision.
    fn decide_same_object(&mut self, a: Value, b: Value) -> Result<(), Stop> {
        let terms = [a, b].map(|value| self.pointer_term(value));
        if terms == [None, None] {
            return Ok(());
        }
        if !self.has_caller() {
            return terms.into_iter().flatten().try_for_each(|term| self.decide_object(term));
        }
        let width = self.image.program.target.pointer_bits;
        let pointers = [a, b].map(|value| self.term(value, width));
        let [a, b] = pointers.map(|pointer| self.base_of_object(pointer));
        let same = self.pool.eq(a, b);
        self.holds(same).map(drop)
    }

    /// Decides that a pointer leads into the object that it leads into in this run: who has no caller knows objects by
    /// their addresses.
    fn decide_object(&mut self, pointer: TermId) -> Result<(), Stop> {
        let (root, at) = self.root(pointer);
        let Some(object) = self.objects().at(at) else {
            let null = self.pool.bits(self.pool.width(root), 0);
            let is_null = self.pool.eq(root, null);
            if self.run.path.condition.knows(self.pool, is_null).is_none() {
                self.run.path.condition.ask(is_null);
            }
            return self.holds(is_null).map(drop);
        };
        let width = self.pool.width(root);
        let [start, size] = [object.start, object.size].map(|bits| self.pool.bits(width, bits));
        let offset = self.pool.sub(root, start);
        let is_inside = self.pool.ule(offset, size);
        self.holds(is_inside).map(drop)
    }

    /// Where the object begins that a pointer leads into, in the function's own terms.
    fn base_of_object(&mut self, pointer: TermId) -> TermId {
        let (root, at) = self.root(pointer);
        let start = self.objects().at(at).map_or(0, |object| object.start);
        match self.pool.as_bits(root) {
            Some(_) => self.pool.bits(self.pool.width(root), start),
            None => self.input(FunctionInput::Base(root), start),
        }
    }
}

/// Do both belong to one object, however far they are from it?
fn same_object(x: Address, y: Address) -> bool {
    x.object.zip(y.object).is_some_and(|(a, b)| a.start == b.start)
}

fn is_equality(op: CompareOp) -> bool {
    matches!(op, CompareOp::Eq | CompareOp::Ne)
}

fn is_offset(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Sub)
}

fn is_commutative(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
}

/// The call that the program's own code is in.
pub(crate) fn call_site(image: &Image<'_>, frames: &[Frame]) -> Option<ProgramPoint> {
    let is_own =
        |frame: &&Frame| image.program.function(frame.function).origin == CodeOrigin::Program;
    let frame = frames.iter().rev().find(is_own)?;
    Some(ProgramPoint { function: frame.function, pc: frame.pc.saturating_sub(1) as u32 })
}

impl Interpreter<'_, '_> {
    /// Notes that native code gave the program something that depends on more than its inputs.
    pub(crate) fn depend_on_environment(&self, state: &mut State) {
        if let Some(site) = call_site(self.image, &state.frames) {
            state.path.trace.depend_on_environment(site);
        }
    }

    /// Notes that native code makes something of an address, other than going there.
    pub(crate) fn depend_on_layout(&self, state: &mut State) {
        if let Some(site) = call_site(self.image, &state.frames) {
            state.path.trace.depend_on_layout(site);
        }
    }
}

/// The object, if two addresses lie in one: they may be compared and subtracted in every layout.
#[cold]
#[inline(never)]
pub(crate) fn common_object(objects: Objects<'_>, a: u64, b: u64) -> Option<(u64, u64)> {
    objects.around_both(a, b).map(|object| (object.start, object.size))
}
