//! Calls: who is called, and how each argument is passed.

use ir::{ArgKind, Callee, Const, Inst, Operand, Symbol, Ty};

use super::alignment;
use super::constant::Folded;
use super::function::Lowering;
use super::scalar::Scalar;
use super::stop::{Lowered, malformed, unsupported};
use crate::module::{Call, Constant, InlineAsm, Instruction, Type, TypeId, Value, ValueId};

/// Who an LLVM call calls.
enum CallTarget<'m> {
    Asm(&'m InlineAsm),
    Intrinsic(&'m str),
    Function(Callee),
}

/// The arguments of a call in the making.
#[derive(Default)]
struct Arguments {
    operands: Vec<Operand>,
    kinds: Vec<ArgKind>,
}

impl<'u, 'm> Lowering<'u, 'm> {
    /// `call` and `invoke`
    pub(super) fn call(&mut self, call: &'m Call, instruction: &'m Instruction) -> Lowered<()> {
        if call.callbr {
            return unsupported("inline assembly with jumps (callbr)");
        }
        let scalars = match self.target(call.callee)? {
            CallTarget::Asm(asm) => self.inline_asm(asm, call, instruction)?,
            CallTarget::Intrinsic(name) => self.intrinsic(name, call, instruction)?,
            CallTarget::Function(callee) => self.call_function(callee, call, instruction)?,
        };
        if self.builder.is_done() {
            return Ok(());
        }
        self.define(instruction, scalars)?;
        match call.invoke {
            Some((normal, _)) => self.jump_edge(normal),
            None => Ok(()),
        }
    }

    fn target(&mut self, callee: ValueId) -> Lowered<CallTarget<'u>> {
        match self.values().get(callee)? {
            Value::Constant(Constant::InlineAsm(asm)) => return Ok(CallTarget::Asm(asm)),
            Value::Constant(_) | Value::Function(_) | Value::Alias(_) => {}
            _ => return Ok(CallTarget::Function(Callee::Indirect(self.pointer(callee)?.value))),
        }
        if let Some(name) = self.values().function_name(callee)?
            && super::is_intrinsic(name)
        {
            return Ok(CallTarget::Intrinsic(name));
        }
        Ok(CallTarget::Function(match self.values().fold(callee)? {
            Some(Folded::Narrow(Const::Address(Symbol::Function(id), 0))) => Callee::Direct(id),
            _ => Callee::Indirect(self.pointer(callee)?.value),
        }))
    }

    fn call_function(
        &mut self,
        callee: Callee,
        call: &'m Call,
        instruction: &'m Instruction,
    ) -> Lowered<Vec<Scalar>> {
        let (returns, params, variadic) = self.unit.function_type(call.function_type)?;
        if call.args.len() < params.len() || (call.args.len() > params.len() && !variadic) {
            return malformed("a call with another number of arguments");
        }
        if returns != instruction.ty {
            return malformed("a call with another result");
        }
        let mut arguments = Arguments::default();
        for (index, param) in params.iter().enumerate() {
            self.fixed_argument(call, index, *param, &mut arguments)?;
        }
        let fixed = arguments.operands.len() as u32;
        for index in params.len()..call.args.len() {
            self.variadic_argument(call, index, &mut arguments)?;
        }
        let result_types = self.layout().scalars(returns)?;
        let results = self.registers(&result_types);
        let unwind = match call.invoke {
            Some((_, unwind)) => Some(self.split_edge(unwind)?),
            None => None,
        };
        self.builder.emit(Inst::Call(Box::new(ir::Call {
            callee,
            args: arguments.operands,
            kinds: arguments.kinds,
            fixed,
            results: registers_of(&results),
            unwind,
        })));
        Ok(results)
    }

    /// A parameter passed by value is the callee's own: it gets the address of a copy.
    fn fixed_argument(
        &mut self,
        call: &Call,
        index: usize,
        param: TypeId,
        into: &mut Arguments,
    ) -> Lowered<()> {
        let arg = call.args[index];
        let Some(kind) = self.by_value(call, index)? else {
            if self.layout().scalars(self.ty(arg)?)? != self.layout().scalars(param)? {
                return malformed("an argument of another type");
            }
            return self.plain_argument(call, index, into);
        };
        let ArgKind::ByValue { size, align } = kind else { return malformed("a byval of nothing") };
        let original = self.pointer(arg)?;
        let slot = self.builder.slot(size, align);
        let (dst, copy) = self.builder.new_part(original.ty);
        self.builder.emit(Inst::SlotAddr { dst, slot });
        let len = self.builder.address(size).value;
        let (dst, src) = (copy.value, original.value);
        self.builder.emit(Inst::MemCopy { may_overlap: false, dst, src, len });
        into.push(copy.value, kind);
        Ok(())
    }

    /// A variadic argument passed by value is copied by `VaStart`.
    fn variadic_argument(
        &mut self,
        call: &Call,
        index: usize,
        into: &mut Arguments,
    ) -> Lowered<()> {
        let arg = call.args[index];
        match self.by_value(call, index)? {
            Some(kind) => {
                let pointer = self.pointer(arg)?;
                into.push(pointer.value, kind);
                Ok(())
            }
            None => self.plain_argument(call, index, into),
        }
    }

    fn plain_argument(&mut self, call: &Call, index: usize, into: &mut Arguments) -> Lowered<()> {
        let arg = call.args[index];
        let signed = call.attributes.params.get(index).is_some_and(|param| param.signed);
        let whole = !matches!(
            self.layout().ty(self.ty(arg)?),
            Type::Struct { .. } | Type::Array { .. } | Type::Vector { .. } | Type::Integer(129..)
        );
        for scalar in self.value(arg)? {
            for part in scalar.parts() {
                let kind = match part.ty {
                    Ty::Int(width) if whole && signed => ArgKind::Signed(width),
                    ty if whole => ArgKind::Value(ty),
                    ty => ArgKind::Part(ty),
                };
                into.push(part.value, kind);
            }
        }
        Ok(())
    }

    /// How a `byval` argument is passed. The call says so, or the function it names.
    fn by_value(&self, call: &Call, index: usize) -> Lowered<Option<ArgKind>> {
        let named = match self.values().get(call.callee)? {
            Value::Function(function) => {
                self.unit.module.functions.get(*function as usize).map(|f| &f.attributes)
            }
            _ => None,
        };
        let attributes = std::iter::once(&call.attributes).chain(named);
        let mut params = attributes.filter_map(|attributes| attributes.params.get(index));
        let Some((ty, align)) = params.find_map(|param| Some((param.byval?, param.align))) else {
            return Ok(None);
        };
        let layout = self.layout().of(ty)?;
        Ok(Some(ArgKind::ByValue { size: layout.stride, align: alignment(align, layout.align)? }))
    }

    /// Calls a C library function that an intrinsic stands for.
    pub(super) fn call_library(
        &mut self,
        name: &str,
        args: &[Scalar],
        result: ir::Ty,
    ) -> Lowered<Scalar> {
        let parts: Vec<_> = args.iter().map(|arg| arg.narrow()).collect::<Lowered<_>>()?;
        let id = self.externals.get(name, || ir::Signature {
            params: parts.iter().map(|part| part.ty).collect(),
            returns: vec![result],
            variadic: false,
        });
        let (dst, part) = self.builder.new_part(result);
        self.builder.emit(Inst::Call(Box::new(ir::Call {
            callee: Callee::Direct(id),
            args: parts.iter().map(|part| part.value).collect(),
            kinds: parts.iter().map(|part| ArgKind::Value(part.ty)).collect(),
            fixed: parts.len() as u32,
            results: vec![dst],
            unwind: None,
        })));
        Ok(part.into())
    }
}

impl Arguments {
    fn push(&mut self, operand: Operand, kind: ArgKind) {
        self.operands.push(operand);
        self.kinds.push(kind);
    }
}

fn registers_of(scalars: &[Scalar]) -> Vec<ir::Reg> {
    scalars.iter().flat_map(|scalar| scalar.parts()).filter_map(|part| part.value.reg()).collect()
}
