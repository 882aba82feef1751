//! The heap path condition: what a path has decided about the shape of its input, apart from the numbers in it.
//!
//! The solver is asked about one conjunction, which has both. But a constraint on the heap is more than a term over
//! symbols: that a reference is null, that two are the same, that an object has so many elements. Whoever wants to know which
//! input structure a path needs, or to match it with what a caller has, reads it here.

use std::hash::BuildHasherDefault;

use ir::debug::UnionChoice;
use ir::{FuncId, Program};
use rpds::{HashTrieSetSync, VectorSync};
use rustc_hash::FxHasher;
use smt::{Op, SymbolId, TermId, TermPool};

use crate::summary::origin::{AliasCandidate, InputId, Origin, Origins, Outer};

/// A constraint on the input structure; those with a truth value hold, or are known not to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeapCondition {
    /// A reference is null.
    Null(InputId, bool),
    /// A reference leads to the object of another one.
    Alias(InputId, InputId, bool),
    /// Two references are the same, be it that both are null.
    Equal(InputId, InputId, bool),
    /// A reference leads into another object.
    Into(AliasCandidate, bool),
    /// A reference is that function.
    Function(InputId, FuncId, bool),
    /// A union in the element that begins there has that member.
    Member(InputId, u64, UnionChoice, bool),
    /// What a reference leads to has more elements than that.
    Longer(InputId, u64, bool),
    /// Anything else about references, as the term says: not all of several constraints hold, or one is somewhere else.
    Compound(TermId),
}

/// The conjunction of all constraints on the heap, in the order in which they were decided. Forks share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeapPathCondition {
    constraints: VectorSync<HeapCondition>,
    /// The conditions of the path that these are.
    terms: HashTrieSetSync<TermId, BuildHasherDefault<FxHasher>>,
}

/// Terms with more parts are no constraints on the heap that anybody would want to read.
const MOST_PARTS: u32 = 64;

impl HeapPathCondition {
    /// Takes a condition of the path in, if it is about nothing but the heap.
    pub(crate) fn note(&mut self, pool: &TermPool, origins: &Origins, condition: TermId) {
        let mut fuel = MOST_PARTS;
        if is_heap(pool, origins, condition, &mut fuel) {
            self.terms.insert_mut(condition);
            self.add(pool, origins, condition);
        }
    }

    fn add(&mut self, pool: &TermPool, origins: &Origins, condition: TermId) {
        match pool.op(condition) {
            Op::And => pool.args(condition).iter().for_each(|&it| self.add(pool, origins, it)),
            _ => {
                let single = HeapCondition::of(pool, origins, condition);
                self.constraints
                    .push_back_mut(single.unwrap_or(HeapCondition::Compound(condition)));
            }
        }
    }

    /// Is a condition of the path one on the heap? All others make up the numeric path condition.
    pub(crate) fn has(&self, condition: TermId) -> bool {
        self.terms.contains(&condition)
    }

    /// All constraints, oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &HeapCondition> {
        self.constraints.iter()
    }
}

impl HeapCondition {
    /// A condition that is one constraint.
    fn of(pool: &TermPool, origins: &Origins, condition: TermId) -> Option<HeapCondition> {
        let (atom, holds) = match (pool.op(condition), pool.args(condition)) {
            (Op::Not, &[negated]) => (negated, false),
            _ => (condition, true),
        };
        let constant = |term: TermId| pool.as_bits(term).and_then(|bits| bits.to_u64());
        let length = |term: TermId| match origin(pool, origins, term) {
            Some(Origin::Length(input)) => Some(input),
            _ => None,
        };
        if let (Op::ULt, &[low, high]) = (pool.op(atom), pool.args(atom)) {
            let longer = constant(low).zip(length(high));
            let shorter = length(low).zip(constant(high)).filter(|&(_, most)| most > 0);
            let longer = longer.map(|(most, input)| HeapCondition::Longer(input, most, holds));
            return longer.or_else(|| {
                shorter.map(|(input, most)| HeapCondition::Longer(input, most - 1, !holds))
            });
        }
        if let (Op::Eq, &[a, b]) = (pool.op(atom), pool.args(atom)) {
            return match (origins.reference(a), origins.reference(b)) {
                (Some(a), Some(b)) => Some(HeapCondition::Equal(a, b, holds)),
                (Some(input), None) if constant(b) == Some(0) => {
                    Some(HeapCondition::Null(input, holds))
                }
                (None, Some(input)) if constant(a) == Some(0) => {
                    Some(HeapCondition::Null(input, holds))
                }
                _ => None,
            };
        }
        Some(match origin(pool, origins, atom)? {
            Origin::IsNull(input) => HeapCondition::Null(input, holds),
            Origin::IsAlias(input, other) => HeapCondition::Alias(input, other, holds),
            Origin::PointsInto(candidate) => HeapCondition::Into(candidate, holds),
            Origin::IsFunction(input, function) => HeapCondition::Function(input, function, holds),
            Origin::IsMember(input, at, choice) => HeapCondition::Member(input, at, choice, holds),
            _ => return None,
        })
    }

