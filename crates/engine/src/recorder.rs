//! Recording: how a run makes the trees of the functions that it goes through grow. Where no calls are composed, that
//! is one tree: the entry's, with all that it calls.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::sync::Arc;

use analysis::{CallClosure, Effects, Obstacle};
use ir::{FuncId, Program, ProgramPoint};
use smt::{Model, TermId};

use crate::activation::Activation;
use crate::cell::View;
use crate::image::Image;
use crate::machine::{Flow, Machine};
use crate::outcome::{Outcome, StopReason, Unsupported};
use crate::state::{Phase, State};
use crate::tree::{Decision, Ending, Input, Leaf, Node, NodeId, Tree, TreeId, Trees};
use crate::witness::Source;

/// What a machine knows of functions while it composes their calls.
pub(crate) struct Recorder {
    pub effects: Effects,
    pub calls: CallClosure,
    /// Functions whose calls turned out to be more than a summary can express, although nothing in their code said
    /// so. Trees that were made before this was known are of no use.
    refused: BTreeMap<FuncId, Obstacle>,
    /// Somebody was refused in the present run.
    pub stale: bool,
    /// Has a run taken another way than the tree says the same inputs take, and nobody was to blame?
    pub diverged: bool,
    /// How many calls were composed.
    pub formulas: u64,
    /// Functions whose calls were not.
    inlined: BTreeSet<FuncId>,
    /// Functions whose calls were not where they are too deep in themselves.
    deep: BTreeSet<FuncId>,
}

/// A function that calls itself has a tree for each level of recursion, up to this; what is deeper is inlined there.
const DEEPEST: u32 = 15;
/// Why it is.
const TOO_DEEP: &str = "it is called too deep within itself";

impl Recorder {
    pub(crate) fn new(effects: Effects, calls: CallClosure) -> Recorder {
        Recorder {
            effects,
            calls,
            refused: BTreeMap::new(),
            stale: false,
            diverged: false,
            formulas: 0,
            inlined: BTreeSet::new(),
            deep: BTreeSet::new(),
        }
    }

    /// What an instruction of an activation needs to know of it.
    pub(crate) fn view<'m>(
        &'m self,
        trees: &'m mut Trees,
        image: &Image<'_>,
        activation: &'m mut Activation,
    ) -> View<'m> {
        let name = &image.program.function(activation.tree.function).name;
        let tree = trees.tree(activation.tree, name);
        View { activation, tree, effects: &self.effects }
    }

    /// The tree that a call of a function goes to, if it can be composed. If not, that is noted.
    pub(crate) fn callee(&mut self, caller: &Activation, function: FuncId) -> Option<TreeId> {
        if self.obstacle(function).is_some() {
            self.inlined.insert(function);
            return None;
        }
        let callee = TreeId { function, level: caller.level_of(function, &self.calls) };
        if callee.level > DEEPEST {
            self.deep.insert(function);
            return None;
        }
        Some(callee)
    }

    /// The functions that were inlined, each with the reason.
    pub(crate) fn obstacles(&self, program: &Program) -> BTreeMap<String, String> {
        let name = |function: FuncId| program.function(function).name.to_string();
        let why = |function: FuncId| Some((name(function), self.obstacle(function)?.to_string()));
        let deep = self.deep.iter().map(|&function| (name(function), TOO_DEEP.to_owned()));
        deep.chain(self.inlined.iter().filter_map(|&function| why(function))).collect()
    }

    /// Why a function's calls are inlined, if they are.
    fn obstacle(&self, function: FuncId) -> Option<&Obstacle> {
        self.refused.get(&function).or(self.effects.get(function).obstacle.as_ref())
    }

    /// Calls of this function, which has no tree, will be inlined.
    pub(crate) fn refuse_for_want_of_room(&mut self, function: FuncId) {
        self.refused.insert(function, Obstacle::Found("too many functions have a tree"));
        self.inlined.insert(function);
    }

    /// Calls of this function will be inlined; all trees are no use.
    pub(crate) fn refuse(&mut self, function: FuncId, why: &'static str) {
        self.refused.insert(function, Obstacle::Found(why));
        self.stale = true;
    }
}

