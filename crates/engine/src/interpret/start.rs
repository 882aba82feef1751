//! How a run begins and ends: constructors, `main` with its arguments, `exit`, leaks.

use std::sync::Arc;

use ir::{Const, FuncId, Symbol};

use crate::env::StartUp;
use crate::interpret::call::stack_start;
use crate::interpret::leak;
use crate::machine::context::defined;
use crate::machine::fault;
use crate::machine::image::Image;
use crate::machine::{Flow, Interpreter, Machine};
use crate::report::bug::{Bug, BugKind, Note, StackEntry};
use crate::report::outcome::{Outcome, Unsupported};
use crate::state::given::{Given, MainArguments, StandardInput};
use crate::state::path::Path;
use crate::state::{Phase, StackUse, Stage, State};
use crate::value::Value;

impl Machine<'_, '_> {
    /// Runs the program: constructors, `main` with its arguments, `exit`.
    pub fn run_main(
        &mut self,
        state: &mut State,
        start_up: &StartUp,
    ) -> Result<Outcome, Unsupported> {
        let log = &mut self.fresh_log();
        self.with_log(log).run_main(state, start_up)
    }

    /// Runs one function with these arguments.
    pub fn run_function(
        &mut self,
        state: &mut State,
        function: FuncId,
        args: &[u64],
    ) -> Result<Outcome, Unsupported> {
        let log = &mut self.fresh_log();
        let args: Vec<Value> = args.iter().map(|&bits| Value::plain(bits)).collect();
        state.stage.phase = Phase::Function;
        self.with_log(log).start(state, function, &args)
    }

    /// A state in which nothing has run yet.
    pub fn new_state(&self) -> State {
        State {
            memory: self.image.memory.clone(),
            frames: Vec::new(),
            regs: Vec::new(),
            stack: StackUse { top: stack_start(self.image.memory.layout()), used: 0 },
            instructions: 0,
            path: Path::default(),
            model: Arc::default(),
            given: Given::default(),
            observed: Vec::new(),
            stage: Stage { phase: Phase::Function, entry: None },
        }
    }
}

impl Interpreter<'_, '_> {
    /// Runs the program: constructors, `main` with its arguments, `exit`.
    pub(crate) fn run_main(
        &mut self,
        state: &mut State,
        start_up: &StartUp,
    ) -> Result<Outcome, Unsupported> {
        self.register_destructors(state)?;
        state.stage.entry = start_up.entry;
        state.given.tested.function = start_up.tested;
        state.given.arguments =
            MainArguments::place(&mut state.memory, self.image.globals.end, start_up);
        state.given.stdin = StandardInput::new(start_up.symbolic.stdin);
        state.stage.phase = Phase::Starting(0);
        self.next_phase(state, &[])
    }

    /// Goes on with a state that was kept in the middle of a run.
    pub(crate) fn resume(&mut self, state: &mut State) -> Result<Outcome, Unsupported> {
        if state.stage.phase == Phase::Arguments
            && let Flow::End(outcome) = self.decide_arguments(state)
        {
            return Ok(outcome);
        }
        match self.run(state)? {
            Outcome::Return(values) => self.next_phase(state, &values),
            other => Ok(other),
        }
    }

    /// The function of a phase returned these values: on to the next.
    fn next_phase(&mut self, state: &mut State, values: &[Value]) -> Result<Outcome, Unsupported> {
        match state.stage.phase {
            Phase::Function => Ok(Outcome::Return(values.to_vec())),
            Phase::Starting(done) => match constructors(self.image).get(done) {
                Some(&constructor) => {
                    state.stage.phase = Phase::Starting(done + 1);
                    self.start(state, constructor, &[])
                }
                None => self.start_main(state),
            },
            // A harness is no program: nothing is left to do when the function it calls has returned.
            Phase::Main if state.stage.entry.is_some() => Ok(self.finish(state, 0)),
            Phase::Arguments | Phase::Main => {
                state.stage.phase = Phase::Exit;
                self.exit_from_main(state, values.first().copied())
            }
            Phase::Exit => Ok(self.finish(state, 0)),
        }
    }

