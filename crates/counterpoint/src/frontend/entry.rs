//! Functions that can be entered without a harness of the user's: which of them, what their inputs are, and why others are
//! left out.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use analysis::footprint::{self, Footprint, GlobalUse};
use analysis::unwritten;
use ir::debug::{Subprogram, Type, TypeId, Variable};
use ir::{CodeOrigin, Const, FuncId, GlobalId, Linkage, Program, Relocation, Symbol};

use super::harness::harness_name;
use super::maker::{self, Maker};
use super::precondition::Assumption;
use super::stubs;
use super::variadic;
use crate::c::types;

/// A function that exploration can start from. An exploration's inputs are `params`, then `globals`, and what they point
/// to; it observes `return` (no bytes if it returns nothing), what pointers point to that aren't to something constant,
/// then `written`. What was freed, or was NULL, isn't observed.
#[derive(Clone)]
pub(crate) struct Entry {
    /// The name in the source.
    pub name: String,
    /// The user's function.
    pub function: FuncId,
    /// What runs in the place of `main`; nothing for `main` itself.
    pub harness: Option<FuncId>,
    /// The given file it is defined in.
    pub source: PathBuf,
    pub params: Vec<Param>,
    /// The globals that are inputs: it may read them.
    pub globals: Vec<Param>,
    /// The globals that are outputs: it may write them.
    pub written: Vec<Param>,
    /// What it returns, unless that is nothing.
    pub returns: Option<TypeId>,
    /// Inputs that keep their initial value, so that no exploration is complete.
    pub fixed: Vec<String>,
    /// What its inputs satisfy.
    pub assumed: Vec<Assumption>,
}

impl Entry {
    /// `main`, which has no harness: its arguments are the engine's.
    pub(crate) fn of_main(function: FuncId, source: PathBuf) -> Entry {
        Entry {
            name: "main".to_owned(),
            function,
            harness: None,
            source,
            params: Vec::new(),
            globals: Vec::new(),
            written: Vec::new(),
            returns: None,
            fixed: Vec::new(),
            assumed: Vec::new(),
        }
    }
}

/// A parameter or global.
#[derive(Clone)]
pub(crate) struct Param {
    /// Its name in the source; `arg1` and so on where it has none.
    pub name: String,
    /// What inputs and observations of it are called: the name, unless two would be the same.
    pub label: String,
    pub ty: TypeId,
    pub kind: ParamKind,
    /// Does it promise that nothing else points to the same?
    pub restrict: bool,
    /// Is it a global of another file, which this one may not declare?
    pub elsewhere: bool,
    /// What makes it, if it is a pointer to something that this file doesn't know. Then its own input is which of them does, from
    /// 1, or 0 for NULL.
    pub makers: Vec<Maker>,
}

/// How an input is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParamKind {
    /// The bytes of an object.
    Value,
    /// NULL, or a string.
    Text,
    /// NULL, or an array of that.
    Array { element: TypeId },
    /// NULL, or a pointer to something that is no array: it ends in one, or can't be made.
    Other,
    /// The same, and C has no name for what it points to.
    Nameless,
}

/// A function that can't be an entry.
pub(crate) struct LeftOut {
    pub name: String,
    pub function: FuncId,
    pub why: Refusal,
}

/// Why a function can't be an entry.
#[derive(Clone)]
pub(crate) struct Refusal {
    /// The parameter that is to blame and its type, if one is.
    param: Option<String>,
    what: String,
}

impl Refusal {
    /// The function itself is to blame.
    pub(crate) fn new(what: impl Into<String>) -> Refusal {
        Refusal { param: None, what: what.into() }
    }

