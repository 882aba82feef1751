//! A page: bytes, and a tag beside each byte.

use smt::TermId;

use super::NotPlain;
use super::byte_shades::{ByteShade, ByteShades};

/// A page has `2^PAGE_BITS` bytes.
pub const PAGE_BITS: u32 = 10;
/// Bytes in a page.
pub const PAGE_SIZE: usize = 1 << PAGE_BITS;

/// What a byte of memory is. Bit 0: initialised data that may be read; bit 2: may be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Tag(u8);

/// Bytes with their tags.
#[derive(Clone, Debug)]
pub struct Page {
    bytes: [u8; PAGE_SIZE],
    tags: [Tag; PAGE_SIZE],
    /// What bytes tagged `SHADED` or `GIVEN` are. What it says of other bytes is left over.
    shades: ByteShades,
}

/// A byte with what is known about it beyond its bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Byte {
    /// The concrete value; undefined bits are zero.
    pub bits: u8,
    /// The bits that have no defined value.
    pub undef: u8,
    /// What it is in terms of the inputs, if it depends on them.
    pub term: Option<TermId>,
}

impl Byte {
    /// A byte that is nothing but its bits.
    pub fn plain(bits: u8) -> Byte {
        Byte { bits, undef: 0, term: None }
    }
}

impl Tag {
    /// No object is here.
    pub const NONE: Tag = Tag(0b0000_0000);
    /// Initialised data.
    pub const DATA: Tag = Tag(0b0000_0101);
    /// Initialised data that must not be written.
    pub const CONST: Tag = Tag(0b0000_0001);
    /// Part of an object, never written.
    pub const UNINIT: Tag = Tag(0b0000_0100);
    /// Part of an object, with some bits undefined or depending on the inputs.
    pub const SHADED: Tag = Tag(0b0000_1100);
    /// Part of an input, as it was given: nothing was written there. What it is, its shade says.
    pub const GIVEN: Tag = Tag(0b1000_1100);
    /// Part of a heap block that was freed.
    pub const FREED: Tag = Tag(0b0001_0000);
    /// Part of a local variable of a function that returned.
    pub const RETURNED: Tag = Tag(0b0010_0000);
    /// Part of a local variable whose scope is not entered, or left.
    pub const OUT_OF_SCOPE: Tag = Tag(0b0011_0000);
    /// Part of an input array, if that is so long: nothing on the path says yet.
    pub const PERHAPS_ELEMENT: Tag = Tag(0b0100_0000);
    /// Part of an input string, if that is so long: nothing on the path says yet.
    pub const PERHAPS_TEXT: Tag = Tag(0b0101_0000);

    /// Part of a heap block that an input was copied to, if that was so long: it can be written.
    pub const PERHAPS_COPIED: Tag = Tag(0b0111_0100);

    /// In a layer: whatever lies beneath.
    pub const BENEATH: Tag = Tag(0b0110_0000);

    const PLAIN: u8 = 0b001;
    const WRITABLE: u8 = 0b100;

    /// Initialised data?
    pub fn is_plain(self) -> bool {
        self.0 & Tag::PLAIN != 0
    }

    /// May it be written?
    pub fn is_writable(self) -> bool {
        self.0 & Tag::WRITABLE != 0
    }

    /// Part of a live object, of which it is known what there is to read?
    pub fn is_live(self) -> bool {
        self.0 & (Tag::PLAIN | Tag::WRITABLE) != 0 && self != Tag::PERHAPS_COPIED
    }
}

impl Page {
    /// A page of zeros with that tag everywhere.
    pub fn filled(tag: Tag) -> Page {
        Page { bytes: [0; PAGE_SIZE], tags: [tag; PAGE_SIZE], shades: ByteShades::default() }
    }

    #[inline(always)]
    pub(super) fn read_plain<const N: usize>(&self, offset: usize) -> Result<u64, NotPlain> {
        let (Some(tags), Some(bytes)) =
            (self.tags.get(offset..offset + N), self.bytes.get(offset..offset + N))
        else {
            return Err(NotPlain);
        };
        let plain = spread::<N>(Tag::PLAIN);
        if tag_word::<N>(tags) & plain != plain {
            return Err(NotPlain);
        }
        Ok(little_endian::<N>(bytes))
    }

