//! Pointers that callees of the entry follow.
//!
//! The entry knows its memory by address. A pointer that a call returned, or left in memory, is an address only when it
//! is known what that call does, so it is composed before it is looked where it leads.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smt::TermId;

use super::composer::{Composer, MOST_CASES};
use super::instance::{GivenBy, InstanceId};
use crate::summary::cell::Input;
use crate::summary::tree::NodeId;

impl Composer<'_, '_> {
    /// The pointer to an input that has to be composed first, in terms of the callee.
    pub(super) fn followed(
        &mut self,
        caller: InstanceId,
        at: NodeId,
        input: Input,
    ) -> Option<TermId> {
        let callee = self.call(caller, at).callee;
        let is_entry = matches!(self.at(caller).given_by, GivenBy::Entry);
        let pointer = input.pointer().filter(|_| is_entry)?;
        (!self.inputs.comes_from_call(self.pool, callee, pointer)).then_some(pointer)
    }

    /// What an input is to which a pointer leads, which may be one of several.
    pub(super) fn behind(
        &mut self,
        caller: InstanceId,
        at: NodeId,
        args: &Rc<[TermId]>,
        input: Input,
        root: TermId,
    ) -> TermId {
        let pointer = self.given_pointer(caller, at, args, root);
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

    /// A pointer of the callee, as it is in the caller's instance.
    fn given_pointer(
        &mut self,
        caller: InstanceId,
        at: NodeId,
        args: &Rc<[TermId]>,
        root: TermId,
    ) -> TermId {
        let of = self.call(caller, at).callee;
        let mut replacements = FxHashMap::default();
        for &symbol in self.pool.free_symbols(root).iter() {
            if let Some(input) = self.inputs.meaning(of, symbol) {
                let variable = self.pool.variable(symbol);
                replacements.insert(variable, self.bind(caller, at, args, input));
            }
        }
        let pointer = self.pool.substitute(root, &replacements);
        self.choices.rewrite(self.pool, pointer)
    }
}
