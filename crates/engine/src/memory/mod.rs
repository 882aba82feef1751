//! Memory: objects at deterministic addresses, with bounds and lifetime known for every byte.
//!
//! The reserved range has four zones: code, globals, heap and stack. Each is a table of pages, shared
//! between forked states and copied when written. Every byte has a [`Tag`] beside it that says whether it
//! belongs to a live object, may be written and is initialised; one comparison of the tags of an access
//! covers bounds, lifetime and initialisation at once, so the object itself is looked for only when an
//! access is wrong (`crate::machine::fault`).
//!
//! May use: nothing.

mod byte_shades;
mod heap;
mod page;
mod red_zone;

pub use heap::{BlockState, FreeError, Heap, HeapBlock};
pub use page::{Byte, PAGE_BITS, PAGE_SIZE, Page, Tag};
pub(crate) use red_zone::{LARGEST_RED_ZONE, ObjectRow, red_zone};

use std::cell::Cell;
use std::iter;
use std::ops::Range;
use std::sync::LazyLock;

use ir::TargetMachine;
use smt::TermId;
use triomphe::Arc;

/// The memory of one state.
#[derive(Clone, Debug)]
pub struct Memory {
    layout: Layout,
    zones: [Zone; 4],
    /// The heap's blocks.
    pub heap: Heap,
    /// The caller's memory, if this is what one activation sees of it: a layer that has what the activation
    /// has read or written itself.
    beneath: Option<std::sync::Arc<Memory>>,
}

/// Where the zones are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The first address of the reserved range.
    pub base: u64,
    /// Each zone has `2^zone_bits` bytes.
    pub zone_bits: u32,
    /// 4 or 8.
    pub pointer_bytes: u32,
}

/// The first address of the reserved range, with 64 bits: a multiple of all zones together, so that the bits above an
/// address in its zone begin with the zone's number.
pub(crate) const LAYOUT_BASE_64: u64 = 0x2000_0000_0000;

/// The four parts of the reserved range, in address order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneKind {
    /// Functions and blocks: addresses without contents.
    Code,
    /// Global variables, program arguments.
    Globals,
    /// `malloc`.
    Heap,
    /// Locals.
    Stack,
}

/// A zone's pages, by their numbers: addresses without the bits inside a page. A missing page belongs to no object.
#[derive(Clone, Debug, Default)]
struct Zone {
    /// The number of the first page in the table: an activation's memory has its own part of the stack, which may be
    /// far from where the zone begins.
    first: usize,
    pages: Vec<Option<Arc<Page>>>,
}

impl Zone {
    #[inline(always)]
    fn get(&self, page: usize) -> Option<&Arc<Page>> {
        self.pages.get(page.wrapping_sub(self.first))?.as_ref()
    }

    #[inline(always)]
    fn get_mut(&mut self, page: usize) -> Option<&mut Arc<Page>> {
        self.pages.get_mut(page.wrapping_sub(self.first))?.as_mut()
    }

    /// The place of a page, made if it is missing.
    fn entry(&mut self, page: usize) -> &mut Option<Arc<Page>> {
        if self.pages.is_empty() {
            self.first = page;
        }
        if page < self.first {
            let missing = self.first - page;
            self.pages.splice(..0, iter::repeat_n(None, missing));
            self.first = page;
        }
        let index = page - self.first;
        if self.pages.len() <= index {
            self.pages.resize(index + 1, None);
        }
        &mut self.pages[index]
    }
}

/// An access that the fast path can't do: some byte is not plain data, or there is a page boundary.
#[derive(Clone, Copy, Debug)]
pub struct NotPlain;

impl Layout {
    /// The layout for a target.
    pub fn of(target: TargetMachine) -> Layout {
        match target.pointer_bits {
            32 => Layout { base: 0, zone_bits: 30, pointer_bytes: 4 },
            _ => Layout { base: LAYOUT_BASE_64, zone_bits: 32, pointer_bytes: 8 },
        }
    }

    /// The first address of a zone.
    pub fn start(self, zone: ZoneKind) -> u64 {
        self.base + ((zone as u64) << self.zone_bits)
    }

    /// The bits that an address has.
    pub fn address_mask(self) -> u64 {
        u64::MAX >> (64 - 8 * self.pointer_bytes)
    }

    /// How many bytes a zone has.
    pub fn zone_size(self) -> u64 {
        1 << self.zone_bits
    }

