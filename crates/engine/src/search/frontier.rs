//! The frontier: all dangling sides, and which of them is next.

use std::collections::BTreeMap;

use analysis::Distances;
use ir::{Edge, Program, ProgramPoint, Successor};
use rustc_hash::FxHashSet;

use crate::search::classes::Classes;
use crate::state::dangling::{Dangling, StackId, Stacks};
use crate::state::random::Random;

/// The order in which dangling sides are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// The last one first.
    Dfs,
    /// The first one first.
    Bfs,
    /// Any, each as likely as the others.
    Random,
    /// What is nearest to a branch that is not covered, unless it was tried in vain too often.
    Coverage,
    /// By turns the least often chosen branch, call stack and depth.
    Fair,
    /// The last one first, but only sides that are not covered: that misses what needs a certain way to a branch.
    UncoveredOnly,
}

/// A dangling side; later ones are larger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SideId(u64);

/// All dangling sides.
#[derive(Debug)]
pub(crate) struct Frontier {
    sides: BTreeMap<SideId, Dangling>,
    next: u64,
    order: Order,
}

#[derive(Debug)]
enum Order {
    LastFirst,
    FirstFirst,
    Random(Random, Vec<SideId>),
    Coverage(Box<Coverage>),
    Fair(Box<Fair>),
}

impl Frontier {
    /// An empty frontier with an order.
    pub(crate) fn new(search: Search, seed: u64, program: &Program) -> Frontier {
        let order = match search {
            Search::Dfs | Search::UncoveredOnly => Order::LastFirst,
            Search::Bfs => Order::FirstFirst,
            Search::Random => Order::Random(Random::new(seed), Vec::new()),
            Search::Coverage => Order::Coverage(Box::new(Coverage::new(program))),
            Search::Fair => Order::Fair(Box::default()),
        };
        Frontier { sides: BTreeMap::new(), next: 0, order }
    }

    /// Adds a side.
    pub(crate) fn add(&mut self, side: Dangling, stacks: &Stacks) {
        let id = SideId(self.next);
        self.next += 1;
        match &mut self.order {
            Order::LastFirst | Order::FirstFirst => {}
            Order::Random(_, all) => all.push(id),
            Order::Coverage(coverage) => coverage.add(id, &side, stacks),
            Order::Fair(fair) => fair.add(id, &side),
        }
        self.sides.insert(id, side);
    }

    /// Takes the next side.
    pub(crate) fn take(&mut self, stacks: &Stacks) -> Option<Dangling> {
        let there = |id: SideId| self.sides.contains_key(&id);
        let next = match &mut self.order {
            Order::LastFirst => return self.sides.pop_last().map(|(_, side)| side),
            Order::FirstFirst => return self.sides.pop_first().map(|(_, side)| side),
            Order::Random(_, all) if all.is_empty() => None,
            Order::Random(random, all) => {
                let index = random.below(all.len() as u64) as usize;
                Some(all.swap_remove(index))
            }
            Order::Coverage(coverage) => coverage.take(&self.sides, stacks),
            Order::Fair(fair) => fair.take(there),
        };
        self.sides.remove(&next?)
    }

    /// Branches were covered for the first time.
    pub(crate) fn covered(&mut self, new: &[Edge]) {
        if let Order::Coverage(coverage) = &mut self.order {
            coverage.covered(new);
        }
    }

    /// How many sides there are.
    pub(crate) fn len(&self) -> usize {
        self.sides.len()
    }

    /// All sides, those first that are likely to wait longest.
    pub(crate) fn sides_mut(&mut self) -> Box<dyn Iterator<Item = &mut Dangling> + '_> {
        match self.order {
            Order::FirstFirst => Box::new(self.sides.values_mut().rev()),
            _ => Box::new(self.sides.values_mut()),
        }
    }
}

/// Each strategy takes a side of its least often chosen class; the strategies take turns.
#[derive(Debug, Default)]
struct Fair {
    by_branch: Classes<(ProgramPoint, Successor)>,
    by_stack: Classes<StackId>,
    by_depth: Classes<u32>,
    turn: u64,
}

impl Fair {
    fn add(&mut self, id: SideId, side: &Dangling) {
        self.by_branch.add((side.site, side.way), id, u64::from);
        self.by_stack.add(side.stack, id, u64::from);
        self.by_depth.add(side.depth, id, u64::from);
    }

    fn take(&mut self, there: impl Fn(SideId) -> bool) -> Option<SideId> {
        self.turn += 1;
        match self.turn % 3 {
            0 => self.by_branch.take(there, |_, chosen| chosen.into()),
            1 => self.by_stack.take(there, |_, chosen| chosen.into()),
            _ => self.by_depth.take(there, |_, chosen| chosen.into()),
        }
    }
}

/// Every so many choices are the fair strategies': a search that only looks at distances stays where it is.
pub(crate) const FAIR_TURN: u64 = 3;

/// Sides by their distance to something uncovered. What is near may be impossible to reach: with every choice of a
/// class that covers nothing new, it counts twice as far.
#[derive(Debug)]
struct Coverage {
    classes: Classes<(StackId, Successor)>,
    distances: Distances,
    covered: FxHashSet<Edge>,
    /// The class that was chosen last.
    last: Option<(StackId, Successor)>,
    /// Has something been covered since the classes were ranked?
    stale: bool,
    fair: Fair,
    turn: u64,
}

impl Coverage {
    fn new(program: &Program) -> Coverage {
        Coverage {
            classes: Classes::default(),
            distances: Distances::new(program),
            covered: FxHashSet::default(),
            last: None,
            stale: false,
            fair: Fair::default(),
            turn: 0,
        }
    }

    fn add(&mut self, id: SideId, side: &Dangling, stacks: &Stacks) {
        let Coverage { classes, distances, covered, .. } = self;
        let class = Coverage::class(side);
        classes.add(class, id, |chosen| rank(distances, covered, stacks, class, chosen));
        self.fair.add(id, side);
    }

    fn covered(&mut self, new: &[Edge]) {
        self.covered.extend(new);
        self.stale = true;
        if let Some(class) = self.last {
            self.classes.reward(class);
        }
    }

    fn take(&mut self, sides: &BTreeMap<SideId, Dangling>, stacks: &Stacks) -> Option<SideId> {
        let Coverage { classes, distances, covered, stale, .. } = self;
        if *stale {
            distances.update(covered);
            classes.rank(|class, chosen| rank(distances, covered, stacks, class, chosen));
            *stale = false;
        }
        let there = |id: SideId| sides.contains_key(&id);
        self.turn += 1;
        let next = match self.turn % FAIR_TURN {
            0 => self.fair.take(there),
            _ => {
                classes.take(there, |class, chosen| rank(distances, covered, stacks, class, chosen))
            }
        };
        self.last = next.and_then(|id| sides.get(&id)).map(Coverage::class);
        next
    }

    fn class(side: &Dangling) -> (StackId, Successor) {
        (side.stack, side.way)
    }
}

/// Where a class belongs that was chosen that often for nothing.
fn rank(
    distances: &Distances,
    covered: &FxHashSet<Edge>,
    stacks: &Stacks,
    (stack, way): (StackId, Successor),
    chosen: u32,
) -> u64 {
    let steps = distances.from(stacks.sites(stack), way, covered);
    (u64::from(steps) + 1) << chosen.min(32)
}
