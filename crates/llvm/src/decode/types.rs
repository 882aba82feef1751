//! The type table: the module's own types, and those that instructions make on the way.

use std::collections::HashMap;

use crate::decode::bitstream::{BitstreamBlock, BlockInfo, Record};
use crate::decode::codes::types as code;
use crate::decode::operands::{Operands, narrow};
use crate::error::Error;
use crate::module::{Type, TypeId};

type Result<T> = std::result::Result<T, Error>;

/// LLVM's own limit.
const MAX_INTEGER_BITS: u64 = 1 << 23;
/// Vectors become one register per element, so an absurd one must not get past here.
const MAX_VECTOR_ELEMENTS: u64 = 1 << 16;
/// More parameters than any function has. Each body starts with a value for each of them.
const MAX_PARAMS: usize = 1 << 12;
/// How deep types may nest in one another; what follows them recurses.
const MAX_NESTING: u32 = 256;

/// The types of a module, each present once as far as [`Types::intern`] made it.
#[derive(Default)]
pub(super) struct Types {
    list: Vec<Type>,
    index: HashMap<Type, TypeId>,
    /// Whether the module has pointers with a pointee type.
    typed_pointers: bool,
}

impl Types {
    /// Reads the TYPE_NEW block.
    pub(super) fn read<'a>(
        &mut self,
        mut block: BitstreamBlock<'a>,
        info: &mut BlockInfo,
        record: &mut Record<'a>,
    ) -> Result<()> {
        if !self.list.is_empty() {
            return Err(Error::malformed("second type table"));
        }
        let mut name = None;
        while block.next_record(info, record)? {
            let at =
                |error: Error| error.within(format!("type record {}", code::name(record.code)));
            match record.code {
                code::NUMENTRY => {}
                code::STRUCT_NAME => name = Some(record.text(0)),
                _ => {
                    let ty = read_type(record, &mut name).map_err(at)?;
                    self.list.push(ty);
                }
            }
        }
        self.check_ids()?;
        self.check_nesting()?;
        self.index = self.list.iter().cloned().zip((0..).map(TypeId)).collect();
        self.typed_pointers =
            self.list.iter().any(|ty| matches!(ty, Type::Pointer { pointee: Some(_), .. }));
        Ok(())
    }

    pub(super) fn into_list(self) -> Vec<Type> {
        self.list
    }

    pub(super) fn get(&self, id: TypeId) -> &Type {
        &self.list[id.0 as usize]
    }

    /// The type of that number in a record.
    pub(super) fn id(&self, operand: u64) -> Result<TypeId> {
        match u32::try_from(operand) {
            Ok(id) if (id as usize) < self.list.len() => Ok(TypeId(id)),
            _ => Err(Error::malformed(format!("type {operand} does not exist"))),
        }
    }

    /// The id of a type that may have to be added.
    pub(super) fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.index.get(&ty) {
            return id;
        }
        let id = TypeId(self.list.len() as u32);
        self.list.push(ty.clone());
        self.index.insert(ty, id);
        id
    }

    /// The pointer type of something that holds a `pointee`.
    pub(super) fn pointer_to(&mut self, pointee: TypeId, address_space: u32) -> TypeId {
        let pointee = self.typed_pointers.then_some(pointee);
        self.intern(Type::Pointer { address_space, pointee })
    }

    /// What a pointer with a pointee type points to.
    pub(super) fn pointee(&self, id: TypeId) -> Result<TypeId> {
        match self.get(id) {
            Type::Pointer { pointee: Some(pointee), .. } => Ok(*pointee),
            _ => Err(Error::malformed("old record that needs a pointee type, without one")),
        }
    }

    /// A type of the same shape (scalar or vector) as `like`, with elements of type `element`.
    pub(super) fn shaped(&mut self, like: TypeId, element: TypeId) -> TypeId {
        match *self.get(like) {
            Type::Vector { count, scalable, .. } => {
                self.intern(Type::Vector { element, count, scalable })
            }
            _ => element,
        }
    }

    /// Whether two types are the same; what a pointer points to doesn't count.
    pub(super) fn same(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.get(a), self.get(b)) {
            (Type::Pointer { address_space: a, .. }, Type::Pointer { address_space: b, .. }) => {
                a == b
            }
            (
                Type::Vector { element: a, count: n, scalable: s },
                Type::Vector { element: b, count: m, scalable: t },
            ) => n == m && s == t && self.same(*a, *b),
            (a, b) => a == b,
        }
    }

    /// The element type of a vector, any other type itself.
    pub(super) fn scalar(&self, id: TypeId) -> &Type {
        match self.get(id) {
            Type::Vector { element, .. } => self.get(*element),
            ty => ty,
        }
    }

    pub(super) fn is_float(&self, id: TypeId) -> bool {
        is_float(self.scalar(id))
    }

    /// The field or element of that index in a struct or array.
    pub(super) fn member(&self, id: TypeId, index: u32) -> Result<TypeId> {
        let member = match self.get(id) {
            Type::Struct { fields, .. } => fields.get(index as usize).copied(),
            Type::Array { element, count } => (u64::from(index) < *count).then_some(*element),
            _ => None,
        };
        member.ok_or_else(|| Error::malformed(format!("aggregate without a member {index}")))
    }

    /// Whether values can have the type.
    pub(super) fn is_first_class(&self, id: TypeId) -> bool {
        is_first_class(self.get(id))
    }

    /// Whether a value of the type can be in memory.
    pub(super) fn is_sized(&self, id: TypeId) -> bool {
        self.is_first_class(id) && *self.get(id) != Type::Token
    }

    fn check_ids(&self) -> Result<()> {
        let exists = |id: &TypeId| (id.0 as usize) < self.list.len();
        for ty in &self.list {
            if !referenced(ty).iter().all(exists) {
                return Err(Error::malformed("type table refers to a type that does not exist"));
            }
        }
        for ty in &self.list {
            self.check_parts(ty)?;
        }
        Ok(())
    }

    /// Types that no value has can't be part of another.
    fn check_parts(&self, ty: &Type) -> Result<()> {
        let valid = match ty {
            Type::Vector { element, .. } => is_vector_element(self.get(*element)),
            Type::Function { returns, params, .. } => {
                let returned = self.get(*returns);
                let passed =
                    |&id: &TypeId| self.is_first_class(id) || *self.get(id) == Type::Metadata;
                params.len() <= MAX_PARAMS
                    && (is_first_class(returned) || *returned == Type::Void)
                    && params.iter().all(passed)
            }
            _ => contained(ty).iter().all(|&id| self.is_sized(id)),
        };
        if valid {
            Ok(())
        } else {
            Err(Error::malformed("type made of one that can't be part of it"))
        }
    }

    /// A type must not contain itself other than through a pointer, nor be absurdly deep.
    fn check_nesting(&self) -> Result<()> {
        let mut depths = vec![None; self.list.len()];
        for id in 0..self.list.len() as u32 {
            self.nesting(TypeId(id), 0, &mut depths)?;
        }
        Ok(())
    }

    fn nesting(&self, id: TypeId, above: u32, depths: &mut [Option<u32>]) -> Result<u32> {
        if let Some(depth) = depths[id.0 as usize] {
            return Ok(depth);
        }
        if above > MAX_NESTING {
            return Err(Error::malformed("types nest too deeply or contain themselves"));
        }
        let mut depth = 0;
        for &inner in contained(self.get(id)) {
            depth = depth.max(1 + self.nesting(inner, above + 1, depths)?);
        }
        if depth > MAX_NESTING {
            return Err(Error::malformed("types nest too deeply"));
        }
        depths[id.0 as usize] = Some(depth);
        Ok(depth)
    }
}

