//! Values: bit-vector terms as C would write them.

use ir::debug::{Type, TypeId};
use smt::{Bits, FloatOp, Op, Sort, SymbolId, TermId};

use crate::search::render::names::{Meaning, SymbolNames};
use crate::search::render::phrase::{Phrase, Precedence, choice, clear, left_associative};
use crate::search::render::reading::{self, Reading};

/// So many terms are spelled out in one expression; the end of a longer one would not be read.
pub(super) const FUEL: u32 = 120;

/// So many terms are looked at to say how C would read another.
const LOOKS: u32 = 256;

/// What is left out.
pub(super) const REST: &str = "…";

impl SymbolNames<'_> {
    /// A value of the tree, of a type if that is known.
    pub(super) fn value(&mut self, term: TermId, ty: Option<TypeId>) -> String {
        let term = self.reworded(term);
        self.shown_value(term, ty)
    }

    /// A reworded value.
    pub(super) fn shown_value(&mut self, term: TermId, ty: Option<TypeId>) -> String {
        self.fuel = FUEL;
        let reading = ty.and_then(|ty| reading::of(self.debug(), ty));
        self.number(term, reading).text
    }

    /// A reworded value inside of what is being said.
    pub(super) fn inner_value(&mut self, term: TermId) -> Phrase {
        let fuel = std::mem::replace(&mut self.fuel, FUEL);
        let phrase = self.number(term, None);
        self.fuel = fuel;
        phrase
    }

    /// A value as a signed or unsigned number: with a cast, where C would take it for the other.
    pub(super) fn number_as(
        &mut self,
        term: TermId,
        constants: Option<Reading>,
        reading: Reading,
    ) -> Phrase {
        let width = self.pool.width(term);
        let to = integer_type(width, reading == Reading::Signed);
        if let (Op::Extract { low: 0, .. }, &[inner], 8 | 16 | 32 | 64) =
            (self.pool.op(term), self.pool.args(term), width)
        {
            return self.number(inner, None).cast(to);
        }
        let phrase = self.number(term, constants);
        // C computes in `int`, or wider.
        let computes =
            matches!(self.pool.op(term), Op::Add | Op::Mul | Op::Neg | Op::Shl | Op::BitNot);
        if computes && matches!(width, 8 | 16) {
            return phrase.cast(to);
        }
        match (self.reading(term), reading) {
            (Some(Reading::Signed | Reading::Char), Reading::Unsigned)
            | (Some(Reading::Unsigned), Reading::Signed) => phrase.cast(to),
            _ => phrase,
        }
    }

    /// How C reads the bits of a term, as far as its parts say so.
    pub(super) fn reading(&self, term: TermId) -> Option<Reading> {
        self.reading_by(term, &mut { LOOKS })
    }

    /// The same, with so many looks at terms: parts are shared, and there is no end to all ways through them.
    fn reading_by(&self, term: TermId, looks: &mut u32) -> Option<Reading> {
        *looks = looks.checked_sub(1)?;
        let args = self.pool.args(term);
        match self.pool.op(term) {
            Op::Symbol(symbol) => self.symbol_reading(symbol),
            Op::SignExtend => match self.reading_by(args[0], looks) {
                Some(Reading::Unsigned) | None => Some(Reading::Signed),
                other => other,
            },
            Op::ZeroExtend => match self.reading_by(args[0], looks) {
                Some(Reading::Signed | Reading::Char) => Some(Reading::Unsigned),
                other => other,
            },
            Op::Ite => self.reading_by(args[1], looks).or_else(|| self.reading_by(args[2], looks)),
            // Shown with a mask.
            Op::Extract { high, low } if low > 0 || !matches!(high + 1, 8 | 16 | 32 | 64) => {
                Some(Reading::Unsigned)
            }
            Op::Add | Op::Mul | Op::Neg | Op::BitAnd | Op::BitOr | Op::BitXor | Op::BitNot => {
                let all: Vec<Reading> =
                    args.iter().filter_map(|&arg| self.reading_by(arg, looks)).collect();
                if self.is_distance(args, looks) {
                    return Some(Reading::Signed);
                }
                let pointer = all.iter().find(|it| matches!(it, Reading::Pointer(_)));
                match pointer.or(all.first()) {
                    Some(Reading::Char | Reading::Enum(_)) => Some(Reading::Signed),
                    other => other.copied(),
                }
            }
            Op::SDiv | Op::SRem | Op::AShr => Some(Reading::Signed),
            Op::UDiv | Op::URem | Op::LShr => Some(Reading::Unsigned),
            Op::Float(op) => match op {
                FloatOp::ToSigned => Some(Reading::Signed),
                FloatOp::ToUnsigned => Some(Reading::Unsigned),
                _ => Some(Reading::Float),
            },
            _ => None,
        }
    }

    /// Is a pointer subtracted in a sum?
    fn is_distance(&self, summands: &[TermId], looks: &mut u32) -> bool {
        summands.iter().any(|&term| match self.pool.as_bits(term).and_then(|bits| bits.to_i128()) {
            Some(number) => [-number, 1 - number].iter().any(|&number| {
                u64::try_from(number).is_ok_and(|number| self.address(number).is_some())
            }),
            None => {
                let inner = self.pool.args(term).first();
                let subtracted = inner.filter(|_| self.pool.op(term) == Op::Neg);
                let reading = subtracted.and_then(|&inner| self.reading_by(inner, looks));
                matches!(reading, Some(Reading::Pointer(_)))
            }
        })
    }

    pub(super) fn number(&mut self, term: TermId, reading: Option<Reading>) -> Phrase {
        let Some(fuel) = self.fuel.checked_sub(1) else { return Phrase::primary(REST) };
        self.fuel = fuel;
        if self.pool.sort(term) == Sort::Bool {
            return self.truth(term, true);
        }
        if let Some(bits) = self.pool.as_bits(term) {
            return self.constant(&bits, reading);
        }
        let args = self.pool.args(term).to_vec();
        match (self.pool.op(term), &args[..]) {
            (Op::Symbol(symbol), _) => match self.name(symbol) {
                Some(name) => name.phrase.clone(),
                None => Phrase::primary(REST),
            },
            (Op::Apply(symbol), args) => self.applied(symbol, args),
            (Op::Extract { high, low }, &[inner]) => self.extracted(inner, high, low),
            (Op::Concat, &[high, low]) => self.concatenated(high, low),
            (Op::ZeroExtend, &[inner]) => self.number_as(inner, reading, Reading::Unsigned),
            (Op::SignExtend, &[inner]) if self.pool.width(inner) == 1 => self.prefix("-", inner),
            (Op::SignExtend, &[inner]) => self.number_as(inner, reading, Reading::Signed),
            (Op::Ite, &[condition, then, otherwise]) => match self.table_read(term) {
                Some(element) => element,
                None => self.chosen(condition, then, otherwise, reading),
            },
            (Op::Float(op), args) => self.float(op, args),
            (Op::Select, &[array, index]) => {
                let (array, index) = (self.number(array, None), self.number(index, None));
                Phrase::primary(format!(
                    "{}[{}]",
                    array.parenthesised(Precedence::Primary),
                    index.text
                ))
            }
            (op, args) => self.arithmetic(op, args),
        }
    }

    /// What C has an operator for.
    fn arithmetic(&mut self, op: Op, args: &[TermId]) -> Phrase {
        match (op, args) {
            (Op::Neg, &[inner]) => self.prefix("-", inner),
            (Op::BitNot, &[inner]) => self.prefix("~", inner),
            (Op::Add, args) => self.sum(args),
            (Op::Mul, args) => self.operation(args, "*", Precedence::Product),
            (Op::UDiv, args) => {
                self.operation_on(args, "/", Precedence::Product, Reading::Unsigned)
            }
            (Op::URem, args) => {
                self.operation_on(args, "%", Precedence::Product, Reading::Unsigned)
            }
            (Op::SDiv, args) => self.operation_on(args, "/", Precedence::Product, Reading::Signed),
            (Op::SRem, args) => self.operation_on(args, "%", Precedence::Product, Reading::Signed),
            (Op::BitAnd, args) => self.bitwise(args, "&", Precedence::BitAnd),
            (Op::BitOr, args) => self.bitwise(args, "|", Precedence::BitOr),
            (Op::BitXor, args) => self.bitwise(args, "^", Precedence::BitXor),
            (Op::Shl, args) => self.operation(args, "<<", Precedence::Shift),
            (Op::LShr, args) => self.operation_on(args, ">>", Precedence::Shift, Reading::Unsigned),
            (Op::AShr, args) => self.operation_on(args, ">>", Precedence::Shift, Reading::Signed),
            _ => Phrase::primary(REST),
        }
    }

    fn applied(&mut self, symbol: SymbolId, args: &[TermId]) -> Phrase {
        let args: Vec<String> = args.iter().map(|&arg| self.number(arg, None).text).collect();
        let name = &self.pool.symbol_info(symbol).name;
        Phrase::primary(format!("{name}({})", args.join(", ")))
    }

    fn concatenated(&mut self, high: TermId, low: TermId) -> Phrase {
        let shift = self.pool.width(low);
        if self.pool.as_bits(low).is_some_and(|low| low.is_zero()) {
            return self.shifted_up(high, shift);
        }
        let parts = [high, low].map(|part| self.number(part, Some(Reading::Unsigned)));
        let high = format!("{} << {shift}", parts[0].parenthesised(Precedence::Sum));
        let high = Phrase { text: high, level: Precedence::Shift };
        Phrase::infix(&[clear(&high), clear(&parts[1])], "|", Precedence::BitOr)
    }

    fn prefix(&mut self, sign: &str, inner: TermId) -> Phrase {
        let inner = self.number(inner, None).parenthesised(Precedence::Primary);
        Phrase { text: format!("{sign}{inner}"), level: Precedence::Unary }
    }

    fn operation(&mut self, args: &[TermId], sign: &str, level: Precedence) -> Phrase {
        let reading = args.iter().find_map(|&arg| self.reading(arg));
        let reading = reading.filter(|reading| *reading == Reading::Unsigned);
        self.infix(args, sign, level, reading)
    }

    fn operation_on(
        &mut self,
        args: &[TermId],
        sign: &str,
        level: Precedence,
        as_: Reading,
    ) -> Phrase {
        let parts: Vec<Phrase> =
            args.iter().map(|&arg| self.number_as(arg, Some(as_), as_)).collect();
        left_associative(&parts, sign, level)
    }

    fn infix(
        &mut self,
        args: &[TermId],
        sign: &str,
        level: Precedence,
        reading: Option<Reading>,
    ) -> Phrase {
        // The pool has constants first; people have them last.
        let mut args = args.to_vec();
        if sign == "*" || level < Precedence::Comparison {
            args.sort_by_key(|&arg| self.pool.as_bits(arg).is_some());
        }
        let parts: Vec<Phrase> = args.iter().map(|&arg| self.number(arg, reading)).collect();
        left_associative(&parts, sign, level)
    }

    fn bitwise(&mut self, args: &[TermId], sign: &str, level: Precedence) -> Phrase {
        let mut args = args.to_vec();
        args.sort_by_key(|&arg| self.pool.as_bits(arg).is_some());
        let parts: Vec<Phrase> = args
            .iter()
            .map(|&arg| match self.pool.as_bits(arg).and_then(|bits| bits.to_u64()) {
                Some(mask) if mask > 9 => Phrase::primary(format!("{mask:#x}")),
                _ => clear(&self.number(arg, Some(Reading::Unsigned))),
            })
            .collect();
        Phrase::infix(&parts, sign, level)
    }

    /// A value, with zeros below it.
    fn shifted_up(&mut self, term: TermId, by: u32) -> Phrase {
        let whole = self.before_shift(term, by);
        let value = self.number(whole, None);
        let text = format!("{} << {by}", value.parenthesised(Precedence::Sum));
        Phrase { text, level: Precedence::Shift }
    }

    /// What was shifted: what is shifted out at the top was left out before.
    pub(super) fn before_shift(&self, term: TermId, by: u32) -> TermId {
        match (self.pool.op(term), self.pool.args(term)) {
            (Op::Extract { low: 0, .. }, &[whole])
                if self.pool.width(whole) == self.pool.width(term) + by =>
            {
                whole
            }
            _ => term,
        }
    }

    fn extracted(&mut self, inner: TermId, high: u32, low: u32) -> Phrase {
        let (width, whole) = (high - low + 1, self.pool.width(inner));
        let value = match low {
            0 => self.number(inner, None),
            _ => self.number_as(inner, None, Reading::Unsigned),
        };
        if low == 0 && matches!(width, 8 | 16 | 32 | 64) {
            return value.cast(integer_type(width, self.reading(inner) != Some(Reading::Unsigned)));
        }
        let shifted = match low {
            0 => value,
            _ => {
                let text = format!("{} >> {low}", value.parenthesised(Precedence::Sum));
                Phrase { text, level: Precedence::Shift }
            }
        };
        if high + 1 == whole {
            return shifted;
        }
        let mask = 1u128.checked_shl(width).map_or(u128::MAX, |power| power - 1);
        let mask = if mask > 9 { format!("{mask:#x}") } else { mask.to_string() };
        Phrase::infix(&[clear(&shifted), Phrase::primary(mask)], "&", Precedence::BitAnd)
    }

    fn chosen(
        &mut self,
        condition: TermId,
        then: TermId,
        otherwise: TermId,
        reading: Option<Reading>,
    ) -> Phrase {
        // A comparison is 0 or 1 in C.
        let constants = [then, otherwise].map(|side| self.pool.as_bits(side));
        if let [Some(then), Some(otherwise)] = &constants {
            match (then.is_one(), then.is_zero(), otherwise.is_one(), otherwise.is_zero()) {
                (true, _, _, true) => return self.truth(condition, true),
                (_, true, true, _) => return self.truth(condition, false),
                _ => {}
            }
        }
        let or_null = self.pool.as_bits(then).is_some_and(|then| then.is_zero());
        if let Some(pointer) = self.given_pointer(condition, otherwise).filter(|_| or_null) {
            return pointer;
        }
        let own = self.reading(then).or_else(|| self.reading(otherwise)).or(reading);
        let parts =
            [self.truth(condition, true), self.number(then, own), self.number(otherwise, own)];
        choice(&parts)
    }

    /// A pointer that the program was given: null, or the address of its object.
    fn given_pointer(&self, condition: TermId, otherwise: TermId) -> Option<Phrase> {
        let Op::Symbol(symbol) = self.pool.op(condition) else { return None };
        let Meaning::IsNull(pointer) = self.name(symbol)?.meaning else { return None };
        let address = self.pool.as_bits(otherwise)?.to_u64()?;
        let is_it = self.given.objects.get(&address).is_some_and(|&(object, _)| object == pointer);
        is_it.then(|| Phrase::primary(&**self.given.origins.label(pointer)))
    }

    fn float(&mut self, op: FloatOp, args: &[TermId]) -> Phrase {
        let parts: Vec<Phrase> = match op {
            FloatOp::FromSigned | FloatOp::FromUnsigned => {
                args.iter().map(|&arg| self.number(arg, None)).collect()
            }
            _ => args.iter().map(|&arg| self.number(arg, Some(Reading::Float))).collect(),
        };
        match (op, &parts[..]) {
            (FloatOp::Add, _) => left_associative(&parts, "+", Precedence::Sum),
            (FloatOp::Sub, _) => left_associative(&parts, "-", Precedence::Sum),
            (FloatOp::Mul, _) => left_associative(&parts, "*", Precedence::Product),
            (FloatOp::Div, _) => left_associative(&parts, "/", Precedence::Product),
            (FloatOp::Convert | FloatOp::FromSigned | FloatOp::FromUnsigned, [inner]) => {
                inner.cast("double")
            }
            (FloatOp::ToSigned, [inner]) => inner.cast("int"),
            (FloatOp::ToUnsigned, [inner]) => inner.cast("unsigned"),
            (op, parts) => {
                let name = match op {
                    FloatOp::Sqrt => "sqrt",
                    FloatOp::MulAdd => "fma",
                    _ => "round",
                };
                let args: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
                Phrase::primary(format!("{name}({})", args.join(", ")))
            }
        }
    }

    /// A constant, as a value of its type is written.
    pub(super) fn constant(&self, bits: &Bits, reading: Option<Reading>) -> Phrase {
        let signed = bits.to_i128().unwrap_or(0);
        let Some(number) = bits.to_u64() else {
            return Phrase::primary(format!("{:#x}", bits.to_u128().unwrap_or(0)));
        };
        let is_pointer = bits.width() == self.image.program.target.pointer_bits;
        if is_pointer && let Some(phrase) = self.address(number) {
            return phrase;
        }
        if is_pointer && self.image.memory.layout().zone(number).is_some() {
            return Phrase::primary("(an address)");
        }
        let text = match reading {
            Some(Reading::Char) if (0..128).contains(&signed) => character(number as u8),
            Some(Reading::Pointer(_)) if number == 0 => "NULL".to_owned(),
            // Where native code has something, or an argument is, is different in every run or build.
            Some(Reading::Pointer(_)) => "(an address)".to_owned(),
            Some(Reading::Unsigned) => number.to_string(),
            Some(Reading::Float) if bits.width() == 32 => {
                format!("{:?}", f32::from_bits(number as u32))
            }
            Some(Reading::Float) => format!("{:?}", f64::from_bits(number)),
            Some(Reading::Enum(ty)) => self.enumerator(ty, signed),
            _ if bits.width() == 1 => number.to_string(),
            _ => signed.to_string(),
        };
        let level = if text.starts_with('-') { Precedence::Unary } else { Precedence::Primary };
        Phrase { text, level }
    }

    fn enumerator(&self, ty: TypeId, number: i128) -> String {
        let Type::Enum { values, .. } = self.debug().ty(ty) else { return number.to_string() };
        let found = values.iter().find(|(_, value)| *value == number);
        found.map_or_else(|| number.to_string(), |(name, _)| name.clone())
    }
}

/// What C calls an integer of so many bits.
fn integer_type(bits: u32, signed: bool) -> &'static str {
    match (bits, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (64, true) => "long",
        (64, false) => "unsigned long",
        (_, true) => "int",
        (_, false) => "unsigned",
    }
}

/// A character literal; a number, if it is none that can be read.
fn character(byte: u8) -> String {
    match byte {
        b'\'' | b'\\' => format!("'\\{}'", byte as char),
        b' '..=b'~' => format!("'{}'", byte as char),
        0 => "'\\0'".to_owned(),
        b'\n' => "'\\n'".to_owned(),
        b'\t' => "'\\t'".to_owned(),
        b'\r' => "'\\r'".to_owned(),
        _ => byte.to_string(),
    }
}
