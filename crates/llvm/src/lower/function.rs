//! A function: its values, its blocks in the order in which values are defined before they are used,
//! and the dispatch over its instructions.

use std::ops::Range;

use ir::{BlockId, Inst};

use super::builder::{Builder, TypedOperand};
use super::constant::{Folded, Values};
use super::edge::FlowGraph;
use super::locals::Locals;
use super::scalar::Scalar;
use super::slots::Slots;
use super::stop::{CannotLower, Lowered, malformed, unsupported};
use super::{ExternalFunctions, Unit, linkage};
use crate::debuginfo::Tables;
use crate::layout::{ModuleLayout, ScalarTy};
use crate::module::{
    self, Body, Constant, ConstantExpr, Function, Instruction, Op, TypeId, Value, ValueId,
};

/// Constant expressions may refer to each other in any way; real ones don't nest this deeply.
const DEEPEST_CONSTANT: u32 = 100;

/// Wide vectors and aggregates let a small file ask for a lot of code. No real function needs more.
const MOST_INSTRUCTIONS: usize = 1 << 22;

/// Lowers one function or declaration.
pub(super) fn lower<'m>(
    unit: &Unit<'m>,
    tables: &mut Tables<'m>,
    externals: &mut ExternalFunctions,
    function: &'m Function,
) -> Lowered<ir::Function> {
    let signature = unit.signature(function.ty)?;
    let (body, debug) = match &function.body {
        Some(body) => {
            tables.enter(&body.metadata);
            let lowered = Lowering::new(unit, tables, externals, function, body)?.run();
            tables.leave();
            let (body, debug) = lowered?;
            (Some(body), debug)
        }
        None => (None, function.debug.and_then(|id| tables.subprogram(id, Vec::new()))),
    };
    Ok(ir::Function {
        name: function.name.clone(),
        linkage: linkage(function.linkage),
        signature,
        body,
        debug,
        origin: ir::CodeOrigin::Program,
    })
}

/// A function body on its way from LLVM to our IR.
pub(super) struct Lowering<'u, 'm> {
    pub(super) unit: &'u Unit<'m>,
    pub(super) tables: &'u mut Tables<'m>,
    pub(super) externals: &'u mut ExternalFunctions,
    pub(super) source: LoweringSource<'m>,
    pub(super) builder: Builder,
    pub(super) flow: FlowGraph,
    pub(super) slots: Slots,
    pub(super) locals: Locals,
    values: LocalValues,
    constant_depth: u32,
}

/// What is lowered: a function of LLVM's, and where in it the lowering is.
pub(super) struct LoweringSource<'m> {
    pub(super) function: &'m Function,
    pub(super) body: &'m Body,
    /// The block being lowered.
    pub(super) block: module::BlockId,
}

/// What has become of the local values of a function.
struct LocalValues {
    /// Where in `scalars` each is, once it is defined.
    defined: Vec<Option<Range<u32>>>,
    scalars: Vec<Scalar>,
}

impl<'u, 'm> Lowering<'u, 'm> {
    fn new(
        unit: &'u Unit<'m>,
        tables: &'u mut Tables<'m>,
        externals: &'u mut ExternalFunctions,
        function: &'m Function,
        body: &'m Body,
    ) -> Lowered<Self> {
        let mut builder = Builder::new(body.blocks.len(), unit.layout.pointer());
        let flow = FlowGraph::new(body);
        let slots = Slots::new(unit, body, &mut builder)?;
        Ok(Lowering {
            unit,
            tables,
            externals,
            source: LoweringSource { function, body, block: module::BlockId(0) },
            builder,
            flow,
            slots,
            locals: Locals::default(),
            values: LocalValues { defined: vec![None; body.values.len()], scalars: Vec::new() },
            constant_depth: 0,
        })
    }

    fn run(mut self) -> Lowered<(ir::Body, Option<ir::debug::Subprogram>)> {
        self.define_params()?;
        self.reserve_phis()?;
        for block in self.flow.order.clone() {
            self.lower_block(block)?;
        }
        let debug = self.subprogram();
        Ok((self.builder.finish(), debug))
    }

