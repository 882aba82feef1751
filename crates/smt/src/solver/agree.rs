//! The layers against each backend alone, these against each other, and all against trying all values.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::bits::Bits;
use crate::conjunction::Conjunction;
use crate::eval::eval;
use crate::float::FloatOp;
use crate::model::{FunctionTable, Model};
use crate::pool::TermPool;
use crate::random::{Random, models};
use crate::solver::backend::bitwuzla;
use crate::solver::{
    Chain, ChainOptions, Definition, LAYERS, LayerStats, Query, QueryLimits, QueryLog, Solver,
    StopSignal, Verdict, chain, each_backend,
};
use crate::sort::Sort;
use crate::term::TermId;
use crate::value::Value;

/// Each backend without layers.
fn backends() -> Vec<(&'static str, Chain)> {
    each_backend(&ChainOptions::only(&[]))
}

/// These layers over all backends.
fn only(layers: &[&str]) -> Chain {
    started(&ChainOptions::only(layers))
}

fn started(options: &ChainOptions) -> Chain {
    chain(options).expect("libz3; scripts/z3.sh fetches it")
}

/// What all backends together were asked.
fn portfolio(stats: &[LayerStats]) -> &LayerStats {
    stats.iter().find(|layer| layer.name == "portfolio").expect("the one above the backends")
}

/// Can a goal hold together with these?
fn query_of(pool: &mut TermPool, assumptions: &[TermId], goal: TermId) -> Query<'static> {
    Query::new(pool.conjunction(assumptions.iter().copied()), goal)
}

fn ask(
    solver: &mut impl Solver,
    pool: &mut TermPool,
    assumptions: &[TermId],
    goal: TermId,
) -> Verdict {
    let query = query_of(pool, assumptions, goal);
    solver.check(pool, query)
}

/// The verdict that trying all models gives, if they are few.
fn by_force(pool: &mut TermPool, query: Query<'_>) -> Option<bool> {
    let symbols = query.symbols(pool);
    let bits: u32 = symbols
        .iter()
        .map(|&symbol| match pool.symbol_info(symbol).sort {
            Sort::Bool => 1,
            Sort::Bits(width) => width,
            Sort::Array { index, element } => element << index,
        })
        .sum();
    (bits <= 10).then(|| {
        let satisfied = |model: &Model| query.holds(pool, model);
        models(pool, &symbols, &mut Random::new(0)).iter().any(satisfied)
    })
}

/// Fails unless the verdict is the right one, and its model, if it has one, satisfies the query.
fn confirm(pool: &mut TermPool, query: Query<'_>, verdict: &Verdict, expected: Option<bool>) {
    let shown = |pool: &TermPool| {
        query
            .constraints(pool)
            .into_iter()
            .map(|term| pool.show(term).to_string())
            .collect::<Vec<_>>()
    };
    match verdict {
        Verdict::Sat(model) => {
            assert!(query.holds(pool, model), "{:?} is not satisfied by {model:?}", shown(pool));
            assert_ne!(expected, Some(false), "{:?} is sat", shown(pool));
        }
        Verdict::Unsat => assert_ne!(expected, Some(true), "{:?} is unsat", shown(pool)),
        Verdict::Unknown(reason) => panic!("{:?}: {reason}", shown(pool)),
    }
}

