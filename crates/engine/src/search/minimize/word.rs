//! The words of the inputs: bytes that the program reads together are one number.
//!
//! The engine knows no types of inputs, but the conditions show how they are read. What no condition speaks of is a
//! number if it is as long as one, and text otherwise.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Bits, FloatOp, Model, Op, Sort, SymbolId, TermId, TermPool, Value};

use super::Trace;
use super::candidate::WordKind;
use crate::summary::origin::InputSource;

/// Symbols that are one value together.
#[derive(Debug)]
pub(super) struct Word {
    /// The lowest bits first.
    symbols: Vec<SymbolId>,
    pub(super) bits: u32,
    pub(super) shape: WordKind,
    /// What it may be instead, as nothing reads it as a whole.
    pub(super) pieces: Vec<Word>,
}

impl Word {
    fn new(symbols: &[SymbolId], shape: WordKind) -> Word {
        Word {
            symbols: symbols.to_vec(),
            bits: 8 * symbols.len() as u32,
            shape,
            pieces: Vec::new(),
        }
    }

    /// What the word is in a model.
    pub(super) fn value(&self, pool: &TermPool, model: &Model) -> u64 {
        let mut low = 0;
        let mut all = 0;
        for &symbol in &self.symbols {
            let bits = match model.value(pool, symbol) {
                Value::Bool(value) => Bits::new(1, value.into()),
                value => value.as_bits().clone(),
            };
            all |= bits.to_u64().unwrap_or(0) << low;
            low += bits.width();
        }
        all
    }

    /// What its symbols have to be for the word to have a value.
    pub(super) fn parts(&self, pool: &TermPool, value: u64) -> Vec<(SymbolId, Value)> {
        let mut rest = value;
        let mut part = |&symbol: &SymbolId| match pool.symbol_info(symbol).sort {
            Sort::Bits(width) => {
                let bits = Bits::new(width, rest & (u64::MAX >> (64 - width)));
                rest = rest.checked_shr(width).unwrap_or(0);
                (symbol, Value::Bits(bits))
            }
            _ => (symbol, Value::Bool(rest & 1 != 0)),
        };
        self.symbols.iter().map(&mut part).collect()
    }
}

/// The words of a path: those of its inputs in order, then whatever else its conditions speak of.
pub(super) fn words(pool: &mut TermPool, trace: &Trace) -> Vec<Word> {
    let mut places = FxHashMap::default();
    for (index, input) in trace.inputs.iter().enumerate() {
        for (at, &symbol) in input.bytes.iter().enumerate() {
            places.insert(symbol, BytePosition { input: index, at });
        }
    }
    let runs = Runs::find(pool, trace, &places);
    let mut words = Vec::new();
    for (index, input) in trace.inputs.iter().enumerate() {
        words.extend(match input.source {
            InputSource::Marked
            | InputSource::Uninitialised
            | InputSource::Allocation(_)
            | InputSource::File(_)
            | InputSource::Full(_)
            | InputSource::Environment
            | InputSource::Further(..)
            | InputSource::Stub { .. } => runs.split(index, &input.bytes),
            InputSource::Argument(_) => letters(&input.bytes, WordKind::Character),
            InputSource::Variable => letters(&input.bytes, WordKind::Character),
            InputSource::StandardInput | InputSource::Stream => {
                letters(&input.bytes, WordKind::Typed)
            }
        });
    }
    words.extend(others(pool, trace, &places));
    words
}

fn letters(bytes: &[SymbolId], shape: WordKind) -> Vec<Word> {
    bytes.iter().map(|&byte| Word::new(&[byte], shape)).collect()
}

/// Symbols that are no bytes of inputs, such as lengths.
fn others(
    pool: &mut TermPool,
    trace: &Trace,
    places: &FxHashMap<SymbolId, BytePosition>,
) -> Vec<Word> {
    let mut all: Vec<SymbolId> = Vec::new();
    for condition in pool.conditions(trace.conditions) {
        all.extend(pool.free_symbols(condition).iter().filter(|it| !places.contains_key(it)));
    }
    all.sort_unstable();
    all.dedup();
    let width = |symbol| match pool.symbol_info(symbol) {
        info if !info.parameters.is_empty() => None,
        info => match info.sort {
            Sort::Bool => Some(1),
            Sort::Bits(width @ 1..=64) => Some(width),
            _ => None,
        },
    };
    let word = |symbol| {
        let bits = width(symbol)?;
        Some(Word { bits, ..Word::new(&[symbol], WordKind::Number) })
    };
    all.into_iter().filter_map(word).collect()
}

