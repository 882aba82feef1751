//! Compiles the runtime library to bitcode, for each target, the guard around native calls, and what runs the tests of a suite.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

#[path = "src/toolchain/clang.rs"]
mod clang;

/// Targets of programs, with the flag that selects each.
const TARGETS: [(u32, &str); 2] = [(64, "-m64"), (32, "-m32")];

fn main() {
    let runtime = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("../../runtime");
    println!("cargo::rerun-if-changed={}", runtime.display());
    println!("cargo::rerun-if-changed=src/host/guard.c");
    println!("cargo::rerun-if-changed=src/toolchain/clang.rs");
    println!("cargo::rerun-if-env-changed=CLANG");
    println!("cargo::rerun-if-changed=src/host/stand_ins.c");
    cc::Build::new().file("src/host/guard.c").file("src/host/stand_ins.c").compile("guard");

    let clang = clang::find().unwrap_or_else(|error| panic!("{error}"));
    let out = PathBuf::from(variable("OUT_DIR"));
    compile_runner(&clang, &out);
    // Pointer width, file, what it defines, bitcode.
    let mut table = String::from("static RUNTIME: &[(u32, &str, &[&str], &[u8])] = &[\n");
    for source in sources(&runtime) {
        let name = source.file_stem().expect("a C file has a name").to_string_lossy().into_owned();
        let text = out.join(format!("{name}.ll"));
        compile(&clang, &["-S", "-g0", "-m64"], &source, &text);
        let text = fs::read_to_string(text).expect("clang wrote it");
        let defined = defined(&text);
        for (bits, flag) in TARGETS {
            let bitcode = out.join(format!("{name}-{bits}.bc"));
            compile(&clang, &["-c", "-g", flag], &source, &bitcode);
            table += &format!(
                "    ({bits}, \"{name}.c\", &{defined:?}, include_bytes!({bitcode:?})),\n"
            );
        }
    }
    table += "];\n";
    fs::write(out.join("runtime.rs"), table).expect("OUT_DIR is writable");
}

/// A variable that cargo sets.
fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The runtime's C files, in order.
fn sources(runtime: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(runtime).expect("the repository has a runtime directory");
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

/// The functions and variables that a file defines for others.
fn defined(text: &str) -> Vec<&str> {
    text.lines().filter_map(defined_on).collect()
}

fn defined_on(line: &str) -> Option<&str> {
    let (start, what) = line.split_once('@')?;
    let name = what.split(['(', ' ']).next()?;
    let kind = match start {
        "" => what.split_once(" = ")?.1,
        _ => start.strip_prefix("define ")?,
    };
    let elsewhere = ["internal ", "private ", "external "];
    (!elsewhere.iter().any(|linkage| kind.starts_with(linkage))).then_some(name)
}

fn compile(clang: &clang::Clang, flags: &[&str], source: &Path, output: &Path) {
    let mut command = Command::new(&clang.program);
    command
        .args(["-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes"])
        .args(["-ffreestanding", "-fno-builtin", "-nostdlibinc", "-std=gnu11"])
        .args(flags);
    complete(clang, command.arg("-o").arg(output), source);
}

/// What runs the tests, for binaries of every kind; it doesn't say where it was compiled. See `validate/runner.rs`.
fn compile_runner(clang: &clang::Clang, out: &Path) {
    let folder = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("src/suite");
    for name in ["counterpoint_tests.c", "counterpoint_tests.h"] {
        println!("cargo::rerun-if-changed=src/suite/{name}");
    }
    let mut command = Command::new(&clang.program);
    command.args(["-c", "-g", "-O0", "-std=gnu11", "-fPIE"]);
    command.arg(format!("-ffile-prefix-map={}=.", folder.display()));
    command.arg("-o").arg(out.join("counterpoint_tests.o")).current_dir(&folder);
    complete(clang, &mut command, Path::new("counterpoint_tests.c"));
}

fn complete(clang: &clang::Clang, command: &mut Command, source: &Path) {
    match command.arg(source).status() {
        Ok(status) if status.success() => {}
        Ok(_) => panic!("{} can't compile {}", clang.program, source.display()),
        Err(error) => panic!("{} can't be started: {error}", clang.program),
    }
}
