//! Cases: where a call's arguments are choices between a few constants, each combination of these has an instance of the
//! callee.
//!
//! The conditions of a choice exclude each other. That is easy to see when it is made, and hard when the solver has nothing
//! but the conditions: so what was decided on the way to the call is looked at for each case by itself. A position behind
//! the end of a string, one on from a character that isn't there, then is no case at all.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smt::TermId;

use super::composer::{Composer, MOST_CASES};
use super::instance::{CalleeInstance, InstanceId};
use crate::summary::tree::{Node, NodeId, Side};

/// Arguments of a call, and when they are these.
#[derive(Clone)]
struct ArgumentCase {
    when: TermId,
    args: Vec<TermId>,
    /// What else is known then: conditions that hold, or don't.
    facts: FxHashMap<TermId, TermId>,
}

impl Composer<'_, '_> {
    /// What a call enters: an instance for each combination of its arguments that are choices.
    pub(super) fn callees(&mut self, caller: InstanceId, at: NodeId) -> Rc<[CalleeInstance]> {
        if let Some(known) = self.at(caller).callees.get(&at) {
            return known.clone();
        }
        let way = self.decided(caller, at);
        let mut cases: Vec<(ArgumentCase, TermId)> = Vec::new();
        for case in self.cases(caller, at) {
            let way = self.pool.substitute(way, &case.facts);
            cases.push((case, way));
        }
        let never = |composer: &Self, term: TermId| composer.pool.as_bool(term) == Some(false);
        let is_possible =
            |(case, way): &&(ArgumentCase, TermId)| !never(self, case.when) && !never(self, *way);
        let mut possible: Vec<_> = cases.iter().filter(is_possible).cloned().collect();
        if possible.is_empty() {
            // No path comes here, so what is entered is never looked at.
            possible.extend(cases.into_iter().next());
        }
        let mut callees = Vec::new();
        for (ArgumentCase { when, args, .. }, way) in possible {
            let instance = self.callee(caller, at, args);
            callees.push(CalleeInstance { when, instance, way });
        }
        let callees: Rc<[CalleeInstance]> = callees.into();
        self.at(caller).callees.insert(at, callees.clone());
        callees
    }

    fn cases(&mut self, caller: InstanceId, at: NodeId) -> Vec<ArgumentCase> {
        let args = self.call(caller, at).args.clone();
        let always = self.pool.bool(true);
        let mut cases =
            vec![ArgumentCase { when: always, args: args.clone(), facts: FxHashMap::default() }];
        for (index, arg) in args.into_iter().enumerate() {
            let arg = self.translate(caller, arg);
            let most = MOST_CASES / cases.len();
            let Some(values) = self.choices.cases(self.pool, arg, most) else { continue };
            let mut more = Vec::new();
            for case in cases {
                more.extend(values.iter().map(|value| self.narrowed(&case, index, value, &values)));
            }
            cases = more;
        }
        cases
    }

    /// A case in which an argument is one of its values.
    fn narrowed(
        &mut self,
        case: &ArgumentCase,
        index: usize,
        value: &smt::GuardedValue,
        values: &[smt::GuardedValue],
    ) -> ArgumentCase {
        let mut case = case.clone();
        case.args[index] = value.value;
        case.when = self.pool.and(case.when, value.when);
        for other in values {
            if self.pool.as_bool(other.when).is_none() {
                let holds = self.pool.bool(other.value == value.value);
                case.facts.insert(other.when, holds);
            }
        }
        case
    }

    /// What was decided on the way to a node of an instance.
    fn decided(&mut self, instance: InstanceId, to: NodeId) -> TermId {
        let tree = self.tree(instance);
        let mut all = Vec::new();
        for (node, side) in tree.way(to) {
            if let Node::Decision(decision) = tree.node(node) {
                let condition = self.condition(instance, node, decision);
                let negate = side == Side::Fails;
                all.push(if negate { self.pool.not(condition) } else { condition });
            }
        }
        self.pool.and_all(&all)
    }
}
