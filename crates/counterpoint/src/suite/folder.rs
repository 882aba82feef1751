//! The suite's folder: a C file of tests for each file of the program, a reproducer for each bug, what runs them,
//! and a makefile.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use ir::{CodeOrigin, Linkage, Program};

use super::edited::{self, Hashes, hash};
use super::stubs;
use super::{BugFile, Manifest, TestCase, TestEnding, TestFile, makefile, manifest, write_case};
use crate::error::{ExitCode, Failure};
use crate::frontend::entry::given;
use crate::frontend::load::COUNTERPOINT_H;
use crate::frontend::place;
use crate::toolchain::sanitizer::Sanitizer;

pub(crate) const TESTS_H: &str = include_str!("counterpoint_tests.h");
pub(crate) const TESTS_C: &str = include_str!("counterpoint_tests.c");

/// Inputs that lead to a bug, and what sees it.
pub(crate) struct Reproducer<'x> {
    pub case: TestCase<'x>,
    pub sanitizer: Sanitizer,
}

/// What is in every suite.
const FIXED: [&str; 4] =
    ["counterpoint_tests.h", "counterpoint_tests.c", "counterpoint.h", "Makefile"];

/// Can a suite for a program of these files be written there, without writing over anything that isn't ours? Asked before
/// anything is explored.
pub(crate) fn check(out: &Path, files: &[PathBuf]) -> Result<(), Failure> {
    check_name(out)?;
    files.iter().try_for_each(|file| check_name(file))?;
    let Ok(entries) = fs::read_dir(out) else { return Ok(()) };
    let earlier = Manifest::read(out).ok();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    match names.into_iter().find(|name| is_name_of_ours(name, files) && !is_of(&earlier, name)) {
        None => Ok(()),
        Some(name) => Err(Failure::new(
            ExitCode::NoOutput,
            format!(
                "{} would be written over, but is no file of a suite that Counterpoint wrote: choose another folder with \
                 --out, or move it away",
                out.join(name).display()
            ),
        )),
    }
}

/// Is that path one that the C, the makefile and the manifest of a suite can name?
fn check_name(path: &Path) -> Result<(), Failure> {
    // Tests that are tried include the program by its whole path.
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let why = match whole.to_str() {
        None => "is no UTF-8, and a suite can't name it",
        Some(name) if name.contains('"') => {
            "has a quotation mark in its name, and no #include can name it"
        }
        Some(name) if name.contains(['\n', '\r']) => {
            "has a line break in its name, and no makefile can name it"
        }
        Some(_) => return Ok(()),
    };
    let message = format!("{whole:?} {why}: rename it");
    Err(Failure::new(ExitCode::BadInput, message))
}

/// May a suite for these files have a file of that name?
pub(crate) fn is_name_of_ours(name: &str, files: &[PathBuf]) -> bool {
    let numbered = ["bug_", "demand_"].iter().find_map(|kind| name.strip_prefix(kind));
    let is_reproducer = |rest: &str| {
        let is_file = rest.ends_with(".c") && !rest.contains('/');
        is_file && rest.starts_with(|c: char| c.is_ascii_digit())
    };
    let stems = || (0..files.len()).map(|about| stem(files, about));
    FIXED.contains(&name)
        || name == manifest::NAME
        || numbered.is_some_and(is_reproducer)
        || stems()
            .any(|stem| name == format!("test_{stem}.c") || name == format!("program_{stem}.h"))
}

/// Does a suite have a file of that name?
fn is_of(suite: &Option<Manifest>, name: &str) -> bool {
    let fixed = || FIXED.contains(&name) || name == manifest::NAME;
    suite.as_ref().is_some_and(|suite| fixed() || written(suite).any(|known| name == known))
}

/// What a suite has beside what is in every suite, as its manifest names it. It may have been changed since: what is no name
/// of ours is not ours, wherever it is.
fn written(suite: &Manifest) -> impl Iterator<Item = String> {
    let tests = suite.tests.iter().map(|test| &test.name);
    let sources = tests.chain(suite.bugs.iter().map(|bug| &bug.name));
    let headers = (0..suite.files.len()).map(|about| header_name(&suite.files, about));
    let names = sources.map(|name| format!("{name}.c")).chain(headers);
    names.filter(|name| is_name_of_ours(name, &suite.files))
}

