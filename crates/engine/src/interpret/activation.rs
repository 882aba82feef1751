//! Activations: a function's own view of a run, over its own inputs, while its tree grows.
//!
//! When a function is entered as one of its own, its parameters become symbols, its memory a layer over the
//! caller's, and the path and model are put aside. What it reads and hasn't written becomes a symbol when it
//! is first read (`crate::pointer::cell`). When it returns, the caller goes on with symbols for the results and for
//! every byte that the callee may have written. Each tree has a part of the stack to itself, so that addresses of its
//! function's locals are the same in every context.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use ir::{Call, FuncId, GlobalId, Operand, ProgramPoint};
use rustc_hash::FxHashSet;
use smt::{Model, TermId, TermPool};

use crate::machine::access;
use crate::machine::context::{ActivationView, Stop};
use crate::machine::object;
use crate::machine::recorder::Composition;
use crate::machine::run_log::RunLog;
use crate::machine::{Flow, Interpreter};
use crate::memory::{Byte, Layout, Memory, ZoneKind};
use crate::pointer;
use crate::pointer::cell::{ActivationScope, parts, set};
use crate::pointer::choice::Settled;
use crate::state::activation::{Activation, Suspended, WrittenObject};
use crate::state::{Pointed, State};
use crate::summary::cell::{Cell, FunctionInput, Root, Write};
use crate::summary::tree::{CallNode, Leaf, Node, NodeId, Side, TreeId};
use crate::value::Value;

/// Larger objects that a callee may write are not worth a symbol for each byte.
pub(super) const LARGEST_WRITTEN: u64 = 1 << 10;

/// Why a call isn't composed, or not yet.
pub(super) enum NotNow {
    /// Something is to be decided first, or is wrong.
    Stop(Stop),
    /// It never is.
    Refused(&'static str),
}

impl From<Stop> for NotNow {
    fn from(stop: Stop) -> NotNow {
        NotNow::Stop(stop)
    }
}

impl Interpreter<'_, '_> {
    /// Enters a function as one of its own, if that can be.
    pub(crate) fn begin_activation(
        &mut self,
        state: &mut State,
        callee: FuncId,
        call: &Call,
    ) -> Result<Option<Flow>, Stop> {
        let is_outside = state.given.tested.assuming.is_some();
        if is_outside || !self.log.recording.composes() || self.maker(state, Some(callee)).is_some()
        {
            return Ok(None);
        }
        let mut args: Vec<Value> = call.args.iter().map(|&arg| self.value(state, arg)).collect();
        let RunLog { recording, trees, .. } = &mut *self.log;
        let Some(recorder) = recording.recorder_mut() else { return Ok(None) };
        let is_constant = args.iter().all(|&arg| self.shades.term(arg).is_none());
        let (layout, trees) = (state.memory.layout(), &*trees);
        let has_room = |tree| trees.get(tree).is_some() || trees.has_room(layout);
        let tree = match recorder.composition(callee, is_constant, &has_room) {
            Composition::Inline | Composition::Concrete => return Ok(None),
            Composition::Formula(tree) => tree,
        };
        let params = self.image.program.function(callee).signature.params.len();
        if args.len() != params || args.iter().any(|&arg| self.shades.undef(arg) != 0) {
            return Ok(Some(self.refuse(callee, "it is given undefined values")));
        }
        self.settle_args(state, callee, &mut args)?;
        let written = match self.written_objects(state, callee, &args) {
            Ok(written) => written,
            Err(NotNow::Stop(stop)) => return Err(stop),
            Err(NotNow::Refused(why)) => {
                self.recorder().forget_caller();
                return Ok(Some(self.refuse(callee, why)));
            }
        };
        let terms: Vec<TermId> = self.arg_terms(callee, &args);
        Ok(Some(match self.call_node(state, tree, terms) {
            Some(node) => self.switch_view(state, tree, &args, node, written),
            None => self.diverge(state),
        }))
    }

