//! Whether a decoded module is consistent, so that lowering may rely on it.
//!
//! A part of LLVM's verifier: what is checked is what would otherwise make lowering index out of
//! range, recurse without end or meet a type it has no code for. Not checked: that definitions dominate
//! uses, and anything about attributes.

mod constant;
mod flow;
mod instruction;
mod node;
mod rule;

use crate::decode::types::Types;
use crate::error::Error;
use crate::module::{Body, Function, Module, Type, TypeId, Value, ValueId};

type Result<T> = std::result::Result<T, Error>;

/// What can be seen from where something is checked: the module and perhaps a function's body.
#[derive(Clone, Copy)]
struct View<'m> {
    types: &'m Types,
    module: &'m Module,
    body: Option<&'m Body>,
}

/// Checks a module whose types are `types`.
pub(super) fn module(module: &Module, types: &Types) -> Result<()> {
    let view = View { types, module, body: None };
    let sizes = constant::table(view, &[])?;
    check_globals(view)?;
    node::list(view, &module.metadata.nodes)?;
    for (_, ids) in &module.metadata.named {
        ids.iter().try_for_each(|&id| view.node(id).map(drop))?;
    }
    for function in &module.functions {
        check_function(view, function, &sizes)
            .map_err(|error| error.within(format!("function `{}`", function.name)))?;
    }
    Ok(())
}

fn check_globals(view: View<'_>) -> Result<()> {
    for global in &view.module.globals {
        let at = |error: Error| error.within(format!("global `{}`", global.name));
        view.sized(global.value_type).map_err(at)?;
        if let Some(id) = global.initializer {
            view.constant(id).map_err(at)?;
            view.expect(id, global.value_type).map_err(at)?;
        }
        global.debug.iter().try_for_each(|&id| view.node(id).map(drop)).map_err(at)?;
    }
    for alias in &view.module.aliases {
        let at = |error: Error| error.within(format!("alias `{}`", alias.name));
        view.constant(alias.target).map_err(at)?;
        view.pointer(alias.target).map_err(at)?;
    }
    Ok(())
}

fn check_function(
    view: View<'_>,
    function: &Function,
    sizes: &[constant::ConstantSize],
) -> Result<()> {
    let Some(body) = &function.body else {
        return function.debug.map_or(Ok(()), |id| view.node(id).map(drop));
    };
    let view = View { body: Some(body), ..view };
    if let Some(id) = function.debug {
        view.node(id)?;
    }
    for (value, &ty) in body.values.iter().zip(&body.value_types) {
        match value {
            Value::Param(_) => view.first_class(ty)?,
            Value::Metadata(id) => view.node(*id).map(drop)?,
            _ => {}
        }
    }
    constant::table(view, sizes)?;
    node::list(view, &body.metadata)?;
    flow::body(body)?;
    for (index, block) in body.blocks.iter().enumerate() {
        for instruction in &block.instructions {
            instruction::check(view, function, instruction)
                .map_err(|error| error.within(format!("block {index}")))?;
        }
    }
    Ok(())
}

impl<'m> View<'m> {
    /// How many values there are.
    fn value_count(self) -> usize {
        self.module.values.len() + self.body.map_or(0, |body| body.values.len())
    }

    fn value(self, id: ValueId) -> Result<&'m Value> {
        self.find(id, &self.module.values, |body| &body.values)
    }

    fn type_id(self, id: ValueId) -> Result<TypeId> {
        self.find(id, &self.module.value_types, |body| &body.value_types).copied()
    }

    fn ty(self, id: ValueId) -> Result<&'m Type> {
        Ok(self.types.get(self.type_id(id)?))
    }

    /// The element type of a vector, the type of anything else.
    fn scalar(self, id: ValueId) -> Result<&'m Type> {
        Ok(self.types.scalar(self.type_id(id)?))
    }

    fn find<T>(
        self,
        id: ValueId,
        global: &'m [T],
        local: fn(&'m Body) -> &'m [T],
    ) -> Result<&'m T> {
        let index = id.0 as usize;
        let found = match index.checked_sub(global.len()) {
            None => global.get(index),
            Some(index) => self.body.and_then(|body| local(body).get(index)),
        };
        found.ok_or_else(|| Error::malformed(format!("value {} does not exist", id.0)))
    }

    /// That a value is known before the program runs.
    fn constant(self, id: ValueId) -> Result<()> {
        match self.value(id)? {
            Value::Global(_) | Value::Function(_) | Value::Alias(_) | Value::Constant(_) => Ok(()),
            _ => Err(Error::malformed(format!("value {} is no constant", id.0))),
        }
    }

    fn expect(self, id: ValueId, ty: TypeId) -> Result<()> {
        if self.types.same(self.type_id(id)?, ty) {
            Ok(())
        } else {
            Err(Error::malformed(format!("value {} is of another type", id.0)))
        }
    }

    fn pointer(self, id: ValueId) -> Result<()> {
        match self.ty(id)? {
            Type::Pointer { .. } => Ok(()),
            _ => Err(Error::malformed(format!("value {} is no pointer", id.0))),
        }
    }

    fn integer(self, id: ValueId) -> Result<()> {
        match self.ty(id)? {
            Type::Integer(_) => Ok(()),
            _ => Err(Error::malformed(format!("value {} is no integer", id.0))),
        }
    }

    /// That a type can be in memory.
    fn sized(self, ty: TypeId) -> Result<()> {
        if self.types.is_sized(ty) { Ok(()) } else { Err(Error::malformed("type without a size")) }
    }

    /// That a type can be a value's.
    fn first_class(self, ty: TypeId) -> Result<()> {
        if self.types.is_first_class(ty) {
            Ok(())
        } else {
            Err(Error::malformed("value of a type that no value has"))
        }
    }
}
