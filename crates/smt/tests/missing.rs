//! Without the solver's library there is a message, not a crash. The library is looked for once in a process, so
//! that this test has one of its own.

use std::process::Command;

use smt::{ChainOptions, Solver as _, chain};

const CHILD: &str = "SMT_TEST_WITHOUT_LIBRARY";

#[test]
fn a_missing_library_is_explained() {
    if is_child() {
        let message = chain(&ChainOptions::default()).err().expect("there is no library");
        assert!(message.contains("scripts/z3.sh"), "{message}");
        assert!(message.contains("/nowhere/libz3.so"), "{message}");
        return;
    }
    run_as_child("a_missing_library_is_explained", "COUNTERPOINT_LIBZ3", "/nowhere/libz3.so");
}

#[test]
fn without_the_second_solver_the_first_answers_alone() {
    if is_child() {
        let chain = chain(&ChainOptions::default()).expect("libz3; scripts/z3.sh fetches it");
        let backends = chain.stats().into_iter().filter(|layer| layer.is_backend);
        assert_eq!(backends.map(|backend| backend.name).collect::<Vec<_>>(), ["z3"]);
        let alone = ChainOptions::default().with_backend("bitwuzla");
        let message = smt::chain(&alone).err().expect("there is no library");
        assert!(message.contains("scripts/bitwuzla.sh"), "{message}");
        return;
    }
    let name = "without_the_second_solver_the_first_answers_alone";
    run_as_child(name, "COUNTERPOINT_BITWUZLA", "/nowhere/libcounterpoint_bitwuzla.so");
}

fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

fn run_as_child(test: &str, variable: &str, library: &str) {
    let program = std::env::current_exe().expect("this program");
    let mut child = Command::new(program);
    let status = child.args(["--exact", test]).env(CHILD, "1").env(variable, library).status();
    assert!(status.expect("it runs").success());
}
