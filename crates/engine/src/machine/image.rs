//! A program made ready to run: addresses for everything, constants as values.
//!
//! The image is never written while running; all states of a run share it.

use std::collections::{BTreeMap, HashMap, HashSet};

use analysis::{Callbacks, Effects, Primitive, native};
use ir::{
    BlockId, Body, Callee, CodeOrigin, Const, FuncId, Function, GlobalId, Inst, Linkage, Program,
    ProgramPoint, Relocation, SlotId, Symbol,
};

use crate::machine::externals::Externals;
use crate::machine::fast::Operations;
use crate::machine::translate;
use crate::memory::{Layout, Memory, ObjectRow, Tag, ZoneKind, red_zone};
use crate::report::outcome::Unsupported;
use crate::value::{Cause, Shades, UndefKind, Value};

/// A program with its addresses.
pub struct Image<'p> {
    /// The program.
    pub program: &'p Program,
    pub(crate) functions: Vec<Code<'p>>,
    pub(crate) globals: GlobalAddresses,
    blocks: BlockAddresses,
    /// Weak functions without a definition.
    missing: HashSet<FuncId>,
    /// Memory with all globals in it.
    pub(crate) memory: Memory,
    /// The shades of the constants.
    pub(crate) shades: Shades,
    pub(crate) errno: ErrnoUse,
    /// Where a search is to go.
    goals: HashSet<ProgramPoint>,
    /// What function pointers may be that are inputs.
    pub(crate) callbacks: Callbacks,
}

/// Where the global variables are.
#[derive(Default)]
pub(crate) struct GlobalAddresses {
    addresses: Vec<u64>,
    /// Those that have an address. Of two names for one native variable, the first is here.
    at: BTreeMap<u64, GlobalId>,
    /// Behind them all: where the program's arguments may be put.
    pub end: u64,
    /// Where initial values have pointers that no word begins with, in order.
    packed: Vec<u64>,
}

/// Where the blocks are whose address is taken.
#[derive(Default)]
struct BlockAddresses {
    addresses: HashMap<(FuncId, BlockId), u64>,
    at: HashMap<u64, (FuncId, BlockId)>,
}

/// What a program has to do with `errno`.
pub(crate) struct ErrnoUse {
    /// Where the runtime library keeps it.
    pub address: Option<u64>,
    /// Does the program itself ask for it?
    pub is_read: bool,
}

/// A function made ready to run.
pub(crate) struct Code<'p> {
    pub function: &'p Function,
    pub kind: CodeKind,
    /// What `crate::machine::fast` makes of the body.
    pub operations: Operations,
    pub registers: usize,
    pub consts: Vec<Value>,
    /// How many registers and constants a frame has.
    pub places: usize,
    pub frame: FrameLayout,
}

/// What calling a function means.
#[derive(Clone, Copy)]
pub(crate) enum CodeKind {
    /// Run its body.
    Body,
    /// The machine does it.
    Primitive(Primitive),
    /// The host does it.
    Native(Option<&'static native::NativeEffect>),
    /// `reach_error`: being called is the bug.
    ReachError,
    /// We can't.
    Unsupported,
}

/// Where a function's slots are in its frame.
#[derive(Default)]
pub(crate) struct FrameLayout {
    pub size: u64,
    /// How much of the stack it uses up: natively, nothing is kept free between variables.
    pub cost: u64,
    pub align: u64,
    offsets: Vec<u64>,
}

/// Functions are that far apart in the code zone, and start that far in.
const CODE_STEP: u64 = 16;
const CODE_START: u64 = 0x1_0000;
/// The command line fits in there, behind the globals.
const ROOM_FOR_ARGS: u64 = 1 << 24;
/// What is larger counts as this large, which no stack holds.
const LARGEST_FRAME: u64 = 1 << 40;

impl<'p> Image<'p> {
    /// Lays out a program. It must have passed `ir::verify`.
    pub fn new(
        program: &'p Program,
        externals: &mut dyn Externals,
    ) -> Result<Image<'p>, Unsupported> {
        let mut image = Image {
            program,
            functions: Vec::new(),
            globals: GlobalAddresses::default(),
            blocks: BlockAddresses::default(),
            missing: missing(program, externals),
            memory: Memory::new(program.target),
            shades: Shades::default(),
            errno: ErrnoUse { address: None, is_read: reads_errno(program) },
            goals: HashSet::new(),
            callbacks: Callbacks::of(program),
        };
        image.place_blocks();
        image.place_globals(externals)?;
        image.fill_globals();
        image.mark_packed();
        image.functions =
            program.functions.iter().map(|function| image.code(function, externals)).collect();
        image.errno.address = image.global_named("__cp_errno");
        Ok(image)
    }

