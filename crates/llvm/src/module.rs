//! An LLVM module as plain data, independent of the LLVM version that wrote it.
//!
//! `decode` makes it from bitcode, `lower` turns it into [`ir::Program`]. Pointers have an optional
//! pointee type (typed pointers, LLVM 14), but every instruction that needs an element type carries it,
//! so nothing past the decoder has to look at pointees.

/// A module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Module {
    /// Where it came from, for messages.
    pub source: String,
    /// The data layout string, as written.
    pub data_layout: String,
    /// The types; `TypeId` indexes it.
    pub types: Vec<Type>,
    /// The values that are known in every function: globals, functions, aliases, ifuncs, constants.
    pub values: Vec<Value>,
    /// The type of each of `values`.
    pub value_types: Vec<TypeId>,
    pub globals: Vec<GlobalVar>,
    pub functions: Vec<Function>,
    pub aliases: Vec<Alias>,
    pub metadata: Metadata,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct TypeId(pub u32);

/// Index of a value: below `Module::values.len()` a global one, above it local to the function (its
/// parameters, its constants, then the results of its instructions, in that order).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ValueId(pub u32);

/// Index into `Body::blocks`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct BlockId(pub u32);

/// Index into `Metadata::nodes`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct MetadataId(pub u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Type {
    Void,
    Half,
    BFloat,
    Float,
    Double,
    X86Fp80,
    Fp128,
    PpcFp128,
    Integer(u32),
    Pointer {
        address_space: u32,
        pointee: Option<TypeId>,
    },
    Struct {
        name: Option<String>,
        packed: bool,
        fields: Vec<TypeId>,
    },
    /// A named struct without a body.
    Opaque {
        name: String,
    },
    Array {
        element: TypeId,
        count: u64,
    },
    Vector {
        element: TypeId,
        count: u64,
        scalable: bool,
    },
    Function {
        returns: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
    },
    Label,
    Metadata,
    Token,
    /// Anything else; the text names it.
    Other(String),
}

