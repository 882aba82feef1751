//! A test program, with what its annotations say. `tests/programs/README.md` explains them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{self, Finished};
use crate::{counterpoint, native_clang, root};

/// A program of one or several C files.
pub(crate) struct TestProgram {
    path: PathBuf,
    source: String,
}

/// What is expected on one line of a program.
pub(crate) struct Mark {
    pub line: usize,
    pub words: String,
}

/// All programs in a folder of the repository, in order.
pub(crate) fn in_folder(folder: &str) -> Vec<TestProgram> {
    let mut paths = Vec::new();
    collect(&root().join(folder), &mut paths);
    paths.sort();
    paths.into_iter().map(TestProgram::read).collect()
}

/// A folder with a `main.c` is one program; every other C file is a program of its own.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let main = folder.join("main.c");
    if main.exists() {
        paths.push(main);
        return;
    }
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            paths.push(path);
        }
    }
}

impl TestProgram {
    /// The program whose first file that is.
    pub(crate) fn read(path: PathBuf) -> TestProgram {
        let source = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        TestProgram { path, source }
    }

    /// The first file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The first file, as one says it in the repository.
    pub(crate) fn name(&self) -> String {
        self.path.strip_prefix(root()).unwrap_or(&self.path).display().to_string()
    }

    /// What its case is called in its family: `bug/abort/direct.c` is `abort::direct`.
    pub(crate) fn case_name(&self) -> String {
        let name = self.name();
        let within = ["tests/programs/", "examples/"].into_iter().find_map(|folder| {
            // Without the family itself.
            Some(name.strip_prefix(folder)?.split_once('/')?.1)
        });
        let name = within.unwrap_or(&name);
        let name = name.strip_suffix("/main.c").or(name.strip_suffix(".c")).unwrap_or(name);
        name.replace('/', "::")
    }

    /// The name of the first file in its folder.
    pub(crate) fn file_name(&self) -> &str {
        self.path
            .file_name()
            .and_then(|name| name.to_str())
            .expect("test programs have plain names")
    }

    /// The value of `//@ key: value`.
    pub(crate) fn annotation(&self, key: &str) -> Option<&str> {
        self.annotations(key).first().copied()
    }

    /// The values of all lines `//@ key: value`.
    pub(crate) fn annotations(&self, key: &str) -> Vec<&str> {
        let lines = self.source.lines().filter_map(|line| line.strip_prefix("//@ "));
        let values = lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
        values.map(str::trim).collect()
    }

    /// The words of a list such as `//@ args: a b c`.
    pub(crate) fn words(&self, key: &str) -> Vec<&str> {
        self.annotation(key).unwrap_or_default().split_whitespace().collect()
    }

    /// The one line that is marked with `//~ KIND words`.
    pub(crate) fn mark(&self, kind: &str) -> Result<Mark, String> {
        let mut marks = self.marks(kind).into_iter();
        match (marks.next(), marks.next()) {
            (Some(mark), None) => Ok(mark),
            (None, _) => Err(format!("no line is marked `//~ {kind}`")),
            (Some(_), Some(_)) => Err(format!("more than one line is marked `//~ {kind}`")),
        }
    }

    /// All marks `//~ KIND words`; a line may have several.
    pub(crate) fn marks(&self, kind: &str) -> Vec<Mark> {
        let marker = format!("{kind} ");
        let on_line = |(index, line): (usize, &str)| {
            let marks = line.split("//~ ").skip(1);
            let words =
                marks.filter_map(|mark| Some(mark.strip_prefix(&marker)?.trim().to_owned()));
            words.map(|words| Mark { line: index + 1, words }).collect::<Vec<_>>()
        };
        self.source.lines().enumerate().flat_map(on_line).collect()
    }

    /// Its files, in its own folder.
    pub(crate) fn files(&self) -> Vec<&str> {
        std::iter::once(self.file_name()).chain(self.words("files")).collect()
    }

