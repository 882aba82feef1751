//! Untyped inputs: what a `void *` leads to, nothing says but what is done with it.
//!
//! Until something is accessed through it, it is a token: it can be compared and handed on. The first access says what is
//! there on this path: an object of the type that the source takes it for (`it->count`, `*(int *)p`), or bytes, if the
//! library or the program goes through it byte by byte, or a string, if the library takes it for one. On another path, it may
//! be something else. What begins with what was accessed before is that (`struct circle` begins with a `struct shape`). What is
//! accessed as one type and then as another one ends the path with a name, and so does an access of which nothing says what
//! it is about.

use ir::debug::{AccessedObject, Type, TypeId};
use ir::{CodeOrigin, Inst, Operand};
use smt::TermId;

use crate::env::lazy::UNTYPED_BYTES;
use crate::env::reveal::UNKNOWN;
use crate::machine::Interpreter;
use crate::machine::fault::{self, Fault};
use crate::memory::Tag;
use crate::report::bug::BugKind;
use crate::state::{Elements, Input, Pointed, PointeeLength, State};

/// How far before a copy the check of its address is.
const NEAR: usize = 8;

const TWO_TYPES: &str = "it is used as two different types";

/// What an access takes an object for.
enum Use {
    /// Bytes, as any object has them.
    Bytes,
    /// A string.
    Text,
    /// An object of that type, in which it goes there, if that is known.
    Object(TypeId, Option<u64>),
    /// That isn't known.
    Unknown,
}

impl Interpreter<'_, '_> {
    /// Is it `void`?
    pub(crate) fn is_void(&self, ty: TypeId) -> bool {
        let debug = &self.image.program.debug;
        matches!(debug.ty(debug.resolve(ty)), Type::Void)
    }

    /// An access to what a `void *` leads to: the first one says what is there, and the others have to agree. Says what is
    /// wrong, if that can't be.
    pub(crate) fn type_by_use(
        &mut self,
        state: &mut State,
        input: usize,
        offset: u64,
    ) -> Result<(), String> {
        let Some(pointed) = state.given.inputs[input].pointed else { return Ok(()) };
        let is_bound = !matches!(pointed.shape, PointeeLength::Opaque);
        match self.present_use(state) {
            Use::Bytes | Use::Text | Use::Unknown if is_bound => Ok(()),
            Use::Bytes => {
                self.bind_bytes(state, input);
                Ok(())
            }
            Use::Text => {
                self.bind_text(state, input);
                Ok(())
            }
            Use::Object(ty, at) if is_bound => {
                let agrees = self.agrees(pointed, ty)
                    || self.begins(state, input, ty) && self.bind(state, input, ty, (offset, at));
                agrees.then_some(()).ok_or_else(|| self.why_opaque(state, input, TWO_TYPES))
            }
            Use::Object(ty, at) => {
                let is_bound = self.bind(state, input, ty, (offset, at));
                let why = "it is a `void *` to no such object";
                is_bound.then_some(()).ok_or_else(|| self.why_opaque(state, input, why))
            }
            Use::Unknown => Err(self.why_opaque(state, input, "it is a `void *`")),
        }
    }

    /// A `void *` is to lead into what another pointer declares: as anything but that, its bytes may be any.
    pub(crate) fn share_untyped(&mut self, state: &State, address: u64) {
        let is_there = |it: &Input| it.pointed.is_some_and(|it| it.is_inside(address));
        let mut inputs = state.given.inputs.pointers();
        let symbols = inputs.find(|(_, it)| is_there(it)).map(|(_, it)| it.bytes.clone());
        self.origins.unions.untyped.extend(symbols.unwrap_or_default());
    }

    /// Does a `void *` lead into what another pointer declares?
    pub(crate) fn has_void_alias(&self, state: &State, pointed: Pointed) -> bool {
        // What is declared is an alias only where that was chosen, as one address.
        let leads = |pointer: TermId| self.pool.as_bits(pointer).and_then(|it| it.to_u64());
        let is_alias = |it: Pointed| {
            it.promise.untyped
                && it.address != pointed.address
                && leads(it.pointer).is_some_and(|at| pointed.is_inside(at))
        };
        state.given.inputs.pointers().any(|(_, it)| it.pointed.is_some_and(is_alias))
    }

