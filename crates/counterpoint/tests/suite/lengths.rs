//! Generated functions on arrays and strings, explored, against what they do natively with arrays of all small lengths.
//!
//! Arrays are explored up to three elements, and tried natively up to six. What three elements lead to must be
//! found. What takes more may be missing, but then nothing is complete. Tests must hold natively.

mod generate;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::differential::setting;
use crate::{cases, kept, native_clang, process};

/// So many programs, unless COUNTERPOINT_DIFFERENTIAL says how many.
const PROGRAMS: u64 = 20;
/// How many elements are explored.
const EXPLORED: u64 = 3;

/// A case for each program.
pub(crate) fn cases() -> Vec<Trial> {
    let first = setting("COUNTERPOINT_DIFFERENTIAL_SEED").unwrap_or(1);
    let count = setting("COUNTERPOINT_DIFFERENTIAL").unwrap_or(PROGRAMS);
    let case = |seed| {
        cases::case(format!("differential::lengths::{seed}"), move || {
            let folder = folder(seed);
            match agrees(seed, &folder) {
                Ok(()) => fs::remove_dir_all(&folder).map_err(|error| error.to_string()),
                Err(why) => Err(format!("seed {seed}: {why} (see {})", folder.display())),
            }
        })
    };
    (first..first + count).map(case).collect()
}

/// Where a program is, and stays if something is wrong.
fn folder(seed: u64) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lengths").join(seed.to_string())
}

/// What a function does natively, and how long its array is at least when it does.
type Behaviour = BTreeMap<String, u64>;

fn agrees(seed: u64, folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).unwrap();
    for (name, text) in [
        ("plain.h", include_str!("lengths/plain.h")),
        ("oracle.h", include_str!("lengths/oracle.h")),
        ("program.c", &generate::program(seed)),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let truth = natively(folder)?;
    let json = explore(folder, seed)?;
    let found = found(&json)?;
    let demands_length = demands_length(&json);
    let is_missing = |&(what, length): &(&String, &u64)| {
        let is_owed = json["complete"] == true || *length <= EXPLORED;
        is_owed && !found.contains(what) && !(demands_length && what.starts_with("fails"))
    };
    let missing: Vec<_> = truth.iter().filter(is_missing).collect();
    if !missing.is_empty() {
        return Err(format!("with so many elements, natively it {missing:?}"));
    }
    nothing_but_long_arrays(&json)
}

fn natively(folder: &Path) -> Result<Behaviour, String> {
    let flags = ["-O1", "-w", "-DORACLE", "program.c", "-o", "oracle"];
    process::compile(&native_clang(), &flags, folder)?;
    let said = process::run(&mut Command::new(folder.join("oracle")), b"");
    let parse = |line: &str| {
        let (what, length) = line.rsplit_once(' ')?;
        Some((what.to_owned(), length.parse().ok()?))
    };
    let truth: Option<Behaviour> = said.text().lines().map(parse).collect();
    match said.code() {
        0 => truth.ok_or("the oracle says something else".to_owned()),
        code => Err(format!("the oracle exits with {code}")),
    }
}

/// Explores the function, in one mode or another, and in one order or another, as it must make no difference which of all
/// inputs that leave an array come first; every fifth time, the tests are run natively.
fn explore(folder: &Path, seed: u64) -> Result<Value, String> {
    let mut command = kept::counterpoint();
    let mode = ["--mode=auto", "--mode=dart", "--mode=smart"][seed as usize % 3];
    command.args(["test", "--json", "--keep=all", "--entry=f", mode, "--out=out", "program.c"]);
    let order = ["coverage", "bfs"][seed as usize / 3 % 2];
    command.args([format!("--search={order}"), format!("--seed={seed}")]);
    command.arg(format!("--max-length={EXPLORED}"));
    if !seed.is_multiple_of(5) {
        command.arg("--no-native");
    }
    let finished = process::run(command.current_dir(folder), b"");
    serde_json::from_slice(&finished.stdout)
        .map_err(|error| format!("{error}: exit code {}: {}", finished.code(), finished.stderr))
}

/// What the tests and bugs say that the function does, as the oracle says it.
fn found(json: &Value) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for test in json["tests"].as_array().ok_or("no tests")? {
        let id = test["id"].as_str().unwrap_or_default();
        if let Some(rest) = id.strip_prefix("f_returns_") {
            found.push(format!("returns {}", rest.split('_').next().unwrap_or_default()));
        }
    }
    for bug in json["bugs"].as_array().ok_or("no bugs")? {
        found.push(format!("fails {}", bug["line"].as_u64().ok_or("a bug without a line")?));
    }
    Ok(found)
}

/// Is it said that the array has to be long enough? Then not every line is tried with every array that is too short.
fn demands_length(json: &Value) -> bool {
    let bugs = json["bugs"].as_array().map(Vec::as_slice).unwrap_or_default();
    bugs.iter()
        .any(|bug| bug["precondition"].as_str().is_some_and(|it| it.contains("has at least")))
}

/// Nothing may be left out but longer arrays, and every test must hold.
fn nothing_but_long_arrays(json: &Value) -> Result<(), String> {
    let stopped = json["stopped"].as_str();
    let is_length = |why: &str| why.contains("elements of an input array or string");
    let is_known = stopped.is_none_or(is_length);
    match is_known && json["dropped"].as_array().is_none_or(Vec::is_empty) {
        true => Ok(()),
        false => Err(format!("not everything was explored: {stopped:?}, {}", json["dropped"])),
    }
}
