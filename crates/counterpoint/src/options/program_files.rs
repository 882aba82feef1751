//! The program as the command line names it: its files, what it is linked with, and the flags for clang.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::Args;

use crate::error::{ExitCode, Failure};

/// The program a command works on.
#[derive(Args)]
pub(crate) struct ProgramFiles {
    /// C source (.c, .i) or LLVM bitcode (.bc), linked into one program
    #[arg(required = true, value_name = "PROGRAM")]
    programs: Vec<PathBuf>,

    /// What the program is linked with, for functions that it declares and doesn't define: native code (.o, .a, .so), which
    /// is loaded and called as it is, or C source and bitcode, whose functions are not started from. May be given several times
    #[arg(long, value_name = "FILE")]
    link: Vec<PathBuf>,

    /// The programs, and what else is C or bitcode.
    #[arg(skip)]
    files: OnceLock<Vec<PathBuf>>,

    /// Flags for clang, for instance --cflags="-Iinclude -DNDEBUG"; with -O1 or more,
    /// undefined arithmetic is reported only where its result matters, and clang may remove other errors
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    cflags: Vec<String>,
}

impl ProgramFiles {
    /// The files that make up the program: C source and bitcode, those that it is linked with last.
    pub(crate) fn files(&self) -> &[PathBuf] {
        let linked = || self.link.iter().filter(|file| is_source(file).is_ok());
        self.files.get_or_init(|| self.programs.iter().chain(linked()).cloned().collect())
    }

    /// Is it only there to be called by the rest of the program?
    pub(crate) fn is_linked(&self, file: &Path) -> bool {
        self.link.iter().any(|linked| linked == file) && !self.programs.iter().any(|it| it == file)
    }

    /// The native code that the program is linked with.
    pub(crate) fn native(&self) -> Vec<PathBuf> {
        self.link.iter().filter(|file| is_source(file).is_err()).cloned().collect()
    }

    /// Are the files there, and of a kind that we read?
    pub(crate) fn check(&self) -> Result<(), Failure> {
        for file in &self.programs {
            check_present(file)?;
            is_source(file)?;
        }
        for file in &self.link {
            check_present(file)?;
            is_source(file).map(drop).or_else(|_| check_native(file))?;
        }
        match self.native().first() {
            Some(file) if self.cflags().iter().any(|flag| flag == "-m32") => Err(Failure::new(
                ExitCode::BadInput,
                format!("{}: native code can't be called from a 32-bit program", file.display()),
            )),
            _ => Ok(()),
        }
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

/// Is it native code by its name?
fn check_native(file: &Path) -> Result<(), Failure> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let is_native = [".o", ".a", ".so"].iter().any(|end| name.ends_with(end));
    match is_native || name.contains(".so.") {
        true => Ok(()),
        false => Err(Failure::new(
            ExitCode::BadInput,
            format!(
                "{}: can't be linked, as it is neither native code (.o, .a, .so) nor C source (.c, .i) nor LLVM bitcode (.bc)",
                file.display()
            ),
        )),
    }
}

/// C source?
pub(crate) fn is_c(file: &Path) -> bool {
    is_source(file).is_ok_and(|source| source)
}
