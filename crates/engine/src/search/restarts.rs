//! Random restarts: where something was concretized or lost on the way, other inputs may show what a search can't ask for.

use std::mem;
use std::sync::Arc;

use crate::report::outcome::Incomplete;
use crate::search::Task;
use crate::search::findings::Findings;
use crate::state::start_values::StartValues;

/// The restarts of one search.
#[derive(Debug, Default)]
pub(crate) struct Restarts {
    /// Has it run from the entry since the last one?
    has_begun: bool,
    /// How much was known at the last one.
    known: (usize, usize),
    /// How many in a row found nothing.
    fruitless: u64,
}

impl Restarts {
    /// Is a search to start, or to start again, with a run from the entry? It does now.
    pub(crate) fn begins(&mut self, findings: &Findings) -> bool {
        if mem::replace(&mut self.has_begun, true) {
            return false;
        }
        self.known = findings.extent();
        true
    }

    /// Nothing is left to ask for. What inputs are in another start, if that is worth it: inputs so far are forgotten.
    pub(crate) fn again(
        &mut self,
        findings: &mut Findings,
        task: &Task<'_>,
    ) -> Option<StartValues> {
        self.has_begun = false;
        let news = self.known != findings.extent();
        self.fruitless = if news { 0 } else { self.fruitless + 1 };
        let missing = &findings.exploration.incomplete;
        if findings.reached || !missing.iter().any(Incomplete::calls_for_restart) {
            return None;
        }
        if self.fruitless >= task.limits.restarts {
            findings.incomplete(Incomplete::Restarts(self.fruitless));
            return None;
        }
        findings.exploration.counts.restarts += 1;
        findings.previous = Arc::default();
        Some(StartValues::new(task.strategy.seed, findings.exploration.counts.restarts))
    }
}