    fn define_params(&mut self) -> Lowered<()> {
        let (_, params, _) = self.unit.function_type(self.source.function.ty)?;
        for (index, value) in self.source.body.values.iter().enumerate() {
            let Value::Param(position) = value else { continue };
            let Some(ty) = params.get(*position as usize) else {
                return malformed("a parameter that the function type doesn't have");
            };
            if index != *position as usize {
                return malformed("parameters out of order");
            }
            // Without registers for its type, every use of it is unsupported.
            let Ok(scalars) = self.layout().scalars(*ty) else { continue };
            let made = self.registers(&scalars);
            self.put(index, made);
        }
        Ok(())
    }

    /// New registers for a value of the given scalars.
    pub(super) fn registers(&mut self, scalars: &[ScalarTy]) -> Vec<Scalar> {
        scalars.iter().map(|ty| self.builder.new_scalar(*ty)).collect()
    }

    fn lower_block(&mut self, block: module::BlockId) -> Lowered<()> {
        self.source.block = block;
        self.builder.move_to(BlockId(block.0));
        let body = self.source.body;
        for instruction in &body.blocks[block.0 as usize].instructions {
            let loc = instruction.loc.and_then(|loc| self.tables.location(&loc));
            self.builder.set_loc(loc);
            match self.instruction(instruction) {
                Ok(()) => {}
                Err(CannotLower::Unsupported(what)) => {
                    let function = self.source.function.debug.and_then(|id| self.tables.start(id));
                    self.builder.set_loc(loc.or(function));
                    self.builder.emit(Inst::Unsupported { what: what.into() });
                }
                Err(stop) => return Err(stop),
            }
            if self.builder.is_done() {
                break;
            }
            if self.builder.size().max(self.values.scalars.len()) > MOST_INSTRUCTIONS {
                return malformed("a function that takes no end of instructions");
            }
        }
        Ok(())
    }

    fn instruction(&mut self, instruction: &'m Instruction) -> Lowered<()> {
        match &instruction.op {
            Op::Store { address, value } => {
                self.note_access(self.ty(*value)?, *address, None);
                self.store(*address, *value)
            }
            Op::Fence => Ok(()),
            Op::Call(call) => self.call(call, instruction),
            Op::Phi { incoming } => self.phi(instruction, incoming),
            Op::Debug { kind, location, variable, expression } => {
                self.debug_value(instruction, *kind, *location, *variable, *expression)
            }
            Op::Return { .. }
            | Op::Jump { .. }
            | Op::Branch { .. }
            | Op::Switch { .. }
            | Op::IndirectBr { .. }
            | Op::Resume
            | Op::Unreachable => self.terminator(&instruction.op),
            op => {
                let scalars = self.operation(op, instruction)?;
                self.define(instruction, scalars)
            }
        }
    }

    /// The value of an instruction that does no more than compute it (or read memory).
    fn operation(&mut self, op: &'m Op, instruction: &'m Instruction) -> Lowered<Vec<Scalar>> {
        let ty = instruction.ty;
        match op {
            Op::Binary { op, flags, a, b } => self.binary(*op, *flags, *a, *b),
            Op::FNeg { value } => self.negate(*value),
            Op::Cast { op, value } => self.cast(*op, *value, ty),
            Op::Compare { predicate, a, b } => self.compare(*predicate, *a, *b),
            Op::Select { cond, a, b } => self.select(*cond, *a, *b),
            Op::Freeze { value } => {
                let scalars = self.value(*value)?;
                scalars.into_iter().map(|scalar| self.builder.freeze(scalar)).collect()
            }
            Op::ExtractElement { vector, index } => self.extract_element(*vector, *index),
            Op::InsertElement { vector, element, index } => {
                self.insert_element(*vector, *element, *index)
            }
            Op::ShuffleVector { a, b, mask } => self.shuffle(*a, *b, mask, ty),
            Op::ExtractValue { aggregate, path } => self.extract_value(*aggregate, path),
            Op::InsertValue { aggregate, element, path } => {
                self.insert_value(*aggregate, *element, path)
            }
            Op::Alloca { element, count, align } => {
                self.alloca(instruction, *element, *count, *align)
            }
            Op::Load { ty, address } => {
                self.note_access(*ty, *address, instruction.result);
                self.load(*ty, *address)
            }
            Op::GetElementPtr { source_type, base, indices } => {
                self.note_address(instruction.result, *source_type, *base, indices)?;
                self.get_element_ptr(*source_type, *base, indices, ty)
            }
            Op::AtomicRmw { op, address, value } => self.atomic_rmw(*op, *address, *value),
            Op::CmpXchg { address, expected, new } => {
                self.compare_exchange(*address, *expected, *new)
            }
            Op::VaArg { list, ty } => self.va_arg(*list, *ty),
            Op::LandingPad => unsupported("an exception (landingpad)"),
            Op::Unsupported { what, .. } => unsupported(what.clone()),
            other => malformed(format!("{other:?} where a value is computed")),
        }
    }

