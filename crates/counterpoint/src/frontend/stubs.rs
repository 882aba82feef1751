//! Stubs in C: what stands for functions that a program calls and doesn't have.
//!
//! For each type of functions that an input may point to, the harness of a file has a few functions that nothing is known
//! of, and one for each function that the file declares and nothing defines, not even the C library. What they return
//! and write are inputs, which is the engine's (`env/stub.rs`); what they look like in a test is the suite's.

use std::collections::BTreeSet;
use std::path::PathBuf;

use analysis::callbacks::STUB;
use analysis::{Primitive, native};
use ir::debug::{DebugInfo, Prototype, Type, TypeId};
use ir::{Callee, CodeOrigin, FuncId, Inst, Linkage, Program};

use super::entry::{self, Entry};
use crate::c::types;
use crate::host;

/// A function to be written.
pub(crate) struct Stub {
    /// What the compiler is told that its file is: messages are then about it, and so is debug information.
    pub place: String,
    /// How often, under different names, if it stands for functions of a type.
    copies: usize,
    /// What C calls it, or the first of it.
    name: String,
    prototype: Prototype,
    /// Does nothing follow a call of it?
    ends: bool,
}

/// So many pointers to functions of the same type may each be another one.
const COPIES: usize = 3;

/// What places of stubs begin with.
const PLACE: &str = "<stub of ";

/// The stubs that one of the given files needs.
pub(crate) fn of_file(
    program: &Program,
    entries: &[Entry],
    files: &[PathBuf],
    file: usize,
) -> Vec<Stub> {
    let debug = &program.debug;
    let own = entries.iter().filter(|entry| entry.source == files[file]);
    let mut stubs: Vec<Stub> = Vec::new();
    let mut add = |prototype: Prototype| {
        if stubs.iter().any(|stub| debug.is_same_function(&stub.prototype, &prototype)) {
            return;
        }
        let place = format!("{PLACE}{}>", spelled(debug, &prototype, ""));
        let name = format!("{STUB}{file}_{}", stubs.len());
        stubs.push(Stub { place, copies: COPIES, name, prototype, ends: false });
    };
    let mut types: Vec<TypeId> = Vec::new();
    for entry in own {
        types.extend(entry.params.iter().chain(&entry.globals).map(|param| param.ty));
    }
    let undefined = undefined(program, files).into_iter().filter(|it| it.1 == file);
    let undefined: Vec<Stub> =
        undefined.filter_map(|(id, _)| Stub::undefined(program, id)).collect();
    let outcomes = undefined.iter().flat_map(|stub| outcomes(debug, &stub.prototype));
    types.extend(outcomes.collect::<Vec<_>>());
    callback_types(debug, types).into_iter().for_each(&mut add);
    stubs.into_iter().chain(undefined).collect()
}

impl Stub {
    /// A function by its own name, if it is known how it is declared.
    fn undefined(program: &Program, id: FuncId) -> Option<Stub> {
        let function = program.function(id);
        let prototype = function.debug.as_ref()?.prototype();
        let place = format!("{PLACE}{}>", function.name);
        let (name, ends) = (function.name.clone(), never_returns(program, id));
        Some(Stub { place, copies: 1, name, prototype, ends })
    }

    /// It in C; nothing if C can't name its types.
    pub(crate) fn text(&self, debug: &DebugInfo) -> Option<String> {
        let is_callback = self.name.starts_with(STUB);
        let mut text = String::new();
        for copy in 0..self.copies {
            let name = match is_callback {
                true => {
                    format!("static {}", self.heading(debug, &format!("{}_{copy}", self.name))?)
                }
                false => self.heading(debug, &format!("({})", self.name))?,
            };
            text += &format!("#line 1 \"{}\"\n{name} {{\n{}}}\n", self.place, self.body(debug)?);
        }
        if is_callback {
            // Whatever a call through a pointer may enter has an address that is used.
            let names: Vec<String> =
                (0..self.copies).map(|copy| format!("(void *){}_{copy}", self.name)).collect();
            text += &format!("void *{}_all[] = {{{}}};\n", self.name, names.join(", "));
        }
        Some(text)
    }

