//! What a program is given from outside, under the names of the variables that hold it.

use ir::debug::{Type, TypeId};
use rustc_hash::FxHashMap;
use smt::{Sort, SymbolId, TermId};

use crate::explain::names::{Meaning, Names, Whole};
use crate::explain::phrase::{Level, Phrase};
use crate::explain::place;
use crate::explain::spot::Spot;

impl Names<'_> {
    /// A symbol that no tree made: a byte of what the program is given, or how much that is.
    pub(super) fn introduce_given(&mut self, symbol: SymbolId, variable: TermId) {
        let name = self.pool.symbol_info(symbol).name.clone();
        let inside = |what: &str| Some(name.strip_prefix(what)?.strip_suffix(')')?.to_owned());
        if let Some(pointer) = inside("null(") {
            let phrase = Phrase { text: format!("{pointer} == NULL"), level: Level::Comparison };
            return self.call_it(symbol, phrase, None, Meaning::Given);
        }
        let counted = inside("length(").map(|what| format!("length of {what}"));
        let counted = counted.or_else(|| inside("count(").map(|what| format!("count of {what}")));
        if let Some(text) = counted {
            return self.call_it(symbol, Phrase::words(text), None, Meaning::Given);
        }
        let Some((label, index)) = self.given_byte(symbol) else {
            return self.call_it(symbol, Phrase::primary(name), None, Meaning::Given);
        };
        let spot = self.given_spot(&label, index);
        let is_padding = spot.ty.is_none() && self.given_type(&label).is_some();
        let meaning = if is_padding { Meaning::Padding } else { Meaning::Given };
        let key = Whole::Given(label, spot.start as u64);
        self.part(variable, key, spot, index as i64, meaning);
    }

    /// The input that a symbol is a byte of, and which one.
    fn given_byte(&self, symbol: SymbolId) -> Option<(String, u64)> {
        let symbol = self.pool.symbol_info(symbol);
        let (label, index) = symbol.name.strip_suffix(']')?.rsplit_once('[')?;
        let index = index.parse::<u64>().ok().filter(|_| symbol.sort == Sort::Bits(8))?;
        Some((label.to_owned(), index))
    }

    /// How many bytes of each input the tree speaks of.
    pub(super) fn given_lengths(&mut self) -> FxHashMap<String, u64> {
        let mut lengths: FxHashMap<String, u64> = FxHashMap::default();
        for term in self.tree.terms() {
            for &symbol in self.pool.free_symbols(term).iter() {
                let given = self.tree.meaning(symbol).is_none();
                if let Some((label, index)) = self.given_byte(symbol).filter(|_| given) {
                    let length = lengths.entry(label).or_default();
                    *length = (*length).max(index + 1);
                }
            }
        }
        lengths
    }

    /// The variable that a byte of an input is in.
    pub(super) fn given_spot(&mut self, label: &str, index: u64) -> Spot {
        let ty = self.given_type(label);
        if let Some(pointee) = ty.and_then(|ty| self.debug().pointee(ty)) {
            return self.element(Phrase::primary(label), Some(pointee), index as i64, |_, _| true);
        }
        let member = ty.and_then(|ty| place::member(self.debug(), ty, index));
        match member {
            Some(member) => Spot {
                phrase: Phrase::primary(format!("{label}{}", member.suffix)),
                ty: Some(member.ty),
                start: member.start as i64,
                size: member.size,
            },
            None => self.undeclared(label, index),
        }
    }

    /// An input that no variable is named after. Text comes from outside; a number is as long as one.
    fn undeclared(&self, label: &str, index: u64) -> Spot {
        let is_text = label == "stdin" || label.starts_with("argv");
        match self.lengths.get(label) {
            Some(&size) if matches!(size, 1 | 2 | 4 | 8) && !is_text && index < size => {
                Spot { phrase: Phrase::primary(label), ty: None, start: 0, size }
            }
            _ => {
                let ty = self.plain_char().filter(|_| is_text);
                let phrase = Phrase::primary(format!("{label}[{index}]"));
                Spot { phrase, ty, start: index as i64, size: 1 }
            }
        }
    }

    /// The type of the variable that an input is named after: a parameter, a local or a global variable.
    pub(super) fn given_type(&self, label: &str) -> Option<TypeId> {
        let name = label.split('#').next()?;
        let name = name.strip_suffix(" (global)").unwrap_or(name);
        let is_global = name.len() < label.len();
        let subprogram = self.subprogram().filter(|_| !is_global || label.contains('#'));
        let own = subprogram.and_then(|debug| {
            let locals = debug.locals.iter().map(|local| &local.variable);
            debug.params.iter().chain(locals).find(|variable| variable.name == name)
        });
        let globals = self.image.program.globals.iter().filter_map(|it| it.debug.as_ref());
        let found = own.or_else(|| globals.into_iter().find(|variable| variable.name == name));
        found.map(|variable| variable.ty)
    }

    /// Inputs that nobody declared are text: `stdin[3]`.
    fn plain_char(&self) -> Option<TypeId> {
        let is_char = |ty: &Type| matches!(ty, Type::Int { name, .. } if name == "char");
        let found = self.debug().types.iter().position(is_char)?;
        Some(TypeId(found as u32))
    }
}
