//! Composition finds what inlining finds: the programs of `tests/programs/compose`, in every mode.
//!
//! `dart` explores every path of the whole program, so its tests take all sides that there are. What is found in one mode
//! is tried natively; in the others the same sides must be taken, and the same bugs found, in the machine.

use libtest_mimic::Trial;
use serde_json::Value;

use crate::explore::{self, NO_NATIVE, ORDERS};
use crate::program::{self, TestProgram};
use crate::{cases, root};

/// The modes to compare.
pub(crate) const MODES: &[&str] = &["auto", "dart", "smart", "demand"];
/// Every so many programs, and those that ask for it, are explored with the solver asked by axioms, too: once alone, and
/// once beside the instances, where an exploration in which one answer is not the same is not complete. The first is not
/// among them, so that `locate` for large n isn't, which takes long and shows nothing new.
const ENCODED: usize = 3;
const ENCODINGS: [(&str, &str); 2] = [("smart", "quantified"), ("demand", "compared")];

pub(crate) fn cases() -> Vec<Trial> {
    let programs = program::in_folder("tests/programs/compose").into_iter().enumerate();
    let of = |(position, program): (usize, TestProgram)| {
        let mut ways: Vec<(&str, &str)> = MODES.iter().map(|&mode| (mode, "instances")).collect();
        let is_encoded = position % ENCODED == 2 || program.annotation("encodings") == Some("all");
        ways.extend(ENCODINGS.into_iter().filter(|_| is_encoded));
        cases::case(format!("compose::{}", program.case_name()), move || {
            same_in_all(&ways, &program).map_err(|why| format!("{}: {why}", program.name()))
        })
    };
    let mut all: Vec<Trial> = programs.map(of).collect();
    all.extend(cases::functions![
        natively_every_mode_covers_the_same,
        each_order_of_search_covers_the_same,
        the_default_loses_nothing_where_no_function_is_composed,
    ]);
    all
}

/// The mode whose tests and bugs are tried natively. Each program has one, so that between them all modes are tried.
pub(crate) fn native_mode(program: &TestProgram) -> &'static str {
    let sum: usize = program.case_name().bytes().map(usize::from).sum();
    MODES[sum % MODES.len()]
}

fn same_in_all(ways: &[(&str, &str)], program: &TestProgram) -> Result<(), String> {
    let mut reference = None;
    for &(mode, encoding) in ways {
        let is_native = mode == native_mode(program) && encoding == "instances";
        let json = as_annotated(program, mode, encoding, is_native)
            .map_err(|why| format!("{mode}, {encoding}: {why}"))?;
        if is_native && !json["branches"].is_object() {
            return Err(format!("{mode}: what is covered is unknown"));
        }
        let (sides, expected) = (&json["sides"], reference.get_or_insert(json["sides"].clone()));
        if sides != expected {
            return Err(format!("{mode}, {encoding}: sides {sides}, not {expected}"));
        }
    }
    Ok(())
}

fn natively_every_mode_covers_the_same() {
    for name in ["papers/locate_4", "traps/chain"] {
        let program = TestProgram::read(root().join(format!("tests/programs/compose/{name}.c")));
        let covered = MODES.iter().map(|mode| {
            let json = as_annotated(&program, mode, "instances", true).unwrap();
            assert!(json["branches"].is_object(), "{name} {mode}");
            json["branches"].clone()
        });
        let covered: Vec<Value> = covered.collect();
        assert!(covered.iter().all(|other| *other == covered[0]), "{name}: {covered:?}");
    }
}

fn each_order_of_search_covers_the_same() {
    for name in ["papers/locate_4", "traps/chain"] {
        let program = TestProgram::read(root().join(format!("tests/programs/compose/{name}.c")));
        let mut reference = None;
        for (mode, order) in
            ["smart", "demand"].into_iter().flat_map(|mode| ORDERS.map(|it| (mode, it)))
        {
            let out = tempfile::tempdir().unwrap();
            let options = [&format!("--mode={mode}"), &format!("--search={order}"), NO_NATIVE];
            let json = explore::explore(&program, out.path(), &options).unwrap();
            assert_eq!(json["complete"], true, "{name} {mode} {order}");
            let found = (json["sides"].clone(), explore::bugs(&json));
            assert_eq!(found, *reference.get_or_insert(found.clone()), "{name} {mode} {order}");
        }
    }
}

/// Where no function that branches is called, there is nothing to choose: the default is `dart`, run for run.
fn the_default_loses_nothing_where_no_function_is_composed() {
    for name in ["sort", "maze"] {
        let program = TestProgram::read(root().join(format!("bench/explore/{name}.c")));
        let effort = ["dart", "auto"].map(|mode| {
            let out = tempfile::tempdir().unwrap();
            let options = [&format!("--mode={mode}"), NO_NATIVE];
            let json = explore::explore(&program, out.path(), &options).unwrap();
            assert_eq!(json["complete"], true, "{name} {mode}");
            let queries = &json["solver"]["queries"];
            [&json["runs"], &json["paths"], queries, &json["sides"]].map(Value::clone)
        });
        assert_eq!(effort[0], effort[1], "{name}");
    }
}

/// Explores a program in a mode: its bugs, its completeness and its effort are as annotated.
fn as_annotated(
    program: &TestProgram,
    mode: &str,
    encoding: &str,
    is_native: bool,
) -> Result<Value, String> {
    let out = tempfile::tempdir().unwrap();
    let seed = program.annotation("seed").unwrap_or("0");
    let options = [("mode", mode), ("encoding", encoding), ("seed", seed)]
        .map(|(name, value)| format!("--{name}={value}"));
    let options = options.iter().map(String::as_str).chain((!is_native).then_some(NO_NATIVE));
    let json = explore::explore(program, out.path(), &options.collect::<Vec<_>>())?;
    explore::has_the_marked_bugs(program, &json)?;
    says_how_calls_were_treated(&json, mode)?;
    match mode {
        "dart" => explore::has_the_annotated_paths(program, &json)?,
        _ => explore::is_complete_as_annotated(program, &json)?,
    }
    ["runs", "paths"].into_iter().try_for_each(|what| at_most(program, &json, what, mode))?;
    Ok(json)
}

/// A proof that came of composition was tried with random inputs. The report has the mode, and all these programs have calls.
fn says_how_calls_were_treated(json: &Value, mode: &str) -> Result<(), String> {
    let composition = &json["composition"];
    let [inlined, formulas] = ["inlined", "formulas"].map(|what| composition[what].as_u64());
    let as_asked = match mode {
        "dart" => inlined > Some(0) && formulas == Some(0),
        _ => inlined.zip(formulas).is_some_and(|(inlined, formulas)| inlined + formulas > 0),
    };
    let is_proof = json["complete"] == true && formulas > Some(0);
    if is_proof && mode != "auto" && composition["cross_checked"].as_u64() == Some(0) {
        return Err(format!("no random input was tried: {composition}"));
    }
    match as_asked && json["mode"] == mode {
        true => Ok(()),
        false => Err(format!("mode {}, composition {composition}", json["mode"])),
    }
}

fn at_most(program: &TestProgram, json: &Value, what: &str, mode: &str) -> Result<(), String> {
    let Some(most) = program.annotation(&format!("{what}-{mode}")) else { return Ok(()) };
    let most: u64 = most.parse().map_err(|_| format!("`{most}` is no number of {what}"))?;
    match json[what].as_u64() {
        Some(number) if number <= most => Ok(()),
        _ => Err(format!("{} {what}, more than {most}", json[what])),
    }
}