/// Where a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct BytePosition {
    input: usize,
    at: usize,
}

/// Bytes that are read together: where they begin, how many they are, and whether as a floating-point number.
#[derive(Default)]
struct Runs {
    found: FxHashMap<(BytePosition, usize), WordKind>,
    /// Bytes that a condition speaks of without any other.
    alone: FxHashSet<BytePosition>,
}

impl Runs {
    fn find(
        pool: &mut TermPool,
        trace: &Trace,
        places: &FxHashMap<SymbolId, BytePosition>,
    ) -> Runs {
        let mut runs = Runs::default();
        let mut pending = pool.conditions(trace.conditions);
        for &condition in &pending {
            if let &[symbol] = &pool.free_symbols(condition)[..] {
                runs.alone.extend(places.get(&symbol));
            }
        }
        let mut seen = FxHashSet::default();
        while let Some(term) = pending.pop() {
            if seen.insert(term) {
                runs.look_at(pool, term, places);
                pending.extend_from_slice(pool.args(term));
            }
        }
        runs
    }

    fn look_at(
        &mut self,
        pool: &mut TermPool,
        term: TermId,
        places: &FxHashMap<SymbolId, BytePosition>,
    ) {
        match pool.op(term) {
            // A number that equals a constant has become one equation for each byte.
            Op::Concat | Op::And => {
                if let Some((start, count)) = run(pool, term, places) {
                    self.found.entry((start, count)).or_insert(WordKind::Number);
                }
            }
            Op::Float(op) if !matches!(op, FloatOp::FromSigned | FloatOp::FromUnsigned) => {
                for arg in pool.args(term).to_vec() {
                    if let Some((start, count)) = run(pool, arg, places) {
                        self.found.insert((start, count), WordKind::Float);
                    }
                }
            }
            _ => {}
        }
    }

    /// The words of one input.
    fn split(&self, input: usize, bytes: &[SymbolId]) -> Vec<Word> {
        let whole = (BytePosition { input, at: 0 }, bytes.len());
        if let Some(&shape) = self.found.get(&whole) {
            return vec![Word::new(bytes, shape)];
        }
        let pieces = self.pieces(input, bytes);
        match bytes.len() {
            1 => vec![Word::new(bytes, WordKind::Number)],
            // It may be a number of which only some bits matter.
            2 | 4 | 8
                if self.bytes_alone(input) < 2 && pieces.iter().all(|piece| piece.bits == 8) =>
            {
                vec![Word { pieces, ..Word::new(bytes, WordKind::Number) }]
            }
            _ => pieces,
        }
    }

    fn bytes_alone(&self, input: usize) -> usize {
        self.alone.iter().filter(|place| place.input == input).count()
    }

    /// The longest runs first, and what is left over byte by byte.
    fn pieces(&self, input: usize, bytes: &[SymbolId]) -> Vec<Word> {
        let mut found = BTreeMap::new();
        let mut taken = vec![false; bytes.len()];
        let mut take = |at: usize, count: usize, shape: WordKind| {
            if let Some(free) = taken.get_mut(at..at + count)
                && free.iter().all(|taken| !taken)
            {
                free.fill(true);
                found.insert(at, Word::new(&bytes[at..at + count], shape));
            }
        };
        for count in [8, 4, 2] {
            for at in 0..bytes.len() {
                if let Some(&shape) = self.found.get(&(BytePosition { input, at }, count)) {
                    take(at, count, shape);
                }
            }
        }
        (0..bytes.len()).for_each(|at| take(at, 1, WordKind::Character));
        found.into_values().collect()
    }
}

/// The bytes that a term is made of, if they are neighbours and as many as a word has.
fn run(
    pool: &mut TermPool,
    term: TermId,
    places: &FxHashMap<SymbolId, BytePosition>,
) -> Option<(BytePosition, usize)> {
    let symbols = pool.free_symbols(term);
    let count = symbols.len();
    let whole = pool.sort(term) == Sort::Bool || pool.width(term) as usize == 8 * count;
    if !matches!(count, 2 | 4 | 8) || !whole {
        return None;
    }
    let mut all: Vec<BytePosition> =
        symbols.iter().filter_map(|it| places.get(it).copied()).collect();
    all.sort_unstable_by_key(|place| (place.input, place.at));
    let start = *all.first()?;
    let neighbours = all.iter().enumerate();
    let together = neighbours
        .clone()
        .all(|(i, place)| *place == BytePosition { input: start.input, at: start.at + i });
    (together && all.len() == count).then_some((start, count))
}
