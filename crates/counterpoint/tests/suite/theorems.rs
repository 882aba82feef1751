//! The theorems of the papers on composition, on generated programs whose inputs can all be tried natively.
//!
//! In every mode: what is found happens (soundness); every side of a decision that any input takes is taken, and every
//! site that can fail is found (completeness relative to trying everything); each run takes a path of the program that no
//! run before it took (progress); and it ends by itself (termination).

mod batch;
mod generate;
mod layouts;
mod towards;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{
    Encoding, Exploration, ExploredPath, Image, Incomplete, InputValue, Limits, Listener, Machine,
    Mode, Options, Outcome, Search, StartUp, StopReason, Strategy, Task,
};
use ir::Program;
use libtest_mimic::Trial;
use smt::ChainOptions;

use crate::cases;
use crate::compose::MODES;
use crate::differential::setting;
use batch::{Batch, Number, Replay, Site, Truth};

/// So many programs, unless COUNTERPOINT_THEOREMS says how many.
const PROGRAMS: u64 = 100;
/// Of a batch, so many programs count...
const COUNTED: u64 = 20;
/// ...out of so many that are generated.
const GENERATED: usize = 60;
/// Every so many of them are explored with the solver asked by axioms, too: alone, and beside the instances, where
/// another answer is a reason to be incomplete. If it is said how many programs there are to be, all of them are.
const COMPARED: usize = 4;
const ENCODINGS: [(&str, Encoding); 3] = [
    ("smart", Encoding::Quantified),
    ("demand", Encoding::Quantified),
    ("demand", Encoding::Compared),
];
/// In which order nodes are explored.
const SEARCHES: [Search; 5] =
    [Search::Coverage, Search::Fair, Search::Random, Search::Dfs, Search::Bfs];
/// No exploration of such a program takes so long that ends by itself.
const PATIENCE: Duration = Duration::from_secs(600);
/// Axioms may take Z3 any time. It may work so much for one query, by its own count, and so much for all of them; of an
/// exploration that is cut off then, only what it found so far is looked at...
const WORK_WITH_AXIOMS: (u32, u64) = (2_000_000, 8_000_000);
/// ...and there may be one among so many programs.
const CUT_OFF: usize = 10;
/// A program with more paths takes too long, one with fewer is dull.
const TRACES: std::ops::RangeInclusive<usize> = 4..=100;

/// A case for each batch, and one for lines.
pub(crate) fn cases() -> Vec<Trial> {
    let first = setting("COUNTERPOINT_THEOREMS_SEED").unwrap_or(1);
    let batches = setting("COUNTERPOINT_THEOREMS").unwrap_or(PROGRAMS).div_ceil(COUNTED);
    let batch = |seed| {
        let name = format!("theorems::every_mode_reaches_what_any_input_reaches::{seed}");
        cases::case(name, move || holds_in_batch(seed))
    };
    let mut all: Vec<Trial> = (first..first + batches).map(batch).collect();
    all.extend(towards::cases());
    all.extend(layouts::cases());
    all
}

fn holds_in_batch(seed: u64) -> Result<(), String> {
    let folder = folder(seed);
    let results = hold_in(seed, &folder);
    let count = |extent: Extent| results.iter().filter(|it| **it == Ok(extent)).count();
    let [whole, cut_off] = [Extent::Whole, Extent::CutOff].map(count);
    if setting("COUNTERPOINT_THEOREMS").is_some() || cut_off > 0 {
        println!("batch {seed}, with both encodings: {whole}; cut off with axioms: {cut_off}");
    }
    let total = results.len();
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    if !failures.is_empty() {
        let failures = failures.join("\n");
        return Err(format!("batch {seed} (see {}):\n{failures}", folder.display()));
    }
    fs::remove_dir_all(&folder).unwrap();
    match cut_off * CUT_OFF <= total {
        true => Ok(()),
        false => Err(format!("{cut_off} of {total} programs were cut off with axioms")),
    }
}

