//! Our terms as Z3's. Each is translated once per context.

use rustc_hash::FxHashMap;

use super::api::{ApiArgument as _, ApiResult as _, Ast, Decl, Sort as RawSort, all_there};
use super::context::{Z3Context, call, make};
use crate::bits::Bits;
use crate::float::{FloatFormat, FloatOp, Lower, Rounding};
use crate::pool::TermPool;
use crate::sort::Sort;
use crate::table::{self, Lookup};
use crate::term::{Op, SymbolId, TermId};

#[derive(Default)]
pub(super) struct Encoder {
    terms: FxHashMap<TermId, Ast>,
    /// Terms as floating-point numbers, where an operation asked for that. So a float's bits are made only where
    /// they are looked at.
    floats: FxHashMap<TermId, Ast>,
    decls: FxHashMap<SymbolId, Decl>,
}

impl Encoder {
    /// How many terms were translated.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// The declaration of a symbol that is in a translated term.
    pub(super) fn decl_of(&self, symbol: SymbolId) -> Option<Decl> {
        self.decls.get(&symbol).copied()
    }

    pub(super) fn encode(&mut self, context: &Z3Context, pool: &TermPool, term: TermId) -> Ast {
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            if self.terms.contains_key(&next) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let lookup = Lookup::of(pool, next);
            match &lookup {
                Some(lookup) => {
                    pending.extend(lookup.parts().filter(|it| !self.terms.contains_key(it)))
                }
                None => {
                    pending.extend(pool.args(next).iter().filter(|it| !self.terms.contains_key(it)))
                }
            }
            if pending.len() > before {
                continue;
            }
            pending.pop();
            let ast = match lookup {
                Some(lookup) => self.lookup(context, pool, &lookup),
                None => self.node(context, pool, next),
            };
            self.terms.insert(next, ast);
        }
        self.terms[&term]
    }

    /// A read from a table is a choice by the bits of the index, the highest first.
    fn lookup(&self, context: &Z3Context, pool: &TermPool, lookup: &Lookup) -> Ast {
        let index = self.terms[&lookup.index];
        let one = constant(context, &Bits::one(1));
        let is_set = |bit: u32| {
            let bit = make!(context.mk_extract(bit, bit, index));
            make!(context.mk_eq(bit, one))
        };
        let bits: Vec<Ast> = (0..pool.width(lookup.index)).map(is_set).collect();
        let entries: Vec<(u64, Ast)> =
            lookup.table.entries.iter().map(|(&at, element)| (at, self.terms[element])).collect();
        let ite = |bit, high, low| make!(context.mk_ite(bit, high, low));
        table::choose(&bits, &entries, self.terms[&lookup.table.default], &ite)
    }

    /// A term whose arguments are translated.
    fn node(&mut self, context: &Z3Context, pool: &TermPool, term: TermId) -> Ast {
        let args: Vec<Ast> = pool.args(term).iter().map(|arg| self.terms[arg]).collect();
        // What could not be made, for want of memory, must not come back to Z3 in an array.
        if let Some(&failed) = args.iter().find(|arg| arg.is_missing()) {
            return failed;
        }
        match pool.op(term) {
            Op::Bool(true) => make!(context.mk_true()),
            Op::Bool(false) => make!(context.mk_false()),
            Op::Symbol(symbol) | Op::Apply(symbol) => {
                let decl = self.declare(context, pool, symbol);
                make!(context.mk_app(decl, args.len() as u32, args.as_ptr()))
            }
            Op::And => make!(context.mk_and(args.len() as u32, args.as_ptr())),
            Op::Ite => make!(context.mk_ite(args[0], args[1], args[2])),
            Op::Store => make!(context.mk_store(args[0], args[1], args[2])),
            Op::ConstArray => {
                let Sort::Array { index, .. } = pool.sort(term) else { unreachable!("an array") };
                let index = sort(context, Sort::Bits(index));
                make!(context.mk_const_array(index, args[0]))
            }
            Op::Float(op) => self.float_node(context, pool, term, op),
            op => match (pool.as_bits(term), &args[..]) {
                (Some(bits), _) => constant(context, &bits),
                (None, &[a]) => unary(context, pool, term, op, a),
                (None, args) => binary(context, op, args[0], args[1]),
            },
        }
    }

    fn declare(&mut self, context: &Z3Context, pool: &TermPool, symbol: SymbolId) -> Decl {
        if let Some(&known) = self.decls.get(&symbol) {
            return known;
        }
        let info = pool.symbol_info(symbol);
        let parameters: Vec<RawSort> =
            info.parameters.iter().map(|&parameter| sort(context, parameter)).collect();
        let result = sort(context, info.sort);
        // Numbered, as names of programs could meet Z3's own.
        let name = context.name(&format!("symbol{}", symbol.0));
        let count = parameters.len() as u32;
        let decl = match all_there(&parameters) {
            true => call!(context.mk_func_decl(name, count, parameters.as_ptr(), result)),
            false => Decl::missing(),
        };
        self.decls.insert(symbol, context.keep_decl(decl));
        decl
    }

    fn float_node(
        &mut self,
        context: &Z3Context,
        pool: &TermPool,
        term: TermId,
        op: FloatOp,
    ) -> Ast {
        let args: Vec<TermId> = pool.args(term).to_vec();
        match op {
            FloatOp::Eq | FloatOp::Lt | FloatOp::Le => {
                let (a, b) =
                    (self.float(context, pool, args[0]), self.float(context, pool, args[1]));
                match op {
                    FloatOp::Eq => make!(context.mk_fpa_eq(a, b)),
                    FloatOp::Lt => make!(context.mk_fpa_lt(a, b)),
                    _ => make!(context.mk_fpa_leq(a, b)),
                }
            }
            FloatOp::ToSigned | FloatOp::ToUnsigned => {
                let a = self.float(context, pool, args[0]);
                let format = FloatFormat::of_width(pool.width(args[0]));
                to_integer(context, format, pool.width(term), op == FloatOp::ToSigned, a)
            }
            _ => {
                let number = self.arithmetic(context, pool, term, op, &args);
                self.floats.insert(term, number);
                to_bits(context, FloatFormat::of_width(pool.width(term)), number)
            }
        }
    }

    fn arithmetic(
        &mut self,
        context: &Z3Context,
        pool: &TermPool,
        term: TermId,
        op: FloatOp,
        args: &[TermId],
    ) -> Ast {
        let nearest = make!(context.mk_fpa_rne());
        let target = float_sort(context, FloatFormat::of_width(pool.width(term)));
        if let FloatOp::FromSigned | FloatOp::FromUnsigned = op {
            let integer = self.terms[&args[0]];
            return match op {
                FloatOp::FromSigned => make!(context.mk_fpa_to_fp_signed(nearest, integer, target)),
                _ => make!(context.mk_fpa_to_fp_unsigned(nearest, integer, target)),
            };
        }
        let args: Vec<Ast> = args.iter().map(|&arg| self.float(context, pool, arg)).collect();
        match op {
            FloatOp::Add => make!(context.mk_fpa_add(nearest, args[0], args[1])),
            FloatOp::Sub => make!(context.mk_fpa_sub(nearest, args[0], args[1])),
            FloatOp::Mul => make!(context.mk_fpa_mul(nearest, args[0], args[1])),
            FloatOp::Div => make!(context.mk_fpa_div(nearest, args[0], args[1])),
            FloatOp::MulAdd => make!(context.mk_fpa_fma(nearest, args[0], args[1], args[2])),
            FloatOp::Sqrt => make!(context.mk_fpa_sqrt(nearest, args[0])),
            FloatOp::Round(mode) => {
                let mode = rounding(context, mode);
                make!(context.mk_fpa_round_to_integral(mode, args[0]))
            }
            _ => make!(context.mk_fpa_to_fp_float(nearest, args[0], target)),
        }
    }

    /// The number that a translated term's bits are.
    fn float(&mut self, context: &Z3Context, pool: &TermPool, term: TermId) -> Ast {
        if let Some(&known) = self.floats.get(&term) {
            return known;
        }
        let sort = float_sort(context, FloatFormat::of_width(pool.width(term)));
        let number = make!(context.mk_fpa_to_fp_bv(self.terms[&term], sort));
        self.floats.insert(term, number);
        number
    }
}

