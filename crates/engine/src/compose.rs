//! Composition: the interprocedural path constraint of a node, made of function trees.
//!
//! Every call that matters gets an instance of the callee's tree, with its own inputs bound to what the caller
//! gives (the paper's definition predicate, instantiated instead of quantified; `definitions`). Calls that give the same
//! inputs share an instance, and where an argument is a choice between a few constants, each of them is a case with an
//! instance of its own. A function's context is the disjunction of the calls that are known to lead to it (`contexts`).
//! A dangling leaf is a guard: false in the lazy step, free in the relevant one.

mod contexts;
mod definitions;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ir::FuncId;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Choices, Op, SymbolId, TermId, TermPool};

use crate::effects::Effects;
use crate::image::Image;
use crate::snapshot::Reader;
use crate::tree::{CallNode, Cell, Input, Node, NodeId, Side, Tree, Trees};
use contexts::Entrance;

/// May a path lead through what nobody has explored?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// No.
    Lazy,
    /// Yes: only if there is no way then either, there is none.
    Relevant,
}

/// What has to hold for a node to be reached.
pub(crate) struct Constraint {
    pub condition: TermId,
    /// Dangling nodes that a path may lead through: true for those that it does.
    pub guards: Vec<TermId>,
    /// Something in it is not exact: that no input satisfies it proves nothing.
    pub unsure: bool,
    /// The functions whose trees it is made of.
    pub functions: BTreeSet<FuncId>,
}

/// What constraints are made of.
pub(crate) struct Material<'a> {
    pub image: &'a Image<'a>,
    pub trees: &'a Trees,
    pub effects: &'a Effects,
    pub entry: FuncId,
    /// May the one function call the other, perhaps through others?
    pub may_call: &'a dyn Fn(FuncId, FuncId) -> bool,
    /// Is a dangling node known to be unreachable by the calls that are known?
    pub is_impossible: &'a dyn Fn((FuncId, NodeId)) -> bool,
}

/// Arguments that are choices are told apart up to so many cases for a call.
const MOST_CASES: usize = 64;
/// How often a constraint is made anew because it turned out which cells callees are asked for.
const MOST_ATTEMPTS: usize = 8;

/// The interprocedural path constraint of a node.
pub(crate) fn constraint(
    pool: &mut TermPool,
    choices: &mut Choices,
    material: &Material<'_>,
    target: (FuncId, NodeId),
    step: Step,
) -> Constraint {
    for attempt in 1.. {
        let inputs = material.trees.inputs();
        let mut composer = Composer {
            pool,
            choices,
            material,
            step,
            shares: attempt < MOST_ATTEMPTS,
            instances: Vec::new(),
            shared: FxHashMap::default(),
            places: BTreeMap::new(),
            open: BTreeMap::new(),
            guards: BTreeMap::new(),
            unknown: FxHashSet::default(),
            ending: material.trees.ending(),
        };
        let constraint = composer.constraint(target);
        // What calls give to each other is compared input by input, so all of them must have been known before.
        if material.trees.inputs() == inputs || attempt == MOST_ATTEMPTS {
            return constraint;
        }
    }
    unreachable!("the last attempt is the last")
}

