//! The terms of a query, and what is known about each.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::eval::operate;
use crate::pool::TermPool;
use crate::solver::Query;
use crate::solver::layer::bounds::Bounds;
use crate::solver::layer::order::Orders;
use crate::sort::Sort;
use crate::term::{Op, TermId};
use crate::value::Value;

/// How often everything is looked at. Most contradictions show the first time; a loop that counts could go on for long.
const ROUNDS: u32 = 4;

/// All terms of a query.
pub(super) struct Network {
    /// Operands come before what is made of them.
    pub(super) terms: Vec<TermId>,
    pub(super) nodes: Vec<NetworkNode>,
    /// Of all nodes.
    operands: Vec<usize>,
    known: Vec<TermDomain>,
    /// The constraints.
    pub(super) roots: Vec<usize>,
    changed: bool,
}

pub(super) struct NetworkNode {
    pub(super) op: Op,
    pub(super) sort: Sort,
    /// Where its operands begin among those of all nodes, and how many they are.
    first: usize,
    count: usize,
}

/// What is known about a term.
enum TermDomain {
    Truth(Option<bool>),
    Bounds(Bounds),
    /// Arrays aren't looked into.
    Nothing,
}

/// A comparison of two terms. Only equality may not hold: what isn't less is another comparison, which holds.
struct Comparison {
    op: Op,
    a: TermId,
    b: TermId,
    holds: bool,
}

/// Not all constraints can hold.
pub(super) struct Contradiction;

type Propagated = Result<(), Contradiction>;

impl Network {
    pub(super) fn of(pool: &TermPool, query: Query<'_>) -> Network {
        let terms = terms(pool, query);
        let places: FxHashMap<TermId, usize> = terms.iter().copied().zip(0..).collect();
        let mut operands = Vec::new();
        let nodes = terms.iter().map(|&term| {
            let (first, args) = (operands.len(), pool.args(term));
            operands.extend(args.iter().map(|arg| places[arg]));
            NetworkNode { op: pool.op(term), sort: pool.sort(term), first, count: args.len() }
        });
        let nodes = nodes.collect();
        let known = terms.iter().map(|&term| TermDomain::at_first(pool, term)).collect();
        let roots = query.constraints(pool).iter().map(|term| places[term]).collect();
        Network { terms, nodes, operands, known, roots, changed: false }
    }

    /// Looks for a contradiction.
    pub(super) fn check(&mut self, pool: &TermPool) -> Propagated {
        for index in 0..self.roots.len() {
            self.decide(self.roots[index], true)?;
        }
        self.propagate()?;
        self.check_orders(pool)
    }

    /// Narrows what is known until nothing changes any more, or for a few rounds.
    fn propagate(&mut self) -> Propagated {
        for _ in 0..ROUNDS {
            self.changed = false;
            (0..self.nodes.len()).try_for_each(|place| self.up(place))?;
            (0..self.nodes.len()).rev().try_for_each(|place| self.down(place))?;
            if !self.changed {
                break;
            }
        }
        Ok(())
    }

    /// What is below what must not be in a circle, and what differs not be the same.
    fn check_orders(&self, pool: &TermPool) -> Propagated {
        let comparisons = (0..self.nodes.len()).filter_map(|place| self.comparison(place));
        let (ordered, different): (Vec<_>, Vec<_>) = comparisons.partition(|it| it.holds);
        let mut orders = Orders::default();
        for Comparison { op, a, b, .. } in ordered {
            if orders.decide(op, a, b) == Some(false) {
                return Err(Contradiction);
            }
            orders.learn(pool, op, a, b);
        }
        match different.iter().any(|it| orders.decide(Op::Eq, it.a, it.b) == Some(true)) {
            true => Err(Contradiction),
            false => Ok(()),
        }
    }

    /// A comparison of bit-vectors of which it is known whether it holds.
    fn comparison(&self, place: usize) -> Option<Comparison> {
        let &[a, b] = self.operands(place) else { return None };
        self.bounds(a)?;
        let truth = self.truth(place)?;
        let [a, b] = [a, b].map(|operand| self.terms[operand]);
        match self.nodes[place].op {
            Op::Eq => Some(Comparison { op: Op::Eq, a, b, holds: truth }),
            op @ (Op::ULt | Op::ULe | Op::SLt | Op::SLe) if truth => {
                Some(Comparison { op, a, b, holds: true })
            }
            op @ (Op::ULt | Op::ULe | Op::SLt | Op::SLe) => {
                Some(Comparison { op: converse(op), a: b, b: a, holds: true })
            }
            _ => None,
        }
    }

    /// What operands say about a term.
    fn up(&mut self, place: usize) -> Propagated {
        match self.known[place] {
            _ if self.nodes[place].count == 0 => Ok(()),
            TermDomain::Truth(_) => match self.truth_by_operands(place) {
                Some(truth) => self.decide(place, truth),
                None => Ok(()),
            },
            TermDomain::Bounds(_) => self.narrow(place, self.bounds_by_operands(place)),
            TermDomain::Nothing => Ok(()),
        }
    }

