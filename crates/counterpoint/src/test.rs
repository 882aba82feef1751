//! `counterpoint test`: explores a program's paths from its symbolic inputs, writes the tests, and asks the
//! native program about every bug before it reports it.

use std::env;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use engine::{
    Exploration, ExploredPath, Image, Incomplete, Machine, Options, StartUp, StopReason, TestInput,
};
use ir::Program;
use smt::{LayerStats, Solver};

use crate::clang;
use crate::confirm::{Natively, Verdict};
use crate::effort::Effort;
use crate::error::{ExitCode, Failure};
use crate::given::Given;
use crate::host::Host;
use crate::interrupt;
use crate::load::{self, Input, Loaded};
use crate::progress::Progress;
use crate::quiet::Quiet;
use crate::report;
use crate::run;
use crate::solving::{self, Solving};
use crate::suite::{self, Build, Case, Ending, Keep};
use crate::summary::{Found, Summary};

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
    let (explored, layers) = explore(command, &loaded)?;
    let mut cases = suite::choose(program, &explored.paths, command.keep);
    suite::write_tests(&command.out, program, &cases)?;
    let bugs = confirm(command, program, &explored.paths, &mut cases)?;
    write_makefile(command, &cases, &bugs)?;
    let summary = Summary::new(program, &explored, layers, &cases, &bugs).after(start.elapsed());
    if command.json {
        println!("{}", summary.json());
    } else {
        if command.paths {
            explored.paths.iter().for_each(|path| println!("{}", path_line(path)));
        }
        bugs.iter().for_each(|found| print_bug(program, found));
        anstream::print!("{}", summary.text(&command.out));
    }
    Ok(summary.exit_code())
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

/// Asks the native program about each bug, once per kind and line.
fn confirm<'x>(
    command: &Test,
    program: &Program,
    paths: &'x [ExploredPath],
    cases: &mut [Case<'x>],
) -> Result<Vec<Found<'x>>, Failure> {
    let mut bugs: Vec<Found<'x>> = Vec::new();
    if !cases.iter().any(|case| matches!(case.ending, Ending::Bug(_))) {
        return Ok(bugs);
    }
    let clang = clang::find().map_err(|error| Failure::new(ExitCode::Unavailable, error))?;
    let cflags = command.input.cflags();
    let mut natively = Natively::new(&clang.program, &command.input.files, &cflags, &command.out)?;
    for case in cases {
        let Ending::Bug(bug) = case.ending else { continue };
        if bugs.iter().all(|found| suite::site(found.bug) != suite::site(bug)) {
            bugs.push(confirm_one(command, program, paths, case, &mut natively)?);
        }
    }
    Ok(bugs)
}

/// Not every input of a bug shows it natively: a byte past the end of an empty block, for one. So a few paths
/// to it are tried, and the first that does becomes the test.
fn confirm_one<'x>(
    command: &Test,
    program: &Program,
    paths: &'x [ExploredPath],
    case: &mut Case<'x>,
    natively: &mut Natively<'_>,
) -> Result<Found<'x>, Failure> {
    let mut first = None;
    for candidate in suite::candidates(case, paths) {
        let Ending::Bug(bug) = candidate.ending else { continue };
        suite::write_test(&command.out, program, &candidate)?;
        let verdict = natively.confirm(&candidate.name, bug.kind);
        let found = Found { bug, case: candidate, verdict };
        if found.verdict == Verdict::Confirmed {
            *case = found.case.clone();
            return Ok(found);
        }
        first.get_or_insert(found);
    }
    suite::write_test(&command.out, program, case)?;
    Ok(first.expect("a case is its own first candidate"))
}

/// The makefile has no test of a bug that the native program doesn't show.
fn write_makefile(command: &Test, cases: &[Case<'_>], bugs: &[Found<'_>]) -> Result<(), Failure> {
    let confirmed = bugs.iter().filter(|found| found.verdict == Verdict::Confirmed);
    let usable = cases.iter().filter(|case| match case.ending {
        Ending::Exit(_) => true,
        Ending::Bug(_) => confirmed.clone().any(|found| found.case.name == case.name),
    });
    let has_bitcode =
        command.input.files.iter().any(|file| file.extension().is_some_and(|e| e == "bc"));
    let compiler = match has_bitcode {
        true => clang::find().map_err(|error| Failure::new(ExitCode::Unavailable, error))?.program,
        false => "cc".to_owned(),
    };
    let (from, cflags) = (way_back(&command.out), command.input.cflags());
    let build =
        Build { from: &from, compiler: &compiler, cflags: &cflags, files: &command.input.files };
    suite::write_makefile(&command.out, &build, &usable.collect::<Vec<_>>())
}

/// From the suite to where we are: relative where the suite is below, so that both can be moved together.
fn way_back(out: &Path) -> PathBuf {
    let down = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if out.components().all(down) {
        let steps = out.components().filter(|part| matches!(part, Component::Normal(_)));
        return match steps.map(|_| "..").collect::<PathBuf>() {
            here if here.as_os_str().is_empty() => PathBuf::from("."),
            up => up,
        };
    }
    env::current_dir().unwrap_or_else(|_| PathBuf::from("."))
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
    anstream::eprintln!("     = with {}", inputs(found.case.path));
    anstream::eprintln!("     = see {}.c", found.case.name);
}

fn path_line(path: &ExploredPath) -> String {
    let ending = match (Ending::of(path), &path.outcome) {
        (Some(ending), _) => ending.words(),
        (None, Ok(other)) => format!("{other:?}"),
        (None, Err(unsupported)) => format!("unsupported {}", unsupported.what),
    };
    format!("{} decisions: {ending} {}", path.depth, inputs(path))
}

/// The inputs on one line: numbers as numbers, the rest as text.
fn inputs(path: &ExploredPath) -> String {
    let one = |TestInput { name, value, .. }: &TestInput| match suite::integer(suite::bytes(value))
    {
        Some(value) => format!("{name} = {value}"),
        None => format!("{name} = \"{}\"", suite::bytes(value).escape_ascii()),
    };
    let all: Vec<String> = path.inputs.iter().map(one).collect();
    if all.is_empty() { "no inputs".to_owned() } else { all.join(", ") }
}
