//! What a callee is given at a call, read from the caller's memory.

use analysis::Effects;
use ir::FuncId;
use rustc_hash::FxHashMap;
use smt::{Evaluator, Op, Sort, SymbolId, TermId, TermPool};

use crate::compose::auxiliary::Auxiliary;
use crate::compose::patience::Patience;
use crate::machine::access;
use crate::machine::image::Image;
use crate::machine::object;
use crate::memory::{Byte, ZoneKind};
use crate::pointer::cell::{self, Parts};
use crate::summary::tree::{CallNode, Cell, Input, Root, Tree};

/// Objects of at most that many bytes are read as a whole.
const SMALL: u64 = 1 << 12;
const INDEX_BITS: u32 = 16;

/// Reads a snapshot, in terms of the caller's inputs.
pub(crate) struct Reader<'a> {
    pub pool: &'a mut TermPool,
    pub image: &'a Image<'a>,
    /// The caller's tree.
    pub caller: &'a Tree,
    /// The callee's.
    pub callee: &'a Tree,
    pub call: &'a CallNode,
    /// The arguments, in terms of the caller; those of the call, or constants that they may be.
    pub args: &'a [TermId],
    pub effects: &'a Effects,
    /// Symbols for what the snapshot can't say.
    pub unknown: &'a mut Unknown,
    /// What was read before, for the same call and arguments.
    pub known: &'a mut Known,
    pub patience: &'a Patience<'a>,
}

/// What was read of a snapshot. A pointer into a list is eight bytes behind the one before, so without this, each step
/// down the list would be eight times the work.
#[derive(Default)]
pub(crate) struct Known {
    bound: FxHashMap<Input, TermId>,
    read: FxHashMap<(Asked, TermId, i64), TermId>,
    about: FxHashMap<(TermId, About), TermId>,
    /// What terms were in the caller's run: a term may be a choice between all that calls before it have done.
    values: Evaluator,
}

/// Symbols for what nobody can say, and who is to blame.
pub(crate) type Unknown = FxHashMap<SymbolId, Blame>;

/// A function that does more than its tree can say. If its calls are inlined, nothing is left to guess.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blame {
    pub function: FuncId,
    pub why: &'static str,
}

/// What is asked about the object behind a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum About {
    Base,
    Size,
    Writable,
    Defined,
}

/// What is asked about a byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Asked {
    /// Its value.
    Value,
    /// Is it initialised?
    Defined,
}

impl Asked {
    fn width(self) -> u32 {
        match self {
            Asked::Value => 8,
            Asked::Defined => 1,
        }
    }

    fn input(self, cell: Cell) -> Input {
        match self {
            Asked::Value => Input::Cell(cell),
            Asked::Defined => Input::DefinedCell(cell),
        }
    }

    /// The answer for a byte that the caller has.
    fn of(self, pool: &mut TermPool, byte: &Byte) -> TermId {
        match self {
            Asked::Value => access::byte_term(pool, byte),
            Asked::Defined => pool.bits(1, (byte.undef == 0).into()),
        }
    }
}

