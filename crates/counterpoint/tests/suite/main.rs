//! The tests of the command line, against what the same programs do natively.
//!
//! One test binary: it links once, and its helpers are shared. `cases` has what `#[test]` would be elsewhere. Only `rust` and `theorems` look inside Counterpoint: the
//! command line runs no functions of bitcode, and confirms all that it finds, which takes time.

mod cases;
#[path = "../../src/toolchain/clang.rs"]
mod clang;
mod cli;
mod compose;
mod differential;
mod disturbed;
mod explore;
mod found;
mod functions;
mod given;
mod heaps;
mod kept;
mod killed;
mod lengths;
mod libraries;
mod limits;
#[path = "../../../llvm/tests/common/missing.rs"]
mod missing;
mod paths;
mod process;
mod program;
mod programs;
mod reach;
mod report;
mod reused;
mod rooms;
mod rust;
mod show;
mod solving;
mod theorems;
mod versions;
mod written;

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

/// What takes long comes first, so that no core waits for another at the end.
fn main() -> ExitCode {
    let all = [
        theorems::cases(),
        differential::cases(),
        heaps::cases(),
        lengths::cases(),
        compose::cases(),
        explore::cases(),
        libraries::cases(),
        functions::cases(),
        given::cases(),
        found::cases(),
        written::cases(),
        paths::cases(),
        reach::cases(),
        solving::cases(),
        programs::cases(),
        versions::cases(),
        rust::cases(),
        show::cases(),
        cli::cases(),
        report::cases(),
        killed::cases(),
        reused::cases(),
        rooms::cases(),
    ];
    let timed = [limits::cases(), disturbed::cases()];
    let code =
        cases::run(all.into_iter().flatten().collect(), timed.into_iter().flatten().collect());
    kept::forget();
    code
}

/// The binary under test.
fn counterpoint() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_counterpoint"));
    // What one test leaves is not for another one.
    command.env_remove("COUNTERPOINT_STORE");
    command
}

/// The clang that Counterpoint itself would take.
fn native_clang() -> String {
    static FOUND: OnceLock<String> = OnceLock::new();
    let find = || clang::find().unwrap_or_else(|error| panic!("{error}")).program;
    FOUND.get_or_init(find).clone()
}

/// The root of the repository.
fn root() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository is there")
}
