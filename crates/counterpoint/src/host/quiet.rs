//! Quiet: the thread in which a program is explored. Whatever its native calls do there, it is done to that thread: what it
//! prints goes nowhere, and it has nothing to read; it has descriptors and a current folder of its own, as a new process
//! would, so that ours are out of its reach. Its child processes end with it.
//!
//! Its environment is that of the whole process, and has no variables at first, as that of a written test. Nothing else looks
//! there meanwhile: processes that we start have the one that we were started with, and so have we once the thread is over.

use std::any::Any;
use std::backtrace::Backtrace;
use std::fs::OpenOptions;
use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, IntoRawFd as _, OwnedFd};
use std::panic;
use std::path::PathBuf;
use std::sync::{Mutex, Once, PoisonError};
use std::thread;

use super::child;

const NAME: &str = "exploration";

/// As much as the main thread is given at most by other systems; only what is used takes memory.
const STACK: usize = 64 << 20;

/// Does something in such a thread. `meanwhile` is done here and ends when the other does.
pub(crate) fn in_quiet<T: Send>(
    work: impl FnOnce() -> T + Send,
    meanwhile: impl FnOnce(),
) -> io::Result<T> {
    keep_panics();
    let _afterwards = Afterwards;
    child::empty_environment();
    thread::scope(|scope| {
        let builder = thread::Builder::new().name(NAME.to_owned()).stack_size(STACK);
        let handle = builder.spawn_scoped(scope, || {
            let quiet = Quiet::start()?;
            let result = work();
            drop(quiet);
            Ok(result)
        })?;
        meanwhile();
        handle.join().unwrap_or_else(|panic| tell(panic))
    })
}

/// What is to be done when the thread is over, even if it failed.
struct Afterwards;

impl Drop for Afterwards {
    fn drop(&mut self) {
        child::restore_environment();
        child::end_strangers();
    }
}

/// The state of the process that a program may have changed; dropping it brings that back.
struct Quiet {
    folder: Option<PathBuf>,
    /// Where the standard descriptors are kept, if the thread shares them with all others.
    saved: Vec<(i32, i32)>,
}

impl Quiet {
    fn start() -> io::Result<Quiet> {
        let folder = std::env::current_dir().ok();
        let standard = [libc::STDIN_FILENO, libc::STDOUT_FILENO, libc::STDERR_FILENO];
        // Where the system refuses even that, the standard descriptors are put back afterwards, and no more can be done.
        let saved = match has_own_descriptors() {
            true => Vec::new(),
            false => standard
                .into_iter()
                .map(|standard| Ok((standard, duplicate(standard)?.into_raw_fd())))
                .collect::<io::Result<_>>()?,
        };
        // SAFETY: concerns this thread alone. Where it is refused, the folder is shared, and gone back to.
        unsafe { libc::unshare(libc::CLONE_FS) };
        let null = OpenOptions::new().read(true).write(true).open("/dev/null")?;
        standard.into_iter().for_each(|standard| replace(standard, null.as_raw_fd()));
        Ok(Quiet { folder, saved })
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        for &(standard, saved) in &self.saved {
            replace(standard, saved);
            // SAFETY: nothing else knows it. The program may have closed it, which is no harm.
            unsafe { libc::close(saved) };
        }
        // It fails only if the folder is gone, and then there is no way back.
        let _ = self.folder.as_ref().map(std::env::set_current_dir);
    }
}

/// Gives this thread a table of descriptors of its own, which has only the standard ones.
fn has_own_descriptors() -> bool {
    const FIRST: u32 = 3;
    // SAFETY: from here on this thread has no descriptors of ours to lose: it owns none, and those of others aren't closed.
    unsafe {
        libc::syscall(libc::SYS_close_range, FIRST, u32::MAX, libc::CLOSE_RANGE_UNSHARE) == 0
            || libc::unshare(libc::CLONE_FILES) == 0
    }
}

/// What a failure of our own says, from a thread that isn't heard.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

fn keep_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Whether to have one is asked of the environment once, which has no variables later.
        drop(Backtrace::capture());
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| match thread::current().name() {
            Some(NAME) => {
                let text = format!("{info}\n{}", Backtrace::capture());
                *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
            }
            _ => usual(info),
        }));
    });
}

fn tell(panic: Box<dyn Any + Send>) -> ! {
    if let Some(text) = PANIC.lock().unwrap_or_else(PoisonError::into_inner).take() {
        eprintln!("{text}");
    }
    panic::resume_unwind(panic)
}

/// A copy that programs we start don't inherit.
pub(crate) fn duplicate(descriptor: i32) -> io::Result<OwnedFd> {
    // SAFETY: makes a descriptor.
    let copy = unsafe { libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, 100) };
    match copy {
        -1 => Err(io::Error::last_os_error()),
        // SAFETY: it is new, and ours alone.
        copy => Ok(unsafe { OwnedFd::from_raw_fd(copy) }),
    }
}

fn replace(standard: i32, by: i32) {
    // SAFETY: both are open; a standard descriptor is never closed here.
    unsafe { libc::dup2(by, standard) };
}
