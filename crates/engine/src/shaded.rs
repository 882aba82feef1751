//! Operations on values that are more than their bits: which bits of the result are undefined.
//!
//! Precise where C programs need it (masks and shifts, as bit-fields use them; comparisons whose outcome
//! doesn't depend on the undefined bits), and on the safe side elsewhere: an undefined bit never makes a
//! defined one by accident.

use ir::{BinaryOp, CompareOp, Width};

use crate::arith;
use crate::value::{Cause, Shades, Value};

/// `a op b`, where at least one has undefined bits and the operation itself is defined.
pub(crate) fn binary(shades: &mut Shades, op: BinaryOp, width: Width, a: Value, b: Value) -> Value {
    let (ua, ub) = (shades.undef(a), shades.undef(b));
    let undef = match op {
        BinaryOp::And => (ua | ub) & (a.bits | ua) & (b.bits | ub),
        BinaryOp::Or => (ua | ub) & !(a.bits & !ua) & !(b.bits & !ub),
        BinaryOp::Xor => ua | ub,
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if ub == 0 => {
            arith::binary(op, width, false, ua & width.mask(), b.bits).unwrap_or(u64::MAX)
        }
        // A carry goes only upwards.
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => upwards(ua | ub),
        _ => u64::MAX,
    };
    let bits = arith::binary(op, width, false, a.bits, b.bits).unwrap_or(0);
    shades.undefined(bits, undef & width.mask(), cause(shades, a, b))
}

/// `a op b` as one bit, undefined if it depends on undefined bits.
pub(crate) fn compare(
    shades: &mut Shades,
    op: CompareOp,
    width: Width,
    a: Value,
    b: Value,
) -> Value {
    let (ua, ub) = (shades.undef(a) & width.mask(), shades.undef(b) & width.mask());
    let result = u64::from(arith::compare(op, width, a.bits, b.bits));
    let decided = match op {
        CompareOp::Eq | CompareOp::Ne => (a.bits ^ b.bits) & !ua & !ub != 0,
        _ => {
            let [a_low, a_high] = extremes(op, width, a.bits, ua);
            let [b_low, b_high] = extremes(op, width, b.bits, ub);
            let test = |a, b| arith::compare(op, width, a, b);
            test(a_high, b_low) == test(a_low, b_high)
        }
    };
    let undef = u64::from(!decided);
    shades.undefined(result, undef, cause(shades, a, b))
}

/// The least and the greatest number that the undefined bits allow.
fn extremes(op: CompareOp, width: Width, bits: u64, undef: u64) -> [u64; 2] {
    let sign = match op {
        CompareOp::SLt | CompareOp::SLe => 1 << (width.bits() - 1),
        _ => 0,
    };
    let (low, high) = (bits & !undef, bits | undef);
    [low | (undef & sign), high & !(undef & sign)]
}

/// A result with these undefined bits, because of `from`.
pub(crate) fn moved(shades: &mut Shades, bits: u64, undef: u64, from: Value) -> Value {
    shades.undefined(bits, undef, cause(shades, from, from))
}

/// Why the result is undefined: the first operand's cause, if it has one.
fn cause(shades: &Shades, a: Value, b: Value) -> Cause {
    let shade = shades.get(a.shade).or_else(|| shades.get(b.shade));
    shade.expect("one operand is not plain").cause
}

fn upwards(undef: u64) -> u64 {
    if undef == 0 { 0 } else { u64::MAX << undef.trailing_zeros() }
}

#[cfg(test)]
mod tests {
    use super::{binary, compare};
    use crate::arith;
    use crate::value::{Cause, Shades, UndefKind, Value};
    use ir::{BinaryOp, CompareOp, Width};

    const W: u32 = 3;
    const CAUSE: Cause = Cause { kind: UndefKind::Uninitialised, at: None };

    /// Every way to fill in the undefined bits.
    fn fillings(bits: u64, undef: u64) -> impl Iterator<Item = u64> {
        (0..1u64 << W).filter(move |&x| x & !undef == 0).map(move |x| bits | x)
    }

    /// All pairs of 3-bit values with all sets of undefined bits.
    fn for_all(mut test: impl FnMut(&mut Shades, Value, u64, Value, u64)) {
        let mut shades = Shades::default();
        let partly = || (0..1u64 << W).flat_map(|b| (0..1u64 << W).map(move |u| (b, u)));
        for (a, ua) in partly().filter(|(b, u)| b & u == 0) {
            for (b, ub) in partly().filter(|(b, u)| b & u == 0) {
                if ua | ub != 0 {
                    let a = shades.undefined(a, ua, CAUSE);
                    let b = shades.undefined(b, ub, CAUSE);
                    test(&mut shades, a, ua, b, ub);
                }
            }
        }
    }

    #[test]
    fn a_defined_bit_is_the_same_however_the_undefined_ones_are_filled() {
        let width = Width::new(W);
        for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::And, BinaryOp::Or]
            .into_iter()
            .chain([BinaryOp::Xor, BinaryOp::Shl, BinaryOp::LShr, BinaryOp::AShr])
        {
            for_all(|shades, a, ua, b, ub| {
                let result = binary(shades, op, width, a, b);
                let defined = !shades.undef(result) & width.mask();
                for x in fillings(a.bits, ua) {
                    for y in fillings(b.bits, ub) {
                        if let Ok(z) = arith::binary(op, width, false, x, y) {
                            assert_eq!(z & defined, result.bits & defined, "{op:?} {x} {y}");
                        }
                    }
                }
            });
        }
    }

    #[test]
    fn a_comparison_is_undefined_exactly_if_it_depends_on_undefined_bits() {
        let width = Width::new(W);
        for op in [CompareOp::Eq, CompareOp::Ne, CompareOp::ULt].into_iter().chain([
            CompareOp::ULe,
            CompareOp::SLt,
            CompareOp::SLe,
        ]) {
            for_all(|shades, a, ua, b, ub| {
                let mut seen = [false; 2];
                for x in fillings(a.bits, ua) {
                    for y in fillings(b.bits, ub) {
                        seen[usize::from(arith::compare(op, width, x, y))] = true;
                    }
                }
                let result = compare(shades, op, width, a, b);
                let depends = seen == [true, true];
                assert_eq!(shades.undef(result) == 1, depends, "{op:?} {a:?} {b:?}");
                assert!(depends || seen[result.bits as usize]);
            });
        }
    }
}
