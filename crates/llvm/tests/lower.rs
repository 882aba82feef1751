//! Modules to programs: small ones as text, with the program they become beside them.
//!
//! `tests/lower/*.ll` is lowered to what `*.ir` shows; `BLESS=1` rewrites those.

#[path = "common/missing.rs"]
mod missing;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use ir::debug::{DebugInfo, Type, TypeId, Variable, VariableLocation};

const COMPILERS: &[&str] = &["clang-14", "clang-16", "clang-19"];

#[test]
fn modules_become_the_programs_beside_them() {
    let mut wrong = Vec::new();
    for case in cases("ll") {
        let target = target(&case);
        let Some(bitcode) = compile("clang-19", &case, &["-x", "ir", "-O0", &target]) else {
            return;
        };
        let program = llvm::read(&bitcode, &name(&case)).unwrap();
        if !agrees(&case.with_extension("ir"), &program.to_string()) {
            wrong.push(name(&case));
        }
    }
    assert!(wrong.is_empty(), "these differ (BLESS=1 to accept): {wrong:?}");
}

#[test]
fn debug_information_is_as_in_the_source() {
    let case = folder().join("source.c");
    for compiler in COMPILERS {
        let flags = ["-g", "-O1", "-Xclang", "-disable-llvm-passes"];
        let Some(bitcode) = compile(compiler, &case, &flags) else { continue };
        let program = llvm::read(&bitcode, "source.c").unwrap();
        let described = describe(&program);
        assert!(agrees(&folder().join("source.txt"), &described), "{compiler}:\n{described}");
    }
}

#[test]
fn programs_of_every_clang_and_level_are_read_and_print_and_parse() {
    let programs = ["arith.c", "atomics.c", "calls.c", "control.c", "globals.c", "vectors.c"];
    let levels: [&[&str]; 4] =
        [&["-O0"], &["-O1", "-Xclang", "-disable-llvm-passes"], &["-O2"], &["-O2", "-m32"]];
    for compiler in COMPILERS {
        for program in programs {
            for level in levels {
                let source = folder().join("../../src/decode/tests").join(program);
                let Some(bitcode) = compile(compiler, &source, level) else { continue };
                let program = llvm::read(&bitcode, &name(&source)).unwrap();
                let text = program.to_string();
                let back = ir::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(back.to_string(), text);
            }
        }
    }
}

#[test]
fn unsupported_code_has_a_position() {
    let case = folder().join("long_double.c");
    let Some(bitcode) = compile("clang-19", &case, &["-g", "-O0"]) else { return };
    let program = llvm::read(&bitcode, "long_double.c").unwrap();
    let mut lines = BTreeSet::new();
    for function in &program.functions {
        let Some(body) = &function.body else { continue };
        // What `twice` returns is a long double itself.
        let returns = body.code.iter().any(|inst| matches!(inst, ir::Inst::Return { .. }));
        assert_eq!(returns, function.name == "half", "is what comes behind it there?");
        for (inst, loc) in body.code.iter().zip(&body.locs) {
            if let ir::Inst::Unsupported { what } = inst {
                assert_eq!(&**what, "x86_fp80 (long double) arithmetic");
                lines.insert(loc.expect("no position").line);
            }
        }
    }
    assert_eq!(lines, BTreeSet::from([2, 6]));
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower")
}

fn cases(extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    cases.sort();
    assert!(!cases.is_empty());
    cases
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// The flag for the target that a module names.
fn target(case: &Path) -> String {
    let text = std::fs::read_to_string(case).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("target triple = ")).unwrap();
    format!("--target={}", line.trim_matches('"'))
}

/// The bitcode of a file; `None` if the compiler isn't installed, which is said.
fn compile(compiler: &str, source: &Path, flags: &[&str]) -> Option<Vec<u8>> {
    let directory = source.parent().unwrap();
    let output = Command::new(compiler)
        .args(["-w", "-c", "-emit-llvm", "-fdebug-compilation-dir=.", "-o", "-"])
        .args(flags)
        .arg(name(source))
        .current_dir(directory)
        .output();
    let Ok(output) = output else {
        missing::skip(compiler);
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(output.stdout)
}

fn agrees(expected: &Path, text: &str) -> bool {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(expected, text).unwrap();
    }
    std::fs::read_to_string(expected).is_ok_and(|expected| expected == text)
}

