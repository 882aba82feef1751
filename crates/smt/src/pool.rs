//! The pool of terms: every term once, with its symbols.
//!
//! The pool only stores and answers; how a term is made is in `construct`, and what becomes simpler on the way
//! in `rewrite`. Terms are never removed, so a `TermId` is valid as long as its pool.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::conjunction::Conjunctions;
use crate::rewrite;
use crate::rewritten::Rewritten;
use crate::sort::Sort;
use crate::symbol::{Symbol, SymbolName};
use crate::term::{App, Op, SymbolId, TermId, WideId};
use crate::term_store::{TermData, TermStore, hash};
use crate::value::Value;

/// All terms of an exploration.
pub struct TermPool {
    terms: TermStore,
    symbols: SymbolStore,
    wide: WideConstants,
    /// What `free_symbols` found, by term.
    free: Vec<Free>,
    /// The terms that were split into bytes, by these.
    pub(crate) whole: FxHashMap<Box<[TermId]>, TermId>,
    pub(crate) conjunctions: Conjunctions,
    rewriting: Rewriting,
    /// How often a term was made or gone through.
    steps: u64,
}

/// What was declared.
#[derive(Default)]
struct SymbolStore {
    all: Vec<Symbol>,
    by_name: FxHashMap<String, SymbolId>,
    /// What variables are where a model doesn't say, if not zero.
    defaults: FxHashMap<SymbolId, Value>,
}

/// Constants of more than 64 bits.
#[derive(Default)]
struct WideConstants {
    all: Vec<Bits>,
    index: FxHashMap<Bits, WideId>,
}

/// What has become of operations, and what is under way.
#[derive(Default)]
struct Rewriting {
    done: Rewritten,
    /// How many rewrites are under way, one inside the other.
    depth: u32,
}

/// Rewrites that make terms by rewrites go no deeper than this, whatever the terms are like: then a term stays as
/// it is, which is right, too, where a stack overflow would not be.
const DEPTH: u32 = 200;

/// What is known of the symbols in a term.
#[derive(Clone)]
enum Free {
    Unknown,
    Known(Arc<[SymbolId]>),
    /// More than a few: this term was not asked for, and its part in a sum over all inputs would be as long as all.
    Many,
}

/// Sets of so many symbols are kept for every part of a term.
const FEW: usize = 256;

