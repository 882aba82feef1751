//! Which dangling node is next, where there is no goal: the orders of `Search`, over the nodes of all trees.
//!
//! What a call stack is to DART's frontier, the function is here: a tree serves all of its callers.

use std::cmp::Reverse;
use std::hash::Hash;
use std::iter;

use analysis::Distances;
use ir::{Edge, FuncId, Program, ProgramPoint, Successor};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::compose::Target;
use crate::search::frontier::{FAIR_TURN, Search};
use crate::state::random::Random;
use crate::summary::tree::NodeId;
use crate::summary::tree::Rank;

/// A dangling node that is worth a question.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub target: Target,
    /// The instruction that it hangs on, and which way it goes from there.
    pub site: ProgramPoint,
    pub way: Successor,
    /// How many decisions and calls of its function are before it.
    pub depth: u32,
    /// How far its function is from the entry.
    pub rank: Rank,
}

/// What was chosen so far.
pub(super) struct Order {
    search: Search,
    random: Random,
    distances: Distances,
    /// How many sides were covered when distances were computed.
    covered: usize,
    by_side: FxHashMap<(ProgramPoint, Successor), u32>,
    by_function: FxHashMap<FuncId, u32>,
    by_depth: FxHashMap<u32, u32>,
    turn: u64,
    /// The side that was chosen last.
    last: Option<(ProgramPoint, Successor)>,
}

impl Order {
    pub(super) fn new(search: Search, seed: u64, program: &Program) -> Order {
        Order {
            search,
            random: Random::new(seed),
            distances: Distances::new(program),
            covered: 0,
            by_side: FxHashMap::default(),
            by_function: FxHashMap::default(),
            by_depth: FxHashMap::default(),
            turn: 0,
            last: None,
        }
    }

    /// Takes one of the candidates.
    pub(super) fn take(
        &mut self,
        candidates: &[Candidate],
        covered: &FxHashSet<Edge>,
    ) -> Option<Target> {
        self.note_coverage(covered);
        self.turn += 1;
        let next = match self.search {
            Search::Dfs | Search::UncoveredOnly => candidates.iter().max_by_key(newest),
            Search::Bfs => candidates.iter().min_by_key(newest),
            Search::Random if candidates.is_empty() => None,
            Search::Random => candidates.get(self.random.below(candidates.len() as u64) as usize),
            Search::Fair => self.fair(candidates),
            Search::Coverage if self.turn.is_multiple_of(FAIR_TURN) => self.fair(candidates),
            Search::Coverage => self.nearest(candidates, covered),
        };
        let &Candidate { target, site, way, depth, .. } = next?;
        self.last = Some((site, way));
        *self.by_side.entry((site, way)).or_default() += 1;
        *self.by_function.entry(target.0.function).or_default() += 1;
        *self.by_depth.entry(depth).or_default() += 1;
        Some(target)
    }

    /// If the last choice has covered something, it was worth it.
    fn note_coverage(&mut self, covered: &FxHashSet<Edge>) {
        if covered.len() == self.covered {
            return;
        }
        self.covered = covered.len();
        self.distances.update(covered);
        if let Some(last) = self.last {
            self.by_side.remove(&last);
        }
    }

    /// By turns of the branch, the function and the depth that were chosen least often.
    fn fair<'c>(&self, candidates: &'c [Candidate]) -> Option<&'c Candidate> {
        match self.turn / FAIR_TURN % 3 {
            0 => rarest(candidates, &self.by_side, |it| (it.site, it.way)),
            1 => rarest(candidates, &self.by_function, |it| it.target.0.function),
            _ => rarest(candidates, &self.by_depth, |it| it.depth),
        }
    }

    /// What is nearest to an uncovered side; what was tried for nothing counts twice as far each time.
    fn nearest<'c>(
        &self,
        candidates: &'c [Candidate],
        covered: &FxHashSet<Edge>,
    ) -> Option<&'c Candidate> {
        candidates.iter().min_by_key(|it| {
            let steps = self.distances.from(iter::once(it.site), it.way, covered);
            let chosen = self.by_side.get(&(it.site, it.way)).copied().unwrap_or_default();
            ((u64::from(steps) + 1) << chosen.min(32), Reverse(newest(it)))
        })
    }
}

/// Callees before their callers, then the newest node.
fn newest(candidate: &&Candidate) -> (Rank, NodeId) {
    (candidate.rank, candidate.target.1)
}

/// The newest of those whose class was chosen least often.
fn rarest<'c, K: Eq + Hash>(
    candidates: &'c [Candidate],
    chosen: &FxHashMap<K, u32>,
    class: impl Fn(&Candidate) -> K,
) -> Option<&'c Candidate> {
    candidates.iter().min_by_key(|it| {
        let often = chosen.get(&class(it)).copied().unwrap_or_default();
        (often, Reverse(newest(it)))
    })
}
