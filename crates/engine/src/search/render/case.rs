//! Cases: what leads to the end of a path, as few conditions as say it.

use rustc_hash::FxHashMap;
use smt::{Op, TermId};

use crate::search::render::memory::BoundsQuestion;
use crate::search::render::{Explained, TreeCase, bounds, is_symbol};
use crate::summary::tree::{Node, NodeId, Side};

impl Explained<'_> {
    /// The paths of the tree, from the left to the right.
    pub(super) fn cases(&mut self) -> Vec<TreeCase> {
        let ends = std::mem::take(&mut self.ends);
        ends.into_iter()
            .map(|(node, end)| TreeCase { conditions: self.localpc(node), end })
            .collect()
    }

    /// The conjunction of the decisions that lead to a node, in words.
    fn localpc(&mut self, node: NodeId) -> Vec<String> {
        let last = match self.names.tree.parent(node) {
            Some((parent, _)) if self.after_no_return(node).is_some() => parent,
            _ => node,
        };
        let mut conjuncts = Vec::new();
        let mut returned = Vec::new();
        for (at, side) in self.names.tree.way(node) {
            let decision = match self.names.tree.node(at) {
                Node::Decision(decision) => decision,
                // A run that gets past such a call has what it demands.
                Node::Call(call) if self.ending.contains(&call.callee) && at != last => {
                    returned.push(format!("{} returns", self.names.call(at)));
                    continue;
                }
                _ => continue,
            };
            let condition = self.names.reworded(decision.condition);
            let taken = match side {
                Side::Fails => self.names.pool.not(condition),
                Side::Holds | Side::Returned => condition,
            };
            conjuncts.push(taken);
        }
        let mut words = CaseWords::default();
        let conjuncts = self.without_implied(conjuncts);
        for conjunct in bounds::tightened(self.names.pool, conjuncts) {
            match self.names.access(conjunct) {
                Some(access) => self.add_access(&mut words, conjunct, access),
                None => words.0.push(CasePart::Condition(conjunct)),
            }
        }
        let decided: Vec<String> = words.0.into_iter().map(|said| self.say(said)).collect();
        returned.into_iter().chain(decided).collect()
    }

    /// Conjuncts without those that hold because a variable has the value that another says it has.
    fn without_implied(&mut self, conjuncts: Vec<TermId>) -> Vec<TermId> {
        let mut flat: Vec<TermId> = Vec::new();
        for conjunct in conjuncts {
            let is_and = self.names.pool.op(conjunct) == Op::And;
            let is_one = self.names.access(conjunct).is_some()
                || self.names.fitting(conjunct).is_some()
                || self.names.pattern(conjunct).is_some();
            match is_and && !is_one {
                true => {
                    let parts = self.names.pool.args(conjunct).to_vec();
                    flat.extend(self.names.joined(&parts));
                }
                false => flat.push(conjunct),
            }
        }
        let mut known = FxHashMap::default();
        for &conjunct in &flat {
            if let Some((variable, constant)) = self.value_said(conjunct) {
                known.insert(variable, constant);
            }
        }
        let mut kept: Vec<TermId> = Vec::new();
        for conjunct in flat {
            let says = self.value_said(conjunct).is_some();
            let follows = !known.is_empty() && !says && {
                let with_values = self.names.pool.substitute(conjunct, &known);
                self.names.pool.as_bool(with_values) == Some(true)
            };
            if !follows && !kept.contains(&conjunct) {
                kept.push(conjunct);
            }
        }
        kept
    }

    /// The value that a condition says a variable has.
    fn value_said(&self, condition: TermId) -> Option<(TermId, TermId)> {
        let pool = &self.names.pool;
        let (Op::Eq, &[constant, variable]) = (pool.op(condition), pool.args(condition)) else {
            return None;
        };
        let is_one = pool.as_bits(constant).is_some() && is_symbol(pool, variable);
        is_one.then_some((variable, constant))
    }

    /// Accesses to neighbours are said as one.
    fn add_access(&mut self, words: &mut CaseWords, condition: TermId, access: BoundsQuestion) {
        let Some(offset) = self.names.constant_offset(access) else {
            return words.0.push(CasePart::Condition(condition));
        };
        for said in &mut words.0 {
            if let CasePart::InBounds { root, bytes, first, last, .. } = said
                && (*root, *bytes) == (access.root, access.bytes)
                && *last + *bytes as i64 == offset
                && *first < offset
            {
                *last = offset;
                return;
            }
        }
        let BoundsQuestion { root, bytes, .. } = access;
        words.0.push(CasePart::InBounds { root, bytes, first: offset, last: offset, condition });
    }

    fn say(&mut self, said: CasePart) -> String {
        match said {
            CasePart::InBounds { root, first, last, .. } if first < last => {
                self.names.range_in_bounds(root, first, last)
            }
            CasePart::InBounds { condition, .. } | CasePart::Condition(condition) => {
                self.names.shown_condition(condition, true)
            }
        }
    }
}

/// What is to be said.
#[derive(Default)]
struct CaseWords(Vec<CasePart>);

enum CasePart {
    Condition(TermId),
    /// Accesses of so many bytes each, at offsets from the first to the last.
    InBounds {
        root: TermId,
        bytes: u64,
        first: i64,
        last: i64,
        condition: TermId,
    },
}
