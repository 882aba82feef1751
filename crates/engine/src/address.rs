//! Addresses as numbers: where it depends on the layout of memory what a program does.
//!
//! Here every object has an address that is the same in each run. A process is free to place objects otherwise: a new block
//! where a freed one was, two variables side by side, one constant for two literals. So a path on which the layout
//! decides stands for one layout only, and nothing is proved by such paths.
//!
//! Numbers don't say that they are addresses. But an address is a number that lies in the reserved range, and an
//! operation makes of it either an address again, or a number that is the same in every layout (the difference of two
//! pointers into one object, bits below the alignment), or it is noticed here, as are comparisons whose outcome depends
//! on where objects are. `crate::pieces` does the same for bytes of pointers. The library's own functions compute with addresses freely, as they are written to work in every layout.

use ir::{BinaryOp, Body, CompareOp, Inst, Operand, Origin, ProgramPoint};
use smt::TermId;

use crate::execute::{Context, Stop};
use crate::fault;
use crate::image::Image;
use crate::machine::Machine;
use crate::memory::{Tag, ZoneKind};
use crate::object::{Object, Objects};
use crate::state::{Frame, State};
use crate::tree::Input;
use crate::value::Value;

/// An operand that is an address.
#[derive(Clone, Copy)]
struct Address {
    bits: u64,
    /// The object that it was made from, as far as anybody can tell.
    object: Option<Object>,
}

impl Context<'_, '_> {
    /// Notes it if the result of an operation depends on the layout.
    pub(crate) fn compute(&mut self, op: BinaryOp, a: Value, b: Value) -> Result<(), Stop> {
        if !self.minds_layout() {
            return Ok(());
        }
        let (x, y) = (self.address(a), self.address(b));
        if op == BinaryOp::Sub && x.is_some() && y.is_some() {
            self.decide_same_object(a, b)?;
        }
        let decides = match (x, y) {
            (None, None) => false,
            _ if a.bits == b.bits => matches!(op, BinaryOp::Add | BinaryOp::Mul),
            (Some(x), Some(y)) => !(op == BinaryOp::Sub && same_object(x, y)),
            (None, Some(y)) if op == BinaryOp::Sub => !self.is_made_from(a, y),
            // However far it goes: where it is compared, the term says which object it was made from.
            _ if is_offset(op) && !(a.is_plain() && b.is_plain()) => false,
            (Some(x), None) => !self.is_invariant(op, x, b.bits),
            (None, Some(y)) if is_commutative(op) => !self.is_invariant(op, y, a.bits),
            (None, Some(_)) => true,
        };
        self.note_layout(decides);
        Ok(())
    }

    /// Notes it if the outcome of a comparison depends on the layout.
    pub(crate) fn order(&mut self, op: CompareOp, a: Value, b: Value) -> Result<(), Stop> {
        if !self.minds_layout() {
            return Ok(());
        }
        let is_equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        let (x, y) = (self.address(a), self.address(b));
        if !is_equality && x.is_some() && y.is_some() {
            self.decide_same_object(a, b)?;
        }
        let decides = match (x, y) {
            (Some(x), Some(_)) if a.bits == b.bits => self.is_gone(x),
            (None, None) => false,
            (Some(x), None) => !self.is_nowhere(b.bits) && !self.is_made_from(b, x),
            (None, Some(y)) => !self.is_nowhere(a.bits) && !self.is_made_from(a, y),
            (Some(x), Some(y)) => !(same_object(x, y) || is_equality && never_meet(x, y)),
        };
        self.note_layout(decides);
        Ok(())
    }

    /// Notes it if an address is looked at as nothing but a number.
    pub(crate) fn look_at(&mut self, value: Value) {
        if self.minds_layout() && self.address(value).is_some() {
            self.note_layout(true);
        }
    }

    /// Is the layout anything to this instruction?
    fn minds_layout(&self) -> bool {
        self.traced && self.image.program.function(self.function).origin != Origin::Runtime
    }

    pub(crate) fn note_layout(&mut self, decides: bool) {
        if decides {
            let here = ProgramPoint { function: self.function, pc: self.pc as u32 };
            let is_own = self.image.program.function(self.function).origin == Origin::Program;
            let call = if is_own { None } else { call_site(self.image, self.frames) };
            self.path.depend_on_layout(call.unwrap_or(here));
        }
    }

