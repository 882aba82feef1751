//! Constants: operands exist, fit the type, and don't go in circles or grow without bounds.

use crate::decode::check::{Result, View, rule};
use crate::decode::types::is_float;
use crate::error::Error;
use crate::module::{BlockId, Constant, ConstantExpr, Type, TypeId, Value, ValueId};

/// How deep constants may nest, as what walks them recurses.
const MAX_DEPTH: u32 = 500;
/// How many constants one may consist of when those it shares are counted each time: a few shared
/// ones could stand for more than memory holds.
const MAX_PARTS: u64 = 1 << 26;
/// The same for expressions, which are code.
const MAX_EXPRESSION_PARTS: u64 = 1 << 16;

/// The extent of a constant with everything in it.
#[derive(Clone, Copy, Default)]
pub(super) struct ConstantSize {
    depth: u32,
    parts: u64,
}

/// Checks the constants of the module, or of the function in `view`, and measures them. `outer`: the
/// sizes of the module's, if it is about a function.
pub(super) fn table(view: View<'_>, outer: &[ConstantSize]) -> Result<Vec<ConstantSize>> {
    let mut sizes = Sizes { view, outer, inner: vec![None; view.value_count() - outer.len()] };
    let (values, types) = match view.body {
        Some(body) => (&body.values, &body.value_types),
        None => (&view.module.values, &view.module.value_types),
    };
    for (value, &ty) in values.iter().zip(types) {
        if let Value::Constant(constant) = value {
            view.first_class(ty)?;
            fits(view, constant, ty).map_err(|error| error.within("constant"))?;
        }
    }
    for index in 0..values.len() {
        sizes.of(ValueId((outer.len() + index) as u32), 0)?;
    }
    Ok(sizes.inner.into_iter().map(Option::unwrap_or_default).collect())
}

struct Sizes<'m> {
    view: View<'m>,
    outer: &'m [ConstantSize],
    inner: Vec<Option<ConstantSize>>,
}

impl Sizes<'_> {
    /// The size of a constant that is nested `above` deep in others.
    fn of(&mut self, id: ValueId, above: u32) -> Result<ConstantSize> {
        let Some(index) = (id.0 as usize).checked_sub(self.outer.len()) else {
            return Ok(self.outer[id.0 as usize]);
        };
        if let Some(size) = self.inner[index] {
            return Ok(size);
        }
        if above > MAX_DEPTH {
            return Err(Error::malformed("constants nest too deeply or contain themselves"));
        }
        let mut size = ConstantSize { depth: 0, parts: 1 };
        let mut limit = MAX_PARTS;
        match self.view.value(id)? {
            Value::Constant(Constant::Aggregate(elements)) => {
                self.add(&mut size, elements, above)?
            }
            Value::Constant(Constant::Expr(expr)) => {
                limit = MAX_EXPRESSION_PARTS;
                self.add(&mut size, &operands(expr), above)?;
            }
            Value::Alias(alias) => {
                let target = self.view.module.aliases[*alias as usize].target;
                self.add(&mut size, &[target], above)?;
            }
            _ => {}
        }
        if size.depth > MAX_DEPTH || size.parts > limit {
            return Err(Error::malformed("constant is too large"));
        }
        self.inner[index] = Some(size);
        Ok(size)
    }

    fn add(&mut self, size: &mut ConstantSize, operands: &[ValueId], above: u32) -> Result<()> {
        for &operand in operands {
            self.view.constant(operand)?;
            let inner = self.of(operand, above + 1)?;
            size.depth = size.depth.max(inner.depth + 1);
            size.parts = size.parts.saturating_add(inner.parts);
        }
        Ok(())
    }
}

/// Whether a constant is one of type `ty`.
fn fits(view: View<'_>, constant: &Constant, ty: TypeId) -> Result<()> {
    match constant {
        Constant::Aggregate(elements) => aggregate(view, elements, ty),
        Constant::Data(elements) => data(view, elements, ty),
        Constant::Expr(expr) => expression(view, expr, ty),
        Constant::BlockAddress { function, block } => block_address(view, *function, *block),
        _ => Ok(()),
    }
}

fn aggregate(view: View<'_>, elements: &[ValueId], ty: TypeId) -> Result<()> {
    let count = elements.len() as u64;
    match view.types.get(ty) {
        Type::Struct { fields, .. } if fields.len() as u64 == count => {
            let mut pairs = elements.iter().zip(fields);
            pairs.try_for_each(|(&element, &field)| view.expect(element, field))
        }
        Type::Array { element: ty, count: n } | Type::Vector { element: ty, count: n, .. }
            if *n == count =>
        {
            elements.iter().try_for_each(|&element| view.expect(element, *ty))
        }
        _ => Err(Error::malformed("aggregate of another shape than its type")),
    }
}