    fn heading(&self, debug: &DebugInfo, name: &str) -> Option<String> {
        heading(debug, &self.prototype, name, "__cp_arg")
    }

    fn body(&self, debug: &DebugInfo) -> Option<String> {
        if self.ends {
            return Some("    __cp_exit(1);\n    __builtin_unreachable();\n".to_owned());
        }
        let mut lines = "    __cp_called();\n".to_owned();
        for (number, &param) in (1..).zip(&self.prototype.params) {
            if let Some(pointee) = written(debug, param) {
                let element = types::unqualified(debug, pointee);
                let element = types::declare(debug, element, "__cp_element").ok()?;
                let write =
                    format!("__cp_write((void *)__cp_arg{number}, &__cp_element, {number});");
                lines += &format!("    {{ {element}; {write} }}\n");
            }
        }
        let returns = types::unqualified(debug, self.prototype.returns);
        if !matches!(debug.ty(debug.resolve(returns)), Type::Void) {
            let result = types::declare(debug, returns, "__cp_value").ok()?;
            lines += &format!("    {result};\n    __cp_result(&__cp_value);\n");
            lines += "    return __cp_value;\n";
        }
        Some(lines)
    }
}

/// The head of a function's definition, with parameters that are called `arg1` and so on.
pub(crate) fn heading(
    debug: &DebugInfo,
    prototype: &Prototype,
    name: &str,
    arg: &str,
) -> Option<String> {
    let mut params = Vec::new();
    for (index, &param) in prototype.params.iter().enumerate() {
        params.push(types::declare(debug, param, &format!("{arg}{}", index + 1)).ok()?);
    }
    let params = match (&params[..], prototype.variadic) {
        ([], false) => "void".to_owned(),
        // Declared without a prototype.
        ([], true) => String::new(),
        (_, false) => params.join(", "),
        (_, true) => format!("{}, ...", params.join(", ")),
    };
    types::declare(debug, prototype.returns, &format!("{name}({params})")).ok()
}

/// A type of functions as people write it.
fn spelled(debug: &DebugInfo, prototype: &Prototype, name: &str) -> String {
    let text = heading(debug, prototype, &format!("(*{name})"), "").unwrap_or_default();
    text.replace(['"', '\\'], "")
}

/// What a stub may write to, through a parameter of that type: what it points to, if that isn't constant and can be made.
pub(crate) fn written(debug: &DebugInfo, param: TypeId) -> Option<TypeId> {
    let pointee = types::pointee(debug, param).filter(|&it| !types::is_const(debug, it))?;
    let is_made = types::size(debug, pointee).is_some_and(|size| size > 0);
    let is_pointer = types::pointee(debug, pointee).is_some();
    (is_made && (is_pointer || !debug.is_flexible(pointee))).then_some(pointee)
}

/// What a stub of that type doesn't do, though its parameters would let it.
pub(crate) fn left_out(debug: &DebugInfo, prototype: &Prototype) -> bool {
    prototype.params.iter().any(|&param| {
        let pointee = types::pointee(debug, param).filter(|&it| !types::is_const(debug, it));
        let is_function = pointee.is_some_and(|it| debug.function_type(it).is_some());
        pointee.filter(|_| !is_function).is_some_and(|pointee| match written(debug, param) {
            None => true,
            Some(_) if types::is_char(debug, pointee) => true,
            Some(_) => {
                types::pointee(debug, pointee).is_none() && types::has_pointers(debug, pointee)
            }
        })
    })
}

/// The types of what a function hands out.
fn outcomes(debug: &DebugInfo, prototype: &Prototype) -> Vec<TypeId> {
    let written = prototype.params.iter().filter_map(|&param| written(debug, param));
    std::iter::once(prototype.returns).chain(written).collect()
}