    /// The zone an address is in.
    pub fn zone(self, address: u64) -> Option<ZoneKind> {
        match address.wrapping_sub(self.base) >> self.zone_bits {
            0 => Some(ZoneKind::Code),
            1 => Some(ZoneKind::Globals),
            2 => Some(ZoneKind::Heap),
            3 => Some(ZoneKind::Stack),
            _ => None,
        }
    }

    /// Is a number so large that it is an address rather than anything else? With 32 bits, any number may be both.
    pub fn is_likely_address(self, number: u64) -> bool {
        self.pointer_bytes == 8 && self.zone(number).is_some()
    }

    /// The range of numbers that may be addresses. With 32 bits, small ones are hardly those of functions.
    pub fn addresses(self) -> Range<u64> {
        let first = if self.pointer_bytes == 8 { ZoneKind::Code } else { ZoneKind::Globals };
        self.start(first)..self.start(ZoneKind::Stack) + self.zone_size()
    }
}

impl Memory {
    /// Memory without any object.
    pub fn new(target: TargetMachine) -> Memory {
        let layout = Layout::of(target);
        Memory {
            layout,
            zones: Default::default(),
            heap: Heap::new(layout.start(ZoneKind::Heap), layout.zone_size()),
            beneath: None,
        }
    }

    /// A layer over another memory, in which nothing has been touched yet.
    pub(crate) fn layer(beneath: std::sync::Arc<Memory>) -> Memory {
        Memory {
            layout: beneath.layout,
            zones: Default::default(),
            heap: beneath.heap.clone(),
            beneath: Some(beneath),
        }
    }

    /// The pages of it that a range has a part of, with nothing beneath.
    pub(crate) fn part(&self, range: &Range<u64>) -> Memory {
        let heap = self.layout.start(ZoneKind::Heap);
        let mut part = Memory {
            layout: self.layout,
            zones: Default::default(),
            heap: match range.contains(&heap) {
                true => self.heap.clone(),
                false => Heap::new(heap, self.layout.zone_size()),
            },
            beneath: None,
        };
        let pages = range.start & !(PAGE_SIZE as u64 - 1)..range.end;
        for (start, page) in self.pages().filter(|(start, _)| pages.contains(start)) {
            *part.entry(start) = Some(page.clone());
        }
        part
    }

    /// What this is a layer over.
    pub(crate) fn beneath(&self) -> Option<&std::sync::Arc<Memory>> {
        self.beneath.as_ref()
    }

    /// Has this layer the byte itself?
    pub(crate) fn is_own(&self, address: u64) -> bool {
        self.beneath.is_none() || self.own_tag(address) != Tag::BENEATH
    }

