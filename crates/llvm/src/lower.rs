//! A decoded module to [`ir::Program`].
//!
//! Values become lists of scalars: vectors and aggregates are taken apart, integers of more than 64
//! bits are several registers. What we can't execute becomes an [`ir::Inst::Unsupported`] where it stands.
//! Nothing is optimised here.

mod accesses;
mod aggregate;
mod arithmetic;
mod atomic;
mod builder;
mod call;
mod check;
mod choice;
mod constant;
mod edge;
mod float;
mod function;
mod gep;
mod initializer;
mod inline_asm;
mod intrinsics;
mod limbs;
mod locals;
mod memory;
mod scalar;
mod slots;
pub(crate) mod stop;
mod terminator;
mod varargs;

use std::collections::HashMap;

use ir::{Const, FuncId, GlobalId, Symbol};

use crate::Error;
use crate::debuginfo::Tables;
use crate::layout::ModuleLayout;
use crate::module::{self, BlockId, Module, Type, TypeId};
use constant::Values;
use stop::{CannotLower, Lowered, malformed, unsupported};

/// How many instructions one of LLVM's becomes, on average over a large module, at most; and how many more
/// a small one may have. Real code stays far below, wide vectors included.
const MOST_EXPANSION: usize = 64;
const SPARE_INSTRUCTIONS: usize = 1 << 22;

/// What becomes of a choice between two values that the source makes by `?:`, `&&` or `||`, and the compiler without
/// a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoiceLowering {
    /// It is computed: the quickest.
    Values,
    /// It is a branch, as in the source: for those who look at branches.
    Branches,
}

/// The program that a module is. Functions that module-level assembly defines stay declarations.
pub(crate) fn lower(module: &Module, choices: ChoiceLowering) -> Result<ir::Program, Error> {
    let fail = |message: String| Error::new(&module.source, message);
    let layout = ModuleLayout::new(&module.types, &module.data_layout).map_err(fail)?;
    let unit = Unit::new(module, layout, choices);
    let mut tables = Tables::new(module, unit.layout.pointer_bits() / 8);
    let mut externals = ExternalFunctions::new(&unit);
    let functions = unit.lower_functions(&mut tables, &mut externals)?;
    let globals = unit.lower_globals(&mut tables)?;
    let mut program = ir::Program {
        target: ir::TargetMachine { pointer_bits: unit.layout.pointer_bits() },
        functions,
        globals,
        aliases: unit.lower_aliases()?,
        debug: tables.finish(),
    };
    program.functions.extend(externals.added);
    Ok(program)
}

/// What every part of the lowering looks at.
pub(super) struct Unit<'m> {
    module: &'m Module,
    layout: ModuleLayout<'m>,
    choices: ChoiceLowering,
    /// The program's function for each of the module's; intrinsics have none.
    functions: Vec<Option<FuncId>>,
    /// The program's global for each of the module's; notes to the compiler have none.
    globals: Vec<Option<GlobalId>>,
}

/// Functions that intrinsics stand for and the module doesn't mention, such as `sin`.
struct ExternalFunctions {
    names: HashMap<String, FuncId>,
    added: Vec<ir::Function>,
    next: usize,
}

impl<'m> Unit<'m> {
    fn new(module: &'m Module, layout: ModuleLayout<'m>, choices: ChoiceLowering) -> Self {
        let functions = numbered(module.functions.iter().map(|f| !is_intrinsic(&f.name)));
        let globals = numbered(module.globals.iter().map(|g| !is_note(&g.name)));
        Unit {
            module,
            layout,
            choices,
            functions: functions.map(|id| id.map(FuncId::new)).collect(),
            globals: globals.map(|id| id.map(GlobalId::new)).collect(),
        }
    }

    /// The symbol of a global.
    fn global(&self, index: u32) -> Lowered<Symbol> {
        match self.globals.get(index as usize) {
            Some(Some(id)) => Ok(Symbol::Global(*id)),
            _ => malformed("a use of a global that only the compiler reads"),
        }
    }

