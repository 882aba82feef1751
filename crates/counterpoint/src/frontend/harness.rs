//! Harnesses: the C that enters functions which have none of the user's.
//!
//! The harness of a file is C that includes the file and has a function for each entry: it makes inputs, calls
//! the user's function, and hands what comes out to the machine. It is compiled in the place of the file,
//! so that the compiler does the calling convention. What the inputs are is the engine's; what tests look
//! like is the suite's.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use ir::Program;
use ir::debug::TypeId;

use super::entry::{Entry, Param};
use super::maker::Maker;
use super::precondition::Assumption;
use super::stubs;
use super::variadic::{self, ForwarderNames};
use crate::c::types;

/// What the harness calls a struct that has no name.
pub(super) const NAMELESS: &str = "__cp_nameless";

/// The functions that harnesses are: their names begin with this.
pub(crate) const PREFIX: &str = "__counterpoint_entry_";

/// What the harness of a function is called. Two files may have functions of the same name.
pub(super) fn harness_name(file: usize, function: &str) -> String {
    format!("{PREFIX}{file}_{function}")
}

/// The C of the harnesses of one file, which it includes. Functions in `without` get none.
pub(crate) fn text(
    program: &Program,
    entries: &[Entry],
    files: &[PathBuf],
    file: usize,
    without: &BTreeSet<String>,
) -> String {
    let path = files[file].display();
    let mut text = format!("#include \"{path}\"\n{PROLOGUE}");
    let own = || entries.iter().filter(|entry| entry.source == files[file]);
    if own().any(|entry| variadic::takes_further(program, entry.function)) {
        text += variadic::TYPES;
    }
    for stub in stubs::of_file(program, entries, files, file) {
        if !without.contains(&stub.place) {
            text += &stub.text(&program.debug).unwrap_or_default();
        }
    }
    for entry in own() {
        if entry.name != "main" && !without.contains(&entry.name) {
            let name = harness_name(file, &entry.name);
            HarnessWriter { program, text: &mut text }.function(entry, &name);
        }
    }
    text
}

/// What the function is called that calls one with a `va_list`, for a harness of that name.
fn list_name(harness: &str) -> String {
    harness.replacen(PREFIX, variadic::LIST_PREFIX, 1)
}

/// What a compiler calls the harness of a function in its messages.
pub(crate) fn place(function: &str) -> String {
    format!("<harness of {function}>")
}

const PROLOGUE: &str = r#"
#pragma clang diagnostic ignored "-Weverything"
void __cp_input(void *, const char *);
void __cp_called(void);
void __cp_result(void *);
void __cp_write(void *, void *, unsigned);
void __cp_exit(int);
void __cp_assuming(int);
void __cp_assume_failed(void);
void __cp_observe(const void *, __SIZE_TYPE__, const char *);
void __cp_observe_inputs(void);
void __cp_observe_pointer(const void *, int, const char *);
"#;

/// Writes harness functions. Its own names begin with `__cp_`, so that no macro of the file is in the way.
struct HarnessWriter<'p, 't> {
    program: &'p Program,
    text: &'t mut String,
}

impl HarnessWriter<'_, '_> {
    fn function(&mut self, entry: &Entry, name: &str) {
        self.line(&format!("#line 1 \"{}\"", place(&entry.name)));
        let (list_name, function) = (list_name(name), format!("({})", entry.name));
        let names = ForwarderNames { name: &list_name, function: &function, prefix: "__cp_" };
        let forwarder = variadic::forwarder(self.program, entry, &names);
        forwarder.iter().for_each(|text| self.line(text));
        self.line(&format!("void {name}(void) {{"));
        for (index, param) in entry.params.iter().enumerate() {
            self.param(param, &local(index));
        }
        for global in entry.globals.iter().chain(&entry.written).filter(|global| global.elsewhere) {
            self.declare_elsewhere(global);
        }
        for global in &entry.globals {
            self.mark(&object(global), global);
        }
        self.assume(&entry.assumed);
        let mut args: Vec<String> = (0..entry.params.len()).map(local).collect();
        let called = if forwarder.is_some() { &list_name } else { &function };
        args.extend(forwarder.is_some().then(|| "0".to_owned()));
        let call = format!("{called}({})", args.join(", "));
        match entry.returns {
            None => {
                self.line(&format!("    {call};"));
                self.line("    __cp_observe(\"\", 0, \"return\");");
            }
            Some(returns) => {
                self.line(&format!("    __auto_type __cp_result = {call};"));
                self.result(returns);
            }
        }
        self.line("    __cp_observe_inputs();");
        for global in &entry.written {
            let (object, label) = (object(global), &global.label);
            self.line(&format!(
                "    __cp_observe((const void *)&{object}, sizeof {object}, \"{label}\");"
            ));
        }
        self.line("}");
    }

