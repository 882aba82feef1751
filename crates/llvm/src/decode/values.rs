//! A table of values: the module's, or one function's own, which continues the module's numbering.

use crate::error::Error;
use crate::module::{Constant, TypeId, Value, ValueId};

type Result<T> = std::result::Result<T, Error>;

/// Values and their types, in step.
#[derive(Default)]
pub(super) struct ValueTable {
    pub(super) values: Vec<Value>,
    pub(super) types: Vec<TypeId>,
}

impl ValueTable {
    pub(super) fn push(&mut self, value: Value, ty: TypeId) {
        self.values.push(value);
        self.types.push(ty);
    }

    pub(super) fn len(&self) -> u32 {
        self.values.len() as u32
    }
}

/// The values that can be named at some point: the module's, then a function's own.
#[derive(Clone, Copy)]
pub(super) struct ValueScope<'t> {
    pub(super) globals: &'t ValueTable,
    /// `None` outside functions.
    pub(super) locals: Option<&'t ValueTable>,
}

impl<'t> ValueScope<'t> {
    pub(super) fn global(globals: &'t ValueTable) -> ValueScope<'t> {
        ValueScope { globals, locals: None }
    }

    pub(super) fn len(self) -> u32 {
        self.globals.len() + self.locals.map_or(0, ValueTable::len)
    }

    pub(super) fn value(self, id: ValueId) -> Option<&'t Value> {
        let (table, index) = self.find(id)?;
        table.values.get(index)
    }

    pub(super) fn ty(self, id: ValueId) -> Option<TypeId> {
        let (table, index) = self.find(id)?;
        table.types.get(index).copied()
    }

    pub(super) fn constant(self, id: ValueId) -> Option<&'t Constant> {
        match self.value(id)? {
            Value::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    /// The value of an integer constant of at most 64 bits, sign-extended.
    pub(super) fn integer(self, id: ValueId) -> Option<u64> {
        match self.constant(id)? {
            Constant::Integer(words) if words.len() == 1 => words.first().copied(),
            Constant::Null => Some(0),
            _ => None,
        }
    }

    /// The value of that number, which must exist by now.
    pub(super) fn id(self, operand: u64) -> Result<ValueId> {
        match u32::try_from(operand) {
            Ok(id) if id < self.len() => Ok(ValueId(id)),
            _ => Err(no_value(operand)),
        }
    }

    fn find(self, id: ValueId) -> Option<(&'t ValueTable, usize)> {
        match id.0.checked_sub(self.globals.len()) {
            None => Some((self.globals, id.0 as usize)),
            Some(local) => Some((self.locals?, local as usize)),
        }
    }
}

pub(super) fn no_value(operand: impl std::fmt::Display) -> Error {
    Error::malformed(format!("value {operand} does not exist"))
}
