//! One solver of Bitwuzla's, with its terms: everything made in it dies with it.

use std::ffi::{CString, c_void};

use super::api::{Api, OperationKind, RawContext, RawSort, RawTerm, StopCallback, api};
use crate::bits::Bits;
use crate::float::{FloatFormat, Rounding};
use crate::solver::backend::library::text;
use crate::sort::Sort;
use crate::symbol::Symbol;

/// Calls a function of the context: `call!(context.push())`.
macro_rules! call {
    ($context:ident . $function:ident ( $($arg:expr),* $(,)? )) => {
        // SAFETY: the context lives, and the library checks the numbers and the sorts of the terms that it is given.
        unsafe { ($context.api.$function)($context.raw, $($arg),*) }
    };
}

pub(super) struct TermManager {
    api: &'static Api,
    raw: RawContext,
}

// SAFETY: a context is used by one thread at a time, which `&mut` of its owner ensures.
unsafe impl Send for TermManager {}

/// What a check said.
pub(super) enum CheckResult {
    Sat,
    Unsat,
    Unknown,
    /// It threw, with this message; it is unknown what is in the context now.
    Failed(String),
}

impl TermManager {
    pub(super) fn new() -> Result<TermManager, String> {
        let api = api()?;
        // SAFETY: no preconditions.
        let raw = unsafe { (api.new)() };
        if raw.0.is_null() {
            return Err("Bitwuzla could not make a solver".to_string());
        }
        Ok(TermManager { api, raw })
    }

    pub(super) fn bool(&self, value: bool) -> RawTerm {
        call!(self.bool(value))
    }

    pub(super) fn constant(&self, bits: &Bits) -> RawTerm {
        match bits.to_u64() {
            Some(value) => call!(self.small(bits.width(), value)),
            None => {
                let digit = |index| if bits.bit(index) { b'1' } else { b'0' };
                let digits: Vec<u8> = (0..bits.width()).rev().map(digit).collect();
                // There is no zero byte among digits.
                let digits = CString::new(digits).unwrap_or_default();
                call!(self.wide(bits.width(), digits.as_ptr()))
            }
        }
    }

    pub(super) fn rounding(&self, mode: Rounding) -> RawTerm {
        let number = match mode {
            Rounding::NearestEven => 0,
            Rounding::NearestAway => 1,
            Rounding::Up => 2,
            Rounding::Down => 3,
            Rounding::Zero => 4,
        };
        call!(self.rounding(number))
    }

    /// A new variable.
    pub(super) fn fresh(&self, sort: Sort) -> RawTerm {
        call!(self.symbol(0, std::ptr::null(), sort.into()))
    }

    /// A new variable or function, as this symbol is.
    pub(super) fn symbol(&self, symbol: &Symbol) -> RawTerm {
        let parameters: Vec<RawSort> = symbol.parameters.iter().map(|&sort| sort.into()).collect();
        call!(self.symbol(parameters.len() as u32, parameters.as_ptr(), symbol.sort.into()))
    }

    pub(super) fn constant_array(&self, sort: Sort, element: RawTerm) -> RawTerm {
        call!(self.constant_array(sort.into(), element))
    }

    pub(super) fn apply(&self, operation: OperationKind, args: &[RawTerm]) -> RawTerm {
        self.indexed(operation, args, &[])
    }

    /// An operation that has numbers as a part of its name.
    pub(super) fn indexed(
        &self,
        operation: OperationKind,
        args: &[RawTerm],
        indices: &[u64],
    ) -> RawTerm {
        let (count, index_count) = (args.len() as u32, indices.len() as u32);
        call!(self.term(operation, count, args.as_ptr(), index_count, indices.as_ptr()))
    }

    /// An operation that makes a float of this format.
    pub(super) fn float(
        &self,
        operation: OperationKind,
        args: &[RawTerm],
        format: FloatFormat,
    ) -> RawTerm {
        self.indexed(operation, args, &[format.exponent.into(), format.significand.into()])
    }

    /// Begins a level of assertions; did it go well? So say the next two.
    pub(super) fn push(&self) -> bool {
        call!(self.push())
    }

    pub(super) fn pop(&self, levels: usize) -> bool {
        call!(self.pop(levels as u32))
    }

    pub(super) fn assert(&self, term: RawTerm) -> bool {
        call!(self.assert(term))
    }

    /// Can all assertions hold together? Works so much at most, and asks `asked` now and then.
    ///
    /// # Safety
    ///
    /// `asked` may be called with `with` until this returns.
    pub(super) unsafe fn check(
        &self,
        work: u64,
        asked: StopCallback,
        with: *mut c_void,
    ) -> CheckResult {
        match call!(self.check(work, asked, with)) {
            10 => CheckResult::Sat,
            20 => CheckResult::Unsat,
            1 => CheckResult::Unknown,
            _ => CheckResult::Failed(text(call!(self.message()))),
        }
    }

    /// The work of this context so far.
    pub(super) fn work(&self) -> u64 {
        call!(self.work())
    }

    /// The literals that the SAT solver was given so far.
    pub(super) fn literals(&self) -> u64 {
        call!(self.literals())
    }

    /// What Bitwuzla prints about a script in SMT-LIB; or why it doesn't.
    #[cfg(test)]
    pub(super) fn replay(&self, script: &str) -> Result<String, String> {
        let script = CString::new(script).map_err(|error| error.to_string())?;
        let printed = call!(self.replay(script.as_ptr()));
        if printed.is_null() { Err(text(call!(self.message()))) } else { Ok(text(printed)) }
    }

    /// What terms are in the model of the last check. What `read` makes of them is forgotten after it.
    pub(super) fn reading<T>(&self, read: impl FnOnce(&TermManager) -> T) -> T {
        let count = call!(self.count());
        let result = read(self);
        call!(self.forget(count));
        result
    }

    pub(super) fn value(&self, term: RawTerm) -> RawTerm {
        call!(self.value(term))
    }

    pub(super) fn read_bool(&self, value: RawTerm) -> Option<bool> {
        match call!(self.read_bool(value)) {
            1 => Some(true),
            2 => Some(false),
            _ => None,
        }
    }

    pub(super) fn read_bits(&self, value: RawTerm, width: u32) -> Option<Bits> {
        let digits = call!(self.read_bits(value));
        if digits.is_null() { None } else { Bits::from_binary(width, &text(digits)) }
    }

    pub(super) fn read_array(&self, value: RawTerm) -> Option<ArrayPart> {
        let mut parts = [RawTerm::MISSING; 3];
        match call!(self.read_array(value, parts.as_mut_ptr())) {
            1 => Some(ArrayPart::Everywhere(parts[2])),
            2 => Some(ArrayPart::Store { below: parts[0], at: parts[1], element: parts[2] }),
            _ => None,
        }
    }
}

/// What the value of an array is made of.
pub(super) enum ArrayPart {
    Everywhere(RawTerm),
    Store { below: RawTerm, at: RawTerm, element: RawTerm },
}

impl Drop for TermManager {
    fn drop(&mut self) {
        call!(self.delete());
    }
}
