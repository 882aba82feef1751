//! The candidates of a composing search: dangling nodes of all trees, and what it goes by.
//!
//! What a call stack is to DART, the function is here: a tree serves all of its callers.

use std::iter;

use analysis::{CallClosure, FAR};
use ir::{Edge, FuncId, ProgramPoint, Successor};
use rustc_hash::FxHashSet;

use super::Explorer;
use crate::compose::NodeRef;
use crate::report::outcome::Incomplete;
use crate::search::goal::Goal;
use crate::search::schedule::{Candidate, Guidance, Ranking, Scan, Scanned, Scheduler, Uncovered};
use crate::search::{Mode, Search, Strategy};
use crate::state::dangling;
use crate::summary::tree::{NodeId, Rank, TreeId};

/// A dangling node that is worth a question.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenNode {
    pub target: NodeRef,
    /// The instruction that it hangs on, and which way it goes from there.
    pub site: ProgramPoint,
    pub way: Successor,
    /// How many decisions and calls of its function are before it.
    depth: u32,
    /// How far its function is from the entry, for an order that begins with the callees.
    layer: Option<Rank>,
    age: Age,
}

/// Towards a goal, the newest is the newest of any tree; else callees are before their callers.
type Age = (Option<Rank>, NodeId, Option<TreeId>);

/// Where a node is: the instruction, the way from there, and whose tree it is in.
pub(super) type Point = (ProgramPoint, Successor, FuncId);

impl Candidate for OpenNode {
    type Point = Point;
    type Calls = FuncId;

    fn point(&self) -> Point {
        (self.site, self.way, self.target.0.function)
    }

    fn branch(&self) -> (ProgramPoint, Successor) {
        (self.site, self.way)
    }

    fn calls(&self) -> FuncId {
        self.target.0.function
    }

    fn depth(&self) -> u32 {
        self.depth
    }
}

impl Scanned for OpenNode {
    type Layer = Option<Rank>;
    type Age = Age;

    fn layer(&self) -> Option<Rank> {
        self.layer
    }

    fn age(&self) -> Age {
        self.age
    }
}

/// Who chooses the next target, and by what.
pub(super) struct Schedule {
    scheduler: Scheduler<OpenNode, Scan<OpenNode>>,
    /// Where the search is to go, if it is to go anywhere.
    pub goal: Option<Goal>,
    uncovered: Uncovered,
}

impl Schedule {
    pub(super) fn new(program: &ir::Program, goal: Option<Goal>, strategy: &Strategy) -> Schedule {
        let order = match goal {
            Some(_) => Ranking::Guided,
            None => Ranking::Of(strategy.search),
        };
        Schedule {
            scheduler: Scheduler::new(Scan::default(), order, strategy.seed),
            goal,
            uncovered: Uncovered::new(program, strategy.search),
        }
    }
}

/// Towards branches that are not covered; perhaps nothing else counts.
struct TowardsUncovered<'a> {
    uncovered: &'a mut Uncovered,
    /// What isn't explored again, if nothing is: those of the library, too.
    known: Option<&'a FxHashSet<Edge>>,
}

impl Guidance<OpenNode> for TowardsUncovered<'_> {
    fn cost(&self, (site, way, _): Point, in_vain: u32) -> u64 {
        self.uncovered.cost(iter::once(site), way, in_vain)
    }

    fn prunes(&self, node: &OpenNode) -> bool {
        let edge = node.way.edge(node.site);
        self.known.is_some_and(|known| edge.is_some_and(|edge| known.contains(&edge)))
    }

    fn cover(&mut self, new: &[Edge]) {
        self.uncovered.cover(new);
    }
}

/// Towards a goal.
struct TowardsGoal<'a> {
    goal: &'a Goal,
    calls: &'a CallClosure,
    /// Has a run come by, but not ended as it should? Then what is behind the goal matters too.
    came_by: bool,
}

impl Guidance<OpenNode> for TowardsGoal<'_> {
    fn cost(&self, (site, way, own): Point, _: u32) -> u64 {
        self.goal.steps_from(self.calls, own, site, way).unwrap_or(FAR).into()
    }

    fn prunes(&self, node: &OpenNode) -> bool {
        let (site, way, own) = node.point();
        !self.came_by && self.goal.steps_from(self.calls, own, site, way).is_none()
    }

    fn cover(&mut self, _: &[Edge]) {}
}

impl Explorer<'_, '_, '_> {
    /// The next dangling node, in the order of the search; but SMART explores callees before their callers.
    pub(super) fn next_target(&mut self) -> Option<NodeRef> {
        self.refresh_waiting();
        let open: Vec<OpenNode> = self.open().filter_map(|target| self.candidate(target)).collect();
        match self.so_far.schedule.goal {
            Some(_) => self.next_towards_goal(open),
            None => self.next_towards_uncovered(open),
        }
    }

    fn next_towards_goal(&mut self, open: Vec<OpenNode>) -> Option<NodeRef> {
        let recorder = self.so_far.log.recording.recorder().expect("it was made at the start");
        let Schedule { scheduler, goal, .. } = &mut self.so_far.schedule;
        let (goal, came_by) = (goal.as_ref()?, self.so_far.findings.came_by);
        let guidance = TowardsGoal { goal, calls: &recorder.calls, came_by };
        open.into_iter().for_each(|node| scheduler.add(node, &guidance));
        let next = scheduler.take(&guidance);
        // Whatever can't lead to the goal is no matter.
        scheduler.pruned();
        Some(next?.target)
    }

    fn next_towards_uncovered(&mut self, open: Vec<OpenNode>) -> Option<NodeRef> {
        let is_only = self.task.strategy.search == Search::UncoveredOnly;
        let Schedule { scheduler, uncovered, .. } = &mut self.so_far.schedule;
        let findings = &self.so_far.findings;
        let known = is_only.then_some(&findings.coverage.covered);
        let new = findings.coverage.own_covered_beside(uncovered.covered());
        let guidance = &mut TowardsUncovered { uncovered, known };
        if !new.is_empty() {
            scheduler.covered(&new, guidance);
        }
        open.into_iter().for_each(|node| scheduler.add(node, guidance));
        let next = scheduler.take(guidance);
        if !scheduler.pruned().is_empty() {
            self.so_far.findings.incomplete(Incomplete::OnlyUncovered);
        }
        Some(next?.target)
    }

    pub(super) fn candidate(&self, target: NodeRef) -> Option<OpenNode> {
        let (of, node) = target;
        let tree = self.trees().get(of)?;
        let (site, way) = dangling::way_to(self.machine.image.program, tree, node);
        let rank = of.rank(&self.recorder().calls);
        let has_goal = self.so_far.schedule.goal.is_some();
        let callees_first = !has_goal && self.task.strategy.mode == Mode::Smart;
        let layer = callees_first.then_some(rank);
        let age = match has_goal {
            true => (None, node, Some(of)),
            false => (Some(rank), node, None),
        };
        Some(OpenNode { target, site, way, depth: tree.depth(node), layer, age })
    }
}
