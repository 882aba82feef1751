//! The decoder against LLVM's own: what `llvm-dis` prints of a module has the same globals and functions,
//! and these the same blocks and instructions in the same order, as what we decode.

#[path = "../../tests/common/missing.rs"]
mod missing;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::decode::decode;
use crate::module::{Body, Function, Instruction, MetadataNode, Module, Op, Value};

/// Programs that between them use every kind of record that C makes clang write.
const PROGRAMS: &[(&str, &str)] = &[
    ("arith.c", include_str!("tests/arith.c")),
    ("memory.c", include_str!("tests/memory.c")),
    ("control.c", include_str!("tests/control.c")),
    ("globals.c", include_str!("tests/globals.c")),
    ("calls.c", include_str!("tests/calls.c")),
    ("vectors.c", include_str!("tests/vectors.c")),
    ("atomics.c", include_str!("tests/atomics.c")),
    ("types.c", include_str!("tests/types.c")),
    ("exceptions.cpp", include_str!("tests/exceptions.cpp")),
];

const FLAGS: &[&[&str]] = &[
    &["-O0", "-g"],
    &["-O1", "-g"],
    &["-O2", "-g"],
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

/// Debug intrinsics instead of records, as before LLVM 19.
#[test]
fn clang_19_modules_with_debug_intrinsics_match_llvm_dis() {
    check_clang("clang-19", &["-mllvm", "-write-experimental-debuginfo-iterators-to-bitcode=0"]);
}

fn check_clang(clang: &str, extra: &[&str]) {
    if !available(clang) || !available("llvm-dis-19") {
        return missing::skip(&format!("{clang} or llvm-dis-19"));
    }
    let dir = scratch(&format!("{clang}{}", extra.len()));
    for (name, program) in PROGRAMS {
        let source = dir.join(name);
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
            let ours = outline(&module);
            assert!(!ours.functions.is_empty());
            compare(&format!("{clang} {flags:?} {name}"), &ours, &disassembled(&bitcode));
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
        let outline = outline(&module);
        for function in ["cp_gcd", "cp_sum", "cp_area", "cp_mix"] {
            assert!(outline.functions.contains_key(function), "{function} at {level}");
        }
        let gcd = module.functions.iter().find(|function| function.name == "cp_gcd").unwrap();
        assert!(gcd.debug.is_some());
    }
    std::fs::remove_dir_all(dir).unwrap();
}

/// Apple's tools put a header around bitcode, and pad files with zeros.
#[test]
fn wrapped_and_padded_modules_are_read() {
    if !available("clang-19") {
        return missing::skip("clang-19");
    }
    let dir = scratch("wrapped");
    let (source, bitcode) = (dir.join("f.c"), dir.join("f.bc"));
    std::fs::write(&source, "int f(void) { return 1; }").unwrap();
    run(Command::new("clang-19").args(["-c", "-emit-llvm", "-o"]).args([&bitcode, &source]));
    let plain = std::fs::read(&bitcode).unwrap();
    let expected = outline(&decode(&plain, "f").unwrap());
    let header = [0x0b17_c0de_u32, 0, 20, plain.len() as u32, 7];
    let mut wrapped: Vec<u8> = header.iter().flat_map(|word| word.to_le_bytes()).collect();
    wrapped.extend(&plain);
    wrapped.extend([0; 12]);
    assert_eq!(outline(&decode(&wrapped, "f").unwrap()), expected);
    let padded = [plain.as_slice(), &[0; 8]].concat();
    assert_eq!(outline(&decode(&padded, "f").unwrap()), expected);
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn what_is_no_bitcode_is_an_error() {
    for bytes in [&b""[..], b"BC", b"\x7fELF not bitcode", b"BC\xc0\xde", b"BC\xc0\xde\x35\x14\0\0"]
    {
        assert!(decode(bytes, "x").is_err());
    }
    let message = decode(b"int main;", "x.c").unwrap_err().to_string();
    assert_eq!(message, "x.c: not LLVM bitcode");
}

/// What a module has, as far as text and records can be compared.
#[derive(PartialEq, Eq, Debug, Default)]
struct Outline {
    globals: Vec<String>,
    aliases: Vec<String>,
    declarations: usize,
    /// The lines of each function with a body: `block`; an instruction's name and, if it has one,
    /// location; or a debug record and its variable.
    functions: BTreeMap<String, Vec<String>>,
}

fn outline(module: &Module) -> Outline {
    let is_debug = |function: &Function| function.name.starts_with("llvm.dbg.");
    let declared = module.functions.iter().filter(|f| f.body.is_none() && !is_debug(f));
    let defined = module.functions.iter().filter_map(|function| {
        let mut lines = Vec::new();
        let body = function.body.as_ref()?;
        for block in &body.blocks {
            lines.push("block".to_owned());
            let kept = block.instructions.iter().filter(|inst| !is_label(module, &inst.op));
            lines.extend(kept.map(|instruction| line(module, body, instruction)));
        }
        Some((function.name.clone(), lines))
    });
    Outline {
        globals: module.globals.iter().map(|global| global.name.clone()).collect(),
        aliases: module.aliases.iter().map(|alias| alias.name.clone()).collect(),
        declarations: declared.count(),
        functions: defined.collect(),
    }
}

/// Fails at the first function that differs, where it does.
fn compare(what: &str, ours: &Outline, theirs: &Outline) {
    for (name, lines) in &ours.functions {
        let other = theirs.functions.get(name).map_or(&[][..], Vec::as_slice);
        for (index, (line, other)) in lines.iter().zip(other).enumerate() {
            assert_eq!(line, other, "{what}, function {name}, line {index}");
        }
        assert_eq!(lines.len(), other.len(), "{what}, function {name}");
    }
    assert_eq!(ours, theirs, "{what}");
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

fn line(module: &Module, body: &Body, instruction: &Instruction) -> String {
    let name = match &instruction.op {
        Op::Debug { kind, variable, .. } => {
            let nodes: Vec<&MetadataNode> =
                module.metadata.nodes.iter().chain(&body.metadata).collect();
            let MetadataNode::LocalVar { name, .. } = nodes[variable.0 as usize] else {
                panic!("no variable")
            };
            return format!("dbg_{kind:?} {name}").to_lowercase();
        }
        Op::Binary { op, .. } => format!("{op:?}").to_lowercase(),
        Op::Cast { op, .. } => format!("{op:?}").to_lowercase(),
        Op::Compare { predicate, .. } if format!("{predicate:?}").starts_with('F') => {
            "fcmp".to_owned()
        }
        Op::Compare { .. } => "icmp".to_owned(),
        Op::Call(call) if call.invoke.is_some() => "invoke".to_owned(),
        Op::Return { .. } => "ret".to_owned(),
        Op::Jump { .. } | Op::Branch { .. } => "br".to_owned(),
        Op::VaArg { .. } => "va_arg".to_owned(),
        op => {
            let debug = format!("{op:?}");
            let end = debug.find([' ', '(']).unwrap_or(debug.len());
            debug[..end].to_lowercase()
        }
    };
    match instruction.loc {
        Some(loc) => format!("{name} {}:{}", loc.line, loc.column),
        None => name,
    }
}

/// The same from the text of `llvm-dis`.
fn disassembled(bitcode: &Path) -> Outline {
    let output = Command::new("llvm-dis-19").arg("-o").arg("-").arg(bitcode).output().unwrap();
    assert!(output.status.success(), "llvm-dis-19 {}", bitcode.display());
    let text = String::from_utf8(output.stdout).unwrap();
    let metadata = metadata(&text);
    let mut outline = Outline::default();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let name = || line.split('@').nth(1).unwrap().split(['(', ' ']).next().unwrap().to_owned();
        if line.starts_with("define ") {
            let body = lines.by_ref().take_while(|&line| line != "}");
            outline.functions.insert(name(), disassembled_body(body, &metadata));
        } else if line.starts_with("declare ") {
            outline.declarations += usize::from(!line.contains("@llvm.dbg."));
        } else if line.starts_with('@') {
            let alias = line.contains(" alias ") || line.contains(" ifunc ");
            let list = if alias { &mut outline.aliases } else { &mut outline.globals };
            list.push(name());
        }
    }
    outline
}

/// What there is to compare of locations and variables, by number.
fn metadata(text: &str) -> HashMap<&str, String> {
    let field = |line: &str, name: &str| {
        let start = line.find(name)? + name.len();
        let end = line[start..].find([',', ')']).unwrap_or(0);
        Some(line[start..start + end].trim_matches('"').to_owned())
    };
    let describe = |line: &str| {
        if line.contains(" = !DILocalVariable(") || line.contains(" = distinct !DILocalVariable(") {
            Some(field(line, "name: ").unwrap_or_default())
        } else if line.contains("!DILocation(") {
            let line_number = field(line, "line: ").unwrap_or_else(|| "0".to_owned());
            let column = field(line, "column: ").unwrap_or_else(|| "0".to_owned());
            Some(format!("{line_number}:{column}"))
        } else {
            None
        }
    };
    let lines = text.lines().filter(|line| line.starts_with('!'));
    lines.filter_map(|line| Some((line.split(' ').next()?, describe(line)?))).collect()
}

fn disassembled_body<'t>(
    lines: impl Iterator<Item = &'t str>,
    metadata: &HashMap<&str, String>,
) -> Vec<String> {
    let mut body = vec!["block".to_owned()];
    let mut cases = false;
    for line in lines {
        let code = line.trim();
        let label = code.contains("dbg_label") || code.contains("dbg.label");
        if code.is_empty() || code.starts_with(';') || label {
            continue;
        }
        if cases || CONTINUATIONS.iter().any(|start| code.starts_with(start)) {
            cases &= !code.starts_with(']');
            body.last_mut().unwrap().push_str(&location(code, metadata));
        } else if line.starts_with(' ') {
            body.push(disassembled_line(code, metadata));
            cases = code.starts_with("switch ") && code.ends_with('[');
        } else if body.len() > 1 {
            // The first block may have a label or not.
            body.push("block".to_owned());
        }
    }
    body
}

/// How lines start that go on with an invoke or a landing pad.
const CONTINUATIONS: &[&str] = &["to label ", "cleanup", "catch ", "filter "];

fn disassembled_line(code: &str, metadata: &HashMap<&str, String>) -> String {
    for kind in ["declare", "value", "assign"] {
        if code.starts_with(&format!("#dbg_{kind}("))
            || code.contains(&format!("@llvm.dbg.{kind}("))
        {
            let words = code.split([' ', ',', '(', ')']);
            let mut known = words.filter_map(|word| metadata.get(word));
            return format!("dbg_{kind} {}", known.next().unwrap()).to_lowercase();
        }
    }
    let instruction = code
        .split_once(" = ")
        .map_or(code, |(result, rest)| if result.starts_with('%') { rest } else { code });
    let mut words = instruction.split_whitespace();
    let tail = ["tail", "musttail", "notail"];
    let name = words.find(|word| !tail.contains(word)).unwrap().trim_end_matches(',');
    format!("{name}{}", location(code, metadata))
}

/// The location at the end of a line, with a space before it.
fn location(code: &str, metadata: &HashMap<&str, String>) -> String {
    let number = code.split_once("!dbg ").map(|(_, rest)| rest.split([',', ' ']).next().unwrap());
    number.map_or_else(String::new, |number| format!(" {}", metadata[number]))
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
    let dir =
        std::env::temp_dir().join(format!("counterpoint-decode-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    dir
}
