//! What the layout of memory decides is never proved: generated programs that compute with addresses, natively in several
//! layouts.
//!
//! A program takes two pointers, to globals, locals, heap blocks, literals or where a freed block was, and asks something
//! about them as pointers or as numbers. Where nothing is missing in an exploration, the failing lines are those of all
//! layouts together. *Tame* programs ask only what every layout answers alike: there, nothing may be missing.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use engine::{Encoding, Exploration, Incomplete};
use ir::{CodeOrigin, Program};
use libtest_mimic::Trial;

use super::batch::Number;
use super::{explore, failure, how};
use crate::cases;
use crate::compose::MODES;
use crate::differential::random::Random;
use crate::differential::setting;
use crate::{native_clang, process, root};

/// So many programs in a batch; COUNTERPOINT_THEOREMS says how many there are to be in all.
const PROGRAMS: usize = 60;
/// The ways to place objects: of the compiler and linker, and of `layouts.h`.
const LAYOUTS: [&[&str]; 3] = [
    &["-DLAYOUT=0", "-O0", "-no-pie"],
    &["-DLAYOUT=1", "-O0", "-pie", "-fPIE"],
    &["-DLAYOUT=2", "-O2", "-fno-strict-aliasing"],
];
/// Long enough for an object of every kind.
const ELEMENTS: usize = 4;

pub(super) fn cases() -> Vec<Trial> {
    let first = setting("COUNTERPOINT_THEOREMS_SEED").unwrap_or(1);
    let batches = setting("COUNTERPOINT_THEOREMS").map_or(1, |it| it.div_ceil(PROGRAMS as u64));
    let case = |seed| {
        let name = format!("theorems::what_the_layout_decides_is_never_proved::{seed}");
        cases::case(name, move || holds_in_batch(seed))
    };
    (first..first + batches).map(case).collect()
}

fn holds_in_batch(seed: u64) -> Result<(), String> {
    let folder = folder(seed);
    let tame = write(seed, &folder);
    let truths = LAYOUTS.map(|flags| failing_lines(&folder, flags));
    let [first, second, third] = truths;
    let truths = [first?, second?, third?];
    if truths.iter().all(|truth| *truth == truths[0]) {
        return Err("no layout makes a difference".to_owned());
    }
    let any: BTreeSet<u64> = truths.into_iter().flatten().collect();
    let program = read(&folder)?;
    let ends = ends(&folder);
    let mut start = 0;
    for (number, (&end, &is_tame)) in ends.iter().zip(&tame).enumerate() {
        let truth = any.range(start..end).copied().collect();
        for mode in MODES {
            let explored = explore(&program, Number(number), how(mode, Encoding::Instances));
            holds(&explored, &truth, is_tame).map_err(|why| {
                format!("program {number}, {mode} (see {}): {why}", folder.display())
            })?;
        }
        start = end;
    }
    fs::remove_dir_all(&folder).unwrap();
    Ok(())
}

fn holds(explored: &Exploration, truth: &BTreeSet<u64>, is_tame: bool) -> Result<(), String> {
    let found: BTreeSet<u64> =
        explored.paths.iter().filter_map(failure).map(|(line, _)| line).collect();
    let is_layout = |why: &Incomplete| matches!(why, Incomplete::Layout { .. });
    match explored.complete {
        true if found == *truth => Ok(()),
        true => Err(format!("complete, with {found:?}, natively {truth:?}")),
        false if is_tame || !explored.incomplete.iter().any(is_layout) => {
            Err(format!("not complete: {:?}", explored.incomplete))
        }
        false => Ok(()),
    }
}

fn folder(seed: u64) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("layouts").join(seed.to_string())
}

/// Writes the programs. Which ones are tame?
fn write(seed: u64, folder: &Path) -> Vec<bool> {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("layouts.h"), include_str!("layouts.h")).unwrap();
    let mut text = "#include \"layouts.h\"\n".to_owned();
    let mut tame = Vec::new();
    for number in 0..PROGRAMS {
        let mut generator = Generator::new(seed * 1000 + number as u64, number);
        text += &generator.program();
        tame.push(generator.is_tame);
    }
    let runs: String = (0..PROGRAMS).map(|number| format!("RUN({number}) ")).collect();
    fs::write(folder.join("programs.c"), format!("{text}PROGRAMS({runs})\n")).unwrap();
    tame
}