/// Walks as an exploration does: asks for both sides of random conditions, and follows one that can be.
fn walk(
    pool: &mut TermPool,
    random: &mut Random,
    steps: u32,
    mut ask: impl FnMut(&mut TermPool, Query<'_>) -> bool,
) {
    let mut path = Conjunction::EMPTY;
    for _ in 0..steps {
        let width = 1 + random.below(3) as u32;
        let condition = random.condition(pool, width, 3);
        let negated = pool.not(condition);
        let yes = ask(pool, Query::new(path, condition));
        let no = ask(pool, Query::new(path, negated));
        assert!(yes || no, "neither side of {} can be", pool.show(condition));
        let takes = if random.below(2) == 0 { yes } else { !no };
        path = pool.conjoin(path, if takes { condition } else { negated });
    }
}

fn agrees_with_the_backends(seed: u64, mut layers: impl Solver) -> Vec<u64> {
    let mut random = Random::new(seed);
    let mut pool = TermPool::new();
    let mut alone = backends();
    for _ in 0..40 {
        walk(&mut pool, &mut random, 12, |pool, query| {
            let verdict = layers.check(pool, query);
            let is_sat = verdict != Verdict::Unsat;
            confirm(pool, query, &verdict, None);
            for (_, backend) in &mut alone {
                let verdict = backend.check(pool, query);
                confirm(pool, query, &verdict, Some(is_sat));
            }
            is_sat
        });
    }
    layers.stats().iter().map(|layer| layer.answered).collect()
}

#[test]
fn verdicts_are_those_of_trying_all_values() {
    let mut random = Random::new(5);
    let mut pool = TermPool::new();
    let mut solvers = backends();
    let mut confirmed = 0;
    for _ in 0..60 {
        walk(&mut pool, &mut random, 8, |pool, query| {
            let mut expected = by_force(pool, query);
            confirmed += u32::from(expected.is_some());
            for (_, solver) in &mut solvers {
                let verdict = solver.check(pool, query);
                confirm(pool, query, &verdict, expected);
                expected = Some(verdict != Verdict::Unsat);
            }
            expected == Some(true)
        });
    }
    assert!(confirmed > 300, "only {confirmed} queries were small enough");
}

#[test]
fn each_layer_alone_agrees_and_answers_something() {
    for (seed, layer) in (6..).zip(LAYERS) {
        let answered = agrees_with_the_backends(seed, only(&[layer.name]));
        assert!(answered[0] > 0, "{}: {answered:?}", layer.name);
    }
}

#[test]
fn the_whole_chain_agrees_and_spares_the_backend() {
    let solver = started(&ChainOptions::default());
    let answered = agrees_with_the_backends(10, solver);
    let (layers, backends) = answered.split_at(LAYERS.len());
    assert!(layers.iter().sum::<u64>() > backends.iter().sum(), "{answered:?}");
}

#[test]
fn every_query_of_a_chain_is_answered_by_one_layer() {
    let left_out =
        LAYERS.iter().map(|&layer| ChainOptions { without: vec![layer], ..Default::default() });
    for (seed, options) in (20..).zip([ChainOptions::default()].into_iter().chain(left_out)) {
        let mut solver = started(&options);
        agrees_with_the_backends(seed, &mut solver);
        let stats = solver.stats();
        let answered: u64 = stats.iter().map(|layer| layer.answered).sum();
        assert_eq!(answered, stats[0].queries, "{stats:?}");
        let asked = portfolio(&stats).queries;
        assert!((1..stats[0].queries).contains(&asked), "{stats:?}");
    }
}

#[test]
fn a_hard_query_about_a_byte_needs_no_backend() {
    let mut pool = TermPool::new();
    let x = pool.symbol("x", Sort::Bits(8));
    let wide = pool.sign_extend(64, x);
    let two = pool.bits(64, 2);
    let other = pool.bit_xor(wide, two);
    let rest = pool.urem(other, wide);
    let limit = pool.bits(64, 327);
    let mut try_all = only(&["try-all"]);
    let zero = pool.bits(8, 0);
    let nonzero = pool.ne(x, zero);
    for (goal, expected) in [(pool.ult(limit, rest), true), (pool.eq(limit, rest), false)] {
        let assumptions = [nonzero];
        let query = query_of(&mut pool, &assumptions, goal);
        let verdict = try_all.check(&mut pool, query);
        confirm(&mut pool, query, &verdict, Some(expected));
    }
    assert_eq!(try_all.stats()[1].queries, 0);
}

#[test]
fn a_cache_tries_a_model_again() {
    let mut pool = TermPool::new();
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(8)));
    let [three, nine] = [3, 9].map(|number| pool.bits(8, number));
    let (is_nine, is_three) = (pool.eq(nine, x), pool.eq(three, y));
    let more = pool.ult(three, x);
    let mut cache = only(&["cache"]);
    let mut asked = |assumptions: &[TermId], goal| {
        let verdict = ask(&mut cache, &mut pool, assumptions, goal);
        (verdict != Verdict::Unsat, cache.stats()[1].queries)
    };
    assert_eq!(asked(&[is_three], is_nine), (true, 1));
    assert_eq!(asked(&[more], is_nine), (true, 1), "neither a subset nor a superset");
}

