//! Blocks and records of the bitstream container, over the bit cursor of `llvm-bitcode`.
//!
//! The container is read here, not by that crate's own block reader, because the latter trusts its
//! input: it recurses once per abbreviation and allocates what a length field says. Here every length is
//! at most what the remaining bits can hold, and a block is entered by the caller, so nothing recurses.
//! Knows nothing of what a block means.

use std::collections::HashMap;
use std::rc::Rc;

use llvm_bitcode::Cursor;
use llvm_bitcode::bitstream::{PayloadOperand, ScalarOperand};

use crate::decode::codes::block;
use crate::error::Error;

type Result<T> = std::result::Result<T, Error>;

const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREV_RECORD: u64 = 3;

const BLOCKINFO_SETBID: u32 = 1;

/// More operands than any writer gives an abbreviation. Bounds the work that one short record can ask for.
const MAX_ABBREVIATION_OPERANDS: u64 = 256;

/// The abbreviations that BLOCKINFO gave to each kind of block.
#[derive(Default)]
pub(super) struct BlockInfo {
    abbreviations: HashMap<u32, Vec<Rc<Abbreviation>>>,
}

struct Abbreviation {
    fields: Vec<ScalarOperand>,
    payload: Option<PayloadOperand>,
}

/// A block being read. It is at most as long as its header says.
pub(super) struct BitstreamBlock<'a> {
    pub(super) id: u32,
    width: u8,
    cursor: Cursor<'a>,
    abbreviations: Vec<Rc<Abbreviation>>,
}

/// What comes next in a block. A record's contents are in the [`Record`] given to [`BitstreamBlock::next`].
pub(super) enum Item<'a> {
    Block(BitstreamBlock<'a>),
    Record,
}

/// The current record; its space is reused for the next one.
#[derive(Default)]
pub(super) struct Record<'a> {
    pub(super) code: u32,
    pub(super) operands: Vec<u64>,
    pub(super) blob: &'a [u8],
}

impl<'a> BitstreamBlock<'a> {
    /// The top level of a stream, after its magic number.
    pub(super) fn top_level(bytes: &'a [u8]) -> BitstreamBlock<'a> {
        BitstreamBlock {
            id: u32::MAX,
            width: 2,
            cursor: Cursor::new(bytes),
            abbreviations: Vec::new(),
        }
    }

    /// The next block or record; `None` at the end of the block.
    pub(super) fn next(
        &mut self,
        info: &mut BlockInfo,
        record: &mut Record<'a>,
    ) -> Result<Option<Item<'a>>> {
        loop {
            if self.is_top_level() && self.only_padding_left() {
                return Ok(None);
            }
            match self.read(self.width)? {
                END_BLOCK if self.is_top_level() => {
                    return Err(self.malformed("END_BLOCK outside a block"));
                }
                END_BLOCK => return Ok(None),
                ENTER_SUBBLOCK => {
                    let inner = self.enter(info)?;
                    if inner.id != block::BLOCKINFO {
                        return Ok(Some(Item::Block(inner)));
                    }
                    info.read(inner)?;
                }
                DEFINE_ABBREV => {
                    let abbreviation = self.abbreviation()?;
                    self.abbreviations.push(Rc::new(abbreviation));
                }
                UNABBREV_RECORD => {
                    self.unabbreviated(record)?;
                    return Ok(Some(Item::Record));
                }
                id => {
                    self.abbreviated(id, record)?;
                    return Ok(Some(Item::Record));
                }
            }
        }
    }

    /// The next record, passing over nested blocks.
    pub(super) fn next_record(
        &mut self,
        info: &mut BlockInfo,
        record: &mut Record<'a>,
    ) -> Result<bool> {
        loop {
            match self.next(info, record)? {
                None => return Ok(false),
                Some(Item::Record) => return Ok(true),
                Some(Item::Block(_)) => {}
            }
        }
    }

    /// How many bits are left: no count in a record of this block can be larger.
    pub(super) fn bits_left(&self) -> u64 {
        self.cursor.unconsumed_bit_len() as u64
    }

    fn is_top_level(&self) -> bool {
        self.id == u32::MAX
    }

    /// Writers pad a file with zeros; fewer than 32 bits can't hold a block anyway.
    fn only_padding_left(&self) -> bool {
        let mut rest = self.cursor.clone();
        while rest.unconsumed_bit_len() >= 32 {
            if rest.read(32).is_ok_and(|word| word != 0) {
                return false;
            }
        }
        true
    }

