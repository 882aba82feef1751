//! Local variables: where the debug information says they are.

use std::collections::HashMap;

use ir::debug::{Subprogram, VariableLocation};

use super::accesses::Accesses;
use super::function::Lowering;
use super::stop::{CannotLower, Lowered};
use crate::module::{DebugKind, Instruction, MetadataId, ValueId};

/// The variables seen so far, in order of appearance.
#[derive(Default)]
pub(super) struct Locals {
    seen: Vec<(MetadataId, VariableLocation)>,
    positions: HashMap<MetadataId, usize>,
    /// What objects are taken for.
    pub(super) accesses: Accesses,
}

impl Locals {
    /// A variable is kept at `place`; one that is kept in several is kept in none all the time.
    fn add(&mut self, variable: MetadataId, place: VariableLocation) {
        match self.positions.get(&variable) {
            Some(&position) => {
                let known = &mut self.seen[position].1;
                if *known != place {
                    *known = VariableLocation::Gone;
                }
            }
            None => {
                self.positions.insert(variable, self.seen.len());
                self.seen.push((variable, place));
            }
        }
    }
}

impl Lowering<'_, '_> {
    /// A debug record: says where a variable is from here on.
    pub(super) fn debug_value(
        &mut self,
        instruction: &Instruction,
        kind: DebugKind,
        location: Option<ValueId>,
        variable: MetadataId,
        expression: MetadataId,
    ) -> Lowered<()> {
        // The variables of inlined functions are not this function's.
        if instruction.loc.is_some_and(|loc| loc.inlined_at.is_some()) {
            return Ok(());
        }
        let plain = self.tables.is_plain(expression);
        let place = match (kind, location) {
            (DebugKind::Declare, Some(pointer)) if plain => match self.slots.pointed_to(pointer) {
                Some(slot) => VariableLocation::Slot(slot),
                None => VariableLocation::Gone,
            },
            (DebugKind::Value | DebugKind::Assign, Some(value)) if plain => self.register(value)?,
            _ => VariableLocation::Gone,
        };
        if let Some(name) = self.tables.variable_name(variable) {
            self.name_place(place, name);
        }
        self.locals.add(variable, place);
        Ok(())
    }

    fn register(&mut self, value: ValueId) -> Lowered<VariableLocation> {
        match self.scalar(value) {
            Ok(scalar) => match scalar.limbs() {
                [part] => {
                    Ok(part.value.reg().map_or(VariableLocation::Gone, VariableLocation::Reg))
                }
                _ => Ok(VariableLocation::Gone),
            },
            Err(CannotLower::Unsupported(_)) => Ok(VariableLocation::Gone),
            // Of several scalars.
            Err(CannotLower::Malformed(_)) => Ok(VariableLocation::Gone),
        }
    }

    fn name_place(&mut self, place: VariableLocation, name: &str) {
        match place {
            VariableLocation::Slot(slot) => {
                self.builder.slot_mut(slot).name.get_or_insert_with(|| name.to_owned());
            }
            VariableLocation::Reg(reg) => self.builder.name(reg, name),
            VariableLocation::Gone => {}
        }
    }

    /// What the source says about the function.
    pub(super) fn subprogram(&mut self) -> Option<Subprogram> {
        let id = self.source.function.debug?;
        let variables = std::mem::take(&mut self.locals.seen);
        let mut subprogram = self.tables.subprogram(id, variables)?;
        subprogram.accesses = std::mem::take(&mut self.locals.accesses.found).into_iter().collect();
        self.name_params(&subprogram);
        Some(subprogram)
    }

    /// Names the registers of parameters that are passed as they are in the source.
    fn name_params(&mut self, subprogram: &Subprogram) {
        let Ok((_, params, _)) = self.unit.function_type(self.source.function.ty) else { return };
        if params.len() != subprogram.params.len() {
            return;
        }
        let mut next = 0;
        for (ty, param) in params.iter().zip(&subprogram.params) {
            let count = self.layout().registers(*ty).map_or(0, |registers| registers.len());
            if count == 1 && !param.name.is_empty() {
                self.builder.name(ir::Reg(next), &param.name);
            }
            next += count as u32;
        }
    }
}