    /// Every byte that this layer has itself outside of a range of whole pages, with its address.
    pub(crate) fn own_bytes_outside(
        &self,
        range: &Range<u64>,
    ) -> impl Iterator<Item = (u64, Byte)> + '_ {
        let range = range.clone();
        self.pages().filter(move |(start, _)| !range.contains(start)).flat_map(|(start, page)| {
            let own = |&offset: &usize| page.tag(offset) != Tag::BENEATH;
            (0..PAGE_SIZE).filter(own).map(move |offset| (start + offset as u64, page.byte(offset)))
        })
    }

    /// Every byte of a range that is another one than in the memory that this one began as, with its address.
    pub(crate) fn bytes_unlike<'m>(
        &'m self,
        start: &'m Memory,
        range: &'m Range<u64>,
    ) -> impl Iterator<Item = (u64, Byte)> + 'm {
        let is_shared = |at: u64, page: &Arc<Page>| {
            start.page(at).is_some_and(|before| Arc::ptr_eq(before, page))
        };
        let pages = self.pages().filter(move |&(at, page)| {
            at < range.end && at + PAGE_SIZE as u64 > range.start && !is_shared(at, page)
        });
        pages.flat_map(move |(at, page)| {
            let bytes = (at..).zip((0..PAGE_SIZE).map(|offset| page.byte(offset)));
            bytes.filter(|&(at, byte)| range.contains(&at) && byte != start.byte(at))
        })
    }

    fn own_tag(&self, address: u64) -> Tag {
        let unused = if self.beneath.is_some() { Tag::BENEATH } else { Tag::NONE };
        self.page(address).map_or(unused, |page| page.tag(offset_in_page(address)))
    }

    /// Where the zones are.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Reads `N` bytes of initialised data inside one page.
    #[inline(always)]
    pub fn read_plain<const N: usize>(&self, address: u64) -> Result<u64, NotPlain> {
        match self.zone(address).get(page_number(address)) {
            Some(page) => page.read_plain::<N>(offset_in_page(address)),
            None => Err(NotPlain),
        }
    }

    /// Writes `N` bytes of plain data inside one page.
    #[inline(always)]
    pub fn write_plain<const N: usize>(&mut self, address: u64, bits: u64) -> Result<(), NotPlain> {
        let offset = offset_in_page(address);
        let Some(page) = self.zone_mut(address).get_mut(page_number(address)) else {
            return Err(NotPlain);
        };
        match Arc::get_mut(page) {
            Some(page) => page.write_plain::<N>(offset, bits),
            None => own(page).write_plain::<N>(offset, bits),
        }
    }

    /// The tag of one byte.
    pub fn tag(&self, address: u64) -> Tag {
        match (self.own_tag(address), &self.beneath) {
            (Tag::BENEATH, Some(beneath)) => beneath.tag(address),
            (Tag::BENEATH, None) => Tag::NONE,
            (tag, _) => tag,
        }
    }

    /// One byte with what is known about it, whatever its tag.
    pub fn byte(&self, address: u64) -> Byte {
        if let Some(beneath) = self.beneath.as_ref().filter(|_| !self.is_own(address)) {
            // What it depends on is the caller's affair.
            return Byte { term: None, ..beneath.byte(address) };
        }
        let nothing = Byte { bits: 0, undef: 0xff, term: None };
        self.page(address).map_or(nothing, |page| page.byte(offset_in_page(address)))
    }

    /// Writes one byte. It must be writable.
    pub fn set_byte(&mut self, address: u64, byte: Byte) {
        self.page_mut(address).set_byte(offset_in_page(address), byte);
    }

    /// Notes that these bytes are inputs: until something is written there, their tags say so.
    pub(crate) fn give(&mut self, address: u64, len: u64) {
        for at in address..address + len {
            self.page_mut(at).give(offset_in_page(at));
        }
    }

    /// Does any byte of the range depend on the inputs?
    pub fn is_symbolic(&self, address: u64, len: u64) -> bool {
        let end = address.saturating_add(len);
        let mut at = address;
        while let Some(odd) = self.first_not(at, end - at, Tag::is_plain) {
            if self.byte(odd).term.is_some() {
                return true;
            }
            at = odd + 1;
        }
        false
    }

    /// Does any byte depend on the inputs?
    pub fn has_inputs(&self) -> bool {
        self.pages().any(|(_, page)| page.is_symbolic())
    }

    /// Gives bytes that depend on the inputs the value that `eval` says, if it says any.
    pub fn reevaluate(&mut self, mut eval: impl FnMut(TermId) -> Option<u8>) {
        let pages = self.zones.iter_mut().flat_map(|zone| zone.pages.iter_mut().flatten());
        for page in pages.filter(|page| page.is_symbolic()) {
            let changes = page.changes(&mut eval);
            if !changes.is_empty() {
                own(page).change(&changes);
            }
        }
    }

    /// How many bytes of ours the pages take: one that is shared counts in part with each who has it.
    pub fn bytes_of_share(&self) -> usize {
        let tables = self.zones.iter().map(|zone| zone.pages.len() * size_of::<usize>());
        let pages = self.zones.iter().flat_map(|zone| zone.pages.iter().flatten());
        let share = |page: &Arc<Page>| page.bytes_of_ours() / Arc::strong_count(page);
        tables.sum::<usize>() + pages.map(share).sum::<usize>()
    }

    /// How many bytes of ours a copy takes that was just made: the tables, and the pages that no copy before has.
    pub(crate) fn bytes_of_news(&self) -> usize {
        let tables = self.zones.iter().map(|zone| zone.pages.len() * size_of::<usize>());
        let pages = self.zones.iter().flat_map(|zone| zone.pages.iter().flatten());
        let new = pages.filter(|page| Arc::strong_count(page) <= 2);
        tables.sum::<usize>() + new.map(|page| page.bytes_of_ours()).sum::<usize>()
    }

    /// The first byte in the range whose tag isn't accepted.
    pub fn first_not(&self, address: u64, len: u64, accept: impl Fn(Tag) -> bool) -> Option<u64> {
        let mut at = address;
        let end = address.saturating_add(len);
        while at < end {
            let (start, stop) = page_span(at, end);
            match self.page(at) {
                _ if self.beneath.is_some() => {
                    let bad = (at..at + (stop - start) as u64).find(|&at| !accept(self.tag(at)));
                    if bad.is_some() {
                        return bad;
                    }
                }
                None => return Some(at),
                Some(page) => {
                    let bad = page.tags()[start..stop].iter().position(|&tag| !accept(tag));
                    if let Some(bad) = bad {
                        return Some(at + bad as u64);
                    }
                }
            }
            at += (stop - start) as u64;
        }
        // A range that goes beyond the last address of all ends there, and that one belongs to no object.
        (end - address < len).then_some(end)
    }

    /// Gives every byte of the range that tag; the contents stay, unless it is a whole page.
    pub fn set_tags(&mut self, address: u64, len: u64, tag: Tag) {
        let end = address + len;
        let mut at = address;
        while at < end {
            let (start, stop) = page_span(at, end);
            if stop - start == PAGE_SIZE {
                *self.entry(at) = tag.whole_page();
            } else {
                self.page_mut(at).tags_mut()[start..stop].fill(tag);
            }
            at += (stop - start) as u64;
        }
    }

    /// Like [`Memory::set_tags`], but whole pages keep their contents too.
    pub fn set_tags_keeping_contents(&mut self, address: u64, len: u64, tag: Tag) {
        let end = address + len;
        let mut at = address;
        while at < end {
            let (start, stop) = page_span(at, end);
            self.page_mut(at).tags_mut()[start..stop].fill(tag);
            at += (stop - start) as u64;
        }
    }

    /// Writes initialised bytes, whatever the tags say, and tags them.
    pub fn initialise(&mut self, address: u64, bytes: &[u8], tag: Tag) {
        let mut rest = bytes;
        let mut at = address;
        while !rest.is_empty() {
            let (start, stop) = page_span(at, at + rest.len() as u64);
            let (now, later) = rest.split_at(stop - start);
            let page = self.page_mut(at);
            page.bytes_mut()[start..stop].copy_from_slice(now);
            page.tags_mut()[start..stop].fill(tag);
            at += now.len() as u64;
            rest = later;
        }
    }

    /// Sets bytes of checked, writable memory.
    pub fn fill(&mut self, address: u64, byte: u8, len: u64) {
        let end = address + len;
        let mut at = address;
        while at < end {
            let (start, stop) = page_span(at, end);
            let page = self.page_mut(at);
            page.bytes_mut()[start..stop].fill(byte);
            page.tags_mut()[start..stop].fill(Tag::DATA);
            at += (stop - start) as u64;
        }
    }

    /// Takes over what native code left at an address; the first byte that it must not have changed
    /// is an error.
    pub fn take_over(&mut self, address: u64, bytes: &[u8]) -> Result<(), u64> {
        for (at, &byte) in (address..).zip(bytes) {
            if self.raw_byte(at) != byte {
                if !self.tag(at).is_writable() {
                    return Err(at);
                }
                self.set_byte(at, Byte::plain(byte));
            }
        }
        Ok(())
    }

    /// Counts the whole object at an address as initialised: its uninitialised neighbours too.
    pub fn initialise_around(&mut self, address: u64) {
        let live = |memory: &Memory, at: u64| memory.tag(at).is_live();
        let mut at = address;
        while live(self, at) {
            if self.byte(at).undef != 0 {
                let bits = self.raw_byte(at);
                self.set_byte(at, Byte::plain(bits));
            }
            at += 1;
        }
        let mut at = address;
        while at > 0 && live(self, at - 1) && self.byte(at - 1).undef != 0 {
            at -= 1;
            let bits = self.raw_byte(at);
            self.set_byte(at, Byte::plain(bits));
        }
    }

    fn raw_byte(&self, address: u64) -> u8 {
        self.page(address).map_or(0, |page| page.bytes()[offset_in_page(address)])
    }

    /// Copies bytes with their tags and undefined bits. Both ranges were checked.
    pub fn copy(&mut self, to: u64, from: u64, len: u64) {
        if to.wrapping_sub(from) < len {
            for i in (0..len).rev() {
                self.copy_byte(to + i, from + i);
            }
            return;
        }
        let mut done = 0;
        while done < len {
            let (start, stop) = page_span(from + done, from + len);
            let (to_start, to_stop) = page_span(to + done, to + len);
            let run = (stop - start).min(to_stop - to_start);
            self.copy_run(to + done, from + done, run);
            done += run as u64;
        }
    }

    fn copy_run(&mut self, to: u64, from: u64, run: usize) {
        let at = offset_in_page(from);
        let plain = |page: &&Arc<Page>| page.tags()[at..at + run].iter().all(|tag| tag.is_plain());
        // A layer has no page for what is all beneath it.
        if let Some(source) = self.page(from).filter(plain) {
            // Borrowing both pages at once would need the source cloned; a copy on the stack is cheaper.
            let mut buffer = [0; PAGE_SIZE];
            buffer[..run].copy_from_slice(&source.bytes()[at..at + run]);
            self.initialise(to, &buffer[..run], Tag::DATA);
        } else {
            for i in 0..run as u64 {
                self.copy_byte(to + i, from + i);
            }
        }
    }

    fn copy_byte(&mut self, to: u64, from: u64) {
        let byte = self.byte(from);
        self.set_byte(to, byte);
    }

    /// Every page that exists, with its address.
    pub fn pages(&self) -> impl Iterator<Item = (u64, &Arc<Page>)> {
        self.zones.iter().flat_map(|zone| {
            zone.pages.iter().enumerate().filter_map(|(index, page)| {
                let number = (zone.first + index) as u64;
                Some((number << PAGE_BITS, page.as_ref()?))
            })
        })
    }

    /// The zone that an address would be in. One outside of the reserved range is in none of its pages.
    #[inline(always)]
    fn zone(&self, address: u64) -> &Zone {
        &self.zones[(address >> self.layout.zone_bits) as usize % 4]
    }

    #[inline(always)]
    fn zone_mut(&mut self, address: u64) -> &mut Zone {
        &mut self.zones[(address >> self.layout.zone_bits) as usize % 4]
    }

    fn page(&self, address: u64) -> Option<&Arc<Page>> {
        self.zone(address).get(page_number(address))
    }

    /// The page of an address in the reserved range, made if it is missing, unshared.
    fn page_mut(&mut self, address: u64) -> &mut Page {
        let fresh = if self.beneath.is_some() { &BENEATH } else { &UNUSED };
        own(self.entry(address).get_or_insert_with(|| Arc::clone(fresh)))
    }

    fn entry(&mut self, address: u64) -> &mut Option<Arc<Page>> {
        assert!(self.layout.zone(address).is_some(), "{address:#x} is not in the reserved range");
        self.zone_mut(address).entry(page_number(address))
    }
}

