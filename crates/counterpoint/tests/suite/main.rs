//! The tests of the command line, against what the same programs do natively.
//!
//! One test binary: it links once, and its helpers are shared. Only `rust` and `theorems` look inside Counterpoint: the
//! command line runs no functions of bitcode, and confirms all that it finds, which takes time.

#[path = "../../src/clang.rs"]
mod clang;
mod cli;
mod compose;
mod differential;
mod explore;
mod found;
mod functions;
mod given;
#[path = "../../../llvm/tests/common/missing.rs"]
mod missing;
mod no_host;
mod pool;
mod process;
mod program;
mod programs;
mod reach;
mod report;
mod rust;
mod show;
mod solving;
mod theorems;
mod versions;
mod written;

use std::path::PathBuf;
use std::process::Command;

/// The binary under test.
fn counterpoint() -> Command {
    Command::new(env!("CARGO_BIN_EXE_counterpoint"))
}

/// The clang that Counterpoint itself would take.
fn native_clang() -> String {
    clang::find().unwrap_or_else(|error| panic!("{error}")).program
}

/// The root of the repository.
fn root() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository is there")
}
