//! Sizes, alignments and offsets of LLVM types on the module's target, and the scalars that a value
//! of each type consists of.

mod parse;

use std::cell::RefCell;
use std::rc::Rc;

use crate::lower::stop::{CannotLower, Lowered, malformed, unsupported};
use crate::module::{Type, TypeId};

pub(crate) use parse::DataLayout;

/// Values with more scalars than this stay in memory in any sane program.
const MOST_SCALARS: usize = 4096;

/// Compilers make wide integers of runs of bit-fields; what is wider still is unsupported.
pub(crate) const MOST_INTEGER_BITS: u32 = 1024;

/// Deeper nesting is refused, as the computation recurses.
const DEEPEST: u32 = 200;

/// The layout of all types of a module.
pub(crate) struct ModuleLayout<'m> {
    types: &'m [Type],
    data: DataLayout,
    known: Vec<Lowered<TypeLayout>>,
    scalars: RefCell<Vec<Option<Scalars>>>,
}

/// The scalars of a type, or why it has none.
type Scalars = Lowered<Rc<[ScalarTy]>>;

/// How a type lies in memory.
#[derive(Clone, Debug)]
pub(crate) struct TypeLayout {
    /// How many bits a value has.
    pub(crate) bits: u64,
    /// The distance from one array element to the next, in bytes.
    pub(crate) stride: u64,
    /// In bytes.
    pub(crate) align: u64,
    /// Where a struct's fields begin, in bytes.
    pub(crate) fields: Rc<[u64]>,
    /// How deeply types are nested in it; bounded, so that recursion over a type is.
    depth: u32,
}

/// The type of one scalar of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ScalarTy {
    /// It fits a register.
    Register(ir::Ty),
    /// An integer of 65 to [`MOST_INTEGER_BITS`] bits.
    Wide(u32),
}

/// The state of one type while all are computed.
enum LayoutProgress {
    Untouched,
    Busy,
    Done(Lowered<TypeLayout>),
}

impl<'m> ModuleLayout<'m> {
    /// Lays out `types` as the data layout string says.
    pub(crate) fn new(types: &'m [Type], data_layout: &str) -> Result<Self, String> {
        let data = DataLayout::parse(data_layout)?;
        let mut progress: Vec<_> = types.iter().map(|_| LayoutProgress::Untouched).collect();
        let known = (0..types.len())
            .map(|index| compute(types, &data, &mut progress, TypeId(index as u32), 0))
            .collect();
        Ok(ModuleLayout { types, data, known, scalars: RefCell::new(vec![None; types.len()]) })
    }

