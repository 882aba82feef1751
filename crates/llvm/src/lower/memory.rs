//! Loads and stores of any type, scalar by scalar, and address arithmetic.

use ir::{BinaryOp, Ty, Width};

use super::builder::TypedOperand;
use super::function::Lowering;
use super::scalar::Scalar;
use super::stop::{Lowered, malformed, unsupported};
use crate::layout::ScalarTy;
use crate::module::{Type, TypeId, ValueId};

impl Lowering<'_, '_> {
    /// `load`
    pub(super) fn load(&mut self, ty: TypeId, address: ValueId) -> Lowered<Vec<Scalar>> {
        let address = self.pointer(address)?;
        self.load_from(ty, address, 0)
    }

    /// `store`
    pub(super) fn store(&mut self, address: ValueId, value: ValueId) -> Lowered<()> {
        let address = self.pointer(address)?;
        let (ty, scalars) = (self.ty(value)?, self.value(value)?);
        self.store_to(ty, address, 0, &scalars)
    }

    /// The value of type `ty` at `address + offset`.
    pub(super) fn load_from(
        &mut self,
        ty: TypeId,
        address: TypedOperand,
        offset: u64,
    ) -> Lowered<Vec<Scalar>> {
        let mut pieces = Vec::new();
        self.pieces(ty, offset, &mut pieces)?;
        let mut scalars = Vec::with_capacity(pieces.len());
        for piece in pieces {
            match piece {
                MemoryPiece::Scalar { offset, ty } => {
                    scalars.push(self.builder.load_scalar(ty, address, offset)?);
                }
                MemoryPiece::Packed { offset, width, count } => {
                    self.load_packed(address, offset, width, count, &mut scalars)?;
                }
            }
        }
        Ok(scalars)
    }

    /// Stores a value of type `ty` at `address + offset`.
    pub(super) fn store_to(
        &mut self,
        ty: TypeId,
        address: TypedOperand,
        offset: u64,
        scalars: &[Scalar],
    ) -> Lowered<()> {
        let mut pieces = Vec::new();
        self.pieces(ty, offset, &mut pieces)?;
        let mut rest = scalars;
        for piece in pieces {
            let count = match piece {
                MemoryPiece::Scalar { .. } => 1,
                MemoryPiece::Packed { count, .. } => count,
            };
            let Some((now, later)) = rest.split_at_checked(count) else {
                return malformed("a store of another type");
            };
            match piece {
                MemoryPiece::Scalar { offset, .. } => {
                    self.builder.store_scalar(address, offset, now[0])?
                }
                MemoryPiece::Packed { offset, width, .. } => {
                    self.store_packed(address, offset, width, now)?;
                }
            }
            rest = later;
        }
        Ok(())
    }

    /// Where the scalars of a type lie.
    fn pieces(&self, ty: TypeId, offset: u64, into: &mut Vec<MemoryPiece>) -> Lowered<()> {
        let layout = self.layout();
        // Bounds the number of pieces.
        layout.scalars(ty)?;
        match layout.ty(ty) {
            Type::Struct { fields, .. } => {
                let offsets = layout.of(ty)?.fields.clone();
                let mut pairs = fields.iter().zip(offsets.iter());
                pairs.try_for_each(|(field, by)| self.pieces(*field, offset + by, into))
            }
            Type::Vector { element, count, .. } if !layout.of(*element)?.bits.is_multiple_of(8) => {
                let width = layout.of(*element)?.bits;
                into.push(MemoryPiece::Packed { offset, width, count: *count as usize });
                Ok(())
            }
            Type::Array { element, count } => {
                let step = layout.stride(*element)?;
                if layout.scalars(*element)?.is_empty() {
                    return Ok(());
                }
                (0..*count).try_for_each(|index| self.pieces(*element, offset + index * step, into))
            }
            Type::Vector { element, count, .. } => {
                let step = layout.store_size(*element)?;
                (0..*count).try_for_each(|index| self.pieces(*element, offset + index * step, into))
            }
            Type::Void => malformed("void in memory"),
            _ => {
                into.push(MemoryPiece::Scalar { offset, ty: layout.scalar(ty)? });
                Ok(())
            }
        }
    }

