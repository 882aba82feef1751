//! Pointers that callees of the entry follow.
//!
//! The entry knows its memory by address. A pointer that a call returned, or left in memory, is an address only when it
//! is known what that call does, so it is composed before it is looked where it leads.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smt::TermId;

use super::composer::{Composer, Entered, MOST_CASES};
use super::instance::{GivenBy, InstanceId};
use crate::summary::cell::FunctionInput;
use crate::summary::tree::NodeId;

impl Composer<'_, '_> {
    /// The pointer to an input, if it has to be composed first, as it is in the caller's instance.
    pub(super) fn followed(&mut self, entered: &Entered, input: FunctionInput) -> Option<TermId> {
        let is_entry = matches!(self.at(entered.0).given_by, GivenBy::Entry);
        let pointer = input.pointer().filter(|_| is_entry)?;
        // All bytes behind a pointer have the same way to them.
        let known = self.bindings.get(entered).and_then(|bound| bound.pointers.get(&pointer));
        if let Some(&known) = known {
            return known;
        }
        let given = self.given_pointer(entered, pointer);
        self.bindings.entry(entered.clone()).or_default().pointers.insert(pointer, given);
        given
    }

    /// What an input is to which a pointer leads, which may be one of several.
    pub(super) fn behind(
        &mut self,
        caller: InstanceId,
        at: NodeId,
        args: &Rc<[TermId]>,
        input: FunctionInput,
        pointer: TermId,
    ) -> TermId {
        let Some(cases) = self.choices.cases(self.pool, pointer, MOST_CASES) else {
            return self.reader(caller, at, args).behind(input, pointer);
        };
        let mut found = None;
        for case in cases.iter().rev() {
            let there = self.reader(caller, at, args).behind(input, case.value);
            found = Some(match found {
                None => there,
                Some(rest) => self.pool.ite(case.when, there, rest),
            });
        }
        found.expect("a choice has cases")
    }

    /// A pointer of the callee, as it is in the caller's instance, unless a call of the callee's own gave it.
    fn given_pointer(&mut self, entered: &Entered, root: TermId) -> Option<TermId> {
        let &(caller, at, ref args) = entered;
        let of = self.call(caller, at).callee;
        if self.inputs.comes_from_call(self.pool, of, root) {
            return None;
        }
        let mut replacements = FxHashMap::default();
        for &symbol in self.pool.free_symbols(root).iter() {
            if let Some(input) = self.inputs.meaning(of, symbol) {
                let variable = self.pool.variable(symbol);
                replacements.insert(variable, self.bind(caller, at, args, input));
            }
        }
        let pointer = self.pool.substitute(root, &replacements);
        Some(self.choices.rewrite(self.pool, pointer))
    }
}
