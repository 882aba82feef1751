//! Queries with definitions: each is an axiom with a universal quantifier.
//!
//! A definition whose head is no part of its body is a macro to Z3, which puts the body in the place of the head wherever
//! it is applied; so what is left mostly has no quantifiers, and goes to the solver for bit-vectors. (With the option
//! `macro_finder` of the general solver instead, queries took thirty times as long.) Where quantifiers are left, their
//! patterns and models are tried. None of this has to end, so that work is limited, and *unknown* is an answer.

use super::api::{ApiArgument as _, Ast, RawSolver, all_there};
use super::context::{call, make};
use super::{Session, read};
use crate::model::Model;
use crate::pool::TermPool;
use crate::solver::backend::incremental::BackendAnswer;
use crate::solver::{Definition, Query, Verdict};
use crate::term::SymbolId;

impl Session {
    /// Asks a solver that sees the whole query.
    pub(super) fn check_defined(&mut self, pool: &mut TermPool, query: Query<'_>) -> BackendAnswer {
        let solver = self.context.defining_solver();
        let milliseconds = u32::try_from(self.limits.time.as_millis()).unwrap_or(u32::MAX);
        self.set(solver, &[("timeout", milliseconds), ("rlimit", self.limits.work)]);
        for definition in query.definitions {
            self.assert_definition(pool, solver, definition);
        }
        for term in query.constraints(pool) {
            self.assert(pool, solver, term);
        }
        let answer = self.answer_of_defined(pool, solver, query);
        self.context.release_solver(solver);
        answer
    }

    fn assert_definition(&mut self, pool: &TermPool, solver: RawSolver, definition: &Definition) {
        let variables = pool.args(definition.head);
        let context = &self.context;
        let [head, body] =
            [definition.head, definition.body].map(|term| self.encoder.encode(context, pool, term));
        let bound: Vec<Ast> =
            variables.iter().map(|&term| self.encoder.encode(context, pool, term)).collect();
        if !all_there(&[head, body]) || !all_there(&bound) {
            self.failed = true;
            return;
        }
        let mut axiom = make!(context.mk_eq(head, body));
        if !bound.is_empty() {
            let pattern = make!(context.mk_pattern(1, &raw const head));
            if pattern.is_missing() {
                self.failed = true;
                return;
            }
            let count = bound.len() as u32;
            axiom = make!(context.mk_forall_const(
                0,
                count,
                bound.as_ptr(),
                1,
                &raw const pattern,
                axiom
            ));
        }
        call!(context.solver_assert(solver, axiom));
        self.failed |= axiom.is_missing() || context.error().is_some();
    }

    /// What a solver says. A failed assertion only leaves something out: so `Unsat` is right in any case.
    fn answer_of_defined(
        &self,
        pool: &mut TermPool,
        solver: RawSolver,
        query: Query<'_>,
    ) -> BackendAnswer {
        self.asked(solver, || {
            if self.failed {
                return BackendAnswer::GaveUp("the query is too large for the solver".to_string());
            }
            match self.read_variables(pool, solver, query) {
                Some(model) => BackendAnswer::Decided(Verdict::Sat(model)),
                None => BackendAnswer::GaveUp("the solver's model can't be read".to_string()),
            }
        })
    }

    /// What a model says of the query's variables; those that it leaves open get their defaults, as it can't be found out
    /// whether others do as well.
    fn read_variables(
        &self,
        pool: &mut TermPool,
        solver: RawSolver,
        query: Query<'_>,
    ) -> Option<Model> {
        let symbols = variables(pool, query);
        let raw = self.context.model_of(solver)?;
        let mut model = read::model(&self.context, &self.encoder, pool, raw.raw, &symbols)?;
        for symbol in symbols {
            let value = model.value(pool, symbol);
            model.set(symbol, value);
        }
        Some(model)
    }
}

/// The variables of a query that no quantifier binds, in order.
fn variables(pool: &mut TermPool, query: Query<'_>) -> Vec<SymbolId> {
    let mut symbols: Vec<SymbolId> = Vec::new();
    for term in query.constraints(pool) {
        symbols.extend_from_slice(&pool.free_symbols(term));
    }
    for definition in query.definitions {
        let bound = pool.free_symbols(definition.head);
        let free = pool.free_symbols(definition.body);
        symbols.extend(free.iter().filter(|symbol| !bound.contains(symbol)));
    }
    symbols.sort_unstable();
    symbols.dedup();
    symbols.retain(|&symbol| pool.symbol_info(symbol).parameters.is_empty());
    symbols
}
