//! Bitcode taken apart into records, so that one can be changed without the rest losing its meaning, and
//! put together again. Written without abbreviations, which the decoder has to read all the same.

use llvm_bitcode::Bitcode;
use llvm_bitcode::bitcode::{BitcodeElement, Payload};

use crate::Random;

/// A block's contents, in order.
#[derive(Clone)]
pub(crate) enum Element {
    Block { id: u64, elements: Vec<Element> },
    Record { code: u64, operands: Vec<u64>, blob: Option<Vec<u8>> },
}

/// The blocks of a file.
pub(crate) fn take_apart(bytes: &[u8]) -> Vec<Element> {
    let file = Bitcode::new(bytes).unwrap();
    file.elements.into_iter().map(element).collect()
}

fn element(element: BitcodeElement) -> Element {
    match element {
        BitcodeElement::Block(block) => Element::Block {
            id: u64::from(block.id),
            elements: block.elements.into_iter().map(self::element).collect(),
        },
        BitcodeElement::Record(mut record) => {
            let mut operands = record.fields().to_vec();
            let mut blob = None;
            match record.take_payload() {
                Some(Payload::Array(array)) => operands.extend(array),
                Some(Payload::Char6String(text)) => operands.extend(text.bytes().map(u64::from)),
                Some(Payload::Blob(bytes)) => blob = Some(bytes),
                None => {}
            }
            Element::Record { code: record.id, operands, blob }
        }
    }
}

/// Changes one thing somewhere.
pub(crate) fn mutate(elements: &mut Vec<Element>, random: &mut Random) {
    if elements.is_empty() {
        return;
    }
    let at = random.below(elements.len());
    match &mut elements[at] {
        // Mostly go in, to where there is more to change.
        Element::Block { elements: inner, .. } if random.below(32) > 0 => {
            return mutate(inner, random);
        }
        Element::Record { operands, code, .. } if random.below(8) > 0 => {
            return mutate_record(code, operands, random);
        }
        _ => {}
    }
    let other = random.below(elements.len());
    match random.below(3) {
        0 => drop(elements.remove(at)),
        1 => elements.insert(other, elements[at].clone()),
        _ => elements.swap(at, other),
    }
}

fn mutate_record(code: &mut u64, operands: &mut Vec<u64>, random: &mut Random) {
    if operands.is_empty() || random.below(16) == 0 {
        *code = random.below(70) as u64;
        return;
    }
    let at = random.below(operands.len());
    match random.below(8) {
        0 => drop(operands.remove(at)),
        1 => operands.insert(at, random.below(64) as u64),
        2 => operands[at] = operands[random.below(operands.len())],
        3 => operands[at] = u64::MAX >> random.below(64),
        4 => operands[at] ^= 1 << random.below(64),
        5 => operands[at] = operands[at].wrapping_add(1),
        6 => operands[at] = operands[at].wrapping_sub(1),
        _ => operands[at] = random.below(256) as u64,
    }
}

/// The file again.
pub(crate) fn put_together(elements: &[Element]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.bits(0xdec0_4342, 32);
    for element in elements {
        if let Element::Block { id, elements } = element {
            writer.block(*id, elements, 2);
        }
    }
    writer.bytes
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// How many bits of the last byte are used; 0 if it is full.
    used: u32,
}

/// Room for as many abbreviations as there are blobs in a block.
const ABBREVIATION_WIDTH: u32 = 8;

impl Writer {
    fn block(&mut self, id: u64, elements: &[Element], outer_width: u32) {
        self.bits(1, outer_width);
        self.vbr(id, 8);
        self.vbr(u64::from(ABBREVIATION_WIDTH), 4);
        self.align();
        let start = self.bytes.len();
        self.bits(0, 32);
        let mut abbreviations = 4;
        for element in elements {
            match element {
                Element::Block { id, elements } => self.block(*id, elements, ABBREVIATION_WIDTH),
                Element::Record { code, operands, blob: Some(blob) } if abbreviations < 256 => {
                    self.record_with_blob(*code, operands, blob, abbreviations);
                    abbreviations += 1;
                }
                Element::Record { code, operands, .. } => self.record(*code, operands),
            }
        }
        self.bits(0, ABBREVIATION_WIDTH);
        self.align();
        let words = (self.bytes.len() - start) / 4 - 1;
        self.bytes[start..start + 4].copy_from_slice(&(words as u32).to_le_bytes());
    }

    fn record(&mut self, code: u64, operands: &[u64]) {
        self.bits(3, ABBREVIATION_WIDTH);
        self.vbr(code, 6);
        self.vbr(operands.len() as u64, 6);
        for &operand in operands {
            self.vbr(operand, 6);
        }
    }

    /// Only an abbreviation can have a blob: one of as many variable-width fields, defined on the spot.
    fn record_with_blob(&mut self, code: u64, operands: &[u64], blob: &[u8], abbreviation: u64) {
        self.bits(2, ABBREVIATION_WIDTH);
        self.vbr(operands.len() as u64 + 2, 5);
        for _ in 0..=operands.len() {
            self.bits(0, 1);
            self.bits(2, 3);
            self.vbr(6, 5);
        }
        self.bits(0, 1);
        self.bits(5, 3);
        self.bits(abbreviation, ABBREVIATION_WIDTH);
        self.vbr(code, 6);
        for &operand in operands {
            self.vbr(operand, 6);
        }
        self.vbr(blob.len() as u64, 6);
        self.align();
        self.bytes.extend_from_slice(blob);
        self.align();
    }

    fn bits(&mut self, value: u64, width: u32) {
        for bit in 0..width {
            if self.used == 0 {
                self.bytes.push(0);
            }
            if value >> bit & 1 == 1 {
                *self.bytes.last_mut().unwrap() |= 1 << self.used;
            }
            self.used = (self.used + 1) % 8;
        }
    }

    fn vbr(&mut self, mut value: u64, width: u32) {
        let more = 1 << (width - 1);
        while value >= more {
            self.bits(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.bits(value, width);
    }

    fn align(&mut self) {
        self.used = 0;
        let length = self.bytes.len().next_multiple_of(4);
        self.bytes.resize(length, 0);
    }
}
