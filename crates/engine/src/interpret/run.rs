//! The loop: executes one state, instruction by instruction.
//!
//! [`Interpreter::run`] goes from one thing out of the ordinary to the next; between two of them are stretches of ordinary
//! instructions (`crate::interpret::stretch`), simple calls, and single instructions, executed as
//! `crate::interpret::execute` says.

use ir::{BlockId, Call, Operand};
use smt::TermId;

use crate::env::alias;
use crate::env::uninitialised;
use crate::interpret::execute::{self, Transfer};
use crate::interpret::stretch::Leave;
use crate::machine::Uninitialised;
use crate::machine::context::Ordered;
use crate::machine::context::{Context, FrameView, RunView};
use crate::machine::fault::Fault;
use crate::machine::recorder::Recording;
use crate::machine::{Flow, Interpreter};
use crate::memory;
use crate::report::outcome::{Outcome, StopReason, Unsupported};
use crate::state::{State, TERM_BYTES};

/// How the inner loop was left.
pub(crate) enum Exit<'p> {
    Call(&'p Call),
    Return(&'p [Operand]),
    VaStart(Operand),
    Alloca {
        dst: ir::Reg,
        size: u64,
        align: u32,
    },
    StackRestore(u64),
    Pause,
    Fault(Fault),
    Decide(TermId),
    /// Pointers into these objects are ordered.
    Unrelated([Ordered; 2]),
    /// It is about to look at uninitialised memory, which may be anything.
    Unset,
    Unsupported(String),
}

/// The limit of instructions is there for loops that no input ends. A program that goes over all its inputs a few times
/// needs instructions in proportion to them, and is none; one that takes inputs for ever is ended by its memory.
const PER_INPUT_BYTE: u64 = 100;

/// Instructions between two looks at the limits: where values are terms, an instruction may take long.
const SLICE: u64 = 1 << 20;
const SYMBOLIC_SLICE: u64 = 1 << 12;
/// On an input that refers to itself, this part of the instructions that a run may execute is enough without a decision.
const AROUND: u64 = 256;

/// So does one that writes to many bytes: pages that may be copied before the limits are looked at.
const COPIED_PAGES: u64 = 1 << 10;

impl<'p> Interpreter<'p, '_> {
    /// Runs a state to its end.
    pub(crate) fn run(&mut self, state: &mut State) -> Result<Outcome, Unsupported> {
        let mut slice_end = self.slice_end(state);
        loop {
            let exit = match self.options.symbolic {
                false => self.run_frames::<false>(state, slice_end),
                true => self.run_frames::<true>(state, slice_end),
            };
            let returned = matches!(exit, Exit::Return(_));
            if matches!(exit, Exit::Pause) {
                slice_end = self.slice_end(state);
            }
            match self.leave(state, exit)? {
                // Where nothing branches, nothing else pauses.
                Flow::Next if returned && state.instructions > slice_end => {
                    slice_end = self.slice_end(state);
                    if let Flow::End(outcome) = self.look_at_limits(state) {
                        return Ok(outcome);
                    }
                }
                Flow::Next => {}
                Flow::End(Outcome::Bug(_)) if self.excludes_error(state) => {
                    return Ok(Outcome::AssumeFailed);
                }
                Flow::End(outcome) => return Ok(outcome),
                Flow::Unsupported(what) => return Err(self.unsupported(state, what)),
            }
        }
    }

    /// Does what the loop can't.
    fn leave(&mut self, state: &mut State, exit: Exit<'p>) -> Result<Flow, Unsupported> {
        Ok(match exit {
            Exit::Call(call) => self.call(state, call)?,
            Exit::Return(values) if self.ends_activation(state) => {
                self.end_activation(state, values)
            }
            Exit::Return(values) => self.return_from(state, values),
            Exit::Pause => self.look_at_limits(state),
            Exit::VaStart(list) => self.va_start(state, list),
            Exit::Alloca { dst, size, align } => self.alloca(state, dst, size, align),
            Exit::StackRestore(token) => self.stack_restore(state, token),
            Exit::Fault(fault) => self.fault(state, fault),
            Exit::Decide(condition) => self.decide(state, condition),
            Exit::Unrelated(objects) => self.unrelated(state, objects),
            Exit::Unset => self.choose_unset(state),
            Exit::Unsupported(what) => Flow::Unsupported(what),
        })
    }

    /// When to look at the limits again.
    fn slice_end(&self, state: &State) -> u64 {
        let slice = if self.options.symbolic { SYMBOLIC_SLICE } else { SLICE };
        let end = state.instructions + slice;
        self.most_instructions(state).map_or(end, |limit| limit.min(end))
    }

    fn most_instructions(&self, state: &State) -> Option<u64> {
        let for_inputs = state.given.bytes.saturating_mul(PER_INPUT_BYTE);
        Some(self.options.limits.instructions?.saturating_add(for_inputs))
    }

    fn look_at_limits(&mut self, state: &State) -> Flow {
        let (most, memory) = (self.options.limits.instructions, self.options.limits.memory);
        let is_over = self.most_instructions(state).is_some_and(|most| state.instructions >= most);
        Flow::End(Outcome::Stopped(match most {
            Some(most) if is_over => StopReason::InstructionLimit(most),
            Some(most) if self.goes_around(state, most / AROUND) => {
                StopReason::CycleLimit(most / AROUND)
            }
            _ if (self.options.stop)() => StopReason::Interrupted,
            _ if self.is_beyond(state, memory) => StopReason::MemoryLimit(memory),
            _ => return Flow::Next,
        }))
    }

    /// Has a run executed that much without deciding anything, on an input that refers to itself? It may go around in it
    /// forever.
    fn goes_around(&self, state: &State, limit: u64) -> bool {
        state.instructions - state.path.trace.decided_at > limit
            && alias::has_alias(self.pool, state)
    }

    /// Does a run take more memory than that, for its terms or for its pages? Adding up pages takes its time, so that is
    /// done only when many were copied since the last time.
    pub(crate) fn is_beyond(&mut self, state: &State, limit: u64) -> bool {
        if (self.pool.len() * TERM_BYTES) as u64 > limit {
            return true;
        }
        let copied = memory::pages_copied() - self.log.pages_counted;
        if copied * memory::PAGE_SIZE as u64 <= limit / 16 {
            return false;
        }
        self.log.pages_counted += copied;
        state.memory.bytes_of_share() as u64 > limit
    }

    /// Runs up to a call that isn't a simple one, or anything out of the ordinary. Traced, the path notes the branches
    /// taken.
    fn run_frames<const TRACED: bool>(&mut self, state: &mut State, slice_end: u64) -> Exit<'p> {
        let copied = memory::pages_copied();
        let mut span = (0, 0);
        loop {
            if let Leave::Pause = self.stretch::<TRACED>(state, slice_end, &mut span) {
                return Exit::Pause;
            }
            match self.step::<TRACED>(state) {
                Transfer::Next if memory::pages_copied() - copied < COPIED_PAGES => {}
                Transfer::Next => return Exit::Pause,
                Transfer::Goto(block) => {
                    self.go_to(state, block);
                    if state.instructions > slice_end {
                        return Exit::Pause;
                    }
                }
                Transfer::Exit(exit) => return exit,
            }
        }
    }

    /// Executes the instruction before the innermost frame's `pc` by itself.
    fn step<const TRACED: bool>(&mut self, state: &mut State) -> Transfer<'p> {
        let any = self.options.uninitialised == Uninitialised::Any;
        let mut context = self.context(state, TRACED);
        if TRACED && any && uninitialised::is_met(&context) {
            return Transfer::Exit(Exit::Unset);
        }
        execute::execute(&mut context)
    }

    /// What the instruction before the innermost frame's `pc` works on.
    pub(super) fn context<'c>(&'c mut self, state: &'c mut State, traced: bool) -> Context<'p, 'c> {
        let State { memory, frames, regs, stack, path, model, .. } = state;
        let frame = frames.last().expect("a running state has a frame");
        let code = &self.image.functions[frame.function.index()];
        let view = match &mut self.log.recording {
            Recording::Whole(_) => None,
            Recording::PerFunction(recorder) => {
                let known = (&mut self.log.trees, &mut self.log.inputs);
                Some(recorder.view(known, self.image))
            }
        };
        Context {
            image: self.image,
            arithmetic: self.options.arithmetic,
            frame: FrameView {
                code,
                body: code.function.body.as_ref().expect("only bodies get frames"),
                function: frame.function,
                slots: frame.slots,
                stack_top: stack.top,
                frames,
                regs: &mut regs[frame.base..frame.base + code.places],
                pc: frame.pc - 1,
            },
            memory,
            shades: self.shades,
            pool: self.pool,
            origins: self.origins,
            run: RunView { path, model, view, traced },
        }
    }

    /// Leaves the block of the instruction that was executed for another one.
    fn go_to(&self, state: &mut State, block: BlockId) {
        let frame = state.frames.last_mut().expect("a running state has a frame");
        let code = &self.image.functions[frame.function.index()];
        let body = code.function.body.as_ref().expect("only bodies get frames");
        state.instructions += u64::from(code.operations.lengths[frame.pc - 1]);
        frame.pc = body.blocks[block.index()].start as usize;
    }
}
