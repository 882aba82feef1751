//! Queries as SMT-LIB scripts, one definition per term, so that shared terms stay shared and deep ones flat.
//!
//! They keep to the standard, which has no word for the bits of a float: these are variables, and an assertion says what
//! they mean. Inside quantifiers that can't be said: there Z3's `fp.to_ieee_bv` is used.

use std::fmt::Write;

use crate::bits::Bits;
use crate::float::{FloatFormat, FloatOp, Lower, Rounding};
use crate::pool::TermPool;
use crate::solver::{Definition, Query, Verdict};
use crate::sort::Sort;
use crate::term::{Op, SymbolId, TermId};

/// A script that asserts the constraints and asks; what was answered here is in it.
pub(crate) fn script(pool: &mut TermPool, query: Query<'_>, verdict: &Verdict) -> String {
    let mut script = header(verdict);
    let constraints: &[TermId] = &query.constraints(pool);
    let defined = query.definitions.iter().flat_map(|it| [it.head, it.body]);
    let mut symbols: Vec<SymbolId> = Vec::new();
    for constraint in constraints.iter().copied().chain(defined) {
        symbols.extend_from_slice(&pool.free_symbols(constraint));
    }
    symbols.sort_unstable();
    symbols.dedup();
    for symbol in symbols {
        script += &declaration(pool, symbol);
    }
    for term in in_order(pool, constraints) {
        script += &statement(pool, term);
    }
    for definition in query.definitions {
        let _ = writeln!(script, "(assert {})", axiom(pool, definition));
    }
    for &constraint in constraints {
        let _ = writeln!(script, "(assert {})", name(pool, constraint));
    }
    script + "(check-sat)\n"
}

/// What gives a term its name; nothing for leaves, which have names of their own.
fn statement(pool: &TermPool, term: TermId) -> String {
    let (number, sort) = (term.0, pool.sort(term));
    if let Some(float) = computed_float(pool, term) {
        let format = FloatFormat::of_width(pool.width(term));
        let (nan, read) = (format.nan(), as_float(format, &name(pool, term)));
        return format!(
            "(declare-fun t{number} () {sort})\n\
             (assert (let ((r {float})) (ite (fp.isNaN r) (= t{number} {nan}) (= {read} r))))\n"
        );
    }
    match definition(pool, term) {
        Some(definition) => format!("(define-fun t{number} () {sort} {definition})\n"),
        None => String::new(),
    }
}

/// A definition, whose terms have names inside it only: its variables are not the query's.
fn axiom(pool: &TermPool, definition: &Definition) -> String {
    let mut lets = String::new();
    let mut open = 0;
    for term in in_order(pool, &[definition.head, definition.body]) {
        let Some(meaning) = self::definition(pool, term) else { continue };
        let _ = write!(lets, "(let ((t{} {meaning})) ", term.0);
        open += 1;
    }
    let close = ")".repeat(open);
    let [head, body] = [definition.head, definition.body].map(|term| name(pool, term));
    let declared = |&it: &TermId| format!("({} {})", name(pool, it), pool.sort(it));
    let variables: Vec<String> = pool.args(definition.head).iter().map(declared).collect();
    match variables.is_empty() {
        true => format!("{lets}(= {head} {body}){close}"),
        false => format!("(forall ({}) {lets}(= {head} {body}){close})", variables.join(" ")),
    }
}

fn header(verdict: &Verdict) -> String {
    let (status, reason) = match verdict {
        Verdict::Sat(_) => ("sat", ""),
        Verdict::Unsat => ("unsat", ""),
        Verdict::Unknown(reason) => ("unknown", reason.as_str()),
    };
    let reason = reason.replace('\n', " ");
    format!("; verdict: {status} {reason}\n(set-info :status {status})\n(set-logic ALL)\n")
}

fn declaration(pool: &TermPool, symbol: SymbolId) -> String {
    let info = pool.symbol_info(symbol);
    let parameters: Vec<String> = info.parameters.iter().map(Sort::to_string).collect();
    format!("(declare-fun {} ({}) {})\n", quoted(pool, symbol), parameters.join(" "), info.sort)
}

/// A symbol's name, with its number: two names may become one when what can't be quoted is left out.
fn quoted(pool: &TermPool, symbol: SymbolId) -> String {
    let readable = |c: &char| c.is_ascii_graphic() && !matches!(c, '|' | '\\');
    let name: String = pool.symbol_info(symbol).name.to_string().chars().filter(readable).collect();
    format!("|{name}#{}|", symbol.0)
}

/// All terms in the constraints, arguments first, each once.
fn in_order(pool: &TermPool, constraints: &[TermId]) -> Vec<TermId> {
    let mut found: Vec<TermId> = Vec::new();
    let mut seen = vec![false; pool.len()];
    let mut pending = constraints.to_vec();
    while let Some(term) = pending.pop() {
        if !std::mem::replace(&mut seen[term.0 as usize], true) {
            found.push(term);
            pending.extend_from_slice(pool.args(term));
        }
    }
    // A term is made after its arguments.
    found.sort_unstable();
    found
}

/// How a term is referred to.
fn name(pool: &TermPool, term: TermId) -> String {
    match pool.op(term) {
        Op::Bool(value) => value.to_string(),
        Op::Bits(_) | Op::WideBits(_) => {
            pool.as_bits(term).map(|bits| bits.to_string()).unwrap_or_default()
        }
        Op::Symbol(symbol) => quoted(pool, symbol),
        _ => format!("t{}", term.0),
    }
}

