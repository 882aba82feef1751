//! The choice: which of the explored paths become tests, and what they are called.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;
use std::sync::Arc;

use engine::{ExploredPath, ObservedPointer, ObservedValue};
use ir::{CodeOrigin, Edge, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::body;
use super::case::{BugSite, Explored, Suite, TestCandidate, TestCase, TestEnding, ending_site};
use crate::c::literal;
use crate::frontend::entry::Entry;

/// Which paths become tests.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Keep {
    /// Few tests that together take every side of every branch that any path takes, and reach every bug
    /// and every exit code
    Min,
    /// A test per path
    All,
}

impl Keep {
    /// As the option has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Keep::Min => "min",
            Keep::All => "all",
        }
    }
}

/// The paths of an exploration that may become tests.
pub(crate) fn promising(
    program: &Program,
    entry: &Entry,
    paths: &[ExploredPath],
    keep: Keep,
) -> Vec<usize> {
    let ending =
        |index: usize| TestEnding::of(&paths[index]).filter(|_| !is_beyond_tests(&paths[index]));
    let counting = (0..paths.len()).filter_map(|index| Some((index, ending(index)?)));
    if keep == Keep::All {
        return counting.map(|(index, _)| index).collect();
    }
    // Paths with the same branches and the same end have the same merits: the first of them is as good as all.
    let mut seen = FxHashSet::default();
    let distinct = counting.filter(|&(index, ending)| {
        let path = &paths[index];
        seen.insert((Arc::as_ptr(&path.branches), merit_of_end(entry, path, ending)))
    });
    // Paths to bugs aren't tests: what they cover has to be covered without them, where it can be.
    let (bugs, ends): (Vec<_>, Vec<_>) =
        distinct.partition(|(_, ending)| matches!(ending, TestEnding::Bug(_)));
    let cover_of = |some: Vec<(usize, TestEnding<'_>)>| {
        let merits =
            some.iter().map(|&(index, ending)| merits(program, entry, &paths[index], ending));
        let chosen = cover(&merits.collect::<Vec<_>>());
        chosen.into_iter().map(|chosen| some[chosen].0).collect::<Vec<usize>>()
    };
    let mut chosen = [cover_of(ends), cover_of(bugs)].concat();
    chosen.sort_unstable();
    chosen
}

/// Does it depend on memory that was never set, which no test can choose? For a bug, it is worth a try.
pub(crate) fn is_beyond_tests(path: &ExploredPath) -> bool {
    path.uninitialised && !matches!(TestEnding::of(path), Some(TestEnding::Bug(_)))
}

/// The tests that are kept, in the order of the paths.
pub(crate) fn choose<'x>(program: &Program, explored: &'x [Explored], keep: Keep) -> Suite<'x> {
    let all = explored.iter().flat_map(|explored| {
        let paths = explored.promising.iter().map(|&index| &explored.exploration.paths[index]);
        let paths = paths.filter(|path| !is_beyond_tests(path));
        paths.filter_map(move |path| {
            Some(TestCandidate { explored, path, ending: TestEnding::of(path)? })
        })
    });
    let (bugs, ends): (Vec<_>, Vec<_>) =
        all.partition(|candidate| matches!(candidate.ending, TestEnding::Bug(_)));
    let merits: Vec<_> = ends.iter().map(|candidate| candidate.merits(program)).collect();
    let kept = match keep {
        Keep::All => (0..ends.len()).collect(),
        Keep::Min => cover(&merits),
    };
    let covered: FxHashSet<_> = kept.iter().flat_map(|&index| &merits[index]).copied().collect();
    let mut names = UniqueNames::default();
    let tests = kept.into_iter().map(|index| {
        let TestCandidate { explored, path, ending } = ends[index];
        let name = body::test_name(program, &ends[index]);
        TestCase { name: names.distinct(name), explored, path, ending, signs: BTreeSet::new() }
    });
    let tests = tests.collect();
    Suite { tests, bugs: choose_bugs(program, &bugs, &covered, &mut names) }
}

/// One path for each bug, and more where only paths to a bug take a side of a branch. They have no numbers yet: only what
/// is reported gets one.
fn choose_bugs<'x>(
    program: &Program,
    bugs: &[TestCandidate<'x>],
    covered: &FxHashSet<Merit<'_>>,
    names: &mut UniqueNames,
) -> Vec<TestCase<'x>> {
    let new = |candidate: &TestCandidate<'x>| -> Vec<Merit<'x>> {
        let merits = candidate.merits(program).into_iter();
        merits.filter(|merit| !covered.contains(merit)).collect()
    };
    let chosen = cover(&bugs.iter().map(new).collect::<Vec<_>>());
    let named = chosen.into_iter().map(|index| {
        let TestCandidate { explored, path, ending } = bugs[index];
        let name = names.distinct(body::bug_name(&bugs[index]));
        TestCase { name, explored, path, ending, signs: BTreeSet::new() }
    });
    named.collect()
}

/// Names that were given.
#[derive(Default)]
struct UniqueNames(BTreeMap<String, usize>);

impl UniqueNames {
    /// The name, with a number behind it if there is one like that already.
    fn distinct(&mut self, name: String) -> String {
        let count = self.0.entry(name.clone()).or_default();
        *count += 1;
        match *count {
            1 => name,
            count => self.distinct(format!("{name}_{count}")),
        }
    }
}

