//! Plain values: registers and memory for operations that ask for nothing but bits.

use std::cmp::Ordering;

use ir::{BinaryOp, FloatBinaryOp, FloatCompareOp, FloatTy, Width};

use crate::machine::fast::{
    FastLoad, FastStore, Immediate, IndexedAccess, One, OperandIndex, Scaling, Three, Two,
};
use crate::memory::Memory;
use crate::value::{ShadeId, Value, arith, float};

/// Registers and memory, for who asks for nothing but bits: all else is `None`, and nothing has changed.
pub(super) struct Plain<'s, const TRACED: bool> {
    pub(super) regs: &'s mut [Value],
    pub(super) memory: &'s mut Memory,
    /// The numbers that may be addresses: the first, and how many.
    pub(super) first_address: u64,
    pub(super) address_count: u64,
    pub(super) address_mask: u64,
    pub(super) pointer_bytes: u64,
    /// Memory in which every access gets a name: global variables, in an activation. Where it begins, and how long it is.
    pub(super) named: (u64, u64),
}

impl<const TRACED: bool> Plain<'_, TRACED> {
    #[inline(always)]
    pub(super) fn get(&self, place: OperandIndex) -> Option<u64> {
        let value = self.regs[place.index()];
        value.is_plain().then_some(value.bits)
    }

    #[inline(always)]
    pub(super) fn both(&self, a: OperandIndex, b: OperandIndex) -> Option<(u64, u64)> {
        let (a, b) = (self.regs[a.index()], self.regs[b.index()]);
        (!ShadeId::any(a.shade, b.shade)).then_some((a.bits, b.bits))
    }

    #[inline(always)]
    pub(super) fn set(&mut self, dst: OperandIndex, bits: u64) {
        self.regs[dst.index()] = Value::plain(bits);
    }

    /// Is it an address, where that matters?
    #[inline(always)]
    pub(super) fn is_address(&self, bits: u64) -> bool {
        TRACED && bits.wrapping_sub(self.first_address) < self.address_count
    }

    /// What is looked at as a number: what is an address is more than that.
    #[inline(always)]
    pub(super) fn number(&self, place: OperandIndex) -> Option<u64> {
        self.get(place).filter(|&bits| !self.is_address(bits))
    }

    #[inline(always)]
    pub(super) fn numbers(&self, a: OperandIndex, b: OperandIndex) -> Option<(u64, u64)> {
        self.both(a, b).filter(|&(a, b)| !self.is_address(a) && !self.is_address(b))
    }

    #[inline(always)]
    pub(super) fn copy(&mut self, &One { dst, a }: &One, any: bool) -> Option<()> {
        let value = self.regs[a.index()];
        if TRACED && any && !value.is_plain() {
            return None;
        }
        self.regs[dst.index()] = value;
        Some(())
    }

    #[inline(always)]
    pub(super) fn copies(&mut self, copies: &[One; 2], any: bool) -> Option<()> {
        if TRACED && any {
            return None;
        }
        copies.iter().try_for_each(|copy| self.copy(copy, any))
    }

    #[inline(always)]
    pub(super) fn select(&mut self, cond: OperandIndex, &Two { dst, a, b }: &Two) -> Option<()> {
        let chosen = if self.get(cond)? != 0 { a } else { b };
        self.regs[dst.index()] = self.regs[chosen.index()];
        Some(())
    }

    #[inline(always)]
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        width: Width,
        nsw: bool,
        two: &Two,
    ) -> Option<()> {
        let (a, b) = self.both(two.a, two.b)?;
        let bits = self.result(op, width, nsw, a, b)?;
        self.set(two.dst, bits);
        Some(())
    }

    #[inline(always)]
    pub(super) fn immediate(
        &mut self,
        op: BinaryOp,
        width: Width,
        nsw: bool,
        imm: &Immediate,
    ) -> Option<()> {
        let (a, b) = (self.get(imm.a)?, widened(width, imm.imm));
        let bits = self.result(op, width, nsw, a, b)?;
        self.set(imm.dst, bits);
        Some(())
    }

    #[inline(always)]
    pub(super) fn result(
        &self,
        op: BinaryOp,
        width: Width,
        nsw: bool,
        a: u64,
        b: u64,
    ) -> Option<u64> {
        let with_address = self.is_address(a) || self.is_address(b);
        if with_address && !matches!(op, BinaryOp::Add | BinaryOp::Sub) {
            return None;
        }
        let bits = arith::binary(op, width, nsw, a, b).ok()?;
        // The difference of two addresses, or what goes too far from one.
        if with_address && !self.is_address(bits) {
            return None;
        }
        Some(bits)
    }

    #[inline(always)]
    pub(super) fn mul_add(&mut self, &Three { dst, a, b, c }: &Three) -> Option<()> {
        let ((a, b), c) = (self.both(a, b)?, self.get(c)?);
        let product = self.result(BinaryOp::Mul, Width::W32, false, a, b)?;
        let sum = self.result(BinaryOp::Add, Width::W32, false, product, c)?;
        self.set(dst, sum);
        Some(())
    }

    #[inline(always)]
    pub(super) fn float(&mut self, op: FloatBinaryOp, two: &Two) -> Option<()> {
        let (a, b) = self.numbers(two.a, two.b)?;
        self.set(two.dst, float::binary(op, FloatTy::F64, a, b));
        Some(())
    }

    #[inline(always)]
    pub(super) fn float_product(
        &mut self,
        op: FloatBinaryOp,
        &Three { dst, a, b, c }: &Three,
        product_first: bool,
    ) -> Option<()> {
        let ((a, b), c) = (self.numbers(a, b)?, self.number(c)?);
        let product = float::binary(FloatBinaryOp::Mul, FloatTy::F64, a, b);
        if self.is_address(product) {
            return None;
        }
        let (a, b) = if product_first { (product, c) } else { (c, product) };
        self.set(dst, float::binary(op, FloatTy::F64, a, b));
        Some(())
    }

    #[inline(always)]
    pub(super) fn float_compared(
        &self,
        op: FloatCompareOp,
        ty: FloatTy,
        a: OperandIndex,
        b: OperandIndex,
    ) -> Option<bool> {
        let (a, b) = self.numbers(a, b)?;
        Some(float::compare(op, ty, a, b))
    }

    /// Is one of them null? With 32 bits, an object may be there.
    #[inline(always)]
    pub(super) fn is_null(&self, a: u64, b: u64) -> bool {
        (a == 0 || b == 0) && self.pointer_bytes == 8
    }

    #[inline(always)]
    pub(super) fn load<const N: usize>(&mut self, read: &FastLoad) -> Option<()> {
        let address = self.get(read.addr)?.wrapping_add(read.offset as u64) & self.address_mask;
        self.load_from::<N>(read.dst, address)
    }

    #[inline(always)]
    pub(super) fn store<const N: usize>(&mut self, write: &FastStore) -> Option<()> {
        let (address, value) = self.both(write.addr, write.value)?;
        let address = address.wrapping_add(write.offset as u64) & self.address_mask;
        self.store_to::<N>(address, value)
    }

    /// Where an element is. Only 64-bit programs have such addresses, so nothing is cut off.
    #[inline(always)]
    pub(super) fn element(
        &self,
        Scaling { unused, .. }: Scaling,
        element: &IndexedAccess,
    ) -> Option<u64> {
        let (base, index) = self.both(element.base, element.index)?;
        let index = ((index << unused) as i64 >> unused) as u64;
        let product = index.wrapping_mul(element.scale.into());
        let address = base.wrapping_add(product);
        let is_scaled_address = element.scale != 1 && self.is_address(index);
        let with_address = self.is_address(base) || self.is_address(product);
        if is_scaled_address || with_address && !self.is_address(address) {
            return None;
        }
        Some(address)
    }

    #[inline(always)]
    pub(super) fn load_element<const N: usize>(
        &mut self,
        scaling: Scaling,
        element: &IndexedAccess,
    ) -> Option<()> {
        let address = self.element(scaling, element)?;
        self.load_from::<N>(element.value, address.wrapping_add(element.offset as u64))
    }

    #[inline(always)]
    pub(super) fn store_element<const N: usize>(
        &mut self,
        scaling: Scaling,
        element: &IndexedAccess,
    ) -> Option<()> {
        let address = self.element(scaling, element)?;
        let value = self.get(element.value)?;
        self.store_to::<N>(address.wrapping_add(element.offset as u64), value)
    }

    #[inline(always)]
    pub(super) fn load_from<const N: usize>(
        &mut self,
        dst: OperandIndex,
        address: u64,
    ) -> Option<()> {
        if TRACED && (self.is_piece::<N>(address) || self.is_named(address)) {
            return None;
        }
        let bits = self.memory.read_plain::<N>(address).ok()?;
        self.set(dst, bits);
        Some(())
    }

    #[inline(always)]
    pub(super) fn store_to<const N: usize>(&mut self, address: u64, value: u64) -> Option<()> {
        if TRACED && (self.is_piece::<N>(address) || self.is_named(address)) {
            return None;
        }
        self.memory.write_plain::<N>(address, value).ok()
    }

    /// Does it matter by which name memory is accessed? What was written through a pointer is no answer for a global variable,
    /// until it is decided that they are the same.
    #[inline(always)]
    fn is_named(&self, address: u64) -> bool {
        address.wrapping_sub(self.named.0) < self.named.1
    }

    /// Are the bytes a part of a pointer, or perhaps of two?
    #[inline(always)]
    pub(super) fn is_piece<const N: usize>(&self, address: u64) -> bool {
        match (N as u64).cmp(&self.pointer_bytes) {
            Ordering::Less => self.memory.is_in_pointer(address),
            Ordering::Equal => address & (self.pointer_bytes - 1) != 0,
            Ordering::Greater => true,
        }
    }
}

/// A number beside an operation, as a register of that width would hold it.
#[inline(always)]
pub(super) fn widened(width: Width, imm: i32) -> u64 {
    width.truncate(i64::from(imm) as u64)
}
