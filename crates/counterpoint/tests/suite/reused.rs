//! The store: what is reused is what a cold run finds, whatever was edited, and nothing else is explored.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

use libtest_mimic::Trial;
use serde_json::Value;
use tempfile::TempDir;

use crate::process::{self, Finished};
use crate::{cases, counterpoint, root};

pub(crate) fn cases() -> Vec<Trial> {
    let edit = |edit: &'static Edit| {
        cases::case(format!("reused::edit::{}", edit.name.replace(' ', "_")), move || after(edit))
    };
    let mut all: Vec<Trial> = EDITS.iter().map(edit).collect();
    all.extend(cases::functions![
        the_second_run_asks_no_solver_and_builds_nothing,
        other_options_are_other_explorations,
        fresh_explores_everything,
        what_is_cut_off_by_the_time_is_explored_again,
        what_depends_on_the_environment_is_explored_again,
        a_store_that_can_not_be_used_costs_nothing_else,
        two_runs_at_once,
        the_store_is_listed_and_handed_on,
        without_a_folder_nothing_is_kept,
        what_was_changed_in_a_suite_is_kept,
    ]);
    all
}

/// A change of the program, and the functions that have to be explored then; all that are explored differently, at least.
struct Edit {
    name: &'static str,
    file: &'static str,
    old: &'static str,
    new: &'static str,
    /// Exactly these.
    explored: &'static [&'static str],
}

/// In the order of the program.
pub(crate) const ALL: &[&str] = &[
    "clamp", "sum", "divide", "first", "tick", "name_of", "is_red", "apply", "twice", "use",
    "made", "even", "odd", "parity", "area", "lone", "hard",
];

macro_rules! edits {
    ($($name:literal: $file:literal, $old:literal => $new:literal, $explored:expr;)*) => {
        &[$(Edit { name: $name, file: $file, old: $old, new: $new, explored: $explored }),*]
    };
}

const CLAMPED: &[&str] = &["clamp", "sum", "area"];
/// What has its address used may be called by `exit`, which calls through pointers, and so may be seen by all. Coarse, and safe.
const CALLED: &[&str] = ALL;

