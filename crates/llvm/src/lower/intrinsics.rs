//! Intrinsics: a table of names, and one rule for each.
//!
//! What isn't in the table is unsupported by name, where it is called.

mod float;
mod integer;
mod memory;
mod vector;

use std::collections::HashMap;
use std::sync::LazyLock;

use ir::{Inst, Ty};

use super::builder::Builder;
use super::function::Lowering;
use super::scalar::Scalar;
use super::stop::{Lowered, malformed, unsupported};
use crate::layout::ScalarTy;
use crate::module::{Call, Instruction, ValueId};

/// What an intrinsic does.
#[derive(Clone, Copy)]
enum Rule {
    /// Nothing at run time.
    Nothing,
    /// It is its first argument.
    First,
    /// It is this number, in each of its scalars.
    Number(u128),
    /// The same to each lane; gets one scalar of each argument, and the type of the result's.
    Lanes(fn(&mut Builder, &[Scalar], ScalarTy) -> Lowered<Scalar>),
    /// A function of the C library, for each lane; `f` is appended for `float`.
    Library(&'static str),
    /// Anything else.
    Whole(fn(&mut Lowering<'_, '_>, &Intrinsic<'_>) -> Lowered<Vec<Scalar>>),
}

/// A call of an intrinsic.
struct Intrinsic<'a> {
    call: &'a Call,
    instruction: &'a Instruction,
}

impl Intrinsic<'_> {
    fn arg(&self, index: usize) -> Lowered<ValueId> {
        match self.call.args.get(index) {
            Some(arg) => Ok(*arg),
            None => malformed("an intrinsic with too few arguments"),
        }
    }
}

/// The rules by name, without `llvm.` and the types at its end.
static RULES: LazyLock<HashMap<&'static str, Rule>> = LazyLock::new(|| {
    let tables = [GENERAL, integer::RULES, float::RULES, memory::RULES, vector::RULES];
    tables.into_iter().flatten().copied().collect()
});

/// Hints, markers and the other intrinsics without arithmetic.
const GENERAL: &[(&str, Rule)] = &[
    ("assume", Rule::Nothing),
    ("donothing", Rule::Nothing),
    ("sideeffect", Rule::Nothing),
    ("prefetch", Rule::Nothing),
    ("pseudoprobe", Rule::Nothing),
    ("var.annotation", Rule::Nothing),
    ("codeview.annotation", Rule::Nothing),
    ("invariant.end", Rule::Nothing),
    ("experimental.noalias.scope.decl", Rule::Nothing),
    ("dbg", Rule::Nothing),
    ("fake.use", Rule::Nothing),
    ("va_end", Rule::Nothing),
    ("expect", Rule::First),
    ("expect.with.probability", Rule::First),
    ("annotation", Rule::First),
    ("ptr.annotation", Rule::First),
    ("ssa.copy", Rule::First),
    ("arithmetic.fence", Rule::First),
    ("launder.invariant.group", Rule::First),
    ("strip.invariant.group", Rule::First),
    ("threadlocal.address", Rule::First),
    ("invariant.start", Rule::Number(0)),
    ("is.constant", Rule::Number(0)),
    ("allow.runtime.check", Rule::Number(1)),
    ("allow.ubsan.check", Rule::Number(1)),
    // Rounding to nearest.
    ("get.rounding", Rule::Number(1)),
    ("flt.rounds", Rule::Number(1)),
    ("trap", Rule::Whole(trap)),
    ("debugtrap", Rule::Whole(trap)),
    ("ubsantrap", Rule::Whole(trap)),
    ("objectsize", Rule::Whole(object_size)),
];

impl Lowering<'_, '_> {
    /// The value of a call to the intrinsic `name`.
    pub(super) fn intrinsic(
        &mut self,
        name: &str,
        call: &Call,
        instruction: &Instruction,
    ) -> Lowered<Vec<Scalar>> {
        let Some(rule) = find(name) else {
            return unsupported(format!("the intrinsic `{name}`"));
        };
        let intrinsic = Intrinsic { call, instruction };
        match rule {
            Rule::Nothing => Ok(Vec::new()),
            Rule::First => self.value(intrinsic.arg(0)?),
            Rule::Number(number) => {
                let types = self.layout().scalars(instruction.ty)?;
                Ok(types.iter().map(|ty| self.builder.number(*ty, number)).collect())
            }
            Rule::Lanes(rule) => self
                .each_lane(&intrinsic, |lowering, args, ty| rule(&mut lowering.builder, args, ty)),
            Rule::Library(name) => {
                self.each_lane(&intrinsic, |lowering, args, ty| lowering.library(name, args, ty))
            }
            Rule::Whole(rule) => rule(self, &intrinsic),
        }
    }

    /// Applies `rule` to each lane of the arguments; scalars are the same for every lane.
    fn each_lane(
        &mut self,
        intrinsic: &Intrinsic<'_>,
        mut rule: impl FnMut(&mut Self, &[Scalar], ScalarTy) -> Lowered<Scalar>,
    ) -> Lowered<Vec<Scalar>> {
        let types = self.layout().scalars(intrinsic.instruction.ty)?;
        let args = &intrinsic.call.args;
        let args: Vec<Vec<Scalar>> =
            args.iter().map(|arg| self.lanes(*arg, types.len())).collect::<Lowered<_>>()?;
        types
            .iter()
            .enumerate()
            .map(|(lane, ty)| {
                let args: Vec<Scalar> = args.iter().map(|arg| arg[lane]).collect();
                rule(self, &args, *ty)
            })
            .collect()
    }

    fn library(&mut self, name: &str, args: &[Scalar], ty: ScalarTy) -> Lowered<Scalar> {
        match ty {
            ScalarTy::Register(ty @ Ty::Float(ir::FloatTy::F32)) => {
                self.call_library(&format!("{name}f"), args, ty)
            }
            ScalarTy::Register(ty @ Ty::Float(ir::FloatTy::F64)) => {
                self.call_library(name, args, ty)
            }
            _ => malformed("a mathematical function of integers"),
        }
    }
}

/// The rule for the longest part of the name that has one.
fn find(name: &str) -> Option<Rule> {
    let mut name = name.strip_prefix("llvm.")?;
    loop {
        if let Some(rule) = RULES.get(name) {
            return Some(*rule);
        }
        name = name.rsplit_once('.')?.0;
    }
}

/// The arguments, if there are `N` at least.
fn take<const N: usize>(args: &[Scalar]) -> Lowered<[Scalar; N]> {
    match args.first_chunk() {
        Some(args) => Ok(*args),
        None => malformed("an intrinsic with too few arguments"),
    }
}

fn trap(lowering: &mut Lowering<'_, '_>, _: &Intrinsic<'_>) -> Lowered<Vec<Scalar>> {
    lowering.builder.emit(Inst::Trap);
    Ok(Vec::new())
}

/// Nothing is known about the object: the answer is the most, or the least, that it can be.
fn object_size(lowering: &mut Lowering<'_, '_>, intrinsic: &Intrinsic<'_>) -> Lowered<Vec<Scalar>> {
    let ty = lowering.layout().scalar(intrinsic.instruction.ty)?;
    let least = lowering.values().number(intrinsic.arg(1)?)? == Some(1);
    Ok(vec![lowering.builder.number(ty, if least { 0 } else { u128::MAX })])
}
