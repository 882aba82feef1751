//! What changes a fingerprint, and what doesn't.

use std::collections::BTreeSet;

use ir::{FileId, FuncId, Program, SourceLoc};

use super::Fingerprints;

const LEAF: &str = "
function external &leaf(i32 %x) -> i32 {
  regs i32 %r
b0:
  %r = add i32 %x, 1
  return %r
}
";
const CALLER: &str = "
function external &caller(i32 %x) -> i32 {
  regs i32 %r
b0:
  %r = call &leaf(i32 %x)
  return %r
}
";
const ALONE: &str = "
function external &alone(i32 %x) -> i32 {
b0:
  return %x
}
";

fn program(parts: &[&str]) -> Program {
    ir::parse(&format!("target 64\n{}", parts.concat())).expect("it is written as it should be")
}

/// The parts that differ between two programs, seen from a function.
fn changed(name: &str, one: &Program, other: &Program) -> BTreeSet<String> {
    let seen = |program: &Program| {
        let from = program.function_named(name).expect("it is there");
        Fingerprints::new(program).seen_from(&[from]).parts
    };
    let (one, other) = (seen(one), seen(other));
    let names = one.keys().chain(other.keys());
    names.filter(|name| one.get(*name) != other.get(*name)).cloned().collect()
}

fn names(all: &[&str]) -> BTreeSet<String> {
    all.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn a_callee_is_seen_by_its_callers_alone() {
    let before = program(&[LEAF, CALLER, ALONE]);
    let after = program(&[&LEAF.replace(", 1", ", 2"), CALLER, ALONE]);
    assert_eq!(changed("caller", &before, &after), names(&["`leaf`"]));
    assert_eq!(changed("leaf", &before, &after), names(&["`leaf`"]));
    assert_eq!(changed("alone", &before, &after), names(&[]));
}

#[test]
fn the_order_of_functions_is_not_seen() {
    let before = program(&[LEAF, CALLER, ALONE]);
    let after = program(&[ALONE, CALLER, LEAF]);
    assert_eq!(changed("caller", &before, &after), names(&[]));
}

/// The program with its instructions on these lines.
fn on_lines(mut program: Program, lines: [u32; 2]) -> Program {
    let file = ir::debug::SourceFile { path: "a.c".to_owned(), directory: String::new() };
    program.debug.files.push(file);
    let body = program.functions[FuncId::new(0).index()].body.as_mut().expect("it has one");
    let places = lines.map(|line| Some(SourceLoc { file: FileId(0), line, column: 3 }));
    body.locs = places.to_vec();
    program
}

#[test]
fn lines_may_move_and_not_meet() {
    let before = || on_lines(program(&[LEAF]), [10, 11]);
    let moved = on_lines(program(&[LEAF]), [20, 35]);
    let met = on_lines(program(&[LEAF]), [20, 20]);
    let turned = on_lines(program(&[LEAF]), [11, 10]);
    assert_eq!(changed("leaf", &before(), &moved), names(&[]));
    assert_eq!(changed("leaf", &before(), &met), names(&["`leaf`"]));
    assert_eq!(changed("leaf", &before(), &turned), names(&["`leaf`"]));
    let exact = |program: &Program| Fingerprints::new(program).seen_from(&[FuncId::new(0)]).exact;
    assert_ne!(exact(&before()), exact(&moved));
}

#[test]
fn a_call_through_a_pointer_sees_all_whose_address_is_used() {
    let table = "global external @table size 8 align 8 = zero [0 i64: &leaf]\n";
    let caller = "
function external &indirect(i64 %f) -> i32 {
  regs i32 %r
b0:
  %r = call *%f(i32 1)
  return %r
}
";
    let before = program(&[table, LEAF, caller, ALONE]);
    let after = program(&[table, &LEAF.replace(", 1", ", 2"), caller, ALONE]);
    assert_eq!(changed("indirect", &before, &after), names(&["`leaf`"]));
    assert_eq!(changed("alone", &before, &after), names(&[]));
}

#[test]
fn contents_of_globals_are_seen_by_those_who_mention_them() {
    let global = |byte: u8| format!("global internal @g size 1 align 1 = \"\\{byte:02x}\"\n");
    let reader = "
function external &reader() -> i8 {
  regs i8 %r
b0:
  %r = load i8 [@g]
  return %r
}
";
    let before = program(&[&global(1), reader, ALONE]);
    let after = program(&[&global(2), reader, ALONE]);
    assert_eq!(changed("reader", &before, &after), names(&["the global `g`"]));
    assert_eq!(changed("alone", &before, &after), names(&[]));
}
