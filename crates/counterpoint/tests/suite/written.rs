//! The suites that `counterpoint test` writes for `tests/programs/suite`: what they say, that two compilers take them
//! without a warning, that they pass, and what `counterpoint replay` says about them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use crate::explore;
use crate::process::{self, Finished};
use crate::program::{self, TestProgram};
use crate::{counterpoint, native_clang, pool, root};

#[test]
fn suites_read_well_and_pass() {
    let programs = program::in_folder("tests/programs/suite");
    let results = pool::each(&programs, |program| {
        written_as_annotated(program).map_err(|why| format!("{}: {why}", program.name()))
    });
    pool::conclude("tests/programs/suite", results);
}

fn written_as_annotated(program: &TestProgram) -> Result<(), String> {
    let out = tempfile::tempdir().unwrap();
    let said = explore::test(program, out.path(), &["--max-runs=300"]);
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
    let dropped = said.stderr.lines().filter(|line| line.starts_with("dropped: "));
    let wanted = program.annotation("dropped").map(|function| format!("the test {function}_"));
    for line in dropped {
        if !wanted.as_ref().is_some_and(|wanted| line.contains(wanted)) {
            return Err(line.to_owned());
        }
    }
    explore::compiles_without_warnings(program, out.path())?;
    explore::passes(out.path(), "gcc")?;
    explore::passes(out.path(), &native_clang())
}

/// All test files together.
fn tests(suite: &Path) -> String {
    let files = explore::contents(suite).into_iter().filter(|(name, _)| name.starts_with("test_"));
    files.map(|(_, text)| String::from_utf8(text).unwrap()).collect()
}

#[test]
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

#[test]
fn replay_without_its_tools_says_so() {
    let program = TestProgram::read(root().join("tests/programs/explore/is_positive.c"));
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("suite");
    explore::test(&program, &out, &[]);
    // A clang of a version that nobody has tools of.
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

#[test]
fn a_folder_that_is_no_suite_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let said = replay(folder.path(), None);
    assert_eq!(said.code(), 66, "{}", said.stderr);
    assert!(said.stderr.contains("suite.json"), "{}", said.stderr);
    fs::write(folder.path().join("suite.json"), "{}").unwrap();
    assert_eq!(replay(folder.path(), None).code(), 65);
}

fn replay(suite: &Path, clang: Option<&Path>) -> Finished {
    let mut command: Command = counterpoint();
    command.arg("replay").arg(suite);
    if let Some(clang) = clang {
        command.env("CLANG", clang);
    }
    process::run(&mut command, b"")
}
