//! What makes a constraint: walks over trees, in which calls become instances of their callees' trees.

use std::collections::BTreeMap;
use std::mem;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Choices, Op, SymbolId, TermId, TermPool};

use super::auxiliary::Auxiliary;
use super::constraint::{Constraint, DanglingPolicy, Material, NodeRef, Remarks};
use super::instance::{GivenBy, Instance, InstanceId, Instances, Stamp};
use super::reader::CallReader;
use crate::summary::cell::{Cell, FunctionInput};
use crate::summary::inputs::Inputs;
use crate::summary::tree::{CallNode, Decision, Node, NodeId, Side, Tree, TreeId};

/// Arguments that are choices are told apart up to so many cases for a call.
pub(super) const MOST_CASES: usize = 64;
/// How often a constraint is made anew because it turned out which cells callees are asked for.
const MOST_ATTEMPTS: usize = 8;
/// With more instances than these, calls share what is unknown about them after all, and nothing is proved.
const MOST_APART: usize = 1 << 13;
/// More instances than these are not kept.
const MOST_INSTANCES: usize = 1 << 16;

/// The interprocedural path constraint of a node.
pub(crate) fn constraint(
    (pool, inputs): (&mut TermPool, &mut Inputs),
    choices: &mut Choices,
    instances: &mut Instances,
    material: &Material<'_>,
    (target, step): (NodeRef, DanglingPolicy),
) -> Constraint {
    for attempt in 1.. {
        if instances.all.len() > MOST_INSTANCES {
            *instances = Instances::default();
        }
        let known = inputs.total();
        let mut composer = Composer {
            pool,
            inputs,
            choices,
            instances,
            material,
            allowed: Allowed { step, shares: attempt < MOST_ATTEMPTS },
            contexts: Contexts::default(),
            bindings: Bindings::default(),
            facts: TreeFacts { ending: material.trees.ending(), ..TreeFacts::default() },
            remarks: Remarks::default(),
        };
        let constraint = composer.constraint(target);
        if constraint.is_cut_off {
            // What it is made of isn't what it seems.
            *instances = Instances::default();
            return constraint;
        }
        // What calls give to each other is compared input by input, so all of them must have been known before.
        if inputs.total() == known || attempt == MOST_ATTEMPTS {
            return constraint;
        }
    }
    unreachable!("the last attempt is the last")
}

/// A call in an instance, with its arguments, or constants that they may be.
pub(super) type Entered = (InstanceId, NodeId, Rc<[TermId]>);

/// A way to a node of an instance, and what has to hold there.
#[derive(Clone)]
pub(super) struct Way {
    pub(super) instance: InstanceId,
    pub(super) to: NodeId,
    pub(super) conditions: Vec<TermId>,
}

/// What a call gives to its caller.
#[derive(Clone, Copy)]
pub(super) enum CallOutput {
    Value(u32),
    Cell(Cell),
    /// Whether a cell is initialised, that wasn't before.
    Defined(Cell),
    /// The class of ends that it came to.
    Shape,
}

/// Makes one constraint.
pub(super) struct Composer<'a, 't> {
    pub(super) pool: &'a mut TermPool,
    /// Those of callers are found while it is made.
    pub(super) inputs: &'a mut Inputs,
    pub(super) choices: &'a mut Choices,
    pub(super) instances: &'a mut Instances,
    pub(super) material: &'t Material<'t>,
    pub(super) allowed: Allowed,
    pub(super) contexts: Contexts,
    pub(super) bindings: Bindings,
    pub(super) facts: TreeFacts,
    pub(super) remarks: Remarks,
}

/// What a constraint may be made of.
#[derive(Clone, Copy)]
pub(super) struct Allowed {
    /// May paths lead through dangling nodes?
    pub(super) step: DanglingPolicy,
    /// May calls that look at memory share instances?
    pub(super) shares: bool,
}

/// How functions are reached from the entry.
#[derive(Default)]
pub(super) struct Contexts {
    /// The instances that each function is reached in.
    pub(super) places: BTreeMap<TreeId, Rc<[InstanceId]>>,
    /// The calls that lead to each of these.
    pub(super) entrances: FxHashMap<InstanceId, Vec<Way>>,
    pub(super) reached: FxHashMap<InstanceId, TermId>,
    /// Functions with one instance for many contexts, until it is known what these have to say about it.
    pub(super) open: BTreeMap<TreeId, InstanceId>,
}