/// Writes what tests include of a program of these files into a folder.
pub(crate) fn write_headers(files: &[PathBuf], folder: &Path) -> Result<(), Failure> {
    let io = |error: io::Error| Failure::new(ExitCode::Io, format!("temporary file: {error}"));
    for (about, file) in files.iter().enumerate().filter(|(_, file)| is_source(file)) {
        let path = std::path::absolute(file).map_err(io)?;
        fs::write(folder.join(header_name(files, about)), header_text(&path)).map_err(io)?;
    }
    Ok(())
}

/// What tests include of a file of the program.
fn header_name(files: &[PathBuf], about: usize) -> String {
    format!("program_{}.h", stem(files, about))
}

/// The name of a file of the program, as a part of names of ours. Two files may have the same.
fn stem(files: &[PathBuf], about: usize) -> String {
    let stem = |file: &PathBuf| {
        let stem = file.file_stem().unwrap_or_default().display().to_string();
        let word = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        stem.chars().map(word).collect::<String>()
    };
    let name = stem(&files[about]);
    match files[..about].iter().filter(|file| stem(file) == name).count() {
        0 => name,
        earlier => format!("{name}_{}", earlier + 1),
    }
}

/// Where a suite is written, and for which program.
pub(crate) struct SuiteFolder<'x> {
    pub path: &'x Path,
    pub program: &'x Program,
    pub files: &'x [PathBuf],
    pub link: &'x [PathBuf],
    pub cflags: &'x [String],
    /// Do tests say what the program's surroundings answer?
    pub environment: bool,
    /// What the makefile compiles with.
    pub compiler: &'x str,
}

