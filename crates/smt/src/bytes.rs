//! Terms as bytes, as memory holds them.
//!
//! The bytes of a term are normalised one by one, each in its own way, so that put together again they would
//! often make another term, and a condition on the value would no longer be known as the same. So the pool
//! remembers what it has split.

use crate::pool::TermPool;
use crate::term::TermId;

impl TermPool {
    /// The bytes of a term whose width is a multiple of eight, lowest first.
    pub fn split(&mut self, term: TermId) -> Vec<TermId> {
        let count = self.width(term) / 8;
        let bytes: Vec<TermId> = (0..count).map(|i| self.extract(8 * i + 7, 8 * i, term)).collect();
        if count > 1 && self.as_bits(term).is_none() {
            // Equal bytes are equal values: whichever term comes first will do for all of them.
            self.whole.entry(bytes.clone().into()).or_insert(term);
        }
        bytes
    }

    /// Bytes as one term, the first of them lowest.
    pub fn join(&mut self, bytes: &[TermId]) -> TermId {
        if let Some(&whole) = self.whole.get(bytes) {
            return whole;
        }
        let (&first, rest) = bytes.split_first().expect("a value has a byte");
        rest.iter().fold(first, |below, &byte| self.concat(byte, below))
    }
}

#[cfg(test)]
mod tests {
    use crate::pool::TermPool;
    use crate::sort::Sort;

    #[test]
    fn what_was_split_is_the_same_when_joined() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.symbol("x", Sort::Bits(32)), pool.symbol("y", Sort::Bits(32)));
        let forty_eight = pool.bits(32, 48);
        let sum = pool.sub(x, forty_eight);
        let (both, product) = (pool.bit_and(sum, y), pool.mul(x, y));
        for term in [x, sum, both, product] {
            let bytes = pool.split(term);
            assert_eq!(pool.join(&bytes), term);
        }
    }

    #[test]
    fn bytes_of_two_terms_are_joined_in_order() {
        let mut pool = TermPool::new();
        let (high, low) = (pool.symbol("high", Sort::Bits(8)), pool.symbol("low", Sort::Bits(8)));
        let joined = pool.join(&[low, high]);
        assert_eq!(joined, pool.concat(high, low));
        assert_eq!(pool.join(&[low]), low);
    }
}
