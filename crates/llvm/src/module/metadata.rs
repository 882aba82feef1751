//! The metadata of a module: what the source says.

use super::{MetadataId, ValueId};

/// A debug location of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct DebugLoc {
    pub line: u32,
    pub column: u32,
    /// A `Subprogram`, `LexicalBlock` or `LexicalBlockFile`.
    pub scope: MetadataId,
    /// A `Location`.
    pub inlined_at: Option<MetadataId>,
}

/// All module-level metadata that we look at; other nodes are `MetadataNode::Other`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metadata {
    pub nodes: Vec<MetadataNode>,
    /// Named metadata, e.g. `llvm.dbg.cu`.
    pub named: Vec<(String, Vec<MetadataId>)>,
}

/// A metadata node. `Option<MetadataId>` is `None` for null. Names are resolved to strings.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum MetadataNode {
    String(String),
    Value(ValueId),
    Tuple(Vec<Option<MetadataId>>),
    Location(DebugLoc),
    File {
        path: String,
        directory: String,
    },
    CompileUnit {
        file: Option<MetadataId>,
        /// Types that are used, though nothing is declared with them.
        retained: Option<MetadataId>,
    },
    Subprogram {
        name: String,
        linkage_name: String,
        file: Option<MetadataId>,
        line: u32,
        /// A `SubroutineType`.
        ty: Option<MetadataId>,
        /// `retainedNodes`: a tuple of local variables.
        retained: Option<MetadataId>,
        definition: bool,
    },
    LexicalBlock {
        scope: Option<MetadataId>,
        file: Option<MetadataId>,
        line: u32,
    },
    LexicalBlockFile {
        scope: Option<MetadataId>,
        file: Option<MetadataId>,
    },
    LocalVar {
        name: String,
        scope: Option<MetadataId>,
        file: Option<MetadataId>,
        line: u32,
        ty: Option<MetadataId>,
        /// From 1 for a parameter; 0 for a local.
        arg: u32,
    },
    GlobalVar {
        name: String,
        file: Option<MetadataId>,
        line: u32,
        ty: Option<MetadataId>,
    },
    GlobalVarExpr {
        variable: Option<MetadataId>,
        expression: Option<MetadataId>,
    },
    Expression(Vec<u64>),
    BasicType {
        tag: u32,
        name: String,
        size_bits: u64,
        encoding: u32,
    },
    DerivedType {
        /// DW_TAG_pointer_type, member, typedef, const_type, ...
        tag: u32,
        name: String,
        base: Option<MetadataId>,
        size_bits: u64,
        offset_bits: u64,
        /// `DINode::FlagBitField` is set: a bit-field member.
        bit_field: bool,
        /// `DINode::FlagStaticMember` is set.
        static_member: bool,
    },
    CompositeType {
        /// DW_TAG_structure_type, union_type, enumeration_type, array_type, ...
        tag: u32,
        name: String,
        base: Option<MetadataId>,
        size_bits: u64,
        /// A tuple of members, enumerators or subranges.
        elements: Option<MetadataId>,
        /// `DINode::FlagFwdDecl` is set.
        declaration: bool,
        /// `DINode::FlagVector` is set.
        vector: bool,
        /// ODR identifier; empty if none.
        identifier: String,
    },
    /// A tuple: the return type, then the parameters; a trailing null after them means variadic.
    SubroutineType {
        types: Option<MetadataId>,
    },
    Enumerator {
        name: String,
        value: i128,
        unsigned: bool,
    },
    /// `count` is `None` if unknown or not constant.
    Subrange {
        count: Option<u64>,
    },
    /// `DIArgList` and everything else.
    Other,
}
