//! How many paths a tree will have, by those that are known.
//!
//! Knuth's idea (1975), in the recursive form of Kilby and others (2006): a side that is not explored yet is taken to be as
//! large as the other side of its decision. Here it is also asked how often that side of that instruction turned out to be
//! feasible; and where it led to the end of the path at once, it is taken to do so again. That is what is expected of checks
//! from the start.

use ir::{Program, ProgramPoint, Successor};
use rustc_hash::FxHashMap;

use crate::summary::tree::{Decision, Node, NodeId, Tree};

/// How many paths a tree has and will have.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Estimate {
    /// Those that are known.
    pub known: u64,
    /// All of them.
    pub all: f64,
}

/// A side of a deciding instruction.
type DecisionSide = (ProgramPoint, bool);

/// What came of a side of an instruction, on all paths that got there.
#[derive(Clone, Copy, Default)]
struct Experience {
    feasible: u32,
    infeasible: u32,
    /// Did a path go on after it, or may it, as none was there?
    goes_on: bool,
}

impl Experience {
    /// The share of such sides that are feasible; all of them, as long as none was asked for.
    fn feasible_share(self) -> f64 {
        f64::from(self.feasible + 1) / f64::from(self.feasible + self.infeasible + 1)
    }
}

impl Estimate {
    /// Of one tree. Dangling nodes are open, or known to be infeasible.
    pub(crate) fn of(program: &Program, tree: &Tree, is_open: impl Fn(NodeId) -> bool) -> Estimate {
        let experience = experience(program, tree, &is_open);
        let mut known = 0;
        // By node; nothing, where it is not explored yet.
        let mut sizes: FxHashMap<NodeId, Option<f64>> = FxHashMap::default();
        // What is below a node came after it.
        for (id, node) in tree.nodes().rev() {
            let size = match node {
                Node::Leaf(_) => {
                    known += 1;
                    Some(1.0)
                }
                Node::Dangling => (!is_open(id)).then_some(0.0),
                Node::Call(call) => sizes[&call.next],
                Node::Decision(decision) => Some(size_of_decision(decision, &sizes, &experience)),
            };
            sizes.insert(id, size);
        }
        Estimate { known, all: sizes[&NodeId::ROOT].unwrap_or(1.0).max(1.0) }
    }

    /// Of several trees together.
    pub(crate) fn and(self, other: Estimate) -> Estimate {
        Estimate { known: self.known + other.known, all: self.all + other.all }
    }

    /// How many times as large as what is known all of it is.
    pub(crate) fn growth(self) -> f64 {
        self.all / (self.known.max(1) as f64)
    }
}

fn size_of_decision(
    decision: &Decision,
    sizes: &FxHashMap<NodeId, Option<f64>>,
    experience: &FxHashMap<DecisionSide, Experience>,
) -> f64 {
    let expected = |holds: bool, other: f64| {
        let seen = experience[&(decision.at, holds)];
        seen.feasible_share() * if seen.goes_on { other } else { 1.0 }
    };
    match (sizes[&decision.holds], sizes[&decision.fails]) {
        (Some(holds), Some(fails)) => holds + fails,
        (Some(holds), None) => holds + expected(false, holds),
        (None, Some(fails)) => fails + expected(true, fails),
        (None, None) => expected(true, 1.0) + expected(false, 1.0),
    }
}

fn experience(
    program: &Program,
    tree: &Tree,
    is_open: &impl Fn(NodeId) -> bool,
) -> FxHashMap<DecisionSide, Experience> {
    let mut all: FxHashMap<DecisionSide, Experience> = FxHashMap::default();
    for (_, node) in tree.nodes() {
        let Node::Decision(decision) = node else { continue };
        for (holds, side) in [(true, decision.holds), (false, decision.fails)] {
            let seen = all.entry((decision.at, holds)).or_default();
            match tree.node(side) {
                Node::Dangling if is_open(side) => {}
                Node::Dangling => seen.infeasible += 1,
                Node::Leaf(_) => seen.feasible += 1,
                Node::Decision(_) | Node::Call(_) => {
                    seen.feasible += 1;
                    seen.goes_on = true;
                }
            }
        }
    }
    for (&(at, holds), seen) in &mut all {
        let is_branch = || Successor::of(program, at, holds) != Successor::Here;
        seen.goes_on |= seen.feasible == 0 && is_branch();
    }
    all
}

#[cfg(test)]
mod tests {
    use ir::{FuncId, Program, ProgramPoint};
    use smt::{Sort, TermId, TermPool};

    use super::Estimate;
    use crate::report::outcome::StopReason;
    use crate::summary::tree::{Decision, Ending, Leaf, Node, NodeId, Tree, Trees};

    /// Its first instruction is a branch, its second is none.
    fn program() -> Program {
        let text = "
target 64
function external &f(i1 %c) -> i32 {
b0:
  branch %c, b1, b2
b1:
  return 1
b2:
  return 2
}
";
        ir::parse(text).expect("it is written as it should be")
    }

    fn decide(pool: &mut TermPool, tree: &mut Tree, node: NodeId, pc: u32) -> Decision {
        let symbol = pool.fresh(format!("x{node:?}"), Sort::Bool);
        let condition: TermId = pool.variable(symbol);
        let at = ProgramPoint { function: FuncId::new(0), pc };
        tree.decide(node, condition, at).expect("a new node").0
    }

    fn end(tree: &mut Tree, node: NodeId) {
        tree.settle(node, Node::Leaf(Leaf::End(Ending::Bound(StopReason::Interrupted))));
    }

    /// The tree of a path that decides these instructions, all of whose conditions hold; and its other sides.
    fn path<'t>(trees: &'t mut Trees, decisions: &[u32]) -> (&'t mut Tree, Vec<NodeId>) {
        let mut pool = TermPool::new();
        let tree = trees.tree(FuncId::new(0).into(), "f");
        let mut node = NodeId::ROOT;
        let mut others = Vec::new();
        for &pc in decisions {
            let decision = decide(&mut pool, tree, node, pc);
            others.push(decision.fails);
            node = decision.holds;
        }
        end(tree, node);
        (tree, others)
    }

    #[test]
    fn a_side_that_is_not_explored_is_as_large_as_the_other() {
        let mut trees = Trees::default();
        let (tree, others) = path(&mut trees, &[0; 10]);
        let all_open = Estimate::of(&program(), tree, |_| true);
        assert_eq!(all_open, Estimate { known: 1, all: 1024.0 });
        // All sides are infeasible but the last, and so it is likely to be, too.
        let last = others[9];
        let one_open = Estimate::of(&program(), tree, |node| node == last);
        assert_eq!(one_open, Estimate { known: 1, all: 1.1 });
    }

    #[test]
    fn a_check_ends_its_path_unless_it_was_seen_to_go_on() {
        let mut trees = Trees::default();
        let (tree, others) = path(&mut trees, &[1; 10]);
        let all_open = Estimate::of(&program(), tree, |_| true);
        assert_eq!(all_open, Estimate { known: 1, all: 11.0 });
        let more = decide(&mut TermPool::new(), tree, others[9], 1);
        for side in [more.holds, more.fails] {
            end(tree, side);
        }
        // The last decision has three paths; each of the nine before it doubles what is below.
        let gone_on = Estimate::of(&program(), tree, |_| true);
        assert_eq!(gone_on, Estimate { known: 3, all: 3.0 * 512.0 });
    }
}
