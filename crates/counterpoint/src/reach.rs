//! `counterpoint reach`: inputs that lead to a place in the program, or the proof that there are none.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use engine::Exploration;
use ir::Program;
use serde::Serialize;

use crate::confirm::Confirmed;
use crate::error::Failure;
use crate::exploring::{Exploring, Job, Purpose};
use crate::harness::Entry;
use crate::suite::{self, Case, Ending, Explored, Keep};
use crate::target::{self, Kind, Target};
use crate::test;
use crate::verdict::Verdict;

/// What `reach` is given.
#[derive(Args)]
#[command(mut_arg("mode", |mode| mode.default_value("demand")))]
pub(crate) struct Reach {
    /// What to come to: a line, a function, or with `assert` the failure of every assertion in turn
    #[arg(long, value_name = "FILE:LINE|FUNCTION|assert")]
    target: String,

    #[command(flatten)]
    exploring: Exploring,

    /// Where the test is written
    #[arg(long, value_name = "DIR", default_value = "counterpoint-out")]
    out: PathBuf,

    /// Print one JSON object instead of a report
    #[arg(long)]
    json: bool,
}

/// What is known of a target.
#[derive(Serialize)]
struct Answer {
    target: String,
    function: String,
    verdict: Answered,
    /// Why it is not known.
    why: Option<String>,
    /// The functions that were started from.
    entries: Vec<String>,
    mode: &'static str,
    complete: bool,
    runs: u64,
    instructions: u64,
    queries: u64,
    test: Option<Reaching>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Answered {
    Reached,
    Unreachable,
    Unknown,
}

/// A test that comes to the target.
#[derive(Serialize)]
struct Reaching {
    id: String,
    inputs: String,
    outcome: String,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Summary<'a> {
    targets: &'a [Answer],
    seconds: f64,
}

/// Explores towards each target, and tries natively what was found.
pub(crate) fn reach(command: &Reach) -> Result<i32, Failure> {
    let start = Instant::now();
    let chosen = command.exploring.choose()?;
    let program = &chosen.loaded.program;
    let targets = target::find(program, &command.target)?;
    let mut jobs = Vec::new();
    for (number, target) in targets.iter().enumerate() {
        // A function that is explored by itself is where the target is nearest.
        let own = |entry: &&Entry| entry.function == target.function;
        let own: Vec<Entry> = chosen.entries.iter().filter(own).cloned().collect();
        let entries = if own.is_empty() { chosen.entries.clone() } else { own };
        let purpose = || Purpose::Goal(number, target.sites.clone().into());
        jobs.extend(entries.into_iter().map(|entry| Job { entry, purpose: purpose() }));
    }
    let (mut explored, _) = command.exploring.explore_each(&chosen.loaded, jobs)?;
    let efforts: Vec<Effort> = explored.iter().map(Effort::of).collect();
    for explored in &mut explored {
        keep_reaching(&mut explored.exploration, &mut explored.promising);
    }
    let confirmed =
        test::write_suite(&command.exploring.input, &command.out, Keep::All, program, &explored)?;
    let answers: Vec<Answer> = (targets.iter().enumerate())
        .map(|(number, target)| answer(program, (number, target), &efforts, &explored, &confirmed))
        .collect();
    if command.json {
        let summary = Summary { targets: &answers, seconds: start.elapsed().as_secs_f64() };
        println!("{}", serde_json::to_string_pretty(&summary).expect("plain data is JSON"));
    } else {
        answers.iter().for_each(|answer| tell(answer, &command.out, start.elapsed()));
    }
    Ok(exit_code(&answers))
}

/// What an exploration took, before its other paths are forgotten.
struct Effort {
    goal: Option<usize>,
    entry: String,
    mode: &'static str,
    complete: bool,
    why: Vec<String>,
    runs: u64,
    instructions: u64,
    queries: u64,
}

impl Effort {
    fn of(explored: &Explored) -> Effort {
        let Exploration { mode, complete, incomplete, runs, instructions, queries, .. } =
            &explored.exploration;
        Effort {
            goal: explored.goal,
            entry: explored.entry.name.clone(),
            mode: mode.name(),
            complete: *complete,
            why: incomplete.iter().map(ToString::to_string).collect(),
            runs: *runs,
            instructions: *instructions,
            queries: *queries,
        }
    }
}

/// Forgets all paths but the first that comes to the goal and ends.
fn keep_reaching(exploration: &mut Exploration, promising: &mut Vec<usize>) {
    let paths = std::mem::take(&mut exploration.paths).into_iter();
    let reaching = paths.filter(|path| path.reached && Ending::of(path).is_some());
    exploration.paths = reaching.take(1).collect();
    *promising = (0..exploration.paths.len()).collect();
}

fn answer(
    program: &Program,
    (number, target): (usize, &Target),
    efforts: &[Effort],
    explored: &[Explored],
    confirmed: &Confirmed<'_>,
) -> Answer {
    let own: Vec<&Effort> = efforts.iter().filter(|effort| effort.goal == Some(number)).collect();
    let is_there = |case: &&Case<'_>| case.explored.goal == Some(number);
    let case = confirmed.tests.iter().chain(&confirmed.reproducers).find(is_there);
    let found =
        explored.iter().any(|it| it.goal == Some(number) && !it.exploration.paths.is_empty());
    let (verdict, why) = match case {
        Some(case) => match doubt(program, target, case, confirmed) {
            None => (Answered::Reached, None),
            Some(doubt) => (Answered::Unknown, Some(doubt)),
        },
        None if found => (Answered::Unknown, Some(refusal(number, confirmed))),
        None if own.iter().all(|effort| effort.complete) => (Answered::Unreachable, None),
        None => {
            let mut why: Vec<String> = own.iter().flat_map(|effort| effort.why.clone()).collect();
            why.dedup();
            (Answered::Unknown, Some(why.join("; ")))
        }
    };
    let reaching = |case: &Case<'_>| Reaching {
        id: case.name.clone(),
        inputs: suite::inputs_on_one_line(program, case.explored, case.path),
        outcome: case.ending.words(),
    };
    Answer {
        target: target.name.clone(),
        function: program.function(target.function).display_name().to_owned(),
        verdict,
        why,
        entries: own.iter().map(|effort| effort.entry.clone()).collect(),
        mode: own.first().map_or("demand", |effort| effort.mode),
        complete: verdict == Answered::Unreachable,
        runs: own.iter().map(|effort| effort.runs).sum(),
        instructions: own.iter().map(|effort| effort.instructions).sum(),
        queries: own.iter().map(|effort| effort.queries).sum(),
        test: case.filter(|_| verdict == Answered::Reached).map(reaching),
    }
}

