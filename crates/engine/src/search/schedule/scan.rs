//! Candidates that are given anew for each choice: what may be asked for changes with every run, so that all of them are
//! looked at. How often what was chosen is remembered.

use std::cmp::Reverse;
use std::hash::Hash;
use std::mem;

use ir::{ProgramPoint, Successor};
use rustc_hash::FxHashMap;

use super::{Candidate, ClassKind, Criterion, Guidance, Waiting};

/// What it takes to choose from all candidates.
pub(crate) trait Scanned: Candidate + Copy {
    /// Those of the last layer are chosen first.
    type Layer: Ord + Copy;
    /// Later ones are larger.
    type Age: Ord;

    fn layer(&self) -> Self::Layer;
    fn age(&self) -> Self::Age;
}

/// The candidates of the next choice, and what was chosen before.
pub(crate) struct Scan<C: Candidate> {
    candidates: Vec<C>,
    by_branch: FxHashMap<(ProgramPoint, Successor), u32>,
    by_calls: FxHashMap<C::Calls, u32>,
    by_depth: FxHashMap<u32, u32>,
    /// The branch that was chosen last.
    last: Option<(ProgramPoint, Successor)>,
}

impl<C: Candidate> Default for Scan<C> {
    fn default() -> Scan<C> {
        Scan {
            candidates: Vec::new(),
            by_branch: FxHashMap::default(),
            by_calls: FxHashMap::default(),
            by_depth: FxHashMap::default(),
            last: None,
        }
    }
}

impl<C: Scanned> Waiting<C> for Scan<C> {
    fn add(&mut self, candidate: C, _: &impl Guidance<C>) {
        self.candidates.push(candidate);
    }

    fn take(
        &mut self,
        by: Criterion<'_>,
        guidance: &impl Guidance<C>,
        pruned: &mut Vec<C>,
    ) -> Option<C> {
        let mut all = mem::take(&mut self.candidates);
        pruned.extend(all.extract_if(.., |it| guidance.prunes(it)));
        let last = all.iter().map(C::layer).max();
        all.retain(|it| Some(it.layer()) == last);
        let next = *self.best(&all, by, guidance)?;
        self.last = Some(next.branch());
        *self.by_branch.entry(next.branch()).or_default() += 1;
        *self.by_calls.entry(next.calls()).or_default() += 1;
        *self.by_depth.entry(next.depth()).or_default() += 1;
        Some(next)
    }

    fn reward(&mut self) {
        if let Some(last) = self.last {
            self.by_branch.remove(&last);
        }
    }

    fn rank(&mut self, _: &impl Guidance<C>) {}
}

impl<C: Scanned> Scan<C> {
    fn best<'c>(
        &self,
        all: &'c [C],
        by: Criterion<'_>,
        guidance: &impl Guidance<C>,
    ) -> Option<&'c C> {
        match by {
            Criterion::Newest => all.iter().max_by_key(|it| it.age()),
            Criterion::Oldest => all.iter().min_by_key(|it| it.age()),
            Criterion::Any(_) if all.is_empty() => None,
            Criterion::Any(random) => all.get(random.below(all.len() as u64) as usize),
            Criterion::Rarest(ClassKind::Branch) => rarest(all, &self.by_branch, C::branch),
            Criterion::Rarest(ClassKind::Calls) => rarest(all, &self.by_calls, C::calls),
            Criterion::Rarest(ClassKind::Depth) => rarest(all, &self.by_depth, C::depth),
            Criterion::Nearest => all.iter().min_by_key(|it| {
                let in_vain = self.by_branch.get(&it.branch()).copied().unwrap_or_default();
                (guidance.cost(it.point(), in_vain), Reverse(it.age()))
            }),
        }
    }
}

/// The newest of those whose class was chosen least often.
fn rarest<'c, C: Scanned, K: Eq + Hash>(
    all: &'c [C],
    chosen: &FxHashMap<K, u32>,
    class: impl Fn(&C) -> K,
) -> Option<&'c C> {
    all.iter().min_by_key(|it| {
        let often = chosen.get(&class(it)).copied().unwrap_or_default();
        (often, Reverse(it.age()))
    })
}
