//! Assertions: which of them fail, which no input can make fail, and which are open.
//!
//! An assertion is proved if the exploration of its function is complete, all its tests hold natively, and no path of any
//! exploration fails there.

use engine::{Bug, BugKind};
use ir::{FuncId, Program};
use serde::Serialize;

use crate::frontend::entry::LeftOut;
use crate::frontend::target::{self, Target, TargetKind};
use crate::suite::{Explored, TestEnding};
use crate::validate::confirmed::Confirmed;
use crate::validate::verdict::{BugVerdict, Doubt};

/// What is known of an assertion.
#[derive(Serialize)]
pub(crate) struct Assertion {
    /// File and line.
    at: String,
    function: String,
    pub verdict: Judgement,
    /// Why it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Judgement {
    /// It fails natively.
    Fails,
    /// No input makes it fail.
    Proved,
    Open,
}

/// Looks at every assertion of the program.
pub(crate) fn all(
    program: &Program,
    explored: &[Explored],
    left_out: &[LeftOut],
    confirmed: &Confirmed<'_>,
) -> Vec<Assertion> {
    let judge = AssertionJudge { program, explored, left_out, confirmed };
    target::assertions(program).iter().map(|target| judge.assertion(target)).collect()
}

/// What there is to say, for people: `1 fails, 2 cannot fail (a.c:5, a.c:9)`; nothing, if there are none.
pub(crate) fn words(assertions: &[Assertion]) -> Option<String> {
    let of = |wanted: Judgement| assertions.iter().filter(move |it| it.verdict == wanted);
    let counted = [
        (Judgement::Fails, "fail", "fails"),
        (Judgement::Proved, "cannot fail", "cannot fail"),
        (Judgement::Open, "are open", "is open"),
    ];
    let parts = counted.into_iter().filter_map(|(judgement, many, one)| {
        let count = of(judgement).count();
        let places = places(of(judgement).map(|it| it.at.as_str()));
        (count > 0).then(|| format!("{count} {} ({places})", if count == 1 { one } else { many }))
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The first few.
fn places<'a>(all: impl Iterator<Item = &'a str>) -> String {
    const SHOWN: usize = 4;
    let all: Vec<&str> = all.collect();
    let shown = all.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

struct AssertionJudge<'x> {
    program: &'x Program,
    explored: &'x [Explored],
    left_out: &'x [LeftOut],
    confirmed: &'x Confirmed<'x>,
}

impl AssertionJudge<'_> {
    fn assertion(&self, target: &Target) -> Assertion {
        let function = target.functions.first().copied();
        let name = function.map(|id| self.program.function(id).display_name().to_owned());
        let (verdict, why) = match self.failure(target) {
            Some(BugVerdict::Confirmed(_)) => (Judgement::Fails, None),
            Some(BugVerdict::Unconfirmed(doubt)) => (Judgement::Open, Some(doubt.why)),
            None => match self.missing(function) {
                missing if missing.is_empty() => (Judgement::Proved, None),
                missing => (Judgement::Open, Some(missing.join("; "))),
            },
        };
        let at = target.name.clone();
        Assertion { at, function: name.unwrap_or_default(), verdict, why }
    }

    /// What the native program says about its failure, if a path fails there.
    fn failure(&self, target: &Target) -> Option<BugVerdict> {
        let found = self.confirmed.bugs.iter().find(|found| self.is_at(found.bug, target));
        let paths = self.explored.iter().flat_map(|explored| &explored.exploration.paths);
        let fails = |ending: TestEnding<'_>| matches!(ending, TestEnding::Bug(bug) if self.is_at(bug, target));
        let mut endings = paths.filter_map(TestEnding::of);
        match found {
            Some(found) => Some(found.verdict.clone()),
            None => endings
                .any(fails)
                .then(|| BugVerdict::Unconfirmed(Doubt::new("a path fails there that is no test"))),
        }
    }

    /// Is it the failure of that assertion? A header's line may be in several functions.
    fn is_at(&self, bug: &Bug, target: &Target) -> bool {
        let TargetKind::Assertion(file, line) = target.kind else { return false };
        let in_one = |name: &str| {
            target.functions.iter().any(|&id| self.program.function(id).display_name() == name)
        };
        // `reach_error` is one, too.
        matches!(bug.kind, BugKind::AssertionFailure | BugKind::Abort | BugKind::Unreachable)
            && bug.at().is_some_and(|at| (at.file, at.line) == (file, line))
            && bug.culprit().is_some_and(|culprit| in_one(&culprit.function))
    }

    /// What keeps the exploration of a function from being a proof.
    fn missing(&self, function: Option<FuncId>) -> Vec<String> {
        let own = |explored: &&Explored| Some(explored.entry.function) == function;
        let whole = match self.explored {
            [only] if only.entry.harness.is_none() => Some(only),
            _ => None,
        };
        match self.explored.iter().find(own).or(whole) {
            Some(explored) => self.confirmed.reasons(explored),
            None => {
                let why = self.left_out.iter().find(|it| Some(it.function) == function);
                let not_explored = || "it was not explored".to_owned();
                vec![why.map_or_else(not_explored, |left_out| left_out.why.to_string())]
            }
        }
    }
}