fn read_type(record: &Record<'_>, name: &mut Option<String>) -> Result<Type> {
    let mut operands = Operands::new(&record.operands);
    let ty = match record.code {
        code::VOID => Type::Void,
        code::HALF => Type::Half,
        code::BFLOAT => Type::BFloat,
        code::FLOAT => Type::Float,
        code::DOUBLE => Type::Double,
        code::X86_FP80 => Type::X86Fp80,
        code::FP128 => Type::Fp128,
        code::PPC_FP128 => Type::PpcFp128,
        code::LABEL => Type::Label,
        code::METADATA => Type::Metadata,
        code::TOKEN => Type::Token,
        code::X86_MMX => Type::Other("x86_mmx".to_owned()),
        code::X86_AMX => Type::Other("x86_amx".to_owned()),
        code::TARGET_TYPE => Type::Other(name.take().unwrap_or_default()),
        code::INTEGER => integer(&mut operands)?,
        code::POINTER => Type::Pointer {
            pointee: Some(TypeId(operands.u32()?)),
            address_space: narrow(operands.next().unwrap_or(0))?,
        },
        code::OPAQUE_POINTER => Type::Pointer { pointee: None, address_space: operands.u32()? },
        code::ARRAY => Type::Array { count: operands.u64()?, element: TypeId(operands.u32()?) },
        code::VECTOR => vector(&mut operands)?,
        code::STRUCT_ANON => {
            Type::Struct { name: None, packed: operands.flag()?, fields: type_ids(&operands)? }
        }
        code::STRUCT_NAMED => Type::Struct {
            name: name.take(),
            packed: operands.flag()?,
            fields: type_ids(&operands)?,
        },
        code::OPAQUE => Type::Opaque { name: name.take().unwrap_or_default() },
        code::FUNCTION => Type::Function {
            variadic: operands.flag()?,
            returns: TypeId(operands.u32()?),
            params: type_ids(&operands)?,
        },
        _ => return Err(Error::malformed("unknown type")),
    };
    Ok(ty)
}

