//! Prints what terms and queries cost: `cargo bench -p smt --bench figures`, with a word to choose by.

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

use smt::{
    Chain, ChainOptions, Conjunction, Evaluator, FloatOp, Model, Query, Solver, Sort, TermId,
    TermPool, Verdict, chain,
};

const FIGURES: [(&str, fn()); 5] = [
    ("construction", construction),
    ("evaluation", evaluation),
    ("incremental", incremental_queries),
    ("hard", hard_queries),
    ("exploration", exploration),
];

fn main() {
    // Cargo adds an option of its own.
    let words: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, figure) in FIGURES {
        if words.is_empty() || words.iter().any(|word| name.contains(word.as_str())) {
            figure();
        }
    }
}

fn report(what: &str, count: u32, time: Duration) {
    let each = time.as_nanos() as f64 / f64::from(count);
    match each {
        ..10_000.0 => println!("{what:<50} {each:>9.0} ns"),
        _ => println!("{what:<50} {:>9.3} ms", each / 1e6),
    }
}

/// A sum of bytes with a check now and then: what a loop over symbolic input makes.
fn terms(pool: &mut TermPool, rounds: u32) -> TermId {
    let bytes: Vec<TermId> =
        (0..64).map(|i| pool.symbol(&format!("b{i}"), Sort::Bits(8))).collect();
    let seven = pool.bits(32, 7);
    let mut sum = pool.bits(32, 0);
    for round in 0..rounds {
        let byte = pool.zero_extend(32, bytes[round as usize % 64]);
        let scaled = pool.mul(seven, byte);
        sum = pool.add(sum, scaled);
        sum = pool.bit_xor(sum, byte);
        black_box(pool.ult(byte, sum));
    }
    sum
}

fn construction() {
    let rounds = 200_000;
    let mut pool = TermPool::new();
    let start = Instant::now();
    terms(&mut pool, rounds);
    report("construct a term (mostly new)", 5 * rounds, start.elapsed());
    let start = Instant::now();
    terms(&mut pool, rounds);
    report("construct a term (known)", 5 * rounds, start.elapsed());
}

fn evaluation() {
    let mut pool = TermPool::new();
    let term = terms(&mut pool, 100_000);
    let start = Instant::now();
    black_box(Evaluator::default().eval(&pool, term, &Model::new()));
    report("evaluate a node", pool.len() as u32, start.elapsed());
    let start = Instant::now();
    black_box(pool.free_symbols(term));
    report("find a node's symbols", pool.len() as u32, start.elapsed());
}

/// These layers over the backend.
fn only(layers: &[&str]) -> Chain {
    chain(&ChainOptions::only(layers)).expect("libz3; scripts/z3.sh fetches it")
}

/// One path through a parser of 200 bytes, each compared with a few characters.
fn incremental_queries() {
    incremental("small query on a growing path, backend alone", only(&[]));
    incremental("small query on a growing path, sliced", only(&["slice"]));
}

fn incremental(what: &str, mut solver: impl Solver) {
    let mut pool = TermPool::new();
    let mut path = Conjunction::EMPTY;
    let start = Instant::now();
    let mut count = 0;
    for i in 0..200 {
        let byte = pool.symbol(&format!("b{i}"), Sort::Bits(8));
        for letter in [b'a', b'z', b'0'] {
            let letter = pool.bits(8, letter.into());
            let goal = pool.ult(byte, letter);
            black_box(solver.check(&mut pool, Query::new(path, goal)));
            count += 1;
            if pool.conjunction_len(path) < 300 {
                let negation = pool.not(goal);
                path = pool.conjoin(path, negation);
            }
        }
    }
    report(what, count, start.elapsed());
}

fn hard_queries() {
    let mut pool = TermPool::new();
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(32)));
    let product = pool.mul(x, y);
    let one = pool.bits(32, 1);
    let assumptions = [pool.ult(one, x), pool.ult(one, y)];
    for target in [1_000_003u64 * 3, 0x1234_5678] {
        let target = pool.bits(32, target);
        let goal = pool.eq(target, product);
        ask("32-bit product of two symbols", &mut pool, &assumptions, goal);
    }
    let quotient = pool.udiv(x, y);
    let large = pool.bits(32, 12_345);
    let goal = pool.eq(large, quotient);
    ask("32-bit quotient of two symbols", &mut pool, &assumptions, goal);
    let mut hash = pool.bits(32, 5381);
    for i in 0..4 {
        let byte = pool.symbol(&format!("c{i}"), Sort::Bits(8));
        let byte = pool.zero_extend(32, byte);
        let factor = pool.bits(32, 33);
        let scaled = pool.mul(factor, hash);
        hash = pool.add(scaled, byte);
    }
    let wanted = pool.bits(32, 0x7c9e_6865);
    let goal = pool.eq(wanted, hash);
    ask("a string of 4 bytes with this hash", &mut pool, &[], goal);
    let wide = [x, y].map(|factor| pool.zero_extend(64, factor));
    let product = pool.mul(wide[0], wide[1]);
    let goal = {
        let primes = pool.bits(64, 4_294_967_291 * 4_294_967_279);
        pool.eq(primes, product)
    };
    ask("the factors of a 64-bit number", &mut pool, &assumptions, goal);
    hard_floats(&mut pool);
}

fn hard_floats(pool: &mut TermPool) {
    let f = pool.symbol("f", Sort::Bits(64));
    let four = pool.bits(64, 4f64.to_bits());
    let square = pool.float(FloatOp::Mul, &[f, f]);
    let goal = pool.float_compare(FloatOp::Eq, square, four);
    ask("a double whose square is 4", pool, &[], goal);
    let sum = pool.float(FloatOp::Add, &[f, four]);
    let goal = pool.float_compare(FloatOp::Lt, sum, f);
    ask("a double that 4 makes less (none)", pool, &[], goal);
}

fn ask(what: &str, pool: &mut TermPool, assumptions: &[TermId], goal: TermId) {
    let mut solver = only(&[]);
    let start = Instant::now();
    let assumptions = pool.conjunction(assumptions.iter().copied());
    let verdict = match solver.check(pool, Query::new(assumptions, goal)) {
        Verdict::Sat(_) => "sat".to_string(),
        Verdict::Unsat => "unsat".to_string(),
        Verdict::Unknown(reason) => format!("unknown, {reason}"),
    };
    report(&format!("{what}: {verdict}"), 1, start.elapsed());
}

/// All paths of a program that looks for an `a` in each of 12 bytes, and compares the count at the end.
fn exploration() {
    let mut pool = TermPool::new();
    let mut solver = chain(&ChainOptions::default()).expect("libz3; scripts/z3.sh fetches it");
    let start = Instant::now();
    let mut pending = vec![Conjunction::EMPTY];
    let (mut paths, mut queries) = (0, 0);
    while let Some(path) = pending.pop() {
        let length = pool.conjunction_len(path);
        if length == 12 {
            paths += 1;
            continue;
        }
        let byte = pool.symbol(&format!("b{length}"), Sort::Bits(8));
        let letter = pool.bits(8, b'a'.into());
        let is = pool.eq(byte, letter);
        for goal in [is, pool.not(is)] {
            queries += 1;
            if let Verdict::Sat(_) = solver.check(&mut pool, Query::new(path, goal)) {
                pending.push(pool.conjoin(path, goal));
            }
        }
    }
    report(&format!("query of the chain, {paths} paths"), queries, start.elapsed());
    for layer in solver.stats() {
        println!("  {:<12} {:>6} asked, {:>6} answered", layer.name, layer.queries, layer.answered);
    }
}
