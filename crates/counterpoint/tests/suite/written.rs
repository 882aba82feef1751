//! The suites that `counterpoint test` writes for `tests/programs/suite`: what they say, that two compilers take them
//! without a warning, that they pass, and what `counterpoint replay` says about them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;
use serde_json::Value;

use crate::explore;
use crate::process::{self, Finished};
use crate::program::{self, TestProgram};
use crate::{cases, counterpoint, kept, native_clang, root};

pub(crate) fn cases() -> Vec<Trial> {
    let mut all =
        cases::each("written", program::in_folder("tests/programs/suite"), written_as_annotated);
    all.extend(cases::functions![
        replay_runs_everything_and_measures,
        what_was_not_tried_is_told_and_can_be_replayed,
        a_bug_is_there_or_gone_whatever_the_exit_code,
        replay_without_its_tools_says_so,
        a_dropped_test_is_named_and_its_function_is_not_complete,
        a_sanitizer_that_stops_a_test_is_quoted,
        a_test_that_cannot_be_built_costs_no_other,
        a_test_that_ends_the_runner_costs_no_other,
        a_quick_linker_that_refuses_costs_nothing,
        a_suite_is_moved_with_its_program,
        a_block_that_is_an_input_was_allocated_nowhere,
        a_folder_that_is_no_suite_is_refused,
    ]);
    all
}

fn written_as_annotated(program: &TestProgram) -> Result<(), String> {
    let out = tempfile::tempdir().unwrap();
    let libraries = tempfile::tempdir().unwrap();
    let link = program.link(libraries.path())?;
    let options =
        ["--max-runs=300", "--verbose"].into_iter().chain(link.iter().map(String::as_str));
    let said = explore::test(program, out.path(), &options.collect::<Vec<_>>());
    let tests = tests(out.path());
    for words in program.annotations("has") {
        if !tests.contains(words) {
            return Err(format!("`{words}` is missing:\n{tests}\n{}", said.stderr));
        }
    }
    for words in program.annotations("says") {
        if !said.text().contains(words) {
            return Err(format!("`{words}` isn't said:\n{}", said.text()));
        }
    }
    let text = said.text();
    let dropped = text.lines().filter_map(|line| line.strip_prefix("dropped: "));
    let wanted = program.annotation("dropped").map(|function| format!("{function}_"));
    for line in dropped {
        let mut tests = line.split(':').next().unwrap_or_default().split(", ");
        if !wanted.as_ref().is_some_and(|wanted| tests.all(|test| test.starts_with(wanted))) {
            return Err(format!("dropped: {line}"));
        }
    }
    explore::passes_without_warnings(program, out.path(), &["gcc", &native_clang()])
}

/// All test files together.
fn tests(suite: &Path) -> String {
    let files = explore::contents(suite).into_iter().filter(|(name, _)| name.starts_with("test_"));
    files.map(|(_, text)| String::from_utf8(text).unwrap()).collect()
}

fn replay_runs_everything_and_measures() {
    let program = TestProgram::read(root().join("tests/programs/explore/division.c"));
    let out = tempfile::tempdir().unwrap();
    explore::test(&program, out.path(), &[]);
    let said = replay(out.path(), None);
    assert_eq!(said.code(), 0, "{}{}", said.text(), said.stderr);
    for words in
        ["pass main_exits_with_", ", 0 failed", "still there: bug_1_", "function ", "main "]
    {
        assert!(said.text().contains(words), "`{words}` is missing: {}", said.text());
    }
    // A test that doesn't hold any more, and a bug that is gone.
    let changed = tests(out.path()).replace("EXPECT_EXIT(0)", "EXPECT_EXIT(9)");
    fs::write(out.path().join("test_division.c"), changed).unwrap();
    let said = replay(out.path(), None);
    assert_eq!(said.code(), 1, "{}", said.text());
    assert!(said.text().contains("it exits with 0, expected 9"), "{}", said.text());
}

