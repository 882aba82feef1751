//! Confirmation: a suite is tried natively before it is reported.
//!
//! Tests that don't hold natively are dropped. A bug counts if the native program, built with sanitizers, fails with
//! its inputs in the same way; a few inputs are tried.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use ir::Program;

use super::bug_inputs::{self, BugInputs, WrittenAttempts};
use super::confirmed::{Confirmed, Dropped, FoundBug, Untried};
use super::early::ShownBug;
use super::known::KnownTrials;
use super::orders;
use super::trial::{self, BugRun, Trial, TrialInput, Tried};
use super::verdict::{BugVerdict, Doubt};
use super::workshop::{Unbuilt, Workshop};
use crate::error::Failure;
use crate::suite::{
    self, Explored, Numbers, Reproducer, Suite, SuiteFolder, TestCase, TestEnding, TestFile,
};

/// Writes a suite, asks the native program about it, and writes what holds.
pub(crate) fn confirm<'x>(
    (workshop, known): (&Workshop<'_>, &KnownTrials<'_>),
    folder: &SuiteFolder<'_>,
    suite: Suite<'x>,
    explored: &'x [Explored],
    early: &'x [ShownBug],
) -> Result<Confirmed<'x>, Failure> {
    let Suite { tests, bugs } = suite;
    let mut bugs: Vec<(usize, TestCase<'x>)> = bugs.into_iter().enumerate().collect();
    // What was shown before can wait, if the time may not suffice. Otherwise, the same is tried in every run.
    if workshop.toolchain().budget.is_limited() {
        bugs.sort_by_key(|(_, case)| shown_early(case, explored, early).is_some());
    }
    let cases: Vec<Vec<TestCase<'x>>> =
        bugs.iter().map(|(_, case)| suite::candidates(case, explored)).collect();
    let mut dropped = Vec::new();
    let (mut tests, mut trial) = tried((workshop, known), folder, tests, &cases, &mut dropped)?;
    let (loosened, signs) = loosen(folder.program, &tests, &trial);
    if signs {
        (tests, trial) = tried((workshop, known), folder, loosened, &cases, &mut dropped)?;
    }
    let mut sorted = Sorted { kept: Vec::new(), untried: Vec::new(), dropped };
    tests.into_iter().for_each(|case| sorted.add(case, &trial));
    let Sorted { kept: tests, untried, dropped } = sorted;
    let early = |case: &TestCase<'x>| shown_early(case, explored, early);
    let places = bugs.iter().map(|(place, _)| *place);
    let mut ran: Vec<_> = places.zip(cases.into_iter().zip(trial.bugs)).collect();
    // How they are numbered is not to depend on what was shown before.
    ran.sort_by_key(|(place, _)| *place);
    let (reproducers, bugs) = conclude(ran.into_iter().map(|(_, ran)| ran), early);
    let written: Vec<TestCase<'x>> =
        tests.iter().chain(untried.iter().map(|untried| &untried.case)).cloned().collect();
    let manifest = folder.write(&written, &reproducers)?;
    let coverage = trial.coverage;
    let tried = true;
    Ok(Confirmed { tried, manifest, tests, untried, reproducers, dropped, bugs, coverage })
}

/// Tries the tests and the inputs of bugs. If a file of them can't be built, it is tried again without those to blame: a
/// macro of the program may be in the way of a name, for one. Some errors show only when others are gone.
fn tried<'x>(
    (workshop, known): (&Workshop<'_>, &KnownTrials<'_>),
    folder: &SuiteFolder<'_>,
    mut tests: Vec<TestCase<'x>>,
    bugs: &[Vec<TestCase<'x>>],
    dropped: &mut Vec<Dropped<'x>>,
) -> Result<(Vec<TestCase<'x>>, Trial), Failure> {
    let mut refused: BTreeMap<String, String> = BTreeMap::new();
    let mut apart = false;
    loop {
        let inputs = BugInputs { folder, workshop, known, bugs, without: &refused };
        let Some(trial) = try_all(&inputs, &tests, apart)? else {
            apart = true;
            continue;
        };
        let suite = folder.absolute()?;
        let before = (tests.len(), refused.len());
        for (file, lines) in &trial.refused {
            refused.extend(blamed(file, lines));
        }
        for (file, unbuilt) in &trial.unbuilt {
            let Unbuilt::Refused { lines, .. } = unbuilt else { continue };
            let blamed = blamed(&suite.join(format!("{}.c", file.name)), lines);
            let (kept, gone) = without_refused((workshop, folder), tests, file, &blamed)?;
            dropped.extend(gone);
            tests = kept;
        }
        if (tests.len(), refused.len()) == before {
            return Ok((tests, trial));
        }
    }
}

