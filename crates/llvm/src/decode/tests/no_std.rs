//! A library without `std`, as rustc compiles it.
#![no_std]

pub enum Shape {
    Circle(f64),
    Square { side: f64 },
    Empty,
}

#[unsafe(no_mangle)]
pub extern "C" fn cp_gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// # Safety
/// `items` points to `count` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cp_sum(items: *const i32, count: usize) -> i64 {
    let items = unsafe { core::slice::from_raw_parts(items, count) };
    items.iter().map(|&item| i64::from(item)).sum()
}

#[unsafe(no_mangle)]
pub fn cp_area(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle(radius) => 3.0 * radius * radius,
        Shape::Square { side } => side * side,
        Shape::Empty => 0.0,
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn cp_mix(x: u128, y: i8, text: &[u8; 4]) -> u128 {
    let found = text.iter().position(|&c| c == y as u8).unwrap_or(9);
    x.wrapping_mul(0x1234_5678_9abc_def0_1234_5678_9abc_def1).rotate_left(found as u32)
}
