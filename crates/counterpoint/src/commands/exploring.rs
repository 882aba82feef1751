//! Exploring: what the commands that explore have in common, from their options to what was found.

use std::hash::Hash as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use analysis::fingerprint::{Digest, Fingerprint};
use clap::{Args, ValueEnum};
use engine::{
    Exploration, ExploredPath, Image, Incomplete, Limits, Listener, Machine, Options, RunLimits,
    StartUp, StopReason, SymbolicInput, Task,
};
use ir::{Program, ProgramPoint};
use smt::{LayerStats, Solver};

use super::run;
use crate::error::{ExitCode, Failure};
use crate::frontend::entries::{self, Chosen};
use crate::frontend::entry::Entry;
use crate::frontend::harness;
use crate::frontend::load::Loaded;
use crate::host::budget::Budget;
use crate::host::interrupt;
use crate::host::native::Host;
use crate::host::quiet;
use crate::host::watch::ResourceWatch;
use crate::options::checks::Checks;
use crate::options::environment::Environment;
use crate::options::exploration::ExplorationOptions;
use crate::options::heap::HeapOptions;
use crate::options::program_files::ProgramFiles;
use crate::options::solving::Solving;
use crate::options::symbolic_inputs::SymbolicInputs;
use crate::report::diagnostic;
use crate::suite::{self, Explored, Keep};
use crate::terminal::progress::{ProgressLine, Telling};
use crate::toolchain::Toolchain;

/// What to explore, and how far.
#[derive(Args)]
pub(crate) struct Exploring {
    #[command(flatten)]
    pub input: ProgramFiles,

    #[command(flatten)]
    given: SymbolicInputs,

    /// Start from this function: `main`, or one whose parameters are then symbolic. Without it, that is `main`
    /// if it takes symbolic input, and else every function of the C files by itself
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    #[command(flatten)]
    heap: HeapOptions,

    /// The most calls of a callback, or of a function that is defined nowhere, whose results are explored
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=4096))]
    stub_calls: u32,

    /// What it means to read memory that was never written
    #[arg(long, value_enum, default_value_t = Uninitialised::Error)]
    uninitialised: Uninitialised,

    #[command(flatten)]
    pub environment: Environment,

    #[command(flatten)]
    checks: Checks,

    #[command(flatten)]
    pub exploration: ExplorationOptions,

    #[command(flatten)]
    solving: Solving,
}

/// What is read before it is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Uninitialised {
    /// It is a bug where the value matters: in a branch, an address, output
    Error,
    /// It is symbolic, as in verification benchmarks. All calls are inlined then (`--mode dart`), and paths that depend
    /// on it have no tests: natively, its contents can't be chosen
    Any,
}

/// What an exploration is for.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum ExplorationPurpose {
    /// Tests, of these paths.
    Tests(Keep),
    /// Function trees.
    Trees,
    /// Coming to one of these instructions; the number tells goals apart.
    Goal(usize, Arc<[ProgramPoint]>),
}

/// Told of bugs as they are found: what the exploration is of, and a path that ends in one.
pub(crate) type OnBug<'x> = dyn Fn(&Program, &Explored, &ExploredPath) + Sync + 'x;

/// Told what came of each exploration, as soon as it is over.
pub(crate) type OnDone<'x> = dyn Fn(&Explored) + Sync + 'x;

/// Who is told what while there is still something to explore, in the thread that explores.
pub(crate) struct Listening<'x> {
    pub on_bug: &'x OnBug<'x>,
    pub on_done: &'x OnDone<'x>,
}

/// An exploration that is to be made.
pub(crate) struct Job {
    pub entry: Entry,
    pub purpose: ExplorationPurpose,
}

/// Where an exploration starts, with what, until when, what for, and what is around it.
struct Start<'x> {
    entry: &'x Entry,
    symbolic: SymbolicInput,
    deadline: Option<Instant>,
    purpose: &'x ExplorationPurpose,
    on_bug: &'x dyn Fn(&ExploredPath),
    around: &'x Around<'x>,
}

/// What came of explorations, in the thread that explores.
#[derive(Default)]
struct All {
    explored: Vec<Explored>,
    layers: Vec<LayerStats>,
    /// What is to be printed: that thread has no terminal.
    figures: Vec<String>,
}

/// What came of one of them.
struct EntryResult {
    exploration: Exploration,
    promising: Vec<usize>,
    hurried: bool,
    layers: Vec<LayerStats>,
    figures: Option<String>,
}

/// What is outside of the thread that explores.
struct Around<'x> {
    listening: &'x Listening<'x>,
    telling: Telling,
    watch: &'x ResourceWatch,
}

impl Listening<'_> {
    /// Nobody.
    pub(crate) const NOBODY: Listening<'static> =
        Listening { on_bug: &|_, _, _| {}, on_done: &|_| {} };
}