#[test]
fn a_cache_knows_subsets_and_supersets() {
    let mut pool = TermPool::new();
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(8)));
    let (low, high) = (pool.ult(x, y), pool.ult(y, x));
    let five = pool.bits(8, 5);
    let other = pool.ult(five, x);
    let mut cache = only(&["cache"]);
    let mut asked = |assumptions: &[TermId], goal| {
        let verdict = ask(&mut cache, &mut pool, assumptions, goal);
        (verdict != Verdict::Unsat, cache.stats()[1].queries)
    };
    assert_eq!(asked(&[low], high), (false, 1));
    assert_eq!(asked(&[high, other], low), (false, 1), "a superset of an unsatisfiable set");
    assert_eq!(asked(&[low], other), (true, 2));
    assert_eq!(asked(&[], low), (true, 2), "a subset of a satisfiable set");
    assert_eq!(asked(&[other], low), (true, 2), "the same set in another order");
}

#[test]
fn a_slice_leaves_out_what_does_not_matter() {
    let mut pool = TermPool::new();
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(8)));
    let (three, nine) = (pool.bits(8, 3), pool.bits(8, 9));
    let assumptions = [pool.ult(x, three), pool.ult(nine, y)];
    let goal = pool.ult(nine, x);
    let mut slice = only(&["slice"]);
    assert_eq!(ask(&mut slice, &mut pool, &assumptions, goal), Verdict::Unsat);
    assert_eq!(slice.stats()[1].queries, 1);
    let goal = pool.ne(x, three);
    let verdict = ask(&mut slice, &mut pool, &assumptions, goal);
    let query = query_of(&mut pool, &assumptions, goal);
    confirm(&mut pool, query, &verdict, Some(true));
    assert_eq!(slice.stats()[1].queries, 3, "one for the goal, one for the model of the rest");
}

#[test]
fn tables_are_read_as_arrays_are() {
    let mut random = Random::new(12);
    let mut pool = TermPool::new();
    let mut solvers = backends();
    let [index, wanted] = ["index", "wanted"].map(|name| pool.symbol(name, Sort::Bits(4)));
    for _ in 0..40 {
        // Stores at the same place more than once, and elements that are no constants.
        let mut array = {
            let default = pool.bits(4, random.below(3));
            pool.const_array(4, default)
        };
        for _ in 0..random.below(20) {
            let at = pool.bits(4, random.below(16));
            let element = match random.below(4) {
                0 => wanted,
                number => pool.bits(4, number),
            };
            array = pool.store(array, at, element);
        }
        let element = pool.select(array, index);
        let number = pool.bits(4, 1 + random.below(3));
        let assumptions = [pool.ne(wanted, number)];
        let goal = pool.eq(number, element);
        let query = query_of(&mut pool, &assumptions, goal);
        let expected = by_force(&mut pool, query);
        for (_, solver) in &mut solvers {
            let verdict = solver.check(&mut pool, query);
            confirm(&mut pool, query, &verdict, expected);
        }
    }
}

#[test]
fn functions_are_functions() {
    let mut pool = TermPool::new();
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(8)));
    let hash = pool.function("hash", &[Sort::Bits(8)], Sort::Bits(32));
    let (of_x, of_y) = (pool.apply(hash, &[x]), pool.apply(hash, &[y]));
    let same_argument = pool.eq(x, y);
    let differ = pool.ne(of_x, of_y);
    let [one, two] = [1, 2].map(|number| pool.bits(32, number));
    let [is_one, is_two] = [pool.eq(of_x, one), pool.eq(of_y, two)];
    for (_, mut solver) in each_backend(&ChainOptions::default()) {
        let verdict = ask(&mut solver, &mut pool, &[same_argument], differ);
        assert_eq!(verdict, Verdict::Unsat);
        // Two components by their variables, but one by their function.
        let assumptions = [is_one];
        let query = query_of(&mut pool, &assumptions, is_two);
        let verdict = solver.check(&mut pool, query);
        confirm(&mut pool, query, &verdict, Some(true));
    }
    let table = FunctionTable {
        default: Value::zero(Sort::Bits(32)),
        entries: vec![(vec![Value::zero(Sort::Bits(8))], Value::Bits(Bits::one(32)))],
    };
    let mut model = Model::new();
    model.set_function(hash, table);
    assert_eq!(eval(&pool, of_x, &model).as_bits().to_u64(), Some(1));
}

