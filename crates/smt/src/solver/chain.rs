//! The layers put together, from what is cheap to the backend.

use std::time::{Duration, Instant};

use crate::pool::TermPool;
use crate::solver::{
    Cache, ChainOptions, LayerStats, LogQueries, ModelReuse, Query, Simplify, Slice, Solver,
    TryAll, Verdict, Z3,
};

/// A layer above the backend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    Simplify,
    Slice,
    ModelReuse,
    Cache,
    TryAll,
}

impl Layer {
    /// All of them, the first one at the top.
    pub const ALL: [Layer; 5] =
        [Layer::Simplify, Layer::Slice, Layer::ModelReuse, Layer::Cache, Layer::TryAll];

    /// What it is called in statistics.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Simplify => "simplify",
            Layer::Slice => "slice",
            Layer::ModelReuse => "model-reuse",
            Layer::Cache => "cache",
            Layer::TryAll => "try-all",
        }
    }

    fn over(self, below: Box<dyn Solver>) -> Box<dyn Solver> {
        match self {
            Layer::Simplify => Box::new(Simplify::new(below)),
            Layer::Slice => Box::new(Slice::new(below)),
            Layer::ModelReuse => Box::new(ModelReuse::new(below)),
            Layer::Cache => Box::new(Cache::new(below)),
            Layer::TryAll => Box::new(TryAll::new(below)),
        }
    }
}

/// The whole chain; or why there is no backend.
pub fn chain(options: &ChainOptions) -> Result<Chain, String> {
    let backend = Z3::new(options.limits, options.stop.clone())?;
    let backend: Box<dyn Solver> = match &options.log {
        Some(log) => Box::new(LogQueries::new(log.clone(), backend)),
        None => Box::new(backend),
    };
    let layers = Layer::ALL.into_iter().filter(|layer| !options.without.contains(layer));
    Ok(Chain::new(layers.rev().fold(backend, |below, layer| layer.over(below))))
}

/// Solvers one above the other, and how far down each query went. A layer that asks several questions for one
/// makes the layers below count more queries than there are; here every query counts once.
pub struct Chain {
    top: Box<dyn Solver>,
    /// By layer: queries that came in, when last looked at.
    came: Vec<u64>,
    /// By layer: queries that went no further.
    answered: Vec<u64>,
    time: Duration,
}

impl Chain {
    fn new(top: Box<dyn Solver>) -> Chain {
        let layers = top.stats().len();
        Chain { top, came: vec![0; layers], answered: vec![0; layers], time: Duration::ZERO }
    }

    /// The time that all queries took together, in all layers.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Finds the deepest layer that was asked anything since last time.
    fn count(&mut self) {
        let now: Vec<u64> = self.top.stats().iter().map(|layer| layer.queries).collect();
        let deepest = now.iter().zip(&self.came).rposition(|(now, before)| now > before);
        if let Some(deepest) = deepest {
            self.answered[deepest] += 1;
        }
        self.came = now;
    }
}

impl Solver for Chain {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        let start = Instant::now();
        let verdict = self.top.check(pool, query);
        self.count();
        self.time += start.elapsed();
        verdict
    }

    fn stats(&self) -> Vec<LayerStats> {
        let layers = self.top.stats().into_iter().zip(&self.answered);
        layers.map(|(layer, &answered)| LayerStats { answered, ..layer }).collect()
    }
}
