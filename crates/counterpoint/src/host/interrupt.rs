//! Ctrl-C and SIGTERM: a request to come to an end, with what is there.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::time::Duration;

/// The signal that came, and when, in milliseconds of the monotonic clock.
static SIGNAL: AtomicI32 = AtomicI32::new(0);
static SINCE: AtomicU64 = AtomicU64::new(0);

/// Is there anything to tell yet?
static EXPLORING: AtomicBool = AtomicBool::new(false);

/// Was the end asked for?
pub(crate) fn requested() -> bool {
    SIGNAL.load(Ordering::Relaxed) != 0
}

/// From now on, something may be found that is worth waiting for.
pub(crate) fn is_exploring() {
    EXPLORING.store(true, Ordering::Relaxed);
}

/// Was it asked for so long ago that even what was found is not looked at any more? Before anything could be found, there
/// is nothing to wait for. After Ctrl-C what was found is of interest, and it can be pressed again; SIGTERM asks for the end.
pub(crate) fn patience_is_over() -> bool {
    let patience = match SIGNAL.load(Ordering::Acquire) {
        0 => return false,
        _ if !EXPLORING.load(Ordering::Relaxed) => return true,
        libc::SIGINT => Duration::from_secs(10),
        _ => Duration::from_millis(800),
    };
    now().saturating_sub(SINCE.load(Ordering::Relaxed)) >= patience.as_millis() as u64
}

fn now() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes to a variable of ours; may be called in a signal handler.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
    now.tv_sec as u64 * 1000 + now.tv_nsec as u64 / 1_000_000
}

/// From now on, the first Ctrl-C or SIGTERM is a request.
pub(crate) fn catch() {
    extern "C" fn note(signal: i32) {
        SINCE.store(now(), Ordering::Relaxed);
        SIGNAL.store(signal, Ordering::Release);
    }
    if requested() {
        return;
    }
    // SAFETY: all zero is an action without flags and with an empty mask.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = note as extern "C" fn(i32) as libc::sighandler_t;
    // The second Ctrl-C ends the process. Waiting for input is ended by the first: no SA_RESTART.
    action.sa_flags = libc::SA_RESETHAND;
    for signal in [libc::SIGINT, libc::SIGTERM] {
        // SAFETY: the handler only asks the clock and stores to atomics.
        unsafe { libc::sigaction(signal, &action, std::ptr::null_mut()) };
    }
}