    /// In words that are the same for every function of which it is true.
    pub(crate) fn in_general(&self) -> String {
        match &self.param {
            Some(_) => format!("a parameter {}", self.what),
            None => self.what.clone(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.param {
            Some(param) => write!(f, "its parameter {param} {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// The functions of the given files, in the order of the source.
pub(crate) struct Entries {
    pub entries: Vec<Entry>,
    pub left_out: Vec<LeftOut>,
}

/// What is explored of functions that are defined nowhere.
const STUBS_DO: &str =
    "it returns anything and writes where its parameters point, and does nothing else";

/// What is explored of callbacks that are given what they could change.
const CALLBACKS_DO: &str = "callbacks write nothing through a `void *`, strings to characters, and change no pointers in what they are given";

/// Larger globals keep their initial value: each byte is an input.
const LARGEST_GLOBAL: u64 = 1 << 16;

/// So do those with more pointers: each may be an alias of all before it.
const MOST_POINTERS: usize = 64;

/// Finds the entries among the functions that the given files define.
pub(crate) fn find(program: &Program, files: &[PathBuf]) -> Entries {
    let finder = EntryFinder { program, files, unwritten: unwritten::of(program) };
    let mut found: Vec<(usize, u32, Result<Entry, LeftOut>)> = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        let (Some(_), Some(debug)) = (&function.body, &function.debug) else { continue };
        if function.origin != CodeOrigin::Program {
            continue;
        }
        if let Some(file) = finder.given(debug.file) {
            let entry = finder.entry(FuncId::new(index), debug, file);
            found.push((file, debug.line, entry));
        }
    }
    found.sort_by_key(|&(file, line, _)| (file, line));
    let mut entries = Entries { entries: Vec::new(), left_out: Vec::new() };
    for (.., one) in found {
        match one {
            Ok(entry) => entries.entries.push(entry),
            Err(left_out) => entries.left_out.push(left_out),
        }
    }
    entries
}

/// Which of the given files that is.
pub(crate) fn given(program: &Program, files: &[PathBuf], file: ir::FileId) -> Option<usize> {
    let file = program.debug.file(file);
    let path = Path::new(&file.directory).join(&file.path).canonicalize().ok()?;
    files.iter().position(|given| given.canonicalize().is_ok_and(|given| given == path))
}

struct EntryFinder<'p> {
    program: &'p Program,
    files: &'p [PathBuf],
    /// Globals that nothing writes.
    unwritten: BTreeSet<GlobalId>,
}

impl EntryFinder<'_> {
    fn given(&self, file: ir::FileId) -> Option<usize> {
        given(self.program, self.files, file)
    }

    fn entry(&self, function: FuncId, debug: &Subprogram, file: usize) -> Result<Entry, LeftOut> {
        let left_out = |why| LeftOut { name: debug.name.clone(), function, why };
        // A program starts with its globals as they are.
        if debug.name == "main" {
            let mut entry = Entry::of_main(function, self.files[file].clone());
            self.note_stubs(&mut entry, &footprint::of(self.program, function));
            return Ok(entry);
        }
        let mut params = self.params(debug).map_err(left_out)?;
        for param in &mut params {
            param.makers = maker::of(self.program, function, param);
        }
        let harness = self.program.function_named(&harness_name(file, &debug.name));
        let returns = match self.program.debug.ty(self.program.debug.resolve(debug.returns)) {
            Type::Void => None,
            _ => Some(types::unqualified(&self.program.debug, debug.returns)),
        };
        let mut entry = Entry {
            name: debug.name.clone(),
            function,
            harness,
            source: self.files[file].clone(),
            params,
            globals: Vec::new(),
            written: Vec::new(),
            returns,
            fixed: Vec::new(),
            assumed: Vec::new(),
        };
        entry.fixed.extend(entry.params.iter().filter_map(maker::limit));
        let footprint = footprint::of(self.program, function);
        self.globals(&mut entry, file, &footprint);
        self.note_stubs(&mut entry, &footprint);
        let weak = footprint.functions.iter().filter(|&&it| stubs::is_weak(self.program, it));
        entry.fixed.extend(weak.map(|&it| {
            let name = &self.program.function(it).name;
            format!("`{name}` is weak and defined nowhere: it isn't there")
        }));
        Ok(entry)
    }

    fn params(&self, debug: &Subprogram) -> Result<Vec<Param>, Refusal> {
        let is_32 = self.program.target.pointer_bits == 32;
        if debug.variadic && (is_32 || debug.params.is_empty()) {
            return Err(Refusal::new("it takes a variable number of arguments"));
        }
        let is_list = |variable: &&Variable| variadic::is_list(&self.program.debug, variable.ty);
        if debug.params.iter().filter(is_list).count() > 1 {
            return Err(Refusal::new("it takes more than one va_list"));
        }
        let mut params = Vec::new();
        for (index, variable) in debug.params.iter().enumerate() {
            if is_list(&variable) {
                continue;
            }
            let name = match variable.name.as_str() {
                "" => unnamed(&debug.params, index),
                name => name.to_owned(),
            };
            let param = self.param(name, variable).map_err(|what| {
                let ty = types::display(&self.program.debug, variable.ty);
                let name = if variable.name.is_empty() { "(unnamed)" } else { &variable.name };
                Refusal { param: Some(format!("`{name}` of type `{ty}`")), what }
            })?;
            params.push(param);
        }
        Ok(params)
    }

    /// What stubs don't do, though what they stand for may.
    fn note_stubs(&self, entry: &mut Entry, footprint: &Footprint) {
        let debug = &self.program.debug;
        let mut types: Vec<TypeId> =
            entry.params.iter().chain(&entry.globals).map(|param| param.ty).collect();
        for &function in &footprint.functions {
            let undefined = stubs::is_stub(self.program, function)
                && !stubs::is_callback(self.program, function);
            if let Some(it) = self.program.function(function).debug.as_ref().filter(|_| undefined) {
                entry.fixed.push(format!("`{}` is defined nowhere: {STUBS_DO}", it.name));
                types.push(it.returns);
            }
        }
        let callbacks = stubs::callback_types(debug, types);
        if callbacks.iter().any(|callback| stubs::left_out(debug, callback)) {
            entry.fixed.push(CALLBACKS_DO.to_owned());
        }
    }

    fn param(&self, name: String, variable: &Variable) -> Result<Param, String> {
        let debug = &self.program.debug;
        let ty = types::unqualified(debug, variable.ty);
        let kind = match types::declare(debug, ty, "x") {
            Ok(_) => self.kind(ty)?,
            Err(_) if types::pointee(debug, ty).is_some() => ParamKind::Nameless,
            Err(unnameable) => return Err(format!("is {unnameable}")),
        };
        let restrict = debug.is_restrict(variable.ty);
        let (label, elsewhere, makers) = (name.clone(), false, Vec::new());
        Ok(Param { label, name, ty, kind, restrict, elsewhere, makers })
    }

    fn kind(&self, ty: TypeId) -> Result<ParamKind, String> {
        let debug = &self.program.debug;
        let Some(element) = types::pointee(debug, ty) else {
            return match debug.ty(debug.resolve(ty)) {
                Type::Other { .. } | Type::Void => Err("can't be made yet".to_owned()),
                _ => Ok(ParamKind::Value),
            };
        };
        let is_made =
            !debug.is_flexible(element) && types::size(debug, element).is_some_and(|it| it > 0);
        Ok(match is_made {
            _ if types::is_char(debug, element) => ParamKind::Text,
            true => ParamKind::Array { element },
            false => ParamKind::Other,
        })
    }

    /// Which globals are inputs and outputs of a function.
    fn globals(&self, entry: &mut Entry, file: usize, footprint: &Footprint) {
        let takes_pointers = self.takes_pointers(entry, footprint);
        for (&id, uses) in &footprint.globals {
            let global = self.program.global(id);
            let own = global.origin == CodeOrigin::Program && global.init.is_some();
            let Some(variable) = global.debug.as_ref().filter(|_| own && !global.constant) else {
                continue;
            };
            let elsewhere = self.given(variable.file) != Some(file);
            let elsewhere = elsewhere.then_some(file);
            if self.unwritten.contains(&id) && holds_addresses(global) {
                // It is what it always is: a table of functions, say.
                continue;
            }
            if let Some(why) = self.stays(id, variable, elsewhere) {
                // Pointers may lead to what is only written, unless no other function can take its address.
                if uses.read || takes_pointers && why != STATIC_IN_FUNCTION {
                    let words = stays_in_words(&variable.name, why);
                    if !entry.fixed.contains(&words) {
                        entry.fixed.push(words);
                    }
                }
                continue;
            }
            if uses.read && holds_data_addresses(global) {
                let name = &variable.name;
                entry.fixed.push(format!("the addresses in the global `{name}` stay as they are"));
            }
            let param = self.global_param(entry, variable, elsewhere.is_some());
            // What is only written may be read through a pointer that leads there.
            if uses.read || takes_pointers {
                entry.globals.push(param.clone());
            }
            if uses.written {
                entry.written.push(param);
            }
        }
    }

    /// Has a function pointers among its inputs, be they in globals that it reads or among further arguments?
    fn takes_pointers(&self, entry: &Entry, footprint: &Footprint) -> bool {
        let has_pointers = |ty| types::has_pointers(&self.program.debug, ty);
        let is_read = |(&id, uses): (&GlobalId, &GlobalUse)| {
            let variable = self.program.global(id).debug.as_ref().filter(|_| uses.read);
            variable.is_some_and(|variable| has_pointers(variable.ty))
        };
        let debug = self.program.function(entry.function).debug.as_ref();
        let has_further =
            debug.is_some_and(|it| it.variadic || it.params.len() > entry.params.len());
        has_further
            || entry.params.iter().any(|param| has_pointers(param.ty))
            || footprint.globals.iter().any(is_read)
    }

    /// Why a global stays as it is, if it does. It may be one that this file only knows from `elsewhere`.
    fn stays(
        &self,
        id: GlobalId,
        variable: &Variable,
        elsewhere: Option<usize>,
    ) -> Option<&'static str> {
        let (global, debug) = (self.program.global(id), &self.program.debug);
        if !is_name_of(&global.name, &variable.name) {
            Some(STATIC_IN_FUNCTION)
        } else if global.linkage == Linkage::Internal && elsewhere.is_some() {
            Some("is static in another file")
        } else if elsewhere.is_some_and(|file| self.has_static(file, &variable.name)) {
            Some("is hidden behind something static of that name")
        } else if holds_data_addresses(global) && types::pointee(debug, variable.ty).is_some() {
            Some("holds an address")
        } else if global.size > LARGEST_GLOBAL {
            Some("has more than 64 KiB")
        } else if debug.is_flexible(variable.ty) {
            Some("ends in an array of no fixed length")
        } else if debug.members(variable.ty).pointers.len() > MOST_POINTERS {
            Some("has more than 64 pointers")
        } else {
            None
        }
    }

    /// Has a file something of its own under that name, so that nothing else can be declared there?
    fn has_static(&self, file: usize, name: &str) -> bool {
        let is_here = |at: ir::FileId| self.given(at) == Some(file);
        let mut variables = self.program.globals.iter().filter(|global| {
            let variable = global.debug.as_ref().filter(|variable| variable.name == name);
            global.linkage == Linkage::Internal
                && variable.is_some_and(|variable| is_here(variable.file))
        });
        let mut functions = self.program.functions.iter().filter(|function| {
            let debug = function.debug.as_ref().filter(|debug| debug.name == name);
            function.linkage == Linkage::Internal && debug.is_some_and(|debug| is_here(debug.file))
        });
        variables.next().is_some() || functions.next().is_some()
    }

    fn global_param(&self, entry: &Entry, variable: &Variable, elsewhere: bool) -> Param {
        let name = variable.name.clone();
        let taken = entry.params.iter().any(|param| param.name == name);
        let label = if taken { format!("{name} (global)") } else { name.clone() };
        let ty = types::unqualified(&self.program.debug, variable.ty);
        let restrict = self.program.debug.is_restrict(variable.ty);
        Param { name, label, ty, kind: ParamKind::Value, restrict, elsewhere, makers: Vec::new() }
    }
}

const STATIC_IN_FUNCTION: &str = "is static in a function";

/// That a global stays as it is. Of those that no test can set, it is said once, however many there are.
fn stays_in_words(name: &str, why: &str) -> String {
    match why {
        STATIC_IN_FUNCTION => "what is static in a function keeps its initial value".to_owned(),
        _ => format!("the global `{name}` {why} and keeps its initial value"),
    }
}

/// Has a global addresses from the start?
fn holds_addresses(global: &ir::Global) -> bool {
    global.init.as_ref().is_some_and(|init| !init.relocations.is_empty())
}

/// Has it addresses of anything but functions, which stay as they are?
fn holds_data_addresses(global: &ir::Global) -> bool {
    let mut relocations = global.init.iter().flat_map(|init| &init.relocations);
    relocations.any(|it| !is_function(it))
}

/// Is it the address of a function, which may be another one by the time that a function is called?
pub(crate) fn is_function(relocation: &Relocation) -> bool {
    let is_it = |address: &Const| matches!(address, Const::Address(Symbol::Function(_), _));
    relocation.addresses().all(is_it)
}

/// What a parameter without a name is called: `arg1`, unless another one is.
fn unnamed(params: &[Variable], index: usize) -> String {
    let mut name = format!("arg{}", index + 1);
    while params.iter().any(|param| param.name == name) {
        name.push('_');
    }
    name
}

/// Linking tells files' own symbols apart by a number: `name.1`. A variable in a function is `function.name`.
fn is_name_of(symbol: &str, name: &str) -> bool {
    match symbol.strip_prefix(name) {
        Some("") => true,
        Some(rest) => rest.strip_prefix('.').is_some_and(|rest| rest.parse::<u32>().is_ok()),
        None => false,
    }
}