    /// The type itself.
    pub(crate) fn ty(&self, id: TypeId) -> &'m Type {
        &self.types[id.0 as usize]
    }

    /// The width of a pointer, in bits.
    pub(crate) fn pointer_bits(&self) -> u32 {
        self.data.pointer_bits
    }

    /// The type of a register that holds a pointer.
    pub(crate) fn pointer(&self) -> ir::Ty {
        ir::Ty::int(self.data.pointer_bits)
    }

    /// How a type lies in memory.
    pub(crate) fn of(&self, id: TypeId) -> Lowered<&TypeLayout> {
        self.known[id.0 as usize].as_ref().map_err(Clone::clone)
    }

    /// How many bytes a load or store of the type touches.
    pub(crate) fn store_size(&self, id: TypeId) -> Lowered<u64> {
        Ok(self.of(id)?.bits.div_ceil(8))
    }

    /// How many bytes an object of the type has.
    pub(crate) fn stride(&self, id: TypeId) -> Lowered<u64> {
        Ok(self.of(id)?.stride)
    }

    /// The scalars of a value of the type, in order.
    pub(crate) fn scalars(&self, id: TypeId) -> Scalars {
        let index = id.0 as usize;
        if let Some(known) = &self.scalars.borrow()[index] {
            return known.clone();
        }
        // Its size is known to be finite, so the recursion ends.
        let made = self.of_value(id).and_then(|()| {
            let mut scalars = Vec::new();
            self.collect_scalars(id, &mut scalars)?;
            Ok(Rc::from(scalars))
        });
        self.scalars.borrow_mut()[index] = Some(made.clone());
        made
    }

    /// The one scalar of a value of the type.
    pub(crate) fn scalar(&self, id: TypeId) -> Lowered<ScalarTy> {
        match &*self.scalars(id)? {
            [scalar] => Ok(*scalar),
            _ => malformed("an aggregate where a scalar is expected"),
        }
    }

    /// The registers of a value of the type, in order.
    pub(crate) fn registers(&self, id: TypeId) -> Lowered<Vec<ir::Ty>> {
        Ok(self.scalars(id)?.iter().flat_map(|scalar| scalar.registers()).collect())
    }

    fn of_value(&self, id: TypeId) -> Lowered<()> {
        match self.ty(id) {
            Type::Void => Ok(()),
            _ => self.of(id).map(|_| ()),
        }
    }

    fn collect_scalars(&self, id: TypeId, into: &mut Vec<ScalarTy>) -> Lowered<()> {
        match self.ty(id) {
            Type::Void => return Ok(()),
            Type::Struct { fields, .. } => {
                for &field in fields {
                    self.collect_scalars(field, into)?;
                }
            }
            Type::Array { element, count } | Type::Vector { element, count, .. } => {
                let each = self.scalars(*element)?;
                if count.saturating_mul(each.len() as u64) > MOST_SCALARS as u64 {
                    return unsupported(format!("a value of {count} elements"));
                }
                for _ in 0..(if each.is_empty() { 0 } else { *count }) {
                    into.extend_from_slice(&each);
                }
            }
            ty => into.push(self.scalar_of(ty)?),
        }
        if into.len() > MOST_SCALARS {
            return unsupported(format!("a value of more than {MOST_SCALARS} elements"));
        }
        Ok(())
    }

    fn scalar_of(&self, ty: &Type) -> Lowered<ScalarTy> {
        Ok(match ty {
            Type::Integer(bits) => return ScalarTy::integer(*bits),
            Type::Float => ScalarTy::Register(ir::Ty::Float(ir::FloatTy::F32)),
            Type::Double => ScalarTy::Register(ir::Ty::Float(ir::FloatTy::F64)),
            Type::Pointer { .. } => ScalarTy::Register(self.pointer()),
            Type::Half => return unsupported("half (16-bit floating point)"),
            Type::BFloat => return unsupported("bfloat (16-bit floating point)"),
            Type::X86Fp80 => return unsupported("x86_fp80 (long double) arithmetic"),
            Type::Fp128 => return unsupported("fp128 (128-bit floating point)"),
            Type::PpcFp128 => return unsupported("ppc_fp128 (128-bit floating point)"),
            Type::Token => return unsupported("a token value"),
            Type::Other(what) => return unsupported(format!("a value of type {what}")),
            other => return malformed(format!("a value of type {other:?}")),
        })
    }
}

impl ScalarTy {
    /// An integer type of `bits` bits.
    pub(crate) fn integer(bits: u32) -> Lowered<ScalarTy> {
        match (ir::Width::try_new(bits), bits) {
            (Some(width), _) => Ok(ScalarTy::Register(ir::Ty::Int(width))),
            (None, 65..=MOST_INTEGER_BITS) => Ok(ScalarTy::Wide(bits)),
            _ => unsupported(format!("i{bits} (an integer of {bits} bits)")),
        }
    }

    /// How many bits a value has.
    pub(crate) fn bits(self) -> u32 {
        match self {
            ScalarTy::Register(ty) => ty.bits(),
            ScalarTy::Wide(bits) => bits,
        }
    }

    /// How many registers hold it.
    pub(crate) fn count(self) -> u32 {
        self.bits().div_ceil(64)
    }

    /// One of the registers that hold it, the lowest first. All but the last have 64 bits.
    pub(crate) fn register(self, index: u32) -> ir::Ty {
        match self {
            ScalarTy::Register(ty) => ty,
            ScalarTy::Wide(bits) => ir::Ty::int((bits - 64 * index).min(64)),
        }
    }

    /// The registers that hold it, the lowest first.
    pub(crate) fn registers(self) -> impl Iterator<Item = ir::Ty> {
        (0..self.count()).map(move |index| self.register(index))
    }
}

