//! `counterpoint replay`: builds a suite natively, runs it, and says what it covers.

use std::path::PathBuf;

use clap::Args;

use crate::clang;
use crate::coverage::{Counted, Coverage};
use crate::error::{ExitCode, Failure};
use crate::layout::Width;
use crate::natively::Workshop;
use crate::suite::{BugFile, Manifest};
use crate::table;
use crate::trial::{self, Attempt, Trial};
use crate::verdict::{Expected, Verdict};

/// What `replay` is given.
#[derive(Args)]
pub(crate) struct Replay {
    /// The folder that `counterpoint test` wrote
    #[arg(value_name = "DIR")]
    suite: PathBuf,
}

/// Tests that fail end with 1, whatever can't be built with 2.
const FAILED: i32 = 1;
const UNBUILT: i32 = 2;

/// Tries the suite and prints what came of it.
pub(crate) fn replay(command: &Replay) -> Result<i32, Failure> {
    let clang = clang::find().map_err(|error| Failure::new(ExitCode::Unavailable, error))?.program;
    let manifest = Manifest::read(&command.suite)?;
    let workshop = Workshop::new(&clang, &manifest, &command.suite)?;
    let attempt = |bug: &BugFile| Attempt {
        name: bug.name.clone(),
        source: workshop.suite().join(format!("{}.c", bug.name)),
        about: bug.about,
        sanitizers: vec![bug.sanitizer],
        expected: Expected { kind: bug.kind.clone(), at: bug.at.clone() },
    };
    let attempts: Vec<Vec<Attempt>> = manifest.bugs.iter().map(|bug| vec![attempt(bug)]).collect();
    let trial = trial::run(&workshop, &clang, &attempts, false);
    print_tests(&trial);
    print_bugs(&manifest, &trial);
    match &trial.coverage {
        Ok(coverage) if coverage.functions.is_empty() => {
            println!("\ncoverage: nothing was compiled from source");
        }
        Ok(coverage) => print!("\n{}", table(coverage)),
        Err(why) => println!("\n{why}"),
    }
    let failed = trial.tests.iter().any(|test| test.failure.is_some());
    Ok(match (trial.unbuilt.is_empty(), failed) {
        (false, _) => UNBUILT,
        (true, true) => FAILED,
        (true, false) => 0,
    })
}

fn print_tests(trial: &Trial) {
    for test in &trial.tests {
        match &test.failure {
            None => println!("pass {}", test.name),
            Some(doubt) => println!("FAIL {}: {}", test.name, doubt.why),
        }
    }
    for (file, why) in &trial.unbuilt {
        println!("FAIL {file}.c: {why}");
    }
    let failed = trial.tests.iter().filter(|test| test.failure.is_some()).count();
    println!("{} tests, {failed} failed", trial.tests.len());
}

fn print_bugs(manifest: &Manifest, trial: &Trial) {
    for (bug, run) in manifest.bugs.iter().zip(&trial.bugs) {
        match &run.verdict {
            Verdict::Confirmed(_) => println!("still there: {}", bug.name),
            Verdict::Unconfirmed(doubt) => println!("gone: {}: {}", bug.name, doubt.why),
        }
    }
}

/// Lines and branches, function by function.
fn table(coverage: &Coverage) -> String {
    let row = |name: &str, lines, branches| [name.to_owned(), share(lines), share(branches)];
    let mut rows = vec![["function", "lines", "branches"].map(str::to_owned)];
    for function in &coverage.functions {
        rows.push(row(&function.name, function.code_lines, function.counted_sides()));
    }
    rows.push(row("all", coverage.lines(), coverage.sides()));
    table::text(&rows, Width::of_stdout())
}

/// `3/4  75.0%`.
fn share(counted: Counted) -> String {
    match counted.total {
        0 => "-".to_owned(),
        total => format!("{}/{total} {:5.1}%", counted.covered, counted.percent()),
    }
}
