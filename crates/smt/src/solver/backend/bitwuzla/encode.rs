//! Our terms as Bitwuzla's. Each is translated once per context.
//!
//! Bitwuzla has floats as a sort of their own, and nothing that says which bits a float has. Where a term looks at the
//! bits of a computed float, they are a new variable, and a definition says that it means that float: it has to be
//! asserted beside every assertion that the variable is in.

use rustc_hash::FxHashMap;

use super::api::{OperationKind, RawTerm};
use super::context::TermManager;
use crate::bits::Bits;
use crate::float::{FloatFormat, FloatOp, Lower, Rounding};
use crate::pool::TermPool;
use crate::table::{self, Lookup};
use crate::term::{Op, SymbolId, TermId};

/// A term in one of the forms that are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// As its sort says.
    Plain(TermId),
    /// As the float that its bits are.
    Float(TermId),
}

#[derive(Default)]
pub(super) struct Encoder {
    terms: FxHashMap<Form, RawTerm>,
    symbols: FxHashMap<SymbolId, RawTerm>,
    /// By the term whose bits are a variable.
    definitions: FxHashMap<TermId, RawTerm>,
}

impl Encoder {
    /// How many terms were translated.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// A symbol that is in a translated term.
    pub(super) fn symbol(&self, symbol: SymbolId) -> Option<RawTerm> {
        self.symbols.get(&symbol).copied()
    }

    /// A term that is translated.
    pub(super) fn term(&self, term: TermId) -> Option<RawTerm> {
        self.terms.get(&Form::Plain(term)).copied()
    }

    /// Is there any variable that stands for the bits of a float?
    pub(super) fn has_definitions(&self) -> bool {
        !self.definitions.is_empty()
    }

    /// What says which bits these are, if it has to be said.
    pub(super) fn definition(&self, form: Form) -> Option<RawTerm> {
        match form {
            Form::Plain(term) => self.definitions.get(&term).copied(),
            Form::Float(_) => None,
        }
    }

    pub(super) fn encode(
        &mut self,
        context: &TermManager,
        pool: &TermPool,
        term: TermId,
    ) -> RawTerm {
        let whole = Form::Plain(term);
        let mut pending = vec![whole];
        while let Some(&next) = pending.last() {
            if self.terms.contains_key(&next) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            pending.extend(parts(pool, next).into_iter().filter(|it| !self.terms.contains_key(it)));
            if pending.len() == before {
                pending.pop();
                let encoded = self.node(context, pool, next);
                self.terms.insert(next, encoded);
            }
        }
        self.terms[&whole]
    }

    fn plain(&self, term: TermId) -> RawTerm {
        self.terms[&Form::Plain(term)]
    }

    fn float(&self, term: TermId) -> RawTerm {
        self.terms[&Form::Float(term)]
    }

    /// A form whose parts are translated.
    fn node(&mut self, context: &TermManager, pool: &TermPool, form: Form) -> RawTerm {
        match form {
            Form::Plain(term) => match (Lookup::of(pool, term), pool.op(term)) {
                (Some(lookup), _) => self.lookup(context, pool, &lookup),
                (None, Op::Float(op)) => self.of_floats(context, pool, term, op),
                (None, op) => self.plain_node(context, pool, term, op),
            },
            Form::Float(term) => self.number(context, pool, term),
        }
    }

    /// A read from a table is a choice by the bits of the index, the highest first.
    fn lookup(&self, context: &TermManager, pool: &TermPool, lookup: &Lookup) -> RawTerm {
        let index = self.plain(lookup.index);
        let one = context.constant(&Bits::one(1));
        let is_set = |bit: u32| {
            let bit = context.indexed(OperationKind::Extract, &[index], &[bit.into(), bit.into()]);
            context.apply(OperationKind::Equal, &[bit, one])
        };
        let bits: Vec<RawTerm> = (0..pool.width(lookup.index)).map(is_set).collect();
        let entries: Vec<(u64, RawTerm)> =
            lookup.table.entries.iter().map(|(&at, &element)| (at, self.plain(element))).collect();
        let ite = |bit, high, low| context.apply(OperationKind::Ite, &[bit, high, low]);
        table::choose(&bits, &entries, self.plain(lookup.table.default), &ite)
    }