impl SuiteFolder<'_> {
    /// Writes a suite in the place of an earlier one.
    pub(crate) fn write(
        &self,
        tests: &[TestCase<'_>],
        bugs: &[Reproducer<'_>],
    ) -> Result<Manifest, Failure> {
        let written = self.try_write(tests, bugs);
        written.map_err(|error| {
            let message = format!("{}: the tests can't be written: {error}", self.path.display());
            Failure::new(ExitCode::Io, message)
        })
    }

    fn try_write(&self, tests: &[TestCase<'_>], bugs: &[Reproducer<'_>]) -> io::Result<Manifest> {
        fs::create_dir_all(self.path)?;
        self.remove_earlier()?;
        let mut manifest = self.manifest(tests, bugs);
        let sources = self.sources(&manifest, tests, bugs);
        manifest.written =
            sources.iter().map(|(name, text)| (name.clone(), hash(text.as_bytes()))).collect();
        // Before the files that it names: whatever ends us in between, they are known to be ours.
        manifest.write(self.path)?;
        for (name, text) in [
            (FIXED[0], TESTS_H),
            (FIXED[1], TESTS_C),
            (FIXED[2], COUNTERPOINT_H),
            (FIXED[3], &makefile::text(&manifest, self.compiler)),
        ] {
            fs::write(self.path.join(name), text)?;
        }
        for about in 0..self.files.len() {
            if manifest.is_source(about) {
                let path = manifest.from.join(&manifest.files[about]);
                fs::write(self.path.join(header_name(self.files, about)), header_text(&path))?;
            }
        }
        for (name, text) in sources {
            fs::write(self.path.join(name), text)?;
        }
        Ok(manifest)
    }

    /// The files of tests and reproducers.
    fn sources(
        &self,
        manifest: &Manifest,
        tests: &[TestCase<'_>],
        bugs: &[Reproducer<'_>],
    ) -> Vec<(String, String)> {
        let about = |about: usize| manifest.files[about].display();
        let tests = manifest.tests.iter().map(|file| {
            let cases = tests.iter().filter(|case| case.explored.file == file.about);
            let heading = format!("Tests of {}; `make check` runs them.", about(file.about));
            (format!("{}.c", file.name), self.text(&heading, file.about, cases))
        });
        let bugs = manifest.bugs.iter().zip(bugs).map(|(file, case)| {
            let heading = format!("A bug in {}; `make bugs` shows it.", about(file.about));
            (format!("{}.c", file.name), self.text(&heading, file.about, [&case.case]))
        });
        tests.chain(bugs).collect()
    }

    /// Its absolute path, once something was written.
    pub(crate) fn absolute(&self) -> Result<PathBuf, Failure> {
        let absolute = self.path.canonicalize();
        absolute.map_err(|error| {
            Failure::new(ExitCode::Io, format!("{}: {error}", self.path.display()))
        })
    }

    /// A C file with these cases about one of the program's files.
    pub(crate) fn text<'c, 'x: 'c>(
        &self,
        heading: &str,
        about: usize,
        cases: impl IntoIterator<Item = &'c TestCase<'x>>,
    ) -> String {
        let mut text = format!("/* {} */\n", heading.replace("*/", "* /").replace("/*", "/ *"));
        let mut tests = stubs::definitions(self.program);
        cases.into_iter().for_each(|case| write_case(&mut tests, self.program, case));
        if is_source(&self.files[about]) {
            text += &format!("#include \"{}\"\n", header_name(self.files, about));
            let source = fs::read(&self.files[about]).unwrap_or_default();
            let source = String::from_utf8_lossy(&source);
            for name in only_inline(self.program, self.files, about) {
                text += &format!("extern __typeof__({name}) {name};\n");
            }
            undefined_macros(&source, &tests).for_each(|name| text += &format!("#undef {name}\n"));
        }
        text + "#include \"counterpoint_tests.h\"\n" + &tests
    }

    fn manifest(&self, tests: &[TestCase<'_>], bugs: &[Reproducer<'_>]) -> Manifest {
        let tested = |about: &usize| tests.iter().any(|case| case.explored.file == *about);
        let test_file =
            |about: usize| TestFile { name: format!("test_{}", stem(self.files, about)), about };
        let here = env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        Manifest {
            from: way(self.path, &here),
            cflags: self.cflags.to_vec(),
            files: self.files.iter().map(|file| seen_from(&here, file)).collect(),
            environment: self.environment,
            link: self.link.iter().map(|file| seen_from(&here, file)).collect(),
            tests: (0..self.files.len()).filter(tested).map(test_file).collect(),
            bugs: bugs.iter().filter_map(|bug| self.bug_file(&bug.case, bug.sanitizer)).collect(),
            written: Hashes::new(),
        }
    }

    /// What a manifest says about the reproducer of a bug.
    pub(crate) fn bug_file(&self, case: &TestCase<'_>, sanitizer: Sanitizer) -> Option<BugFile> {
        let TestEnding::Bug(bug) = case.ending else { return None };
        Some(BugFile {
            name: case.name.clone(),
            about: case.explored.file,
            sanitizer,
            kind: bug.kind.name().to_owned(),
            at: place::file_and_line(self.program, bug),
        })
    }

    /// Removes the tests of an earlier suite, which its manifest names; what somebody changed there is kept.
    fn remove_earlier(&self) -> io::Result<()> {
        let Ok(earlier) = Manifest::read(self.path) else { return Ok(()) };
        let names: BTreeSet<String> = written(&earlier).collect();
        let ours = earlier.written.iter().filter(|(name, _)| names.contains(*name));
        let ours: Hashes = ours.map(|(name, hash)| (name.clone(), hash.clone())).collect();
        for edited in edited::set_aside(self.path, &ours)? {
            let path = edited.display();
            anstream::eprintln!("note: what you changed in the tests is kept in {path}");
        }
        written(&earlier).try_for_each(|name| match fs::remove_file(self.path.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        })
    }
}

/// The functions of a file that are `inline` and defined nowhere else: one more declaration makes them functions.
fn only_inline<'p>(
    program: &'p Program,
    files: &'p [PathBuf],
    about: usize,
) -> impl Iterator<Item = &'p str> {
    let functions = program.functions.iter().filter(|function| {
        function.linkage == Linkage::Available && function.origin == CodeOrigin::Program
    });
    let debugs = functions.filter_map(|function| function.debug.as_ref());
    let own = debugs.filter(move |it| given(program, files, it.file) == Some(about));
    own.map(|debug| debug.name.as_str())
}

