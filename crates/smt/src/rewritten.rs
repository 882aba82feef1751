//! What operations became by rewriting, the latest ones: paths of a program repeat each other's operations, and what one of
//! them becomes depends on nothing but its operands.

use crate::sort::Sort;
use crate::term::{App, Op, TermId};

/// How many are remembered.
const CAPACITY: usize = 1 << 13;
/// Operations with more operands aren't.
const MOST_ARGS: usize = 3;

/// A table in which an operation takes the place of another with the same hash, to that many bits.
#[derive(Default)]
pub(crate) struct Rewritten {
    /// Empty until something is remembered.
    entries: Vec<Option<RewriteEntry>>,
}

#[derive(Clone, Copy)]
struct RewriteEntry {
    op: Op,
    sort: Sort,
    arity: u32,
    args: [TermId; MOST_ARGS],
    became: TermId,
}

impl Rewritten {
    /// What an operation with that hash became, if it is remembered.
    pub(crate) fn get(&self, app: App<'_>, hash: u64) -> Option<TermId> {
        let entry = self.entries.get(place(hash))?.as_ref()?;
        let is_it = entry.op == app.op
            && entry.sort == app.sort
            && entry.args[..entry.arity as usize] == *app.args;
        is_it.then_some(entry.became)
    }

    /// Remembers what an operation with that hash became.
    pub(crate) fn set(&mut self, app: App<'_>, hash: u64, became: TermId) {
        let Some(&first) = app.args.first().filter(|_| app.args.len() <= MOST_ARGS) else { return };
        if self.entries.is_empty() {
            self.entries = vec![None; CAPACITY];
        }
        let mut args = [first; MOST_ARGS];
        args[..app.args.len()].copy_from_slice(app.args);
        let arity = app.args.len() as u32;
        self.entries[place(hash)] =
            Some(RewriteEntry { op: app.op, sort: app.sort, arity, args, became });
    }
}

fn place(hash: u64) -> usize {
    (hash >> 32) as usize % CAPACITY
}
