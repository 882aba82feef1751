//! Operations on values that are more than their bits: which bits of the result are undefined.
//!
//! Precise where C programs need it (masks and shifts, as bit-fields use them; comparisons whose outcome
//! doesn't depend on the undefined bits), and on the safe side elsewhere: an undefined bit never makes a
//! defined one by accident.

use ir::{BinaryOp, CompareOp, Width};

use crate::value::arith;

/// Bits, with those among them that are undefined. Undefined bits are zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Partly {
    pub bits: u64,
    pub undef: u64,
}

/// The undefined bits of `a op b`, if the operation itself is defined.
pub(crate) fn binary(op: BinaryOp, width: Width, a: Partly, b: Partly) -> u64 {
    let either = a.undef | b.undef;
    let undef = match op {
        _ if either == 0 => 0,
        BinaryOp::And => either & (a.bits | a.undef) & (b.bits | b.undef),
        BinaryOp::Or => either & !(a.bits & !a.undef) & !(b.bits & !b.undef),
        BinaryOp::Xor => either,
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if b.undef == 0 => {
            arith::binary(op, width, false, a.undef & width.mask(), b.bits).unwrap_or(u64::MAX)
        }
        // A carry goes only upwards.
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => u64::MAX << either.trailing_zeros(),
        _ => u64::MAX,
    };
    undef & width.mask()
}

/// Does `a op b` depend on undefined bits?
pub(crate) fn compare(op: CompareOp, width: Width, a: Partly, b: Partly) -> bool {
    let (ua, ub) = (a.undef & width.mask(), b.undef & width.mask());
    let decided = match op {
        CompareOp::Eq | CompareOp::Ne => ua | ub == 0 || (a.bits ^ b.bits) & !ua & !ub != 0,
        _ => {
            let [a_low, a_high] = extremes(op, width, a.bits, ua);
            let [b_low, b_high] = extremes(op, width, b.bits, ub);
            let test = |a, b| arith::compare(op, width, a, b);
            test(a_high, b_low) == test(a_low, b_high)
        }
    };
    !decided
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

#[cfg(test)]
mod tests {
    use super::{Partly, binary, compare};
    use crate::value::arith;
    use ir::{BinaryOp, CompareOp, Width};

    const W: u32 = 3;

    /// Every way to fill in the undefined bits.
    fn fillings(value: Partly) -> impl Iterator<Item = u64> {
        (0..1u64 << W).filter(move |&x| x & !value.undef == 0).map(move |x| value.bits | x)
    }

    /// All 3-bit values with all sets of undefined bits.
    fn all() -> impl Iterator<Item = Partly> {
        let pairs = (0..1u64 << W).flat_map(|bits| (0..1u64 << W).map(move |undef| (bits, undef)));
        pairs.filter(|(bits, undef)| bits & undef == 0).map(|(bits, undef)| Partly { bits, undef })
    }

    #[test]
    fn a_defined_bit_is_the_same_however_the_undefined_ones_are_filled() {
        let width = Width::new(W);
        let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::And, BinaryOp::Or];
        let more = [BinaryOp::Xor, BinaryOp::Shl, BinaryOp::LShr, BinaryOp::AShr];
        for op in ops.into_iter().chain(more) {
            for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
                let Ok(result) = arith::binary(op, width, false, a.bits, b.bits) else { continue };
                let defined = !binary(op, width, a, b) & width.mask();
                for (x, y) in fillings(a).flat_map(|x| fillings(b).map(move |y| (x, y))) {
                    if let Ok(z) = arith::binary(op, width, false, x, y) {
                        assert_eq!(z & defined, result & defined, "{op:?} {x} {y}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_comparison_is_undefined_exactly_if_it_depends_on_undefined_bits() {
        let width = Width::new(W);
        let ops = [CompareOp::Eq, CompareOp::Ne, CompareOp::ULt];
        let more = [CompareOp::ULe, CompareOp::SLt, CompareOp::SLe];
        for op in ops.into_iter().chain(more) {
            for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
                let mut seen = [false; 2];
                for (x, y) in fillings(a).flat_map(|x| fillings(b).map(move |y| (x, y))) {
                    seen[usize::from(arith::compare(op, width, x, y))] = true;
                }
                assert_eq!(compare(op, width, a, b), seen == [true; 2], "{op:?} {a:?} {b:?}");
            }
        }
    }
}
