//! The report of `counterpoint test`: all of it for three examples, and how it looks on a terminal.
//!
//! `tests/reports/x.txt` is what is said about the example `x`; `BLESS=1` rewrites them. The other tests of the report are
//! the annotations `//@ says:` of `tests/programs/suite`.

use std::fs;
use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::process::{self, Finished};
use crate::{cases, counterpoint, root};

/// Examples, with options that keep them quick. No clock decides what is found.
const EXAMPLES: [(&str, &str); 3] = [
    ("examples/dates/dates.c", "--max-runs=300"),
    ("examples/symbolic/frame.c", "--mode=dart"),
    ("examples/json/json.c", "--max-runs=40"),
];

pub(crate) fn cases() -> Vec<Trial> {
    let of = |&(program, option): &(&'static str, &'static str)| {
        cases::case(format!("report::{program}"), move || as_expected(program, option))
    };
    let mut all: Vec<Trial> = EXAMPLES.iter().map(of).collect();
    all.extend(cases::functions![
        a_terminal_has_colours_and_a_width,
        no_color_is_respected,
        json_has_what_the_text_cuts,
        how_calls_were_composed_is_said_if_asked_and_always_in_json,
        many_bugs_fit_a_screen,
        bugs_are_numbered_without_gaps_and_counted_apart_from_tests,
    ]);
    all
}

fn as_expected(program: &str, option: &str) -> Result<(), String> {
    let out = tempfile::tempdir().unwrap();
    let said = test(program, out.path(), &[option]);
    let text = said.stderr.clone() + &said.text();
    let text = text.replace(&out.path().display().to_string(), "OUT");
    let text = without_seconds(&text);
    let stem = Path::new(program).file_stem().unwrap();
    let path = root().join("tests/reports").join(stem).with_extension("txt");
    if std::env::var_os("BLESS").is_some() {
        return fs::write(&path, text).map_err(|error| error.to_string());
    }
    match fs::read_to_string(&path).unwrap_or_default() == text {
        true => Ok(()),
        false => Err(format!("{} differs (BLESS=1 accepts this):\n{text}", path.display())),
    }
}

/// `(26 paths, 1.2 s)` without the time.
fn without_seconds(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once(", ") {
        Some((before, time)) if time.ends_with(" s)") => format!("{before}, TIME)\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

fn test(program: &str, out: &Path, options: &[&str]) -> Finished {
    let mut command = counterpoint();
    command.arg("test").args(options).arg("--out").arg(out).arg(program);
    process::run(command.current_dir(root()), b"")
}

fn a_terminal_has_colours_and_a_width() {
    let shown = on_a_terminal("");
    assert!(shown.contains("\x1b[1m"), "no colours: {shown}");
    for line in shown.lines().map(without_escapes) {
        assert!(line.chars().count() <= COLUMNS, "`{line}` is too long");
    }
    assert!(shown.contains("503 more") && shown.contains("int#510 = 7"), "{shown}");
}

fn no_color_is_respected() {
    let shown = on_a_terminal("NO_COLOR=1");
    // What moves the cursor and clears the line of progress is no colour.
    assert!(!shown.split("\x1b[").skip(1).any(is_colour), "{shown}");
    assert!(shown.contains("bug: "), "{shown}");
}

const COLUMNS: usize = 60;

/// A program with 511 inputs and a bug.
const MANY: &str = r#"
    extern int __VERIFIER_nondet_int(void);
    int main(void) {
        int last = 0;
        for (int i = 0; i < 511; i++)
            last = __VERIFIER_nondet_int();
        /* a line that is longer than any terminal */ return last == 7 ? 100 / (last - 7) /* here */ : 1;
    }
"#;

fn on_a_terminal(environment: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("many.c"), MANY).unwrap();
    let program = counterpoint();
    let program = program.get_program().display();
    let line = format!("stty cols {COLUMNS} rows 24; {environment} {program} test many.c");
    let mut command = Command::new("script");
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    command.env("TERM", "xterm").env_remove("NO_COLOR").env_remove("CLICOLOR");
    process::run(command.current_dir(folder.path()), b"").text()
}

/// Does an escape sequence, behind its beginning, set colours?
fn is_colour(sequence: &str) -> bool {
    sequence.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').starts_with('m')
}

/// What is to be seen of a line.
fn without_escapes(line: &str) -> String {
    let line = line.trim_end_matches('\r').rsplit('\r').next().unwrap_or_default();
    let mut pieces = line.split("\x1b[");
    let first = pieces.next().unwrap_or_default().to_owned();
    let rest = pieces.map(|piece| match piece.find(|c: char| c.is_ascii_alphabetic()) {
        Some(end) => &piece[end + 1..],
        None => "",
    });
    first + &rest.collect::<String>()
}

fn json_has_what_the_text_cuts() {
    let out = tempfile::tempdir().unwrap();
    let program = "tests/programs/suite/demands.c";
    let said = test(program, out.path(), &["--json", "--mode=smart", "--max-runs=300"]);
    let json: Value = serde_json::from_slice(&said.stdout).unwrap();
    let demands = json["demands"].as_array().unwrap();
    let parse = demands.iter().find(|demands| demands["function"] == "parse").unwrap();
    let needs = parse["needs"].as_array().unwrap().iter();
    let needs: Vec<_> = needs.map(|need| (&need["parameter"], &need["needs"])).collect();
    assert_eq!(format!("{needs:?}").matches("non-null").count(), 2, "{parse}");
    let open = json["open"].as_array().unwrap().iter();
    let options: Vec<&Value> = open.map(|open| &open["option"]).collect();
    assert!(options.contains(&&Value::from("--max-length")), "{}", json["open"]);
    let names = json["coverage"].as_array().unwrap().iter().map(|covered| &covered["name"]);
    assert_eq!(names.collect::<Vec<_>>(), ["parse", "copy", "through", "third", "asks"]);
}

fn how_calls_were_composed_is_said_if_asked_and_always_in_json() {
    let out = tempfile::tempdir().unwrap();
    let program = "tests/programs/suite/composed.c";
    let said = test(program, out.path(), &["--mode=smart"]);
    assert!(!said.text().contains("composed"), "{}", said.text());
    let said = test(program, out.path(), &["--mode=smart", "--verbose"]);
    assert!(said.text().contains("composed: `"), "{}", said.text());
    let said = test(program, out.path(), &["--mode=smart", "--json"]);
    let json: Value = serde_json::from_slice(&said.stdout).unwrap();
    assert_eq!(json["composition"]["composed_functions"][0], "clamp", "{json}");
    let inlined = json["composition"]["inlined_functions"].as_array().unwrap();
    assert!(inlined.iter().all(|function| function["why"].is_string()), "{json}");
}

/// A function with that many divisions by zero.
fn divisions(count: usize) -> String {
    let case = |number| format!("case {number}: return 1 / (d - {number}u);\n");
    let cases: String = (0..count).map(case).collect();
    format!("int f(unsigned x, unsigned d) {{ switch (x) {{ {cases} }} return 0; }}")
}

/// A folder with a program, and what is said about it.
fn test_text(text: &str, options: &[&str]) -> (tempfile::TempDir, Finished) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("program.c"), text).unwrap();
    let mut command = counterpoint();
    command.args(["test", "program.c", "--out", "suite"]).args(options);
    let said = process::run(command.current_dir(folder.path()), b"");
    (folder, said)
}

