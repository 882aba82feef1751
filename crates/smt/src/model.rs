//! An assignment of values to symbols.

use rustc_hash::FxHashMap;

use crate::pool::TermPool;
use crate::symbol_map::SymbolMap;
use crate::term::SymbolId;
use crate::value::Value;

/// What the variables and functions are. What a model doesn't mention is the symbol's default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    /// Copies share it: a run has a model for each of its states, and each differs from the one before in an input or two.
    variables: SymbolMap<Value>,
    functions: FxHashMap<SymbolId, FunctionTable>,
}

/// A function's results: by arguments, and the default for all others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionTable {
    pub default: Value,
    pub entries: Vec<(Vec<Value>, Value)>,
}

impl Model {
    /// The model in which all is zero.
    pub fn new() -> Model {
        Model::default()
    }

    /// Says what a variable is.
    pub fn set(&mut self, variable: SymbolId, value: Value) {
        self.variables.set(variable, value);
    }

    /// Says what a function's results are.
    pub fn set_function(&mut self, function: SymbolId, table: FunctionTable) {
        self.functions.insert(function, table);
    }

    /// What the model says of a variable.
    pub fn get(&self, variable: SymbolId) -> Option<&Value> {
        self.variables.get(variable)
    }

    /// What a variable is.
    pub fn value(&self, pool: &TermPool, variable: SymbolId) -> Value {
        self.get(variable).cloned().unwrap_or_else(|| pool.default(variable))
    }

    /// What a function's result is.
    pub fn result(&self, pool: &TermPool, function: SymbolId, args: &[Value]) -> Value {
        match self.functions.get(&function) {
            None => Value::zero(pool.symbol_info(function).sort),
            Some(table) => {
                let entry = table.entries.iter().find(|(known, _)| known == args);
                entry.map_or(&table.default, |(_, result)| result).clone()
            }
        }
    }

    /// The variables that the model mentions and what they are, in order.
    pub fn variables(&self) -> Vec<(SymbolId, &Value)> {
        self.variables.iter()
    }

    /// This model, where another one doesn't say otherwise.
    pub fn overlaid(&self, other: &Model) -> Model {
        let mut variables = self.variables.clone();
        for (symbol, value) in other.variables.iter() {
            variables.set(symbol, value.clone());
        }
        Model { variables, functions: other.functions.clone() }
    }

    /// The symbols of which another model doesn't say the same, in order.
    pub(crate) fn differing(&self, other: &Model) -> Vec<SymbolId> {
        let mut differing = self.variables.differing(&other.variables);
        let functions = self.functions.keys().chain(other.functions.keys());
        differing.extend(functions.filter(|it| self.functions.get(it) != other.functions.get(it)));
        differing.sort_unstable();
        differing.dedup();
        differing
    }

    /// Takes over what another model says about these symbols.
    pub(crate) fn adopt(&mut self, other: &Model, symbols: &[SymbolId]) {
        for symbol in symbols {
            if let Some(value) = other.variables.get(*symbol) {
                self.variables.set(*symbol, value.clone());
            }
            if let Some(table) = other.functions.get(symbol) {
                self.functions.insert(*symbol, table.clone());
            }
        }
    }
}
