//! Exploration: runs a program again and again, each time down another path. Here is what one is asked for, and
//! what it finds; `dart` is how.
//!
//! May use: `compose`, `env`, `interpret`, `machine`, `memory`, `report`, `state`, `summary`.

pub(crate) mod minimize;
pub(crate) mod render;

mod auto;
mod composed;
mod dart;
mod end;
mod estimate;
mod findings;
mod goal;
mod relocate;
mod restarts;
mod results;
mod schedule;
mod task;
mod work;

#[cfg(test)]
mod tests;

use analysis::orders;
use ir::FuncId;
use smt::Solver;

use crate::env::StartUp;
use crate::interpret::start;
use crate::machine::image::Image;
use crate::machine::{Machine, Uninitialised};
use crate::report::outcome::Incomplete;
use crate::state::start_values::StartValues;

use goal::Goal;
pub use relocate::Relocation;
pub use results::{CallCounts, Exploration, ExploredPath, InlinedCalls, Progress, SearchCounts};
pub use schedule::Search;
pub use task::{Encoding, Limits, Listener, Mode, Strategy, Task};

/// Why all calls are inlined of an entry that is given such inputs.
const LINKED_INPUTS: &str = "it is given objects with pointers, and no tree has what these lead to among its inputs: whatever it calls is inlined";

/// Explores a program from its entry.
pub fn explore(
    machine: &mut Machine<'_, '_>,
    solver: &mut dyn Solver,
    task: &Task<'_>,
) -> Exploration {
    // A function that makes inputs of its own can't be composed, and with this every function may.
    let mode = match machine.options.uninitialised {
        Uninitialised::Error => task.strategy.mode,
        Uninitialised::Any => Mode::Dart,
    };
    let task = Task { strategy: Strategy { mode, ..task.strategy }, ..*task };
    let entry = task.start_up.entry.unwrap_or(machine.main());
    let beyond_sign = beyond_sign(machine.image, task.start_up, entry);
    let mut found = explore_from(machine, solver, task, entry);
    found.incomplete.extend(beyond_sign);
    found.complete = found.incomplete.is_empty();
    found
}

fn explore_from(
    machine: &mut Machine<'_, '_>,
    solver: &mut dyn Solver,
    task: Task<'_>,
    entry: FuncId,
) -> Exploration {
    let Task { goal, limits, strategy, renders, .. } = task;
    machine.options.limits.decisions = limits.decisions;
    machine.options.limits.depth = limits.depth;
    machine.options.limits.memory = limits.memory;
    machine.start_values = StartValues::new(strategy.seed, 0);
    if strategy.mode == Mode::Dart {
        let mut so_far = dart::SearchState::new(machine.image.program, entry, &strategy);
        let end = dart::Explorer { machine, solver, task, so_far: &mut so_far }.run_all();
        so_far.findings.stopped(end.reason(&limits));
        return so_far.conclude(machine, &task);
    }
    if strategy.mode == Mode::Auto && goal.is_none() && !renders {
        return auto::Explorer { machine, solver, task, entry }.explore();
    }
    let goal = goal.map(|goal| Goal::new(machine.image.program, goal));
    let effects = machine.image.effects();
    let mut so_far = composed::SearchState::new(machine.image, effects, entry, goal, &task);
    let end = composed::Explorer { machine, solver, task, so_far: &mut so_far }.run_all();
    if so_far.has_linked_inputs() {
        let by_dart = Strategy { mode: Mode::Dart, ..strategy };
        let mut found = explore_from(machine, solver, Task { strategy: by_dart, ..task }, entry);
        let from = machine.image.program.function(task.start_up.tested.unwrap_or(entry));
        let calls = found.calls.inlined;
        let all = InlinedCalls { why: LINKED_INPUTS.to_owned(), calls };
        found.calls.obstacles.insert(from.name.to_string(), all);
        return Exploration { mode: strategy.mode, ..found };
    }
    so_far.findings.stopped(end.reason(&limits));
    so_far.conclude(machine, &task)
}

/// A comparison whose result is used for more than C promises, in what can run.
fn beyond_sign(image: &Image<'_>, start_up: &StartUp, entry: FuncId) -> Option<Incomplete> {
    let program = image.program;
    if !program.functions.iter().any(orders::is_comparison) {
        return None;
    }
    let mut from = start::constructors(image);
    from.push(entry);
    if goal::leaves_something_for_the_end(program) {
        from.extend(program.function_named("exit"));
    }
    // An entry that is there to call another function shows what that returns.
    let shown = start_up.tested.map(|_| entry);
    let order = orders::beyond_sign(program, &from, shown)?;
    Some(Incomplete::BeyondSign {
        comparison: program.function(order.comparison).name.clone(),
        place: order.at.and_then(|at| program.debug.place(at)),
    })
}
