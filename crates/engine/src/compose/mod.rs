//! Composition: the interprocedural path constraint of a node, made of function trees.
//!
//! Every call that matters gets an instance of the callee's tree, with its own inputs bound to what the caller
//! gives (the paper's definition predicate, instantiated instead of quantified; `definitions`). Calls that give the same
//! inputs share an instance, and where an argument is a choice between a few constants, each of them is a case with an
//! instance of its own. A function's context is the disjunction of the calls that are known to lead to it (`contexts`).
//! A dangling leaf is a guard: false in the lazy step, free in the relevant one.
//!
//! May use: `machine`, `memory`, `pointer`, `summary`.

pub(crate) mod reader;

pub(crate) mod auxiliary;
mod cases;
mod contexts;
mod definitions;
pub(crate) mod patience;
mod pointers;
pub(crate) mod quantified;

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::rc::Rc;

use analysis::{CallClosure, Effects};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Choices, Op, SymbolId, TermId, TermPool};

use self::auxiliary::Auxiliary;
use self::patience::Patience;
use crate::compose::reader::{Blame, Known, Reader, Unknown};
use crate::machine::image::Image;
use crate::summary::cell::{Cell, Input};
use crate::summary::inputs::Inputs;
use crate::summary::tree::{CallNode, Decision, Node, NodeId, Side, Tree, TreeId, Trees};

/// May a path lead through what nobody has explored?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// No.
    Lazy,
    /// Yes: only if there is no way then either, there is none.
    Relevant,
    /// As relevant, and what is unknown about a call is no other call's: see [`Constraint::is_blurred`].
    Apart,
}

impl Step {
    /// May a path lead through what nobody has explored?
    pub(crate) fn goes_on(self) -> bool {
        match self {
            Step::Lazy => false,
            Step::Relevant | Step::Apart => true,
        }
    }
}

/// A node of a function's tree.
pub(crate) type Target = (TreeId, NodeId);

/// What has to hold for a node to be reached.
pub(crate) struct Constraint {
    pub condition: TermId,
    /// Dangling nodes that a path may lead through, and what is true for those that it does.
    pub guards: Vec<(Target, TermId)>,
    /// Something in it is not exact, as that function can't be composed.
    pub unsure: Option<Blame>,
    /// Calls that are given the same, as far as anybody knows what they look at, share an instance, and with it the
    /// symbols for what they do beyond a dangling node. There they may look at more, which may be different. So inputs that
    /// satisfy the constraint are as good as any, but that there are none proves nothing.
    pub is_blurred: bool,
    /// The functions that calls on the way go to, perhaps through others: if their trees are the same, so is the
    /// constraint, unless other calls lead to the target.
    pub functions: BTreeSet<TreeId>,
    /// Nobody waited until it was made: then it says nothing.
    pub is_cut_off: bool,
}

/// What constraints are made of.
pub(crate) struct Material<'a> {
    pub image: &'a Image<'a>,
    pub trees: &'a Trees,
    pub effects: &'a Effects,
    pub entry: TreeId,
    pub calls: &'a CallClosure,
    /// Is a dangling node known to be unreachable by the calls that are known?
    pub is_impossible: &'a dyn Fn(Target) -> bool,
    /// How long it may take.
    pub patience: Patience<'a>,
}

impl Material<'_> {
    /// The functions on the way, and all that they may call.
    fn concerned(&self, on_the_way: &BTreeSet<TreeId>) -> BTreeSet<TreeId> {
        let concerned = |function: &TreeId| {
            let is_called =
                |&from: &TreeId| from == *function || from.may_call(self.calls, *function);
            on_the_way.iter().any(is_called)
        };
        let all = self.trees.all().into_iter().map(|tree| tree.id);
        all.filter(concerned).collect()
    }
}

/// Arguments that are choices are told apart up to so many cases for a call.
const MOST_CASES: usize = 64;
/// How often a constraint is made anew because it turned out which cells callees are asked for.
const MOST_ATTEMPTS: usize = 8;
/// With more instances than these, calls share what is unknown about them after all, and nothing is proved.
const MOST_APART: usize = 1 << 13;
/// What an instance takes by itself, with its place among the shared ones.
const INSTANCE_BYTES: usize = 500;
/// More instances than these are not kept.
const MOST_INSTANCES: usize = 1 << 16;

