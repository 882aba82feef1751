//! One Z3 context: everything made in it dies with it.

use std::cell::RefCell;
use std::ffi::CString;

use super::api::{
    Api, ApiArgument, Ast, Callable as _, Decl, FuncInterp, Params, RawContext, RawModel,
    RawSolver, Symbol, Tactic, api,
};
use crate::solver::backend::library::text;

/// Calls a function of the context: `call!(context.mk_not(a))`.
macro_rules! call {
    ($context:ident . $function:ident ( $($arg:expr),* $(,)? )) => {
        // SAFETY: all handles were made in this context and are referenced, and Z3 checks the sorts. Without an
        // error handler, a failed call returns null, which is never given to another.
        unsafe { $crate::solver::backend::z3::api::Callable::call($context.api.$function, $context.raw, ($($arg,)*)) }
    };
}
pub(super) use call;

/// Calls a function of the context that makes a term, and keeps that: Z3 frees what has no reference already at
/// its next call.
macro_rules! make {
    ($context:ident . $function:ident ( $($arg:expr),* $(,)? )) => {
        $context.keep(call!($context.$function($($arg),*)))
    };
}
pub(super) use make;

pub(super) struct Z3Context {
    pub(super) api: &'static Api,
    pub(super) raw: RawContext,
    /// What has a reference of ours. Z3 takes quadratic time to delete a context in which such are left.
    kept: RefCell<Vec<Ast>>,
}

// SAFETY: a context is used by one thread at a time, which `&mut` of its owner ensures.
unsafe impl Send for Z3Context {}

impl Z3Context {
    pub(super) fn new() -> Result<Z3Context, String> {
        let api = api()?;
        // SAFETY: no preconditions; the configuration is not used after its deletion.
        let raw = unsafe {
            let config = (api.mk_config)();
            let raw = (api.mk_context_rc)(config);
            (api.del_config)(config);
            raw
        };
        if raw.0.is_null() {
            return Err("Z3 could not make a context".to_string());
        }
        let context = Z3Context { api, raw, kept: RefCell::default() };
        // Z3's own handler would end the process.
        call!(context.set_error_handler(None));
        Ok(context)
    }

    /// Takes a reference, so that the term lives as long as the context.
    pub(super) fn keep(&self, ast: Ast) -> Ast {
        if !ast.0.is_null() {
            call!(self.inc_ref(ast));
            self.kept.borrow_mut().push(ast);
        }
        ast
    }

    pub(super) fn keep_decl(&self, decl: Decl) -> Decl {
        let ast = call!(self.func_decl_to_ast(decl));
        self.keep(ast);
        decl
    }

    /// The name of a setting.
    pub(super) fn name(&self, name: &str) -> Symbol {
        // Our own names have no zero inside.
        let name = CString::new(name).unwrap_or_default();
        call!(self.mk_string_symbol(name.as_ptr()))
    }

    /// What went wrong in the last call, if anything did.
    pub(super) fn error(&self) -> Option<String> {
        let code = call!(self.get_error_code());
        (code != 0).then(|| text(call!(self.get_error_msg(code))))
    }
}

impl Drop for Z3Context {
    fn drop(&mut self) {
        for ast in self.kept.take().into_iter().rev() {
            call!(self.dec_ref(ast));
        }
        call!(self.del_context());
    }
}

/// A handle that is counted by its own functions and released at the end of its scope.
pub(super) struct RefCounted<'a, T: ApiArgument> {
    context: &'a Z3Context,
    pub(super) raw: T,
    release: unsafe extern "C" fn(RawContext, T),
}

impl<T: ApiArgument> Drop for RefCounted<'_, T> {
    fn drop(&mut self) {
        // SAFETY: made in this context, and referenced by what made this.
        unsafe { self.release.call(self.context.raw, (self.raw,)) }
    }
}

