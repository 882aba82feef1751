//! The other encoding of an interprocedural path constraint: the 2008 paper's axioms, given to the solver as they are.
//!
//! What a call gives to its caller is a function of what it is given, which means nothing by itself. Its definition
//! predicate `D` says, for all inputs, what it is: `D(inputs) <=> ` one nested if-then-else over the callee's tree, which at
//! a leaf has "the function of the inputs is what the leaf returns", at the end of the program false, and at a dangling
//! node its guard. `D` is asked for where a result is used, and where a call is known not to return always. The
//! calling-context predicate `C` says, for all inputs, whether some known call gives them to the function. Its existential
//! quantifier over the caller's inputs is gone by skolemisation, as the paper has it: they are functions of the callee's.
//!
//! This is for comparison, and the oracle for the other encoding: nothing is folded here before the solver sees it.

mod contexts;

use std::collections::BTreeSet;
use std::ptr;
use std::rc::Rc;

use ir::FuncId;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Definition, Sort, SymbolId, TermId, TermPool};

use super::auxiliary::Auxiliary;
use super::constraint::{Constraint, DanglingPolicy, Material, NodeRef, Remarks};
use crate::compose::reader::{CallReader, HavocSymbols, Imprecision, ReadCache};
use crate::summary::cell::{Cell, FunctionInput, Root, Write};
use crate::summary::inputs::Inputs;
use crate::summary::shape::SHAPE_BITS;
use crate::summary::tree::{CallNode, Leaf, Node, NodeId, Side, Tree, TreeId};

/// What functions mean, from one constraint to the next. A function's name says what its definition is, so it has only
/// one.
#[derive(Default)]
pub(crate) struct Definitions {
    of: FxHashMap<SymbolId, Definition>,
}

impl Definitions {
    /// The definitions of all functions in a condition, and of those in these.
    pub(crate) fn behind(&self, pool: &mut TermPool, condition: TermId) -> Vec<Definition> {
        let mut found = Vec::new();
        let mut seen: FxHashSet<SymbolId> = FxHashSet::default();
        let mut pending = vec![condition];
        while let Some(term) = pending.pop() {
            for &symbol in pool.free_symbols(term).iter() {
                let definition = self.of.get(&symbol).filter(|_| seen.insert(symbol));
                found.extend(definition);
                pending.extend(definition.map(|definition| definition.body));
            }
        }
        found
    }
}

/// The interprocedural path constraint of a node, made of functions that get their definitions.
pub(crate) fn constraint(
    (pool, inputs): (&mut TermPool, &mut Inputs),
    definitions: &mut Definitions,
    material: &Material<'_>,
    (target, step): (NodeRef, DanglingPolicy),
) -> Constraint {
    let mut axioms = Axioms {
        pool,
        inputs,
        material,
        step,
        summaries: FxHashMap::default(),
        given: FxHashMap::default(),
        definitions,
        remarks: Remarks::default(),
        ending: material.trees.ending(),
        reads: Reads::default(),
    };
    let mut all = axioms.localpc(target.0, target.1);
    all.extend(axioms.calling_context(target.0, &all));
    let condition = axioms.pool.and_all(&all);
    let unsure = axioms.imprecision(condition);
    Constraint {
        condition,
        guards: axioms.remarks.guards.into_iter().collect(),
        unsure,
        is_blurred: false,
        functions: material.concerned(&axioms.remarks.functions),
        is_cut_off: material.patience.was_over(),
    }
}

/// What is asked of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum PredicateOutput {
    /// Does it return?
    Return,
    /// What does it return?
    Value(u32),
    /// What is a byte of memory afterwards, of which it is said where it is and what it was?
    Byte,
    /// Has it written a byte of memory, of which it is said where it is?
    Defined,
    /// Which class of ends did it come to?
    Shape,
}

/// A function and its definition predicate.
struct FunctionPredicate {
    predicate: SymbolId,
    /// What the output is; for [`PredicateOutput::Return`] there is nothing but the predicate.
    result: Option<SymbolId>,
    /// The callee's inputs that both are functions of.
    inputs: Vec<SymbolId>,
    /// Are they functions of the moment of the call, too?
    has_moment: bool,
}

/// A term of a tree with its calls' results as applications, and the definition predicates of these.
#[derive(Clone)]
struct AppliedTerm {
    term: TermId,
    defined: Rc<[TermId]>,
}

