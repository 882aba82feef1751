//! Does a program check its allocations? One that compares what `malloc` gave it with NULL anywhere means to get along
//! without memory, and may be asked to.
//!
//! This is a question about what a programmer had in mind, so it is answered by what is plain to see: the result is
//! followed through copies, through variables and members that are read again in the same function, and through what
//! functions return.

use std::collections::BTreeSet;

use ir::{
    BinaryOp, Body, Callee, CodeOrigin, CompareOp, Const, FuncId, GlobalId, Inst, Operand,
    OperandKind, Program, Reg, SlotId, Symbol,
};

/// The functions of the C library that give a program memory, or NULL.
const ALLOCATORS: [&str; 8] =
    ["aligned_alloc", "calloc", "malloc", "realloc", "reallocarray", "strdup", "strndup", "valloc"];

/// Is the result of any allocation of the program's own code compared with NULL?
pub fn are_checked(program: &Program) -> bool {
    let of_library = |id: &FuncId| {
        let function = program.function(*id);
        let is_own = function.origin == CodeOrigin::Program && function.body.is_some();
        !is_own && ALLOCATORS.contains(&function.name.as_str())
    };
    let all = || (0..program.functions.len()).map(FuncId::new);
    let own = |id: FuncId| {
        let function = program.function(id);
        function.body.as_ref().filter(|_| function.origin == CodeOrigin::Program)
    };
    let own: Vec<(FuncId, &Body)> = all().filter_map(|id| Some((id, own(id)?))).collect();
    let mut known = Known {
        allocators: all().filter(of_library).collect(),
        checkers: own.iter().flat_map(|(id, body)| checkers(program, *id, body)).collect(),
    };
    loop {
        let before = known.allocators.len();
        for &(id, body) in &own {
            let uses = AllocationFlow::through(body, known.allocated_in(body));
            if uses.compared || known.checks_any(body, &uses.regs) {
                return true;
            }
            known.allocators.extend(uses.returned.then_some(id));
        }
        if known.allocators.len() == before {
            return false;
        }
    }
}

/// What is known of functions.
struct Known {
    /// They return memory that was allocated.
    allocators: BTreeSet<FuncId>,
    /// They compare that parameter with NULL, and return it: `p = checked(malloc(n))`.
    checkers: BTreeSet<(FuncId, usize)>,
}

impl Known {
    /// The registers that have memory from calls.
    fn allocated_in(&self, body: &Body) -> BTreeSet<Reg> {
        let calls = body.code.iter().filter_map(|inst| match inst {
            Inst::Call(call) => Some(call),
            _ => None,
        });
        let allocating = calls.filter(
            |call| matches!(call.callee, Callee::Direct(id) if self.allocators.contains(&id)),
        );
        allocating.filter_map(|call| call.results.first().copied()).collect()
    }

    /// Is anything of that handed to a function that checks it?
    fn checks_any(&self, body: &Body, regs: &BTreeSet<Reg>) -> bool {
        body.code.iter().any(|inst| {
            let Inst::Call(call) = inst else { return false };
            let Callee::Direct(callee) = call.callee else { return false };
            call.args.iter().enumerate().any(|(index, arg)| {
                let has = matches!(arg.kind(), OperandKind::Reg(reg) if regs.contains(&reg));
                has && self.checkers.contains(&(callee, index))
            })
        })
    }
}

/// The parameters that a function compares with NULL, and returns.
fn checkers(program: &Program, id: FuncId, body: &Body) -> Vec<(FuncId, usize)> {
    let params = 0..program.function(id).signature.params.len();
    let checks = |&index: &usize| {
        let uses = AllocationFlow::through(body, BTreeSet::from([Reg::new(index)]));
        uses.compared && uses.returned
    };
    params.filter(checks).map(|index| (id, index)).collect()
}

/// What a function does with memory.
struct AllocationUses {
    compared: bool,
    returned: bool,
    /// The registers that have it.
    regs: BTreeSet<Reg>,
}

/// A place in memory as an expression has it: a variable, and the offsets of the members on the way from there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    base: Base,
    path: Vec<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Base {
    Reg(Reg),
    Slot(SlotId),
    Global(GlobalId),
}

/// Where allocated memory may be, in one function.
struct AllocationFlow<'b> {
    body: &'b Body,
    /// The one instruction that defines each register, if there is one only.
    definitions: Vec<Option<&'b Inst>>,
    regs: BTreeSet<Reg>,
    places: BTreeSet<Place>,
}

/// Expressions are followed so far.
const DEEPEST: usize = 8;

impl<'b> AllocationFlow<'b> {
    /// Follows what some registers have through a function.
    fn through(body: &'b Body, regs: BTreeSet<Reg>) -> AllocationUses {
        let mut flow =
            AllocationFlow { body, definitions: definitions(body), regs, places: BTreeSet::new() };
        while !flow.regs.is_empty() && flow.spread() {}
        flow.found()
    }

    /// Follows the memory one step further; is there anything new?
    fn spread(&mut self) -> bool {
        let known = self.regs.len() + self.places.len();
        for inst in &self.body.code {
            match inst {
                Inst::Copy { dst, src } | Inst::Freeze { dst, src } if self.has(*src) => {
                    self.regs.insert(*dst);
                }
                Inst::Select { dst, a, b, .. } if self.has(*a) || self.has(*b) => {
                    self.regs.insert(*dst);
                }
                Inst::Store { addr, offset, value, .. } if self.has(*value) => {
                    self.places.extend(self.place(*addr, *offset));
                }
                Inst::Load { dst, addr, offset, .. } => {
                    let place = self.place(*addr, *offset);
                    if place.is_some_and(|place| self.places.contains(&place)) {
                        self.regs.insert(*dst);
                    }
                }
                _ => {}
            }
        }
        self.regs.len() + self.places.len() > known
    }

