//! Floating-point operations on bit-vectors of 32 and 64 bits, the IEEE formats of `float` and `double`.
//!
//! Arithmetic rounds to nearest, ties to even, as C programs do that never touch the rounding mode. A result
//! that is not a number has one fixed pattern. Sign changes and classification are plain bit operations and so
//! are no operations of their own; neither are `fmod` and `long double`, which no solver decides in useful time.

use std::cmp::Ordering;

use crate::bits::Bits;

/// A floating-point operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    /// `a * b + c`, rounded once.
    MulAdd,
    Sqrt,
    /// To an integer that is still a float.
    Round(Rounding),
    Eq,
    Lt,
    Le,
    /// Between `float` and `double`.
    Convert,
    FromSigned,
    FromUnsigned,
    /// Truncates; what doesn't fit, and NaN, becomes 0.
    ToSigned,
    /// Truncates; what doesn't fit, and NaN, becomes 0.
    ToUnsigned,
}

impl FloatOp {
    /// Is its result a float?
    pub(crate) fn is_computed(self) -> bool {
        use FloatOp::{Eq, Le, Lt, ToSigned, ToUnsigned};
        !matches!(self, Eq | Lt | Le | ToSigned | ToUnsigned)
    }
}

/// Where a float is rounded to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rounding {
    NearestEven,
    NearestAway,
    Up,
    Down,
    Zero,
}

/// One of the two formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FloatFormat {
    pub(crate) exponent: u32,
    /// With the hidden bit.
    pub(crate) significand: u32,
}

impl FloatFormat {
    /// The format that has this many bits.
    ///
    /// # Panics
    /// If there is none: the caller made a float operation of another width.
    pub(crate) fn of_width(width: u32) -> FloatFormat {
        match width {
            32 => FloatFormat { exponent: 8, significand: 24 },
            64 => FloatFormat { exponent: 11, significand: 53 },
            _ => panic!("no float has {width} bits"),
        }
    }

    /// What an operation answers that has no number as its result.
    pub(crate) fn nan(self) -> Bits {
        let width = self.exponent + self.significand;
        Bits::ones(self.exponent + 1)
            .zero_extend(width)
            .shl(&Bits::new(width, u64::from(self.significand - 2)))
    }

    /// Numbers strictly between these truncate to an integer of this width; nothing if all finite ones do.
    pub(crate) fn integer_range(self, width: u32, signed: bool) -> IntegerRange {
        let exponent = if signed { width - 1 } else { width };
        let largest = (1i64 << (self.exponent - 1)) - 1;
        let below = i64::from(exponent) <= largest;
        let upper = below.then(|| self.encode(2f64.powi(exponent as i32)));
        let lower = match signed {
            false => Some(Lower::Above(self.encode(-1.0))),
            // -2^n - 1 is a float only if the significand has room for it.
            true if exponent < self.significand => {
                Some(Lower::Above(self.encode(-(2f64.powi(exponent as i32)) - 1.0)))
            }
            true => below.then(|| Lower::AtLeast(self.encode(-(2f64.powi(exponent as i32))))),
        };
        IntegerRange { lower, upper }
    }

    fn encode(self, value: f64) -> Bits {
        match self.significand {
            24 => from_f32(value as f32),
            _ => from_f64(value),
        }
    }
}

/// The floats that fit an integer after truncation: above the lower bound, and less than the upper one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct IntegerRange {
    pub(crate) lower: Option<Lower>,
    pub(crate) upper: Option<Bits>,
}

/// A lower bound.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Lower {
    Above(Bits),
    AtLeast(Bits),
}

/// The result of an arithmetic operation or conversion; `width` is the result's.
pub(crate) fn compute(op: FloatOp, width: u32, args: &[Bits]) -> Bits {
    match op {
        FloatOp::FromSigned => from_integer(width, args[0].to_i128().map(Integer::Signed)),
        FloatOp::FromUnsigned => from_integer(width, args[0].to_u128().map(Integer::Unsigned)),
        FloatOp::ToSigned | FloatOp::ToUnsigned => {
            to_integer(op == FloatOp::ToSigned, width, &args[0])
        }
        FloatOp::Convert => convert(width, &args[0]),
        _ if width == 32 => {
            let [a, b, c] = operands(args, to_f32);
            from_f32(arithmetic32(op, a, b, c))
        }
        _ => {
            let [a, b, c] = operands(args, to_f64);
            from_f64(arithmetic64(op, a, b, c))
        }
    }
}

/// The result of a comparison, which is false if an operand is not a number.
pub(crate) fn compare(op: FloatOp, a: &Bits, b: &Bits) -> bool {
    // Every float is a double too.
    let widen =
        |bits: &Bits| if bits.width() == 32 { f64::from(to_f32(bits)) } else { to_f64(bits) };
    match widen(a).partial_cmp(&widen(b)) {
        None => false,
        Some(Ordering::Less) => op != FloatOp::Eq,
        Some(Ordering::Equal) => op != FloatOp::Lt,
        Some(Ordering::Greater) => false,
    }
}

