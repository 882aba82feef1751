//! Looks for a model near one that nearly fits: what a constraint that doesn't hold demands goes down the terms to symbols,
//! which are changed (propagation-based local search: Niemetz, Preiner and Biere, 2016).
//!
//! A path's model satisfies all of its conditions, so that of a query about its continuation, mostly one constraint fails.
//! What is known of the bounds of terms keeps a demand from going where nothing can be found.

use crate::bits::Bits;
use crate::eval::operate;
use crate::model::Model;
use crate::pool::TermPool;
use crate::random::Random;
use crate::solver::layer::bounds::Bounds;
use crate::solver::layer::propagation::inverse::Operand;
use crate::solver::layer::propagation::network::{Network, NetworkNode};
use crate::sort::Sort;
use crate::term::Op;
use crate::value::Value;

/// How often something is changed.
const MOVES: u32 = 48;

/// How many terms are evaluated, at most; or each so often, where a backend would look at many, too.
const WORK: u64 = 20_000;
const ROUNDS: u64 = 16;

/// The search, and where it is.
pub(super) struct LocalSearch<'n> {
    network: &'n Network,
    /// Of all terms, in the model so far.
    values: Vec<Value>,
    /// The symbols that were changed, and whatever else changed with them.
    changed: Vec<bool>,
    random: Random,
    /// Terms that were evaluated.
    pub(super) work: u64,
}

/// What a term is to be.
type Demand = (usize, Value);

impl<'n> LocalSearch<'n> {
    /// One that starts from a model; nothing, if there are terms that can't be evaluated here.
    pub(super) fn from(pool: &TermPool, network: &'n Network, model: &Model) -> Option<Self> {
        let strange = |node: &NetworkNode| {
            matches!(node.sort, Sort::Array { .. }) || matches!(node.op, Op::Apply(_))
        };
        if network.nodes.iter().any(strange) {
            return None;
        }
        let changed = vec![false; network.nodes.len()];
        let (values, random) = (Vec::with_capacity(network.nodes.len()), Random::new(0));
        let mut search = LocalSearch { network, values, changed, random, work: 0 };
        for (place, &term) in network.terms.iter().enumerate() {
            let value = match network.nodes[place].op {
                Op::Symbol(symbol) => model.value(pool, symbol),
                _ => pool.as_value(term).unwrap_or_else(|| search.evaluate(place)),
            };
            search.values.push(value);
        }
        search.work = network.nodes.len() as u64;
        Some(search)
    }

    /// How many constraints don't hold.
    pub(super) fn failing(&self) -> usize {
        self.network.roots.iter().filter(|&&root| !self.values[root].to_bool()).count()
    }

    /// A model of all constraints, if it is found.
    pub(super) fn run(&mut self) -> Option<Model> {
        let most = WORK.max(ROUNDS * self.network.nodes.len() as u64);
        for _ in 0..MOVES {
            let fails = |&root: &usize| !self.values[root].to_bool();
            let failing: Vec<usize> = self.network.roots.iter().copied().filter(fails).collect();
            if failing.is_empty() {
                return Some(self.model());
            }
            if self.work > most {
                break;
            }
            let root = self.random.pick(&failing);
            self.satisfy(root);
            self.update();
        }
        None
    }

    fn model(&self) -> Model {
        let mut model = Model::new();
        for (node, value) in self.network.nodes.iter().zip(&self.values) {
            if let Op::Symbol(symbol) = node.op {
                model.set(symbol, value.clone());
            }
        }
        model
    }

    fn evaluate(&self, place: usize) -> Value {
        let NetworkNode { op, sort, .. } = self.network.nodes[place];
        let operands = self.network.operands(place);
        let values: Vec<Value> = operands.iter().map(|&it| self.values[it].clone()).collect();
        operate(op, sort, &values)
    }

    /// Changes symbols so that a constraint may hold.
    fn satisfy(&mut self, root: usize) {
        let mut demands: Vec<Demand> = vec![(root, Value::Bool(true))];
        while let Some((place, value)) = demands.pop() {
            self.work += 1;
            let value = self.within_bounds(place, value);
            if self.values[place] == value || !self.may_be(place, &value) {
                continue;
            }
            if matches!(self.network.nodes[place].op, Op::Symbol(_)) {
                self.values[place] = value;
                self.changed[place] = true;
            } else {
                self.demand(place, &value, &mut demands);
            }
        }
    }

    /// Evaluates what depends on changed symbols.
    fn update(&mut self) {
        let network = self.network;
        let Some(first) = self.changed.iter().position(|&changed| changed) else { return };
        for place in first..network.nodes.len() {
            if network.operands(place).iter().any(|&operand| self.changed[operand]) {
                let value = self.evaluate(place);
                self.work += 1;
                self.changed[place] = value != self.values[place];
                self.values[place] = value;
            }
        }
        self.changed[first..].fill(false);
    }

