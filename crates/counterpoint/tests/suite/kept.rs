//! What came of a compilation, kept for the next that is the same: by Counterpoint (see `kept.sh`), and by a suite's makefile.
//!
//! What runs the tests of a suite takes longer to compile than the tests do, and its text never changes.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock};

use tempfile::TempDir;

use crate::process::{self, Finished};
use crate::{clang, native_clang, root};

/// What Counterpoint looks for beside clang.
const TOOLS: [&str; 2] = ["llvm-profdata", "llvm-cov"];

/// Where things are kept while the tests run.
static FOLDER: OnceLock<TempDir> = OnceLock::new();

/// The binary under test, which compiles with a clang that keeps what it made.
pub(crate) fn counterpoint() -> Command {
    static CLANG: OnceLock<PathBuf> = OnceLock::new();
    let mut command = crate::counterpoint();
    command.env("CLANG", CLANG.get_or_init(install));
    command
}

/// Removes what was kept.
pub(crate) fn forget() {
    if let Some(folder) = FOLDER.get() {
        let _ = fs::remove_dir_all(folder.path());
    }
}

fn folder() -> &'static Path {
    let make = || {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        fs::create_dir(folder.path().join("kept")).unwrap();
        folder
    };
    FOLDER.get_or_init(make).path()
}

/// Writes the script, under clang's own name and with its tools beside it.
fn install() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let clang = clang::installed(&native_clang(), &path).expect("it was found before");
    let script = folder().join(clang.file_name().unwrap());
    let text = include_str!("kept.sh")
        .replace("=CLANG", &format!("='{}'", clang.display()))
        .replace("=ROOT", &format!("='{}'", root().display()));
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let real = clang.canonicalize().unwrap();
    for tool in TOOLS.map(|tool| real.with_file_name(tool)).iter().filter(|tool| tool.exists()) {
        symlink(tool, folder().join(tool.file_name().unwrap())).unwrap();
    }
    script
}

/// What a suite's makefile says about an object: the compiler, its flags, the rule, and the text.
type Recipe = [String; 4];

/// Makes a target of a suite. What runs the tests isn't compiled again if it was so before, by the same rule with the same
/// flags.
pub(crate) fn make(suite: &Path, compiler: &str, target: &str) -> Finished {
    static KEPT: Mutex<BTreeMap<Recipe, PathBuf>> = Mutex::new(BTreeMap::new());
    let rules = rules(suite, compiler);
    let mut make = Command::new("make");
    make.arg("-C").arg(suite).arg(format!("CC={compiler}")).arg(target);
    for (object, recipe) in &rules {
        let kept = KEPT.lock().unwrap().get(recipe).cloned();
        if let Some(kept) = kept {
            let copy = suite.join(object);
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(kept, copy).unwrap();
            make.args(["-o", object]);
        }
    }
    let finished = process::run(&mut make, b"");
    for (object, recipe) in rules {
        let mut kept = KEPT.lock().unwrap();
        if suite.join(&object).exists() && !kept.contains_key(&recipe) {
            let copy = folder().join("kept").join(format!("{}.o", kept.len()));
            fs::copy(suite.join(&object), &copy).unwrap();
            kept.insert(recipe, copy);
        }
    }
    finished
}

/// How the makefile compiles what runs the tests, in each way that something needs.
fn rules(suite: &Path, compiler: &str) -> Vec<(String, Recipe)> {
    let [makefile, text] = ["Makefile", "counterpoint_tests.c"]
        .map(|name| fs::read_to_string(suite.join(name)).unwrap());
    let flags = makefile.lines().find(|line| line.starts_with("CFLAGS = ")).unwrap();
    let rule = |rule: &str| {
        let (object, recipe) = rule.split_once(": FORCE\n")?;
        let is_runner = object.ends_with("/counterpoint_tests.o");
        let recipe = [compiler, flags, recipe, &text].map(str::to_owned);
        is_runner.then(|| (object.to_owned(), recipe))
    };
    makefile.split("\n\n").filter_map(rule).collect()
}
