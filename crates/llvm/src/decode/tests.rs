//! The decoder against LLVM's own: what `llvm-dis` prints of a module has as many functions, globals,
//! blocks and instructions as what we decode.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::decode::decode;
use crate::module::{Function, Module, Op, Value};

/// Programs that between them use every kind of record that C makes clang write.
const PROGRAMS: &[(&str, &str)] = &[
    ("arith", include_str!("tests/arith.c")),
    ("memory", include_str!("tests/memory.c")),
    ("control", include_str!("tests/control.c")),
    ("globals", include_str!("tests/globals.c")),
    ("calls", include_str!("tests/calls.c")),
    ("vectors", include_str!("tests/vectors.c")),
    ("atomics", include_str!("tests/atomics.c")),
    ("types", include_str!("tests/types.c")),
];

const FLAGS: &[&[&str]] = &[
    &["-O0", "-g"],
    &["-O1", "-g"],
    &["-O2", "-g"],
    &["-O0"],
    &["-O1", "-g", "-m32"],
    &["-O1", "-g", "-Xclang", "-disable-llvm-passes"],
];

#[test]
fn clang_14_modules_match_llvm_dis() {
    check_clang("clang-14", &[]);
}

#[test]
fn clang_16_modules_match_llvm_dis() {
    check_clang("clang-16", &[]);
}

#[test]
fn clang_19_modules_match_llvm_dis() {
    check_clang("clang-19", &[]);
}

/// Debug records instead of intrinsics, the default from LLVM 20 on.
#[test]
fn clang_19_modules_with_debug_records_match_llvm_dis() {
    check_clang("clang-19", &["-mllvm", "-write-experimental-debuginfo-iterators-to-bitcode=1"]);
}

fn check_clang(clang: &str, extra: &[&str]) {
    if !available(clang) || !available("llvm-dis-19") {
        println!("skipped: {clang} or llvm-dis-19 is not installed");
        return;
    }
    let dir = scratch(&format!("{clang}{}", extra.len()));
    for (name, program) in PROGRAMS {
        let source = dir.join(format!("{name}.c"));
        std::fs::write(&source, program).unwrap();
        for flags in FLAGS {
            let bitcode = dir.join(format!("{name}.bc"));
            run(Command::new(clang)
                .args(["-c", "-emit-llvm", "-w", "-o"])
                .args([&bitcode, &source])
                .args(*flags)
                .args(extra));
            let module = decode(&std::fs::read(&bitcode).unwrap(), name)
                .unwrap_or_else(|error| panic!("{clang} {flags:?}: {error}"));
            compare(&format!("{clang} {flags:?} {name}"), &Counts::of(&module), &disassembled(&bitcode));
        }
    }
    std::fs::remove_dir_all(dir).unwrap();
}

