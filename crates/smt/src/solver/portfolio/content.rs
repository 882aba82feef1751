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

    /// What it is called in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Content::Floats => "floats",
            Content::LongSums => "long sums",
            Content::Products => "products",
            Content::Arrays => "arrays",
            Content::Plain => "plain",
        }
    }

    /// The backend that is best at it, by what `bench/explore.py` measures.
    pub(super) fn suits(self) -> &'static str {
        match self {
            // What is plain and easy is answered before it comes here.
            Content::Floats | Content::Products | Content::Plain => "bitwuzla",
            // Z3 sums up coefficients, and Bitwuzla adds bit by bit.
            Content::LongSums | Content::Arrays => "z3",
        }
    }
}

/// What terms contain, each looked at once.
#[derive(Default)]
pub(super) struct Contents {
    known: FxHashMap<TermId, TermContent>,
}

#[derive(Clone, Copy)]
struct TermContent {
    content: Content,
    summands: u32,
}

impl Contents {
    pub(super) fn of(&mut self, pool: &TermPool, query: Query<'_>) -> Content {
        let contents = query.newest_first(pool).map(|term| self.of_term(pool, term).content);
        contents.min().unwrap_or(Content::Plain)
    }

    fn of_term(&mut self, pool: &TermPool, term: TermId) -> TermContent {
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
    fn node(&self, pool: &TermPool, term: TermId) -> TermContent {
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
        TermContent { content: below.map_or(own, |below| below.min(own)), summands }
    }
}

fn is_of_variables(pool: &TermPool, args: &[TermId]) -> bool {
    args.iter().all(|&arg| !pool.op(arg).is_constant())
}

#[cfg(test)]
mod tests {
    use super::{Content, Contents, LONG};
    use crate::conjunction::Conjunction;
    use crate::float::FloatOp;
    use crate::pool::TermPool;
    use crate::solver::Query;
    use crate::sort::Sort;
    use crate::term::TermId;

    #[test]
    fn the_hardest_thing_counts() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(32)));
        let array = pool.symbol("a", Sort::Array { index: 32, element: 32 });
        let seven = pool.bits(32, 7);
        let plain = pool.mul(x, seven);
        let element = pool.select(array, x);
        let product = pool.mul(element, y);
        let summand =
            |pool: &mut TermPool, number: u32| pool.symbol(&format!("s{number}"), Sort::Bits(32));
        let mut sum = product;
        for number in 1..LONG {
            let next = summand(&mut pool, number);
            sum = pool.add(sum, next);
        }
        let float = pool.float(FloatOp::Add, &[sum, x]);
        let mut contents = Contents::default();
        let mut of = |pool: &mut TermPool, term: TermId| {
            let goal = pool.ult(term, seven);
            contents.of(pool, Query::new(Conjunction::EMPTY, goal))
        };
        assert_eq!(of(&mut pool, plain), Content::Plain);
        assert_eq!(of(&mut pool, element), Content::Arrays);
        assert_eq!(of(&mut pool, product), Content::Products);
        assert_eq!(of(&mut pool, sum), Content::LongSums);
        assert_eq!(of(&mut pool, float), Content::Floats);
    }
}
