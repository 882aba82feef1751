//! The memory limit is one of the whole process, so that its test has one of its own.

use std::env;

use smt::{
    BACKENDS, Chain, ChainOptions, Conjunction, Query, QueryLimits, Solver, Sort, TermPool,
    Verdict, chain,
};

#[test]
fn a_query_that_needs_too_much_memory_is_unknown() {
    for backend in BACKENDS {
        // Nothing else is to end it, however busy the machine is that looks at the memory now and then.
        let limits = QueryLimits { memory: 64, work: 0, ..QueryLimits::default() };
        let options = ChainOptions { limits, ..ChainOptions::only(&[]) };
        match chain(&options.with_backend(backend.name)) {
            Ok(solver) => runs_out_of_memory(backend.name, solver),
            Err(why) => {
                assert!(backend.name != "z3" && env::var_os("CI").is_none(), "{why}");
                eprintln!("skipped: {} is not installed", backend.name);
            }
        }
    }
}

fn runs_out_of_memory(name: &str, mut solver: Chain) {
    let mut pool = TermPool::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.symbol(name, Sort::Bits(2048)));
    let product = pool.mul(x, y);
    let quotient = pool.udiv(product, z);
    let rest = pool.urem(z, product);
    let [one, two] = [1, 2].map(|number| pool.bits(2048, number));
    // Without a division by zero, for which Bitwuzla has an answer at once.
    let assumptions = [pool.ult(two, x), pool.ult(x, y), pool.ult(two, z), pool.eq(rest, one)];
    let assumptions = pool.conjunction(assumptions);
    let goal = pool.eq(quotient, rest);
    let verdict = solver.check(&mut pool, Query::new(assumptions, goal));
    let says_so = matches!(&verdict, Verdict::Unknown(reason) if reason.contains("mem"));
    assert!(says_so, "{name}: {verdict:?}");
    let small = pool.ult(x, y);
    let verdict = solver.check(&mut pool, Query::new(Conjunction::EMPTY, small));
    assert!(matches!(verdict, Verdict::Sat(_)), "{name}: {verdict:?}");
}
