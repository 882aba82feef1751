//! Functions that take arguments beyond their parameters, themselves or by a `va_list`. What they ask for is the engine's
//! (`env/further.rs`).
//!
//! A `va_list` comes from a function that takes such arguments: the harness has one that calls the function under test, and so
//! has a test.

use ir::debug::{DebugInfo, Type, TypeId};
use ir::{FuncId, Program};

use super::entry::Entry;
use super::harness::NAMELESS;
use crate::c::types;

/// The variable of the harness that has a member of each type that such an argument may have.
pub(crate) const FURTHER_TYPES: &str = "__cp_further";

/// It, in C.
pub(super) const TYPES: &str = r#"
static struct {
    int narrow;
    double real;
    union {
        long number;
        const char *text;
    } word;
    const char *text;
} __cp_further __attribute__((used));
"#;

/// Functions of the harness that call one with a `va_list`: their names begin with this, which the engine knows.
pub(super) const LIST_PREFIX: &str = "__counterpoint_entry_list_";

/// Is that a `va_list`, as a parameter has it?
pub(super) fn is_list(debug: &DebugInfo, ty: TypeId) -> bool {
    let pointee = types::pointee(debug, ty).map(|pointee| debug.ty(debug.resolve(pointee)));
    matches!(pointee, Some(Type::Struct { name: Some(name), .. }) if name == "__va_list_tag")
}

/// Which parameter of a function is a `va_list`.
fn list_of(program: &Program, function: FuncId) -> Option<usize> {
    let debug = program.function(function).debug.as_ref()?;
    debug.params.iter().position(|param| is_list(&program.debug, param.ty))
}

/// Does a function take arguments beyond its parameters?
pub(super) fn takes_further(program: &Program, function: FuncId) -> bool {
    let is_variadic = program.function(function).debug.as_ref().is_some_and(|it| it.variadic);
    is_variadic || list_of(program, function).is_some()
}

/// How a function is written down that calls an entry with a `va_list`.
pub(crate) struct ForwarderNames<'x> {
    /// Its own name.
    pub name: &'x str,
    /// How it calls the entry.
    pub function: &'x str,
    /// What its variables are called begins with this, so that no macro is in the way.
    pub prefix: &'x str,
}

/// The C of a function which takes the parameters of an entry and further arguments, and calls it with a `va_list` of these, if it
/// takes one.
pub(crate) fn forwarder(
    program: &Program,
    entry: &Entry,
    names: &ForwarderNames<'_>,
) -> Option<String> {
    let list = list_of(program, entry.function)?;
    let ForwarderNames { name, function, prefix } = names;
    let local = |index: usize| format!("{prefix}arg{}", index + 1);
    let declare = |(index, ty): (usize, TypeId)| {
        types::declare(&program.debug, ty, &local(index))
            .unwrap_or_else(|_| format!("struct {NAMELESS} *{}", local(index)))
    };
    let params = entry.params.iter().map(|param| param.ty).enumerate().map(declare);
    // What is named last is an `int`: nothing else may be.
    let params: Vec<String> = params.chain([format!("int {prefix}last"), "...".into()]).collect();
    let mut passed: Vec<String> = (0..entry.params.len()).map(local).collect();
    passed.insert(list, format!("{prefix}list"));
    let heading = format!("{name}({})", params.join(", "));
    let (heading, result, end) = match entry.returns {
        None => (format!("void {heading}"), String::new(), String::new()),
        Some(ty) => (
            types::declare(&program.debug, ty, &heading).ok()?,
            format!("__auto_type {prefix}result = "),
            format!("    return {prefix}result;\n"),
        ),
    };
    Some(format!(
        "static {heading} {{\n    __builtin_va_list {prefix}list;\n    \
         __builtin_va_start({prefix}list, {prefix}last);\n    {result}{function}({});\n    \
         __builtin_va_end({prefix}list);\n{end}}}",
        passed.join(", ")
    ))
}
