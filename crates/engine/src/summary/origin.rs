//! Origins: what the symbols stand for that a program's inputs are made of.
//!
//! A symbol has a name only for people. Programs choose names too, and a parameter may well be called `stdin`, so
//! nothing is ever found by its name: an input is known by its id, a symbol by its [`Origin`], and this table leads
//! from one to the other and back. What the symbols of a function tree stand for, the tree itself knows
//! ([`crate::summary::cell::FunctionInput`]); those that only a constraint has are in [`crate::compose::auxiliary`].

use std::fmt;
use std::sync::Arc;

use ir::debug::{TypeId, UnionChoice};
use ir::{FuncId, GlobalId};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use smt::{Sort, SymbolId, SymbolName, TermId, TermPool};

/// Where a program takes an input from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum InputSource {
    /// It marks memory of its own, or a harness does that for it.
    Marked,
    /// An argument of `main`: that entry of `argv`.
    Argument(u32),
    /// Standard input.
    StandardInput,
    /// It reads what was never written, and that may be anything.
    Uninitialised,
    /// A stream that the tested function is given, or that it has opened.
    Stream,
    /// It opens a file, for that time, from 1: is it missing?
    File(u32),
    /// It has written to that file, and there is no room for it?
    Full(u32),
    /// What a function gives that it asks its surroundings with: the input is called like that.
    Environment,
    /// An environment variable of the input's name: a byte that isn't 0 if there is none, and its value.
    Variable,
    /// A variadic function asks for that argument beyond its parameters, from 1, as one of that kind.
    Further(u32, FurtherKind),
    /// It allocates memory, for that time, from 1: is there none?
    Allocation(u32),
    /// A stub that it calls: which function that is, which of its calls, from 0 on, and which part of what that one does.
    Stub { function: FuncId, call: u32, part: StubPart },
}

/// What a variadic function takes an argument for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FurtherKind {
    /// An `int`.
    Int,
    /// A `double`.
    Real,
    /// A `long` or a string, whichever it uses it as.
    Word,
    /// A string, as a format says.
    Text,
}

/// A part of what a call of a stub does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StubPart {
    /// It returns that.
    Result,
    /// It writes that to where that parameter points, which are counted from 1.
    Written(u32),
}

/// An input of the program. Paths that make the same input share its symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct InputId(u32);

/// What makes an input the same on two paths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct InputKey {
    pub source: InputSource,
    /// As the program calls it.
    pub name: Arc<str>,
    /// The number that tells it apart from others which the program calls the same.
    pub nth: u32,
}

impl InputKey {
    /// What people are told that the input is called.
    pub(crate) fn label(&self) -> Arc<str> {
        match self.nth {
            0 => self.name.clone(),
            _ => self.to_string().into(),
        }
    }
}

impl fmt::Display for InputKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.nth {
            0 => f.write_str(&self.name),
            nth => write!(f, "{}#{nth}", self.name),
        }
    }
}

/// What a symbol of an input stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// That byte of it, or of what it points to.
    Byte(InputId, u64),
    /// Whether it is a null pointer.
    IsNull(InputId),
    /// Whether it, a pointer, points to the object of the other one, which was made before it.
    IsAlias(InputId, InputId),
    /// Whether it, a pointer, is that function.
    IsFunction(InputId, FuncId),
    /// Whether a stub writes it at all.
    IsWritten(InputId),
    /// Whether that member is there, of a union in the element that begins at that offset.
    IsMember(InputId, u64, UnionChoice),
    /// Whether a pointer points there.
    PointsInto(AliasCandidate),
    /// How many elements the array has that it points to.
    Length(InputId),
    /// How many bytes there are on standard input.
    StandardInputLength,
    /// How many arguments `main` is given, beside those that are fixed.
    ArgumentCount,
    /// That address, of which memory has pieces; with its width.
    Address(u64, u32),
}

/// Where a pointer input may point to, beside null, its own object, and those of other pointers of its type: into the
/// middle of another object, or to one of another type. Only those are explored that a path asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct AliasCandidate {
    pub pointer: InputId,
    pub object: Outer,
    /// In bytes from the beginning of that object.
    pub offset: u64,
    /// May that be just behind its end? Only the address of such a place can be used.
    pub may_be_end: bool,
}

impl AliasCandidate {
    /// How many elements the object must have for it to point there.
    pub(crate) fn least_length(&self) -> u64 {
        let Outer::Pointed { head, element, .. } = self.object else { return 0 };
        let element = element.unwrap_or(1).max(1);
        match (self.offset.checked_sub(head), self.may_be_end) {
            (None, _) => 0,
            (Some(offset), true) => offset.div_ceil(element),
            (Some(offset), false) => offset / element + 1,
        }
    }
}

/// The object that a pointer points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Outer {
    /// What another pointer input points to: the most bytes that may have, where its elements begin, and how many an
    /// element has, unless it is a string.
    Pointed { by: InputId, capacity: u64, head: u64, element: Option<u64> },
    /// A global variable.
    Global(GlobalId),
}

