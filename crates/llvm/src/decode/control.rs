//! Terminators, phis and exception pads.

use crate::decode::codes::function as code;
use crate::decode::function::{FunctionReader, Result};
use crate::decode::operands::Operands;
use crate::error::Error;
use crate::module::{Op, Type};

impl FunctionReader<'_, '_> {
    /// Reads an instruction that has to do with control flow.
    pub(super) fn control(&mut self, code: u32, operands: Operands<'_>) -> Result<()> {
        match code {
            code::INST_PHI => self.phi(operands),
            code::INST_RET => self.ret(operands),
            code::INST_BR => self.branch(operands),
            code::INST_SWITCH => self.switch(operands),
            code::INST_INDIRECTBR => self.indirect_branch(operands),
            code::INST_UNREACHABLE => self.push(Op::Unreachable),
            code::INST_RESUME => self.push(Op::Resume),
            code::INST_LANDINGPAD | code::INST_LANDINGPAD_OLD => self.landing_pad(operands),
            code::INST_CLEANUPRET => self.unsupported("cleanupret", true),
            code::INST_CATCHRET => self.unsupported("catchret", true),
            code::INST_CATCHPAD => self.unsupported_token("catchpad", false),
            code::INST_CLEANUPPAD => self.unsupported_token("cleanuppad", false),
            code::INST_CATCHSWITCH => self.unsupported_token("catchswitch", true),
            _ => Err(Error::malformed("unknown instruction")),
        }
    }

    fn phi(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let ty = self.type_id(&mut operands)?;
        let mut incoming = Vec::new();
        // A single operand left over holds fast-math flags.
        for pair in operands.rest().chunks_exact(2) {
            incoming.push((self.signed_value(pair[0], ty)?, self.block_id(pair[1])?));
        }
        self.push_result(Op::Phi { incoming }, ty)
    }

    fn ret(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let value =
            if operands.is_empty() { None } else { Some(self.value_and_type(&mut operands)?.0) };
        operands.finish()?;
        self.push(Op::Return { value })
    }

    fn branch(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let then = self.block_id(operands.u64()?)?;
        if operands.is_empty() {
            return self.push(Op::Jump { target: then });
        }
        let otherwise = self.block_id(operands.u64()?)?;
        let bool_type = self.context.types.intern(Type::Integer(1));
        let cond = self.value(&mut operands, bool_type)?;
        operands.finish()?;
        self.push(Op::Branch { cond, then, otherwise })
    }

    fn switch(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let ty = self.type_id(&mut operands)?;
        let value = self.value(&mut operands, ty)?;
        let default = self.block_id(operands.u64()?)?;
        let mut cases = Vec::new();
        while let Some(case) = operands.next() {
            let case = self.plain_value(case, ty)?;
            cases.push((case, self.block_id(operands.u64()?)?));
        }
        self.push(Op::Switch { value, default, cases })
    }

    fn indirect_branch(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let ty = self.type_id(&mut operands)?;
        let address = self.value(&mut operands, ty)?;
        let targets = operands.rest().iter().map(|&id| self.block_id(id));
        let targets = targets.collect::<Result<_>>()?;
        self.push(Op::IndirectBr { address, targets })
    }

    /// Which exceptions it catches doesn't matter as long as none is thrown.
    fn landing_pad(&mut self, mut operands: Operands<'_>) -> Result<()> {
        let ty = self.type_id(&mut operands)?;
        self.push_result(Op::LandingPad, ty)
    }

    fn unsupported(&mut self, what: &str, terminator: bool) -> Result<()> {
        let what = what.to_owned();
        self.push(Op::Unsupported { what, terminator })
    }

    fn unsupported_token(&mut self, what: &str, terminator: bool) -> Result<()> {
        let what = what.to_owned();
        let token = self.context.types.intern(Type::Token);
        self.push_result(Op::Unsupported { what, terminator }, token)
    }
}
