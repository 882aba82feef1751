//! What an exploration came to: one JSON object for programs, a few lines for people.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use engine::{Exploration, Mode, TestInput};
use ir::Program;
use serde::Serialize;
use smt::LayerStats;

use crate::assertions::{self, Assertion};
use crate::confirm::{Confirmed, Dropped, Found};
use crate::coverage::{Counted, Coverage};
use crate::harness::LeftOut;
use crate::sanitizer::Said;
use crate::sides::{self, Sides};
use crate::suite::{self, Case, Ending, Explored};
use crate::table;
use crate::verdict::Verdict;

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
    /// The function that exploration started from; `*` if there were several.
    entry: String,
    mode: &'static str,
    complete: bool,
    /// Why not everything was explored.
    stopped: Option<String>,
    runs: u64,
    /// Runs with new random inputs.
    restarts: u64,
    /// Runs that took another path than predicted.
    divergences: u64,
    /// Two-way decisions; at most one query to the solver each.
    decisions: u64,
    paths: usize,
    /// Of these, paths that have no test, as they depend on memory that nobody has written.
    uninitialised: usize,
    instructions: u64,
    solver: SolverSummary,
    composition: Composition,
    /// Were the tests and the bugs tried natively?
    native: bool,
    /// Nothing if it can't be measured.
    branches: Option<BranchSummary>,
    /// What tests and reproducers take in the machine.
    sides: Vec<String>,
    /// Each function that was explored by itself.
    functions: Vec<FunctionSummary>,
    tests: Vec<TestSummary>,
    /// Tests that don't hold natively, which are not in the suite.
    dropped: Vec<DroppedSummary>,
    bugs: Vec<BugSummary>,
    assertions: Vec<Assertion>,
    seconds: f64,
    #[serde(skip)]
    infeasible: u64,
    /// Functions whose calls could not be composed, and why.
    #[serde(skip)]
    obstacles: BTreeMap<String, String>,
    #[serde(skip)]
    layers: Vec<LayerStats>,
    /// The functions' coverage as a table, and what is open, or why nobody knows.
    #[serde(skip)]
    coverage: String,
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

/// How calls of functions with bodies were treated: inlined, that is, executed with their caller, or composed.
#[derive(Serialize)]
struct Composition {
    inlined: u64,
    formulas: u64,
    /// Random inputs that were tried in the end, and did nothing that composition does not know.
    cross_checked: u64,
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
}

#[derive(Serialize)]
struct BugSummary {
    kind: &'static str,
    function: String,
    file: Option<String>,
    line: Option<u32>,
    message: String,
    test: String,
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
    said: Option<Said>,
}

/// A test that doesn't hold natively.
#[derive(Serialize)]
struct DroppedSummary {
    id: String,
    why: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<Said>,
}

impl Summary {
    /// Sums up.
    pub(crate) fn new(results: &Results<'_>, layers: Vec<LayerStats>) -> Summary {
        let Results { program, explored, confirmed, .. } = results;
        let explorations = || explored.iter().map(|explored| &explored.exploration);
        let stopped = reasons(results);
        let reach = confirmed
            .coverage
            .as_ref()
            .map(|coverage| sides::all(program, coverage, explored, results.left_out, confirmed));
        Summary {
            entry: match explored {
                [only] => only.entry.name.clone(),
                _ => "*".to_owned(),
            },
            mode: explorations().next().map_or(Mode::Dart, |exploration| exploration.mode).name(),
            complete: stopped.is_empty(),
            stopped: (!stopped.is_empty()).then(|| stopped.join("; ")),
            runs: explorations().map(|exploration| exploration.runs).sum(),
            restarts: explorations().map(|exploration| exploration.restarts).sum(),
            divergences: explorations().map(|exploration| exploration.divergences).sum(),
            decisions: explorations().map(|exploration| exploration.decisions).sum(),
            paths: explorations().map(paths).sum(),
            uninitialised: explorations().map(uninitialised).sum(),
            instructions: explorations().map(|exploration| exploration.instructions).sum(),
            solver: solver(&layers),
            composition: Composition {
                inlined: explorations().map(|exploration| exploration.inlined).sum(),
                formulas: explorations().map(|exploration| exploration.formulas).sum(),
                cross_checked: explorations().map(|exploration| exploration.cross_checked).sum(),
            },
            native: confirmed.tried,
            branches: reach.as_ref().ok().map(branches),
            sides: sides::taken(program, confirmed),
            functions: functions(explored, confirmed, reach.as_ref().ok()),
            tests: tests(confirmed),
            dropped: confirmed.dropped.iter().map(dropped).collect(),
            bugs: confirmed.bugs.iter().map(|found| bug(program, found)).collect(),
            assertions: assertions::all(program, explored, results.left_out, confirmed),
            seconds: 0.0,
            infeasible: explorations().map(|exploration| exploration.infeasible).sum(),
            obstacles: explorations()
                .flat_map(|exploration| exploration.obstacles.clone())
                .collect(),
            layers,
            coverage: match (&reach, &confirmed.coverage) {
                (Ok(reach), Ok(coverage)) => coverage_text(reach, coverage, results.left_out),
                (_, Err(why)) => format!("{why}\n"),
                (Err(why), _) => format!("{why}\n"),
            },
        }
    }

