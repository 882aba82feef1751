//! Unwritten globals: those that keep their initial value, as nothing can write them.
//!
//! Only their own file knows such a global, and there its address leads nowhere but into loads, however it was moved before:
//! into no store, no call, no result and no other global. Memory isn't followed.

use std::collections::{BTreeMap, BTreeSet};

use ir::{Body, Const, GlobalId, Inst, Linkage, Operand, OperandKind, Program, Reg, Symbol};

/// All of them.
pub fn of(program: &Program) -> BTreeSet<GlobalId> {
    let mut escaped: BTreeSet<GlobalId> = BTreeSet::new();
    for global in &program.globals {
        for relocation in global.init.iter().flat_map(|init| &init.relocations) {
            escaped.extend(relocation.addresses().filter_map(|&address| named(address)));
        }
    }
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        Addresses::of(body).escape(body, &mut escaped);
    }
    let ids = (0..program.globals.len()).map(GlobalId::new);
    let is_unwritten = |id: &GlobalId| {
        let global = program.global(*id);
        global.linkage == Linkage::Internal && global.init.is_some() && !escaped.contains(id)
    };
    ids.filter(is_unwritten).collect()
}

fn named(constant: Const) -> Option<GlobalId> {
    match constant {
        Const::Address(Symbol::Global(global), _) => Some(global),
        Const::Address(Symbol::Function(_), _)
        | Const::Bits(_)
        | Const::Undef
        | Const::Block(..) => None,
    }
}

/// Of which globals the registers of a function may have an address, at any place in it.
struct Addresses(BTreeMap<Reg, BTreeSet<GlobalId>>);

impl Addresses {
    fn of(body: &Body) -> Addresses {
        let mut known = Addresses(BTreeMap::new());
        loop {
            let mut is_new = false;
            for inst in &body.code {
                is_new |= known.moves(body, inst);
            }
            if !is_new {
                return known;
            }
        }
    }

    /// What an instruction makes of addresses. Is any of it new?
    fn moves(&mut self, body: &Body, inst: &Inst) -> bool {
        if !is_move(inst) {
            return false;
        }
        let mut all = BTreeSet::new();
        inst.for_each_use(|operand| all.extend(self.globals(body, operand)));
        let mut is_new = false;
        inst.for_each_def(|reg| {
            if !all.is_empty() {
                let known = self.0.entry(reg).or_default();
                let before = known.len();
                known.extend(&all);
                is_new |= known.len() > before;
            }
        });
        is_new
    }

    fn globals(&self, body: &Body, operand: Operand) -> BTreeSet<GlobalId> {
        match operand.kind() {
            OperandKind::Const(id) => named(body.constant(id)).into_iter().collect(),
            OperandKind::Reg(reg) => self.0.get(&reg).cloned().unwrap_or_default(),
        }
    }

    /// Adds the globals whose address goes anywhere else.
    fn escape(&self, body: &Body, into: &mut BTreeSet<GlobalId>) {
        for inst in &body.code {
            let mut escapes = |operand: Operand| into.extend(self.globals(body, operand));
            match inst {
                Inst::Load { .. } | Inst::CheckPointer { .. } | Inst::Compare { .. } => {}
                Inst::MemCopy { dst, len, .. } => [*dst, *len].into_iter().for_each(escapes),
                inst if is_move(inst) => {}
                inst => inst.for_each_use(&mut escapes),
            }
        }
    }
}

/// Does it make an address of an address, and nothing else?
fn is_move(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Copy { .. } | Inst::Binary { .. } | Inst::Select { .. } | Inst::Freeze { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::of;

    /// The names of the unwritten globals of a program with one function of that code.
    fn unwritten(code: &str) -> Vec<String> {
        let text = format!(
            "target 64
global internal @table size 16 align 8 = zero
global internal @holder size 8 align 8 = zero [0 i64: @held]
global internal @held size 4 align 4 = zero
global external @known size 4 align 4 = zero
function external &use(i64 %i) -> i64 {{
  regs i64 %at %r, i1 %c
b0:
{code}  return %r
}}
"
        );
        let program = ir::parse(&text).expect("it is written as it should be");
        of(&program).into_iter().map(|id| program.global(id).name.clone()).collect()
    }

    #[test]
    fn what_is_only_read_is_unwritten_however_its_address_is_computed() {
        let read =
            "  %at = add i64 @table, %i\n  %r = load i64 [%at]\n  %c = eq i64 %at, @holder\n";
        assert_eq!(unwritten(read), ["table", "holder"]);
    }

    #[test]
    fn a_store_through_an_address_writes_what_it_may_be_of() {
        let written = "  %at = add i64 @table, %i\n  %r = load i64 [%at]\n  store i64 [%at], 1\n";
        assert_eq!(unwritten(written), ["holder"]);
    }

    #[test]
    fn an_address_that_is_stored_or_returned_may_be_written_through() {
        assert_eq!(unwritten("  %r = copy 1\n  store i64 [%i], @table\n"), ["holder"]);
        assert_eq!(unwritten("  %r = copy @holder\n"), ["table"]);
    }
}
