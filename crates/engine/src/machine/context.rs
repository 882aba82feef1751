//! What an instruction works on.

use std::sync::Arc;

use analysis::Effects;
use ir::{Body, FuncId, ProgramPoint};
use smt::{Model, TermId, TermPool};

use crate::machine::Arithmetic;
use crate::machine::fault::Fault;
use crate::machine::image::{Code, Image};
use crate::memory::Memory;
use crate::state::activation::Activation;
use crate::state::path::Path;
use crate::state::{Frame, State};
use crate::summary::inputs::Inputs;
use crate::summary::origin::Origins;
use crate::summary::tree::Tree;
use crate::value::{Shades, Value};

/// What an instruction works on: its frame, the memory, the terms, and the run that it is a part of.
pub(crate) struct Context<'p, 'm> {
    pub image: &'p Image<'p>,
    pub arithmetic: Arithmetic,
    pub frame: FrameView<'p, 'm>,
    pub memory: &'m mut Memory,
    pub shades: &'m mut Shades,
    pub pool: &'m mut TermPool,
    pub origins: &'m mut Origins,
    pub run: RunView<'m>,
}

/// The frame that an instruction is executed in.
pub(crate) struct FrameView<'p, 'm> {
    pub code: &'p Code<'p>,
    pub body: &'p Body,
    pub function: FuncId,
    /// Where its slots start.
    pub slots: u64,
    pub stack_top: u64,
    /// All active functions, this one last.
    pub frames: &'m [Frame],
    pub regs: &'m mut [Value],
    /// The instruction to execute.
    pub pc: usize,
}

/// What a run has decided, and with which inputs it goes on.
pub(crate) struct RunView<'m> {
    pub path: &'m mut Path,
    pub model: &'m mut Arc<Model>,
    /// The activation it is in, if trees are recorded.
    pub view: Option<ActivationView<'m>>,
    /// Does the path note the branches taken?
    pub traced: bool,
}

/// Why an instruction can't be executed now. Nothing has changed yet when it is raised.
pub(crate) enum Stop {
    /// The program did something wrong.
    Fault(Fault),
    /// It depends on this condition, which the path says nothing about. Once it does, the instruction
    /// is executed again.
    Decide(TermId),
    /// Pointers into these two objects, of which one at least is an input, are ordered or subtracted.
    Unrelated([Ordered; 2]),
}

/// A pointer that is ordered, or subtracted.
#[derive(Clone, Copy)]
pub(crate) enum Ordered {
    /// It leads into the object that starts there.
    Object(u64),
    /// It is this input, and null.
    Null(TermId),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

/// The activation that an instruction belongs to.
pub(crate) struct ActivationView<'m> {
    pub activation: &'m mut Activation,
    pub tree: &'m Tree,
    /// The inputs of all functions.
    pub inputs: &'m mut Inputs,
    pub effects: &'m Effects,
}

/// A value that decides something must not have undefined bits.
#[cold]
pub(crate) fn defined(shades: &Shades, value: Value, what: &'static str) -> Result<(), Fault> {
    match shades.cause(value) {
        Some(cause) if shades.undef(value) != 0 => Err(Fault::Undefined(cause, what)),
        _ => Ok(()),
    }
}

/// The instruction that a state is at.
pub(crate) fn site(state: &State) -> ProgramPoint {
    let frame = state.frames.last().expect("a running state has a frame");
    ProgramPoint { function: frame.function, pc: frame.pc as u32 }
}
