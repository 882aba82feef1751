//! Loads and stores through pointers that may depend on the inputs.
//!
//! A choice between objects is decided first. The pointer that is left is taken to mean the object that its
//! constant part points into, or else the one it points into now; leaving that object is a decision like any other. Inside a small object the access is
//! one term over all its bytes; inside a large one, each offset is a path of its own.

use ir::{Operand, Ty};
use smt::{Op, TermId, TermPool};

use crate::access;
use crate::choice::{self, Settled};
use crate::execute::{Context, Stop, defined};
use crate::fault::{Access, Fault};
use crate::memory::{Byte, Memory, Tag, ZoneKind};
use crate::value::Value;

/// Objects of at most that many bytes are accessed as a whole.
const SMALL: u64 = 512;
/// Reading makes smaller terms than writing: at most that many bytes, so that the tables of `ctype.h` are read as a whole.
const SMALL_TO_READ: u64 = 2048;
/// How far the ends of an object on the stack are looked for.
const FAR: u64 = 1 << 16;
/// Offsets in small objects, as bit-vectors.
const INDEX_BITS: u32 = 16;

/// Where an access goes.
enum Place {
    /// There.
    At(u64),
    /// In an object, at an offset that depends on the inputs.
    Inside(Inside),
}

/// An offset in an object.
#[derive(Clone, Copy)]
struct Inside {
    start: u64,
    size: u64,
    /// The offset, of [`INDEX_BITS`] bits.
    index: TermId,
    /// What it is now.
    now: u64,
}

