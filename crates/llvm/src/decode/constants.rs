//! CONSTANTS blocks. Operands may refer to constants further on, so ids are checked at the end
//! (see `check`).

use crate::decode::bitstream::{BitstreamBlock, BlockInfo, Record, text};
use crate::decode::codes::constant as code;
use crate::decode::opcodes;
use crate::decode::operands::{Operands, narrow, sign_rotated, skip_range};
use crate::decode::types::{Types, is_float};
use crate::decode::values::ValueTable;
use crate::error::Error;
use crate::module::{
    ArithFlags, BlockId, CastOp, Constant, ConstantExpr, InlineAsm, Type, TypeId, Value, ValueId,
};

type Result<T> = std::result::Result<T, Error>;

/// Up to here integers have all the words of their type; a short record must not ask for a megabyte.
const MAX_PADDED_BITS: u32 = 1024;

/// Reads a CONSTANTS block to the end of `table`.
pub(super) fn read<'a>(
    mut block: BitstreamBlock<'a>,
    info: &mut BlockInfo,
    record: &mut Record<'a>,
    types: &mut Types,
    table: &mut ValueTable,
) -> Result<()> {
    let mut ty = types.intern(Type::Integer(32));
    while block.next_record(info, record)? {
        let at =
            |error: Error| error.within(format!("constant record {}", code::name(record.code)));
        let mut operands = Operands::new(&record.operands);
        if record.code == code::SETTYPE {
            ty = operands.u64().and_then(|id| types.id(id)).map_err(at)?;
            continue;
        }
        let constant = ConstantReader { types, ty, operands };
        let constant = constant.read(record.code).map_err(at)?;
        table.push(Value::Constant(constant), ty);
    }
    Ok(())
}

struct ConstantReader<'r> {
    types: &'r Types,
    /// The type of the constant.
    ty: TypeId,
    operands: Operands<'r>,
}