impl Exploring {
    /// Chooses where to start.
    pub(crate) fn choose(&self, toolchain: &Toolchain) -> Result<Chosen, Failure> {
        let (wanted, has_input) = (self.entry.as_deref(), self.given.is_symbolic());
        entries::choose(&self.input, toolchain, wanted, has_input, self.environment.assumed())
    }

    /// Chooses where to start to see a function: `main` if it takes symbolic input, else that function itself, and if
    /// it can't be an entry, everything that may call it.
    pub(crate) fn choose_for(
        &self,
        toolchain: &Toolchain,
        function: Option<&str>,
    ) -> Result<Chosen, Failure> {
        let chosen = self.choose(toolchain)?;
        let Some(function) = function.filter(|_| self.entry.is_none()) else {
            return Ok(chosen);
        };
        let alone = chosen.entries.iter().any(|entry| entry.name == function);
        if chosen.entries.len() <= 1 || !alone {
            return Ok(chosen);
        }
        let entries = chosen.entries.into_iter().filter(|entry| entry.name == function).collect();
        Ok(Chosen { entries, ..chosen })
    }

    /// Explores every entry by itself.
    pub(crate) fn explore_all(
        &self,
        budget: &Budget,
        loaded: &Loaded,
        entries: Vec<Entry>,
        purpose: &ExplorationPurpose,
        listening: &Listening<'_>,
    ) -> Result<(Vec<Explored>, Vec<LayerStats>), Failure> {
        let jobs = entries.into_iter().map(|entry| Job { entry, purpose: purpose.clone() });
        self.explore_each(budget, loaded, jobs.collect(), listening)
    }

    /// Makes one exploration after the other, in a thread that the program can't get out of. A goal that was reached once is
    /// not looked for again.
    pub(crate) fn explore_each(
        &self,
        budget: &Budget,
        loaded: &Loaded,
        jobs: Vec<Job>,
        listening: &Listening<'_>,
    ) -> Result<(Vec<Explored>, Vec<LayerStats>), Failure> {
        interrupt::is_exploring();
        let watch = ResourceWatch::start();
        let progress = ProgressLine::start(&loaded.program);
        let (sender, receiver) = mpsc::channel();
        let telling = Telling::new(progress.is_seen().then_some(sender));
        let explored = quiet::in_quiet(
            || {
                self.explore_quietly(
                    budget,
                    loaded,
                    jobs,
                    &Around { listening, telling, watch: &watch },
                )
            },
            || progress.follow(&receiver),
        );
        let All { explored, layers, figures } = explored.unwrap_or_else(|error| {
            let message = format!("the program's output can't be redirected: {error}");
            Err(Failure::new(ExitCode::Io, message))
        })?;
        figures.iter().for_each(|figures| eprintln!("{figures}"));
        self.solving.warn_of_gaps();
        Ok((explored, layers))
    }

    fn explore_quietly(
        &self,
        budget: &Budget,
        loaded: &Loaded,
        jobs: Vec<Job>,
        around: &Around<'_>,
    ) -> Result<All, Failure> {
        let program = &loaded.program;
        let mut host = Host::new(program.target);
        run::check_defined(program, &mut host)?;
        let mut image = Image::new(program, &mut host).map_err(|unsupported| {
            Failure::new(ExitCode::BadInput, diagnostic::unsupported(program, &unsupported))
        })?;
        let mut all = All::default();
        let symbolic = self.given.or_default(entries::marks_input(program));
        let end = budget.exploring_until();
        let mut left = u32::try_from(jobs.len()).unwrap_or(u32::MAX);
        for Job { entry, purpose } in jobs {
            let begin = Instant::now();
            let deadline = end.map(|end| share(begin, end, left));
            left = left.saturating_sub(1);
            purpose.sites().into_iter().for_each(|sites| image.watch(sites));
            let goal = purpose.number();
            if goal.is_some() && all.explored.iter().any(|it| it.goal == goal && it.reaches()) {
                continue;
            }
            let file = self.file_of(&entry);
            let so_far = Explored::nothing(entry, file, goal);
            let (entry, purpose) = (&so_far.entry, &purpose);
            let on_bug = |path: &ExploredPath| (around.listening.on_bug)(program, &so_far, path);
            let from = Start { entry, symbolic, deadline, purpose, on_bug: &on_bug, around };
            let done = self.explore(budget, loaded, &image, &mut host, &from)?;
            // What one exploration gave back is for the next.
            // SAFETY: gives free memory back to the system.
            unsafe { libc::malloc_trim(0) };
            let explored = all.add(done, so_far, begin.elapsed());
            (around.listening.on_done)(explored);
        }
        Ok(all)
    }

