//! The manifest of a suite, `suite.json`: what was given to write it, and which files are in it. What builds
//! the suite needs nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::edited::Hashes;
use crate::error::{ExitCode, Failure};
use crate::toolchain::sanitizer::Sanitizer;
use crate::toolchain::{WRAP, WRAP_ENVIRONMENT};

/// What is in a suite.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// Where the program's paths and flags are relative to, seen from the suite.
    pub from: PathBuf,
    /// The flags that the program is compiled with.
    pub cflags: Vec<String>,
    /// The program's files.
    pub files: Vec<PathBuf>,
    /// The native code that it is linked with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub link: Vec<PathBuf>,
    /// Do tests say what the program's surroundings answer?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub environment: bool,
    /// The files of tests.
    pub tests: Vec<TestFile>,
    /// The reproducers of bugs.
    pub bugs: Vec<BugFile>,
    /// What was written there, by the names of these files.
    #[serde(default, skip_serializing_if = "Hashes::is_empty")]
    pub written: Hashes,
}

/// A file of tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TestFile {
    /// Without `.c`: `test_json`.
    pub name: String,
    /// Which of the program's files it is about, and includes if it is C.
    pub about: usize,
}

/// A file that reproduces a bug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BugFile {
    /// Without `.c`: `bug_1_division_by_zero_average`.
    pub name: String,
    /// Which of the program's files it includes, if that is C.
    pub about: usize,
    /// What sees the bug.
    pub sanitizer: Sanitizer,
    /// The kind of bug.
    pub kind: String,
    /// Where it is: the file without its folders, and the line.
    pub at: Option<(String, u32)>,
}

/// Its name.
pub(super) const NAME: &str = "suite.json";

impl Manifest {
    /// A program without any tests, seen from where it is.
    pub(crate) fn of_program(files: &[PathBuf], link: Vec<PathBuf>, cflags: &[String]) -> Manifest {
        Manifest {
            from: PathBuf::from("."),
            cflags: cflags.to_vec(),
            files: files.to_vec(),
            link,
            environment: false,
            tests: Vec::new(),
            bugs: Vec::new(),
            written: Hashes::new(),
        }
    }

    /// Reads the manifest of a suite.
    pub(crate) fn read(suite: &Path) -> Result<Manifest, Failure> {
        let path = suite.join(NAME);
        let text = fs::read_to_string(&path).map_err(|error| {
            let message = format!(
                "{}: {error}; is this a folder that `counterpoint test` wrote?",
                path.display()
            );
            Failure::new(ExitCode::NoInput, message)
        })?;
        let manifest: Manifest = serde_json::from_str(&text).map_err(|error| {
            Failure::new(ExitCode::BadInput, format!("{}: {error}", path.display()))
        })?;
        let abouts = manifest.tests.iter().map(|test| test.about);
        let abouts = abouts.chain(manifest.bugs.iter().map(|bug| bug.about));
        match abouts.into_iter().all(|about| about < manifest.files.len()) {
            true => Ok(manifest),
            false => Err(Failure::new(
                ExitCode::BadInput,
                format!("{}: a test is about a file that isn't listed", path.display()),
            )),
        }
    }

    /// Writes it into a suite.
    pub(crate) fn write(&self, suite: &Path) -> std::io::Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        fs::write(suite.join(NAME), text + "\n")
    }

    /// Is that file C, which a test can include, rather than bitcode?
    pub(crate) fn is_source(&self, file: usize) -> bool {
        self.files[file].extension().is_none_or(|extension| extension != "bc")
    }

    /// What the linker leads to the runner of the tests.
    pub(crate) fn wrapped(&self) -> Vec<&'static str> {
        let environment = WRAP_ENVIRONMENT.iter().filter(|_| self.environment);
        WRAP.iter().chain(environment).copied().collect()
    }

    /// The sanitizers' checks that the user doesn't want, which must be said after those that we do.
    pub(crate) fn left_out(&self) -> impl Iterator<Item = &String> {
        self.cflags.iter().filter(|flag| flag.starts_with("-fno-sanitize="))
    }

    /// The files that are compiled beside a test about one of them.
    pub(crate) fn beside(&self, about: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.files.len()).filter(move |&file| file != about || !self.is_source(about))
    }
}
