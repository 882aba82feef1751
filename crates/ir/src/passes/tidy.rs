//! Drops registers, slots and constants that nothing uses, and numbers the rest again.
//!
//! Afterwards the constants are in the order of their first use, each once, as
//! [`parse`](crate::parse()) numbers them too.

use std::collections::HashMap;

use super::retain;
use crate::debug::{Subprogram, VariableLocation};
use crate::{Body, Const, ConstId, Inst, OperandKind, Reg, SlotId};

pub(super) fn run(body: &mut Body, params: usize, debug: Option<&mut Subprogram>) {
    let slots = drop_slots(body);
    let regs = drop_regs(body, params);
    number_consts(body);
    for local in debug.into_iter().flat_map(|debug| &mut debug.locals) {
        local.place = match local.place {
            VariableLocation::Reg(reg) => {
                regs[reg.index()].map_or(VariableLocation::Gone, VariableLocation::Reg)
            }
            VariableLocation::Slot(slot) => {
                slots[slot.index()].map_or(VariableLocation::Gone, VariableLocation::Slot)
            }
            VariableLocation::Gone => VariableLocation::Gone,
        };
    }
}

/// Drops the slots whose address is nowhere computed, with the marks of their lifetime.
fn drop_slots(body: &mut Body) -> Vec<Option<SlotId>> {
    let mut used = vec![false; body.slots.len()];
    for inst in &body.code {
        if let Inst::SlotAddr { slot, .. } = inst {
            used[slot.index()] = true;
        }
    }
    let marks = |inst: &Inst| match inst {
        Inst::SlotLive { slot } | Inst::SlotDead { slot } => !used[slot.index()],
        _ => false,
    };
    let keep: Vec<bool> = body.code.iter().map(|inst| !marks(inst)).collect();
    retain(body, &keep);
    let renumbered = renumber(&used, SlotId::new);
    for inst in &mut body.code {
        if let Inst::SlotAddr { slot, .. } | Inst::SlotLive { slot } | Inst::SlotDead { slot } =
            inst
        {
            *slot = renumbered[slot.index()].unwrap_or(*slot);
        }
    }
    let mut flags = used.iter();
    body.slots.retain(|_| *flags.next().unwrap_or(&true));
    renumbered
}

/// Drops the registers that no instruction names; parameters stay.
fn drop_regs(body: &mut Body, params: usize) -> Vec<Option<Reg>> {
    let mut used = vec![false; body.regs.len()];
    used[..params].fill(true);
    for inst in &body.code {
        inst.for_each_use(|operand| {
            if let Some(reg) = operand.reg() {
                used[reg.index()] = true;
            }
        });
        inst.for_each_def(|reg| used[reg.index()] = true);
    }
    let renumbered = renumber(&used, Reg::new);
    for inst in &mut body.code {
        inst.for_each_use_mut(|operand| {
            if let Some(new) = operand.reg().and_then(|reg| renumbered[reg.index()]) {
                *operand = new.into();
            }
        });
        inst.for_each_def_mut(|reg| *reg = renumbered[reg.index()].unwrap_or(*reg));
    }
    let mut flags = used.iter();
    body.regs.retain(|_| *flags.next().unwrap_or(&true));
    renumbered
}

fn renumber<Id>(used: &[bool], id: impl Fn(usize) -> Id) -> Vec<Option<Id>> {
    let mut count = 0;
    let mut next = |used: &bool| {
        count += usize::from(*used);
        used.then(|| id(count - 1))
    };
    used.iter().map(&mut next).collect()
}

/// Keeps the constants that are used, each once, in the order of their first use.
pub(crate) fn number_consts(body: &mut Body) {
    let old = std::mem::take(&mut body.consts);
    let mut numbers: HashMap<Const, ConstId> = HashMap::new();
    for inst in &mut body.code {
        inst.for_each_use_mut(|operand| {
            let OperandKind::Const(id) = operand.kind() else { return };
            let constant = old[id.index()];
            let number = *numbers.entry(constant).or_insert_with(|| {
                body.consts.push(constant);
                ConstId::new(body.consts.len() - 1)
            });
            *operand = number.into();
        });
    }
}
