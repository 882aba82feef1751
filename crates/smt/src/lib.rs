//! Terms, and what decides them.
//!
//! `TermPool` holds each term once, in a normal form that its constructors make; `eval` says what terms mean;
//! `Solver`s, which are layers over a backend, say whether conditions can hold together. Nothing here knows
//! programs: see `engine` for where terms come from.

mod bits;
mod bytes;
mod choices;
mod conjunction;
mod construct;
mod display;
mod eval;
mod float;
mod model;
mod pool;
mod random;
mod rewrite;
mod rewritten;
mod smtlib;
mod solver;
mod sort;
mod symbol;
mod symbol_map;
mod table;
mod term;
mod term_store;
mod update;
mod value;

pub use bits::Bits;
pub use choices::{Choices, GuardedValue};
pub use conjunction::Conjunction;
pub use display::TermDisplay;
pub use eval::{Evaluator, eval};
pub use float::{FloatOp, Rounding};
pub use model::{FunctionTable, Model};
pub use pool::TermPool;
pub use solver::{
    BACKENDS, BackendKind, Chain, ChainOptions, ContentStats, Definition, Effort, LAYERS,
    LayerKind, LayerStats, Query, QueryLimits, QueryLog, Solver, StopSignal, Verdict, chain,
};
pub use sort::Sort;
pub use symbol::{Symbol, SymbolName};
pub use term::{Op, SymbolId, TermId, WideId};
pub use update::Update;
pub use value::{ArrayValue, Value};
