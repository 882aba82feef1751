//! The witness of a path: inputs that lead down it, and what was seen at its end. Tests are made of it.

use std::sync::Arc;

use ir::FuncId;
use ir::debug::TypeId;
use serde::{Deserialize, Serialize};

use crate::summary::origin::InputSource;

/// An input, as it is on one path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TestInput {
    /// As the program calls it.
    pub name: Arc<str>,
    /// Where the program takes it from.
    pub source: InputSource,
    /// What it is.
    pub value: InputValue,
    /// What it points to, if it is a `void *`: what it was accessed as on this path; `void` stands for bytes.
    pub pointee: Option<TypeId>,
    /// The pointers in its bytes, lowest first: where each is, and the name of the input that it is.
    pub pointers: Vec<(u64, Arc<str>)>,
    /// Were addresses in what it points to compared with those in another object, so that it matters where that is?
    pub compared: bool,
}

/// What an input is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum InputValue {
    /// The bytes of an object, lowest address first.
    Bytes(Vec<u8>),
    /// A null pointer.
    Null,
    /// A pointer to a string, here without its final zero.
    Text(Vec<u8>),
    /// A pointer to an array of exactly these bytes. `freed`: the program frees it, so it must be a heap block.
    Buffer { bytes: Vec<u8>, freed: bool },
    /// A pointer to that function: of the program, or a stub.
    Function(FuncId),
    /// A pointer to something that isn't looked into.
    Opaque { freed: bool },
    /// A pointer to what the pointer input of that name points to.
    Alias(Arc<str>),
    /// A pointer into another object: so many bytes behind its beginning.
    Into { object: WitnessObject, offset: u64 },
}

/// An object that a pointer points into.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WitnessObject {
    /// What the pointer input of that name points to.
    Pointed(Arc<str>),
    /// The global variable of that name.
    Global(Arc<str>),
}

impl TestInput {
    /// How much memory it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let value = match &self.value {
            InputValue::Null
            | InputValue::Function(_)
            | InputValue::Opaque { .. }
            | InputValue::Alias(_)
            | InputValue::Into { .. } => 0,
            InputValue::Bytes(bytes) | InputValue::Text(bytes) => bytes.len(),
            InputValue::Buffer { bytes, .. } => bytes.len(),
        };
        let pointers = self.pointers.len() * size_of::<(u64, Arc<str>)>();
        size_of::<TestInput>() + self.name.len() + value + pointers + ALLOCATIONS
    }
}

/// What the allocator adds to a name and a value.
const ALLOCATIONS: usize = 32;

/// Something seen at the end of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observed {
    /// What the harness calls it; what a pointer input `p` points to is `*p`.
    pub name: String,
    /// What it was.
    pub value: ObservedValue,
}

/// What was seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ObservedValue {
    /// The bytes of an object; a bit set in `undef` was never written, or is part of an address, which is another one
    /// in every build. So where its pointers lead is beside them.
    Bytes { bytes: Vec<u8>, undef: Vec<u8>, pointers: Vec<(u64, ObservedPointer)> },
    /// A pointer.
    Pointer(ObservedPointer),
    /// What was written to a stream: one that the function was given, or `file 1` and so on.
    Written(Vec<u8>),
}

/// Where a pointer leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ObservedPointer {
    /// Nowhere.
    Null,
    /// Into what the pointer input of that name points to.
    Into { input: String, offset: u64 },
    /// To a function.
    Function(FuncId),
    /// To a constant string.
    Text(Vec<u8>),
    /// Anywhere else.
    Elsewhere,
}
