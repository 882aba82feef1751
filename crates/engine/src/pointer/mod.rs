//! Loads and stores through pointers that may depend on the inputs.
//!
//! A choice between objects is decided first. The pointer that is left means the object that it was made from;
//! leaving that object is a decision like any other. Inside a small object the access is one term over all that it
//! may meet; inside a large one, each offset is a path of its own.
//!
//! May use: `machine`, `memory`, `state`, `summary`, `value`.

pub(crate) mod address;
pub(crate) mod cell;
pub(crate) mod choice;
pub(crate) mod fragments;
pub(crate) mod member;
pub(crate) mod offset;
pub(crate) mod used;

use ir::{BinaryOp, Operand, Reg, Ty};
use smt::{Op, TermId, TermPool};

use crate::machine::access;
use crate::machine::context::{Context, Stop, defined};
use crate::machine::fault::{Access, Fault};
use crate::machine::object::extent_in;
use crate::memory::{Layout, Tag, ZoneKind};
use crate::pointer::choice::Settled;
use crate::pointer::offset::SymbolicOffset;
use crate::pointer::used::Read;
use crate::value::Value;

/// Objects of at most that many bytes are accessed as a whole.
const SMALL: u64 = 512;
/// Reading makes smaller terms than writing: at most that many bytes, so that the tables of `ctype.h` are read as a whole.
const SMALL_TO_READ: u64 = 2048;
/// Constants below this are no addresses of native code.
const NEAR_NULL: u64 = 1 << 20;

/// Where an access goes.
enum AccessLocation {
    /// There.
    At(u64),
    /// In an object, at an offset that depends on the inputs.
    Inside(SymbolicOffset),
}

/// Reads through a pointer.
pub(crate) fn load(
    cx: &mut Context<'_, '_>,
    ty: Ty,
    dst: Reg,
    addr: Operand,
    offset: i32,
) -> Result<Value, Stop> {
    let bytes = u64::from(ty.bytes());
    match resolve(cx, addr, offset, bytes, Access::Read)? {
        AccessLocation::At(address) => {
            let at = cx.loc();
            let read = access::load(cx.memory, cx.shades, cx.pool, ty, address, at)?;
            used::check_read(cx, Read::At(address), bytes)?;
            if bytes != u64::from(cx.memory.layout().pointer_bytes) {
                cx.as_number(read)?;
            }
            Ok(cx.put_together(ty, dst, address, read))
        }
        AccessLocation::Inside(inside) => {
            let at = cx.loc();
            let now = access::load(cx.memory, cx.shades, cx.pool, ty, inside.address(), at)?;
            used::check_read(cx, Read::Around(inside.address()), bytes)?;
            cx.put_together(ty, dst, inside.address(), now);
            cx.watch_all(&inside, bytes);
            let term = inside.read(cx.pool, cx.memory, ty);
            Ok(cx.shades.symbolic(now.bits, term))
        }
    }
}

/// Writes through a pointer.
pub(crate) fn store(
    cx: &mut Context<'_, '_>,
    ty: Ty,
    addr: Operand,
    offset: i32,
    value: Value,
) -> Result<(), Stop> {
    let bytes = u64::from(ty.bytes());
    match resolve(cx, addr, offset, bytes, Access::Write)? {
        AccessLocation::At(address) => {
            let value = cx.stored(ty, address, value);
            cx.cut(address, bytes);
            Ok(access::store(cx.memory, cx.shades, cx.pool, ty, address, value)?)
        }
        AccessLocation::Inside(inside) if cx.shades.undef(value) == 0 => {
            cx.watch_all(&inside, bytes);
            let term = cx.term(value, ty.bits());
            inside.write(cx.pool, cx.memory, ty, term, value.bits);
            Ok(())
        }
        AccessLocation::Inside(inside) => {
            cx.pin(addr, "the address")?;
            Ok(access::store(cx.memory, cx.shades, cx.pool, ty, inside.address(), value)?)
        }
    }
}

/// Where a range of bytes begins that is about to be accessed. In an activation, they get their names.
pub(crate) fn range(
    cx: &mut Context<'_, '_>,
    addr: Operand,
    bytes: u64,
    access: Access,
) -> Result<u64, Stop> {
    match resolve(cx, addr, 0, bytes, access)? {
        AccessLocation::At(address) => Ok(address),
        AccessLocation::Inside(_) => cx.pin(addr, "the address"),
    }
}

