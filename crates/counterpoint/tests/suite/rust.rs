//! Bitcode of rustc: a library's functions run in the machine, and give what they give natively.

use std::fs;
use std::process::Command;

use engine::{Image, Machine, NoExternals, Options, Outcome};
use ir::Program;
use libtest_mimic::Trial;

use crate::cases;
use crate::process;

#[allow(unreachable_pub, reason = "rustc exports them, and so makes code of them")]
#[path = "library/functions.rs"]
mod functions;

pub(crate) fn cases() -> Vec<Trial> {
    cases::functions![functions_give_what_they_give_natively, a_panic_is_no_result,]
}

type Function = extern "C" fn(u64, u64) -> u64;

const FUNCTIONS: &[(&str, Function)] = &[
    ("multiply_wide", functions::multiply_wide),
    ("divide_wide", functions::divide_wide),
    ("saturate", functions::saturate),
    ("notice_overflow", functions::notice_overflow),
    ("walk_slices", functions::walk_slices),
    ("sort", functions::sort),
    ("measure", functions::measure),
    ("twiddle", functions::twiddle),
    ("read_text", functions::read_text),
    ("dispatch", functions::dispatch),
    ("float", functions::float),
];

const NUMBERS: [u64; 9] =
    [0, 1, 2, 13, 255, 0x8000_0000, 0x1234_5678_9abc_def0, i64::MAX as u64, u64::MAX];

fn functions_give_what_they_give_natively() {
    for program in programs() {
        for (name, native) in FUNCTIONS {
            for (a, b) in NUMBERS.iter().flat_map(|&a| NUMBERS.map(|b| (a, b))) {
                assert_eq!(call(&program, name, a, b), Ok(native(a, b)), "{name}({a}, {b})");
            }
        }
        for (from, to) in (0..=16).flat_map(|to| (0..=to).map(move |from| (from, to))) {
            let native = functions::sum_table(from, to);
            assert_eq!(call(&program, "sum_table", from, to), Ok(native), "{from}..{to}");
        }
    }
}

fn a_panic_is_no_result() {
    for program in programs() {
        let error = call(&program, "sum_table", 7, 17).unwrap_err();
        assert!(error.contains("slice_index_fail"), "{error}");
    }
}

/// The library at two levels, each as it was read and after the passes.
fn programs() -> Vec<Program> {
    let mut programs = Vec::new();
    for level in ["0", "2"] {
        let program = llvm::read(&bitcode(level), "library").unwrap();
        ir::verify(&program).unwrap();
        let mut after = program.clone();
        ir::passes::run(&mut after);
        ir::verify(&after).unwrap();
        programs.extend([program, after]);
    }
    programs
}

fn bitcode(level: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let bitcode = folder.path().join("library.bc");
    let mut command = Command::new(std::env::var("RUSTC").unwrap_or("rustc".to_owned()));
    command.args(["--edition=2024", "--crate-type=lib", "--emit=llvm-bc", "-Ccodegen-units=1"]);
    command.args(["-Cpanic=abort", &format!("-Copt-level={level}")]);
    command.arg("-o").arg(&bitcode).arg("tests/suite/library/lib.rs");
    let made = process::run(command.current_dir(env!("CARGO_MANIFEST_DIR")), b"");
    assert!(made.status.success(), "{}", made.stderr);
    fs::read(bitcode).unwrap()
}

/// Runs a function that needs nothing from outside.
fn call(program: &Program, name: &str, a: u64, b: u64) -> Result<u64, String> {
    let function = program.function_named(name).ok_or("it is not there")?;
    let mut host = NoExternals;
    let image = Image::new(program, &mut host).expect("the library is small");
    let mut machine = Machine::new(&image, &mut host, Options::default());
    let mut state = machine.new_state();
    match machine.run_function(&mut state, function, &[a, b]) {
        Ok(Outcome::Return(values)) if values.len() == 1 && values[0].is_plain() => {
            Ok(values[0].bits)
        }
        Ok(other) => Err(format!("{other:?}")),
        Err(unsupported) => Err(unsupported.what),
    }
}