    /// Does what is known of all models allow it?
    fn may_be(&self, place: usize, value: &Value) -> bool {
        match value {
            Value::Bool(value) => self.network.truth(place) != Some(!value),
            Value::Bits(value) => {
                self.network.bounds(place).is_none_or(|bounds| bounds.contains(value))
            }
            Value::Array(_) => false,
        }
    }

    /// The nearest to a value that the bounds of a term allow: what is missing to a sum, its other parts may be.
    fn within_bounds(&self, place: usize, value: Value) -> Value {
        match (self.network.bounds(place), value) {
            (Some(bounds), Value::Bits(bits)) => Value::Bits(bounds.nearest(bits)),
            (_, value) => value,
        }
    }

    /// Can it be anything else than it is?
    fn is_free(&self, place: usize) -> bool {
        let known = match &self.values[place] {
            Value::Bool(now) => self.network.truth(place) == Some(*now),
            Value::Bits(now) => {
                self.network.bounds(place).and_then(Bounds::value).is_some_and(|it| it == now)
            }
            Value::Array(_) => true,
        };
        !known && !self.network.nodes[place].op.is_constant()
    }

    /// What a term demands of its operands to become something else.
    fn demand(&mut self, place: usize, value: &Value, demands: &mut Vec<Demand>) {
        let NetworkNode { op, .. } = self.network.nodes[place];
        match (op, self.network.operands(place), value) {
            (Op::Ite, &[condition, yes, no], _) => {
                self.demand_choice([condition, yes, no], value, demands);
            }
            (Op::Not, &[inner], Value::Bool(truth)) => demands.push((inner, Value::Bool(!truth))),
            (Op::And, parts, &Value::Bool(truth)) => self.demand_parts(parts, truth, demands),
            (Op::Eq, &[a, b], &Value::Bool(truth)) => self.demand_equality([a, b], truth, demands),
            (Op::ULt | Op::ULe | Op::SLt | Op::SLe, &[a, b], &Value::Bool(truth)) => {
                self.demand_order(op, [a, b], truth, demands);
            }
            (_, &[inner], Value::Bits(bits)) => self.demand_inner(op, inner, bits, demands),
            (Op::Concat, &[high, low], Value::Bits(bits)) => {
                let split = self.bits(low).width();
                demands.push((high, Value::Bits(bits.extract(bits.width() - 1, split))));
                demands.push((low, Value::Bits(bits.extract(split - 1, 0))));
            }
            (_, &[a, b], Value::Bits(bits)) => self.demand_operand(op, [a, b], bits, demands),
            _ => {}
        }
    }

    /// The other branch is taken if it is nearer to what is wanted, mostly, and else this one is to become that. So of a
    /// number that is counted on the way, as many steps are taken or left as are missing.
    fn demand_choice(&mut self, parts: [usize; 3], value: &Value, demands: &mut Vec<Demand>) {
        let [condition, yes, no] = parts;
        let truth = self.values[condition].to_bool();
        let (taken, other) = if truth { (yes, no) } else { (no, yes) };
        let may_switch = self.is_free(condition) && self.may_be(other, value);
        let may_stay = self.is_free(taken) && self.may_be(taken, value);
        let [others, own] = [other, taken].map(|it| distance(&self.values[it], value));
        let seldom = self.random.below(if others == own { 4 } else { 32 }) == 0;
        let switches = may_switch && (!may_stay || (others < own) != seldom);
        if switches {
            demands.push((condition, Value::Bool(!truth)));
        }
        demands.push((if switches { other } else { taken }, value.clone()));
    }

    /// All parts are to hold, or one of them is not to.
    fn demand_parts(&mut self, parts: &[usize], truth: bool, demands: &mut Vec<Demand>) {
        if truth {
            demands.extend(parts.iter().map(|&part| (part, Value::Bool(true))));
            return;
        }
        let free: Vec<usize> = parts.iter().copied().filter(|&part| self.is_free(part)).collect();
        if !free.is_empty() {
            demands.push((self.random.pick(&free), Value::Bool(false)));
        }
    }

    /// One of both operands that can be changed, and the other one.
    fn pick_operand(&mut self, [a, b]: [usize; 2]) -> Option<(usize, usize)> {
        match (self.is_free(a), self.is_free(b)) {
            (true, true) if self.random.below(2) == 0 => Some((a, b)),
            (_, true) => Some((b, a)),
            (true, false) => Some((a, b)),
            (false, false) => None,
        }
    }

