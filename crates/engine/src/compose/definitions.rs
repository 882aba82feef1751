//! Definitions: what an instance of a tree gives to its caller, and whether it returns at all.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smt::{Sort, TermId};

use super::auxiliary::Auxiliary;
use super::composer::{CallOutput, Composer};
use super::instance::InstanceId;
use crate::summary::cell::{Cell, Root, Write};
use crate::summary::shape::{SHAPE_BITS, ShapeId};
use crate::summary::tree::{Leaf, Node, NodeId, TreeId};

impl<'t> Composer<'_, 't> {
    /// The nodes of an instance that inputs can get to, parents first.
    pub(super) fn live(&mut self, instance: InstanceId) -> Rc<[NodeId]> {
        if let Some(live) = &self.at(instance).live {
            return live.clone();
        }
        let tree = self.tree(instance);
        let mut live = Vec::new();
        let mut next = vec![NodeId::ROOT];
        while let Some(at) = next.pop() {
            match tree.node(at) {
                Node::Decision(decision) => {
                    let condition = self.condition(instance, at, decision);
                    match self.pool.as_bool(condition) {
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
            live.push(at);
        }
        let live: Rc<[_]> = live.into();
        self.at(instance).live = Some(live.clone());
        live
    }

    /// One value for every way through an instance, made of values for its ends. Where an end has none, no path will
    /// see it.
    fn fold(
        &mut self,
        instance: InstanceId,
        at_call: impl Fn(&mut Self, NodeId, TermId) -> TermId,
        mut at_end: impl FnMut(&mut Self, NodeId, &'t Node) -> Option<TermId>,
    ) -> Option<TermId> {
        let tree = self.tree(instance);
        let live = self.live(instance);
        let mut values: FxHashMap<NodeId, Option<TermId>> = FxHashMap::default();
        for &at in live.iter().rev() {
            let value = match tree.node(at) {
                Node::Decision(decision) => {
                    let condition = self.condition(instance, at, decision);
                    match self.pool.as_bool(condition) {
                        Some(true) => values[&decision.holds],
                        Some(false) => values[&decision.fails],
                        None => match [decision.holds, decision.fails].map(|side| values[&side]) {
                            [Some(holds), Some(fails)] => {
                                Some(self.pool.ite(condition, holds, fails))
                            }
                            [one, other] => one.or(other),
                        },
                    }
                }
                Node::Call(call) => values[&call.next].map(|rest| at_call(self, at, rest)),
                end => at_end(self, at, end),
            };
            values.insert(at, value);
        }
        values[&NodeId::ROOT]
    }

    /// What a call gives to its caller.
    pub(super) fn output(
        &mut self,
        caller: InstanceId,
        call: NodeId,
        output: CallOutput,
    ) -> TermId {
        self.need(caller, call);
        let before = match output {
            CallOutput::Cell(cell) | CallOutput::Defined(cell) => {
                Some(self.before(caller, call, cell))
            }
            CallOutput::Value(_) | CallOutput::Shape => None,
        };
        let mut given = None;
        for callee in self.callees(caller, call).iter().rev() {
            let value = match (output, before) {
                (CallOutput::Cell(cell), Some(before)) => self.cell(callee.instance, cell, before),
                (CallOutput::Defined(cell), Some(before)) => {
                    self.defined(callee.instance, cell, before.1)
                }
                (CallOutput::Value(index), _) => self.value(callee.instance, index),
                (CallOutput::Shape, _) => self.shape(callee.instance),
                (CallOutput::Cell(_) | CallOutput::Defined(_), None) => {
                    unreachable!("a cell was something before")
                }
            };
            given = Some(match given {
                None => value,
                Some(rest) => self.pool.ite(callee.when, value, rest),
            });
        }
        let given = given.expect("a call enters something");
        self.choices.rewrite(self.pool, given)
    }

    /// What an instance returns.
    fn value(&mut self, instance: InstanceId, index: u32) -> TermId {
        if let Some(&known) = self.at(instance).values.get(&index) {
            return known;
        }
        let function = self.at(instance).of.function;
        let returns = &self.material.image.program.function(function).signature.returns;
        let width = returns[index as usize].bits();
        let value = self.fold(
            instance,
            |_, _, rest| rest,
            |composer, at, end| match end {
                Node::Leaf(Leaf::Return { values, .. }) => {
                    Some(composer.translate(instance, values[index as usize]))
                }
                Node::Leaf(_) => None,
                _ => composer.any(instance, at, &index.to_string(), width),
            },
        );
        let value = value.unwrap_or_else(|| self.pool.bits(width, 0));
        let value = self.choices.rewrite(self.pool, value);
        self.at(instance).values.insert(index, value);
        value
    }

    /// The class of ends that an instance comes to. A path that is not explored yet may come to any.
    fn shape(&mut self, instance: InstanceId) -> TermId {
        let shape = self.fold(
            instance,
            |_, _, rest| rest,
            |composer, at, end| match end {
                Node::Leaf(Leaf::Return { shape, .. }) => Some(shape.id.term(composer.pool)),
                Node::Leaf(_) => None,
                _ => composer.any(instance, at, "shape", SHAPE_BITS),
            },
        );
        shape.unwrap_or_else(|| ShapeId::default().term(self.pool))
    }

    /// What a cell of the caller is when an instance has returned.
    fn cell(&mut self, instance: InstanceId, cell: Cell, before: (TermId, TermId)) -> TermId {
        let after = self.fold(
            instance,
            |_, _, rest| rest,
            |composer, at, end| match end {
                Node::Leaf(Leaf::Return { writes, .. }) => {
                    Some(composer.after(instance, before, writes))
                }
                Node::Leaf(_) => None,
                _ => composer.any(instance, at, &format!("{cell:?}"), 8),
            },
        );
        after.unwrap_or(before.0)
    }

    /// Has an instance written a cell of the caller, which is at that place?
    fn defined(&mut self, instance: InstanceId, cell: Cell, place: TermId) -> TermId {
        let after = self.fold(
            instance,
            |_, _, rest| rest,
            |composer, at, end| match end {
                Node::Leaf(Leaf::Return { writes, .. }) => {
                    Some(composer.written(instance, place, writes))
                }
                Node::Leaf(_) => None,
                _ => composer.any(instance, at, &format!("defined.{cell:?}"), 1),
            },
        );
        after.unwrap_or_else(|| self.pool.bits(1, 0))
    }

    /// Does a leaf of the callee write a byte of the caller?
    fn written(&mut self, callee: InstanceId, place: TermId, writes: &[Write]) -> TermId {
        let mut hits = Vec::new();
        for write in writes {
            let written = self.address(callee, write.cell);
            hits.push(self.pool.eq(written, place));
        }
        let hit = self.pool.or_all(&hits);
        let [yes, no] = [1, 0].map(|bit| self.pool.bits(1, bit));
        self.pool.ite(hit, yes, no)
    }

    /// What a path that is not explored yet gives, if there may be one.
    fn any(&mut self, instance: InstanceId, at: NodeId, what: &str, width: u32) -> Option<TermId> {
        let of = self.at(instance).of;
        // A path leads through one of them at most.
        let any = Auxiliary::Any { instance: instance.0, what };
        self.may_go_on(of, at).then(|| any.variable(self.pool, Sort::Bits(width)))
    }

    /// What a cell of the caller is before a call, and its address.
    fn before(&mut self, caller: InstanceId, call: NodeId, cell: Cell) -> (TermId, TermId) {
        let node = self.call(caller, call);
        let args: Rc<[TermId]> = node.args.as_slice().into();
        let (value, place) = self.reader(caller, call, &args).before(cell);
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
            Root::Frame => {
                let start = self.tree(instance).frame(image.memory.layout()).start;
                self.pool.bits(width, start.wrapping_add(cell.offset as u64))
            }
        }
    }

    /// Does a call return? Only to be asked when it is known whose results are used.
    pub(super) fn call_returns(&mut self, caller: InstanceId, call: NodeId) -> TermId {
        let mut any = Vec::new();
        for callee in &*self.callees(caller, call) {
            let returns = self.returns(callee.instance);
            any.push(self.pool.and(callee.when, returns));
        }
        self.pool.or_all(&any)
    }

    /// Does an instance return?
    fn returns(&mut self, instance: InstanceId) -> TermId {
        let needs = self.instances.needs;
        if let Some((_, known)) = self.at(instance).returns.filter(|then| then.0 == needs) {
            return known;
        }
        let of = self.at(instance).of;
        // Whether a callee returns is known before its caller asks, as nothing calls itself.
        let needed: Vec<NodeId> = self.at(instance).needed.iter().copied().collect();
        let mut inner: FxHashMap<NodeId, TermId> = FxHashMap::default();
        for node in needed {
            inner.insert(node, self.call_returns(instance, node));
        }
        let returns = self.fold(
            instance,
            |composer, node, rest| match inner.get(&node) {
                Some(&returned) => composer.pool.and(returned, rest),
                None => rest,
            },
            |composer, at, end| match end {
                Node::Leaf(Leaf::Return { .. }) => Some(composer.pool.bool(true)),
                Node::Leaf(_) => Some(composer.pool.bool(false)),
                _ => Some(composer.guard(of, at)),
            },
        );
        let returns = returns.expect("every end says something");
        self.at(instance).returns = Some((needs, returns));
        returns
    }

    /// May a path lead through a dangling node?
    pub(super) fn may_go_on(&self, of: TreeId, node: NodeId) -> bool {
        self.allowed.step.goes_on() && !(self.material.is_impossible)((of, node))
    }

    /// A dangling node: a way that may exist.
    fn guard(&mut self, of: TreeId, node: NodeId) -> TermId {
        if !self.may_go_on(of, node) {
            return self.pool.bool(false);
        }
        let guard = Auxiliary::Guard(of, node).variable(self.pool, Sort::Bool);
        self.remarks.guards.insert((of, node), guard);
        guard
    }
}
