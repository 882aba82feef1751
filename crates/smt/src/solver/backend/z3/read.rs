//! Z3's models as ours.

use super::api::{ApiArgument as _, Ast, FuncInterp, RawModel, kind};
use super::context::{Z3Context, call};
use super::encode::Encoder;
use crate::bits::Bits;
use crate::model::{FunctionTable, Model};
use crate::pool::TermPool;
use crate::solver::backend::library::text;
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::term::SymbolId;
use crate::value::{ArrayValue, Value};

/// What a model says about these symbols; nothing if it says it in a way that we can't read.
pub(super) fn model(
    context: &Z3Context,
    encoder: &Encoder,
    pool: &TermPool,
    raw: RawModel,
    symbols: &[SymbolId],
) -> Option<Model> {
    let mut model = Model::new();
    for &symbol in symbols {
        // What never reached Z3, or doesn't matter to it, stays zero.
        let Some(decl) = encoder.decl_of(symbol) else { continue };
        let info = pool.symbol_info(symbol);
        if !info.parameters.is_empty() {
            if let Some(function) = context.function_of(raw, decl) {
                model.set_function(symbol, table(context, raw, function.raw, info)?);
            }
            continue;
        }
        let ast = call!(context.model_get_const_interp(raw, decl));
        if !ast.0.is_null() {
            model.set(symbol, value(context, raw, ast, info.sort)?);
        }
    }
    Some(model)
}

fn value(context: &Z3Context, model: RawModel, ast: Ast, sort: Sort) -> Option<Value> {
    match sort {
        Sort::Bool => match kind_of(context, ast)? {
            kind::TRUE => Some(Value::Bool(true)),
            kind::FALSE => Some(Value::Bool(false)),
            _ => None,
        },
        Sort::Bits(width) => bits(context, ast, width).map(Value::Bits),
        Sort::Array { index, element } => {
            array(context, model, ast, index, element).map(|array| Value::Array(array.into()))
        }
    }
}

fn bits(context: &Z3Context, ast: Ast, width: u32) -> Option<Bits> {
    if !call!(context.is_numeral_ast(ast)) {
        return None;
    }
    let mut small = 0;
    if width <= 64 && call!(context.get_numeral_uint64(ast, &raw mut small)) {
        return Some(Bits::new(width, small));
    }
    Bits::from_binary(width, &text(call!(context.get_numeral_binary_string(ast))))
}

/// Stores, newest outside, on an array that is constant or a function.
fn array(
    context: &Z3Context,
    model: RawModel,
    mut ast: Ast,
    index: u32,
    element: u32,
) -> Option<ArrayValue> {
    let mut stores = Vec::new();
    let mut array = loop {
        match kind_of(context, ast)? {
            kind::STORE => {
                let [older, at, stored] = [0, 1, 2].map(|i| call!(context.get_app_arg(ast, i)));
                stores.push((bits(context, at, index)?, bits(context, stored, element)?));
                ast = older;
            }
            kind::CONST_ARRAY => {
                break ArrayValue::constant(bits(
                    context,
                    call!(context.get_app_arg(ast, 0)),
                    element,
                )?);
            }
            kind::AS_ARRAY => {
                let decl = call!(context.get_as_array_func_decl(ast));
                let function = context.function_of(model, decl)?;
                break array_of_function(context, function.raw, index, element)?;
            }
            _ => return None,
        }
    };
    for (at, stored) in stores.into_iter().rev() {
        array.store(at, stored);
    }
    Some(array)
}

fn array_of_function(
    context: &Z3Context,
    function: FuncInterp,
    index: u32,
    element: u32,
) -> Option<ArrayValue> {
    let mut array = ArrayValue::constant(bits(
        context,
        call!(context.func_interp_get_else(function)),
        element,
    )?);
    for (args, result) in entries(context, function) {
        array.store(bits(context, *args.first()?, index)?, bits(context, result, element)?);
    }
    Some(array)
}

fn table(
    context: &Z3Context,
    model: RawModel,
    function: FuncInterp,
    info: &Symbol,
) -> Option<FunctionTable> {
    let default = value(context, model, call!(context.func_interp_get_else(function)), info.sort)?;
    let mut table = FunctionTable { default, entries: Vec::new() };
    for (args, result) in entries(context, function) {
        let args = args.into_iter().zip(&info.parameters);
        let args: Option<Vec<Value>> =
            args.map(|(arg, &sort)| value(context, model, arg, sort)).collect();
        table.entries.push((args?, value(context, model, result, info.sort)?));
    }
    Some(table)
}

/// The arguments and the result of each entry; they live as long as the function.
fn entries(context: &Z3Context, function: FuncInterp) -> Vec<(Vec<Ast>, Ast)> {
    let count = call!(context.func_interp_get_num_entries(function));
    let entry = |position| {
        let entry = call!(context.func_interp_get_entry(function, position));
        call!(context.func_entry_inc_ref(entry));
        let arity = call!(context.func_entry_get_num_args(entry));
        let args = (0..arity).map(|i| call!(context.func_entry_get_arg(entry, i))).collect();
        let result = call!(context.func_entry_get_value(entry));
        call!(context.func_entry_dec_ref(entry));
        (args, result)
    };
    (0..count).map(entry).collect()
}

fn kind_of(context: &Z3Context, ast: Ast) -> Option<u32> {
    if !call!(context.is_app(ast)) {
        return None;
    }
    let app = call!(context.to_app(ast));
    let decl = call!(context.get_app_decl(app));
    (!decl.is_missing()).then(|| call!(context.get_decl_kind(decl)))
}
