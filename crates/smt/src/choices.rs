//! Choices between constants: nested if-then-elses with a constant at every end.
//!
//! What functions return is often such a choice, and what their callers compute from it is one again. An operation
//! on choices is taken to their ends, where it is computed: what remains are the conditions. A choice with the same value at
//! several ends is put in the order of its values, each with the condition under which it is that. A sum of small choices
//! is computed in as few bits as it needs, as a balanced tree, for a solver adds bit by bit (`sums`).

mod sums;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::pool::TermPool;
use crate::sort::Sort;
use crate::term::{App, Op, TermId};

/// A choice has at most so many ends.
const MOST_ENDS: u32 = 1 << 12;
/// An operation on several choices has a result for each combination of their ends.
const MOST_COMBINATIONS: u32 = 1 << 8;
/// A choice is known by its values only if it has no more than these.
const MOST_VALUES: usize = 1 << 6;

/// Rewrites terms of one pool; remembers what it has seen.
#[derive(Default)]
pub struct Choices {
    done: FxHashMap<TermId, TermId>,
    known: ChoiceFacts,
}

/// A value of a choice, and when it is that. Of the cases of a choice, exactly one holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuardedValue {
    pub value: TermId,
    pub when: TermId,
}

/// What is known of a choice between constants.
#[derive(Clone)]
struct Choice {
    ends: u32,
    /// The largest, if they are numbers of at most 64 bits.
    largest: Option<u64>,
    /// What the ends are, each once and in order, if these are few.
    values: Option<Arc<[TermId]>>,
}

#[derive(Default)]
struct ChoiceFacts {
    choices: FxHashMap<TermId, Option<Choice>>,
    cases: FxHashMap<TermId, Arc<[GuardedValue]>>,
}

impl Choices {
    /// An equal term, in which operations on choices are taken to their ends.
    pub fn rewrite(&mut self, pool: &mut TermPool, term: TermId) -> TermId {
        let Choices { done, known } = self;
        pool.rewrite_bottom_up(term, done, |_| None, |pool, term| visit(pool, known, term))
    }

    /// The values of a choice and when it has them, if it is one of at least two and at most that many values.
    pub fn cases(
        &mut self,
        pool: &mut TermPool,
        term: TermId,
        most: usize,
    ) -> Option<Arc<[GuardedValue]>> {
        let values = choice(pool, &mut self.known, term)?.values?;
        (2..=most).contains(&values.len()).then(|| cases(pool, &mut self.known, term))
    }
}

fn visit(pool: &mut TermPool, known: &mut ChoiceFacts, term: TermId) -> TermId {
    match pool.op(term) {
        Op::And | Op::Not | Op::Select | Op::Store | Op::ConstArray | Op::Apply(_) => term,
        Op::Ite => sums::count(pool, known, term).unwrap_or_else(|| by_value(pool, known, term)),
        Op::Add => sums::add(pool, known, term),
        _ => to_the_ends(pool, known, term, MOST_COMBINATIONS).unwrap_or(term),
    }
}

/// The choice that a term is; a constant is one, too.
fn choice(pool: &TermPool, known: &mut ChoiceFacts, term: TermId) -> Option<Choice> {
    if let Some(known) = known.choices.get(&term) {
        return known.clone();
    }
    let op = pool.op(term);
    let found = if op.is_constant() {
        let largest = pool.as_bits(term).and_then(|bits| bits.to_u64());
        Some(Choice { ends: 1, largest, values: Some(Arc::new([term])) })
    } else if let Some([_, then, otherwise]) = pool.triple_of(term, Op::Ite) {
        let sides = [then, otherwise].map(|side| choice(pool, known, side));
        match sides {
            [Some(a), Some(b)] if a.ends.saturating_add(b.ends) <= MOST_ENDS => Some(Choice {
                ends: a.ends + b.ends,
                largest: a.largest.zip(b.largest).map(|(a, b)| a.max(b)),
                values: a.values.zip(b.values).and_then(|(a, b)| union(&a, &b)),
            }),
            _ => None,
        }
    } else {
        None
    };
    known.choices.insert(term, found.clone());
    found
}

