//! Native builds of a suite: the program, the tests and the reproducers, with sanitizers or coverage.
//!
//! Every object is compiled once, on all cores; a binary is a link.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tempfile::TempDir;

use super::orders;
use super::sanitizer_report::{self, Report};
use crate::error::{ExitCode, Failure};
use crate::frontend::load::COUNTERPOINT_H;
use crate::host::budget::Cut;
use crate::host::child::{self, Failed};
use crate::host::parallel;
use crate::suite::{self, Manifest, TESTS_C, TESTS_H};
use crate::toolchain::Toolchain;
use crate::toolchain::sanitizer::Sanitizer;

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

/// A binary or an object, or why there is none.
pub(crate) type Built = Result<PathBuf, Unbuilt>;

/// Why something isn't built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unbuilt {
    /// The compiler or the linker says no: in short, and for each line of a file of the suite that it names.
    Refused { why: String, lines: Vec<(u32, String)> },
    /// Nobody knows whether it can be built.
    Cut(Cut),
}

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

/// What an object is made of: the same flags and the same text give the same.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Recipe {
    part: Part,
    /// Of a file that may change between two builds.
    text: u64,
    flags: Vec<&'static str>,
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
    /// What it covers is added to the profile of that name.
    pub profile: &'x str,
}

/// Builds and runs tests of a program.
pub(crate) struct Workshop<'x> {
    toolchain: &'x Toolchain,
    clang: &'x str,
    /// The program: its files, and the flags that it is compiled with.
    program: Manifest,
    /// The folder that the program's paths are relative to.
    base: PathBuf,
    /// What runs the tests.
    runner: PathBuf,
    work: TempDir,
    /// Clang's own program for names and lines, if it is installed.
    symbolizer: Option<PathBuf>,
    objects: Mutex<BTreeMap<Recipe, Object>>,
}

/// An object by its number, as soon as it is compiled.
type Object = (usize, Arc<OnceLock<Built>>);

