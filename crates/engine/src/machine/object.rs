//! Objects: which one an address belongs to, and what every process promises of it.
//!
//! An access asks the tags (`crate::memory`), never this. Who asks wants to say something about the object: where it
//! begins, how it is aligned, whether it is alive.

use ir::Global;

use crate::machine::access;
use crate::machine::fault::Access;
use crate::machine::image::Image;
use crate::memory::LARGEST_RED_ZONE;
use crate::memory::{BlockState, Memory, Tag, ZoneKind, red_zone};
use crate::state::Frame;

/// How far the ends of an object on the stack are looked for.
const FAR: u64 = 1 << 16;

/// An object, as a process is free to place it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Object {
    pub start: u64,
    pub size: u64,
    /// What its address is a multiple of, wherever it is placed.
    pub align: u64,
    /// Has its lifetime ended? Then its place may be another object's.
    pub is_dead: bool,
    /// May it share its place with another constant of the same contents?
    pub is_mergeable: bool,
    /// Is it what a pointer input points to?
    pub is_input: bool,
}

/// Where objects are looked for.
#[derive(Clone, Copy)]
pub(crate) struct Objects<'a> {
    pub image: &'a Image<'a>,
    pub memory: &'a Memory,
    pub frames: &'a [Frame],
}

/// An object of a frame, with the name of its variable.
pub(crate) struct FrameObject<'a> {
    pub start: u64,
    pub size: u64,
    pub align: u64,
    pub name: Option<&'a str>,
}

impl Object {
    /// An object of which nothing but its place is known.
    fn plain((start, size): (u64, u64)) -> Object {
        Object { start, size, align: 1, is_dead: false, is_mergeable: false, is_input: false }
    }

    /// Its first address that isn't inside.
    pub(crate) fn end(&self) -> u64 {
        self.start + self.size
    }

    /// Is an address inside, or just behind it, where C lets a pointer be?
    pub(crate) fn spans(&self, address: u64) -> bool {
        (self.start..=self.end()).contains(&address)
    }
}

impl<'a> Objects<'a> {
    /// The object that an address lies in or is nearest to, dead ones included.
    pub(crate) fn at(self, address: u64) -> Option<Object> {
        let Objects { image, memory, .. } = self;
        match memory.layout().zone(address)? {
            ZoneKind::Code => {
                let is_code =
                    image.function_at(address).is_some() || image.block_at(address).is_some();
                is_code.then_some(Object::plain((address, 1)))
            }
            ZoneKind::Heap => {
                let block = memory.heap.nearest(address)?;
                let is_dead = block.state != BlockState::Live;
                // What `malloc` promises; AddressSanitizer's of 32 bits gives no more than this.
                let align = block.align.unwrap_or(2 * u64::from(memory.layout().pointer_bytes));
                let is_input = block.is_input;
                let place = (block.address, block.size);
                Some(Object { align, is_dead, is_input, ..Object::plain(place) })
            }
            // The arguments of `main` are behind the globals.
            ZoneKind::Globals if address >= image.globals.end => {
                extent_in(image, memory, address).map(Object::plain)
            }
            ZoneKind::Globals => {
                let id = image.global_near(address)?;
                let global = image.program.global(id);
                let is_mergeable =
                    global.constant && (is_literal(global) || global.debug.is_none());
                let place = (image.global_address(id), global.size);
                Some(Object { align: global.align.into(), is_mergeable, ..Object::plain(place) })
            }
            ZoneKind::Stack => self.local(address),
        }
    }

    /// Both addresses belong to the same object: which one?
    pub(crate) fn around_both(self, a: u64, b: u64) -> Option<Object> {
        let object = self.at(a).filter(|object| object.spans(a))?;
        object.spans(b).then_some(object)
    }

    fn local(self, address: u64) -> Option<Object> {
        if self.memory.tag(address) == Tag::RETURNED {
            return Some(Object { is_dead: true, ..Object::plain((address, 1)) });
        }
        let local = nearest_local(self.image, frame_at(self.frames, address)?, address)?;
        let zone = red_zone(local.size);
        let is_near = (local.start - zone..=local.start + local.size + zone).contains(&address);
        let local = Some(local).filter(|_| is_near)?;
        let is_dead = self.memory.tag(local.start) == Tag::OUT_OF_SCOPE;
        Some(Object { align: local.align, is_dead, ..Object::plain((local.start, local.size)) })
    }
}