    /// Pointers that are a choice between objects are decided before the call.
    fn settle_args(
        &mut self,
        state: &mut State,
        callee: FuncId,
        args: &mut [Value],
    ) -> Result<(), Stop> {
        let pointer = self.image.program.target.pointer_bits;
        let params = &self.image.program.function(callee).signature.params;
        for (arg, ty) in args.iter_mut().zip(params).filter(|(_, ty)| ty.bits() == pointer) {
            let Some(term) = self.shades.term(*arg) else { continue };
            let settled = match self.settle(state, term)? {
                Settled::Null => self.pool.bits(ty.bits(), arg.bits),
                Settled::Pointer(pointer, _) => pointer,
            };
            *arg = match self.pool.as_bits(settled) {
                Some(_) => Value::plain(arg.bits),
                None => self.shades.symbolic(arg.bits, settled),
            };
        }
        Ok(())
    }

    fn arg_terms(&mut self, callee: FuncId, args: &[Value]) -> Vec<TermId> {
        let params = self.image.program.function(callee).signature.params.clone();
        let widths = params.iter().map(|ty| ty.bits());
        args.iter().zip(widths).map(|(&arg, width)| self.term(arg, width)).collect()
    }

    /// What a value is, as a term.
    pub(crate) fn term(&mut self, value: Value, width: u32) -> TermId {
        match self.shades.term(value) {
            Some(term) => term,
            None => self.pool.bits(width, value.bits),
        }
    }

    /// The objects that a call may write.
    fn written_objects(
        &mut self,
        state: &mut State,
        callee: FuncId,
        args: &[Value],
    ) -> Result<Vec<WrittenObject>, NotNow> {
        let effect = self.recorder().effects.get(callee);
        let (reads, writes) = (effect.reads.clone(), effect.writes.clone());
        let mut objects: Vec<WrittenObject> = Vec::new();
        for (index, &arg) in args.iter().enumerate() {
            if self.leads_to_lazy(state, arg) {
                return Err(NotNow::Refused("it is given an input whose length is not decided"));
            }
            if writes.has_param(index) {
                objects.extend(self.written_object(state, arg)?);
            }
        }
        let used = reads.globals().union(writes.globals());
        if used.into_iter().any(|&global| !self.is_defined(state, global)) {
            return Err(NotNow::Refused("it is given memory that is not initialised"));
        }
        objects.extend(writes.globals().iter().map(|&global| self.whole_global(global)));
        if objects.iter().any(|object| object.size > LARGEST_WRITTEN) {
            return Err(NotNow::Refused("it may write too many bytes"));
        }
        // Names of one object in this run are decided to be aliases before it is taken once.
        for object in &objects {
            self.mark_written(state, object.root)?;
        }
        let mut starts = FxHashSet::default();
        objects.retain(|object| starts.insert(object.start));
        Ok(objects)
    }

    /// Does an argument point to an input object whose length is not decided?
    pub(super) fn leads_to_lazy(&self, state: &State, arg: Value) -> bool {
        let object = object::live_extent(self.image, &state.memory, arg.bits);
        let is_there = |pointed: &Pointed| object.is_some_and(|(at, _)| at == pointed.address);
        let mut pointers = state.given.inputs.pointers();
        pointers.any(|(_, input)| input.pointed.as_ref().is_some_and(is_there))
    }

    fn whole_global(&self, global: GlobalId) -> WrittenObject {
        let at = self.image.global_address(global);
        let size = self.image.program.global(global).size;
        WrittenObject { root: Root::Global(global), at, start: at, size }
    }

    /// Are all bytes of a global variable initialised? That they aren't is so rare, as something else must have been
    /// copied there, that no tree has a decision for it.
    fn is_defined(&self, state: &State, global: GlobalId) -> bool {
        let (at, size) =
            (self.image.global_address(global), self.image.program.global(global).size);
        access::check_defined(&state.memory, at, size).is_ok()
    }

