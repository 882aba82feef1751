//! Malformed bitcode: whatever is done to a good file, what becomes of it ends soon, with a program that could be run
//! or an error. It goes the whole way: read, linked with the runtime library, the passes, the verifier, the image.
//!
//! `COUNTERPOINT_FUZZ_ITERATIONS` says how many files to read, `COUNTERPOINT_FUZZ_SEED` which to start with: a
//! failure names its seed.

#[path = "../../../llvm/tests/common/missing.rs"]
mod missing;
mod records;

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::catch_unwind;
use std::process::Command;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ir::{CodeOrigin, Program};
use llvm::ChoiceLowering;

include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

const DEFAULT_ITERATIONS: u64 = 3000;
/// Far more than two files of a few kilobytes need.
const MAX_MEMORY: usize = 1 << 30;
const MAX_TIME: Duration = Duration::from_secs(60);

/// Between them: all kinds of blocks, typed pointers where there is an old clang, and debug records.
const PROGRAMS: &[&str] = &[
    include_str!("../../../llvm/src/decode/tests/globals.c"),
    include_str!("../../../llvm/src/decode/tests/calls.c"),
    include_str!("../../../llvm/src/decode/tests/control.c"),
    include_str!("../../../llvm/src/decode/tests/vectors.c"),
    include_str!("../../../llvm/src/decode/tests/types.c"),
];
const COMPILERS: &[&str] = &["clang-19", "clang-14"];
const FLAGS: &[&[&str]] = &[&["-O0", "-g"], &["-O2", "-g"], &["-O1"]];

#[test]
fn mutated_files_are_read_or_refused() {
    let good = seeds();
    campaign(&SEEDS[0], |random| mutated_bytes(&good, random));
}

#[test]
fn mutated_records_are_read_or_refused() {
    let good: Vec<_> = seeds().iter().map(|bytes| records::take_apart(bytes)).collect();
    for elements in &good {
        llvm::read(&records::put_together(elements), "seed").unwrap();
    }
    campaign(&SEEDS[1], |random| {
        let mut elements = good[random.below(good.len())].clone();
        for _ in 0..1 << random.below(3) {
            records::mutate(&mut elements, random);
        }
        records::put_together(&elements)
    });
}

/// Reads many files that `make` makes, and says which it is at.
fn campaign(at: &'static AtomicU64, make: impl Fn(&mut Random) -> Vec<u8>) {
    watch(at);
    let first = number("COUNTERPOINT_FUZZ_SEED").unwrap_or(1);
    let count = number("COUNTERPOINT_FUZZ_ITERATIONS").unwrap_or(DEFAULT_ITERATIONS);
    let runtimes = [32, 64].map(runtime);
    let mut refused = 0;
    for seed in first..first + count {
        let bytes = make(&mut Random::new(seed));
        at.store(seed, Ordering::Relaxed);
        let choices = if seed % 2 == 0 { ChoiceLowering::Values } else { ChoiceLowering::Branches };
        let outcome = catch_unwind(|| prepare(&bytes, choices, &runtimes).is_err());
        let Ok(error) = outcome else {
            panic!("it panicked: COUNTERPOINT_FUZZ_SEED={seed}");
        };
        refused += u64::from(error);
    }
    at.store(0, Ordering::Relaxed);
    println!("{count} files, {refused} refused");
    assert!(count < 100 || (1..count).contains(&refused), "mutations are too mild or too strong");
}

/// All that is done with a file before it is run; or why it is refused.
fn prepare(bytes: &[u8], choices: ChoiceLowering, runtimes: &[Program]) -> Result<(), String> {
    let read = llvm::read_with(bytes, "mutated", choices);
    let program = read.map_err(|error| error.to_string())?;
    if let Err(error) = ir::verify(&program) {
        panic!("a malformed program was read: {error}");
    }
    let library = runtimes.iter().find(|it| it.target == program.target).cloned();
    let linked = ir::link(vec![("mutated".to_owned(), program)], library, &["exit", "atexit"]);
    let mut linked = linked.map_err(|error| error.to_string())?;
    ir::passes::run(&mut linked);
    if let Err(error) = ir::verify(&linked) {
        panic!("a malformed program was made: {error}");
    }
    engine::Image::new(&linked, &mut engine::NoExternals)
        .map_err(|unsupported| unsupported.what)?;
    Ok(())
}