    pub(crate) fn objects(&self) -> Objects<'_> {
        Objects { image: self.image, memory: self.memory, frames: self.frames }
    }

    fn address(&self, value: Value) -> Option<Address> {
        let base = self.shades.get(value.shade).and_then(|shade| shade.base);
        let layout = self.memory.layout();
        let from = base.unwrap_or(value.bits);
        if !layout.addresses().contains(&from) {
            return None;
        }
        let object = self.objects().at(from);
        // With 32 bits, any number may be an address, and powers of two are where our code begins: it is one if there is
        // an object.
        let is_data = layout.zone(from) != Some(ZoneKind::Code);
        let is_address = object.is_some() || is_data && layout.is_likely_address(from);
        is_address.then_some(Address { bits: value.bits, object })
    }

    /// Is it where a local variable was, of a function that has returned? What has the same address here, as the stack is
    /// used again, may have another one elsewhere.
    fn is_gone(&self, address: Address) -> bool {
        self.memory.tag(address.bits) == Tag::RETURNED
    }

    /// Is it no object's address in any layout: null, or a number near to it?
    fn is_nowhere(&self, number: u64) -> bool {
        fault::from_null(self.memory.layout(), number).is_some()
    }

    /// Was a number that is no address now made from one, of the same object?
    fn is_made_from(&mut self, number: Value, address: Address) -> bool {
        let width = self.image.program.target.pointer_bits;
        let term = self.shades.term(number).filter(|&it| self.pool.width(it) == width);
        let Some((term, object)) = term.zip(address.object) else { return false };
        let (_, at) = self.root(term);
        self.objects().at(at).is_some_and(|other| other.start == object.start)
    }

    /// Is `address op number` an address again, or the same number in every layout?
    fn is_invariant(&self, op: BinaryOp, address: Address, number: u64) -> bool {
        let mask = self.memory.layout().address_mask();
        let align = address.object.map_or(1, |object| object.align);
        let above = !(align - 1) & mask;
        let stays = |bits: u64| self.memory.layout().zone(bits & mask).is_some();
        match op {
            BinaryOp::Add => stays(address.bits.wrapping_add(number)),
            BinaryOp::Sub => stays(address.bits.wrapping_sub(number)),
            BinaryOp::And => number & above == 0 || number & above == above,
            BinaryOp::Or | BinaryOp::Xor => number & above == 0,
            BinaryOp::URem => number.is_power_of_two() && number <= align,
            BinaryOp::Mul => number <= 1,
            BinaryOp::UDiv | BinaryOp::SDiv => number == 1,
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => number == 0,
            _ => false,
        }
    }

    /// In a function that is explored by itself, other callers may give it other pointers, and so may other paths of a
    /// callee: that these lead into the same object is a decision.
    fn decide_same_object(&mut self, a: Value, b: Value) -> Result<(), Stop> {
        let width = self.image.program.target.pointer_bits;
        let terms = [a, b].map(|value| self.shades.term(value));
        let Some(view) = &self.view else { return Ok(()) };
        if terms == [None, None] || terms.iter().flatten().any(|&it| self.pool.width(it) != width) {
            return Ok(());
        }
        if !view.activation.has_caller() {
            return terms.into_iter().flatten().try_for_each(|term| self.decide_object(term));
        }
        let pointers = [a, b].map(|value| self.term(value, width));
        let [a, b] = pointers.map(|pointer| self.base_of_object(pointer));
        let same = self.pool.eq(a, b);
        self.holds(same).map(drop)
    }

    /// Decides that a pointer leads into the object that it leads into in this run: who has no caller knows objects by
    /// their addresses.
    fn decide_object(&mut self, pointer: TermId) -> Result<(), Stop> {
        let (root, at) = self.root(pointer);
        let Some(object) = self.objects().at(at) else { return Ok(()) };
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
            None => self.input(Input::Base(root), start),
        }
    }
}

/// Do both belong to one object, however far they are from it?
fn same_object(x: Address, y: Address) -> bool {
    x.object.zip(y.object).is_some_and(|(a, b)| a.start == b.start)
}

/// Are these addresses of different objects, which differ in every layout? Not if one of the objects is dead, both are
/// literals, or one begins where the other may end.
fn never_meet(x: Address, y: Address) -> bool {
    let Some((a, b)) = x.object.zip(y.object) else { return false };
    let adjacent = |x: Address, a: Object, y: Address, b: Object| {
        x.bits == a.end() && y.bits == b.start && a.size > 0
    };
    let may_share = a.is_dead || b.is_dead || a.is_mergeable && b.is_mergeable;
    let may_touch = adjacent(x, a, y, b) || adjacent(y, b, x, a);
    a.spans(x.bits) && b.spans(y.bits) && !may_share && !may_touch
}

fn is_offset(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Sub)
}

fn is_commutative(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
}

/// The call that the program's own code is in.
fn call_site(image: &Image<'_>, frames: &[Frame]) -> Option<ProgramPoint> {
    let is_own = |frame: &&Frame| image.program.function(frame.function).origin == Origin::Program;
    let frame = frames.iter().rev().find(is_own)?;
    Some(ProgramPoint { function: frame.function, pc: frame.pc.saturating_sub(1) as u32 })
}

impl Machine<'_, '_> {
    /// Notes that native code gave the program something that depends on more than its inputs.
    pub(crate) fn depend_on_environment(&self, state: &mut State) {
        if let Some(site) = call_site(self.image, &state.frames) {
            state.path.depend_on_environment(site);
        }
    }

    /// Notes that native code makes something of an address, other than going there.
    pub(crate) fn depend_on_layout(&self, state: &mut State) {
        if let Some(site) = call_site(self.image, &state.frames) {
            state.path.depend_on_layout(site);
        }
    }
}

/// The object, if two addresses lie in one: they may be compared and subtracted in every layout.
#[cold]
#[inline(never)]
pub(crate) fn common_object(objects: Objects<'_>, a: u64, b: u64) -> Option<(u64, u64)> {
    objects.around_both(a, b).map(|object| (object.start, object.size))
}

/// The registers whose values go nowhere but to memory: who copies bytes doesn't look at them.
pub(crate) fn moved_only(body: &Body) -> Vec<bool> {
    let mut moved = vec![true; body.regs.len()];
    loop {
        let before = moved.clone();
        for inst in &body.code {
            inst.for_each_use(|operand| {
                if let Some(reg) = operand.reg()
                    && !moves(inst, operand, &before)
                {
                    moved[reg.index()] = false;
                }
            });
        }
        if moved == before {
            return moved;
        }
    }
}

/// Does an instruction do nothing but move an operand?
fn moves(inst: &Inst, operand: Operand, moved: &[bool]) -> bool {
    match *inst {
        Inst::Store { addr, value, .. } => value == operand && addr != operand,
        Inst::Copy { dst, .. } | Inst::Freeze { dst, .. } => moved[dst.index()],
        _ => false,
    }
}