/// How far a program was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extent {
    /// In every mode.
    Modes,
    /// With every encoding, too.
    Whole,
    /// With every encoding, but with axioms there was no end.
    CutOff,
}

/// Where a batch is, and stays if something is wrong.
fn folder(seed: u64) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("theorems").join(seed.to_string())
}

/// Looks at the programs of a batch that have a reasonable number of paths.
fn hold_in(seed: u64, folder: &Path) -> Vec<Result<Extent, String>> {
    let built = Batch::build(seed, GENERATED, folder)
        .and_then(|batch| batch.truths().map(|truths| (batch, truths)));
    let (batch, truths) = match built {
        Ok(built) => built,
        Err(why) => return vec![Err(why)],
    };
    let program = batch.read();
    let interesting = truths.iter().filter(|(_, truth)| TRACES.contains(&truth.traces));
    let counted: Vec<_> = interesting.take(COUNTED as usize).collect();
    if counted.len() < COUNTED as usize {
        return vec![Err(format!("only {} programs will do", counted.len()))];
    }
    let all = setting("COUNTERPOINT_THEOREMS").is_some();
    let hold = |(position, (number, truth)): (usize, (&Number, &Truth))| {
        let is_compared = all || position % COMPARED == 0;
        let ways = MODES.iter().map(|&mode| (mode, Encoding::Instances));
        let encodings = ENCODINGS.into_iter().filter(|_| is_compared);
        let mut extent = if is_compared { Extent::Whole } else { Extent::Modes };
        for (mode, encoding) in ways.chain(encodings) {
            // What is asked first, and in which order, decides what is known then: every program has another one.
            let search = SEARCHES[(seed as usize + position) % SEARCHES.len()];
            let mut how = how(mode, encoding);
            how.strategy = Strategy { search, seed, ..how.strategy };
            let explored = explore(&program, *number, how);
            let way = format!("program {}, {mode}, {encoding:?}, {search:?}", number.0);
            let is_cut_off = encoding != Encoding::Instances && is_cut_off(&explored);
            let held = match is_cut_off {
                true => ends_as_natively(&batch, *number, &explored).map(drop),
                false => holds(&batch, *number, truth, &explored),
            };
            held.map_err(|why| format!("{way}: {why}"))?;
            if is_cut_off {
                println!("batch {seed}, {way}: cut off");
                extent = Extent::CutOff;
            }
        }
        Ok(extent)
    };
    counted.into_iter().enumerate().map(hold).collect()
}

fn explore(program: &Program, number: Number, how: How) -> Exploration {
    explore_towards(program, number, how, None)
}

/// Explores a program; with a goal, until a path comes there.
fn explore_towards(
    program: &Program,
    number: Number,
    how: How,
    goal: Option<&[ir::ProgramPoint]>,
) -> Exploration {
    let entry = program.function_named(&format!("p{}_entry", number.0));
    let mut host = engine::NoExternals;
    let mut image = Image::new(program, &mut host).expect("the programs are small");
    goal.into_iter().for_each(|goal| image.watch(goal));
    let end = Instant::now() + PATIENCE;
    let stop = move || Instant::now() >= end;
    let options = Options { symbolic: true, stop: &stop, ..Options::default() };
    let mut machine = Machine::new(&image, &mut host, options);
    let work = match how.strategy.encoding {
        Encoding::Instances => smt::QueryLimits::default().work,
        Encoding::Quantified | Encoding::Compared => WORK_WITH_AXIOMS.0,
    };
    let solving = ChainOptions {
        limits: smt::QueryLimits { work, ..smt::QueryLimits::default() },
        stop: Some(Arc::new(stop)),
        ..ChainOptions::default()
    };
    let mut solver = smt::chain(&solving).unwrap_or_else(|why| panic!("{why}"));
    let start_up = StartUp { entry, ..StartUp::default() };
    let How { limits, strategy } = how;
    let (start_up, listener) = (&start_up, Listener::default());
    let task = Task { start_up, goal, limits, strategy, renders: false, listener };
    engine::explore(&mut machine, &mut solver, &task)
}

