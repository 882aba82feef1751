//! Faults: the raw facts of an error, and how they become a [`Bug`] that a person can read.

use ir::{CodeOrigin, Program, SourceLoc};

use crate::machine::image::Image;
use crate::machine::object::{self, FrameObject};
use crate::memory::{BlockState, HeapBlock, Layout, Tag, ZoneKind};
use crate::report::bug::{Bug, BugKind, Note, Precondition, StackEntry};
use crate::state::{Frame, Input, State};
use crate::value::arith::ArithError;
use crate::value::{Cause, UndefKind};

/// What went wrong, as the machine sees it.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// The byte at `address` can't be accessed, as part of an access of `size` bytes.
    Access { address: u64, size: u64, access: Access },
    /// An access of `size` bytes at `address` leaves the object at `meant`, wherever it goes.
    Dependence { address: u64, size: u64, access: Access, meant: u64 },
    /// An access at an `address` that was made from no object's.
    NearNull { address: u64, size: u64, access: Access },
    /// An operation without a defined result.
    Arith(ArithError),
    /// A value with undefined bits decides something.
    Undefined(Cause, &'static str),
    /// A pointer that can't be freed.
    Free { address: u64, double: bool },
    /// The input is one that is not asked about: a union in it has another member than the one that is accessed.
    OtherMember,
    /// The same: bytes that a `void *` leads to are used as a pointer, or as a `_Bool` that they are not.
    UntypedValue,
    /// What a `void *` leads to was used as a type: a pointer or a `_Bool` there is read as something else, or copied as bytes.
    OtherType { address: u64, why: &'static str },
    /// Anything else.
    Other(BugKind, String),
}

/// Reading or writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Read,
    Write,
}

/// Addresses below this are null pointers plus an offset.
pub(crate) const NULL_PAGE: u64 = 4096;

/// How far an address is from null, if it is a null pointer with something added or taken away.
pub(crate) fn from_null(layout: Layout, address: u64) -> Option<i64> {
    let unused = 64 - 8 * layout.pointer_bytes;
    let offset = (address << unused) as i64 >> unused;
    (offset.unsigned_abs() < NULL_PAGE).then_some(offset)
}

/// The bug that a fault in this state is.
pub(crate) fn bug(image: &Image<'_>, state: &State, fault: Fault) -> Box<Bug> {
    let (kind, message, mut notes) = explain(image, state, fault);
    notes.extend(state.given.allocations.failed.iter().map(|failed| Note {
        message: format!("allocation {} fails", failed.number),
        at: failed.at,
    }));
    Box::new(Bug { kind, message, stack: call_stack(image, state), notes, precondition: None })
}

/// A program that stops itself once memory ran out does what it means to do.
pub(crate) fn gives_up(state: &State, fault: &Fault) -> Option<Precondition> {
    let stops = matches!(fault, Fault::Other(BugKind::Abort, _));
    (stops && state.given.allocations.is_memory_out).then_some(Precondition::Memory)
}

/// The active functions, innermost first.
pub(crate) fn call_stack(image: &Image<'_>, state: &State) -> Vec<StackEntry> {
    let entry = |frame: &Frame| {
        let function = image.program.function(frame.function);
        StackEntry {
            function: function.display_name().to_owned(),
            at: location(image.program, frame),
            runtime: function.origin == CodeOrigin::Runtime,
        }
    };
    state.frames.iter().rev().map(entry).collect()
}

/// Where the innermost function of the program's own code is.
pub(crate) fn program_location(image: &Image<'_>, state: &State) -> Option<SourceLoc> {
    let frames = state.frames.iter().rev();
    let mut own =
        frames.filter(|frame| image.program.function(frame.function).origin == CodeOrigin::Program);
    location(image.program, own.next()?)
}

/// The position of the instruction that a frame is executing; if it has none, of the last before it.
pub(crate) fn location(program: &Program, frame: &Frame) -> Option<SourceLoc> {
    let body = program.function(frame.function).body.as_ref()?;
    let executing = frame.pc.checked_sub(1)?;
    body.locs[..=executing].iter().rev().flatten().find(|loc| loc.line != 0).copied()
}

