//! Options of commands that solve: what to do with the queries.

use std::path::PathBuf;

use clap::Args;
use smt::{Chain, ChainOptions, Layer, QueryLog, Stop};

use crate::error::{ExitCode, Failure};

/// What to do with the queries.
#[derive(Args)]
pub(crate) struct Solving {
    /// Write every query that reaches the solver as an SMT-LIB file, which `z3` replays
    #[arg(long, value_name = "DIR")]
    log_queries: Option<PathBuf>,

    /// Leave out a layer above the solver, to see what it is good for
    #[arg(long, value_name = "LAYER", hide = true, value_parser = layer)]
    without_layer: Vec<Layer>,
}

impl Solving {
    /// The log, if there is to be one.
    pub(crate) fn log(&self) -> Result<Option<QueryLog>, Failure> {
        let log = self.log_queries.as_deref().map(QueryLog::new).transpose();
        log.map_err(|why| Failure::new(ExitCode::Io, why))
    }

    /// A solver that ends its query when it is told to stop.
    pub(crate) fn chain(&self, log: Option<&QueryLog>, stop: Stop) -> Result<Chain, Failure> {
        let options = ChainOptions {
            log: log.cloned(),
            stop: Some(stop),
            without: self.without_layer.clone(),
            ..ChainOptions::default()
        };
        smt::chain(&options).map_err(|why| Failure::new(ExitCode::Unavailable, why))
    }
}

/// Says so if the log lacks queries.
pub(crate) fn warn_of_gaps(log: Option<&QueryLog>) {
    if let Some(why) = log.and_then(QueryLog::failure) {
        anstream::eprintln!("warning: not every query was logged: {why}");
    }
}

fn layer(name: &str) -> Result<Layer, String> {
    let names = Layer::ALL.map(Layer::name).join(", ");
    let found = Layer::ALL.into_iter().find(|layer| layer.name() == name);
    found.ok_or_else(|| format!("the layers are {names}"))
}
