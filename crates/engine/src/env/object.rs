//! Variables as inputs, by their types: parameters and globals, which the harness of a function names.
//!
//! Numbers are bytes that stand for anything, a `_Bool` is 0 or 1, and pointers are lazily initialised, wherever they
//! are. The same is done for what pointers point to, an element at a time.

use ir::Ty;
use ir::debug::{PointerMember, Type, TypeId, UnionChoice, VariableLocation};
use smt::TermId;

use crate::env::lazy::NewPointer;
use crate::machine::Interpreter;
use crate::machine::access;
use crate::machine::context::Stop;
use crate::machine::fault::Access;
use crate::memory::{Byte, ZoneKind};
use crate::state::{Input, Pointed, PointerCell, State};
use crate::summary::origin::{InputSource, Origin};
use crate::value::Value;

impl Interpreter<'_, '_> {
    /// Makes the variable at an address an input. Without symbolic execution, it is zero.
    pub(crate) fn input_variable(
        &mut self,
        state: &mut State,
        address: u64,
        name: u64,
    ) -> Result<(), Stop> {
        let name = access::text(&state.memory, name, 200)?;
        let name = String::from_utf8_lossy(&name).into_owned();
        self.input_at(state, address, name, InputSource::Marked)
    }

    /// Makes the variable at an address an input of that name.
    pub(crate) fn input_at(
        &mut self,
        state: &mut State,
        address: u64,
        name: String,
        source: InputSource,
    ) -> Result<(), Stop> {
        let debug = &self.image.program.debug;
        let ty = self.variable_type(state, address);
        let Some((ty, size)) = ty.and_then(|ty| Some((ty, debug.size(ty)?))) else { return Ok(()) };
        access::check(&state.memory, address, size, Access::Write)?;
        if !self.options.symbolic {
            state.memory.fill(address, 0, size);
            return Ok(());
        }
        let is_global = state.memory.layout().zone(address) == Some(ZoneKind::Globals);
        if let Some(global) = self.image.whole_global(address, size).filter(|_| is_global) {
            state.given.tested.globals.push(global);
        }
        match debug.pointee(ty) {
            Some(_) => {
                let (owner, chosen) = (None, None);
                let new = NewPointer { name, ty, owner, rather_null: is_global, source, chosen };
                let (_, value) = self.input_pointer(state, &new);
                self.store_pointer(state, address, value);
            }
            None => self.input_value_object(state, (address, size), ty, (&name, source)),
        }
        state.memory.give(address, size);
        Ok(())
    }

    /// An object that is no pointer, though some may be in it.
    pub(crate) fn input_value_object(
        &mut self,
        state: &mut State,
        (address, size): (u64, u64),
        ty: TypeId,
        (name, source): (&str, InputSource),
    ) {
        let input = self.new_input(state, name, source);
        let held = self.held_pointers(state, address, ty);
        if let Some(global) = self.image.whole_global(address, size).filter(|_| held.is_empty()) {
            self.origins.is_global(input.id, global);
        }
        let bytes = self.symbolic_bytes(state, input.id, address, size);
        let place = state.given.inputs.len();
        let offsets = held.iter().map(|(offset, _)| *offset).collect();
        state.given.inputs.push(Input { address, bytes, held: offsets, ..input });
        self.type_element(state, place, (ty, 0), 0);
        for (offset, pointer) in held {
            for (byte, at) in pointer.into_iter().zip(address + offset..) {
                state.memory.set_byte(at, byte);
            }
        }
    }