    /// The object that an argument points to, if it does. Whether it does, and where, is decided: a pointer that leads
    /// nowhere in this run may lead somewhere in others.
    pub(super) fn written_object(
        &mut self,
        state: &mut State,
        arg: Value,
    ) -> Result<Option<WrittenObject>, Stop> {
        let Some(pointer) = self.shades.term(arg) else {
            return Ok(self.known_object(state, arg.bits));
        };
        let layout = state.memory.layout();
        let (image, State { memory, model, .. }) = (self.image, &*state);
        let is_address = |pool: &TermPool, term: TermId| {
            let now = smt::eval(pool, term, model).as_bits().to_u64();
            now.is_some_and(|now| object::is_address(image, memory, now))
        };
        let root = parts(self.pool, pointer, is_address).root;
        let at = smt::eval(self.pool, root, &state.model).as_bits().to_u64().unwrap_or(0);
        if self.pool.as_bits(root).is_some() {
            return Ok(self.known_object(state, at));
        }
        let is_entry = state.memory.beneath().is_none();
        if self.pool.width(root) < self.image.program.target.pointer_bits
            || (is_entry && !self.comes_from_call(root))
        {
            // No input of the program is a pointer, unless it is told so.
            return Ok(None);
        }
        let in_memory = pointer::in_memory(self.pool, layout, root);
        if !self.scope(state).holds(in_memory)? {
            return Ok(None);
        }
        if is_entry {
            // The entry knows its memory by address.
            self.scope(state).is_now(root)?;
            return Ok(self.known_object(state, at));
        }
        self.object_behind(state, root, at)
    }

    /// The object behind a pointer of a function that knows it by name.
    fn object_behind(
        &mut self,
        state: &mut State,
        root: TermId,
        at: u64,
    ) -> Result<Option<WrittenObject>, Stop> {
        let width = self.pool.width(root);
        let extent = object::live_extent(self.image, &state.memory, at);
        let (start, size) = extent.unwrap_or((0, 0));
        let beneath = state.memory.beneath().cloned();
        let mut scope = self.scope(state);
        scope.input(FunctionInput::Base(root), width, start);
        let length = scope.input(FunctionInput::Size(root), width, size);
        let is_some = scope.pool.is_nonzero(length);
        if !scope.holds(is_some)? {
            return Ok(None);
        }
        // Every byte of it is a symbol afterwards.
        scope.extent_is_now(root)?;
        if let Some(beneath) = beneath {
            scope.know_defined(&beneath, (root, at), (start, size))?;
        }
        Ok(Some(WrittenObject { root: Root::Pointer(root), at, start, size }))
    }

    fn comes_from_call(&mut self, term: TermId) -> bool {
        let tree = self.recorder().activation.tree;
        self.log.inputs.comes_from_call(self.pool, tree, term)
    }

    /// The object at an address, as a function names it that knows it by address.
    fn known_object(&mut self, state: &State, at: u64) -> Option<WrittenObject> {
        let (start, size) = object::live_extent(self.image, &state.memory, at)?;
        let global = match state.memory.layout().zone(at) {
            Some(ZoneKind::Globals) => self.image.global_near(at),
            _ => None,
        };
        let (root, at) = match global {
            Some(global) => (Root::Global(global), self.image.global_address(global)),
            None => (Root::Frame, self.frame(state).start),
        };
        Some(WrittenObject { root, at, start, size })
    }

    /// A callee may write there: if the caller has other names for it, that is decided now.
    pub(super) fn mark_written(&mut self, state: &mut State, root: Root) -> Result<(), Stop> {
        let told_apart = match root {
            Root::Frame => false,
            Root::Global(global) => self.recorder().effects.is_exposed(global),
            Root::Pointer(_) => true,
        };
        if !told_apart || state.memory.beneath().is_none() {
            return Ok(());
        }
        let image = self.image;
        let width = image.program.target.pointer_bits;
        if let Root::Pointer(pointer) = root {
            let now = smt::eval(self.pool, pointer, &state.model).as_bits().to_u64();
            let extent = object::live_extent(image, &state.memory, now.unwrap_or(0));
            let (start, size) = extent.unwrap_or((0, 0));
            let mut scope = self.scope(state);
            scope.input(FunctionInput::Base(pointer), width, start);
            scope.input(FunctionInput::Size(pointer), width, size);
        }
        self.scope(state).split_aliases(root, true, |global| image.global_address(global), width)
    }

    pub(super) fn scope<'s>(&'s mut self, state: &'s mut State) -> ActivationScope<'s> {
        let Interpreter { log, image, pool, .. } = self;
        let RunLog { recording, trees, inputs, .. } = &mut **log;
        let recorder = recording.recorder_mut().expect("only calls that are composed come here");
        let ActivationView { activation, tree, inputs, .. } = recorder.view((trees, inputs), image);
        let State { path, model, .. } = state;
        ActivationScope { pool, path: &mut path.condition, model, activation, tree, inputs }
    }