fn union(a: &[TermId], b: &[TermId]) -> Option<Arc<[TermId]>> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    (all.len() <= MOST_VALUES).then(|| all.into())
}

/// A choice with more ends than values, with one end for each of them: whatever is made of it stays small.
fn by_value(pool: &mut TermPool, known: &mut ChoiceFacts, term: TermId) -> TermId {
    let Some(Choice { ends, values: Some(values), .. }) = choice(pool, known, term) else {
        return term;
    };
    if (ends as usize) < 2 * values.len() || pool.sort(term) == Sort::Bool {
        return term;
    }
    let cases = cases(pool, known, term);
    chain(pool, known, &cases)
}

/// One if-then-else after the other.
fn chain(pool: &mut TermPool, known: &mut ChoiceFacts, cases: &[GuardedValue]) -> TermId {
    let cases: Vec<GuardedValue> =
        cases.iter().copied().filter(|case| pool.as_bool(case.when) != Some(false)).collect();
    let [rest @ .., last] = &cases[..] else { unreachable!("one of the cases holds") };
    let mut made = last.value;
    for case in rest.iter().rev() {
        made = pool.ite(case.when, case.value, made);
    }
    known.cases.insert(made, cases.into());
    made
}

/// The values of a choice, in order, and when it has each.
fn cases(pool: &mut TermPool, known: &mut ChoiceFacts, term: TermId) -> Arc<[GuardedValue]> {
    if let Some(known) = known.cases.get(&term) {
        return known.clone();
    }
    let found: Arc<[GuardedValue]> = match pool.triple_of(term, Op::Ite) {
        None => Arc::new([GuardedValue { value: term, when: pool.bool(true) }]),
        Some([condition, then, otherwise]) => {
            let [then, otherwise] = [then, otherwise].map(|side| cases(pool, known, side));
            let never = pool.bool(false);
            let mut values: Vec<TermId> =
                then.iter().chain(&*otherwise).map(|case| case.value).collect();
            values.sort_unstable();
            values.dedup();
            let when = |side: &[GuardedValue], value: TermId| {
                side.iter().find(|case| case.value == value).map_or(never, |case| case.when)
            };
            let case = |value: TermId| GuardedValue {
                value,
                when: pool.ite(condition, when(&then, value), when(&otherwise, value)),
            };
            values.into_iter().map(case).collect()
        }
    };
    known.cases.insert(term, found.clone());
    found
}

/// An operation whose arguments are all choices or constants, at least one of them not constant.
fn to_the_ends(
    pool: &mut TermPool,
    known: &mut ChoiceFacts,
    term: TermId,
    most: u32,
) -> Option<TermId> {
    let args = pool.args(term).to_vec();
    let mut combinations: u32 = 1;
    let mut choices = Vec::new();
    for (index, &arg) in args.iter().enumerate() {
        let ends = choice(pool, known, arg)?.ends;
        if ends > 1 {
            choices.push(index);
        }
        combinations = combinations.saturating_mul(ends);
    }
    let most = if choices.len() == 1 { MOST_ENDS } else { most };
    if choices.is_empty() || combinations > most {
        return None;
    }
    let app = App { op: pool.op(term), sort: pool.sort(term), args: &args };
    if let [only] = choices[..]
        && let Some(cases) = known.cases.get(&args[only]).cloned()
        && let Some(made) = of_cases(pool, known, app, only, &cases)
    {
        return Some(made);
    }
    let made = distribute(pool, app, &mut FxHashMap::default());
    Some(by_value(pool, known, made))
}

