//! The register IR that Counterpoint executes.
//!
//! A [`Program`] is functions and globals; a function's [`Body`] is basic blocks of [`Inst`]s over
//! mutable 64-bit registers. It is not SSA: a C variable whose address isn't taken *is* a register,
//! and keeps its name. `docs/ir.md` is the one-page description; [`verify()`] lists the invariants.
//!
//! This crate knows neither LLVM nor solver terms.

#![forbid(unsafe_code)]

pub mod debug;
mod id;
mod inst;
mod link;
mod mnemonic;
mod parse;
pub mod passes;
mod point;
mod print;
mod program;
mod token;
mod ty;
mod verify;
mod visit;

pub use id::{BlockId, ConstId, FileId, FuncId, GlobalId, Reg, SlotId};
pub use inst::{
    ArgKind, BinaryOp, Call, Callee, CheckKind, CompareOp, Convert, FloatBinaryOp, FloatCompareOp,
    FloatUnaryOp, Inst, Operand, OperandKind, PointerUse, Switch, UnaryOp, Wide, WideOp,
};
pub use link::{LinkError, link};
pub use parse::{ParseError, parse};
pub use point::{Edge, ProgramPoint, Successor};
pub use program::{
    Alias, BlockRange, Body, CodeOrigin, Const, Function, Global, Init, Linkage, Program, RegInfo,
    Relocation, Signature, Slot, SourceLoc, Symbol, TargetMachine,
};
pub use ty::{FloatTy, Ty, Width};
pub use verify::{VerifyError, verify};
