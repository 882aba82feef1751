//! Memory in words: addresses, and decisions about the objects behind pointers.

use ir::GlobalId;
use ir::debug::{Type, TypeId};
use smt::{Op, SymbolId, TermId};

use crate::memory::ZoneKind;
use crate::search::render::given::GivenVariable;
use crate::search::render::names::{Meaning, SymbolNames};
use crate::search::render::phrase::{Phrase, Precedence};
use crate::summary::cell::{Cell, FunctionInput, Root};

/// An access that is asked about: is it inside the object that its root points into?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoundsQuestion {
    /// As the tree has it.
    pub root: TermId,
    /// Where it begins, reworded.
    pub pointer: TermId,
    pub bytes: u64,
}

/// A byte that is initialised, or not.
#[derive(Clone, Copy)]
pub(super) struct Initialised {
    symbol: SymbolId,
    is_so: bool,
}

impl SymbolNames<'_> {
    /// A decision about the object behind a pointer.
    pub(super) fn about_memory(&mut self, term: TermId, holds: bool) -> Option<Phrase> {
        if let Some(access) = self.access(term) {
            let what = self.accessed(access);
            let is = if holds { "is in bounds" } else { "is out of bounds" };
            return Some(Phrase::words(format!("{what} {is}")));
        }
        if let Some(pattern) = self.pattern(term) {
            return Some(self.initialised(&pattern, holds));
        }
        let (Op::Eq, &[a, b]) = (self.pool.op(term), self.pool.args(term)) else { return None };
        if let Some(alignment) = self.alignment(a, b, holds) {
            return Some(alignment);
        }
        match (self.meaning(a), self.meaning(b)) {
            (_, Some(Meaning::Writable(root))) => {
                let object = self.object(root);
                let may = if holds { "may" } else { "may not" };
                Some(Phrase::words(format!("{object} {may} be written")))
            }
            (_, Some(Meaning::AllDefined(root))) => {
                let object = self.object(root);
                let all = if holds { "all" } else { "not all" };
                Some(Phrase::words(format!("{all} of {object} is initialised")))
            }
            (Some(Meaning::Base(a)), Some(Meaning::Base(b))) => {
                let [a, b] = [a, b].map(|root| self.pointer_text(root).text);
                let objects = if holds { "the same object" } else { "different objects" };
                Some(Phrase::words(format!("{a} and {b} point to {objects}")))
            }
            (None, Some(Meaning::Base(root))) => {
                let address = self.pool.as_bits(a)?.to_u64()?;
                let global = self.image.global_near(address)?;
                let (name, root) = (self.global_name(global), self.pointer_text(root).text);
                let points = if holds { "points" } else { "does not point" };
                Some(Phrase::words(format!("{root} {points} to {name}")))
            }
            _ => None,
        }
    }

    /// Which bytes are initialised, if that is what a condition says.
    pub(super) fn pattern(&self, term: TermId) -> Option<Vec<Initialised>> {
        match self.pool.op(term) {
            Op::And => self.pool.args(term).iter().map(|&part| self.is_initialised(part)).collect(),
            _ => Some(vec![self.is_initialised(term)?]),
        }
    }

    fn is_initialised(&self, term: TermId) -> Option<Initialised> {
        match (self.pool.op(term), self.pool.args(term)) {
            (Op::Not, &[inner]) => {
                let inner = self.is_initialised(inner)?;
                Some(Initialised { is_so: !inner.is_so, ..inner })
            }
            (Op::Eq, &[constant, symbol]) if self.meaning(symbol) == Some(Meaning::Defined) => {
                let Op::Symbol(symbol) = self.pool.op(symbol) else { return None };
                let is_so = self.pool.as_bits(constant)?.to_u64()? == 1;
                Some(Initialised { symbol, is_so })
            }
            _ => None,
        }
    }

    /// The bytes that a pattern says are initialised, and that no others are.
    fn initialised(&mut self, pattern: &[Initialised], holds: bool) -> Phrase {
        let mut objects: Vec<String> = Vec::new();
        for byte in pattern {
            let object = match self.inputs.meaning(self.tree.id, byte.symbol) {
                Some(FunctionInput::DefinedCell(Cell { root: Root::Pointer(root), .. })) => {
                    self.object(root)
                }
                Some(FunctionInput::DefinedAfter { call, .. }) => {
                    format!("what {} may fill", self.call_name(call))
                }
                _ => self.name(byte.symbol).map_or(String::new(), |name| name.phrase.text.clone()),
            };
            if !objects.contains(&object) {
                objects.push(object);
            }
        }
        let objects = objects.join(" and ");
        let filled = pattern.iter().filter(|byte| byte.is_so).count();
        let of = |what: &str| Phrase::words(format!("{what} of {objects} is initialised"));
        match (filled, holds) {
            (0, true) => of("nothing"),
            (0, false) => of("something"),
            (all, true) if all == pattern.len() => of("all"),
            (all, false) if all == pattern.len() => of("not all"),
            (some, true) => of(&format!("one part ({some} of {} bytes)", pattern.len())),
            (_, false) => of("another part"),
        }
    }

    fn meaning(&self, term: TermId) -> Option<Meaning> {
        match self.pool.op(term) {
            Op::Symbol(symbol) => Some(self.name(symbol)?.meaning),
            _ => None,
        }
    }

    /// Whether the lowest bits of a pointer are zero.
    fn alignment(&mut self, zero: TermId, bits: TermId, holds: bool) -> Option<Phrase> {
        let Op::Extract { high, low: 0 } = self.pool.op(bits) else { return None };
        let pointer = self.pool.args(bits)[0];
        let Op::Symbol(symbol) = self.pool.op(pointer) else { return None };
        let ty = self.name(symbol)?.ty?;
        let is_pointer = matches!(self.debug().ty(self.debug().resolve(ty)), Type::Pointer { .. });
        if !is_pointer || !self.pool.as_bits(zero)?.is_zero() {
            return None;
        }
        let pointer = self.inner_value(pointer).text;
        let is = if holds { "is" } else { "is not" };
        Some(Phrase::words(format!("{pointer} {is} aligned to {} bytes", 2u64 << high)))
    }

    fn pointer_text(&mut self, root: TermId) -> Phrase {
        let root = self.reworded(root);
        self.inner_value(root)
    }

    /// The access that a condition is about, if it is whether one is inside its object. A condition says so if it is
    /// what asking for that access would have made.
    pub(super) fn access(&mut self, term: TermId) -> Option<BoundsQuestion> {
        if self.pool.op(term) != Op::And {
            return None;
        }
        let orders = self.pool.args(term).to_vec();
        orders.into_iter().find_map(|order| self.access_ending(term, order))
    }

    fn access_ending(&mut self, term: TermId, order: TermId) -> Option<BoundsQuestion> {
        let (Op::ULe, &[from_base, last]) = (self.pool.op(order), self.pool.args(order)) else {
            return None;
        };
        let size = match (self.pool.op(last), self.pool.args(last)) {
            (Op::Add, &[_, size]) => size,
            _ => return None,
        };
        let Some(Meaning::Size(root)) = self.meaning(size) else { return None };
        let bytes = self.pool.sub(size, last);
        let bytes = self.pool.as_bits(bytes)?.to_u64()?;
        let width = self.pool.width(size);
        let base = self.inputs.known(self.tree.id, FunctionInput::Base(root))?;
        let base = self.reworded(base);
        let pointer = self.pool.add(from_base, base);
        let needed = self.pool.bits(width, bytes);
        let enough = self.pool.ule(needed, size);
        let same = self.pool.and(enough, order);
        (same == term).then_some(BoundsQuestion { root, pointer, bytes })
    }

    /// What is accessed, as the source would write it.
    fn accessed(&mut self, access: BoundsQuestion) -> String {
        if let Some(element) = self.element_accessed(access) {
            return element;
        }
        let pointer = self.inner_value(access.pointer);
        match access.bytes {
            1 => format!("the byte at {}", pointer.text),
            bytes => format!("an access to {bytes} bytes at {}", pointer.text),
        }
    }

    /// `s[3]`, `p->x` or `a[i]`, if exactly that is accessed.
    fn element_accessed(&mut self, access: BoundsQuestion) -> Option<String> {
        let BoundsQuestion { root, bytes, .. } = access;
        if let Some(offset) = self.constant_offset(access) {
            let spot = self.spot(Cell { root: Root::Pointer(root), offset });
            return (spot.start == offset && spot.size == bytes).then_some(spot.phrase.text);
        }
        let shown = self.reworded(root);
        let element = self.pointee(shown).and_then(|ty| self.debug().size(ty));
        if element != Some(bytes) {
            return None;
        }
        let distance = self.pool.sub(access.pointer, shown);
        let index = self.scaled(distance, bytes)?;
        let (pointer, index) = (self.inner_value(shown), self.inner_value(index));
        Some(format!("{}[{}]", pointer.parenthesised(Precedence::Primary), index.text))
    }

    /// Accesses to neighbours, as one: `s[0..3]`.
    pub(super) fn range_in_bounds(&mut self, root: TermId, first: i64, last: i64) -> String {
        let [first, last] = [first, last].map(|offset| {
            let spot = self.spot(Cell { root: Root::Pointer(root), offset });
            spot.phrase.text
        });
        let same = first.bytes().zip(last.bytes()).take_while(|(a, b)| a == b).count();
        let index = |text: &str| text.get(same..)?.strip_suffix(']')?.parse::<i64>().ok();
        match (index(&first), index(&last)) {
            (Some(from), Some(to)) if first[..same].ends_with('[') => {
                format!("{}{from}..{to}] are in bounds", &first[..same])
            }
            _ => format!("{first} to {last} are in bounds"),
        }
    }

    /// How far an access is from its root, if that is always the same.
    pub(super) fn constant_offset(&mut self, access: BoundsQuestion) -> Option<i64> {
        let root = self.reworded(access.root);
        let distance = self.pool.sub(access.pointer, root);
        i64::try_from(self.pool.as_bits(distance)?.to_i128()?).ok()
    }

    /// What an address is the address of.
    pub(super) fn address(&self, address: u64) -> Option<Phrase> {
        if let Some(phrase) = self.given_address(address) {
            return Some(phrase);
        }
        match self.image.memory.layout().zone(address)? {
            ZoneKind::Code => {
                let function = self.image.function_at(address)?;
                Some(Phrase::primary(self.image.program.function(function).display_name()))
            }
            ZoneKind::Globals => {
                let id = self.image.global_near(address)?;
                let offset = address.checked_sub(self.image.global_address(id))?;
                let global = self.image.program.global(id);
                if offset >= global.size.max(1) {
                    return None;
                }
                if let Some(text) = self.literal(id, offset) {
                    return Some(Phrase::primary(text));
                }
                let ty = global.debug.as_ref().map(|variable| variable.ty);
                self.reference(&self.global_name(id), ty, offset)
            }
            ZoneKind::Stack => {
                let (name, ty, start) = self.local(address)?;
                self.reference(&name, ty, address - start)
            }
            ZoneKind::Heap => None,
        }
    }

    /// A pointer into what the program was given.
    fn given_address(&self, address: u64) -> Option<Phrase> {
        let (start, &(input, size)) = self.given.objects.range(..=address).next_back()?;
        let offset = address - start;
        if offset > size {
            return None;
        }
        let GivenVariable { label, ty, .. } = self.given(input);
        let pointee = ty.and_then(|ty| self.debug().pointee(ty));
        let element = pointee.and_then(|ty| self.debug().size(ty)).filter(|&size| size > 0);
        let text = match (offset, element.unwrap_or(1)) {
            (0, _) => return Some(Phrase::primary(label)),
            (offset, element) if offset % element == 0 => format!("{label} + {}", offset / element),
            (offset, _) => format!("(char *){label} + {offset}"),
        };
        Some(Phrase { text, level: Precedence::Sum })
    }

    pub(super) fn global_name(&self, id: GlobalId) -> String {
        let global = self.image.program.global(id);
        global.debug.as_ref().map_or(&global.name, |variable| &variable.name).clone()
    }

    /// A pointer to a part of a variable.
    fn reference(&self, name: &str, ty: Option<TypeId>, offset: u64) -> Option<Phrase> {
        let is_array =
            |ty: TypeId| matches!(self.debug().ty(self.debug().resolve(ty)), Type::Array { .. });
        let text = match (offset, ty) {
            (0, Some(ty)) if is_array(ty) => return Some(Phrase::primary(name)),
            (0, _) => format!("&{name}"),
            (_, Some(ty)) => match self.debug().member(ty, offset) {
                Some(member) if member.start == offset => format!("&{name}{}", member.suffix),
                _ => format!("(char *)&{name} + {offset}"),
            },
            _ => format!("(char *)&{name} + {offset}"),
        };
        let level = if text.starts_with('&') { Precedence::Unary } else { Precedence::Sum };
        Some(Phrase { text, level })
    }

    /// A string literal, of which no program knows a name.
    fn literal(&self, id: GlobalId, offset: u64) -> Option<String> {
        let global = self.image.program.global(id);
        let is_named = global.debug.as_ref().is_some_and(|variable| !variable.name.is_empty());
        if !global.constant || is_named {
            return None;
        }
        let bytes = &global.init.as_ref()?.bytes;
        let rest = bytes.get(offset as usize..).unwrap_or_default();
        let end = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
        let text = std::str::from_utf8(&rest[..end]).ok()?;
        Some(format!("{text:?}"))
    }
}
