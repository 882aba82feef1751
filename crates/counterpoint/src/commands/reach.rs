//! `counterpoint reach`: inputs that lead to a place in the program, or the proof that there are none.

use std::path::Path;
use std::time::Duration;

use analysis::footprint;
use clap::Args;
use engine::Exploration;
use ir::{FileId, FuncId, Program};
use serde::Serialize;

use super::exploring::{ExplorationPurpose, Exploring, Job};
use super::writing::{self, WantedSuite};
use crate::error::Failure;
use crate::frontend::entry::{Entry, LeftOut};
use crate::frontend::target::{self, Target, TargetKind};
use crate::options::writing::Writing;
use crate::report::composition::CompositionSummary;
use crate::suite::{self, Explored, InputLength, Keep, TestCase, TestEnding};
use crate::terminal::layout::LineWidth;
use crate::terminal::print;
use crate::toolchain::Toolchain;
use crate::toolchain::coverage::FunctionCoverage;
use crate::validate::confirmed::Confirmed;
use crate::validate::known::KnownTrials;
use crate::validate::verdict::BugVerdict;

/// What `reach` is given.
#[derive(Args)]
#[command(mut_arg("mode", |mode| mode.default_value("demand")))]
pub(crate) struct Reach {
    /// What to come to: a line, a function, or with `assert` the failure of every assertion in turn
    #[arg(long, value_name = "FILE:LINE|FUNCTION|assert")]
    target: String,

    #[command(flatten)]
    exploring: Exploring,

    #[command(flatten)]
    writing: Writing,

    /// Print all of the inputs, and how calls were composed
    #[arg(long, short)]
    verbose: bool,

    /// Print one JSON object instead of a report
    #[arg(long)]
    json: bool,
}

/// What is known of a target.
#[derive(Serialize)]
struct TargetAnswer {
    target: String,
    function: String,
    verdict: Answered,
    /// Why it is not known.
    why: Option<String>,
    /// The functions that were started from.
    entries: Vec<String>,
    mode: &'static str,
    complete: bool,
    #[serde(flatten)]
    cost: ExplorationCost,
    composition: CompositionSummary,
    test: Option<Reaching>,
}

/// What explorations took; trying the test natively comes on top of that.
#[derive(Clone, Copy, Serialize)]
struct ExplorationCost {
    runs: u64,
    instructions: u64,
    queries: u64,
    seconds: f64,
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
    /// Its file, in the folder of the suite.
    file: String,
    inputs: String,
    #[serde(skip)]
    inputs_in_brief: String,
    outcome: String,
    /// Does it come there natively? Unknown, if it was not tried.
    tried: bool,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct ReachSummary<'a> {
    targets: &'a [TargetAnswer],
    seconds: f64,
}

/// Explores towards each target, and tries natively what was found.
pub(crate) fn reach(command: &Reach) -> Result<i32, Failure> {
    let toolchain = Toolchain::new(command.exploring.exploration.budget());
    suite::check_folder(&command.writing.out, command.exploring.input.files())?;
    let chosen = command.exploring.choose(&toolchain)?;
    let program = &chosen.loaded.program;
    let targets = target::find(program, &command.target)?;
    let jobs =
        targets.iter().enumerate().flat_map(|target| jobs(&chosen.entries, target)).collect();
    let (mut explored, _) =
        command.exploring.explore_each(&toolchain.budget, &chosen.loaded, jobs, &|_, _, _| {})?;
    let spent: Vec<Spent> = explored.iter().map(Spent::of).collect();
    for explored in &mut explored {
        keep_reaching(&mut explored.exploration, &mut explored.promising);
    }
    let input = &command.exploring.input;
    let environment = command.exploring.environment.is_symbolic();
    let wanted = WantedSuite { input, writing: &command.writing, environment, keep: Keep::All };
    let workshop = writing::workshop(&toolchain, input, environment)?;
    let confirmed = writing::write_suite(
        (&workshop, &KnownTrials::default()),
        &wanted,
        program,
        &explored,
        &[],
    )?;
    let answers: Vec<TargetAnswer> = (targets.iter().enumerate())
        .map(|(number, target)| {
            let own: Vec<&Spent> = spent.iter().filter(|it| it.goal == Some(number)).collect();
            let known = TargetFindings { own, left_out: &chosen.left_out, explored: &explored };
            answer(program, (number, target), &known, &confirmed)
        })
        .collect();
    match command.json {
        true => print_json(&answers, toolchain.budget.used())?,
        false => answers.iter().for_each(|answer| tell(answer, command)),
    }
    Ok(exit_code(&answers))
}

