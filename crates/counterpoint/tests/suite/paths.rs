//! Where programs and suites are: names that C, make and the shell read otherwise, and folders that have something already.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;

use crate::process::{self, Finished};
use crate::{cases, counterpoint};

pub(crate) fn cases() -> Vec<Trial> {
    cases::functions![
        names_that_others_read_otherwise,
        names_that_no_directive_can_include,
        what_is_the_users_is_not_written_over,
        a_suite_may_be_beside_its_program,
        programs_may_share_a_folder_by_turns,
    ]
}

const PROGRAM: &str = "int f(unsigned d) { return d == 7 ? 3 : 100 / (d - 1); }\n";

fn test(folder: &Path, program: &OsStr, out: &OsStr) -> Finished {
    let mut command = counterpoint();
    command.arg("test").arg(Path::new(".").join(program)).arg("--out").arg(out);
    process::run(command.current_dir(folder), b"")
}

fn names_that_others_read_otherwise() {
    let root = tempfile::tempdir().unwrap();
    let [program, out] = ["a $b#c%d\\e'f:g*.c", "out $b#c%d\\e'f:g*"];
    fs::write(root.path().join(program), PROGRAM).unwrap();
    let said = test(root.path(), program.as_ref(), out.as_ref());
    let text = said.stderr.clone() + &said.text();
    assert!(text.contains("bugs: 1 confirmed, 0 unconfirmed"), "{text}");
    // With the place that the sanitizer names.
    assert!(text.contains(&format!("confirmed natively: {program}:1: ")), "{text}");
    assert!(text.contains("complete: yes"), "{text}");
    let make =
        Command::new("make").args(["check", "bugs"]).current_dir(root.path().join(out)).output();
    let made = make.unwrap();
    let made = String::from_utf8_lossy(&made.stdout) + String::from_utf8_lossy(&made.stderr);
    assert!(made.contains("2 tests, 0 failed") && made.contains("still there: "), "{made}");
    // The report says how to call make, for the shell.
    let line = text.lines().find_map(|line| line.strip_prefix("tests: ")?.split_once("; "));
    let line = line.unwrap().1;
    let checked = Command::new("sh").args(["-c", line]).current_dir(root.path()).output().unwrap();
    assert!(checked.status.success(), "{line}: {}", String::from_utf8_lossy(&checked.stderr));
    let replayed = process::run(counterpoint().arg("replay").arg(root.path().join(out)), b"");
    assert!(replayed.text().contains("still there: "), "{}{}", replayed.text(), replayed.stderr);
}

fn names_that_no_directive_can_include() {
    let root = tempfile::tempdir().unwrap();
    let names: [(&[u8], &str); 3] =
        [(b"a\"b.c", "quotation mark"), (b"a\nb.c", "line break"), (b"a\xff.c", "UTF-8")];
    for (name, why) in names {
        let name = OsStr::from_bytes(name);
        fs::write(root.path().join(name), PROGRAM).unwrap();
        let said = test(root.path(), name, "out".as_ref());
        assert_eq!(said.code(), 65, "{}", said.stderr);
        assert!(said.stderr.contains(why) && said.stderr.contains("rename it"), "{}", said.stderr);
        assert!(!root.path().join("out").exists());
    }
}

fn what_is_the_users_is_not_written_over() {
    for name in ["Makefile", "test_program.c", "suite.json", "bug_1_of_mine.c", "counterpoint.h"] {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("program.c"), PROGRAM).unwrap();
        fs::write(root.path().join(name), "the user's").unwrap();
        let said = test(root.path(), "program.c".as_ref(), ".".as_ref());
        assert_eq!(said.code(), 73, "{name}: {}", said.stderr);
        assert!(said.stderr.contains(name) && said.stderr.contains("--out"), "{}", said.stderr);
        assert_eq!(fs::read_to_string(root.path().join(name)).unwrap(), "the user's");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 2, "something was written");
    }
}

fn a_suite_may_be_beside_its_program() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("program.c"), PROGRAM).unwrap();
    // The second in the place of the first, with all that is in it.
    for _ in 0..2 {
        let said = test(root.path(), "program.c".as_ref(), ".".as_ref());
        assert_eq!(said.code(), 1, "{}", said.stderr);
        assert!(said.text().contains("f           1/1       2/2"), "{}", said.text());
    }
    assert_eq!(fs::read_to_string(root.path().join("program.c")).unwrap(), PROGRAM);
    // Of the user, beside the suite.
    fs::write(root.path().join("bug_9_of_mine.c"), "the user's").unwrap();
    assert_eq!(test(root.path(), "program.c".as_ref(), ".".as_ref()).code(), 73);
}

fn programs_may_share_a_folder_by_turns() {
    let root = tempfile::tempdir().unwrap();
    for program in ["one.c", "two.c", "one.c"] {
        fs::write(root.path().join(program), PROGRAM).unwrap();
        let said = test(root.path(), program.as_ref(), "out".as_ref());
        assert_eq!(said.code(), 1, "{program}: {}", said.stderr);
    }
    assert!(!root.path().join("out/program_two.h").exists(), "that suite is not there any more");
}
