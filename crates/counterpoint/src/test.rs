//! `counterpoint test`: explores a program's paths from its symbolic inputs, writes the tests, and asks the
//! native program about every bug before it reports it.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use ir::Program;

use crate::clang;
use crate::confirm::{self, Confirmed, Dropped, Found};
use crate::entries::Chosen;
use crate::error::{ExitCode, Failure};
use crate::exploring::{Exploring, Purpose};
use crate::load::Input;
use crate::report;
use crate::suite::{self, Case, Ending, Explored, Folder, Keep};
use crate::summary::{Results, Summary};
use crate::untried;
use crate::verdict::Verdict;

/// What `test` is given.
#[derive(Args)]
pub(crate) struct Test {
    #[command(flatten)]
    exploring: Exploring,

    #[command(flatten)]
    writing: Writing,

    /// Which paths become tests
    #[arg(long, value_enum, default_value_t = Keep::Min)]
    keep: Keep,

    /// Print every path
    #[arg(long)]
    paths: bool,

    /// Print one JSON object instead of a report
    #[arg(long, conflicts_with = "paths")]
    json: bool,
}

/// Where tests go, and whether they are tried before.
#[derive(Args)]
pub(crate) struct Writing {
    /// Where the tests are written
    #[arg(long, value_name = "DIR", default_value = "counterpoint-out")]
    pub out: PathBuf,

    /// Leave the native program out: tests and reproducers are written as they were explored, all bugs are
    /// unconfirmed, and what is covered is not measured. `counterpoint replay` tries them later
    #[arg(long)]
    no_native: bool,
}

/// Explores, writes and confirms; the exit code is 1 if a bug was found, 2 if something was left out.
pub(crate) fn test(command: &Test) -> Result<i32, Failure> {
    let start = Instant::now();
    let Chosen { loaded, entries, left_out } = command.exploring.choose()?;
    let program = &loaded.program;
    let purpose = Purpose::Tests(command.keep);
    let (explored, layers) = command.exploring.explore_all(&loaded, entries, &purpose)?;
    let input = &command.exploring.input;
    let confirmed = write_suite(input, &command.writing, command.keep, program, &explored)?;
    let results =
        Results { program, explored: &explored, left_out: &left_out, confirmed: &confirmed };
    let summary = Summary::new(&results, layers).after(start.elapsed());
    if command.json {
        println!("{}", summary.json());
    } else {
        if command.paths {
            explored.iter().for_each(|explored| print_paths(program, explored));
        }
        let (demanding, bugs): (Vec<_>, Vec<_>) =
            confirmed.bugs.iter().partition(|found| found.bug.precondition.is_some());
        bugs.into_iter().for_each(|found| print_bug(program, found));
        demanding.into_iter().for_each(|found| print_precondition(program, found));
        confirmed.dropped.iter().for_each(print_dropped);
        anstream::print!("{}", summary.text(&command.writing.out));
    }
    Ok(summary.exit_code())
}

/// Chooses the tests, and writes those that hold natively, or all if nobody is to try them.
pub(crate) fn write_suite<'x>(
    input: &Input,
    writing: &Writing,
    keep: Keep,
    program: &Program,
    explored: &'x [Explored],
) -> Result<Confirmed<'x>, Failure> {
    let clang = clang::find().map_err(|error| Failure::new(ExitCode::Unavailable, error))?.program;
    let suite = suite::choose(program, explored, keep);
    let files = &input.files;
    let has_bitcode = files.iter().any(|file| file.extension().is_some_and(|e| e == "bc"));
    let folder = Folder {
        path: &writing.out,
        program,
        files,
        cflags: &input.cflags(),
        compiler: if has_bitcode { &clang } else { "cc" },
    };
    match writing.no_native {
        true => untried::write(&folder, suite),
        false => confirm::confirm(&clang, &folder, suite, explored),
    }
}

fn print_bug(program: &Program, found: &Found<'_>) {
    match &found.verdict {
        Verdict::Confirmed(_) => anstream::eprint!("{}", report::bug(program, found.bug)),
        Verdict::Unconfirmed(doubt) => {
            let at = found.bug.at().map(|at| report::place(program, at)).unwrap_or_default();
            anstream::eprintln!(
                "unconfirmed: {}: {}\n    --> {at}",
                found.bug.kind,
                found.bug.message
            );
            anstream::eprintln!("     = {}", doubt.why);
        }
    }
    let Case { explored, path, .. } = &found.case;
    let inputs = suite::inputs_on_one_line(program, explored, path);
    anstream::eprintln!("     = with {inputs}");
    if let Verdict::Confirmed(shown) = &found.verdict {
        anstream::eprintln!("     = confirmed natively: {shown}");
        anstream::eprintln!("     = see {}.c", found.case.name);
    }
}

/// A function may rely on its callers: one line is enough.
fn print_precondition(program: &Program, found: &Found<'_>) {
    let Some(precondition) = &found.bug.precondition else { return };
    let at = found.bug.at().map(|at| report::place(program, at)).unwrap_or_default();
    let function = &found.case.explored.entry.name;
    let doubt = match &found.verdict {
        Verdict::Confirmed(_) => String::new(),
        Verdict::Unconfirmed(doubt) => format!(", but {}", doubt.why),
    };
    anstream::eprintln!(
        "`{function}` fails unless {precondition}: {} at {at}{doubt}",
        found.bug.kind
    );
}

fn print_dropped(dropped: &Dropped<'_>) {
    anstream::eprintln!(
        "dropped: the test {} does not hold natively: {}",
        dropped.case.name,
        dropped.doubt.why
    );
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