impl Machine<'_, '_> {
    /// Calls of this function will be inlined; this run, and all trees, are no use.
    pub(crate) fn refuse(&mut self, function: FuncId, why: &'static str) -> Flow {
        self.recorder.as_mut().expect("somebody is recording").refuse(function, why);
        Flow::End(Outcome::Stopped(StopReason::Diverged))
    }

    /// The tree and the run disagree: something that the tree can't express has come from a callee, or from native
    /// code.
    pub(crate) fn diverge(&mut self, state: &State) -> Flow {
        let recorder = self.recorder.as_mut().expect("somebody is recording");
        let activation = state.activation.as_deref().expect("somebody is recording");
        let tree = self.trail.trees.get(activation.tree);
        let way = tree.map(|tree| tree.way(state.path.node())).unwrap_or_default();
        let callee = |node: NodeId| match tree?.node(node) {
            Node::Call(call) => Some(call.callee.function),
            _ => None,
        };
        let mut blamed: Vec<FuncId> = way.iter().filter_map(|&(node, _)| callee(node)).collect();
        if activation.has_caller() {
            blamed.push(activation.tree.function);
        }
        recorder.diverged |= blamed.is_empty();
        for function in blamed {
            recorder.refuse(function, "its runs contradict each other");
        }
        Flow::End(Outcome::Stopped(StopReason::Diverged))
    }

    /// The end of a path of whoever is running; false if the tree says that it goes on.
    pub(crate) fn settle_leaf(&mut self, state: &mut State, leaf: Leaf) -> bool {
        let at = self.place(state);
        let tree = self.tree_of(state);
        match tree.node(at) {
            Node::Dangling => {
                tree.settle(at, Node::Leaf(leaf));
                true
            }
            Node::Leaf(_) => true,
            _ => false,
        }
    }

    /// The run is over: so is a path in the tree of whoever was running.
    pub(crate) fn end_recording(
        &mut self,
        state: &mut State,
        outcome: &Result<Outcome, Unsupported>,
    ) {
        let diverged = matches!(outcome, Ok(Outcome::Stopped(StopReason::Diverged)));
        // A run that is cut off may end anywhere on a path that is known.
        let is_cut_off = matches!(
            outcome,
            Ok(Outcome::Stopped(StopReason::Interrupted | StopReason::MemoryLimit(_)))
        );
        let inexact = state.activation.as_deref().map(Activation::inexact_ones).unwrap_or_default();
        for (function, why) in inexact {
            self.refuse(function, why);
        }
        self.note_objects(state);
        let ending = self.ending(state, outcome);
        if !diverged
            && !self.settle_leaf(state, Leaf::End(ending))
            && self.recorder.is_some()
            && !is_cut_off
        {
            self.diverge(state);
        }
    }

    fn note_objects(&mut self, state: &State) {
        let trees = &mut self.trail.trees;
        for input in state.inputs.iter() {
            let size = match (input.pointed, input.source) {
                (Some(pointed), _) => pointed.capacity,
                (None, Source::Argument(_)) => input.bytes.len() as u64,
                (None, _) => continue,
            };
            let objects = &mut trees.objects;
            objects.entry(input.address).or_insert((input.id, size));
        }
    }

    /// How the run ended, over the inputs of whoever was running.
    fn ending(&mut self, state: &State, outcome: &Result<Outcome, Unsupported>) -> Ending {
        let seen = mem::take(&mut self.trail.seen);
        match outcome {
            Ok(Outcome::Exit(code)) => {
                let code = self.exit_code(state, *code);
                match state.phase {
                    Phase::Exit => Ending::Returned { value: Some(code), seen },
                    _ if state.frames.is_empty() => Ending::Returned { value: None, seen },
                    _ => Ending::Exit(code),
                }
            }
            Ok(Outcome::Return(_)) => Ending::Returned { value: None, seen },
            Ok(Outcome::Bug(bug)) => Ending::Bug(bug.kind, bug.at()),
            Ok(Outcome::AssumeFailed) => Ending::AssumeFailed,
            Ok(Outcome::Stopped(reason)) => Ending::Bound(*reason),
            Err(unsupported) => Ending::Unsupported(unsupported.what.clone()),
        }
    }

