//! The memory limit is one of the whole process, so that its test has one of its own.

use smt::{ChainOptions, Limits, Query, Solver, Sort, TermPool, Verdict, chain};

#[test]
fn a_query_that_needs_too_much_memory_is_unknown() {
    let mut pool = TermPool::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.symbol(name, Sort::Bits(1024)));
    let product = pool.mul(x, y);
    let quotient = pool.udiv(product, z);
    let goal = pool.slt(quotient, x);
    let limits = Limits { memory: 64, ..Limits::default() };
    let backend = ChainOptions { limits, ..ChainOptions::only(&[]) };
    let mut solver = chain(&backend).expect("libz3; scripts/z3.sh fetches it");
    let verdict = solver.check(&mut pool, Query::new(&[], goal));
    assert!(matches!(&verdict, Verdict::Unknown(reason) if reason.contains("mem")), "{verdict:?}");
    let small = pool.ult(x, y);
    let verdict = solver.check(&mut pool, Query::new(&[], small));
    assert!(matches!(verdict, Verdict::Sat(_)), "{verdict:?}");
}