const EDITS: &[Edit] = edits! {
    "a comment": "shapes.c", "Into 0 to LIMIT." => "Somewhere.", &[];
    "lines of comments": "shapes.c", "int clamp(int value)\n" => "/* one\n * two\n */\nint clamp(int value)\n", &[];
    "a comment inside": "shapes.c", "    if (value < 0)\n" => "    // below\n\n    if (value < 0)\n", &[];
    "a comment before a bug": "shapes.c", "    if (a == 7)\n" => "    // seven\n    if (a == 7)\n", &[];
    "a longer line before a bug": "shapes.c", "return a / b;" => "return  a / b;", &[];
    "a comment in the header": "shapes.h", "#define LIMIT" => "/* much */\n#define LIMIT", &[];
    "an unused macro": "shapes.h", "#define UNUSED 1" => "#define UNUSED 2", &[];
    "a constant of the header": "shapes.h", "LIMIT 10" => "LIMIT 11", CLAMPED;
    "a macro of the header": "shapes.h", "((x) * 2)" => "((x) * 3)", CALLED;
    "a function of the header": "shapes.h", "n / 2" => "n / 4", &["use"];
    "a field more": "shapes.h", "int x; int y;" => "int x; int y; int z;", &["sum", "area"];
    "fields in another order": "shapes.h", "int x; int y;" => "int y; int x;", &["sum", "area"];
    "a field of another type": "shapes.h", "int x; int y;" => "short x; int y;", &["sum", "area"];
    "an unused field": "shapes.h", "char tag;" => "char tag[2];", &[];
    "another order of an enumeration": "shapes.h", "RED, GREEN" => "GREEN, RED", &["name_of"];
    "a callee": "shapes.c", "value < 0" => "value < 1", CLAMPED;
    "what a callee returns": "shapes.c", "        return LIMIT;" => "        return LIMIT + 1;", CLAMPED;
    "a comparison": "shapes.c", "p.y > 100" => "p.y >= 100", &["sum"];
    "the sign of a comparison": "shapes.c", "unsigned char n)" => "signed char n)", &["made"];
    "a branch more": "shapes.c", "    return a + clamp" => "    if (a == 5)\n        return 50;\n    return a + clamp", &["sum"];
    "a branch less": "shapes.c", "    if (p.y > 100)\n        return -1;\n" => "", &["sum"];
    "a call less": "shapes.c", "return a + clamp(p.y);" => "return a;", &["sum"];
    "a bug mended": "shapes.c", "if (a == 7)" => "if (a == 7 && b != 0 && b != -1)", &["divide"];
    "a bug in another file": "more.c", "n > 1000 ? 1 : 2" => "n > 1000 ? 1 : 2 / n", &["lone"];
    "a local renamed": "shapes.c", "int a = clamp(p.x);\n    if (p.y > 100)\n        return -1;\n    return a +" => "int z = clamp(p.x);\n    if (p.y > 100)\n        return -1;\n    return z +", &["sum"];
    "a parameter renamed": "shapes.c", "numbers, int wanted)\n{\n    if (!numbers)\n        return -1;\n    return numbers[0] == wanted" => "numbers, int sought)\n{\n    if (!numbers)\n        return -1;\n    return numbers[0] == sought", &["first"];
    "a parameter more": "more.c", "int lone(int n)" => "int lone(int n, int m)", &["lone"];
    "a parameter of another type": "more.c", "int lone(int n)" => "int lone(long n)", &["lone"];
    "a parameter that is not constant": "shapes.c", "const int *numbers" => "int *numbers", &["first"];
    "another result": "more.c", "int lone(int n)" => "char lone(int n)", &["lone"];
    "a global's value": "shapes.c", "count = 3" => "count = 4", &["tick"];
    "a global's type": "shapes.c", "static int count" => "static unsigned count", &["tick"];
    "a global that is not static": "shapes.c", "static int count" => "int count", &["tick"];
    "a string in a table": "shapes.c", "{\"red\", " => "{\"crimson\", ", &["name_of"];
    "a string": "shapes.c", "return \"none\"" => "return \"nothing\"", &["name_of"];
    "a string of the library": "shapes.c", "strcmp(s, \"red\")" => "strcmp(s, \"rot\")", &["is_red"];
    "another function of the library": "shapes.c", "strcmp(s, \"red\")" => "strncmp(s, \"red\", 2)", &["is_red"];
    "a callback": "shapes.c", "return SCALE(n);" => "return SCALE(n) + 1;", CALLED;
    "an allocation": "shapes.c", "n + 1u" => "n", &["made"];
    "a recursion": "shapes.c", "n == 0 ? 0" => "n == 0 ? 2", &["even", "odd", "parity"];
    "the start of a recursion": "shapes.c", "n & 3" => "n & 1", &["parity"];
    "a function more": "more.c", "int lone" => "int new(int n)\n{\n    return n == 5;\n}\n\nint lone", &["new", "lone"];
    "a function less": "more.c", "int lone(int n)\n{\n    return n > 1000 ? 1 : 2;\n}\n" => "", &[];
    "a function moved": "shapes.c", "int divide(int a, int b)\n{\n    if (a == 7)\n        return a / b;\n    return 0;\n}\n\nint first(const int *numbers, int wanted)\n{\n    if (!numbers)\n        return -1;\n    return numbers[0] == wanted;\n}\n" => "int first(const int *numbers, int wanted)\n{\n    if (!numbers)\n        return -1;\n    return numbers[0] == wanted;\n}\n\nint divide(int a, int b)\n{\n    if (a == 7)\n        return a / b;\n    return 0;\n}\n", &[];
    "a function renamed": "more.c", "int lone" => "int alone", &["alone"];
    "a call of a function that allocates": "more.c", "#include \"shapes.h\"\n" => "#include \"shapes.h\"\nint made(unsigned char n);\nint maker(void)\n{\n    return made(3);\n}\n", &["maker", "area", "lone", "hard"];
    "another user of a global": "shapes.c", "int parity(" => "int *counter(void)\n{\n    return &count;\n}\n\nint parity(", &["counter"];
};

/// The program in a folder, and the store that a run on it has left.
struct Base {
    folder: TempDir,
}