/// rustc's LLVM is newer than any `llvm-dis` here, so this only looks at what the source says.
#[test]
fn rustc_module_has_its_functions() {
    let dir = scratch("rustc");
    let source = dir.join("lib.rs");
    std::fs::write(&source, include_str!("tests/no_std.rs")).unwrap();
    for level in ["0", "2"] {
        let bitcode = dir.join("lib.bc");
        run(Command::new("rustc")
            .args(["--crate-type=lib", "--emit=llvm-bc", "-g", "-Cpanic=abort"])
            .arg(format!("-Copt-level={level}"))
            .arg("-o")
            .args([&bitcode, &source]));
        let module = decode(&std::fs::read(&bitcode).unwrap(), "lib.rs")
            .unwrap_or_else(|error| panic!("opt-level {level}: {error}"));
        let counts = Counts::of(&module);
        for function in ["cp_gcd", "cp_sum", "cp_area", "cp_mix"] {
            assert!(counts.functions.contains_key(function), "{function} at {level}");
        }
        let gcd = module.functions.iter().find(|function| function.name == "cp_gcd").unwrap();
        assert!(gcd.debug.is_some());
    }
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn what_is_no_bitcode_is_an_error() {
    for bytes in [&b""[..], b"BC", b"\x7fELF not bitcode", b"BC\xc0\xde", b"BC\xc0\xde\x35\x14\0\0"] {
        assert!(decode(bytes, "x").is_err());
    }
    let message = decode(b"int main;", "x.c").unwrap_err().to_string();
    assert_eq!(message, "x.c: not LLVM bitcode");
}

#[derive(PartialEq, Eq, Debug, Default)]
struct Counts {
    globals: usize,
    aliases: usize,
    declarations: usize,
    /// Blocks, instructions and debug intrinsics or records of each function with a body.
    functions: BTreeMap<String, (usize, usize, usize)>,
}

impl Counts {
    fn of(module: &Module) -> Counts {
        let is_debug = |function: &Function| function.name.starts_with("llvm.dbg.");
        let declared = module.functions.iter().filter(|f| f.body.is_none() && !is_debug(f));
        let defined = module.functions.iter().filter_map(|function| {
            let body = function.body.as_ref()?;
            let all = body.blocks.iter().flat_map(|block| &block.instructions);
            let all = all.filter(|instruction| !is_label(module, &instruction.op));
            let (debug, other): (Vec<_>, Vec<_>) =
                all.partition(|instruction| matches!(instruction.op, Op::Debug { .. }));
            Some((function.name.clone(), (body.blocks.len(), other.len(), debug.len())))
        });
        Counts {
            globals: module.globals.len(),
            aliases: module.aliases.len(),
            declarations: declared.count(),
            functions: defined.collect(),
        }
    }
}

/// `llvm.dbg.label`, which debug records have no counterpart for here.
fn is_label(module: &Module, op: &Op) -> bool {
    let Op::Call(call) = op else {
        return false;
    };
    match module.values.get(call.callee.0 as usize) {
        Some(&Value::Function(index)) => module.functions[index as usize].name == "llvm.dbg.label",
        _ => false,
    }
}

fn compare(what: &str, ours: &Counts, theirs: &Counts) {
    assert_eq!(ours, theirs, "{what}");
    assert!(!ours.functions.is_empty(), "{what}");
}

/// The same counts from the text of `llvm-dis`.
fn disassembled(bitcode: &Path) -> Counts {
    let output = Command::new("llvm-dis-19").arg("-o").arg("-").arg(bitcode).output().unwrap();
    assert!(output.status.success(), "llvm-dis-19 {}", bitcode.display());
    let text = String::from_utf8(output.stdout).unwrap();
    let mut counts = Counts::default();
    let mut current: Option<(String, (usize, usize, usize))> = None;
    let mut in_list = false;
    for line in text.lines() {
        if let Some((_, (blocks, instructions, debug))) = &mut current {
            let code = line.trim();
            if line == "}" {
                counts.functions.extend(current.take());
            } else if in_list {
                in_list = !code.starts_with(']');
            } else if code.is_empty() || code.starts_with(';') {
            } else if !line.starts_with(' ') {
                // The first block may have no label.
                *blocks += usize::from(*instructions + *debug > 0 || *blocks == 0);
            } else if code.starts_with("#dbg_") || code.contains("call void @llvm.dbg.") {
                *blocks = (*blocks).max(1);
                *debug += usize::from(!code.contains("dbg.label") && !code.starts_with("#dbg_label"));
            } else {
                *blocks = (*blocks).max(1);
                *instructions += 1;
                in_list = code.starts_with("switch ") && code.ends_with('[');
            }
        } else if line.starts_with("define ") {
            let name = line.split('@').nth(1).unwrap().split('(').next().unwrap();
            current = Some((name.to_owned(), (0, 0, 0)));
        } else if line.starts_with("declare ") {
            counts.declarations += usize::from(!line.contains("@llvm.dbg."));
        } else if line.starts_with('@') && line.contains(" = ") {
            let alias = line.contains(" alias ") || line.contains(" ifunc ");
            counts.aliases += usize::from(alias);
            counts.globals += usize::from(!alias);
        }
    }
    counts
}

fn available(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {error}");
}

fn scratch(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("counterpoint-decode-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    dir
}
