//! Revealing input objects: what pointer inputs point to is made when something looks there.
//!
//! Such an object has room for as much as may be explored, but only its beginning is known to be there, or nothing yet.
//! The bytes behind that are tagged as perhaps there, so an access to them faults; here that fault becomes the
//! decision whether the object is so long. If it is, more of it is revealed and the access is executed again; if
//! not, it is an error, and what callers would have to respect is known. How much is revealed of a heap is bounded
//! in all, too; what can't be made can't be looked into.

use ir::Inst;
use ir::debug::Type;
use smt::TermId;

use crate::env::alias;
use crate::env::count::Count;
use crate::env::lazy::HANDLES;
use crate::machine::fault::{self, Access, Fault};
use crate::machine::{Flow, Interpreter};
use crate::memory::{BlockState, ZoneKind};
use crate::report::bug::{Bug, BugKind, Precondition};
use crate::report::outcome::{Outcome, StopReason};
use crate::state::{Elements, Input, Pointed, PointeeLength, State};
use crate::summary::origin::{InputId, LENGTH_BITS, Origin};
use crate::value::Value;

/// An access that far behind an object is still one to that object.
pub(crate) const BEHIND: u64 = 1 << 16;

/// An access that far before all blocks is still one to what an input points to.
const FAR_BEFORE: u64 = 1 << 24;

/// What bytes are that are not known.
pub(crate) const UNKNOWN: u8 = 0xa5;

/// Such an object has no contents yet, as nothing says what else is in it.
const LATER: &str = "using a pointer into an object that others lead to only later";

/// Elements larger than this are no readable inputs.
pub(crate) const LARGEST_ELEMENT: u64 = 1 << 16;

impl Interpreter<'_, '_> {
    /// An access that failed: does it fail only if what an input points to is too short? Then that is decided.
    pub(crate) fn perhaps(&mut self, state: &mut State, fault: &Fault) -> Option<Flow> {
        if is_not_yet(state, fault) {
            return Some(Flow::Unsupported(LATER.to_owned()));
        }
        if let Some(flow) = self.beyond_copied(state, fault) {
            return Some(flow);
        }
        let (input, offset) = wanted(state, fault)?;
        if state.given.inputs[input].pointed?.promise.untyped
            && let Err(what) = self.type_by_use(state, input, offset)
        {
            return Some(Flow::Unsupported(what));
        }
        let pointed = state.given.inputs[input].pointed?;
        if matches!(pointed.shape, PointeeLength::Opaque) {
            return Some(Flow::Unsupported(self.opaque(state, input)));
        }
        if let Some(what) = self.used_otherwise(state, input) {
            return Some(Flow::Unsupported(what));
        }
        self.decide_length(state, fault, (input, pointed), offset)
    }

    /// Decides whether what an input points to has a byte at an offset. If it has, the access is executed again.
    fn decide_length(
        &mut self,
        state: &mut State,
        fault: &Fault,
        (input, pointed): (usize, Pointed),
        offset: u64,
    ) -> Option<Flow> {
        let there = self.is_there(state, input, offset)?;
        let array = state.given.inputs[input].clone();
        let name = self.accessed_name(state, input);
        let count = self.count(state, &array, offset, &name);
        let fits = count.as_ref().map(|it| it.fits);
        let respected = fits.and_then(|fits| state.path.condition.knows(self.pool, fits));
        // What is long enough for all elements has this one.
        let known = respected.filter(|fits| *fits);
        let known = known.or_else(|| state.path.condition.knows(self.pool, there));
        let Some(is_there) = known else {
            state.path.condition.ask(there);
            return Some(self.decide(state, there));
        };
        Some(match is_there {
            true if offset >= pointed.capacity => {
                Flow::End(Outcome::Stopped(StopReason::LengthLimit(self.options.heap.length)))
            }
            true if respected == Some(false) => {
                state.path.trace.is_excluded = true;
                Flow::End(Outcome::AssumeFailed)
            }
            true if let Some(fits) = fits.filter(|_| respected.is_none()) => {
                self.decide(state, fits)
            }
            true => self.reveal_and_retry(state, input, offset),
            false => {
                let mut bug = self.too_short(state, (input, &name), offset, fault);
                let demand = bug.precondition.filter(|_| state.path.condition.was_asked(there));
                let demand = demand.or_else(|| self.given_overlap(state));
                bug.precondition = demand.map(|demand| related(demand, count, name));
                Flow::End(Outcome::Bug(bug))
            }
        })
    }

