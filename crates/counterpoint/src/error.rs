//! What keeps Counterpoint from doing its job: the user's mistakes and the machine's shortcomings.

use std::fmt;

/// A failure with its exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    pub code: ExitCode,
    pub message: String,
}

/// Exit codes from 64 on, as in `sysexits.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitCode {
    /// A limit was reached, or the end asked for, before there was anything to say.
    Stopped = 2,
    /// The source or bitcode can't be used.
    BadInput = 65,
    /// A file can't be opened.
    NoInput = 66,
    /// A tool that we need is missing.
    Unavailable = 69,
    /// What is to be written can't be, as something else is there.
    NoOutput = 73,
    /// Reading or writing failed.
    Io = 74,
}

impl Failure {
    pub(crate) fn new(code: ExitCode, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