/// The line behind each program.
fn ends(folder: &Path) -> Vec<u64> {
    let text = fs::read_to_string(folder.join("programs.c")).unwrap();
    let numbered = (1..).zip(text.lines());
    numbered.filter(|(_, line)| *line == "// end").map(|(number, _)| number).collect()
}

fn failing_lines(folder: &Path, flags: &[&str]) -> Result<BTreeSet<u64>, String> {
    let files = ["-Wno-everything", "programs.c", "-o", "oracle"];
    process::compile(&native_clang(), &[flags, &files].concat(), folder)?;
    let said = process::run(&mut Command::new(folder.join("oracle")), b"");
    match said.code() {
        0 => Ok(said.text().lines().map(|line| line.parse().unwrap()).collect()),
        code => Err(format!("the oracle exits with {code}: {}", said.stderr)),
    }
}

fn read(folder: &Path) -> Result<Program, String> {
    let clang = native_clang();
    let flags = ["-O1", "-g", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c"];
    let compare = root().join("runtime/memory.c");
    let library = [compare.to_str().unwrap(), "-ffreestanding", "-fno-builtin", "-o", "memory.bc"];
    let programs = ["-Wno-everything", "programs.c", "-o", "programs.bc"];
    process::compile(&clang, &[&flags[..], &library].concat(), folder)?;
    process::compile(&clang, &[&flags[..], &programs].concat(), folder)?;
    let read = |name: &str| {
        let bitcode = fs::read(folder.join(name)).unwrap();
        llvm::read(&bitcode, name).expect("clang wrote it")
    };
    let mut library = read("memory.bc");
    library.functions.iter_mut().for_each(|function| function.origin = CodeOrigin::Runtime);
    let programs = vec![("programs.c".to_owned(), read("programs.bc"))];
    let mut program = ir::link(programs, Some(library), &[]).expect("they fit together");
    ir::passes::run(&mut program);
    ir::verify(&program).expect("it was read and tidied up");
    Ok(program)
}

/// Writes one program.
struct Generator {
    random: Random,
    number: usize,
    is_tame: bool,
}

impl Generator {
    fn new(seed: u64, number: usize) -> Generator {
        let mut random = Random::new(seed);
        let is_tame = random.percent(40);
        Generator { random, number, is_tame }
    }

    fn program(&mut self) -> String {
        let n = self.number;
        let [one, other] = if self.random.percent(50) { [0, 1] } else { [1, 0] };
        let mut text = format!("long p{n}_g{one}[{ELEMENTS}], p{n}_g{other}[{ELEMENTS}];\n");
        let above = self.random.below(256);
        let _ = writeln!(
            text,
            "static long *p{n}_pick(u8 x, long *a, long *b) {{ return x > {above} ? a : b; }}"
        );
        let condition = self.condition();
        let _ = writeln!(text, "static int p{n}_asks(long *p, long *q) {{ return {condition}; }}");
        let size = ELEMENTS * 8;
        let _ = writeln!(text, "PROGRAM({n}) {{");
        let _ = writeln!(text, "    long l0[{ELEMENTS}] = {{0}}, l1[{ELEMENTS}] = {{0}};");
        let _ = writeln!(
            text,
            "    long *h0 = TAKE({size}), *h1 = TAKE({size}), *freed = TAKE({size});"
        );
        let _ = writeln!(
            text,
            "    uptr dead = (uptr)freed;\n    GIVE(freed);\n    long *h2 = TAKE({size});"
        );
        let _ = writeln!(text, "    const char *s0 = \"text\", *s1 = \"a text\";");
        let [p, q] = self.pointers();
        let _ = writeln!(text, "    long *p = {p}, *q = {q};");
        if self.random.percent(20) {
            text += "    swap_bytes(&p, &q, sizeof p);\n";
        }
        for _ in 0..2 {
            let (bound, asked) = (self.random.below(256), self.asked());
            let _ = writeln!(text, "    if (x > {bound} && {asked})\n        FAIL();");
        }
        text + "    (void)l0, (void)l1, (void)h1, (void)h2, (void)s0, (void)s1, (void)dead;\n}\n// end\n"
    }

    /// What is asked, here or in a callee.
    fn asked(&mut self) -> String {
        match self.random.percent(40) {
            true => format!("p{}_asks(p, q)", self.number),
            false => format!("({})", self.condition()),
        }
    }

    /// Two pointers. Those of tame programs lead into one object.
    fn pointers(&mut self) -> [String; 2] {
        if self.is_tame {
            let object = self.object(5);
            return [(), ()].map(|()| self.element(&object));
        }
        [(), ()].map(|()| self.pointer())
    }

    fn pointer(&mut self) -> String {
        let [one, other] = [(), ()].map(|()| {
            let object = self.object(9);
            self.element(&object)
        });
        match self.random.below(3) {
            0 => format!("p{}_pick(x, {one}, {other})", self.number),
            1 => format!("x & 4 ? {one} : {other}"),
            _ => one,
        }
    }

    /// One of the first kinds of objects; the last ones are literals, and where a freed block was.
    fn object(&mut self, kinds: usize) -> String {
        let n = self.number;
        let objects: [String; 9] = [
            format!("p{n}_g0"),
            format!("p{n}_g1"),
            "l0".into(),
            "l1".into(),
            "h0".into(),
            "h2".into(),
            "(long *)s0".into(),
            "(long *)(s1 + 2)".into(),
            "(long *)dead".into(),
        ];
        objects[self.random.below(kinds)].clone()
    }

    /// An element, or just behind the last.
    fn element(&mut self, object: &str) -> String {
        match self.random.below(ELEMENTS + 1) {
            0 => object.to_owned(),
            _ if object.contains(['s', 'd']) => object.to_owned(),
            index => format!("{object} + {index}"),
        }
    }

    /// Something that is asked about two pointers.
    fn condition(&mut self) -> String {
        let distance = 8 * self.random.within(-4, 4);
        let tame = [
            "p == q".to_owned(),
            "p != q".to_owned(),
            "p < q".to_owned(),
            "(uptr)p >= (uptr)q".to_owned(),
            format!("(char *)p - (char *)q == {distance}"),
            "((uptr)p & 7) != 0".to_owned(),
            "(long *)(((uptr)p | 1) & ~(uptr)1) == q".to_owned(),
            "((uptr)p | 3) % 8 == 3".to_owned(),
            "(uptr)p == 0".to_owned(),
            "p == (long *)-1".to_owned(),
            "((union number){ p }).number == (uptr)q".to_owned(),
            "from_packed(p) == q".to_owned(),
            "in_two_pieces(p) != q".to_owned(),
        ];
        let (mask, shift) = (16 << self.random.below(8), self.random.within(3, 44));
        let wild = [
            format!("((uptr)p & {mask}) != 0"),
            format!("((uptr)p >> {shift} & 3) == 1"),
            format!("(unsigned)(uptr)p % {} == {}", 7 + mask, self.random.below(7)),
            "memcmp(&p, &q, sizeof p) > 0".to_owned(),
            format!("sum_of_bytes(&p, sizeof p) % 4 == {}", self.random.below(4)),
            format!("(((union number){{ q }}).number ^ (uptr)p) == {}", self.random.below(128)),
            "(double)(uptr)p < 5e12".to_owned(),
            format!("(((uptr)p + (uptr)q) / 16) % 4 == {}", self.random.below(4)),
            format!("((u8 *)&p)[1] / 64 == {}", self.random.below(4)),
            format!("copied_byte(&p, 1) / 64 == {}", self.random.below(4)),
            format!("misaligned_word(p) / 4096 % 4 == {}", self.random.below(4)),
            "here() == there(2, 3)".to_owned(),
        ];
        match self.is_tame || self.random.percent(50) {
            true => self.random.pick(&tame).clone(),
            false => self.random.pick(&wild).clone(),
        }
    }
}
