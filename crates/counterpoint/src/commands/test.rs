//! `counterpoint test`: explores a program's paths from its symbolic inputs, writes the tests, and asks the
//! native program about every bug before it reports it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use analysis::fingerprint::Fingerprints;
use clap::Args;
use engine::ExploredPath;
use ir::Program;

use super::exploring::{ExplorationPurpose, Exploring, Listening};
use super::reuse::Reuse;
use super::run;
use super::writing::{self, WantedSuite};
use crate::error::Failure;
use crate::frontend::entries::Chosen;
use crate::frontend::place;
use crate::host::native::Host;
use crate::options::store::StoreOptions;
use crate::options::writing::Writing;
use crate::report::summary::{ReportStyle, Results, Summary};
use crate::report::told;
use crate::suite::{self, Explored, InputLength, Keep, TestCase, TestEnding};
use crate::terminal::layout::LineWidth;
use crate::terminal::notices::Notices;
use crate::terminal::print;
use crate::toolchain::Toolchain;
use crate::validate::early::{self, ShownBug, Suspect};
use crate::validate::evidence::Evidence;
use crate::validate::trial;
use crate::validate::verdict::Expected;
use crate::validate::workshop::Workshop;

/// What `test` is given.
#[derive(Args)]
pub(crate) struct Test {
    #[command(flatten)]
    exploring: Exploring,

    #[command(flatten)]
    writing: Writing,

    #[command(flatten)]
    store: StoreOptions,

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
    let toolchain = Toolchain::new(command.exploring.exploration.budget());
    let exploring = &command.exploring;
    suite::check_folder(&command.writing.out, exploring.input.files())?;
    let environment = exploring.environment.is_symbolic();
    let workshop = writing::workshop(&toolchain, &exploring.input, environment)?;
    let (input, writing, keep) = (&exploring.input, &command.writing, command.keep);
    let wanted = WantedSuite { input, writing, environment, keep };
    let native = (!command.writing.no_native).then_some(&workshop);
    let reuse = Reuse::new(&command.store, exploring);
    let (outcome, early) = while_confirming(native, |confirming| {
        // Without a store, there is something to try in any case.
        confirming.iter().filter(|_| reuse.store().is_none()).for_each(|it| it.start());
        let Chosen { loaded, entries, left_out } = exploring.choose(&toolchain)?;
        let prints = Fingerprints::new(&loaded.program);
        let told = (exploring, &toolchain.budget, keep);
        let mut plan = reuse.plan(told, (&loaded, &prints), entries);
        let on_bug = tell_suspects(&wanted, confirming.map(|confirming| &confirming.found));
        let (new, layers) = match plan.is_all_known() {
            true => {
                let mut host = Host::new(loaded.program.target);
                run::check_defined(&loaded.program, &mut host)?;
                Default::default()
            }
            false => {
                confirming.iter().for_each(|confirming| confirming.start());
                let purpose = ExplorationPurpose::Tests(keep);
                reuse.while_keeping((&loaded, prints), &plan, |on_done| {
                    let (budget, unknown) = (&toolchain.budget, plan.unknown());
                    let listening = Listening { on_bug: &on_bug, on_done };
                    exploring.explore_all(budget, &loaded, unknown, &purpose, &listening)
                })?
            }
        };
        reuse.note_use(&plan);
        let explored = plan.merged(|entry| exploring.file_of(entry), new);
        Ok((loaded, left_out, plan, explored, layers))
    });
    let (loaded, left_out, plan, explored, layers) = outcome?;
    let program = &loaded.program;
    let trials = reuse.trials(&toolchain, input, &loaded, &plan);
    let built = (&workshop, &trials);
    let confirmed = writing::write_suite(built, &wanted, program, &explored, &early)?;
    let results =
        Results { program, explored: &explored, left_out: &left_out, confirmed: &confirmed };
    let summary = Summary::new(&results, layers).after(toolchain.budget.used());
    let summary = summary.with_store(reuse.summary(&plan, &trials));
    match command.json {
        true => print::json(&summary.json())?,
        false => print_report(command, &results, &summary)?,
    }
    Ok(summary.exit_code())
}

