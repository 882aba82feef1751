//! What a person has changed in a suite since it was written: it is not written over, but set aside, where no suite is written.

use std::collections::BTreeMap;
use std::fs;
use std::hash::Hasher as _;
use std::io;
use std::path::{Path, PathBuf};

use analysis::fingerprint::Digest;

/// The folder for them, in the suite's. Nothing is ever removed there.
const FOLDER: &str = "edited";

/// Files, by name, and a hash of what was written there.
pub(crate) type Hashes = BTreeMap<String, String>;

/// The hash of a file's text.
pub(super) fn hash(text: &[u8]) -> String {
    let mut digest = Digest::new("file");
    digest.write(text);
    digest.done()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Moves files that aren't as they were written; gives where they are now.
pub(super) fn set_aside(suite: &Path, written: &Hashes) -> io::Result<Vec<PathBuf>> {
    let mut moved = Vec::new();
    for (name, as_written) in written {
        let file = suite.join(name);
        let text = match fs::read(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        if hash(&text) != *as_written {
            fs::create_dir_all(suite.join(FOLDER))?;
            let to = free(suite, name);
            fs::rename(file, &to)?;
            moved.push(to);
        }
    }
    Ok(moved)
}

/// A path that nothing is at.
fn free(suite: &Path, name: &str) -> PathBuf {
    let folder = suite.join(FOLDER);
    let mut path = folder.join(name);
    let mut number = 1;
    while path.symlink_metadata().is_ok() {
        number += 1;
        path = folder.join(format!("{number}_{name}"));
    }
    path
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Hashes, hash, set_aside};

    #[test]
    fn what_was_changed_is_moved_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let suite = folder.path();
        let written = ["a.c", "b.c", "gone.c"].map(|name| (name.to_owned(), hash(b"as it was")));
        let written = Hashes::from(written);
        for text in ["changed", "changed again"] {
            fs::write(suite.join("a.c"), text).unwrap();
            fs::write(suite.join("b.c"), "as it was").unwrap();
            assert_eq!(set_aside(suite, &written).unwrap().len(), 1);
        }
        assert_eq!(fs::read_to_string(suite.join("edited/a.c")).unwrap(), "changed");
        assert_eq!(fs::read_to_string(suite.join("edited/2_a.c")).unwrap(), "changed again");
        assert!(suite.join("b.c").exists() && !suite.join("a.c").exists());
    }
}