    /// With the time that everything took.
    pub(crate) fn after(self, time: Duration) -> Summary {
        Summary { seconds: seconds(time), ..self }
    }

    /// 1 if a bug was confirmed, 2 if something remains open, 0 otherwise.
    pub(crate) fn exit_code(&self) -> i32 {
        // What a function demands of its callers is no bug of its own.
        let is_open = |bug: &BugSummary| !bug.confirmed && bug.precondition.is_none();
        match (self.confirmed(), self.complete && !self.bugs.iter().any(is_open)) {
            (0, true) => 0,
            (0, false) => 2,
            _ => 1,
        }
    }

    /// One JSON object.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers and text are JSON")
    }

    /// Lines for people.
    pub(crate) fn text(&self, folder: &Path) -> String {
        let Summary { paths, runs, infeasible, instructions, .. } = self;
        let real = self.bugs.iter().filter(|bug| bug.precondition.is_none()).count();
        let (open, demands) = (real - self.confirmed(), self.bugs.len() - real);
        let demands = match demands {
            0 => String::new(),
            1 => ", 1 demand on callers".to_owned(),
            count => format!(", {count} demands on callers"),
        };
        let complete = match &self.stopped {
            None if self.mode == Mode::Dart.name() => "yes, every path was explored".to_owned(),
            None => "yes, every path of every function was explored".to_owned(),
            Some(why) => format!("no: {why}"),
        };
        let assertions = assertions::words(&self.assertions);
        let assertions =
            assertions.map_or_else(String::new, |words| format!("\nassertions: {words}"));
        let coverage = &self.coverage;
        [
            format!("{coverage}\npaths: {paths} ({runs} runs, {infeasible} infeasible sides, {instructions} instructions){}", self.beyond_tests()),
            format!("bugs: {} confirmed, {open} unconfirmed{demands}{assertions}", self.confirmed()),
            format!("complete: {complete}{}", self.composition_lines()),
            format!("solver: {}", self.solver_line()),
            format!("tests: {} in {}; make -C {2} check", self.tests.len(), folder.display(), folder.display()),
            format!("seconds: {:.2}\n", self.seconds),
        ]
        .join("\n")
    }

    /// The paths that have no test.
    fn beyond_tests(&self) -> String {
        match self.uninitialised {
            0 => String::new(),
            count => format!(
                "\nwithout a test: {count} of the paths, which depend on uninitialised memory: natively, nobody can choose it"
            ),
        }
    }

    /// What was composed, and what was not; nothing, if nobody asked for it.
    fn composition_lines(&self) -> String {
        if self.mode == Mode::Dart.name() {
            return String::new();
        }
        let Composition { inlined, formulas, .. } = self.composition;
        let why = self.obstacles.iter().map(|(name, why)| format!("\ninlined: `{name}`: {why}"));
        format!("\ncalls: {formulas} composed, {inlined} inlined{}", why.collect::<String>())
    }

    fn confirmed(&self) -> usize {
        self.bugs.iter().filter(|bug| bug.confirmed && bug.precondition.is_none()).count()
    }

    /// How many queries there were, and which layer answered how many.
    fn solver_line(&self) -> String {
        let total = self.layers.first().map_or(0, |top| top.queries);
        let each = self.layers.iter().map(|layer| format!("{} {}", layer.name, layer.answered));
        let each: Vec<String> = each.collect();
        format!("{total} queries; answered by {} ({:.2} s)", each.join(", "), self.solver.seconds)
    }
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
    exploration.paths.iter().filter(|path| Ending::of(path).is_some()).count()
}

fn branches<'r>(reach: impl IntoIterator<Item = &'r Sides>) -> BranchSummary {
    reach.into_iter().fold(BranchSummary::default(), |sum, reach| BranchSummary {
        total: sum.total + reach.total,
        covered: sum.covered + reach.covered,
        unreachable: sum.unreachable + reach.unreachable,
    })
}

fn functions(
    explored: &[Explored],
    confirmed: &Confirmed<'_>,
    reach: Option<&Vec<Sides>>,
) -> Vec<FunctionSummary> {
    let one = |(index, explored): (usize, &Explored)| {
        let Explored { entry, exploration, .. } = explored;
        let reasons = confirmed.reasons(explored);
        let own = |reach: &&Sides| reach.explored == Some(index) && reach.name == entry.name;
        FunctionSummary {
            name: entry.name.clone(),
            complete: reasons.is_empty(),
            stopped: (!reasons.is_empty()).then(|| reasons.join("; ")),
            runs: exploration.runs,
            paths: paths(exploration),
            branches: reach.map(|reach| branches(reach.iter().filter(own))),
        }
    };
    explored.iter().enumerate().map(one).collect()
}

