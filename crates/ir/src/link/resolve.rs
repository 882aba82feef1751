//! Decides which definition every name means, and which symbols the result needs.

use std::collections::{HashMap, HashSet};

use super::{LinkError, LinkUnit, is_appended};
use crate::{Callee, Const, FuncId, GlobalId, Inst, Linkage, Program, Relocation, Symbol};

/// A symbol of a unit.
pub(super) type UnitSymbol = (usize, Symbol);

/// What a symbol turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Resolved {
    /// A place in a definition.
    Defined(UnitSymbol, i64),
    /// Defined nowhere.
    Undefined(String),
}

/// The definition that each name means.
pub(super) struct SymbolTable {
    /// Definitions in the files.
    defined: HashMap<String, SymbolDefinition>,
    /// Definitions in the library.
    archive: HashMap<String, SymbolDefinition>,
    /// Definitions that are only hints.
    hints: HashMap<String, SymbolDefinition>,
    /// Size and alignment of tentative definitions: the largest of all.
    pub(super) common: HashMap<String, (u64, u32)>,
}

struct SymbolDefinition {
    strength: Strength,
    at: UnitSymbol,
    offset: i64,
    is_alias: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Weak,
    Common(u64),
    Strong,
}

/// How long a chain of aliases of overridden symbols may be.
const LONGEST_CHAIN: usize = 16;

impl SymbolTable {
    pub(super) fn new(units: &[LinkUnit]) -> Result<Self, LinkError> {
        let mut symbols = SymbolTable {
            defined: HashMap::new(),
            archive: HashMap::new(),
            hints: HashMap::new(),
            common: HashMap::new(),
        };
        for (index, unit) in units.iter().enumerate() {
            for (name, linkage, definition) in definitions(index, &unit.program) {
                symbols.add(units, name, linkage, definition)?;
            }
            for global in &unit.program.globals {
                if global.linkage == Linkage::Common && !unit.library {
                    let (size, align) = symbols.common.entry(global.name.clone()).or_default();
                    (*size, *align) = ((*size).max(global.size), (*align).max(global.align));
                }
            }
        }
        Ok(symbols)
    }

    fn add(
        &mut self,
        units: &[LinkUnit],
        name: &str,
        linkage: Linkage,
        new: SymbolDefinition,
    ) -> Result<(), LinkError> {
        let unit = &units[new.at.0];
        let table = match linkage {
            Linkage::Internal => return Ok(()),
            Linkage::Available => &mut self.hints,
            _ if unit.library => &mut self.archive,
            _ => &mut self.defined,
        };
        match table.get(name) {
            Some(old) if old.strength == Strength::Strong && new.strength == Strength::Strong => {
                let first = units[old.at.0].file.clone();
                let second = unit.file.clone();
                return Err(LinkError::Duplicate { symbol: name.into(), first, second });
            }
            Some(old) if old.strength >= new.strength => {}
            _ => {
                table.insert(name.into(), new);
            }
        }
        Ok(())
    }

    /// What a symbol of a unit means in the result.
    pub(super) fn resolve(&self, units: &[LinkUnit], local: UnitSymbol) -> Resolved {
        let (mut local, mut offset) = (local, 0i64);
        for _ in 0..LONGEST_CHAIN {
            let (name, linkage) = name_of(units, local);
            if linkage == Linkage::Internal || name.is_empty() {
                break;
            }
            let Some(definition) = self.definition(name) else {
                return Resolved::Undefined(name.into());
            };
            let stays = definition.at == local || !definition.is_alias;
            (local, offset) = (definition.at, offset.wrapping_add(definition.offset));
            if stays {
                break;
            }
        }
        Resolved::Defined(local, offset)
    }

    fn definition(&self, name: &str) -> Option<&SymbolDefinition> {
        let tables = [&self.defined, &self.archive, &self.hints];
        tables.iter().find_map(|table| table.get(name))
    }

    /// Does this alias give the name its meaning?
    pub(super) fn is_chosen(&self, unit: usize, name: &str, target: Symbol) -> bool {
        self.defined.get(name).is_some_and(|found| found.is_alias && found.at == (unit, target))
    }
}

