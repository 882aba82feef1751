//! Debug information nodes. Newer writers append fields and, rarely, mark a changed layout in the
//! first one, so fields are read by position and missing ones are 0.

use crate::decode::codes::metadata as code;
use crate::decode::metadata::{Nodes, reference};
use crate::decode::operands::{narrow, sign_rotated};
use crate::decode::values::ValueScope;
use crate::error::Error;
use crate::module::{MetadataId, MetadataNode};

type Result<T> = std::result::Result<T, Error>;

const FLAG_FWD_DECL: u64 = 1 << 2;
const FLAG_VECTOR: u64 = 1 << 11;
const FLAG_STATIC_MEMBER: u64 = 1 << 12;
const FLAG_BIT_FIELD: u64 = 1 << 19;
const SP_FLAG_DEFINITION: u64 = 1 << 3;

/// The fields of one node.
pub(super) struct Fields<'r> {
    operands: &'r [u64],
    nodes: &'r Nodes<'r>,
    scope: ValueScope<'r>,
}

/// The node of a record that is about debug information.
pub(super) fn read(code: u32, fields: Fields<'_>) -> Result<MetadataNode> {
    match code {
        code::FILE => {
            Ok(MetadataNode::File { path: fields.string(1)?, directory: fields.string(2)? })
        }
        code::COMPILE_UNIT => {
            Ok(MetadataNode::CompileUnit { file: fields.node(2)?, retained: fields.node(10)? })
        }
        code::SUBPROGRAM => subprogram(&fields),
        code::LEXICAL_BLOCK => Ok(MetadataNode::LexicalBlock {
            scope: fields.node(1)?,
            file: fields.node(2)?,
            line: fields.u32(3)?,
        }),
        code::LEXICAL_BLOCK_FILE => {
            Ok(MetadataNode::LexicalBlockFile { scope: fields.node(1)?, file: fields.node(2)? })
        }
        code::LOCAL_VAR => local_var(&fields),
        code::GLOBAL_VAR => Ok(MetadataNode::GlobalVar {
            name: fields.string(2)?,
            file: fields.node(4)?,
            line: fields.u32(5)?,
            ty: fields.node(6)?,
        }),
        code::GLOBAL_VAR_EXPR => Ok(MetadataNode::GlobalVarExpr {
            variable: fields.node(1)?,
            expression: fields.node(2)?,
        }),
        code::EXPRESSION => {
            Ok(MetadataNode::Expression(fields.operands.get(1..).unwrap_or_default().to_vec()))
        }
        _ => read_type(code, &fields),
    }
}

fn read_type(code: u32, fields: &Fields<'_>) -> Result<MetadataNode> {
    match code {
        code::BASIC_TYPE => Ok(MetadataNode::BasicType {
            tag: fields.u32(1)?,
            name: fields.string(2)?,
            size_bits: fields.size(3, 2)?,
            encoding: fields.u32(5)?,
        }),
        code::DERIVED_TYPE => Ok(MetadataNode::DerivedType {
            tag: fields.u32(1)?,
            name: fields.string(2)?,
            base: fields.node(6)?,
            size_bits: fields.size(7, 2)?,
            offset_bits: fields.size(9, 2)?,
            bit_field: fields.u64(10) & FLAG_BIT_FIELD != 0,
            static_member: fields.u64(10) & FLAG_STATIC_MEMBER != 0,
        }),
        code::COMPOSITE_TYPE => Ok(MetadataNode::CompositeType {
            tag: fields.u32(1)?,
            name: fields.string(2)?,
            base: fields.node(6)?,
            size_bits: fields.size(7, 4)?,
            elements: fields.node(11)?,
            declaration: fields.u64(10) & FLAG_FWD_DECL != 0,
            vector: fields.u64(10) & FLAG_VECTOR != 0,
            identifier: fields.string(15)?,
        }),
        code::SUBROUTINE_TYPE => Ok(MetadataNode::SubroutineType { types: fields.node(2)? }),
        code::ENUMERATOR => enumerator(fields),
        code::SUBRANGE => subrange(fields),
        _ => Ok(MetadataNode::Other),
    }
}

