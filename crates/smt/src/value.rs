//! What a term evaluates to.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bits::Bits;
use crate::sort::Sort;

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Bool(bool),
    Bits(Bits),
    Array(Arc<ArrayValue>),
}

/// An array: what the entries say, and the default everywhere else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayValue {
    default: Bits,
    /// Those that are not the default, so that two arrays that differ nowhere are equal.
    entries: BTreeMap<Bits, Bits>,
}

impl Value {
    /// What a symbol is that a model says nothing about.
    pub fn zero(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Bits(width) => Value::Bits(Bits::zero(width)),
            Sort::Array { element, .. } => {
                Value::Array(Arc::new(ArrayValue::constant(Bits::zero(element))))
            }
        }
    }

    /// The boolean.
    ///
    /// # Panics
    /// If this is another value: the caller mixed up its terms. So are the others.
    pub fn to_bool(&self) -> bool {
        match self {
            Value::Bool(value) => *value,
            other => panic!("{other:?} is no boolean"),
        }
    }

    /// The bit-vector.
    pub fn as_bits(&self) -> &Bits {
        match self {
            Value::Bits(bits) => bits,
            other => panic!("{other:?} is no bit-vector"),
        }
    }

    /// The array.
    pub fn as_array(&self) -> &Arc<ArrayValue> {
        match self {
            Value::Array(array) => array,
            other => panic!("{other:?} is no array"),
        }
    }
}

impl ArrayValue {
    /// The array that has this element everywhere.
    pub fn constant(default: Bits) -> ArrayValue {
        ArrayValue { default, entries: BTreeMap::new() }
    }

    /// The element at an index.
    pub fn select(&self, index: &Bits) -> &Bits {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Puts an element at an index.
    pub fn store(&mut self, index: Bits, element: Bits) {
        if element == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, element);
        }
    }

    /// The element at every index that `entries` doesn't have.
    pub fn default(&self) -> &Bits {
        &self.default
    }

    /// The indices with another element than the default, in order, and their elements.
    pub fn entries(&self) -> impl Iterator<Item = (&Bits, &Bits)> {
        self.entries.iter()
    }
}
