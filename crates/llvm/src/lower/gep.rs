//! `getelementptr`: steps through a type, as arithmetic.

use ir::BinaryOp;

use super::builder::{Builder, TypedOperand};
use super::scalar::Scalar;
use super::stop::{Lowered, malformed};
use crate::layout::ModuleLayout;
use crate::module::{Type, TypeId};

/// The type that the indices so far lead to.
pub(super) struct GepWalk<'a, 'm> {
    layout: &'a ModuleLayout<'m>,
    at: TypeId,
    first: bool,
}

/// What an index does.
pub(super) enum GepStep {
    /// It names a field; its value must be constant.
    Field,
    /// It is multiplied by the size of an element.
    Element(u64),
}

impl<'a, 'm> GepWalk<'a, 'm> {
    /// Before the first index, which steps over whole objects of the source type.
    pub(super) fn new(layout: &'a ModuleLayout<'m>, source: TypeId) -> Self {
        GepWalk { layout, at: source, first: true }
    }

    /// What the next index does.
    pub(super) fn step(&self) -> Lowered<GepStep> {
        if self.first {
            return Ok(GepStep::Element(self.layout.stride(self.at)?));
        }
        match self.layout.ty(self.at) {
            Type::Struct { .. } => Ok(GepStep::Field),
            Type::Array { element, .. } | Type::Vector { element, .. } => {
                Ok(GepStep::Element(self.layout.stride(*element)?))
            }
            _ => malformed("an index into a scalar"),
        }
    }

    /// Takes an index of known value; gives the distance in bytes.
    pub(super) fn constant(&mut self, index: i64) -> Lowered<i64> {
        match self.step()? {
            GepStep::Element(stride) => {
                self.enter_element();
                Ok(index.wrapping_mul(stride as i64))
            }
            GepStep::Field => self.enter_field(index),
        }
    }

    /// Takes an index into an array whose value isn't known.
    pub(super) fn enter_element(&mut self) {
        if self.first {
            self.first = false;
        } else if let Type::Array { element, .. } | Type::Vector { element, .. } =
            self.layout.ty(self.at)
        {
            self.at = *element;
        }
    }

    fn enter_field(&mut self, index: i64) -> Lowered<i64> {
        let Type::Struct { fields, .. } = self.layout.ty(self.at) else {
            return malformed("a field of something that is no struct");
        };
        let offsets = &self.layout.of(self.at)?.fields;
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        match (fields.get(index), offsets.get(index)) {
            (Some(field), Some(offset)) => {
                self.at = *field;
                Ok(*offset as i64)
            }
            _ => malformed("a field that its struct doesn't have"),
        }
    }
}

impl Builder {
    /// The address `base[indices...]`.
    pub(super) fn element_address(
        &mut self,
        layout: &ModuleLayout<'_>,
        source: TypeId,
        base: TypedOperand,
        indices: &[Scalar],
    ) -> Lowered<TypedOperand> {
        let mut walk = GepWalk::new(layout, source);
        let mut address = self.check_pointer(base)?;
        let mut offset = 0i64;
        for &index in indices {
            match self.known_index(index) {
                Some(known) => offset = offset.wrapping_add(walk.constant(known)?),
                None => {
                    address = self.add_scaled(address, index, walk.step()?)?;
                    walk.enter_element();
                }
            }
        }
        self.add_offset(address, offset)
    }

    fn known_index(&self, index: Scalar) -> Option<i64> {
        // Of a wider index only the low 64 bits count.
        let low = index.low();
        match low.ty {
            ir::Ty::Int(width) => Some(width.sign_extend(self.known_bits(low)?)),
            ir::Ty::Float(_) => None,
        }
    }

    fn add_scaled(
        &mut self,
        address: TypedOperand,
        index: Scalar,
        step: GepStep,
    ) -> Lowered<TypedOperand> {
        let GepStep::Element(stride) = step else {
            return malformed("a field chosen at run time");
        };
        let index = self.convert_width(true, address.ty.bits(), index)?.narrow()?;
        let distance = match stride {
            1 => index,
            _ => self.binary_bits(BinaryOp::Mul, index, stride)?,
        };
        self.binary(BinaryOp::Add, address, distance)
    }

    /// `address + offset`
    pub(super) fn add_offset(
        &mut self,
        address: TypedOperand,
        offset: i64,
    ) -> Lowered<TypedOperand> {
        if offset == 0 {
            return Ok(address);
        }
        match self.known_constant(address) {
            Some(ir::Const::Address(symbol, from)) => {
                let moved = ir::Const::Address(symbol, from.wrapping_add(offset));
                Ok(self.constant(address.ty, moved))
            }
            _ => self.binary_bits(BinaryOp::Add, address, offset as u64),
        }
    }
}
