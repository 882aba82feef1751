//! Copying and setting many bytes at once, with lengths that may depend on the inputs.

use ir::Operand;

use crate::machine::access;
use crate::machine::context::{Context, Stop, defined};
use crate::machine::fault::{Access, Fault};
use crate::pointer;
use crate::pointer::choice::{self, Settled};
use crate::pointer::{member, used};
use crate::report::bug::BugKind;

impl Context<'_, '_> {
    pub(crate) fn mem_copy(
        &mut self,
        may_overlap: bool,
        dst: Operand,
        src: Operand,
        len: Operand,
    ) -> Result<(), Stop> {
        if self.is_zero(len)? {
            return Ok(());
        }
        let size = self.get(len).bits;
        let from = self.object(src, size, Access::Read)?;
        let to = self.object(dst, size, Access::Write)?;
        self.bound_length(len, from, Access::Read)?;
        self.bound_length(len, to, Access::Write)?;
        let len = self.pin(len, "the length")?;
        // Clang copies a struct onto itself with memcpy, and says that this is fine.
        if !may_overlap && to != from && to.abs_diff(from) < len {
            let message = format!("copies {len} bytes between ranges that overlap");
            return Err(Fault::Other(BugKind::OverlappingCopy, message).into());
        }
        access::check(self.memory, from, len, Access::Read)?;
        access::check(self.memory, to, len, Access::Write)?;
        used::check_copy(self, from, len)?;
        let pieces = self.pieces(to, from, len);
        self.cut(to, len);
        self.memory.copy(to, from, len);
        self.set_pieces(to, pieces);
        Ok(())
    }

    pub(crate) fn mem_set(
        &mut self,
        dst: Operand,
        value: Operand,
        len: Operand,
    ) -> Result<(), Stop> {
        if self.is_zero(len)? {
            return Ok(());
        }
        let to = self.object(dst, self.get(len).bits, Access::Write)?;
        self.bound_length(len, to, Access::Write)?;
        let len = self.pin(len, "the length")?;
        access::check(self.memory, to, len, Access::Write)?;
        self.cut(to, len);
        Ok(access::fill(self.memory, self.shades, to, self.get(value), len)?)
    }

    /// The address of a range that is about to be accessed.
    fn object(&mut self, pointer: Operand, size: u64, access: Access) -> Result<u64, Stop> {
        if self.memory.beneath().is_some() {
            return pointer::range(self, pointer, size, access);
        }
        let value = self.get(pointer);
        defined(self.shades, value, "the address")?;
        if let Some(term) = self.shades.term(value) {
            if let Settled::Null = choice::settle(self, term)? {
                return Err(Fault::Access { address: 0, size, access }.into());
            }
            // A struct is copied as a whole; fewer bytes may be those of anything.
            if size > 8 {
                member::fits(self, term, size)?;
            }
        }
        self.pin(pointer, "the address")
    }

    /// Is a length zero? Then the pointers need not be valid.
    fn is_zero(&mut self, len: Operand) -> Result<bool, Stop> {
        let value = self.get(len);
        defined(self.shades, value, "the length")?;
        match self.shades.term(value) {
            None => Ok(value.bits == 0),
            Some(term) => {
                let some = self.pool.is_nonzero(term);
                Ok(!self.holds(some)?)
            }
        }
    }

    /// A length that depends on the inputs is either too long, whatever it is, or one of those that fit.
    fn bound_length(&mut self, len: Operand, address: u64, access: Access) -> Result<(), Stop> {
        let value = self.get(len);
        let Some(term) = self.shades.term(value) else { return Ok(()) };
        if let Some(view) = &mut self.run.view
            && view.activation.has_caller()
        {
            view.activation.inexact =
                Some("it copies or sets a number of bytes that depends on its inputs");
        }
        let room = access::room(self.memory, address, access);
        let room_term = self.pool.bits(self.pool.width(term), room);
        let fits = self.pool.ule(term, room_term);
        match self.holds(fits)? {
            true => Ok(()),
            false => {
                let address = address.wrapping_add(room);
                Err(Fault::Access { address, size: value.bits, access }.into())
            }
        }
    }
}