    /// There is a byte at that offset: the access that looked for it is executed again.
    fn reveal_and_retry(&mut self, state: &mut State, input: usize, offset: u64) -> Flow {
        if let Some(limit) = self.heap_limit(state, input) {
            return Flow::End(Outcome::Stopped(limit));
        }
        self.reveal(state, input, offset);
        state.frames.last_mut().expect("a running state has a frame").pc -= 1;
        Flow::Next
    }

    /// The condition that an object has a byte at that offset. It is `false` itself if the program has
    /// seen the end of the string.
    fn is_there(&mut self, state: &State, input: usize, offset: u64) -> Option<TermId> {
        let &Input { id, pointed, .. } = &state.given.inputs[input];
        match pointed?.shape {
            PointeeLength::Array(elements) => Some(match elements.index(offset) {
                // A pointer that isn't null points to something.
                None => self.pool.bool(true),
                Some(index) => {
                    let index = self.pool.bits(LENGTH_BITS, index.min(u32::MAX.into()));
                    self.pool.ult(index, elements.length)
                }
            }),
            PointeeLength::Text if !pointed?.promise.constant => {
                let goes_on = self.goes_on(state, input, offset)?;
                let index = self.pool.bits(LENGTH_BITS, offset.min(u32::MAX.into()));
                let room = self.origins.variable(self.pool, Origin::Length(id));
                let has_room = self.pool.ult(index, room);
                Some(self.pool.or(goes_on, has_room))
            }
            PointeeLength::Text => self.goes_on(state, input, offset),
            PointeeLength::Function | PointeeLength::Opaque => None,
        }
    }

    /// The condition that a string doesn't end before an offset.
    fn goes_on(&mut self, state: &State, input: usize, offset: u64) -> Option<TermId> {
        let &Input { id, ref bytes, pointed, .. } = &state.given.inputs[input];
        let pointed = pointed.filter(|it| matches!(it.shape, PointeeLength::Text))?;
        // Nothing of it may be known yet, if it is behind a struct.
        let known = (bytes.len() as u64).saturating_sub(1);
        let mut all = self.pool.bool(true);
        // Where there is room behind it, the end may be before what is known.
        let first = if pointed.promise.constant { known } else { 0 };
        for before in first..offset.min(pointed.capacity) {
            let symbol = self.byte_symbol(id, before);
            let byte = self.pool.variable(symbol);
            let more = self.pool.is_nonzero(byte);
            match state.path.condition.knows(self.pool, more) {
                Some(true) => {}
                // The access itself may have asked for this one byte.
                Some(false) if state.path.condition.was_asked(more) => return Some(more),
                Some(false) => return Some(self.pool.bool(false)),
                // It was there, so something said so.
                None if before < known => {}
                None => all = self.pool.and(all, more),
            }
        }
        Some(all)
    }

    /// Why another object of the heap isn't looked into, if there are enough.
    fn heap_limit(&self, state: &State, input: usize) -> Option<StopReason> {
        let &Input { ref bytes, pointed, .. } = &state.given.inputs[input];
        let pointed = pointed.filter(|_| bytes.is_empty())?;
        let debug = &self.image.program.debug;
        let is_such = |(_, other): &(usize, &Input)| {
            let same = |other: Pointed| debug.is_same(other.pointee, pointed.pointee);
            !other.bytes.is_empty() && other.pointed.is_some_and(same)
        };
        let options = &self.options;
        if pointed.depth > options.heap.depth {
            Some(StopReason::HeapDepth(options.heap.depth))
        } else if state.given.inputs.pointers().filter(is_such).count() >= options.heap.objects {
            Some(StopReason::HeapObjects(options.heap.objects))
        } else {
            None
        }
    }

    /// What can't be looked into, and why.
    pub(crate) fn why_opaque(&self, state: &State, input: usize, why: &str) -> String {
        format!("using what the input `{}` points to: {why}", state.given.inputs[input].name)
    }

    fn opaque(&self, state: &State, input: usize) -> String {
        let Input { pointed, .. } = &state.given.inputs[input];
        let debug = &self.image.program.debug;
        let why = match pointed.map(|pointed| debug.ty(debug.resolve(pointed.pointee))) {
            Some(Type::Void) => "it is a `void *`",
            Some(Type::Function { .. }) => "it is a function",
            Some(Type::Incomplete { .. }) => "its type isn't defined",
            Some(Type::Struct { name: Some(name), .. }) if HANDLES.contains(&name.as_str()) => {
                "only the C library can make it"
            }
            Some(_) if pointed.is_some_and(|it| debug.is_flexible(it.pointee)) => {
                "it is a struct of no fixed size"
            }
            Some(Type::Struct { .. }) => "it is too large, or has too many pointers",
            _ => "its type isn't known",
        };
        self.why_opaque(state, input, why)
    }

