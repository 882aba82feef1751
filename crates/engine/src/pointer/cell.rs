//! Cells: memory that an activation uses and didn't make, under the names that its function has for it.
//!
//! A cell is reached from a root, a pointer that is an input (or was read from a cell), or a global variable.
//! The first access through a root decides whether it is null; every access decides whether it is inside the
//! object; where one of two roots is written through, whether they mean the same object is a decision too. A
//! cell that is read before it is written becomes an input.

use std::sync::Arc;

use smt::{Bits, Model, Op, TermId, TermPool, Value};

use crate::machine::access;
use crate::machine::context::ActivationView;
use crate::machine::context::{Context, Stop};
use crate::machine::fault::{Access, Fault};
use crate::machine::object;
use crate::memory::{Byte, Memory, Tag, ZoneKind};
use crate::pointer::offset::SymbolicOffset;
use crate::state::activation::{Activation, RootUse};
use crate::state::path_condition::PathCondition;
use crate::summary::cell::{Cell, FunctionInput, Root};
use crate::summary::inputs::Inputs;
use crate::summary::tree::Tree;

/// Objects of at most that many bytes are accessed as a whole.
const SMALL: u64 = 512;

/// Which bytes are initialised is known one by one for objects of at most that many bytes.
pub(crate) const LARGEST_PATTERN: u64 = 1 << 10;

/// A pointer, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PointerParts {
    /// The part that is a pointer by itself.
    pub root: TermId,
    /// What depends on inputs, beside the root.
    pub index: Option<TermId>,
    /// The constant rest.
    pub offset: i64,
}

/// Takes a pointer apart. Of the parts of a sum, the root is the one that is an address now.
pub(crate) fn parts(
    pool: &mut TermPool,
    pointer: TermId,
    mut is_address: impl FnMut(&TermPool, TermId) -> bool,
) -> PointerParts {
    let whole = PointerParts { root: pointer, index: None, offset: 0 };
    if pool.op(pointer) != Op::Add {
        return whole;
    }
    let args: Vec<TermId> = pool.args(pointer).to_vec();
    let Some(root) = args.iter().copied().find(|&arg| is_address(pool, arg)) else { return whole };
    let width = pool.width(pointer);
    let mut parts = PointerParts { root, index: None, offset: 0 };
    for arg in args.into_iter().filter(|&arg| arg != root) {
        match (pool.as_bits(arg).and_then(|bits| bits.to_u64()), parts.index) {
            (Some(constant), _) => parts.offset = sign_extended(constant, width),
            (None, None) => parts.index = Some(arg),
            (None, Some(index)) => parts.index = Some(pool.add(index, arg)),
        }
    }
    parts
}

/// A number of that many bits, with its sign.
pub(crate) fn sign_extended(bits: u64, width: u32) -> i64 {
    ((bits << (64 - width)) as i64) >> (64 - width)
}

/// What it takes to decide something about an activation's inputs.
pub(crate) struct ActivationScope<'m> {
    pub pool: &'m mut TermPool,
    pub path: &'m mut PathCondition,
    pub model: &'m mut Arc<Model>,
    pub activation: &'m mut Activation,
    pub tree: &'m Tree,
    pub inputs: &'m mut Inputs,
}