    /// The call in the caller's tree, made if no run came this way before.
    fn call_node(
        &mut self,
        state: &mut State,
        callee: TreeId,
        args: Vec<TermId>,
    ) -> Option<NodeId> {
        self.recorder().formulas += 1;
        let at = self.place(state);
        let frame = state.frames.last()?;
        let calling =
            ProgramPoint { function: frame.function, pc: frame.pc.saturating_sub(1) as u32 };
        match self.running_tree().node(at) {
            Node::Dangling => {
                let memory = self.call_memory(state, callee.function, at);
                let tree = self.running_tree();
                let next = tree.grow(at, Side::Returned);
                let node = CallNode { callee, args, at: calling, memory, next };
                tree.settle(at, Node::Call(Box::new(node)));
                Some(at)
            }
            Node::Call(known) if known.callee == callee && known.args == args => Some(at),
            _ => None,
        }
    }

    /// Where the running function makes its own memory.
    pub(crate) fn frame(&mut self, state: &State) -> Range<u64> {
        let layout = state.memory.layout();
        self.running_tree().frame(layout)
    }

    /// From the caller's view to the callee's.
    fn switch_view(
        &mut self,
        state: &mut State,
        callee: TreeId,
        args: &[Value],
        call: NodeId,
        written: Vec<WrittenObject>,
    ) -> Flow {
        let signature = self.image.program.function(callee.function).signature.params.clone();
        let mut model = Model::new();
        let mut values = Vec::new();
        for (index, (&arg, ty)) in args.iter().zip(&signature).enumerate() {
            let symbol = self.input(callee, FunctionInput::Param(index as u32), ty.bits());
            set(self.pool, &mut model, symbol, ty.bits(), arg.bits);
            values.push(self.shades.symbolic(arg.bits, symbol));
        }
        let region = self.tree(callee).frame(state.memory.layout());
        let outer = mem::replace(&mut state.memory, Memory::new(self.image.program.target));
        state.memory = Memory::layer(Arc::new(outer));
        let decided = state.path.suspend();
        let model = mem::replace(&mut state.model, Arc::new(model));
        let stack_top = mem::replace(&mut state.stack.top, region.start);
        let frame = state.frames.len();
        let running = &mut self.recorder().activation;
        let activation = mem::replace(running, Activation::new(callee, frame));
        let suspended = Suspended { activation, decided, model, stack_top, call, written };
        running.caller = Some(Box::new(suspended));
        self.enter(state, callee.function, &values)
    }

    /// The stack has grown: is it still in the activation's own part?
    pub(crate) fn check_region(&mut self, state: &mut State) {
        let (layout, top) = (state.memory.layout(), state.stack.top);
        let Some(recorder) = self.log.recording.recorder() else { return };
        let Activation { tree, caller, .. } = &recorder.activation;
        let (tree, has_caller) = (*tree, caller.is_some());
        if has_caller && top > self.tree(tree).frame(layout).end {
            self.recorder().activation.inexact = Some("it needs too much of the stack");
        }
    }

    /// Is the innermost function about to return from an activation of its own?
    pub(crate) fn ends_activation(&self, state: &State) -> bool {
        let frame = state.frames.len().wrapping_sub(1);
        let ends = |it: &Activation| it.frame == frame && it.caller.is_some();
        self.log.recording.recorder().is_some_and(|recorder| ends(&recorder.activation))
    }

