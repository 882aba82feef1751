//! The first contents of global variables, as bytes and addresses.

use ir::{Const, Init, Relocation};

use super::Unit;
use super::constant::{Folded, Values};
use super::stop::{Lowered, malformed, unsupported};
use crate::module::{BinaryOp, CastOp, Constant, ConstantExpr, Type, TypeId, Value, ValueId};

/// Constants share their elements, so a small file can describe a huge object; these bounds are far
/// above what a compiler can be made to write.
const MOST_BYTES: u64 = 1 << 30;
const MOST_CONSTANTS: u64 = 1 << 26;

/// Constants nest as deeply as their types do, and a little more for expressions.
const DEEPEST: u32 = 300;

/// The contents that the constant `id` describes.
pub(super) fn lower(unit: &Unit<'_>, id: ValueId) -> Lowered<Init> {
    let values = Values::new(unit, None);
    let mut image =
        InitializerBuilder { unit, values, init: Init::default(), fuel: MOST_CONSTANTS, depth: 0 };
    image.write(id, 0)?;
    let used = image.init.bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    image.init.bytes.truncate(used);
    image.init.relocations.sort_by_key(|relocation| relocation.at);
    Ok(image.init)
}

/// An initialiser in the making. What isn't written is zero.
struct InitializerBuilder<'m> {
    unit: &'m Unit<'m>,
    values: Values<'m>,
    init: Init,
    fuel: u64,
    depth: u32,
}

