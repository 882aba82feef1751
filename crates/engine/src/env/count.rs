//! Counts: a number that a function is given, and that says how many elements an array has which it is given, too.
//!
//! Nothing declares that. It shows where a loop runs up to the number: the same access `buf[i]` behind `i < n`, for each `i`
//! in turn. What the function needs is then `n <= length of buf`, and inputs respect it from there on: one array is explored
//! that is too short, in the place of one for every element. A program can't see how long an array is but by an error, so
//! those that are long enough lead everywhere.

use ir::debug::Type;
use smt::{Op, Sort, TermId};

use crate::machine::Interpreter;
use crate::state::{Elements, Input, Pointed, PointeeLength, State};
use crate::summary::origin::{InputId, Origin};

/// What an access to an element says about the length of its array.
pub(crate) struct Count {
    /// Is the array long enough for all elements up to the number? If so, it has the one that is accessed.
    pub fits: TermId,
    /// The same in words of C: `n <= length of buf`.
    pub words: String,
}

/// A number that the program counts up to.
struct Counted {
    name: String,
    /// So many elements more are accessed.
    total: i64,
    fits: TermId,
}

/// What was decided: an index is below a number.
struct Guard {
    index: u64,
    number: TermId,
    order: Order,
}

#[derive(Clone, Copy)]
enum Order {
    Signed,
    Unsigned,
    /// The number is none of those up to the index, as `while (n--)` has it.
    Different,
}

/// A loop decides to go on at most so many decisions before an access.
const RECENT: usize = 64;

impl Interpreter<'_, '_> {
    /// What the element at an offset needs of its array, if the program counts up to some number, or to several at once.
    pub(crate) fn count(
        &mut self,
        state: &State,
        array: &Input,
        offset: u64,
        name: &str,
    ) -> Option<Count> {
        let pointed = array.pointed.filter(|_| is_repeated(state))?;
        let (index, length) = self.element_at((array.id, &pointed), offset)?;
        let index = i64::try_from(index).ok()?;
        let conditions = self.pool.newest_first(state.path.condition.conditions());
        let recent: Vec<TermId> = conditions.take(RECENT).collect();
        let mut all: Vec<Counted> = Vec::new();
        for condition in recent {
            let Some(guard) = self.guard(condition) else { continue };
            let more = index - guard.index as i64;
            if !(-1..=1).contains(&more) || !self.is_loop(state, &guard) {
                continue;
            }
            let Some((name, added)) = self.name_of_number(state, guard.number) else { continue };
            let counted =
                Counted { name, total: more + added, fits: self.fits(&guard, more, length) };
            // The newest says how far the loop is: others count if they are as far.
            let is_as_far = all.first().is_none_or(|newest| newest.total == counted.total);
            if is_as_far && all.iter().all(|other| other.name != counted.name) {
                all.push(counted);
            }
        }
        let words = words(&all, name)?;
        let short = all.iter().map(|it| self.pool.not(it.fits)).collect::<Vec<TermId>>();
        let short = self.pool.and_all(&short);
        Some(Count { fits: self.pool.not(short), words })
    }

    /// Which element of an array is at an offset, and how many there are.
    fn element_at(
        &mut self,
        (array, pointed): (InputId, &Pointed),
        offset: u64,
    ) -> Option<(u64, TermId)> {
        match pointed.shape {
            PointeeLength::Array(Elements { head, size, length, .. }) => {
                Some((offset.checked_sub(head)? / size, length))
            }
            PointeeLength::Text if !pointed.promise.constant => {
                Some((offset, self.origins.variable(self.pool, Origin::Length(array))))
            }
            PointeeLength::Text | PointeeLength::Function | PointeeLength::Opaque => None,
        }
    }

    /// Is an array long enough for the number that a guard is about, and for so many more or fewer?
    fn fits(&mut self, guard: &Guard, more: i64, length: TermId) -> TermId {
        let number = match guard.order {
            Order::Signed => self.pool.sign_extend(64, guard.number),
            Order::Unsigned | Order::Different => self.pool.zero_extend(64, guard.number),
        };
        let length = self.pool.zero_extend(64, length);
        match more {
            // The sum might overflow.
            1 => self.pool.ult(number, length),
            0 => self.pool.ule(number, length),
            _ => {
                let one = self.pool.bits(64, 1);
                let before = self.pool.sub(number, one);
                self.pool.ule(before, length)
            }
        }
    }

    /// A condition of the form `index < number`.
    fn guard(&mut self, condition: TermId) -> Option<Guard> {
        let (order, [low, number]) = match (self.pool.op(condition), self.pool.args(condition)) {
            (Op::ULt, &[low, number]) => (Order::Unsigned, [low, number]),
            (Op::SLt, &[low, number]) => (Order::Signed, [low, number]),
            (Op::Not, &[equal]) => (Order::Different, self.equal_numbers(equal)?),
            _ => return None,
        };
        let index = self.pool.as_bits(low)?.to_u64().filter(|&index| index < 1 << 31)?;
        let is_number = self.pool.as_bits(number).is_none() && self.pool.width(number) <= 64;
        is_number.then_some(Guard { index, number, order })
    }

