//! A trial: all tests of a suite and the inputs of all bugs, built and run natively, with what they cover.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread;

use serde::{Deserialize, Serialize};

use super::native_run::{Ended, Invocation, NativeRun};
use super::orders::{self, ComparisonSize};
use super::verdict::{self, BugVerdict, Doubt, Expected};
use super::workshop::{Built, Flavour, NativeBinary, Unbuilt, Workshop};
use crate::frontend::load;
use crate::host::budget::Cut;
use crate::host::child::Failed;
use crate::host::parallel;
use crate::suite::TestFile;
use crate::toolchain::coverage::{Coverage, Tools};
use crate::toolchain::sanitizer::Sanitizer;

/// What came of it.
pub(crate) struct Trial {
    /// All tests that could be run, in the order of the files.
    pub tests: Vec<TestRun>,
    /// For each bug.
    pub bugs: Vec<BugRun>,
    /// What the tests that hold and the bugs that were shown cover, or why that is unknown.
    pub coverage: Result<Coverage, String>,
    /// Files of tests that aren't built, and why.
    pub unbuilt: Vec<(TestFile, Unbuilt)>,
    /// Files with the inputs of bugs that the compiler refuses: the lines, and what it says about them.
    pub refused: Vec<(PathBuf, Vec<(u32, String)>)>,
}

/// A test that was run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TestRun {
    pub name: String,
    pub tried: Tried,
    /// What fails with comparisons whose results have other sizes, although the test holds with ours.
    pub by_size: Vec<(ComparisonSize, String)>,
}

/// What became of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Tried {
    Holds,
    Fails(Doubt),
    /// Unknown.
    #[serde(skip)]
    Cut(Cut),
}

/// A way to show a bug.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    /// What it is called in its file.
    pub name: String,
    pub source: PathBuf,
    /// Attempts of one number are built together.
    pub batch: usize,
    /// Which of the program's files it is about.
    pub about: usize,
    /// What may see it.
    pub sanitizers: Vec<Sanitizer>,
    pub expected: Expected,
}

/// What became of the attempts to show a bug.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct BugRun {
    /// The attempt that counts: the one that showed it, or else the first.
    pub attempt: usize,
    /// What saw it.
    pub sanitizer: Sanitizer,
    pub verdict: BugVerdict,
}

/// What is tried.
pub(crate) struct TrialInput<'x> {
    /// The folder of the suite.
    pub suite: &'x Path,
    pub tests: &'x [TestFile],
    /// For each bug, one attempt after another, until one shows it.
    pub bugs: &'x [Vec<Attempt>],
    /// By the files of the program, those that have the tests and some inputs of bugs together: one build with sanitizers
    /// serves both.
    pub together: &'x BTreeMap<usize, PathBuf>,
    /// Are the tests also tried with comparisons that differ in what C leaves open?
    pub orders: bool,
}

/// How tests are built: with sanitizers, and as they are. What tests cover is measured in the second, what bugs do in the first.
pub(crate) const FLAVOURS: [Flavour; 2] = [
    Flavour { sanitizer: Some(Sanitizer::Address), build: 0, coverage: true, orders: false },
    Flavour { sanitizer: None, build: 0, coverage: true, orders: false },
];