    fn found(self) -> AllocationUses {
        let is_null = |operand: &Operand| self.constant(*operand) == Some(Const::Bits(0));
        let compares = |inst: &Inst| match inst {
            Inst::Compare { op: CompareOp::Eq | CompareOp::Ne, a, b, .. } => {
                self.has(*a) && is_null(b) || self.has(*b) && is_null(a)
            }
            _ => false,
        };
        let returns = |inst: &Inst| match inst {
            Inst::Return { values } => values.first().is_some_and(|value| self.has(*value)),
            _ => false,
        };
        let any = |wanted: &dyn Fn(&Inst) -> bool| self.body.code.iter().any(wanted);
        AllocationUses { compared: any(&compares), returned: any(&returns), regs: self.regs }
    }

    fn has(&self, operand: Operand) -> bool {
        matches!(operand.kind(), OperandKind::Reg(reg) if self.regs.contains(&reg))
    }

    fn constant(&self, operand: Operand) -> Option<Const> {
        match operand.kind() {
            OperandKind::Const(id) => Some(self.body.constant(id)),
            OperandKind::Reg(_) => None,
        }
    }

    /// The place at an address.
    fn place(&self, addr: Operand, offset: i32) -> Option<Place> {
        let mut place = self.address(addr, DEEPEST)?;
        *place.path.last_mut()? += i64::from(offset);
        Some(place)
    }

    fn address(&self, addr: Operand, deep: usize) -> Option<Place> {
        let reg = match addr.kind() {
            OperandKind::Reg(reg) => reg,
            OperandKind::Const(id) => {
                let Const::Address(Symbol::Global(global), offset) = self.body.constant(id) else {
                    return None;
                };
                return Some(Place { base: Base::Global(global), path: vec![offset] });
            }
        };
        let itself = Place { base: Base::Reg(reg), path: vec![0] };
        let Some(deep) = deep.checked_sub(1) else { return Some(itself) };
        match self.definitions[reg.index()] {
            Some(Inst::Copy { src, .. }) => self.address(*src, deep),
            Some(Inst::SlotAddr { slot, .. }) => {
                Some(Place { base: Base::Slot(*slot), path: vec![0] })
            }
            Some(Inst::Binary { op: BinaryOp::Add, a, b, .. }) => match self.constant(*b) {
                Some(Const::Bits(offset)) => {
                    let mut place = self.address(*a, deep)?;
                    *place.path.last_mut()? += offset as i64;
                    Some(place)
                }
                _ => Some(itself),
            },
            Some(Inst::Load { addr, offset, .. }) => {
                let mut place = self.address(*addr, deep)?;
                *place.path.last_mut()? += i64::from(*offset);
                place.path.push(0);
                Some(place)
            }
            _ => Some(itself),
        }
    }
}

fn definitions(body: &Body) -> Vec<Option<&Inst>> {
    let mut counts: Vec<(u32, Option<&Inst>)> = vec![(0, None); body.regs.len()];
    for inst in &body.code {
        inst.for_each_def(|reg: Reg| {
            counts[reg.index()].0 += 1;
            counts[reg.index()].1 = Some(inst);
        });
    }
    counts.into_iter().map(|(count, inst)| inst.filter(|_| count == 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::are_checked;

    fn check(code: &str, expected: bool) {
        let text = format!("target 64\nfunction external &malloc(i64 %n) -> i64\n{code}");
        let program = ir::parse(&text).expect("it parses");
        assert_eq!(are_checked(&program), expected, "{code}");
    }

    #[test]
    fn a_result_is_compared_with_null() {
        let uses = |code: &str| {
            format!(
                "function external &f(i64 %p) -> i64 {{\n  regs i64 %a, i64 %b, i64 %q, i1 %c\nb0:\n  %a = call &malloc(i64 8)\n{code}  return 0\n}}\n"
            )
        };
        check(&uses("  %c = eq i64 %a, 0\n"), true);
        check(&uses("  %c = eq i64 %p, 0\n"), false);
        check(&uses("  %c = eq i64 %a, %p\n"), false);
        // A member, which is read again.
        check(
            &uses(
                "  store i64 [%p, 8], %a\n  %q = add i64 %p, 8\n  %b = load i64 [%q]\n  %c = ne i64 0, %b\n",
            ),
            true,
        );
        check(&uses("  store i64 [%p, 8], %a\n  %b = load i64 [%p]\n  %c = ne i64 0, %b\n"), false);
    }

    #[test]
    fn a_caller_compares_what_a_function_made() {
        let make = "function external &make() -> i64 {\n  regs i64 %a\nb0:\n  %a = call &malloc(i64 8)\n  return %a\n}\n";
        let caller = "function external &f() {\n  regs i64 %a, i1 %c\nb0:\n  %a = call &make()\n  %c = eq i64 %a, 0\n  return\n}\n";
        check(make, false);
        check(&format!("{caller}{make}"), true);
    }

    #[test]
    fn a_function_checks_what_it_is_handed() {
        let checked = |result: &str| {
            format!(
                "function external &checked(i64 %a) -> i64 {{\n  regs i1 %c\nb0:\n  %c = eq i64 %a, 0\n  return {result}\n}}\n"
            )
        };
        let caller = "function external &f() -> i64 {\n  regs i64 %a, i64 %b\nb0:\n  %a = call &malloc(i64 8)\n  %b = call &checked(i64 %a)\n  return 0\n}\n";
        check(&format!("{caller}{}", checked("%a")), true);
        // What frees memory compares with NULL, too.
        check(&format!("{caller}{}", checked("0")), false);
    }
}
