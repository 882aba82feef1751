//! `counterpoint test`: explores a program's paths from its symbolic inputs, writes the tests, and asks the
//! native program about every bug before it reports it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use engine::{
    Exploration, Image, Incomplete, Machine, Options, StartUp, StopReason, SymbolicInput,
};
use ir::Program;
use smt::{LayerStats, Solver};

use crate::checks::Checks;
use crate::clang;
use crate::confirm::{self, Confirmed, Dropped, Found};
use crate::effort::Effort;
use crate::entries::{self, Chosen};
use crate::error::{ExitCode, Failure};
use crate::given::Given;
use crate::harness::Entry;
use crate::host::Host;
use crate::interrupt;
use crate::load::{Input, Loaded};
use crate::progress::Progress;
use crate::quiet::Quiet;
use crate::report;
use crate::run;
use crate::solving::{self, Solving};
use crate::suite::{self, Case, Ending, Explored, Folder, Keep};
use crate::summary::{Results, Summary};
use crate::verdict::Verdict;

/// What `test` is given.
#[derive(Args)]
pub(crate) struct Test {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    given: Given,

    /// Start from this function: `main`, or one whose parameters are then the inputs. Without it, that is `main`
    /// if it takes symbolic input, and else every function of the C files by itself
    #[arg(long, value_name = "FUNCTION")]
    entry: Option<String>,

    /// How many elements of arrays and characters of strings are explored, where a function is given them
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=4096))]
    max_length: u64,

    #[command(flatten)]
    checks: Checks,

    /// Where the tests are written
    #[arg(long, value_name = "DIR", default_value = "counterpoint-out")]
    out: PathBuf,

    /// Which paths become tests
    #[arg(long, value_enum, default_value_t = Keep::Min)]
    keep: Keep,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    solving: Solving,

    /// Print every path
    #[arg(long)]
    paths: bool,

    /// Print one JSON object instead of a report
    #[arg(long, conflicts_with = "paths")]
    json: bool,
}

/// Explores, writes and confirms; the exit code is 1 if a bug was found, 2 if something was left out.
pub(crate) fn test(command: &Test) -> Result<i32, Failure> {
    let start = Instant::now();
    let wanted = command.entry.as_deref();
    let Chosen { loaded, entries, left_out } =
        entries::choose(&command.input, wanted, command.given.is_symbolic())?;
    let program = &loaded.program;
    let (explored, layers) = explore_all(command, &loaded, entries)?;
    let confirmed = write_suite(command, program, &explored)?;
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
        anstream::print!("{}", summary.text(&command.out));
    }
    Ok(summary.exit_code())
}

/// Chooses the tests, and writes those that hold natively.
fn write_suite<'x>(
    command: &Test,
    program: &Program,
    explored: &'x [Explored],
) -> Result<Confirmed<'x>, Failure> {
    let clang = clang::find().map_err(|error| Failure::new(ExitCode::Unavailable, error))?.program;
    let suite = suite::choose(program, explored, command.keep);
    let files = &command.input.files;
    let has_bitcode = files.iter().any(|file| file.extension().is_some_and(|e| e == "bc"));
    let folder = Folder {
        path: &command.out,
        program,
        files,
        cflags: &command.input.cflags(),
        compiler: if has_bitcode { &clang } else { "cc" },
    };
    confirm::confirm(&clang, &folder, suite, explored)
}

/// Explores every entry by itself.
fn explore_all(
    command: &Test,
    loaded: &Loaded,
    entries: Vec<Entry>,
) -> Result<(Vec<Explored>, Vec<LayerStats>), Failure> {
    let program = &loaded.program;
    let mut host = Host::new(program.target);
    run::check_defined(program, &mut host)?;
    let image = Image::new(program, &mut host).map_err(|unsupported| {
        Failure::new(ExitCode::BadInput, report::unsupported(program, &unsupported))
    })?;
    let mut all = Vec::new();
    let mut layers: Vec<LayerStats> = Vec::new();
    let symbolic = command.given.or_default(entries::marks_input(program));
    let deadline = command.effort.deadline();
    let mut left = u32::try_from(entries.len()).unwrap_or(u32::MAX);
    for entry in entries {
        // What one function doesn't need of its share of the time is for the others.
        let now = Instant::now();
        let deadline = deadline.map(|end| now + end.saturating_duration_since(now) / left.max(1));
        left = left.saturating_sub(1);
        let from = Start { entry: &entry, symbolic, deadline };
        let (exploration, promising, stats) = explore(command, loaded, &image, &mut host, &from)?;
        add_layers(&mut layers, stats);
        let files = &command.input.files;
        let file = files.iter().position(|file| *file == entry.source).unwrap_or(0);
        all.push(Explored { entry, file, exploration, promising });
    }
    Ok((all, layers))
}

