//! What a `void *` is used as: by the code that it is given to, and by those who give it.
//!
//! Variables that hold it say so, functions that it is handed on to, accesses through it, and what callers pass. It is a
//! fact about types, not about values: where the code contradicts itself, nothing is known. Whoever makes objects by it
//! assumes that nothing else is passed.

use std::collections::BTreeSet;

use ir::debug::{DebugInfo, Type, TypeId, VariableLocation};
use ir::{
    Body, Callee, CodeOrigin, Const, FuncId, Function, Inst, Operand, OperandKind, Program, Reg,
    Symbol, Ty,
};

/// Calls are followed so far.
const DEEPEST: u32 = 4;

/// The pointer type that a parameter, which is declared `void *`, is used as; `None` if nothing says so.
pub fn used_as(program: &Program, function: FuncId, param: usize) -> Option<TypeId> {
    let debug = program.function(function).debug.as_ref()?;
    let variable = debug.params.get(param)?;
    let local = debug.locals.iter().find(|local| local.variable == *variable)?;
    let VariableLocation::Reg(reg) = local.place else { return None };
    let uses = PointerUses { program };
    let mut found = Uses::default();
    uses.inside(function, reg, DEEPEST, &mut found);
    let used = match &found.program[..] {
        [] => uses.passed(function, reg).or_else(|| one(&found.library)),
        known => one(known),
    };
    match used {
        Some(used) => uses.agrees(function, reg, used).then_some(used),
        None if found.program.is_empty() => uses.accessed(function, reg),
        None => None,
    }
}

/// The types that a pointer is declared with where it is handed on.
#[derive(Default)]
struct Uses {
    /// In the program.
    program: Vec<TypeId>,
    /// In its library, where most are bytes.
    library: Vec<TypeId>,
}

/// The only one.
fn one(types: &[TypeId]) -> Option<TypeId> {
    match types {
        [only] => Some(*only),
        _ => None,
    }
}

struct PointerUses<'p> {
    program: &'p Program,
}