/// The interprocedural path constraint of a node.
pub(crate) fn constraint(
    (pool, inputs): (&mut TermPool, &mut Inputs),
    choices: &mut Choices,
    composition: &mut Composition,
    material: &Material<'_>,
    (target, step): (Target, Step),
) -> Constraint {
    for attempt in 1.. {
        if composition.instances.len() > MOST_INSTANCES {
            *composition = Composition::default();
        }
        let known = inputs.total();
        let mut composer = Composer {
            pool,
            inputs,
            choices,
            composition,
            material,
            step,
            shares: attempt < MOST_ATTEMPTS,
            contexts: Contexts::default(),
            bindings: Bindings::default(),
            facts: TreeFacts { ending: material.trees.ending(), ..TreeFacts::default() },
            remarks: Remarks::default(),
        };
        let constraint = composer.constraint(target);
        if constraint.is_cut_off {
            // What it is made of isn't what it seems.
            *composition = Composition::default();
            return constraint;
        }
        // What calls give to each other is compared input by input, so all of them must have been known before.
        if inputs.total() == known || attempt == MOST_ATTEMPTS {
            return constraint;
        }
    }
    unreachable!("the last attempt is the last")
}

impl Composition {
    /// How much memory the instances take, about.
    pub(crate) fn bytes(&self) -> usize {
        let bytes = |instance: &Instance| {
            let entries = instance.meanings.len() + instance.conditions.len();
            let nodes = instance.live.as_ref().map_or(0, |live| live.len());
            INSTANCE_BYTES + 16 * entries + 64 * instance.callees.len() + 4 * nodes
        };
        self.instances.iter().map(bytes).sum()
    }
}

impl Constraint {
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
        let never = pool.bool(false);
        let others = self.guards.iter().filter(|guard| !allowed.contains(&guard.1));
        let others: FxHashMap<TermId, TermId> = others.map(|guard| (guard.1, never)).collect();
        let condition = pool.substitute(self.condition, &others);
        pool.and(condition, few)
    }
}

/// Instances of trees, from one constraint to the next: most of them are the same.
#[derive(Default)]
pub(crate) struct Composition {
    instances: Vec<Instance>,
    /// Instances by what they are given, and how far the trees were known.
    shared: FxHashMap<(TreeId, Stamp, Vec<TermId>), InstanceId>,
    /// Symbols for what nobody can say.
    unknown: Unknown,
    /// How often another call turned out to be needed.
    needs: usize,
}

/// How far a function's tree and those of its callees are known: what has the same stamp has not changed.
type Stamp = u64;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct InstanceId(usize);

/// A copy of a tree in the constraint.
struct Instance {
    of: TreeId,
    origin: Origin,
    /// What the tree's symbols are here.
    meanings: FxHashMap<SymbolId, TermId>,
    /// What the conditions of decisions are here.
    conditions: FxHashMap<NodeId, TermId>,
    /// The instances of the callees, by call.
    callees: FxHashMap<NodeId, Rc<[Callee]>>,
    /// Calls that a path through them must return from: their results are used, or they don't always return.
    needed: BTreeSet<NodeId>,
    /// The nodes that inputs can get to, parents first.
    live: Option<Rc<[NodeId]>>,
    /// What it returns.
    values: FxHashMap<u32, TermId>,
    /// Whether it returns, by the needs at that time.
    returns: Option<(usize, TermId)>,
}

/// What a call enters, in one of its cases. On every path that comes to the call, exactly one of the cases holds.
#[derive(Clone, Copy)]
struct Callee {
    when: TermId,
    instance: InstanceId,
    /// What the decisions on the way to the call come to in this case.
    way: TermId,
}

/// Where an instance's inputs come from.
#[derive(Clone)]
enum Origin {
    /// The program's own inputs.
    Entry,
    /// A call in another instance, with these arguments in terms of its tree, or constants.
    Call { caller: InstanceId, call: NodeId, args: Rc<[TermId]> },
    /// Any of the calls that lead to the function: its inputs are variables.
    Context,
}

/// A call in an instance, with its arguments, or constants that they may be.
type Entered = (InstanceId, NodeId, Rc<[TermId]>);

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
    /// Whether a cell is initialised, that wasn't before.
    Defined(Cell),
}

/// Makes one constraint.
struct Composer<'a, 't> {
    pool: &'a mut TermPool,
    /// Those of callers are found while it is made.
    inputs: &'a mut Inputs,
    choices: &'a mut Choices,
    composition: &'a mut Composition,
    material: &'t Material<'t>,
    step: Step,
    /// May calls that look at memory share instances?
    shares: bool,
    contexts: Contexts,
    bindings: Bindings,
    facts: TreeFacts,
    remarks: Remarks,
}

/// How functions are reached from the entry.
#[derive(Default)]
struct Contexts {
    /// The instances that each function is reached in.
    places: BTreeMap<TreeId, Rc<[InstanceId]>>,
    /// The calls that lead to each of these.
    entrances: FxHashMap<InstanceId, Vec<Way>>,
    reached: FxHashMap<InstanceId, TermId>,
    /// Functions with one instance for many contexts, until it is known what these have to say about it.
    open: BTreeMap<TreeId, InstanceId>,
}

