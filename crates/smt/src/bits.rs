//! A bit-vector value of any width, with SMT-LIB's arithmetic: it wraps, and division by zero is defined.
//!
//! Up to 64 bits it is a machine word; the rare wider ones pay for a big integer.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;

/// A constant bit-vector.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bits {
    width: u32,
    repr: Repr,
}

/// `Small` exactly if the width is at most 64, so that equal values are equal structures.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Repr {
    Small(u64),
    Wide(BigUint),
}

impl Bits {
    /// The low `width` bits of `value`.
    pub fn new(width: u32, value: u64) -> Bits {
        debug_assert!(width >= 1);
        let repr = match width {
            0..=64 => Repr::Small(value & mask(width)),
            _ => Repr::Wide(BigUint::from(value)),
        };
        Bits { width, repr }
    }

    /// The low `width` bits of `value`.
    pub fn from_u128(width: u32, value: u128) -> Bits {
        Bits::from_big(width, BigUint::from(value))
    }

    /// The value whose bytes, lowest first, these are.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Bits {
        Bits::from_big(width, BigUint::from_bytes_le(bytes))
    }

    /// The value written in the digits 0 and 1, or nothing if there is another character.
    pub(crate) fn from_binary(width: u32, digits: &str) -> Option<Bits> {
        BigUint::parse_bytes(digits.as_bytes(), 2).map(|value| Bits::from_big(width, value))
    }

    /// 2 to the `exponent`, which is below the width.
    pub(crate) fn power_of_two(width: u32, exponent: u32) -> Bits {
        Bits::from_big(width, BigUint::from(1u8) << exponent)
    }

    /// All bits zero.
    pub fn zero(width: u32) -> Bits {
        Bits::new(width, 0)
    }

    /// The number one.
    pub fn one(width: u32) -> Bits {
        Bits::new(width, 1)
    }

    /// All bits one.
    pub fn ones(width: u32) -> Bits {
        Bits::zero(width).not()
    }

    /// The smallest signed number.
    pub fn min_signed(width: u32) -> Bits {
        Bits::power_of_two(width, width - 1)
    }

    /// The largest signed number.
    pub fn max_signed(width: u32) -> Bits {
        Bits::min_signed(width).not()
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    /// The unsigned value, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.repr {
            Repr::Small(value) => Some(*value),
            Repr::Wide(value) => value.try_into().ok(),
        }
    }

    /// The unsigned value, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.repr {
            Repr::Small(value) => Some((*value).into()),
            Repr::Wide(value) => value.try_into().ok(),
        }
    }

    /// The signed value, if the width is at most 128.
    pub fn to_i128(&self) -> Option<i128> {
        let unused = 128u32.checked_sub(self.width)?;
        self.to_u128().map(|value| ((value << unused) as i128) >> unused)
    }

    /// The bytes, lowest first, as many as the width needs.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes = self.big().to_bytes_le();
        bytes.resize(self.width.div_ceil(8) as usize, 0);
        bytes
    }

    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Small(value) => *value == 0,
            Repr::Wide(value) => value.bits() == 0,
        }
    }

    pub fn is_ones(&self) -> bool {
        match &self.repr {
            Repr::Small(value) => *value == mask(self.width),
            Repr::Wide(value) => value.count_ones() == u64::from(self.width),
        }
    }

    pub fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }

    /// Whether the number is negative, as a signed one.
    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Bit `index`, counted from the lowest.
    pub fn bit(&self, index: u32) -> bool {
        match &self.repr {
            Repr::Small(value) => index < 64 && value >> index & 1 == 1,
            Repr::Wide(value) => value.bit(index.into()),
        }
    }

    /// `n` if this is 2 to the `n`.
    pub(crate) fn log2(&self) -> Option<u32> {
        match &self.repr {
            Repr::Small(value) => value.is_power_of_two().then(|| value.trailing_zeros()),
            Repr::Wide(value) => (value.count_ones() == 1).then(|| value.bits() as u32 - 1),
        }
    }

    /// How many bits are zero below the lowest one; the width if all are.
    pub(crate) fn trailing_zeros(&self) -> u32 {
        let found = match &self.repr {
            Repr::Small(value) => value.trailing_zeros(),
            Repr::Wide(value) => {
                value.trailing_zeros().unwrap_or(u64::MAX).min(u64::from(u32::MAX)) as u32
            }
        };
        found.min(self.width)
    }

    /// How many bits the number needs: the index of its highest one, plus 1.
    pub(crate) fn significant(&self) -> u32 {
        match &self.repr {
            Repr::Small(value) => 64 - value.leading_zeros(),
            Repr::Wide(value) => value.bits() as u32,
        }
    }

    pub(crate) fn neg(&self) -> Bits {
        match &self.repr {
            Repr::Small(value) => Bits::new(self.width, value.wrapping_neg()),
            Repr::Wide(value) => Bits::from_big(self.width, modulus(self.width) - value),
        }
    }

    pub(crate) fn not(&self) -> Bits {
        match &self.repr {
            Repr::Small(value) => Bits::new(self.width, !value),
            Repr::Wide(value) => Bits::from_big(self.width, modulus(self.width) - 1u8 - value),
        }
    }

    pub(crate) fn add(&self, other: &Bits) -> Bits {
        self.combine(other, u64::wrapping_add, |a, b| a + b)
    }

    pub(crate) fn sub(&self, other: &Bits) -> Bits {
        self.add(&other.neg())
    }

    pub(crate) fn mul(&self, other: &Bits) -> Bits {
        self.combine(other, u64::wrapping_mul, |a, b| a * b)
    }

    // x / 0 is all ones, as in SMT-LIB.
    pub(crate) fn udiv(&self, other: &Bits) -> Bits {
        match other.is_zero() {
            true => Bits::ones(self.width),
            false => self.combine(other, |a, b| a / b, |a, b| a / b),
        }
    }

    // x % 0 is x, as in SMT-LIB.
    pub(crate) fn urem(&self, other: &Bits) -> Bits {
        match other.is_zero() {
            true => self.clone(),
            false => self.combine(other, |a, b| a % b, |a, b| a % b),
        }
    }

    pub(crate) fn sdiv(&self, other: &Bits) -> Bits {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.sign() == other.sign() { quotient } else { quotient.neg() }
    }

    // The remainder's sign is the dividend's.
    pub(crate) fn srem(&self, other: &Bits) -> Bits {
        let rest = self.magnitude().urem(&other.magnitude());
        if self.sign() { rest.neg() } else { rest }
    }

    pub(crate) fn and(&self, other: &Bits) -> Bits {
        self.combine(other, |a, b| a & b, |a, b| a & b)
    }

    pub(crate) fn or(&self, other: &Bits) -> Bits {
        self.combine(other, |a, b| a | b, |a, b| a | b)
    }

    pub(crate) fn xor(&self, other: &Bits) -> Bits {
        self.combine(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    pub(crate) fn shl(&self, amount: &Bits) -> Bits {
        match (self.shift_amount(amount), &self.repr) {
            (None, _) => Bits::zero(self.width),
            (Some(amount), Repr::Small(value)) => Bits::new(self.width, value << amount),
            (Some(amount), Repr::Wide(value)) => Bits::from_big(self.width, value << amount),
        }
    }

    pub(crate) fn lshr(&self, amount: &Bits) -> Bits {
        match (self.shift_amount(amount), &self.repr) {
            (None, _) => Bits::zero(self.width),
            (Some(amount), Repr::Small(value)) => Bits::new(self.width, value >> amount),
            (Some(amount), Repr::Wide(value)) => Bits::from_big(self.width, value >> amount),
        }
    }

    // ashr(x, n) = not(lshr(not(x), n)) for a negative x
    pub(crate) fn ashr(&self, amount: &Bits) -> Bits {
        if self.sign() { self.not().lshr(amount).not() } else { self.lshr(amount) }
    }

    pub(crate) fn extract(&self, high: u32, low: u32) -> Bits {
        match &self.repr {
            Repr::Small(value) => Bits::new(high - low + 1, value >> low),
            Repr::Wide(value) => Bits::from_big(high - low + 1, value >> low),
        }
    }

    pub(crate) fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        match (&self.repr, &low.repr) {
            (Repr::Small(a), Repr::Small(b)) if width <= 64 => Bits::new(width, a << low.width | b),
            _ => Bits::from_big(width, (self.big() << low.width) | low.big()),
        }
    }

    pub(crate) fn zero_extend(&self, width: u32) -> Bits {
        match &self.repr {
            Repr::Small(value) => Bits::new(width, *value),
            Repr::Wide(value) => Bits::from_big(width, value.clone()),
        }
    }

    pub(crate) fn sign_extend(&self, width: u32) -> Bits {
        if self.sign() { self.not().zero_extend(width).not() } else { self.zero_extend(width) }
    }

    /// The order of the unsigned values.
    pub(crate) fn compare(&self, other: &Bits) -> Ordering {
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            _ => self.big().cmp(&other.big()),
        }
    }

    /// The order of the signed values.
    pub(crate) fn compare_signed(&self, other: &Bits) -> Ordering {
        other.sign().cmp(&self.sign()).then_with(|| self.compare(other))
    }

    fn magnitude(&self) -> Bits {
        if self.sign() { self.neg() } else { self.clone() }
    }

    /// The amount, if it leaves any bit in its place.
    fn shift_amount(&self, amount: &Bits) -> Option<u32> {
        amount.to_u64().filter(|&amount| amount < self.width.into()).map(|amount| amount as u32)
    }

    fn combine(
        &self,
        other: &Bits,
        small: impl Fn(u64, u64) -> u64,
        wide: impl Fn(BigUint, BigUint) -> BigUint,
    ) -> Bits {
        debug_assert_eq!(self.width, other.width);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Bits::new(self.width, small(*a, *b)),
            _ => Bits::from_big(self.width, wide(self.big(), other.big())),
        }
    }

    fn big(&self) -> BigUint {
        match &self.repr {
            Repr::Small(value) => BigUint::from(*value),
            Repr::Wide(value) => value.clone(),
        }
    }

    fn from_big(width: u32, value: BigUint) -> Bits {
        if width <= 64 {
            return Bits::new(width, value.iter_u64_digits().next().unwrap_or(0));
        }
        let value = if value.bits() > width.into() { value % modulus(width) } else { value };
        Bits { width, repr: Repr::Wide(value) }
    }
}

