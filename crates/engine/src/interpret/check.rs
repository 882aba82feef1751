//! Checks that a sanitizer put into the code: undefined behaviour that no instruction shows by itself.

use ir::{CheckKind, CompareOp, Inst, Operand, PointerUse};
use smt::{Op, TermId, TermPool};

use crate::machine::context::{Context, Stop};
use crate::machine::fault::Fault;
use crate::pointer::choice::{self, Settled};
use crate::pointer::member;
use crate::report::bug::BugKind;
use crate::value::Value;
use crate::value::congruence::Congruence;

/// No type of C is aligned to more, unless it says so.
const LARGEST_ALIGNMENT: u32 = 16;

/// What a check says about the program if it fails.
fn bug(kind: CheckKind) -> (BugKind, &'static str) {
    match kind {
        CheckKind::Read => (BugKind::OutOfBoundsRead, "reads outside of an array"),
        CheckKind::Write => (BugKind::OutOfBoundsWrite, "writes outside of an array"),
        CheckKind::Index => (BugKind::IndexOutOfBounds, "leaves an array"),
        CheckKind::Pointer => {
            (BugKind::PointerOverflow, "the computed pointer leaves the address space")
        }
        CheckKind::Alignment => {
            (BugKind::MisalignedAccess, "the address is not aligned for its type")
        }
        CheckKind::ShiftAmount => (BugKind::BadShift, "the shift amount is not below the width"),
        CheckKind::ShiftedBits => {
            (BugKind::ShiftOverflow, "the shifted value does not fit the signed type")
        }
        CheckKind::FloatCast => {
            (BugKind::FloatCastOverflow, "the floating-point number does not fit the integer type")
        }
        CheckKind::Value => (BugKind::InvalidValue, "what is loaded is no value of its type"),
        CheckKind::Argument => {
            (BugKind::NullArgument, "passes NULL where the function's attributes forbid it")
        }
        CheckKind::Returned => {
            (BugKind::NullReturn, "returns NULL, which the function's attributes forbid")
        }
        CheckKind::MissingReturn => {
            (BugKind::MissingReturn, "the function ends without returning a value")
        }
        CheckKind::Length => {
            (BugKind::VlaBound, "the length of a variable-length array is not positive")
        }
        CheckKind::Builtin => {
            (BugKind::InvalidBuiltin, "the builtin function is not defined for this argument")
        }
    }
}

/// Undefined behaviour of that kind unless `cond` is 1. A condition over undefined bits says nothing: what uses
/// them is told.
pub(crate) fn check(cx: &mut Context<'_, '_>, kind: CheckKind, cond: Operand) -> Result<(), Stop> {
    let value = cx.get(cond);
    if cx.shades.undef(value) != 0 {
        return Ok(());
    }
    let holds = match cx.shades.term(value) {
        None => value.bits != 0,
        Some(term) => {
            let condition = cx.pool.is_nonzero(term);
            match kind {
                CheckKind::Argument | CheckKind::Returned => demand(cx, condition)?,
                _ => cx.holds(condition)?,
            }
        }
    };
    match holds {
        true => Ok(()),
        // The bytes that a `void *` leads to are any, but nobody has put a `_Bool` there that is none.
        false if kind == CheckKind::Value && is_of_untyped(cx, value) => {
            Err(Fault::UntypedValue.into())
        }
        false => {
            let (bug, message) = bug(kind);
            let message = index(cx, kind, cond).unwrap_or_else(|| message.to_owned());
            Err(Fault::Other(bug, message).into())
        }
    }
}

/// Does it depend on the bytes that a `void *` leads to?
fn is_of_untyped(cx: &mut Context<'_, '_>, value: Value) -> bool {
    let Some(term) = cx.shades.term(value) else { return false };
    let untyped = &cx.origins.unions.untyped;
    !untyped.is_empty() && cx.pool.free_symbols(term).iter().any(|it| untyped.contains(it))
}

/// Does a condition hold that only the check itself asks about?
fn demand(cx: &mut Context<'_, '_>, condition: TermId) -> Result<bool, Stop> {
    if cx.run.path.condition.knows(cx.pool, condition).is_none() {
        cx.run.path.condition.ask(condition);
        let opposite = cx.pool.not(condition);
        cx.run.path.condition.ask(opposite);
    }
    cx.holds(condition)
}

/// Which index is out of bounds, as the comparison before the check has it.
fn index(cx: &Context<'_, '_>, kind: CheckKind, cond: Operand) -> Option<String> {
    let what = match kind {
        CheckKind::Read => "reads",
        CheckKind::Write => "writes",
        CheckKind::Index => "leaves",
        _ => return None,
    };
    let Inst::Compare { op: CompareOp::ULt | CompareOp::ULe, width, dst, a, b } =
        cx.frame.body.code[cx.frame.pc.checked_sub(1)?]
    else {
        return None;
    };
    let [index, count] = [a, b].map(|operand| width.sign_extend(cx.get(operand).bits));
    // What was moved before is no index, but checked so that no address wraps around.
    let is_moved = |inst: &Inst| matches!(inst, Inst::Binary { dst, .. } if Some(*dst) == a.reg());
    let is_alone = Some(dst) == cond.reg()
        && !cx.frame.pc.checked_sub(2).is_some_and(|pc| is_moved(&cx.frame.body.code[pc]));
    (is_alone && (0..1 << 40).contains(&count)).then(|| match kind {
        CheckKind::Index => format!("index {index} {what} an array of {count} elements"),
        _ => format!("{what} index {index} of an array of {count} elements"),
    })
}

