//! `counterpoint ir`: prints the IR that would be executed.

use clap::Args;

use crate::error::{ExitCode, Failure};
use crate::frontend::load;
use crate::host::budget::Budget;
use crate::options::program_files::ProgramFiles;
use crate::toolchain::Toolchain;

/// What `ir` is given.
#[derive(Args)]
pub(crate) struct Ir {
    #[command(flatten)]
    input: ProgramFiles,

    /// Only this function
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
}

/// Prints the program, or one function of it.
pub(crate) fn show(command: &Ir) -> Result<i32, Failure> {
    let program = load::load(&command.input, &Toolchain::new(Budget::unlimited()))?.program;
    match &command.function {
        None => anstream::print!("{program}"),
        Some(name) => {
            let found =
                program.functions.iter().position(|f| f.name == *name || f.display_name() == name);
            let index = found.ok_or_else(|| {
                Failure::new(ExitCode::BadInput, format!("there is no function `{name}`"))
            })?;
            anstream::print!("{}", program.function_text(ir::FuncId::new(index)));
        }
    }
    Ok(0)
}