/// Tries a suite. Bugs and tests are built beside each other: if the time is over, one doesn't cost the other.
pub(crate) fn run(workshop: &Workshop<'_>, given: &TrialInput<'_>) -> Trial {
    // Of an earlier trial.
    workshop.discard_all("");
    let tools = Tools::find(workshop.toolchain());
    let covering = tools.is_ok();
    let (bugs, (ran, plain)) = thread::scope(|scope| {
        let bugs = scope.spawn(|| TriedBugs::run(workshop, given.bugs, covering));
        let tests = try_tests(workshop, given, covering);
        match bugs.join() {
            Ok(bugs) => (bugs, tests),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    });
    let binaries: Vec<PathBuf> = plain.into_iter().flatten().chain(bugs.covering()).collect();
    let [suite, scratch] =
        [given.suite, workshop.scratch()].map(|it| it.canonicalize().unwrap_or_default());
    let own = |file: &Path| {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // A suite may be beside its program.
        let in_suite = file.parent() == Some(&suite) && workshop.writes(name);
        !in_suite && !file.starts_with(&scratch) && !load::is_system(file)
    };
    let coverage = tools.and_then(|tools| tools.measure(&binaries, &workshop.profiles(), own));
    let refused = bugs.refused();
    let mut trial =
        Trial { tests: Vec::new(), bugs: bugs.runs, coverage, unbuilt: Vec::new(), refused };
    for (file, result) in given.tests.iter().zip(ran) {
        match result {
            Ok(tests) => trial.tests.extend(tests),
            Err(why) => trial.unbuilt.push((file.clone(), why)),
        }
    }
    trial
}

/// What became of the tests of a file.
type FileRun = Result<Vec<TestRun>, Unbuilt>;

/// Builds and runs the tests; the binaries that say what they cover are given as well.
fn try_tests(
    workshop: &Workshop<'_>,
    given: &TrialInput<'_>,
    covering: bool,
) -> (Vec<FileRun>, Vec<Built>) {
    let [sanitized, plain] =
        FLAVOURS.map(|flavour| Flavour { coverage: flavour.coverage && covering, ..flavour });
    let orders = given.orders.then_some(Flavour { orders: true, ..Flavour::default() });
    let units = given.tests.iter().flat_map(|file| {
        let own = given.suite.join(format!("{}.c", file.name));
        let both = given.together.get(&file.about).unwrap_or(&own).clone();
        let sources = [(both, sanitized), (own.clone(), plain)].into_iter();
        let sources = sources.chain(orders.map(|orders| (own, orders)));
        sources.map(|(source, flavour)| NativeBinary { source, about: file.about, flavour })
    });
    let built = workshop.build(&units.collect::<Vec<_>>());
    let builds: Vec<&[Built]> = built.chunks(2 + usize::from(given.orders)).collect();
    let ran = parallel::map(&builds, |builds| match builds {
        [sanitized, plain, orders @ ..] => run_tests(workshop, sanitized, plain, orders.first()),
        _ => Ok(Vec::new()),
    });
    let plain = builds.iter().filter(|_| covering).map(|builds| builds[1].clone());
    (ran, plain.collect())
}

/// Bugs that were tried, and in which binaries.
struct TriedBugs {
    runs: Vec<BugRun>,
    units: Vec<NativeBinary>,
    built: Vec<Built>,
}

impl TriedBugs {
    /// Bugs that are in the same files are tried together, the first ones first: if the time is over, it is so for the rest.
    fn run(workshop: &Workshop<'_>, bugs: &[Vec<Attempt>], covering: bool) -> TriedBugs {
        let together = |one: &Vec<Attempt>, other: &Vec<Attempt>| {
            one.first().map(|attempt| attempt.batch) == other.first().map(|attempt| attempt.batch)
        };
        let batches: Vec<&[Vec<Attempt>]> = bugs.chunk_by(together).collect();
        let tried =
            parallel::map(&batches, |batch| TriedBugs::run_batch(workshop, batch, covering));
        let mut all = TriedBugs { runs: Vec::new(), units: Vec::new(), built: Vec::new() };
        for tried in tried {
            all.runs.extend(tried.runs);
            all.units.extend(tried.units);
            all.built.extend(tried.built);
        }
        all
    }

    fn run_batch(workshop: &Workshop<'_>, bugs: &[Vec<Attempt>], covering: bool) -> TriedBugs {
        let mut units = Vec::new();
        let round =
            Round::new(&mut units, bugs, Turn { sanitizer: 0, which: Which::First }, covering);
        let built = workshop.build(&units);
        let runs = parallel::map(bugs, |attempts| round.run(workshop, attempts, &built));
        let mut tried = TriedBugs { runs, units, built };
        tried.try_again(workshop, bugs, Turn { sanitizer: 0, which: Which::Others }, covering);
        let most = bugs.iter().flatten().map(|attempt| attempt.sanitizers.len()).max();
        for sanitizer in 1..most.unwrap_or(0) {
            for which in [Which::First, Which::Others] {
                tried.try_again(workshop, bugs, Turn { sanitizer, which }, covering);
            }
        }
        tried
    }

    /// What one attempt or sanitizer didn't show, another may: the next one is built only for the bugs that need it.
    fn try_again(
        &mut self,
        workshop: &Workshop<'_>,
        bugs: &[Vec<Attempt>],
        turn: Turn,
        covering: bool,
    ) {
        let is_open = |(attempts, run): &(&Vec<Attempt>, &mut BugRun)| {
            turn.of(attempts).next().is_some() && !run.verdict.is_confirmed()
        };
        let runs = &mut self.runs;
        let (open, mut runs): (Vec<_>, Vec<_>) = bugs.iter().zip(runs).filter(is_open).unzip();
        let open: Vec<Vec<Attempt>> = open.into_iter().cloned().collect();
        let mut more = Vec::new();
        let round = Round::new(&mut more, &open, turn, covering);
        let binaries = workshop.build(&more);
        let again = parallel::map(&open, |attempts| round.run(workshop, attempts, &binaries));
        // What another sanitizer says about the first inputs is enough to say.
        let counts = turn.sanitizer == 0 || turn.which == Which::First;
        for (run, again) in runs.iter_mut().zip(again) {
            if counts || again.verdict.is_confirmed() {
                run.add(again);
            }
        }
        self.units.extend(more);
        self.built.extend(binaries);
    }

    /// The binaries that say what they cover.
    fn covering(&self) -> impl Iterator<Item = PathBuf> + '_ {
        let with_coverage = self.units.iter().zip(&self.built).filter(|it| it.0.flavour.coverage);
        with_coverage.filter_map(|(_, binary)| binary.clone().ok())
    }

    /// The files that the compiler refuses.
    fn refused(&self) -> Vec<(PathBuf, Vec<(u32, String)>)> {
        let refused = self.units.iter().zip(&self.built).filter_map(|(unit, built)| match built {
            Err(Unbuilt::Refused { lines, .. }) if !lines.is_empty() => {
                Some((unit.source.clone(), lines.clone()))
            }
            _ => None,
        });
        refused.collect()
    }
}

