//! Stack slots whose address isn't taken become registers.
//!
//! A slot is promoted if its address is used only to load and store, at known offsets inside it, and
//! no two accesses overlap except at the same place and size. Each such place becomes a register with
//! the slot's name. Where the slot's lifetime begins the register becomes undefined, so an
//! uninitialised read is still found.

use std::collections::BTreeMap;

use crate::debug::{Subprogram, VariableLocation};
use crate::{BinaryOp, Body, Const, Inst, Operand, OperandKind, Reg, SlotId, Ty};

/// A slot with more places than this is really an array, and stays one.
const MOST_PLACES: usize = 32;

pub(super) fn run(body: &mut Body, params: usize, debug: Option<&mut Subprogram>) {
    if body.slots.is_empty() {
        return;
    }
    let addresses = SlotAddresses::new(body, params);
    let mut slots = accesses(body, &addresses);
    let givers = parameters_stored(body, params, &addresses, &slots);
    let fresh = assign(body, &mut slots, &givers);
    rewrite(body, &addresses, &slots, &fresh);
    let places = |slot: SlotId| match slots[slot.index()].as_ref()?.first_key_value() {
        Some((0, place)) => place.reg.map(VariableLocation::Reg),
        _ => Some(VariableLocation::Gone),
    };
    for local in debug.into_iter().flat_map(|debug| &mut debug.locals) {
        if let VariableLocation::Slot(slot) = local.place {
            local.place = places(slot).unwrap_or(local.place);
        }
    }
}

/// A part of a slot that is always accessed as a whole, and the register it becomes.
struct SlotPart {
    ty: Ty,
    reg: Option<Reg>,
}

/// The parts of a slot by their offsets; `None` if it must stay in memory.
type SlotParts = Option<BTreeMap<u64, SlotPart>>;

/// The registers that hold the address of a slot plus an offset, and nothing else ever.
struct SlotAddresses(Vec<Option<(SlotId, i64)>>);

impl SlotAddresses {
    fn new(body: &Body, params: usize) -> Self {
        let mut written = vec![0u32; body.regs.len()];
        written[..params].fill(1);
        for inst in &body.code {
            inst.for_each_def(|reg| written[reg.index()] += 1);
        }
        let mut addresses = SlotAddresses(vec![None; body.regs.len()]);
        for inst in &body.code {
            if let Some((dst, address)) = addresses.computed(body, inst)
                && written[dst.index()] == 1
            {
                addresses.0[dst.index()] = Some(address);
            }
        }
        addresses
    }

    /// The register that the instruction sets to a slot's address, and that address.
    fn computed(&self, body: &Body, inst: &Inst) -> Option<(Reg, (SlotId, i64))> {
        match *inst {
            Inst::SlotAddr { dst, slot } => Some((dst, (slot, 0))),
            Inst::Copy { dst, src } => Some((dst, self.of(src)?)),
            Inst::Binary { op: BinaryOp::Add, nsw: false, width, dst, a, b } => {
                let (a, b) = if self.of(a).is_some() { (a, b) } else { (b, a) };
                let (slot, offset) = self.of(a)?;
                let OperandKind::Const(id) = b.kind() else { return None };
                let Const::Bits(bits) = body.constant(id) else { return None };
                Some((dst, (slot, offset.checked_add(width.sign_extend(bits))?)))
            }
            _ => None,
        }
    }

    fn of(&self, operand: Operand) -> Option<(SlotId, i64)> {
        self.0[operand.reg()?.index()]
    }

    /// The part of a slot that the instruction loads or stores.
    fn accessed(&self, inst: &Inst) -> Option<(SlotId, i64, Ty)> {
        let (Inst::Load { ty, addr, offset, .. } | Inst::Store { ty, addr, offset, .. }) = *inst
        else {
            return None;
        };
        let (slot, base) = self.of(addr)?;
        Some((slot, base.checked_add(offset.into())?, ty))
    }
}

/// How each slot is accessed.
fn accesses(body: &Body, addresses: &SlotAddresses) -> Vec<SlotParts> {
    let mut slots: Vec<SlotParts> = body.slots.iter().map(|_| Some(BTreeMap::new())).collect();
    for inst in &body.code {
        if let Some((dst, _)) = addresses.computed(body, inst)
            && addresses.of(dst.into()).is_some()
        {
            continue;
        }
        let accessed = addresses.accessed(inst);
        let mut as_address = u32::from(accessed.is_some());
        inst.for_each_use(|operand| match addresses.of(operand) {
            // The first operand of a load or store is the address; any other use lets it escape.
            Some(_) if as_address > 0 => as_address -= 1,
            Some((slot, _)) => slots[slot.index()] = None,
            None => {}
        });
        if let Inst::SlotAddr { dst, slot } = inst
            && addresses.of((*dst).into()).is_none()
        {
            slots[slot.index()] = None;
        }
        if let Some((slot, offset, ty)) = accessed {
            let size = body.slot(slot).size;
            let parts = &mut slots[slot.index()];
            if !parts.as_mut().is_some_and(|parts| add_part(parts, offset, ty, size)) {
                *parts = None;
            }
        }
    }
    slots
}