fn many_bugs_fit_a_screen() {
    const BUGS: usize = 60;
    let program = divisions(BUGS);
    let lines = |said: &Finished| (said.stderr.clone() + &said.text()).lines().count();
    let (_folder, said) = test_text(&program, &["--no-native"]);
    assert!(lines(&said) < 50, "{}{}", said.stderr, said.text());
    let others = format!("unconfirmed: {} times division-by-zero in `f`, at program.c:", BUGS - 4);
    assert!(said.stderr.contains(&others), "{}", said.stderr);
    let (_folder, all) = test_text(&program, &["--no-native", "--verbose"]);
    assert_eq!(all.stderr.matches("unconfirmed: division-by-zero").count(), BUGS);
    let (_folder, json) = test_text(&program, &["--no-native", "--json"]);
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["bugs"].as_array().unwrap().len(), BUGS);
}

fn bugs_are_numbered_without_gaps_and_counted_apart_from_tests() {
    const MIXED: &str = "
        int f(int *p, unsigned d) { int x = *p; return 100 / (d - 1) + (x == 3); }
        int g(int *p, unsigned d) { int x = *p; return 100 / (d - 2) + (x == 3); }";
    let (folder, said) = test_text(MIXED, &[]);
    let names = fs::read_dir(folder.path().join("suite")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: Vec<String> =
        names.filter(|name| name.contains("_1_") || name.contains("_2_")).collect();
    for kind in ["bug_1_", "bug_2_", "demand_1_", "demand_2_"] {
        let count = names.iter().filter(|name| name.starts_with(kind)).count();
        assert_eq!(count, 1, "{kind}: {names:?}");
    }
    assert!(said.text().contains("reproducers: 4 in suite; make -C suite bugs"), "{}", said.text());
    let checked = Command::new("make").args(["-C", "suite", "check"]).current_dir(&folder).output();
    let checked = String::from_utf8(checked.unwrap().stdout).unwrap();
    let counted = checked.lines().find_map(|line| line.strip_suffix(" tests, 0 failed"));
    let tests = format!("tests: {} in suite", counted.unwrap_or_default());
    assert!(said.text().contains(&tests), "`{tests}` isn't said: {}", said.text());
}
