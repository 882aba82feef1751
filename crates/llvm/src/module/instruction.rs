//! The instructions of a module.

use super::{Attributes, BlockId, DebugLoc, MetadataId, TypeId, ValueId};

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
