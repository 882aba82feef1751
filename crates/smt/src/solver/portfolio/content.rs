//! What a query contains, as far as it matters who is asked first.

use rustc_hash::FxHashMap;

use crate::pool::TermPool;
use crate::solver::Query;
use crate::term::{Op, TermId};

/// A sum of so many summands is a long one.
const LONG: u32 = 24;

/// The hardest thing in a query, from the hardest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Content {
    /// Operations on floats.
    Floats,
    /// Sums of very many summands, which may cancel each other.
    LongSums,
    /// Products, quotients and remainders of what is not constant.
    Products,
    /// Arrays that are no tables.
    Arrays,
    /// Nothing of that.
    Plain,
}

impl Content {
    pub(super) const ALL: [Content; 5] =
        [Content::Floats, Content::LongSums, Content::Products, Content::Arrays, Content::Plain];

    /// The backend that is best at it, by what was measured: see `docs/solvers.md`.
    pub(super) fn suits(self) -> &'static str {
        match self {
            Content::Floats | Content::Products => "bitwuzla",
            // Z3 sums up coefficients, and Bitwuzla adds bit by bit.
            Content::LongSums | Content::Arrays | Content::Plain => "z3",
        }
    }
}

/// What terms contain, each looked at once.
#[derive(Default)]
pub(super) struct Contents {
    known: FxHashMap<TermId, Known>,
}

#[derive(Clone, Copy)]
struct Known {
    content: Content,
    summands: u32,
}

impl Contents {
    pub(super) fn of(&mut self, pool: &TermPool, query: Query<'_>) -> Content {
        let contents = query.constraints().map(|term| self.of_term(pool, term).content);
        contents.min().unwrap_or(Content::Plain)
    }

    fn of_term(&mut self, pool: &TermPool, term: TermId) -> Known {
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            let before = pending.len();
            if !self.known.contains_key(&next) {
                let unknown = |arg: &&TermId| !self.known.contains_key(arg);
                pending.extend(pool.args(next).iter().filter(unknown));
            }
            if pending.len() == before {
                pending.pop();
                let known = self.node(pool, next);
                self.known.insert(next, known);
            }
        }
        self.known[&term]
    }

    /// Of a term whose arguments are known.
    fn node(&self, pool: &TermPool, term: TermId) -> Known {
        let args = pool.args(term);
        let below = args.iter().map(|arg| self.known[arg].content).min();
        let summands = match pool.op(term) {
            Op::Add => args.iter().map(|arg| self.known[arg].summands).fold(0, u32::saturating_add),
            _ => 1,
        };
        let own = match pool.op(term) {
            Op::Float(_) => Content::Floats,
            Op::Add if summands >= LONG => Content::LongSums,
            Op::Mul | Op::UDiv | Op::URem | Op::SDiv | Op::SRem if is_of_variables(pool, args) => {
                Content::Products
            }
            Op::Select => Content::Arrays,
            _ => Content::Plain,
        };
        Known { content: below.map_or(own, |below| below.min(own)), summands }
    }
}

fn is_of_variables(pool: &TermPool, args: &[TermId]) -> bool {
    args.iter().all(|&arg| !pool.op(arg).is_constant())
}