fn data(view: View<'_>, elements: &[u64], ty: TypeId) -> Result<()> {
    let (element, count) = match view.types.get(ty) {
        Type::Array { element, count } | Type::Vector { element, count, .. } => (*element, *count),
        _ => return Err(Error::malformed("data of a type that is no array or vector")),
    };
    let small = match view.types.get(element) {
        Type::Integer(bits) => *bits <= 64,
        ty => is_float(ty) && !matches!(ty, Type::X86Fp80 | Type::Fp128 | Type::PpcFp128),
    };
    if small && count == elements.len() as u64 {
        Ok(())
    } else {
        Err(Error::malformed("data of another shape than its type"))
    }
}

fn block_address(view: View<'_>, function: ValueId, block: BlockId) -> Result<()> {
    let exists = match view.value(function)? {
        Value::Function(index) => {
            let body = view.module.functions[*index as usize].body.as_ref();
            body.is_some_and(|body| (block.0 as usize) < body.blocks.len())
        }
        _ => false,
    };
    if exists { Ok(()) } else { Err(Error::malformed("address of a block that does not exist")) }
}

fn expression(view: View<'_>, expr: &ConstantExpr, ty: TypeId) -> Result<()> {
    for operand in operands(expr) {
        view.constant(operand)?;
    }
    match *expr {
        ConstantExpr::Binary { op, a, b, .. } => rule::binary(view, op, ty, a, b),
        ConstantExpr::Cast { op, value } => rule::cast(view, op, view.type_id(value)?, ty),
        ConstantExpr::GetElementPtr { source_type, base, ref indices } => {
            rule::element_address(view, source_type, base, indices)
        }
        ConstantExpr::Select { cond, a, b } => rule::select(view, ty, cond, a, b),
        ConstantExpr::Compare { predicate, a, b } => {
            if *view.types.scalar(ty) != Type::Integer(1)
                || !rule::same_shape(view, ty, view.type_id(a)?)
            {
                return Err(Error::malformed("comparison of another type than its operands"));
            }
            rule::compare(view, predicate, a, b)
        }
        ConstantExpr::ExtractElement { vector, index } => {
            let element = rule::element(view, vector, index)?;
            if view.types.same(element, ty) {
                Ok(())
            } else {
                Err(Error::malformed("element of another type"))
            }
        }
        ConstantExpr::InsertElement { vector, element, index } => {
            view.expect(vector, ty)?;
            view.expect(element, rule::element(view, vector, index)?)
        }
        ConstantExpr::ShuffleVector { a, b, mask } => shuffle(view, ty, a, b, mask),
    }
}

fn shuffle(view: View<'_>, ty: TypeId, a: ValueId, b: ValueId, mask: ValueId) -> Result<()> {
    view.expect(b, view.type_id(a)?)?;
    let element = |id: ValueId| match *view.ty(id)? {
        Type::Vector { element, .. } => Ok(element),
        _ => Err(Error::malformed("operand is no vector")),
    };
    let result = element(a)?;
    let indices = element(mask)?;
    let integers = *view.types.get(indices) == Type::Integer(32);
    let fits = rule::same_shape(view, view.type_id(mask)?, ty)
        && view.types.scalar(ty) == view.types.get(result);
    if integers && fits {
        Ok(())
    } else {
        Err(Error::malformed("shuffle of another type than its operands"))
    }
}

fn operands(expr: &ConstantExpr) -> Vec<ValueId> {
    match *expr {
        ConstantExpr::Binary { a, b, .. } | ConstantExpr::Compare { a, b, .. } => vec![a, b],
        ConstantExpr::Cast { value, .. } => vec![value],
        ConstantExpr::GetElementPtr { base, ref indices, .. } => {
            [base].into_iter().chain(indices.iter().copied()).collect()
        }
        ConstantExpr::Select { cond, a, b } => vec![cond, a, b],
        ConstantExpr::ExtractElement { vector, index } => vec![vector, index],
        ConstantExpr::InsertElement { vector, element, index } => vec![vector, element, index],
        ConstantExpr::ShuffleVector { a, b, mask } => vec![a, b, mask],
    }
}
