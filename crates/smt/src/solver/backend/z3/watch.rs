//! A thread that ends a query in flight when its answer isn't wanted any more.
//!
//! Z3 looks at a flag of its context, which another thread may set. One thread for all queries of a solver looks
//! whether to do so, some times a second, as a thread for each would take longer than most of them.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::api::{Api, RawContext};
use super::context::Z3Context;
use crate::solver::StopSignal;

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(20);

pub(super) struct Watch {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    now: Mutex<Now>,
    over: Condvar,
}

/// What is going on.
#[derive(Default)]
struct Now {
    query: Option<InFlight>,
    interrupted: bool,
    over: bool,
}

/// The context that is at work.
struct InFlight {
    api: &'static Api,
    context: RawContext,
}

// SAFETY: the one function that is called with it is made for other threads.
unsafe impl Send for InFlight {}

impl Watch {
    pub(super) fn start(stop: StopSignal) -> Result<Watch, String> {
        let shared = Arc::new(Shared::default());
        let watched = shared.clone();
        let thread = thread::Builder::new().name("watch".to_string());
        let thread = thread
            .spawn(move || watched.watch(&stop))
            .map_err(|error| format!("a thread can't be started: {error}"))?;
        Ok(Watch { shared, thread: Some(thread) })
    }

    /// From here on, the context may be interrupted.
    pub(super) fn begin(&self, context: &Z3Context) {
        let mut now = self.shared.lock();
        now.query = Some(InFlight { api: context.api, context: context.raw });
        now.interrupted = false;
    }

    /// From here on, it may not. Was it?
    pub(super) fn end(&self) -> bool {
        let mut now = self.shared.lock();
        now.query = None;
        now.interrupted
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.lock().over = true;
        self.shared.over.notify_all();
        if let Some(thread) = self.thread.take() {
            // It panics only if `stop` does, which was reported then.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self, stop: &StopSignal) {
        let mut now = self.lock();
        while !now.over {
            if let Some(query) = now.query.as_ref().filter(|_| stop()) {
                // SAFETY: `end` takes the query away before its context goes.
                unsafe { (query.api.interrupt)(query.context) };
                now.interrupted = true;
            }
            let waited = self.over.wait_timeout(now, PAUSE);
            now = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
