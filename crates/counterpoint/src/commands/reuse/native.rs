//! What native runs of a program's tests depend on, beside the tests.

use std::collections::BTreeSet;
use std::fs;
use std::hash::Hash as _;
use std::path::PathBuf;

use analysis::fingerprint::{Digest, Fingerprint};

use super::parts;
use crate::frontend::load;
use crate::options::program_files::ProgramFiles;
use crate::toolchain::Toolchain;

/// A program that asks how, where or when it is compiled is another one in a build with sanitizers, which may include other files.
const ASKING: [&str; 10] = [
    "sanitize",
    "SANITIZE",
    "__has_feature",
    "__has_include",
    "__OPTIMIZE__",
    "__NO_INLINE__",
    "__DATE__",
    "__TIME",
    "incbin",
    "embed",
];

/// The fingerprint of all that is compiled, and of the compiler. Nothing if that isn't known.
pub(super) fn fingerprint(
    toolchain: &Toolchain,
    input: &ProgramFiles,
    sources: &BTreeSet<PathBuf>,
) -> Option<Fingerprint> {
    let mut digest = Digest::new("native");
    let here = std::env::current_dir().ok()?;
    (store::BUILD, here, input.files(), input.cflags(), parts::host()).hash(&mut digest);
    toolchain.budget.memory().hash(&mut digest);
    compiler(toolchain)?.hash(&mut digest);
    for source in sources {
        let text = fs::read(source).ok()?;
        if !load::is_system(source) && is_asking(&text) {
            return None;
        }
        (source, text).hash(&mut digest);
    }
    Some(digest.done())
}

/// The compiler's name, and the size and time of its file.
fn compiler(toolchain: &Toolchain) -> Option<(String, u64, i64)> {
    use std::os::unix::fs::MetadataExt as _;
    let clang = toolchain.clang().ok()?;
    let found = toolchain.installed(&clang.program)?;
    let file = fs::metadata(fs::canonicalize(found).ok()?).ok()?;
    Some((clang.program.clone(), file.size(), file.mtime()))
}

fn is_asking(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    ASKING.iter().any(|word| text.contains(word))
}
