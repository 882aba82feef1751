//! How terms are made: one constructor per operation of SMT-LIB that is of use for programs, each giving the
//! normal form. The operations that `Op` doesn't have are expressed here by those it has.
//!
//! A constructor panics, or gives a senseless term, if the sorts of its arguments don't fit: that is a bug of
//! the caller, never of a program under test.

use crate::bits::Bits;
use crate::float::FloatOp;
use crate::pool::TermPool;
use crate::sort::Sort;
use crate::term::{App, Op, SymbolId, TermId};
use crate::value::Value;

/// Constants and symbols.
impl TermPool {
    /// A boolean constant.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.intern(App { op: Op::Bool(value), sort: Sort::Bool, args: &[] })
    }

    /// The constant with the low `width` bits of `value`.
    pub fn bits(&mut self, width: u32, value: u64) -> TermId {
        self.constant(&Bits::new(width, value))
    }

    /// A constant bit-vector.
    pub fn constant(&mut self, bits: &Bits) -> TermId {
        let op = match bits.to_u64() {
            Some(value) if bits.width() <= 64 => Op::Bits(value),
            _ => Op::WideBits(self.intern_wide(bits)),
        };
        self.intern(App { op, sort: Sort::Bits(bits.width()), args: &[] })
    }

    /// The constant of a value, which is no array.
    pub(crate) fn literal(&mut self, value: &Value) -> TermId {
        match value {
            Value::Bool(value) => self.bool(*value),
            value => self.constant(value.as_bits()),
        }
    }

    /// The variable of this name, which is declared if it is new.
    ///
    /// # Panics
    /// If the name is that of another sort already.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> TermId {
        let symbol = self.declare(name, &[], sort);
        self.variable(symbol)
    }

    /// The uninterpreted function of this name, which is declared if it is new.
    ///
    /// # Panics
    /// If it is declared with other sorts already.
    pub fn function(&mut self, name: &str, parameters: &[Sort], sort: Sort) -> SymbolId {
        self.declare(name, parameters, sort)
    }

    /// An uninterpreted function's result; one of nothing is a variable.
    pub fn apply(&mut self, function: SymbolId, args: &[TermId]) -> TermId {
        let sort = self.symbol_info(function).sort;
        debug_assert!(
            args.iter().map(|&arg| self.sort(arg)).eq(self
                .symbol_info(function)
                .parameters
                .iter()
                .copied())
        );
        if args.is_empty() {
            return self.variable(function);
        }
        self.intern(App { op: Op::Apply(function), sort, args })
    }
}

/// Booleans.
impl TermPool {
    pub fn not(&mut self, a: TermId) -> TermId {
        self.build(App { op: Op::Not, sort: Sort::Bool, args: &[a] })
    }

    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.and_all(&[a, b])
    }

    /// True if all are; so of none, too.
    pub fn and_all(&mut self, all: &[TermId]) -> TermId {
        self.build(App { op: Op::And, sort: Sort::Bool, args: all })
    }

    // a or b = not(not a and not b)
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.or_all(&[a, b])
    }

    /// True if one is; so never of none.
    pub fn or_all(&mut self, any: &[TermId]) -> TermId {
        let negated: Vec<TermId> = any.iter().map(|&a| self.not(a)).collect();
        let none = self.and_all(&negated);
        self.not(none)
    }

    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Equality, of booleans or of bit-vectors.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        self.build(App { op: Op::Eq, sort: Sort::Bool, args: &[a, b] })
    }

    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    pub fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        debug_assert_eq!(self.sort(then), self.sort(otherwise));
        let sort = self.sort(then);
        self.build(App { op: Op::Ite, sort, args: &[condition, then, otherwise] })
    }

    /// 1 or 0, of this width.
    pub fn bool_to_bits(&mut self, condition: TermId, width: u32) -> TermId {
        let (one, zero) = (self.bits(width, 1), self.bits(width, 0));
        self.ite(condition, one, zero)
    }

    /// Whether a bit-vector is not zero.
    pub fn is_nonzero(&mut self, a: TermId) -> TermId {
        let zero = self.bits(self.width(a), 0);
        self.ne(zero, a)
    }
}

/// Comparisons of bit-vectors.
impl TermPool {
    fn compare(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        self.build(App { op, sort: Sort::Bool, args: &[a, b] })
    }

    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.compare(Op::ULt, a, b)
    }

    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        self.compare(Op::ULe, a, b)
    }

    pub fn ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(b, a)
    }

    pub fn uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.ule(b, a)
    }

    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.compare(Op::SLt, a, b)
    }

    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        self.compare(Op::SLe, a, b)
    }

    pub fn sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.slt(b, a)
    }

    pub fn sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.sle(b, a)
    }
}

/// Arithmetic and logic of bit-vectors.
impl TermPool {
    fn unary(&mut self, op: Op, a: TermId) -> TermId {
        let sort = self.sort(a);
        self.build(App { op, sort, args: &[a] })
    }

    fn binary(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let sort = self.sort(a);
        self.build(App { op, sort, args: &[a, b] })
    }

