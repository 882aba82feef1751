//! Generated programs, explored, against what all their inputs do natively.
//!
//! A program has sixteen bits of input, so its native oracle tries them all. Counterpoint must explore as many
//! paths as there are sequences of decisions, keep tests that take every side of every decision that can be
//! taken, find the sites that can fail, and no others, and know how every test ends.

mod expression;
mod generate;
mod oracle;
pub(crate) mod random;
mod scope;
mod statement;

use std::collections::BTreeSet;
use std::env;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;
use serde_json::Value;

use crate::{cases, kept, process, root};
use oracle::{Number, Oracle, Replay, Truth};

/// So many programs, unless COUNTERPOINT_DIFFERENTIAL says how many.
const PROGRAMS: u64 = 50;
/// A program with more paths takes too long, one with fewer is dull.
const PATHS: std::ops::RangeInclusive<usize> = 4..=150;
/// So many programs are compiled at once, of which one should do.
const TOGETHER: u64 = 10;

/// A case for each program.
pub(crate) fn cases() -> Vec<Trial> {
    let first = setting("COUNTERPOINT_DIFFERENTIAL_SEED").unwrap_or(1);
    let count = setting("COUNTERPOINT_DIFFERENTIAL").unwrap_or(PROGRAMS);
    let case = |seed| {
        cases::case(format!("differential::{seed}"), move || {
            let folder = folder(seed);
            match agrees(seed, &folder) {
                Ok(()) => fs::remove_dir_all(&folder).map_err(|error| error.to_string()),
                Err(why) => Err(format!("seed {seed}: {why} (see {})", folder.display())),
            }
        })
    };
    (first..first + count).map(case).collect()
}

/// A number from the environment.
pub(crate) fn setting(name: &str) -> Option<u64> {
    let value = env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} is no number: {value}")))
}

/// Where a program is, and stays if something is wrong.
fn folder(seed: u64) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("differential").join(seed.to_string())
}

fn agrees(seed: u64, folder: &Path) -> Result<(), String> {
    let (oracle, number, truth) = interesting(seed, folder)?;
    // A test per path shows that no path is missing; the smallest suite, that it keeps every side.
    let keep = if seed.is_multiple_of(4) { "--keep=all" } else { "--keep=min" };
    let json = explore(folder, keep)?;
    same("complete", &json["complete"], &Value::from(true))
        .map_err(|why| format!("{why}: {}", json["stopped"]))?;
    same("paths", &json["paths"], &Value::from(truth.traces))?;
    same("failing sites", &failures(&json)?, &truth.failures)?;
    let replay = replayed(&json, &oracle, number)?;
    same("sides of decisions", &replay.sides, &truth.sides)?;
    // A bug has one test, whichever paths lead to it.
    let exits = replay.tests.iter().filter(|(_, end)| end.starts_with("exit"));
    let traces: BTreeSet<&String> = exits.map(|(trace, _)| trace).collect();
    match keep {
        "--keep=all" => same("paths of the tests that don't fail", &traces.len(), &truth.exits),
        _ => Ok(()),
    }
}

/// The first program for a seed that has a reasonable number of paths, with what it does.
fn interesting(seed: u64, folder: &Path) -> Result<(Oracle, Number, Truth), String> {
    for round in 0.. {
        let first = seed * 1000 + round * TOGETHER;
        let programs: Vec<String> = (first..first + TOGETHER).map(generate::program).collect();
        let oracle = Oracle::build(&programs, folder)?;
        if let Some((number, truth)) = oracle.first(PATHS)? {
            fs::write(folder.join("program.c"), &programs[number.0]).unwrap();
            return Ok((oracle, number, truth));
        }
    }
    unreachable!("every tenth program or so will do")
}

fn explore(folder: &Path, keep: &str) -> Result<Value, String> {
    let cflags = format!("--cflags=-I{}", root().join("runtime").display());
    let mut command = kept::counterpoint();
    command.args(["test", "--json", keep, &cflags, "--out=out", "program.c"]);
    let finished = process::run(command.current_dir(folder), b"");
    serde_json::from_slice(&finished.stdout)
        .map_err(|error| format!("{error}: exit code {}: {}", finished.code(), finished.stderr))
}

/// The sites of confirmed bugs; there must be no others.
fn failures(json: &Value) -> Result<BTreeSet<oracle::Site>, String> {
    let mut sites = BTreeSet::new();
    for bug in json["bugs"].as_array().ok_or("no bugs")? {
        if bug["confirmed"] != true {
            return Err(format!("unconfirmed: {bug}"));
        }
        let site = (bug["line"].as_u64(), bug["kind"].as_str());
        let (Some(line), Some(kind)) = site else { return Err(format!("no site: {bug}")) };
        sites.insert((line, kind.to_owned()));
    }
    Ok(sites)
}

/// The tests, natively: they end as they were said to.
fn replayed(json: &Value, oracle: &Oracle, program: Number) -> Result<Replay, String> {
    let tests = json["tests"].as_array().ok_or("no tests")?;
    let inputs: Vec<String> = tests.iter().map(bytes).collect();
    let replay = oracle.replay(program, &inputs)?;
    for ((test, given), (_, end)) in tests.iter().zip(&inputs).zip(&replay.tests) {
        let outcome = test["outcome"].as_str().unwrap_or_default();
        same(&format!("the outcome of {given}"), &outcome, &end.as_str())?;
    }
    Ok(replay)
}

/// The inputs of a test, one after the other.
fn bytes(test: &Value) -> String {
    let inputs = test["inputs"].as_array().expect("a test has inputs");
    inputs.iter().map(|input| input["bytes"].as_str().unwrap_or_default()).collect()
}

fn same<T: PartialEq + Debug>(what: &str, ours: &T, native: &T) -> Result<(), String> {
    match ours == native {
        true => Ok(()),
        false => Err(format!("{what}: {ours:?}, natively {native:?}")),
    }
}
