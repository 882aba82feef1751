//! What explorations came to: the data, as one JSON object for programs. `summary::text` has the words for people.

mod assumed;
mod coverage;
mod open;
mod reused;
mod text;
mod ways;

use std::time::Duration;

use engine::{Exploration, InputValue, Mode, TestInput, WitnessObject};
use ir::Program;
use serde::Serialize;
use smt::LayerStats;

use crate::c::literal;
use crate::frontend::entry::LeftOut;
use crate::report::assertions::{self, Assertion};
use crate::report::composition::CompositionSummary;
use crate::report::demands::{self, Demands};
use crate::suite::{self, Explored, TestCase, TestEnding};
use crate::validate::confirmed::{Confirmed, Dropped, FoundBug};
use crate::validate::sanitizer_report::ReportDigest;
use crate::validate::sides::{self, BranchSides};
use crate::validate::verdict::BugVerdict;

use assumed::Assumed;
use coverage::Covered;
use open::Open;
pub(crate) use reused::{ReusedEntry, StoreSummary};
pub(crate) use text::ReportStyle;

/// What there is to sum up.
pub(crate) struct Results<'x> {
    pub program: &'x Program,
    pub explored: &'x [Explored],
    pub left_out: &'x [LeftOut],
    pub confirmed: &'x Confirmed<'x>,
}

/// Everything there is to say, as `--json` prints it.
#[derive(Serialize)]
pub(crate) struct Summary {
    #[serde(flatten)]
    extent: ExtentSummary,
    #[serde(flatten)]
    counts: CountSummary,
    solver: SolverSummary,
    /// What the inputs were assumed to satisfy, as the user asked for it.
    assumed: Vec<Assumed>,
    composition: CompositionSummary,
    #[serde(flatten)]
    covered: CoverageSummary,
    #[serde(flatten)]
    suite: SuiteSummary,
    seconds: f64,
    #[serde(skip)]
    layers: Vec<LayerStats>,
    /// What was taken from the store, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    store: Option<StoreSummary>,
}

/// What was explored, and whether all of it.
#[derive(Serialize)]
struct ExtentSummary {
    /// The function that exploration started from; `*` if there were several.
    entry: String,
    mode: &'static str,
    complete: bool,
    /// Why not everything was explored.
    stopped: Option<String>,
}

/// What it took.
#[derive(Serialize)]
struct CountSummary {
    runs: u64,
    /// Runs with new random inputs.
    restarts: u64,
    /// Runs that took another path than predicted.
    divergences: u64,
    /// Two-way decisions; at most one query to the solver each.
    decisions: u64,
    paths: usize,
    /// Through the code, by those of them that end without an error.
    ways: usize,
    /// Of the paths, those that have no test, as they depend on memory that was never written.
    uninitialised: usize,
    instructions: u64,
    #[serde(skip)]
    infeasible: u64,
}

/// What is covered, and what is open.
#[derive(Serialize)]
struct CoverageSummary {
    /// Why not everything was explored, with the functions of which it is true.
    open: Vec<Open>,
    /// Nothing if it can't be measured.
    branches: Option<BranchSummary>,
    /// Each function that was measured; nothing if none can be.
    coverage: Option<Vec<Covered>>,
    /// Were the tests and the bugs tried natively?
    native: bool,
    /// What tests and reproducers take in the machine.
    sides: Vec<String>,
    /// Each function that was explored by itself.
    functions: Vec<FunctionSummary>,
    /// Why coverage can't be measured.
    #[serde(skip)]
    unmeasured: Option<String>,
}

/// What was found.
#[derive(Serialize)]
struct SuiteSummary {
    /// Tests, and the reproducers of bugs.
    tests: Vec<TestSummary>,
    /// Tests that were written, but not tried natively, before a limit was reached.
    untried: Vec<TestSummary>,
    /// Tests that don't hold natively, which are not in the suite.
    dropped: Vec<DroppedSummary>,
    bugs: Vec<BugSummary>,
    /// What functions need of their callers.
    demands: Vec<Demands>,
    assertions: Vec<Assertion>,
    /// Of the tests, how many show a bug or what a function demands.
    #[serde(skip)]
    reproducers: usize,
}