    fn start_main(&mut self, state: &mut State) -> Result<Outcome, Unsupported> {
        let Some(main) = state.stage.entry.or_else(|| self.defined_function("main")) else {
            return Err(self.unsupported(state, "a program without `main`"));
        };
        let wanted = self.image.program.function(main).signature.params.len();
        state.stage.phase = if wanted == 0 { Phase::Main } else { Phase::Arguments };
        let args = state.given.arguments.values();
        self.start(state, main, &args[..wanted.min(args.len())])
    }

    fn start(
        &mut self,
        state: &mut State,
        function: FuncId,
        args: &[Value],
    ) -> Result<Outcome, Unsupported> {
        match self.enter(state, function, args) {
            Flow::Next => self.resume(state),
            Flow::End(outcome) => Ok(outcome),
            Flow::Unsupported(what) => Err(self.unsupported(state, what)),
        }
    }

    /// Destructors run after the program's own `atexit` functions, the last one first.
    fn register_destructors(&mut self, state: &mut State) -> Result<(), Unsupported> {
        let Some(atexit) = self.defined_function("atexit") else { return Ok(()) };
        for destructor in listed(self.image, "llvm.global_dtors") {
            let address = Value::plain(self.image.function_address(destructor));
            state.stage.phase = Phase::Function;
            self.start(state, atexit, &[address])?;
        }
        Ok(())
    }

    /// `main` returned: the C library's `exit` runs, if the program has it.
    fn exit_from_main(
        &mut self,
        state: &mut State,
        value: Option<Value>,
    ) -> Result<Outcome, Unsupported> {
        let value = value.unwrap_or(Value::plain(0));
        if let Err(fault) = defined(self.shades, value, "the exit code") {
            return Ok(Outcome::Bug(fault::bug(self.image, state, fault)));
        }
        match self.defined_function("exit") {
            Some(exit) => self.start(state, exit, &[value]),
            None => Ok(self.finish(state, value.bits as i32)),
        }
    }

    fn defined_function(&self, name: &str) -> Option<FuncId> {
        let program = self.image.program;
        program.function_named(name).filter(|&id| program.function(id).body.is_some())
    }

    /// The program is over.
    pub(crate) fn finish(&self, state: &State, code: i32) -> Outcome {
        let leaked = if self.options.leaks { leak::find(self.image, state) } else { Vec::new() };
        let Some(first) = leaked.first() else { return Outcome::Exit(code) };
        let others = match leaked.len() {
            1 => String::new(),
            n => format!(" ({} more blocks leak)", n - 1),
        };
        let made = StackEntry { function: String::new(), at: first.made, runtime: false };
        Outcome::Bug(Box::new(Bug {
            kind: BugKind::MemoryLeak,
            message: format!(
                "nothing points to this block of {} bytes any more{others}",
                first.size
            ),
            stack: vec![made],
            notes: leaked[1..]
                .iter()
                .take(4)
                .map(|block| Note { message: "this one leaks too".into(), at: block.made })
                .collect(),
            precondition: None,
        }))
    }
}

/// What runs before `main`.
pub(crate) fn constructors(image: &Image<'_>) -> Vec<FuncId> {
    listed(image, "llvm.global_ctors")
}

/// The functions of `llvm.global_ctors` or `llvm.global_dtors`, by priority, then in order.
fn listed(image: &Image<'_>, name: &str) -> Vec<FuncId> {
    let list = image.program.globals.iter().find(|global| global.name == name);
    let Some(init) = list.and_then(|global| global.init.as_ref()) else { return Vec::new() };
    let word = u64::from(image.program.target.pointer_bits / 8);
    // An entry is { i32 priority, ptr function, ptr data }.
    let entry = 3 * word;
    let mut found: Vec<(u32, u64, FuncId)> = Vec::new();
    for relocation in &init.relocations {
        if let Const::Address(Symbol::Function(function), 0) = relocation.value
            && relocation.at % entry == word
        {
            let start = (relocation.at - word) as usize;
            let mut priority = [0; 4];
            for (to, from) in priority.iter_mut().zip(init.bytes.iter().skip(start)) {
                *to = *from;
            }
            found.push((u32::from_le_bytes(priority), relocation.at, function));
        }
    }
    found.sort();
    found.into_iter().map(|(.., function)| function).collect()
}