fn what_was_not_tried_is_told_and_can_be_replayed() {
    let program = TestProgram::read(root().join("tests/programs/explore/division.c"));
    let out = tempfile::tempdir().unwrap();
    let said = explore::test(&program, out.path(), &["--no-native"]);
    assert_eq!(said.code(), 2, "{}{}", said.text(), said.stderr);
    let bugs = program.marks("BUG").len();
    assert_eq!(said.stderr.matches("= it was not tried natively").count(), bugs, "{}", said.stderr);
    for words in [
        format!("bugs: 0 confirmed, {bugs} unconfirmed"),
        "coverage: not measured, as nothing was tried natively".to_owned(),
    ] {
        assert!(said.text().contains(&words), "`{words}` is missing: {}", said.text());
    }
    let replayed = replay(out.path(), None);
    assert_eq!(replayed.code(), 0, "{}{}", replayed.text(), replayed.stderr);
    assert_eq!(replayed.text().matches("still there: ").count(), bugs, "{}", replayed.text());
}

fn a_bug_is_there_or_gone_whatever_the_exit_code() {
    const BROKEN: &str = "
        #include <stdlib.h>
        #include <unistd.h>
        int quotient(unsigned x) {
            close(2);
            if (x == 7)
                return 86 / (x - 7);
            exit(86);
        }";
    let folder = tempfile::tempdir().unwrap();
    let (source, out) = (folder.path().join("quotient.c"), folder.path().join("suite"));
    fs::write(&source, BROKEN).unwrap();
    let mut command = counterpoint();
    command.args(["test", "--entry=quotient", "--out=suite", "quotient.c"]);
    process::run(command.current_dir(folder.path()), b"");
    says_about_the_bug(&out, "still there: ");
    for code in ["86", "79", "1", "134"] {
        fs::write(&source, BROKEN.replace("return 86 / (x - 7)", &format!("exit({code})")))
            .unwrap();
        says_about_the_bug(&out, "gone: ");
    }
    // A test that a sanitizer stops fails, whatever it is to exit with, and for a reason.
    fs::write(&source, BROKEN.replace("exit(86)", "exit(86 / (x - x))")).unwrap();
    let said = replay(&out, None).text();
    let why = "it is stopped: quotient.c:8: UndefinedBehaviorSanitizer: division by zero";
    assert!(said.contains("FAIL quotient_exits_with_86: ") && said.contains(why), "{said}");
}

/// Do replaying and the makefile, with each compiler, say that of the one bug?
fn says_about_the_bug(suite: &Path, words: &str) {
    let said = replay(suite, None);
    let bug = "bug_1_division_by_zero_quotient";
    assert!(said.text().contains(&format!("{words}{bug}")), "{}{}", said.text(), said.stderr);
    for compiler in ["gcc".to_owned(), native_clang()] {
        let said = kept::make(suite, &compiler, "bugs");
        let line = format!("{words}build/address/{bug}");
        assert!(said.text().contains(&line), "{compiler}: {}{}", said.text(), said.stderr);
    }
}

fn replay_without_its_tools_says_so() {
    let program = TestProgram::read(root().join("tests/programs/explore/is_positive.c"));
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("suite");
    explore::test(&program, &out, &[]);
    // A clang of a version that there are no tools of.
    let clang = folder.path().join("clang");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in -print-prog-name=*) echo nothing;; -dumpversion) echo 99;; *) exec {} \"$@\";; esac\n",
        native_clang()
    );
    fs::write(&clang, script).unwrap();
    fs::set_permissions(&clang, fs::Permissions::from_mode(0o755)).unwrap();
    let said = replay(&out, Some(&clang));
    assert_eq!(said.code(), 0, "{}{}", said.text(), said.stderr);
    for words in ["pass main_exits_with_", "there is no llvm-profdata of version 99"] {
        assert!(said.text().contains(words), "`{words}` is missing: {}", said.text());
    }
}

/// Writes the suite of a program and reads the JSON object.
fn written(program: &TestProgram, out: &Path) -> Value {
    let said = explore::test(program, out, &["--json"]);
    serde_json::from_slice(&said.stdout).unwrap_or_else(|error| panic!("{error}: {}", said.stderr))
}

