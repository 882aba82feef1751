//! Ways through the code: paths that take the same sides of the source's branches, and differ in the heap, or in how often a
//! loop goes round, are one.

use std::collections::BTreeSet;

use engine::Exploration;
use ir::{CodeOrigin, Edge, Program};

use crate::suite::TestEnding;

/// How many ways those paths of an exploration take that end without an error.
pub(super) fn count(program: &Program, exploration: &Exploration) -> usize {
    let is_own = |side: &&Edge| program.function(side.from.function).origin == CodeOrigin::Program;
    let ended = exploration
        .paths
        .iter()
        .filter(|path| matches!(TestEnding::of(path), Some(TestEnding::Exit(_))));
    let ways = ended.map(|path| {
        let mut sides: Vec<Edge> = path.branches.iter().filter(is_own).copied().collect();
        sides.sort_unstable();
        sides
    });
    ways.collect::<BTreeSet<Vec<Edge>>>().len()
}