/// Why a file of tests about one of the program's files can't be built, in one way or another.
pub(crate) fn why_unbuilt(workshop: &Workshop<'_>, source: &Path, about: usize) -> Option<Unbuilt> {
    let unit = |flavour| NativeBinary { source: source.to_owned(), about, flavour };
    workshop.build(&FLAVOURS.map(unit)).into_iter().find_map(Built::err)
}

/// Runs the tests of a file in all builds: a test must hold in each.
fn run_tests(
    workshop: &Workshop<'_>,
    sanitized: &Built,
    plain: &Built,
    orders: Option<&Built>,
) -> Result<Vec<TestRun>, Unbuilt> {
    let sanitized = sanitized.as_ref().map_err(Unbuilt::clone)?;
    // There may be inputs of bugs beside the tests, and it takes far longer to start with sanitizers.
    let names = list(workshop, plain)?;
    let mut tests = run_binary(workshop, sanitized, &names, None, None)?;
    if let Some(orders) = orders {
        run_with_orders(workshop, orders, &names, &mut tests)?;
    }
    loop {
        let holding = tests.iter().filter(|test| test.tried == Tried::Holds);
        let holding: Vec<String> = holding.map(|test| test.name.clone()).collect();
        if holding.is_empty() {
            return Ok(tests);
        }
        let plain = plain.as_ref().map_err(Unbuilt::clone)?;
        let profile = plain.file_name().unwrap_or_default().to_string_lossy();
        let again = run_binary(workshop, plain, &holding, Some(&profile), None)?;
        let others = again.into_iter().filter(|test| test.tried != Tried::Holds);
        let others: BTreeMap<String, Tried> = others.map(|test| (test.name, test.tried)).collect();
        if others.is_empty() {
            return Ok(tests);
        }
        // What only tests cover that don't hold isn't covered.
        workshop.discard(&profile);
        for test in &mut tests {
            if let Some(tried) = others.get(&test.name) {
                test.tried.clone_from(tried);
            }
        }
    }
}