/// How far an exploration goes, and which way.
#[derive(Clone, Copy)]
struct How {
    limits: Limits,
    strategy: Strategy,
}

fn how(mode: &str, encoding: Encoding) -> How {
    let mode = match mode {
        "auto" => Mode::Auto,
        "dart" => Mode::Dart,
        "smart" => Mode::Smart,
        "demand" => Mode::Demand,
        _ => panic!("the engine knows no mode `{mode}`"),
    };
    let work = match encoding {
        Encoding::Instances => u64::MAX,
        Encoding::Quantified | Encoding::Compared => WORK_WITH_AXIOMS.1,
    };
    // Otherwise the programs are too small for the default mode to look at composition.
    let strategy = Strategy { mode, encoding, first_turn: 4, ..Strategy::default() };
    How { limits: Limits { work, ..Limits::default() }, strategy }
}

/// Had the solver worked enough before it was done, and nothing else is wrong?
fn is_cut_off(explored: &Exploration) -> bool {
    let is_work = |why: &Incomplete| {
        let is_all = matches!(why, Incomplete::Stopped(StopReason::WorkLimit(_)));
        is_all || matches!(why, Incomplete::Unknown(_) | Incomplete::Restarts(_))
    };
    !explored.incomplete.is_empty() && explored.incomplete.iter().all(is_work)
}

/// Each path ends as its inputs do natively.
fn ends_as_natively(
    batch: &Batch,
    number: Number,
    explored: &Exploration,
) -> Result<Replay, String> {
    let inputs: Vec<String> = explored.paths.iter().map(bytes).collect();
    let replay = batch.replay(number, &inputs)?;
    for ((path, given), (_, end)) in explored.paths.iter().zip(&inputs).zip(&replay.tests) {
        same(&format!("the end of {given}"), &ending(path), end)?;
    }
    Ok(replay)
}

/// Is what an exploration found what all inputs do?
fn holds(
    batch: &Batch,
    number: Number,
    truth: &Truth,
    explored: &Exploration,
) -> Result<(), String> {
    same("reasons to be incomplete", &explored.incomplete.len(), &0)
        .map_err(|why| format!("{why}: {:?}", explored.incomplete))?;
    let replay = ends_as_natively(batch, number, explored)?;
    same("sides of decisions", &replay.sides, &truth.sides)?;
    same("failing sites", &explored.paths.iter().filter_map(failure).collect(), &truth.failures)?;
    let traces: BTreeSet<&String> = replay.tests.iter().map(|(trace, _)| trace).collect();
    match explored.mode {
        // Two searches take turns, and a path may be among those of both.
        Mode::Auto if explored.paths.len() <= 2 * traces.len() => Ok(()),
        _ => same("paths", &explored.paths.len(), &traces.len()),
    }
}

/// The inputs of a path, one after the other. What it never asked for may be anything.
fn bytes(path: &ExploredPath) -> String {
    let mut bytes: Vec<u8> = Vec::new();
    for input in &path.inputs {
        let InputValue::Bytes(given) = &input.value else { panic!("{input:?} is no number") };
        bytes.extend(given);
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How a path ends, in the oracle's words.
fn ending(path: &ExploredPath) -> String {
    match (&path.outcome, failure(path)) {
        (Ok(Outcome::Exit(code)), _) => format!("exit {code}"),
        (_, Some((line, kind))) => format!("{line} {kind}"),
        (other, None) => format!("{other:?}"),
    }
}

fn failure(path: &ExploredPath) -> Option<Site> {
    let Ok(Outcome::Bug(bug)) = &path.outcome else { return None };
    Some((bug.at().map_or(0, |at| at.line.into()), bug.kind.name().to_owned()))
}

fn same<T: PartialEq + Debug>(what: &str, ours: &T, native: &T) -> Result<(), String> {
    match ours == native {
        true => Ok(()),
        false => Err(format!("{what}: {ours:?}, natively {native:?}")),
    }
}
