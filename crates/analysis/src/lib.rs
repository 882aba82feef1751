//! Static facts about a program, from its code alone.
//!
//! Which functions a call may enter, what functions may do besides computing their results, how far it is from one
//! instruction to another, which globals matter to a function. Facts are on the safe side: what may happen in some run is
//! in them. Nothing here knows about runs, values or terms.

#![forbid(unsafe_code)]

pub mod allocations;
mod call_closure;
mod call_graph;
pub mod callbacks;
mod distance;
mod effects;
pub mod fingerprint;
pub mod footprint;
pub mod native;
pub mod orders;
mod path_bound;
mod primitive;
pub mod unwritten;

pub use call_closure::CallClosure;
pub use call_graph::CallGraph;
pub use callbacks::Callbacks;
pub use distance::{Distances, FAR, Steps, branches};
pub use effects::{Effect, Effects, Obstacle, Roots};
pub use footprint::Footprint;
pub use path_bound::PathBounds;
pub use primitive::Primitive;
