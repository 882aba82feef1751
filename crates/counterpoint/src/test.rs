//! `counterpoint test`: explores a program's paths from its symbolic inputs, writes the tests, and asks the
//! native program about every bug before it reports it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use engine::{Exploration, ExploredPath, Image, Incomplete, Machine, Options, StartUp, StopReason};
use ir::Program;
use smt::{LayerStats, Solver};

use crate::clang;
use crate::confirm::{self, Confirmed, Dropped, Found};
use crate::effort::Effort;
use crate::error::{ExitCode, Failure};
use crate::given::Given;
use crate::harness::{self, Entry};
use crate::host::Host;
use crate::interrupt;
use crate::load::{self, Input, Loaded};
use crate::progress::Progress;
use crate::quiet::Quiet;
use crate::report;
use crate::run;
use crate::solving::{self, Solving};
use crate::suite::{self, Ending, Explored, Folder, Keep};
use crate::summary::Summary;
use crate::verdict::Verdict;

/// What `test` is given.
#[derive(Args)]
pub(crate) struct Test {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    given: Given,

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
    let loaded = load::load(&command.input)?;
    let program = &loaded.program;
    let (exploration, layers) = explore(command, &loaded)?;
    let (entry, file) = main_entry(program, &command.input.files);
    let explored = [Explored { entry, file, exploration }];
    let confirmed = write_suite(command, program, &explored)?;
    let summary = Summary::new(program, &explored, layers, &confirmed).after(start.elapsed());
    if command.json {
        println!("{}", summary.json());
    } else {
        if command.paths {
            let paths = explored.iter().flat_map(|explored| &explored.exploration.paths);
            paths.for_each(|path| println!("{}", path_line(path)));
        }
        confirmed.bugs.iter().for_each(|found| print_bug(program, found));
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

/// `main` as an entry, and which of the files it is in. Bitcode names sources that aren't given: then it is in the
/// first one, for all we know.
fn main_entry(program: &Program, files: &[PathBuf]) -> (Entry, usize) {
    let found =
        harness::find(program, files).entries.into_iter().find(|entry| entry.name == "main");
    let entry = found.unwrap_or_else(|| Entry {
        name: "main".to_owned(),
        function: program.function_named("main").expect("that there is one was checked"),
        harness: None,
        source: files[0].clone(),
        params: Vec::new(),
        globals: Vec::new(),
        written: Vec::new(),
        returns: None,
        fixed: Vec::new(),
    });
    let file = files.iter().position(|file| *file == entry.source).unwrap_or(0);
    (entry, file)
}

fn explore(command: &Test, loaded: &Loaded) -> Result<(Exploration, Vec<LayerStats>), Failure> {
    let program = &loaded.program;
    let mut host = Host::new(program.target);
    run::check_complete(program, &mut host)?;
    let image = Image::new(program, &mut host).map_err(|unsupported| {
        Failure::new(ExitCode::BadInput, report::unsupported(program, &unsupported))
    })?;
    let start_up = StartUp {
        args: vec![b"program".to_vec()],
        symbolic: command.given.symbolic(),
        ..StartUp::default()
    };

    interrupt::catch();
    let deadline = command.effort.deadline();
    let late = move || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let stop = move || interrupt::requested() || late();
    let log = command.solving.log()?;
    let mut solver = command.solving.chain(log.as_ref(), Arc::new(stop))?;
    let progress = Progress::start(&command.effort, program);
    let options = Options {
        arithmetic: loaded.arithmetic,
        symbolic: true,
        instruction_limit: Some(command.effort.max_instructions),
        stop: &stop,
        progress: &|now| progress.show(now),
        ..Options::default()
    };
    let quiet = Quiet::start().map_err(|error| {
        Failure::new(ExitCode::Io, format!("the program's output can't be redirected: {error}"))
    })?;
    let mut machine = Machine::new(&image, &mut host, options);
    let limits = command.effort.limits();
    let mut explored = engine::explore(&mut machine, &mut solver, &start_up, limits);
    progress.end();
    host.flush();
    drop(quiet);
    solving::warn_of_gaps(log.as_ref());
    if let Some(time) = command.effort.time.filter(|_| !interrupt::requested()) {
        name_time_limit(&mut explored, time);
    }
    Ok((explored, solver.stats()))
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
    anstream::eprintln!("     = with {}", suite::inputs_on_one_line(found.case.path));
    if found.verdict == Verdict::Confirmed {
        anstream::eprintln!("     = see {}.c", found.case.name);
    }
}

fn print_dropped(dropped: &Dropped) {
    anstream::eprintln!(
        "dropped: the test {} does not hold natively: {}",
        dropped.name,
        dropped.why
    );
}

fn path_line(path: &ExploredPath) -> String {
    let ending = match (Ending::of(path), &path.outcome) {
        (Some(ending), _) => ending.words(),
        (None, Ok(other)) => format!("{other:?}"),
        (None, Err(unsupported)) => format!("unsupported {}", unsupported.what),
    };
    format!("{} decisions: {ending} {}", path.depth, suite::inputs_on_one_line(path))
}
