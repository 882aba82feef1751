//! Native builds of a suite: the program, the tests and the reproducers, with sanitizers or coverage.
//!
//! Every object is compiled once, on all cores; a binary is a link.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use tempfile::TempDir;

use crate::error::{ExitCode, Failure};
use crate::load::in_parallel;
use crate::orders;
use crate::sanitizer::{self, Report, Sanitizer};
use crate::suite::Manifest;

/// How a binary is built.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Flavour {
    pub sanitizer: Option<Sanitizer>,
    /// Which of the sanitizer's builds it is.
    pub build: usize,
    pub coverage: bool,
    /// With comparisons of ours in the place of the library's: see `orders`.
    pub orders: bool,
}

/// A binary to build: a C file of the suite, with what the program needs beside it.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub source: PathBuf,
    /// Which of the program's files it is about.
    pub about: usize,
    pub flavour: Flavour,
}

/// A binary, or why there is none.
pub(crate) type Built = Result<PathBuf, String>;

/// Something to compile.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    /// What runs the tests.
    Runner,
    /// Comparisons in the place of the library's.
    Orders,
    /// One of the program's files.
    Program(usize),
    /// A file of the suite.
    Suite(PathBuf),
}

/// What the runner of the tests left when it was done.
pub(crate) struct Ran {
    pub status: ExitStatus,
    pub stdout: String,
    /// What sanitizers wrote, by the process that they stopped. It doesn't go to standard error: a program may have
    /// closed that, or write there whatever it likes.
    reports: BTreeMap<u32, String>,
}

/// How a native run of a bug's inputs ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ended {
    pub how: How,
    /// What the program printed, on standard output and then on standard error.
    pub output: Vec<u8>,
}

/// How a process ended, as the runner of the tests knows it. Every exit code may be the program's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum How {
    Exit(i32),
    Signal(i32),
    /// A sanitizer stopped it, and this is its report.
    Stopped(Option<Report>),
    /// The inputs don't fit the program.
    Diverged,
    /// It was still running after so many seconds.
    Late(u64),
}

/// What a binary is run with.
#[derive(Clone, Copy, Default)]
pub(crate) struct Invocation<'x> {
    pub args: &'x [&'x str],
    /// A variable of its environment, beside what the sanitizers are told.
    pub variable: Option<(&'static str, &'static str)>,
    /// What it covers is added to the profile of that name.
    pub profile: &'x str,
}

/// Builds and runs what is in a suite.
pub(crate) struct Workshop<'x> {
    clang: &'x str,
    manifest: &'x Manifest,
    /// The suite, by its absolute path.
    suite: PathBuf,
    work: TempDir,
    /// Clang's own program for names and lines, if it is installed.
    symbolizer: Option<PathBuf>,
}

