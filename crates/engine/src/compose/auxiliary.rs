//! Auxiliary symbols: what constraints speak of beside the inputs of functions.
//!
//! They are found again by what they stand for, from one constraint to the next. No name of the program is a part of
//! theirs, and the symbols of inputs aren't found by name at all ([`crate::summary::origin`], [`crate::summary::tree`]), so none of
//! them can be taken for another.

use std::fmt;

use smt::{Sort, SymbolId, TermId, TermPool};

use crate::summary::tree::{NodeId, TreeId};

/// What an auxiliary symbol stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Auxiliary<'a> {
    /// A way through a dangling node.
    Guard(TreeId, NodeId),
    /// What a way that is not explored yet gives as one of its outputs.
    Any { instance: usize, what: &'a str },
    /// An input of a function, in whichever context.
    InAnyContext(SymbolId),
    /// A havoc value: one that has no name in the caller.
    Unknown(&'a str),
    /// In a definition: what a function returns.
    Result,
    /// In a definition: a byte of the caller before the call.
    Before,
    /// In a definition: where that byte is.
    Place,
    /// In a definition: the moment at which the function runs.
    Moment(TreeId),
}

impl Auxiliary<'_> {
    /// The variable of that sort which stands for it.
    pub(crate) fn variable(self, pool: &mut TermPool, sort: Sort) -> TermId {
        pool.symbol(&format!("{self}.{sort}"), sort)
    }
}

impl fmt::Display for Auxiliary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Auxiliary::Guard(of, node) => write!(f, "G.{of}.{node:?}"),
            Auxiliary::Any { instance, what } => write!(f, "any.{instance}.{what}"),
            Auxiliary::InAnyContext(symbol) => write!(f, "in-any-context.{symbol:?}"),
            Auxiliary::Unknown(what) => write!(f, "unknown.{what}"),
            Auxiliary::Result => f.write_str("result"),
            Auxiliary::Before => f.write_str("before"),
            Auxiliary::Place => f.write_str("place"),
            Auxiliary::Moment(of) => write!(f, "moment.{of}"),
        }
    }
}