    /// Back to the caller's view, with symbols for what the callee did.
    pub(crate) fn end_activation(&mut self, state: &mut State, values: &[Operand]) -> Flow {
        let returned: Vec<Value> = values.iter().map(|&value| self.value(state, value)).collect();
        let callee = self.recorder().activation.tree;
        let (leaf, changed) = match self.return_leaf(state, &returned) {
            Ok(leaf) => leaf,
            Err(why) => return self.refuse(callee.function, why),
        };
        if !self.settle_leaf(state, leaf) {
            return self.diverge(state);
        }
        let shape = self.running_tree().shape_at(state.path.cursor.node());
        self.pop_frame(state);
        let (call, mut written) = self.resume_caller(state);
        let now = self.drop_layer(state, callee);
        // The memory as it was at the call says where pointers of the callee's led.
        let at_call = (!shape.beyond.is_empty()).then(|| state.memory.clone());
        self.deliver(state, call, &returned);
        let mut as_now = self.after_call(state, call, &written, &now);
        let beyond = match self.written_beyond(state, (callee, call), &shape, at_call) {
            Ok(beyond) => beyond,
            Err(end) => return end,
        };
        let is_new = |object: &WrittenObject| written.iter().all(|it| it.start != object.start);
        let beyond: Vec<WrittenObject> = beyond.into_iter().filter(is_new).collect();
        as_now.extend(self.after_call(state, call, &beyond, &now));
        written.extend(beyond);
        let is_foreseen = |at: &u64| written.iter().any(|object| object.addresses().contains(at));
        if !changed.iter().all(is_foreseen) {
            return self.refuse(callee.function, "it writes more than its code says");
        }
        let as_now = self.pool.and_all(&as_now);
        self.decide_as_now(state, as_now).err().unwrap_or(Flow::Next)
    }

    /// The caller goes on behind its call. Gives the call, and what its callee may have written by its code.
    fn resume_caller(&mut self, state: &mut State) -> (NodeId, Vec<WrittenObject>) {
        let waiting = self.recorder().activation.caller.take();
        let Suspended { activation, decided, model, stack_top, call, written } =
            *waiting.expect("ends_activation said so");
        state.path.resume(decided);
        state.model = model;
        state.stack.top = stack_top;
        self.recorder().activation = activation;
        let Node::Call(node) = self.running_tree().node(call) else {
            unreachable!("the call was made before")
        };
        state.path.cursor.go_to(node.next);
        (call, written)
    }

    /// Decides that a condition is as it is in this run.
    pub(super) fn decide_as_now(
        &mut self,
        state: &mut State,
        condition: TermId,
    ) -> Result<(), Flow> {
        while state.path.condition.knows(self.pool, condition).is_none() {
            match self.choose(state, condition) {
                Flow::Next => {}
                end => return Err(end),
            }
        }
        Ok(())
    }

    /// From the callee's memory to the caller's. Gives the bytes of others' memory that the callee has.
    fn drop_layer(&mut self, state: &mut State, callee: TreeId) -> BTreeMap<u64, Byte> {
        let own_stack = self.tree(callee).frame(state.memory.layout());
        let layer = mem::replace(&mut state.memory, Memory::new(self.image.program.target));
        let outer = layer.beneath().expect("an activation's memory is a layer").clone();
        let now = layer.own_bytes_outside(&own_stack).collect();
        drop(layer);
        state.memory = Arc::unwrap_or_clone(outer);
        now
    }

    /// What objects that a callee may have written are afterwards, if these bytes are its own; gives what is to be decided.
    fn after_call(
        &mut self,
        state: &mut State,
        call: NodeId,
        objects: &[WrittenObject],
        now: &BTreeMap<u64, Byte>,
    ) -> Vec<TermId> {
        let mut as_now = Vec::new();
        for object in objects {
            for address in object.addresses() {
                let now = now.get(&address).copied();
                as_now.extend(self.byte_after_call(state, call, object, address, now));
            }
        }
        as_now
    }

    /// A byte that the callee may have written is a symbol to its caller. If it was not initialised before, whether it is
    /// now is to be decided: this is so in this run.
    fn byte_after_call(
        &mut self,
        state: &mut State,
        call: NodeId,
        object: &WrittenObject,
        address: u64,
        own: Option<Byte>,
    ) -> Option<TermId> {
        let caller = self.recorder().activation.tree;
        let before = state.memory.byte(address);
        let now = own.unwrap_or(before);
        let cell = Cell { root: object.root, offset: address.wrapping_sub(object.at) as i64 };
        let as_now = (before.undef != 0).then(|| {
            let is_defined = now.undef == 0;
            let symbol = self.input(caller, FunctionInput::DefinedAfter { call, cell }, 1);
            set(self.pool, Arc::make_mut(&mut state.model), symbol, 1, is_defined.into());
            let now = self.pool.bits(1, is_defined.into());
            self.pool.eq(symbol, now)
        });
        if now.undef != 0 {
            return as_now;
        }
        let symbol = self.input(caller, FunctionInput::After { call, cell }, 8);
        set(self.pool, Arc::make_mut(&mut state.model), symbol, 8, now.bits.into());
        state.memory.set_byte(address, Byte { bits: now.bits, undef: 0, term: Some(symbol) });
        if object.root != Root::Frame {
            self.recorder().activation.name(address, cell);
        }
        as_now
    }

