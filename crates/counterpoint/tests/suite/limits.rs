//! Limits hold, whatever the program does: of the whole command, and of every process that it starts.

use std::cell::Cell;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use serde_json::Value;

use crate::process;
use crate::program::{self, TestProgram};
use crate::{cases, counterpoint, root};

/// What each program is given.
const TIME: Duration = Duration::from_secs(5);
const MEGABYTES: u64 = 500;

/// The command itself keeps to its time within a second. It is measured on a machine that has more to do.
const LATER: Duration = Duration::from_secs(4);

pub(crate) fn cases() -> Vec<Trial> {
    let programs = || program::in_folder("tests/programs/limits");
    let mut all = cases::each("limits", programs(), ends_in_time);
    let exploring = ["huge_tree", "endless_native", "many_inputs"];
    let busy = programs().into_iter().filter(|it| exploring.contains(&it.case_name().as_str()));
    all.extend(cases::each("limits::sigterm", busy.collect(), ends_when_asked));
    all
}

/// In the middle of a run, of native code or of a question: SIGTERM is obeyed within a second, and what was found is
/// written.
fn ends_when_asked(program: &TestProgram) -> Result<(), String> {
    let out = tempfile::tempdir().unwrap();
    let mut command = counterpoint();
    command.args(["test", "--json", "--max-runs=1000000", "--max-instructions=1000000000"]);
    command.arg(format!("--cflags=-I{}", root().join("runtime").display()));
    command.arg("--out").arg(out.path()).arg(program.folder().join(program.file_name()));
    let begin = Instant::now();
    let asked = Cell::new(None);
    let finished = process::signalled(&mut command, libc::SIGTERM, || {
        let ready = begin.elapsed() > Duration::from_secs(2);
        asked.set(ready.then(Instant::now));
        ready
    });
    let asked: Instant = asked.get().ok_or("it ended before it was asked to")?;
    let took = asked.elapsed();
    if took > Duration::from_secs(1) + LATER {
        return Err(format!("it went on for {took:?}"));
    }
    let json: Value = serde_json::from_slice(&finished.stdout)
        .map_err(|error| format!("{error}: {}", finished.stderr))?;
    match json["stopped"].as_str() {
        Some(why) if why.contains("interrupted") => Ok(()),
        why => Err(format!("stopped: {why:?}")),
    }
}

fn ends_in_time(program: &TestProgram) -> Result<(), String> {
    let out = tempfile::tempdir().unwrap();
    let mut command = counterpoint();
    command.args(["test", "--json"]);
    command.arg(format!("--time={}s", TIME.as_secs())).arg(format!("--memory={MEGABYTES}M"));
    command.arg(format!("--cflags=-I{}", root().join("runtime").display()));
    command.args(program.words("options"));
    command.arg("--out").arg(out.path()).arg(program.folder().join(program.file_name()));
    let begin = Instant::now();
    let finished = process::run(&mut command, b"");
    let took = begin.elapsed();
    if took > TIME + LATER {
        return Err(format!("it took {took:?}"));
    }
    // Of the largest of its processes; those that watch them look some times a second.
    if finished.megabytes > MEGABYTES * 5 / 4 {
        return Err(format!("a process used {} MB", finished.megabytes));
    }
    let json: Value = serde_json::from_slice(&finished.stdout)
        .map_err(|error| format!("{error}: {}", finished.stderr))?;
    let is_said = |what: &str| !json[what].as_array().is_none_or(Vec::is_empty);
    let explained = json["complete"] == true || json["stopped"].is_string();
    match explained && ["tests", "untried", "bugs"].into_iter().any(is_said) {
        true => Ok(()),
        false => Err(format!("nothing useful is said: {json}")),
    }
}
