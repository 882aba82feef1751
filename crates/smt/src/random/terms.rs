//! Random terms and models for tests: few symbols and small constants, so that operands meet their likes.

use std::sync::Arc;

use crate::bits::Bits;
use crate::float::{FloatOp, Rounding};
use crate::model::Model;
use crate::pool::TermPool;
use crate::random::Random;
use crate::sort::Sort;
use crate::term::{SymbolId, TermId};
use crate::value::{ArrayValue, Value};

impl Random {
    /// All kinds of numbers, those at the borders more often.
    pub(crate) fn bits(&mut self, width: u32) -> Bits {
        match self.below(8) {
            0 => Bits::zero(width),
            1 => Bits::one(width),
            2 => Bits::ones(width),
            3 => Bits::min_signed(width),
            4 => Bits::max_signed(width),
            5 => Bits::power_of_two(width, self.below(width.into()) as u32),
            6 => Bits::new(width, self.next()).lshr(&Bits::new(width, self.below(64))),
            _ => Bits::from_u128(width, (u128::from(self.next()) << 64) | u128::from(self.next())),
        }
    }

    /// A boolean term.
    pub(crate) fn condition(&mut self, pool: &mut TermPool, width: u32, depth: u32) -> TermId {
        if depth == 0 {
            return match self.below(6) {
                0 => pool.bool(true),
                1 => pool.bool(false),
                _ => self.flag(pool),
            };
        }
        match self.below(12) {
            0 => self.flag(pool),
            1 => {
                let a = self.condition(pool, width, depth - 1);
                pool.not(a)
            }
            2..=4 => {
                let (a, b) = (
                    self.condition(pool, width, depth - 1),
                    self.condition(pool, width, depth - 1),
                );
                let join = self.pick(&[TermPool::and, TermPool::or, TermPool::eq]);
                join(pool, a, b)
            }
            _ => {
                let (a, b) = (self.term(pool, width, depth - 1), self.term(pool, width, depth - 1));
                let compare = self.pick(&[
                    TermPool::eq,
                    TermPool::ne,
                    TermPool::ult,
                    TermPool::ule,
                    TermPool::slt,
                    TermPool::sle,
                ]);
                compare(pool, a, b)
            }
        }
    }

    fn flag(&mut self, pool: &mut TermPool) -> TermId {
        let name = self.pick(&["p", "q"]);
        pool.symbol(name, Sort::Bool)
    }

    /// A bit-vector term.
    pub(crate) fn term(&mut self, pool: &mut TermPool, width: u32, depth: u32) -> TermId {
        if depth == 0 {
            return self.leaf(pool, width);
        }
        match self.below(16) {
            0 => self.leaf(pool, width),
            1 => {
                let a = self.term(pool, width, depth - 1);
                let change = self.pick(&[TermPool::neg, TermPool::bit_not]);
                change(pool, a)
            }
            2..=8 => self.operation(pool, width, depth),
            9 if width > 1 => {
                let split = 1 + self.below(u64::from(width) - 1) as u32;
                let high = self.term(pool, width - split, depth - 1);
                let low = self.term(pool, split, depth - 1);
                pool.concat(high, low)
            }
            10 | 11 if width > 1 => {
                let narrow = 1 + self.below(u64::from(width) - 1) as u32;
                let a = self.term(pool, narrow, depth - 1);
                let extend = self.pick(&[TermPool::zero_extend, TermPool::sign_extend]);
                extend(pool, width, a)
            }
            12 => {
                let low = self.below(3) as u32;
                let wide = width + low + self.below(2) as u32;
                let a = self.term(pool, wide, depth - 1);
                pool.extract(low + width - 1, low, a)
            }
            13 => {
                let array = self.array(pool, width, depth - 1);
                let index = self.term(pool, 2, depth - 1);
                pool.select(array, index)
            }
            _ => {
                let condition = self.condition(pool, width, depth - 1);
                let (a, b) = (self.term(pool, width, depth - 1), self.term(pool, width, depth - 1));
                pool.ite(condition, a, b)
            }
        }
    }

    fn leaf(&mut self, pool: &mut TermPool, width: u32) -> TermId {
        match self.below(5) {
            0 | 1 => {
                let constant = self.bits(width);
                pool.constant(&constant)
            }
            choice => {
                let name = if choice == 2 { "y" } else { "x" };
                pool.symbol(&format!("{name}{width}"), Sort::Bits(width))
            }
        }
    }

    fn operation(&mut self, pool: &mut TermPool, width: u32, depth: u32) -> TermId {
        let a = self.term(pool, width, depth - 1);
        // Now and then the same operand again: most equations have one.
        let b = if self.below(6) == 0 { a } else { self.term(pool, width, depth - 1) };
        let operate = self.pick(&[
            TermPool::add,
            TermPool::add,
            TermPool::sub,
            TermPool::mul,
            TermPool::udiv,
            TermPool::urem,
            TermPool::sdiv,
            TermPool::srem,
            TermPool::bit_and,
            TermPool::bit_or,
            TermPool::bit_xor,
            TermPool::shl,
            TermPool::lshr,
            TermPool::ashr,
        ]);
        operate(pool, a, b)
    }

