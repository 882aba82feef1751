//! Integer arithmetic on concrete values: what each operation gives, and when it is undefined.

use ir::{BinaryOp, CompareOp, UnaryOp, Width};

/// Why an operation has no defined result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArithError {
    /// The divisor is zero.
    DivisionByZero,
    /// The mathematical result doesn't fit the signed type.
    SignedOverflow,
    /// The shift amount is not below the width.
    BadShift,
}

/// `a op b`, at a width of at most 64 bits.
#[inline(always)]
pub(crate) fn binary(
    op: BinaryOp,
    width: Width,
    nsw: bool,
    a: u64,
    b: u64,
) -> Result<u64, ArithError> {
    let bits = match op {
        BinaryOp::Add if nsw => return signed(width, a, b, i32::checked_add, i64::checked_add),
        BinaryOp::Sub if nsw => return signed(width, a, b, i32::checked_sub, i64::checked_sub),
        BinaryOp::Mul if nsw => return signed(width, a, b, i32::checked_mul, i64::checked_mul),
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => return shift(op, width, nsw, a, b),
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
            return divide(op, width, a, b);
        }
    };
    Ok(width.truncate(bits))
}

/// An operation that must not overflow. Nearly all are `int`'s: those have an instruction of the processor's.
#[inline(always)]
fn signed(
    width: Width,
    a: u64,
    b: u64,
    at_32: impl Fn(i32, i32) -> Option<i32>,
    at_64: impl Fn(i64, i64) -> Option<i64>,
) -> Result<u64, ArithError> {
    if width == Width::W32 {
        let result = at_32(a as i32, b as i32).ok_or(ArithError::SignedOverflow)?;
        return Ok(u64::from(result as u32));
    }
    let result = at_64(width.sign_extend(a), width.sign_extend(b));
    let result = result.ok_or(ArithError::SignedOverflow)?;
    let bits = width.truncate(result as u64);
    if width.sign_extend(bits) != result {
        return Err(ArithError::SignedOverflow);
    }
    Ok(bits)
}

#[inline(always)]
fn shift(op: BinaryOp, width: Width, nsw: bool, a: u64, b: u64) -> Result<u64, ArithError> {
    if b >= u64::from(width.bits()) {
        return Err(ArithError::BadShift);
    }
    let bits = match op {
        BinaryOp::Shl => width.truncate(a << b),
        BinaryOp::LShr => a >> b,
        _ => width.truncate((width.sign_extend(a) >> b) as u64),
    };
    if nsw && width.sign_extend(bits) >> b != width.sign_extend(a) {
        return Err(ArithError::SignedOverflow);
    }
    Ok(bits)
}

fn divide(op: BinaryOp, width: Width, a: u64, b: u64) -> Result<u64, ArithError> {
    if b == 0 {
        return Err(ArithError::DivisionByZero);
    }
    let (x, y) = (width.sign_extend(a), width.sign_extend(b));
    let overflows = y == -1 && x == width.sign_extend(1 << (width.bits() - 1));
    let bits = match op {
        BinaryOp::UDiv => a / b,
        BinaryOp::URem => a % b,
        _ if overflows => return Err(ArithError::SignedOverflow),
        BinaryOp::SDiv => (x / y) as u64,
        _ => (x % y) as u64,
    };
    Ok(width.truncate(bits))
}

/// `a op b` at 128 bits.
pub(crate) fn binary_wide(op: BinaryOp, nsw: bool, a: u128, b: u128) -> Result<u128, ArithError> {
    let (x, y) = (a as i128, b as i128);
    let checked = |(result, overflow): (i128, bool)| match nsw && overflow {
        true => Err(ArithError::SignedOverflow),
        false => Ok(result as u128),
    };
    match op {
        BinaryOp::Add => checked(x.overflowing_add(y)),
        BinaryOp::Sub => checked(x.overflowing_sub(y)),
        BinaryOp::Mul => checked(x.overflowing_mul(y)),
        BinaryOp::And => Ok(a & b),
        BinaryOp::Or => Ok(a | b),
        BinaryOp::Xor => Ok(a ^ b),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if b >= 128 => Err(ArithError::BadShift),
        BinaryOp::Shl if nsw && (x << b) >> b != x => Err(ArithError::SignedOverflow),
        BinaryOp::Shl => Ok(a << b),
        BinaryOp::LShr => Ok(a >> b),
        BinaryOp::AShr => Ok((x >> b) as u128),
        _ if b == 0 => Err(ArithError::DivisionByZero),
        BinaryOp::UDiv => Ok(a / b),
        BinaryOp::URem => Ok(a % b),
        BinaryOp::SDiv => x.checked_div(y).map(|q| q as u128).ok_or(ArithError::SignedOverflow),
        BinaryOp::SRem => x.checked_rem(y).map(|r| r as u128).ok_or(ArithError::SignedOverflow),
    }
}

/// `a op b` as a truth value.
#[inline(always)]
pub(crate) fn compare(op: CompareOp, width: Width, a: u64, b: u64) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::ULt => a < b,
        CompareOp::ULe => a <= b,
        CompareOp::SLt => width.sign_extend(a) < width.sign_extend(b),
        CompareOp::SLe => width.sign_extend(a) <= width.sign_extend(b),
    }
}

/// `a op b` at 128 bits.
pub(crate) fn compare_wide(op: CompareOp, a: u128, b: u128) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::ULt => a < b,
        CompareOp::ULe => a <= b,
        CompareOp::SLt => (a as i128) < b as i128,
        CompareOp::SLe => a as i128 <= b as i128,
    }
}

/// `op a`.
pub(crate) fn unary(op: UnaryOp, width: Width, a: u64) -> u64 {
    let unused = 64 - width.bits();
    match op {
        UnaryOp::PopCount => a.count_ones().into(),
        UnaryOp::LeadingZeros => (a.leading_zeros() - unused).into(),
        UnaryOp::TrailingZeros => a.trailing_zeros().min(width.bits()).into(),
        UnaryOp::SwapBytes => a.swap_bytes() >> unused,
        UnaryOp::ReverseBits => a.reverse_bits() >> unused,
    }
}

/// `a`, widened from one width to another.
#[inline(always)]
pub(crate) fn extend(signed: bool, from: Width, to: Width, a: u64) -> u64 {
    if signed { to.truncate(from.sign_extend(a) as u64) } else { a }
}
