//! Native code that a program is linked with (`--link`), as one shared object: it is loaded into this process, and the
//! binaries of a suite are linked with it.
//!
//! Both have the same, so that what was called while exploring is what a test calls. Objects and archives are in it as a
//! whole, and find their own functions first. The runner's allocator, which `--wrap` leads a program to, is not theirs.

use std::path::{Path, PathBuf};

use super::Toolchain;
use crate::host::child::{self, Failed};

/// Its name, wherever it is.
pub(crate) const NAME: &str = "linked.so";

/// What it is made of.
pub(crate) struct SharedObject<'x> {
    /// Objects and archives.
    objects: Vec<&'x Path>,
    /// Shared objects, each by its folder and its name.
    libraries: Vec<(&'x Path, String)>,
}

/// How the words of a command are written down: for the system as they are, or for a makefile.
pub(crate) struct CommandWords<'x> {
    pub word: Box<dyn Fn(&str) -> String + 'x>,
    /// A folder by its whole path.
    pub whole: Box<dyn Fn(&Path) -> String + 'x>,
}

impl<'x> SharedObject<'x> {
    /// Of these files, if there are any.
    pub(crate) fn of(files: &'x [PathBuf]) -> Option<SharedObject<'x>> {
        let is_library = |file: &&PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(".so") || name.contains(".so.")
        };
        let (libraries, objects): (Vec<_>, Vec<_>) = files.iter().partition(is_library);
        let parts = |file: &'x PathBuf| {
            let folder = file.parent().filter(|it| !it.as_os_str().is_empty());
            (folder.unwrap_or(Path::new(".")), file.file_name().unwrap_or_default())
        };
        let libraries = libraries.into_iter().map(parts);
        (!files.is_empty()).then(|| SharedObject {
            objects: objects.into_iter().map(PathBuf::as_path).collect(),
            libraries: libraries.map(|(it, name)| (it, name.display().to_string())).collect(),
        })
    }

    /// What the compiler is told to make it.
    pub(crate) fn made_by(&self, words: &CommandWords<'_>) -> Vec<String> {
        let mut all: Vec<String> =
            ["-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs", "-Wl,--whole-archive"]
                .map(str::to_owned)
                .into();
        all.extend(self.objects.iter().map(|file| (words.word)(&file.display().to_string())));
        all.extend(["-Wl,--no-whole-archive", "-Wl,--no-as-needed"].map(str::to_owned));
        all.extend(self.used_by(words));
        all.push("-lm".to_owned());
        all
    }

    /// What the compiler is told about the libraries among it, also for a binary: it must name what it uses.
    pub(crate) fn used_by(&self, words: &CommandWords<'_>) -> Vec<String> {
        self.libraries.iter().flat_map(|(folder, name)| used(folder, name, words)).collect()
    }

    /// Makes it in a folder; where it is, or why it can't be made.
    pub(crate) fn make(
        &self,
        toolchain: &Toolchain,
        base: &Path,
        to: &Path,
    ) -> Result<PathBuf, Unmade> {
        let file = to.join(NAME);
        let clang = toolchain.clang().map_err(|failure| Unmade::Refused(failure.message))?;
        let mut command = child::command(&clang.program);
        command.current_dir(base).args(self.made_by(&as_it_is(base))).arg("-o").arg(&file);
        let finished = toolchain.output(&mut command).map_err(Unmade::Failed)?;
        match finished.status.success() {
            true => Ok(file),
            false => Err(Unmade::Refused(why(&String::from_utf8_lossy(&finished.stderr)))),
        }
    }
}

/// Why it isn't there.
pub(crate) enum Unmade {
    /// The linker says no.
    Refused(String),
    Failed(Failed),
}

/// What a linker says first about an error.
fn why(said: &str) -> String {
    let is_error = |line: &&str| {
        ["undefined reference", "error", "recompile", "not recognized"]
            .iter()
            .any(|word| line.contains(word))
    };
    let said: Vec<&str> =
        said.lines().filter(|line| !line.contains("linker command failed")).collect();
    let mut lines = said.iter().copied();
    lines.find(&is_error).or(said.first().copied()).unwrap_or("no message").trim().to_owned()
}

/// A library in a folder, where it is also looked for when it is loaded.
pub(crate) fn used(folder: &Path, name: &str, words: &CommandWords<'_>) -> Vec<String> {
    let folder = (words.whole)(folder);
    vec![
        "-Xlinker".to_owned(),
        "-rpath".to_owned(),
        "-Xlinker".to_owned(),
        folder.clone(),
        format!("-L{folder}"),
        (words.word)(&format!("-l:{name}")),
    ]
}

/// Words for a command that the system is given, in that folder.
pub(crate) fn as_it_is(base: &Path) -> CommandWords<'_> {
    CommandWords {
        word: Box::new(str::to_owned),
        whole: Box::new(|folder| base.join(folder).display().to_string()),
    }
}
