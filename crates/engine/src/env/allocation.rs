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
        if !self.options.allocations_may_fail || !self.is_tested(state) {
            return Ok(PrimitiveResult::Value(0));
        }
        let number = state.given.allocations.count + 1;
        let name = format!("allocation {number}");
        let (input, fails) = self.fails(state, InputSource::Allocation(number), &name)?;
        state.given.inputs.push(input);
        state.given.allocations.count = number;
        if fails {
            let at = fault::program_location(self.image, state);
            state.given.allocations.failed.push(FailedAllocation { number, at });
            state.given.allocations.is_memory_out = true;
        }
        Ok(PrimitiveResult::Value(fails.into()))
    }

    /// Whether something fails that the program asks for is an input, of a byte that is 0 if it doesn't, as by default.
    pub(crate) fn fails(
        &mut self,
        state: &mut State,
        source: InputSource,
        name: &str,
    ) -> Result<(Input, bool), Stop> {
        let id = self.origins.input(InputKey { source, name: name.into(), nth: 0 });
        let symbol = self.byte_symbol(id, 0);
        self.prefer(state, symbol, Value::Bits(Bits::new(8, 0)));
        let byte = self.pool.variable(symbol);
        let fails = self.pool.is_nonzero(byte);
        let Some(fails) = state.path.condition.knows(self.pool, fails) else {
            return Err(Stop::Decide(fails));
        };
        let label = self.origins.label(id).clone();
        Ok((Input { bytes: vec![symbol], ..Input::new(id, label, source) }, fails))
    }

    /// Does the program run, which a test can say something about? What constructors do, they have done before.
    pub(crate) fn is_tested(&self, state: &State) -> bool {
        let is_running = matches!(state.stage.phase, Phase::Main | Phase::Exit);
        self.options.symbolic && is_running && state.given.tested.assuming.is_none()
    }
}
