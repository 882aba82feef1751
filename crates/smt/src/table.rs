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
