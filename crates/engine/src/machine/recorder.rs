//! Recording: how a run makes the trees of the functions that it goes through grow. Where no calls are composed, that
//! is one tree: the entry's, with all that it calls.

use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::{CallClosure, Effects, Obstacle};
use ir::{FuncId, Program};
use smt::Model;

use crate::machine::context::ActivationView;
use crate::machine::image::Image;
use crate::state::State;
use crate::state::activation::Activation;
use crate::summary::inputs::Inputs;
use crate::summary::tree::{TreeId, Trees};

/// Which trees a run makes grow.
pub(crate) enum Recording {
    /// One: that of the entry, with all that it calls.
    Whole(TreeId),
    /// One for each function whose calls are composed.
    PerFunction(Box<Recorder>),
}

/// What a machine knows of functions while it composes their calls.
pub(crate) struct Recorder {
    /// The function that is running as one of its own.
    pub activation: Activation,
    pub effects: Effects,
    pub calls: CallClosure,
    /// Are trees wanted for their own sake?
    shows_trees: bool,
    /// Functions whose calls turned out to be more than a summary can express, although nothing in their code said
    /// so.
    refused: BTreeMap<FuncId, Obstacle>,
    /// What was refused since the exploration looked.
    pub newly_refused: NewlyRefused,
    /// Has a run taken another way than the tree says the same inputs take, and no function was to blame?
    pub diverged: bool,
    /// How many calls were composed.
    pub formulas: u64,
    /// Functions whose calls were not, and how many.
    inlined: BTreeMap<FuncId, u64>,
    /// Functions whose calls were not where they are too deep in themselves, and how many.
    deep: BTreeMap<FuncId, u64>,
}

/// Functions that were refused, of which the trees don't know yet.
#[derive(Default)]
pub(crate) struct NewlyRefused {
    /// Trees with calls of theirs are of no use.
    pub functions: Vec<FuncId>,
    /// Trees that have decisions on what a refused call is given: without the call, nothing is decided there.
    pub deciding: Vec<TreeId>,
}

/// A function that calls itself has a tree for each level of recursion, up to this; what is deeper is inlined there.
const DEEPEST: u32 = 15;
const TOO_DEEP: &str = "it is called too deep within itself";
const CONTRADICTORY: &str = "its runs contradict each other";
const NO_ROOM: &str = "too many functions have a tree";

/// Has a tree a place of its own on the stack, or is there one left?
type HasRoom<'a> = &'a dyn Fn(TreeId) -> bool;

/// Calls of a function that were inlined.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct InlinedCalls {
    /// Why they were not composed.
    pub why: String,
    /// How many there were, in all runs together.
    pub calls: u64,
}

/// What becomes of a call.
pub(crate) enum Composition {
    /// The callee is executed as a part of its caller.
    Inline,
    /// The same, as it computes with nothing but constants: that decides nothing, whatever the callee's tree is like.
    Concrete,
    /// It is executed as one of its own, and its tree is composed into the caller's constraints.
    Formula(TreeId),
}

impl Recording {
    /// The tree that grows now.
    pub(crate) fn tree(&self) -> TreeId {
        match self {
            Recording::Whole(tree) => *tree,
            Recording::PerFunction(recorder) => recorder.activation.tree,
        }
    }

    /// What the program's inputs are in a run.
    pub(crate) fn program_model(&self, state: &State) -> Arc<Model> {
        let outermost = self.recorder().and_then(|it| it.activation.entry_model());
        outermost.unwrap_or(&state.model).clone()
    }

    /// Are calls composed?
    pub(crate) fn composes(&self) -> bool {
        matches!(self, Recording::PerFunction(_))
    }

    /// Who records functions, if calls are composed.
    pub(crate) fn recorder(&self) -> Option<&Recorder> {
        match self {
            Recording::Whole(_) => None,
            Recording::PerFunction(recorder) => Some(recorder),
        }
    }