    /// The symbol of a function.
    fn function(&self, index: u32) -> Lowered<Symbol> {
        self.function_id(index).map(Symbol::Function)
    }

    /// The id of a function that isn't an intrinsic.
    fn function_id(&self, index: u32) -> Lowered<FuncId> {
        match self.functions.get(index as usize) {
            Some(Some(id)) => Ok(*id),
            _ => unsupported("the address of an intrinsic"),
        }
    }

    /// The address of a block (computed goto). Our blocks keep LLVM's numbers.
    fn block_address(&self, function: u32, block: BlockId) -> Lowered<Const> {
        let body = self.module.functions.get(function as usize).and_then(|f| f.body.as_ref());
        match body {
            Some(body) if (block.0 as usize) < body.blocks.len() => {
                Ok(Const::Block(self.function_id(function)?, ir::BlockId(block.0)))
            }
            _ => malformed("the address of a block that doesn't exist"),
        }
    }

    /// Return type, parameters and whether there may be more of them.
    fn function_type(&self, ty: TypeId) -> Lowered<(TypeId, &'m [TypeId], bool)> {
        match self.layout.ty(ty) {
            Type::Function { returns, params, variadic } => Ok((*returns, params, *variadic)),
            _ => malformed("a function whose type is no function type"),
        }
    }

    /// The signature of a function. Parameters of unsupported types have no registers: neither a call
    /// nor the body can use them.
    fn signature(&self, ty: TypeId) -> Lowered<ir::Signature> {
        let (returns, params, variadic) = self.function_type(ty)?;
        Ok(ir::Signature {
            params: params.iter().flat_map(|ty| self.registers_or_none(*ty)).collect(),
            returns: self.registers_or_none(returns),
            variadic,
        })
    }

    fn registers_or_none(&self, ty: TypeId) -> Vec<ir::Ty> {
        self.layout.registers(ty).unwrap_or_default()
    }

    fn lower_functions(
        &self,
        tables: &mut Tables<'m>,
        externals: &mut ExternalFunctions,
    ) -> Result<Vec<ir::Function>, Error> {
        let mut lowered = Vec::with_capacity(self.functions.len());
        let mut budget = SPARE_INSTRUCTIONS;
        for (function, id) in self.module.functions.iter().zip(&self.functions) {
            if id.is_none() {
                continue;
            }
            let fail = |stop| self.error("function", &function.name, &stop);
            let made = function::lower(self, tables, externals, function).map_err(fail)?;
            let size = made.body.as_ref().map_or(0, |body| body.code.len());
            budget = (budget + MOST_EXPANSION * instructions(function)).saturating_sub(size);
            if budget == 0 {
                return Err(fail(CannotLower::Malformed(
                    "code that takes no end of instructions".into(),
                )));
            }
            lowered.push(made);
        }
        Ok(lowered)
    }

    fn lower_globals(&self, tables: &mut Tables<'_>) -> Result<Vec<ir::Global>, Error> {
        let wanted = self.module.globals.iter().zip(&self.globals);
        wanted
            .filter(|(_, id)| id.is_some())
            .map(|(global, _)| {
                let lowered = self.lower_global(tables, global);
                lowered.map_err(|stop| self.error("global", &global.name, &stop))
            })
            .collect()
    }

    fn lower_global(
        &self,
        tables: &mut Tables<'_>,
        global: &module::GlobalVar,
    ) -> Lowered<ir::Global> {
        let init = match global.initializer {
            Some(init) => {
                let same = Values::new(self, None).ty(init)? == global.value_type;
                if !same {
                    return malformed("an initialiser of another type");
                }
                Some(initializer::lower(self, init)?)
            }
            None => None,
        };
        // A declaration may have a type that isn't known, and so no size.
        let (size, natural) = match self.layout.of(global.value_type) {
            Ok(layout) => (layout.stride, layout.align),
            Err(_) if init.is_none() => (0, 1),
            Err(stop) => return Err(stop),
        };
        Ok(ir::Global {
            name: global.name.clone(),
            linkage: linkage(global.linkage),
            size,
            align: alignment(global.align, natural)?,
            constant: global.constant,
            init,
            debug: global.debug.iter().find_map(|node| tables.global_variable(*node)),
            origin: ir::CodeOrigin::Program,
        })
    }