fn integer(operands: &mut Operands<'_>) -> Result<Type> {
    match operands.u64()? {
        bits @ 1..=MAX_INTEGER_BITS => Ok(Type::Integer(bits as u32)),
        bits => Err(Error::malformed(format!("integer of {bits} bits"))),
    }
}

fn vector(operands: &mut Operands<'_>) -> Result<Type> {
    let count = operands.u64()?;
    if !(1..=MAX_VECTOR_ELEMENTS).contains(&count) {
        return Err(Error::malformed(format!("vector of {count} elements")));
    }
    Ok(Type::Vector {
        count,
        element: TypeId(operands.u32()?),
        scalable: operands.next().unwrap_or(0) != 0,
    })
}

fn type_ids(operands: &Operands<'_>) -> Result<Vec<TypeId>> {
    operands.rest().iter().map(|&id| narrow(id).map(TypeId)).collect()
}

pub(super) fn is_float(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Half
            | Type::BFloat
            | Type::Float
            | Type::Double
            | Type::X86Fp80
            | Type::Fp128
            | Type::PpcFp128
    )
}

fn is_first_class(ty: &Type) -> bool {
    !matches!(
        ty,
        Type::Void | Type::Function { .. } | Type::Label | Type::Metadata | Type::Opaque { .. }
    )
}

fn is_vector_element(ty: &Type) -> bool {
    is_float(ty) || matches!(ty, Type::Integer(_) | Type::Pointer { .. })
}

/// The types that a value of this type is made of.
fn contained(ty: &Type) -> &[TypeId] {
    match ty {
        Type::Struct { fields, .. } => fields,
        Type::Array { element, .. } | Type::Vector { element, .. } => std::slice::from_ref(element),
        _ => &[],
    }
}

/// All types that a type mentions.
fn referenced(ty: &Type) -> Vec<TypeId> {
    match ty {
        Type::Pointer { pointee, .. } => pointee.iter().copied().collect(),
        Type::Function { returns, params, .. } => {
            params.iter().copied().chain([*returns]).collect()
        }
        _ => contained(ty).to_vec(),
    }
}
