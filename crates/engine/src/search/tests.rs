//! Explorations of small programs in IR, with a solver that counts and native functions that are made up.

use std::cell::Cell;

use ir::{Program, ProgramPoint};
use rustc_hash::FxHashSet;
use smt::{Chain, ChainOptions, Conjunction, LayerStats, Query, Solver, TermId, TermPool, Verdict};

use super::{Exploration, Limits, Listener, Mode, Search, Strategy, Task, explore};
use crate::env::StartUp;
use crate::machine::externals::{Externals, NativeCall, NativeError, NativeReturn};
use crate::machine::image::Image;
use crate::machine::{Machine, Options, RunLimits};
use crate::memory::Memory;
use crate::report::outcome::{Incomplete, StopReason};

const ORDERS: [Search; 5] =
    [Search::Dfs, Search::Bfs, Search::Random, Search::Coverage, Search::Fair];

/// A program whose `main` has a symbolic byte in `%x`, and its address in `%p`.
fn with_input(code: &str) -> String {
    format!(
        r#"target 64
global internal @name size 2 align 1 constant = "x"
function external &__cp_make_symbolic(i64, i64, i64)
function external &unsteady(i64) -> i32
function external &above_200(i64) -> i32
function external &main() -> i32 {{
  regs i64 %p, i8 %x, i32 %y %i %b, i1 %c
  slot $x size 1 align 1
b0:
  %p = slot $x
  call &__cp_make_symbolic(i64 %p, i64 1, i64 @name)
  %x = load i8 [%p]
  %y = zext i8 to i32 %x
  %i = copy 0
  jump b1
{code}
}}
"#
    )
}

/// Looks at so many bits of the input, one after the other: a path for each of their values.
fn bits(count: u32) -> String {
    with_input(&format!(
        "b1:
  %c = ult i32 %i, {count}
  branch %c, b2, b5
b2:
  %b = lshr i32 %y, %i
  %b = and i32 %b, 1
  %c = ne i32 %b, 0
  branch %c, b3, b4
b3:
  jump b4
b4:
  %i = add i32 %i, 1
  jump b1
b5:
  return 0"
    ))
}

/// A solver that notes what it is asked.
struct Counting {
    solver: Chain,
    asked: Vec<Vec<TermId>>,
}

impl Solver for Counting {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        self.asked.push(query.constraints(pool));
        self.solver.check(pool, query)
    }

    fn stats(&self) -> Vec<LayerStats> {
        self.solver.stats()
    }
}

/// Native functions that look at the input.
#[derive(Default)]
struct Natives {
    calls: u64,
}

impl Externals for Natives {
    fn variable(&mut self, _name: &str) -> Option<u64> {
        None
    }

    fn has_function(&mut self, name: &str) -> bool {
        matches!(name, "unsteady" | "above_200")
    }

    fn call(
        &mut self,
        call: &NativeCall<'_>,
        memory: &mut Memory,
    ) -> Result<NativeReturn, NativeError> {
        self.calls += 1;
        let answer = match call.name {
            "above_200" => u64::from(memory.byte(call.args[0].1).bits > 200),
            // Another one every time, whatever the input is.
            _ => self.calls,
        };
        Ok(NativeReturn { values: vec![answer], errno: 0 })
    }

    fn read_stdin(&mut self, _buffer: &mut [u8]) -> std::io::Result<usize> {
        Ok(0)
    }

    fn read(&mut self, _address: u64, _buffer: &mut [u8]) -> bool {
        false
    }

    fn write(&mut self, _address: u64, _bytes: &[u8]) -> bool {
        false
    }
}

/// How far an exploration goes, and which way.
#[derive(Clone, Copy, Default)]
struct How {
    limits: Limits,
    strategy: Strategy,
}

impl From<Limits> for How {
    fn from(limits: Limits) -> How {
        How { limits, ..How::default() }
    }
}

impl From<Strategy> for How {
    fn from(strategy: Strategy) -> How {
        How { strategy, ..How::default() }
    }
}