/// A value that isn't the result of an instruction.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    /// `Module::globals[i]`
    Global(u32),
    /// `Module::functions[i]`
    Function(u32),
    /// `Module::aliases[i]` (an ifunc is an alias whose `ifunc` is set)
    Alias(u32),
    /// The parameter of that position.
    Param(u32),
    Constant(Constant),
    /// The result of an instruction; in `Body::values` only.
    Instruction,
    /// Metadata used as an operand.
    Metadata(MetadataId),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Constant {
    /// All zeros, of any type.
    Null,
    Undef,
    Poison,
    /// An integer, least significant word first, sign-extended to the words of its type (above 1024
    /// bits there may be fewer).
    Integer(Vec<u64>),
    /// A float's bits, least significant word first (x86 long double: 10 bytes in two words).
    Float(Vec<u64>),
    /// The elements of an array, vector or struct.
    Aggregate(Vec<ValueId>),
    /// The elements of an array or vector of integers or floats of at most 64 bits, as bits. Strings
    /// too, with their final zero if they have one.
    Data(Vec<u64>),
    Expr(Box<ConstantExpr>),
    BlockAddress {
        function: ValueId,
        block: BlockId,
    },
    InlineAsm(InlineAsm),
    /// Anything else; the text names it.
    Other(String),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ConstantExpr {
    Binary { op: BinaryOp, flags: ArithFlags, a: ValueId, b: ValueId },
    Cast { op: CastOp, value: ValueId },
    GetElementPtr { source_type: TypeId, base: ValueId, indices: Vec<ValueId> },
    Select { cond: ValueId, a: ValueId, b: ValueId },
    Compare { predicate: Predicate, a: ValueId, b: ValueId },
    ExtractElement { vector: ValueId, index: ValueId },
    InsertElement { vector: ValueId, element: ValueId, index: ValueId },
    ShuffleVector { a: ValueId, b: ValueId, mask: ValueId },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct InlineAsm {
    pub text: String,
    pub constraints: String,
    pub side_effects: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Linkage {
    External,
    Internal,
    Private,
    Common,
    WeakAny,
    WeakOdr,
    LinkOnceAny,
    LinkOnceOdr,
    ExternWeak,
    Appending,
    AvailableExternally,
}

#[derive(Clone, Debug)]
pub(crate) struct GlobalVar {
    pub name: String,
    pub linkage: Linkage,
    /// The type of its contents.
    pub value_type: TypeId,
    pub constant: bool,
    pub initializer: Option<ValueId>,
    /// In bytes; 0 means the type's own.
    pub align: u64,
    /// `!dbg` attachments: `GlobalVarExpr` nodes.
    pub debug: Vec<MetadataId>,
}

#[derive(Clone, Debug)]
pub(crate) struct Alias {
    pub name: String,
    pub linkage: Linkage,
    /// A constant: a global value or an expression over one. For an ifunc, the resolver.
    pub target: ValueId,
    pub ifunc: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: String,
    pub linkage: Linkage,
    /// A `Type::Function`.
    pub ty: TypeId,
    pub attributes: Attributes,
    pub body: Option<Body>,
    /// `!dbg`: a `Subprogram` node, an index into the body's metadata numbering (see `Body::metadata`).
    pub debug: Option<MetadataId>,
}

/// The attributes that matter to execution, of a function or of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Attributes {
    /// By position; may be shorter than the parameters.
    pub params: Vec<ParamAttributes>,
    pub noreturn: bool,
    pub returns_twice: bool,
    pub naked: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ParamAttributes {
    /// `byval(T)`; with typed pointers and an old writer, the pointee.
    pub byval: Option<TypeId>,
    /// `sret(T)`
    pub sret: Option<TypeId>,
    pub align: u64,
    /// `signext`
    pub signed: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    /// Local values, from id `Module::values.len()` on: parameters, constants, instruction results,
    /// and metadata used as arguments of calls.
    pub values: Vec<Value>,
    /// The type of each of `values`.
    pub value_types: Vec<TypeId>,
    /// Block 0 is the entry.
    pub blocks: Vec<Block>,
    /// Function-local metadata nodes: ids continue after `Module::metadata.nodes`.
    pub metadata: Vec<Node>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    pub instructions: Vec<Instruction>,
}

#[derive(Clone, Debug)]
pub(crate) struct Instruction {
    /// The value it defines (a call that returns void defines none).
    pub result: Option<ValueId>,
    /// The type of the result; void's type if none.
    pub ty: TypeId,
    pub op: Op,
    pub loc: Option<DebugLoc>,
}

#[derive(Clone, Debug)]
pub(crate) enum Op {
    Binary {
        op: BinaryOp,
        flags: ArithFlags,
        a: ValueId,
        b: ValueId,
    },
    FNeg {
        value: ValueId,
    },
    Cast {
        op: CastOp,
        value: ValueId,
    },
    Compare {
        predicate: Predicate,
        a: ValueId,
        b: ValueId,
    },
    Select {
        cond: ValueId,
        a: ValueId,
        b: ValueId,
    },
    Freeze {
        value: ValueId,
    },
    ExtractElement {
        vector: ValueId,
        index: ValueId,
    },
    InsertElement {
        vector: ValueId,
        element: ValueId,
        index: ValueId,
    },
    /// `mask`: `None` is undef. (Scalable masks are `Unsupported`.)
    ShuffleVector {
        a: ValueId,
        b: ValueId,
        mask: Vec<Option<u32>>,
    },
    ExtractValue {
        aggregate: ValueId,
        path: Vec<u32>,
    },
    InsertValue {
        aggregate: ValueId,
        element: ValueId,
        path: Vec<u32>,
    },

    Alloca {
        element: TypeId,
        count: ValueId,
        align: u64,
    },
    Load {
        ty: TypeId,
        address: ValueId,
    },
    Store {
        address: ValueId,
        value: ValueId,
    },
    GetElementPtr {
        source_type: TypeId,
        base: ValueId,
        indices: Vec<ValueId>,
    },
    AtomicRmw {
        op: RmwOp,
        address: ValueId,
        value: ValueId,
    },
    /// Gives `{ old value, success }`.
    CmpXchg {
        address: ValueId,
        expected: ValueId,
        new: ValueId,
    },
    Fence,
    VaArg {
        list: ValueId,
        ty: TypeId,
    },

    Phi {
        incoming: Vec<(ValueId, BlockId)>,
    },
    Call(Box<Call>),
    LandingPad,

    Return {
        value: Option<ValueId>,
    },
    Jump {
        target: BlockId,
    },
    Branch {
        cond: ValueId,
        then: BlockId,
        otherwise: BlockId,
    },
    Switch {
        value: ValueId,
        default: BlockId,
        cases: Vec<(ValueId, BlockId)>,
    },
    IndirectBr {
        address: ValueId,
        targets: Vec<BlockId>,
    },
    Resume,
    Unreachable,
    /// Decoded as far as needed to go on, but nothing we can execute; the text names it.
    Unsupported {
        what: String,
        terminator: bool,
    },

    /// `llvm.dbg.declare`/`dbg.value`/`dbg.assign`, as intrinsic or as record.
    Debug {
        kind: DebugKind,
        location: Option<ValueId>,
        variable: MetadataId,
        expression: MetadataId,
    },
}

impl Op {
    /// Whether it ends its block.
    pub(crate) fn is_terminator(&self) -> bool {
        match self {
            Op::Return { .. }
            | Op::Jump { .. }
            | Op::Branch { .. }
            | Op::Switch { .. }
            | Op::IndirectBr { .. }
            | Op::Resume
            | Op::Unreachable => true,
            Op::Unsupported { terminator, .. } => *terminator,
            Op::Call(call) => call.invoke.is_some() || call.callbr,
            _ => false,
        }
    }

    /// Where control can go from here. Those of terminators we can't execute are not kept.
    pub(crate) fn successors(&self) -> Vec<BlockId> {
        match self {
            Op::Jump { target } => vec![*target],
            Op::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Op::Switch { default, cases, .. } => {
                cases.iter().map(|&(_, block)| block).chain([*default]).collect()
            }
            Op::IndirectBr { targets, .. } => targets.clone(),
            Op::Call(call) => {
                call.invoke.map_or_else(Vec::new, |(normal, unwind)| vec![normal, unwind])
            }
            _ => Vec::new(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DebugKind {
    Declare,
    Value,
    Assign,
}

/// A call or, if `normal` is set, an invoke.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub callee: ValueId,
    /// The callee's `Type::Function`.
    pub function_type: TypeId,
    pub args: Vec<ValueId>,
    pub attributes: Attributes,
    /// An invoke's normal and unwind destinations: then it is a terminator.
    pub invoke: Option<(BlockId, BlockId)>,
    /// `callbr` targets: then it is a terminator, and unsupported.
    pub callbr: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ArithFlags {
    pub nsw: bool,
    pub nuw: bool,
    pub exact: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    FpTrunc,
    FpExt,
    PtrToInt,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Predicate {
    FFalse,
    FOeq,
    FOgt,
    FOge,
    FOlt,
    FOle,
    FOne,
    FOrd,
    FUno,
    FUeq,
    FUgt,
    FUge,
    FUlt,
    FUle,
    FUne,
    FTrue,
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
    Other,
}

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

/// All module-level metadata that we look at; other nodes are `Node::Other`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metadata {
    pub nodes: Vec<Node>,
    /// Named metadata, e.g. `llvm.dbg.cu`.
    pub named: Vec<(String, Vec<MetadataId>)>,
}

/// A metadata node. `Option<MetadataId>` is `None` for null. Names are resolved to strings.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Node {
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
