//! Values: 64 bits, and an optional *shade* that says more than the bits do.
//!
//! Every value is concrete. A value that is more than that (it depends on an input, or is partly undefined)
//! carries the id of a [`Shade`]. Plain values have none, so the fast path of every instruction is one
//! test; what a shade means for an operation is decided off that path, in `crate::value::undefined` and
//! `crate::value::lift`.
//!
//! May use: nothing.

pub(crate) mod arith;
pub(crate) mod congruence;
pub(crate) mod float;
pub(crate) mod lift;
pub(crate) mod undefined;

use ir::SourceLoc;
use rustc_hash::FxHashMap;
use smt::TermId;

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The concrete value, zero-extended.
    pub bits: u64,
    /// What else is known about it.
    pub shade: ShadeId,
}

/// Names a [`Shade`] of [`Shades`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ShadeId(u32);

/// What is known about a value beyond its bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shade {
    /// What the value is in terms of the inputs; its value in the state's model is the bits.
    pub term: Option<TermId>,
    /// The bits that have no defined value.
    pub undef: u64,
    /// Why some bits are undefined, if any are.
    pub cause: Option<Cause>,
    /// The address that a pointer was made from, by adding something that depends on the inputs. The term
    /// doesn't tell: in `table + 8 * (i - 5)` it has only the address of `table[-5]`.
    pub base: Option<u64>,
}

/// Why some bits of a value are undefined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cause {
    /// What happened.
    pub kind: UndefKind,
    /// Where.
    pub at: Option<SourceLoc>,
}

/// The ways to get an undefined value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UndefKind {
    /// Read from memory or a variable that was never written.
    Uninitialised,
    /// The result of signed arithmetic that overflowed.
    SignedOverflow,
    /// The result of a shift by the width or more.
    BadShift,
}

/// All shades of a machine, each once.
#[derive(Clone, Default, Debug)]
pub struct Shades {
    table: Vec<Shade>,
    /// Those that say nothing but a term, by the term: nearly all.
    of_terms: Vec<ShadeId>,
    /// The others.
    ids: FxHashMap<Shade, ShadeId>,
}

impl Value {
    /// A concrete value.
    #[inline(always)]
    pub fn plain(bits: u64) -> Value {
        Value { bits, shade: ShadeId::NONE }
    }

    /// Is it nothing but its bits?
    #[inline(always)]
    pub fn is_plain(self) -> bool {
        self.shade.0 == 0
    }
}

impl ShadeId {
    /// The shade of plain values.
    pub const NONE: ShadeId = ShadeId(0);

    /// Is any of the two values more than its bits?
    #[inline(always)]
    pub fn any(a: ShadeId, b: ShadeId) -> bool {
        a.0 | b.0 != 0
    }
}

impl Shades {
    /// The shade of a value, unless it is plain.
    pub fn get(&self, id: ShadeId) -> Option<Shade> {
        (id != ShadeId::NONE).then(|| self.table[id.0 as usize - 1])
    }

    /// The undefined bits of a value.
    pub fn undef(&self, value: Value) -> u64 {
        self.get(value.shade).map_or(0, |shade| shade.undef)
    }

    /// What a value is in terms of the inputs, if it depends on them.
    pub fn term(&self, value: Value) -> Option<TermId> {
        self.get(value.shade)?.term
    }

    /// Why a value is undefined, if it is.
    pub fn cause(&self, value: Value) -> Option<Cause> {
        self.get(value.shade)?.cause
    }

    /// A value of which the bits in `undef` are undefined. They read as zero, so that runs repeat.
    pub fn undefined(&mut self, bits: u64, undef: u64, cause: Cause) -> Value {
        self.shaded(bits, None, undef, Some(cause))
    }

    /// A value that depends on the inputs.
    pub fn symbolic(&mut self, bits: u64, term: TermId) -> Value {
        self.shaded(bits, Some(term), 0, None)
    }

    /// A value with everything that may be known about it.
    pub fn shaded(
        &mut self,
        bits: u64,
        term: Option<TermId>,
        undef: u64,
        cause: Option<Cause>,
    ) -> Value {
        if term.is_none() && undef == 0 {
            return Value::plain(bits);
        }
        let shade = Shade { term, undef, cause: cause.filter(|_| undef != 0), base: None };
        Value { bits: bits & !undef, shade: self.id(shade) }
    }

    /// A value that was made from that address.
    pub fn made_from(&mut self, value: Value, base: Option<u64>) -> Value {
        match self.get(value.shade) {
            Some(shade) => Value { shade: self.id(Shade { base, ..shade }), ..value },
            None => value,
        }
    }

    fn id(&mut self, shade: Shade) -> ShadeId {
        let known = match shade {
            Shade { term: Some(term), undef: 0, cause: None, base: None } => {
                if self.of_terms.len() <= term.index() {
                    self.of_terms.resize(term.index() + 1, ShadeId::NONE);
                }
                &mut self.of_terms[term.index()]
            }
            _ => self.ids.entry(shade).or_insert(ShadeId::NONE),
        };
        if *known == ShadeId::NONE {
            self.table.push(shade);
            *known = ShadeId(u32::try_from(self.table.len()).expect("more than 2^32 shades"));
        }
        *known
    }
}
