//! Rewrites of reads and writes of arrays.

use crate::pool::TermPool;
use crate::rewrite::tables;
use crate::term::{App, Op, TermId};

tables! {
    SELECT: [select_stored, select_constant];
    STORE: [store_again, store_unchanged, store_default];
}

// select(store(a, i, x), i) = x
// select(store(a, i, x), j) = select(a, j) if i and j always differ
fn select_stored(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[mut array, index] = app.args else { return None };
    while let Some([older, at, element]) = pool.triple_of(array, Op::Store) {
        if at == index {
            return Some(element);
        }
        if !differ(pool, at, index) {
            break;
        }
        array = older;
    }
    (array != app.args[0]).then(|| pool.select(array, index))
}

// select(const(x), i) = x
fn select_constant(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    pool.single_of(app.args[0], Op::ConstArray)
}

// store(store(a, i, x), i, y) = store(a, i, y)
fn store_again(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[array, index, element] = app.args else { return None };
    let [older, at, _] = pool.triple_of(array, Op::Store)?;
    (at == index).then(|| pool.store(older, index, element))
}

// store(a, i, select(a, i)) = a
fn store_unchanged(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[array, index, element] = app.args else { return None };
    (pool.pair_of(element, Op::Select)? == [array, index]).then_some(array)
}

// store(const(x), i, x) = const(x)
fn store_default(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[array, _, element] = app.args else { return None };
    (pool.single_of(array, Op::ConstArray)? == element).then_some(array)
}

/// Whether two indices differ by a constant that is not 0. Sums have their constant on the left.
fn differ(pool: &TermPool, a: TermId, b: TermId) -> bool {
    if let (Some(a), Some(b)) = (pool.as_bits(a), pool.as_bits(b)) {
        return a != b;
    }
    let split = |term| match pool.pair_of(term, Op::Add) {
        Some([constant, rest]) if pool.op(constant).is_constant() => (Some(constant), rest),
        _ => (None, term),
    };
    let ((a_offset, a_base), (b_offset, b_base)) = (split(a), split(b));
    a_base == b_base && a_offset != b_offset
}