    /// Makes an object's bytes up to that offset, in whole elements, ones that are there.
    pub(crate) fn reveal(&mut self, state: &mut State, input: usize, offset: u64) {
        let &Input { id, ref bytes, pointed, .. } = &state.given.inputs[input];
        let Some(pointed) = pointed else { return };
        let known = bytes.len() as u64;
        let end = match pointed.shape {
            PointeeLength::Text => offset + 1,
            PointeeLength::Array(elements) => elements.up_to(offset),
            PointeeLength::Function | PointeeLength::Opaque => return,
        };
        if end <= known {
            return;
        }
        let is_untyped = pointed.promise.untyped || self.has_void_alias(state, pointed);
        for index in known..end {
            let symbol = self.symbolic_byte(state, id, index, pointed.address + index);
            state.given.inputs[input].bytes.push(symbol);
            if is_untyped {
                self.origins.unions.untyped.insert(symbol);
            }
        }
        if let PointeeLength::Array(elements) = pointed.shape {
            self.type_elements(state, input, elements, known);
        }
        state.memory.give(pointed.address + known, end - known);
    }

    /// Makes what is no number of an object's new elements what their types say: so many bytes were known before.
    fn type_elements(&mut self, state: &mut State, input: usize, elements: Elements, known: u64) {
        let &Input { ref bytes, pointed, .. } = &state.given.inputs[input];
        let (end, Some(pointed)) = (bytes.len() as u64, pointed) else { return };
        let array = self.image.program.debug.flexible(pointed.pointee);
        if array.is_some() && known < elements.least {
            self.type_element(state, input, (pointed.pointee, 0), known);
        }
        let element = array.map_or(pointed.pointee, |array| array.element);
        for index in elements.count(known)..elements.count(end) {
            let start = elements.head + index * elements.size;
            self.type_element(state, input, (element, start), known);
        }
    }

    /// How C calls the array that an input points to, or that is at the end of what it points to.
    pub(crate) fn array_name(&self, input: &Input) -> String {
        let debug = &self.image.program.debug;
        let array = input.pointed.and_then(|pointed| debug.flexible(pointed.pointee));
        array.map_or_else(|| input.name.to_string(), |it| format!("{}->{}", input.name, it.name))
    }

    /// The pointer that the instruction goes through which has just faulted, and the address.
    fn accessed(&self, state: &State) -> Option<(Value, u64)> {
        let frame = state.frames.last()?;
        let body = self.image.program.function(frame.function).body.as_ref()?;
        match *body.code.get(frame.pc.checked_sub(1)?)? {
            Inst::Load { addr, offset, .. } | Inst::Store { addr, offset, .. } => {
                let pointer = self.value(state, addr);
                Some((pointer, pointer.bits.wrapping_add_signed(offset.into())))
            }
            _ => None,
        }
    }

    /// How C calls the array that is accessed: it may be another pointer's that leads to what an input points to.
    fn accessed_name(&mut self, state: &State, input: usize) -> String {
        let owner = &state.given.inputs[input];
        let pointer = self.accessed(state).and_then(|(pointer, _)| self.shades.term(pointer));
        let symbols = pointer.map(|pointer| self.pool.free_symbols(pointer).to_vec());
        let alias = symbols.unwrap_or_default().into_iter().find_map(|symbol| {
            match self.origins.of(symbol)? {
                Origin::IsAlias(alias, of) if of == owner.id => {
                    let is_one = state.model.get(symbol).is_some_and(smt::Value::to_bool);
                    is_one.then_some(alias)
                }
                _ => None,
            }
        });
        let mut pointers = state.given.inputs.pointers().map(|(_, input)| input);
        self.array_name(pointers.find(|it| Some(it.id) == alias).unwrap_or(owner))
    }

