//! What `counterpoint test` does with its queries: logs them so that any solver replays them, and ends them when it
//! is told to.

use std::fs;
use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::process::{self, Finished};
use crate::{cases, counterpoint, root};

pub(crate) fn cases() -> Vec<Trial> {
    cases::functions![
        logged_queries_replay_with_the_stock_solver,
        a_query_in_flight_ends_with_the_time,
        a_query_in_flight_ends_with_the_user,
        a_log_that_cannot_be_made_is_explained,
        figures_are_on_standard_error,
    ]
}

/// Programs with queries of many kinds: products, arrays, floats.
const PROGRAMS: [&str; 6] =
    ["obscure", "index_read", "function_table", "floats", "strcmp", "overflow"];

/// Leaves out what answers easy queries before a solver is asked, and they are logged.
pub(crate) const EASY_TO_SOLVERS: [&str; 2] =
    ["--without-layer=propagation", "--without-layer=try-all"];

fn logged_queries_replay_with_the_stock_solver() {
    let z3 = root().join(".tools/z3/bin/z3");
    for name in PROGRAMS {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let program = root().join(format!("tests/programs/explore/{name}.c"));
        let mut command = counterpoint();
        command.args(["test", "--no-native", "--json", "--log-queries"]).arg(&log).arg(program);
        command.args(EASY_TO_SOLVERS);
        let said = process::run(command.current_dir(folder.path()), b"");
        let json: Value = serde_json::from_slice(&said.stdout).unwrap();
        let verdicts = replayed(&z3, &log);
        let count = |verdict| verdicts.iter().filter(|it| *it == verdict).count() as u64;
        assert!(!verdicts.is_empty(), "{name} asks nothing");
        assert_eq!(json["solver"]["queries"], verdicts.len() as u64, "{name}");
        assert_eq!(json["solver"]["sat"], count("sat"), "{name}");
        assert_eq!(json["solver"]["unsat"], count("unsat"), "{name}");
    }
}

fn figures_are_on_standard_error() {
    let folder = tempfile::tempdir().unwrap();
    let program = "int f(int x) { return x == 3 ? 7 : 8; }\nint g(int x) { return x; }";
    fs::write(folder.path().join("two.c"), program).unwrap();
    let mut command = counterpoint();
    command.args(["test", "--no-native", "--stats", "two.c"]).current_dir(folder.path());
    let said = process::run(&mut command, b"");
    let lines = said.stderr.lines().filter_map(|line| line.strip_prefix("stats: "));
    let paths = |line| serde_json::from_str::<Value>(line).unwrap()["paths"].clone();
    assert_eq!(lines.map(paths).collect::<Vec<_>>(), [2, 1], "{}", said.stderr);
}

/// What the stock solver says about each file, which is what was said here.
fn replayed(z3: &Path, log: &Path) -> Vec<String> {
    let mut files: Vec<_> = fs::read_dir(log).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let replay = |file| {
        let said = process::run(Command::new(z3).arg(file), b"");
        let verdict = said.text().trim().to_owned();
        let logged = fs::read_to_string(file).unwrap();
        assert!(logged.starts_with(&format!("; verdict: {verdict} ")), "{verdict}: {logged}");
        verdict
    };
    files.iter().map(replay).collect()
}

/// Whether a number has factors takes longer than there is time for, unless both are near a power of two.
const HARD: &str = r#"
    extern unsigned long __VERIFIER_nondet_ulong(void);
    int main(void) {
        unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
        __uint128_t product = (__uint128_t)a * b;
        __uint128_t wanted = (__uint128_t)11234567890123456807u * 13987654321098765473u;
        if (a > 1 && b > a && product == wanted)
            return 1;
        return 0;
    }
"#;

fn a_query_in_flight_ends_with_the_time() {
    ends_its_query("--time=1s", "the time limit of 1s", |command, _| process::run(command, b""));
}

fn a_query_in_flight_ends_with_the_user() {
    // The third query is the hard one.
    ends_its_query("--time=1h", "interrupted", |command, log| {
        process::interrupt(command, || logged(log) >= 2)
    });
}

fn ends_its_query(time: &str, reason: &str, run: impl Fn(&mut Command, &Path) -> Finished) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hard.c"), HARD).unwrap();
    let log = folder.path().join("log");
    let mut command = counterpoint();
    command.args(["test", "--json", "--no-native", "--log-queries=log", time, "hard.c"]);
    command.args(EASY_TO_SOLVERS);
    let said = run(command.current_dir(folder.path()), &log);
    let json: Value = serde_json::from_slice(&said.stdout).unwrap();
    assert_eq!(json["complete"], false);
    assert_eq!(json["stopped"], reason);
    assert!(json["paths"].as_u64().unwrap() > 0, "{json}");
    // It didn't end by the solver's own limit.
    let hard = fs::read_to_string(log.join("000003.smt2")).unwrap_or_default();
    assert!(hard.is_empty() || hard.starts_with("; verdict: unknown interrupted"), "{hard}");
}

/// How many queries are in a log.
pub(crate) fn logged(log: &Path) -> usize {
    fs::read_dir(log).map_or(0, Iterator::count)
}

fn a_log_that_cannot_be_made_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let program = root().join("tests/programs/explore/obscure.c");
    let mut command = counterpoint();
    command.args(["test", "--log-queries", "file/log"]).arg(program);
    let said = process::run(command.current_dir(folder.path()), b"");
    assert!(said.code() >= 64, "{}", said.code());
    assert!(said.stderr.contains("cannot make file/log"), "{}", said.stderr);
}
