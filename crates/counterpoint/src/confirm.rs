//! Confirmation: a suite is tried natively before anybody is told about it.
//!
//! Tests that don't hold natively are dropped. A bug counts if the native program, built with sanitizers, fails with
//! its inputs in the same way; a few inputs are tried.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use engine::Bug;
use ir::Program;

use crate::coverage::Coverage;
use crate::error::{ExitCode, Failure};
use crate::load::in_parallel;
use crate::natively::Workshop;
use crate::orders;
use crate::report;
use crate::sanitizer::Sanitizer;
use crate::suite::{self, Case, Ending, Explored, Folder, Manifest, Reproducer, Suite, TestFile};
use crate::trial::{self, Attempt, BugRun, Trial};
use crate::verdict::{Doubt, Expected, Verdict};

/// A bug with inputs that lead to it.
pub(crate) struct Found<'x> {
    pub bug: &'x Bug,
    pub case: Case<'x>,
    pub verdict: Verdict,
}

/// A test that doesn't hold natively.
pub(crate) struct Dropped<'x> {
    pub case: Case<'x>,
    pub doubt: Doubt,
}

/// What is left of a suite, and what the native program says about it.
pub(crate) struct Confirmed<'x> {
    /// Was the native program asked at all?
    pub tried: bool,
    pub manifest: Manifest,
    pub tests: Vec<Case<'x>>,
    /// Tests of confirmed bugs, perhaps several of one; of all bugs, if nobody tried.
    pub reproducers: Vec<Reproducer<'x>>,
    pub dropped: Vec<Dropped<'x>>,
    /// Each bug once.
    pub bugs: Vec<Found<'x>>,
    /// What tests and reproducers cover, or why nobody knows.
    pub coverage: Result<Coverage, String>,
}

impl Confirmed<'_> {
    /// Do all tests of an exploration hold? Otherwise natively something else happens than we think.
    pub(crate) fn all_hold(&self, explored: &Explored) -> bool {
        self.dropped_of(explored) == 0
    }

    /// Why an exploration is not all that there is to know about its function.
    pub(crate) fn reasons(&self, explored: &Explored) -> Vec<String> {
        let incomplete = explored.exploration.incomplete.iter().map(ToString::to_string);
        incomplete.chain(do_not_hold(self.dropped_of(explored))).collect()
    }

    fn dropped_of(&self, explored: &Explored) -> usize {
        let own = |dropped: &&Dropped<'_>| std::ptr::eq(dropped.case.explored, explored);
        self.dropped.iter().filter(own).count()
    }
}

/// That so many tests were dropped, in words.
pub(crate) fn do_not_hold(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("1 test does not hold natively".to_owned()),
        count => Some(format!("{count} tests do not hold natively")),
    }
}

/// Writes a suite, asks the native program about it, and writes what holds.
pub(crate) fn confirm<'x>(
    clang: &str,
    folder: &Folder<'_>,
    suite: Suite<'x>,
    explored: &'x [Explored],
) -> Result<Confirmed<'x>, Failure> {
    let Suite { tests, bugs } = suite;
    let (tests, mut dropped) = compiling(clang, folder, tests)?;
    let cases: Vec<Vec<Case<'x>>> =
        bugs.iter().map(|case| suite::candidates(case, explored)).collect();
    let (mut tests, mut trial) = tried(clang, folder, tests, &cases, &mut dropped)?;
    let (loosened, signs) = loosen(folder.program, &tests, &trial);
    if signs {
        (tests, trial) = tried(clang, folder, loosened, &cases, &mut dropped)?;
    }
    let (tests, failed) = sort_out(tests, &trial);
    dropped.extend(failed);
    let (reproducers, bugs) = conclude(cases, trial.bugs);
    let manifest = folder.write(&tests, &reproducers)?;
    let coverage = trial.coverage;
    Ok(Confirmed { tried: true, manifest, tests, reproducers, dropped, bugs, coverage })
}

