//! What an instruction reads, writes and jumps to, without naming the instruction.

use crate::{BlockId, Callee, Inst, Operand, Reg};

// One list of fields serves the shared and the mutable visitor: `$m` is nothing or `mut`.
macro_rules! visit_uses {
    ($inst:expr, $f:expr, $($m:tt)?) => {
        match $inst {
            Inst::Copy { src: a, .. }
            | Inst::Unary { a, .. }
            | Inst::Extend { a, .. }
            | Inst::Truncate { a, .. }
            | Inst::FloatUnary { a, .. }
            | Inst::Convert { a, .. }
            | Inst::Load { addr: a, .. }
            | Inst::Alloca { size: a, .. }
            | Inst::StackRestore { token: a }
            | Inst::VaStart { list: a }
            | Inst::Freeze { src: a, .. }
            | Inst::Check { cond: a, .. }
            | Inst::CheckPointer { addr: a, .. }
            | Inst::Branch { cond: a, .. }
            | Inst::IndirectJump { addr: a, .. } => $f(a),
            Inst::Binary { a, b, .. }
            | Inst::Compare { a, b, .. }
            | Inst::FloatBinary { a, b, .. }
            | Inst::FloatCompare { a, b, .. }
            | Inst::Store { addr: a, value: b, .. } => {
                $f(a);
                $f(b);
            }
            Inst::Select { cond: a, a: b, b: c, .. }
            | Inst::FloatMulAdd { a, b, c, .. }
            | Inst::MemCopy { dst: a, src: b, len: c, .. }
            | Inst::MemSet { dst: a, value: b, len: c } => {
                $f(a);
                $f(b);
                $f(c);
            }
            Inst::Wide(wide) => {
                (& $($m)? wide.a).into_iter().for_each(&mut $f);
                (& $($m)? wide.b).into_iter().for_each(&mut $f);
            }
            Inst::Call(call) => {
                if let Callee::Indirect(address) = & $($m)? call.callee {
                    $f(address);
                }
                (& $($m)? call.args).into_iter().for_each(&mut $f);
            }
            Inst::Switch(switch) => $f(& $($m)? switch.value),
            Inst::Return { values } => values.into_iter().for_each(&mut $f),
            Inst::SlotAddr { .. }
            | Inst::SlotLive { .. }
            | Inst::SlotDead { .. }
            | Inst::StackSave { .. }
            | Inst::Jump { .. }
            | Inst::Unreachable
            | Inst::Trap
            | Inst::Unsupported { .. } => {}
        }
    };
}

macro_rules! visit_defs {
    ($inst:expr, $f:expr, $($m:tt)?) => {
        match $inst {
            Inst::Copy { dst, .. }
            | Inst::Binary { dst, .. }
            | Inst::Unary { dst, .. }
            | Inst::Compare { dst, .. }
            | Inst::Extend { dst, .. }
            | Inst::Truncate { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::FloatBinary { dst, .. }
            | Inst::FloatUnary { dst, .. }
            | Inst::FloatMulAdd { dst, .. }
            | Inst::FloatCompare { dst, .. }
            | Inst::Convert { dst, .. }
            | Inst::Load { dst, .. }
            | Inst::SlotAddr { dst, .. }
            | Inst::Alloca { dst, .. }
            | Inst::StackSave { dst }
            | Inst::Freeze { dst, .. } => $f(dst),
            Inst::Wide(wide) => (& $($m)? wide.dst).into_iter().for_each(&mut $f),
            Inst::Call(call) => (& $($m)? call.results).into_iter().for_each(&mut $f),
            Inst::Store { .. }
            | Inst::SlotLive { .. }
            | Inst::SlotDead { .. }
            | Inst::StackRestore { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. }
            | Inst::VaStart { .. }
            | Inst::Check { .. }
            | Inst::CheckPointer { .. }
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch(_)
            | Inst::IndirectJump { .. }
            | Inst::Return { .. }
            | Inst::Unreachable
            | Inst::Trap
            | Inst::Unsupported { .. } => {}
        }
    };
}

macro_rules! visit_targets {
    ($inst:expr, $f:expr, $($m:tt)?) => {
        match $inst {
            Inst::Jump { target } => $f(target),
            Inst::Branch { then, otherwise, .. } => {
                $f(then);
                $f(otherwise);
            }
            Inst::Switch(switch) => {
                for (_, target) in & $($m)? switch.cases {
                    $f(target);
                }
                $f(& $($m)? switch.default);
            }
            Inst::IndirectJump { targets, .. } => targets.into_iter().for_each(&mut $f),
            Inst::Call(call) => (& $($m)? call.unwind).into_iter().for_each(&mut $f),
            Inst::Copy { .. }
            | Inst::Binary { .. }
            | Inst::Unary { .. }
            | Inst::Compare { .. }
            | Inst::Extend { .. }
            | Inst::Truncate { .. }
            | Inst::Select { .. }
            | Inst::Wide(_)
            | Inst::FloatBinary { .. }
            | Inst::FloatUnary { .. }
            | Inst::FloatMulAdd { .. }
            | Inst::FloatCompare { .. }
            | Inst::Convert { .. }
            | Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::SlotAddr { .. }
            | Inst::SlotLive { .. }
            | Inst::SlotDead { .. }
            | Inst::Alloca { .. }
            | Inst::StackSave { .. }
            | Inst::StackRestore { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. }
            | Inst::VaStart { .. }
            | Inst::Check { .. }
            | Inst::CheckPointer { .. }
            | Inst::Freeze { .. }
            | Inst::Return { .. }
            | Inst::Unreachable
            | Inst::Trap
            | Inst::Unsupported { .. } => {}
        }
    };
}

impl Inst {
    /// Calls `f` with every operand read.
    pub fn for_each_use(&self, mut f: impl FnMut(Operand)) {
        let mut f = |operand: &Operand| f(*operand);
        visit_uses!(self, f,);
    }

    /// Calls `f` with every operand read, to change it.
    pub fn for_each_use_mut(&mut self, mut f: impl FnMut(&mut Operand)) {
        visit_uses!(self, f, mut);
    }

    /// Calls `f` with every register written. A wide comparison names its one result twice.
    pub fn for_each_def(&self, mut f: impl FnMut(Reg)) {
        let mut f = |reg: &Reg| f(*reg);
        visit_defs!(self, f,);
    }

    /// Calls `f` with every register written, to change it.
    pub fn for_each_def_mut(&mut self, mut f: impl FnMut(&mut Reg)) {
        visit_defs!(self, f, mut);
    }

    /// Calls `f` with every block that control may go to from here, a call's unwind block too.
    pub fn for_each_target(&self, mut f: impl FnMut(BlockId)) {
        let mut f = |block: &BlockId| f(*block);
        visit_targets!(self, f,);
    }

    /// Calls `f` with every block that control may go to from here, to change it.
    pub fn for_each_target_mut(&mut self, mut f: impl FnMut(&mut BlockId)) {
        visit_targets!(self, f, mut);
    }
}
