//! `counterpoint test`: explores a program's paths from its symbolic inputs, writes the tests, and asks the
//! native program about every bug before it reports it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use ir::Program;

use crate::clang;
use crate::confirm::{self, Confirmed, Found};
use crate::entries::Chosen;
use crate::error::{ExitCode, Failure};
use crate::exploring::{Exploring, Purpose};
use crate::layout::Width;
use crate::load::Input;
use crate::report;
use crate::suite::{self, Ending, Explored, Folder, Keep};
use crate::summary::{Manner, Results, Summary};

/// What `test` is given.
#[derive(Args)]
pub(crate) struct Test {
    #[command(flatten)]
    exploring: Exploring,

    /// Where the tests are written
    #[arg(long, value_name = "DIR", default_value = "counterpoint-out")]
    out: PathBuf,

    /// Which paths become tests
    #[arg(long, value_enum, default_value_t = Keep::Min)]
    keep: Keep,

    /// Print every path
    #[arg(long)]
    paths: bool,

    /// Print all of what a report cuts, and how calls were composed and queries answered
    #[arg(long, short)]
    verbose: bool,

    /// Print one JSON object instead of a report
    #[arg(long, conflicts_with = "paths")]
    json: bool,
}

/// Explores, writes and confirms; the exit code is 1 if a bug was found, 2 if something was left out.
pub(crate) fn test(command: &Test) -> Result<i32, Failure> {
    let start = Instant::now();
    let Chosen { loaded, entries, left_out } = command.exploring.choose()?;
    let program = &loaded.program;
    let purpose = Purpose::Tests(command.keep);
    let (explored, layers) = command.exploring.explore_all(&loaded, entries, &purpose)?;
    let input = &command.exploring.input;
    let confirmed = write_suite(input, &command.out, command.keep, program, &explored)?;
    let results =
        Results { program, explored: &explored, left_out: &left_out, confirmed: &confirmed };
    let summary = Summary::new(&results, layers).after(start.elapsed());
    if command.json {
        println!("{}", summary.json());
    } else {
        if command.paths {
            explored.iter().for_each(|explored| print_paths(program, explored));
        }
        let bugs = confirmed.bugs.iter().filter(|found| found.bug.precondition.is_none());
        bugs.for_each(|found| print_bug(program, found, &command.out));
        let manner =
            Manner { folder: &command.out, verbose: command.verbose, width: Width::of_stdout() };
        anstream::print!("{}", summary.text(&manner));
    }
    Ok(summary.exit_code())
}

/// Chooses the tests, and writes those that hold natively.
pub(crate) fn write_suite<'x>(
    input: &Input,
    out: &Path,
    keep: Keep,
    program: &Program,
    explored: &'x [Explored],
) -> Result<Confirmed<'x>, Failure> {
    let clang = clang::find().map_err(|error| Failure::new(ExitCode::Unavailable, error))?.program;
    let suite = suite::choose(program, explored, keep);
    let files = &input.files;
    let has_bitcode = files.iter().any(|file| file.extension().is_some_and(|e| e == "bc"));
    let folder = Folder {
        path: out,
        program,
        files,
        cflags: &input.cflags(),
        compiler: if has_bitcode { &clang } else { "cc" },
    };
    confirm::confirm(&clang, &folder, suite, explored)
}

/// Tells about a bug on standard error, as a compiler would.
fn print_bug(program: &Program, found: &Found<'_>, folder: &Path) {
    anstream::eprintln!("{}", report::found(program, found, folder, Width::of_stderr()));
}

fn print_paths(program: &Program, explored: &Explored) {
    for path in &explored.exploration.paths {
        let ending = match (Ending::of(path), &path.outcome) {
            (Some(ending), _) => ending.words(),
            (None, Ok(other)) => format!("{other:?}"),
            (None, Err(unsupported)) => format!("unsupported {}", unsupported.what),
        };
        let inputs = suite::inputs_on_one_line(program, explored, path);
        println!("{}: {} decisions: {ending} {inputs}", explored.entry.name, path.depth);
    }
}