/// Prints what is for people: on standard error the bugs, as a compiler would, and what else there is on standard output.
fn print_report(command: &Test, results: &Results<'_>, summary: &Summary) -> Result<(), Failure> {
    let Results { program, explored, confirmed, .. } = results;
    if command.paths {
        explored.iter().for_each(|explored| print_paths(program, explored));
    }
    let bugs = confirmed.bugs.iter().filter(|found| found.bug.precondition.is_none());
    let (bugs, width) = (bugs.collect::<Vec<_>>(), LineWidth::of_stderr());
    told::bugs(program, &bugs, &command.writing.out, width, command.verbose)
        .iter()
        .for_each(|text| anstream::eprintln!("{text}"));
    let manner = ReportStyle {
        folder: &command.writing.out,
        verbose: command.verbose,
        width: LineWidth::of_stdout(),
    };
    print::text(&summary.text(&manner))
}

/// Hands every bug to the thread that tries it, if there is one.
fn tell_suspects<'x>(
    wanted: &'x WantedSuite<'x>,
    found: Option<&'x Sender<Suspect>>,
) -> impl Fn(&Program, &Explored, &ExploredPath) + Sync + 'x {
    let count = AtomicUsize::new(0);
    move |program, explored, path| {
        let number = count.fetch_add(1, Ordering::Relaxed);
        let suspect = || suspect(wanted, program, explored, path, number);
        if let Some((found, suspect)) = found.and_then(|found| Some((found, suspect()?))) {
            // The thread that would try it has ended, at worst.
            let _ = found.send(suspect);
        }
    }
}

/// The thread that tries bugs as they are found.
struct Confirming {
    found: Sender<Suspect>,
    start: Sender<()>,
}

impl Confirming {
    /// There is something to explore, so there will be something to try.
    fn start(&self) {
        // It has ended, at worst.
        let _ = self.start.send(());
    }
}

/// Explores while another core compiles what the tests will need, and tries the bugs that are found.
fn while_confirming<T>(
    workshop: Option<&Workshop<'_>>,
    explore: impl FnOnce(Option<&Confirming>) -> T,
) -> (T, Vec<ShownBug>) {
    let Some(workshop) = workshop else { return (explore(None), Vec::new()) };
    let (sender, found) = mpsc::channel();
    let (start, is_started) = mpsc::channel();
    let is_over = &AtomicBool::new(false);
    thread::scope(|scope| {
        let confirming = scope.spawn(move || {
            if is_started.recv().is_err() {
                return Vec::new();
            }
            workshop.prepare(&trial::FLAVOURS);
            early::confirm(workshop, &found, is_over, Notices::open())
        });
        let started = Confirming { found: sender, start };
        let explored = explore(Some(&started));
        is_over.store(true, Ordering::Relaxed);
        drop(started);
        match confirming.join() {
            Ok(early) => (explored, early),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// What it takes to try a bug natively; nothing, if it is only a demand on callers.
fn suspect(
    wanted: &WantedSuite<'_>,
    program: &Program,
    explored: &Explored,
    path: &ExploredPath,
    number: usize,
) -> Option<Suspect> {
    let ending = TestEnding::of(path)?;
    let TestEnding::Bug(bug) = ending else { return None };
    let sanitizer = *Evidence::of(bug.kind).sanitizers.first()?;
    if bug.precondition.is_some() {
        return None;
    }
    let (link, cflags) = (wanted.input.native(), wanted.input.cflags());
    let folder = wanted.folder(program, (&link, &cflags), "cc");
    let name = format!("early_{number}_{}", bug.kind.name().replace('-', "_"));
    let case = TestCase { name: name.clone(), explored, path, ending, signs: BTreeSet::new() };
    let mut text = String::new();
    suite::write_case(&mut text, program, &case);
    let place = bug.at().map(|at| format!(" at {}", place::words(program, at)));
    Some(Suspect {
        head: folder.text("Inputs that should show bugs.", explored.file, []),
        text,
        name,
        about: explored.file,
        sanitizer,
        expected: Expected { kind: bug.kind, at: place::file_and_line(program, bug) },
        words: format!(
            "found: {}{} in `{}`, confirmed natively; the exploration goes on",
            bug.kind,
            place.unwrap_or_default(),
            explored.entry.name
        ),
        entry: explored.entry.name.clone(),
        path: path.clone(),
    })
}

fn print_paths(program: &Program, explored: &Explored) {
    for path in &explored.exploration.paths {
        let ending = match (TestEnding::of(path), &path.outcome) {
            (Some(ending), _) => ending.words(),
            (None, Ok(other)) => format!("{other:?}"),
            (None, Err(unsupported)) => format!("unsupported {}", unsupported.what),
        };
        let inputs = suite::inputs_on_one_line(program, explored, path, InputLength::Whole);
        println!("{}: {} decisions: {ending} {inputs}", explored.entry.name, path.depth);
    }
}
