//! METADATA blocks: strings, nodes, names, and what is attached to functions and globals.
//!
//! A node refers to others by number plus one; 0 is null. Only the nodes of [`MetadataNode`] are decoded, every
//! other record that takes a number becomes [`MetadataNode::Other`].

use crate::decode::bitstream::{BitstreamBlock, BlockInfo, Record, strings};
use crate::decode::codes::metadata as code;
use crate::decode::dinode;
use crate::decode::operands::{Operands, narrow};
use crate::decode::values::ValueScope;
use crate::error::Error;
use crate::module::{DebugLoc, MetadataId, MetadataNode, ValueId};

type Result<T> = std::result::Result<T, Error>;

/// The nodes of a module, or of a function, whose numbers continue the module's.
pub(super) struct Nodes<'t> {
    outer: &'t [MetadataNode],
    pub(super) list: Vec<MetadataNode>,
    pub(super) named: Vec<(String, Vec<MetadataId>)>,
    /// What GLOBAL_DECL_ATTACHMENT attaches to a global, with the kind's number.
    pub(super) attachments: Vec<(ValueId, u64, MetadataId)>,
}

impl<'t> Nodes<'t> {
    /// An empty table whose numbers follow those of `outer`.
    pub(super) fn after(outer: &'t [MetadataNode]) -> Nodes<'t> {
        Nodes { outer, list: Vec::new(), named: Vec::new(), attachments: Vec::new() }
    }

    /// Reads a METADATA block.
    pub(super) fn read<'a>(
        &mut self,
        mut block: BitstreamBlock<'a>,
        info: &mut BlockInfo,
        record: &mut Record<'a>,
        scope: ValueScope<'_>,
    ) -> Result<()> {
        let mut name = String::new();
        while block.next_record(info, record)? {
            self.record(record, &mut name, scope).map_err(|error| {
                error.within(format!("metadata record {}", code::name(record.code)))
            })?;
        }
        Ok(())
    }

    pub(super) fn get(&self, id: MetadataId) -> Option<&MetadataNode> {
        let index = id.0 as usize;
        match index.checked_sub(self.outer.len()) {
            None => self.outer.get(index),
            Some(local) => self.list.get(local),
        }
    }

    fn record(
        &mut self,
        record: &Record<'_>,
        name: &mut String,
        scope: ValueScope<'_>,
    ) -> Result<()> {
        let mut operands = Operands::new(&record.operands);
        match record.code {
            code::STRINGS => {
                let strings = strings(operands.u64()?, operands.u64()?, record.blob)?;
                self.list.extend(strings.into_iter().map(MetadataNode::String));
            }
            code::NAME => *name = record.text(0),
            code::NAMED_NODE => {
                let ids = record.operands.iter().map(|&id| narrow(id).map(MetadataId));
                let ids = ids.collect::<Result<_>>()?;
                self.named.push((std::mem::take(name), ids));
            }
            code::GLOBAL_DECL_ATTACHMENT => self.attach(operands)?,
            code::KIND | code::INDEX_OFFSET | code::INDEX => {}
            _ => {
                let node = self.node(record, operands, scope)?;
                self.list.push(node);
            }
        }
        Ok(())
    }

    fn attach(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let global = ValueId(operands.u32()?);
        while let Some(kind) = operands.next() {
            let node = MetadataId(operands.u32()?);
            self.attachments.push((global, kind, node));
        }
        Ok(())
    }

    fn node(
        &self,
        record: &Record<'_>,
        mut operands: Operands<'_>,
        scope: ValueScope<'_>,
    ) -> Result<MetadataNode> {
        match record.code {
            code::STRING_OLD => Ok(MetadataNode::String(record.text(0))),
            code::VALUE => {
                operands.u64()?; // its type
                Ok(MetadataNode::Value(ValueId(operands.u32()?)))
            }
            code::NODE | code::DISTINCT_NODE => {
                let ids = record.operands.iter().map(|&id| reference(id));
                Ok(MetadataNode::Tuple(ids.collect::<Result<_>>()?))
            }
            code::LOCATION => location(operands),
            _ => dinode::read(record.code, dinode::Fields::new(&record.operands, self, scope)),
        }
    }
}

/// The scope of a location is a plain number, all else a number plus one.
fn location(mut operands: Operands<'_>) -> Result<MetadataNode> {
    operands.u64()?; // whether it is distinct
    Ok(MetadataNode::Location(DebugLoc {
        line: operands.u32()?,
        column: operands.u32()?,
        scope: MetadataId(operands.u32()?),
        inlined_at: reference(operands.u64()?)?,
    }))
}

/// A reference to a node: its number plus one, or 0 for none.
pub(super) fn reference(operand: u64) -> Result<Option<MetadataId>> {
    match operand.checked_sub(1) {
        None => Ok(None),
        Some(id) => Ok(Some(MetadataId(narrow(id)?))),
    }
}

/// Finds the number of `!dbg` among the METADATA_KIND records. LLVM fixes it to 0, but writes it too.
pub(super) fn dbg_kind<'a>(
    mut block: BitstreamBlock<'a>,
    info: &mut BlockInfo,
    record: &mut Record<'a>,
) -> Result<u64> {
    let mut dbg = 0;
    while block.next_record(info, record)? {
        if record.code == code::KIND && record.text(1) == "dbg" {
            dbg = record.operands.first().copied().unwrap_or(0);
        }
    }
    Ok(dbg)
}

/// The node attached to a function under `kind` in its METADATA_ATTACHMENT block. Records of an odd
/// length are about instructions, which we don't need.
pub(super) fn function_attachment<'a>(
    mut block: BitstreamBlock<'a>,
    info: &mut BlockInfo,
    record: &mut Record<'a>,
    kind: u64,
) -> Result<Option<MetadataId>> {
    let mut found = None;
    while block.next_record(info, record)? {
        if record.code == code::ATTACHMENT && record.operands.len().is_multiple_of(2) {
            for pair in record.operands.chunks_exact(2) {
                if pair[0] == kind {
                    found = Some(MetadataId(narrow(pair[1])?));
                }
            }
        }
    }
    Ok(found)
}
