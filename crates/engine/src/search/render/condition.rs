//! Conditions: boolean terms as C would write them.

use smt::{FloatOp, Op, Sort, SymbolId, TermId};

use crate::search::render::names::{Meaning, SymbolNames};
use crate::search::render::phrase::{Phrase, Precedence, above, choice, negated};
use crate::search::render::reading::Reading;
use crate::search::render::value::{FUEL, REST};

impl SymbolNames<'_> {
    /// A condition of the tree, or its negation.
    pub(super) fn condition(&mut self, condition: TermId, holds: bool) -> String {
        let condition = self.reworded(condition);
        self.shown_condition(condition, holds)
    }

    /// A reworded condition, or its negation.
    pub(super) fn shown_condition(&mut self, condition: TermId, holds: bool) -> String {
        self.fuel = FUEL;
        self.truth(condition, holds).text
    }

    pub(super) fn truth(&mut self, term: TermId, holds: bool) -> Phrase {
        let Some(fuel) = self.fuel.checked_sub(1) else { return Phrase::primary(REST) };
        self.fuel = fuel;
        if let Some(phrase) = self.about_memory(term, holds) {
            return phrase;
        }
        if let Some(result) = self.fitting(term) {
            let result = self.number(result, None);
            let does = if holds { "does not overflow" } else { "overflows" };
            return Phrase::words(format!("{} {does}", above(&result).text));
        }
        let args = self.pool.args(term).to_vec();
        match (self.pool.op(term), &args[..]) {
            (Op::Bool(value), _) => Phrase::primary(if value == holds { "true" } else { "false" }),
            (Op::Not, &[inner]) => self.truth(inner, !holds),
            (Op::And, parts) => self.conjunction(parts, holds),
            (Op::Eq, &[a, b]) => self.equality(a, b, holds),
            (Op::ULt, &[a, b]) => self.order(a, b, Relation::Less, Reading::Unsigned, holds),
            (Op::ULe, &[a, b]) => self.order(a, b, Relation::LessOrEqual, Reading::Unsigned, holds),
            (Op::SLt, &[a, b]) => self.order(a, b, Relation::Less, Reading::Signed, holds),
            (Op::SLe, &[a, b]) => self.order(a, b, Relation::LessOrEqual, Reading::Signed, holds),
            (Op::Ite, &[condition, then, otherwise]) => {
                let parts = [
                    self.truth(condition, true),
                    self.truth(then, holds),
                    self.truth(otherwise, holds),
                ];
                choice(&parts)
            }
            (Op::Float(op), &[a, b]) => self.float_comparison(op, a, b, holds),
            (Op::Symbol(symbol), _) => match self.name(symbol).cloned() {
                Some(name) => match name.meaning {
                    Meaning::IsNull(pointer) => self.compared_with_null(pointer, holds),
                    _ => negated(name.phrase.clone(), holds),
                },
                None => negated(Phrase::primary(REST), holds),
            },
            _ => negated(self.number(term, None), holds),
        }
    }

    fn conjunction(&mut self, parts: &[TermId], holds: bool) -> Phrase {
        let parts = self.joined(parts);
        let parts: Vec<Phrase> = parts.iter().map(|&part| self.truth(part, holds)).collect();
        match (&parts[..], holds) {
            ([part], _) => part.clone(),
            (parts, true) => Phrase::infix(parts, "&&", Precedence::And),
            (parts, false) => Phrase::infix(parts, "||", Precedence::Or),
        }
    }

    fn float_comparison(&mut self, op: FloatOp, a: TermId, b: TermId, holds: bool) -> Phrase {
        let sign = match op {
            FloatOp::Eq => "==",
            FloatOp::Lt => "<",
            _ => "<=",
        };
        let sides = [a, b].map(|side| self.number(side, Some(Reading::Float)));
        negated(Phrase::infix(&sides, sign, Precedence::Comparison), holds)
    }

    /// The result of which a condition says that it fits a signed type.
    pub(super) fn fitting(&self, term: TermId) -> Option<TermId> {
        let (Op::And, &[a, b]) = (self.pool.op(term), self.pool.args(term)) else { return None };
        let sides = |order: TermId| match (self.pool.op(order), self.pool.args(order)) {
            (Op::SLt, &[left, right]) => Some((left, right)),
            _ => None,
        };
        let limit = |term: TermId| self.pool.as_bits(term).and_then(|bits| bits.to_i128());
        [(a, b), (b, a)].into_iter().find_map(|(low, high)| {
            let ((low, result), (same, high)) = (sides(low)?, sides(high)?);
            let (low, high) = (limit(low)?, limit(high)?);
            let is_type = [7, 15, 31, 63].iter().any(|bits| high == 1i128 << bits);
            (same == result && low == -high - 1 && is_type).then_some(result)
        })
    }

    /// Equalities of all parts of a variable are one equality.
    pub(super) fn joined(&mut self, conditions: &[TermId]) -> Vec<TermId> {
        let mut left = conditions.to_vec();
        let mut joined = Vec::new();
        while !left.is_empty() {
            let first = left.remove(0);
            let Some(part) = self.equal_part(first) else {
                joined.push(first);
                continue;
            };
            let is_same = |other: &TermId| {
                self.equal_part(*other).is_some_and(|it| it.of == part.of && it.to == part.to)
            };
            let (same, others): (Vec<TermId>, Vec<TermId>) =
                left.iter().partition(|it| is_same(it));
            let parts = same.iter().filter_map(|&other| self.equal_part(other));
            let parts: Vec<PartEquality> = std::iter::once(part).chain(parts).collect();
            match self.equal_wholes(parts) {
                Some(equality) => {
                    joined.push(equality);
                    left = others;
                }
                None => joined.push(first),
            }
        }
        joined
    }

    /// The part of a variable that an equality is about.
    fn equal_part(&self, condition: TermId) -> Option<PartEquality> {
        let (Op::Eq, &[a, b]) = (self.pool.op(condition), self.pool.args(condition)) else {
            return None;
        };
        let part = |term: TermId| match self.pool.op(term) {
            Op::Extract { high, low } => Some((self.pool.args(term)[0], low, high)),
            _ => None,
        };
        let (of, low, high) = part(b)?;
        match (self.pool.as_bits(a), part(a)) {
            (Some(bits), _) => {
                Some(PartEquality { of, low, high, value: bits.to_u64()?, to: None })
            }
            (None, Some((other, other_low, _))) if other_low == low => {
                Some(PartEquality { of, low, high, value: 0, to: Some(other) })
            }
            _ => None,
        }
    }

    /// The equality that equalities of neighbouring parts amount to.
    fn equal_wholes(&mut self, mut parts: Vec<PartEquality>) -> Option<TermId> {
        let first = *parts.first()?;
        let width = self.pool.width(first.of);
        parts.sort_unstable_by_key(|part| part.low);
        let low = parts.first()?.low;
        let (mut next, mut value) = (low, 0);
        for part in &parts {
            if part.low != next || width > 64 {
                return None;
            }
            value |= part.value << (part.low - low);
            next = part.high + 1;
        }
        let part = self.pool.extract(next - 1, low, first.of);
        let other = match first.to {
            _ if parts.len() < 2 => return None,
            Some(other) => self.pool.extract(next - 1, low, other),
            None => self.pool.bits(next - low, value),
        };
        Some(self.pool.eq(other, part))
    }

    fn equality(&mut self, a: TermId, b: TermId, holds: bool) -> Phrase {
        let sign = if holds { "==" } else { "!=" };
        if self.pool.sort(a) == Sort::Bool {
            let sides = [a, b].map(|side| self.truth(side, true));
            return Phrase::infix(&sides, sign, Precedence::Comparison);
        }
        let (left, right) = if self.comes_after(a, b, true) { (b, a) } else { (a, b) };
        // A single bit that is set: `x & 1`.
        if self.pool.width(left) == 1 && self.pool.as_bits(right).is_some() {
            return negated(self.number(left, None), holds);
        }
        let reading = self.reading(left).or_else(|| self.reading(right));
        let sides = [left, right].map(|side| self.number(side, reading));
        Phrase::infix(&[above(&sides[0]), above(&sides[1])], sign, Precedence::Comparison)
    }

    fn order(
        &mut self,
        a: TermId,
        b: TermId,
        relation: Relation,
        reading: Reading,
        holds: bool,
    ) -> Phrase {
        let mut relation = if holds { relation } else { relation.negated() };
        let (mut left, mut right) = (a, b);
        if self.comes_after(a, b, false) {
            (left, right) = (b, a);
            relation = relation.mirrored();
        }
        if let Some(limit) = self.pool.as_bits(right).filter(|_| reading == Reading::Signed) {
            let (simpler, by) = relation.towards_zero(limit.to_i128());
            relation = simpler;
            if by {
                right = self.pool.bits(limit.width(), 0);
            }
        }
        let own = self.reading(left).or_else(|| self.reading(right));
        let as_constant = match (own, reading) {
            (Some(own), Reading::Signed) if own != Reading::Unsigned => Some(own),
            (Some(own @ Reading::Pointer(_)), _) => Some(own),
            _ => Some(reading),
        };
        let sides = [left, right].map(|side| above(&self.number_as(side, as_constant, reading)));
        Phrase::infix(&sides, relation.sign(), Precedence::Comparison)
    }

    /// Would people write the first of two sides last? Constants come last, in equalities parameters before them, and
    /// what was spoken of before comes first.
    fn comes_after(&mut self, a: TermId, b: TermId, is_equality: bool) -> bool {
        let [a, b] = [a, b].map(|side| {
            let symbols = self.pool.free_symbols(side);
            let place = |symbol: &SymbolId| self.found.met.iter().position(|met| met == symbol);
            let first = symbols.iter().filter_map(place).min();
            let is_parameter = is_equality
                && symbols.iter().all(|&symbol| {
                    self.name(symbol).is_some_and(|name| name.meaning == Meaning::Parameter)
                });
            (symbols.is_empty(), is_parameter, first)
        });
        a > b
    }
}

