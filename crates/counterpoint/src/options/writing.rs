//! Where tests go, and whether they are tried before: options of the commands that write them.

use std::path::PathBuf;

use clap::Args;

/// The options.
#[derive(Args)]
pub(crate) struct Writing {
    /// Where the tests are written
    #[arg(long, value_name = "DIR", default_value = "counterpoint-out")]
    pub out: PathBuf,

    /// Leave the native program out: tests and reproducers are written as they were explored, all bugs are
    /// unconfirmed, and what is covered is not measured. `counterpoint replay` tries them later
    #[arg(long)]
    pub no_native: bool,
}