fn resolve(
    cx: &mut Context<'_, '_>,
    addr: Operand,
    offset: i32,
    bytes: u64,
    access: Access,
) -> Result<AccessLocation, Stop> {
    let base = cx.get(addr);
    defined(cx.shades, base, "the address")?;
    let mask = cx.memory.layout().address_mask();
    let address = base.bits.wrapping_add(i64::from(offset) as u64) & mask;
    let Some(term) = cx.shades.term(base) else {
        cx.enter_global(address, bytes, access)?;
        return Ok(AccessLocation::At(address));
    };
    let width = cx.pool.width(term);
    let constant = cx.pool.bits(width, i64::from(offset) as u64 & mask);
    let pointer = cx.pool.add(term, constant);
    if cx.memory.beneath().is_some() {
        return Ok(match cx.enter_cells(pointer, address, bytes, access)? {
            None => AccessLocation::At(address),
            Some(inside) => AccessLocation::Inside(inside),
        });
    }
    resolve_pointer(cx, addr, pointer, (address, bytes), access)
}

/// The same of a pointer that is a term, where objects are not seen through cells.
fn resolve_pointer(
    cx: &mut Context<'_, '_>,
    addr: Operand,
    pointer: TermId,
    (address, bytes): (u64, u64),
    access: Access,
) -> Result<AccessLocation, Stop> {
    let base = cx.get(addr);
    // What was made from one object is no choice between objects, although its term may look like one.
    let settled = match base_of(cx, base) {
        Some(made_from) => Settled::Pointer(pointer, Some(made_from)),
        None => {
            let settled = choice::settle(cx, pointer)?;
            member::fits(cx, pointer, bytes)?;
            settled
        }
    };
    let Settled::Pointer(pointer, made_from) = settled else {
        return Err(Fault::Access { address: 0, size: bytes, access }.into());
    };
    if cx.pool.as_bits(pointer).is_some() {
        return Ok(AccessLocation::At(address));
    }
    let Some(object) = meant(cx, made_from, pointer, address) else {
        meet_memory(cx, pointer, address, bytes, access)?;
        cx.pin(addr, "the address")?;
        return Ok(AccessLocation::At(address));
    };
    match within(cx, object, pointer, (address, bytes), access)? {
        Some(inside) => Ok(AccessLocation::Inside(inside)),
        None => {
            cx.pin(addr, "the address")?;
            Ok(AccessLocation::At(address))
        }
    }
}

/// An access at a symbolic offset into an object, which has to be in its bounds; nothing, if the offset is too much to be
/// left open. It is to so many bytes at an address now.
fn within(
    cx: &mut Context<'_, '_>,
    (start, size): (u64, u64),
    pointer: TermId,
    (address, bytes): (u64, u64),
    access: Access,
) -> Result<Option<SymbolicOffset>, Stop> {
    if cx.memory.tag(start) == Tag::PERHAPS_ELEMENT {
        return Err(Fault::Access { address: start, size: bytes, access }.into());
    }
    let inside = offset_from(cx.pool, pointer, start);
    let in_bounds = fits(cx.pool, inside, size, bytes);
    let last = cx.memory.tag(start + size - 1);
    let is_known = !matches!(last, Tag::PERHAPS_ELEMENT | Tag::PERHAPS_TEXT);
    if !cx.holds(in_bounds)? {
        if !is_known {
            is_before(cx, inside)?;
        }
        return Err(Fault::Dependence { address, size: bytes, access, meant: start }.into());
    }
    let known = if is_known { Some(size) } else { known_part(cx, start, inside, bytes)? };
    let Some(size) = known else {
        // An array of full length has every element: shorter ones are not worth a path each.
        let fault = Fault::Access { address: start + size - 1, size: bytes, access };
        return if last == Tag::PERHAPS_TEXT { Ok(None) } else { Err(fault.into()) };
    };
    if cx.memory.first_not(start, size, |tag| tag != Tag::PERHAPS_COPIED).is_some() {
        // Wherever it goes else, nothing says what is there.
        return Ok(None);
    }
    access::check(cx.memory, start, size, access)?;
    let most = if access == Access::Read { SMALL_TO_READ } else { SMALL };
    if size > most || cx.pool.as_bits(inside).is_some() {
        return Ok(None);
    }
    let now = address - start;
    Ok(SymbolicOffset::new(cx.pool, cx.memory, (start, size), inside, now, bytes))
}