/// The bits of an array's length.
pub(crate) const LENGTH_BITS: u32 = 32;

impl Origin {
    fn sort(self) -> Sort {
        match self {
            Origin::Byte(..) => Sort::Bits(8),
            Origin::IsNull(_)
            | Origin::IsAlias(..)
            | Origin::PointsInto(_)
            | Origin::IsFunction(..)
            | Origin::IsMember(..)
            | Origin::IsWritten(_) => Sort::Bool,
            Origin::Length(_) => Sort::Bits(LENGTH_BITS),
            Origin::StandardInputLength => Sort::Bits(64),
            Origin::ArgumentCount => Sort::Bits(32),
            Origin::Address(_, width) => Sort::Bits(width),
        }
    }
}

/// All inputs that any path has made, and their symbols. There may be millions, so what is numbered anyway is found by
/// its number.
#[derive(Debug, Default)]
pub(crate) struct Origins {
    inputs: Vec<InputRecord>,
    /// Those of a name, by their numbers.
    ids: FxHashMap<(InputSource, Arc<str>), Vec<Option<InputId>>>,
    /// The symbols that are in no input's row.
    symbols: FxHashMap<Origin, SymbolId>,
    of_symbol: Vec<Option<Origin>>,
    /// Where each pointer may point to, as far as paths asked for it.
    candidates: FxHashMap<InputId, Vec<AliasCandidate>>,
    has_addresses: bool,
    /// The terms that are references, each with the input that it is.
    references: FxHashMap<TermId, InputId>,
    pub(crate) unions: UnionWords,
}

/// The words of inputs that are a pointer in one member of a union, and something else in another one.
#[derive(Debug, Default)]
pub(crate) struct UnionWords {
    /// The conditions that it is the pointer.
    pub conditions: FxHashSet<TermId>,
    /// The bytes that it has if it isn't.
    pub bytes: FxHashSet<SymbolId>,
    /// The bytes of what a `void *` leads to.
    pub untyped: FxHashSet<SymbolId>,
    /// What the pointers point to.
    pub pointees: FxHashMap<TermId, TypeId>,
}

#[derive(Debug)]
struct InputRecord {
    key: InputKey,
    label: Arc<str>,
    /// The global variable that it is, if it is a whole one.
    global: Option<GlobalId>,
    row: SymbolRange,
}

/// The first bytes of an input, if their symbols were declared one after the other, as they mostly are.
#[derive(Clone, Copy, Debug, Default)]
struct SymbolRange {
    first: Option<SymbolId>,
    length: u32,
}

impl SymbolRange {
    fn get(self, index: u64) -> Option<SymbolId> {
        let first = self.first.filter(|_| index < self.length.into())?;
        Some(first.after(index as u32))
    }

    /// Takes a new byte's symbol in, if it is the next.
    fn take(&mut self, index: u64, symbol: SymbolId) -> bool {
        let first = *self.first.get_or_insert(symbol);
        let is_next = index == self.length.into() && symbol == first.after(self.length);
        self.length += u32::from(is_next);
        is_next
    }
}

impl Origins {
    /// The input of that key.
    pub(crate) fn input(&mut self, key: InputKey) -> InputId {
        let numbered = self.ids.entry((key.source, key.name.clone())).or_default();
        let nth = key.nth as usize;
        if numbered.len() <= nth {
            numbered.resize(nth + 1, None);
        }
        *numbered[nth].get_or_insert_with(|| {
            let id = InputId(self.inputs.len() as u32);
            self.inputs.push(InputRecord {
                label: key.label(),
                key,
                global: None,
                row: SymbolRange::default(),
            });
            id
        })
    }

    /// An input is the whole of a global variable.
    pub(crate) fn is_global(&mut self, input: InputId, global: GlobalId) {
        self.inputs[input.0 as usize].global.get_or_insert(global);
    }

    /// The global variable that an input is the whole of.
    pub(crate) fn global(&self, input: InputId) -> Option<GlobalId> {
        self.inputs[input.0 as usize].global
    }

    /// What makes an input the one that it is.
    pub(crate) fn key(&self, input: InputId) -> &InputKey {
        &self.inputs[input.0 as usize].key
    }

    /// What people are told that an input is called.
    pub(crate) fn label(&self, input: InputId) -> &Arc<str> {
        &self.inputs[input.0 as usize].label
    }

    /// The symbol that stands for something.
    pub(crate) fn symbol(&mut self, pool: &mut TermPool, origin: Origin) -> SymbolId {
        if let Some(known) = self.known_symbol(origin) {
            return known;
        }
        let symbol = pool.fresh(self.name(origin), origin.sort());
        let in_row = match origin {
            Origin::Byte(input, index) => self.inputs[input.0 as usize].row.take(index, symbol),
            _ => false,
        };
        self.has_addresses |= matches!(origin, Origin::Address(..));
        if !in_row {
            self.symbols.insert(origin, symbol);
        }
        self.of_symbol.resize(symbol.index(), None);
        self.of_symbol.push(Some(origin));
        symbol
    }