/// What calls give to their callees.
#[derive(Default)]
struct Bindings {
    /// What inputs are, by the call and its arguments.
    bound: FxHashMap<(Entered, Input), TermId>,
    /// What was read of the caller's memory for that.
    read: FxHashMap<Entered, Known>,
}

/// What is known of trees while the constraint is made.
#[derive(Default)]
struct TreeFacts {
    stamps: FxHashMap<TreeId, Stamp>,
    /// May a path lead through a dangling node of a function, or of what it calls?
    unfinished: FxHashMap<TreeId, bool>,
    /// Functions that don't always return, by what is known.
    ending: FxHashSet<TreeId>,
}

/// What is to be said about the constraint.
#[derive(Default)]
struct Remarks {
    guards: BTreeMap<Target, TermId>,
    /// What calls on the way go to.
    functions: BTreeSet<TreeId>,
    /// Do calls share what is unknown about them?
    is_blurred: bool,
}

impl<'t> Composer<'_, 't> {
    fn constraint(&mut self, target: Target) -> Constraint {
        let places = self.places(target.0);
        let ways: Vec<Way> = places.iter().map(|&place| self.walk(place, target.1)).collect();
        self.close();
        let mut any = Vec::new();
        for way in ways {
            any.push(self.goes(&way));
        }
        let condition = self.pool.or_all(&any);
        let symbols = self.pool.free_symbols(condition);
        let unsure =
            symbols.iter().find_map(|symbol| self.composition.unknown.get(symbol)).copied();
        let mut guards = Vec::new();
        for (&node, &guard) in &self.remarks.guards {
            let is_there = |symbol: &SymbolId| self.pool.op(guard) == Op::Symbol(*symbol);
            guards.extend(symbols.iter().any(is_there).then_some((node, guard)));
        }
        let functions = self.material.concerned(&mem::take(&mut self.remarks.functions));
        let (is_blurred, is_cut_off) = (self.remarks.is_blurred, self.material.patience.was_over());
        Constraint { condition, guards, unsure, is_blurred, functions, is_cut_off }
    }

    fn at(&mut self, instance: InstanceId) -> &mut Instance {
        &mut self.composition.instances[instance.0]
    }

    fn tree(&self, instance: InstanceId) -> &'t Tree {
        let of = self.composition.instances[instance.0].of;
        self.material.trees.get(of).expect("instances are of functions with trees")
    }

    fn instance(&mut self, of: TreeId, origin: Origin) -> InstanceId {
        self.composition.instances.push(Instance {
            of,
            origin,
            meanings: FxHashMap::default(),
            conditions: FxHashMap::default(),
            callees: FxHashMap::default(),
            needed: BTreeSet::new(),
            live: None,
            values: FxHashMap::default(),
            returns: None,
        });
        InstanceId(self.composition.instances.len() - 1)
    }

    /// The instance of a function that depends on nothing but how far the trees are known.
    fn only_instance(&mut self, of: TreeId, origin: Origin) -> InstanceId {
        let key = (of, self.stamp(of), Vec::new());
        if let Some(&known) = self.composition.shared.get(&key) {
            return known;
        }
        let instance = self.instance(of, origin);
        self.composition.shared.insert(key, instance);
        instance
    }

    /// All that an instance depends on, besides its inputs. Every change makes it larger.
    fn stamp(&mut self, of: TreeId) -> Stamp {
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

    fn call(&self, caller: InstanceId, at: NodeId) -> &'t CallNode {
        match self.tree(caller).node(at) {
            Node::Call(call) => call,
            _ => unreachable!("only calls have callees"),
        }
    }

    /// The instance of a callee that is given these arguments. One that gets the same inputs is the same.
    fn callee(&mut self, caller: InstanceId, at: NodeId, args: Vec<TermId>) -> InstanceId {
        let of = self.call(caller, at).callee;
        let args: Rc<[TermId]> = args.into();
        let origin = Origin::Call { caller, call: at, args: args.clone() };
        let depends_on_memory = self.material.effects.get(of.function).depends_on_memory();
        let mut key = Vec::new();
        let mut meanings = FxHashMap::default();
        if !depends_on_memory {
            key.extend(args.iter().map(|&arg| self.translate(caller, arg)));
        } else if self.shares {
            let tree = self.material.trees.get(of).expect("a call has entered its callee");
            for (symbol, input) in self.inputs.given(tree.id) {
                let meaning = self.bind(caller, at, &args, input);
                key.push(meaning);
                meanings.insert(symbol, meaning);
            }
        } else {
            return self.instance(of, origin);
        }
        let key = (of, self.stamp(of), key);
        if let Some(&known) = self.composition.shared.get(&key)
            && (!depends_on_memory || self.may_share(of, known, &origin))
        {
            return known;
        }
        let instance = self.instance(of, origin);
        self.at(instance).meanings = meanings;
        self.composition.shared.insert(key, instance);
        instance
    }

    /// May a call share the instance of another one that is given the same, as far as that is known? What both do on
    /// paths that nobody knows may depend on memory that isn't.
    fn may_share(&mut self, of: TreeId, known: InstanceId, origin: &Origin) -> bool {
        let is_same = match (&self.at(known).origin, origin) {
            (
                Origin::Call { caller: a, call: at_a, .. },
                Origin::Call { caller: b, call: at_b, .. },
            ) => (a, at_a) == (b, at_b),
            _ => false,
        };
        if is_same || !self.is_unfinished(of) {
            return true;
        }
        let too_many = self.composition.instances.len() > MOST_APART;
        let shares = self.step != Step::Apart || too_many;
        self.remarks.is_blurred |= shares;
        shares
    }

    /// May a path lead through a dangling node of a function, or of what it calls?
    fn is_unfinished(&mut self, of: TreeId) -> bool {
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
    fn walk(&mut self, instance: InstanceId, to: NodeId) -> Way {
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
    fn condition(&mut self, instance: InstanceId, node: NodeId, decision: &Decision) -> TermId {
        if let Some(&known) = self.at(instance).conditions.get(&node) {
            return known;
        }
        let condition = self.translate(instance, decision.condition);
        self.at(instance).conditions.insert(node, condition);
        condition
    }

    /// A call has to return.
    fn need(&mut self, instance: InstanceId, call: NodeId) -> bool {
        let is_new = self.at(instance).needed.insert(call);
        self.composition.needs += usize::from(is_new);
        is_new
    }

    /// A path goes through a call, which may be known to end the program in some cases.
    fn pass(&mut self, instance: InstanceId, node: NodeId, call: &CallNode) {
        if self.facts.ending.contains(&call.callee) && self.need(instance, node) {
            for callee in &*self.callees(instance, node) {
                self.live(callee.instance);
            }
        }
    }

    /// All that has to hold on a way from the entry, when it is known whose results are used.
    fn goes(&mut self, way: &Way) -> TermId {
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
        if let Some(&known) = self.at(instance).meanings.get(&symbol) {
            return known;
        }
        let variable = self.pool.variable(symbol);
        if self.material.patience.is_over(self.pool) {
            return variable;
        }
        let origin = self.at(instance).origin.clone();
        let meaning = match (self.inputs.meaning(self.tree(instance).id, symbol), origin) {
            (None, _) => variable,
            (Some(Input::Result { call, index }), _) => {
                self.output(instance, call, Output::Value(index))
            }
            (Some(Input::After { call, cell }), _) => {
                self.output(instance, call, Output::Cell(cell))
            }
            (Some(Input::DefinedAfter { call, cell }), _) => {
                self.output(instance, call, Output::Defined(cell))
            }
            (Some(_), Origin::Entry) => variable,
            (Some(_), Origin::Context) => self.fresh(variable),
            (Some(input), Origin::Call { caller, call, args }) => {
                self.bind(caller, call, &args, input)
            }
        };
        self.at(instance).meanings.insert(symbol, meaning);
        meaning
    }

    /// An input of a function in whichever context.
    fn fresh(&mut self, variable: TermId) -> TermId {
        let Op::Symbol(symbol) = self.pool.op(variable) else { return variable };
        let sort = self.pool.symbol_info(symbol).sort;
        Auxiliary::InAnyContext(symbol).variable(self.pool, sort)
    }

    /// What an input of a callee is in its caller.
    fn bind(
        &mut self,
        caller: InstanceId,
        at: NodeId,
        args: &Rc<[TermId]>,
        input: Input,
    ) -> TermId {
        let key = ((caller, at, args.clone()), input);
        if let Some(&known) = self.bindings.bound.get(&key) {
            return known;
        }
        let term = match self.followed(caller, at, input) {
            Some(root) => self.behind(caller, at, args, input, root),
            None => self.reader(caller, at, args).bind(input),
        };
        let bound = self.translate(caller, term);
        self.bindings.bound.insert(key, bound);
        bound
    }

    fn reader<'r>(
        &'r mut self,
        caller: InstanceId,
        at: NodeId,
        args: &'r Rc<[TermId]>,
    ) -> Reader<'r> {
        let call = self.call(caller, at);
        let Material { image, trees, effects, patience, .. } = self.material;
        let callee = trees.get(call.callee).expect("a call has entered its callee");
        let known = self.bindings.read.entry((caller, at, args.clone())).or_default();
        let caller = self.composition.instances[caller.0].of;
        let caller = trees.get(caller).expect("instances are of functions with trees");
        let unknown = &mut self.composition.unknown;
        let (pool, inputs) = (&mut *self.pool, &mut *self.inputs);
        Reader {
            pool,
            inputs,
            image,
            caller,
            callee,
            call,
            args,
            effects,
            unknown,
            known,
            patience,
        }
    }
}
