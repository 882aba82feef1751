//! Confirmation: does the native program, built with sanitizers, fail with a bug's inputs too?
//!
//! The program is compiled once for each sanitizer that is needed; a bug costs one small file and a link.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use engine::BugKind;
use tempfile::TempDir;

use crate::error::{ExitCode, Failure};

/// What natively watches over a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sanitizer {
    /// AddressSanitizer and UndefinedBehaviorSanitizer.
    Address,
    /// MemorySanitizer: reads of what was never written. It can't be combined with the others.
    Memory,
}

impl Sanitizer {
    /// The exit code of a program that a sanitizer has stopped; no program's own, with luck.
    pub(crate) const EXIT_CODE: i32 = 86;

    /// What the sanitizers are told.
    pub(crate) const ENVIRONMENT: [(&str, &str); 3] = [
        (
            "ASAN_OPTIONS",
            "exitcode=86:detect_leaks=0:detect_stack_use_after_return=1:strict_string_checks=1",
        ),
        ("UBSAN_OPTIONS", "exitcode=86:print_stacktrace=1"),
        ("MSAN_OPTIONS", "exitcode=86"),
    ];

    /// The one that sees bugs of that kind.
    pub(crate) fn of(kind: BugKind) -> Sanitizer {
        match kind {
            BugKind::UninitialisedRead => Sanitizer::Memory,
            _ => Sanitizer::Address,
        }
    }

    /// The compiler's flags for it.
    pub(crate) fn flags(self) -> &'static [&'static str] {
        match self {
            Sanitizer::Address => {
                &["-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
            }
            Sanitizer::Memory => &["-O0", "-fsanitize=memory", "-fno-sanitize-recover=all"],
        }
    }
}

/// No native run takes longer.
const LIMIT: Duration = Duration::from_secs(10);

/// What the native program made of a bug's inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Confirmed,
    /// With the reason.
    Unconfirmed(String),
}

/// Builds the native program, and runs it with one test after another.
pub(crate) struct Natively<'x> {
    clang: &'x str,
    files: &'x [PathBuf],
    cflags: &'x [String],
    /// The written suite.
    suite: &'x Path,
    work: TempDir,
    /// The objects of the program and of what feeds it, or why there are none.
    built: HashMap<Sanitizer, Result<Vec<PathBuf>, String>>,
}

impl<'x> Natively<'x> {
    /// For a program of these files and a suite that was written for it.
    pub(crate) fn new(
        clang: &'x str,
        files: &'x [PathBuf],
        cflags: &'x [String],
        suite: &'x Path,
    ) -> Result<Natively<'x>, Failure> {
        let work = tempfile::tempdir();
        let work =
            work.map_err(|error| Failure::new(ExitCode::Io, format!("temporary folder: {error}")))?;
        Ok(Natively { clang, files, cflags, suite, work, built: HashMap::new() })
    }

    /// Does the program fail with the inputs of the test of that name?
    pub(crate) fn confirm(&mut self, test: &str, kind: BugKind) -> Verdict {
        let sanitizer = Sanitizer::of(kind);
        let ended = self.build(test, sanitizer).and_then(|binary| self.run(&binary));
        match ended {
            Ok(()) => Verdict::Confirmed,
            Err(why) => Verdict::Unconfirmed(why),
        }
    }

    /// The program with the inputs of a test.
    fn build(&mut self, test: &str, sanitizer: Sanitizer) -> Result<PathBuf, String> {
        let objects = self.objects(sanitizer)?;
        let binary = self.work.path().join(test);
        let mut link = self.clang(sanitizer);
        link.arg(self.suite.join(test).with_extension("c")).args(objects);
        link.arg("-o").arg(&binary).arg("-lm");
        complete(&mut link)?;
        Ok(binary)
    }

    fn objects(&mut self, sanitizer: Sanitizer) -> Result<Vec<PathBuf>, String> {
        if let Some(built) = self.built.get(&sanitizer) {
            return built.clone();
        }
        let built = self.compile_all(sanitizer);
        self.built.insert(sanitizer, built.clone());
        built
    }

    fn compile_all(&self, sanitizer: Sanitizer) -> Result<Vec<PathBuf>, String> {
        let feeder = self.suite.join("inputs.c");
        let mut objects = Vec::new();
        for file in self.files.iter().chain([&feeder]) {
            let object = self.work.path().join(format!("{sanitizer:?}_{}.o", objects.len()));
            let mut command = self.clang(sanitizer);
            complete(command.arg("-c").arg(file).arg("-o").arg(&object))?;
            objects.push(object);
        }
        Ok(objects)
    }

    fn clang(&self, sanitizer: Sanitizer) -> Command {
        let mut command = Command::new(self.clang);
        command.args(self.cflags).args(["-g", "-w"]).args(sanitizer.flags());
        command.arg("-idirafter").arg(self.suite);
        command
    }

    /// Runs it as the exploration did: without arguments, environment or input. `Ok` if it fails.
    fn run(&self, binary: &Path) -> Result<(), String> {
        let log = binary.with_extension("log");
        let words = |error: io::Error| format!("the native program can't be run: {error}");
        let mut command = Command::new(binary);
        command.arg0("program").env_clear().envs(Sanitizer::ENVIRONMENT);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(File::create(log).map_err(words)?);
        let mut child = command.spawn().map_err(words)?;
        match wait(&mut child).map_err(words)? {
            Some(status) => failed(status),
            None => Err(format!("natively, it still runs after {} seconds", LIMIT.as_secs())),
        }
    }
}

/// Was the program stopped, by a sanitizer or a signal?
fn failed(status: ExitStatus) -> Result<(), String> {
    /// What `inputs.c` exits with when a test doesn't fit.
    const DIVERGED: i32 = 79;
    match status.code() {
        None if status.signal().is_some() => Ok(()),
        Some(Sanitizer::EXIT_CODE) => Ok(()),
        Some(DIVERGED) => Err("natively, it takes another path".to_owned()),
        Some(code) => Err(format!("natively, it exits with {code}")),
        None => Err("natively, it was stopped".to_owned()),
    }
}

/// Waits for a process, up to the limit.
fn wait(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + LIMIT;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_millis(2));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// Runs the compiler to its end.
fn complete(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("clang can't be started: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let text = String::from_utf8_lossy(&output.stderr);
            let line = text.lines().find(|line| line.contains("error")).unwrap_or("no message");
            Err(format!("the native program can't be built with sanitizers: {line}"))
        }
    }
}
