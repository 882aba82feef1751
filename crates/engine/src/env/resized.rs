//! Resized inputs: `realloc` copies what is known of an array or string, and how long that is, nothing says.
//!
//! So what follows in the new block may be there, too. It can be written; a path that reads it before ends there, as neither
//! an error nor a value is known. It has a tag of its own.

use crate::machine::fault::Fault;
use crate::machine::{Flow, Interpreter};
use crate::memory::Tag;
use crate::report::outcome::Outcome;
use crate::state::State;

impl Interpreter<'_, '_> {
    /// What is known of a block was copied to one of that size.
    pub(crate) fn resized(&self, state: &mut State, from: u64, to: u64, size: u64) {
        let Some(block) = state.memory.heap.block(from).copied() else { return };
        let known = self.copied_size(state, from, block.size);
        // An array that is explored to its limit may be longer, too.
        if (block.is_input || known < block.size) && known < size {
            state.memory.set_tags(to + known, size - known, Tag::PERHAPS_COPIED);
        }
    }

    /// How many bytes of a block are copied: those that are known to be there.
    pub(crate) fn copied_size(&self, state: &State, address: u64, size: u64) -> u64 {
        let known = self.known_size(state, address, size);
        let rest = first_of_rest(state, address, known).unwrap_or(known);
        // If something was written behind what isn't known, reading all of it ends the path.
        let is_rest = state.memory.first_not(address + rest, known - rest, is_rest).is_none();
        if is_rest { rest } else { known }
    }

    /// An access to what may have been copied from an input: it can't be read.
    pub(crate) fn beyond_copied(&self, state: &mut State, fault: &Fault) -> Option<Flow> {
        let Fault::Access { address, .. } = *fault else { return None };
        if !is_rest(state.memory.tag(address)) {
            return None;
        }
        let what = "what is resized has no more than what was looked at before";
        state.path.trace.not_given = Some(what.into());
        Some(Flow::End(Outcome::AssumeFailed))
    }
}

/// The offset of the first byte that may have been copied.
fn first_of_rest(state: &State, start: u64, size: u64) -> Option<u64> {
    let first = state.memory.first_not(start, size, |tag| !is_rest(tag));
    first.map(|first| first - start)
}

fn is_rest(tag: Tag) -> bool {
    tag == Tag::PERHAPS_COPIED
}
