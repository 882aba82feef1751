//! Why lowering an instruction stopped.

use std::fmt;

/// The result of lowering something.
pub(crate) type Lowered<T> = Result<T, Stop>;

/// Why something has no place in our IR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// We can't execute it: it becomes an [`ir::Inst::Unsupported`] where it stands.
    Unsupported(String),
    /// No compiler writes this: the whole module is refused.
    Malformed(String),
}

/// Shorthand for `Err(Stop::Unsupported(..))`.
pub(crate) fn unsupported<T>(what: impl Into<String>) -> Lowered<T> {
    Err(Stop::Unsupported(what.into()))
}

/// Shorthand for `Err(Stop::Malformed(..))`.
pub(crate) fn malformed<T>(what: impl Into<String>) -> Lowered<T> {
    Err(Stop::Malformed(what.into()))
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Unsupported(what) => write!(f, "{what} is not supported"),
            Stop::Malformed(what) => write!(f, "malformed: {what}"),
        }
    }
}