    /// An access goes behind what is known of an object, and takes it for something else than its declaration, as a `void *`
    /// leads there, too: what is wrong.
    pub(crate) fn used_otherwise(&self, state: &State, input: usize) -> Option<String> {
        let pointed = state.given.inputs[input].pointed?;
        if pointed.promise.untyped || !self.has_void_alias(state, pointed) {
            return None;
        }
        let Use::Object(ty, _) = self.present_use(state) else { return None };
        (!self.agrees(pointed, ty)).then(|| self.why_opaque(state, input, TWO_TYPES))
    }

    /// Is a fault about an address that no object has, on a path on which a `void *` leads to what another pointer leads to?
    /// What was written as one type may then have been read as another one, as a pointer. Says what is wrong.
    pub(crate) fn is_mistaken(&mut self, state: &State, fault: &Fault) -> Option<String> {
        let layout = state.memory.layout();
        let is_nowhere = match *fault {
            Fault::NearNull { .. } | Fault::Other(BugKind::MisalignedAccess, _) => true,
            Fault::Access { address, .. } => {
                layout.zone(address).is_none() && fault::from_null(layout, address).is_none()
            }
            _ => false,
        };
        let pointers: Vec<(usize, Pointed)> = state
            .given
            .inputs
            .pointers()
            .filter_map(|(place, it)| Some((place, it.pointed.filter(|it| it.promise.untyped)?)))
            .collect();
        let mut pointers = pointers.into_iter().filter(|_| is_nowhere);
        let (place, _) = pointers.find(|(_, it)| {
            let now = smt::eval(self.pool, it.pointer, &state.model).as_bits().to_u64();
            now != Some(0)
                && now != Some(it.address)
                && self.knows_all(state, it.fresh) == Some(false)
        })?;
        Some(self.why_opaque(state, place, TWO_TYPES))
    }

    /// Why an access is not explored that takes what is at an address for something else than one before.
    pub(crate) fn why_other_type(&self, state: &State, address: u64, why: &str) -> String {
        let start = state.memory.heap.block_near(address).map(|block| block.address);
        let is_it = |input: &Input| input.pointed.map(|pointed| pointed.address) == start;
        let input = state.given.inputs.pointers().find(|(_, input)| is_it(input));
        input.map_or_else(|| why.to_owned(), |(place, _)| self.why_opaque(state, place, why))
    }

    /// Does an object of that type begin with the one that is there, of which nothing more is known?
    fn begins(&self, state: &State, input: usize, ty: TypeId) -> bool {
        let Input { bytes, pointed, .. } = &state.given.inputs[input];
        let debug = &self.image.program.debug;
        let is_first = |pointed: Pointed| {
            // Bytes may have been those of anything else before.
            debug.size(pointed.pointee) == Some(bytes.len() as u64)
                && debug.has_part_at(ty, pointed.pointee, 0)
        };
        pointed.is_some_and(is_first)
    }

    /// Is an object of one type there, or a part of it, where another one is accessed?
    fn agrees(&self, pointed: Pointed, ty: TypeId) -> bool {
        let debug = &self.image.program.debug;
        let part = debug.flexible(pointed.pointee).map(|array| array.element);
        let has = |whole: TypeId| debug.is_compatible(whole, ty) || debug.has_part(whole, ty);
        has(pointed.pointee) || part.is_some_and(has)
    }

    /// It is an array of that type, in which something accesses what is at an offset.
    fn bind(
        &mut self,
        state: &mut State,
        input: usize,
        ty: TypeId,
        (offset, at): (u64, Option<u64>),
    ) -> bool {
        let object = state.given.inputs[input].clone();
        let (PointeeLength::Array(elements), capacity) = self.shape(state, &object, ty) else {
            return false;
        };
        let first = (elements.head, elements.least);
        let whole = (UNTYPED_BYTES.saturating_sub(elements.head)) / elements.size;
        let capacity = capacity.min(elements.least.max(elements.head + whole * elements.size));
        let is_start = start_of(offset, at, first.1)
            .is_some_and(|start| start.is_multiple_of(first.1) && (first.0 == 0 || start == 0));
        if !is_start || capacity > UNTYPED_BYTES {
            return false;
        }
        self.make(state, input, (ty, PointeeLength::Array(elements)), capacity);
        self.log.has_linked_inputs |= self.is_linked(ty);
        true
    }

