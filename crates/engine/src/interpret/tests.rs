//! Ordinary instructions, several at once, against the same instructions one by one: same outcome, same count, and the same
//! place where a limit ends the run.

use ir::{FuncId, Program, ProgramPoint};

use crate::machine::externals::NoExternals;
use crate::machine::image::Image;
use crate::machine::{Machine, Options, RunLimits};
use crate::report::outcome::Outcome;

const ELEMENTS: &str = r#"target 64
global internal @table size 40 align 8 = "\05\00\00\00\07\00\00\00\09"
function external &f(i64 %x, i32 %n) -> i32 {
  regs i32 %i %t %u %v %sum, i64 %e %m %a %z %w, i1 %c
b0:
  %i = trunc to i32 %x
  %sum = copy 0
  jump b1
b1:
  %c = slt i32 %i, 9
  branch %c, b2, b3
b2:
  %e = sext i32 to i64 %i
  %m = mul i64 %e, 4
  %a = add i64 @table, %m
  %t = load i32 [%a, 4]
  %u = mul i32 %sum, 31
  %sum = add i32 %t, %u
  %i = add nsw i32 %i, 1
  jump b1
b3:
  %v = and i32 %n, 15
  %z = zext i32 to i64 %v
  %w = add i64 %z, @table
  store i32 [%w, -7], %sum
  return %sum
}
"#;

const NUMBERS: &str = r#"target 64
function external &f(i64 %x, i32 %n) -> i32 {
  regs f64 %d %p %q %s, i1 %c %o, i32 %r %h %j %w, i64 %k %y
b0:
  %d = sitof i64 to f64 %x
  %s = copy 0.5
  %k = copy %x
  jump b1
b1:
  %p = fmul f64 %d, %d
  %s = fadd f64 %p, %s
  %q = fmul f64 %s, %d
  %s = fadd f64 %s, %q
  %o = folt f64 %s, 1000000.0
  branch %o, b2, b3
b2:
  %k = udiv i64 %k, 4
  %y = urem i64 %k, 8
  %c = ult i64 %y, 7
  %d = fadd f64 %d, 1.5
  branch %c, b1, b3
b3:
  %r = ftosi f64 to i32 %s
  %h = sub nsw i32 %n, 1
  %j = lshr i32 %h, 3
  %w = call &g(i32 %j)
  %r = add i32 %r, %w
  return %r
}
function internal &g(i32 %n) -> i32 {
  regs i32 %1 %2 %3, i1 %4
b0:
  %4 = ult i32 %n, 2
  branch %4, b1, b2
b1:
  return %n
b2:
  %1 = udiv i32 %n, 2
  %2 = call &g(i32 %1)
  %3 = mul nsw i32 %2, 715827883
  %3 = add nsw i32 %3, 1
  return %3
}
"#;

const EDGES: &str = r#"target 64
function external &f(i64 %x, i32 %n) -> i32 {
  regs i64 %a %b %c %t, i32 %k %r %s, i1 %o, f64 %d %p %q
b0:
  %a = copy %x
  %b = copy 1
  %c = copy 3
  %k = copy %n
  %r = copy 0
  jump b1
b1:
  %s = and i32 %k, 15
  switch i32 %s, b6 [0: b2, 1: b3, 2: b4, 5: b3]
b2:
  %t = copy %a
  %a = copy %b
  %b = copy %t
  jump b5
b3:
  %b = copy %c
  %c = copy %b
  jump b5
b4:
  %d = sitof i64 to f64 %a
  %p = fmul f64 %d, %d
  %p = fsub f64 %p, 2.5
  %q = fmul f64 %d, 1.5
  %q = fsub f64 %p, %q
  %o = folt f64 %q, 7.0
  branch %o, b5, b6
b5:
  %k = lshr i32 %k, 4
  %r = add i32 %r, 1
  switch i32 %r, b1 [1: b1, 2: b1, 3: b1, 4: b1, 5: b1, 6: b1, 7: b1, 8: b1, 9: b6]
b6:
  %t = freeze %a
  %s = trunc to i32 %t
  %k = trunc to i32 %b
  %r = mul i32 %r, %s
  %r = add i32 %r, %k
  return %r
}
"#;

/// All instructions of a program.
fn all_points(program: &Program) -> Vec<ProgramPoint> {
    let bodies = program.functions.iter().enumerate();
    let points = bodies.flat_map(|(index, function)| {
        let count = function.body.as_ref().map_or(0, |body| body.code.len());
        (0..count).map(move |pc| ProgramPoint::new(FuncId::new(index), pc))
    });
    points.collect()
}

fn run(image: &Image<'_>, args: [u64; 2], limit: Option<u64>, symbolic: bool) -> (Outcome, u64) {
    let mut externals = NoExternals;
    let options = Options {
        limits: RunLimits { instructions: limit, ..RunLimits::default() },
        symbolic,
        ..Options::default()
    };
    let mut machine = Machine::new(image, &mut externals, options);
    let mut state = machine.new_state();
    let function = image.program.function_named("f").expect("all programs have one");
    let outcome = machine.run_function(&mut state, function, &args).expect("it is supported");
    (outcome, state.instructions)
}

fn agrees(text: &str, all_args: &[[u64; 2]]) {
    let program = ir::parse(text).expect("it parses");
    ir::verify(&program).expect("it verifies");
    let image = Image::new(&program, &mut NoExternals).expect("it is small");
    let mut one_by_one = Image::new(&program, &mut NoExternals).expect("it is small");
    // Where a search is to go, nothing is done on the way to something else.
    one_by_one.watch(&all_points(&program));
    for &args in all_args {
        for symbolic in [false, true] {
            let (outcome, count) = run(&image, args, None, symbolic);
            assert_eq!((outcome, count), run(&one_by_one, args, None, symbolic), "{args:?}");
            for limit in (1..count).map(Some) {
                let ended = run(&image, args, limit, symbolic);
                assert_eq!(ended, run(&one_by_one, args, limit, symbolic), "{args:?}, {limit:?}");
            }
        }
    }
}

const MAX: u64 = i32::MAX as u64;
const MINUS_ONE: u64 = u32::MAX as u64;

#[test]
fn elements() {
    // In bounds, before the table and behind it, read and written.
    agrees(ELEMENTS, &[[0, 0], [5, 7], [MINUS_ONE, 0], [8, 3], [9, 8], [40, 16], [MAX, 9]]);
}

#[test]
fn numbers() {
    agrees(NUMBERS, &[[0, 1], [3, 900], [1000, 24], [28, 1 << 31], [7, MINUS_ONE], [MAX, 70]]);
}

#[test]
fn edges() {
    agrees(
        EDGES,
        &[[3, 0], [7, 0x5210_2150], [1, 0x2222_2222], [4, 0x1025_0125], [MAX, 0x0201_7000]],
    );
}