/// The 2008 paper's `abs`, of which the paths for positive numbers and for zero are known.
#[test]
fn definitions_hold_for_all_arguments() {
    let mut pool = TermPool::new();
    let [x, p, q] = ["x", "p", "q"].map(|name| pool.symbol(name, Sort::Bits(32)));
    let guard = pool.symbol("G", Sort::Bool);
    let abs = pool.function("abs", &[Sort::Bits(32)], Sort::Bits(32));
    let defined = pool.function("D", &[Sort::Bits(32)], Sort::Bool);
    let [zero, hundred] = [0, 100].map(|number| pool.bits(32, number));
    let definition = {
        let of_x = pool.apply(abs, &[x]);
        let [is_same, is_hundred] = [x, hundred].map(|result| pool.eq(of_x, result));
        let (positive, is_zero) = (pool.sgt(x, zero), pool.eq(x, zero));
        let rest = pool.ite(is_zero, is_hundred, guard);
        let body = pool.ite(positive, is_same, rest);
        Definition { head: pool.apply(defined, &[x]), body }
    };
    let ([of_p, of_q], [d_p, d_q]) =
        ([p, q].map(|it| pool.apply(abs, &[it])), [p, q].map(|it| pool.apply(defined, &[it])));
    let folder = std::env::temp_dir().join(format!("smt-defined-{}", std::process::id()));
    let log = QueryLog::new(&folder).expect("a folder");
    let options = ChainOptions { log: Some(log), ..ChainOptions::default() };
    let mut solver = started(&options);
    let mut ask = |pool: &mut TermPool, assumptions: &[TermId], goal| {
        let query = Query { definitions: &[definition], ..query_of(pool, assumptions, goal) };
        solver.check(pool, query)
    };
    let (positive, negative) = (pool.sgt(p, zero), pool.slt(p, zero));
    let (unexplored, less) = (pool.not(guard), pool.slt(of_p, of_q));
    let verdict = ask(&mut pool, &[d_p, d_q, unexplored, less], positive);
    let Verdict::Sat(model) = verdict else { panic!("{verdict:?}") };
    let [p_is, q_is] = [p, q].map(|it| eval(&pool, it, &model).as_bits().to_u64().unwrap());
    assert!(p_is > 0 && p_is < q_is || q_is == 0 && p_is < 100, "abs({p_is}) < abs({q_is})");
    assert_eq!(ask(&mut pool, &[d_p, d_q, unexplored, less], negative), Verdict::Unsat);
    assert!(matches!(ask(&mut pool, &[d_p, d_q, less], negative), Verdict::Sat(_)));
    let other = pool.ne(of_p, of_q);
    let same = pool.eq(p, q);
    assert_eq!(ask(&mut pool, &[d_p, d_q, other], same), Verdict::Unsat, "abs is a function");
    // Quantifiers are Z3's.
    replay(&folder, &["sat", "unsat", "sat", "unsat"], &[]);
}

#[test]
fn floats_have_models() {
    let mut pool = TermPool::new();
    let x = pool.symbol("x", Sort::Bits(32));
    let [half, four] = [0.5f32, 4.0].map(|number| pool.bits(32, number.to_bits().into()));
    let sum = pool.float(FloatOp::Add, &[x, half]);
    let goal = pool.float_compare(FloatOp::Eq, sum, four);
    let nan = pool.float_is_nan(x);
    for (name, mut solver) in backends() {
        let verdict = ask(&mut solver, &mut pool, &[], goal);
        let Verdict::Sat(model) = verdict else { panic!("{name}: {verdict:?}") };
        // Its neighbours have the same sum, rounded.
        let bits = eval(&pool, x, &model).as_bits().to_u64();
        let found = bits.map(|bits| f32::from_bits(bits as u32));
        assert!(found.is_some_and(|found| (found - 3.5).abs() < 1e-6), "{name}: {found:?}");
        assert_eq!(ask(&mut solver, &mut pool, &[nan], goal), Verdict::Unsat, "{name}");
    }
}

