//! A goal: code that a search is to come to, and which dangling nodes may lead there.

use ir::Program;

use crate::explore::dangling::{Site, Way};
use crate::explore::distance::{Distances, FAR, Steps};
use crate::image::Image;
use crate::tree::{Node, NodeId, Side, Tree};

/// Some instructions, one of which is to be executed.
pub(crate) struct Goal {
    distances: Distances,
}

impl Goal {
    pub(crate) fn new(program: &Program, sites: &[Site]) -> Goal {
        Goal { distances: Distances::to(program, sites) }
    }

    /// How far it is from a dangling node, in its function and in what that calls; nothing, if there is no way. What
    /// comes after the function returns is a matter of its callers' nodes.
    pub(crate) fn steps_from(&self, image: &Image<'_>, tree: &Tree, node: NodeId) -> Option<Steps> {
        let from = match tree.parent(node) {
            None => Site { function: tree.function, pc: 0 },
            Some((parent, side)) => match tree.node(parent) {
                Node::Decision(decision) => {
                    let pc = match Way::of(image, decision.at, side == Side::Holds) {
                        Way::To(to) => to,
                        Way::Switch | Way::Here => decision.at.pc,
                    };
                    Site { pc, ..decision.at }
                }
                Node::Call(call) => call.at,
                Node::Leaf(_) | Node::Dangling => unreachable!("ends have no nodes below them"),
            },
        };
        let inside = self.distances.inside(from);
        // A function that was inlined returns to somewhere in the tree's own.
        let outside = match from.function == tree.function {
            true => FAR,
            false => self.distances.anywhere_in(tree.function).saturating_add(1),
        };
        Some(inside.min(outside)).filter(|&steps| steps < FAR)
    }
}