    fn enter(&mut self, info: &BlockInfo) -> Result<BitstreamBlock<'a>> {
        let id = self.vbr(8)? as u32;
        let width = self.vbr(4)?;
        self.align()?;
        let words = self.read(32)? as usize;
        let bytes = self
            .cursor
            .read_bytes(words * 4)
            .map_err(|_| self.malformed(&format!("block {} is cut short", block::name(id))))?;
        if !(2..=32).contains(&width) {
            return Err(self.malformed("abbreviation width of a block"));
        }
        Ok(BitstreamBlock {
            id,
            width: width as u8,
            cursor: Cursor::new(bytes),
            abbreviations: info.abbreviations.get(&id).cloned().unwrap_or_default(),
        })
    }

    fn unabbreviated(&mut self, record: &mut Record<'a>) -> Result<()> {
        record.start(self.vbr(6)?);
        let count = self.length()?;
        for _ in 0..count {
            let operand = self.vbr(6)?;
            record.operands.push(operand);
        }
        Ok(())
    }

    fn abbreviated(&mut self, id: u64, record: &mut Record<'a>) -> Result<()> {
        let abbreviation = self
            .abbreviations
            .get((id - 4) as usize)
            .cloned()
            .ok_or_else(|| self.malformed(&format!("unknown abbreviation {id}")))?;
        let mut started = false;
        for &field in &abbreviation.fields {
            let operand = self.scalar(field)?;
            if started {
                record.operands.push(operand);
            } else {
                record.start(operand);
                started = true;
            }
        }
        if !started {
            return Err(self.malformed("abbreviation without a record code"));
        }
        match abbreviation.payload {
            Some(PayloadOperand::Array(element)) => self.array(element, record),
            Some(PayloadOperand::Blob) => self.blob(record),
            None => Ok(()),
        }
    }

    fn array(&mut self, element: ScalarOperand, record: &mut Record<'a>) -> Result<()> {
        let count = self.length()?;
        if count > 0 && matches!(element, ScalarOperand::Literal(_)) {
            return Err(self.malformed("array of literals"));
        }
        for _ in 0..count {
            let operand = self.scalar(element)?;
            record.operands.push(operand);
        }
        Ok(())
    }

    fn blob(&mut self, record: &mut Record<'a>) -> Result<()> {
        let length = self.length()? as usize;
        self.align()?;
        record.blob =
            self.cursor.read_bytes(length).map_err(|_| self.malformed("blob is cut short"))?;
        self.align()
    }

    fn scalar(&mut self, operand: ScalarOperand) -> Result<u64> {
        match operand {
            ScalarOperand::Literal(value) => Ok(value),
            ScalarOperand::Fixed(width) => self.read(width),
            ScalarOperand::Vbr(width) => self.vbr(width),
            ScalarOperand::Char6 => {
                const CHARACTERS: &[u8; 64] =
                    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
                let index = self.read(6)? as usize;
                Ok(u64::from(CHARACTERS[index]))
            }
        }
    }

    fn abbreviation(&mut self) -> Result<Abbreviation> {
        let count = self.vbr(5)?;
        if count > MAX_ABBREVIATION_OPERANDS {
            return Err(self.malformed("abbreviation with too many operands"));
        }
        let mut fields = Vec::new();
        let mut payload = None;
        let mut left = count;
        while left > 0 {
            left -= 1;
            match self.abbreviation_operand()? {
                Some(field) => fields.push(field),
                None => {
                    payload = Some(self.abbreviation_payload(left)?);
                    break;
                }
            }
        }
        Ok(Abbreviation { fields, payload })
    }

    /// A scalar operand, or `None` for an array or blob, whose encoding number is left to be read.
    fn abbreviation_operand(&mut self) -> Result<Option<ScalarOperand>> {
        const FIXED: u64 = 1;
        const VBR: u64 = 2;
        const CHAR6: u64 = 4;
        if self.read(1)? == 1 {
            return Ok(Some(ScalarOperand::Literal(self.vbr(8)?)));
        }
        let encoding = self.cursor.peek(3).map_err(|_| self.cut_short())?;
        if ![FIXED, VBR, CHAR6].contains(&encoding) {
            return Ok(None);
        }
        self.read(3)?;
        if encoding == CHAR6 {
            return Ok(Some(ScalarOperand::Char6));
        }
        match self.vbr(5)? {
            // A field of no bits is how some writers spell the literal zero.
            0 => Ok(Some(ScalarOperand::Literal(0))),
            width @ 1..=32 if encoding == VBR => Ok(Some(ScalarOperand::Vbr(width as u8))),
            width @ 1..=64 if encoding == FIXED => Ok(Some(ScalarOperand::Fixed(width as u8))),
            _ => Err(self.malformed("width in an abbreviation")),
        }
    }

    fn abbreviation_payload(&mut self, left: u64) -> Result<PayloadOperand> {
        const ARRAY: u64 = 3;
        const BLOB: u64 = 5;
        match (self.read(3)?, left) {
            (BLOB, 0) => Ok(PayloadOperand::Blob),
            (ARRAY, 1) => match self.abbreviation_operand()? {
                Some(element) => Ok(PayloadOperand::Array(element)),
                None => Err(self.malformed("array of arrays in an abbreviation")),
            },
            _ => Err(self.malformed("encoding in an abbreviation")),
        }
    }

    /// A number of operands, each at least one bit long.
    fn length(&mut self) -> Result<u64> {
        let length = self.vbr(6)?;
        if length > self.bits_left() {
            return Err(self.malformed("record is longer than its block"));
        }
        Ok(length)
    }

    fn read(&mut self, width: u8) -> Result<u64> {
        self.cursor.read(width).map_err(|_| self.cut_short())
    }

    /// The cursor's own `read_vbr` shifts out of range on malformed input.
    fn vbr(&mut self, width: u8) -> Result<u64> {
        let more = 1u64 << (width - 1);
        let mut value = 0;
        let mut shift = 0;
        loop {
            let chunk = self.read(width)?;
            if shift < 64 {
                value |= (chunk & (more - 1)) << shift;
            }
            if chunk & more == 0 {
                return Ok(value);
            }
            shift += u32::from(width) - 1;
            if shift > 64 + 32 || width == 1 {
                return Err(self.malformed("number of more than 64 bits"));
            }
        }
    }

    fn align(&mut self) -> Result<()> {
        self.cursor.align32().map_err(|_| self.cut_short())
    }

    fn cut_short(&self) -> Error {
        self.malformed("unexpected end")
    }

    fn malformed(&self, what: &str) -> Error {
        let error = Error::malformed(format!("malformed bitstream: {what}"));
        if self.is_top_level() {
            error
        } else {
            error.within(format!("block {}", block::name(self.id)))
        }
    }
}