/// Random comparisons of computed floats, and of their bits. None may have a model for one backend and none for another;
/// a backend that gives up says nothing.
#[test]
fn backends_agree_about_floats() {
    let mut random = Random::new(31);
    let mut pool = TermPool::new();
    let limits = QueryLimits { work: 200_000, ..QueryLimits::default() };
    let mut solvers = each_backend(&ChainOptions { limits, ..ChainOptions::only(&[]) });
    let mut answered = vec![0; solvers.len()];
    for _ in 0..100 {
        let assumptions = [random.float_condition(&mut pool), random.float_condition(&mut pool)];
        let query = query_of(&mut pool, &assumptions[..1], assumptions[1]);
        let mut expected = None;
        for ((_, solver), answered) in solvers.iter_mut().zip(&mut answered) {
            let verdict = solver.check(&mut pool, query);
            if !matches!(verdict, Verdict::Unknown(_)) {
                confirm(&mut pool, query, &verdict, expected);
                expected = Some(verdict != Verdict::Unsat);
                *answered += 1;
            }
        }
    }
    assert!(answered.iter().all(|&answered| answered > 50), "{answered:?}");
}

/// What can't be found out in useful time: the factors of a product of two large primes.
fn factors(pool: &mut TermPool) -> ([TermId; 2], TermId) {
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(64)));
    let product = {
        let (x, y) = (pool.zero_extend(128, x), pool.zero_extend(128, y));
        pool.mul(x, y)
    };
    // Neither is near a power of two: Bitwuzla finds those in no time.
    let target = Bits::from_u128(128, 13_788_016_577_312_340_439 * 10_333_489_126_134_124_271);
    let target = pool.constant(&target);
    let one = pool.bits(64, 1);
    let assumptions = [pool.ult(one, x), pool.ult(x, y)];
    (assumptions, pool.eq(product, target))
}

#[test]
fn a_query_in_flight_ends_when_it_is_told_to() {
    let mut pool = TermPool::new();
    let (assumptions, goal) = factors(&mut pool);
    for backend in backends().into_iter().map(|(name, _)| Some(name)).chain([None]) {
        let (end, answered) =
            (Instant::now() + Duration::from_millis(500), Arc::new(AtomicBool::new(false)));
        let until = answered.clone();
        let stop: StopSignal =
            Arc::new(move || Instant::now() >= end && !until.load(Ordering::Relaxed));
        let options = ChainOptions { stop: Some(stop), ..ChainOptions::default() };
        let mut solver = match backend {
            Some(name) => started(&options.with_backend(name)),
            None => started(&options),
        };
        let verdict = ask(&mut solver, &mut pool, &assumptions, goal);
        // Its own limit would be another reason.
        assert_eq!(verdict, Verdict::Unknown("interrupted".to_string()), "{backend:?}");
        answered.store(true, Ordering::Relaxed);
        // And it is of use afterwards.
        let verdict = ask(&mut solver, &mut pool, &[], assumptions[1]);
        assert!(matches!(verdict, Verdict::Sat(_)), "{backend:?}: {verdict:?}");
    }
}

#[test]
fn a_hard_query_is_unknown_in_time() {
    let mut pool = TermPool::new();
    let (assumptions, goal) = factors(&mut pool);
    let limits = QueryLimits { time: Duration::from_millis(300), ..QueryLimits::default() };
    for (name, mut solver) in each_backend(&ChainOptions { limits, ..ChainOptions::only(&[]) }) {
        let start = Instant::now();
        let verdict = ask(&mut solver, &mut pool, &assumptions, goal);
        assert!(matches!(&verdict, Verdict::Unknown(reason) if !reason.is_empty()), "{verdict:?}");
        // The machine may be busy; without a limit it would take days.
        assert!(start.elapsed() < Duration::from_secs(60), "{name}");
        // And it is of use afterwards.
        let verdict = ask(&mut solver, &mut pool, &[], assumptions[1]);
        assert!(matches!(verdict, Verdict::Sat(_)), "{name}: {verdict:?}");
    }
}