/// Other inputs that lead to the bug of a case: a few, from all over the explorations. The case is the first.
pub(crate) fn candidates<'x>(case: &TestCase<'x>, explored: &'x [Explored]) -> Vec<TestCase<'x>> {
    const OTHERS: usize = 8;
    let same = |explored: &'x Explored, path: &'x ExploredPath| {
        let ending = TestEnding::of(path)?;
        let wanted =
            matches!(ending, TestEnding::Bug(_)) && ending_site(ending) == ending_site(case.ending);
        let (name, signs) = (case.name.clone(), BTreeSet::new());
        wanted.then_some(TestCase { name, explored, path, ending, signs })
    };
    let others = explored.iter().flat_map(|explored| {
        let paths = explored.exploration.paths.iter();
        paths.filter_map(move |path| same(explored, path))
    });
    let others: Vec<TestCase<'x>> = others.collect();
    let step = others.len().div_ceil(OTHERS).max(1);
    let spread = others.into_iter().rev().step_by(step);
    std::iter::once(case.clone()).chain(spread).collect()
}

/// Something that a test is kept for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Merit<'x> {
    Branch(Edge),
    /// Of a function that was explored.
    Exit(&'x str, u8),
    /// So does a function return: small numbers, which often mean something, apart from all others.
    Return(&'x str, Option<i64>),
    Bug(BugSite),
}

impl<'x> TestCandidate<'x> {
    fn merits(&self, program: &Program) -> Vec<Merit<'x>> {
        merits(program, &self.explored.entry, self.path, self.ending)
    }
}

/// What speaks for a path.
fn merits<'x>(
    program: &Program,
    entry: &'x Entry,
    path: &ExploredPath,
    ending: TestEnding<'_>,
) -> Vec<Merit<'x>> {
    let own = |branch: &&Edge| program.function(branch.from.function).origin != CodeOrigin::Runtime;
    let branches = path.branches.iter().filter(own).map(|branch| Merit::Branch(*branch));
    branches.chain([merit_of_end(entry, path, ending)]).collect()
}

/// What speaks for how a path ends.
fn merit_of_end<'x>(entry: &'x Entry, path: &ExploredPath, ending: TestEnding<'_>) -> Merit<'x> {
    match ending {
        TestEnding::Bug(_) => Merit::Bug(ending_site(ending)),
        TestEnding::Exit(code) => match path.observed.first().map(|observed| &observed.value) {
            None => Merit::Exit(&entry.name, code),
            Some(ObservedValue::Pointer(ObservedPointer::Null)) => {
                Merit::Return(&entry.name, Some(0))
            }
            Some(ObservedValue::Bytes { bytes, .. }) => {
                let small = literal::integer(bytes).filter(|value| (-1..=1).contains(value));
                Merit::Return(&entry.name, small)
            }
            Some(ObservedValue::Pointer(_) | ObservedValue::Written(_)) => {
                Merit::Return(&entry.name, None)
            }
        },
    }
}

/// Indices of sets that together have what all have: the one that adds most comes first. The fewest can't be
/// had in reasonable time; this is never far from it.
fn cover<T: Copy + Eq + Hash>(sets: &[Vec<T>]) -> Vec<usize> {
    let mut numbers: FxHashMap<T, usize> = FxHashMap::default();
    for item in sets.iter().flatten() {
        let next = numbers.len();
        numbers.entry(*item).or_insert(next);
    }
    let mut left: Vec<Vec<u64>> = sets.iter().map(|set| bits_of(set, &numbers)).collect();
    let count = |set: &Vec<u64>| set.iter().map(|word| word.count_ones()).sum::<u32>();
    let mut chosen = Vec::new();
    loop {
        let best = (0..left.len()).rev().max_by_key(|&index| count(&left[index]));
        let Some(best) = best.filter(|&index| count(&left[index]) > 0) else { break };
        chosen.push(best);
        // What the others share with the best is what they share with what is left of it: the rest is gone already.
        let covered = left[best].clone();
        for (word, covered) in left.iter_mut().flat_map(|set| set.iter_mut().zip(&covered)) {
            *word &= !covered;
        }
    }
    chosen.sort_unstable();
    chosen
}

/// A set as bits, one for each item that there is.
fn bits_of<T: Eq + Hash>(set: &[T], numbers: &FxHashMap<T, usize>) -> Vec<u64> {
    let mut bits = vec![0; numbers.len().div_ceil(u64::BITS as usize)];
    for number in set.iter().map(|item| numbers[item]) {
        bits[number / u64::BITS as usize] |= 1 << (number % u64::BITS as usize);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::cover;

    fn check(sets: &[&[u8]], expected: &[usize]) {
        let sets: Vec<Vec<u8>> = sets.iter().map(|set| set.to_vec()).collect();
        assert_eq!(cover(&sets), expected);
    }

    #[test]
    fn a_cover_has_everything_and_nothing_twice() {
        check(&[], &[]);
        check(&[&[], &[]], &[]);
        check(&[&[1], &[1], &[1]], &[0]);
        check(&[&[1], &[2], &[1, 2]], &[2]);
        check(&[&[1, 2], &[2, 3], &[3, 4]], &[0, 2]);
        check(&[&[1], &[2, 3, 4], &[1, 5], &[5]], &[1, 2]);
    }
}