/// The frame that an address of the stack is in. Activations that are recorded have regions of the stack to themselves, so
/// an inner frame may lie below an outer one.
pub(crate) fn frame_at(frames: &[Frame], address: u64) -> Option<&Frame> {
    let before = frames.iter().filter(|frame| frame.stack_bottom <= address);
    before.max_by_key(|frame| frame.stack_bottom)
}

/// The object of a frame that an address lies in or is nearest to.
pub(crate) fn nearest_local<'a>(
    image: &'a Image<'_>,
    frame: &'a Frame,
    address: u64,
) -> Option<FrameObject<'a>> {
    let code = &image.functions[frame.function.index()];
    let slots = code.function.body.iter().flat_map(|body| body.slots.iter().enumerate());
    let slots = slots.map(|(index, slot)| FrameObject {
        start: frame.slots + code.frame.offset(ir::SlotId::new(index)),
        size: slot.size,
        align: slot.align.into(),
        name: slot.name.as_deref(),
    });
    let allocas = frame.extra.iter().flat_map(|extra| &extra.allocas);
    let allocas = allocas.map(|alloca| FrameObject {
        start: alloca.address,
        size: alloca.size,
        align: 1,
        name: None,
    });
    let distance = |local: &FrameObject<'_>| match address < local.start {
        true => local.start - address,
        false => address.saturating_sub(local.start + local.size.max(1) - 1),
    };
    slots.chain(allocas).min_by_key(distance)
}

/// Is it what a string literal stands for? The source has no name for it.
pub(crate) fn is_literal(global: &Global) -> bool {
    let name = global.debug.as_ref().map_or(&global.name, |variable| &variable.name);
    global.constant && (name.is_empty() || name.starts_with(".str"))
}

/// The object that an address lies in or is nearest to, in some memory: a pointer may stand just behind its object, or
/// before it, as long as nothing is accessed there.
pub(crate) fn extent_in(image: &Image<'_>, memory: &Memory, address: u64) -> Option<(u64, u64)> {
    match memory.layout().zone(address)? {
        ZoneKind::Code => None,
        ZoneKind::Heap => memory.heap.nearest(address).map(|block| (block.address, block.size)),
        // The arguments of `main` are behind the globals.
        ZoneKind::Globals if address >= image.globals.end => live_run(memory, address),
        ZoneKind::Globals => {
            let global = image.global_near(address)?;
            Some((image.global_address(global), image.program.global(global).size))
        }
        ZoneKind::Stack => live_run(memory, address),
    }
}

/// Is a number an address? With 32 bits, any number may be one: then only if there is an object.
pub(crate) fn is_address(image: &Image<'_>, memory: &Memory, number: u64) -> bool {
    match (memory.layout().zone(number), memory.layout().pointer_bytes) {
        (None, _) => false,
        (Some(_), 8) => true,
        (Some(_), _) => extent_in(image, memory, number).is_some(),
    }
}

/// The part of the object that an address lies in which can be accessed; none, if it is dead.
pub(crate) fn live_extent(image: &Image<'_>, memory: &Memory, address: u64) -> Option<(u64, u64)> {
    let (start, size) = extent_in(image, memory, address)?;
    Some((start, size.min(access::room(memory, start, Access::Read))))
}

/// May the object be written that an address lies in?
pub(crate) fn is_writable(image: &Image<'_>, memory: &Memory, address: u64) -> bool {
    live_extent(image, memory, address).is_some_and(|(start, _)| memory.tag(start).is_writable())
}

/// The live bytes around an address, or those nearest to it. Objects are apart, so that is one object.
fn live_run(memory: &Memory, address: u64) -> Option<(u64, u64)> {
    let live = |at: &u64| memory.tag(*at).is_live();
    let address = nearest_live(memory, address)?;
    let before = (1..FAR).take_while(|i| live(&(address - i))).count() as u64;
    let after = (1..FAR).take_while(|i| live(&(address + i))).count() as u64;
    Some((address - before, before + 1 + after))
}

/// The live byte nearest to an address, with nothing but unused memory between.
fn nearest_live(memory: &Memory, address: u64) -> Option<u64> {
    let first_used = |mut at: Box<dyn Iterator<Item = u64>>| {
        at.find(|&at| memory.tag(at) != Tag::NONE).filter(|&at| memory.tag(at).is_live())
    };
    let before = first_used(Box::new((0..=LARGEST_RED_ZONE).map(move |i| address.wrapping_sub(i))));
    let after = first_used(Box::new((0..=LARGEST_RED_ZONE).map(move |i| address.wrapping_add(i))));
    [before, after].into_iter().flatten().min_by_key(|at| at.abs_diff(address))
}