fn print_json(answers: &[TargetAnswer], used: Duration) -> Result<(), Failure> {
    let summary = ReachSummary { targets: answers, seconds: used.as_secs_f64() };
    print::json(&serde_json::to_string_pretty(&summary).expect("plain data is JSON"))
}

/// What to explore for a target. A function that is explored by itself is where the target is nearest.
fn jobs(all: &[Entry], (number, target): (usize, &Target)) -> Vec<Job> {
    let own = |entry: &&Entry| target.functions.contains(&entry.function);
    let own: Vec<Entry> = all.iter().filter(own).cloned().collect();
    let entries = if own.is_empty() { all.to_vec() } else { own };
    let purpose = ExplorationPurpose::Goal(number, target.sites.clone().into());
    entries.into_iter().map(|entry| Job { entry, purpose: purpose.clone() }).collect()
}

/// What an answer is made of, beside what the native program says.
struct TargetFindings<'x> {
    /// The explorations that were for this target.
    own: Vec<&'x Spent>,
    /// Functions that could not be started from.
    left_out: &'x [LeftOut],
    explored: &'x [Explored],
}

/// What an exploration took, before its other paths are forgotten.
struct Spent {
    goal: Option<usize>,
    entry: String,
    function: FuncId,
    mode: &'static str,
    why: Vec<String>,
    cost: ExplorationCost,
}

impl Spent {
    fn of(explored: &Explored) -> Spent {
        let Exploration { mode, incomplete, counts, .. } = &explored.exploration;
        Spent {
            goal: explored.goal,
            entry: explored.entry.name.clone(),
            function: explored.entry.function,
            mode: mode.name(),
            why: incomplete.iter().map(ToString::to_string).collect(),
            cost: ExplorationCost {
                runs: counts.runs,
                instructions: counts.instructions,
                queries: counts.queries,
                seconds: explored.time.as_secs_f64(),
            },
        }
    }
}

impl ExplorationCost {
    fn of_all(spent: &[&Spent]) -> ExplorationCost {
        let costs = || spent.iter().map(|spent| spent.cost);
        ExplorationCost {
            runs: costs().map(|cost| cost.runs).sum(),
            instructions: costs().map(|cost| cost.instructions).sum(),
            queries: costs().map(|cost| cost.queries).sum(),
            seconds: costs().map(|cost| cost.seconds).sum(),
        }
    }
}

/// Forgets all paths but the first that comes to the goal and ends.
fn keep_reaching(exploration: &mut Exploration, promising: &mut Vec<usize>) {
    let paths = std::mem::take(&mut exploration.paths).into_iter();
    let reaching = paths.filter(|path| path.reached && TestEnding::of(path).is_some());
    let mut reaching: Vec<_> = reaching.collect();
    // What needs no luck is worth more.
    reaching.sort_by_key(|path| path.uninitialised);
    reaching.truncate(1);
    exploration.paths = reaching;
    *promising = (0..exploration.paths.len()).collect();
}

/// What there is to say of a target.
fn answer(
    program: &Program,
    (number, target): (usize, &Target),
    known: &TargetFindings<'_>,
    confirmed: &Confirmed<'_>,
) -> TargetAnswer {
    let TargetFindings { own, explored, .. } = known;
    let is_there = |case: &&TestCase<'_>| case.explored.goal == Some(number);
    let reproducers = confirmed.reproducers.iter().map(|bug| &bug.case);
    let case = confirmed.tests.iter().chain(reproducers).find(is_there);
    let (verdict, why) = verdict(program, (number, target), case, known, confirmed);
    TargetAnswer {
        target: target.name.clone(),
        function: names(program, target),
        verdict,
        why,
        entries: own.iter().map(|spent| spent.entry.clone()).collect(),
        mode: own.first().map_or("demand", |spent| spent.mode),
        complete: verdict == Answered::Unreachable,
        cost: ExplorationCost::of_all(own),
        composition: CompositionSummary::of(
            explored.iter().filter(|it| it.goal == Some(number)).map(|it| &it.exploration),
        ),
        test: case
            .filter(|_| verdict == Answered::Reached)
            .map(|case| Reaching::new(program, case, confirmed)),
    }
}

