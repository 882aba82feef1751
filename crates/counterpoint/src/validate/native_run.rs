//! Native runs: a binary of the tests is started, and what it leaves says how that ended.
//!
//! What sanitizers write names addresses; `symbols` has the lines.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use super::sanitizer_report::{self, Report};
use super::symbols::NativeSymbols;
use super::workshop::Workshop;
use crate::host::child::{self, Failed};
use crate::toolchain::sanitizer::Sanitizer;

/// What the runner of the tests left when it was done.
pub(crate) struct NativeRun {
    pub status: ExitStatus,
    pub stdout: String,
    /// What sanitizers wrote, by the process that they stopped. It doesn't go to standard error: a program may have
    /// closed that, or write there whatever it likes.
    reports: BTreeMap<u32, String>,
}

/// How a native run of a bug's inputs ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ended {
    pub how: NativeEnd,
    /// What the program printed, on standard output and then on standard error.
    pub output: Vec<u8>,
}

/// How a process ended, as the runner of the tests knows it. Every exit code may be the program's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NativeEnd {
    Exit(i32),
    Signal(i32),
    /// A sanitizer stopped it, and this is its report.
    Stopped(Option<Report>),
    /// The inputs don't fit the program.
    Diverged,
    /// It was still running after so many seconds.
    Late(u64),
    /// It used more memory than so many megabytes.
    Large(u64),
    /// It wrote more than so many megabytes.
    Wordy(u64),
}

/// What a binary is run with.
#[derive(Clone, Copy, Default)]
pub(crate) struct Invocation<'x> {
    pub args: &'x [&'x str],
    /// A variable of its environment, beside what the sanitizers are told.
    pub variable: Option<(&'static str, &'static str)>,
    /// What it covers is added to the profile of that name; it isn't measured, if there is none.
    pub profile: Option<&'x str>,
}

impl Workshop<'_> {
    /// Runs tests.
    pub(crate) fn run(&self, binary: &Path, how: &Invocation<'_>) -> Result<NativeRun, Failed> {
        let log = tempfile::tempdir_in(self.scratch()).map_err(Failed::Start)?;
        let (_, status) = self.spawn(binary, how, log.path())?;
        let stdout = fs::read(log.path().join("out")).map_err(Failed::Start)?;
        let stdout = String::from_utf8_lossy(&stdout).into_owned();
        Ok(NativeRun { status, stdout, reports: reports(log.path()).map_err(Failed::Start)? })
    }

    /// Runs the inputs of a bug.
    pub(crate) fn judge(&self, binary: &Path, name: &str, profile: &str) -> Result<Ended, Failed> {
        let log = tempfile::tempdir_in(self.scratch()).map_err(Failed::Start)?;
        let [out, err, verdict] = ["out", "err", "verdict"].map(|name| log.path().join(name));
        let args = ["--judge", &verdict.to_string_lossy(), name];
        let invocation = Invocation { args: &args, variable: None, profile: Some(profile) };
        let (runner, status) = self.spawn(binary, &invocation, log.path())?;
        let reports = reports(log.path()).map_err(Failed::Start)?;
        let how = match fs::read_to_string(verdict) {
            Ok(text) => how(&text, &reports),
            // It failed before `main`, so the runner has no word on it.
            Err(_) => match (reports.get(&runner), status.signal()) {
                (Some(report), _) => Some(NativeEnd::Stopped(read(report))),
                (None, Some(signal)) => Some(NativeEnd::Signal(signal)),
                (None, None) => status.code().map(NativeEnd::Exit),
            },
        };
        let how = how.ok_or_else(|| Failed::Start(io::Error::other("how it ended is unknown")))?;
        let read = |path| fs::read(path).map_err(Failed::Start);
        Ok(Ended { how, output: [read(out)?, read(err)?].concat() })
    }

    /// Runs a binary, which leaves what it has to say in a folder, and sees to its end itself.
    fn spawn(
        &self,
        binary: &Path,
        how: &Invocation<'_>,
        log: &Path,
    ) -> Result<(u32, ExitStatus), Failed> {
        let mut command = Command::new(binary);
        command.args(how.args).env_clear().envs(how.variable);
        for (name, options) in Sanitizer::ENVIRONMENT {
            let log = log.join(REPORT);
            let options = format!("{options}:symbolize=0:log_path=\"{}\"", log.display());
            command.env(name, options);
        }
        // A part of what all of them may use, so that the runner outlives the test.
        let memory = (self.toolchain().budget.memory() >> 20) * 7 / 8;
        command.env("COUNTERPOINT_MEMORY", memory.to_string());
        let profile = match how.profile {
            // Processes that end at the same time add to one file.
            Some(name) => self.profiles().join(format!("{name}-%m.profraw")),
            None => "/dev/null".into(),
        };
        command.env("LLVM_PROFILE_FILE", profile);
        let file = |name| File::create(log.join(name)).map_err(Failed::Start);
        command.stdin(Stdio::null()).stdout(file("out")?).stderr(file("err")?);
        child::wait(&mut command, &self.toolchain().budget)
    }
}

impl fmt::Display for NativeEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NativeEnd::Exit(code) => write!(f, "it exits with {code}"),
            NativeEnd::Signal(signal) => write!(f, "it is stopped by signal {signal}"),
            NativeEnd::Stopped(_) => write!(f, "a sanitizer stops it, but doesn't say why"),
            NativeEnd::Diverged => write!(f, "it takes another path"),
            NativeEnd::Late(seconds) => write!(f, "it still runs after {seconds} seconds"),
            NativeEnd::Large(megabytes) => write!(f, "it uses more than {megabytes} MB of memory"),
            NativeEnd::Wordy(megabytes) => write!(f, "it writes more than {megabytes} MB"),
        }
    }
}

impl NativeRun {
    /// What stopped that process.
    pub(crate) fn report(&self, process: u32) -> Option<Report> {
        read(self.reports.get(&process)?)
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

/// Reads a sanitizer's report.
fn read(report: &str) -> Option<Report> {
    let mut symbols = NativeSymbols::default();
    sanitizer_report::first(report, |module, address| symbols.frames(module, address))
}

/// Reads what the runner of the tests wrote: a word and a number.
fn how(verdict: &str, reports: &BTreeMap<u32, String>) -> Option<NativeEnd> {
    let (word, number) = verdict.trim_end().split_once(' ')?;
    Some(match word {
        "exit" => NativeEnd::Exit(number.parse().ok()?),
        "signal" => NativeEnd::Signal(number.parse().ok()?),
        "sanitizer" => {
            NativeEnd::Stopped(reports.get(&number.parse().ok()?).and_then(|report| read(report)))
        }
        "diverged" => NativeEnd::Diverged,
        "late" => NativeEnd::Late(number.parse().ok()?),
        "large" => NativeEnd::Large(number.parse().ok()?),
        "wordy" => NativeEnd::Wordy(number.parse().ok()?),
        _ => return None,
    })
}
