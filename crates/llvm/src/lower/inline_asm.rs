//! Inline assembly without instructions: barriers, and values hidden from the optimiser.

use super::function::Lowering;
use super::scalar::Scalar;
use super::stop::{Lowered, malformed, unsupported};
use crate::module::{Call, InlineAsm, Instruction, ValueId};

/// What one constraint asks for.
enum AsmConstraint {
    /// A result.
    Output,
    /// An argument.
    Input,
    /// An argument in the place of a result, which it becomes: `"0"`.
    Tied(usize),
    /// Something that is overwritten.
    Clobber,
}

impl Lowering<'_, '_> {
    /// The results of an assembly template that does nothing.
    pub(super) fn inline_asm(
        &mut self,
        asm: &InlineAsm,
        call: &Call,
        instruction: &Instruction,
    ) -> Lowered<Vec<Scalar>> {
        if !does_nothing(&asm.text) {
            return unsupported(format!("inline assembly `{}`", asm.text.escape_debug()));
        }
        let outputs = tied_inputs(&asm.constraints, &call.args);
        let types = self.layout().scalars(instruction.ty)?;
        if types.len() != outputs.len() && !types.is_empty() {
            return malformed("inline assembly with another number of results");
        }
        types
            .iter()
            .zip(outputs)
            .map(|(ty, input)| match input {
                Some(input) => self.scalar(input),
                // A register that nothing was written to.
                None => Ok(self.builder.undef_scalar(*ty)),
            })
            .collect()
    }
}

/// Only blanks and comments?
fn does_nothing(text: &str) -> bool {
    text.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with('#'))
}

/// For each result, the argument that is in its place from the start.
fn tied_inputs(constraints: &str, args: &[ValueId]) -> Vec<Option<ValueId>> {
    let mut outputs = Vec::new();
    let mut args = args.iter();
    // A tie counts all outputs, also those in memory, which are no results.
    let mut results = Vec::new();
    for constraint in constraints.split(',') {
        match classify(constraint) {
            AsmConstraint::Output => {
                results.push(Some(outputs.len()));
                outputs.push(None);
            }
            AsmConstraint::Input => {
                if constraint.starts_with("=*") {
                    results.push(None);
                }
                args.next();
            }
            AsmConstraint::Tied(to) => {
                let input = args.next();
                if let Some(Some(output)) = results.get(to) {
                    outputs[*output] = input.copied();
                }
            }
            AsmConstraint::Clobber => {}
        }
    }
    outputs
}

fn classify(constraint: &str) -> AsmConstraint {
    if let Some(output) = constraint.strip_prefix('=') {
        // An output in memory takes its address as an argument.
        return if output.starts_with('*') { AsmConstraint::Input } else { AsmConstraint::Output };
    }
    if constraint.is_empty() || constraint.starts_with(['~', '!']) {
        return AsmConstraint::Clobber;
    }
    constraint.parse().map_or(AsmConstraint::Input, AsmConstraint::Tied)
}
