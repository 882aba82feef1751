//! What a program is given from outside, under the names of the variables that hold it.

use ir::GlobalId;
use ir::debug::{Type, TypeId};
use rustc_hash::FxHashMap;
use smt::{SymbolId, TermId};

use crate::search::render::names::{Meaning, SymbolNames, Whole};
use crate::search::render::phrase::{Phrase, Precedence};
use crate::search::render::spot::Spot;
use crate::summary::origin::InputSource;
use crate::summary::origin::{AliasCandidate, InputId, InputKey, Origin, Outer};

/// Something that the program was given, or that its harness looks at.
pub(super) struct GivenVariable {
    pub label: String,
    /// The type of the variable that it is, if that is known.
    pub ty: Option<TypeId>,
    /// Does it come from outside, as text?
    is_text: bool,
    /// How many of its bytes the tree speaks of.
    length: Option<u64>,
}

impl SymbolNames<'_> {
    /// A symbol that no tree made: a byte of what the program is given, or how much that is.
    pub(super) fn introduce_given(&mut self, symbol: SymbolId, variable: TermId) {
        let label = |input| self.given.origins.label(input);
        let words = match self.given.origins.of(symbol) {
            Some(Origin::Byte(input, index)) => {
                return self.introduce_byte(variable, input, index);
            }
            Some(Origin::IsNull(input)) => {
                let phrase = self.compared_with_null(input, true);
                return self.call_it(symbol, phrase, None, Meaning::IsNull(input));
            }
            Some(Origin::Address(..)) | None => {
                let name = Phrase::primary(self.pool.symbol_info(symbol).name.to_string());
                return self.call_it(symbol, name, None, Meaning::Given);
            }
            Some(Origin::IsAlias(input, other)) => format!("{} == {}", label(input), label(other)),
            Some(Origin::IsFunction(input, function)) => {
                let function = self.image.program.function(function).display_name();
                format!("{} == {function}", label(input))
            }
            Some(Origin::IsWritten(input)) => format!("{} is written", label(input)),
            Some(Origin::IsMember(input, _, choice)) => {
                format!("{} has pointer member {}", label(input), choice.member)
            }
            Some(Origin::PointsInto(candidate)) => self.points_into(candidate),
            Some(Origin::Length(input)) => format!("length of {}", label(input)),
            Some(Origin::StandardInputLength) => "length of stdin".to_owned(),
            Some(Origin::ArgumentCount) => "count of argv".to_owned(),
        };
        self.call_it(symbol, Phrase::words(words), None, Meaning::Given);
    }

    /// Where a pointer points to: `q == p + 8 bytes`.
    fn points_into(
        &self,
        AliasCandidate { pointer, object, offset, .. }: AliasCandidate,
    ) -> String {
        let pointer = self.given.origins.label(pointer);
        let object = match object {
            Outer::Pointed { by, .. } => self.given.origins.label(by).to_string(),
            Outer::Global(global) => {
                let variable = self.image.program.global(global).debug.as_ref();
                format!("&{}", variable.map_or("?", |variable| &variable.name))
            }
        };
        match offset {
            0 => format!("{pointer} == {object}"),
            _ => format!("{pointer} == {object} + {offset} bytes"),
        }
    }

    fn introduce_byte(&mut self, variable: TermId, input: InputId, index: u64) {
        let given = self.given(input);
        let spot = self.given_spot(&given, index);
        let is_padding = spot.ty.is_none() && given.ty.is_some();
        let meaning = if is_padding { Meaning::Padding } else { Meaning::Given };
        let key = Whole::Given(input, spot.start as u64);
        self.part(variable, key, spot, index as i64, meaning);
    }

    /// Whether a pointer is null that the program was given.
    pub(super) fn compared_with_null(&self, pointer: InputId, is_null: bool) -> Phrase {
        let sign = if is_null { "==" } else { "!=" };
        let text = format!("{} {sign} NULL", self.given.origins.label(pointer));
        Phrase { text, level: Precedence::Comparison }
    }

    /// How many bytes of each input the tree speaks of.
    pub(super) fn given_lengths(&mut self) -> FxHashMap<InputId, u64> {
        let mut lengths: FxHashMap<InputId, u64> = FxHashMap::default();
        for term in self.tree.terms() {
            for &symbol in self.pool.free_symbols(term).iter() {
                if let Some(Origin::Byte(input, index)) = self.given.origins.of(symbol) {
                    let length = lengths.entry(input).or_default();
                    *length = (*length).max(index + 1);
                }
            }
        }
        lengths
    }

    /// An input of the program.
    pub(super) fn given(&self, input: InputId) -> GivenVariable {
        let InputKey { source, name, .. } = self.given.origins.key(input);
        let of_global =
            self.given.origins.global(input).and_then(|global| self.global_type(global));
        GivenVariable {
            label: self.given.origins.label(input).to_string(),
            ty: of_global
                .or_else(|| self.variable_type(name).filter(|_| *source == InputSource::Marked)),
            is_text: !matches!(source, InputSource::Marked | InputSource::Stub { .. }),
            length: self.given.lengths.get(&input).copied(),
        }
    }

    /// Something that was no input, but that a harness looks at.
    pub(super) fn observed(&self, name: &str, global: Option<GlobalId>) -> GivenVariable {
        let of_global = global.and_then(|global| self.global_type(global));
        let ty = of_global.or_else(|| self.variable_type(name));
        GivenVariable { label: name.to_owned(), ty, is_text: false, length: None }
    }

    fn global_type(&self, global: GlobalId) -> Option<TypeId> {
        Some(self.image.program.global(global).debug.as_ref()?.ty)
    }

    /// The variable that a byte of an input is in.
    pub(super) fn given_spot(&mut self, given: &GivenVariable, index: u64) -> Spot {
        let GivenVariable { label, ty, .. } = given;
        if let Some(pointee) = ty.and_then(|ty| self.debug().pointee(ty)) {
            return self.element(Phrase::primary(label), Some(pointee), index as i64, |_, _| true);
        }
        let member = ty.and_then(|ty| self.debug().member(ty, index));
        match member {
            Some(member) => Spot {
                phrase: Phrase::primary(format!("{label}{}", member.suffix)),
                ty: Some(member.ty),
                start: member.start as i64,
                size: member.size,
            },
            None => self.undeclared(given, index),
        }
    }

    /// An input that no variable is named after. Text comes from outside; a number is as long as one.
    fn undeclared(&self, given: &GivenVariable, index: u64) -> Spot {
        let GivenVariable { label, is_text, length, .. } = given;
        match *length {
            Some(size) if matches!(size, 1 | 2 | 4 | 8) && !is_text && index < size => {
                Spot { phrase: Phrase::primary(label), ty: None, start: 0, size }
            }
            _ => {
                let ty = self.plain_char().filter(|_| *is_text);
                let phrase = Phrase::primary(format!("{label}[{index}]"));
                Spot { phrase, ty, start: index as i64, size: 1 }
            }
        }
    }

    /// The type of the variable that a program has named an input after: a parameter, a local or a global variable.
    fn variable_type(&self, name: &str) -> Option<TypeId> {
        let own = self.subprogram().and_then(|debug| {
            let locals = debug.locals.iter().map(|local| &local.variable);
            debug.params.iter().chain(locals).find(|variable| variable.name == name)
        });
        let globals = self.image.program.globals.iter().filter_map(|it| it.debug.as_ref());
        let found = own.or_else(|| globals.into_iter().find(|variable| variable.name == name));
        found.map(|variable| variable.ty)
    }

    /// Inputs without a declaration are text: `stdin[3]`.
    fn plain_char(&self) -> Option<TypeId> {
        let is_char = |ty: &Type| matches!(ty, Type::Int { name, .. } if name == "char");
        let found = self.debug().types.iter().position(is_char)?;
        Some(TypeId(found as u32))
    }
}