    fn truth_by_operands(&self, place: usize) -> Option<bool> {
        let operands = self.operands(place);
        match (self.nodes[place].op, operands) {
            (Op::Not, &[inner]) => self.truth(inner).map(|truth| !truth),
            (Op::And, _) => {
                let mut truths = operands.iter().map(|&part| self.truth(part));
                if truths.clone().any(|truth| truth == Some(false)) {
                    return Some(false);
                }
                truths.all(|truth| truth == Some(true)).then_some(true)
            }
            (Op::Ite, &[condition, yes, no]) => match self.truth(condition) {
                Some(true) => self.truth(yes),
                Some(false) => self.truth(no),
                None => self.truth(yes).filter(|&truth| self.truth(no) == Some(truth)),
            },
            (Op::Eq, &[a, b]) => match (self.bounds(a), self.bounds(b)) {
                (Some(a), Some(b)) if a.disjoint(b) => Some(false),
                (Some(a), Some(b)) => Some(a.value()? == b.value()?),
                _ => Some(self.truth(a)? == self.truth(b)?),
            },
            (op, &[a, b]) => self.bounds(a)?.compare(op, self.bounds(b)?),
            _ => None,
        }
    }

    fn bounds_by_operands(&self, place: usize) -> Option<Bounds> {
        let NetworkNode { op, sort, .. } = self.nodes[place];
        if let Some(value) = self.value_by_operands(place) {
            return Some(Bounds::exactly(value.as_bits()));
        }
        let operands = self.operands(place);
        let of = |index: usize| self.bounds(operands[index]);
        match (op, operands) {
            (Op::Ite, &[condition, yes, no]) => match self.truth(condition) {
                Some(truth) => self.bounds(if truth { yes } else { no }).cloned(),
                None => Some(self.bounds(yes)?.join(self.bounds(no)?)),
            },
            (Op::ZeroExtend, _) => Some(of(0)?.zero_extend(sort.width())),
            (Op::SignExtend, _) => Some(of(0)?.sign_extend(sort.width())),
            (Op::Extract { high, low }, _) => of(0)?.extract(high, low),
            (Op::Apply(_) | Op::Float(_) | Op::Select, _) => None,
            (_, [_, _]) => of(0)?.operate(op, of(1)?),
            _ => None,
        }
    }

    /// The value of a term whose operands have one each.
    fn value_by_operands(&self, place: usize) -> Option<Value> {
        let NetworkNode { op, sort, .. } = self.nodes[place];
        if matches!(op, Op::Apply(_)) {
            return None;
        }
        let value = |&operand: &usize| match &self.known[operand] {
            TermDomain::Truth(truth) => truth.map(Value::Bool),
            TermDomain::Bounds(bounds) => bounds.value().cloned().map(Value::Bits),
            TermDomain::Nothing => None,
        };
        let values = self.operands(place).iter().map(value).collect::<Option<Vec<_>>>()?;
        Some(operate(op, sort, &values))
    }

    /// What a term says about its operands.
    fn down(&mut self, place: usize) -> Propagated {
        let tells = matches!(
            self.nodes[place].op,
            Op::Ite | Op::ZeroExtend | Op::SignExtend | Op::Add | Op::Concat
        );
        match &self.known[place] {
            &TermDomain::Truth(Some(truth)) => self.down_from_truth(place, truth),
            TermDomain::Bounds(bounds) if tells => self.down_from_bounds(place, &bounds.clone()),
            _ => Ok(()),
        }
    }

    fn down_from_truth(&mut self, place: usize, truth: bool) -> Propagated {
        match (self.nodes[place].op, self.operands(place)) {
            (Op::Not, &[inner]) => self.decide(inner, !truth),
            (Op::And, _) => self.down_from_and(place, truth),
            (Op::Ite, &[condition, yes, no]) => match self.truth(condition) {
                Some(chosen) => self.decide(if chosen { yes } else { no }, truth),
                None if self.truth(yes) == Some(!truth) => self.decide(condition, false),
                None if self.truth(no) == Some(!truth) => self.decide(condition, true),
                None => Ok(()),
            },
            (Op::Eq, &[a, b]) => self.down_from_equality(a, b, truth),
            (op @ (Op::ULt | Op::ULe | Op::SLt | Op::SLe), &[a, b]) => {
                self.down_from_order(op, a, b, truth)
            }
            _ => Ok(()),
        }
    }

    /// All parts hold; or if all others do, one doesn't.
    fn down_from_and(&mut self, place: usize, truth: bool) -> Propagated {
        if truth {
            return self.range(place).try_for_each(|index| self.decide(self.operands[index], true));
        }
        let mut open = self.operands(place).iter().filter(|&&part| self.truth(part) != Some(true));
        match (open.next().copied(), open.next()) {
            (Some(only), None) => self.decide(only, false),
            _ => Ok(()),
        }
    }

