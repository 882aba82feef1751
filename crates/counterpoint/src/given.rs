//! What a program is given that stands for anything, as the command line says it: `--stdin` and `--args`.

use clap::Args;
use engine::SymbolicInput;

/// Symbolic standard input and arguments.
#[derive(Args)]
pub(crate) struct Given {
    /// Explore standard inputs of up to N bytes; without this, it is empty
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=MOST))]
    stdin: Option<u64>,

    /// Explore up to N arguments of up to M characters each; without this, there are none
    #[arg(long, value_name = "N,M", value_parser = count_and_length)]
    args: Option<(u32, u64)>,
}

/// No exploration gets anywhere near such numbers; more would only take memory.
const MOST: u64 = 1 << 16;

impl Given {
    /// Was any asked for? Then it is `main` that takes it.
    pub(crate) fn is_symbolic(&self) -> bool {
        self.stdin.is_some() || self.args.is_some()
    }

    /// What was asked for.
    pub(crate) fn symbolic(&self) -> SymbolicInput {
        let (args, length) = self.args.unwrap_or_default();
        SymbolicInput { stdin: self.stdin.unwrap_or_default(), args, length }
    }
}

/// `2,8`: up to two arguments of up to eight characters.
fn count_and_length(text: &str) -> Result<(u32, u64), String> {
    let form = || "say how many arguments and how long, such as 2,8".to_owned();
    let (count, length) = text.split_once(',').ok_or_else(form)?;
    let count: u32 = count.trim().parse().map_err(|_| form())?;
    let length: u64 = length.trim().parse().map_err(|_| form())?;
    match u64::from(count).checked_mul(length.max(1)) {
        Some(0..=MOST) => Ok((count, length)),
        _ => Err(format!("all arguments together may have {MOST} characters")),
    }
}
