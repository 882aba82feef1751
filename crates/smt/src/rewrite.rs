//! The rewrites that normalise a term while it is made, by theory and operation.
//!
//! A rewrite is a function named after its equation, which stands above it. It sees an operation whose
//! arguments are normal forms already, looks a level or two into them, and either makes a simpler term or
//! passes. In one table the order matters only for speed, with one exception: operands are ordered first, so
//! that those after it find a constant on the left. No rewrite may make a term that another turns back.
//!
//! Every one of them is checked in `check`: for all values at small widths, and by the solver at large ones.

mod arith;
mod array;
mod bitwise;
mod boolean;
mod compare;
mod equal;
mod ite;
mod part;

#[cfg(test)]
mod check;

use crate::eval;
use crate::pool::TermPool;
use crate::term::{App, Op, TermId};
use crate::value::Value;

/// A named equation between terms, used from left to right.
#[derive(Clone, Copy)]
pub(crate) struct Rewrite {
    pub(crate) name: &'static str,
    pub(crate) apply: fn(&mut TermPool, App<'_>) -> Option<TermId>,
}

/// Tables of rewrites: `NAME: [rewrite, ...];`.
macro_rules! tables {
    ($($table:ident: [$($rewrite:ident),* $(,)?];)*) => {
        $(pub(super) const $table: &[crate::rewrite::Rewrite] =
            &[$(crate::rewrite::Rewrite { name: stringify!($rewrite), apply: $rewrite }),*];)*
    };
}
use tables;

/// The rewrites of an operation, in the order in which they are tried.
pub(crate) fn table(op: Op) -> &'static [Rewrite] {
    match op {
        Op::Bool(_)
        | Op::Bits(_)
        | Op::WideBits(_)
        | Op::Symbol(_)
        | Op::Apply(_)
        | Op::ConstArray => &[],
        Op::Not => boolean::NOT,
        Op::And => boolean::AND,
        Op::Ite => ite::ITE,
        Op::Eq => equal::EQ,
        Op::ULt => compare::ULT,
        Op::ULe => compare::ULE,
        Op::SLt => compare::SLT,
        Op::SLe => compare::SLE,
        Op::Neg => arith::NEG,
        Op::Add => arith::ADD,
        Op::Mul => arith::MUL,
        Op::UDiv => arith::UDIV,
        Op::URem => arith::UREM,
        Op::SDiv => arith::SDIV,
        Op::SRem => arith::SREM,
        Op::BitNot => bitwise::NOT,
        Op::BitAnd => bitwise::AND,
        Op::BitOr => bitwise::OR,
        Op::BitXor => bitwise::XOR,
        Op::Shl => bitwise::SHL,
        Op::LShr => bitwise::LSHR,
        Op::AShr => bitwise::ASHR,
        Op::Extract { .. } => part::EXTRACT,
        Op::Concat => part::CONCAT,
        Op::ZeroExtend => part::ZERO_EXTEND,
        Op::SignExtend => part::SIGN_EXTEND,
        Op::Select => array::SELECT,
        Op::Store => array::STORE,
        Op::Float(_) => FLOAT,
    }
}

tables! {
    FLOAT: [fold_constants, order_operands];
}

// f(c, d, ...) = the value of that
fn fold_constants(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    if !app.args.iter().all(|&arg| pool.op(arg).is_constant()) {
        return None;
    }
    let values: Vec<Value> = app.args.iter().filter_map(|&arg| pool.as_value(arg)).collect();
    let value = eval::operate(app.op, app.sort, &values);
    Some(pool.literal(&value))
}

// f(x, y) = f(y, x), constants first, else the older term first
fn order_operands(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    let key = |term| (!pool.op(term).is_constant(), term);
    (app.op.is_commutative() && key(b) < key(a)).then(|| pool.build(App { args: &[b, a], ..app }))
}