macro_rules! arithmetic {
    ($name:ident, $float:ty) => {
        fn $name(op: FloatOp, a: $float, b: $float, c: $float) -> $float {
            match op {
                FloatOp::Add => a + b,
                FloatOp::Sub => a - b,
                FloatOp::Mul => a * b,
                FloatOp::Div => a / b,
                FloatOp::MulAdd => a.mul_add(b, c),
                FloatOp::Sqrt => a.sqrt(),
                FloatOp::Round(Rounding::NearestEven) => a.round_ties_even(),
                FloatOp::Round(Rounding::NearestAway) => a.round(),
                FloatOp::Round(Rounding::Up) => a.ceil(),
                FloatOp::Round(Rounding::Down) => a.floor(),
                FloatOp::Round(Rounding::Zero) => a.trunc(),
                other => unreachable!("{other:?} is no arithmetic"),
            }
        }
    };
}

arithmetic!(arithmetic32, f32);
arithmetic!(arithmetic64, f64);

/// The arguments there are, and zeros in place of those that the operation doesn't have.
fn operands<T: Default>(args: &[Bits], decode: impl Fn(&Bits) -> T) -> [T; 3] {
    [0, 1, 2].map(|i| args.get(i).map(&decode).unwrap_or_default())
}

#[derive(Clone, Copy)]
enum Integer {
    Signed(i128),
    Unsigned(u128),
}

/// # Panics
/// If the integer is wider than 128 bits: no C type is.
fn from_integer(width: u32, value: Option<Integer>) -> Bits {
    match (width, value.expect("an integer of at most 128 bits")) {
        (32, Integer::Signed(value)) => from_f32(value as f32),
        (32, Integer::Unsigned(value)) => from_f32(value as f32),
        (_, Integer::Signed(value)) => from_f64(value as f64),
        (_, Integer::Unsigned(value)) => from_f64(value as f64),
    }
}

fn to_integer(signed: bool, width: u32, value: &Bits) -> Bits {
    let number = if value.width() == 32 { f64::from(to_f32(value)) } else { to_f64(value) };
    let truncated = number.trunc();
    let (least, limit) = match signed {
        true => (-(2f64.powi(width as i32 - 1)), 2f64.powi(width as i32 - 1)),
        false => (0.0, 2f64.powi(width as i32)),
    };
    if !(least..limit).contains(&truncated) {
        return Bits::zero(width);
    }
    match signed {
        true => Bits::from_u128(128, truncated as i128 as u128).extract(width - 1, 0),
        false => Bits::from_u128(width, truncated as u128),
    }
}

fn convert(width: u32, value: &Bits) -> Bits {
    match (value.width(), width) {
        (32, 64) => from_f64(f64::from(to_f32(value))),
        (64, 32) => from_f32(to_f64(value) as f32),
        (32, _) => from_f32(to_f32(value)),
        _ => from_f64(to_f64(value)),
    }
}

fn to_f32(bits: &Bits) -> f32 {
    f32::from_bits(bits.to_u64().unwrap_or_default() as u32)
}

fn to_f64(bits: &Bits) -> f64 {
    f64::from_bits(bits.to_u64().unwrap_or_default())
}

// The bits of a NaN that arithmetic makes differ between processors: ours are fixed.
fn from_f32(value: f32) -> Bits {
    if value.is_nan() {
        FloatFormat::of_width(32).nan()
    } else {
        Bits::new(32, value.to_bits().into())
    }
}

fn from_f64(value: f64) -> Bits {
    if value.is_nan() { FloatFormat::of_width(64).nan() } else { Bits::new(64, value.to_bits()) }
}

#[cfg(test)]
mod tests {
    use super::{Bits, FloatFormat, FloatOp, compute};

    #[test]
    fn not_a_number_has_the_quiet_pattern() {
        assert_eq!(FloatFormat::of_width(32).nan(), Bits::new(32, 0x7fc0_0000));
        assert_eq!(FloatFormat::of_width(64).nan(), Bits::new(64, 0x7ff8 << 48));
        let zero = Bits::zero(64);
        assert_eq!(
            compute(FloatOp::Div, 64, &[zero.clone(), zero]),
            FloatFormat::of_width(64).nan()
        );
    }

    #[test]
    fn conversion_to_integers_is_total() {
        let convert = |value: f64, width| {
            compute(FloatOp::ToSigned, width, &[Bits::new(64, value.to_bits())]).to_i128()
        };
        assert_eq!(convert(-128.9, 8), Some(-128));
        assert_eq!(convert(-129.0, 8), Some(0));
        assert_eq!(convert(127.9, 8), Some(127));
        assert_eq!(convert(128.0, 8), Some(0));
        assert_eq!(convert(f64::NAN, 8), Some(0));
        assert_eq!(convert(i64::MIN as f64, 64), Some(i64::MIN.into()));
    }
}
