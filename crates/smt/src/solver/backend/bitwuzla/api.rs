//! Our C interface to Bitwuzla, crates/smt/native/bitwuzla.cpp, loaded when the first solver is made.

use std::ffi::{c_char, c_void};
use std::sync::OnceLock;

use libloading::Library;

use crate::solver::backend::library::WantedLibrary;
use crate::sort::Sort;

/// What the library says of itself if it was compiled from the declarations below.
const INTERFACE: u32 = 2;

/// Everything that was made for one solver.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct RawContext(pub(super) *mut c_void);

/// A term's number; 0 is what a call that failed has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(super) struct RawTerm(pub(super) u32);

impl RawTerm {
    pub(super) const MISSING: RawTerm = RawTerm(0);
}

/// A sort as the library takes it.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct RawSort {
    kind: u32,
    first: u32,
    second: u32,
}

impl From<Sort> for RawSort {
    fn from(sort: Sort) -> RawSort {
        let (kind, first, second) = match sort {
            Sort::Bool => (0, 0, 0),
            Sort::Bits(width) => (1, width, 0),
            Sort::Array { index, element } => (2, index, element),
        };
        RawSort { kind, first, second }
    }
}

/// An operation, in the order of `KINDS` in the library.
#[derive(Clone, Copy)]
#[repr(u32)]
pub(super) enum OperationKind {
    Not,
    And,
    Equal,
    Ite,
    ULt,
    ULe,
    SLt,
    SLe,
    Neg,
    Add,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    BitNot,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    LShr,
    AShr,
    Extract,
    Concat,
    ZeroExtend,
    SignExtend,
    Select,
    Store,
    Apply,
    FloatEqual,
    FloatLt,
    FloatLe,
    FloatIsNan,
    FloatIsInfinite,
    FloatAdd,
    FloatSub,
    FloatMul,
    FloatDiv,
    FloatMulAdd,
    FloatSqrt,
    FloatRound,
    FloatOfBits,
    FloatOfFloat,
    FloatOfSigned,
    FloatOfUnsigned,
    FloatToSigned,
    FloatToUnsigned,
}

/// Asked now and then, with the pointer that it came with: stop?
pub(super) type StopCallback = extern "C" fn(*mut c_void) -> bool;

macro_rules! functions {
    ($($(#[$when:meta])* fn $name:ident = $symbol:literal ($($arg:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions.
        pub(super) struct Api {
            $($(#[$when])* pub(super) $name: unsafe extern "C" fn($($arg),*) $(-> $result)?,)*
            /// Keeps the functions valid.
            _library: Library,
        }

        impl Api {
            fn from_library(library: Library) -> Result<Api, libloading::Error> {
                // SAFETY: the declarations below are those of the file that the library was compiled from, as far as
                // its number says.
                unsafe {
                    Ok(Api { $($(#[$when])* $name: *library.get($symbol)?,)* _library: library })
                }
            }
        }
    };
}

functions! {
    fn interface = b"counterpoint_bitwuzla_interface" () -> u32;
    fn new = b"counterpoint_bitwuzla_new" () -> RawContext;
    fn delete = b"counterpoint_bitwuzla_delete" (RawContext);
    fn message = b"counterpoint_bitwuzla_message" (RawContext) -> *const c_char;
    fn bool = b"counterpoint_bitwuzla_bool" (RawContext, bool) -> RawTerm;
    fn small = b"counterpoint_bitwuzla_small" (RawContext, u32, u64) -> RawTerm;
    fn wide = b"counterpoint_bitwuzla_wide" (RawContext, u32, *const c_char) -> RawTerm;
    fn rounding = b"counterpoint_bitwuzla_rounding" (RawContext, u32) -> RawTerm;
    fn symbol = b"counterpoint_bitwuzla_symbol" (RawContext, u32, *const RawSort, RawSort) -> RawTerm;
    fn constant_array = b"counterpoint_bitwuzla_constant_array" (RawContext, RawSort, RawTerm) -> RawTerm;
    fn term = b"counterpoint_bitwuzla_term" (RawContext, OperationKind, u32, *const RawTerm, u32, *const u64) -> RawTerm;
    fn push = b"counterpoint_bitwuzla_push" (RawContext) -> bool;
    fn pop = b"counterpoint_bitwuzla_pop" (RawContext, u32) -> bool;
    fn assert = b"counterpoint_bitwuzla_assert" (RawContext, RawTerm) -> bool;
    fn check = b"counterpoint_bitwuzla_check" (RawContext, u64, StopCallback, *mut c_void) -> u32;
    fn work = b"counterpoint_bitwuzla_work" (RawContext) -> u64;
    fn literals = b"counterpoint_bitwuzla_literals" (RawContext) -> u64;
    fn value = b"counterpoint_bitwuzla_value" (RawContext, RawTerm) -> RawTerm;
    fn read_bool = b"counterpoint_bitwuzla_read_bool" (RawContext, RawTerm) -> u32;
    fn read_bits = b"counterpoint_bitwuzla_read_bits" (RawContext, RawTerm) -> *const c_char;
    fn read_array = b"counterpoint_bitwuzla_read_array" (RawContext, RawTerm, *mut RawTerm) -> u32;
    #[cfg(test)]
    fn replay = b"counterpoint_bitwuzla_replay" (RawContext, *const c_char) -> *const c_char;
    fn count = b"counterpoint_bitwuzla_count" (RawContext) -> u32;
    fn forget = b"counterpoint_bitwuzla_forget" (RawContext, u32);
}

/// The loaded library, or a message that says what to do.
pub(super) fn api() -> Result<&'static Api, String> {
    static LOADED: OnceLock<Result<Api, String>> = OnceLock::new();
    LOADED.get_or_init(load).as_ref().map_err(String::clone)
}

fn load() -> Result<Api, String> {
    let wanted = WantedLibrary {
        variable: "COUNTERPOINT_BITWUZLA",
        name: "libcounterpoint_bitwuzla.so",
        built: env!("SMT_BITWUZLA_LIBRARY"),
        installed: &[],
        script: "scripts/bitwuzla.sh",
    };
    wanted.load(|library| {
        let api = Api::from_library(library).map_err(|error| error.to_string())?;
        // SAFETY: it takes nothing.
        match unsafe { (api.interface)() } {
            INTERFACE => Ok(api),
            other => Err(format!("it has interface {other}, and not {INTERFACE}")),
        }
    })
}
