//! Rewrites of if-then-else, and those that take an operation into one.

use crate::pool::TermPool;
use crate::rewrite::tables;
use crate::sort::Sort;
use crate::term::{App, Op, TermId};

tables! {
    ITE: [ite_constant, ite_same, ite_not, ite_bool, ite_nested, ite_merge];
}

// ite(true, a, b) = a
// ite(false, a, b) = b
fn ite_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    pool.as_bool(app.args[0]).map(|condition| app.args[if condition { 1 } else { 2 }])
}

// ite(c, a, a) = a
fn ite_same(_: &mut TermPool, app: App<'_>) -> Option<TermId> {
    (app.args[1] == app.args[2]).then_some(app.args[1])
}

// ite(not(c), a, b) = ite(c, b, a)
fn ite_not(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let condition = pool.single_of(app.args[0], Op::Not)?;
    Some(pool.ite(condition, app.args[2], app.args[1]))
}

// ite(c, true, b) = c or b        ite(c, false, b) = not(c) and b
// ite(c, a, true) = not(c) or a   ite(c, a, false) = c and a
fn ite_bool(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[condition, a, b] = app.args else { return None };
    if app.sort != Sort::Bool {
        return None;
    }
    match (pool.as_bool(a), pool.as_bool(b)) {
        (Some(true), _) => Some(pool.or(condition, b)),
        (_, Some(false)) => Some(pool.and(condition, a)),
        (Some(false), _) => {
            let not = pool.not(condition);
            Some(pool.and(not, b))
        }
        (_, Some(true)) => Some(pool.implies(condition, a)),
        _ => None,
    }
}

// ite(c, ite(c, a, x), b) = ite(c, a, b)
// ite(c, a, ite(c, x, b)) = ite(c, a, b)
fn ite_nested(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[condition, a, b] = app.args else { return None };
    let same = |inner: &[TermId; 3]| inner[0] == condition;
    if let Some([_, inner, _]) = pool.triple_of(a, Op::Ite).filter(same) {
        return Some(pool.ite(condition, inner, b));
    }
    let [_, _, inner] = pool.triple_of(b, Op::Ite).filter(same)?;
    Some(pool.ite(condition, a, inner))
}

// ite(c, a, ite(d, a, b)) = ite(c or d, a, b)
fn ite_merge(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[condition, a, otherwise] = app.args else { return None };
    let [second, same, b] = pool.triple_of(otherwise, Op::Ite)?;
    if same != a {
        return None;
    }
    let either = pool.or(condition, second);
    Some(pool.ite(either, a, b))
}

// f(ite(c, k, l), m) = ite(c, f(k, m), f(l, m)) for constants k, l, m; ite(c, m, n) is allowed for m too
pub(super) fn ite_of_constants(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let mut condition = None;
    let mut sides = [Vec::new(), Vec::new()];
    for &arg in app.args {
        let [then, otherwise] = match pool.triple_of(arg, Op::Ite) {
            Some([found, then, otherwise]) if *condition.get_or_insert(found) == found => {
                [then, otherwise]
            }
            _ => [arg, arg],
        };
        if ![then, otherwise].iter().all(|&side| pool.op(side).is_constant()) {
            return None;
        }
        sides[0].push(then);
        sides[1].push(otherwise);
    }
    let condition = condition?;
    let then = pool.build(App { args: &sides[0], ..app });
    let otherwise = pool.build(App { args: &sides[1], ..app });
    Some(pool.ite(condition, then, otherwise))
}