impl<'x> Workshop<'x> {
    /// For a suite that was written.
    pub(crate) fn new(
        clang: &'x str,
        manifest: &'x Manifest,
        suite: &Path,
    ) -> Result<Workshop<'x>, Failure> {
        let io =
            |error: io::Error| Failure::new(ExitCode::Io, format!("{}: {error}", suite.display()));
        let absolute = suite.canonicalize().map_err(io)?;
        let work = tempfile::tempdir().map_err(io)?;
        fs::create_dir(work.path().join("profiles")).map_err(io)?;
        Ok(Workshop { clang, manifest, suite: absolute, work, symbolizer: symbolizer(clang) })
    }

    /// The suite's folder, by its absolute path.
    pub(crate) fn suite(&self) -> &Path {
        &self.suite
    }

    /// A folder for files that are needed only now.
    pub(crate) fn scratch(&self) -> &Path {
        self.work.path()
    }

    /// Where runs leave what they covered.
    pub(crate) fn profiles(&self) -> PathBuf {
        self.work.path().join("profiles")
    }

    /// The folder that the program's paths are relative to.
    pub(crate) fn base(&self) -> PathBuf {
        self.suite.join(&self.manifest.from)
    }

    /// What was covered by the runs with that profile doesn't count.
    pub(crate) fn discard(&self, profile: &str) {
        let Ok(entries) = fs::read_dir(self.profiles()) else { return };
        let prefix = format!("{profile}-");
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix)) {
                // At worst, something is counted that shouldn't be.
                let _ = fs::remove_file(path);
            }
        }
    }

    /// The suite's manifest.
    pub(crate) fn manifest(&self) -> &Manifest {
        self.manifest
    }

    /// Builds all units, in their order.
    pub(crate) fn build(&self, units: &[Unit]) -> Vec<Built> {
        let mut objects: BTreeMap<(Flavour, Part), usize> = BTreeMap::new();
        for unit in units {
            for part in self.parts(unit) {
                let next = objects.len();
                objects.entry((unit.flavour, part)).or_insert(next);
            }
        }
        let wanted: Vec<(&(Flavour, Part), usize)> =
            objects.iter().map(|(key, &number)| (key, number)).collect();
        let compiled =
            in_parallel(&wanted, |((flavour, part), number)| self.compile(*flavour, part, *number));
        let compiled: BTreeMap<&(Flavour, Part), Built> =
            wanted.iter().map(|(key, _)| *key).zip(compiled).collect();
        let numbered: Vec<(usize, &Unit)> = units.iter().enumerate().collect();
        in_parallel(&numbered, |(number, unit)| {
            let objects: Result<Vec<PathBuf>, String> = self
                .parts(unit)
                .into_iter()
                .map(|part| compiled[&(unit.flavour, part)].clone())
                .collect();
            self.link(unit, &objects?, *number)
        })
    }

    /// The lines of a C file of the suite that the compiler refuses, and what it says about them.
    pub(crate) fn refused_lines(&self, source: &Path) -> Vec<(u32, String)> {
        let mut command = Command::new(self.clang);
        command
            .current_dir(self.base())
            .args(&self.manifest.cflags)
            .args(["-w", "-ferror-limit=0"]);
        command.arg("-idirafter").arg(&self.suite).arg("-iquote").arg(&self.suite);
        // No -fsyntax-only: some errors come with the code.
        command.args(["-S", "-O0", "-o", "/dev/null"]).arg(source);
        let Ok(output) = command.output() else { return Vec::new() };
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let prefix = format!("{}:", source.display());
        let errors = text.lines().filter_map(|line| {
            let (place, why) = line.strip_prefix(&prefix)?.split_once(": error: ")?;
            Some((place.split(':').next()?.parse().ok()?, why.to_owned()))
        });
        errors.collect()
    }

    fn parts(&self, unit: &Unit) -> Vec<Part> {
        let beside = self.manifest.beside(unit.about).map(Part::Program);
        let orders = unit.flavour.orders.then_some(Part::Orders);
        let own = [Part::Suite(unit.source.clone()), Part::Runner].into_iter().chain(orders);
        own.chain(beside).collect()
    }

    fn compile(&self, flavour: Flavour, part: &Part, number: usize) -> Built {
        let object = self.work.path().join(format!("{number}_{}.o", flavour.name()));
        let mut command = Command::new(self.clang);
        command.current_dir(self.base()).args(&self.manifest.cflags).args(["-g", "-w"]);
        command.args(flavour.flags()).args(self.manifest.left_out());
        // Where counterpoint.h is, for programs that include it; theirs comes first.
        command.arg("-idirafter").arg(&self.suite);
        let file = match part {
            Part::Runner => {
                command.arg("-std=gnu11");
                self.suite.join("counterpoint_tests.c")
            }
            Part::Orders => {
                // What looks like a comparison must not become a call of itself.
                command.args(["-std=gnu11", "-fno-builtin"]);
                self.written("orders.c", orders::SOURCE)?
            }
            Part::Program(file) => self.manifest.files[*file].clone(),
            Part::Suite(file) => {
                // As -I it would be dropped for the system folder that -idirafter makes of it, and nothing in
                // a system folder counts for coverage.
                command.arg("-iquote").arg(&self.suite);
                file.clone()
            }
        };
        if flavour.coverage && !matches!(part, Part::Runner | Part::Orders) {
            command.args([
                "-fprofile-instr-generate",
                "-fcoverage-mapping",
                "-DCOUNTERPOINT_COVERAGE",
            ]);
        }
        complete(command.arg("-c").arg(file).arg("-o").arg(&object))?;
        Ok(object)
    }

    /// A file that is needed only now.
    fn written(&self, name: &str, text: &str) -> Built {
        let path = self.work.path().join(name);
        fs::write(&path, text).map_err(|error| format!("temporary file: {error}"))?;
        Ok(path)
    }

    fn link(&self, unit: &Unit, objects: &[PathBuf], number: usize) -> Built {
        let binary = self.work.path().join(format!("{number}_{}", flavour_stem(unit)));
        let mut command = Command::new(self.clang);
        command.current_dir(self.base()).args(&self.manifest.cflags);
        command.args(unit.flavour.flags()).args(self.manifest.left_out());
        command.args(unit.flavour.sanitizer.map_or(&[][..], Sanitizer::link_flags));
        if unit.flavour.coverage {
            command.arg("-fprofile-instr-generate");
        }
        command.args(objects).arg("-Wl,--wrap=main").arg("-o").arg(&binary).arg("-lm");
        complete(&mut command)?;
        Ok(binary)
    }

    /// Runs tests.
    pub(crate) fn run(&self, binary: &Path, how: &Invocation<'_>) -> io::Result<Ran> {
        let log = tempfile::tempdir_in(self.work.path())?;
        let (_, status) = self.spawn(binary, how, log.path())?;
        let stdout = fs::read(log.path().join("out"))?;
        let stdout = String::from_utf8_lossy(&stdout).into_owned();
        Ok(Ran { status, stdout, reports: reports(log.path())? })
    }

    /// Runs the inputs of a bug.
    pub(crate) fn judge(&self, binary: &Path, name: &str, profile: &str) -> io::Result<Ended> {
        let log = tempfile::tempdir_in(self.work.path())?;
        let [out, err, verdict] = ["out", "err", "verdict"].map(|name| log.path().join(name));
        let args = ["--judge", &verdict.to_string_lossy(), name];
        let invocation = Invocation { args: &args, variable: None, profile };
        let (runner, status) = self.spawn(binary, &invocation, log.path())?;
        let reports = reports(log.path())?;
        let how = match fs::read_to_string(verdict) {
            Ok(text) => how(&text, &reports),
            // It failed before `main`, so the runner has no word on it.
            Err(_) => match (reports.get(&runner), status.signal()) {
                (Some(report), _) => Some(How::Stopped(sanitizer::report(report))),
                (None, Some(signal)) => Some(How::Signal(signal)),
                (None, None) => status.code().map(How::Exit),
            },
        };
        let how = how.ok_or_else(|| io::Error::other("nobody knows how it ended"))?;
        Ok(Ended { how, output: [fs::read(out)?, fs::read(err)?].concat() })
    }

    /// Runs a binary, which leaves what it has to say in a folder, and sees to its end itself.
    fn spawn(
        &self,
        binary: &Path,
        how: &Invocation<'_>,
        log: &Path,
    ) -> io::Result<(u32, ExitStatus)> {
        let mut command = Command::new(binary);
        command.args(how.args).env_clear().envs(how.variable);
        for (name, options) in Sanitizer::ENVIRONMENT {
            let log = log.join(REPORT);
            command.env(name, format!("{options}:log_path=\"{}\"", log.display()));
        }
        // Processes that end at the same time add to one file.
        let profile = format!("{}-%m.profraw", how.profile);
        command.env("LLVM_PROFILE_FILE", self.profiles().join(profile));
        if let Some(symbolizer) = &self.symbolizer {
            for name in ["ASAN_SYMBOLIZER_PATH", "MSAN_SYMBOLIZER_PATH", "UBSAN_SYMBOLIZER_PATH"] {
                command.env(name, symbolizer);
            }
        }
        let [out, err] = ["out", "err"].map(|name| File::create(log.join(name)));
        command.stdin(Stdio::null()).stdout(out?).stderr(err?);
        let mut child = command.spawn()?;
        Ok((child.id(), child.wait()?))
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            How::Exit(code) => write!(f, "it exits with {code}"),
            How::Signal(signal) => write!(f, "it is stopped by signal {signal}"),
            How::Stopped(_) => write!(f, "a sanitizer stops it, but doesn't say why"),
            How::Diverged => write!(f, "it takes another path"),
            How::Late(seconds) => write!(f, "it still runs after {seconds} seconds"),
        }
    }
}