/// A byte of the caller: what it was before a call, and where it is.
#[derive(Clone, Copy)]
struct CallerByte {
    before: TermId,
    place: TermId,
}

struct Axioms<'a, 't> {
    pool: &'a mut TermPool,
    inputs: &'a mut Inputs,
    material: &'t Material<'t>,
    step: DanglingPolicy,
    summaries: FxHashMap<(TreeId, PredicateOutput), Rc<FunctionPredicate>>,
    /// What the symbols of a call's results are in their tree.
    given: FxHashMap<SymbolId, AppliedTerm>,
    definitions: &'a mut Definitions,
    remarks: Remarks,
    /// Functions that don't always return, by what is known.
    ending: FxHashSet<TreeId>,
    reads: Reads,
}

/// What was read of callers' memory.
#[derive(Default)]
struct Reads {
    /// Havoc symbols, for what a caller can't say.
    unknown: HavocSymbols,
    /// All the rest, by call.
    known: FxHashMap<*const CallNode, ReadCache>,
}

impl<'t> Axioms<'_, 't> {
    fn tree(&self, of: TreeId) -> &'t Tree {
        self.material.trees.get(of).expect("a call has entered its callee")
    }

    /// What has to hold on the way to a node, in terms of its function's inputs.
    fn localpc(&mut self, of: TreeId, to: NodeId) -> Vec<TermId> {
        let tree = self.tree(of);
        let mut all = Vec::new();
        for (node, side) in tree.way(to) {
            match (tree.node(node), side) {
                (Node::Decision(decision), Side::Holds | Side::Fails) => {
                    let condition = self.translate(tree, decision.condition);
                    all.extend(&*condition.defined);
                    let negate = side == Side::Fails;
                    all.push(if negate { self.pool.not(condition.term) } else { condition.term });
                }
                (Node::Call(call), Side::Returned) => {
                    self.remarks.functions.insert(call.callee);
                    all.extend(self.returned(tree, node, call));
                }
                _ => unreachable!("only decisions and calls have nodes below them"),
            }
        }
        all
    }

    /// A path goes through a call, which may be known to end the program in some cases.
    fn returned(&mut self, tree: &'t Tree, node: NodeId, call: &'t CallNode) -> Vec<TermId> {
        match self.ending.contains(&call.callee) {
            true => self.apply(tree, node, call, PredicateOutput::Return, None).defined.to_vec(),
            false => Vec::new(),
        }
    }

    /// A term over a tree's inputs, in which results of calls become what they are.
    fn translate(&mut self, tree: &'t Tree, term: TermId) -> AppliedTerm {
        let mut replacements = FxHashMap::default();
        let mut defined = Vec::new();
        for &symbol in self.pool.free_symbols(term).iter() {
            if let Some(given) = self.given(tree, symbol) {
                replacements.insert(self.pool.variable(symbol), given.term);
                defined.extend(given.defined.iter().copied());
            }
        }
        defined.sort_unstable();
        defined.dedup();
        let term = self.pool.substitute(term, &replacements);
        AppliedTerm { term, defined: defined.into() }
    }

    /// What a symbol of a tree is, if it is the result of a call.
    fn given(&mut self, tree: &'t Tree, symbol: SymbolId) -> Option<AppliedTerm> {
        if let Some(known) = self.given.get(&symbol) {
            return Some(known.clone());
        }
        let (at, output, cell) = match self.inputs.meaning(tree.id, symbol)? {
            FunctionInput::Result { call, index } => (call, PredicateOutput::Value(index), None),
            FunctionInput::After { call, cell } => (call, PredicateOutput::Byte, Some(cell)),
            FunctionInput::DefinedAfter { call, cell } => {
                (call, PredicateOutput::Defined, Some(cell))
            }
            FunctionInput::Shape { call } => (call, PredicateOutput::Shape, None),
            _ => return None,
        };
        let Node::Call(call) = tree.node(at) else { unreachable!("only calls have results") };
        let given = self.apply(tree, at, call, output, cell);
        self.given.insert(symbol, given.clone());
        Some(given)
    }

    /// What a call gives, as the application of a function to what it is given.
    fn apply(
        &mut self,
        tree: &'t Tree,
        at: NodeId,
        call: &'t CallNode,
        output: PredicateOutput,
        cell: Option<Cell>,
    ) -> AppliedTerm {
        let summary = self.summary(call.callee, output);
        let mut given: Vec<AppliedTerm> = Vec::new();
        for &symbol in &summary.inputs {
            let input = self.inputs.meaning(call.callee, symbol).expect("an input has a meaning");
            given.push(self.bind(tree, call, input));
        }
        if let Some(cell) = cell {
            let (before, place) = self.reader(tree, call).before(cell);
            given.extend([before, place].map(|term| self.translate(tree, term)));
        }
        let mut args: Vec<TermId> = given.iter().map(|given| given.term).collect();
        if summary.has_moment {
            args.push(self.moment_of(tree.id, at));
        }
        let mut defined: Vec<TermId> =
            given.iter().flat_map(|given| given.defined.iter().copied()).collect();
        let predicate = self.pool.apply(summary.predicate, &args);
        defined.push(predicate);
        let term = summary.result.map_or(predicate, |result| self.pool.apply(result, &args));
        AppliedTerm { term, defined: defined.into() }
    }

    /// What an input of a callee is in its caller.
    fn bind(&mut self, tree: &'t Tree, call: &'t CallNode, input: FunctionInput) -> AppliedTerm {
        let term = self.reader(tree, call).bind(input);
        self.translate(tree, term)
    }

    fn reader<'r>(&'r mut self, caller: &'r Tree, call: &'r CallNode) -> CallReader<'r> {
        let Axioms { pool, inputs, material, reads: Reads { unknown, known }, .. } = self;
        let known = known.entry(ptr::from_ref(call)).or_default();
        CallReader { pool, inputs, material, caller, call, args: &call.args, unknown, known }
    }

    /// The cause of the imprecision, if there is a havoc symbol in what the solver is told.
    fn imprecision(&mut self, condition: TermId) -> Option<Imprecision> {
        if self.reads.unknown.is_empty() {
            return None;
        }
        let definitions = self.definitions.behind(self.pool, condition);
        let mut all = definitions.iter().map(|definition| definition.body).chain([condition]);
        all.find_map(|term| {
            let symbols = self.pool.free_symbols(term);
            symbols.iter().find_map(|symbol| self.reads.unknown.get(symbol)).copied()
        })
    }

    /// The function that an output is, which is defined if it is new.
    fn summary(&mut self, of: TreeId, output: PredicateOutput) -> Rc<FunctionPredicate> {
        if let Some(known) = self.summaries.get(&(of, output)) {
            return known.clone();
        }
        let tree = self.tree(of);
        let width = self.width(of.function, output);
        let result = width.map(|width| Auxiliary::Result.variable(self.pool, Sort::Bits(width)));
        let is_byte = matches!(output, PredicateOutput::Byte | PredicateOutput::Defined);
        let byte = is_byte.then(|| self.byte());
        let body = self.body(tree, output, result, byte);
        let inputs = self.inputs(tree, body);
        let has_moment = self.has_moment(of.function);
        let mut variables: Vec<TermId> =
            inputs.iter().map(|&symbol| self.pool.variable(symbol)).collect();
        variables.extend(byte.iter().flat_map(|byte| [byte.before, byte.place]));
        if has_moment {
            variables.push(self.moment(of));
        }
        let name = format!("{of}.{output:?}.{body:?}");
        let predicate = self.declare(&format!("D.{name}"), &variables, Sort::Bool);
        let function_of = |axioms: &mut Self, width| {
            axioms.declare(&format!("f.{name}"), &variables, Sort::Bits(width))
        };
        let result_of = width.map(|width| function_of(self, width));
        let applied = result_of.map(|function| self.pool.apply(function, &variables));
        let replacements = result.into_iter().zip(applied).collect();
        let body = self.pool.substitute(body, &replacements);
        self.define(predicate, &variables, body);
        let summary =
            Rc::new(FunctionPredicate { predicate, result: result_of, inputs, has_moment });
        self.summaries.insert((of, output), summary.clone());
        summary
    }

    /// How many bits an output has.
    fn width(&self, function: FuncId, output: PredicateOutput) -> Option<u32> {
        let returns = &self.material.image.program.function(function).signature.returns;
        match output {
            PredicateOutput::Return => None,
            PredicateOutput::Value(index) => Some(returns[index as usize].bits()),
            PredicateOutput::Byte => Some(8),
            PredicateOutput::Defined => Some(1),
            PredicateOutput::Shape => Some(SHAPE_BITS),
        }
    }

    /// The variables for a byte of a caller.
    fn byte(&mut self) -> CallerByte {
        let width = self.material.image.program.target.pointer_bits;
        let before = Auxiliary::Before.variable(self.pool, Sort::Bits(8));
        let place = Auxiliary::Place.variable(self.pool, Sort::Bits(width));
        CallerByte { before, place }
    }

    /// The right side of a definition: is it so on the path that the inputs take?
    fn body(
        &mut self,
        tree: &'t Tree,
        output: PredicateOutput,
        result: Option<TermId>,
        byte: Option<CallerByte>,
    ) -> TermId {
        let mut values: FxHashMap<NodeId, TermId> = FxHashMap::default();
        for at in parents_first(tree).into_iter().rev() {
            let all = match tree.node(at) {
                Node::Decision(decision) => {
                    let condition = self.translate(tree, decision.condition);
                    let (holds, fails) = (values[&decision.holds], values[&decision.fails]);
                    let rest = self.pool.ite(condition.term, holds, fails);
                    [&*condition.defined, &[rest]].concat()
                }
                Node::Call(call) => {
                    let mut all = self.returned(tree, at, call);
                    all.push(values[&call.next]);
                    all
                }
                Node::Leaf(leaf @ Leaf::Return { .. }) => {
                    let value = self.output(tree, (output, byte), leaf);
                    self.is_result(result, value)
                }
                Node::Leaf(Leaf::End(_)) => vec![self.pool.bool(false)],
                Node::Dangling => vec![self.guard(tree.id, at)],
            };
            values.insert(at, self.pool.and_all(&all));
        }
        values[&NodeId::ROOT]
    }

    /// What is asked for, where a path ends so.
    fn output(
        &mut self,
        tree: &'t Tree,
        (output, byte): (PredicateOutput, Option<CallerByte>),
        leaf: &Leaf,
    ) -> Option<AppliedTerm> {
        let Leaf::Return { values, writes, shape } = leaf else { return None };
        match (output, byte) {
            (PredicateOutput::Value(index), _) => {
                Some(self.translate(tree, values[index as usize]))
            }
            (PredicateOutput::Byte, Some(byte)) => Some(self.after(tree, byte, writes)),
            (PredicateOutput::Defined, Some(byte)) => Some(self.written(tree, byte, writes)),
            (PredicateOutput::Shape, _) => {
                let term = shape.id.term(self.pool);
                Some(AppliedTerm { term, defined: Rc::default() })
            }
            _ => None,
        }
    }

    /// The output is this.
    fn is_result(&mut self, result: Option<TermId>, value: Option<AppliedTerm>) -> Vec<TermId> {
        let (Some(result), Some(value)) = (result, value) else { return Vec::new() };
        let equal = self.pool.eq(result, value.term);
        [&*value.defined, &[equal]].concat()
    }

    /// What a byte of the caller is after a leaf of the callee: what the leaf wrote there, or unchanged.
    fn after(&mut self, tree: &'t Tree, byte: CallerByte, writes: &[Write]) -> AppliedTerm {
        let mut value = byte.before;
        let mut defined = Vec::new();
        for write in writes {
            let written = self.address(tree, write.cell);
            let new = self.translate(tree, write.value);
            let hit = self.pool.eq(written.term, byte.place);
            value = self.pool.ite(hit, new.term, value);
            defined.extend(&*written.defined);
            // What is written elsewhere is not asked for, nor the calls that it comes from.
            let is_defined = self.pool.and_all(&new.defined);
            let missed = self.pool.not(hit);
            defined.push(self.pool.or(missed, is_defined));
        }
        AppliedTerm { term: value, defined: defined.into() }
    }

    /// Does a leaf of the callee write a byte of the caller?
    fn written(&mut self, tree: &'t Tree, byte: CallerByte, writes: &[Write]) -> AppliedTerm {
        let mut hits = Vec::new();
        let mut defined = Vec::new();
        for write in writes {
            let written = self.address(tree, write.cell);
            hits.push(self.pool.eq(written.term, byte.place));
            defined.extend(&*written.defined);
        }
        let hit = self.pool.or_all(&hits);
        let [yes, no] = [1, 0].map(|bit| self.pool.bits(1, bit));
        AppliedTerm { term: self.pool.ite(hit, yes, no), defined: defined.into() }
    }

    /// The address of a cell of the callee.
    fn address(&mut self, tree: &'t Tree, cell: Cell) -> AppliedTerm {
        let image = self.material.image;
        let width = image.program.target.pointer_bits;
        let offset = self.pool.bits(width, cell.offset as u64);
        let term = match cell.root {
            Root::Pointer(pointer) => self.pool.add(pointer, offset),
            Root::Global(global) => {
                let address = image.global_address(global).wrapping_add(cell.offset as u64);
                self.pool.bits(width, address)
            }
            Root::Frame => {
                let start = tree.frame(image.memory.layout()).start;
                self.pool.bits(width, start.wrapping_add(cell.offset as u64))
            }
        };
        self.translate(tree, term)
    }

    /// A dangling node: a way that may exist.
    fn guard(&mut self, of: TreeId, node: NodeId) -> TermId {
        if !self.step.goes_on() || (self.material.is_impossible)((of, node)) {
            return self.pool.bool(false);
        }
        let guard = Auxiliary::Guard(of, node).variable(self.pool, Sort::Bool);
        self.remarks.guards.insert((of, node), guard);
        guard
    }

    /// The inputs of a function that a definition is about: those that it mentions, and every parameter, as what
    /// is not explored yet may depend on them.
    fn inputs(&mut self, tree: &Tree, body: TermId) -> Vec<SymbolId> {
        let mut inputs = self.own_inputs(tree, body);
        let signature = &self.material.image.program.function(tree.id.function).signature;
        for (index, ty) in signature.params.iter().enumerate() {
            let param = FunctionInput::Param(index as u32);
            let param = self.inputs.symbol(self.pool, tree, param, ty.bits());
            inputs.extend(self.pool.free_symbols(param).iter());
        }
        inputs.into_iter().collect()
    }

    /// The inputs of a function in a term.
    fn own_inputs(&mut self, tree: &Tree, term: TermId) -> BTreeSet<SymbolId> {
        let symbols = self.pool.free_symbols(term);
        let is_own = |symbol: &SymbolId| self.inputs.meaning(tree.id, *symbol).is_some();
        symbols.iter().copied().filter(is_own).collect()
    }

    /// Beyond its dangling nodes, a function may read memory that no run has seen it read. So two calls with the same known
    /// inputs may still be different; what makes them so is the moment.
    fn has_moment(&self, function: FuncId) -> bool {
        self.step.goes_on() && self.material.effects.get(function).reads.is_some()
    }

    /// The moment at which a function runs.
    fn moment(&mut self, of: TreeId) -> TermId {
        Auxiliary::Moment(of).variable(self.pool, Sort::Bits(32))
    }

    /// The moment at which a call runs.
    fn moment_of(&mut self, caller: TreeId, at: NodeId) -> TermId {
        let moment = self.moment(caller);
        let name = format!("moment.{caller}.{at:?}");
        let function = self.declare(&name, &[moment], Sort::Bits(32));
        self.pool.apply(function, &[moment])
    }

    /// Says what a function of variables is.
    fn define(&mut self, function: SymbolId, variables: &[TermId], body: TermId) {
        let head = self.pool.apply(function, variables);
        self.definitions.of.insert(function, Definition { head, body });
    }

    /// A function of variables. It has their sorts in its name: when a tree has grown, it may have more.
    fn declare(&mut self, name: &str, variables: &[TermId], sort: Sort) -> SymbolId {
        let sorts: Vec<Sort> = variables.iter().map(|&term| self.pool.sort(term)).collect();
        let signature: Vec<String> = sorts.iter().map(Sort::to_string).collect();
        self.pool.function(&format!("{name}({})", signature.join(",")), &sorts, sort)
    }
}

/// All nodes of a tree.
fn parents_first(tree: &Tree) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut next = vec![NodeId::ROOT];
    while let Some(at) = next.pop() {
        found.push(at);
        match tree.node(at) {
            Node::Decision(decision) => next.extend([decision.holds, decision.fails]),
            Node::Call(call) => next.push(call.next),
            Node::Leaf(_) | Node::Dangling => {}
        }
    }
    found
}