/// Adds up what the same layers did.
fn add_layers(sum: &mut Vec<LayerStats>, stats: Vec<LayerStats>) {
    if sum.is_empty() {
        *sum = stats;
        return;
    }
    for (sum, stats) in sum.iter_mut().zip(stats) {
        sum.queries += stats.queries;
        sum.answered += stats.answered;
        sum.sat += stats.sat;
        sum.unsat += stats.unsat;
        sum.unknown += stats.unknown;
        sum.time += stats.time;
    }
}

/// Where an exploration starts, with what, and until when.
struct Start<'x> {
    entry: &'x Entry,
    symbolic: SymbolicInput,
    deadline: Option<Instant>,
}

fn explore(
    command: &Test,
    loaded: &Loaded,
    image: &Image<'_>,
    host: &mut Host,
    from: &Start<'_>,
) -> Result<(Exploration, Vec<usize>, Vec<LayerStats>), Failure> {
    let Start { entry, symbolic, deadline } = *from;
    let start_up = StartUp {
        entry: entry.harness,
        args: vec![b"program".to_vec()],
        symbolic,
        ..StartUp::default()
    };

    interrupt::catch();
    let late = move || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let stop = move || interrupt::requested() || late();
    let log = command.solving.log()?;
    let mut solver = command.solving.chain(log.as_ref(), Arc::new(stop))?;
    let progress = Progress::start(&loaded.program, deadline);
    let options = Options {
        arithmetic: loaded.arithmetic,
        symbolic: true,
        leaks: command.checks.leaks(),
        instruction_limit: Some(command.effort.max_instructions),
        max_length: command.max_length,
        stop: &stop,
        progress: &|now| progress.show(now),
        ..Options::default()
    };
    let quiet = Quiet::start().map_err(|error| {
        Failure::new(ExitCode::Io, format!("the program's output can't be redirected: {error}"))
    })?;
    let mut machine = Machine::new(image, host, options);
    let limits = command.effort.limits();
    let began = Instant::now();
    let mut explored = engine::explore(&mut machine, &mut solver, &start_up, limits);
    let time = began.elapsed();
    let promising = suite::promising(&loaded.program, entry, &explored.paths, command.keep);
    for &index in promising.iter().take_while(|_| !interrupt::requested()) {
        engine::simplify_inputs(&mut machine, &start_up, &mut explored.paths[index]);
    }
    progress.end();
    host.flush();
    drop(quiet);
    solving::warn_of_gaps(log.as_ref());
    command.solving.tell(&explored, &solver, time);
    if let Some(time) = command.effort.time.filter(|_| !interrupt::requested()) {
        name_time_limit(&mut explored, time);
    }
    let bounds = command.given.default_bounds(&explored.paths);
    explored.incomplete.extend(entry.fixed.iter().cloned().chain(bounds).map(Incomplete::Given));
    explored.complete = explored.incomplete.is_empty();
    Ok((explored, promising, solver.stats()))
}

/// The engine has no clock: to it, the end of the time is an interruption like any other.
fn name_time_limit(explored: &mut Exploration, time: Duration) {
    for why in &mut explored.incomplete {
        if *why == Incomplete::Stopped(StopReason::Interrupted) {
            *why = Incomplete::Stopped(StopReason::TimeLimit(time));
        }
    }
}

fn print_bug(program: &Program, found: &Found<'_>) {
    match &found.verdict {
        Verdict::Confirmed => anstream::eprint!("{}", report::bug(program, found.bug)),
        Verdict::Unconfirmed(why) => {
            let at = found.bug.at().map(|at| report::place(program, at)).unwrap_or_default();
            anstream::eprintln!(
                "unconfirmed: {}: {}\n    --> {at}",
                found.bug.kind,
                found.bug.message
            );
            anstream::eprintln!("     = {why}");
        }
    }
    let Case { explored, path, .. } = &found.case;
    let inputs = suite::inputs_on_one_line(program, explored, path);
    anstream::eprintln!("     = with {inputs}");
    if found.verdict == Verdict::Confirmed {
        anstream::eprintln!("     = see {}.c", found.case.name);
    }
}

/// A function may rely on its callers: one line is enough.
fn print_precondition(program: &Program, found: &Found<'_>) {
    let Some(precondition) = &found.bug.precondition else { return };
    let at = found.bug.at().map(|at| report::place(program, at)).unwrap_or_default();
    let function = &found.case.explored.entry.name;
    let doubt = match &found.verdict {
        Verdict::Confirmed => String::new(),
        Verdict::Unconfirmed(why) => format!(", but {why}"),
    };
    anstream::eprintln!(
        "`{function}` fails unless {precondition}: {} at {at}{doubt}",
        found.bug.kind
    );
}

fn print_dropped(dropped: &Dropped) {
    anstream::eprintln!(
        "dropped: the test {} does not hold natively: {}",
        dropped.name,
        dropped.why
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
