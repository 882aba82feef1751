//! Metadata: ids exist, and the chains that are followed to their end have one.

use crate::decode::check::{Result, View};
use crate::error::Error;
use crate::module::{MetadataId, MetadataNode};

impl<'m> View<'m> {
    /// How many nodes there are.
    fn node_count(self) -> usize {
        self.module.metadata.nodes.len() + self.body.map_or(0, |body| body.metadata.len())
    }

    pub(super) fn node(self, id: MetadataId) -> Result<&'m MetadataNode> {
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
pub(super) fn list(view: View<'_>, nodes: &[MetadataNode]) -> Result<()> {
    for node in nodes {
        references(node, |id| view.node(id).map(drop))?;
        if let MetadataNode::Value(id) = node {
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
    nodes: &[MetadataNode],
    next: fn(&MetadataNode) -> Option<MetadataId>,
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
fn scope(node: &MetadataNode) -> Option<MetadataId> {
    match node {
        MetadataNode::LexicalBlock { scope, .. } | MetadataNode::LexicalBlockFile { scope, .. } => {
            *scope
        }
        _ => None,
    }
}

/// Where a location was inlined.
fn inlined_at(node: &MetadataNode) -> Option<MetadataId> {
    match node {
        MetadataNode::Location(loc) => loc.inlined_at,
        _ => None,
    }
}

fn references(node: &MetadataNode, mut each: impl FnMut(MetadataId) -> Result<()>) -> Result<()> {
    let ids: &[Option<MetadataId>] = match node {
        MetadataNode::Tuple(ids) => ids,
        MetadataNode::Location(loc) => &[Some(loc.scope), loc.inlined_at],
        MetadataNode::CompileUnit { file, retained } => &[*file, *retained],
        MetadataNode::Subprogram { file, ty, retained, .. } => &[*file, *ty, *retained],
        MetadataNode::LexicalBlock { scope, file, .. }
        | MetadataNode::LexicalBlockFile { scope, file } => &[*scope, *file],
        MetadataNode::LocalVar { scope, file, ty, .. } => &[*scope, *file, *ty],
        MetadataNode::GlobalVar { file, ty, .. } => &[*file, *ty],
        MetadataNode::GlobalVarExpr { variable, expression } => &[*variable, *expression],
        MetadataNode::DerivedType { base, .. } => &[*base],
        MetadataNode::CompositeType { base, elements, .. } => &[*base, *elements],
        MetadataNode::SubroutineType { types } => &[*types],
        MetadataNode::String(_)
        | MetadataNode::Value(_)
        | MetadataNode::File { .. }
        | MetadataNode::Expression(_)
        | MetadataNode::BasicType { .. }
        | MetadataNode::Enumerator { .. }
        | MetadataNode::Subrange { .. }
        | MetadataNode::Other => &[],
    };
    ids.iter().flatten().try_for_each(|&id| each(id))
}