    fn plain_node(
        &mut self,
        context: &TermManager,
        pool: &TermPool,
        term: TermId,
        op: Op,
    ) -> RawTerm {
        let mut args: Vec<RawTerm> = pool.args(term).iter().map(|&arg| self.plain(arg)).collect();
        match op {
            Op::Bool(value) => context.bool(value),
            Op::Symbol(symbol) => self.declare(context, pool, symbol),
            Op::Apply(symbol) => {
                args.insert(0, self.declare(context, pool, symbol));
                context.apply(OperationKind::Apply, &args)
            }
            Op::ConstArray => context.constant_array(pool.sort(term), args[0]),
            Op::Extract { high, low } => {
                context.indexed(OperationKind::Extract, &args, &[high.into(), low.into()])
            }
            Op::ZeroExtend | Op::SignExtend => {
                let added = pool.width(term) - pool.width(pool.args(term)[0]);
                context.indexed(operation(op), &args, &[added.into()])
            }
            op => match pool.as_bits(term) {
                Some(bits) => context.constant(&bits),
                None => context.apply(operation(op), &args),
            },
        }
    }

    fn declare(&mut self, context: &TermManager, pool: &TermPool, symbol: SymbolId) -> RawTerm {
        *self.symbols.entry(symbol).or_insert_with(|| context.symbol(pool.symbol_info(symbol)))
    }

    /// What an operation on floats gives, as its sort says.
    fn of_floats(
        &mut self,
        context: &TermManager,
        pool: &TermPool,
        term: TermId,
        op: FloatOp,
    ) -> RawTerm {
        let args = pool.args(term);
        let compare =
            |operation| context.apply(operation, &[self.float(args[0]), self.float(args[1])]);
        match op {
            FloatOp::Eq => compare(OperationKind::FloatEqual),
            FloatOp::Lt => compare(OperationKind::FloatLt),
            FloatOp::Le => compare(OperationKind::FloatLe),
            FloatOp::ToSigned | FloatOp::ToUnsigned => {
                let format = FloatFormat::of_width(pool.width(args[0]));
                let signed = op == FloatOp::ToSigned;
                to_integer(context, format, pool.width(term), signed, self.float(args[0]))
            }
            _ => {
                let format = FloatFormat::of_width(pool.width(term));
                let bits = context.fresh(pool.sort(term));
                let definition = bits_of(context, format, bits, self.float(term));
                self.definitions.insert(term, definition);
                bits
            }
        }
    }

    /// A term as a float.
    fn number(&self, context: &TermManager, pool: &TermPool, term: TermId) -> RawTerm {
        let format = FloatFormat::of_width(pool.width(term));
        match pool.op(term) {
            Op::Float(op) if op.is_computed() => self.arithmetic(context, pool, term, op),
            Op::Ite if chooses_computed(pool, term) => {
                let args = pool.args(term);
                let sides = [self.plain(args[0]), self.float(args[1]), self.float(args[2])];
                context.apply(OperationKind::Ite, &sides)
            }
            _ => context.float(OperationKind::FloatOfBits, &[self.plain(term)], format),
        }
    }

    fn arithmetic(
        &self,
        context: &TermManager,
        pool: &TermPool,
        term: TermId,
        op: FloatOp,
    ) -> RawTerm {
        let format = FloatFormat::of_width(pool.width(term));
        let nearest = context.rounding(Rounding::NearestEven);
        let first = pool.args(term)[0];
        let convert = |operation, arg| context.float(operation, &[nearest, arg], format);
        let compute = |operation, mode| {
            let mut args = vec![mode];
            args.extend(pool.args(term).iter().map(|&arg| self.float(arg)));
            context.apply(operation, &args)
        };
        match op {
            FloatOp::FromSigned => convert(OperationKind::FloatOfSigned, self.plain(first)),
            FloatOp::FromUnsigned => convert(OperationKind::FloatOfUnsigned, self.plain(first)),
            FloatOp::Add => compute(OperationKind::FloatAdd, nearest),
            FloatOp::Sub => compute(OperationKind::FloatSub, nearest),
            FloatOp::Mul => compute(OperationKind::FloatMul, nearest),
            FloatOp::Div => compute(OperationKind::FloatDiv, nearest),
            FloatOp::MulAdd => compute(OperationKind::FloatMulAdd, nearest),
            FloatOp::Sqrt => compute(OperationKind::FloatSqrt, nearest),
            FloatOp::Round(mode) => compute(OperationKind::FloatRound, context.rounding(mode)),
            _ => convert(OperationKind::FloatOfFloat, self.float(first)),
        }
    }
}

