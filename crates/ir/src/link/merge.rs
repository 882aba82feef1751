//! Builds the linked program from what [`super::resolve`] decided.

use std::collections::{HashMap, HashSet};

use super::debug::Merged;
use super::resolve::{Needed, Resolved, SymbolTable, UnitSymbol, name_of};
use super::{LinkUnit, is_appended};
use crate::{
    Alias, Body, Callee, CodeOrigin, Const, FuncId, Global, GlobalId, Init, Inst, Linkage, Program,
    Relocation, Symbol,
};

pub(super) fn merge(units: Vec<LinkUnit>, symbols: &SymbolTable, needed: &Needed) -> Program {
    let plan = MergePlan::new(&units, symbols, needed);
    let moves: Vec<Moves> =
        (0..units.len()).map(|unit| Moves::new(&units, unit, symbols, &plan)).collect();
    let aliases = aliases(&units, symbols, &moves);
    let names = LinkedNames::new(&units, &plan, &aliases);
    let program = Program {
        target: units.first().map(|unit| unit.program.target).unwrap_or_default(),
        aliases,
        ..Program::default()
    };
    let debug = Merged::default();
    let mut merger = Merger { program, debug, names, appended: HashMap::new() };
    for (index, (unit, moves)) in units.into_iter().zip(&moves).enumerate() {
        if !unit.library || plan.new_ids.keys().any(|(unit, _)| *unit == index) {
            let kept = |symbol| plan.new_ids.contains_key(&(index, symbol));
            merger.add(unit, moves, symbols, kept);
        }
    }
    Program { debug: merger.debug.info, ..merger.program }
}

/// The program that units are added to.
struct Merger {
    program: Program,
    debug: Merged,
    names: LinkedNames,
    /// Where arrays are that all units have a part of.
    appended: HashMap<String, usize>,
}

impl Merger {
    /// Adds those symbols of a unit that stay.
    fn add(
        &mut self,
        unit: LinkUnit,
        moves: &Moves,
        symbols: &SymbolTable,
        kept: impl Fn(Symbol) -> bool,
    ) {
        let LinkUnit { program: Program { functions, globals, debug: info, .. }, library, .. } =
            unit;
        let moved = self.debug.add(info);
        let origin = |origin| if library { CodeOrigin::Runtime } else { origin };
        for (id, mut function) in functions.into_iter().enumerate() {
            if kept(Symbol::Function(FuncId::new(id))) {
                self.names.rename(&mut function.name, function.linkage);
                function.origin = origin(function.origin);
                function.debug.iter_mut().for_each(|debug| moved.move_subprogram(debug));
                if let Some(body) = &mut function.body {
                    moved.move_locs(body);
                    moves.move_body(body);
                }
                self.program.functions.push(function);
            }
        }
        for (id, mut global) in globals.into_iter().enumerate() {
            if kept(Symbol::Global(GlobalId::new(id))) {
                global.origin = origin(global.origin);
                global.debug.iter_mut().for_each(|debug| moved.move_variable(debug));
                global.init.iter_mut().for_each(|init| moves.move_init(init));
                if global.linkage == Linkage::Common && !library {
                    let largest = symbols.common.get(&global.name);
                    (global.size, global.align) =
                        largest.copied().unwrap_or((global.size, global.align));
                }
                self.add_global(global);
            }
        }
    }

    fn add_global(&mut self, mut global: Global) {
        if is_appended(&global.name) {
            if let Some(first) = self.appended.get(&global.name) {
                return append(&mut self.program.globals[*first], global);
            }
            self.appended.insert(global.name.clone(), self.program.globals.len());
        }
        self.names.rename(&mut global.name, global.linkage);
        self.program.globals.push(global);
    }
}

/// The new ids of the symbols that stay.
struct MergePlan {
    new_ids: HashMap<UnitSymbol, Symbol>,
    /// The declarations of names without a definition.
    undefined: HashMap<String, Symbol>,
}

impl MergePlan {
    fn new(units: &[LinkUnit], symbols: &SymbolTable, needed: &Needed) -> Self {
        let mut plan = MergePlan { new_ids: HashMap::new(), undefined: HashMap::new() };
        let (mut functions, mut globals) = (0, 0);
        let mut appended: HashMap<&str, Symbol> = HashMap::new();
        for (index, unit) in units.iter().enumerate() {
            for id in 0..unit.program.functions.len() {
                let local = (index, Symbol::Function(FuncId::new(id)));
                let new = Symbol::Function(FuncId::new(functions));
                functions += usize::from(plan.keep(units, symbols, needed, local, new));
            }
            for (id, global) in unit.program.globals.iter().enumerate() {
                let local = (index, Symbol::Global(GlobalId::new(id)));
                let new = Symbol::Global(GlobalId::new(globals));
                if is_appended(&global.name) && needed.defined.contains(&local) {
                    let into = *appended.entry(&global.name).or_insert(new);
                    plan.new_ids.insert(local, into);
                    globals += usize::from(into == new);
                } else {
                    globals += usize::from(plan.keep(units, symbols, needed, local, new));
                }
            }
        }
        plan
    }

