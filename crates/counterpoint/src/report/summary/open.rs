//! What is open: why not everything was explored, reason by reason, with the functions of which it is true.

use serde::Serialize;

use super::Results;
use crate::validate::reason::{self, Reason};
use crate::validate::sides::BranchSides;

/// A reason, and what is open for it.
#[derive(Serialize)]
pub(crate) struct Open {
    #[serde(flatten)]
    pub reason: Reason,
    /// In the order of the source.
    pub functions: Vec<String>,
    /// Sides of branches in these functions that are open. Some are open for several reasons.
    pub sides: usize,
}

/// All reasons; first those for which the most is open.
pub(super) fn all(results: &Results<'_>, sides: Option<&[BranchSides]>) -> Vec<Open> {
    let mut groups = Groups::default();
    for known in sides.unwrap_or_default() {
        known.why.iter().for_each(|why| groups.add(why, &known.name, known.open_sides()));
    }
    for explored in results.explored {
        for why in reason::all(explored, results.confirmed) {
            groups.add(&why, &explored.entry.name, 0);
        }
    }
    for left_out in results.left_out {
        groups.add(&Reason::left_out(left_out), &left_out.name, 0);
    }
    groups.0.sort_by_key(|open| std::cmp::Reverse(open.sides));
    groups.0
}

#[derive(Default)]
struct Groups(Vec<Open>);

impl Groups {
    fn add(&mut self, reason: &Reason, function: &str, sides: usize) {
        let known = self.0.iter().position(|open| open.reason == *reason);
        let index = known.unwrap_or_else(|| {
            self.0.push(Open { reason: reason.clone(), functions: Vec::new(), sides: 0 });
            self.0.len() - 1
        });
        let open = &mut self.0[index];
        if !open.functions.iter().any(|name| name == function) {
            open.functions.push(function.to_owned());
        }
        open.sides += sides;
    }
}
