//! `counterpoint replay`: builds a suite natively, runs it, and says what it covers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use engine::BugKind;

use crate::error::{ExitCode, Failure};
use crate::host::budget::Budget;
use crate::suite::{BugFile, Manifest};
use crate::terminal::layout::LineWidth;
use crate::terminal::table;
use crate::toolchain::Toolchain;
use crate::toolchain::coverage::{Coverage, CoverageCount};
use crate::validate::trial::{self, Attempt, Trial, TrialInput, Tried};
use crate::validate::verdict::{BugVerdict, Expected};
use crate::validate::workshop::Workshop;

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
    let toolchain = Toolchain::new(Budget::unlimited());
    toolchain.clang()?;
    let manifest = Manifest::read(&command.suite)?;
    let suite = command.suite.canonicalize().map_err(|error| {
        Failure::new(ExitCode::Io, format!("{}: {error}", command.suite.display()))
    })?;
    let base = suite.join(&manifest.from);
    let workshop = Workshop::new(&toolchain, manifest.clone(), &base)?.with_runner(&suite);
    let attempts: Vec<Vec<Attempt>> = manifest
        .bugs
        .iter()
        .map(|bug| Ok(vec![attempt(&suite, bug)?]))
        .collect::<Result<_, _>>()?;
    let (tests, bugs, together) = (&manifest.tests, &attempts, &BTreeMap::new());
    let given = TrialInput { suite: &suite, tests, bugs, together, orders: false };
    let trial = trial::run(&workshop, &given);
    print_tests(&trial);
    print_bugs(&manifest, &trial);
    match &trial.coverage {
        Ok(coverage) if coverage.functions.is_empty() => {
            println!("\ncoverage: nothing was compiled from source");
        }
        Ok(coverage) => print!("\n{}", table(coverage)),
        Err(why) => println!("\n{why}"),
    }
    let failed = trial.tests.iter().any(|test| test.tried != Tried::Holds);
    Ok(match (trial.unbuilt.is_empty(), failed) {
        (false, _) => UNBUILT,
        (true, true) => FAILED,
        (true, false) => 0,
    })
}

/// What it takes to see a bug of the suite again.
fn attempt(suite: &Path, bug: &BugFile) -> Result<Attempt, Failure> {
    let unknown = || format!("suite.json: no kind of bug is called `{}`", bug.kind);
    let kind =
        BugKind::named(&bug.kind).ok_or_else(|| Failure::new(ExitCode::BadInput, unknown()))?;
    Ok(Attempt {
        name: bug.name.clone(),
        source: suite.join(format!("{}.c", bug.name)),
        batch: 0,
        about: bug.about,
        sanitizers: vec![bug.sanitizer],
        expected: Expected { kind, at: bug.at.clone() },
    })
}

fn print_tests(trial: &Trial) {
    for test in &trial.tests {
        match &test.tried {
            Tried::Holds => println!("pass {}", test.name),
            Tried::Fails(doubt) => println!("FAIL {}: {}", test.name, doubt.why),
            Tried::Cut(cut) => println!("FAIL {}: {cut}", test.name),
        }
    }
    for (file, why) in &trial.unbuilt {
        println!("FAIL {}.c: {why}", file.name);
    }
    let failed = trial.tests.iter().filter(|test| test.tried != Tried::Holds).count();
    println!("{} tests, {failed} failed", trial.tests.len());
}

fn print_bugs(manifest: &Manifest, trial: &Trial) {
    for (bug, run) in manifest.bugs.iter().zip(&trial.bugs) {
        match &run.verdict {
            BugVerdict::Confirmed(_) => println!("still there: {}", bug.name),
            BugVerdict::Unconfirmed(doubt) => println!("gone: {}: {}", bug.name, doubt.why),
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
    table::text(&rows, LineWidth::of_stdout())
}

/// `3/4  75.0%`.
fn share(counted: CoverageCount) -> String {
    match counted.total {
        0 => "-".to_owned(),
        total => format!("{}/{total} {:5.1}%", counted.covered, counted.percent()),
    }
}
