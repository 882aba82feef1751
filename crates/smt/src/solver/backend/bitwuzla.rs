//! Bitwuzla, in this process.
//!
//! What the incremental solver gives up on soon goes to a fresh one, which preprocesses the query as a whole. Queries with
//! definitions are not for it.

mod api;
mod context;
mod encode;
mod read;
mod watch;

use std::ptr;
use std::time::Instant;

use rustc_hash::FxHashSet;

use self::context::{CheckResult, TermManager};
use self::encode::{Encoder, Form, parts};
use self::watch::{Watch, memory_in_use};
use crate::pool::TermPool;
use crate::solver::backend::incremental::{BackendAnswer, Incremental};
use crate::solver::backend::{AskRound, Backend};
use crate::solver::{Effort, Query, QueryLimits, StopSignal, Verdict};
use crate::term::TermId;

/// When so many terms were translated, it starts anew: terms are freed only then.
const CAPACITY: usize = 500_000;

/// When so many literals were given to the SAT solver, and most of them not by the first query, it starts anew: those of
/// assertions that are gone are never taken back, and slow down what follows.
const LITERALS: u64 = 500_000;

/// Bitwuzla.
pub(in crate::solver) struct Bitwuzla {
    limits: QueryLimits,
    stop: Option<StopSignal>,
    session: Session,
    /// The work of sessions that are over.
    work: u64,
}

impl Bitwuzla {
    fn decide(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        attempt: AskRound,
    ) -> Result<Verdict, String> {
        if query.is_defined() {
            return Err("Bitwuzla knows no definitions".to_string());
        }
        let end = Instant::now() + self.limits.time;
        if attempt == AskRound::First {
            if self.session.is_full() {
                self.begin_anew()?;
            }
            let mut watch = Watch::new(self.stop.as_ref(), end, self.memory());
            let work = most(Effort::Little, self.limits);
            match self.session.check(pool, query, work, &mut watch) {
                BackendAnswer::Decided(verdict) => return Ok(verdict),
                BackendAnswer::GaveUp(reason) if query.effort == Effort::Little => {
                    return Err(reason);
                }
                BackendAnswer::GaveUp(reason) if watch.reason().is_some() => return Err(reason),
                BackendAnswer::GaveUp(_) => {}
            }
        }
        self.begin_anew()?;
        let mut watch = Watch::new(self.stop.as_ref(), end, self.memory());
        let work = most(query.effort, self.limits);
        self.session.check_afresh(pool, query, work, &mut watch).verdict()
    }

    fn begin_anew(&mut self) -> Result<(), String> {
        self.work += self.session.context.work();
        self.session = Session::new()?;
        Ok(())
    }

    /// How much the process may have, of which others than this solver have what they had when it began.
    fn memory(&self) -> u64 {
        self.session.memory + u64::from(self.limits.memory)
    }
}

impl Backend for Bitwuzla {
    fn start(limits: QueryLimits, stop: Option<StopSignal>) -> Result<Bitwuzla, String> {
        Ok(Bitwuzla { limits, stop, session: Session::new()?, work: 0 })
    }

    fn check(&mut self, pool: &mut TermPool, query: Query<'_>, attempt: AskRound) -> Verdict {
        self.decide(pool, query, attempt).unwrap_or_else(Verdict::Unknown)
    }

    fn work(&self) -> u64 {
        self.work + self.session.context.work()
    }
}

/// A context and what was put into it.
struct Session {
    encoder: Encoder,
    /// What is on the solver's stack.
    levels: Vec<AssertionLevel>,
    /// What the assertions on the stack are made of, once there are floats whose bits have definitions.
    walked: FxHashSet<Form>,
    /// What the SAT solver was given for the first query.
    first_literals: Option<u64>,
    /// Whether anything was thrown, mostly for want of memory: then it is unknown what is in the context.
    failed: bool,
    /// What the process had when it began, in megabytes.
    memory: u64,
    context: TermManager,
}

/// An assertion, and what of `walked` came with it.
struct AssertionLevel {
    term: TermId,
    walked: Vec<Form>,
}

