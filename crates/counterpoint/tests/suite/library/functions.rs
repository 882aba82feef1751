//! Functions that need nothing but `core`. The test calls them natively and runs their bitcode.

/// The upper and lower half of a product, folded.
#[unsafe(no_mangle)]
pub extern "C" fn multiply_wide(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// Quotient and remainder of 128-bit numbers.
#[unsafe(no_mangle)]
pub extern "C" fn divide_wide(a: u64, b: u64) -> u64 {
    let dividend = (u128::from(a) << 64) | u128::from(b);
    let divisor = u128::from(b | 1) << (a % 60);
    let signed = dividend as i128 / divisor as i128;
    (dividend / divisor) as u64 ^ (dividend % divisor) as u64 ^ (signed >> 64) as u64
}

/// Arithmetic that stops at the ends of the type.
#[unsafe(no_mangle)]
pub extern "C" fn saturate(a: u64, b: u64) -> u64 {
    let (small, other) = (a as i8, b as i8);
    let bytes = small.saturating_add(other) as u8 ^ small.saturating_mul(other) as u8;
    let words = (a as i32).saturating_sub(b as i32) as u32;
    a.saturating_sub(b) ^ a.saturating_mul(b) ^ u64::from(words) ^ u64::from(bytes)
}

/// Arithmetic that says when it overflows.
#[unsafe(no_mangle)]
pub extern "C" fn notice_overflow(a: u64, b: u64) -> u64 {
    match (a.checked_add(b), (a as i64).checked_mul(b as i64), (a as u16).overflowing_sub(b as u16))
    {
        (Some(sum), None, (difference, false)) => sum ^ u64::from(difference),
        (Some(sum), Some(product), _) => sum ^ product as u64,
        (None, _, (difference, overflow)) => u64::from(difference) << u32::from(overflow),
        (_, None, (_, true)) => a ^ b,
    }
}

static TABLE: [u16; 16] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3];

/// Sums a part of a slice; a panic if there is no such part.
#[unsafe(no_mangle)]
pub extern "C" fn sum_table(from: u64, to: u64) -> u64 {
    TABLE[from as usize..to as usize].iter().map(|&entry| u64::from(entry)).sum()
}

/// The parts of slices in other orders.
#[unsafe(no_mangle)]
pub extern "C" fn walk_slices(a: u64, b: u64) -> u64 {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&a.to_le_bytes());
    bytes[8..].copy_from_slice(&b.to_be_bytes());
    bytes.reverse();
    bytes.rotate_left((a % 16) as usize);
    let pairs = bytes.chunks(2).zip(TABLE.iter().rev());
    pairs.fold(0, |sum, (pair, &entry)| {
        let pair = u64::from(pair[0]) << 8 | u64::from(pair[1]);
        sum.wrapping_mul(31).wrapping_add(pair).wrapping_add(u64::from(entry))
    })
}

/// The median of numbers that come from both arguments.
#[unsafe(no_mangle)]
pub extern "C" fn sort(a: u64, b: u64) -> u64 {
    let mut numbers = [0u64; 11];
    let mut next = a;
    for number in &mut numbers {
        next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(b | 1);
        *number = next >> 33;
    }
    numbers.sort_unstable();
    assert!(numbers.is_sorted());
    numbers[numbers.len() / 2]
}

enum Shape {
    Nothing,
    Circle(u32),
    Rectangle { width: u32, height: u32 },
}

/// A value of one of three kinds, and what it matches.
#[unsafe(no_mangle)]
pub extern "C" fn measure(a: u64, b: u64) -> u64 {
    let shape = match a % 3 {
        0 => Shape::Nothing,
        1 => Shape::Circle(b as u32),
        _ => Shape::Rectangle { width: a as u32, height: b as u32 },
    };
    match shape {
        Shape::Nothing => 0,
        Shape::Circle(radius @ 0..=9) => u64::from(radius),
        Shape::Circle(radius) => u64::from(radius).wrapping_mul(3 * u64::from(radius)),
        Shape::Rectangle { width, height } if width == height => 4 * u64::from(width),
        Shape::Rectangle { width, height } => u64::from(width).wrapping_mul(u64::from(height)),
    }
}

/// What bits can do.
#[unsafe(no_mangle)]
pub extern "C" fn twiddle(a: u64, b: u64) -> u64 {
    let counts = a.count_ones() + (b.leading_zeros() << 8) + (a.trailing_zeros() << 16);
    a.rotate_left(b as u32) ^ b.swap_bytes() ^ (a as u32).reverse_bits() as u64 ^ u64::from(counts)
}

/// Text is decoded from its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn read_text(a: u64, b: u64) -> u64 {
    let text = "naïve café, 東京 🦀";
    let letters = text.chars().filter(|c| c.is_ascii_lowercase()).count() as u64;
    let skipped = text.chars().skip((a % 20) as usize);
    skipped.fold(b ^ letters, |sum, c| sum.rotate_left(7) ^ u64::from(c))
}

trait Step {
    fn step(&self, x: u64) -> u64;
}

impl Step for u64 {
    fn step(&self, x: u64) -> u64 {
        x.wrapping_mul(*self | 1)
    }
}

impl Step for (u32, u32) {
    fn step(&self, x: u64) -> u64 {
        x ^ u64::from(self.0) ^ u64::from(self.1) << 32
    }
}

/// Calls through tables of functions.
#[unsafe(no_mangle)]
pub extern "C" fn dispatch(a: u64, b: u64) -> u64 {
    let pair = (a as u32, b as u32);
    let steps: [&dyn Step; 3] = [&a, &pair, &b];
    (0..a % 8 + 1).fold(b, |x, round| steps[(round % 3) as usize].step(x))
}

/// Floating point, and back with saturation.
#[unsafe(no_mangle)]
pub extern "C" fn float(a: u64, b: u64) -> u64 {
    let (x, y) = (a as f64 * 0.75, b as i64 as f64);
    let small = (x as f32 / 3.0).abs().max(y as f32);
    (x * y) as u64 ^ (x - y) as i32 as u64 ^ u64::from(small.to_bits()) ^ (x % 10.0).to_bits()
}
