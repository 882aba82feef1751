//! Every bug of `tests/programs/bug` and `examples/bugs` is found by exploring `main`, from symbolic standard
//! input and arguments where the program takes any, and confirmed natively; and nothing else is reported.

use libtest_mimic::Trial;

use crate::cases;
use crate::explore;
use crate::program::{self, TestProgram};

pub(crate) fn cases() -> Vec<Trial> {
    let mut programs = program::in_folder("tests/programs/bug");
    programs.extend(program::in_folder("examples/bugs"));
    cases::each("found", programs, finds_its_bug)
}

fn finds_its_bug(program: &TestProgram) -> Result<(), String> {
    let takes_input =
        ["args", "stdin", "stdin-file"].iter().any(|key| program.annotation(key).is_some());
    let is_given =
        ["symbolic-args", "symbolic-stdin"].iter().any(|key| program.annotation(key).is_some());
    if takes_input && !is_given {
        return Err("it takes input, but no `symbolic-` annotation says how much".to_owned());
    }
    let out = tempfile::tempdir().unwrap();
    let check = program.annotation("check").map(|check| format!("--check={check}"));
    // Without such an option, a program would be given a little of everything.
    let nothing = (!is_given).then_some("--stdin=0");
    let options: Vec<&str> =
        ["--entry=main"].into_iter().chain(check.as_deref()).chain(nothing).collect();
    let json = explore::explore(program, out.path(), &options)?;
    explore::has_the_annotated_paths(program, &json)?;
    explore::has_the_marked_bugs(program, &json)
}
