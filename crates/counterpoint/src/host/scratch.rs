//! The scratch folder: all temporary files of a command are in one, which goes when the command ends.
//!
//! What is killed can't remove anything: the next command removes the folders whose owner is gone. Such a folder has a name
//! of ours, belongs to the same user, and has a file that says what it is. The owner holds a lock on that
//! file, which the system takes away from the dead. Nothing else is ever removed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use tempfile::TempDir;

use super::quiet;

const PREFIX: &str = ".counterpoint-scratch-";

/// The file that says whose the folder is, and what is in it.
const LOCK: &str = "counterpoint.lock";
const MARK: &str =
    "A folder for temporary files of Counterpoint, which removes it with all that is in it.\n";

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
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let lock = mark(folder.path())?;
        // Only the first call has an effect, and a command makes one folder.
        let _ = tempfile::env::override_temp_dir(folder.path());
        Ok(Scratch { _folder: folder, _lock: lock })
    }
}

/// Makes a folder one of ours, and locks it. Its mark is written last: it is not removed before it is locked.
fn mark(folder: &Path) -> io::Result<File> {
    let file = File::create_new(folder.join(LOCK))?;
    // Out of the way: a program that is run counts its descriptors from 3 on.
    let mut lock = File::from(quiet::duplicate(file.as_raw_fd())?);
    // Who looks for abandoned folders may be looking at this one, which takes no time.
    // SAFETY: the descriptor is open.
    if unsafe { libc::flock(lock.as_raw_fd(), libc::LOCK_EX) } != 0 {
        return Err(io::Error::last_os_error());
    }
    lock.write_all(MARK.as_bytes())?;
    Ok(lock)
}

/// Takes the lock, unless it is taken.
fn takes_lock(file: &File) -> bool {
    // SAFETY: the descriptor is open.
    unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) == 0 }
}

/// Removes folders of ours whose owner is gone.
fn remove_abandoned(temporary: &Path) {
    let Ok(entries) = fs::read_dir(temporary) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        // Until the folder is gone, no other process removes it.
        if let Some(_lock) = lock_of_abandoned(&path) {
            // What can't be removed stays.
            let _ = fs::remove_dir_all(&path);
        }
    }
}

/// The lock on a folder, if it is one of ours and free.
fn lock_of_abandoned(folder: &Path) -> Option<File> {
    // SAFETY: asks for a number.
    let user = unsafe { libc::geteuid() };
    let is_named = folder.file_name()?.to_string_lossy().starts_with(PREFIX);
    // A link to a folder is none.
    let is_own = |it: fs::Metadata| it.is_dir() && it.uid() == user;
    if !is_named || !fs::symlink_metadata(folder).is_ok_and(is_own) {
        return None;
    }
    let mut options = OpenOptions::new();
    // A file and nothing else: no link, and nothing that has to be waited for.
    options.read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
    let mut lock = options.open(folder.join(LOCK)).ok()?;
    let is_file = lock.metadata().is_ok_and(|it| it.is_file() && it.uid() == user);
    if !is_file || !takes_lock(&lock) {
        return None;
    }
    let mut text = String::new();
    (lock.read_to_string(&mut text).is_ok() && text == MARK).then_some(lock)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::{LOCK, MARK, mark, remove_abandoned};

    #[test]
    fn only_what_is_abandoned_is_removed() {
        let root = tempfile::tempdir().unwrap();
        let [used, abandoned] = [".counterpoint-scratch-used", ".counterpoint-scratch-abandoned"]
            .map(|name| root.path().join(name));
        for folder in [&used, &abandoned] {
            fs::create_dir(folder).unwrap();
        }
        let _lock = mark(&used).unwrap();
        drop(mark(&abandoned).unwrap());
        remove_abandoned(root.path());
        assert_eq!([used, abandoned].map(|folder| folder.exists()), [true, false]);
    }

    #[test]
    fn what_another_process_made_stays() {
        let root = tempfile::tempdir().unwrap();
        let [sources, unmarked, other_mark, target] =
            ["counterpoint-1.0", ".counterpoint-scratch-1", ".counterpoint-scratch-2", "target"]
                .map(|name| root.path().join(name));
        for folder in [&sources, &unmarked, &other_mark, &target] {
            fs::create_dir(folder).unwrap();
        }
        fs::write(sources.join(LOCK), MARK).unwrap();
        fs::write(other_mark.join(LOCK), "something else").unwrap();
        fs::write(target.join(LOCK), MARK).unwrap();
        symlink(&target, root.path().join(".counterpoint-scratch-link")).unwrap();
        remove_abandoned(root.path());
        for folder in [sources, unmarked, other_mark, target] {
            assert!(folder.exists(), "{}", folder.display());
        }
    }
}
