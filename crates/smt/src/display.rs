//! Terms for people: SMT-LIB's form, with the names of symbols as they are, and with `let` for what
//! occurs more than once, as a term may be exponentially larger written out than it is in the pool.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::pool::TermPool;
use crate::smtlib;
use crate::term::{Op, TermId};

/// A term that prints.
pub struct TermDisplay<'a> {
    pool: &'a TermPool,
    term: TermId,
}

impl TermPool {
    /// The term, for printing.
    pub fn show(&self, term: TermId) -> TermDisplay<'_> {
        TermDisplay { pool: self, term }
    }
}

impl fmt::Display for TermDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shared = self.shared();
        for term in &shared {
            write!(f, "(let ((t{} ", term.0)?;
            self.write(f, *term, &shared)?;
            write!(f, ")) ")?;
        }
        self.write(f, self.term, &shared)?;
        write!(f, "{}", ")".repeat(shared.len()))
    }
}

/// What is still to be written, last first.
enum PendingTerm {
    Term(TermId),
    Text(&'static str),
}

impl TermDisplay<'_> {
    /// Writes a term in which those of `shared`, except for itself, are only named.
    fn write(&self, f: &mut fmt::Formatter<'_>, root: TermId, shared: &[TermId]) -> fmt::Result {
        let mut pending = vec![PendingTerm::Term(root)];
        while let Some(piece) = pending.pop() {
            match piece {
                PendingTerm::Text(text) => f.write_str(text)?,
                PendingTerm::Term(term) if term != root && shared.binary_search(&term).is_ok() => {
                    write!(f, "t{}", term.0)?;
                }
                PendingTerm::Term(term) => self.open(f, term, &mut pending)?,
            }
        }
        Ok(())
    }

    /// Writes a term's operation, and leaves its arguments for later.
    fn open(
        &self,
        f: &mut fmt::Formatter<'_>,
        term: TermId,
        pending: &mut Vec<PendingTerm>,
    ) -> fmt::Result {
        let op = self.pool.op(term);
        if let Op::Symbol(symbol) = op {
            return write!(f, "{}", self.pool.symbol_info(symbol).name);
        }
        if self.pool.args(term).is_empty() {
            return f.write_str(&smtlib::operator(self.pool, term, op));
        }
        pending.push(PendingTerm::Text(")"));
        for &arg in self.pool.args(term).iter().rev() {
            pending.extend([PendingTerm::Term(arg), PendingTerm::Text(" ")]);
        }
        write!(f, "({}", smtlib::operator(self.pool, term, op))
    }

    /// The terms with arguments that occur more than once, in order: arguments first.
    fn shared(&self) -> Vec<TermId> {
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut pending = vec![self.term];
        while let Some(term) = pending.pop() {
            let count = uses.entry(term).or_default();
            *count += 1;
            if *count == 1 {
                pending.extend_from_slice(self.pool.args(term));
            }
        }
        let compound = |term: &TermId| !self.pool.args(*term).is_empty();
        let mut shared: Vec<TermId> = uses
            .into_iter()
            .filter(|(term, count)| *count > 1 && compound(term))
            .map(|(term, _)| term)
            .collect();
        shared.sort_unstable();
        shared
    }
}

#[cfg(test)]
mod tests {
    use crate::pool::TermPool;
    use crate::sort::Sort;

    #[test]
    fn sharing_is_named() {
        let mut pool = TermPool::new();
        let x = pool.symbol("x", Sort::Bits(8));
        let y = pool.symbol("y", Sort::Bits(8));
        let one = pool.bits(8, 1);
        let sum = pool.add(x, one);
        assert_eq!(pool.show(sum).to_string(), "(bvadd #x01 x)");
        let product = pool.mul(sum, y);
        let both = pool.udiv(product, sum);
        let name = format!("t{}", sum.0);
        assert_eq!(
            pool.show(both).to_string(),
            format!("(let (({name} (bvadd #x01 x))) (bvudiv (bvmul y {name}) {name}))")
        );
    }

    #[test]
    fn a_doubling_chain_prints_in_linear_size() {
        let mut pool = TermPool::new();
        let mut term = pool.symbol("x", Sort::Bits(8));
        for _ in 0..1000 {
            term = pool.mul(term, term);
        }
        assert!(pool.show(term).to_string().len() < 100_000);
    }
}