/// The answer, and why it is unknown.
fn verdict(
    program: &Program,
    (number, target): (usize, &Target),
    case: Option<&TestCase<'_>>,
    known: &TargetFindings<'_>,
    confirmed: &Confirmed<'_>,
) -> (Answered, Option<String>) {
    let TargetFindings { own, left_out, explored } = known;
    let found =
        explored.iter().any(|it| it.goal == Some(number) && !it.exploration.paths.is_empty());
    match case {
        Some(case) => match doubt(program, target, case, confirmed) {
            None => (Answered::Reached, None),
            Some(doubt) => (Answered::Unknown, Some(doubt)),
        },
        None if found => (Answered::Unknown, Some(refusal(program, number, known, confirmed))),
        None => match missing(program, target, own, left_out) {
            missing if missing.is_empty() => (Answered::Unreachable, None),
            missing => (Answered::Unknown, Some(missing.join("; "))),
        },
    }
}

impl Reaching {
    fn new(program: &Program, case: &TestCase<'_>, confirmed: &Confirmed<'_>) -> Reaching {
        let inputs = |length| suite::inputs_on_one_line(program, case.explored, case.path, length);
        Reaching {
            id: case.name.clone(),
            file: file_of(case, confirmed),
            inputs: inputs(InputLength::Whole),
            inputs_in_brief: inputs(InputLength::Brief),
            outcome: case.ending.words(),
            tried: confirmed.tried,
        }
    }
}

/// What keeps the explorations that found nothing from being a proof.
fn missing(
    program: &Program,
    target: &Target,
    own: &[&Spent],
    left_out: &[LeftOut],
) -> Vec<String> {
    let mut missing: Vec<String> = own.iter().flat_map(|spent| spent.why.clone()).collect();
    let is_entry = own.iter().any(|spent| target.functions.contains(&spent.function));
    for LeftOut { name, function, why } in left_out.iter().filter(|_| !is_entry) {
        if !footprint::of(program, *function).functions.is_disjoint(&target.functions) {
            missing.push(format!("`{name}` can't be started from: {why}"));
        }
    }
    missing.dedup();
    missing
}

/// The functions that a target is in, by their names.
fn names(program: &Program, target: &Target) -> String {
    let names = target.functions.iter().map(|&function| program.function(function).display_name());
    let mut names: Vec<&str> = names.collect();
    names.dedup();
    names.join("`, `")
}

/// The file that a test is in. A reproducer has one of its own.
fn file_of(case: &TestCase<'_>, confirmed: &Confirmed<'_>) -> String {
    let tests = confirmed.manifest.tests.iter();
    let shared = match case.ending {
        TestEnding::Bug(_) => None,
        TestEnding::Exit(_) => tests.into_iter().find(|file| file.about == case.explored.file),
    };
    format!("{}.c", shared.map_or(&case.name, |file| &file.name))
}

/// Why a test that holds natively doesn't come to its target there, if that is so.
fn doubt(
    program: &Program,
    target: &Target,
    case: &TestCase<'_>,
    confirmed: &Confirmed<'_>,
) -> Option<String> {
    let coverage = confirmed.coverage.as_ref();
    let path = |file: FileId| {
        let file = program.debug.file(file);
        Path::new(&file.directory).join(&file.path)
    };
    let executed = match target.kind {
        // Its reproducer failed natively, on that line, unless it was not tried.
        TargetKind::Assertion(..) => Some(matches!(case.ending, TestEnding::Bug(_))),
        TargetKind::Line(file, line) => {
            coverage.ok().and_then(|coverage| coverage.was_executed(&path(file), line))
        }
        TargetKind::End(file, line) => coverage.ok().and_then(|coverage| {
            let functions = target.functions.iter().map(|&id| program.function(id).display_name());
            let mut known = functions
                .filter_map(|function| coverage.was_end_executed(&path(file), line, function))
                .peekable();
            known.peek()?;
            Some(known.any(|executed| executed))
        }),
        TargetKind::Function => coverage.ok().and_then(|coverage| {
            let same = |function: &&FunctionCoverage| function.name == target.name;
            let mut all = coverage.functions.iter().filter(same).peekable();
            all.peek()?;
            Some(all.any(|function| function.code_lines.covered > 0))
        }),
    };
    (executed == Some(false)).then(|| "natively, its test does not come there".to_owned())
}