static UNUSED: LazyLock<Arc<Page>> = LazyLock::new(|| Arc::new(Page::filled(Tag::NONE)));
static BENEATH: LazyLock<Arc<Page>> = LazyLock::new(|| Arc::new(Page::filled(Tag::BENEATH)));
static UNINITIALISED: LazyLock<Arc<Page>> = LazyLock::new(|| Arc::new(Page::filled(Tag::UNINIT)));
static ZEROS: LazyLock<Arc<Page>> = LazyLock::new(|| Arc::new(Page::filled(Tag::DATA)));

impl Tag {
    /// A page of nothing but this tag, shared where large objects make many of them.
    fn whole_page(self) -> Option<Arc<Page>> {
        match self {
            Tag::NONE => None,
            Tag::UNINIT => Some(UNINITIALISED.clone()),
            Tag::DATA => Some(ZEROS.clone()),
            other => Some(Arc::new(Page::filled(other))),
        }
    }
}

/// A page of our own to write to: a shared one is copied.
#[inline(always)]
fn own(page: &mut Arc<Page>) -> &mut Page {
    if !page.is_unique() {
        copy_page(page);
    }
    Arc::get_mut(page).expect("the page is not shared any more")
}

#[cold]
#[inline(never)]
fn copy_page(page: &mut Arc<Page>) {
    COPIED.set(COPIED.get() + 1);
    *page = Arc::new(Page::clone(page));
}

thread_local! {
    static COPIED: Cell<u64> = const { Cell::new(0) };
}

/// How many pages this thread has copied: what its memories have grown by, at most.
pub(crate) fn pages_copied() -> u64 {
    COPIED.get()
}

#[inline(always)]
fn page_number(address: u64) -> usize {
    (address >> PAGE_BITS) as usize
}

#[inline(always)]
fn offset_in_page(address: u64) -> usize {
    address as usize & (PAGE_SIZE - 1)
}

/// The part of `at..end` that lies in the page of `at`, as offsets in that page.
fn page_span(at: u64, end: u64) -> (usize, usize) {
    let start = offset_in_page(at);
    let len = (end - at).min((PAGE_SIZE - start) as u64);
    (start, start + len as usize)
}