fn a_dropped_test_is_named_and_its_function_is_not_complete() {
    let program = TestProgram::read(root().join("tests/programs/suite/macro.c"));
    let out = tempfile::tempdir().unwrap();
    let json = written(&program, out.path());
    assert_eq!(json["complete"], false);
    let all = json["dropped"].as_array().unwrap();
    assert!(!all.is_empty(), "{json}");
    for dropped in all {
        assert!(dropped["id"].as_str().unwrap().starts_with("area_"), "{dropped}");
        assert!(
            dropped["why"].as_str().unwrap().contains("the compiler refuses it: "),
            "{dropped}"
        );
    }
    let functions = json["functions"].as_array().unwrap();
    let known = functions.iter().map(|it| (it["name"].as_str().unwrap(), it["complete"] == true));
    assert_eq!(known.collect::<Vec<_>>(), [("area", false), ("twice", true)]);
    assert!(
        functions[0]["stopped"].as_str().unwrap().contains("not hold natively"),
        "{functions:?}"
    );
}

fn a_sanitizer_that_stops_a_test_is_quoted() {
    let program = TestProgram::read(root().join("tests/programs/suite/sanitized.c"));
    let out = tempfile::tempdir().unwrap();
    let json = written(&program, out.path());
    let why = json["dropped"][0]["why"].as_str().unwrap_or_default();
    let words = "it is stopped: sanitized.c:15: UndefinedBehaviorSanitizer: index 2 out of bounds for \
                 type 'volatile char[2]'";
    assert_eq!(why, words, "{}", json["dropped"]);
}