/// What reached the backend, and what the cache kept from it.
#[derive(Serialize)]
struct SolverSummary {
    queries: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
    seconds: f64,
    cache_hits: u64,
}

/// The sides of branches, as the native runs took them, and those that no input can take.
#[derive(Serialize, Default, Clone, Copy)]
struct BranchSummary {
    total: usize,
    covered: usize,
    unreachable: usize,
}

/// What came of the exploration of a function.
#[derive(Serialize)]
struct FunctionSummary {
    name: String,
    complete: bool,
    stopped: Option<String>,
    runs: u64,
    paths: usize,
    branches: Option<BranchSummary>,
}

#[derive(Serialize)]
struct TestSummary {
    id: String,
    inputs: Vec<InputSummary>,
    /// What its path needs of the shape of the inputs.
    heap: Vec<String>,
    outcome: String,
    file: String,
}

#[derive(Serialize)]
struct InputSummary {
    name: String,
    /// In hexadecimal, lowest address first.
    bytes: String,
    /// As a signed number, if it is as long as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i64>,
    /// The pointer that points to the same object, where this one has none of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    alias: Option<String>,
}

#[derive(Serialize)]
struct BugSummary {
    kind: &'static str,
    function: String,
    file: Option<String>,
    line: Option<u32>,
    message: String,
    test: String,
    #[serde(flatten)]
    judged: JudgedSummary,
}

/// What the native program, and the contract of the function, make of a bug.
#[derive(Serialize)]
struct JudgedSummary {
    confirmed: bool,
    /// What callers would have to respect for this not to happen.
    #[serde(skip_serializing_if = "Option::is_none")]
    precondition: Option<String>,
    /// What shows it natively.
    #[serde(skip_serializing_if = "Option::is_none")]
    shown: Option<String>,
    /// Why it isn't confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// What a sanitizer said instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<ReportDigest>,
}

impl BugSummary {
    /// Is it an error of the function itself, and not one that its callers are to avoid?
    fn is_own(&self) -> bool {
        self.judged.precondition.is_none()
    }
}

/// A test that doesn't hold natively.
#[derive(Serialize)]
struct DroppedSummary {
    id: String,
    why: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<ReportDigest>,
}

impl Summary {
    /// Sums up.
    pub(crate) fn new(results: &Results<'_>, layers: Vec<LayerStats>) -> Summary {
        let Results { program, explored, confirmed, .. } = results;
        let reach = sides_of(results);
        Summary {
            extent: ExtentSummary::of(results),
            counts: CountSummary::of(program, explored),
            solver: solver(&layers),
            assumed: assumed::all(explored),
            composition: CompositionSummary::of(explored.iter().map(|it| &it.exploration)),
            covered: CoverageSummary {
                open: open::all(results, reach.as_deref().ok()),
                branches: reach.as_ref().ok().map(branches),
                coverage: covered(reach.as_deref().ok(), confirmed),
                native: confirmed.tried,
                sides: sides::taken(program, confirmed),
                functions: functions(explored, confirmed, reach.as_ref().ok()),
                unmeasured: confirmed.coverage.as_ref().err().cloned(),
            },
            suite: SuiteSummary {
                tests: tests(confirmed),
                untried: untried(confirmed),
                dropped: confirmed.dropped.iter().map(dropped).collect(),
                bugs: confirmed.bugs.iter().map(|found| bug(program, found)).collect(),
                demands: demands::all(program, explored, confirmed),
                assertions: assertions::all(program, explored, results.left_out, confirmed),
                reproducers: confirmed.reproducers.len(),
            },
            seconds: 0.0,
            layers,
            store: None,
        }
    }

    /// With the time that everything took.
    pub(crate) fn after(self, time: Duration) -> Summary {
        Summary { seconds: seconds(time), ..self }
    }

    /// With what was taken from the store.
    pub(crate) fn with_store(self, store: Option<StoreSummary>) -> Summary {
        Summary { store, ..self }
    }

    /// 1 if a bug was confirmed, 2 if something remains open, 0 otherwise.
    pub(crate) fn exit_code(&self) -> i32 {
        // What a function demands of its callers is no bug of its own.
        let is_open = |bug: &BugSummary| bug.is_own() && !bug.judged.confirmed;
        match (self.confirmed(), self.extent.complete && !self.suite.bugs.iter().any(is_open)) {
            (0, true) => 0,
            (0, false) => 2,
            _ => 1,
        }
    }

