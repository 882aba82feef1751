//! The call graph: which functions a call may enter.
//!
//! A call through a pointer may enter any function whose address is used anywhere, in code or in the initial value of
//! a variable, for whatever: an address that is only stored, passed on or handed to native code may be called by
//! others. Signatures exclude nothing. C does not allow a call through a pointer of another type, but real
//! programs do it and the machine executes it, with what arguments there are; a graph without such a call would say
//! of code that runs that it cannot be reached. That a pointer to one function becomes one to another by arithmetic
//! is the only thing left out.

use std::collections::BTreeSet;

use ir::{Call, Callee, Const, FuncId, Inst, Program, Relocation, Symbol};

/// Who may call whom.
#[derive(Debug)]
pub struct CallGraph {
    /// What each function may call itself, in order.
    callees: Vec<Vec<FuncId>>,
    /// The functions that a pointer may mean, in order.
    address_taken: Vec<FuncId>,
}

impl CallGraph {
    pub fn new(program: &Program) -> CallGraph {
        let mut graph = CallGraph { callees: Vec::new(), address_taken: address_taken(program) };
        for function in &program.functions {
            let code = function.body.iter().flat_map(|body| &body.code);
            let callees: BTreeSet<FuncId> =
                code.filter_map(called).flat_map(|call| graph.entered_by(call)).copied().collect();
            graph.callees.push(callees.into_iter().collect());
        }
        graph
    }

    /// The functions that a call may enter.
    pub fn entered_by<'a>(&'a self, call: &'a Call) -> &'a [FuncId] {
        match &call.callee {
            Callee::Direct(callee) => std::slice::from_ref(callee),
            Callee::Indirect(_) => &self.address_taken,
        }
    }

    /// The functions that a function may call itself.
    pub fn callees(&self, function: FuncId) -> &[FuncId] {
        &self.callees[function.index()]
    }

    /// The functions that a pointer may mean, in order.
    pub fn address_taken(&self) -> &[FuncId] {
        &self.address_taken
    }

    /// May some call enter a function?
    pub fn is_called(&self, function: FuncId) -> bool {
        self.callees.iter().any(|callees| callees.binary_search(&function).is_ok())
    }

    /// The functions that calls lead to from one, and itself.
    pub fn reachable(&self, entry: FuncId) -> BTreeSet<FuncId> {
        let mut seen = BTreeSet::from([entry]);
        let mut next = vec![entry];
        while let Some(function) = next.pop() {
            next.extend(self.callees(function).iter().filter(|&&callee| seen.insert(callee)));
        }
        seen
    }
}

fn called(inst: &Inst) -> Option<&Call> {
    match inst {
        Inst::Call(call) => Some(call),
        _ => None,
    }
}

/// The functions whose address is used other than to call them there.
fn address_taken(program: &Program) -> Vec<FuncId> {
    let bodies = program.functions.iter().flat_map(|function| &function.body);
    let in_code = bodies.flat_map(|body| &body.consts);
    let inits = program.globals.iter().flat_map(|global| &global.init);
    let in_data = inits.flat_map(|init| &init.relocations).flat_map(Relocation::addresses);
    let function = |constant: &Const| match *constant {
        Const::Address(Symbol::Function(function), _) => Some(function),
        Const::Address(Symbol::Global(_), _) | Const::Bits(_) | Const::Undef | Const::Block(..) => {
            None
        }
    };
    let taken: BTreeSet<FuncId> = in_code.chain(in_data).filter_map(function).collect();
    taken.into_iter().collect()
}
