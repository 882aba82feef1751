//! Patience: how long a constraint may take, and how large it may get.
//!
//! Constraints are made by substitution, which is work like any other: its maker asks now and then whether it is
//! still wanted. If not, what it comes to is of no use, and the search is told so.

use std::cell::Cell;

use smt::TermPool;

/// What is left of it.
pub(crate) struct Patience<'a> {
    stop: &'a dyn Fn() -> bool,
    /// With more terms, there is no room left.
    most_terms: usize,
    steps: Cell<u32>,
    over: Cell<bool>,
}

/// The question is put at every so many steps, as it may look at a clock.
const STEPS: u32 = 64;

impl<'a> Patience<'a> {
    pub(crate) fn new(stop: &'a dyn Fn() -> bool, most_terms: usize) -> Patience<'a> {
        Patience { stop, most_terms, steps: Cell::new(0), over: Cell::new(false) }
    }

    /// Another step: is it to be given up? Once it is, it always is.
    pub(crate) fn is_over(&self, pool: &TermPool) -> bool {
        let steps = self.steps.get().wrapping_add(1);
        self.steps.set(steps);
        if steps.is_multiple_of(STEPS) && (pool.len() > self.most_terms || (self.stop)()) {
            self.over.set(true);
        }
        self.over.get()
    }

    /// Was it?
    pub(crate) fn was_over(&self) -> bool {
        self.over.get()
    }
}
