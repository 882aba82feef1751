//! Pieces of pointers: bytes of an address that memory has apart from the others.
//!
//! Where objects are differs from one process to the next (`crate::pointer::address`), and so do the bytes of a pointer. They may
//! be copied one by one, even to another place, and put together again; but who looks at some of them looks at the layout.
//! So a byte that is read, copied or left over from a pointer becomes a term over a symbol that stands for the whole
//! address. Such terms are in memory, and in registers whose values only go there: a load that brings all bytes of an
//! address together has a plain pointer again, any other is noticed.

use std::sync::Arc;

use ir::{Reg, Ty};
use smt::{Bits, Op, TermId, Value as TermValue};

use crate::machine::access;
use crate::machine::context::Context;
use crate::memory::{Byte, LAYOUT_BASE_64, Memory};
use crate::pointer::cell;
use crate::pointer::offset::SymbolicOffset;
use crate::summary::origin::Origin;
use crate::value::Value;

impl Context<'_, '_> {
    /// What a load has read at an address, as far as it is made of pieces.
    pub(crate) fn put_together(&mut self, ty: Ty, dst: Reg, address: u64, read: Value) -> Value {
        if !self.run.traced {
            return read;
        }
        let term = match self.is_cut(address, ty.bytes().into()) {
            true => self.in_pieces(ty, address).or_else(|| self.shades.term(read)),
            false => self.shades.term(read),
        };
        let Some(term) = term else { return read };
        let (undef, cause) = (self.shades.undef(read), self.shades.cause(read));
        if self.as_address(term) == Some(read.bits) {
            Value::plain(read.bits)
        } else if !self.has_pieces(term) {
            read
        } else if self.frame.code.operations.moved_only[dst.index()] {
            self.shades.shaded(read.bits, Some(term), undef, cause)
        } else {
            self.note_layout(true);
            self.shades.shaded(read.bits, None, undef, cause)
        }
    }

    /// What is left of pointers that a write to this range will hit in part becomes pieces.
    pub(crate) fn cut(&mut self, address: u64, bytes: u64) {
        if !self.run.traced {
            return;
        }
        let end = address.saturating_add(bytes);
        let size = self.pointer_size();
        let (first, last) = (address & !(size - 1), end.saturating_sub(1) & !(size - 1));
        let is_hit = |at: &u64| (address..end).contains(at);
        for word in [first, last] {
            let rest: Vec<u64> = (word..word + size).filter(|at| !is_hit(at)).collect();
            for (at, term) in self.pieces_of_words(&rest) {
                let bits = self.memory.byte(at).bits;
                self.memory.set_byte(at, Byte { bits, undef: 0, term: Some(term) });
            }
        }
    }

    /// The bytes of a range that are pieces of pointers where it is copied: not those of whole pointers that stay whole.
    pub(crate) fn pieces(&mut self, to: u64, from: u64, bytes: u64) -> Vec<(u64, TermId)> {
        if !self.run.traced {
            return Vec::new();
        }
        let size = self.pointer_size();
        let stays = (to ^ from) & (size - 1) == 0 && !self.image.has_packed();
        let end = from + bytes;
        let (head, tail) = (from.next_multiple_of(size).min(end), (end & !(size - 1)).max(from));
        let cut: Vec<u64> = match stays {
            true => (from..head).chain(tail.max(head)..end).collect(),
            false => (from..end).collect(),
        };
        self.pieces_at(cut).into_iter().map(|(at, term)| (at - from, term)).collect()
    }

    /// Makes bytes that were copied pieces.
    pub(crate) fn set_pieces(&mut self, to: u64, pieces: Vec<(u64, TermId)>) {
        for (offset, term) in pieces {
            let bits = self.memory.byte(to + offset).bits;
            self.memory.set_byte(to + offset, Byte { bits, undef: 0, term: Some(term) });
        }
    }

    /// An address that is stored where no word begins is in pieces there.
    pub(crate) fn stored(&mut self, ty: Ty, address: u64, value: Value) -> Value {
        let is_cut = self.run.traced && self.is_cut(address, ty.bytes().into());
        let is_pointer = is_cut
            && u64::from(ty.bytes()) == self.pointer_size()
            && self.memory.layout().addresses().contains(&value.bits)
            && self.objects().at(value.bits).is_some();
        if !is_pointer {
            return value;
        }
        if !value.is_plain() {
            self.give_up();
            return value;
        }
        let term = self.address_symbol(value.bits);
        self.shades.symbolic(value.bits, term)
    }

    /// An access that may be at any of several places must not meet parts of pointers at any.
    pub(crate) fn watch_all(&mut self, inside: &SymbolicOffset, bytes: u64) {
        if !self.run.traced {
            return;
        }
        let size = self.pointer_size();
        let cut = inside.addresses().filter(|&at| self.is_cut(at, bytes));
        let mut words: Vec<u64> = cut.map(|at| at & !(size - 1)).collect();
        words.dedup();
        let objects = self.objects();
        let is_pointer = |word: &u64| {
            self.memory.pointer_in(*word).is_some_and(|address| objects.at(address).is_some())
        };
        if words.iter().any(is_pointer) {
            self.give_up();
        }
    }

    fn pointer_size(&self) -> u64 {
        self.memory.layout().pointer_bytes.into()
    }