fn unary(context: &Z3Context, pool: &TermPool, term: TermId, op: Op, a: Ast) -> Ast {
    let added = || pool.width(term) - pool.width(pool.args(term)[0]);
    match op {
        Op::Not => make!(context.mk_not(a)),
        Op::Neg => make!(context.mk_bvneg(a)),
        Op::BitNot => make!(context.mk_bvnot(a)),
        Op::Extract { high, low } => make!(context.mk_extract(high, low, a)),
        Op::ZeroExtend => make!(context.mk_zero_ext(added(), a)),
        Op::SignExtend => make!(context.mk_sign_ext(added(), a)),
        other => unreachable!("{other:?} has not one argument"),
    }
}

fn binary(context: &Z3Context, op: Op, a: Ast, b: Ast) -> Ast {
    match op {
        Op::Eq => make!(context.mk_eq(a, b)),
        Op::ULt => make!(context.mk_bvult(a, b)),
        Op::ULe => make!(context.mk_bvule(a, b)),
        Op::SLt => make!(context.mk_bvslt(a, b)),
        Op::SLe => make!(context.mk_bvsle(a, b)),
        Op::Add => make!(context.mk_bvadd(a, b)),
        Op::Mul => make!(context.mk_bvmul(a, b)),
        Op::UDiv => make!(context.mk_bvudiv(a, b)),
        Op::URem => make!(context.mk_bvurem(a, b)),
        Op::SDiv => make!(context.mk_bvsdiv(a, b)),
        Op::SRem => make!(context.mk_bvsrem(a, b)),
        Op::BitAnd => make!(context.mk_bvand(a, b)),
        Op::BitOr => make!(context.mk_bvor(a, b)),
        Op::BitXor => make!(context.mk_bvxor(a, b)),
        Op::Shl => make!(context.mk_bvshl(a, b)),
        Op::LShr => make!(context.mk_bvlshr(a, b)),
        Op::AShr => make!(context.mk_bvashr(a, b)),
        Op::Concat => make!(context.mk_concat(a, b)),
        Op::Select => make!(context.mk_select(a, b)),
        other => unreachable!("{other:?} has not two arguments"),
    }
}

