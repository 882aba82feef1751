//! Programs that disturb the process that they are explored in, and what is left of a command: no process, no temporary file.

use std::cell::Cell;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use serde_json::Value;
use tempfile::TempDir;

use crate::process::{self, Finished};
use crate::{cases, counterpoint, native_clang};

pub(crate) fn cases() -> Vec<Trial> {
    cases::functions![
        descriptors_environment_and_children_are_ours,
        the_environment_is_ours_again,
        no_process_is_left_behind,
        no_process_is_left_behind_after_an_interrupt,
        no_temporary_folder_is_left_behind,
        a_native_call_that_never_returns_costs_its_path,
        what_a_late_call_has_started_ends_with_it,
        what_was_confirmed_in_time_counts,
        bugs_are_tried_while_a_long_exploration_goes_on,
        bugs_of_a_short_exploration_are_tried_once,
    ]
}

fn folder_with(program: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("program.c"), program).unwrap();
    folder
}

/// With temporary files in a folder of that name.
fn test(folder: &Path, options: &[&str]) -> Command {
    let temporary = folder.join("temporary");
    fs::create_dir_all(&temporary).unwrap();
    let mut command = counterpoint();
    command.args(["test", "program.c", "--out", "suite", "--json"]).args(options);
    command.current_dir(folder).env("TMPDIR", temporary);
    command
}

