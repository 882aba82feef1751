//! The part of Z3's C interface that we call, loaded when the first solver is made.

use std::ffi::{c_char, c_uint, c_void};
use std::ptr;
use std::sync::OnceLock;

use libloading::Library;

use crate::solver::backend::library::WantedLibrary;

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(transparent)]
        pub(super) struct $name(pub(super) *mut c_void);

        impl ApiArgument for $name {
            fn is_missing(self) -> bool {
                self.0.is_null()
            }
        }

        impl ApiResult for $name {
            fn missing() -> $name {
                $name(ptr::null_mut())
            }
        })*
    };
}

handles!(
    Config, RawContext, Symbol, Sort, Decl, Ast, Params, Tactic, RawSolver, RawModel, FuncInterp,
    FuncEntry, Stats
);

/// Z3's three-valued answer: 1 is yes, -1 is no, 0 is unknown.
pub(super) type Lbool = i32;

pub(super) type ErrorHandler = Option<extern "C" fn(RawContext, i32)>;

/// What a function may be given.
pub(super) trait ApiArgument: Copy {
    /// Is it what a call that failed has left? Many functions of Z3 look into whatever they are given.
    fn is_missing(self) -> bool {
        false
    }
}

/// What a function may answer.
pub(super) trait ApiResult {
    /// What a call answers that can't be made.
    fn missing() -> Self;
}

macro_rules! plain {
    ($($argument:ty),*; $($answer:ty = $missing:expr),*) => {
        $(impl ApiArgument for $argument {})*
        $(impl ApiResult for $answer {
            fn missing() -> $answer {
                $missing
            }
        })*
    };
}

// What an array has inside is seen to where it is made: see `all_there`.
plain!(
    bool, u32, i32, u64, *const c_char, *const Ast, *const Sort, *const bool, *mut u64, ErrorHandler;
    () = (), bool = false, u32 = 0, Lbool = 0, *const c_char = ptr::null()
);

/// Is nothing missing among these?
pub(super) fn all_there<T: ApiArgument>(items: &[T]) -> bool {
    !items.iter().any(|item| item.is_missing())
}

/// A function of a context, which is called only with what is there.
pub(super) trait Callable<Args> {
    type Answer;

    /// Calls it, or gives what stands for a missing answer if an argument is missing.
    ///
    /// # Safety
    ///
    /// The arguments are what the function takes, were made in this context and are referenced.
    unsafe fn call(self, context: RawContext, args: Args) -> Self::Answer;
}

macro_rules! callable {
    ($($ty:ident $arg:ident),*) => {
        impl<$($ty: ApiArgument,)* R: ApiResult> Callable<($($ty,)*)>
            for unsafe extern "C" fn(RawContext, $($ty),*) -> R
        {
            type Answer = R;

            unsafe fn call(self, context: RawContext, ($($arg,)*): ($($ty,)*)) -> R {
                if $($arg.is_missing() ||)* context.is_missing() {
                    return R::missing();
                }
                // SAFETY: the caller's promise.
                unsafe { self(context, $($arg),*) }
            }
        }
    };
}

callable!();
callable!(A a);
callable!(A a, B b);
callable!(A a, B b, C c);
callable!(A a, B b, C c, D d);
callable!(A a, B b, C c, D d, E e, F f);