impl PointerUses<'_> {
    /// What variables that hold the register's value are declared as, here and where it is handed on.
    fn inside(&self, function: FuncId, reg: Reg, fuel: u32, found: &mut Uses) {
        let Some(fuel) = fuel.checked_sub(1) else { return };
        let function = self.program.function(function);
        let Some(body) = function.body.as_ref() else { return };
        let held = copies(body, reg);
        let into = match function.origin {
            CodeOrigin::Program => &mut found.program,
            CodeOrigin::Runtime => &mut found.library,
        };
        for ty in self.declared(function, &held) {
            if !into.iter().any(|&known| self.is_same(known, ty)) {
                into.push(ty);
            }
        }
        for inst in &body.code {
            let Inst::Call(call) = inst else { continue };
            let Callee::Direct(callee) = call.callee else { continue };
            let is_it = |arg: &Operand| arg.reg().is_some_and(|reg| held.contains(&reg));
            let Some(position) = call.args.iter().position(is_it) else { continue };
            if position < self.program.function(callee).signature.params.len() {
                self.inside(callee, Reg::new(position), fuel, found);
            }
        }
    }

    /// The types of the variables in these registers that are pointers to something known.
    fn declared(&self, function: &Function, held: &BTreeSet<Reg>) -> Vec<TypeId> {
        let locals = function.debug.iter().flat_map(|debug| &debug.locals);
        let types = locals.filter_map(|local| match local.place {
            VariableLocation::Reg(reg) if held.contains(&reg) => Some(local.variable.ty),
            _ => None,
        });
        types.filter(|&ty| self.is_known(ty)).collect()
    }

    fn is_same(&self, a: TypeId, b: TypeId) -> bool {
        let debug = &self.program.debug;
        debug.pointee(a).zip(debug.pointee(b)).is_some_and(|(a, b)| debug.is_same(a, b))
    }

    /// Is nothing accessed through it that such an object hasn't?
    fn agrees(&self, function: FuncId, reg: Reg, used: TypeId) -> bool {
        let debug = &self.program.debug;
        let Some(to) = debug.pointee(used) else { return false };
        let Some(accesses) = self.accesses(function, reg) else { return true };
        let element = debug.size(to).unwrap_or(1).max(1);
        accesses.iter().all(|&(offset, _, size)| {
            let offset = u64::try_from(offset).map(|offset| offset % element);
            offset.is_ok_and(|offset| debug.has_number(to, offset, size.into()))
        })
    }

    /// Does a pointer type say what is there?
    fn is_known(&self, ty: TypeId) -> bool {
        let debug = &self.program.debug;
        debug.pointee(ty).is_some_and(|to| debug.size(to).is_some_and(|size| size > 0))
    }

    /// What callers pass the address of.
    fn passed(&self, function: FuncId, reg: Reg) -> Option<TypeId> {
        self.program.functions.iter().find_map(|caller| {
            let body = caller.body.as_ref()?;
            body.code.iter().find_map(|inst| match inst {
                Inst::Call(call) if call.callee == Callee::Direct(function) => {
                    self.argument(caller, body, *call.args.get(reg.index())?)
                }
                _ => None,
            })
        })
    }

    /// The type of what an argument points to, as its caller knows it.
    fn argument(&self, caller: &Function, body: &Body, argument: Operand) -> Option<TypeId> {
        let debug = &self.program.debug;
        let reg = match argument.kind() {
            OperandKind::Const(id) => {
                let Const::Address(Symbol::Global(global), 0) = body.constant(id) else {
                    return None;
                };
                let variable = self.program.global(global).debug.as_ref()?;
                return debug.pointer_to(element(debug, variable.ty));
            }
            OperandKind::Reg(reg) => reg,
        };
        let slots = body.code.iter().filter_map(|inst| match inst {
            Inst::SlotAddr { dst, slot } if *dst == reg => Some(VariableLocation::Slot(*slot)),
            _ => None,
        });
        let of_slot = slots.into_iter().find_map(|place| {
            let mut locals = caller.debug.as_ref()?.locals.iter();
            let local = locals.find(|local| local.place == place)?;
            debug.pointer_to(element(debug, local.variable.ty))
        });
        of_slot.or_else(|| self.declared(caller, &BTreeSet::from([reg])).into_iter().next())
    }

    /// The accesses through it in this function: offset, whether it is a float, and size.
    fn accesses(&self, function: FuncId, reg: Reg) -> Option<BTreeSet<(i32, bool, u32)>> {
        let body = self.program.function(function).body.as_ref()?;
        let held = copies(body, reg);
        let is_it = |addr: &Operand| addr.reg().is_some_and(|reg| held.contains(&reg));
        let one = |inst: &Inst| match inst {
            Inst::Load { ty, addr, offset, .. } | Inst::Store { ty, addr, offset, .. }
                if is_it(addr) =>
            {
                Some((*offset, matches!(ty, Ty::Float(_)), ty.bytes()))
            }
            _ => None,
        };
        Some(body.code.iter().filter_map(one).collect())
    }

    /// What the accesses through it have in common: a number, or a struct with such members.
    fn accessed(&self, function: FuncId, reg: Reg) -> Option<TypeId> {
        let body = self.program.function(function).body.as_ref()?;
        let held = copies(body, reg);
        let aligns = body.code.iter().filter_map(|inst| match inst {
            Inst::CheckPointer { addr, align, .. } => {
                addr.reg().filter(|reg| held.contains(reg)).map(|_| *align)
            }
            _ => None,
        });
        let alignment = aligns.max().unwrap_or(1);
        let accesses = self.accesses(function, reg)?;
        let fits = |to: TypeId| {
            let debug = &self.program.debug;
            let is_number = debug.is_number(to) && debug.size(to) == Some(alignment.into());
            let is_struct =
                matches!(debug.ty(debug.resolve(to)), Type::Struct { name: Some(_), .. });
            (is_number || is_struct && debug.alignment(to) == u64::from(alignment))
                && accesses.iter().all(|&(offset, is_float, size)| {
                    let is_same = !is_number || is_float == is_float_type(debug, to);
                    let offset = u64::try_from(offset);
                    is_same && offset.is_ok_and(|at| debug.has_number(to, at, size.into()))
                })
        };
        let all = (0..self.program.debug.types.len() as u32).map(TypeId);
        let found = all.filter_map(|ty| self.program.debug.pointee(ty)).find(|&to| fits(to));
        found.filter(|_| !accesses.is_empty()).and_then(|to| self.program.debug.pointer_to(to))
    }
}

fn is_float_type(debug: &DebugInfo, ty: TypeId) -> bool {
    matches!(debug.ty(debug.resolve(ty)), Type::Float { .. })
}

/// An array is passed as a pointer to its first element.
fn element(debug: &DebugInfo, ty: TypeId) -> TypeId {
    match debug.ty(debug.resolve(ty)) {
        Type::Array { element, .. } => *element,
        _ => ty,
    }
}

/// The registers that a register is copied to.
fn copies(body: &Body, reg: Reg) -> BTreeSet<Reg> {
    let mut held = BTreeSet::from([reg]);
    loop {
        let before = held.len();
        for inst in &body.code {
            if let Inst::Copy { dst, src } = inst
                && src.reg().is_some_and(|src| held.contains(&src))
            {
                held.insert(*dst);
            }
        }
        if held.len() == before {
            return held;
        }
    }
}