impl ConstantReader<'_> {
    fn read(mut self, code: u32) -> Result<Constant> {
        match code {
            code::NULL => Ok(Constant::Null),
            code::UNDEF => Ok(Constant::Undef),
            code::POISON => Ok(Constant::Poison),
            code::INTEGER | code::WIDE_INTEGER => self.integer(),
            code::FLOAT => self.float(),
            code::AGGREGATE => self.aggregate(),
            code::STRING => Ok(self.string(false)),
            code::CSTRING => Ok(self.string(true)),
            code::DATA => Ok(Constant::Data(self.operands.rest().to_vec())),
            code::INLINEASM_OLD | code::INLINEASM_OLD2 | code::INLINEASM_OLD3 => self.asm(),
            code::INLINEASM => {
                self.type_id()?;
                self.asm()
            }
            code::BLOCKADDRESS => {
                self.type_id()?;
                Ok(Constant::BlockAddress {
                    function: self.value()?,
                    block: BlockId(self.operands.u32()?),
                })
            }
            code::CE_UNOP => Ok(Constant::Other("fneg constant expression".to_owned())),
            _ => self.expression(code).map(|expr| Constant::Expr(Box::new(expr))),
        }
    }

    fn expression(&mut self, code: u32) -> Result<ConstantExpr> {
        match code {
            code::CE_BINOP => self.binary(),
            code::CE_CAST => {
                let op = opcodes::cast(self.operands.u64()?)?;
                self.type_id()?;
                Ok(ConstantExpr::Cast { op, value: self.value()? })
            }
            // Both stand for the address of the function itself.
            code::DSO_LOCAL_EQUIVALENT | code::NO_CFI_VALUE => {
                self.type_id()?;
                Ok(ConstantExpr::Cast { op: CastOp::BitCast, value: self.value()? })
            }
            code::CE_GEP_OLD
            | code::CE_INBOUNDS_GEP
            | code::CE_GEP_WITH_INRANGE_INDEX_OLD
            | code::CE_GEP
            | code::CE_GEP_WITH_INRANGE => self.get_element_ptr(code),
            code::CE_SELECT => {
                Ok(ConstantExpr::Select { cond: self.value()?, a: self.value()?, b: self.value()? })
            }
            code::CE_CMP => {
                self.type_id()?;
                Ok(ConstantExpr::Compare {
                    a: self.value()?,
                    b: self.value()?,
                    predicate: opcodes::predicate(self.operands.u64()?)?,
                })
            }
            _ => self.vector_expression(code),
        }
    }

    fn vector_expression(&mut self, code: u32) -> Result<ConstantExpr> {
        match code {
            code::CE_EXTRACTELT => {
                self.type_id()?;
                Ok(ConstantExpr::ExtractElement {
                    vector: self.value()?,
                    index: self.element_index()?,
                })
            }
            code::CE_INSERTELT => Ok(ConstantExpr::InsertElement {
                vector: self.value()?,
                element: self.value()?,
                index: self.element_index()?,
            }),
            code::CE_SHUFFLEVEC => self.shuffle(),
            code::CE_SHUFVEC_EX => {
                self.type_id()?;
                self.shuffle()
            }
            _ => Err(Error::malformed("unknown constant")),
        }
    }

    fn integer(&mut self) -> Result<Constant> {
        let &Type::Integer(bits) = self.types.scalar(self.ty) else {
            return Err(Error::malformed("integer of a type that is none"));
        };
        let count = bits.div_ceil(64) as usize;
        let mut words: Vec<u64> = self.operands.rest().iter().map(|&w| sign_rotated(w)).collect();
        if words.is_empty() || words.len() > count {
            return Err(Error::malformed("integer whose words don't fit its type"));
        }
        // Upper words that are zero are left out.
        let padded = bits.min(MAX_PADDED_BITS).div_ceil(64) as usize;
        words.resize(words.len().max(padded), 0);
        if words.len() == count {
            sign_extend(&mut words, bits);
        }
        Ok(self.scalar(Constant::Integer(words)))
    }

    fn float(&mut self) -> Result<Constant> {
        let scalar = self.types.scalar(self.ty);
        if !is_float(scalar) {
            return Err(Error::malformed("float of a type that is none"));
        }
        let first = self.operands.u64()?;
        let words = match scalar {
            // Written as the upper 64 bits and the lower 16.
            Type::X86Fp80 => {
                let low = self.operands.u64()?;
                vec![(low & 0xffff) | (first << 16), first >> 48]
            }
            Type::Fp128 | Type::PpcFp128 => vec![first, self.operands.u64()?],
            Type::Double => vec![first],
            Type::Float => vec![first & 0xffff_ffff],
            _ => vec![first & 0xffff],
        };
        Ok(self.scalar(Constant::Float(words)))
    }

    /// One number for a whole vector is an experiment of LLVM's that no front end has switched on.
    fn scalar(&self, constant: Constant) -> Constant {
        match self.types.get(self.ty) {
            Type::Vector { .. } => {
                Constant::Other("vector constant given as one number".to_owned())
            }
            _ => constant,
        }
    }

    fn aggregate(&self) -> Result<Constant> {
        let ids = self.operands.rest().iter().map(|&id| narrow(id).map(ValueId));
        Ok(Constant::Aggregate(ids.collect::<Result<_>>()?))
    }

    fn string(&self, terminated: bool) -> Constant {
        let mut characters = self.operands.rest().to_vec();
        if terminated {
            characters.push(0);
        }
        Constant::Data(characters)
    }

    fn asm(&mut self) -> Result<Constant> {
        let flags = self.operands.u64()?;
        let length = self.operands.u64()?;
        let template = text(self.operands.take(length)?);
        let length = self.operands.u64()?;
        let constraints = text(self.operands.take(length)?);
        Ok(Constant::InlineAsm(InlineAsm {
            text: template,
            constraints,
            side_effects: flags & 1 != 0,
        }))
    }

    fn binary(&mut self) -> Result<ConstantExpr> {
        let op = opcodes::binary(self.operands.u64()?, self.types.is_float(self.ty))?;
        let a = self.value()?;
        let b = self.value()?;
        let flags = self
            .operands
            .next()
            .map_or(ArithFlags::default(), |bits| opcodes::arith_flags(op, bits));
        Ok(ConstantExpr::Binary { op, flags, a, b })
    }

    /// The forms differ in what comes before the operands, which are pairs of a type and a value.
    fn get_element_ptr(&mut self, code: u32) -> Result<ConstantExpr> {
        let old = matches!(code, code::CE_GEP_OLD | code::CE_INBOUNDS_GEP);
        let has_type = !old || self.operands.rest().len() % 2 == 1;
        let source_type = if has_type { Some(self.type_id()?) } else { None };
        if !old {
            self.operands.u64()?; // no-wrap flags
        }
        if code == code::CE_GEP_WITH_INRANGE {
            let width = self.operands.u64()?;
            skip_range(&mut self.operands, width)?;
        }
        let base_type = self.type_id()?;
        let base = self.value()?;
        let mut indices = Vec::new();
        while !self.operands.is_empty() {
            self.type_id()?;
            indices.push(self.value()?);
        }
        let source_type = match source_type {
            Some(ty) => ty,
            None => self.types.pointee(base_type)?,
        };
        Ok(ConstantExpr::GetElementPtr { source_type, base, indices })
    }

    /// The index of an element comes with its type, but in old files.
    fn element_index(&mut self) -> Result<ValueId> {
        if self.operands.rest().len() > 1 {
            self.type_id()?;
        }
        self.value()
    }

    fn shuffle(&mut self) -> Result<ConstantExpr> {
        Ok(ConstantExpr::ShuffleVector { a: self.value()?, b: self.value()?, mask: self.value()? })
    }

    fn value(&mut self) -> Result<ValueId> {
        Ok(ValueId(self.operands.u32()?))
    }

    fn type_id(&mut self) -> Result<TypeId> {
        self.types.id(self.operands.u64()?)
    }
}

/// Makes the bits above the highest of `bits` copies of it.
fn sign_extend(words: &mut [u64], bits: u32) {
    let unused = (64 - bits % 64) % 64;
    if let Some(last) = words.last_mut() {
        *last = (((*last << unused) as i64) >> unused) as u64;
    }
}
