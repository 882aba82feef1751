//! What isn't a program is an error at its place, never a panic; what verifies survives the passes.

use std::fs;
use std::path::Path;

fn check(text: &str, expected: &str) {
    let error = ir::parse(text).expect_err(expected);
    assert_eq!(error.to_string(), expected);
}

#[test]
fn errors_have_a_place() {
    check("target 16", "1:8: a target has 32 or 64 bits");
    check("bogus", "1:1: expected an item of a program");
    check("\n\nglobal external @g size x", "3:25: expected a number that fits");
    check("global external @g size 1 align 1 = \"a", "1:39: the text isn't closed");
    check("function external &f\n", "1:21: expected `(`");
    check("function external &f(i65)", "1:22: expected a type");
    check("function external &f() {\nb0:\n  jump\n}", "3:7: expected a block");
    check("function external &f() {\nb1:\n  trap\n}", "2:1: the blocks aren't in order");
    check("function external &f() {\nb0:\n  %x = copy 1\n}", "3:3: there is no such register");
    check("function external &f() {\nb0:\n  live $x\n}", "3:8: there is no such slot");
    check("function external &f() {\nb0:\n  call &g()\n}", "3:8: there is no such function");
    check("function external &f() {\nb0:\n  blink\n}", "3:3: `blink` isn't an instruction");
    check("function external &f()\nfunction external &f()", "2:19: this name is declared twice");
    check(
        "function external &f(i8 %x) -> i8 {\nb0:\n  return 256\n}",
        "3:10: the number doesn't fit here",
    );
    check(
        "function external &f(i8) {\nb0:\n  trap\n}",
        "1:26: every parameter of a function with a body has a name",
    );
    check("function external &f() {", "1:25: expected a block");
}

#[test]
fn numbers_are_read_at_their_type() {
    let text = "function external &f() -> i8, i8, i32, f32, f64 {\nb0:\n  return -1, 255, 0x10, 0.5, 0x1\n}";
    let program = ir::parse(text).unwrap();
    let body = program.functions[0].body.as_ref().unwrap();
    let bits: Vec<ir::Const> = [0xff, 16, 0x3f00_0000, 1].map(ir::Const::Bits).to_vec();
    assert_eq!(body.consts, bits);
}

/// Small changes to real programs, the same in every run: no panic, whatever comes out.
#[test]
fn mutated_programs_never_panic() {
    let mut random = Random(1);
    let mut verified = 0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        let text = text.split("; ----").next().unwrap_or_default();
        for _ in 0..300 {
            verified += usize::from(survives(&mutate(text, &mut random)));
        }
    }
    assert!(verified > 200, "only {verified} mutations verified: the mutations are too wild");
}

/// Takes a text through everything; false if it is no sound program.
fn survives(text: &str) -> bool {
    let Ok(mut program) = ir::parse(text) else { return false };
    let printed = program.to_string();
    assert!(ir::parse(&printed).is_ok() || ir::verify(&program).is_err(), "{printed}");
    if ir::verify(&program).is_err() {
        return false;
    }
    ir::passes::run(&mut program);
    assert_eq!(ir::verify(&program), Ok(()), "after the passes:\n{text}");
    let again = ir::parse(&program.to_string()).expect("printed programs parse");
    assert_eq!(again, program);
    ir::link(vec![("a".into(), program)], None, &[]).expect("one file links");
    true
}

/// Exchanges two words, deletes one, or repeats one.
fn mutate(text: &str, random: &mut Random) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n', ',', '(', ')']).collect();
    for _ in 0..1 + random.below(3) {
        let (a, b) = (random.below(words.len()), random.below(words.len()));
        match random.below(3) {
            0 => words.swap(a, b),
            1 => words[a] = words[b],
            _ => drop(words.remove(a)),
        }
    }
    words.concat()
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}
