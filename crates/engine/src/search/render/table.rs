//! Tables: a choice by an index between the elements of an array, said as `a[i]`.
//!
//! The machine reads and writes small objects at unknown offsets as a whole. The offset is one from the start of the
//! object, to which the root points in these cases.

use rustc_hash::FxHashMap;
use smt::{Op, TermId};

use crate::search::render::names::{SymbolNames, Whole};
use crate::search::render::phrase::{Phrase, Precedence};

/// Larger tables aren't looked through.
const MOST_ELEMENTS: usize = 512;

/// What the elements of an array have in common.
struct Elements {
    /// What stands before and behind an element's number.
    before: String,
    behind: String,
    stride: i64,
    /// Where the element of number zero begins.
    first: i64,
}

impl SymbolNames<'_> {
    /// The element that a choice means, if it is one by an index.
    pub(super) fn table_read(&mut self, term: TermId) -> Option<Phrase> {
        if let Some(known) = self.found.tables.get(&term) {
            return known.clone();
        }
        let read = self.read_at_index(term);
        self.found.tables.insert(term, read.clone());
        read
    }

    fn read_at_index(&mut self, term: TermId) -> Option<Phrase> {
        let (index, leaves) = self.choice_by_index(term)?;
        let mut places = Vec::new();
        let mut constants = 0;
        for &leaf in &leaves {
            let Some((array, start)) = self.array_place(leaf) else {
                // What the program has written over its own input is what it reads there now.
                self.pool.as_bits(leaf)?;
                constants += 1;
                continue;
            };
            let at = self.pool.bits(self.pool.width(index), start as u64);
            let replaced = FxHashMap::from_iter([(index, at)]);
            if self.pool.substitute(term, &replaced) != leaf {
                return None;
            }
            places.push((array, start, self.inner_value(leaf).text));
        }
        let (array, ..) = places.first()?.clone();
        let is_given = matches!(array, Whole::Given(..));
        if (constants > 0 && !is_given) || places.iter().any(|(other, ..)| *other != array) {
            return None;
        }
        let texts: Vec<(i64, String)> =
            places.into_iter().map(|(_, start, text)| (start, text)).collect();
        self.at_index(&Elements::of(&texts)?, index)
    }

    /// The index that all conditions of a choice are about, and what there is to choose from.
    fn choice_by_index(&self, term: TermId) -> Option<(TermId, Vec<TermId>)> {
        let mut found = None;
        let mut leaves = Vec::new();
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            match (self.pool.op(term), self.pool.args(term)) {
                (Op::Ite, &[condition, then, otherwise]) => {
                    let index = self.compared(condition)?;
                    if *found.get_or_insert(index) != index {
                        return None;
                    }
                    pending.extend([otherwise, then]);
                }
                _ => leaves.push(term),
            }
            if leaves.len() > MOST_ELEMENTS {
                return None;
            }
        }
        Some((found?, leaves))
    }

    /// What a condition compares with a constant.
    fn compared(&self, condition: TermId) -> Option<TermId> {
        match (self.pool.op(condition), self.pool.args(condition)) {
            (Op::ULt, &[index, limit]) if self.pool.as_bits(limit).is_some() => Some(index),
            (Op::Eq, &[constant, index]) if self.pool.as_bits(constant).is_some() => Some(index),
            _ => None,
        }
    }

    /// The array that a variable is in, if that is memory, and where.
    fn array_place(&self, term: TermId) -> Option<(Whole, i64)> {
        let Op::Symbol(symbol) = self.pool.op(term) else { return None };
        Some(match self.found.places.get(&symbol)?.clone() {
            Whole::Cell(root, start) => (Whole::Cell(root, 0), start),
            Whole::After(call, root, start) => (Whole::After(call, root, 0), start),
            Whole::Given(input, start) => (Whole::Given(input, 0), start as i64),
            Whole::Member(owner, start) => (Whole::Member(owner, 0), start as i64),
        })
    }

    /// The element at a number of bytes from the start.
    fn at_index(&mut self, elements: &Elements, bytes: TermId) -> Option<Phrase> {
        let bytes = self.untruncated(bytes);
        let first = self.pool.bits(self.pool.width(bytes), elements.first as u64);
        let from_first = self.pool.sub(bytes, first);
        let index = self.scaled(from_first, u64::try_from(elements.stride).ok()?)?;
        let index = self.number(index, None);
        Some(Phrase::primary(format!("{}{}{}", elements.before, index.text, elements.behind)))
    }

    /// An offset before it was cut to the few bits that offsets in small objects have: it is in bounds.
    fn untruncated(&mut self, index: TermId) -> TermId {
        match (self.pool.op(index), self.pool.args(index)) {
            (Op::Extract { low: 0, .. }, &[whole]) => whole,
            (Op::Concat, &[high, low])
                if self.pool.as_bits(low).is_some_and(|low| low.is_zero()) =>
            {
                let (shift, whole) = (self.pool.width(low), self.untruncated(high));
                let amount = self.pool.bits(self.pool.width(whole), 1 << shift.min(63));
                self.pool.mul(amount, whole)
            }
            _ => index,
        }
    }

    /// The variable that was written at an index and the value, if these are what all elements of an array are
    /// then: the value if they are meant, and else what they were.
    pub(super) fn table_write(
        &mut self,
        written: &[(i64, String, TermId)],
    ) -> Option<(String, TermId)> {
        let mut common = None;
        let mut factor = None;
        for &(start, _, value) in written {
            let (Op::Ite, &[hit, new, old]) = (self.pool.op(value), self.pool.args(value)) else {
                return None;
            };
            let (Op::Eq, &[place, index]) = (self.pool.op(hit), self.pool.args(hit)) else {
                return None;
            };
            let (place, start_bytes) =
                (self.pool.as_bits(place)?.to_u64()?, u64::try_from(start).ok()?);
            // The index may count elements: the bits below were split off.
            let is_own = match start_bytes.checked_div(place) {
                Some(bytes) => {
                    *factor.get_or_insert(bytes) == bytes && bytes * place == start_bytes
                }
                None => start_bytes == 0,
            };
            let same = *common.get_or_insert((index, new)) == (index, new);
            if !is_own || !same || self.array_place(old)?.1 != start {
                return None;
            }
        }
        let (index, new) = common?;
        let index = self.untruncated(index);
        let factor = self.pool.bits(self.pool.width(index), factor?);
        let index = self.pool.mul(factor, index);
        let texts: Vec<(i64, String)> =
            written.iter().map(|(start, text, _)| (*start, text.clone())).collect();
        let place = self.at_index(&Elements::of(&texts)?, index)?;
        Some((place.parenthesised(Precedence::Primary), new))
    }
}

