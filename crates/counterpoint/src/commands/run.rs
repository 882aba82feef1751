//! `counterpoint run`: executes a program as it would run natively, and reports what goes wrong.

use std::env;
use std::ffi::OsString;
use std::time::Instant;

use clap::Args;
use engine::{Externals as _, Image, Machine, Options, Outcome, RunLimits, StartUp, Unsupported};
use ir::{Global, Linkage, Program};

use crate::error::{ExitCode, Failure};
use crate::frontend::load;
use crate::host::budget::Budget;
use crate::host::interrupt;
use crate::host::native::Host;
use crate::options::checks::Checks;
use crate::options::program_files::ProgramFiles;
use crate::report::diagnostic;
use crate::terminal::layout::LineWidth;
use crate::toolchain::Toolchain;

/// What `run` is given.
#[derive(Args)]
pub(crate) struct Run {
    #[command(flatten)]
    input: ProgramFiles,

    #[command(flatten)]
    checks: Checks,

    /// Stop after about this many instructions
    #[arg(long, value_name = "N")]
    max_instructions: Option<u64>,

    /// Print how long loading and running took, and how many instructions were executed
    #[arg(long)]
    stats: bool,

    /// The program's own arguments
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<String>,
}

/// Bugs end with 1, what we can't do and limits with 2, as in every command.
const BUG: i32 = 1;
const STOPPED: i32 = 2;

/// Runs the program; the exit code is the program's own if it ended by itself.
pub(crate) fn run(command: &Run) -> Result<i32, Failure> {
    let start = Instant::now();
    let loaded = load::load(&command.input, &Toolchain::new(Budget::unlimited()))?;
    let program = &loaded.program;
    let mut host = Host::new(program.target);
    check_complete(program, &mut host)?;
    let image = match Image::new(program, &mut host) {
        Ok(image) => image,
        Err(unsupported) => {
            anstream::eprint!("{}", diagnostic::unsupported(program, &unsupported));
            return Ok(STOPPED);
        }
    };
    let load_seconds = start.elapsed().as_secs_f64();

    let options = Options {
        arithmetic: loaded.arithmetic,
        leaks: command.checks.leaks(),
        limits: RunLimits { instructions: command.max_instructions, ..RunLimits::default() },
        stop: &interrupt::requested,
        ..Options::default()
    };
    let start_up = start_up(command);
    let start = Instant::now();
    let mut machine = Machine::new(&image, &mut host, options);
    let mut state = machine.new_state();
    let result = machine.run_main(&mut state, &start_up);
    let seconds = start.elapsed().as_secs_f64();
    host.flush();
    if command.stats {
        print_stats(load_seconds, state.instructions, seconds);
    }
    Ok(end(program, result))
}

/// With our environment, and the program's own name and arguments.
fn start_up(command: &Run) -> StartUp {
    let name = command.input.files()[0].with_extension("").display().to_string();
    let args = std::iter::once(name).chain(command.args.iter().cloned());
    StartUp {
        args: args.map(String::into_bytes).collect(),
        environment: environment(),
        ..StartUp::default()
    }
}

/// Says how the program ended, unless it did by itself; the exit code.
fn end(program: &Program, result: Result<Outcome, Unsupported>) -> i32 {
    match result {
        Ok(Outcome::Exit(code)) => code & 0xff,
        Ok(Outcome::Bug(bug)) => {
            anstream::eprint!("{}", diagnostic::bug(program, &bug, LineWidth::of_stderr()));
            BUG
        }
        Ok(Outcome::AssumeFailed) => {
            anstream::eprintln!("stopped: an assumption of the program does not hold");
            STOPPED
        }
        Ok(Outcome::Stopped(reason)) => {
            anstream::eprintln!("stopped: {reason}");
            STOPPED
        }
        Ok(Outcome::Return(_)) => unreachable!("main's return is an exit"),
        Err(unsupported) => {
            anstream::eprint!("{}", diagnostic::unsupported(program, &unsupported));
            STOPPED
        }
    }
}

/// Refuses what a linker would refuse: no `main`, or a variable without a definition.
fn check_complete(program: &Program, host: &mut Host) -> Result<(), Failure> {
    let main = program.function_named("main").filter(|&id| program.function(id).body.is_some());
    if main.is_none() {
        return Err(Failure::new(ExitCode::BadInput, "the program has no function `main`"));
    }
    check_defined(program, host)
}

/// Refuses a variable without a definition.
pub(crate) fn check_defined(program: &Program, host: &mut Host) -> Result<(), Failure> {
    let mut nowhere = program.globals.iter().filter(|global| {
        let declared = global.init.is_none() && global.linkage != Linkage::Weak;
        declared && host.variable(&global.name).is_none()
    });
    match nowhere.next() {
        None => Ok(()),
        Some(Global { name, .. }) => {
            let message = format!("the variable `{name}` is used, but it is defined nowhere");
            Err(Failure::new(ExitCode::BadInput, message))
        }
    }
}

/// Our environment is the program's, as it would be natively.
fn environment() -> Vec<Vec<u8>> {
    let bytes = |text: OsString| text.into_encoded_bytes();
    env::vars_os().map(|(name, value)| [bytes(name), bytes(value)].join(&b'=')).collect()
}

fn print_stats(load_seconds: f64, instructions: u64, seconds: f64) {
    let rate = instructions as f64 / seconds / 1e6;
    anstream::eprintln!("load: {load_seconds:.3}");
    anstream::eprintln!("instructions: {instructions}");
    anstream::eprintln!("seconds: {seconds:.3}");
    anstream::eprintln!("million instructions per second: {rate:.0}");
}