/// The layout of one type, computed after those it contains.
fn compute(
    types: &[Type],
    data: &DataLayout,
    progress: &mut [LayoutProgress],
    id: TypeId,
    depth: u32,
) -> Lowered<TypeLayout> {
    let index = id.0 as usize;
    match &progress[index] {
        LayoutProgress::Done(layout) => return layout.clone(),
        LayoutProgress::Busy => return malformed("a type that contains itself"),
        LayoutProgress::Untouched if depth > DEEPEST => {
            return malformed("types nested too deeply");
        }
        LayoutProgress::Untouched => {}
    }
    progress[index] = LayoutProgress::Busy;
    let inner = |id| compute(types, data, progress, id, depth + 1);
    let layout = layout_of(&types[index], data, inner);
    progress[index] = LayoutProgress::Done(layout.clone());
    layout
}

/// The layout of a type, if `inner` says those of the types in it.
fn layout_of(
    ty: &Type,
    data: &DataLayout,
    mut inner: impl FnMut(TypeId) -> Lowered<TypeLayout>,
) -> Lowered<TypeLayout> {
    match ty {
        Type::Half | Type::BFloat => Ok(data.float(16)),
        Type::Float => Ok(data.float(32)),
        Type::Double => Ok(data.float(64)),
        Type::X86Fp80 => Ok(data.float(80)),
        Type::Fp128 | Type::PpcFp128 => Ok(data.float(128)),
        Type::Integer(bits) => Ok(data.integer(*bits)),
        Type::Pointer { .. } => Ok(data.pointer()),
        Type::Struct { packed, fields, .. } => {
            let fields: Lowered<Vec<_>> = fields.iter().map(|&field| inner(field)).collect();
            fields.and_then(|fields| structure(data, *packed, &fields))
        }
        Type::Array { element, count } => {
            inner(*element).and_then(|element| array(&element, *count))
        }
        Type::Vector { scalable: true, .. } => unsupported("a scalable vector"),
        Type::Vector { element, count, .. } => {
            inner(*element).and_then(|element| vector(data, &element, *count))
        }
        Type::Opaque { name } => malformed(format!("the size of the opaque struct {name}")),
        Type::Token => unsupported("a token value"),
        Type::Other(what) => unsupported(format!("a value of type {what}")),
        other => malformed(format!("the size of a {other:?}")),
    }
}

fn structure(data: &DataLayout, packed: bool, fields: &[TypeLayout]) -> Lowered<TypeLayout> {
    let mut offsets = Vec::with_capacity(fields.len());
    let mut end = 0u64;
    let mut align = data.aggregate_align;
    for field in fields {
        let field_align = if packed { 1 } else { field.align };
        align = align.max(field_align);
        let offset = round_up(end, field_align)?;
        offsets.push(offset);
        end = offset.checked_add(field.stride).ok_or_else(too_large)?;
    }
    let align = if packed { 1 } else { align };
    let stride = round_up(end, align)?;
    let bits = stride.checked_mul(8).ok_or_else(too_large)?;
    let depth = deeper(fields.iter().map(|field| field.depth).max().unwrap_or(0))?;
    Ok(TypeLayout { bits, stride, align, fields: offsets.into(), depth })
}

fn array(element: &TypeLayout, count: u64) -> Lowered<TypeLayout> {
    let stride = element.stride.checked_mul(count).ok_or_else(too_large)?;
    let bits = stride.checked_mul(8).ok_or_else(too_large)?;
    let depth = deeper(element.depth)?;
    Ok(TypeLayout { bits, stride, align: element.align, fields: Rc::default(), depth })
}

fn vector(data: &DataLayout, element: &TypeLayout, count: u64) -> Lowered<TypeLayout> {
    let bits = element.bits.checked_mul(count).ok_or_else(too_large)?;
    if bits > 1 << 32 {
        return Err(too_large());
    }
    Ok(data.vector(bits))
}

fn deeper(depth: u32) -> Lowered<u32> {
    if depth > DEEPEST { malformed("types nested too deeply") } else { Ok(depth + 1) }
}

/// `value`, rounded up to a multiple of `align`, a power of two.
pub(crate) fn round_up(value: u64, align: u64) -> Lowered<u64> {
    value.checked_next_multiple_of(align).ok_or_else(too_large)
}

fn too_large() -> CannotLower {
    CannotLower::Malformed("a type larger than the address space".into())
}
