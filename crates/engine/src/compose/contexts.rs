//! Contexts: how a function is reached from the entry, by the calls that are known.

use std::rc::Rc;

use smt::TermId;

use super::composer::{Composer, Way};
use super::instance::{GivenBy, InstanceId};
use crate::summary::cell::FunctionInput;
use crate::summary::tree::TreeId;

/// A function that is reached in more contexts than this has one instance for all of them.
const MOST_PLACES: usize = 64;

impl<'t> Composer<'_, 't> {
    /// The instances that a function is reached in, by the calls that are known. Calls that no run has made yet are
    /// behind dangling nodes of callers, which are targets themselves.
    pub(super) fn places(&mut self, of: TreeId) -> Rc<[InstanceId]> {
        if let Some(known) = self.contexts.places.get(&of) {
            return known.clone();
        }
        let found = if of == self.material.entry {
            vec![self.only_instance(of, GivenBy::Entry)]
        } else {
            self.known_places(of).unwrap_or_else(|| {
                let instance = self.only_instance(of, GivenBy::Context);
                self.contexts.open.insert(of, instance);
                vec![instance]
            })
        };
        let found: Rc<[InstanceId]> = found.into();
        self.contexts.places.insert(of, found.clone());
        found
    }

    /// An instance for everything that the known calls give, if these are few.
    fn known_places(&mut self, of: TreeId) -> Option<Vec<InstanceId>> {
        let mut found = Vec::new();
        for from in self.material.trees.callers(of) {
            for &place in &*self.places(from.id) {
                for (node, _) in from.calls().filter(|(_, call)| call.callee == of) {
                    if self.material.patience.is_over(self.pool) {
                        return Some(found);
                    }
                    let way = self.walk(place, node);
                    if way.conditions.iter().any(|&it| self.pool.as_bool(it) == Some(false)) {
                        continue;
                    }
                    for callee in &*self.callees(place, node) {
                        let conditions = vec![callee.way, callee.when];
                        let entrance = Way { conditions, ..way };
                        self.contexts.entrances.entry(callee.instance).or_default().push(entrance);
                        if !found.contains(&callee.instance) {
                            found.push(callee.instance);
                        }
                    }
                    if found.len() > MOST_PLACES {
                        return None;
                    }
                }
            }
        }
        Some(found)
    }

    /// What the instances that stand for many contexts are in each of them.
    pub(super) fn close(&mut self) {
        loop {
            // Callers are asked for more while the contexts of their callees are made: so callees first.
            let is_last = |from: &TreeId| {
                !self.contexts.open.keys().any(|other| from.may_call(self.material.calls, *other))
            };
            let Some(of) = self.contexts.open.keys().copied().find(is_last) else { return };
            let instance = self.contexts.open.remove(&of).expect("it was there");
            self.add_entrances(of, instance);
        }
    }

    /// The known calls of a function, and the inputs that they give it.
    fn add_entrances(&mut self, of: TreeId, instance: InstanceId) {
        let mut inputs: Vec<(FunctionInput, TermId)> = Vec::new();
        let meanings = self.at(instance).meanings.clone();
        for (symbol, variable) in meanings {
            match self.inputs.meaning(of, symbol) {
                None => {}
                Some(input) if input.call().is_some() => {}
                Some(input) => inputs.push((input, variable)),
            }
        }
        inputs.sort_by_key(|&(_, variable)| variable);
        for from in self.material.trees.callers(of) {
            for &place in &*self.places(from.id) {
                for (node, call) in from.calls().filter(|(_, call)| call.callee == of) {
                    let mut way = self.walk(place, node);
                    let args: Rc<[TermId]> = call.args.as_slice().into();
                    for &(input, variable) in &inputs {
                        let given = self.bind(place, node, &args, input);
                        way.conditions.push(self.pool.eq(variable, given));
                    }
                    self.contexts.entrances.entry(instance).or_default().push(way);
                }
            }
        }
    }

    /// Is an instance reached from the entry? Only to be asked when it is known whose results are used.
    pub(super) fn reached(&mut self, instance: InstanceId) -> TermId {
        if let Some(&known) = self.contexts.reached.get(&instance) {
            return known;
        }
        let reached = match self.at(instance).given_by {
            GivenBy::Entry => self.pool.bool(true),
            GivenBy::Call { .. } | GivenBy::Context => {
                let entrances = self.contexts.entrances.get(&instance).cloned().unwrap_or_default();
                let any: Vec<TermId> = entrances.iter().map(|way| self.goes(way)).collect();
                self.pool.or_all(&any)
            }
        };
        self.contexts.reached.insert(instance, reached);
        reached
    }
}
