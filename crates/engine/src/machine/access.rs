//! Loads, stores and block copies off the fast path: page boundaries, undefined bits, errors.

use ir::{SourceLoc, Ty};
use smt::{TermId, TermPool};

use crate::machine::fault::{Access, Fault};
use crate::memory::{Byte, Memory, Tag};
use crate::value::{Cause, Shades, UndefKind, Value};

/// Reads a value of type `ty`.
pub(crate) fn load(
    memory: &Memory,
    shades: &mut Shades,
    pool: &mut TermPool,
    ty: Ty,
    address: u64,
    at: Option<SourceLoc>,
) -> Result<Value, Fault> {
    let size = u64::from(ty.bytes());
    check(memory, address, size, Access::Read)?;
    let bytes: Vec<Byte> = (address..address + size).map(|at| memory.byte(at)).collect();
    let join = |of: fn(&Byte) -> u8| {
        bytes.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(of(byte)))
    };
    let (bits, undef) = (join(|byte| byte.bits), join(|byte| byte.undef));
    let term = joined_term(pool, &bytes).map(|term| pool.truncate(ty.bits(), term));
    let cause = Cause { kind: UndefKind::Uninitialised, at };
    Ok(shades.shaded(bits & ty.mask(), term, undef & ty.mask(), Some(cause)))
}

/// The bytes as one term, if one of them depends on the inputs. The first byte is the lowest.
fn joined_term(pool: &mut TermPool, bytes: &[Byte]) -> Option<TermId> {
    bytes.iter().find_map(|byte| byte.term)?;
    Some(joined(pool, bytes))
}

/// The bytes as one term. The first byte is the lowest.
pub(crate) fn joined(pool: &mut TermPool, bytes: &[Byte]) -> TermId {
    let terms: Vec<TermId> = bytes.iter().map(|byte| byte_term(pool, byte)).collect();
    pool.join(&terms)
}

/// A byte as a term.
pub(crate) fn byte_term(pool: &mut TermPool, byte: &Byte) -> TermId {
    byte.term.unwrap_or_else(|| pool.bits(8, byte.bits.into()))
}

/// Writes a value of type `ty`.
pub(crate) fn store(
    memory: &mut Memory,
    shades: &Shades,
    pool: &mut TermPool,
    ty: Ty,
    address: u64,
    value: Value,
) -> Result<(), Fault> {
    let size = u64::from(ty.bytes());
    check(memory, address, size, Access::Write)?;
    let undef = shades.undef(value) & ty.mask();
    let whole = shades.term(value).map(|term| pool.zero_extend(ty.bytes() * 8, term));
    let terms = whole.map(|whole| pool.split(whole));
    for i in 0..size {
        let low = 8 * i as u32;
        let term = terms.as_ref().map(|terms| terms[i as usize]);
        let term = term.filter(|&term| pool.as_bits(term).is_none());
        let byte = Byte { bits: (value.bits >> low) as u8, undef: (undef >> low) as u8, term };
        memory.set_byte(address + i, byte);
    }
    Ok(())
}

/// Copies `len` bytes.
pub(crate) fn copy(memory: &mut Memory, to: u64, from: u64, len: u64) -> Result<(), Fault> {
    check(memory, from, len, Access::Read)?;
    check(memory, to, len, Access::Write)?;
    memory.copy(to, from, len);
    Ok(())
}

/// Sets `len` bytes.
pub(crate) fn fill(
    memory: &mut Memory,
    shades: &Shades,
    to: u64,
    value: Value,
    len: u64,
) -> Result<(), Fault> {
    check(memory, to, len, Access::Write)?;
    if value.is_plain() {
        memory.fill(to, value.bits as u8, len);
        return Ok(());
    }
    let byte =
        Byte { bits: value.bits as u8, undef: shades.undef(value) as u8, term: shades.term(value) };
    (to..to + len).for_each(|at| memory.set_byte(at, byte));
    Ok(())
}

/// Is the whole range inside live objects, and writable if it is to be written?
pub(crate) fn check(memory: &Memory, address: u64, size: u64, access: Access) -> Result<(), Fault> {
    let accept = match access {
        Access::Read => Tag::is_live,
        Access::Write => Tag::is_writable,
    };
    match memory.first_not(address, size, accept) {
        None => Ok(()),
        Some(bad) => Err(Fault::Access { address: bad, size, access }),
    }
}

/// How many bytes from an address on can be accessed.
pub(crate) fn room(memory: &Memory, address: u64, access: Access) -> u64 {
    const LARGEST: u64 = 1 << 32;
    match check(memory, address, LARGEST, access) {
        Err(Fault::Access { address: bad, .. }) => bad - address,
        _ => LARGEST,
    }
}

/// Is every bit of the range initialised?
pub(crate) fn check_defined(memory: &Memory, address: u64, size: u64) -> Result<(), Fault> {
    let end = address.saturating_add(size);
    let mut at = address;
    while let Some(odd) = memory.first_not(at, end - at, Tag::is_plain) {
        if memory.byte(odd).undef != 0 {
            let cause = Cause { kind: UndefKind::Uninitialised, at: None };
            return Err(Fault::Undefined(cause, "data for a native function"));
        }
        at = odd + 1;
    }
    Ok(())
}

/// The string at an address, without its final zero. At most `limit` bytes are looked at.
pub(crate) fn text(memory: &Memory, address: u64, limit: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < limit {
        let at = address.wrapping_add(bytes.len() as u64);
        check(memory, at, 1, Access::Read)?;
        check_defined(memory, at, 1)?;
        match memory.byte(at).bits {
            0 => break,
            byte => bytes.push(byte),
        }
    }
    Ok(bytes)
}
