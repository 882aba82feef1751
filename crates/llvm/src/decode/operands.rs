//! Reading one record's operands from first to last.

use crate::error::Error;

type Result<T> = std::result::Result<T, Error>;

/// The operands of a record, and how far they have been read.
pub(super) struct Operands<'r> {
    rest: &'r [u64],
}

impl<'r> Operands<'r> {
    pub(super) fn new(operands: &'r [u64]) -> Operands<'r> {
        Operands { rest: operands }
    }

    /// The next operand, if there is one.
    pub(super) fn next(&mut self) -> Option<u64> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// The next operand, which has to be there.
    pub(super) fn u64(&mut self) -> Result<u64> {
        self.next().ok_or_else(|| Error::malformed("record is too short"))
    }

    pub(super) fn u32(&mut self) -> Result<u32> {
        narrow(self.u64()?)
    }

    pub(super) fn flag(&mut self) -> Result<bool> {
        Ok(self.u64()? != 0)
    }

    pub(super) fn skip(&mut self, count: u64) -> Result<()> {
        self.take(count).map(drop)
    }

    pub(super) fn take(&mut self, count: u64) -> Result<&'r [u64]> {
        let (taken, rest) = usize::try_from(count)
            .ok()
            .and_then(|count| self.rest.split_at_checked(count))
            .ok_or_else(|| Error::malformed("record is too short"))?;
        self.rest = rest;
        Ok(taken)
    }

    /// What has not been read yet.
    pub(super) fn rest(&self) -> &'r [u64] {
        self.rest
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Complains about operands that were not asked for.
    pub(super) fn finish(&self) -> Result<()> {
        if self.is_empty() { Ok(()) } else { Err(Error::malformed("record is too long")) }
    }
}

pub(super) fn narrow(operand: u64) -> Result<u32> {
    u32::try_from(operand)
        .map_err(|_| Error::malformed(format!("operand {operand} is out of range")))
}

/// A signed number whose sign is in the lowest bit. There is no negative zero: it means the smallest number.
pub(super) fn sign_rotated(operand: u64) -> u64 {
    match operand {
        1 => 1 << 63,
        _ if operand & 1 == 0 => operand >> 1,
        _ => (operand >> 1).wrapping_neg(),
    }
}

/// An alignment in bytes from its logarithm plus one; 0 if none is given.
pub(super) fn alignment(operand: u64) -> Result<u64> {
    match operand {
        0 => Ok(0),
        1..=33 => Ok(1 << (operand - 1)),
        _ => Err(Error::malformed("alignment is out of range")),
    }
}

/// Passes over a constant range of that width, as attributes and `inrange` hold it.
pub(super) fn skip_range(operands: &mut Operands<'_>, width: u64) -> Result<()> {
    if width <= 64 {
        return operands.skip(2);
    }
    let words = operands.u64()?;
    operands.skip((words & 0xffff_ffff) + (words >> 32))
}
