//! Simple inputs: what a solver or a random start came up with becomes what a person would have written.
//!
//! A path's conditions are all its decisions, so any inputs in which they hold take the same path. Simpler ones are
//! tried by evaluation, without a solver, word by word; then the path is run again with what was found, because
//! what the program returns depends on the inputs, too. Paths on which a symbolic value was concretized are left alone: their
//! conditions don't say everything.

mod candidate;
mod word;

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smt::{Conjunction, Evaluator, Model, SymbolId, TermId, TermPool};

use crate::env::StartUp;
use crate::env::witness;
use crate::machine::Machine;
use crate::report::outcome::{Outcome, Unsupported};
use crate::search::ExploredPath;
use crate::state::State;
use crate::state::input_table::InputTable;
use candidate::WordKind;
use word::Word;

/// What a path was, as far as simpler inputs for it depend on that.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    /// All decisions, as they were taken.
    pub conditions: Conjunction,
    /// The inputs with which it was run.
    pub model: Arc<Model>,
    /// Which symbols are which input.
    pub inputs: InputTable,
    /// Was a symbolic value concretized?
    pub concretised: bool,
    /// Were calls composed, so that their decisions are not among the conditions?
    pub composed: bool,
}

impl Trace {
    /// Of a state that ended.
    pub(crate) fn of(state: &State, composed: bool) -> Trace {
        Trace {
            conditions: state.path.condition.conditions(),
            model: state.model.clone(),
            inputs: state.given.inputs.clone(),
            concretised: state.path.trace.is_concretized(),
            composed,
        }
    }
}

/// Values of terms that may be computed for one path: some tenths of a second.
const WORK: usize = 2_000_000;

/// What one word became may free another one: so often they are all looked at.
const ROUNDS: u32 = 4;

/// Gives a path the simplest inputs that are found for it, and what the program does with them. Paths that didn't
/// come to an end by themselves stay as they are.
pub fn simplify_inputs(machine: &mut Machine<'_, '_>, start_up: &StartUp, path: &mut ExploredPath) {
    if path.trace.concretised || !matches!(path.outcome, Ok(Outcome::Exit(_) | Outcome::Bug(_))) {
        return;
    }
    if path.trace.composed {
        let (state, outcome) = run(machine, start_up, path.trace.model.clone());
        if !same_end(&path.outcome, &outcome) || state.path.trace.is_concretized() {
            return;
        }
        path.trace = Trace::of(&state, false);
    }
    let model = simplest(&mut machine.pool, &path.trace);
    if model == *path.trace.model {
        return;
    }
    let Some((state, outcome)) = run_again(machine, start_up, &path.trace, model) else { return };
    if same_end(&path.outcome, &outcome) {
        path.inputs = witness::inputs(machine.image, &machine.pool, &state);
        path.trace.model = state.model;
        path.observed = state.observed;
        path.outcome = outcome;
    }
}

/// Runs the path in another model. Nothing if it isn't the same path: native code may answer differently.
fn run_again(
    machine: &mut Machine<'_, '_>,
    start_up: &StartUp,
    trace: &Trace,
    model: Model,
) -> Option<(State, Result<Outcome, Unsupported>)> {
    let (state, outcome) = run(machine, start_up, Arc::new(model));
    let same =
        !state.path.trace.is_concretized() && state.path.condition.conditions() == trace.conditions;
    same.then_some((state, outcome))
}

fn run(
    machine: &mut Machine<'_, '_>,
    start_up: &StartUp,
    model: Arc<Model>,
) -> (State, Result<Outcome, Unsupported>) {
    let mut state = machine.new_state();
    state.model = model;
    // The time for exploring may be over, but a path that was run once is soon run again.
    let stop = mem::replace(&mut machine.options.stop, &|| false);
    let outcome = machine.run_main(&mut state, start_up);
    machine.options.stop = stop;
    (state, outcome)
}

/// Exit codes may differ, as they are outputs; bugs may not.
fn same_end(before: &Result<Outcome, Unsupported>, now: &Result<Outcome, Unsupported>) -> bool {
    match (before, now) {
        (Ok(Outcome::Exit(_)), Ok(Outcome::Exit(_))) => true,
        (Ok(Outcome::Bug(before)), Ok(Outcome::Bug(now))) => {
            (before.kind, before.at()) == (now.kind, now.at())
        }
        _ => false,
    }
}