impl ActivationScope<'_> {
    /// The symbol of an input.
    fn symbol(&mut self, input: FunctionInput, width: u32) -> TermId {
        self.inputs.symbol(self.pool, self.tree, input, width)
    }

    /// The symbol of an input, which has that value in this run.
    pub(crate) fn input(&mut self, input: FunctionInput, width: u32, value: u64) -> TermId {
        let symbol = self.symbol(input, width);
        set(self.pool, Arc::make_mut(self.model), symbol, width, value);
        symbol
    }

    pub(crate) fn holds(&mut self, condition: TermId) -> Result<bool, Stop> {
        self.path.knows(self.pool, condition).ok_or(Stop::Decide(condition))
    }

    /// Decides that a term is what it is in this run.
    pub(crate) fn is_now(&mut self, term: TermId) -> Result<(), Stop> {
        let now = smt::eval(self.pool, term, self.model).as_bits().to_u64().unwrap_or(0);
        let constant = self.pool.bits(self.pool.width(term), now);
        let same = self.pool.eq(term, constant);
        self.holds(same).map(drop)
    }

    /// Decides that the object behind a root has the length that it has in this run, and that the root points as far into
    /// it. Whatever speaks of all of its bytes needs that: in another context, it may have more of them.
    pub(crate) fn extent_is_now(&mut self, root: TermId) -> Result<(), Stop> {
        let width = self.pool.width(root);
        let length = self.symbol(FunctionInput::Size(root), width);
        self.is_now(length)?;
        let base = self.symbol(FunctionInput::Base(root), width);
        let distance = self.pool.sub(root, base);
        self.is_now(distance)
    }

    /// Decides which bytes of the object behind a root were initialised when the activation began: all of them, or
    /// else just those that are in the memory beneath it. The root points there.
    pub(crate) fn know_defined(
        &mut self,
        beneath: &Memory,
        (root, at): (TermId, u64),
        (start, size): (u64, u64),
    ) -> Result<(), Stop> {
        let all = self.symbol(FunctionInput::Defined(root), 1);
        let all_are = self.pool.is_nonzero(all);
        if self.path.knows(self.pool, all_are) == Some(true) {
            return Ok(());
        }
        let all_now = access::check_defined(beneath, start, size).is_ok();
        set(self.pool, Arc::make_mut(self.model), all, 1, all_now.into());
        if self.holds(all_are)? {
            return Ok(());
        }
        if size > LARGEST_PATTERN {
            self.activation.inexact = Some("it is given a large object that is partly initialised");
            return Ok(());
        }
        self.extent_is_now(root)?;
        let mut as_now = Vec::new();
        for address in start..start + size {
            let is_defined = beneath.byte(address).undef == 0;
            let offset = address.wrapping_sub(at) as i64;
            let cell = Cell { root: Root::Pointer(root), offset };
            let symbol = self.input(FunctionInput::DefinedCell(cell), 1, is_defined.into());
            let now = self.pool.bits(1, is_defined.into());
            as_now.push(self.pool.eq(symbol, now));
        }
        let as_now = self.pool.and_all(&as_now);
        self.holds(as_now).map(drop)
    }

    /// Decides whether this root and the others mean the same object, where that matters. The address is that of a
    /// global variable.
    pub(crate) fn split_aliases(
        &mut self,
        root: Root,
        written: bool,
        global: impl Fn(ir::GlobalId) -> u64,
        width: u32,
    ) -> Result<(), Stop> {
        let uses = self.activation.roots.clone();
        let known = uses.iter().find(|other| other.root == root);
        let writes = written || known.is_some_and(|known| known.written);
        for other in uses.iter().filter(|other| other.root != root) {
            let pair = [root, other.root];
            if pair.iter().all(|root| !matches!(root, Root::Pointer(_))) {
                continue;
            }
            let bases = pair.map(|root| match root {
                Root::Pointer(pointer) => self.symbol(FunctionInput::Base(pointer), width),
                root => global_start(self.pool, root, &global, width),
            });
            let same = self.pool.eq(bases[0], bases[1]);
            // Two names for what is only read are two inputs, also where they mean one object.
            if (writes || other.written) && self.holds(same)? {
                // Aliases: what matters is how far apart they are.
                let places = pair.map(|root| match root {
                    Root::Pointer(pointer) => pointer,
                    root => global_start(self.pool, root, &global, width),
                });
                let distance = self.pool.sub(places[0], places[1]);
                self.is_now(distance)?;
            }
        }
        match self.activation.roots.iter_mut().find(|other| other.root == root) {
            Some(known) => known.written |= written,
            None => self.activation.roots.push(RootUse { root, written }),
        }
        Ok(())
    }
}