    /// A path asks for a pointer that points there.
    pub(crate) fn demand(&mut self, candidate: AliasCandidate) {
        let known = self.candidates.entry(candidate.pointer).or_default();
        if !known.contains(&candidate) {
            known.push(candidate);
        }
    }

    /// Where a pointer may point to, as far as paths asked for it.
    pub(crate) fn candidates(&self, pointer: InputId) -> &[AliasCandidate] {
        self.candidates.get(&pointer).map_or(&[], Vec::as_slice)
    }

    fn known_symbol(&self, origin: Origin) -> Option<SymbolId> {
        let in_row = match origin {
            Origin::Byte(input, index) => self.inputs[input.0 as usize].row.get(index),
            _ => None,
        };
        in_row.or_else(|| self.symbols.get(&origin).copied())
    }

    /// Is any address in pieces?
    pub(crate) fn has_addresses(&self) -> bool {
        self.has_addresses
    }

    /// An input is the reference that a term stands for.
    pub(crate) fn is_reference(&mut self, term: TermId, input: InputId) {
        self.references.insert(term, input);
    }

    /// The input that a term is, if that is a reference.
    pub(crate) fn reference(&self, term: TermId) -> Option<InputId> {
        self.references.get(&term).copied()
    }

    /// Is any input a reference?
    pub(crate) fn has_references(&self) -> bool {
        !self.references.is_empty()
    }

    /// The variable that stands for something.
    pub(crate) fn variable(&mut self, pool: &mut TermPool, origin: Origin) -> TermId {
        let symbol = self.symbol(pool, origin);
        pool.variable(symbol)
    }

    /// What a symbol stands for, if it is one of an input.
    pub(crate) fn of(&self, symbol: SymbolId) -> Option<Origin> {
        *self.of_symbol.get(symbol.index())?
    }

    /// How a symbol reads.
    fn name(&self, origin: Origin) -> SymbolName {
        match origin {
            Origin::Byte(input, index) => SymbolName::byte(self.label(input).clone(), index),
            Origin::IsNull(input) => format!("null({})", self.label(input)).into(),
            Origin::IsAlias(input, other) => {
                format!("alias({}, {})", self.label(input), self.label(other)).into()
            }
            Origin::IsFunction(input, function) => {
                format!("function({}, {})", self.label(input), function.index()).into()
            }
            Origin::IsWritten(input) => format!("written({})", self.label(input)).into(),
            Origin::IsMember(input, at, UnionChoice { union, member }) => {
                format!("member({}, {at}, {union}, {member})", self.label(input)).into()
            }
            Origin::PointsInto(AliasCandidate { pointer, object, offset, .. }) => {
                let object = match object {
                    Outer::Pointed { by, .. } => self.label(by).to_string(),
                    Outer::Global(global) => format!("global {}", global.index()),
                };
                format!("into({}, {object}, {offset})", self.label(pointer)).into()
            }
            Origin::Length(input) => format!("length({})", self.label(input)).into(),
            Origin::StandardInputLength => "length(stdin)".into(),
            Origin::ArgumentCount => "count(argv)".into(),
            Origin::Address(address, _) => format!("address({address:#x})").into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use smt::TermPool;

    use super::{InputKey, InputSource, Origin, Origins};

    #[test]
    fn what_reads_the_same_need_not_be_the_same() {
        let (mut pool, mut origins) = (TermPool::new(), Origins::default());
        let named = |source, name: &str, nth| InputKey { source, name: name.into(), nth };
        let parameter = origins.input(named(InputSource::Marked, "stdin", 0));
        let stdin = origins.input(named(InputSource::StandardInput, "stdin", 0));
        let numbered = origins.input(named(InputSource::Marked, "stdin", 1));
        let called_so = origins.input(named(InputSource::Marked, "stdin#1", 0));
        assert_eq!(origins.label(numbered), origins.label(called_so));
        let all = [
            Origin::Length(parameter),
            Origin::StandardInputLength,
            Origin::Byte(parameter, 0),
            Origin::Byte(stdin, 0),
            Origin::Byte(numbered, 0),
            Origin::Byte(called_so, 0),
            Origin::Byte(called_so, 1),
            Origin::Byte(stdin, 1),
            Origin::Byte(parameter, 1 << 40),
            Origin::Byte(parameter, 2),
        ];
        let symbols = all.map(|origin| origins.symbol(&mut pool, origin));
        for (origin, symbol) in all.into_iter().zip(symbols) {
            assert_eq!(origins.of(symbol), Some(origin));
            assert_eq!(origins.symbol(&mut pool, origin), symbol);
        }
    }
}
