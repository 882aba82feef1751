//! Fingerprints: what a run that begins in certain functions can see of a program, as hashes.
//!
//! Two programs that look the same from there are explored the same way, and what was found out about the one is true of the
//! other. What can be seen is a list of named *parts*: each function and each global variable that may be come to, and the
//! surroundings, which are facts about the whole program that the engine asks for. Other parts of a program, comments and
//! line numbers are in none of them: of places in the source, only their order counts (`lines.rs`), so that what was said of one
//! can be said of the same instruction's place now.
//!
//! Numbers of functions, globals and types are no property of them: what is hashed in their stead is the name, or the structure.
//! Addresses are not in it either. What depends on them is true of one layout only, and says so; for that, and for texts that
//! have a line in them, there is the `exact` fingerprint.

mod digest;
mod lines;
mod types;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash as _;

use ir::debug::{Subprogram, Type, Variable};
use ir::{
    Body, Callee, CodeOrigin, Const, FuncId, Function, Global, GlobalId, Inst, Linkage, Program,
    Relocation, Symbol,
};

use crate::call_graph::CallGraph;
use crate::effects;
pub use digest::{Digest, Fingerprint};
pub use lines::LineTable;
use types::TypeHashes;

/// The machine begins and ends programs with these.
const OF_THE_MACHINE: [&str; 2] = ["exit", "atexit"];
const GLOBALS_OF_THE_MACHINE: [&str; 3] = ["llvm.global_ctors", "llvm.global_dtors", "__cp_errno"];

/// Calls of these anywhere matter to every exploration: something is left for the end, `errno` is looked at.
const NOTICED: [&str; 5] =
    ["atexit", "on_exit", "__cxa_atexit", "at_quick_exit", "__errno_location"];

/// What is ours in a program, for whoever explores it: stubs, and the types of further arguments.
const OURS: [&str; 2] = ["__counterpoint_", "__cp_"];

/// What can be seen of a program from certain functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// By what a person calls them: "`parse`", "the global `table`".
    pub parts: BTreeMap<String, Fingerprint>,
    /// The functions among them.
    pub functions: BTreeSet<FuncId>,
    /// Of all that, its lines, and the layout of the whole program.
    pub exact: Fingerprint,
}

/// The fingerprints of a program.
pub struct Fingerprints<'p> {
    program: &'p Program,
    graph: CallGraph,
    exposed: BTreeSet<GlobalId>,
    types: RefCell<TypeHashes>,
}

