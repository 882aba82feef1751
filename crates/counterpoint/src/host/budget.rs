//! The budget of a command: how long it may take, and how much memory it and each of its child processes may use.
//!
//! Nothing here stops anything: what does work asks.

use std::fmt;
use std::time::{Duration, Instant};

use super::child;
use super::interrupt;

/// What a command may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    began: Instant,
    time: Option<Duration>,
    /// Bytes.
    memory: u64,
}

/// Why something was cut off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    /// The time of the whole command is over.
    Time(Duration),
    /// It was asked to end.
    Interrupted,
    /// A child process used more memory than that.
    Memory { program: String, limit: u64 },
    /// A child process wrote more than that.
    Output { program: String, limit: u64 },
}

impl Budget {
    /// As much time as it takes; the memory that a tool may need.
    pub(crate) fn unlimited() -> Budget {
        Budget::new(None, 2 << 30)
    }

    /// From now on.
    pub(crate) fn new(time: Option<Duration>, memory: u64) -> Budget {
        Budget { began: Instant::now(), time, memory }
    }

    /// What each child process may use, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }

    /// What the engine may keep, in bytes: it counts what it knows of, and that is not all.
    pub(crate) fn kept(&self) -> u64 {
        self.memory / 2
    }

    /// Does this process use nearly all that it may?
    pub(crate) fn is_memory_short(&self) -> bool {
        child::resident_alone(std::process::id()).is_some_and(|used| used > self.memory / 8 * 7)
    }

    /// May the time be over before everything is done?
    pub(crate) fn is_limited(&self) -> bool {
        self.time.is_some()
    }

    /// Since the command began.
    pub(crate) fn used(&self) -> Duration {
        self.began.elapsed()
    }

    /// An exploration that takes longer than that doesn't say everything at once: what is found is worth trying before its end.
    pub(crate) fn long(&self) -> Duration {
        const LONG: Duration = Duration::from_secs(1);
        self.time.map_or(LONG, |time| LONG.min(time / 8))
    }

    /// When to stop exploring: building the tests natively, running them and measuring coverage takes time, too. How much
    /// is not known before, but loading the program, which has just been done, takes a part of the same work.
    pub(crate) fn exploring_until(&self) -> Option<Instant> {
        let time = self.time?;
        let reserve = (self.used() * 6 + Duration::from_millis(800)).max(time / 8).min(time / 2);
        Some(self.began + (time - reserve))
    }

    /// Is it time to take the inputs as they are, after an exploration that was to end then?
    pub(crate) fn is_late(&self, exploring_until: Option<Instant>) -> bool {
        let Some((until, time)) = exploring_until.zip(self.time) else {
            return interrupt::requested();
        };
        let reserve = (self.began + time).saturating_duration_since(until);
        interrupt::requested() || Instant::now() >= until + reserve / 8
    }

    /// Is it over?
    pub(crate) fn cut(&self) -> Option<Cut> {
        match self.time {
            Some(time) if self.used() >= time => Some(Cut::Time(time)),
            _ if interrupt::patience_is_over() => Some(Cut::Interrupted),
            _ => None,
        }
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cut::Time(time) => {
                write!(f, "the time was over after {} seconds (see --time)", time.as_secs_f64())
            }
            Cut::Interrupted => write!(f, "it was interrupted"),
            Cut::Memory { program, limit } => {
                write!(f, "{program} used more than {} MB of memory (see --memory)", limit >> 20)
            }
            Cut::Output { program, limit } => {
                write!(f, "{program} wrote more than {} MB (see --memory)", limit >> 20)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Budget;

    #[test]
    fn what_comes_after_the_exploration_has_its_reserve() {
        let explores = |seconds| {
            let budget = Budget::new(Some(Duration::from_secs(seconds)), 0);
            let until = budget.exploring_until().unwrap();
            until.saturating_duration_since(Instant::now()).as_secs_f64()
        };
        assert!((0.4..=0.5).contains(&explores(1)), "{}", explores(1));
        assert!((4.0..=4.2).contains(&explores(5)), "{}", explores(5));
        assert!((52.0..=52.5).contains(&explores(60)), "{}", explores(60));
        assert!(Budget::unlimited().exploring_until().is_none());
    }
}
