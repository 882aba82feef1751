//! How much to explore, and in which order: the options of `test` that say so.

use std::time::Duration;

use clap::{Args, ValueEnum};
use engine::{Limits, Search, Strategy};

use crate::host::budget::Budget;

/// The options.
#[derive(Args)]
pub(crate) struct ExplorationOptions {
    #[command(flatten)]
    strategy: StrategyOptions,

    #[command(flatten)]
    pub limits: LimitOptions,
}

/// Which way to go.
#[derive(Args)]
struct StrategyOptions {
    /// How calls are treated: inlined, or composed of function summaries
    #[arg(long, value_enum, default_value_t = Mode::Auto)]
    pub mode: Mode,

    /// How summaries of callees are encoded for the solver, where calls are composed
    #[arg(long, value_enum, default_value_t = Encoding::Instances)]
    encoding: Encoding,

    /// Which dangling side of a branch is explored next
    #[arg(long, value_enum, default_value_t = SearchOrder::Coverage)]
    search: SearchOrder,

    /// The seed of random inputs and choices: the same seed gives the same tests
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// When to stop.
#[derive(Args)]
pub(crate) struct LimitOptions {
    /// How long the whole command may take, native builds and runs included: 60s, 500ms, 2m. Exploring has most of it,
    /// shared out between the functions
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// Stop exploring a function after this many executions
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_runs: u64,

    /// Cut off a path after this many branches on symbolic values
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_decisions: usize,

    /// Cut off a path after this many iterations of a loop, or levels of recursion, that depend on symbolic values
    #[arg(long, value_name = "N", default_value_t = 256)]
    max_depth: u32,

    /// Cut off an execution after this many instructions, and 100 more for each byte of its inputs
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub max_instructions: u64,

    /// The memory for states that wait to be explored, for a run, and for each compiler, tool and native test: 500M, 2G.
    /// States beyond it are executed again from the entry; what else exceeds it is stopped
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = size)]
    memory: u64,

    /// Give up after this many random restarts without anything new, where symbolic values were concretized
    #[arg(long, value_name = "N", default_value_t = 5)]
    restarts: u64,
}

/// What to do about calls.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// Whatever pays: calls are inlined, but functions that are called again and again are composed
    Auto,
    /// Inline every call: directed automated random testing
    Dart,
    /// Compose function summaries, bottom-up: all of a function before its callers
    Smart,
    /// Compose function summaries on demand: of a function what is relevant to its callers
    Demand,
}

/// What the solver is told.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Encoding {
    /// The callee's summary is instantiated for every relevant call
    Instances,
    /// Uninterpreted functions with quantified axioms, as in the paper on demand-driven composition: slower, for comparison
    Quantified,
    /// Instances; each answer is checked with the axioms
    Compared,
}

/// Orders of search.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SearchOrder {
    /// Depth first: the last branch
    Dfs,
    /// Breadth first: the first branch
    Bfs,
    /// Any, by the seed
    Random,
    /// The nearest to an uncovered branch
    Coverage,
    /// By turns the branch, the call stack and the depth that were chosen least often
    Fair,
    /// Uncovered branches only: quick, but it misses bugs that need a certain path to a covered branch
    UncoveredOnly,
}

impl ExplorationOptions {
    /// When the engine is to stop.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            runs: self.limits.max_runs,
            decisions: self.limits.max_decisions,
            depth: self.limits.max_depth,
            memory: self.limits.memory,
            restarts: self.limits.restarts,
            ..Limits::default()
        }
    }

    /// Which way the engine is to go.
    pub(crate) fn strategy(&self) -> Strategy {
        Strategy {
            seed: self.strategy.seed,
            search: self.strategy.search.into(),
            mode: match self.strategy.mode {
                Mode::Auto => engine::Mode::Auto,
                Mode::Dart => engine::Mode::Dart,
                Mode::Smart => engine::Mode::Smart,
                Mode::Demand => engine::Mode::Demand,
            },
            encoding: match self.strategy.encoding {
                Encoding::Instances => engine::Encoding::Instances,
                Encoding::Quantified => engine::Encoding::Quantified,
                Encoding::Compared => engine::Encoding::Compared,
            },
            ..Strategy::default()
        }
    }

    /// What the command may use, from now on.
    pub(crate) fn budget(&self) -> Budget {
        Budget::new(self.limits.time, self.limits.memory)
    }
}

impl From<SearchOrder> for Search {
    fn from(order: SearchOrder) -> Search {
        match order {
            SearchOrder::Dfs => Search::Dfs,
            SearchOrder::Bfs => Search::Bfs,
            SearchOrder::Random => Search::Random,
            SearchOrder::Coverage => Search::Coverage,
            SearchOrder::Fair => Search::Fair,
            SearchOrder::UncoveredOnly => Search::UncoveredOnly,
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
pub(crate) fn size(text: &str) -> Result<u64, String> {
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