#[test]
fn work_is_counted_and_needs_no_clock() {
    let mut pool = TermPool::new();
    let (assumptions, goal) = factors(&mut pool);
    let limits =
        QueryLimits { time: Duration::from_secs(3600), work: 500_000, ..QueryLimits::default() };
    let options = ChainOptions { limits, ..ChainOptions::only(&[]) };
    let mut work = || {
        let works = each_backend(&options).into_iter().map(|(name, mut solver)| {
            let verdict = ask(&mut solver, &mut pool, &assumptions, goal);
            let gave_up = matches!(&verdict, Verdict::Unknown(reason) if !reason.is_empty());
            assert!(gave_up, "{name}: {verdict:?}");
            // What is incremental is given less.
            assert!((500_000..1_500_000).contains(&solver.work()), "{name}: {}", solver.work());
            solver.work()
        });
        works.collect::<Vec<_>>()
    };
    assert_eq!(work(), work(), "the same in every run");
}

#[test]
fn logged_queries_replay_with_the_same_verdict() {
    for (name, _) in backends() {
        let folder = std::env::temp_dir().join(format!("smt-log-{name}-{}", std::process::id()));
        let log = QueryLog::new(&folder).expect("a folder");
        let options = ChainOptions { log: Some(log.clone()), ..ChainOptions::only(&[]) };
        let mut solver = started(&options.with_backend(name));
        let mut random = Random::new(11);
        let mut pool = TermPool::new();
        let mut verdicts = Vec::new();
        for _ in 0..4 {
            walk(&mut pool, &mut random, 6, |pool, query| {
                let sat = solver.check(pool, query) != Verdict::Unsat;
                verdicts.push(if sat { "sat" } else { "unsat" });
                sat
            });
        }
        log_floats(&mut pool, &mut solver);
        verdicts.extend(["sat", "unsat"]);
        assert_eq!(log.failure(), None);
        replay(&folder, &verdicts, &backends());
    }
}

/// The logged queries have these verdicts, and get them again, from Z3's command and from these backends; the folder is
/// removed.
fn replay(folder: &Path, verdicts: &[&str], backends: &[(&str, Chain)]) {
    let z3 = Path::new(env!("SMT_Z3_LIBRARY")).with_file_name("../bin/z3");
    for (position, verdict) in verdicts.iter().enumerate() {
        let file = folder.join(format!("{:06}.smt2", position + 1));
        let script = fs::read_to_string(&file).expect("a logged query");
        assert!(script.starts_with(&format!("; verdict: {verdict}")), "{script}");
        if z3.exists() {
            let output = Command::new(&z3).arg(&file).output().expect("z3 runs");
            assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), *verdict, "{script}");
        }
        if backends.iter().any(|(name, _)| *name == "bitwuzla") {
            let said = bitwuzla::replay(&script);
            assert_eq!(said.as_deref().map(str::trim), Ok(*verdict), "{script}");
        }
    }
    fs::remove_dir_all(folder).expect("the folder is ours");
}

/// One query that can be and one that can't, with every kind of float operation in them.
fn log_floats(pool: &mut TermPool, solver: &mut impl Solver) {
    let x = pool.symbol("f", Sort::Bits(32));
    let integer = pool.float_convert(FloatOp::ToSigned, 16, x);
    let back = pool.float_convert(FloatOp::FromSigned, 32, integer);
    let wide = pool.float_convert(FloatOp::Convert, 64, back);
    let unsigned = pool.float_convert(FloatOp::ToUnsigned, 8, wide);
    let sum = pool.float(FloatOp::Add, &[back, x]);
    let small = pool.bits(8, 7);
    let goal = pool.eq(unsigned, small);
    let below = pool.float_compare(FloatOp::Lt, sum, x);
    let assumption = pool.float_compare(FloatOp::Le, back, x);
    assert!(matches!(ask(solver, pool, &[assumption], goal), Verdict::Sat(_)));
    assert_eq!(ask(solver, pool, &[goal], below), Verdict::Unsat);
}