fn json(said: &Finished) -> Value {
    serde_json::from_slice(&said.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", said.text(), said.stderr))
}

fn descriptors_environment_and_children_are_ours() {
    const PROGRAM: &str = r#"
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/wait.h>
        #include <unistd.h>
        int f(unsigned x) {
            for (int i = 3; i < 2000; i++)
                close(i);
            clearenv();
            setenv("PATH", "/nowhere", 1);
            setenv("TMPDIR", "/nowhere", 1);
            if (wait(NULL) != -1 || waitpid(-1, NULL, 0) != -1 || chdir("/"))
                return 1;
            int first = open("/dev/null", O_RDONLY);
            if (first != 3)
                return 2;
            dup2(first, 50);
            close(first);
            if (x == 5)
                return 100 / (x - 5);
            return 3;
        }
    "#;
    let folder = folder_with(PROGRAM);
    let said = process::run(&mut test(folder.path(), &[]), b"");
    let json = json(&said);
    assert_eq!(json["bugs"][0]["confirmed"], true, "{json}");
    assert_eq!(json["divergences"], 0, "{json}");
    assert_eq!(json["coverage"][0]["name"], "f", "{json}");
    let ids: Vec<&Value> = json["tests"].as_array().unwrap().iter().map(|it| &it["id"]).collect();
    assert_eq!(ids, ["f_returns_3", "bug_1_division_by_zero_f"], "{json}");
}

/// What decides about colours in the report is asked for after the exploration.
fn the_environment_is_ours_again() {
    const PROGRAM: &str = r#"
        #include <stdlib.h>
        int f(int x) {
            clearenv();
            setenv("NO_COLOR", "1", 1);
            putenv("=a=b");
            return 100 / x;
        }
    "#;
    let folder = folder_with(PROGRAM);
    let mut command = counterpoint();
    command.args(["test", "program.c", "--no-native"]).current_dir(folder.path());
    let said = process::run(command.env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR"), b"");
    assert!(said.stderr.contains("\x1b["), "{}", said.stderr);
}

/// Processes with that argument, of this test alone.
fn sleepers(seconds: u32) -> usize {
    let is_sleeper = |path: &Path| {
        let line = fs::read(path.join("cmdline")).unwrap_or_default();
        line.split(|&byte| byte == 0).any(|word| word == seconds.to_string().as_bytes())
    };
    let all = fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
    all.filter(|path| is_sleeper(path)).count()
}

/// A length of sleep that no other test has.
fn own_seconds(number: u32) -> u32 {
    1_000_000 + std::process::id() % 100_000 * 10 + number
}

/// Starts processes that stay: beside the shell, in a session of their own, behind a pipe.
fn leaving(seconds: u32, then: &str) -> String {
    format!(
        r#"
        #include <stdio.h>
        #include <stdlib.h>
        #include <unistd.h>
        int f(int x) {{
            system("sleep {seconds} & setsid sleep {seconds} &");
            popen("sleep {seconds}", "r");
            {then}
            return x == 3;
        }}"#
    )
}

fn no_process_is_left_behind() {
    let seconds = own_seconds(1);
    let folder = folder_with(&leaving(seconds, ""));
    let said = process::run(&mut test(folder.path(), &[]), b"");
    assert_eq!(sleepers(seconds), 0, "after the command");
    let json = json(&said);
    assert_eq!(json["tests"].as_array().unwrap().len(), 1, "{json}");
    let made = Command::new("make").args(["-C", "suite", "check"]).current_dir(&folder).output();
    let made = String::from_utf8(made.unwrap().stdout).unwrap();
    assert_eq!(sleepers(seconds), 0, "after the suite");
    assert!(made.contains("1 tests, 0 failed"), "{made}");
}

fn no_process_is_left_behind_after_an_interrupt() {
    let seconds = own_seconds(2);
    let folder = folder_with(&leaving(seconds, &format!("system(\"sleep {seconds}\");")));
    // The three above, and the one that is waited for, each with the shell that has it in its command.
    let said = process::interrupt(&mut test(folder.path(), &[]), || sleepers(seconds) >= 4);
    assert_eq!(sleepers(seconds), 0);
    let json = json(&said);
    assert!(json["stopped"].as_str().unwrap().contains("interrupted"), "{json}");
}

/// A compiler that says which one it is, and else does this before it compiles. What it was asked is in `clang.log`.
fn clang_that(folder: &Path, does: &str) -> PathBuf {
    let path = folder.join("clang");
    let clang = native_clang();
    let script = format!(
        "#!/bin/sh\n[ \"$1\" = -dumpversion ] && exec {clang} \"$@\"\necho \"$@\" >>clang.log\n{does}\nexec {clang} \"$@\"\n"
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Has the compiler been asked about something of that name?
fn was_asked(folder: &Path, name: &str) -> bool {
    fs::read_to_string(folder.join("clang.log")).unwrap_or_default().contains(name)
}

fn no_temporary_folder_is_left_behind() {
    let folder = folder_with("int f(int x) { return x == 3; }");
    let temporary = folder.path().join("temporary");
    let left = || fs::read_dir(&temporary).unwrap().count();
    let started = folder.path().join("clang.log");
    let clang = clang_that(folder.path(), "exec sleep 600");
    // In the first compilation nothing can have been found: it ends at once.
    let begin = Instant::now();
    let mut command = test(folder.path(), &[]);
    let said = process::interrupt(command.env("CLANG", &clang), || started.exists());
    assert_eq!((said.code(), left()), (2, 0), "{}", said.stderr);
    assert!(said.stderr.contains("interrupted"), "{}", said.stderr);
    assert!(begin.elapsed() < Duration::from_secs(9), "{:?}", begin.elapsed());
    // Who is killed can't remove anything; the next command does.
    fs::remove_file(&started).unwrap();
    let mut command = test(folder.path(), &[]);
    process::signalled(command.env("CLANG", &clang), libc::SIGKILL, || started.exists());
    assert_eq!(left(), 1);
    process::run(&mut test(folder.path(), &["--no-native"]), b"");
    assert_eq!(left(), 0);
    assert_eq!(fs::read_dir(folder.path().join("suite")).unwrap().count(), 7);
}

fn a_native_call_that_never_returns_costs_its_path() {
    const PROGRAM: &str = "
        #include <unistd.h>
        int f(int x) {
            if (x == 3)
                pause();
            if (x == 4)
                return 100 / (x - 4);
            return 0;
        }";
    let folder = folder_with(PROGRAM);
    let said = process::run(&mut test(folder.path(), &["--time=8s"]), b"");
    let json = json(&said);
    assert_eq!(json["bugs"][0]["confirmed"], true, "{json}");
    assert_eq!(json["complete"], false, "{json}");
    let stopped = json["stopped"].as_str().unwrap();
    assert!(stopped.contains("`pause`, which doesn't return in time"), "{stopped}");
    assert!(!stopped.contains("time limit"), "{stopped}");
}

fn what_a_late_call_has_started_ends_with_it() {
    let seconds = own_seconds(3);
    let program = format!(
        "#include <stdlib.h>
        int f(const unsigned char *p) {{
            if (p[0] == 3)
                system(\"sleep {seconds}; true\");
            int sum = 0;
            for (int i = 1; i < 8; i++)
                if (p[i] * p[i - 1] % 7 == 3)
                    sum++;
            return sum;
        }}"
    );
    let folder = folder_with(&program);
    // While the exploration goes on, it is seen to be there, and to be gone.
    let (started, gone) = (Cell::new(false), Cell::new(false));
    let options = ["--no-native", "--max-runs=1000000", "--time=20s", "--max-length=8"];
    let said = process::interrupt(&mut test(folder.path(), &options), || {
        started.set(started.get() || sleepers(seconds) > 0);
        gone.set(started.get() && sleepers(seconds) == 0);
        gone.get()
    });
    assert!(gone.get());
    let json = json(&said);
    assert!(json["stopped"].as_str().unwrap().contains("interrupted"), "{json}");
}

fn what_was_confirmed_in_time_counts() {
    let case = |number| format!("case {number}: return 1 / (d - {number}u);\n");
    let cases: String = (0..20).map(case).collect();
    let program = format!("int f(unsigned x, unsigned d) {{ switch (x) {{ {cases} }} return 0; }}");
    let folder = folder_with(&program);
    // The second batch is never built.
    let clang = clang_that(folder.path(), "case \"$*\" in *first_1_0*) exec sleep 600;; esac");
    let said = process::run(test(folder.path(), &["--time=10s"]).env("CLANG", &clang), b"");
    let json = json(&said);
    let bugs = json["bugs"].as_array().unwrap();
    let (confirmed, open): (Vec<&Value>, Vec<&Value>) =
        bugs.iter().partition(|bug| bug["confirmed"] == true);
    assert!(confirmed.len() >= 8 && open.len() == 20 - confirmed.len(), "{json}");
    let in_time = |bug: &&Value| bug["reason"].as_str().unwrap().contains("the time was over");
    assert!(!open.is_empty() && open.iter().all(in_time), "{json}");
}

/// A bug on one of the first paths, and more paths than can be explored.
const LONG: &str = "
    int f(unsigned d, const unsigned char *p) {
        if (d == 3)
            return 1 / (d - 3);
        int sum = 0;
        for (int i = 0; i < 8; i++) {
            if (p[i] * p[(i + 1) % 8] % 7 == 3)
                sum += i;
        }
        return sum;
    }";

fn bugs_are_tried_while_a_long_exploration_goes_on() {
    let folder = folder_with(LONG);
    let clang = clang_that(folder.path(), "");
    let mut command = test(folder.path(), &["--max-runs=1000000", "--max-length=64"]);
    command.env("CLANG", &clang);
    let said = process::interrupt(&mut command, || was_asked(folder.path(), "early_"));
    let json = json(&said);
    assert_eq!(json["bugs"][0]["confirmed"], true, "{json}");
}

fn bugs_of_a_short_exploration_are_tried_once() {
    let folder = folder_with("int f(unsigned d) { return 1 / (d - 3); }");
    let clang = clang_that(folder.path(), "");
    let said = process::run(test(folder.path(), &[]).env("CLANG", &clang), b"");
    assert_eq!(json(&said)["bugs"][0]["confirmed"], true, "{}", said.text());
    assert!(was_asked(folder.path(), "/both ") && !was_asked(folder.path(), "early_"));
}