/// What is found, and what the solver was asked for it.
fn explored(text: &str, how: impl Into<How>) -> (Exploration, Vec<Vec<TermId>>) {
    explored_until(text, how, &|| false)
}

fn explored_until(
    text: &str,
    how: impl Into<How>,
    stop: &dyn Fn() -> bool,
) -> (Exploration, Vec<Vec<TermId>>) {
    let solver = smt::chain(&ChainOptions::default()).expect("there is a solver");
    let mut solver = Counting { solver, asked: Vec::new() };
    let options = Options { stop, ..Options::default() };
    let found = explored_by(&mut solver, text, how, None, options);
    (found, solver.asked)
}

/// What is found with a solver, perhaps on the way to a block of `main`.
fn explored_with(
    solver: &mut dyn Solver,
    text: &str,
    how: impl Into<How>,
    goal: Option<usize>,
) -> Exploration {
    explored_by(solver, text, how, goal, Options::default())
}

fn explored_by(
    solver: &mut dyn Solver,
    text: &str,
    how: impl Into<How>,
    goal: Option<usize>,
    options: Options<'_>,
) -> Exploration {
    let program: Program = ir::parse(text).expect("the program is well-formed");
    let mut natives = Natives::default();
    let mut image = Image::new(&program, &mut natives).expect("the program can be laid out");
    let goal = goal.map(|block| {
        let function = program.function_named("main").expect("it has one");
        let body = program.function(function).body.as_ref().expect("it is there");
        [ProgramPoint { function, pc: body.blocks[block].start }]
    });
    image.watch(goal.as_ref().map_or(&[], |goal| goal));
    let options = Options { symbolic: true, ..options };
    let mut machine = Machine::new(&image, &mut natives, options);
    let goal = goal.as_ref().map(|goal| &goal[..]);
    let (start_up, listener) = (&StartUp::default(), Listener::default());
    let How { limits, strategy } = how.into();
    let task = Task { start_up, goal, limits, strategy, renders: false, listener };
    explore(&mut machine, solver, &task)
}

#[test]
fn the_limit_of_instructions_grows_with_the_inputs() {
    // Four instructions a turn, and a byte of input.
    let turns = |count: u32| {
        with_input(&format!(
            "b1:
  %c = ult i32 %i, {count}
  branch %c, b2, b3
b2:
  %i = add i32 %i, 1
  jump b1
b3:
  return 0"
        ))
    };
    let incomplete = |count| {
        let mut solver = smt::chain(&ChainOptions::default()).expect("there is a solver");
        let options = Options {
            limits: RunLimits { instructions: Some(1_000), ..RunLimits::default() },
            ..Options::default()
        };
        explored_by(&mut solver, &turns(count), Limits::default(), None, options).incomplete
    };
    assert_eq!(incomplete(260), []);
    assert_eq!(incomplete(300), [Incomplete::Stopped(StopReason::InstructionLimit(1_000))]);
}

fn stopped(text: &str, how: impl Into<How>) -> Vec<Incomplete> {
    explored(text, how).0.incomplete
}

/// The decisions of each path.
fn decisions(found: &Exploration) -> FxHashSet<Conjunction> {
    found.paths.iter().map(|path| path.trace.conditions).collect()
}

#[test]
fn one_question_per_decision_and_no_path_twice() {
    for search in ORDERS {
        let limits = Strategy { search, ..Strategy::default() };
        let (found, asked) = explored(&bits(5), limits);
        assert_eq!((found.paths.len(), found.complete), (32, true), "{search:?}");
        assert_eq!(decisions(&found).len(), 32, "{search:?}");
        // One two-way decision less than there are paths, and each asked about once.
        assert_eq!(
            (found.counts.decisions, found.counts.queries, asked.len()),
            (31, 31, 31),
            "{search:?}"
        );
        assert_eq!(asked.iter().collect::<FxHashSet<_>>().len(), 31, "{search:?}");
    }
}