    /// The constant and the number that are equal: byte by byte, the highest first, if it has several.
    fn equal_numbers(&mut self, equal: TermId) -> Option<[TermId; 2]> {
        let bytes = match self.pool.op(equal) {
            Op::And => self.pool.args(equal).to_vec(),
            _ => vec![equal],
        };
        let mut pairs = Vec::new();
        for byte in bytes.into_iter().rev() {
            match (self.pool.op(byte), self.pool.args(byte)) {
                (Op::Eq, &[a, b]) if matches!(self.pool.sort(b), Sort::Bits(8 | 16 | 32 | 64)) => {
                    pairs.push(self.constant_first(a, b));
                }
                _ => return None,
            }
        }
        let of = |at: usize| pairs.iter().map(|pair| pair[at]).collect::<Vec<TermId>>();
        let (constant, number) = (of(0), of(1));
        Some([self.pool.join(&constant), self.pool.join(&number)])
    }

    /// Was the same decided for the index before, so that this is no comparison with some constant?
    fn is_loop(&mut self, state: &State, guard: &Guard) -> bool {
        let &Guard { index, number, order } = guard;
        let width = self.pool.width(number);
        let first = match order {
            // Only all of them together put the number above the index.
            Order::Different => 0,
            Order::Signed | Order::Unsigned => index.saturating_sub(1),
        };
        index > 0
            && (first..index).all(|index| {
                let low = self.pool.bits(width, index);
                let condition = match order {
                    Order::Signed => self.pool.slt(low, number),
                    Order::Unsigned => self.pool.ult(low, number),
                    Order::Different => self.pool.ne(low, number),
                };
                state.path.condition.says(condition)
            })
    }

    /// How C calls a number that the function was given, and what was added to it.
    fn name_of_number(&mut self, state: &State, number: TermId) -> Option<(String, i64)> {
        let number = self.narrow(number);
        let added = match (self.pool.op(number), self.pool.args(number)) {
            (Op::Add, &[a, b]) => {
                let [constant, other] = self.constant_first(a, b);
                let constant = self.pool.as_bits(constant)?.to_i128()?;
                Some((other, i64::try_from(constant).ok()?))
            }
            _ => None,
        };
        let (number, added) = added.unwrap_or((number, 0));
        let number = self.narrow(number);
        let (input, start) = self.given_bytes(number)?;
        let bytes = u64::from(self.pool.width(number) / 8);
        let input = state.given.inputs.iter().find(|it| it.id == input)?;
        Some((self.name_of_part(input, start, bytes)?, added))
    }

    /// The arguments of an operation that may have them in any order.
    fn constant_first(&self, a: TermId, b: TermId) -> [TermId; 2] {
        if self.pool.as_bits(a).is_some() { [a, b] } else { [b, a] }
    }

    /// A number before it was extended.
    fn narrow(&self, number: TermId) -> TermId {
        match (self.pool.op(number), self.pool.args(number)) {
            (Op::ZeroExtend | Op::SignExtend, &[inner]) => inner,
            _ => number,
        }
    }

    /// The input that a number is a part of, and where it is in it.
    fn given_bytes(&mut self, number: TermId) -> Option<(InputId, u64)> {
        if !self.pool.width(number).is_multiple_of(8) {
            return None;
        }
        let mut first = None;
        for (index, byte) in (0..).zip(self.pool.split(number)) {
            let Op::Symbol(symbol) = self.pool.op(byte) else { return None };
            let Some(Origin::Byte(input, at)) = self.origins.of(symbol) else { return None };
            let (of, start) = *first.get_or_insert((input, at));
            if of != input || at != start + index {
                return None;
            }
        }
        first
    }

    /// How C calls some bytes of an input: all of a number, or a member of a struct.
    fn name_of_part(&self, input: &Input, start: u64, bytes: u64) -> Option<String> {
        let Some(pointed) = input.pointed else {
            let is_whole = start == 0 && bytes == input.bytes.len() as u64;
            return is_whole.then(|| input.name.to_string());
        };
        let debug = &self.image.program.debug;
        let size = match debug.flexible(pointed.pointee) {
            Some(array) => (start < array.offset).then_some(array.offset),
            None => debug.size(pointed.pointee).filter(|&size| size > 0),
        }?;
        let member = debug.member(pointed.pointee, start % size)?;
        let is_number = matches!(debug.ty(debug.resolve(member.ty)), Type::Int { .. });
        // The numbers of an array are compared for what they are.
        let is_member = member.suffix.starts_with('.');
        (is_number && is_member && member.start == start % size && member.size == bytes).then(
            || self.part_name(&input.name, Some(pointed), start - start % size, &member.suffix),
        )
    }
}

/// Did the same access ask for an element before, in the same activation? One behind a loop has nothing to do with what the
/// loop counts.
fn is_repeated(state: &State) -> bool {
    let decided = state.frames.last().and_then(|frame| {
        let pc = frame.pc.checked_sub(1)?;
        frame.extra.as_ref()?.decided.get(&pc)
    });
    decided.is_some_and(|decided| decided.visits > 1 || decided.last != state.instructions)
}

/// `n <= length of buf`, or one more or less; of several numbers, the least counts.
fn words(all: &[Counted], array: &str) -> Option<String> {
    let names: Vec<&str> = all.iter().rev().map(|counted| counted.name.as_str()).collect();
    let number = match &names[..] {
        [] => return None,
        [name] => (*name).to_owned(),
        names => format!("min({})", names.join(", ")),
    };
    match all.first()?.total {
        -1 => Some(format!("{number} <= length of {array} + 1")),
        0 => Some(format!("{number} <= length of {array}")),
        1 => Some(format!("{number} < length of {array}")),
        _ => None,
    }
}
