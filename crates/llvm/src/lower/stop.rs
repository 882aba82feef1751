//! Why lowering an instruction stopped.

use std::fmt;

/// The result of lowering something.
pub(crate) type Lowered<T> = Result<T, CannotLower>;

/// Why something has no place in our IR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CannotLower {
    /// We can't execute it: it becomes an [`ir::Inst::Unsupported`] where it stands.
    Unsupported(String),
    /// No compiler writes this: the whole module is refused.
    Malformed(String),
}

/// Shorthand for `Err(CannotLower::Unsupported(..))`.
pub(crate) fn unsupported<T>(what: impl Into<String>) -> Lowered<T> {
    Err(CannotLower::Unsupported(what.into()))
}

/// Shorthand for `Err(CannotLower::Malformed(..))`.
pub(crate) fn malformed<T>(what: impl Into<String>) -> Lowered<T> {
    Err(CannotLower::Malformed(what.into()))
}

impl fmt::Display for CannotLower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotLower::Unsupported(what) => write!(f, "{what} is not supported"),
            CannotLower::Malformed(what) => write!(f, "malformed: {what}"),
        }
    }
}
