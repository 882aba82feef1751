//! What becomes of inputs under conditions, each as a program would decide them.

use std::sync::Arc;

use smt::{Bits, FloatOp, Model, Op, Sort, SymbolId, TermId, TermPool, Value};

use super::{Trace, simplest};
use crate::state::Input;
use crate::summary::origin::InputSource;
use crate::summary::origin::{InputKey, Origins};

/// Inputs of so many bytes, with these values, on a path with these conditions.
struct Fixture {
    pool: TermPool,
    origins: Origins,
    trace: Trace,
}

impl Fixture {
    fn new(inputs: &[&[u8]]) -> Fixture {
        let (origins, trace) = (Origins::default(), Trace::default());
        let mut case = Fixture { pool: TermPool::new(), origins, trace };
        let mut model = Model::new();
        for (index, values) in inputs.iter().enumerate() {
            let name = format!("input{index}");
            let bytes: Vec<SymbolId> = (0..values.len())
                .map(|at| byte(&mut case.pool, &format!("{name}[{at}]")))
                .collect();
            for (&symbol, &value) in bytes.iter().zip(*values) {
                model.set(symbol, Value::Bits(Bits::new(8, value.into())));
            }
            let key = InputKey { source: InputSource::Marked, name: name.as_str().into(), nth: 0 };
            let id = case.origins.input(key);
            case.trace
                .inputs
                .push(Input { bytes, ..Input::new(id, name.into(), InputSource::Marked) });
        }
        case.trace.model = Arc::new(model);
        case
    }

    /// Bytes of an input as one value, the first one lowest.
    fn read(&mut self, input: usize, from: usize, count: usize) -> TermId {
        let bytes = &self.trace.inputs[input].bytes[from..from + count];
        let bytes: Vec<TermId> = bytes.iter().map(|&symbol| self.pool.variable(symbol)).collect();
        let low_first = bytes.into_iter();
        low_first.reduce(|low, high| self.pool.concat(high, low)).expect("a byte")
    }

    fn decide(&mut self, decide: impl FnOnce(&mut TermPool) -> TermId) {
        let condition = decide(&mut self.pool);
        assert!(smt::eval(&self.pool, condition, &self.trace.model).to_bool());
        self.trace.conditions = self.pool.conjoin(self.trace.conditions, condition);
    }

    /// The inputs that are found; all conditions hold in them.
    fn simplest(mut self) -> Vec<Vec<u8>> {
        let model = simplest(&mut self.pool, &self.trace);
        for condition in self.pool.conditions(self.trace.conditions) {
            assert!(smt::eval(&self.pool, condition, &model).to_bool());
        }
        let byte = |symbol: &SymbolId| {
            model.value(&self.pool, *symbol).as_bits().to_u64().expect("a byte") as u8
        };
        self.trace.inputs.iter().map(|input| input.bytes.iter().map(byte).collect()).collect()
    }
}

fn byte(pool: &mut TermPool, name: &str) -> SymbolId {
    let term = pool.symbol(name, Sort::Bits(8));
    match pool.op(term) {
        Op::Symbol(symbol) => symbol,
        other => panic!("{other:?} is no symbol"),
    }
}

#[test]
fn what_does_not_matter_is_zero_and_what_must_not_be_zero_is_one() {
    let mut case = Fixture::new(&[&[1, 1, 1, 1], &[7, 7, 7, 7, 7]]);
    let x = case.read(0, 0, 4);
    case.decide(|pool| pool.is_nonzero(x));
    assert_eq!(case.simplest(), [vec![1, 0, 0, 0], vec![0; 5]]);
}

#[test]
fn a_number_comes_as_close_to_zero_as_it_can() {
    let mut case = Fixture::new(&[&1_000_000_007i32.to_le_bytes(), &(-77_777i32).to_le_bytes()]);
    let [x, y] = [0, 1].map(|input| case.read(input, 0, 4));
    let bound = case.pool.bits(32, 12_345);
    case.decide(|pool| pool.slt(bound, x));
    let below = case.pool.bits(32, -500i32 as u32 as u64);
    case.decide(|pool| pool.slt(y, below));
    assert_eq!(case.simplest(), [12_346i32.to_le_bytes(), (-501i32).to_le_bytes()]);
}