/// By width, then as unsigned numbers: so that maps of them have one order.
impl Ord for Bits {
    fn cmp(&self, other: &Bits) -> Ordering {
        self.width.cmp(&other.width).then_with(|| self.compare(other))
    }
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Bits) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Bits {
    /// As SMT-LIB writes it: hexadecimal if the width allows, else binary.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.width.is_multiple_of(4) {
            true => write!(
                f,
                "#x{:0>digits$}",
                self.big().to_str_radix(16),
                digits = self.width as usize / 4
            ),
            false => write!(
                f,
                "#b{:0>digits$}",
                self.big().to_str_radix(2),
                digits = self.width as usize
            ),
        }
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn modulus(width: u32) -> BigUint {
    BigUint::from(1u8) << width
}

#[cfg(test)]
mod tests {
    use super::Bits;

    /// The same numbers at 60 bits (machine words) and at 70 (big integers) behave the same.
    #[test]
    fn wide_agrees_with_small() {
        let values = [0u64, 1, 2, 3, 7, 100, (1 << 29) + 5];
        for &a in &values {
            for &b in &values {
                let small = (Bits::new(60, a), Bits::new(60, b));
                let wide = (Bits::new(70, a), Bits::new(70, b));
                type Binary = fn(&Bits, &Bits) -> Bits;
                let operations: [Binary; 7] =
                    [Bits::add, Bits::mul, Bits::and, Bits::or, Bits::xor, Bits::lshr, Bits::sub];
                for operation in operations {
                    let narrow = operation(&small.0, &small.1);
                    assert_eq!(operation(&wide.0, &wide.1).extract(59, 0), narrow);
                }
                let signed: [Binary; 2] = [Bits::sdiv, Bits::srem];
                for operation in signed {
                    let narrow = operation(&small.0.neg(), &small.1);
                    assert_eq!(operation(&wide.0.neg(), &wide.1), narrow.sign_extend(70));
                }
            }
        }
    }

    #[test]
    fn signs() {
        let minus_two = Bits::new(100, 2).neg();
        assert_eq!(minus_two.to_i128(), Some(-2));
        assert_eq!(minus_two.ashr(&Bits::one(100)), Bits::ones(100));
        assert_eq!(Bits::new(8, 0x80).sign_extend(100).to_i128(), Some(-128));
        assert!(minus_two.compare_signed(&Bits::zero(100)).is_lt());
        assert_eq!(Bits::min_signed(8).to_i128(), Some(-128));
    }

    #[test]
    fn bytes_and_text() {
        let value = Bits::from_le_bytes(96, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        assert_eq!(value.to_string(), "#x0c0b0a090807060504030201");
        assert_eq!(value.to_le_bytes().len(), 12);
        assert_eq!(value.extract(95, 88), Bits::new(8, 12));
        assert_eq!(Bits::new(3, 5).to_string(), "#b101");
        assert_eq!(Bits::from_binary(3, "101"), Some(Bits::new(3, 5)));
    }
}
