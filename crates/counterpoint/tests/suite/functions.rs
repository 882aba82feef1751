//! `counterpoint test --entry`: the functions in `tests/programs/functions`, which have no harness.

use std::fs;
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
    all.extend(cases::functions![
        without_an_entry_every_function_is_explored,
        what_a_tester_knows_of_the_inputs_removes_bugs_of_broken_ones,
    ]);
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

/// In the JSON example, a count beyond the capacity is no value that the program makes. A file of the tester's says so, with
/// the struct as the program has it.
fn what_a_tester_knows_of_the_inputs_removes_bugs_of_broken_ones() {
    const VALID: &str = "
        #include <stdbool.h>
        #include <stddef.h>
        #include <stdint.h>
        struct value {
            int kind; bool boolean; double number; char *string, **keys; struct value **items; size_t count, capacity;
        };
        bool is_valid(const struct value *value) {
            return value && value->count <= value->capacity && value->capacity <= SIZE_MAX / (4 * sizeof(void *));
        }";
    let folder = tempfile::tempdir().unwrap();
    let valid = folder.path().join("valid.c");
    fs::write(&valid, VALID).unwrap();
    let bugs = |options: &[&str]| {
        let mut command = kept::counterpoint();
        command
            .args(["test", "--entry=append", "--json", "--no-native", "--max-runs=300"])
            .args(options);
        command.arg("--out").arg(folder.path().join("suite"));
        command.arg(root().join("examples/json/json.c")).arg(&valid);
        let finished = process::run(command.current_dir(folder.path()), b"");
        let json: Value = serde_json::from_slice(&finished.stdout).expect(&finished.stderr);
        let bugs = json["bugs"].as_array().unwrap().iter();
        let own = bugs.filter(|bug| bug["precondition"].is_null()).count();
        (own, json["assumed"].clone())
    };
    assert!(bugs(&[]).0 >= 2, "without it, there are bugs");
    let (own, assumed) = bugs(&["--assume=is_valid"]);
    assert_eq!(own, 0);
    assert_eq!(assumed[0]["satisfy"], "is_valid(container)");
}

fn as_annotated(program: &TestProgram) -> Result<(), String> {
    let out = tempfile::tempdir().unwrap();
    let entry = format!("--entry={}", program.annotation("entry").ok_or("no entry is annotated")?);
    let length = format!("--max-length={}", program.annotation("max-length").unwrap_or("8"));
    let libraries = tempfile::tempdir().unwrap();
    let link = program.link(libraries.path())?;
    let options = ["--json", &entry, &length].into_iter().chain(link.iter().map(String::as_str));
    let finished = test(program, out.path(), &options.collect::<Vec<_>>());
    if let Some(error) = program.annotation("error") {
        return refused(&finished, error);
    }
    let json: Value = serde_json::from_slice(&finished.stdout)
        .map_err(|error| format!("{error}: {}{}", finished.text(), finished.stderr))?;
    has_the_annotated_paths(program, &json)?;
    has_the_annotated_ways(program, &json)?;
    stopped_as_annotated(program, &json)?;
    has_the_marked_bugs(program, &json)?;
    has_the_annotated_heaps(program, &json)?;
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

fn has_the_annotated_ways(program: &TestProgram, json: &Value) -> Result<(), String> {
    let found = json["ways"].to_string();
    match program.annotation("ways") {
        Some(ways) if found != ways => Err(format!("{found} ways")),
        _ => Ok(()),
    }
}

fn stopped_as_annotated(program: &TestProgram, json: &Value) -> Result<(), String> {
    let stopped = json["stopped"].as_str().unwrap_or_default();
    match program.annotation("stopped") {
        Some(why) if !stopped.contains(why) => Err(format!("stopped by: {stopped}")),
        _ => Ok(()),
    }
}

/// Every annotated heap path condition is that of a test.
fn has_the_annotated_heaps(program: &TestProgram, json: &Value) -> Result<(), String> {
    let heap = |test: &Value| {
        let constraints = test["heap"].as_array().into_iter().flatten();
        constraints.filter_map(Value::as_str).collect::<Vec<&str>>().join(", ")
    };
    let found: Vec<String> = json["tests"].as_array().into_iter().flatten().map(heap).collect();
    match program
        .annotations("heap")
        .into_iter()
        .find(|wanted| !found.iter().any(|it| it == wanted))
    {
        Some(missing) => Err(format!("no test has the heap path condition {missing}: {found:?}")),
        None => Ok(()),
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