    fn layout(&self) -> Layout {
        self.memory.layout()
    }

    /// From now on, paths note whether they come to one of these instructions.
    pub fn watch(&mut self, goals: &[ProgramPoint]) {
        self.goals = goals.iter().copied().collect();
        for goal in goals {
            self.functions[goal.function.index()].operations.slow_down(goal.pc as usize);
        }
    }

    /// Is a search to go to some instruction of that function?
    pub(crate) fn has_goal_in(&self, function: FuncId) -> bool {
        self.goals.iter().any(|goal| goal.function == function)
    }

    /// Is a search to go to that instruction?
    pub(crate) fn is_goal(&self, site: ProgramPoint) -> bool {
        !self.goals.is_empty() && self.goals.contains(&site)
    }

    /// The address of a function; null for a weak one without a definition.
    pub fn function_address(&self, function: FuncId) -> u64 {
        if self.missing.contains(&function) { 0 } else { self.code_address(function) }
    }

    fn code_address(&self, function: FuncId) -> u64 {
        self.layout().start(ZoneKind::Code) + CODE_START + u64::from(function.0) * CODE_STEP
    }

    /// The function at an address.
    pub fn function_at(&self, address: u64) -> Option<FuncId> {
        let relative = address.checked_sub(self.layout().start(ZoneKind::Code) + CODE_START)?;
        let index = usize::try_from(relative / CODE_STEP).ok()?;
        let exists = relative.is_multiple_of(CODE_STEP) && index < self.program.functions.len();
        exists.then(|| FuncId::new(index))
    }

    /// What the functions may do. Those without a body that the host has are native.
    pub(crate) fn effects(&self) -> Effects {
        let is_native = |id: FuncId| matches!(self.functions[id.index()].kind, CodeKind::Native(_));
        Effects::of(self.program, is_native)
    }

    /// The block at an address that `Const::Block` gave.
    pub fn block_at(&self, address: u64) -> Option<(FuncId, BlockId)> {
        self.blocks.at.get(&address).copied()
    }

    /// The address of a global.
    pub fn global_address(&self, global: GlobalId) -> u64 {
        self.globals.addresses[global.index()]
    }

    /// The global that is exactly so many bytes there.
    pub(crate) fn whole_global(&self, address: u64, size: u64) -> Option<GlobalId> {
        let found = self.globals.addresses.iter().position(|&start| start == address)?;
        (self.program.globals[found].size == size && address != 0).then(|| GlobalId::new(found))
    }

    /// The global that an address lies in, or just before or after.
    pub fn global_near(&self, address: u64) -> Option<GlobalId> {
        let distance = |&(start, global): &(u64, GlobalId)| {
            let end = start + self.program.global(global).size;
            if address < start { start - address } else { address.saturating_sub(end) }
        };
        let is_near =
            |it: &(u64, GlobalId)| distance(it) <= red_zone(self.program.global(it.1).size);
        let before = self.globals.at.range(..=address).next_back();
        let after = self.globals.at.range(address..).next();
        let both = [before, after].into_iter().flatten().map(|(&start, &global)| (start, global));
        both.filter(is_near).min_by_key(distance).map(|(_, global)| global)
    }

    /// Is an address in the part of the reserved range that has the program's global variables?
    pub(crate) fn is_of_globals(&self, address: u64) -> bool {
        (self.layout().start(ZoneKind::Globals)..self.globals.end).contains(&address)
    }

    fn global_named(&self, name: &str) -> Option<u64> {
        let index = self.program.globals.iter().position(|global| global.name == name)?;
        Some(self.globals.addresses[index])
    }