/// Tries the tests and the inputs of bugs. If a file of tests can't be built, it is tried again without those to blame.
fn tried<'x>(
    clang: &str,
    folder: &Folder<'_>,
    mut tests: Vec<Case<'x>>,
    bugs: &[Vec<Case<'x>>],
    dropped: &mut Vec<Dropped<'x>>,
) -> Result<(Vec<Case<'x>>, Trial), Failure> {
    loop {
        let manifest = folder.write(&tests, &[])?;
        let workshop = Workshop::new(clang, &manifest, folder.path)?;
        let attempts = write_attempts(folder, &workshop, bugs)?;
        let trial = trial::run(&workshop, clang, &attempts, orders::matter(folder.program));
        let before = tests.len();
        for (file, _) in &trial.unbuilt {
            let Some(about) = manifest.tests.iter().find(|test| test.name == *file) else {
                continue;
            };
            let (own, others): (Vec<_>, Vec<_>) =
                tests.into_iter().partition(|case| case.explored.file == about.about);
            let (kept, gone) = buildable(folder, &workshop, about.about, own)?;
            dropped.extend(gone);
            tests = others;
            tests.extend(kept);
        }
        if tests.len() == before {
            return Ok((tests, trial));
        }
    }
}

/// Sorts out the tests about a file that keep the others from being built, by halves.
fn buildable<'x>(
    folder: &Folder<'_>,
    workshop: &Workshop<'_>,
    about: usize,
    tests: Vec<Case<'x>>,
) -> Result<(Vec<Case<'x>>, Vec<Dropped<'x>>), Failure> {
    let source = workshop.scratch().join(format!("part_{about}.c"));
    write(source.clone(), &folder.text("Some of the tests.", about, &tests))?;
    let Some(why) = trial::why_unbuilt(workshop, &source, about) else {
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

/// Sorts out what the compiler refuses: a macro of the program may be in the way of a name, for one. Some errors show
/// only when others are gone.
fn compiling<'x>(
    clang: &str,
    folder: &Folder<'_>,
    mut tests: Vec<Case<'x>>,
) -> Result<(Vec<Case<'x>>, Vec<Dropped<'x>>), Failure> {
    let mut dropped = Vec::new();
    loop {
        let manifest = folder.write(&tests, &[])?;
        let workshop = Workshop::new(clang, &manifest, folder.path)?;
        let path = |file: &TestFile| workshop.suite().join(format!("{}.c", file.name));
        let refused = refused(&workshop, &manifest.tests.iter().map(path).collect::<Vec<_>>());
        let (kept, gone): (Vec<Case<'x>>, Vec<Case<'x>>) =
            tests.into_iter().partition(|case| !refused.contains_key(&case.name));
        tests = kept;
        if gone.is_empty() {
            return Ok((tests, dropped));
        }
        dropped.extend(gone.into_iter().map(|case| {
            let why = format!("the compiler refuses it: {}", refused[&case.name]);
            Dropped { case, doubt: Doubt::new(why) }
        }));
    }
}

/// The tests in these files that the compiler refuses, and what it says.
fn refused(workshop: &Workshop<'_>, sources: &[PathBuf]) -> BTreeMap<String, String> {
    let errors = in_parallel(sources, |source| {
        let text = fs::read_to_string(source).unwrap_or_default();
        let errors = workshop.refused_lines(source).into_iter();
        errors.filter_map(|(line, why)| Some((test_at(&text, line)?, why))).collect::<Vec<_>>()
    });
    // Of several errors, the first.
    errors.into_iter().flatten().rev().collect()
}

/// The test around a line of a file.
fn test_at(text: &str, line: u32) -> Option<String> {
    let before = text.lines().take(line as usize);
    let names = before.filter_map(|line| line.strip_prefix("TEST(").or(line.strip_prefix("BUG(")));
    names.last()?.split(')').next().map(str::to_owned)
}

/// Writes all inputs of all bugs, in one file for each file of the program.
fn write_attempts(
    folder: &Folder<'_>,
    workshop: &Workshop<'_>,
    bugs: &[Vec<Case<'_>>],
) -> Result<Vec<Vec<Attempt>>, Failure> {
    let file = |about: usize| workshop.scratch().join(format!("attempts_{about}.c"));
    let mut written: Vec<Case<'_>> = Vec::new();
    let mut attempts = Vec::new();
    for bug in bugs {
        let of_bug = bug.iter().enumerate().filter_map(|(number, case)| {
            let Ending::Bug(bug) = case.ending else { return None };
            let about = case.explored.file;
            let name = format!("{}_attempt_{number}", case.name);
            written.push(Case { name: name.clone(), ..case.clone() });
            Some(Attempt {
                name,
                source: file(about),
                about,
                sanitizers: Sanitizer::of(bug.kind).to_vec(),
                expected: Expected {
                    kind: bug.kind.name().to_owned(),
                    at: report::line(folder.program, bug),
                },
            })
        });
        attempts.push(of_bug.collect());
    }
    let write_all = |without: &BTreeMap<String, String>| {
        (0..folder.files.len()).try_for_each(|about| {
            let here =
                |case: &&Case<'_>| case.explored.file == about && !without.contains_key(&case.name);
            let cases = written.iter().filter(here);
            write(file(about), &folder.text("Inputs that should show bugs.", about, cases))
        })
    };
    write_all(&BTreeMap::new())?;
    let used = |about: &usize| written.iter().any(|case| case.explored.file == *about);
    let files: Vec<PathBuf> = (0..folder.files.len()).filter(used).map(file).collect();
    let refused = refused(workshop, &files);
    if !refused.is_empty() {
        write_all(&refused)?;
    }
    Ok(attempts)
}

fn write(path: PathBuf, text: &str) -> Result<(), Failure> {
    fs::write(path, text)
        .map_err(|error| Failure::new(ExitCode::Io, format!("temporary file: {error}")))
}

/// Where a test depends on the size of what a comparison returns, it is to check only the sign. Is there any?
fn loosen<'x>(program: &Program, tests: &[Case<'x>], trial: &Trial) -> (Vec<Case<'x>>, bool) {
    let signs = |case: &Case<'x>| -> Option<BTreeSet<String>> {
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

/// The tests that hold, and those that don't.
fn sort_out<'x>(tests: Vec<Case<'x>>, trial: &Trial) -> (Vec<Case<'x>>, Vec<Dropped<'x>>) {
    let unbuilt = trial.unbuilt.first().map_or("it isn't run", |(_, why)| why);
    let failure = |case: &Case<'x>| {
        let ran = trial.tests.iter().find(|test| test.name == case.name);
        ran.map_or_else(|| Some(Doubt::new(unbuilt)), |test| test.failure.clone())
    };
    let mut dropped = Vec::new();
    let mut kept = Vec::new();
    for case in tests {
        match failure(&case) {
            None => kept.push(case),
            Some(doubt) => dropped.push(Dropped { case, doubt }),
        }
    }
    (kept, dropped)
}

