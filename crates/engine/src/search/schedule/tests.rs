//! Both ways to wait give the same where the guidance alone decides.

use ir::{Edge, FuncId, ProgramPoint, Successor};

use super::{Candidate, Guidance, Queue, Ranking, Scan, Scanned, Scheduler, Search, Waiting};

/// A candidate that is so far from what is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct At(u32);

impl Candidate for At {
    type Point = u32;
    type Calls = ();

    fn point(&self) -> u32 {
        self.0
    }

    fn branch(&self) -> (ProgramPoint, Successor) {
        (ProgramPoint { function: FuncId::new(0), pc: self.0 }, Successor::Here)
    }

    fn calls(&self) {}

    fn depth(&self) -> u32 {
        0
    }
}

impl Scanned for At {
    type Layer = ();
    type Age = u32;

    fn layer(&self) {}

    fn age(&self) -> u32 {
        self.0
    }
}

/// Prunes what is that far, and counts what was covered.
struct PrunedBeyond(u32, usize);

impl Guidance<At> for PrunedBeyond {
    fn cost(&self, point: u32, in_vain: u32) -> u64 {
        u64::from(point + 1) << in_vain
    }

    fn prunes(&self, candidate: &At) -> bool {
        candidate.0 >= self.0
    }

    fn cover(&mut self, new: &[Edge]) {
        self.1 += new.len();
    }
}

const ALL: [At; 5] = [At(3), At(9), At(0), At(7), At(2)];

/// What is taken until nothing is left, each candidate being offered again if it isn't kept; and what was pruned.
fn taken<W: Waiting<At>>(waiting: W, order: Ranking, is_kept: bool) -> (Vec<u32>, Vec<u32>) {
    let mut scheduler = Scheduler::new(waiting, order, 0);
    let guidance = PrunedBeyond(7, 0);
    let (mut taken, mut pruned) = (Vec::new(), Vec::new());
    let mut left = ALL.to_vec();
    while !left.is_empty() {
        if !is_kept || taken.is_empty() {
            left.iter().for_each(|&it| scheduler.add(it, &guidance));
        }
        let next = scheduler.take(&guidance);
        let left_out = scheduler.pruned();
        left.retain(|it| Some(*it) != next && !left_out.contains(it));
        taken.extend(next.map(|it| it.0));
        pruned.extend(left_out.into_iter().map(|it| it.0));
        if next.is_none() {
            break;
        }
    }
    pruned.sort_unstable();
    (taken, pruned)
}

#[test]
fn with_guidance_alone_the_nearest_is_first() {
    let nearest = (vec![0, 2, 3], vec![7, 9]);
    assert_eq!(taken(Queue::new(Ranking::Guided), Ranking::Guided, true), nearest);
    assert_eq!(taken(Scan::default(), Ranking::Guided, false), nearest);
}

#[test]
fn what_is_pruned_is_handed_back_in_every_order() {
    use Search::{Bfs, Coverage, Dfs, Fair, Random, UncoveredOnly};
    for order in [Bfs, Coverage, Dfs, Fair, Random, UncoveredOnly].map(Ranking::Of) {
        for (mut all, pruned) in
            [taken(Queue::new(order), order, true), taken(Scan::default(), order, false)]
        {
            all.sort_unstable();
            assert_eq!((all, pruned), (vec![0, 2, 3], vec![7, 9]), "{order:?}");
        }
    }
}

#[test]
fn what_was_chosen_in_vain_counts_twice_as_far_until_something_is_covered() {
    let mut scheduler = Scheduler::new(Queue::new(Ranking::Guided), Ranking::Guided, 0);
    let mut guidance = PrunedBeyond(7, 0);
    for at in [0, 0, 0, 2, 2] {
        scheduler.add(At(at), &guidance);
    }
    let mut take = |is_worth_it: bool| {
        let next = scheduler.take(&guidance).map(|it| it.0);
        if is_worth_it {
            let from = ProgramPoint { function: FuncId::new(0), pc: 0 };
            scheduler.covered(&[Edge { from, to: 1 }], &mut guidance);
        }
        next
    };
    // Costs of 1, 2 and 4 against 3; what was worth it costs 1 again.
    assert_eq!([take(false), take(true), take(false), take(false)], [0, 0, 0, 2].map(Some));
    assert_eq!(guidance.1, 1);
}