macro_rules! functions {
    ($(fn $name:ident = $symbol:literal ($($arg:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions.
        pub(super) struct Api {
            $(pub(super) $name: unsafe extern "C" fn($($arg),*) $(-> $result)?,)*
            /// Keeps the functions valid.
            _library: Library,
        }

        impl Api {
            fn from_library(library: Library) -> Result<Api, libloading::Error> {
                // SAFETY: the declarations below are those of z3_api.h and z3_fpa.h, which are stable.
                unsafe {
                    Ok(Api { $($name: *library.get($symbol)?,)* _library: library })
                }
            }
        }
    };
}

functions! {
    fn global_param_set = b"Z3_global_param_set" (*const c_char, *const c_char);
    fn toggle_warning_messages = b"Z3_toggle_warning_messages" (bool);
    fn mk_config = b"Z3_mk_config" () -> Config;
    fn del_config = b"Z3_del_config" (Config);
    fn mk_context_rc = b"Z3_mk_context_rc" (Config) -> RawContext;
    fn del_context = b"Z3_del_context" (RawContext);
    fn set_error_handler = b"Z3_set_error_handler" (RawContext, ErrorHandler);
    fn get_error_code = b"Z3_get_error_code" (RawContext) -> i32;
    fn get_error_msg = b"Z3_get_error_msg" (RawContext, i32) -> *const c_char;
    fn interrupt = b"Z3_interrupt" (RawContext);
    fn inc_ref = b"Z3_inc_ref" (RawContext, Ast);
    fn dec_ref = b"Z3_dec_ref" (RawContext, Ast);

    fn mk_string_symbol = b"Z3_mk_string_symbol" (RawContext, *const c_char) -> Symbol;
    fn mk_bool_sort = b"Z3_mk_bool_sort" (RawContext) -> Sort;
    fn mk_bv_sort = b"Z3_mk_bv_sort" (RawContext, c_uint) -> Sort;
    fn mk_array_sort = b"Z3_mk_array_sort" (RawContext, Sort, Sort) -> Sort;
    fn mk_fpa_sort = b"Z3_mk_fpa_sort" (RawContext, c_uint, c_uint) -> Sort;
    fn sort_to_ast = b"Z3_sort_to_ast" (RawContext, Sort) -> Ast;
    fn mk_func_decl = b"Z3_mk_func_decl" (RawContext, Symbol, c_uint, *const Sort, Sort) -> Decl;
    fn func_decl_to_ast = b"Z3_func_decl_to_ast" (RawContext, Decl) -> Ast;
    fn mk_app = b"Z3_mk_app" (RawContext, Decl, c_uint, *const Ast) -> Ast;

    fn mk_true = b"Z3_mk_true" (RawContext) -> Ast;
    fn mk_false = b"Z3_mk_false" (RawContext) -> Ast;
    fn mk_unsigned_int64 = b"Z3_mk_unsigned_int64" (RawContext, u64, Sort) -> Ast;
    fn mk_bv_numeral = b"Z3_mk_bv_numeral" (RawContext, c_uint, *const bool) -> Ast;
    fn mk_not = b"Z3_mk_not" (RawContext, Ast) -> Ast;
    fn mk_and = b"Z3_mk_and" (RawContext, c_uint, *const Ast) -> Ast;
    fn mk_eq = b"Z3_mk_eq" (RawContext, Ast, Ast) -> Ast;
    fn mk_ite = b"Z3_mk_ite" (RawContext, Ast, Ast, Ast) -> Ast;
    fn mk_bvult = b"Z3_mk_bvult" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvule = b"Z3_mk_bvule" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvslt = b"Z3_mk_bvslt" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvsle = b"Z3_mk_bvsle" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvneg = b"Z3_mk_bvneg" (RawContext, Ast) -> Ast;
    fn mk_bvadd = b"Z3_mk_bvadd" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvmul = b"Z3_mk_bvmul" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvudiv = b"Z3_mk_bvudiv" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvurem = b"Z3_mk_bvurem" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvsdiv = b"Z3_mk_bvsdiv" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvsrem = b"Z3_mk_bvsrem" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvnot = b"Z3_mk_bvnot" (RawContext, Ast) -> Ast;
    fn mk_bvand = b"Z3_mk_bvand" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvor = b"Z3_mk_bvor" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvxor = b"Z3_mk_bvxor" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvshl = b"Z3_mk_bvshl" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvlshr = b"Z3_mk_bvlshr" (RawContext, Ast, Ast) -> Ast;
    fn mk_bvashr = b"Z3_mk_bvashr" (RawContext, Ast, Ast) -> Ast;
    fn mk_extract = b"Z3_mk_extract" (RawContext, c_uint, c_uint, Ast) -> Ast;
    fn mk_concat = b"Z3_mk_concat" (RawContext, Ast, Ast) -> Ast;
    fn mk_zero_ext = b"Z3_mk_zero_ext" (RawContext, c_uint, Ast) -> Ast;
    fn mk_sign_ext = b"Z3_mk_sign_ext" (RawContext, c_uint, Ast) -> Ast;
    fn mk_select = b"Z3_mk_select" (RawContext, Ast, Ast) -> Ast;
    fn mk_store = b"Z3_mk_store" (RawContext, Ast, Ast, Ast) -> Ast;
    fn mk_pattern = b"Z3_mk_pattern" (RawContext, c_uint, *const Ast) -> Ast;
    fn mk_forall_const = b"Z3_mk_forall_const" (RawContext, c_uint, c_uint, *const Ast, c_uint, *const Ast, Ast) -> Ast;
    fn mk_const_array = b"Z3_mk_const_array" (RawContext, Sort, Ast) -> Ast;

    fn mk_fpa_rne = b"Z3_mk_fpa_rne" (RawContext) -> Ast;
    fn mk_fpa_rna = b"Z3_mk_fpa_rna" (RawContext) -> Ast;
    fn mk_fpa_rtp = b"Z3_mk_fpa_rtp" (RawContext) -> Ast;
    fn mk_fpa_rtn = b"Z3_mk_fpa_rtn" (RawContext) -> Ast;
    fn mk_fpa_rtz = b"Z3_mk_fpa_rtz" (RawContext) -> Ast;
    fn mk_fpa_add = b"Z3_mk_fpa_add" (RawContext, Ast, Ast, Ast) -> Ast;
    fn mk_fpa_sub = b"Z3_mk_fpa_sub" (RawContext, Ast, Ast, Ast) -> Ast;
    fn mk_fpa_mul = b"Z3_mk_fpa_mul" (RawContext, Ast, Ast, Ast) -> Ast;
    fn mk_fpa_div = b"Z3_mk_fpa_div" (RawContext, Ast, Ast, Ast) -> Ast;
    fn mk_fpa_fma = b"Z3_mk_fpa_fma" (RawContext, Ast, Ast, Ast, Ast) -> Ast;
    fn mk_fpa_sqrt = b"Z3_mk_fpa_sqrt" (RawContext, Ast, Ast) -> Ast;
    fn mk_fpa_round_to_integral = b"Z3_mk_fpa_round_to_integral" (RawContext, Ast, Ast) -> Ast;
    fn mk_fpa_eq = b"Z3_mk_fpa_eq" (RawContext, Ast, Ast) -> Ast;
    fn mk_fpa_lt = b"Z3_mk_fpa_lt" (RawContext, Ast, Ast) -> Ast;
    fn mk_fpa_leq = b"Z3_mk_fpa_leq" (RawContext, Ast, Ast) -> Ast;
    fn mk_fpa_is_nan = b"Z3_mk_fpa_is_nan" (RawContext, Ast) -> Ast;
    fn mk_fpa_is_infinite = b"Z3_mk_fpa_is_infinite" (RawContext, Ast) -> Ast;
    fn mk_fpa_to_fp_bv = b"Z3_mk_fpa_to_fp_bv" (RawContext, Ast, Sort) -> Ast;
    fn mk_fpa_to_fp_float = b"Z3_mk_fpa_to_fp_float" (RawContext, Ast, Ast, Sort) -> Ast;
    fn mk_fpa_to_fp_signed = b"Z3_mk_fpa_to_fp_signed" (RawContext, Ast, Ast, Sort) -> Ast;
    fn mk_fpa_to_fp_unsigned = b"Z3_mk_fpa_to_fp_unsigned" (RawContext, Ast, Ast, Sort) -> Ast;
    fn mk_fpa_to_sbv = b"Z3_mk_fpa_to_sbv" (RawContext, Ast, Ast, c_uint) -> Ast;
    fn mk_fpa_to_ubv = b"Z3_mk_fpa_to_ubv" (RawContext, Ast, Ast, c_uint) -> Ast;
    fn mk_fpa_to_ieee_bv = b"Z3_mk_fpa_to_ieee_bv" (RawContext, Ast) -> Ast;

    fn solver_get_statistics = b"Z3_solver_get_statistics" (RawContext, RawSolver) -> Stats;
    fn stats_inc_ref = b"Z3_stats_inc_ref" (RawContext, Stats);
    fn stats_dec_ref = b"Z3_stats_dec_ref" (RawContext, Stats);
    fn stats_size = b"Z3_stats_size" (RawContext, Stats) -> c_uint;
    fn stats_get_key = b"Z3_stats_get_key" (RawContext, Stats, c_uint) -> *const c_char;
    fn stats_is_uint = b"Z3_stats_is_uint" (RawContext, Stats, c_uint) -> bool;
    fn stats_get_uint_value = b"Z3_stats_get_uint_value" (RawContext, Stats, c_uint) -> c_uint;

    fn mk_params = b"Z3_mk_params" (RawContext) -> Params;
    fn params_inc_ref = b"Z3_params_inc_ref" (RawContext, Params);
    fn params_dec_ref = b"Z3_params_dec_ref" (RawContext, Params);
    fn params_set_uint = b"Z3_params_set_uint" (RawContext, Params, Symbol, c_uint);
    fn params_set_bool = b"Z3_params_set_bool" (RawContext, Params, Symbol, bool);
    fn mk_tactic = b"Z3_mk_tactic" (RawContext, *const c_char) -> Tactic;
    fn tactic_inc_ref = b"Z3_tactic_inc_ref" (RawContext, Tactic);
    fn tactic_dec_ref = b"Z3_tactic_dec_ref" (RawContext, Tactic);
    fn tactic_and_then = b"Z3_tactic_and_then" (RawContext, Tactic, Tactic) -> Tactic;
    fn mk_solver_from_tactic = b"Z3_mk_solver_from_tactic" (RawContext, Tactic) -> RawSolver;
    fn mk_solver = b"Z3_mk_solver" (RawContext) -> RawSolver;
    fn mk_simple_solver = b"Z3_mk_simple_solver" (RawContext) -> RawSolver;
    fn solver_inc_ref = b"Z3_solver_inc_ref" (RawContext, RawSolver);
    fn solver_dec_ref = b"Z3_solver_dec_ref" (RawContext, RawSolver);
    fn solver_set_params = b"Z3_solver_set_params" (RawContext, RawSolver, Params);
    fn solver_push = b"Z3_solver_push" (RawContext, RawSolver);
    fn solver_pop = b"Z3_solver_pop" (RawContext, RawSolver, c_uint);
    fn solver_assert = b"Z3_solver_assert" (RawContext, RawSolver, Ast);
    fn solver_check = b"Z3_solver_check" (RawContext, RawSolver) -> Lbool;
    fn solver_get_model = b"Z3_solver_get_model" (RawContext, RawSolver) -> RawModel;
    fn solver_get_reason_unknown = b"Z3_solver_get_reason_unknown" (RawContext, RawSolver) -> *const c_char;

    fn model_inc_ref = b"Z3_model_inc_ref" (RawContext, RawModel);
    fn model_dec_ref = b"Z3_model_dec_ref" (RawContext, RawModel);
    fn model_get_const_interp = b"Z3_model_get_const_interp" (RawContext, RawModel, Decl) -> Ast;
    fn model_get_func_interp = b"Z3_model_get_func_interp" (RawContext, RawModel, Decl) -> FuncInterp;
    fn func_interp_inc_ref = b"Z3_func_interp_inc_ref" (RawContext, FuncInterp);
    fn func_interp_dec_ref = b"Z3_func_interp_dec_ref" (RawContext, FuncInterp);
    fn func_interp_get_num_entries = b"Z3_func_interp_get_num_entries" (RawContext, FuncInterp) -> c_uint;
    fn func_interp_get_entry = b"Z3_func_interp_get_entry" (RawContext, FuncInterp, c_uint) -> FuncEntry;
    fn func_interp_get_else = b"Z3_func_interp_get_else" (RawContext, FuncInterp) -> Ast;
    fn func_entry_inc_ref = b"Z3_func_entry_inc_ref" (RawContext, FuncEntry);
    fn func_entry_dec_ref = b"Z3_func_entry_dec_ref" (RawContext, FuncEntry);
    fn func_entry_get_value = b"Z3_func_entry_get_value" (RawContext, FuncEntry) -> Ast;
    fn func_entry_get_num_args = b"Z3_func_entry_get_num_args" (RawContext, FuncEntry) -> c_uint;
    fn func_entry_get_arg = b"Z3_func_entry_get_arg" (RawContext, FuncEntry, c_uint) -> Ast;
    fn is_app = b"Z3_is_app" (RawContext, Ast) -> bool;
    fn is_numeral_ast = b"Z3_is_numeral_ast" (RawContext, Ast) -> bool;
    fn to_app = b"Z3_to_app" (RawContext, Ast) -> Ast;
    fn get_app_decl = b"Z3_get_app_decl" (RawContext, Ast) -> Decl;
    fn get_decl_kind = b"Z3_get_decl_kind" (RawContext, Decl) -> c_uint;
    fn get_app_arg = b"Z3_get_app_arg" (RawContext, Ast, c_uint) -> Ast;
    fn get_as_array_func_decl = b"Z3_get_as_array_func_decl" (RawContext, Ast) -> Decl;
    fn get_numeral_uint64 = b"Z3_get_numeral_uint64" (RawContext, Ast, *mut u64) -> bool;
    fn get_numeral_binary_string = b"Z3_get_numeral_binary_string" (RawContext, Ast) -> *const c_char;
}

/// The kinds of operations that a model's values are made with.
pub(super) mod kind {
    pub(in crate::solver::backend::z3) const TRUE: u32 = 0x100;
    pub(in crate::solver::backend::z3) const FALSE: u32 = 0x101;
    pub(in crate::solver::backend::z3) const STORE: u32 = 0x300;
    pub(in crate::solver::backend::z3) const CONST_ARRAY: u32 = 0x302;
    pub(in crate::solver::backend::z3) const AS_ARRAY: u32 = 0x30a;
}

/// The loaded library, or a message that says what to do.
pub(super) fn api() -> Result<&'static Api, String> {
    static LOADED: OnceLock<Result<Api, String>> = OnceLock::new();
    LOADED.get_or_init(load).as_ref().map_err(String::clone)
}

fn load() -> Result<Api, String> {
    let wanted = WantedLibrary {
        variable: "COUNTERPOINT_LIBZ3",
        name: "libz3.so",
        built: env!("SMT_Z3_LIBRARY"),
        installed: &["libz3.so.4", "libz3.so"],
        script: "scripts/z3.sh",
    };
    wanted.load(|library| Api::from_library(library).map_err(|error| error.to_string()))
}
