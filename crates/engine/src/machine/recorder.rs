//! Recording: how a run makes the trees of the functions that it goes through grow. Where no calls are composed, that
//! is one tree: the entry's, with all that it calls.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{CallClosure, Effects, Obstacle};
use ir::{FuncId, Program};

use crate::machine::context::View;
use crate::machine::image::Image;
use crate::state::activation::Activation;
use crate::summary::tree::{TreeId, Trees};

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
