//! Recording: how a run makes the trees of the functions that it goes through grow. Where no calls are composed, that
//! is one tree: the entry's, with all that it calls.

use std::mem;

use ir::{FuncId, ProgramPoint};
use smt::TermId;

use crate::machine::run_log::RunLog;
use crate::machine::{Flow, Interpreter};
use crate::report::outcome::{Outcome, StopReason, Unsupported};
use crate::state::{Phase, State};
use crate::summary::cell::FunctionInput;
use crate::summary::origin::InputSource;
use crate::summary::tree::{Decision, Ending, Leaf, Node, NodeId, Tree, TreeId};

impl Interpreter<'_, '_> {
    /// Calls of this function will be inlined; this run, and the trees with such calls, are no use.
    pub(crate) fn refuse(&mut self, function: FuncId, why: &'static str) -> Flow {
        self.recorder().refuse(function, why);
        Flow::End(Outcome::Stopped(StopReason::Refused))
    }

    /// The tree and the run disagree: something that the tree can't express has come from a callee, or from native
    /// code.
    pub(crate) fn diverge(&mut self, state: &State) -> Flow {
        let Some(recorder) = self.log.recording.recorder_mut() else {
            unreachable!("one tree alone has a place for every run")
        };
        let tree = self.log.trees.get(recorder.activation.tree);
        let way = tree.map(|tree| tree.way(state.path.cursor.node())).unwrap_or_default();
        let callee = |node: NodeId| match tree?.node(node) {
            Node::Call(call) => Some(call.callee.function),
            _ => None,
        };
        let mut blamed: Vec<FuncId> = way.iter().filter_map(|&(node, _)| callee(node)).collect();
        if recorder.activation.has_caller() {
            blamed.push(recorder.activation.tree.function);
        }
        recorder.diverged |= blamed.is_empty();
        for function in blamed {
            recorder.refuse_contradiction(function);
        }
        Flow::End(Outcome::Stopped(StopReason::Diverged))
    }

    /// The end of a path of the running function; false if the tree says that it goes on.
    pub(crate) fn settle_leaf(&mut self, state: &mut State, leaf: Leaf) -> bool {
        let at = self.place(state);
        let tree = self.running_tree();
        match tree.node(at) {
            Node::Dangling => {
                tree.settle(at, Node::Leaf(leaf));
                true
            }
            Node::Leaf(_) => true,
            _ => false,
        }
    }

    /// The run is over: so is a path in the tree of the function that was running.
    pub(crate) fn end_recording(
        &mut self,
        state: &mut State,
        outcome: &Result<Outcome, Unsupported>,
    ) {
        let has_no_end =
            matches!(outcome, Ok(Outcome::Stopped(StopReason::Refused | StopReason::Diverged)));
        // A run that is cut off may end anywhere on a path that is known.
        let is_cut_off = matches!(
            outcome,
            Ok(Outcome::Stopped(StopReason::Interrupted | StopReason::MemoryLimit(_)))
        );
        let recorder = self.log.recording.recorder();
        let inexact = recorder.map(|it| it.activation.inexact_ones()).unwrap_or_default();
        for (function, why) in inexact {
            self.refuse(function, why);
        }
        self.note_objects(state);
        let ending = self.ending(state, outcome);
        if !has_no_end
            && !self.settle_leaf(state, Leaf::End(ending))
            && self.log.recording.composes()
            && !is_cut_off
        {
            self.diverge(state);
        }
    }

    fn note_objects(&mut self, state: &State) {
        let trees = &mut self.log.trees;
        for input in state.given.inputs.iter() {
            let size = match (input.pointed, input.source) {
                (Some(pointed), _) => pointed.capacity,
                (None, InputSource::Argument(_)) => input.bytes.len() as u64,
                (None, _) => continue,
            };
            let objects = &mut trees.objects;
            objects.entry(input.address).or_insert((input.id, size));
        }
    }

    /// How the run ended, over the inputs of the function that was running.
    fn ending(&mut self, state: &State, outcome: &Result<Outcome, Unsupported>) -> Ending {
        let seen = mem::take(&mut self.log.present.seen);
        match outcome {
            Ok(Outcome::Exit(code)) => {
                let code = self.exit_code(state, *code);
                match state.stage.phase {
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
        let is_one = self.log.recording.composes();
        let tree = self.running_tree();
        let at = if is_one { at } else { tree.at_or_beside(at, condition) };
        state.path.cursor.go_to(at);
        let next = tree.decide(at, condition, site);
        match next.filter(|(next, _)| next.condition != condition) {
            Some((other, _)) if !self.look_up(state, other.condition) => None,
            _ => next,
        }
    }

    /// Goes down a side of a decision: the one that is so in the state's model.
    pub(crate) fn take_side(&mut self, state: &mut State, decision: Decision, is_so: bool) {
        let (condition, node) = decision.side(self.pool, is_so);
        state.path.take_side(self.pool, self.origins, condition, node);
    }

    /// Where the run is in its tree. Values that were concretized since the last look are decided as they are, and
    /// others are not looked for.
    pub(crate) fn place(&mut self, state: &mut State) -> NodeId {
        for (condition, site) in state.path.cursor.take_concretized() {
            while let Some((decision, is_new)) = self.next_decision(state, condition, site) {
                if is_new {
                    self.running_tree().leave_out(decision.fails);
                }
                if decision.condition == condition {
                    state.path.cursor.go_to(decision.holds);
                    break;
                }
                let is_so = smt::eval(self.pool, decision.condition, &state.model).to_bool();
                self.take_side(state, decision, is_so);
            }
        }
        state.path.cursor.node()
    }

    /// The tree that a run is in.
    pub(crate) fn running_tree(&mut self) -> &mut Tree {
        self.tree(self.log.recording.tree())
    }

    pub(crate) fn tree(&mut self, id: TreeId) -> &mut Tree {
        // A program without `main` may have no functions at all.
        let known = self.image.program.functions.get(id.function.index());
        self.log.trees.tree(id, known.map_or("", |function| &function.name))
    }

    /// The symbol of an input of a tree.
    pub(crate) fn input(&mut self, of: TreeId, input: FunctionInput, width: u32) -> TermId {
        let name = &self.image.program.function(of.function).name;
        let RunLog { trees, inputs, .. } = &mut *self.log;
        inputs.symbol(self.pool, trees.tree(of, name), input, width)
    }
}
