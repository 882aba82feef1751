//! `counterpoint test --entry`: the functions in `tests/programs/functions`, which have no harness.

use std::path::Path;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::explore::{has_the_annotated_paths, passes_without_warnings};
use crate::process::{self, Finished};
use crate::program::{self, TestProgram};
use crate::{cases, kept, root};

pub(crate) fn cases() -> Vec<Trial> {
    let mut all =
        cases::each("functions", program::in_folder("tests/programs/functions"), as_annotated);
    all.extend(cases::functions![without_an_entry_every_function_is_explored]);
    all
}

fn without_an_entry_every_function_is_explored() {
    let program = TestProgram::read(root().join("tests/programs/functions/global.c"));
    let out = tempfile::tempdir().unwrap();
    let finished = test(&program, out.path(), &["--json"]);
    let json: Value = serde_json::from_slice(&finished.stdout).unwrap();
    let names = json["functions"].as_array().unwrap().iter().map(|function| &function["name"]);
    assert_eq!(names.collect::<Vec<_>>(), ["next", "other"]);
}

fn as_annotated(program: &TestProgram) -> Result<(), String> {
    let out = tempfile::tempdir().unwrap();
    let entry = format!("--entry={}", program.annotation("entry").ok_or("no entry is annotated")?);
    let length = format!("--max-length={}", program.annotation("max-length").unwrap_or("8"));
    let finished = test(program, out.path(), &["--json", &entry, &length]);
    if let Some(error) = program.annotation("error") {
        return refused(&finished, error);
    }
    let json: Value = serde_json::from_slice(&finished.stdout)
        .map_err(|error| format!("{error}: {}{}", finished.text(), finished.stderr))?;
    has_the_annotated_paths(program, &json)?;
    stopped_as_annotated(program, &json)?;
    has_the_marked_bugs(program, &json)?;
    passes_without_warnings(program, out.path(), &["gcc"])
}

fn test(program: &TestProgram, out: &Path, options: &[&str]) -> Finished {
    let mut command = kept::counterpoint();
    command.arg("test").args(options).args(program.words("options"));
    command.arg("--out").arg(out).args(program.files());
    process::run(command.current_dir(program.folder()), b"")
}

fn refused(finished: &Finished, error: &str) -> Result<(), String> {
    match finished.code() == 65 && finished.stderr.contains(error) {
        true => Ok(()),
        false => Err(format!("exit code {}: {}", finished.code(), finished.stderr)),
    }
}

fn stopped_as_annotated(program: &TestProgram, json: &Value) -> Result<(), String> {
    let stopped = json["stopped"].as_str().unwrap_or_default();
    match program.annotation("stopped") {
        Some(why) if !stopped.contains(why) => Err(format!("stopped by: {stopped}")),
        _ => Ok(()),
    }
}

/// Errors are marked `//~ BUG kind`, and those that only callers make `//~ UNLESS kind: what they must respect`, or
/// how that begins: which of several short arrays comes first is the search's.
fn has_the_marked_bugs(program: &TestProgram, json: &Value) -> Result<(), String> {
    let marked = |kind| program.marks(kind).into_iter().map(|mark| (mark.line as u64, mark.words));
    let mut expected: Vec<_> = marked("BUG").chain(marked("UNLESS")).collect();
    expected.sort();
    let bugs = json["bugs"].as_array().unwrap();
    let mut found: Vec<_> = bugs.iter().map(site).collect();
    found.sort();
    let same = |(found, expected): (&(u64, String), &(u64, String))| {
        found.0 == expected.0 && found.1.starts_with(&expected.1)
    };
    if found.len() != expected.len() || !found.iter().zip(&expected).all(same) {
        return Err(format!("bugs {found:?}, not {expected:?}: {}", json["bugs"]));
    }
    match bugs.iter().all(|bug| bug["confirmed"] == true) {
        true => Ok(()),
        false => Err(format!("a bug is not confirmed: {}", json["bugs"])),
    }
}

/// Line and words, as they are marked.
fn site(bug: &Value) -> (u64, String) {
    let kind = bug["kind"].as_str().unwrap();
    let words = match bug["precondition"].as_str() {
        Some(precondition) => format!("{kind}: {precondition}"),
        None => kind.to_owned(),
    };
    (bug["line"].as_u64().unwrap_or(0), words)
}
