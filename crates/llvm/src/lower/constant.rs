//! What constants are: numbers, addresses, and expressions over them that have a value before the
//! program runs.

use ir::{Const, Symbol};

use super::Unit;
use super::stop::{CannotLower, Lowered, malformed, unsupported};
use crate::layout::ScalarTy;
use crate::module::{BinaryOp, Body, CastOp, Constant, ConstantExpr, Type, TypeId, Value, ValueId};

/// Constants may refer to each other in any way; what real ones don't reach is refused.
const DEEPEST: u32 = 100;

/// How many constants are looked at to fold one; only a knot of expressions needs more.
const FUEL: u32 = 100_000;

/// The values that are known at some place: the module's and, in a function, its own.
#[derive(Clone, Copy)]
pub(super) struct Values<'m> {
    unit: &'m Unit<'m>,
    body: Option<&'m Body>,
}

/// A scalar constant that needs no code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Folded {
    /// A constant of one register.
    Narrow(Const),
    /// A number of 65 to 128 bits.
    Wide(u128),
}

/// One folding in progress.
struct ConstantFolder<'m> {
    values: Values<'m>,
    fuel: u32,
    depth: u32,
}

impl<'m> Values<'m> {
    /// The values of a module, or of one of its functions.
    pub(super) fn new(unit: &'m Unit<'m>, body: Option<&'m Body>) -> Self {
        Values { unit, body }
    }

    /// A value; `None` for an id that is not defined here.
    pub(super) fn get(self, id: ValueId) -> Lowered<&'m Value> {
        let (global, index) = (&self.unit.module.values, id.0 as usize);
        let local = || self.body?.values.get(index.checked_sub(global.len())?);
        global.get(index).or_else(local).ok_or_else(no_such_value)
    }

    /// The type of a value.
    pub(super) fn ty(self, id: ValueId) -> Lowered<TypeId> {
        let (global, index) = (&self.unit.module.value_types, id.0 as usize);
        let local = || self.body?.value_types.get(index.checked_sub(global.len())?);
        global.get(index).or_else(local).copied().ok_or_else(no_such_value)
    }

    /// The value of a scalar constant; `None` if it takes code to compute it, or isn't one.
    pub(super) fn fold(self, id: ValueId) -> Lowered<Option<Folded>> {
        ConstantFolder { values: self, fuel: FUEL, depth: 0 }.fold(id)
    }

    /// The name of the function that a value is, if it is one.
    pub(super) fn function_name(self, id: ValueId) -> Lowered<Option<&'m str>> {
        Ok(match self.get(id)? {
            Value::Function(index) => {
                self.unit.module.functions.get(*index as usize).map(|f| f.name.as_str())
            }
            _ => None,
        })
    }

    /// The symbol and offset that a constant is the address of.
    pub(super) fn address(self, id: ValueId) -> Lowered<Option<(Symbol, i64)>> {
        Ok(match self.fold(id)? {
            Some(Folded::Narrow(Const::Address(symbol, offset))) => Some((symbol, offset)),
            _ => None,
        })
    }

    /// A small unsigned number, such as an index into a struct.
    pub(super) fn number(self, id: ValueId) -> Lowered<Option<u64>> {
        Ok(match self.fold(id)? {
            Some(Folded::Narrow(Const::Bits(bits))) => Some(bits),
            Some(Folded::Wide(bits)) => u64::try_from(bits).ok(),
            _ => None,
        })
    }
}

