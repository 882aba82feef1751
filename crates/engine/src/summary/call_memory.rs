//! A caller's memory at a call, from which the callee's inputs are taken.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smt::Model;

use crate::memory::Memory;
use crate::summary::tree::Cell;

/// What a caller's memory was, and what its symbols were in that run.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub memory: Arc<Memory>,
    pub model: Arc<Model>,
    /// What the caller calls the bytes that it has used.
    pub cells: Arc<FxHashMap<u64, Cell>>,
}

impl Snapshot {
    /// How much memory it takes that the snapshots before it don't, about.
    pub(crate) fn bytes(&self) -> usize {
        self.memory.bytes_of_news()
    }
}
