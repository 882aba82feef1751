//! The layers put together, from what is cheap to the backends.

use std::time::{Duration, Instant};

use crate::pool::TermPool;
use crate::solver::backend::bitwuzla::Bitwuzla;
use crate::solver::backend::z3::Z3;
use crate::solver::backend::{BackendKind, CountedBackend};
use crate::solver::layer::cache::Cache;
use crate::solver::layer::model_reuse::ModelReuse;
use crate::solver::layer::propagation::Propagation;
use crate::solver::layer::simplify::Simplify;
use crate::solver::layer::slice::Slice;
use crate::solver::layer::try_all::TryAll;
use crate::solver::layer::{CountedLayer, LayerKind};
use crate::solver::portfolio::{PORTFOLIO, Portfolio};
use crate::solver::{
    ContentStats, LayerStats, Query, QueryLimits, QueryLog, Solver, StopSignal, Verdict,
};

/// All layers, the first one at the top.
pub const LAYERS: &[LayerKind] = &[
    LayerKind::of::<Simplify>("simplify"),
    LayerKind::of::<Slice>("slice"),
    LayerKind::of::<ModelReuse>("model-reuse"),
    LayerKind::of::<Cache>("cache"),
    LayerKind::of::<Propagation>("propagation"),
    LayerKind::of::<TryAll>("try-all"),
];

/// All backends. A query goes to one after the other: `portfolio.rs` has the order.
pub const BACKENDS: &[BackendKind] = &[
    BackendKind::of::<Z3>("z3"),
    BackendKind::of::<Bitwuzla>("bitwuzla").without_definitions().if_installed(),
];

/// How to set up a chain.
#[derive(Clone, Default)]
pub struct ChainOptions {
    pub limits: QueryLimits,
    /// Where to write each query that reaches the backends.
    pub log: Option<QueryLog>,
    /// When the answer isn't wanted any more: then it is `Unknown` soon.
    pub stop: Option<StopSignal>,
    /// Layers to leave out, to see what they are good for.
    pub without: Vec<LayerKind>,
    /// Backends to leave out, for the same reason.
    pub without_backends: Vec<BackendKind>,
    /// Whether to ask every backend every query, and to say so if they contradict each other.
    pub compares_backends: bool,
}

impl ChainOptions {
    /// No layers but those of these names.
    pub fn only(names: &[&str]) -> ChainOptions {
        let others = LAYERS.iter().filter(|layer| !names.contains(&layer.name));
        ChainOptions { without: others.copied().collect(), ..ChainOptions::default() }
    }

    /// The same with the backend of this name alone.
    pub fn with_backend(self, name: &str) -> ChainOptions {
        let others = BACKENDS.iter().filter(|backend| backend.name != name);
        ChainOptions { without_backends: others.copied().collect(), ..self }
    }

    fn has(&self, layer: LayerKind) -> bool {
        self.without.iter().all(|left_out| left_out.name != layer.name)
    }
}

/// The whole chain; or why there is no backend.
pub fn chain(options: &ChainOptions) -> Result<Chain, String> {
    let layers = LAYERS.iter().filter(|layer| options.has(**layer)).map(|layer| layer.make());
    let bottom = Portfolio::new(
        backends(options)?,
        options.compares_backends,
        options.stop.clone(),
        options.log.clone(),
    );
    Ok(Chain::new(layers.collect(), bottom))
}

/// All backends that are there; or why there is none, or not one that is needed.
fn backends(options: &ChainOptions) -> Result<Vec<CountedBackend>, String> {
    let left_out =
        |kind: &BackendKind| options.without_backends.iter().any(|it| it.name == kind.name);
    let mut backends = Vec::new();
    let mut missing = "all solvers are left out".to_string();
    for kind in BACKENDS.iter().filter(|kind| !left_out(kind)) {
        match kind.start(options.limits, options.stop.clone()) {
            Ok(backend) => backends.push(backend),
            Err(why) if kind.is_needed() => return Err(why),
            Err(why) => missing = why,
        }
    }
    if backends.is_empty() { Err(missing) } else { Ok(backends) }
}

