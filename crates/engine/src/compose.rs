//! Composition: the interprocedural path constraint of a node, made of function trees.
//!
//! Every call that matters gets an instance of the callee's tree, with its own inputs bound to what the caller
//! gives (the paper's definition predicate, instantiated instead of quantified). What a call returns is then one
//! nested if-then-else over the tree, and so is whether it returns. A function's context is the disjunction of the
//! calls that are known to lead to it. A dangling leaf is a guard: false in the lazy step, free in the relevant one.

mod contexts;

use std::collections::{BTreeMap, BTreeSet};

use ir::FuncId;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Choices, Op, Sort, SymbolId, TermId, TermPool};

use crate::effects::Effects;
use crate::image::Image;
use crate::snapshot::Reader;
use crate::tree::{CallNode, Cell, Input, Leaf, Node, NodeId, Root, Side, Tree, Trees, Write};
use contexts::Context;

/// How much of what nobody has explored may a path lead through?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guards {
    /// Nothing: the lazy step.
    None,
    /// So many dangling nodes at most: the relevant step.
    AtMost(u32),
    /// Any number of them: only if that is impossible, so is the target.
    Any,
}

/// What has to hold for a node to be reached.
pub(crate) struct Constraint {
    pub condition: TermId,
    /// How many different guards it has.
    pub guards: usize,
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
}

/// The interprocedural path constraint of a node.
pub(crate) fn constraint(
    pool: &mut TermPool,
    choices: &mut Choices,
    material: &Material<'_>,
    target: (FuncId, NodeId),
    guards: Guards,
) -> Constraint {
    let mut composer = Composer {
        pool,
        choices,
        material,
        policy: guards,
        instances: Vec::new(),
        shared: FxHashMap::default(),
        contexts: BTreeMap::new(),
        open: BTreeMap::new(),
        guards: BTreeMap::new(),
        ending: material.trees.ending(),
        unsure: false,
    };
    let mut alternatives = Vec::new();
    for mut context in composer.contexts(target.0) {
        let way = composer.walk(context.instance, target.1);
        context.ways.push(way);
        alternatives.push(context);
    }
    let known = composer.close();
    let mut all = vec![composer.finish(&alternatives)];
    for alternatives in known {
        all.push(composer.finish(&alternatives));
    }
    if let Guards::AtMost(most) = guards {
        all.push(composer.few_guards(most));
    }
    let condition = composer.pool.and_all(&all);
    let functions = composer.instances.iter().map(|instance| instance.tree.function).collect();
    Constraint { condition, guards: composer.guards.len(), unsure: composer.unsure, functions }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct InstanceId(usize);

/// A copy of a tree in the constraint.
struct Instance<'t> {
    tree: &'t Tree,
    origin: Origin<'t>,
    /// What the tree's symbols are here.
    meanings: FxHashMap<SymbolId, TermId>,
    /// The instances of the callees.
    callees: FxHashMap<NodeId, InstanceId>,
    /// Calls that a path through them must return from: their results are used, or they don't always return.
    needed: BTreeSet<NodeId>,
    /// The nodes that inputs can get to, parents first, with the conditions as they are here.
    live: Option<Vec<(NodeId, Option<TermId>)>>,
    returns: Option<TermId>,
}

/// Where an instance's inputs come from.
#[derive(Clone, Copy)]
enum Origin<'t> {
    /// The program's own inputs.
    Entry,
    /// A call in another instance.
    Call { caller: InstanceId, call: &'t CallNode },
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
    policy: Guards,
    instances: Vec<Instance<'t>>,
    /// Instances of functions that depend on nothing but their arguments.
    shared: FxHashMap<(FuncId, Vec<TermId>), InstanceId>,
    /// How each function is reached.
    contexts: BTreeMap<FuncId, Vec<Context>>,
    /// Functions with one instance for many contexts, until it is known what these have to say about it.
    open: BTreeMap<FuncId, InstanceId>,
    guards: BTreeMap<(FuncId, NodeId), TermId>,
    /// Functions that don't always return, by what is known.
    ending: FxHashSet<FuncId>,
    unsure: bool,
}

