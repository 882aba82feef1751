//! The scratch folder: all temporary files of a command are in one, which goes when the command ends.
//!
//! What is killed can't remove anything: the next command removes the folders whose owner is gone. An owner holds a lock on
//! its folder, which the system takes away from the dead.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd as _;
use std::path::Path;

use tempfile::TempDir;

use crate::quiet;

const PREFIX: &str = "counterpoint-";

/// The folder; dropping it removes it.
pub(crate) struct Scratch {
    /// First, so that it is gone before the lock is.
    _folder: TempDir,
    _lock: File,
}

impl Scratch {
    /// Makes it, in the place of the system's folder for temporary files, wherever the program says later that this is.
    pub(crate) fn new() -> io::Result<Scratch> {
        remove_abandoned(&std::env::temp_dir());
        loop {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
            // Out of the way: a program that is run counts its descriptors from 3 on.
            let lock = File::from(quiet::duplicate(File::open(folder.path())?.as_raw_fd())?);
            // Somebody who removes abandoned folders may have come in between.
            if is_locked_by(&lock) && folder.path().exists() {
                // Only the first call has an effect, and a command makes one folder.
                let _ = tempfile::env::override_temp_dir(folder.path());
                return Ok(Scratch { _folder: folder, _lock: lock });
            }
        }
    }
}

/// Takes the lock on a folder, unless somebody has it.
fn is_locked_by(folder: &File) -> bool {
    // SAFETY: the descriptor is open.
    unsafe { libc::flock(folder.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) == 0 }
}

/// Removes folders of ours whose owner is gone. What can't be removed stays: it is somebody else's.
fn remove_abandoned(temporary: &Path) {
    let Ok(entries) = fs::read_dir(temporary) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let is_ours =
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX));
        if is_ours && path.is_dir() && File::open(&path).is_ok_and(|folder| is_locked_by(&folder)) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::{is_locked_by, remove_abandoned};

    #[test]
    fn only_what_is_abandoned_is_removed() {
        let root = tempfile::tempdir().unwrap();
        let [used, abandoned, other] = ["counterpoint-used", "counterpoint-abandoned", "other"]
            .map(|name| root.path().join(name));
        for folder in [&used, &abandoned, &other] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("file"), "").unwrap();
        }
        let lock = File::open(&used).unwrap();
        assert!(is_locked_by(&lock));
        remove_abandoned(root.path());
        assert_eq!([used, abandoned, other].map(|folder| folder.exists()), [true, false, true]);
    }
}