    /// Is it about where references lead, and nothing else?
    pub(crate) fn is_about_references(&self, pool: &TermPool, origins: &Origins) -> bool {
        match *self {
            HeapCondition::Null(..)
            | HeapCondition::Alias(..)
            | HeapCondition::Equal(..)
            | HeapCondition::Into(..) => true,
            HeapCondition::Compound(term) => has_only_references(pool, origins, term),
            HeapCondition::Function(..) | HeapCondition::Member(..) | HeapCondition::Longer(..) => {
                false
            }
        }
    }

    /// In words of C, as far as that has some.
    pub(crate) fn words(&self, pool: &TermPool, origins: &Origins, program: &Program) -> String {
        let equal = |holds: bool| if holds { "==" } else { "!=" };
        let name = |input: InputId| origins.label(input);
        match *self {
            HeapCondition::Null(input, holds) => format!("{} {} NULL", name(input), equal(holds)),
            HeapCondition::Alias(input, other, holds)
            | HeapCondition::Equal(input, other, holds) => {
                format!("{} {} {}", name(input), equal(holds), name(other))
            }
            HeapCondition::Into(AliasCandidate { pointer, object, offset, .. }, holds) => {
                let object = match object {
                    Outer::Pointed { by, .. } => name(by).to_string(),
                    Outer::Global(global) => format!("&{}", program.global(global).name),
                };
                format!("{} {} (char *){object} + {offset}", name(pointer), equal(holds))
            }
            HeapCondition::Function(input, function, holds) => {
                let function = &program.function(function).name;
                format!("{} {} {function}", name(input), equal(holds))
            }
            HeapCondition::Member(input, at, choice, holds) => {
                let is = if holds { "is" } else { "is not" };
                let (union, member) = (choice.union + 1, choice.member);
                format!(
                    "union {union} at byte {at} of {} {is} pointer member {member}",
                    name(input)
                )
            }
            HeapCondition::Longer(input, most, holds) => {
                format!("length of {} {} {most}", name(input), if holds { ">" } else { "<=" })
            }
            HeapCondition::Compound(term) => {
                let mut names = Vec::new();
                references(pool, origins, term, &mut names);
                let names: Vec<String> = names.iter().map(|&it| name(it).to_string()).collect();
                format!("a further constraint on {}", names.join(" and "))
            }
        }
    }
}

/// The references that a term is about, each once.
fn references(pool: &TermPool, origins: &Origins, term: TermId, found: &mut Vec<InputId>) {
    let input = match origin(pool, origins, term) {
        Some(
            Origin::IsNull(input)
            | Origin::IsAlias(input, _)
            | Origin::IsFunction(input, _)
            | Origin::IsMember(input, ..)
            | Origin::Length(input)
            | Origin::PointsInto(AliasCandidate { pointer: input, .. }),
        ) => Some(input),
        _ => None,
    };
    found.extend(input.filter(|input| !found.contains(input)));
    for &arg in pool.args(term) {
        references(pool, origins, arg, found);
    }
}