    /// Goes on only with inputs that satisfy what they have to.
    fn assume(&mut self, assumed: &[Assumption]) {
        if assumed.is_empty() {
            return;
        }
        let mut declarations: Vec<&String> = Vec::new();
        for declaration in assumed.iter().filter_map(|it| it.declaration.as_ref()) {
            if !declarations.contains(&declaration) {
                self.line(&format!("    {declaration}"));
                declarations.push(declaration);
            }
        }
        self.line("    __cp_assuming(1);");
        for Assumption { condition, .. } in assumed {
            self.line(&format!("    if (!({condition})) __cp_assume_failed();"));
        }
        self.line("    __cp_assuming(0);");
    }

    /// The file may not know the global's type, or the global at all: bytes of that name will do.
    fn declare_elsewhere(&mut self, global: &Param) {
        let size = types::size(&self.program.debug, global.ty).unwrap_or(1);
        let (object, name) = (object(global), &global.name);
        self.line(&format!("    extern unsigned char {object}[{size}] __asm__(\"{name}\");"));
    }

    fn param(&mut self, param: &Param, local: &str) {
        let name = if param.restrict { format!("__restrict {local}") } else { local.to_owned() };
        let declared = types::declare(&self.program.debug, param.ty, &name);
        // Everything else can be declared, as was found out before.
        let declared = declared.unwrap_or_else(|_| format!("struct {NAMELESS} *{name}"));
        self.line(&format!("    {declared};"));
        match param.makers.is_empty() {
            true => self.mark(local, param),
            false => self.made(local, param),
        }
    }

    /// It is NULL, or what one of some functions makes of inputs.
    fn made(&mut self, local: &str, param: &Param) {
        self.line(&format!("    {local} = 0;"));
        let made_by = format!("{local}_made");
        let ty = if param.makers.len() == 1 { "_Bool" } else { "unsigned char" };
        self.line(&format!("    {ty} {made_by};"));
        self.mark(&made_by, param);
        for (number, maker) in (1..).zip(&param.makers) {
            self.line(&format!("    if ({made_by} == {number}) {{"));
            self.make(local, maker);
            self.line("    }");
        }
    }

    fn make(&mut self, local: &str, maker: &Maker) {
        self.line(&format!("    {};", maker.declaration));
        let mut args = Vec::new();
        for (index, param) in maker.params.iter().enumerate() {
            let arg = format!("{local}_{index}");
            self.param(param, &arg);
            args.push(arg);
        }
        self.line(&format!("    {local} = ({})({});", maker.name, args.join(", ")));
    }

    /// What kind of input it is, the engine knows from the type of the variable.
    fn mark(&mut self, object: &str, param: &Param) {
        let label = &param.label;
        self.line(&format!("    __cp_input((void *)&{object}, \"{label}\");"));
    }

    fn result(&mut self, returns: TypeId) {
        let debug = &self.program.debug;
        match types::pointee(debug, returns) {
            Some(pointee) => {
                let text = i32::from(types::is_char(debug, pointee));
                self.line(&format!(
                    "    __cp_observe_pointer((const void *)__cp_result, {text}, \"return\");"
                ));
            }
            None => self.line("    __cp_observe(&__cp_result, sizeof __cp_result, \"return\");"),
        }
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("a string takes all");
    }
}

/// How the harness names a global.
fn object(global: &Param) -> String {
    match global.elsewhere {
        true => format!("__cp_{}", global.name),
        false => global.name.clone(),
    }
}

pub(super) fn local(index: usize) -> String {
    format!("__cp_arg{index}")
}
