//! Decisions: where a run goes on one way, and the other side is left dangling.

use std::mem;
use std::sync::Arc;

use ir::{ProgramPoint, Successor};
use smt::{Model, TermId, Update};

use crate::machine::context::{Stop, defined, site};
use crate::machine::{Flow, Interpreter};
use crate::report::outcome::{Outcome, StopReason};
use crate::state::dangling::Dangling;
use crate::state::{Decided, Frame, State};
use crate::summary::tree::Decision;
use crate::value::Value;
use crate::value::lift;

impl Interpreter<'_, '_> {
    /// Decides a condition as the state's model has it, and executes the instruction again.
    pub(crate) fn decide(&mut self, state: &mut State, condition: TermId) -> Flow {
        let frame = state.frames.last_mut().expect("a running state has a frame");
        frame.pc -= 1;
        let site = ProgramPoint { function: frame.function, pc: frame.pc as u32 };
        let program = self.image.program;
        self.choose_way(state, condition, |holds| Successor::of(program, site, holds))
    }

    /// Decides a condition as the state's model has it; for the other side, the state is kept as it is.
    pub(crate) fn choose(&mut self, state: &mut State, condition: TermId) -> Flow {
        self.choose_way(state, condition, |_| Successor::Here)
    }

    /// What a harness decides while it asks about inputs, the function under test has not asked.
    fn ask_for_the_harness(&mut self, state: &mut State, condition: TermId) {
        if state.given.tested.assuming.is_some() {
            let opposite = self.pool.not(condition);
            [condition, opposite].into_iter().for_each(|it| state.path.condition.ask(it));
        }
    }

    fn choose_way(
        &mut self,
        state: &mut State,
        condition: TermId,
        way: impl FnOnce(bool) -> Successor,
    ) -> Flow {
        if let Some(reason) = self.too_many_decisions(state) {
            return Flow::End(Outcome::Stopped(reason));
        }
        state.path.trace.decided_at = state.instructions;
        self.ask_for_the_harness(state, condition);
        let site = site(state);
        let Some((decision, is_new)) = self.next_decision(state, condition, site) else {
            return self.diverge(state);
        };
        self.log.decisions += u64::from(is_new);
        let is_so = smt::eval(self.pool, decision.condition, &state.model).to_bool();
        if is_new && self.log.sides.are_kept {
            self.leave_dangling(state, decision, !is_so, way(!is_so));
        }
        self.take_side(state, decision, is_so);
        Flow::Next
    }

    /// Keeps a side of a decision for later.
    fn leave_dangling(
        &mut self,
        state: &mut State,
        decision: Decision,
        is_so: bool,
        way: Successor,
    ) {
        let site = site(state);
        let (condition, node) = decision.side(self.pool, is_so);
        // What native code made of the inputs is in the state, and would be wrong for others.
        let kept = !state.path.trace.has_lost_track()
            && self.log.sides.room > 0
            && self.pays_to_copy(state);
        let depth = self.running_tree().depth(node);
        let sides = &mut self.log.sides;
        let side = Dangling {
            node,
            site,
            way,
            path: self.pool.conjoin(state.path.condition.conditions(), condition),
            stack: sides.stacks.id(&mut state.frames),
            depth,
            state: kept.then(|| Box::new(state.clone())),
        };
        sides.room = sides.room.saturating_sub(side.state_bytes());
        sides.dangling.push(side);
    }

    /// Is a copy of the state worth its while? A run that goes through a function with thousands of variables, or is deep in
    /// calls, would spend its time on copies: what they cost is to be in proportion to what was executed since the last.
    fn pays_to_copy(&mut self, state: &State) -> bool {
        const CHEAP: usize = 64 << 10;
        const BYTES_AN_INSTRUCTION: u64 = 64;
        let cost = state.regs.len() * size_of::<Value>() + state.frames.len() * size_of::<Frame>();
        let since = state.instructions.abs_diff(self.log.sides.copied_at);
        let pays = cost <= CHEAP || since * BYTES_AN_INSTRUCTION >= cost as u64;
        if pays {
            self.log.sides.copied_at = state.instructions;
        }
        pays
    }

    /// Is this decision one too many? A run may make millions of them between two looks at the other limits.
    fn too_many_decisions(&self, state: &mut State) -> Option<StopReason> {
        let limit = self.options.limits.decisions;
        if self.pool.conjunction_len(state.path.condition.conditions()) >= limit {
            return Some(StopReason::DecisionLimit(limit));
        }
        let limit = self.options.limits.depth;
        if visits(state) > limit {
            return Some(StopReason::LoopLimit(limit));
        }
        if depth_of_recursion(state) > limit as usize {
            return Some(StopReason::RecursionLimit(limit));
        }
        (self.options.stop)().then_some(StopReason::Interrupted)
    }

    /// What to do about an instruction that was stopped.
    pub(crate) fn stopped(&mut self, state: &mut State, stop: Stop) -> Flow {
        match stop {
            Stop::Fault(fault) => self.fault(state, fault),
            Stop::Decide(condition) => self.decide(state, condition),
            Stop::Unrelated(objects) => self.unrelated(state, objects),
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
        defined(self.shades, value, what)?;
        if let Some(term) = self.shades.term(value) {
            let same = lift::is_now(self.pool, term, value.bits);
            if state.path.condition.knows(self.pool, same).is_none() {
                return Err(Stop::Decide(same));
            }
        }
        Ok(value.bits)
    }

    /// The bits of a value that leaves the program for native code: concretized, and so incomplete.
    pub(crate) fn concretise(
        &mut self,
        state: &mut State,
        value: Value,
        what: &'static str,
    ) -> Result<u64, Stop> {
        defined(self.shades, value, what)?;
        if let Some(term) = self.shades.term(value) {
            let same = lift::is_now(self.pool, term, value.bits);
            if state.path.condition.knows(self.pool, same).is_none() {
                state.path.concretize(self.pool, same, site(state));
            }
        }
        Ok(value.bits)
    }

    /// Gives every value that depends on the inputs what it is in another model.
    pub(crate) fn go_over_to(&mut self, state: &mut State, model: Arc<Model>) {
        let before = mem::replace(&mut state.model, model.clone());
        let mut update = Update::new(&before, &model);
        let mut eval = |term: TermId| {
            let value = update.changed(self.pool, term)?;
            Some(value.as_bits().to_u64().expect("registers have at most 64 bits"))
        };
        for value in &mut state.regs {
            if let Some(shade) = self.shades.get(value.shade)
                && let Some(bits) = shade.term.and_then(&mut eval)
            {
                value.bits = bits & !shade.undef;
            }
        }
        state.memory.reevaluate(|term| eval(term).map(|bits| bits as u8));
    }
}

/// How often the present instruction has come to a decision in this activation. Decisions that it makes at one
/// visit, such as those about several cases of a switch, are one.
fn visits(state: &mut State) -> u32 {
    let now = state.instructions;
    let frame = state.frames.last_mut().expect("a running state has a frame");
    let decided = &mut Arc::make_mut(frame.extra.get_or_insert_default()).decided;
    match decided.get_mut(&frame.pc) {
        None => {
            decided.insert_mut(frame.pc, Decided { visits: 1, last: now });
            1
        }
        Some(decided) => {
            decided.visits += u32::from(decided.last != now);
            decided.last = now;
            decided.visits
        }
    }
}

/// How many activations of the innermost function there are.
fn depth_of_recursion(state: &State) -> usize {
    let innermost = state.frames.last().map(|frame| frame.function);
    state.frames.iter().filter(|frame| Some(frame.function) == innermost).count()
}
