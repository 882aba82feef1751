//! Native builds of a suite: the program, the tests and the reproducers, with sanitizers or coverage.
//!
//! Every object is compiled once, on all cores, and every binary linked once.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tempfile::TempDir;

use super::orders;
use super::runner;
use crate::error::{ExitCode, Failure};
use crate::frontend::load::COUNTERPOINT_H;
use crate::host::budget::Cut;
use crate::host::child::{self, Failed};
use crate::host::parallel;
use crate::suite::{self, Manifest, TESTS_C, TESTS_H};
use crate::toolchain::Toolchain;
use crate::toolchain::sanitizer::Sanitizer;
use crate::toolchain::shared_object::{self, SharedObject, Unmade};

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
pub(crate) struct NativeBinary {
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
    /// Whether it can be built is unknown.
    Cut(Cut),
}

/// Something to compile.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum ObjectSource {
    /// What runs the tests.
    Runner,
    /// The same, as it was compiled when Counterpoint was built.
    BuiltRunner,
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
    part: ObjectSource,
    /// Of a file that may change between two builds.
    text: u64,
    flags: Vec<&'static str>,
}

/// Builds and runs tests of a program.
pub(crate) struct Workshop<'x> {
    toolchain: &'x Toolchain,
    clang: &'x str,
    /// The program: its files, and the flags that it is compiled with.
    program: Manifest,
    /// The folder that the program's paths are relative to.
    base: PathBuf,
    /// What runs the tests, and whether it is that of this version of Counterpoint.
    runner: PathBuf,
    is_runner_ours: bool,
    work: TempDir,
    objects: MadeOnce<Recipe>,
    binaries: MadeOnce<(Flavour, LinkManner, Vec<PathBuf>)>,
    /// The native code that the program is linked with.
    linked: OnceLock<Built>,
}

/// How a binary is put together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum LinkManner {
    /// With the linker that takes the least time, and with what was compiled before.
    Quick,
    /// As clang does it by itself, all of it compiled here.
    Thorough,
}

/// What is made once, by what it is made of: its number, and itself as soon as it is there.
struct MadeOnce<K>(Mutex<BTreeMap<K, Numbered>>);

type Numbered = (usize, Arc<OnceLock<Built>>);

