//! Checks every rewrite: where it applies, both sides of its equation have the same value. For all values at one
//! to four bits, and by the solver at 8, 32 and 64. A rewrite that no random operands reach fails the test, too.

use std::collections::BTreeMap;

use super::table;
use crate::bits::Bits;
use crate::conjunction::Conjunction;
use crate::eval::eval;
use crate::float::{FloatOp, Rounding};
use crate::pool::TermPool;
use crate::random::{Random, models};
use crate::solver::{Chain, ChainOptions, Query, QueryLimits, Solver, Verdict, each_backend};
use crate::sort::Sort;
use crate::term::{App, Op, TermId};

const COMPARISONS: [Op; 4] = [Op::ULt, Op::ULe, Op::SLt, Op::SLe];
const UNARY: [Op; 2] = [Op::Neg, Op::BitNot];
const BINARY: [Op; 12] = [
    Op::Add,
    Op::Mul,
    Op::UDiv,
    Op::URem,
    Op::SDiv,
    Op::SRem,
    Op::BitAnd,
    Op::BitOr,
    Op::BitXor,
    Op::Shl,
    Op::LShr,
    Op::AShr,
];

#[test]
fn equations_hold_for_all_values_at_small_widths() {
    let mut applied = unapplied();
    let mut random = Random::new(1);
    let mut pool = TermPool::new();
    for round in 0..60_000 {
        let width = 1 + round % 4;
        let (op, sort, args) = operation(&mut random, &mut pool, width);
        let app = App { op, sort, args: &args };
        for rewrite in table(op) {
            let Some(after) = (rewrite.apply)(&mut pool, app) else { continue };
            *applied.entry((kind(op), rewrite.name)).or_default() += 1;
            let before = pool.intern(app);
            let mut symbols = pool.free_symbols(before).to_vec();
            symbols.extend_from_slice(&pool.free_symbols(after));
            symbols.sort_unstable();
            symbols.dedup();
            for model in models(&pool, &symbols, &mut random) {
                assert_eq!(
                    eval(&pool, before, &model),
                    eval(&pool, after, &model),
                    "{}: {} became {} in {model:?}",
                    rewrite.name,
                    pool.show(before),
                    pool.show(after)
                );
            }
        }
    }
    let never: Vec<_> =
        applied.iter().filter(|(_, count)| **count == 0).map(|(name, _)| name).collect();
    assert!(never.is_empty(), "never applied: {never:?}");
}

#[test]
fn the_solvers_prove_the_equations_at_full_width() {
    for (name, solver) in quick_solvers() {
        proves_the_equations(name, solver);
    }
}

fn proves_the_equations(solver_name: &str, mut solver: Chain) {
    let mut random = Random::new(2);
    let mut proofs: BTreeMap<(String, &str, u32), Proofs> = BTreeMap::new();
    let mut pool = TermPool::new();
    for round in 0..30_000 {
        let width = [8, 32, 64][round % 3];
        let (op, sort, args) = operation(&mut random, &mut pool, width);
        if matches!(sort, Sort::Array { .. }) {
            continue;
        }
        let app = App { op, sort, args: &args };
        for rewrite in table(op) {
            let proofs = proofs.entry((kind(op), rewrite.name, width)).or_default();
            // A few of each are enough, and the solver is slow.
            if proofs.done >= 3 || proofs.failed >= 3 {
                continue;
            }
            let Some(after) = (rewrite.apply)(&mut pool, app) else { continue };
            let before = pool.intern(app);
            match different(&mut solver, &mut pool, before, after) {
                Verdict::Sat(model) => panic!(
                    "{}: {} became {}, but not in {model:?} of {solver_name}",
                    rewrite.name,
                    pool.show(before),
                    pool.show(after)
                ),
                Verdict::Unsat => proofs.done += 1,
                // A product or quotient of two symbols: the small widths have to do.
                Verdict::Unknown(_) => proofs.failed += 1,
            }
        }
    }
    // At one bit only, so never here.
    proofs.retain(|(_, name, _), _| *name != "eq_bit_zero");
    let none: Vec<_> =
        proofs.iter().filter(|(_, proofs)| proofs.done == 0).map(|(name, _)| name).collect();
    assert!(none.len() <= proofs.len() / 20, "never proved by {solver_name}: {none:?}");
}