    /// Blocks whose address is taken get addresses after the functions'.
    fn place_blocks(&mut self) {
        let mut next = self.code_address(FuncId::new(self.program.functions.len()));
        let bodies = self.program.functions.iter().filter_map(|function| function.body.as_ref());
        let in_code = bodies.flat_map(|body| body.consts.iter().copied());
        let inits = self.program.globals.iter().filter_map(|global| global.init.as_ref());
        let relocations = inits.flat_map(|init| &init.relocations);
        let in_data = relocations.flat_map(Relocation::addresses).copied();
        for constant in in_code.chain(in_data) {
            if let Const::Block(function, block) = constant {
                self.blocks.addresses.entry((function, block)).or_insert_with(|| {
                    self.blocks.at.insert(next, (function, block));
                    next += CODE_STEP;
                    next - CODE_STEP
                });
            }
        }
    }

    fn place_globals(&mut self, externals: &mut dyn Externals) -> Result<(), Unsupported> {
        let mut row = ObjectRow::new(self.layout().start(ZoneKind::Globals));
        let end = self.layout().start(ZoneKind::Heap) - ROOM_FOR_ARGS;
        for global in &self.program.globals {
            let copied = match (&global.init, externals.variable(&global.name)) {
                (Some(_), _) => None,
                // A weak symbol without a definition.
                (None, None) => {
                    self.globals.addresses.push(0);
                    continue;
                }
                (None, Some(native)) if self.shares(&global.name) => {
                    self.globals.addresses.push(native);
                    continue;
                }
                (None, Some(native)) => {
                    let mut bytes = vec![0; global.size as usize];
                    externals.read(native, &mut bytes).then_some(bytes)
                }
            };
            let address = row.place(global.size, u64::from(global.align));
            if row.end() > end {
                return Err(too_large(global));
            }
            self.globals.addresses.push(address);
            self.memory.set_tags(address, global.size, Tag::DATA);
            if let Some(bytes) = copied {
                self.memory.initialise(address, &bytes, Tag::DATA);
            }
        }
        self.globals.end = row.end();
        for (index, &address) in self.globals.addresses.iter().enumerate().filter(|it| *it.1 != 0) {
            self.globals.at.entry(address).or_insert(GlobalId::new(index));
        }
        Ok(())
    }

    /// Is a native variable used where it is? The standard streams never change and are read all the
    /// time, so a copy will do; and a 32-bit program can't name a native address.
    fn shares(&self, name: &str) -> bool {
        self.layout().pointer_bytes == 8 && !["stdin", "stdout", "stderr"].contains(&name)
    }

    fn fill_globals(&mut self) {
        for (index, global) in self.program.globals.iter().enumerate() {
            let Some(init) = &global.init else { continue };
            let address = self.globals.addresses[index];
            self.memory.initialise(address, &init.bytes, Tag::DATA);
            for relocation in &init.relocations {
                let minus = relocation.minus.map_or(0, |minus| self.address_of(minus));
                let value = self.address_of(relocation.value).wrapping_sub(minus);
                let bytes = &value.to_le_bytes()[..relocation.size as usize];
                self.memory.initialise(address + relocation.at, bytes, Tag::DATA);
            }
            if global.constant {
                self.memory.set_tags_keeping_contents(address, global.size, Tag::CONST);
            }
        }
    }

    /// Such pointers are known by their places: what reads them is told by tags that aren't plain.
    fn mark_packed(&mut self) {
        let size = u64::from(self.layout().pointer_bytes);
        for (global, &address) in self.program.globals.iter().zip(&self.globals.addresses) {
            let all = global.init.iter().flat_map(|init| &init.relocations);
            let whole = all.filter(|relocation| u64::from(relocation.size) == size);
            let places = whole.map(|relocation| address + relocation.at);
            self.globals.packed.extend(places.filter(|place| !place.is_multiple_of(size)));
        }
        self.globals.packed.sort_unstable();
        for &place in &self.globals.packed {
            self.memory.set_tags_keeping_contents(place, size, Tag::SHADED);
        }
    }

    /// The pointer of an initial value that a byte belongs to, if no word begins with it.
    pub(crate) fn packed_at(&self, address: u64) -> Option<u64> {
        let size = u64::from(self.layout().pointer_bytes);
        let before =
            self.globals.packed.partition_point(|&place| place <= address).checked_sub(1)?;
        Some(self.globals.packed[before]).filter(|place| address - place < size)
    }

