//! Contexts: how a function is reached from the entry, by the calls that are known.

use ir::FuncId;
use smt::TermId;

use super::{Composer, InstanceId, Origin, Way};
use crate::tree::{Input, Tree};

/// How a function is reached: an instance of it, and the ways that lead to it, the entry's first.
#[derive(Clone)]
pub(super) struct Context {
    pub instance: InstanceId,
    pub ways: Vec<Way>,
}

/// A function that is reached in more contexts than this has one instance for all of them.
const MOST_CONTEXTS: usize = 24;

impl<'t> Composer<'_, 't> {
    /// How a function is reached, by the calls that are known. Calls that nobody has seen yet are behind dangling
    /// nodes of callers, which are targets themselves.
    pub(super) fn contexts(&mut self, function: FuncId) -> Vec<Context> {
        if let Some(known) = self.contexts.get(&function) {
            return known.clone();
        }
        let tree = self.material.trees.get(function).expect("contexts are of functions with trees");
        let found = if function == self.material.entry {
            vec![Context { instance: self.instance(tree, Origin::Entry), ways: Vec::new() }]
        } else if self.is_reached_in_few(function) {
            self.known_contexts(function)
        } else {
            let instance = self.instance(tree, Origin::Context);
            self.open.insert(function, instance);
            vec![Context { instance, ways: Vec::new() }]
        };
        self.contexts.insert(function, found.clone());
        found
    }

    /// Is it worth having an instance for each context?
    fn is_reached_in_few(&mut self, function: FuncId) -> bool {
        let mut count = 0;
        for from in self.callers(function) {
            let calls = from.calls().filter(|(_, call)| call.callee == function).count();
            count += calls * self.contexts(from.function).len();
            if count > MOST_CONTEXTS {
                return false;
            }
        }
        true
    }

    fn callers(&self, function: FuncId) -> Vec<&'t Tree> {
        let all = self.material.trees.all().into_iter();
        all.filter(|from| (self.material.may_call)(from.function, function)).collect()
    }

    /// An instance for every known call in every context of the caller.
    fn known_contexts(&mut self, function: FuncId) -> Vec<Context> {
        let mut found = Vec::new();
        for from in self.callers(function) {
            for (node, _) in from.calls().filter(|(_, call)| call.callee == function) {
                for mut context in self.contexts(from.function) {
                    let way = self.walk(context.instance, node);
                    context.ways.push(way);
                    let instance = self.callee(context.instance, node);
                    found.push(Context { instance, ..context });
                }
            }
        }
        found
    }

    /// What the instances that stand for many contexts are in each of them.
    pub(super) fn close(&mut self) -> Vec<Vec<Context>> {
        let mut known = Vec::new();
        loop {
            // Callers are asked for more while the contexts of their callees are made: so callees first.
            let is_last = |function: &FuncId| {
                !self.open.keys().any(|other| (self.material.may_call)(*function, *other))
            };
            let Some(function) = self.open.keys().copied().find(is_last) else { return known };
            let instance = self.open.remove(&function).expect("it was there");
            known.push(self.contexts_of(function, instance));
        }
    }

    /// The known calls of a function, and the inputs that they give it.
    fn contexts_of(&mut self, function: FuncId, instance: InstanceId) -> Vec<Context> {
        let tree = self.instances[instance.0].tree;
        let mut inputs: Vec<(Input, TermId)> = Vec::new();
        for (&symbol, &variable) in &self.instances[instance.0].meanings {
            match tree.meaning(symbol) {
                None | Some(Input::Result { .. } | Input::After { .. }) => {}
                Some(input) => inputs.push((input, variable)),
            }
        }
        inputs.sort_by_key(|&(_, variable)| variable);
        let mut found = Vec::new();
        for from in self.callers(function) {
            for context in self.contexts(from.function) {
                for (node, call) in from.calls().filter(|(_, call)| call.callee == function) {
                    let mut way = self.walk(context.instance, node);
                    for &(input, variable) in &inputs {
                        let given = self.bind(context.instance, call, input);
                        way.conditions.push(self.pool.eq(variable, given));
                    }
                    let mut here = context.clone();
                    here.ways.push(way);
                    found.push(here);
                }
            }
        }
        found
    }
}