/// An equality of a part of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PartEquality {
    of: TermId,
    low: u32,
    high: u32,
    /// The bits it is equal to, if those are constant.
    value: u64,
    /// The variable whose same part it is equal to.
    to: Option<TermId>,
}

/// What a comparison asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Relation {
    fn sign(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::LessOrEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterOrEqual => ">=",
        }
    }

    fn negated(self) -> Relation {
        match self {
            Relation::Less => Relation::GreaterOrEqual,
            Relation::LessOrEqual => Relation::Greater,
            Relation::Greater => Relation::LessOrEqual,
            Relation::GreaterOrEqual => Relation::Less,
        }
    }

    /// The relation of the sides when they change places.
    fn mirrored(self) -> Relation {
        match self {
            Relation::Less => Relation::Greater,
            Relation::LessOrEqual => Relation::GreaterOrEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterOrEqual => Relation::LessOrEqual,
        }
    }

    /// `x > -1` is `x >= 0`: whether the limit becomes zero.
    fn towards_zero(self, limit: Option<i128>) -> (Relation, bool) {
        match (self, limit) {
            (Relation::Greater, Some(-1)) => (Relation::GreaterOrEqual, true),
            (Relation::LessOrEqual, Some(-1)) => (Relation::Less, true),
            (Relation::Less, Some(1)) => (Relation::LessOrEqual, true),
            (Relation::GreaterOrEqual, Some(1)) => (Relation::Greater, true),
            _ => (self, false),
        }
    }
}
