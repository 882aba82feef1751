//! Bitcode of every clang that is here: the same program, the same behaviour.

use std::process::Command;
use std::sync::OnceLock;

use libtest_mimic::Trial;

use crate::process::{self, Finished};
use crate::program::TestProgram;
use crate::{cases, missing, native_clang, root};

/// Programs that use much of the language between them.
const PROGRAMS: &[&str] = &[
    "examples/json/json.c",
    "examples/lz/lz.c",
    "tests/programs/pass/arrays/variable_length.c",
    "tests/programs/pass/atomics/builtins.c",
    "tests/programs/pass/builtins/overflow.c",
    "tests/programs/pass/control/computed_goto.c",
    "tests/programs/pass/control/switch_sparse.c",
    "tests/programs/pass/globals/relocations.c",
    "tests/programs/pass/integers/bit_int.c",
    "tests/programs/pass/integers/int128.c",
    "tests/programs/pass/link/weak/main.c",
    "tests/programs/pass/stdlib/qsort.c",
    "tests/programs/pass/structs/bit_fields.c",
    "tests/programs/pass/structs/by_value_small.c",
    "tests/programs/pass/varargs/structs.c",
    "tests/programs/pass/vectors/integers.c",
];

const LEVELS: [&str; 3] = ["-O0", "-O1", "-O2"];

pub(crate) fn cases() -> Vec<Trial> {
    let programs = PROGRAMS.iter().map(|program| TestProgram::read(root().join(program)));
    cases::each("versions", programs.collect(), same_from_every_clang)
}

fn same_from_every_clang(program: &TestProgram) -> Result<(), String> {
    let native = program.run_natively()?;
    for compiler in compilers() {
        same_from(compiler, program, &native).map_err(|why| format!("{compiler}: {why}"))?;
    }
    Ok(())
}

/// The versions we promise to read, as far as they are installed, and the one Counterpoint takes.
pub(crate) fn compilers() -> &'static [String] {
    static FOUND: OnceLock<Vec<String>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let mut found: Vec<String> = ["clang-14", "clang-16", "clang-19"].map(str::to_owned).into();
        found.retain(|compiler| {
            let there = Command::new(compiler).arg("--version").output().is_ok();
            if !there {
                missing::skip(compiler);
            }
            there
        });
        let own = native_clang();
        if !found.contains(&own) {
            found.push(own);
        }
        found
    })
}

fn same_from(compiler: &str, program: &TestProgram, native: &Finished) -> Result<(), String> {
    for level in LEVELS {
        let folder = tempfile::tempdir().unwrap();
        let mut bitcode = Vec::new();
        for file in program.files() {
            let output = folder.path().join(file).with_extension("bc");
            let output = output.to_str().unwrap().to_owned();
            let mut args = vec![level, "-c", "-emit-llvm", "-o", &output, file];
            args.extend(program.words("cflags"));
            process::compile(compiler, &args, program.folder())?;
            bitcode.push(output);
        }
        let bitcode: Vec<&str> = bitcode.iter().map(String::as_str).collect();
        let ours = program.run_files(&bitcode, []);
        ours.same_as(native).map_err(|why| format!("at {level}: {why}"))?;
    }
    Ok(())
}