/// Writes and tries all of them. Nothing, if tests and inputs of bugs are refused together: who is to blame is found with
/// both apart.
fn try_all<'x>(
    inputs: &BugInputs<'_, 'x>,
    tests: &[TestCase<'x>],
    apart: bool,
) -> Result<Option<Trial>, Failure> {
    let BugInputs { folder, workshop, known, .. } = inputs;
    let manifest = folder.write(tests, &[])?;
    let beside: &[TestFile] = if apart { &[] } else { &manifest.tests };
    let WrittenAttempts { attempts, together } = inputs.write(beside, tests)?;
    let given = TrialInput {
        suite: &folder.absolute()?,
        tests: &manifest.tests,
        bugs: &attempts,
        together: &together,
        orders: orders::matter(folder.program),
    };
    let trial = known.or_run(workshop, &given);
    let is_refused = |(file, why): &(TestFile, Unbuilt)| {
        together.contains_key(&file.about) && matches!(why, Unbuilt::Refused { .. })
    };
    let is_mixed = trial.unbuilt.iter().any(is_refused);
    Ok((!is_mixed).then_some(trial))
}

/// All tests but those to blame that a file of them can't be built.
fn without_refused<'x>(
    (workshop, folder): (&Workshop<'_>, &SuiteFolder<'_>),
    tests: Vec<TestCase<'x>>,
    file: &TestFile,
    blamed: &BTreeMap<String, String>,
) -> Result<(Vec<TestCase<'x>>, Vec<Dropped<'x>>), Failure> {
    let (own, mut kept): (Vec<_>, Vec<_>) =
        tests.into_iter().partition(|case| case.explored.file == file.about);
    let (own, gone) = match blamed.is_empty() {
        true => buildable(folder, workshop, file.about, own)?,
        false => without(own, blamed),
    };
    kept.extend(own);
    Ok((kept, gone))
}

/// The tests in a file around lines that the compiler refuses, and what it says.
fn blamed(file: &Path, lines: &[(u32, String)]) -> BTreeMap<String, String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    // Of several errors, the first.
    let lines = lines.iter().rev();
    lines.filter_map(|(line, why)| Some((test_at(&text, *line)?, why.clone()))).collect()
}

/// Takes out the tests that the compiler refuses.
fn without<'x>(
    tests: Vec<TestCase<'x>>,
    refused: &BTreeMap<String, String>,
) -> (Vec<TestCase<'x>>, Vec<Dropped<'x>>) {
    let (gone, kept): (Vec<TestCase<'x>>, Vec<TestCase<'x>>) =
        tests.into_iter().partition(|case| refused.contains_key(&case.name));
    let dropped = gone.into_iter().map(|case| {
        let why = format!("the compiler refuses it: {}", refused[&case.name]);
        Dropped { case, doubt: Doubt::new(why) }
    });
    (kept, dropped.collect())
}

/// Sorts out the tests about a file that keep the others from being built, by halves.
fn buildable<'x>(
    folder: &SuiteFolder<'_>,
    workshop: &Workshop<'_>,
    about: usize,
    tests: Vec<TestCase<'x>>,
) -> Result<(Vec<TestCase<'x>>, Vec<Dropped<'x>>), Failure> {
    let source = workshop.scratch().join(format!("part_{about}.c"));
    bug_inputs::write(&source, &folder.text("Some of the tests.", about, &tests))?;
    let Some(Unbuilt::Refused { why, .. }) = trial::why_unbuilt(workshop, &source, about) else {
        return Ok((tests, Vec::new()));
    };
    match tests.len() {
        0 => Ok((tests, Vec::new())),
        1 => {
            let dropped = tests.into_iter().map(|case| Dropped { case, doubt: Doubt::new(&why) });
            Ok((Vec::new(), dropped.collect()))
        }
        count => {
            let mut first = tests;
            let second = first.split_off(count / 2);
            let (mut kept, mut gone) = buildable(folder, workshop, about, first)?;
            let (more_kept, more_gone) = buildable(folder, workshop, about, second)?;
            kept.extend(more_kept);
            gone.extend(more_gone);
            Ok((kept, gone))
        }
    }
}

/// The test around a line of a file.
fn test_at(text: &str, line: u32) -> Option<String> {
    let before = text.lines().take(line as usize);
    let names = before.filter_map(|line| line.strip_prefix("TEST(").or(line.strip_prefix("BUG(")));
    names.last()?.split(')').next().map(str::to_owned)
}

