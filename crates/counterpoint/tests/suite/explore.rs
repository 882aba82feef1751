//! `counterpoint test`: the paths and bugs it finds in `tests/programs/explore`, and the suites it writes.
//!
//! The numbers of paths are annotated by reasoning about the programs; natively, the suites are the oracle. What is
//! explored once more, in another order or from another seed, is compared with that and not tried natively again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

use libtest_mimic::Trial;
use serde_json::Value;
use tempfile::TempDir;

use crate::process::{self, Finished};
use crate::program::{self, TestProgram};
use crate::{cases, counterpoint, kept, native_clang, programs, root, solving, versions};

pub(crate) fn cases() -> Vec<Trial> {
    let mut programs = program::in_folder("tests/programs/explore");
    programs.extend(program::in_folder("examples/symbolic"));
    let mut all = cases::each("explore", programs, explored_as_annotated);
    let marked = MARKED.map(read).into();
    let family = "explore::variables_that_may_be_anything";
    all.extend(cases::each(family, marked, explored_without_marks));
    all.extend(cases::functions![
        a_second_run_says_and_writes_the_same,
        every_path_is_a_test_if_all_are_kept,
        each_order_of_search_finds_the_same,
        a_search_for_uncovered_branches_only_misses_the_abort,
        other_seeds_find_the_same_paths,
        the_solver_is_asked_at_most_once_per_decision,
        calls_are_inlined,
        the_report_names_the_bug_its_inputs_and_the_test,
        the_makefile_shows_the_bugs,
        a_time_limit_ends_with_what_is_there,
        an_interrupt_ends_with_what_is_there,
        a_terminal_shows_progress,
    ]);
    all
}

/// A program of `tests/programs/explore`.
fn read(name: &str) -> TestProgram {
    TestProgram::read(root().join(format!("tests/programs/explore/{name}.c")))
}

/// Programs that mark their inputs, each of which is the oracle for the same one that just doesn't set them.
const MARKED: [&str; 11] = [
    "before_null",
    "bit_fields",
    "chosen_function",
    "gcd",
    "heap",
    "index_write",
    "memcpy_length",
    "off_by_one",
    "padded_records",
    "union_input",
    "wide_fields",
];

fn explored_without_marks(program: &TestProgram) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(program.folder().join(program.file_name())).unwrap();
    let unmarked = text.lines().map(|line| match line.trim_start().starts_with("cp_symbolic(") {
        true => "    ;",
        false => line,
    });
    let copy = folder.path().join(program.file_name());
    fs::write(&copy, unmarked.collect::<Vec<_>>().join("\n")).unwrap();
    let mut options = vec!["--mode=dart", "--entry=main", "--stdin=0", "--uninitialised=any"];
    // What of it becomes tests is nothing that one program shows better than another.
    options.extend((program.file_name() != "heap.c").then_some(NO_NATIVE));
    let json = json(&TestProgram::read(copy), &folder.path().join("suite"), &options)?.1;
    let paths = program.annotation("paths").map(|paths| paths.parse::<u64>().unwrap());
    if json["paths"].as_u64() != paths || json["complete"] != true {
        return Err(format!("{} paths, not {paths:?}: {}", json["paths"], json["stopped"]));
    }
    let found = json["bugs"].as_array().unwrap().iter();
    let found: BTreeSet<u64> = found.map(|bug| bug["line"].as_u64().unwrap_or(0)).collect();
    let marked: BTreeSet<u64> =
        program.marks("BUG").into_iter().map(|mark| mark.line as u64).collect();
    match found == marked {
        true => Ok(()),
        false => Err(format!("bugs on lines {found:?}: {}", json["bugs"])),
    }
}

fn every_path_is_a_test_if_all_are_kept() {
    let program = read("sort_4");
    let out = tempfile::tempdir().unwrap();
    let json = explore(&program, out.path(), &["--keep=all"]).unwrap();
    assert_eq!(json["tests"].as_array().unwrap().len(), 24);
    let few = explore(&program, out.path(), &[NO_NATIVE]).unwrap();
    let few = few["tests"].as_array().unwrap().len();
    assert!(few < 6, "{few} tests are kept for the branches of a sort");
    assert_eq!(tests_in(out.path()), few, "the tests of the earlier suite are gone");
}