#[test]
fn without_room_for_states_paths_are_run_from_the_entry() {
    let room = |memory| explored(&bits(7), Limits { memory, ..Limits::default() }).0;
    let (much, little) = (room(1 << 30), room(85_000));
    assert_eq!((little.paths.len(), little.complete), (128, true));
    assert_eq!(decisions(&much), decisions(&little));
    assert_eq!(little.counts.divergences, 0);
    assert!(little.counts.instructions > much.counts.instructions, "nothing was run again");
}

#[test]
fn every_limit_is_named() {
    let reason = |limits| stopped(&bits(6), limits);
    let limits = Limits::default();
    let named = |reason| vec![Incomplete::Stopped(reason)];
    assert_eq!(reason(Limits { runs: 9, ..limits }), named(StopReason::RunLimit(9)));
    assert_eq!(reason(Limits { decisions: 3, ..limits }), named(StopReason::DecisionLimit(3)));
    assert_eq!(reason(Limits { depth: 4, ..limits }), named(StopReason::LoopLimit(4)));
    assert_eq!(reason(Limits { memory: 1000, ..limits }), named(StopReason::MemoryLimit(1000)));
    assert_eq!(reason(Limits { depth: 6, ..limits }), vec![]);
}

/// A recursion as deep as the input says.
fn recursion() -> String {
    with_input(
        "b1:
  call &down(i32 %y)
  return 0
}
function internal &down(i32 %n) {
  regs i1 %c, i32 %m
b0:
  %c = eq i32 %n, 0
  branch %c, b1, b2
b1:
  return
b2:
  %m = sub i32 %n, 1
  call &down(i32 %m)
  return",
    )
}

#[test]
fn a_recursion_that_the_input_decides_about_is_limited() {
    let text = recursion();
    let (found, _) = explored(&text, Limits::default());
    assert_eq!((found.paths.len(), found.complete), (256, true));
    let few = stopped(&text, Limits { depth: 10, ..Limits::default() });
    assert_eq!(few, [Incomplete::Stopped(StopReason::RecursionLimit(10))]);
}

#[test]
fn native_code_that_answers_differently_is_a_divergence() {
    let text = with_input(
        "b1:
  %b = call &unsteady(i64 %p)
  %c = ult i32 %y, %b
  branch %c, b2, b3
b2:
  return 1
b3:
  return 0",
    );
    let (found, _) = explored(&text, Limits { restarts: 1, ..Limits::default() });
    assert!(found.counts.divergences > 0);
    assert!(!found.complete);
    assert!(found.incomplete.contains(&Incomplete::Diverged), "{:?}", found.incomplete);
}

#[test]
fn random_restarts_find_what_native_code_hides() {
    let text = with_input(
        "b1:
  %b = call &above_200(i64 %p)
  %c = ne i32 %b, 0
  branch %c, b2, b3
b2:
  return 1
b3:
  return 0",
    );
    let (found, asked) = explored(&text, Limits { restarts: 40, ..Limits::default() });
    assert_eq!((found.covered.len(), found.paths.len()), (2, 2));
    assert!(found.counts.restarts >= 40 && asked.is_empty(), "{found:?}");
    let environment = Incomplete::Environment { function: Some("above_200".into()), place: None };
    let why = [Incomplete::LostTrack, environment, Incomplete::Restarts(40)];
    assert_eq!(found.incomplete, why);
}

#[test]
fn the_seed_decides_what_is_random_and_nothing_else() {
    let inputs = |seed| {
        let (found, _) = explored(&bits(3), Strategy { seed, ..Strategy::default() });
        assert_eq!((found.paths.len(), found.complete), (8, true));
        found.paths.into_iter().map(|path| path.inputs).collect::<Vec<_>>()
    };
    assert_eq!(inputs(1), inputs(1));
    assert_ne!(inputs(1), inputs(2));
}

/// Calls a function that decides, and then decides by what it returned.
fn calling() -> String {
    with_input(
        "b1:
  %b = call &parity(i32 %y)
  %c = ne i32 %b, 0
  branch %c, b2, b3
b2:
  return 1
b3:
  return 0
}
function internal &parity(i32 %n) -> i32 {
  regs i1 %c, i32 %m
b0:
  %m = and i32 %n, 1
  %c = ne i32 %m, 0
  branch %c, b1, b2
b1:
  return 7
b2:
  return 0",
    )
}

