//! The records directly in the MODULE block: global variables, functions, aliases and the module's strings.
//!
//! Each global takes the next value number. Names are in the string table, which comes after the
//! module, so they are filled in last.

use crate::decode::attributes::AttributeLists;
use crate::decode::bitstream::Record;
use crate::decode::codes::module as code;
use crate::decode::opcodes;
use crate::decode::operands::{Operands, alignment, narrow};
use crate::decode::types::Types;
use crate::decode::values::ValueTable;
use crate::error::Error;
use crate::module::{Alias, Function, GlobalVar, Type, TypeId, Value, ValueId};

type Result<T> = std::result::Result<T, Error>;

/// What the MODULE block says about itself and its globals.
#[derive(Default)]
pub(super) struct Globals {
    /// 1 and later: operands are relative; 2 and later: names are in a string table.
    pub(super) version: u64,
    pub(super) data_layout: String,
    pub(super) variables: Vec<GlobalVar>,
    pub(super) functions: Vec<Function>,
    pub(super) aliases: Vec<Alias>,
    /// The functions whose bodies follow, in the order of their bodies.
    pub(super) with_bodies: Vec<usize>,
    /// Which values have a name, and where it is in the string table.
    names: Vec<(usize, u64, u64)>,
}

impl Globals {
    /// Reads one record of the MODULE block. Records without a meaning for us are passed over.
    pub(super) fn record(
        &mut self,
        record: &Record<'_>,
        types: &mut Types,
        attributes: &AttributeLists,
        values: &mut ValueTable,
    ) -> Result<()> {
        let mut operands = Operands::new(&record.operands);
        match record.code {
            code::VERSION => self.version = version(operands.u64()?)?,
            code::DATALAYOUT => self.data_layout = record.text(0),
            code::GLOBALVAR => {
                self.name(&mut operands, values)?;
                let ty = self.variable(operands, types)?;
                values.push(Value::Global(self.variables.len() as u32 - 1), ty);
            }
            code::FUNCTION => {
                self.name(&mut operands, values)?;
                let ty = self.function(operands, types, attributes)?;
                values.push(Value::Function(self.functions.len() as u32 - 1), ty);
            }
            code::ALIAS | code::ALIAS_OLD | code::IFUNC => {
                self.name(&mut operands, values)?;
                let ty = self.alias(record.code, operands, types)?;
                values.push(Value::Alias(self.aliases.len() as u32 - 1), ty);
            }
            _ => {}
        }
        Ok(())
    }

    /// Fills in the names from the string table.
    pub(super) fn resolve_names(&mut self, strtab: &[u8], values: &ValueTable) -> Result<()> {
        for (value, offset, size) in std::mem::take(&mut self.names) {
            let name = substring(strtab, offset, size)
                .ok_or_else(|| Error::malformed("name is not in the string table"))?;
            self.set_name(&values.values[value], String::from_utf8_lossy(name).into_owned());
        }
        Ok(())
    }

    /// Names one value. Old files have a symbol table that does so.
    pub(super) fn set_name(&mut self, value: &Value, name: String) {
        match *value {
            Value::Global(index) => self.variables[index as usize].name = name,
            Value::Function(index) => self.functions[index as usize].name = name,
            Value::Alias(index) => self.aliases[index as usize].name = name,
            _ => {}
        }
    }

    fn name(&mut self, operands: &mut Operands<'_>, values: &ValueTable) -> Result<()> {
        if self.version >= 2 {
            self.names.push((values.values.len(), operands.u64()?, operands.u64()?));
        }
        Ok(())
    }

    /// Reads a global variable and gives the type of its address.
    fn variable(&mut self, mut operands: Operands<'_>, types: &mut Types) -> Result<TypeId> {
        let ty = types.id(operands.u64()?)?;
        let flags = operands.u64()?;
        let explicit_type = flags & 2 != 0;
        let (value_type, pointer) = if explicit_type {
            (ty, types.pointer_to(ty, narrow(flags >> 2)?))
        } else {
            (types.pointee(ty)?, ty)
        };
        let initializer = operands.u64()?.checked_sub(1);
        let linkage = opcodes::linkage(operands.u64()?);
        let align = alignment(operands.u64()?)?;
        self.variables.push(GlobalVar {
            name: String::new(),
            linkage,
            value_type,
            constant: flags & 1 != 0,
            initializer: initializer.map(narrow).transpose()?.map(ValueId),
            align,
            debug: Vec::new(),
        });
        Ok(pointer)
    }

    /// Reads a function's header and gives the type of its address.
    fn function(
        &mut self,
        mut operands: Operands<'_>,
        types: &mut Types,
        attributes: &AttributeLists,
    ) -> Result<TypeId> {
        let mut ty = types.id(operands.u64()?)?;
        if matches!(types.get(ty), Type::Pointer { .. }) {
            ty = types.pointee(ty)?;
        }
        let Type::Function { params, .. } = types.get(ty) else {
            return Err(Error::malformed("function of a type that is none"));
        };
        let count = params.len();
        let _calling_convention = operands.u64()?;
        let declaration = operands.flag()?;
        let linkage = opcodes::linkage(operands.u64()?);
        let attributes = attributes.get(operands.u64()?, ty, count, types)?;
        // Alignment, section, visibility, collector, unnamed_addr, prologue, storage class, comdat, prefix,
        // personality and preemption don't matter to execution.
        let address_space = operands.rest().get(11).copied().unwrap_or(0);
        if !declaration {
            self.with_bodies.push(self.functions.len());
        }
        self.functions.push(Function {
            name: String::new(),
            linkage,
            ty,
            attributes,
            body: None,
            debug: None,
        });
        Ok(types.pointer_to(ty, narrow(address_space)?))
    }

    /// Reads an alias or ifunc and gives the type of its address.
    fn alias(
        &mut self,
        code: u32,
        mut operands: Operands<'_>,
        types: &mut Types,
    ) -> Result<TypeId> {
        let ty = types.id(operands.u64()?)?;
        let pointer =
            if code == code::ALIAS_OLD { ty } else { types.pointer_to(ty, operands.u32()?) };
        self.aliases.push(Alias {
            name: String::new(),
            target: ValueId(operands.u32()?),
            linkage: opcodes::linkage(operands.u64()?),
            ifunc: code == code::IFUNC,
        });
        Ok(pointer)
    }
}

fn version(version: u64) -> Result<u64> {
    match version {
        0..=2 => Ok(version),
        _ => Err(Error::malformed(format!("module of unknown version {version}"))),
    }
}

fn substring(bytes: &[u8], offset: u64, size: u64) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    let end = start.checked_add(usize::try_from(size).ok()?)?;
    bytes.get(start..end)
}
