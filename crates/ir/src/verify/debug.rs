//! The invariants of debug information: its ids, and that typedefs end.

use super::ensure;
use crate::debug::{Local, Subprogram, Type, TypeId, Variable, VariableLocation};
use crate::{FileId, Function, Program};

/// The types' references are in range, and typedefs and qualifiers lead to another type.
pub(super) fn verify_types(program: &Program) -> Result<(), String> {
    let types = &program.debug.types;
    for ty in types {
        each_reference(ty, &mut |id| verify_type(program, id))?;
    }
    // Every chain is walked once: where an earlier walk has been, the rest is known to end.
    let mut ends = vec![false; types.len()];
    for first in 0..types.len() {
        let mut chain = vec![];
        let mut at = first;
        while !ends[at] {
            ensure(chain.len() < types.len(), || format!("the typedef {first} names itself"))?;
            chain.push(at);
            match &types[at] {
                Type::Typedef { to, .. } | Type::Qualified { to, .. } => at = to.0 as usize,
                _ => break,
            }
        }
        chain.into_iter().for_each(|seen| ends[seen] = true);
    }
    Ok(())
}

fn each_reference(
    ty: &Type,
    check: &mut dyn FnMut(TypeId) -> Result<(), String>,
) -> Result<(), String> {
    match ty {
        Type::Pointer { to, .. } | Type::Typedef { to, .. } | Type::Qualified { to, .. } => {
            check(*to)
        }
        Type::Array { element, .. } | Type::Vector { element, .. } => check(*element),
        Type::Struct { fields, .. } | Type::Union { fields, .. } => {
            fields.iter().try_for_each(|field| check(field.ty))
        }
        Type::Function { returns, params, .. } => {
            check(*returns)?;
            params.iter().try_for_each(|param| check(*param))
        }
        Type::Void
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Enum { .. }
        | Type::Incomplete { .. }
        | Type::Other { .. } => Ok(()),
    }
}

pub(super) fn verify_subprogram(program: &Program, function: &Function) -> Result<(), String> {
    let Some(debug) = &function.debug else { return Ok(()) };
    let Subprogram { file, returns, params, locals, accesses, .. } = debug;
    verify_file(program, *file)?;
    accesses.iter().try_for_each(|access| verify_file(program, access.at.file))?;
    verify_type(program, *returns)?;
    params.iter().try_for_each(|param| verify_variable(program, param))?;
    locals.iter().try_for_each(|local| verify_local(program, function, local))
}

fn verify_local(program: &Program, function: &Function, local: &Local) -> Result<(), String> {
    verify_variable(program, &local.variable)?;
    let (regs, slots) =
        function.body.as_ref().map_or((0, 0), |body| (body.regs.len(), body.slots.len()));
    let known = match local.place {
        VariableLocation::Reg(reg) => reg.index() < regs,
        VariableLocation::Slot(slot) => slot.index() < slots,
        VariableLocation::Gone => true,
    };
    ensure(known, || format!("`{}` is kept nowhere: {:?}", local.variable.name, local.place))
}

pub(super) fn verify_variable(program: &Program, variable: &Variable) -> Result<(), String> {
    verify_file(program, variable.file)?;
    verify_type(program, variable.ty)
}

pub(super) fn verify_file(program: &Program, file: FileId) -> Result<(), String> {
    ensure(file.index() < program.debug.files.len(), || format!("there is no file {file:?}"))
}

fn verify_type(program: &Program, ty: TypeId) -> Result<(), String> {
    ensure((ty.0 as usize) < program.debug.types.len(), || format!("there is no type {}", ty.0))
}