    /// The pointers in a global that have an address from the start, but for those to functions, which may be others now: where
    /// each is, and its bytes.
    fn held_pointers(&self, state: &State, address: u64, ty: TypeId) -> Vec<(u64, Vec<Byte>)> {
        if state.memory.layout().zone(address) != Some(ZoneKind::Globals) {
            return Vec::new();
        }
        let size = u64::from(state.memory.layout().pointer_bytes);
        let bytes = |offset: u64| -> Vec<Byte> {
            let at = address + offset;
            (at..at + size).map(|at| state.memory.byte(at)).collect()
        };
        let members = self.image.program.debug.members(ty).pointers;
        // A number in a union is no pointer.
        let is_address = |bytes: &[Byte]| {
            let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(byte.bits));
            state.memory.layout().zone(word).is_some()
        };
        let debug = &self.image.program.debug;
        let is_function = |pointer: TypeId| {
            let pointee = debug.pointee(pointer).map(|it| debug.ty(debug.resolve(it)));
            matches!(pointee, Some(Type::Function { .. }))
        };
        let mut all: Vec<(u64, Vec<Byte>)> = members
            .iter()
            .filter(|member| !is_function(member.ty))
            .map(|member| (member, bytes(member.offset)))
            .filter(|(member, bytes)| match member.unions.is_empty() {
                true => bytes.iter().any(|byte| byte.bits != 0),
                false => is_address(bytes),
            })
            .map(|(member, bytes)| (member.offset, bytes))
            .collect();
        all.dedup_by_key(|(offset, _)| *offset);
        all
    }

    /// Makes what is no number of an element what its type says: its bytes are inputs already. What is before `from` is
    /// what it was.
    pub(crate) fn type_element(
        &mut self,
        state: &mut State,
        place: usize,
        (ty, start): (TypeId, u64),
        from: u64,
    ) {
        let mut members = self.image.program.debug.members(ty);
        members.bools.retain(|offset| start + offset >= from);
        members.pointers.retain(|member| start + member.offset >= from);
        let Input { address, name, pointed, .. } = state.given.inputs[place].clone();
        for offset in &members.bools {
            let index = start + offset;
            let symbol = state.given.inputs[place].bytes[index as usize];
            state.given.inputs[place].bools.push(index);
            self.keep_lowest_bit(state, symbol, address + index);
        }
        let owner = pointed.map(|_| place);
        for member in members.pointers {
            if state.given.inputs[place].held.contains(&(start + member.offset)) {
                continue;
            }
            let name = self.part_name(&name, pointed, start, &member.path);
            let source = InputSource::Marked;
            let chosen = self.chosen(state, place, start, &member);
            let new = NewPointer { name, ty: member.ty, owner, rather_null: true, source, chosen };
            let (input, value) = self.input_pointer(state, &new);
            let offset = start + member.offset;
            state.given.inputs[place].cells.push(PointerCell { offset, input, chosen });
            let at = address + offset;
            let value = chosen.map_or(value, |chosen| {
                self.pointer_of_union(state, (at, chosen), member.ty, value)
            });
            self.store_pointer(state, address + offset, value);
            if pointed.is_some_and(|pointed| pointed.promise.untyped) {
                self.shade_word(state, address + offset);
            }
        }
    }

    /// A pointer that is the member of a union, unless another member is.
    fn pointer_of_union(
        &mut self,
        state: &mut State,
        (address, chosen): (u64, TermId),
        ty: TypeId,
        value: Value,
    ) -> Value {
        let pointee = self.image.program.debug.pointee(ty);
        let term = self.term(value, self.image.program.target.pointer_bits);
        self.origins.unions.pointees.extend(pointee.map(|pointee| (term, pointee)));
        self.unless_other_member(state, address, chosen, term)
    }

    /// Makes all bytes of a pointer ones that depend on the inputs, although some are the same in all addresses: whoever
    /// reads them has to take them for a pointer.
    fn shade_word(&mut self, state: &mut State, address: u64) {
        let size = u64::from(state.memory.layout().pointer_bytes);
        for at in address..address + size {
            let byte = state.memory.byte(at);
            let term = byte.term.or_else(|| Some(self.pool.bits(8, byte.bits.into())));
            state.memory.set_byte(at, Byte { term, ..byte });
        }
    }

    /// The condition that a pointer in a union is there: its member is, and none before it.
    fn chosen(
        &mut self,
        state: &mut State,
        place: usize,
        start: u64,
        member: &PointerMember,
    ) -> Option<TermId> {
        let id = state.given.inputs[place].id;
        let mut all = None;
        for &choice in &member.unions {
            for other in 1..=choice.member {
                let other = UnionChoice { member: other, ..choice };
                let symbol = self.origins.symbol(self.pool, Origin::IsMember(id, start, other));
                self.prefer(state, symbol, smt::Value::Bool(false));
                let variable = self.pool.variable(symbol);
                let part = if other == choice { variable } else { self.pool.not(variable) };
                all = Some(all.map_or(part, |all| self.pool.and(all, part)));
            }
        }
        let size = u64::from(state.memory.layout().pointer_bytes);
        let from = (start + member.offset) as usize;
        let bytes = &state.given.inputs[place].bytes[from..from + size as usize];
        self.origins.unions.bytes.extend(all.iter().flat_map(|_| bytes));
        self.origins.unions.conditions.extend(all);
        all
    }

    /// A pointer if it is there, and else what is.
    fn unless_other_member(
        &mut self,
        state: &State,
        address: u64,
        chosen: TermId,
        pointer: TermId,
    ) -> Value {
        let width = self.image.program.target.pointer_bits;
        let bytes = u64::from(width / 8);
        let mut number = None;
        for at in (address..address + bytes).rev() {
            let Byte { bits, term, .. } = state.memory.byte(at);
            let byte = term.unwrap_or_else(|| self.pool.bits(8, bits.into()));
            number = Some(number.map_or(byte, |above| self.pool.concat(above, byte)));
        }
        let number = number.expect("a pointer has bytes");
        let term = self.pool.ite(chosen, pointer, number);
        let now = smt::eval(self.pool, term, &state.model).as_bits().to_u64().unwrap_or(0);
        self.shades.symbolic(now, term)
    }

    /// How C calls a part of an input, or of the element that begins there in what it points to.
    pub(crate) fn part_name(
        &self,
        input: &str,
        pointed: Option<Pointed>,
        start: u64,
        path: &str,
    ) -> String {
        let Some(Pointed { pointee, .. }) = pointed else { return format!("{input}{path}") };
        let debug = &self.image.program.debug;
        match debug.flexible(pointee) {
            Some(array) if start >= array.offset => {
                let index = (start - array.offset) / array.size;
                format!("{input}->{}[{index}]{path}", array.name)
            }
            Some(_) => member_name(input, 0, path),
            None => member_name(input, start / debug.size(pointee).unwrap_or(1).max(1), path),
        }
    }

    pub(crate) fn store_pointer(&mut self, state: &mut State, address: u64, value: Value) {
        let ty = Ty::int(self.image.program.target.pointer_bits);
        access::store(&mut state.memory, self.shades, self.pool, ty, address, value)
            .expect("its bytes were just made");
    }

    /// The type that the variable at an address is declared with.
    pub(crate) fn variable_type(&self, state: &State, address: u64) -> Option<TypeId> {
        if state.memory.layout().zone(address)? == ZoneKind::Globals {
            let global = self.image.global_near(address)?;
            let starts = self.image.global_address(global) == address;
            return self
                .image
                .program
                .global(global)
                .debug
                .as_ref()
                .filter(|_| starts)
                .map(|it| it.ty);
        }
        let frame = state.frames.last()?;
        let code = &self.image.functions[frame.function.index()];
        let starts = |place: VariableLocation| match place {
            VariableLocation::Slot(slot) => frame.slots + code.frame.offset(slot) == address,
            VariableLocation::Reg(_) | VariableLocation::Gone => false,
        };
        let mut locals = code.function.debug.as_ref()?.locals.iter();
        locals.find(|local| starts(local.place)).map(|local| local.variable.ty)
    }
}

/// How C calls a member of an element that a pointer leads to.
fn member_name(pointer: &str, index: u64, path: &str) -> String {
    match (index, path.strip_prefix('.')) {
        (0, Some(member)) => format!("{pointer}->{member}"),
        (_, _) => format!("{pointer}[{index}]{path}"),
    }
}
