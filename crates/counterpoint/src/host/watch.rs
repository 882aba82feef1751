//! The watch over native calls: a thread that ends those that are not waited for any more, and those that take more than their
//! share of the time, so that the rest of the exploration goes on.
//!
//! It is started outside of the thread that explores: what a program does to its descriptors doesn't concern it.

use std::ffi::c_ulong;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// The thread; it ends when this is dropped.
pub(crate) struct ResourceWatch {
    task: Arc<Mutex<Option<WatchedTask>>>,
}

/// An exploration that is watched, until this is dropped.
pub(crate) struct Watched<'w> {
    watch: &'w ResourceWatch,
}

struct WatchedTask {
    deadline: Option<Instant>,
    stop: Box<dyn Fn() -> bool + Send>,
    /// The call that was under way at the last look, and when it must have returned.
    call: Option<(c_ulong, Instant)>,
}

unsafe extern "C" {
    fn cp_guard_interrupt(call: c_ulong);
    fn cp_guard_call() -> c_ulong;
}

impl ResourceWatch {
    /// Without anything to watch yet.
    pub(crate) fn start() -> ResourceWatch {
        let task = Arc::new(Mutex::new(None));
        let watched = Arc::downgrade(&task);
        thread::spawn(move || {
            while look(&watched) {
                thread::sleep(PAUSE);
            }
        });
        ResourceWatch { task }
    }

    /// Watches over an exploration that is to end then, or as soon as `stop` says so.
    pub(crate) fn over(
        &self,
        deadline: Option<Instant>,
        stop: impl Fn() -> bool + Send + 'static,
    ) -> Watched<'_> {
        *locked(&self.task) = Some(WatchedTask { deadline, stop: Box::new(stop), call: None });
        Watched { watch: self }
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        *locked(&self.watch.task) = None;
    }
}

fn locked(task: &Mutex<Option<WatchedTask>>) -> MutexGuard<'_, Option<WatchedTask>> {
    task.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Is it still wanted?
fn look(watched: &Weak<Mutex<Option<WatchedTask>>>) -> bool {
    let Some(task) = watched.upgrade() else { return false };
    if let Some(task) = &mut *locked(&task) {
        task.look();
    }
    true
}

impl WatchedTask {
    fn look(&mut self) {
        const ANY: c_ulong = 0;
        if (self.stop)() {
            // SAFETY: sends a signal, if a call is under way.
            unsafe { cp_guard_interrupt(ANY) };
            return;
        }
        // SAFETY: reads a number.
        match unsafe { cp_guard_call() } {
            ANY => self.call = None,
            call => match self.call {
                Some((earlier, until)) if earlier == call => {
                    if Instant::now() >= until {
                        // If it is in the allocator, it goes on until another look.
                        // SAFETY: sends a signal, if that call is still under way.
                        unsafe { cp_guard_interrupt(call) };
                    }
                }
                _ => self.call = Some((call, Instant::now() + share(self.deadline))),
            },
        }
    }
}

/// How long a call may take: a part of the time that is left, so that there is always some for the rest. No test could take
/// that long either, if there is no limit.
fn share(deadline: Option<Instant>) -> Duration {
    const MOST: Duration = Duration::from_secs(10);
    let left = deadline.map(|end| end.saturating_duration_since(Instant::now()) / 8);
    left.unwrap_or(MOST).clamp(PAUSE, MOST)
}