    /// Which of the given files an entry is in.
    pub(crate) fn file_of(&self, entry: &Entry) -> usize {
        self.input.files().iter().position(|file| *file == entry.source).unwrap_or(0)
    }

    fn explore(
        &self,
        budget: &Budget,
        loaded: &Loaded,
        image: &Image<'_>,
        host: &mut Host,
        from: &Start<'_>,
    ) -> Result<EntryResult, Failure> {
        let Start { entry, deadline, purpose, around, .. } = *from;
        let start_up = from.start_up();
        let late = move || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let short = Arc::new(AtomicBool::new(false));
        let is_short = short.clone();
        let stop = move || interrupt::requested() || late() || is_short.load(Ordering::Relaxed);
        let log = self.solving.log()?;
        let mut solver = self.solving.chain(log.as_ref(), Arc::new(stop.clone()))?;
        let watched = around.watch.over(deadline, watching(*budget, short.clone(), stop.clone()));
        let progress = |now: &engine::Progress| around.telling.tell(now, deadline);
        let options = Options { stop: &stop, ..self.options(loaded, entry) };
        let mut machine = Machine::new(image, host, options);
        let begin = Instant::now();
        let task = self.task(budget, from, &start_up, &progress);
        let mut explored = engine::explore(&mut machine, &mut solver, &task);
        // A query that was cut off may be all that says so.
        let was_stopped = stop();
        let time = begin.elapsed();
        let promising = purpose.promising(&loaded.program, entry, &explored.paths);
        for &index in promising.iter().take_while(|_| !budget.is_late(deadline)) {
            engine::simplify_inputs(&mut machine, &start_up, &mut explored.paths[index]);
        }
        let hurried = was_stopped || budget.is_late(deadline);
        drop(watched);
        host.flush();
        let figures = self.solving.figures(&explored, &solver, time);
        let is_short = short.load(Ordering::Relaxed);
        self.say_what_is_left_out(&mut explored, budget, (loaded, entry), is_short);
        let layers = solver.stats();
        Ok(EntryResult { exploration: explored, promising, hurried, layers, figures })
    }

    /// What the engine is to do.
    fn task<'x>(
        &self,
        budget: &Budget,
        from: &'x Start<'_>,
        start_up: &'x StartUp,
        progress: &'x dyn Fn(&engine::Progress),
    ) -> Task<'x> {
        Task {
            start_up,
            goal: from.purpose.sites().map(|sites| &**sites),
            limits: Limits { memory: budget.kept(), ..self.exploration.limits() },
            strategy: self.exploration.strategy(),
            renders: *from.purpose == ExplorationPurpose::Trees,
            listener: Listener { progress, found: from.on_bug },
        }
    }

    /// What the machine is told, beside when to stop.
    fn options(&self, loaded: &Loaded, entry: &Entry) -> Options<'static> {
        Options {
            arithmetic: loaded.arithmetic,
            symbolic: true,
            uninitialised: match self.uninitialised {
                Uninitialised::Error => engine::Uninitialised::Error,
                Uninitialised::Any => engine::Uninitialised::Any,
            },
            allocations_may_fail: self
                .environment
                .allocations_may_fail(&loaded.program, entry.harness.is_some()),
            environment: self.environment.symbolic(entry.harness.is_some()),
            leaks: self.checks.leaks(),
            limits: RunLimits {
                instructions: Some(self.exploration.limits.max_instructions),
                stub_calls: self.stub_calls,
                ..RunLimits::default()
            },
            heap: self.heap.bounds(),
            ..Options::default()
        }
    }

    /// A fingerprint of all that is said on the command line and matters to what is found.
    pub(crate) fn settings(
        &self,
        budget: &Budget,
        loaded: &Loaded,
        entry: &Entry,
        keep: Keep,
    ) -> Fingerprint {
        let Options {
            arithmetic,
            leaks,
            limits,
            heap,
            allocations_may_fail,
            environment,
            symbolic,
            uninitialised,
            stop: _,
        } = self.options(loaded, entry);
        let Loaded { program, optimised, untyped, arithmetic: _, sources: _ } = loaded;
        let given = self.given.or_default(entries::marks_input(program));
        let search = Limits { memory: budget.kept(), ..self.exploration.limits() };
        let mut digest = Digest::new("settings");
        let words = [
            format!("{arithmetic:?} {leaks} {limits:?} {heap:?} {allocations_may_fail}"),
            format!("{environment:?} {symbolic} {uninitialised:?} {optimised} {untyped}"),
            format!("{given:?} {} {search:?}", self.given.is_symbolic()),
            format!("{:?} {}", self.exploration.strategy(), keep.name()),
            self.solving.words(),
        ];
        words.hash(&mut digest);
        digest.done()
    }

    /// Says why an exploration is not all that there is, in the words of the command line.
    fn say_what_is_left_out(
        &self,
        explored: &mut Exploration,
        budget: &Budget,
        (loaded, entry): (&Loaded, &Entry),
        is_memory_short: bool,
    ) {
        let limit = match self.exploration.limits.time {
            _ if interrupt::requested() => None,
            _ if is_memory_short => Some(StopReason::MemoryLimit(budget.memory())),
            time => time.map(StopReason::TimeLimit),
        };
        name_limits(explored, budget, limit);
        name_the_entry(explored, entry);
        let kept = |what: &String| Incomplete::Given { what: what.clone(), option: None };
        explored.incomplete.extend(entry.fixed.iter().map(kept));
        explored.incomplete.extend(self.given.default_bounds(&explored.paths));
        explored.incomplete.extend(loaded.optimised.then(|| Incomplete::Given {
            what: "the program as clang optimised it, which may have removed errors".to_owned(),
            option: Some("--cflags"),
        }));
        let may_overlap = loaded.untyped && !entry.params.is_empty();
        explored.incomplete.extend(may_overlap.then(|| Incomplete::Given {
            what: "pointers lead to objects of their types (-fno-strict-aliasing)".to_owned(),
            option: Some("--cflags"),
        }));
        explored.complete = explored.incomplete.is_empty();
    }
}