/// Finds out which tests depend on the size of what comparisons return. None of them holds.
fn run_with_orders(
    workshop: &Workshop<'_>,
    binary: &Built,
    names: &[String],
    tests: &mut [TestRun],
) -> Result<(), Unbuilt> {
    let binary = binary.as_ref().map_err(Unbuilt::clone)?;
    let run =
        |size: ComparisonSize| run_binary(workshop, binary, names, None, Some(size.variable()));
    let ours = run(ComparisonSize::Difference)?;
    let holds =
        |name: &str| ours.iter().any(|test| test.name == name && test.tried == Tried::Holds);
    for size in [ComparisonSize::Sign, ComparisonSize::Large] {
        for TestRun { name, tried, .. } in run(size)? {
            let Some(test) = tests.iter_mut().find(|test| test.name == name && holds(&name)) else {
                continue;
            };
            match tried {
                Tried::Holds => {}
                Tried::Fails(doubt) => {
                    test.tried = Tried::Fails(Doubt::new(orders::OPEN));
                    test.by_size.push((size, doubt.why));
                }
                cut @ Tried::Cut(_) => test.tried = cut,
            }
        }
    }
    Ok(())
}

/// The names of the tests in a binary.
fn list(workshop: &Workshop<'_>, binary: &Built) -> Result<Vec<String>, Unbuilt> {
    let binary = binary.as_ref().map_err(Unbuilt::clone)?;
    let listed = workshop.run(binary, &Invocation { args: &["--list"], ..Invocation::default() });
    Ok(listed.map_err(not_run)?.stdout.lines().map(str::to_owned).collect())
}

/// Runs the tests of these names in a binary. A test that takes the runner with it is to blame for that; the others are run
/// all the same.
fn run_binary(
    workshop: &Workshop<'_>,
    binary: &Path,
    names: &[String],
    profile: Option<&str>,
    variable: Option<(&'static str, &'static str)>,
) -> Result<Vec<TestRun>, Unbuilt> {
    let run = |args: &[&str]| workshop.run(binary, &Invocation { args, variable, profile });
    let mut left: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut tests: Vec<TestRun> = Vec::new();
    while !left.is_empty() {
        let args: Vec<&str> = std::iter::once("--quiet").chain(left.iter().copied()).collect();
        let ran = match run(&args) {
            Ok(ran) => ran,
            Err(Failed::Cut(cut)) => {
                let cut = |name: &&str| TestRun::new(name, Tried::Cut(cut.clone()));
                tests.extend(left.iter().map(cut));
                break;
            }
            Err(failed) => return Err(not_run(failed)),
        };
        let results = read_results(&ran.stdout, |process| stopped(&ran, process));
        left.retain(|name| !results.iter().any(|test| test.name == *name));
        tests.extend(results);
        if !left.is_empty() {
            let why = format!("what runs it ends with it: {}", ran.status);
            tests.push(TestRun::new(left.remove(0), Tried::Fails(Doubt::new(why))));
        }
    }
    Ok(tests)
}

fn not_run(failed: Failed) -> Unbuilt {
    match failed {
        Failed::Cut(cut) => Unbuilt::Cut(cut),
        Failed::Start(error) => {
            Unbuilt::Refused { why: format!("the tests can't be run: {error}"), lines: Vec::new() }
        }
    }
}

impl TestRun {
    fn new(name: &str, tried: Tried) -> TestRun {
        TestRun { name: name.to_owned(), tried, by_size: Vec::new() }
    }
}