/// Layers one above the other, and how far down each query went. A layer that asks several questions for one makes
/// those below count more queries than there are; here every query counts once.
pub struct Chain {
    layers: Vec<CountedLayer>,
    bottom: Portfolio,
    /// By layer: queries that came in, when last looked at.
    came: Vec<u64>,
    time: Duration,
}

impl Chain {
    fn new(layers: Vec<CountedLayer>, bottom: Portfolio) -> Chain {
        let came = vec![0; layers.len() + 1];
        Chain { layers, bottom, came, time: Duration::ZERO }
    }

    /// The time that all queries took together, in all layers.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// What each backend did with queries of each content.
    pub fn contents(&self) -> Vec<ContentStats> {
        self.bottom.contents().collect()
    }

    /// Counts a query for the deepest layer that was asked anything since last time, or for the backend that had the last
    /// word.
    fn count(&mut self) {
        let layers = self.layers.iter_mut().map(|layer| &mut layer.stats);
        let mut deepest = None;
        for (stats, came) in layers.chain([&mut self.bottom.stats]).zip(&mut self.came) {
            if stats.queries > *came {
                *came = stats.queries;
                deepest = Some(stats);
            }
        }
        match deepest {
            Some(bottom) if bottom.name == PORTFOLIO => self.bottom.count_answer(),
            Some(layer) => layer.answered += 1,
            None => {}
        }
    }
}

impl Solver for Chain {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        let start = Instant::now();
        let mut whole = LowerLayers { layers: &mut self.layers, bottom: &mut self.bottom };
        let verdict = whole.check(pool, query);
        self.count();
        self.time += start.elapsed();
        verdict
    }

    fn stats(&self) -> Vec<LayerStats> {
        let layers = self.layers.iter().map(|layer| layer.stats).chain([self.bottom.stats]);
        layers.chain(self.bottom.backends()).collect()
    }

    fn work(&self) -> u64 {
        // Layers count none.
        self.bottom.backends().map(|backend| backend.work).sum()
    }
}

/// The part of a chain that is below a layer.
pub(super) struct LowerLayers<'c> {
    layers: &'c mut [CountedLayer],
    bottom: &'c mut Portfolio,
}

impl LowerLayers<'_> {
    pub(super) fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        match self.layers.split_first_mut() {
            Some((layer, layers)) => {
                layer.check(pool, query, &mut LowerLayers { layers, bottom: self.bottom })
            }
            None => self.bottom.check(pool, query),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Chain;
    use crate::conjunction::Conjunction;
    use crate::pool::TermPool;
    use crate::solver::backend::{AskRound, Backend, BackendKind};
    use crate::solver::portfolio::Portfolio;
    use crate::solver::{Query, QueryLimits, Solver, StopSignal, Verdict};

    /// Decides constants only.
    struct Simple;

    impl Backend for Simple {
        fn start(_limits: QueryLimits, _stop: Option<StopSignal>) -> Result<Simple, String> {
            Ok(Simple)
        }

        fn check(&mut self, pool: &mut TermPool, query: Query<'_>, _attempt: AskRound) -> Verdict {
            match pool.as_bool(query.goal) {
                Some(false) => Verdict::Unsat,
                _ => Verdict::Unknown("it is too hard".to_string()),
            }
        }

        fn work(&self) -> u64 {
            7
        }
    }

    #[test]
    fn what_a_backend_gives_up_goes_to_the_next() {
        let backends = ["first", "second"].map(BackendKind::of::<Simple>).into_iter();
        let backends = backends.map(|kind| kind.start(QueryLimits::default(), None).expect("one"));
        let portfolio = Portfolio::new(backends.collect(), false, None, None);
        let mut chain = Chain::new(Vec::new(), portfolio);
        let mut pool = TermPool::new();
        let [yes, no] = [true, false].map(|value| pool.bool(value));
        assert_eq!(chain.check(&mut pool, Query::new(Conjunction::EMPTY, no)), Verdict::Unsat);
        let hard = chain.check(&mut pool, Query::new(Conjunction::EMPTY, yes));
        assert_eq!(hard, Verdict::Unknown("it is too hard".to_string()));
        let figures: Vec<_> = chain.stats().iter().map(|it| (it.queries, it.answered)).collect();
        // The hard one with each effort.
        assert_eq!(figures, [(2, 0), (4, 1), (3, 1)]);
        assert_eq!(chain.work(), 14);
    }
}
