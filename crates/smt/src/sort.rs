//! What kind of value a term has.
//!
//! There is no sort of floating-point numbers: a float is its 32 or 64 bits, on which `FloatOp`s compute. So a
//! float read from memory is the same term as its bytes, and NaNs keep the bits that the program gave them.

use std::fmt;

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    Bool,
    /// A bit-vector of this width, which is at least 1.
    Bits(u32),
    /// A total map between bit-vectors of these widths.
    Array {
        index: u32,
        element: u32,
    },
}

impl Sort {
    /// The width of a bit-vector.
    ///
    /// # Panics
    /// If this is another sort: the caller mixed up its terms.
    pub fn width(self) -> u32 {
        match self {
            Sort::Bits(width) => width,
            other => panic!("{other} has no width"),
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "Bool"),
            Sort::Bits(width) => write!(f, "(_ BitVec {width})"),
            Sort::Array { index, element } => {
                write!(f, "(Array {} {})", Sort::Bits(*index), Sort::Bits(*element))
            }
        }
    }
}