/// What the sanitizer that stopped a process has to say.
fn stopped(ran: &NativeRun, process: &str) -> Doubt {
    let report = process.parse().ok().and_then(|process| ran.report(process));
    Doubt::stopped(report.as_ref())
}

/// Reads what the runner of the tests prints.
fn read_results(text: &str, stopped: impl Fn(&str) -> Doubt) -> Vec<TestRun> {
    let mut tests: Vec<TestRun> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("pass ") {
            tests.push(TestRun::new(name, Tried::Holds));
        } else if let Some(name) = line.strip_prefix("FAIL ") {
            tests.push(TestRun::new(name, Tried::Fails(Doubt::new(""))));
        } else if let (Some(detail), Some(TestRun { tried: Tried::Fails(failure), .. })) =
            (line.strip_prefix("    "), tests.last_mut())
        {
            let process = detail.strip_prefix("it is stopped by a sanitizer (process ");
            let detail = match process.and_then(|rest| rest.strip_suffix(')')) {
                Some(process) => stopped(process),
                None => Doubt::new(detail),
            };
            failure.why += if failure.why.is_empty() { "" } else { "; " };
            failure.why += &detail.why;
            failure.said = failure.said.take().or(detail.said);
        }
    }
    tests
}

/// Which attempts are made: with their first sanitizer, or with their second, and so on.
#[derive(Clone, Copy)]
struct Turn {
    sanitizer: usize,
    which: Which,
}

/// Most bugs are shown by the first attempt: the others are compiled only if they are needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    First,
    Others,
}

impl Turn {
    /// The attempts of a bug that are made, with their numbers and sanitizers.
    fn of<'x>(
        self,
        attempts: &'x [Attempt],
    ) -> impl Iterator<Item = (usize, &'x Attempt, Sanitizer)> + use<'x> {
        let range = match self.which {
            Which::First => 0..1,
            Which::Others => 1..attempts.len(),
        };
        let chosen = attempts.iter().enumerate().skip(range.start).take(range.len());
        chosen.filter_map(move |(number, attempt)| {
            Some((number, attempt, *attempt.sanitizers.get(self.sanitizer)?))
        })
    }
}

/// One turn of attempts.
struct Round {
    turn: Turn,
    /// Which binary each attempt is in.
    units: BTreeMap<(PathBuf, Sanitizer, usize), usize>,
}

impl Round {
    /// Adds a unit for every file and each build for its sanitizer.
    fn new(
        units: &mut Vec<NativeBinary>,
        bugs: &[Vec<Attempt>],
        turn: Turn,
        covering: bool,
    ) -> Round {
        let mut places = BTreeMap::new();
        for (_, attempt, sanitizer) in bugs.iter().flat_map(|attempts| turn.of(attempts)) {
            for build in 0..sanitizer.builds().len() {
                places.entry((attempt.source.clone(), sanitizer, build)).or_insert_with(|| {
                    // What several builds cover is the same.
                    let coverage = covering && build == 0;
                    let sanitizer = Some(sanitizer);
                    let flavour = Flavour { sanitizer, build, coverage, orders: false };
                    let (source, about) = (attempt.source.clone(), attempt.about);
                    units.push(NativeBinary { source, about, flavour });
                    units.len() - 1
                });
            }
        }
        Round { turn, units: places }
    }

    /// Not every input of a bug shows it natively: a byte past the end of an empty block, for one.
    fn run(&self, workshop: &Workshop<'_>, attempts: &[Attempt], built: &[Built]) -> BugRun {
        let mut first = None;
        for (number, attempt, sanitizer) in self.turn.of(attempts) {
            let verdict = self.run_one(workshop, attempt, sanitizer, built);
            let run = BugRun { attempt: number, sanitizer, verdict };
            if run.verdict.is_confirmed() {
                return run;
            }
            workshop.discard(&attempt.name);
            first.get_or_insert(run);
        }
        let none = || BugVerdict::Unconfirmed(Doubt::new("there are no inputs to try"));
        first.unwrap_or_else(|| BugRun {
            attempt: 0,
            sanitizer: Sanitizer::Address,
            verdict: none(),
        })
    }

