//! Checks that are off unless they are asked for: `--check`.

use clap::{Args, ValueEnum};

/// The option.
#[derive(Args)]
pub(crate) struct Checks {
    /// Check for more than the usual errors
    #[arg(long, value_enum, value_name = "WHAT")]
    check: Vec<Check>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Check {
    /// Heap blocks that nothing points to at the end
    Leaks,
}

impl Checks {
    /// Is losing a block an error?
    pub(crate) fn leaks(&self) -> bool {
        self.check.contains(&Check::Leaks)
    }
}
