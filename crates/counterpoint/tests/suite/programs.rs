//! Every program of `tests/programs` and `examples` does here what it does natively, or is reported as its
//! annotations say.

use std::fs;
use std::process::Command;
use std::sync::OnceLock;

use libtest_mimic::Trial;

use crate::cases;
use crate::missing;
use crate::process::{self, Finished};
use crate::program::{self, TestProgram};
use crate::{native_clang, root};

/// A case for each program, and what is to be said of all.
pub(crate) fn cases() -> Vec<Trial> {
    let (bugs, others): (Vec<_>, Vec<_>) =
        program::in_folder("examples").into_iter().partition(is_bug_example);
    let examples = others.into_iter().filter(|program| !is_no_plain_program(program)).collect();
    [
        cases::each("programs::pass", program::in_folder("tests/programs/pass"), same_as_natively),
        cases::each("programs::bug", program::in_folder("tests/programs/bug"), reports_its_bug),
        cases::each(
            "programs::unsupported",
            program::in_folder("tests/programs/unsupported"),
            says_what_is_unsupported,
        ),
        cases::each("programs::examples", examples, same_as_natively),
        cases::each("programs::example_bugs", bugs, reports_its_bug),
        cases::functions![every_kind_of_bug_is_documented_and_shown],
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn every_kind_of_bug_is_documented_and_shown() {
    let text = fs::read_to_string(root().join("docs/bugs.md")).unwrap();
    let kind = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    let mut documented: Vec<String> = text.lines().filter_map(kind).collect();
    documented.sort();
    let folders = fs::read_dir(root().join("tests/programs/bug")).unwrap();
    let mut shown: Vec<String> =
        folders.map(|folder| folder.unwrap().file_name().into_string().unwrap()).collect();
    // C++ has it; see `cli`.
    shown.push("missing-return".to_owned());
    shown.sort();
    assert_eq!(documented, shown);
}

/// The options a program is run with: as a user would, and as a build system would have compiled it.
const LEVELS: [&[&str]; 4] = [&[], &["--cflags=-O0"], &["--cflags=-O1"], &["--cflags=-O2"]];

fn same_as_natively(program: &TestProgram) -> Result<(), String> {
    if needs_missing_headers(program) {
        return Ok(());
    }
    let native = natively_on_any_processor(program)?;
    let expected = program.annotation("exit").unwrap_or("0");
    if native.code().to_string() != expected {
        return Err(format!("natively, the exit code is {}, not {expected}", native.code()));
    }
    for options in LEVELS {
        let ours = program.run_with(options);
        ours.same_as(&native).map_err(|why| format!("with {options:?}: {why}"))?;
    }
    Ok(())
}

/// What a program does natively, which must not depend on which `memcmp` glibc takes: C promises only its sign.
fn natively_on_any_processor(program: &TestProgram) -> Result<Finished, String> {
    let hide = |setting| [("GLIBC_TUNABLES", setting)];
    let [avx512, avx2] = ["glibc.cpu.hwcaps=-AVX512VL", "glibc.cpu.hwcaps=-AVX2"].map(hide);
    let [native, others @ ..] = program.run_natively_with([&[], &avx512, &avx2])?;
    for other in others {
        other.same_as(&native).map_err(|why| format!("natively, on another processor: {why}"))?;
    }
    Ok(native)
}

fn reports_its_bug(program: &TestProgram) -> Result<(), String> {
    let mark = program.mark("BUG")?;
    let check = program.annotation("check").map(|check| format!("--check={check}"));
    let expected = [format!("bug: {}: ", mark.words), place(program, mark.line)];
    // Optimisers may remove a bug with the code around it, and without one clang marks no scopes.
    let levels = if mark.words == "use-after-scope" { &LEVELS[..1] } else { &LEVELS[..2] };
    for level in levels {
        let options: Vec<&str> = level.iter().copied().chain(check.as_deref()).collect();
        let ours = program.run_with(&options);
        reported(&ours, 1, &expected).map_err(|why| format!("with {options:?}: {why}"))?;
    }
    natively_wrong(program)
}

fn says_what_is_unsupported(program: &TestProgram) -> Result<(), String> {
    let mark = program.mark("UNSUPPORTED")?;
    let ours = program.run_with(&[]);
    let what = ours.stderr.lines().next().unwrap_or_default();
    if !what.contains(&mark.words) {
        return Err(format!("no word of `{}`\n{}", mark.words, ours.stderr));
    }
    reported(&ours, 2, &["unsupported: ".to_owned(), place(program, mark.line)])
}

/// The report's second line for a place in the program's first file.
fn place(program: &TestProgram, line: usize) -> String {
    format!("    --> {}:{line}:", program.file_name())
}

/// Does the report begin with lines that begin like that?
fn reported(ours: &Finished, code: i32, starts: &[String]) -> Result<(), String> {
    if ours.code() != code {
        return Err(format!("exit code {}, not {code}\n{}", ours.code(), ours.stderr));
    }
    let mut lines = ours.stderr.lines();
    match starts.iter().find(|start| !lines.next().unwrap_or_default().starts_with(*start)) {
        None => Ok(()),
        Some(start) => Err(format!("a line `{start}` was expected\n{}", ours.stderr)),
    }
}

/// Asks the native sanitizers whether the bug is there.
fn natively_wrong(program: &TestProgram) -> Result<(), String> {
    let script = root().join("tests/programs/check-native.sh");
    let mut command = Command::new(script);
    command.arg("--one").arg(program.path()).env("CLANG", clang_with_sanitizers());
    let verdict = process::run(&mut command, b"");
    match verdict.status.success() {
        true => Ok(()),
        false => Err(format!("natively: {}{}", verdict.text(), verdict.stderr)),
    }
}

fn clang_with_sanitizers() -> &'static str {
    static FOUND: OnceLock<String> = OnceLock::new();
    FOUND.get_or_init(|| {
        let script = root().join("scripts/clang.sh");
        let found = process::run(Command::new(script).arg("--sanitizers"), b"");
        assert!(found.status.success(), "no clang with its sanitizer runtime was found");
        found.text().trim().to_owned()
    })
}

/// An example whose inputs are symbolic, or a library: `explore` and `libraries` have them.
fn is_no_plain_program(program: &TestProgram) -> bool {
    ["examples/symbolic/", "examples/library/"].iter().any(|it| program.name().starts_with(it))
}

fn is_bug_example(program: &TestProgram) -> bool {
    program.name().starts_with("examples/bugs/")
}

/// Programs for 32 bits can be compiled only where the C library's headers for it are installed.
pub(crate) fn needs_missing_headers(program: &TestProgram) -> bool {
    let skipped = program.words("cflags").contains(&"-m32") && !has_32_bit_headers();
    if skipped {
        missing::skip(&format!("the C library for 32 bits, for {},", program.name()));
    }
    skipped
}

fn has_32_bit_headers() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let args = ["-m32", "-x", "c", "-include", "stdio.h", "-o", "/dev/null", "-"];
        let program = b"int main(void) { return 0; }";
        process::run(Command::new(native_clang()).args(args), program).status.success()
    })
}
