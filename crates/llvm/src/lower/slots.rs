//! Stack slots: the allocas that are made once per call, and where their lifetimes begin and end.

use std::collections::{HashMap, HashSet};

use ir::{Inst, SlotId};

use super::builder::Builder;
use super::constant::Values;
use super::function::Lowering;
use super::scalar::Scalar;
use super::stop::{CannotLower, Lowered, unsupported};
use super::{Unit, alignment};
use crate::module::{Body, Call, CastOp, Instruction, Op, TypeId, ValueId};

/// The slots of a function.
#[derive(Default)]
pub(super) struct Slots {
    /// By the alloca's result.
    by_alloca: HashMap<ValueId, SlotId>,
    /// The slot that a pointer is the address of, through casts.
    by_pointer: HashMap<ValueId, SlotId>,
    /// The slots whose lifetime markers can be relied upon.
    marked: HashSet<SlotId>,
}

/// A lifetime marker.
struct Marker {
    /// The slot, if the pointer is one's address.
    slot: Option<SlotId>,
    /// The number of bytes, if it says.
    size: Option<u64>,
    starts: bool,
}

impl Slots {
    /// Finds the allocas of the entry block that have a constant size.
    pub(super) fn new(unit: &Unit<'_>, body: &Body, builder: &mut Builder) -> Lowered<Slots> {
        let values = Values::new(unit, Some(body));
        let mut slots = Slots::default();
        let entry = body.blocks.first().map_or(&[][..], |block| &block.instructions);
        for instruction in entry {
            slots.add(unit, values, builder, instruction)?;
        }
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            slots.follow(instruction);
        }
        slots.mark(values, body, builder)?;
        Ok(slots)
    }

    /// The slot that a pointer is the address of.
    pub(super) fn pointed_to(&self, pointer: ValueId) -> Option<SlotId> {
        self.by_pointer.get(&pointer).copied()
    }

    /// The slot of an alloca.
    pub(super) fn of_alloca(&self, instruction: &Instruction) -> Option<SlotId> {
        self.by_alloca.get(&instruction.result?).copied()
    }

    fn add(
        &mut self,
        unit: &Unit<'_>,
        values: Values<'_>,
        builder: &mut Builder,
        instruction: &Instruction,
    ) -> Lowered<()> {
        let (Op::Alloca { element, count, align }, Some(result)) =
            (&instruction.op, instruction.result)
        else {
            return Ok(());
        };
        let Ok(Some(count)) = values.number(*count) else { return Ok(()) };
        match object(unit, *element, count, *align) {
            Ok((size, align)) => {
                let slot = builder.slot(size, align);
                self.by_alloca.insert(result, slot);
                self.by_pointer.insert(result, slot);
                Ok(())
            }
            // It is looked at again where it stands.
            Err(CannotLower::Unsupported(_)) => Ok(()),
            Err(stop) => Err(stop),
        }
    }

    /// A cast of a slot's address is the slot's address.
    fn follow(&mut self, instruction: &Instruction) {
        if let Op::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value } = instruction.op
            && let (Some(slot), Some(result)) = (self.pointed_to(value), instruction.result)
        {
            self.by_pointer.insert(result, slot);
        }
    }

    /// Believes the markers of a slot if all of them are about all of it. A marker on some other
    /// pointer could be about any slot.
    fn mark(&mut self, values: Values<'_>, body: &Body, builder: &mut Builder) -> Lowered<()> {
        let mut unclear = HashSet::new();
        let mut started = HashSet::new();
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            let Op::Call(call) = &instruction.op else { continue };
            let Some(marker) = self.marker(values, call)? else { continue };
            let Some(slot) = marker.slot else { return Ok(()) };
            if marker.size.is_some_and(|size| size != builder.slot_mut(slot).size) {
                unclear.insert(slot);
            }
            if marker.starts {
                started.insert(slot);
            }
        }
        self.marked = started.difference(&unclear).copied().collect();
        for slot in &self.marked {
            builder.slot_mut(*slot).scoped = true;
        }
        Ok(())
    }

    fn marker(&self, values: Values<'_>, call: &Call) -> Lowered<Option<Marker>> {
        let Some(name) = values.function_name(call.callee)? else { return Ok(None) };
        let starts = name.starts_with("llvm.lifetime.start");
        if !starts && !name.starts_with("llvm.lifetime.end") {
            return Ok(None);
        }
        let (size, pointer) = match call.args[..] {
            // Without a size (LLVM 22), it is about the whole object.
            [pointer] => (None, pointer),
            [size, pointer] => (values.number(size)?, pointer),
            _ => return Ok(None),
        };
        let size = size.filter(|size| *size != u64::MAX);
        Ok(Some(Marker { slot: self.pointed_to(pointer), size, starts }))
    }
}

impl Lowering<'_, '_> {
    /// An alloca: the address of its slot, or an object made here.
    pub(super) fn alloca(
        &mut self,
        instruction: &Instruction,
        element: TypeId,
        count: ValueId,
        align: u64,
    ) -> Lowered<Vec<Scalar>> {
        let pointer = self.builder.pointer();
        let (dst, part) = self.builder.new_part(pointer);
        if let Some(slot) = self.slots.of_alloca(instruction) {
            self.builder.emit(Inst::SlotAddr { dst, slot });
            return Ok(vec![part.into()]);
        }
        let (stride, align) = object(self.unit, element, 1, align)?;
        let count = self.scalar(count)?;
        let count = self.builder.convert_width(false, pointer.bits(), count)?.narrow()?;
        let size = match self.builder.known_bits(count) {
            Some(count) => self.builder.address(object(self.unit, element, count, 0)?.0),
            None => self.builder.binary_bits(ir::BinaryOp::Mul, count, stride)?,
        };
        self.builder.emit(Inst::Alloca { dst, size: size.value, align });
        Ok(vec![part.into()])
    }

    /// Where a slot's lifetime begins or ends.
    pub(super) fn lifetime(&mut self, pointer: ValueId, starts: bool) {
        let Some(slot) = self.slots.pointed_to(pointer) else { return };
        if self.slots.marked.contains(&slot) {
            self.builder.emit(if starts {
                Inst::SlotLive { slot }
            } else {
                Inst::SlotDead { slot }
            });
        }
    }
}

/// The size and alignment of `count` elements.
fn object(unit: &Unit<'_>, element: TypeId, count: u64, align: u64) -> Lowered<(u64, u32)> {
    let layout = unit.layout.of(element)?;
    let half = 1 << (unit.layout.pointer_bits() - 1);
    match layout.stride.checked_mul(count) {
        Some(size) if size < half => Ok((size, alignment(align, layout.align)?)),
        _ => unsupported("an alloca larger than half the address space"),
    }
}
