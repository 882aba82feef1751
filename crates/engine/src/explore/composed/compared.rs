//! Both encodings of a constraint, and whether they have the same answer.

use smt::{Effort, Verdict};

use super::{Explorer, Target};
use crate::compose::{Constraint, Step};
use crate::explore::Encoding;
use crate::outcome::Incomplete;

impl Explorer<'_, '_, '_> {
    /// The constraint by instances. Another answer to its axioms is noted, unless something in it is a guess.
    pub(super) fn compared(&mut self, target: Target, step: Step) -> Constraint {
        let both = [Encoding::Instances, Encoding::Quantified]
            .map(|encoding| self.encoded(target, step, encoding));
        let verdicts =
            both.each_ref().map(|constraint| self.ask(constraint.condition, Effort::Full));
        if matches!(verdicts, [Verdict::Sat(_), Verdict::Unsat] | [Verdict::Unsat, Verdict::Sat(_)])
            && !both.iter().any(|constraint| constraint.unsure.is_some())
        {
            self.so_far.findings.incomplete(Incomplete::Disagreement);
        }
        let [instances, _] = both;
        instances
    }
}
