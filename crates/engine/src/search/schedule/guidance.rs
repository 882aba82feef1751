//! Guidance: what a search wants, as a cost of every point, and what is not worth a question.

use analysis::{Distances, Steps};
use ir::{Edge, Program, ProgramPoint, Successor};
use rustc_hash::FxHashSet;

use super::{Candidate, Search};

/// What a scheduler goes by.
pub(crate) trait Guidance<C: Candidate> {
    /// How dear the candidates of a point are, if it was chosen that often in vain.
    fn cost(&self, point: C::Point, in_vain: u32) -> u64;

    /// Is a candidate left out?
    fn prunes(&self, candidate: &C) -> bool;

    /// Edges were covered for the first time.
    fn cover(&mut self, new: &[Edge]);
}

/// Towards branches that are not covered.
#[derive(Debug)]
pub(crate) struct Uncovered {
    /// Only one order asks for them.
    distances: Option<Distances>,
    covered: FxHashSet<Edge>,
}

impl Uncovered {
    pub(crate) fn new(program: &Program, search: Search) -> Uncovered {
        let distances = (search == Search::Coverage).then(|| Distances::new(program));
        Uncovered { distances, covered: FxHashSet::default() }
    }

    /// What is near may be impossible to reach: with every choice in vain, it counts twice as far.
    pub(crate) fn cost(
        &self,
        stack: impl Iterator<Item = ProgramPoint>,
        way: Successor,
        in_vain: u32,
    ) -> u64 {
        let steps = |it: &Distances| it.from(stack, way, &self.covered);
        let steps: Steps = self.distances.as_ref().map_or(0, steps);
        (u64::from(steps) + 1) << in_vain.min(32)
    }

    /// Edges were covered for the first time.
    pub(crate) fn cover(&mut self, new: &[Edge]) {
        self.covered.extend(new);
        if let Some(distances) = &mut self.distances {
            distances.update(&self.covered);
        }
    }

    /// What was covered so far.
    pub(crate) fn covered(&self) -> &FxHashSet<Edge> {
        &self.covered
    }
}
