//! A trial: all tests of a suite and the inputs of all bugs, built and run natively, with what they cover.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::coverage::{Coverage, Tools};
use crate::load::{self, in_parallel};
use crate::natively::{Built, Flavour, Invocation, LIMIT, Unit, Workshop};
use crate::orders::{self, Size};
use crate::sanitizer::{self, Sanitizer};
use crate::suite::TestFile;
use crate::verdict::{self, Expected, Verdict};

/// What came of it.
pub(crate) struct Trial {
    /// All tests that could be run, in the order of the files.
    pub tests: Vec<TestRun>,
    /// For each bug.
    pub bugs: Vec<BugRun>,
    /// What the tests that hold and the bugs that were shown cover, or why nobody knows.
    pub coverage: Result<Coverage, String>,
    /// Files of tests that can't be built, and why.
    pub unbuilt: Vec<(String, String)>,
}

/// A test that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestRun {
    pub name: String,
    /// Why it doesn't hold, if it doesn't.
    pub failure: Option<String>,
    /// What fails with comparisons whose results have other sizes, although the test holds with ours.
    pub by_size: Vec<(Size, String)>,
}

/// A way to show a bug.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    /// What it is called in its file.
    pub name: String,
    pub source: PathBuf,
    /// Which of the program's files it is about.
    pub about: usize,
    pub sanitizer: Sanitizer,
    pub expected: Expected,
}

/// What became of the attempts to show a bug.
#[derive(Clone, Debug)]
pub(crate) struct BugRun {
    /// The attempt that counts: the one that showed it, or else the first.
    pub attempt: usize,
    pub verdict: Verdict,
}

/// Tries a suite: the tests of its manifest, and for each bug one attempt after another until one shows it. With
/// `orders`, the tests are also tried with comparisons that differ in what C leaves open.
pub(crate) fn run(
    workshop: &Workshop<'_>,
    clang: &str,
    bugs: &[Vec<Attempt>],
    orders: bool,
) -> Trial {
    let tools = Tools::find(clang);
    let covering = tools.is_ok();
    let files = &workshop.manifest().tests;
    let mut flavours = vec![
        Flavour { sanitizer: Some(Sanitizer::Address), coverage: false, orders: false },
        Flavour { sanitizer: None, coverage: covering, orders: false },
    ];
    if orders {
        flavours.push(Flavour { sanitizer: None, coverage: false, orders: true });
    }
    let test = |file: &TestFile, flavour: Flavour| Unit {
        source: workshop.suite().join(format!("{}.c", file.name)),
        about: file.about,
        flavour,
    };
    let in_all = files.iter().flat_map(|file| flavours.iter().map(move |&it| test(file, it)));
    let mut units: Vec<Unit> = in_all.collect();
    let attempts = AttemptUnits::new(&mut units, bugs, covering);
    let built = workshop.build(&units);
    let builds: Vec<&[Built]> = built.chunks(flavours.len()).take(files.len()).collect();
    let ran = in_parallel(&builds, |builds| match builds {
        [sanitized, plain, orders @ ..] => run_tests(workshop, sanitized, plain, orders.first()),
        _ => Ok(Vec::new()),
    });
    let bugs = in_parallel(bugs, |attempts_of| attempts.run(workshop, attempts_of, &built));

    let binaries: Vec<PathBuf> = units
        .iter()
        .zip(&built)
        .filter(|(unit, _)| unit.flavour.coverage)
        .filter_map(|(_, binary)| binary.clone().ok())
        .collect();
    let scratch = workshop.scratch().canonicalize().unwrap_or_default();
    let own = |file: &Path| is_own(file, &[workshop.suite(), &scratch]);
    let coverage = tools.and_then(|tools| tools.measure(&binaries, &workshop.profiles(), own));
    let mut trial = Trial { tests: Vec::new(), bugs, coverage, unbuilt: Vec::new() };
    for (file, result) in files.iter().zip(ran) {
        match result {
            Ok(tests) => trial.tests.extend(tests),
            Err(why) => trial.unbuilt.push((file.name.clone(), why)),
        }
    }
    trial
}