fn offset_from(pool: &mut TermPool, pointer: TermId, start: u64) -> TermId {
    let first = pool.bits(pool.width(pointer), start);
    pool.sub(pointer, first)
}

/// Is an offset before the beginning of an object? There is nothing, and behind it there may be more than is explored: these
/// are two ends.
fn is_before(cx: &mut Context<'_, '_>, offset: TermId) -> Result<bool, Stop> {
    let zero = cx.pool.bits(cx.pool.width(offset), 0);
    let before = cx.pool.slt(offset, zero);
    cx.holds(before)
}

/// Are so many bytes at an offset in an object of that size?
fn fits(pool: &mut TermPool, offset: TermId, size: u64, bytes: u64) -> TermId {
    match size.checked_sub(bytes) {
        None => pool.bool(false),
        Some(last) => {
            let last = pool.bits(pool.width(offset), last);
            pool.ule(offset, last)
        }
    }
}

/// The object that a pointer means: the one it was made from. Where that is not known, as it went through memory,
/// the one that its constant part points into, or else the one it points into now.
fn meant(
    cx: &Context<'_, '_>,
    made_from: Option<u64>,
    pointer: TermId,
    address: u64,
) -> Option<(u64, u64)> {
    if let Some(base) = made_from {
        return extent(cx, base);
    }
    let around = |at: u64| {
        extent(cx, at).filter(|&(start, size)| at.checked_sub(start).is_some_and(|at| at < size))
    };
    constant_part(cx.pool, pointer).and_then(around).or_else(|| around(address))
}

/// The address that the result of an operation was made from: a pointer plus a number is a pointer to the same
/// object, wherever it goes.
pub(crate) fn base(cx: &Context<'_, '_>, op: BinaryOp, a: Value, b: Value) -> Option<u64> {
    match (op, base_of(cx, a), base_of(cx, b)) {
        (BinaryOp::Add | BinaryOp::Sub, Some(base), None) => Some(base),
        (BinaryOp::Add, None, Some(base)) => Some(base),
        _ => None,
    }
}

fn base_of(cx: &Context<'_, '_>, value: Value) -> Option<u64> {
    match cx.shades.get(value.shade) {
        None => extent(cx, value.bits).map(|_| value.bits),
        Some(shade) => shade.base,
    }
}

/// Is a pointer an address in the program's memory?
pub(crate) fn in_memory(pool: &mut TermPool, layout: Layout, pointer: TermId) -> TermId {
    let width = pool.width(pointer);
    let first = pool.bits(width, layout.start(ZoneKind::Globals));
    let size = pool.bits(width, 3 * layout.zone_size());
    let inside = pool.sub(pointer, first);
    pool.ult(inside, size)
}

/// A pointer that starts from no object is null with something added, unless it happens to meet the program's
/// memory.
fn meet_memory(
    cx: &mut Context<'_, '_>,
    pointer: TermId,
    address: u64,
    bytes: u64,
    access: Access,
) -> Result<(), Stop> {
    let near_null = |at: u64| (at as i64).unsigned_abs() < NEAR_NULL;
    if !constant_part(cx.pool, pointer).is_none_or(near_null) {
        return Ok(());
    }
    let in_memory = in_memory(cx.pool, cx.memory.layout(), pointer);
    match cx.holds(in_memory)? {
        true => Ok(()),
        false => Err(Fault::NearNull { address, size: bytes, access }.into()),
    }
}

/// How much of an input array or string is known to be there, if the access is in that part.
fn known_part(
    cx: &mut Context<'_, '_>,
    start: u64,
    inside: TermId,
    bytes: u64,
) -> Result<Option<u64>, Stop> {
    let known = access::room(cx.memory, start, Access::Read);
    let Some(last) = known.checked_sub(bytes) else { return Ok(None) };
    let last = cx.pool.bits(cx.pool.width(inside), last);
    let in_known = cx.pool.ule(inside, last);
    Ok(cx.holds(in_known)?.then_some(known))
}

/// The constant that is added to a pointer: most often the address of an object.
pub(crate) fn constant_part(pool: &TermPool, pointer: TermId) -> Option<u64> {
    match pool.op(pointer) {
        Op::Add => {
            let mut args = pool.args(pointer).iter();
            args.find_map(|&arg| pool.as_bits(arg)?.to_u64())
        }
        _ => None,
    }
}

/// The object that an address lies in: its start and its size.
fn extent(cx: &Context<'_, '_>, address: u64) -> Option<(u64, u64)> {
    extent_in(cx.image, cx.memory, address)
}
