//! Metadata: ids exist, and the chains that are followed to their end have one.

use crate::decode::check::{Result, View};
use crate::error::Error;
use crate::module::{MetadataId, Node};

impl<'m> View<'m> {
    /// How many nodes there are.
    fn node_count(self) -> usize {
        self.module.metadata.nodes.len() + self.body.map_or(0, |body| body.metadata.len())
    }

    pub(super) fn node(self, id: MetadataId) -> Result<&'m Node> {
        let global = &self.module.metadata.nodes;
        let index = id.0 as usize;
        let node = match index.checked_sub(global.len()) {
            None => global.get(index),
            Some(index) => self.body.and_then(|body| body.metadata.get(index)),
        };
        node.ok_or_else(|| Error::malformed(format!("metadata {} does not exist", id.0)))
    }
}

/// Checks the module's nodes or a function's own.
pub(super) fn list(view: View<'_>, nodes: &[Node]) -> Result<()> {
    for node in nodes {
        references(node, |id| view.node(id).map(drop))?;
        if let Node::Value(id) = node {
            view.value(*id)?;
        }
    }
    let first = view.node_count() - nodes.len();
    chains_end(view, first, nodes, scope)?;
    chains_end(view, first, nodes, inlined_at)
}

/// Follows each chain of `next` until it leaves `nodes` or meets one that was followed before.
/// The module's nodes can't refer to a function's, so a chain that left them doesn't come back.
fn chains_end(
    view: View<'_>,
    first: usize,
    nodes: &[Node],
    next: fn(&Node) -> Option<MetadataId>,
) -> Result<()> {
    let mut followed_by = vec![0; nodes.len()];
    for start in 0..nodes.len() {
        let mut at = Some(MetadataId((first + start) as u32));
        while let Some(id) = at {
            let Some(index) = (id.0 as usize).checked_sub(first) else {
                break;
            };
            match followed_by[index] {
                0 => followed_by[index] = start + 1,
                other if other == start + 1 => {
                    return Err(Error::malformed(format!("metadata {} contains itself", id.0)));
                }
                _ => break,
            }
            at = next(view.node(id)?);
        }
    }
    Ok(())
}

/// The scope around a lexical block.
fn scope(node: &Node) -> Option<MetadataId> {
    match node {
        Node::LexicalBlock { scope, .. } | Node::LexicalBlockFile { scope, .. } => *scope,
        _ => None,
    }
}

/// Where a location was inlined.
fn inlined_at(node: &Node) -> Option<MetadataId> {
    match node {
        Node::Location(loc) => loc.inlined_at,
        _ => None,
    }
}

fn references(node: &Node, mut each: impl FnMut(MetadataId) -> Result<()>) -> Result<()> {
    let ids: &[Option<MetadataId>] = match node {
        Node::Tuple(ids) => ids,
        Node::Location(loc) => &[Some(loc.scope), loc.inlined_at],
        Node::CompileUnit { file } => &[*file],
        Node::Subprogram { file, ty, retained, .. } => &[*file, *ty, *retained],
        Node::LexicalBlock { scope, file, .. } | Node::LexicalBlockFile { scope, file } => {
            &[*scope, *file]
        }
        Node::LocalVar { scope, file, ty, .. } => &[*scope, *file, *ty],
        Node::GlobalVar { file, ty, .. } => &[*file, *ty],
        Node::GlobalVarExpr { variable, expression } => &[*variable, *expression],
        Node::DerivedType { base, .. } => &[*base],
        Node::CompositeType { base, elements, .. } => &[*base, *elements],
        Node::SubroutineType { types } => &[*types],
        Node::String(_)
        | Node::Value(_)
        | Node::File { .. }
        | Node::Expression(_)
        | Node::BasicType { .. }
        | Node::Enumerator { .. }
        | Node::Subrange { .. }
        | Node::Other => &[],
    };
    ids.iter().flatten().try_for_each(|&id| each(id))
}