impl InitializerBuilder<'_> {
    fn write(&mut self, id: ValueId, at: u64) -> Lowered<()> {
        if self.fuel == 0 || self.depth == DEEPEST {
            return malformed("an initialiser without end");
        }
        self.fuel -= 1;
        self.depth += 1;
        let ty = self.values.ty(id)?;
        let written = match self.values.get(id)? {
            Value::Constant(constant) => self.write_constant(id, constant, ty, at),
            _ => self.write_scalar(id, ty, at),
        };
        self.depth -= 1;
        written
    }

    fn write_constant(
        &mut self,
        id: ValueId,
        constant: &Constant,
        ty: TypeId,
        at: u64,
    ) -> Lowered<()> {
        match constant {
            Constant::Null | Constant::Undef | Constant::Poison => Ok(()),
            Constant::Aggregate(elements) => self.write_aggregate(elements, ty, at),
            Constant::Data(elements) => self.write_data(elements, ty, at),
            Constant::Integer(words) | Constant::Float(words) => self.write_words(words, ty, at),
            Constant::Expr(_) | Constant::BlockAddress { .. } => self.write_scalar(id, ty, at),
            Constant::InlineAsm(_) => unsupported("inline assembly in an initialiser"),
            Constant::Other(what) => unsupported(format!("the constant {what}")),
        }
    }

    fn write_aggregate(&mut self, elements: &[ValueId], ty: TypeId, at: u64) -> Lowered<()> {
        let layout = &self.unit.layout;
        match layout.ty(ty) {
            Type::Struct { .. } => {
                let offsets = layout.of(ty)?.fields.clone();
                elements
                    .iter()
                    .zip(offsets.iter())
                    .try_for_each(|(id, by)| self.write(*id, at.saturating_add(*by)))
            }
            Type::Vector { element, .. } if !self.is_whole_bytes(*element)? => {
                let bits: Lowered<Vec<u64>> = elements.iter().map(|id| self.bits(*id)).collect();
                self.write_packed(&bits?, *element, at)
            }
            Type::Array { element, .. } | Type::Vector { element, .. } => {
                let step = self.step(ty, *element)?;
                elements.iter().zip(0u64..).try_for_each(|(id, index)| {
                    self.write(*id, at.saturating_add(index.saturating_mul(step)))
                })
            }
            _ => malformed("a scalar of elements"),
        }
    }

    fn write_data(&mut self, elements: &[u64], ty: TypeId, at: u64) -> Lowered<()> {
        let (Type::Array { element, .. } | Type::Vector { element, .. }) = self.unit.layout.ty(ty)
        else {
            return malformed("a scalar of elements");
        };
        if !self.is_whole_bytes(*element)? {
            return self.write_packed(elements, *element, at);
        }
        let size = self.unit.layout.store_size(*element)?.min(8) as usize;
        let step = self.step(ty, *element)?;
        let mut at = at;
        for bits in elements {
            self.put(at, &bits.to_le_bytes()[..size])?;
            at = at.saturating_add(step);
        }
        Ok(())
    }

    /// Vectors are dense; an array's elements keep their alignment.
    fn step(&self, ty: TypeId, element: TypeId) -> Lowered<u64> {
        match self.unit.layout.ty(ty) {
            Type::Vector { .. } => self.unit.layout.store_size(element),
            _ => self.unit.layout.stride(element),
        }
    }

    fn is_whole_bytes(&self, element: TypeId) -> Lowered<bool> {
        Ok(self.unit.layout.of(element)?.bits.is_multiple_of(8))
    }

    /// Vector elements that aren't whole bytes lie bit by bit.
    fn write_packed(&mut self, elements: &[u64], element: TypeId, at: u64) -> Lowered<()> {
        let each = self.unit.layout.of(element)?.bits;
        let mut bytes = vec![0u8; (elements.len() as u64 * each.min(64)).div_ceil(8) as usize];
        for (index, value) in elements.iter().enumerate() {
            for bit in 0..each.min(64) {
                let place = index as u64 * each + bit;
                if let Some(byte) = bytes.get_mut((place / 8) as usize) {
                    *byte |= ((value >> bit & 1) as u8) << (place % 8);
                }
            }
        }
        self.put(at, &bytes)
    }

    fn bits(&self, id: ValueId) -> Lowered<u64> {
        self.values.number(id).map(|bits| bits.unwrap_or(0))
    }

    fn write_words(&mut self, words: &[u64], ty: TypeId, at: u64) -> Lowered<()> {
        let bits = self.unit.layout.of(ty)?.bits;
        let sign = words.last().map_or(0, |last| ((*last as i64) >> 63) as u8);
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.resize(bits.div_ceil(8) as usize, sign);
        if let (Some(last), used @ 1..) = (bytes.last_mut(), bits % 8) {
            *last &= (1 << used) - 1;
        }
        self.put(at, &bytes)
    }

    fn write_scalar(&mut self, id: ValueId, ty: TypeId, at: u64) -> Lowered<()> {
        let size = self.unit.layout.store_size(ty)?;
        if !matches!(self.unit.layout.ty(ty), Type::Integer(_) | Type::Pointer { .. }) {
            return unsupported("an initialiser computed from an address");
        }
        match self.values.fold(id)? {
            Some(Folded::Narrow(Const::Undef)) => Ok(()),
            Some(Folded::Narrow(Const::Bits(bits))) => self.put_number(at, bits.into(), size),
            Some(Folded::Wide(bits)) => self.put_number(at, bits, size),
            Some(Folded::Narrow(address)) => self.relocate(at, address, size),
            None => self.write_part_of_address(id, size, at),
        }
    }

    /// The low bytes of an address or of a distance, or an address zero-extended.
    fn write_part_of_address(&mut self, id: ValueId, size: u64, at: u64) -> Lowered<()> {
        match self.expression(id)? {
            Some(ConstantExpr::Cast {
                op: CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::ZExt,
                value,
            }) => {
                let inner = self.unit.layout.store_size(self.values.ty(*value)?)?;
                match self.values.fold(*value)? {
                    Some(Folded::Narrow(address)) => self.relocate(at, address, size.min(inner)),
                    _ if size <= inner => self.write_part_of_address(*value, size, at),
                    _ => unsupported("an initialiser computed from an address"),
                }
            }
            Some(ConstantExpr::Binary { op: BinaryOp::Sub, a, b, .. }) => {
                match (self.low_address(*a)?, self.low_address(*b)?) {
                    (Some(value), Some(minus)) => self.relocate_distance(at, value, minus, size),
                    _ => unsupported("an initialiser computed from an address"),
                }
            }
            _ => unsupported("an initialiser computed from an address"),
        }
    }

    fn expression(&self, id: ValueId) -> Lowered<Option<&ConstantExpr>> {
        Ok(match self.values.get(id)? {
            Value::Constant(Constant::Expr(expr)) => Some(expr),
            _ => None,
        })
    }

    /// The address that a constant holds the low bits of.
    fn low_address(&self, mut id: ValueId) -> Lowered<Option<Const>> {
        for _ in 0..DEEPEST {
            if let Some(Folded::Narrow(address @ (Const::Address(..) | Const::Block(..)))) =
                self.values.fold(id)?
            {
                return Ok(Some(address));
            }
            match self.expression(id)? {
                Some(ConstantExpr::Cast { op: CastOp::Trunc | CastOp::PtrToInt, value }) => {
                    id = *value;
                }
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    fn relocate_distance(&mut self, at: u64, value: Const, minus: Const, size: u64) -> Lowered<()> {
        if size > 8 {
            return unsupported("an initialiser computed from an address");
        }
        self.init.relocations.push(Relocation { at, size: size as u32, value, minus: Some(minus) });
        Ok(())
    }

    fn relocate(&mut self, at: u64, value: Const, size: u64) -> Lowered<()> {
        let size = size.min(u64::from(self.unit.layout.pointer_bits() / 8)) as u32;
        self.init.relocations.push(Relocation { at, size, value, minus: None });
        Ok(())
    }

    fn put_number(&mut self, at: u64, bits: u128, size: u64) -> Lowered<()> {
        self.put(at, &bits.to_le_bytes()[..size.min(16) as usize])
    }

    fn put(&mut self, at: u64, bytes: &[u8]) -> Lowered<()> {
        let end = at.saturating_add(bytes.len() as u64);
        if end > MOST_BYTES {
            // Zeros need no room.
            let zero = bytes.iter().all(|byte| *byte == 0);
            return if zero { Ok(()) } else { unsupported("an initialiser of more than 1 GiB") };
        }
        let (start, end) = (at as usize, end as usize);
        if self.init.bytes.len() < end {
            self.init.bytes.resize(end, 0);
        }
        self.init.bytes[start..end].copy_from_slice(bytes);
        Ok(())
    }
}
