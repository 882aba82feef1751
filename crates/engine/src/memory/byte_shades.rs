//! What the bytes of a page are beyond their bits.
//!
//! Kept in groups of neighbours, without those groups that have none: arrays of inputs are dense, and a stack has a few
//! variables far apart. All groups are one allocation, so that a fork copies it at once.

use smt::TermId;

use super::page::PAGE_SIZE;

/// Bytes of a group: there are as many groups as `there` has bits.
const GROUP: usize = PAGE_SIZE / u128::BITS as usize;

/// What a byte is beyond its bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ByteShade {
    pub undef: u8,
    pub term: Option<TermId>,
}

/// A map from offsets in a page; what was never set has no shade.
#[derive(Clone, Debug, Default)]
pub(super) struct ByteShades {
    /// Which groups are there.
    there: u128,
    groups: Vec<[ByteShade; GROUP]>,
}

impl ByteShades {
    pub(super) fn get(&self, offset: usize) -> ByteShade {
        let group = offset / GROUP;
        match self.there & (1 << group) {
            0 => ByteShade::default(),
            _ => self.groups[self.place(group)][offset % GROUP],
        }
    }

    pub(super) fn set(&mut self, offset: usize, shade: ByteShade) {
        let group = offset / GROUP;
        let place = self.place(group);
        if self.there & (1 << group) == 0 {
            self.there |= 1 << group;
            self.groups.insert(place, [ByteShade::default(); GROUP]);
        }
        self.groups[place][offset % GROUP] = shade;
    }

    /// Where a group is, or would be.
    fn place(&self, group: usize) -> usize {
        (self.there & ((1 << group) - 1)).count_ones() as usize
    }

    /// The bytes that depend on the inputs, and as which term.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, TermId)> {
        let numbers = (0..u128::BITS as usize).filter(|group| self.there & (1 << group) != 0);
        numbers.zip(&self.groups).flat_map(|(number, group)| {
            let term =
                move |(at, shade): (usize, &ByteShade)| Some((number * GROUP + at, shade.term?));
            group.iter().enumerate().filter_map(term)
        })
    }

    /// How many bytes of ours it takes.
    pub(super) fn bytes_of_ours(&self) -> usize {
        self.groups.capacity() * size_of::<[ByteShade; GROUP]>()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use smt::{Sort, TermPool};

    use super::{ByteShade, ByteShades, PAGE_SIZE};

    #[test]
    fn says_what_it_was_told() {
        let mut pool = TermPool::new();
        let (mut shades, mut oracle) = (ByteShades::default(), BTreeMap::new());
        let mut number = 1_u32;
        for round in 0..1_000 {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let offset = (number >> 16) as usize % PAGE_SIZE;
            let term = (round % 3 > 0).then(|| pool.symbol(&format!("x{round}"), Sort::Bits(8)));
            let shade = ByteShade { undef: round as u8, term };
            shades.set(offset, shade);
            oracle.insert(offset, shade);
        }
        for offset in 0..PAGE_SIZE {
            assert_eq!(shades.get(offset), oracle.get(&offset).copied().unwrap_or_default());
        }
        let terms: Vec<_> =
            oracle.iter().filter_map(|(&at, shade)| Some((at, shade.term?))).collect();
        assert_eq!(shades.terms().collect::<Vec<_>>(), terms);
    }
}