impl<'x> Workshop<'x> {
    /// For a program whose paths are relative to `base`, with the runner of this version of Counterpoint.
    pub(crate) fn new(
        toolchain: &'x Toolchain,
        program: Manifest,
        base: &Path,
    ) -> Result<Workshop<'x>, Failure> {
        let io = |error: io::Error| Failure::new(ExitCode::Io, format!("temporary file: {error}"));
        let work = tempfile::tempdir().map_err(io)?;
        fs::create_dir(work.path().join("profiles")).map_err(io)?;
        let files = [
            ("counterpoint_tests.c", TESTS_C),
            ("counterpoint_tests.h", TESTS_H),
            ("counterpoint.h", COUNTERPOINT_H),
        ];
        for (name, text) in files {
            fs::write(work.path().join(name), text).map_err(io)?;
        }
        Ok(Workshop {
            toolchain,
            clang: &toolchain.clang()?.program,
            program,
            base: base.to_owned(),
            runner: work.path().join("counterpoint_tests.c"),
            work,
            symbolizer: toolchain.tool("llvm-symbolizer"),
            objects: Mutex::default(),
        })
    }

    /// The same with the runner that is in a suite, which may be another.
    pub(crate) fn with_runner(self, suite: &Path) -> Workshop<'x> {
        Workshop { runner: suite.join("counterpoint_tests.c"), ..self }
    }

    /// Clang and its tools.
    pub(crate) fn toolchain(&self) -> &'x Toolchain {
        self.toolchain
    }

    /// May a suite for the program have a file of that name?
    pub(crate) fn writes(&self, name: &str) -> bool {
        suite::is_name_of_ours(name, &self.program.files)
    }

    /// A folder for files that are needed only now.
    pub(crate) fn scratch(&self) -> &Path {
        self.work.path()
    }

    /// Where runs leave what they covered.
    pub(crate) fn profiles(&self) -> PathBuf {
        self.work.path().join("profiles")
    }

    /// What was covered by the runs with that profile doesn't count.
    pub(crate) fn discard(&self, profile: &str) {
        self.discard_all(&format!("{profile}-"));
    }

    /// What was covered by the runs with profiles that begin like that doesn't count.
    pub(crate) fn discard_all(&self, prefix: &str) {
        let Ok(entries) = fs::read_dir(self.profiles()) else { return };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix)) {
                // At worst, something is counted that shouldn't be.
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Compiles what will be needed in any case: what runs the tests, and the program's files beside the one that a test
    /// includes, in these flavours.
    pub(crate) fn prepare(&self, flavours: &[Flavour]) {
        let files = 0..self.program.files.len();
        let beside = files.clone().filter(|&file| files.len() > 1 || !self.program.is_source(file));
        let parts: Vec<Part> =
            std::iter::once(Part::Runner).chain(beside.map(Part::Program)).collect();
        for flavour in flavours {
            for part in &parts {
                // Whoever needs it will hear if it can't be had.
                let _ = self.object(*flavour, part);
            }
        }
    }

    /// Builds all units, in their order.
    pub(crate) fn build(&self, units: &[Unit]) -> Vec<Built> {
        let mut wanted: Vec<(Flavour, Part)> = Vec::new();
        for unit in units {
            for part in self.parts(unit) {
                let known = |other: &(Flavour, Part)| {
                    other.1 == part && self.flags(other.0, &part) == self.flags(unit.flavour, &part)
                };
                if !wanted.iter().any(known) {
                    wanted.push((unit.flavour, part));
                }
            }
        }
        parallel::map(&wanted, |(flavour, part)| self.object(*flavour, part));
        let numbered: Vec<(usize, &Unit)> = units.iter().enumerate().collect();
        parallel::map(&numbered, |(number, unit)| {
            let objects: Result<Vec<PathBuf>, Unbuilt> =
                self.parts(unit).iter().map(|part| self.object(unit.flavour, part)).collect();
            self.link(unit, &objects?, *number)
        })
    }

    fn parts(&self, unit: &Unit) -> Vec<Part> {
        let beside = self.program.beside(unit.about).map(Part::Program);
        let orders = unit.flavour.orders.then_some(Part::Orders);
        let own = [Part::Suite(unit.source.clone()), Part::Runner].into_iter().chain(orders);
        own.chain(beside).collect()
    }

    /// An object, compiled unless it is there.
    fn object(&self, flavour: Flavour, part: &Part) -> Built {
        let text = match part {
            Part::Suite(file) => hash_of(&fs::read(file).unwrap_or_default()),
            Part::Runner | Part::Orders | Part::Program(_) => 0,
        };
        let recipe = Recipe { part: part.clone(), text, flags: self.flags(flavour, part) };
        let (number, object) = {
            let mut objects = self.objects.lock().unwrap_or_else(PoisonError::into_inner);
            let next = objects.len();
            objects.entry(recipe.clone()).or_insert_with(|| (next, Arc::default())).clone()
        };
        object.get_or_init(|| self.compile(&recipe, number)).clone()
    }

    /// What the compiler is told about a part, beside the program's own flags.
    fn flags(&self, flavour: Flavour, part: &Part) -> Vec<&'static str> {
        let watched = match (part, flavour.sanitizer) {
            // They see to it that a program behaves, and what runs the tests does. But MemorySanitizer must know what is
            // written, and fillings are the runner's.
            (Part::Runner | Part::Orders, Some(Sanitizer::Address | Sanitizer::Leak)) => &["-O0"],
            (_, Some(sanitizer)) => sanitizer.builds()[flavour.build],
            (_, None) => &["-O0"][..],
        };
        let mut flags = watched.to_vec();
        match part {
            Part::Runner => flags.push("-std=gnu11"),
            // What looks like a comparison must not become a call of itself.
            Part::Orders => flags.extend(["-std=gnu11", "-fno-builtin"]),
            Part::Program(_) | Part::Suite(_) if flavour.coverage => flags.extend(COVERAGE),
            Part::Program(_) | Part::Suite(_) => {}
        }
        flags
    }

    fn compile(&self, recipe: &Recipe, number: usize) -> Built {
        let object = self.work.path().join(format!("{number}.o"));
        let mut command = child::command(self.clang);
        command.current_dir(&self.base).args(&self.program.cflags);
        command.args(["-g", "-w", "-ferror-limit=0"]);
        command.args(&recipe.flags).args(self.program.left_out());
        // Where counterpoint.h is, for programs that include it; theirs comes first.
        command.arg("-idirafter").arg(self.work.path());
        let file = match &recipe.part {
            Part::Runner => self.runner.clone(),
            Part::Orders => self.written("orders.c", orders::SOURCE)?,
            Part::Program(file) => self.program.files[*file].clone(),
            Part::Suite(file) => {
                // As -I it would be dropped for the system folder that -idirafter makes of it, and nothing in
                // a system folder counts for coverage.
                let folder = file.parent().unwrap_or(Path::new("."));
                command.arg("-iquote").arg(folder).arg("-iquote").arg(self.work.path());
                match recipe.flags.contains(&COVERAGE[0]) {
                    true => self.written(&format!("{number}.c"), &uncounted(file)?)?,
                    false => file.clone(),
                }
            }
        };
        self.complete(command.arg("-c").arg(&file).arg("-o").arg(&object), &recipe.part)?;
        Ok(object)
    }

    /// A file that is needed only now.
    fn written(&self, name: &str, text: &str) -> Built {
        let path = self.work.path().join(name);
        fs::write(&path, text).map_err(temporary)?;
        Ok(path)
    }

    fn link(&self, unit: &Unit, objects: &[PathBuf], number: usize) -> Built {
        let binary = self.work.path().join(format!("{number}_{}", flavour_stem(unit)));
        let mut command = child::command(self.clang);
        command.current_dir(&self.base).args(&self.program.cflags);
        command.args(unit.flavour.flags()).args(self.program.left_out());
        command.args(unit.flavour.sanitizer.map_or(&[][..], Sanitizer::link_flags));
        if unit.flavour.coverage {
            command.arg("-fprofile-instr-generate");
        }
        command.args(objects).arg("-Wl,--wrap=main").arg("-o").arg(&binary).arg("-lm");
        self.complete(&mut command, &Part::Suite(unit.source.clone()))?;
        Ok(binary)
    }

    /// Runs the compiler to its end.
    fn complete(&self, command: &mut Command, part: &Part) -> Result<(), Unbuilt> {
        let finished = self.toolchain.output(command).map_err(|failed| match failed {
            Failed::Cut(cut) => Unbuilt::Cut(cut),
            Failed::Start(_) => Unbuilt::refused(failed.words("clang")),
        })?;
        if finished.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&finished.stderr);
        let first = text.lines().find(|line| line.contains("error")).unwrap_or("no message");
        let why = format!("it can't be built natively: {first}");
        let Part::Suite(source) = part else { return Err(Unbuilt::refused(why)) };
        let prefix = format!("{}:", source.display());
        let lines = text.lines().filter_map(|line| {
            let (place, why) = line.strip_prefix(&prefix)?.split_once(": error: ")?;
            Some((place.split(':').next()?.parse().ok()?, why.to_owned()))
        });
        Err(Unbuilt::Refused { why, lines: lines.collect() })
    }

    /// Runs tests.
    pub(crate) fn run(&self, binary: &Path, how: &Invocation<'_>) -> Result<Ran, Failed> {
        let log = tempfile::tempdir_in(self.work.path()).map_err(Failed::Start)?;
        let (_, status) = self.spawn(binary, how, log.path())?;
        let stdout = fs::read(log.path().join("out")).map_err(Failed::Start)?;
        let stdout = String::from_utf8_lossy(&stdout).into_owned();
        Ok(Ran { status, stdout, reports: reports(log.path()).map_err(Failed::Start)? })
    }

    /// Runs the inputs of a bug.
    pub(crate) fn judge(&self, binary: &Path, name: &str, profile: &str) -> Result<Ended, Failed> {
        let log = tempfile::tempdir_in(self.work.path()).map_err(Failed::Start)?;
        let [out, err, verdict] = ["out", "err", "verdict"].map(|name| log.path().join(name));
        let args = ["--judge", &verdict.to_string_lossy(), name];
        let invocation = Invocation { args: &args, variable: None, profile };
        let (runner, status) = self.spawn(binary, &invocation, log.path())?;
        let reports = reports(log.path()).map_err(Failed::Start)?;
        let how = match fs::read_to_string(verdict) {
            Ok(text) => how(&text, &reports),
            // It failed before `main`, so the runner has no word on it.
            Err(_) => match (reports.get(&runner), status.signal()) {
                (Some(report), _) => Some(How::Stopped(sanitizer_report::first(report))),
                (None, Some(signal)) => Some(How::Signal(signal)),
                (None, None) => status.code().map(How::Exit),
            },
        };
        let how =
            how.ok_or_else(|| Failed::Start(io::Error::other("nobody knows how it ended")))?;
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
            command.env(name, format!("{options}:log_path=\"{}\"", log.display()));
        }
        // A part of what all of them may use, so that the runner outlives the test.
        let memory = (self.toolchain.budget.memory() >> 20) * 7 / 8;
        command.env("COUNTERPOINT_MEMORY", memory.to_string());
        // Processes that end at the same time add to one file.
        let profile = format!("{}-%m.profraw", how.profile);
        command.env("LLVM_PROFILE_FILE", self.profiles().join(profile));
        if let Some(symbolizer) = &self.symbolizer {
            for name in ["ASAN_SYMBOLIZER_PATH", "MSAN_SYMBOLIZER_PATH", "UBSAN_SYMBOLIZER_PATH"] {
                command.env(name, symbolizer);
            }
            command.env("LLVM_SYMBOLIZER_OPTS", OWN_DEBUG_INFORMATION);
        }
        let file = |name| File::create(log.join(name)).map_err(Failed::Start);
        command.stdin(Stdio::null()).stdout(file("out")?).stderr(file("err")?);
        child::wait(&mut command, &self.toolchain.budget)
    }
}

