//! Programs, functions and globals.

use serde::{Deserialize, Serialize};

use crate::{BlockId, ConstId, FileId, FuncId, GlobalId, Inst, Operand, Reg, SlotId, Ty, debug};

/// Everything one run needs: the linked functions and globals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// What the bitcode was compiled for.
    pub target: TargetMachine,
    /// Functions, defined or only declared.
    pub functions: Vec<Function>,
    /// Global variables, defined or only declared.
    pub globals: Vec<Global>,
    /// Other names of functions and globals. Uses inside the program are resolved already; these are
    /// for linking.
    pub aliases: Vec<Alias>,
    /// Source files and types.
    pub debug: debug::DebugInfo,
}

/// The facts about the target machine that the program's behaviour depends on. Little-endian always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TargetMachine {
    /// 32 or 64.
    pub pointer_bits: u32,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The linker's name.
    pub name: String,
    /// Who can see it.
    pub linkage: Linkage,
    /// Parameters and results.
    pub signature: Signature,
    /// The code, unless it is only declared.
    pub body: Option<Body>,
    /// What the source says about it.
    pub debug: Option<debug::Subprogram>,
    /// Whose code it is.
    pub origin: CodeOrigin,
}

/// Parameters and results as registers: aggregates are several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Signature {
    /// The parameters' types.
    pub params: Vec<Ty>,
    /// The results' types.
    pub returns: Vec<Ty>,
    /// Does it take further arguments?
    pub variadic: bool,
}

/// The code of a function. Registers `0..params.len()` are its parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// All registers.
    pub regs: Vec<RegInfo>,
    /// Objects made on entry.
    pub slots: Vec<Slot>,
    /// Constants that the instructions refer to.
    pub consts: Vec<Const>,
    /// Where each block's instructions are in `code`. Block 0 is the entry.
    pub blocks: Vec<BlockRange>,
    /// All instructions, block after block.
    pub code: Vec<Inst>,
    /// The source position of each instruction; as long as `code`.
    pub locs: Vec<Option<SourceLoc>>,
}

/// The instructions of a block: `code[start..end]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockRange {
    /// Index of the first instruction.
    pub start: u32,
    /// Index after the terminator.
    pub end: u32,
}

/// A register.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RegInfo {
    /// What it holds.
    pub ty: Ty,
    /// The variable it stands for.
    pub name: Option<String>,
}

/// An object on the stack, made when its function is entered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// In bytes.
    pub size: u64,
    /// In bytes, a power of two.
    pub align: u32,
    /// The variable it stands for.
    pub name: Option<String>,
    /// Does the code mark where its lifetime begins? Until then an access is an error.
    pub scoped: bool,
}

/// A constant of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Const {
    /// A number, or a float's bits.
    Bits(u64),
    /// Any value: what an uninitialised variable holds.
    Undef,
    /// The address of a function or global, plus an offset.
    Address(Symbol, i64),
    /// The address of a block (computed goto).
    Block(FuncId, BlockId),
}

/// Something that has an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// A function.
    Function(FuncId),
    /// A global variable.
    Global(GlobalId),
}

/// A global variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// The linker's name; empty for an anonymous one.
    pub name: String,
    /// Who can see it.
    pub linkage: Linkage,
    /// In bytes.
    pub size: u64,
    /// In bytes, a power of two.
    pub align: u32,
    /// Is writing to it an error?
    pub constant: bool,
    /// Its first contents, unless it is only declared.
    pub init: Option<Init>,
    /// What the source says about it.
    pub debug: Option<debug::Variable>,
    /// Whose code it is.
    pub origin: CodeOrigin,
}

/// The first contents of a global: `bytes`, zeros up to the size, then the addresses laid over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Init {
    /// The leading bytes; what is missing to the global's size is zero.
    pub bytes: Vec<u8>,
    /// Addresses inside.
    pub relocations: Vec<Relocation>,
}

/// An address inside a global, or the distance of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Where, in bytes.
    pub at: u64,
    /// How many bytes are written (the low ones).
    pub size: u32,
    /// The address: `Const::Address` or `Const::Block`.
    pub value: Const,
    /// The address that is subtracted from it.
    pub minus: Option<Const>,
}

/// Another name for a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The linker's name.
    pub name: String,
    /// Who can see it.
    pub linkage: Linkage,
    /// What it names.
    pub target: Symbol,
    /// How far inside.
    pub offset: i64,
}

/// Who can see a symbol, and what happens when two files define it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// All files; a second definition is an error.
    External,
    /// Only its own file (`static`).
    Internal,
    /// All files; gives way to a strong definition, else the first wins (`weak`, `linkonce`).
    Weak,
    /// All files; tentative definitions merge to the largest (`common`).
    Common,
    /// Only a hint for the optimiser: counts as a declaration (`available_externally`).
    Available,
}

/// Whose code it is: bugs inside the library are reported at the program's call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CodeOrigin {
    /// The user's.
    #[default]
    Program,
    /// Counterpoint's C library, or what the system's headers define.
    Runtime,
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SourceLoc {
    /// Which file.
    pub file: FileId,
    /// From 1; 0 is unknown.
    pub line: u32,
    /// From 1; 0 is unknown.
    pub column: u32,
}

impl Relocation {
    /// The addresses in it.
    pub fn addresses(&self) -> impl Iterator<Item = &Const> {
        std::iter::once(&self.value).chain(&self.minus)
    }

    /// The addresses in it, to change them.
    pub fn addresses_mut(&mut self) -> impl Iterator<Item = &mut Const> {
        std::iter::once(&mut self.value).chain(&mut self.minus)
    }
}

impl Program {
    /// The function of that id.
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.index()]
    }

    /// The global of that id.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    /// The function called `name`.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().position(|f| f.name == name).map(FuncId::new)
    }
}

impl Function {
    /// The name in the source, for people.
    pub fn display_name(&self) -> &str {
        self.debug.as_ref().map_or(&self.name, |debug| &debug.name)
    }
}

impl Body {
    /// The instructions of a block.
    pub fn block(&self, block: BlockId) -> &[Inst] {
        let range = self.blocks[block.index()];
        &self.code[range.start as usize..range.end as usize]
    }

    /// The type of a register.
    pub fn ty(&self, reg: Reg) -> Ty {
        self.regs[reg.index()].ty
    }

    /// The slot of that id.
    pub fn slot(&self, slot: SlotId) -> &Slot {
        &self.slots[slot.index()]
    }

    /// The constant of that id.
    pub fn constant(&self, constant: ConstId) -> Const {
        self.consts[constant.index()]
    }

    /// Adds a register.
    pub fn add_reg(&mut self, ty: Ty, name: Option<String>) -> Reg {
        self.regs.push(RegInfo { ty, name });
        Reg::new(self.regs.len() - 1)
    }

    /// The operand for a constant. (It doesn't look for an equal one: see `passes::tidy`.)
    pub fn add_const(&mut self, constant: Const) -> Operand {
        self.consts.push(constant);
        ConstId::new(self.consts.len() - 1).into()
    }
}

impl Default for TargetMachine {
    fn default() -> Self {
        TargetMachine { pointer_bits: 64 }
    }
}

impl TargetMachine {
    /// The type of a pointer.
    pub fn pointer(self) -> Ty {
        Ty::int(self.pointer_bits)
    }
}