#[derive(Default)]
struct Proofs {
    done: u32,
    /// For so much work.
    failed: u32,
}

#[test]
fn the_solvers_compute_floats_as_we_do() {
    let mut random = Random::new(3);
    let mut pool = TermPool::new();
    let mut solvers = quick_solvers();
    for round in 0..600 {
        let width = [32, 64][round % 2];
        let (op, sort, args) = float_operation(&mut random, &mut pool, width);
        let app = App { op, sort, args: &args };
        let before = pool.intern(app);
        let after = pool.build(app);
        assert!(pool.op(after).is_constant());
        for (name, solver) in &mut solvers {
            let verdict = different(solver, &mut pool, before, after);
            let [before, after] = [before, after].map(|term| pool.show(term));
            assert_eq!(verdict, Verdict::Unsat, "{name}: {before} is not {after}");
        }
    }
}

#[test]
fn the_solvers_compute_wide_vectors_as_we_do() {
    let mut random = Random::new(4);
    let mut pool = TermPool::new();
    let mut solvers = quick_solvers();
    for round in 0..400 {
        let width = [65, 100, 128, 200][round % 4];
        let op = random.pick(&BINARY);
        let (a, b) = (random.bits(width), random.bits(width));
        let args = [pool.constant(&a), pool.constant(&b)];
        let app = App { op, sort: Sort::Bits(width), args: &args };
        let before = pool.intern(app);
        let after = pool.build(app);
        for (name, solver) in &mut solvers {
            let verdict = different(solver, &mut pool, before, after);
            let [before, after] = [before, after].map(|term| pool.show(term));
            assert_eq!(verdict, Verdict::Unsat, "{name}: {before} is not {after}");
        }
    }
}

fn quick_solvers() -> Vec<(&'static str, Chain)> {
    // A tenth of a second, by a count: a busy machine proves no less.
    let limits = QueryLimits { work: 250_000, ..QueryLimits::default() };
    each_backend(&ChainOptions { limits, ..ChainOptions::only(&[]) })
}

/// Whether two terms can have different values; made without rewrites, which are what is in question.
fn different(solver: &mut Chain, pool: &mut TermPool, a: TermId, b: TermId) -> Verdict {
    let equal = pool.intern(App { op: Op::Eq, sort: Sort::Bool, args: &[a, b] });
    let goal = pool.intern(App { op: Op::Not, sort: Sort::Bool, args: &[equal] });
    solver.check(pool, Query::new(Conjunction::EMPTY, goal))
}

/// Every rewrite of every table, applied never.
fn unapplied() -> BTreeMap<(String, &'static str), u32> {
    let mut operations: Vec<Op> = vec![Op::Not, Op::And, Op::Ite, Op::Eq, Op::Select, Op::Store];
    operations.extend([
        Op::Concat,
        Op::ZeroExtend,
        Op::SignExtend,
        Op::Extract { high: 0, low: 0 },
    ]);
    operations.extend(COMPARISONS.iter().chain(&UNARY).chain(&BINARY));
    let names = |op| table(op).iter().map(move |rewrite| ((kind(op), rewrite.name), 0));
    operations.into_iter().flat_map(names).collect()
}

/// The operation, without the numbers in it.
fn kind(op: Op) -> String {
    format!("{op:?}").chars().take_while(|c| c.is_alphanumeric()).collect()
}