impl BlockInfo {
    fn read(&mut self, mut block: BitstreamBlock<'_>) -> Result<()> {
        let mut current = None;
        let mut record = Record::default();
        loop {
            match block.read(block.width)? {
                END_BLOCK => return Ok(()),
                ENTER_SUBBLOCK => return Err(block.malformed("nested block")),
                DEFINE_ABBREV => {
                    let abbreviation = Rc::new(block.abbreviation()?);
                    let id =
                        current.ok_or_else(|| block.malformed("abbreviation without SETBID"))?;
                    self.abbreviations.entry(id).or_default().push(abbreviation);
                }
                UNABBREV_RECORD => {
                    block.unabbreviated(&mut record)?;
                    if record.code == BLOCKINFO_SETBID {
                        current = record.operands.first().map(|&id| id as u32);
                    }
                }
                _ => return Err(block.malformed("abbreviated record")),
            }
        }
    }
}

impl Record<'_> {
    fn start(&mut self, code: u64) {
        // No record code is larger; an unknown one stays unknown.
        self.code = u32::try_from(code).unwrap_or(u32::MAX);
        self.operands.clear();
        self.blob = &[];
    }

    /// The operands from `start` on as text.
    pub(super) fn text(&self, start: usize) -> String {
        let operands = self.operands.get(start..).unwrap_or_default();
        text(operands)
    }
}

/// Operands that are characters. LLVM's names are bytes without an encoding.
pub(super) fn text(operands: &[u64]) -> String {
    let bytes: Vec<u8> = operands.iter().map(|&c| c as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The lengths and characters of a METADATA_STRINGS blob.
pub(super) fn strings(count: u64, offset: u64, blob: &[u8]) -> Result<Vec<String>> {
    let cut_short = || Error::malformed("string table is cut short");
    let (lengths, mut characters) = usize::try_from(offset)
        .ok()
        .and_then(|offset| blob.split_at_checked(offset))
        .ok_or_else(cut_short)?;
    let mut lengths = BitstreamBlock::top_level(lengths);
    let mut strings = Vec::new();
    for _ in 0..count {
        let length = usize::try_from(lengths.vbr(6)?).map_err(|_| cut_short())?;
        let (string, rest) = characters.split_at_checked(length).ok_or_else(cut_short)?;
        strings.push(String::from_utf8_lossy(string).into_owned());
        characters = rest;
    }
    Ok(strings)
}