/// Why there is no test although there are inputs.
fn refusal(
    program: &Program,
    number: usize,
    known: &TargetFindings<'_>,
    confirmed: &Confirmed<'_>,
) -> String {
    let own = known.explored.iter().filter(|it| it.goal == Some(number));
    let mut paths = own.flat_map(|it| it.exploration.paths.iter().map(move |path| (it, path)));
    if let Some((it, path)) = paths.find(|(_, path)| suite::is_beyond_tests(path)) {
        let inputs = suite::inputs_on_one_line(program, it, path, InputLength::Brief);
        return format!(
            "it depends on uninitialised memory, which no test can choose: it is reached with {inputs}"
        );
    }
    let bug = confirmed.bugs.iter().find(|found| found.case.explored.goal == Some(number));
    let dropped = confirmed.dropped.iter().find(|it| it.case.explored.goal == Some(number));
    let untried = confirmed.untried.iter().find(|it| it.case.explored.goal == Some(number));
    if let Some(untried) = untried {
        return format!("its test was not tried natively: {}", untried.cut);
    }
    match (bug.map(|found| &found.verdict), dropped) {
        (Some(BugVerdict::Unconfirmed(doubt)), _) => doubt.why.clone(),
        (_, Some(dropped)) => format!("its test does not hold natively: {}", dropped.doubt.why),
        _ => "its test does not hold natively".to_owned(),
    }
}

fn tell(answer: &TargetAnswer, command: &Reach) {
    let width = LineWidth::of_stdout();
    let say = |line: String| anstream::println!("{}", width.wrap(&line, 7));
    let TargetAnswer { target, function, verdict, why, entries, test, .. } = answer;
    let effort = effort(answer);
    let place = match target == function {
        true => format!("`{function}`"),
        false => format!("{target} in `{function}`"),
    };
    let from = entries.join("`, `");
    match (verdict, test) {
        (Answered::Reached, Some(test)) => {
            let file = command.writing.out.join(&test.file);
            let inputs = if command.verbose { &test.inputs } else { &test.inputs_in_brief };
            say(format!("{}: {place}, from `{from}` ({effort})", good("reached")));
            say(format!("     = with {inputs}"));
            let tried = if test.tried { "" } else { "; not tried natively" };
            let Reaching { id, outcome, .. } = test;
            say(format!("     = see {id} in {}: {outcome}{tried}", file.display()));
        }
        (Answered::Unreachable, _) => {
            let unreachable = good("unreachable");
            say(format!("{unreachable}: no input of `{from}` leads to {place} ({effort})"));
        }
        _ => {
            let why = why.as_deref().unwrap_or("there is an input, but no test");
            say(format!("{}: {place}, from `{from}` ({effort})", bad("unknown")));
            say(format!("     = {why}"));
        }
    }
    if command.verbose {
        let TargetAnswer { mode, cost, composition, .. } = answer;
        say(format!("     mode: {mode}; {} instructions", cost.instructions));
        composition.lines().iter().for_each(|line| say(format!("     {line}")));
    }
}

/// `7 runs, 1 query, 0.1 s`.
fn effort(answer: &TargetAnswer) -> String {
    let ExplorationCost { runs, queries, seconds, .. } = answer.cost;
    let [runs, queries] = [(runs, "run", "runs"), (queries, "query", "queries")]
        .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }));
    format!("{runs}, {queries}, {seconds:.1} s")
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
fn exit_code(answers: &[TargetAnswer]) -> i32 {
    let any = |verdict: Answered| answers.iter().any(|answer| answer.verdict == verdict);
    match (any(Answered::Reached), any(Answered::Unknown)) {
        (true, _) => 0,
        (false, false) => 1,
        (false, true) => 2,
    }
}