impl<K: Ord> MadeOnce<K> {
    /// Makes it, unless it is there. A thread that asks meanwhile waits.
    fn get(&self, of: K, make: impl FnOnce(usize) -> Built) -> Built {
        let (number, made) = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let next = all.len();
            all.entry(of).or_insert_with(|| (next, Arc::default())).clone()
        };
        made.get_or_init(|| make(number)).clone()
    }
}

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
            is_runner_ours: true,
            work,
            objects: MadeOnce(Mutex::default()),
            binaries: MadeOnce(Mutex::default()),
            linked: OnceLock::new(),
        })
    }

    /// The same with the runner that is in a suite, which may be another.
    pub(crate) fn with_runner(self, suite: &Path) -> Workshop<'x> {
        let is = |name: &str, text: &str| {
            fs::read(suite.join(name)).is_ok_and(|it| it == text.as_bytes())
        };
        Workshop {
            runner: suite.join("counterpoint_tests.c"),
            is_runner_ours: is("counterpoint_tests.c", TESTS_C)
                && is("counterpoint_tests.h", TESTS_H),
            ..self
        }
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
        let parts: Vec<ObjectSource> = beside.map(ObjectSource::Program).collect();
        for flavour in flavours {
            for part in parts.iter().chain([&self.runner(*flavour)]) {
                // The thread that needs it hears if it can't be built.
                let _ = self.object(*flavour, part);
            }
        }
    }

    /// Builds all units, in their order.
    pub(crate) fn build(&self, units: &[NativeBinary]) -> Vec<Built> {
        let mut wanted: Vec<(Flavour, ObjectSource)> = Vec::new();
        for unit in units {
            for part in self.parts(unit, LinkManner::Quick) {
                let known = |other: &(Flavour, ObjectSource)| {
                    other.1 == part && self.flags(other.0, &part) == self.flags(unit.flavour, &part)
                };
                if !wanted.iter().any(known) {
                    wanted.push((unit.flavour, part));
                }
            }
        }
        parallel::map(&wanted, |(flavour, part)| self.object(*flavour, part));
        parallel::map(units, |unit| match self.binary(unit, LinkManner::Quick) {
            Err(Unbuilt::Refused { .. }) => self.binary(unit, LinkManner::Thorough),
            built => built,
        })
    }

    fn binary(&self, unit: &NativeBinary, manner: LinkManner) -> Built {
        let parts = self.parts(unit, manner);
        let objects: Result<Vec<PathBuf>, Unbuilt> =
            parts.iter().map(|part| self.object(unit.flavour, part)).collect();
        let objects = objects?;
        self.binaries.get((unit.flavour, manner, objects.clone()), |number| {
            self.link(unit, manner, &objects, number)
        })
    }

    fn parts(&self, unit: &NativeBinary, manner: LinkManner) -> Vec<ObjectSource> {
        let beside = self.program.beside(unit.about).map(ObjectSource::Program);
        let orders = unit.flavour.orders.then_some(ObjectSource::Orders);
        let runner = match manner {
            LinkManner::Quick => self.runner(unit.flavour),
            LinkManner::Thorough => ObjectSource::Runner,
        };
        let own = [ObjectSource::Suite(unit.source.clone()), runner].into_iter().chain(orders);
        own.chain(beside).collect()
    }

    /// What runs the tests: as it was compiled before, unless something is told to the compiler that makes a difference.
    fn runner(&self, flavour: Flavour) -> ObjectSource {
        let is_usual = self.flags(flavour, &ObjectSource::Runner) == runner::FLAGS;
        match is_usual && self.is_runner_ours && runner::suits(&self.program.cflags) {
            true => ObjectSource::BuiltRunner,
            false => ObjectSource::Runner,
        }
    }

    /// An object, compiled unless it is there.
    fn object(&self, flavour: Flavour, part: &ObjectSource) -> Built {
        let text = match part {
            ObjectSource::Suite(file) => hash_of(&fs::read(file).unwrap_or_default()),
            ObjectSource::Runner
            | ObjectSource::BuiltRunner
            | ObjectSource::Orders
            | ObjectSource::Program(_) => 0,
        };
        let recipe = Recipe { part: part.clone(), text, flags: self.flags(flavour, part) };
        self.objects.get(recipe.clone(), |number| match part {
            ObjectSource::BuiltRunner => self.written(&format!("{number}.o"), runner::OBJECT),
            _ => self.compile(&recipe, number),
        })
    }

    /// What the compiler is told about a part, beside the program's own flags.
    fn flags(&self, flavour: Flavour, part: &ObjectSource) -> Vec<&'static str> {
        let watched = match (part, flavour.sanitizer) {
            // They see to it that a program behaves, and what runs the tests does. But MemorySanitizer must know what is
            // written, and fillings are the runner's.
            (
                ObjectSource::Runner | ObjectSource::BuiltRunner | ObjectSource::Orders,
                Some(Sanitizer::Address | Sanitizer::Leak),
            ) => &["-O0"],
            (_, Some(sanitizer)) => sanitizer.builds()[flavour.build],
            (_, None) => &["-O0"][..],
        };
        let mut flags = watched.to_vec();
        match part {
            ObjectSource::Runner | ObjectSource::BuiltRunner => flags.push("-std=gnu11"),
            // What looks like a comparison must not become a call of itself.
            ObjectSource::Orders => flags.extend(["-std=gnu11", "-fno-builtin"]),
            ObjectSource::Program(_) | ObjectSource::Suite(_) if flavour.coverage => {
                flags.extend(COVERAGE)
            }
            ObjectSource::Program(_) | ObjectSource::Suite(_) => {}
        }
        flags
    }

    fn compile(&self, recipe: &Recipe, number: usize) -> Built {
        let object = self.work.path().join(format!("{number}.o"));
        let mut command = child::command(self.clang);
        command.current_dir(&self.base).args(&self.program.cflags);
        command.args(DEBUG_INFORMATION).args(["-w", "-ferror-limit=0"]);
        command.args(&recipe.flags).args(self.program.left_out());
        // Where counterpoint.h is, for programs that include it; theirs comes first.
        command.arg("-idirafter").arg(self.work.path());
        let file = match &recipe.part {
            ObjectSource::Runner | ObjectSource::BuiltRunner => self.runner.clone(),
            ObjectSource::Orders => self.written("orders.c", orders::SOURCE)?,
            ObjectSource::Program(file) => self.program.files[*file].clone(),
            ObjectSource::Suite(file) => {
                // As -I it would be dropped for the system folder that -idirafter makes of it, and nothing in
                // a system folder counts for coverage.
                let folder = file.parent().unwrap_or(Path::new("."));
                command.arg("-iquote").arg(folder).arg("-iquote").arg(self.work.path());
                match recipe.flags.contains(&COVERAGE[0]) {
                    true => self.written(&format!("{number}.c"), uncounted(file)?)?,
                    false => file.clone(),
                }
            }
        };
        self.complete(command.arg("-c").arg(&file).arg("-o").arg(&object), &recipe.part)?;
        Ok(object)
    }

    /// A file that is needed only now.
    fn written(&self, name: &str, text: impl AsRef<[u8]>) -> Built {
        let path = self.work.path().join(name);
        fs::write(&path, text).map_err(temporary)?;
        Ok(path)
    }

    fn link(
        &self,
        unit: &NativeBinary,
        manner: LinkManner,
        objects: &[PathBuf],
        number: usize,
    ) -> Built {
        let binary = self.work.path().join(format!("{number}_{}", flavour_stem(unit)));
        let mut command = child::command(self.clang);
        command.current_dir(&self.base).args(&self.program.cflags);
        command.args(unit.flavour.flags()).args(self.program.left_out());
        if unit.flavour.coverage {
            command.arg("-fprofile-instr-generate");
        }
        if manner == LinkManner::Quick {
            command.args(self.toolchain.quick_linker());
        }
        command
            .args(objects)
            .args(self.program.wrapped())
            .arg("-o")
            .arg(&binary)
            .args(self.linked()?)
            .arg("-lm");
        self.complete(&mut command, &ObjectSource::Suite(unit.source.clone()))?;
        Ok(binary)
    }

    /// What links a binary with the native code that the program is linked with.
    fn linked(&self) -> Result<Vec<String>, Unbuilt> {
        let Some(object) = SharedObject::of(&self.program.link) else { return Ok(Vec::new()) };
        let folder = self.work.path();
        let made = self.linked.get_or_init(|| {
            object.make(self.toolchain, &self.base, folder).map_err(|unmade| match unmade {
                Unmade::Refused(why) => Unbuilt::refused(format!("it can't be linked: {why}")),
                Unmade::Failed(Failed::Cut(cut)) => Unbuilt::Cut(cut),
                Unmade::Failed(failed) => Unbuilt::refused(failed.words("clang")),
            })
        });
        made.clone()?;
        let words = shared_object::as_it_is(&self.base);
        let own = shared_object::used(folder, shared_object::NAME, &words);
        Ok(own.into_iter().chain(object.used_by(&words)).collect())
    }

    /// Runs the compiler to its end.
    fn complete(&self, command: &mut Command, part: &ObjectSource) -> Result<(), Unbuilt> {
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
        let ObjectSource::Suite(source) = part else { return Err(Unbuilt::refused(why)) };
        let prefix = format!("{}:", source.display());
        let lines = text.lines().filter_map(|line| {
            let (place, why) = line.strip_prefix(&prefix)?.split_once(": error: ")?;
            Some((place.split(':').next()?.parse().ok()?, why.to_owned()))
        });
        Err(Unbuilt::Refused { why, lines: lines.collect() })
    }
}