    /// It is a string.
    fn bind_text(&mut self, state: &mut State, input: usize) {
        let object = state.given.inputs[input].clone();
        let Some(pointed) = object.pointed else { return };
        let debug = &self.image.program.debug;
        let char = debug
            .types
            .iter()
            .position(|ty| matches!(ty, Type::Int { name, .. } if name == "char"));
        let Some(char) = char.map(|index| TypeId(index as u32)) else {
            return self.bind_bytes(state, input);
        };
        let (shape, capacity) = self.shape(state, &object, char);
        state.memory.initialise(
            pointed.address,
            &vec![UNKNOWN; capacity as usize],
            Tag::PERHAPS_TEXT,
        );
        self.make(state, input, (char, shape), capacity);
        self.reveal(state, input, 0);
    }

    /// It is bytes.
    fn bind_bytes(&mut self, state: &mut State, input: usize) {
        let object = state.given.inputs[input].clone();
        let Some(pointed) = object.pointed else { return };
        let length = self.prefer_long(state, &object);
        let capacity = self.options.heap.length.clamp(1, UNTYPED_BYTES);
        let elements = Elements { head: 0, size: 1, least: 1, length };
        self.make(state, input, (pointed.pointee, PointeeLength::Array(elements)), capacity);
    }

    fn make(
        &mut self,
        state: &mut State,
        input: usize,
        (pointee, shape): (TypeId, PointeeLength),
        capacity: u64,
    ) {
        if let Some(pointed) = &mut state.given.inputs[input].pointed {
            pointed.pointee = pointee;
            pointed.shape = shape;
            pointed.capacity = capacity;
            state.memory.heap.type_input(pointed.address, pointee, capacity);
        }
    }

    /// What the instruction that has just faulted takes an object for.
    fn present_use(&self, state: &State) -> Use {
        let Some(frame) = state.frames.last() else { return Use::Unknown };
        let function = self.image.program.function(frame.function);
        let (Some(body), Some(pc)) = (&function.body, frame.pc.checked_sub(1)) else {
            return Use::Unknown;
        };
        match body.code.get(pc) {
            Some(Inst::Load { .. }) if reads_text(function) => Use::Text,
            _ if function.origin == CodeOrigin::Runtime => Use::Bytes,
            Some(Inst::Load { ty, .. } | Inst::Store { ty, .. }) => {
                self.use_at(function, body.locs[pc], u64::from(ty.bytes()))
            }
            Some(Inst::MemSet { dst, .. }) => bytes_unless_checked(&body.code[..pc], &[*dst]),
            Some(Inst::MemCopy { dst, src, .. }) => {
                bytes_unless_checked(&body.code[..pc], &[*dst, *src])
            }
            _ => Use::Unknown,
        }
    }

    /// What the source takes an object for at that place, where so many bytes are accessed.
    fn use_at(&self, function: &ir::Function, at: Option<ir::SourceLoc>, bytes: u64) -> Use {
        let (Some(at), Some(subprogram)) = (at, &function.debug) else { return Use::Unknown };
        let debug = &self.image.program.debug;
        let mut uses = debug.accesses(subprogram, at, bytes);
        match (uses.next(), uses.next()) {
            // Two at one place in the source, as macros have them.
            (Some(_), Some(_)) | (None, _) => Use::Unknown,
            (Some(only), None) => match &only.object {
                AccessedObject::Integer { bytes: 1 } => Use::Bytes,
                object => match debug.accessed_type(object) {
                    Some(ty) => Use::Object(ty, only.offset),
                    None => Use::Unknown,
                },
            },
        }
    }
}

/// Where an object begins that is accessed at an offset, which is so far in it, or anywhere.
fn start_of(offset: u64, at: Option<u64>, size: u64) -> Option<u64> {
    match at {
        Some(at) => offset.checked_sub(at),
        None => Some(offset - offset % size.max(1)),
    }
}

/// Is it a function of the library that is given strings?
fn reads_text(function: &ir::Function) -> bool {
    let name = &function.name;
    let is_text = name.starts_with("str") && !name.starts_with("strn");
    function.origin == CodeOrigin::Runtime && is_text
}

/// A copy of bytes, unless something has asked before whether the address is one of a type.
fn bytes_unless_checked(before: &[Inst], addresses: &[Operand]) -> Use {
    let is_check = |inst: &Inst| matches!(inst, Inst::CheckPointer { addr, align: 2.., .. } if addresses.contains(addr));
    match before.iter().rev().take(NEAR).any(is_check) {
        true => Use::Unknown,
        false => Use::Bytes,
    }
}
