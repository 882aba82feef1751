//! The words of the text form, each in one table that printing and parsing share.

use crate::{
    BinaryOp, CheckKind, CompareOp, FloatBinaryOp, FloatCompareOp, FloatTy, FloatUnaryOp, Linkage,
    PointerUse, Ty, UnaryOp, Width,
};

pub(crate) const BINARY: [(BinaryOp, &str); 13] = [
    (BinaryOp::Add, "add"),
    (BinaryOp::Sub, "sub"),
    (BinaryOp::Mul, "mul"),
    (BinaryOp::UDiv, "udiv"),
    (BinaryOp::SDiv, "sdiv"),
    (BinaryOp::URem, "urem"),
    (BinaryOp::SRem, "srem"),
    (BinaryOp::And, "and"),
    (BinaryOp::Or, "or"),
    (BinaryOp::Xor, "xor"),
    (BinaryOp::Shl, "shl"),
    (BinaryOp::LShr, "lshr"),
    (BinaryOp::AShr, "ashr"),
];

pub(crate) const UNARY: [(UnaryOp, &str); 5] = [
    (UnaryOp::PopCount, "popcount"),
    (UnaryOp::LeadingZeros, "clz"),
    (UnaryOp::TrailingZeros, "ctz"),
    (UnaryOp::SwapBytes, "bswap"),
    (UnaryOp::ReverseBits, "bitreverse"),
];

pub(crate) const COMPARE: [(CompareOp, &str); 6] = [
    (CompareOp::Eq, "eq"),
    (CompareOp::Ne, "ne"),
    (CompareOp::ULt, "ult"),
    (CompareOp::ULe, "ule"),
    (CompareOp::SLt, "slt"),
    (CompareOp::SLe, "sle"),
];

pub(crate) const FLOAT_BINARY: [(FloatBinaryOp, &str); 8] = [
    (FloatBinaryOp::Add, "fadd"),
    (FloatBinaryOp::Sub, "fsub"),
    (FloatBinaryOp::Mul, "fmul"),
    (FloatBinaryOp::Div, "fdiv"),
    (FloatBinaryOp::Rem, "frem"),
    (FloatBinaryOp::Min, "fmin"),
    (FloatBinaryOp::Max, "fmax"),
    (FloatBinaryOp::CopySign, "copysign"),
];

pub(crate) const FLOAT_UNARY: [(FloatUnaryOp, &str); 8] = [
    (FloatUnaryOp::Neg, "fneg"),
    (FloatUnaryOp::Abs, "fabs"),
    (FloatUnaryOp::Sqrt, "sqrt"),
    (FloatUnaryOp::Floor, "floor"),
    (FloatUnaryOp::Ceil, "ceil"),
    (FloatUnaryOp::Trunc, "ftrunc"),
    (FloatUnaryOp::Round, "round"),
    (FloatUnaryOp::RoundEven, "roundeven"),
];

pub(crate) const FLOAT_COMPARE: [(FloatCompareOp, &str); 14] = [
    (FloatCompareOp::OEq, "foeq"),
    (FloatCompareOp::OGt, "fogt"),
    (FloatCompareOp::OGe, "foge"),
    (FloatCompareOp::OLt, "folt"),
    (FloatCompareOp::OLe, "fole"),
    (FloatCompareOp::ONe, "fone"),
    (FloatCompareOp::Ord, "ford"),
    (FloatCompareOp::UEq, "fueq"),
    (FloatCompareOp::UGt, "fugt"),
    (FloatCompareOp::UGe, "fuge"),
    (FloatCompareOp::ULt, "fult"),
    (FloatCompareOp::ULe, "fule"),
    (FloatCompareOp::UNe, "fune"),
    (FloatCompareOp::Uno, "funo"),
];

pub(crate) const CHECK: [(CheckKind, &str); 14] = [
    (CheckKind::Read, "read"),
    (CheckKind::Write, "write"),
    (CheckKind::Index, "index"),
    (CheckKind::Pointer, "pointer"),
    (CheckKind::Alignment, "alignment"),
    (CheckKind::ShiftAmount, "shiftamount"),
    (CheckKind::ShiftedBits, "shiftedbits"),
    (CheckKind::FloatCast, "floatcast"),
    (CheckKind::Value, "value"),
    (CheckKind::Argument, "argument"),
    (CheckKind::Returned, "returned"),
    (CheckKind::MissingReturn, "missingreturn"),
    (CheckKind::Length, "length"),
    (CheckKind::Builtin, "builtin"),
];

pub(crate) const POINTER_USE: [(PointerUse, &str); 4] = [
    (PointerUse::Access, "access"),
    (PointerUse::Member, "member"),
    (PointerUse::Element, "element"),
    (PointerUse::Arithmetic, "arithmetic"),
];

pub(crate) const LINKAGE: [(Linkage, &str); 5] = [
    (Linkage::External, "external"),
    (Linkage::Internal, "internal"),
    (Linkage::Weak, "weak"),
    (Linkage::Common, "common"),
    (Linkage::Available, "available"),
];

/// The word for a value; every value of a type has one.
pub(crate) fn word<T: PartialEq + Copy>(table: &[(T, &'static str)], value: T) -> &'static str {
    table.iter().find(|entry| entry.0 == value).map_or("?", |entry| entry.1)
}

/// The value of a word.
pub(crate) fn value<T: Copy>(table: &[(T, &'static str)], word: &str) -> Option<T> {
    table.iter().find(|entry| entry.1 == word).map(|entry| entry.0)
}

/// `i1` to `i64`, `f32`, `f64`.
pub(crate) fn ty(word: &str) -> Option<Ty> {
    match word {
        "f32" => Some(Ty::Float(FloatTy::F32)),
        "f64" => Some(Ty::Float(FloatTy::F64)),
        _ => Width::try_new(word.strip_prefix('i')?.parse().ok()?).map(Ty::Int),
    }
}

impl std::fmt::Display for Ty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ty::Int(width) => width.fmt(f),
            Ty::Float(float) => float.fmt(f),
        }
    }
}

impl std::fmt::Display for Width {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "i{}", self.bits())
    }
}

impl std::fmt::Display for FloatTy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if *self == FloatTy::F32 { "f32" } else { "f64" })
    }
}
