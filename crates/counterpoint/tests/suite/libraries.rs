//! The libraries of `examples/library`: each has one seeded bug, or none. From the function that has it, exactly that is found, and
//! confirmed natively. What is covered of all their functions takes minutes: `make examples`.

use libtest_mimic::Trial;

use crate::cases;
use crate::explore;
use crate::program::{self, TestProgram};

pub(crate) fn cases() -> Vec<Trial> {
    let mut programs = program::in_folder("examples/library");
    programs.retain(|program| program.annotation("entry").is_some());
    cases::each("libraries", programs, finds_its_seeded_bug)
}

fn finds_its_seeded_bug(program: &TestProgram) -> Result<(), String> {
    let out = tempfile::tempdir().unwrap();
    let entry = program.annotation("entry").map(|entry| format!("--entry={entry}"));
    let options: Vec<&str> = entry
        .as_deref()
        .into_iter()
        .chain(program.words("options"))
        .chain(["--time=30s"])
        .collect();
    let mut json = explore::explore(program, out.path(), &options)?;
    if let Some(bugs) = json["bugs"].as_array_mut() {
        bugs.retain(|bug| bug["precondition"].is_null());
    }
    explore::has_the_marked_bugs(program, &json)
}
