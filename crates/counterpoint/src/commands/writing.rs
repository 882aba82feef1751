//! Writing: what the commands that write tests have in common, from their options to a suite that was tried natively.

use std::env;
use std::path::PathBuf;

use ir::Program;

use crate::error::{ExitCode, Failure};
use crate::options::program_files::ProgramFiles;
use crate::options::writing::Writing;
use crate::suite::{self, Explored, Keep, Manifest, SuiteFolder};
use crate::toolchain::Toolchain;
use crate::validate::confirm;
use crate::validate::confirmed::Confirmed;
use crate::validate::early::ShownBug;
use crate::validate::known::KnownTrials;
use crate::validate::untried;
use crate::validate::workshop::Workshop;

/// Where the tests of a program are built and run; its files are there.
pub(crate) fn workshop<'x>(
    toolchain: &'x Toolchain,
    input: &ProgramFiles,
    environment: bool,
) -> Result<Workshop<'x>, Failure> {
    input.check()?;
    let here = env::current_dir()
        .map_err(|error| Failure::new(ExitCode::Io, format!("the current folder: {error}")))?;
    let manifest = Manifest {
        environment,
        ..Manifest::of_program(input.files(), input.native(), &input.cflags())
    };
    let workshop = Workshop::new(toolchain, manifest, &here)?;
    suite::write_headers(input.files(), workshop.scratch())?;
    Ok(workshop)
}

/// Which suite is to be written, and where.
pub(crate) struct WantedSuite<'x> {
    pub input: &'x ProgramFiles,
    pub writing: &'x Writing,
    /// Does it say what the program's surroundings answer?
    pub environment: bool,
    pub keep: Keep,
}

impl<'x> WantedSuite<'x> {
    /// The folder of the suite, for a compiler of that name.
    pub(crate) fn folder(
        &self,
        program: &'x Program,
        (link, cflags): (&'x [PathBuf], &'x [String]),
        compiler: &'x str,
    ) -> SuiteFolder<'x> {
        let (path, files) = (&self.writing.out, self.input.files());
        let environment = self.environment;
        SuiteFolder { path, program, files, link, cflags, environment, compiler }
    }
}

/// Chooses the tests, and writes those that hold natively, or all if they are not to be tried.
pub(crate) fn write_suite<'x>(
    (workshop, known): (&Workshop<'_>, &KnownTrials<'_>),
    wanted: &WantedSuite<'_>,
    program: &Program,
    explored: &'x [Explored],
    early: &'x [ShownBug],
) -> Result<Confirmed<'x>, Failure> {
    let suite = suite::choose(program, explored, wanted.keep);
    let files = wanted.input.files();
    let has_bitcode = files.iter().any(|file| file.extension().is_some_and(|e| e == "bc"));
    let clang = &workshop.toolchain().clang()?.program;
    let (link, cflags) = (wanted.input.native(), wanted.input.cflags());
    let folder = wanted.folder(program, (&link, &cflags), if has_bitcode { clang } else { "cc" });
    match wanted.writing.no_native {
        true => untried::write(&folder, suite),
        false => confirm::confirm((workshop, known), &folder, suite, explored, early),
    }
}