impl ConstantFolder<'_> {
    fn fold(&mut self, id: ValueId) -> Lowered<Option<Folded>> {
        if self.depth == DEEPEST || self.fuel == 0 {
            return malformed("constant expressions nested too deeply");
        }
        self.fuel -= 1;
        self.depth += 1;
        let folded = self.fold_value(id);
        self.depth -= 1;
        folded
    }

    fn fold_value(&mut self, id: ValueId) -> Lowered<Option<Folded>> {
        let unit = self.values.unit;
        let address = |(symbol, offset)| Some(Folded::Narrow(Const::Address(symbol, offset)));
        match self.values.get(id)? {
            Value::Global(index) => unit.global(*index).map(|global| address((global, 0))),
            Value::Function(index) => unit.function(*index).map(|function| address((function, 0))),
            Value::Alias(index) => self.fold_alias(*index),
            Value::Constant(constant) => self.fold_constant(constant, self.values.ty(id)?),
            Value::Param(_) | Value::Instruction | Value::Metadata(_) => Ok(None),
        }
    }

    fn fold_alias(&mut self, index: u32) -> Lowered<Option<Folded>> {
        let Some(alias) = self.values.unit.module.aliases.get(index as usize) else {
            return Err(no_such_value());
        };
        if alias.ifunc {
            return unsupported(format!("the ifunc `{}`", alias.name));
        }
        self.fold(alias.target)
    }

    fn fold_constant(&mut self, constant: &Constant, ty: TypeId) -> Lowered<Option<Folded>> {
        let unit = self.values.unit;
        if matches!(
            unit.layout.ty(ty),
            Type::Vector { .. } | Type::Array { .. } | Type::Struct { .. } | Type::Void
        ) {
            return Ok(None);
        }
        if matches!(unit.layout.ty(ty), Type::Integer(129..)) {
            return Ok(None);
        }
        let scalar = || unit.layout.scalar(ty);
        Ok(match constant {
            Constant::Null => Some(Folded::bits(scalar()?, 0)),
            Constant::Undef | Constant::Poison => match scalar()? {
                ScalarTy::Register(_) => Some(Folded::Narrow(Const::Undef)),
                ScalarTy::Wide(_) => None,
            },
            Constant::Integer(words) | Constant::Float(words) => {
                let word = |index| super::word(words, index);
                Some(Folded::bits(scalar()?, u128::from(word(0)) | u128::from(word(1)) << 64))
            }
            Constant::BlockAddress { function, block } => {
                Some(Folded::Narrow(unit.block_address(self.function(*function)?, *block)?))
            }
            Constant::Expr(expr) => self.fold_expr(expr, ty)?,
            Constant::Aggregate(_) | Constant::Data(_) => return malformed("a scalar of elements"),
            Constant::InlineAsm(_) => return unsupported("the address of inline assembly"),
            Constant::Other(what) => return unsupported(format!("the constant {what}")),
        })
    }

    fn function(&self, id: ValueId) -> Lowered<u32> {
        match self.values.get(id)? {
            Value::Function(index) => Ok(*index),
            _ => malformed("the address of a block of no function"),
        }
    }

    fn fold_expr(&mut self, expr: &ConstantExpr, ty: TypeId) -> Lowered<Option<Folded>> {
        match expr {
            ConstantExpr::Cast { op, value } => self.fold_cast(*op, *value, ty),
            ConstantExpr::Binary { op, a, b, .. } => self.fold_binary(*op, *a, *b, ty),
            ConstantExpr::GetElementPtr { source_type, base, indices } => {
                self.fold_gep(*source_type, *base, indices)
            }
            _ => Ok(None),
        }
    }

    fn fold_cast(&mut self, op: CastOp, value: ValueId, ty: TypeId) -> Lowered<Option<Folded>> {
        let layout = &self.values.unit.layout;
        let Some(folded) = self.fold(value)? else { return Ok(None) };
        let (from, to) = (layout.scalar(self.values.ty(value)?)?, layout.scalar(ty)?);
        Ok(match (op, folded) {
            _ if from == to => Some(folded),
            (CastOp::SExt, Folded::Narrow(Const::Bits(bits))) if from.bits() <= 64 => {
                let signed = ir::Width::new(from.bits()).sign_extend(bits);
                Some(Folded::bits(to, signed as i128 as u128))
            }
            (CastOp::SExt, _) => None,
            (CastOp::BitCast, Folded::Narrow(Const::Bits(_))) if from.bits() == to.bits() => {
                Some(folded)
            }
            (
                CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr,
                Folded::Narrow(Const::Bits(_)) | Folded::Wide(_),
            ) => Some(Folded::bits(to, folded.known().unwrap_or_default())),
            _ => None,
        })
    }

    fn fold_binary(
        &mut self,
        op: BinaryOp,
        a: ValueId,
        b: ValueId,
        ty: TypeId,
    ) -> Lowered<Option<Folded>> {
        let Some(a) = self.fold(a)? else { return Ok(None) };
        let Some(b) = self.fold(b)? else { return Ok(None) };
        let scalar = self.values.unit.layout.scalar(ty)?;
        if let (Some(a), Some(b)) = (a.known(), b.known()) {
            let result = match op {
                BinaryOp::Add => a.wrapping_add(b),
                BinaryOp::Sub => a.wrapping_sub(b),
                BinaryOp::Mul => a.wrapping_mul(b),
                BinaryOp::And => a & b,
                BinaryOp::Or => a | b,
                BinaryOp::Xor => a ^ b,
                _ => return Ok(None),
            };
            return Ok(Some(Folded::bits(scalar, result)));
        }
        Ok(match (op, a, b) {
            (BinaryOp::Add, Folded::Narrow(Const::Address(symbol, offset)), number)
            | (BinaryOp::Add, number, Folded::Narrow(Const::Address(symbol, offset))) => {
                number.signed(scalar).map(|by| moved(symbol, offset, by))
            }
            (
                BinaryOp::Sub,
                Folded::Narrow(Const::Address(a, from)),
                Folded::Narrow(Const::Address(b, to)),
            ) if a == b => Some(Folded::bits(scalar, from.wrapping_sub(to) as u128)),
            (BinaryOp::Sub, Folded::Narrow(Const::Address(symbol, offset)), number) => {
                number.signed(scalar).map(|by| moved(symbol, offset, by.wrapping_neg()))
            }
            _ => None,
        })
    }

    fn fold_gep(
        &mut self,
        source: TypeId,
        base: ValueId,
        indices: &[ValueId],
    ) -> Lowered<Option<Folded>> {
        let layout = &self.values.unit.layout;
        let Some(base) = self.fold(base)? else { return Ok(None) };
        let mut walk = super::gep::GepWalk::new(layout, source);
        let mut offset = 0i64;
        for &index in indices {
            let Some(number) = self.fold(index)? else { return Ok(None) };
            let Some(number) = number.signed(layout.scalar(self.values.ty(index)?)?) else {
                return Ok(None);
            };
            offset = offset.wrapping_add(walk.constant(number)?);
        }
        let pointer = ScalarTy::Register(layout.pointer());
        Ok(match base {
            Folded::Narrow(Const::Address(symbol, from)) => Some(moved(symbol, from, offset)),
            Folded::Narrow(Const::Bits(bits)) => {
                Some(Folded::bits(pointer, bits.wrapping_add(offset as u64).into()))
            }
            _ => None,
        })
    }
}