/// Leaves out what takes most of the time.
pub(crate) const NO_NATIVE: &str = "--no-native";
pub(crate) const ORDERS: [&str; 5] = ["dfs", "bfs", "random", "coverage", "fair"];

fn each_order_of_search_finds_the_same() {
    for name in ["two_flags", "locate_8", "division", "switch", "recursion", "heap"] {
        let program = read(name);
        let found = ORDERS.map(|order| {
            let out = tempfile::tempdir().unwrap();
            let search = format!("--search={order}");
            let json = explore(&program, out.path(), &[&search, NO_NATIVE]).unwrap();
            assert_eq!(json["complete"], true, "{name} {order}");
            (json["paths"].clone(), json["sides"].clone(), bugs(&json))
        });
        assert!(found.iter().all(|other| *other == found[0]), "{name}: {found:?}");
    }
}

/// The trap of the 2007 paper, 6.1: all branches before the last one are covered without a way to it.
fn a_search_for_uncovered_branches_only_misses_the_abort() {
    let program = read("two_flags");
    for mode in ["--mode=dart", "--mode=smart", "--mode=demand"] {
        let out = tempfile::tempdir().unwrap();
        let json =
            explore(&program, out.path(), &[mode, "--search=uncovered-only", NO_NATIVE]).unwrap();
        assert_eq!((json["paths"].as_u64(), bugs(&json)), (Some(3), vec![]), "{mode}");
        assert_eq!(json["complete"], false, "{mode}");
        assert_eq!(json["stopped"], "only uncovered branches were explored", "{mode}");
    }
}

fn other_seeds_find_the_same_paths() {
    for name in ["two_flags", "sort_4", "strcmp", "switch", "index_write"] {
        let program = read(name);
        let found = ["0", "1", "42"].map(|seed| {
            let out = tempfile::tempdir().unwrap();
            let json = explore(&program, out.path(), &["--seed", seed, NO_NATIVE]).unwrap();
            (json["paths"].clone(), json["sides"].clone(), bugs(&json))
        });
        assert!(found.iter().all(|other| *other == found[0]), "{name}: {found:?}");
    }
}

fn the_solver_is_asked_at_most_once_per_decision() {
    for name in ["sort_5", "locate_16", "binary_search", "switch", "overflow"] {
        let program = read(name);
        let out = tempfile::tempdir().unwrap();
        let json = explore(&program, out.path(), &[NO_NATIVE]).unwrap();
        let (queries, decisions) = (&json["solver"]["queries"], &json["decisions"]);
        assert!(queries.as_u64() <= decisions.as_u64(), "{name}: {queries} for {decisions}");
    }
}

fn calls_are_inlined() {
    let program = read("obscure");
    let out = tempfile::tempdir().unwrap();
    let json = explore(&program, out.path(), &[NO_NATIVE]).unwrap();
    let [inlined, formulas] =
        ["inlined", "formulas"].map(|way| json["composition"][way].as_u64().unwrap());
    assert!(inlined >= 1, "`hash` is called");
    assert_eq!(formulas, 0);
}

fn the_report_names_the_bug_its_inputs_and_the_test() {
    let program = read("two_flags");
    let out = tempfile::tempdir().unwrap();
    let said = test(&program, out.path(), &[]);
    assert_eq!(said.code(), 1, "{}", said.stderr);
    for words in ["bug: abort: ", "--> two_flags.c:19:", "with x = 0, y = ", "/bug_1_abort_"] {
        assert!(said.stderr.contains(words), "`{words}` is missing: {}", said.stderr);
    }
    for words in ["bugs: 1 confirmed, 0 unconfirmed", "complete: yes", "(4 paths, ", "tests: "] {
        assert!(said.text().contains(words), "`{words}` is missing: {}", said.text());
    }
}

