//! `counterpoint show`: the programs of `tests/programs/show`, whose trees stand beside them.
//!
//! `x.txt` is what it says about `x.c`; where there is an `x.json` or an `x.dot`, these formats are compared, too.
//! `BLESS=1` rewrites them.

use std::fs;
use std::process::Command;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::process::{self, Finished};
use crate::program::{self, TestProgram};
use crate::{cases, counterpoint, root};

pub(crate) fn cases() -> Vec<Trial> {
    let mut all = cases::each("show", program::in_folder("tests/programs/show"), as_expected);
    all.extend(cases::functions![
        json_is_a_tree,
        graphs_are_what_graphviz_reads,
        a_function_is_shown_alone,
        a_function_that_is_not_there_is_refused,
        a_function_without_a_tree_says_why,
        the_demand_driven_search_has_trees_as_well,
    ]);
    all
}

fn as_expected(program: &TestProgram) -> Result<(), String> {
    for format in ["text", "json", "dot"] {
        let extension = if format == "text" { "txt" } else { format };
        let path = program.path().with_extension(extension);
        if format != "text" && !path.exists() {
            continue;
        }
        let shown = show(program, format);
        let complete = if shown.text().contains("complete: no") { 2 } else { 0 };
        if format == "text" && shown.code() != complete {
            return Err(format!("exit code {}: {}", shown.code(), shown.stderr));
        }
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, shown.text()).map_err(|error| error.to_string())?;
        } else if fs::read_to_string(&path).unwrap_or_default() != shown.text() {
            return Err(format!(
                "{} differs (BLESS=1 accepts this):\n{}",
                path.display(),
                shown.text()
            ));
        }
    }
    Ok(())
}

fn show(program: &TestProgram, format: &str) -> Finished {
    let mut command = counterpoint();
    command.arg("show").args(program.words("options")).arg("--format").arg(format);
    process::run(command.args(program.files()).current_dir(program.folder()), b"")
}

fn json_is_a_tree() {
    let program = TestProgram::read(root().join("tests/programs/show/writes.c"));
    let json: Value = serde_json::from_slice(&show(&program, "json").stdout).unwrap();
    for function in json["functions"].as_array().unwrap() {
        let nodes = function["nodes"].as_array().unwrap();
        let children = nodes.iter().flat_map(|node| match node["children"].as_array() {
            Some(children) => children.clone(),
            None => Vec::new(),
        });
        let mut children: Vec<u64> = children.filter_map(|child| child.as_u64()).collect();
        children.sort_unstable();
        let all_but_the_root: Vec<u64> = (1..nodes.len() as u64).collect();
        assert_eq!(children, all_but_the_root, "{}", function["name"]);
        let ends = function["summary"].as_array().unwrap().len();
        let leaves = nodes.iter().filter(|node| node["children"].is_null()).count();
        assert_eq!(ends, leaves, "{}", function["name"]);
    }
}

fn graphs_are_what_graphviz_reads() {
    let program = TestProgram::read(root().join("tests/programs/show/ends.c"));
    let text = show(&program, "dot").text();
    assert!(text.starts_with("digraph "), "{text}");
    // Outside of strings, braces and brackets are in pairs, and every line is a statement.
    let bare: String = text.replace("\\\"", "").split('"').step_by(2).collect();
    for (open, close) in [('{', '}'), ('[', ']')] {
        assert_eq!(bare.matches(open).count(), bare.matches(close).count(), "{text}");
    }
    for line in bare.lines().map(str::trim) {
        assert!(line.ends_with(['{', '}', ';']), "{line}");
    }
}

fn a_function_is_shown_alone() {
    let shown = fails_or_not(&["--function=locate", "locate.c"]);
    assert_eq!(shown.code(), 0, "{}", shown.stderr);
    assert!(shown.text().starts_with("int locate(const char *s, char c)"), "{}", shown.text());
    assert!(!shown.text().contains("int top("), "{}", shown.text());
}

fn a_function_that_is_not_there_is_refused() {
    let near = fails_or_not(&["--function=lacate", "locate.c"]);
    assert_eq!(near.code(), 65, "{}", near.text());
    let message = "there is no function `lacate`; there is `locate`\n";
    assert!(near.stderr.ends_with(message), "{}", near.stderr);
    let far = fails_or_not(&["--function=parse", "without_main.c"]);
    assert_eq!(far.code(), 65, "{}", far.text());
    assert!(far.stderr.contains("there is `classify`, `other`"), "{}", far.stderr);
}

fn a_function_without_a_tree_says_why() {
    let shown = fails_or_not(&["--function=never", "no_tree.c"]);
    let why = "no tree for `never`: no run has called it\n";
    assert!(shown.text().starts_with(why), "{}", shown.text());
}

fn the_demand_driven_search_has_trees_as_well() {
    let shown = fails_or_not(&["--mode=demand", "--function=is_positive", "is_positive.c"]);
    assert!(shown.text().contains("x > 0 => return 1\n"), "{}", shown.text());
    assert!(shown.text().contains("mode: demand\n"), "{}", shown.text());
}

fn fails_or_not(args: &[&str]) -> Finished {
    let mut command: Command = counterpoint();
    let folder = root().join("tests/programs/show");
    process::run(command.arg("show").args(args).current_dir(folder), b"")
}