/// What calls give to their callees, by the call and its arguments.
pub(super) type Bindings = FxHashMap<Entered, Bound>;

/// What a call gives to its callee.
#[derive(Default)]
pub(super) struct Bound {
    inputs: FxHashMap<FunctionInput, TermId>,
    /// Pointers of the callee that are composed before it is looked where they lead, if they can be.
    pub(super) pointers: FxHashMap<TermId, Option<TermId>>,
}

/// What is known of trees while the constraint is made.
#[derive(Default)]
pub(super) struct TreeFacts {
    pub(super) stamps: FxHashMap<TreeId, Stamp>,
    /// May a path lead through a dangling node of a function, or of what it calls?
    pub(super) unfinished: FxHashMap<TreeId, bool>,
    /// Functions that don't always return, by what is known.
    pub(super) ending: FxHashSet<TreeId>,
}

impl<'t> Composer<'_, 't> {
    pub(super) fn constraint(&mut self, target: NodeRef) -> Constraint {
        let places = self.places(target.0);
        let ways: Vec<Way> = places.iter().map(|&place| self.walk(place, target.1)).collect();
        self.close();
        let mut any = Vec::new();
        for way in ways {
            any.push(self.goes(&way));
        }
        let condition = self.pool.or_all(&any);
        let symbols = self.pool.free_symbols(condition);
        let unsure = symbols.iter().find_map(|symbol| self.instances.unknown.get(symbol)).copied();
        let mut guards = Vec::new();
        for (&node, &guard) in &self.remarks.guards {
            let is_there = |symbol: &SymbolId| self.pool.op(guard) == Op::Symbol(*symbol);
            guards.extend(symbols.iter().any(is_there).then_some((node, guard)));
        }
        let functions = self.material.concerned(&mem::take(&mut self.remarks.functions));
        let (is_blurred, is_cut_off) = (self.remarks.is_blurred, self.material.patience.was_over());
        Constraint { condition, guards, unsure, is_blurred, functions, is_cut_off }
    }

    pub(super) fn at(&mut self, instance: InstanceId) -> &mut Instance {
        &mut self.instances.all[instance.0]
    }

    pub(super) fn tree(&self, instance: InstanceId) -> &'t Tree {
        let of = self.instances.all[instance.0].of;
        self.material.trees.get(of).expect("instances are of functions with trees")
    }

    pub(super) fn instance(&mut self, of: TreeId, given_by: GivenBy) -> InstanceId {
        self.instances.all.push(Instance::new(of, given_by));
        InstanceId(self.instances.all.len() - 1)
    }

    /// The instance of a function that depends on nothing but how far the trees are known.
    pub(super) fn only_instance(&mut self, of: TreeId, given_by: GivenBy) -> InstanceId {
        let key = (of, self.stamp(of), Vec::new());
        if let Some(&known) = self.instances.shared.get(&key) {
            return known;
        }
        let instance = self.instance(of, given_by);
        self.instances.shared.insert(key, instance);
        instance
    }

    /// All that an instance depends on, besides its inputs. Every change makes it larger.
    pub(super) fn stamp(&mut self, of: TreeId) -> Stamp {
        if let Some(&known) = self.facts.stamps.get(&of) {
            return known;
        }
        let concerned = |other: TreeId| other == of || of.may_call(self.material.calls, other);
        let trees = self.material.trees;
        let changes = |id: TreeId| trees.version_of(id) + self.inputs.found(id) as u64;
        let stamp = trees.ever().filter(|&id| concerned(id)).map(changes).sum();
        self.facts.stamps.insert(of, stamp);
        stamp
    }

    pub(super) fn call(&self, caller: InstanceId, at: NodeId) -> &'t CallNode {
        match self.tree(caller).node(at) {
            Node::Call(call) => call,
            _ => unreachable!("only calls have callees"),
        }
    }

    /// The instance of a callee that is given these arguments. One that gets the same inputs is the same.
    pub(super) fn callee(
        &mut self,
        caller: InstanceId,
        at: NodeId,
        args: Vec<TermId>,
    ) -> InstanceId {
        let of = self.call(caller, at).callee;
        let args: Rc<[TermId]> = args.into();
        let given_by = GivenBy::Call { caller, call: at, args: args.clone() };
        let depends_on_memory = self.material.effects.get(of.function).depends_on_memory();
        if depends_on_memory && !self.allowed.shares {
            return self.instance(of, given_by);
        }
        // All that it is given is looked at now, so that it is independent of who gave it.
        let mut meanings = FxHashMap::default();
        let mut key =
            if depends_on_memory { Vec::new() } else { self.translate_all(caller, &args) };
        for (symbol, input) in self.inputs.given(of) {
            let meaning = self.bind(caller, at, &args, input);
            meanings.insert(symbol, meaning);
            key.extend(depends_on_memory.then_some(meaning));
        }
        let key = (of, self.stamp(of), key);
        if let Some(&known) = self.instances.shared.get(&key)
            && (!depends_on_memory || self.may_share(of, known, &given_by))
        {
            return known;
        }
        let instance = self.instance(of, given_by);
        self.at(instance).meanings = meanings;
        self.instances.shared.insert(key, instance);
        instance
    }

    /// May a call share the instance of another one that is given the same, as far as that is known? What both do on
    /// paths that are not explored yet may depend on memory that isn't.
    pub(super) fn may_share(&mut self, of: TreeId, known: InstanceId, given_by: &GivenBy) -> bool {
        let is_same = match (&self.at(known).given_by, given_by) {
            (
                GivenBy::Call { caller: a, call: at_a, .. },
                GivenBy::Call { caller: b, call: at_b, .. },
            ) => (a, at_a) == (b, at_b),
            _ => false,
        };
        if is_same || !self.is_unfinished(of) {
            return true;
        }
        let too_many = self.instances.all.len() > MOST_APART;
        let shares = self.allowed.step != DanglingPolicy::Apart || too_many;
        self.remarks.is_blurred |= shares;
        shares
    }

    /// May a path lead through a dangling node of a function, or of what it calls?
    pub(super) fn is_unfinished(&mut self, of: TreeId) -> bool {
        if let Some(&known) = self.facts.unfinished.get(&of) {
            return known;
        }
        let concerned = |other: TreeId| other == of || of.may_call(self.material.calls, other);
        let mut trees = self.material.trees.all().into_iter().filter(|tree| concerned(tree.id));
        let found = trees.any(|tree| tree.all_dangling().any(|node| self.may_go_on(tree.id, node)));
        self.facts.unfinished.insert(of, found);
        found
    }

    /// Collects what has to hold on a way, but for the calls that have to return.
    pub(super) fn walk(&mut self, instance: InstanceId, to: NodeId) -> Way {
        let tree = self.tree(instance);
        let mut conditions = Vec::new();
        for (node, side) in tree.way(to) {
            match (tree.node(node), side) {
                (Node::Decision(decision), Side::Holds | Side::Fails) => {
                    let condition = self.condition(instance, node, decision);
                    let negate = side == Side::Fails;
                    conditions.push(if negate { self.pool.not(condition) } else { condition });
                }
                (Node::Call(call), Side::Returned) => {
                    self.remarks.functions.insert(call.callee);
                    self.pass(instance, node, call);
                }
                _ => unreachable!("only decisions and calls have nodes below them"),
            }
        }
        Way { instance, to, conditions }
    }

    /// The condition of a decision, as it is in an instance.
    pub(super) fn condition(
        &mut self,
        instance: InstanceId,
        node: NodeId,
        decision: &Decision,
    ) -> TermId {
        if let Some(&known) = self.at(instance).conditions.get(&node) {
            return known;
        }
        let condition = self.translate(instance, decision.condition);
        self.at(instance).conditions.insert(node, condition);
        condition
    }

    /// A call has to return.
    pub(super) fn need(&mut self, instance: InstanceId, call: NodeId) -> bool {
        let is_new = self.at(instance).needed.insert(call);
        self.instances.needs += usize::from(is_new);
        is_new
    }

    /// A path goes through a call, which may be known to end the program in some cases.
    pub(super) fn pass(&mut self, instance: InstanceId, node: NodeId, call: &CallNode) {
        if self.facts.ending.contains(&call.callee) && self.need(instance, node) {
            for callee in &*self.callees(instance, node) {
                self.live(callee.instance);
            }
        }
    }

    /// All that has to hold on a way from the entry, when it is known whose results are used.
    pub(super) fn goes(&mut self, way: &Way) -> TermId {
        let mut all = way.conditions.clone();
        for (node, side) in self.tree(way.instance).way(way.to) {
            if side == Side::Returned && self.at(way.instance).needed.contains(&node) {
                all.push(self.call_returns(way.instance, node));
            }
        }
        all.push(self.reached(way.instance));
        self.pool.and_all(&all)
    }

    /// A term over a tree's inputs, as it is in an instance.
    pub(super) fn translate(&mut self, instance: InstanceId, term: TermId) -> TermId {
        let translated = match (self.pool.op(term), self.at(instance).translated.get(&term)) {
            (Op::Symbol(symbol), _) => self.meaning(instance, symbol),
            (_, Some(&known)) => known,
            (_, None) => self.translate_anew(instance, term),
        };
        self.choices.rewrite(self.pool, translated)
    }

    fn translate_all(&mut self, instance: InstanceId, terms: &[TermId]) -> Vec<TermId> {
        terms.iter().map(|&term| self.translate(instance, term)).collect()
    }

    fn translate_anew(&mut self, instance: InstanceId, term: TermId) -> TermId {
        for &symbol in self.pool.free_symbols(term).iter() {
            let variable = self.pool.variable(symbol);
            let meaning = self.meaning(instance, symbol);
            self.at(instance).translated.insert(variable, meaning);
        }
        let translated = &mut self.instances.all[instance.0].translated;
        self.pool.substitute_further(term, translated)
    }

    /// What a symbol of a tree is in an instance.
    pub(super) fn meaning(&mut self, instance: InstanceId, symbol: SymbolId) -> TermId {
        if let Some(&known) = self.at(instance).meanings.get(&symbol) {
            return known;
        }
        let variable = self.pool.variable(symbol);
        if self.material.patience.is_over(self.pool) {
            return variable;
        }
        let given_by = self.at(instance).given_by.clone();
        let meaning = match (self.inputs.meaning(self.tree(instance).id, symbol), given_by) {
            (None, _) => variable,
            (Some(FunctionInput::Result { call, index }), _) => {
                self.output(instance, call, CallOutput::Value(index))
            }
            (Some(FunctionInput::After { call, cell }), _) => {
                self.output(instance, call, CallOutput::Cell(cell))
            }
            (Some(FunctionInput::DefinedAfter { call, cell }), _) => {
                self.output(instance, call, CallOutput::Defined(cell))
            }
            (Some(FunctionInput::Shape { call }), _) => {
                self.output(instance, call, CallOutput::Shape)
            }
            (Some(_), GivenBy::Entry) => variable,
            (Some(_), GivenBy::Context) => self.fresh(variable),
            (Some(input), GivenBy::Call { caller, call, args }) => {
                self.bind(caller, call, &args, input)
            }
        };
        self.at(instance).meanings.insert(symbol, meaning);
        meaning
    }

    /// An input of a function in whichever context.
    pub(super) fn fresh(&mut self, variable: TermId) -> TermId {
        let Op::Symbol(symbol) = self.pool.op(variable) else { return variable };
        let sort = self.pool.symbol_info(symbol).sort;
        Auxiliary::InAnyContext(symbol).variable(self.pool, sort)
    }

    /// What an input of a callee is in its caller.
    pub(super) fn bind(
        &mut self,
        caller: InstanceId,
        at: NodeId,
        args: &Rc<[TermId]>,
        input: FunctionInput,
    ) -> TermId {
        let entered = (caller, at, args.clone());
        let known = self.bindings.get(&entered).and_then(|bound| bound.inputs.get(&input));
        if let Some(&known) = known {
            return known;
        }
        let term = match self.followed(&entered, input) {
            Some(pointer) => self.behind(caller, at, args, input, pointer),
            None => self.reader(caller, at, args).bind(input),
        };
        let bound = self.translate(caller, term);
        self.bindings.entry(entered).or_default().inputs.insert(input, bound);
        bound
    }

    pub(super) fn reader<'r>(
        &'r mut self,
        caller: InstanceId,
        at: NodeId,
        args: &'r Rc<[TermId]>,
    ) -> CallReader<'r> {
        let (material, call, tree) = (self.material, self.call(caller, at), self.tree(caller));
        let Composer { pool, inputs, instances, .. } = self;
        let passed = (tree.id, tree.generation(), at, args.clone());
        let known = instances.read.entry(passed).or_default();
        let (caller, unknown) = (tree, &mut instances.unknown);
        CallReader { pool, inputs, material, caller, call, args, unknown, known }
    }
}
