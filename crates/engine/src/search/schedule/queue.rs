//! Candidates that stay as they are until they are taken: there may be millions, so that those of a class are found by
//! its rank, and nothing is looked at twice.

use std::collections::BTreeMap;

use ir::{ProgramPoint, Successor};

use super::classes::Classes;
use super::{Candidate, ClassKind, Criterion, Guidance, Ranking, Search, Waiting};

/// Which candidate it is; later ones are larger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct CandidateId(u64);

/// Candidates that wait for their turn.
pub(crate) struct Queue<C: Candidate> {
    candidates: BTreeMap<CandidateId, C>,
    next: u64,
    /// In any order, for an order that is random.
    all: Option<Vec<CandidateId>>,
    by_cost: Option<Box<ByCost<C>>>,
    fair: Option<Box<Fair<C>>>,
    /// Are the last ones to wait longest?
    is_first_first: bool,
}

/// The classes of an order that looks at costs.
struct ByCost<C: Candidate> {
    classes: Classes<C::Point>,
    /// The point that was chosen last, whatever it was chosen for.
    last: Option<C::Point>,
}

/// The classes of an order that is fair.
struct Fair<C: Candidate> {
    by_branch: Classes<(ProgramPoint, Successor)>,
    by_calls: Classes<C::Calls>,
    by_depth: Classes<u32>,
}

impl<C: Candidate> Queue<C> {
    /// An empty one, with what an order needs.
    pub(crate) fn new(order: Ranking) -> Queue<C> {
        let is = |orders: &[Ranking]| orders.contains(&order);
        let [random, coverage, fair] =
            [Search::Random, Search::Coverage, Search::Fair].map(Ranking::Of);
        Queue {
            candidates: BTreeMap::new(),
            next: 0,
            all: is(&[random]).then(Vec::new),
            by_cost: is(&[coverage, Ranking::Guided]).then(Box::default),
            fair: is(&[coverage, fair]).then(Box::default),
            is_first_first: is(&[Ranking::Of(Search::Bfs)]),
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.candidates.len()
    }

    /// All of them, those first that are likely to wait longest.
    pub(crate) fn all_mut(&mut self) -> Box<dyn Iterator<Item = &mut C> + '_> {
        match self.is_first_first {
            true => Box::new(self.candidates.values_mut().rev()),
            false => Box::new(self.candidates.values_mut()),
        }
    }

    fn take_any(&mut self, by: &mut Criterion<'_>, guidance: &impl Guidance<C>) -> Option<C> {
        let there = |id: CandidateId| self.candidates.contains_key(&id);
        let next = match by {
            Criterion::Newest => return self.candidates.pop_last().map(|(_, it)| it),
            Criterion::Oldest => return self.candidates.pop_first().map(|(_, it)| it),
            Criterion::Any(random) => {
                let all = self.all.as_mut().filter(|all| !all.is_empty())?;
                let index = random.below(all.len() as u64) as usize;
                Some(all.swap_remove(index))
            }
            Criterion::Rarest(kind) => self.fair.as_mut()?.take(*kind, there),
            Criterion::Nearest => {
                let cost = |point, in_vain| guidance.cost(point, in_vain);
                self.by_cost.as_mut()?.classes.take(there, cost)
            }
        };
        let taken = self.candidates.remove(&next?)?;
        if let Some(by_cost) = &mut self.by_cost {
            by_cost.last = Some(taken.point());
        }
        Some(taken)
    }
}

impl<C: Candidate> Waiting<C> for Queue<C> {
    fn add(&mut self, candidate: C, guidance: &impl Guidance<C>) {
        let id = CandidateId(self.next);
        self.next += 1;
        if let Some(all) = &mut self.all {
            all.push(id);
        }
        if let Some(ByCost { classes, .. }) = self.by_cost.as_deref_mut() {
            let point = candidate.point();
            classes.add(point, id, |in_vain| guidance.cost(point, in_vain));
        }
        if let Some(fair) = &mut self.fair {
            fair.add(id, &candidate);
        }
        self.candidates.insert(id, candidate);
    }

    fn take(
        &mut self,
        mut by: Criterion<'_>,
        guidance: &impl Guidance<C>,
        pruned: &mut Vec<C>,
    ) -> Option<C> {
        loop {
            let taken = self.take_any(&mut by, guidance)?;
            if !guidance.prunes(&taken) {
                return Some(taken);
            }
            pruned.push(taken);
        }
    }

    fn reward(&mut self) {
        if let Some(ByCost { classes, last: Some(last) }) = self.by_cost.as_deref_mut() {
            classes.reward(*last);
        }
    }

    fn rank(&mut self, guidance: &impl Guidance<C>) {
        if let Some(by_cost) = &mut self.by_cost {
            by_cost.classes.rank(|point, in_vain| guidance.cost(point, in_vain));
        }
    }
}

impl<C: Candidate> Default for ByCost<C> {
    fn default() -> ByCost<C> {
        ByCost { classes: Classes::default(), last: None }
    }
}

impl<C: Candidate> Default for Fair<C> {
    fn default() -> Fair<C> {
        Fair {
            by_branch: Classes::default(),
            by_calls: Classes::default(),
            by_depth: Classes::default(),
        }
    }
}

impl<C: Candidate> Fair<C> {
    fn add(&mut self, id: CandidateId, candidate: &C) {
        self.by_branch.add(candidate.branch(), id, u64::from);
        self.by_calls.add(candidate.calls(), id, u64::from);
        self.by_depth.add(candidate.depth(), id, u64::from);
    }

    fn take(
        &mut self,
        kind: ClassKind,
        there: impl Fn(CandidateId) -> bool,
    ) -> Option<CandidateId> {
        match kind {
            ClassKind::Branch => self.by_branch.take(there, |_, chosen| chosen.into()),
            ClassKind::Calls => self.by_calls.take(there, |_, chosen| chosen.into()),
            ClassKind::Depth => self.by_depth.take(there, |_, chosen| chosen.into()),
        }
    }
}
