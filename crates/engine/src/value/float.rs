//! Floating-point arithmetic on values kept as bits: what the host's IEEE arithmetic gives.

use ir::{Convert, FloatBinaryOp, FloatCompareOp, FloatTy, FloatUnaryOp, Width};

/// `a op b`.
#[inline(always)]
pub(crate) fn binary(op: FloatBinaryOp, ty: FloatTy, a: u64, b: u64) -> u64 {
    macro_rules! at {
        ($float:ty, $bits:ty) => {{
            let (a, b) = (<$float>::from_bits(a as $bits), <$float>::from_bits(b as $bits));
            let result = match op {
                FloatBinaryOp::Add => a + b,
                FloatBinaryOp::Sub => a - b,
                FloatBinaryOp::Mul => a * b,
                FloatBinaryOp::Div => a / b,
                FloatBinaryOp::Rem => a % b,
                FloatBinaryOp::Min => a.min(b),
                FloatBinaryOp::Max => a.max(b),
                FloatBinaryOp::CopySign => a.copysign(b),
            };
            u64::from(result.to_bits())
        }};
    }
    match ty {
        FloatTy::F32 => at!(f32, u32),
        FloatTy::F64 => at!(f64, u64),
    }
}

/// `op a`.
pub(crate) fn unary(op: FloatUnaryOp, ty: FloatTy, a: u64) -> u64 {
    macro_rules! at {
        ($float:ty, $bits:ty) => {{
            let a = <$float>::from_bits(a as $bits);
            let result = match op {
                FloatUnaryOp::Neg => -a,
                FloatUnaryOp::Abs => a.abs(),
                FloatUnaryOp::Sqrt => a.sqrt(),
                FloatUnaryOp::Floor => a.floor(),
                FloatUnaryOp::Ceil => a.ceil(),
                FloatUnaryOp::Trunc => a.trunc(),
                FloatUnaryOp::Round => a.round(),
                FloatUnaryOp::RoundEven => a.round_ties_even(),
            };
            u64::from(result.to_bits())
        }};
    }
    match ty {
        FloatTy::F32 => at!(f32, u32),
        FloatTy::F64 => at!(f64, u64),
    }
}

/// `a * b + c`, rounded once.
pub(crate) fn mul_add(ty: FloatTy, a: u64, b: u64, c: u64) -> u64 {
    match ty {
        FloatTy::F32 => {
            let [a, b, c] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
            a.mul_add(b, c).to_bits().into()
        }
        FloatTy::F64 => {
            let [a, b, c] = [a, b, c].map(f64::from_bits);
            a.mul_add(b, c).to_bits()
        }
    }
}

/// `a op b` as a truth value. Widening a `float` keeps order and NaN, so one comparison serves both.
#[inline(always)]
pub(crate) fn compare(op: FloatCompareOp, ty: FloatTy, a: u64, b: u64) -> bool {
    let (a, b) = (to_f64(ty, a), to_f64(ty, b));
    let unordered = a.is_nan() || b.is_nan();
    match op {
        FloatCompareOp::OEq => a == b,
        FloatCompareOp::OGt => a > b,
        FloatCompareOp::OGe => a >= b,
        FloatCompareOp::OLt => a < b,
        FloatCompareOp::OLe => a <= b,
        FloatCompareOp::ONe => a != b && !unordered,
        FloatCompareOp::Ord => !unordered,
        FloatCompareOp::UEq => a == b || unordered,
        FloatCompareOp::UGt => a > b || unordered,
        FloatCompareOp::UGe => a >= b || unordered,
        FloatCompareOp::ULt => a < b || unordered,
        FloatCompareOp::ULe => a <= b || unordered,
        FloatCompareOp::UNe => a != b,
        FloatCompareOp::Uno => unordered,
    }
}

/// `a` in another number format.
pub(crate) fn convert(op: Convert, a: u64) -> u64 {
    match op {
        Convert::Widen => f64::from(f32::from_bits(a as u32)).to_bits(),
        Convert::Narrow => (f64::from_bits(a) as f32).to_bits().into(),
        Convert::ToInt { from, to, signed, saturate } => {
            let value = to_f64(from, a);
            if saturate { saturating(to, signed, value) } else { truncating(to, signed, value) }
        }
        Convert::FromInt { from, signed, to } => match (signed, to) {
            (true, FloatTy::F32) => (from.sign_extend(a) as f32).to_bits().into(),
            (true, FloatTy::F64) => (from.sign_extend(a) as f64).to_bits(),
            (false, FloatTy::F32) => (a as f32).to_bits().into(),
            (false, FloatTy::F64) => (a as f64).to_bits(),
        },
    }
}

/// A float as a 128-bit integer, towards zero.
pub(crate) fn to_wide(from: FloatTy, signed: bool, a: u64) -> u128 {
    let value = to_f64(from, a);
    if signed { value as i128 as u128 } else { value as u128 }
}

/// A 128-bit integer as a float, to nearest.
pub(crate) fn from_wide(to: FloatTy, signed: bool, a: u128) -> u64 {
    match (signed, to) {
        (true, FloatTy::F32) => (a as i128 as f32).to_bits().into(),
        (true, FloatTy::F64) => (a as i128 as f64).to_bits(),
        (false, FloatTy::F32) => (a as f32).to_bits().into(),
        (false, FloatTy::F64) => (a as f64).to_bits(),
    }
}

#[inline(always)]
fn to_f64(ty: FloatTy, bits: u64) -> f64 {
    match ty {
        FloatTy::F32 => f32::from_bits(bits as u32).into(),
        FloatTy::F64 => f64::from_bits(bits),
    }
}

fn saturating(to: Width, signed: bool, value: f64) -> u64 {
    if signed {
        let max = (to.mask() >> 1) as i128;
        to.truncate((value as i128).clamp(-max - 1, max) as u64)
    } else {
        (value as u128).min(to.mask().into()) as u64
    }
}

/// What x86-64 code gives. Out of range C leaves the result open; we take what the hardware's
/// conversion instruction would leave behind, so that runs agree with native ones.
fn truncating(to: Width, signed: bool, value: f64) -> u64 {
    let unsigned_64 = !signed && to == Width::W64;
    if unsigned_64 && value >= 9_223_372_036_854_775_808.0 {
        return indefinite(64, value - 9_223_372_036_854_775_808.0) ^ (1 << 63);
    }
    let narrow = to.bits() < 32 || (signed && to.bits() == 32);
    to.truncate(indefinite(if narrow { 32 } else { 64 }, value))
}

/// `cvttsd2si`: the most negative integer stands for everything that doesn't fit.
fn indefinite(bits: u32, value: f64) -> u64 {
    let limit = 2f64.powi(bits as i32 - 1);
    let fits = value.trunc() >= -limit && value.trunc() < limit;
    if fits { value as i64 as u64 } else { 1 << (bits - 1) }
}
