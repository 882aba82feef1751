//! What a variadic function is given beyond its parameters, on a path: which inputs that are, and of which types.

use engine::{ExploredPath, FurtherKind, InputSource, TestInput};
use ir::Program;
use ir::debug::{Type, TypeId};

use crate::frontend::variadic::FURTHER_TYPES;

/// The inputs, in the order of the arguments.
pub(super) fn all(path: &ExploredPath) -> impl Iterator<Item = &TestInput> {
    path.inputs.iter().filter(|input| kind(input).is_some())
}

fn kind(input: &TestInput) -> Option<FurtherKind> {
    match input.source {
        InputSource::Further(_, kind) => Some(kind),
        _ => None,
    }
}

/// The type of an input.
pub(super) fn ty(program: &Program, input: &TestInput) -> Option<TypeId> {
    member(
        program,
        match kind(input)? {
            FurtherKind::Int => "narrow",
            FurtherKind::Real => "real",
            FurtherKind::Word => "word",
            FurtherKind::Text => "text",
        },
    )
}

/// Which type a number has that an input is.
pub(super) fn number(input: &TestInput) -> &'static str {
    match kind(input) {
        Some(FurtherKind::Int) => "narrow",
        Some(FurtherKind::Real) => "real",
        _ => "number",
    }
}

/// A type by its member in the variable of the harness that has them all.
pub(super) fn member(program: &Program, name: &str) -> Option<TypeId> {
    let debug = &program.debug;
    let global = program.globals.iter().find(|global| global.name.starts_with(FURTHER_TYPES))?;
    let mut pending = vec![global.debug.as_ref()?.ty];
    while let Some(ty) = pending.pop() {
        if let Type::Struct { fields, .. } | Type::Union { fields, .. } =
            debug.ty(debug.resolve(ty))
        {
            if let Some(field) = fields.iter().find(|field| field.name == name) {
                return Some(field.ty);
            }
            pending.extend(fields.iter().map(|field| field.ty));
        }
    }
    None
}
