//! Writing the suite: a C file for each test, the functions that feed the inputs, and a makefile.

use std::fs;
use std::io;
use std::path::Path;

use ir::Program;

use super::makefile::{self, Build};
use super::{Case, table};
use crate::error::{ExitCode, Failure};
use crate::load::COUNTERPOINT_H;

const INPUTS_C: &str = include_str!("inputs.c");
const INPUTS_H: &str = include_str!("inputs.h");

/// Writes the tests into a folder, in the place of those of an earlier suite.
pub(crate) fn write_tests(
    folder: &Path,
    program: &Program,
    cases: &[Case<'_>],
) -> Result<(), Failure> {
    let write = || {
        fs::create_dir_all(folder)?;
        remove_earlier(folder)?;
        fs::write(folder.join("inputs.c"), INPUTS_C)?;
        fs::write(folder.join("inputs.h"), INPUTS_H)?;
        fs::write(folder.join("counterpoint.h"), COUNTERPOINT_H)?;
        Ok(())
    };
    write().map_err(|error| failure(folder, &error))?;
    cases.iter().try_for_each(|case| write_test(folder, program, case))
}

/// Writes one test.
pub(crate) fn write_test(folder: &Path, program: &Program, case: &Case<'_>) -> Result<(), Failure> {
    let file = folder.join(&case.name).with_extension("c");
    fs::write(file, table::file(program, case)).map_err(|error| failure(folder, &error))
}

/// Writes the makefile, for these tests.
pub(crate) fn write_makefile(
    folder: &Path,
    build: &Build<'_>,
    cases: &[&Case<'_>],
) -> Result<(), Failure> {
    let written = fs::write(folder.join("Makefile"), makefile::text(build, cases));
    written.map_err(|error| failure(folder, &error))
}

/// Removes the tests of an earlier suite, which are known by their name and by our file beside them.
fn remove_earlier(folder: &Path) -> io::Result<()> {
    let heading = |text: &str| text.lines().next().map(str::to_owned);
    let ours = fs::read_to_string(folder.join("inputs.c"))
        .is_ok_and(|text| heading(&text) == heading(INPUTS_C));
    if !ours {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.file_name().and_then(|name| name.to_str()).is_some_and(is_test) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// `test_001_exit_0.c` and the like.
fn is_test(name: &str) -> bool {
    let number = name.strip_prefix("test_").and_then(|rest| rest.split_once('_'));
    let digits = |text: &str| text.len() >= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    name.ends_with(".c") && number.is_some_and(|(number, _)| digits(number))
}

fn failure(folder: &Path, error: &io::Error) -> Failure {
    let message = format!("{}: the tests can't be written: {error}", folder.display());
    Failure::new(ExitCode::Io, message)
}