    /// The layout of the module's types.
    pub(super) fn layout(&self) -> &'u ModuleLayout<'m> {
        &self.unit.layout
    }

    /// The values that constants in this function may refer to.
    pub(super) fn values(&self) -> Values<'u> {
        Values::new(self.unit, Some(self.source.body))
    }

    /// The type of a value.
    pub(super) fn ty(&self, id: ValueId) -> Lowered<TypeId> {
        self.values().ty(id)
    }

    /// The scalars of a value.
    pub(super) fn value(&mut self, id: ValueId) -> Lowered<Vec<Scalar>> {
        match self.values().get(id)? {
            Value::Param(_) | Value::Instruction => match self.range(id) {
                Some(range) => Ok(self.values.scalars[range].to_vec()),
                None => self.missing(id),
            },
            Value::Metadata(_) => malformed("metadata used as a value"),
            _ => self.constant(id),
        }
    }

    /// The one scalar of a value.
    pub(super) fn scalar(&mut self, id: ValueId) -> Lowered<Scalar> {
        if let Some(range) = self.range(id)
            && range.len() == 1
        {
            return Ok(self.values.scalars[range.start]);
        }
        match self.value(id)?[..] {
            [scalar] => Ok(scalar),
            _ => malformed("an aggregate where a scalar is expected"),
        }
    }

    /// The one register or constant of a value.
    pub(super) fn part(&mut self, id: ValueId) -> Lowered<TypedOperand> {
        self.scalar(id)?.narrow()
    }

    /// The one register or constant of a pointer.
    pub(super) fn pointer(&mut self, id: ValueId) -> Lowered<TypedOperand> {
        let part = self.part(id)?;
        self.builder.check_pointer(part)
    }

    /// Gives an instruction's value its scalars, which must be those of its type.
    pub(super) fn define(
        &mut self,
        instruction: &Instruction,
        scalars: Vec<Scalar>,
    ) -> Lowered<()> {
        let expected = self.layout().scalars(instruction.ty)?;
        if !expected.iter().copied().eq(scalars.iter().map(|scalar| scalar.ty())) {
            return malformed("an instruction whose result is of another type");
        }
        if let Some(id) = instruction.result {
            let Some(index) = self.local_index(id) else {
                return malformed("an instruction that defines a global value");
            };
            self.put(index, scalars);
        }
        Ok(())
    }

    /// The position of a value among the function's own.
    pub(super) fn local_index(&self, id: ValueId) -> Option<usize> {
        let index = (id.0 as usize).checked_sub(self.unit.module.values.len())?;
        (index < self.values.defined.len()).then_some(index)
    }

    fn range(&self, id: ValueId) -> Option<Range<usize>> {
        let range = self.values.defined[self.local_index(id)?].as_ref()?;
        Some(range.start as usize..range.end as usize)
    }

    fn put(&mut self, index: usize, scalars: Vec<Scalar>) {
        let start = self.values.scalars.len() as u32;
        self.values.scalars.extend(scalars);
        self.values.defined[index] = Some(start..self.values.scalars.len() as u32);
    }

    /// A value whose instruction is unsupported. No run gets past that one, so any value will do.
    fn missing(&mut self, id: ValueId) -> Lowered<Vec<Scalar>> {
        let scalars = self.layout().scalars(self.ty(id)?)?;
        Ok(scalars.iter().map(|ty| self.builder.undef_scalar(*ty)).collect())
    }

    fn constant(&mut self, id: ValueId) -> Lowered<Vec<Scalar>> {
        let ty = self.ty(id)?;
        if let Some(folded) = self.values().fold(id)? {
            return Ok(vec![self.folded(folded, self.layout().scalar(ty)?)]);
        }
        if self.constant_depth == DEEPEST_CONSTANT {
            return malformed("constants nested too deeply");
        }
        self.constant_depth += 1;
        let scalars = match self.values().get(id)? {
            Value::Constant(constant) => self.compound(constant, ty),
            _ => malformed("a symbol without an address"),
        };
        self.constant_depth -= 1;
        scalars
    }

    fn folded(&mut self, folded: Folded, ty: ScalarTy) -> Scalar {
        match (folded, ty) {
            (Folded::Narrow(constant), ScalarTy::Register(ty)) => {
                self.builder.constant_scalar(ty, constant)
            }
            _ => self.builder.number(ty, folded.known().unwrap_or(0)),
        }
    }

    /// A constant of several scalars, or one that takes code to compute.
    fn compound(&mut self, constant: &'u Constant, ty: TypeId) -> Lowered<Vec<Scalar>> {
        let expected = self.layout().scalars(ty)?;
        let scalars: Vec<Scalar> = match constant {
            Constant::Null => expected.iter().map(|ty| self.builder.number(*ty, 0)).collect(),
            Constant::Undef | Constant::Poison => {
                expected.iter().map(|ty| self.builder.undef_scalar(*ty)).collect()
            }
            Constant::Integer(words) if expected.len() == 1 => {
                vec![self.builder.words(expected[0], |index| super::word(words, index))]
            }
            Constant::Data(bits) if bits.len() == expected.len() => bits
                .iter()
                .zip(expected.iter())
                .map(|(bits, ty)| self.builder.number(*ty, (*bits).into()))
                .collect(),
            Constant::Aggregate(elements) => {
                let mut scalars = Vec::with_capacity(expected.len());
                for element in elements {
                    scalars.extend(self.constant(*element)?);
                    if scalars.len() > expected.len() {
                        return malformed("a constant with too many elements");
                    }
                }
                scalars
            }
            Constant::Expr(expr) => self.expression(expr, ty)?,
            _ => return malformed("a constant of another type"),
        };
        if !expected.iter().copied().eq(scalars.iter().map(|scalar| scalar.ty())) {
            return malformed("a constant of another type");
        }
        Ok(scalars)
    }

    /// A constant expression that has to be computed where it is used.
    fn expression(&mut self, expr: &'u ConstantExpr, ty: TypeId) -> Lowered<Vec<Scalar>> {
        match expr {
            ConstantExpr::Binary { op, flags, a, b } => self.binary(*op, *flags, *a, *b),
            ConstantExpr::Cast { op, value } => self.cast(*op, *value, ty),
            ConstantExpr::GetElementPtr { source_type, base, indices } => {
                self.get_element_ptr(*source_type, *base, indices, ty)
            }
            ConstantExpr::Select { cond, a, b } => self.select(*cond, *a, *b),
            ConstantExpr::Compare { predicate, a, b } => self.compare(*predicate, *a, *b),
            ConstantExpr::ExtractElement { vector, index } => self.extract_element(*vector, *index),
            ConstantExpr::InsertElement { vector, element, index } => {
                self.insert_element(*vector, *element, *index)
            }
            ConstantExpr::ShuffleVector { a, b, mask } => {
                let mask = self.shuffle_mask(*mask)?;
                self.shuffle(*a, *b, &mask, ty)
            }
        }
    }

    /// The lanes that a constant mask chooses.
    fn shuffle_mask(&mut self, mask: ValueId) -> Lowered<Vec<Option<u32>>> {
        let lanes = self.value(mask)?;
        let lane = |scalar: &Scalar| self.builder.known_number(*scalar).map(|lane| lane as u32);
        Ok(lanes.iter().map(lane).collect())
    }
}
