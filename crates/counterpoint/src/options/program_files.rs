//! The program as the command line names it: its files, and the flags for clang.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::error::{ExitCode, Failure};

/// The program a command works on.
#[derive(Args)]
pub(crate) struct ProgramFiles {
    /// C source (.c, .i) or LLVM bitcode (.bc), linked into one program
    #[arg(required = true, value_name = "PROGRAM")]
    pub files: Vec<PathBuf>,

    /// Flags for clang, for instance --cflags="-Iinclude -DNDEBUG"; with -O1 or more,
    /// undefined arithmetic is reported only where its result matters, and clang may remove other errors
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    cflags: Vec<String>,
}

impl ProgramFiles {
    /// Are the files there, and of a kind that we read?
    pub(crate) fn check(&self) -> Result<(), Failure> {
        for file in &self.files {
            check_present(file)?;
            is_source(file)?;
        }
        Ok(())
    }

    /// The flags for clang, one by one.
    pub(crate) fn cflags(&self) -> Vec<String> {
        let words = self.cflags.iter().flat_map(|flags| flags.split_whitespace());
        words.map(str::to_owned).collect()
    }
}

/// A file that isn't there is a different mistake from one of the wrong kind.
fn check_present(file: &Path) -> Result<(), Failure> {
    let why = match fs::metadata(file) {
        Ok(found) if found.is_dir() => "is a directory".to_owned(),
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => "there is no such file".to_owned(),
        Err(error) => format!("can't be read: {error}"),
    };
    Err(Failure::new(ExitCode::NoInput, format!("{}: {why}", file.display())))
}

/// C source, rather than bitcode?
fn is_source(file: &Path) -> Result<bool, Failure> {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i") => Ok(true),
        Some("bc") => Ok(false),
        _ => Err(Failure::new(
            ExitCode::BadInput,
            format!("{}: neither C source (.c, .i) nor LLVM bitcode (.bc)", file.display()),
        )),
    }
}

/// C source?
pub(crate) fn is_c(file: &Path) -> bool {
    is_source(file).is_ok_and(|source| source)
}
