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
use crate::symbolic;
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
    pub(crate) fn watch_binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Result<(), Stop> {
        if !self.minds_layout() {
            return Ok(());
        }
        let depends = match (self.address(a), self.address(b)) {
            (None, None) => false,
            (Some(x), Some(y)) if op == BinaryOp::Sub => {
                self.decide_same_object(a, b)?;
                !same_object(x, y)
            }
            (Some(_), Some(_)) => {
                !(a == b
                    && a.is_plain()
                    && matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor))
            }
            (None, Some(y)) if op == BinaryOp::Sub => !self.is_made_from(a, y),
            // However far it goes: where it is compared, the term says which object it was made from.
            _ if is_offset(op) && !(a.is_plain() && b.is_plain()) => false,
            (Some(x), None) => !self.is_invariant(op, (a, x), b)?,
            (None, Some(y)) if is_commutative(op) => !self.is_invariant(op, (b, y), a)?,
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
        let depends = match (self.address(a), self.address(b)) {
            (None, None) => false,
            (Some(x), None) => !self.is_elsewhere(op, b)? && !self.is_made_from(b, x),
            (None, Some(y)) => !self.is_elsewhere(op, a)? && !self.is_made_from(a, y),
            (Some(x), Some(_)) if a == b && a.is_plain() => self.is_gone(x),
            (Some(x), Some(y)) => {
                self.decide_same_object(a, b)?;
                !same_object(x, y) && !(is_equality(op) && self.never_meet((a, x), (b, y))?)
            }
        };
        self.note_layout(depends);
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

    /// Is a number no object's address in any layout: null, or near to it? With 32 bits, addresses may be negative.
    fn is_elsewhere(&mut self, op: CompareOp, number: Value) -> Result<bool, Stop> {
        let layout = self.memory.layout();
        let is_signed = matches!(op, CompareOp::SLt | CompareOp::SLe);
        if fault::from_null(layout, number.bits).is_none() || is_signed && layout.pointer_bytes < 8
        {
            return Ok(false);
        }
        if let Some(term) = self.shades.term(number) {
            let same = symbolic::is_now(self.pool, term, number.bits);
            self.holds(same)?;
        }
        Ok(true)
    }

    /// Are these addresses of different objects, which differ in every layout? Not if one of the objects is dead, both may
    /// be one constant, or one begins where the other ends.
    fn never_meet(
        &mut self,
        (a, x): (Value, Address),
        (b, y): (Value, Address),
    ) -> Result<bool, Stop> {
        let Some((of_a, of_b)) = x.object.zip(y.object) else { return Ok(false) };
        let may_share = of_a.is_dead || of_b.is_dead || of_a.is_mergeable && of_b.is_mergeable;
        let is_there = of_a.spans(a.bits) && of_b.spans(b.bits);
        if may_share || !is_there {
            return Ok(false);
        }
        self.decide_inside(a, of_a)?;
        self.decide_inside(b, of_b)?;
        let may_touch = (a.bits == of_a.end() && b.bits == of_b.start)
            || (b.bits == of_b.end() && a.bits == of_a.start);
        Ok(!may_touch)
    }

    /// A pointer that depends on the inputs may be just behind its object: whether it is inside is a decision.
    fn decide_inside(&mut self, pointer: Value, object: Object) -> Result<(), Stop> {
        let Some(term) = self.pointer_term(pointer) else { return Ok(()) };
        let width = self.pool.width(term);
        let (base, size) = match self.has_caller() {
            true => {
                let root = self.root(term).0;
                (self.base_of_object(term), self.size_of_object(root, object))
            }
            false => (self.pool.bits(width, object.start), self.pool.bits(width, object.size)),
        };
        let offset = self.pool.sub(term, base);
        let is_inside = self.pool.ult(offset, size);
        self.holds(is_inside).map(drop)
    }

    /// What a value of a pointer's width is in terms of the inputs, if it depends on them.
    fn pointer_term(&self, value: Value) -> Option<TermId> {
        let width = self.image.program.target.pointer_bits;
        self.shades.term(value).filter(|&term| self.pool.width(term) == width)
    }

    /// Is it a function that is explored by itself?
    fn has_caller(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.activation.has_caller())
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
    fn is_invariant(
        &mut self,
        op: BinaryOp,
        (pointer, address): (Value, Address),
        number: Value,
    ) -> Result<bool, Stop> {
        if let Some(term) = self.pointer_term(pointer) {
            // Another caller's pointer may be aligned otherwise.
            if self.refuse("it computes with addresses") {
                return Ok(true);
            }
            self.decide_object(term)?;
        }
        if let Some(term) = self.shades.term(number) {
            let same = symbolic::is_now(self.pool, term, number.bits);
            self.holds(same)?;
        }
        let (layout, number) = (self.memory.layout(), number.bits);
        let mask = layout.address_mask();
        let align = address.object.map_or(1, |object| object.align);
        let above = !(align - 1) & mask;
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

    /// Refuses the summary of a function that is explored by itself. Is there one?
    pub(crate) fn refuse(&mut self, why: &'static str) -> bool {
        let Some(view) = self.view.as_mut().filter(|view| view.activation.has_caller()) else {
            return false;
        };
        view.activation.inexact = Some(why);
        true
    }

    /// In a function that is explored by itself, other callers may give it other pointers, and so may other paths of a
    /// callee: that these lead into the same object is a decision.
    fn decide_same_object(&mut self, a: Value, b: Value) -> Result<(), Stop> {
        let terms = [a, b].map(|value| self.pointer_term(value));
        if !self.has_caller() {
            return terms.into_iter().flatten().try_for_each(|term| self.decide_object(term));
        }
        if terms == [None, None] {
            return Ok(());
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

    /// How large the object is that a root leads into, in the function's own terms.
    fn size_of_object(&mut self, root: TermId, object: Object) -> TermId {
        match self.pool.as_bits(root) {
            Some(_) => self.pool.bits(self.pool.width(root), object.size),
            None => self.input(Input::Size(root), object.size),
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
        let mut changed = false;
        // What is copied comes before its copy, mostly: backwards, one round is enough.
        for inst in body.code.iter().rev() {
            inst.for_each_use(|operand| {
                if let Some(reg) = operand.reg()
                    && !moves(inst, operand, &moved)
                {
                    changed |= std::mem::replace(&mut moved[reg.index()], false);
                }
            });
        }
        if !changed {
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
