//! Suites that are not tried: with `--no-native`, everything is written as it was explored.

use super::confirmed::{Confirmed, FoundBug};
use super::verdict::{BugVerdict, Doubt};
use crate::error::Failure;
use crate::suite::{self, Numbers, Reproducer, Suite, SuiteFolder, TestCase, TestEnding};
use crate::validate::evidence::Evidence;

/// Writes a suite. No test is dropped, no bug is confirmed, and it is unknown what is covered.
pub(crate) fn write<'x>(
    folder: &SuiteFolder<'_>,
    suite: Suite<'x>,
) -> Result<Confirmed<'x>, Failure> {
    let Suite { tests, bugs: cases } = suite;
    let mut numbers = Numbers::default();
    let cases: Vec<TestCase<'x>> = cases.into_iter().map(|case| numbers.numbered(case)).collect();
    let reproducers: Vec<Reproducer<'x>> = cases.iter().filter_map(reproducer).collect();
    let manifest = folder.write(&tests, &reproducers)?;
    let mut bugs: Vec<FoundBug<'x>> = Vec::new();
    for case in cases {
        let TestEnding::Bug(bug) = case.ending else { continue };
        if !bugs.iter().any(|earlier| suite::site(earlier.bug) == suite::site(bug)) {
            let verdict = BugVerdict::Unconfirmed(Doubt::new("it was not tried natively"));
            bugs.push(FoundBug { bug, case, verdict });
        }
    }
    let coverage = Err("coverage: not measured, as nothing was tried natively".to_owned());
    let (untried, dropped) = (Vec::new(), Vec::new());
    Ok(Confirmed { tried: false, manifest, tests, untried, reproducers, dropped, bugs, coverage })
}

/// A trial takes what shows such bugs most exactly.
fn reproducer<'x>(case: &TestCase<'x>) -> Option<Reproducer<'x>> {
    let TestEnding::Bug(bug) = case.ending else { return None };
    let sanitizer = *Evidence::of(bug.kind).sanitizers.first()?;
    Some(Reproducer { case: case.clone(), sanitizer })
}