/// The types of functions that inputs of these types may lead to.
pub(crate) fn callback_types(debug: &DebugInfo, mut pending: Vec<TypeId>) -> Vec<Prototype> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(ty) = pending.pop().map(|ty| debug.resolve(ty)) {
        if !seen.insert(ty) {
            continue;
        }
        match debug.ty(ty) {
            Type::Pointer { to, .. } => match debug.function_type(*to) {
                Some(prototype) => {
                    pending.extend(outcomes(debug, &prototype));
                    found.push(prototype);
                }
                None => pending.push(*to),
            },
            Type::Array { element, .. } => pending.push(*element),
            Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                pending.extend(fields.iter().map(|field| field.ty));
            }
            _ => {}
        }
    }
    found
}

/// The functions that the program refers to and nothing defines, not even the C library, each with the file that declares
/// it: that of the first function that refers to it.
pub(crate) fn undefined(program: &Program, files: &[PathBuf]) -> Vec<(FuncId, usize)> {
    let mut found: Vec<(FuncId, usize)> = Vec::new();
    let own = program.functions.iter().filter(|function| function.origin == CodeOrigin::Program);
    for function in own {
        let (Some(body), Some(debug)) = (&function.body, &function.debug) else { continue };
        let Some(file) = entry::given(program, files, debug.file) else { continue };
        let called = body.code.iter().filter_map(|inst| match inst {
            Inst::Call(call) => match call.callee {
                Callee::Direct(callee) => Some(callee),
                Callee::Indirect(_) => None,
            },
            _ => None,
        });
        let named = body.consts.iter().filter_map(|constant| match constant {
            ir::Const::Address(ir::Symbol::Function(function), _) => Some(*function),
            _ => None,
        });
        for callee in called.chain(named) {
            if is_undefined(program, callee) && !found.iter().any(|known| known.0 == callee) {
                found.push((callee, file));
            }
        }
    }
    found
}

/// Is it a function that is only there if something else defines it?
pub(crate) fn is_weak(program: &Program, id: FuncId) -> bool {
    let function = program.function(id);
    function.body.is_none() && function.linkage == Linkage::Weak
}

fn is_undefined(program: &Program, id: FuncId) -> bool {
    let function = program.function(id);
    let name = function.name.as_str();
    function.body.is_none()
        && function.linkage == Linkage::External
        && function.origin == CodeOrigin::Program
        && Primitive::named(name).is_none()
        && !native::is_unsupported(name)
        && !is_of_a_tool(name)
        && !host::native::has(native::host_name(name))
}

/// Is it a function of KLEE's or of SV-COMP's? What those do that we don't have is nothing that a stub does.
fn is_of_a_tool(name: &str) -> bool {
    ["klee_", "__VERIFIER_"].iter().any(|prefix| name.starts_with(prefix))
}

/// Does the program never go on behind a call of that function?
fn never_returns(program: &Program, id: FuncId) -> bool {
    let bodies = program.functions.iter().flat_map(|function| &function.body);
    let mut calls = bodies
        .flat_map(|body| body.code.windows(2))
        .filter(|pair| matches!(&pair[0], Inst::Call(call) if call.callee == Callee::Direct(id)));
    let mut is_called = false;
    let all = calls.all(|pair| {
        is_called = true;
        matches!(pair[1], Inst::Unreachable)
    });
    all && is_called
}

/// Is that function a stub, of either kind?
pub(crate) fn is_stub(program: &Program, id: FuncId) -> bool {
    let debug = program.function(id).debug.as_ref();
    debug.is_some_and(|debug| program.debug.file(debug.file).path.starts_with(PLACE))
}

/// Does that stub end the program?
pub(crate) fn never_comes_back(program: &Program, id: FuncId) -> bool {
    let code = program.function(id).body.iter().flat_map(|body| &body.code);
    let is_exit = |function: FuncId| {
        Primitive::named(&program.function(function).name) == Some(Primitive::Exit)
    };
    code.into_iter().any(|inst| match inst {
        Inst::Call(call) => matches!(call.callee, Callee::Direct(callee) if is_exit(callee)),
        _ => false,
    })
}

/// Is it one that stands for callbacks, rather than a function of its own name?
pub(crate) fn is_callback(program: &Program, id: FuncId) -> bool {
    program.function(id).name.starts_with(STUB)
}