    fn run_one(
        &self,
        workshop: &Workshop<'_>,
        attempt: &Attempt,
        sanitizer: Sanitizer,
        built: &[Built],
    ) -> BugVerdict {
        let unit = |build: usize| self.units[&(attempt.source.clone(), sanitizer, build)];
        let builds = (0..sanitizer.builds().len()).map(|build| &built[unit(build)]);
        let verdict = match sanitizer {
            Sanitizer::Fillings => run_fillings(workshop, attempt, builds),
            _ => builds
                .clone()
                .next()
                .expect("there is a build")
                .as_ref()
                .map_err(ToString::to_string)
                .and_then(|binary| {
                    Ok(verdict::judge(&judge(workshop, attempt, binary)?, &attempt.expected))
                }),
        };
        verdict.unwrap_or_else(|why| BugVerdict::Unconfirmed(Doubt::new(why)))
    }
}

/// Compares what comes of different fillings; a compiler may not know all of them.
fn run_fillings<'b>(
    workshop: &Workshop<'_>,
    attempt: &Attempt,
    builds: impl Iterator<Item = &'b Built>,
) -> Result<BugVerdict, String> {
    let (built, refused): (Vec<&Built>, Vec<&Built>) = builds.partition(|binary| binary.is_ok());
    let binaries: Vec<&PathBuf> = built.into_iter().flatten().collect();
    // All of them, and then all of them again: what changes with time changes within a build, too.
    let pass = || {
        binaries
            .iter()
            .map(|binary| judge(workshop, attempt, binary))
            .collect::<Result<Vec<_>, _>>()
    };
    let (first, again) = (pass()?, pass()?);
    let runs: Vec<[Ended; 2]> = first.into_iter().zip(again).map(|(a, b)| [a, b]).collect();
    let refused = refused.into_iter().find_map(|build| build.clone().err());
    match refused {
        Some(why) if runs.len() < 2 => Err(why.to_string()),
        _ => Ok(verdict::judge_fillings(&runs)),
    }
}

fn judge(workshop: &Workshop<'_>, attempt: &Attempt, binary: &Path) -> Result<Ended, String> {
    let ended = workshop.judge(binary, &attempt.name, &attempt.name);
    ended.map_err(|failed| failed.words("the native program"))
}

impl BugRun {
    /// What another sanitizer says.
    fn add(&mut self, other: BugRun) {
        match (&mut self.verdict, other.verdict) {
            (_, confirmed @ BugVerdict::Confirmed(_)) => {
                *self = BugRun { verdict: confirmed, ..other };
            }
            (BugVerdict::Unconfirmed(doubt), BugVerdict::Unconfirmed(more)) if *doubt != more => {
                doubt.why = format!("{}; {}", doubt.why, more.why);
                doubt.said = doubt.said.take().or(more.said);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Tried, read_results};
    use crate::validate::verdict::Doubt;

    #[test]
    fn failures_come_with_their_reasons() {
        let text = "pass a\nFAIL b\n    x.c:1: r is 2, expected 1\n    it exits with 3\npass c\nFAIL d\n    it is stopped by a sanitizer (process 17)\n4 tests, 2 failed\n";
        let tests = read_results(text, |process| Doubt::new(format!("by {process}")));
        let why = |tried: &Tried| match tried {
            Tried::Fails(doubt) => Some(doubt.why.clone()),
            Tried::Holds | Tried::Cut(_) => None,
        };
        let failures: Vec<_> = tests.iter().map(|test| why(&test.tried)).collect();
        let both = Some("x.c:1: r is 2, expected 1; it exits with 3".to_owned());
        assert_eq!(failures, [None, both, None, Some("by 17".to_owned())]);
    }
}