/// The reproducers of confirmed bugs, and every bug once.
fn conclude<'x>(
    cases: Vec<Vec<Case<'x>>>,
    runs: Vec<BugRun>,
) -> (Vec<Reproducer<'x>>, Vec<Found<'x>>) {
    let mut reproducers = Vec::new();
    let mut bugs: Vec<Found<'x>> = Vec::new();
    for (candidates, run) in cases.into_iter().zip(runs) {
        let Some(case) = candidates.into_iter().nth(run.attempt) else { continue };
        let Ending::Bug(bug) = case.ending else { continue };
        if run.verdict.is_confirmed() {
            reproducers.push(Reproducer { case: case.clone(), sanitizer: run.sanitizer });
        }
        let mut verdict = run.verdict;
        if let (Verdict::Unconfirmed(doubt), true) = (&mut verdict, case.path.uninitialised) {
            doubt.why += "; it depends on uninitialised memory, which no test can choose";
        }
        let found = Found { bug, case, verdict };
        match bugs.iter_mut().find(|earlier| suite::site(earlier.bug) == suite::site(bug)) {
            None => bugs.push(found),
            Some(earlier) if !earlier.verdict.is_confirmed() => *earlier = found,
            Some(_) => {}
        }
    }
    (reproducers, bugs)
}