/// The runtime library for a pointer width.
fn runtime(bits: u32) -> Program {
    let of_width = RUNTIME.iter().filter(|part| part.0 == bits);
    let parts = of_width.map(|(_, name, _, bytes)| {
        let mut program = llvm::read(bytes, name).unwrap();
        program.functions.iter_mut().for_each(|function| function.origin = CodeOrigin::Runtime);
        program.globals.iter_mut().for_each(|global| global.origin = CodeOrigin::Runtime);
        ((*name).to_owned(), program)
    });
    ir::link(parts.collect(), None, &[]).unwrap()
}

/// The seed that each campaign is at, for what has to end the process; 0 if none is.
static SEEDS: [AtomicU64; 2] = [const { AtomicU64::new(0) }; 2];

/// Ends the process if one file takes too long.
fn watch(at: &'static AtomicU64) {
    std::thread::spawn(move || {
        let mut last = (0, Instant::now());
        loop {
            std::thread::sleep(Duration::from_millis(200));
            let seed = at.load(Ordering::Relaxed);
            if seed != last.0 {
                last = (seed, Instant::now());
            } else if seed != 0 && last.1.elapsed() > MAX_TIME {
                eprintln!("reading hangs: COUNTERPOINT_FUZZ_SEED={seed}");
                std::process::abort();
            }
        }
    });
}

/// Counts what is allocated, and refuses to go beyond the limit.
struct Limited;

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Limited = Limited;

// SAFETY: everything is left to the system's allocator.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let before = ALLOCATED.fetch_add(layout.size(), Ordering::Relaxed);
        if before.saturating_add(layout.size()) > MAX_MEMORY {
            // The message may allocate too, so the limit is lifted first. A failed allocation ends the process.
            ALLOCATED.store(0, Ordering::Relaxed);
            let [bytes, records] = SEEDS.each_ref().map(|at| at.load(Ordering::Relaxed));
            eprintln!("reading takes too much memory: COUNTERPOINT_FUZZ_SEED={bytes} or {records}");
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises are the system allocator's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: it came from `alloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Good files, from the compilers there are: `clang-19` at least.
fn seeds() -> Vec<Vec<u8>> {
    let thread = std::thread::current().id();
    let dir =
        std::env::temp_dir().join(format!("counterpoint-fuzz-{}-{thread:?}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let source = dir.join("seed.c");
    let bitcode = dir.join("seed.bc");
    let mut seeds = Vec::new();
    let there = |compiler: &&&str| Command::new(compiler).arg("--version").output().is_ok();
    let (found, lacking): (Vec<&&str>, Vec<_>) = COMPILERS.iter().partition(there);
    lacking.into_iter().for_each(|compiler| missing::skip(compiler));
    for program in PROGRAMS {
        std::fs::write(&source, program).unwrap();
        for compiler in &found {
            for flags in FLAGS {
                let mut command = Command::new(compiler);
                command
                    .args(["-c", "-w", "-emit-llvm", "-o"])
                    .args([&bitcode, &source])
                    .args(*flags);
                assert!(command.status().unwrap().success(), "{command:?}");
                seeds.push(std::fs::read(&bitcode).unwrap());
            }
        }
    }
    std::fs::remove_dir_all(dir).unwrap();
    assert!(!seeds.is_empty(), "no clang is installed: {COMPILERS:?}");
    seeds
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// A good file with one to eight things done to it.
fn mutated_bytes(good: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = good[random.below(good.len())].clone();
    for _ in 0..1 << random.below(4) {
        mutate(&mut bytes, good, random);
    }
    bytes
}

fn mutate(bytes: &mut Vec<u8>, good: &[Vec<u8>], random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len());
    match random.below(16) {
        0 => bytes.truncate(at),
        1 => bytes[at] = random.below(256) as u8,
        2 => splice(bytes, &good[random.below(good.len())], random),
        3 => {
            let copy = bytes.clone();
            splice(bytes, &copy, random);
        }
        4 => {
            let end = bytes.len().min(at + 1 + random.below(16));
            bytes.drain(at..end);
        }
        5 => bytes.insert(at, random.below(256) as u8),
        // Most often the smallest change, which gets furthest.
        _ => bytes[at] ^= 1 << random.below(8),
    }
}

/// Puts a piece of `other` over `bytes`, whole words to whole words so that blocks stay aligned.
fn splice(bytes: &mut [u8], other: &[u8], random: &mut Random) {
    let length = 4 * (1 + random.below(64));
    let to = random.below(bytes.len()) & !3;
    let from = random.below(other.len()) & !3;
    let length = length.min(bytes.len() - to).min(other.len() - from);
    bytes[to..to + length].copy_from_slice(&other[from..from + length]);
}

/// Xorshift: the same seed gives the same file everywhere.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}
