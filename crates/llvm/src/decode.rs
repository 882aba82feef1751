//! Bitcode to [`Module`].
//!
//! A decoded `Module` is internally consistent: every id in it exists, every block ends with its only
//! terminator, operands have the types that their instruction needs, and nothing that has to be
//! walked to its end (constants, aliases, scopes, types) goes in circles. So what comes next may index
//! freely. The price is that anything else is an [`Error`] here, with the construct's name.
//!
//! Names and bodies need what comes after them in the file (the string table; constants of the module), so
//! bodies are set aside and read last.

mod attributes;
mod bitstream;
mod call;
mod check;
mod codes;
mod constants;
mod control;
mod dinode;
mod function;
mod globals;
mod instruction;
mod memory;
mod metadata;
mod opcodes;
mod operands;
mod types;
mod values;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::decode::attributes::AttributeLists;
use crate::decode::bitstream::{BitstreamBlock, BlockInfo, Item, Record};
use crate::decode::codes::{block, identification, strtab, symtab};
use crate::decode::globals::Globals;
use crate::decode::metadata::Nodes;
use crate::decode::types::Types;
use crate::decode::values::{ValueScope, ValueTable};
use crate::error::Error;
use crate::module::{DebugKind, Metadata, MetadataId, Module, Value, ValueId};

type Result<T> = std::result::Result<T, Error>;

const MAGIC: [u8; 4] = [b'B', b'C', 0xc0, 0xde];
const WRAPPER_MAGIC: [u8; 4] = [0xde, 0xc0, 0x17, 0x0b];

/// Reads bitcode; `source` is its name in messages.
pub(crate) fn decode(bytes: &[u8], source: &str) -> std::result::Result<Module, Error> {
    let mut decoder = Decoder::default();
    let module = decoder.read(bytes).and_then(|()| decoder.finish(source));
    module.map_err(|error| error.with_source(source))
}

#[derive(Default)]
struct Decoder<'a> {
    info: BlockInfo,
    types: Types,
    attributes: AttributeLists,
    globals: Globals,
    values: ValueTable,
    metadata: Option<Nodes<'static>>,
    bodies: Vec<BitstreamBlock<'a>>,
    strtab: &'a [u8],
    dbg_kind: u64,
    seen_module: bool,
}

impl<'a> Decoder<'a> {
    fn read(&mut self, bytes: &'a [u8]) -> Result<()> {
        let mut top = BitstreamBlock::top_level(stream(bytes)?);
        let mut record = Record::default();
        while let Some(item) = top.next(&mut self.info, &mut record)? {
            let Item::Block(inner) = item else {
                return Err(Error::malformed("record outside a block"));
            };
            match inner.id {
                block::IDENTIFICATION => self.identification(inner, &mut record)?,
                block::MODULE => self.module(inner, &mut record)?,
                block::STRTAB => self.strtab(inner, &mut record)?,
                _ => {}
            }
        }
        if !self.seen_module {
            return Err(Error::malformed("no module in the file"));
        }
        Ok(())
    }