    /// One JSON object.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers and text are JSON")
    }

    fn confirmed(&self) -> usize {
        self.suite.bugs.iter().filter(|bug| bug.is_own() && bug.judged.confirmed).count()
    }
}

impl ExtentSummary {
    fn of(results: &Results<'_>) -> ExtentSummary {
        let stopped = reasons(results);
        let mode = results.explored.first().map_or(Mode::Dart, |first| first.exploration.mode);
        ExtentSummary {
            entry: entry_of(results.explored),
            mode: mode.name(),
            complete: stopped.is_empty(),
            stopped: (!stopped.is_empty()).then(|| stopped.join("; ")),
        }
    }
}

impl CountSummary {
    fn of(program: &Program, explored: &[Explored]) -> CountSummary {
        let explorations = || explored.iter().map(|explored| &explored.exploration);
        let counts = || explorations().map(|exploration| &exploration.counts);
        CountSummary {
            runs: counts().map(|counts| counts.runs).sum(),
            restarts: counts().map(|counts| counts.restarts).sum(),
            divergences: counts().map(|counts| counts.divergences).sum(),
            decisions: counts().map(|counts| counts.decisions).sum(),
            paths: explorations().map(paths).sum(),
            ways: explorations().map(|it| ways::count(program, it)).sum(),
            uninitialised: explorations().map(uninitialised).sum(),
            instructions: counts().map(|counts| counts.instructions).sum(),
            infeasible: counts().map(|counts| counts.infeasible).sum(),
        }
    }
}

/// The sides of branches, or why they are unknown.
fn sides_of(results: &Results<'_>) -> Result<Vec<BranchSides>, String> {
    let Results { program, explored, left_out, confirmed } = results;
    let coverage = confirmed.coverage.as_ref().map_err(Clone::clone)?;
    Ok(sides::all(program, coverage, explored, left_out, confirmed))
}

fn entry_of(explored: &[Explored]) -> String {
    match explored {
        [only] => only.entry.name.clone(),
        _ => "*".to_owned(),
    }
}

fn covered(reach: Option<&[BranchSides]>, confirmed: &Confirmed<'_>) -> Option<Vec<Covered>> {
    Some(coverage::all(reach?, confirmed.coverage.as_ref().ok()?))
}

/// Why not everything was explored, each reason once.
fn reasons(results: &Results<'_>) -> Vec<String> {
    let mut reasons: Vec<String> = Vec::new();
    for why in results.explored.iter().flat_map(|explored| &explored.exploration.incomplete) {
        let why = why.to_string();
        if !reasons.contains(&why) {
            reasons.push(why);
        }
    }
    match results.left_out.len() {
        0 => {}
        1 => reasons.push("1 function could not be started from".to_owned()),
        count => reasons.push(format!("{count} functions could not be started from")),
    }
    reasons.extend(results.confirmed.doubts(None));
    reasons
}

fn uninitialised(exploration: &Exploration) -> usize {
    exploration.paths.iter().filter(|path| suite::is_beyond_tests(path)).count()
}

fn paths(exploration: &Exploration) -> usize {
    exploration.paths.iter().filter(|path| TestEnding::of(path).is_some()).count()
}

fn branches<'r>(reach: impl IntoIterator<Item = &'r BranchSides>) -> BranchSummary {
    let mut sum = BranchSummary::default();
    for &BranchSides { total, covered, unreachable, .. } in reach {
        sum.add(BranchSummary { total, covered, unreachable });
    }
    sum
}

impl BranchSummary {
    fn add(&mut self, other: BranchSummary) {
        self.total += other.total;
        self.covered += other.covered;
        self.unreachable += other.unreachable;
    }
}

