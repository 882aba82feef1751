//! Silence: while a program is explored, what it prints goes nowhere, and it has nothing to read. Afterwards we are in the
//! folder where we were, wherever it went.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd};
use std::panic;
use std::sync::atomic::{AtomicI32, Ordering};

/// The standard descriptors as they were; dropping it brings them back.
pub(crate) struct Quiet {
    saved: Vec<(i32, OwnedFd)>,
    folder: OwnedFd,
}

impl Quiet {
    /// Turns the standard descriptors to the null device.
    pub(crate) fn start() -> io::Result<Quiet> {
        let null = OpenOptions::new().read(true).write(true).open("/dev/null")?;
        let folder = duplicate(File::open(".")?.as_raw_fd())?;
        let mut quiet = Quiet { saved: Vec::new(), folder };
        for standard in [libc::STDIN_FILENO, libc::STDOUT_FILENO, libc::STDERR_FILENO] {
            quiet.saved.push((standard, duplicate(standard)?));
            replace(standard, null.as_raw_fd());
        }
        quiet.let_panics_through();
        Ok(quiet)
    }

    /// A failure of our own must be heard.
    fn let_panics_through(&self) {
        let stderr = self.saved.iter().find(|(standard, _)| *standard == libc::STDERR_FILENO);
        SAVED_STDERR.store(stderr.map_or(-1, |(_, saved)| saved.as_raw_fd()), Ordering::Relaxed);
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            match SAVED_STDERR.load(Ordering::Relaxed) {
                -1 => {}
                saved => replace(libc::STDERR_FILENO, saved),
            }
            usual(info);
        }));
    }
}

/// Where messages went before; -1 outside of the silence.
static SAVED_STDERR: AtomicI32 = AtomicI32::new(-1);

impl Drop for Quiet {
    fn drop(&mut self) {
        SAVED_STDERR.store(-1, Ordering::Relaxed);
        self.saved.iter().for_each(|(standard, saved)| replace(*standard, saved.as_raw_fd()));
        // SAFETY: goes to a folder that is open. It fails only if that is gone, and then there is no way back.
        unsafe { libc::fchdir(self.folder.as_raw_fd()) };
    }
}

/// A copy that programs we start don't inherit, far from the descriptors that the explored program sees.
pub(crate) fn duplicate(descriptor: i32) -> io::Result<OwnedFd> {
    // SAFETY: makes a descriptor.
    let copy = unsafe { libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, 100) };
    match copy {
        -1 => Err(io::Error::last_os_error()),
        // SAFETY: it is new, and nobody else's.
        copy => Ok(unsafe { OwnedFd::from_raw_fd(copy) }),
    }
}

fn replace(standard: i32, by: i32) {
    // SAFETY: both are open; a standard descriptor is closed by nobody here.
    unsafe { libc::dup2(by, standard) };
}