    /// The epoch changes when old files can't be read any more; so far it never did.
    fn identification(
        &mut self,
        mut block: BitstreamBlock<'a>,
        record: &mut Record<'a>,
    ) -> Result<()> {
        let mut producer = String::new();
        while block.next_record(&mut self.info, record)? {
            match (record.code, record.operands.first()) {
                (identification::STRING, _) => producer = record.text(0),
                (identification::EPOCH, Some(&epoch)) if epoch != 0 => {
                    let message = format!("bitcode of epoch {epoch}, written by {producer}");
                    return Err(Error::malformed(message));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn strtab(&mut self, mut block: BitstreamBlock<'a>, record: &mut Record<'a>) -> Result<()> {
        while block.next_record(&mut self.info, record)? {
            if record.code == strtab::BLOB {
                self.strtab = record.blob;
            }
        }
        Ok(())
    }

    fn module(&mut self, mut block: BitstreamBlock<'a>, record: &mut Record<'a>) -> Result<()> {
        if self.seen_module {
            return Err(Error::malformed("more than one module in the file"));
        }
        self.seen_module = true;
        while let Some(item) = block.next(&mut self.info, record)? {
            match item {
                Item::Block(inner) => self.module_block(inner, record)?,
                Item::Record => self
                    .globals
                    .record(record, &mut self.types, &self.attributes, &mut self.values)
                    .map_err(|error| {
                        error.within(format!("module record {}", codes::module::name(record.code)))
                    })?,
            }
        }
        Ok(())
    }

    fn module_block(&mut self, inner: BitstreamBlock<'a>, record: &mut Record<'a>) -> Result<()> {
        let info = &mut self.info;
        match inner.id {
            block::TYPE_NEW => self.types.read(inner, info, record),
            block::PARAMATTR_GROUP => self.attributes.read_groups(inner, info, record, &self.types),
            block::PARAMATTR => self.attributes.read_lists(inner, info, record),
            block::CONSTANTS => {
                constants::read(inner, info, record, &mut self.types, &mut self.values)
            }
            block::METADATA_KIND => {
                self.dbg_kind = metadata::dbg_kind(inner, info, record)?;
                Ok(())
            }
            block::METADATA => {
                let nodes = self.metadata.get_or_insert_with(|| Nodes::after(&[]));
                nodes.read(inner, info, record, ValueScope::global(&self.values))
            }
            block::VALUE_SYMTAB => self.symbol_table(inner, record),
            block::FUNCTION => {
                self.bodies.push(inner);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Before the string table there was a symbol table with the names.
    fn symbol_table(
        &mut self,
        mut block: BitstreamBlock<'a>,
        record: &mut Record<'a>,
    ) -> Result<()> {
        while self.globals.version < 2 && block.next_record(&mut self.info, record)? {
            let name = match record.code {
                symtab::ENTRY => record.text(1),
                symtab::FNENTRY => record.text(2),
                _ => continue,
            };
            let id = record.operands.first().copied().unwrap_or(u64::MAX);
            let id = ValueScope::global(&self.values).id(id)?;
            self.globals.set_name(&self.values.values[id.0 as usize], name);
        }
        Ok(())
    }

    fn finish(mut self, source: &str) -> Result<Module> {
        self.globals.resolve_names(self.strtab, &self.values)?;
        self.read_bodies()?;
        let nodes = self.metadata.unwrap_or_else(|| Nodes::after(&[]));
        let mut module = Module {
            source: source.to_owned(),
            data_layout: self.globals.data_layout,
            types: Vec::new(),
            values: self.values.values,
            value_types: self.values.types,
            globals: self.globals.variables,
            functions: self.globals.functions,
            aliases: self.globals.aliases,
            metadata: Metadata { nodes: nodes.list, named: nodes.named },
        };
        attach_debug(&mut module, self.dbg_kind, &nodes.attachments)?;
        check::module(&module, &self.types)?;
        module.types = self.types.into_list();
        Ok(module)
    }

    fn read_bodies(&mut self) -> Result<()> {
        if self.bodies.len() != self.globals.with_bodies.len() {
            return Err(Error::malformed(
                "number of function bodies differs from that of definitions",
            ));
        }
        let debug_intrinsics = self.debug_intrinsics();
        let mut context = function::ModuleContext {
            types: &mut self.types,
            attributes: &self.attributes,
            globals: &self.values,
            nodes: self.metadata.as_ref().map_or(&[], |nodes| nodes.list.as_slice()),
            dbg_kind: self.dbg_kind,
            debug_intrinsics: &debug_intrinsics,
            relative: self.globals.version >= 1,
        };
        let mut record = Record::default();
        for (block, &index) in self.bodies.drain(..).zip(&self.globals.with_bodies) {
            let function = &mut self.globals.functions[index];
            function::read(block, &mut self.info, &mut record, &mut context, function)
                .map_err(|error| error.within(format!("function `{}`", function.name)))?;
        }
        Ok(())
    }

    fn debug_intrinsics(&self) -> HashMap<ValueId, DebugKind> {
        let kind = |value: &Value| match value {
            Value::Function(index) => match self.globals.functions[*index as usize].name.as_str() {
                "llvm.dbg.declare" => Some(DebugKind::Declare),
                "llvm.dbg.value" => Some(DebugKind::Value),
                "llvm.dbg.assign" => Some(DebugKind::Assign),
                _ => None,
            },
            _ => None,
        };
        let values = (0..).map(ValueId).zip(&self.values.values);
        values.filter_map(|(id, value)| Some((id, kind(value)?))).collect()
    }
}

/// The bitstream after the magic number, out of its wrapper if it has one.
fn stream(bytes: &[u8]) -> Result<&[u8]> {
    let not_bitcode = || Error::malformed("not LLVM bitcode");
    let bytes = if bytes.starts_with(&WRAPPER_MAGIC) {
        // Magic number, version, offset, size.
        let field =
            |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
        let unwrapped = || bytes.get(field(8)?..)?.get(..field(12)?);
        unwrapped().ok_or_else(|| Error::malformed("bitcode wrapper is cut short"))?
    } else {
        bytes
    };
    bytes.strip_prefix(&MAGIC).ok_or_else(not_bitcode)
}

/// Hands `!dbg` attachments to the globals and declarations they are for.
fn attach_debug(
    module: &mut Module,
    kind: u64,
    attachments: &[(ValueId, u64, MetadataId)],
) -> Result<()> {
    for &(id, attached, node) in attachments {
        if attached != kind {
            continue;
        }
        match module.values.get(id.0 as usize) {
            Some(&Value::Global(index)) => module.globals[index as usize].debug.push(node),
            Some(&Value::Function(index)) => module.functions[index as usize].debug = Some(node),
            _ => return Err(Error::malformed("metadata attached to something that is no global")),
        }
    }
    Ok(())
}
