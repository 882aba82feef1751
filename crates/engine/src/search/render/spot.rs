//! Spots: the variables that bytes of memory are in, as access paths.

use ir::FuncId;
use ir::debug::{TypeId, VariableLocation};
use smt::{Op, TermId};

use crate::interpret::call::stack_start;
use crate::search::render::names::SymbolNames;
use crate::search::render::phrase::{Phrase, Precedence};
use crate::search::render::reading::{self, Reading};
use crate::summary::cell::{Cell, FunctionInput, Root};

/// The variable that a byte is in.
pub(super) struct Spot {
    pub phrase: Phrase,
    pub ty: Option<TypeId>,
    /// Where it begins, as seen from the root.
    pub start: i64,
    pub size: u64,
}

impl SymbolNames<'_> {
    /// The variable that a cell is in.
    pub(super) fn spot(&mut self, cell: Cell) -> Spot {
        match cell.root {
            Root::Pointer(pointer) => self.spot_behind(pointer, cell),
            Root::Global(global) => {
                let global = self.image.program.global(global);
                let name = match &global.debug {
                    Some(variable) => variable.name.clone(),
                    None => global.name.clone(),
                };
                self.spot_in(&name, global.debug.as_ref().map(|it| it.ty), cell.offset, 0)
            }
            Root::Frame => {
                let frame = self.tree.frame(self.image.memory.layout()).start;
                let address = frame.wrapping_add(cell.offset as u64);
                match self.local(address) {
                    Some((name, ty, start)) => {
                        let start = start.wrapping_sub(frame) as i64;
                        self.spot_in(&name, ty, cell.offset, start)
                    }
                    None => raw(&format!("(unsigned char *){address:#x}"), 0, cell.offset),
                }
            }
        }
    }

    /// The variable at an offset of an object that begins at `base`.
    fn spot_in(&self, name: &str, ty: Option<TypeId>, offset: i64, base: i64) -> Spot {
        let inside = offset - base;
        let member = ty.and_then(|ty| self.debug().member(ty, u64::try_from(inside).ok()?));
        match member {
            Some(member) => Spot {
                phrase: Phrase::primary(format!("{name}{}", member.suffix)),
                ty: Some(member.ty),
                start: base + member.start as i64,
                size: member.size,
            },
            None => raw(&format!("(unsigned char *)&{name}"), inside, offset),
        }
    }

    /// The variable that a pointer leads to, some way on.
    fn spot_behind(&mut self, pointer: TermId, cell: Cell) -> Spot {
        let shown = self.reworded(pointer);
        let text = self.inner_value(shown);
        let pointee = self.pointee(shown);
        self.element(text, pointee, cell.offset, |names, size| names.is_indexed(cell.root, size))
    }

    /// A part of what a pointer of that type leads to: `*p`, `p->x`, `p[2]`.
    pub(super) fn element(
        &mut self,
        pointer: Phrase,
        pointee: Option<TypeId>,
        offset: i64,
        is_indexed: impl Fn(&SymbolNames<'_>, i64) -> bool,
    ) -> Spot {
        let size = pointee.and_then(|ty| self.debug().size(ty)).filter(|&size| size > 0);
        let found = size.zip(pointee).and_then(|(size, ty)| {
            let inside = offset.rem_euclid(size as i64) as u64;
            Some((size as i64, ty, self.debug().member(ty, inside)?))
        });
        let Some((size, ty, member)) = found else {
            let pointer = pointer.parenthesised(Precedence::Unary);
            return raw(&format!("(unsigned char *){pointer}"), offset, offset);
        };
        let index = offset.div_euclid(size);
        let is_text = reading::of(self.debug(), ty) == Some(Reading::Char);
        let phrase = match member.suffix.strip_prefix('.') {
            _ if index != 0 || is_text || is_indexed(self, size) => {
                let pointer = pointer.parenthesised(Precedence::Primary);
                Phrase::primary(format!("{pointer}[{index}]{}", member.suffix))
            }
            Some(_) if pointer.dereferenced().level == Precedence::Primary => {
                Phrase::primary(format!("{}{}", pointer.dereferenced().text, member.suffix))
            }
            Some(field) => {
                Phrase::primary(format!("{}->{field}", pointer.parenthesised(Precedence::Primary)))
            }
            None if member.suffix.is_empty() => pointer.dereferenced(),
            None => {
                let pointer = pointer.parenthesised(Precedence::Unary);
                Phrase::primary(format!("(*{pointer}){}", member.suffix))
            }
        };
        let start = index * size + member.start as i64;
        Spot { phrase, ty: Some(member.ty), start, size: member.size }
    }

    /// Is anything used behind this root that isn't its first element?
    fn is_indexed(&self, root: Root, size: i64) -> bool {
        self.inputs.all(self.tree.id).iter().any(|(_, input)| {
            let cell = match input {
                FunctionInput::Cell(cell) | FunctionInput::After { cell, .. } => cell,
                _ => return false,
            };
            cell.root == root && cell.offset.div_euclid(size) != 0
        })
    }

    /// What a pointer points to, if the source says so.
    pub(super) fn pointee(&self, pointer: TermId) -> Option<TypeId> {
        match self.pool.op(pointer) {
            Op::Symbol(symbol) => {
                let name = self.name(symbol)?;
                name.pointee.or_else(|| self.debug().pointee(name.ty?))
            }
            Op::Ite => {
                let args = self.pool.args(pointer);
                self.pointee(args[1]).or_else(|| self.pointee(args[2]))
            }
            Op::Add => self.pool.args(pointer).iter().find_map(|&arg| self.pointee(arg)),
            _ => None,
        }
    }

    /// A local variable at an address: its name, its type, and where it begins.
    pub(super) fn local(&self, address: u64) -> Option<(String, Option<TypeId>, u64)> {
        let layout = self.image.memory.layout();
        let function = self.tree.id.function;
        // The frame of the entry is all that there is, and its stack begins where the stack does.
        let frame = self.tree.frame(layout);
        let mut top = frame.start.max(stack_start(layout));
        for function in [Some(function), self.tested].into_iter().flatten() {
            let code = &self.image.functions[function.index()];
            let body = code.function.body.as_ref()?;
            let start = top.next_multiple_of(code.frame.align);
            for (index, slot) in body.slots.iter().enumerate() {
                let slot_start = start + code.frame.offset(ir::SlotId::new(index));
                if (slot_start..slot_start + slot.size).contains(&address) {
                    let ty = self.slot_type(function, ir::SlotId::new(index));
                    return Some((slot.name.clone()?, ty, slot_start));
                }
            }
            top = start + code.frame.size;
        }
        None
    }

    fn slot_type(&self, function: FuncId, slot: ir::SlotId) -> Option<TypeId> {
        let locals = &self.debug_of(function)?.locals;
        let local = locals.iter().find(|local| local.place == VariableLocation::Slot(slot))?;
        Some(local.variable.ty)
    }
}

/// A byte that no variable is known for.
fn raw(pointer: &str, index: i64, offset: i64) -> Spot {
    let phrase = Phrase::primary(format!("({pointer})[{index}]"));
    Spot { phrase, ty: None, start: offset, size: 1 }
}