    fn demand_equality(&mut self, operands: [usize; 2], truth: bool, demands: &mut Vec<Demand>) {
        let Some((operand, other)) = self.pick_operand(operands) else { return };
        let value = match self.values[other].clone() {
            Value::Bool(other) => Some(Value::Bool(other == truth)),
            value if truth => Some(value),
            Value::Bits(other) => match self.switched(operand, &other) {
                Some(condition) => return demands.push(condition),
                None => self.different(operand, &other).map(Value::Bits),
            },
            Value::Array(_) => None,
        };
        demands.extend(value.map(|value| (operand, value)));
    }

    /// A choice that is to be something else is the other of both, if that will do: then nothing else changes.
    fn switched(&self, operand: usize, from: &Bits) -> Option<Demand> {
        let (Op::Ite, &[condition, yes, no]) =
            (self.network.nodes[operand].op, self.network.operands(operand))
        else {
            return None;
        };
        let truth = self.values[condition].to_bool();
        let other = if truth { no } else { yes };
        let will_do = self.is_free(condition) && self.bits(other) != from;
        will_do.then_some((condition, Value::Bool(!truth)))
    }

    /// Something else for an operand to be than this: one more or less, or anything.
    fn different(&mut self, operand: usize, from: &Bits) -> Option<Bits> {
        let one = Bits::one(from.width());
        match self.random.below(4) {
            0 => Some(from.add(&one)),
            1 => Some(from.sub(&one)),
            _ => {
                let range = self.range(operand, false)?;
                self.pick_within(range, None).map(|value| Bits::new(from.width(), value))
            }
        }
    }

    /// a < b: either a below what b is, or b above what a is.
    fn demand_order(&mut self, op: Op, [a, b]: [usize; 2], truth: bool, demands: &mut Vec<Demand>) {
        let signed = matches!(op, Op::SLt | Op::SLe);
        let strict = matches!(op, Op::ULt | Op::SLt) == truth;
        let (low, high) = if truth { (a, b) } else { (b, a) };
        let Some((operand, other)) = self.pick_operand([low, high]) else { return };
        let (Some((first, last)), Some(limit), Some(now)) =
            (self.range(operand, signed), self.key(other, signed), self.key(operand, signed))
        else {
            return;
        };
        let step = u64::from(strict);
        let range = if operand == low {
            limit.checked_sub(step).map(|limit| (first, last.min(limit)))
        } else {
            limit.checked_add(step).map(|limit| (first.max(limit), last))
        };
        let width = self.bits(operand).width();
        if let Some(key) = range.and_then(|range| self.pick_within(range, Some(now))) {
            demands.push((operand, Value::Bits(flip(&Bits::new(width, key), signed))));
        }
    }

    /// A number within a range: mostly the one that is nearest to what it is now, or any of them.
    fn pick_within(&mut self, (first, last): (u64, u64), now: Option<u64>) -> Option<u64> {
        let span = last.checked_sub(first)?;
        match now {
            Some(now) if self.random.below(2) == 0 => Some(now.clamp(first, last)),
            _ => Some(first + self.random.below(span.saturating_add(1))),
        }
    }

    /// From where to where a term lies, as numbers in whose order it is.
    fn range(&self, place: usize, signed: bool) -> Option<(u64, u64)> {
        let (low, high) = self.network.bounds(place)?.range(signed);
        Some((flip(low, signed).to_u64()?, flip(high, signed).to_u64()?))
    }

    /// What a term is, as a number in that order.
    fn key(&self, place: usize, signed: bool) -> Option<u64> {
        let bits = self.bits(place);
        (bits.width() <= u64::BITS).then(|| flip(bits, signed).to_u64())?
    }

    fn bits(&self, place: usize) -> &Bits {
        self.values[place].as_bits()
    }

    fn demand_inner(&mut self, op: Op, inner: usize, bits: &Bits, demands: &mut Vec<Demand>) {
        let now = self.bits(inner);
        let width = now.width();
        let wanted =
            match op {
                Op::Neg => Some(bits.neg()),
                Op::BitNot => Some(bits.not()),
                Op::ZeroExtend => Some(bits.extract(width - 1, 0))
                    .filter(|it| it.zero_extend(bits.width()) == *bits),
                Op::SignExtend => Some(bits.extract(width - 1, 0))
                    .filter(|it| it.sign_extend(bits.width()) == *bits),
                Op::Extract { high, low } => {
                    let by = Bits::new(width, low.into());
                    let place = Bits::ones(high - low + 1).zero_extend(width).shl(&by);
                    Some(now.and(&place.not()).or(&bits.zero_extend(width).shl(&by)))
                }
                _ => None,
            };
        demands.extend(wanted.map(|wanted| (inner, Value::Bits(wanted))));
    }

