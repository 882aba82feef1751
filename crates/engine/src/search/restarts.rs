//! Random restarts: where something was fixed or lost on the way, other inputs may show what a search can't ask for.

use std::sync::Arc;

use crate::report::outcome::Incomplete;
use crate::search::Task;
use crate::search::findings::Findings;
use crate::state::start_values::StartValues;

/// The restarts of one search.
#[derive(Debug, Default)]
pub(crate) struct Restarts {
    /// How much was known at the last one.
    known: (usize, usize),
    /// How many in a row found nothing.
    fruitless: u64,
}

impl Restarts {
    /// A search starts, or starts again.
    pub(crate) fn begin(&mut self, findings: &Findings) {
        self.known = findings.extent();
    }

    /// Nothing is left to ask for. What inputs are in another start, if that is worth it: inputs so far are forgotten.
    pub(crate) fn again(
        &mut self,
        findings: &mut Findings,
        task: &Task<'_>,
    ) -> Option<StartValues> {
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
        findings.exploration.restarts += 1;
        findings.previous = Arc::default();
        Some(StartValues::new(task.strategy.seed, findings.exploration.restarts))
    }
}
