//! The suite: which of the explored paths become tests, and what they are called.
//!
//! Writing them out is in `suite::emit`; asking the native program about them is in `crate::confirm`.

mod emit;
mod makefile;
mod table;

use std::collections::BTreeSet;

use engine::{Branch, Bug, BugKind, ExploredPath, Outcome};
use ir::{Origin, Program, SourceLoc};

pub(crate) use emit::{write_makefile, write_test, write_tests};
pub(crate) use makefile::Build;
pub(crate) use table::{bytes, integer};

/// Which paths become tests.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Keep {
    /// Few tests that together take every side of every branch that any path takes, and reach every bug
    /// and every exit code
    Min,
    /// A test per path
    All,
}

/// A test: inputs, and how the program ends with them.
#[derive(Clone)]
pub(crate) struct Case<'x> {
    /// Its file without `.c`: `test_001_exit_0`.
    pub name: String,
    pub ending: Ending<'x>,
    pub path: &'x ExploredPath,
}

/// How a test ends.
#[derive(Clone, Copy)]
pub(crate) enum Ending<'x> {
    /// With that exit code, as the parent process sees it.
    Exit(u8),
    Bug(&'x Bug),
}

impl Ending<'_> {
    /// The ending of a path that counts: one that was neither cut off nor excluded by an assumption.
    pub(crate) fn of(path: &ExploredPath) -> Option<Ending<'_>> {
        match &path.outcome {
            Ok(Outcome::Exit(code)) => Some(Ending::Exit(*code as u8)),
            Ok(Outcome::Bug(bug)) => Some(Ending::Bug(bug)),
            Ok(Outcome::Return(_) | Outcome::AssumeFailed | Outcome::Stopped(_)) | Err(_) => None,
        }
    }

    /// In words.
    pub(crate) fn words(self) -> String {
        match self {
            Ending::Exit(code) => format!("exit {code}"),
            Ending::Bug(bug) => bug.kind.name().to_owned(),
        }
    }
}

/// The tests that are kept, in the order of the paths.
pub(crate) fn choose<'x>(
    program: &Program,
    paths: &'x [ExploredPath],
    keep: Keep,
) -> Vec<Case<'x>> {
    let counting: Vec<_> =
        paths.iter().filter_map(|path| Some((path, Ending::of(path)?))).collect();
    let kept = match keep {
        Keep::All => (0..counting.len()).collect(),
        Keep::Min => {
            cover(&counting.iter().map(|(path, _)| merits(program, path)).collect::<Vec<_>>())
        }
    };
    let numbered = kept.into_iter().zip(1..);
    numbered
        .map(|(index, number)| {
            let (path, ending) = counting[index];
            let what = ending.words().replace([' ', '-'], "_");
            Case { name: format!("test_{number:03}_{what}"), ending, path }
        })
        .collect()
}

/// A test of a bug, and other inputs for it that lead to the same bug: a few, from all over the exploration.
pub(crate) fn candidates<'x>(case: &Case<'x>, paths: &'x [ExploredPath]) -> Vec<Case<'x>> {
    const OTHERS: usize = 8;
    let Ending::Bug(wanted) = case.ending else { return vec![case.clone()] };
    let same = |path: &'x ExploredPath| match Ending::of(path)? {
        Ending::Bug(bug) if site(bug) == site(wanted) => {
            Some(Case { name: case.name.clone(), ending: Ending::Bug(bug), path })
        }
        _ => None,
    };
    let others: Vec<Case<'x>> = paths.iter().filter_map(same).collect();
    let step = others.len().div_ceil(OTHERS).max(1);
    let spread = others.into_iter().rev().step_by(step);
    std::iter::once(case.clone()).chain(spread).collect()
}

/// Something that a test is kept for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Merit {
    Branch(Branch),
    Exit(u8),
    Bug(&'static str, Option<(u32, u32)>),
}

/// What speaks for a path.
fn merits(program: &Program, path: &ExploredPath) -> BTreeSet<Merit> {
    let own = |branch: &&Branch| program.function(branch.function).origin != Origin::Runtime;
    let mut merits: BTreeSet<Merit> =
        path.branches.iter().filter(own).map(|branch| Merit::Branch(*branch)).collect();
    merits.extend(Ending::of(path).map(|ending| match ending {
        Ending::Exit(code) => Merit::Exit(code),
        Ending::Bug(bug) => {
            let (kind, at) = site(bug);
            Merit::Bug(kind.name(), at.map(|at| (at.file.0, at.line)))
        }
    }));
    merits
}

/// Bugs of one kind on one line are one bug.
pub(crate) fn site(bug: &Bug) -> (BugKind, Option<SourceLoc>) {
    (bug.kind, bug.at().map(|at| SourceLoc { column: 0, ..at }))
}

/// Indices of sets that together have what all have: the one that adds most comes first. The fewest can't be
/// had in reasonable time; this is never far from it.
fn cover<T: Copy + Ord>(sets: &[BTreeSet<T>]) -> Vec<usize> {
    let mut left: Vec<BTreeSet<T>> = sets.to_vec();
    let mut chosen = Vec::new();
    loop {
        let best = (0..left.len()).rev().max_by_key(|&index| left[index].len());
        let Some(best) = best.filter(|&index| !left[index].is_empty()) else { break };
        chosen.push(best);
        left.iter_mut().for_each(|set| set.retain(|item| !sets[best].contains(item)));
    }
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::{BTreeSet, cover};

    fn check(sets: &[&[u8]], expected: &[usize]) {
        let sets: Vec<BTreeSet<u8>> =
            sets.iter().map(|set| set.iter().copied().collect()).collect();
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
