//! Decisions: where a run goes on one way, and the state before it is kept for the other.

use smt::{Evaluator, TermId};

use crate::execute::{Stop, defined};
use crate::machine::{Flow, Machine};
use crate::outcome::{Outcome, StopReason};
use crate::state::State;
use crate::symbolic;
use crate::value::Value;

/// The other side of a decision: dangling until somebody explores it.
#[derive(Clone, Debug)]
pub(crate) struct Fork {
    /// Before the deciding instruction; its model takes the side that was explored.
    pub state: State,
    /// What would have to hold.
    pub condition: TermId,
}

impl Machine<'_, '_> {
    /// Decides a condition as the state's model has it, and executes the instruction again.
    pub(crate) fn decide(&mut self, state: &mut State, condition: TermId) -> Flow {
        let frame = state.frames.last_mut().expect("a running state has a frame");
        frame.pc -= 1;
        self.choose(state, condition)
    }

    /// Decides a condition as the state's model has it; for the other side, the state is kept as it is.
    pub(crate) fn choose(&mut self, state: &mut State, condition: TermId) -> Flow {
        if let Some(reason) = self.too_many_decisions(state) {
            return Flow::End(Outcome::Stopped(reason));
        }
        let negation = self.pool.not(condition);
        let holds = smt::eval(&self.pool, condition, &state.model).to_bool();
        let (taken, other) = if holds { (condition, negation) } else { (negation, condition) };
        self.forks.push(Fork { state: state.clone(), condition: other });
        state.path.add(taken);
        Flow::Next
    }

    /// Is this decision one too many? A run may make millions of them between two looks at the other limits.
    fn too_many_decisions(&self, state: &State) -> Option<StopReason> {
        let limit = self.options.decision_limit;
        if state.path.conditions().len() >= limit {
            return Some(StopReason::DecisionLimit(limit));
        }
        (self.options.stop)().then_some(StopReason::Interrupted)
    }

    /// What to do about an instruction that was stopped.
    pub(crate) fn stopped(&mut self, state: &mut State, stop: Stop) -> Flow {
        match stop {
            Stop::Fault(fault) => self.fault(state, fault),
            Stop::Decide(condition) => self.decide(state, condition),
        }
    }

    /// The bits of a value that something outside the instructions needs. Its other values are left to
    /// other runs.
    pub(crate) fn pin(
        &mut self,
        state: &State,
        value: Value,
        what: &'static str,
    ) -> Result<u64, Stop> {
        if value.is_plain() {
            return Ok(value.bits);
        }
        defined(&self.shades, value, what)?;
        if let Some(term) = self.shades.term(value) {
            let same = symbolic::is_now(&mut self.pool, term, value.bits);
            if state.path.knows(&mut self.pool, same).is_none() {
                return Err(Stop::Decide(same));
            }
        }
        Ok(value.bits)
    }

    /// The bits of a value that leaves the program for native code: fixed, and so incomplete.
    pub(crate) fn concretise(
        &mut self,
        state: &mut State,
        value: Value,
        what: &'static str,
    ) -> Result<u64, Stop> {
        defined(&self.shades, value, what)?;
        if let Some(term) = self.shades.term(value) {
            let same = symbolic::is_now(&mut self.pool, term, value.bits);
            if state.path.knows(&mut self.pool, same).is_none() {
                state.path.concretise(same);
            }
        }
        Ok(value.bits)
    }

    /// Gives every value that depends on the inputs what it is in the state's model.
    pub(crate) fn reevaluate(&mut self, state: &mut State) {
        let model = state.model.clone();
        let mut evaluator = Evaluator::default();
        let pool = &self.pool;
        let mut eval = |term: TermId| {
            let value = evaluator.eval(pool, term, &model);
            value.as_bits().to_u64().expect("registers have at most 64 bits")
        };
        for value in &mut state.regs {
            if let Some(shade) = self.shades.get(value.shade)
                && let Some(term) = shade.term
            {
                value.bits = eval(term) & !shade.undef;
            }
        }
        state.memory.reevaluate(|term| eval(term) as u8);
    }
}