/// What a term is made of; nothing for leaves, which have names of their own.
fn definition(pool: &TermPool, term: TermId) -> Option<String> {
    let op = pool.op(term);
    if op.is_constant() || matches!(op, Op::Symbol(_)) {
        return None;
    }
    let args: Vec<String> = pool.args(term).iter().map(|&arg| name(pool, arg)).collect();
    let head = match op {
        Op::Float(op) => return Some(float_definition(pool, term, op, &args)),
        Op::Apply(function) => quoted(pool, function),
        op => operator(pool, term, op),
    };
    Some(format!("({head} {})", args.join(" ")))
}

/// The word for an operation that SMT-LIB has; float operations are words of ours.
pub(crate) fn operator(pool: &TermPool, term: TermId, op: Op) -> String {
    let added = || pool.width(term) - pool.width(pool.args(term)[0]);
    let word = match op {
        Op::Extract { high, low } => return format!("(_ extract {high} {low})"),
        Op::ZeroExtend => return format!("(_ zero_extend {})", added()),
        Op::SignExtend => return format!("(_ sign_extend {})", added()),
        Op::ConstArray => return format!("(as const {})", pool.sort(term)),
        Op::Bool(_) | Op::Bits(_) | Op::WideBits(_) | Op::Symbol(_) => return name(pool, term),
        Op::Apply(function) => return pool.symbol_info(function).name.to_string(),
        Op::Float(op) => return format!("float.{op:?}").to_lowercase(),
        Op::Not => "not",
        Op::And => "and",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::ULt => "bvult",
        Op::ULe => "bvule",
        Op::SLt => "bvslt",
        Op::SLe => "bvsle",
        Op::Neg => "bvneg",
        Op::Add => "bvadd",
        Op::Mul => "bvmul",
        Op::UDiv => "bvudiv",
        Op::URem => "bvurem",
        Op::SDiv => "bvsdiv",
        Op::SRem => "bvsrem",
        Op::BitNot => "bvnot",
        Op::BitAnd => "bvand",
        Op::BitOr => "bvor",
        Op::BitXor => "bvxor",
        Op::Shl => "bvshl",
        Op::LShr => "bvlshr",
        Op::AShr => "bvashr",
        Op::Concat => "concat",
        Op::Select => "select",
        Op::Store => "store",
    };
    word.to_string()
}

fn float_definition(pool: &TermPool, term: TermId, op: FloatOp, args: &[String]) -> String {
    let number = |index: usize| {
        as_float(FloatFormat::of_width(pool.width(pool.args(term)[index])), &args[index])
    };
    match (op, computed_float(pool, term)) {
        (FloatOp::Eq, _) => format!("(fp.eq {} {})", number(0), number(1)),
        (FloatOp::Lt, _) => format!("(fp.lt {} {})", number(0), number(1)),
        (FloatOp::Le, _) => format!("(fp.leq {} {})", number(0), number(1)),
        (_, Some(float)) => {
            let nan = FloatFormat::of_width(pool.width(term)).nan();
            format!("(let ((r {float})) (ite (fp.isNaN r) {nan} (fp.to_ieee_bv r)))")
        }
        (_, None) => {
            let format = FloatFormat::of_width(pool.width(pool.args(term)[0]));
            to_integer(format, pool.width(term), op == FloatOp::ToSigned, &args[0])
        }
    }
}

/// The float that an operation computes, if it computes one.
fn computed_float(pool: &TermPool, term: TermId) -> Option<String> {
    let Op::Float(op) = pool.op(term) else { return None };
    if !op.is_computed() {
        return None;
    }
    let args = pool.args(term);
    let float = |&arg: &TermId| as_float(FloatFormat::of_width(pool.width(arg)), &name(pool, arg));
    let numbers = || args.iter().map(float).collect::<Vec<_>>().join(" ");
    let FloatFormat { exponent, significand } = FloatFormat::of_width(pool.width(term));
    let to_fp =
        |word: &str, arg: String| format!("((_ {word} {exponent} {significand}) RNE {arg})");
    Some(match op {
        FloatOp::FromSigned => to_fp("to_fp", name(pool, args[0])),
        FloatOp::FromUnsigned => to_fp("to_fp_unsigned", name(pool, args[0])),
        FloatOp::Convert => to_fp("to_fp", numbers()),
        FloatOp::Round(mode) => format!("(fp.roundToIntegral {} {})", rounding(mode), numbers()),
        FloatOp::MulAdd => format!("(fp.fma RNE {})", numbers()),
        other => format!("(fp.{} RNE {})", format!("{other:?}").to_lowercase(), numbers()),
    })
}

fn as_float(format: FloatFormat, bits: &str) -> String {
    format!("((_ to_fp {} {}) {bits})", format.exponent, format.significand)
}

fn to_integer(format: FloatFormat, width: u32, signed: bool, bits: &str) -> String {
    let range = format.integer_range(width, signed);
    let mut fits = String::from("(not (fp.isInfinite x)) (not (fp.isNaN x))");
    let float = |bits: &Bits| as_float(format, &bits.to_string());
    let _ = match &range.lower {
        Some(Lower::Above(bound)) => write!(fits, " (fp.lt {} x)", float(bound)),
        Some(Lower::AtLeast(bound)) => write!(fits, " (fp.leq {} x)", float(bound)),
        None => Ok(()),
    };
    if let Some(bound) = &range.upper {
        let _ = write!(fits, " (fp.lt x {})", float(bound));
    }
    let convert = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
    let zero = Bits::zero(width);
    format!(
        "(let ((x {})) (ite (and {fits}) ((_ {convert} {width}) RTZ x) {zero}))",
        as_float(format, bits)
    )
}

fn rounding(mode: Rounding) -> &'static str {
    match mode {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::Up => "RTP",
        Rounding::Down => "RTN",
        Rounding::Zero => "RTZ",
    }
}
