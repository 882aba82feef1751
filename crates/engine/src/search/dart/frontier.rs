//! DART's frontier: all dangling sides, and what it goes by.

use ir::{Edge, Program, ProgramPoint, Successor};
use rustc_hash::FxHashSet;

use crate::search::schedule::{Candidate, Guidance, Queue, Ranking, Scheduler, Uncovered};
use crate::search::{Search, Strategy};
use crate::state::dangling::{Dangling, StackId, Stacks};

/// All dangling sides.
pub(super) struct Frontier {
    pub scheduler: Scheduler<Dangling, Queue<Dangling>>,
    uncovered: Uncovered,
    /// Are only sides explored that are not covered?
    is_only: bool,
    /// Where a run went the other way of a decision that is no branch.
    checks: FxHashSet<ProgramPoint>,
}

/// Towards branches that are not covered; perhaps nothing else counts.
struct TowardsUncovered<'a> {
    uncovered: &'a mut Uncovered,
    stacks: &'a Stacks,
    /// What isn't explored again, if nothing is.
    known: Option<CoveredPoints<'a>>,
}

/// Edges, and decisions that are no branches.
type CoveredPoints<'a> = (&'a FxHashSet<Edge>, &'a FxHashSet<ProgramPoint>);

impl Candidate for Dangling {
    type Point = (StackId, Successor);
    type Calls = StackId;

    fn point(&self) -> (StackId, Successor) {
        (self.stack, self.way)
    }

    fn branch(&self) -> (ProgramPoint, Successor) {
        (self.site, self.way)
    }

    fn calls(&self) -> StackId {
        self.stack
    }

    fn depth(&self) -> u32 {
        self.depth
    }
}

impl Guidance<Dangling> for TowardsUncovered<'_> {
    fn cost(&self, (stack, way): (StackId, Successor), in_vain: u32) -> u64 {
        self.uncovered.cost(self.stacks.sites(stack), way, in_vain)
    }

    fn prunes(&self, side: &Dangling) -> bool {
        self.known.is_some_and(|(covered, checks)| match side.edge() {
            Some(edge) => covered.contains(&edge),
            // A switch that has another target has another check, too.
            None => checks.contains(&side.site),
        })
    }

    fn cover(&mut self, new: &[Edge]) {
        self.uncovered.cover(new);
    }
}

impl Frontier {
    /// An empty frontier with an order.
    pub(super) fn new(program: &Program, strategy: &Strategy) -> Frontier {
        let order = Ranking::Of(strategy.search);
        Frontier {
            scheduler: Scheduler::new(Queue::new(order), order, strategy.seed),
            uncovered: Uncovered::new(program, strategy.search),
            is_only: strategy.search == Search::UncoveredOnly,
            checks: FxHashSet::default(),
        }
    }

    /// Adds a side.
    pub(super) fn add(&mut self, side: Dangling, stacks: &Stacks) {
        let guidance = TowardsUncovered { uncovered: &mut self.uncovered, stacks, known: None };
        self.scheduler.add(side, &guidance);
    }

    /// Takes the next side; `covered` has all edges that were, those of the library too.
    pub(super) fn take(&mut self, stacks: &Stacks, covered: &FxHashSet<Edge>) -> Option<Dangling> {
        let known = self.is_only.then_some((covered, &self.checks));
        self.scheduler.take(&TowardsUncovered { uncovered: &mut self.uncovered, stacks, known })
    }

    /// Branches of the program were covered for the first time.
    pub(super) fn covered(&mut self, new: &[Edge], stacks: &Stacks) {
        let uncovered = &mut self.uncovered;
        self.scheduler.covered(new, &mut TowardsUncovered { uncovered, stacks, known: None });
    }

    /// A side will be explored.
    pub(super) fn goes_to(&mut self, side: &Dangling) {
        if side.way == Successor::Here {
            self.checks.insert(side.site);
        }
    }

    /// How many sides there are.
    pub(super) fn len(&self) -> usize {
        self.scheduler.waiting().len()
    }

    /// All sides, those first that are likely to wait longest.
    pub(super) fn sides_mut(&mut self) -> impl Iterator<Item = &mut Dangling> {
        self.scheduler.waiting_mut().all_mut()
    }
}