/// Reads through a pointer.
pub(crate) fn load(
    cx: &mut Context<'_, '_>,
    ty: Ty,
    addr: Operand,
    offset: i32,
) -> Result<Value, Stop> {
    let bytes = u64::from(ty.bytes());
    match resolve(cx, addr, offset, bytes, Access::Read)? {
        Place::At(address) => {
            let at = cx.loc();
            Ok(access::load(cx.memory, cx.shades, cx.pool, ty, address, at)?)
        }
        Place::Inside(inside) => {
            let (address, at) = (inside.start + inside.now, cx.loc());
            let now = access::load(cx.memory, cx.shades, cx.pool, ty, address, at)?;
            let term = read_term(cx, inside, ty);
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
        Place::At(address) => Ok(access::store(cx.memory, cx.shades, cx.pool, ty, address, value)?),
        Place::Inside(inside) if cx.shades.undef(value) == 0 => {
            write_term(cx, inside, ty, value);
            Ok(())
        }
        Place::Inside(inside) => {
            cx.pin(addr, "the address")?;
            let address = inside.start + inside.now;
            Ok(access::store(cx.memory, cx.shades, cx.pool, ty, address, value)?)
        }
    }
}

fn resolve(
    cx: &mut Context<'_, '_>,
    addr: Operand,
    offset: i32,
    bytes: u64,
    access: Access,
) -> Result<Place, Stop> {
    let base = cx.get(addr);
    defined(cx.shades, base, "the address")?;
    let mask = cx.memory.layout().address_mask();
    let address = base.bits.wrapping_add(i64::from(offset) as u64) & mask;
    let Some(term) = cx.shades.term(base) else { return Ok(Place::At(address)) };
    let width = cx.pool.width(term);
    let constant = cx.pool.bits(width, i64::from(offset) as u64 & mask);
    let pointer = cx.pool.add(term, constant);
    let pointer = match choice::settle(cx, pointer)? {
        Settled::Null => return Err(Fault::Access { address: 0, size: bytes, access }.into()),
        Settled::Pointer(pointer) => pointer,
    };
    if cx.pool.as_bits(pointer).is_some() {
        return Ok(Place::At(address));
    }
    let meant = constant_part(cx.pool, pointer).and_then(|base| extent(cx, base));
    let Some((start, size)) = meant.or_else(|| extent(cx, address)) else {
        cx.pin(addr, "the address")?;
        return Ok(Place::At(address));
    };
    let first = cx.pool.bits(width, start);
    let inside = cx.pool.sub(pointer, first);
    let in_bounds = match size.checked_sub(bytes) {
        None => cx.pool.bool(false),
        Some(last) => {
            let last = cx.pool.bits(width, last);
            cx.pool.ule(inside, last)
        }
    };
    if !cx.holds(in_bounds)? {
        return Err(Fault::Outside { address, size: bytes, access, meant: start }.into());
    }
    let size = match cx.memory.tag(start + size - 1) {
        tag @ (Tag::PERHAPS_ELEMENT | Tag::PERHAPS_TEXT) => {
            match (known_part(cx, start, inside, bytes)?, tag) {
                (Some(known), _) => known,
                (None, Tag::PERHAPS_TEXT) => {
                    cx.pin(addr, "the address")?;
                    return Ok(Place::At(address));
                }
                // An array of full length has every element: shorter ones are not worth a path each.
                (None, _) => {
                    let last = start + size - 1;
                    return Err(Fault::Access { address: last, size: bytes, access }.into());
                }
            }
        }
        _ => size,
    };
    access::check(cx.memory, start, size, access)?;
    let most = if access == Access::Read { SMALL_TO_READ } else { SMALL };
    let whole = size <= most && is_defined(cx.memory, start, size);
    match cx.pool.as_bits(inside).is_none() && whole {
        true => {
            let index = cx.pool.truncate(INDEX_BITS, inside);
            Ok(Place::Inside(Inside { start, size, index, now: address - start }))
        }
        false => {
            cx.pin(addr, "the address")?;
            Ok(Place::At(address))
        }
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
    let memory = &*cx.memory;
    match memory.layout().zone(address)? {
        ZoneKind::Code => None,
        ZoneKind::Heap => memory.heap.block_near(address).map(|block| (block.address, block.size)),
        // The arguments of `main` are behind the globals.
        ZoneKind::Globals if address >= cx.image.globals_end => live_run(memory, address),
        ZoneKind::Globals => {
            let global = cx.image.global_near(address)?;
            Some((cx.image.global_address(global), cx.image.program.global(global).size))
        }
        ZoneKind::Stack => live_run(memory, address),
    }
}

/// The live bytes around an address. Objects are apart, so that is one object.
fn live_run(memory: &Memory, address: u64) -> Option<(u64, u64)> {
    let live = |at: &u64| memory.tag(*at).is_live();
    if !live(&address) {
        return None;
    }
    let before = (1..FAR).take_while(|i| live(&(address - i))).count() as u64;
    let after = (1..FAR).take_while(|i| live(&(address + i))).count() as u64;
    Some((address - before, before + 1 + after))
}

fn is_defined(memory: &Memory, start: u64, size: u64) -> bool {
    (start..start + size).all(|at| memory.byte(at).undef == 0)
}

/// The value at a symbolic offset of an object.
fn read_term(cx: &mut Context<'_, '_>, inside: Inside, ty: Ty) -> TermId {
    let Inside { start, size, index, .. } = inside;
    let runs = runs(cx, start, size);
    let mut bytes = Vec::new();
    for i in 0..u64::from(ty.bytes()) {
        let distance = cx.pool.bits(INDEX_BITS, i);
        let at = cx.pool.add(index, distance);
        bytes.push(search(cx, &runs, at));
    }
    let value = cx.pool.join(&bytes);
    cx.pool.truncate(ty.bits(), value)
}

/// The bytes of an object: where each run of equal ones starts, and what they are.
fn runs(cx: &mut Context<'_, '_>, start: u64, size: u64) -> Vec<(u64, TermId)> {
    let mut runs: Vec<(u64, TermId)> = Vec::new();
    for i in 0..size {
        let byte = byte_term(cx, cx.memory.byte(start + i));
        if runs.last().is_none_or(|run| run.1 != byte) {
            runs.push((i, byte));
        }
    }
    runs
}

/// The byte at an offset, as a binary search: solvers are better at choices than at arrays, and a table of few
/// different values, such as a set of characters, is a small term.
fn search(cx: &mut Context<'_, '_>, runs: &[(u64, TermId)], at: TermId) -> TermId {
    if let &[(_, byte)] = runs {
        return byte;
    }
    let (below, above) = runs.split_at(runs.len() / 2);
    let border = cx.pool.bits(INDEX_BITS, above[0].0);
    let is_below = cx.pool.ult(at, border);
    let (below, above) = (search(cx, below, at), search(cx, above, at));
    cx.pool.ite(is_below, below, above)
}

/// Writes at a symbolic offset: every byte is the new one if it is hit, and else the old one.
fn write_term(cx: &mut Context<'_, '_>, inside: Inside, ty: Ty, value: Value) {
    let Inside { start, size, index, now } = inside;
    let bytes = u64::from(ty.bytes());
    let width = ty.bytes() * 8;
    let term = cx.term(value, ty.bits());
    let term = cx.pool.zero_extend(width, term);
    for at in 0..size {
        let old = cx.memory.byte(start + at);
        let mut new = byte_term(cx, old);
        let mut bits = old.bits;
        for i in 0..bytes.min(at + 1) {
            let here = cx.pool.bits(INDEX_BITS, at - i);
            let hit = cx.pool.eq(index, here);
            let low = 8 * i as u32;
            let piece = cx.pool.extract(low + 7, low, term);
            new = cx.pool.ite(hit, piece, new);
            if at - i == now {
                bits = (value.bits >> low) as u8;
            }
        }
        let term = cx.pool.as_bits(new).is_none().then_some(new);
        cx.memory.set_byte(start + at, Byte { bits, undef: 0, term });
    }
}

fn byte_term(cx: &mut Context<'_, '_>, byte: Byte) -> TermId {
    byte.term.unwrap_or_else(|| cx.pool.bits(8, byte.bits.into()))
}