/// An operation on random operands, which are normal forms, while it is not.
fn operation(random: &mut Random, pool: &mut TermPool, width: u32) -> (Op, Sort, Vec<TermId>) {
    let depth = 1 + random.below(2) as u32;
    let sort = Sort::Bits(width);
    match random.below(14) {
        0 => (Op::Not, Sort::Bool, vec![random.condition(pool, width, depth)]),
        1 => {
            let arity = random.below(4);
            let args = (0..arity).map(|_| random.condition(pool, width, depth)).collect();
            (Op::And, Sort::Bool, args)
        }
        2 => {
            let condition = random.condition(pool, width, depth - 1);
            let boolean = random.below(2) == 0;
            let mut side = || match boolean {
                true => random.condition(pool, width, depth),
                false => random.term(pool, width, depth),
            };
            let args = vec![condition, side(), side()];
            (Op::Ite, if boolean { Sort::Bool } else { sort }, args)
        }
        3 if random.below(4) == 0 => {
            let args =
                vec![random.condition(pool, width, depth), random.condition(pool, width, depth)];
            (Op::Eq, Sort::Bool, args)
        }
        3 | 4 => {
            let related = random.pick(&[Op::Add, Op::Mul, Op::BitXor]);
            (Op::Eq, Sort::Bool, operands(random, pool, related, width, depth))
        }
        5 => (random.pick(&COMPARISONS), Sort::Bool, operands(random, pool, Op::Add, width, depth)),
        6 => (random.pick(&UNARY), sort, vec![random.term(pool, width, depth)]),
        7..=9 => {
            let op = random.pick(&BINARY);
            (op, sort, operands(random, pool, op, width, depth))
        }
        10 => {
            let low = random.below(3) as u32;
            let wide = width + low + random.below(3) as u32;
            let op = Op::Extract { high: low + width - 1, low };
            (op, sort, vec![random.term(pool, wide, depth)])
        }
        11 => {
            let low = 1 + random.below(3) as u32;
            let args = match random.below(4) {
                0 => neighbours(random, pool, width, low),
                _ => vec![random.term(pool, width, depth), random.term(pool, low, depth)],
            };
            (Op::Concat, Sort::Bits(width + low), args)
        }
        12 => {
            let wide = Sort::Bits(width + random.below(3) as u32);
            (
                random.pick(&[Op::ZeroExtend, Op::SignExtend]),
                wide,
                vec![random.term(pool, width, depth)],
            )
        }
        _ => array_operation(random, pool, width, depth),
    }
}

/// Two operands; related in a way that some equation wants, now and then. `related` is an operation that it may
/// be about.
fn operands(
    random: &mut Random,
    pool: &mut TermPool,
    related: Op,
    width: u32,
    depth: u32,
) -> Vec<TermId> {
    let sort = Sort::Bits(width);
    let a = random.term(pool, width, depth);
    let [a, b] = match random.below(12) {
        0 => [a, a],
        1 => [a, pool.neg(a)],
        2 => [a, pool.bit_not(a)],
        3 => {
            let other = random.term(pool, width, 0);
            let other = if random.below(2) == 0 { pool.neg(other) } else { other };
            let sum = pool.add(a, other);
            [random.pick(&[a, other]), sum]
        }
        4 => [a, constant(random, pool, width)],
        5 => {
            let first = constant(random, pool, width);
            let inner = pool.build(App { op: related, sort, args: &[first, a] });
            [constant(random, pool, width), inner]
        }
        6 => {
            let (k, zero) = (constant(random, pool, width), pool.bits(width, 0));
            [(); 2].map(|()| {
                let condition = random.condition(pool, width, 1);
                pool.ite(condition, k, zero)
            })
        }
        7 => {
            let (condition, k) = (random.condition(pool, width, 1), constant(random, pool, width));
            let other = constant(random, pool, width);
            [pool.ite(condition, k, other), constant(random, pool, width)]
        }
        8 if width > 1 => {
            let narrow = random.term(pool, width / 2, 0);
            let small = random.below(1 << (width / 2).min(16));
            [pool.zero_extend(width, narrow), pool.bits(width, small)]
        }
        _ => [a, random.term(pool, width, depth)],
    };
    if random.below(2) == 0 { vec![a, b] } else { vec![b, a] }
}