/// Why a file of tests about one of the program's files can't be built, in one way or another.
pub(crate) fn why_unbuilt(workshop: &Workshop<'_>, source: &Path, about: usize) -> Option<String> {
    let unit = |sanitizer| Unit {
        source: source.to_owned(),
        about,
        flavour: Flavour { sanitizer, coverage: false, orders: false },
    };
    workshop.build(&[unit(Some(Sanitizer::Address)), unit(None)]).into_iter().find_map(Built::err)
}

/// The program's own files are those that are neither ours nor the system's.
fn is_own(file: &Path, ours: &[&Path]) -> bool {
    let is_ours = file.parent().is_some_and(|folder| ours.contains(&folder));
    !is_ours && !load::is_system(file)
}

/// Runs the tests of a file in all builds: a test must hold in each.
fn run_tests(
    workshop: &Workshop<'_>,
    sanitized: &Built,
    plain: &Built,
    orders: Option<&Built>,
) -> Result<Vec<TestRun>, String> {
    let mut tests = run_binary(workshop, sanitized, &[], "sanitized", None)?;
    for test in tests.iter_mut().filter(|test| test.failure.is_some()) {
        test.failure = said_about(workshop, sanitized, &test.name).or(test.failure.take());
    }
    if let Some(orders) = orders {
        run_with_orders(workshop, orders, &mut tests)?;
    }
    loop {
        let holding: Vec<String> = tests
            .iter()
            .filter(|test| test.failure.is_none())
            .map(|test| test.name.clone())
            .collect();
        if holding.is_empty() {
            return Ok(tests);
        }
        let profile = profile_name(plain);
        let again = run_binary(workshop, plain, &holding, &profile, None)?;
        let failed: BTreeMap<String, Option<String>> = again
            .into_iter()
            .filter(|test| test.failure.is_some())
            .map(|test| (test.name, test.failure))
            .collect();
        if failed.is_empty() {
            return Ok(tests);
        }
        // What only tests cover that don't hold isn't covered.
        workshop.discard(&profile);
        for test in &mut tests {
            if let Some(failure) = failed.get(&test.name) {
                test.failure.clone_from(failure);
            }
        }
    }
}

/// What a sanitizer says about a test, if one stops it.
fn said_about(workshop: &Workshop<'_>, binary: &Built, name: &str) -> Option<String> {
    let invocation =
        Invocation { args: &[name], variable: None, limit: None, profile: "sanitized" };
    let ended = workshop.run(binary.as_ref().ok()?, &invocation).ok()?;
    sanitizer::report(&ended.stderr).map(|report| report.words())
}

/// Finds out which tests depend on the size of what comparisons return. None of them holds.
fn run_with_orders(
    workshop: &Workshop<'_>,
    binary: &Built,
    tests: &mut [TestRun],
) -> Result<(), String> {
    let run = |size: Size| run_binary(workshop, binary, &[], "orders", Some(size.variable()));
    let ours = run(Size::Difference)?;
    let holds = |name: &str| ours.iter().any(|test| test.name == name && test.failure.is_none());
    for size in [Size::Sign, Size::Large] {
        for TestRun { name, failure, .. } in run(size)? {
            let test = tests.iter_mut().find(|test| test.name == name && holds(&name));
            if let (Some(test), Some(failure)) = (test, failure) {
                test.failure = Some(orders::OPEN.to_owned());
                test.by_size.push((size, failure));
            }
        }
    }
    Ok(())
}

fn profile_name(binary: &Built) -> String {
    let name = binary.as_ref().ok().and_then(|path| path.file_name());
    name.unwrap_or_default().to_string_lossy().into_owned()
}