/// The functions of this one are explored by all tests, so it is done once.
fn base() -> &'static Base {
    static BASE: OnceLock<Base> = OnceLock::new();
    BASE.get_or_init(|| {
        let folder = program();
        let said = explored(folder.path(), &["--store", "kept", "--no-native"]);
        assert_eq!(names(&said, false), ALL.iter().map(|it| (*it).to_owned()).collect());
        Base { folder }
    })
}

/// The program alone, of which nothing is known.
pub(crate) fn program() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("tests/programs/store"), folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        match path.is_dir() {
            true => copy(&path, &to),
            false => fs::copy(&path, &to).map(drop).unwrap(),
        }
    }
}

/// The program, and what is known of it, to be changed.
pub(crate) fn copied() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let base = base().folder.path();
    copy(&base.join("kept"), &folder.path().join("kept"));
    for file in ["shapes.c", "shapes.h", "more.c"] {
        fs::copy(base.join(file), folder.path().join(file)).unwrap();
    }
    folder
}

pub(crate) fn run(folder: &Path, args: &[&str]) -> Finished {
    let mut command = counterpoint();
    command.args(["test", "shapes.c", "more.c", "--json"]).args(args).current_dir(folder);
    process::run(&mut command, b"")
}

/// The JSON that a run prints.
pub(crate) fn explored(folder: &Path, args: &[&str]) -> Value {
    let finished = run(folder, args);
    let text = finished.text();
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{}", finished.stderr))
}

/// The functions that were reused, or were not.
pub(crate) fn names(said: &Value, reused: bool) -> BTreeSet<String> {
    let entries = said["store"]["entries"].as_array().expect("a store is in use");
    let of = entries.iter().filter(|entry| entry["reused"] == reused);
    of.map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
}

/// What is the same in every run.
pub(crate) fn essence(mut said: Value) -> Value {
    let fields = said.as_object_mut().unwrap();
    ["seconds", "solver", "store"].iter().for_each(|field| drop(fields.remove(*field)));
    said
}

/// Every file of a suite.
fn written(suite: &Path) -> Vec<(PathBuf, String)> {
    let mut files: Vec<_> =
        fs::read_dir(suite).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
        .into_iter()
        .map(|path| (path.file_name().unwrap().into(), fs::read_to_string(&path).unwrap()))
        .collect()
}

/// After an edit, what is said and written is what a cold run says and writes, and exactly the functions that see it are explored.
fn after(edit: &Edit) -> Result<(), String> {
    let folder = copied();
    let path = folder.path().join(edit.file);
    let text = fs::read_to_string(&path).unwrap();
    if !text.contains(edit.old) && edit.old != edit.new {
        return Err(format!("there is no `{}` in {}", edit.old, edit.file));
    }
    fs::write(&path, text.replacen(edit.old, edit.new, 1)).unwrap();
    let warm = explored(folder.path(), &["--store", "kept", "--no-native", "--out", "suite"]);
    let by_store = written(&folder.path().join("suite"));
    fs::remove_dir_all(folder.path().join("suite")).unwrap();
    let cold = explored(folder.path(), &["--no-store", "--no-native", "--out", "suite"]);
    let wanted: BTreeSet<String> = edit.explored.iter().map(|it| (*it).to_owned()).collect();
    let why = &warm["store"]["entries"];
    let new = names(&warm, false);
    if new != wanted {
        return Err(format!("explored: {new:?}, and not {wanted:?}: {why:#}"));
    }
    let cold_suite = written(&folder.path().join("suite"));
    let (warm, cold) = (essence(warm), essence(cold));
    if warm != cold {
        return Err(format!("{warm:#}\nis not what a cold run says:\n{cold:#}"));
    }
    match by_store == cold_suite {
        true => Ok(()),
        false => Err(format!("{by_store:#?}\nis not what a cold run writes:\n{cold_suite:#?}")),
    }
}

