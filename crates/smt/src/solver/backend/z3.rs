//! Z3, in this process.
//!
//! What the incremental solver gives up on soon goes to a fresh one, which may transform the query as a whole.

mod api;
mod context;
mod defined;
mod encode;
mod read;
mod watch;

use std::ffi::CString;
use std::mem;
use std::time::{Duration, Instant};

use self::api::{ApiArgument as _, RawSolver};
use self::context::{Z3Context, call};
use self::encode::Encoder;
use self::watch::Watch;
use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::backend::incremental::{BackendAnswer, Incremental};
use crate::solver::backend::library::text;
use crate::solver::backend::{AskRound, Backend, INTERRUPTED};
use crate::solver::{Effort, Query, QueryLimits, StopSignal, Verdict};
use crate::term::TermId;

/// When so many terms were translated, Z3 starts anew: it frees what is unused only then.
const CAPACITY: usize = 500_000;

/// Z3.
pub(in crate::solver) struct Z3 {
    limits: QueryLimits,
    session: Session,
    watch: Option<Watch>,
    work: u64,
}

impl Z3 {
    fn decide(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        attempt: AskRound,
    ) -> Result<Verdict, String> {
        let start = Instant::now();
        if self.session.failed || self.session.encoder.len() > CAPACITY {
            self.session = Session::new(self.limits)?;
        }
        if query.is_defined() {
            return self.decide_defined(pool, query);
        }
        if attempt == AskRound::First {
            let reason = match self.watched(|session| session.check(pool, query))? {
                BackendAnswer::Decided(verdict) => return Ok(verdict),
                BackendAnswer::GaveUp(reason) => reason,
            };
            // Who gave up may have filled the memory before, which only the end of a session frees.
            self.session = Session::new(self.limits)?;
            if query.effort == Effort::Little {
                return Err(reason);
            }
        }
        let left = self.limits.time.saturating_sub(start.elapsed()).max(Duration::from_millis(1));
        let answer = self.watched(|session| session.check_afresh(pool, query, left))?;
        self.last_word(answer)
    }

    /// There is no other solver of Z3's to ask.
    fn last_word(&mut self, answer: BackendAnswer) -> Result<Verdict, String> {
        if let BackendAnswer::GaveUp(_) = answer {
            self.session = Session::new(self.limits)?;
        }
        answer.verdict()
    }

    fn decide_defined(&mut self, pool: &mut TermPool, query: Query<'_>) -> Result<Verdict, String> {
        let answer = self.watched(|session| session.check_defined(pool, query))?;
        self.last_word(answer)
    }

    /// Asks, and lets the watch end it.
    fn watched(
        &mut self,
        ask: impl FnOnce(&mut Session) -> BackendAnswer,
    ) -> Result<BackendAnswer, String> {
        if let Some(watch) = &self.watch {
            watch.begin(&self.session.context);
        }
        let answer = ask(&mut self.session);
        let was_stopped = self.watch.as_ref().is_some_and(Watch::end);
        self.work += self.session.new_work();
        if !was_stopped {
            return Ok(answer);
        }
        // An interrupted context stays so.
        self.session = Session::new(self.limits)?;
        match answer {
            BackendAnswer::Decided(_) => Ok(answer),
            BackendAnswer::GaveUp(_) => Err(INTERRUPTED.to_string()),
        }
    }
}

impl Backend for Z3 {
    fn start(limits: QueryLimits, stop: Option<StopSignal>) -> Result<Z3, String> {
        let session = Session::new(limits)?;
        let watch = stop.map(Watch::start).transpose()?;
        Ok(Z3 { limits, session, watch, work: 0 })
    }

    fn check(&mut self, pool: &mut TermPool, query: Query<'_>, attempt: AskRound) -> Verdict {
        self.decide(pool, query, attempt).unwrap_or_else(Verdict::Unknown)
    }

    fn work(&self) -> u64 {
        self.work
    }
}

/// A context and what was put into it.
struct Session {
    solver: RawSolver,
    encoder: Encoder,
    /// What is on the solver's stack, one level each.
    asserted: Vec<TermId>,
    limits: QueryLimits,
    /// The context's count of its work when it was last asked for.
    work: u32,
    /// Whether a call failed, mostly for want of memory: then it is unknown what is in the context.
    failed: bool,
    context: Z3Context,
}

impl Session {
    fn new(limits: QueryLimits) -> Result<Session, String> {
        let context = Z3Context::new()?;
        limit_memory(&context, limits.memory);
        let solver = call!(context.mk_simple_solver());
        call!(context.solver_inc_ref(solver));
        let (encoder, asserted) = (Encoder::default(), Vec::new());
        let session =
            Session { solver, encoder, asserted, limits, work: 0, failed: false, context };
        let work = Effort::Little.work(limits);
        // Without a time limit, as Z3 starts a thread for that, which takes longer than a small query; and without
        // relevancy, which takes longer than it saves on bit-vectors.
        session.set(session.solver, &[("rlimit", work), ("relevancy", 0)]);
        match session.context.error() {
            Some(error) => Err(format!("Z3 could not start: {error}")),
            None if session.solver.is_missing() => Err("Z3 could not make a solver".to_string()),
            None => Ok(session),
        }
    }

