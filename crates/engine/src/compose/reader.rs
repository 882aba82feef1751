//! What a callee is given at a call, read from the caller's memory.

use std::collections::BTreeSet;

use ir::{FuncId, GlobalId};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Op, Sort, SymbolId, TermId, TermPool};

use crate::compose::auxiliary::Auxiliary;
use crate::compose::constraint::Material;
use crate::machine::access;
use crate::machine::object;
use crate::memory::{Byte, Memory, Tag};
use crate::pointer::cell::{self, PointerParts};
use crate::summary::call_memory::{Apart, CellContent};
use crate::summary::cell::{Cell, FunctionInput, Root};
use crate::summary::inputs::Inputs;
use crate::summary::tree::{CallNode, Tree};

/// Objects of at most that many bytes are read as a whole.
const SMALL: u64 = 1 << 12;
const INDEX_BITS: u32 = 16;

/// Reads the memory that a call is given, in terms of the caller's inputs.
pub(crate) struct CallReader<'a> {
    pub pool: &'a mut TermPool,
    /// The inputs of all functions: what a callee reads that its caller has not touched is an input of the caller.
    pub inputs: &'a mut Inputs,
    pub material: &'a Material<'a>,
    /// The caller's tree.
    pub caller: &'a Tree,
    pub call: &'a CallNode,
    /// The arguments, in terms of the caller; those of the call, or constants that they may be.
    pub args: &'a [TermId],
    /// Symbols for what the memory can't say.
    pub unknown: &'a mut HavocSymbols,
    /// What was read before, for the same call and arguments.
    pub known: &'a mut ReadCache,
}

/// What was read of a call's memory. A pointer into a list is eight bytes behind the one before, so without this, each step
/// down the list would be eight times the work.
#[derive(Default)]
pub(crate) struct ReadCache {
    bound: FxHashMap<FunctionInput, TermId>,
    read: FxHashMap<(ByteProperty, TermId, i64), TermId>,
    about: FxHashMap<(TermId, ObjectProperty), TermId>,
}

impl ReadCache {
    /// How much memory it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        40 * (self.bound.len() + self.read.len() + self.about.len())
    }
}

/// Havoc symbols, for what a caller can't say, and the cause of the imprecision.
pub(crate) type HavocSymbols = FxHashMap<SymbolId, Imprecision>;

/// A function that does more than its tree can say. If its calls are inlined, nothing is left to guess.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Imprecision {
    pub function: FuncId,
    pub why: &'static str,
}

/// What is asked about the object behind a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ObjectProperty {
    Base,
    Size,
    Writable,
    Defined,
}

/// What is asked about a byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ByteProperty {
    /// Its value.
    Value,
    /// Is it initialised?
    Defined,
}

impl ByteProperty {
    fn width(self) -> u32 {
        match self {
            ByteProperty::Value => 8,
            ByteProperty::Defined => 1,
        }
    }

    fn input(self, cell: Cell) -> FunctionInput {
        match self {
            ByteProperty::Value => FunctionInput::Cell(cell),
            ByteProperty::Defined => FunctionInput::DefinedCell(cell),
        }
    }

    /// The answer for a byte that the caller has made.
    fn of_byte(self, pool: &mut TermPool, byte: &Byte) -> TermId {
        let value = access::byte_term(pool, byte);
        self.of(pool, CellContent { value, is_defined: byte.undef == 0 })
    }

    /// The answer for a cell that the caller has changed.
    fn of(self, pool: &mut TermPool, content: CellContent) -> TermId {
        match self {
            ByteProperty::Value => content.value,
            ByteProperty::Defined => pool.bits(1, content.is_defined.into()),
        }
    }
}