    fn down_from_equality(&mut self, a: usize, b: usize, truth: bool) -> Propagated {
        let (Some(of_a), Some(of_b)) = (self.bounds(a), self.bounds(b)) else {
            return match (self.truth(a), self.truth(b)) {
                (Some(known), None) => self.decide(b, known == truth),
                (None, Some(known)) => self.decide(a, known == truth),
                _ => Ok(()),
            };
        };
        let (of_a, of_b) = (of_a.clone(), of_b.clone());
        if truth {
            self.narrow(a, Some(of_b))?;
            return self.narrow(b, Some(of_a));
        }
        self.narrow(b, of_a.value().map(|value| of_b.clone().without(value)))?;
        self.narrow(a, of_b.value().map(|value| of_a.clone().without(value)))
    }

    /// a < b, or if that doesn't hold, b <= a.
    fn down_from_order(&mut self, op: Op, a: usize, b: usize, truth: bool) -> Propagated {
        let (op, a, b) = if truth { (op, a, b) } else { (converse(op), b, a) };
        let (Some(low), Some(high)) = (self.bounds(a), self.bounds(b)) else { return Ok(()) };
        let (low, high) = low.clone().below(high.clone(), op);
        self.narrow(a, Some(low))?;
        self.narrow(b, Some(high))
    }

    fn down_from_bounds(&mut self, place: usize, bounds: &Bounds) -> Propagated {
        match (self.nodes[place].op, self.operands(place)) {
            (Op::Ite, &[condition, yes, no]) => {
                let excluded = |branch| self.bounds(branch).is_some_and(|it| it.disjoint(bounds));
                match self.truth(condition) {
                    Some(truth) => self.narrow(if truth { yes } else { no }, Some(bounds.clone())),
                    None if excluded(yes) => self.decide(condition, false),
                    None if excluded(no) => self.decide(condition, true),
                    None => Ok(()),
                }
            }
            (Op::ZeroExtend, &[inner]) => {
                let width = self.nodes[inner].sort.width();
                self.narrow(inner, bounds.extract(width - 1, 0))
            }
            (Op::SignExtend, &[inner]) => {
                let width = self.nodes[inner].sort.width();
                self.narrow(inner, bounds.before_sign_extend(width))
            }
            (Op::Add, &[a, b]) => {
                let offset = self.bounds(a).and_then(Bounds::value);
                self.narrow(b, offset.map(|offset| bounds.shift(&offset.neg())))
            }
            (Op::Concat, &[high, low]) => {
                let low_width = self.nodes[low].sort.width();
                self.narrow(high, Some(bounds.upper(low_width)))?;
                self.narrow(low, bounds.extract(low_width - 1, 0))
            }
            _ => Ok(()),
        }
    }

    fn decide(&mut self, place: usize, truth: bool) -> Propagated {
        match &mut self.known[place] {
            TermDomain::Truth(Some(known)) if *known != truth => Err(Contradiction),
            TermDomain::Truth(known @ None) => {
                *known = Some(truth);
                self.changed = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Takes over what follows for a term, if anything does.
    fn narrow(&mut self, place: usize, bounds: Option<Bounds>) -> Propagated {
        let (TermDomain::Bounds(known), Some(bounds)) = (&mut self.known[place], bounds) else {
            return Ok(());
        };
        let narrower = known.meet(&bounds);
        if narrower.is_empty() {
            return Err(Contradiction);
        }
        if narrower != *known {
            *known = narrower;
            self.changed = true;
        }
        Ok(())
    }

    fn range(&self, place: usize) -> std::ops::Range<usize> {
        let NetworkNode { first, count, .. } = self.nodes[place];
        first..first + count
    }

    pub(super) fn operands(&self, place: usize) -> &[usize] {
        &self.operands[self.range(place)]
    }

    pub(super) fn truth(&self, place: usize) -> Option<bool> {
        match self.known[place] {
            TermDomain::Truth(truth) => truth,
            _ => None,
        }
    }

    pub(super) fn bounds(&self, place: usize) -> Option<&Bounds> {
        match &self.known[place] {
            TermDomain::Bounds(bounds) => Some(bounds),
            _ => None,
        }
    }
}

impl TermDomain {
    fn at_first(pool: &TermPool, term: TermId) -> TermDomain {
        match pool.sort(term) {
            Sort::Bool => TermDomain::Truth(pool.as_bool(term)),
            Sort::Bits(width) => TermDomain::Bounds(match pool.as_bits(term) {
                Some(value) => Bounds::exactly(&value),
                None => Bounds::all(width),
            }),
            Sort::Array { .. } => TermDomain::Nothing,
        }
    }
}

/// All terms of a query, operands first: they are made, and so numbered, before what is made of them.
fn terms(pool: &TermPool, query: Query<'_>) -> Vec<TermId> {
    let mut found = FxHashSet::default();
    let mut pending = query.constraints(pool);
    while let Some(next) = pending.pop() {
        if found.insert(next) {
            pending.extend(pool.args(next));
        }
    }
    let mut terms: Vec<TermId> = found.into_iter().collect();
    terms.sort_unstable();
    terms
}

/// not(a < b) = b <= a
fn converse(op: Op) -> Op {
    match op {
        Op::ULt => Op::ULe,
        Op::ULe => Op::ULt,
        Op::SLt => Op::SLe,
        _ => Op::SLt,
    }
}
