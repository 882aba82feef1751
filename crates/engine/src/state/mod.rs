//! A state: everything that changes while a program runs. Cloning one is a fork.
//!
//! May use: `memory`, `summary`, `value`.

pub(crate) mod activation;
pub(crate) mod dangling;
pub(crate) mod given;
pub(crate) mod heap_condition;
pub(crate) mod input_table;
pub(crate) mod path;
pub(crate) mod path_condition;
pub(crate) mod random;
pub(crate) mod start_values;
pub(crate) mod trace;
pub(crate) mod witness;

use std::hash::BuildHasherDefault;
use std::sync::Arc;

use ir::debug::TypeId;
use ir::{ArgKind, FuncId};
use rpds::HashTrieMapSync;
use rustc_hash::FxHasher;
use smt::{Model, SymbolId, TermId};

use crate::memory::Memory;
use crate::state::dangling::StackId;
use crate::state::given::Given;
use crate::state::path::Path;
use crate::state::witness::Observed;
use crate::summary::origin::InputId;
use crate::summary::origin::InputSource;
use crate::summary::tree::NodeId;
use crate::value::Value;

/// What a term takes, about.
pub(crate) const TERM_BYTES: usize = 100;
/// What a conjunction takes, about.
pub(crate) const CONJUNCTION_BYTES: usize = 32;

/// The state of a run.
#[derive(Clone, Debug)]
pub struct State {
    /// Objects and their contents.
    pub memory: Memory,
    /// Active functions, innermost last.
    pub(crate) frames: Vec<Frame>,
    /// The registers of all frames. May be longer than what the frames use.
    pub(crate) regs: Vec<Value>,
    pub(crate) stack: StackUse,
    /// Instructions executed.
    pub instructions: u64,
    /// What has been decided so far.
    pub path: Path,
    /// What the inputs are in this run: the path's conditions hold.
    pub model: Arc<Model>,
    pub given: Given,
    /// What a harness has looked at.
    pub(crate) observed: Vec<Observed>,
    pub(crate) stage: Stage,
}

/// How much of the stack is in use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackUse {
    /// The first free address.
    pub top: u64,
    /// How much a native stack would have used.
    pub used: u64,
}

/// How far a program is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    /// What happens when the outermost function returns.
    pub phase: Phase,
    /// What runs in the place of `main`.
    pub entry: Option<FuncId>,
}

/// What a run is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Running one function: its result is the outcome.
    Function,
    /// That many constructors have been started.
    Starting(usize),
    /// About to run `main`: how many arguments there are is still to be decided.
    Arguments,
    /// In `main`.
    Main,
    /// In `exit`.
    Exit,
}

/// A piece of memory that was made an input.
#[derive(Clone, Debug)]
pub struct Input {
    /// Which one it is, on whatever path.
    pub(crate) id: InputId,
    /// What people are told that it is called: as the program does, made unique on this path.
    pub name: Arc<str>,
    /// Where the program takes it from.
    pub source: InputSource,
    /// Its bytes, lowest first; of what a pointer points to, those that are known to be there.
    pub bytes: Vec<SymbolId>,
    /// Where they are, if they were made all at once.
    pub(crate) address: u64,
    /// What it points to, if it is a pointer.
    pub(crate) pointed: Option<Pointed>,
    /// The bytes that are 0 or 1: only their lowest bit counts.
    pub(crate) bools: Vec<u64>,
    /// The pointers in it that are inputs themselves.
    pub(crate) cells: Vec<PointerCell>,
    /// Whether it is there at all, if that is decided: a stub need not write it.
    pub(crate) written: Option<TermId>,
    /// Where the pointers in it are that are no inputs: a global that holds addresses keeps them.
    pub(crate) held: Vec<u64>,
}

/// A pointer in an input: where it is, and which of the inputs it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointerCell {
    pub offset: u64,
    pub input: usize,
    /// The condition that it is there, if it is in a union.
    pub chosen: Option<TermId>,
}

impl Input {
    /// An object without any bytes yet.
    pub(crate) fn new(id: InputId, name: Arc<str>, source: InputSource) -> Input {
        let (bytes, bools, cells, held) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (address, pointed, written) = (0, None, None);
        Input { id, name, source, bytes, address, pointed, bools, cells, held, written }
    }

