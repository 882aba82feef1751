//! Sums: what is added, what is subtracted, and pointers to which elements are added.

use smt::{Op, TermId};

use crate::search::render::names::SymbolNames;
use crate::search::render::phrase::{Phrase, Precedence};
use crate::search::render::reading::Reading;

impl SymbolNames<'_> {
    /// A sum: what is added first, then what is subtracted. Numbers are added to a pointer element by element.
    pub(super) fn sum(&mut self, args: &[TermId]) -> Phrase {
        let mut summands = self.summands(args);
        let pointers: Vec<TermId> = summands
            .iter()
            .copied()
            .filter(|&term| matches!(self.reading(self.unsigned(term)), Some(Reading::Pointer(_))))
            .collect();
        let element = self.added_element(&summands, &pointers);
        let cast = !pointers.is_empty() && element == 1 && {
            pointers.len() > 1 || self.reading(pointers[0]) != Some(Reading::Pointer(Some(1)))
        };
        summands.sort_by_key(|&term| {
            (!pointers.contains(&term), self.pool.as_bits(term).is_some(), self.is_negative(term))
        });
        let mut text = String::new();
        for term in summands {
            let is_pointer = pointers.contains(&term);
            let scaled = if is_pointer { Some(term) } else { self.scaled(term, element) };
            let (negative, phrase) = self.summand(scaled.unwrap_or(term));
            let phrase = if cast && is_pointer { phrase.cast("char *") } else { phrase };
            let phrase = phrase.parenthesised(Precedence::Product);
            text += &match (text.is_empty(), negative) {
                (true, false) => phrase,
                (true, true) => format!("-{phrase}"),
                (false, false) => format!(" + {phrase}"),
                (false, true) => format!(" - {phrase}"),
            };
        }
        Phrase { text, level: Precedence::Sum }
    }

    /// What is added, however it is nested.
    fn summands(&self, args: &[TermId]) -> Vec<TermId> {
        let mut summands = Vec::new();
        let mut pending: Vec<TermId> = args.iter().rev().copied().collect();
        while let Some(term) = pending.pop() {
            match self.pool.op(term) {
                Op::Add => pending.extend(self.pool.args(term).iter().rev()),
                _ => summands.push(term),
            }
        }
        summands
    }

    /// The size of the elements that are added to a pointer; a byte, if there is none, or not only whole ones are.
    fn added_element(&mut self, summands: &[TermId], pointers: &[TermId]) -> u64 {
        let [pointer] = *pointers else { return 1 };
        let Some(Reading::Pointer(Some(size))) = self.reading(pointer) else { return 1 };
        let mut others = summands.iter().filter(|&&term| term != pointer);
        match size > 0 && others.all(|&term| self.scaled(term, size).is_some()) {
            true => size,
            false => 1,
        }
    }

    /// What is subtracted, or the term itself.
    fn unsigned(&self, term: TermId) -> TermId {
        match self.pool.op(term) {
            Op::Neg => self.pool.args(term)[0],
            _ => term,
        }
    }

    fn is_negative(&self, term: TermId) -> bool {
        let constant = self.pool.as_bits(term);
        self.pool.op(term) == Op::Neg || constant.is_some_and(|bits| bits.sign())
    }

    /// A summand without its sign.
    fn summand(&mut self, term: TermId) -> (bool, Phrase) {
        if self.pool.op(term) == Op::Neg {
            let inner = self.pool.args(term)[0];
            return (true, self.number(inner, None));
        }
        let is_pointer = self.pool.width(term) == self.image.program.target.pointer_bits;
        let address =
            |number: i128| self.address(u64::try_from(number).ok()?).filter(|_| is_pointer);
        match self.pool.as_bits(term).and_then(|bits| bits.to_i128()) {
            Some(number) if let Some(pointer) = address(number) => (false, pointer),
            Some(number) if let Some(pointer) = address(-number) => (true, pointer),
            // One before an object: `p - s + 1`.
            Some(number) if let Some(pointer) = address(1 - number) => {
                (true, Phrase::primary(format!("{} + 1", pointer.text)))
            }
            Some(number) if number < 0 => (true, Phrase::primary((-number).to_string())),
            Some(number) => (false, Phrase::primary(number.to_string())),
            None => (false, self.number(term, None)),
        }
    }

    /// How many elements of that size a number of bytes is, if that is a whole number.
    pub(super) fn scaled(&mut self, term: TermId, element: u64) -> Option<TermId> {
        if element == 1 {
            return Some(term);
        }
        let width = self.pool.width(term);
        if let Some(number) = self.pool.as_bits(term).and_then(|bits| bits.to_i128()) {
            let element = i128::from(element);
            let whole = (number % element == 0).then_some(number / element)?;
            return Some(self.pool.bits(width, whole as u64));
        }
        let args = self.pool.args(term).to_vec();
        match (self.pool.op(term), &args[..]) {
            (Op::Mul, &[factor, other]) => {
                let factor = self.scaled_constant(factor, element)?;
                Some(self.pool.mul(factor, other))
            }
            (Op::Shl, &[other, amount]) => {
                let amount = self.pool.as_bits(amount)?.to_u64()?;
                let factor = elements_in(u32::try_from(amount).ok()?, element)?;
                let factor = self.pool.bits(width, factor);
                Some(self.pool.mul(factor, other))
            }
            (Op::Concat, &[high, low])
                if self.pool.as_bits(low).is_some_and(|low| low.is_zero()) =>
            {
                self.scaled_shift(high, self.pool.width(low), width, element)
            }
            (Op::ZeroExtend, &[inner]) => {
                self.scaled(inner, element).map(|scaled| self.pool.zero_extend(width, scaled))
            }
            (Op::Neg, &[inner]) => self.scaled(inner, element).map(|scaled| self.pool.neg(scaled)),
            (Op::Add, &[a, b]) => {
                let (a, b) = (self.scaled(a, element)?, self.scaled(b, element)?);
                Some(self.pool.add(a, b))
            }
            _ => None,
        }
    }

    /// The same of a number that is shifted up by so many bits.
    fn scaled_shift(&mut self, high: TermId, by: u32, width: u32, element: u64) -> Option<TermId> {
        let factor = elements_in(by, element)?;
        let whole = self.before_shift(high, by);
        let (factor, whole) = (self.pool.bits(width, factor), self.pool.zero_extend(width, whole));
        Some(self.pool.mul(factor, whole))
    }

    fn scaled_constant(&mut self, factor: TermId, element: u64) -> Option<TermId> {
        self.pool.as_bits(factor)?;
        self.scaled(factor, element)
    }
}

/// How many elements of that size 2 to that power bytes are, if that is a whole number.
fn elements_in(power: u32, element: u64) -> Option<u64> {
    let bytes = 1u64.checked_shl(power)?;
    (bytes % element == 0).then(|| bytes / element)
}
