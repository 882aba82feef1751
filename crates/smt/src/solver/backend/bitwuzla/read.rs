//! Bitwuzla's models as ours.

use super::api::RawTerm;
use super::context::{ArrayPart, TermManager};
use super::encode::Encoder;
use crate::model::{FunctionTable, Model};
use crate::pool::TermPool;
use crate::solver::Query;
use crate::sort::Sort;
use crate::term::{Op, SymbolId, TermId};
use crate::value::{ArrayValue, Value};

/// What the last check's model says about a query's symbols; nothing if it says it in a way that we can't read.
pub(super) fn model(
    context: &TermManager,
    encoder: &Encoder,
    pool: &mut TermPool,
    query: Query<'_>,
) -> Option<Model> {
    let symbols = query.symbols(pool);
    let mut model = Model::new();
    let mut functions = Vec::new();
    for symbol in symbols {
        let info = pool.symbol_info(symbol);
        // What never reached the solver stays zero.
        let Some(term) = encoder.symbol(symbol) else { continue };
        match info.parameters.is_empty() {
            true => model.set(symbol, value_of(context, term, info.sort)?),
            false => functions.push(symbol),
        }
    }
    if !functions.is_empty() {
        set_functions(context, encoder, pool, query, &mut model)?;
    }
    Some(model)
}

/// A function is what its applications in the query say.
fn set_functions(
    context: &TermManager,
    encoder: &Encoder,
    pool: &TermPool,
    query: Query<'_>,
    model: &mut Model,
) -> Option<()> {
    let mut tables: Vec<(SymbolId, FunctionTable)> = Vec::new();
    for (function, application) in applications(pool, query) {
        let read = |term: TermId| value_of(context, encoder.term(term)?, pool.sort(term));
        let args: Vec<Value> =
            pool.args(application).iter().map(|&arg| read(arg)).collect::<Option<_>>()?;
        let entry = (args, read(application)?);
        match tables.iter_mut().find(|(known, _)| *known == function) {
            Some((_, table)) => table.entries.push(entry),
            None => {
                let default = Value::zero(pool.sort(application));
                tables.push((function, FunctionTable { default, entries: vec![entry] }));
            }
        }
    }
    for (function, table) in tables {
        model.set_function(function, table);
    }
    Some(())
}

fn applications(pool: &TermPool, query: Query<'_>) -> Vec<(SymbolId, TermId)> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut pending = query.constraints(pool);
    let mut found = Vec::new();
    while let Some(term) = pending.pop() {
        if seen.insert(term) {
            if let Op::Apply(function) = pool.op(term) {
                found.push((function, term));
            }
            pending.extend(pool.args(term));
        }
    }
    found
}

/// What a term is in the model.
fn value_of(context: &TermManager, term: RawTerm, sort: Sort) -> Option<Value> {
    let value = context.value(term);
    match sort {
        Sort::Bool => context.read_bool(value).map(Value::Bool),
        Sort::Bits(width) => context.read_bits(value, width).map(Value::Bits),
        Sort::Array { index, element } => {
            array(context, value, index, element).map(|array| Value::Array(array.into()))
        }
    }
}

/// Stores, newest outside, on an array that is the same everywhere.
fn array(
    context: &TermManager,
    mut value: RawTerm,
    index: u32,
    element: u32,
) -> Option<ArrayValue> {
    let mut stores = Vec::new();
    let mut array = loop {
        match context.read_array(value)? {
            ArrayPart::Everywhere(default) => {
                break ArrayValue::constant(context.read_bits(default, element)?);
            }
            ArrayPart::Store { below, at, element: stored } => {
                stores.push((context.read_bits(at, index)?, context.read_bits(stored, element)?));
                value = below;
            }
        }
    };
    for (at, stored) in stores.into_iter().rev() {
        array.store(at, stored);
    }
    Some(array)
}
