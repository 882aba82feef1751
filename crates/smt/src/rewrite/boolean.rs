//! Rewrites of negation and conjunction, in which disjunction is expressed.

use crate::pool::TermPool;
use crate::rewrite::{fold_constants, tables};
use crate::term::{App, Op, TermId};

tables! {
    NOT: [fold_constants, not_not, not_less];
    AND: [and_few, and_constant, and_flatten, and_order, and_complement, and_absorb];
}

// not(not(a)) = a
fn not_not(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    pool.single_of(app.args[0], Op::Not)
}

// not(a < b) = b <= a
// not(a <= b) = b < a
fn not_less(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let inner = app.args[0];
    let op = match pool.op(inner) {
        Op::ULt => Op::ULe,
        Op::ULe => Op::ULt,
        Op::SLt => Op::SLe,
        Op::SLe => Op::SLt,
        _ => return None,
    };
    let &[a, b] = pool.args(inner) else { return None };
    Some(pool.build(App { op, args: &[b, a], ..app }))
}

// and() = true
// and(a) = a
fn and_few(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    match *app.args {
        [] => Some(pool.bool(true)),
        [only] => Some(only),
        _ => None,
    }
}

// and(a, false) = false
// and(a, true) = a
fn and_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    if app.args.iter().any(|&arg| pool.as_bool(arg) == Some(false)) {
        return Some(pool.bool(false));
    }
    if !app.args.iter().any(|&arg| pool.as_bool(arg) == Some(true)) {
        return None;
    }
    let rest: Vec<TermId> =
        app.args.iter().copied().filter(|&arg| pool.as_bool(arg).is_none()).collect();
    Some(pool.and_all(&rest))
}

// and(and(a, b), c) = and(a, b, c)
fn and_flatten(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    if !app.args.iter().any(|&arg| pool.op(arg) == Op::And) {
        return None;
    }
    let mut flat = Vec::new();
    for &arg in app.args {
        match pool.op(arg) {
            Op::And => flat.extend_from_slice(pool.args(arg)),
            _ => flat.push(arg),
        }
    }
    Some(pool.and_all(&flat))
}

// and(b, a) = and(a, b)
// and(a, a) = a
fn and_order(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    if app.args.is_sorted_by(|a, b| a < b) {
        return None;
    }
    let mut ordered = app.args.to_vec();
    ordered.sort_unstable();
    ordered.dedup();
    Some(pool.and_all(&ordered))
}

// and(a, not(a)) = false
fn and_complement(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let contradicted = app.args.iter().any(|&arg| {
        // The negation of a comparison is one, too; those of other terms have a `not` at one of the two places.
        let negatable = matches!(pool.op(arg), Op::Not | Op::ULt | Op::ULe | Op::SLt | Op::SLe);
        negatable && app.args.binary_search(&pool.not(arg)).is_ok()
    });
    contradicted.then(|| pool.bool(false))
}

// and(a, not(and(a, b))) = and(a, not(b))
// and(a, not(and(not(a), b))) = a
//
// All arguments at once, as there may be hundreds. What decides a part is a smaller term than the argument, so that it
// can't have been decided by that in turn.
fn and_absorb(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    // They are in order by now.
    let holds = |arg: TermId| app.args.binary_search(&arg).is_ok();
    let mut all = Vec::new();
    let mut changed = false;
    for &arg in app.args {
        let inner = pool.single_of(arg, Op::Not).filter(|&inner| pool.op(inner) == Op::And);
        let parts = inner.map_or(&[][..], |inner| pool.args(inner));
        let fails = |part: TermId| pool.single_of(part, Op::Not).is_some_and(holds);
        if parts.iter().any(|&part| fails(part)) {
            changed = true;
        } else if parts.iter().any(|&part| holds(part)) {
            let rest: Vec<TermId> = parts.iter().copied().filter(|&part| !holds(part)).collect();
            let rest = pool.and_all(&rest);
            all.push(pool.not(rest));
            changed = true;
        } else {
            all.push(arg);
        }
    }
    changed.then(|| pool.and_all(&all))
}
