//! Confirmation: a suite is tried natively before anybody is told about it.
//!
//! Tests that don't hold natively are dropped. A bug counts if the native program, built with sanitizers, fails with
//! its inputs in the same way; a few inputs are tried.

use std::fs;
use std::path::PathBuf;

use engine::Bug;

use crate::coverage::Coverage;
use crate::error::{ExitCode, Failure};
use crate::natively::Workshop;
use crate::suite::{self, Case, Ending, Explored, Folder, Manifest, Suite};
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
    let manifest = folder.write(&suite.tests, &[])?;
    let workshop = Workshop::new(clang, &manifest, folder.path)?;
    let cases: Vec<Vec<Case<'x>>> =
        suite.bugs.iter().map(|case| suite::candidates(case, explored)).collect();
    let attempts = write_attempts(folder, &workshop, &cases)?;
    let trial = trial::run(&workshop, clang, &attempts);
    let (tests, dropped) = sort_out(suite.tests, &trial);
    let (reproducers, bugs) = conclude(cases, trial.bugs);
    let manifest = folder.write(&tests, &reproducers)?;
    Ok(Confirmed { manifest, tests, reproducers, dropped, bugs, coverage: trial.coverage })
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
    for about in 0..folder.files.len() {
        let cases = written.iter().filter(|case| case.explored.file == about);
        let text = folder.text("Inputs that should show bugs.", about, cases);
        write(file(about), &text)?;
    }
    Ok(attempts)
}

fn write(path: PathBuf, text: &str) -> Result<(), Failure> {
    fs::write(path, text)
        .map_err(|error| Failure::new(ExitCode::Io, format!("temporary file: {error}")))
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