/// A compiler that refuses one test, and only with sanitizers.
fn a_test_that_cannot_be_built_costs_no_other() {
    let program = TestProgram::read(root().join("tests/programs/suite/choices.c"));
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("suite");
    let all = written(&program, &out)["tests"].clone();
    let all: Vec<&str> =
        all.as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
    let refused = all[1];
    let script = format!(
        "case \"$*\" in *-fsanitize=address*-c*) for file; do case $file in *.c) \
         if grep -q 'TEST({refused})' \"$file\"; then echo \"$file:1:1: error: not this one\" >&2; exit 1; fi;; esac; done;; esac"
    );
    let clang = clang_behind(folder.path(), &script);
    let mut command = counterpoint();
    command.args(["test", "--json", "--out"]).arg(&out).args(program.files()).env("CLANG", &clang);
    let said = process::run(command.current_dir(program.folder()), b"");
    let json: Value = serde_json::from_slice(&said.stdout).unwrap();
    let ids = |key: &str| -> Vec<String> {
        let of = json[key].as_array().unwrap().iter();
        of.map(|it| it["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids("dropped"), [refused], "{}", said.stderr);
    assert!(json["dropped"][0]["why"].as_str().unwrap().contains("not this one"), "{json}");
    assert_eq!(ids("tests").len(), all.len() - 1, "{json}");
}

/// What is put together quickly, with gold and with a runner that was compiled before, is so in the usual way if that fails.
fn a_quick_linker_that_refuses_costs_nothing() {
    let program = TestProgram::read(root().join("tests/programs/suite/bug_side.c"));
    let folder = tempfile::tempdir().unwrap();
    let refuses =
        "case \"$*\" in *-fuse-ld=gold*) echo 'error: not with this one' >&2; exit 1;; esac";
    let clang = clang_behind(folder.path(), refuses);
    let reports = [native_clang(), clang.display().to_string()].map(|clang| {
        let mut command = counterpoint();
        command.args(["test", "--json", "--out"]).arg(folder.path().join("suite"));
        command.args(program.files()).env("CLANG", clang).current_dir(program.folder());
        let json: Value = serde_json::from_slice(&process::run(&mut command, b"").stdout).unwrap();
        assert_eq!(json["bugs"][0]["confirmed"], true, "{json}");
        ["bugs", "tests", "branches"].map(|what| json[what].clone())
    });
    assert_eq!(reports[0], reports[1]);
}

/// A clang that does this in the shell before anything else.
fn clang_behind(folder: &Path, script: &str) -> PathBuf {
    let clang = folder.join("clang");
    fs::write(&clang, format!("#!/bin/sh\n{script}\nexec {} \"$@\"\n", native_clang())).unwrap();
    fs::set_permissions(&clang, fs::Permissions::from_mode(0o755)).unwrap();
    clang
}

fn a_test_that_ends_the_runner_costs_no_other() {
    let program = TestProgram::read(root().join("tests/programs/suite/choices.c"));
    let out = tempfile::tempdir().unwrap();
    explore::test(&program, out.path(), &[]);
    let count = tests(out.path()).matches("\nTEST(").count();
    let text = tests(out.path()).replacen(
        "\nTEST(",
        "\n#include <signal.h>\n#include <unistd.h>\nTEST(",
        1,
    );
    let body = text.find(") {\n").unwrap() + 4;
    let text = format!("{}    kill(getppid(), SIGKILL);\n{}", &text[..body], &text[body..]);
    fs::write(out.path().join("test_choices.c"), text).unwrap();
    let said = replay(out.path(), None);
    assert_eq!(said.code(), 1, "{}{}", said.text(), said.stderr);
    assert_eq!(said.text().matches("pass ").count(), count - 1, "{}", said.text());
    assert!(said.text().contains(": what runs it ends with it: signal: 9"), "{}", said.text());
}

fn a_suite_is_moved_with_its_program() {
    let root = tempfile::tempdir().unwrap();
    let [before, after] = ["before", "after"].map(|name| root.path().join(name));
    for folder in ["src", "tests", "elsewhere"] {
        fs::create_dir_all(before.join(folder)).unwrap();
    }
    let source = "int sign(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }\n";
    fs::write(before.join("src/sign.c"), source).unwrap();
    for (folder, file, out) in [
        ("", "src/sign.c".into(), "tests/below".into()),
        ("elsewhere", "../src/sign.c".into(), "../tests/beside".into()),
        ("elsewhere", before.join("src/sign.c"), before.join("tests/whole")),
    ] {
        let mut command = counterpoint();
        command.arg("test").arg(file).arg("--out").arg(out).current_dir(before.join(folder));
        let said = process::run(&mut command, b"");
        assert_eq!(said.code(), 0, "{}{}", said.text(), said.stderr);
    }
    fs::rename(&before, &after).unwrap();
    for suite in ["below", "beside", "whole"].map(|name| after.join("tests").join(name)) {
        let header = fs::read_to_string(suite.join("program_sign.h")).unwrap();
        assert!(header.contains("#include \"../../"), "{header}");
        explore::passes(&suite, "cc").unwrap();
        let said = replay(&suite, None);
        assert_eq!(said.code(), 0, "{}{}", said.text(), said.stderr);
        assert!(said.text().contains("3 tests, 0 failed"), "{}", said.text());
    }
}

fn a_block_that_is_an_input_was_allocated_nowhere() {
    let program = TestProgram::read(root().join("tests/programs/suite/freed_input.c"));
    let out = tempfile::tempdir().unwrap();
    let said = explore::test(&program, out.path(), &[]);
    let words = "note: the block is what the input `s` points to\nnote: and freed here\n    --> ";
    assert!(said.stderr.contains(words), "{}", said.stderr);
    assert!(!said.stderr.contains("allocated here"), "{}", said.stderr);
}

fn a_folder_that_is_no_suite_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let said = replay(folder.path(), None);
    assert_eq!(said.code(), 66, "{}", said.stderr);
    assert!(said.stderr.contains("suite.json"), "{}", said.stderr);
    fs::write(folder.path().join("suite.json"), "{}").unwrap();
    assert_eq!(replay(folder.path(), None).code(), 65);
}

fn replay(suite: &Path, clang: Option<&Path>) -> Finished {
    let mut command = kept::counterpoint();
    command.arg("replay").arg(suite);
    if let Some(clang) = clang {
        command.env("CLANG", clang);
    }
    process::run(&mut command, b"")
}