fn constant(random: &mut Random, pool: &mut TermPool, width: u32) -> TermId {
    let bits = random.bits(width);
    pool.constant(&bits)
}

/// Two parts of one term that lie side by side there, and perhaps something after them.
fn neighbours(random: &mut Random, pool: &mut TermPool, high: u32, low: u32) -> Vec<TermId> {
    let whole = pool.symbol("whole", Sort::Bits(80));
    let after = random.below(low.into()) as u32;
    let first = pool.extract(high + low + 1, low + 2, whole);
    let mut second = pool.extract(low + 1, 2 + after, whole);
    if after > 0 {
        let rest = random.term(pool, after, 0);
        second = pool.concat(second, rest);
    }
    vec![first, second]
}

fn array_operation(
    random: &mut Random,
    pool: &mut TermPool,
    width: u32,
    depth: u32,
) -> (Op, Sort, Vec<TermId>) {
    let array = random.array(pool, width, depth);
    let index = random.term(pool, 2, 1);
    if random.below(2) == 0 {
        return (Op::Select, Sort::Bits(width), vec![array, index]);
    }
    let stored = match random.below(3) {
        0 => pool.select(array, index),
        _ => random.term(pool, width, 0),
    };
    (Op::Store, Sort::Array { index: 2, element: width }, vec![array, index, stored])
}

/// How many operands it has.
fn float_arity(op: FloatOp) -> usize {
    match op {
        FloatOp::MulAdd => 3,
        FloatOp::Add
        | FloatOp::Sub
        | FloatOp::Mul
        | FloatOp::Div
        | FloatOp::Eq
        | FloatOp::Lt
        | FloatOp::Le => 2,
        _ => 1,
    }
}

fn float_op(random: &mut Random) -> FloatOp {
    let modes = [
        Rounding::NearestEven,
        Rounding::NearestAway,
        Rounding::Up,
        Rounding::Down,
        Rounding::Zero,
    ];
    match random.below(15) {
        0 => FloatOp::Add,
        1 => FloatOp::Sub,
        2 => FloatOp::Mul,
        3 => FloatOp::Div,
        4 => FloatOp::MulAdd,
        5 => FloatOp::Sqrt,
        6 => FloatOp::Round(random.pick(&modes)),
        7 => FloatOp::Eq,
        8 => FloatOp::Lt,
        9 => FloatOp::Le,
        10 => FloatOp::Convert,
        11 => FloatOp::FromSigned,
        12 => FloatOp::FromUnsigned,
        13 => FloatOp::ToSigned,
        _ => FloatOp::ToUnsigned,
    }
}

fn float_operation(
    random: &mut Random,
    pool: &mut TermPool,
    width: u32,
) -> (Op, Sort, Vec<TermId>) {
    let op = float_op(random);
    let integer = random.pick(&[8, 31, 32, 64, 100, 128]);
    let (sort, from) = match op {
        FloatOp::Eq | FloatOp::Lt | FloatOp::Le => (Sort::Bool, width),
        FloatOp::Convert => (Sort::Bits(96 - width), width),
        FloatOp::FromSigned | FloatOp::FromUnsigned => (Sort::Bits(width), integer),
        FloatOp::ToSigned | FloatOp::ToUnsigned => (Sort::Bits(integer), width),
        _ => (Sort::Bits(width), width),
    };
    let mut arg = || {
        // Small numbers, as random bits are mostly huge or tiny ones, which hardly meet in a sum.
        let small = (random.below(2000) as f64 - 1000.0) / random.pick(&[1.0, 2.0, 3.0, 256.0]);
        let bits = match (random.below(2), from) {
            (0, 32) => Bits::new(32, (small as f32).to_bits().into()),
            (0, 64) => Bits::new(64, small.to_bits()),
            _ => random.bits(from),
        };
        pool.constant(&bits)
    };
    let args = (0..float_arity(op)).map(|_| arg()).collect();
    (Op::Float(op), sort, args)
}
