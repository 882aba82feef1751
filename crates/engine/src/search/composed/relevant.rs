//! The relevant step: through dangling nodes towards a target, as few as it takes.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use ir::FuncId;
use rustc_hash::FxHashSet;
use smt::{Effort, Model, TermId, Verdict};

use super::targets::Scope;
use super::{Explorer, Went};
use crate::compose::{self, Constraint, NodeRef};
use crate::report::outcome::Incomplete;
use crate::summary::tree::{Node, Side, TreeId};

/// How many dangling nodes it may go through: few first, as each of them may be a dead end.
const BUDGETS: [u32; 5] = [1, 2, 3, 5, 8];

impl Explorer<'_, '_, '_> {
    /// Could dangling nodes on the way lead to a target? Goes through as few as possible. Adds the functions that this depends
    /// on.
    pub(super) fn go_through_dangling(
        &mut self,
        target: NodeRef,
        on_the_way: &mut BTreeSet<TreeId>,
    ) -> Went {
        let constraint = self.constraint(target, compose::DanglingPolicy::Relevant);
        on_the_way.extend(&constraint.functions);
        if self.inlines_imprecise(&constraint) {
            return Went::Ran;
        }
        match self.go_through(target, &constraint, on_the_way) {
            Went::Impossible if constraint.is_blurred => self.go_through_apart(target, on_the_way),
            step => step,
        }
    }

    /// Is there a way if calls don't share what is unknown about them? That is a larger question, so it is asked only
    /// where the answer is to be a proof.
    fn go_through_apart(&mut self, target: NodeRef, on_the_way: &mut BTreeSet<TreeId>) -> Went {
        let constraint = self.constraint(target, compose::DanglingPolicy::Apart);
        on_the_way.extend(&constraint.functions);
        if self.inlines_imprecise(&constraint) {
            return Went::Ran;
        }
        match self.go_through(target, &constraint, on_the_way) {
            Went::Impossible if constraint.is_blurred => self.too_large(),
            step => step,
        }
    }

    /// A question was too large to be asked exactly. Without a goal, everything is explored anyway.
    fn too_large(&mut self) -> Went {
        if self.so_far.schedule.goal.is_some() {
            let why = "too many calls to tell them apart".to_owned();
            self.so_far.findings.incomplete(Incomplete::Unknown(why));
        }
        Went::Unknown
    }

    fn go_through(
        &mut self,
        target: NodeRef,
        constraint: &Constraint,
        on_the_way: &mut BTreeSet<TreeId>,
    ) -> Went {
        if constraint.is_cut_off {
            return Went::Unknown;
        }
        // That there is no lazy way doesn't say that there is none without dangling nodes: see `through_none`.
        if constraint.guards.is_empty() {
            return self.go_directly(target, constraint.condition);
        }
        let Some(effort) = self.effort_for(target) else {
            return self.explore_relevant(constraint, on_the_way);
        };
        match self.ask(constraint.condition, effort) {
            Verdict::Unsat => Went::Impossible,
            Verdict::Sat(_) => match self.go_through_few(target, constraint, effort) {
                Went::Unknown => self.explore_instead(target, constraint, on_the_way),
                step => step,
            },
            Verdict::Unknown(_) => self.explore_instead(target, constraint, on_the_way),
        }
    }

    /// How much work the question for a node is worth, if any. Without a goal, everything will be explored, and the answer
    /// only says what comes first. With one, exploring may have no end, and the answer be a proof.
    fn effort_for(&self, target: NodeRef) -> Option<Effort> {
        let is_time = |again: &u64| self.so_far.findings.exploration.counts.runs >= *again;
        match (&self.so_far.schedule.goal, self.so_far.targets.hard.get(&target)) {
            (None, None) => Some(Effort::Little),
            (None, Some(_)) => None,
            (Some(_), None) => Some(Effort::Moderate),
            (Some(_), Some(again)) => is_time(again).then_some(Effort::Full),
        }
    }

    /// The question for a node was too hard. There have to be twice as many runs before it is asked again.
    fn explore_instead(
        &mut self,
        target: NodeRef,
        constraint: &Constraint,
        on_the_way: &mut BTreeSet<TreeId>,
    ) -> Went {
        let again = 2 * self.so_far.findings.exploration.counts.runs;
        self.so_far.targets.hard.insert(target, again);
        self.explore_relevant(constraint, on_the_way)
    }

    /// Goes through as few dangling nodes as it takes, unless the solver gives up; of the program's places, those first that had fewer turns.
    fn go_through_few(&mut self, target: NodeRef, constraint: &Constraint, effort: Effort) -> Went {
        let mut turns: Vec<u32> =
            constraint.guards.iter().map(|guard| self.turn(guard.0)).collect();
        turns.sort_unstable();
        turns.dedup();
        let guards = constraint.guards.len() as u32;
        for most in BUDGETS.into_iter().take_while(|&most| most < guards).chain([guards]) {
            for &turn in &turns {
                let may = |explorer: &Self, node| explorer.turn(node) <= turn;
                let allowed = constraint.guards.iter().filter(|guard| may(self, guard.0));
                let allowed: Vec<TermId> = allowed.map(|guard| guard.1).collect();
                let few = constraint.through_few(&mut self.machine.pool, most, &allowed);
                match self.ask(few, effort) {
                    Verdict::Unsat => {}
                    Verdict::Sat(model) => {
                        self.take_turns(constraint, &model);
                        return self.run_towards(target, model, few);
                    }
                    Verdict::Unknown(_) => return Went::Unknown,
                }
            }
        }
        Went::Impossible
    }

    /// How often nodes of the same place in the program were explored for a target's sake.
    fn turn(&self, node: NodeRef) -> u32 {
        self.so_far.targets.turns.get(&self.side_of(node)).copied().unwrap_or_default()
    }

    /// A run will go through these dangling nodes.
    fn take_turns(&mut self, constraint: &Constraint, model: &Model) {
        for &(node, guard) in &constraint.guards {
            if smt::eval(&self.machine.pool, guard, model).to_bool() {
                self.take_turn(node);
            }
        }
    }

    /// Where the whole question is too hard: explores any of the dangling nodes that matter to it, by turns. If none
    /// can be reached, nor any that matters to these, there is no way.
    fn explore_relevant(
        &mut self,
        constraint: &Constraint,
        on_the_way: &mut BTreeSet<TreeId>,
    ) -> Went {
        let mut next: Vec<NodeRef> = constraint.guards.iter().map(|guard| guard.0).collect();
        let mut seen: FxHashSet<NodeRef> = next.iter().copied().collect();
        let (mut end, mut direct) = (Went::Impossible, Vec::new());
        while let Some(node) = self.take_relevant(&mut next) {
            if self.is_over() {
                return Went::Unknown;
            }
            match self.step_lazily(node) {
                Went::Ran => return Went::Ran,
                Went::Unknown => {
                    end = Went::Unknown;
                    continue;
                }
                Went::Impossible => {}
            }
            let relevant = self.constraint(node, compose::DanglingPolicy::Apart);
            on_the_way.extend(&relevant.functions);
            if self.inlines_imprecise(&relevant) {
                return Went::Ran;
            }
            direct.push((node, relevant.through_none(&mut self.machine.pool)));
            if relevant.is_blurred {
                end = self.too_large();
            }
            let matters = relevant.guards.iter().map(|guard| guard.0);
            next.extend(matters.filter(|&node| seen.insert(node)));
        }
        // Only a proof depends on ways that are direct.
        while let (Went::Impossible, Some((node, condition))) = (&end, direct.pop()) {
            end = self.go_directly(node, condition);
        }
        end
    }

    /// No lazy way leads to a node: is there one without what other questions needed? If that is hard to say, nothing is proved,
    /// and the node waits until more is known.
    fn go_directly(&mut self, node: NodeRef, condition: TermId) -> Went {
        let effort = self.effort_for(node).unwrap_or(Effort::Little);
        match self.ask(condition, effort) {
            Verdict::Unsat => Went::Impossible,
            Verdict::Sat(model) => self.run_towards(node, model, condition),
            Verdict::Unknown(_) => Went::Unknown,
        }
    }

    /// Takes the node of the program's place that had the fewest turns.
    fn take_relevant(&self, nodes: &mut Vec<NodeRef>) -> Option<NodeRef> {
        // What was impossible when less was known mostly still is.
        let is_postponed = |node| self.so_far.targets.postponed.contains_key(&node);
        let turn = |node: NodeRef| (is_postponed(node), self.turn(node), Reverse(node.1));
        let (index, _) = nodes.iter().enumerate().min_by_key(|&(_, &node)| turn(node))?;
        Some(nodes.swap_remove(index))
    }

    /// Goes for a node that matters to others, unless it is known that this is no use.
    fn step_lazily(&mut self, node: NodeRef) -> Went {
        if self.so_far.targets.given_up.contains(&node) {
            return Went::Unknown;
        }
        if self.is_postponed(node) {
            return Went::Impossible;
        }
        let lazy = self.constraint(node, compose::DanglingPolicy::Lazy);
        if self.inlines_imprecise(&lazy) {
            return Went::Ran;
        }
        let step = self.step(node, lazy.condition);
        match step {
            Went::Ran => self.take_turn(node),
            Went::Unknown => {}
            Went::Impossible => {
                let known = self.knowledge(node, Scope::Trees, lazy.functions.into_iter());
                self.postpone(node, known);
            }
        }
        step
    }

    fn take_turn(&mut self, node: NodeRef) {
        *self.so_far.targets.turns.entry(self.side_of(node)).or_default() += 1;
    }

    /// What a node hangs on, and on which side: nodes of the same place in the program take turns.
    fn side_of(&self, (of, node): NodeRef) -> (FuncId, u32, bool) {
        let tree = self.trees().get(of);
        let parent = tree.and_then(|tree| Some((tree, tree.parent(node)?)));
        match parent.map(|(tree, (parent, side))| (tree.node(parent), side)) {
            Some((Node::Decision(decision), side)) => {
                (decision.at.function, decision.at.pc, side == Side::Holds)
            }
            _ => (of.function, 0, false),
        }
    }
}
