//! Generated functions on linked structures, explored, against what they do natively with all small heaps.
//!
//! Counterpoint must find every sequence of decisions, and every line that goes through a null pointer, that any heap of
//! up to three nodes leads to; what it finds beyond takes more nodes. Its tests must hold natively.

mod callback;
mod generate;
mod overlap;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::differential::setting;
use crate::{cases, kept, native_clang, process};

/// So many programs, unless COUNTERPOINT_DIFFERENTIAL says how many.
const PROGRAMS: u64 = 12;
/// The nodes that the oracle has.
const NODES: &str = "3";
/// The numbers that an object of the oracle has.
const NUMBERS: &str = "6";

/// A case for each program.
pub(crate) fn cases() -> Vec<Trial> {
    let first = setting("COUNTERPOINT_DIFFERENTIAL_SEED").unwrap_or(1);
    let count = setting("COUNTERPOINT_DIFFERENTIAL").unwrap_or(PROGRAMS);
    let case = |seed| {
        cases::case(format!("differential::heaps::{seed}"), move || {
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
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("heaps").join(seed.to_string())
}

/// What a function may do: the numbers that it returns, and the lines where it fails.
#[derive(Debug, Default)]
struct Behaviour {
    returns: BTreeSet<u64>,
    fails: BTreeSet<u64>,
}

/// What programs are about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// Nodes that point to each other.
    Links,
    /// Objects that may overlap.
    Overlaps,
    /// Functions that it is given.
    Callbacks,
}

/// What the program of a seed is about.
fn about(seed: u64) -> About {
    match seed % 5 {
        0 => About::Callbacks,
        _ if seed.is_multiple_of(2) => About::Overlaps,
        _ => About::Links,
    }
}

fn agrees(seed: u64, folder: &Path) -> Result<(), String> {
    let about = about(seed);
    fs::create_dir_all(folder).unwrap();
    let (plain, oracle, program) = match about {
        About::Links => {
            (include_str!("heaps/plain.h"), include_str!("heaps/oracle.h"), generate::program(seed))
        }
        About::Overlaps => (
            include_str!("heaps/overlap_plain.h"),
            include_str!("heaps/overlap.h"),
            overlap::program(seed),
        ),
        About::Callbacks => (
            include_str!("heaps/callback_plain.h"),
            include_str!("heaps/callback.h"),
            callback::program(seed),
        ),
    };
    for (name, text) in [("plain.h", plain), ("oracle.h", oracle), ("program.c", &program)] {
        fs::write(folder.join(name), text).unwrap();
    }
    let truth = natively(folder)?;
    let json = explore(folder, seed, about)?;
    let found = found(&json)?;
    let mut missing: Vec<_> = truth.returns.difference(&found.returns).collect();
    let mut unseen: Vec<_> = truth.fails.difference(&found.fails).collect();
    if json["stopped"].as_str().is_some_and(|why| is_untyped(&program, why)) {
        // It says that something is left out where a `void *` leads: then that may be missing.
        (missing, unseen) = (Vec::new(), Vec::new());
    }
    if !missing.is_empty() || !unseen.is_empty() {
        return Err(format!("natively it returns {missing:?}, and fails on lines {unseen:?}"));
    }
    nothing_but_large_heaps(&json, about, &program)?;
    // Only a heap with more nodes can do what none with few nodes does.
    let beyond = found.returns.difference(&truth.returns).count();
    let knows_all = !has_large_heap(&json) && !has_ends(&program);
    match json["complete"] == true && beyond > 0 && knows_all {
        true => Err(format!("natively it never returns {beyond} of {:?}", found.returns)),
        false => Ok(()),
    }
}

fn natively(folder: &Path) -> Result<Behaviour, String> {
    process::compile(
        &native_clang(),
        &["-O1", "-w", "-fno-strict-aliasing", "-DORACLE", "program.c", "-o", "oracle"],
        folder,
    )?;
    let said = process::run(&mut Command::new(folder.join("oracle")), b"");
    let mut truth = Behaviour::default();
    for line in said.text().lines() {
        match line.split_once(' ') {
            Some(("returns", number)) => truth.returns.insert(number.parse().unwrap()),
            Some(("fails", number)) => truth.fails.insert(number.parse().unwrap()),
            _ => return Err(format!("the oracle says {line}")),
        };
    }
    match said.code() {
        0 => Ok(truth),
        code => Err(format!("the oracle exits with {code}")),
    }
}

/// Explores the function, in one mode or another; every third time, the tests are run natively.
fn explore(folder: &Path, seed: u64, about: About) -> Result<Value, String> {
    let mut command = kept::counterpoint();
    // The others diverge, and say so, where a function on lazily initialised inputs passes NULL on.
    let mode = ["--mode=auto", "--mode=dart"][seed as usize / 2 % 2];
    command.args(["test", "--json", "--keep=all", "--entry=f", mode, "--out=out", "program.c"]);
    command.arg(format!("--heap-objects={NODES}"));
    if about == About::Overlaps {
        command.arg(format!("--max-length={NUMBERS}"));
    }
    if !seed.is_multiple_of(3) {
        command.arg("--no-native");
    }
    let finished = process::run(command.current_dir(folder), b"");
    serde_json::from_slice(&finished.stdout)
        .map_err(|error| format!("{error}: exit code {}: {}", finished.code(), finished.stderr))
}

/// What the tests and bugs say that the function does.
fn found(json: &Value) -> Result<Behaviour, String> {
    let mut found = Behaviour::default();
    for test in json["tests"].as_array().ok_or("no tests")? {
        let id = test["id"].as_str().unwrap_or_default();
        if let Some(rest) = id.strip_prefix("f_returns_") {
            let number = rest.split('_').next().unwrap_or_default();
            found.returns.insert(number.parse().map_err(|_| format!("a test is called {id}"))?);
        }
    }
    for bug in json["bugs"].as_array().ok_or("no bugs")? {
        let kinds = ["null-dereference", "out-of-bounds-read", "out-of-bounds-write"];
        if !bug["kind"].as_str().is_some_and(|kind| kinds.contains(&kind)) {
            return Err(format!("there is no such bug: {bug}"));
        }
        found.fails.insert(bug["line"].as_u64().ok_or("a bug without a line")?);
    }
    Ok(found)
}

/// Nothing may be left out but what takes more nodes, pointers to links of nodes that are found later, or objects that
/// happen to be behind a global variable; and every test must hold.
fn nothing_but_large_heaps(json: &Value, about: About, program: &str) -> Result<(), String> {
    let stopped = json["stopped"].as_str();
    let is_left_out = |why: &str| match about {
        About::Links => {
            why.contains("objects of one type in a linked input")
                || why.contains("into an object that others lead to only later")
        }
        About::Overlaps => {
            why.contains("the limit of 6 elements")
                || program.contains("\nstatic ") && why.contains("an address is used as a number")
                || is_untyped(program, why)
        }
        About::Callbacks => false,
    };
    let is_known = json["stopped"].is_null() || stopped.is_some_and(is_left_out);
    match is_known && json["dropped"].as_array().is_none_or(Vec::is_empty) {
        true => Ok(()),
        false => Err(format!("not everything was explored: {stopped:?}, {}", json["dropped"])),
    }
}

/// Is it said that not all places were explored where a `void *` may lead?
fn is_untyped(program: &str, why: &str) -> bool {
    let has_untyped = program.contains("= a_;") || program.contains("= b_;");
    let is_left_out = why.contains("never points to some of what")
        || why.contains("it is used as two different types")
        || why.contains("it is a `void *`");
    has_untyped && is_left_out
}

/// May it make a difference that a pointer leads just behind an object? The oracle has none that does.
fn has_ends(program: &str) -> bool {
    ["BEFORE(a", "APART(a", "(a + ", "(b + "].iter().any(|it| program.contains(it))
}

/// Has a test more nodes than the oracle?
fn has_large_heap(json: &Value) -> bool {
    let nodes = |test: &Value| {
        let inputs = test["inputs"].as_array().map(Vec::as_slice).unwrap_or_default();
        let is_node = |input: &&Value| input["bytes"].as_str().is_some_and(|it| it.len() == 48);
        inputs.iter().filter(is_node).count()
    };
    let tests = json["tests"].as_array().map(Vec::as_slice).unwrap_or_default();
    tests.iter().any(|test| nodes(test) > 3)
}
