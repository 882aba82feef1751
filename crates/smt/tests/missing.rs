//! Without the solver's library there is a message, not a crash. The library is looked for once in a process, so
//! that this test has one of its own.

use std::process::Command;

use smt::{ChainOptions, chain};

const CHILD: &str = "SMT_TEST_WITHOUT_LIBRARY";

#[test]
fn a_missing_library_is_explained() {
    if std::env::var_os(CHILD).is_some() {
        let message = chain(&ChainOptions::default()).err().expect("there is no library");
        assert!(message.contains("scripts/z3.sh"), "{message}");
        assert!(message.contains("/nowhere/libz3.so"), "{message}");
        return;
    }
    let test = std::env::current_exe().expect("this program");
    let status =
        Command::new(test).env(CHILD, "1").env("COUNTERPOINT_LIBZ3", "/nowhere/libz3.so").status();
    assert!(status.expect("it runs").success());
}