/// The named definitions of a unit.
fn definitions(
    unit: usize,
    program: &Program,
) -> impl Iterator<Item = (&str, Linkage, SymbolDefinition)> {
    let at = move |linkage, size, symbol| {
        let strength = match linkage {
            // Of several hints any will do.
            Linkage::Weak | Linkage::Available => Strength::Weak,
            Linkage::Common => Strength::Common(size),
            _ => Strength::Strong,
        };
        SymbolDefinition { strength, at: (unit, symbol), offset: 0, is_alias: false }
    };
    let functions = program.functions.iter().enumerate();
    let functions =
        functions.filter(|(_, function)| function.body.is_some()).map(move |(id, f)| {
            (f.name.as_str(), f.linkage, at(f.linkage, 0, Symbol::Function(FuncId::new(id))))
        });
    let globals = program.globals.iter().enumerate();
    let globals = globals
        .filter(|(_, global)| global.init.is_some() && !is_appended(&global.name))
        .map(move |(id, g)| {
            (g.name.as_str(), g.linkage, at(g.linkage, g.size, Symbol::Global(GlobalId::new(id))))
        });
    let aliases = program.aliases.iter().map(move |alias| {
        let definition = at(alias.linkage, 0, alias.target);
        let definition = SymbolDefinition { offset: alias.offset, is_alias: true, ..definition };
        (alias.name.as_str(), alias.linkage, definition)
    });
    functions.chain(globals).chain(aliases).filter(|(name, ..)| !name.is_empty())
}

/// The name and linkage of a symbol.
pub(super) fn name_of(units: &[LinkUnit], (unit, symbol): UnitSymbol) -> (&str, Linkage) {
    let program = &units[unit].program;
    match symbol {
        Symbol::Function(id) => (&program.function(id).name, program.function(id).linkage),
        Symbol::Global(id) => (&program.global(id).name, program.global(id).linkage),
    }
}

/// The definitions that the result has, and the names it can't define.
#[derive(Default)]
pub(super) struct Needed {
    pub(super) defined: HashSet<UnitSymbol>,
    pub(super) undefined: HashSet<String>,
}

impl Needed {
    /// All that the files define, the roots, and what these refer to.
    pub(super) fn new(units: &[LinkUnit], symbols: &SymbolTable, roots: &[&str]) -> Self {
        let mut needed = Needed::default();
        let roots = roots.iter().filter_map(|name| symbols.definition(name));
        let mut pending: Vec<Resolved> =
            roots.map(|definition| symbols.resolve(units, definition.at)).collect();
        for (index, unit) in units.iter().enumerate().filter(|(_, unit)| !unit.library) {
            for symbol in defined_by(&unit.program) {
                let itself = Resolved::Defined((index, symbol), 0);
                let local = (index, symbol);
                if symbols.resolve(units, local) == itself || is_appended(name_of(units, local).0) {
                    pending.push(itself);
                }
            }
            pending.extend(
                unit.program
                    .aliases
                    .iter()
                    .map(|alias| symbols.resolve(units, (index, alias.target))),
            );
        }
        while let Some(resolved) = pending.pop() {
            match resolved {
                Resolved::Undefined(name) => {
                    needed.undefined.insert(name);
                }
                Resolved::Defined(local, _) => {
                    if needed.defined.insert(local) {
                        let program = &units[local.0].program;
                        for_each_reference(program, local.1, |symbol| {
                            pending.push(symbols.resolve(units, (local.0, symbol)));
                        });
                    }
                }
            }
        }
        needed
    }
}

fn defined_by(program: &Program) -> impl Iterator<Item = Symbol> {
    let functions = program.functions.iter().enumerate();
    let functions = functions
        .filter(|(_, function)| function.body.is_some() && function.linkage != Linkage::Available)
        .map(|(id, _)| Symbol::Function(FuncId::new(id)));
    let globals = program.globals.iter().enumerate();
    let globals = globals
        .filter(|(_, global)| global.init.is_some() && global.linkage != Linkage::Available)
        .map(|(id, _)| Symbol::Global(GlobalId::new(id)));
    functions.chain(globals)
}

/// Calls `visit` with every symbol that a definition mentions.
fn for_each_reference(program: &Program, symbol: Symbol, mut visit: impl FnMut(Symbol)) {
    let mut constant = |constant: &Const| match *constant {
        Const::Address(symbol, _) => visit(symbol),
        Const::Block(function, _) => visit(Symbol::Function(function)),
        Const::Bits(_) | Const::Undef => {}
    };
    match symbol {
        Symbol::Function(id) => {
            let Some(body) = &program.function(id).body else { return };
            body.consts.iter().for_each(&mut constant);
            for inst in &body.code {
                if let Inst::Call(call) = inst
                    && let Callee::Direct(callee) = call.callee
                {
                    visit(Symbol::Function(callee));
                }
            }
        }
        Symbol::Global(id) => {
            let relocations = program.global(id).init.iter().flat_map(|init| &init.relocations);
            relocations.flat_map(Relocation::addresses).for_each(&mut constant);
        }
    }
}
