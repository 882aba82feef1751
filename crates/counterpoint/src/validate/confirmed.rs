//! What the native program left of a suite: tests that hold, bugs that it shows, and what is in doubt.

use std::collections::BTreeMap;

use engine::Bug;

use super::verdict::{BugVerdict, Doubt};
use crate::host::budget::Cut;
use crate::suite::{Explored, Manifest, Reproducer, TestCase};
use crate::toolchain::coverage::Coverage;

/// A bug with inputs that lead to it.
pub(crate) struct FoundBug<'x> {
    pub bug: &'x Bug,
    pub case: TestCase<'x>,
    pub verdict: BugVerdict,
}

/// A test that doesn't hold natively.
pub(crate) struct Dropped<'x> {
    pub case: TestCase<'x>,
    pub doubt: Doubt,
}

/// A test that is written, although it is unknown whether it holds natively.
pub(crate) struct Untried<'x> {
    pub case: TestCase<'x>,
    pub cut: Cut,
}

/// What is left of a suite, and what the native program says about it.
pub(crate) struct Confirmed<'x> {
    /// Was the native program asked at all?
    pub tried: bool,
    pub manifest: Manifest,
    /// Tests that hold.
    pub tests: Vec<TestCase<'x>>,
    pub untried: Vec<Untried<'x>>,
    /// Tests of confirmed bugs, perhaps several of one; of all bugs, if none was tried.
    pub reproducers: Vec<Reproducer<'x>>,
    pub dropped: Vec<Dropped<'x>>,
    /// Each bug once.
    pub bugs: Vec<FoundBug<'x>>,
    /// What tests and reproducers cover, or why that is unknown.
    pub coverage: Result<Coverage, String>,
}

impl Confirmed<'_> {
    /// Are all tests of an exploration known to hold? Otherwise natively something else may happen than we think.
    pub(crate) fn all_hold(&self, explored: &Explored) -> bool {
        self.doubts(Some(explored)).is_empty()
    }

    /// Why an exploration is not all that there is to know about its function.
    pub(crate) fn reasons(&self, explored: &Explored) -> Vec<String> {
        let incomplete = explored.exploration.incomplete.iter().map(ToString::to_string);
        incomplete.chain(self.doubts(Some(explored))).collect()
    }

    /// That tests don't hold natively, or were not tried, in words: those of one exploration, or all.
    pub(crate) fn doubts(&self, explored: Option<&Explored>) -> Vec<String> {
        let own = |case: &TestCase<'_>| explored.is_none_or(|own| std::ptr::eq(case.explored, own));
        let dropped = self.dropped.iter().filter(|dropped| own(&dropped.case)).count();
        let mut cuts: BTreeMap<String, usize> = BTreeMap::new();
        for untried in self.untried.iter().filter(|untried| own(&untried.case)) {
            *cuts.entry(untried.cut.to_string()).or_default() += 1;
        }
        let untried = cuts.into_iter().map(|(cut, count)| {
            format!("{} not tried natively: {cut}", counted(count, "test was", "tests were"))
        });
        let dropped = (dropped > 0)
            .then(|| format!("{} not hold natively", counted(dropped, "test does", "tests do")));
        dropped.into_iter().chain(untried).collect()
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
