//! Loads, stores and block copies off the fast path: page boundaries, undefined bits, errors.

use ir::{SourceLoc, Ty};

use crate::fault::{Access, Fault};
use crate::memory::{Memory, Tag};
use crate::value::{Cause, Shade, Shades, UndefKind, Value};

/// Reads a value of type `ty`.
pub(crate) fn load(
    memory: &Memory,
    shades: &mut Shades,
    ty: Ty,
    address: u64,
    at: Option<SourceLoc>,
) -> Result<Value, Fault> {
    let size = u64::from(ty.bytes());
    check(memory, address, size, Access::Read)?;
    let (mut bits, mut undef) = (0, 0);
    for i in 0..size {
        let (byte, byte_undef) = memory.byte(address + i);
        bits |= u64::from(byte) << (8 * i);
        undef |= u64::from(byte_undef) << (8 * i);
    }
    let cause = Cause { kind: UndefKind::Uninitialised, at };
    Ok(shades.undefined(bits & ty.mask(), undef & ty.mask(), cause))
}

/// Writes a value of type `ty`.
pub(crate) fn store(
    memory: &mut Memory,
    shades: &Shades,
    ty: Ty,
    address: u64,
    value: Value,
) -> Result<(), Fault> {
    let size = u64::from(ty.bytes());
    check(memory, address, size, Access::Write)?;
    let undef = shades.undef(value) & ty.mask();
    for i in 0..size {
        memory.set_byte(address + i, (value.bits >> (8 * i)) as u8, (undef >> (8 * i)) as u8);
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
    let undef = shades.undef(value) as u8;
    if undef == 0 {
        memory.fill(to, value.bits as u8, len);
    } else {
        for i in 0..len {
            memory.set_byte(to + i, value.bits as u8, undef);
        }
    }
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

/// Is every bit of the range initialised?
pub(crate) fn check_defined(memory: &Memory, address: u64, size: u64) -> Result<(), Fault> {
    match memory.first_not(address, size, Tag::is_plain) {
        None => Ok(()),
        Some(bad) => {
            let cause = Cause { kind: UndefKind::Uninitialised, at: None };
            let shade = Shade { undef: memory.byte(bad).1.into(), cause };
            Err(Fault::Undefined(shade, "data for a native function"))
        }
    }
}

/// The string at an address, without its final zero. At most `limit` bytes are looked at.
pub(crate) fn text(memory: &Memory, address: u64, limit: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < limit {
        let at = address.wrapping_add(bytes.len() as u64);
        check(memory, at, 1, Access::Read)?;
        check_defined(memory, at, 1)?;
        match memory.byte(at).0 {
            0 => break,
            byte => bytes.push(byte),
        }
    }
    Ok(bytes)
}
