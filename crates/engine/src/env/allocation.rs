//! Allocations that fail: whether the n-th one of a program does is an input, where that is explored.
//!
//! Each is decided when the program asks for memory, independently of the others: whatever a program does without
//! memory, it may do twice. The runtime library asks once for each call that the program itself makes, as the runner
//! of the tests counts them.

use smt::{Bits, Value};

use crate::env::primitives::PrimitiveResult;
use crate::machine::Interpreter;
use crate::machine::context::Stop;
use crate::machine::fault;
use crate::state::given::FailedAllocation;
use crate::state::{Input, Phase, State};
use crate::summary::origin::{InputKey, InputSource};

impl Interpreter<'_, '_> {
    /// Does the program's next allocation fail? By default it doesn't.
    pub(crate) fn allocation_fails(&mut self, state: &mut State) -> Result<PrimitiveResult, Stop> {
        // What constructors allocate, they have before a test can say anything.
        let is_running = matches!(state.stage.phase, Phase::Main | Phase::Exit)
            && state.given.assuming.is_none();
        if !self.options.symbolic || !self.options.allocations_may_fail || !is_running {
            return Ok(PrimitiveResult::Value(0));
        }
        let number = state.given.allocations + 1;
        let source = InputSource::Allocation(number);
        let name = format!("allocation {number}").into();
        let id = self.origins.input(InputKey { source, name, nth: 0 });
        let symbol = self.byte_symbol(id, 0);
        self.prefer(state, symbol, Value::Bits(Bits::new(8, 0)));
        let byte = self.pool.variable(symbol);
        let fails = self.pool.is_nonzero(byte);
        let Some(fails) = state.path.condition.knows(self.pool, fails) else {
            return Err(Stop::Decide(fails));
        };
        state.given.allocations = number;
        let label = self.origins.label(id).clone();
        state.given.inputs.push(Input { bytes: vec![symbol], ..Input::new(id, label, source) });
        if fails {
            let at = fault::program_location(self.image, state);
            state.given.failed_allocations.push(FailedAllocation { number, at });
            state.given.is_memory_out = true;
        }
        Ok(PrimitiveResult::Value(fails.into()))
    }
}
