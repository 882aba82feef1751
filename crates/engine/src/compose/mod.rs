//! Composition: the interprocedural path constraint of a node, made of function trees.
//!
//! Every call that matters gets an instance of the callee's tree, with its own inputs bound to what the caller
//! gives (the paper's definition predicate, instantiated instead of quantified; `definitions`). Calls that give the same
//! inputs share an instance, and where an argument is a choice between a few constants, each of them is a case with an
//! instance of its own. A function's context is the disjunction of the calls that are known to lead to it (`contexts`).
//! A dangling leaf is a guard: false in the lazy step, free in the relevant one.
//!
//! May use: `machine`, `memory`, `pointer`, `summary`.

pub(crate) mod auxiliary;
mod cases;
mod composer;
mod constraint;
mod contexts;
mod definitions;
mod instance;
pub(crate) mod patience;
mod pointers;
pub(crate) mod quantified;
pub(crate) mod reader;

pub(crate) use composer::constraint;
pub(crate) use constraint::{Constraint, DanglingPolicy, Material, NodeRef};
pub(crate) use instance::Instances;
