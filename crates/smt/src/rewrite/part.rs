//! Rewrites of extraction, concatenation and extension. A concatenation leans to the right.

use crate::pool::TermPool;
use crate::rewrite::ite::ite_of_constants;
use crate::rewrite::{fold_constants, tables};
use crate::sort::Sort;
use crate::term::{App, Op, TermId};

tables! {
    EXTRACT: [
        extract_all,
        fold_constants,
        extract_extract,
        extract_concat,
        extract_zero_extended,
        extract_sign_extended,
        extract_low_arithmetic,
        extract_bitwise,
        ite_of_constants,
    ];
    CONCAT: [
        fold_constants,
        concat_zero,
        concat_zero_extended,
        concat_right,
        concat_neighbours,
        concat_constants,
        concat_choices,
        ite_of_constants,
    ];
    ZERO_EXTEND: [extend_nothing, fold_constants, zero_extend_twice, ite_of_constants];
    SIGN_EXTEND: [extend_nothing, fold_constants, sign_extend_twice, sign_extend_nonnegative, ite_of_constants];
}

fn range(app: App<'_>) -> Option<(u32, u32)> {
    match app.op {
        Op::Extract { high, low } => Some((high, low)),
        _ => None,
    }
}

// extract[width-1:0](x) = x
fn extract_all(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    (app.sort == pool.sort(app.args[0])).then_some(app.args[0])
}

// extract[h:l](extract[m:n](x)) = extract[h+n:l+n](x)
fn extract_extract(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let (high, low) = range(app)?;
    let Op::Extract { low: base, .. } = pool.op(app.args[0]) else { return None };
    let x = pool.args(app.args[0])[0];
    Some(pool.extract(high + base, low + base, x))
}

// extract[h:l](concat(x, y)) = extract of y, or of x, or concat(extract of x, extract of y)
fn extract_concat(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let (high, low) = range(app)?;
    let [x, y] = pool.pair_of(app.args[0], Op::Concat)?;
    let split = pool.width(y);
    if high < split {
        return Some(pool.extract(high, low, y));
    }
    let from_x = pool.extract(high - split, low.saturating_sub(split), x);
    if low >= split {
        return Some(from_x);
    }
    let from_y = pool.extract(split - 1, low, y);
    Some(pool.concat(from_x, from_y))
}

// extract[h:l](zext(x)) = extract[h:l](x), or zext(extract of x), or 0
fn extract_zero_extended(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let (high, low) = range(app)?;
    let x = pool.single_of(app.args[0], Op::ZeroExtend)?;
    let top = pool.width(x) - 1;
    if low > top {
        return Some(pool.bits(app.sort.width(), 0));
    }
    let kept = pool.extract(high.min(top), low, x);
    Some(pool.zero_extend(app.sort.width(), kept))
}

// extract[h:l](sext(x)) = extract[h:l](x), or sext(extract of x), of the sign alone if l is above it
fn extract_sign_extended(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let (high, low) = range(app)?;
    let x = pool.single_of(app.args[0], Op::SignExtend)?;
    let top = pool.width(x) - 1;
    let kept = pool.extract(high.min(top), low.min(top), x);
    Some(pool.sign_extend(app.sort.width(), kept))
}

// extract[h:0](x + y) = extract[h:0](x) + extract[h:0](y), and so for * and -, if the parts are simple
fn extract_low_arithmetic(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let carries_upwards = matches!(pool.op(app.args[0]), Op::Add | Op::Mul | Op::Neg);
    if range(app)?.1 != 0 || !carries_upwards {
        return None;
    }
    extract_from_arguments(pool, app)
}

// extract[h:l](x & y) = extract[h:l](x) & extract[h:l](y), and so for |, xor and ~, if the parts are simple
fn extract_bitwise(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let bitwise = matches!(pool.op(app.args[0]), Op::BitAnd | Op::BitOr | Op::BitXor | Op::BitNot);
    if !bitwise {
        return None;
    }
    extract_from_arguments(pool, app)
}