#[test]
fn numbers_that_have_to_be_equal_change_together() {
    let word = 0x4242_4242u32.to_le_bytes();
    let mut case = Fixture::new(&[&word, &word]);
    let [x, y] = [0, 1].map(|input| case.read(input, 0, 4));
    case.decide(|pool| pool.eq(x, y));
    case.decide(|pool| pool.is_nonzero(x));
    assert_eq!(case.simplest(), [vec![1, 0, 0, 0], vec![1, 0, 0, 0]]);
}

#[test]
fn text_is_letters_and_ends_soon() {
    let mut case = Fixture::new(&[&[200, 201, 202, 203, 204, 205]]);
    let [first, second, third] = [0, 1, 2].map(|at| case.read(0, at, 1));
    case.decide(|pool| pool.is_nonzero(first));
    case.decide(|pool| pool.is_nonzero(second));
    case.decide(|pool| pool.ne(first, second));
    let digit = case.pool.bits(8, b'0'.into());
    case.decide(|pool| pool.ule(digit, third));
    assert_eq!(case.simplest(), [b"aba\0\0\0".to_vec()]);
}

#[test]
fn fields_of_a_structure_are_numbers_of_their_own() {
    let mut case = Fixture::new(&[&[9; 12]]);
    let [a, b] = [0, 4].map(|at| case.read(0, at, 4));
    case.decide(|pool| pool.is_nonzero(a));
    let bound = case.pool.bits(32, 300);
    case.decide(|pool| pool.slt(bound, b));
    let expected = [1i32.to_le_bytes(), 301i32.to_le_bytes(), [0; 4]].concat();
    assert_eq!(case.simplest(), [expected]);
}

#[test]
fn a_number_of_which_one_bit_matters_is_a_simple_number() {
    let mut case = Fixture::new(&[&0x8123_4567u32.to_le_bytes(), &[b'q', 4, 5, 6]]);
    let top = case.read(0, 3, 1);
    let zero = case.pool.bits(8, 0);
    case.decide(|pool| pool.slt(top, zero));
    let (low, letter) = (case.read(1, 0, 1), case.pool.bits(8, b'q'.into()));
    case.decide(|pool| pool.eq(low, letter));
    assert_eq!(case.simplest(), [(-1i32).to_le_bytes(), [b'q', 0, 0, 0]]);
}

#[test]
fn floats_are_floats_that_people_write() {
    let mut case = Fixture::new(&[&3.918_273e-11f64.to_le_bytes(), &72.123_46f32.to_le_bytes()]);
    let (x, y) = (case.read(0, 0, 8), case.read(1, 0, 4));
    let zero = case.pool.bits(64, 0);
    case.decide(|pool| pool.float_compare(FloatOp::Lt, zero, x));
    let [low, high] = [72.1f32, 72.2].map(|bound| case.pool.bits(32, bound.to_bits().into()));
    case.decide(|pool| pool.float_compare(FloatOp::Lt, low, y));
    case.decide(|pool| pool.float_compare(FloatOp::Lt, y, high));
    let found = case.simplest();
    assert_eq!(found, [1f64.to_le_bytes().to_vec(), 72.12f32.to_le_bytes().to_vec()]);
}

#[test]
fn what_is_typed_is_no_zero() {
    let mut case = Fixture::new(&[&[0, 0, 200, 10], &[b'7', 9, 9, 9]]);
    case.trace.inputs[0].source = InputSource::StandardInput;
    case.trace.inputs[1].source = InputSource::Argument(1);
    let (newline, last) = (case.pool.bits(8, 10), case.read(0, 3, 1));
    case.decide(|pool| pool.eq(newline, last));
    let (seven, first) = (case.pool.bits(8, b'7'.into()), case.read(1, 0, 1));
    case.decide(|pool| pool.eq(seven, first));
    assert_eq!(case.simplest(), [b"aaa\n", b"7\0\0\0"]);
}