impl<'t> Composer<'_, 't> {
    fn instance(&mut self, tree: &'t Tree, origin: Origin<'t>) -> InstanceId {
        self.instances.push(Instance {
            tree,
            origin,
            meanings: FxHashMap::default(),
            callees: FxHashMap::default(),
            needed: BTreeSet::new(),
            live: None,
            returns: None,
        });
        InstanceId(self.instances.len() - 1)
    }

    /// The instance of a callee.
    fn callee(&mut self, caller: InstanceId, at: NodeId) -> InstanceId {
        if let Some(&known) = self.instances[caller.0].callees.get(&at) {
            return known;
        }
        let Node::Call(call) = self.instances[caller.0].tree.node(at) else {
            unreachable!("only calls have callees")
        };
        let tree = self.material.trees.get(call.callee).expect("a call has entered its callee");
        let args: Vec<TermId> = call.args.iter().map(|&arg| self.translate(caller, arg)).collect();
        let key = (call.callee, args);
        let depends_on_memory = self.material.effects.get(call.callee).reads.is_some();
        let known = self.shared.get(&key).copied().filter(|_| !depends_on_memory);
        let instance = known.unwrap_or_else(|| self.instance(tree, Origin::Call { caller, call }));
        self.shared.insert(key, instance);
        self.instances[caller.0].callees.insert(at, instance);
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
            let callee = self.callee(instance, node);
            self.live(callee);
        }
    }

    /// All that has to hold in one of these contexts, when it is known whose results are used.
    fn finish(&mut self, alternatives: &[Context]) -> TermId {
        let mut any = Vec::new();
        for context in alternatives {
            let mut all = Vec::new();
            for way in &context.ways {
                all.extend(&way.conditions);
                self.add_returns(way, &mut all);
            }
            any.push(self.pool.and_all(&all));
        }
        self.pool.or_all(&any)
    }

    /// The calls on a way that have to return do so.
    fn add_returns(&mut self, way: &Way, all: &mut Vec<TermId>) {
        let tree = self.instances[way.instance.0].tree;
        for (node, side) in tree.way(way.to) {
            if side == Side::Returned && self.instances[way.instance.0].needed.contains(&node) {
                let callee = self.callee(way.instance, node);
                all.push(self.returns(callee));
            }
        }
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
        let tree = self.instances[instance.0].tree;
        let meaning = match (tree.meaning(symbol), self.instances[instance.0].origin) {
            (None, _) => variable,
            (Some(Input::Result { call, index }), _) => {
                self.output(instance, call, Output::Value(index))
            }
            (Some(Input::After { call, cell }), _) => {
                self.output(instance, call, Output::Cell(cell))
            }
            (Some(_), Origin::Entry) => variable,
            (Some(_), Origin::Context) => self.fresh(instance, variable),
            (Some(input), Origin::Call { caller, call }) => self.bind(caller, call, input),
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
    fn bind(&mut self, caller: InstanceId, call: &CallNode, input: Input) -> TermId {
        let mut reader = self.reader(caller, call);
        let term = reader.bind(input);
        self.unsure |= reader.unsure;
        self.translate(caller, term)
    }

    fn reader<'r>(&'r mut self, caller: InstanceId, call: &'r CallNode) -> Reader<'r> {
        let Material { image, trees, effects, .. } = self.material;
        let callee = trees.get(call.callee).expect("a call has entered its callee");
        let caller = self.instances[caller.0].tree;
        Reader { pool: self.pool, image, caller, callee, call, effects, unsure: false }
    }

    /// The nodes of an instance that inputs can get to, parents first.
    fn live(&mut self, instance: InstanceId) -> Vec<(NodeId, Option<TermId>)> {
        if let Some(live) = &self.instances[instance.0].live {
            return live.clone();
        }
        let tree = self.instances[instance.0].tree;
        let mut live = Vec::new();
        let mut next = vec![NodeId::ROOT];
        while let Some(at) = next.pop() {
            let mut condition = None;
            match tree.node(at) {
                Node::Decision(decision) => {
                    let here = self.translate(instance, decision.condition);
                    condition = Some(here);
                    match self.pool.as_bool(here) {
                        Some(true) => next.push(decision.holds),
                        Some(false) => next.push(decision.fails),
                        None => next.extend([decision.holds, decision.fails]),
                    }
                }
                Node::Call(call) => {
                    self.pass(instance, at, call);
                    next.push(call.next);
                }
                Node::Leaf(_) | Node::Dangling => {}
            }
            live.push((at, condition));
        }
        self.instances[instance.0].live = Some(live.clone());
        live
    }

    /// One value for every way through an instance, made of values for its ends.
    fn fold(
        &mut self,
        instance: InstanceId,
        at_call: impl Fn(&mut Self, NodeId, TermId) -> TermId,
        mut at_end: impl FnMut(&mut Self, NodeId, &'t Node) -> TermId,
    ) -> TermId {
        let tree = self.instances[instance.0].tree;
        let live = self.live(instance);
        let mut values: FxHashMap<NodeId, TermId> = FxHashMap::default();
        for &(at, condition) in live.iter().rev() {
            let value = match tree.node(at) {
                Node::Decision(decision) => {
                    let condition = condition.expect("a decision has a condition");
                    match self.pool.as_bool(condition) {
                        Some(true) => values[&decision.holds],
                        Some(false) => values[&decision.fails],
                        None => {
                            let (holds, fails) = (values[&decision.holds], values[&decision.fails]);
                            self.pool.ite(condition, holds, fails)
                        }
                    }
                }
                Node::Call(call) => at_call(self, at, values[&call.next]),
                end => at_end(self, at, end),
            };
            values.insert(at, value);
        }
        values[&NodeId::ROOT]
    }

    /// What a call gives to its caller.
    fn output(&mut self, caller: InstanceId, call: NodeId, output: Output) -> TermId {
        self.instances[caller.0].needed.insert(call);
        let callee = self.callee(caller, call);
        let width = match output {
            Output::Cell(_) => 8,
            Output::Value(index) => {
                let function = self.instances[callee.0].tree.function;
                let returns = &self.material.image.program.function(function).signature.returns;
                returns[index as usize].bits()
            }
        };
        let before = match output {
            Output::Cell(cell) => Some(self.before(caller, call, cell)),
            Output::Value(_) => None,
        };
        self.fold(
            callee,
            |_, _, rest| rest,
            |composer, at, end| match (end, output, before) {
                (Node::Leaf(Leaf::Return { values, .. }), Output::Value(index), _) => {
                    composer.translate(callee, values[index as usize])
                }
                (Node::Leaf(Leaf::Return { writes, .. }), Output::Cell(_), Some(before)) => {
                    composer.after(callee, before, writes)
                }
                // A call that doesn't return gives nothing that anybody sees.
                (Node::Leaf(_), ..) => composer.pool.bits(width, 0),
                _ => {
                    let name = match output {
                        Output::Value(index) => format!("any.{}.{at:?}.{index}", callee.0),
                        Output::Cell(cell) => format!("any.{}.{at:?}.{cell:?}", callee.0),
                    };
                    composer.pool.symbol(&name, Sort::Bits(width))
                }
            },
        )
    }

    /// What a cell of the caller is before a call, and its address.
    fn before(&mut self, caller: InstanceId, call: NodeId, cell: Cell) -> (TermId, TermId) {
        let Node::Call(node) = self.instances[caller.0].tree.node(call) else {
            unreachable!("only calls have results")
        };
        let mut reader = self.reader(caller, node);
        let (value, place) = reader.before(cell);
        self.unsure |= reader.unsure;
        (self.translate(caller, value), self.translate(caller, place))
    }

    /// What a byte of the caller is after a leaf of the callee: what the leaf wrote there, or unchanged.
    fn after(
        &mut self,
        callee: InstanceId,
        (before, place): (TermId, TermId),
        writes: &[Write],
    ) -> TermId {
        let mut value = before;
        for write in writes {
            let written = self.address(callee, write.cell);
            let hit = self.pool.eq(written, place);
            if self.pool.as_bool(hit) == Some(false) {
                continue;
            }
            let new = self.translate(callee, write.value);
            value = self.pool.ite(hit, new, value);
        }
        value
    }

    /// The address of a cell, as it is in an instance.
    fn address(&mut self, instance: InstanceId, cell: Cell) -> TermId {
        let image = self.material.image;
        let width = image.program.target.pointer_bits;
        match cell.root {
            Root::Pointer(pointer) => {
                let pointer = self.translate(instance, pointer);
                let offset = self.pool.bits(width, cell.offset as u64);
                self.pool.add(pointer, offset)
            }
            Root::Global(global) => {
                let address = image.global_address(global).wrapping_add(cell.offset as u64);
                self.pool.bits(width, address)
            }
            Root::Own => self.pool.bits(width, cell.offset as u64),
        }
    }

    /// Does an instance return? Only to be asked when it is known whose results are used.
    fn returns(&mut self, instance: InstanceId) -> TermId {
        if let Some(known) = self.instances[instance.0].returns {
            return known;
        }
        let function = self.instances[instance.0].tree.function;
        // Whether a callee returns is known before its caller asks, as nothing calls itself.
        let needed: Vec<NodeId> = self.instances[instance.0].needed.iter().copied().collect();
        let mut inner: FxHashMap<NodeId, TermId> = FxHashMap::default();
        for node in needed {
            let callee = self.callee(instance, node);
            inner.insert(node, self.returns(callee));
        }
        let returns = self.fold(
            instance,
            |composer, node, rest| match inner.get(&node) {
                Some(&returned) => composer.pool.and(returned, rest),
                None => rest,
            },
            |composer, at, end| match end {
                Node::Leaf(Leaf::Return { .. }) => composer.pool.bool(true),
                Node::Leaf(_) => composer.pool.bool(false),
                _ => composer.guard(function, at),
            },
        );
        self.instances[instance.0].returns = Some(returns);
        returns
    }

    /// A dangling node: a way that may exist.
    fn guard(&mut self, function: FuncId, node: NodeId) -> TermId {
        if self.policy == Guards::None {
            return self.pool.bool(false);
        }
        let name = format!("G.{}.{node:?}", function.index());
        let guard = self.pool.symbol(&name, Sort::Bool);
        self.guards.insert((function, node), guard);
        guard
    }

    /// At most so many guards are true.
    fn few_guards(&mut self, most: u32) -> TermId {
        let width = usize::BITS - self.guards.len().leading_zeros() + 1;
        let mut counts: Vec<TermId> = self.guards.values().copied().collect();
        for guard in &mut counts {
            let (one, none) = (self.pool.bits(width, 1), self.pool.bits(width, 0));
            *guard = self.pool.ite(*guard, one, none);
        }
        while counts.len() > 1 {
            counts = counts
                .chunks(2)
                .map(|pair| match *pair {
                    [a, b] => self.pool.add(a, b),
                    _ => pair[0],
                })
                .collect();
        }
        match counts.first() {
            None => self.pool.bool(true),
            Some(&count) => {
                let most = self.pool.bits(width, most.into());
                self.pool.ule(count, most)
            }
        }
    }
}