fn the_makefile_shows_the_bugs() {
    for name in ["division", "uninitialised"] {
        makefile_shows_the_bugs(name, &[native_clang()]);
    }
    // Old compilers know fewer ways to fill fresh memory.
    makefile_shows_the_bugs("uninitialised_unseen", versions::compilers());
}

fn makefile_shows_the_bugs(name: &str, compilers: &[String]) {
    let program = read(name);
    let out = tempfile::tempdir().unwrap();
    explore(&program, out.path(), &[]).unwrap();
    for compiler in compilers {
        let shown = kept::make(out.path(), compiler, "bugs");
        let still_there = shown.text().matches("still there: ").count();
        let said = format!("{name}, {compiler}: {}{}", shown.text(), shown.stderr);
        assert_eq!(still_there, program.marks("BUG").len(), "{said}");
    }
}

/// More paths than there is time for.
const ENDLESS: &str = r#"
    extern unsigned long __VERIFIER_nondet_ulong(void);
    int main(void) {
        unsigned long bits = __VERIFIER_nondet_ulong();
        int ones = 0;
        for (int i = 0; i < 64; i++) {
            if (bits >> i & 1)
                ones++;
        }
        return ones & 1;
    }
"#;

fn a_time_limit_ends_with_what_is_there() {
    let folder = endless();
    let args = ["test", "--json", "--time=2s", "--max-runs=1000000", "endless.c"];
    let ended = process::run(counterpoint().args(args).current_dir(folder.path()), b"");
    ends_with_what_is_there(&ended, folder.path(), "the time limit of 2s");
}

fn an_interrupt_ends_with_what_is_there() {
    let folder = endless();
    let log = folder.path().join("log");
    let mut command = counterpoint();
    command.args(["test", "--json", "--max-runs=1000000", "--log-queries=log", "endless.c"]);
    command.args(solving::EASY_TO_SOLVERS);
    let ended =
        process::interrupt(command.current_dir(folder.path()), || solving::logged(&log) > 10);
    ends_with_what_is_there(&ended, folder.path(), "interrupted");
}

fn a_terminal_shows_progress() {
    let folder = endless();
    let mut command = Command::new("script");
    let line = format!(
        "{} test --time=2s --max-runs=1000000 endless.c",
        counterpoint().get_program().display()
    );
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]).env("TERM", "xterm");
    let shown = process::run(command.current_dir(folder.path()), b"");
    for words in [" runs, ", " of 4 branches, ", " queries, ", " bugs, ", " s left"] {
        assert!(shown.text().contains(words), "`{words}` is missing: {}", shown.text());
    }
}

fn endless() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("endless.c"), ENDLESS).unwrap();
    folder
}

fn ends_with_what_is_there(ended: &Finished, folder: &Path, stopped: &str) {
    assert_eq!(ended.code(), 2, "{}", ended.stderr);
    let json: Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!(json["complete"], false);
    let reasons = json["stopped"].as_str().unwrap();
    assert!(reasons.contains(stopped), "{reasons}");
    assert!(json["paths"].as_u64().unwrap() > 1);
    let tests = json["tests"].as_array().unwrap().len();
    assert!((2..10).contains(&tests), "{tests} tests are kept for two exit codes and two branches");
    passes(&folder.join("counterpoint-out"), "cc").unwrap();
}

fn explored_as_annotated(program: &TestProgram) -> Result<(), String> {
    if programs::needs_missing_headers(program) {
        return Ok(());
    }
    let out = tempfile::tempdir().unwrap();
    let native = explore(program, out.path(), &[])?;
    has_the_annotated_paths(program, &native)?;
    has_the_marked_bugs(program, &native)?;
    passes_without_warnings(program, out.path(), &["gcc"])?;
    let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let once = explore(program, first.path(), &[NO_NATIVE])?;
    let again = explore(program, second.path(), &[NO_NATIVE])?;
    for effort in ["runs", "decisions", "paths", "instructions"] {
        if once[effort] != native[effort] {
            return Err(format!("{} {effort}, then {}", native[effort], once[effort]));
        }
    }
    if bugs(&once) != bugs(&native) {
        return Err(format!("not tried natively, there are other bugs: {}", once["bugs"]));
    }
    if without_times(once) != without_times(again) {
        return Err("another run prints another JSON object".to_owned());
    }
    match contents(first.path()) == contents(second.path()) {
        true => Ok(()),
        false => Err("another run writes other files".to_owned()),
    }
}