    /// The same, to record something.
    pub(crate) fn recorder_mut(&mut self) -> Option<&mut Recorder> {
        match self {
            Recording::Whole(_) => None,
            Recording::PerFunction(recorder) => Some(recorder),
        }
    }
}

impl Recorder {
    pub(crate) fn new(
        entry: FuncId,
        effects: Effects,
        calls: CallClosure,
        shows_trees: bool,
    ) -> Recorder {
        Recorder {
            activation: Activation::entry(entry),
            effects,
            calls,
            shows_trees,
            refused: BTreeMap::new(),
            newly_refused: NewlyRefused::default(),
            diverged: false,
            formulas: 0,
            inlined: BTreeMap::new(),
            deep: BTreeMap::new(),
        }
    }

    /// What an instruction of an activation needs to know of it.
    pub(crate) fn view<'m>(
        &'m mut self,
        (trees, inputs): (&'m mut Trees, &'m mut Inputs),
        image: &Image<'_>,
    ) -> ActivationView<'m> {
        let Recorder { activation, effects, .. } = self;
        let name = &image.program.function(activation.tree.function).name;
        let tree = trees.tree(activation.tree, name);
        ActivationView { activation, tree, inputs, effects }
    }

    /// What becomes of a call of a function that is given only constants, or not; `has_room` says whether another tree
    /// has a place.
    pub(crate) fn composition(
        &mut self,
        function: FuncId,
        is_given_constants: bool,
        has_room: HasRoom<'_>,
    ) -> Composition {
        if self.obstacle(function).is_some() {
            return self.inline(function);
        }
        let effect = self.effects.get(function);
        if is_given_constants && !effect.depends_on_memory() && !self.shows_trees {
            return Composition::Concrete;
        }
        let tree = TreeId { function, level: self.activation.level_of(function, &self.calls) };
        if tree.level > DEEPEST {
            *self.deep.entry(function).or_default() += 1;
            return Composition::Inline;
        }
        if !has_room(tree) {
            // It never had a tree, so those of others stay as they are.
            self.refused.insert(function, Obstacle::Found(NO_ROOM));
            return self.inline(function);
        }
        Composition::Formula(tree)
    }

    fn inline(&mut self, function: FuncId) -> Composition {
        *self.inlined.entry(function).or_default() += 1;
        Composition::Inline
    }

    /// The functions that were inlined, each with the reason.
    pub(crate) fn obstacles(&self, program: &Program) -> BTreeMap<String, InlinedCalls> {
        let of = |function: FuncId, why: String, calls: u64| {
            (program.function(function).name.to_string(), InlinedCalls { why, calls })
        };
        let deep = self.deep.iter().map(|(&it, &calls)| of(it, TOO_DEEP.to_owned(), calls));
        let why = |function: FuncId| Some(self.obstacle(function)?.to_string());
        let inlined = self.inlined.iter();
        deep.chain(inlined.filter_map(|(&it, &calls)| Some(of(it, why(it)?, calls)))).collect()
    }

    /// Why a function's calls are inlined, if they are.
    fn obstacle(&self, function: FuncId) -> Option<&Obstacle> {
        self.refused.get(&function).or(self.effects.get(function).obstacle.as_ref())
    }

    /// The runs of a function contradict each other: one takes a path that its tree has no place for.
    pub(crate) fn refuse_contradiction(&mut self, function: FuncId) {
        self.refuse(function, CONTRADICTORY);
    }

    /// How many functions were refused for that reason.
    pub(crate) fn contradictions(&self) -> usize {
        let is_one = |obstacle: &&Obstacle| **obstacle == Obstacle::Found(CONTRADICTORY);
        self.refused.values().filter(is_one).count()
    }

    /// A call is refused after its caller has decided what it is given.
    pub(crate) fn forget_caller(&mut self) {
        self.newly_refused.deciding.push(self.activation.tree);
    }

    /// Calls of this function will be inlined; trees with such calls are no use.
    pub(crate) fn refuse(&mut self, function: FuncId, why: &'static str) {
        self.refused.insert(function, Obstacle::Found(why));
        self.newly_refused.functions.push(function);
    }
}