/// Runs the tests of these names in a binary; all of them, if none is named. A test that takes the runner with it is to
/// blame for that; the others are run all the same.
fn run_binary(
    workshop: &Workshop<'_>,
    binary: &Built,
    names: &[String],
    profile: &str,
    variable: Option<(&'static str, &'static str)>,
) -> Result<Vec<TestRun>, String> {
    let binary = binary.as_ref().map_err(String::clone)?;
    let run = |args: &[&str]| {
        let ended = workshop.run(binary, &Invocation { args, variable, limit: None, profile });
        ended.map_err(|error| format!("the tests can't be run: {error}"))
    };
    let listed = run(&["--list"])?.stdout;
    let wanted = |name: &&str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let mut left: Vec<&str> = listed.lines().filter(wanted).collect();
    let mut tests: Vec<TestRun> = Vec::new();
    while !left.is_empty() {
        let args: Vec<&str> = std::iter::once("--quiet").chain(left.iter().copied()).collect();
        let ended = run(&args)?;
        let ran = read_results(&ended.stdout);
        left.retain(|name| !ran.iter().any(|test| test.name == *name));
        tests.extend(ran);
        if !left.is_empty() {
            let name = left.remove(0).to_owned();
            let how = ended.status.map_or_else(String::new, |status| format!(": {status}"));
            let failure = Some(format!("what runs it ends with it{how}"));
            tests.push(TestRun { name, failure, by_size: Vec::new() });
        }
    }
    Ok(tests)
}

/// Reads what the runner of the tests prints.
fn read_results(text: &str) -> Vec<TestRun> {
    let mut tests: Vec<TestRun> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("pass ") {
            tests.push(TestRun { name: name.to_owned(), failure: None, by_size: Vec::new() });
        } else if let Some(name) = line.strip_prefix("FAIL ") {
            let failure = Some(String::new());
            tests.push(TestRun { name: name.to_owned(), failure, by_size: Vec::new() });
        } else if let (Some(detail), Some(TestRun { failure: Some(failure), .. })) =
            (line.strip_prefix("    "), tests.last_mut())
        {
            *failure += if failure.is_empty() { "" } else { "; " };
            *failure += detail;
        }
    }
    tests
}

/// Which binary each attempt is in.
struct AttemptUnits(BTreeMap<(PathBuf, Sanitizer), usize>);

impl AttemptUnits {
    /// Adds a unit for every file and sanitizer.
    fn new(units: &mut Vec<Unit>, bugs: &[Vec<Attempt>], coverage: bool) -> AttemptUnits {
        let mut places = BTreeMap::new();
        for attempt in bugs.iter().flatten() {
            places.entry((attempt.source.clone(), attempt.sanitizer)).or_insert_with(|| {
                let sanitizer = Some(attempt.sanitizer);
                let flavour = Flavour { sanitizer, coverage, orders: false };
                units.push(Unit { source: attempt.source.clone(), about: attempt.about, flavour });
                units.len() - 1
            });
        }
        AttemptUnits(places)
    }

    /// Not every input of a bug shows it natively: a byte past the end of an empty block, for one.
    fn run(&self, workshop: &Workshop<'_>, attempts: &[Attempt], built: &[Built]) -> BugRun {
        let mut first = None;
        for (number, attempt) in attempts.iter().enumerate() {
            let verdict = self.run_one(workshop, attempt, built);
            if verdict == Verdict::Confirmed {
                return BugRun { attempt: number, verdict };
            }
            workshop.discard(&attempt.name);
            first.get_or_insert(verdict);
        }
        let none = || Verdict::Unconfirmed("there are no inputs to try".to_owned());
        BugRun { attempt: 0, verdict: first.unwrap_or_else(none) }
    }

    fn run_one(&self, workshop: &Workshop<'_>, attempt: &Attempt, built: &[Built]) -> Verdict {
        let unit = self.0[&(attempt.source.clone(), attempt.sanitizer)];
        let binary = match &built[unit] {
            Ok(binary) => binary,
            Err(why) => return Verdict::Unconfirmed(why.clone()),
        };
        let (args, profile) = (&[attempt.name.as_str()][..], attempt.name.as_str());
        let limit = Some(LIMIT);
        match workshop.run(binary, &Invocation { args, variable: None, limit, profile }) {
            Ok(ended) => verdict::judge(&ended, &attempt.expected),
            Err(error) => Verdict::Unconfirmed(format!("the native program can't be run: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read_results;

    #[test]
    fn failures_come_with_their_reasons() {
        let text = "pass a\nFAIL b\n    x.c:1: r is 2, expected 1\n    it exits with 3\npass c\n3 tests, 1 failed\n";
        let tests = read_results(text);
        let failures: Vec<_> = tests.iter().map(|test| test.failure.as_deref()).collect();
        assert_eq!(failures, [None, Some("x.c:1: r is 2, expected 1; it exits with 3"), None]);
    }
}
