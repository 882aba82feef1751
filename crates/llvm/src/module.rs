//! An LLVM module as plain data, independent of the LLVM version that wrote it.
//!
//! `decode` makes it from bitcode, `lower` turns it into [`ir::Program`]. Pointers have an optional
//! pointee type (typed pointers, LLVM 14), but every instruction that needs an element type carries it,
//! so nothing past the decoder has to look at pointees.

mod instruction;
mod metadata;

pub(crate) use instruction::{
    ArithFlags, BinaryOp, Call, CastOp, DebugKind, Instruction, Op, Predicate, RmwOp,
};
pub(crate) use metadata::{DebugLoc, Metadata, MetadataNode};

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
    pub metadata: Vec<MetadataNode>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    pub instructions: Vec<Instruction>,
}