/// The debug information of the program's own functions and globals, readable.
fn describe(program: &ir::Program) -> String {
    let mut text = String::new();
    let debug = &program.debug;
    for global in program.globals.iter().filter_map(|global| global.debug.as_ref()) {
        writeln!(text, "global {}", variable(debug, global, 2)).unwrap();
    }
    for function in &program.functions {
        let (Some(source), Some(body)) = (&function.debug, &function.body) else { continue };
        let params: Vec<_> = source.params.iter().map(|param| variable(debug, param, 0)).collect();
        let more = if source.variadic { " ..." } else { "" };
        let returns = show(debug, source.returns, 0);
        writeln!(text, "function {} at line {}", source.name, source.line).unwrap();
        writeln!(text, "  takes {}{more}", params.join(", ")).unwrap();
        writeln!(text, "  gives {returns}").unwrap();
        for local in &source.locals {
            let place = match local.place {
                VariableLocation::Slot(slot) => {
                    format!("slot {}", body.slot(slot).name.as_deref().unwrap())
                }
                VariableLocation::Reg(_) => "a register".to_owned(),
                VariableLocation::Gone => "nowhere".to_owned(),
            };
            writeln!(text, "  local {} in {place}", variable(debug, &local.variable, 0)).unwrap();
        }
        let lines = body.locs.iter().flatten();
        let first = lines.clone().map(|loc| loc.line).min().unwrap();
        let last = lines.clone().map(|loc| loc.line).max().unwrap();
        writeln!(text, "  code from line {first} to {last}").unwrap();
        assert!(lines.clone().all(|loc| debug.file(loc.file).path == "source.c"));
    }
    text
}

fn variable(debug: &DebugInfo, variable: &Variable, depth: u32) -> String {
    assert_eq!(debug.file(variable.file).path, "source.c");
    format!("{}: {} (line {})", variable.name, show(debug, variable.ty, depth), variable.line)
}

/// A type in words, structs down to `depth`.
fn show(debug: &DebugInfo, id: TypeId, depth: u32) -> String {
    match debug.ty(id) {
        Type::Void => "void".to_owned(),
        Type::Int { name, bytes, encoding } => format!("{name}/{encoding:?}{}", bytes * 8),
        Type::Float { name, bytes } => format!("{name}/Float{}", bytes * 8),
        Type::Pointer { to, bytes } => {
            format!("pointer{} to {}", bytes * 8, show(debug, *to, 0))
        }
        Type::Array { element, count } => format!("{count:?} of {}", show(debug, *element, depth)),
        Type::Vector { element, count } => format!("<{count}> of {}", show(debug, *element, depth)),
        Type::Typedef { name, to } => format!("{name} = {}", show(debug, *to, depth)),
        Type::Qualified { qualifier, to } => format!("{qualifier:?} {}", show(debug, *to, depth)),
        Type::Incomplete { name } => format!("incomplete {name:?}"),
        Type::Enum { name, bytes, signed, values } => {
            format!("enum {name:?} of {bytes}, signed {signed}, {values:?}")
        }
        Type::Function { returns, params, variadic } => {
            let params: Vec<_> = params.iter().map(|param| show(debug, *param, depth)).collect();
            let returns = show(debug, *returns, depth);
            format!("function ({}; more {variadic}) giving {returns}", params.join(", "))
        }
        Type::Other { what, bytes } => format!("{what} of {bytes}"),
        Type::Struct { name, .. } | Type::Union { name, .. } if depth == 0 => format!("{name:?}"),
        Type::Struct { name, bytes, fields } | Type::Union { name, bytes, fields } => {
            let fields: Vec<_> = fields
                .iter()
                .map(|field| {
                    let bits = field.bit_field.map_or(String::new(), |bits| format!(":{bits}"));
                    let ty = show(debug, field.ty, depth - 1);
                    format!("{}{bits} at {}: {ty}", field.name, field.bit_offset)
                })
                .collect();
            format!("{name:?} of {bytes} {{ {} }}", fields.join(", "))
        }
    }
}
