//! The arguments of `main`, some of which may stand for anything.
//!
//! How many there are is decided before `main` begins, so that `argv` is an array of plain pointers. What is in
//! them is decided where the program looks.

use crate::env::StartUp;
use crate::machine::{Flow, Interpreter};
use crate::memory::{Memory, Tag};
use crate::state::given::MainArguments;
use crate::state::{Input, Phase, State};
use crate::summary::origin::InputSource;
use crate::summary::origin::Origin;
use crate::value::Value;

/// Bytes between two strings that belong to no object.
const RED_ZONE: u64 = 16;

impl MainArguments {
    /// Puts the program's arguments and environment into memory, from `start` on.
    pub(crate) fn place(memory: &mut Memory, start: u64, start_up: &StartUp) -> MainArguments {
        let mut area = Area { memory, next: start };
        let fixed: Vec<u64> = start_up.args.iter().map(|arg| area.place_string(arg)).collect();
        let length = start_up.symbolic.length;
        let blank = vec![0; length as usize];
        let symbolic: Vec<u64> =
            (0..start_up.symbolic.args).map(|_| area.place_string(&blank)).collect();
        let argv = area.place_pointers(fixed.iter().chain(&symbolic));
        let environment: Vec<u64> =
            start_up.environment.iter().map(|entry| area.place_string(entry)).collect();
        let envp = area.place_pointers(&environment);
        MainArguments { count: fixed.len() as u64, argv, envp, symbolic, length }
    }

    /// `argc`, `argv` and `envp`, as if all arguments were there.
    pub(crate) fn values(&self) -> [Value; 3] {
        [self.count + self.symbolic.len() as u64, self.argv, self.envp].map(Value::plain)
    }
}

impl Interpreter<'_, '_> {
    /// Decides how many of the arguments are there, and goes on with `main`, whose frame is the only one.
    pub(crate) fn decide_arguments(&mut self, state: &mut State) -> Flow {
        let symbolic = state.given.arguments.symbolic.len() as u64;
        // Without symbolic inputs, none of them is.
        let most = if self.options.symbolic { symbolic } else { 0 };
        let count = self.origins.variable(self.pool, Origin::ArgumentCount);
        let mut given = 0;
        while given < most {
            let position = self.pool.bits(32, given);
            let more = self.pool.ult(position, count);
            match state.path.condition.knows(self.pool, more) {
                Some(true) => given += 1,
                Some(false) => break,
                None => match self.choose(state, more) {
                    Flow::Next => {}
                    end => return end,
                },
            }
        }
        self.give_arguments(state, given);
        state.stage.phase = Phase::Main;
        Flow::Next
    }

    /// The first `given` of the symbolic arguments are there, the others aren't.
    fn give_arguments(&mut self, state: &mut State, given: u64) {
        let MainArguments { count, argv, length, .. } = state.given.arguments;
        for i in 0..given {
            let source = InputSource::Argument((count + i) as u32);
            let input = self.new_input(state, &format!("argv[{}]", count + i), source);
            let start = state.given.arguments.symbolic[i as usize];
            let byte = |at| self.symbolic_byte(state, input.id, at, start + at);
            let bytes = (0..length).map(byte).collect();
            state.given.inputs.push(Input { bytes, address: start, ..input });
        }
        let word = u64::from(state.memory.layout().pointer_bytes);
        state.memory.initialise(argv + (count + given) * word, &vec![0; word as usize], Tag::DATA);
        let main = state.frames.last().expect("`main` has begun").base;
        state.regs[main] = Value::plain(count + given);
    }
}

/// Memory that objects are put into, one after the other.
struct Area<'m> {
    memory: &'m mut Memory,
    next: u64,
}

impl Area<'_> {
    fn place_string(&mut self, string: &[u8]) -> u64 {
        self.place(&[string, &b"\0"[..]].concat())
    }

    /// Puts an array of pointers, with a null pointer at its end.
    fn place_pointers<'a>(&mut self, pointers: impl IntoIterator<Item = &'a u64>) -> u64 {
        let word = self.memory.layout().pointer_bytes as usize;
        let all = pointers.into_iter().chain(&[0]);
        let bytes: Vec<u8> =
            all.flat_map(|pointer| pointer.to_le_bytes().into_iter().take(word)).collect();
        self.place(&bytes)
    }

    fn place(&mut self, bytes: &[u8]) -> u64 {
        let address = self.next;
        self.memory.initialise(address, bytes, Tag::DATA);
        self.next = (address + bytes.len() as u64 + RED_ZONE).next_multiple_of(16);
        address
    }
}
