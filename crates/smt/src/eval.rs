//! What terms mean: their values in a model.
//!
//! This is the definition that everything else is checked against: rewrites, the solver's models, and the
//! encodings for solvers. It never recurses, as a term may be as deep as a run of the program is long.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::float::{self, FloatOp};
use crate::model::Model;
use crate::pool::TermPool;
use crate::sort::Sort;
use crate::table;
use crate::term::{Op, TermId};
use crate::value::{ArrayValue, Value};

/// The value of a term in a model.
pub fn eval(pool: &TermPool, term: TermId, model: &Model) -> Value {
    Evaluator::default().eval(pool, term, model)
}

/// Remembers the values of terms in one model, for terms that share parts.
#[derive(Clone, Default)]
pub struct Evaluator {
    values: FxHashMap<TermId, Value>,
}

impl Evaluator {
    /// The value of a term; the model must be the same each time.
    pub fn eval(&mut self, pool: &TermPool, term: TermId, model: &Model) -> Value {
        if let Some(known) = self.values.get(&term) {
            return known.clone();
        }
        let mut pending = vec![term];
        let mut args = Vec::new();
        while let Some(&next) = pending.last() {
            if self.values.contains_key(&next) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let looked_up = self.looked_up(pool, next);
            let needed = match &looked_up {
                Some(needed) => std::slice::from_ref(needed),
                None => pool.args(next),
            };
            pending.extend(needed.iter().filter(|arg| !self.values.contains_key(arg)));
            if pending.len() > before {
                continue;
            }
            pending.pop();
            if let Some(entry) = looked_up {
                self.values.insert(next, self.values[&entry].clone());
                continue;
            }
            args.clear();
            args.extend(pool.args(next).iter().map(|arg| self.values[arg].clone()));
            self.values.insert(next, node(pool, next, &args, model));
        }
        self.values[&term].clone()
    }

    /// What to evaluate in the place of a read from a table: the index first, and then the entry it names. So the
    /// table itself is never made.
    fn looked_up(&self, pool: &TermPool, term: TermId) -> Option<TermId> {
        let [array, index] = pool.pair_of(term, Op::Select)?;
        match self.values.get(&index) {
            None => Some(index),
            Some(value) => table::element(pool, array, value.as_bits()),
        }
    }

    /// How many values are remembered.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Was nothing evaluated yet?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

/// The value of a term whose arguments have these values.
fn node(pool: &TermPool, term: TermId, args: &[Value], model: &Model) -> Value {
    match pool.op(term) {
        Op::Symbol(variable) => model.value(pool, variable),
        Op::Apply(function) => model.result(pool, function, args),
        op => pool.as_value(term).unwrap_or_else(|| operate(op, pool.sort(term), args)),
    }
}

/// What an operation, which is no leaf and no uninterpreted function, makes of its arguments.
pub(crate) fn operate(op: Op, sort: Sort, args: &[Value]) -> Value {
    match op {
        Op::Not => Value::Bool(!args[0].to_bool()),
        Op::And => Value::Bool(args.iter().all(Value::to_bool)),
        Op::Eq => Value::Bool(args[0] == args[1]),
        Op::Ite => args[if args[0].to_bool() { 1 } else { 2 }].clone(),
        Op::Select => Value::Bits(args[0].as_array().select(args[1].as_bits()).clone()),
        Op::Store => {
            let mut array = args[0].as_array().clone();
            Arc::make_mut(&mut array).store(args[1].as_bits().clone(), args[2].as_bits().clone());
            Value::Array(array)
        }
        Op::ConstArray => Value::Array(Arc::new(ArrayValue::constant(args[0].as_bits().clone()))),
        Op::Float(op) => operate_float(op, sort, args),
        Op::ULt | Op::ULe | Op::SLt | Op::SLe => {
            Value::Bool(compare(op, args[0].as_bits(), args[1].as_bits()))
        }
        op => Value::Bits(operate_bits(op, sort.width(), args)),
    }
}

fn operate_float(op: FloatOp, sort: Sort, args: &[Value]) -> Value {
    match sort {
        Sort::Bool => Value::Bool(float::compare(op, args[0].as_bits(), args[1].as_bits())),
        sort => {
            let args: Vec<Bits> = args.iter().map(|arg| arg.as_bits().clone()).collect();
            Value::Bits(float::compute(op, sort.width(), &args))
        }
    }
}

fn compare(op: Op, a: &Bits, b: &Bits) -> bool {
    match op {
        Op::ULt => a.compare(b).is_lt(),
        Op::ULe => a.compare(b).is_le(),
        Op::SLt => a.compare_signed(b).is_lt(),
        _ => a.compare_signed(b).is_le(),
    }
}

fn operate_bits(op: Op, width: u32, args: &[Value]) -> Bits {
    let a = args[0].as_bits();
    let b = || args[1].as_bits();
    match op {
        Op::Neg => a.neg(),
        Op::Add => a.add(b()),
        Op::Mul => a.mul(b()),
        Op::UDiv => a.udiv(b()),
        Op::URem => a.urem(b()),
        Op::SDiv => a.sdiv(b()),
        Op::SRem => a.srem(b()),
        Op::BitNot => a.not(),
        Op::BitAnd => a.and(b()),
        Op::BitOr => a.or(b()),
        Op::BitXor => a.xor(b()),
        Op::Shl => a.shl(b()),
        Op::LShr => a.lshr(b()),
        Op::AShr => a.ashr(b()),
        Op::Extract { high, low } => a.extract(high, low),
        Op::Concat => a.concat(b()),
        Op::ZeroExtend => a.zero_extend(width),
        Op::SignExtend => a.sign_extend(width),
        other => unreachable!("{other:?} gives no bit-vector"),
    }
}