/// An operation on a choice that is known by its cases.
fn of_cases(
    pool: &mut TermPool,
    known: &mut ChoiceFacts,
    app: App<'_>,
    at: usize,
    cases: &[GuardedValue],
) -> Option<TermId> {
    let mut args = app.args.to_vec();
    let mut results: Vec<(TermId, Vec<TermId>)> = Vec::new();
    for case in cases {
        args[at] = case.value;
        let value = pool.build(App { args: &args, ..app });
        if !pool.op(value).is_constant() {
            return None;
        }
        match results.iter_mut().find(|(known, _)| *known == value) {
            Some((_, when)) => when.push(case.when),
            None => results.push((value, vec![case.when])),
        }
    }
    results.sort_unstable_by_key(|(value, _)| *value);
    let mut merged = Vec::new();
    for (value, when) in results {
        merged.push(GuardedValue { value, when: pool.or_all(&when) });
    }
    if app.sort == Sort::Bool {
        let holds = merged.iter().find(|case| pool.as_bool(case.value) == Some(true));
        return Some(holds.map_or_else(|| pool.bool(false), |case| case.when));
    }
    Some(chain(pool, known, &merged))
}

/// Takes an operation into its arguments, one after the other.
fn distribute(
    pool: &mut TermPool,
    app: App<'_>,
    done: &mut FxHashMap<Vec<TermId>, TermId>,
) -> TermId {
    if let Some(&known) = done.get(app.args) {
        return known;
    }
    let split = app.args.iter().position(|&arg| pool.op(arg) == Op::Ite);
    let made = match split {
        None => pool.build(app),
        Some(at) => {
            let [condition, then, otherwise] =
                pool.triple_of(app.args[at], Op::Ite).expect("it is one");
            let [then, otherwise] = [then, otherwise].map(|side| {
                let mut args = app.args.to_vec();
                args[at] = side;
                distribute(pool, App { args: &args, ..app }, done)
            });
            pool.ite(condition, then, otherwise)
        }
    };
    done.insert(app.args.to_vec(), made);
    made
}

#[cfg(test)]
mod tests {
    use super::Choices;
    use crate::eval;
    use crate::pool::TermPool;
    use crate::random::{Random, models};
    use crate::sort::Sort;
    use crate::term::{Op, TermId};

    /// A choice between a few constants, over a few conditions.
    fn random_choice(pool: &mut TermPool, random: &mut Random, width: u32, depth: u32) -> TermId {
        if depth == 0 || random.below(4) == 0 {
            let largest = random.pick(&[1, 3, u64::MAX]);
            let constant = random.next() & largest;
            return pool.constant(&crate::bits::Bits::new(width, constant));
        }
        let condition = random.condition(pool, 4, 1);
        let then = random_choice(pool, random, width, depth - 1);
        let otherwise = random_choice(pool, random, width, depth - 1);
        pool.ite(condition, then, otherwise)
    }

    #[test]
    fn what_is_computed_from_choices_stays_equal() {
        let mut random = Random::new(7);
        let mut different = 0;
        for _ in 0..300 {
            let mut pool = TermPool::new();
            let width = random.pick(&[4, 8, 32, 64]);
            let count = 1 + random.below(6);
            let mut sum = random_choice(&mut pool, &mut random, width, 3);
            for _ in 0..count {
                let part = random_choice(&mut pool, &mut random, width, 3);
                sum = match random.below(4) {
                    0 => pool.mul(sum, part),
                    _ => pool.add(sum, part),
                };
            }
            // Some of what it is, or may be, is counted.
            for _ in 0..random.below(24) {
                let condition = random.condition(&mut pool, 4, 1);
                let step = pool.bits(width, 1 + random.below(2));
                let more = pool.add(sum, step);
                sum = pool.ite(condition, more, sum);
            }
            let limit = random_choice(&mut pool, &mut random, width, 1);
            let term = match random.below(3) {
                0 => pool.ult(sum, limit),
                1 => pool.slt(limit, sum),
                _ => pool.eq(sum, limit),
            };
            let mut choices = Choices::default();
            let rewritten = choices.rewrite(&mut pool, term);
            different += u32::from(rewritten != term);
            let symbols = pool.free_symbols(term).to_vec();
            for model in models(&pool, &symbols, &mut random) {
                let [before, after] = [term, rewritten].map(|term| eval(&pool, term, &model));
                assert_eq!(before, after, "{} and {}", pool.show(term), pool.show(rewritten));
            }
        }
        assert!(different > 75, "only {different} terms were rewritten");
    }