impl Z3Context {
    pub(super) fn params(&self) -> RefCounted<'_, Params> {
        let raw = call!(self.mk_params());
        call!(self.params_inc_ref(raw));
        RefCounted { context: self, raw, release: self.api.params_dec_ref }
    }

    /// A solver without a stack, which may look at the whole query before it starts; to be released.
    pub(super) fn fresh_solver(&self) -> RawSolver {
        let raw = call!(self.mk_solver());
        call!(self.solver_inc_ref(raw));
        raw
    }

    /// A solver that first puts the bodies of definitions in the place of their heads; to be released.
    pub(super) fn defining_solver(&self) -> RawSolver {
        let [first, rest] = [c"macro-finder", c"default"]
            .map(|name| self.tactic(call!(self.mk_tactic(name.as_ptr()))));
        let both = self.tactic(call!(self.tactic_and_then(first.raw, rest.raw)));
        let raw = call!(self.mk_solver_from_tactic(both.raw));
        call!(self.solver_inc_ref(raw));
        raw
    }

    fn tactic(&self, raw: Tactic) -> RefCounted<'_, Tactic> {
        call!(self.tactic_inc_ref(raw));
        RefCounted { context: self, raw, release: self.api.tactic_dec_ref }
    }

    pub(super) fn release_solver(&self, solver: RawSolver) {
        call!(self.solver_dec_ref(solver));
    }

    /// The model of a solver that answered yes.
    pub(super) fn model_of(&self, solver: RawSolver) -> Option<RefCounted<'_, RawModel>> {
        let raw = call!(self.solver_get_model(solver));
        if raw.0.is_null() {
            return None;
        }
        call!(self.model_inc_ref(raw));
        Some(RefCounted { context: self, raw, release: self.api.model_dec_ref })
    }

    /// The work of the whole context so far, as Z3 counts it for its limits. It may have begun at 0 again.
    pub(super) fn work(&self, solver: RawSolver) -> u32 {
        let raw = call!(self.solver_get_statistics(solver));
        if raw.0.is_null() {
            return 0;
        }
        call!(self.stats_inc_ref(raw));
        let stats = RefCounted { context: self, raw, release: self.api.stats_dec_ref };
        let is_work = |&index: &u32| {
            text(call!(self.stats_get_key(stats.raw, index))) == "rlimit count"
                && call!(self.stats_is_uint(stats.raw, index))
        };
        let index = (0..call!(self.stats_size(stats.raw))).find(is_work);
        index.map_or(0, |index| call!(self.stats_get_uint_value(stats.raw, index)))
    }

    pub(super) fn function_of(
        &self,
        model: RawModel,
        decl: Decl,
    ) -> Option<RefCounted<'_, FuncInterp>> {
        let raw = call!(self.model_get_func_interp(model, decl));
        if raw.0.is_null() {
            return None;
        }
        call!(self.func_interp_inc_ref(raw));
        Some(RefCounted { context: self, raw, release: self.api.func_interp_dec_ref })
    }
}

#[cfg(test)]
mod tests {
    use super::super::api::{ApiResult as _, Ast, Decl, RawModel, RawSolver, Stats};
    use super::{ApiArgument as _, Z3Context};

    /// Z3 itself would end the process in most of these.
    #[test]
    fn what_is_missing_stays_missing() {
        let context = Z3Context::new().unwrap();
        let yes = make!(context.mk_true());
        assert!(!yes.is_missing());
        for (first, second) in [(Ast::missing(), yes), (yes, Ast::missing())] {
            assert!(make!(context.mk_ite(yes, first, second)).is_missing());
            assert!(make!(context.mk_eq(first, second)).is_missing());
        }
        assert!(make!(context.mk_fpa_is_nan(Ast::missing())).is_missing());
        assert!(call!(context.get_app_decl(Ast::missing())).is_missing());
        assert!(context.keep_decl(Decl::missing()).is_missing());
        call!(context.solver_assert(RawSolver::missing(), yes));
        assert_eq!(call!(context.solver_check(RawSolver::missing())), 0);
        assert!(context.model_of(RawSolver::missing()).is_none());
        assert!(context.function_of(RawModel::missing(), Decl::missing()).is_none());
        assert_eq!(call!(context.stats_size(Stats::missing())), 0);
        context.release_solver(RawSolver::missing());
    }
}