fn the_second_run_asks_no_solver_and_builds_nothing() {
    let folder = program();
    let begin = Instant::now();
    let first = explored(folder.path(), &["--store", "kept"]);
    let suite = written(&folder.path().join("counterpoint-out"));
    let (cold, begin) = (begin.elapsed(), Instant::now());
    let second = explored(folder.path(), &["--store", "kept"]);
    let warm = begin.elapsed();
    assert_eq!(names(&second, false), BTreeSet::new());
    assert_eq!(second["store"]["native"], true);
    assert_eq!(second["solver"]["queries"], 0);
    assert!(first["solver"]["queries"].as_u64() > Some(0));
    assert_eq!(written(&folder.path().join("counterpoint-out")), suite);
    assert_eq!(essence(second), essence(first.clone()));
    assert!(first["bugs"].as_array().is_some_and(|bugs| !bugs.is_empty()), "{first:#}");
    assert!(warm * 2 < cold, "{warm:?} after {cold:?}");
    // A header that only the native program would notice.
    let header = folder.path().join("shapes.h");
    let text = fs::read_to_string(&header).unwrap().replace("UNUSED 1", "UNUSED 2");
    fs::write(header, text).unwrap();
    let third = explored(folder.path(), &["--store", "kept"]);
    assert_eq!(names(&third, false), BTreeSet::new());
    assert_eq!(third["store"]["native"], false);
}

fn other_options_are_other_explorations() {
    let options: [&[&str]; 10] = [
        &["--mode=dart"],
        &["--search=dfs"],
        &["--seed=3"],
        &["--max-runs=9000"],
        &["--max-length=3"],
        &["--keep=all"],
        &["--uninitialised=any"],
        &["--allocations-may-fail=off"],
        &["--env-symbolic"],
        &["--cflags=-DLIMIT=10 -O1"],
    ];
    let folder = copied();
    for options in options {
        let args = [&["--store", "kept", "--no-native", "--entry=made"][..], options].concat();
        let said = explored(folder.path(), &args);
        assert_eq!(names(&said, false), BTreeSet::from(["made".to_owned()]), "{options:?}");
    }
    // What isn't about the exploration makes no difference.
    explored(folder.path(), &["--store", "kept", "--no-native", "--entry=made"]);
    for options in [&["--time=50s"][..], &["--out=elsewhere"], &["--store-limit=10M"]] {
        let args = [&["--store", "kept", "--no-native", "--entry=made"][..], options].concat();
        let said = explored(folder.path(), &args);
        assert_eq!(names(&said, false), BTreeSet::new(), "{options:?}");
    }
}

fn fresh_explores_everything() {
    let folder = copied();
    let said =
        explored(folder.path(), &["--store", "kept", "--fresh", "--no-native", "--entry=sum"]);
    assert_eq!(names(&said, true), BTreeSet::new());
    assert_eq!(said["store"]["entries"][0]["why"], "--fresh");
}

fn test_one(text: &str, args: &[&str]) -> [Value; 2] {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.c"), text).unwrap();
    [(); 2].map(|()| {
        let mut command = counterpoint();
        command.args(["test", "one.c", "--json", "--no-native", "--store", "kept"]).args(args);
        let finished = process::run(command.current_dir(folder.path()), b"");
        let text = finished.text();
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{}", finished.stderr))
    })
}

fn what_is_cut_off_by_the_time_is_explored_again() {
    let text = "unsigned f(unsigned a, unsigned b) { unsigned s = 0; \
                for (unsigned i = 0; i < a; i++) s = s * b + (s ^ i) * a; return s == 77777; }";
    let [_, second] = test_one(text, &["--time=2s", "--max-depth=100000"]);
    assert_eq!(names(&second, false), BTreeSet::from(["f".to_owned()]));
    let why = second["store"]["entries"][0]["why"].as_str().unwrap().to_owned();
    assert!(why.contains("limit on time"), "{why}");
}

fn what_depends_on_the_environment_is_explored_again() {
    let text = "#include <unistd.h>\nint f(int a) { if (getpid() > a) return 1; return 0; }";
    let [_, second] = test_one(text, &[]);
    let why = second["store"]["entries"][0]["why"].as_str().unwrap_or_default().to_owned();
    assert!(why.contains("environment"), "{second:#}");
}

