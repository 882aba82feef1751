//! Printing on standard output.

use std::io;

use crate::error::{ExitCode, Failure};

/// Prints a report on standard output, with colours if it is a terminal.
pub(crate) fn text(text: &str) -> Result<(), Failure> {
    print_to(anstream::stdout(), text)
}

/// Prints JSON on standard output. Looking for colours in it, where there are none, takes seconds if it is megabytes.
pub(crate) fn json(json: &str) -> Result<(), Failure> {
    print_to(io::stdout(), &format!("{json}\n"))
}

/// A disk may be full.
fn print_to(mut stdout: impl io::Write, text: &str) -> Result<(), Failure> {
    let printed = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    printed.map_err(|error| {
        Failure::new(ExitCode::Io, format!("the report can't be printed: {error}"))
    })
}
