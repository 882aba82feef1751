//! Accesses at an offset in an object that depends on the inputs: one term instead of a path per offset.
//!
//! Only the offsets in the congruence class of the index are looked at, so that padding and other fields between them may
//! hold anything.

use ir::Ty;
use smt::{TermId, TermPool};

use crate::machine::access;
use crate::memory::{Byte, Memory};
use crate::value::congruence::Congruence;

/// Offsets in small objects, as bit-vectors.
const INDEX_BITS: u32 = 16;

/// An offset in an object.
pub(crate) struct SymbolicOffset {
    start: u64,
    /// What it may be.
    offsets: Vec<u64>,
    /// The offset, of [`INDEX_BITS`] bits.
    index: TermId,
    /// What it is now.
    now: u64,
}

impl SymbolicOffset {
    /// An access of so many bytes at the offset `inside`, if all that it may meet is defined.
    pub(crate) fn new(
        pool: &mut TermPool,
        memory: &Memory,
        (start, size): (u64, u64),
        inside: TermId,
        now: u64,
        bytes: u64,
    ) -> Option<SymbolicOffset> {
        let offsets = Congruence::of(pool, inside).offsets(size, bytes);
        let defined = |&offset: &u64| {
            (start + offset..start + offset + bytes).all(|at| memory.byte(at).undef == 0)
        };
        if offsets.is_empty() || !offsets.iter().all(defined) {
            return None;
        }
        let index = pool.truncate(INDEX_BITS, inside);
        Some(SymbolicOffset { start, offsets, index, now })
    }

    /// The address that it is now.
    pub(crate) fn address(&self) -> u64 {
        self.start + self.now
    }

    /// All addresses that it may be.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = u64> + '_ {
        self.offsets.iter().map(|offset| self.start + offset)
    }

    /// The value there.
    pub(crate) fn read(&self, pool: &mut TermPool, memory: &Memory, ty: Ty) -> TermId {
        let runs = self.runs(pool, memory, u64::from(ty.bytes()));
        let value = self.search(pool, &runs);
        pool.truncate(ty.bits(), value)
    }

    /// The values at the offsets: where each run of equal ones starts, and what they are.
    fn runs(&self, pool: &mut TermPool, memory: &Memory, bytes: u64) -> Vec<(u64, TermId)> {
        let mut runs: Vec<(u64, TermId)> = Vec::new();
        for &offset in &self.offsets {
            let from = self.start + offset;
            let bytes: Vec<Byte> = (from..from + bytes).map(|at| memory.byte(at)).collect();
            let value = access::joined(pool, &bytes);
            if runs.last().is_none_or(|run| run.1 != value) {
                runs.push((offset, value));
            }
        }
        runs
    }

    /// The value at the index, as a binary search: solvers are better at choices than at arrays, and a table of
    /// few different values, such as a set of characters, is a small term.
    fn search(&self, pool: &mut TermPool, runs: &[(u64, TermId)]) -> TermId {
        if let &[(_, value)] = runs {
            return value;
        }
        let (below, above) = runs.split_at(runs.len() / 2);
        let border = pool.bits(INDEX_BITS, above[0].0);
        let is_below = pool.ult(self.index, border);
        let (below, above) = (self.search(pool, below), self.search(pool, above));
        pool.ite(is_below, below, above)
    }

    /// Writes there: every byte is the new one if it is hit, and else the old one.
    pub(crate) fn write(
        &self,
        pool: &mut TermPool,
        memory: &mut Memory,
        ty: Ty,
        term: TermId,
        bits: u64,
    ) {
        let term = pool.zero_extend(ty.bytes() * 8, term);
        for &offset in &self.offsets {
            let hit = self.is(pool, offset);
            for i in 0..ty.bytes() {
                let at = self.start + offset + u64::from(i);
                let low = 8 * i;
                let old = memory.byte(at);
                let piece = pool.extract(low + 7, low, term);
                let before = access::byte_term(pool, &old);
                let new = pool.ite(hit, piece, before);
                let now = offset == self.now;
                let bits = if now { (bits >> low) as u8 } else { old.bits };
                let term = pool.as_bits(new).is_none().then_some(new);
                memory.set_byte(at, Byte { bits, undef: 0, term });
            }
        }
    }

    fn is(&self, pool: &mut TermPool, offset: u64) -> TermId {
        let offset = pool.bits(INDEX_BITS, offset);
        pool.eq(self.index, offset)
    }
}
