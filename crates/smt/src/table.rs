//! Tables: arrays whose entries are all at constant places, which is what memory mostly is.
//!
//! To read one needs no theory of arrays: evaluation finds the entry, and a solver gets a choice by the bits of the
//! index, which it handles far better.

use std::collections::BTreeMap;

use crate::bits::Bits;
use crate::pool::TermPool;
use crate::term::{Op, TermId};

/// The entries of an array, and what is everywhere else.
pub(crate) struct Table {
    pub(crate) entries: BTreeMap<u64, TermId>,
    pub(crate) default: TermId,
}

impl Table {
    /// The array as a table, if it is one.
    pub(crate) fn of(pool: &TermPool, mut array: TermId) -> Option<Table> {
        let mut entries = BTreeMap::new();
        while let Some([below, index, element]) = pool.triple_of(array, Op::Store) {
            // The outermost store is the last one.
            entries.entry(pool.as_bits(index)?.to_u64()?).or_insert(element);
            array = below;
        }
        let default = pool.single_of(array, Op::ConstArray)?;
        Some(Table { entries, default })
    }
}

/// A read from a table.
pub(crate) struct Lookup {
    pub(crate) index: TermId,
    pub(crate) table: Table,
}

impl Lookup {
    pub(crate) fn of(pool: &TermPool, term: TermId) -> Option<Lookup> {
        let [array, index] = pool.pair_of(term, Op::Select)?;
        Some(Lookup { index, table: Table::of(pool, array)? })
    }

    /// The terms it is made of.
    pub(crate) fn parts(&self) -> impl Iterator<Item = TermId> + '_ {
        self.table.entries.values().copied().chain([self.index, self.table.default])
    }
}

/// The entry that the lower `bits` of an index name, in a backend's terms. All entries have the same bits above these.
pub(crate) fn choose<T: Copy + PartialEq>(
    bits: &[T],
    entries: &[(u64, T)],
    default: T,
    ite: &impl Fn(T, T, T) -> T,
) -> T {
    let Some((&bit, lower)) = bits.split_last() else {
        return entries.first().map_or(default, |&(_, element)| element);
    };
    if entries.iter().all(|&(_, element)| element == default) {
        return default;
    }
    let middle = entries.partition_point(|&(at, _)| at >> lower.len() & 1 == 0);
    let low = choose(lower, &entries[..middle], default, ite);
    let high = choose(lower, &entries[middle..], default, ite);
    if low == high { low } else { ite(bit, high, low) }
}

/// The element of an array at an index; nothing if that depends on more than the index.
pub(crate) fn element(pool: &TermPool, mut array: TermId, index: &Bits) -> Option<TermId> {
    while let Some([below, at, element]) = pool.triple_of(array, Op::Store) {
        if pool.as_bits(at)? == *index {
            return Some(element);
        }
        array = below;
    }
    pool.single_of(array, Op::ConstArray)
}