impl Session {
    fn new() -> Result<Session, String> {
        let (encoder, context) = (Encoder::default(), TermManager::new()?);
        Ok(Session {
            encoder,
            levels: Vec::new(),
            walked: FxHashSet::default(),
            first_literals: None,
            failed: false,
            memory: memory_in_use(),
            context,
        })
    }

    fn is_full(&self) -> bool {
        let literals = LITERALS.max(4 * self.first_literals.unwrap_or(0));
        self.failed || self.encoder.len() > CAPACITY || self.context.literals() > literals
    }

    /// Asks, and keeps the assumptions for the next query.
    fn check(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        work: u64,
        watch: &mut Watch<'_>,
    ) -> BackendAnswer {
        self.ask(pool, query, |it, pool| it.answer(pool, query, work, watch))
    }

    /// Asks as a solver that is asked nothing else.
    fn check_afresh(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        work: u64,
        watch: &mut Watch<'_>,
    ) -> BackendAnswer {
        for term in query.constraints(pool) {
            self.assert(pool, term);
        }
        let answer = self.answer(pool, query, work, watch);
        // What is asserted beneath all levels stays.
        self.failed = true;
        answer
    }

    /// Asserts a term and the definitions that it needs; says what was not walked before.
    fn assert(&mut self, pool: &TermPool, term: TermId) -> Vec<Form> {
        let encoded = self.encoder.encode(&self.context, pool, term);
        self.failed |= !self.context.assert(encoded);
        let mut walked = Vec::new();
        if !self.encoder.has_definitions() {
            return walked;
        }
        let mut pending = vec![Form::Plain(term)];
        while let Some(form) = pending.pop() {
            if self.walked.insert(form) {
                walked.push(form);
                if let Some(definition) = self.encoder.definition(form) {
                    self.failed |= !self.context.assert(definition);
                }
                pending.extend(parts(pool, form));
            }
        }
        walked
    }

    /// What the solver says. A failed assertion before only leaves something out: so `Unsat` is right in any case,
    /// and a model is tried.
    fn answer(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        work: u64,
        watch: &mut Watch<'_>,
    ) -> BackendAnswer {
        // SAFETY: the watch is what it asks for, and nothing else uses it meanwhile.
        let said = unsafe { self.context.check(work, Watch::asked, ptr::from_mut(watch).cast()) };
        self.first_literals.get_or_insert(self.context.literals());
        match (said, watch.reason()) {
            (CheckResult::Unsat, _) => BackendAnswer::Decided(Verdict::Unsat),
            (CheckResult::Sat, _) => self.read_model(pool, query),
            (CheckResult::Failed(reason), ended) => {
                self.failed = true;
                BackendAnswer::GaveUp(ended.map_or(reason, str::to_string))
            }
            (CheckResult::Unknown, ended) => {
                BackendAnswer::GaveUp(ended.unwrap_or("the work was too much").to_string())
            }
        }
    }

    fn read_model(&self, pool: &mut TermPool, query: Query<'_>) -> BackendAnswer {
        let model =
            self.context.reading(|context| read::model(context, &self.encoder, pool, query));
        BackendAnswer::of_model(pool, query, model)
    }
}

impl Incremental for Session {
    fn asserted(&self) -> impl Iterator<Item = TermId> {
        self.levels.iter().map(|level| level.term)
    }

    fn push(&mut self, pool: &TermPool, term: TermId) {
        self.failed |= !self.context.push();
        let walked = self.assert(pool, term);
        self.levels.push(AssertionLevel { term, walked });
    }

    fn pop(&mut self, levels: usize) {
        if levels > 0 {
            self.failed |= !self.context.pop(levels);
            for level in self.levels.drain(self.levels.len() - levels..) {
                for form in level.walked {
                    self.walked.remove(&form);
                }
            }
        }
    }

    fn has_failed(&self) -> bool {
        self.failed
    }
}

/// What Bitwuzla prints about a script in SMT-LIB; or why it doesn't.
#[cfg(test)]
pub(in crate::solver) fn replay(script: &str) -> Result<String, String> {
    TermManager::new()?.replay(script)
}

/// The work that an effort is worth, by a count in which nothing is no limit.
fn most(effort: Effort, limits: QueryLimits) -> u64 {
    match effort.work(limits) {
        0 => u64::MAX,
        work => work.into(),
    }
}