/// Native runs are as deterministic as what is explored.
fn a_second_run_says_and_writes_the_same() {
    for name in ["division", "uninitialised", "strcmp"] {
        let ran = [(); 2].map(|()| {
            let out = tempfile::tempdir().unwrap();
            let json = explore(&read(name), out.path(), &[]).unwrap();
            (without_times(json), contents(out.path()))
        });
        assert_eq!(ran[0], ran[1], "{name}");
    }
}

/// Are there as many paths as annotated, and are they all?
pub(crate) fn has_the_annotated_paths(program: &TestProgram, json: &Value) -> Result<(), String> {
    is_complete_as_annotated(program, json)?;
    let untested = program.annotation("uninitialised").unwrap_or("0").parse::<u64>().unwrap();
    if json["uninitialised"] != untested {
        return Err(format!("{} paths without a test, not {untested}", json["uninitialised"]));
    }
    let paths = program.annotation("paths").map(|paths| paths.parse::<u64>().unwrap());
    match paths {
        Some(paths) if json["paths"] != paths => {
            Err(format!("{} paths, not {paths}", json["paths"]))
        }
        _ => Ok(()),
    }
}

/// Are all paths explored, if they should be, and do all tests hold natively, but those that are annotated?
pub(crate) fn is_complete_as_annotated(program: &TestProgram, json: &Value) -> Result<(), String> {
    let allowed = program.annotation("dropped").map(|function| format!("{function}_"));
    for dropped in json["dropped"].as_array().ok_or("nothing is said about dropped tests")? {
        let id = dropped["id"].as_str().unwrap_or_default();
        if !allowed.as_ref().is_some_and(|allowed| id.starts_with(allowed)) {
            return Err(format!("a test is dropped: {dropped}"));
        }
    }
    let complete = program.annotation("complete").unwrap_or("true") == "true";
    match json["complete"] == complete {
        true => Ok(()),
        false => Err(format!("complete is {}: {}", json["complete"], json["stopped"])),
    }
}

/// Explores a program, and reads the JSON object.
pub(crate) fn explore(
    program: &TestProgram,
    out: &Path,
    options: &[&str],
) -> Result<Value, String> {
    let (code, json) = json(program, out, options)?;
    let expected = match (bugs(&json).is_empty(), json["native"] == true) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    match json["complete"] == true && code != expected {
        true => Err(format!("exit code {code}, not {expected}")),
        false => Ok(json),
    }
}

/// The exit code and the JSON object.
fn json(program: &TestProgram, out: &Path, options: &[&str]) -> Result<(i32, Value), String> {
    let options: Vec<&str> = options.iter().copied().chain(["--json"]).collect();
    let finished = test(program, out, &options);
    let json = serde_json::from_slice(&finished.stdout)
        .map_err(|error| format!("{error}: {}{}", finished.text(), finished.stderr))?;
    Ok((finished.code(), json))
}

pub(crate) fn test(program: &TestProgram, out: &Path, options: &[&str]) -> Finished {
    let cflags = format!(
        "--cflags=-I{} {}",
        root().join("runtime").display(),
        program.words("cflags").join(" ")
    );
    let mut command = kept::counterpoint();
    command.arg("test").args(options).args(program.words("options"));
    command.args(given(program)).arg(cflags).arg("--out").arg(out);
    command.args(program.files());
    process::run(command.current_dir(program.folder()), b"no input of the program's\n")
}

/// The options for what the program is given.
fn given(program: &TestProgram) -> Vec<String> {
    let option = |name: &str| {
        let value = program.annotation(&format!("symbolic-{name}"))?;
        Some(format!("--{name}={value}"))
    };
    ["stdin", "args"].into_iter().filter_map(option).collect()
}

