//! The command line.

mod c;
mod commands;
mod error;
mod frontend;
mod host;
mod options;
mod report;
mod suite;
mod terminal;
mod toolchain;
mod validate;

use std::io::Write as _;

use clap::{Parser, Subcommand};

use crate::commands::{ir, reach, replay, run, show, store, test};
use crate::host::scratch::Scratch;
use crate::host::{child, interrupt};

/// Forks take and free pages of memory all the time, which the system's allocator gives back and takes again. Of ours alone:
/// solvers and native code have the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Counterpoint: finds bugs in C programs by executing their LLVM bitcode
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Execute a program as it would run natively, and report what goes wrong
    ///
    /// Exit code: the program's own; 1 if a bug was found; 2 if it was stopped or does something that
    /// can't be executed; 64 or more if it could not be run at all.
    Run(run::Run),
    /// Explore a program's paths from its symbolic inputs, and write tests
    ///
    /// Inputs are what `main` marks with counterpoint.h or with the functions of KLEE or SV-COMP, and with
    /// --stdin and --args also what it reads and the arguments it is given. Bugs are
    /// reported once the native program, built with sanitizers, has failed with the same inputs.
    ///
    /// Exit code: 0 if every path was explored and there is no bug; 1 if a bug was found; 2 if the
    /// exploration was stopped or is incomplete, or a bug could not be confirmed; 64 or more if there was
    /// nothing to explore.
    Test(Box<test::Test>),
    /// Find inputs that lead to a place in a program, or prove that there are none
    ///
    /// Explores only what matters to the target: function trees are composed, and what is on the way to it is explored
    /// on demand. The test that is written was tried natively.
    ///
    /// Exit code: 0 if the target is reached; 1 if it is proved unreachable; 2 if it is unknown, with the reason; 64 or
    /// more if there is no such target. With `--target assert`, 0 if any assertion can fail, and 1 if none can.
    Reach(Box<reach::Reach>),
    /// Build a suite that `test` wrote natively, run it, and say what it covers
    ///
    /// Exit code: 0 if all tests pass; 1 if one fails; 2 if they can't be built; 64 or more if there is no
    /// suite.
    Replay(replay::Replay),
    /// Explore a program, and print the trees and summaries of its functions
    ///
    /// A tree has a function's decisions over its own inputs: its parameters, the memory it reads and the results of
    /// the calls it makes. A summary is a list of its paths: what leads to each, and what is returned and written
    /// then. No tests are written, and nothing is confirmed natively.
    ///
    /// Exit code: 0 if the trees have every path; 2 if the exploration was stopped or is incomplete; 64 or
    /// more if there was nothing to explore.
    Show(Box<show::Show>),
    /// Say what the store has, make it smaller, check it, hand it on
    ///
    /// The store has what `test` has found out about each function: with the same code, callees, types and options, it need not be
    /// explored again. A folder `.counterpoint` beside the program is used if it is there; `test --store DIR` makes one.
    ///
    /// Exit code: 0; 1 if `verify` found something damaged; 64 or more if the store can't be used.
    Store(store::StoreCommand),
    /// Print the IR that would be executed
    Ir(ir::Ir),
}

fn main() {
    // Rust ignores SIGPIPE; a program whose reader has gone must end as it does natively, and so must we.
    // SAFETY: sets an action, before anything else runs.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    let cli = Cli::try_parse().unwrap_or_else(|error| {
        let _ = error.print();
        std::process::exit(if error.use_stderr() { USAGE } else { 0 });
    });
    child::take_charge();
    interrupt::catch();
    // Without one, temporary files are where the system has them, and stay if we are killed.
    let scratch = Scratch::new();
    let result = match &cli.command {
        Command::Run(command) => run::run(command),
        Command::Test(command) => test::test(command),
        Command::Reach(command) => reach::reach(command),
        Command::Replay(command) => replay::replay(command),
        Command::Show(command) => show::show(command),
        Command::Store(command) => store::store(command),
        Command::Ir(command) => ir::show(command),
    };
    let code = result.unwrap_or_else(|failure| {
        anstream::eprintln!("{ERROR}error{ERROR:#}: {failure}");
        failure.code as i32
    });
    drop(scratch);
    if !matches!(cli.command, Command::Run(_)) {
        child::end_strangers();
        end(code);
    }
    std::process::exit(code);
}

/// Ends the process without what a program under exploration left behind in it: text in buffers of C's streams, and
/// functions to be called at the end.
fn end(code: i32) -> ! {
    let _ = std::io::stdout().flush();
    // SAFETY: ends the process.
    unsafe { libc::_exit(code) }
}

const ERROR: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();

/// `EX_USAGE` of `sysexits.h`.
const USAGE: i32 = 64;