impl Elements {
    /// What elements at these places, so named, have in common.
    fn of(elements: &[(i64, String)]) -> Option<Elements> {
        let [(start, text), (next_start, next), ..] = elements else { return None };
        let same = text.bytes().zip(next.bytes()).take_while(|(a, b)| a == b).count();
        let open = text.get(..same)?.rfind('[')? + 1;
        let number = |text: &str| -> Option<(i64, String)> {
            let rest = text.get(open..)?;
            let close = rest.find(']')?;
            Some((rest[..close].parse().ok()?, rest[close..].to_owned()))
        };
        let ((number_here, behind), (next_number, _)) = (number(text)?, number(next)?);
        let steps = next_number.checked_sub(number_here).filter(|&steps| steps != 0)?;
        let stride = (next_start - start) / steps;
        let found = Elements {
            before: text[..open].to_owned(),
            behind,
            stride,
            first: start - stride * number_here,
        };
        let fits = |(start, text): &(i64, String)| {
            let number = number(text).filter(|(_, behind)| *behind == found.behind);
            text.starts_with(&found.before)
                && number.is_some_and(|(number, _)| found.first + stride * number == *start)
        };
        elements.iter().all(fits).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::Elements;

    fn of(elements: &[(i64, &str)]) -> Option<(String, String, i64, i64)> {
        let elements: Vec<(i64, String)> =
            elements.iter().map(|&(start, text)| (start, text.to_owned())).collect();
        Elements::of(&elements).map(|it| (it.before, it.behind, it.stride, it.first))
    }

    #[test]
    fn elements_have_a_stride() {
        let found = of(&[(4, "a[1]"), (8, "a[2]"), (12, "a[3]")]);
        assert_eq!(found, Some(("a[".to_owned(), "]".to_owned(), 4, 0)));
        let found = of(&[(2, "p->b[9].x"), (10, "p->b[10].x")]);
        assert_eq!(found, Some(("p->b[".to_owned(), "].x".to_owned(), 8, -70)));
    }

    #[test]
    fn what_has_nothing_in_common_is_no_array() {
        assert_eq!(of(&[(0, "p->x"), (4, "p->y")]), None);
        assert_eq!(of(&[(0, "a[0].x"), (4, "a[0].y")]), None);
        assert_eq!(of(&[(0, "a[0]"), (4, "a[1]"), (9, "a[2]")]), None);
    }
}