impl Folded {
    /// The number `bits`, cut to the type.
    fn bits(ty: ScalarTy, bits: u128) -> Folded {
        match ty {
            ScalarTy::Register(ty) => Folded::Narrow(Const::Bits(bits as u64 & ty.mask())),
            ScalarTy::Wide(width) => Folded::Wide(bits & (u128::MAX >> (128 - width))),
        }
    }

    /// The number it is, if it is one.
    pub(super) fn known(self) -> Option<u128> {
        match self {
            Folded::Narrow(Const::Bits(bits)) => Some(bits.into()),
            Folded::Wide(bits) => Some(bits),
            Folded::Narrow(_) => None,
        }
    }

    /// The number it is as an offset, if it is one.
    fn signed(self, ty: ScalarTy) -> Option<i64> {
        match (self, ty) {
            (Folded::Narrow(Const::Bits(bits)), ScalarTy::Register(ir::Ty::Int(width))) => {
                Some(width.sign_extend(bits))
            }
            // Indices are cut to the pointer's width.
            (Folded::Wide(bits), _) => Some(bits as i64),
            _ => None,
        }
    }
}

fn moved(symbol: Symbol, offset: i64, by: i64) -> Folded {
    Folded::Narrow(Const::Address(symbol, offset.wrapping_add(by)))
}

fn no_such_value() -> CannotLower {
    CannotLower::Malformed("a value that doesn't exist".into())
}
