//! Test cases: what each is called, and what it takes.
//!
//! A program is a case of its own, so that one can be asked for by its name, and all of them run on all cores. The
//! processor's time is a case's own and that of the processes it waited for, which a busy machine doesn't change.

use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Trial};

use crate::process;
use crate::program::TestProgram;

/// So many of the slowest are named where not all are asked for.
const SLOWEST: usize = 10;

/// What the cases took that are done.
static TIMES: Mutex<Vec<Taken>> = Mutex::new(Vec::new());

struct Taken {
    name: String,
    time: Duration,
    processor: Duration,
}

/// Cases that are functions of this module, which fail by a panic.
macro_rules! functions {
    ($($function:ident),* $(,)?) => {
        vec![$($crate::cases::case(
            $crate::cases::name(module_path!(), stringify!($function)),
            || { $function(); Ok(()) },
        )),*]
    };
}
pub(crate) use functions;

/// The name of a case in a module of this binary.
pub(crate) fn name(module: &str, function: &str) -> String {
    let module = module.split_once("::").map_or("", |(_, module)| module);
    format!("{module}::{function}")
}

/// A case that says what is wrong, or panics.
pub(crate) fn case(
    name: impl Into<String>,
    check: impl FnOnce() -> Result<(), String> + Send + 'static,
) -> Trial {
    let name = name.into();
    Trial::test(name.clone(), move || {
        let _clock = Clock { name, start: Instant::now(), before: process::processor_time() };
        check().map_err(Into::into)
    })
}

/// Notes what a case takes until it ends, by a panic perhaps.
struct Clock {
    name: String,
    start: Instant,
    before: Duration,
}

impl Drop for Clock {
    fn drop(&mut self) {
        let name = std::mem::take(&mut self.name);
        let (time, processor) = (self.start.elapsed(), process::processor_time() - self.before);
        TIMES.lock().unwrap().push(Taken { name, time, processor });
    }
}

/// A case for each program of a family.
pub(crate) fn each(
    family: &str,
    programs: Vec<TestProgram>,
    check: fn(&TestProgram) -> Result<(), String>,
) -> Vec<Trial> {
    assert!(!programs.is_empty(), "{family}: there is nothing to test");
    let of = |program: TestProgram| {
        let name = format!("{family}::{}", program.case_name());
        case(name, move || check(&program).map_err(|why| format!("{}: {why}", program.name())))
    };
    programs.into_iter().map(of).collect()
}

/// Runs the cases that are asked for, and says what they took: on standard error, as the result comes last. Those that
/// look at the clock come last, on as many threads as there are cores; the others on one more, as a case also waits.
pub(crate) fn run(cases: Vec<Trial>, timed: Vec<Trial>) -> ExitCode {
    let arguments = Arguments::from_args();
    let one_more = || std::thread::available_parallelism().map_or(1, |cores| cores.get() + 1);
    let threads = Some(arguments.test_threads.unwrap_or_else(one_more));
    let crowded = Arguments { test_threads: threads, ..arguments.clone() };
    let first = libtest_mimic::run(&crowded, cases);
    let second = libtest_mimic::run(&arguments, timed);
    if !arguments.list {
        tell_times(if arguments.quiet { SLOWEST } else { usize::MAX });
    }
    if first.has_failed() { first.exit_code() } else { second.exit_code() }
}

fn tell_times(most: usize) {
    let mut times = TIMES.lock().unwrap();
    times.sort_by_key(|taken| std::cmp::Reverse(taken.processor));
    eprintln!("seconds, of the processor, case:");
    for Taken { name, time, processor } in times.iter().take(most) {
        eprintln!("{:7.2} {:7.2} {name}", time.as_secs_f64(), processor.as_secs_f64());
    }
    let all: Duration = times.iter().map(|taken| taken.processor).sum();
    eprintln!("{:15.2} all {}", all.as_secs_f64(), times.len());
}