/// Takes an extraction to the arguments, where each is a term into which it goes on.
fn extract_from_arguments(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let (high, low) = range(app)?;
    let inner = app.args[0];
    let goes_on = |&arg: &TermId| {
        let op = pool.op(arg);
        op.is_constant()
            || matches!(op, Op::ZeroExtend | Op::SignExtend | Op::Concat | Op::Extract { .. })
    };
    if !pool.args(inner).iter().all(goes_on) {
        return None;
    }
    let args = pool.args(inner).to_vec();
    let parts: Vec<TermId> = args.into_iter().map(|arg| pool.extract(high, low, arg)).collect();
    Some(pool.build(App { op: pool.op(inner), sort: app.sort, args: &parts }))
}

// concat(0, x) = zext(x)
fn concat_zero(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let zero = pool.as_bits(app.args[0])?.is_zero();
    zero.then(|| pool.zero_extend(app.sort.width(), app.args[1]))
}

// concat(zext(x), y) = zext(concat(x, y))
fn concat_zero_extended(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let x = pool.single_of(app.args[0], Op::ZeroExtend)?;
    let joined = pool.concat(x, app.args[1]);
    Some(pool.zero_extend(app.sort.width(), joined))
}

// concat(concat(x, y), z) = concat(x, concat(y, z))
fn concat_right(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let [x, y] = pool.pair_of(app.args[0], Op::Concat)?;
    let low = pool.concat(y, app.args[1]);
    Some(pool.concat(x, low))
}

// concat(extract[h:m+1](x), extract[m:l](x)) = extract[h:l](x), also if the second starts a concatenation
fn concat_neighbours(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let &[a, b] = app.args else { return None };
    let (second, rest) = match pool.pair_of(b, Op::Concat) {
        Some([second, rest]) => (second, Some(rest)),
        None => (b, None),
    };
    let (Op::Extract { high, low }, Op::Extract { high: next, low: end }) =
        (pool.op(a), pool.op(second))
    else {
        return None;
    };
    let x = pool.args(a)[0];
    if low != next + 1 || pool.args(second)[0] != x {
        return None;
    }
    let joined = pool.extract(high, end, x);
    Some(rest.map_or(joined, |rest| pool.concat(joined, rest)))
}

// concat(c, concat(d, x)) = concat(cd, x) for constants c, d
fn concat_constants(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let c = pool.as_bits(app.args[0])?;
    let [d, x] = pool.pair_of(app.args[1], Op::Concat)?;
    let joined = c.concat(&pool.as_bits(d)?);
    let joined = pool.constant(&joined);
    Some(pool.concat(joined, x))
}

// concat(ite(c, a, b), ite(c, d, e)) = ite(c, concat(a, d), concat(b, e))
// Only if these are few: a choice may have any number of ways to the same few terms.
fn concat_choices(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let [condition, a, b] = pool.triple_of(app.args[0], Op::Ite)?;
    let [same, d, e] = pool.triple_of(app.args[1], Op::Ite)?;
    let mut most = MOST_CHOICES;
    if same != condition || !has_few_ends(pool, app.args[0], &mut most) {
        return None;
    }
    let (then, otherwise) = (pool.concat(a, d), pool.concat(b, e));
    Some(pool.ite(condition, then, otherwise))
}

const MOST_CHOICES: u32 = 64;

/// Are there at most so many ways through an if-then-else?
fn has_few_ends(pool: &TermPool, term: TermId, most: &mut u32) -> bool {
    let Some([_, then, otherwise]) = pool.triple_of(term, Op::Ite) else {
        *most = most.saturating_sub(1);
        return *most > 0;
    };
    has_few_ends(pool, then, most) && has_few_ends(pool, otherwise, most)
}

// extend(x) = x if the width is the same
fn extend_nothing(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    (pool.sort(app.args[0]) == app.sort).then_some(app.args[0])
}

// zext(zext(x)) = zext(x)
fn zero_extend_twice(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let x = pool.single_of(app.args[0], Op::ZeroExtend)?;
    Some(pool.zero_extend(app.sort.width(), x))
}

// sext(sext(x)) = sext(x)
fn sign_extend_twice(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let x = pool.single_of(app.args[0], Op::SignExtend)?;
    Some(pool.sign_extend(app.sort.width(), x))
}

// sext(zext(x)) = zext(x), as a zero was added
fn sign_extend_nonnegative(pool: &mut TermPool, app: App<'_>) -> Option<TermId> {
    let x = pool.single_of(app.args[0], Op::ZeroExtend)?;
    let Sort::Bits(width) = app.sort else { return None };
    Some(pool.zero_extend(width, x))
}
