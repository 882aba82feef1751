//! The attribute groups and lists of a module, reduced to what matters to execution.

use std::collections::HashMap;

use crate::decode::bitstream::{BitstreamBlock, BlockInfo, Record};
use crate::decode::codes::{attribute, attributes as code};
use crate::decode::operands::{Operands, skip_range};
use crate::decode::types::Types;
use crate::error::Error;
use crate::module::{Attributes, ParamAttributes, Type, TypeId};

type Result<T> = std::result::Result<T, Error>;

/// The index of the function itself among a function's attributes; 0 is the result, then come parameters.
const FUNCTION_INDEX: u64 = 0xffff_ffff;

/// Attribute lists, by the number that functions and calls use.
#[derive(Default)]
pub(super) struct AttributeLists {
    groups: HashMap<u64, Group>,
    lists: Vec<List>,
}

/// Some attributes of one thing: a function, its result or one of its parameters.
#[derive(Default)]
struct Group {
    index: u64,
    noreturn: bool,
    returns_twice: bool,
    naked: bool,
    param: DecodedParam,
}

#[derive(Clone, Copy, Default)]
struct DecodedParam {
    byval: Option<ParamType>,
    sret: Option<ParamType>,
    align: u64,
    signed: bool,
}

/// The type in `byval(T)`; old writers leave it to the parameter's pointee.
#[derive(Clone, Copy)]
enum ParamType {
    Explicit(TypeId),
    Pointee,
}

#[derive(Default)]
struct List {
    /// By position, those without an attribute left out.
    params: Vec<(usize, DecodedParam)>,
    noreturn: bool,
    returns_twice: bool,
    naked: bool,
}

impl AttributeLists {
    /// Reads the PARAMATTR_GROUP block.
    pub(super) fn read_groups<'a>(
        &mut self,
        mut block: BitstreamBlock<'a>,
        info: &mut BlockInfo,
        record: &mut Record<'a>,
        types: &Types,
    ) -> Result<()> {
        while block.next_record(info, record)? {
            if record.code == code::GROUP_ENTRY {
                self.read_group(&record.operands, types)
                    .map_err(|error| error.within("attribute group"))?;
            }
        }
        Ok(())
    }

    /// Reads the PARAMATTR block.
    pub(super) fn read_lists<'a>(
        &mut self,
        mut block: BitstreamBlock<'a>,
        info: &mut BlockInfo,
        record: &mut Record<'a>,
    ) -> Result<()> {
        while block.next_record(info, record)? {
            if record.code == code::ENTRY {
                let list = self.list(&record.operands);
                self.lists.push(list);
            }
        }
        Ok(())
    }

    /// The attributes of that number, for a function of type `function` or a call to one with
    /// `count` arguments.
    pub(super) fn get(
        &self,
        number: u64,
        function: TypeId,
        count: usize,
        types: &Types,
    ) -> Result<Attributes> {
        let Some(index) = number.checked_sub(1) else {
            return Ok(Attributes::default());
        };
        let list = usize::try_from(index)
            .ok()
            .and_then(|index| self.lists.get(index))
            .ok_or_else(|| Error::malformed(format!("attribute list {number} does not exist")))?;
        let Type::Function { params: param_types, .. } = types.get(function) else {
            return Err(Error::malformed("attributes of something that is no function"));
        };
        let mut params = Vec::new();
        for &(position, param) in list.params.iter().filter(|&&(position, _)| position < count) {
            let longer = params.len().max(position + 1);
            params.resize(longer, ParamAttributes::default());
            params[position] = param.resolve(param_types.get(position), types)?;
        }
        Ok(Attributes {
            params,
            noreturn: list.noreturn,
            returns_twice: list.returns_twice,
            naked: list.naked,
        })
    }

    fn read_group(&mut self, operands: &[u64], types: &Types) -> Result<()> {
        let mut operands = Operands::new(operands);
        let number = operands.u64()?;
        let mut group = Group { index: operands.u64()?, ..Group::default() };
        while let Some(form) = operands.next() {
            read_attribute(form, &mut operands, types, &mut group)?;
        }
        self.groups.insert(number, group);
        Ok(())
    }

    fn list(&self, numbers: &[u64]) -> List {
        let mut list = List::default();
        for group in numbers.iter().filter_map(|number| self.groups.get(number)) {
            list.noreturn |= group.noreturn;
            list.returns_twice |= group.returns_twice;
            list.naked |= group.naked;
            // Index 0 is the result.
            if group.index != FUNCTION_INDEX && group.index > 0 && !group.param.is_empty() {
                list.params.push((group.index as usize - 1, group.param));
            }
        }
        list
    }
}

