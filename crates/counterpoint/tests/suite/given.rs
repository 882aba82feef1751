//! Programs of `tests/programs/given`, explored from symbolic standard input and arguments.
//!
//! Every path becomes a test here, and the native program is the oracle: given the same input and arguments, it
//! ends with the same exit code.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::cases;
use crate::explore;
use crate::process;
use crate::program::{self, TestProgram};

pub(crate) fn cases() -> Vec<Trial> {
    cases::each("given", program::in_folder("tests/programs/given"), explored_as_natively)
}

fn explored_as_natively(program: &TestProgram) -> Result<(), String> {
    let out = tempfile::tempdir().unwrap();
    let json = explore::explore(program, out.path(), &["--keep=all"])?;
    explore::has_the_annotated_paths(program, &json)?;
    let binary = out.path().join("native");
    program.build_natively(&binary)?;
    let tests = json["tests"].as_array().unwrap();
    if tests.len() as u64 != json["paths"] {
        return Err(format!("{} tests for {} paths", tests.len(), json["paths"]));
    }
    tests.iter().try_for_each(|test| same_exit_code(test, &binary))
}

fn same_exit_code(test: &Value, binary: &Path) -> Result<(), String> {
    let (mut command, mut stdin) = (Command::new(binary), Vec::new());
    for input in test["inputs"].as_array().unwrap() {
        let bytes = unhex(input["bytes"].as_str().unwrap());
        match input["name"].as_str().unwrap() {
            "stdin" => stdin = bytes,
            argument if argument.starts_with("argv[") => {
                command.arg(OsStr::from_bytes(&bytes));
            }
            other => return Err(format!("an input `{other}`")),
        }
    }
    let ended = format!("exit {}", process::run(&mut command, &stdin).code());
    match test["outcome"] == ended {
        true => Ok(()),
        false => Err(format!("{ended} natively: {test}")),
    }
}

fn unhex(digits: &str) -> Vec<u8> {
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.as_bytes().chunks(2).map(byte).collect()
}
