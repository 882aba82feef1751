//! The data layout string: `e-m:e-p270:32:32-i64:64-i128:128-f80:128-n8:16:32:64-S128`.

use std::rc::Rc;

use super::TypeLayout;

/// What the data layout string says, over LLVM's defaults. Alignments are in bytes.
#[derive(Clone, Debug)]
pub(crate) struct DataLayout {
    pub(super) pointer_bits: u32,
    pointer_align: u64,
    /// By width, ascending.
    integers: Vec<(u32, u64)>,
    floats: Vec<(u32, u64)>,
    vectors: Vec<(u64, u64)>,
    pub(super) aggregate_align: u64,
}

impl Default for DataLayout {
    fn default() -> Self {
        DataLayout {
            pointer_bits: 64,
            pointer_align: 8,
            integers: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate_align: 1,
        }
    }
}

impl DataLayout {
    /// Reads the string; the error names the part that can't be used.
    pub(crate) fn parse(text: &str) -> Result<DataLayout, String> {
        let mut layout = DataLayout::default();
        for part in text.split('-').filter(|part| !part.is_empty()) {
            layout.apply(part).ok_or_else(|| format!("data layout `{part}`"))?;
        }
        Ok(layout)
    }

    /// Takes in one part; `None` if it can't be used.
    fn apply(&mut self, part: &str) -> Option<()> {
        let mut fields = part.split(':');
        let key = fields.next()?;
        // `E`, big-endian, has no place in our IR.
        let (kind, size) = key.split_at(key.chars().next()?.len_utf8());
        match kind {
            "E" => return None,
            "p" if size.is_empty() || size == "0" => {
                self.pointer_bits = fields.next()?.parse().ok()?;
                self.pointer_align = align(fields.next()?)?;
                matches!(self.pointer_bits, 32 | 64).then_some(())?;
            }
            "i" => set(&mut self.integers, size.parse().ok()?, align(fields.next()?)?),
            "f" => set(&mut self.floats, size.parse().ok()?, align(fields.next()?)?),
            "v" => set(&mut self.vectors, size.parse().ok()?, align(fields.next()?)?),
            "a" => self.aggregate_align = align(fields.next()?)?,
            // Endianness, mangling, native widths, other address spaces, stack alignment.
            _ => {}
        }
        Some(())
    }

    pub(super) fn pointer(&self) -> TypeLayout {
        sized(self.pointer_bits.into(), self.pointer_align)
    }

    /// The alignment of the next larger integer that the string names, else of the largest.
    pub(super) fn integer(&self, bits: u32) -> TypeLayout {
        let larger = self.integers.iter().find(|(width, _)| *width >= bits);
        let align = larger.or(self.integers.last()).map_or(1, |(_, align)| *align);
        sized(bits.into(), align)
    }

    pub(super) fn float(&self, bits: u32) -> TypeLayout {
        let known = self.floats.iter().find(|(width, _)| *width == bits);
        let natural = u64::from(bits.div_ceil(8).next_power_of_two());
        sized(bits.into(), known.map_or(natural, |(_, align)| *align))
    }

    pub(super) fn vector(&self, bits: u64) -> TypeLayout {
        let known = self.vectors.iter().find(|(width, _)| *width == bits);
        let natural = bits.div_ceil(8).next_power_of_two();
        sized(bits, known.map_or(natural, |(_, align)| *align))
    }
}

/// A scalar of `bits` bits; few enough that rounding can't overflow.
fn sized(bits: u64, align: u64) -> TypeLayout {
    let stride = bits.div_ceil(8).next_multiple_of(align);
    TypeLayout { bits, stride, align, fields: Rc::default(), depth: 0 }
}

fn set<T: Ord + Copy>(table: &mut Vec<(T, u64)>, width: T, align: u64) {
    match table.binary_search_by_key(&width, |(width, _)| *width) {
        Ok(at) => table[at].1 = align,
        Err(at) => table.insert(at, (width, align)),
    }
}

/// An alignment in bits, as bytes; 0 means none.
fn align(text: &str) -> Option<u64> {
    let bits: u64 = text.parse().ok()?;
    let bytes = (bits / 8).max(1);
    (bits.is_multiple_of(8) && bytes.is_power_of_two() && bytes <= 1 << 29).then_some(bytes)
}
