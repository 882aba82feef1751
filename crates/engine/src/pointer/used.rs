//! What a `void *` leads to once it was used as a type: pointers and `_Bool`s in it are no longer any bytes.
//!
//! Whoever reads these has to take them for the same. As another type, they might have been anything, which is not explored.

use ir::debug::{ObjectAccess, TypeId};
use smt::Op;

use crate::machine::context::{Context, Stop};
use crate::machine::fault::Fault;
use crate::memory::Tag;

const TWO_TYPES: &str = "it is used as two different types";
const COPIED: &str = "it is used as a type with pointers, and copied as bytes";

/// Where in such an object something is read: at an address, or anywhere in it.
#[derive(Clone, Copy)]
pub(crate) enum Read {
    At(u64),
    Around(u64),
}

/// So many bytes are read: are they taken for what was there before?
pub(crate) fn check_read(cx: &Context<'_, '_>, read: Read, bytes: u64) -> Result<(), Stop> {
    let (Read::At(address) | Read::Around(address)) = read;
    let Some((start, end, ty)) = object(cx, address) else { return Ok(()) };
    let (range, offset) = match read {
        Read::At(address) => (address..address + bytes, Some(address - start)),
        Read::Around(_) => (start..end, None),
    };
    match range.into_iter().any(|at| is_typed(cx, at)) && !agrees(cx, ty, offset, bytes) {
        true => Err(Fault::OtherType { address, why: TWO_TYPES }.into()),
        false => Ok(()),
    }
}

/// So many bytes are copied: nothing says what they are taken for afterwards.
pub(crate) fn check_copy(cx: &Context<'_, '_>, address: u64, bytes: u64) -> Result<(), Stop> {
    let Some((_, end, _)) = object(cx, address) else { return Ok(()) };
    match (address..end.min(address.saturating_add(bytes))).any(|at| is_typed(cx, at)) {
        true => Err(Fault::OtherType { address, why: COPIED }.into()),
        false => Ok(()),
    }
}

/// The object of a `void *` that an address is in: where it begins and ends, and what it was used as.
fn object(cx: &Context<'_, '_>, address: u64) -> Option<(u64, u64, TypeId)> {
    if cx.origins.unions.untyped.is_empty() {
        return None;
    }
    let block = cx.memory.heap.block_near(address)?;
    Some((block.address, block.address + block.size, block.used_as?))
}

/// Is it a byte of the input that can't be any, as its type says?
fn is_typed(cx: &Context<'_, '_>, at: u64) -> bool {
    let is_any = |symbol| cx.origins.unions.untyped.contains(&symbol);
    cx.memory.tag(at) == Tag::GIVEN
        && cx
            .memory
            .byte(at)
            .term
            .is_some_and(|term| !matches!(cx.pool.op(term), Op::Symbol(symbol) if is_any(symbol)))
}

/// Does the source, where it is now, take an object for one that has the type at that offset, whichever of its accesses it is?
fn agrees(cx: &Context<'_, '_>, ty: TypeId, offset: Option<u64>, bytes: u64) -> bool {
    let debug = &cx.image.program.debug;
    let function = cx.image.program.function(cx.frame.function);
    let (Some(at), Some(subprogram)) = (cx.loc(), &function.debug) else { return false };
    let agrees = |access: &ObjectAccess| {
        debug.accessed_type(&access.object).is_some_and(|used| match offset.zip(access.offset) {
            Some((offset, inside)) => {
                let start = offset.checked_sub(inside);
                start.is_some_and(|start| debug.has_part_at(ty, used, start))
            }
            None => debug.is_same(ty, used),
        })
    };
    let mut uses = debug.accesses(subprogram, at, bytes).peekable();
    uses.peek().is_some() && uses.all(agrees)
}