/// A row for each function, then why sides are open.
fn coverage_text(reach: &[Sides], coverage: &Coverage, left_out: &[LeftOut]) -> String {
    if reach.is_empty() {
        return "coverage: nothing was compiled from source\n".to_owned();
    }
    let count = |number: usize| if number == 0 { "-".to_owned() } else { number.to_string() };
    let row = |name: &str, lines: Counted, branches: BranchSummary| {
        let BranchSummary { total, covered, unreachable } = branches;
        let open = total - covered - unreachable;
        let of = |covered: usize, total: usize| {
            if total == 0 { "-".to_owned() } else { format!("{covered}/{total}") }
        };
        let lines = of(lines.covered, lines.total);
        [name.to_owned(), lines, of(covered, total), count(unreachable), count(open)]
    };
    let mut rows =
        vec![["function", "lines", "branches", "unreachable", "open"].map(str::to_owned)];
    for (reach, function) in reach.iter().zip(&coverage.functions) {
        rows.push(row(&reach.name, function.code_lines, branches([reach])));
    }
    rows.push(row("all", coverage.lines(), branches(reach)));
    let mut text = table::text(&rows);
    for Sides { name, open, why, .. } in reach {
        if let Some(why) = why {
            text += &format!("open in `{name}`, {}: {why}\n", places(open));
        }
    }
    let is_open = |name: &str| reach.iter().any(|reach| reach.name == name && reach.why.is_some());
    for LeftOut { name, why, .. } in left_out.iter().filter(|left_out| !is_open(&left_out.name)) {
        text += &format!("not started from `{name}`: {why}\n");
    }
    text
}

/// `at 12:5, 13:7 and 4 more`.
fn places(places: &[(u32, u32)]) -> String {
    const SHOWN: usize = 4;
    let shown = places.iter().take(SHOWN).map(|(line, column)| format!("{line}:{column}"));
    let shown = shown.collect::<Vec<_>>().join(", ");
    match places.len().saturating_sub(SHOWN) {
        0 => format!("at {shown}"),
        more => format!("at {shown} and {more} more"),
    }
}

/// The last layer is the backend.
fn solver(layers: &[LayerStats]) -> SolverSummary {
    let backend = layers.last().copied().unwrap_or_default();
    let cache = layers.iter().find(|layer| layer.name == "cache");
    SolverSummary {
        queries: backend.queries,
        sat: backend.sat,
        unsat: backend.unsat,
        unknown: backend.unknown,
        seconds: seconds(backend.time),
        cache_hits: cache.map_or(0, |cache| cache.answered),
    }
}

/// The tests, then the reproducers.
fn tests(confirmed: &Confirmed<'_>) -> Vec<TestSummary> {
    let file = |case: &Case<'_>| {
        let files = &confirmed.manifest.tests;
        files.iter().find(|file| file.about == case.explored.file).map_or("", |file| &file.name)
    };
    let tests = confirmed.tests.iter().map(|case| test(case, file(case)));
    let reproducers = confirmed.reproducers.iter().map(|bug| &bug.case);
    tests.chain(reproducers.map(|case| test(case, &case.name))).collect()
}

fn test(case: &Case<'_>, file: &str) -> TestSummary {
    let input = |input: &TestInput| {
        let bytes = suite::bytes(&input.value);
        InputSummary {
            name: input.name.clone(),
            bytes: bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
            value: suite::integer(bytes),
        }
    };
    TestSummary {
        id: case.name.clone(),
        inputs: case.path.inputs.iter().map(input).collect(),
        outcome: case.ending.words(),
        file: format!("{file}.c"),
    }
}

fn dropped(dropped: &Dropped<'_>) -> DroppedSummary {
    let Dropped { case, doubt } = dropped;
    DroppedSummary { id: case.name.clone(), why: doubt.why.clone(), said: doubt.said.clone() }
}

fn bug(program: &Program, found: &Found<'_>) -> BugSummary {
    let Found { bug, case, verdict } = found;
    let at = bug.at();
    let (shown, doubt) = match verdict {
        Verdict::Confirmed(shown) => (Some(shown.clone()), None),
        Verdict::Unconfirmed(doubt) => (None, Some(doubt.clone())),
    };
    BugSummary {
        kind: bug.kind.name(),
        function: bug.culprit().map(|entry| entry.function.clone()).unwrap_or_default(),
        file: at.map(|at| program.debug.file(at.file).path.to_string()),
        line: at.map(|at| at.line),
        message: bug.message.clone(),
        test: case.name.clone(),
        confirmed: verdict.is_confirmed(),
        precondition: bug.precondition.clone(),
        shown,
        reason: doubt.as_ref().map(|doubt| doubt.why.clone()),
        said: doubt.and_then(|doubt| doubt.said),
    }
}

/// To the millisecond: the rest is noise.
fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}