/// The confirmed bugs, or if they were not tried natively, all: lines and kinds.
pub(crate) fn bugs(json: &Value) -> Vec<(u64, String)> {
    let bugs = json["bugs"].as_array().unwrap().iter();
    let known = bugs.filter(|bug| bug["confirmed"] == json["native"]);
    let site =
        |bug: &Value| (bug["line"].as_u64().unwrap_or(0), bug["kind"].as_str().unwrap().to_owned());
    let mut bugs: Vec<_> = known.map(site).collect();
    bugs.sort();
    bugs
}

pub(crate) fn has_the_marked_bugs(program: &TestProgram, json: &Value) -> Result<(), String> {
    let marks = program.marks("BUG").into_iter();
    let mut expected: Vec<_> = marks.map(|mark| (mark.line as u64, mark.words)).collect();
    expected.sort();
    let found = bugs(json);
    if found != expected {
        return Err(format!("bugs {found:?}, not {expected:?}: {}", json["bugs"]));
    }
    match json["bugs"].as_array().unwrap().len() == expected.len() {
        true => Ok(()),
        false => Err(format!("a bug is not confirmed: {}", json["bugs"])),
    }
}

/// Two compilers take the files of a suite without a warning, and the tests pass. What `make check` compiles is not compiled
/// for its warnings once more.
pub(crate) fn passes_without_warnings(
    program: &TestProgram,
    suite: &Path,
    checked_with: &[&str],
) -> Result<(), String> {
    let makefile = fs::read_to_string(suite.join("Makefile")).unwrap();
    for compiler in ["gcc", &native_clang()] {
        let is_made = checked_with.contains(&compiler);
        if is_made {
            passes(suite, &format!("{compiler} -Werror"))?;
        }
        let asks = |test: &str| {
            makefile.contains(&format!(" -Wall -Wextra -idirafter $(HERE) -c $(HERE)/{test} "))
        };
        let mut files: Vec<String> = contents(suite).into_keys().collect();
        files.retain(|name| match name.as_str() {
            "counterpoint_tests.c" => is_new_runner(compiler, &program.words("cflags")),
            name if name.starts_with("test_") && is_made && asks(name) => false,
            name => name.ends_with(".c"),
        });
        if files.is_empty() {
            continue;
        }
        let mut command = Command::new(compiler);
        command.args(["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-idirafter", "."]);
        command.args(program.words("cflags")).args(&files);
        let said = process::run(command.current_dir(suite), b"");
        if !said.status.success() {
            return Err(format!("{compiler}: {}", said.stderr));
        }
    }
    Ok(())
}

/// What runs the tests is the same in every suite. Was it not checked yet with that compiler and these flags?
fn is_new_runner(compiler: &str, cflags: &[&str]) -> bool {
    static SEEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    SEEN.lock().unwrap().insert(format!("{compiler} {}", cflags.join(" ")))
}

/// Does `make check` succeed, and has it run every test?
pub(crate) fn passes(suite: &Path, compiler: &str) -> Result<(), String> {
    let checked = kept::make(suite, compiler, "check");
    let passed = checked.text().lines().filter(|line| line.starts_with("pass ")).count();
    let expected = tests_in(suite);
    match checked.status.success() && passed == expected {
        true => Ok(()),
        false => {
            Err(format!("make check: {passed} of {expected}\n{}{}", checked.text(), checked.stderr))
        }
    }
}

/// How many tests a suite has, not counting reproducers.
fn tests_in(suite: &Path) -> usize {
    let files = contents(suite).into_iter().filter(|(name, _)| name.starts_with("test_"));
    let tests =
        |(_, text): (String, Vec<u8>)| String::from_utf8(text).unwrap().matches("\nTEST(").count();
    files.map(tests).sum()
}

/// What can't be the same twice is set to nothing.
fn without_times(mut json: Value) -> Value {
    json["seconds"] = Value::Null;
    json["solver"]["seconds"] = Value::Null;
    json
}

/// The files in a folder, but not in those below it.
pub(crate) fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file());
    files
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read(&path).unwrap())
        })
        .collect()
}