impl TermPool {
    /// A pool without symbols.
    pub fn new() -> TermPool {
        TermPool {
            terms: TermStore::default(),
            symbols: SymbolStore::default(),
            wide: WideConstants::default(),
            free: Vec::new(),
            whole: FxHashMap::default(),
            conjunctions: Conjunctions::default(),
            rewriting: Rewriting::default(),
            steps: 0,
        }
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// How often a term was made, again or for the first time, or gone through to make another: a count of work.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether no term was made yet.
    pub fn is_empty(&self) -> bool {
        self.terms.len() == 0
    }

    /// What a term does with its arguments.
    pub fn op(&self, term: TermId) -> Op {
        self.terms.term(term).op
    }

    /// The sort of a term.
    pub fn sort(&self, term: TermId) -> Sort {
        self.terms.term(term).sort
    }

    /// The width of a bit-vector term.
    pub fn width(&self, term: TermId) -> u32 {
        self.sort(term).width()
    }

    /// The arguments of a term.
    pub fn args(&self, term: TermId) -> &[TermId] {
        self.terms.args(term)
    }

    /// The value of a constant bit-vector.
    pub fn as_bits(&self, term: TermId) -> Option<Bits> {
        let &TermData { op, sort, .. } = self.terms.term(term);
        match op {
            Op::Bits(value) => Some(Bits::new(sort.width(), value)),
            Op::WideBits(id) => Some(self.wide.all[id.0 as usize].clone()),
            _ => None,
        }
    }

    /// The value of a constant boolean.
    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        match self.op(term) {
            Op::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a constant.
    pub fn as_value(&self, term: TermId) -> Option<Value> {
        self.as_bool(term).map(Value::Bool).or_else(|| self.as_bits(term).map(Value::Bits))
    }

    /// What was declared.
    pub fn symbol_info(&self, symbol: SymbolId) -> &Symbol {
        &self.symbols.all[symbol.0 as usize]
    }

    /// Says what a variable is where a model doesn't say; else that is zero. The first word counts, as models
    /// may rely on it.
    pub fn set_default(&mut self, variable: SymbolId, value: Value) {
        if value != Value::zero(self.symbol_info(variable).sort) {
            self.symbols.defaults.entry(variable).or_insert(value);
        }
    }

    /// What a variable is where a model doesn't say.
    pub fn default(&self, variable: SymbolId) -> Value {
        let zero = || Value::zero(self.symbol_info(variable).sort);
        self.symbols.defaults.get(&variable).cloned().unwrap_or_else(zero)
    }

    /// The two arguments of `term` if it is made with `op`, which has two.
    pub(crate) fn pair_of(&self, term: TermId, op: Op) -> Option<[TermId; 2]> {
        self.terms.args_of(term, op)
    }

    /// The only argument of `term` if it is made with `op`, which has one.
    pub(crate) fn single_of(&self, term: TermId, op: Op) -> Option<TermId> {
        self.terms.args_of(term, op).map(|[only]| only)
    }

    /// The three arguments of `term` if it is made with `op`, which has three.
    pub(crate) fn triple_of(&self, term: TermId, op: Op) -> Option<[TermId; 3]> {
        self.terms.args_of(term, op)
    }

    /// Declares a name; declaring it again in the same way gives the same symbol.
    ///
    /// # Panics
    /// If the name is declared otherwise already: it would mean two things.
    pub(crate) fn declare(&mut self, name: &str, parameters: &[Sort], sort: Sort) -> SymbolId {
        if let Some(&symbol) = self.symbols.by_name.get(name) {
            let known = self.symbol_info(symbol);
            assert!(
                *known.parameters == *parameters && known.sort == sort,
                "{name} is declared twice, differently"
            );
            return symbol;
        }
        let symbol = self.add_symbol(name.into(), parameters, sort);
        self.symbols.by_name.insert(name.to_string(), symbol);
        symbol
    }

    /// A new variable, which its id alone tells apart: others may read the same.
    pub fn fresh(&mut self, name: impl Into<SymbolName>, sort: Sort) -> SymbolId {
        self.add_symbol(name.into(), &[], sort)
    }

    fn add_symbol(&mut self, name: SymbolName, parameters: &[Sort], sort: Sort) -> SymbolId {
        let symbol = SymbolId(self.symbols.all.len() as u32);
        self.symbols.all.push(Symbol { name, parameters: parameters.into(), sort, variable: None });
        symbol
    }

    /// The term of a variable. The symbol knows it, so that of a million inputs none is hashed.
    pub fn variable(&mut self, symbol: SymbolId) -> TermId {
        let Symbol { sort, variable, .. } = self.symbols.all[symbol.0 as usize];
        variable.unwrap_or_else(|| {
            let term = self.terms.push(App { op: Op::Symbol(symbol), sort, args: &[] });
            self.symbols.all[symbol.0 as usize].variable = Some(term);
            term
        })
    }

    /// The normal form of an operation: what the first rewrite that applies makes of it, else itself.
    pub(crate) fn build(&mut self, app: App<'_>) -> TermId {
        // What is made on the way depends on how deep that is, too.
        if self.rewriting.depth > 0 {
            return self.rewrite(app);
        }
        let hash = hash(app);
        self.rewriting.done.get(app, hash).unwrap_or_else(|| {
            let term = self.rewrite(app);
            self.rewriting.done.set(app, hash, term);
            term
        })
    }

    fn rewrite(&mut self, app: App<'_>) -> TermId {
        if self.rewriting.depth == DEPTH {
            return self.intern(app);
        }
        self.rewriting.depth += 1;
        self.steps += 1;
        let rewritten = rewrite::table(app.op).iter().find_map(|rewrite| {
            let term = (rewrite.apply)(self, app)?;
            debug_assert_eq!(self.sort(term), app.sort, "{} changes the sort", rewrite.name);
            Some(term)
        });
        self.rewriting.depth -= 1;
        rewritten.unwrap_or_else(|| self.intern(app))
    }

    /// The term that is exactly this operation.
    pub(crate) fn intern(&mut self, app: App<'_>) -> TermId {
        self.terms.intern(app)
    }

    pub(crate) fn intern_wide(&mut self, bits: &Bits) -> WideId {
        if let Some(&id) = self.wide.index.get(bits) {
            return id;
        }
        let id = WideId(self.wide.all.len() as u32);
        self.wide.all.push(bits.clone());
        self.wide.index.insert(bits.clone(), id);
        id
    }

    /// The variables and functions in a term, in order.
    pub fn free_symbols(&mut self, term: TermId) -> Arc<[SymbolId]> {
        self.few_symbols(term).unwrap_or_else(|| {
            let all = self.collect_free_symbols(term);
            self.free[term.0 as usize] = Free::Known(all.clone());
            all
        })
    }

    /// The variables and functions in a term, in order; nothing if they are many and weren't asked for.
    pub(crate) fn few_symbols(&mut self, term: TermId) -> Option<Arc<[SymbolId]>> {
        if let Some(Free::Known(known)) = self.free.get(term.0 as usize) {
            return Some(known.clone());
        }
        self.free.resize(self.terms.len(), Free::Unknown);
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            let before = pending.len();
            if matches!(self.free[next.0 as usize], Free::Unknown) {
                let unknown = |arg: &&TermId| matches!(self.free[arg.0 as usize], Free::Unknown);
                pending.extend(self.args(next).iter().filter(unknown));
            }
            if pending.len() > before {
                continue;
            }
            pending.pop();
            if matches!(self.free[next.0 as usize], Free::Unknown) {
                self.free[next.0 as usize] = self.join_free_symbols(next);
            }
        }
        match &self.free[term.0 as usize] {
            Free::Known(known) => Some(known.clone()),
            Free::Unknown | Free::Many => None,
        }
    }

    /// The symbols of a term whose arguments' symbols are known. Often they are those of one argument, which
    /// are shared then.
    fn join_free_symbols(&self, term: TermId) -> Free {
        let mut sets: Vec<&Arc<[SymbolId]>> = Vec::with_capacity(self.args(term).len());
        for arg in self.args(term) {
            match &self.free[arg.0 as usize] {
                Free::Known(set) => sets.push(set),
                Free::Unknown | Free::Many => return Free::Many,
            }
        }
        let largest = sets.iter().copied().max_by_key(|set| set.len());
        let own = match self.op(term) {
            Op::Symbol(symbol) | Op::Apply(symbol) => Some(symbol),
            _ => None,
        };
        let covers = |largest: &Arc<[SymbolId]>| {
            let within = |symbol: &SymbolId| largest.binary_search(symbol).is_ok();
            sets.iter().all(|set| Arc::ptr_eq(set, largest) || set.iter().all(within))
                && own.iter().all(within)
        };
        if let Some(largest) = largest.filter(|largest| covers(largest)) {
            return Free::Known(largest.clone());
        }
        let mut all: Vec<SymbolId> =
            sets.iter().flat_map(|set| set.iter().copied()).chain(own).collect();
        all.sort_unstable();
        all.dedup();
        if all.len() > FEW { Free::Many } else { Free::Known(all.into()) }
    }

    /// The symbols of a term that has many, from those of its parts that have few.
    fn collect_free_symbols(&self, term: TermId) -> Arc<[SymbolId]> {
        let mut all = Vec::new();
        let (mut pending, mut seen) = (vec![term], FxHashSet::default());
        while let Some(next) = pending.pop() {
            if !seen.insert(next) {
                continue;
            }
            match &self.free[next.0 as usize] {
                Free::Known(set) => all.extend_from_slice(set),
                Free::Unknown | Free::Many => {
                    if let Op::Symbol(symbol) | Op::Apply(symbol) = self.op(next) {
                        all.push(symbol);
                    }
                    pending.extend(self.args(next));
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all.into()
    }

    /// The term with every key of `replacements` in it replaced. What is put in is not looked at again.
    pub fn substitute(&mut self, term: TermId, replacements: &FxHashMap<TermId, TermId>) -> TermId {
        let replaced = |term: TermId| replacements.get(&term).copied();
        self.rewrite_bottom_up(term, &mut FxHashMap::default(), replaced, |_, term| term)
    }

    /// The same with replacements that are kept for further terms: they learn what becomes of every part of this one.
    pub fn substitute_further(
        &mut self,
        term: TermId,
        replacements: &mut FxHashMap<TermId, TermId>,
    ) -> TermId {
        self.rewrite_bottom_up(term, replacements, |_| None, |_, term| term)
    }

    /// Rebuilds a term from its leaves, passing each new node through `visit`. What `known` says of a part isn't looked
    /// into; `done` has the other results so far, and gets more.
    pub(crate) fn rewrite_bottom_up(
        &mut self,
        term: TermId,
        done: &mut FxHashMap<TermId, TermId>,
        known: impl Fn(TermId) -> Option<TermId>,
        mut visit: impl FnMut(&mut TermPool, TermId) -> TermId,
    ) -> TermId {
        let mut pending = vec![term];
        let mut args = Vec::new();
        let result = |done: &FxHashMap<TermId, TermId>, term: &TermId| {
            done.get(term).copied().or_else(|| known(*term))
        };
        while let Some(&next) = pending.last() {
            self.steps += 1;
            if result(done, &next).is_some() {
                pending.pop();
                continue;
            }
            let before = pending.len();
            pending.extend(self.args(next).iter().filter(|arg| result(done, arg).is_none()));
            if pending.len() > before {
                continue;
            }
            pending.pop();
            args.clear();
            args.extend(self.args(next).iter().filter_map(|arg| result(done, arg)));
            let rebuilt = match args == self.args(next) {
                true => next,
                false => self.build(App { op: self.op(next), sort: self.sort(next), args: &args }),
            };
            let visited = visit(self, rebuilt);
            done.insert(next, visited);
        }
        result(done, &term).expect("it was rebuilt, or known")
    }
}

impl Default for TermPool {
    fn default() -> TermPool {
        TermPool::new()
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::{Free, TermPool};
    use crate::bits::Bits;
    use crate::eval::eval;
    use crate::model::Model;
    use crate::sort::Sort;
    use crate::term::TermId;

    const DEEP: u32 = 100_000;

    /// A chain of operations, each on the one before.
    fn chain(
        pool: &mut TermPool,
        grow: impl Fn(&mut TermPool, TermId, TermId) -> TermId,
    ) -> TermId {
        let mut term = pool.symbol("start", Sort::Bits(32));
        for i in 0..DEEP {
            let next = pool.symbol(&format!("x{}", i % 100), Sort::Bits(32));
            term = grow(pool, term, next);
        }
        term
    }

    #[test]
    fn deep_terms_overflow_no_stack() {
        let mut pool = TermPool::new();
        let product = chain(&mut pool, |pool, term, next| {
            let sum = pool.add(term, next);
            pool.mul(sum, next)
        });
        assert_eq!(pool.free_symbols(product).len(), 101);
        assert!(eval(&pool, product, &Model::new()).as_bits().is_zero());
        let start = pool.symbol("start", Sort::Bits(32));
        let one = pool.bits(32, 1);
        let replaced = pool.substitute(product, &FxHashMap::from_iter([(start, one)]));
        assert_eq!(pool.free_symbols(replaced).len(), 100);
        assert!(pool.show(replaced).to_string().len() > DEEP as usize);
    }

    #[test]
    fn a_sum_over_many_inputs_takes_no_more_than_the_inputs() {
        let mut pool = TermPool::new();
        let mut sum = pool.bits(32, 0);
        for i in 0..DEEP {
            let next = pool.symbol(&format!("x{i}"), Sort::Bits(32));
            sum = pool.mul(sum, next);
            sum = pool.add(sum, next);
        }
        assert_eq!(pool.free_symbols(sum).len(), DEEP as usize);
        let kept = |free: &Free| if let Free::Known(set) = free { set.len() } else { 0 };
        assert!(pool.free.iter().map(kept).sum::<usize>() < 4 * DEEP as usize);
    }

    #[test]
    fn deep_terms_rewrite_without_overflow() {
        let mut pool = TermPool::new();
        let difference = chain(&mut pool, TermPool::sub);
        let negated = pool.neg(difference);
        let sum = pool.add(difference, negated);
        assert!(eval(&pool, sum, &Model::new()).as_bits().is_zero());
        let [start, other] = ["start", "other"].map(|name| pool.symbol(name, Sort::Bits(32)));
        let replaced = pool.substitute(difference, &FxHashMap::from_iter([(start, other)]));
        let equal = pool.eq(difference, replaced);
        assert!(eval(&pool, equal, &Model::new()).to_bool());
        let mut wide = pool.symbol("b", Sort::Bits(8));
        for i in 0..4000 {
            let byte = pool.symbol(&format!("b{i}"), Sort::Bits(8));
            wide = if i % 2 == 0 { pool.concat(byte, wide) } else { pool.concat(wide, byte) };
        }
        let zero = pool.constant(&Bits::zero(pool.width(wide)));
        let is_zero = pool.eq(zero, wide);
        assert!(eval(&pool, is_zero, &Model::new()).to_bool());
        let middle = pool.extract(31_000, 100, wide);
        assert_eq!(pool.width(middle), 30_901);
    }

    #[test]
    fn equal_terms_are_one() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(32)));
        let (two, four) = (pool.bits(32, 2), pool.bits(32, 4));
        let shifted = pool.shl(x, two);
        assert_eq!(pool.mul(x, four), shifted);
        let (less, not_more) = (pool.ult(x, y), pool.ule(y, x));
        assert_eq!(pool.not(less), not_more);
        let difference = pool.sub(x, y);
        assert_eq!(pool.add(difference, y), x);
        let bytes = [0, 8, 16, 24].map(|low| pool.extract(low + 7, low, x));
        let mut joined = bytes[0];
        for (byte, amount) in bytes[1..].iter().zip([8, 16, 24]) {
            let (wide, sofar) = (pool.zero_extend(32, *byte), pool.zero_extend(32, joined));
            let amount = pool.bits(32, amount);
            let shifted = pool.shl(wide, amount);
            joined = pool.bit_or(sofar, shifted);
        }
        assert_eq!(joined, x, "a word read as bytes and put together again");
    }

    #[test]
    #[should_panic(expected = "declared twice")]
    fn a_name_has_one_sort() {
        let mut pool = TermPool::new();
        pool.symbol("x", Sort::Bits(8));
        pool.symbol("x", Sort::Bits(9));
    }
}
