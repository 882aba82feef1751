//! Makers of opaque inputs: what a pointer leads to whose type the file only declares, a function of the program makes, if one
//! does that returns such a pointer. Its arguments are inputs, too.

use ir::debug::{Subprogram, Type, TypeId};
use ir::{CodeOrigin, FuncId, Function, Linkage, Program};

use super::entry::{Param, ParamKind};
use crate::c::types;

/// A function that makes an input.
#[derive(Clone)]
pub(crate) struct Maker {
    pub name: String,
    /// What it is given.
    pub params: Vec<Param>,
    /// How C declares it.
    pub declaration: String,
}

/// Functions with more parameters are no simple way to make something.
const MOST_PARAMS: usize = 4;

/// The first function that makes what a parameter points to, and that isn't the one which is tested.
pub(super) fn of(program: &Program, tested: FuncId, param: &Param) -> Option<Maker> {
    let debug = &program.debug;
    let pointee = types::pointee(debug, param.ty)?;
    if !matches!(debug.ty(debug.resolve(pointee)), Type::Incomplete { name: Some(_) }) {
        return None;
    }
    let tested = program.function(tested);
    program.functions.iter().find_map(|function| {
        let is_own = function.origin == CodeOrigin::Program && function.body.is_some();
        let subprogram =
            function.debug.as_ref().filter(|_| is_own && function.name != tested.name)?;
        let made = types::pointee(debug, subprogram.returns)?;
        let fits = debug.is_same(made, pointee) && is_callable(function, tested);
        fits.then(|| maker(program, subprogram, param)).flatten()
    })
}

/// What isn't explored of a parameter that is made.
pub(super) fn limit(param: &Param) -> Option<String> {
    let maker = param.maker.as_ref()?;
    Some(format!("`{}` is NULL, or what `{}` makes", param.name, maker.name))
}

/// May the file of the tested function call it?
fn is_callable(function: &Function, tested: &Function) -> bool {
    let file = |function: &Function| function.debug.as_ref().map(|debug| debug.file);
    function.linkage != Linkage::Internal || file(function) == file(tested)
}

fn maker(program: &Program, subprogram: &Subprogram, param: &Param) -> Option<Maker> {
    let debug = &program.debug;
    if subprogram.variadic || subprogram.params.len() > MOST_PARAMS {
        return None;
    }
    let mut params = Vec::new();
    for (index, variable) in subprogram.params.iter().enumerate() {
        let own = match variable.name.as_str() {
            "" => format!("arg{}", index + 1),
            name => name.to_owned(),
        };
        let ty = types::unqualified(debug, variable.ty);
        params.push(Param {
            name: format!("{}_{own}", param.name),
            label: format!("{}.{own}", param.label),
            ty,
            kind: kind(program, ty)?,
            restrict: false,
            elsewhere: false,
            maker: None,
        });
    }
    let declared: Option<Vec<String>> =
        params.iter().map(|param| types::declare(debug, param.ty, "").ok()).collect();
    let declared =
        declared.filter(|all| !all.is_empty()).map_or("void".to_owned(), |all| all.join(", "));
    let declaration =
        types::declare(debug, subprogram.returns, &format!("{}({declared})", subprogram.name));
    Some(Maker { name: subprogram.name.clone(), params, declaration: declaration.ok()? })
}

/// How an argument is made: a number, or a pointer to some.
fn kind(program: &Program, ty: TypeId) -> Option<ParamKind> {
    let debug = &program.debug;
    match types::pointee(debug, ty) {
        None => debug.is_number(ty).then_some(ParamKind::Value),
        Some(element) if types::is_char(debug, element) => Some(ParamKind::Text),
        Some(element) => debug.is_number(element).then_some(ParamKind::Array { element }),
    }
}
