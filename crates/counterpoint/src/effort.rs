//! How much to explore, and in which order: the options of `test` that say so.

use std::time::Duration;

use clap::{Args, ValueEnum};
use engine::{Limits, Search};

use crate::budget::Budget;

/// The options.
#[derive(Args)]
pub(crate) struct Effort {
    /// How functions that are called are explored
    #[arg(long, value_enum, default_value_t = Mode::Auto)]
    pub mode: Mode,

    /// How the solver is told what calls give, where functions are composed
    #[arg(long, value_enum, default_value_t = Encoding::Instances)]
    encoding: Encoding,

    /// Which side of a decision is explored next
    #[arg(long, value_enum, default_value_t = Order::Coverage)]
    search: Order,

    /// What random inputs and choices depend on: the same seed gives the same tests
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// How long the whole command may take, native builds and runs included: 60s, 500ms, 2m. Exploring has most of it,
    /// shared out between the functions
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// Stop exploring a function after this many runs
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_runs: u64,

    /// Give up a path after this many decisions over the inputs
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_decisions: usize,

    /// Give up a path in a loop, or a recursion, with more turns that the inputs decide about
    #[arg(long, value_name = "N", default_value_t = 256)]
    max_depth: u32,

    /// Give up a run after this many instructions
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub max_instructions: u64,

    /// What may be kept in memory for later, and what each compiler, tool and native test may use: 500M, 2G. With more to
    /// keep, sides are explored by running from the start
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = size)]
    pub memory: u64,

    /// How many random restarts may find nothing new, where the inputs don't decide about everything
    #[arg(long, value_name = "N", default_value_t = 5)]
    restarts: u64,
}

/// What to do about calls.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// Whatever pays: mostly with their caller, but functions that are called again and again are composed
    Auto,
    /// Explore them with their caller, each time again
    Dart,
    /// Compose function trees, and explore all of a function before its callers
    Smart,
    /// Compose function trees, and explore of a function what is relevant
    Demand,
}

/// What the solver is told.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Encoding {
    /// A copy of the callee's tree for every call that matters
    Instances,
    /// The axioms of the paper on demand-driven composition, with quantifiers: slower, for comparison
    Quantified,
    /// A copy for every call; each answer is checked with the axioms
    Compared,
}

/// Orders of search.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Order {
    /// The last decision first
    Dfs,
    /// The first decision first
    Bfs,
    /// Any decision, by the seed
    Random,
    /// What is nearest to a branch that is not covered yet
    Coverage,
    /// By turns the branch, the call stack and the depth that were chosen least often
    Fair,
    /// Only branches that are not covered yet: quick, but it misses what needs a certain way to a branch
    UncoveredOnly,
}

impl Effort {
    /// What the engine is told.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            runs: self.max_runs,
            decisions: self.max_decisions,
            depth: self.max_depth,
            memory: self.memory,
            restarts: self.restarts,
            seed: self.seed,
            search: self.search.into(),
            mode: match self.mode {
                Mode::Auto => engine::Mode::Auto,
                Mode::Dart => engine::Mode::Dart,
                Mode::Smart => engine::Mode::Smart,
                Mode::Demand => engine::Mode::Demand,
            },
            encoding: match self.encoding {
                Encoding::Instances => engine::Encoding::Instances,
                Encoding::Quantified => engine::Encoding::Quantified,
                Encoding::Compared => engine::Encoding::Compared,
            },
            ..Limits::default()
        }
    }

    /// What the command may use, from now on.
    pub(crate) fn budget(&self) -> Budget {
        Budget::new(self.time, self.memory)
    }
}

impl From<Order> for Search {
    fn from(order: Order) -> Search {
        match order {
            Order::Dfs => Search::Dfs,
            Order::Bfs => Search::Bfs,
            Order::Random => Search::Random,
            Order::Coverage => Search::Coverage,
            Order::Fair => Search::Fair,
            Order::UncoveredOnly => Search::UncoveredOnly,
        }
    }
}

/// `60s`, `500ms`, `2m`; a number alone is in seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: u64 =
        number.parse().map_err(|_| "a time is a number and s, ms, m or h".to_owned())?;
    let milliseconds = match unit {
        "ms" => 1,
        "" | "s" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return Err(format!("`{unit}` is no unit of time: say s, ms, m or h")),
    };
    Ok(Duration::from_millis(number.saturating_mul(milliseconds)))
}

/// `500M`, `2G`; a number alone is in bytes.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().map_err(|_| "a size is a number and K, M or G".to_owned())?;
    let shift = match unit {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err(format!("`{unit}` is no unit of memory: say K, M or G")),
    };
    Ok(number.saturating_mul(1 << shift))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{duration, size};

    #[test]
    fn times() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("7"), Ok(Duration::from_secs(7)));
        assert!(duration("s").is_err() && duration("3 days").is_err());
    }

    #[test]
    fn sizes() {
        assert_eq!(size("2G"), Ok(2 << 30));
        assert_eq!(size("100"), Ok(100));
        assert!(size("G").is_err() && size("2 G").is_err());
    }
}
