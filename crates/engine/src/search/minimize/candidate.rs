//! What people write for numbers and characters, the simplest first.

/// How a word is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum WordKind {
    /// An integer.
    Number,
    /// A floating-point number.
    Float,
    /// A byte of a text, which zero ends.
    Character,
    /// A byte as people type it.
    Typed,
}

/// Floating-point numbers that read easily.
const FLOATS: [f64; 18] = [
    0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0, 5.0, 10.0, 100.0, 1000.0, 1e6, -1e6, 1e9, 1e18,
    1e38, 1e300,
];

/// More decimals are no simpler.
const DECIMALS: usize = 4;

/// Values to try in the place of this one, as far as it is no better itself.
pub(super) fn simple(shape: WordKind, bits: u32, value: u64) -> Vec<u64> {
    match (shape, bits) {
        (WordKind::Float, _) => floats(bits, value),
        (WordKind::Character, _) => [0].into_iter().chain(characters()).collect(),
        (WordKind::Typed, _) => characters().chain([b'\n'.into()]).collect(),
        (WordKind::Number, 8) => (0..=10).chain(characters()).collect(),
        (WordKind::Number, _) => numbers(bits),
    }
}

/// The value as a signed number.
pub(super) fn signed(bits: u32, value: u64) -> i64 {
    let unused = 64 - bits;
    (value << unused) as i64 >> unused
}

fn numbers(bits: u32) -> Vec<u64> {
    let mask = u64::MAX >> (64 - bits);
    let small = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1, -2];
    small.iter().map(|&number: &i64| number as u64 & mask).collect()
}

/// Letters, then everything that can be printed.
fn characters() -> impl Iterator<Item = u64> {
    let words = (b'a'..=b'z').chain(b'A'..=b'Z').chain(b'0'..=b'9').chain([b' ']);
    let marks = (b'!'..=b'~').filter(|mark| !mark.is_ascii_alphanumeric());
    words.chain(marks).map(u64::from)
}

/// Simple ones, and then the number itself with few decimals.
fn floats(bits: u32, value: u64) -> Vec<u64> {
    let number =
        if bits == 32 { f64::from(f32::from_bits(value as u32)) } else { f64::from_bits(value) };
    let encode = |number: f64| match bits {
        32 => u64::from((number as f32).to_bits()),
        _ => number.to_bits(),
    };
    if number.is_nan() {
        return vec![encode(f64::NAN)];
    }
    let rounded = (0..=DECIMALS).filter_map(|decimals| format!("{number:.decimals$}").parse().ok());
    let rounded = rounded.filter(|_| number.is_finite() && number.abs() < 1e15);
    FLOATS.into_iter().chain(rounded).map(encode).collect()
}