/// Where a test depends on the size of what a comparison returns, it is to check only the sign. Is there any?
fn loosen<'x>(
    program: &Program,
    tests: &[TestCase<'x>],
    trial: &Trial,
) -> (Vec<TestCase<'x>>, bool) {
    let signs = |case: &TestCase<'x>| -> Option<BTreeSet<String>> {
        let ran = trial.tests.iter().find(|test| test.name == case.name)?;
        let wrong: Option<Vec<_>> =
            ran.by_size.iter().map(|(size, failure)| orders::wrong_sizes(*size, failure)).collect();
        wrong.map(|sets| sets.into_iter().flatten().collect())
    };
    let mut taken: BTreeSet<String> = tests.iter().map(|case| case.name.clone()).collect();
    let mut any = false;
    let loosened = tests.iter().map(|case| match signs(case).filter(|signs| !signs.is_empty()) {
        None => case.clone(),
        Some(signs) => {
            taken.remove(&case.name);
            let case = case.with_signs(program, signs, &taken);
            taken.insert(case.name.clone());
            any = true;
            case
        }
    });
    (loosened.collect(), any)
}

/// Tests, by what became of them.
struct Sorted<'x> {
    kept: Vec<TestCase<'x>>,
    untried: Vec<Untried<'x>>,
    dropped: Vec<Dropped<'x>>,
}

impl<'x> Sorted<'x> {
    fn add(&mut self, case: TestCase<'x>, trial: &Trial) {
        let ran = trial.tests.iter().find(|test| test.name == case.name);
        let own = trial.unbuilt.iter().find(|(file, _)| file.about == case.explored.file);
        let unbuilt = || match own.map(|(_, why)| why) {
            Some(Unbuilt::Cut(cut)) => Tried::Cut(cut.clone()),
            Some(refused) => Tried::Fails(Doubt::new(refused.to_string())),
            None => Tried::Fails(Doubt::new("it isn't run")),
        };
        match ran.map_or_else(unbuilt, |test| test.tried.clone()) {
            Tried::Holds => self.kept.push(case),
            Tried::Fails(doubt) => self.dropped.push(Dropped { case, doubt }),
            Tried::Cut(cut) => self.untried.push(Untried { case, cut }),
        }
    }
}

/// The bug of a case with other inputs, if they have shown it while the exploration was going on.
fn shown_early<'x>(
    case: &TestCase<'x>,
    explored: &'x [Explored],
    early: &'x [ShownBug],
) -> Option<(TestCase<'x>, BugRun)> {
    let TestEnding::Bug(bug) = case.ending else { return None };
    early.iter().find_map(|shown| {
        let ending = TestEnding::of(&shown.path)?;
        let same =
            matches!(ending, TestEnding::Bug(other) if suite::site(other) == suite::site(bug));
        let explored = explored.iter().find(|it| same && it.entry.name == shown.entry)?;
        let verdict = BugVerdict::Confirmed(shown.how.clone());
        let run = BugRun { attempt: 0, sanitizer: shown.sanitizer, verdict };
        Some((TestCase { explored, path: &shown.path, ending, ..case.clone() }, run))
    })
}

/// The reproducers of confirmed bugs, and every bug once.
fn conclude<'x>(
    ran: impl Iterator<Item = (Vec<TestCase<'x>>, BugRun)>,
    early: impl Fn(&TestCase<'x>) -> Option<(TestCase<'x>, BugRun)>,
) -> (Vec<Reproducer<'x>>, Vec<FoundBug<'x>>) {
    let mut reproducers = Vec::new();
    let mut bugs: Vec<FoundBug<'x>> = Vec::new();
    let mut numbers = Numbers::default();
    let tried = ran.map(|(candidates, run)| {
        let earlier = candidates.first().filter(|_| !run.verdict.is_confirmed()).and_then(&early);
        earlier.map_or((candidates, run), |(case, run)| (vec![case], run))
    });
    let mut tried: Vec<_> = tried.collect();
    // What was confirmed has a file, so its numbers come first.
    tried.sort_by_key(|(_, run)| !run.verdict.is_confirmed());
    for (candidates, run) in tried {
        let Some(case) = candidates.into_iter().nth(run.attempt) else { continue };
        let case = numbers.numbered(case);
        let TestEnding::Bug(bug) = case.ending else { continue };
        if run.verdict.is_confirmed() {
            reproducers.push(Reproducer { case: case.clone(), sanitizer: run.sanitizer });
        }
        let mut verdict = run.verdict;
        if let (BugVerdict::Unconfirmed(doubt), true) = (&mut verdict, case.path.uninitialised) {
            doubt.why += "; it depends on uninitialised memory, which no test can choose";
        }
        let found = FoundBug { bug, case, verdict };
        match bugs.iter_mut().find(|earlier| suite::site(earlier.bug) == suite::site(bug)) {
            None => bugs.push(found),
            Some(earlier) if !earlier.verdict.is_confirmed() => *earlier = found,
            Some(_) => {}
        }
    }
    (reproducers, bugs)
}