    /// The error that an access is which goes past the end of what an input points to, and what callers would have to
    /// respect for it not to happen.
    fn too_short(
        &mut self,
        state: &State,
        (input, name): (usize, &str),
        offset: u64,
        fault: &Fault,
    ) -> Box<Bug> {
        let goes_on = self.goes_on(state, input, offset);
        let ended = goes_on.is_some_and(|it| self.pool.as_bool(it) == Some(false));
        let mut bug = fault::bug(self.image, state, fault.clone());
        let (size, access) = match *fault {
            Fault::Access { size, access, .. } | Fault::Dependence { size, access, .. } => {
                (size, access)
            }
            _ => return bug,
        };
        let what = fault::what(access, size);
        let input = &state.given.inputs[input];
        // An index that depends on inputs asks for all that is explored, but what is needed is that it is there itself.
        let at = self.accessed(state).and_then(|(_, at)| at.checked_sub(input.pointed?.address));
        let known = input.bytes.len() as u64;
        let offset = at.filter(|at| (known..offset).contains(at)).unwrap_or(offset);
        let Some((place, needed)) = past_the_end(input, name, ended, offset) else { return bug };
        bug.kind = match access {
            Access::Read => BugKind::OutOfBoundsRead,
            Access::Write => BugKind::OutOfBoundsWrite,
        };
        bug.message = format!("{what} {place}");
        bug.notes.clear();
        bug.precondition = Some(needed);
        bug
    }

    /// What callers would have to respect for this not to happen: it is about a null pointer that the
    /// function was given, and that it never asked about.
    pub(crate) fn given_null(&mut self, state: &State, fault: &Fault) -> Option<Precondition> {
        let is_null = match fault {
            Fault::Access { address, .. } => {
                fault::from_null(state.memory.layout(), *address).is_some()
            }
            Fault::Other(kind, _) => matches!(
                kind,
                BugKind::NullDereference
                    | BugKind::PointerOverflow
                    | BugKind::NullArgument
                    | BugKind::NullReturn
            ),
            _ => false,
        };
        if !is_null {
            return None;
        }
        let mut pointers = state.given.inputs.pointers();
        let (_, input) = pointers.find(|(_, input)| {
            let Some(Pointed { null, pointer, .. }) = input.pointed else { return false };
            let zero = self.pool.bits(self.pool.width(pointer), 0);
            // What may be an alias is compared as a whole.
            let conditions = [null, self.pool.eq(zero, pointer)];
            conditions.into_iter().any(|null| {
                state.path.condition.was_asked(null)
                    && state.path.condition.knows(self.pool, null) == Some(true)
            })
        })?;
        Some(Precondition::NonNull { input: input.name.to_string() })
    }

    /// An access that goes before what a pointer points to may be right for one into the middle of an array, or to a
    /// member: those are not explored.
    pub(crate) fn note_before(&self, state: &mut State, fault: &Fault) {
        let name = match (before(state, fault), fault) {
            (Some((name, _)), _) => format!("`{name}`"),
            (None, &Fault::Access { address, .. }) if is_far(state, address) => {
                "a pointer".to_owned()
            }
            _ => return,
        };
        let what = format!("{name} never points behind the beginning of an object of its own");
        state.path.trace.not_given = Some(what.into());
    }

    /// What callers would have to respect for such an access to be right, if nothing but which pointers there are has led to it.
    pub(crate) fn given_beginning(&mut self, state: &State, fault: &Fault) -> Option<Precondition> {
        let (input, least) = before(state, fault).filter(|(_, least)| *least < BEHIND)?;
        if alias::has_alias(self.pool, state) {
            // Another pointer may be the one that was meant.
            return None;
        }
        let condition = &state.path.condition;
        let is_given = condition.numeric(self.pool).next().is_none()
            && condition.heap_pc().all(|it| it.is_about_references(self.pool, self.origins));
        is_given.then_some(Precondition::Before { input, least })
    }

    /// How many bytes of a heap block are known to be there.
    pub(crate) fn known_size(&self, state: &State, address: u64, size: u64) -> u64 {
        let at = |(_, input): &(usize, &Input)| {
            input.pointed.is_some_and(|pointed| pointed.address == address)
        };
        let known = |(_, input): (usize, &Input)| {
            let least = match input.pointed.map(|pointed| pointed.shape) {
                Some(PointeeLength::Array(elements)) => elements.least,
                Some(PointeeLength::Opaque) => size,
                Some(PointeeLength::Text | PointeeLength::Function) | None => 0,
            };
            least.max(input.bytes.len() as u64)
        };
        state.given.inputs.pointers().find(at).map_or(size, known)
    }
}