/// A file that is none, a folder that can't be written, a path that is no folder: a message, and the suite is there.
fn a_store_that_can_not_be_used_costs_nothing_else() {
    let args = ["--no-native", "--entry=sum", "--out=suite"];
    let expected = explored(base().folder.path(), &[&args[..2], &["--no-store"]].concat());
    for (name, word) in [("damaged", "set aside"), ("file", "not used"), ("sealed", "not used")] {
        let folder = copied();
        let (store, mut at) = (folder.path().join("kept/store.redb"), "kept");
        match name {
            "damaged" => fs::write(&store, b"this is no store".repeat(1000)).unwrap(),
            "file" => at = "shapes.h",
            _ => at = "/proc/none",
        }
        let finished = run(folder.path(), &[&args[..], &["--store", at]].concat());
        assert!(finished.stderr.contains(word), "{name}: {}", finished.stderr);
        let said: Value = serde_json::from_str(&finished.text()).unwrap();
        assert_eq!(essence(said), essence(expected.clone()), "{name}");
        assert!(folder.path().join("suite/test_shapes.c").exists());
    }
}

fn two_runs_at_once() {
    let folder = program();
    let path = folder.path();
    std::thread::scope(|scope| {
        for number in 0..3 {
            scope.spawn(move || {
                let out = format!("--out=suite{number}");
                let finished = run(path, &["--store", "kept", "--no-native", &out]);
                assert!(!finished.stderr.contains("not used"), "{}", finished.stderr);
            });
        }
    });
    let last = explored(path, &["--store", "kept", "--no-native"]);
    assert_eq!(names(&last, false), BTreeSet::new());
}

fn the_store_is_listed_and_handed_on() {
    let folder = copied();
    let store = |args: &[&str]| {
        let mut command = counterpoint();
        command.arg("store").args(args).arg("--json").current_dir(folder.path());
        let finished = process::run(&mut command, b"");
        assert_eq!(finished.code(), 0, "{}", finished.stderr);
        serde_json::from_str::<Value>(&finished.text()).unwrap()
    };
    let records = 2 * ALL.len();
    assert_eq!(store(&["stats", "--store=kept"])["records"], records);
    assert_eq!(store(&["list", "--store=kept"])["list"].as_array().unwrap().len(), records);
    assert_eq!(store(&["verify", "--store=kept"])["removed"], 0);
    store(&["export", "all.records", "--store=kept"]);
    assert_eq!(store(&["import", "all.records", "--store=other"])["records"], records);
    let said = explored(folder.path(), &["--store=other", "--no-native"]);
    assert_eq!(names(&said, false), BTreeSet::new());
    assert_eq!(store(&["gc", "--limit=0", "--store=kept"])["removed"], records);
    let said = explored(folder.path(), &["--store=kept", "--no-native", "--entry=sum"]);
    assert_eq!(names(&said, true), BTreeSet::new());
}

fn without_a_folder_nothing_is_kept() {
    let folder = copied();
    let said = explored(folder.path(), &["--no-native", "--entry=sum"]);
    assert!(said.get("store").is_none() && !folder.path().join(".counterpoint").exists());
    fs::create_dir(folder.path().join(".counterpoint")).unwrap();
    explored(folder.path(), &["--no-native", "--entry=sum"]);
    let said = explored(folder.path(), &["--no-native", "--entry=sum"]);
    assert_eq!(names(&said, true), BTreeSet::from(["sum".to_owned()]));
}

/// Tests that a person has changed are moved out of the way, and not written over.
fn what_was_changed_in_a_suite_is_kept() {
    let folder = copied();
    let args = ["--store", "kept", "--no-native", "--entry=sum", "--out=suite"];
    let first = run(folder.path(), &args);
    assert!(!first.stderr.contains("you changed"), "{}", first.stderr);
    let suite = folder.path().join("suite");
    let before = written(&suite);
    let tests = suite.join("test_shapes.c");
    let changed = fs::read_to_string(&tests).unwrap() + "\nTEST(mine) {\n}\n";
    fs::write(&tests, &changed).unwrap();
    let second = run(folder.path(), &args);
    assert!(second.stderr.contains("suite/edited/test_shapes.c"), "{}", second.stderr);
    let edited = suite.join("edited");
    assert_eq!(fs::read_to_string(edited.join("test_shapes.c")).unwrap(), changed);
    fs::rename(edited, folder.path().join("elsewhere")).unwrap();
    assert_eq!(written(&suite), before);
}