/// A model in which the conditions hold, and which is no less simple.
fn simplest(pool: &mut TermPool, trace: &Trace) -> Model {
    let words = word::words(pool, trace);
    let mut search = Simplifier::new(pool, trace);
    for _ in 0..ROUNDS {
        let before = search.model.clone();
        search.simplify_equal_words(&words);
        words.iter().for_each(|word| search.simplify(word));
        if search.model == before {
            break;
        }
    }
    search.model
}

/// Looks for simpler values.
struct Simplifier<'a> {
    pool: &'a TermPool,
    conditions: Vec<TermId>,
    /// The conditions that a symbol occurs in, by index.
    mentions: FxHashMap<SymbolId, Vec<usize>>,
    /// The simplest so far: all conditions hold.
    model: Model,
    /// Values computed.
    work: usize,
}

impl<'a> Simplifier<'a> {
    fn new(pool: &'a mut TermPool, trace: &Trace) -> Simplifier<'a> {
        let mut mentions: FxHashMap<SymbolId, Vec<usize>> = FxHashMap::default();
        let conditions = pool.conditions(trace.conditions);
        for (index, &condition) in conditions.iter().enumerate() {
            for &symbol in pool.free_symbols(condition).iter() {
                mentions.entry(symbol).or_default().push(index);
            }
        }
        let model = Model::clone(&trace.model);
        Simplifier { pool, conditions, mentions, model, work: 0 }
    }

    /// Words that are the same often have to be: they are tried together.
    fn simplify_equal_words(&mut self, words: &[Word]) {
        let mut equal: BTreeMap<(WordKind, u32, u64), Vec<&Word>> = BTreeMap::new();
        for word in words {
            let value = word.value(self.pool, &self.model);
            equal.entry((word.shape, word.bits, value)).or_default().push(word);
        }
        for ((.., value), words) in equal.into_iter().filter(|(_, words)| words.len() > 1) {
            self.find(&words, value);
        }
    }

    /// Finds a simple value for one word.
    fn simplify(&mut self, word: &Word) {
        let default = word.value(self.pool, &Model::new());
        let value = word.value(self.pool, &self.model);
        let as_it_is =
            word.shape != WordKind::Typed && (value == default || self.attempt(&[word], default));
        if !as_it_is {
            self.find(&[word], value);
        }
    }

    /// Finds a simple value for words that all have this one.
    fn find(&mut self, words: &[&Word], value: u64) {
        let Word { shape, bits, pieces, .. } = words[0];
        let mut simple = candidate::simple(*shape, *bits, value).into_iter();
        if simple.any(|simple| simple == value || self.attempt(words, simple)) {
            return;
        }
        if !pieces.is_empty() {
            pieces.iter().for_each(|piece| self.simplify(piece));
        } else if *shape != WordKind::Float {
            self.approach_zero(words, candidate::signed(*bits, value));
        }
    }

    /// Goes towards zero in steps that get smaller when they are too large.
    fn approach_zero(&mut self, words: &[&Word], mut value: i64) {
        let mut step = value / 2;
        while step != 0 {
            if self.attempt(words, (value - step) as u64) {
                value -= step;
                step = value / 2;
            } else {
                step /= 2;
            }
        }
    }

    /// Gives these words a value, if all conditions hold with it.
    fn attempt(&mut self, words: &[&Word], value: u64) -> bool {
        if self.work >= WORK {
            return false;
        }
        let parts = words.iter().flat_map(|word| word.parts(self.pool, value));
        let mut before = Vec::new();
        for (symbol, part) in parts.collect::<Vec<_>>() {
            before.push((symbol, self.model.value(self.pool, symbol)));
            self.model.set(symbol, part);
        }
        if self.holds(before.iter().map(|&(symbol, _)| symbol)) {
            return true;
        }
        for (symbol, value) in before {
            self.model.set(symbol, value);
        }
        false
    }

    /// Do the conditions hold that these symbols occur in?
    fn holds(&mut self, symbols: impl Iterator<Item = SymbolId>) -> bool {
        let mut affected: Vec<usize> =
            symbols.filter_map(|symbol| self.mentions.get(&symbol)).flatten().copied().collect();
        affected.sort_unstable();
        affected.dedup();
        let mut evaluator = Evaluator::default();
        let mut hold =
            |index: usize| evaluator.eval(self.pool, self.conditions[index], &self.model).to_bool();
        let holds = affected.into_iter().all(&mut hold);
        self.work += mem::take(&mut evaluator).len().max(1);
        holds
    }
}

#[cfg(test)]
mod tests;