/// Bit 2 of the first field: the flags are packed into one field, which moves those after it.
fn subprogram(fields: &Fields<'_>) -> Result<MetadataNode> {
    let packed = fields.u64(0) & 4 != 0;
    let definition =
        if packed { fields.u64(9) & SP_FLAG_DEFINITION != 0 } else { fields.u64(8) != 0 };
    let retained = match (packed, fields.operands.len()) {
        (true, _) => 15,
        (false, 0..19) => 17,
        (false, _) => 18,
    };
    Ok(MetadataNode::Subprogram {
        name: fields.string(2)?,
        linkage_name: fields.string(3)?,
        file: fields.node(4)?,
        line: fields.u32(5)?,
        ty: fields.node(6)?,
        retained: fields.node(retained)?,
        definition,
    })
}

/// Bit 1 of the first field: there is an alignment. Before that existed, a tag could come first.
fn local_var(fields: &Fields<'_>) -> Result<MetadataNode> {
    let has_alignment = fields.u64(0) & 2 != 0;
    let tag = usize::from(!has_alignment && fields.operands.len() > 8);
    Ok(MetadataNode::LocalVar {
        scope: fields.node(1 + tag)?,
        name: fields.string(2 + tag)?,
        file: fields.node(3 + tag)?,
        line: fields.u32(4 + tag)?,
        ty: fields.node(5 + tag)?,
        arg: fields.u32(6 + tag)?,
    })
}

/// Bit 1 of the first field: unsigned; bit 2: the value is in words at the end, after its width.
fn enumerator(fields: &Fields<'_>) -> Result<MetadataNode> {
    let unsigned = fields.u64(0) & 2 != 0;
    let value = if fields.u64(0) & 4 != 0 {
        let words = fields.operands.get(3..).unwrap_or_default();
        wide(words, fields.u64(1), unsigned)
    } else if unsigned {
        i128::from(unrotated(fields.u64(1)) as u64)
    } else {
        i128::from(unrotated(fields.u64(1)))
    };
    Ok(MetadataNode::Enumerator { name: fields.string(2)?, value, unsigned })
}

/// An enumerator's value of the given width; what is beyond 128 bits is lost.
fn wide(words: &[u64], width: u64, unsigned: bool) -> i128 {
    // Upper words that are zero are left out.
    let word = |index: usize| words.get(index).map_or(0, |&word| sign_rotated(word));
    let value = ((u128::from(word(1)) << 64) | u128::from(word(0))) as i128;
    match width {
        1..128 if unsigned => value & ((1 << width) - 1),
        1..128 => value << (128 - width) >> (128 - width),
        _ => value,
    }
}

/// The first field's version says whether the count is a number or a node.
fn subrange(fields: &Fields<'_>) -> Result<MetadataNode> {
    let count = match fields.u64(0) >> 1 {
        0 => Some(fields.u64(1)),
        _ => fields.node(1)?.and_then(|id| fields.constant(id)),
    };
    // -1 is how C's `[]` is written.
    Ok(MetadataNode::Subrange { count: count.filter(|&count| (count as i64) >= 0) })
}

/// As in metadata's own signed numbers, where -1 is 1.
fn unrotated(operand: u64) -> i64 {
    let half = (operand >> 1) as i64;
    if operand & 1 == 0 { half } else { !half }
}

impl<'r> Fields<'r> {
    pub(super) fn new(
        operands: &'r [u64],
        nodes: &'r Nodes<'r>,
        scope: ValueScope<'r>,
    ) -> Fields<'r> {
        Fields { operands, nodes, scope }
    }

    fn u64(&self, index: usize) -> u64 {
        self.operands.get(index).copied().unwrap_or(0)
    }

    fn u32(&self, index: usize) -> Result<u32> {
        narrow(self.u64(index))
    }

    fn node(&self, index: usize) -> Result<Option<MetadataId>> {
        reference(self.u64(index))
    }

    /// Strings come before the nodes that use them.
    fn string(&self, index: usize) -> Result<String> {
        let Some(id) = self.node(index)? else {
            return Ok(String::new());
        };
        match self.nodes.get(id) {
            Some(MetadataNode::String(string)) => Ok(string.clone()),
            _ => Err(Error::malformed(format!("field {index} is no string"))),
        }
    }

    /// A size in bits: a number, or a node if the first field has the bit `as_node`. Only
    /// sizes that are constant count.
    fn size(&self, index: usize, as_node: u64) -> Result<u64> {
        if self.u64(0) & as_node == 0 {
            return Ok(self.u64(index));
        }
        let size = self.node(index)?.and_then(|id| self.constant(id));
        Ok(size.unwrap_or(0))
    }

    /// The number in a node that is a constant.
    fn constant(&self, id: MetadataId) -> Option<u64> {
        match self.nodes.get(id)? {
            MetadataNode::Value(value) => self.scope.integer(*value),
            _ => None,
        }
    }
}