impl<'a> CallReader<'a> {
    /// The callee's tree.
    fn callee(&self) -> &'a Tree {
        self.material.trees.get(self.call.callee).expect("a call has entered its callee")
    }

    /// What an input of the callee is in its caller.
    pub(crate) fn bind(&mut self, input: FunctionInput) -> TermId {
        if let Some(&known) = self.known.bound.get(&input) {
            return known;
        }
        if self.material.patience.is_over(self.pool) {
            return self.inputs.symbol(self.pool, self.callee(), input, 8);
        }
        let bound = self.find(input);
        self.known.bound.insert(input, bound);
        bound
    }

    fn find(&mut self, input: FunctionInput) -> TermId {
        if let Some(root) = input.pointer() {
            if self.inputs.comes_from_call(self.pool, self.call.callee, root) {
                let width = match input {
                    FunctionInput::Cell(_) => 8,
                    FunctionInput::Writable(_)
                    | FunctionInput::Defined(_)
                    | FunctionInput::DefinedCell(_) => 1,
                    _ => self.pool.width(root),
                };
                let (function, why) =
                    (self.call.callee.function, "it follows a pointer that a call returned");
                return self.unknown(&format!("{function:?}.{input:?}"), width, function, why);
            }
            let pointer = self.in_caller(root);
            return self.behind(input, pointer);
        }
        match input {
            FunctionInput::Param(index) => self.args[index as usize],
            FunctionInput::Cell(Cell { root: Root::Global(global), offset }) => {
                let address =
                    self.material.image.global_address(global).wrapping_add(offset as u64);
                self.byte(ByteProperty::Value, address)
            }
            _ => unreachable!("what a function makes itself comes from nowhere"),
        }
    }

    /// What an input of the callee is to which this pointer of the caller leads.
    pub(crate) fn behind(&mut self, input: FunctionInput, pointer: TermId) -> TermId {
        match input {
            FunctionInput::Cell(cell) => self.read(ByteProperty::Value, pointer, cell.offset),
            FunctionInput::DefinedCell(cell) => {
                self.read(ByteProperty::Defined, pointer, cell.offset)
            }
            FunctionInput::Defined(_) => self.about(pointer, ObjectProperty::Defined),
            FunctionInput::Base(_) => self.about(pointer, ObjectProperty::Base),
            FunctionInput::Size(_) => self.about(pointer, ObjectProperty::Size),
            FunctionInput::Writable(_) => self.about(pointer, ObjectProperty::Writable),
            FunctionInput::Param(_)
            | FunctionInput::Result { .. }
            | FunctionInput::After { .. }
            | FunctionInput::DefinedAfter { .. }
            | FunctionInput::Shape { .. } => unreachable!("no pointer leads there"),
        }
    }

    /// What a cell of the caller is before the call, and its address.
    pub(crate) fn before(&mut self, cell: Cell) -> (TermId, TermId) {
        let value = match (cell.root, self.start(cell.root)) {
            (Root::Pointer(root), _) => self.read(ByteProperty::Value, root, cell.offset),
            (_, start) => self.byte(ByteProperty::Value, start.wrapping_add(cell.offset as u64)),
        };
        (value, self.address(cell))
    }

    /// A term over the callee's inputs, in terms of the caller's.
    fn in_caller(&mut self, term: TermId) -> TermId {
        let mut replacements = FxHashMap::default();
        for &symbol in self.pool.free_symbols(term).iter() {
            if let Some(input) = self.inputs.meaning(self.call.callee, symbol) {
                let variable = self.pool.variable(symbol);
                let bound = self.bind(input);
                replacements.insert(variable, bound);
            }
        }
        self.pool.substitute(term, &replacements)
    }

    /// Takes a pointer apart, whatever its parts are in a run: of a sum, the root is the part that is the address of an
    /// object that the caller knows by its address, or a choice between such. Otherwise it is all that isn't constant.
    fn parts(&mut self, pointer: TermId) -> PointerParts {
        let whole = PointerParts { root: pointer, index: None, offset: 0 };
        // Of a sum that is small enough, the pool makes a narrower one.
        let sum = match (self.pool.op(pointer), self.pool.args(pointer)) {
            (Op::ZeroExtend, &[narrow]) => narrow,
            _ => pointer,
        };
        if self.pool.op(sum) != Op::Add {
            return whole;
        }
        let args: Vec<TermId> = self.pool.args(sum).to_vec();
        if let Some(root) = args.iter().copied().find(|&arg| self.is_address(arg)) {
            let root = self.pool.zero_extend(self.pool.width(pointer), root);
            let index = self.pool.sub(pointer, root);
            return match self.constant(index) {
                Some(offset) => PointerParts { root, index: None, offset },
                None => PointerParts { root, index: Some(index), offset: 0 },
            };
        }
        let constant = args.iter().find_map(|&arg| Some((arg, self.constant(arg)?)));
        match constant.filter(|_| sum == pointer) {
            Some((constant, offset)) => {
                let root = self.pool.sub(pointer, constant);
                PointerParts { root, index: None, offset }
            }
            None => whole,
        }
    }

    /// Is it the address of an object of the caller, or a choice that has one?
    fn is_address(&self, term: TermId) -> bool {
        let mut seen: FxHashSet<TermId> = FxHashSet::from_iter([term]);
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            let is_one = |at: u64| object::is_address(self.material.image, self.memory(at), at);
            if self.fixed(term).is_some_and(is_one) {
                return true;
            }
            if let Some((_, then, otherwise)) = self.choice(term) {
                pending.extend([then, otherwise].into_iter().filter(|&side| seen.insert(side)));
            }
        }
        false
    }

    fn constant(&self, term: TermId) -> Option<i64> {
        let bits = self.pool.as_bits(term)?.to_u64()?;
        Some(cell::sign_extended(bits, self.pool.width(term)))
    }

    /// The address that a term is, if it is constant.
    fn fixed(&self, term: TermId) -> Option<u64> {
        self.pool.as_bits(term)?.to_u64()
    }

    /// The memory in which an object is that the caller knows by its address.
    fn memory(&self, address: u64) -> &Memory {
        match self.material.image.is_of_globals(address) {
            true => &self.material.image.memory,
            false => &self.call.memory.own,
        }
    }

    /// The object at an address, as far as it is alive.
    fn extent(&self, address: u64) -> Option<(u64, u64)> {
        object::live_extent(self.material.image, self.memory(address), address)
    }

    /// A pointer that is one of two.
    fn choice(&self, pointer: TermId) -> Option<(TermId, TermId, TermId)> {
        match (self.pool.op(pointer), self.pool.args(pointer)) {
            (Op::Ite, &[condition, then, otherwise]) => Some((condition, then, otherwise)),
            _ => None,
        }
    }

    /// The byte at a pointer, some way on.
    fn read(&mut self, asked: ByteProperty, pointer: TermId, offset: i64) -> TermId {
        if let Some(&known) = self.known.read.get(&(asked, pointer, offset)) {
            return known;
        }
        if self.material.patience.is_over(self.pool) {
            return self.pool.bits(asked.width(), 0);
        }
        let byte = self.read_anew(asked, pointer, offset);
        self.known.read.insert((asked, pointer, offset), byte);
        byte
    }

    fn read_anew(&mut self, asked: ByteProperty, pointer: TermId, offset: i64) -> TermId {
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
        let at = self.fixed(parts.root).expect("what is indexed is known by its address");
        let Some((start, size)) = self.extent(at).filter(|&(_, size)| size <= SMALL) else {
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
    fn pick(&mut self, asked: ByteProperty, bytes: &[TermId], first: u64, index: TermId) -> TermId {
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
    fn at(&mut self, asked: ByteProperty, root: TermId, offset: i64) -> TermId {
        if let Some(at) = self.fixed(root) {
            return self.byte(asked, at.wrapping_add(offset as u64));
        }
        if self.is_entry() {
            return self.too_much(&format!("{root:?}.{offset}"), asked.width());
        }
        let distance = self.pool.bits(self.pool.width(root), offset as u64);
        let place = self.pool.add(root, distance);
        self.named(asked, Cell { root: Root::Pointer(root), offset }, place)
    }

    /// The byte at an address. One of a global variable has a name.
    fn byte(&mut self, asked: ByteProperty, address: u64) -> TermId {
        let (memory, is_entry) = (self.memory(address), self.is_entry());
        let byte = memory.byte(address);
        let Some(global) = self.global(address) else {
            if memory.tag(address) == Tag::NONE && !is_entry {
                let why = "it is given memory that it has no name for";
                let name = format!("{address:x}");
                return self.unknown(&name, asked.width(), self.caller.id.function, why);
            }
            return asked.of_byte(self.pool, &byte);
        };
        if self.material.image.program.global(global).constant {
            return asked.of_byte(self.pool, &byte);
        }
        let start = self.material.image.global_address(global);
        let cell = Cell { root: Root::Global(global), offset: address.wrapping_sub(start) as i64 };
        let place = self.pool.bits(self.material.image.program.target.pointer_bits, address);
        self.named(asked, cell, place)
    }

    /// The global variable that an address belongs to.
    fn global(&self, address: u64) -> Option<GlobalId> {
        let is_one = self.material.image.is_of_globals(address);
        is_one.then(|| self.material.image.global_near(address)).flatten()
    }

    /// Is the caller the entry, to which no memory was given?
    fn is_entry(&self) -> bool {
        self.caller.is_entry()
    }

    /// A value that may be anything.
    fn unknown(&mut self, name: &str, width: u32, function: FuncId, why: &'static str) -> TermId {
        let symbol = Auxiliary::Unknown(name).variable(self.pool, Sort::Bits(width));
        let cause = Imprecision { function, why };
        self.unknown.extend(self.pool.free_symbols(symbol).iter().map(|&symbol| (symbol, cause)));
        symbol
    }

    /// A value that may be anything, as the callee may look anywhere.
    fn too_much(&mut self, name: &str, width: u32) -> TermId {
        let why = "it follows a pointer that may point to too much";
        self.unknown(name, width, self.call.callee.function, why)
    }

    /// A cell of the caller: what it was on entry, or what the caller has made of it since. In another context, it may
    /// also be what the caller has made of a cell of another name.
    fn named(&mut self, asked: ByteProperty, cell: Cell, place: TermId) -> TermId {
        let mut value = match self.call.memory.changed(cell) {
            Some(content) => asked.of(self.pool, content),
            None => self.unchanged(asked, cell),
        };
        if matches!(cell.root, Root::Global(global) if !self.material.effects.is_exposed(global)) {
            return value;
        }
        for (other, content) in self.changed_elsewhere(cell.root) {
            let now = asked.of(self.pool, content);
            let there = self.address(other);
            let hit = self.pool.eq(place, there);
            value = self.pool.ite(hit, now, value);
        }
        value
    }

    /// A cell as it was when the caller was entered: an input, or as the program begins.
    fn unchanged(&mut self, asked: ByteProperty, cell: Cell) -> TermId {
        match (asked, cell.root) {
            // Where one isn't when a call begins, the call is inlined.
            (ByteProperty::Defined, Root::Global(_)) => self.pool.bits(1, 1),
            (ByteProperty::Value, Root::Global(global)) if self.is_entry() => {
                let at =
                    self.material.image.global_address(global).wrapping_add(cell.offset as u64);
                asked.of_byte(self.pool, &self.material.image.memory.byte(at))
            }
            _ => self.input(asked.input(cell), asked.width()),
        }
    }

    /// The symbol of an input of the caller.
    fn input(&mut self, input: FunctionInput, width: u32) -> TermId {
        self.inputs.symbol(self.pool, self.caller, input, width)
    }

    /// The cells that the caller has changed under names that may mean the same memory.
    fn changed_elsewhere(&self, root: Root) -> Vec<(Cell, CellContent)> {
        let memory = &self.call.memory;
        let may_be_same = |other: Root| {
            self.may_be_same(root, other) && !memory.apart.contains(&Apart::new(root, other))
        };
        memory.changed_of(may_be_same).collect()
    }

    /// May two names mean the same object?
    fn may_be_same(&self, root: Root, other: Root) -> bool {
        match (root, other) {
            (_, Root::Frame) => false,
            (Root::Pointer(_), Root::Global(global)) => self.material.effects.is_exposed(global),
            (Root::Pointer(_), Root::Pointer(_)) => root != other,
            (_, other) => matches!(other, Root::Pointer(_)),
        }
    }

    /// Where a cell of the caller's is.
    fn address(&mut self, cell: Cell) -> TermId {
        let width = self.material.image.program.target.pointer_bits;
        match cell.root {
            Root::Pointer(pointer) => {
                let offset = self.pool.bits(width, cell.offset as u64);
                self.pool.add(pointer, offset)
            }
            root => self.pool.bits(width, self.start(root).wrapping_add(cell.offset as u64)),
        }
    }

    /// Where a root begins that no pointer leads to.
    fn start(&self, root: Root) -> u64 {
        match root {
            Root::Global(global) => self.material.image.global_address(global),
            Root::Frame => self.caller.frame(self.material.image.memory.layout()).start,
            Root::Pointer(_) => 0,
        }
    }

    /// Something about the object behind a pointer of the caller.
    fn about(&mut self, pointer: TermId, about: ObjectProperty) -> TermId {
        if let Some(&known) = self.known.about.get(&(pointer, about)) {
            return known;
        }
        let told = self.tell(pointer, about);
        self.known.about.insert((pointer, about), told);
        told
    }

    fn tell(&mut self, pointer: TermId, about: ObjectProperty) -> TermId {
        if let Some((condition, then, otherwise)) = self.choice(pointer) {
            let [then, otherwise] = [then, otherwise].map(|side| self.about(side, about));
            return self.pool.ite(condition, then, otherwise);
        }
        let width = self.pool.width(pointer);
        let root = self.parts(pointer).root;
        if root != pointer && self.choice(root).is_some() {
            return self.about(root, about);
        }
        let Some(at) = self.fixed(root) else {
            let (input, width) = match about {
                ObjectProperty::Base => (FunctionInput::Base(root), width),
                ObjectProperty::Size => (FunctionInput::Size(root), width),
                ObjectProperty::Writable => (FunctionInput::Writable(root), 1),
                ObjectProperty::Defined => (FunctionInput::Defined(root), 1),
            };
            return match (self.is_entry(), about) {
                (true, _) => self.too_much(&format!("{input:?}"), width),
                (false, ObjectProperty::Defined) => self.defined_behind(root),
                (false, _) => self.input(input, width),
            };
        };
        let (start, length) = self.extent(at).unwrap_or((0, 0));
        match about {
            ObjectProperty::Base => self.pool.bits(width, start),
            ObjectProperty::Size => self.pool.bits(width, length),
            ObjectProperty::Writable => {
                let is_so = object::is_writable(self.material.image, self.memory(at), at);
                self.pool.bits(1, is_so.into())
            }
            ObjectProperty::Defined => self.defined_at(start, length),
        }
    }

    /// Is every byte initialised of an object that the caller knows by its address?
    fn defined_at(&mut self, start: u64, length: u64) -> TermId {
        let all = match self.global(start) {
            Some(global) => self.call.memory.defined.get(&Root::Global(global)) != Some(&false),
            None => access::check_defined(self.memory(start), start, length).is_ok(),
        };
        self.pool.bits(1, all.into())
    }

    /// Is every byte initialised of the object behind a pointer? If the caller has used it, that is decided on its path. In
    /// another context, it may also be an object that the caller has written under another name.
    fn defined_behind(&mut self, root: TermId) -> TermId {
        let mut value = match self.call.memory.defined.get(&Root::Pointer(root)) {
            Some(&all) => self.pool.bits(1, all.into()),
            None => self.input(FunctionInput::Defined(root), 1),
        };
        let width = self.pool.width(root);
        let base = self.input(FunctionInput::Base(root), width);
        for other in self.written_elsewhere(root) {
            let Some(&all) = self.call.memory.defined.get(&other) else { continue };
            let there = match other {
                Root::Pointer(other) => self.input(FunctionInput::Base(other), width),
                Root::Global(_) | Root::Frame => self.pool.bits(width, self.start(other)),
            };
            let is_same = self.pool.eq(base, there);
            let all = self.pool.bits(1, all.into());
            value = self.pool.ite(is_same, all, value);
        }
        value
    }

    /// Other names that may mean the same object, through which the caller has written.
    fn written_elsewhere(&self, root: TermId) -> BTreeSet<Root> {
        let changed = self.changed_elsewhere(Root::Pointer(root));
        changed.into_iter().map(|(cell, _)| cell.root).collect()
    }
}