    #[inline(always)]
    pub(super) fn write_plain<const N: usize>(
        &mut self,
        offset: usize,
        bits: u64,
    ) -> Result<(), NotPlain> {
        let (Some(tags), Some(bytes)) =
            (self.tags.get_mut(offset..offset + N), self.bytes.get_mut(offset..offset + N))
        else {
            return Err(NotPlain);
        };
        let writable = spread::<N>(Tag::WRITABLE);
        if tag_word::<N>(tags) & writable != writable {
            return Err(NotPlain);
        }
        tags.copy_from_slice(&[Tag::DATA; N]);
        bytes.copy_from_slice(&bits.to_le_bytes()[..N]);
        Ok(())
    }

    /// The tag of a byte.
    pub fn tag(&self, offset: usize) -> Tag {
        self.tags[offset]
    }

    /// A byte with what is known about it.
    pub fn byte(&self, offset: usize) -> Byte {
        let ByteShade { undef, term } = match self.tags[offset] {
            tag if tag.is_plain() => ByteShade::default(),
            Tag::SHADED | Tag::GIVEN => self.shades.get(offset),
            _ => ByteShade { undef: 0xff, term: None },
        };
        Byte { bits: self.bytes[offset] & !undef, undef, term }
    }

    pub(super) fn set_byte(&mut self, offset: usize, byte: Byte) {
        self.bytes[offset] = byte.bits;
        self.tags[offset] = match byte {
            Byte { undef: 0, term: None, .. } => Tag::DATA,
            Byte { undef: 0xff, term: None, .. } => Tag::UNINIT,
            Byte { undef, term, .. } => {
                self.shades.set(offset, ByteShade { undef, term });
                Tag::SHADED
            }
        };
    }

    /// Makes a byte of an input one that nothing was written to: also one that is the same whatever the inputs are, as the
    /// upper bytes of a pointer.
    pub(super) fn give(&mut self, offset: usize) {
        match self.tags[offset] {
            Tag::SHADED => self.tags[offset] = Tag::GIVEN,
            Tag::DATA => {
                self.shades.set(offset, ByteShade::default());
                self.tags[offset] = Tag::GIVEN;
            }
            _ => {}
        }
    }

    /// The bytes that depend on the inputs and aren't what `eval` says, with what that is.
    pub(super) fn changes(&self, eval: &mut impl FnMut(TermId) -> Option<u8>) -> Vec<(usize, u8)> {
        let is_shaded = |offset: usize| matches!(self.tags[offset], Tag::SHADED | Tag::GIVEN);
        let shaded = self.shades.terms().filter(|&(offset, _)| is_shaded(offset));
        let evaluated = shaded.filter_map(|(offset, term)| Some((offset, eval(term)?)));
        evaluated.filter(|&(offset, byte)| self.bytes[offset] != byte).collect()
    }

    /// Gives bytes other values, and leaves what else is known of them.
    pub(super) fn change(&mut self, changes: &[(usize, u8)]) {
        for &(offset, byte) in changes {
            self.bytes[offset] = byte;
        }
    }

    /// How many bytes of ours it takes, about.
    pub(super) fn bytes_of_ours(&self) -> usize {
        size_of::<Page>() + self.shades.bytes_of_ours()
    }

    /// Does any byte depend on the inputs?
    pub(super) fn is_symbolic(&self) -> bool {
        self.shades.terms().next().is_some()
    }

    /// The contents.
    pub fn bytes(&self) -> &[u8; PAGE_SIZE] {
        &self.bytes
    }

    /// The tags.
    pub fn tags(&self) -> &[Tag; PAGE_SIZE] {
        &self.tags
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8; PAGE_SIZE] {
        &mut self.bytes
    }

    pub(super) fn tags_mut(&mut self) -> &mut [Tag; PAGE_SIZE] {
        &mut self.tags
    }
}

/// The tags of `N` bytes as one number, so that one comparison covers them all.
#[inline(always)]
fn tag_word<const N: usize>(tags: &[Tag]) -> u64 {
    let mut word = [0; 8];
    for (byte, tag) in word[..N].iter_mut().zip(tags) {
        *byte = tag.0;
    }
    u64::from_le_bytes(word)
}

/// A byte, `N` times.
#[inline(always)]
fn spread<const N: usize>(byte: u8) -> u64 {
    (u64::MAX / 0xff * u64::from(byte)) >> (64 - 8 * N)
}

#[inline(always)]
fn little_endian<const N: usize>(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..N].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}
