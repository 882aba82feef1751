//! Confirmation: a suite is tried natively before anybody is told about it.
//!
//! Tests that don't hold natively are dropped. A bug counts if the native program, built with sanitizers, fails with
//! its inputs in the same way; a few inputs are tried.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use engine::Bug;
use ir::Program;

use crate::coverage::Coverage;
use crate::error::{ExitCode, Failure};
use crate::load::in_parallel;
use crate::natively::Workshop;
use crate::orders;
use crate::suite::{self, Case, Ending, Explored, Folder, Manifest, Suite, TestFile};
use crate::trial::{self, Attempt, BugRun, Trial};
use crate::verdict::{Expected, Verdict};

/// A bug with inputs that lead to it.
pub(crate) struct Found<'x> {
    pub bug: &'x Bug,
    pub case: Case<'x>,
    pub verdict: Verdict,
}

/// A test that doesn't hold natively.
pub(crate) struct Dropped {
    pub name: String,
    pub why: String,
}

/// What is left of a suite, and what the native program says about it.
pub(crate) struct Confirmed<'x> {
    pub manifest: Manifest,
    pub tests: Vec<Case<'x>>,
    /// Tests of confirmed bugs, perhaps several of one.
    pub reproducers: Vec<Case<'x>>,
    pub dropped: Vec<Dropped>,
    /// Each bug once.
    pub bugs: Vec<Found<'x>>,
    /// What tests and reproducers cover, or why nobody knows.
    pub coverage: Result<Coverage, String>,
}

/// Writes a suite, asks the native program about it, and writes what holds.
pub(crate) fn confirm<'x>(
    clang: &str,
    folder: &Folder<'_>,
    suite: Suite<'x>,
    explored: &'x [Explored],
) -> Result<Confirmed<'x>, Failure> {
    let Suite { tests, bugs } = suite;
    let (mut tests, mut dropped) = compiling(clang, folder, tests)?;
    let manifest = folder.write(&tests, &[])?;
    let workshop = Workshop::new(clang, &manifest, folder.path)?;
    let cases: Vec<Vec<Case<'x>>> =
        bugs.iter().map(|case| suite::candidates(case, explored)).collect();
    let attempts = write_attempts(folder, &workshop, &cases)?;
    let orders = orders::matter(folder.program);
    let mut trial = trial::run(&workshop, clang, &attempts, orders);
    let (loosened, signs) = loosen(folder.program, &tests, &trial);
    if signs {
        tests = loosened;
        folder.write(&tests, &[])?;
        trial = trial::run(&workshop, clang, &attempts, orders);
    }
    let (tests, failed) = sort_out(tests, &trial);
    dropped.extend(failed);
    let (reproducers, bugs) = conclude(cases, trial.bugs);
    let manifest = folder.write(&tests, &reproducers)?;
    Ok(Confirmed { manifest, tests, reproducers, dropped, bugs, coverage: trial.coverage })
}

/// Sorts out what the compiler refuses: a macro of the program may be in the way of a name, for one.
fn compiling<'x>(
    clang: &str,
    folder: &Folder<'_>,
    tests: Vec<Case<'x>>,
) -> Result<(Vec<Case<'x>>, Vec<Dropped>), Failure> {
    let manifest = folder.write(&tests, &[])?;
    let workshop = Workshop::new(clang, &manifest, folder.path)?;
    let path = |file: &TestFile| workshop.suite().join(format!("{}.c", file.name));
    let refused = refused(&workshop, &manifest.tests.iter().map(path).collect::<Vec<_>>());
    let (kept, gone): (Vec<Case<'x>>, Vec<Case<'x>>) =
        tests.into_iter().partition(|case| !refused.contains(&case.name));
    let why = "the compiler refuses it".to_owned();
    let dropped = gone.into_iter().map(|case| Dropped { name: case.name, why: why.clone() });
    Ok((kept, dropped.collect()))
}

/// The tests in these files that the compiler refuses.
fn refused(workshop: &Workshop<'_>, sources: &[PathBuf]) -> Vec<String> {
    let names = in_parallel(sources, |source| {
        let text = fs::read_to_string(source).unwrap_or_default();
        let lines = workshop.refused_lines(source);
        lines.into_iter().filter_map(|line| test_at(&text, line)).collect::<Vec<String>>()
    });
    names.into_iter().flatten().collect()
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
            let known = folder.bug_file(case)?;
            let name = format!("{}_attempt_{number}", case.name);
            written.push(Case { name: name.clone(), ..case.clone() });
            let expected = Expected { kind: known.kind, at: known.at };
            let (about, sanitizer) = (known.about, known.sanitizer);
            Some(Attempt { name, source: file(about), about, sanitizer, expected })
        });
        attempts.push(of_bug.collect());
    }
    let write_all = |without: &[String]| {
        (0..folder.files.len()).try_for_each(|about| {
            let here =
                |case: &&Case<'_>| case.explored.file == about && !without.contains(&case.name);
            let cases = written.iter().filter(here);
            write(file(about), &folder.text("Inputs that should show bugs.", about, cases))
        })
    };
    write_all(&[])?;
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
fn sort_out<'x>(tests: Vec<Case<'x>>, trial: &Trial) -> (Vec<Case<'x>>, Vec<Dropped>) {
    let mut dropped = Vec::new();
    let unbuilt = trial.unbuilt.first().map_or("it isn't run", |(_, why)| why);
    let holds = |case: &Case<'x>| {
        let ran = trial.tests.iter().find(|test| test.name == case.name);
        let why = match ran {
            Some(test) => test.failure.clone(),
            None => Some(unbuilt.to_owned()),
        };
        let holds = why.is_none();
        dropped.extend(why.map(|why| Dropped { name: case.name.clone(), why }));
        holds
    };
    (tests.into_iter().filter(holds).collect(), dropped)
}

/// The reproducers of confirmed bugs, and every bug once.
fn conclude<'x>(cases: Vec<Vec<Case<'x>>>, runs: Vec<BugRun>) -> (Vec<Case<'x>>, Vec<Found<'x>>) {
    let mut reproducers = Vec::new();
    let mut bugs: Vec<Found<'x>> = Vec::new();
    for (candidates, run) in cases.into_iter().zip(runs) {
        let Some(case) = candidates.into_iter().nth(run.attempt) else { continue };
        let Ending::Bug(bug) = case.ending else { continue };
        if run.verdict == Verdict::Confirmed {
            reproducers.push(case.clone());
        }
        let found = Found { bug, case, verdict: run.verdict };
        match bugs.iter_mut().find(|earlier| suite::site(earlier.bug) == suite::site(bug)) {
            None => bugs.push(found),
            Some(earlier) if earlier.verdict != Verdict::Confirmed => *earlier = found,
            Some(_) => {}
        }
    }
    (reproducers, bugs)
}
