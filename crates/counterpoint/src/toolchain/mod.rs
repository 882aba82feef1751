//! The toolchain: clang and what comes with it, its sanitizers and its measure of coverage.
//! May use: `host`.
//!
//! Each tool is looked for once, when it is first needed.

pub(crate) mod clang;
pub(crate) mod coverage;
pub(crate) mod sanitizer;
pub(crate) mod shared_object;

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use clang::Clang;

use crate::error::{ExitCode, Failure};
use crate::host::budget::Budget;
use crate::host::child::{self, Failed, Finished};

/// What leads a program's `main`, its allocations and the files it opens to the runner of its tests, for the linker.
pub(crate) const WRAP: [&str; 4] = [
    "-Wl,--wrap=main",
    "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=reallocarray",
    "-Wl,--wrap=aligned_alloc,--wrap=posix_memalign,--wrap=strdup,--wrap=strndup",
    "-Wl,--wrap=fopen,--wrap=fopen64",
];

/// What leads a program's questions about its surroundings there, too, where tests answer them.
pub(crate) const WRAP_ENVIRONMENT: [&str; 3] = [
    "-Wl,--wrap=time,--wrap=clock,--wrap=gettimeofday,--wrap=clock_gettime",
    "-Wl,--wrap=getpid,--wrap=getppid,--wrap=getuid,--wrap=geteuid,--wrap=getgid,--wrap=getegid",
    "-Wl,--wrap=rand,--wrap=random,--wrap=drand48,--wrap=lrand48,--wrap=mrand48",
];

/// Clang and its tools, and what each of their processes may use.
pub(crate) struct Toolchain {
    pub budget: Budget,
    clang: OnceLock<Result<Clang, String>>,
}

impl Toolchain {
    pub(crate) fn new(budget: Budget) -> Toolchain {
        Toolchain { budget, clang: OnceLock::new() }
    }

    /// Clang, or what to do.
    pub(crate) fn clang(&self) -> Result<&Clang, Failure> {
        let clang = self.clang.get_or_init(|| child::as_ours(clang::find));
        clang.as_ref().map_err(|why| Failure::new(ExitCode::Unavailable, why.clone()))
    }

    /// Runs a program to its end, with nothing to read.
    pub(crate) fn output(&self, command: &mut Command) -> Result<Finished, Failed> {
        child::output(command, "", &self.budget)
    }

    /// A tool that is of clang's own version, because it stands beside it or says so.
    pub(crate) fn tool(&self, name: &str) -> Option<PathBuf> {
        let clang = self.clang().ok()?;
        beside(clang, name).or_else(|| {
            let named = format!("{name}-{}", clang.version);
            (self.version(&named, "--version")? == clang.version).then(|| PathBuf::from(named))
        })
    }

    /// What tells clang to link with a linker that takes less time than the usual one: gold, where it is installed. lld takes
    /// no longer, but is no good here: by its `--wrap=main` a program that calls its own `main` would call the runner's.
    pub(crate) fn quick_linker(&self) -> Option<&'static str> {
        clang::installed("ld.gold", path()).map(|_| "-fuse-ld=gold")
    }

    /// The file of a program that is run.
    pub(crate) fn installed(&self, program: &str) -> Option<PathBuf> {
        clang::installed(program, path())
    }

    /// The version of clang, for messages.
    pub(crate) fn version_of_clang(&self) -> u32 {
        self.clang().map_or(0, |clang| clang.version)
    }

    /// The first number that a program says about its version.
    fn version(&self, program: &str, option: &str) -> Option<u32> {
        let finished = self.output(child::command(program).arg(option)).ok()?;
        let text = String::from_utf8_lossy(&finished.stdout).into_owned();
        text.split(|c: char| !c.is_ascii_digit()).find(|digits| !digits.is_empty())?.parse().ok()
    }
}

/// A program of the same installation.
fn beside(clang: &Clang, name: &str) -> Option<PathBuf> {
    let found = clang::installed(&clang.program, path())?;
    // `/usr/bin/clang-19` is a link into the folder of that version.
    let folder = fs::canonicalize(found).ok()?.parent()?.to_owned();
    Some(folder.join(name)).filter(|tool| clang::is_program(tool))
}

/// Where programs are looked for.
fn path() -> &'static OsStr {
    let path = child::environment().iter().find(|(name, _)| name == "PATH");
    path.map_or(OsStr::new(""), |(_, path)| path)
}