impl Reader<'_> {
    /// What an input of the callee is in its caller.
    pub(crate) fn bind(&mut self, input: Input) -> TermId {
        if let Some(&known) = self.known.bound.get(&input) {
            return known;
        }
        if self.patience.is_over(self.pool) {
            return self.callee.input(self.pool, input, 8);
        }
        let bound = self.find(input);
        self.known.bound.insert(input, bound);
        bound
    }

    fn find(&mut self, input: Input) -> TermId {
        if let Some(root) = input.pointer() {
            if self.callee.comes_from_call(self.pool, root) {
                let width = match input {
                    Input::Cell(_) => 8,
                    Input::Writable(_) | Input::Defined(_) | Input::DefinedCell(_) => 1,
                    _ => self.pool.width(root),
                };
                let (function, why) =
                    (self.callee.id.function, "it follows a pointer that a call returned");
                return self.unknown(&format!("{function:?}.{input:?}"), width, function, why);
            }
            let pointer = self.in_caller(root);
            return self.behind(input, pointer);
        }
        match input {
            Input::Param(index) => self.args[index as usize],
            Input::Cell(Cell { root: Root::Global(global), offset }) => {
                let address = self.image.global_address(global).wrapping_add(offset as u64);
                self.byte(Asked::Value, address)
            }
            _ => unreachable!("what a function makes itself comes from nowhere"),
        }
    }

    /// What an input of the callee is to which this pointer of the caller leads.
    pub(crate) fn behind(&mut self, input: Input, pointer: TermId) -> TermId {
        match input {
            Input::Cell(cell) => self.read(Asked::Value, pointer, cell.offset),
            Input::DefinedCell(cell) => self.read(Asked::Defined, pointer, cell.offset),
            Input::Defined(_) => self.about(pointer, About::Defined),
            Input::Base(_) => self.about(pointer, About::Base),
            Input::Size(_) => self.about(pointer, About::Size),
            Input::Writable(_) => self.about(pointer, About::Writable),
            Input::Param(_)
            | Input::Result { .. }
            | Input::After { .. }
            | Input::DefinedAfter { .. } => unreachable!("no pointer leads there"),
        }
    }

    /// What a cell of the caller is before the call, and its address.
    pub(crate) fn before(&mut self, cell: Cell) -> (TermId, TermId) {
        let value = match cell.root {
            Root::Own => self.byte(Asked::Value, cell.offset as u64),
            Root::Global(global) => {
                let start = self.image.global_address(global);
                self.byte(Asked::Value, start.wrapping_add(cell.offset as u64))
            }
            Root::Pointer(root) => self.read(Asked::Value, root, cell.offset),
        };
        (value, self.address(cell))
    }

    /// A term over the callee's inputs, in terms of the caller's.
    fn in_caller(&mut self, term: TermId) -> TermId {
        let mut replacements = FxHashMap::default();
        for &symbol in self.pool.free_symbols(term).iter() {
            if let Some(input) = self.callee.meaning(symbol) {
                let variable = self.pool.variable(symbol);
                let bound = self.bind(input);
                replacements.insert(variable, bound);
            }
        }
        self.pool.substitute(term, &replacements)
    }

    fn now(&mut self, term: TermId) -> u64 {
        let value = self.known.values.eval(self.pool, term, &self.call.before.model);
        value.as_bits().to_u64().unwrap_or(0)
    }

    fn parts(&mut self, pointer: TermId) -> Parts {
        let layout = self.call.before.memory.layout();
        let (values, model) = (&mut self.known.values, &self.call.before.model);
        cell::parts(self.pool, pointer, |pool, term| {
            let now = values.eval(pool, term, model).as_bits().to_u64().unwrap_or(0);
            layout.zone(now).is_some()
        })
    }

    /// A pointer that is one of two.
    fn choice(&self, pointer: TermId) -> Option<(TermId, TermId, TermId)> {
        match (self.pool.op(pointer), self.pool.args(pointer)) {
            (Op::Ite, &[condition, then, otherwise]) => Some((condition, then, otherwise)),
            _ => None,
        }
    }

    /// The byte at a pointer, some way on.
    fn read(&mut self, asked: Asked, pointer: TermId, offset: i64) -> TermId {
        if let Some(&known) = self.known.read.get(&(asked, pointer, offset)) {
            return known;
        }
        if self.patience.is_over(self.pool) {
            return self.pool.bits(asked.width(), 0);
        }
        let byte = self.read_anew(asked, pointer, offset);
        self.known.read.insert((asked, pointer, offset), byte);
        byte
    }

    fn read_anew(&mut self, asked: Asked, pointer: TermId, offset: i64) -> TermId {
        if let Some((condition, then, otherwise)) = self.choice(pointer) {
            let [then, otherwise] =
                [then, otherwise].map(|pointer| self.read(asked, pointer, offset));
            return self.pool.ite(condition, then, otherwise);
        }
        let parts = self.parts(pointer);
        if let Some((condition, then, otherwise)) = self.choice(parts.root) {
            let rest = self.pool.sub(pointer, parts.root);
            let sides = [then, otherwise].map(|side| self.pool.add(side, rest));
            let [then, otherwise] = sides.map(|pointer| self.read(asked, pointer, offset));
            return self.pool.ite(condition, then, otherwise);
        }
        let Some(index) = parts.index else {
            return self.at(asked, parts.root, parts.offset.wrapping_add(offset));
        };
        let at = self.now(parts.root);
        let object = object::live_extent(self.image, &self.call.before.memory, at);
        let Some((start, size)) = object.filter(|&(_, size)| size <= SMALL) else {
            return self.too_much(&format!("{pointer:?}.{offset}"), asked.width());
        };
        // What is behind the end doesn't matter: an access there is an error before it is a read.
        let first = start.wrapping_sub(at) as i64;
        let bytes: Vec<TermId> =
            (0..size).map(|i| self.at(asked, parts.root, first.wrapping_add(i as i64))).collect();
        let shift = (parts.offset.wrapping_add(offset)).wrapping_sub(first) as u64;
        let index = self.pool.truncate(INDEX_BITS, index);
        let shift = self.pool.bits(INDEX_BITS, shift & 0xffff);
        let place = self.pool.add(index, shift);
        self.pick(asked, &bytes, 0, place)
    }

    /// The byte at an index, as a binary search over runs of equal bytes.
    fn pick(&mut self, asked: Asked, bytes: &[TermId], first: u64, index: TermId) -> TermId {
        match bytes {
            [] => self.pool.bits(asked.width(), 0),
            [byte, rest @ ..] if rest.iter().all(|other| other == byte) => *byte,
            _ => {
                let middle = bytes.len() / 2;
                let (below, above) = bytes.split_at(middle);
                let border = first + middle as u64;
                let below = self.pick(asked, below, first, index);
                let above = self.pick(asked, above, border, index);
                let border = self.pool.bits(INDEX_BITS, border);
                let is_below = self.pool.ult(index, border);
                self.pool.ite(is_below, below, above)
            }
        }
    }

    /// The byte a constant way on from a root of the caller's.
    fn at(&mut self, asked: Asked, root: TermId, offset: i64) -> TermId {
        let address = self.now(root).wrapping_add(offset as u64);
        if self.pool.as_bits(root).is_some() {
            return self.byte(asked, address);
        }
        if self.is_entry() {
            return self.too_much(&format!("{root:?}.{offset}"), asked.width());
        }
        let distance = self.pool.bits(self.pool.width(root), offset as u64);
        let place = self.pool.add(root, distance);
        self.named(asked, Cell { root: Root::Pointer(root), offset }, address, place)
    }

    /// The byte at an address. One that the caller itself has not touched is an input of the caller.
    fn byte(&mut self, asked: Asked, address: u64) -> TermId {
        let memory = &self.call.before.memory;
        let byte = memory.byte(address);
        let global = match memory.layout().zone(address) {
            Some(ZoneKind::Globals) => self.image.global_near(address),
            _ => None,
        };
        let known = memory.beneath().is_none()
            || global.is_none_or(|global| self.image.program.global(global).constant);
        let Some(global) = global.filter(|_| !known) else {
            if !memory.is_own(address) && global.is_none() && memory.beneath().is_some() {
                let why = "it is given memory that it has no name for";
                let name = format!("{address:x}");
                return self.unknown(&name, asked.width(), self.caller.id.function, why);
            }
            return asked.of(self.pool, &byte);
        };
        let start = self.image.global_address(global);
        let cell = Cell { root: Root::Global(global), offset: address.wrapping_sub(start) as i64 };
        let place = self.pool.bits(self.image.program.target.pointer_bits, address);
        self.named(asked, cell, address, place)
    }

    /// Is the caller the entry, which knows its memory by address?
    fn is_entry(&self) -> bool {
        self.call.before.memory.beneath().is_none()
    }

    /// A value that may be anything.
    fn unknown(&mut self, name: &str, width: u32, function: FuncId, why: &'static str) -> TermId {
        let symbol = Auxiliary::Unknown(name).variable(self.pool, Sort::Bits(width));
        let blame = Blame { function, why };
        self.unknown.extend(self.pool.free_symbols(symbol).iter().map(|&symbol| (symbol, blame)));
        symbol
    }

    /// A value that may be anything, as the callee may look anywhere.
    fn too_much(&mut self, name: &str, width: u32) -> TermId {
        let why = "it follows a pointer that may point to too much";
        self.unknown(name, width, self.callee.id.function, why)
    }

    /// A cell of the caller: what it was on entry, or what the caller has written there since. In another context, it
    /// may also be what the caller has written under another name.
    fn named(&mut self, asked: Asked, cell: Cell, address: u64, place: TermId) -> TermId {
        let memory = &self.call.before.memory;
        let name = self.call.before.cells.get(&address);
        let is_known = memory.is_own(address) && name.is_none_or(|name| name.root == cell.root);
        let byte = memory.byte(address);
        let mut value = match is_known {
            true => asked.of(self.pool, &byte),
            false => self.caller.input(self.pool, asked.input(cell), asked.width()),
        };
        if matches!(cell.root, Root::Global(global) if !self.effects.is_exposed(global)) {
            return value;
        }
        for (address, other) in self.other_names(cell.root) {
            let byte = self.call.before.memory.byte(address);
            let now = access::byte_term(self.pool, &byte);
            if now == self.caller.input(self.pool, Input::Cell(other), 8) {
                continue;
            }
            let now = asked.of(self.pool, &byte);
            let there = self.address(other);
            let hit = self.pool.eq(place, there);
            value = self.pool.ite(hit, now, value);
        }
        value
    }

    /// The cells that the caller has used under names that may mean the same memory, in order.
    fn other_names(&self, root: Root) -> Vec<(u64, Cell)> {
        let may_be_same = |cell: &Cell| match (root, cell.root) {
            (_, Root::Own) => false,
            (Root::Pointer(_), Root::Global(global)) => self.effects.is_exposed(global),
            (Root::Pointer(_), Root::Pointer(other)) => root != Root::Pointer(other),
            (_, other) => matches!(other, Root::Pointer(_)),
        };
        let cells = self.call.before.cells.iter().map(|(&address, &cell)| (address, cell));
        let mut others: Vec<(u64, Cell)> = cells.filter(|(_, cell)| may_be_same(cell)).collect();
        others.sort_unstable_by_key(|&(address, _)| address);
        others
    }

    /// Where a cell of the caller's is.
    fn address(&mut self, cell: Cell) -> TermId {
        let width = self.image.program.target.pointer_bits;
        let offset = self.pool.bits(width, cell.offset as u64);
        match cell.root {
            Root::Pointer(pointer) => self.pool.add(pointer, offset),
            Root::Own => offset,
            Root::Global(global) => {
                let address = self.image.global_address(global).wrapping_add(cell.offset as u64);
                self.pool.bits(width, address)
            }
        }
    }

    /// Something about the object behind a pointer of the caller.
    fn about(&mut self, pointer: TermId, about: About) -> TermId {
        if let Some(&known) = self.known.about.get(&(pointer, about)) {
            return known;
        }
        let told = self.tell(pointer, about);
        self.known.about.insert((pointer, about), told);
        told
    }

    fn tell(&mut self, pointer: TermId, about: About) -> TermId {
        if let Some((condition, then, otherwise)) = self.choice(pointer) {
            let [then, otherwise] = [then, otherwise].map(|side| self.about(side, about));
            return self.pool.ite(condition, then, otherwise);
        }
        let width = self.pool.width(pointer);
        let root = self.parts(pointer).root;
        if root != pointer && self.choice(root).is_some() {
            return self.about(root, about);
        }
        if self.pool.as_bits(root).is_none() {
            let (input, width) = match about {
                About::Base => (Input::Base(root), width),
                About::Size => (Input::Size(root), width),
                About::Writable => (Input::Writable(root), 1),
                About::Defined => (Input::Defined(root), 1),
            };
            if let (About::Defined, Some(known)) = (about, self.known_defined(root)) {
                return known;
            }
            return match self.is_entry() {
                true => self.too_much(&format!("{input:?}"), width),
                false => self.caller.input(self.pool, input, width),
            };
        }
        let at = self.now(root);
        let memory = &self.call.before.memory;
        let (start, length) = object::live_extent(self.image, memory, at).unwrap_or((0, 0));
        match about {
            About::Base => self.pool.bits(width, start),
            About::Size => self.pool.bits(width, length),
            About::Writable => {
                self.pool.bits(1, object::is_writable(self.image, memory, at).into())
            }
            About::Defined => {
                let all = access::check_defined(memory, start, length).is_ok();
                self.pool.bits(1, all.into())
            }
        }
    }

    /// Is every byte of an object initialised of which the caller has used some? On its path that is decided. In another
    /// context, it may also be an object that the caller has written under another name.
    fn known_defined(&mut self, root: TermId) -> Option<TermId> {
        if self.is_entry() {
            let at = self.now(root);
            return self.is_defined_now(at).map(|all| self.pool.bits(1, all.into()));
        }
        let is_own_name = |cell: &Cell| cell.root == Root::Pointer(root);
        let known = match self.call.before.cells.values().any(is_own_name) {
            true => {
                let at = self.now(root);
                self.is_defined_now(at)
            }
            false => None,
        };
        let mut value = match known {
            Some(all) => self.pool.bits(1, all.into()),
            None => self.caller.input(self.pool, Input::Defined(root), 1),
        };
        let width = self.pool.width(root);
        let base = self.caller.input(self.pool, Input::Base(root), width);
        for (address, other) in self.written_elsewhere(root) {
            let Some(all) = self.is_defined_now(address) else { continue };
            let there = match other {
                Root::Pointer(other) => self.caller.input(self.pool, Input::Base(other), width),
                Root::Global(global) => self.pool.bits(width, self.image.global_address(global)),
                Root::Own => continue,
            };
            let is_same = self.pool.eq(base, there);
            let all = self.pool.bits(1, all.into());
            value = self.pool.ite(is_same, all, value);
        }
        Some(value)
    }

    /// Is every byte initialised of the object at an address, if the caller has used some?
    fn is_defined_now(&self, at: u64) -> Option<bool> {
        let memory = &self.call.before.memory;
        let (start, size) = object::live_extent(self.image, memory, at)?;
        let is_used = (start..start + size).any(|at| memory.is_own(at));
        is_used.then(|| access::check_defined(memory, start, size).is_ok())
    }

    /// Other names that may mean the same object, through which the caller has written, each with an address there.
    fn written_elsewhere(&mut self, root: TermId) -> Vec<(u64, Root)> {
        let mut written: Vec<(u64, Root)> = Vec::new();
        for (address, other) in self.other_names(Root::Pointer(root)) {
            let byte = self.call.before.memory.byte(address);
            let now = access::byte_term(self.pool, &byte);
            let is_unchanged = now == self.caller.input(self.pool, Input::Cell(other), 8);
            if !is_unchanged && !written.iter().any(|(_, root)| *root == other.root) {
                written.push((address, other.root));
            }
        }
        written
    }
}