/// Does a term say nothing but where references lead? Lengths, members and functions may be in one, too.
fn has_only_references(pool: &TermPool, origins: &Origins, term: TermId) -> bool {
    match pool.op(term) {
        Op::Symbol(symbol) => matches!(
            origins.of(symbol),
            Some(Origin::IsNull(_) | Origin::IsAlias(..) | Origin::PointsInto(_))
        ),
        _ => pool.args(term).iter().all(|&arg| has_only_references(pool, origins, arg)),
    }
}

/// What a term that is a symbol stands for.
fn origin(pool: &TermPool, origins: &Origins, term: TermId) -> Option<Origin> {
    match pool.op(term) {
        Op::Symbol(symbol) => origins.of(symbol),
        _ => None,
    }
}

/// Is a term about nothing but the heap? It has at least one symbol, and all are such.
fn is_heap(pool: &TermPool, origins: &Origins, term: TermId, fuel: &mut u32) -> bool {
    let Some(left) = fuel.checked_sub(1) else { return false };
    *fuel = left;
    match pool.op(term) {
        Op::Symbol(symbol) => is_shape(origins, symbol),
        _ if pool.args(term).is_empty() => true,
        _ => pool.args(term).iter().all(|&arg| is_heap(pool, origins, arg, fuel)),
    }
}

fn is_shape(origins: &Origins, symbol: SymbolId) -> bool {
    match origins.of(symbol) {
        Some(
            Origin::IsNull(_)
            | Origin::IsAlias(..)
            | Origin::PointsInto(_)
            | Origin::IsFunction(..)
            | Origin::IsMember(..)
            | Origin::Length(_),
        ) => true,
        Some(
            Origin::Byte(..)
            | Origin::IsWritten(_)
            | Origin::StandardInputLength
            | Origin::ArgumentCount
            | Origin::Address(..),
        )
        | None => false,
    }
}

#[cfg(test)]
mod tests {
    use smt::{SymbolName, TermPool};

    use super::{HeapCondition, HeapPathCondition};
    use crate::summary::origin::{InputId, InputKey, InputSource, LENGTH_BITS, Origin, Origins};

    fn reference(pool: &mut TermPool, origins: &mut Origins, name: &str, own: u64) -> InputId {
        let key = InputKey { source: InputSource::Marked, name: name.into(), nth: 0 };
        let input = origins.input(key);
        let null = origins.variable(pool, Origin::IsNull(input));
        let (zero, own) = (pool.bits(64, 0), pool.bits(64, own));
        let pointer = pool.ite(null, zero, own);
        origins.is_reference(pointer, input);
        input
    }

    #[test]
    fn shapes_and_numbers_are_kept_apart() {
        let (mut pool, mut origins) = (TermPool::new(), Origins::default());
        let list = reference(&mut pool, &mut origins, "list", 0x1000);
        let other = reference(&mut pool, &mut origins, "other", 0x2000);
        let mut heap = HeapPathCondition::default();
        let null = origins.variable(&mut pool, Origin::IsNull(list));
        let there = pool.not(null);
        let alias = origins.variable(&mut pool, Origin::IsAlias(other, list));
        let both = pool.and(there, alias);
        heap.note(&pool, &origins, both);
        let length = origins.variable(&mut pool, Origin::Length(list));
        let two = pool.bits(LENGTH_BITS, 2);
        let longer = pool.ult(two, length);
        let short = pool.not(longer);
        heap.note(&pool, &origins, short);
        let number = pool.fresh(SymbolName::from("n"), smt::Sort::Bits(32));
        let number = pool.variable(number);
        let mixed = pool.ult(number, length);
        heap.note(&pool, &origins, mixed);
        let found: Vec<HeapCondition> = heap.iter().copied().collect();
        assert_eq!(found.len(), 3);
        let either = pool.or(null, alias);
        assert!(HeapCondition::Compound(either).is_about_references(&pool, &origins));
        let mixed_shape = pool.or(null, longer);
        assert!(!HeapCondition::Compound(mixed_shape).is_about_references(&pool, &origins));
        assert!(found.contains(&HeapCondition::Null(list, false)));
        assert!(found.contains(&HeapCondition::Alias(other, list, true)));
        assert!(found.contains(&HeapCondition::Longer(list, 2, false)));
        assert!(heap.has(both) && heap.has(short) && !heap.has(mixed));
    }
}