impl Ran {
    /// What stopped that process.
    pub(crate) fn report(&self, process: u32) -> Option<Report> {
        sanitizer::report(self.reports.get(&process)?)
    }
}

/// Sanitizers add a dot and the process.
const REPORT: &str = "report";

/// What sanitizers left in a folder.
fn reports(folder: &Path) -> io::Result<BTreeMap<u32, String>> {
    let mut reports = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let process = path.extension().and_then(|process| process.to_str()?.parse().ok());
        if let (true, Some(process)) =
            (path.file_stem().is_some_and(|stem| stem == REPORT), process)
        {
            reports.insert(process, String::from_utf8_lossy(&fs::read(path)?).into_owned());
        }
    }
    Ok(reports)
}

/// Reads what the runner of the tests wrote: a word and a number.
fn how(verdict: &str, reports: &BTreeMap<u32, String>) -> Option<How> {
    let (word, number) = verdict.trim_end().split_once(' ')?;
    Some(match word {
        "exit" => How::Exit(number.parse().ok()?),
        "signal" => How::Signal(number.parse().ok()?),
        "sanitizer" => How::Stopped(
            reports.get(&number.parse().ok()?).and_then(|report| sanitizer::report(report)),
        ),
        "diverged" => How::Diverged,
        "late" => How::Late(number.parse().ok()?),
        _ => return None,
    })
}

fn symbolizer(clang: &str) -> Option<PathBuf> {
    let output = Command::new(clang).arg("-print-prog-name=llvm-symbolizer").output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.is_absolute().then_some(path)
}

impl Flavour {
    fn name(self) -> String {
        let sanitizer = self.sanitizer.map_or("plain", Sanitizer::name);
        let coverage = if self.coverage { "_coverage" } else { "" };
        let orders = if self.orders { "_orders" } else { "" };
        format!("{sanitizer}_{}{coverage}{orders}", self.build)
    }

    fn flags(self) -> &'static [&'static str] {
        self.sanitizer.map_or(&["-O0"][..], |sanitizer| sanitizer.builds()[self.build])
    }
}

fn flavour_stem(unit: &Unit) -> String {
    let stem = unit.source.file_stem().unwrap_or_default().display().to_string();
    format!("{stem}_{}", unit.flavour.name())
}

/// Runs the compiler to its end.
fn complete(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("clang can't be started: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let text = String::from_utf8_lossy(&output.stderr);
            let line = text.lines().find(|line| line.contains("error")).unwrap_or("no message");
            Err(format!("it can't be built natively: {line}"))
        }
    }
}