/// What a form is made of.
pub(super) fn parts(pool: &TermPool, form: Form) -> Vec<Form> {
    let plain = |term: &TermId| Form::Plain(*term);
    let float = |term: &TermId| Form::Float(*term);
    match form {
        Form::Plain(term) => match (Lookup::of(pool, term), pool.op(term)) {
            (Some(lookup), _) => lookup.parts().map(Form::Plain).collect(),
            (None, Op::Float(op)) if op.is_computed() => vec![Form::Float(term)],
            (None, Op::Float(_)) => pool.args(term).iter().map(float).collect(),
            (None, _) => pool.args(term).iter().map(plain).collect(),
        },
        Form::Float(term) => match (pool.op(term), pool.args(term)) {
            (Op::Float(FloatOp::FromSigned | FloatOp::FromUnsigned), args) => {
                args.iter().map(plain).collect()
            }
            (Op::Float(op), args) if op.is_computed() => args.iter().map(float).collect(),
            (Op::Ite, args) if chooses_computed(pool, term) => {
                vec![plain(&args[0]), float(&args[1]), float(&args[2])]
            }
            _ => vec![Form::Plain(term)],
        },
    }
}

/// Is one of the two that are chosen from a computed float? Then its bits need not be known.
fn chooses_computed(pool: &TermPool, ite: TermId) -> bool {
    let is_float = |&side: &TermId| matches!(pool.op(side), Op::Float(op) if op.is_computed());
    pool.args(ite)[1..].iter().any(is_float)
}

/// These bits are that number. SMT-LIB leaves those of NaN open; we don't.
fn bits_of(context: &TermManager, format: FloatFormat, bits: RawTerm, number: RawTerm) -> RawTerm {
    let is_nan = context.apply(OperationKind::FloatIsNan, &[number]);
    let nan = context.constant(&format.nan());
    let read = context.float(OperationKind::FloatOfBits, &[bits], format);
    let is_pattern = context.apply(OperationKind::Equal, &[bits, nan]);
    let is_number = context.apply(OperationKind::Equal, &[read, number]);
    context.apply(OperationKind::Ite, &[is_nan, is_pattern, is_number])
}

/// The truncated number. SMT-LIB leaves open what becomes of those that don't fit; we don't.
fn to_integer(
    context: &TermManager,
    format: FloatFormat,
    width: u32,
    signed: bool,
    number: RawTerm,
) -> RawTerm {
    let range = format.integer_range(width, signed);
    let float =
        |bits: &Bits| context.float(OperationKind::FloatOfBits, &[context.constant(bits)], format);
    let is_not = |operation| {
        let is = context.apply(operation, &[number]);
        context.apply(OperationKind::Not, &[is])
    };
    let mut fits = vec![is_not(OperationKind::FloatIsInfinite), is_not(OperationKind::FloatIsNan)];
    match range.lower {
        Some(Lower::Above(bound)) => {
            fits.push(context.apply(OperationKind::FloatLt, &[float(&bound), number]));
        }
        Some(Lower::AtLeast(bound)) => {
            fits.push(context.apply(OperationKind::FloatLe, &[float(&bound), number]));
        }
        None => {}
    }
    if let Some(bound) = range.upper {
        fits.push(context.apply(OperationKind::FloatLt, &[number, float(&bound)]));
    }
    let fits = context.apply(OperationKind::And, &fits);
    let zero = context.rounding(Rounding::Zero);
    let operation =
        if signed { OperationKind::FloatToSigned } else { OperationKind::FloatToUnsigned };
    let integer = context.indexed(operation, &[zero, number], &[width.into()]);
    context.apply(OperationKind::Ite, &[fits, integer, context.constant(&Bits::zero(width))])
}

/// The same operation, of those whose arguments are the same.
fn operation(op: Op) -> OperationKind {
    match op {
        Op::Not => OperationKind::Not,
        Op::And => OperationKind::And,
        Op::Eq => OperationKind::Equal,
        Op::Ite => OperationKind::Ite,
        Op::ULt => OperationKind::ULt,
        Op::ULe => OperationKind::ULe,
        Op::SLt => OperationKind::SLt,
        Op::SLe => OperationKind::SLe,
        Op::Neg => OperationKind::Neg,
        Op::Add => OperationKind::Add,
        Op::Mul => OperationKind::Mul,
        Op::UDiv => OperationKind::UDiv,
        Op::URem => OperationKind::URem,
        Op::SDiv => OperationKind::SDiv,
        Op::SRem => OperationKind::SRem,
        Op::BitNot => OperationKind::BitNot,
        Op::BitAnd => OperationKind::BitAnd,
        Op::BitOr => OperationKind::BitOr,
        Op::BitXor => OperationKind::BitXor,
        Op::Shl => OperationKind::Shl,
        Op::LShr => OperationKind::LShr,
        Op::AShr => OperationKind::AShr,
        Op::Concat => OperationKind::Concat,
        Op::ZeroExtend => OperationKind::ZeroExtend,
        Op::SignExtend => OperationKind::SignExtend,
        Op::Select => OperationKind::Select,
        Op::Store => OperationKind::Store,
        other => unreachable!("{other:?} is translated by itself"),
    }
}
