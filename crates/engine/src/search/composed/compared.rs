//! Both encodings of a constraint, and whether they have the same answer.

use smt::{Effort, Verdict};

use super::{Explorer, NodeRef};
use crate::compose::{Constraint, DanglingPolicy};
use crate::report::outcome::Incomplete;
use crate::search::Encoding;

impl Explorer<'_, '_, '_> {
    /// The constraint by instances. Another answer to its axioms is noted, unless something in it is a guess.
    pub(super) fn compared(&mut self, target: NodeRef, step: DanglingPolicy) -> Constraint {
        let both = [Encoding::Instances, Encoding::Quantified]
            .map(|encoding| self.encoded(target, step, encoding));
        let verdicts =
            both.each_ref().map(|constraint| self.ask(constraint.condition, Effort::Full));
        let differ = match verdicts {
            [Verdict::Sat(_), Verdict::Unsat] => true,
            [Verdict::Unsat, Verdict::Sat(_)] => {
                !both[0].is_blurred && !self.is_asked_too_much(target, step)
            }
            _ => false,
        };
        if differ && !both.iter().any(|constraint| constraint.unsure.is_some()) {
            self.so_far.findings.incomplete(Incomplete::Disagreement);
        }
        let [instances, _] = both;
        instances
    }

    /// Is there a way by instances after all, through dangling nodes? To see whether two calls are given the same, the
    /// instances look at all that they are given, so the calls that this comes from have to return. The axioms ask that
    /// only of what the way depends on: a lazy constraint may then be satisfied by inputs that meet a dangling node in a
    /// call whose results don't matter.
    fn is_asked_too_much(&mut self, target: NodeRef, step: DanglingPolicy) -> bool {
        if step.goes_on() {
            return false;
        }
        let relevant = self.encoded(target, DanglingPolicy::Apart, Encoding::Instances);
        !matches!(self.ask(relevant.condition, Effort::Full), Verdict::Unsat)
    }
}
