//! Callbacks: which functions a pointer that comes from outside may mean.
//!
//! Those whose address the program uses anywhere and whose type is the pointer's, and *stubs*: functions of the harness
//! that stand for any other.

use std::collections::BTreeSet;

use ir::debug::Prototype;
use ir::{CodeOrigin, Const, FuncId, Linkage, Program, Relocation, Symbol};

/// The stubs that pointers may mean: their names begin with this.
pub const STUB: &str = "__counterpoint_stub_";

/// The functions that pointers from outside may mean.
#[derive(Debug, Default)]
pub struct Callbacks {
    /// Those that the program has or knows, in order, each with its type.
    known: Vec<(FuncId, Prototype)>,
    /// The harness's, likewise.
    stubs: Vec<(FuncId, Prototype)>,
}

impl Callbacks {
    /// The callbacks that a program has.
    pub fn of(program: &Program) -> Callbacks {
        let mut callbacks = Callbacks::default();
        for id in address_taken(program) {
            let function = program.function(id);
            let Some(debug) = function.debug.as_ref().filter(|_| function.body.is_some()) else {
                continue;
            };
            if function.name.starts_with(STUB) {
                callbacks.stubs.push((id, debug.prototype()));
            } else if function.origin == CodeOrigin::Program
                || function.linkage == Linkage::External
            {
                callbacks.known.push((id, debug.prototype()));
            }
        }
        callbacks
    }

    /// The functions of the program that a pointer to functions of that type may mean.
    pub fn known(&self, program: &Program, ty: &Prototype) -> Vec<FuncId> {
        fitting(&self.known, program, ty)
    }

    /// The stubs that a pointer to functions of that type may mean.
    pub fn stubs(&self, program: &Program, ty: &Prototype) -> Vec<FuncId> {
        fitting(&self.stubs, program, ty)
    }
}

fn fitting(all: &[(FuncId, Prototype)], program: &Program, ty: &Prototype) -> Vec<FuncId> {
    let fits = |other: &Prototype| program.debug.is_same_function(other, ty);
    all.iter().filter(|(_, other)| fits(other)).map(|(id, _)| *id).collect()
}

/// The functions whose address the program itself uses, its library apart.
fn address_taken(program: &Program) -> BTreeSet<FuncId> {
    let functions = program.functions.iter().filter(|it| it.origin == CodeOrigin::Program);
    let in_code = functions.flat_map(|function| &function.body).flat_map(|body| &body.consts);
    let globals = program.globals.iter().filter(|it| it.origin == CodeOrigin::Program);
    let inits = globals.flat_map(|global| &global.init);
    let in_data = inits.flat_map(|init| &init.relocations).flat_map(Relocation::addresses);
    let function = |constant: &Const| match *constant {
        Const::Address(Symbol::Function(function), _) => Some(function),
        Const::Address(Symbol::Global(_), _) | Const::Bits(_) | Const::Undef | Const::Block(..) => {
            None
        }
    };
    in_code.chain(in_data).filter_map(function).collect()
}

#[cfg(test)]
mod tests {
    use ir::debug::{Prototype, Subprogram, Type, TypeId};
    use ir::{FileId, FuncId, Program};

    use super::Callbacks;

    #[test]
    fn a_pointer_means_what_has_its_type_and_an_address_that_is_used() {
        let text = "
            target 64
            global external @table size 16 align 8 = zero [0 i64: &taken, 8 i64: &__counterpoint_stub_0]
            function internal &taken(i32 %x) -> i32 {
            b0:
              return 0
            }
            function internal &called(i32 %x) -> i32 {
            b0:
              return 0
            }
            function internal &__counterpoint_stub_0(i32 %x) -> i32 {
            b0:
              return 0
            }";
        let mut program: Program = ir::parse(text).expect("it is a program");
        let int = TypeId(0);
        let encoding = ir::debug::BaseEncoding::Signed;
        program.debug.types =
            vec![Type::Int { name: "int".to_owned(), bytes: 4, encoding }, Type::Void];
        for function in &mut program.functions {
            let variable =
                ir::debug::Variable { name: String::new(), ty: int, line: 1, file: FileId::new(0) };
            function.debug = Some(Subprogram {
                name: function.name.clone(),
                file: FileId::new(0),
                line: 1,
                returns: int,
                params: vec![variable],
                variadic: false,
                locals: Vec::new(),
                accesses: Vec::new(),
            });
        }
        let callbacks = Callbacks::of(&program);
        let fits = Prototype { returns: int, params: vec![int], variadic: false };
        assert_eq!(callbacks.known(&program, &fits), [FuncId::new(0)]);
        assert_eq!(callbacks.stubs(&program, &fits), [FuncId::new(2)]);
        let other = Prototype { returns: TypeId(1), ..fits };
        assert_eq!(callbacks.known(&program, &other), []);
    }
}