impl<'p> Fingerprints<'p> {
    /// Of a program that is ready to run.
    pub fn new(program: &'p Program) -> Fingerprints<'p> {
        Fingerprints {
            program,
            graph: CallGraph::new(program),
            exposed: effects::exposed(program),
            types: RefCell::default(),
        }
    }

    /// The fingerprint of a type: its structure, with all that it leads to.
    pub fn ty(&self, ty: ir::debug::TypeId) -> Fingerprint {
        self.types.borrow_mut().of(&self.program.debug, ty)
    }

    /// What can be seen from these functions.
    pub fn seen_from(&self, from: &[FuncId]) -> Seen {
        let mut walk = Walk { of: self, functions: BTreeSet::new(), globals: BTreeSet::new() };
        walk.all(from);
        let Walk { functions, globals, .. } = walk;
        let mut parts = BTreeMap::new();
        for &id in &functions {
            let function = self.program.function(id);
            add(&mut parts, format!("`{}`", function.name), self.function(function));
        }
        for &id in &globals {
            let global = self.program.global(id);
            let name = match is_literal(global) {
                true => format!("the constant {}", hex(&self.global(id))),
                false => format!("the global `{}`", global.name),
            };
            add(&mut parts, name, self.global(id));
        }
        parts.insert("the rest of the program".to_owned(), self.surroundings());
        let exact = self.exact(&functions);
        Seen { parts, functions, exact }
    }

    fn function(&self, function: &Function) -> Fingerprint {
        let Function { name, linkage, signature, body, debug, origin } = function;
        let mut digest = Digest::new("function");
        (name, linkage, signature, origin).hash(&mut digest);
        let lines = LineTable::of(self.program, function);
        lines.order().hash(&mut digest);
        debug.is_some().hash(&mut digest);
        if let Some(debug) = debug {
            self.subprogram(&mut digest, debug, &lines);
        }
        body.is_some().hash(&mut digest);
        if let Some(body) = body {
            self.body(&mut digest, body, &lines);
        }
        digest.done()
    }

    fn subprogram(&self, digest: &mut Digest, debug: &Subprogram, lines: &LineTable) {
        let Subprogram { name, file, line: _, returns, params, variadic, locals, accesses } = debug;
        (name, &self.program.debug.file(*file).path, variadic, self.ty(*returns)).hash(digest);
        params.len().hash(digest);
        params.iter().for_each(|param| self.variable(digest, param));
        locals.len().hash(digest);
        for local in locals {
            self.variable(digest, &local.variable);
            local.place.hash(digest);
        }
        accesses.len().hash(digest);
        for access in accesses {
            // Types that nothing else of the function mentions may be found, by their names.
            let ty = self.program.debug.accessed_type(&access.object).map(|ty| self.ty(ty));
            (lines.place_of(access.at), &access.object, access.offset, ty).hash(digest);
        }
    }

    fn variable(&self, digest: &mut Digest, variable: &Variable) {
        let Variable { name, ty, line: _, file } = variable;
        (name, self.ty(*ty), &self.program.debug.file(*file).path).hash(digest);
    }

    fn body(&self, digest: &mut Digest, body: &Body, lines: &LineTable) {
        let Body { regs, slots, consts, blocks, code, locs } = body;
        (regs, slots, blocks).hash(digest);
        consts.len().hash(digest);
        consts.iter().for_each(|constant| self.constant(digest, constant));
        code.len().hash(digest);
        for inst in code {
            match inst {
                Inst::Call(call) => {
                    let ir::Call { callee, args, kinds, fixed, results, unwind } = &**call;
                    (args, kinds, fixed, results, unwind).hash(digest);
                    match callee {
                        Callee::Direct(callee) => {
                            ("direct", &self.program.function(*callee).name).hash(digest);
                        }
                        Callee::Indirect(address) => ("indirect", address).hash(digest),
                    }
                }
                other => other.hash(digest),
            }
        }
        locs.iter().for_each(|loc| loc.map(|loc| lines.place_of(loc)).hash(digest));
    }

    fn constant(&self, digest: &mut Digest, constant: &Const) {
        match constant {
            Const::Bits(bits) => ("bits", bits).hash(digest),
            Const::Undef => "undef".hash(digest),
            Const::Address(Symbol::Function(function), offset) => {
                ("function", &self.program.function(*function).name, offset).hash(digest);
            }
            Const::Address(Symbol::Global(id), offset) => {
                let global = self.program.global(*id);
                match is_literal(global) {
                    true => ("constant", self.global(*id), offset).hash(digest),
                    false => ("global", &global.name, offset).hash(digest),
                }
            }
            Const::Block(function, block) => {
                ("block", &self.program.function(*function).name, block).hash(digest);
            }
        }
    }

    fn global(&self, id: GlobalId) -> Fingerprint {
        let global = self.program.global(id);
        let Global { name, linkage, size, align, constant, init, debug, origin } = global;
        let mut digest = Digest::new("global");
        (linkage, size, align, constant, origin, self.exposed.contains(&id)).hash(&mut digest);
        if !is_literal(global) {
            name.hash(&mut digest);
        }
        debug.is_some().hash(&mut digest);
        if let Some(variable) = debug {
            self.variable(&mut digest, variable);
        }
        init.is_some().hash(&mut digest);
        if let Some(init) = init {
            (&init.bytes, init.relocations.len()).hash(&mut digest);
            for Relocation { at, size, value, minus } in &init.relocations {
                (at, size, minus.is_some()).hash(&mut digest);
                self.constant(&mut digest, value);
                minus.iter().for_each(|minus| self.constant(&mut digest, minus));
            }
        }
        digest.done()
    }

    /// What the engine asks about the whole program: which functions a pointer from outside may mean, and what else is
    /// looked for without any reference to it.
    fn surroundings(&self) -> Fingerprint {
        let mut digest = Digest::new("surroundings");
        self.program.target.hash(&mut digest);
        for name in NOTICED {
            let found = self.program.function_named(name);
            found.map(|it| self.graph.is_called(it)).hash(&mut digest);
        }
        for &id in self.graph.address_taken() {
            let function = self.program.function(id);
            (&function.name, function.linkage, &function.signature).hash(&mut digest);
            (function.origin, function.body.is_some(), function.debug.is_some()).hash(&mut digest);
            if let Some(debug) = &function.debug {
                (&self.program.debug.file(debug.file).path, self.ty(debug.returns), debug.variadic)
                    .hash(&mut digest);
                debug.params.iter().for_each(|param| self.variable(&mut digest, param));
            }
        }
        let is_ours = |name: &str| OURS.iter().any(|prefix| name.starts_with(prefix));
        for global in self.program.globals.iter().filter(|global| is_ours(&global.name)) {
            (&global.name, global.size, global.init.is_some()).hash(&mut digest);
            global.debug.iter().for_each(|variable| self.variable(&mut digest, variable));
        }
        let comparisons = self.program.functions.iter().any(crate::orders::is_comparison);
        comparisons.hash(&mut digest);
        // What the library takes for a string is one, of such characters.
        let is_char = |ty: &&Type| matches!(ty, Type::Int { name, .. } if name == "char");
        let types = &self.program.debug.types;
        types.iter().any(|ty| is_char(&ty)).hash(&mut digest);
        digest.done()
    }

    /// Lines, and what addresses depend on.
    fn exact(&self, functions: &BTreeSet<FuncId>) -> Fingerprint {
        let mut digest = Digest::new("exact");
        let debug = &self.program.debug;
        for &id in functions {
            let function = self.program.function(id);
            function.name.hash(&mut digest);
            for loc in function.body.iter().flat_map(|body| &body.locs) {
                loc.map(|loc| (&debug.file(loc.file).path, loc.line, loc.column)).hash(&mut digest);
            }
        }
        for function in &self.program.functions {
            function.name.hash(&mut digest);
        }
        for global in &self.program.globals {
            (&global.name, global.size, global.align, global.init.is_some()).hash(&mut digest);
        }
        digest.done()
    }
}

/// Adds a part. Two of one name are one.
fn add(parts: &mut BTreeMap<String, Fingerprint>, name: String, print: Fingerprint) {
    let both = parts.get(&name).map(|earlier| {
        let mut digest = Digest::new("both");
        (earlier, print).hash(&mut digest);
        digest.done()
    });
    parts.insert(name, both.unwrap_or(print));
}

/// A constant that only its contents tell apart from others: compilers number them as they come.
fn is_literal(global: &Global) -> bool {
    let init = global.init.as_ref().is_some_and(|init| init.relocations.is_empty());
    init && global.constant
        && global.linkage == Linkage::Internal
        && global.debug.as_ref().is_none_or(|debug| debug.name.is_empty())
        && global.origin == CodeOrigin::Program
}

fn hex(fingerprint: &Fingerprint) -> String {
    fingerprint[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Everything that can be come to.
struct Walk<'f, 'p> {
    of: &'f Fingerprints<'p>,
    functions: BTreeSet<FuncId>,
    globals: BTreeSet<GlobalId>,
}

impl Walk<'_, '_> {
    fn all(&mut self, from: &[FuncId]) {
        let program = self.of.program;
        let of_machine = OF_THE_MACHINE.iter().filter_map(|name| program.function_named(name));
        let mut pending: Vec<Symbol> =
            from.iter().copied().chain(of_machine).map(Symbol::Function).collect();
        let is_of_machine = |global: &Global| GLOBALS_OF_THE_MACHINE.contains(&&*global.name);
        let globals = program.globals.iter().enumerate().filter(|(_, it)| is_of_machine(it));
        pending.extend(globals.map(|(index, _)| Symbol::Global(GlobalId::new(index))));
        while let Some(next) = pending.pop() {
            match next {
                Symbol::Function(id) if self.functions.insert(id) => {
                    let body = program.function(id).body.iter();
                    body.for_each(|body| self.mentioned(body, &mut pending));
                }
                Symbol::Global(id) if self.globals.insert(id) => {
                    let init = program.global(id).init.iter().flat_map(|init| &init.relocations);
                    init.flat_map(Relocation::addresses).for_each(|it| pending.extend(symbol(it)));
                }
                Symbol::Function(_) | Symbol::Global(_) => {}
            }
        }
    }

    fn mentioned(&self, body: &Body, pending: &mut Vec<Symbol>) {
        body.consts.iter().for_each(|constant| pending.extend(symbol(constant)));
        for inst in &body.code {
            if let Inst::Call(call) = inst {
                let entered = self.of.graph.entered_by(call);
                pending.extend(entered.iter().copied().map(Symbol::Function));
            }
        }
    }
}

fn symbol(constant: &Const) -> Option<Symbol> {
    match *constant {
        Const::Address(symbol, _) => Some(symbol),
        Const::Block(function, _) => Some(Symbol::Function(function)),
        Const::Bits(_) | Const::Undef => None,
    }
}

#[cfg(test)]
mod tests;