/// A solver to whom every constraint is a contradiction, as it would be if calls were composed wrongly.
struct Contradicted;

impl Solver for Contradicted {
    fn check(&mut self, _pool: &mut TermPool, _query: Query<'_>) -> Verdict {
        Verdict::Unsat
    }

    fn stats(&self) -> Vec<LayerStats> {
        Vec::new()
    }
}

#[test]
fn a_proof_by_composition_is_cross_checked() {
    for mode in [Mode::Smart, Mode::Demand] {
        let (found, _) = explored(&calling(), Strategy { mode, ..Strategy::default() });
        assert_eq!((found.paths.len(), found.complete), (2, true), "{:?}", found.incomplete);
        assert!(found.calls.formulas > 0 && found.counts.cross_checked > 0, "{found:?}");
    }
}

#[test]
fn a_wrong_constraint_is_noticed_and_called_a_defect() {
    for mode in [Mode::Smart, Mode::Demand] {
        let limits = Strategy { mode, ..Strategy::default() };
        let found = explored_with(&mut Contradicted, &calling(), limits, None);
        assert!(!found.complete, "{mode:?}");
        assert_eq!(found.incomplete, [Incomplete::Unsound], "{mode:?}");
        assert!(found.incomplete[0].to_string().contains("a defect of Counterpoint"));
        // What showed it is kept.
        assert_eq!((found.paths.len(), found.covered.len()), (2, 4), "{mode:?}");
    }
}

#[test]
fn a_goal_that_was_called_unreachable_is_reached_after_all() {
    for mode in [Mode::Smart, Mode::Demand] {
        let limits = Strategy { mode, ..Strategy::default() };
        let of = |block| explored_with(&mut Contradicted, &calling(), limits, Some(block));
        // The first run comes to one of the two.
        let sought = [2, 3].map(of);
        for found in &sought {
            assert!(found.paths.iter().any(|path| path.reached), "{mode:?}");
        }
        let unsound = |found: &&Exploration| found.incomplete == [Incomplete::Unsound];
        assert_eq!(sought.iter().filter(unsound).count(), 1, "{mode:?}");
    }
}

#[test]
fn wherever_it_is_stopped_it_ends_soon_and_says_so() {
    let text = recursion();
    for mode in [Mode::Dart, Mode::Smart, Mode::Demand] {
        for most in (0..400).step_by(13) {
            let asked = Cell::new(0);
            let stop = || {
                asked.set(asked.get() + 1);
                asked.get() > most
            };
            let how = How {
                limits: Limits { runs: 40, ..Limits::default() },
                strategy: Strategy { mode, ..Strategy::default() },
            };
            let (found, _) = explored_until(&text, how, &stop);
            let stopped = Incomplete::Stopped(StopReason::Interrupted);
            assert!(!found.complete, "{mode:?}, {most}");
            let is_over = asked.get() > most;
            assert_eq!(found.incomplete.contains(&stopped), is_over, "{:?}", found.incomplete);
            assert!(asked.get() < most + 200, "{mode:?}: asked {} times, not {most}", asked.get());
            assert_eq!(found.counts.divergences, 0, "{mode:?}, {most}");
        }
    }
}

#[test]
fn composed_searches_stay_in_their_memory_too() {
    for mode in [Mode::Smart, Mode::Demand] {
        let within = |memory| How {
            limits: Limits { memory, ..Limits::default() },
            strategy: Strategy { mode, ..Strategy::default() },
        };
        let (found, _) = explored(&recursion(), within(100_000));
        let named = Incomplete::Stopped(StopReason::MemoryLimit(100_000));
        assert_eq!((found.incomplete, found.complete), (vec![named], false));
        assert!(!found.paths.is_empty());
        assert!(explored(&recursion(), within(1 << 30)).0.complete);
    }
}