fn functions(
    explored: &[Explored],
    confirmed: &Confirmed<'_>,
    reach: Option<&Vec<BranchSides>>,
) -> Vec<FunctionSummary> {
    let one = |(index, explored): (usize, &Explored)| {
        let Explored { entry, exploration, .. } = explored;
        let reasons = confirmed.reasons(explored);
        let own = |reach: &&BranchSides| reach.explored == Some(index) && reach.name == entry.name;
        FunctionSummary {
            name: entry.name.clone(),
            complete: reasons.is_empty(),
            stopped: (!reasons.is_empty()).then(|| reasons.join("; ")),
            runs: exploration.counts.runs,
            paths: paths(exploration),
            branches: reach.map(|reach| branches(reach.iter().filter(own))),
        }
    };
    explored.iter().enumerate().map(one).collect()
}

/// What reached the backends, and became of it.
fn solver(layers: &[LayerStats]) -> SolverSummary {
    let find = |name: &str| layers.iter().find(|layer| layer.name == name);
    let portfolio = find("portfolio").copied().unwrap_or_default();
    let backends = layers.iter().filter(|layer| layer.is_backend);
    SolverSummary {
        queries: portfolio.queries,
        sat: portfolio.sat,
        unsat: portfolio.unsat,
        unknown: portfolio.unknown,
        seconds: seconds(backends.map(|backend| backend.time).sum()),
        cache_hits: find("cache").map_or(0, |cache| cache.answered),
    }
}

/// The tests, then the reproducers.
fn tests(confirmed: &Confirmed<'_>) -> Vec<TestSummary> {
    let tests = confirmed.tests.iter().map(|case| test(case, file(confirmed, case)));
    let reproducers = confirmed.reproducers.iter().map(|bug| &bug.case);
    tests.chain(reproducers.map(|case| test(case, &case.name))).collect()
}

fn untried(confirmed: &Confirmed<'_>) -> Vec<TestSummary> {
    let cases = confirmed.untried.iter().map(|untried| &untried.case);
    cases.map(|case| test(case, file(confirmed, case))).collect()
}

/// The file that a test is in, without `.c`.
fn file<'c>(confirmed: &'c Confirmed<'_>, case: &TestCase<'_>) -> &'c str {
    let mut files = confirmed.manifest.tests.iter();
    files.find(|file| file.about == case.explored.file).map_or("", |file| &file.name)
}

fn test(case: &TestCase<'_>, file: &str) -> TestSummary {
    let input = |input: &TestInput| {
        let bytes = literal::bytes(&input.value);
        InputSummary {
            name: input.name.to_string(),
            bytes: bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
            value: literal::integer(bytes),
            alias: match &input.value {
                InputValue::Alias(other) => Some(other.to_string()),
                InputValue::Into { object, offset } => {
                    let (WitnessObject::Pointed(name) | WitnessObject::Global(name)) = object;
                    Some(format!("{name} + {offset} bytes"))
                }
                _ => None,
            },
        }
    };
    TestSummary {
        id: case.name.clone(),
        inputs: case.path.inputs.iter().map(input).collect(),
        heap: case.path.heap.clone(),
        outcome: case.ending.words(),
        file: format!("{file}.c"),
    }
}

fn dropped(dropped: &Dropped<'_>) -> DroppedSummary {
    let Dropped { case, doubt } = dropped;
    DroppedSummary { id: case.name.clone(), why: doubt.why.clone(), said: doubt.said.clone() }
}

fn bug(program: &Program, found: &FoundBug<'_>) -> BugSummary {
    let FoundBug { bug, case, verdict } = found;
    let at = bug.at();
    let (shown, doubt) = match verdict {
        BugVerdict::Confirmed(shown) => (Some(shown.clone()), None),
        BugVerdict::Unconfirmed(doubt) => (None, Some(doubt.clone())),
    };
    BugSummary {
        kind: bug.kind.name(),
        function: bug.culprit().map(|entry| entry.function.clone()).unwrap_or_default(),
        file: at.map(|at| program.debug.file(at.file).path.to_string()),
        line: at.map(|at| at.line),
        message: bug.message.clone(),
        test: case.name.clone(),
        judged: JudgedSummary {
            confirmed: verdict.is_confirmed(),
            precondition: bug.precondition.as_ref().map(ToString::to_string),
            shown,
            reason: doubt.as_ref().map(|doubt| doubt.why.clone()),
            said: doubt.and_then(|doubt| doubt.said),
        },
    }
}

/// To the millisecond: the rest is noise.
fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}