type Explanation = (BugKind, String, Vec<Note>);

fn explain(image: &Image<'_>, state: &State, fault: Fault) -> Explanation {
    match fault {
        Fault::Access { address, size, access } => {
            explain_access(image, state, address, size, access)
        }
        Fault::Dependence { address, size, access, meant } => {
            let kind = match access {
                Access::Read => BugKind::OutOfBoundsRead,
                Access::Write => BugKind::OutOfBoundsWrite,
            };
            let (place, notes) = describe(image, state, meant, address, kind);
            (kind, format!("{} {place}", what(access, size)), notes)
        }
        Fault::NearNull { address, size, access } => {
            let message =
                format!("{} at offset {} of a null pointer", what(access, size), address as i64);
            (BugKind::NullDereference, message, Vec::new())
        }
        Fault::Arith(error) => explain_arith(error),
        Fault::Undefined(cause, used) => explain_undefined(cause, used),
        Fault::Free { address, double } => explain_free(state, address, double),
        Fault::OtherMember | Fault::UntypedValue | Fault::OtherType { .. } => {
            unreachable!("an input that isn't asked about is no error")
        }
        Fault::Other(kind, message) => (kind, message, Vec::new()),
    }
}

fn explain_arith(error: ArithError) -> Explanation {
    let (kind, message) = match error {
        ArithError::DivisionByZero => (BugKind::DivisionByZero, "division by zero"),
        ArithError::SignedOverflow => {
            (BugKind::SignedOverflow, "the result does not fit the signed type")
        }
        ArithError::BadShift => (BugKind::BadShift, "the shift amount is not below the width"),
    };
    (kind, message.to_owned(), Vec::new())
}

fn explain_undefined(cause: Cause, used: &str) -> Explanation {
    let (kind, what) = match cause.kind {
        UndefKind::Uninitialised => (BugKind::UninitialisedRead, "uninitialised"),
        UndefKind::SignedOverflow => (BugKind::SignedOverflow, "the result of a signed overflow"),
        UndefKind::BadShift => (BugKind::BadShift, "the result of a shift by the width or more"),
    };
    let notes =
        cause.at.map(|at| Note { message: "the value comes from here".into(), at: Some(at) });
    (kind, format!("{used} is {what}"), notes.into_iter().collect())
}

fn explain_free(state: &State, address: u64, double: bool) -> Explanation {
    if double {
        let block = state.memory.heap.block(address);
        let notes = block.map(|block| block_notes(state, block)).unwrap_or_default();
        return (BugKind::DoubleFree, "this block was freed before".into(), notes);
    }
    let message = match state.memory.heap.block_near(address) {
        Some(block) => format!(
            "the pointer is {} bytes inside a heap block, not its start",
            address - block.address
        ),
        None => "the pointer does not come from malloc".into(),
    };
    (BugKind::InvalidFree, message, Vec::new())
}

fn explain_access(
    image: &Image<'_>,
    state: &State,
    address: u64,
    size: u64,
    access: Access,
) -> Explanation {
    let what = what(access, size);
    let tag = state.memory.tag(address);
    if let Some(offset) = from_null(state.memory.layout(), address) {
        let message = match offset {
            0 => format!("{what} through a null pointer"),
            _ => format!("{what} at offset {offset} of a null pointer"),
        };
        return (BugKind::NullDereference, message, Vec::new());
    }
    let kind = match (tag, access) {
        (Tag::FREED, _) => BugKind::UseAfterFree,
        (Tag::RETURNED, _) => BugKind::UseAfterReturn,
        (Tag::OUT_OF_SCOPE, _) => BugKind::UseAfterScope,
        (Tag::CONST, Access::Write) => BugKind::WriteToConstant,
        (_, Access::Read) => BugKind::OutOfBoundsRead,
        (_, Access::Write) => BugKind::OutOfBoundsWrite,
    };
    let (place, notes) = describe(image, state, address, address, kind);
    (kind, format!("{what} {place}"), notes)
}

/// The access, in words.
pub(crate) fn what(access: Access, size: u64) -> String {
    let verb = if access == Access::Read { "reads" } else { "writes" };
    format!("{verb} {size} byte{}", if size == 1 { "" } else { "s" })
}