/// The program has its debug information itself. That of the system's libraries, where it is installed beside them, takes
/// longer to read than all else, and names no file that is here.
const OWN_DEBUG_INFORMATION: &str =
    "--debug-file-directory=/dev/null --fallback-debug-path=/dev/null";

/// What makes the compiler count.
const COVERAGE: [&str; 3] =
    ["-fprofile-instr-generate", "-fcoverage-mapping", "-DCOUNTERPOINT_COVERAGE"];

/// The text of a file of tests in which what follows the program belongs to the system: nobody wants to know how much of the
/// tests is covered, and the tools take minutes for a test with thousands of macros.
fn uncounted(file: &Path) -> Result<String, Unbuilt> {
    let text = fs::read_to_string(file).map_err(temporary)?;
    let name = file.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let mut uncounted = format!("# 1 \"{name}\"\n");
    for (line, number) in text.lines().zip(2..) {
        uncounted += &format!("{line}\n");
        if line == "#include \"counterpoint_tests.h\"" {
            uncounted += &format!("# {number} \"{name}\" 3\n");
        }
    }
    Ok(uncounted)
}

fn temporary(error: io::Error) -> Unbuilt {
    Unbuilt::refused(format!("temporary file: {error}"))
}

fn hash_of(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

impl Unbuilt {
    fn refused(why: String) -> Unbuilt {
        Unbuilt::Refused { why, lines: Vec::new() }
    }
}

impl fmt::Display for Unbuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unbuilt::Refused { why, .. } => write!(f, "{why}"),
            Unbuilt::Cut(cut) => write!(f, "{cut}"),
        }
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
            How::Large(megabytes) => write!(f, "it uses more than {megabytes} MB of memory"),
            How::Wordy(megabytes) => write!(f, "it writes more than {megabytes} MB"),
        }
    }
}

impl Ran {
    /// What stopped that process.
    pub(crate) fn report(&self, process: u32) -> Option<Report> {
        sanitizer_report::first(self.reports.get(&process)?)
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
            reports.get(&number.parse().ok()?).and_then(|report| sanitizer_report::first(report)),
        ),
        "diverged" => How::Diverged,
        "late" => How::Late(number.parse().ok()?),
        "large" => How::Large(number.parse().ok()?),
        "wordy" => How::Wordy(number.parse().ok()?),
        _ => return None,
    })
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