/// All of it, in the binary, as it is: `symbols` reads it.
const DEBUG_INFORMATION: [&str; 3] = ["-g", "-gz=none", "-gno-split-dwarf"];

/// What makes the compiler count.
const COVERAGE: [&str; 3] =
    ["-fprofile-instr-generate", "-fcoverage-mapping", "-DCOUNTERPOINT_COVERAGE"];

/// The text of a file of tests in which what follows the program belongs to the system: reports don't say how much of the
/// tests is covered, and the tools take minutes for a test with thousands of macros.
fn uncounted(file: &Path) -> Result<String, Unbuilt> {
    let text = fs::read_to_string(file).map_err(temporary)?;
    let mut uncounted = line_marker(1, file, false);
    for (line, number) in text.lines().zip(2..) {
        uncounted += &format!("{line}\n");
        if line == "#include \"counterpoint_tests.h\"" {
            uncounted += &line_marker(number, file, true);
        }
    }
    Ok(uncounted)
}

/// Says to the compiler which line of which file follows, and whether that belongs to the system.
pub(super) fn line_marker(line: usize, file: &Path, is_system: bool) -> String {
    let name = file.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    format!("# {line} \"{name}\"{}\n", if is_system { " 3" } else { "" })
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

fn flavour_stem(unit: &NativeBinary) -> String {
    let stem = unit.source.file_stem().unwrap_or_default().display().to_string();
    format!("{stem}_{}", unit.flavour.name())
}