    /// The exit code, which is given to the last call that was made.
    pub(crate) fn exit_code(&mut self, state: &State, code: i32) -> TermId {
        let given = state.frames.last().and_then(|frame| {
            let body = self.image.program.function(frame.function).body.as_ref()?;
            match body.code.get(frame.pc.checked_sub(1)?)? {
                ir::Inst::Call(call) => Some(self.value(state, *call.args.first()?)),
                _ => None,
            }
        });
        match given {
            Some(value) if value.bits as i32 == code => self.term(value, 32),
            _ => self.pool.bits(32, u64::from(code as u32)),
        }
    }

    /// The decision that a run comes to, and whether it is new. Where calls are composed, it may be one that another
    /// run came to first: a tree has one for every place. Nothing if run and tree contradict each other.
    pub(crate) fn next_decision(
        &mut self,
        state: &mut State,
        condition: TermId,
        site: ProgramPoint,
    ) -> Option<(Decision, bool)> {
        let at = self.place(state);
        let is_one = self.recorder.is_some();
        let tree = self.tree_of(state);
        let at = if is_one { at } else { tree.at_or_beside(at, condition) };
        state.path.go_to(at);
        let next = tree.decide(at, condition, site);
        if let Some((other, _)) = next.filter(|(next, _)| next.condition != condition) {
            self.look_up(state, other.condition);
        }
        next
    }

    /// Goes down a side of a decision: the one that is so in the state's model.
    pub(crate) fn take_side(&mut self, state: &mut State, decision: Decision, is_so: bool) {
        let Decision { condition, holds, fails, .. } = decision;
        match is_so {
            true => state.path.take_side(condition, holds),
            false => state.path.take_side(self.pool.not(condition), fails),
        }
    }

    /// Where the run is in its tree. Values that were fixed since somebody asked are decided as they are, and nobody
    /// is to look for others.
    pub(crate) fn place(&mut self, state: &mut State) -> NodeId {
        for (condition, site) in state.path.take_fixed() {
            while let Some((decision, is_new)) = self.next_decision(state, condition, site) {
                if is_new {
                    self.tree_of(state).leave_out(decision.fails);
                }
                if decision.condition == condition {
                    state.path.go_to(decision.holds);
                    break;
                }
                let is_so = smt::eval(&self.pool, decision.condition, &state.model).to_bool();
                self.take_side(state, decision, is_so);
            }
        }
        state.path.node()
    }

    /// The tree that a run is in.
    pub(crate) fn tree_of(&mut self, state: &State) -> &mut Tree {
        let tree = state.activation.as_deref().map(|activation| activation.tree);
        self.tree(tree.unwrap_or(self.trail.entry))
    }

    /// What the program's inputs are in this run.
    pub(crate) fn program_model(&self, state: &State) -> Arc<Model> {
        let outermost = state.activation.as_deref().and_then(Activation::entry_model);
        outermost.unwrap_or(&state.model).clone()
    }

    pub(crate) fn tree(&mut self, id: TreeId) -> &mut Tree {
        // A program without `main` may have no functions at all.
        let known = self.image.program.functions.get(id.function.index());
        self.trail.trees.tree(id, known.map_or("", |function| &function.name))
    }

    /// The symbol of an input of a tree.
    pub(crate) fn input(&mut self, of: TreeId, input: Input, width: u32) -> TermId {
        let name = &self.image.program.function(of.function).name;
        self.trail.trees.tree(of, name).input(&mut self.pool, input, width)
    }
}