/// Where a global variable begins.
fn global_start(
    pool: &mut TermPool,
    root: Root,
    address: impl Fn(ir::GlobalId) -> u64,
    width: u32,
) -> TermId {
    match root {
        Root::Global(global) => pool.bits(width, address(global)),
        Root::Pointer(_) | Root::Frame => unreachable!("a name of a global variable"),
    }
}

impl Context<'_, '_> {
    fn scope(&mut self) -> ActivationScope<'_> {
        let view = self.run.view.as_mut().expect("cells belong to an activation");
        let ActivationView { activation, tree, inputs, .. } = view;
        ActivationScope {
            pool: self.pool,
            path: &mut self.run.path.condition,
            model: self.run.model,
            activation,
            tree,
            inputs,
        }
    }

    /// What a term is in this run.
    fn now(&self, term: TermId) -> u64 {
        smt::eval(self.pool, term, self.run.model).as_bits().to_u64().unwrap_or(0)
    }

    fn parts(&mut self, pointer: TermId) -> PointerParts {
        let Context { image, memory, run, pool, .. } = self;
        let is_address = |pool: &TermPool, term: TermId| {
            let now = smt::eval(pool, term, run.model).as_bits().to_u64();
            now.is_some_and(|now| object::is_address(image, memory, now))
        };
        parts(pool, pointer, is_address)
    }

    /// The part of a pointer that is one by itself, and where it points in this run.
    pub(crate) fn root(&mut self, pointer: TermId) -> (TermId, u64) {
        let root = self.parts(pointer).root;
        (root, self.now(root))
    }

    /// The symbol of an input of pointer size, which has that value in this run.
    pub(crate) fn input(&mut self, input: FunctionInput, value: u64) -> TermId {
        let width = self.image.program.target.pointer_bits;
        self.scope().input(input, width, value)
    }

    fn is_null(&mut self, root: TermId) -> Result<bool, Stop> {
        let null = self.pool.bits(self.pool.width(root), 0);
        let is_null = self.pool.eq(root, null);
        self.holds(is_null)
    }

    /// Was a pointer that isn't constant made from null?
    pub(crate) fn comes_from_null(&mut self, pointer: TermId) -> Result<bool, Stop> {
        let root = self.parts(pointer).root;
        self.is_null(root)
    }

    /// Makes an access through a pointer that isn't constant sure, and gives the bytes their names. The
    /// access is at `address` in this run.
    pub(crate) fn enter_cells(
        &mut self,
        pointer: TermId,
        address: u64,
        bytes: u64,
        access: Access,
    ) -> Result<Option<SymbolicOffset>, Stop> {
        let parts = self.parts(pointer);
        let root = parts.root;
        let at = self.now(root);
        let object = object::live_extent(self.image, self.memory, at);
        let is_right = !self.is_null(root)?
            && self.is_inside(pointer, root, object, bytes)?
            && (access == Access::Read || self.is_writable(root, at)?);
        if !is_right {
            return Err(Fault::Access { address, size: bytes, access }.into());
        }
        self.note_followed(root);
        let name = self.root_name(root, at);
        self.split_aliases(name, access == Access::Write)?;
        if let (Root::Pointer(root), Some(object)) = (name, object) {
            self.know_defined(root, at, object)?;
        }
        let seen_from = match name {
            Root::Global(global) => self.image.global_address(global),
            Root::Pointer(_) | Root::Frame => at,
        };
        if let Some(index) = parts.index {
            if let Some(object) = object.filter(|&(_, size)| size <= SMALL) {
                self.enter_object(name, root, seen_from, object)?;
                let found = self.at_offset(parts, index, (at, address), object, bytes);
                if found.is_some() {
                    return Ok(found);
                }
            }
            self.scope().is_now(index)?;
        }
        self.name_cells(name, seen_from, address, bytes, access);
        Ok(None)
    }

    /// What is behind a pointer that a call returned is not among what the function is given.
    fn note_followed(&mut self, root: TermId) {
        let view = self.run.view.as_mut().expect("cells belong to an activation");
        let comes_from_call = view.inputs.comes_from_call(self.pool, view.tree.id, root);
        if comes_from_call && view.activation.has_caller() {
            view.activation.inexact = Some("it follows a pointer that a call returned");
        }
    }

    /// An access at a symbolic offset into an object. In this run, the root is at the first of both addresses, and the
    /// access at the second.
    fn at_offset(
        &mut self,
        parts: PointerParts,
        index: TermId,
        (root, address): (u64, u64),
        object: (u64, u64),
        bytes: u64,
    ) -> Option<SymbolicOffset> {
        let constant = root.wrapping_sub(object.0).wrapping_add(parts.offset as u64);
        let mask = self.memory.layout().address_mask();
        let constant = self.pool.bits(self.pool.width(parts.root), constant & mask);
        let inside = self.pool.add(index, constant);
        SymbolicOffset::new(self.pool, self.memory, object, inside, address - object.0, bytes)
    }

    /// Which bytes of an object were initialised when the activation began is decided. The root points there.
    fn know_defined(&mut self, root: TermId, at: u64, object: (u64, u64)) -> Result<(), Stop> {
        let Some(beneath) = self.memory.beneath().cloned() else { return Ok(()) };
        self.scope().know_defined(&beneath, (root, at), object)
    }

    /// What the memory is called that a pointer leads to.
    fn root_name(&self, root: TermId, at: u64) -> Root {
        if self.pool.as_bits(root).is_none() {
            return Root::Pointer(root);
        }
        match self.memory.layout().zone(at) {
            Some(ZoneKind::Globals) => self.image.global_near(at).map_or(Root::Frame, Root::Global),
            _ => Root::Frame,
        }
    }

    fn split_aliases(&mut self, root: Root, written: bool) -> Result<(), Stop> {
        match root {
            Root::Frame => return Ok(()),
            // No pointer leads there.
            Root::Global(global) if !self.is_exposed(global) => return Ok(()),
            _ => {}
        }
        let image = self.image;
        let width = image.program.target.pointer_bits;
        self.scope().split_aliases(root, written, |global| image.global_address(global), width)
    }

    fn is_exposed(&self, global: ir::GlobalId) -> bool {
        self.run.view.as_ref().is_some_and(|view| view.effects.is_exposed(global))
    }

    /// All of an object, whose size and place are as they are now.
    fn enter_object(
        &mut self,
        name: Root,
        root: TermId,
        seen_from: u64,
        (start, size): (u64, u64),
    ) -> Result<(), Stop> {
        if let Root::Pointer(_) = name {
            self.scope().extent_is_now(root)?;
        }
        self.name_cells(name, seen_from, start, size, Access::Read);
        Ok(())
    }

    /// Is an access inside the object that its root points into?
    fn is_inside(
        &mut self,
        pointer: TermId,
        root: TermId,
        object: Option<(u64, u64)>,
        bytes: u64,
    ) -> Result<bool, Stop> {
        let (start, size) = object.unwrap_or((0, 0));
        let width = self.pool.width(root);
        let (base, length) = match self.pool.as_bits(root) {
            Some(_) => (self.pool.bits(width, start), self.pool.bits(width, size)),
            None => {
                let mut scope = self.scope();
                let base = scope.input(FunctionInput::Base(root), width, start);
                (base, scope.input(FunctionInput::Size(root), width, size))
            }
        };
        let from_base = self.pool.sub(pointer, base);
        let needed = self.pool.bits(width, bytes);
        let enough = self.pool.ule(needed, length);
        let last = self.pool.sub(length, needed);
        let before_end = self.pool.ule(from_base, last);
        let inside = self.pool.and(enough, before_end);
        self.holds(inside)
    }

    /// May the object be written that a root points into?
    fn is_writable(&mut self, root: TermId, at: u64) -> Result<bool, Stop> {
        let now = object::is_writable(self.image, self.memory, at);
        if self.pool.as_bits(root).is_some() {
            return Ok(now);
        }
        let symbol = self.scope().input(FunctionInput::Writable(root), 1, now.into());
        let writable = self.pool.is_nonzero(symbol);
        self.holds(writable)
    }

    /// Gives global variables that the access touches their names.
    pub(crate) fn enter_global(
        &mut self,
        address: u64,
        bytes: u64,
        access: Access,
    ) -> Result<(), Stop> {
        if self.memory.beneath().is_none()
            || self.memory.layout().zone(address) != Some(ZoneKind::Globals)
        {
            return Ok(());
        }
        let Some(global) = self.image.global_near(address) else { return Ok(()) };
        let root = Root::Global(global);
        self.split_aliases(root, access == Access::Write)?;
        let at = self.image.global_address(global);
        self.name_cells(root, at, address, bytes, access);
        Ok(())
    }

    /// Gives bytes that aren't the activation's own yet their names, as seen from a root.
    fn name_cells(&mut self, root: Root, at: u64, from: u64, bytes: u64, access: Access) {
        let is_constant = match root {
            Root::Frame => true,
            Root::Global(global) => self.image.program.global(global).constant,
            Root::Pointer(_) => false,
        };
        if is_constant {
            return;
        }
        for address in from..from + bytes {
            let cell = Cell { root, offset: address.wrapping_sub(at) as i64 };
            match access {
                Access::Read => self.read_cell(address, cell),
                Access::Write => {
                    let view = self.run.view.as_mut().expect("cells belong to an activation");
                    view.activation.name(address, cell);
                }
            }
        }
    }

    /// A byte that isn't the activation's own yet becomes an input.
    fn read_cell(&mut self, address: u64, cell: Cell) {
        let view = self.run.view.as_mut().expect("cells belong to an activation");
        view.activation.name(address, cell);
        if self.memory.is_own(address) {
            return self.read_by_name(address, cell);
        }
        let view = self.run.view.as_mut().expect("cells belong to an activation");
        if matches!(self.memory.tag(address), Tag::PERHAPS_ELEMENT | Tag::PERHAPS_TEXT) {
            view.activation.inexact = Some("it looks at an input whose length is not decided");
        }
        let byte = self.memory.byte(address);
        match (byte.undef, cell.root) {
            (0, _) => {}
            // That it isn't initialised was decided, so it is the same in every run that comes here.
            (u8::MAX, Root::Pointer(_)) => return,
            _ => {
                view.activation.inexact =
                    Some("it reads memory that its caller has not initialised");
                self.memory.set_byte(address, Byte { term: None, ..byte });
                return;
            }
        }
        let symbol = self.scope().input(FunctionInput::Cell(cell), 8, byte.bits.into());
        self.memory.set_byte(address, Byte { bits: byte.bits, undef: 0, term: Some(symbol) });
    }

    /// A byte that was read before, perhaps under another name. As long as it is as it was, it is the input that it is
    /// called now: in other runs of the same path, the two names may mean two bytes.
    fn read_by_name(&mut self, address: u64, cell: Cell) {
        let byte = self.memory.byte(address);
        let view = self.run.view.as_mut().expect("cells belong to an activation");
        let Some(&known) = view.activation.cells.get(&address) else { return };
        let as_it_was = view.inputs.known(view.tree.id, FunctionInput::Cell(known));
        if known == cell || byte.undef != 0 || byte.term.is_none() || byte.term != as_it_was {
            return;
        }
        view.activation.rename(address, cell);
        let symbol = self.scope().input(FunctionInput::Cell(cell), 8, byte.bits.into());
        self.memory.set_byte(address, Byte { term: Some(symbol), ..byte });
    }
}

/// Says what a symbol is.
pub(crate) fn set(pool: &TermPool, model: &mut Model, symbol: TermId, width: u32, bits: u64) {
    if let Op::Symbol(symbol) = pool.op(symbol) {
        model.set(symbol, Value::Bits(Bits::new(width, bits)));
    }
}
