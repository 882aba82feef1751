//! Options of commands that solve: what to do with the queries.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use clap::Args;
use engine::Exploration;
use serde::Serialize;
use smt::{
    BACKENDS, BackendKind, Chain, ChainOptions, ContentStats, LAYERS, LayerKind, LayerStats,
    QueryLog, Solver, StopSignal,
};

use crate::error::{ExitCode, Failure};

/// What to do with the queries.
#[derive(Args)]
pub(crate) struct Solving {
    /// Write every query that reaches the solvers as an SMT-LIB file, which `z3` or `bitwuzla` replays
    #[arg(long, value_name = "DIR")]
    log_queries: Option<PathBuf>,

    /// Leave out a layer above the solver, to see what it is good for
    #[arg(long, value_name = "LAYER", hide = true, value_parser = layer)]
    without_layer: Vec<LayerKind>,

    /// Leave out a solver, to see what it is good for
    #[arg(long, value_name = "SOLVER", hide = true, value_parser = backend)]
    without_backend: Vec<BackendKind>,

    /// Ask every solver every query, and take it for unknown if they contradict each other
    #[arg(long, hide = true)]
    compare_backends: bool,

    /// Print a line of figures for every exploration
    #[arg(long, hide = true)]
    stats: bool,

    /// All explorations of one command write to one log.
    #[arg(skip)]
    log: OnceLock<QueryLog>,
}

impl Solving {
    /// The log, if there is to be one.
    pub(crate) fn log(&self) -> Result<Option<QueryLog>, Failure> {
        let Some(folder) = &self.log_queries else { return Ok(None) };
        if self.log.get().is_none() {
            let log = QueryLog::new(folder).map_err(|why| Failure::new(ExitCode::Io, why))?;
            return Ok(Some(self.log.get_or_init(|| log).clone()));
        }
        Ok(self.log.get().cloned())
    }

    /// A line with the figures of an exploration, if they are wanted.
    pub(crate) fn figures(
        &self,
        explored: &Exploration,
        solver: &Chain,
        time: Duration,
    ) -> Option<String> {
        self.stats.then(|| {
            let figures = serde_json::to_string(&Figures::of(explored, solver, time));
            format!("stats: {}", figures.expect("numbers and names are JSON"))
        })
    }

    /// Who answers, in words.
    pub(crate) fn words(&self) -> String {
        let layers = self.without_layer.iter().map(|layer| layer.name);
        let backends = self.without_backend.iter().map(|backend| backend.name);
        let without: Vec<&str> = layers.chain(backends).collect();
        format!("without {without:?}, compares {}", self.compare_backends)
    }

    /// Says so if the log lacks queries.
    pub(crate) fn warn_of_gaps(&self) {
        if let Some(why) = self.log.get().and_then(QueryLog::failure) {
            anstream::eprintln!("warning: not every query was logged: {why}");
        }
    }

    /// A solver that ends its query when it is told to stop.
    pub(crate) fn chain(&self, log: Option<&QueryLog>, stop: StopSignal) -> Result<Chain, Failure> {
        let options = ChainOptions {
            log: log.cloned(),
            stop: Some(stop),
            without: self.without_layer.clone(),
            without_backends: self.without_backend.clone(),
            compares_backends: self.compare_backends,
            ..ChainOptions::default()
        };
        smt::chain(&options).map_err(|why| Failure::new(ExitCode::Unavailable, why))
    }
}

/// What an exploration took, as `make bench` reads it.
#[derive(Serialize)]
struct Figures {
    complete: bool,
    paths: usize,
    runs: u64,
    instructions: u64,
    /// Of the whole exploration.
    seconds: f64,
    /// In queries.
    solving: f64,
    /// In the backends.
    backend: f64,
    layers: Vec<LayerFigures>,
    /// The solvers under the layers.
    backends: Vec<BackendFigures>,
    /// The same, by what queries contain.
    contents: Vec<ContentFigures>,
}

#[derive(Serialize)]
struct LayerFigures {
    name: &'static str,
    queries: u64,
    answered: u64,
}

#[derive(Serialize)]
struct BackendFigures {
    name: &'static str,
    queries: u64,
    answered: u64,
    unknown: u64,
    work: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct ContentFigures {
    content: &'static str,
    backend: &'static str,
    queries: u64,
    answered: u64,
    work: u64,
    seconds: f64,
}

impl Figures {
    fn of(explored: &Exploration, solver: &Chain, time: Duration) -> Figures {
        let stats = solver.stats();
        let layer = |layer: &LayerStats| LayerFigures {
            name: layer.name,
            queries: layer.queries,
            answered: layer.answered,
        };
        let backend = |backend: &LayerStats| BackendFigures {
            name: backend.name,
            queries: backend.queries,
            answered: backend.answered,
            unknown: backend.unknown,
            work: backend.work,
            seconds: backend.time.as_secs_f64(),
        };
        let content = |content: &ContentStats| ContentFigures {
            content: content.content,
            backend: content.backend,
            queries: content.queries,
            answered: content.answered,
            work: content.work,
            seconds: content.time.as_secs_f64(),
        };
        Figures {
            complete: explored.complete,
            paths: explored.paths.len(),
            runs: explored.counts.runs,
            instructions: explored.counts.instructions,
            seconds: time.as_secs_f64(),
            solving: solver.time().as_secs_f64(),
            backend: stats.iter().map(|layer| layer.time.as_secs_f64()).sum(),
            layers: stats.iter().filter(|layer| !layer.is_backend).map(layer).collect(),
            backends: stats.iter().filter(|layer| layer.is_backend).map(backend).collect(),
            contents: solver.contents().iter().map(content).collect(),
        }
    }
}

fn layer(name: &str) -> Result<LayerKind, String> {
    let found = LAYERS.iter().find(|layer| layer.name == name).copied();
    found.ok_or_else(|| {
        let names: Vec<&str> = LAYERS.iter().map(|layer| layer.name).collect();
        format!("the layers are {}", names.join(", "))
    })
}

fn backend(name: &str) -> Result<BackendKind, String> {
    let found = BACKENDS.iter().find(|backend| backend.name == name).copied();
    found.ok_or_else(|| {
        let names: Vec<&str> = BACKENDS.iter().map(|backend| backend.name).collect();
        format!("the solvers are {}", names.join(", "))
    })
}