impl Constraint {
    /// Through so many dangling nodes at most.
    pub(crate) fn through_few(&self, pool: &mut TermPool, most: u32) -> TermId {
        let width = usize::BITS - self.guards.len().leading_zeros() + 1;
        let (one, none) = (pool.bits(width, 1), pool.bits(width, 0));
        let mut counts: Vec<TermId> =
            self.guards.iter().map(|&guard| pool.ite(guard, one, none)).collect();
        while counts.len() > 1 {
            let sum = |pair: &[TermId]| match *pair {
                [a, b] => pool.add(a, b),
                _ => pair[0],
            };
            counts = counts.chunks(2).map(sum).collect();
        }
        let count = counts.first().copied().unwrap_or(none);
        let most = pool.bits(width, most.into());
        let few = pool.ule(count, most);
        pool.and(self.condition, few)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct InstanceId(usize);

/// A copy of a tree in the constraint.
struct Instance<'t> {
    tree: &'t Tree,
    origin: Origin<'t>,
    /// What the tree's symbols are here.
    meanings: FxHashMap<SymbolId, TermId>,
    /// The instances of the callees, by call.
    callees: FxHashMap<NodeId, Rc<[Callee]>>,
    /// Calls that a path through them must return from: their results are used, or they don't always return.
    needed: BTreeSet<NodeId>,
    /// The nodes that inputs can get to, parents first, with the conditions as they are here.
    live: Option<Rc<[(NodeId, Option<TermId>)]>>,
    /// What it returns.
    values: FxHashMap<u32, TermId>,
    returns: Option<TermId>,
    /// The calls that lead to it, if it is a context.
    entrances: Vec<Entrance>,
    reached: Option<TermId>,
}

/// What a call enters, in one of its cases. Exactly one of the cases holds.
#[derive(Clone, Copy)]
struct Callee {
    when: TermId,
    instance: InstanceId,
}

/// Where an instance's inputs come from.
#[derive(Clone)]
enum Origin<'t> {
    /// The program's own inputs.
    Entry,
    /// A call in another instance, with these arguments in terms of its tree, or constants.
    Call { caller: InstanceId, call: &'t CallNode, args: Rc<[TermId]> },
    /// Any of the calls that lead to the function: its inputs are variables.
    Context,
}

/// A way to a node of an instance, and what has to hold there.
#[derive(Clone)]
struct Way {
    instance: InstanceId,
    to: NodeId,
    conditions: Vec<TermId>,
}

/// What a call gives to its caller.
#[derive(Clone, Copy)]
enum Output {
    Value(u32),
    Cell(Cell),
}

struct Composer<'a, 't> {
    pool: &'a mut TermPool,
    choices: &'a mut Choices,
    material: &'t Material<'t>,
    step: Step,
    /// May calls that look at memory share instances?
    shares: bool,
    instances: Vec<Instance<'t>>,
    /// Instances by what they are given.
    shared: FxHashMap<(FuncId, Vec<TermId>), InstanceId>,
    /// The contexts of each function: the instances that it is reached in.
    places: BTreeMap<FuncId, Rc<[InstanceId]>>,
    /// Functions with one instance for many contexts, until it is known what these have to say about it.
    open: BTreeMap<FuncId, InstanceId>,
    guards: BTreeMap<(FuncId, NodeId), TermId>,
    /// Symbols for what nobody can say.
    unknown: FxHashSet<SymbolId>,
    /// Functions that don't always return, by what is known.
    ending: FxHashSet<FuncId>,
}

impl<'t> Composer<'_, 't> {
    fn constraint(&mut self, target: (FuncId, NodeId)) -> Constraint {
        let places = self.places(target.0);
        let ways: Vec<Way> = places.iter().map(|&place| self.walk(place, target.1)).collect();
        self.close();
        let mut any = Vec::new();
        for way in ways {
            any.push(self.goes(&way));
        }
        let condition = self.pool.or_all(&any);
        let symbols = self.pool.free_symbols(condition);
        let unsure = symbols.iter().any(|symbol| self.unknown.contains(symbol));
        let mut guards = Vec::new();
        for &guard in self.guards.values() {
            let is_there = |symbol: &SymbolId| self.pool.op(guard) == Op::Symbol(*symbol);
            guards.extend(symbols.iter().any(is_there).then_some(guard));
        }
        let functions = self.instances.iter().map(|instance| instance.tree.function).collect();
        Constraint { condition, guards, unsure, functions }
    }

    fn instance(&mut self, tree: &'t Tree, origin: Origin<'t>) -> InstanceId {
        self.instances.push(Instance {
            tree,
            origin,
            meanings: FxHashMap::default(),
            callees: FxHashMap::default(),
            needed: BTreeSet::new(),
            live: None,
            values: FxHashMap::default(),
            returns: None,
            entrances: Vec::new(),
            reached: None,
        });
        InstanceId(self.instances.len() - 1)
    }