impl DecodedParam {
    fn is_empty(&self) -> bool {
        self.byval.is_none() && self.sret.is_none() && self.align == 0 && !self.signed
    }

    fn resolve(&self, ty: Option<&TypeId>, types: &Types) -> Result<ParamAttributes> {
        let resolve = |param: Option<ParamType>| match (param, ty) {
            (None, _) => Ok(None),
            (Some(ParamType::Explicit(ty)), _) => Ok(Some(ty)),
            (Some(ParamType::Pointee), Some(&ty)) => types.pointee(ty).map(Some),
            (Some(ParamType::Pointee), None) => {
                Err(Error::malformed("byval argument without a type"))
            }
        };
        Ok(ParamAttributes {
            byval: resolve(self.byval)?,
            sret: resolve(self.sret)?,
            align: self.align,
            signed: self.signed,
        })
    }
}

/// One attribute, in one of the forms there are: a bare kind, a kind with a number, text, a type, ranges.
fn read_attribute(
    form: u64,
    operands: &mut Operands<'_>,
    types: &Types,
    group: &mut Group,
) -> Result<()> {
    match form {
        0 => {
            let kind = operands.u64()?;
            set_flag(kind, group);
            set_type(kind, ParamType::Pointee, group);
        }
        1 => {
            let kind = operands.u64()?;
            let value = operands.u64()?;
            if kind == u64::from(attribute::ALIGNMENT) {
                group.param.align = value;
            }
        }
        3 => skip_text(operands)?,
        4 => {
            skip_text(operands)?;
            skip_text(operands)?;
        }
        5 => set_type(operands.u64()?, ParamType::Pointee, group),
        6 => {
            let kind = operands.u64()?;
            let ty = types.id(operands.u64()?)?;
            set_type(kind, ParamType::Explicit(ty), group);
        }
        7 => {
            operands.u64()?;
            let width = operands.u64()?;
            skip_range(operands, width)?;
        }
        8 => {
            operands.u64()?;
            let count = operands.u64()?;
            let width = operands.u64()?;
            for _ in 0..count {
                skip_range(operands, width)?;
            }
        }
        _ => return Err(Error::malformed(format!("attribute of unknown form {form}"))),
    }
    Ok(())
}

fn set_flag(kind: u64, group: &mut Group) {
    if group.index != FUNCTION_INDEX {
        group.param.signed |= kind == u64::from(attribute::S_EXT);
        return;
    }
    match u32::try_from(kind) {
        Ok(attribute::NORETURN) => group.noreturn = true,
        Ok(attribute::RETURNS_TWICE) => group.returns_twice = true,
        Ok(attribute::NAKED) => group.naked = true,
        _ => {}
    }
}

fn set_type(kind: u64, ty: ParamType, group: &mut Group) {
    match u32::try_from(kind) {
        Ok(attribute::BYVAL) => group.param.byval = Some(ty),
        Ok(attribute::STRUCT_RET) => group.param.sret = Some(ty),
        _ => {}
    }
}

/// Text ends with a zero.
fn skip_text(operands: &mut Operands<'_>) -> Result<()> {
    while operands.u64()? != 0 {}
    Ok(())
}
