//! `counterpoint reach`: the answers about the targets of `tests/programs/reach`, in every mode, and what it says of
//! targets that are none.
//!
//! A line is marked with what is true of it, by reasoning about the program. The tests that come there are run natively,
//! those of one mode for each program.

use std::collections::BTreeMap;
use std::path::Path;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::compose::{MODES, native_mode};
use crate::explore::{self, NO_NATIVE};
use crate::process::{self, Finished};
use crate::program::{self, TestProgram};
use crate::{cases, counterpoint, kept, native_clang, root};

pub(crate) fn cases() -> Vec<Trial> {
    let programs = program::in_folder("tests/programs/reach");
    let mut all = cases::each("reach", programs, every_mode_answers_as_marked);
    all.extend(cases::functions![
        what_is_no_target_is_told,
        a_target_must_be_given,
        the_report_names_the_place_the_inputs_and_the_test,
    ]);
    all
}

fn every_mode_answers_as_marked(program: &TestProgram) -> Result<(), String> {
    // Some answers are the native program's.
    let depends = program.annotation("why").is_some_and(|why| why.contains("natively"));
    MODES.iter().try_for_each(|mode| {
        let is_native = depends || *mode == native_mode(program);
        answers_as_marked(program, mode, is_native).map_err(|why| format!("{mode}: {why}"))
    })
}

fn answers_as_marked(program: &TestProgram, mode: &str, is_native: bool) -> Result<(), String> {
    let expected = expected(program)?;
    let out = tempfile::tempdir().unwrap();
    let seed = program.annotation("seed").unwrap_or("0");
    let options = [format!("--mode={mode}"), format!("--seed={seed}"), "--json".to_owned()];
    let options = options.iter().map(String::as_str).chain(program.words("options"));
    let options = options.chain((!is_native).then_some(NO_NATIVE));
    let finished = reach(program, &target(program)?, out.path(), options);
    let json: Value = serde_json::from_slice(&finished.stdout)
        .map_err(|error| format!("{error}: {}{}", finished.text(), finished.stderr))?;
    let answers = json["targets"].as_array().ok_or("no targets")?;
    same("answers", &answers.iter().map(answer).collect(), &expected)?;
    same("exit code", &finished.code(), &exit_code(&expected))?;
    answers.iter().try_for_each(|answer| is_as_annotated(program, answer, mode))?;
    let tests: Vec<&Value> =
        answers.iter().map(|answer| &answer["test"]).filter(|test| test.is_object()).collect();
    tests.iter().try_for_each(|test| is_in_its_file(out.path(), test, is_native))?;
    match is_native && !tests.is_empty() {
        true => holds_natively(out.path(), &tests),
        false => Ok(()),
    }
}

/// What to reach: what is annotated, or else the marked line.
fn target(program: &TestProgram) -> Result<String, String> {
    match program.annotation("target") {
        Some(target) => Ok(target.to_owned()),
        None => Ok(format!("{}:{}", program.file_name(), program.mark("TARGET")?.line)),
    }
}

/// The verdict for each target, by what it is called.
fn expected(program: &TestProgram) -> Result<BTreeMap<String, String>, String> {
    if let Some(verdict) = program.annotation("verdict") {
        return Ok(BTreeMap::from([(target(program)?, verdict.to_owned())]));
    }
    let by_line = program.annotation("target").is_none_or(|target| target == "assert");
    let name = |line: usize| match by_line {
        true => Ok(format!("{}:{line}", program.file_name())),
        false => target(program),
    };
    let marks = program.marks("TARGET").into_iter();
    marks.map(|mark| Ok((name(mark.line)?, mark.words))).collect()
}

fn answer(answer: &Value) -> (String, String) {
    let [target, verdict] =
        ["target", "verdict"].map(|key| answer[key].as_str().unwrap_or_default());
    // The folders of a header depend on who includes it.
    let target = target.rsplit('/').next().unwrap_or_default();
    (target.to_owned(), verdict.to_owned())
}

fn exit_code(expected: &BTreeMap<String, String>) -> i32 {
    let any = |wanted: &str| expected.values().any(|verdict| verdict == wanted);
    match (any("reached"), any("unknown")) {
        (true, _) => 0,
        (false, false) => 1,
        (false, true) => 2,
    }
}

