//! Small numbers inside records: operators, predicates, linkage.

use crate::error::Error;
use crate::module::{ArithFlags, BinaryOp, CastOp, Linkage, Predicate, RmwOp};

type Result<T> = std::result::Result<T, Error>;

/// Integer and float operators share numbers; the type tells them apart.
pub(super) fn binary(code: u64, float: bool) -> Result<BinaryOp> {
    Ok(match (code, float) {
        (0, false) => BinaryOp::Add,
        (1, false) => BinaryOp::Sub,
        (2, false) => BinaryOp::Mul,
        (3, false) => BinaryOp::UDiv,
        (4, false) => BinaryOp::SDiv,
        (5, false) => BinaryOp::URem,
        (6, false) => BinaryOp::SRem,
        (7, false) => BinaryOp::Shl,
        (8, false) => BinaryOp::LShr,
        (9, false) => BinaryOp::AShr,
        (10, false) => BinaryOp::And,
        (11, false) => BinaryOp::Or,
        (12, false) => BinaryOp::Xor,
        (0, true) => BinaryOp::FAdd,
        (1, true) => BinaryOp::FSub,
        (2, true) => BinaryOp::FMul,
        (4, true) => BinaryOp::FDiv,
        (6, true) => BinaryOp::FRem,
        _ => return Err(Error::malformed(format!("unknown binary operator {code}"))),
    })
}

/// The optional last operand of a binary operator: what its bits mean depends on the operator.
pub(super) fn arith_flags(op: BinaryOp, bits: u64) -> ArithFlags {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => {
            ArithFlags { nuw: bits & 1 != 0, nsw: bits & 2 != 0, exact: false }
        }
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr => {
            ArithFlags { exact: bits & 1 != 0, ..ArithFlags::default() }
        }
        _ => ArithFlags::default(),
    }
}

pub(super) fn cast(code: u64) -> Result<CastOp> {
    Ok(match code {
        0 => CastOp::Trunc,
        1 => CastOp::ZExt,
        2 => CastOp::SExt,
        3 => CastOp::FpToUi,
        4 => CastOp::FpToSi,
        5 => CastOp::UiToFp,
        6 => CastOp::SiToFp,
        7 => CastOp::FpTrunc,
        8 => CastOp::FpExt,
        // 13 is LLVM 22's `ptrtoaddr`: the address bits, which is all that our pointers have.
        9 | 13 => CastOp::PtrToInt,
        10 => CastOp::IntToPtr,
        11 => CastOp::BitCast,
        12 => CastOp::AddrSpaceCast,
        _ => return Err(Error::malformed(format!("unknown cast {code}"))),
    })
}

pub(super) fn predicate(code: u64) -> Result<Predicate> {
    Ok(match code {
        0 => Predicate::FFalse,
        1 => Predicate::FOeq,
        2 => Predicate::FOgt,
        3 => Predicate::FOge,
        4 => Predicate::FOlt,
        5 => Predicate::FOle,
        6 => Predicate::FOne,
        7 => Predicate::FOrd,
        8 => Predicate::FUno,
        9 => Predicate::FUeq,
        10 => Predicate::FUgt,
        11 => Predicate::FUge,
        12 => Predicate::FUlt,
        13 => Predicate::FUle,
        14 => Predicate::FUne,
        15 => Predicate::FTrue,
        32 => Predicate::Eq,
        33 => Predicate::Ne,
        34 => Predicate::Ugt,
        35 => Predicate::Uge,
        36 => Predicate::Ult,
        37 => Predicate::Ule,
        38 => Predicate::Sgt,
        39 => Predicate::Sge,
        40 => Predicate::Slt,
        41 => Predicate::Sle,
        _ => return Err(Error::malformed(format!("unknown predicate {code}"))),
    })
}

/// The first 16 predicates compare floats.
pub(super) fn is_float_predicate(code: u64) -> bool {
    code < 16
}

pub(super) fn atomic(code: u64) -> RmwOp {
    match code {
        0 => RmwOp::Xchg,
        1 => RmwOp::Add,
        2 => RmwOp::Sub,
        3 => RmwOp::And,
        4 => RmwOp::Nand,
        5 => RmwOp::Or,
        6 => RmwOp::Xor,
        7 => RmwOp::Max,
        8 => RmwOp::Min,
        9 => RmwOp::UMax,
        10 => RmwOp::UMin,
        11 => RmwOp::FAdd,
        12 => RmwOp::FSub,
        13 => RmwOp::FMax,
        14 => RmwOp::FMin,
        15 => RmwOp::UIncWrap,
        16 => RmwOp::UDecWrap,
        17 => RmwOp::USubCond,
        18 => RmwOp::USubSat,
        _ => RmwOp::Other,
    }
}

/// Unknown linkage is external, as LLVM's own reader has it.
pub(super) fn linkage(code: u64) -> Linkage {
    match code {
        1 | 16 => Linkage::WeakAny,
        2 => Linkage::Appending,
        3 => Linkage::Internal,
        4 | 18 => Linkage::LinkOnceAny,
        7 => Linkage::ExternWeak,
        8 => Linkage::Common,
        9 | 13 | 14 => Linkage::Private,
        10 | 17 => Linkage::WeakOdr,
        11 | 19 | 15 => Linkage::LinkOnceOdr,
        12 => Linkage::AvailableExternally,
        _ => Linkage::External,
    }
}
