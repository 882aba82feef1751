//! Composition finds what inlining finds: the programs of `tests/programs/compose`, in every mode.
//!
//! `dart`, the first mode, explores every path of the whole program, so its covered sides are all that there are. Another
//! mode's are covered by native runs as well: if it has as many, it has the same.

use serde_json::Value;

use crate::explore::{self, ORDERS};
use crate::program::{self, TestProgram};
use crate::{pool, root};

/// The modes to compare, and the one that the others are compared with first.
pub(crate) const MODES: &[&str] = &["auto", "dart", "smart", "demand"];
/// Every so many programs, and those that ask for it, are explored with the solver asked by axioms, too: once alone, and
/// once beside the instances, where an exploration in which one answer is not the same is not complete. The first is not
/// among them, so that `locate` for large n isn't, which takes long and shows nothing new.
const ENCODED: usize = 3;
const ENCODINGS: [(&str, &str); 2] = [("smart", "quantified"), ("demand", "compared")];

#[test]
fn every_mode_finds_the_same_with_no_more_effort_than_annotated() {
    let programs = program::in_folder("tests/programs/compose");
    let positions: Vec<usize> = (0..programs.len()).collect();
    let results = pool::each(&positions, |&position| {
        let program = &programs[position];
        let mut ways: Vec<(&str, &str)> = MODES.iter().map(|&mode| (mode, "instances")).collect();
        let is_encoded = position % ENCODED == 2 || program.annotation("encodings") == Some("all");
        ways.extend(ENCODINGS.into_iter().filter(|_| is_encoded));
        same_in_all(&ways, program).map_err(|why| format!("{}: {why}", program.name()))
    });
    pool::conclude("tests/programs/compose", results);
}

fn same_in_all(ways: &[(&str, &str)], program: &TestProgram) -> Result<(), String> {
    let mut reference = None;
    for (mode, encoding) in ways {
        let json = as_annotated(program, mode, encoding)
            .map_err(|why| format!("{mode}, {encoding}: {why}"))?;
        let (branches, expected) =
            (&json["branches"], reference.get_or_insert(json["branches"].clone()));
        if !branches.is_object() || branches != expected {
            return Err(format!("{mode}, {encoding}: branches {branches}, not {expected}"));
        }
    }
    Ok(())
}

#[test]
fn each_order_of_search_covers_the_same() {
    for name in ["papers/locate_4", "traps/chain"] {
        let program = TestProgram::read(root().join(format!("tests/programs/compose/{name}.c")));
        let mut reference = None;
        for (mode, order) in
            ["smart", "demand"].into_iter().flat_map(|mode| ORDERS.map(|it| (mode, it)))
        {
            let out = tempfile::tempdir().unwrap();
            let options = [format!("--mode={mode}"), format!("--search={order}")];
            let json =
                explore::explore(&program, out.path(), &options.each_ref().map(String::as_str))
                    .unwrap();
            assert_eq!(json["complete"], true, "{name} {mode} {order}");
            let found = (json["branches"].clone(), explore::bugs(&json));
            assert_eq!(found, *reference.get_or_insert(found.clone()), "{name} {mode} {order}");
        }
    }
}

/// Where no function is called again, not even by itself, there is nothing to choose: the default is `dart`, run for run.
#[test]
fn the_default_loses_nothing_where_no_function_is_called_again() {
    for name in ["sort", "maze", "locate"] {
        let program = TestProgram::read(root().join(format!("bench/explore/{name}.c")));
        let effort = ["dart", "auto"].map(|mode| {
            let out = tempfile::tempdir().unwrap();
            let json =
                explore::explore(&program, out.path(), &[&format!("--mode={mode}")]).unwrap();
            assert_eq!(json["complete"], true, "{name} {mode}");
            let queries = &json["solver"]["queries"];
            [&json["runs"], &json["paths"], queries, &json["branches"]].map(Value::clone)
        });
        assert_eq!(effort[0], effort[1], "{name}");
    }
}

/// Explores a program in a mode: its bugs, its completeness and its effort are as annotated.
fn as_annotated(program: &TestProgram, mode: &str, encoding: &str) -> Result<Value, String> {
    let out = tempfile::tempdir().unwrap();
    let seed = program.annotation("seed").unwrap_or("0");
    let options = [("mode", mode), ("encoding", encoding), ("seed", seed)]
        .map(|(name, value)| format!("--{name}={value}"));
    let json = explore::explore(program, out.path(), &options.each_ref().map(String::as_str))?;
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
