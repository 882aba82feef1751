//! Ctrl-C and SIGTERM: a request to come to an end, with what is there.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Was the end asked for?
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// From now on, the first Ctrl-C or SIGTERM is a request.
pub(crate) fn catch() {
    extern "C" fn note(_signal: i32) {
        REQUESTED.store(true, Ordering::Relaxed);
    }
    // SAFETY: all zero is an action without flags and with an empty mask.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = note as extern "C" fn(i32) as libc::sighandler_t;
    // The second Ctrl-C ends the process. Waiting for input is ended by the first: no SA_RESTART.
    action.sa_flags = libc::SA_RESETHAND;
    for signal in [libc::SIGINT, libc::SIGTERM] {
        // SAFETY: the handler only stores to an atomic.
        unsafe { libc::sigaction(signal, &action, std::ptr::null_mut()) };
    }
}
