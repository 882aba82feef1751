//! What an operand must be for an operation to give a result, if the other one stays what it is.

use crate::bits::Bits;
use crate::term::Op;

/// An operand of an operation on two bit-vectors, in a model.
pub(super) struct Operand<'v> {
    pub(super) op: Op,
    /// Is it the first one?
    pub(super) first: bool,
    /// What it is now.
    pub(super) now: &'v Bits,
    /// What the other one is.
    pub(super) other: &'v Bits,
}

impl Operand<'_> {
    /// What it must be, if there is such a value, and it is known how to find it. Bits that don't matter stay what
    /// they are.
    pub(super) fn for_result(&self, result: &Bits) -> Option<Bits> {
        let &Operand { op, first, now, other } = self;
        let found = match op {
            Op::Add => result.sub(other),
            Op::BitXor => result.xor(other),
            Op::BitAnd => result.or(&now.and(&other.not())),
            Op::BitOr => result.and(&other.not()).or(&now.and(other)),
            Op::Mul => factor(now, other, result)?,
            // The bits that are shifted out stay.
            Op::Shl if first => result.lshr(other).or(&now.and(&lost(Bits::lshr, other))),
            Op::LShr | Op::AShr if first => {
                let shifted = result.shl(other).or(&now.and(&lost(Bits::shl, other)));
                if op == Op::AShr { with_sign_of(&shifted, result) } else { shifted }
            }
            Op::UDiv | Op::SDiv if first => {
                let rest = if op == Op::UDiv { now.urem(other) } else { now.srem(other) };
                result.mul(other).add(&rest)
            }
            Op::URem if first => now.sub(&now.urem(other)).add(result),
            Op::SRem if first => now.sub(&now.srem(other)).add(result),
            Op::UDiv => other.udiv(result),
            Op::SDiv => other.sdiv(result),
            Op::URem | Op::SRem => other.sub(result),
            _ => return None,
        };
        (self.result(&found) == *result).then_some(found)
    }

    /// What the operation gives, if the operand is this.
    fn result(&self, value: &Bits) -> Bits {
        let (a, b) = if self.first { (value, self.other) } else { (self.other, value) };
        match self.op {
            Op::Add => a.add(b),
            Op::BitXor => a.xor(b),
            Op::BitAnd => a.and(b),
            Op::BitOr => a.or(b),
            Op::Mul => a.mul(b),
            Op::Shl => a.shl(b),
            Op::LShr => a.lshr(b),
            Op::AShr => a.ashr(b),
            Op::UDiv => a.udiv(b),
            Op::SDiv => a.sdiv(b),
            Op::URem => a.urem(b),
            _ => a.srem(b),
        }
    }
}

/// The bits of a number that a shift by so much in the other direction takes away.
fn lost(back: fn(&Bits, &Bits) -> Bits, amount: &Bits) -> Bits {
    let all = Bits::ones(amount.width());
    back(&all, amount).not()
}

fn with_sign_of(bits: &Bits, other: &Bits) -> Bits {
    let sign = Bits::min_signed(bits.width());
    if other.sign() { bits.or(&sign) } else { bits.and(&sign.not()) }
}

/// The number that times `other` is `product`, if there is one.
fn factor(now: &Bits, other: &Bits, product: &Bits) -> Option<Bits> {
    let (width, zeros) = (other.width(), other.trailing_zeros());
    if product.trailing_zeros() < zeros {
        return None;
    }
    if zeros == width {
        return Some(now.clone());
    }
    let by = Bits::new(width, zeros.into());
    let found = product.lshr(&by).mul(&reciprocal(&other.lshr(&by)));
    // The uppermost bits don't matter.
    let matter = Bits::ones(width).lshr(&by);
    Some(found.and(&matter).or(&now.and(&matter.not())))
}

/// The number that times an odd one is 1 (Newton: each step doubles the bits that are right).
fn reciprocal(odd: &Bits) -> Bits {
    let two = Bits::new(odd.width(), 2);
    let mut found = odd.clone();
    let mut right = 3;
    while right < odd.width() {
        found = found.mul(&two.sub(&odd.mul(&found)));
        right *= 2;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::Operand;
    use crate::bits::Bits;
    use crate::term::Op;

    const WIDTH: u32 = 4;

    fn all() -> impl Iterator<Item = Bits> + Clone {
        (0..1 << WIDTH).map(|value| Bits::new(WIDTH, value))
    }

    /// Whether a value is found for every result that has one, whatever the operand is now.
    fn finds_all(op: Op, first: bool) -> bool {
        let mut finds = true;
        for (now, other) in all().flat_map(|now| all().map(move |other| (now.clone(), other))) {
            let operand = Operand { op, first, now: &now, other: &other };
            for result in all() {
                match operand.for_result(&result) {
                    Some(found) => assert_eq!(operand.result(&found), result, "{op:?}"),
                    None => finds &= all().all(|value| operand.result(&value) != result),
                }
            }
        }
        finds
    }

    #[test]
    fn a_value_is_found_where_there_is_one() {
        for op in [Op::Add, Op::BitXor, Op::BitAnd, Op::BitOr, Op::Mul] {
            assert!(finds_all(op, true) && finds_all(op, false), "{op:?}");
        }
        for op in [Op::Shl, Op::LShr, Op::AShr] {
            assert!(finds_all(op, true), "{op:?}");
        }
        // Of these, only some; but what is found is right.
        for op in [Op::UDiv, Op::URem, Op::SDiv, Op::SRem] {
            finds_all(op, true);
            finds_all(op, false);
        }
    }
}