/// Why a test that holds natively doesn't come to its target there, if that is so.
fn doubt(
    program: &Program,
    target: &Target,
    case: &Case<'_>,
    confirmed: &Confirmed<'_>,
) -> Option<String> {
    let coverage = confirmed.coverage.as_ref();
    let executed = match target.kind {
        // Its reproducer failed natively, on that line.
        Kind::Assertion => Some(matches!(case.ending, Ending::Bug(_))),
        Kind::Line(file, line) => coverage.ok().and_then(|coverage| {
            let file = program.debug.file(file);
            coverage.was_executed(&Path::new(&file.directory).join(&file.path), line)
        }),
        Kind::Function => coverage.ok().and_then(|coverage| {
            let name = program.function(target.function).display_name();
            let function = coverage.functions.iter().find(|function| function.name == name)?;
            Some(function.code_lines.covered > 0)
        }),
    };
    (executed == Some(false)).then(|| "natively, its test does not come there".to_owned())
}

/// Why there is no test although there are inputs.
fn refusal(number: usize, confirmed: &Confirmed<'_>) -> String {
    let bug = confirmed.bugs.iter().find(|found| found.case.explored.goal == Some(number));
    match (bug.map(|found| &found.verdict), confirmed.dropped.first()) {
        (Some(Verdict::Unconfirmed(why)), _) => why.clone(),
        (_, Some(dropped)) => format!("its test does not hold natively: {}", dropped.why),
        _ => "its test does not hold natively".to_owned(),
    }
}

fn tell(answer: &Answer, out: &Path, time: Duration) {
    let Answer { target, function, verdict, why, entries, runs, queries, test, .. } = answer;
    let effort = format!("{runs} runs, {queries} queries, {:.1} s", time.as_secs_f64());
    let from = entries.join("`, `");
    match (verdict, test) {
        (Answered::Reached, Some(test)) => {
            anstream::println!(
                "{}: {target} in `{function}`, from `{from}` ({effort})",
                good("reached")
            );
            anstream::println!("     = with {}", test.inputs);
            anstream::println!("     = {} in {}: {}", test.id, out.display(), test.outcome);
        }
        (Answered::Unreachable, _) => {
            anstream::println!(
                "{}: no input of `{from}` leads to {target} in `{function}` ({effort})",
                good("unreachable")
            );
        }
        _ => {
            let why = why.as_deref().unwrap_or("nobody knows why");
            anstream::println!(
                "{}: {target} in `{function}`, from `{from}` ({effort})",
                bad("unknown")
            );
            anstream::println!("     = {why}");
        }
    }
}

fn good(word: &str) -> String {
    let style = anstyle::AnsiColor::Green.on_default().bold();
    format!("{style}{word}{style:#}")
}

fn bad(word: &str) -> String {
    let style = anstyle::AnsiColor::Yellow.on_default().bold();
    format!("{style}{word}{style:#}")
}

/// 0 if something was reached, 1 if all is proved unreachable, else 2.
fn exit_code(answers: &[Answer]) -> i32 {
    let any = |verdict: Answered| answers.iter().any(|answer| answer.verdict == verdict);
    match (any(Answered::Reached), any(Answered::Unknown)) {
        (true, _) => 0,
        (false, false) => 1,
        (false, true) => 2,
    }
}