/// The effort and the reason are as annotated, and only a proof is complete.
fn is_as_annotated(program: &TestProgram, answer: &Value, mode: &str) -> Result<(), String> {
    // Where uninitialised memory may be anything, calls are explored with their callers.
    let any = program.words("options").contains(&"--uninitialised=any");
    same("mode", &answer["mode"].as_str(), &Some(if any { "dart" } else { mode }))?;
    let verdict = answer["verdict"].as_str();
    same("complete", &answer["complete"].as_bool(), &Some(verdict == Some("unreachable")))?;
    same("has a test", &answer["test"].is_object(), &(verdict == Some("reached")))?;
    same("has a reason", &answer["why"].is_string(), &(verdict == Some("unknown")))?;
    if let Some(words) = program.annotation("why").filter(|_| verdict == Some("unknown"))
        && !answer["why"].as_str().is_some_and(|why| why.contains(words))
    {
        return Err(format!("why: {}, not `{words}`", answer["why"]));
    }
    let Some(most) = program.annotation(&format!("runs-{mode}")) else { return Ok(()) };
    let most: u64 = most.parse().map_err(|_| format!("`{most}` is no number of runs"))?;
    match answer["runs"].as_u64().is_some_and(|runs| runs <= most) {
        true => Ok(()),
        false => Err(format!("{} runs, more than {most}", answer["runs"])),
    }
}

fn is_in_its_file(out: &Path, test: &Value, is_native: bool) -> Result<(), String> {
    let file = out.join(test["file"].as_str().ok_or("a test without a file")?);
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{file:?}: {error}"))?;
    let id = test["id"].as_str().ok_or("a test without a name")?;
    let is_in = text.contains(id) || file.file_stem().is_some_and(|stem| stem == id);
    same("the test is in its file", &is_in, &true)?;
    same("tried", &test["tried"], &Value::from(is_native))
}

/// The tests hold, and the bugs are shown by their reproducers.
fn holds_natively(out: &Path, tests: &[&Value]) -> Result<(), String> {
    explore::passes(out, "cc")?;
    let bugs = tests.iter().filter(|test| is_reproducer(test)).count();
    let shown = kept::make(out, &native_clang(), "bugs");
    same("bugs that are still there", &shown.text().matches("still there: ").count(), &bugs)
}

fn is_reproducer(test: &Value) -> bool {
    test["id"].as_str().is_some_and(|id| id.starts_with("bug_"))
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, ours: &T, expected: &T) -> Result<(), String> {
    match ours == expected {
        true => Ok(()),
        false => Err(format!("{what}: {ours:?}, not {expected:?}")),
    }
}

fn reach<'a>(
    program: &TestProgram,
    target: &str,
    out: &Path,
    options: impl IntoIterator<Item = &'a str>,
) -> Finished {
    let cflags = format!(
        "--cflags=-I{} {}",
        root().join("runtime").display(),
        program.words("cflags").join(" ")
    );
    let mut command = kept::counterpoint();
    command.args(["reach", "--target", target]).args(options).arg(cflags).arg("--out").arg(out);
    command.args(program.files());
    process::run(command.current_dir(program.folder()), b"")
}

/// What is no target, and what is said about it.
fn what_is_no_target_is_told() {
    let program = TestProgram::read(root().join("tests/programs/reach/reached/two_files/main.c"));
    for (target, code, words) in [
        ("third.c:5", 65, "no code comes from a file `third.c`; there is `main.c`, `second.c`"),
        ("second.c:2", 65, "there is no code on line 2 of second.c; next to it, on 4"),
        ("second.c:8", 65, "there is no code on line 8 of second.c; next to it, on 7 and 10"),
        ("main.c:0", 65, "there is no code on line 0 of main.c"),
        ("secnod", 65, "there is no function `secnod`; there is `second`"),
        ("assert", 65, "the program has no assertion"),
        ("", 65, "there is no function ``"),
    ] {
        let out = tempfile::tempdir().unwrap();
        let said = reach(&program, target, out.path(), []);
        assert_eq!(said.code(), code, "`{target}`: {}", said.stderr);
        assert!(said.stderr.contains(words), "`{target}`: {}", said.stderr);
        assert!(said.stdout.is_empty(), "{}", said.text());
    }
}

fn a_target_must_be_given() {
    let said = process::run(counterpoint().args(["reach", "main.c"]), b"");
    assert_eq!(said.code(), 64, "{}", said.stderr);
    assert!(said.stderr.contains("--target <FILE:LINE|FUNCTION|assert>"), "{}", said.stderr);
}

fn the_report_names_the_place_the_inputs_and_the_test() {
    let program =
        TestProgram::read(root().join("tests/programs/reach/reached/several_assertions.c"));
    let out = tempfile::tempdir().unwrap();
    let said = reach(&program, "assert", out.path(), []);
    let text = said.text();
    assert_eq!(said.code(), 0, "{text}{}", said.stderr);
    let lines: Vec<&str> = text.lines().collect();
    let [first, second, inputs, test, third] = lines[..] else { panic!("{text}") };
    for (line, words) in [
        (first, "unreachable: no input of `main` leads to several_assertions.c:14 in `main` ("),
        (second, "reached: several_assertions.c:15 in `main`, from `main` ("),
        (inputs, "     = with x = "),
        (test, "     = see bug_1_assertion_failure_main in "),
        (third, "unreachable: no input of `main` leads to several_assertions.c:16 in `main` ("),
    ] {
        assert!(line.starts_with(words), "`{line}` instead of `{words}`");
    }
}