    /// Are these bytes anything but one word?
    fn is_cut(&self, address: u64, bytes: u64) -> bool {
        address & (self.pointer_size() - 1) != 0 || bytes != self.pointer_size()
    }

    /// The bytes as one term, if some are pieces of pointers.
    fn in_pieces(&mut self, ty: Ty, address: u64) -> Option<TermId> {
        let all: Vec<u64> = (address..address + u64::from(ty.bytes())).collect();
        let pieces = self.pieces_at(all.clone());
        if pieces.is_empty() {
            return None;
        }
        let mut terms = Vec::new();
        for at in all {
            let piece = pieces.iter().find(|piece| piece.0 == at);
            let byte = self.memory.byte(at);
            terms.push(piece.map_or_else(|| access::byte_term(self.pool, &byte), |piece| piece.1));
        }
        let joined = self.pool.join(&terms);
        Some(self.pool.truncate(ty.bits(), joined))
    }

    /// Those of some bytes that belong to a pointer, which the word around them holds, and aren't pieces yet: what they are
    /// as pieces. The bytes come in order.
    fn pieces_at(&mut self, bytes: Vec<u64>) -> Vec<(u64, TermId)> {
        let mut found = Vec::new();
        for &at in bytes.iter().filter(|_| self.image.has_packed()) {
            if let Some(start) = self.image.packed_at(at)
                && let Some(pieces) = self.word_in_pieces(start)
            {
                found.push((at, pieces[(at - start) as usize]));
            }
        }
        found.extend(self.pieces_of_words(&bytes));
        found
    }

    fn pieces_of_words(&mut self, bytes: &[u64]) -> Vec<(u64, TermId)> {
        let size = self.pointer_size();
        let mut found = Vec::new();
        for of_word in bytes.chunk_by(|a, b| a / size == b / size) {
            let word = of_word[0] & !(size - 1);
            if let Some(pieces) = self.word_in_pieces(word) {
                found.extend(of_word.iter().map(|&at| (at, pieces[(at - word) as usize])));
            }
        }
        found
    }

    /// The pieces of the pointer that a word holds, unless it is in pieces.
    fn word_in_pieces(&mut self, word: u64) -> Option<Vec<TermId>> {
        let address = self.memory.pointer_in(word)?;
        self.objects().at(address)?;
        let all = word..word + self.pointer_size();
        let terms: Vec<TermId> = all.filter_map(|at| self.memory.byte(at).term).collect();
        if terms.is_empty() {
            let whole = self.address_symbol(address);
            return Some(self.pool.split(whole));
        }
        if !terms.into_iter().any(|term| self.has_pieces(term)) {
            self.give_up();
        }
        None
    }

    /// A pointer that depends on the inputs has no symbol of its own. In its caller, it may be a plain one.
    fn give_up(&mut self) {
        let is_refused = self.refuse("it takes pointers apart");
        self.note_layout(!is_refused);
    }

    /// The symbol that stands for an address.
    fn address_symbol(&mut self, address: u64) -> TermId {
        let width = self.image.program.target.pointer_bits;
        let symbol = self.origins.symbol(self.pool, Origin::Address(address, width));
        self.pool.set_default(symbol, TermValue::Bits(Bits::new(width, address)));
        let term = self.pool.variable(symbol);
        cell::set(self.pool, Arc::make_mut(self.run.model), term, width, address);
        // A summary has no names for them.
        self.refuse("it takes pointers apart");
        term
    }

    fn as_address(&self, term: TermId) -> Option<u64> {
        let Op::Symbol(symbol) = self.pool.op(term) else { return None };
        match self.origins.of(symbol)? {
            Origin::Address(address, _) => Some(address),
            _ => None,
        }
    }

    fn has_pieces(&mut self, term: TermId) -> bool {
        if !self.origins.has_addresses() {
            return false;
        }
        let symbols = self.pool.free_symbols(term);
        symbols.iter().any(|&it| matches!(self.origins.of(it), Some(Origin::Address(..))))
    }
}

impl Memory {
    /// Is a word around these bytes a pointer, as far as can be told at once? Only bytes that are plain are asked about.
    #[inline(always)]
    pub(crate) fn is_in_pointer(&self, address: u64) -> bool {
        let layout = self.layout();
        let word = match layout.pointer_bytes {
            8 => self.read_plain::<8>(address & !7),
            _ => self.read_plain::<4>(address & !3),
        };
        word.is_ok_and(|word| layout.addresses().contains(&word))
    }

    /// The number that a word holds, whatever is known about its bytes, if it may be an address.
    fn pointer_in(&self, word: u64) -> Option<u64> {
        let layout = self.layout();
        // One byte says no in most cases.
        if layout.pointer_bytes == 8 && self.byte(word.wrapping_add(5)).bits != SIXTH_BYTE {
            return None;
        }
        let bytes = (0..layout.pointer_bytes).rev().map(|i| self.byte(word.wrapping_add(i.into())));
        let number = bytes.fold(0, |number, byte| number << 8 | u64::from(byte.bits));
        layout.addresses().contains(&number).then_some(number)
    }
}

/// What 64-bit addresses have in common.
const SIXTH_BYTE: u8 = (LAYOUT_BASE_64 >> 40) as u8;