    /// Are there such pointers?
    pub(crate) fn has_packed(&self) -> bool {
        !self.globals.packed.is_empty()
    }

    fn address_of(&self, constant: Const) -> u64 {
        let address = match constant {
            Const::Bits(bits) => bits,
            Const::Undef => 0,
            Const::Block(function, block) => self.blocks.addresses[&(function, block)],
            Const::Address(Symbol::Function(function), offset) => {
                self.function_address(function).wrapping_add_signed(offset)
            }
            Const::Address(Symbol::Global(global), offset) => {
                self.global_address(global).wrapping_add_signed(offset)
            }
        };
        match self.layout().pointer_bytes {
            4 if !matches!(constant, Const::Bits(_)) => address & 0xffff_ffff,
            _ => address,
        }
    }

    fn code(&mut self, function: &'p Function, externals: &mut dyn Externals) -> Code<'p> {
        let name = function.name.as_str();
        let kind = match &function.body {
            _ if name == "reach_error" => CodeKind::ReachError,
            Some(_) => CodeKind::Body,
            None if native::is_unsupported(name) => CodeKind::Unsupported,
            None => match Primitive::named(name) {
                Some(primitive) => CodeKind::Primitive(primitive),
                None if externals.has_function(native::host_name(name)) => {
                    CodeKind::Native(native::effect(name))
                }
                None => CodeKind::Unsupported,
            },
        };
        let consts = function.body.iter().flat_map(|body| &body.consts);
        let consts: Vec<Value> = consts.map(|&constant| self.constant(constant)).collect();
        let frame = function.body.as_ref().map(FrameLayout::of).unwrap_or_default();
        let body = function.body.as_ref();
        let translate = |body| translate::translate(self.program, function, body, &frame);
        let operations = body.map(translate).unwrap_or_default();
        let registers = body.map_or(0, |body| body.regs.len());
        let places = registers + consts.len();
        Code { function, kind, operations, registers, consts, places, frame }
    }

    fn constant(&mut self, constant: Const) -> Value {
        match constant {
            Const::Undef => {
                let cause = Cause { kind: UndefKind::Uninitialised, at: None };
                self.shades.undefined(0, u64::MAX, cause)
            }
            other => Value::plain(self.address_of(other)),
        }
    }
}

fn too_large(global: &ir::Global) -> Unsupported {
    Unsupported {
        what: format!("a global variable of {} bytes, `{}`,", global.size, global.name),
        function: String::new(),
        at: None,
    }
}

/// Weak functions without a definition.
fn missing(program: &Program, externals: &mut dyn Externals) -> HashSet<FuncId> {
    let mut is_missing = |function: &Function| {
        function.linkage == Linkage::Weak
            && function.body.is_none()
            && !externals.has_function(&function.name)
    };
    let ids = (0..program.functions.len()).map(FuncId::new);
    ids.filter(|&id| is_missing(program.function(id))).collect()
}

impl FrameLayout {
    fn of(body: &Body) -> FrameLayout {
        let mut layout = FrameLayout { align: 16, ..FrameLayout::default() };
        if body.slots.is_empty() {
            return layout;
        }
        let mut row = ObjectRow::new(0);
        for slot in &body.slots {
            let (size, align) = (slot.size.min(LARGEST_FRAME), u64::from(slot.align));
            layout.align = layout.align.max(align);
            layout.cost = (layout.cost + size).next_multiple_of(16).min(LARGEST_FRAME);
            layout.offsets.push(row.place(size, align).min(LARGEST_FRAME));
        }
        layout.size = row.end().min(LARGEST_FRAME);
        layout
    }

    /// Where a slot is, from the start of the frame.
    pub(crate) fn offset(&self, slot: SlotId) -> u64 {
        self.offsets[slot.index()]
    }
}

/// Does a function of the program ask where `errno` is?
fn reads_errno(program: &Program) -> bool {
    let Some(location) = program.function_named("__errno_location") else { return false };
    let own = program.functions.iter().filter(|function| function.origin == CodeOrigin::Program);
    let mut code = own.flat_map(|function| &function.body).flat_map(|body| &body.code);
    code.any(|inst| matches!(inst, Inst::Call(call) if call.callee == Callee::Direct(location)))
}
