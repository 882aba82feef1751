//! Bytes and what conditions about one byte alone leave of its 256 values, exactly.
//!
//! A program that reads text asks for little else. Bounds don't say that a byte is a digit or a letter, and so not that a table
//! has the same entry for all values that it may still have.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::eval::operate;
use crate::pool::TermPool;
use crate::sort::Sort;
use crate::term::{Op, SymbolId, TermId};
use crate::value::Value;

/// How many values a symbol may have.
const VALUES: usize = 256;

/// So many tables are kept, of two kilobytes each.
const CAPACITY: usize = 8_192;

/// Some of the values of a symbol of at most eight bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ByteDomain([u64; VALUES / 64]);

impl ByteDomain {
    /// Those of a symbol about which nothing is known.
    fn all(width: u32) -> ByteDomain {
        let mut all = ByteDomain([0; VALUES / 64]);
        (0..1 << width).for_each(|value| all.insert(value));
        all
    }

    fn insert(&mut self, value: usize) {
        self.0[value / 64] |= 1 << (value % 64);
    }

    fn contains(&self, value: usize) -> bool {
        self.0[value / 64] >> (value % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == ByteDomain([0; VALUES / 64])
    }

    pub(super) fn values(&self) -> impl Iterator<Item = usize> {
        (0..VALUES).filter(|&value| self.contains(value))
    }
}

/// What a term about one byte is for each value of it; a truth is 0 or 1.
struct ByteTable {
    symbol: SymbolId,
    entries: Vec<u64>,
}

/// The tables of terms, as far as they were asked for; nothing for terms that have none.
#[derive(Default)]
pub(super) struct ByteTables {
    known: FxHashMap<TermId, Option<Arc<ByteTable>>>,
}

impl ByteTables {
    /// The byte that a term is about, if it is about one alone.
    pub(super) fn byte_of(pool: &mut TermPool, term: TermId) -> Option<SymbolId> {
        let &[symbol] = &pool.few_symbols(term)?[..] else { return None };
        matches!(pool.symbol_info(symbol).sort, Sort::Bits(..=8)).then_some(symbol)
    }

    /// The constant that a term is for all values that its byte may have, if it is one.
    pub(super) fn constant(
        &mut self,
        pool: &mut TermPool,
        term: TermId,
        domain: &ByteDomain,
    ) -> Option<TermId> {
        let table = self.table(pool, term)?;
        let mut values = domain.values().map(|value| table.entries[value]);
        let first = values.next()?;
        values.all(|value| value == first).then(|| match pool.sort(term) {
            Sort::Bool => pool.bool(first == 1),
            sort => pool.bits(sort.width(), first),
        })
    }

    /// The byte that a condition is about, and what it leaves of the values that the byte may have had.
    pub(super) fn narrowed(
        &mut self,
        pool: &mut TermPool,
        condition: TermId,
        before: impl Fn(SymbolId) -> Option<ByteDomain>,
    ) -> Option<(SymbolId, ByteDomain)> {
        let table = self.table(pool, condition)?;
        let width = pool.symbol_info(table.symbol).sort.width();
        let before = before(table.symbol).unwrap_or(ByteDomain::all(width));
        let mut left = ByteDomain([0; VALUES / 64]);
        let holds = |&value: &usize| table.entries[value] == 1;
        before.values().filter(holds).for_each(|value| left.insert(value));
        Some((table.symbol, left))
    }

    /// What constraints about one byte alone leave of its values, by byte.
    pub(super) fn left(
        &mut self,
        pool: &mut TermPool,
        constraints: &[TermId],
    ) -> FxHashMap<SymbolId, ByteDomain> {
        let mut left: FxHashMap<SymbolId, ByteDomain> = FxHashMap::default();
        for &constraint in constraints {
            let before = |symbol| left.get(&symbol).copied();
            if let Some((symbol, narrowed)) = self.narrowed(pool, constraint, before) {
                left.insert(symbol, narrowed);
            }
        }
        left
    }

