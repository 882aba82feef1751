//! The layers put together, from what is cheap to the backends.

use std::time::{Duration, Instant};

use crate::pool::TermPool;
use crate::solver::backend::z3::Z3;
use crate::solver::backend::{BackendKind, CountedBackend};
use crate::solver::layer::cache::Cache;
use crate::solver::layer::model_reuse::ModelReuse;
use crate::solver::layer::propagation::Propagation;
use crate::solver::layer::simplify::Simplify;
use crate::solver::layer::slice::Slice;
use crate::solver::layer::try_all::TryAll;
use crate::solver::layer::{CountedLayer, LayerKind};
use crate::solver::{LayerStats, Limits, Query, QueryLog, Solver, Stop, Verdict};

/// All layers, the first one at the top.
pub const LAYERS: &[LayerKind] = &[
    LayerKind::of::<Simplify>("simplify"),
    LayerKind::of::<Slice>("slice"),
    LayerKind::of::<ModelReuse>("model-reuse"),
    LayerKind::of::<Cache>("cache"),
    LayerKind::of::<Propagation>("propagation"),
    LayerKind::of::<TryAll>("try-all"),
];

/// All backends, in the order in which they are asked: what one gives up goes to the next.
const BACKENDS: &[BackendKind] = &[BackendKind::of::<Z3>("z3")];

/// How to set up a chain.
#[derive(Clone, Default)]
pub struct ChainOptions {
    pub limits: Limits,
    /// Where to write each query that reaches the backends.
    pub log: Option<QueryLog>,
    /// When the answer isn't wanted any more: then it is `Unknown` soon.
    pub stop: Option<Stop>,
    /// Layers to leave out, to see what they are good for.
    pub without: Vec<LayerKind>,
}

impl ChainOptions {
    /// No layers but those of these names.
    pub fn only(names: &[&str]) -> ChainOptions {
        let others = LAYERS.iter().filter(|layer| !names.contains(&layer.name));
        ChainOptions { without: others.copied().collect(), ..ChainOptions::default() }
    }

    fn has(&self, layer: LayerKind) -> bool {
        self.without.iter().all(|left_out| left_out.name != layer.name)
    }
}

/// The whole chain; or why there is no backend.
pub fn chain(options: &ChainOptions) -> Result<Chain, String> {
    let layers = LAYERS.iter().filter(|layer| options.has(**layer)).map(|layer| layer.make());
    let backends =
        BACKENDS.iter().map(|backend| backend.start(options.limits, options.stop.clone()));
    let bottom = Bottom { backends: backends.collect::<Result<_, _>>()?, log: options.log.clone() };
    Ok(Chain::new(layers.collect(), bottom))
}

/// Layers one above the other, and how far down each query went. A layer that asks several questions for one makes
/// those below count more queries than there are; here every query counts once.
pub struct Chain {
    layers: Vec<CountedLayer>,
    bottom: Bottom,
    /// By layer: queries that came in, when last looked at.
    came: Vec<u64>,
    time: Duration,
}

impl Chain {
    fn new(layers: Vec<CountedLayer>, bottom: Bottom) -> Chain {
        let came = vec![0; layers.len() + bottom.backends.len()];
        Chain { layers, bottom, came, time: Duration::ZERO }
    }

    /// The time that all queries took together, in all layers.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Counts a query for the deepest layer that was asked anything since last time.
    fn count(&mut self) {
        let layers = self.layers.iter_mut().map(|layer| &mut layer.stats);
        let backends = self.bottom.backends.iter_mut().map(|backend| &mut backend.stats);
        let mut deepest = None;
        for (stats, came) in layers.chain(backends).zip(&mut self.came) {
            if stats.queries > *came {
                *came = stats.queries;
                deepest = Some(stats);
            }
        }
        if let Some(deepest) = deepest {
            deepest.answered += 1;
        }
    }
}

impl Solver for Chain {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        let start = Instant::now();
        let mut whole = Below { layers: &mut self.layers, bottom: &mut self.bottom };
        let verdict = whole.check(pool, query);
        self.count();
        self.time += start.elapsed();
        verdict
    }

    fn stats(&self) -> Vec<LayerStats> {
        let layers = self.layers.iter().map(|layer| layer.stats);
        layers.chain(self.bottom.backends.iter().map(|backend| backend.stats)).collect()
    }
}

/// The part of a chain that is below a layer.
pub(super) struct Below<'c> {
    layers: &'c mut [CountedLayer],
    bottom: &'c mut Bottom,
}

impl Below<'_> {
    pub(super) fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        match self.layers.split_first_mut() {
            Some((layer, layers)) => {
                layer.check(pool, query, &mut Below { layers, bottom: self.bottom })
            }
            None => self.bottom.check(pool, query),
        }
    }
}

/// The backends, and the record of what they were asked.
struct Bottom {
    backends: Vec<CountedBackend>,
    log: Option<QueryLog>,
}

impl Bottom {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        let mut verdict = Verdict::Unknown("there is no solver".to_string());
        for backend in &mut self.backends {
            verdict = backend.check(pool, query);
            if !matches!(verdict, Verdict::Unknown(_)) {
                break;
            }
        }
        if let Some(log) = &self.log {
            log.write(pool, query, &verdict);
        }
        verdict
    }
}

#[cfg(test)]
mod tests {
    use super::{Bottom, Chain};
    use crate::pool::TermPool;
    use crate::solver::backend::{Backend, BackendKind};
    use crate::solver::{Limits, Query, Solver, Stop, Verdict};

    /// Decides constants only.
    struct Simple;

    impl Backend for Simple {
        fn start(_limits: Limits, _stop: Option<Stop>) -> Result<Simple, String> {
            Ok(Simple)
        }

        fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
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
        let backends = backends.map(|kind| kind.start(Limits::default(), None).expect("one"));
        let mut chain = Chain::new(Vec::new(), Bottom { backends: backends.collect(), log: None });
        let mut pool = TermPool::new();
        let [yes, no] = [true, false].map(|value| pool.bool(value));
        assert_eq!(chain.check(&mut pool, Query::new(&[], no)), Verdict::Unsat);
        let hard = chain.check(&mut pool, Query::new(&[], yes));
        assert_eq!(hard, Verdict::Unknown("it is too hard".to_string()));
        let figures: Vec<_> = chain.stats().iter().map(|it| (it.queries, it.answered)).collect();
        assert_eq!(figures, [(2, 1), (1, 1)]);
        assert_eq!(chain.work(), 14);
    }
}