/// Undefined behaviour unless the pointer is aligned, and not null if nothing looks at that later.
pub(crate) fn check_pointer(
    cx: &mut Context<'_, '_>,
    addr: Operand,
    align: u32,
    usage: PointerUse,
) -> Result<(), Stop> {
    let value = cx.get(addr);
    if cx.shades.undef(value) != 0 {
        return Ok(());
    }
    let term = cx.shades.term(value);
    if let Some(term) = term.filter(|_| cx.memory.beneath().is_none()) {
        cx.as_member(term)?;
        member::as_typed(cx.pool, &cx.origins.unions, cx.memory.layout(), term)?;
    }
    if let Some((kind, message)) = use_of_null(usage)
        && is_null(cx, value.bits, term)?
    {
        return Err(Fault::Other(kind, message.to_owned()).into());
    }
    let is_aligned = match term.filter(|_| align > 1) {
        None => value.bits & u64::from(align - 1) == 0,
        Some(term) => is_aligned(cx, term, align)?,
    };
    match is_aligned {
        true => Ok(()),
        false => {
            if cx.memory.heap.nearest(value.bits).is_some_and(|block| block.is_input) {
                let what = format!("no input is at an address that is no multiple of {align}");
                cx.run.path.trace.not_given = Some(what.into());
            }
            let (kind, _) = bug(CheckKind::Alignment);
            let message = format!("the address is no multiple of {align}, which its type asks for");
            Err(Fault::Other(kind, message).into())
        }
    }
}

/// What is wrong with such a use of a null pointer, if nothing looks at that later.
fn use_of_null(usage: PointerUse) -> Option<(BugKind, &'static str)> {
    match usage {
        PointerUse::Access => None,
        PointerUse::Member => {
            Some((BugKind::NullDereference, "makes the address of a member of a null pointer"))
        }
        PointerUse::Element => {
            Some((BugKind::NullDereference, "goes to an element of a null pointer"))
        }
        PointerUse::Arithmetic => {
            Some((BugKind::PointerOverflow, "computes a pointer from a null pointer"))
        }
    }
}

/// Is a pointer a multiple of that power of two?
fn is_aligned(cx: &mut Context<'_, '_>, pointer: TermId, align: u32) -> Result<bool, Stop> {
    let Residue { parts, rest } = Residue::of(cx.pool, pointer, align);
    let powers = std::iter::successors(Some(align), |power| power.checked_mul(2));
    for power in powers.take_while(|&power| rest == 0 && power <= LARGEST_ALIGNMENT) {
        // What is a multiple of a larger power is one of this.
        let condition = is_multiple(cx.pool, &parts, 0, power);
        if cx.run.path.condition.knows(cx.pool, condition) == Some(true) {
            return Ok(true);
        }
    }
    let condition = is_multiple(cx.pool, &parts, rest, align);
    cx.holds(condition)
}

/// What decides whether a pointer is a multiple of a power of two: of a sum, other multiples don't, so that all
/// elements of an array ask the same of it.
struct Residue {
    parts: Vec<TermId>,
    /// The constant part.
    rest: u64,
}

impl Residue {
    fn of(pool: &TermPool, pointer: TermId, power: u32) -> Residue {
        let sum = match pool.op(pointer) {
            Op::Add => pool.args(pointer),
            _ => &[pointer],
        };
        let mut residue = Residue { parts: Vec::new(), rest: 0 };
        for &part in sum {
            match Congruence::of(pool, part).modulo(power.into()) {
                Some(rest) => residue.rest = (residue.rest + rest) & u64::from(power - 1),
                None => residue.parts.push(part),
            }
        }
        residue
    }
}

/// `(parts + rest) % power == 0`
fn is_multiple(pool: &mut TermPool, parts: &[TermId], rest: u64, power: u32) -> TermId {
    let width = power.trailing_zeros();
    let mut sum = pool.bits(width, rest);
    for &part in parts {
        let low = pool.truncate(width, part);
        sum = pool.add(sum, low);
    }
    let zero = pool.bits(width, 0);
    pool.eq(sum, zero)
}

/// Is a pointer null? Computing one from it and going through it are told the same.
fn is_null(cx: &mut Context<'_, '_>, bits: u64, term: Option<TermId>) -> Result<bool, Stop> {
    let Some(pointer) = term else { return Ok(bits == 0) };
    if cx.memory.beneath().is_some() {
        return cx.comes_from_null(pointer);
    }
    match choice::settle(cx, pointer)? {
        Settled::Null => Ok(true),
        Settled::Pointer(pointer, None) => {
            let any = cx.pool.is_nonzero(pointer);
            demand(cx, any).map(|any| !any)
        }
        Settled::Pointer(_, Some(_)) => Ok(false),
    }
}