    fn table(&mut self, pool: &mut TermPool, term: TermId) -> Option<Arc<ByteTable>> {
        let symbol = ByteTables::byte_of(pool, term)?;
        if self.known.len() > CAPACITY {
            self.known.clear();
        }
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            let before = pending.len();
            if !self.known.contains_key(&next) {
                let missing =
                    |arg: &&TermId| !pool.op(**arg).is_constant() && !self.known.contains_key(arg);
                pending.extend(pool.args(next).iter().filter(missing));
            }
            if pending.len() == before {
                pending.pop();
                if !self.known.contains_key(&next) {
                    let table = self.made(pool, symbol, next);
                    self.known.insert(next, table.map(Arc::new));
                }
            }
        }
        self.known[&term].clone()
    }

    /// The table of a term whose operands have theirs, or none.
    fn made(&self, pool: &mut TermPool, symbol: SymbolId, term: TermId) -> Option<ByteTable> {
        let (op, sort) = (pool.op(term), pool.sort(term));
        let width = pool.symbol_info(symbol).sort.width();
        let fits = matches!(sort, Sort::Bool | Sort::Bits(..=64)) && !matches!(op, Op::Apply(_));
        if !fits {
            return None;
        }
        let operands = pool.args(term).iter().map(|&arg| self.operand(pool, arg));
        let operands = operands.collect::<Option<Vec<ByteOperand>>>()?;
        pool.count_steps(VALUES as u64 / 8);
        let mut args = Vec::with_capacity(operands.len());
        let entry = |value: usize| {
            if op == Op::Symbol(symbol) {
                return value as u64;
            }
            args.clear();
            args.extend(operands.iter().map(|operand| operand.value(value)));
            number(&operate(op, sort, &args))
        };
        Some(ByteTable { symbol, entries: (0..1 << width).map(entry).collect() })
    }

    fn operand(&self, pool: &TermPool, term: TermId) -> Option<ByteOperand> {
        match pool.as_value(term) {
            Some(value) => Some(ByteOperand::Constant(value)),
            None => Some(ByteOperand::Table(self.known.get(&term)?.clone()?, pool.sort(term))),
        }
    }
}

/// An operand of a term about one byte.
enum ByteOperand {
    Constant(Value),
    Table(Arc<ByteTable>, Sort),
}

impl ByteOperand {
    /// What it is for a value of the byte.
    fn value(&self, of_byte: usize) -> Value {
        match self {
            ByteOperand::Constant(value) => value.clone(),
            ByteOperand::Table(table, Sort::Bool) => Value::Bool(table.entries[of_byte] == 1),
            ByteOperand::Table(table, sort) => {
                Value::Bits(Bits::new(sort.width(), table.entries[of_byte]))
            }
        }
    }
}

fn number(value: &Value) -> u64 {
    match value {
        Value::Bool(truth) => u64::from(*truth),
        value => value.as_bits().to_u64().expect("at most 64 bits"),
    }
}

#[cfg(test)]
mod tests {
    use super::{ByteDomain, ByteTables};
    use crate::pool::TermPool;
    use crate::sort::Sort;

    /// A table of lengths has one entry for all bytes that begin with the same bits.
    #[test]
    fn what_a_term_is_follows_from_conditions() {
        let mut pool = TermPool::new();
        let mut tables = ByteTables::default();
        let byte = pool.symbol("byte", Sort::Bits(8));
        let [low, high, one, two, three] = [0x80, 0xe0, 1, 2, 3].map(|it| pool.bits(8, it));
        let (small, large) = (pool.ult(byte, low), pool.ule(high, byte));
        let long = pool.ite(large, three, two);
        let length = pool.ite(small, one, long);
        let is_one = pool.eq(length, one);
        let is_short = pool.ule(length, two);
        let not_one = pool.not(is_one);
        let (symbol, left) = tables.narrowed(&mut pool, not_one, |_| None).expect("one byte");
        assert_eq!(tables.constant(&mut pool, length, &left), None);
        let before = |_| Some(left);
        let (_, left) = tables.narrowed(&mut pool, is_short, before).expect("one byte");
        assert_eq!(tables.constant(&mut pool, length, &left), Some(two));
        assert_eq!(tables.constant(&mut pool, byte, &left), None);
        assert_eq!(ByteTables::byte_of(&mut pool, length), Some(symbol));
        let other = pool.symbol("other", Sort::Bits(8));
        let both = pool.ult(byte, other);
        assert!(tables.narrowed(&mut pool, both, |_| None).is_none());
        assert!(!ByteDomain::all(1).is_empty());
    }
}
