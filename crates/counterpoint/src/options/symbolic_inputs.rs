//! What a program is given that stands for anything, as the command line says it: `--stdin` and `--args`.

use clap::Args;
use engine::{ExploredPath, Incomplete, InputSource, SymbolicInput};

/// Symbolic standard input and arguments.
#[derive(Args)]
pub(crate) struct SymbolicInputs {
    /// Symbolic standard input of up to N bytes; without this and --args it is empty for a program that marks its
    /// inputs, and of up to 8 bytes for every other
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=MOST))]
    stdin: Option<u64>,

    /// Up to N symbolic arguments of up to M characters each, after the program's name, which is "program"; without this and
    /// --stdin there are none for a program that marks its inputs, and up to 2 of up to 5 characters for every other
    #[arg(long, value_name = "N,M", value_parser = count_and_length)]
    args: Option<(u32, u64)>,
}

/// No exploration gets anywhere near such numbers; more would only take memory.
const MOST: u64 = 1 << 16;

impl SymbolicInputs {
    /// Was any asked for? Then it is `main` that takes it.
    pub(crate) fn is_symbolic(&self) -> bool {
        self.stdin.is_some() || self.args.is_some()
    }

    /// What was asked for. Where nothing was, a program that marks its inputs is given nothing else, and any other
    /// function a little.
    pub(crate) fn or_default(&self, marks_input: bool) -> SymbolicInput {
        if !self.is_symbolic() && !marks_input {
            return LITTLE;
        }
        let (args, length) = self.args.unwrap_or_default();
        SymbolicInput { stdin: self.stdin.unwrap_or_default(), args, length }
    }

    /// The bounds that were not asked for, where paths depend on it: there may be more beyond them.
    pub(crate) fn default_bounds(&self, paths: &[ExploredPath]) -> Vec<Incomplete> {
        if self.is_symbolic() {
            return Vec::new();
        }
        let SymbolicInput { stdin, args, length } = LITTLE;
        let takes = |wanted: fn(&InputSource) -> bool| {
            paths.iter().any(|path| path.inputs.iter().any(|input| wanted(&input.source)))
        };
        let read = takes(|source| *source == InputSource::StandardInput);
        let given = takes(|source| matches!(source, InputSource::Argument(_)));
        let read = read.then(|| Incomplete::Given {
            what: format!("standard input of at most {stdin} bytes"),
            option: Some("--stdin"),
        });
        let given = given.then(|| Incomplete::Given {
            what: format!("at most {args} arguments of at most {length} characters"),
            option: Some("--args"),
        });
        read.into_iter().chain(given).collect()
    }
}

/// Enough for a first look at programs that say nothing about their input. An argument has room for three fields and what is between
/// them (`1-2-3`); each character more is three times as many paths where such a thing is read.
const LITTLE: SymbolicInput = SymbolicInput { stdin: 8, args: 2, length: 5 };

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