/// Notes an access; false if it overlaps another or leaves the slot.
fn add_part(parts: &mut BTreeMap<u64, SlotPart>, offset: i64, ty: Ty, size: u64) -> bool {
    let Ok(offset) = u64::try_from(offset) else { return false };
    let end = offset.saturating_add(ty.bytes().into());
    let before = parts.range(..offset).next_back();
    let after = parts.range(offset + 1..).next();
    let apart = end <= size
        && before.is_none_or(|(at, part)| at + u64::from(part.ty.bytes()) <= offset)
        && after.is_none_or(|(at, _)| end <= *at);
    let same_size = parts.get(&offset).is_none_or(|part| part.ty.bits() == ty.bits());
    parts.entry(offset).or_insert(SlotPart { ty, reg: None });
    apart && same_size && parts.len() <= MOST_PLACES
}

/// A parameter that the entry block only stores in its slot: slot, offset and parameter.
type Giver = (SlotId, u64, Reg);

/// Parameters that can be the register of the slot they are stored in.
fn parameters_stored(
    body: &Body,
    params: usize,
    addresses: &SlotAddresses,
    slots: &[SlotParts],
) -> Vec<Giver> {
    let mut uses = vec![0u32; params];
    for inst in &body.code {
        inst.for_each_use(|operand| {
            if let Some(count) = operand.reg().and_then(|reg| uses.get_mut(reg.index())) {
                *count += 1;
            }
        });
        inst.for_each_def(|reg| {
            if let Some(count) = uses.get_mut(reg.index()) {
                *count += 1;
            }
        });
    }
    let mut touched = vec![];
    let mut givers = vec![];
    for inst in body.block(crate::BlockId(0)) {
        let Some((slot, offset, ty)) = addresses.accessed(inst) else { continue };
        let (Some(_), Ok(offset)) = (&slots[slot.index()], u64::try_from(offset)) else { continue };
        let first = !touched.contains(&(slot, offset));
        touched.push((slot, offset));
        if let Inst::Store { value, .. } = inst
            && let Some(param) = value.reg().filter(|reg| reg.index() < params)
            && uses[param.index()] == 1
            && body.ty(param) == ty
            && first
            && !body.slot(slot).scoped
        {
            givers.push((slot, offset, param));
        }
    }
    givers
}

/// Gives each part a register; returns those that are undefined at first.
fn assign(body: &mut Body, slots: &mut [SlotParts], givers: &[Giver]) -> Vec<Reg> {
    let mut fresh = vec![];
    for (index, parts) in slots.iter_mut().enumerate() {
        let name = body.slots[index].name.clone();
        for (offset, part) in parts.iter_mut().flatten() {
            let giver = givers.iter().find(|(slot, at, _)| slot.index() == index && at == offset);
            part.reg = Some(match giver {
                Some((_, _, param)) => {
                    let info = &mut body.regs[param.index()];
                    // Parts of different types are read through copies from this one.
                    part.ty = info.ty;
                    info.name = info.name.take().or(name.clone());
                    *param
                }
                None => {
                    let name = name.as_ref().map(|name| part_name(name, *offset));
                    let reg = body.add_reg(part.ty, name);
                    fresh.push(reg);
                    reg
                }
            });
        }
    }
    fresh
}

fn part_name(name: &str, offset: u64) -> String {
    if offset == 0 { name.into() } else { format!("{name}.{offset}") }
}

/// Replaces the accesses. Addresses that nothing uses any more are left to [`super::dead`].
fn rewrite(body: &mut Body, addresses: &SlotAddresses, slots: &[SlotParts], fresh: &[Reg]) {
    let undef = body.add_const(Const::Undef);
    let mut code = Vec::with_capacity(body.code.len() + fresh.len());
    let mut locs = Vec::with_capacity(code.capacity());
    let old_code = std::mem::take(&mut body.code);
    let old_locs = std::mem::take(&mut body.locs);
    let mut old = old_code.into_iter().zip(old_locs);
    for (index, range) in body.blocks.iter_mut().enumerate() {
        let length = (range.end - range.start) as usize;
        range.start = code.len() as u32;
        if index == 0 {
            code.extend(fresh.iter().map(|reg| Inst::Copy { dst: *reg, src: undef }));
            locs.resize(code.len(), None);
        }
        for (inst, loc) in old.by_ref().take(length) {
            replace(inst, addresses, slots, undef, &mut code);
            locs.resize(code.len(), loc);
        }
        range.end = code.len() as u32;
    }
    body.code = code;
    body.locs = locs;
}

/// Appends what `inst` becomes.
fn replace(
    inst: Inst,
    addresses: &SlotAddresses,
    slots: &[SlotParts],
    undef: Operand,
    code: &mut Vec<Inst>,
) {
    let (slot, offset) = match inst {
        Inst::SlotLive { slot } | Inst::SlotDead { slot } => (slot, 0),
        Inst::Load { .. } | Inst::Store { .. } => match addresses.accessed(&inst) {
            Some((slot, offset, _)) => (slot, offset as u64),
            None => return code.push(inst),
        },
        _ => return code.push(inst),
    };
    let Some(parts) = &slots[slot.index()] else { return code.push(inst) };
    let part = parts.get(&offset).and_then(|part| part.reg);
    match (inst, part) {
        (Inst::SlotLive { .. }, _) => {
            let regs = parts.values().filter_map(|part| part.reg);
            code.extend(regs.map(|dst| Inst::Copy { dst, src: undef }));
        }
        (Inst::SlotDead { .. }, _) => {}
        (Inst::Load { dst, .. }, Some(reg)) => code.push(Inst::Copy { dst, src: reg.into() }),
        // The parameter is the register already.
        (Inst::Store { value, .. }, Some(reg)) if value == reg.into() => {}
        (Inst::Store { value, .. }, Some(reg)) => code.push(Inst::Copy { dst: reg, src: value }),
        (inst, _) => code.push(inst),
    }
}
