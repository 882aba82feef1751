//! The footprint of a function: the globals that it, or anything it may call, may read or write.
//!
//! Found in the code alone, and on the safe side: a global whose address goes anywhere but straight into a
//! load or a store may be read and written, and a function whose address is taken may be called. So may every other one
//! whose address is used anywhere, where a call goes through a pointer: that may come from outside.

use std::collections::{BTreeMap, BTreeSet};

use crate::call_graph::CallGraph;

use ir::{Body, Callee, Const, FuncId, GlobalId, Inst, Operand, OperandKind, Program, Symbol};

/// What may be done to each global that is mentioned, and every function that may run.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    pub globals: BTreeMap<GlobalId, GlobalUse>,
    pub functions: BTreeSet<FuncId>,
}

/// What may be done to a global.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GlobalUse {
    pub read: bool,
    pub written: bool,
}

/// The footprint of a function and everything it may call.
pub fn of(program: &Program, function: FuncId) -> Footprint {
    let (found, pending, indirect) = (Footprint::default(), Vec::new(), BTreeSet::new());
    let mut walk = FootprintWalk { program, found, pending, taken: None, indirect };
    walk.call(function);
    while let Some(function) = walk.pending.pop() {
        if let Some(body) = &program.function(function).body {
            body.code.iter().for_each(|inst| walk.inst(body, inst));
        }
    }
    walk.found
}

struct FootprintWalk<'p> {
    program: &'p Program,
    found: Footprint,
    pending: Vec<FuncId>,
    /// Who may call whom, once that was asked for.
    taken: Option<CallGraph>,
    /// With how many arguments functions are called through pointers.
    indirect: BTreeSet<usize>,
}

impl FootprintWalk<'_> {
    fn inst(&mut self, body: &Body, inst: &Inst) {
        match inst {
            Inst::Load { addr, .. } => {
                self.operand(body, *addr, GlobalUse { read: true, written: false });
            }
            Inst::Store { addr, value, .. } => {
                self.operand(body, *addr, GlobalUse { read: false, written: true });
                self.operand(body, *value, ANYTHING);
            }
            other => {
                if let Inst::Call(call) = other {
                    match call.callee {
                        Callee::Direct(callee) => self.call(callee),
                        Callee::Indirect(_) => self.call_any(call.args.len()),
                    }
                }
                other.for_each_use(|operand| self.operand(body, operand, ANYTHING));
            }
        }
    }

    fn operand(&mut self, body: &Body, operand: Operand, uses: GlobalUse) {
        if let OperandKind::Const(id) = operand.kind() {
            self.constant(body.constant(id), uses);
        }
    }

    fn constant(&mut self, constant: Const, uses: GlobalUse) {
        match constant {
            Const::Address(Symbol::Function(function), _) => self.call(function),
            Const::Address(Symbol::Global(global), _) => self.touch(global, uses),
            Const::Bits(_) | Const::Undef | Const::Block(..) => {}
        }
    }

    fn call(&mut self, function: FuncId) {
        if self.found.functions.insert(function) {
            self.pending.push(function);
        }
    }

    /// A pointer that comes from outside may lead to whatever takes so many arguments.
    fn call_any(&mut self, args: usize) {
        if !self.indirect.insert(args) {
            return;
        }
        let taken = self.taken.get_or_insert_with(|| CallGraph::new(self.program)).address_taken();
        let fits = |id: &&FuncId| {
            let signature = &self.program.function(**id).signature;
            signature.variadic || signature.params.len() == args
        };
        let fitting: Vec<FuncId> = taken.iter().filter(fits).copied().collect();
        fitting.into_iter().for_each(|function| self.call(function));
    }

    fn touch(&mut self, global: GlobalId, uses: GlobalUse) {
        let seen = self.found.globals.get(&global).copied();
        let before = seen.unwrap_or_default();
        let now =
            GlobalUse { read: before.read | uses.read, written: before.written | uses.written };
        self.found.globals.insert(global, now);
        // What its initial value points to can be reached through it.
        let init = self.program.global(global).init.as_ref().filter(|_| seen.is_none());
        for relocation in init.iter().flat_map(|init| &init.relocations) {
            relocation.addresses().for_each(|&address| self.constant(address, ANYTHING));
        }
    }
}

const ANYTHING: GlobalUse = GlobalUse { read: true, written: true };
