//! How much of the heap is an input: the options that bound it.

use clap::Args;
use engine::HeapBounds;

/// The options.
#[derive(Args)]
pub(crate) struct HeapOptions {
    /// The longest array, in elements, and string, in characters, that a function is given
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=4096))]
    max_length: u64,

    /// The most objects of one type that hold pointers, in what a function is given
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=4096))]
    heap_objects: u32,

    /// The most pointers in a row that lead from a parameter or global to such an object
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=4096))]
    heap_depth: u32,
}

impl HeapOptions {
    /// What the machine is told.
    pub(crate) fn bounds(&self) -> HeapBounds {
        HeapBounds {
            length: self.max_length,
            objects: self.heap_objects as usize,
            depth: self.heap_depth,
        }
    }
}
