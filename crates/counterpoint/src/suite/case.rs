//! Cases: what was explored, and the inputs and the ending of a path that becomes a test.

use std::collections::BTreeSet;
use std::time::Duration;

use engine::{Bug, BugKind, Exploration, ExploredPath, Outcome};
use ir::{Program, SourceLoc};

use super::body;
use crate::frontend::entry::Entry;

/// What an exploration was of, and what came of it.
pub(crate) struct Explored {
    /// The function that it began with.
    pub entry: Entry,
    /// Which of the given files defines it.
    pub file: usize,
    pub exploration: Exploration,
    /// The paths that may become tests.
    pub promising: Vec<usize>,
    /// What it was to come to, if anything.
    pub goal: Option<usize>,
    /// How long it took.
    pub time: Duration,
    /// Was it to end before it had, or was there no time left to look for the simplest inputs?
    pub hurried: bool,
}

impl Explored {
    /// Before anything is known.
    pub(crate) fn nothing(entry: Entry, file: usize, goal: Option<usize>) -> Explored {
        let (exploration, promising) = (Exploration::default(), Vec::new());
        let (time, hurried) = (Duration::ZERO, false);
        Explored { entry, file, exploration, promising, goal, time, hurried }
    }

    /// Has a path come to the goal, and ended?
    pub(crate) fn reaches(&self) -> bool {
        self.exploration.paths.iter().any(|path| path.reached && TestEnding::of(path).is_some())
    }
}

/// A test, or the reproducer of a bug: inputs, and how the program ends with them.
#[derive(Clone)]
pub(crate) struct TestCase<'x> {
    /// `main_exits_with_3`, `bug_1_division_by_zero_average`.
    pub name: String,
    pub explored: &'x Explored,
    pub path: &'x ExploredPath,
    pub ending: TestEnding<'x>,
    /// Expressions of which only the sign is checked: see `validate::orders`.
    pub signs: BTreeSet<String>,
}

impl TestCase<'_> {
    /// The same, with only the sign of these expressions checked, under a name of ours.
    pub(crate) fn with_signs(
        &self,
        program: &Program,
        signs: BTreeSet<String>,
        taken: &BTreeSet<String>,
    ) -> Self {
        let mut case = TestCase { signs, ..self.clone() };
        let name = body::case_name(program, &case);
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        case.name = names.find(|name| !taken.contains(name)).unwrap_or(name);
        case
    }
}

/// What is kept of explorations.
pub(crate) struct Suite<'x> {
    pub tests: Vec<TestCase<'x>>,
    /// At least one for each bug.
    pub bugs: Vec<TestCase<'x>>,
}

/// How a test ends.
#[derive(Clone, Copy)]
pub(crate) enum TestEnding<'x> {
    /// With that exit code, as the parent process sees it.
    Exit(u8),
    Bug(&'x Bug),
}

impl TestEnding<'_> {
    /// The ending of a path that counts: one that was neither cut off nor excluded by an assumption.
    pub(crate) fn of(path: &ExploredPath) -> Option<TestEnding<'_>> {
        match &path.outcome {
            Ok(Outcome::Exit(code)) => Some(TestEnding::Exit(*code as u8)),
            Ok(Outcome::Bug(bug)) => Some(TestEnding::Bug(bug)),
            Ok(Outcome::Return(_) | Outcome::AssumeFailed | Outcome::Stopped(_)) | Err(_) => None,
        }
    }

    /// In words.
    pub(crate) fn words(self) -> String {
        match self {
            TestEnding::Exit(code) => format!("exit {code}"),
            TestEnding::Bug(bug) => bug.kind.name().to_owned(),
        }
    }
}

/// A path that may become a test.
#[derive(Clone, Copy)]
pub(super) struct TestCandidate<'x> {
    pub explored: &'x Explored,
    pub path: &'x ExploredPath,
    pub ending: TestEnding<'x>,
}

/// The numbers of bugs, and of demands on callers, in the order in which they are told.
#[derive(Default)]
pub(crate) struct Numbers {
    bugs: Vec<BugSite>,
    demands: Vec<BugSite>,
}

impl Numbers {
    /// A case under its name with a number: `bug_1_division_by_zero_average`.
    pub(crate) fn numbered<'x>(&mut self, case: TestCase<'x>) -> TestCase<'x> {
        let site = ending_site(case.ending);
        let (kind, known) = match site.2 {
            true => ("demand", &mut self.demands),
            false => ("bug", &mut self.bugs),
        };
        let number = known.iter().position(|earlier| *earlier == site).unwrap_or_else(|| {
            known.push(site);
            known.len() - 1
        });
        TestCase { name: format!("{kind}_{}_{}", number + 1, case.name), ..case }
    }
}

pub(super) fn ending_site(ending: TestEnding<'_>) -> BugSite {
    match ending {
        TestEnding::Exit(_) => ("", None, false),
        TestEnding::Bug(bug) => {
            let (kind, at, demand) = site(bug);
            (kind.name(), at.map(|at| (at.file.0, at.line)), demand)
        }
    }
}

/// Kind and line of a bug, and whether it is for callers to avoid it, in an order.
pub(super) type BugSite = (&'static str, Option<(u32, u32)>, bool);

/// Bugs of one kind on one line are one bug. That a function fails there if its callers make it is another matter.
pub(crate) fn site(bug: &Bug) -> (BugKind, Option<SourceLoc>, bool) {
    let at = bug.at().map(|at| SourceLoc { column: 0, ..at });
    (bug.kind, at, bug.precondition.is_some())
}