    /// Gives a symbol its new id if it stays.
    fn keep(
        &mut self,
        units: &[LinkUnit],
        symbols: &SymbolTable,
        needed: &Needed,
        local: UnitSymbol,
        new: Symbol,
    ) -> bool {
        let name = match symbols.resolve(units, local) {
            Resolved::Undefined(name) => name,
            Resolved::Defined(..) if needed.defined.contains(&local) => {
                return self.new_ids.insert(local, new).is_none();
            }
            Resolved::Defined(..) => return false,
        };
        // The first declaration stands for all of that name.
        let first = needed.undefined.contains(&name) && !self.undefined.contains_key(&name);
        if first {
            self.undefined.insert(name, new);
            self.new_ids.insert(local, new);
        }
        first
    }
}

/// Where the symbols of one unit went: a new symbol and an offset in it.
struct Moves {
    functions: Vec<Option<(Symbol, i64)>>,
    globals: Vec<Option<(Symbol, i64)>>,
    /// The functions whose own definition is the one that stays.
    own: Vec<bool>,
}

impl Moves {
    fn new(units: &[LinkUnit], unit: usize, symbols: &SymbolTable, plan: &MergePlan) -> Self {
        let program = &units[unit].program;
        let place = |symbol| match symbols.resolve(units, (unit, symbol)) {
            Resolved::Defined(local, offset) => Some((*plan.new_ids.get(&local)?, offset)),
            Resolved::Undefined(name) => Some((*plan.undefined.get(&name)?, 0)),
        };
        let functions = (0..program.functions.len()).map(|id| Symbol::Function(FuncId::new(id)));
        let globals = (0..program.globals.len()).map(|id| Symbol::Global(GlobalId::new(id)));
        Moves {
            own: functions.clone().map(|f| plan.new_ids.contains_key(&(unit, f))).collect(),
            functions: functions.map(place).collect(),
            globals: globals.map(place).collect(),
        }
    }

    fn place(&self, symbol: Symbol) -> (Symbol, i64) {
        let place = match symbol {
            Symbol::Function(id) => self.functions[id.index()],
            Symbol::Global(id) => self.globals[id.index()],
        };
        // Everything that a kept definition mentions is kept.
        place.unwrap_or((symbol, 0))
    }

    fn move_const(&self, constant: &mut Const) {
        match *constant {
            Const::Address(symbol, offset) => {
                let (new, further) = self.place(symbol);
                *constant = Const::Address(new, offset.wrapping_add(further));
            }
            Const::Block(function, block) => {
                *constant = match self.place(Symbol::Function(function)) {
                    (Symbol::Function(new), 0) if self.own[function.index()] => {
                        Const::Block(new, block)
                    }
                    // The block went with the definition that was overridden; only that used it.
                    (new, offset) => Const::Address(new, offset),
                };
            }
            Const::Bits(_) | Const::Undef => {}
        }
    }

    fn move_body(&self, body: &mut Body) {
        body.consts.iter_mut().for_each(|constant| self.move_const(constant));
        let mut code = std::mem::take(&mut body.code);
        for inst in &mut code {
            if let Inst::Call(call) = inst
                && let Callee::Direct(callee) = call.callee
            {
                call.callee = match self.place(Symbol::Function(callee)) {
                    (Symbol::Function(new), 0) => Callee::Direct(new),
                    (new, offset) => Callee::Indirect(body.add_const(Const::Address(new, offset))),
                };
            }
        }
        body.code = code;
    }

    fn move_init(&self, init: &mut Init) {
        let addresses = init.relocations.iter_mut().flat_map(Relocation::addresses_mut);
        addresses.for_each(|address| self.move_const(address));
    }
}

/// The aliases that still give a name its meaning.
fn aliases(units: &[LinkUnit], symbols: &SymbolTable, moves: &[Moves]) -> Vec<Alias> {
    let mut aliases = vec![];
    for (index, unit) in units.iter().enumerate().filter(|(_, unit)| !unit.library) {
        for alias in &unit.program.aliases {
            if symbols.is_chosen(index, &alias.name, alias.target) {
                let (target, further) = moves[index].place(alias.target);
                let offset = alias.offset.wrapping_add(further);
                aliases.push(Alias { target, offset, ..alias.clone() });
            }
        }
    }
    aliases
}

fn append(first: &mut Global, more: Global) {
    let at = first.size;
    let (Some(init), Some(more_init)) = (&mut first.init, more.init) else { return };
    init.bytes.resize(at as usize, 0);
    init.bytes.extend(more_init.bytes);
    for mut relocation in more_init.relocations {
        relocation.at += at;
        init.relocations.push(relocation);
    }
    first.size += more.size;
}

/// The names of the result, each once.
struct LinkedNames {
    taken: HashSet<String>,
}

impl LinkedNames {
    /// External names are taken from the start: they can't change.
    fn new(units: &[LinkUnit], plan: &MergePlan, aliases: &[Alias]) -> Self {
        let visible = plan.new_ids.keys().map(|local| name_of(units, *local));
        let visible = visible.filter(|(_, linkage)| *linkage != Linkage::Internal);
        let mut taken: HashSet<String> = visible.map(|(name, _)| name.into()).collect();
        taken.extend(aliases.iter().map(|alias| alias.name.clone()));
        LinkedNames { taken }
    }

    /// Gives a symbol of one file a name of its own.
    fn rename(&mut self, name: &mut String, linkage: Linkage) {
        if linkage != Linkage::Internal || name.is_empty() {
            return;
        }
        let original = name.clone();
        let mut suffix = 0;
        while !self.taken.insert(name.clone()) {
            suffix += 1;
            *name = format!("{original}.{suffix}");
        }
    }
}
