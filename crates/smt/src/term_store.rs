//! The store of terms: each is there once, and is found by what it is.
//!
//! It knows nothing of what terms mean: what is equal but for its form is another term here.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::sort::Sort;
use crate::term::{App, Op, TermId};

/// All terms, with their arguments.
#[derive(Default)]
pub(crate) struct TermStore {
    terms: Vec<TermData>,
    /// The arguments of all terms, one after the other.
    args: Vec<TermId>,
    index: HashTable<TermId>,
}

#[derive(Clone, Copy)]
pub(crate) struct TermData {
    pub(crate) op: Op,
    pub(crate) sort: Sort,
    first_arg: u32,
    arity: u32,
}

impl TermStore {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    #[inline]
    pub(crate) fn term(&self, term: TermId) -> &TermData {
        &self.terms[term.0 as usize]
    }

    /// The arguments of a term.
    #[inline]
    pub(crate) fn args(&self, term: TermId) -> &[TermId] {
        let TermData { first_arg, arity, .. } = self.terms[term.0 as usize];
        &self.args[first_arg as usize..][..arity as usize]
    }

    /// The first arguments of `term` if it is made with `op`, which has as many.
    #[inline]
    pub(crate) fn args_of<const N: usize>(&self, term: TermId, op: Op) -> Option<[TermId; N]> {
        let found = &self.terms[term.0 as usize];
        let first = found.first_arg as usize;
        (found.op == op).then(|| std::array::from_fn(|i| self.args[first + i]))
    }

    /// The term that is exactly this operation.
    pub(crate) fn intern(&mut self, app: App<'_>) -> TermId {
        debug_assert!(!matches!(app.op, Op::Symbol(_)), "variables are known to their symbols");
        let hash = hash(app);
        let (terms, args) = (&self.terms, &self.args);
        let same = |&id: &TermId| {
            let term = &terms[id.0 as usize];
            term.op == app.op
                && term.sort == app.sort
                && args[term.first_arg as usize..][..term.arity as usize] == *app.args
        };
        if let Some(&id) = self.index.find(hash, same) {
            return id;
        }
        let id = self.push(app);
        let (terms, args) = (&self.terms, &self.args);
        self.index.insert_unique(hash, id, |&id| rehash(terms, args, id));
        id
    }

    /// A term that was not made before.
    pub(crate) fn push(&mut self, app: App<'_>) -> TermId {
        let id = TermId(u32::try_from(self.terms.len()).expect("fewer than 2^32 terms"));
        let first_arg = u32::try_from(self.args.len()).expect("fewer than 2^32 arguments");
        self.terms.push(TermData {
            op: app.op,
            sort: app.sort,
            first_arg,
            arity: app.args.len() as u32,
        });
        self.args.extend_from_slice(app.args);
        id
    }
}

/// The hash of an operation.
pub(crate) fn hash(app: App<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    app.op.hash(&mut hasher);
    app.sort.hash(&mut hasher);
    app.args.hash(&mut hasher);
    hasher.finish()
}

fn rehash(terms: &[TermData], args: &[TermId], id: TermId) -> u64 {
    let TermData { op, sort, first_arg, arity } = terms[id.0 as usize];
    hash(App { op, sort, args: &args[first_arg as usize..][..arity as usize] })
}
