//! What ends a query in flight: a limit of time or memory, or that the answer isn't wanted any more.
//!
//! Bitwuzla asks, in our own thread, whenever it has worked a little.

use std::ffi::c_void;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::solver::StopSignal;
use crate::solver::backend::INTERRUPTED;

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(20);

pub(super) struct Watch<'a> {
    stop: Option<&'a StopSignal>,
    end: Instant,
    /// What the process may have, in megabytes.
    memory: u64,
    next: Instant,
    reason: Option<&'static str>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(stop: Option<&'a StopSignal>, end: Instant, memory: u64) -> Watch<'a> {
        Watch { stop, end, memory, next: Instant::now() + PAUSE, reason: None }
    }

    /// Why the query was ended, if it was ended from here.
    pub(super) fn reason(&self) -> Option<&'static str> {
        self.reason
    }

    /// Is it over? For Bitwuzla to ask.
    pub(super) extern "C" fn asked(this: *mut c_void) -> bool {
        // SAFETY: it is asked with the watch that `check` was given, which nothing else uses until it returns.
        let watch = unsafe { &mut *this.cast::<Watch<'_>>() };
        // A panic must not go through foreign frames; it was reported.
        catch_unwind(AssertUnwindSafe(|| watch.look())).unwrap_or(true)
    }

    fn look(&mut self) -> bool {
        let now = Instant::now();
        if now >= self.next {
            self.next = now + PAUSE;
            self.reason = match () {
                () if self.stop.is_some_and(|stop| stop()) => Some(INTERRUPTED),
                () if now >= self.end => Some("timeout"),
                () if memory_in_use() > self.memory => Some("out of memory"),
                () => None,
            };
        }
        self.reason.is_some()
    }
}

/// What the process has now, in megabytes; 0 where the system doesn't say.
pub(super) fn memory_in_use() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm").ok();
    let resident = pages.as_deref().and_then(|pages| pages.split(' ').nth(1)?.parse::<u64>().ok());
    // Where pages are larger, the limit is lower than it was meant.
    resident.unwrap_or(0) / (1024 / 4)
}
