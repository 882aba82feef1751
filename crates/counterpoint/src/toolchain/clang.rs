//! Finding clang: version 14 or later, the newest there is, or the one that `CLANG` names.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A usable clang.
pub(crate) struct Clang {
    /// Its path or name.
    pub program: String,
    /// Its major version.
    #[allow(dead_code, reason = "this file is also a part of the build script and of the tests")]
    pub version: u32,
}

const OLDEST: u32 = 14;
const NEWEST: u32 = 22;

/// Finds clang, or says what to do.
pub(crate) fn find() -> Result<Clang, String> {
    if let Ok(program) = env::var("CLANG") {
        return match version(&program) {
            Some(version) if version >= OLDEST => Ok(Clang { program, version }),
            Some(version) => Err(format!(
                "CLANG={program} is version {version}, but {OLDEST} or later is needed"
            )),
            None => Err(format!("CLANG={program} is no clang that can be started")),
        };
    }
    let numbered = (OLDEST..=NEWEST).rev().map(|version| format!("clang-{version}"));
    let mut candidates = numbered.chain(["clang".to_owned()]);
    candidates
        .find_map(|program| {
            let version = version(&program).filter(|&version| version >= OLDEST)?;
            Some(Clang { program, version })
        })
        .ok_or_else(|| {
            format!(
                "no clang of version {OLDEST} or later was found; install one (Debian: `apt-get \
                 install clang-19`) or set CLANG to its path"
            )
        })
}

/// The major version of a clang: as its name says, or itself, which takes as long as a small compilation.
fn version(program: &str) -> Option<u32> {
    let path = env::var_os("PATH").unwrap_or_default();
    let file = installed(program, &path)?;
    let name = file.file_name()?.to_str()?;
    match name.strip_prefix("clang-").and_then(|version| version.parse().ok()) {
        Some(version) => Some(version),
        None => asked(program),
    }
}

/// The file of a program, by its path or by its name in the folders of a search path.
pub(crate) fn installed(program: &str, path: &OsStr) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|file| is_program(file));
    }
    env::split_paths(path).map(|folder| folder.join(program)).find(|file| is_program(file))
}

/// May a file be executed?
pub(crate) fn is_program(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

fn asked(program: &str) -> Option<u32> {
    let output = Command::new(program).arg("-dumpversion").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.trim().split('.').next()?.parse().ok()
}