    pub fn neg(&mut self, a: TermId) -> TermId {
        self.unary(Op::Neg, a)
    }

    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Add, a, b)
    }

    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let minus_b = self.neg(b);
        self.add(a, minus_b)
    }

    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Mul, a, b)
    }

    /// All ones if the divisor is zero.
    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::UDiv, a, b)
    }

    /// The dividend if the divisor is zero.
    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::URem, a, b)
    }

    /// Rounds towards zero; 1 or -1 if the divisor is zero.
    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::SDiv, a, b)
    }

    /// Has the dividend's sign; is the dividend if the divisor is zero.
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::SRem, a, b)
    }

    pub fn bit_not(&mut self, a: TermId) -> TermId {
        self.unary(Op::BitNot, a)
    }

    pub fn bit_and(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::BitAnd, a, b)
    }

    pub fn bit_or(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::BitOr, a, b)
    }

    pub fn bit_xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::BitXor, a, b)
    }

    /// Zero if the amount is the width or more, as for the next one.
    pub fn shl(&mut self, a: TermId, amount: TermId) -> TermId {
        self.binary(Op::Shl, a, amount)
    }

    pub fn lshr(&mut self, a: TermId, amount: TermId) -> TermId {
        self.binary(Op::LShr, a, amount)
    }

    /// Copies of the sign if the amount is the width or more.
    pub fn ashr(&mut self, a: TermId, amount: TermId) -> TermId {
        self.binary(Op::AShr, a, amount)
    }
}

/// Parts of bit-vectors.
impl TermPool {
    /// The bits from `high` down to `low`, both included.
    pub fn extract(&mut self, high: u32, low: u32, a: TermId) -> TermId {
        debug_assert!(low <= high && high < self.width(a));
        self.build(App {
            op: Op::Extract { high, low },
            sort: Sort::Bits(high - low + 1),
            args: &[a],
        })
    }

    /// `high` before `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let sort = Sort::Bits(self.width(high) + self.width(low));
        self.build(App { op: Op::Concat, sort, args: &[high, low] })
    }

    /// To this width, which is not less than the term's; zeros are added.
    pub fn zero_extend(&mut self, width: u32, a: TermId) -> TermId {
        debug_assert!(width >= self.width(a));
        self.build(App { op: Op::ZeroExtend, sort: Sort::Bits(width), args: &[a] })
    }

    /// To this width, which is not less than the term's; copies of the sign are added.
    pub fn sign_extend(&mut self, width: u32, a: TermId) -> TermId {
        debug_assert!(width >= self.width(a));
        self.build(App { op: Op::SignExtend, sort: Sort::Bits(width), args: &[a] })
    }

    /// The lowest `width` bits.
    pub fn truncate(&mut self, width: u32, a: TermId) -> TermId {
        self.extract(width - 1, 0, a)
    }
}

/// Arrays.
impl TermPool {
    /// The array with this element everywhere.
    pub fn const_array(&mut self, index_width: u32, element: TermId) -> TermId {
        let sort = Sort::Array { index: index_width, element: self.width(element) };
        self.build(App { op: Op::ConstArray, sort, args: &[element] })
    }

    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let Sort::Array { index: width, element } = self.sort(array) else {
            panic!("{} has no elements", self.sort(array));
        };
        debug_assert_eq!(width, self.width(index));
        self.build(App { op: Op::Select, sort: Sort::Bits(element), args: &[array, index] })
    }

    pub fn store(&mut self, array: TermId, index: TermId, element: TermId) -> TermId {
        let sort = self.sort(array);
        debug_assert_eq!(
            sort,
            Sort::Array { index: self.width(index), element: self.width(element) }
        );
        self.build(App { op: Op::Store, sort, args: &[array, index, element] })
    }
}

/// Floats, which are bit-vectors of 32 or 64 bits.
impl TermPool {
    /// Arithmetic, square root or rounding: the result has the width of the arguments.
    pub fn float(&mut self, op: FloatOp, args: &[TermId]) -> TermId {
        let sort = self.sort(args[0]);
        self.build(App { op: Op::Float(op), sort, args })
    }

    /// A comparison: `FloatOp::Eq`, `Lt` or `Le`.
    pub fn float_compare(&mut self, op: FloatOp, a: TermId, b: TermId) -> TermId {
        self.build(App { op: Op::Float(op), sort: Sort::Bool, args: &[a, b] })
    }

    /// A conversion, to a float or an integer of this width.
    pub fn float_convert(&mut self, op: FloatOp, width: u32, a: TermId) -> TermId {
        self.build(App { op: Op::Float(op), sort: Sort::Bits(width), args: &[a] })
    }

    // x with its sign bit flipped; of NaNs too, as in C
    pub fn float_neg(&mut self, a: TermId) -> TermId {
        let sign = self.constant(&Bits::min_signed(self.width(a)));
        self.bit_xor(sign, a)
    }

    // x with its sign bit cleared
    pub fn float_abs(&mut self, a: TermId) -> TermId {
        let others = self.constant(&Bits::max_signed(self.width(a)));
        self.bit_and(others, a)
    }

    // isnan(x) = not(x == x)
    pub fn float_is_nan(&mut self, a: TermId) -> TermId {
        let number = self.float_compare(FloatOp::Eq, a, a);
        self.not(number)
    }
}
