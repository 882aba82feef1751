//! Origins: what the symbols stand for that a program's inputs are made of.
//!
//! A symbol has a name only for people. Programs choose names too, and a parameter may well be called `stdin`, so
//! nothing is ever found by its name: an input is known by its id, a symbol by its [`Origin`], and this table leads
//! from one to the other and back. What the symbols of a function tree stand for, the tree itself knows
//! ([`crate::tree::Input`]); those that only a constraint has are in [`crate::compose::auxiliary`].

use std::fmt;

use ir::GlobalId;
use rustc_hash::FxHashMap;
use smt::{Sort, SymbolId, TermId, TermPool};

use crate::witness::Source;

/// An input of the program. Paths that make the same input share its symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct InputId(u32);

/// What makes an input the same on two paths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct InputKey {
    pub source: Source,
    /// As the program calls it.
    pub name: String,
    /// The number that tells it apart from others which the program calls the same.
    pub nth: u32,
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
    /// How many elements the array has that it points to.
    Length(InputId),
    /// How many bytes there are on standard input.
    StandardInputLength,
    /// How many arguments `main` is given, beside those that are fixed.
    ArgumentCount,
}

/// The bits of an array's length.
pub(crate) const LENGTH_BITS: u32 = 32;

impl Origin {
    fn sort(self) -> Sort {
        match self {
            Origin::Byte(..) => Sort::Bits(8),
            Origin::IsNull(_) => Sort::Bool,
            Origin::Length(_) => Sort::Bits(LENGTH_BITS),
            Origin::StandardInputLength => Sort::Bits(64),
            Origin::ArgumentCount => Sort::Bits(32),
        }
    }
}

/// All inputs that any path has made, and their symbols.
#[derive(Debug, Default)]
pub(crate) struct Origins {
    inputs: Vec<Known>,
    ids: FxHashMap<InputKey, InputId>,
    symbols: FxHashMap<Origin, SymbolId>,
    of_symbol: FxHashMap<SymbolId, Origin>,
}

#[derive(Debug)]
struct Known {
    key: InputKey,
    label: String,
    /// The global variable that it is, if it is a whole one.
    global: Option<GlobalId>,
}

impl Origins {
    /// The input of that key.
    pub(crate) fn input(&mut self, key: InputKey) -> InputId {
        if let Some(&known) = self.ids.get(&key) {
            return known;
        }
        let id = InputId(self.inputs.len() as u32);
        self.inputs.push(Known { label: key.to_string(), key: key.clone(), global: None });
        self.ids.insert(key, id);
        id
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
    pub(crate) fn label(&self, input: InputId) -> &str {
        &self.inputs[input.0 as usize].label
    }

    /// The symbol that stands for something.
    pub(crate) fn symbol(&mut self, pool: &mut TermPool, origin: Origin) -> SymbolId {
        if let Some(&known) = self.symbols.get(&origin) {
            return known;
        }
        let symbol = pool.fresh(&self.name(origin), origin.sort());
        self.symbols.insert(origin, symbol);
        self.of_symbol.insert(symbol, origin);
        symbol
    }

    /// The variable that stands for something.
    pub(crate) fn variable(&mut self, pool: &mut TermPool, origin: Origin) -> TermId {
        let symbol = self.symbol(pool, origin);
        pool.variable(symbol)
    }

    /// What a symbol stands for, if it is one of an input.
    pub(crate) fn of(&self, symbol: SymbolId) -> Option<Origin> {
        self.of_symbol.get(&symbol).copied()
    }

    /// How a symbol reads.
    fn name(&self, origin: Origin) -> String {
        match origin {
            Origin::Byte(input, index) => format!("{}[{index}]", self.label(input)),
            Origin::IsNull(input) => format!("null({})", self.label(input)),
            Origin::Length(input) => format!("length({})", self.label(input)),
            Origin::StandardInputLength => "length(stdin)".to_owned(),
            Origin::ArgumentCount => "count(argv)".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use smt::TermPool;

    use super::{InputKey, Origin, Origins};
    use crate::witness::Source;

    #[test]
    fn what_reads_the_same_need_not_be_the_same() {
        let (mut pool, mut origins) = (TermPool::new(), Origins::default());
        let named = |source, name: &str, nth| InputKey { source, name: name.to_owned(), nth };
        let parameter = origins.input(named(Source::Marked, "stdin", 0));
        let stdin = origins.input(named(Source::StandardInput, "stdin", 0));
        let numbered = origins.input(named(Source::Marked, "stdin", 1));
        let called_so = origins.input(named(Source::Marked, "stdin#1", 0));
        assert_eq!(origins.label(numbered), origins.label(called_so));
        let all = [
            Origin::Length(parameter),
            Origin::StandardInputLength,
            Origin::Byte(parameter, 0),
            Origin::Byte(stdin, 0),
            Origin::Byte(numbered, 0),
            Origin::Byte(called_so, 0),
        ];
        let symbols = all.map(|origin| origins.symbol(&mut pool, origin));
        for (origin, symbol) in all.into_iter().zip(symbols) {
            assert_eq!(origins.of(symbol), Some(origin));
            assert_eq!(origins.symbol(&mut pool, origin), symbol);
        }
    }
}