    /// An array with indices of two bits.
    pub(crate) fn array(&mut self, pool: &mut TermPool, element: u32, depth: u32) -> TermId {
        match self.below(3) {
            0 if depth > 0 => {
                let array = self.array(pool, element, depth - 1);
                let index = self.term(pool, 2, depth - 1);
                let stored = self.term(pool, element, depth - 1);
                pool.store(array, index, stored)
            }
            1 => {
                let everywhere = self.term(pool, element, 0);
                pool.const_array(2, everywhere)
            }
            _ => pool.symbol(&format!("a{element}"), Sort::Array { index: 2, element }),
        }
    }
}

impl Random {
    /// A comparison of floats of 32 bits, or of what they are as integers.
    pub(crate) fn float_condition(&mut self, pool: &mut TermPool) -> TermId {
        let [a, b] = [0, 1].map(|_| self.float(pool, 2));
        match self.below(6) {
            0 => pool.float_compare(FloatOp::Eq, a, b),
            1 => pool.float_compare(FloatOp::Lt, a, b),
            2 => pool.float_compare(FloatOp::Le, a, b),
            3 => pool.ult(a, b),
            4 => pool.eq(a, b),
            _ => {
                let number = self.term(pool, 16, 1);
                let op = self.pick(&[FloatOp::ToSigned, FloatOp::ToUnsigned]);
                let integer = pool.float_convert(op, 16, a);
                pool.slt(integer, number)
            }
        }
    }

    fn float(&mut self, pool: &mut TermPool, depth: u32) -> TermId {
        let choice = if depth == 0 { self.below(3) } else { self.below(12) };
        match choice {
            0 | 1 => self.leaf(pool, 32),
            2 => {
                let numbers = [0.0, -0.0, 1.0, -2.5, 3.0e9, f32::NAN, f32::INFINITY, 1e-44];
                pool.bits(32, self.pick(&numbers).to_bits().into())
            }
            3 => {
                let integer = self.term(pool, 16, 1);
                let op = self.pick(&[FloatOp::FromSigned, FloatOp::FromUnsigned]);
                pool.float_convert(op, 32, integer)
            }
            4 | 5 => self.changed_float(pool, depth),
            6 => {
                let condition = self.condition(pool, 4, 1);
                let [a, b] = [0, 1].map(|_| self.float(pool, depth - 1));
                pool.ite(condition, a, b)
            }
            _ => {
                let [a, b] = [0, 1].map(|_| self.float(pool, depth - 1));
                let op = self.pick(&[FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div]);
                pool.float(op, &[a, b])
            }
        }
    }

    /// Of one other.
    fn changed_float(&mut self, pool: &mut TermPool, depth: u32) -> TermId {
        use Rounding::{Down, NearestAway, NearestEven, Up, Zero};
        let a = self.float(pool, depth - 1);
        match self.below(3) {
            0 => pool.float(FloatOp::Sqrt, &[a]),
            1 => {
                let wide = pool.float_convert(FloatOp::Convert, 64, a);
                pool.float_convert(FloatOp::Convert, 32, wide)
            }
            _ => {
                let mode = self.pick(&[NearestEven, NearestAway, Up, Down, Zero]);
                pool.float(FloatOp::Round(mode), &[a])
            }
        }
    }
}

/// At most so many models are enough to call a check exhaustive, or, above that, thorough.
const MODELS: u64 = 1 << 10;

/// All models of these symbols, or many random ones if there are too many.
pub(crate) fn models(pool: &TermPool, symbols: &[SymbolId], random: &mut Random) -> Vec<Model> {
    let sizes: Vec<u32> =
        symbols.iter().map(|&symbol| size(pool.symbol_info(symbol).sort)).collect();
    let total: u32 = sizes.iter().sum();
    let all = total <= MODELS.ilog2();
    let count = if all { 1 << total } else { MODELS / 4 };
    let model = |number: u64| {
        let mut model = Model::new();
        let mut rest = number;
        for (&symbol, &size) in symbols.iter().zip(&sizes) {
            let mut part = |width: u32| match all {
                true => {
                    let part = Bits::new(width, rest);
                    rest >>= width;
                    part
                }
                false => random.bits(width),
            };
            model.set(symbol, value(pool.symbol_info(symbol).sort, size, &mut part));
        }
        model
    };
    (0..count).map(model).collect()
}

fn size(sort: Sort) -> u32 {
    match sort {
        Sort::Bool => 1,
        Sort::Bits(width) => width,
        Sort::Array { index, element } => element << index,
    }
}

fn value(sort: Sort, size: u32, part: &mut impl FnMut(u32) -> Bits) -> Value {
    match sort {
        Sort::Bool => Value::Bool(part(1).is_one()),
        Sort::Bits(_) => Value::Bits(part(size)),
        Sort::Array { index, element } => {
            let mut array = ArrayValue::constant(Bits::zero(element));
            (0..1 << index).for_each(|at| array.store(Bits::new(index, at), part(element)));
            Value::Array(Arc::new(array))
        }
    }
}