    /// One operand of two is to change, or if it can't, the other.
    fn demand_operand(
        &mut self,
        op: Op,
        operands: [usize; 2],
        bits: &Bits,
        demands: &mut Vec<Demand>,
    ) {
        let Some((operand, other)) = self.pick_operand(operands) else { return };
        let wanted = |operand: usize, other: usize| {
            let (now, other) = (self.bits(operand), self.bits(other));
            let found = Operand { op, first: operand == operands[0], now, other }.for_result(bits);
            found.map(Value::Bits)
        };
        let fits =
            |operand: usize, value: &Value| self.is_free(operand) && self.may_be(operand, value);
        let (value, instead) = (wanted(operand, other), wanted(other, operand));
        let instead = instead.filter(|instead| fits(other, instead));
        match (value, instead) {
            (Some(value), _) if fits(operand, &value) => demands.push((operand, value)),
            (_, Some(instead)) => demands.push((other, instead)),
            (Some(value), None) => {
                let value = self.within_bounds(operand, value);
                // What one part of a sum can't be, the other one is.
                if op == Op::Add {
                    let rest = bits.sub(value.as_bits());
                    demands.push((other, Value::Bits(rest)));
                }
                demands.push((operand, value));
            }
            (None, None) => {}
        }
    }
}

/// How far a value is from another.
fn distance(from: &Value, to: &Value) -> u64 {
    match (from, to) {
        (Value::Bits(from), Value::Bits(to)) => {
            let ways = [from.sub(to), to.sub(from)];
            ways.iter().filter_map(Bits::to_u64).min().unwrap_or(u64::MAX)
        }
        _ => u64::from(from != to),
    }
}

/// Between a number and its place in an order: those of signed numbers and of unsigned ones differ in the uppermost bit.
fn flip(bits: &Bits, signed: bool) -> Bits {
    if signed { bits.xor(&Bits::min_signed(bits.width())) } else { bits.clone() }
}

#[cfg(test)]
mod tests {
    use super::LocalSearch;
    use crate::model::Model;
    use crate::pool::TermPool;
    use crate::solver::Query;
    use crate::solver::layer::propagation::network::Network;
    use crate::sort::Sort;
    use crate::term::TermId;

    /// Whether it finds a model from the one in which all is zero, which then is one.
    fn finds(pool: &mut TermPool, assumptions: &[TermId], goal: TermId) -> bool {
        let assumptions = pool.conjunction(assumptions.iter().copied());
        let query = Query::new(assumptions, goal);
        let mut network = Network::of(pool, query);
        assert!(network.check(pool).is_ok());
        let found = LocalSearch::from(pool, &network, &Model::new()).and_then(|mut it| it.run());
        assert!(found.as_ref().is_none_or(|model| query.holds(pool, model)));
        found.is_some()
    }

    #[test]
    fn an_order_of_many() {
        let mut pool = TermPool::new();
        let symbols: Vec<TermId> =
            (0..6).map(|number| pool.symbol(&format!("x{number}"), Sort::Bits(32))).collect();
        let conditions: Vec<TermId> =
            symbols.windows(2).map(|pair| pool.slt(pair[0], pair[1])).collect();
        let goal = pool.ult(symbols[5], symbols[0]);
        assert!(finds(&mut pool, &conditions, goal));
    }

    /// Neither of two digits alone makes the sum.
    #[test]
    fn a_sum_of_digits() {
        let mut pool = TermPool::new();
        let [tens, ones] = ["tens", "ones"].map(|name| pool.symbol(name, Sort::Bits(8)));
        let [ten, sum] = [10, 97].map(|value| pool.bits(8, value));
        let conditions = [tens, ones].map(|digit| pool.ult(digit, ten));
        let high = pool.mul(tens, ten);
        let number = pool.add(high, ones);
        let goal = pool.eq(number, sum);
        assert!(finds(&mut pool, &conditions, goal));
    }

    #[test]
    fn a_choice_and_the_bytes_of_a_word() {
        let mut pool = TermPool::new();
        let bytes = [0, 1, 2, 3].map(|at| pool.symbol(&format!("b{at}"), Sort::Bits(8)));
        let word = bytes.into_iter().reduce(|low, byte| pool.concat(byte, low)).expect("some");
        let [small, large, limit] = [17, 0x1234_5678, 0x00ff_0000].map(|it| pool.bits(32, it));
        let is_large = pool.ult(limit, word);
        let chosen = pool.ite(is_large, large, small);
        let goal = pool.eq(chosen, large);
        assert!(finds(&mut pool, &[], goal));
    }
}