    #[test]
    fn exactly_one_case_of_a_choice_holds() {
        let mut random = Random::new(11);
        for _ in 0..100 {
            let mut pool = TermPool::new();
            let mut choices = Choices::default();
            let first = random_choice(&mut pool, &mut random, 8, 5);
            let three = pool.bits(8, 3);
            let term = pool.bit_and(first, three);
            let term = choices.rewrite(&mut pool, term);
            let Some(cases) = choices.cases(&mut pool, term, 64) else { continue };
            assert!(cases.len() <= 4, "{}", pool.show(term));
            let mut symbols = pool.free_symbols(term).to_vec();
            for case in &*cases {
                symbols.extend(&*pool.free_symbols(case.when));
            }
            for model in models(&pool, &symbols, &mut random) {
                let holds = |case: &&super::GuardedValue| eval(&pool, case.when, &model).to_bool();
                let held: Vec<_> = cases.iter().filter(holds).collect();
                assert_eq!(held.len(), 1, "{}", pool.show(term));
                assert_eq!(eval(&pool, held[0].value, &model), eval(&pool, term, &model));
            }
        }
    }

    #[test]
    fn a_comparison_of_a_choice_is_its_conditions() {
        let mut pool = TermPool::new();
        let [c, d] = ["c", "d"].map(|name| pool.symbol(name, Sort::Bool));
        let [zero, one, two] = [0, 1, 2].map(|value| pool.bits(32, value));
        let inner = pool.ite(d, one, two);
        let length = pool.ite(c, zero, inner);
        let is_more = pool.ult(one, length);
        let rewritten = Choices::default().rewrite(&mut pool, is_more);
        let [not_c, not_d] = [c, d].map(|condition| pool.not(condition));
        assert_eq!(rewritten, pool.and(not_c, not_d));
    }

    #[test]
    fn a_count_becomes_a_sum_when_it_has_many_values() {
        let mut pool = TermPool::new();
        let mut choices = Choices::default();
        let mut count = pool.bits(32, 0);
        for index in 0..100 {
            // As memory does it, byte by byte.
            let condition = pool.symbol(&format!("c{index}"), Sort::Bool);
            let one = pool.bits(32, 1);
            let more = pool.add(count, one);
            let bytes = [24, 16, 8, 0].map(|at| {
                let [more, same] = [more, count].map(|number| pool.extract(at + 7, at, number));
                let byte = pool.ite(condition, more, same);
                choices.rewrite(&mut pool, byte)
            });
            let number = bytes.into_iter().reduce(|high, low| pool.concat(high, low));
            count = choices.rewrite(&mut pool, number.expect("there are four"));
        }
        assert_eq!(pool.op(count), Op::ZeroExtend);
        let sum = pool.args(count)[0];
        assert_eq!((pool.op(sum), pool.width(sum)), (Op::Add, 7));
    }

    #[test]
    fn a_sum_of_small_choices_is_narrow() {
        let mut pool = TermPool::new();
        let mut sum = pool.bits(32, 0);
        for index in 0..100 {
            let condition = pool.symbol(&format!("c{index}"), Sort::Bool);
            let [one, zero] = [1, 0].map(|value| pool.bits(32, value));
            let part = pool.ite(condition, one, zero);
            sum = pool.add(sum, part);
        }
        let rewritten = Choices::default().rewrite(&mut pool, sum);
        assert_eq!(pool.op(rewritten), Op::ZeroExtend);
        let narrow = pool.args(rewritten)[0];
        assert_eq!(pool.width(narrow), 7);
    }
}