/// A demand on the length of an array, in words of the number that goes with it, if there is one.
fn related(demand: Precondition, count: Option<Count>, input: String) -> Precondition {
    match count {
        Some(Count { words, .. }) => Precondition::Count { input, words },
        None => demand,
    }
}

/// In words, where an access goes that is past the end of what an input points to, and what it needs; has the program seen
/// the end of the string?
fn past_the_end(
    object: &Input,
    name: &str,
    ended: bool,
    offset: u64,
) -> Option<(String, Precondition)> {
    let Input { bytes, pointed, .. } = object;
    let input = name.to_owned();
    match (*pointed)?.shape {
        PointeeLength::Text if ended => Some((
            format!("behind the end of the string `{name}`"),
            Precondition::Elements { input, least: offset + 1 },
        )),
        PointeeLength::Text => Some((
            format!("past the end of the string `{name}`"),
            Precondition::Characters { input, least: offset },
        )),
        PointeeLength::Function | PointeeLength::Opaque => None,
        PointeeLength::Array(elements) => {
            let there = count(elements.count(bytes.len() as u64), "element");
            let least = elements.count(elements.up_to(offset));
            let place = format!("past the end of `{name}`, which has {there}");
            Some((place, Precondition::Elements { input, least }))
        }
    }
}

/// Which input's object an access goes before, and by how many bytes; far away from all, nothing says which one was meant.
fn before(state: &State, fault: &Fault) -> Option<(String, u64)> {
    let (address, meant) = match *fault {
        Fault::Access { address, .. } => (address, address),
        Fault::Dependence { address, meant, .. } => (address, meant),
        _ => return None,
    };
    let block = state.memory.heap.nearest(meant)?;
    let is_it = |input: &Input| input.pointed.is_some_and(|it| it.address == block.address);
    let mut pointers = state.given.inputs.pointers().map(|(_, input)| input);
    let input = pointers.find(|input| is_it(input)).filter(|_| block.state == BlockState::Live)?;
    let behind = block.address + block.size + BEHIND;
    let least = match address.checked_sub(behind) {
        Some(_) => behind,
        None => block.address.checked_sub(address).filter(|&least| least > 0)?,
    };
    Some((input.name.to_string(), least))
}

/// Is an address far from all blocks, as one far before what an input points to is?
fn is_far(state: &State, address: u64) -> bool {
    let is_near = state
        .memory
        .heap
        .nearest(address)
        .is_some_and(|block| block.address.abs_diff(address) < block.size + BEHIND);
    let (layout, zone) = (state.memory.layout(), state.memory.layout().zone(address));
    let before = layout.start(ZoneKind::Heap).checked_sub(address);
    let is_before =
        before.is_some_and(|before| before < FAR_BEFORE) && zone != Some(ZoneKind::Stack);
    let is_heap = is_before || zone == Some(ZoneKind::Heap);
    is_heap && !is_near && state.given.inputs.pointers().next().is_some()
}

/// Does an access go into an object whose own pointer isn't an input yet?
fn is_not_yet(state: &State, fault: &Fault) -> bool {
    let &Fault::Access { address, .. } = fault else { return false };
    let Some(block) = state.memory.heap.nearest(address) else { return false };
    let is_made = |by: InputId| state.given.inputs.pointers().any(|(_, input)| input.id == by);
    state.given.reserved.iter().any(|it| it.address == block.address && !is_made(it.by))
}

/// Which input's object an access meant that isn't known to be that long, and at which offset.
fn wanted(state: &State, fault: &Fault) -> Option<(usize, u64)> {
    let (address, anchor) = match *fault {
        Fault::Access { address, .. } => (address, address),
        Fault::Dependence { address, meant, .. } => (address, meant),
        _ => return None,
    };
    let (input, _) = state.given.inputs.pointers().find(|(_, input)| {
        let near = |pointed: Pointed| {
            let distance = anchor.checked_sub(pointed.address);
            distance.is_some_and(|distance| distance < pointed.capacity + BEHIND)
        };
        input.pointed.is_some_and(near)
    })?;
    let pointed = state.given.inputs[input].pointed?;
    let offset = address.checked_sub(pointed.address)?;
    let block = state.memory.heap.block(pointed.address)?;
    let known = state.given.inputs[input].bytes.len() as u64;
    let beyond = match fault {
        // Wherever it goes, it is more than may be explored.
        Fault::Dependence { .. } => return Some((input, pointed.capacity)),
        _ => offset >= known,
    };
    (beyond && block.state == BlockState::Live).then_some((input, offset))
}

fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
