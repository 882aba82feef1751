//! What an exploration came to: one JSON object for programs, a few lines for people.

use std::path::Path;
use std::time::Duration;

use engine::TestInput;
use ir::Program;
use serde::Serialize;
use smt::LayerStats;

use crate::confirm::{Confirmed, Found};
use crate::coverage::Coverage;
use crate::suite::{self, Case, Ending, Explored};
use crate::verdict::Verdict;

/// Everything there is to say, as `--json` prints it.
#[derive(Serialize)]
pub(crate) struct Summary {
    entry: &'static str,
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
    instructions: u64,
    solver: SolverSummary,
    /// Nothing if it can't be measured.
    branches: Option<BranchSummary>,
    tests: Vec<TestSummary>,
    bugs: Vec<BugSummary>,
    seconds: f64,
    #[serde(skip)]
    infeasible: u64,
    #[serde(skip)]
    layers: Vec<LayerStats>,
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

/// The sides of branches, as the native runs took them.
#[derive(Serialize)]
struct BranchSummary {
    total: usize,
    covered: usize,
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
    /// Why it isn't confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Summary {
    /// Sums up.
    pub(crate) fn new(
        program: &Program,
        explored: &[Explored],
        layers: Vec<LayerStats>,
        confirmed: &Confirmed<'_>,
    ) -> Summary {
        let explorations = || explored.iter().map(|explored| &explored.exploration);
        let paths = explorations().flat_map(|exploration| &exploration.paths);
        let stopped = reasons(explored, confirmed);
        Summary {
            entry: "main",
            mode: "dart",
            complete: stopped.is_empty(),
            stopped: (!stopped.is_empty()).then(|| stopped.join("; ")),
            runs: explorations().map(|exploration| exploration.runs).sum(),
            restarts: explorations().map(|exploration| exploration.restarts).sum(),
            divergences: explorations().map(|exploration| exploration.divergences).sum(),
            decisions: explorations().map(|exploration| exploration.decisions).sum(),
            paths: paths.filter(|path| Ending::of(path).is_some()).count(),
            instructions: explorations().map(|exploration| exploration.instructions).sum(),
            solver: solver(&layers),
            branches: confirmed.coverage.as_ref().ok().map(branches),
            tests: tests(confirmed),
            bugs: confirmed.bugs.iter().map(|found| bug(program, found)).collect(),
            seconds: 0.0,
            infeasible: explorations().map(|exploration| exploration.infeasible).sum(),
            layers,
        }
    }

    /// With the time that everything took.
    pub(crate) fn after(self, time: Duration) -> Summary {
        Summary { seconds: seconds(time), ..self }
    }

    /// 1 if a bug was confirmed, 2 if something remains open, 0 otherwise.
    pub(crate) fn exit_code(&self) -> i32 {
        match (self.confirmed(), self.complete && self.bugs.is_empty()) {
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
        let open = self.bugs.len() - self.confirmed();
        let complete = match &self.stopped {
            None => "yes, every path was explored".to_owned(),
            Some(why) => format!("no: {why}"),
        };
        [
            format!("paths: {paths} ({runs} runs, {infeasible} infeasible sides, {instructions} instructions)"),
            format!("bugs: {} confirmed, {open} unconfirmed", self.confirmed()),
            format!("complete: {complete}"),
            format!("solver: {}", self.solver_line()),
            format!("tests: {} in {}; make -C {2} check", self.tests.len(), folder.display(), folder.display()),
            format!("seconds: {:.2}\n", self.seconds),
        ]
        .join("\n")
    }

    fn confirmed(&self) -> usize {
        self.bugs.iter().filter(|bug| bug.confirmed).count()
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
fn reasons(explored: &[Explored], confirmed: &Confirmed<'_>) -> Vec<String> {
    let mut reasons: Vec<String> = Vec::new();
    for why in explored.iter().flat_map(|explored| &explored.exploration.incomplete) {
        let why = why.to_string();
        if !reasons.contains(&why) {
            reasons.push(why);
        }
    }
    if !confirmed.dropped.is_empty() {
        reasons.push(format!("{} tests do not hold natively", confirmed.dropped.len()));
    }
    reasons
}

fn branches(coverage: &Coverage) -> BranchSummary {
    let sides = coverage.sides();
    BranchSummary { total: sides.total, covered: sides.covered }
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
    tests.chain(confirmed.reproducers.iter().map(|case| test(case, &case.name))).collect()
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

fn bug(program: &Program, found: &Found<'_>) -> BugSummary {
    let Found { bug, case, verdict } = found;
    let at = bug.at();
    BugSummary {
        kind: bug.kind.name(),
        function: bug.culprit().map(|entry| entry.function.clone()).unwrap_or_default(),
        file: at.map(|at| program.debug.file(at.file).path.to_string()),
        line: at.map(|at| at.line),
        message: bug.message.clone(),
        test: case.name.clone(),
        confirmed: *verdict == Verdict::Confirmed,
        reason: match verdict {
            Verdict::Confirmed => None,
            Verdict::Unconfirmed(why) => Some(why.clone()),
        },
    }
}

/// To the millisecond: the rest is noise.
fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}
