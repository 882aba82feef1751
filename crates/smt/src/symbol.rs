//! Symbols: the variables and functions that terms are made of.
//!
//! A program may have a million inputs of several bytes, and every byte is a symbol: so one is small, and its name is
//! put together when it is read.

use std::fmt;
use std::sync::Arc;

use crate::sort::Sort;
use crate::term::TermId;

/// A declared variable, or function if it has parameters.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub name: SymbolName,
    pub parameters: Box<[Sort]>,
    pub sort: Sort,
    /// The term of a variable, once it was asked for.
    pub(crate) variable: Option<TermId>,
}

/// How a symbol reads: by its own name, or as a byte of something.
#[derive(Clone, Debug)]
pub struct SymbolName {
    of: Arc<str>,
    byte: Option<u64>,
}

impl SymbolName {
    /// The name of a byte of what is called so.
    pub fn byte(of: Arc<str>, index: u64) -> SymbolName {
        SymbolName { of, byte: Some(index) }
    }
}

impl From<&str> for SymbolName {
    fn from(name: &str) -> SymbolName {
        SymbolName { of: name.into(), byte: None }
    }
}

impl From<String> for SymbolName {
    fn from(name: String) -> SymbolName {
        SymbolName { of: name.into(), byte: None }
    }
}

impl fmt::Display for SymbolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.byte {
            None => f.write_str(&self.of),
            Some(index) => write!(f, "{}[{index}]", self.of),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SymbolName;

    #[test]
    fn a_byte_reads_as_an_element() {
        assert_eq!(SymbolName::from("x").to_string(), "x");
        assert_eq!(SymbolName::byte("x".into(), 3).to_string(), "x[3]");
    }
}