    /// The work since it was last asked for.
    fn new_work(&mut self) -> u64 {
        let before = mem::replace(&mut self.work, self.context.work(self.solver));
        self.work.wrapping_sub(before).into()
    }

    /// Asks the incremental solver.
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> BackendAnswer {
        self.ask(pool, query, |it, pool| it.answer_of(pool, it.solver, query))
    }

    /// Asks a solver that sees the whole query, for so long.
    fn check_afresh(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        time: Duration,
    ) -> BackendAnswer {
        let solver = self.context.fresh_solver();
        let milliseconds = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        let work = query.effort.work(self.limits);
        self.set(solver, &[("timeout", milliseconds), ("rlimit", work)]);
        for term in query.constraints(pool) {
            self.assert(pool, solver, term);
        }
        let answer = self.answer_of(pool, solver, query);
        self.context.release_solver(solver);
        answer
    }

    fn assert(&mut self, pool: &TermPool, solver: RawSolver, term: TermId) {
        let context = &self.context;
        let ast = self.encoder.encode(context, pool, term);
        call!(context.solver_assert(solver, ast));
        self.failed |= ast.is_missing() || context.error().is_some();
    }

    /// What a solver says. A failed assertion before only leaves something out: so `Unsat` is right in any case,
    /// and a model is tried.
    fn answer_of(&self, pool: &mut TermPool, solver: RawSolver, query: Query<'_>) -> BackendAnswer {
        self.asked(solver, || {
            let model = self.read_model(pool, solver, query);
            BackendAnswer::of_model(pool, query, model)
        })
    }

    /// Asks a solver. What its model is worth is for `sat` to say.
    fn asked(&self, solver: RawSolver, sat: impl FnOnce() -> BackendAnswer) -> BackendAnswer {
        let context = &self.context;
        let answer = call!(context.solver_check(solver));
        if let Some(error) = context.error() {
            return BackendAnswer::GaveUp(error);
        }
        match answer {
            -1 => BackendAnswer::Decided(Verdict::Unsat),
            1 => sat(),
            _ => BackendAnswer::GaveUp(text(call!(context.solver_get_reason_unknown(solver)))),
        }
    }

    fn read_model(
        &self,
        pool: &mut TermPool,
        solver: RawSolver,
        query: Query<'_>,
    ) -> Option<Model> {
        let symbols = query.symbols(pool);
        let model = self.context.model_of(solver)?;
        read::model(&self.context, &self.encoder, pool, model.raw, &symbols)
    }

    fn set(&self, solver: RawSolver, settings: &[(&str, u32)]) {
        let context = &self.context;
        let params = context.params();
        for &(name, value) in settings {
            call!(context.params_set_uint(params.raw, context.name(name), value));
        }
        // Z3 would take Ctrl-C for itself while it works, and we would not hear of it.
        call!(context.params_set_bool(params.raw, context.name("ctrl_c"), false));
        call!(context.solver_set_params(solver, params.raw));
    }
}

impl Incremental for Session {
    fn asserted(&self) -> impl Iterator<Item = TermId> {
        self.asserted.iter().copied()
    }

    fn push(&mut self, pool: &TermPool, term: TermId) {
        let context = &self.context;
        call!(context.solver_push(self.solver));
        self.assert(pool, self.solver, term);
        self.asserted.push(term);
    }

    fn pop(&mut self, levels: usize) {
        if levels > 0 {
            let context = &self.context;
            call!(context.solver_pop(self.solver, levels as u32));
            self.asserted.truncate(self.asserted.len() - levels);
        }
    }

    fn has_failed(&self) -> bool {
        self.failed
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.context.release_solver(self.solver);
    }
}

/// Z3 counts the memory of the process: at the first limit a search ends as unknown, at twice that any call fails. An
/// old version knows only the second, and would print all that it knows instead of the first.
fn limit_memory(context: &Z3Context, megabytes: u32) {
    // SAFETY: it takes nothing but the flag.
    unsafe { (context.api.toggle_warning_messages)(false) }
    let set = |name: &str, value: u32| {
        let (name, value) = (CString::new(name), CString::new(value.to_string()));
        if let (Ok(name), Ok(value)) = (name, value) {
            // SAFETY: both strings outlive the call.
            unsafe { (context.api.global_param_set)(name.as_ptr(), value.as_ptr()) }
        }
    };
    set("memory_high_watermark_mb", megabytes);
    set("memory_max_size", megabytes.saturating_mul(2));
}