    /// Is this byte of it a `_Bool`?
    pub(crate) fn is_bool(&self, index: u64) -> bool {
        self.bools.contains(&index)
    }
}

/// A pointer input, as lazy initialisation leaves it: null, an alias of an object that another one points to, or a
/// pointer to an object of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointed {
    /// The symbol that says whether it is null.
    pub null: TermId,
    /// What it is: a choice between constants.
    pub pointer: TermId,
    /// Is its own object there? It is if nothing before it points there, and what holds the pointer is there itself.
    pub fresh: TermId,
    /// Where its own object is.
    pub address: u64,
    /// The most bytes that may have.
    pub capacity: u64,
    /// How it is known what of it is there.
    pub shape: PointeeLength,
    /// The type of the object, or of each of its elements.
    pub pointee: TypeId,
    /// How many pointers lead there from a parameter or a global.
    pub depth: u32,
    /// What promises there are about it.
    pub promise: Promise,
    /// Where in the tree it became an input.
    pub made_at: NodeId,
}

impl Pointed {
    /// Is an address in its own object, or where that may end?
    pub(crate) fn is_inside(&self, address: u64) -> bool {
        address.checked_sub(self.address).is_some_and(|offset| offset <= self.capacity)
    }
}

/// What a pointer's type promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Promise {
    /// Nothing is written through it.
    pub constant: bool,
    /// Nothing else points there.
    pub restrict: bool,
    /// None about what is there: it is declared as `void *`, and what it leads to is what it was first accessed as.
    pub untyped: bool,
}

/// How long an object behind a pointer input is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PointeeLength {
    /// Up to its first zero.
    Text,
    /// As many elements as the symbol says, alone or at the end of a struct.
    Array(Elements),
    /// It is a function, of the program or a stub.
    Function,
    /// What it is isn't known: it can be handed on and compared, but not looked into.
    Opaque,
}

/// Elements of an input object, one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elements {
    /// Where the first one begins: behind the other members, if it is a struct that ends in an array.
    pub head: u64,
    /// How many bytes each has.
    pub size: u64,
    /// So many bytes are there in any case: one element, or the struct.
    pub least: u64,
    /// The symbol that says how many there are.
    pub length: TermId,
}

impl Elements {
    /// The element that has the byte at an offset, if it need not be there.
    pub(crate) fn index(&self, offset: u64) -> Option<u64> {
        (offset >= self.least).then(|| (offset - self.head) / self.size)
    }

    /// How many bytes there are if there is one at that offset.
    pub(crate) fn up_to(&self, offset: u64) -> u64 {
        self.index(offset).map_or(self.least, |index| self.head + (index + 1) * self.size)
    }

    /// How many elements so many bytes have.
    pub(crate) fn count(&self, bytes: u64) -> u64 {
        bytes.saturating_sub(self.head) / self.size
    }
}

/// An activation of a function.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub function: FuncId,
    /// The instruction to execute next.
    pub pc: usize,
    /// Where its registers start.
    pub base: usize,
    /// Where its slots start.
    pub slots: u64,
    /// What `StackUse::top` was before it.
    pub stack_bottom: u64,
    pub stack_used_before: u64,
    /// The calls that wait for it, once they were asked for.
    pub callers: Option<StackId>,
    /// What most frames don't have. Forks share it.
    pub extra: Option<Arc<Extra>>,
}

/// The rarer parts of a frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extra {
    /// Variadic arguments, as they were passed.
    pub variadic: Vec<(ArgKind, Value)>,
    /// Objects made by `Inst::Alloca` and `Inst::VaStart`.
    pub allocas: Vec<Alloca>,
    /// Instructions that have come to a decision over the inputs. Forks share them.
    pub decided: HashTrieMapSync<usize, Decided, BuildHasherDefault<FxHasher>>,
}

/// How often an instruction of an activation has come to a decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decided {
    pub visits: u32,
    /// What `State::instructions` was at the last visit.
    pub last: u64,
}

/// An object on the stack that isn't a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alloca {
    pub address: u64,
    pub size: u64,
}