/// What one function doesn't need of its share of the time is for the others.
fn share(now: Instant, end: Instant, left: u32) -> Instant {
    now + end.saturating_duration_since(now) / left.max(1)
}

impl ExplorationPurpose {
    /// The number of the goal.
    fn number(&self) -> Option<usize> {
        match self {
            ExplorationPurpose::Goal(number, _) => Some(*number),
            ExplorationPurpose::Tests(_) | ExplorationPurpose::Trees => None,
        }
    }

    /// What is to be reached.
    fn sites(&self) -> Option<&Arc<[ProgramPoint]>> {
        match self {
            ExplorationPurpose::Goal(_, sites) => Some(sites),
            ExplorationPurpose::Tests(_) | ExplorationPurpose::Trees => None,
        }
    }

    /// The paths that may become tests.
    fn promising(&self, program: &Program, entry: &Entry, paths: &[ExploredPath]) -> Vec<usize> {
        match self {
            ExplorationPurpose::Tests(keep) => suite::promising(program, entry, paths, *keep),
            ExplorationPurpose::Trees => Vec::new(),
            ExplorationPurpose::Goal(..) => {
                (0..paths.len()).filter(|&index| paths[index].reached).collect()
            }
        }
    }
}

impl Start<'_> {
    fn start_up(&self) -> StartUp {
        StartUp {
            entry: self.entry.harness,
            tested: self.entry.harness.map(|_| self.entry.function),
            args: vec![b"program".to_vec()],
            symbolic: self.symbolic,
            ..StartUp::default()
        }
    }
}

impl All {
    fn add(&mut self, done: EntryResult, so_far: Explored, time: Duration) -> &Explored {
        let EntryResult { exploration, promising, hurried, layers, figures } = done;
        add_layers(&mut self.layers, layers);
        self.figures.extend(figures);
        self.explored.push(Explored { exploration, promising, hurried, time, ..so_far });
        &self.explored[self.explored.len() - 1]
    }
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

/// What calls a function in the place of its callers is no place of the program.
fn name_the_entry(explored: &mut Exploration, entry: &Entry) {
    for why in &mut explored.incomplete {
        if let Incomplete::Unsupported(unsupported) = why
            && unsupported.function.starts_with(harness::PREFIX)
        {
            unsupported.function.clone_from(&entry.name);
            unsupported.at = None;
        }
    }
}

/// The engine has no clock, and can't ask how much memory it uses: to it, a limit of ours is an interruption like any
/// other.
fn name_limits(explored: &mut Exploration, budget: &Budget, limit: Option<StopReason>) {
    let kept = StopReason::MemoryLimit(budget.kept());
    for why in &mut explored.incomplete {
        match (&why, limit) {
            (Incomplete::Stopped(StopReason::Interrupted), Some(limit)) => {
                *why = Incomplete::Stopped(limit);
            }
            (Incomplete::Stopped(reason), _) if *reason == kept => {
                *why = Incomplete::Stopped(StopReason::MemoryLimit(budget.memory()));
            }
            _ => {}
        }
    }
}

/// What is asked some times a second: is it over, for want of memory perhaps?
fn watching(
    budget: Budget,
    short: Arc<AtomicBool>,
    stop: impl Fn() -> bool + Send + 'static,
) -> impl Fn() -> bool + Send + 'static {
    move || {
        if budget.is_memory_short() {
            short.store(true, Ordering::Relaxed);
        }
        stop()
    }
}
