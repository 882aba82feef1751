//! The standing defence against false proofs: when composition says that nothing is left, random inputs are run.
//!
//! Whatever they do, the trees must have: a run that comes to a dangling node, takes a side of a branch that no run took,
//! or fails where none failed, shows that a constraint was wrong. That is a defect of ours, which the result states.
//! What the run showed is kept, and the search goes on from there.

use std::sync::Arc;

use smt::Model;

use super::Explorer;
use crate::report::outcome::Incomplete;
use crate::search::SearchCounts;
use crate::state::random::Random;
use crate::state::start_values::StartValues;

/// So many inputs are tried...
const ROUNDS: u64 = 64;
/// ...of which these are, however long they take.
const LEAST_ROUNDS: u64 = 4;
/// The others take this share of the work that the exploration took, but at least so much. Work is counted in
/// instructions, and a composed call as so many.
const SHARE: u64 = 4;
const LEAST_WORK: u64 = 1 << 20;
const COMPOSED_CALL: u64 = 200;
/// Restarts of a search never get so far: other random values than theirs.
const FIRST_START: u64 = 1 << 20;
/// Of the values that are taken from known inputs, one in so many is left to chance.
const LEFT_OPEN: u64 = 6;

impl Explorer<'_, '_, '_> {
    /// Do random inputs do nothing but what is known?
    pub(super) fn withstands_random_inputs(&mut self) -> bool {
        let mut random = Random::new(self.task.strategy.seed);
        let most = self.work() / SHARE + LEAST_WORK;
        let mut taken = 0;
        for round in 0..ROUNDS {
            if (round >= LEAST_ROUNDS && taken > most) || (self.machine.options.stop)() {
                break;
            }
            let model = match round % 2 {
                0 => Model::new(),
                _ => self.mixed(&mut random),
            };
            self.so_far.log.start_values =
                StartValues::new(self.task.strategy.seed, FIRST_START + round);
            match self.try_inputs(model) {
                Some(work) => taken += work,
                None => return false,
            }
        }
        true
    }

    /// Inputs that are partly those of one known path, and partly those of another.
    fn mixed(&self, random: &mut Random) -> Model {
        let known = &self.so_far.inputs;
        let mut mixed = Model::new();
        for _ in 0..2 {
            let Some(count) = u64::try_from(known.len()).ok().filter(|&count| count > 0) else {
                return mixed;
            };
            let parent: &Arc<Model> = &known[random.below(count) as usize];
            for (input, value) in parent.variables() {
                let is_open = random.below(LEFT_OPEN) == 0;
                if !is_open && (mixed.get(input).is_none() || random.below(2) == 0) {
                    mixed.set(input, value.clone());
                }
            }
        }
        mixed
    }

    /// What was done so far.
    fn work(&self) -> u64 {
        self.so_far.findings.exploration.counts.instructions
            + COMPOSED_CALL * self.recorder().formulas
    }

    /// Runs with these inputs, which is no run of the exploration unless they do something new. Gives how much work
    /// that took; nothing, if there is news.
    fn try_inputs(&mut self, model: Model) -> Option<u64> {
        let known = self.known();
        let work = self.work();
        let findings = &mut self.so_far.findings;
        let SearchCounts { runs, instructions: before, .. } = findings.exploration.counts;
        let incomplete = findings.exploration.incomplete.clone();
        let calls = self.so_far.log.calls;
        let (formulas, contradictions) =
            (self.recorder().formulas, self.recorder().contradictions());
        self.run(model);
        if self.recorder().contradictions() > contradictions {
            // Mostly, nothing was missed: two names for what is only read are two inputs of a tree, and one of a run in which
            // they are one. If something was, it is no longer told from that; but the function is inlined from now on, and
            // all is asked and checked again.
            self.so_far.is_checked = false;
            return None;
        }
        let is_over = (self.machine.options.stop)();
        let has_news = self.known() != known;
        let work = self.work().saturating_sub(work);
        let findings = &mut self.so_far.findings;
        if has_news && !is_over {
            findings.incomplete(Incomplete::Unsound);
            return None;
        }
        if is_over {
            findings.exploration.incomplete = incomplete;
        }
        (findings.exploration.counts.runs, findings.exploration.counts.instructions) =
            (runs, before);
        findings.exploration.counts.cross_checked += 1;
        self.so_far.log.calls = calls;
        let recorder = self.so_far.log.recorder();
        recorder.formulas = formulas;
        Some(work)
    }

    /// What no run may change any more. With a goal, that is only whether it is reached.
    fn known(&self) -> (u64, usize, usize, bool) {
        let findings = &self.so_far.findings;
        let (_, bugs) = findings.extent();
        match self.so_far.schedule.goal {
            Some(_) => (0, 0, 0, findings.reached),
            None => (self.trees().version(), findings.coverage.covered.len(), bugs, false),
        }
    }
}