/// Where an address is in relation to the object at or near `anchor`, in words, and what else is known about
/// that object.
fn describe(
    image: &Image<'_>,
    state: &State,
    anchor: u64,
    address: u64,
    kind: BugKind,
) -> (String, Vec<Note>) {
    match state.memory.layout().zone(anchor) {
        Some(ZoneKind::Heap) => describe_heap(state, anchor, address),
        Some(ZoneKind::Globals) => (describe_global(image, anchor, address), Vec::new()),
        Some(ZoneKind::Stack) if kind == BugKind::UseAfterReturn => {
            ("of a local variable of a function that has returned".into(), Vec::new())
        }
        Some(ZoneKind::Stack) => (describe_stack(image, state, anchor, address), Vec::new()),
        Some(ZoneKind::Code) => ("in the code of a function".into(), Vec::new()),
        None => (format!("at {address:#x}, which belongs to no object"), Vec::new()),
    }
}

fn describe_heap(state: &State, anchor: u64, address: u64) -> (String, Vec<Note>) {
    let heap = &state.memory.heap;
    let Some(block) = heap.block_near(anchor).or_else(|| heap.block_after(anchor)) else {
        return (format!("at {address:#x}, which belongs to no heap block"), Vec::new());
    };
    let name = format!("a heap block of {} bytes", block.size);
    (relative(address, block.address, block.size, &name), block_notes(state, block))
}

/// Where a block comes from and where it went. One that the caller of a tested function makes comes from no line.
fn block_notes(state: &State, block: &HeapBlock) -> Vec<Note> {
    let is_it =
        |(_, input): &(usize, &Input)| input.pointed.is_some_and(|at| at.address == block.address);
    let made = match state.given.inputs.pointers().find(is_it) {
        Some((_, input)) => {
            let message = format!("the block is what the input `{}` points to", input.name);
            Some(Note { message, at: None })
        }
        None => block.made.map(|at| placed("the block was allocated here", at)),
    };
    let freed = match (block.state, &made) {
        (BlockState::Live | BlockState::Freed(None), _) => None,
        (BlockState::Freed(Some(at)), Some(_)) => Some(placed("and freed here", at)),
        (BlockState::Freed(Some(at)), None) => Some(placed("the block was freed here", at)),
    };
    made.into_iter().chain(freed).collect()
}

fn placed(message: &str, at: SourceLoc) -> Note {
    Note { message: message.to_owned(), at: Some(at) }
}

fn describe_global(image: &Image<'_>, anchor: u64, address: u64) -> String {
    let Some(id) = image.global_near(anchor) else {
        return format!("at {address:#x}, which belongs to no object");
    };
    let global = image.program.global(id);
    let name = global.debug.as_ref().map_or(&global.name, |variable| &variable.name);
    let name = match object::is_literal(global) {
        true => format!("a string literal of {} bytes", global.size),
        false => format!("the global `{name}` of {} bytes", global.size),
    };
    relative(address, image.global_address(id), global.size, &name)
}

fn describe_stack(image: &Image<'_>, state: &State, anchor: u64, address: u64) -> String {
    let unknown = || format!("at {address:#x} on the stack, which belongs to no variable");
    let Some(frame) = object::frame_at(&state.frames, anchor) else { return unknown() };
    let Some(local) = object::nearest_local(image, frame, anchor) else { return unknown() };
    let FrameObject { start, size, name, .. } = local;
    let name = match name {
        Some(name) => format!("the local variable `{name}` of {size} bytes"),
        None => format!("a local object of {size} bytes"),
    };
    relative(address, start, size, &name)
}

/// `address` in relation to an object, in words.
fn relative(address: u64, start: u64, size: u64, name: &str) -> String {
    if address < start {
        let before = start - address;
        format!("{before} byte{} before {name}", if before == 1 { "" } else { "s" })
    } else if address >= start + size {
        match address - (start + size) {
            0 => format!("just past the end of {name}"),
            past => {
                format!("{past} byte{} past the end of {name}", if past == 1 { "" } else { "s" })
            }
        }
    } else {
        format!("at offset {} of {name}", address - start)
    }
}