    fn load_packed(
        &mut self,
        address: TypedOperand,
        offset: u64,
        width: u64,
        count: usize,
        into: &mut Vec<Scalar>,
    ) -> Lowered<()> {
        for (chunk, first) in chunks(width, count)?.into_iter().zip((0..).step_by(8)) {
            let ty = Ty::int((chunk as u64 * width) as u32);
            let bits = self.builder.load(ty, address, offset + first)?;
            for lane in 0..chunk as u64 {
                let shifted = match lane {
                    0 => bits,
                    _ => self.builder.binary_bits(BinaryOp::LShr, bits, lane * width)?,
                };
                let lane = self.builder.resize(false, Width::new(width as u32), shifted)?;
                into.push(lane.into());
            }
        }
        Ok(())
    }

    fn store_packed(
        &mut self,
        address: TypedOperand,
        offset: u64,
        width: u64,
        scalars: &[Scalar],
    ) -> Lowered<()> {
        let mut rest = scalars;
        for (chunk, first) in chunks(width, scalars.len())?.into_iter().zip((0..).step_by(8)) {
            let (now, later) = rest.split_at(chunk);
            let to = Width::new((chunk as u64 * width) as u32);
            let bits = self.builder.pack(now, to)?;
            self.builder.store(address, offset + first, bits)?;
            rest = later;
        }
        Ok(())
    }

    /// `getelementptr`, lane by lane if anything in it is a vector.
    pub(super) fn get_element_ptr(
        &mut self,
        source: TypeId,
        base: ValueId,
        indices: &[ValueId],
        ty: TypeId,
    ) -> Lowered<Vec<Scalar>> {
        let lanes = self.layout().scalars(ty)?.len();
        let bases = self.lanes(base, lanes)?;
        let indices: Vec<Vec<Scalar>> =
            indices.iter().map(|index| self.lanes(*index, lanes)).collect::<Lowered<_>>()?;
        let layout = self.layout();
        (0..lanes)
            .map(|lane| {
                let indices: Vec<Scalar> = indices.iter().map(|index| index[lane]).collect();
                let base = bases[lane].narrow()?;
                Ok(self.builder.element_address(layout, source, base, &indices)?.into())
            })
            .collect()
    }

    /// A value's lanes, or a scalar once for each lane.
    pub(super) fn lanes(&mut self, id: ValueId, lanes: usize) -> Lowered<Vec<Scalar>> {
        let scalars = self.value(id)?;
        match scalars[..] {
            [scalar] => Ok(vec![scalar; lanes]),
            _ if scalars.len() == lanes => Ok(scalars),
            _ => malformed("vectors of different lengths"),
        }
    }
}

/// A stretch of memory that a value is loaded from or stored to.
enum MemoryPiece {
    Scalar {
        offset: u64,
        ty: ScalarTy,
    },
    /// The elements of a vector that aren't whole bytes, bit by bit.
    Packed {
        offset: u64,
        width: u64,
        count: usize,
    },
}

/// How many packed elements each register of 64 bits holds.
fn chunks(width: u64, count: usize) -> Lowered<Vec<usize>> {
    let total = width * count as u64;
    if total > 64 && 64 % width != 0 {
        return unsupported(format!("a vector of {count} elements of i{width} in memory"));
    }
    let full = (64 / width) as usize;
    let mut chunks = vec![full; count / full];
    if !count.is_multiple_of(full) {
        chunks.push(count % full);
    }
    Ok(chunks)
}

impl super::builder::Builder {
    /// A scalar at `address + offset`.
    pub(super) fn load_scalar(
        &mut self,
        ty: ScalarTy,
        address: TypedOperand,
        offset: u64,
    ) -> Lowered<Scalar> {
        let limbs = ty.registers().zip((0..).step_by(8));
        Scalar::collect(limbs.map(|(ty, by)| self.load(ty, address, offset + by)))
    }

    /// Stores a scalar at `address + offset`.
    pub(super) fn store_scalar(
        &mut self,
        address: TypedOperand,
        offset: u64,
        scalar: Scalar,
    ) -> Lowered<()> {
        for (part, by) in scalar.parts().zip((0..).step_by(8)) {
            self.store(address, offset + by, part)?;
        }
        Ok(())
    }
}