/// The macros that a file defines and that would be replaced in its tests, where names are those of variables, functions and types.
fn undefined_macros<'s>(source: &'s str, tests: &str) -> impl Iterator<Item = &'s str> {
    let is_other = |c: char| !c.is_alphanumeric() && c != '_';
    let used: BTreeSet<&str> = tests.split(is_other).collect();
    let defined = source.lines().filter_map(|line| {
        let line = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
        let name = line.strip_prefix([' ', '\t'])?.trim_start();
        name.split(is_other).next().filter(|name| !name.is_empty())
    });
    let replaced: BTreeSet<&str> = defined.filter(|name| used.contains(name)).collect();
    replaced.into_iter().filter(|name| !TESTS_H.contains(&format!("#undef {name}\n")))
}

fn is_source(file: &Path) -> bool {
    file.extension().is_none_or(|extension| extension != "bc")
}

fn header_text(program: &Path) -> String {
    format!(
        "/* The program under test, as it is; its warnings are its own. */\n\
         #ifndef COUNTERPOINT_COVERAGE\n\
         #pragma GCC system_header\n\
         #endif\n\
         #include \"{}\"\n\
         /* It may leave another layout of structs behind, which is none of ours. */\n\
         #pragma pack()\n",
        program.display()
    )
}

/// A file as it is called in a folder: what is given by its whole path is called by the way to it.
fn seen_from(here: &Path, file: &Path) -> PathBuf {
    match file.parent().zip(file.file_name()) {
        Some((folder, name)) if file.is_absolute() => way(here, folder).join(name),
        _ => file.to_owned(),
    }
}

/// The way from one folder to another, so that both can be moved together. Folders that have nothing but the root in
/// common won't be: then it is the whole path.
fn way(from: &Path, to: &Path) -> PathBuf {
    let (Ok(from), Ok(whole)) = (from.canonicalize(), to.canonicalize()) else {
        return to.to_owned();
    };
    let [from, to]: [Vec<Component<'_>>; 2] =
        [&from, &whole].map(|path| path.components().collect());
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    if common <= 1 {
        return whole;
    }
    let up = from[common..].iter().map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(to[common..].iter().copied()).collect();
    if way.as_os_str().is_empty() { PathBuf::from(".") } else { way }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{Manifest, TestFile, seen_from, way, written};

    #[test]
    fn a_manifest_names_only_what_is_ours() {
        let name = |name: &str| TestFile { name: name.to_owned(), about: 0 };
        let names = ["test_a", "bug_1_leak", "a", "../x", "bug_1/../../x", "test_/../a", "test_b"];
        let manifest = Manifest {
            tests: names.into_iter().map(name).collect(),
            ..Manifest::of_program(&["src/a.c".into()], Vec::new(), &[])
        };
        let written: Vec<String> = written(&manifest).collect();
        assert_eq!(written, ["test_a.c", "bug_1_leak.c", "program_a.h"]);
    }

    #[test]
    fn folders_that_are_moved_together_find_each_other() {
        let root = tempfile::tempdir().unwrap();
        let [program, suite] =
            ["project/src", "project/tests/suite"].map(|name| root.path().join(name));
        fs::create_dir_all(&program).unwrap();
        fs::create_dir_all(&suite).unwrap();
        assert_eq!(way(&suite, &program), Path::new("../../src"));
        assert_eq!(way(&suite, &suite), Path::new("."));
        assert_eq!(way(&program, Path::new("/")), Path::new("/"));
        assert_eq!(seen_from(&suite, &program.join("x.c")), Path::new("../../src/x.c"));
        assert_eq!(seen_from(&suite, Path::new("../x.c")), Path::new("../x.c"));
    }
}