    fn call(&self, caller: InstanceId, at: NodeId) -> &'t CallNode {
        match self.instances[caller.0].tree.node(at) {
            Node::Call(call) => call,
            _ => unreachable!("only calls have callees"),
        }
    }

    /// What a call enters: an instance for each combination of its arguments that are choices.
    fn callees(&mut self, caller: InstanceId, at: NodeId) -> Rc<[Callee]> {
        if let Some(known) = self.instances[caller.0].callees.get(&at) {
            return known.clone();
        }
        let call = self.call(caller, at);
        let mut cases: Vec<(TermId, Vec<TermId>)> = vec![(self.pool.bool(true), call.args.clone())];
        for (index, &arg) in call.args.iter().enumerate() {
            let arg = self.translate(caller, arg);
            let most = MOST_CASES / cases.len();
            let Some(values) = self.choices.cases(self.pool, arg, most) else { continue };
            let mut more = Vec::new();
            for (when, args) in cases {
                for value in &*values {
                    let mut args = args.clone();
                    args[index] = value.value;
                    more.push((self.pool.and(when, value.when), args));
                }
            }
            cases = more;
        }
        let mut callees = Vec::new();
        for (when, args) in cases {
            if self.pool.as_bool(when) != Some(false) {
                let instance = self.callee(caller, call, args);
                callees.push(Callee { when, instance });
            }
        }
        let callees: Rc<[Callee]> = callees.into();
        self.instances[caller.0].callees.insert(at, callees.clone());
        callees
    }

    /// The instance of a callee that is given these arguments. One that gets the same inputs is the same.
    fn callee(&mut self, caller: InstanceId, call: &'t CallNode, args: Vec<TermId>) -> InstanceId {
        let tree = self.material.trees.get(call.callee).expect("a call has entered its callee");
        let args: Rc<[TermId]> = args.into();
        let origin = Origin::Call { caller, call, args: args.clone() };
        let depends_on_memory = self.material.effects.get(call.callee).reads.is_some();
        let mut key = Vec::new();
        let mut meanings = FxHashMap::default();
        if !depends_on_memory {
            key.extend(args.iter().map(|&arg| self.translate(caller, arg)));
        } else if self.shares {
            for (symbol, input) in tree.given() {
                let meaning = self.bind(caller, call, &args, input);
                key.push(meaning);
                meanings.insert(symbol, meaning);
            }
        } else {
            return self.instance(tree, origin);
        }
        let key = (call.callee, key);
        if let Some(&known) = self.shared.get(&key) {
            return known;
        }
        let instance = self.instance(tree, origin);
        self.instances[instance.0].meanings = meanings;
        self.shared.insert(key, instance);
        instance
    }

    /// Collects what has to hold on a way, but for the calls that have to return.
    fn walk(&mut self, instance: InstanceId, to: NodeId) -> Way {
        let tree = self.instances[instance.0].tree;
        let mut conditions = Vec::new();
        for (node, side) in tree.way(to) {
            match (tree.node(node), side) {
                (Node::Decision(decision), Side::Holds | Side::Fails) => {
                    let condition = self.translate(instance, decision.condition);
                    let negate = side == Side::Fails;
                    conditions.push(if negate { self.pool.not(condition) } else { condition });
                }
                (Node::Call(call), Side::Returned) => self.pass(instance, node, call),
                _ => unreachable!("only decisions and calls have nodes below them"),
            }
        }
        Way { instance, to, conditions }
    }

    /// A path goes through a call, which may be known to end the program in some cases.
    fn pass(&mut self, instance: InstanceId, node: NodeId, call: &CallNode) {
        if self.ending.contains(&call.callee) && self.instances[instance.0].needed.insert(node) {
            for callee in &*self.callees(instance, node) {
                self.live(callee.instance);
            }
        }
    }

    /// All that has to hold on a way from the entry, when it is known whose results are used.
    fn goes(&mut self, way: &Way) -> TermId {
        let mut all = way.conditions.clone();
        let tree = self.instances[way.instance.0].tree;
        for (node, side) in tree.way(way.to) {
            if side == Side::Returned && self.instances[way.instance.0].needed.contains(&node) {
                all.push(self.call_returns(way.instance, node));
            }
        }
        all.push(self.reached(way.instance));
        self.pool.and_all(&all)
    }

    /// A term over a tree's inputs, as it is in an instance.
    fn translate(&mut self, instance: InstanceId, term: TermId) -> TermId {
        let symbols = self.pool.free_symbols(term);
        let mut replacements = FxHashMap::default();
        for &symbol in symbols.iter() {
            let variable = self.pool.variable(symbol);
            let meaning = self.meaning(instance, symbol);
            if variable != meaning {
                replacements.insert(variable, meaning);
            }
        }
        let term = self.pool.substitute(term, &replacements);
        self.choices.rewrite(self.pool, term)
    }

    /// What a symbol of a tree is in an instance.
    fn meaning(&mut self, instance: InstanceId, symbol: SymbolId) -> TermId {
        if let Some(&known) = self.instances[instance.0].meanings.get(&symbol) {
            return known;
        }
        let variable = self.pool.variable(symbol);
        let Instance { tree, origin, .. } = &self.instances[instance.0];
        let meaning = match (tree.meaning(symbol), origin.clone()) {
            (None, _) => variable,
            (Some(Input::Result { call, index }), _) => {
                self.output(instance, call, Output::Value(index))
            }
            (Some(Input::After { call, cell }), _) => {
                self.output(instance, call, Output::Cell(cell))
            }
            (Some(_), Origin::Entry) => variable,
            (Some(_), Origin::Context) => self.fresh(instance, variable),
            (Some(input), Origin::Call { caller, call, args }) => {
                self.bind(caller, call, &args, input)
            }
        };
        self.instances[instance.0].meanings.insert(symbol, meaning);
        meaning
    }

    /// A copy of a symbol for one instance.
    fn fresh(&mut self, instance: InstanceId, variable: TermId) -> TermId {
        let Op::Symbol(symbol) = self.pool.op(variable) else { return variable };
        let info = self.pool.symbol_info(symbol);
        let (name, sort) = (format!("{}@{}", info.name, instance.0), info.sort);
        self.pool.symbol(&name, sort)
    }

    /// What an input of a callee is in its caller.
    fn bind(
        &mut self,
        caller: InstanceId,
        call: &CallNode,
        args: &[TermId],
        input: Input,
    ) -> TermId {
        let term = self.reader(caller, call, args).bind(input);
        self.translate(caller, term)
    }

    fn reader<'r>(
        &'r mut self,
        caller: InstanceId,
        call: &'r CallNode,
        args: &'r [TermId],
    ) -> Reader<'r> {
        let Material { image, trees, effects, .. } = self.material;
        let callee = trees.get(call.callee).expect("a call has entered its callee");
        let caller = self.instances[caller.0].tree;
        let unknown = &mut self.unknown;
        Reader { pool: self.pool, image, caller, callee, call, args, effects, unknown }
    }
}
