//! The scheduler: which dangling node is next, in every search.
//!
//! Like a searcher of KLEE's, it has three methods: it is given candidates, gives the next, and is told what was covered.
//! What a candidate is, a search says ([`Candidate`]): DART's is a dangling side with its state, a composing search's a
//! node of some tree. Where candidates wait is the other difference: DART's stay as they are until they are taken
//! (`queue`), while what a composing search may ask for changes with every tree (`scan`). How much a candidate is worth
//! is no matter of the scheduler's at all, but of the [`Guidance`] that it is given.

mod classes;
mod guidance;
mod queue;
mod scan;

#[cfg(test)]
mod tests;

use std::hash::Hash;
use std::mem;

use ir::{Edge, ProgramPoint, Successor};

use crate::state::random::Random;

pub(crate) use guidance::{Guidance, Uncovered};
pub(crate) use queue::Queue;
pub(crate) use scan::{Scan, Scanned};

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

/// What a scheduler chooses from: a dangling node, as a search sees it.
pub(crate) trait Candidate {
    /// Where it is, as far as its guidance looks.
    type Point: Copy + Eq + Hash;
    /// The calls that it is in: their stack, or the function alone.
    type Calls: Copy + Eq + Hash;

    fn point(&self) -> Self::Point;
    /// The deciding instruction, and where the side goes from there.
    fn branch(&self) -> (ProgramPoint, Successor);
    fn calls(&self) -> Self::Calls;
    /// How many decisions are before it.
    fn depth(&self) -> u32;
}

/// Where candidates wait.
pub(crate) trait Waiting<C: Candidate> {
    fn add(&mut self, candidate: C, guidance: &impl Guidance<C>);
    /// Takes the best of those that the guidance doesn't prune. Those that it does, and that were come upon, are put aside.
    fn take(
        &mut self,
        by: Criterion<'_>,
        guidance: &impl Guidance<C>,
        pruned: &mut Vec<C>,
    ) -> Option<C>;
    /// The last choice was worth it.
    fn reward(&mut self);
    /// The guidance has changed its mind.
    fn rank(&mut self, guidance: &impl Guidance<C>);
}

/// Which candidate is the best.
pub(crate) enum Criterion<'r> {
    Newest,
    Oldest,
    Any(&'r mut Random),
    /// Of the class that was chosen least often.
    Rarest(ClassKind),
    /// Of the least cost.
    Nearest,
}

/// A way to put candidates into classes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ClassKind {
    Branch,
    Calls,
    Depth,
}

/// How candidates are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ranking {
    /// As the user wants it.
    Of(Search),
    /// By what the guidance says alone: there is one place to go to.
    Guided,
}

/// Chooses from candidates.
pub(crate) struct Scheduler<C, W> {
    waiting: W,
    turns: Turns,
    /// Has something been covered since the last choice?
    is_stale: bool,
    pruned: Vec<C>,
}

impl<C: Candidate, W: Waiting<C>> Scheduler<C, W> {
    pub(crate) fn new(waiting: W, order: Ranking, seed: u64) -> Scheduler<C, W> {
        let turns = Turns { order, turn: 0, random: Random::new(seed) };
        Scheduler { waiting, turns, is_stale: false, pruned: Vec::new() }
    }

    /// Adds a candidate.
    pub(crate) fn add(&mut self, candidate: C, guidance: &impl Guidance<C>) {
        self.waiting.add(candidate, guidance);
    }

    /// Takes the next candidate.
    pub(crate) fn take(&mut self, guidance: &impl Guidance<C>) -> Option<C> {
        if mem::take(&mut self.is_stale) {
            self.waiting.rank(guidance);
        }
        let criterion = self.turns.next();
        self.waiting.take(criterion, guidance, &mut self.pruned)
    }

    /// Edges were covered for the first time.
    pub(crate) fn covered(&mut self, new: &[Edge], guidance: &mut impl Guidance<C>) {
        guidance.cover(new);
        self.is_stale = true;
        self.waiting.reward();
    }

    /// The candidates that were pruned since this was last asked.
    pub(crate) fn pruned(&mut self) -> Vec<C> {
        mem::take(&mut self.pruned)
    }

    pub(crate) fn waiting(&self) -> &W {
        &self.waiting
    }

    pub(crate) fn waiting_mut(&mut self) -> &mut W {
        &mut self.waiting
    }
}

/// Every so many choices are fair: a search that only looks at distances stays where it is.
const FAIR_TURN: u64 = 3;

/// Whose turn it is.
struct Turns {
    order: Ranking,
    turn: u64,
    random: Random,
}

impl Turns {
    fn next(&mut self) -> Criterion<'_> {
        self.turn += 1;
        match self.order {
            Ranking::Of(Search::Dfs | Search::UncoveredOnly) => Criterion::Newest,
            Ranking::Of(Search::Bfs) => Criterion::Oldest,
            Ranking::Of(Search::Random) => Criterion::Any(&mut self.random),
            Ranking::Of(Search::Fair) => self.fair(self.turn),
            Ranking::Of(Search::Coverage) if self.turn.is_multiple_of(FAIR_TURN) => {
                self.fair(self.turn / FAIR_TURN)
            }
            Ranking::Of(Search::Coverage) | Ranking::Guided => Criterion::Nearest,
        }
    }

    /// By turns of the branch, the calls and the depth that were chosen least often.
    fn fair(&self, fair_turn: u64) -> Criterion<'static> {
        Criterion::Rarest(match fair_turn % 3 {
            0 => ClassKind::Branch,
            1 => ClassKind::Calls,
            _ => ClassKind::Depth,
        })
    }
}