fn sort(context: &Z3Context, sort: Sort) -> RawSort {
    let raw = match sort {
        Sort::Bool => call!(context.mk_bool_sort()),
        Sort::Bits(width) => call!(context.mk_bv_sort(width)),
        Sort::Array { index, element } => {
            let index = self::sort(context, Sort::Bits(index));
            let element = self::sort(context, Sort::Bits(element));
            call!(context.mk_array_sort(index, element))
        }
    };
    keep_sort(context, raw)
}

fn float_sort(context: &Z3Context, format: FloatFormat) -> RawSort {
    let raw = call!(context.mk_fpa_sort(format.exponent, format.significand));
    keep_sort(context, raw)
}

/// There are few sorts, so that keeping them costs nothing.
fn keep_sort(context: &Z3Context, sort: RawSort) -> RawSort {
    let ast = call!(context.sort_to_ast(sort));
    context.keep(ast);
    sort
}

fn constant(context: &Z3Context, bits: &Bits) -> Ast {
    match bits.to_u64() {
        Some(value) => {
            let sort = sort(context, Sort::Bits(bits.width()));
            make!(context.mk_unsigned_int64(value, sort))
        }
        None => {
            let digits: Vec<bool> = (0..bits.width()).map(|index| bits.bit(index)).collect();
            make!(context.mk_bv_numeral(bits.width(), digits.as_ptr()))
        }
    }
}

/// A number's bits. SMT-LIB leaves those of NaN open; we don't.
fn to_bits(context: &Z3Context, format: FloatFormat, number: Ast) -> Ast {
    let is_nan = make!(context.mk_fpa_is_nan(number));
    let nan = constant(context, &format.nan());
    let bits = make!(context.mk_fpa_to_ieee_bv(number));
    make!(context.mk_ite(is_nan, nan, bits))
}

/// The truncated number. SMT-LIB leaves open what becomes of those that don't fit; we don't.
fn to_integer(
    context: &Z3Context,
    format: FloatFormat,
    width: u32,
    signed: bool,
    number: Ast,
) -> Ast {
    let range = format.integer_range(width, signed);
    let float = |bits: &Bits| {
        let sort = float_sort(context, format);
        make!(context.mk_fpa_to_fp_bv(constant(context, bits), sort))
    };
    let infinite = make!(context.mk_fpa_is_infinite(number));
    let nan = make!(context.mk_fpa_is_nan(number));
    let mut fits = vec![make!(context.mk_not(infinite)), make!(context.mk_not(nan))];
    match range.lower {
        Some(Lower::Above(bound)) => fits.push(make!(context.mk_fpa_lt(float(&bound), number))),
        Some(Lower::AtLeast(bound)) => fits.push(make!(context.mk_fpa_leq(float(&bound), number))),
        None => {}
    }
    if let Some(bound) = range.upper {
        fits.push(make!(context.mk_fpa_lt(number, float(&bound))));
    }
    if !all_there(&fits) {
        return Ast::missing();
    }
    let fits = make!(context.mk_and(fits.len() as u32, fits.as_ptr()));
    let zero = rounding(context, Rounding::Zero);
    let integer = match signed {
        true => make!(context.mk_fpa_to_sbv(zero, number, width)),
        false => make!(context.mk_fpa_to_ubv(zero, number, width)),
    };
    make!(context.mk_ite(fits, integer, constant(context, &Bits::zero(width))))
}

fn rounding(context: &Z3Context, mode: Rounding) -> Ast {
    match mode {
        Rounding::NearestEven => make!(context.mk_fpa_rne()),
        Rounding::NearestAway => make!(context.mk_fpa_rna()),
        Rounding::Up => make!(context.mk_fpa_rtp()),
        Rounding::Down => make!(context.mk_fpa_rtn()),
        Rounding::Zero => make!(context.mk_fpa_rtz()),
    }
}
