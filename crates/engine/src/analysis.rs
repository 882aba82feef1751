//! Static facts about a program, from its code alone: nothing here knows about runs, values or terms.

pub(crate) mod call_graph;
pub(crate) mod orders;
