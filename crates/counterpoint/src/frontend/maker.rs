//! Makers of opaque inputs: what a pointer leads to whose type the file only declares, functions of the program make, if any
//! return such a pointer. Which one does is an input, and so are its arguments.

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

/// No more functions make one input: each is explored.
const MOST_MAKERS: usize = 4;

/// The functions that make what a parameter points to, but for the one which is tested.
pub(super) fn of(program: &Program, tested: FuncId, param: &Param) -> Vec<Maker> {
    let debug = &program.debug;
    let is_opaque =
        |&ty: &TypeId| matches!(debug.ty(debug.resolve(ty)), Type::Incomplete { name: Some(_) });
    let Some(pointee) = types::pointee(debug, param.ty).filter(is_opaque) else {
        return Vec::new();
    };
    let tested = program.function(tested);
    let makers = program.functions.iter().filter_map(|function| {
        let is_own = function.origin == CodeOrigin::Program && function.body.is_some();
        let subprogram =
            function.debug.as_ref().filter(|_| is_own && function.name != tested.name)?;
        let made = types::pointee(debug, subprogram.returns)?;
        let fits = debug.is_same(made, pointee) && is_callable(function, tested);
        fits.then(|| maker(program, subprogram, param)).flatten()
    });
    let mut makers: Vec<Maker> = makers.take(MOST_MAKERS).collect();
    if makers.len() > 1 {
        makers.iter_mut().for_each(Maker::tell_apart);
    }
    makers
}

impl Maker {
    /// Another one may have parameters of the same names.
    fn tell_apart(&mut self) {
        for param in &mut self.params {
            param.label = format!("{}({})", self.name, param.label);
        }
    }
}

/// What isn't explored of a parameter that is made.
pub(super) fn limit(param: &Param) -> Option<String> {
    let names: Vec<String> = param.makers.iter().map(|maker| format!("`{}`", maker.name)).collect();
    let makers = names.join(" or ");
    (!names.is_empty()).then(|| format!("`{}` is NULL, or what {makers} makes", param.name))
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
            makers: Vec::new(),
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