    /// The options that link it with the native code that `//@ link:` names, which is made of sources beside it.
    pub(crate) fn link(&self, to: &Path) -> Result<Vec<String>, String> {
        let link = |name: &&str| {
            let source = self.folder().join(name).with_extension("i");
            if Path::new(name).extension().is_some_and(|kind| kind == "i") {
                return Ok(format!("--link={name}"));
            }
            let file = to.join(Path::new(name).file_name().expect("it has a name"));
            native_library(&source, &file)?;
            Ok(format!("--link={}", file.display()))
        };
        self.words("link").iter().map(link).collect()
    }

    /// The folder it runs in.
    pub(crate) fn folder(&self) -> &Path {
        self.path.parent().expect("a file is in a folder")
    }

    fn stdin(&self) -> Vec<u8> {
        if let Some(file) = self.annotation("stdin-file") {
            return fs::read(self.folder().join(file)).unwrap();
        }
        let text = self.annotation("stdin").unwrap_or_default();
        // A backslash is put aside first, so that `\\n` is not taken for a newline.
        text.replace("\\\\", "\0")
            .replace("\\n", "\n")
            .replace("\\t", "\t")
            .replace('\0', "\\")
            .into()
    }

    /// Builds it natively at -O0, and runs it.
    pub(crate) fn run_natively(&self) -> Result<Finished, String> {
        let [run] = self.run_natively_with([&[]])?;
        Ok(run)
    }

    /// Builds it natively at -O0, and runs it once with each of these sets of variables in its environment.
    pub(crate) fn run_natively_with<const N: usize>(
        &self,
        environments: [&[(&str, &str)]; N],
    ) -> Result<[Finished; N], String> {
        let build = tempfile::tempdir().unwrap();
        let binary = build.path().join("native");
        self.build_natively(&binary)?;
        Ok(environments.map(|variables| {
            let mut command = Command::new(&binary);
            command.args(self.words("args")).envs(variables.iter().copied());
            self.execute(&mut command)
        }))
    }

    /// Builds it natively at -O0.
    pub(crate) fn build_natively(&self, binary: &Path) -> Result<(), String> {
        let mut args = vec!["-O0", "-o", binary.to_str().unwrap()];
        args.extend(self.words("cflags"));
        args.extend(self.files());
        args.push("-lm");
        process::compile(&native_clang(), &args, self.folder())
    }

    /// Runs it with Counterpoint and these options.
    pub(crate) fn run_with(&self, options: &[&str]) -> Finished {
        let cflags = self.annotation("cflags").map(|flags| format!("--cflags={flags}"));
        self.run_files(&self.files(), options.iter().copied().chain(cflags.as_deref()))
    }

    /// Runs these files in the place of its own.
    pub(crate) fn run_files<'a>(
        &self,
        files: &[&str],
        options: impl IntoIterator<Item = &'a str>,
    ) -> Finished {
        let mut command = counterpoint();
        command.arg("run").args(options).args(files).arg("--").args(self.words("args"));
        self.execute(&mut command)
    }

    fn execute(&self, command: &mut Command) -> Finished {
        process::run(command.current_dir(self.folder()), &self.stdin())
    }
}

/// Compiles a file to an object, an archive or a shared object, as the name says.
fn native_library(source: &Path, to: &Path) -> Result<(), String> {
    let (clang, folder) = (native_clang(), source.parent().expect("a file is in a folder"));
    let object = to.with_extension("o");
    let [from, file, object] = [source, to, &object].map(|it| it.to_str().unwrap());
    let compile = |how: &str, to: &str| {
        process::compile(&clang, &[how, "-fPIC", "-x", "c", from, "-o", to], folder)
    };
    match to.extension().and_then(|kind| kind.to_str()) {
        Some("so") => compile("-shared", file),
        Some("a") => {
            compile("-c", object)?;
            let made = process::run(Command::new("ar").args(["rcs", file, object]), b"");
            made.status.success().then_some(()).ok_or(made.stderr)
        }
        _ => compile("-c", file),
    }
}