    fn lower_aliases(&self) -> Result<Vec<ir::Alias>, Error> {
        let aliases = self.module.aliases.iter().filter(|alias| !alias.ifunc);
        aliases
            .map(|alias| {
                let fail = |stop| self.error("alias", &alias.name, &stop);
                let target = Values::new(self, None).address(alias.target).map_err(fail)?;
                let none = || fail(CannotLower::Malformed("it names no symbol".into()));
                let (target, offset) = target.ok_or_else(none)?;
                let linkage = linkage(alias.linkage);
                Ok(ir::Alias { name: alias.name.clone(), linkage, target, offset })
            })
            .collect()
    }

    fn error(&self, kind: &str, name: &str, stop: &CannotLower) -> Error {
        Error::new(&self.module.source, format!("{kind} `{name}`: {stop}"))
    }
}

impl ExternalFunctions {
    fn new(unit: &Unit<'_>) -> Self {
        let names = unit.module.functions.iter().zip(&unit.functions);
        ExternalFunctions {
            names: names.filter_map(|(f, id)| Some((f.name.clone(), (*id)?))).collect(),
            added: Vec::new(),
            next: unit.functions.iter().flatten().count(),
        }
    }

    /// The function called `name`, declared now if the module doesn't.
    fn get(&mut self, name: &str, signature: impl FnOnce() -> ir::Signature) -> FuncId {
        if let Some(id) = self.names.get(name) {
            return *id;
        }
        let id = FuncId::new(self.next + self.added.len());
        self.names.insert(name.to_owned(), id);
        self.added.push(ir::Function {
            name: name.to_owned(),
            linkage: ir::Linkage::External,
            signature: signature(),
            body: None,
            debug: None,
            origin: ir::CodeOrigin::Program,
        });
        id
    }
}

/// A word of an integer constant, the lowest first. Integers are sign-extended to whole words.
fn word(words: &[u64], index: u32) -> u64 {
    match (words.get(index as usize), words.last()) {
        (Some(word), _) => *word,
        (None, Some(last)) => ((*last as i64) >> 63) as u64,
        (None, None) => 0,
    }
}

fn instructions(function: &module::Function) -> usize {
    let blocks = function.body.iter().flat_map(|body| &body.blocks);
    blocks.map(|block| block.instructions.len()).sum()
}

/// Consecutive numbers for what is kept.
fn numbered(kept: impl Iterator<Item = bool>) -> impl Iterator<Item = Option<usize>> {
    let mut next = 0;
    kept.map(move |kept| {
        let id = next;
        next += usize::from(kept);
        kept.then_some(id)
    })
}

fn is_intrinsic(name: &str) -> bool {
    name.starts_with("llvm.")
}

/// Lists of symbols that the optimiser must keep.
fn is_note(name: &str) -> bool {
    matches!(name, "llvm.used" | "llvm.compiler.used")
}

fn linkage(linkage: module::Linkage) -> ir::Linkage {
    use module::Linkage;
    match linkage {
        Linkage::External | Linkage::Appending => ir::Linkage::External,
        Linkage::Internal | Linkage::Private => ir::Linkage::Internal,
        Linkage::Common => ir::Linkage::Common,
        Linkage::WeakAny
        | Linkage::WeakOdr
        | Linkage::LinkOnceAny
        | Linkage::LinkOnceOdr
        | Linkage::ExternWeak => ir::Linkage::Weak,
        Linkage::AvailableExternally => ir::Linkage::Available,
    }
}

/// The alignment that was asked for, or else the type's own.
fn alignment(asked: u64, natural: u64) -> Lowered<u32> {
    let align = if asked == 0 { natural } else { asked };
    match u32::try_from(align) {
        Ok(align) if align.is_power_of_two() => Ok(align),
        _ => malformed(format!("an alignment of {align} bytes")),
    }
}
