//! Function pointers as inputs: null, a function of the program that fits, or a stub.
//!
//! Such a pointer is a choice between constants, as every pointer input is (`env/lazy.rs`), so calling through it decides
//! what it is. A stub stands for all functions that the program doesn't know: what its calls do are inputs themselves
//! (`env/stub.rs`). Each such pointer has a stub of its own, so that two need not be the same.

use ir::FuncId;
use ir::debug::{Prototype, TypeId};
use smt::TermId;

use crate::env::lazy::NewPointer;
use crate::machine::Interpreter;
use crate::state::{Input, Pointed, PointeeLength, Promise, State};
use crate::summary::origin::{InputId, Origin};
use crate::value::Value;

impl Interpreter<'_, '_> {
    /// Makes a pointer to functions of that type an input, if there is a stub of that type.
    pub(crate) fn input_callback(
        &mut self,
        state: &mut State,
        new: &NewPointer,
        pointee: TypeId,
    ) -> Option<(usize, Value)> {
        let program = self.image.program;
        let ty = program.debug.function_type(pointee)?;
        let stubs = self.image.callbacks.stubs(program, &ty);
        let own = self.own_stub(state, &stubs)?;
        let input = self.new_input(state, &new.name, new.source);
        let null = self.is_null(state, input.id, new.rather_null);
        let others = self.others(state, input.id, &ty, own);
        let address = self.image.function_address(own);
        let (pointer, fresh) = self.choice(state, null, &others, address);
        self.origins.is_reference(pointer, input.id);
        let promise = Promise { constant: true, restrict: true, untyped: false };
        let (capacity, depth, shape) = (0, 1, PointeeLength::Function);
        let made_at = state.path.cursor.node();
        let pointed = Pointed {
            null,
            pointer,
            fresh,
            address,
            capacity,
            shape,
            pointee,
            depth,
            promise,
            made_at,
        };
        let place = state.given.inputs.len();
        state.given.inputs.push(Input { pointed: Some(pointed), ..input });
        self.log.has_linked_inputs = true;
        let now = smt::eval(self.pool, pointer, &state.model).as_bits().to_u64().unwrap_or(0);
        Some((place, self.shades.symbolic(now, pointer)))
    }

    /// The stub that no other pointer of the type has. If there are more pointers than stubs, the last have the same.
    fn own_stub(&self, state: &mut State, stubs: &[FuncId]) -> Option<FuncId> {
        let last = *stubs.last()?;
        let is_free = |&&stub: &&FuncId| {
            let address = self.image.function_address(stub);
            let is_it = |pointed: Pointed| pointed.address == address;
            !state.given.inputs.pointers().any(|(_, input)| input.pointed.is_some_and(is_it))
        };
        let free = stubs.iter().find(is_free).copied();
        if free.is_none() {
            // That they are all different is not asked.
            state.path.trace.concretized = true;
        }
        Some(free.unwrap_or(last))
    }

    /// What else a pointer to functions may be, each with the condition that it is: a function of the program, or the stub
    /// of another pointer.
    fn others(
        &mut self,
        state: &mut State,
        id: InputId,
        ty: &Prototype,
        own: FuncId,
    ) -> Vec<(TermId, u64)> {
        let program = self.image.program;
        let mut all = self.image.callbacks.known(program, ty);
        if let Some(hidden) = all.iter().find(|&&function| !self.is_nameable(state, function)) {
            let name = &program.function(*hidden).name;
            let what = format!("no pointer is `{name}`, which is static in another file");
            state.path.trace.not_given = Some(what.into());
        }
        all.retain(|&function| self.is_nameable(state, function));
        let before = state.given.inputs.pointers().filter_map(|(_, input)| {
            let pointed = input.pointed.filter(|it| matches!(it.shape, PointeeLength::Function))?;
            let stub = self.image.function_at(pointed.address)?;
            let other = program.debug.function_type(pointed.pointee)?;
            (stub != own && program.debug.is_same_function(&other, ty)).then_some(stub)
        });
        let before: Vec<FuncId> = before.collect();
        all.extend(before);
        all.into_iter()
            .map(|function| {
                let is_it = self.origins.variable(self.pool, Origin::IsFunction(id, function));
                (is_it, self.image.function_address(function))
            })
            .collect()
    }

    /// Can a test of the function under test name that function? One that is static in another file is out of its sight.
    fn is_nameable(&self, state: &State, function: FuncId) -> bool {
        let file = |id: FuncId| self.image.program.function(id).debug.as_ref().map(|it| it.file);
        let linkage = self.image.program.function(function).linkage;
        linkage != ir::Linkage::Internal
            || state.given.tested.function.is_none_or(|tested| file(tested) == file(function))
    }
}
