//! Why a bitcode file could not be read.
//!
//! An `Error` means the file itself is at fault or uses something the decoder has no room for. What can
//! be decoded but not executed is no error: it becomes an `Unsupported` instruction.

use std::fmt;

/// A file that could not be read, with the construct at fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    source: String,
    message: String,
}

impl Error {
    /// An error about `source` (a file name).
    pub(crate) fn new(source: &str, message: impl Into<String>) -> Error {
        Error { source: source.to_owned(), message: message.into() }
    }

    /// An error whose file is filled in by a caller, with [`Error::with_source`].
    pub(crate) fn malformed(message: impl Into<String>) -> Error {
        Error::new("", message)
    }

    /// Puts the place in front of the message.
    pub(crate) fn within(mut self, place: impl fmt::Display) -> Error {
        self.message = format!("{place}: {}", self.message);
        self
    }

    pub(crate) fn with_source(mut self, source: &str) -> Error {
        self.source = source.to_owned();
        self
    }

    /// The name of the file.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What is wrong with it.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.message)
    }
}

impl std::error::Error for Error {}