    /// The returned values are symbols to the caller.
    fn deliver(&mut self, state: &mut State, call: NodeId, returned: &[Value]) {
        let caller = self.recorder().activation.tree;
        let Some(frame) = state.frames.last() else { return };
        let body = self.image.program.function(frame.function).body.as_ref();
        let Some(body) = body else { return };
        let Some(ir::Inst::Call(inst)) = body.code.get(frame.pc - 1) else { return };
        let mut values = Vec::new();
        for (index, (&reg, &value)) in inst.results.iter().zip(returned).enumerate() {
            let width = body.ty(reg).bits();
            let result = FunctionInput::Result { call, index: index as u32 };
            let symbol = self.input(caller, result, width);
            set(self.pool, Arc::make_mut(&mut state.model), symbol, width, value.bits);
            values.push(self.shades.symbolic(value.bits, symbol));
        }
        self.set_results(state, &inst.results, &values);
    }

    /// The end of the running function, and the addresses of others' memory that it has changed.
    fn return_leaf(
        &mut self,
        state: &State,
        returned: &[Value],
    ) -> Result<(Leaf, Vec<u64>), &'static str> {
        let Activation { tree, inexact, .. } = self.recorder().activation;
        if let Some(why) = inexact {
            return Err(why);
        }
        if returned.iter().any(|&value| self.shades.undef(value) != 0) {
            return Err("it returns an undefined value");
        }
        let own_stack = self.frame(state);
        if returned.iter().any(|value| own_stack.contains(&value.bits)) {
            return Err(HANDS_ON_OWN);
        }
        let types = self.image.program.function(tree.function).signature.returns.clone();
        let values =
            returned.iter().zip(&types).map(|(&value, ty)| self.term(value, ty.bits())).collect();
        let (changed, writes): (_, Vec<Write>) = self.writes(state)?.into_iter().unzip();
        let shape = self.shape_of(tree, &writes).ok_or(NO_SHAPE)?;
        Ok((Leaf::Return { values, writes, shape }, changed))
    }

    /// The cells that the activation has changed, with their addresses.
    fn writes(&mut self, state: &State) -> Result<Vec<(u64, Write)>, &'static str> {
        let Activation { tree, cells, .. } = &self.recorder().activation;
        let (tree, cells) = (*tree, cells.clone());
        let own_stack = self.frame(state);
        let mut writes = Vec::new();
        let outside: BTreeMap<u64, Byte> = state.memory.own_bytes_outside(&own_stack).collect();
        if holds_address(state.memory.layout(), &outside, &own_stack) {
            return Err(HANDS_ON_OWN);
        }
        for (address, byte) in outside {
            // `memset` and the like write without asking what the memory is called.
            let Some(&cell) = cells.get(&address) else {
                return Err("it writes memory that it has no name for");
            };
            if byte.undef != 0 {
                return Err("it writes undefined values");
            }
            let value = byte.term.unwrap_or_else(|| self.pool.bits(8, byte.bits.into()));
            let before = self.input(tree, FunctionInput::Cell(cell), 8);
            if value == before {
                continue;
            }
            writes.push((address, Write { cell, value }));
        }
        Ok(writes)
    }
}

/// A callee's variables have addresses that only its activation knows: a caller could not tell that one is gone.
const HANDS_ON_OWN: &str = "it hands on the address of a variable of its own";

/// Nothing says where a pointer led that is made of anything else than what the function was given.
const NO_SHAPE: &str = "it writes through a pointer that nothing says where it comes from";

/// Is there an address of the region anywhere in these bytes?
fn holds_address(layout: Layout, bytes: &BTreeMap<u64, Byte>, region: &Range<u64>) -> bool {
    let address_at = |start: u64| {
        let each = (0..u64::from(layout.pointer_bytes)).rev().map(|offset| start + offset);
        each.map(|at| bytes.get(&at))
            .try_fold(0, |high, byte| Some(high << 8 | u64::from(byte?.bits)))
    };
    bytes.keys().any(|&start| address_at(start).is_some_and(|address| region.contains(&address)))
}
