//! Calling-context predicates: with which inputs a function is reached, by the calls that are known.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use smt::{Sort, SymbolId, TermId};

use super::Axioms;
use crate::summary::tree::{Tree, TreeId};

/// How a function is reached.
struct CallingContext {
    of: TreeId,
    /// Its inputs that matter.
    inputs: Vec<TermId>,
    /// Its callers, and what has to hold in each of them for one of its calls to give these inputs.
    ways: Vec<(TreeId, TermId)>,
}

/// A predicate, applied to the inputs of its function.
struct Applied {
    term: TermId,
    inputs: Vec<TermId>,
}

impl<'t> Axioms<'_, 't> {
    /// A known call gives a function the inputs that conditions are about.
    pub(super) fn calling_context(&mut self, of: TreeId, conditions: &[TermId]) -> Option<TermId> {
        if of == self.material.entry {
            return None;
        }
        let conditions = self.pool.and_all(conditions);
        let tree = self.tree(of);
        let mut open = BTreeMap::from([(of, self.own_inputs(tree, conditions))]);
        let mut contexts: Vec<CallingContext> = Vec::new();
        // A function's inputs that matter are known when all that it calls are done.
        while let Some(next) = self.last_of(&open) {
            let inputs = open.remove(&next).expect("it was there");
            let mut ways = Vec::new();
            for from in self.material.trees.callers(next) {
                let condition = self.known_calls(from, next, &inputs);
                let used = self.own_inputs(from, condition);
                if from.id != self.material.entry {
                    open.entry(from.id).or_default().extend(used);
                }
                ways.push((from.id, condition));
            }
            let inputs = inputs.into_iter().map(|symbol| self.pool.variable(symbol)).collect();
            contexts.push(CallingContext { of: next, inputs, ways });
        }
        let mut defined: BTreeMap<TreeId, Applied> = BTreeMap::new();
        for context in contexts.into_iter().rev() {
            let applied = self.define_context(&context, &defined);
            defined.insert(context.of, applied);
        }
        Some(defined[&of].term)
    }

    /// One of these functions that calls none of the others.
    fn last_of(&self, open: &BTreeMap<TreeId, BTreeSet<SymbolId>>) -> Option<TreeId> {
        let calls = |from: TreeId, to: TreeId| from != to && from.may_call(self.material.calls, to);
        let is_last = |from: &TreeId| !open.keys().any(|&other| calls(*from, other));
        open.keys().copied().find(is_last)
    }

    /// One of a caller's calls is made, and gives the callee these inputs.
    fn known_calls(
        &mut self,
        from: &'t Tree,
        callee: TreeId,
        wanted: &BTreeSet<SymbolId>,
    ) -> TermId {
        let mut any = Vec::new();
        for (node, call) in from.calls().filter(|(_, call)| call.callee == callee) {
            let mut all = self.localpc(from.id, node);
            for &symbol in wanted {
                let input = self.inputs.meaning(callee, symbol).expect("an input has a meaning");
                let given = self.bind(from, call, input);
                let variable = self.pool.variable(symbol);
                all.extend(&*given.defined);
                all.push(self.pool.eq(variable, given.term));
            }
            any.push(self.pool.and_all(&all));
        }
        self.pool.or_all(&any)
    }

    /// The axiom of a calling-context predicate: the function is reached from one of its callers, whose predicates are
    /// defined. What the caller's inputs are then is a function of the callee's; those of the entry are the program's.
    fn define_context(
        &mut self,
        context: &CallingContext,
        callers: &BTreeMap<TreeId, Applied>,
    ) -> Applied {
        let CallingContext { of, inputs, .. } = context;
        let mut any = Vec::new();
        for (caller, condition) in &context.ways {
            let Some(caller) = callers.get(caller) else {
                any.push(*condition);
                continue;
            };
            let mut witnesses = FxHashMap::default();
            for &input in &caller.inputs {
                let name = format!("{}@{of}", self.pool.show(input));
                let witness = self.declare(&name, inputs, self.pool.sort(input));
                witnesses.insert(input, self.pool.apply(witness, inputs));
            }
            let both = self.pool.and(caller.term, *condition);
            any.push(self.pool.substitute(both, &witnesses));
        }
        let body = self.pool.or_all(&any);
        let predicate = self.declare(&format!("C.{of}.{body:?}"), inputs, Sort::Bool);
        self.define(predicate, inputs, body);
        Applied { term: self.pool.apply(predicate, inputs), inputs: inputs.clone() }
    }
}
