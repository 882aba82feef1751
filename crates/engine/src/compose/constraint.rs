//! What a constraint is: what has to hold for a node to be reached, what it is made of, and what is to be said about it.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{CallClosure, Effects};
use rustc_hash::FxHashMap;
use smt::{TermId, TermPool};

use super::patience::Patience;
use super::reader::Imprecision;
use crate::machine::image::Image;
use crate::summary::tree::{NodeId, TreeId, Trees};

/// May a path lead through dangling nodes?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DanglingPolicy {
    /// No.
    Lazy,
    /// Yes: only if there is no way then either, there is none.
    Relevant,
    /// As relevant, and what is unknown about a call is no other call's: see [`Constraint::is_blurred`].
    Apart,
}

impl DanglingPolicy {
    /// May a path lead through dangling nodes?
    pub(crate) fn goes_on(self) -> bool {
        match self {
            DanglingPolicy::Lazy => false,
            DanglingPolicy::Relevant | DanglingPolicy::Apart => true,
        }
    }
}

/// A node of a function's tree.
pub(crate) type NodeRef = (TreeId, NodeId);

/// What has to hold for a node to be reached.
pub(crate) struct Constraint {
    pub condition: TermId,
    /// Dangling nodes that a path may lead through, and what is true for those that it does.
    pub guards: Vec<(NodeRef, TermId)>,
    /// Something in it is not exact, as that function can't be composed.
    pub unsure: Option<Imprecision>,
    /// Calls that are given the same, as far as it is known what they look at, share an instance, and with it the
    /// symbols for what they do beyond a dangling node. There they may look at more, which may be different. So inputs that
    /// satisfy the constraint are as good as any, but that there are none proves nothing.
    pub is_blurred: bool,
    /// The functions that calls on the way go to, perhaps through others: if their trees are the same, so is the
    /// constraint, unless other calls lead to the target.
    pub functions: BTreeSet<TreeId>,
    /// It was cut off before it was made: then it says nothing.
    pub is_cut_off: bool,
}

/// What is to be said about a constraint, while it is made.
#[derive(Default)]
pub(super) struct Remarks {
    pub(super) guards: BTreeMap<NodeRef, TermId>,
    /// What calls on the way go to.
    pub(super) functions: BTreeSet<TreeId>,
    /// Do calls share what is unknown about them?
    pub(super) is_blurred: bool,
}

/// What constraints are made of.
pub(crate) struct Material<'a> {
    pub image: &'a Image<'a>,
    pub trees: &'a Trees,
    pub effects: &'a Effects,
    pub entry: TreeId,
    pub calls: &'a CallClosure,
    /// Is a dangling node known to be unreachable by the calls that are known?
    pub is_impossible: &'a dyn Fn(NodeRef) -> bool,
    /// How long it may take.
    pub patience: Patience<'a>,
}

impl Material<'_> {
    /// The functions on the way, and all that they may call.
    pub(super) fn concerned(&self, on_the_way: &BTreeSet<TreeId>) -> BTreeSet<TreeId> {
        let concerned = |function: &TreeId| {
            let is_called =
                |&from: &TreeId| from == *function || from.may_call(self.calls, *function);
            on_the_way.iter().any(is_called)
        };
        let all = self.trees.all().into_iter().map(|tree| tree.id);
        all.filter(concerned).collect()
    }
}

impl Constraint {
    /// Through none of the dangling nodes. The lazy constraint may demand more: its instances are kept, and with them what
    /// other constraints needed of them, so that calls have to return by known paths whose results don't matter here.
    pub(crate) fn through_none(&self, pool: &mut TermPool) -> TermId {
        self.without(pool, self.guards.iter().map(|guard| guard.1))
    }

    /// Through so many of these dangling nodes at most, and no others.
    pub(crate) fn through_few(&self, pool: &mut TermPool, most: u32, allowed: &[TermId]) -> TermId {
        let width = usize::BITS - allowed.len().leading_zeros() + 1;
        let (one, none) = (pool.bits(width, 1), pool.bits(width, 0));
        let mut counts: Vec<TermId> =
            allowed.iter().map(|&guard| pool.ite(guard, one, none)).collect();
        while counts.len() > 1 {
            let sum = |pair: &[TermId]| match *pair {
                [a, b] => pool.add(a, b),
                _ => pair[0],
            };
            counts = counts.chunks(2).map(sum).collect();
        }
        let count = counts.first().copied().unwrap_or(none);
        let most = most.min(allowed.len() as u32);
        let most = pool.bits(width, most.into());
        let few = pool.ule(count, most);
        let others = self.guards.iter().map(|guard| guard.1);
        let condition = self.without(pool, others.filter(|guard| !allowed.contains(guard)));
        pool.and(condition, few)
    }

    /// Through none of these dangling nodes.
    fn without(&self, pool: &mut TermPool, guards: impl Iterator<Item = TermId>) -> TermId {
        let never = pool.bool(false);
        let never: FxHashMap<TermId, TermId> = guards.map(|guard| (guard, never)).collect();
        pool.substitute(self.condition, &never)
    }
}
