//! The inputs of all trees, and the symbols that stand for them.
//!
//! They are apart from the trees, as composing finds inputs, too: where a callee looks at memory that its caller has not
//! touched, that is an input of the caller, although no run has read it there.

use rustc_hash::FxHashMap;
use smt::{Sort, SymbolId, TermId, TermPool};

use crate::summary::cell::FunctionInput;
use crate::summary::tree::{Tree, TreeId};

/// What an input takes, about.
const INPUT_BYTES: usize = 150;

/// The inputs of all trees that were found so far.
#[derive(Default)]
pub(crate) struct Inputs {
    of: FxHashMap<TreeId, OfTree>,
}

/// The inputs of one tree.
#[derive(Default)]
struct OfTree {
    symbols: FxHashMap<FunctionInput, TermId>,
    meanings: FxHashMap<SymbolId, FunctionInput>,
    /// Those that callers give, in the order in which they were found.
    given: Vec<(SymbolId, FunctionInput)>,
    /// How many those trees had that were thrown away.
    past: usize,
}

impl Inputs {
    /// The symbol of an input.
    pub(crate) fn symbol(
        &mut self,
        pool: &mut TermPool,
        tree: &Tree,
        input: FunctionInput,
        width: u32,
    ) -> TermId {
        let OfTree { symbols, meanings, given, .. } = self.of.entry(tree.id).or_default();
        if let Some(&symbol) = symbols.get(&input) {
            return symbol;
        }
        let name = format!("{}.{}", tree.name(), symbols.len());
        let symbol = pool.fresh(name, Sort::Bits(width));
        let term = pool.variable(symbol);
        symbols.insert(input, term);
        meanings.insert(symbol, input);
        if input.call().is_none() {
            given.push((symbol, input));
        }
        term
    }

    /// The input of a tree that a symbol stands for, if it is one of its symbols.
    pub(crate) fn meaning(&self, tree: TreeId, symbol: SymbolId) -> Option<FunctionInput> {
        self.of.get(&tree)?.meanings.get(&symbol).copied()
    }

    /// How many inputs were ever found of a tree.
    pub(crate) fn found(&self, tree: TreeId) -> usize {
        self.of.get(&tree).map_or(0, |of| of.past + of.symbols.len())
    }

    /// How many inputs all trees have together.
    pub(crate) fn total(&self) -> usize {
        self.of.values().map(|of| of.symbols.len()).sum()
    }

    /// How much memory they take, about.
    pub(crate) fn bytes(&self) -> usize {
        self.total() * INPUT_BYTES
    }

    /// What callers give to a function: all inputs but the results of calls, in order.
    pub(crate) fn given(&self, tree: TreeId) -> Vec<(SymbolId, FunctionInput)> {
        self.of.get(&tree).map(|of| of.given.clone()).unwrap_or_default()
    }

    /// All inputs of a tree with their symbols, in the order in which they were found.
    pub(crate) fn all(&self, tree: TreeId) -> Vec<(TermId, FunctionInput)> {
        let symbols = self.of.get(&tree).into_iter().flat_map(|of| &of.symbols);
        let mut all: Vec<_> = symbols.map(|(&input, &symbol)| (symbol, input)).collect();
        all.sort_unstable_by_key(|&(symbol, _)| symbol);
        all
    }

    /// Does a term of a tree depend on what a call of its function did?
    pub(crate) fn comes_from_call(&self, pool: &mut TermPool, tree: TreeId, term: TermId) -> bool {
        let symbols = pool.free_symbols(term);
        let is_result = |input: FunctionInput| input.call().is_some();
        symbols.iter().any(|&symbol| self.meaning(tree, symbol).is_some_and(is_result))
    }

    /// The symbol of an input that was found before.
    pub(crate) fn known(&self, tree: TreeId, input: FunctionInput) -> Option<TermId> {
        self.of.get(&tree)?.symbols.get(&input).copied()
    }

    /// A tree is gone, and its inputs with it.
    pub(crate) fn forget(&mut self, tree: TreeId) {
        if let Some(of) = self.of.get_mut(&tree) {
            *of = OfTree { past: of.past + of.symbols.len(), ..OfTree::default() };
        }
    }
}
